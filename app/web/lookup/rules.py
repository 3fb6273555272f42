"""Pages of rules, credits and language."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, current_app, request

from app.core.errors import Refused
from app.core.game.definition import Game
from app.core.messages.translator import LANGUAGES
from app.games import REGISTRY, on_shelf
from app.web.lookup import rule_view
from app.web.request.guard import RequestRejected, store
from app.web.request.language import speech
from app.web.request.rendering import redirect_after_post, render_page
from app.web.request.seat_tokens import A_YEAR

pages = Blueprint("library", __name__)
LONGEST_SEARCH = 200


@pages.get("/about")
def about() -> str:
    return render_page("about.html", speech(), credits=credits_of(list(REGISTRY.values())))


def credits_of(games: Sequence[Game]) -> list[tuple[str, str]]:
    speeches = {game.key: speech(game) for game in games}
    return [(said.name(key), said.translate("credits")) for key, said in speeches.items() if said.has("credits")]


@pages.get("/ca")
def authority() -> Response:
    """Return the certificate of this host's authority, for a phone to trust."""
    path = store().folder / "ca.pem"
    if not path.exists():
        raise RequestRejected(404, "no-such-page")
    return Response(path.read_bytes(), mimetype="application/x-x509-ca-cert")


@pages.get("/rules/<game>")
def rules(game: str) -> str:
    """Show every rule by chapter, and the open questions; `?q=` finds those with all its words."""
    shelved, asked = on_shelf(game), request.args.get("q", "")[:LONGEST_SEARCH]
    said = speech(shelved)
    chapters = rule_view.chapters(shelved, asked, said)
    shown = {
        "chapters": chapters,
        "found": sum(chapter.found for chapter in chapters),
        "asked": asked,
        "shorts": rule_view.abbreviations(said),
        "pictured": rule_view.pictured(shelved, said),
        "several_editions": len(shelved.editions) > 1,
    }
    return render_page("rules.html", said, game=game, **shown)


@pages.get("/rules/<game>/editions")
def editions(game: str) -> str:
    shelved = on_shelf(game)
    said = speech(shelved)
    return render_page("editions.html", said, game=game, differs=rule_view.all_differences(shelved, said))


@pages.get("/rules/<game>/<path:rule_id>")
def rule(game: str, rule_id: str) -> str:
    shelved = on_shelf(game)
    said = speech(shelved)
    if rule_id not in shelved.rule_catalogue:
        raise Refused("unknown-rule", rule_id=rule_id)
    shown = {
        "card": rule_view.rule_card(shelved, rule_id, said),
        "pictured": rule_view.pictured(shelved, said, rule_id),
        "differs": rule_view.differences_about(shelved, rule_id, said),
        "questions": rule_view.questions_of(shelved, rule_id, said),
    }
    return render_page("rule.html", said, game=game, **shown)


def is_ours(address: str) -> bool:
    return address.startswith("/") and not address.startswith("//") and address.isprintable() and "\\" not in address


@pages.post("/language")
def choose_language() -> Response:
    chosen = request.form.get("to", "")
    back = request.form.get("back", "/")
    response = redirect_after_post(back if is_ours(back) else "/")
    if chosen in (*LANGUAGES, *current_app.config["MORE_LANGUAGES"]):
        response.set_cookie("lang", chosen, max_age=A_YEAR, samesite="Lax")
    return response
