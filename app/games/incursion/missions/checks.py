"""Missions of Incursion as files: rules beyond their form. Source: docs/missions.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

from app.core.content.cards.fields import Bilingual, SetData
from app.core.content.missions import MissionData
from app.core.content.toml_source import value_text
from app.core.errors import Malformed, Refused
from app.core.messages.rule_catalogue import rules_of
from app.core.messages.translator import LANGUAGES, Verbatim, words_of
from app.core.rules.book import require_one_of
from app.core.rules.inputs import parse
from app.games.incursion.book import (
    EDITIONS,
    FOLDER,
    SIDES,
    Book,
    Demand,
    Mission,
    Stranded,
    edition_data,
    questions,
)
from app.games.incursion.book import missions as shipped_missions
from app.games.incursion.missions.set_up import pieces_of
from app.games.incursion.words import LINES_IN

# -- the end of a mission and its needs


@dataclass(frozen=True)
class Ending:
    """The needs of an end: field → whether a mission has it so.

    `uses`: fields that do nothing with any other end.
    """

    needs: Mapping[str, Callable[[Mission], bool]]
    uses: tuple[str, ...] = ()


ENDINGS: Mapping[str, Ending] = {
    "no-man-left-behind": Ending({"exits": lambda mission: "allied" in mission.exits}),
    "green-doors": Ending(
        {
            "green-doors": lambda mission: mission.green_doors > 0,
            "green-sealed = false": lambda mission: not mission.green_sealed,
        }
    ),
    "pinger": Ending(
        {
            "items: pinger": lambda mission: "pinger" in mission.items,
            "exits": lambda mission: bool(mission.exits),
        }
    ),
    "most-points": Ending(
        {
            "counters": lambda mission: mission.counters > 0,
            "last-turn": lambda mission: mission.last_turn is not None,
        },
        ("counters", "last-turn"),
    ),
    "behind-enemy-lines": Ending(
        {
            "stranded": lambda mission: mission.stranded is not None,
            "stranded: allied": lambda mission: mission.stranded is None or mission.stranded.side == "allied",
            "exits": lambda mission: "allied" in mission.exits,
        },
        ("stranded",),
    ),
    "most-panels": Ending(
        {
            "panels": lambda mission: mission.panels > 0,
            "agreed-turn": lambda mission: mission.agreed_turn is not None,
        },
        ("panels", "agreed-turn"),
    ),
    "doomsday": Ending({"device": lambda mission: mission.device is not None}, ("device",)),
}


def _check_ending(mission: Mission) -> None:
    if mission.ends not in ENDINGS:
        raise Refused("not-allowed", field="ends", allowed=", ".join(ENDINGS))
    ending = ENDINGS[mission.ends]
    for field, has in ending.needs.items():
        if not has(mission):
            raise Refused("end-needs", field="ends", ending=Verbatim(mission.ends), needs=Verbatim(field))
    for field in (field for other in ENDINGS.values() for field in other.uses):
        if field not in ending.uses and getattr(mission, field.replace("-", "_")):
            raise Refused("idle-in-mission", field=field)


# -- whole missions


def check_copied(data: MissionData) -> None:
    """Raise Refused or Malformed, naming the field, for an inconsistent mission."""
    mission = parse(Mission, dict(data))
    check_play(mission)
    _check_lines(mission)


def check_play(mission: Mission) -> None:
    for at, sides in (("rp", mission.rp), ("demands", mission.demands)):
        for side in sides:
            require_one_of(SIDES, side, f"{at}.{side}")
    for side in SIDES:
        if side not in mission.rp:
            raise Malformed("missing-field", field=f"rp.{side}")
    for index, side in enumerate(mission.exits):
        if side in mission.exits[:index]:
            raise Refused("named-twice", field=f"exits.{index}", model=Verbatim(side))
    if mission.green_sealed and not mission.green_doors:
        raise Refused("idle-in-mission", field="green-sealed")
    _check_ending(mission)
    _check_items(mission)
    _check_pieces(mission)


def _check_pieces(mission: Mission) -> None:
    named = pieces_of(mission)
    countable = [key for key in named if key.startswith(("doors", "entries-", "exits-"))]
    for at, keys, known in (
        ("places", mission.set_up.places, named),
        ("numbers", mission.set_up.numbers, countable),
    ):
        for key in keys:
            require_one_of(known, key, f"set-up.{at}.{key}")
    for key, number in mission.set_up.numbers.items():
        for edition in number if isinstance(number, dict) else ():
            require_one_of(EDITIONS, edition, f"set-up.numbers.{key}.{edition}")


LINES_AT_MOST = 30
"""Most lines of a section, as of the set-up."""
KNOWN_ITEMS = ("pinger",)
KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def _check_items(mission: Mission) -> None:
    seen: set[str] = set()
    for index, item in enumerate(mission.items):
        if item in seen:
            raise Refused("named-twice", field=f"items.{index}", model=Verbatim(item))
        seen.add(item)
        if item not in KNOWN_ITEMS and item not in mission.item_names:
            raise Refused("item-without-name", field=f"items.{index}", item=Verbatim(item))
    for item in mission.item_names:
        taken = item in SIDES or f"name.{item}" in words_of(FOLDER)
        if taken or not KEY.fullmatch(item) or re.search(r"-\d+$", item):
            raise Refused("not-a-key", field=f"item-names.{item}", key=Verbatim(item))
        if item not in seen:
            raise Refused("idle-in-mission", field=f"item-names.{item}")


def check_mission(data: MissionData, sets: Sequence[SetData]) -> None:
    """Raise Refused or Malformed, naming the field, for an unplayable mission.

    Unplayable: with none of these card sets.
    """
    mission = parse(Mission, dict(data))
    if not KEY.fullmatch(mission.key):
        raise Refused("not-a-key", field="key", key=Verbatim(mission.key))
    if mission.name is None:
        raise Malformed("missing-field", field="name")
    _check_texts(mission)
    _check_cited(mission)
    check_play(mission)
    _check_demands(mission, sets)
    _check_rp(data, mission, sets)


def _check_texts(mission: Mission) -> None:
    texts: dict[str, Bilingual | None] = {
        "name": mission.name,
        **{f"item-names.{item}": name for item, name in mission.item_names.items()},
        **{f"set-up.places.{key}": place for key, place in mission.set_up.places.items()},
        **{f"set-up.pieces.{index}.what": one.what for index, one in enumerate(mission.set_up.pieces)},
        **{f"set-up.pieces.{index}.where": one.where for index, one in enumerate(mission.set_up.pieces)},
        **_check_lines(mission),
    }
    for at, text in texts.items():
        for language in LANGUAGES if text else ():
            if not getattr(text, language).strip():
                raise Refused("blank-text", field=f"{at}.{language}")


def _check_lines(mission: Mission) -> dict[str, Bilingual | None]:
    """Return place → its own text, or None for a shared one, of every line.

    Raise Refused for too many or an unknown one.
    """
    texts: dict[str, Bilingual | None] = {}
    for section, place in LINES_IN.items():
        lines = getattr(getattr(mission, section.replace("-", "_")), place)
        at = f"{section}.{place}"
        if len(lines) > LINES_AT_MOST:
            raise Refused("too-many-lines", field=f"{at}.{LINES_AT_MOST}", most=LINES_AT_MOST)
        for index, line in enumerate(lines):
            texts[f"{at}.{index}"] = _checked_line(section, line, f"{at}.{index}")
    return texts


def _check_cited(mission: Mission) -> None:
    for at, rules in (("rules", mission.rules), ("end-rules", mission.end_rules)):
        for index, rule in enumerate(rules):
            if rule not in rules_of(FOLDER):
                raise Refused("unknown-rule", field=f"{at}.{index}", rule_id=Verbatim(rule))
    for index, question in enumerate(mission.questions):
        if question not in questions():
            raise Refused("unknown-question", field=f"questions.{index}", key=Verbatim(question))


def _checked_line(section: str, line: str | Bilingual, at: str) -> Bilingual | None:
    if not isinstance(line, str):
        return line
    known = shared_lines(section)
    if line not in known:
        raise Refused("no-shared-line", field=at, key=Verbatim(line), allowed=Verbatim(", ".join(known) or "–"))
    return None


def shared_lines(section: str) -> list[str]:
    return [key.removeprefix(f"{section}.") for key in words_of(FOLDER) if key.startswith(f"{section}.")]


# -- forces

LEAST_MODELS_AT_MOST = 30
"""Most models that a mission may demand; checked on import only, not for open tables."""


def _check_demands(mission: Mission, sets: Sequence[SetData]) -> None:
    for side, demand in mission.demands.items():
        if demand.least_models > LEAST_MODELS_AT_MOST:
            raise Refused("too-big", field=f"demands.{side}.least-models", limit=LEAST_MODELS_AT_MOST)
        cards = {key for data in sets for key, card in data["models"].items() if card["side"] == side}
        if demand.only is not None and demand.only not in cards:
            raise Refused("no-such-model", field=f"demands.{side}.only", model=Verbatim(demand.only))


def _check_rp(data: MissionData, mission: Mission, sets: Sequence[SetData]) -> None:
    leasts = [least_rp_with(data, cards) for cards in sets]
    for side in SIDES:
        found = [least[side] for least in leasts]
        limits = [limit for limit in found if limit is not None]
        if not limits:
            raise Refused("no-force", field=f"rp.{side}", side=side)
        if mission.rp[side] < min(limits):
            raise Refused("too-small", field=f"rp.{side}", limit=min(limits))


def least_rp_with(data: MissionData, cards: SetData) -> dict[str, int | None]:
    """Return the least RP of each side with a card set; None if no force meets the demands."""
    stranded = Stranded.model_validate(data["stranded"]) if data.get("stranded") else None
    found = {}
    for side in SIDES:
        own = tuple(
            Priced(key, card["rp"], card["limit"], card.get("horde", False))
            for key, card in cards["models"].items()
            if card["side"] == side
        )
        demand = Demand.model_validate(data.get("demands", {}).get(side, {}))
        found[side] = cheapest(own, demand, _dear(stranded, side), horde_rp())
    return found


@lru_cache
def horde_rp() -> int:
    return int(edition_data(EDITIONS[0])["force"]["sturmzombie-rp"])


class Priced(NamedTuple):
    key: str
    rp: int
    limit: int
    horde: bool


def _dear(stranded: Stranded | None, side: str) -> int:
    return stranded.least_rp if stranded is not None and stranded.side == side else 0


def least_rp(book: Book, side: str) -> int | None:
    """Return the price of the cheapest force that meets all demands; None if none does.

    The demands are those of all missions and of this one.
    """
    assert book.mission is not None
    cards = ((key, card) for key, card in book.models.items() if card.side == side)
    own = tuple(Priced(key, card.rp, card.limit, card.horde) for key, card in cards)
    demand = book.mission.demands.get(side) or Demand()
    return cheapest(own, demand, _dear(book.mission.stranded, side), book.force.sturmzombie_rp)


@lru_cache(maxsize=4096)
def cheapest(own: tuple[Priced, ...], demand: Demand, dear: int, on_hordes: int) -> int | None:
    """Return the price of a side's cheapest force from its cards.

    Cached across missions and sets. Prices are kept by models chosen, RP on hordes and whether somebody can be
    stranded, each up to what is demanded.
    """
    horde = on_hordes if any(card.horde for card in own) else 0
    goal = (max(1, demand.least_models), horde, True)
    wanted = [card for card in own if demand.only in (None, card.key)]
    best = {(0, 0, not dear): 0}
    for (batch, is_dear), prices in _alike(wanted, dear, horde, goal[0] + horde).items():
        for (models, batches, found), price in list(best.items()):
            for count, spent in enumerate(accumulate(prices), start=1):
                state = (min(models + count, goal[0]), min(batches + count * batch, horde), found or is_dear)
                best[state] = min(best.get(state, price + spent), price + spent)
    return best.get(goal)


def _alike(cards: Iterable[Priced], dear: int, horde: int, enough: int) -> Mapping[tuple[int, bool], Sequence[int]]:
    """Return the lowest prices of cards that do the same for a force.

    (RP on hordes, whether it can be stranded) → prices. Of such cards the cheapest do, and no force needs more than
    `enough`.
    """
    prices: dict[tuple[int, bool], list[int]] = {}
    for card in sorted(cards, key=lambda card: card.rp):
        kind = prices.setdefault((min(card.rp, horde) if card.horde else 0, card.rp >= dear), [])
        left = enough - len(kind)
        kind += [card.rp] * min(card.limit or left, left)
    return prices


# -- writing


def written(data: MissionData) -> str:
    return "".join(_lines_of({name: value for name, value in data.items() if name != "number"}))


def _lines_of(data: Mapping[str, Any]) -> Iterator[str]:
    sections = [name for name in ("item-names", "demands", *LINES_IN) if name in data]
    for name, value in data.items():
        if name not in sections:
            yield f"{name} = {value_text(value)}\n"
    for section in sections:
        yield f"\n[{section}]\n"
        for name, value in data[section].items():
            yield f"{name} = {_long(value) if isinstance(value, list) else value_text(value)}\n"


def _long(lines: Sequence[Any]) -> str:
    return "".join(["[\n", *(f"  {value_text(line)},\n" for line in lines), "]"])


ANYWHERE = ("unequal-rp",)
"""Questions that some missions name for their numbers, and that a table's own numbers raise in any other."""


@lru_cache
def bound_questions() -> frozenset[str]:
    named = {question for mission in shipped_missions().values() for question in mission.get("questions", [])}
    return frozenset(named.difference(ANYWHERE))


def irrelevant(data: MissionData) -> frozenset[str]:
    """Return the open questions and options that cannot matter in a mission."""
    return bound_questions().difference(data.get("questions", [])).union([] if data.get("counters") else ["counters"])
