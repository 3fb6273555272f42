"""What people have to do on the table, from what lies there and what happened: worked by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.core.engine.event import PUBLIC
from app.web.table.notices import in_words, steps_of
from tests.incursion.probes import RAID, facing
from tests.playing import PlayedTable
from tests.tap_counts.pages import Taps

Play = Callable[..., PlayedTable]
GRUNT, SECOND, GRETEL, ZOMBIE, BLAZER = "grunt-ape-1", "grunt-ape-2", "gretel-1", "sturmzombie-1", "ape-blazer-1"


def lines(table: PlayedTable, seat: str | None = "allied", language: str = "en") -> list[str]:
    kept = table.kept()
    viewer = PUBLIC if seat is None else kept.seat(seat)
    state, said = kept.state_for(viewer), kept.get_translator(language)
    return [line.text for line in in_words(steps_of(state, viewer), state.turn, said)]


def tick_all(table: PlayedTable, seat: str) -> None:
    (offer,) = table.offers(seat, "tick-off-all")
    table.press(seat, "tick-off-all", **offer["given"])


def test_figures_that_a_side_places_and_moves_itself_are_no_lines(play: Play) -> None:
    table = play(**RAID).to_action()
    assert [lines(table, seat) for seat in ("allied", "german", None)] == [[], [], []]
    table.enter("allied", GRUNT)
    assert lines(table) == lines(table, "german") == ["Put an Activated counter on Grunt APE 1."]
    table.enter("allied", SECOND)
    assert lines(table) == ["Put an Activated counter on each (2): Grunt APE 1, Grunt APE 2."]


def test_watchers_are_told_and_what_is_over_before_a_tick_is_nothing(play: Play) -> None:
    """Reaction Fire comes at the end of a half; Activated goes as the next turn begins."""
    table = play(**RAID).to_action().enter("allied", GRUNT, SECOND)
    table.allied("done", reaction_fire=[GRUNT])
    assert lines(table, "german") == [
        "Put an Activated counter on Grunt APE 2.",
        "Put a Reaction Fire and an Activated counter on Grunt APE 1.",
    ]
    assert lines(table, "german", "es")[1] == "Pon una ficha de Fuego de Reacción y una de Activado en Soldado APE 1."
    tick_all(table, "german")
    assert lines(table) == lines(table, None) == []
    table.end_turn()
    assert lines(table) == ["Take the Activated counter off each (2): Grunt APE 1, Grunt APE 2."]


def test_a_casualty_is_removed_and_a_wound_is_counted(play: Play) -> None:
    """Gretel has 3 DP: one hit leaves 2, and with two more she goes, counters and all."""
    table = facing(play(**RAID), ["grunt-ape"], ["sturmzombie", "gretel"])
    tick_all(table, "allied")
    table.allied("fire", model=GRUNT, target=GRETEL, dice=[6, 1, 1])
    assert lines(table) == lines(table, "german") == ["Gretel von X 1: 2 DP left."]
    table.allied("fire", model=GRUNT, target=GRETEL, dice=[6, 6, 1])
    assert lines(table, "german") == ["Remove Gretel von X 1."]
    assert lines(table, None, "es") == ["Retira Gretel von X 1."]


def test_flames_and_who_is_caught_are_told_to_who_threw_them_too(play: Play) -> None:
    table = facing(play(**RAID), ["ape-blazer"], ["sturmzombie", "gretel"])
    tick_all(table, "german")
    table.allied("flame", model=BLAZER, squares=3, caught=[GRETEL])
    assert sorted(lines(table)) == ["Put an On Fire counter on Gretel von X 1.", "See that 3 squares have flames."]


def test_items_change_hands_and_a_door_is_told_to_the_other_side_alone(raid: PlayedTable) -> None:
    raid.enter("allied", GRUNT)
    tick_all(raid, "allied")
    raid.allied("item", model=GRUNT, item="pinger")
    assert lines(raid) == lines(raid, "german") == ["Move Pinger to Grunt APE 1."]
    raid.enter("allied", SECOND)
    raid.allied("door", model=SECOND, to="open")
    assert "Grunt APE 2 has opened a door." in lines(raid, "german")
    assert "Grunt APE 2 has opened a door." in lines(raid, None)
    assert "Grunt APE 2 has opened a door." not in lines(raid)


def test_a_move_that_is_taken_back_is_told_to_its_mover_too(raid: PlayedTable) -> None:
    raid.enter("allied", GRUNT)
    tick_all(raid, "allied")
    raid.allied("move", model=GRUNT, step="forward")
    assert lines(raid) == lines(raid, "german") == []
    raid.allied("undo")
    back = "Grunt APE 1: back to the earlier square and facing (and any door moved)."
    assert lines(raid) == lines(raid, "german") == [back]
    raid.allied("move", model=GRUNT, step="forward")
    assert lines(raid) == lines(raid, "german") == []


def test_a_model_whose_entry_is_taken_back_returns_to_its_entry_point_alone(raid: PlayedTable) -> None:
    raid.allied("activate", model=GRUNT)
    tick_all(raid, "allied")
    raid.allied("move", model=GRUNT, step="forward")
    raid.allied("undo")
    assert lines(raid) == ["Put Grunt APE 1 back at the entry point."]
    assert lines(raid, None, "es") == ["Devuelve Soldado APE 1 a su punto de entrada."]


def test_so_does_one_whose_counter_was_not_ticked(raid: PlayedTable) -> None:
    raid.allied("activate", model=GRUNT)
    raid.allied("move", model=GRUNT, step="forward")
    raid.allied("undo")
    assert lines(raid) == ["Put Grunt APE 1 back at the entry point, with an Activated counter."]


def test_several_that_return_to_their_entry_lose_their_counters_in_one_sentence(raid: PlayedTable) -> None:
    raid.allied("advance", models=[GRUNT, "grunt-ape-2"], squares=1)
    tick_all(raid, "allied")
    raid.allied("undo")
    assert lines(raid) == ["Put Grunt APE 1, Grunt APE 2 back at the entry point, without an Activated counter."]


@pytest.mark.parametrize(("answer", "told"), [("kill-card", []), ("let-card", ["Put Extra Ammo on Grunt APE 1."])])
def test_a_card_lies_on_its_model_once_it_takes_effect(play: Play, answer: str, told: list[str]) -> None:
    table = facing(play(**RAID), ["grunt-ape"], ["sturmzombie", "gretel"])
    tick_all(table, "allied")
    table.written_on().sides["allied"].hand = ["extra-ammo"]
    placed = table.play_card("allied", "extra-ammo", GRUNT)
    assert lines(table) == lines(table, "german") == []
    table.german(answer, card=placed)
    assert lines(table) == lines(table, "german") == told


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("cave-in", ["Do on the board what Cave In says, with its counter if it has one."]),
        ("lights-out", []),
    ],
)
def test_a_card_with_a_counter_asks_for_it_once_it_takes_effect(deal: Play, card: str, told: list[str]) -> None:
    raid = deal(allied=[card])
    tick_all(raid, "allied")
    beside = f"Lay {card.title().replace('-', ' ')} out beside the board."
    placed = raid.play_card("allied", card)
    assert lines(raid) == []
    raid.german("let-card", card=placed)
    assert [line for line in lines(raid) if line != beside] == told
    assert [line for line in lines(raid, None) if line != beside] == told


def test_what_is_secret_changes_nothing_of_it(play: Play) -> None:
    """Neither another hand nor another order of the deck is seen in what is to be done."""
    told = []
    for hand in (["extra-ammo"], ["low-on-ammo"]):
        table = facing(play(**RAID), ["ape-blazer"], ["sturmzombie", "gretel"])
        table.allied("flame", model=BLAZER, squares=3, caught=[GRETEL])
        table.written_on().sides["german"].hand = hand
        told.append([lines(table, seat) for seat in ("allied", None)])
    assert told[0] == told[1]
    assert told[0][0]


def test_an_activation_that_is_undone_asks_for_its_counter_whether_ticked_or_not(raid: PlayedTable) -> None:
    # whoever has not ticked it may have put it down all the same
    for ticks in (False, True):
        raid.allied("activate", model=GRUNT)
        assert lines(raid) == ["Put an Activated counter on Grunt APE 1."]
        if ticks:
            tick_all(raid, "allied")
        raid.allied("undo")
        assert lines(raid) == lines(raid, "german") == ["Take the Activated counter off Grunt APE 1."]
        tick_all(raid, "german")


def test_a_card_goes_with_the_model_on_which_it_lies(deal: Play) -> None:
    raid = deal(allied=["extra-ammo"])
    raid.put("allied", "extra-ammo", on=GRUNT)
    tick_all(raid, "allied")
    assert "Extra Ammo" in in_play(raid)
    raid.allied("leave-board", model=GRUNT)
    assert "Remove Extra Ammo." in lines(raid)
    assert "Extra Ammo" not in in_play(raid)


def in_play(table: PlayedTable) -> str:
    return Taps(table, "german").page.partition('id="in-play"')[2].partition("</section>")[0]


def test_a_wall_keeps_no_line_of_an_undo_request(raid: PlayedTable) -> None:
    raid.enter("allied", GRUNT).allied("done", reaction_fire=[])
    raid.enter("german", ZOMBIE).next_turn().allied("activate", model=GRUNT)
    raid.allied("fire", model=GRUNT, target=ZOMBIE, dice=[1, 1, 1])
    raid.allied("take-back", reason="")
    raid.german("allow-take-back")
    told = raid.client.get(f"/t/{raid.code}/wall").text.partition('id="last-line"')[2]
    assert "undo request" not in told
    assert "undo allowed" in told


def test_panel_counters_of_a_side_are_asked_for_in_a_sentence(play: Play) -> None:
    table = play(mission=6)
    table.allied("count-panels", panels=2)
    table.choose_forces(german=["sturmzombie", "gretel"]).bid(0, 0).deploy([GRUNT, SECOND], [GRETEL, ZOMBIE])
    table.enter("allied", GRUNT).allied("activate-panel", model=GRUNT)
    assert "See that the Allies have 1 panel counter." in lines(table, "german")
    assert "Deja a los Aliados con 1 ficha de panel." in lines(table, "german", "es")
