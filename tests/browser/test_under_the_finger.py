"""A board that another phone changes while a finger is down: what was not there when it came down is not tapped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.phones import Lobby, Phone
from tests.browser.started_tables import FORCES, Begun
from tests.browser.test_memoir_44_back import BEFORE
from tests.browser.test_three_phones import BRAIN, ONE, TWO, Battlefield
from tests.seated import sit_in_browser
from tests.server import Server

FIRST, SECOND = "grunt-ape-1", "grunt-ape-2"
AT = "([x, y]) => document.elementFromPoint(x, y)?.closest('button, a')?.id"
PLACE = """selector => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [box.x + 9, box.y + 9];
}"""


class Finger:
    """A finger on a phone that comes down, stays while others press, and goes up."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.touches = phone, phone.context.new_cdp_session(phone.page)
        self.at: list[float] = []

    def down(self, selector: str) -> None:
        """On this, in sight."""
        self.phone.find(selector).scroll_into_view_if_needed()
        self.at = self.phone.page.evaluate(PLACE, selector)
        self._send("touchStart", [{"x": self.at[0], "y": self.at[1]}])

    def over(self) -> str:
        """The id of what lies under it now."""
        return str(self.phone.page.evaluate(AT, self.at))

    def up(self) -> None:
        self._send("touchEnd", [])
        self.phone.page.wait_for_timeout(300)

    def _send(self, kind: str, points: list[dict[str, float]]) -> None:
        self.touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def hits_nothing_else(phone: Phone, selector: str, other: Callable[[], object], brought: str) -> None:
    """Somebody presses while the finger is on this; what their board brought under it is not tapped, but a second tap
    is heard."""
    finger, seq = Finger(phone), phone.seq()
    finger.down(selector)
    other()
    expect(phone.find("#board")).not_to_have_attribute("data-seq", str(seq))
    assert finger.over() == brought
    finger.up()
    expect(phone.find("#sheet")).to_be_hidden()


def test_who_shares_a_side_activates_no_other_model_than_was_tapped(lobby: Lobby) -> None:
    table = Begun(lobby).choose(*FORCES).on()
    phone = table.sit("allied")
    button = "activate-next-go"
    hits_nothing_else(phone, f"#{button}", lambda: table.press("allied", "activate", model=FIRST), button)
    assert not table.look()["models"][SECOND]["activated"]
    phone.tap(f"#{button}")
    assert table.look()["models"][SECOND]["activated"]


def test_a_tap_on_what_is_greyed_calls_no_boats_when_the_phase_turns(lobby: Lobby) -> None:
    field = Battlefield(lobby)
    field.on("location")
    for seat in (ONE, TWO):
        field.press(seat, "done")
    phone = field.sit(ONE)
    hits_nothing_else(phone, "#call-boats", lambda: field.press(BRAIN, "done"), "call-boats-go")
    assert field.state()["called"] is None
    phone.see("Call the boats")
    phone.tap("#call-boats-go")
    phone.tap("#sure-go")
    phone.see("lands in turn")


def test_a_card_that_is_played_just_then_ends_no_turn(lobby: Lobby, server: Server) -> None:
    opened = server.ask("POST", "/api/tables", {"game": "memoir-44", "mission": "salt-road"}).json
    code, token = opened["code"], opened["seats"]["allied"]
    begin, card, *_ = BEFORE

    def press(fields: dict[str, Any]) -> None:
        asked = {**fields, "key": fields["command"], "seen": 0}
        assert server.ask("POST", f"/api/tables/{code}/commands", asked, token).status == 200

    press(begin)
    phone = Phone(lobby.context(), code)
    sit_in_browser(phone.page, lobby.url, code, token)
    hits_nothing_else(phone, "#next-end-turn", lambda: press(card), "next-end-turn-go")
    assert server.ask("GET", f"/api/tables/{code}", token=token).json["state"]["active"] == "allied"
