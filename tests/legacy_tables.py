"""Tables as they were before the house was built anew: their exports, and what every seat saw of them.

They are never written anew, so their texts are not compared, only events, data and states: tests/golden_tables.py keeps
recorded tables as they are today, texts included.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from app.games.incursion.turn import sequence
from tests.golden_tables import read

KEPT = Path(__file__).parent / "exports" / "before.jsonl.xz"
"""A line of JSON for each table: its `name`, its `code`, the exported `file`, and by seat what was `seen`."""
FORESEEN = "5e"

Places = Mapping[str, Any]
"""Fields by their name: what may be new within them, or True where they are new themselves; `*` is any name."""


def fields(*names: str) -> dict[str, Any]:
    """These fields are new."""
    return dict.fromkeys(names, True)


MODEL = fields("ap_handled", "last", "passed_on", "shot_at", "struck_by")
MODELS = {"models": {"*": MODEL}}
NEWER_IN_STATE: Places = {
    **fields(
        "advancing",
        "app",
        "blazes",
        "deploys_next",
        "interrupted",
        "let_act",
        "nudges",
        "on_table",
        "orders_given",
        "real_counters",
        "ruling_request",
        "set_up_done",
        "struck",
        "take_back",
        "untold",
    ),
    **MODELS,
    "seats": {"*": fields("app", "helper")},
    "sides": {"*": fields("reacts_only")},
    "items": {"*": fields("dropped_from")},
    "campaign": fields("removed"),
}
"""Fields of states that tables of today have besides."""
PAID = (
    *("ap-passed", "blast-thrown", "blow-struck", "counter-searched", "device-shut-down", "door-moved", "door-sealed"),
    *("effect-killed", "flames-thrown", "harpoon-fired", "item-dropped", "item-taken", "model-left", "model-moved"),
    *("model-turned", "panel-activated", "reaction-shot", "shot-fired"),
)
"""Events that say what they cost."""
NEWER_IN_EVENTS: Mapping[str, Places] = {
    "advance-stopped": fields("to_go", "squares", "into_fire", "gone"),
    "undone": fields("on_table", "answers"),
    "redone": fields("answers"),
    "ticked-off": fields("on_table"),
    "force-revealed": MODELS,
    "horde-arrived": {**MODELS, **fields("beyond", "most")},
    "twitcher-woke": {"values": MODEL},
    "ap-passed": fields("ends"),
    "model-left": fields("step", "into_fire"),
    "half-ended": fields("closes"),
    "blast-resolved": fields("needs", "thrown"),
    "card-discarded": fields("out"),
    "card-killed": fields("out"),
    "effect-killed": fields("out"),
    "harpoon-fired": {"follow_up": fields("holds"), **fields("into_fire")},
    "shot-fired": {"follow_up": fields("holds")},
    "target-dragged": fields("holds", "into_fire"),
    "item-dropped": fields("aside"),
    "model-activated": fields("chances_stand"),
    "model-lost": fields("for_anybody"),
    "reaction-declined": fields("model"),
    "reaction-shot": fields("late"),
    "volatile-rolled": fields("last"),
}
"""Fields of events that tables of today have besides, and what these cost."""


@cache
def older_tables() -> Mapping[str, Mapping[str, Any]]:
    """Every kept table by its name: `NAME.0` is the first of a chain, `random-N.0` a random game."""
    return {name: {**kept, "seen": without_texts(kept["seen"])} for name, kept in read(KEPT).items()}


def chain(name: str) -> Iterator[Mapping[str, Any]]:
    """The tables of that name, in the order in which they were opened."""
    number = 0
    while (found := older_tables().get(f"{name}.{number}")) is not None:
        yield found
        number += 1


def foreseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds, salts and codes as they were when the tables were kept, when no last chance was skipped."""
    monkeypatch.setattr(sequence, "may_kill_something", lambda look, side: True)
    monkeypatch.setattr(secrets, "token_hex", lambda n=32: FORESEEN * n)
    monkeypatch.setattr(secrets, "choice", random.Random(1).choice)


def without_newer(now: Mapping[str, Any], kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return each seat's state and log today, without texts and without fields newer than the export."""
    seen = without_texts(now)
    return {seat: as_then(one, kept[seat]) if seat in kept else one for seat, one in seen.items()}


def without_texts(seen: Mapping[str, Any]) -> dict[str, Any]:
    """State and log of every seat, without what words make of them: these are reworded again and again."""
    return {seat: {"state": one["state"], "log": [*map(without_text, one["log"])]} for seat, one in seen.items()}


def without_text(event: Mapping[str, Any]) -> dict[str, Any]:
    """An event of the log without its text and those of its working."""
    working = [{key: value for key, value in reason.items() if key != "text"} for reason in event["working"]]
    return {**{key: value for key, value in event.items() if key != "text"}, "working": working}


def as_then(seen: Mapping[str, Any], kept: Mapping[str, Any]) -> dict[str, Any]:
    """State and log of a seat without newer fields."""
    pairs = [*zip(seen["log"], kept["log"], strict=False)]
    log = [without(event, old, places_of(event)) for event, old in pairs]
    return {"state": without(seen["state"], kept["state"], NEWER_IN_STATE), "log": log + seen["log"][len(log) :]}


def places_of(event: Mapping[str, Any]) -> Places:
    price = fields("price") if event["event"] in PAID else {}
    return {"data": {**NEWER_IN_EVENTS.get(event["event"], {}), **price}}


def without(now: Any, kept: Any, places: Any) -> Any:
    """A value without the fields that are new in it."""
    if not places or not isinstance(now, dict) or not isinstance(kept, dict):
        return now
    inside = {key: places.get(key, places.get("*", {})) for key in now}
    return {
        key: without(value, kept.get(key), inside[key])
        for key, value in now.items()
        if key in kept or inside[key] is not True
    }
