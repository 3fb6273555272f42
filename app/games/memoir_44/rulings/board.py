"""The map: how far two hexes lie apart, and whether they see each other."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.core.facts import Facts
from app.core.ruling import Answer, Ruling
from app.games.memoir_44.book import Book
from app.games.memoir_44.geometry import BoardName, line, rows_and_steps
from app.games.memoir_44.rulings.asking import HexFact, HexFacts, all_on_board, board_of, on_board


class Ends(Facts):
    """Two hexes of a board, each as column and row."""

    from_: Annotated[HexFact, Field(alias="from", examples=[[0, 0]])]
    to: Annotated[HexFact, Field(examples=[[2, 0]])]
    board: BoardName = "standard"


def distance(facts: Ends, book: Book) -> Answer:
    """How many hexes lie between two, the second one counted."""
    board = board_of(facts.board)
    start, end = on_board(facts.from_, board, "from"), on_board(facts.to, board, "to")
    rows, steps = rows_and_steps(start, end)
    hexes = Ruling().plus("rows", rows, "board.distance").plus("along-the-row", steps, "board.distance")
    return Answer({"hexes": hexes.total}, hexes)


class SightLine(Ends):
    """The same, and the hexes that block a line of sight, by what lies there or by a unit."""

    blocking: HexFacts = []


def line_of_sight(facts: SightLine, book: Book) -> Answer:
    """Whether two hexes see each other, and what keeps them from it."""
    board = board_of(facts.board)
    start, end = on_board(facts.from_, board, "from"), on_board(facts.to, board, "to")
    blocked_by = line(start, end, board).blocked_by(all_on_board(facts.blocking, board, "blocking"))
    hexes = Ruling().plus("blocking-hexes", len(blocked_by), "sight.line")
    return Answer({"clear": not blocked_by, "blocked_by": [list(place) for place in blocked_by]}, hexes)
