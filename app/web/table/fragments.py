"""Cache of board fragments that stay the same after most commands and across tables."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from flask import Flask
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from app.core.engine.buttons import Button, button_for, form_link, submit_button
from app.core.engine.offers import Offer
from app.core.messages.translator import Translator
from app.web.request.rendering import CODE, SEQ, render_marked, render_neutral
from app.web.table.form_view import Asked, Form, form_of
from app.web.table.previews import Preview, preview_of

Made = TypeVar("Made")
KEPT = 4000
GREYED = "parts/greyed.html"


class FragmentCache:
    """A cache of rendered fragments; when full, it drops the half not used recently."""

    def __init__(self) -> None:
        self._young: dict[Hashable, Any] = {}
        self._old: dict[Hashable, Any] = {}

    def kept(self, place: Hashable, make: Callable[[], Made]) -> Made:
        found: Made | None = self._young.get(place)
        if found is None:
            found = self._old.pop(place, None)
            found = make() if found is None else found
            if len(self._young) >= KEPT // 2:
                self._young, self._old = {}, self._young
            self._young[place] = found
        return found

    def clear(self) -> None:
        self._young, self._old = {}, {}


def kept(environment: Any, place: Hashable, make: Callable[[], Made]) -> Made:
    fragments: FragmentCache = environment.fragments
    return fragments.kept(place, make)


def begin(environment: Any) -> None:
    environment.fragments = FragmentCache()


@pass_context
def cached_fragment(context: Context, template: str, **shown: Any) -> Markup:
    """Return a template rendered with hashable values, cached across tables.

    A placeholder replaces the table's code.
    """
    said = context["said"]
    return kept(
        context.environment,
        (template, said, *shown, *shown.values()),
        lambda: Markup(render_marked(template, said, code=CODE, seq=SEQ, **shown).strip()),
    )


@pass_context
def render_button(context: Context, button: Button, text: str | None = None) -> Markup:
    said: Translator = context["said"]
    return kept(
        context.environment,
        (button, text, said),
        lambda: drawn_button(context, button, in_words(button, said) if text is None else escape(text)),
    )


@pass_context
def taps(context: Context, buttons: Iterable[Button]) -> Markup:
    return Markup("".join([render_button(context, one) for one in buttons]))


def drawn_button(context: Context, button: Button, text: Markup) -> Markup:
    template = GREYED if button.greyed else "parts/opener.html" if button.opens else "parts/press.html"
    if button.behind:
        text += Markup(" ") + cached_fragment(context, button.behind.template, **dict(button.behind.shown))
    about = {"command": button.command, "id": button.id, "look": button.look, "fields": button.fields}
    return Markup(render_neutral(template, **about, text=text, code=CODE, seq=SEQ).strip())


def in_words(button: Button, said: Translator) -> Markup:
    if button.about is not None and "{about}" in said.text(button.label_key):
        return escape(said.translate(button.label_key, about=button.about))
    label = escape(said.translate(button.label_key))
    if button.about is not None:
        return label + f": {said.name(button.about)}"
    return label + Markup(' <span class="at">→&nbsp;{}</span>').format(said.name(button.onto)) if button.onto else label


@pass_context
def sum_of(context: Context, offer: Offer) -> Preview | None:
    return preview_of(offer.preview, offer.dice, context["said"]) if offer.preview else None


@pass_context
def open_form(context: Context, offer: Offer) -> Form:
    """Return the form of an offer that stands open on a board."""
    return form_of(offer, [offer], Asked(), {}, context["said"])


def install(app: Flask) -> None:
    app.jinja_env.globals.update(
        piece=cached_fragment, tap=render_button, taps=taps, sum_of=sum_of, open_form=open_form
    )
    app.jinja_env.globals.update(button_for=button_for, form_link=form_link, submit_button=submit_button)
