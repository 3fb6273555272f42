"""The rules that a phase is about and of which the board is the judge: links at the foot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.core.rules import rules_of
from app.games.mobile_infantry.book import EDITION, FOLDER
from app.games.mobile_infantry.state import State

OF_PHASES: Mapping[str, tuple[str, ...]] = {
    "muster": ("organisation.teams", "tunnels.entrances", "table.settings"),
    "im-move": ("moving.cohesion", "moving.withdrawal"),
    "presence": ("presence.placing",),
    "location": ("locating.radio",),
    "bug-move": ("moving.warriors", "moving.brain"),
    "fire": ("shooting.targets",),
    "close-combat": ("close-combat.wounded", "frenzy.busy"),
}
SEQUENCES = {"pre": "sequence.pre", "post": "sequence.post"}
ALWAYS = ("table.gm-chance",)


class Link(NamedTuple):
    """A rule and its heading in the book."""

    rule: str
    section: str


def of_phase(state: State) -> tuple[Link, ...]:
    """The rules of the phase, that of the sequence first."""
    sequence = (SEQUENCES[state.sequence],) if state.turn else ()
    catalogue = rules_of(FOLDER)
    rules = (*sequence, *OF_PHASES.get(state.phase, ()), *ALWAYS)
    return tuple(Link(rule, catalogue[rule]["sources"][EDITION]["section"]) for rule in rules)
