"""A first table asks each part of a game once when the house opens: one that fails is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import pytest

import app
from app.core.commands import Draft, Look
from app.core.facts import Facts
from app.core.game import CampaignRules, Count, Drawn, Game
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
    ("settle", noted, "settle fails (KeyError: 'owl'; events.py: 23)."),
    ("put_back", fails, "put_back fails (LookupError: no candle)."),
    ("start", broken, "broken fails (LookupError: no candle)."),
    ("drawn", fails, "drawn fails (LookupError: no candle)."),
    ("drawn", lambda: {"moth": Drawn("flying.dice", None)}, "drawn fails (TypeError: NoneType is no text)."),
    ("picture", lambda opening, view: None, "picture fails (TypeError: NoneType is no text)."),
    ("options_in", fails, "options_in fails (LookupError: no candle)."),
    ("options_in", lambda form, common: {**common, "dusk": 7}, "options_in fails (not-allowed dusk)."),
    ("reopened", fails, "reopened fails (LookupError: no candle)."),
    ("audit", fails, "audit fails (LookupError: no candle)."),
    ("beside", fails, "beside fails (LookupError: no candle)."),
    ("parts", lambda state, thing: fails() if thing == "grey-moth" else (), "parts fails (LookupError: no candle)."),
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


def in_the_second(plain: Callable[..., Any], edition_of: Callable[[Any], str]) -> Callable[..., Any]:
    """A part that fails where it is asked about the second edition."""
    return lambda *asked: fails() if edition_of(asked[0]) == "second" else plain(*asked)


@pytest.mark.parametrize(
    ("part", "edition_of"),
    [
        ("opening", lambda options: options.edition),
        ("open_book", lambda opening: opening["edition"]),
        ("edition_book", lambda edition: edition),
        ("start", lambda opening: opening["edition"]),
        ("shown", lambda table: table.opening["edition"]),
    ],
)
def test_every_edition_is_tried(
    altered: Callable[..., Game], restocked: Callable[..., None], part: str, edition_of: Callable[[Any], str]
) -> None:
    altered("rules.toml", 'first = "Hello"', 'first = "Hello"\nsecond = "Hello, again"')
    game = altered(
        "words.toml", "\nfirst = {", '\nsecond = { en = "second edition", es = "segunda edición" }\nfirst = {'
    )
    game = replace(game, editions=("first", "second"))
    restocked(game)
    app.routed_app()
    restocked(replace(game, **{part: in_the_second(getattr(game, part), edition_of)}))
    assert told_at_the_opening() == "it fails (LookupError: no candle)."


def test_the_page_of_a_campaign_is_drawn_where_a_first_table_has_one(
    altered: Callable[..., Game], restocked: Callable[..., None]
) -> None:
    game = altered("words.toml", "Volar", "Volar")
    (game.folder / "templates/campaign.html").write_text("{{ code }}\n{{ next_code }}\n{{ owls }}", encoding="utf-8")
    restocked(replace(game, campaign=CampaignRules(lambda table: {}, lambda table: {}, lambda opening: None)))
    assert told_at_the_opening() == "the file hello/campaign.html cannot be drawn (3: 'owls' is undefined)."


def test_what_breaks_in_a_file_of_the_game_is_told_with_its_place(
    altered: Callable[..., Game], restocked: Callable[..., None]
) -> None:
    game = altered("words.toml", "Volar", "Volar")
    (game.folder / "shown.py").write_text("\ndef names(state):\n    return {}['moon']\n", encoding="utf-8")
    spec = spec_from_file_location("shown", game.folder / "shown.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    restocked(replace(game, names=module.names))
    assert told_at_the_opening() == "names fails (KeyError: 'moon'; shown.py: 3)."


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
