"""What a seat may see: the marks in small, and every secret of Hello from every seat, byte for byte."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.engine import visibility as veils
from app.core.engine.event import PUBLIC, Event, Seat
from app.core.engine.visibility import GONE, Redacted, Viewer, private, redact, sealed, secret, to_jsonable
from app.core.table.seat_view import Table
from tests.playing import without_commitments
from tests.seated import sit
from tests.toy_game.game import GAME, shown
from tests.toy_game.playing import GREY, LAMP, REFEREE, WHITE, Evening
from tests.toy_game.state import SEATS as SIDE_OF

# -- the marks in small

GREY_MOTH, WHITE_MOTH, A_LAMP = Seat(GREY, "moths"), Seat(WHITE, "moths"), Seat(LAMP, "lamps")
BLIND, ALL_SEEING = Seat(REFEREE), Seat(REFEREE, None, sees_all=True)
EVERYBODY = (GREY_MOTH, WHITE_MOTH, A_LAMP, BLIND, ALL_SEEING, PUBLIC)


@dataclass
class Note:
    """Of nobody by itself."""

    text: str = secret("dusk")
    told: str = secret("moon", referee=True)
    shut: list[str] = sealed(factory=lambda: ["a", "b"])
    private: int = private(3)
    open: str = "sky"


@dataclass
class OfSide:
    side: str
    note: Note = field(default_factory=Note)


@dataclass
class OfSeat:
    seat: str
    note: Note = field(default_factory=Note)


@dataclass
class OfBoth:
    side: str
    seat: str
    note: Note = field(default_factory=Note)


@dataclass
class Around:
    """A side around a seat around a side."""

    side: str
    inner: OfSeat
    innermost: list[OfSide] = field(default_factory=list)


def readers(thing: Any, read: Callable[[Any], Any], value: Any) -> set[Seat]:
    return {seat for seat in EVERYBODY if read(redact(thing, seat)) == value}


def test_a_secret_of_a_side_is_read_by_all_its_seats() -> None:
    assert readers(OfSide("moths"), lambda thing: thing.note.text, "dusk") == {GREY_MOTH, WHITE_MOTH}


def test_a_secret_of_a_seat_is_read_by_no_other_seat_of_its_side() -> None:
    assert readers(OfSeat(GREY), lambda thing: thing.note.text, "dusk") == {GREY_MOTH}


def test_a_seat_is_stronger_than_a_side() -> None:
    assert readers(OfBoth("moths", GREY), lambda thing: thing.note.text, "dusk") == {GREY_MOTH}
    assert readers(OfBoth("lamps", GREY), lambda thing: thing.note.text, "dusk") == {GREY_MOTH}


def test_where_a_record_names_no_seat_after_all_it_is_its_sides() -> None:
    thing: Any = OfBoth("moths", GREY)
    thing.seat = None
    assert readers(thing, lambda thing: thing.note.text, "dusk") == {GREY_MOTH, WHITE_MOTH}


def test_the_nearest_owner_around_a_secret_owns_it() -> None:
    thing = Around("lamps", OfSeat(WHITE), [OfSide("moths")])
    assert readers(thing, lambda thing: thing.inner.note.text, "dusk") == {WHITE_MOTH}
    assert readers(thing, lambda thing: thing.innermost[0].note.text, "dusk") == {GREY_MOTH, WHITE_MOTH}


def test_what_nobody_owns_nobody_reads() -> None:
    assert readers(Note(), lambda note: note.text, "dusk") == set()
    assert readers(OfSide("owls"), lambda thing: thing.note.text, "dusk") == set()


def test_an_owner_without_a_side_is_nobody_and_not_everybody_without_one() -> None:
    thing: Any = OfSide("moths")
    thing.side = None
    assert readers(thing, lambda thing: thing.note.text, "dusk") == set()


def test_a_referee_who_sees_all_reads_what_is_marked_so() -> None:
    assert readers(OfSide("lamps"), lambda thing: thing.note.told, "moon") == {A_LAMP, ALL_SEEING}
    assert readers(OfSeat(GREY), lambda thing: thing.note.told, "moon") == {GREY_MOTH, ALL_SEEING}
    assert readers(OfSide("lamps"), lambda thing: thing.note.text, "dusk") == {A_LAMP}


def test_what_is_sealed_is_counted_by_everybody_and_read_by_nobody() -> None:
    assert readers(OfSide("moths"), lambda thing: thing.note.shut, Redacted(2)) == set(EVERYBODY)


def test_what_is_unseen_does_not_exist_for_others() -> None:
    assert readers(OfSide("moths"), lambda thing: thing.note.private, 3) == {GREY_MOTH, WHITE_MOTH}
    assert readers(OfSide("moths"), lambda thing: thing.note.private, GONE) == {A_LAMP, BLIND, ALL_SEEING, PUBLIC}
    assert to_jsonable(redact(OfSide("moths"), A_LAMP)) == {
        "side": "moths",
        "note": {"text": {"hidden": 1}, "told": {"hidden": 1}, "shut": {"hidden": 2}, "open": "sky"},
    }


@pytest.mark.parametrize(
    ("value", "seen"),
    [
        (None, None),
        ("x", Redacted(1)),
        (0, Redacted(1)),
        ([], Redacted(0)),
        ({"a": 1, "b": 2}, Redacted(2)),
        ((1, 2, 3), Redacted(3)),
    ],
)
def test_a_secret_is_counted(value: Any, seen: Redacted | None) -> None:
    thing = OfSide("moths")
    thing.note.text = value
    assert redact(thing, A_LAMP).note.text == seen
    assert redact(thing, GREY_MOTH).note.text == value


def test_the_thing_itself_stays_as_it_was() -> None:
    thing = OfSide("moths")
    redact(thing, A_LAMP)
    assert thing == OfSide("moths")


@dataclass
class Whisper:
    """For one seat."""

    to: str

    def visible_to(self, seat: Viewer) -> bool:
        return seat.name == self.to


def test_what_says_that_it_is_not_for_a_seat_is_gone_from_lists_and_tables() -> None:
    whispers = [Whisper(GREY), Whisper(LAMP)]
    assert redact(whispers, GREY_MOTH) == [Whisper(GREY)]
    assert redact(dict(enumerate(whispers)), A_LAMP) == {1: Whisper(LAMP)}
    assert redact(whispers[0], PUBLIC) is GONE


# -- every secret of Hello: found by its mark, changed, and what each seat receives compared

SEATS = (GREY, WHITE, LAMP, REFEREE, "public")
PAGES = ("", "/log", "/more", "/wall", "/cannot", "/readings")
FORMS = ("make-wish", "choose-window", "undo")
TOLD = ("", "?greyed=1", "/log", "/bell?for=0")
OTHER_VALUES: dict[str, tuple[Any, Any]] = {
    "wish": (3, 4),
    "choice": ("north", "south"),
    "salt": ("a", "b"),
    "press": (70, 71),
}
"""For each marked field two values that differ in nothing that others may count."""

Mark = tuple[type, str]


def marked(records: Any) -> list[Mark]:
    """Every field with a mark of the veil: (record, field)."""
    return [
        (record, one.name) for record in records for one in dataclasses.fields(record) if veils.mark_of(one) is not None
    ]


def records_in(thing: Any) -> Iterator[Any]:
    """Every record of a state, itself included."""
    parts: list[Any] = []
    if dataclasses.is_dataclass(thing):
        yield thing
        parts = [getattr(thing, one.name) for one in dataclasses.fields(thing)]
    elif isinstance(thing, dict | list):
        parts = list(thing.values()) if isinstance(thing, dict) else thing
    for part in parts:
        yield from records_in(part)


FIRST = GAME.rules.start({"edition": "first", "seats": SIDE_OF, "dusk": "late"})
STATE_MARKS = marked(dict.fromkeys(type(one) for one in records_in(FIRST)))
EVENT_MARKS = marked(GAME.events.values())
UNSEEN = [event for event in GAME.own_events if event.visible_to is not Event.visible_to]


def test_marks_and_unseen_events_are_found() -> None:
    named = {(record.__name__, name) for record, name in STATE_MARKS}
    assert named == {("State", "press"), ("Moth", "wish"), ("Window", "choice"), ("Window", "salt")}
    assert {(record.__name__, name) for record, name in EVENT_MARKS} == {
        ("WindowSealed", "choice"), ("WindowSealed", "salt"),
    }  # fmt: skip
    assert [event.key for event in UNSEEN] == ["wish-made"]


def owners(thing: Any) -> set[str]:
    """The seats that may read a record's secrets."""
    if hasattr(thing, "seat"):
        return {thing.seat}
    return {name for name, side in SIDE_OF.items() if side == getattr(thing, "side", "")}


class Watched:
    """An evening with somebody in every seat, and everything that each of them receives."""

    def __init__(self, app: Flask, evening: Evening) -> None:
        self.app, self.evening, self.code = app, evening, evening.code
        self.phones: dict[str, FlaskClient] = {seat: app.test_client() for seat in SEATS}
        for seat, token in evening.tokens.items():
            sit(self.phones[seat], self.code, token)

    @property
    def kept(self) -> Table:
        """The folded table inside the server."""
        return self.evening.kept()

    def received(self, seat: str) -> str:
        """Pages, forms, the fragment, all JSON and the bells of a seat, random keys and commitments made constant."""
        self.app.extensions["boards"].clear()
        self.app.jinja_env.fragments.clear()
        phone, bare, at = self.phones[seat], self.app.test_client(), f"/t/{self.code}"
        answers = [phone.get(at + page) for page in (*PAGES, *(f"/do/{command}" for command in FORMS))]
        assert {answer.status_code for answer in answers[: len(PAGES)]} <= {200, 303}
        assert 'id="windows"' in answers[0].text
        texts = [answer.text for answer in answers]
        texts.append(phone.get(f"{at}?seen=0", headers={"HX-Request": "true"}).text)
        texts.append(phone.get(f"{at}/bell?for=0").text)
        right = self.evening.headers(seat if seat in self.evening.tokens else None)
        texts += [bare.get(f"/api/tables/{self.code}{path}", headers=right).text for path in TOLD]
        return self.constant("\n".join(texts))

    def constant(self, text: str) -> str:
        for name, token in self.evening.tokens.items():
            text = text.replace(token, f"the right of {name}")
        text = re.sub(r'<svg[^>]*class="qr".*?</svg>', "a QR code", text, flags=re.S)
        return without_commitments(text).replace(self.code, "CODE")

    def everything(self) -> dict[str, str]:
        return {seat: self.received(seat) for seat in SEATS}

    def told_apart(self, thing: Any, name: str) -> set[str]:
        """The seats that receive other bytes for the one value of a field than for the other."""
        before, seen = getattr(thing, name), []
        for value in OTHER_VALUES[name]:
            setattr(thing, name, value)
            seen.append(self.everything())
        setattr(thing, name, before)
        return differing(*seen)


def differing(one: dict[str, str], other: dict[str, str]) -> set[str]:
    """The seats that received other bytes."""
    return {seat for seat in SEATS if one[seat] != other[seat]}


@pytest.fixture
def watched(app: Flask, evening: Evening) -> Watched:
    """Both moths have wished, one has sealed the moths' window; the lamp has sealed none."""
    evening.press(GREY, "make-wish", wish=1)
    evening.press(WHITE, "make-wish", wish=2)
    evening.press(WHITE, "choose-window", window="east")
    return Watched(app, evening)


def holders(watched: Watched, record: type) -> list[Any]:
    """Each record of that type in the state or in the log."""
    happened = [event for entry in watched.kept.entries for event in entry.events]
    found = [one for one in (*records_in(watched.kept.state), *happened) if type(one) is record]
    assert found, record
    return found


def name_of(mark: Mark) -> str:
    return f"{mark[0].__name__}.{mark[1]}"


@pytest.mark.parametrize("mark", [*STATE_MARKS, *EVENT_MARKS], ids=name_of)
def test_only_its_owner_can_tell_two_secrets_apart(watched: Watched, mark: Mark) -> None:
    for thing in holders(watched, mark[0]):
        assert watched.told_apart(thing, mark[1]) == owners(thing)


@pytest.mark.parametrize("mark", [*STATE_MARKS, *EVENT_MARKS], ids=name_of)
def test_with_a_mark_removed_the_secret_leaks(watched: Watched, monkeypatch: pytest.MonkeyPatch, mark: Mark) -> None:
    record, name = mark
    (declared,) = [one for one in dataclasses.fields(record) if one.name == name]
    monkeypatch.setattr(declared, "metadata", {})
    thing = holders(watched, record)[0]
    assert watched.told_apart(thing, name) == set(SEATS)


def test_a_wish_that_any_seat_of_its_side_owned_would_leak(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    """The moths' wishes are told apart by seat: a veil that looked at sides alone fails here."""
    seen = veils.Owner.is_seen_by
    sides = dict(SIDE_OF)

    def by_side(self: veils.Owner, viewer: Viewer) -> bool:
        return seen(self, viewer) or (self.seat in sides and sides[self.seat] == viewer.side)

    monkeypatch.setattr(veils.Owner, "is_seen_by", by_side)
    assert watched.told_apart(watched.kept.state.moths[GREY], "wish") == {GREY, WHITE}


def test_a_board_made_of_the_unveiled_state_would_leak(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    unveiled = SimpleNamespace(state_for=lambda seat: watched.kept.state)
    monkeypatch.setitem(vars(GAME.views), "board_view", lambda table, seat, offers: shown(unveiled, seat, offers))
    for thing, name in ((watched.kept.state.moths[GREY], "wish"), (watched.kept.state.windows["lamps"], "choice")):
        assert watched.told_apart(thing, name) == set(SEATS)


@pytest.mark.parametrize("event", UNSEEN, ids=lambda event: event.key)
def test_an_event_that_is_not_for_a_seat_does_not_exist_for_it(watched: Watched, event: type[Event]) -> None:
    for happened in holders(watched, event):
        assert watched.told_apart(happened, "wish") == owners(happened)


@pytest.mark.parametrize("event", UNSEEN, ids=lambda event: event.key)
def test_an_event_shown_to_everybody_would_leak(
    watched: Watched, monkeypatch: pytest.MonkeyPatch, event: type[Event]
) -> None:
    monkeypatch.setattr(event, "visible_to", lambda self, seat: True)
    watched.kept._seen.clear()
    assert watched.told_apart(holders(watched, event)[0], "wish") == set(SEATS)


# -- the same, played

Played = Callable[[Evening], Any]


@pytest.mark.parametrize(
    ("one", "other", "who"),
    [
        (lambda e: e.press(WHITE, "make-wish", wish=3), lambda e: e.press(WHITE, "make-wish", wish=4), {WHITE}),
        (lambda e: None, lambda e: [e.press(WHITE, "make-wish", wish=3), e.press(WHITE, "undo")], {WHITE}),
        (
            lambda e: e.press(WHITE, "choose-window", window="north"),
            lambda e: e.press(WHITE, "choose-window", window="south"),
            {WHITE, GREY},
        ),
        (
            lambda e: e.press(LAMP, "choose-window", window="north"),
            lambda e: e.press(LAMP, "choose-window", window="south"),
            {LAMP},
        ),
    ],
    ids=["wish", "wish undone", "window of the moths", "window of the lamps"],
)
def test_a_secret_press_leaves_no_trace_with_the_others(
    app: Flask, open_evening: Callable[..., Evening], one: Played, other: Played, who: set[str]
) -> None:
    seen = []
    for act in (one, other):
        evening = open_evening(seed="5e" * 32)
        act(evening)
        seen.append(Watched(app, evening).everything())
    assert differing(*seen) == who


@pytest.mark.parametrize("sees", ["public", "all"])
def test_not_even_a_referee_who_sees_all_reads_what_is_not_marked_so(
    open_evening: Callable[..., Evening], sees: str
) -> None:
    evening = open_evening(referee_sees=sees)
    evening.press(WHITE, "choose-window", window="north")
    evening.press(WHITE, "make-wish", wish=3)
    state = evening.state(REFEREE)
    assert (state["windows"]["moths"]["choice"], state["moths"][WHITE]["wish"]) == ({"hidden": 1}, {"hidden": 1})
