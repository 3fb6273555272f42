"""Unrefereed parts of a scenario in breakdowns, and the table's decisions on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from app.core.rules.dice import successes
from app.core.rules.ruling import Reason, Ruling, RulingResult
from app.games.memoir_44.board_state import BoardState
from app.games.memoir_44.geometry import Hex, line
from app.games.memoir_44.rulings.faces import chance, hit_odds
from app.games.memoir_44.scenarios.briefing import odd_word
from app.games.memoir_44.scenarios.forms import Odd

RULE = "table.house-ruling"


def touching(field: BoardState, own: str, at: str, *keys: str) -> list[Odd]:
    if not field.scenario.has_odd:
        return []
    return list(dict.fromkeys((*options(field), *on_the_way(field, own, at), *of_units(field, keys))))


def options(field: BoardState) -> Iterator[Odd]:
    return (odd for odd in field.scenario.not_refereed if odd.kind == "option")


def on_the_way(field: BoardState, own: str, at: str) -> Iterator[Odd]:
    start, end = field.hex(own), field.hex(at)
    yield from on_ground(field, (start, end, *sorted(line(start, end, field.board).crossed)))


def of_units(field: BoardState, keys: tuple[str, ...]) -> Iterator[Odd]:
    for key, placed in field.scenario.odd_units:
        if key in keys:
            yield from placed.sign.not_refereed


def pair(key: str, target: str) -> str:
    return f"{key} {target}"


def naming(answer: RulingResult, odd: Iterable[Odd]) -> RulingResult:
    sum_ = answer.working
    lines = (Reason(name, 0, sum_.total, RULE) for name in dict.fromkeys(odd_word(one.name) for one in odd))
    return replace(answer, working=Ruling(sum_.total, (*sum_.reasons, *lines)))


def on_ground(field: BoardState, places: Iterable[Hex]) -> Iterator[Odd]:
    return (odd for place in places for odd in field.scenario.on(place).not_refereed)


def of_way(field: BoardState, key: str, ground: Iterable[Hex]) -> list[Odd]:
    if not field.scenario.has_odd:
        return []
    return list(dict.fromkeys((*options(field), *on_ground(field, ground), *of_units(field, (key,)))))


def as_decided(
    field: BoardState, answer: RulingResult, attack: tuple[str, str], odd: list[Odd], needs: list[Any]
) -> RulingResult:
    named = naming(answer, odd)
    sum_ = named.working
    count = field.state.decided.get(pair(*attack))
    if count is None:
        return named
    sum_ = Ruling(count, (*sum_.reasons, Reason("decided", count - sum_.total, count, RULE)))
    odds = hit_odds(successes(count, chance(needs, field.book))) if count else None
    return RulingResult({"dice": count, "refused_because": None if count else "no-dice"}, sum_, odds=odds)
