"""The dice of an attack that something not refereed touches, as the table decides them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from app.core.commands import Command, Gate
from app.core.offers import Offer, Span
from app.core.refusals import Refused
from app.games.memoir_44.at_table import Draft, Field, Look, field_of
from app.games.memoir_44.events.turn import DiceDecided
from app.games.memoir_44.turn.battle import attacks, check_may_battle, nearest, place_of
from app.games.memoir_44.turn.odd import RULE, touching
from app.games.memoir_44.turn.sequence import ACTING


class DecideDice(Command):
    """Say how many dice an attack has that something touches which the notebook does not referee."""

    unit: str
    target: str
    count: int
    gate: ClassVar[Gate] = ACTING

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        none = Refused("all-is-refereed", RULE)
        if not look.book.scenario.has_odd:
            raise none
        for key, target, answer in attacks(look, touches, none, least=0):
            span = Span(0, look.book.most_dice_decided, first=answer["dice"])
            given = {"unit": key, "target": target}
            about = look.state.placed(key, target)
            yield Offer(cls.key, given=given, choose={"count": span}, about=about, aim="target")

    def decide(self, draft: Draft) -> None:
        check_may_battle(draft, self.unit)
        enemy = next(one for one in draft.state.accounts if one != draft.side)
        if self.target not in draft.state.things_of(enemy):
            raise Refused("no-such-target", "units.close-assault", field="target", target=self.target)
        if not touches(field_of(draft), self.unit, self.target):
            raise Refused("all-is-refereed", RULE, field="target")
        if not 0 <= self.count <= draft.book.most_dice_decided:
            raise Refused("so-many-dice", RULE, field="count", limit=draft.book.most_dice_decided)
        draft.note(DiceDecided(draft.side, self.unit, self.target, self.count))


def touches(field: Field, key: str, target: str) -> bool:
    """Whether something that is not refereed touches this attack."""
    own = place_of(field.state, key)
    return bool(touching(field, own, nearest(field, own, target), key, target))
