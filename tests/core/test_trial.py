"""A first table asks each part of a game once when the house opens: one that fails is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

import app
from app.core.commands import Draft, Look
from app.core.facts import Facts
from app.core.game import CampaignRules, Count, Game
from app.core.offers import Offer, Some
from app.core.play import Seat
from app.core.ruling import Answer, Ruling
from app.core.words import LANGUAGES
from tests.hello.events import EveningEnded, TurnBegan, WishMade
from tests.hello.game import GAME, MakeWish
from tests.hello.lacking import told_at_the_opening
from tests.hello.state import SEATS


def fails(*_: object) -> Any:
    raise LookupError("no candle")


def broken(opening: Any) -> Any:
    state = GAME.start(opening)
    state.broken = fails
    return state


def counted_late(state: Any, events: Any, book: Any) -> Iterator[Count]:
    yield Count("points", "moths", 0)
    fails()


def rolled(draft: Draft) -> None:
    draft.shuffle(["north", "east"])
    fails()


def noted(draft: Draft) -> None:
    draft.note(WishMade("owl", 1))


NAMED: list[tuple[str, Any, str]] = [
    ("names", fails, "names fails (LookupError: no candle)."),
    ("keepsakes", fails, "keepsakes fails (LookupError: no candle)."),
    ("picture", fails, "picture fails (LookupError: no candle)."),
    ("reckoned", fails, "reckoned fails (LookupError: no candle)."),
    ("reckoned", counted_late, "reckoned fails (LookupError: no candle)."),
    ("settle", fails, "settle fails (LookupError: no candle)."),
    ("settle", rolled, "settle fails (LookupError: no candle)."),
    ("settle", noted, "settle fails (KeyError: 'owl')."),
    ("put_back", fails, "put_back fails (LookupError: no candle)."),
    ("start", broken, "broken fails (LookupError: no candle)."),
]


@pytest.mark.parametrize(("part", "does", "said"), NAMED)
def test_a_part_that_fails_is_named_when_the_house_opens(
    restocked: Callable[..., None], part: str, does: Any, said: str
) -> None:
    restocked(replace(GAME, **{part: does}))
    assert told_at_the_opening() == said


PAGES: list[tuple[str, Any]] = [
    ("places", fails),
    ("chosen", fails),
    ("campaign", CampaignRules(fails, lambda table: {}, lambda opening: None)),
]


@pytest.mark.parametrize(("part", "does"), PAGES)
def test_a_part_with_a_page_that_fails_is_named(
    altered: Callable[..., Game], restocked: Callable[..., None], part: str, does: Any
) -> None:
    game = altered("words.toml", "Volar", "Volar")
    (game.folder / f"templates/{part}.html").write_text("", encoding="utf-8")
    restocked(replace(game, **{part: does}))
    assert told_at_the_opening() == f"{part} fails (LookupError: no candle)."


def test_a_page_of_places_is_drawn(altered: Callable[..., Game], restocked: Callable[..., None]) -> None:
    game = altered("words.toml", "Volar", "Volar")
    (game.folder / "templates/places.html").write_text("{{ moons }}\n{{ owls }}", encoding="utf-8")
    restocked(replace(game, places=lambda table, seat: {"moons": 1}))
    assert told_at_the_opening() == "the file hello/places.html cannot be drawn (2: 'owls' is undefined)."


@pytest.mark.parametrize("seat", [*SEATS, "referee", "public"])
def test_keepsakes_are_asked_for_every_seat(restocked: Callable[..., None], seat: str) -> None:
    def keepsakes(state: Any, viewer: Seat) -> Any:
        return fails() if viewer.name == seat else {}

    restocked(replace(GAME, keepsakes=keepsakes))
    assert told_at_the_opening() == "keepsakes fails (LookupError: no candle)."


def settling(draft: Draft) -> None:
    """What goes to the end of the evening by itself."""
    draft.note(TurnBegan(3))
    draft.note(EveningEnded("moths", 0))


def test_what_follows_at_a_first_table_is_thrown_away(restocked: Callable[..., None]) -> None:
    restocked(replace(GAME, settle=settling))
    app.routed_app()


# -- words


def glowing(state: Any, events: Any, book: Any) -> Iterator[Count]:
    yield Count("glow", "moths", 0)


def lacking(key: str) -> str:
    """What is said of a word that is there in no language."""
    return ", ".join(f"the word {key} is missing ({language})" for language in LANGUAGES) + "."


def test_what_is_counted_needs_a_word(restocked: Callable[..., None]) -> None:
    restocked(replace(GAME, reckoned=glowing))
    assert told_at_the_opening() == lacking("count.glow")


def wishing_for(choice: Any, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Hello where a moth wishes for one of these."""

    def offers(command: type[MakeWish], look: Look) -> Iterator[Offer]:
        yield Offer(command.key, choose={"wish": choice})

    monkeypatch.setattr(MakeWish, "offers", classmethod(offers))
    return GAME


@pytest.mark.parametrize("choice", [["north", "moon"], Some(["moon", "north"], 1, 1)])
def test_a_thing_that_may_be_chosen_needs_a_word(
    restocked: Callable[..., None], monkeypatch: pytest.MonkeyPatch, choice: Any
) -> None:
    restocked(wishing_for(choice, monkeypatch))
    assert told_at_the_opening() == lacking("name.moon")


@pytest.mark.parametrize("choice", [["A9", "b", 3, "0"], ["lamp-3", "north"], ["owl"]])
def test_places_numbers_and_what_people_named_need_none(
    restocked: Callable[..., None], monkeypatch: pytest.MonkeyPatch, choice: Any
) -> None:
    restocked(replace(wishing_for(choice, monkeypatch), names=lambda state: {"owl": "Minerva"}))
    app.routed_app()


# -- rulings


def test_a_rule_in_the_working_of_a_ruling_stands_in_the_catalogue(restocked: Callable[..., None]) -> None:
    def fly(facts: Any, book: Any) -> Answer:
        rule = "flying." + "gust"
        return Answer({"light": 1}, Ruling().plus("dice", 1, "flying.dice"), {"light": Ruling().plus("dice", 1, rule)})

    restocked(replace(GAME, rulings={"fly": (Facts, fly)}))
    assert told_at_the_opening() == "there is no rule flying.gust."
