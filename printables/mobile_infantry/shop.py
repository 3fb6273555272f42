"""Print shop of Infantería Móvil: sources, needs and products."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.core.messages.translator import Translator
from app.games.mobile_infantry.army_setup.mission import MISSIONS
from app.games.mobile_infantry.book import INFANTRY
from printables.mobile_infantry.needs import picked
from printables.mobile_infantry.source import GAME, MOST, UNITS, Source, plain_source, table_source, with_forces
from printables.paper import Settings, one_of
from printables.pieces import Job
from printables.shops import Choice, Count, PrintSources, Shop, blanks, calibration, label_of_blank

SHEETS = ("calibration",)

# -- sources


def read_mission(text: str, stock: PrintSources) -> int:
    named = {str(number): number for number in MISSIONS}
    return named[one_of(list(named), text, "mission")]


def missions_in(stock: PrintSources, speech: Translator) -> list[tuple[str, str]]:
    return [(str(number), f"{number} · {speech.translate(f'mission.{number}')}") for number in MISSIONS]


CHOICES = (Choice("mission", "mission", "Exactly what this mission needs.", missions_in, read_mission),)
FORCES = Count(
    "forces",
    "force",
    f"Squads and teams: {', '.join(UNITS)}, as NAME=N; several times.",
    lambda source: {INFANTRY: dict.fromkeys(UNITS, MOST)},
    with_forces,
)


def chosen_source(language: str, chosen: Mapping[str, Any], address: str = "") -> Source:
    return plain_source(language, chosen.get("mission"), address=address)


# -- products


# Import a product's module only when it is printed, so that short jobs start sooner.


def _counters(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.mobile_infantry import counters

    return counters.batches(source, wanted)


def _team_cards(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.mobile_infantry import team_cards

    return [team_cards.batch(source, wanted, settings)]


def _reference_cards(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.mobile_infantry import reference

    return [reference.batch(source, wanted, settings)]


def _boats(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.mobile_infantry import boats

    return [boats.batch(source, wanted)]


def _tracks(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.mobile_infantry import tracks

    return list(tracks.batches(source, wanted))


def _tunnels(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.mobile_infantry import ground

    return list(ground.tunnels(source, wanted))


def _fort(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.mobile_infantry import ground

    return list(ground.fort(source, wanted))


def _stand_ups(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.mobile_infantry import standups

    return [standups.batch(source, wanted)]


PRODUCTS: Mapping[str, Callable[[Source, Mapping[str, int], Settings], Job]] = {
    "counters": _counters,
    "team-cards": _team_cards,
    "reference-cards": _reference_cards,
    "boats": _boats,
    "tracks": _tracks,
    "tunnels": _tunnels,
    "fort": _fort,
    "stand-ups": _stand_ups,
    "blanks": blanks,
    "calibration": calibration,
}


def label(product: str, thing: str, speech: Translator) -> str:
    return LABELS[product](thing, speech) if product in LABELS else speech.translate(f"product.{thing}")


def _of_reference(thing: str, speech: Translator) -> str:
    topic = thing.removeprefix("brain-")
    number = topic.removeprefix("mission-")
    named = (
        f"{number}. {speech.translate(f'mission.{number}')}" if number != topic else speech.translate(f"card.{topic}")
    )
    return f"{named} · {speech.translate('card.brain-only')}" if topic != thing else named


LABELS: Mapping[str, Callable[[str, Translator], str]] = {
    "counters": lambda thing, speech: speech.translate(f"counter.{thing}"),
    "team-cards": lambda thing, speech: speech.name(thing),
    "reference-cards": _of_reference,
    "boats": lambda thing, speech: speech.translate(f"thing.{thing}"),
    "tracks": lambda thing, speech: speech.translate(f"thing.{thing}"),
    "tunnels": lambda thing, speech: speech.translate(f"thing.{thing}"),
    "fort": lambda thing, speech: speech.translate(f"ground.{thing}"),
    "stand-ups": lambda thing, speech: speech.name(thing),
    "blanks": label_of_blank,
}

SHOP = Shop(
    game=GAME,
    title=f"name.{GAME}",
    plain_source=chosen_source,
    table_source=table_source,
    sample=lambda language: plain_source(language, 1),
    needs=picked,
    products=PRODUCTS,
    label=label,
    choices=CHOICES,
    counts=(FORCES,),
    sheets=frozenset(SHEETS),
    optional=frozenset({"stand-ups", "tunnels"}),
)
