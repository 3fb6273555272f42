"""Notes for people about a file of the Scenario Editor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.core.content.missions import BriefingLine
from app.core.messages.translator import Verbatim
from app.games.memoir_44.geometry import Hex, name_of
from app.games.memoir_44.scenarios import names
from app.games.memoir_44.scenarios.editor_file import EditorFile
from app.games.memoir_44.scenarios.ignored_parts import faults


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


def named(file: EditorFile, places: Sequence[Hex]) -> Verbatim:
    told = [name_of(file.board, at) for at in dict.fromkeys(places)]
    return Verbatim(", ".join(told[:NAMED_AT_MOST]) + ("…" if len(told) > NAMED_AT_MOST else ""))


NAMED_AT_MOST = 12
