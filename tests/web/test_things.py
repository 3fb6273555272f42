"""The page of a model or unit, and the grid in which people enter the values of their own cards."""

from __future__ import annotations

import re
from collections.abc import Callable

from flask.testing import FlaskClient

from tests.playing import PlayedTable
from tests.seated import sit
from tests.tap_counts.pages import Taps

Play = Callable[..., PlayedTable]
OURS = {"Origin": "http://localhost"}
GRUNT, SECOND, ZOMBIE, HANS = "grunt-ape-1", "grunt-ape-2", "sturmzombie-1", "hans-1"


def page(table: PlayedTable, seat: str, thing: str) -> str:
    sit(table.client, table.code, table.tokens[seat])
    return str(table.client.get(f"/t/{table.code}/thing/{thing}").text).split('id="sheet"')[1].split('id="board"')[0]


def test_a_model_tells_its_weapon_what_it_may_do_and_why_not(table: PlayedTable) -> None:
    table.to_action().enter("allied", GRUNT)
    told = page(table, "allied", GRUNT)
    assert "LMG" in told
    assert re.search(r"Damage Dice</span> <b>3</b>", told)
    assert re.search(r"in Reaction Fire</span> <b>2</b>", told)
    assert 'id="thing-turn"' in told
    assert "Grunt APE 1 is acting already" in told
    waiting = page(table, "allied", SECOND)
    assert 'id="thing-activate"' in waiting
    assert "must enter the board first" in waiting


def test_six_actions_of_a_model_are_in_sight_and_the_others_folded(table: PlayedTable) -> None:
    table.to_action().enter("allied", GRUNT)
    in_sight, _, folded = page(table, "allied", GRUNT).partition("<details><summary>More actions</summary>")
    assert len(re.findall(r'id="thing-[\w-]+-go"|<a [^>]*id="thing-', in_sight)) == 6
    assert 'id="thing-move-backward-go"' in folded.partition("</details>")[0]


def test_a_page_has_the_tiles_of_the_dock_whatever_the_targets_need(play: Play) -> None:
    table = play(mission=3, rp={"allied": 10, "german": 10})
    table.choose_forces(["grunt-ape", "grunt-ape"], ["sturmzombie", "hans"]).bid(0, 0)
    table.deploy([GRUNT, SECOND], [HANS, ZOMBIE]).enter("allied", GRUNT, SECOND).allied("done")
    table.enter("german", HANS).german("move", model=HANS, step="forward")
    table.written_on().models[GRUNT].dp = 1
    tiles = Taps(table, "german").page.partition('id="places"')[2].partition("</div>")[0]
    dock = re.findall(r'id="([\w-]+?)(?:-go)?"', tiles)
    told = page(table, "german", HANS).partition("<details><summary>More actions</summary>")[0]
    assert re.findall(r'id="thing-([\w-]+?)(?:-go)?"', told) == dock


def test_one_reason_for_several_actions_is_told_once(table: PlayedTable) -> None:
    table.to_action().enter("allied", GRUNT).allied("done")
    told = page(table, "allied", GRUNT)
    assert told.count("The other side is acting. Wait for your turn.") == 1
    assert "<b>Activate a model, Forward, Change facing, Fire, Hand to hand:</b>" in told


def test_more_points_than_a_card_has_are_told_alone(table: PlayedTable) -> None:
    table.to_action()
    assert "<b>3/3</b>" in page(table, "allied", GRUNT)
    model = table.written_on().models[GRUNT]
    model.ap = 4
    told = page(table, "allied", GRUNT)
    assert "<b>4</b>" in told
    assert "4/3" not in told


def test_a_page_names_the_dice_that_forms_offer_first(table: PlayedTable) -> None:
    table.to_action()
    sit(table.client, table.code, table.tokens["allied"])
    assert "First choice: the app’s dice." in table.client.get(f"/t/{table.code}/more").text


def test_an_enemy_model_is_told_without_what_it_may_do(table: PlayedTable) -> None:
    table.to_action()
    told = page(table, "allied", ZOMBIE)
    assert "Sturmzombie 1" in told
    assert "thing-" not in told
    assert table.client.get(f"/t/{table.code}/thing/nobody").status_code == 404


def test_a_card_that_may_be_chosen_tells_its_powers(table: PlayedTable) -> None:
    told = page(table, "allied", "slugger-murphy")
    assert "Once per turn Slugger may spend 1 AP to kill an Effect on him." in told
    assert "Custom value, not from a rulebook" in told


def test_values_of_cards_are_entered_in_one_grid_and_kept(client: FlaskClient) -> None:
    address = "/cards/incursion/set/starter/values"
    grid = str(client.get(address).text)
    typed = dict(re.findall(r'name="([\w.-]+)" value="(\d+)"', grid))
    typed["models.grunt-ape.dp"] = "3"
    saved = client.post(address, data=typed, headers=OURS)
    assert saved.status_code == 303
    key = re.search(r"card_set=([\w-]+)", saved.headers["Location"])
    assert key
    kept = str(client.get(f"/cards/incursion/set/{key[1]}").text)
    grunt = kept.split('id="card-grunt-ape"')[1].split("</article>", maxsplit=1)[0]
    assert re.search(r'data-field="dp".*?<b>3</b>.*?your card', grunt)
    assert client.post(address, data={**typed, "models.grunt-ape.dp": "x"}, headers=OURS).status_code >= 400
