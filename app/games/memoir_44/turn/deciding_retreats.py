"""Retreats that something touches which is not refereed: the table says where a unit comes to, and what that costs."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.commands import Command, Draft, Look
from app.core.offers import Choice, Offer, Span
from app.core.refusals import Refused
from app.core.ruling import Answer, Ruling
from app.games.memoir_44.at_table import field_of
from app.games.memoir_44.events.units import RetreatDecided
from app.games.memoir_44.state import Asked, Unit
from app.games.memoir_44.turn.answering import after_retreat, check_flags, furthest, odd_behind, reach_of
from app.games.memoir_44.turn.odd import RULE, naming


class DecideRetreat(Command):
    """Answer flags where something is not refereed: where the unit comes to, how many figures it loses."""

    to: str
    lost: int

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        asked = check_touched(look)
        named = naming(Answer({}, Ruling()), odd_behind(look, asked))
        choose: dict[str, Choice] = {"to": hexes(look, asked), "lost": Span(0, most_lost(look, asked))}
        yield Offer(cls.key, choose=choose, preview=named, about=(asked.unit,))

    def decide(self, draft: Draft) -> None:
        asked = check_touched(draft)
        if self.to not in hexes(draft, asked):
            raise Refused("no-way-back", "retreat.flags", field="to", to=self.to)
        if not 0 <= self.lost <= most_lost(draft, asked):
            raise Refused("so-many-figures", RULE, field="lost", limit=most_lost(draft, asked))
        at = str(draft.state.units[asked.unit].at)
        draft.note(RetreatDecided(draft.side, asked.unit, self.to, self.lost))
        after_retreat(draft, asked, at, self.lost)


def check_touched(look: Look) -> Asked:
    """The flags against a unit whose answer something touches that is not refereed. Raises Refused."""
    asked = check_flags(look)
    if asked.unit in look.state.trains or not odd_behind(look, asked):
        raise Refused("all-is-refereed-there", RULE)
    return asked


def hexes(look: Look, asked: Asked) -> list[str]:
    """Where a unit may come to by what the ground counts as, its own hex among them."""
    unit: Unit = look.state.units[asked.unit]
    rows = furthest(field_of(look), unit, reach_of(look, unit, asked.flags))
    return sorted({at for row in rows for at in row})


def most_lost(look: Look, asked: Asked) -> int:
    """The most figures that flags can cost a unit."""
    unit: Unit = look.state.units[asked.unit]
    return min(asked.flags, unit.figures)
