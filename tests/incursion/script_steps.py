"""How recorded tables of Incursion are told: forces, counters that lie as a file says, a stacked deck."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.incursion.frozen_cards import use_frozen_cards
from tests.playing import PlayedTable, stacked_counters, stacked_deck
from tests.recorded import Part, Recorded, Telling


def opened(client: FlaskClient, recorded: Recorded) -> PlayedTable:
    """The table before the first step: its `mission`, `rp`, `campaign`; with a `setting`, both forces are chosen."""
    opening = recorded.opening
    wishes = {key: opening[key] for key in ("mission", "rp", "campaign") if key in opening}
    table = PlayedTable(client, edition=recorded.edition, table_rulings=recorded.answers(), **wishes)
    return table.choose_forces(**opening["setting"]) if "setting" in opening else table


def prepare(monkeypatch: pytest.MonkeyPatch, part: Part) -> None:
    """`counters`: faces as they lie; `deck`: the cards on top. The cards are those of back then."""
    use_frozen_cards(monkeypatch)
    if "deck" in part:
        stacked_deck(monkeypatch, *part["deck"])
    if "counters" in part:
        stacked_counters(monkeypatch, part["counters"])


def begin_turn(table: PlayedTable) -> PlayedTable:
    """Nobody bids anything, nobody new is deployed."""
    return table.bid().deploy([], [])


def enter(table: PlayedTable, seat: str, models: list[str]) -> None:
    """These models come onto the board, one after the other."""
    table.enter(seat, *models)


TELLING = Telling(
    opened=opened,
    looks="allied",
    together={
        "choose-forces": PlayedTable.choose_forces,
        "bid": PlayedTable.bid,
        "deploy": PlayedTable.deploy,
        "end-turn": PlayedTable.end_turn,
        "begin-turn": begin_turn,
        "next-turn": PlayedTable.next_turn,
        "go-on": PlayedTable.go_on,
    },
    shortly={"enter": enter, "put": PlayedTable.put},
    prepare=prepare,
)
