"""Correcting a value where it stands: a tap on the thing, a tap on the new value, in every game; the log says so."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.incursion.test_taps import Taps
from tests.playing import PlayedTable
from tests.seated import sit


@pytest.fixture
def opened(client: FlaskClient) -> Any:
    """Opens a table of a game and gives its code and the tokens of its seats."""

    def _open(**wishes: Any) -> Any:
        answer = client.post("/api/tables", json=wishes)
        assert answer.status_code == 201, answer.text
        return answer.json

    return _open


def phone_of(client: FlaskClient, table: Any, seat: str) -> Taps:
    """The phone of a seat."""
    seen = PlayedTable.__new__(PlayedTable)
    seen.client, seen.code, seen.tokens = client, table["code"], table["seats"]
    return Taps(seen, seat)


def corrected(client: FlaskClient, table: Any, seat: str, thing: str, path: str, to: int) -> int:
    """The taps that it takes to set the value of a thing."""
    phone = phone_of(client, table, seat)
    phone.follow(f'{phone.at}/do/house-ruling?of={thing}"')
    form = next(
        found
        for found in re.findall(r'<form [^>]*id="(form-\d+)".*?</form>', phone.page, re.S)
        if sets(phone, found, path)
    )
    phone.press(form, to=to)
    return phone.count - 1  # the button that is tapped is the value that is chosen


def sets(phone: Taps, form: str, path: str) -> bool:
    """Whether a form sets this value."""
    found = re.search(rf'<form [^>]*id="{form}".*?</form>', phone.page, re.S)
    return bool(found and f'name="set" value="{path}"' in found[0])


def test_ap_of_a_model(play: Any) -> None:
    table = play().to_action()
    about = {"code": table.code, "seats": table.tokens}
    taps = corrected(table.client, about, "allied", "grunt-ape-1", "models.grunt-ape-1.ap", 1)
    assert (taps, table.state()["models"]["grunt-ape-1"]["ap"]) == (2, 1)
    assert "corrected at the table" in table.client.get(f"/t/{table.code}/log").text


def test_whoever_reads_of_a_correction_reads_its_reason_in_their_language(play: Any) -> None:
    table = play().to_action()
    about = {"code": table.code, "seats": table.tokens}
    corrected(table.client, about, "allied", "grunt-ape-1", "models.grunt-ape-1.ap", 1)
    table.client.set_cookie("lang", "es")
    log = table.client.get(f"/t/{table.code}/log").text
    assert "corregido en la mesa" in log
    assert "corrected at the table" not in log


def test_cp_of_a_side(play: Any) -> None:
    table = play().to_action()
    about = {"code": table.code, "seats": table.tokens}
    assert corrected(table.client, about, "allied", "allied", "sides.allied.cp", 2) == 2
    assert table.state()["sides"]["allied"]["cp"] == 2


def test_cp_of_the_other_side_are_set_once_it_says_yes(play: Any) -> None:
    table = play().to_action()
    about = {"code": table.code, "seats": table.tokens}
    assert corrected(table.client, about, "german", "allied", "sides.allied.cp", 2) == 2
    assert table.state()["sides"]["allied"]["cp"] == 4
    phone = phone_of(table.client, about, "allied")
    assert "CP (Allies) from 4 to 2: corrected at the table" in phone.page
    phone.press("allow-ruling")
    assert table.state()["sides"]["allied"]["cp"] == 2


@pytest.mark.parametrize("unit", ["allied-infantry-1", "axis-infantry-1"])
def test_figures_of_a_unit_of_either_side(client: FlaskClient, opened: Any, unit: str) -> None:
    table = opened(game="memoir-44", mission="salt-road")
    assert corrected(client, table, "allied", unit, f"units.{unit}.figures", 2) == 2
    assert "2/4" in re.sub(r"\s+", " ", client.get(f"/t/{table['code']}").text)


def test_a_unit_is_not_given_more_figures_than_it_can_have(client: FlaskClient, opened: Any) -> None:
    table = opened(game="memoir-44", mission="salt-road")
    phone = phone_of(client, table, "allied")
    phone.follow('/do/house-ruling?of=axis-infantry-1"')
    form = next(found for found in re.findall(r"<form .*?</form>", phone.page, re.S) if ".figures" in found)
    assert re.findall(r'name="to" value="(\d+)"', form) == ["0", "1", "2", "3"]


def test_a_magazine_of_a_team(client: FlaskClient, opened: Any) -> None:
    table = opened(game="mobile-infantry", mission=1, players=1)
    ask = {"Authorization": f"Bearer {table['seats']['im-1']}"}
    pressed = {"command": "raise-squad", "fire_teams": 4, "key": "raised", "seen": 0}
    state = client.post(f"/api/tables/{table['code']}/commands", json=pressed, headers=ask).json["state"]
    man = next(key for key, one in state["troopers"].items() if one["team"] == "team-2")
    assert corrected(client, table, "im-1", "team-2", f"troopers.{man}.weapons.0.shots_left", 3) == 2


def test_nobody_but_the_referee_corrects_where_one_sits(play: Any) -> None:
    table = play(referee=True).to_action()
    about = {"code": table.code, "seats": table.tokens}
    pages = {seat: phone_of(table.client.application.test_client(), about, seat).page for seat in ("allied", "referee")}
    assert [seat for seat, page in pages.items() if "house-ruling?of=grunt-ape-1" in page] == ["referee"]


def test_a_thing_of_which_nothing_is_kept_is_refused(play: Any) -> None:
    table = play()
    phone = phone_of(table.client, {"code": table.code, "seats": table.tokens}, "allied")
    answer = phone.client.get(f"{phone.at}/do/house-ruling?of=nobody")
    assert (answer.status_code, "nobody" in answer.text) == (422, True)


def test_what_a_man_carries_is_corrected_under_his_name(client: FlaskClient) -> None:
    """A value in a list belongs to whoever has the list: no heading is a number."""
    table = PlayedTable(client, game="mobile-infantry", mission=1, players=1, referee=True)
    table.press("im-1", "raise-squad", fire_teams=4)
    sit(client, table.code, table.tokens["referee"])
    page = client.get(f"/t/{table.code}/do/house-ruling").text
    things = re.findall(r'<details class="tracked"[^>]*><summary>([^<]*)</summary>', page)
    assert "Trooper 1" in things
    assert not [thing for thing in things if thing.isdecimal()]
