"""The house, as far as ruff, mypy and import-linter cannot tell: shared code knows no game, nothing grows too long."""

from __future__ import annotations

import ast
import gc
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

import app
import printables

APP, PRINTABLES = Path(app.__file__).parent, Path(printables.__file__).parent
ROOT = APP.parent
TEMPLATES, STATIC = app.beside("templates"), app.beside("static")
LONGEST_FUNCTION, LONGEST_MODULE, WIDEST_LINE = 60, 500, 160
PYTHON = [*APP.rglob("*.py"), *PRINTABLES.rglob("*.py")]
GAMES = sorted(path.parent.name for path in (APP / "games").glob("*/__init__.py"))


@pytest.fixture(autouse=True)
def _no_garbage_is_collected() -> Iterator[None]:
    """CPython 3.11 loses count of a tree (SystemError) if something that is collected meanwhile parses, too."""
    gc.disable()
    yield
    gc.enable()


def place(path: Path) -> str:
    """A file as people name it."""
    return path.relative_to(ROOT).as_posix()


# -- games

OF_ONE_GAME = re.compile(
    r"incursion|infant(?:er|ry)|memoir|\ballied|\ballies\b|aliados?|german|aleman"
    r"|zombie|sturm|grunt|gretel|\bapes?\b|twitcher|horde|harpoon|doomsday|trooper|exosuit|\bbrains?\b|\bbugs?\b"
    r"|armou?r|medals?(?![a-z])|roster|weapon|grenade|flamethrower|melee|casualt|fortitude|\bdeck\b|dropship"
    r"|(?:battle|command|experience).?card|victory.point|scenario|(?<![a-z])axis(?![a-z])"
    r"|bunker|(?<![a-z])tanks?(?![a-z])|sandbag|minefield|ambush|artillery|squads?(?![a-z])|soldier|tunnel|ammunition"
    r"|escenario|medalla|búnker|tanque|granad|emboscad|trinchera|soldado|bichos?(?![a-z])|lanzallamas|munición|túnel"
    # RP, APs, ap_left, fullDP, cpLeft, leftCp
    r"|(?-i:(?<![A-Za-z])[RCADV]Ps?(?![A-Za-z])|(?<![A-Za-z])[rcadv]p(?![a-z])|(?<=[a-z])[RCADV][Pp]s?(?![A-Za-z]))",
    re.IGNORECASE,
)
"""What only one of the games has; what is shared says none of it. A new game adds what is most its own."""
REGISTRY, CATALOGUE = "app/games/__init__.py", "app/locale/es/LC_MESSAGES/messages.po"
MAY_SAY = {REGISTRY: {"incursion", "infantry", "memoir"}, CATALOGUE: {"bugs"}}
"""The shelf names every game; each catalogue has its head from gettext."""


def things_of_games(text: str) -> set[str]:
    return {found[0].lower() for found in OF_ONE_GAME.finditer(text)}


def shared_files() -> list[Path]:
    """Every text that games share: code, its tests, words, prose, templates, script, stylesheet and signs."""
    roots = (APP, PRINTABLES, TEMPLATES, STATIC, ROOT / "tests" / "core")
    listed = tomllib.loads((ROOT / "docs" / "vendored.toml").read_text(encoding="utf-8"))["component"]
    of_others = {ROOT / file for component in listed for file in component["files"]}
    of_games = {part / game for part in (APP / "games", PRINTABLES) for game in GAMES}
    every = {
        path for root in roots for path in root.rglob("*") if path.is_file() and path.suffix not in (".mo", ".pyc")
    }
    return sorted(path for path in every - of_others if of_games.isdisjoint(path.parents))


@pytest.mark.parametrize("path", shared_files(), ids=place)
def test_what_is_shared_names_nothing_of_one_game(path: Path) -> None:
    text = f"{place(path)}\n{path.read_text(encoding='utf-8')}"
    assert things_of_games(text) == MAY_SAY.get(place(path), set())


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("rp_of(left_ap, cpLeft, fullDP): APs", {"rp", "ap", "cp", "dp", "aps"}),
        ("app.map(tap, gap, api, DPI, HTTP, Cp1252); shape, debug, brainstorm; open, right, close", set()),
        ('"the Germans", INFANTERIA, una medalla', {"german", "infanter", "medalla"}),
        ("CommandCard, axis_of, a tank's bunkers", {"commandcard", "axis", "tank", "bunker"}),
    ],
)
def test_what_is_of_one_game_is_seen(text: str, things: set[str]) -> None:
    assert things_of_games(text) == things


def test_every_kind_of_shared_text_is_looked_at_and_nothing_of_a_game_or_of_others() -> None:
    places = {place(path) for path in shared_files()}
    assert places >= {REGISTRY, CATALOGUE, "app/core/words.toml", "static/script/taps.js", "templates/base.html"}
    assert not places & {"static/htmx.min.js", "app/games/incursion/game.py", "printables/incursion/words.toml"}


# -- sizes


def long_functions(text: str) -> list[str]:
    """Functions of more lines than one reads in one go."""
    every = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [node.name for node in every if (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION]


def test_no_function_and_no_module_is_too_long() -> None:
    texts = {place(path): path.read_text(encoding="utf-8") for path in PYTHON}
    assert {where: found for where, text in texts.items() if (found := long_functions(text))} == {}
    assert [where for where, text in texts.items() if len(text.splitlines()) > LONGEST_MODULE] == []


@pytest.mark.parametrize(("lines", "found"), [(LONGEST_FUNCTION, []), (LONGEST_FUNCTION + 1, ["tall"])])
def test_a_long_function_is_seen(lines: int, found: list[str]) -> None:
    assert long_functions("def tall():\n" + "    x = 1\n" * (lines - 1)) == found


def test_no_line_of_a_template_is_too_wide() -> None:
    folders = (TEMPLATES, APP / "games", ROOT / "tests" / "toy_game" / "templates")
    every = [path for folder in folders for path in folder.rglob("*.html")]
    lines = [(place(path), line) for path in every for line in path.read_text(encoding="utf-8").splitlines()]
    assert [(where, line[:60]) for where, line in lines if len(line) > WIDEST_LINE] == []


# -- arrows

Arrows = Mapping[str, set[str]]


@cache
def arrows() -> Arrows:
    """Module → every module of ours that it imports, at whatever place and for types alone too."""
    graph = grimp.build_graph("app", "printables", cache_dir=None)
    return {name: graph.find_modules_directly_imported_by(name) - {name} for name in graph.modules}


def circle(graph: Arrows) -> list[str]:
    """Modules that lead back to themselves; none where there is no circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_import_leads_in_a_circle_not_even_for_types() -> None:
    assert circle(arrows()) == []


def test_a_circle_is_seen() -> None:
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()})) == {"b", "c"}


def test_shared_code_imports_no_game() -> None:
    of_games = tuple(f"{part}.{game}" for part in ("app.games", "printables") for game in GAMES)
    found = [(name, to) for name, those in arrows().items() for to in those if to.startswith(of_games)]
    assert ("printables.incursion.shop", "app.games.incursion.book") in found
    assert [one for one in found if not one[0].startswith(of_games)] == []


def test_the_json_interface_imports_no_page() -> None:
    pages = {place(path) for path in PYTHON if "\npages = Blueprint(" in path.read_text(encoding="utf-8")}
    imported = {f"{to.replace('.', '/')}.py" for to in arrows()["app.web.api"]}
    assert len(pages) > 5
    assert imported & pages == set()


def test_every_module_but_the_front_door_has_a_layer() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = next(one["layers"] for one in contracts["contracts"] if one["type"] == "layers")
    every = tuple(f"{layer}." for line in layers for layer in line.split(" | "))
    outside = {name for name in arrows() if not f"{name}.".startswith(every)}
    assert outside == {"app", "app.version", "app.storage"}


# -- the stylesheet

DRAWN_BY_NAME = {"from-house", "from-rulebook"}
"""Styles whose names a template puts together."""


def styled(css: str) -> set[str]:
    """The classes and ids that a stylesheet dresses."""
    selectors = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", css, flags=re.DOTALL)
    return set(re.findall(r"(?<![\w-])[.#]([a-zA-Z][\w-]*)", selectors))


def palettes(css: str) -> Iterator[tuple[str, str]]:
    """(selector, name) of each colour and measure that a stylesheet's rules give a name."""
    for selector, rule in re.findall(r"([^{};/]+)\{([^{}]*)\}", css):
        yield from ((selector.strip(), name) for name in re.findall(r"(--[\w-]+):", rule))


def test_the_stylesheet_of_the_house_dresses_only_what_the_house_draws() -> None:
    drawing = [*TEMPLATES.rglob("*.html"), *(APP / "web").rglob("*.py"), *(STATIC / "script").glob("*.js")]
    drawn = {word for path in drawing for word in re.findall(r"[\w-]+", path.read_text(encoding="utf-8"))}
    assert styled((STATIC / "app.css").read_text(encoding="utf-8")) - drawn == DRAWN_BY_NAME


def test_what_a_stylesheet_dresses_is_seen() -> None:
    css = "/* .no */ .pool .who:has(#a) { width: .5em }\n@media (x: 1.5px) { .wall > b { top: 0 } }"
    assert styled(css) == {"pool", "who", "a", "wall"}


def test_each_colour_stands_in_one_place_for_day_and_night_and_in_one_for_the_sun() -> None:
    where: dict[str, set[str]] = {}
    for selector, name in palettes((STATIC / "app.css").read_text(encoding="utf-8")):
        where.setdefault(name, set()).add(selector)
    colours = {name for name, selectors in where.items() if "html" in selectors}
    assert len(colours) == 13
    assert {name: where[name] for name in colours} == {name: {"html", "html[data-theme=daylight]"} for name in colours}
