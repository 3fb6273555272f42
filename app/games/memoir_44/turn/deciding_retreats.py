"""Retreats that something touches which is not refereed: the table says where a unit comes to, and what that costs."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.commands import Command
from app.core.offers import Choice, Offer, Span
from app.core.refusals import Refused
from app.core.ruling import Answer, Ruling
from app.games.memoir_44.at_table import Draft, Look, field_of
from app.games.memoir_44.events.trains import TrainMoved
from app.games.memoir_44.events.units import RetreatDecided
from app.games.memoir_44.rulings.retreating import train
from app.games.memoir_44.state import Asked, Unit
from app.games.memoir_44.turn.answering import check_flags, finish_retreat, furthest, odd_behind, reach_of, way_back
from app.games.memoir_44.turn.odd import RULE, naming
from app.games.memoir_44.turn.trains import facts_of, note_hits


class DecideRetreat(Command):
    """Answer flags where something is not refereed: where the unit comes to, how many figures it loses."""

    to: str
    lost: int

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        asked = check_touched(look)
        named = naming(Answer({}, Ruling()), odd_behind(look, asked))
        choose: dict[str, Choice] = {"to": hexes(look, asked), "lost": Span(0, most_lost(look, asked))}
        yield Offer(cls.key, choose=choose, preview=named, about=look.state.placed(asked.unit))

    def decide(self, draft: Draft) -> None:
        asked = check_touched(draft)
        if self.to not in hexes(draft, asked):
            raise Refused("no-way-back", "retreat.flags", field="to", to=self.to)
        if not 0 <= self.lost <= most_lost(draft, asked):
            raise Refused("so-many-figures", RULE, field="lost", limit=most_lost(draft, asked))
        if asked.unit in draft.state.trains:
            decide_for_train(draft, asked, self.to, self.lost)
            return
        at = str(draft.state.units[asked.unit].at)
        draft.note(RetreatDecided(draft.side, asked.unit, self.to, self.lost))
        finish_retreat(draft, asked, at, self.lost)


def decide_for_train(draft: Draft, asked: Asked, to: str, hits: int) -> None:
    """Put a train where the table says, and hit it so often."""
    one = draft.state.trains[asked.unit]
    way = {stands[0]: stands for stands in way_back(draft, asked.unit, asked.flags)}
    draft.note(RetreatDecided(draft.side, asked.unit, to, 0))
    if hits:
        note_hits(draft, asked.unit, train(facts_of(one, grenades=hits), draft.book))
    if to != one.at and one.places:
        draft.note(TrainMoved(draft.side, asked.unit, *way[to]))


def check_touched(look: Look) -> Asked:
    """The flags against a unit whose answer something touches that is not refereed. Raises Refused."""
    asked = check_flags(look)
    if not odd_behind(look, asked):
        raise Refused("all-is-refereed-there", RULE)
    return asked


def hexes(look: Look, asked: Asked) -> list[str]:
    """Where a unit or train may come to by what the ground counts as, its own hex among them."""
    if asked.unit in look.state.trains:
        return [look.state.trains[asked.unit].at, *(at for at, _, _ in way_back(look, asked.unit, asked.flags))]
    unit = look.state.units[asked.unit]
    rows = furthest(field_of(look), unit, reach_of(look, unit, asked.flags))
    return sorted({at for row in rows for at in row})


def most_lost(look: Look, asked: Asked) -> int:
    """The most figures that flags can cost a unit; a train so many hits."""
    unit: Unit | None = look.state.units.get(asked.unit)
    return min(asked.flags, unit.figures) if unit else asked.flags
