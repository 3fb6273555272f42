"""Rules of a scenario beyond its form: everything is on its board, and named things exist."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from app.core.content.cards.fields import SetData
from app.core.content.missions import MissionData
from app.core.errors import Malformed, Refused
from app.core.messages.translator import LANGUAGES, Verbatim
from app.core.rules.book import DashedPage, require_one_of
from app.core.rules.inputs import parse
from app.games.memoir_44.book import EDITION, SIDES, Book, edition_book
from app.games.memoir_44.geometry import BOARDS, Board, Hex
from app.games.memoir_44.scenarios.forms import AirDrop, Ground, Reinforcements, ScenarioFile, UnitSign
from app.games.memoir_44.scenarios.scenario import NOBODY, Scenario, typed

STATION = "railway-station"
KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
OF_PLACE = ("terrain", "landmark")
"""Kinds of ground of which a hex has at most one."""


def check_scenario(data: MissionData, sets: Sequence[SetData] = ()) -> None:
    checked(data)


def checked(data: MissionData) -> Scenario:
    """Return a scenario of a file. Raise Refused or Malformed, naming the field."""
    file, book = parse(ScenarioFile, dict(data)), edition_book(EDITION, {})
    if not KEY.fullmatch(file.key):
        raise Refused("not-a-key", field="key", key=Verbatim(file.key))
    for language in LANGUAGES:
        if not getattr(file.name, language).strip():
            raise Refused("blank-text", field=f"name.{language}")
    _check_sides(file)
    _check_armies(file, book)
    _check_places(file)
    _check_ground(file, book)
    _check_forces(file, book)
    for number, drop in enumerate(file.air_drops):
        _check_badge(drop, f"air-drops.{number}", book, drop.side)
    for side, more in file.reinforcements.items():
        field = f"reinforcements.{side}"
        _check_badge(more, field, book, side)
        _check_traits(more, field, book)
    scenario = typed(file, book)
    for field, place in places(file):
        check_on_board(scenario.board, place, field)
    _check_pieces(scenario, book)
    return scenario


def _check_sides(file: ScenarioFile) -> None:
    for side in SIDES:
        if side not in file.sides:
            raise Malformed("missing-field", field=f"sides.{side}")
    if file.sides["allied"].edge == file.sides["axis"].edge:
        raise Refused("scenario-same-edge", field="sides.axis.edge")


def _check_armies(file: ScenarioFile, book: Book) -> None:
    for side, rules in file.armies.items():
        for number, rule in enumerate(rules):
            require_one_of(list(book.armies), rule, f"armies.{side}.{number}")


PLACES_AT_MOST = 1000
"""Most hexes named in a scenario: some fifty times those of a real one."""


def _check_places(file: ScenarioFile) -> None:
    seen: set[tuple[str, Hex]] = set()
    for number, (field, place) in enumerate(places(file)):
        if number >= PLACES_AT_MOST:
            raise Refused("too-many-items", field=field, limit=PLACES_AT_MOST)
        of_list = (field.rpartition(".")[0], place)
        if of_list in seen and ".at." in field:
            raise Refused("scenario-hex-twice", field=field, **_named(place))
        seen.add(of_list)


def check_on_board(board: Board, place: Hex, field: str) -> None:
    if not board.has(place):
        raise Refused("off-the-board", field=field, row=place[1], col=place[0])


def places(of: Any, field: str = "") -> Iterator[tuple[str, Hex]]:
    """Yield every hex of a form with its field: each pair of numbers, wherever it stands."""
    if isinstance(of, tuple) and len(of) == 2 and all(isinstance(part, int) for part in of):
        yield field, of
    elif isinstance(of, DashedPage | Mapping | list | tuple):
        for name, part in _parts(of):
            yield from places(part, f"{field}.{name}" if field else str(name))


def _parts(of: DashedPage | Mapping[str, Any] | Sequence[Any]) -> Iterable[tuple[str | int, Any]]:
    if isinstance(of, DashedPage):
        return ((form.alias or name, getattr(of, name)) for name, form in type(of).model_fields.items())
    return of.items() if isinstance(of, Mapping) else enumerate(of)


# -- the map


class Drawing(NamedTuple):
    field: str
    rows: Sequence[str]
    legend: Mapping[str, Any]


def _check_drawing(drawing: Drawing, board: Board) -> None:
    field = f"{drawing.field}.rows"
    if len(drawing.rows) != board.rows:
        raise Refused("scenario-rows", field=field, needed=board.rows, given=len(drawing.rows))
    widths = [sum(1 for _ in range(row % 2, board.last_column + 1, 2)) for row in range(board.rows)]
    for number, (row, width) in enumerate(zip(drawing.rows, widths, strict=True)):
        signs = row.split()
        if len(signs) != width:
            raise Refused("scenario-row", field=f"{field}.{number}", needed=width, given=len(signs))
        unknown = next((sign for sign in signs if sign != NOBODY and sign not in drawing.legend), None)
        if unknown is not None:
            raise Refused("scenario-sign", field=f"{field}.{number}", sign=Verbatim(unknown[:20]))
    used = {sign for row in drawing.rows for sign in row.split()}
    idle = next((sign for sign in drawing.legend if sign not in used), None)
    if idle is not None:
        raise Refused("scenario-idle-sign", field=f"{drawing.field}.legend.{idle}", sign=Verbatim(idle))


def _check_ground(file: ScenarioFile, book: Book) -> None:
    _check_drawing(Drawing("map", file.map.rows, file.map.legend), BOARDS[file.board])
    for sign, ground in file.map.legend.items():
        _check_sign(ground, f"map.legend.{sign}", book)


def _check_sign(ground: Ground, field: str, book: Book) -> None:
    terrain = [name for name, one in book.terrain.items() if one["kind"] in OF_PLACE]
    if ground.terrain is not None:
        require_one_of(terrain, ground.terrain, f"{field}.terrain")
    for name in ground.obstacles:
        require_one_of(
            [key for key, one in book.terrain.items() if one["kind"] == "obstacle"], name, f"{field}.obstacles.{name}"
        )
    lying = [book.ground(name) for name in (*filter(None, [ground.terrain]), *ground.obstacles)]
    if ground.owner is not None and not ground.headquarters and not any(one.owned or one.headquarters for one in lying):
        raise Refused("scenario-no-bunker", field=f"{field}.owner")


def _check_forces(file: ScenarioFile, book: Book) -> None:
    if file.forces is None:
        return
    _check_drawing(Drawing("forces", file.forces.rows, file.forces.legend), BOARDS[file.board])
    for sign, unit in file.forces.legend.items():
        _check_unit(unit, f"forces.legend.{sign}", book)


BADGE_OF_FILES = re.compile(r"badge-\d{1,3}")


def _check_badge(unit: UnitSign | AirDrop | Reinforcements, field: str, book: Book, side: str) -> None:
    if unit.badge is not None:
        require_one_of([*book.badges], unit.badge, f"{field}.badge")
    if unit.badge is not None and book.badges[unit.badge].unit != unit.type:
        raise Refused("badge-of-others", field=f"{field}.badge", badge=unit.badge, unit=unit.type)
    if unit.emblem is not None and not BADGE_OF_FILES.fullmatch(unit.emblem):
        require_one_of(book.nations[side], unit.emblem, f"{field}.emblem")


def _check_traits(unit: UnitSign | Reinforcements, field: str, book: Book) -> None:
    for number, name in enumerate(unit.traits):
        require_one_of([*book.traits], name, f"{field}.traits.{number}")


def _check_unit(unit: UnitSign, field: str, book: Book) -> None:
    _check_badge(unit, field, book, unit.side)
    _check_traits(unit, field, book)
    if unit.leader and unit.type != "infantry":
        raise Refused("infantry-only", field=f"{field}.leader")
    if unit.boat and unit.type != "infantry":
        raise Refused("infantry-only", field=f"{field}.boat")


# -- pieces


def _check_pieces(scenario: Scenario, book: Book) -> None:
    """Raise Refused for a misplaced bridge, dam or train.

    Bridges that may be blown are bridges, dams are dams, trains are on track with their wagon behind them, and nobody
    else is there.
    """
    for number, place in enumerate(scenario.blow_bridges.at if scenario.blow_bridges else ()):
        if not any(name.endswith("bridge") for name in scenario.on(place).obstacles):
            raise Refused("scenario-no-bridge", field=f"blow-bridges.at.{number}", **_named(place))
    for index, star in enumerate(scenario.stars):
        for number, place in enumerate(star.at):
            if star.purpose == "dam" and scenario.terrain(place) != "dam":
                raise Refused("scenario-no-dam", field=f"stars.{index}.at.{number}", **_named(place))
    taken = {unit.at for unit in scenario.units}
    for index, train in enumerate(scenario.trains):
        ends = {"locomotive": train.locomotive, **({"wagon": train.wagon} if train.wagon else {})}
        for name, place in ends.items():
            if place in taken:
                raise Refused("scenario-two-in-a-hex", field=f"trains.{index}.{name}", **_named(place))
            taken.add(place)
            if not (scenario.imported or any(is_track(one, book) for one in scenario.lying(place))):
                raise Refused("scenario-no-track", field=f"trains.{index}.{name}", **_named(place))
        if train.wagon and train.wagon not in scenario.board.around(train.locomotive):
            raise Refused("scenario-wagon-apart", field=f"trains.{index}.wagon")


def is_track(name: str, book: Book) -> bool:
    return book.ground(name).track or name == STATION


def _named(place: Hex) -> dict[str, Any]:
    return {"row": place[1], "col": place[0]}
