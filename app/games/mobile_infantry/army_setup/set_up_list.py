"""The set-up list of a battle, to be ticked off, and a sketch with distances.

Source: Infantería Móvil, Control de la Misión.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from app.core.content.missions import BriefingLine
from app.core.content.set_up import SetUpItem
from app.core.engine.event import Seat
from app.core.game.definition import Opening
from app.core.rules.book import load_toml
from app.core.table.seat_view import Table
from app.games.mobile_infantry.book import BRAIN, FOLDER, RIFLE, Book
from app.games.mobile_infantry.brain.choices import temper_of
from app.games.mobile_infantry.brain.placing import placed
from app.games.mobile_infantry.state import State, Trooper

SECRET, AS_TOLD = "secret", "as-told"
OF_LINE = ("piece", "kind", "whose", "by-app")
BUGS = ("warrior", "flyer", "tank")
THIRDS = ("left-third", "middle-third", "right-third")
MOST_SOLDIERS = 4
"""Soldiers of a team that have one name together."""
DEPTHS = {"quarter": 0.25, "half": 0.5, "three-quarters": 0.75}
"""Words of depth, from the near edge, as part of the table."""


def is_setting_up(state: State) -> bool:
    return state.phase == "muster"


def set_up(state: State, book: Book, opening: Opening) -> Iterator[SetUpItem]:
    """Yield what the mission puts on the table, the teams of each seat, what to keep at hand."""
    if isinstance(state.mission, int):
        yield from of_mission(state, book, state.mission)
        yield from bugs_at_hand(state, book, state.mission)
    if state.teams:
        yield line("at-hand", "dice", number=most_dice(book))
    yield from teams(state)


def of_mission(state: State, book: Book, number: int) -> Iterator[SetUpItem]:
    """Yield the pieces of a mission.

    Those that the app as the Brain places go by its orders, its secrets by none.
    """
    for piece in data()["missions"][str(number)]["pieces"]:
        by_app = piece.get("by-app") if state.app is not None else None
        if by_app == AS_TOLD:
            yield from as_told(state, book, piece, f"mission-{number}-{piece['piece']}")
        elif by_app != SECRET:
            values = {name: value for name, value in piece.items() if name not in OF_LINE} | counted(state, book, piece)
            yield line(piece["kind"], f"mission-{number}-{piece['piece']}", piece["whose"], piece["piece"], **values)


def as_told(state: State, book: Book, piece: Mapping[str, Any], key: str) -> Iterator[SetUpItem]:
    """Yield a line for each thing that the app places; the last one reports a bad place."""
    if piece["piece"] == "terrain":
        boxes = temper_of(state).terrain
        yield line(piece["kind"], key, None, "terrain-as-told", number=piece["number"], towards=boxes)
        return
    put = placed(state, book)
    for what, where in put.items():
        asks = "tell-illegal" if what == list(put)[-1] else ""
        number = what.partition("-")[2]
        values = {"what": what, "third": THIRDS[int(number) - 1], "place": where} if number else {"place": where}
        word = "marker-as-told" if number else "wreck-as-told"
        yield line(piece["kind"], f"{key}-{number or 1}-{where}", None, word, asks, **values)


def counted(state: State, book: Book, piece: Mapping[str, Any]) -> dict[str, Any]:
    """Return the numbers of a piece that other rules have: boats, and the fort's weapons."""
    if piece["piece"].startswith("boats"):
        return {"number": len(state.boats)}
    extras = book.organisation.fort_extras
    return {"weapons": dict(Counter(extras))} if piece["piece"] == "fort-extras" else {}


def bugs_at_hand(state: State, book: Book, number: int) -> Iterator[SetUpItem]:
    whose = BRAIN if state.app is None else None
    if state.figures:
        yield line("figures", "bugs", whose, "bugs-counted", asks="count-figures", bugs=dict(state.figures))
    else:
        yield line("figures", "bugs", whose, asks="count-figures", bugs=list(BUGS))
    if book.missions[number].guards_dice:
        yield line("figures", "bugs-brain", whose, "brain-bug", number=1)
    yield line("at-hand", "mouths", whose)


def most_dice(book: Book) -> int:
    """Return the dice of a fire team in its strongest fire."""
    modes = book.weapons[RIFLE].modes.values()
    return len(book.organisation.fire_team) * max(mode.dice for mode in modes)


def teams(state: State) -> Iterator[SetUpItem]:
    deploys = data()["missions"][str(state.mission)]["deploys"] if isinstance(state.mission, int) else "as-agreed"
    for key, team in state.teams.items():
        men = [trooper for trooper in state.troopers.values() if trooper.team == key]
        heavy = dict(Counter(weapon.type for man in men for weapon in man.weapons if weapon.type != RIFLE))
        where = "around-wreck" if team.kind == "survivors" else deploys
        values: dict[str, Any] = {"number": len(men), "team": key, "roles": ranks_of(men), "where": where}
        if heavy:
            values["weapons"] = heavy
        yield line("figures", key, team.seat, "team-armed" if heavy else "team", **values)


def ranks_of(men: list[Trooper]) -> list[str]:
    """Return the ranks by name, several of a kind as one name where there is one (“2 sergeants”)."""
    names: list[str] = []
    for role, number in Counter("soldier" if man.role == "im" else man.role for man in men).items():
        named = (number == 2 and role in ("sergeant", "pilot")) or (role == "soldier" and 2 <= number <= MOST_SOLDIERS)
        names += [f"{role}s-{number}"] if named else [role] * number
    return names


def line(group: str, key: str, whose: str | None = None, word: str = "", asks: str = "", **values: Any) -> SetUpItem:
    return SetUpItem(key, group, BriefingLine(f"set-up-piece.{word or key}", values), whose, asks=asks)


def set_up_picture(table: Table, seat: Seat) -> Mapping[str, Any]:
    """Return the context of the mission's sketch; empty before a mission is agreed on."""
    mission = table.state.mission
    if not isinstance(mission, int):
        return {}
    known, table_size = data()["missions"][str(mission)], data()["table"]
    if table.state.app is None:
        return {**table_size, "shapes": known["sketch"]}
    places = iter(placed(table.state, table.book()).items())
    shapes = [moved(shape, places) for shape in known["sketch"] if shape["shape"] != "limit"]
    has_terrain = any(piece["piece"] == "terrain" for piece in known["pieces"])
    return {**table_size, "shapes": shapes, "has_boxes": has_terrain, "is_told": True}


def moved(shape: Mapping[str, Any], places: Iterator[tuple[str, str]]) -> Mapping[str, Any]:
    """Return a spot of the sketch at its next place if the app places it, else as it is."""
    is_placed = shape["shape"] == "spot" and shape.get("text") in (None, "entrance", "wreck")
    what, where = next(places, ("", "")) if is_placed else ("", "")
    if not what:
        return shape
    size = data()["table"]
    third, _, depth = where.partition("-third-")
    number = THIRDS.index(f"{third}-third") if depth else int(what.rpartition("-")[2]) - 1
    part = DEPTHS[depth or where.removeprefix("depth-")]
    at = [size["wide"] * (2 * number + 1) / 6, size["high"] * (1 - part)]
    apart = () if shape.get("text") else ("around",)  # how far objectives are from each other is settled
    return {name: value for name, value in shape.items() if name not in apart} | {"at": at}


def data() -> Mapping[str, Any]:
    return load_toml(FOLDER / "data" / "set_up.toml")
