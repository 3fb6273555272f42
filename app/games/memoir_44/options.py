"""Options of a new Memoir '44 table beside the shared ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from app.core.game.options import Options as Common
from app.core.rules.inputs import number_or_text
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.geometry import SECTIONS

WITH_GENERALS = 8


class Options(Common):
    """Options of a table: holder of the cards, real mine tokens, number of players.

    The players hold the command cards, or the app, which deals them as secret hands. The app knows the numbers of the
    minefields, or real tokens have them. Two play, or eight on an Overlord board, a commander and three generals a
    side.
    """

    deck: Literal["app", "physical"] = "physical"
    mines: Literal["app", "physical"] = "app"
    players: Literal[2, 8] = 2


def options_in(form: Mapping[str, str], common: dict[str, Any]) -> Mapping[str, Any]:
    players = number_or_text(form.get("players", "2"))
    alone = bool(common.get("opponents"))  # the app can only play cards that it deals
    held = {"deck": "app" if alone else form.get("deck", "physical"), "mines": form.get("mines", "app")}
    return {**common, **held, "players": players}


def general_seats() -> Mapping[str, tuple[str, str]]:
    return {f"{side}-{section}": (side, section) for side in SIDES for section in SECTIONS}


def seats(options: Options) -> Mapping[str, str | None]:
    generals = general_seats() if options.players == WITH_GENERALS else {}
    return {name: side for one in SIDES for name, side in [(one, one), *of_side(generals, one)]}


def of_side(generals: Mapping[str, tuple[str, str]], side: str) -> list[tuple[str, str]]:
    return [(seat, side) for seat, (whose, _) in generals.items() if whose == side]
