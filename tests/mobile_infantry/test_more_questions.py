"""More open questions, each answered both ways: what is offered, and which numbers follow."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.core.engine.visibility import to_jsonable
from app.core.table.what_if import relevant_questions
from app.games.mobile_infantry.board_view import shown
from app.games.mobile_infantry.book import EDITION, edition_book
from tests.mobile_infantry.playing import BRAIN, IM, Battle

Open = Callable[..., Battle]


# -- what people judge on the board: the form says what the table answered


@pytest.mark.parametrize(
    ("question", "answer", "command"),
    [
        ("measure", "edges", "fire"),
        ("measure", "centres", "fire"),
        ("cohesion", "chain", "move-teams"),
        ("cohesion", "all", "move-teams"),
        ("acid-cluster", "pairwise", "dodge"),
        ("acid-cluster", "chain", "dodge"),
    ],
)
def test_a_form_says_by_what_people_judge(squad_against: Open, question: str, answer: str, command: str) -> None:
    """MI-01, MI-10, MI-51: the notebook has no map, so the answer in force stands at the form."""
    battle = squad_against("tank", **{question.replace("-", "_"): answer}).to("fire")
    if command == "dodge":
        battle.done(IM).press(BRAIN, "spray", [6], bug="tank-1")
    seat = battle.table.seat(IM)
    battle.to("im-move") if command == "move-teams" else None
    (bearing,) = [one for one in relevant_questions(battle.table, seat, command) if one.question == question]
    assert bearing.now == answer


# -- setting up


@pytest.mark.parametrize(
    ("answer", "rolled", "experience"),
    [("rolled", 2, "rookie"), ("experienced", 1, "experienced"), ("as-carried", 1, "veteran")],
)
def test_the_crew_of_a_boat(open_battle: Open, answer: str, rolled: int, experience: str) -> None:
    """MI-04: the squad of one veteran fire team; the crew rolls a 1, or nothing."""
    battle = open_battle(crew_exp=answer)
    battle.press(IM, "raise-squad", fire_teams=1)
    battle.press(IM, "raise-team", kind="crew")
    assert battle.offers(IM, "roll-experience")[0].dice.count == rolled
    battle.press(IM, "roll-experience", [6, 1][:rolled])
    battle.ready()
    assert battle.team("team-3").experience == experience


def test_a_crew_with_nobody_to_carry_rolls(open_battle: Open) -> None:
    battle = open_battle(crew_exp="as-carried").squad(fire_teams=1)
    battle.press(IM, "dismiss", team="squad-1")
    battle.press(IM, "raise-team", kind="crew")
    battle.press(IM, "roll-experience", [4])
    assert battle.team("team-1").experience == "experienced"


def test_the_gunners_of_a_fort_are_like_most_of_its_garrison(open_battle: Open) -> None:
    """MI-97: two rookie teams, one veteran."""
    battle = open_battle(mission=6, fort_extras="men").loose("fire", experience="rookie")
    battle.loose("fire", experience="veteran").loose("fire", experience="rookie")
    battle.press(IM, "raise-team", kind="gunners")
    with battle.refuses("experience-known"):
        battle.press(IM, "roll-experience", [6])
    battle.ready()
    assert battle.team("team-4").experience == "rookie"


def weapons(battle: Battle) -> list[str]:
    """Every weapon on the table that is no rifle."""
    guns = (gun.type for one in battle.state.troopers.values() for gun in one.weapons)
    return sorted(gun for gun in guns if gun != "assault-rifle")


def test_the_extra_weapons_of_a_fort_without_extra_men(open_battle: Open) -> None:
    """MI-97: two mini-guns beyond the one of the squad, and an autocannon, for men who are there."""
    battle = open_battle(mission=6, fort_extras="weapons").squad()
    with battle.refuses("no-such-team-here", "kind"):
        battle.press(IM, "raise-team", kind="gunners")
    for team, weapon in (
        ("team-2", "mini-gun"),
        ("team-3", "mini-gun"),
        ("team-4", "mini-gun"),
        ("team-5", "autocannon"),
    ):
        battle.press(IM, "issue-weapon", team=team, weapon=weapon)
    for weapon in ("mini-gun", "autocannon"):
        with battle.refuses("weapon-issued", "weapon"):
            battle.press(IM, "issue-weapon", team="team-2", weapon=weapon)
    assert weapons(battle) == ["autocannon", "mini-gun", "mini-gun", "mini-gun"]
    battle = open_battle(mission=6, fort_extras="men").squad()
    with battle.refuses("weapon-issued", "weapon"):
        battle.press(IM, "issue-weapon", team="team-2", weapon="autocannon")
    battle.press(IM, "raise-team", kind="gunners")
    assert weapons(battle) == ["autocannon", "mini-gun", "mini-gun"]


@pytest.mark.parametrize(("answer", "men", "out"), [("four", 4, 20), ("four-and-crew", 6, 30)])
def test_survivors_of_the_crash(open_battle: Open, answer: str, men: int, out: int) -> None:
    """MI-75: each who is taken out is worth five."""
    battle = open_battle(mission=4, survivors=answer).squad()
    battle.press(IM, "raise-team", kind="survivors")
    assert len(battle.state.troopers) - 20 == men
    battle.press(IM, "roll-experience", [4] * len([one for one in battle.state.teams.values() if not one.experience]))
    battle.ready().press(IM, "call-boats")
    battle.to("im-move", turn=2)
    for team in [key for key, one in battle.state.teams.items() if one.kind == "survivors"]:
        battle.press(IM, "embark", boat="boat-1", team=team, men=len(battle.men(team)))
    battle.press(IM, "take-off", boat="boat-1")
    assert battle.score() == (0, out)


# -- movement


@pytest.mark.parametrize("answer", ["no", "yes"])
def test_who_knows_of_no_bug_may_march_on(open_battle: Open, answer: str) -> None:
    """MI-09: squad 2 has not been told, its radio being of no use."""
    battle = open_battle(uninformed_may_march=answer).squad().squad()
    battle.state.troopers["trooper-4"].status = "dead"
    battle.ready().to("presence", turn=1)
    pack = battle.come("warrior", 3)
    battle.to("location").press(IM, "look-around", [6], team="team-2")
    battle.done(IM).press(BRAIN, "answer-look", team="team-2", packs=[pack])
    battle.done(BRAIN).to("im-move")
    if answer == "no":
        with battle.refuses("no-march-any-more"):
            battle.press(IM, "march", team="team-7")
        return
    assert battle.offers(IM, "march")[0].choose["team"] == [f"team-{number}" for number in range(6, 11)]
    with battle.refuses("may-not-move", "team"):
        battle.press(IM, "march", team="team-2")
    (marched,) = battle.press(IM, "march", team="team-7")
    assert (marched.inches, marched.bad_terrain) == (6, 3)
    assert (battle.team("team-7").inches, battle.team("team-7").moved) == (6, True)


@pytest.mark.parametrize("answer", ["no", "yes"])
def test_a_team_withdraws_of_its_own_will(squad_against: Open, answer: str) -> None:
    """MI-13."""
    battle = squad_against("warrior", voluntary_withdrawal=answer).to("im-move")
    if answer == "no":
        with battle.refuses("only-by-a-test"):
            battle.press(IM, "withdraw", team="team-2")
        return
    battle.press(IM, "withdraw", team="team-2")
    assert battle.team("team-2").reaction == "withdrew"
    with battle.refuses("run-first"):
        battle.press(IM, "done")
    (ran,) = battle.press(IM, "run", [1, 2, 3, 4], team="team-2")
    assert list(ran.inches.values()) == [1, 2, 3, 4]
    with battle.refuses("may-not-move", "team"):
        battle.press(IM, "withdraw", team="team-2")


@pytest.mark.parametrize(("answer", "bad"), [("none", []), ("less", [0, 1, 2, 10])])
def test_bad_terrain_in_flight(squad_against: Open, answer: str, bad: list[int]) -> None:
    """MI-86: 2, 3, 4 and 12 inches, of which bad terrain takes nothing; or two less each."""
    battle = squad_against("warrior", bad_terrain_flight=answer)
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    battle.react("team-2", dice=[1])
    (ran, *_) = battle.press(IM, "run", [1, 1, 1, 2, 2, 2, 6, 6], team="team-2")
    assert (list(ran.inches.values()), list(ran.bad_terrain.values())) == ([2, 3, 4, 12], bad)


def test_a_berserk_advance_is_slowed_as_any_tactical_move(squad_against: Open) -> None:
    battle = squad_against("warrior")
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    battle.react("team-2", dice=[6])
    (ran, *_) = battle.press(IM, "run", [5], team="team-2")
    assert (ran.inches, ran.bad_terrain) == ({"team-2": 5}, {"team-2": 3})


@pytest.mark.parametrize(("answer", "inches"), [("both", 2), ("movement", 2), ("shooting", 4)])
def test_who_helps_a_wounded_comrade_moves_less(squad_against: Open, answer: str, inches: int) -> None:
    """MI-60: a 4, less two inches."""
    battle = squad_against("warrior", helper=answer).to("im-move")
    battle.state.troopers["trooper-9"].status = "wounded"
    (moved,) = battle.press(IM, "move-team", [4], team="team-2")
    assert moved.helping == {"team-2": inches}
    assert (battle.team("team-2").inches, battle.team("team-2").inches_bad) == (4, 2)
    assert battle.team("team-2").inches_helping == inches
    battle.to("presence")
    assert battle.team("team-2").inches is None


@pytest.mark.parametrize(("answer", "crawl"), [("one", 1), ("two", 2), ("three", 3)])
def test_how_far_a_thrown_man_crawls(squad_against: Open, answer: str, crawl: int) -> None:
    """MI-19."""
    battle = squad_against("warrior", crawl=answer).engage("team-2", "warrior-1").to("close-combat")
    battle.press(BRAIN, "strike", [5], team="team-2")
    battle.press(BRAIN, "throw", [3], trooper="trooper-5")
    fell = battle.press(BRAIN, "fall", [12], trooper="trooper-5", bugs_within_6=0)[0]
    assert fell.key == "man-fell"
    assert vars(fell)["crawl"] == crawl


def test_what_is_printed_on_cards_is_the_usual_crawl() -> None:
    book = edition_book(EDITION, {})
    assert book.movement.crawl == book.number("crawl")


# -- bugs


@pytest.mark.parametrize(("answer", "inches", "state"), [("no", 7, "landed"), ("yes", 9, "ok")])
def test_a_landed_flyer_may_take_off(squad_against: Open, answer: str, inches: int, state: str) -> None:
    """MI-18: 4 + 5, less two as a warrior."""
    battle = squad_against("flyer", relaunch=answer).engage("team-2", "flyer-1").to("close-combat")
    battle.press(BRAIN, "strike", [3], team="team-2")
    battle.calm("team-2").to("bug-move", turn=3)
    assert battle.press(BRAIN, "move-bugs", [4, 5])[-1].inches == {"flyer-1": inches}
    assert battle.bug("flyer-1").state == state


@pytest.mark.parametrize(
    ("kind", "may", "may_not"),
    [
        ("flyer", {"sky", "edge"}, {"cover", "tunnel"}),
        ("warrior", {"cover", "tunnel", "edge"}, {"sky"}),
        ("tank", {"cover", "tunnel", "edge"}, {"sky"}),
    ],
)
def test_only_flyers_drop_from_the_sky(battle: Battle, kind: str, may: set[str], may_not: set[str]) -> None:
    """§7: and they never use tunnels."""
    pack = battle.to("presence").come(kind)
    (offer,) = battle.offers(BRAIN, "show")
    assert set(offer.choose["place"]) == may
    for place in may_not:
        with battle.refuses("cannot-appear-so", "place"):
            battle.show(pack, place)
    battle.show(pack, next(iter(may)))
    assert battle.state.lair.packs == {}


def test_the_hidden_part_of_a_flight_ends_at_24_inches(battle: Battle) -> None:
    """§8, a person as the Brain: at 30 inches eight bring it to 24, where it is due; a warrior comes on to 24."""
    flyer = battle.to("presence").come("flyer", inches=[6, 6, 6, 6, 3, 3])
    battle.end_phase().to("presence", turn=2)
    warrior = battle.come("warrior", inches=[6, 6, 6, 6, 3, 3], rest=[4, 4])
    packs = battle.state.lair.packs
    assert (packs[flyer].inches, packs[warrior].inches) == (24, 30)
    seat = battle.table.seat(BRAIN)
    due = {one.key: one.due for one in shown(battle.table, seat, battle.table.offers_for(seat))["lurking"]}
    assert due == {flyer: True, warrior: False}
    battle.end_phase().to("presence", turn=3).presence(rest=[4, 4, 4, 4])
    assert (packs[flyer].inches, packs[warrior].inches) == (24, 24)


def test_a_located_flyer_has_come_from_the_sky(battle: Battle) -> None:
    """A six, one for a team alone: it is located."""
    pack = battle.to("presence").come("flyer")
    battle.to("location").press(IM, "look-around", [6], team="team-2", isolated=True)
    battle.done(IM).press(BRAIN, "answer-look", team="team-2", packs=[pack])
    assert [site.kind for site in battle.state.sites.values()] == ["sky"]


def test_a_flyer_with_two_hits_stays_on_the_ground(squad_against: Open) -> None:
    battle = squad_against("flyer", relaunch="yes").to("fire")
    battle.fire("team-2", at="flyer-1", dice=[6, 6, 1, 1])
    battle.to("bug-move", turn=3)
    assert battle.press(BRAIN, "move-bugs", [4, 5])[0].inches == {"flyer-1": 3.5}


@pytest.mark.parametrize(("answer", "rests"), [("next", 0), ("rest", 3)])
def test_when_a_tank_bug_comes_back(squad_against: Open, answer: str, rests: int) -> None:
    """MI-99: hit in turn 2 it moves in turn 3, or only in turn 4."""
    battle = squad_against("tank", tank_return=answer).to("fire")
    battle.fire("team-2", at="tank-1", dice=[4, 1, 1, 1])
    battle.press(BRAIN, "retreat", [4], bug="tank-1")
    battle.to("bug-move", turn=3)
    if rests:
        with battle.refuses("all-moved"):
            battle.press(BRAIN, "move-bugs", [5])
        battle.to("bug-move", turn=4)
    assert battle.press(BRAIN, "move-bugs", [5])[0].inches == {"tank-1": 5}


@pytest.mark.parametrize(("answer", "hits"), [("lost", 0), ("next-bug", 1)])
def test_hits_beyond_the_last(squad_against: Open, answer: str, hits: int) -> None:
    """MI-49: five hits on a warrior that takes four."""
    battle = squad_against(("warrior", 2), surplus=answer).to("fire")
    battle.fire("team-3", at="warrior-1", dice=[4, 1, 1, 1])
    assert ("next_bug" in battle.offers(IM, "fire")[0].choose) is (answer == "next-bug")
    if answer == "lost":
        with battle.refuses("hits-are-lost", "next_bug"):
            battle.fire("team-2", next_bug="warrior-2", dice=[4, 4, 4, 4])
        battle.fire("team-2", dice=[4, 4, 4, 4])
    else:
        with battle.refuses("hits-are-lost", "next_bug"):
            battle.fire("team-2", next_bug="warrior-9", dice=[4, 4, 4, 4])
        battle.fire("team-2", next_bug="warrior-2", dice=[4, 4, 4, 4])
    assert (battle.bug("warrior-1").state, battle.bug("warrior-2").hits) == ("dead", hits)


@pytest.mark.parametrize("answer", ["rolled-point", "nearest-entrance"])
def test_where_bugs_come_out_of_the_ground(open_battle: Open, answer: str) -> None:
    """MI-24: a new mouth each time, or the one that is there."""
    battle = open_battle(tunnel_at=answer).squad().ready().to("presence")
    battle.show(battle.come(), "tunnel").to("presence", turn=2)
    pack = battle.come()
    if answer == "rolled-point":
        with battle.refuses("no-such-mouth", "site"):
            battle.press(BRAIN, "show", pack=pack, place="tunnel", site="site-1")
        battle.press(BRAIN, "show", pack=pack, place="tunnel")
        assert list(battle.state.sites) == ["site-1", "site-2"]
        return
    assert battle.offers(BRAIN, "show")[0].choose["site"] == ["none", "site-1"]
    battle.press(BRAIN, "show", pack=pack, place="tunnel", site="site-1")
    assert (list(battle.state.sites), battle.state.groups["group-2"].site) == (["site-1"], "site-1")


# -- reaction tests


@pytest.mark.parametrize("answer", ["once", "until-next-test"])
def test_how_long_a_team_is_berserk(squad_against: Open, answer: str) -> None:
    """MI-35: one advance, or one in every movement until it tests again."""
    battle = squad_against("warrior", berserk_lasts=answer)
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    battle.react("team-2", dice=[6])
    battle.press(IM, "run", [3], team="team-2")
    for turn in (2, 3):
        battle.to("im-move", turn=turn)
        if answer == "once":
            assert battle.offers(IM, "run") == []
        else:
            with battle.refuses("run-first"):
                battle.press(IM, "done")
            battle.press(IM, "run", [4], team="team-2")
    assert battle.team("team-2").reaction == ("ok" if answer == "once" else "berserk")
    if answer == "until-next-test":
        battle.to("bug-move", turn=4).engage("team-2", "warrior-1").to("close-combat")
        battle.press(BRAIN, "strike", [2], team="team-2")
        battle.react("team-2", dice=[5])
        assert battle.team("team-2").reaction == "ok"
        battle.to("im-move")
        assert battle.offers(IM, "run") == []


def two_groups(battle: Battle) -> Battle:
    """A second warrior of a group of its own, in turn 3."""
    battle.to("presence").show(battle.come()).to("bug-move", turn=3)
    return battle


@pytest.mark.parametrize(("answer", "owes"), [("battle", []), ("each-group", ["bugs-near"])])
def test_when_bugs_are_near_for_the_first_time(squad_against: Open, answer: str, owes: list[str]) -> None:
    """MI-37: the second group comes near a team that has tested for the first one."""
    battle = squad_against("warrior", first12=answer).engage("team-2", "warrior-1")
    two_groups(battle).press(BRAIN, "engage", team="team-2", bugs=["warrior-2"])
    assert battle.team("team-2").owes == owes


def test_whoever_saw_a_group_names_it(squad_against: Open) -> None:
    battle = two_groups(squad_against("warrior", first12="each-group"))
    with battle.refuses("no-such-team", "teams"):
        battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"], sighted="group-2")
    assert battle.team("team-2").owes == ["bugs-near"]
    battle.calm("team-2").to("im-move")
    given = [offer.given for offer in battle.offers(BRAIN, "witness") if "team-2" in offer.choose["teams"].some]
    assert given == [{"reason": "bugs-near", "sighted": "group-1"}]


@pytest.mark.parametrize(
    ("answer", "kind", "may"),
    [("any-superior", "company", True), ("major-only", "company", False), ("major-only", "regiment", True)],
)
def test_which_officer_lends_courage(open_battle: Open, answer: str, kind: str, may: bool) -> None:
    """MI-38: a loose fire team beside a captain, or a major."""
    battle = open_battle(senior=answer).loose("fire").loose(kind).ready().against("warrior")
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-1"])
    assert battle.offers(IM, "react")[0].choose["command_within_6"] == ([False, True] if may else [False])
    if may:
        assert battle.react("team-1", dice=[4], command=True)[0].modifier == 1
    else:
        with battle.refuses("no-commander", "command_within_6"):
            battle.react("team-1", dice=[4], command=True)


def test_a_command_team_is_not_encouraged_by_itself(squad_against: Open) -> None:
    """MI-38: its lieutenant is its own; its fire teams have him while he, or his team, lives."""
    battle = squad_against("warrior", fire_teams=1)
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-1", "team-2"])
    courage = {one.given["team"]: one.choose["command_within_6"] for one in battle.offers(IM, "react")}
    assert courage == {"team-1": [False], "team-2": [False, True]}


# -- objectives, boats, walls


@pytest.mark.parametrize("answer", ["touch", "end-of-turn"])
def test_when_an_objective_is_reached(open_battle: Open, answer: str) -> None:
    """MI-71."""
    battle = open_battle(reach=answer).squad().ready()
    if answer == "end-of-turn":
        with battle.refuses("not-this-phase"):
            battle.press(IM, "reach-marker")
        battle.to("location")
    battle.press(IM, "reach-marker")
    assert battle.score() == (0, 5)


@pytest.mark.parametrize(("answer", "lands"), [("three", True), ("six", False), ("twelve", False)])
def test_how_far_bugs_must_be_from_a_landing_zone(open_battle: Open, answer: str, lands: bool) -> None:
    """MI-73: one is six inches off."""
    battle = open_battle(mission=2, lz_clear=answer).squad().ready().to("im-move", turn=6)
    battle.press(IM, "land-boats", nearest_bug=6)
    assert {one.state for one in battle.state.boats.values()} == {"landed" if lands else "standby"}


@pytest.mark.parametrize(
    ("answer", "die", "state"), [("gm", 6, "landed"), ("suggested", 5, "landed"), ("suggested", 6, "destroyed")]
)
def test_whether_a_boat_holds(squad_against: Open, answer: str, die: int, state: str) -> None:
    """MI-58: suggested is a 6."""
    battle = squad_against("tank", vehicles=answer)
    battle.press(IM, "call-boats")
    battle.to("im-move", turn=3)
    if answer == "gm":
        with battle.refuses("chance-instead"):
            battle.press(BRAIN, "attack-boat", [die], boat="boat-1")
    else:
        battle.press(BRAIN, "attack-boat", [die], boat="boat-1")
    assert battle.state.boats["boat-1"].state == state
    assert battle.score()[0] == (5 if state == "destroyed" else 0)


def test_one_warrior_does_not_shake_a_boat(squad_against: Open) -> None:
    battle = squad_against("warrior", vehicles="suggested")
    battle.press(IM, "call-boats")
    battle.to("im-move", turn=3)
    with battle.refuses("too-few-bugs"):
        battle.press(BRAIN, "attack-boat", [6], boat="boat-1")


@pytest.mark.parametrize(("answer", "die", "breaches"), [("gm", 6, 0), ("suggested", 4, 0), ("suggested", 5, 1)])
def test_whether_a_wall_holds(open_battle: Open, answer: str, die: int, breaches: int) -> None:
    """MI-94: suggested is a 5, with two warriors at it."""
    battle = open_battle(mission=6, walls=answer).squad().ready().against(("warrior", 2))
    if answer == "gm":
        with battle.refuses("chance-instead"):
            battle.press(BRAIN, "storm-wall", [die])
    else:
        battle.press(BRAIN, "storm-wall", [die])
    assert battle.state.breaches == breaches


def test_walls_are_of_the_fort(squad_against: Open) -> None:
    battle = squad_against(("warrior", 2), walls="suggested")
    with battle.refuses("no-walls"):
        battle.press(BRAIN, "storm-wall", [6])


@pytest.mark.parametrize("answer", ["call", "boats-wait", "walk-off"])
def test_the_way_home_from_under_the_ground(open_battle: Open, answer: str) -> None:
    """MI-84."""
    battle = open_battle(mission=3, tunnel_exit=answer).squad(fire_teams=1).ready()
    states = {one.state for one in battle.state.boats.values()}
    assert states == {"landed" if answer == "boats-wait" else "standby"}
    if answer == "call":
        battle.press(IM, "call-boats")
    else:
        with battle.refuses("boats-not-called"):
            battle.press(IM, "call-boats")
    if answer != "walk-off":
        with battle.refuses("no-way-on-foot"):
            battle.press(IM, "walk-off", team="team-2", troopers=["trooper-5"])
        return
    for team, men, code, field in (
        ("team-9", ["trooper-5"], "not-your-team", "team"),
        ("team-2", ["trooper-1"], "not-of-the-team", "troopers"),
        ("team-2", [], "not-of-the-team", "troopers"),
    ):
        with battle.refuses(code, field):
            battle.press(IM, "walk-off", team=team, troopers=men)
    battle.press(IM, "walk-off", team="team-2", troopers=battle.names("team-2"))
    battle.press(IM, "walk-off", team="team-1", troopers=battle.names("team-1"))
    assert (battle.state.tally.im_out, battle.state.over, battle.score()) == (8, True, (0, 0))


def test_boats_that_wait_come_back(open_battle: Open) -> None:
    battle = open_battle(mission=3, tunnel_exit="boats-wait").squad().ready()
    battle.press(IM, "take-off", boat="boat-1")
    battle.to("im-move", turn=4)
    assert battle.state.boats["boat-1"].state == "landed"


# -- the siege


@pytest.mark.parametrize("answer", ["exact", "anywhere"])
def test_how_far_from_the_fort_bugs_come(open_battle: Open, answer: str) -> None:
    """MI-85: 4D6 = 1 + 2 + 3 + 4, in the hour that the Brain picks; exactly so far, or at most."""
    battle = open_battle(mission=6, fort_arrival=answer).squad().ready().to("presence")
    with battle.refuses("hour-of-the-fort", "hour"):
        battle.presence(6, kind=2, hour=None)
    battle.presence(6, kind=2, hour=8, inches=[1, 2, 3, 4, 6, 6])
    (pack,) = battle.state.lair.packs.values()
    assert (pack.team, pack.bearing, pack.inches) == ("fort", "hour-8", 10)
    if answer == "exact":
        with battle.refuses("inches-as-rolled", "inches"):
            battle.press(BRAIN, "show", pack="pack-1", place="tunnel", inches=7)
        (told, *_) = battle.press(BRAIN, "show", pack="pack-1", place="tunnel")
        assert told.inches == 10
        return
    assert battle.offers(BRAIN, "show")[0].choose["inches"].max == 10
    with battle.refuses("too-big", "inches"):
        battle.press(BRAIN, "show", pack="pack-1", place="tunnel", inches=11)
    (told, *_) = battle.press(BRAIN, "show", pack="pack-1", place="tunnel", inches=7)
    assert told.inches == 7


def test_only_a_fort_has_hours(battle: Battle) -> None:
    battle.to("presence")
    with battle.refuses("hour-of-the-fort", "hour"):
        battle.presence(6, hour=3)


# -- what the table shows


def hits_read_by(battle: Battle, seat: str) -> str:
    """All that a seat is told of a bug’s hits: its state, its log, its board."""
    chair = battle.table.seat(seat)
    (swarm,) = shown(battle.table, chair, battle.table.offers_for(chair))["swarms"]
    events = [event for entry in battle.table.seen(chair) for event in battle.events_for(chair, entry)]
    hits = [data.get("hits") for key, data in events if key.startswith("bug-hit")]
    return f"{battle.table.state_for(chair).hits_of('warrior-1')} {swarm.bugs[0].hits}/{swarm.bugs[0].of} {hits}"


@pytest.mark.parametrize(("answer", "infantry"), [("public", "3 3/4 [3]"), ("brain-only", "0 0/0 [None]")])
def test_who_sees_how_many_hits_a_bug_has(squad_against: Open, answer: str, infantry: str) -> None:
    """Specification, 17.3: everybody sees that it is half damaged, the number only who may."""
    battle = squad_against("warrior", bug_hits=answer).to("fire")
    battle.fire("team-2", dice=[4, 4, 4, 1])
    assert battle.bug("warrior-1").state == "half"
    assert hits_read_by(battle, BRAIN) == "3 3/4 [3]"
    assert hits_read_by(battle, IM) == infantry
    battle.fire("team-3", dice=[4, 1, 1, 1])
    assert (battle.bug("warrior-1").state, battle.state.tally.bugs_killed) == ("dead", {"warrior": 1})


@pytest.mark.parametrize(("answer", "points"), [("public", {"brain": 0, "im": 2}), ("at-the-end", {"hidden": 2})])
def test_who_sees_the_points(squad_against: Open, answer: str, points: dict[str, int]) -> None:
    """Specification, 17.3."""
    battle = squad_against("warrior", score=answer, turn_limit="suggested", mission=2).to("fire")
    battle.fire("team-2", dice=[4, 4, 4, 4])
    assert to_jsonable(battle.state.score) == points
    chair = battle.table.seat(IM)
    goal = shown(battle.table, chair, battle.table.offers_for(chair))["goal"]
    assert (goal.bugs, goal.im) == ((0, 2) if answer == "public" else (None, None))
    assert ("points-counted" in battle.told(IM)) is (answer == "public")
    while not battle.state.over:
        battle.end_phase()
    assert battle.score() == (0, 2)
