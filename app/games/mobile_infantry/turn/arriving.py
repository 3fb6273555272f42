"""The dice after a presence test with a typed die: each only if it is needed.

Source: Test de Presencia.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.core.engine.offers import DiceRequest, Offer
from app.core.errors import Refused
from app.core.rules.dice import D6, Roll
from app.games.mobile_infantry.brain_secrets import Pack, StillToRoll
from app.games.mobile_infantry.events.presence import RestRolled, SideRolled
from app.games.mobile_infantry.rulings.presence import Direction, FollowUp, arrival_direction, follow_up
from app.games.mobile_infantry.state import Draft, GameContext
from app.games.mobile_infantry.turn.bugs import OfBrain
from app.games.mobile_infantry.turn.presence import (
    PACK_DICE,
    SITE_DICE,
    before_the_fort,
    inches_dice,
    kind_of,
    move_of_pack,
    next_pack,
    pack_at,
    rolls_left,
    test_dice,
)
from app.games.mobile_infantry.turn.sequence import check_phase

ARRIVAL, FOLLOW_UPS, MOVE_PACKS = "arrival", "follow-ups", "move-packs"


class NextRoll(OfBrain):
    """The next roll by real dice; without them the table rolls the rest of its turn."""

    rolls = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        left = due(look, cls.key)
        yield Offer(cls.key, dice=dice_due(look, left), label=label_of(left), hint=f"hint.{label_of(left)}")

    def decide(self, draft: Draft) -> None:
        left = due(draft, self.key)
        if draft.typed is None:
            roll_rest(draft, left)
        else:
            self.read(draft, left, draft.roll(dice_due(draft, left)))

    def read(self, draft: Draft, left: StillToRoll, roll: Roll) -> None:
        raise NotImplementedError


class Arrival(NextRoll):
    """Roll the side from which bugs arrive; then their distance, kind and number."""

    def read(self, draft: Draft, left: StillToRoll, roll: Roll) -> None:
        if is_side_open(left):
            direction = arrival_direction(Direction(die=roll.numbers[0]), draft.book)
            draft.emit(SideRolled(roll, direction["direction"], direction["distance_dice"]))
            return
        pack = arriving(draft, left, roll.numbers)
        rest(draft, RestRolled(roll, {next_pack(draft.state, 0): pack}, left=replace(left, arrives=False)))


class FollowUps(NextRoll):
    def read(self, draft: Draft, left: StillToRoll, roll: Roll) -> None:
        if left.sites:
            outcomes = outcomes_of(draft, left.sites, roll.numbers)
            brings = [key for key, outcome in outcomes.items() if outcome == "emerge"]
            rest(draft, RestRolled(roll, follow_ups=outcomes, left=replace(left, sites=[], brings=brings)))
            return
        packs = brought(draft, left.brings, roll.numbers)
        rest(draft, RestRolled(roll, packs, left=replace(left, brings=[])))


class MovePacks(NextRoll):
    def read(self, draft: Draft, left: StillToRoll, roll: Roll) -> None:
        faces = iter(roll.numbers)
        moves = {}
        for key in left.moves:
            pack = draft.state.lair.packs[key]
            moves[key] = move_of_pack(draft, pack, [next(faces) for _ in range(draft.book.bugs[pack.kind].move.dice)])
        rest(draft, RestRolled(roll, moves=moves, left=replace(left, moves=[])))


def due(look: GameContext, command: str) -> StillToRoll:
    """Return the rolls left, if that command is next. Raise Refused."""
    check_phase(look, "presence")
    left = rolls_left(look.state)
    if left is None:
        raise Refused("nothing-to-roll", "presence.test")
    if step_of(left) != command:
        raise Refused("rolled-later", "presence.test")
    return left


def step_of(left: StillToRoll) -> str:
    return ARRIVAL if left.arrives else FOLLOW_UPS if left.sites or left.brings else MOVE_PACKS


def is_side_open(left: StillToRoll) -> bool:
    return left.hour is None and not left.bearing


def label_of(left: StillToRoll) -> str:
    if left.arrives:
        return "arrival-side" if is_side_open(left) else "arrival-bugs"
    return "follow-ups-kinds" if left.brings else step_of(left)


def dice_due(look: GameContext, left: StillToRoll) -> DiceRequest:
    each = tuple(each_due(look, left))
    return DiceRequest(len(each), each=each)


def each_due(look: GameContext, left: StillToRoll) -> Iterator[str]:
    if left.arrives:
        two = look.book.answer_for("type-count") == "d3-d2"
        yield from (
            ["side"] if is_side_open(left) else ["inch"] * inches_due(look, left) + ["kind", "count"][: 1 + two]
        )
    elif left.sites or left.brings:
        yield from left.sites or left.brings
    else:
        packs = look.state.lair.packs
        yield from (key for key in left.moves for _ in range(look.book.bugs[packs[key].kind].move.dice))


def inches_due(look: GameContext, left: StillToRoll) -> int:
    presence = look.book.presence
    dice: int = presence.fort_dice if left.hour is not None else presence.distance[left.bearing]
    return dice


def arriving(look: GameContext, left: StillToRoll, dice: Sequence[int]) -> Pack:
    count = inches_due(look, left)
    pack = pack_at(look, left.bearing, sum(dice[:count]), dice[count:])
    return pack if left.hour is None else before_the_fort(pack, left.hour)


def outcomes_of(look: GameContext, sites: Sequence[str], dice: Sequence[int]) -> dict[str, str]:
    pairs = zip(sites, dice, strict=True)
    return {key: follow_up(FollowUp(die=die), look.book)["outcome"] for key, die in pairs}


def brought(look: GameContext, sites: Sequence[str], dice: Sequence[int], before: int = 0) -> dict[str, Pack]:
    packs = {}
    for place, (key, die) in enumerate(zip(sites, dice, strict=True)):
        bugs = kind_of(look, die, die)
        packs[next_pack(look.state, before + place)] = Pack(bugs["bug"], bugs["count"], site=key, came=look.state.turn)
    return packs


def rest(draft: Draft, event: RestRolled) -> None:
    if event.left is not None and event.left.is_done:
        event.left = None
    draft.emit(event)


def roll_rest(draft: Draft, left: StillToRoll) -> None:
    assert draft.dice is not None
    state = draft.state
    faces = draft.dice.roll(left.roll, left.dice, D6)
    own, packs = faces[: test_dice(draft)], len(left.packs) * PACK_DICE
    of_packs, of_sites = faces[len(own) : len(own) + packs], faces[len(own) + packs :]
    event = RestRolled(Roll("table", list(faces), left.roll))
    if left.arrives:
        bearing = left.bearing or arrival_direction(Direction(die=own[1]), draft.book)["direction"]
        sided = replace(left, bearing=bearing)
        count = inches_due(draft, sided)
        dice = [*own[2 : 2 + count], *own[2 + inches_dice(draft) :]]
        event.packs[next_pack(state, 0)] = arriving(draft, sided, dice)
    first = {key: of_sites[SITE_DICE * place] for place, key in enumerate(left.places)}
    second = {key: of_sites[SITE_DICE * place + 1] for place, key in enumerate(left.places)}
    event.follow_ups = outcomes_of(draft, left.sites, [first[key] for key in left.sites])
    brings = left.brings or [key for key, outcome in event.follow_ups.items() if outcome == "emerge"]
    event.packs |= brought(draft, brings, [second[key] for key in brings], len(event.packs))
    for key in left.moves:
        place = PACK_DICE * left.packs.index(key)
        event.moves[key] = move_of_pack(draft, state.lair.packs[key], list(of_packs[place : place + PACK_DICE]))
    draft.emit(event)
