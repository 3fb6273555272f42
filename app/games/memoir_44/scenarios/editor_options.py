"""Options of a file: rules of armies by side, the night, medals, the end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.games.memoir_44.book import SIDES
from app.games.memoir_44.geometry import SECTIONS, Board, hex_named
from app.games.memoir_44.scenarios import editor_values, names
from app.games.memoir_44.scenarios.editor_file import Option
from app.games.memoir_44.scenarios.editor_units import rests_of
from app.games.memoir_44.scenarios.forms import MOST_DROPPED, WORD_AT_MOST
from app.games.memoir_44.scenarios.names import UnitName, editor, sides_told, unit_name, units_told

JAPANESE, BRITISH = "japanese", "battle-back"
AFTER_LOSS = "battle-back-after-loss"
SAID = "said"
"""Key of the rules for the side that an option names."""
YES, NO = "yes", "no"
COMMONWEALTH = "british_commonwealth"


def armies(options: Mapping[str, Option], *, japanese: bool, answers: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the rules of each side's army.

    Japanese infantry has its own without an option, British units as the host says.
    """
    found: dict[str, list[str]] = {side: [] for side in SIDES}
    for name, rules in editor()["armies"].items():
        for whose, several in rules.items() if name in options else ():
            for side in sides_told(options[name].value) if whose == SAID else [whose]:
                found[side] += several
    if japanese:
        found["axis"].append(JAPANESE)
    if answers.get("brit") == YES:
        found["allied"].append(BRITISH)
    if answers.get("battle-back-loss") == YES:
        found = {side: [AFTER_LOSS if one == BRITISH else one for one in rules] for side, rules in found.items()}
    return {side: list(dict.fromkeys(rules)) for side, rules in found.items() if rules}


NIGHT, NIGHTFALL, ITS_TURN = "night_visibility_rules", "night_visibility_reverse_rule", "night_visibility_team_turn"
EMPTY, DOUBLE, LEAVING, SHUFFLING = (
    "empty_section_medals", "infantry_exit_counts_2", "must_have_unit_exit", "deck_reshuffling",
)  # fmt: skip
DECK_END = "deck-end"
TWICE = 2


def turned_on(
    options: Mapping[str, Option], every: Sequence[Option], board: Board, answers: Mapping[str, str]
) -> dict[str, Any]:
    return {name: value for name, value in _turned_on(options, every, board, answers) if value}


def _turned_on(
    options: Mapping[str, Option], every: Sequence[Option], board: Board, answers: Mapping[str, str]
) -> Iterator[tuple[str, Any]]:
    if NIGHT in options or NIGHTFALL in options:
        sides = sides_told(options[ITS_TURN].value) if ITS_TURN in options else []
        falls = {"falls": True} if NIGHTFALL in options else {}
        yield "night", {"side": sides[0] if len(sides) == 1 else SIDES[0], **falls}
    if EMPTY in options:
        yield "empty-sections", _sections(options[EMPTY])
    if DOUBLE in options:
        yield "exit-medals", {"infantry": TWICE}
    if LEAVING in options:
        side, count = _side_and_count(options[LEAVING], "min_nbr_units")
        yield "must-leave", {side: count} if side else {}
    if SMOKE in options:
        yield "smoke", next(iter(sides_told(options[SMOKE].value)))
    if ARMOUR in options:
        yield "reinforcements", {side: _reinforcements(*one) for side, one in units_told(options[ARMOUR].value).items()}
    yield "air-drops", [_air_drop(options[name], board, answers) for name in DROPS if name in options]
    if any(one.name.casefold() == SHUFFLING and one.value is False for one in every):
        yield "deck-ends", answers.get(DECK_END, "axis")


def _side_and_count(option: Option, key: str) -> tuple[str | None, int]:
    count = editor_values.number(option.says.get(key))
    return editor_values.side(option.says.get("side")), count if count and 1 <= count <= 99 else 1


def _sections(option: Option) -> list[dict[str, Any]]:
    side, medals = _side_and_count(option, "count_for")
    numbers = (editor_values.number(one) for one in editor_values.several(option.says.get("sections")))
    sections = [SECTIONS[one] for one in dict.fromkeys(numbers) if one is not None and 0 <= one < len(SECTIONS)]
    found = {"side": side, "sections": sections or [*SECTIONS], **({"medals": medals} if medals > 1 else {})}
    return [found] if side else []


SMOKE, ARMOUR = "smoke_screen", "armor_breakthrough_rules"
DROPS = ("airdrop", "airdrop2")
AIR_DROP, STEPS, BY_HAND = "air-drop", "steps", "by-hand"
"""The question how units drift, and its answers."""
TARGETS, BY_DAY = "TARGET_DROP_CENTER", "NEED_FULL_DAY_VISIBILITY"
NAME_OF_A_HEX = re.compile(r"\b[A-Za-z][0-9]{1,2}\b")


def _air_drop(option: Option, board: Board, answers: Mapping[str, str]) -> dict[str, Any]:
    """Return the drop of units of an option; every name of a hex in its text counts."""
    says = option.says
    told = editor_values.one(says.get("unit")) or {}
    unit = unit_name(editor_values.name(told.get("name")))
    assert unit is not None
    numbers = [_within(one) for one in editor_values.several(says.get("nbr_units"))] or [1]
    drops = numbers if len(numbers) > 1 else numbers * _within(says.get("nbr_drops"))
    named = (hex_named(board, name) for name in NAME_OF_A_HEX.findall(editor_values.name(says.get("center"))))
    centers = [list(at) for at in dict.fromkeys(named) if at is not None]
    rests = rests_of(told)
    return {
        "side": editor_values.side(says.get("side")),
        "drops": drops[:MOST_DROPPED],
        "steps": _within(says.get("range")),
        **_kind(unit, told),
        **({"at": centers} if centers and editor_values.name(says.get("option2")).upper() == TARGETS else {}),
        **({"rests": rests} if rests else {}),
        **({"daylight": True} if editor_values.name(says.get("option")).upper() == BY_DAY else {}),
        **({"by-hand": True} if answers.get(AIR_DROP) == BY_HAND else {}),
    }


def _kind(unit: UnitName, told: Mapping[str, Any]) -> dict[str, Any]:
    badges = editor_values.names(told.get("badge"))
    badge = next(filter(None, (names.badge(name, unit.type) for name in badges)), unit.picked)
    plain = [names.badge_number(name) for name in badges if names.badge(name, unit.type) == ""]
    return {
        "type": unit.type,
        "nation": unit.nation[:WORD_AT_MOST],
        **({"badge": badge} if badge else {}),
        **({"emblem": f"badge-{plain[0]}"} if plain else {}),
    }


def _reinforcements(unit: UnitName, told: Mapping[str, Any]) -> dict[str, Any]:
    behaviors = [name.upper() for name in editor_values.names(told.get("behavior"))]
    traits = [editor()["trait"][name] for name in dict.fromkeys(behaviors) if name in editor()["trait"]]
    return {"units": _within(told.get("nbr_units")), **_kind(unit, told), **({"traits": traits} if traits else {})}


def _within(value: Any) -> int:
    return max(1, min(editor_values.number(value) or 1, MOST_DROPPED))
