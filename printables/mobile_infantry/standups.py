"""Stand-ups instead of miniatures: men by team, bugs by letter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from printables.folding import SHAPE, StandUp
from printables.mobile_infantry import style
from printables.mobile_infantry.needs import counters
from printables.mobile_infantry.source import Source, looks
from printables.pen import INK, Colour
from printables.pieces import Batch, Piece

MAN = "space-suit"


def colours(source: Source) -> dict[str, Colour]:
    """Return team → colour: ink for commanders, one of eight (repeating) for each other team."""
    eight: list[Colour] = [(red, green, blue) for red, green, blue in looks()["stand-ups"]["colours"]]
    found, place = {}, 0
    for key, team in source.teams.items():
        found[key] = INK if team.kind == "command" else eight[place % len(eight)]
        place += team.kind != "command"
    return found


def men(source: Source, key: str, count: int) -> Iterator[StandUp]:
    roles, colour = [man.role for man in source.teams[key].men], colours(source)[key]
    for place in range(count):
        rank = style.rank(source, roles[min(place, len(roles) - 1)])
        yield StandUp(f"{key}:{place}", rank, style.icons()[MAN], colour, key.rpartition("-")[2])


def bugs(source: Source, key: str, count: int) -> Iterator[StandUp]:
    icon, letter = style.icons()[counters()[key].front.icon], source.speech.translate(f"letter.{key}")
    for number in range(1, count + 1):
        yield StandUp(f"{key}:{number}", source.speech.name(key), icon, INK, f"{letter}{number}" if count > 1 else "")


def batch(source: Source, wanted: Mapping[str, int]) -> Batch:
    every = (one for key, count in wanted.items() for one in (men if key in source.teams else bugs)(source, key, count))
    return Batch("stand-ups", SHAPE, [(Piece(one.face()), 1) for one in every])
