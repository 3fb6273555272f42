"""Models with powers at the table: HMG APE, Ilsa, Gretel, Blitzhund."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.games.incursion.combat import shooting
from tests.playing import PlayedTable, code_of

Play = Callable[..., PlayedTable]
ALLIES = ["hmg-ape", "hmg-ape", "grunt-ape"]
GERMANS = ["sturmzombie", "ilsa", "gretel", "blitzhund"]
OUT = ["ilsa-1", "gretel-1", "blitzhund-1", "sturmzombie-1"]


@pytest.fixture
def met(play: Play) -> Callable[..., PlayedTable]:
    """Opens a table on which Ilsa and an HMG APE have entered; the Allies act. `met(edition="es-2009")`."""

    def opened(**wishes: Any) -> PlayedTable:
        table = play(mission=3, rp={"allied": 20, "german": 20}, **wishes)
        table.choose_forces(ALLIES, GERMANS).bid(0, 1)
        table.deploy(["hmg-ape-1", "hmg-ape-2", "grunt-ape-1"], OUT)
        table.enter("german", "ilsa-1").german("done")
        return table.enter("allied", "hmg-ape-1")

    return opened


def to_next_turn(table: PlayedTable) -> PlayedTable:
    """The Germans go first in the next turn."""
    table.allied("done")
    for waiting in table["waiting"]:
        table.press(waiting["side"], "replenish-hand")
    return table.bid(0, 1).deploy([], [])


# -- HMG


def test_an_hmg_fires_twice_for_one_ap(met: Callable[..., PlayedTable]) -> None:
    table = met()
    table.allied("fire", model="hmg-ape-1", target="ilsa-1", dice=[4, 1, 1])
    second = next(offer for offer in table.offers("allied", "fire") if offer["given"].get("again"))
    assert (second["label"], second["dice"]["count"]) == ("Fire again (free)", 3)
    assert second["choose"] == {"target": ["ilsa-1"]}
    table.allied("fire", **second["given"], target="ilsa-1", dice=[4, 1, 1])
    assert (table["models.ilsa-1.dp"], table["models.hmg-ape-1.ap"], table["follow_ups"]) == (1, 1, {})
    again = {"model": "hmg-ape-1", "target": "ilsa-1", "again": True}
    assert code_of(lambda: table.allied("fire", **again)) == "no-free-shot"


def test_the_second_shot_goes_with_the_next_action(met: Callable[..., PlayedTable]) -> None:
    table = met()
    table.allied("fire", model="hmg-ape-1", target="ilsa-1", dice=[1, 1, 1])
    table.allied("turn", model="hmg-ape-1")
    again = {"model": "hmg-ape-1", "target": "ilsa-1", "again": True}
    assert code_of(lambda: table.allied("fire", **again)) == "no-free-shot"


@pytest.mark.parametrize(("answer", "targets"), [("any", ["gretel-1", "ilsa-1"]), ("same", ["ilsa-1"])])
def test_the_table_says_whom_the_second_shot_may_hit(play: Play, answer: str, targets: list[str]) -> None:
    table = play(mission=3, rp={"allied": 20, "german": 20}, table_rulings={"hmg-second": answer})
    table.choose_forces(ALLIES, GERMANS).bid(0, 1).deploy(["hmg-ape-1"], OUT)
    table.enter("german", "ilsa-1", "gretel-1").german("done")
    table.enter("allied", "hmg-ape-1").allied("fire", model="hmg-ape-1", target="ilsa-1", dice=[1, 1, 1])
    free = [offer for offer in table.offers("allied", "fire") if offer["given"].get("again")]
    assert sorted(target for offer in free for target in offer["choose"]["target"]) == targets
    other = {"model": "hmg-ape-1", "target": "gretel-1", "again": True, "dice": [1, 1, 1]}
    if answer == "same":
        assert code_of(lambda: table.allied("fire", **other)) == "same-target"
    else:
        table.allied("fire", **other)


def test_extra_ammo_may_count_once_per_ap(met: Callable[..., PlayedTable]) -> None:
    for answer, counts in (("shots", [4, 4]), ("per-ap", [4, 3])):
        table = met(table_rulings={"ammo-cards": answer}, deck={"allied": "physical"})
        table.allied("play-card", card="extra-ammo", on="hmg-ape-1")
        table.german("let-card", card="extra-ammo-1")
        dice = [table.offers("allied", "fire")[0]["dice"]["count"]]
        table.allied("fire", model="hmg-ape-1", target="ilsa-1", dice=[1] * dice[0])
        dice.append(table.offers("allied", "fire")[0]["dice"]["count"])
        assert dice == counts


# -- Two-Gun


def test_ilsa_rerolls_each_miss_once(met: Callable[..., PlayedTable], monkeypatch: pytest.MonkeyPatch) -> None:
    table = to_next_turn(met())
    table.german("activate", model="ilsa-1")
    table.german("fire", model="ilsa-1", target="hmg-ape-1", dice=[1, 5])
    (offer,) = table.offers("german", "reroll")
    assert offer["dice"]["count"] == 1
    asked: list[Any] = []
    ruling = shooting.shot_ruling
    monkeypatch.setattr(shooting, "shot_ruling", lambda shot, book: asked.append(shot) or ruling(shot, book))
    table.german("reroll", model="ilsa-1", dice=[5])
    assert asked[-1].rerolls == [5]
    assert table["models.hmg-ape-1.alive"] is False
    assert code_of(lambda: table.german("reroll", model="ilsa-1")) == "nothing-to-reroll"


@pytest.mark.parametrize(("before", "hits"), [(True, 0), (False, 1)])
def test_a_reroll_is_judged_as_its_shot_was_whatever_is_played_in_between(
    met: Callable[..., PlayedTable], before: bool, hits: int
) -> None:
    table = to_next_turn(met(deck={"allied": "physical"}, table_rulings={"cards-when": "until-done"}))
    table.german("activate", model="ilsa-1")
    if before:
        table.put("allied", "brace")
    table.german("fire", model="ilsa-1", target="hmg-ape-1", dice=[1, 6])
    if not before:
        table.put("allied", "brace")
    event = table.german("reroll", model="ilsa-1", dice=[5])["events"][0]["data"]
    assert (event["needs"], event["hits"]) == (5 + before, hits)


def test_a_reroll_keeps_the_reading_of_its_shot(met: Callable[..., PlayedTable]) -> None:
    table = met(table_rulings={"rf-two-gun": "rerolls"})
    to_next_turn(table).german("done", reaction_fire=["ilsa-1"])
    table.allied("activate", model="hmg-ape-1")
    table.allied("turn", model="hmg-ape-1")
    table.german("react", model="ilsa-1", target="hmg-ape-1", action=1, dice=[1])
    table.allied("table-ruling", question="rf-two-gun", answer="plain")
    table.german("reroll", model="ilsa-1", dice=[5])
    assert table["models.hmg-ape-1.dp"] == 1


def test_the_book_may_give_two_gun_to_gretel(met: Callable[..., PlayedTable]) -> None:
    table = to_next_turn(met(table_rulings={"two-gun": "gretel"}))
    table.german("activate", model="ilsa-1")
    table.german("fire", model="ilsa-1", target="hmg-ape-1", dice=[1, 1])
    assert table.offers("german", "reroll") == []
    table.enter("german", "gretel-1").german("fire", model="gretel-1", target="hmg-ape-1", dice=[1, 1])
    assert table.offers("german", "reroll")[0]["dice"]["count"] == 2


@pytest.mark.parametrize(
    ("two_gun", "doubles", "ends"), [("plain", "first", None), ("rerolls", "first", False), ("rerolls", "final", False)]
)
def test_two_gun_in_reaction_fire_is_the_tables(
    met: Callable[..., PlayedTable], two_gun: str, doubles: str, ends: bool | None
) -> None:
    table = met(table_rulings={"rf-two-gun": two_gun, "ammo-doubles": doubles})
    to_next_turn(table).german("done", reaction_fire=["ilsa-1"])
    table.allied("activate", model="hmg-ape-1")
    table.allied("turn", model="hmg-ape-1")
    table.german("react", model="ilsa-1", target="hmg-ape-1", action=1, dice=[1])
    if ends is None:
        assert table.offers("german", "reroll") == []
    else:
        table.german("reroll", model="ilsa-1", dice=[5])
        assert (table["models.hmg-ape-1.dp"], table["models.ilsa-1.reaction_fire"]) == (1, not ends)


def reacted_with_doubles(met: Callable[..., PlayedTable], doubles: str) -> PlayedTable:
    """Ilsa, who may reroll in Reaction Fire and has Extra Ammo, has missed the HMG with two twos."""
    table = met(table_rulings={"rf-two-gun": "rerolls", "ammo-doubles": doubles}, deck={"german": "physical"})
    to_next_turn(table).german("play-card", card="extra-ammo", on="ilsa-1")
    table.allied("let-card", card="extra-ammo-1")
    table.german("done", reaction_fire=["ilsa-1"])
    table.allied("activate", model="hmg-ape-1")
    table.allied("turn", model="hmg-ape-1")
    table.german("react", model="ilsa-1", target="hmg-ape-1", action=1, dice=[2, 2])
    return table


@pytest.mark.parametrize(("doubles", "watches"), [("first", [False, False]), ("final", [True, False])])
def test_doubles_are_judged_before_or_after_the_rerolls(
    met: Callable[..., PlayedTable], doubles: str, watches: list[bool]
) -> None:
    table = reacted_with_doubles(met, doubles)
    seen = [table["models.ilsa-1.reaction_fire"]]
    table.german("reroll", model="ilsa-1", dice=[3, 3])
    assert [*seen, table["models.ilsa-1.reaction_fire"]] == watches


@pytest.mark.parametrize(("doubles", "ends"), [("first", []), ("final", ["out-of-ammo"])])
def test_doubles_that_are_not_rerolled_are_judged_when_the_reroll_is_let_go(
    met: Callable[..., PlayedTable], doubles: str, ends: list[str]
) -> None:
    table = reacted_with_doubles(met, doubles)
    events = table.german("let-go", model="ilsa-1")["events"]
    assert [event["data"]["because"] for event in events if event["event"] == "reaction-fire-ended"] == ends
    assert table["models.ilsa-1.reaction_fire"] is False


# -- Commander, Mask, Zombie Controller


@pytest.mark.parametrize(("answer", "cards"), [("hand-size", [5, 5]), ("every-turn", [4, 5])])
def test_ilsas_extra_card_is_the_tables(met: Callable[..., PlayedTable], answer: str, cards: list[int]) -> None:
    table = met(table_rulings={"commander": answer})
    assert [table["sides.german.hand_size"], table["sides.german.hand"]["hidden"]] == cards


@pytest.mark.parametrize(("answer", "pools"), [("alive", (5, 4)), ("on-board", (4, 0))])
def test_a_bearer_counts_alive_or_on_the_board(play: Play, answer: str, pools: tuple[int, int]) -> None:
    table = play(mission=3, rp={"allied": 20, "german": 20}, table_rulings={"bearers": answer})
    table.choose_forces(ALLIES, GERMANS)
    assert (table["sides.german.hand_size"], table["sides.german.zombie_cp"]) == pools


def test_ilsa_shrugs_off_rackleys_mask(met: Callable[..., PlayedTable]) -> None:
    table = met(deck={"allied": "physical"})
    table.allied("play-card", card="rackley-hated-his-mask", on="ilsa-1")
    table.german("let-card", card="rackley-hated-his-mask-1")
    table.allied("done")
    table.german("done")  # they could still kill the card
    for waiting in table["waiting"]:
        table.press(waiting["side"], "replenish-hand")
    table.bid(0, 1).deploy([], []).german("activate", model="ilsa-1")
    event = table.german("fire", model="ilsa-1", target="hmg-ape-1", dice=[1, 5])["events"][0]
    assert event["data"]["needs"] == 5


def test_zombie_cp_pay_for_zombies_alone_and_go_first(met: Callable[..., PlayedTable]) -> None:
    table = to_next_turn(met())
    table.enter("german", "sturmzombie-1")
    table.german("move", model="sturmzombie-1", step="forward", cp=1)
    assert (table["sides.german.cp"], table["sides.german.zombie_cp"]) == (7, 3)
    table.german("activate", model="ilsa-1")
    for _ in range(4):
        table.german("turn", model="ilsa-1")
    table.german("turn", model="ilsa-1")
    assert (table["sides.german.cp"], table["sides.german.zombie_cp"]) == (6, 3)


# -- Agile


@pytest.mark.parametrize(("answer", "alerted"), [("all", True), ("not-free-turns", False)])
def test_a_blitzhund_turns_free(met: Callable[..., PlayedTable], answer: str, alerted: bool) -> None:
    table = met(table_rulings={"rf-entry": answer})
    table.allied("done", reaction_fire=["hmg-ape-1"])
    for waiting in table["waiting"]:
        table.press(waiting["side"], "replenish-hand")
    table.bid(0, 1).deploy([], [])
    table.enter("german", "blitzhund-1").german("turn", model="blitzhund-1")
    assert table["models.blitzhund-1.ap"] == 4
    actions = [offer["given"]["action"] for offer in table.offers("allied", "react")]
    assert (len(actions) == 2) is alerted


def test_with_gretel_her_zombie_cp_are_gone(play: Callable[..., PlayedTable]) -> None:
    table = play(mission=3, rp={"allied": 20, "german": 20}, referee=True)
    table.choose_forces(["grunt-ape"], ["sturmzombie", "gretel"]).bid()
    assert (table["sides.german.cp"], table["sides.german.zombie_cp"]) == (8, 4)
    events = table.referee("house-ruling", set="models.gretel-1.dp", to=0, reason="a test")["events"]
    assert events[-1]["text"] == "Germans lose their zombie CP: 4 (Gretel von X 1 is dead)."
    assert (table["sides.german.cp"], table["sides.german.zombie_cp"]) == (8, 0)
