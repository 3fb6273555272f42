"""Rules of a phase that only the board can check: links at the foot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.core.messages.rule_catalogue import headings_of, rules_of, section_of, title_of
from app.core.messages.translator import LANGUAGES
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
"""Rules for missions underground only."""
SEQUENCES = {"pre": "sequence.pre", "post": "sequence.post"}
ALWAYS = ("table.gm-chance",)


class Link(NamedTuple):
    rule: str

    def title(self, language: str) -> str:
        return title_of(FOLDER, self.rule, language if language in LANGUAGES else LANGUAGES[0])

    def text(self, language: str) -> str:
        summary: Mapping[str, str] = rules_of(FOLDER)[self.rule]["summary"]
        return summary[language if language in LANGUAGES else LANGUAGES[0]]

    def source(self, language: str) -> str:
        """Return its section; empty for the app's own rules, and if the reader reads the book."""
        is_same = language == EDITION or self.rule in headings_of(FOLDER)
        return "" if is_same else section_of(FOLDER, self.rule, EDITION)


def of_phase(state: State) -> tuple[Link, ...]:
    sequence = (SEQUENCES[state.sequence],) if state.turn else ()
    rules = (*sequence, *OF_PHASES.get(state.phase, ()), *ALWAYS)
    return tuple(Link(rule) for rule in rules if rule not in BELOW or is_below(state))


def is_below(state: State) -> bool:
    return isinstance(state.mission, int) and edition_book(EDITION, {}).missions[state.mission].underground
