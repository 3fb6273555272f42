"""A seat and what the log says of it are stored together, and that is the one truth of who holds it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from app.core.engine.command import CommandRequest
from app.core.errors import Refused
from app.core.table.seat_view import Table
from app.core.table_commands.seating import Invitation, is_held
from app.service import TableService
from app.storage.database import asked_address
from app.storage.errors import Full
from app.storage.store import Store
from tests.toy_game.playing import GREY, LAMP, WHITE, Evening

Act = Callable[[TableService, Table], Any]


def claims(acts: TableService, table: Table) -> None:
    acts.claim_seat(table, GREY, "Ada")


def invited(acts: TableService, table: Table) -> None:
    """A program holds the seat by its token, and invites a phone."""
    acts.store.use(table.code, GREY)
    acts.invite(table, GREY)


def gives(command: str, **fields: Any) -> Act:
    """The holder of the grey moth gives a command."""
    return lambda acts, table: acts.submit(table, table.seat(GREY), CommandRequest(command, fields), "key", "body")


def accepts(acts: TableService, table: Table) -> None:
    acts.accept(table, Invitation(table.code, GREY, table.seating[GREY].changes), "Ada")


ACTS: dict[str, tuple[Act | None, Act, bool]] = {
    "claim": (None, claims, True),
    "accept an invitation": (None, accepts, True),
    "accept that of a program": (invited, accepts, True),
    "sit down": (None, lambda acts, table: acts.sit_down(table, GREY), True),
    "leave": (claims, gives("leave"), False),
    "leave by the lobby": (claims, lambda acts, table: acts.leave_seat(table, GREY, ""), False),
    "let the app play": (claims, gives("let-app-play", seat=GREY, level="bright"), False),
    "be freed": (claims, lambda acts, table: acts.free_seat(table, GREY), False),
}
"""Before it, the act, and whether the seat is held after it."""


class FailingDisk:
    """Has room for so many writes, and then for none."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
        self.room, self.is_full = room, False
        rows, seats, database = store._rows, store._seats, store.database
        ends = (database, "_commit") if asked_address() else (database._tables, "commit")
        writes = [(rows, "append"), *((seats, name) for name in ("use", "claim", "free", "note_left"))]
        for thing, name in [*writes, ends]:
            monkeypatch.setattr(thing, name, self.counted(getattr(thing, name)))

    def counted(self, write: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*given: Any) -> Any:
            if self.room == 0:
                self.is_full = True
                raise Full("database or disk is full")
            self.room -= 1
            return write(*given)

        return counting


def seen(table: Table) -> tuple[int, list[str], Any]:
    return len(table.entries), sorted(table.taken or ()), deepcopy(table.state.seats)


@pytest.mark.parametrize("act", ACTS)
def test_a_seat_changes_whole_or_not_at_all_wherever_the_disk_fails(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    acts, store = evening.client.application.extensions["acts"], evening.client.application.extensions["store"]
    prepare, does, is_taken = ACTS[act]
    table = evening.kept()
    if prepare is not None:
        prepare(acts, table)
    before, room, is_full = seen(table), 0, True
    while is_full:
        with monkeypatch.context() as failing:
            disk = FailingDisk(store, failing, room)
            try:
                does(acts, table)
            except Full:
                assert seen(evening.kept()) == before, f"at write {room + 1}"
                assert seen(Store(store.folder).table(table.code)) == before, f"at write {room + 1}"
            is_full, room = disk.is_full, room + 1
    assert room > 2
    assert (GREY in store.taken(table.code)) is is_taken
    assert seen(Store(store.folder).table(table.code)) == seen(evening.kept())
    if not is_taken:
        acts.claim_seat(evening.kept(), GREY)


def test_coming_along_is_whole_or_not_at_all(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    acts, store = evening.client.application.extensions["acts"], evening.client.application.extensions["store"]
    table = evening.night().kept()
    following, _ = acts.start_next_table(table, table.seat(GREY), "same")
    store.free(following.code, GREY)
    before = seen(following)
    for room in range(3):
        with monkeypatch.context() as failing:
            FailingDisk(store, failing, room)
            with pytest.raises(Full):
                acts.come_along(table, table.seat(GREY), following, "phone")
        assert seen(store.table(following.code)) == before
    assert acts.come_along(table, table.seat(GREY), following, "phone") == GREY
    assert store.came_along(following.code, GREY)


def let_app_play(evening: Evening, by: str, seat: str) -> str:
    """Ask for it; return the code of the refusal, or nothing."""
    body = {"command": "let-app-play", "seat": seat, "level": "bright", "key": f"{by}-{seat}", "seen": 0}
    answer = evening.post(by, **body)
    return "" if answer.status_code == 200 else str(answer.json["error"]["code"])


def offered_to_the_app(evening: Evening, seat: str) -> list[str]:
    offers = evening.get(seat=seat)["offers"]
    return next((one["choose"]["seat"] for one in offers if one["command"] == "let-app-play"), [])


def test_the_app_gets_no_seat_of_which_a_token_was_used(evening: Evening) -> None:
    assert LAMP in offered_to_the_app(evening, GREY)
    evening.get(seat=LAMP)
    assert LAMP not in offered_to_the_app(evening, GREY)
    assert let_app_play(evening, GREY, LAMP) == "seat-taken"
    assert evening.get(seat=LAMP)["seat"] == LAMP, "who looked holds it still"
    assert let_app_play(evening, LAMP, LAMP) == "", "its holder may"


def test_the_app_gets_no_seat_that_waits_for_its_holder_from_a_table_before(evening: Evening) -> None:
    acts, store = evening.client.application.extensions["acts"], evening.client.application.extensions["store"]
    table = evening.night().kept()
    following, _ = acts.start_next_table(table, table.seat(GREY), "same")
    acts.come_along(table, table.seat(GREY), following, "phone")
    press = CommandRequest("let-app-play", {"seat": LAMP, "level": "bright"})
    with pytest.raises(Refused, match="seat-taken"):
        acts.submit(following, following.seat(GREY), press, "key", "body")
    acts.free_seat(following, LAMP)
    acts.submit(following, following.seat(GREY), press, "later", "body")
    assert LAMP not in store.taken(following.code)


def test_a_press_of_the_app_holds_no_seat(evening: Evening) -> None:
    from app.opponents import Opponents

    acts = evening.client.application.extensions["acts"]
    assert let_app_play(evening, GREY, LAMP) == ""
    Opponents(acts, pause=lambda seconds: None).note(evening.code)
    acts.free_seat(table := evening.kept(), LAMP)
    assert table.state.seats[LAMP].app is None, "a freed seat is nobody's"
    read_anew = Table(table.code, table.game, Store(acts.store.folder).table(table.code).entries)
    assert read_anew.taken is None
    assert [is_held(read_anew.look(table.seat(WHITE)), seat) for seat in (GREY, LAMP)] == [True, False]


def test_no_file_brings_a_token_of_a_seat_that_the_app_plays(evening: Evening) -> None:
    assert let_app_play(evening, GREY, LAMP) == ""
    file = evening.client.application.extensions["store"].export(evening.code)
    answer = evening.client.post("/api/tables/import", json=file)
    assert answer.status_code == 201, answer.json
    assert LAMP not in answer.json["seats"]
    assert GREY in answer.json["seats"]
