"""A sum before the roll that follows what is chosen in a sheet: the same form, asked for as it is now."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.mobile_infantry.test_taps import CONDOR, IM, found, hunted, marching, mustered, reached, searching
from tests.playing import PlayedTable
from tests.seated import sit

__all__ = ["found", "hunted", "marching", "mustered", "reached", "searching"]
SCRIPT = {"HX-Request": "true"}


def sum_of(table: PlayedTable, command: str, **fields: str | int) -> str:
    """The sum of the sheet that an address asks for, as plain text."""
    sit(table.client, table.code, table.tokens[IM])
    page = table.client.get(f"/t/{table.code}/do/{command}", query_string=fields, headers=SCRIPT).text
    reckoned = re.search(r'<div class="reckoned".*?</div>', page, re.S)
    assert reckoned, page
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", reckoned[0])).split())


@pytest.mark.parametrize(
    ("fields", "needs", "odds"),
    [
        ({"distance": 12}, "4+", "94% · 15/16"),
        ({"distance": 24}, "5+", "80% · 65/81"),
        ({"distance": 24, "static": "True"}, "4+", "94% · 15/16"),
        ({"distance": 24, "helping": "True"}, "7+", None),
    ],
)
def test_a_volley_tells_what_it_needs_as_it_is_chosen(
    reached: PlayedTable, fields: dict[str, str | int], needs: str, odds: str | None
) -> None:
    """Four rifles of experienced men: 6, less two up to 12″, one up to 24″, one behind walls, two more with wounded."""
    if "helping" in fields:
        next(iter(reached.kept().state.troopers.values())).status = "wounded"
    volley = {"team": CONDOR, "weapon": "assault-rifle", "mode": "burst", "guns": 4}
    told = sum_of(reached, "fire", **volley, **fields)
    assert (f"needs {needs}" in told) == (odds is not None)
    assert odds is None or odds in told


def test_a_squad_tells_what_the_dice_of_each_team_need(reached: PlayedTable) -> None:
    """Four teams of experienced men, its command team of veterans: at 24″ 16 dice of 2 in 6 and 4 of 3 in 6."""
    told = sum_of(reached, "fire-squad", squad="squad-1", mode="burst", distance=24)
    assert "Each die needs: Team 1 4+ · Team 2 5+ · Team 3 5+ · Team 4 5+ · Team 5 5+ Hits: 1 or more 99%" in told


def test_a_reaction_test_tells_what_is_added(hunted: PlayedTable) -> None:
    """Four men against four bugs: one less; against eight: one more; against six: nothing."""
    hunted.press("brain", "answer-look", team=CONDOR, packs=["pack-1"])
    near = {"team": CONDOR, "im_within_12": 4}
    assert "no more bugs than MI −1" in sum_of(hunted, "react", **near, bugs_within_12=4)
    assert "2:1 +1" in sum_of(hunted, "react", **near, bugs_within_12=8)
    assert "no modifier" in sum_of(hunted, "react", **near, bugs_within_12=6)


def test_a_value_that_no_form_lets_choose_is_no_form(reached: PlayedTable) -> None:
    sit(reached.client, reached.code, reached.tokens[IM])
    for fields in ({"distance": 13}, {"guns": 9}, {"static": "perhaps"}):
        asked = {"team": CONDOR, "weapon": "assault-rifle", "mode": "burst", **fields}
        page = reached.client.get(f"/t/{reached.code}/do/fire", query_string=asked, headers=SCRIPT).text
        assert 'class="reckoned"' not in page


@pytest.mark.parametrize("number", ["41", "-1", "4.5", "9" * 5000, ""])
def test_a_number_that_no_stepper_has_is_no_form(hunted: PlayedTable, number: str) -> None:
    hunted.press("brain", "answer-look", team=CONDOR, packs=["pack-1"])
    sit(hunted.client, hunted.code, hunted.tokens[IM])
    asked = {"team": CONDOR, "bugs_within_12": number}
    page = hunted.client.get(f"/t/{hunted.code}/do/react", query_string=asked, headers=SCRIPT)
    assert (page.status_code in (409, 422), 'class="reckoned"' in page.text) == (True, False)
