"""A smoke screen before the first turn: markers in a row that block sight for some turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.games.memoir_44.board_state import Draft, GameContext, board_state_of
from app.games.memoir_44.events.armies import SMOKE, SmokeLaid
from app.games.memoir_44.geometry import Board, Hex, Side, opposite, over
from app.games.memoir_44.turn.sequence import OfCommander, check_goes_on

RULE = "turn.smoke-screen"
ROWS: Mapping[str, Side] = {"row-w-e": "E", "row-sw-ne": "NE", "row-se-nw": "NW"}
"""The directions of a row of hexes, each with the side over which it leads."""


class LaySmoke(OfCommander):
    row: str
    at: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for row, middles in check_smoke(look).items():
            yield Offer(cls.key, given={"row": row}, choose={"at": list(middles)}, about=(row,))

    def decide(self, draft: Draft) -> None:
        rows = check_smoke(draft)
        if self.row not in rows:
            raise Refused("no-such-row", RULE, field="row")
        if self.at not in rows[self.row]:
            raise Refused("no-row-there", RULE, field="at", at=self.at)
        draft.emit(SmokeLaid(draft.side, rows[self.row][self.at]))


class LeaveSmoke(OfCommander):
    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_smoke(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        check_smoke(draft)
        draft.emit(SmokeLaid(draft.side))


def check_smoke(look: GameContext) -> Mapping[str, Mapping[str, list[str]]]:
    """Return direction → middle hex → hexes of each row for smoke now. Raise Refused."""
    check_goes_on(look)
    asked = any((one.side, one.for_) == (look.side, SMOKE) for one in look.state.waiting)
    if not asked or not look.state.awaits(look.seat):
        raise Refused("no-smoke-now", RULE)
    field, markers = board_state_of(look), look.book.smoke.markers
    rows: dict[str, dict[str, list[str]]] = {row: {} for row in ROWS}
    for row, side in ROWS.items():
        for middle in field.board.hexes:
            places = row_of(middle, side, markers)
            if on_board(field.board, places):
                rows[row][field.name(middle)] = [field.name(place) for place in places]
    return rows


def row_of(middle: Hex, side: Side, markers: int) -> list[Hex]:
    """Return so many hexes in a row over a side, half of them before the middle one."""
    place = middle
    for _ in range(markers // 2):
        place = over(place, opposite(side))
    found = [place]
    while len(found) < markers:
        found.append(over(found[-1], side))
    return found


def on_board(board: Board, places: list[Hex]) -> bool:
    return all(board.has(place) for place in places)
