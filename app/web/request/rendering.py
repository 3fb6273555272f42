"""Page rendering: template words, and placeholders filled when a page is sent."""

from __future__ import annotations

import gettext as translations
import secrets
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, make_response, request, url_for
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from app.core.messages.translator import DECIMAL_COMMA, LANGUAGES, OWN_NAMES, Translator, capitalize_first, signed
from app.games import REGISTRY
from app.web.request import language

LOCALE = Path(__file__).parents[2] / "locale"
TAP = 'hx-boost="swap:none" autocomplete="off"'
MARK = secrets.token_hex(8)
"""Prefix of all placeholders: random at each start, so that nobody can write one into a page."""
SEQ, PAGE_KEY, CODE = (Markup(f"{MARK}-{what}-") for what in ("seq", "key", "code"))
"""Placeholders for what differs each time, so that fragments and boards can be cached. `CODE` is the code of the table
within fragments, which tables share."""


# -- rendering


def render_page(template: str, said: Translator, **shown: Any) -> str:
    """Render a page or fragment in the language of `said`; its forms get keys of their own."""
    return fill_marks(render_marked(template, said, **shown), shown.get("seq", 0), own_page_key())


def render_marked(template: str, said: Translator, **shown: Any) -> str:
    """Render a page with placeholders for the seat's number and the form keys."""
    if "seq" in shown:
        shown["seq"] = SEQ
    html = render_neutral(template, **shown, said=said, lang=said.language)
    return html.replace(CODE, str(shown["code"])) if "code" in shown else html


def render_neutral(template: str, /, **shown: Any) -> str:
    """Render a fragment without words, usable on a page in any language."""
    return current_app.jinja_env.get_template(template).render(shown)


def fill_marks(html: str, seq: int, page_key: str) -> Markup:
    return Markup(html.replace(SEQ, str(seq)).replace(PAGE_KEY, page_key))


def own_page_key() -> str:
    """Return a new prefix for the form keys of one page, for phones without scripts."""
    return secrets.token_urlsafe(6)


def fresh_key(form: str) -> Markup:
    return PAGE_KEY + f".{form}"


# -- words: all take the context, or Jinja would fold a constant into the first reader's language for everybody


@pass_context
def gettext(context: Context, text: str, /, **values: Any) -> Markup:
    found = translated(context["lang"], owner_of(context.name), text)
    return found % values if values else found


@cache
def translated(code: str, game: str, text: str) -> Markup:
    return Markup(stretched_if_pseudo(code, catalogue(code, game).gettext(text)))


@pass_context
def ngettext(context: Context, one: str, many: str, num: int) -> Markup:
    code = context["lang"]
    found = catalogue(code, owner_of(context.name)).ngettext(one, many, num)
    return Markup(stretched_if_pseudo(code, found)) % {"num": num}


@cache
def owner_of(template: str | None) -> str:
    first = (template or "").partition("/")[0]
    return first if first in REGISTRY else ""


@cache
def catalogue(code: str, game: str = "") -> translations.NullTranslations:
    folder = REGISTRY[game].folder / "locale" if game else LOCALE
    found = translations.translation("messages", folder, [code], fallback=bool(game) or code not in LANGUAGES[1:])
    if game:
        found.add_fallback(catalogue(code))
    return found


def stretched_if_pseudo(code: str, text: str) -> str:
    return language.stretched(text) if code == language.PSEUDO else text


@pass_context
def name(context: Context, value: Any) -> str:
    said: Translator = context["said"]
    return said.name(value)


def figure(value: float, language: str, form: str = "g") -> str:
    """Format a number for a language with one of Python's formats; never -0."""
    text = format(value + 0.0, form).replace("-", "−")
    return text.replace(".", ",") if language in DECIMAL_COMMA else text


def install(app: Flask) -> None:
    app.jinja_env.autoescape = True
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(_=gettext, gettext=gettext, ngettext=ngettext, TAP=TAP, asset=asset)
    app.jinja_env.globals.update(fresh_key=fresh_key, OWN_NAMES=OWN_NAMES)
    app.template_filter("name")(name)
    app.template_filter("sentence")(capitalize_first)
    app.template_filter("signed")(signed)
    figured = pass_context(lambda context, value, form="g": figure(value, context["lang"], form))
    app.template_filter("figure")(figured)


@cache
def asset(name: str) -> str:
    stamp = int((Path(current_app.static_folder or "") / name).stat().st_mtime)
    return url_for("static", filename=name, v=format(stamp, "x"))


# -- form responses


def redirect_after_post(address: str) -> Response:
    return make_response("", 303, {"Location": address})


def is_fragment() -> bool:
    return request.headers.get("HX-Request") == "true"
