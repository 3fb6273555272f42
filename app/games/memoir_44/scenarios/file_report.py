"""The content of a file for programs: things by hex, questions, what to set up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from app.core.content.missions import ImportQuestion
from app.core.messages.translator import Translator
from app.core.rules.book import load_toml
from app.games.memoir_44.book import DATA, SIDES, questions
from app.games.memoir_44.geometry import COMPASS, SECTIONS, Hex, Side, hex_written, opposite, over, written
from app.games.memoir_44.scenarios import accounts, census, editor_values, names
from app.games.memoir_44.scenarios.census import Judged
from app.games.memoir_44.scenarios.editor_file import EditorFile, Option, Thing
from app.games.memoir_44.scenarios.editor_hexes import turn_of
from app.games.memoir_44.scenarios.editor_layout import Layout
from app.games.memoir_44.scenarios.notes import lines_of_faults
from app.games.memoir_44.scenarios.thing_words import lie_told, option_told, part_told, thing_told

REFEREED, ASKED, LOOK = "refereed", "asked", "look"
JOINING = ("river", "road", "rail", "wadi")
"""Ways of which programs are told the sides."""
ALSO = ("nbr_units", "equipment", "properties", "original_owner")
MARKER = "marker"
UNKNOWN = "unknown"
EITHER = "either"
STARS = "stars"
AIR_STRIKES = "hill317"
HEX_NAME = re.compile(r"\b[A-Za-z][0-9]{1,2}\b")


@dataclass(frozen=True)
class Part:
    one: Judged
    slot: str
    name: str
    state: str
    key: str = ""

    @property
    def thing(self) -> Thing:
        return self.one.thing

    @property
    def is_whole(self) -> bool:
        return self.slot == self.thing.kind


class Report:
    def __init__(self, file: EditorFile, asked: Sequence[ImportQuestion]) -> None:
        self.file, self.asked, self.layout = file, asked, Layout(file)
        self.keys = {one.key for one in asked}

    def hex(self, at: Hex) -> str:
        return written(self.file.board, at)

    # -- what lies there

    @cached_property
    def things(self) -> list[Judged]:
        """Return every thing once, also if its hex is listed twice."""
        seen: dict[tuple[Hex, str, str], Judged] = {}
        for one in self.layout.every:
            seen.setdefault((one.thing.at, one.thing.kind, repr(one.thing.given)), one)
        return list(seen.values())

    @cached_property
    def parts(self) -> list[Part]:
        return [part for one in self.things for part in self._parts_of(one)]

    def _parts_of(self, one: Judged) -> Iterator[Part]:
        thing = one.thing
        yield Part(one, thing.kind, thing.name, *self._state(one))
        for kind, told in (("badge", thing.badges), ("behavior", thing.behaviors)):
            for name in told:
                yield Part(one, kind, name, *self._state_of_part(one, kind, name))

    def _state(self, one: Judged) -> tuple[str, str]:
        thing, decided = one.thing, names.decision(one.thing.kind, one.thing.name)
        if decided is not None:
            return ASKED, decided.key
        if one.ours is None:
            return ASKED, UNKNOWN
        if one.ours == census.STAR:
            return (ASKED, "star") if thing.at in self.layout.stars else self._state_of_star(thing)
        if one.ours in (census.MINE, census.EXIT) and census.is_lone(one):
            return ASKED, "tag3-alone" if one.ours == census.MINE else "exit-side"
        if one.ours == census.MINE and thing.side() is None:
            return ASKED, "mines"
        if names.is_crossed(thing.name):
            return ASKED, "crossing"
        return (LOOK if one.ours in (census.END, names.LOOK) else REFEREED), ""

    def _state_of_star(self, thing: Thing) -> tuple[str, str]:
        return (REFEREED if thing.at in self.layout.calls else LOOK), ""

    def _state_of_part(self, one: Judged, kind: str, name: str) -> tuple[str, str]:
        decided = names.decision(kind, name)
        if decided is not None:
            return ASKED, decided.key
        if (kind, name.casefold()) in {(odd.kind, odd.name.casefold()) for odd in one.odd}:
            return ASKED, UNKNOWN
        plain = kind == "badge" and names.badge(name, one.ours) == ""
        return (LOOK if plain or name.upper() in names.editor()["looks"]["behavior"] else REFEREED), ""

    def told(self, part: Part, said: Translator) -> str:
        return thing_told(part.thing, said) if part.is_whole else part_told(part.slot, part.name, said)

    def entry(self, part: Part, said: Translator) -> dict[str, Any]:
        thing = part.thing
        found: dict[str, Any] = {
            "slot": part.slot,
            "name": part.name,
            "words": self.told(part, said),
            "rules": list(self.rules(part)),
            "box": names.box_called(names.box_of(part.slot, part.name)[0]),
            "state": part.state,
            **({"asks": part.key} if part.key else {}),
        }
        if part.is_whole:
            open_ = {way: sides for way, sides in self.open(thing).items() if way in JOINING}
            also = {key: thing.given[key] for key in ALSO if not editor_values.is_empty(thing.given.get(key))}
            found |= {"open": open_, "also": also | accounts.without_a_place(part.one)}
        return found

    def open(self, thing: Thing) -> dict[str, list[Side]]:
        found = {way: list(sides) for way, sides in names.sides_of(thing.name, turn_of(thing)).items()}
        if names.is_crossed(thing.name) and (road := self._crossing.get(thing.at)):
            found["road"] = list(road)
        return found

    @cached_property
    def _crossing(self) -> Mapping[Hex, Sequence[Side]]:
        crossed = {one.thing.at for one in self.things if names.is_crossed(one.thing.name)}
        ground = self.layout.ground() if crossed else {}
        return {at: ground[at]["sides"]["road"] for at in crossed if "road" in ground.get(at, {}).get("sides", {})}

    def rules(self, part: Part) -> Iterator[str]:
        """Yield the rules that a thing brings, whether they are refereed or not."""
        if part.slot == "behavior":
            yield part.name.casefold().replace("_", "-")
        elif part.slot == "badge":
            yield from names.rules_of_badge(part.name, part.one.ours)
        elif part.slot != "unit":
            yield from [part.one.ours] if part.one.ours not in (None, names.LOOK) else []
        else:
            yield from self._rules_of_unit(part.thing)

    def _rules_of_unit(self, thing: Thing) -> Iterator[str]:
        unit = names.unit_name(thing.name)
        if unit is None:
            return
        badges = [rule for badge in thing.badges for rule in names.rules_of_badge(badge, unit.type)]
        if names.is_tiger(unit, editor_values.number(thing.given.get("nbr_units"))):
            yield "tiger"
        elif unit.picked and not badges and "FRENCH_RESISTANCE" not in [one.upper() for one in thing.behaviors]:
            yield unit.picked
        yield from badges
        if (unit.type, unit.nation) == ("infantry", "jp") and "sniper" not in badges:
            yield "japanese-army"

    def map(self, said: Translator) -> list[dict[str, Any]]:
        lies: dict[Hex, list[dict[str, Any]]] = {}
        for part in self.parts:
            lies.setdefault(part.thing.at, []).append(self.entry(part, said))
        return [
            {"hex": self.hex(at), "row": at[1], "col": at[0], "things": lies[at]}
            for at in sorted(lies, key=lambda at: (at[1], at[0]))
        ]

    # -- how it is won

    def exits(self) -> dict[str, list[str]]:
        found: dict[str, dict[str, None]] = {side: {} for side in SIDES}
        for one in self.things:
            side = one.thing.side()
            if one.ours == census.EXIT and side is not None and not census.is_lone(one):
                found[side] |= dict.fromkeys(self.hex(at) for at in census.group_of(self.file, one.thing))
        return {side: list(hexes) for side, hexes in found.items()}

    def objectives(self) -> list[dict[str, Any]]:
        medals = [self.layout.objective(one.thing) for one in self.things if one.ours == census.MEDAL]
        tags = [one.thing for one in self.things if one.ours == census.MEDAL]
        found = [
            {
                "hexes": [self.hex((at[0], at[1])) for at in medal["at"]],
                "side": medal.get("side", EITHER),
                "medals": medal.get("medals", 1),
                "needs": needed if isinstance(needed := medal.get("needs", 1), int) else 1,
                "rule": rule_of(tag),
            }
            for tag, medal in zip(tags, medals, strict=True)
        ]
        return [*found, *self._sudden_deaths()]

    def _sudden_deaths(self) -> Iterator[dict[str, Any]]:
        for death in accounts.sudden_deaths(self.file.data):
            places = [hex_written(self.file.board, name) for name in editor_values.names(death.get("group"))]
            hexes = list(dict.fromkeys(self.hex(at) for at in places if at is not None))
            needs = editor_values.number(death.get("number"))
            side = editor_values.side(death.get("side")) or EITHER
            yield {"hexes": hexes, "side": side, "medals": 0, "needs": needs or 1, "rule": "sudden-death"}

    # -- options and questions

    def options(self, said: Translator) -> list[dict[str, Any]]:
        return [
            {
                "name": one.name,
                "value": one.value,
                "words": option_told(one, said),
                "hexes": hexes_in(self.file, one),
                **self._state_of_option(one),
            }
            for one in self.file.options
        ]

    def _state_of_option(self, one: Option) -> dict[str, str]:
        if not one.on:
            return {"state": LOOK}
        decided = names.decision("option", one.name, one.value)
        if decided is not None:
            return {"state": ASKED, "asks": decided.key}
        key = f"option:{one.name.casefold()}"
        return (
            {"state": ASKED, "asks": called(key)} if names.option(one.name, one.value) is None else {"state": REFEREED}
        )

    def asks(self, said: Translator) -> list[dict[str, Any]]:
        return [
            {
                "key": called(one.key),
                "answer": one.key,
                "words": one.about.said(said),
                "hexes": list(one.places),
                "default": one.usual,
                "choices": list(one.choices),
            }
            for one in self.asked
        ] + list(self._asked_at_table(said))

    def _asked_at_table(self, said: Translator) -> Iterator[dict[str, Any]]:
        lies: dict[str, dict[str, None]] = {}
        for one in self.things:
            for name in {one.ours, names.becomes(one.ours, one.told) if one.ours else None}:
                lies.setdefault(str(name), {})[self.hex(one.thing.at)] = None
        for key, question in questions().items():
            hexes = [at for name in question.where for at in lies.get(name, ())]
            if question.tp is None and (hexes or not question.where):
                answers = list(question.answers)
                words = said.translate(f"question.{key}")
                told = {"key": key, "answer": key, "words": words, "hexes": hexes}
                yield {**told, "default": answers[0], "choices": answers}

    # -- what to set up

    def set_up(self, said: Translator) -> list[dict[str, Any]]:
        found: dict[tuple[str, ...], dict[str, Any]] = {}
        for part in self.parts:
            thing = part.thing
            if part.slot == "behavior":
                continue
            section = self.file.board.sections(thing.at)[0]
            shape = lie_told(thing.name, turn_of(thing), said) if part.is_whole else ""
            kind = MARKER if part.slot == "tag" else part.slot
            words, side = self.told(part, said), self.side(part)
            line = {"section": section, "kind": kind, "words": words, "shape": shape, "side": side}
            box = names.box_called(names.box_of(part.slot, part.name)[0])
            key = (section, kind, part.name.casefold(), shape, str(side))
            entry = found.setdefault(key, {**line, "box": box, "hexes": [], "count": 0})
            entry["hexes"] = list(dict.fromkeys([*entry["hexes"], self.hex(thing.at)]))
            entry["count"] += self.figures(part)
        order = ("terrain", "rect_terrain", "obstacle", "unit", "badge", MARKER)
        return sorted(found.values(), key=lambda one: (SECTIONS.index(one["section"]), order.index(one["kind"])))

    def side(self, part: Part) -> str | None:
        if part.thing.kind == "unit":
            return census.side_of(part.one)
        medal = census.side_of_medal(part.name) if part.one.ours == census.MEDAL else None
        return medal or part.thing.side() or part.thing.side("original_owner")

    def figures(self, part: Part) -> int:
        if part.slot != "unit":
            return 1
        told = editor_values.number(part.thing.given.get("nbr_units"))
        return told if told and told > 0 else names.figures_of(part.thing.name)

    def boxes(self) -> list[dict[str, Any]]:
        counts: Counter[str] = Counter()
        certain: dict[str, bool] = {}
        for part in self.parts:
            if part.slot != "behavior":
                box, is_certain = names.box_of(part.slot, part.name)
                counts[box] += self.figures(part)
                certain[box] = certain.get(box, False) or is_certain
        order = names.boxes()
        return [
            {"box": names.box_called(box), "certain": certain[box], "pieces": counts[box]}
            for box in sorted(counts, key=order.index)
        ]

    # -- all of it

    def notes(self, said: Translator) -> list[str]:
        return [
            *(line.said(said) for line in lines_of_faults(self.file)),
            *(
                said.translate("file-report.caption", side=side, told=said.name(accounts.verbatim(caption)))
                for side, caption in accounts.captions(self.file.data)
            ),
            *(
                said.translate("file-report.label", at=accounts.verbatim(self.hex(at)), told=accounts.verbatim(text))
                for at, text in self.file.labels
            ),
            *(
                said.translate("file-report.group", at=accounts.verbatim(", ".join(map(self.hex, group))))
                for group in accounts.groups(self.file)
            ),
            *(said.translate("file-report.ends-not-met", **end) for end in self._ends_not_met()),
            *accounts.more_left_out(self.file, said),
        ]

    def _ends_not_met(self) -> Iterator[dict[str, Any]]:
        joined: dict[tuple[Hex, str], set[Side]] = {}
        for one in self.things:
            if one.thing.kind == "terrain":
                for way, sides in self.open(one.thing).items():
                    if way in JOINING:
                        joined.setdefault((one.thing.at, way), set()).update(sides)
        for (at, way), led in joined.items():
            for side in COMPASS:
                beside = over(at, side)
                if side in led and opposite(side) not in joined.get((beside, way), {opposite(side)}):
                    values = {"at": self.hex(at), "beside": self.hex(beside)}
                    told = {key: accounts.verbatim(text) for key, text in values.items()}
                    yield {**told, "way": f"way-{way}", "towards": f"compass-{side.lower()}"}

    def all(self, said: Translator) -> dict[str, Any]:
        return {
            **accounts.besides(self.file),
            "boxes": self.boxes(),
            "map": self.map(said),
            "exits": self.exits(),
            "objective_list": self.objectives(),
            "options": self.options(said),
            "asks": self.asks(said),
            "set_up": self.set_up(said),
            "notes": self.notes(said),
            "silent": accounts.silent_in(self.file, self.things),
        }


def called(key: str) -> str:
    """Return the key of a question as documents have it.

    One key for all names that nobody knows.
    """
    found: str = load_toml(DATA / "editor_boxes.toml")["asked"].get(key, UNKNOWN if ":" in key else key)
    return found


RULES = (
    ("permanent", "permanent"), ("majority", "majority"), ("any_hex", "any"), ("sole_control", "sole"),
    ("last_to_occupy", "last"), ("turn_start", "turn-start"),
)  # fmt: skip
"""Rules of an objective, and their names."""


def rule_of(tag: Thing) -> str:
    rules = editor_values.part(tag.given, "medal")
    return next((called for key, called in RULES if editor_values.is_on(rules.get(key))), "hold")


def hexes_in(file: EditorFile, option: Option) -> list[str]:
    """Return every hex that the value of an option names, also within a text."""
    found: dict[str, None] = {}
    for text in accounts.texts_in(option.value):
        for name in HEX_NAME.findall(text):
            if hex_written(file.board, name) is not None:
                found[name] = None
    return list(found)
