"""Secrets are found by their marks: change one, and what anybody else receives stays the same, byte for byte."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.engine import visibility
from app.core.engine.event import Event
from app.core.rules.dice import Roll
from app.core.table.seat_view import Table
from app.games import REGISTRY
from app.games.incursion import state as incursion_state
from app.games.incursion.events.forces import Choosing
from tests.playing import PlayedTable, stacked_deck, without_commitments
from tests.seated import sit

Play = Callable[..., PlayedTable]
INCURSION = REGISTRY["incursion"]
SEATS = ("allied", "german", "referee", "public")
PAGES = ("", "/log", "/more", "/wall", "/seats", "/cards", "/print", "/readings", "/cannot")
FORMS = ("bid", "add-model", "undo", "fire", "play-card", "replenish-hand", "kill-card")
RECORDS = (incursion_state.State, incursion_state.Side, incursion_state.Model)

OTHER_VALUES: dict[str, tuple[Any, Any]] = {
    "bid": (1, 2),
    "cp": (1, 2),
    "bid_salt": ("a", "b"),
    "force_salt": ("a", "b"),
    "salt": ("a", "b"),
    "hand": (["extra-ammo"], ["low-on-ammo"]),
    "deck": (["extra-ammo", "snafu"], ["snafu", "extra-ammo"]),
    "force": ({"grunt-ape": 1}, {"grunt-ape": 2}),
    "press": (70, 71),
    "card": ("grunt-ape", "sturmzombie"),
    "order": (["extra-ammo", "snafu"], ["snafu", "extra-ammo"]),
    "roll": (Roll("table", [2, 1], 1), Roll("table", [1, 1], 1)),
    "cards": (["extra-ammo", "snafu"], ["snafu", "smoke"]),
    "faces": ({"counter-1": 1, "counter-2": 8}, {"counter-1": 8, "counter-2": 1}),
    "seen": ({"counter-1": 1}, {"counter-1": 8}),
    "face": (1, 8),
    "vp": (1, 3),
}
"""For each marked field two values that differ in nothing that others may count."""

Mark = tuple[type, str, str]


def marks(records: Any) -> list[Mark]:
    """Every field with a veil mark: (record, field, kind)."""
    found = []
    for record in records:
        for declared in dataclasses.fields(record):
            kind = visibility.mark_of(declared)
            if kind:
                found.append((record, declared.name, kind))
    return found


STATE_MARKS = marks(RECORDS)
EVENT_MARKS = marks(INCURSION.events.values())
UNSEEN_EVENTS = [
    event
    for event in INCURSION.events.values()
    if event.visible_to is not Event.visible_to and issubclass(event, Choosing)
]


class Watched:
    """A table with somebody in every seat, and everything that each of them receives."""

    def __init__(self, app: Flask, table: PlayedTable) -> None:
        self.app, self.table = app, table
        self.phones: dict[str, FlaskClient] = {}
        for seat in SEATS:
            self.phones[seat] = app.test_client()
            if seat in table.tokens:
                sit(self.phones[seat], table.code, table.tokens[seat])

    @property
    def kept(self) -> Table:
        """The folded table inside the server."""
        kept: Table = self.app.extensions["store"].table(self.table.code)
        return kept

    def read(self, seat: str) -> str:
        """The state and the log as the interface tells them to a seat: the least of what it receives."""
        token = self.table.tokens.get(seat)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        bare = self.app.test_client()
        return "".join(bare.get(f"/api/tables/{self.table.code}{path}", headers=headers).text for path in ("", "/log"))

    def received(self, seat: str, forms: Iterable[str] = FORMS) -> str:
        """All pages, all JSON, forms and the bell of a seat, random keys and commitments replaced by a constant."""
        phone, code = self.phones[seat], self.table.code
        self.app.extensions["boards"].clear()
        self.app.jinja_env.fragments.clear()
        pages = [phone.get(f"/t/{code}{page}").text for page in PAGES]
        # the fingerprint of everything that would be printed
        pages.append(phone.get(f"/t/{code}/print/made").headers["Location"])
        opened = [phone.get(f"/t/{code}/do/{command}").text for command in forms]
        token = self.table.tokens.get(seat)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        bare = self.app.test_client()
        told = [
            bare.get(f"/api/tables/{code}{path}", headers=headers).text
            for path in ("", "?greyed=1", "/log", "/bell?for=0")
        ]
        bell = phone.get(f"/t/{code}/bell?for=0").text
        fragment = phone.get(f"/t/{code}?seen=0", headers={"HX-Request": "true"}).text
        text = "\n".join([*pages, *opened, *told, bell, fragment])
        for name, right in self.table.tokens.items():
            text = text.replace(right, f"the right of {name}")
        text = re.sub(r'<svg[^>]*class="qr".*?</svg>', "a QR code", text, flags=re.S)
        return without_commitments(text).replace(code, "CODE")

    def everything(self, briefly: bool = False) -> dict[str, str]:
        return {seat: self.read(seat) if briefly else self.received(seat) for seat in SEATS}

    def leaks(self, held: Sequence[tuple[Any, str | None]], name: str, briefly: bool = False) -> set[str]:
        """Seats that can tell two values of a field apart, though only the side may that stands beside the holder."""
        before, (one, other) = [getattr(thing, name) for thing, _ in held], OTHER_VALUES[name]
        leaked: set[str] = set()
        for thing, _ in held:
            setattr(thing, name, one)
        first = self.everything(briefly)
        for thing, side in held:
            setattr(thing, name, other)
            told = {seat for seat, text in self.everything(briefly).items() if text != first[seat]}
            setattr(thing, name, one)
            owners = {side} if side else set()
            assert owners <= told or self.table["over"], f"{side} does not read its own {name}"
            leaked |= told - owners
        for (thing, _), value in zip(held, before, strict=True):
            setattr(thing, name, value)
        return leaked


@pytest.fixture
def watched(app: Flask, play: Play) -> Callable[..., Watched]:
    """Opens a watched table, forces chosen or not; for what counters hide, one where both sides carry one."""

    def opened(chosen: bool, counters: bool = False, real: bool = False) -> Watched:
        wishes = {"mission": 4, "rp": {"allied": 6, "german": 6}} if counters else {}
        table = play(referee=True, **wishes, counters="physical" if real else "app")
        if chosen:
            table.choose_forces()
        if counters:
            search_for_counters(table)
        return Watched(app, table)

    return opened


OF_COUNTERS = {"faces", "seen", "face", "vp", "CountersPlaced"}
OF_REAL_COUNTERS = {"FaceTold"}


def hides_counters(mark: Mark) -> bool:
    return mark[1] in OF_COUNTERS or mark[0].__name__ in OF_COUNTERS


def search_for_counters(table: PlayedTable) -> None:
    """Turn 1 of Twitcher!, with even bids: a model of each side picks a counter up."""
    table.bid().deploy(["grunt-ape-1"], ["sturmzombie-1"])
    for number, (seat, model) in enumerate((("allied", "grunt-ape-1"), ("german", "sturmzombie-1")), start=1):
        table.enter(seat, model)
        table.press(seat, "search-counter", model=model, item=f"counter-{number}", dice=[2])
        if table.kept().state.untold:
            table.press(seat, "tell-face", item=f"counter-{number}", face=number)
        table.press(seat, "done") if seat == "allied" else None


def holders(kept: Table, record: type) -> Iterator[tuple[Any, str | None]]:
    """Each record of that type in the state, with the side that owns it."""
    if isinstance(kept.state, record):
        yield kept.state, None
    for part in (*kept.state.sides.values(), *kept.state.models.values()):
        if isinstance(part, record):
            yield part, part.side


def leaks(watched: Watched, mark: Mark, briefly: bool = False) -> set[str]:
    """Seats that can tell the two values of a marked field of the state apart, though they may not."""
    record, name, kind = mark
    owned = kind in ("secret", "unseen")
    held = [(thing, side if owned else None) for thing, side in holders(watched.kept, record)]
    return watched.leaks(held, name, briefly)


@pytest.mark.parametrize("mark", STATE_MARKS, ids=lambda mark: f"{mark[0].__name__}.{mark[1]}")
def test_no_other_seat_can_tell_two_secrets_of_the_state_apart(watched: Callable[..., Watched], mark: Mark) -> None:
    assert leaks(watched(mark[1] != "force", hides_counters(mark)), mark) == set()


@pytest.mark.parametrize("mark", STATE_MARKS, ids=lambda mark: f"{mark[0].__name__}.{mark[1]}")
def test_with_a_mark_of_the_state_removed_the_secret_leaks(
    watched: Callable[..., Watched], monkeypatch: pytest.MonkeyPatch, mark: Mark
) -> None:
    table = watched(mark[1] != "force", hides_counters(mark))
    unmark(monkeypatch, mark)
    assert leaks(table, mark, briefly=True) != set()


def unmark(monkeypatch: pytest.MonkeyPatch, mark: Mark) -> None:
    """Take one mark away, as if it had been forgotten where the field is declared."""
    (declared,) = [field for field in dataclasses.fields(mark[0]) if field.name == mark[1]]
    monkeypatch.setattr(declared, "metadata", {})


# -- events


def event_leaks(watched: Watched, event: type[Event], name: str, owned: bool, briefly: bool = False) -> set[str]:
    """Seats that can tell two values of a field of the logged events apart, though they may not."""
    happened: list[Any] = [e for entry in watched.kept.entries for e in entry.events if type(e) is event]
    assert happened, f"no {event.key} in the log"
    return watched.leaks([(told, told.side if owned else None) for told in happened], name, briefly)


def logged(watched: Callable[..., Watched], mark: Mark) -> Watched:
    """A table in whose log an event with this mark stands."""
    table = watched(True, hides_counters(mark), mark[0].__name__ in OF_REAL_COUNTERS)
    if not hides_counters(mark):
        table.table.german("bid", cp=1)
    return table


@pytest.mark.parametrize("mark", EVENT_MARKS, ids=lambda mark: f"{mark[0].__name__}.{mark[1]}")
def test_no_other_seat_can_tell_two_secrets_of_an_event_apart(watched: Callable[..., Watched], mark: Mark) -> None:
    table = logged(watched, mark)
    assert event_leaks(table, mark[0], mark[1], owned=mark[2] == "secret") == set()


@pytest.mark.parametrize("mark", EVENT_MARKS, ids=lambda mark: f"{mark[0].__name__}.{mark[1]}")
def test_with_a_mark_of_an_event_removed_the_secret_leaks(
    watched: Callable[..., Watched], monkeypatch: pytest.MonkeyPatch, mark: Mark
) -> None:
    table = logged(watched, mark)
    unmark(monkeypatch, mark)
    assert event_leaks(table, mark[0], mark[1], owned=mark[2] == "secret", briefly=True) != set()


def with_choices(table: Watched) -> Watched:
    table.table.allied("add-model", card="grunt-ape")
    table.table.allied("add-model", card="grunt-ape")
    table.table.allied("drop-model", card="grunt-ape")
    return table


@pytest.mark.parametrize("event", UNSEEN_EVENTS, ids=lambda event: event.key)
def test_an_event_that_is_not_for_a_seat_does_not_exist_for_it(watched: Callable[..., Watched], event: type) -> None:
    assert event_leaks(with_choices(watched(chosen=False)), event, "card", owned=True) == set()


@pytest.mark.parametrize("event", UNSEEN_EVENTS, ids=lambda event: event.key)
def test_an_event_shown_to_everybody_would_leak(
    watched: Callable[..., Watched], monkeypatch: pytest.MonkeyPatch, event: type
) -> None:
    table = with_choices(watched(chosen=False))
    monkeypatch.setattr(event, "visible_to", lambda self, seat: True)
    table.kept._seen.clear()
    assert event_leaks(table, event, "card", owned=True, briefly=True) != set()


def test_marks_and_unseen_events_are_found() -> None:
    assert {name for _, name, _ in STATE_MARKS} == {
        "hand", "bid", "bid_salt", "force", "force_salt", "deck", "press", "faces", "seen", "vp",
    }  # fmt: skip
    assert {(record.__name__, name) for record, name, _ in EVENT_MARKS} == {
        ("BidMade", "cp"),
        ("BidMade", "salt"),
        ("ForceChosen", "salt"),
        ("DeckShuffled", "order"),
        ("DeckShuffled", "roll"),
        ("CardsDrawn", "cards"),
        ("CountersPlaced", "order"),
        ("CountersPlaced", "roll"),
        ("CounterSeen", "face"),
        ("FaceTold", "face"),
        ("PointsHeld", "vp"),
    }
    assert {event.key for event in UNSEEN_EVENTS} == {"model-added", "model-dropped"}


# -- the same, played


def played(app: Flask, play: Play, secret: Callable[[PlayedTable], None], chosen: bool) -> dict[str, str]:
    table = play(referee=True, seed="5e" * 32)
    watched = Watched(app, table)
    if chosen:
        table.choose_forces()
    secret(table)
    return {seat: watched.received(seat, INCURSION.commands) for seat in SEATS}


@pytest.mark.parametrize(
    ("chosen", "one", "other"),
    [
        (True, lambda t: t.german("bid", cp=0), lambda t: t.german("bid", cp=4)),
        (
            False,
            lambda t: t.german("add-model", card="sturmzombie"),
            lambda t: [t.german("add-model", card="sturmzombie"), t.german("add-model", card="sturmzombie")],
        ),
        (False, lambda t: None, lambda t: [t.german("add-model", card="sturmzombie"), t.german("undo")]),
    ],
    ids=["bid", "force", "undone choice"],
)
def test_a_secret_press_leaves_no_trace_with_the_others(
    app: Flask, play: Play, chosen: bool, one: Callable[[PlayedTable], None], other: Callable[[PlayedTable], None]
) -> None:
    first, second = played(app, play, one, chosen), played(app, play, other, chosen)
    assert {seat for seat in SEATS if first[seat] != second[seat]} == {"german"}


def with_a_sealed_force(app: Flask, play: Play, mission: int, *force: str) -> dict[str, str]:
    table = play(referee=True, seed="5e" * 32, mission=mission, rp={"allied": 12, "german": 12})
    watched = Watched(app, table)
    for card in force:
        table.german("add-model", card=card)
    table.german("force-ready")
    for _ in range(4):
        table.allied("add-model", card="grunt-ape")
    return {seat: watched.received(seat, INCURSION.commands) for seat in SEATS}


@pytest.mark.parametrize("mission", [2, 3, 4, 5, 6, 7])
def test_a_sealed_force_shows_on_no_page_and_in_no_form(app: Flask, play: Play, mission: int) -> None:
    one = with_a_sealed_force(app, play, mission, "gretel", "sturmzombie", "sturmzombie")
    other = with_a_sealed_force(app, play, mission, "ilsa", "sturmzombie", "sturmzombie")
    assert {seat for seat in SEATS if one[seat] != other[seat]} == {"german"}


def drawn(app: Flask, play: Play, *top: str) -> dict[str, str]:
    with pytest.MonkeyPatch.context() as patch:
        stacked_deck(patch, *top)
        return played(app, play, lambda table: table.bid().deploy([], []).end_turn(), chosen=True)


@pytest.mark.parametrize(
    ("one", "other", "who"),
    [
        (["smoke", "brace", "cave-in", "snafu"], ["smoke", "brace", "runners", "all-guns"], {"german"}),
        (["smoke", "brace", "cave-in", "snafu"], ["runners", "all-guns", "cave-in", "snafu"], {"allied"}),
        (
            ["smoke", "brace", "cave-in", "snafu", "runners", "all-guns"],
            ["smoke", "brace", "cave-in", "snafu", "all-guns", "runners"],
            set(),
        ),
    ],
    ids=["German hand", "Allied hand", "deck"],
)
def test_other_cards_leave_no_trace_with_the_others(
    app: Flask, play: Play, one: list[str], other: list[str], who: set[str]
) -> None:
    first, second = drawn(app, play, *one), drawn(app, play, *other)
    assert {seat for seat in SEATS if first[seat] != second[seat]} == who


def test_the_discard_pile_lies_open_for_all(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked_deck(monkeypatch, "smoke", "brace", "cave-in", "snafu")
    table = play(referee=True).choose_forces().bid().deploy([], []).end_turn()
    table.replenish(german=["snafu"])
    for seat in (*SEATS[:3], None):
        assert table.get(seat=seat)["state"]["discard"] == ["snafu"]


def test_a_referee_who_sees_all_reads_the_hands_and_nobody_the_deck(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    stacked_deck(monkeypatch, "smoke", "brace", "cave-in", "snafu")
    for sees, hand in (("public", {"hidden": 2}), ("all", ["cave-in", "snafu"])):
        table = play(referee=True, referee_sees=sees).choose_forces()
        state = table.get(seat="referee")["state"]
        assert state["sides"]["german"]["hand"] == hand
        assert set(state["deck"]) == {"hidden"}
