"""Page context of a table for a seat."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from app.core.engine.buttons import AvailableOffers
from app.core.engine.event import PUBLIC, Entry, Seat
from app.core.engine.offers import Offer
from app.core.game.definition import CarryOverFile
from app.core.messages.translator import Translator
from app.core.table.app_turn import countdown
from app.core.table.next_table import counterparts
from app.core.table.seat_view import Table
from app.core.table_commands.house_rulings import rules_the_table
from app.core.table_commands.setting_up import progress_while_open
from app.service import seat_at
from app.web.request.guard import acts, store
from app.web.table.notices import build_notices, first_lines, newest, since_own, summarize_latest
from app.web.table.turn_light import aim_of, awaited_of, due_of, must_answer_first, thrown_dice
from app.web.table.tutorial_page import lesson

LINES_WITHOUT_A_SIDE = 5
OF_NO_HOST = {"unverified": False, "next_code": None}
"""Values that only a host knows, empty for others."""


def sight(
    table: Table,
    seat: Seat,
    said: Translator,
    but: Collection[str] = (),
    readings: Mapping[str, str] | None = None,
    *,
    reckoned: bool = True,
) -> dict[str, Any]:
    """Return the page context with the game's redacted board view.

    `but`: commands to exclude. `readings`: other answers. `reckoned`: True to include previews.
    """
    kept = store()
    with kept.turn(table.code):
        offers = table.offers_for(seat, reckoned=reckoned, but=but, readings=readings)
        foreseeable, unverified = bool(kept.row(table.code).foreseeable), not kept.proven(table.code)
        return board_context(table, seat, offers, said, foreseeable, unverified=unverified, **next_of(table, seat))


def board_context(
    table: Table,
    seat: Seat,
    offers: list[Offer],
    said: Translator,
    foreseeable: bool = False,
    **more: str | bool | None,
) -> dict[str, Any]:
    shown = table.game.views.board_view(table, seat, offers)
    state, may = shown.get("state") or table.state_for(seat), AvailableOffers(offers)
    asked = state.take_back or state.ruling_request
    is_through = table.practice is not None and table.step is None
    due = 0 if is_through else due_of(shown, state, seat, may)
    return {
        "code": table.code,
        "game": table.game.key,
        "seat": seat,
        "seq": table.seq(seat),
        "state": state,
        "acts": seat.side is not None and (state.active == seat.side or state.awaits(seat)),
        "offers": offers,
        "may": may,
        "aim": aim_of(table, said) if seat == PUBLIC else None,
        "thrown": None if seat.side else thrown_dice(table, seat, said),
        "last": summarize_latest(table, seat, lately(table, seat), said),
        **on_top(table, seat, state, offers, said),
        "app_acts_in": countdown(table) if seat.side else 0,
        "undo_text": strike_text(table, seat, offers, said),
        "set_up": None if table.step else progress_while_open(table.look(PUBLIC)),
        "foreseeable": foreseeable,
        "may_swap": state.over and counterparts(table.seats) is not None,
        "keepsakes": keepsakes(table, seat) if table.state.over else {},
        "to_do_stays": False,
        "awaited_as": {},
        **{**OF_NO_HOST, "next_seat": seat.name},
        **more,
        **shown,
        "due": due,
        "only_asked": due and (bool(asked) or shown.get("only_asked", state.active not in (None, seat.side))),
        # who must act lets the app go on by that, unless the app helps this seat
        "steps": may["go-on"] if not due or state.seats[seat.name].helper else (),
        "answers_first": must_answer_first(shown, state, seat, may),
        "awaited": awaited_of(table, state) if asked else shown.get("awaited", awaited_of(table, state)),
    }


def lately(table: Table, seat: Seat) -> list[Entry]:
    return since_own(table, seat) if seat.side else newest(table, seat, LINES_WITHOUT_A_SIDE)


def may_correct(table: Table, seat: Seat, state: Any) -> bool:
    return seat != PUBLIC and not state.over and rules_the_table(table.look(seat))


def on_top(table: Table, seat: Seat, state: Any, offers: list[Offer], said: Translator) -> dict[str, Any]:
    """Return the context above the board.

    It holds events, the tutorial's next command, and whether this seat may correct tracked values.
    """
    rules = may_correct(table, seat, state)
    told = build_notices(table, seat, state, offers, said)
    return {"happened": told, "lesson": lesson(table, seat, said), "may_correct": rules}


def keepsakes(table: Table, seat: Seat) -> Mapping[str, CarryOverFile]:
    return table.game.files.carry_over_files(table.state_for(seat), seat)


def next_of(table: Table, seat: Seat) -> dict[str, str | None]:
    following = acts().next_of(table)
    there = seat_at(following, seat) if following else seat.name
    return {"next_code": following.code if following else None, "next_seat": there}


def strike_text(table: Table, seat: Seat, offers: list[Offer], said: Translator) -> dict[str, str]:
    seen = table.seen(seat)
    strikes = {offer.command: seen[offer.given["press"] - 1] for offer in offers if offer.command in ("undo", "redo")}
    return {command: first_lines(table, seat, entry, said)[0] for command, entry in strikes.items()}
