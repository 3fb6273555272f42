"""Correcting a value where it stands: the thing, what is to change, the new value; at most four taps in every game."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.messages.translator import owner_of
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
    """The taps that set a value: on its thing, on its part and name if need be, on the number, on the button."""
    phone = phone_of(client, table, seat)
    if f'/do/house-ruling?of={thing}"' not in phone.page:
        phone.follow(f'{phone.at}/thing/{thing}"')
    phone.follow(f'{phone.at}/do/house-ruling?of={thing}"')
    for way in (f'to.which={owner_of(path)}"', f"to.what={path}"):
        if f'name="set" value="{path}"' not in phone.page:
            phone.follow_if_there(way)
    assert f'name="set" value="{path}"' in phone.page
    phone.press("form-1", to=to)
    return phone.count


def test_ap_of_a_model(play: Any) -> None:
    table = play().to_action()
    about = {"code": table.code, "seats": table.tokens}
    taps = corrected(table.client, about, "allied", "grunt-ape-1", "models.grunt-ape-1.ap", 1)
    assert (taps, table.state()["models"]["grunt-ape-1"]["ap"]) == (3, 1)
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
    assert corrected(table.client, about, "allied", "allied", "sides.allied.cp", 2) == 3
    assert table.state()["sides"]["allied"]["cp"] == 2


def test_cp_of_the_other_side_are_set_once_it_says_yes(play: Any) -> None:
    table = play().to_action()
    about = {"code": table.code, "seats": table.tokens}
    assert corrected(table.client, about, "german", "allied", "sides.allied.cp", 2) == 3
    assert table.state()["sides"]["allied"]["cp"] == 4
    phone = phone_of(table.client, about, "allied")
    assert "CP (Allies) from 4 to 2: corrected at the table" in phone.page
    phone.press("allow-ruling")
    assert table.state()["sides"]["allied"]["cp"] == 2


@pytest.mark.parametrize("unit", ["allied-infantry-1", "axis-infantry-1"])
def test_figures_of_a_unit_of_either_side(client: FlaskClient, opened: Any, unit: str) -> None:
    table = opened(game="memoir-44", mission="salt-road")
    assert corrected(client, table, "allied", unit, f"units.{unit}.figures", 2) == 4
    assert "2/4" in re.sub(r"\s+", " ", client.get(f"/t/{table['code']}").text)


def test_a_unit_is_not_given_more_figures_than_it_can_have(client: FlaskClient, opened: Any) -> None:
    table = opened(game="memoir-44", mission="salt-road")
    phone = phone_of(client, table, "allied")
    phone.follow('/thing/axis-infantry-1"')
    phone.follow('/do/house-ruling?of=axis-infantry-1"')
    assert 'name="to" min="0" max="4" value="4"' in phone.page
    assert 'data-usual="0 1 2 3 4"' in phone.page


def test_a_magazine_of_a_team(client: FlaskClient, opened: Any) -> None:
    table = opened(game="mobile-infantry", mission=1, players=1)
    ask = {"Authorization": f"Bearer {table['seats']['im-1']}"}
    pressed = {"command": "raise-squad", "fire_teams": 4, "key": "raised", "seen": 0}
    state = client.post(f"/api/tables/{table['code']}/commands", json=pressed, headers=ask).json["state"]
    man = next(key for key, one in state["troopers"].items() if one["team"] == "team-2")
    assert corrected(client, table, "im-1", "team-2", f"troopers.{man}.weapons.0.shots_left", 3) == 5


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


def test_damage_of_a_model_takes_four_taps(play: Any) -> None:
    table = play().to_action()
    about = {"code": table.code, "seats": table.tokens}
    assert corrected(table.client, about, "allied", "grunt-ape-1", "models.grunt-ape-1.dp", 1) == 4
    assert table.state()["models"]["grunt-ape-1"]["dp"] == 1


def test_a_mark_is_turned_over_with_the_other_answer_chosen_before(play: Any) -> None:
    table = play(referee=True).to_action()
    phone = phone_of(table.client, {"code": table.code, "seats": table.tokens}, "referee")
    phone.follow(f'{phone.at}/do/house-ruling?of=grunt-ape-1"')
    phone.follow("to.what=models.grunt-ape-1.in_fire")
    phone.press("form-1")
    assert (phone.count, table.state()["models"]["grunt-ape-1"]["in_fire"]) == (3, True)


def test_the_reason_is_what_somebody_wrote(play: Any) -> None:
    table = play(referee=True).to_action()
    phone = phone_of(table.client, {"code": table.code, "seats": table.tokens}, "referee")
    phone.follow(f'{phone.at}/do/house-ruling?of=allied"')
    phone.press("form-1", to=3, reason="the cat moved it")
    assert "CP (Allies) from 4 to 3: the cat moved it" in table.client.get(f"/t/{table.code}/log").text


def test_a_unit_on_the_map_is_corrected_from_its_hex(client: FlaskClient, opened: Any) -> None:
    table = opened(game="memoir-44", mission="salt-road")
    phone = phone_of(client, table, "allied")
    at = client.get(f"/api/tables/{table['code']}").json["state"]["units"]["axis-infantry-1"]["at"]
    phone.page, phone.count = client.get(f"{phone.at}/at/{at}").text, 1
    phone.open("correct-axis-infantry-1")
    phone.press("form-1", to=2)
    assert phone.count == 4
    assert "corrected at the table" in phone.page


def test_what_is_nobodys_is_corrected_at_the_goal(client: FlaskClient, opened: Any) -> None:
    table = opened(game="mobile-infantry", mission=1, players=1)
    assert corrected(client, table, "im-1", "table", "tally.im_dead", 2) <= 4
    assert client.get(f"/api/tables/{table['code']}").json["state"]["tally"]["im_dead"] == 2


def test_the_list_has_things_by_side_and_parts_at_their_thing(client: FlaskClient) -> None:
    table = PlayedTable(client, game="mobile-infantry", mission=1, players=1, referee=True)
    table.press("im-1", "raise-squad", fire_teams=4)
    sit(client, table.code, table.tokens["referee"])
    page = client.get(f"/t/{table.code}/do/house-ruling").text
    sheet = page[page.index('id="sheet"') :]
    things = re.findall(r'do/house-ruling\?of=([\w-]+)"', sheet)
    assert {"table", "team-1", "boat-1"} <= {*things}
    assert not [thing for thing in things if thing.startswith("trooper")]
    assert len(things) == len({*things})
    assert "<details" not in sheet.split("</ul>")[0]


def test_more_leads_to_the_board_on_which_a_tap_corrects(play: Any) -> None:
    table = play().to_action()
    phone = phone_of(table.client, {"code": table.code, "seats": table.tokens}, "allied")
    page = table.client.get(f"{phone.at}/more").text
    assert f'id="to-correct" href="{phone.at}#correct">Make a house ruling</a>' in page
    assert page.count("house ruling</a>") == 1
    mode = re.search(r'<p id="correct".*?</p>', phone.page, re.DOTALL)
    assert mode
    assert "House ruling: tap what is wrong" in mode[0]
    assert "The other side must agree" in mode[0]
    assert f'href="{phone.at}/do/house-ruling"' in mode[0]
    board = phone.page.replace(mode[0], "")
    assert f'href="{phone.at}/do/house-ruling"' not in board


def test_a_referee_who_rules_asks_nobody(play: Any) -> None:
    table = play(referee=True).to_action()
    phone = phone_of(table.client, {"code": table.code, "seats": table.tokens}, "referee")
    assert '<p id="correct"' in phone.page
    assert "must agree" not in phone.page


def test_damage_points_of_a_card_are_the_most_a_model_is_given(play: Any) -> None:
    table = play(referee=True).to_action()
    phone = phone_of(table.client, {"code": table.code, "seats": table.tokens}, "referee")
    at_dp = f"{phone.at}/do/house-ruling?set=models.grunt-ape-1.dp"
    assert 'name="to" min="0" max="2" value="2"' in table.client.get(at_dp).text
    table.referee("house-ruling", set="models.grunt-ape-1.dp", to=4, reason="a gift")
    assert 'name="to" min="0" max="4" value="4"' in table.client.get(at_dp).text
