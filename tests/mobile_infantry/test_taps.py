"""How many taps the commonest actions take on a phone without scripts: as many as `make taps` counts in a browser."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.playing import PlayedTable, refusal
from tests.set_up_lists import items_of
from tests.tap_counts.pages import Taps

BRAIN, IM = "brain", "im-1"
CONDOR = "team-2"
SEED = "07" * 32
ARRIVAL = [[1], [1, 1, 1, 1, 1, 1, 4]]
"""Presence: a pack of three Warriors."""


def phone(table: PlayedTable, seat: str) -> Taps:
    """A phone of its own for a seat."""
    return Taps(table, seat, table.client.application.test_client())


@pytest.fixture
def mustered(client: FlaskClient) -> PlayedTable:
    """Mission 1, a squad of one player against a person; nobody is ready."""
    table = PlayedTable(client, game="mobile-infantry", mission=1, players=1)
    table.press(IM, "raise-squad", fire_teams=4)
    for team in range(2, 6):
        table.press(IM, "set-experience", team=f"team-{team}", experience="experienced")
    return table


@pytest.fixture
def marching(mustered: PlayedTable) -> PlayedTable:
    """Turn 1, the men march."""
    for seat in (IM, BRAIN):
        mustered.press(seat, "ready")
    return mustered


@pytest.fixture
def searching(marching: PlayedTable) -> PlayedTable:
    """Three Warriors have come, hidden; the teams look for them."""
    marching.press(IM, "done")
    marching.press(BRAIN, "test-presence", dice=[6])
    for dice in ARRIVAL:
        marching.press(BRAIN, "arrival", dice=dice)
    marching.press(BRAIN, "done")
    return marching


@pytest.fixture
def hunted(searching: PlayedTable) -> PlayedTable:
    """Team 2, far from others, has found them."""
    searching.press(IM, "look-around", team=CONDOR, isolated=True, dice=[6])
    searching.press(IM, "done")
    return searching


@pytest.fixture
def found(hunted: PlayedTable) -> PlayedTable:
    """They have been located, the team follows orders; turn 2, bugs move."""
    hunted.press(BRAIN, "answer-look", team=CONDOR, packs=["pack-1"])
    hunted.press(IM, "react", team=CONDOR, im_within_12=4, bugs_within_12=6, dice=[4])
    hunted.press(BRAIN, "done")
    return hunted


@pytest.fixture
def reached(found: PlayedTable) -> PlayedTable:
    """Team 2 is in close combat with all three; the Mobile Infantry fires."""
    found.press(BRAIN, "move-bugs", dice=[1] * 6)
    found.press(BRAIN, "engage", team=CONDOR, bugs=["warrior-1", "warrior-2", "warrior-3"])
    found.press(IM, "react", team=CONDOR, im_within_12=4, bugs_within_12=6, dice=[4])
    found.press(BRAIN, "done")
    return found


def state(table: PlayedTable) -> Any:
    return table.state(BRAIN)


def happened(table: PlayedTable, seat: str = IM) -> list[str]:
    return [event["event"] for event in table.log(seat)]


def test_a_whole_squad_is_gathered_with_one_tap(client: FlaskClient) -> None:
    table = PlayedTable(client, game="mobile-infantry", mission=1, players=1)
    one = phone(table, IM)
    one.press("raise-squad")
    assert (one.count, len(state(table)["troopers"])) == (1, 20)


def test_experience_is_rolled_with_one_tap_and_all_are_ready_with_another(client: FlaskClient) -> None:
    table = PlayedTable(client, game="mobile-infantry", mission=1, players=1, brain="app")
    table.press(IM, "raise-squad", fire_teams=4)
    one = phone(table, IM)
    one.press("roll-experience")
    assert one.count == 1
    table.press(IM, "tick-set-up", done=list(items_of(table.kept())))
    one.look()
    one.press("ready")
    assert (one.count, table.state(IM)["turn"]) == (2, 1)


def test_an_objective_and_the_end_of_a_phase_take_a_tap_each(marching: PlayedTable) -> None:
    one = phone(marching, IM)
    one.press("reach-marker")
    one.look()
    one.press("done-im-move")
    assert (one.count, state(marching)["tally"]["reached"], state(marching)["phase"]) == (2, 1, "presence")


def test_presence_and_the_look_of_all_teams_take_two_taps_each(marching: PlayedTable) -> None:
    marching.press(IM, "done")
    brain, one = phone(marching, BRAIN), phone(marching, IM)
    brain.open("test-presence")
    brain.press("form-1")
    brain.look()
    assert (brain.count, "presence-tested" in happened(marching, BRAIN)) == (2, True)
    brain.press("done-presence")
    one.look()
    one.open("look-all")
    one.press("form-1")
    assert (one.count, "teams-looked" in happened(marching)) == (2, True)


def test_the_brain_answers_a_look_with_three_taps(hunted: PlayedTable) -> None:
    brain = phone(hunted, BRAIN)
    brain.open(f"answer-look-{CONDOR}")
    brain.press("form-1", packs="pack-1")
    assert (brain.count, len(state(hunted)["bugs"])) == (3, 3)


def test_the_team_that_a_pack_is_measured_from_is_answered_first(searching: PlayedTable) -> None:
    """Its pack is ticked; the others are left to the end of the phase."""
    searching.press(IM, "look-all", dice=[1] * 5)
    (pack,) = state(searching)["lair"]["packs"].values()
    brain = phone(searching, BRAIN)
    assert re.findall('id="answer-look-([^"]+)"', brain.page)[0] == pack["team"]
    brain.open(f"answer-look-{pack['team']}")
    assert re.search('value="pack-1" checked', brain.page)
    brain.press("form-1")
    assert pack["team"] not in state(searching)["lair"]["scans"]
    board = phone(searching, BRAIN).page
    assert 'id="answer-rest"' in board
    assert f'id="answer-look-{pack["team"]}"' not in board
    assert 'id="answer-look-team-' in board


def test_each_die_says_whom_it_is_for(found: PlayedTable) -> None:
    brain = phone(found, BRAIN)
    form = brain.client.get(f"{brain.at}/do/move-bugs").text
    assert re.findall('data-of="([^"]*)"', form) == [f"Warrior {number}" for number in (1, 1, 2, 2, 3, 3)]


def test_a_reaction_test_takes_two_taps(hunted: PlayedTable) -> None:
    hunted.press(BRAIN, "answer-look", team=CONDOR, packs=["pack-1"])
    one = phone(hunted, IM)
    one.open(f"react-{CONDOR}")
    one.press("form-1")
    assert (one.count, "reaction-rolled" in happened(hunted)) == (2, True)


def test_what_must_be_answered_first_is_at_the_foot(hunted: PlayedTable) -> None:
    """Its button is there on the phone that answers; others read who is waited for, and why."""
    hunted.press(BRAIN, "answer-look", team=CONDOR, packs=["pack-1"])
    foot = phone(hunted, IM).page.partition('id="next"')[2]
    assert f'id="alarm-{CONDOR}"' in foot
    assert f'id="react-{CONDOR}"' in foot
    assert 'id="order"' not in foot
    assert "#alarm" not in phone(hunted, BRAIN).page
    assert 'id="order"' in phone(hunted, BRAIN).page


def test_of_what_a_pinned_man_may_suffer_one_button_is_filled_and_no_list_repeats_it(reached: PlayedTable) -> None:
    reached.press(IM, "done")
    assert "Attack Team 2" in phone(reached, BRAIN).page
    reached.press(BRAIN, "strike", team=CONDOR, dice=[4, 2, 6])
    foot = phone(reached, BRAIN).page.partition('id="next"')[2]
    assert foot.count("strong") == 1
    assert "\xa0· Roll for frenzy attack" in unescape(foot)
    assert 'id="order"' not in foot


def test_the_list_for_the_table_is_open_even_while_a_team_must_answer(hunted: PlayedTable) -> None:
    """A reaction test counts the bugs near a team: they are put there first."""
    hunted.press(BRAIN, "answer-look", team=CONDOR, packs=["pack-1"])
    for seat in (IM, BRAIN):
        assert '<details class="on-table" id="on-table" data-stays open><summary>' in phone(hunted, seat).page


def test_bugs_that_have_come_close_are_told_with_one_tap_at_the_foot(hunted: PlayedTable) -> None:
    """The warriors lie 6 inches in front of a team: whoever had none so near must test, and nobody else knows."""
    assert "witness-bugs-near" not in phone(hunted, BRAIN).page
    hunted.press(BRAIN, "show", pack="pack-1", place="cover")
    foot, *folded = phone(hunted, BRAIN).page.split('id="next"')[1].split("<details")
    assert "witness-bugs-near" in foot
    assert not any("witness-bugs-near" in one for one in folded)


def test_a_mission_says_how_its_table_is_set_up(mustered: PlayedTable) -> None:
    """It is folded: the set-up list is what people go by."""
    for seat in (IM, BRAIN):
        page = phone(mustered, seat).page
        assert '<details class="mission" id="mission-to-set-up">' in page
        assert "places 12 pieces of terrain" in page


def test_in_battle_the_set_up_is_put_away(marching: PlayedTable) -> None:
    """By another name: a page keeps open what its reader has seen open."""
    assert '<details class="mission" id="mission-played">' in phone(marching, IM).page


def test_below_the_plan_is_set_up_and_the_guards_are_asked_for(client: FlaskClient) -> None:
    """Until they are rolled for the Brain cannot be ready, and its foot would be empty."""
    table = PlayedTable(client, game="mobile-infantry", mission=3, players=1)
    page = phone(table, BRAIN).page
    assert "at least 3 entrances" in page
    assert '<a href="#guards">' in page.split('id="next"')[1]
    table.press(BRAIN, "roll-guards", entrances=1, dice=[1])
    assert "#guards" not in phone(table, BRAIN).page


def test_nobody_is_asked_about_tunnel_mouths_where_none_lies(marching: PlayedTable) -> None:
    marching.press(IM, "done")
    brain = phone(marching, BRAIN)
    brain.open("test-presence")
    assert ('name="tunnel_within_24"' in brain.page, brain.dice_of("form-1")) == (False, 1)


def test_the_only_answer_is_not_asked_for(hunted: PlayedTable) -> None:
    """Nobody is above the command team of the only squad."""
    hunted.press(BRAIN, "answer-look", team=CONDOR, packs=["pack-1"])
    hunted.press(IM, "react", team=CONDOR, im_within_12=4, bugs_within_12=6, dice=[4])
    hunted.press(BRAIN, "witness", reason="bugs-near", teams=["team-1"])
    one = phone(hunted, IM)
    one.open("react-team-1")
    assert '<input type="hidden" name="command_within_6" value="False">' in one.page
    assert "senior officer" not in one.page


def test_what_the_letters_of_ranks_mean_is_said_during_set_up_alone(mustered: PlayedTable) -> None:
    assert 'id="letters"' in phone(mustered, IM).page
    assert 'id="letters"' not in phone(mustered, BRAIN).page
    for seat in (IM, BRAIN):
        mustered.press(seat, "ready")
    assert 'id="letters"' not in phone(mustered, IM).page


def test_no_heading_stands_over_nothing_once_a_seat_is_ready(mustered: PlayedTable) -> None:
    assert 'id="raise"' in phone(mustered, IM).page
    mustered.press(IM, "ready")
    assert 'id="raise"' not in phone(mustered, IM).page


def test_all_bugs_move_with_one_tap(found: PlayedTable) -> None:
    brain = phone(found, BRAIN)
    brain.press("move-bugs")
    assert (brain.count, {bug["moved"] is None for bug in state(found)["bugs"].values()}) == (1, {False})


def test_a_whole_squad_fires_with_three_taps(reached: PlayedTable) -> None:
    one = phone(reached, IM)
    one.open("fire-squad-burst-squad-1")
    one.press("form-1", distance="6")
    assert (one.count, "squad-fired" in happened(reached)) == (3, True)


def test_a_team_fires_with_three_taps_and_four_dice_more(reached: PlayedTable) -> None:
    one = phone(reached, IM)
    one.open(f"{CONDOR}-burst-4")
    one.press("form-1", distance="6", dice=[1, 2, 3, 6])
    assert (one.count, "volley-fired" in happened(reached)) == (3 + 4, True)


def test_fire_to_be_undone_is_named_without_its_dice(reached: PlayedTable) -> None:
    one = phone(reached, IM)
    one.open("fire-squad-burst-squad-1")
    one.press("form-1", distance="6")
    reached.press(IM, "take-back")
    assert reached.log(BRAIN)[-1]["text"].endswith("undo request for “Squad 1 fires within 6″, burst”.")
    reached.press(BRAIN, "allow-take-back")
    undone = [event["text"] for event in reached.log(BRAIN)][-2:]
    assert undone[0] == "Undone: “Squad 1 fires within 6″, burst”."
    assert undone[1].startswith("Its dice had been seen")


def test_a_volley_to_be_undone_is_named_up_to_its_dice(reached: PlayedTable) -> None:
    one = phone(reached, IM)
    one.open(f"{CONDOR}-burst-4")
    one.press("form-1", distance="6", dice=[1, 2, 3, 6])
    reached.press(IM, "take-back")
    assert re.search(
        r"“Team 2 fires at Warrior \d within 6″, burst, each die needs \d or more”\.$", reached.log(BRAIN)[-1]["text"]
    )


def test_three_bugs_attack_a_team_with_two_taps(reached: PlayedTable) -> None:
    reached.press(IM, "done")
    brain = phone(reached, BRAIN)
    brain.open(f"strike-{CONDOR}")
    brain.press("form-1")
    struck = next(event["data"] for event in reached.log(BRAIN) if event["event"] == "team-struck")
    assert (brain.count, len(struck["wounds"])) == (2, 3)


def test_all_teams_move_with_one_tap(reached: PlayedTable) -> None:
    for seat in (IM, BRAIN):
        reached.press(seat, "done")
    one = phone(reached, IM)
    one.press("move-teams")
    assert (one.count, "teams-moved" in happened(reached)) == (1, True)


def test_a_squad_at_which_nothing_is_aimed_is_told_to_choose(reached: PlayedTable) -> None:
    """Bugs of one group stand chosen; where somebody takes them all out, nothing is fired."""
    one = phone(reached, IM)
    one.open("fire-squad-burst-squad-1")
    assert len(re.findall(r'name="targets" value="[^"]*" checked', one.page)) == 3
    assert refusal(lambda: reached.press(IM, "fire-squad", squad="squad-1", mode="burst", targets=[], distance=6)) == (
        "no-target",
        "targets",
    )


def test_a_sheet_is_titled_by_what_its_button_does(found: PlayedTable) -> None:
    page = phone(found, BRAIN).client.get(f"/t/{found.code}/do/witness?reason=bugs-near").text
    assert '<h2 id="sheet-title">Report bugs within 12″ for the first time</h2>' in page


def test_fewer_rifles_fire_in_either_way_from_one_sheet(reached: PlayedTable) -> None:
    one = phone(reached, IM)
    one.open(f"{CONDOR}-fewer")
    one.open(f"thing-{CONDOR}-fewer-2")
    assert re.findall(r'id="way-form-\d"[^>]*>([^<]*)', one.page) == ["Fire bursts", "Use sustained fire"]
    bursts = one.dice_of("form-1")
    one.open("way-form-2")
    assert (bursts, one.dice_of("form-1"), 'id="form-2"' in one.page) == (2, 6, False)
    one.press("form-1", distance="6")
    (fired,) = [event["data"] for event in reached.log(IM) if event["event"] == "volley-fired"]
    assert (fired["mode"], len(fired["dice"]), one.count) == ("sustained", 6, 5)


def quietly(one: Taps) -> int:
    """The taps of a turn against the app in which nobody is reached, nobody fires and all move; dice by the app."""
    turn, before = one.table.state(IM)["turn"], one.count
    while one.table.state(IM)["turn"] == turn:
        one.look()
        usual = ("tell-reached-nobody-ends", "tell-spray-nobody-all", "move-teams", "tell-presence-unseen")
        there = next((id for id in (*usual, "tell-scan-same-all") if f'id="{id}"' in one.page), None)
        done = re.search(r'<form [^>]*id="(done-[a-z-]+)"', one.page)
        one.press(there or (done[1] if done else ""))
    return one.count - before


def test_a_quiet_turn_against_the_app_takes_six_taps_at_most(client: FlaskClient) -> None:
    """Before contact: march, the rolled point, the location test. With bugs in sight: reached, fire, moves too."""
    table = PlayedTable(client, game="mobile-infantry", mission=1, players=1, brain="app", temper="hungry", seed=SEED)
    one = phone(table, IM)
    one.press("raise-squad")
    one.look()
    one.press("roll-experience")
    one.look()
    one.press("ready")
    one.press("sure")
    assert (quietly(one), table.state(IM)["sequence"]) == (3, "post")
    for _ in range(5):
        assert table.state(IM)["bugs"]
        assert quietly(one) == 6


def ready_against_a_hungry_brain(client: FlaskClient, seed: str) -> Taps:
    """The phone of the only player, as the battle begins."""
    table = PlayedTable(client, game="mobile-infantry", mission=1, players=1, brain="app", temper="hungry", seed=seed)
    one = phone(table, IM)
    for first in ("raise-squad", "roll-experience"):
        one.press(first)
        one.look()
    one.press("ready")
    one.press("sure")
    one.look()
    return one


def test_that_bugs_reached_nobody_is_the_last_answer(client: FlaskClient) -> None:
    """As the large button it is so anyway; as a tile it stands below the proposal, and parts no pair of answers."""
    one = ready_against_a_hungry_brain(client, SEED)
    usual = ("tell-reached-nobody-ends", "tell-spray-nobody-all", "move-teams", "tell-presence-unseen")
    while 'id="nobody"' not in one.page:
        there = next((id for id in (*usual, "tell-scan-same-all") if f'id="{id}"' in one.page), None)
        done = re.search(r'<form [^>]*id="(done-[a-z-]+)"', one.page)
        one.press(there or (done[1] if done else ""))
        one.look()
    proposal, nobody = one.page.index('id="tell-reached-inquiry'), one.page.index('id="tell-reached-nobody-ends"')
    assert one.page.index('id="lead"') < proposal < one.page.index('id="nobody"') < nobody


def test_whom_acid_reaches_is_one_tap_from_the_foot(client: FlaskClient) -> None:
    """The question and its grid stand above, maybe out of sight, and the foot holds the answer “nobody”."""
    one = ready_against_a_hungry_brain(client, "01" * 32)
    usual = ("tell-reached-nobody-ends", "move-teams", "tell-presence-open", "tell-scan-same-all")
    while "tell-spray-nobody-all" not in one.page:
        there = next((id for id in usual if f'id="{id}"' in one.page), None)
        done = re.search(r'<form [^>]*id="(done-[a-z-]+)"', one.page)
        one.press(there or (done[1] if done else ""))
        one.look()
    board, _, foot = one.page.partition('id="next"')
    assert 'id="reach"' in board
    assert 'href="#reach"' in foot
