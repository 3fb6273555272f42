"""People who correct units, rule otherwise and change their minds between its actions never stop the app."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from app.core.engine.command import list_offers
from app.core.engine.event import Seat
from app.core.engine.offers import Offer
from app.core.game.setup import opening_of, options_of
from app.core.table.app_turn import next_decision, seats_of_app
from app.core.table_commands.house_rulings import HouseRuling, TableRuling
from app.core.table_commands.opponents import AppExplained
from app.fuzz.player import RandomGame, Report
from app.games import REGISTRY
from app.games.memoir_44.game import GAME

CORRECTIONS, ENTRIES = 0.4, 160
APP = "axis"
MET_BY_PEOPLE = replace(GAME, fuzzing=replace(GAME.fuzzing, empty=lambda opening, chance: (APP,)))


class MuchCorrected(RandomGame):
    """A battle against the app in which four of ten entries are rulings, whoever's turn it is."""

    def choice(self) -> tuple[Seat, Offer]:
        state = self.table.state
        open_ = state.over or state.take_back is not None or state.ruling_request is not None
        if not open_ and self.chance.random() < CORRECTIONS and (found := self.correction()) is not None:
            return found
        return super().choice()

    def correction(self) -> tuple[Seat, Offer] | None:
        seat, kind = self.seats()[0], self.chance.choice([HouseRuling, HouseRuling, TableRuling])
        offers = [offer for offer in list_offers(kind, self.table.look(seat)) if offer.why_not is None]
        return (seat, self.chance.choice(offers)) if offers else None

    def app_turn(self) -> tuple[Seat, Offer] | None:
        """Decide for the app; where it is awaited, it must have something to do."""
        state = self.table.state
        found = next_decision(self.table.copied(), self.dice.seed)
        if found is None:
            asked = any(state.awaits(seat) for seat in seats_of_app(self.table))
            assert not asked or state.phase == "set-up", state.waiting
            return None
        seat, decision = found
        self.why = decision.why
        return seat, Offer(decision.offer.command, decision.offer.group, given=decision.filled)


@pytest.mark.parametrize(
    ("scenario", "referee", "seed"),
    [("salt-road", True, 1), ("karst-junction", False, 2), ("gull-cape", False, 3), ("sluices-of-oldermeer", True, 4)],
)
def test_no_correction_stops_it_and_nothing_that_it_does_is_refused(scenario: str, referee: bool, seed: int) -> None:
    options = {"game": "memoir-44", "mission": scenario, "deck": "app", "referee": referee, "opponents": {APP: 2}}
    report = Report()
    battle = MuchCorrected(MET_BY_PEOPLE, opening_of(*options_of(REGISTRY, options)), seed, report)
    while not battle.table.state.over and len(battle.table.entries) < ENTRIES:
        battle.press(*battle.choice())
    happened = Counter(type(event) for entry in battle.table.entries for event in entry.events)
    assert report.commands["house-ruling"] >= 5
    assert happened[AppExplained] >= 5
