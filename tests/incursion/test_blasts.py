"""Blasts at the table: the Sarge's launcher, Ka-BOOM!, Volatile; and Tactical Fulcrum."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from app.core.engine.command import list_offers
from app.core.engine.offers import MultiChoice
from app.games import REGISTRY
from app.games.incursion.book import EDITIONS
from app.games.incursion.cards.sets import CARDS
from app.games.incursion.combat import blasts
from app.games.incursion.combat.blasts import Launch
from app.games.incursion.combat.flames import Flame
from app.games.incursion.events.blasts import BlastResolved
from app.web.wording import looks_of
from tests.incursion.probes import RAID
from tests.incursion.test_taps import Taps
from tests.playing import PlayedTable, code_of, refusal

Play = Callable[..., PlayedTable]
GRUNT, ILSA, BOMBER = "grunt-ape-1", "ilsa-1", "bomberzombie-1"


@pytest.fixture
def met(play: Play) -> Callable[..., PlayedTable]:
    """Opens a table: the Sarge and a Grunt are on the board, the Allies act; Bomberzombies have entered."""

    def opened(**wishes: Any) -> PlayedTable:
        table = play(mission=3, rp={"allied": 12, "german": 12}, **wishes)
        table.choose_forces(["ape-sarge", "grunt-ape"], ["sturmzombie", "bomberzombie", "bomberzombie"])
        table.bid(0, 1).deploy(["ape-sarge-1", "grunt-ape-1"], ["bomberzombie-1", "bomberzombie-2", "sturmzombie-1"])
        table.enter("german", "bomberzombie-1", "bomberzombie-2", "sturmzombie-1").german("done")
        return table.enter("allied", "grunt-ape-1", "ape-sarge-1")

    return opened


def last(answer: Any, event: str) -> dict[str, Any]:
    """The data of the newest event of that kind in an answer."""
    data: dict[str, Any] = [told for told in answer["events"] if told["event"] == event][-1]["data"]
    return data


# -- the grenade launcher


@pytest.mark.parametrize(("edition", "ap"), [("en-2009", 2), ("es-2009", 1)])
def test_the_launcher_costs_what_the_book_says(met: Callable[..., PlayedTable], edition: str, ap: int) -> None:
    table = met(edition=edition)
    before = table["models.ape-sarge-1.ap"]
    table.allied("launch", model="ape-sarge-1", caught=[], cp=0)
    assert table["models.ape-sarge-1.ap"] == before - ap
    assert table["waiting"] == []


def test_a_blast_rolls_one_die_for_each_model_friend_or_foe(
    met: Callable[..., PlayedTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = met()
    table.allied("launch", model="ape-sarge-1", caught=["sturmzombie-1", "grunt-ape-1"])
    assert code_of(lambda: table.allied("turn", model="ape-sarge-1")) == "blast-first"
    assert code_of(lambda: table.german("resolve-blast")) == "not-time-for-blast"
    (offer,) = table.offers("allied", "resolve-blast")
    assert offer["dice"]["count"] == 2
    asked: list[Any] = []
    ruling = blasts.blast
    monkeypatch.setattr(blasts, "blast", lambda facts, book: asked.append(facts) or ruling(facts, book))
    answer = table.allied("resolve-blast", dice=[3, 4])
    assert asked[-1].source == "grenade-launcher"
    hits = [(target["name"], target["hit"]) for target in last(answer, "blast-resolved")["targets"]]
    assert hits == [("sturmzombie-1", True), ("grunt-ape-1", True)]
    assert (table["models.sturmzombie-1.alive"], table["models.grunt-ape-1.dp"]) == (False, 1)
    assert table["blast"] is None


def test_the_form_and_the_result_of_a_blast_say_whose_each_die_is_and_what_it_needs(
    met: Callable[..., PlayedTable],
) -> None:
    table = met()
    table.allied("launch", model="ape-sarge-1", caught=["sturmzombie-1", "grunt-ape-1"])
    phone = Taps(table, "allied")
    phone.open("open-resolve-blast-1")
    told = re.sub(r"<[^>]+>|\s+", " ", phone.page)
    assert re.search(r"Sturmzombie 1 +3\+ +· +Grunt APE 1 +4\+ +", told), told
    assert "%" not in told.partition("Roll for the blast")[2], "one chance over friend and foe"
    table.allied("resolve-blast", dice=[6, 2])
    entry = table.kept().entries[-1]
    event = next(one for one in entry.events if type(one) is BlastResolved)
    assert looks_of(event, event.roll.faces, None) == [(6, "hit"), (2, "miss")]
    assert event.thrown == {"sturmzombie-1": "6 (3+)", "grunt-ape-1": "2 (4+)"}


def test_whom_a_blast_may_catch(met: Callable[..., PlayedTable]) -> None:
    table = met()
    launch = {"model": "ape-sarge-1"}
    assert code_of(lambda: table.allied("launch", **launch, caught=["nobody-1"])) == "not-on-board"
    assert code_of(lambda: table.allied("launch", **launch, caught=["grunt-ape-1", "grunt-ape-1"])) == "named-twice"


def test_the_form_of_a_blast_says_who_may_still_fire_and_is_not_listed(play: Play) -> None:
    table = play(mission=3, rp={"allied": 12, "german": 12})
    table.choose_forces(["ape-sarge", "grunt-ape"], ["sturmzombie", "gretel"]).bid(0, 1)
    table.deploy(["ape-sarge-1", "grunt-ape-1"], ["gretel-1"]).enter("german", "gretel-1")
    table.german("done", reaction_fire=["gretel-1"])
    table.enter("allied", "ape-sarge-1")
    (offer,) = list_offers(Launch, table.look())
    assert offer.choose["caught"] == MultiChoice(["ape-sarge-1"], 0, 1, ticked=False)
    assert [(no.code, no.words) for no in offer.left_out] == [
        ("reaction-first", {"model": "gretel-1", "target": "ape-sarge-1"})
    ]
    phone = Taps(table, "allied")
    phone.open("open-launch")
    said = "Wait: Gretel von X 1 can still use Reaction Fire against APE Sarge 1."
    assert f'<p class="hint">{said}</p>' in phone.page
    assert code_of(lambda: table.allied("launch", model="ape-sarge-1", caught=["gretel-1"])) == "reaction-first"
    table.german("no-reaction")
    (offer,) = list_offers(Launch, table.look())
    assert (offer.choose["caught"], offer.left_out) == (
        MultiChoice(["ape-sarge-1", "gretel-1"], 0, 2, ticked=False),
        (),
    )


@pytest.mark.parametrize(("answer", "says"), [("one-die", ["reaction-first"]), ("none", [])])
def test_the_form_of_flames_says_it_too_where_they_burn_at_once(play: Play, answer: str, says: list[str]) -> None:
    table = play(mission=3, rp={"allied": 12, "german": 12}, table_rulings={"fire-placed": answer})
    table.choose_forces(["ape-blazer"], ["sturmzombie", "gretel"]).bid(0, 1)
    table.deploy(["ape-blazer-1"], ["gretel-1"]).enter("german", "gretel-1")
    table.german("done", reaction_fire=["gretel-1"])
    table.enter("allied", "ape-blazer-1")
    (offer,) = list_offers(Flame, table.look())
    caught = offer.choose["caught"]
    assert isinstance(caught, MultiChoice)
    assert (caught.some, [no.code for no in offer.left_out]) == ([] if says else ["gretel-1"], says)


def test_only_who_has_one_fires_a_launcher(met: Callable[..., PlayedTable]) -> None:
    table = to_germans(met())
    assert code_of(lambda: table.german("launch", model="bomberzombie-1", caught=[])) == "lacks-weapon"
    assert code_of(lambda: table.german("pass-ap", model="bomberzombie-1", to="sturmzombie-1", ap=1)) == "no-fulcrum"


def test_a_bomber_may_fight_plainly(met: Callable[..., PlayedTable]) -> None:
    table = to_germans(met())
    event = table.german("melee", model="bomberzombie-1", target="grunt-ape-1", dice=[5])["events"][0]
    assert (event["data"]["needs"], len(event["data"]["dice"]), table["models.grunt-ape-1.dp"]) == (5, 1, 1)
    assert table["models.bomberzombie-1.alive"] is True


# -- grenades that are thrown


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_a_grenade_is_thrown_for_two_ap_by_who_has_one(app: Flask, play: Play, edition: str) -> None:
    own = CARDS.shipped["starter"].replace('weapons = ["lmg"]', 'weapons = ["lmg", "grenade"]', 1)
    app.extensions["store"].card_sets.add(REGISTRY["incursion"], "Ours", own)
    table = play(
        mission=3,
        rp={"allied": 12, "german": 12},
        edition=edition,
        card_set="ours",
        referee=True,
        table_rulings={"rf-two-weapons": "yes"},
    )
    table.choose_forces(["grunt-ape", "ape-sarge"], ["sturmzombie", "bomberzombie"])
    table.bid(0, 1).deploy(["grunt-ape-1", "ape-sarge-1"], ["bomberzombie-1", "sturmzombie-1"])
    table.enter("german", "bomberzombie-1", "sturmzombie-1").german("done")
    table.allied("activate", model="grunt-ape-1")
    thrown = {"model": "grunt-ape-1", "caught": ["sturmzombie-1", "bomberzombie-1"], "distance": 6}
    table.allied("move", model="grunt-ape-1", step="forward")
    (offer,) = table.offers("allied", "throw-grenade")
    assert offer["choose"]["distance"] == {"min": 1, "max": 6}
    assert refusal(lambda: table.allied("throw-grenade", **{**thrown, "distance": 7})) == ("too-big", "distance")
    assert table.offers("allied", "launch") == []
    assert last(table.allied("throw-grenade", **thrown), "blast-thrown")["source"] == "grenade"
    assert table["models.grunt-ape-1.ap"] == 0
    hits = last(table.allied("resolve-blast", dice=[2, 3]), "blast-resolved")["targets"]
    assert [(target["name"], target["hit"]) for target in hits] == [("sturmzombie-1", False), ("bomberzombie-1", True)]
    table.german("volatile", model="bomberzombie-1", dice=[3])
    table.allied("activate", model="ape-sarge-1")
    assert code_of(lambda: table.allied("throw-grenade", model="ape-sarge-1", caught=[], distance=1)) == "lacks-weapon"
    table.allied("done", reaction_fire=["grunt-ape-1"])
    table.next_turn(0, 1).german("activate", model="sturmzombie-1")
    table.german("turn", model="sturmzombie-1")
    assert table.offers("allied", "react")[0]["dice"]["count"] == 2


def test_whether_the_throwers_own_square_counts_is_the_tables(app: Flask, play: Play) -> None:
    own = CARDS.shipped["starter"].replace('weapons = ["lmg"]', 'weapons = ["lmg", "grenade"]', 1)
    app.extensions["store"].card_sets.add(REGISTRY["incursion"], "Ours", own)
    table = play(card_set="ours", table_rulings={"range": "counted"}).to_action().enter("allied", "grunt-ape-1")
    (offer,) = table.offers("allied", "throw-grenade")
    assert offer["choose"]["distance"] == {"min": 1, "max": 5}
    thrown = {"model": "grunt-ape-1", "caught": [], "distance": 6}
    assert refusal(lambda: table.allied("throw-grenade", **thrown)) == ("too-big", "distance")
    table.allied("throw-grenade", **thrown, table_rulings={"range": "not-counted"})


def test_whose_entry_is_blocked_still_fires_and_explodes(play: Play) -> None:
    table = play(mission=3, rp={"allied": 12, "german": 12})
    table.choose_forces(["ape-sarge", "ape-blazer"], ["sturmzombie", "bomberzombie"])
    table.bid(0, 0).deploy(["ape-sarge-1", "ape-blazer-1"], ["bomberzombie-1"])
    table.allied("activate", model="ape-sarge-1")
    launch = {"model": "ape-sarge-1", "caught": []}
    assert refusal(lambda: table.allied("launch", **launch)) == ("could-walk-in", "blocked")
    (offer,) = table.offers("allied", "launch")
    assert offer["given"]["blocked"] is True
    table.allied("launch", **launch, blocked=True)
    table.allied("activate", model="ape-blazer-1")
    table.allied("flame", model="ape-blazer-1", squares=1, caught=[], blocked=True)
    table.allied("move", model="ape-blazer-1", step="forward", cp=1)
    table.allied("done")
    table.german("activate", model="bomberzombie-1")
    table.german("ka-boom", model="bomberzombie-1", target="ape-blazer-1", blocked=True)
    table.german("resolve-blast", dice=[1])
    assert table["models.bomberzombie-1.alive"] is False


# -- Ka-BOOM!


def to_germans(table: PlayedTable, **done: Any) -> PlayedTable:
    """The next turn; the Germans go first and the first Bomberzombie acts."""
    table.allied("done", **done)
    for waiting in table["waiting"]:
        table.press(waiting["side"], "replenish-hand")
    table.bid(0, 1).deploy([], [])
    table.german("activate", model="bomberzombie-1")
    return table


def test_kaboom_takes_the_bomber_with_it_and_no_volatile(met: Callable[..., PlayedTable]) -> None:
    table = to_germans(met(), reaction_fire=["grunt-ape-1"])
    table.german("ka-boom", model="bomberzombie-1", target="grunt-ape-1", caught=["bomberzombie-2"])
    assert table["models.grunt-ape-1.reaction_fire"] is False
    table.german("resolve-blast", dice=[2, 6])
    assert [table[f"models.bomberzombie-{n}.alive"] for n in (1, 2)] == [False, False]
    assert (table["models.grunt-ape-1.dp"], table["waiting"], table["acting"]) == (1, [], None)


def test_only_bombers_blow_up(met: Callable[..., PlayedTable]) -> None:
    table = met()
    boom = {"model": "ape-sarge-1", "target": "bomberzombie-1"}
    assert code_of(lambda: table.allied("ka-boom", **boom)) == "no-bomber"


# -- Volatile


def shot_dead(table: PlayedTable) -> PlayedTable:
    """The Sarge shoots the first Bomberzombie."""
    table.allied("fire", model="ape-sarge-1", target="bomberzombie-1", weapon="lmg", dice=[4, 1, 1])
    return table


def test_a_bomber_shot_dead_rolls_and_is_removed_on_a_three(met: Callable[..., PlayedTable]) -> None:
    table = shot_dead(met())
    assert table["waiting"] == [{"side": "german", "for": "volatile", "since": table["waiting"][0]["since"]}]
    assert code_of(lambda: table.german("volatile", model="bomberzombie-2")) == "not-volatile"
    answer = table.german("volatile", model="bomberzombie-1", dice=[3])
    assert last(answer, "volatile-rolled")["outcome"] == "removed"
    assert "model-lost" in [event["event"] for event in answer["events"]]
    assert table["waiting"] == []


def test_a_bomber_that_explodes_catches_whom_the_board_shows(met: Callable[..., PlayedTable]) -> None:
    table = shot_dead(met())
    table.german("volatile", model="bomberzombie-1", dice=[2])
    assert code_of(lambda: table.german("explode", model="bomberzombie-2", caught=[])) == "not-volatile"
    assert code_of(lambda: table.german("volatile", model="bomberzombie-1")) == "not-time-for-volatile"
    table.german("explode", model="bomberzombie-1", caught=["grunt-ape-1"])
    table.german("resolve-blast", dice=[2])
    assert (table["models.grunt-ape-1.dp"], table["models.bomberzombie-1.alive"], table["waiting"]) == (1, False, [])
    assert code_of(lambda: table.german("explode", model="bomberzombie-1", caught=[])) == "not-time-for-caught"


def test_an_explosion_that_catches_nobody_is_over(met: Callable[..., PlayedTable]) -> None:
    table = shot_dead(met())
    table.german("volatile", model="bomberzombie-1", dice=[1])
    answer = table.german("explode", model="bomberzombie-1", caught=[])
    assert [event["event"] for event in answer["events"]] == ["blast-thrown", "model-lost"]
    assert (table["waiting"], table["exploding"]) == ([], None)


BOMBER = "bomberzombie-1"


def blazing(table: PlayedTable) -> PlayedTable:
    """It is shot dead and gets Blaze of Glory in the Allied half, while the Sarge acts with 1 AP left."""
    shot_dead(table).german("volatile", model=BOMBER, dice=[5])
    return table


def gone_on(table: PlayedTable) -> bool:
    back = (table["active"], table["acting"], table["phase"]) == ("allied", "ape-sarge-1", "action")
    return back and not table[f"models.{BOMBER}.alive"] and table["interrupted"] is None


def test_blaze_of_glory_is_one_last_activation_at_once(met: Callable[..., PlayedTable]) -> None:
    table = blazing(met())
    assert (table["active"], table["acting"], table[f"models.{BOMBER}.ap"]) == ("german", BOMBER, 2)
    assert code_of(lambda: table.allied("turn", model="ape-sarge-1")) == "not-your-half"
    assert code_of(lambda: table.german("activate", model="bomberzombie-2")) == "last-activation-only"
    (offer,) = table.offers("german", "done")
    assert offer["label"] == "End last activation"
    assert all("cp" not in offer["choose"] for offer in table.offers("german", "move"))
    table.german("turn", model=BOMBER)
    assert code_of(lambda: table.german("turn", model=BOMBER, cp=1)) == "wrong-cp"
    table.german("turn", model=BOMBER)
    assert gone_on(table)
    table.allied("turn", model="ape-sarge-1")


def test_its_owner_may_end_a_last_activation_before_its_last_ap(met: Callable[..., PlayedTable]) -> None:
    table = blazing(met())
    table.german("done")
    assert gone_on(table)


def test_a_bomber_in_its_last_activation_may_blow_up(met: Callable[..., PlayedTable]) -> None:
    table = blazing(met())
    table.german("ka-boom", model=BOMBER, target="ape-sarge-1", caught=["grunt-ape-1"])
    table.german("resolve-blast", dice=[2, 2])
    assert (table["models.ape-sarge-1.dp"], table["models.grunt-ape-1.dp"]) == (2, 1)
    assert gone_on(table)


def test_nobody_rises_twice(met: Callable[..., PlayedTable]) -> None:
    table = met()
    table.allied("done", reaction_fire=["grunt-ape-1"])
    table.next_turn(0, 1).german("activate", model=BOMBER)
    table.german("turn", model=BOMBER)
    shot = {"model": "grunt-ape-1", "target": BOMBER}
    table.allied("react", **shot, dice=[6, 1])
    table.german("volatile", model=BOMBER, dice=[6])
    # in the own half: full AP once more
    assert (table["active"], table["acting"], table[f"models.{BOMBER}.ap"]) == ("german", BOMBER, 2)
    table.german("turn", model=BOMBER)
    table.german("turn", model=BOMBER)
    # its last AP is spent, and still the watcher may answer
    assert table[f"models.{BOMBER}.alive"] is True
    assert code_of(lambda: table.german("done")) == "reaction-first"
    assert code_of(lambda: table.german("activate", model="bomberzombie-2")) == "reaction-first"
    answer = table.allied("react", **shot, dice=[6, 2])
    assert "volatile-awaited" not in [event["event"] for event in answer["events"]]
    assert (table[f"models.{BOMBER}.alive"], table["waiting"], table["active"]) == (False, [], "german")
    table.german("activate", model="bomberzombie-2")


def test_the_next_activation_of_its_owner_ends_it_too(met: Callable[..., PlayedTable]) -> None:
    table = met()
    table.allied("done", reaction_fire=["grunt-ape-1"])
    table.next_turn(0, 1).german("activate", model=BOMBER)
    table.german("turn", model=BOMBER)
    table.allied("react", model="grunt-ape-1", target=BOMBER, dice=[6, 1])
    table.german("volatile", model=BOMBER, dice=[4])
    table.german("activate", model="bomberzombie-2")
    assert (table[f"models.{BOMBER}.alive"], table["acting"]) == (False, "bomberzombie-2")


def test_two_of_them_act_one_after_the_other(met: Callable[..., PlayedTable]) -> None:
    table = met()
    table.allied("launch", model="ape-sarge-1", caught=[BOMBER, "bomberzombie-2"])
    table.allied("resolve-blast", dice=[6, 6])
    table.german("volatile", model=BOMBER, dice=[4])
    assert (table["acting"], table["active"]) == ("ape-sarge-1", "allied")
    table.german("volatile", model="bomberzombie-2", dice=[4])
    assert table["acting"] == BOMBER
    table.german("done")
    assert table["acting"] == "bomberzombie-2"
    table.german("done")
    assert gone_on(table)


def test_the_card_gives_any_model_a_last_activation_when_it_is_dead(deal: Callable[..., PlayedTable]) -> None:
    table = deal(allied=["blaze-of-glory"])
    table.put("allied", "blaze-of-glory", on="grunt-ape-1")
    table.allied("done")
    table.enter("german", "sturmzombie-1").german("melee", model="sturmzombie-1", target="grunt-ape-1", dice=[5])
    table.enter("german", "sturmzombie-2")
    table.german("melee", model="sturmzombie-2", target="grunt-ape-1", dice=[5, 5])
    assert (table["acting"], table["active"], table["in_play"]) == ("grunt-ape-1", "allied", {})
    assert table["discard"] == ["blaze-of-glory"]
    for _ in range(3):
        table.allied("fire", model="grunt-ape-1", target="sturmzombie-1", dice=[1, 1, 1])
    assert (table["models.grunt-ape-1.alive"], table["acting"], table["active"]) == (False, "sturmzombie-2", "german")


@pytest.mark.parametrize(("answer", "rolls"), [("ranged", False), ("any", True)])
def test_the_table_says_what_sets_off_volatile(met: Callable[..., PlayedTable], answer: str, rolls: bool) -> None:
    table = met(table_rulings={"volatile": answer})
    table.allied("melee", model="ape-sarge-1", target="bomberzombie-1", dice=[6])
    assert bool(table["waiting"]) is rolls


def test_two_bombers_in_one_blast_go_off_one_after_the_other(met: Callable[..., PlayedTable]) -> None:
    table = met()
    table.allied("launch", model="ape-sarge-1", caught=["bomberzombie-1", "bomberzombie-2"])
    table.allied("resolve-blast", dice=[6, 6])
    table.german("volatile", model="bomberzombie-1", dice=[1])
    assert code_of(lambda: table.german("volatile", model="bomberzombie-2")) == "blast-first"
    table.german("explode", model="bomberzombie-1", caught=[])
    table.german("volatile", model="bomberzombie-2", dice=[3])
    assert table["waiting"] == []


# -- the Sarge


def test_the_sarge_brings_a_command_point(met: Callable[..., PlayedTable]) -> None:
    log = met().log()
    cp = [event["data"]["cp"] for event in log if event["event"] == "command-points-replenished"]
    assert cp[0] == 6 + 1


@pytest.mark.parametrize(("answer", "most"), [("no", 2), ("yes", 9)])
def test_the_sarge_passes_on_what_he_does_not_use(play: Play, answer: str, most: int) -> None:
    table = play(mission=3, rp={"allied": 12, "german": 12}, table_rulings={"sarge-cp": answer})
    table.choose_forces(["ape-sarge", "grunt-ape"], ["sturmzombie"]).bid(0, 0)
    table.deploy(["ape-sarge-1", "grunt-ape-1"], []).enter("allied", "ape-sarge-1")
    (offer,) = table.offers("allied", "pass-ap")
    assert offer["choose"] == {"to": ["grunt-ape-1"], "ap": {"min": 1, "max": most}}
    too_much = {"model": "ape-sarge-1", "to": "grunt-ape-1", "ap": most + 1}
    assert code_of(lambda: table.allied("pass-ap", **too_much)) == "too-big"
    table.allied("pass-ap", model="ape-sarge-1", to="grunt-ape-1", ap=2)
    assert (table["models.ape-sarge-1.ap"], table["models.grunt-ape-1.ap"]) == (0, 5)
    table.allied("activate", model="grunt-ape-1")
    assert code_of(lambda: table.allied("pass-ap", model="grunt-ape-1", to="ape-sarge-1", ap=1)) == "no-fulcrum"


def test_there_must_be_something_to_pass_and_somebody_to_take_it(play: Play) -> None:
    table = play(mission=3, rp={"allied": 12, "german": 12})
    table.choose_forces(["ape-sarge", "grunt-ape"], ["sturmzombie"]).bid(0, 0)
    table.deploy(["ape-sarge-1", "grunt-ape-1"], []).enter("allied", "grunt-ape-1", "ape-sarge-1")
    greyed = {offer["command"]: offer["why_not"] for offer in table.offers("allied", greyed="1") if offer["why_not"]}
    assert greyed["pass-ap"]["code"] == "nothing-to-pass"
    to_the_done = {"model": "ape-sarge-1", "to": "grunt-ape-1", "ap": 1}
    assert code_of(lambda: table.allied("pass-ap", **to_the_done)) == "activated-already"


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_explosion_waits_for_no_answer_that_cannot_be_given_before_it(play: Play, edition: str) -> None:
    """The HMG’s first shot sets the bomber off beside Gretel, who watches: she answers after the second one."""
    table = play(**RAID, edition=edition)
    table.choose_forces(["grunt-ape", "hmg-ape"], ["sturmzombie", "gretel", "bomberzombie"]).bid(0, 1)
    table.deploy(["grunt-ape-1", "hmg-ape-1"], ["gretel-1", "bomberzombie-1", "sturmzombie-1"])
    table.enter("german", "bomberzombie-1", "gretel-1", "sturmzombie-1").german("done", reaction_fire=["gretel-1"])
    table.enter("allied", "hmg-ape-1").german("no-reaction")
    table.allied("fire", model="hmg-ape-1", target="bomberzombie-1", dice=[6, 1, 1])
    table.german("volatile", model="bomberzombie-1", dice=[1])
    (offer,) = table.offers("german", "explode")
    assert "gretel-1" in offer["choose"]["caught"]["some"]
    table.german("explode", model="bomberzombie-1", caught=["gretel-1"])
    assert table.state()["models"]["gretel-1"]["alive"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("answer", ["reroll", "let-go"])
def test_an_explosion_waits_for_the_dice_that_a_watcher_may_roll_again(play: Play, edition: str, answer: str) -> None:
    """Ilsa has missed in Reaction Fire and may roll once more; beside her a bomber is shot that explodes."""
    table = play(**RAID, edition=edition, table_rulings={"rf-two-gun": "rerolls"})
    table.choose_forces(["grunt-ape", "grunt-ape"], ["sturmzombie", "ilsa", "bomberzombie"]).bid(0, 1)
    table.deploy([GRUNT], [ILSA, BOMBER]).enter("german", ILSA, BOMBER).german("done", reaction_fire=[ILSA])
    table.enter("allied", GRUNT).german("react", model=ILSA, target=GRUNT, dice=[1])
    table.allied("fire", model=GRUNT, target=BOMBER, dice=[6, 5, 4])
    table.german("volatile", model=BOMBER, dice=[1])
    explosion: dict[str, Any] = {"model": BOMBER, "caught": [ILSA]}
    assert refusal(lambda: table.german("explode", **explosion)) == ("reaction-first", "caught")
    table.german(answer, model=ILSA, **({"dice": [1]} if answer == "reroll" else {}))
    table.german("no-reaction")
    table.german("explode", **explosion)
    assert [waiting["for"] for waiting in table["waiting"]] == ["blast"]
