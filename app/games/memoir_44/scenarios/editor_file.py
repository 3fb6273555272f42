"""A file of the Scenario Editor as read: everything with its place, nothing judged yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.games.memoir_44.geometry import BOARDS, Board, Hex, hex_named
from app.games.memoir_44.scenarios import editor_values
from app.games.memoir_44.scenarios.besides import About, about, unread
from app.games.memoir_44.scenarios.forms import FEW, MOST_COUNT, MOST_HAND, NAME_AT_MOST
from app.games.memoir_44.scenarios.names import SLOTS, editor

KINDS = (*SLOTS, "unit", "tag")
"""Kinds of things on hexes."""
HEX_KEYS = ("row", "col", "tags", *KINDS[:-1])
ENTRIES_AT_MOST, THINGS_AT_MOST, OPTIONS_AT_MOST, LABELS_AT_MOST = 1200, 6000, 200, 200
LISTED_AT_MOST = 8
"""Most things of a kind on a hex, and most badges or behaviours of a thing: four times those of real ones."""
BOARD = "board"
EDGES = ("top", "bottom")


@dataclass(frozen=True)
class Fault:
    key: str
    place: str
    values: Mapping[str, Any] = field(default_factory=dict)


def fault_of(place: str, name: str) -> Fault:
    return Fault("left-out", place, {"name": Verbatim(name or "–")})


@dataclass(frozen=True)
class Thing:
    kind: str
    name: str
    at: Hex
    place: str
    given: Mapping[str, Any]
    path: str = ""
    """Its place with its number in its list."""

    @property
    def behaviors(self) -> list[str]:
        return [*editor_values.names(self.given.get("behavior")), *editor_values.names(self.given.get("behavior2"))]

    @property
    def badges(self) -> list[str]:
        return editor_values.names(self.given.get("badge")) if self.kind == "unit" else []

    def side(self, key: str = "side") -> str | None:
        return editor_values.side(self.given.get(key))


@dataclass(frozen=True)
class Option:
    name: str
    value: Any
    place: str

    @property
    def on(self) -> bool:
        """Return whether it is turned on; some are by being denied."""
        denied = self.name.casefold() in editor()["denied"]["names"]
        return editor_values.is_on(self.value) != denied

    @property
    def says(self) -> Mapping[str, Any]:
        return editor_values.one(self.value) or {}


@dataclass(frozen=True)
class Player:
    """The player at an edge in a file; None for unreadable fields."""

    edge: str
    side: str | None
    medals: int | None
    hand: int | None
    country: str


Sudden = tuple[str, tuple[Hex, ...], int]
"""A side, hexes, and how many of them it must hold."""


@dataclass(frozen=True, eq=False)
class EditorFile:
    """A whole file. `first` is the edge of the player who starts."""

    board: Board
    face: str
    players: tuple[Player, Player]
    first: str | None
    things: tuple[Thing, ...]
    options: tuple[Option, ...]
    labels: tuple[tuple[Hex, str], ...]
    texts: Mapping[str, Mapping[str, str]]
    faults: tuple[Fault, ...]
    about: About = About()
    sudden: tuple[Sudden, ...] = ()
    """Hexes of which a side wins at once by so many."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """All of the file as it is written."""

    def side_at(self, edge: str | None) -> str | None:
        """Return the side at an edge; what one player's file leaves out the other's tells."""
        sides = {player.edge: player.side for player in self.players}
        others = {"allied": "axis", "axis": "allied", None: None}
        return None if edge is None else sides[edge] or others[sides[EDGES[edge == EDGES[0]]]]

    def at(self, *kinds: str) -> Iterator[Thing]:
        return (thing for thing in self.things if thing.kind in kinds)


def read(content: bytes) -> EditorFile:
    """Return a file of the editor.

    Raise Refused, naming the place of an unreadable part.
    """
    data = editor_values.loaded(content)
    board_data, info = editor_values.part(data, BOARD), editor_values.part(data, "game_info")
    if not board_data:
        raise Refused("scenario-lacks", field=BOARD)
    board = BOARDS[_one_of("board", board_data, "type")]
    things = tuple(_things(board, board_data))
    labels = list(_labels(board, board_data))[:LABELS_AT_MOST]
    file = EditorFile(
        board,
        _one_of("face", board_data, "face"),
        (_player(info, 0), _player(info, 1)),
        {"player1": EDGES[0], "player2": EDGES[1]}.get(editor_values.name(info.get("starting")).casefold()),
        things,
        tuple(_options(data, info)),
        tuple((at, told) for at, told in labels if at is not None),
        _texts(data),
        (*_untold(board, data, info, board_data), *_unplaced(board_data, labels), *_unread(data)),
        about(data),
        tuple(one for one in sudden_deaths(board, info) if one is not None),
        data,
    )
    if file.players[0].side is not None and file.players[0].side == file.players[1].side:
        raise Refused("scenario-one-side", field="game_info.side_player2")
    return file


def _one_of(table: str, board: Mapping[str, Any], key: str) -> str:
    found = editor()[table].get(editor_values.name(board.get(key)).casefold())
    if found is None:
        allowed = ", ".join(name.upper() for name in editor()[table])
        raise Refused("not-allowed", field=f"{BOARD}.{key}", allowed=Verbatim(allowed))
    return str(found)


def _player(info: Mapping[str, Any], index: int) -> Player:
    def of(what: str) -> Any:
        return info.get(f"{what}_player{index + 1}")

    medals, hand = _count(of("victory"), MOST_COUNT), _count(of("cards"), MOST_HAND)
    return Player(EDGES[index], editor_values.side(of("side")), medals, hand, editor_values.name(of("country")))


def _count(value: Any, most: int) -> int | None:
    found = editor_values.number(value)
    return found if found is not None and 1 <= found <= most else None


# -- hexes


def _things(board: Board, data: Mapping[str, Any]) -> Iterator[Thing]:
    entries = editor_values.several(data.get("hexagons"))
    if len(entries) > ENTRIES_AT_MOST:
        raise Refused("scenario-too-much", field="board.hexagons", most=ENTRIES_AT_MOST)
    count = 0
    for index, entry in enumerate(entries):
        place = f"board.hexagons.{index}"
        for thing in _on_hex(board, entry, place):
            count += 1 + len(thing.badges) + len(thing.behaviors)
            if count > THINGS_AT_MOST:
                raise Refused("scenario-too-much", field=place, most=THINGS_AT_MOST)
            yield thing


def _on_hex(board: Board, entry: Any, place: str) -> Iterator[Thing]:
    if not isinstance(entry, Mapping):
        raise Refused("wrong-type", field=place)
    at = hex_in(board, entry, place)
    for kind in KINDS:
        key = "tags" if kind == "tag" else kind
        for number, value in enumerate(_listed(entry, key, place)):
            given = value if isinstance(value, Mapping) else {"name": value}
            path = f"{place}.{key}.{number}"
            yield _thing(kind, at, f"{place}.{key}", given, path)
            if kind == "unit":
                yield from _tags_of_unit(given, at, place, path)


def _tags_of_unit(unit: Mapping[str, Any], at: Hex, place: str, path: str) -> Iterator[Thing]:
    for number, value in enumerate(_listed(unit, "tags", f"{place}.unit")):
        given = value if isinstance(value, Mapping) else {"name": value}
        yield _thing("tag", at, f"{place}.unit.tags", given, f"{path}.tags.{number}")


def _thing(kind: str, at: Hex, place: str, given: Mapping[str, Any], path: str) -> Thing:
    for key in ("badge", "behavior", "behavior2"):
        _listed(given, key, path)
    return Thing(kind, editor_values.name(given), at, place, given, path)


def _listed(of: Mapping[str, Any], key: str, place: str) -> list[Any]:
    found = editor_values.several(of.get(key))
    if len(found) > LISTED_AT_MOST:
        raise Refused("too-many-items", field=f"{place}.{key}", limit=LISTED_AT_MOST)
    return found


def hex_in(board: Board, entry: Mapping[str, Any], place: str) -> Hex:
    row, column = editor_values.number(entry.get("row")), editor_values.number(entry.get("col"))
    if row is None or column is None:
        told = {key: editor_values.name(entry.get(key)) or "–" for key in ("row", "col")}
        raise Refused("scenario-no-hex", field=place, row=Verbatim(told["row"]), col=Verbatim(told["col"]))
    if not board.has((column, row)):
        raise Refused("off-the-board", field=place, row=row, col=column)
    return column, row


# -- everything else


def _options(data: Mapping[str, Any], info: Mapping[str, Any]) -> Iterator[Option]:
    for place, of in (("game_info.options", info), ("options", data)):
        for index, (name, value) in enumerate(editor_values.items(of.get("options"))):
            if index >= OPTIONS_AT_MOST:
                raise Refused("scenario-too-much", field=place, most=OPTIONS_AT_MOST)
            yield Option(name, value, f"{place}.{name}")


def _labels(board: Board, data: Mapping[str, Any]) -> Iterator[tuple[Hex | None, str]]:
    """Yield the labels with a text, each with its hex; None for one off the board."""
    for entry in editor_values.several(data.get("labels")):
        given = editor_values.one(entry) or {}
        column, row = editor_values.number(given.get("col")), editor_values.number(given.get("row"))
        told = editor_values.shortened(" ".join(editor_values.names(given.get("text"))), NAME_AT_MOST)
        at = None if column is None or row is None else (column, row)
        if told:
            yield at if at is not None and board.has(at) else None, told


PARTS = ("name", "subtitle", "historical", "description", "victory", "rules", "bibliography")
LANGUAGES_AT_MOST = 8


def _texts(data: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return language → part → text, of parts with a text."""
    found = {}
    for language, parts in list(editor_values.part(data, "text").items())[:LANGUAGES_AT_MOST]:
        told = editor_values.one(parts) or {}
        texts = {name: editor_values.text(told.get(name)) for name in PARTS}
        if editor_values.name(language) and any(texts.values()):
            found[editor_values.name(language).casefold()[:8]] = {name: text for name, text in texts.items() if text}
    return found


def sudden_deaths(board: Board, info: Mapping[str, Any]) -> Iterator[Sudden | None]:
    """Yield the hexes by which a side wins at once.

    None for a condition that says anything else.
    """
    told = editor_values.one(info.get("victory")) or {}
    if not editor_values.is_empty(info.get("victory")) and set(told) != {"condition"}:
        yield None
    for condition in editor_values.several(told.get("condition")):
        death = editor_values.one((editor_values.one(condition) or {}).get("group_sudden_death")) or {}
        named = (hex_named(board, name) for name in editor_values.names(death.get("group")))
        at = tuple(dict.fromkeys(place for place in named if place is not None))
        side, needs = editor_values.side(death.get("side")), _count(death.get("number"), MOST_COUNT)
        yield (side, at, needs) if side and at and needs else None


def _untold(of: Board, data: Mapping[str, Any], info: Mapping[str, Any], board: Mapping[str, Any]) -> Iterator[Fault]:
    if None in sudden_deaths(of, info):
        yield Fault("sudden-death", "game_info.victory")
    if not editor_values.is_empty(board.get("groups")):
        yield Fault("groups", f"{BOARD}.groups")
    conditions = info.get("victory_conditions")
    if not editor_values.is_empty(conditions) and not _is_standard(conditions):
        yield Fault("victory-told", "game_info.victory_conditions")
    medals = {editor_values.number(info.get(f"victory_player{player}")) for player in (1, 2)}
    for language, parts in _texts(data).items():
        if "victory" in parts and not _tells_only(parts["victory"], medals):
            yield Fault("victory-told", f"text.{language}.victory")


def _unplaced(board: Mapping[str, Any], labels: list[tuple[Hex | None, str]]) -> Iterator[Fault]:
    yield from (fault_of(f"{BOARD}.labels", told) for at, told in labels if at is None)
    found: dict[str, str] = {}
    for index, entry in enumerate(editor_values.several(board.get("hexagons"))):
        for key, value in entry.items():
            if key not in HEX_KEYS and not editor_values.is_empty(value):
                found.setdefault(editor_values.name(key), f"{BOARD}.hexagons.{index}")
    yield from (fault_of(place, name) for name, place in [*found.items()][:FEW])


def _unread(data: Mapping[str, Any]) -> Iterator[Fault]:
    found: dict[str, str] = {}
    for place, name in unread(data):
        found.setdefault(name, place)
    yield from (fault_of(place, name) for name, place in [*found.items()][:FEW])


def _is_standard(conditions: Any) -> bool:
    told = [
        key for entry in editor_values.several(conditions) for key in (entry if isinstance(entry, Mapping) else [entry])
    ]
    return all(editor_values.name(key).casefold() == "standard" for key in told)


def _tells_only(told: str, medals: set[int | None]) -> bool:
    words = told.rstrip(".! ").split()
    numbers = {int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 4}
    return len(words) <= 3 and len(numbers) == 1 and medals == numbers
