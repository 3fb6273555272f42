"""The layout of a file of the Scenario Editor, in the form of our own files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

from app.games.memoir_44.book import EDITION, SIDES, edition_book
from app.games.memoir_44.geometry import COMPASS, Hex, Side, hex_named, opposite, over, turned
from app.games.memoir_44.scenarios import census, editor_values, names
from app.games.memoir_44.scenarios.census import Judged, Unrefereed, is_lone, judge
from app.games.memoir_44.scenarios.editor_file import EditorFile, Option, Thing
from app.games.memoir_44.scenarios.forms import FEW, MOST_CARGO, MOST_FIGURES, MOST_TRAINS, WORD_AT_MOST
from app.games.memoir_44.scenarios.tiles import carried_by, turning
from app.games.memoir_44.scenarios.writing import drawing

DECIDE, LIKE = "decide", "like-"
NO_ANSWERS: Mapping[str, str] = MappingProxyType({})
TRAIN = ("locomotive", "wagon")
GUN = "artillery"
BY_HALF, NOBODY = "by-half", "nobody"
"""Owners of a marker that names none: the side by its half of the board, nobody."""
LONE = {census.MINE: "tag3-alone", census.EXIT: "exit-side"}
"""Questions for markers that name nothing."""
NEIGHBOUR = "NEED_NEIGHBOUR_UNIT"
DAM, SABOTEURS = "dam", "axis"
"""Only one side sabotages dams."""


class Layout:
    """The layout of a file on hexes; `answers` are the host's choices for unrefereed things."""

    def __init__(self, file: EditorFile, answers: Mapping[str, str] = NO_ANSWERS) -> None:
        self.file, self.answers = file, answers
        self.every = judge(file)
        self.options = {written: one for one, written in census.of_options(file.options) if written and one.on}

    def data(self) -> dict[str, Any]:
        """Return map, forces and pieces in the form of our files."""
        lists = {
            "objectives": self.objectives(),
            "mines": list(self.mines()),
            "exits": list(self.exits()),
            "stars": self.battle_stars(),
            "trains": [self.train(*one) for one in self.trains],
        }
        bridges, units = self.bridges(), self.units()
        return {
            "special-rules": list(self.special_rules()),
            "map": drawing(self.file.board, self.ground()),
            **({"forces": drawing(self.file.board, units)} if units else {}),
            **{name: found for name, found in lists.items() if found},
            **({"blow-bridges": bridges} if bridges else {}),
        }

    def of(self, ours: str) -> list[Judged]:
        """Return every thing that means this here."""
        return [one for one in self.every if one.ours == ours]

    # -- the map

    def ground(self) -> dict[Hex, dict[str, Any]]:
        """Return the contents of each hex."""
        found: dict[Hex, dict[str, Any]] = {}
        for one in self.every:
            if one.thing.kind == "unit" and one.ours is not None:
                continue
            here = found.setdefault(one.thing.at, {})
            self._lay(here, one)
            for odd in one.all_odd:
                self._lay_odd(here, odd, one.thing)
        self._lay_crossings(found)
        return {at: here for at, here in found.items() if here}

    def _lay(self, here: dict[str, Any], one: Judged) -> None:
        thing = one.thing
        sides = names.sides_of(thing.name, turn_of(thing))
        turn = 0 if sides else turn_of(thing)
        if thing.kind == "terrain" and one.ours is not None and "terrain" not in here:
            here["terrain"] = one.ours
            _join(here, sides)
            if "FORD" in one.told:
                here.setdefault("obstacles", {}).setdefault("ford", 0)
        elif thing.kind in ("rect_terrain", "obstacle") and one.ours is not None and one.ours not in TRAIN:
            here.setdefault("obstacles", {}).setdefault(one.ours, turn)
            _join(here, sides)
            owner = thing.side("original_owner") or thing.side()
            here |= {"owner": owner} if owner and one.ours == "bunker" else {}

    def _lay_odd(self, here: dict[str, Any], odd: Unrefereed, thing: Thing) -> None:
        answer = self.answers[f"{odd.kind}:{odd.name.casefold()}"]
        if answer == DECIDE:
            noted = here.setdefault("not-refereed", [])
            if odd._asdict() not in noted and len(noted) < FEW:
                noted.append(odd._asdict())
            if odd.kind == thing.kind:
                _join(here, names.sides_of(thing.name, turn_of(thing)))
        elif answer.startswith(LIKE) and odd.kind != "unit":
            like = answer.removeprefix(LIKE)
            if edition_book(EDITION, {}).terrain[like]["kind"] == "obstacle":
                here.setdefault("obstacles", {}).setdefault(like, turn_of(thing))
            else:
                here.setdefault("terrain", like)
            sides = names.sides_of(thing.name, turn_of(thing))
            _join(here, {way: sides[way] for way in sides if way in carried_by(like)})

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
                here["sides"]["road"] = list(looking or turned(rails, -1))

    def units(self) -> dict[Hex, dict[str, Any]]:
        """Return the unit on each hex, the first that a file puts there."""
        found: dict[Hex, dict[str, Any]] = {}
        for one in self.every:
            stands = one.thing.kind == "unit" and one.thing.at not in self.places_of_trains
            unit = self.unit(one) if stands else None
            if unit is not None:
                found.setdefault(one.thing.at, unit)
        return found

    def unit(self, one: Judged) -> dict[str, Any] | None:
        """Return a unit, its badge before the 2 of its name; an unrefereed one as the host says."""
        named = names.unit_name(one.thing.name)
        if named is None:
            return self._unit_like(one)
        badges = [found for name in one.thing.badges if (found := names.badge(name, named.type)) is not None]
        plain = [names.badge_number(name) for name in one.thing.badges if names.badge(name, named.type) == ""]
        badge = next(filter(None, badges), None)
        if "FRENCH_RESISTANCE" in one.told:
            badge = "french-resistance"
        figures, odd = (
            editor_values.number(one.thing.given.get("nbr_units")),
            [each._asdict() for each in self._decided(one)],
        )
        boat = [name.casefold() for name in editor_values.names(one.thing.given.get("equipment"))] == [census.BOAT]
        return {
            "side": named.side,
            "type": named.type,
            "nation": named.nation[:WORD_AT_MOST],
            **({"badge": badge or named.picked} if badge or named.picked else {}),
            **({"emblem": f"badge-{plain[0]}"} if plain else {}),
            **({"figures": figures} if figures and 1 <= figures <= MOST_FIGURES else {}),
            **({"boat": True} if boat and named.type == "infantry" else {}),
            **({"not-refereed": odd} if odd else {}),
        }

    def _decided(self, one: Judged) -> list[Unrefereed]:
        decided = [odd for odd in one.odd if self.answers[f"{odd.kind}:{odd.name.casefold()}"] == DECIDE]
        return list(dict.fromkeys(decided))[:FEW]

    def _unit_like(self, one: Judged) -> dict[str, Any] | None:
        answer = self.answers[f"unit:{one.thing.name.casefold()}"]
        nation = names.nation_of_other(one.thing.name)
        if not answer.startswith(LIKE) or nation is None:
            return None
        return {
            "side": names.side_of_nation(nation),
            "type": answer.removeprefix(LIKE),
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
        group = [at for one in told if (at := hex_named(self.file.board, one)) is not None]
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

    @cached_property
    def mines_of_nobody(self) -> list[Hex]:
        return [one.thing.at for one in self.of(census.MINE) if one.thing.side() is None and not is_lone(one)]

    def lone(self, ours: str) -> list[Hex]:
        return list(dict.fromkeys(one.thing.at for one in self.of(ours) if is_lone(one)))

    def side_of_lone(self, one: Judged) -> str | None:
        answer = self.answers.get(LONE[str(one.ours)], BY_HALF)
        near = "top" if 2 * one.thing.at[1] < self.file.board.rows else "bottom"
        edge = near if one.ours == census.MINE else ("bottom" if near == "top" else "top")
        told = self.file.side_at(edge) or next(
            (side for side in SIDES if (side == self.answers.get("top")) == (edge == "top")), None
        )
        return {BY_HALF: told, NOBODY: None}.get(answer, answer)

    def mines(self) -> Iterator[dict[str, Any]]:
        """Yield minefields by the side that laid them."""
        laid = [
            (self.side_of_lone(one) if is_lone(one) else one.thing.side() or self.answers.get("mines"), one.thing.at)
            for one in self.of(census.MINE)
        ]
        laid = [(side, at) for side, at in laid if side is not None]
        for side in dict.fromkeys(side for side, _ in laid):
            yield {"side": side, "at": [list(at) for at in dict.fromkeys(at for of, at in laid if of == side)]}

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

    @property
    def stars(self) -> list[Hex]:
        """Return the hexes of Battle Stars without another purpose."""
        return list(dict.fromkeys(one.thing.at for one in self.of(census.STAR) if one.thing.at not in self.calls))

    @property
    def usual_purpose(self) -> str:
        return "air-strike" if "hill317" in self.options and not self.calls else "as-told"

    @cached_property
    def calls(self) -> list[Hex]:
        """Return the hexes from which an option says that air strikes are called."""
        value = self.options["hill317"].value if "hill317" in self.options else None
        named = (hex_named(self.file.board, name) for name in editor_values.names(value))
        return list(dict.fromkeys(at for at in named if at is not None))

    def battle_stars(self) -> list[dict[str, Any]]:
        """Return Battle Stars for the purpose that the host names.

        An air strike is called from the hexes that the option names, else from those with a star, else from any hill.
        """
        return [*self._air_strikes(), *self._starred()]

    def _air_strikes(self) -> Iterator[dict[str, Any]]:
        hills = [] if self.calls or self.stars else [one.thing.at for one in self.of("hill")]
        starred = {one.thing.at for one in self.of(census.STAR)}
        for at in dict.fromkeys([*self.calls, *hills] if "hill317" in self.options else []):
            yield star_at([at], "air-strike") | ({} if at in starred else {"marked": False})

    def _starred(self) -> list[dict[str, Any]]:
        at, purpose = self.stars, self.answers.get("stars", self.usual_purpose)
        if purpose != DAM:
            return [star_at(at, purpose)] if at else []
        dams = [place for place in at if place in {one.thing.at for one in self.of(DAM)}]
        others = [place for place in at if place not in dams]
        sabotaged = [star_at(dams, DAM) | {"side": SABOTEURS}] if dams else []
        return [*sabotaged, *([star_at(others, "as-told")] if others else [])]

    @cached_property
    def trains(self) -> list[tuple[Thing, Thing | None, str | None]]:
        """Return each locomotive with its wagon and its side."""
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
        """Return a train in the form of our files."""
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
        side = editor_values.side(self._says(found[1]).get("side")) or _side_told(self.options[found[1]])
        beside = editor_values.name(self._says(found[1]).get("option")).upper() == NEIGHBOUR
        return {
            "option": found[0],
            "at": at,
            **({"side": side} if side else {}),
            **({"beside": True} if beside else {}),
        }

    def special_rules(self) -> Iterator[str]:
        """Yield the rules that a file turns on."""
        if "north_african_desert_rules" in self.options:
            yield "north-african-desert"
        if any("OASIS_RECOVERY" in one.told for one in self.every):
            yield "oasis-recovery"


def _join(here: dict[str, Any], sides: Mapping[str, Sequence[Side]]) -> None:
    for way, joined in sides.items():
        here.setdefault("sides", {}).setdefault(way, list(joined))


def star_at(at: list[Hex], purpose: str) -> dict[str, Any]:
    return {"at": [list(place) for place in at], "purpose": purpose}


def _side_told(option: Option) -> str | None:
    return editor_values.side(option.value) if isinstance(option.value, str) else None


def turn_of(thing: Thing) -> int:
    turn = editor_values.number(thing.given.get("orientation"))
    return turn if turn is not None and 1 <= turn <= 6 else 0
