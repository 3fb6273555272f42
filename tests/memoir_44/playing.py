"""A battle of Memoir '44 at its table, without a web: every die is typed, so that each number can be worked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from app.core.engine.command import CommandRequest
from app.core.engine.event import PUBLIC, Entry, Event
from app.core.engine.offers import MultiChoice, Offer
from app.core.engine.visibility import to_jsonable
from app.core.errors import Refused
from app.core.game.setup import opening_of
from app.core.rules.dice import SeededDice
from app.core.table.execute import execute_command
from app.core.table.seat_view import Table
from app.core.table.serialize import event_data
from app.core.table_commands.lifecycle import TableOpened
from app.games.memoir_44.game import GAME
from app.games.memoir_44.options import Options
from app.web.table.notices import in_words, steps_of

ALLIED, AXIS = "allied", "axis"


class Battle:
    """One table and its presses: `battle.press("axis", "move", unit="axis-armour-1", to="B9")`."""

    def __init__(
        self, mission: Any = "salt-road", deck: Any = "physical", players: Any = 2, mines: Any = "app", **answers: str
    ) -> None:
        rulings = {key.replace("_", "-"): answer for key, answer in answers.items()}
        own = {} if isinstance(mission, str) else {mission["key"]: mission}
        key = mission if isinstance(mission, str) else mission["key"]
        wished = Options(game=GAME.key, mission=key, deck=deck, players=players, mines=mines, table_rulings=rulings)
        opened = opening_of(GAME, wished, own_missions=own)
        self.table = Table("BATTLE", GAME, [Entry(0, "", "", "", 0.0, [TableOpened(opened)])])
        self.dice = SeededDice(bytes(32))

    @property
    def state(self) -> Any:
        return self.table.state

    def unit(self, key: str) -> Any:
        return self.state.units[key]

    def press(self, seat: str, command: str, dice: Sequence[Any] | None = None, **fields: Any) -> list[Event]:
        typed = None if dice is None else list(dice)
        faults = GAME.fuzzing.audit(self.table)
        events = execute_command(
            self.table, self.table.seat(seat), CommandRequest(command, fields, typed, typed=True), self.dice
        )
        entry = Entry(len(self.table.entries), seat, str(len(self.table.entries)), "", 0.0, events)
        self.table.append(entry)
        assert self.state.broken() == []
        assert faults(entry) == []
        return events

    def no(self, seat: str, command: str, dice: Sequence[Any] | None = None, **fields: Any) -> str:
        """The code with which a press is refused."""
        with pytest.raises(Refused) as refused:
            self.press(seat, command, dice, **fields)
        return refused.value.code

    def offers(self, seat: str, command: str) -> list[Offer]:
        return [one for one in self.table.offers_for(self.table.seat(seat)) if one.command == command]

    def offered(self, seat: str) -> set[str]:
        """The commands of play that a seat is offered."""
        return {one.command for one in self.table.offers_for(self.table.seat(seat)) if one.group == "play"}

    def told(self, seat: str) -> str:
        """All that a seat is told: state, events, offers, its own number."""
        chair = self.table.seat(seat)
        seen = [
            [(one.key, event_data(self.table, one, chair)) for one in entry.events if one.visible_to(chair)]
            for entry in self.table.seen(chair)
        ]
        offers = self.table.offers_for(chair, greyed=True)
        return repr((to_jsonable(self.table.state_for(chair)), seen, offers, self.table.seq(chair)))

    # -- shortly

    def begin(self) -> Battle:
        self.press(ALLIED, "begin-battle")
        return self

    def order(self, card: str, *units: str, section: str | None = None) -> Battle:
        side = self.state.active
        self.press(side, "play-card", card=card, **({"section": section} if section else {}))
        while self.state.slots:
            (some,) = [one.choose["units"] for one in self.offers(side, "order") if one.given["place"] == 0]
            assert isinstance(some, MultiChoice)
            self.press(side, "order", place=0, units=[key for key in units if key in some.some])
        return self

    def pass_turn(self) -> Battle:
        side = self.state.active
        if self.state.phase == "card":
            self.press(side, "play-card", card="recon", section="left")
        self.press(side, "end-turn")
        return self

    def to_turn_of(self, side: str) -> Battle:
        while self.state.active != side:
            self.pass_turn()
        return self


def hexes(offer: Offer) -> list[str]:
    """The hexes among which an offer lets choose."""
    choice = offer.choose["to"]
    assert isinstance(choice, list)
    return choice


def orderable(offer: Offer) -> list[str]:
    """The units among which an offer lets choose some."""
    choice = offer.choose["units"]
    assert isinstance(choice, MultiChoice)
    return choice.some


def scenario(
    signs: Mapping[str, str], forces: Mapping[str, Any], legend: Mapping[str, Any], **more: Any
) -> dict[str, Any]:
    """A scenario made up for a test: hex → sign of ground, hex → unit, and all else as a file has it."""
    rows: dict[str, list[str]] = {"map": [], "forces": []}
    units = {f"u{number}": unit for number, unit in enumerate(forces.values())}
    drawn = {"map": dict(signs), "forces": dict(zip(forces, units, strict=True))}
    for name, on in drawn.items():
        for row in range(9):
            hexes = [f"{chr(ord('A') + place)}{9 - row}" for place in range(13 - row % 2)]
            rows[name].append(" ".join(on.get(one, ".") for one in hexes))
    sides = {
        "allied": {"edge": "bottom", "medals": 6, "hand": 5},
        "axis": {"edge": "top", "medals": 6, "hand": 5},
    }
    made: dict[str, Any] = {
        "key": "made-up",
        "name": {"en": "Made up", "es": "Inventado"},
        "board": "standard",
        "face": "countryside",
        "first": "allied",
        "sides": sides,
        "map": {"rows": rows["map"], "legend": dict(legend)},
        "forces": {"rows": rows["forces"], "legend": units},
    }
    return made | more


def lines(game: Battle, seat: str | None = ALLIED, language: str = "en") -> list[str]:
    table = game.table
    viewer = PUBLIC if seat is None else table.seat(seat)
    state, said = table.state_for(viewer), table.get_translator(language)
    return [line.text for line in in_words(steps_of(state, viewer), state.turn, said)]
