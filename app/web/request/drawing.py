"""The words of the pages: prose by gettext, everything else by key, both in the reader's language."""

from __future__ import annotations

import gettext as translations
import secrets
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, g, make_response, render_template, request, url_for
from jinja2 import pass_context
from markupsafe import Markup

from app.core.refusals import Malformed, Refused
from app.web.request import guard
from app.web.request.guard import Halted, language, speech, told

LOCALE = Path(__file__).parents[2] / "locale"
TAP = 'hx-boost="swap:none" autocomplete="off"'


@cache
def catalogue(code: str) -> translations.NullTranslations:
    """The compiled catalogue of a language; English is the language of the templates."""
    return translations.translation("messages", LOCALE, [code], fallback=code not in ("es",))


def gettext(text: str, **values: Any) -> Markup:
    """A sentence of a template in the reader's language, its %(names)s filled in."""
    found = translated(language(), text)
    return found % values if values else found


@cache
def translated(code: str, text: str) -> Markup:
    """A sentence of a template in that language; templates are few, so each is looked up once."""
    return Markup(stretched_if_pseudo(code, catalogue(code).gettext(text)))


def ngettext(one: str, many: str, num: int) -> Markup:
    """A sentence with a count in the reader's language."""
    code = language()
    return Markup(stretched_if_pseudo(code, catalogue(code).ngettext(one, many, num))) % {"num": num}


def stretched_if_pseudo(code: str, text: str) -> str:
    """In the pseudo-language every text is longer by half, to find what overflows."""
    return guard.stretched(text) if code == guard.PSEUDO else text


def own_page_key() -> str:
    """What the keys of one page begin with, on a phone without scripts."""
    return secrets.token_urlsafe(6)


def see_other(address: str) -> Response:
    """Go on there, by GET."""
    return make_response("", 303, {"Location": address})


def is_number(text: str) -> bool:
    """Whether a form's text is a whole number of sensible length."""
    return text.isascii() and text.isdecimal() and len(text) < 10


def figure(value: float, form: str = "g") -> str:
    """A number as the reader's language writes it, in one of Python's forms; there is no -0."""
    text = format(value + 0.0, form)
    return text.replace(".", ",") if language() == "es" else text


def is_fragment() -> bool:
    """Whether a script asks for parts of a page."""
    return request.headers.get("HX-Request") == "true"


def install(app: Flask) -> None:
    """Give templates their words."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(_=gettext, gettext=gettext, ngettext=ngettext, TAP=TAP, asset=asset)
    app.context_processor(lambda: {"said": speech(), "lang": language()})
    # with the context, or a constant would be put into the first reader's words once for all
    app.template_filter("name")(pass_context(lambda context, value: speech().name(value)))
    app.template_filter("figure")(pass_context(lambda context, *values: figure(*values)))


@cache
def asset(name: str) -> str:
    """The address of a static file, new whenever the program starts with another one."""
    stamp = int((Path(current_app.static_folder or "") / name).stat().st_mtime)
    return url_for("static", filename=name, v=format(stamp, "x"))


def error_page(error: Exception) -> Any:
    """An error as a page; a phone with scripts gets it as a notice. A damaged cookie is taken away."""
    if request.path.startswith("/api/"):
        return guard.json_error(error)
    status, refused = told(error)
    response = make_response(_drawn(refused), status)
    if isinstance(error, Halted) and refused.code in ("false-token", "other-table"):
        forget(response)
    return response


def _drawn(refused: Refused | Malformed) -> str:
    template = "parts/notice.html" if is_fragment() else "refused.html"
    game = g.get("game", "incursion")
    return render_template(template, refused=refused, message=speech().refusal(refused), game=game, code=g.get("code"))


def forget(response: Response) -> None:
    """Drop the cookies that this path's phone holds."""
    for name in request.cookies:
        if name == "host" or name.startswith("seat-"):
            response.delete_cookie(name, path="/".join(request.path.split("/")[:3]), httponly=True, samesite="Lax")
