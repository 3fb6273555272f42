"""Pick list of a mission and its forces. Source: Incursion, counters and model cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field

from app.core.rules.book import DashedPage, load_toml
from app.games.incursion.book import Demand, Mission, ModelCard
from app.games.incursion.turn.maintenance import Levels, command_points
from printables.incursion.source import Source
from printables.order import PickList

SHEETS = ("reference", "mission", "campaign-record", "calibration")


class Counter(DashedPage):
    """A kind of counter: shape, quantity in the kit, and the need that gives a game's quantity."""

    shape: Literal["round", "square", "strip"]
    size: float
    height: float = 0
    icon: str
    back_icon: str = ""
    front_words: str = ""
    back_words: str = ""
    figure: str = ""
    back_figure: str = ""
    colour: str
    each: list[int] = Field(default_factory=list)
    all: int
    needs: str
    card: str = ""
    item: str = ""


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
        "reference": {"reference": 1},
        **({"mission": mission} if mission else {}),
        "campaign-record": {"campaign-record": int(source.campaign is not None or source.book.mission is None)},
        "calibration": {"calibration": 0},
    }


def needed_counters(source: Source, forces: Mapping[str, int]) -> dict[str, int]:
    if source.book.mission is None:
        return {key: counter.all for key, counter in counters().items()}
    return {key: min(counter.all, NEEDS[counter.needs](source, forces, counter)) for key, counter in counters().items()}


Need = Callable[[Source, Mapping[str, int], Counter], int]


def models(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return sum(figures(source, forces).values())


def shooters(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    weapons = source.book.shooting.weapons
    return sum(n for card, n in forces.items() if any(name in weapons for name in source.book.models[card].weapons))


def flamethrowers(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return counter.all if any("flamethrower" in source.book.models[card].weapons for card in forces) else 0


def damage(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return sum(
        n * (source.book.models[card].dp - 1) for card, n in forces.items() if not source.book.models[card].horde
    )


def command_points_of(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return sum(int(command_points(levels, source.book)["cp"]) for levels in _levels(source, forces))


def zombie_points(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return sum(int(command_points(levels, source.book)["zombie_cp"]) for levels in _levels(source, forces))


def _levels(source: Source, forces: Mapping[str, int]) -> list[Levels]:
    has = {"sarge": "sarge-in-charge", "gretel": "zombie-controller"}
    models = source.book.models
    return [
        Levels(
            rp=rp,
            **{
                name: any(power in models[card].powers for card in forces if models[card].side == side)
                for name, power in has.items()
            },
        )
        for side, rp in source.rp.items()
    ]


def victory_points(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return min(mission_of(source).counters, counter.all)


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


def always(source: Source, forces: Mapping[str, int], counter: Counter) -> int:
    return counter.all


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
    "always": always,
}
