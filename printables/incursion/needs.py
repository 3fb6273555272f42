"""Pick list of a mission and its forces. Source: Incursion, counters and model cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from math import ceil
from pathlib import Path
from typing import Literal

from pydantic import Field

from app.core.content.missions import MissionData
from app.core.rules.book import DashedPage, load_toml
from app.games.incursion.book import Book, Demand, Mission, ModelCard, missions
from app.games.incursion.turn.maintenance import Levels, command_points
from printables.incursion.source import Source
from printables.order import BLANKS, PickList

SHEETS = ("leaf", "reference", "mission", "campaign-record", "calibration")


class Counter(DashedPage):
    """A kind of counter: shape, pictures, and the need that gives a game's quantity."""

    shape: Literal["round", "square", "door", "seal"]
    size: float = 0
    icon: str = ""
    back_icon: str = ""
    front_words: str = ""
    back_words: str = ""
    figure: str = ""
    back_figure: str = ""
    colour: str
    each: list[int] = Field(default_factory=list)
    secret: bool = False
    letter: bool = False
    needs: str
    card: str = ""
    item: str = ""
    side: str = ""
    diagram: int = 0

    @property
    def may_have_picture(self) -> bool:
        return self.shape in ("round", "square") and not self.secret


@cache
def counters() -> Mapping[str, Counter]:
    data = load_toml(Path(__file__).parent / "counters.toml")
    return {key: Counter.model_validate(values) for key, values in data.items()}


def mission_of(source: Source) -> Mission:
    assert source.book.mission is not None
    return source.book.mission


def forces_of(source: Source) -> dict[str, int]:
    if source.forces:
        return dict(source.forces)
    return {key: most for key, card in source.book.models.items() if (most := most_of(source, key, card))}


def most_of(source: Source, key: str, card: ModelCard) -> int:
    if source.book.mission is None:
        return card.limit or 1
    demand = source.book.mission.demands.get(card.side) or Demand()
    if demand.only not in (None, key):
        return 0
    affordable = source.rp[card.side] // card.rp
    return min(affordable, card.limit) if card.limit else affordable


def figures(source: Source, forces: Mapping[str, int]) -> dict[str, int]:
    models = source.book.models
    return {card: source.book.horde.figures if models[card].horde else count for card, count in forces.items()}


def picked(source: Source) -> PickList:
    forces = forces_of(source)
    once = {card: 1 if source.book.models[card].horde else count for card, count in forces.items()}
    battle = {key: card.copies for key, card in source.book.battle.items()}
    effects = {key: source.experience.get(key, 0) for key, card in source.book.battle.items() if card.kind == "effect"}
    mission = {"mission": 1} if source.book.mission else {}
    return {
        "model-cards": once,
        "battle-cards": battle,
        "experience-cards": effects,
        "counters": needed_counters(source, forces),
        "stand-ups": figures(source, forces),
        "leaf": {"leaf": 2},
        "reference": {"reference": 1},
        **({"mission": mission} if mission else {}),
        "campaign-record": {"campaign-record": int(source.campaign is not None or source.book.mission is None)},
        "blanks": dict.fromkeys(BLANKS, 0),
        "calibration": {"calibration": 0},
    }


def needed_counters(source: Source, forces: Mapping[str, int]) -> dict[str, int]:
    """Return what a game needs; without a mission what is enough for each of the rulebook's."""
    if source.book.mission is None:
        every = [with_mission(source, mission) for mission in missions().values()]
        needed = [needed_counters(one, source.forces or forces_of(one)) for one in every]
        return {key: max(one[key] for one in needed) for key in counters()}
    return {key: NEEDS[counter.needs](source, forces, counter) for key, counter in counters().items()}


def with_mission(source: Source, mission: MissionData) -> Source:
    return replace(source, book=source.book.model_copy(update={"mission": Mission.model_validate(mission)}))


Need = Callable[[Source, Mapping[str, int], Counter], int]


def models(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return sum(figures(source, forces).values())


def shooters(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return sum(count for card, count in forces.items() if may_watch(source.book, source.book.models[card]))


def may_watch(book: Book, card: ModelCard) -> bool:
    guns = [weapon for weapon in card.weapons if weapon in book.shooting.weapons]
    return bool(guns) and (len(guns) == len(card.weapons) or book.answer_for("rf-two-weapons") != "never")


def flamethrowers(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    cost, squares = source.book.action_cost["fire-flamethrower"], source.book.fire.squares
    burning = {card: n for card, n in forces.items() if "flamethrower" in source.book.models[card].weapons}
    return sum(n * squares * max(source.book.models[card].ap // cost, 1) for card, n in burning.items())


def damage(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    """Return the counters for all DP that living models can lose; a turned one counts two."""
    cards = [(source.book.models[card], n) for card, n in forces.items()]
    return sum(n * ceil((card.dp - 1) / int(counter.back_figure)) for card, n in cards if not card.horde)


def command_points_of(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return sum(int(command_points(level, source.book)["cp"]) for level in levels_by_side(source, forces).values())


def zombie_points(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return sum(
        int(command_points(level, source.book)["zombie_cp"]) for level in levels_by_side(source, forces).values()
    )


def levels_by_side(source: Source, forces: Mapping[str, int]) -> dict[str, Levels]:
    has = {"sarge": "sarge-in-charge", "gretel": "zombie-controller"}
    models, higher = source.book.models, source.book.answer_for("unequal-rp") == "higher"
    return {
        side: Levels(
            rp=max(source.rp.values()) if higher else rp,
            **{
                name: any(power in models[card].powers for card in forces if models[card].side == side)
                for name, power in has.items()
            },
        )
        for side, rp in source.rp.items()
    }


def victory_points(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return mission_of(source).counters


def panels(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return mission_of(source).panels


def device(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return int(mission_of(source).device is not None)


def stranded(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return int(mission_of(source).stranded is not None)


def items(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return mission_of(source).items.count(counter.item)


def of_card(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return source.book.battle[counter.card].copies if counter.card in source.book.battle else 0


def green_doors(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return mission_of(source).green_doors


def entries(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    """Return the number of a side's entry points and exits in the mission, or our own."""
    set_up, side = mission_of(source).set_up, counter.side
    entry, out = (set_up.number_of(f"{kind}-{side}", source.edition) for kind in ("entries", "exits"))
    return entry + (out or 0) if entry else counter.diagram


def doors(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return counter.diagram


NEEDS: Mapping[str, Need] = {
    "models": models,
    "shooters": shooters,
    "flamethrowers": flamethrowers,
    "damage": damage,
    "command-points": command_points_of,
    "zombie-points": zombie_points,
    "victory-points": victory_points,
    "panels": panels,
    "device": device,
    "stranded": stranded,
    "items": items,
    "card": of_card,
    "green-doors": green_doors,
    "entries": entries,
    "doors": doors,
}
