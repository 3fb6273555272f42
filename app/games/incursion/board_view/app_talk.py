"""The foot of a board while the app asks or orders: its questions and its plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from app.core.engine.buttons import AvailableOffers, Button
from app.core.engine.offers import MultiChoice, Offer
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
    errand: str
    cannot: Button | None


@dataclass(frozen=True)
class Talk:
    """A question or plan of the app: the possible answers, then the usual one."""

    kind: ClassVar = "talk"
    word: str
    tiles: tuple[Button, ...]
    plan: tuple[Planned, ...]
    usual: tuple[Button, ...]
    about: str = ""


def talk(state: State, may: AvailableOffers) -> Talk | None:
    if may["order-done"]:
        return Talk("plan", (), tuple(planned(state, may)), done(may))
    if may["tell-leave"]:
        offer = may["tell-leave"][0]
        answers = (("may-not-leave-yet", False, False), ("may-not-leave", False, True), ("may-leave", True, True))
        tiles = tuple(
            submit_button(offer, key, "tile", may=told, next_turn=later)._replace(label_key=f"command.{key}")
            for key, told, later in answers
        )
        return Talk("leave", tiles, (), ())
    if may["tell-room"]:
        offer = may["tell-room"][0]
        numbers = offer.values("number")[1:]
        tiles = tuple(submit_button(offer, f"room-{one}", "tile", number=one)._replace(about=one) for one in numbers)
        return Talk("room", tiles, (), (), str(offer.about[0]))
    if may["tell-ahead"]:
        return ahead(may["tell-ahead"][0])
    if may["tell-seen"]:
        return seen(may["tell-seen"][0])
    if may["tell-watch-none"]:
        links = tuple(form_link(offer, "watch", "tile") for offer in may["tell-watch"])
        usual = tuple(submit_button(offer, "watch-none", "main") for offer in may["tell-watch-none"])
        return Talk("watch", links, (), usual)
    if may["tell-blast-none"]:
        offer = may["tell-blast"][0]
        usual = tuple(submit_button(one, "blast-none", "main") for one in may["tell-blast-none"])
        return Talk("blast", (form_link(offer, "blast", "tile"),), (), usual, str(offer.about[-1]))
    if may["tell-place-nobody"]:
        offer = may["tell-place"][0]
        allies = offer.values("who")
        tiles = tuple(submit_button(offer, f"place-{one}", "tile", who=one)._replace(about=one) for one in allies)
        usual = tuple(submit_button(one, "place-nobody", "main") for one in may["tell-place-nobody"])
        return Talk("place", tiles, (), usual, str(offer.about[0]))
    if may["tell-shots-none"]:
        links = tuple(form_link(offer, "shots", "tile") for offer in may["tell-shots"])
        usual = tuple(submit_button(offer, "shots-none", "main") for offer in may["tell-shots-none"])
        return Talk("shots", links, (), usual)
    if may["tell-sight-none"]:
        links = tuple(form_link(offer, "sight", "tile") for offer in may["tell-sight"])
        usual = tuple(submit_button(offer, "sight-none", "main") for offer in may["tell-sight-none"])
        return Talk("sight", links, (), usual)
    if may["tell-reach-none"]:
        asked = enumerate(may["tell-reach"], 1)
        sheet = tuple(form_link(offer, "reach", "tile") for offer in may["tell-all-reach"])
        apart = [*(reach_of(offer, number) for number, offer in asked)]
        apart += [form_link(offer, "takes", "tile") for offer in may["tell-takes"]]
        links = sheet or tuple(apart)
        usual = tuple(submit_button(offer, "reach-none", "main") for offer in may["tell-reach-none"])
        if sheet:
            usual = tuple(button._replace(label_key="command.reach-nobody") for button in usual)
        return Talk("reach", links, (), usual)
    return None


def ahead(offer: Offer) -> Talk:
    """Return the question for the square before a figure; one that burns only if anything does."""
    burns = "into_fire" in offer.choose
    tiles: list[tuple[str, dict[str, Any]]] = [("ahead-free", {"square": "free"}), ("ahead-taken", {"square": "taken"})]
    if burns:
        tiles[1:1] = [("ahead-free-burns", {"square": "free", "into_fire": True})]
    buttons = (submit_button(offer, key, "tile", **told)._replace(label_key=f"command.{key}") for key, told in tiles)
    return Talk("ahead", tuple(buttons), (), (), str(offer.about[0]))


def seen(offer: Offer) -> Talk:
    """Return the question for who sees an Ally: a form only if there are several watchers."""
    watchers = offer.choose["seen"]
    assert isinstance(watchers, MultiChoice)
    one = submit_button(offer, "seen-it", "tile", seen=watchers.some, again=True)._replace(label_key="command.seen-it")
    yes = one if len(watchers.some) == 1 else form_link(offer, "seen", "tile")
    answers = (("seen-never", False, "quiet"), ("seen-not", True, "main"))
    no = (submit_button(offer, key, look, again=again) for key, again, look in answers)
    never, none = (button._replace(label_key=f"command.{key}") for button, (key, _, _) in zip(no, answers, strict=True))
    return Talk("seen", (yes,), (), (none, never), str(offer.about[0]))


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
            odds = part.blows, part.cp, part.casualty
            found.append(Planned(part.model, part.target, order.most or 0, *odds, part.errand, cannot))
    return found


def done(may: AvailableOffers) -> tuple[Button, ...]:
    first, whole = may["order-done"][0], may["all-orders-done"][0]
    if len(may["order-done"]) == 1:
        return (submit_button(first, "order-done", "main"),)
    next_one = submit_button(first, "order-done", "quiet")._replace(label_key="command.order-done-first")
    return submit_button(whole, "all-orders-done", "main"), next_one
