"""Facts shared by rulings: contents of hexes, faces of battle dice, hexes of the map."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Annotated, Any

from pydantic import Field

from app.core.errors import Refused
from app.core.rules.book import require_one_of
from app.core.rules.inputs import BookEntry, DiceField, TextFormat
from app.games.memoir_44.book import Army, Book, Symbol, Terrain
from app.games.memoir_44.geometry import BOARDS, Board, BoardName, Hex

AttackerName = Annotated[str, BookEntry("profiles")]
TargetName = Annotated[str, BookEntry("targets")]
BadgeName = Annotated[str | None, BookEntry("badges")]
Traits = Annotated[list[str], BookEntry("traits"), Field(max_length=9)]
"""Facts that a scenario gives of a single unit."""
Ground = Annotated[list[str], BookEntry("terrain")]
"""Contents of a hex: terrain, landmarks, obstacles, markers."""
ArmyName = Annotated[str | None, BookEntry("armies")]
"""The army whose rules a unit has."""
Faces = Annotated[list[Symbol], DiceField()]
MOST_DICE = 30
DiceOf = Annotated[int, Field(ge=1, le=MOST_DICE)]


def checked(ground: Sequence[str], book: Book, field: str) -> list[tuple[str, Terrain]]:
    """Return the effective contents of a hex by name: nothing that a bridge spans.

    Raise Refused, naming the place, for unknown contents.
    """
    for number, name in enumerate(ground):
        if name not in book.terrain:
            raise Refused("not-allowed", field=f"{field}.{number}", allowed=", ".join(book.terrain))
    found = [(name, book.ground(name)) for name in dict.fromkeys(ground)]
    crossed = any(one.crosses for _, one in found)
    return [(name, one) for name, one in found if not (crossed and one.spanned)]


def army_of(name: str | None, kind: str, book: Book) -> Army:
    """Return the rules that a unit of this type has by its army.

    Raise Refused for an unknown one.
    """
    found = checked_army(name, book)
    return found if kind in found.units else NO_ARMY


def checked_army(name: str | None, book: Book) -> Army:
    return book.armies[require_one_of(list(book.armies), name, "army")] if name is not None else NO_ARMY


NO_ARMY = Army()


def check_named(name: str | None, table: Collection[str], field: str) -> None:
    if name is not None and name not in table:
        raise Refused("not-allowed", field=field, allowed=", ".join(table))


def check_traits(traits: Sequence[str], book: Book) -> None:
    for number, name in enumerate(traits):
        check_named(name, book.traits, f"traits.{number}")


def numbers_in(text: str) -> Any:
    numbers = re.fullmatch(r"\s*(\d{1,3})[\s,;.]+(\d{1,3})\s*", text)
    return [int(numbers[1]), int(numbers[2])] if numbers else text


def written(place: Any) -> str:
    return " ".join(map(str, place)) if isinstance(place, list) else str(place)


def places_in(text: str) -> Any:
    return [numbers_in(part.strip()) for part in text.split(";") if part.strip()]


def all_written(places: Any) -> str:
    return "; ".join(map(written, places))


Pair = Annotated[list[int], Field(min_length=2, max_length=2)]
HexFact = Annotated[Pair, TextFormat(numbers_in, written)]
HexFacts = Annotated[list[Pair], TextFormat(places_in, all_written)]


def on_board(place: Sequence[int], board: Board, field: str) -> Hex:
    """Return a hex of the board. Raise Refused, naming the field, for an unknown one."""
    column, row = place
    if not board.has((column, row)):
        raise Refused("no-such-hex", "board.hexes", field=field, column=column, row=row, board=board.name)
    return column, row


def all_on_board(places: Iterable[Sequence[int]], board: Board, field: str) -> list[Hex]:
    return [on_board(place, board, f"{field}.{number}") for number, place in enumerate(places)]


def board_of(name: BoardName) -> Board:
    return BOARDS[name]
