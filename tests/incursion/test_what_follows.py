"""What an attack leaves to do is never refused, whatever the table rules or cards change before it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import pytest

from app.games.incursion.events.actions import ModelLeft
from app.games.incursion.events.attacks import DiceRerolled, HarpoonStuck, ShotFired, TargetDragged
from app.games.incursion.events.counters import TwitcherStruck
from app.games.incursion.events.flames import ModelBurned
from app.games.incursion.pending_reactions import FollowUp
from app.games.incursion.state import Model, Side, State
from tests.playing import PlayedTable

Play = Callable[..., PlayedTable]
HANS, GRUNT, SECOND = "hans-1", "grunt-ape-1", "grunt-ape-2"


def test_a_drag_is_judged_as_its_harpoon_was(play: Play) -> None:
    paper = {"allied": "physical", "german": "physical"}
    table = play(mission=3, referee=True, rp={"allied": 10, "german": 10}, deck=paper)
    table.choose_forces(["grunt-ape", "grunt-ape"], ["sturmzombie", "hans"]).bid(0, 0)
    table.deploy([GRUNT, SECOND], [HANS, "sturmzombie-1"]).enter("allied", GRUNT, SECOND).allied("done")
    table.enter("german", HANS).german("harpoon", model=HANS, target=GRUNT, dice=[4])
    table.put("german", "hairline-cracks", on=GRUNT)
    assert [offer["dice"]["count"] for offer in table.offers("german", "drag")] == [1]
    assert table.german("drag", model=HANS, dice=[4])["events"][0]["data"]["dragged"] is True


@pytest.mark.parametrize(("dead", "dice"), [(["grunt-ape-1"], [4]), (["grunt-ape-1", "sturmzombie-1"], [])])
def test_whom_the_table_declares_dead_takes_no_die_of_a_blast(play: Play, dead: list[str], dice: list[int]) -> None:
    table = play(mission=3, referee=True, rp={"allied": 12, "german": 12})
    table.choose_forces(["ape-sarge", "grunt-ape"], ["sturmzombie"]).bid(0, 1)
    table.deploy(["ape-sarge-1", "grunt-ape-1"], ["sturmzombie-1"]).enter("german", "sturmzombie-1").german("done")
    table.enter("allied", "grunt-ape-1", "ape-sarge-1")
    table.allied("launch", model="ape-sarge-1", caught=["grunt-ape-1", "sturmzombie-1"])
    for model in dead:
        table.referee("house-ruling", set=f"models.{model}.dp", to=0, reason="fell off the table")
    (offer,) = table.offers("allied", "resolve-blast")
    assert offer["dice"]["count"] == len(dice)
    told = table.allied("resolve-blast", dice=dice)["events"][0]["data"]
    assert [target["name"] for target in told["targets"]] == [
        m for m in ("grunt-ape-1", "sturmzombie-1") if m not in dead
    ]
    assert table["waiting"] == []


@pytest.mark.parametrize("dead", [GRUNT, "twitcher-1"])
def test_a_twitcher_does_not_wait_for_the_dead(play: Play, dead: str) -> None:
    table = play(mission=4, referee=True).to_action().enter("allied", GRUNT)
    table.allied("search-counter", model=GRUNT, item="counter-1", dice=[1])
    assert [waiting["for"] for waiting in table["waiting"]] == ["twitcher"]
    table.referee("house-ruling", set=f"models.{dead}.dp", to=0, reason="agreed")
    assert (table["waiting"], table["twitching"]) == ([], None)
    assert table.offers("german", "twitcher-attack") == []


def test_misses_at_a_model_that_left_are_not_rerolled() -> None:
    models = {"a": Model("grunt-ape", "allied", 3, 1, 5, 3, 1, place="board")}
    models["b"] = Model("ilsa", "german", 3, 1, 5, 3, 1, place="board")
    state = State(sides={side: Side(side, 10) for side in ("allied", "german")}, models=models)
    state.follow_ups["german"] = FollowUp("b", "reroll", "smg", "a")
    ModelLeft("a", ap=1).apply(state)
    assert state.follow_ups == {}


def test_a_bomber_that_the_table_declares_dead_holds_nobody_up(play: Play) -> None:
    table = play(mission=3, referee=True, rp={"allied": 12, "german": 12}, table_rulings={"volatile": "any"})
    table.choose_forces(["ape-sarge", "grunt-ape"], ["sturmzombie", "bomberzombie"]).bid(0, 1)
    table.referee("house-ruling", set="models.bomberzombie-1.dp", to=0, reason="fell off the table")
    assert [waiting["for"] for waiting in table["waiting"]] == ["deployment", "deployment"]
    assert table.deploy(["ape-sarge-1"], ["sturmzombie-1"])["phase"] == "action"


@pytest.mark.parametrize(
    ("event", "names"),
    [
        (ShotFired, "model ap cp zombie_cp target roll needs hits dp_lost working weapon again follow_up"),
        (DiceRerolled, "model target roll needs hits dp_lost working"),
        (TwitcherStruck, "model target roll needs hits dp_lost working"),
        (ModelBurned, "model roll needs hits dp_lost working"),
        (TargetDragged, "model target roll dragged working square holds into_fire"),
        (HarpoonStuck, "model target"),
    ],
)
def test_the_log_tells_what_attacks_have_in_common_in_one_order(event: type, names: str) -> None:
    assert [one.name for one in fields(event)] == names.split()
