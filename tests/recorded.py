"""Recorded tables of any game: what a file of tests/tables/<game> tells, and how its steps are taken.

A file opens one table (`edition` or `editions`, and what its game asks for) and tells it in steps. With `play.<name>`
it tells several: each goes on `after` another one, or from the first steps of the file, and each that nothing comes
after is a table of its own, in each edition, with its `answers` to the open questions. A step is a press `by` a seat,
or something that `all` do. What it must lead to stands in `then` (the state as that seat sees it), `made` (what
one of the events holds), `reasons` (the working of the first event that has one) or `refused`. Whatever stands under
the name of an edition goes over the rest there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from app.core.engine.event import Event
from app.games import REGISTRY
from tests.playing import No, PlayedTable, at

TABLES = Path(__file__).parent / "tables"
Part = Mapping[str, Any]


class Recorded(NamedTuple):
    """One table from its first press to its last: how it is opened, and its parts in order."""

    game: str
    name: str
    edition: str
    opening: Part
    parts: list[Part]

    def answers(self) -> dict[str, str]:
        return {question: answer for part in self.parts for question, answer in part.get("answers", {}).items()}


def no_preparation(monkeypatch: pytest.MonkeyPatch, part: Part) -> None:
    """Nothing lies on the table beforehand."""


class Telling(NamedTuple):
    """What telling a table of one game takes: how it is opened, and what stands for several presses."""

    opened: Callable[[FlaskClient, Recorded], PlayedTable]
    looks: str
    """The seat that looks at the state where nobody presses."""
    together: Mapping[str, Callable[..., Any]]
    """What takes a press of several seats, or several presses: it may answer with the table that is played on."""
    shortly: Mapping[str, Callable[..., Any]] = {}
    """What takes several presses of one seat."""
    prepare: Callable[[pytest.MonkeyPatch, Part], None] = no_preparation
    """What lies on the table at the opening, and before a part."""


class ThroughClient:
    """A game’s own battle at a table of Flask’s client, for what stands for several presses."""

    table: Any

    def __init__(self, played: PlayedTable) -> None:
        self.played = played
        self.table = played.kept()

    def press(self, seat: str, command: str, dice: Sequence[Any] | None = None, **fields: Any) -> list[Event]:
        self.played.press(seat, command, **fields, **({} if dice is None else {"dice": list(dice)}))
        self.table = self.played.kept()
        assert self.table.state.broken() == []
        events: list[Event] = self.table.entries[-1].events
        return events


def at_battle(battle: type[ThroughClient], helper: Callable[..., Any]) -> Callable[..., None]:

    def done(table: PlayedTable, **fields: Any) -> None:
        helper(battle(table), **fields)

    return done


def recorded_tables(game: str) -> Iterator[Recorded]:
    """Every table of every file of a game, in each of its editions."""
    for path in sorted((TABLES / game).glob("*.toml")):
        file = tomllib.loads(path.read_text(encoding="utf-8"))
        several = len(REGISTRY[game].editions) > 1
        for edition in file.get("editions") or [file.get("edition", REGISTRY[game].editions[0])]:
            for name in last_parts(file.get("play", {}), edition) or (None,):
                stem = path.stem if name is None else "-".join([path.stem, name, *([edition] if several else [])])
                parts = list(chain(game, file, name, edition))
                yield Recorded(game, stem, edition, in_edition(game, file, edition), parts)


def last_parts(plays: Mapping[str, Part], edition: str) -> list[str]:
    """Names of the parts that nothing comes after."""
    gone_on = {part.get("after") for part in plays.values()}
    return [name for name, part in plays.items() if name not in gone_on and edition in part.get("editions", [edition])]


def chain(game: str, file: Part, name: str | None, edition: str) -> Iterator[Part]:
    """The parts that lead up to one of a file, and that one, as they are in an edition."""
    part = file if name is None else file["play"][name]
    if name is not None:
        yield from chain(game, file, part.get("after"), edition)
    yield in_edition(game, part, edition)


def in_edition(game: str, part: Part, edition: str) -> dict[str, Any]:
    """A part or a step as it is in an edition: what it says of that one goes over the rest."""
    own = {key: value for key, value in part.items() if key not in REGISTRY[game].editions}
    for key, value in part.get(edition, {}).items():
        own[key] = {**own[key], **value} if isinstance(own.get(key), dict) else value
    return own


# -- steps


def tell(table: PlayedTable, telling: Telling, recorded: Recorded, part: Part) -> PlayedTable:
    """Every step of a part. The table that is played on."""
    for number, told in enumerate(part.get("step", []), start=1):
        step = in_edition(recorded.game, told, recorded.edition)
        if step.get("in", recorded.edition) == recorded.edition:
            where = f"step {number}, {step.get('by', 'all')} {step.get('do') or step.get('all')}"
            table = take(table, telling, step, where)
    return table


def played_by_parts(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, telling: Telling, recorded: Recorded
) -> Iterator[tuple[Part, PlayedTable]]:
    """Open a table and play it part by part; yield each part with the table that was played on."""
    telling.prepare(monkeypatch, {"deck": [], **recorded.opening})
    table = telling.opened(client, recorded)
    for part in recorded.parts:
        telling.prepare(monkeypatch, part)
        table = tell(table, telling, recorded, part)
        yield part, table


def take(table: PlayedTable, telling: Telling, step: Part, where: str) -> PlayedTable:
    """One step, and what it must lead to. The table that the next step is taken at."""
    events: list[dict[str, Any]] = []
    if "refused" in step:
        with pytest.raises(No) as no:
            act(table, telling, step)
        assert (no.value.status, no.value.code) == (422, step["refused"]), where
    else:
        for _ in range(step.get("times", 1)):
            table, events = act(table, telling, step)
    state = table.state(step.get("by", telling.looks)) if "then" in step else {}
    for path, value in step.get("then", {}).items():
        assert at(state, path) == value, f"{where}: {path} is {at(state, path)}"
    if "made" in step:
        assert any(step["made"].items() <= event["data"].items() for event in events), f"{where}: {events}"
    if "reasons" in step:
        worked = next(event["working"] for event in events if event.get("working"))
        assert [f"{reason['label']} {reason['change']}" for reason in worked] == step["reasons"], where
    return table


def act(table: PlayedTable, telling: Telling, step: Part) -> tuple[PlayedTable, list[dict[str, Any]]]:
    fields = dict(step.get("with", {}))
    if "all" in step:
        return telling.together[step["all"]](table, **fields) or table, []
    if step["do"] in telling.shortly:
        telling.shortly[step["do"]](table, step["by"], **fields)
        return table, []
    fields |= {"dice": step["dice"]} if "dice" in step else {}
    return table, table.press(step["by"], step["do"], **fields)["events"]
