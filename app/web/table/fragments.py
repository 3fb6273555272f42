"""Pieces of a board that look the same after most presses: each is drawn once and kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from flask import Flask, current_app
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from app.core.offers import Offer
from app.core.words import Speech
from app.web.request.drawing import bare, marked
from app.web.table.previews import Preview, preview_of

KEPT = 4000


def kept(place: Hashable, make: Callable[[], str]) -> str:
    """What was made at this place before, else what is made now; the least used go first."""
    pieces: OrderedDict[Hashable, str] = current_app.extensions["pieces"]
    found = pieces.pop(place, None)
    pieces[place] = found = make() if found is None else found
    if len(pieces) > KEPT:
        pieces.popitem(last=False)
    return found


@pass_context
def piece(context: Context, template: str, **shown: Any) -> Markup:
    """A template drawn with hashable values, or what was drawn with them before."""
    said = context["said"]
    return Markup(kept((template, said, *shown.items()), lambda: marked(template, said, **shown).strip()))


@dataclass(frozen=True)
class Form:
    """How an offer is drawn on a board: as one tap, or as a link to its whole form."""

    template: str

    def __call__(
        self,
        offer: Offer,
        code: str,
        seq: int | Markup,
        text: str,
        id: str,
        more: Mapping[str, Any] | None = None,
        look: str = "",
    ) -> Markup:
        """The offer with these further fields; a tile shows its price."""
        fields = tuple({**offer.given, **(more or {})}.items())
        about: dict[str, Any] = {"command": offer.command, "code": code, "seq": seq, "text": escape(text)}
        return one_tap(self.template, **about, id=id, fields=fields, look=look, price=offer.price)


def one_tap(template: str, look: str, price: int | None, **about: Any) -> Markup:
    """A button or a link, or what was drawn alike before; a tile shows its price."""
    text = about["text"] + price_tag(price) if price is not None and "tile" in look else about["text"]
    shown = about | {"look": look, "text": text}
    return Markup(kept((template, *shown.items()), lambda: bare(template, **shown).strip()))


@cache
def price_tag(price: int) -> Markup:
    """What a tap costs, behind its text."""
    return Markup(f" {bare('parts/price.html', price=price).strip()}")


class Ready(Protocol):
    """A tap that a game has made ready: the key of its word, whom it names behind it, whether it opens a form."""

    @property
    def command(self) -> str: ...
    @property
    def id(self) -> str: ...
    @property
    def says(self) -> str: ...
    @property
    def about(self) -> Hashable: ...
    @property
    def onto(self) -> str | None: ...
    @property
    def fields(self) -> tuple[tuple[str, Any], ...]: ...
    @property
    def look(self) -> str: ...
    @property
    def opens(self) -> bool: ...
    @property
    def price(self) -> int | None: ...


@pass_context
def tap(context: Context, one: Ready, code: str, seq: int | Markup, text: str | None = None) -> Markup:
    """A tap as a button or as a link to its form; without a text of its own it says its word."""
    template = "parts/opener.html" if one.opens else "parts/press.html"
    words = in_words(one, context["said"]) if text is None else text
    about = {"command": one.command, "code": code, "seq": seq, "text": escape(words), "id": one.id}
    return one_tap(template, one.look, one.price, **about, fields=one.fields)


def in_words(one: Ready, said: Speech) -> str:
    """The word of a tap, and behind it whom it is about or whom it is done to."""
    word = said.say(one.says)
    if one.about is not None:
        return f"{word}: {said.name(one.about)}"
    return f"{word} → {said.name(one.onto)}" if one.onto else word


@pass_context
def sum_of(context: Context, offer: Offer) -> Preview | None:
    """What an offer would roll: its sum and its odds, if it rolls by a ruling."""
    return preview_of(offer.preview, offer.dice, context["said"]) if offer.preview else None


def install(app: Flask) -> None:
    """Give templates their pieces."""
    app.jinja_env.globals.update(piece=piece, tap=tap, sum_of=sum_of)
    app.jinja_env.globals.update(press=Form("parts/press.html"), opener=Form("parts/opener.html"))
