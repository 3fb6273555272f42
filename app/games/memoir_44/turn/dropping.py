"""Units dropped from the air: they drift by random steps, or fall as the table says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.core.engine.offers import DiceRequest, Offer
from app.core.errors import Refused
from app.games.memoir_44.board_state import BoardState, Draft, GameContext, board_state_of
from app.games.memoir_44.events.armies import UnitDropped
from app.games.memoir_44.geometry import COMPASS, over
from app.games.memoir_44.rulings.asking import checked
from app.games.memoir_44.rulings.moving import CROSSES, WATER, Entered, closed_to
from app.games.memoir_44.state import Drop, Reserve
from app.games.memoir_44.turn.sequence import OfCommander, check_goes_on

LOST, RULE = "lost-in-the-drop", "turn.air-drop"
SIDES_OF_A_HEX = [*range(1, len(COMPASS) + 1)]
"""Faces of a die for the sides of a hex: 1 is E, then against the clock."""


class DropUnit(OfCommander):
    """Drop the next unit over a hex; dice say over which sides it drifts."""

    rolls = True

    at: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        _, drop = check_drop(look, by_hand=False)
        dice = DiceRequest(drop.steps, [*SIDES_OF_A_HEX])
        yield Offer(cls.key, choose={"at": starts(look, drop)}, dice=dice, hint="card-text.drop-compass")

    def decide(self, draft: Draft) -> None:
        number, drop = check_drop(draft, by_hand=False)
        check_place(self.at, starts(draft, drop), "at")
        roll = draft.roll(DiceRequest(drop.steps, [*SIDES_OF_A_HEX]))
        field = board_state_of(draft)
        at = drifted(field, self.at, [int(face) for face in roll.faces])
        lands = at if at is not None and may_land(field, drop, at) else None
        draft.emit(UnitDropped(draft.side, number, self.at, next_key(draft, drop), lands, roll))


class PutDropped(OfCommander):
    """Tell where a figure that was dropped by hand has fallen: on a hex, or where it is lost."""

    to: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        _, drop = check_drop(look, by_hand=True)
        yield Offer(cls.key, choose={"to": [*landings(look, drop), LOST]})

    def decide(self, draft: Draft) -> None:
        number, drop = check_drop(draft, by_hand=True)
        check_place(self.to, [*landings(draft, drop), LOST], "to")
        lands = None if self.to == LOST else self.to
        draft.emit(UnitDropped(draft.side, number, self.to, next_key(draft, drop), lands))


def check_drop(look: GameContext, *, by_hand: bool) -> tuple[int, Drop]:
    check_goes_on(look)
    due = ((n, one) for n, one in enumerate(look.state.drops) if one.due and one.side == look.side)
    found = next(due, None)
    if found is None or found[1].by_hand != by_hand or not look.state.awaits(look.seat):
        raise Refused("nothing-to-drop", RULE)
    return found


def check_place(at: str, places: Sequence[str], field: str) -> None:
    if at not in places:
        raise Refused("not-dropped-there", RULE, field=field, at=at)


def starts(look: GameContext, drop: Drop) -> list[str]:
    """Return the hexes over which the next unit may be dropped: of one drop all over the same."""
    if drop.at is not None:
        return [drop.at]
    field = board_state_of(look)
    return drop.places or [field.name(place) for place in field.board.hexes]


def landings(look: GameContext, drop: Drop) -> list[str]:
    field = board_state_of(look)
    return [at for at in map(field.name, field.board.hexes) if may_land(field, drop, at)]


def drifted(field: BoardState, start: str, faces: Sequence[int]) -> str | None:
    """Return the hex in which a unit lands; None off the board."""
    place = field.hex(start)
    for face in faces:
        place = over(place, COMPASS[face - 1])
        if not field.board.has(place):
            return None
    return field.name(place)


def may_land(field: BoardState, drop: Drop | Reserve, at: str) -> bool:
    """Return whether such a unit survives landing in a hex: it is free and open to it."""
    hex_ = Entered(checked(field.around_any(drop.side, drop.type, at), field.book, "ground"))
    wet = hex_.first(WATER) and not hex_.first(CROSSES)
    return field.state.at(at) is None and not wet and hex_.first(closed_to(drop.type)) is None


def next_key(look: GameContext, drop: Drop | Reserve) -> str:
    kind = f"{drop.side}-{drop.type}"
    return f"{kind}-{sum(key.startswith(f'{kind}-') for key in look.state.units) + 1}"
