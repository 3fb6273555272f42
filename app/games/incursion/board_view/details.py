"""Details of a model or card: values, weapons, powers, cards on it, possible actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.core.engine.buttons import AvailableOffers, Button, Piece
from app.core.engine.event import Seat
from app.core.engine.offers import Offer
from app.core.game.details import Detail, Details, Part
from app.core.messages.translator import Translator, signed
from app.core.table.seat_view import Table
from app.games.incursion.board_view.actions import STEPS, TILE, WITH_WEAPONS, dock
from app.games.incursion.board_view.buttons import choice, submit_button
from app.games.incursion.board_view.model_rows import model_number
from app.games.incursion.book import Book, ModelCard, TableBook
from app.games.incursion.edition import Weapon
from app.games.incursion.state import Model, State
from app.games.incursion.words import power_text

OWN = "house"
VALUES = ("fortitude", "rp")
"""Values of a card that no play changes, beside AP and DP."""


def details(table: Table, seat: Seat, offers: Sequence[Offer], thing: str, said: Translator) -> Details | None:
    state: State = table.state_for(seat)
    book: TableBook = table.book()
    model = state.models.get(thing)
    card = book.models.get(model.card if model else thing)
    if card is None:
        return None
    number = model_number(thing) if model else ""
    photos = book.photos(model.card if model else thing)
    picture = Piece("incursion/picture.html", (("side", card.side), ("number", number)))
    parts = (
        ("card-field.weapons", tuple(weapons(card, book))),
        ("card-field.powers", tuple(powers(card, book, said))),
        ("details.cards", tuple(cards_on(state, thing, book, said)) if model else ()),
    )
    values = (
        *of_model(model, card),
        *(Detail(f"card-field.{name}", getattr(card, name), is_own(card, name)) for name in VALUES),
    )
    if model is None or model.side != seat.side or state.over:
        return Details(picture, values, parts, photos=photos)
    can = tuple(possible(state, thing, AvailableOffers(offers), rolls=state.seats[seat.name].rolls == "table"))
    offered = {button.command for button in can}
    cannot = tuple(one for one in tries(thing) if one.command not in offered)
    return Details(picture, values, parts, can, cannot, photos)


def is_own(card: ModelCard, name: str) -> bool:
    return card.from_.get(name) == OWN


def of_model(model: Model | None, card: ModelCard) -> Iterator[Detail]:
    for name in ("ap", "dp"):
        told = str(getattr(card, name))
        if model:
            left, full = getattr(model, name), getattr(model, f"full_{name}")
            told = f"{left}/{full}" if left <= full else str(left)  # cards give more than there was
        yield Detail(f"card-field.{name}", told, is_own(card, name))


def weapons(card: ModelCard, book: Book) -> Iterator[Part]:
    for name in card.weapons:
        gun = book.shooting.weapons.get(name)
        yield Part(name, tuple(numbers(gun)) if gun else (), own=is_own(card, "weapons"))


def numbers(gun: Weapon) -> Iterator[Detail]:
    yield Detail("details.rof", gun.rof)
    yield Detail("details.reaction-rof", gun.reaction_rof)
    if gun.shots_per_ap > 1:
        yield Detail("details.shots-per-ap", gun.shots_per_ap)
    if gun.fortitude:
        yield Detail("details.target-fortitude", signed(gun.fortitude))


def powers(card: ModelCard, book: Book, said: Translator) -> Iterator[Part]:
    for power in card.powers:
        yield Part(power, text=power_text(power, book.edition, said), own=is_own(card, "powers"))


def cards_on(state: State, key: str, book: Book, said: Translator) -> Iterator[Part]:
    for _, placed in state.cards_on(key):
        yield Part(placed.card, text=said.translate(f"card-text.{placed.card}"), photos=book.photos(placed.card))


def possible(state: State, key: str, may: AvailableOffers, *, rolls: bool) -> Iterator[Button]:
    if state.acting == key:
        tiles = dock(may, (), enters=state.models[key].place == "entry", rolls=rolls)
        yield from (tile for tile in (*tiles.places, *tiles.more) if tile and tile.id != "open-advance")
    for offer in may["activate"]:
        if key in choice(offer, "model"):
            yield submit_button(offer, "activate", "strong", model=key)._replace(label_key="command.activate-this")
    for offer in may["react"]:
        if offer.given["model"] == key:
            yield Button("react", "react", "command.react", tuple(offer.given.items()), "strong", opens=True)


def tries(key: str) -> Iterator[Button]:
    """Yield what any model may try, so that a refusal says why it cannot."""
    model = ("model", key)
    yield Button("activate", "activate", "command.activate", (model,), greyed=True)
    yield Button("move", "move", f"command.move-{STEPS[0]}", (model, ("step", STEPS[0])), greyed=True)
    yield Button("turn", "turn", "command.turn", (model,), greyed=True)
    for command in WITH_WEAPONS:
        yield Button(command, command, f"command.{command}", (model,), TILE, greyed=True)
