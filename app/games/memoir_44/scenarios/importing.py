"""The import of a file of the Scenario Editor with the host's answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.core.content.missions import BriefingLine, ExternalFile, ImportQuestion, MissionData, answered
from app.core.content.toml_source import FILE_NAME_LIMIT
from app.core.messages.slugs import make_slug
from app.core.messages.translator import LANGUAGES, Verbatim
from app.games.memoir_44.board_view.drawing import tile_drawn
from app.games.memoir_44.book import EDITION, SIDES, edition_book
from app.games.memoir_44.geometry import Hex, name_of
from app.games.memoir_44.scenarios import editor_values, names
from app.games.memoir_44.scenarios.census import EXIT, MINE, Census, Unrefereed, census, of_options, report
from app.games.memoir_44.scenarios.checks import checked
from app.games.memoir_44.scenarios.editor_file import EditorFile, Thing, read
from app.games.memoir_44.scenarios.editor_layout import BY_HALF, LONE, NOBODY, Layout, turn_of
from app.games.memoir_44.scenarios.forms import FEW, NAME_AT_MOST, WORD_AT_MOST
from app.games.memoir_44.scenarios.ignored_parts import faults
from app.games.memoir_44.scenarios.tiles import Joins

JAPANESE, GERMAN, TIGER = "jp", "ger", "elite-armour"
OPEN, DECIDE, LIKE = "open", "decide", "like-"
"""Answers for the meaning of an unrefereed thing."""
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
        data = mission_of(file, title, answered(asked, answers))
        checked(data)
        return data

    notes = [*lines_of_faults(file), *lines_besides(file)]
    name = title[LANGUAGES[0]]
    return ExternalFile(name, report(file, name), notes, asked, mission)


def of_itself(file: EditorFile) -> dict[str, Any]:
    return {"dates": [*file.about.dates], "front": file.about.front, "packs": [*file.about.packs]}


def lines_of_faults(file: EditorFile) -> Iterator[BriefingLine]:
    lies = {thing.place.rpartition(".")[0]: name_of(file.board, thing.at) for thing in file.things}
    for one in faults(file):
        parts = one.place.split(".")
        at = lies.get(".".join(parts[:3])) or one.place
        yield BriefingLine(f"scenario-note.{one.key}", {**one.values, "place": Verbatim(one.place), "at": Verbatim(at)})


def lines_besides(file: EditorFile) -> Iterator[BriefingLine]:
    about = file.about
    lists = {"captions": about.captions, "looks": about.looks}
    besides = [(key, Verbatim(", ".join(told))) for key, told in lists.items() if told]
    for key, said in (*names.said_of_itself(about.dates, about.front, about.packs), *besides):
        yield BriefingLine(f"scenario-note.{key}", {"told": said})
    units = [(thing, names.unit_name(thing.name)) for thing in file.at("unit")]
    japanese = [thing.at for thing, unit in units if unit and (unit.type, unit.nation) == ("infantry", JAPANESE)]
    tigers = [thing.at for thing, unit in units if unit and unit.picked == TIGER
              and unit.nation == GERMAN and editor_values.number(thing.given.get("nbr_units")) == 1]  # fmt: skip
    for key, places in (("japanese", japanese), ("tiger", tigers)):
        if places:
            yield BriefingLine(f"scenario-note.{key}", {"at": named(file, places), "count": len(places)})


ENDINGS = (".m44", ".json", ".txt")
"""Endings of such files, also those that a phone has renamed."""


def title_of(file: EditorFile, file_name: str) -> dict[str, str]:
    told = {language: texts["name"].splitlines()[0] for language, texts in file.texts.items() if "name" in texts}
    stem = file_name.rpartition("/")[2][-FILE_NAME_LIMIT:]
    while stem.lower().endswith(ENDINGS):
        stem = stem.rpartition(".")[0]
    usual = next((told[one] for one in (*LANGUAGES, *told) if one in told), "") or stem or "?"
    return {one: editor_values.title(told.get(one) or usual) or "?" for one in LANGUAGES}


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
        yield ImportQuestion("mines", BriefingLine("scenario-asks.mines"), len(layout.mines_of_nobody), sides)
    for ours in (MINE, EXIT):
        if lone := layout.lone(ours):
            choices = {
                BY_HALF: BriefingLine(f"scenario-asks.by-half-{ours}"),
                **sides,
                NOBODY: BriefingLine("scenario-asks.nobody"),
            }
            about = BriefingLine(f"scenario-asks.lone-{ours}", {"at": named(file, lone)})
            yield ImportQuestion(LONE[ours], about, len(lone), choices, BY_HALF)
    if any(side is None for _, _, side in layout.trains):
        yield ImportQuestion("train", BriefingLine("scenario-asks.train"), 0, sides)
    if layout.stars:
        yield ImportQuestion(
            "stars", BriefingLine("scenario-asks.stars"), len(layout.stars), _purposes(), layout.usual_purpose
        )
    for one, count in found.not_refereed.items():
        values = {
            "kind": f"kind-{one.kind}",
            "name": names.said(one.kind, one.name),
            "at": named(file, places_of(layout, one)),
        }
        about = BriefingLine("scenario-asks.unrefereed" if one.kind != "option" else "scenario-asks.option", values)
        yield ImportQuestion(answer_key(one), about, count, choices_for(one), DECIDE, True, picture_of(layout, one))


def named(file: EditorFile, places: Sequence[Hex]) -> Verbatim:
    told = [name_of(file.board, at) for at in dict.fromkeys(places)]
    return Verbatim(", ".join(told[:NAMED_AT_MOST]) + ("…" if len(told) > NAMED_AT_MOST else ""))


NAMED_AT_MOST = 12


def bearers(layout: Layout, odd: Unrefereed) -> list[Thing]:
    same = odd.kind, odd.name.casefold()
    return [one.thing for one in layout.every if same in {(each.kind, each.name.casefold()) for each in one.all_odd}]


def places_of(layout: Layout, odd: Unrefereed) -> list[Hex]:
    return [thing.at for thing in bearers(layout, odd)]


def picture_of(layout: Layout, odd: Unrefereed) -> str:
    first = next((one for one in bearers(layout, odd) if one.kind in names.SLOTS), None)
    if first is None:
        return ""
    known = names.known(first.kind, first.name)
    joins: Joins = names.sides_of(first.name, turn_of(first))
    return tile_drawn(known.ours if known else "", joins, layout.file.face) if known or joins else ""


def _purposes() -> dict[str, BriefingLine]:
    told = ("as-told", "sabotage", "air-strike", "observer", "equipment", "prisoners", "dam", "radar-warning")
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


def answer_key(one: Unrefereed) -> str:
    return f"{one.kind}:{one.name.casefold()}"


def choices_for(one: Unrefereed) -> dict[str, BriefingLine]:
    like = {f"{LIKE}{name}": BriefingLine("scenario-asks.like", {"name": name}) for name in _ours_for(one)}
    return {DECIDE: BriefingLine("scenario-asks.decide"), OPEN: BriefingLine("scenario-asks.open"), **like}


def _ours_for(one: Unrefereed) -> Sequence[str]:
    book = edition_book(EDITION, {})
    if one.kind in names.SLOTS:
        return [name for name, ground in book.terrain.items() if ground["kind"] != "marker"]
    if one.kind == "unit" and names.nation_of_other(one.name):
        return list(names.editor()["unit"]["types"].values())
    return []


# -- result


def mission_of(file: EditorFile, title: Mapping[str, str], answers: Mapping[str, str]) -> dict[str, Any]:
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
    odd = (Unrefereed("option", one.name) for one, written in of_options(file.options) if written is None)
    decided = dict.fromkeys(one for one in odd if answers[answer_key(one)] == DECIDE)
    return {"not-refereed": [one._asdict() for one in decided][:FEW]}
