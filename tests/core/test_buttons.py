"""Offers as buttons of a board."""

from __future__ import annotations

import pytest

from app.core.engine.buttons import AvailableOffers, Button, button_for, form_link, submit_button
from app.core.engine.offers import DiceRequest, NumberChoice, Offer

REST = Offer("rest", given={"moth": "grey"}, label="rest-now", own=2)
FLY = Offer("fly", given={"moth": "grey"}, choose={"to": ["north", "south"], "far": NumberChoice(1, 3)})
ROLL = Offer("roll", given={"moth": "white"}, dice=DiceRequest(1))


def test_a_button_says_its_label_and_sends_what_is_given_and_what_was_chosen() -> None:
    assert submit_button(REST, "rest", "tile", sure=1) == Button(
        "rest", "rest", "command.rest-now", (("moth", "grey"), ("sure", 1)), "tile"
    )
    assert form_link(FLY, "fly", onto="white") == Button(
        "fly", "fly", "command.fly", (("moth", "grey"),), opens=True, onto="white"
    )


@pytest.mark.parametrize(
    ("offer", "chosen", "types_dice", "opens"),
    [
        (REST, {}, True, False),
        (FLY, {}, True, True),
        (FLY, {"to": "north"}, True, True),
        (FLY, {"to": "north", "far": 2}, True, False),
        (ROLL, {}, True, True),
        (ROLL, {}, False, False),
    ],
)
def test_what_is_still_to_be_chosen_or_rolled_opens_a_form(
    offer: Offer, chosen: dict[str, object], types_dice: bool, opens: bool
) -> None:
    assert button_for(offer, "one", types_dice=types_dice, **chosen).opens == opens


def test_offers_are_found_by_their_command_and_what_they_give() -> None:
    may = AvailableOffers([REST, FLY, ROLL])
    assert (may["fly"], may["sing"], list(may)) == ([FLY], [], ["rest", "fly", "roll"])
    assert may.of("roll", "sing", "rest") == [ROLL, REST]
    assert may.of("roll", "rest", moth="grey") == [REST]


def test_one_value_is_chosen_from_a_list_alone() -> None:
    assert (FLY.values("to"), FLY.values("far"), FLY.values("with")) == (["north", "south"], [], [])
