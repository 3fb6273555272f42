"""Pieces of a board that look the same after most presses: each is drawn once and kept.

What changes with every press, the seat's number and the keys of forms, stands in a kept drawing as two marks.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from flask import Flask, current_app, g
from markupsafe import Markup, escape

from app.core.play import Offer
from app.web.request.drawing import own_page_key
from app.web.request.guard import language, speech

SEQ, PAGE_KEY = Markup("\ue000"), "\ue001"
KEPT = 4000


def kept(place: Hashable, make: Callable[[], str]) -> str:
    """What was made at this place before, else what is made now; the least used go first."""
    pieces: OrderedDict[Hashable, str] = current_app.extensions["pieces"]
    found = pieces.pop(place, None)
    pieces[place] = found = make() if found is None else found
    if len(pieces) > KEPT:
        pieces.popitem(last=False)
    return found


@contextmanager
def marked() -> Iterator[None]:
    """What is drawn here has marks for its keys, and its pieces are kept."""
    g.page_key = PAGE_KEY
    try:
        yield
    finally:
        del g.page_key


def filled(html: str, seq: int, page_key: str) -> Markup:
    """A marked drawing with the seat's number and with keys."""
    return Markup(html.replace(SEQ, str(seq)).replace(PAGE_KEY, page_key))


def fresh_key(form: str) -> str:
    """The key of a form: the page's own, and the form's id."""
    if "page_key" not in g:
        g.page_key = own_page_key()
    return f"{g.page_key}.{form}"


def piece(template: str, **shown: Any) -> Markup:
    """A template drawn with hashable values, or what was drawn with them before."""
    if g.get("page_key") != PAGE_KEY:
        return _drawn(template, shown)
    place = (template, language(), *shown.items())
    return Markup(kept(place, lambda: _drawn(template, shown)))


def _drawn(template: str, shown: Mapping[str, Any]) -> Markup:
    return Markup(current_app.jinja_env.get_template(template).render(said=speech(), **shown).strip())


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
        price = offer.price if "tile" in look else None
        shown = {"command": offer.command, "code": code, "text": escape(text), "id": id, "fields": fields}
        return piece(self.template, **shown, seq=seq, look=look, price=price)


def install(app: Flask) -> None:
    """Give templates their pieces."""
    app.jinja_env.globals.update(piece=piece, fresh_key=fresh_key)
    app.jinja_env.globals.update(press=Form("parts/press.html"), opener=Form("parts/opener.html"))
