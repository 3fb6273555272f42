"""Marks of a painted scenario: medals, exits, mines, stars, train loads, names on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from app.core.content.missions import EditorSetting, MissionData
from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.games.memoir_44.board_view.painted_fields import is_on, number, switch, without
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.geometry import BOARDS, Board, Hex, hex_named, name_of
from app.games.memoir_44.scenarios.editor_layout import DAM, SABOTEURS
from app.games.memoir_44.scenarios.forms import TEXT_AT_MOST, Objective

EITHER = "either-side"
MORE = {
    "brush-medal-more": "objectives",
    "brush-exit-more": "exits",
    "brush-sudden-more": "sudden-deaths",
    "brush-drop-more": "air-drops",
}
"""Brushes for one more hex, with the list whose last entry gets it."""
FIELDS = {"mine": "mines", "medal": "objectives", "exit": "exits", "sudden": "sudden-deaths", "drop": "air-drops"}
STARTS: Mapping[str, dict[str, Any]] = {"sudden-deaths": {"needs": 1}, "air-drops": {"drops": [4], "steps": 4}}
"""The values of a new entry before anybody changes them."""
WITHOUT_HEXES = "air-drops"
"""Entries without hexes are anywhere."""
STAYS: Sequence[str] = get_args(Objective.model_fields["stays"].annotation)
ONLY = ("at-turn-start", "sole")
NEEDS, HELD = ("all", "majority"), "needs-"
ABOARD = ("infantry", "armour", "artillery")
SUPPLY, MOST_ABOARD, MOST_MEDALS = "supply", 8, 99

Entry = dict[str, Any]


def with_token(data: MissionData, brush: str, place: Hex) -> MissionData:
    """Return a scenario with a token of a side, or of either; tapped again, without."""
    what, _, side = brush.removeprefix("brush-").partition("-")
    field = FIELDS[what]
    mark: Entry = {} if side == EITHER else {"side": side}
    if field == "mines" and any(one["side"] == side and one.get("decoy-medal") for one in data.get(field, ())):
        mark["decoy-medal"] = True
    return toggled_token(data, field, {**mark, **STARTS.get(field, {})}, place)


def with_star(data: MissionData, purpose: str, place: Hex) -> MissionData:
    mark = {"purpose": purpose, **({"side": SABOTEURS} if purpose == DAM else {})}
    return toggled_token(data, "stars", mark, place)


def toggled_token(data: MissionData, field: str, mark: Entry, place: Hex) -> MissionData:
    at, before = list(place), data.get(field, ())
    was = any(at in one.get("at", []) and alike(one, mark) for one in before)
    left = [without_hex(one, at) if at in one.get("at", []) else one for one in before]
    return {**data, field: [one for one in (*left, *([] if was else [{"at": [at], **mark}])) if one]}


def alike(one: Mapping[str, Any], mark: Entry) -> bool:
    name = "purpose" if "purpose" in mark else "side"
    return bool(one.get(name) == mark.get(name))


def without_hex(one: Entry, at: list[int]) -> Entry:
    """Return an entry without a hex; nothing if it was the last."""
    left = [hex_ for hex_ in one.get("at", []) if hex_ != at]
    marked = [hex_ for hex_ in one.get("markers", ()) if hex_ != at]
    needs = {"needs": max(1, min(one["needs"], len(left)))} if isinstance(one.get("needs"), int) else {}
    rest = without({**one, **needs}, "markers")
    return {**rest, "at": left, **({"markers": marked} if marked else {})} if left else {}


def with_one_more(data: MissionData, brush: str, place: Hex) -> MissionData:
    """Add a hex to the last entry of a list, or remove it. Raise Refused if there is none.

    An exit has no marker on it.
    """
    field, at = MORE[brush], list(place)
    if not data.get(field):
        raise Refused("none-of-these-yet", "board.hexes", field="brush")
    *others, last = data[field]
    if at in last.get("at", []):
        rest = without_hex(last, at) or (without(last, "at") if field == WITHOUT_HEXES else {})
    else:
        markers = {"markers": last.get("markers") or last.get("at", [])} if field == "exits" else {}
        rest = {**last, "at": [*last.get("at", []), at], **markers}
    return {**data, field: [*others, *([rest] if rest else [])]}


def of_medals(data: MissionData) -> Iterator[EditorSetting]:
    board = BOARDS[data["board"]]
    for index, one in enumerate(data.get("objectives", ())):
        yield from of_objective(f"objective-{index}", one, board)


def of_marks(data: MissionData) -> Iterator[EditorSetting]:
    board = BOARDS[data["board"]]
    for side in SIDES:
        if laid := [one for one in data.get("mines", ()) if one["side"] == side]:
            yield switch(f"decoy-{side}", "painter.decoy-medal", any(one.get("decoy-medal") for one in laid), side)
    for index, star in enumerate(data.get("stars", ())):
        at = Verbatim(", ".join(name_of(board, tuple(place)) for place in star["at"]))
        chosen = star.get("side") or EITHER
        yield EditorSetting(f"star-{index}-side", "painter.star-side", chosen, at, choices=(EITHER, *SIDES))
        yield switch(f"star-{index}-marked", "painter.star-marked", star.get("marked", True), at)
    for index, train in enumerate(data.get("trains", ())):
        if train.get("kind") == SUPPLY:
            at = Verbatim(name_of(board, tuple(train["locomotive"])))
            for kind in ABOARD:
                count = list(train.get("cargo", ())).count(kind)
                yield EditorSetting(f"cargo-{index}-{kind}", f"painter.cargo-{kind}", count, at, 0, MOST_ABOARD)


def of_names(data: MissionData) -> Iterator[EditorSetting]:
    board = BOARDS[data["board"]]
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
        yield switch(f"{name}-{rule}", f"painter.objective-{rule}", one.get(rule, False), at)


def with_settings(data: MissionData, typed: Mapping[str, str]) -> MissionData:
    """Return a scenario with the typed settings.

    Raise Refused for a name on an unknown hex.
    """
    changed = dict(data)
    if "objectives" in data:
        marked = [with_objective(one, f"objective-{index}", typed) for index, one in enumerate(data["objectives"])]
        changed["objectives"] = marked
    if "mines" in data:
        changed["mines"] = [with_decoy(one, data["mines"], typed) for one in data["mines"]]
    if "stars" in data:
        changed["stars"] = [with_star_set(one, f"star-{index}", typed) for index, one in enumerate(data["stars"])]
    if "trains" in data:
        changed["trains"] = [with_cargo(one, f"cargo-{index}", typed) for index, one in enumerate(data["trains"])]
    if "labels" in typed:
        changed["labels"] = [*labels(typed["labels"], BOARDS[data["board"]])]
    return changed


def with_objective(one: Entry, name: str, typed: Mapping[str, str]) -> Entry:
    read = {what: typed.get(f"{name}-{what}") for what in ("medals", "needs", "stays")}
    found = {what: number(text.removeprefix(HELD).removeprefix("stays-")) for what, text in read.items() if text}
    only = {rule: is_on(typed, f"{name}-{rule}", one.get(rule, False)) for rule in ONLY}
    return {**without({**one, **found}, *ONLY), **{rule: True for rule, so in only.items() if so}}


def with_decoy(one: Entry, every: Sequence[Entry], typed: Mapping[str, str]) -> Entry:
    """Return mines as the form says whether the first decoy of their side is a medal."""
    before = any(mines.get("decoy-medal") for mines in every if mines["side"] == one["side"])
    after = is_on(typed, f"decoy-{one['side']}", before)
    return one if after == before else {**without(one, "decoy-medal"), **({"decoy-medal": True} if after else {})}


def with_star_set(one: Entry, name: str, typed: Mapping[str, str]) -> Entry:
    side, marked = typed.get(f"{name}-side", one.get("side") or EITHER), one.get("marked", True)
    said = {**({} if side == EITHER else {"side": side}), "marked": is_on(typed, f"{name}-marked", marked)}
    return {**without(one, "side", "marked"), **{key: value for key, value in said.items() if value is not True}}


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
