"""Items: picked up, taken from a friend, dropped. Source: Incursion, Action Phase, Items."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import ClassVar

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.rules.ruling import Reason
from app.games.incursion.events.actions import Act, ItemDropped, ItemTaken
from app.games.incursion.events.attacks import ReactionFireEnded
from app.games.incursion.state import Draft, GameContext, Model
from app.games.incursion.turn.actions import Action, board_offer
from app.games.incursion.turn.activation import acting, check_entered, check_half, own_model, own_models
from app.games.incursion.turn.maintenance import Doing, action_cost
from app.games.incursion.turn.reaction_setup import alert_watchers


def check_items(look: GameContext, model: Model) -> None:
    if not handles_items(look, model):
        raise Refused("no-items", "action.items", field="model")


def handles_items(look: GameContext, model: Model) -> bool:
    """Return whether a model handles items: by its card, the mission, or the table."""
    return look.book.models[model.card].items or model.handles_items or look.book.mission.zombies_carry


def handle(draft: Draft, action: Action, act: Callable[[str, list[Reason]], Act]) -> None:
    key, model = acting(draft, action.model)
    check_items(draft, model)
    check_entered(model)
    action.pay(draft, act(key, action.cost_reasons(draft)))
    alert_watchers(draft, key, "item")


def on_the_board(look: GameContext, taker: str) -> list[str]:
    state = look.state
    free = [key for key, item in state.items.items() if item.searched and state.carried(key) is None]
    return [item for item in free if not left_lying(look, taker, item)]


def left_lying(look: GameContext, taker: str, item: str) -> bool:
    kept = look.state.items[item]
    this_turn = kept.dropped_by == look.side and kept.dropped_turn == look.state.turn
    return bool(this_turn and kept.dropped_from != taker)


def with_friends(look: GameContext, taker: str) -> list[str]:
    friends = [model for key, model in own_models(look) if key != taker and not model.activated]
    return [item for model in friends if model.on_board for item in model.carries]


class Item(Action):
    """Pick an item up from the board, or take it from a friend who has not been activated."""

    item: str
    cost_of: ClassVar[str] = "item"

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        key, model = acting(look)
        check_items(look, model)
        found = {"pick-up": on_the_board(look, key), "take": with_friends(look, key)}
        if not any(found.values()):
            raise Refused("no-item-here", "action.items")
        for label, items in found.items():
            for item in items:
                yield replace(board_offer(look, cls, item=item), label=f"item-{label}")

    def decide(self, draft: Draft) -> None:
        key, model = acting(draft, self.model)
        check_items(draft, model)
        check_entered(model)
        check_takeable(draft, key, self.item)
        bearer = draft.state.carried(self.item)
        self.pay(draft, ItemTaken(self.model, self.item, bearer, self.cost_reasons(draft)))
        alert_watchers(draft, self.model, "item")


def check_takeable(look: GameContext, key: str, item: str) -> None:
    if item in on_the_board(look, key) or item in with_friends(look, key):
        return
    lies = look.state.items.get(item)
    if lies is not None and lies.searched and look.state.carried(item) is None:
        raise Refused("dropped-this-turn", "action.items", field="item", item=item)
    raise Refused("no-such-item", "action.items", field="item", item=item)


class DropItem(Command):
    """Put a carried item down, whenever its side may act.

    Nobody need be activated, and nobody fires at it.
    """

    model: str
    item: str | None = None
    precondition: ClassVar[Precondition] = check_half

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        carriers = [(key, model) for key, model in own_models(look) if model.on_board and model.carries]
        if not carriers:
            raise Refused("carries-nothing", "action.items", field="model")
        price = action_cost(Doing(action=DROP), look.book)["ap"]
        for key, model in carriers:
            for item in model.carries:
                yield Offer(cls.key, given={"model": key, "item": item}, own=price, about=(key,))

    def decide(self, draft: Draft) -> None:
        model = own_model(draft, self.model)
        if not (model.on_board and model.carries):
            raise Refused("carries-nothing", "action.items", field="model")
        item = self.item or model.carries[0]
        if item not in model.carries:
            raise Refused("no-such-item", "action.items", field="item", item=item)
        working = list(action_cost(Doing(action=DROP), draft.book).working.reasons)
        draft.emit(ItemDropped(self.model, item, working, aside=True))
        if model.reaction_fire:
            draft.emit(ReactionFireEnded(self.model, "acted"))


DROP = "drop-item"
"""The row of the AP table."""
