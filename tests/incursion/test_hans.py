"""Hans the Hunter at the table: the harpoon that drags, holds and sticks; the Club; Zombie Bombardier."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.games.incursion.combat import powers
from tests.playing import PlayedTable, code_of, refusal

Play = Callable[..., PlayedTable]
HANS, GRUNT, SECOND = "hans-1", "grunt-ape-1", "grunt-ape-2"


@pytest.fixture
def met(play: Play) -> Callable[..., PlayedTable]:
    """Opens a table: two Grunts are on the board, the Germans act and Hans does. `met(edition="es-2009")`."""

    def opened(**wishes: Any) -> PlayedTable:
        table = play(mission=3, referee=True, rp={"allied": 10, "german": 10}, **wishes)
        table.choose_forces(["grunt-ape", "grunt-ape"], ["sturmzombie", "hans"]).bid(0, 0)
        table.deploy([GRUNT, SECOND], [HANS, "sturmzombie-1"]).enter("allied", GRUNT, SECOND).allied("done")
        return table.enter("german", HANS)

    return opened


def fire(table: PlayedTable, die: int, target: str = GRUNT) -> Any:
    """The harpoon."""
    return table.german("harpoon", model=HANS, target=target, dice=[die])


def to_the_allies(table: PlayedTable) -> PlayedTable:
    """The next turn; the Allies act."""
    table.german("done")
    for waiting in table["waiting"]:
        table.press(waiting["side"], "replenish-hand")
    return table.bid(0, 0).deploy([], [])


def test_a_miss_may_drag(met: Callable[..., PlayedTable], monkeypatch: pytest.MonkeyPatch) -> None:
    table = met()
    asked: list[Any] = []
    ruling = powers.harpoon
    monkeypatch.setattr(powers, "harpoon", lambda shot, book: asked.append(shot) or ruling(shot, book))
    fire(table, 4)
    assert (4, None) in [(shot.die, shot.drag_die) for shot in asked]
    answer = table.german("drag", model=HANS, dice=[4])
    assert answer["events"][0]["data"]["dragged"] is True
    assert (4, 4) in [(shot.die, shot.drag_die) for shot in asked]
    assert code_of(lambda: table.german("drag", model=HANS)) == "nothing-to-drag"
    assert table[f"models.{GRUNT}.held_by"] == HANS


def test_the_drag_is_not_for_others(met: Callable[..., PlayedTable]) -> None:
    table = met()
    fire(table, 1)
    assert code_of(lambda: table.german("drag", model="sturmzombie-1")) == "nothing-to-drag"
    assert code_of(lambda: table.allied("drag", model=HANS)) == "nothing-to-drag"


@pytest.mark.parametrize(("answer", "held"), [("held", HANS), ("loose", None)])
def test_who_lives_is_held_or_loose(met: Callable[..., PlayedTable], answer: str, held: str | None) -> None:
    table = met(table_rulings={"harpooned": answer})
    fire(table, 5)
    assert (table[f"models.{GRUNT}.dp"], table[f"models.{GRUNT}.held_by"]) == (1, held)
    if held:
        assert code_of(lambda: fire(table, 6, SECOND)) == "harpoon-holds"
    to_the_allies(table).allied("activate", model=GRUNT)
    step = {"model": GRUNT, "step": "forward"}
    if held:
        assert code_of(lambda: table.allied("move", **step)) == "held-by-harpoon"
        assert code_of(lambda: table.allied("leave-board", model=GRUNT)) == "held-by-harpoon"
        table.allied("turn", model=GRUNT)
    else:
        table.allied("move", **step)


def test_who_dies_keeps_the_harpoon_until_hans_pays(met: Callable[..., PlayedTable]) -> None:
    table = met()
    assert code_of(lambda: table.german("free-harpoon", model=HANS)) == "harpoon-free"
    table.referee("house-ruling", set=f"models.{GRUNT}.dp", to=1, reason="a test")
    answer = fire(table, 6)
    assert [event["event"] for event in answer["events"]] == ["harpoon-fired", "model-lost", "harpoon-stuck"]
    assert code_of(lambda: fire(table, 6, SECOND)) == "harpoon-stuck"
    table.german("free-harpoon", model=HANS)
    fire(table, 4, SECOND)
    assert table[f"models.{HANS}.ap"] == 0


def test_who_dies_later_of_the_club_keeps_it_too(met: Callable[..., PlayedTable]) -> None:
    table = met()
    fire(table, 5)
    answer = table.german("melee", model=HANS, target=GRUNT, dice=[3])
    assert answer["events"][0]["data"]["needs"] == 3
    assert (table[f"models.{GRUNT}.alive"], table[f"models.{HANS}.harpoon_stuck"]) == (False, True)


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_whom_hans_held_is_free_once_he_is_dead(met: Callable[..., PlayedTable], edition: str) -> None:
    table = met(edition=edition)
    fire(table, 5)
    table.referee("house-ruling", set=f"models.{HANS}.dp", to=0, reason="a test")
    assert table[f"models.{GRUNT}.held_by"] is None


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
@pytest.mark.parametrize(("answer", "die", "held"), [("held", 4, HANS), ("held", 3, None), ("loose", 6, None)])
def test_a_four_harpoons_whom_it_drags(
    met: Callable[..., PlayedTable], edition: str, answer: str, die: int, held: str | None
) -> None:
    table = met(edition=edition, table_rulings={"harpooned": answer})
    fire(table, 1)
    table.german("drag", model=HANS, dice=[die])
    assert table[f"models.{GRUNT}.held_by"] == held
    table.german("melee", model=HANS, target=GRUNT, dice=[6])
    table.german("melee", model=HANS, target=GRUNT, dice=[6], cp=1)
    assert (table[f"models.{GRUNT}.alive"], table[f"models.{HANS}.harpoon_stuck"]) == (False, held == HANS)


def test_where_nobody_is_dragged_for_want_of_a_square_the_harpoon_holds_all_the_same(
    met: Callable[..., PlayedTable],
) -> None:
    table = met(table_rulings={"drag-taken": "no-drag"})
    fire(table, 1)
    event = table.german("drag", model=HANS, square="taken", dice=[4])["events"][0]
    assert (event["data"]["dragged"], table[f"models.{GRUNT}.held_by"]) == (False, HANS)


@pytest.mark.parametrize(("answer", "dragged"), [("nearest", True), ("no-drag", False)])
@pytest.mark.parametrize("square", ["free", "taken"])
def test_the_table_says_what_a_taken_square_before_hans_does(
    met: Callable[..., PlayedTable], answer: str, dragged: bool, square: str
) -> None:
    table = met(table_rulings={"drag-taken": answer})
    (offer,) = table.offers("german", "harpoon")
    assert offer["choose"]["square"] == ["free", "taken"]
    event = table.german("harpoon", model=HANS, target=GRUNT, square=square, dice=[5])["events"][0]
    assert event["data"]["dragged"] is (dragged or square == "free")
    assert ("is dragged" in event["text"]) is (dragged or square == "free")
    table = met(table_rulings={"drag-taken": answer})
    fire(table, 1)
    event = table.german("drag", model=HANS, square=square, dice=[4])["events"][0]
    assert event["data"]["dragged"] is (dragged or square == "free")


def test_whom_hans_held_is_free_once_he_is_off_the_board(met: Callable[..., PlayedTable]) -> None:
    table = met()
    fire(table, 5)
    table.german("leave-board", model=HANS)
    assert table[f"models.{GRUNT}.held_by"] is None


def test_the_harpoon_comes_free_once_the_table_says_so(met: Callable[..., PlayedTable]) -> None:
    table = met()
    fire(table, 5)
    table.referee("table-ruling", question="harpooned", answer="loose")
    fire(table, 1, SECOND)
    table.german("drag", model=HANS, dice=[1])
    to_the_allies(table).allied("activate", model=GRUNT)
    table.allied("move", model=GRUNT, step="forward")


def test_only_hans_has_a_harpoon_and_he_never_watches(met: Callable[..., PlayedTable]) -> None:
    table = met()
    watch = {"reaction_fire": [HANS]}
    assert code_of(lambda: table.german("done", **watch)) == "no-reaction-weapon"
    to_the_allies(table).allied("activate", model=GRUNT)
    assert code_of(lambda: table.allied("harpoon", model=GRUNT, target=HANS)) == "no-harpoon"


def test_hans_brings_bombers_without_limit(play: Play) -> None:
    table = play(mission=3, rp={"german": 20})
    for card in ("sturmzombie", "bomberzombie", "bomberzombie", "bomberzombie"):
        table.german("add-model", card=card)
    assert code_of(lambda: table.german("add-model", card="bomberzombie")) == "over-limit"
    table.german("add-model", card="hans")
    table.german("add-model", card="bomberzombie")
    table.german("drop-model", card="hans")
    assert code_of(lambda: table.german("force-ready")) == "over-limit"


# -- the drag is part of the shot


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_until_the_drag_is_rolled_his_side_does_nothing_else(met: Callable[..., PlayedTable], edition: str) -> None:
    table = met(edition=edition)
    fire(table, 1)
    before = table.get()
    for command, fields in (
        ("activate", {"model": "sturmzombie-1"}),
        ("move", {"model": HANS, "step": "forward"}),
        ("move", {"model": "sturmzombie-1", "step": "forward"}),
        ("melee", {"model": HANS, "target": GRUNT}),
        ("advance", {"models": ["sturmzombie-1"], "squares": 1}),
        ("let-go", {"model": HANS}),
        ("done", {}),
    ):
        assert code_of(lambda command=command, fields=fields: table.german(command, **fields)) == "drag-first", command
    assert table.get() == before
    commands = {offer["command"] for offer in table.offers("german") if offer["group"] == "play"}
    assert commands - {"play-card"} == {"drag"}
    table.german("drag", model=HANS, dice=[3])
    table.german("move", model=HANS, step="forward")


def test_reaction_fire_at_the_harpoon_comes_after_the_drag(met: Callable[..., PlayedTable]) -> None:
    table = met()
    table.german("done")
    for waiting in table["waiting"]:
        table.press(waiting["side"], "replenish-hand")
    table.bid(0, 0).deploy([], []).allied("done", reaction_fire=[SECOND])
    table.german("activate", model=HANS)
    fire(table, 1)
    assert table.offers("allied", "react") == []
    table.german("drag", model=HANS, dice=[1])
    assert [offer["given"]["target"] for offer in table.offers("allied", "react")] == [HANS]


@pytest.mark.parametrize("burns", [False, True])
def test_who_is_dragged_is_in_fire_only_where_its_square_before_hans_burns(play: Play, burns: bool) -> None:
    table = play(mission=3, referee=True, rp={"allied": 20, "german": 20})
    table.choose_forces(["ape-blazer", "grunt-ape"], ["sturmzombie", "hans"]).bid(0, 0)
    table.deploy(["ape-blazer-1", GRUNT], [HANS]).enter("allied", GRUNT, "ape-blazer-1")
    table.allied("flame", model="ape-blazer-1", squares=2, caught=[GRUNT])
    table.allied("done")
    table.enter("german", HANS)
    asked = {name: offer["choose"]["into_fire"] for name in ("harpoon",) for offer in table.offers("german", name)}
    assert asked == {"harpoon": [False, True]}
    # a Grunt of F 5, 2 DP: a 5 wounds it, and drags it
    table.german("harpoon", model=HANS, target=GRUNT, dice=[5], **({"into_fire": True} if burns else {}))
    assert (table[f"models.{GRUNT}.in_fire"], table["burns"]) == (burns, [])


def test_so_it_is_where_a_second_die_drags(play: Play) -> None:
    table = play(mission=3, referee=True, rp={"allied": 20, "german": 20})
    table.choose_forces(["ape-blazer", "grunt-ape"], ["sturmzombie", "hans"]).bid(0, 0)
    table.deploy(["ape-blazer-1", GRUNT], [HANS]).enter("allied", GRUNT, "ape-blazer-1")
    table.allied("flame", model="ape-blazer-1", squares=2)
    table.allied("done")
    table.enter("german", HANS)
    fire(table, 1)
    assert table.offers("german", "drag")[0]["choose"]["into_fire"] == [False, True]
    data = table.german("drag", model=HANS, into_fire=True, dice=[4])["events"][0]["data"]
    assert (data["dragged"], data["into_fire"], table[f"models.{GRUNT}.in_fire"]) == (True, True, True)


def test_nobody_is_dragged_into_fire_where_nothing_burns(met: Callable[..., PlayedTable]) -> None:
    table = met()
    assert refusal(lambda: table.german("harpoon", model=HANS, target=GRUNT, into_fire=True)) == (
        "nothing-burns",
        "into_fire",
    )
