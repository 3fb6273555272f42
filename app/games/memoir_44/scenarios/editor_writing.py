"""A scenario as a file of the Scenario Editor, with its keys, kinds and names.

What the shape of such files cannot hold (a leader, pontoons) stands in `meta_data`, where programs keep their own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.core.content.missions import MissionData
from app.core.messages.translator import LANGUAGES
from app.games.memoir_44.book import ALL_TYPES, EDITION, SIDES, edition_book
from app.games.memoir_44.geometry import Hex, Side, turned, written
from app.games.memoir_44.scenarios import importing, names
from app.games.memoir_44.scenarios.editor_hexes import QUARTERED, RECOVERY
from app.games.memoir_44.scenarios.editor_units import RESTS
from app.games.memoir_44.scenarios.forms import (
    BlowBridges,
    Exit,
    Ground,
    Objective,
    Odd,
    Reinforcements,
    Train,
    UnitSign,
)
from app.games.memoir_44.scenarios.kept_besides import OURS, differing
from app.games.memoir_44.scenarios.names import SLOTS, editor
from app.games.memoir_44.scenarios.scenario import Scenario, Unit, scenario_of
from app.games.memoir_44.scenarios.tiles import TURNS, Joins

Entry = dict[str, Any]
BOOK = edition_book(EDITION, {})
CALLED = {"allied": "ALLIES", "axis": "AXIS"}
MEDALS = {"allied": "medal1", "axis": "medal2", None: "medal0"}
NATION = {"allied": "us", "axis": "ger"}
TYPES = {"infantry": "inf", "armour": "tank", "artillery": "gun"}
OPTIONS = {"north-african-desert": "north_african_desert_rules"}
BOXES = {"winter": ("eastern-front", "winter-wars"), "desert": ("mediterranean",)}
"""By face, the boxes whose pieces look like it."""
BEHAVIORS = ("behavior", "behavior2")
BESIDE = "NEED_NEIGHBOUR_UNIT"
MAPPING_INDENT = 1


def as_editor_file(data: MissionData) -> bytes:
    scenario = scenario_of(data, edition_book(EDITION, {}))
    file = Writer(scenario, data).file()
    read = importing.foreign(_dumped(file), "")
    answers = {one.key: one.usual or next(iter(one.choices)) for one in read.asked}
    kept = differing(data, scenario, read.mission(answers))
    if kept:
        file["meta_data"][OURS] = kept
    return _dumped(file)


def _dumped(file: Mapping[str, Any]) -> bytes:
    return json.dumps(file, ensure_ascii=False, indent=MAPPING_INDENT).encode()


class Writer:
    def __init__(self, scenario: Scenario, data: MissionData) -> None:
        self.scenario, self.data = scenario, data

    def file(self) -> Entry:
        scenario = self.scenario
        board, faces = ({ours: name for name, ours in editor()[key].items()} for key in ("board", "face"))
        return {
            "meta_data": {"software": "Adjutant"},
            "game_info": self.game_info(),
            "board": {
                "type": board[scenario.board.name].upper(),
                "face": faces[scenario.face].upper(),
                "hexagons": [{"row": at[1], "col": at[0], **here} for at, here in self.hexagons().items()],
                "labels": [{"row": one.at[1], "col": one.at[0], "text": [one.text]} for one in scenario.labels],
            },
            "text": self.text(),
            "packs": dict.fromkeys(scenario.packs, 1),
        }

    def game_info(self) -> Entry:
        scenario, found = self.scenario, Entry()
        for number, edge in ((1, "top"), (2, "bottom")):
            side = next(side for side in SIDES if scenario.sides[side].edge == edge)
            player = scenario.sides[side]
            found |= {
                f"side_player{number}": CALLED[side],
                f"country_player{number}": player.nation.upper(),
                f"cards_player{number}": player.hand,
                f"victory_player{number}": player.medals,
            }
            if scenario.first == side:
                found["starting"] = f"PLAYER{number}"
        dates = dict(zip(("date_begin", "date_end"), scenario.dates, strict=False))
        front = {"front": scenario.front.upper()} if scenario.front else {}
        return {**found, **dates, **front, "type": "HISTORICAL", "options": self.options()}

    def options(self) -> Entry:
        scenario = self.scenario
        found: Entry = {name: True for rule, name in OPTIONS.items() if rule in scenario.special_rules}
        if scenario.blow_bridges is not None:
            found |= self._blowing(scenario.blow_bridges)
        called = [at for star in scenario.stars if star.purpose == "air-strike" for at in star.at]
        calls = [written(scenario.board, at) for at in called]
        supply = next((train for train in scenario.trains if train.kind == "supply"), None)
        if supply is not None:
            found["supply_train_rules"] = self._supply(supply)
        if scenario.smoke is not None:
            found["smoke_screen"] = {"side": CALLED[scenario.smoke]}
        more = {CALLED[side]: brought_written(side, one) for side, one in scenario.reinforcements.items()}
        found |= {"armor_breakthrough_rules": more} if more else {}
        denied = editor()["denied"]["names"]
        odd = {one.name: one.name not in denied for one in (*scenario.not_refereed, *scenario.looks)}
        return {**found, **({"hill317": calls} if calls else {}), **odd}

    @staticmethod
    def _blowing(bridges: BlowBridges) -> Entry:
        side = {"side": CALLED[bridges.side]} if bridges.side else {}
        return {f"blowbridge_opt{bridges.option}": {**side, **({"option": BESIDE} if bridges.beside else {})} or True}

    @staticmethod
    def _supply(train: Train) -> Entry:
        unit = {"name": f"{TYPES[train.cargo[0]]}{NATION[train.side]}"} if train.cargo else None
        cargo = {"unit": unit, "nbr_units": len(train.cargo)} if unit else {}
        return {"side": CALLED[train.side], **cargo}

    def text(self) -> Entry:
        name, texts = self.data["name"], self.data.get("texts", {})
        named = [one for one in LANGUAGES if one == LANGUAGES[0] or name[one] != name[LANGUAGES[0]]]
        languages = dict.fromkeys([*(named if not texts else ()), *texts, *named[1:]])
        return {one: {"name": name.get(one) or name[LANGUAGES[0]], **texts.get(one, {})} for one in languages}

    # -- hexes

    def hexagons(self) -> dict[Hex, Entry]:
        found: dict[Hex, Entry] = {}
        for at, ground in self.scenario.ground.items():
            for slot, thing in self.things(at, ground):
                found.setdefault(at, {}).setdefault(slot, []).append(thing)
        for unit in self.scenario.units:
            found.setdefault(unit.at, {}).setdefault("unit", []).append(unit_written(unit))
        for at, slot, thing in self.markers():
            found.setdefault(at, {}).setdefault(slot, []).append(thing)
        order = ("terrain", "rect_terrain", "obstacle", "unit", "tags")
        return {
            at: {slot: found[at][slot] if slot == "tags" or len(found[at][slot]) > 1 else found[at][slot][0]
                 for slot in order if slot in found[at]}
            for at in self.scenario.board.hexes if at in found
        }  # fmt: skip

    def things(self, at: Hex, ground: Ground) -> Iterator[tuple[str, Entry]]:
        joins, bare = self.scenario.joins(at), (*ground.not_refereed, *ground.looks)
        every: list[tuple[str, Entry]] = []
        if ground.terrain is not None and (thing := self.laid("terrain", ground.terrain, joins, ground)):
            every.append(("terrain", thing | self._marks(ground)))
        for name, turn in ground.obstacles.items():
            slots = ("obstacle", "rect_terrain")
            laid = ((slot, self.laid(slot, name, joins, ground, turn)) for slot in slots)
            slot, thing = next(((slot, thing) for slot, thing in laid if thing), ("", None))
            if thing:
                every.append((slot, thing | self._marks_of(name, at, ground)))
        odd = [one for one in bare if one.kind in SLOTS or one.kind in ("tag", "unit")]
        every += [("tags" if one.kind == "tag" else one.kind, odd_written(one, joins)) for one in odd]
        behaviors = [one.name for one in bare if one.kind == "behavior"]
        bearer = next((thing for slot, thing in reversed(every) if slot == "tags"), every[0][1] if every else {})
        bearer |= dict(zip([key for key in BEHAVIORS if key not in bearer], behaviors, strict=False))
        yield from every

    def _marks(self, ground: Ground) -> Entry:
        oasis = "oasis-recovery" in self.scenario.special_rules and BOOK.ground(str(ground.terrain)).recovers
        marks = [RECOVERY] * (oasis or ground.recovers) + [QUARTERED] * ground.headquarters
        found: Entry = {**dict(zip(BEHAVIORS, marks, strict=False))}
        every = {side: list(ALL_TYPES) for side in SIDES}
        closed: dict[str, list[str]] = {side: list(types) for side, types in ground.closed.items()}
        if closed == every:
            key = next((key for key in BEHAVIORS if key not in found), BEHAVIORS[-1])
            found |= {key: next(name for name, so in editor()["closing"].items() if so == ground.blocking)}
        elif closed:
            numbers = {ours: int(number) for number, ours in editor()["closed"]["types"].items()}
            told = {CALLED[side]: [numbers[one] for one in types] for side, types in closed.items()}
            found |= {"properties": {editor()["closed"]["property"]: told}}
        return found | ({"original_owner": CALLED[ground.owner]} if ground.owner and not ground.obstacles else {})

    def _marks_of(self, name: str, at: Hex, ground: Ground) -> Entry:
        blown = self.scenario.blow_bridges
        found: Entry = {"behavior": "CAN_BE_BLOWN"} if blown and at in blown.at and name.endswith("bridge") else {}
        owned = ground.owner if BOOK.ground(name).owned else None
        return found | ({"original_owner": CALLED[owned]} if owned else {})

    def laid(self, slot: str, ours: str, joins: Joins, ground: Ground, turn: int = 0) -> Entry | None:
        """Return something of ours under the name that fits its face, its box and how it lies."""
        every = editor()[slot].get(ours, ())
        if not every:
            return self._made(slot, ours, joins, ground)
        own = [name for name in every if name.casefold() in {one.casefold() for one in ground.named}]
        like_face = BOXES.get(self.scenario.face, ())
        ranked = sorted(every, key=lambda name: (name not in own, names.box_of(slot, name)[0] not in like_face))
        for name in ranked:
            if (orientation := orientation_of(name, joins)) is not None:
                return {"name": name, **({"orientation": orientation or turn} if orientation or turn else {})}
        return {"name": ranked[0]} if ranked else None

    def _made(self, slot: str, ours: str, joins: Joins, ground: Ground) -> Entry | None:
        every = ((name, of, made) for name, table in editor()["becomes"].items() for of, made in table.items())
        found = next(((name, of) for name, of, made in every if made == ours and of in editor()[slot]), None)
        thing = self.laid(slot, found[1], joins, ground) if found else None
        return {**thing, "behavior": found[0]} if thing and found else None

    # -- markers

    def markers(self) -> Iterator[tuple[Hex, str, Entry]]:
        scenario = self.scenario
        for one in scenario.objectives:
            yield one.at[0], "tags", self.objective(one)
        for mines in scenario.mines:
            mine = {"name": "tag3", "behavior": "MINE_FIELD", "side": CALLED[mines.side]}
            yield from ((at, "tags", mine) for at in mines.at)
        for leaving in scenario.exits:
            yield from self.exit(leaving)
        for star in scenario.stars:
            yield from ((at, "tags", {"name": "tag1"}) for at in star.at if star.marked)
        for train in scenario.trains:
            yield from self.train(train)

    def objective(self, one: Objective) -> Entry:
        said = {
            "counts_for": one.medals,
            "nbr_hex": len(one.at) if one.needs == "all" else one.needs if isinstance(one.needs, int) else 1,
            "permanent": one.stays == "permanent",
        }
        flags = {
            "majority": one.needs == "majority",
            "last_to_occupy": one.stays == "until-taken",
            "turn_start": one.at_turn_start,
            "sole_control": one.sole,
        }
        group = [written(self.scenario.board, at) for at in one.at[1:]]
        medal = said | {key: True for key, so in flags.items() if so}
        return {"name": MEDALS[one.side], "medal": medal, **({"group": group} if group else {})}

    def exit(self, leaving: Exit) -> Iterator[tuple[Hex, str, Entry]]:
        places, side = leaving.markers or leaving.at, {"side": CALLED[leaving.side]} if leaving.side else {}
        name = "tag4" if len(leaving.at) == 1 else "tag5"
        group = [written(self.scenario.board, at) for at in leaving.at if at != places[0]]
        marker = {"name": name, "behavior": "EXIT_MARKER", **side, **({"group": group} if group else {})}
        yield places[0], "tags", marker
        yield from ((at, "tags", {"name": name}) for at in places[1:])

    def train(self, train: Train) -> Iterator[tuple[Hex, str, Entry]]:
        owner, turns = {"original_owner": CALLED[train.side]}, range(1, TURNS + 1)
        turn = next((turn for turn in turns if train.faces == importing.front_of(turn)), train.front)
        yield train.locomotive, "rect_terrain", {"name": "loco", **({"orientation": turn} if turn else {}), **owner}
        if train.wagon is not None:
            yield train.wagon, "rect_terrain", {"name": "wagon", **owner}


def orientation_of(name: str, joins: Joins) -> int | None:
    """Return how a tile of this name is turned to join these sides.

    0 if it has no direction, None if it cannot.
    """
    if not names.sides_of(name, 1):
        return 0
    for turn in range(1, TURNS + 1):
        sides = names.sides_of(name, turn)
        if all(turned(joins.get(way, ()), 0) == turned(told, 0) for way, told in sides.items() if way in joins or told):
            return turn
    return None if joins else 0


def odd_written(odd: Odd, joins: Mapping[str, Sequence[Side]]) -> Entry:
    fitting = {way: tuple(sides) for way, sides in joins.items()}
    turn = orientation_of(odd.name, fitting)
    return {"name": odd.name, **({"orientation": turn} if turn else {})}


def unit_written(unit: Unit) -> Entry:
    sign = unit.sign
    picked = editor()["unit"]["picked"].get(TYPES[sign.type]) == sign.badge and sign.badge is not None
    told = f"{TYPES[sign.type]}{'2' if picked else ''}"
    own = names.unit_name(f"{told}{sign.nation}")
    nation = sign.nation if own is not None and own.side == sign.side else NATION[sign.side]
    badges = [number for number in (_badge_number(sign), _emblem_number(sign)) if number is not None]
    odd = (*sign.not_refereed, *sign.looks)
    badges_told = [f"badge{number}" for number in badges] + [one.name for one in odd if one.kind == "badge"]
    behaviors = [RESTS] * bool(sign.rests) + [one.name for one in odd if one.kind == "behavior"]
    return {
        "name": f"{told}{nation}",
        **({"badge": badges_told[0] if len(badges_told) == 1 else badges_told} if badges_told else {}),
        **dict(zip(("behavior", "behavior2"), behaviors, strict=False)),
        **({"turn": sign.rests} if sign.rests else {}),
        **({"nbr_units": sign.figures} if sign.figures else {}),
        **({"equipment": "boat"} if sign.boat else {}),
    }


def brought_written(side: str, one: Reinforcements) -> Entry:
    kind = UnitSign.model_validate({"side": side, **one.model_dump(exclude={"units"})})
    told = unit_written(Unit((0, 0), kind, 1))
    traits = [name for name, trait in editor()["trait"].items() if trait in one.traits]
    return {
        **told,
        "nbr_units": one.units,
        **({"behavior": traits if len(traits) > 1 else traits[0]} if traits else {}),
    }


def _badge_number(sign: UnitSign) -> str | None:
    return next((number for number, ours in editor()["badge"][sign.type].items() if ours and ours == sign.badge), None)


def _emblem_number(sign: UnitSign) -> str | None:
    return sign.emblem.removeprefix("badge-") if sign.emblem and sign.emblem.startswith("badge-") else None
