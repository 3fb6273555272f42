"""One last activation: what the model may still do in it, and what goes on after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from app.games import REGISTRY
from app.games.incursion.cards.sets import CARDS
from tests.incursion.probes import RAID, facing
from tests.playing import PlayedTable, code_of, refusal, stacked_deck

Play = Callable[..., PlayedTable]
GRUNT, ZOMBIE, ILSA, GRETEL = "grunt-ape-1", "sturmzombie-1", "ilsa-1", "gretel-1"
SARGE, BOMBER, HMG, BLAZER = "ape-sarge-1", "bomberzombie-1", "hmg-ape-1", "ape-blazer-1"


@pytest.fixture
def first_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Allies draw Blaze of Glory."""
    stacked_deck(monkeypatch, "blaze-of-glory")


def set_dp(table: PlayedTable, model: str, dp: int) -> None:
    table.referee("house-ruling", set=f"models.{model}.dp", to=dp, reason="a test")


def shot_by_ilsa(table: PlayedTable, model: str) -> PlayedTable:
    """The next turn is the Germans'; Ilsa shoots this model of the Allies, on which Blaze of Glory lies, dead."""
    table.put("allied", "blaze-of-glory", on=model)
    table.allied("done")
    set_dp(table, model, 1)
    table.end_turn().bid(0, 1).deploy([], [])
    table.german("activate", model=ILSA)
    table.german("fire", model=ILSA, target=model, dice=[6, 6])
    assert table["acting"] == model
    return table


@pytest.mark.usefixtures("first_card")
def test_a_dead_model_does_not_leave_the_board_and_win(play: Play) -> None:
    table = play(mission=1, referee=True, rp={"allied": 18, "german": 18})
    table.choose_forces(["grunt-ape", "grunt-ape"], ["sturmzombie"] * 6).bid(0, 0)
    table.deploy([GRUNT], [ZOMBIE]).enter("allied", GRUNT)
    table.put("allied", "blaze-of-glory", on=GRUNT)
    table.allied("done")
    set_dp(table, "grunt-ape-2", 0)
    set_dp(table, GRUNT, 1)
    table.enter("german", ZOMBIE).german("melee", model=ZOMBIE, target=GRUNT, dice=[6])
    assert table["acting"] == GRUNT
    assert table.offers("allied", "leave-board") == []
    assert code_of(lambda: table.allied("leave-board", model=GRUNT)) == "dead-stays"
    table.allied("done")
    assert table["winner"] == "german"


@pytest.mark.usefixtures("first_card")
@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_its_last_ap_still_has_its_second_shot(play: Play, edition: str) -> None:
    table = shot_by_ilsa(facing(play(**RAID, edition=edition), ["grunt-ape", "hmg-ape"], ["ilsa", "sturmzombie"]), HMG)
    shot: dict[str, Any] = {"model": HMG, "target": ILSA, "dice": [1, 1, 2]}
    while table[f"models.{HMG}.ap"] > 1:
        table.allied("turn", model=HMG)
    table.allied("fire", **shot)
    assert (table[f"models.{HMG}.ap"], table["acting"]) == (0, HMG)
    table.allied("fire", **shot, again=True)
    assert (table[f"models.{HMG}.alive"], table["active"]) == (False, "german")


@pytest.mark.usefixtures("first_card")
def test_its_owner_may_let_the_second_shot_go(play: Play) -> None:
    table = shot_by_ilsa(facing(play(**RAID), ["grunt-ape", "hmg-ape"], ["ilsa", "sturmzombie"]), HMG)
    while table[f"models.{HMG}.ap"] > 1:
        table.allied("turn", model=HMG)
    table.allied("fire", model=HMG, target=ILSA, dice=[1, 1, 2])
    table.allied("done")
    assert (table[f"models.{HMG}.alive"], table["active"], table["follow_ups"]) == (False, "german", {})


@pytest.mark.usefixtures("first_card")
def test_a_sarge_buys_nothing_for_others_in_its_last_activation(play: Play) -> None:
    table = play(**RAID, table_rulings={"sarge-cp": "yes"})
    table.choose_forces(["ape-sarge", "grunt-ape"], ["sturmzombie", "ilsa"]).bid(0, 0).deploy([SARGE, GRUNT], [ILSA])
    table.enter("allied", GRUNT, SARGE).allied("turn", model=SARGE)
    table.put("allied", "blaze-of-glory", on=SARGE)
    table.allied("done")
    table.enter("german", ILSA).end_turn().bid(0, 1).deploy([], [])
    set_dp(table, SARGE, 1)
    table.german("activate", model=ILSA)
    table.german("fire", model=ILSA, target=SARGE, dice=[6, 6])
    ap = table[f"models.{SARGE}.ap"]
    assert (table["acting"], table["sides.allied.cp"] > 0) == (SARGE, True)
    assert [offer["choose"]["ap"]["max"] for offer in table.offers("allied", "pass-ap")] == [ap]
    assert code_of(lambda: table.allied("pass-ap", model=SARGE, to=GRUNT, ap=ap + 1)) == "too-big"


def sarge_meets_bomber(play: Play) -> PlayedTable:
    """The Sarge acts before a Bomberzombie and Gretel, who is in Reaction Fire."""
    table = play(**RAID)
    table.choose_forces(["ape-sarge", "grunt-ape"], ["sturmzombie", "gretel", "bomberzombie"]).bid(0, 1)
    table.deploy([SARGE], [GRETEL, BOMBER]).enter("german", BOMBER, GRETEL)
    table.german("done", reaction_fire=[GRETEL])
    return table.enter("allied", SARGE)


def blaze(table: PlayedTable) -> None:
    """The bomber is shot dead, and has had its last activation."""
    table.allied("fire", model=SARGE, target=BOMBER, dice=[6, 1, 1])
    table.german("volatile", model=BOMBER, dice=[4])
    table.german("done")
    assert table["acting"] == SARGE


def test_who_was_let_go_before_it_is_let_go_after_it(play: Play) -> None:
    table = sarge_meets_bomber(play)
    table.german("no-reaction", model=SARGE)
    blaze(table)
    table.allied("turn", model=SARGE, cp=1)
    assert (table["let_act"], table["triggers"]) == (SARGE, [])


@pytest.mark.usefixtures("first_card")
def test_who_closed_a_door_before_it_seals_it_after_it(play: Play) -> None:
    second = "grunt-ape-2"
    rules = {"seal": "closer"}
    table = play(mission=2, edition="es-2009", referee=True, rp={"allied": 20, "german": 20}, table_rulings=rules)
    table.choose_forces(["grunt-ape", "grunt-ape"], ["sturmzombie", "gretel"]).bid(0, 1).deploy(
        [GRUNT, second], [GRETEL]
    )
    table.enter("german", GRETEL).german("done", reaction_fire=[GRETEL])
    table.put("allied", "blaze-of-glory", on=GRUNT)
    set_dp(table, GRUNT, 1)
    table.enter("allied", GRUNT, second)
    table.allied("door", model=second, to="closed")
    table.german("react", model=GRETEL, target=GRUNT, dice=[6])
    assert table["acting"] == GRUNT
    table.allied("done")
    assert (table["acting"], table["door_closed_by"]) == (second, second)
    table.allied("seal-door", model=second)
    assert table["sealed_doors"] == 1


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_what_a_watcher_may_reroll_is_not_lost_over_it(play: Play, edition: str) -> None:
    table = play(mission=3, rp={"german": 20}, edition=edition, table_rulings={"rf-two-gun": "rerolls"})
    table.choose_forces(["grunt-ape", "grunt-ape"], ["sturmzombie", "ilsa", "bomberzombie"]).bid(0, 1)
    table.deploy([GRUNT], [ILSA, BOMBER]).enter("german", ILSA, BOMBER)
    table.german("done", reaction_fire=[ILSA])
    table.enter("allied", GRUNT)
    table.german("react", model=ILSA, target=GRUNT, dice=[1])
    table.allied("fire", model=GRUNT, target=BOMBER, dice=[6, 5, 4])
    table.german("volatile", model=BOMBER, dice=[6])
    assert table["acting"] == BOMBER
    assert code_of(lambda: table.german("turn", model=BOMBER)) == "reroll-first"
    assert code_of(lambda: table.german("done")) == "reroll-first"
    assert table.offers("german", "turn") == []
    table.german("reroll", model=ILSA, dice=[1])
    table.german("turn", model=BOMBER)
    table.german("done")
    assert table["acting"] == GRUNT


def second_shot_waits(play: Play, **wishes: Any) -> PlayedTable:
    """An HMG’s first shot gives a bomber its last activation; the second is paid for, and Gretel waits to answer."""
    table = play(**RAID, **wishes)
    table.choose_forces(["hmg-ape", "grunt-ape"], ["sturmzombie", "gretel", "bomberzombie"]).bid(0, 1)
    table.deploy([HMG], [GRETEL, BOMBER]).enter("german", BOMBER, GRETEL)
    table.german("done", reaction_fire=[GRETEL])
    table.enter("allied", HMG).german("no-reaction")
    table.allied("fire", model=HMG, target=BOMBER, dice=[6, 1, 1])
    table.german("volatile", model=BOMBER, dice=[4])
    assert table["acting"] == BOMBER
    return table


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_a_bomber_waits_for_no_shot_that_comes_after_it(play: Play, edition: str) -> None:
    table = second_shot_waits(play, edition=edition)
    assert code_of(lambda: table.allied("fire", model=HMG, target=GRETEL, again=True)) == "not-your-half"
    # nobody waits for it now, so it is not to be let go either
    assert table.offers("allied", "let-go") == []
    assert code_of(lambda: table.allied("let-go", model=HMG)) == "nothing-to-let-go"
    (offer,) = table.offers("german", "ka-boom")
    assert GRETEL in offer["choose"]["caught"]["some"]
    table.german("ka-boom", model=BOMBER, target=HMG, caught=[GRETEL])
    table.german("resolve-blast", dice=[1, 1])
    assert (table["acting"], table[f"models.{HMG}.alive"]) == (HMG, True)
    table.allied("fire", model=HMG, target=GRETEL, again=True, dice=[1, 1, 1])
    assert [offer["given"]["target"] for offer in table.offers("german", "react")] == [HMG]


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
@pytest.mark.parametrize(("card", "more"), [("servo-boost", 1), ("jammed-servo", -1)])
def test_its_full_ap_are_those_that_cards_leave_it(
    play: Play, monkeypatch: pytest.MonkeyPatch, edition: str, card: str, more: int
) -> None:
    filled = ["blaze-of-glory", "servo-boost", "field-orders", "field-orders", "cave-in"]
    stacked_deck(monkeypatch, *filled[: 4 if edition == "en-2009" else 5], "jammed-servo")
    table = facing(play(**RAID, edition=edition), ["grunt-ape", "hmg-ape"], ["ilsa", "sturmzombie"])
    table.put("allied", "blaze-of-glory", on=GRUNT)
    by = "allied" if card == "servo-boost" else "german"
    name = table.put(by, card, on=GRUNT) if by == "allied" else ""
    table.allied("done")
    set_dp(table, GRUNT, 1)
    table.end_turn().bid(0, 1).deploy([], [])
    name = name or table.put(by, card, on=GRUNT)
    table.german("activate", model=ILSA)
    table.german("fire", model=ILSA, target=GRUNT, dice=[6, 6])
    full = table[f"models.{GRUNT}.full_ap"]
    assert (table["acting"], table[f"models.{GRUNT}.ap"]) == (GRUNT, full + more)
    table.press("german" if by == "allied" else "allied", "kill-card", card=name)
    assert table[f"models.{GRUNT}.ap"] == full


@pytest.mark.usefixtures("first_card")
@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_the_stranded_trooper_has_none_in_its_room(play: Play, edition: str) -> None:
    trooper = "grunt-ape-2"
    table = play(mission=5, referee=True, edition=edition).choose_forces(german=["sturmzombie", "ilsa"])
    table.allied("name-stranded", model=trooper)
    table.bid(0, 0).deploy([GRUNT], [ILSA]).enter("allied", GRUNT)
    table.put("allied", "blaze-of-glory", on=trooper)
    table.allied("done")
    set_dp(table, trooper, 1)
    table.enter("german", ILSA).german("fire", model=ILSA, target=trooper, dice=[6, 6])
    assert (table[f"models.{trooper}.alive"], table["active"], table["acting"]) == (False, "german", ILSA)
    assert (table["locked"], table["score"]["german"], table["discard"]) == (True, 2, ["blaze-of-glory"])


@pytest.mark.usefixtures("first_card")
@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_a_shot_that_is_paid_for_is_not_lost_over_that_of_a_friend(play: Play, edition: str) -> None:
    table = facing(
        play(**RAID, edition=edition), ["grunt-ape", "hmg-ape"], ["gretel", "sturmzombie"], watching=[GRETEL]
    )
    table.put("allied", "blaze-of-glory", on=GRUNT)
    set_dp(table, GRUNT, 1)
    shot: dict[str, Any] = {"model": HMG, "target": ZOMBIE, "dice": [1, 1, 1]}
    table.allied("fire", **shot)
    table.german("react", model=GRETEL, target=GRUNT, action=1, dice=[6])
    assert table["acting"] == GRUNT
    # Gretel answers the HMG’s shots once both are fired: nobody strikes her before
    table.german("no-reaction")
    blow = {"model": GRUNT, "target": GRETEL, "dice": [6]}
    assert refusal(lambda: table.allied("melee", **blow)) == ("finish-first", "target")
    table.allied("turn", model=GRUNT)
    table.german("no-reaction")
    table.allied("done")
    assert (table["acting"], table.offers("german", "react")) == (HMG, [])
    table.allied("fire", **shot, again=True)
    assert [offer["given"]["target"] for offer in table.offers("german", "react")] == [HMG]


@pytest.mark.usefixtures("first_card")
def test_a_shot_that_waits_for_the_last_activation_of_a_friend_may_be_let_go(play: Play) -> None:
    table = facing(play(**RAID), ["grunt-ape", "hmg-ape"], ["gretel", "sturmzombie"], watching=[GRETEL])
    table.put("allied", "blaze-of-glory", on=GRUNT)
    set_dp(table, GRUNT, 1)
    table.allied("fire", model=HMG, target=ZOMBIE, dice=[1, 1, 1])
    table.german("react", model=GRETEL, target=GRUNT, action=1, dice=[6])
    table.allied("let-go", model=HMG)
    table.german("no-reaction")
    table.allied("melee", model=GRUNT, target=GRETEL, dice=[1])
    table.allied("done")
    assert (table["acting"], table["follow_ups"]) == (HMG, {})


@pytest.mark.usefixtures("first_card")
@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_a_mission_does_not_end_over_an_answer_of_its_own_side(play: Play, edition: str) -> None:
    second = "grunt-ape-2"
    table = play(mission=6, referee=True, edition=edition)
    table.german("count-panels", panels=1)
    table.choose_forces(german=["sturmzombie", "ilsa"]).bid(0, 0).deploy([GRUNT, second], [ILSA])
    table.enter("allied", GRUNT, second)
    table.put("allied", "blaze-of-glory", on=GRUNT)
    table.allied("done", reaction_fire=[second])
    set_dp(table, GRUNT, 1)
    table.enter("german", ILSA).german("fire", model=ILSA, target=GRUNT, dice=[6, 6])
    assert table["acting"] == GRUNT
    assert table.offers("allied", "activate-panel") == []
    assert code_of(lambda: table.allied("activate-panel", model=GRUNT)) == "reaction-first"
    table.allied("react", model=second, target=ILSA, dice=[1, 2])
    table.allied("no-reaction")
    table.allied("activate-panel", model=GRUNT)
    assert (table["over"], table["winner"]) == (True, "allied")


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_a_late_shot_of_another_model_puts_none_in_the_place_of_a_paid_one(
    app: Flask, play: Play, edition: str
) -> None:
    """A Grunt with two guns misses the bomber in its last activation and may reroll; the HMG’s second shot stays."""
    two_guns = 'weapons = ["smg"]\npowers = ["two-gun"]\nitems = true\nfrom = { powers = "house",'
    own = CARDS.shipped["starter"].replace('weapons = ["lmg"]\nitems = true\nfrom = {', two_guns, 1)
    app.extensions["store"].card_sets.add(REGISTRY["incursion"], "Ours", own)
    table = play(**RAID, edition=edition, card_set="ours", table_rulings={"rf-two-gun": "rerolls"})
    table.choose_forces(["grunt-ape", "hmg-ape"], ["sturmzombie", "gretel", "bomberzombie"]).bid(0, 0)
    table.deploy([GRUNT, HMG], [GRETEL, BOMBER]).enter("allied", GRUNT, HMG).allied("done", reaction_fire=[GRUNT])
    table.enter("german", GRETEL, BOMBER).allied("no-reaction")
    table.german("done", reaction_fire=[GRETEL])
    table.next_turn().allied("activate", model=HMG)
    table.allied("fire", model=HMG, target=BOMBER, dice=[6, 1, 1])
    table.german("volatile", model=BOMBER, dice=[6])
    table.german("turn", model=BOMBER)
    table.allied("react", model=GRUNT, target=BOMBER, dice=[1])
    table.allied("reroll", model=GRUNT, dice=[1])
    table.german("done")
    assert table["acting"] == HMG
    table.allied("fire", model=HMG, target=GRETEL, again=True, dice=[1, 1, 1])
    assert len(table.offers("german", "react")) == 1


def burned_at_the_end(play: Play, monkeypatch: pytest.MonkeyPatch) -> PlayedTable:
    """A bomber that stays in fire burns to death as its side ends its half, and the first side has its last chance."""
    stacked_deck(monkeypatch, "blaze-of-glory", "field-orders", "snafu", "cave-in", "supply-drop")
    table = play(**RAID, edition="es-2009").choose_forces(["ape-blazer", "grunt-ape"], ["sturmzombie", "bomberzombie"])
    table.bid(0, 0).deploy([BLAZER, GRUNT], [BOMBER]).enter("allied", GRUNT).allied("done")
    table.enter("german", BOMBER).end_turn().bid(0, 0).deploy([], [])
    table.enter("allied", BLAZER).put("allied", "blaze-of-glory", on=GRUNT)
    table.allied("flame", model=BLAZER, squares=1, caught=[BOMBER])
    table.allied("done")
    table.german("done")
    table.german("burn", model=BOMBER, dice=[6] * table.offers("german", "burn")[0]["dice"]["count"])
    return table


def test_nobody_plays_cards_over_one_after_the_second_side_is_done(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    table = burned_at_the_end(play, monkeypatch)
    table.german("volatile", model=BOMBER, dice=[6])
    assert (table["acting"], table["phase"]) == (BOMBER, "action")
    assert code_of(lambda: table.allied("play-card", card="field-orders", on="allied")) == "not-time-for-cards"
    assert table.offers("allied", "play-card") == []
    table.german("done")
    # no German card is in play that Allied CP could kill: the turn is over
    assert (table["phase"], table["turn"]) == ("maintenance", 3)


def test_nobody_else_comes_back_after_the_second_side_is_done(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    table = burned_at_the_end(play, monkeypatch)
    set_dp(table, GRUNT, 1)
    table.german("volatile", model=BOMBER, dice=[1])
    table.german("explode", model=BOMBER, caught=[GRUNT])
    table.german("resolve-blast", dice=[6])
    assert (table["acting"], table["sides.allied.cp"] > 0) == (GRUNT, True)
    assert table.offers("allied", "activate") == []
    assert code_of(lambda: table.allied("activate", model=BLAZER)) == "last-activation-only"
    table.allied("done")
    assert (table["phase"], table["acting"], table["turn"]) == ("maintenance", None, 3)
