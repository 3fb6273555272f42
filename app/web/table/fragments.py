"""Pieces of a board that look the same after most presses, and at tables alike: each is drawn once and kept."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

from flask import Flask, current_app
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from app.core.engine.offers import Offer
from app.core.messages.translator import Speech
from app.web.request.rendering import CODE, SEQ, bare, marked
from app.web.table.previews import Preview, preview_of

Made = TypeVar("Made")
KEPT = 4000
GREYED = "parts/greyed.html"


class Fragments:
    """What was drawn, by what it shows. Once it is many, the half that nobody asked for again of late goes."""

    def __init__(self) -> None:
        self._young: dict[Hashable, Any] = {}
        self._old: dict[Hashable, Any] = {}

    def kept(self, place: Hashable, make: Callable[[], Made]) -> Made:
        """What was made at this place before, else what is made now."""
        found: Made | None = self._young.get(place)
        if found is None:
            found = self._old.pop(place, None)
            found = make() if found is None else found
            if len(self._young) >= KEPT // 2:
                self._young, self._old = {}, self._young
            self._young[place] = found
        return found

    def clear(self) -> None:
        """Let go of all of it."""
        self._young, self._old = {}, {}


def kept(environment: Any, place: Hashable, make: Callable[[], Made]) -> Made:
    """What an environment drew at this place before, else what it draws now; no template sees what is kept."""
    fragments: Fragments = environment.fragments
    return fragments.kept(place, make)


def begin(environment: Any) -> None:
    """Nothing has been drawn yet."""
    environment.fragments = Fragments()


@pass_context
def piece(context: Context, template: str, **shown: Any) -> Markup:
    """A template drawn with hashable values, or what was drawn with them before, be it for another table: a mark
    stands for its code.
    """
    said = context["said"]
    return kept(
        context.environment,
        (template, said, *shown, *shown.values()),
        lambda: Markup(marked(template, said, code=CODE, seq=SEQ, **shown).strip()),
    )


@dataclass(frozen=True)
class Form:
    """How an offer is drawn on a board: as one tap, or as a link to its whole form."""

    template: str

    def __call__(
        self,
        offer: Offer,
        text: str,
        id: str,
        more: Mapping[str, Any] | None = None,
        look: str = "",
    ) -> Markup:
        """The offer with these further fields."""
        fields = tuple({**offer.given, **(more or {})}.items())
        about: dict[str, Any] = {"command": offer.command, "text": escape(text), "id": id}
        place = (self.template, *about.items(), fields, look)
        return kept(current_app.jinja_env, place, lambda: drawn_tile(self.template, look=look, **about, fields=fields))


def drawn_tile(template: str, **about: Any) -> Markup:
    """A button or a link."""
    return Markup(bare(template, **about, code=CODE, seq=SEQ).strip())


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
    def greyed(self) -> bool: ...


@runtime_checkable
class Adding(Ready, Protocol):
    """A tap that may show more behind its words: a template of its game, and what that is drawn with."""

    @property
    def behind(self) -> tuple[str, Mapping[str, Hashable]] | None: ...


@pass_context
def tap(context: Context, one: Ready, text: str | None = None) -> Markup:
    """A tap as a button or as a link to its form, greyed as a link to why not; without a text it says its word."""
    said: Speech = context["said"]
    place = (one, text, said)
    return kept(
        context.environment,
        place,
        lambda: drawn_tap(context, one, in_words(one, said) if text is None else text),
    )


@pass_context
def taps(context: Context, several: Iterable[Ready]) -> Markup:
    """Taps that say their words, one behind the other."""
    return Markup("".join([tap(context, one) for one in several]))


def drawn_tap(context: Context, one: Ready, words: str) -> Markup:
    """A tap that says these words, and what its game shows behind them."""
    template = GREYED if one.greyed else "parts/opener.html" if one.opens else "parts/press.html"
    about = {"command": one.command, "text": escape(words) + behind(context, one), "id": one.id}
    return drawn_tile(template, look=one.look, **about, fields=one.fields)


def behind(context: Context, one: Ready) -> Markup:
    """What a game shows behind the words of a tap; nothing behind those of most."""
    added = one.behind if isinstance(one, Adding) else None
    return Markup(" ") + piece(context, added[0], **added[1]) if added else Markup()


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
    app.jinja_env.globals.update(piece=piece, tap=tap, taps=taps, sum_of=sum_of)
    app.jinja_env.globals.update(press=Form("parts/press.html"), opener=Form("parts/opener.html"))
