"""Lines of sight on a map: what blocks between two hexes by terrain and units. Source: M44 p.14; Terrain Pack, Lago."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from app.games.memoir_44.book import Book
from app.games.memoir_44.geometry import Board, Hex, Line, connected, line


@dataclass(frozen=True)
class Map:
    """A board with what lies on its hexes; a hex that is not named is open ground."""

    board: Board
    ground: Mapping[Hex, Sequence[str]]

    def at(self, place: Hex) -> Sequence[str]:
        """What lies on a hex."""
        return self.ground.get(place, ("open",))

    def same_height(self, start: Hex, end: Hex, height: str, book: Book) -> frozenset[Hex]:
        """The connected hill, or mountain range, on which both hexes lie; none where they do not."""
        if not all(self.rises(place, height, book) for place in (start, end)):
            return frozenset()
        together = connected(start, {place for place in self.ground if self.rises(place, height, book)})
        return together if end in together else frozenset()

    def rises(self, place: Hex, height: str, book: Book) -> bool:
        """Whether a hex is a hill, or a mountain."""
        return any(book.ground(name).height == height for name in self.at(place))


def blocked_by(on: Map, units: Collection[Hex], start: Hex, end: Hex, book: Book) -> list[Hex]:
    """The hexes that block the line of sight between two hexes, row by row; none: they see each other."""
    between = line(start, end, on.board)
    near = between.crossed | between.left | between.right
    heights = {height: on.same_height(start, end, height, book) for height in ("hill", "mountain")}
    blocking = {place for place in near if place in units or blocks(on, place, heights, book)}
    return between.blocked_by(blocking | lakes(on, between, book))


def blocks(on: Map, place: Hex, heights: Mapping[str, Collection[Hex]], book: Book) -> bool:
    """Whether what lies on a hex blocks; hills and mountains do not along themselves."""
    grounds = [book.ground(name) for name in on.at(place)]
    return any(one.sight == "blocks" and place not in heights.get(one.height or "", ()) for one in grounds)


def lakes(on: Map, between: Line, book: Book) -> set[Hex]:
    """The lake hexes that the line crosses, where they are enough to block it (TP-35)."""
    crossed = {place for place in between.crossed if "together" in {book.ground(name).sight for name in on.at(place)}}
    return crossed if len(crossed) >= book.lakes_block else set()
