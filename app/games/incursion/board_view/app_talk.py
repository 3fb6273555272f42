"""The foot of a board while the app asks or orders: its questions and its plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from app.core.engine.buttons import AvailableOffers, Button
from app.core.engine.offers import MultiChoice, Offer, RowChoice
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
    """A question or plan of the app: the possible answers, the form for all others, then the usual one."""

    kind: ClassVar = "talk"
    word: str
    tiles: tuple[Button, ...]
    plan: tuple[Planned, ...]
    usual: tuple[Button, ...]
    about: str = ""
    onto: str = ""
    sheet: Offer | None = None


MOST_WITH_BUTTONS = 2
"""Figures whose every answer has a button; with more of them, they are ticked in a form."""


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
    for word in ("watch", "blast", "sight"):
        if may[f"tell-{word}"]:
            return of_figures(word, may[f"tell-{word}"][0], none_of_these(word, may))
    if may["tell-place-nobody"]:
        offer = may["tell-place"][0]
        allies = offer.values("who")
        tiles = tuple(submit_button(offer, f"place-{one}", "tile", who=one)._replace(about=one) for one in allies)
        usual = tuple(submit_button(one, "place-nobody", "main") for one in may["tell-place-nobody"])
        return Talk("place", tiles, (), usual, str(offer.about[0]))
    if may["tell-shots"]:
        return of_rows("shots", may["tell-shots"][0], none_of_these("shots", may))
    if may["tell-all-reach"]:
        return of_rows("reach", may["tell-all-reach"][0], none_of_these("reach", may))
    return None


def none_of_these(word: str, may: AvailableOffers) -> tuple[Button, ...]:
    return tuple(submit_button(offer, f"{word}-none", "main") for offer in may[f"tell-{word}-none"])


def tile(offer: Offer, id: str, label: str, *told: tuple[str, Any], about: str | int | None = None) -> Button:
    """Return a button that sends these values; a field that is a list has each of its values."""
    button = submit_button(offer, id, "tile")
    return button._replace(fields=(*button.fields, *told), label_key=f"command.{label}", about=about)


def of_figures(word: str, offer: Offer, usual: tuple[Button, ...]) -> Talk:
    """Return a question which of some figures it is: a button for each answer if they are few."""
    field, choice = next(iter(offer.choose.items()))
    assert isinstance(choice, MultiChoice)
    some, apart = choice.some, len(choice.some) <= MOST_WITH_BUTTONS
    label = "just-this" if len(some) > 1 else "it-does"
    tiles = [tile(offer, f"{word}-{key}", label, (field, key), about=key) for key in some] if apart else []
    if len(some) > 1 and word != "blast":
        tiles.append(tile(offer, f"{word}-all", "all-of-them", *((field, key) for key in some)))
    about = str(offer.about[-1]) if offer.about else ""
    return Talk(word, tuple(tiles), (), usual, about, sheet=None if apart else offer)


def of_rows(word: str, offer: Offer, usual: tuple[Button, ...]) -> Talk:
    """Return a question for a value of each of some figures: a button for each value if only one is asked about."""
    rows = {name: choice for name, choice in offer.choose.items() if isinstance(choice, RowChoice)}
    lines = [(name, row) for name, choice in rows.items() for row in choice.rows]
    if len(lines) != 1:
        return Talk(word, (), (), usual, sheet=offer)
    ((name, row),) = lines
    figure, *onto = rows[name].names.get(row, (row,))
    label = "so-many-ap" if name == "ap" else "just-that"
    tiles = [tile(offer, f"{word}-{one}", label, (f"{name}.{row}", one), about=one) for one in rows[name].values]
    none = tuple(one._replace(label_key=f"command.no-{name}-of-one") for one in usual)
    return Talk(f"{name}-of-one", tuple(tiles), (), none, figure, onto="".join(onto))


def ahead(offer: Offer) -> Talk:
    """Return the question for the square before a figure; one that burns only if anything does."""
    burns = "into_fire" in offer.choose
    tiles: list[tuple[str, dict[str, Any]]] = [("ahead-free", {"square": "free"}), ("ahead-taken", {"square": "taken"})]
    if burns:
        tiles[1:1] = [("ahead-free-burns", {"square": "free", "into_fire": True})]
    buttons = (submit_button(offer, key, "tile", **told)._replace(label_key=f"command.{key}") for key, told in tiles)
    return Talk("ahead", tuple(buttons), (), (), str(offer.about[0]))


def seen(offer: Offer) -> Talk:
    answers = (("seen-not", True, "main"), ("seen-never", False, "quiet"))
    none = [
        submit_button(offer, key, look, again=again)._replace(label_key=f"command.{key}")
        for key, again, look in answers
    ]
    return of_figures("seen", offer, tuple(none))


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
