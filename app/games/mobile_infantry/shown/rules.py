"""The rules that a phase is about and of which the board is the judge: links at the foot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.core.rules import headings_of, rules_of
from app.games.mobile_infantry.book import EDITION, FOLDER, edition_book
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
BELOW = ("tunnels.entrances", "moving.brain")
"""Those of missions under the ground alone."""
SEQUENCES = {"pre": "sequence.pre", "post": "sequence.post"}
ALWAYS = ("table.gm-chance",)


class Link(NamedTuple):
    """A rule and its heading in the book."""

    rule: str
    section: str

    def heading(self, language: str) -> str:
        """The notebook's own rules are headed in the language of the reader."""
        return headings_of(FOLDER).get(self.rule, {}).get(language, self.section)


def of_phase(state: State) -> tuple[Link, ...]:
    """The rules of the phase, that of the sequence first."""
    sequence = (SEQUENCES[state.sequence],) if state.turn else ()
    catalogue = rules_of(FOLDER)
    rules = (*sequence, *OF_PHASES.get(state.phase, ()), *ALWAYS)
    here = [rule for rule in rules if rule not in BELOW or is_below(state)]
    return tuple(Link(rule, catalogue[rule]["sources"][EDITION]["section"]) for rule in here)


def is_below(state: State) -> bool:
    """Whether the mission is under the ground, as far as one is agreed."""
    return isinstance(state.mission, int) and edition_book(EDITION, {}).missions[state.mission].underground
