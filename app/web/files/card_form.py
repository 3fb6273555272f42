"""Form of one card of a custom set: edit, add, remove."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, Response, make_response, request, url_for

from app.core.content.cards.edit import as_typed, one, typed_card, with_card, without_card
from app.core.content.cards.fields import CardField, SetData, cards_in, fields_of
from app.core.content.cards.labels import DifferingValue, card_differences, label, word_of
from app.core.content.cards.toml_format import rewritten
from app.core.errors import Refused, Stale
from app.core.messages.slugs import make_slug
from app.core.messages.translator import Translator, Verbatim
from app.web.files.card_catalog import CardSetListing, own_sets, set_to_write, speech_of
from app.web.files.card_fields import shown_fields
from app.web.files.card_sets import go_to_set, set_page
from app.web.files.card_views import card_page, legend, shown_difference
from app.web.files.uploads_view import refusals_on, version_seen
from app.web.request.background import aside
from app.web.request.error_pages import status_and_no
from app.web.request.guard import RequestRejected
from app.web.request.rendering import redirect_after_post

pages = Blueprint("card_forms", __name__, url_prefix="/cards/<game>/set/<set_key>")


@dataclass(frozen=True)
class CardForm:
    set: CardSetListing
    section: str
    key: str
    before: Mapping[str, Any]

    @property
    def fields(self) -> list[CardField]:
        return fields_of(self.set.rules, self.section, self.set.data)

    def typed(self) -> dict[str, Any]:
        return typed_card(self.fields, texts_sent(), self.before)

    def overtaken(self) -> list[DifferingValue]:
        return list(card_differences(self.set.rules, self.section, self.before, self.typed())) if self.key else []


def texts_sent() -> dict[str, list[str]]:
    return {name: request.form.getlist(name) for name in request.form}


def form_page(form: CardForm, texts: Mapping[str, Sequence[str]], error: Exception | None = None) -> str:
    said = speech_of(form.set.game, form.set.data)
    overtaken = form.overtaken() if isinstance(error, Stale) else []
    shown = {
        "set": form.set,
        "section": form.section,
        "key": form.key,
        "title": said.translate(f"name.{form.key}") if form.key else None,
        "new_key": one(texts, "key"),
        "fields": shown_fields(form.fields, texts, form.before["from"], said),
        "fault": fault_in(said, error) if error else None,
        "overtaken": [shown_difference(said, value) for value in overtaken],
        "legend": legend(said),
    }
    return card_page("card", form.set.game, said, **shown)


@dataclass(frozen=True)
class Fault:
    message: str
    field: str


def fault_in(said: Translator, error: Exception) -> Fault:
    no = status_and_no(error)[1]
    path = (no.field or "").split(".")[2:]
    name = ".".join(path[1:] if path[:1] == ["from"] else path)
    field = next((part for part in (name, name.rpartition(".")[0]) if said.has(word_of(part))), "")
    worded = label(said, field) if field else no.field
    return Fault(said.refusal(Refused(no.code, field=worded, **no.words)), field)


# -- the pages


def form_of(game: str, set_key: str, section: str, card: str) -> CardForm:
    found = set_to_write(game, set_key)
    if card not in found.data.get(section, {}):
        raise RequestRejected(404, "no-such-card", card=card)
    return CardForm(found, section, card, found.data[section][card])


@pages.route("/card/<section>/<card>", methods=["GET", "POST"])
def edit(game: str, set_key: str, section: str, card: str) -> Response:
    """Edit all fields of a card.

    A changed value counts as the editor's own guess unless the form says otherwise.
    """
    form = form_of(game, set_key, section, card)
    if request.method == "GET":
        return make_response(form_page(form, as_typed(form.fields, form.before)))
    typed = form.typed()
    if typed != form.before:
        with refusals_on(partial(form_page, form, texts_sent())):
            keep(form.set, with_card(form.set.data, section, card, typed))
    return go_to_card(game, set_key, card)


def go_to_card(game: str, set_key: str, card: str) -> Response:
    return redirect_after_post(url_for("card_sets.card_set", game=game, set_key=set_key, _anchor=f"card-{card}"))


def keep(own: CardSetListing, data: SetData) -> None:
    """Replace the version the page was made for by these cards.

    Raise Refused, Malformed or Stale.
    """
    own.rules.check(data)
    own_sets().change(own.game, own.key, version_seen(), text=aside(rewritten, own.text, data, own.rules))


@pages.route("/new/<section>", methods=["GET", "POST"])
def add(game: str, set_key: str, section: str) -> Response:
    found = set_to_write(game, set_key)
    if section not in found.rules.forms:
        raise RequestRejected(404, "no-such-page")
    like = found.data.get(section, {}).get(request.values.get("like", ""))
    form = CardForm(found, section, "", like or {"from": {}})
    if request.method == "GET":
        return make_response(form_page(form, as_typed(form.fields, form.before)))
    with refusals_on(partial(form_page, form, texts_sent())):
        key = add_card(form)
    return go_to_card(game, set_key, key)


def add_card(form: CardForm) -> str:
    typed = form.typed()
    taken = {key for _, key, _ in cards_in(form.set.data)}
    key = one(texts_sent(), "key") or make_slug(typed["name"]["en"], taken, "card")
    if key in taken:
        raise Refused("key-used-twice", field=f"{form.section}.{key}", card=Verbatim(key))
    keep(form.set, with_card(form.set.data, form.section, key, typed))
    return key


@pages.route("/card/<section>/<card>/remove", methods=["GET", "POST"])
def remove(game: str, set_key: str, section: str, card: str) -> Response:
    form = form_of(game, set_key, section, card)
    if request.method == "GET":
        said = speech_of(form.set.game, form.set.data)
        return make_response(card_page("remove", form.set.game, said, set=form.set, key=card))
    with refusals_on(partial(set_page, form.set)):
        keep(form.set, without_card(form.set.data, section, card))
    return go_to_set(game, set_key)
