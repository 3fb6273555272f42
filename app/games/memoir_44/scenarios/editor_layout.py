"""The layout of a file of the Scenario Editor, in the form of our own files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from app.games.memoir_44.book import EDITION, SIDES, edition_book
from app.games.memoir_44.geometry import COMPASS, Hex, hex_written, opposite, over, turned
from app.games.memoir_44.scenarios import census, editor_options, editor_values, names
from app.games.memoir_44.scenarios.census import Judged, Unrefereed, is_lone, judge
from app.games.memoir_44.scenarios.editor_file import EditorFile, Thing
from app.games.memoir_44.scenarios.editor_hexes import (
    QUARTERED,
    close,
    is_obstacle,
    join,
    keep_name,
    lay_shore,
    mark,
    may_be_quartered,
    note,
    side_told,
    star_at,
    turn_of,
)
from app.games.memoir_44.scenarios.editor_units import SHIP, ship, unit_entry
from app.games.memoir_44.scenarios.forms import MOST_CARGO, MOST_TRAINS, WORD_AT_MOST
from app.games.memoir_44.scenarios.names import SLOTS
from app.games.memoir_44.scenarios.scenario import QUARTERS
from app.games.memoir_44.scenarios.tiles import carried_by, turning
from app.games.memoir_44.scenarios.writing import drawing

NO_ANSWERS: Mapping[str, str] = MappingProxyType({})
TRAIN = ("locomotive", "wagon")
GUN = "artillery"
BUNKER = "bunker"
BOOK = edition_book(EDITION, {})
BY_HALF, NOBODY = "by-half", "nobody"
"""Owners of a marker that names none: the side by its half of the board, nobody."""
STAR, STARS = "star", "stars"
"""The question about Battle Stars, and its key of before."""
LOOK, AS_TOLD = "look", "as-told"
"""A star that is only to be seen: as an answer, and as a purpose."""
CROSSING, BESIDE, CLOCKWISE = "crossing", "beside", "clockwise"
"""The question over which sides the road of a road crossing rails leads, and its answers."""
SMALL_SHORE, AS_LISTED, SHORE = "small-shore", "as-listed", "shore"
"""The question what lies on a small beach board where nothing is listed, and its answers."""
LONE = {census.MINE: "tag3-alone", census.EXIT: "exit-side"}
"""Questions for markers that name nothing."""
DECOY, MEDAL_IF_BLOWN = "DECOY_MEDAL_MINE_FIELD", "ONE_MEDAL_IF_BLOWN"
"""Behaviours of a minefield and of a bridge that are worth a medal."""
HEADQUARTERS = "headquarters"
"""The question whose headquarters are of which a file does not tell it."""
NEIGHBOUR = "NEED_NEIGHBOUR_UNIT"
DAM, SABOTEURS = "dam", "axis"
"""Only one side sabotages dams."""


class Layout:
    """The layout of a file on hexes; `answers` are the host's choices for unrefereed things."""

    def __init__(self, file: EditorFile, answers: Mapping[str, str] = NO_ANSWERS) -> None:
        self.file, self.answers = file, answers
        self.every = [self._as_answered(one) for one in judge(file)]
        self.options = {written: one for one, written in census.of_options(file.options) if written and one.on}

    def data(self) -> dict[str, Any]:
        lists = {
            "objectives": self.objectives(),
            "mines": list(self.mines()),
            "exits": list(self.exits()),
            "stars": self.battle_stars(),
            "trains": [self.train(*one) for one in self.trains],
            "sudden-deaths": self.sudden_deaths(),
        }
        bridges, units = self.bridges(), self.units()
        japanese = bool(self.of_nation("jp", "infantry"))
        armies = editor_options.armies(self.options, japanese=japanese, answers=self.answers)
        return {
            "special-rules": list(self.special_rules()),
            "map": drawing(self.file.board, self.ground()),
            **({"forces": drawing(self.file.board, units)} if units else {}),
            **{name: found for name, found in lists.items() if found},
            **({"blow-bridges": bridges} if bridges else {}),
            **({"armies": armies} if armies else {}),
            **editor_options.turned_on(self.options, self.file.options, self.file.board, self.answers),
        }

    def answer(self, kind: str, name: str, value: Any = "") -> str:
        """Return what the host says about a thing, else what is usual."""
        open_ = names.decision(kind, name, value)
        key = open_.key if open_ else f"{kind}:{name.casefold()}"
        return self.answers.get(key, open_.usual if open_ else names.usual_answer(kind, name))

    def _as_answered(self, one: Judged) -> Judged:
        kind, name = one.thing.kind, one.thing.name
        ours = names.meaning(self.answer(kind, name)) if names.decision(kind, name) else one.ours
        open_ = [told for told in one.told if names.decision("behavior", told)]
        decided = [told for told in open_ if self.answer("behavior", told) == names.DECIDE]
        return replace(
            one,
            ours=ours,
            told=tuple(told for told in one.told if told not in open_),
            odd=(*one.odd, *(Unrefereed("behavior", told) for told in decided)),
        )

    def of(self, ours: str) -> list[Judged]:
        return [one for one in self.every if one.ours == ours]

    def of_nation(self, nation: str, *types: str) -> list[Hex]:
        units = ((one, names.unit_name(one.thing.name)) for one in self.every if one.thing.kind == "unit")
        found = (one.thing.at for one, unit in units if unit and unit.nation == nation and unit.type in types)
        return list(dict.fromkeys(found))

    def bearing(self, odd: Unrefereed) -> list[Thing]:
        """Return the things of a name, or with a badge or behaviour of it."""
        return self._bearing.get((odd.kind, odd.name.casefold()), [])

    @cached_property
    def _bearing(self) -> Mapping[tuple[str, str], list[Thing]]:
        found: dict[tuple[str, str], list[Thing]] = {}
        for thing in (one.thing for one in self.every):
            told = [(thing.kind, thing.name), *(("badge", name) for name in thing.badges)]
            told += [("behavior", name) for name in thing.behaviors]
            for key in dict.fromkeys((kind, name.casefold()) for kind, name in told):
                found.setdefault(key, []).append(thing)
        return found

    # -- the map

    def ground(self) -> dict[Hex, dict[str, Any]]:
        found: dict[Hex, dict[str, Any]] = {}
        for one in self.every:
            if one.thing.kind == "unit" and one.ours is not None:
                continue
            here = found.setdefault(one.thing.at, {})
            self._lay(here, one)
            for odd in one.all_odd:
                self._lay_odd(here, odd, one.thing)
        self._lay_crossings(found)
        if self.answers.get(SMALL_SHORE) == SHORE:
            lay_shore(self.file, found)
        return {at: here for at, here in found.items() if here}

    def _lay(self, here: dict[str, Any], one: Judged) -> None:
        thing, ours = one.thing, names.becomes(one.ours, one.told) if one.ours is not None else None
        if thing.kind in names.SLOTS:
            close(here, one)
        sides = names.sides_of(thing.name, turn_of(thing))
        turn = 0 if sides else turn_of(thing)
        if thing.kind not in SLOTS or ours is None or ours in (*TRAIN, SHIP):
            return
        if ours == names.LOOK:
            note(here, "looks", Unrefereed(thing.kind, thing.name))
            join(here, sides)
        elif is_obstacle(ours):
            here.setdefault("obstacles", {}).setdefault(ours, turn)
            join(here, sides)
            if BOOK.ground(ours).owned and (owner := self._owner(thing, ours)):
                here["owner"] = owner
            keep_name(here, one)
        elif "terrain" not in here:
            here["terrain"] = ours
            join(here, sides)
            mark(here, one, quartered=self.is_quartered(one), owner=self.owner_of_headquarters(one))
            if BOOK.ground(ours).headquarters and (owner := self.owner_of_headquarters(one)):
                here["owner"] = owner
            if "FORD" in one.told:
                here.setdefault("obstacles", {}).setdefault("ford", 0)
            keep_name(here, one)

    def _owner(self, thing: Thing, ours: str) -> str | None:
        """Return the side that something protects; unsaid, a bunker is of the unit in it."""
        if ours == BUNKER:
            return self._told_owner(thing)
        return thing.side("original_owner") or thing.side()

    def _lay_odd(self, here: dict[str, Any], odd: Unrefereed, thing: Thing) -> None:
        answer = self.answer(odd.kind, odd.name)
        if answer.startswith(names.LIKE) and odd.kind != "unit":
            like = answer.removeprefix(names.LIKE)
            if is_obstacle(like):
                here.setdefault("obstacles", {}).setdefault(like, turn_of(thing))
            else:
                here.setdefault("terrain", like)
            sides = names.sides_of(thing.name, turn_of(thing))
            join(here, {way: sides[way] for way in sides if way in carried_by(like)})
        elif not answer.startswith(names.LIKE):
            note(here, "not-refereed" if answer == names.DECIDE else "looks", odd)
            if odd.kind == thing.kind:
                join(here, names.sides_of(thing.name, turn_of(thing)))

    def _lay_crossings(self, found: Mapping[Hex, dict[str, Any]]) -> None:
        """Turn the roads that cross rails.

        A road leads where a road beside faces it; else over the two sides clockwise next to the rails.
        """
        crossed = {one.thing.at for one in self.every if names.is_crossed(one.thing.name)}
        for at, here in found.items():
            rails = here.get("sides", {}).get("rail")
            if at in crossed and rails:
                beside = {side: found.get(over(at, side), {}).get("sides", {}) for side in COMPASS if side not in rails}
                looking = [side for side, sides in beside.items() if opposite(side) in sides.get("road", ())]
                onward = () if self.answers.get(CROSSING) == CLOCKWISE else looking
                here["sides"]["road"] = list(onward or turned(rails, -1))

    def units(self) -> dict[Hex, dict[str, Any]]:
        """Return the unit on each hex, the first that a file puts there."""
        found: dict[Hex, dict[str, Any]] = {}
        for one in self.every:
            stands = one.thing.kind == "unit" and one.thing.at not in self.places_of_trains
            unit = self.unit(one) if stands else None
            if unit is not None:
                found.setdefault(one.thing.at, unit)
        for one in self.of(SHIP):
            found.setdefault(one.thing.at, ship(one.thing, self.file, self.answers))
        return found

    @cached_property
    def camouflaged(self) -> set[Hex]:
        return {one.thing.at for one in self.of(census.CAMOUFLAGE)}

    def unit(self, one: Judged) -> dict[str, Any] | None:
        """Return a unit, its badge before the 2 of its name; an unrefereed one as the host says."""
        named = names.unit_name(one.thing.name)
        if named is None:
            return self._unit_like(one)
        hidden = {"camouflaged": True} if one.thing.at in self.camouflaged else {}
        return {**unit_entry(one, named, self.answers), **hidden, **self._odd_of_unit(one)}

    def _odd_of_unit(self, one: Judged) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for odd in one.odd:
            decided = self.answer(odd.kind, odd.name) == names.DECIDE
            note(found, "not-refereed" if decided else "looks", odd)
        return found

    def _unit_like(self, one: Judged) -> dict[str, Any] | None:
        answer = self.answer("unit", one.thing.name)
        nation = names.nation_of_other(one.thing.name)
        if not answer.startswith(names.LIKE) or nation is None:
            return None
        return {
            "side": names.side_of_nation(nation),
            "type": answer.removeprefix(names.LIKE),
            "nation": nation[:WORD_AT_MOST],
        }

    # -- pieces

    def objectives(self) -> list[dict[str, Any]]:
        """Return every objective once, also if its hex is listed twice."""
        every = [self.objective(one.thing) for one in self.of(census.MEDAL)]
        return list({repr(one): one for one in every}.values())

    def objective(self, tag: Thing) -> dict[str, Any]:
        rules = editor_values.part(tag.given, "medal")
        told = [*editor_values.names(tag.given.get("group")), *editor_values.names(rules.get("group"))]
        group = [at for one in told if (at := hex_written(self.file.board, one)) is not None]
        side = census.side_of_medal(tag.name) or editor_values.side(rules.get("side")) or tag.side()
        needs = editor_values.number(rules.get("nbr_hex"))
        medals = editor_values.number(rules.get("counts_for"))
        return {
            "at": [list(place) for place in dict.fromkeys((tag.at, *group))],
            **({"side": side} if side else {}),
            **({"medals": medals} if medals and 1 < medals <= 99 else {}),
            **({"needs": needs} if needs and 1 < needs <= 99 and not editor_values.is_on(rules.get("any_hex")) else {}),
            **({"needs": "majority"} if editor_values.is_on(rules.get("majority")) else {}),
            **({"stays": "until-taken"} if editor_values.is_on(rules.get("last_to_occupy")) else {}),
            **({"stays": "permanent"} if editor_values.is_on(rules.get("permanent")) else {}),
            **({"at-turn-start": True} if editor_values.is_on(rules.get("turn_start")) else {}),
            **({"sole": True} if editor_values.is_on(rules.get("sole_control")) else {}),
        }

    def sudden_deaths(self) -> list[dict[str, Any]]:
        return [{"side": side, "at": [list(one) for one in at], "needs": min(needs, len(at))}
                for side, at, needs in self.file.sudden]  # fmt: skip

    @cached_property
    def mines_of_nobody(self) -> list[Hex]:
        return [one.thing.at for one in self.of(census.MINE) if one.thing.side() is None and not is_lone(one)]

    def lone(self, ours: str) -> list[Hex]:
        return list(dict.fromkeys(one.thing.at for one in self.of(ours) if is_lone(one)))

    def side_of_lone(self, one: Judged) -> str | None:
        near = self._side_near(one.thing.at, across=one.ours != census.MINE)
        answer = self.answers.get(LONE[str(one.ours)], BY_HALF)
        return {BY_HALF: near, NOBODY: None}.get(answer, answer)

    def _side_near(self, at: Hex, *, across: bool = False) -> str | None:
        edge = "top" if (2 * at[1] < self.file.board.rows) != across else "bottom"
        return self.file.side_at(edge) or next(
            (side for side in SIDES if (side == self.answers.get("top")) == (edge == "top")), None
        )

    @cached_property
    def lone_headquarters(self) -> list[Hex]:
        """Return the hexes of headquarters of which a file does not tell whose they are."""
        every = (one for one in self.every if one.thing.kind in names.SLOTS and one.ours is not None)
        found = [one for one in every if one.ours in BOOK.terrain and BOOK.ground(one.ours).headquarters]
        return list(dict.fromkeys(one.thing.at for one in found if self._told_owner(one.thing) is None))

    def is_quartered(self, one: Judged) -> bool:
        return may_be_quartered(one.thing) and self.answer("behavior", QUARTERED) == QUARTERS

    def _told_owner(self, thing: Thing) -> str | None:
        units = (one for one in self.every if one.thing.kind == "unit" and one.thing.at == thing.at)
        inside = next(filter(None, map(census.side_of, units)), None)
        return thing.side("original_owner") or thing.side() or inside

    def owner_of_headquarters(self, one: Judged) -> str | None:
        """Return whose headquarters are, by the file, the unit on them, or else the host."""
        answer = self.answers.get(HEADQUARTERS, BY_HALF)
        told = self._told_owner(one.thing)
        return told or {BY_HALF: self._side_near(one.thing.at), NOBODY: None}.get(answer, answer)

    def mines(self) -> Iterator[dict[str, Any]]:
        """Yield minefields by the side that laid them, those whose first decoy is a medal apart."""
        laid = [
            (
                self.side_of_lone(one) if is_lone(one) else one.thing.side() or self.answers.get("mines"),
                DECOY in one.told,
                one.thing.at,
            )
            for one in self.of(census.MINE)
        ]
        for side, decoy in dict.fromkeys((side, decoy) for side, decoy, _ in laid if side is not None):
            at = dict.fromkeys(at for of, also, at in laid if (of, also) == (side, decoy))
            yield {"side": side, "at": [list(one) for one in at], **({"decoy-medal": True} if decoy else {})}

    def exits(self) -> Iterator[dict[str, Any]]:
        """Yield exits with the side that may use them.

        The hex of each marker and those that it names, and other markers on them.
        """
        ends = {one.thing.at for one in self.of(census.END)}
        told: dict[str, dict[str, Any]] = {}
        for one in self.of(census.EXIT):
            side = self.side_of_lone(one) if is_lone(one) else one.thing.side()
            if side is None and is_lone(one):
                continue
            at = census.group_of(self.file, one.thing)
            markers = [place for place in at if place == one.thing.at or place in ends]
            found = {"at": [list(place) for place in at], **({"side": side} if side else {})}
            if len(markers) < len(at):
                found["markers"] = [list(place) for place in markers]
            told[repr(found)] = found
        yield from told.values()

    @cached_property
    def stars(self) -> list[Hex]:
        """Return the hexes of Battle Stars that are neither a unit's mark nor a place of an option.

        A star on a dam is the dam's, whoever stands there.
        """
        marked = {one.thing.at for one in self.every if one.thing.kind == "unit"} - {
            one.thing.at for one in self.of(DAM)
        }
        every = (one.thing.at for one in self.of(census.STAR))
        return list(dict.fromkeys(at for at in every if at not in self.calls and at not in marked))

    @cached_property
    def marks(self) -> list[Hex]:
        every = (one.thing.at for one in self.of(census.STAR))
        return list(dict.fromkeys(at for at in every if at not in self.calls and at not in self.stars))

    @property
    def usual_purpose(self) -> str:
        return "air-strike" if "hill317" in self.options and not self.calls else AS_TOLD

    @cached_property
    def calls(self) -> list[Hex]:
        value = self.options["hill317"].value if "hill317" in self.options else None
        named = (hex_written(self.file.board, name) for name in editor_values.names(value))
        return list(dict.fromkeys(at for at in named if at is not None))

    def battle_stars(self) -> list[dict[str, Any]]:
        """Return Battle Stars for the purpose that the host names.

        An air strike is called from the hexes that the option names, else from those with a star, else from any hill.
        """
        marks = [star_at(self.marks, "as-told")] if self.marks else []
        return [*self._air_strikes(), *self._starred(), *marks]

    def _air_strikes(self) -> Iterator[dict[str, Any]]:
        hills = [] if self.calls or self.stars else [one.thing.at for one in self.of("hill")]
        starred = {one.thing.at for one in self.of(census.STAR)}
        for at in dict.fromkeys([*self.calls, *hills] if "hill317" in self.options else []):
            yield star_at([at], "air-strike") | ({} if at in starred else {"marked": False})

    def _starred(self) -> list[dict[str, Any]]:
        at, purpose = self.stars, self.answers.get(STAR, self.usual_purpose)
        purpose = AS_TOLD if purpose == LOOK else purpose
        if purpose != DAM:
            return [star_at(at, purpose)] if at else []
        dams = [place for place in at if place in {one.thing.at for one in self.of(DAM)}]
        others = [place for place in at if place not in dams]
        sabotaged = [star_at(dams, DAM) | {"side": SABOTEURS}] if dams else []
        return [*sabotaged, *([star_at(others, AS_TOLD)] if others else [])]

    @cached_property
    def trains(self) -> list[tuple[Thing, Thing | None, str | None]]:
        engines, wagons = ({one.thing.at: one.thing for one in reversed(self.of(name))} for name in TRAIN)
        found: list[tuple[Thing, Thing | None, str | None]] = []
        for engine in [*reversed(engines.values())][:MOST_TRAINS]:
            beside = (at for at in self.file.board.around(engine.at) if at in wagons and at not in engines)
            wagon = wagons.pop(next(beside, engine.at), None)
            found.append((engine, wagon, self._side_of_train(engine, wagon)))
        return found

    @cached_property
    def places_of_trains(self) -> set[Hex]:
        return {part.at for engine, wagon, _ in self.trains for part in (engine, wagon) if part}

    def aboard(self, engine: Thing, wagon: Thing | None, side: str | None) -> list[Judged]:
        """Return the units of its side on a train: passengers, or else the gun in its wagon."""
        places = {engine.at, *([wagon.at] if wagon else [])}
        own = [one for one in self.every if one.thing.at in places and side and census.side_of(one) == side]
        riders = [one for one in own if one.ours != GUN]
        guns = [one for one in own if wagon and one.thing.at == wagon.at]
        return riders if riders or "supply_train_rules" in self.options else guns

    @property
    def left_behind(self) -> list[Judged]:
        aboard = {id(one) for train in self.trains for one in self.aboard(*train)}
        units = (one for one in self.every if one.thing.kind == "unit" and one.thing.at in self.places_of_trains)
        return [one for one in units if id(one) not in aboard]

    def _side_of_train(self, engine: Thing, wagon: Thing | None) -> str | None:
        parts = [engine, *([wagon] if wagon else [])]
        named = [part.side(key) for part in parts for key in ("side", "original_owner")]
        supply = self._says("supply_train_rules")
        places = {part.at for part in parts}
        aboard = [census.side_of(one) for one in self.every if one.thing.at in places]
        return next(filter(None, (*named, editor_values.side(supply.get("side")), *aboard)), None)

    def train(self, engine: Thing, wagon: Thing | None, side: str | None) -> dict[str, Any]:
        aboard = [str(one.ours) for one in self.aboard(engine, wagon, side)]
        supply = "supply_train_rules" in self.options or not {GUN}.issuperset(aboard)
        turn = turn_of(engine)
        cargo = self._cargo() or aboard if supply else []
        return {
            "side": side or self.answers["train"],
            "kind": "supply" if supply else "armoured" if aboard else "plain",
            "locomotive": list(engine.at),
            **({"wagon": list(wagon.at)} if wagon else {}),
            **({"faces": turning("train", turn)[0]} if turn else {}),
            **({"cargo": cargo} if cargo else {}),
        }

    def _cargo(self) -> list[str]:
        says = self._says("supply_train_rules")
        unit = names.unit_name(editor_values.name(says.get("unit")))
        numbers = [editor_values.number(one) or 0 for one in editor_values.several(says.get("nbr_units"))]
        return [unit.type] * min(sum(numbers), MOST_CARGO) if unit else []

    def _says(self, option: str) -> Mapping[str, Any]:
        return self.options[option].says if option in self.options else {}

    def bridges(self) -> dict[str, Any] | None:
        found = next(((way, name) for way in (1, 2) if (name := f"blowbridge_opt{way}") in self.options), None)
        every = [one for one in self.every if one.ours in ("bridge", "railway-bridge", "pontoon-bridge")]
        named = [one for one in every if "CAN_BE_BLOWN" in one.told]
        at = [list(place) for place in dict.fromkeys(one.thing.at for one in named or every)]
        if found is None or not at:
            return None
        side = editor_values.side(self._says(found[1]).get("side")) or side_told(self.options[found[1]])
        beside = editor_values.name(self._says(found[1]).get("option")).upper() == NEIGHBOUR
        worth = [list(one.thing.at) for one in every if MEDAL_IF_BLOWN in one.told and list(one.thing.at) in at]
        return {
            "option": found[0],
            "at": at,
            **({"side": side} if side else {}),
            **({"beside": True} if beside else {}),
            **({"medal-at": worth} if worth else {}),
        }

    def special_rules(self) -> Iterator[str]:
        if "north_african_desert_rules" in self.options:
            yield "north-african-desert"
        if "deck_name" in self.options:
            yield "air-power-is-bombard"
