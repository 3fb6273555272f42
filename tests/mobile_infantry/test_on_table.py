"""What the app tells people to place, to move and to take away: contacts, objectives, moves, runs, boats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.core.engine.command import Draft
from app.core.engine.event import PUBLIC, Seat, TableOrder
from app.core.engine.visibility import to_jsonable
from app.games.mobile_infantry.brain.orders import order_nearest
from app.games.mobile_infantry.events.brain import BrainOrdered
from app.games.mobile_infantry.on_table import brain_ordered
from app.games.mobile_infantry.state import Bug, Group
from app.web.table.notices import in_words, steps_of
from tests.mobile_infantry.brain_table import AppBattle
from tests.mobile_infantry.playing import BRAIN, IM, Battle

Open = Callable[..., Battle]


def orders(battle: Battle, seat: str | None = IM) -> dict[str, Any]:
    viewer: Seat = battle.table.seat(seat) if seat else PUBLIC
    return {key: one.word for key, one in battle.table.state_for(viewer).on_table.items() if one.concerns(viewer)}


def lines(battle: Battle, seat: str = IM, language: str = "en") -> list[str]:
    table = battle.table
    viewer, said = table.seat(seat), table.get_translator(language)
    state = table.state_for(viewer)
    return [line.text for line in in_words(steps_of(state, viewer), state.turn, said)]


def test_bugs_that_show_themselves_are_to_be_placed_by_everybody_until_one_ticks_it_off(open_battle: Open) -> None:
    """Six dice of one in front: 6 inches from the team that is measured from."""
    battle = open_battle(players=2).squad().squad("im-2").ready().to("presence")
    battle.show(battle.come(count=2), "tunnel")
    order = battle.state.on_table["order-1"]
    assert (order.kind, order.word, order.pieces, order.whom) == (
        "place", "bugs-at-mouth", ["warrior-1", "warrior-2"], [],
    )  # fmt: skip
    assert (order.values["site"], order.values["inches"], order.values["bearing"]) == ("site-1", 6, "front")
    everybody = (IM, "im-2", BRAIN, None)
    assert all(orders(battle, seat) == {"order-1": "bugs-at-mouth"} for seat in everybody)
    battle.to("location")
    assert all("order-1" in orders(battle, seat) for seat in everybody), "it stays while play goes on"
    battle.press("im-2", "tick-off", orders=["order-1"])
    assert all(orders(battle, seat) == {} for seat in everybody)


def test_a_persons_bugs_are_moved_by_that_person_and_stand_on_the_wall(squad_against: Open) -> None:
    battle = squad_against(("warrior", 2))
    battle.press(IM, "tick-off-all", up_to="order-1") if len(battle.state.on_table) > 1 else battle.press(
        IM, "tick-off", orders=[*battle.state.on_table]
    )
    battle.press(BRAIN, "move-bugs", [1, 3, 4, 5])
    assert [*orders(battle, BRAIN).values()] == ["bugs-move"]
    assert [*orders(battle, None).values()] == ["bugs-move"]
    assert orders(battle, IM) == {}
    (order,) = battle.state.on_table.values()
    assert order.values == {"inches": {"warrior-1": 2, "warrior-2": 7}, "turn": 2}


@pytest.mark.parametrize(("came", "words"), [(1, ["bugs-move"]), (2, ["bugs-at-spot", "bugs-move"])])
def test_where_bugs_came_is_out_of_date_once_they_move_in_a_later_turn(
    squad_against: Open, came: int, words: list[str]
) -> None:
    battle = squad_against(("warrior", 2))
    battle.state.groups["group-1"].located = came
    assert (battle.state.turn, [*orders(battle, None).values()]) == (2, ["bugs-at-spot"])
    battle.press(BRAIN, "move-bugs", [1, 3, 4, 5])
    assert [*orders(battle, None).values()] == words


def test_of_bugs_that_move_together_only_those_that_came_earlier_are_to_be_placed_no_more(squad_against: Open) -> None:
    battle = squad_against("warrior", "warrior")
    battle.state.groups["group-2"].located = battle.state.turn
    battle.press(BRAIN, "move-bugs", [1, 3, 4, 5])
    kept = [(one.word, one.pieces) for one in battle.state.on_table.values()]
    assert kept == [("bugs-at-spot", ["warrior-2"]), ("bugs-move", ["warrior-1", "warrior-2"])]


def test_an_unticked_move_of_an_earlier_turn_says_its_turn(squad_against: Open) -> None:
    battle = squad_against(("warrior", 2))
    battle.press(BRAIN, "move-bugs", [1, 3, 4, 5])
    moved = "Move Warriors 1:\u00a02″\u00a0· 2:\u00a07″."
    assert lines(battle, BRAIN)[-1] == moved
    battle.state.turn += 1
    assert lines(battle, BRAIN)[-1] == f"{moved} (turn 2)"
    assert lines(battle, BRAIN, "es")[-1].endswith(" (turno 2)")


def test_many_inches_are_a_grid_by_kind(squad_against: Open) -> None:
    battle = squad_against("warrior")
    said = battle.table.get_translator("en")
    inches: dict[str, float] = {"warrior-1": 2, "warrior-2": 3.5, "warrior-3": 7, "warrior-4": 1, "tank-1": 4}
    order = TableOrder("move", "bugs-move", [*inches], values={"inches": inches, "turn": 2})
    (line,) = in_words([order], 2, said)
    assert line.text == "Move Warriors, Tank Bug 1."
    assert line.by_kind == (
        ("Warriors", (("1", "2″"), ("2", "3.5″"), ("3", "7″"), ("4", "1″"))), ("Tank Bug 1", (("", "4″"),)),
    )  # fmt: skip


def test_bugs_of_the_app_that_come_and_move_at_once_are_to_be_placed_first() -> None:
    """B10: shown at 18 inches as turn 2 begins, when they move too. A turn later only their move is told."""
    battle = AppBattle("hungry").squad()
    battle.opening(6, team=1, side=5, kind="warriors", inches=[6, 6, 6, 6, 2, 1]).start()
    battle.arrive("unseen")
    battle.opening(slot=[6, 5, 4, 3, 1]).fall(3, 4, 3, 4).scanned(1)
    assert lines(battle) == [
        "Warrior 1, Warrior 2: put them 18″ from Team 1, right flank (cover).",
        "Warriors 1:\u00a05″\u00a0· 2:\u00a05″ towards the nearest MI in sight; stop at 3″.",
    ]
    pursuit = BrainOrdered(["warrior-1"], "pursue", "team-1", {"warrior-1": 4}, [], "moving.warriors")
    battle.state.turn = 3
    assert [one.word for one in brain_ordered(pursuit, battle.state)] == ["", "pursue"]


def test_men_who_run_are_moved_by_their_own_seat(open_battle: Open) -> None:
    battle = open_battle(players=2).squad().squad("im-2").ready().against("warrior")
    battle.press(BRAIN, "engage", team="team-7", bugs=["warrior-1"])
    battle.react("team-7", dice=[2])
    battle.press("im-2", "run", [3] * 4, team="team-7")
    assert "men-run" in orders(battle, "im-2").values()
    assert "men-run" not in orders(battle, IM).values()


def test_of_bugs_that_are_dead_it_is_told_only_that_they_are_removed(squad_against: Open) -> None:
    battle = squad_against("warrior").to("fire")
    assert "bugs-at-spot" in orders(battle).values()
    battle.fire("team-2", dice=[6] * 4)
    assert battle.bug("warrior-1").state == "dead"
    assert lines(battle) == ["Warrior 1: remove."]
    assert lines(battle, language="es") == ["Guerrero 1: retirar."]


def test_what_men_and_bugs_suffer_is_told_until_it_is_over_or_ticked(squad_against: Open) -> None:
    """A tank bug has taken a hit that does nothing yet; the counter of hits is to be placed all the same."""
    battle = squad_against("tank").to("fire")
    battle.press(IM, "tick-off-all", up_to=[*orders(battle)][-1])
    battle.fire("team-2", at="tank-1", distance=24, dice=[5, 1, 1, 1])
    assert lines(battle) == ["Tank Bug 1: set its hits to 1."]
    battle.press(BRAIN, "tick-off", orders=[*orders(battle)])
    assert lines(battle) == []
    battle.press(IM, "take-back")
    if battle.state.take_back is not None:
        battle.press(BRAIN, "allow-take-back")
    assert lines(battle) == ["Tank Bug 1: remove hit counters."]


def test_of_a_bug_that_is_halved_its_speed_is_told(squad_against: Open) -> None:
    battle = squad_against("warrior").to("fire")
    battle.fire("team-2", dice=[6, 6, 1, 1])
    assert lines(battle)[-1] == "Warrior 1: set its hits to 2, half speed."
    assert lines(battle, language="es")[-1] == "Guerrero 1: pon sus impactos en 2, a media velocidad."


@pytest.mark.parametrize("seat", [IM, None])
def test_what_is_told_betrays_nothing_of_bugs_that_wait_for_a_figure(open_battle: Open, seat: str | None) -> None:
    """One figure: of two warriors and of three one is placed, and nobody else can tell the difference."""
    told = []
    for count in (2, 3):
        battle = open_battle().squad()
        battle.press(BRAIN, "count-figures", warrior=1, flyer=0, tank=0)
        battle.ready().to("presence")
        battle.show(battle.come(count=count))
        viewer = battle.table.seat(seat) if seat else PUBLIC
        told.append(to_jsonable(battle.table.state_for(viewer).on_table))
    assert told[0] == told[1]
    assert told[0]["order-1"]["pieces"] == ["warrior-1"]


def test_what_the_app_puts_on_the_table_before_the_battle_is_in_no_box_but_keeps_its_numbers() -> None:
    """The set-up list tells it: terrain and three objectives. An older table ticks by the numbers of orders."""
    battle = AppBattle("hungry").squad()
    battle.press(IM, "tell-illegal", what="objective-1")
    assert (orders(battle), battle.state.orders_given) == ({}, 5)


def test_a_bug_that_does_not_move_is_ordered_nothing() -> None:
    battle = AppBattle("hungry").squad()
    table, state = battle.table, battle.state
    state.bugs = {
        f"warrior-{number}": Bug("warrior", "group-1", number, moved=moved) for number, moved in ((1, 4), (2, 0))
    }
    state.groups = {"group-1": Group("warrior", 0)}
    draft = Draft(state, table.book(), table.seat(BRAIN), table)
    order_nearest(draft, [*state.bugs])
    order_nearest(draft, ["warrior-2"])
    assert [(event.who, event.inches) for event in draft.events if isinstance(event, BrainOrdered)] == [
        (["warrior-1"], {"warrior-1": 4})
    ]
    pursuit = BrainOrdered([*state.bugs], "pursue", "team-2", {"warrior-1": 4, "warrior-2": 0}, [], "moving.warriors")
    assert [one.values["inches"] for one in brain_ordered(pursuit, state)] == [{"warrior-1": 4}]


def test_an_order_goes_with_its_press_and_a_tick_is_nothing_that_undo_means(open_battle: Open) -> None:
    battle = open_battle(referee=True).squad().ready().to("presence")
    battle.show(battle.come())
    battle.press(IM, "tick-off", orders=["order-1"])
    battle.press("referee", "undo")
    assert battle.state.bugs == {}
    battle.press("referee", "redo")
    assert orders(battle) == {}, "it was ticked off, and stays so"
    battle.press("referee", "undo")
    (pack,) = battle.state.lair.packs
    battle.show(pack, "edge")
    assert "Warrior 1: put it" in lines(battle)[0]
    battle.press("referee", "undo")
    assert lines(battle) == ["Warrior 1: remove.", "Site 1: remove its counter."]
