"""Grid of all numbers of a card set: people enter those of their own cards and save once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, Response, make_response, request, url_for

from app.core.content.cards.csv_format import number
from app.core.content.cards.fields import FROM_CARDS, CardField, SetData, cards_in, fields_of
from app.core.content.cards.labels import label
from app.core.content.cards.toml_format import rewritten
from app.web.files.card_catalog import CardSetListing, game_with_cards, own_sets, set_at, speech_of
from app.web.files.card_views import card_page
from app.web.files.uploads_view import reason, refusals_on, version_seen
from app.web.request.background import aside
from app.web.request.makers import check_may_write
from app.web.request.rendering import redirect_after_post

pages = Blueprint("card_values", __name__, url_prefix="/cards/<game>/set/<set_key>")


@dataclass(frozen=True)
class Cell:
    name: str
    label: str
    low: int
    high: int
    text: str


@dataclass(frozen=True)
class Row:
    key: str
    name: str
    side: str
    cells: tuple[Cell, ...]


@pages.route("/values", methods=["GET", "POST"])
def values(game: str, set_key: str) -> Response:
    """Show the numbers of all cards of a set, or save them as those of the reader's own cards.

    A set that comes with the game is copied; a custom one is changed.
    """
    found = set_at(game_with_cards(game), set_key)
    if found.own:
        check_may_write(found.maker, found.name)
    if request.method == "GET":
        return make_response(grid_page(found))
    with refusals_on(partial(grid_page, found)):
        data = entered(found, request.form)
        found.rules.check(data)
        key = keep(found, data)
    return redirect_after_post(url_for("tables.new", game=game, card_set=key))


def keep(found: CardSetListing, data: SetData) -> str:
    text = aside(rewritten, found.text, data, found.rules)
    if found.own:
        own_sets().change(found.game, found.key, version_seen(), text=text)
        return found.key
    name = speech_of(found.game).translate("card-set.own-cards")
    return own_sets().add(found.game, own_sets().free_name(found.game, name), text)


def entered(found: CardSetListing, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the set with the numbers of the form, each of them from the reader's cards.

    Raise Malformed.
    """
    data = deepcopy(dict(found.data))
    for section, key, card in cards_in(data):
        for field in numbers_of(found, section, card):
            card[field.name] = number(typed.get(f"{section}.{key}.{field.name}", "").strip())
            card["from"][field.name] = FROM_CARDS
    return data


def numbers_of(found: CardSetListing, section: str, card: Mapping[str, Any]) -> Iterator[CardField]:
    return (field for field in fields_of(found.rules, section) if field.kind == "number" and field.name in card)


def grid_page(found: CardSetListing, error: Exception | None = None) -> str:
    said = speech_of(found.game, found.data)

    def cell(name: str, field: CardField, value: Any) -> Cell:
        text = request.form.get(name, str(value))
        return Cell(name, label(said, field.name), field.low or 0, field.high or 0, text)

    def row(section: str, key: str, card: Mapping[str, Any]) -> Row:
        cells = [
            cell(f"{section}.{key}.{field.name}", field, card[field.name]) for field in numbers_of(found, section, card)
        ]
        return Row(key, said.name(key), card.get("side") or "", tuple(cells))

    sections = [
        (said.translate(f"card-section.{section}"), [row(section, key, card) for key, card in cards.items()])
        for section, cards in found.data.items()
        if section in found.rules.forms
    ]
    message = reason(said, error, "card-set") if error else None
    return card_page("values", found.game, said, set=found, sections=sections, message=message)
