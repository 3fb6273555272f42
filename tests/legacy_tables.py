"""Tables as they were before the house was built anew: their exports, and what every seat saw of them.

They are never written anew: tests/golden_tables.py keeps recorded tables as they are today.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from app.core.messages.translator import capitalize_first
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
        "blazes",
        "deploys_next",
        "interrupted",
        "let_act",
        "nudges",
        "on_table",
        "orders_given",
        "real_counters",
        "ruling_request",
        "struck",
        "take_back",
        "untold",
    ),
    **MODELS,
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
    "force-revealed": MODELS,
    "horde-arrived": MODELS,
    "twitcher-woke": {"values": MODEL},
    "ap-passed": fields("ends"),
    "model-left": fields("step", "into_fire"),
    "half-ended": fields("closes"),
    "blast-resolved": fields("needs"),
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
REWORDED = ("undone", "redone", "seat-renamed", "blow-struck")
"""Events that told a press by its number alone, a name as if all were of one number, or no hits."""


@cache
def older_tables() -> Mapping[str, Mapping[str, Any]]:
    """Every kept table by its name: `NAME.0` is the first of a chain, `random-N.0` a random game."""
    return read(KEPT)


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
    """What every seat sees now without the fields that there were not when the table was kept."""
    return {seat: {**seen, **as_then(seen, kept[seat])} if seat in kept else seen for seat, seen in now.items()}


def as_then(seen: Mapping[str, Any], kept: Mapping[str, Any]) -> dict[str, Any]:
    """State and log of a seat without newer fields, in the words of then."""
    pairs = [*zip(seen["log"], kept["log"], strict=False)]
    log = [{**without(event, old, places_of(event)), "text": text_then(event, old)} for event, old in pairs]
    log += seen["log"][len(log) :]
    told = zip(seen["log"], seen["text-es"], kept["log"], kept["text-es"], strict=False)
    spanish = [text_then({**event, "text": now}, {**old, "text": then}) for event, now, old, then in told]
    spanish += seen["text-es"][len(spanish) :]
    return {"state": without(seen["state"], kept["state"], NEWER_IN_STATE), "log": log, "text-es": spanish}


def text_then(event: Mapping[str, Any], old: Mapping[str, Any]) -> str:
    """The words of an event, those of then where it is told in others since or only begins with a capital now."""
    now, then = str(event["text"]), str(old["text"])
    reworded = event["event"] == old["event"] and (event["event"] in REWORDED or now == capitalize_first(then))
    return then if reworded else now


def places_of(event: Mapping[str, Any]) -> Places:
    """What may be new in an event of the log."""
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
