"""The import of a file of the Scenario Editor with the host's answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.core.content.missions import BriefingLine, ExternalFile, ImportQuestion, MissionData, answered
from app.core.content.toml_source import FILE_NAME_LIMIT
from app.core.messages.slugs import make_slug
from app.core.messages.translator import LANGUAGES
from app.games.memoir_44.board_view.drawing import tile_drawn
from app.games.memoir_44.book import EDITION, SIDES, edition_book
from app.games.memoir_44.geometry import Hex, written
from app.games.memoir_44.scenarios import editor_values, names
from app.games.memoir_44.scenarios.asking_armies import asked_of_armies
from app.games.memoir_44.scenarios.census import EXIT, MINE, Census, Unrefereed, census, of_options, report
from app.games.memoir_44.scenarios.checks import checked
from app.games.memoir_44.scenarios.editor_file import EditorFile, read
from app.games.memoir_44.scenarios.editor_hexes import turn_of
from app.games.memoir_44.scenarios.editor_layout import (
    AS_LISTED,
    AS_TOLD,
    BESIDE,
    BY_HALF,
    CLOCKWISE,
    CROSSING,
    HEADQUARTERS,
    LONE,
    LOOK,
    NOBODY,
    SHORE,
    SMALL_SHORE,
    STAR,
    STARS,
    Layout,
)
from app.games.memoir_44.scenarios.editor_units import (
    BY_NATION,
    EARLY,
    LATE,
    VEHICLE,
    WEAPON_YEAR,
    has_years,
    is_vehicle,
    usual_year,
)
from app.games.memoir_44.scenarios.file_report import Report
from app.games.memoir_44.scenarios.forms import FEW, NAME_AT_MOST, WORD_AT_MOST
from app.games.memoir_44.scenarios.ignored_parts import faults
from app.games.memoir_44.scenarios.kept_besides import with_kept
from app.games.memoir_44.scenarios.notes import lines_besides, lines_of_faults, named
from app.games.memoir_44.scenarios.tiles import Joins, turning

FIRST, TOP = "first", "top"
"""Questions if a file does not say it: the first player, and the side at the top."""


def foreign(content: bytes, file_name: str) -> ExternalFile:
    """Return a file of the editor: its contents, its questions, and the resulting scenario.

    Raise Refused, naming the place.
    """
    file = read(content)
    found = census(file)
    title = title_of(file, file_name)
    asked = list(asked_of(file, found))

    def mission(answers: Mapping[str, str]) -> MissionData:
        told = {STAR: answers[STARS], **answers} if STARS in answers else answers
        own = mission_of(file, title, answered(asked, told), stem_of(file_name))
        data = with_kept(own, editor_values.part(file.data, "meta_data"))
        checked(data)
        return data

    notes = [*lines_of_faults(file), *lines_besides(file)]
    name = title[LANGUAGES[0]]
    return ExternalFile(name, report(file, name), notes, asked, mission, Report(file, asked).all)


def of_itself(file: EditorFile) -> dict[str, Any]:
    return {"dates": [*file.about.dates], "front": file.about.front, "packs": [*file.about.packs]}


ENDINGS = (".m44", ".json", ".txt")
"""Endings of such files, also those that a phone has renamed."""


def title_of(file: EditorFile, file_name: str) -> dict[str, str]:
    told = {language: texts["name"].splitlines()[0] for language, texts in file.texts.items() if "name" in texts}
    usual = next((told[one] for one in (*LANGUAGES, *told) if one in told), "") or stem_of(file_name) or "?"
    return {one: editor_values.title(told.get(one) or usual) or "?" for one in LANGUAGES}


def stem_of(file_name: str) -> str:
    stem = file_name.rpartition("/")[2][-FILE_NAME_LIMIT:]
    while stem.lower().endswith(ENDINGS):
        stem = stem.rpartition(".")[0]
    return editor_values.shortened(editor_values.title(stem), NAME_AT_MOST)


# -- questions


def asked_of(file: EditorFile, found: Census) -> Iterator[ImportQuestion]:
    sides = {side: BriefingLine(f"name.{side}") for side in SIDES}
    if file.side_at("top") is None:
        yield ImportQuestion(TOP, BriefingLine("scenario-asks.top"), 0, sides)
    if file.first is None:
        yield ImportQuestion(FIRST, BriefingLine("scenario-asks.first"), 0, sides)
    yield from _asked_numbers(file)
    layout = Layout(file)
    if layout.mines_of_nobody:
        laid = layout.mines_of_nobody
        yield ImportQuestion("mines", BriefingLine("scenario-asks.mines"), len(laid), sides, places=hexes(file, laid))
    for ours in (MINE, EXIT):
        if lone := layout.lone(ours):
            choices = {
                BY_HALF: BriefingLine(f"scenario-asks.by-half-{ours}"),
                **sides,
                NOBODY: BriefingLine("scenario-asks.nobody"),
            }
            about = BriefingLine(f"scenario-asks.lone-{ours}", {"at": named(file, lone)})
            yield ImportQuestion(LONE[ours], about, len(lone), choices, BY_HALF, places=hexes(file, lone))
    yield from asked_of_armies(file, layout)
    if lone := layout.lone_headquarters:
        about = BriefingLine("scenario-asks.headquarters", {"at": named(file, lone)})
        of_half = {BY_HALF: BriefingLine("scenario-asks.by-half-mine")}
        choices = {**of_half, **sides, NOBODY: BriefingLine("scenario-asks.nobody")}
        yield ImportQuestion(HEADQUARTERS, about, len(lone), choices, BY_HALF, places=hexes(file, lone))
    if any(side is None for _, _, side in layout.trains):
        yield ImportQuestion("train", BriefingLine("scenario-asks.train"), 0, sides)
    if layout.stars:
        about, places = BriefingLine("scenario-asks.stars"), hexes(file, layout.stars)
        usual = usual_of_stars(layout)
        yield ImportQuestion(STAR, about, len(layout.stars), _purposes(), usual, places=places, formerly=STARS)
    yield from _asked_about(file, layout)
    yield from _asked_of_units(file, layout)
    for one, count in found.not_refereed.items():
        yield ImportQuestion(
            f"{one.kind}:{one.name.casefold()}",
            about_thing(file, layout, one),
            count,
            choices_for(one),
            names.usual_answer(one.kind, one.name),
            True,
            picture_of(layout, one),
            hexes(file, places_of(layout, one)),
        )


def _asked_of_units(file: EditorFile, layout: Layout) -> Iterator[ImportQuestion]:
    units = [(one.thing, names.unit_name(one.thing.name)) for one in layout.every if one.thing.kind == "unit"]
    known = [(thing, unit) for thing, unit in units if unit is not None]
    armed = [thing.at for thing, unit in known if any(has_years(names.badge(name, unit.type)) for name in thing.badges)]
    if armed:
        years = {year: BriefingLine(f"scenario-asks.weapons-{year}") for year in (EARLY, LATE)}
        about = BriefingLine("scenario-asks.weapon-year", {"at": named(file, armed)})
        yield ImportQuestion(WEAPON_YEAR, about, len(armed), years, usual_year(file), places=hexes(file, armed))
    if vehicles := [thing.at for thing, _ in known if is_vehicle(thing)]:
        kinds = names.editor()["unit"]["vehicle"]
        choices = {
            BY_NATION: BriefingLine("scenario-asks.vehicle-by-nation"),
            **{kinds[side]: BriefingLine(f"name.{kinds[side]}") for side in SIDES},
        }
        about = BriefingLine("scenario-asks.vehicle", {"at": named(file, vehicles)})
        yield ImportQuestion(VEHICLE, about, len(vehicles), choices, BY_NATION, places=hexes(file, vehicles))


def _asked_about(file: EditorFile, layout: Layout) -> Iterator[ImportQuestion]:
    found: dict[str, list[Unrefereed]] = {}
    kinds = [(one.thing.kind, one.thing.name, "") for one in layout.every]
    kinds += [("behavior", name, "") for one in layout.every for name in one.thing.behaviors]
    for kind, name, value in [*kinds, *(("option", one.name, one.value) for one in file.options if one.on)]:
        open_ = names.decision(kind, name, value)
        if open_ is not None:
            found.setdefault(open_.key, []).append(Unrefereed(kind, name))
    for key, things in found.items():
        first = things[0]
        open_ = names.decision(first.kind, first.name) or names.decision("option", first.name, "PACIFIC")
        assert open_ is not None
        choices = {one: BriefingLine(f"scenario-asks.{one}") for one in open_.choices} or choices_for(first)
        about, picture = about_thing(file, layout, *dict.fromkeys(things)), picture_of(layout, first)
        places = hexes(file, [at for thing in dict.fromkeys(things) for at in places_of(layout, thing)])
        yield ImportQuestion(key, about, len(things), choices, open_.usual, True, picture, places)
    if is_told_in_prose(file):
        choices = {one: BriefingLine(f"scenario-asks.{one}") for one in (BY_HAND, NO_MORE)}
        yield ImportQuestion(PROSE, BriefingLine("scenario-asks.prose-victory"), 0, choices, BY_HAND)
    if crossed := [one.thing.at for one in layout.every if names.is_crossed(one.thing.name)]:
        choices = {one: BriefingLine(f"scenario-asks.{one}") for one in (BESIDE, CLOCKWISE)}
        about = BriefingLine("scenario-asks.crossing", {"at": named(file, crossed)})
        yield ImportQuestion(CROSSING, about, len(crossed), choices, BESIDE, places=hexes(file, crossed))
    if file.board.name == SMALL and file.face == SHORE_FACE:
        choices = {one: BriefingLine(f"scenario-asks.{one}") for one in (AS_LISTED, SHORE)}
        yield ImportQuestion(SMALL_SHORE, BriefingLine("scenario-asks.small-shore"), 0, choices, AS_LISTED)


PROSE, BY_HAND, NO_MORE = "prose-victory", "by-hand", "no-more"
"""The question about medals that only a text tells, and its answers."""
SMALL, SHORE_FACE = "small", "beach"
"""The board and the face of which nobody knows where the sea begins."""


def is_told_in_prose(file: EditorFile) -> bool:
    return any(one.key == "victory-told" for one in file.faults)


def about_thing(file: EditorFile, layout: Layout, *things: Unrefereed) -> BriefingLine:
    values = {
        "kind": f"kind-{things[0].kind}",
        "name": [names.said(one.kind, one.name) for one in things],
        "at": named(file, [at for one in things for at in places_of(layout, one)]),
    }
    return BriefingLine("scenario-asks.unrefereed" if things[0].kind != "option" else "scenario-asks.option", values)


def front_of(turn: int) -> str:
    return turning("train", turn)[0]


def hexes(file: EditorFile, places: Sequence[Hex]) -> tuple[str, ...]:
    return tuple(written(file.board, at) for at in dict.fromkeys(places))


def places_of(layout: Layout, odd: Unrefereed) -> list[Hex]:
    return [thing.at for thing in layout.bearing(odd)]


def picture_of(layout: Layout, odd: Unrefereed) -> str:
    first = next((one for one in layout.bearing(odd) if one.kind in names.SLOTS), None)
    if first is None:
        return ""
    known = names.known(first.kind, first.name)
    joins: Joins = names.sides_of(first.name, turn_of(first))
    return tile_drawn(known.ours if known else "", joins, layout.file.face) if known or joins else ""


def usual_of_stars(layout: Layout) -> str:
    return LOOK if layout.usual_purpose == AS_TOLD else layout.usual_purpose


def _purposes() -> dict[str, BriefingLine]:
    told = (LOOK, AS_TOLD, "sabotage", "air-strike", "observer", "equipment", "prisoners", "dam", "radar-warning")
    return {one: BriefingLine(f"star-purpose.{one}") for one in told}


def _asked_numbers(file: EditorFile) -> Iterator[ImportQuestion]:
    for player in file.players:
        for what, value, most in (("medals", player.medals, 20), ("hand", player.hand, 10)):
            if value is None:
                numbers = {
                    str(one): BriefingLine("scenario-asks.number", {"number": one}) for one in range(1, most + 1)
                }
                edge = f"edge-{player.edge}"
                yield ImportQuestion(
                    f"{what}-{player.edge}", BriefingLine(f"scenario-asks.{what}", {"edge": edge}), 0, numbers
                )


def choices_for(one: Unrefereed) -> dict[str, BriefingLine]:
    like = {f"{names.LIKE}{name}": BriefingLine("scenario-asks.like", {"name": name}) for name in _ours_for(one)}
    without = "scenario-asks.no-effect" if one.kind == "option" else "scenario-asks.open"
    return {names.OPEN: BriefingLine(without), names.DECIDE: BriefingLine("scenario-asks.decide"), **like}


def _ours_for(one: Unrefereed) -> Sequence[str]:
    book = edition_book(EDITION, {})
    if one.kind in names.SLOTS:
        return [name for name, ground in book.terrain.items() if ground["kind"] != "marker"]
    if one.kind == "unit" and names.nation_of_other(one.name):
        return list(names.editor()["unit"]["types"].values())
    return []


# -- result


def mission_of(
    file: EditorFile, title: Mapping[str, str], answers: Mapping[str, str], file_name: str = ""
) -> dict[str, Any]:
    return {
        "key": make_slug(title[LANGUAGES[0]], nameless="scenario"),
        "name": dict(title),
        "board": file.board.name,
        "face": file.face,
        "first": answers.get(FIRST) or _side(file, file.first, answers),
        "sides": {
            _side(file, player.edge, answers): {
                "edge": player.edge,
                "medals": player.medals or int(answers[f"medals-{player.edge}"]),
                "hand": player.hand or int(answers[f"hand-{player.edge}"]),
                "nation": player.country.casefold()[:WORD_AT_MOST],
            }
            for player in file.players
        },
        "imported": True,
        **Layout(file, answers).data(),
        **_odd_options(file, answers),
        **({"by-hand": True} if answers.get(PROSE) == BY_HAND else {}),
        **({"file": file_name} if file_name else {}),
        **{name: found for name, found in of_itself(file).items() if found},
        "labels": [{"at": list(at), "text": text} for at, text in file.labels],
        "told": [editor_values.shortened(one.place, NAME_AT_MOST) for one in faults(file)][:FEW],
        "texts": {
            language: {name: text for name, text in texts.items() if name != "name"}
            for language, texts in file.texts.items()
        },
    }


def _side(file: EditorFile, edge: str | None, answers: Mapping[str, str]) -> str:
    told = file.side_at(edge)
    if told is not None:
        return told
    return next(side for side in SIDES if (side == answers[TOP]) == (edge == "top"))


def _odd_options(file: EditorFile, answers: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, list[dict[str, str]]] = {"not-refereed": [], "looks": []}
    layout = Layout(file, answers)
    for one, ours in of_options(file.options):
        answer = layout.answer("option", one.name, one.value)
        if one.on and (ours is None or answer == names.DECIDE):
            odd = Unrefereed("option", one.name)._asdict()
            where = found["not-refereed" if answer == names.DECIDE else "looks"]
            if odd not in where and len(where) < FEW:
                where.append(odd)
    return {"not-refereed": found["not-refereed"], **({"looks": found["looks"]} if found["looks"] else {})}
