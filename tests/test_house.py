"""The house: shared code knows no game, its functions are short, its lines can be read, its arrows point one way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import app
import printables

APP, PRINTABLES = Path(app.__file__).parent, Path(printables.__file__).parent
TEMPLATES, STATIC = app.beside("templates"), app.beside("static")
LONGEST_FUNCTION, LONGEST_FILE, WIDEST_LINE = 25, 450, 160
OF_ONE_GAME = re.compile(
    r"incursion|infanter|memoir|\ballied|\ballies\b|german|zombie|sturm|grunt|gretel|twitcher|pinger|harpoon|brain.?bug"
    r"|\b[RCA]P\b|\b[rca]p\b|zombie_cp|reaction.fire|experience.card|battle.?card|battle\b|\bdeck\b|\bhands?_size|least_rp"
    r"|victory.point|stranded|aliados?|aleman|combate\b",
    re.IGNORECASE,
)
"""Words of the games of this house; what is shared says none of them."""


def shared_code() -> list[Path]:
    """Python that every game shares."""
    every = [path for path in APP.rglob("*.py") if APP / "games" not in path.parents]
    return [*every, APP / "games" / "__init__.py", *PRINTABLES.glob("*.py")]


def shared_files() -> list[Path]:
    """Everything that every game shares: code, words, templates, script and stylesheet."""
    texts = [*(APP / "core").glob("*.toml"), *(APP / "locale").rglob("*.po"), PRINTABLES / "words.toml"]
    return [*shared_code(), *texts, *TEMPLATES.rglob("*.html"), STATIC / "adjutant.js", STATIC / "app.css"]


def words_of_games(text: str) -> list[str]:
    """Lines that say a word of one game."""
    told = [line for line in text.splitlines() if not line.startswith("GAMES = (")]
    return [line.strip()[:100] for line in told if OF_ONE_GAME.search(line)]


@pytest.mark.parametrize("path", shared_files(), ids=lambda path: "/".join(path.parts[-3:]))
def test_what_is_shared_says_no_word_of_one_game(path: Path) -> None:
    assert words_of_games(path.read_text(encoding="utf-8")) == []


def test_the_guard_against_words_of_one_game_sees_them() -> None:
    text = 'GAMES = ("incursion",)\nrp: int\ncpu = 1\n"the Germans"\n{{ battle }}\n.pips.cp i {}\n'
    assert words_of_games(text) == ["rp: int", '"the Germans"', "{{ battle }}", ".pips.cp i {}"]


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


def test_files_are_short() -> None:
    every = [*APP.rglob("*.py"), *PRINTABLES.rglob("*.py")]
    assert [path.name for path in every if path.read_text(encoding="utf-8").count("\n") > LONGEST_FILE] == []


def templates() -> list[Path]:
    """The templates of the house and of its games."""
    hello = Path(__file__).parent / "hello" / "templates"
    return [*TEMPLATES.rglob("*.html"), *(APP / "games").rglob("*.html"), *hello.rglob("*.html")]


@pytest.mark.parametrize("path", templates(), ids=lambda path: "/".join(path.parts[-2:]))
def test_no_line_of_a_template_is_too_wide(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line[:60] for line in lines if len(line) > WIDEST_LINE] == []


def test_every_module_says_in_a_sentence_what_it_is() -> None:
    for path in [*APP.rglob("*.py"), *PRINTABLES.rglob("*.py")]:
        told = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        assert len(told) > 15, path
        assert told.splitlines()[0].rstrip().endswith((".", "?", ":", ",")) or "\n\n" not in told, path


# -- arrows

Arrows = Mapping[str, set[str]]


def module_of(path: Path, root: Path) -> str:
    """The dotted name of a file."""
    parts = path.relative_to(root.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def arrows() -> Arrows:
    """Module → every module of ours that it imports, at whatever place and for types alone too."""
    files = {module_of(path, root): path for root in (APP, PRINTABLES) for path in root.rglob("*.py")}
    return {
        name: set(imports(ast.parse(path.read_text(encoding="utf-8")), set(files))) - {name}
        for name, path in files.items()
    }


def imports(tree: ast.Module, ours: set[str]) -> Iterator[str]:
    """The modules of ours that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in ours)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield from (one for one in (whole if whole in ours else node.module,) if one in ours)


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


def test_shared_code_imports_no_game() -> None:
    graph = arrows()
    prints = tuple(f"printables.{path.parent.name}" for path in PRINTABLES.glob("*/__init__.py"))
    assert prints
    games = ("app.games.", *prints)
    shared = [name for name in graph if not name.startswith(("app.games", *prints))]
    assert [(name, to) for name in shared for to in graph[name] if to.startswith(games)] == []


def test_a_game_imports_nothing_above_it() -> None:
    above = ("app.web", "app.keeping", "app.cli", "app.acts", "app.fuzz", "printables")
    graph = arrows()
    assert [
        (name, to) for name in graph if name.startswith("app.games.") for to in graph[name] if to.startswith(above)
    ] == []
