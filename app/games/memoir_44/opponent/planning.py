"""Plans: for each unit that may be ordered its best place and target, the best first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from app.games.memoir_44.board_state import GameContext
from app.games.memoir_44.opponent import weights
from app.games.memoir_44.opponent.assessment import Assessment, Shot
from app.games.memoir_44.state import Slot, Unit
from app.games.memoir_44.turn.cards import eligible
from app.games.memoir_44.turn.moving import BEHIND_LINES, ways_of


@dataclass
class Option:
    at: str
    gain: float
    shots: list[Shot]


@dataclass
class Step:
    unit: str
    at: str
    shot: Shot | None
    gain: float


class Forgone(NamedTuple):
    """The best attack that a step without one gives up; `is_slip` if it was worth more than the step."""

    shot: Shot
    is_slip: bool


def with_card(look: GameContext, card: str | None) -> GameContext:
    """Return the view as it would be with another card in play."""
    state = copy(look.state)
    state.card, state.active = card, look.side
    return GameContext(state, look.book, look.seat, None, {}, look.book_cache)


class Planner:
    """Plans of one decision; what depends on a card and a unit alone is worked out once."""

    def __init__(self, board: Assessment, chance: Random) -> None:
        self.board, self.guesses = board, chance.getrandbits(64)
        self.known: dict[tuple[str, str | None], list[Option]] = {}
        self.noise: dict[str, dict[str, float]] = {}

    def options(self, key: str, card: str | None) -> list[Option]:
        """Return the places of a unit by a card, its own first."""
        changing = card if card is not None and self._changes(key, card) else None
        if (key, changing) not in self.known:
            if self.board.is_over_budget:
                return [Option(str(self.board.state.units[key].at), 0.0, [])]
            self.known[key, changing] = self._options(key, changing)
        return self.known[key, changing]

    def _changes(self, key: str, name: str) -> bool:
        card, unit = self.board.look.book.cards[name], self.board.state.units[key]
        moves = unit.type in card.moves or not card.roads or not card.terrain_moves or name == BEHIND_LINES
        return moves or (card.bonus != 0 and unit.type in card.units)

    def _options(self, key: str, card: str | None) -> list[Option]:
        board, unit = self.board, self.board.state.units[key]
        here = str(unit.at)
        now = board.place(unit, here)
        found = [Option(here, 0.0, list(board.shots(key, unit, card)))]
        if unit.moves:
            return found
        look = with_card(board.look, card)
        for at, way in ways_of(look, board.field, unit).items():
            if board.is_over_budget:
                break
            gain = board.place(unit, at) - now + self.misjudged(key, at)
            shots = board.shots(key, board.moved(unit, at, way.path), card) if way.may_battle else ()
            found.append(Option(at, gain, list(shots)))
        return found

    def misjudged(self, key: str, at: str) -> float:
        """Return by how much it misjudges a hex for a unit: the same in each decision with the same random source."""
        field, spread = self.board.field, self.board.level.on_places
        if spread and key not in self.noise:
            drawn = Random(f"{self.guesses} {key}")
            self.noise[key] = {field.name(place): drawn.gauss(0, spread) for place in field.board.hexes}
        return self.noise[key][at] if spread else 0.0

    def plan(self, units: Iterable[str], card: str | None, count: int | None = None) -> list[Step]:
        """Return the best steps for so many of these units; each counts for the next."""
        board = self.board
        taken: dict[str, str] = {}
        open_, steps = list(dict.fromkeys(units)), list[Step]()
        while open_ and (count is None or len(steps) < count):
            best = max((self._best(key, card, taken) for key in open_), key=lambda step: step.gain)
            open_.remove(best.unit)
            steps.append(best)
            taken[best.unit] = best.at
            if best.shot is not None:
                board.note(best.shot)
        board.forget_planned()
        return steps

    def _best(self, key: str, card: str | None, taken: dict[str, str]) -> Step:
        """Return the best step of a unit, on no hex that another one goes to."""
        own, closed = str(self.board.state.units[key].at), set(taken.values())
        best = Step(key, own, None, float("-inf"))
        for option in self.options(key, card):
            if option.at in closed and option.at != own:
                continue
            shot = max(option.shots, key=lambda one: self.board.value_of(key, one), default=None)
            gain = option.gain + (self.board.value_of(key, shot) if shot is not None else 0.0)
            if gain > best.gain:
                best = Step(key, option.at, shot, gain)
        return best

    def forgone(self, steps: Sequence[Step], card: str | None) -> Forgone | None:
        """Return the attack that the last of these steps gives up, where the others come first."""
        board, step = self.board, steps[-1]
        closed = {one.at for one in steps[:-1]}
        for one in steps[:-1]:
            if one.shot is not None:
                board.note(one.shot)
        unit = board.state.units[step.unit]
        attacks = [
            (worth + board.place(unit, option.at), shot)
            for option in self.options(step.unit, card)
            if option.at == unit.at or option.at not in closed
            for shot in option.shots
            if (worth := board.value_of(step.unit, shot)) > 0
        ]
        board.forget_planned()
        worth, shot = max(attacks, key=lambda one: one[0], default=(0.0, None))
        return Forgone(shot, worth > board.place(unit, step.at)) if shot is not None else None

    def of_slots(self, slots: Collection[Slot], card: str | None) -> float:
        return sum((max(0.0, step.gain) for step in self.steps_of(slots, card)), 0.0)

    def steps_of(self, slots: Collection[Slot], card: str | None) -> list[Step]:
        found: list[Step] = []
        for slot in slots:
            used = {step.unit for step in found}
            found += self.plan([key for key in self._eligible(slot) if key not in used], card, slot.count)
        return found

    def _eligible(self, slot: Slot) -> list[str]:
        units = self.board.state.units
        return [key for key in eligible(self.board.field, self.board.side, slot) if key in units]

    def strike(self, dice: int, targets: int, stars: bool) -> float:
        """Return the worth of dice from the air against so many units beside each other."""
        board, by = self.board, next(iter(self.board.state.units))
        chances = {foe.key: board.chance_to_hit(foe.target, stars=stars) for foe in board.foes}
        values = {key: board.value_of(by, Shot(key, dice, chance, close=False)) for key, chance in chances.items()}
        return max((self._group(key, values, targets) for key in values), default=0.0)

    def _group(self, key: str, values: dict[str, float], targets: int) -> float:
        at = str(self.board.enemies[key].at)
        near = [one for one, enemy in self.board.enemies.items() if self.board.field.apart(at, str(enemy.at)) <= 1]
        return sum(sorted((values[one] for one in near), reverse=True)[:targets])


def unit_at_risk(board: Assessment, unit: Unit) -> float:
    """Return what sandbags would save a unit."""
    return 0.5 * weights.EXPOSURE * board.exposure(unit, str(unit.at))
