"""Random games of what is offered: a tenth of `make fuzz`, on fixed seeds."""

import dataclasses

import pytest

from app.cli import fuzz_opening, stored_and_read
from app.core.fuzz import Broken, Play, Report, check_rebuilds, played_on
from app.games import SHELF

INCURSION = SHELF["incursion"]


def test_twenty_random_games_end_and_leave_nothing_untried() -> None:
    report = Report()
    for number in range(1100, 1120):
        for table in played_on(INCURSION, fuzz_opening(INCURSION, number), number, report):
            check_rebuilds(table, stored_and_read)
        report.games += 1
    assert report.never(INCURSION) == []
    assert report.games == 20


def test_the_fuzzer_sees_a_pool_below_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.action_events import Act

    pay = Act.apply
    monkeypatch.setattr(Act, "apply", lambda self, state: (pay(self, state), pay(self, state))[0])
    with pytest.raises(Broken, match="must never be"):
        Play(INCURSION, fuzz_opening(INCURSION, 1), 1, Report()).run()


def run_several(mission: int | None = None) -> None:
    """Some of those games, all of one mission where it is given, until one of them is broken."""
    for number in range(1000, 1040):
        opening = fuzz_opening(INCURSION, number)
        if mission in (None, opening["mission"]["number"]):
            Play(INCURSION, opening, number, Report()).run()


def test_the_fuzzer_sees_a_card_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion import card_events
    from app.games.incursion.state import InPlay, State

    def lose(state: State, placed: str) -> InPlay:
        card = take_away(state, placed)
        state.discard.clear()
        return card

    take_away = card_events.take_away
    monkeypatch.setattr(card_events, "take_away", lose)
    with pytest.raises(Broken, match="must never be: deck"):
        run_several()


def test_the_fuzzer_sees_an_item_that_is_carried_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.action_events import ItemTaken

    taken = ItemTaken.apply

    def twice(self: ItemTaken, state: object) -> None:
        taken(self, state)  # type: ignore[arg-type]
        taken(self, state)  # type: ignore[arg-type]

    monkeypatch.setattr(ItemTaken, "apply", twice)
    with pytest.raises(Broken, match=r"must never be: .*items\.pinger"):
        run_several(mission=3)


def test_the_fuzzer_sees_an_offer_that_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion import turn

    def refuse(*_: object) -> None:
        raise turn.Refused("not-enough-cp", "bids.sealed")

    monkeypatch.setattr(turn.Bid, "decide", refuse)
    with pytest.raises(Broken, match="offered and refused"):
        Play(INCURSION, fuzz_opening(INCURSION, 1), 1, Report()).run()


def test_the_fuzzer_sees_a_dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion import turn

    monkeypatch.setattr(turn.Bid, "offers", classmethod(lambda cls, look: iter(())))
    monkeypatch.setattr(turn.AlliedIntelligence, "offers", classmethod(lambda cls, look: iter(())))
    with pytest.raises(Broken, match="dead end"):
        Play(INCURSION, fuzz_opening(INCURSION, 1), 1, Report()).run()


def test_the_fuzzer_sees_a_game_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.core import fuzz

    monkeypatch.setattr(fuzz, "PRESSES_AT_MOST", 10)
    with pytest.raises(Broken, match="not over"):
        Play(INCURSION, fuzz_opening(INCURSION, 1), 1, Report()).run()


def test_the_fuzzer_sees_a_state_that_does_not_rebuild() -> None:
    table = Play(INCURSION, fuzz_opening(INCURSION, 1), 1, Report()).run()
    table.state = dataclasses.replace(table.state, turn=table.state.turn + 1)
    with pytest.raises(Broken, match="rebuilt"):
        check_rebuilds(table, stored_and_read)


def test_a_command_that_never_occurs_is_reported() -> None:
    assert "command bid" in Report().never(INCURSION)
