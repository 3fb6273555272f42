"""Settings of the marks of a painted scenario.

Medals of several hexes, loads of trains, names on the map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from app.core.content.missions import EditorSetting, MissionData
from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.games.memoir_44.board_view.painted_extras import NO, YES, number
from app.games.memoir_44.geometry import BOARDS, Board, Hex, hex_named, name_of
from app.games.memoir_44.scenarios.forms import TEXT_AT_MOST, Objective

MORE = "brush-medal-more"
STAYS: Sequence[str] = get_args(Objective.model_fields["stays"].annotation)
ONLY = ("at-turn-start", "sole")
NEEDS, HELD = ("all", "majority"), "needs-"
ABOARD = ("infantry", "armour")
SUPPLY, MOST_ABOARD, MOST_MEDALS = "supply", 8, 99

Entry = dict[str, Any]


def with_one_more(data: MissionData, place: Hex) -> MissionData:
    """Add a hex to the last objective, or remove it if tapped again.

    Raise Refused if there is none.
    """
    if not data.get("objectives"):
        raise Refused("no-medal-yet", "board.hexes", field="brush")
    *others, last = data["objectives"]
    at = [list(one) for one in last["at"]]
    at = [one for one in at if one != list(place)] if list(place) in at else [*at, list(place)]
    if isinstance(last.get("needs"), int):
        last = {**last, "needs": max(1, min(last["needs"], len(at)))}
    return {**data, "objectives": [*others, *([{**last, "at": at}] if at else [])]}


def settings(data: MissionData) -> Iterator[EditorSetting]:
    board = BOARDS[data["board"]]
    for index, one in enumerate(data.get("objectives", ())):
        yield from of_objective(f"objective-{index}", one, board)
    for index, train in enumerate(data.get("trains", ())):
        if train.get("kind") == SUPPLY:
            at = Verbatim(name_of(board, tuple(train["locomotive"])))
            for kind in ABOARD:
                count = list(train.get("cargo", ())).count(kind)
                yield EditorSetting(f"cargo-{index}-{kind}", f"painter.cargo-{kind}", count, at, 0, MOST_ABOARD)
    named = (f"{name_of(board, tuple(one['at']))} {one['text']}" for one in data.get("labels", ()))
    yield EditorSetting("labels", "painter.labels", "\n".join(named), letters=TEXT_AT_MOST)


def of_objective(name: str, one: Entry, board: Board) -> Iterator[EditorSetting]:
    """Yield the settings of an objective.

    Medals, how many of its hexes must be held (as many as there are: all), how long they stay, when alone they count.
    """
    at = Verbatim(", ".join(name_of(board, tuple(place)) for place in one["at"]))
    yield EditorSetting(f"{name}-medals", "painter.objective-medals", one.get("medals", 1), at, 1, MOST_MEDALS)
    if len(one["at"]) > 1:
        needs = one.get("needs", 1)
        held = "all" if needs == len(one["at"]) else needs
        choices = [*map(str, range(1, len(one["at"]))), *(f"{HELD}{need}" for need in NEEDS)]
        chosen = f"{HELD}{held}" if held in NEEDS else str(held)
        yield EditorSetting(f"{name}-needs", "painter.objective-needs", chosen, at, choices=choices)
    stays = [f"stays-{one}" for one in STAYS]
    yield EditorSetting(
        f"{name}-stays", "painter.objective-stays", f"stays-{one.get('stays', STAYS[0])}", at, choices=stays
    )
    for rule in ONLY:
        yield EditorSetting(
            f"{name}-{rule}", f"painter.objective-{rule}", YES if is_only(one, rule) else NO, at, choices=(NO, YES)
        )


def with_settings(data: MissionData, typed: Mapping[str, str]) -> MissionData:
    """Return a scenario with the typed settings.

    Raise Refused for a name on an unknown hex.
    """
    changed = dict(data)
    if "objectives" in data:
        marked = [with_objective(one, f"objective-{index}", typed) for index, one in enumerate(data["objectives"])]
        changed["objectives"] = marked
    if "trains" in data:
        changed["trains"] = [with_cargo(one, f"cargo-{index}", typed) for index, one in enumerate(data["trains"])]
    if "labels" in typed:
        changed["labels"] = [*labels(typed["labels"], BOARDS[data["board"]])]
    return changed


def with_objective(one: Entry, name: str, typed: Mapping[str, str]) -> Entry:
    read = {what: typed.get(f"{name}-{what}") for what in ("medals", "needs", "stays")}
    found = {what: number(text.removeprefix(HELD).removeprefix("stays-")) for what, text in read.items() if text}
    only = {rule: typed.get(f"{name}-{rule}", YES if is_only(one, rule) else NO) == YES for rule in ONLY}
    rest = {what: value for what, value in {**one, **found}.items() if what.replace("_", "-") not in ONLY}
    return {**rest, **{rule: True for rule, so in only.items() if so}}


def is_only(one: Entry, rule: str) -> bool:
    return bool(one.get(rule, one.get(rule.replace("-", "_"))))


def with_cargo(train: Entry, name: str, typed: Mapping[str, str]) -> Entry:
    aboard = list(train.get("cargo", ()))
    counts = {kind: number(typed.get(f"{name}-{kind}", str(aboard.count(kind)))) for kind in ABOARD}
    if counts == {kind: aboard.count(kind) for kind in ABOARD}:
        return train
    return {**train, "cargo": [one for kind, many in counts.items() for one in passengers(kind, many)]}


def passengers(kind: str, many: int | str) -> list[str]:
    return [many] if isinstance(many, str) else [kind] * many


def labels(text: str, board: Board) -> Iterator[Entry]:
    """Yield the names on the map, a line each: the hex, then the name.

    Raise Refused, Malformed by the check of the file.
    """
    for line in filter(None, map(str.strip, text.splitlines())):
        at, _, name = line.partition(" ")
        place = hex_named(board, at)
        if place is None or not name.strip():
            raise Refused("no-hex-there", "board.hexes", field="labels", at=Verbatim(line[:40]))
        yield {"at": list(place), "text": name.strip()}
