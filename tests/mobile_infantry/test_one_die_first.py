"""A presence test by real dice: one die first, the others only where they are needed. Specification, section 7."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.games.mobile_infantry.turn.presence import dice_of
from tests.mobile_infantry.playing import BRAIN, Battle, Same

Open = Callable[..., Battle]


@pytest.fixture
def marching(open_battle: Open) -> Battle:
    """A squad that came on foot: only a five or a six brings bugs."""
    return open_battle(mission=3).squad().ready().to("presence")


def asked(battle: Battle) -> dict[str, int]:
    """The dice that the Brain is asked for, by command."""
    keys = ("test-presence", "arrival", "follow-ups", "move-packs")
    offers = [offer for key in keys for offer in battle.offers(BRAIN, key)]
    return {offer.command: offer.dice.count for offer in offers if offer.dice}


def test_most_turns_take_a_single_die(open_battle: Open) -> None:
    battle = open_battle().squad().ready().to("presence")
    assert asked(battle) == {"test-presence": 1}
    with battle.refuses("wrong-dice-count", "dice"):
        battle.press(BRAIN, "test-presence", [1] * 10)
    battle.press(BRAIN, "test-presence", [1])
    assert asked(battle) == {}
    with battle.refuses("nothing-to-roll"):
        battle.press(BRAIN, "arrival", [1])
    battle.press(BRAIN, "done")


def test_an_arrival_asks_for_the_side_and_then_for_as_many_inches_as_that_says(open_battle: Open) -> None:
    """Behind (2): four dice of inches, 4 + 3 + 2 + 1 = 10, and one die of kind: a 3 is two warriors."""
    battle = open_battle().squad().ready().to("presence")
    battle.press(BRAIN, "test-presence", [6])
    assert asked(battle) == {"arrival": 1}
    with battle.refuses("dice-first"):
        battle.press(BRAIN, "done")
    with battle.refuses("rolled-later"):
        battle.press(BRAIN, "move-packs", [1, 1])
    battle.press(BRAIN, "arrival", [2])
    assert asked(battle) == {"arrival": 4 + 1}
    battle.press(BRAIN, "arrival", [4, 3, 2, 1, 3])
    (pack,) = battle.state.lair.packs.values()
    assert (pack.bearing, pack.inches, pack.kind, pack.count) == ("rear", 10, "warrior", 2)
    assert asked(battle) == {}
    battle.press(BRAIN, "done")


def test_a_side_with_six_dice_and_a_die_of_the_number_where_the_table_rolls_one(open_battle: Open) -> None:
    battle = open_battle(type_count="d3-d2").squad().ready().to("presence")
    battle.press(BRAIN, "test-presence", [6])
    battle.press(BRAIN, "arrival", [1])
    assert asked(battle) == {"arrival": 6 + 2}
    battle.press(BRAIN, "arrival", [1, 2, 3, 4, 5, 6, 2, 6])
    (pack,) = battle.state.lair.packs.values()
    assert (pack.bearing, pack.inches, pack.kind, pack.count) == ("front", 21, "warrior", 3)


def test_before_a_fort_no_side_is_rolled(open_battle: Open) -> None:
    battle = open_battle(mission=6).squad().ready().to("presence")
    battle.press(BRAIN, "test-presence", [6], hour=8)
    assert asked(battle) == {"arrival": 4 + 1}
    battle.press(BRAIN, "arrival", [1, 2, 3, 4, 1])
    (pack,) = battle.state.lair.packs.values()
    assert (pack.team, pack.bearing, pack.inches, pack.kind) == ("fort", "hour-8", 10, "tank")


def test_old_sites_and_hidden_packs_are_asked_about_where_there_are_any(open_battle: Open) -> None:
    """Turn 1 opens a site, turn 2 hides a tank bug; in turn 3 the site brings something and the tank bug moves 5."""
    battle = open_battle().squad().ready().to("presence")
    battle.show(battle.come()).to("presence", turn=2)
    battle.come("tank", inches=[6] * 6)
    battle.to("presence", turn=3)
    battle.press(BRAIN, "test-presence", [1])
    assert asked(battle) == {"follow-ups": 1}
    battle.press(BRAIN, "follow-ups", [2])
    assert asked(battle) == {"follow-ups": 1}
    battle.press(BRAIN, "follow-ups", [6])
    assert asked(battle) == {"move-packs": 1}, "a tank bug moves by one die"
    battle.press(BRAIN, "move-packs", [5])
    hidden = {key: (pack.kind, pack.count, pack.inches) for key, pack in battle.state.lair.packs.items()}
    assert hidden == {"pack-2": ("tank", 1, 36 - 5), "pack-3": ("flyer", 2, 0)}
    assert asked(battle) == {}


def test_a_site_that_is_finished_or_waits_asks_for_no_kind_and_a_held_pack_for_no_move(open_battle: Open) -> None:
    battle = open_battle().squad().ready().to("presence")
    battle.show(battle.come()).to("presence", turn=2)
    pack = battle.come()
    battle.to("presence", turn=3)
    battle.press(BRAIN, "test-presence", [1], hold=[pack])
    battle.press(BRAIN, "follow-ups", [5])
    assert battle.state.sites["site-1"].active is False
    assert asked(battle) == {}


def test_a_pack_that_shows_itself_meanwhile_moves_no_more(open_battle: Open) -> None:
    battle = open_battle().squad().ready().to("presence")
    pack = battle.come()
    battle.to("presence", turn=2)
    battle.press(BRAIN, "test-presence", [1])
    assert asked(battle) == {"move-packs": 2}
    battle.show(pack)
    assert asked(battle) == {}
    battle.press(BRAIN, "done")


@pytest.mark.parametrize("typed", [0, 1, 2, 3])
def test_the_tables_count_of_rolls_goes_on_by_the_same_step_whatever_was_typed(open_battle: Open, typed: int) -> None:
    """Left out altogether, after the first die, after the side, or all of it by hand: two rolls a turn."""
    battle = open_battle().squad().ready().to("presence")
    before = battle.table.roll_count
    battle.press(BRAIN, "test-presence", [6] if typed else None)
    if typed > 1:
        battle.press(BRAIN, "arrival", [2])
    if typed > 2:
        battle.press(BRAIN, "arrival", [1, 1, 1, 1, 2])
    elif typed:
        battle.press(BRAIN, "arrival")
    assert battle.table.roll_count == before + 2


def test_without_typed_dice_one_press_rolls_all_that_is_left_as_the_table_would_have(open_battle: Open) -> None:
    """The table’s roll of the turn lies there from the test on: side, inches and kind are those that it would have
    rolled at once."""
    whole, rest = (open_battle().squad().ready().to("presence") for _ in range(2))
    for battle in (whole, rest):
        battle.show(battle.come()).to("presence", turn=2)
        battle.come()
        battle.to("presence", turn=3)
    whole.press(BRAIN, "test-presence")
    event = whole.table.entries[-1].events[-1]
    rest.press(BRAIN, "test-presence", [event.roll.faces[0]])
    if rest.state.lair.to_roll.arrives:
        rest.press(BRAIN, "arrival")
    else:
        rest.press(BRAIN, "follow-ups")
    assert rest.state.lair == whole.state.lair
    told = rest.table.entries[-1].events[-1]
    assert (told.roll, len(told.roll.faces)) == (event.roll, 10 + 2 * 1 + 2 * 1)


def test_nobody_reads_the_dice_that_the_table_keeps(open_battle: Open) -> None:
    battle = open_battle().squad().ready().to("presence")
    count = dice_of(battle.brains_look())
    battle.press(BRAIN, "test-presence", [6])
    entry = battle.table.entries[-1]
    (kept,) = [data for key, data in battle.events_for(battle.table.seat(BRAIN), entry) if key == "roll-kept"]
    assert kept["dice"] == {"hidden": count}
    assert kept["left"]["dice"] == count
    assert battle.events_for(battle.table.seat("im-1"), entry) == []


@pytest.mark.parametrize("faces", [[6, 6], None])
def test_the_hidden_part_of_a_flight_ends_at_24_inches_by_every_dice(battle: Battle, faces: list[int] | None) -> None:
    """From 30 inches twelve would bring a flyer to 18: it ends at 24, and goes no further and takes no dice then."""
    flyer = battle.to("presence").come("flyer", inches=[6, 6, 6, 6, 3, 3])
    battle.end_phase().to("presence", turn=2).press(BRAIN, "test-presence", [1])
    seeded, battle.dice = battle.dice, Same(6)
    battle.press(BRAIN, "move-packs", faces)
    battle.dice = seeded
    assert battle.state.lair.packs[flyer].inches == 24
    battle.to("presence", turn=3).press(BRAIN, "test-presence", [1])
    assert asked(battle) == {}
    battle.press(BRAIN, "done")
