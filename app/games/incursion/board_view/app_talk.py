"""The foot of a board while the app asks or orders: its questions and its plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from app.core.engine.buttons import AvailableOffers, Button
from app.core.engine.offers import Offer
from app.games.incursion.board_view.buttons import form_link, submit_button
from app.games.incursion.state import State


class Planned(NamedTuple):
    """A figure's part of the plan on one line, and the link to say that it cannot."""

    model: str
    target: str
    way: int
    blows: int
    cp: int
    casualty: int
    cannot: Button | None


@dataclass(frozen=True)
class Talk:
    """A question or plan of the app: the possible answers, then the usual one."""

    kind: ClassVar = "talk"
    word: str
    tiles: tuple[Button, ...]
    plan: tuple[Planned, ...]
    usual: tuple[Button, ...]


def talk(state: State, may: AvailableOffers) -> Talk | None:
    if may["order-done"]:
        return Talk("plan", (), tuple(planned(state, may)), done(may))
    if may["tell-leave"]:
        offer = may["tell-leave"][0]
        answers = (("may-not-leave", False), ("may-leave", True))
        tiles = tuple(
            submit_button(offer, key, "tile", may=told)._replace(label_key=f"command.{key}") for key, told in answers
        )
        return Talk("leave", tiles, (), ())
    if may["tell-reach-none"]:
        asked = enumerate(may["tell-reach"], 1)
        links = tuple(reach_of(offer, number) for number, offer in asked)
        usual = tuple(submit_button(offer, "reach-none", "main") for offer in may["tell-reach-none"])
        return Talk("reach", links, (), usual)
    return None


def reach_of(offer: Offer, number: int) -> Button:
    link = form_link(offer, f"reach-{number}", "tile", str(offer.about[0]))
    return link._replace(label_key="command.in-reach-of")


def planned(state: State, may: AvailableOffers) -> list[Planned]:
    assert state.app is not None
    found = []
    for number, (key, order) in enumerate(state.app.orders.items(), 1):
        part = state.app.part_of(order.who[0])
        links = (form_link(one, f"cannot-{number}", "quiet") for one in may.of("order-impossible", order=key))
        cannot = next(links, None)
        if part is not None:
            found.append(Planned(part.model, part.target, order.most or 0, part.blows, part.cp, part.casualty, cannot))
    return found


def done(may: AvailableOffers) -> tuple[Button, ...]:
    first, whole = may["order-done"][0], may["all-orders-done"][0]
    if len(may["order-done"]) == 1:
        return (submit_button(first, "order-done", "main"),)
    next_one = submit_button(first, "order-done", "quiet")._replace(label_key="command.order-done-first")
    return submit_button(whole, "all-orders-done", "main"), next_one
