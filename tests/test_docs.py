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

CARDS = (Path(__file__).parent.parent / "docs" / "cards.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```toml\n(.*?)^```", CARDS, re.MULTILINE | re.DOTALL)


def section(title: str) -> str:
    """What stands under a heading, down to the next of its rank."""
    marks, _, _ = title.partition(" ")
    found = re.search(rf"^{re.escape(title)}\n(.*?)(?=^#{{1,{len(marks)}}} |\Z)", CARDS, re.MULTILINE | re.DOTALL)
    assert found, title
    return found[1]


def rows(title: str) -> dict[str, str]:
    """The first table under a heading: what it names → what it says of it."""
    table = re.search(r"(?:^\|.*\n)+", section(title), re.MULTILINE)
    assert table, title
    return dict(re.findall(r"^\| `([\w-]+)` \| (.*) \|$", table[0], re.MULTILINE))


def fields(card: type[ModelCard] | type[BattleCard]) -> set[str]:
    """The fields of a card as a file writes them."""
    return {field.alias or name for name, field in card.model_fields.items()}


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
