"""Choosing forces: cards against RP, Limits and demands. Source: Incursion, Missions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import Offer
from app.core.errors import Refused, passes
from app.core.rules.dice import commitment
from app.core.rules.ruling import Ruling
from app.games.incursion.awaited_answers import check_awaited
from app.games.incursion.book import MODELS_AT_MOST, Book, Demand
from app.games.incursion.events.forces import (
    ForceAwaited,
    ForceChosen,
    ForceRevealed,
    ModelAdded,
    ModelDropped,
)
from app.games.incursion.events.missions import StrandedAwaited
from app.games.incursion.missions.campaign import call_up_veterans
from app.games.incursion.missions.rescue import NO_RESCUERS, nobody_to_rescue
from app.games.incursion.state import Draft, GameContext, Model, Side
from app.games.incursion.turn.maintenance import Batch, horde
from app.games.incursion.turn.sequence import begin_turn, model_of

Force = Mapping[str, int]


def choosing_side(look: GameContext) -> Side:
    check_awaited(look, "forces")
    return look.state.sides[look.side]


def rp_of(force: Force, book: Book) -> Ruling:
    ruling = Ruling()
    for card, count in force.items():
        ruling = ruling.plus(card, book.models[card].rp * count, "force.rp")
    return ruling


def demand_of(look: GameContext) -> Demand:
    return look.book.mission.demands.get(look.side, Demand())


def check_card(look: GameContext, card: str) -> None:
    book, side = look.book, look.state.sides[look.side]
    model = book.models.get(card)
    if model is None or model.side != look.side:
        raise Refused("not-your-card", "force.own-cards", field="card", card=card)
    check_room({**side.force, card: side.force.get(card, 0) + 1}, book, "card")
    if side.any_force:
        return
    demand = demand_of(look)
    if demand.only not in (None, card):
        raise Refused("mission-forbids-card", "force.demands", field="card", card=card, only=demand.only)
    if side.force.get(card, 0) >= limit_of(book, side, card):
        raise Refused("over-limit", "force.limit", field="card", limit=model.limit)
    if rp_of(side.force, book).total + model.rp > side.rp:
        raise Refused("over-rp", "force.rp", field="card", rp=side.rp)


def check_room(force: Force, book: Book, field: str | None = None) -> None:
    """Raise Refused for more models in play, a turn's zombies included, than a side can have."""
    bought = sum(count for card, count in force.items() if not book.models[card].horde)
    if bought + rp_on_hordes(force, book) // book.horde.rp * book.horde.zombies > MODELS_AT_MOST:
        raise Refused("too-many-models", field=field, most=MODELS_AT_MOST)


def limit_of(book: Book, side: Side, card: str) -> float:
    """Return the most copies of a card in this force.

    Hans's Bomberzombies have no limit. Source: Limit; Zombie Bombardier.
    """
    models = book.models
    bombardier = any("zombie-bombardier" in models[other].powers for other in side.force)
    unlimited = not models[card].limit or (bombardier and "ka-boom" in models[card].powers)
    return math.inf if unlimited else float(models[card].limit)


def cards_that_fit(look: GameContext) -> list[str]:
    return [card for card in look.book.models if passes(check_card, look, card)]


def may_ever_be_chosen(book: Book, side: Side, card: str) -> bool:
    """Return whether this side may ever choose the card: its own, within the mission's RP."""
    model = book.models[card]
    demand = book.mission.demands.get(side.side, Demand()) if book.mission else Demand()
    fits = side.any_force or (demand.only in (None, card) and model.rp <= side.rp)
    return model.side == side.side and fits


def check_force(look: GameContext, side: Side) -> None:
    force, demand = side.force, demand_of(look)
    check_room(force, look.book)
    if side.any_force and force:
        return
    if demand.spend_all and cards_that_fit(look):
        raise Refused("force-spend-all", "force.demands", rp=side.rp)
    check_horde_bought(look.book, side)
    check_stranded_bought(look.book, side)
    for card, count in force.items():
        if count > limit_of(look.book, side, card):
            raise Refused("over-limit", "force.limit", field="card", limit=look.book.models[card].limit)
    if sum(force.values()) < max(1, demand.least_models):
        raise Refused("force-too-small", "force.demands", least=max(1, demand.least_models))


def rp_on_hordes(force: Force, book: Book) -> int:
    return sum(book.models[card].rp * count for card, count in force.items() if book.models[card].horde)


def making_room(look: GameContext) -> list[str]:
    """Return the cards of a force any one of which must be removed so that what it lacks fits; [] if that fits now."""
    book, side = look.book, look.state.sides[look.side]
    left = side.rp - rp_of(side.force, book).total
    cheapest = min(model.rp for card, model in book.models.items() if may_ever_be_chosen(book, side, card))
    models = demand_of(look).least_models - sum(side.force.values())
    horde = 0 if passes(check_horde_bought, book, side) else book.force.sturmzombie_rp - rp_on_hordes(side.force, book)

    def fits(rp: int, removed: int) -> bool:
        return max(horde, cheapest * (models + removed)) <= rp

    others = [card for card in side.force if not book.models[card].horde]
    return [card for card in others if not fits(left, 0) and fits(left + book.models[card].rp, 1)]


def check_horde_bought(book: Book, side: Side) -> None:
    has_horde = any(card.horde and card.side == side.side for card in book.models.values())
    if has_horde and rp_on_hordes(side.force, book) < book.force.sturmzombie_rp:
        raise Refused("force-needs-horde", "force.horde-first", rp=book.force.sturmzombie_rp)


def check_stranded_bought(book: Book, side: Side) -> None:
    stranded = book.mission.stranded if book.mission else None
    if stranded is None or stranded.side != side.side:
        return
    if all(book.models[card].rp < stranded.least_rp for card in side.force):
        raise Refused("force-needs-stranded", "missions.stranded", rp=stranded.least_rp)


class AddModel(Command):
    card: str
    precondition: ClassVar[Precondition] = choosing_side

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        choosing_side(look)
        fitting = cards_that_fit(look)
        if not fitting:
            raise Refused("over-rp", "force.rp", rp=look.state.sides[look.side].rp)
        yield Offer(cls.key, choose={"card": fitting})

    def decide(self, draft: Draft) -> None:
        side = choosing_side(draft)
        check_card(draft, self.card)
        draft.emit(ModelAdded(side.side, self.card))


class DropModel(Command):
    card: str
    precondition: ClassVar[Precondition] = choosing_side

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        side = choosing_side(look)
        if not side.force:
            raise Refused("not-in-force", "force.rp")
        yield Offer(cls.key, choose={"card": list(side.force)})

    def decide(self, draft: Draft) -> None:
        side = choosing_side(draft)
        if self.card not in side.force:
            raise Refused("not-in-force", "force.rp", field="card")
        draft.emit(ModelDropped(side.side, self.card))


class ForceReady(Command):
    """Confirm the force.

    It is shown when both are chosen, or at once if the table chooses in turn.
    """

    precondition: ClassVar[Precondition] = choosing_side

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        side = choosing_side(look)
        check_force(look, side)
        alone = nobody_to_rescue(look, sum(side.force.values()))
        yield Offer(cls.key, hint=NO_RESCUERS if alone else None)

    def decide(self, draft: Draft) -> None:
        side = choosing_side(draft)
        check_force(draft, side)
        salt = draft.salt()
        draft.emit(ForceChosen(side.side, commitment(salt, side.force), salt))
        _reveal_or_ask(draft, side)


def _reveal_or_ask(draft: Draft, side: Side) -> None:
    state = draft.state
    sides = list(state.sides.values())
    waits = [other for other in sides if not other.commitment and not other.force_open]
    unasked = [other for other in waits if not state.awaits_side(other.side)]
    if unasked:
        reveal_force(draft, side)
    for other in unasked:
        draft.emit(ForceAwaited(other.side))
    if not waits:
        for other in sides:
            reveal_force(draft, other)
        begin_mission(draft)


def begin_mission(draft: Draft) -> None:
    stranded = draft.book.mission.stranded
    if stranded is None:
        begin_turn(draft)
    else:
        draft.emit(StrandedAwaited(stranded.side))


def reveal_force(draft: Draft, side: Side) -> None:
    if side.force_open:
        return
    rp = rp_of(side.force, draft.book)
    due = horde(Batch(rp=rp_on_hordes(side.force, draft.book)), draft.book)["per_turn"]
    models = dict(models_of_force(side, draft.book))
    value, salt = dict(side.force), side.force_salt or ""
    draft.emit(ForceRevealed(side.side, value, salt, models, due, rp.total, list(rp.reasons)))
    call_up_veterans(draft, side)


def models_of_force(side: Side, book: Book) -> Iterator[tuple[str, Model]]:
    for card, count in side.force.items():
        if not book.models[card].horde:
            for number in range(1, count + 1):
                due = book.mission is not None and book.mission.one_by_one == side.side
                model = model_of(card, book)
                yield f"{card}-{number}", replace(model, place="due") if due else model
