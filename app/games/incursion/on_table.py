"""Pieces on the physical table: figures and their counters, items, cards, flames.

And doors, which no state places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from app.core.engine.event import Event, OrdersOf, Pieces, TableOrder
from app.core.table.physical import NOTHING, SOMEWHERE
from app.games.incursion.board_talk import people_of
from app.games.incursion.events.actions import DoorMoved
from app.games.incursion.events.board_talk import FiguresOrdered
from app.games.incursion.events.cards import CardLetBe
from app.games.incursion.state import Model, State

ENTERS = ("entry", "board")
MODEL = ("of", "at", "hand-place", "dp", "fire", "reaction-fire", "activated", "harpoon", "hand")
ITEM, CARD, COUNT, FLAMES, PANELS = ("at", "face"), ("is", "at"), ("count",), ("flames",), ("is", "panels")
"""Aspects of what lies there."""


def seen_on_table(state: State) -> Pieces:
    """Return what everybody can see there; dying models stay until their dice are rolled."""
    dying = {*state.volatile, state.exploding, state.blast and state.blast.model, *state.blazes}
    facts = {
        key: of_model(model) if model.place in ENTERS and (model.dp or key in dying) else NOTHING
        for key, model in state.models.items()
    }
    carriers = {item: key for key, model in state.models.items() for item in model.carries}
    for key in state.items:
        facts[key] = (ITEM, carriers.get(key, "board"), state.open_faces.get(key))
    for key, placed in state.in_play.items():
        if not (placed.unanswered or has_left(state, placed.on, dying)):
            facts[key] = (CARD, placed.card, placed.on or placed.owner)
    facts["sealed-doors"] = (COUNT, state.sealed_doors)
    facts["flame-squares"] = (FLAMES, sum(one.squares for one in state.flames))
    if state.panels:
        facts |= {f"panels-{side}": (PANELS, side, taken) for side, taken in state.score.items()}
    return facts


def has_left(state: State, key: str | None, dying: Collection[object] = ()) -> bool:
    """Return whether a card in play lies on a model that has left: the card left with it."""
    model = state.models.get(key or "")
    return model is not None and not model.in_use and key not in dying


def of_model(model: Model) -> tuple[Any, ...]:
    done = model.squares_moved or model.ap_moved or model.ap_handled
    return (
        MODEL,
        model.side,
        SOMEWHERE,
        model.place,
        model.dp if model.dp < model.full_dp else None,
        model.in_fire,
        model.reaction_fire,
        model.activated,
        model.harpoon_stuck,
        [model.squares_moved, model.ap_moved, model.ap_handled] if done else [],
    )


def door_moved(event: DoorMoved, state: State) -> Iterator[TableOrder]:
    """Tell the other side of a door, which the acting one has turned by hand."""
    other = state.other(state.models[event.model].side)
    yield TableOrder("turn", f"door-{event.to}", [event.model], [other], {"model": event.model})


def figures_ordered(event: FiguresOrdered, state: State) -> Iterator[TableOrder]:
    values = {"who": list(event.who), "towards": event.towards, "ap": event.ap, "tie": event.tie}
    values |= {"keep": event.keep} if event.keep else {}
    word = f"app-{event.do}{'-by-ap' * event.by_ap}{'-tie' * bool(event.tie)}{'-keep' * bool(event.keep)}"
    yield TableOrder("move", word, list(event.who), [people_of(state)], values)


def card_let_be(event: CardLetBe, state: State) -> Iterator[TableOrder]:
    """Tell people to do what a card says that lies on nothing for the rest of the mission: no state places it."""
    placed = state.in_play[event.placed]
    if placed.on is None and placed.lasts == "mission":
        yield TableOrder("mark", "card-says", [event.placed], [], {"card": placed.card})


ORDERS: Mapping[type[Event], OrdersOf] = {
    DoorMoved: door_moved,
    FiguresOrdered: figures_ordered,
    CardLetBe: card_let_be,
}
