"""Pieces placed, moved and removed by a table ruling, to play unrefereed rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, get_args

from pydantic import Field as Limited

from app.core.engine import command
from app.core.engine.command import TableCommand, check_table_open
from app.core.engine.offers import Choice, Offer, TextChoice
from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.core.rules.inputs import PRINTABLE
from app.core.table_commands.house_rulings import rules_the_table
from app.games.memoir_44.board_state import BoardState, Draft, GameContext, board_state_of
from app.games.memoir_44.book import SIDES, UnitType
from app.games.memoir_44.events.ambush import AttackCalledOff
from app.games.memoir_44.events.by_hand import (
    MinePut,
    MineTakenOff,
    ObstaclePut,
    ObstacleTakenOff,
    ReasonGiven,
    StarPut,
    StarTakenOff,
    UnitAdded,
    UnitPut,
    UnitTakenOff,
)
from app.games.memoir_44.geometry import hex_named
from app.games.memoir_44.scenarios.forms import Purpose
from app.games.memoir_44.state import State

RULE = "table.by-hand"
MINE, DAM = "minefield", "dam"
MINES = {f"{MINE}-{side}": side for side in SIDES}
"""The mine tokens to be placed, each with its side."""
UNITS: Mapping[str, tuple[str, UnitType]] = {
    f"{side}-{kind}": (side, kind) for side in SIDES for kind in get_args(UnitType)
}
"""The units to be placed, each with its side and its type."""
STARS: Sequence[str] = [purpose for purpose in get_args(Purpose) if purpose != DAM]
"""Purposes of Battle Stars that can be placed: those of dams are counted by the rolls for them."""
Reason = Annotated[str, Limited(max_length=200, pattern=PRINTABLE)]


def obstacles(look: GameContext) -> list[str]:
    return [name for name in look.book.terrain if look.book.ground(name).kind == "obstacle"]


# -- pieces, and room for one


def rooms(look: GameContext) -> Rooms:
    if isinstance(look, command.Draft):
        return Rooms(look)
    return look.cached("rooms", lambda: Rooms(look))


class Rooms:
    def __init__(self, look: GameContext) -> None:
        self.field: BoardState = board_state_of(look)
        self.state = look.state
        self.side = look.seat.side
        self.hexes = [self.field.name(place) for place in self.field.board.hexes]
        known = frozenset(obstacles(look))
        lying = {self.field.name(place): names for place, names in self.field.ground.items()}
        found = {at: [name for name in names if name in known] for at, names in lying.items()}
        self.lying: Mapping[str, Sequence[str]] = {at: names for at, names in found.items() if names}
        """Hex → the obstacles on it."""
        self.stars = {key: str(star.at) for key, star in self.state.stars.items() if star.at and star.purpose != DAM}
        """The stars that can be moved or removed, each with its hex."""

    @property
    def units(self) -> dict[str, str]:
        return {key: str(unit.at) for key, unit in self.state.on_board()}

    def of_obstacle(self, name: str) -> list[str]:
        return [at for at in self.hexes if name in self.lying.get(at, ())]

    def for_unit(self) -> list[str]:
        return self.but_for(self.field.name(place) for place in self.field.occupied)

    def for_mine(self) -> list[str]:
        return self.but_for(self.state.mines)

    def for_obstacle(self, name: str) -> list[str]:
        return self.but_for(self.of_obstacle(name))

    def for_star(self, but: Iterable[str] = ()) -> list[str]:
        return self.but_for(but)

    def but_for(self, places: Iterable[str]) -> list[str]:
        taken = {*places}
        return [at for at in self.hexes if at not in taken]

    def pieces_on(self, at: str) -> Iterator[str]:
        """Yield the pieces on a hex: the unit, obstacles, a minefield, stars."""
        yield from (key for key, where in self.units.items() if where == at)
        yield from self.lying.get(at, ())
        yield from [MINE] if at in self.state.mines else []
        yield from (key for key, where in self.stars.items() if where == at)

    def side_of(self, piece: str, at: str | None) -> str | None:
        """Return the side of a piece.

        Obstacles are nobody's, a star that is carried is its carrier's.
        """
        if piece in self.state.units:
            return self.state.units[piece].side
        if piece in self.state.stars:
            star = self.state.stars[piece]
            return self.state.units[star.by].side if star.by else star.side
        mined = self.state.mines.get(str(at)) if piece == MINE else None
        return mined.layer if mined else None


class ByHand(TableCommand):
    """A ruling on the hex of a piece.

    Whoever rules the table may make it, as long as the battle lasts.
    """

    on_boards = False

    reason: Reason = ""

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return rules_the_table(look)

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_on(look)
        for given, choose in cls.forms(rooms(look), look):
            if all(choose.values()):
                choices: dict[str, Choice] = {**choose, "reason": TextChoice(needed=False)}
                yield Offer(cls.key, "table", given=given, choose=choices, about=tuple(given.values()))

    @classmethod
    def forms(cls, room: Rooms, look: GameContext) -> Iterator[tuple[Mapping[str, Any], dict[str, Choice]]]:
        """Return the fixed fields of each form, and its choices.

        Every choice goes with every other one.
        """
        raise NotImplementedError

    def decide(self, draft: Draft) -> None:
        check_on(draft)
        self.rule(draft, rooms(draft))
        if self.reason:
            draft.emit(ReasonGiven(self.reason))
        draft.log.game.rules.after_command(draft)

    def rule(self, draft: Draft, room: Rooms) -> None:
        raise NotImplementedError


def check_on(look: GameContext) -> None:
    check_table_open(look)
    if look.state.over:
        raise Refused("mission-over", "table.over")


def check_room(room: Rooms, at: str, free: Sequence[str], field: str) -> None:
    if hex_named(room.field.board, at) is None:
        raise Refused("no-hex-there", "board.hexes", field=field, at=Verbatim(at[:8]))
    if at not in free:
        raise Refused("no-room-there", RULE, field=field, at=at)


# -- placing


class PlacePiece(ByHand):
    piece: str
    at: str

    @classmethod
    def forms(cls, room: Rooms, look: GameContext) -> Iterator[tuple[Mapping[str, Any], dict[str, Choice]]]:
        yield {}, {"piece": [*UNITS], "at": room.for_unit()}
        yield {}, {"piece": [*MINES], "at": room.for_mine()}
        yield {}, {"piece": [*STARS], "at": room.for_star()}
        every = obstacles(look)
        yield {}, {"piece": [*every], "at": room.but_for(room.lying)}
        for at, lying in room.lying.items():
            yield {"at": at}, {"piece": [name for name in every if name not in lying]}

    def rules_on(self, look: GameContext) -> Collection[str]:
        side = UNITS[self.piece][0] if self.piece in UNITS else MINES.get(self.piece)
        return () if side is None else (side,)

    def rule(self, draft: Draft, room: Rooms) -> None:
        if self.piece in UNITS:
            check_room(room, self.at, room.for_unit(), "at")
            add_unit(draft, *UNITS[self.piece], self.at)
        elif self.piece in MINES:
            check_room(room, self.at, room.for_mine(), "at")
            add_mine(draft, MINES[self.piece], self.at)
        elif self.piece in STARS:
            check_room(room, self.at, room.hexes, "at")
            draft.emit(StarPut(f"{self.piece}-{next_star(room.state, self.piece)}", self.piece, None, self.at))
        elif self.piece in obstacles(draft):
            check_room(room, self.at, room.for_obstacle(self.piece), "at")
            draft.emit(ObstaclePut(self.piece, self.at))
        else:
            raise Refused("no-such-piece", RULE, field="piece", piece=Verbatim(self.piece[:40]))


def add_unit(draft: Draft, side: str, kind: UnitType, at: str) -> None:
    number = sum(key.startswith(f"{side}-{kind}-") for key in draft.state.units) + 1
    draft.emit(UnitAdded(side, f"{side}-{kind}-{number}", kind, draft.book.units[kind].figures, at))


def add_mine(draft: Draft, side: str, at: str) -> None:
    state = draft.state
    if state.real_mines or state.phase == "set-up":
        draft.emit(MinePut(side, at))
        return
    values = (mine.hidden if mine.shown is None else mine.shown for mine in state.mines.values())
    used = Counter(value for value in values if value is not None)
    tokens = [
        str(value) for value in (Counter(draft.book.mine_tokens) - used or Counter(draft.book.mine_tokens)).elements()
    ]
    order, roll = draft.shuffle(tokens)
    draft.emit(MinePut(side, at, value=int(order[0]), roll=roll))


def next_star(state: State, purpose: str) -> int:
    numbers = [int(key.rpartition("-")[2]) for key, star in state.stars.items() if star.purpose == purpose]
    return max(numbers, default=0) + 1


# -- moving and removing


def owner_of(look: GameContext, piece: str, at: str | None) -> Collection[str]:
    side = rooms(look).side_of(piece, at)
    return () if side is None else (side,)


class MovePiece(ByHand):
    """Move a piece to another hex. Obstacles and mines are named with their hex."""

    piece: str
    at: str | None = None
    to: str

    @classmethod
    def forms(cls, room: Rooms, look: GameContext) -> Iterator[tuple[Mapping[str, Any], dict[str, Choice]]]:
        yield {}, {"piece": [*room.units], "to": room.for_unit()}
        yield {"piece": MINE}, {"at": [*room.state.mines], "to": room.for_mine()}
        yield {}, {"piece": [*room.stars], "to": room.for_star(room.stars.values())}
        for name in dict.fromkeys(name for names in room.lying.values() for name in names):
            yield {"piece": name}, {"at": room.of_obstacle(name), "to": room.for_obstacle(name)}

    def rules_on(self, look: GameContext) -> Collection[str]:
        return owner_of(look, self.piece, self.at)

    def rule(self, draft: Draft, room: Rooms) -> None:
        piece, at = self.piece, check_there(room, self.piece, self.at)
        side = room.side_of(piece, at)
        if piece in room.units:
            check_room(room, self.to, room.for_unit(), "to")
            call_off_by_hand(draft, piece)
            draft.emit(UnitPut(str(side), piece, at, self.to))
        elif piece in room.stars:
            check_room(room, self.to, room.for_star(room.stars.values()), "to")
            draft.emit(StarPut(piece, room.state.stars[piece].purpose, side, self.to))
        elif piece == MINE:
            check_room(room, self.to, room.for_mine(), "to")
            mined = room.state.mines[at]
            draft.emit(MineTakenOff(mined.layer, at))
            draft.emit(MinePut(mined.layer, self.to, mined.shown, mined.hidden))
        else:
            check_room(room, self.to, room.for_obstacle(piece), "to")
            draft.emit(ObstacleTakenOff(piece, at))
            draft.emit(ObstaclePut(piece, self.to))


class RemovePiece(ByHand):
    """Take a piece off the board. Obstacles and mines are named with their hex."""

    piece: str
    at: str | None = None

    @classmethod
    def forms(cls, room: Rooms, look: GameContext) -> Iterator[tuple[Mapping[str, Any], dict[str, Choice]]]:
        yield {}, {"piece": [*room.units, *room.stars]}
        yield {"piece": MINE}, {"at": [*room.state.mines]}
        for name in dict.fromkeys(name for names in room.lying.values() for name in names):
            yield {"piece": name}, {"at": room.of_obstacle(name)}

    def rules_on(self, look: GameContext) -> Collection[str]:
        return owner_of(look, self.piece, self.at)

    def rule(self, draft: Draft, room: Rooms) -> None:
        piece, at = self.piece, check_there(room, self.piece, self.at)
        side = room.side_of(piece, at)
        if piece in room.units:
            call_off_by_hand(draft, piece)
            draft.emit(UnitTakenOff(str(side), piece, at))
        elif piece in room.stars:
            draft.emit(StarTakenOff(piece, side, at))
        elif piece == MINE:
            draft.emit(MineTakenOff(str(side), at))
        else:
            draft.emit(ObstacleTakenOff(piece, at))


def check_there(room: Rooms, piece: str, at: str | None) -> str:
    found = room.units.get(piece) or room.stars.get(piece)
    if found is None and at is not None and piece in room.pieces_on(at):
        found = at
    if found is None or at not in (None, found):
        raise Refused("no-such-piece", RULE, field="piece", piece=Verbatim(piece[:40]))
    return found


def call_off_by_hand(draft: Draft, key: str) -> None:
    assault = draft.state.assault
    if assault is not None and key in (assault.unit, assault.target):
        draft.emit(AttackCalledOff(assault.unit, battled=False))
