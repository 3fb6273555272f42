"""The pages under docs/ say what the code and the cards say."""

import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from app.games.incursion.book import DATA, WEAPONS, BattleCard, Change, ModelCard, edition_book
from app.games.incursion.cards.effects import EFFECTS, NOTHING, TARGETS
from app.games.incursion.cards.sets import ON_MODELS, checked_set
from docs import balance

ROOT = Path(__file__).parent.parent
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
CARDS = (ROOT / "docs" / "cards.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```toml\n(.*?)^```", CARDS, re.MULTILINE | re.DOTALL)


def section_of(page: str, title: str) -> str:
    marks, _, _ = title.partition(" ")
    found = re.search(rf"^{re.escape(title)}\n(.*?)(?=^#{{1,{len(marks)}}} |\Z)", page, re.MULTILINE | re.DOTALL)
    assert found, title
    return found[1]


def section(title: str) -> str:
    return section_of(CARDS, title)


def rows(title: str) -> dict[str, str]:
    """The first table under a heading: what it names → what it says of it."""
    table = re.search(r"(?:^\|.*\n)+", section(title), re.MULTILINE)
    assert table, title
    return dict(re.findall(r"^\| `([\w-]+)` \| (.*) \|$", table[0], re.MULTILINE))


def fields(card: type[ModelCard] | type[BattleCard]) -> set[str]:
    """The fields of a card as a file writes them."""
    return {field.alias or name for name, field in card.model_fields.items()}


# -- the tree

FOLDERS = re.compile(r"(?<![\w/])(\w+/)(?=\s|$)")


def folders_of(text: str) -> set[str]:
    """Each folder that a tree names at the beginning of a line, by its path."""
    found: set[str] = set()
    around: list[tuple[int, str]] = []
    for line in filter(str.strip, text.splitlines()):
        told = line.lstrip()
        depth = len(line) - len(told)
        around = [(least, folder) for least, folder in around if least < depth]
        names = FOLDERS.findall(told.partition("   ")[0])
        found.update((around[-1][1] if around else "") + name for name in names)
        if len(names) == 1:
            around.append((depth, (around[-1][1] if around else "") + names[0]))
    return found


def packages_of(root: Path) -> set[str]:
    """Each package of the program, by its path."""
    files = [path for top in ("app", "printables") for path in (root / top).rglob("__init__.py")]
    return {f"{path.parent.relative_to(root)}/" for path in files}


def test_the_tree_names_every_package_and_no_folder_that_there_is_not() -> None:
    named = folders_of(section_of(ARCHITECTURE, "## The tree"))
    assert packages_of(ROOT) - named == set()
    assert {name for name in named if not (ROOT / name).is_dir()} == set()


def test_folders_of_a_tree_are_found_at_any_depth() -> None:
    whole = "    a/   what all share: b/ too\n      c/ d/\n      e/   deep\n        f/\n    g/"
    assert folders_of(whole) == {"a/", "a/c/", "a/d/", "a/e/", "a/e/f/", "g/"}


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_a_page_names_no_file_of_the_project_that_there_is_not(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    found = set(re.findall(r"`((?:app|core|web|storage|tests|docs|printables)/[\w/.-]*(?:\.py|\.toml|\.md|/))`", text))
    assert len(found) > 5
    assert {name for name in found if not (ROOT / name).exists() and not (ROOT / "app" / name).exists()} == set()


def test_how_to_add_something_is_told_in_ten_lines_or_so() -> None:
    told = re.split(r"^(?=\*\*A)", section_of(ARCHITECTURE, "## How to add …"), flags=re.MULTILINE)[1:]
    assert [how.split(".")[0] for how in told] == [
        f"**{what}" for what in ("A game", "A mission", "A card", "A ruling", "An edition", "A language")
    ]
    for how in told:
        lines = [line for line in how.splitlines() if line]
        assert len(lines) <= 12, lines[0]
        assert max(map(len, lines)) <= 400, lines[0]


@pytest.mark.parametrize(("page", "most"), [("README.md", 120), ("ARCHITECTURE.md", 250), ("CONTRIBUTING.md", 100)])
def test_a_page_is_short(page: str, most: int) -> None:
    assert len((ROOT / page).read_text(encoding="utf-8").splitlines()) <= most


@pytest.mark.parametrize("page", ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"])
def test_no_line_of_a_page_is_wider_than_100_characters(page: str) -> None:
    assert [line for line in (ROOT / page).read_text(encoding="utf-8").splitlines() if len(line) > 100] == []


# -- balance


def test_the_tables_of_the_balance_are_those_that_the_cards_make() -> None:
    page = balance.PAGE.read_text(encoding="utf-8")
    assert all(f"<!-- {name} -->\n| " in page for name in ("allied", "german", "battle"))
    assert balance.filled(page) == page, "a card has changed: make balance, and read docs/balance.md again"


def test_the_balance_agrees_with_odds_worked_by_hand() -> None:
    book = edition_book("en-2009", {})
    worth = {key: balance.worth(key, book) for key in book.models}
    assert str(worth["grunt-ape"][0]) == "7/4"  # two shots, each 1 − (1/2)³
    assert str(worth["sturmzombie"][0]) == "53/27"  # 1/3 + 2/3 + (3 · 1/3 − 1/27)
    assert str(worth["ilsa"][0]) == "10/3"  # three times two dice of 1/3 + 2/3 · 1/3
    assert str(worth["bomberzombie"][0]) == "5/6"  # three models at 5/6, once in three turns
    assert [str(gain) for gain in balance.gains("damage-dice", -1, book)] == ["-1/4", "0"]  # 2 · (3/4 − 7/8)


def test_kill_values_follow_what_the_cards_are_worth() -> None:
    book = edition_book("en-2009", {})
    said = {"crossed-wires": 1, "runners": 3}
    for key, card in book.battle.items():
        if card.change:
            worth = max(balance.in_all(card, change, by, book) for change, by in card.change.items())
            assert card.kill == said.get(key, 4 if worth >= 6 else 3 if worth >= 2.5 else 2), key


# -- cards


@pytest.mark.parametrize(("title", "card"), [("## Model Cards", ModelCard), ("## Battle Cards", BattleCard)])
def test_every_field_of_a_card_is_explained_and_no_other(title: str, card: type[ModelCard] | type[BattleCard]) -> None:
    assert set(rows(title)) == fields(card)


def test_every_target_change_and_effect_is_explained_and_no_other() -> None:
    assert list(rows("### Targets")) == [*TARGETS, NOTHING]
    assert list(rows("### Changes")) == list(get_args(Change))
    assert list(rows("### Named effects")) == list(EFFECTS)
    assert list(rows("### Targets"))[:4] == list(ON_MODELS)


def test_allowed_values_are_all_named() -> None:
    model, battle = rows("## Model Cards"), rows("## Battle Cards")
    assert re.findall("`([^`]+)`", model["weapons"]) == list(WEAPONS)
    for card, said in ((ModelCard, model), (BattleCard, battle)):
        for name in ("side", "kind", "lasts"):
            allowed = get_args(card.model_fields[name].annotation) if name in card.model_fields else ()
            assert all(f"`{value}`" in said[name] for value in allowed if isinstance(value, str))


STARTER = DATA / "cards" / "starter.toml"


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.splitlines()[0] for example in EXAMPLES])
def test_every_example_is_a_sound_card(example: str) -> None:
    example = re.sub(r"\A\[(models|battle)\.([a-z-]+)\]", r"[\1.my-\2]", example)
    checked_set(f"{STARTER.read_text(encoding='utf-8')}\n{example}")


def test_the_examples_show_each_kind_of_card_as_the_starter_set_has_it() -> None:
    shown = tomllib.loads("".join(EXAMPLES))
    starter = (balance.PAGE.parent.parent / "app/games/incursion/data/cards/starter.toml").read_text(encoding="utf-8")
    whole = tomllib.loads(starter)
    for kind, cards in shown.items():
        assert all(whole[kind][key] == card for key, card in cards.items())
    battle = shown["battle"].values()
    assert {(card["kind"], name) for card in battle for name in ("change", "effect", "reminder") if name in card} == {
        ("effect", "change"),
        ("event", "change"),
        ("event", "effect"),
        ("event", "reminder"),
    }
