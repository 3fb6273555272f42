"""What people look up: the rules, who made the games, the language of this phone."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, render_template, request

from app.core.play import Refused
from app.core.words import LANGUAGES
from app.web.ground import Halted, store
from app.web.rights import A_YEAR
from app.web.tables import on_shelf
from app.web.words import see_other

pages = Blueprint("library", __name__)


@pages.get("/about")
def about() -> str:
    """Unofficial; the games' authors and publishers; what is vendored."""
    return render_template("about.html")


@pages.get("/ca")
def authority() -> Response:
    """The certificate of this host's own authority, for a phone to trust."""
    path = store().folder / "ca.pem"
    if not path.exists():
        raise Halted(404, "no-such-page")
    return Response(path.read_bytes(), mimetype="application/x-x509-ca-cert")


@pages.get("/rules/<game>")
def rules(game: str) -> str:
    """Every rule the notebook knows, by section."""
    return render_template("rules.html", game=game, rules=on_shelf(game).rules.values())


@pages.get("/rules/<game>/<path:rule_id>")
def rule(game: str, rule_id: str) -> str:
    """One rule in our own words, with its book and section."""
    catalogue = on_shelf(game).rules
    if rule_id not in catalogue:
        raise Refused("unknown-rule", rule_id=rule_id)
    return render_template("rules.html", game=game, rules=[catalogue[rule_id]])


def is_ours(address: str) -> bool:
    """Whether an address to go back to is a page of this server."""
    return address.startswith("/") and not address.startswith("//") and address.isprintable() and "\\" not in address


@pages.post("/language")
def choose_language() -> Response:
    """The language of this phone."""
    chosen = request.form.get("to", "")
    back = request.form.get("back", "/")
    response = see_other(back if is_ours(back) else "/")
    if chosen in (*LANGUAGES, *current_app.config["MORE_LANGUAGES"]):
        response.set_cookie("lang", chosen, max_age=A_YEAR, samesite="Lax")
    return response
