"""The house: shared code knows no game, its functions are short, its lines can be read, its arrows point one way."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path

import pytest

import app
import printables

APP, PRINTABLES = Path(app.__file__).parent, Path(printables.__file__).parent
ROOT = APP.parent
TEMPLATES, STATIC = app.beside("templates"), app.beside("static")
LONGEST_FUNCTION, LONGEST_MODULE, WIDEST_LINE = 25, 450, 160
OF_ONE_GAME = re.compile(
    r"incursion|infant(?:er|ry)|memoir|\ballied|\ballies\b|aliados?|german|aleman"
    r"|zombie|sturm|grunt|gretel|\bilsa\b|\bapes?\b|twitcher|horde|pinger|harpoon|doomsday|panels?\b|stranded|zombie_cp"
    r"|trooper|exosuit|\bbrains?\b|\bbugs?\b|armou?r|medals?(?![a-z])|roster"
    r"|weapon|grenade|flamethrower|melee|casualt|fortitude|reaction|deploy|combate\b|battle\b"
    r"|experience.?card|(?:battle|command).?card|section[ -]card|\bdeck\b|\bhands?_size|least_rp|victory.point"
    r"|scenario|(?<![a-z])axis(?![a-z])|bunker|(?<![a-z])tanks?(?![a-z])|sandbag|barbed|hedgehog|minefield|ambush|headquarters|artillery"
    r"|overlord|squads?(?![a-z])|soldier|commander|countdown|dropship|tunnel|nuclear|ammunition|bouncer|exploder|kill.?(?:card|value)"
    r"|escenario|medalla|bunquer|búnker|tanque|blindad|granad|cuartel|alambrad|emboscad|artiller|trinchera|soldado"
    r"|bichos?(?![a-z])|escuadr|horda|lanzallamas|arp[oó]n|cerebro|armamento|munición|túnel"
    r"|(?:cartas?|puntos) de (?:batalla|experiencia|mando|victoria)"
    # RP, APs, ap_left, fullDP, cpLeft, leftCp
    r"|(?-i:(?<![A-Za-z])[RCADV]Ps?(?![A-Za-z])|(?<![A-Za-z])[rcadv]p(?![a-z])|(?<=[a-z])[RCADV][Pp]s?(?![A-Za-z]))",
    re.IGNORECASE,
)
"""Words of the games of this house and stems of them, in both languages; what is shared says none of them."""
NAMED_IN = ("name", "phase", "tracked", "command", "event")
"""The tables of a game's words whose keys are what the game calls its things: shared code says none of those either."""
EVERYDAY = {
    "what the core is made of": (
        "card command count counter dice die event figures hits item kind mission move no-dice order played-again"
        " point ready rests ruled rulebook section set-up side step temper thrown turn turn-began unseen"
    ),
    "tables, seats and what is asked": (
        "action closed guard house open right ring seen sight strike taken together too-many wait withdraw"
    ),
    "pages, their script and stylesheet": (
        "badge cover flag front group in-reach in-sight inside left length location nudge post pre radio reload"
        " tally wall width"
    ),
    "paper and the print shop": "centre draw edge on-paper orders sideways turns-over unit",
    "servers, Python and its libraries": (
        "cancelled factory hard hour load ok pack past run shut-down site slots standard volatile"
    ),
    "what tests/hello plays with": "flame flight land landed openings sky",
    "Spanish": "es",
    "plain English": (
        "acted all alone arrive backward below blocks burst clear dead dead-end done either-side ends enter fall"
        " finish found free gone half left-empty let-go near nearest no-order nothing over reached removed rest"
        " show stay throw to-the-first used wiped-out"
    ),
}
"""What a game calls its things and every house says too, by where it does; a further word is judged here, once."""
ALLOWED = {
    ("app/games/__init__.py", "incursion"): "the shelf names every game",
    ("app/games/__init__.py", "mobile_infantry"): "the shelf names every game",
    ("app/games/__init__.py", "memoir"): "the shelf names every game",
    ("app/locale/es/LC_MESSAGES/messages.po", "bugs"): "the head of every gettext catalogue",
    ("app/locale/es/LC_MESSAGES/messages.po", "team"): "the head of every gettext catalogue",
}
"""Where shared code says one all the same, and why."""
NO_TEXT = (".mo", ".pyc")
"""Endings of what programs make of shared texts."""
NEW_GAME = """
[name]
powder-monkey = { en = "Powder Monkey" }
cutlass = { en = "cutlass" }
mizzen = { en = "mizzen" }
side = { en = "side" }
[phase]
boarding = { en = "Boarding" }
[tracked]
shots_left = { en = "shots left" }
[command]
ram = { en = "Ram" }
[event]
broadside-fired = { en = "Fire!" }
[hint]
avast = { en = "Avast." }
"""
"""The words of a game that nobody has told this file about."""


def shared_code() -> list[Path]:
    """Python that every game shares."""
    every = [path for path in APP.rglob("*.py") if APP / "games" not in path.parents]
    return [*every, APP / "games" / "__init__.py", *PRINTABLES.glob("*.py")]


def of_others() -> set[Path]:
    """Files that travel with the program and are not ours."""
    listed = tomllib.loads((ROOT / "docs" / "vendored.toml").read_text(encoding="utf-8"))["component"]
    return {ROOT / file for component in listed for file in component["files"]}


def shared_files() -> list[Path]:
    """Every text that games share: code, its tests, words, prose, templates, script, stylesheet and signs."""
    roots = (APP, PRINTABLES, TEMPLATES, STATIC, ROOT / "tests" / "core")
    games = {path.parent for root in (APP / "games", PRINTABLES) for path in root.glob("*/__init__.py")}
    every = {path for root in roots for path in root.rglob("*") if path.is_file() and path.suffix not in NO_TEXT}
    return sorted(path for path in every - of_others() if games.isdisjoint(path.parents))


def place(path: Path) -> str:
    """A file as the allowed places name it."""
    return path.relative_to(ROOT).as_posix()


def names_of(games: Path) -> set[str]:
    """What the games of a folder are called, and what they call their things."""
    files = list(games.glob("*/words.toml"))
    words = [tomllib.loads(path.read_text(encoding="utf-8")) for path in files]
    keys = {key for one in words for table in NAMED_IN for key in one.get(table, ())}
    return {name.replace("_", "-") for name in {path.parent.name for path in files} | keys}


def whole_words(names: set[str]) -> str:
    """A pattern of names, their parts joined in any way; those of one first letter stand together, which is faster."""
    longest_first = sorted(names, key=lambda name: (name[0], -len(name)))
    parts = (
        first + "(?:" + "|".join(re.escape(name[1:]).replace(r"\-", "[-_ ]?") for name in same) + ")"
        for first, same in groupby(longest_first, key=lambda name: name[0])
    )
    return rf"(?<![^\W_])(?:{'|'.join(parts)})s?(?![^\W_])"


@cache
def pattern(games: Path) -> re.Pattern[str]:
    """The words that are written down here, and those of every game in a folder."""
    names = names_of(games) - {word for words in EVERYDAY.values() for word in words.split()}
    return re.compile(f"{OF_ONE_GAME.pattern}|{whole_words(names)}", re.IGNORECASE)


def words_of_games(text: str, games: Path = APP / "games") -> list[str]:
    """The words of one game that a text says, in small letters."""
    return [found[0].lower() for found in pattern(games).finditer(text)]


@cache
def said_in(path: Path) -> list[str]:
    """The words of one game that a file says, in its path and in its text."""
    return words_of_games(f"{place(path)}\n{path.read_text(encoding='utf-8')}")


@pytest.mark.parametrize("path", shared_files(), ids=place)
def test_what_is_shared_says_no_word_of_one_game(path: Path) -> None:
    assert [word for word in said_in(path) if (place(path), word) not in ALLOWED] == []


def test_what_is_allowed_to_say_a_word_of_a_game_says_it() -> None:
    said = {(place(path), word) for path in shared_files() for word in said_in(path)}
    assert set(ALLOWED) - said == set()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rp: int\ncpu = 1", ["rp"]),
        ("rp_of(left_ap, cpLeft, leftCp, fullDP)", ["rp", "ap", "cp", "cp", "dp"]),
        ("app.map(tap, gap, api, DPI, HTTP, Cp1252)", []),
        ('"the Germans"', ["german"]),
        ("{{ battle }} .pips.cp i {}", ["battle", "cp"]),
        ("Infantry and INFANTERIA; armour, a medal", ["infantry", "infanter", "armour", "medal"]),
        ("shape, debug, brainstorm, silsa", []),
        ("a command card, CommandCard, command_cards", ["command card", "commandcard", "command_card"]),
        ("scenario_of(axis) axis_of ScenarioFile", ["scenario", "axis", "axis", "scenario"]),
        ("BunkerAt, bunkers, a tank's tanks_left", ["bunker", "bunker", "tank", "tanks"]),
        ("medal_hexes or medals_to_win", ["medal", "medals"]),
        ("APs, CPs, RPs, DPs, leftAPs", ["aps", "cps", "rps", "dps", "aps"]),
        ("una medalla, dos bichos: «bicho»", ["medalla", "bichos", "bicho"]),
        ("blindados, Granada, el cuartel", ["blindad", "granad", "cuartel"]),
        ("un tanque emboscado, búnker, 3 cartas de mando", ["tanque", "emboscad", "búnker", "cartas de mando"]),
        ("KillCard, kill_value; squad, ambush", ["killcard", "kill_value", "squad", "ambush"]),
        ("bytes.hex() maps, taps, gaps; axes; thanks; section.cards; a kill", []),
    ],
)
def test_the_guard_against_words_of_one_game_sees_them(text: str, words: list[str]) -> None:
    assert words_of_games(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a powder monkey, powder_monkeys, PowderMonkey", ["powder monkey", "powder_monkeys", "powdermonkey"]),
        ("powder; monkey; powdermonkeyish, empowder monkey", []),
        ("cutlass, a Mizzen.up, mizzens_up, rams2", ["cutlass", "mizzen", "mizzens"]),
        ("SeaFight, sea-fight, sea", ["seafight", "sea-fight"]),
        (
            "broadside-fired, state.shots_left, phase boarding; ram",
            ["broadside-fired", "shots_left", "boarding", "ram"],
        ),
        ("every side takes its turn; avast", []),
    ],
)
def test_a_new_game_is_guarded_by_being_there(tmp_path: Path, text: str, words: list[str]) -> None:
    (tmp_path / "sea_fight").mkdir()
    (tmp_path / "sea_fight" / "words.toml").write_text(NEW_GAME, encoding="utf-8")
    assert words_of_games(text, tmp_path) == words


def test_each_everyday_word_is_one_by_which_a_game_calls_something() -> None:
    everyday = [word for words in EVERYDAY.values() for word in words.split()]
    assert len(everyday) == len(set(everyday))
    assert set(everyday) - names_of(APP / "games") == set()


def test_a_path_says_a_word_of_a_game_too() -> None:
    assert "zombie" in words_of_games("templates/parts/zombie.html")
    assert "autocannons" in words_of_games("static/autocannons.svg")


def test_every_kind_of_shared_text_is_looked_at_and_nothing_of_a_game_or_of_others() -> None:
    places = {place(path) for path in shared_files()}
    assert {place(path) for path in shared_code()} <= places
    assert places >= {
        "app/core/words.toml",
        "app/locale/babel.cfg",
        "app/locale/es/LC_MESSAGES/messages.po",
        "printables/words.toml",
        "static/adjutant.js",
        "static/dice.svg",
        "static/manifest.webmanifest",
        "templates/base.html",
        "tests/core/not_in_spanish.txt",
    }
    assert not places & {"static/htmx.min.js", "app/games/incursion/game.py", "printables/incursion/words.toml"}


DRAWN_BY_NAME = ("from-house", "from-rulebook")
"""Styles whose names a template puts together."""


def styled(css: str) -> set[str]:
    """The classes and ids that a stylesheet dresses."""
    selectors = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", css, flags=re.DOTALL)
    return set(re.findall(r"(?<![\w-])[.#]([a-zA-Z][\w-]*)", selectors))


def test_the_stylesheet_of_the_house_dresses_only_what_the_house_draws() -> None:
    drawing = [*TEMPLATES.rglob("*.html"), *(APP / "web").rglob("*.py"), STATIC / "adjutant.js"]
    drawn = {word for path in drawing for word in re.findall(r"[\w-]+", path.read_text(encoding="utf-8"))}
    assert styled((STATIC / "app.css").read_text(encoding="utf-8")) - drawn - set(DRAWN_BY_NAME) == set()


def test_what_a_stylesheet_dresses_is_seen() -> None:
    assert styled("/* .no */ .pool .who:has(#a) { width: .5em }\n@media (x: 1.5px) { .wall > b { top: 0 } }") == {
        "pool",
        "who",
        "a",
        "wall",
    }


# -- sizes


def functions(text: str) -> Iterator[tuple[str, int]]:
    """(name, lines) of every function."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
            yield node.name, node.end_lineno - node.lineno + 1


def test_functions_of_shared_code_are_short() -> None:
    found = [(path.name, *one) for path in shared_code() for one in functions(path.read_text(encoding="utf-8"))]
    sizes = sorted(size for _, _, size in found)
    assert [one for one in found if one[2] > LONGEST_FUNCTION] == []
    assert sizes[len(sizes) // 2] <= 5
    assert sizes[len(sizes) * 9 // 10] <= 13


def test_the_measure_of_functions_sees_a_long_one() -> None:
    long = "def tall():\n" + "    x = 1\n" * LONGEST_FUNCTION
    assert list(functions(long)) == [("tall", LONGEST_FUNCTION + 1)]


def is_long(text: str) -> bool:
    """Whether a module has more lines than one reads in one go."""
    return len(text.splitlines()) > LONGEST_MODULE


def test_modules_of_python_are_short() -> None:
    every = [*APP.rglob("*.py"), *PRINTABLES.rglob("*.py")]
    assert [place(path) for path in every if is_long(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(("lines", "long"), [(LONGEST_MODULE, False), (LONGEST_MODULE + 1, True)])
def test_the_measure_of_modules_sees_a_long_one(lines: int, long: bool) -> None:
    assert is_long("\n".join(["x = 1"] * lines)) is long


def templates() -> list[Path]:
    """The templates of the house and of its games."""
    hello = Path(__file__).parent / "hello" / "templates"
    return [*TEMPLATES.rglob("*.html"), *(APP / "games").rglob("*.html"), *hello.rglob("*.html")]


@pytest.mark.parametrize("path", templates(), ids=lambda path: "/".join(path.parts[-2:]))
def test_no_line_of_a_template_is_too_wide(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line[:60] for line in lines if len(line) > WIDEST_LINE] == []


TOLD_BY_NAME = re.compile(
    r"<(?:nav|meter|progress|dialog)\b|\brole=\"(?:alertdialog|dialog|group|img|log|meter|navigation|progressbar|radiogroup|region)\""
)
"""The beginning of a tag, or its role, that says nothing without a name."""


def nameless(template: str) -> list[str]:
    """Tags of a template that a screen reader tells by their name, and that have none."""
    tags = re.findall(r"<[a-z][^<>]*>", re.sub(r"{%.*?%}|{#.*?#}", "", template, flags=re.DOTALL))
    return [tag for tag in tags if TOLD_BY_NAME.search(tag) and not re.search(r'aria-label(ledby)?="[^"]', tag)]


@pytest.mark.parametrize("path", templates(), ids=lambda path: "/".join(path.parts[-2:]))
def test_what_is_told_by_its_name_has_one(path: Path) -> None:
    assert nameless(path.read_text(encoding="utf-8")) == []


def test_a_tag_without_a_name_is_seen() -> None:
    assert nameless('<nav aria-label="{{ _("Pages") }}"><p role="status"><meter aria-labelledby="title">') == []
    assert nameless('<i {% if a > b %}hidden{% endif %} role="img" aria-label="x">') == []
    assert nameless('<nav class="a">') == ['<nav class="a">']
    assert nameless('<p role="img" aria-label="">') == ['<p role="img" aria-label="">']


SOURCE = re.compile(r"\s+Source: (?:(?!\n\n).)+\Z", re.DOTALL)
"""The last words of a module of a game: where its rules stand."""
NEXT_SENTENCE = re.compile(r"(?<! [IVX])[.?!…][)”’\"'*]*\s+\S|\n\n")
"""Where something comes behind a sentence; chapters of rulebooks are numbered `I.`"""


def is_a_sentence(said: str, *, of_a_game: bool) -> bool:
    """Whether a docstring is one sentence, in a game perhaps with its source."""
    source = SOURCE.search(said) if of_a_game else None
    sentence = said[: source.start()] if source else said
    parts = [sentence, source[0].strip() if source else ""]
    return len(sentence) > 15 and sentence.endswith((".", "?")) and not any(map(NEXT_SENTENCE.search, parts))


def is_of_a_game(path: Path) -> bool:
    return path.parent not in (APP / "games", PRINTABLES) and (
        APP / "games" in path.parents or path.is_relative_to(PRINTABLES)
    )


@pytest.mark.parametrize("path", [*APP.rglob("*.py"), *PRINTABLES.rglob("*.py")], ids=place)
def test_every_module_says_in_a_sentence_what_it_is(path: Path) -> None:
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    assert is_a_sentence(said, of_a_game=is_of_a_game(path)), said


@pytest.mark.parametrize(
    ("said", "is_one"),
    [
        ("Who listens, and how they are told.", True),
        ("The sheet: is a page printed at its size?", True),
        ("Moves: how far a unit may go.\n\nSource: The Book, p.13–16; More, I. New ground.", True),
        ("Powers that roll. Source: The Book, Ka-BOOM!", True),
        ("Who listens. Carries a number.", False),
        ("Where backs come out?\n\nHold it against the light.", False),
        ("Over two lines\n\nand more.", False),
        ("Who rolls first. Source: The Book, Cards.\n\nCards of paper are shown.", False),
        ("Who rolls first. Source: The Book, Cards. Cards of paper are shown.", False),
        ("A title without its end", False),
        ("Short.", False),
    ],
)
def test_more_than_a_sentence_is_seen(said: str, is_one: bool) -> None:
    assert is_a_sentence(said, of_a_game=True) is is_one


def test_shared_code_has_no_source_in_a_rulebook() -> None:
    assert not is_a_sentence("Dice and their odds. Source: The Book.", of_a_game=False)


# -- arrows

Arrows = Mapping[str, set[str]]


def module_of(path: Path, root: Path) -> str:
    """The dotted name of a file."""
    parts = path.relative_to(root.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def arrows() -> Arrows:
    """Module → every module of ours that it imports, at whatever place and for types alone too."""
    files = {module_of(path, root): path for root in (APP, PRINTABLES) for path in root.rglob("*.py")}
    return {
        name: set(imports(ast.parse(path.read_text(encoding="utf-8")), set(files), package_of(name, path))) - {name}
        for name, path in files.items()
    }


def package_of(module: str, path: Path) -> str:
    """The package from which a module's own dots count."""
    return module if path.name == "__init__.py" else module.rpartition(".")[0]


def imports(tree: ast.Module, ours: set[str], package: str = "") -> Iterator[str]:
    """The modules of ours that a module imports, at whatever depth and in whatever way."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in ours)
        elif isinstance(node, ast.ImportFrom):
            source = source_of(node, package)
            for alias in node.names:
                whole = f"{source}.{alias.name}"
                yield from (one for one in (whole if whole in ours else source,) if one in ours)


def source_of(node: ast.ImportFrom, package: str) -> str:
    """The module behind `from`: one dot is the package itself, each further one a package around it."""
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    return ".".join([*parts[: len(parts) - node.level + 1], *filter(None, [node.module])])


def circle(graph: Arrows) -> list[str]:
    """Modules that lead back to themselves; none where there is no circle."""
    left = {name: set(to) & set(graph) for name, to in graph.items()}
    while ends := [name for name, to in left.items() if not to]:
        for name in ends:
            del left[name]
        left = {name: to - set(ends) for name, to in left.items()}
    return sorted(left)


def test_no_import_leads_in_a_circle_not_even_for_types() -> None:
    assert circle(arrows()) == []


def test_a_circle_is_seen() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from . import b", ["a.b"]),
        ("from .b import thing", ["a.b"]),
        ("from .. import d", ["d"]),
        ("from a import b, thing", ["a.b", "a"]),
        ("def late():\n    import a.b", ["a.b"]),
        ("import json", []),
    ],
)
def test_every_way_to_import_is_seen(text: str, found: list[str]) -> None:
    tree = ast.parse(text)
    package = "c.a" if ".." in text else "a"
    ours = {"a", "a.b", "c", "c.d"}
    assert [one.removeprefix("c.") for one in imports(tree, ours, package)] == found


def layers() -> list[list[str]]:
    """The layers of import-linter, the highest first; those of one line know nothing of each other."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    return [line.split(" | ") for line in next(one for one in contracts if one["type"] == "layers")["layers"]]


def is_of(module: str, layer: str) -> bool:
    return f"{module}.".startswith(f"{layer}.")


def against(layers: list[list[str]], graph: Arrows) -> list[tuple[str, str]]:
    """Arrows that lead up, or to a neighbour."""
    height = {layer: number for number, line in enumerate(layers) for layer in line}
    found = []
    for name, to in graph.items():
        for own in (layer for layer in height if is_of(name, layer)):
            barred = [layer for layer in height if layer != own and height[layer] <= height[own]]
            found += [(name, one) for one in sorted(to) if any(is_of(one, layer) for layer in barred)]
    return found


def test_arrows_point_one_way_as_import_linter_says() -> None:
    assert against(layers(), arrows()) == []


def test_an_arrow_that_leads_up_is_seen() -> None:
    graph = {"web.a": {"core.b"}, "core.b": {"web.a"}, "bell": {"prints.x"}, "other": {"web.a"}}
    assert against([["web"], ["bell", "prints"], ["core"]], graph) == [("core.b", "web.a"), ("bell", "prints.x")]


def test_every_module_but_the_front_door_has_a_layer() -> None:
    every = [layer for line in layers() for layer in line]
    outside = {name for name in arrows() if not any(is_of(name, layer) for layer in every)}
    assert outside == {"app", "app.version", "app.storage"}


BY_NAME = frozenset({"importlib", "runpy", "pkgutil", "import_module", "import_string", "__import__"})
"""What imports a module by a name that is put together, where no arrow is seen."""
MAY_IMPORT_BY_NAME = {
    "app/cli/__init__.py": "a command's module is imported when it is called",
    "app/games/__init__.py": "the shelf imports the games that it names",
    "printables/shops.py": "a game's shop is imported when something is printed of it",
}
"""Who does so, and why."""


def imports_by_name(text: str) -> bool:
    """Whether a module imports, or could, what no arrow shows."""
    said: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            said |= {part for alias in node.names for part in alias.name.split(".")}
        elif isinstance(node, ast.ImportFrom):
            said |= {*(node.module or "").split("."), *(alias.name for alias in node.names)}
        elif isinstance(node, ast.Name):
            said.add(node.id)
        elif isinstance(node, ast.Attribute):
            said.add(node.attr)
    return not said.isdisjoint(BY_NAME)


def test_only_who_may_imports_by_name() -> None:
    every = [*APP.rglob("*.py"), *PRINTABLES.rglob("*.py")]
    found = {place(path) for path in every if imports_by_name(path.read_text(encoding="utf-8"))}
    assert found == set(MAY_IMPORT_BY_NAME)


@pytest.mark.parametrize(
    ("text", "by_name"),
    [
        ("from importlib import import_module as late\nlate('a')", True),
        ("import importlib\nimportlib.import_module('a')", True),
        ("def f():\n    import importlib.util as u", True),
        ("__import__('a')", True),
        ("import builtins as b\nb.__import__('a')", True),
        ("from werkzeug.utils import import_string", True),
        ("import werkzeug.utils as w\nw.import_string('a')", True),
        ("import runpy", True),
        ("from pkgutil import resolve_name", True),
        ("import json\nfrom app.storage import importing", False),
        ("imported = 'importlib'", False),
    ],
)
def test_an_import_by_name_is_seen(text: str, by_name: bool) -> None:
    assert imports_by_name(text) is by_name


def test_no_module_of_the_app_knows_flasks_g() -> None:
    found = {path.name for path in APP.rglob("*.py") if g_of_flask(path.read_text(encoding="utf-8"))}
    assert found == set()


def names_from_flask(tree: ast.Module) -> set[str]:
    """What a module calls Flask, its modules and whatever else it imports from it."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and is_of(node.module or "", "flask"):
            found |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            flask = [alias for alias in node.names if is_of(alias.name, "flask")]
            found |= {alias.asname or "flask" for alias in flask}
    return found


def g_of_flask(text: str) -> bool:
    """Whether a module imports Flask's `g`, by itself or as the `g` of whatever it imports from Flask."""
    tree = ast.parse(text)
    called = names_from_flask(tree)
    taken = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and is_of(node.module or "", "flask")]
    holders = [node.value for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "g"]
    named = {node.id for holder in holders for node in ast.walk(holder) if isinstance(node, ast.Name)}
    return bool(named & called) or any(alias.name in ("g", "*") for node in taken for alias in node.names)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("from flask import g", True),
        ("def f():\n    from flask.globals import g as kept", True),
        ("import flask\nflask.g.x = 1", True),
        ("import flask as f\nf.g.x = 1", True),
        ("import flask.globals\nflask.globals.g.x = 1", True),
        ("import flask.globals as kept\nkept.g.x = 1", True),
        ("from flask import globals as f\nprint(f.g)", True),
        ("from flask import current_app\ncurrent_app.app_context().g.x = 1", True),
        ("from flask import *", True),
        ("import flask\nflask.request.args", False),
        ("from flask import request\npen.g = request.args", False),
        ("import flaskless as f\nf.g", False),
        ("from flask import request", False),
        ("g = 1", False),
    ],
)
def test_flasks_g_is_seen(text: str, known: bool) -> None:
    assert g_of_flask(text) is known


def test_shared_code_imports_no_game() -> None:
    graph = arrows()
    prints = tuple(f"printables.{path.parent.name}" for path in PRINTABLES.glob("*/__init__.py"))
    assert prints
    games = ("app.games.", *prints)
    shared = [name for name in graph if not name.startswith(("app.games", *prints))]
    assert [(name, to) for name in shared for to in graph[name] if to.startswith(games)] == []


def draws_pages(text: str) -> bool:
    """Whether a module of the web has addresses of its own."""
    return re.search(r"^pages = Blueprint\(", text, re.MULTILINE) is not None


def test_the_json_interface_imports_no_page() -> None:
    found = {module_of(path, APP) for path in (APP / "web").rglob("*.py") if draws_pages(path.read_text("utf-8"))}
    assert {"app.web.api", "app.web.house.deleting"} <= found
    assert arrows()["app.web.api"] & found == set()


def test_a_game_imports_nothing_above_it() -> None:
    above = ("app.web", "app.storage", "app.cli", "app.acts", "app.fuzz", "printables")
    graph = arrows()
    assert [
        (name, to) for name in graph if name.startswith("app.games.") for to in graph[name] if to.startswith(above)
    ] == []


# -- names

CHANGED = ("append", "extend", "insert", "add", "update", "setdefault", "pop", "popitem", "remove", "discard", "clear")
"""Methods that change what they are called on."""
NO_DEED = re.compile(r"(?:has|is|was|after|at|gone|nothing)_")
"""How a name begins that says what is or was, not what is done."""
ENDS_ALIKE = ("feed", "need", "seed")
"""Words for something to do that end as those for something done."""
NAMED_ALL_THE_SAME = {
    "ask_reached": "asks what has been reached",
    "count_opened": "counts the tables that were opened",
    "finish_pinned": "finishes men who were pinned",
    "note_game_ended": "notes that a game has ended",
}
"""Names that say what to do with what was done."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def ruled_by_names() -> list[Path]:
    """Python whose functions are named by what they do."""
    return [
        APP / "acts.py",
        *(path for part in ("core", "games", "storage", "web") for path in (APP / part).rglob("*.py")),
    ]


def defined(text: str) -> Iterator[Function]:
    """Every function of a module, methods and inner ones too."""
    return (node for node in ast.walk(ast.parse(text)) if isinstance(node, Function))


def returned(function: Function) -> str:
    """What a function says that it gives back."""
    return ast.unparse(function.returns) if function.returns else ""


def held_by(function: Function) -> set[str]:
    """What a function was given; what a method only remembers of itself is its own, where it gives something back."""
    given = {one.arg for one in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)}
    return given if returned(function) == "None" else given - {"self", "cls"}


def parts_of(function: Function) -> Iterator[ast.AST]:
    """All that a function does itself, without what functions inside it do."""
    left = list[ast.AST](function.body)
    while left:
        node = left.pop()
        yield node
        if not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            left += ast.iter_child_nodes(node)


def owner(node: ast.expr) -> str:
    """Whose attribute, item or method this is, at whatever depth; nobody's for a plain name."""
    inner = node
    while isinstance(inner, ast.Attribute | ast.Subscript):
        inner = inner.value
    return inner.id if isinstance(inner, ast.Name) and inner is not node else ""


def written_on(node: ast.AST) -> str:
    """Whose something a part of a function writes, removes, notes or changes, if it does."""
    if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
        return owner(node)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("note", *CHANGED):
        return owner(node.func)
    return ""


def changes(function: Function) -> bool:
    """Whether a function writes on what it was given, or, as it gives nothing back, can be there for nothing else."""
    return returned(function) == "None" or any(written_on(node) in held_by(function) for node in parts_of(function))


def says_no(function: Function) -> bool:
    """Whether all that a function does is to raise."""
    return returned(function) in ("None", "NoReturn") and (ast.get_docstring(function) or "").startswith("Raises ")


def is_check(name: str) -> bool:
    return f"{name.lstrip('_')}_".startswith("check_")


def is_deed(name: str) -> bool:
    """Whether a name says what is done, not what is or was."""
    words = name.strip("_").split("_")
    done = [word for word in (words[0], words[-1]) if word.endswith("ed") and word not in ENDS_ALIKE]
    return not done and not NO_DEED.match(name.lstrip("_"))


def ill_named(text: str) -> list[str]:
    """Functions of a module that say "no" or change something, and whose names do not say so."""
    every = (one for one in defined(text) if not is_check(one.name))
    return [one.name for one in every if says_no(one) or (changes(one) and not is_deed(one.name))]


def test_what_changes_something_is_named_by_what_it_does() -> None:
    found = {(place(path), name) for path in ruled_by_names() for name in ill_named(path.read_text(encoding="utf-8"))}
    assert sorted(one for one in found if one[1] not in NAMED_ALL_THE_SAME) == []
    assert set(NAMED_ALL_THE_SAME) - {name for _, name in found} == set()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("def moved_to(state, to) -> None:\n    state.at = to", ["moved_to"]),
        ("def move(state, to) -> None:\n    state.at = to", []),
        ("def zipped(answer) -> Response:\n    answer.headers['a'] = 1\n    return answer", ["zipped"]),
        ("def zipped(answer) -> bytes:\n    packed = [answer.body]\n    packed[0] = b''\n    return packed", []),
        (
            "class A:\n    def has_fired(self, draft) -> bool:\n        draft.note(1)\n        return True",
            ["has_fired"],
        ),
        ("class A:\n    def is_known(self) -> bool:\n        self.known = 1\n        return True", []),
        ("async def after_fate(draft) -> None:\n    owe(draft)", ["after_fate"]),
        ("def asked(of) -> list:\n    return [lambda: of.rows.append(1)]", []),
        ("def asked(of) -> int:\n    of.rows[0].men.pop()\n    return 1", ["asked"]),
        ("def asked(of) -> int:\n    for of.x, (of.y, z) in []: pass\n    return 1", ["asked"]),
        (
            "def taken(of) -> int:\n    del of.rows\n    return 1\ndef at_last(of) -> int:\n    of.rows += 1",
            ["at_last"],
        ),
        ("def feed(of) -> None: ...\ndef need_more(of) -> None: ...", []),
        ('def settled(look) -> None:\n    "Raises Refused for nothing."', ["settled"]),
        ('def no_rows() -> NoReturn:\n    "Raises Refused, always."', ["no_rows"]),
        ('def _check_settled(look) -> None:\n    "Raises Refused."\ndef check() -> None:\n    "Raises Halted."', []),
        ('def checked(look) -> int:\n    "Raises Refused."', []),
    ],
)
def test_a_name_that_does_not_say_what_is_done_is_seen(text: str, named: list[str]) -> None:
    assert ill_named(text) == named
