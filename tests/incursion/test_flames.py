"""Flamethrowers and fire at the table, in both editions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.errors import Refused
from app.core.game.evaluate import ask_ruling
from app.core.rules.ruling import RulingResult
from app.games import REGISTRY
from app.games.incursion.combat import flames
from tests.incursion.probes import RAID, facing
from tests.incursion.test_shown import board
from tests.playing import PlayedTable, code_of, refusal
from tests.tap_counts.pages import Taps

Play = Callable[..., PlayedTable]
Lit = Callable[..., PlayedTable]
BLAZER, GRUNT, GRETEL, ZOMBIE, BOMBER = "ape-blazer-1", "grunt-ape-1", "gretel-1", "sturmzombie-1", "bomberzombie-1"
ALLIES = ["ape-blazer", "ape-blazer", "grunt-ape", "ape-sarge"]
GERMANS = ["sturmzombie", "gretel", "bomberzombie", "blitzhund"]
OUT = [GRETEL, BOMBER, ZOMBIE, "blitzhund-1"]


@pytest.fixture
def met(play: Play) -> Lit:
    """Opens a table: Germans and Allies have entered, the Blazer acts with 2 AP left; 9 Allied CP with the Sarge's."""

    def opened(**wishes: Any) -> PlayedTable:
        table = play(mission=3, rp={"allied": 20, "german": 20}, referee=True, **wishes)
        table.choose_forces(ALLIES, GERMANS).bid(0, 1)
        table.deploy([BLAZER, "ape-blazer-2", GRUNT, "ape-sarge-1"], OUT)
        table.enter("german", *OUT).german("done")
        return table.enter("allied", GRUNT, BLAZER)

    return opened


def flame(table: PlayedTable, *caught: str, model: str = BLAZER, squares: int = 3) -> Any:
    """The flamethrower."""
    return table.allied("flame", model=model, squares=squares, caught=list(caught))


def to_the_germans(table: PlayedTable, *acting: str) -> PlayedTable:
    """The next turn; the Germans go first, and these act one after the other."""
    table.end_turn().bid(0, 1).deploy([], [])
    for model in acting:
        table.german("activate", model=model)
    return table


def burn(table: PlayedTable, model: str, *dice: int, seat: str = "german") -> dict[str, Any]:
    """The dice of a model in fire: what the event holds."""
    answer = table.press(seat, "burn", model=model, dice=list(dice))
    data: dict[str, Any] = answer["events"][0]["data"]
    return data


def owed(table: PlayedTable, seat: str = "german") -> dict[str, int]:
    return {offer["given"]["model"]: offer["dice"]["count"] for offer in table.offers(seat, "burn")}


def why_not(table: PlayedTable, command: str, seat: str = "allied") -> str:
    """Why a command is greyed."""
    offers = table.offers(seat, command, greyed=1)
    (code,) = [offer["why_not"]["code"] for offer in offers]
    return str(code)


# -- placing


def test_a_flamethrower_costs_two_ap_and_lays_up_to_eight_squares(met: Lit) -> None:
    table = met()
    (offer,) = table.offers("allied", "flame")
    assert offer["choose"]["squares"] == {"min": 1, "max": 8}
    caught = offer["choose"]["caught"]
    assert (caught["min"], caught["max"], set(caught["some"])) == (0, 5, {GRUNT, *OUT})
    flame(table, GRETEL, GRUNT, squares=8)
    assert (table[f"models.{BLAZER}.ap"], table["sides.allied.cp"]) == (0, 9)
    assert table["flames"] == [{"side": "allied", "squares": 8, "turn": 1}]
    burning = [key for key, model in table["models"].items() if model["in_fire"]]
    assert set(burning) == {GRETEL, GRUNT}


def test_a_blazer_with_one_ap_left_pays_the_rest_with_cp(met: Lit) -> None:
    table = met()
    table.allied("turn", model=BLAZER)
    flame(table, GRETEL)
    assert (table[f"models.{BLAZER}.ap"], table["sides.allied.cp"]) == (0, 9 - 1)


@pytest.mark.parametrize(
    ("fields", "no"),
    [
        ({"squares": 9}, ("too-big", "squares")),
        ({"squares": 0}, ("too-small", "squares")),
        ({"caught": ["nobody-1"]}, ("not-on-board", "caught.0")),
        ({"caught": [GRETEL, GRETEL]}, ("named-twice", "caught.1")),
        ({"caught": [GRETEL, BLAZER]}, ("own-square", "caught.1")),
        ({"caught": ["ape-sarge-1"]}, ("not-on-board", "caught.0")),
    ],
)
def test_what_a_flamethrower_cannot_do(met: Lit, fields: dict[str, Any], no: tuple[str, str]) -> None:
    table = met()
    before = table.get()
    assert refusal(lambda: table.allied("flame", **{"model": BLAZER, "squares": 2, **fields})) == no
    assert table.get() == before


def test_only_who_has_a_flamethrower_fires_it(met: Lit) -> None:
    table = met()
    table.allied("activate", model="ape-sarge-1")
    assert refusal(lambda: flame(table, model="ape-sarge-1")) == ("lacks-weapon", "model")
    assert why_not(table, "flame") == "lacks-weapon"


def test_a_flamethrower_never_watches(met: Lit) -> None:
    assert code_of(lambda: met().allied("done", reaction_fire=[BLAZER])) == "no-reaction-weapon"


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_whom_a_flame_is_placed_on_takes_nothing_until_he_acts(met: Lit, edition: str) -> None:
    table = met(edition=edition)
    flame(table, GRETEL, GRUNT)
    assert (table["waiting"], table["burns"]) == ([], [])
    assert why_not(table, "burn") == "not-time-for-burn"


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_or_one_die_at_once_friend_or_foe(met: Lit, edition: str) -> None:
    table = met(edition=edition, table_rulings={"fire-placed": "one-die"})
    flame(table, GRETEL, GRUNT)
    assert (owed(table), owed(table, "allied")) == ({GRETEL: 1}, {GRUNT: 1})
    assert [waiting["for"] for waiting in table["waiting"]] == ["burn", "burn"]
    assert burn(table, GRETEL, 4)["dp_lost"] == 1
    assert code_of(lambda: table.allied("turn", model=BLAZER, cp=1)) == "blast-first"
    assert burn(table, GRUNT, 4, seat="allied")["dp_lost"] == 0
    assert (table[f"models.{GRETEL}.dp"], table[f"models.{GRUNT}.dp"], table["waiting"]) == (2, 2, [])
    table.allied("turn", model=BLAZER, cp=1)


def test_nothing_else_happens_before_the_dice_in_fire(met: Lit) -> None:
    table = met(table_rulings={"fire-placed": "one-die"})
    flame(table, GRETEL)
    for command, fields in [("activate", {"model": "ape-blazer-2"}), ("done", {}), ("declare-fire", {"model": GRUNT})]:
        fields = {**fields, "in_fire": True} if command == "declare-fire" else fields
        assert code_of(lambda c=command, f=fields: table.allied(c, **f)) == "blast-first"  # type: ignore[misc]
    assert code_of(lambda: table.allied("burn", model=GRETEL)) == "not-time-for-burn"
    assert refusal(lambda: table.german("burn", model=ZOMBIE)) == ("does-not-burn", "model")
    assert refusal(lambda: table.german("burn", model=GRETEL, dice=[1, 2])) == ("wrong-dice-count", "dice")


# -- the English book: AP and CP spent in fire


@pytest.mark.parametrize(("answer", "dice"), [("point", 1 + 2), ("action", 1), ("square", 1 + 1)])
def test_a_two_ap_action_in_fire_counts_as_the_table_says(met: Lit, answer: str, dice: int) -> None:
    table = met(table_rulings={"fire-steps": answer})
    flame(table, GRETEL)
    to_the_germans(table, GRETEL).german("move", model=GRETEL, step="sideways")
    assert owed(table) == {GRETEL: dice}
    assert burn(table, GRETEL, *[1] * dice)["needs"] == 4
    assert table[f"models.{GRETEL}.in_fire"] is False
    table.german("turn", model=GRETEL)
    assert owed(table) == {}


@pytest.mark.parametrize(
    ("answer", "dice"), [("point", [1, 2, 3 + 4, 5]), ("action", [1, 2, 3, 4]), ("square", [1, 2, 2 + 2, 2])]
)
def test_each_point_into_and_in_fire_burns_more(met: Lit, answer: str, dice: list[int]) -> None:
    table = met(table_rulings={"fire-steps": answer})
    flame(table)
    to_the_germans(table, GRETEL)
    table.referee("house-ruling", set=f"models.{GRETEL}.dp", to=9, reason="a test")
    table.german("turn", model=GRETEL)
    assert owed(table) == {}
    asked = []
    for command, fields in [
        ("move", {"step": "forward", "into_fire": True}),
        ("move", {"step": "forward", "into_fire": True}),
        ("move", {"step": "sideways", "into_fire": False, "cp": 2}),
    ]:
        table.german(command, model=GRETEL, **fields)
        asked.append(owed(table)[GRETEL])
        burn(table, GRETEL, *[1] * asked[-1])
    assert asked == dice[:3]
    table.german("turn", model=GRETEL, cp=1)
    assert (owed(table), table[f"models.{GRETEL}.fire_steps"]) == ({}, {"point": 4, "action": 3, "square": 4}[answer])


def test_cp_spent_in_fire_burn_like_ap(met: Lit) -> None:
    table = met()
    flame(table, GRETEL)
    to_the_germans(table, GRETEL)
    for dice, cp in ((1, 1), (2, 0), (3, 1)):
        table.german("turn", model=GRETEL, cp=cp)
        assert burn(table, GRETEL, *[1] * dice)["hits"] == 0


def test_zombie_cp_spent_in_fire_burn_too(met: Lit) -> None:
    table = met()
    flame(table, ZOMBIE)
    to_the_germans(table, ZOMBIE).german("turn", model=ZOMBIE, cp=1)
    assert (owed(table), table["sides.german.zombie_cp"]) == ({ZOMBIE: 1}, 3)


def test_what_costs_nothing_does_not_burn(met: Lit) -> None:
    table = met()
    flame(table, "blitzhund-1")
    to_the_germans(table, "blitzhund-1").german("turn", model="blitzhund-1")
    assert owed(table) == {}
    table.german("melee", model="blitzhund-1", target=GRUNT, dice=[1, 1, 1])
    assert owed(table) == {"blitzhund-1": 1}


def test_the_next_activation_begins_again_with_one_die(met: Lit) -> None:
    table = met()
    flame(table, GRETEL)
    to_the_germans(table, GRETEL).german("turn", model=GRETEL)
    burn(table, GRETEL, 1)
    table.german("done")
    table.allied("activate", model=BLAZER)
    flame(table, GRETEL)
    table.end_turn().bid(0, 1).deploy([], []).german("activate", model=GRETEL)
    table.german("turn", model=GRETEL)
    assert owed(table) == {GRETEL: 1}


def test_the_dice_are_told_with_their_reasons_and_the_cards_that_count(met: Lit) -> None:
    table = met(deck={"allied": "physical"}, table_rulings={"fire-placed": "one-die"})
    table.allied("play-card", card="hairline-cracks", on=GRETEL)
    table.german("let-card", card="hairline-cracks-1")
    flame(table, GRETEL)
    preview = flames.burning_at(table.look("german"), GRETEL, {"placed": 1})
    assert [(reason.label, reason.change) for reason in preview.working.reasons] == [
        ("steps-in-fire", 0),
        ("counter-placed", 1),
    ]
    reasons = [(reason.label, reason.change) for reason in preview.also["needs"].reasons]
    assert reasons == [("fortitude", 4), ("hairline-cracks", -1)]
    struck = burn(table, GRETEL, 3)
    assert (struck["needs"], struck["dp_lost"]) == (3, 1)


def test_who_leaves_the_board_out_of_fire_burns_before_it_counts(play: Play) -> None:
    for face, winner in ((5, "allied"), (4, None)):
        table = play(rp={"allied": 7}, referee=True).choose_forces(["ape-blazer", "grunt-ape"]).bid()
        table.deploy([BLAZER, GRUNT], []).enter("allied", GRUNT, BLAZER)
        table.referee("house-ruling", set=f"models.{GRUNT}.dp", to=1, reason="a test")
        table.next_turn().allied("activate", model=BLAZER)
        flame(table, GRUNT)
        table.allied("leave-board", model=BLAZER)
        table.allied("activate", model=GRUNT)
        table.allied("leave-board", model=GRUNT)
        assert (table["over"], owed(table, "allied")) == (False, {GRUNT: 1})
        burn(table, GRUNT, face, seat="allied")
        assert (table["over"], table["winner"]) == (True, "german" if winner else "allied")


def test_a_thrower_who_burns_to_death_is_not_caught_by_his_own_grenade(met: Lit) -> None:
    table = met()
    table.enter("allied", "ape-sarge-1")
    table.referee("house-ruling", set="models.ape-sarge-1.dp", to=1, reason="a test")
    table.allied("done")
    table.end_turn().bid(0, 0).deploy([], []).allied("activate", model=BLAZER)
    flame(table, "ape-sarge-1")
    table.allied("activate", model="ape-sarge-1")
    table.allied("launch", model="ape-sarge-1", caught=["ape-sarge-1", GRETEL])
    assert burn(table, "ape-sarge-1", 1, 5, 1, seat="allied")["dp_lost"] == 1
    (offer,) = table.offers("allied", "resolve-blast")
    assert offer["dice"]["count"] == 1
    table.allied("resolve-blast", dice=[3])
    assert (table[f"models.{GRETEL}.dp"], table["waiting"], table["blast"]) == (2, [], None)


# -- the Spanish book: burning squares entered, and AP kept in fire


def spanish(met: Lit, *caught: str, **wishes: Any) -> PlayedTable:
    """The Spanish edition: the Blazer has fired, the Germans go first in turn 2."""
    table = met(edition="es-2009", **wishes)
    flame(table, *caught)
    return table


def step(table: PlayedTable, into_fire: bool, **fields: Any) -> dict[str, int]:
    """Gretel goes forward: what she owes."""
    table.german("move", model=GRETEL, step="forward", into_fire=into_fire, **fields)
    return owed(table)


def test_each_burning_square_entered_burns_more(met: Lit) -> None:
    table = to_the_germans(spanish(met), GRETEL)
    table.referee("house-ruling", set=f"models.{GRETEL}.dp", to=9, reason="a test")
    assert step(table, True) == {GRETEL: 1}
    burn(table, GRETEL, 1)
    assert step(table, False) == {}
    assert step(table, True) == {GRETEL: 2}
    burn(table, GRETEL, 1, 1)
    assert step(table, True, cp=1) == {GRETEL: 3}
    burn(table, GRETEL, 1, 1, 1)
    table.german("turn", model=GRETEL, cp=1)
    assert owed(table) == {}
    table.german("activate", model=ZOMBIE)
    assert owed(table) == {}


def test_who_moves_into_fire_and_keeps_ap_takes_a_die_for_each_ap_of_its_card(met: Lit) -> None:
    table = to_the_germans(spanish(met), GRETEL)
    assert step(table, True) == {GRETEL: 1}
    burn(table, GRETEL, 1)
    table.german("turn", model=GRETEL)
    assert owed(table) == {}
    table.german("activate", model=ZOMBIE)
    assert owed(table) == {GRETEL: 3}
    assert burn(table, GRETEL, 4, 1, 5)["dp_lost"] == 2


@pytest.mark.parametrize("ends", ["activate", "done"])
def test_who_starts_on_fire_and_stays_takes_the_same(met: Lit, ends: str) -> None:
    table = to_the_germans(spanish(met, GRETEL), GRETEL)
    table.german("turn", model=GRETEL)
    assert owed(table) == {}
    table.german(ends, **({"model": ZOMBIE} if ends == "activate" else {}))
    assert owed(table) == {GRETEL: 3}
    burn(table, GRETEL, 1, 1, 1)
    assert table["waiting"] == []


def test_who_is_never_activated_stays_in_fire_too(met: Lit) -> None:
    table = to_the_germans(spanish(met, GRETEL, ZOMBIE))
    table.german("done")
    assert owed(table) == {GRETEL: 3, ZOMBIE: 2}
    assert code_of(lambda: table.allied("activate", model=BLAZER)) == "blast-first"
    burn(table, ZOMBIE, 4, 4)
    burn(table, GRETEL, 1, 1, 4)
    assert (table[f"models.{ZOMBIE}.alive"], table[f"models.{GRETEL}.dp"], table["active"]) == (False, 2, "allied")
    table.allied("activate", model=BLAZER)


def test_who_walks_out_of_the_fire_it_started_in_takes_nothing(met: Lit) -> None:
    table = to_the_germans(spanish(met, GRETEL), GRETEL)
    assert step(table, False) == {}
    table.german("done")
    assert owed(table) == {}


def test_a_model_that_cp_bring_back_into_fire_has_kept_no_ap(met: Lit) -> None:
    table = to_the_germans(spanish(met), GRETEL, ZOMBIE)
    table.german("activate", model=GRETEL)
    assert step(table, True, cp=1) == {GRETEL: 1}
    burn(table, GRETEL, 1)
    table.german("done")
    assert owed(table) == {}


def test_ap_that_a_card_took_were_not_kept(met: Lit) -> None:
    table = spanish(met, deck={"allied": "physical"})
    table.allied("play-card", card="jammed-servo", on=GRETEL)
    table.german("let-card", card="jammed-servo-1")
    to_the_germans(table, GRETEL)
    assert step(table, False) == {}
    assert step(table, True) == {GRETEL: 1}
    burn(table, GRETEL, 1)
    table.german("done")
    assert owed(table) == {}


# -- how long flames burn


def burning(table: PlayedTable) -> tuple[int, bool]:
    """Squares on fire, and whether Gretel stands in one."""
    return sum(one["squares"] for one in table["flames"]), table[f"models.{GRETEL}.in_fire"]


def test_flames_burn_on_until_the_firing_side_is_about_to_activate_its_first_model(met: Lit) -> None:
    table = met()
    flame(table, GRETEL)
    table.allied("activate", model="ape-blazer-2")
    assert burning(table) == (3, True)
    to_the_germans(table, ZOMBIE)
    assert burning(table) == (3, True)
    table.german("done")
    assert burning(table) == (3, True)
    events = [event["event"] for event in table.allied("activate", model=GRUNT)["events"]]
    assert (events, burning(table)) == (["flames-died", "model-activated"], (0, False))


def test_flames_die_with_a_half_in_which_nobody_is_activated(met: Lit) -> None:
    table = met()
    flame(table, GRETEL)
    to_the_germans(table).german("done")
    table.allied("done")
    assert burning(table) == (0, False)


def test_new_flames_burn_on_when_older_ones_die(met: Lit) -> None:
    table = met()
    flame(table, GRETEL, squares=5)
    to_the_germans(table).german("done")
    table.allied("activate", model=BLAZER)
    flame(table, squares=2)
    table.allied("activate", model=GRUNT)
    assert burning(table) == (2, False)


# -- what only the board knows


def test_people_say_who_stands_in_fire(met: Lit) -> None:
    table = met()
    declare = {"model": GRETEL, "in_fire": True}
    assert code_of(lambda: table.allied("declare-fire", **declare)) == "nothing-burns"
    assert why_not(table, "declare-fire") == "nothing-burns"
    into = {"model": BLAZER, "step": "forward", "into_fire": True}
    assert refusal(lambda: table.allied("move", **into)) == ("nothing-burns", "into_fire")
    assert not any(offer["given"].get("into_fire") for offer in table.offers("allied", "move"))
    flame(table, ZOMBIE)
    yes, no = table.offers("allied", "declare-fire")
    assert (yes["given"], no["given"]) == ({"in_fire": True}, {"in_fire": False})
    assert (GRETEL in yes["choose"]["model"], no["choose"]["model"]) == (True, [ZOMBIE])
    table.allied("declare-fire", **declare)
    assert refusal(lambda: table.allied("declare-fire", **declare)) == ("nobody-to-declare", "model")
    table.allied("declare-fire", model=GRETEL, in_fire=False)
    assert table[f"models.{GRETEL}.in_fire"] is False
    assert code_of(lambda: table.german("declare-fire", **declare)) == "not-your-half"


def test_where_nobody_is_on_the_board_nobody_stands_in_fire(met: Lit) -> None:
    table = met()
    flame(table)
    for key, model in table["models"].items():
        if model["place"] == "board" and key != BLAZER:
            table.referee("house-ruling", set=f"models.{key}.dp", to=0, reason="a test")
    table.referee("house-ruling", set=f"models.{BLAZER}.dp", to=0, reason="a test")
    assert why_not(table, "declare-fire") == "nobody-to-declare"


def test_a_step_is_offered_into_fire_once_something_burns(met: Lit) -> None:
    table = met()
    flame(table)
    table.allied("activate", model="ape-blazer-2")
    labels = [offer["label"] for offer in table.offers("allied", "move")]
    # each way over the edge twice, side by side: into fire, and not
    assert labels == [
        "Enter, no fire", "Enter, into fire", "Enter sideways, no fire", "Enter sideways, into fire",
        "Enter backward, no fire", "Enter backward, into fire",
    ]  # fmt: skip
    table.allied("move", model="ape-blazer-2", step="forward", into_fire=True)
    assert (owed(table, "allied"), table["models.ape-blazer-2.place"]) == ({"ape-blazer-2": 1}, "board")


# -- Volatile


@pytest.mark.parametrize("answer", ["ranged", "any"])
def test_a_bomber_that_burns_to_death_is_volatile(met: Lit, answer: str) -> None:
    table = met(table_rulings={"fire-placed": "one-die", "volatile": answer})
    flame(table, BOMBER)
    burn(table, BOMBER, 4)
    assert [(waiting["side"], waiting["for"]) for waiting in table["waiting"]] == [("german", "volatile")]
    table.german("volatile", model=BOMBER, dice=[3])
    assert (table[f"models.{BOMBER}.place"], table["waiting"]) == ("board", [])


def test_a_bomber_may_catch_somebody_who_then_burns_to_death_before_the_blast(met: Lit) -> None:
    table = met(table_rulings={"fire-placed": "one-die"})
    table.referee("house-ruling", set=f"models.{GRUNT}.dp", to=1, reason="a test")
    flame(table, BOMBER, GRUNT)
    burn(table, BOMBER, 4)
    table.german("volatile", model=BOMBER, dice=[1])
    table.german("explode", model=BOMBER, caught=[GRUNT])
    burn(table, GRUNT, 5, seat="allied")
    (offer,) = table.offers("german", "resolve-blast")
    assert offer["dice"]["count"] == 0
    table.german("resolve-blast")
    assert (table[f"models.{BOMBER}.alive"], table["waiting"], table["volatile"]) == (False, [], [])


# -- the ruling alone


def fire(edition: str, **facts: Any) -> RulingResult:
    return ask_ruling(REGISTRY["incursion"], "fire", {"edition": edition, **facts})


ENGLISH: list[tuple[dict[str, Any], list[int], int]] = [
    ({"spent": 3}, [1, 2, 3], 6),
    ({"spent": 2, "earlier": 1}, [2, 3], 5),
    ({"spent": 2, "square": 3}, [1, 2], 3),
    ({"spent": 2, "square": 3, "table_rulings": {"fire-steps": "square"}}, [3, 3], 6),
    ({"placed": True}, [], 0),
    ({"placed": True, "spent": 1, "table_rulings": {"fire-placed": "one-die"}}, [1], 2),
]
SPANISH: list[tuple[dict[str, Any], list[int], int]] = [
    ({"entered": 3}, [1, 2, 3], 6),
    ({"entered": 1, "earlier": 2}, [3], 3),
    ({"idle": True, "card_ap": 4}, [], 4),
    ({"entered": 1, "idle": True, "card_ap": 3}, [1], 4),
    ({"card_ap": 3}, [], 0),
    ({"placed": True, "table_rulings": {"fire-placed": "one-die"}}, [], 1),
]


@pytest.mark.parametrize(
    ("edition", "facts", "each", "total"),
    [("en-2009", *case) for case in ENGLISH] + [("es-2009", *case) for case in SPANISH],
    ids=str,
)
def test_the_dice_of_a_ruling_step_by_step_and_their_reasons(
    edition: str, facts: dict[str, Any], each: list[int], total: int
) -> None:
    answer = fire(edition, **facts)
    assert (answer["dice_per_step"], answer["total"], answer.working.total) == (each, total, total)
    assert sum(reason.change for reason in answer.working.reasons) == total
    assert "needs" not in answer.result


@pytest.mark.parametrize("edition", REGISTRY["incursion"].editions)
@pytest.mark.parametrize(("fortitude", "modifier", "dp"), [(4, 0, 1), (7, 0, 2), (2, 1, 2), (5, 2, 3), (0, 0, 4)])
def test_the_odds_in_fire_are_what_all_faces_give(edition: str, fortitude: int, modifier: int, dp: int) -> None:
    steps = {"spent": 2} if edition == "en-2009" else {"entered": 2}
    facts = {**steps, "fortitude": fortitude, "modifier": modifier, "dp": dp}
    before = fire(edition, **facts)
    judged = [fire(edition, **facts, dice=list(faces)).result for faces in product(range(1, 7), repeat=3)]
    assert (before["dice_needed"], before["needs"]) == (3, before.also["needs"].total)
    assert sum(reason.change for reason in before.also["needs"].reasons) == before["needs"]
    hits = Counter(result["hits"] for result in judged)
    assert before.odds is not None
    assert before.odds["hits"] == {str(n): str(Fraction(hits[n], 6**3)) for n in range(4)}
    assert before.odds["casualty"] == str(Fraction(sum(result["casualty"] for result in judged), 6**3))
    assert all(result["dp_lost"] == min(dp, result["hits"]) for result in judged)


@pytest.mark.parametrize(
    ("edition", "facts", "code", "field"),
    [
        ("en-2009", {"entered": 1}, "not-in-this-edition", "entered"),
        ("en-2009", {"idle": True}, "not-in-this-edition", "idle"),
        ("es-2009", {"spent": 1}, "not-in-this-edition", "spent"),
        ("en-2009", {"spent": 1, "dice": [3]}, "wrong-dice-count", "dice"),
        ("en-2009", {"spent": 2, "fortitude": 4, "dice": [3, 3]}, "wrong-dice-count", "dice"),
        ("en-2009", {"spent": 1, "fortitude": 4, "dice": [7]}, "no-such-face", "dice.0"),
        ("es-2009", {"entered": 100}, "too-big", "entered"),
    ],
)
def test_facts_that_no_fire_has_are_refused(edition: str, facts: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(Refused) as no:
        fire(edition, **facts)
    assert (no.value.code, no.value.field) == (code, field)


@pytest.mark.parametrize(("what", "burns"), [("turn", False), ("door", False), ("item", False), ("nothing", True)])
def test_by_the_spanish_book_turns_doors_and_items_are_movement_functions(play: Play, what: str, burns: bool) -> None:
    table = play(edition="es-2009", mission=3, rp={"allied": 20, "german": 20})
    table.choose_forces(["ape-blazer"], ["sturmzombie", "gretel"]).bid(0, 0).deploy(["ape-blazer-1"], ["gretel-1"])
    table.enter("allied", "ape-blazer-1").allied("flame", model="ape-blazer-1", squares=4)
    table.allied("done")
    # 3 AP: the square of the entry, one into fire, one for a movement function, or kept
    table.enter("german", "gretel-1").german("move", model="gretel-1", step="forward", into_fire=True)
    table.german("burn", model="gretel-1", dice=[1])
    fields = {"door": {"to": "open"}, "item": {"item": "pinger"}}.get(what, {})
    if what != "nothing":
        table.german(what, model="gretel-1", **fields)
    table.german("done")
    asked = {waiting["for"] for waiting in table["waiting"]}
    assert (asked, table["phase"]) == (({"burn"}, "last-chance") if burns else ({"hand"}, "maintenance"))


def test_a_bomber_that_burns_to_death_as_it_leaves_the_board_is_simply_gone(play: Play) -> None:
    table = facing(play(**RAID), ["ape-blazer"], ["bomberzombie", "sturmzombie"])
    table.allied("flame", model="ape-blazer-1", squares=1, caught=["bomberzombie-1"])
    table.next_turn(0, 1).german("activate", model="bomberzombie-1")
    table.german("leave-board", model="bomberzombie-1")
    events = table.german("burn", model="bomberzombie-1", dice=[6])["events"]
    assert [event["event"] for event in events] == ["model-burned", "model-lost"]
    assert (table["waiting"], table["models.bomberzombie-1.alive"]) == ([], False)


# -- asked at every step, and shown


def lit(play: Play, edition: str = "en-2009") -> PlayedTable:
    """Pinger Raid: the Allies' four squares burn; two Grunts and the Sarge are still to enter."""
    table = play(mission=3, edition=edition, rp={"allied": 20, "german": 20}, referee=True)
    table.choose_forces(["ape-blazer", "grunt-ape", "grunt-ape", "ape-sarge"], ["sturmzombie", "gretel"]).bid(1, 0)
    table.deploy([BLAZER, GRUNT, "grunt-ape-2", "ape-sarge-1"], [GRETEL]).enter("allied", BLAZER)
    table.allied("flame", model=BLAZER, squares=4)
    return table


def test_every_step_has_two_tiles_into_fire_and_not(play: Play) -> None:
    table = lit(play)
    table.allied("activate", model=GRUNT)
    for inside in (False, True):
        ways = [(offer["given"]["step"], offer["given"]["into_fire"]) for offer in table.offers("allied", "move")]
        assert ways == [(step, fire) for step in ("forward", "sideways", "backward") for fire in (False, True)]
        tiles = board(table)["next"].tiles
        shown = [tap.id for tap in (*tiles.places, *tiles.more) if tap and tap.id.endswith("-fire")]
        assert shown[:3] == ["move-forward-fire", "move-sideways-fire", "move-backward-fire"]
        assert tiles.places[1].id == "move-forward-fire"
        if not inside:
            table.allied("move", model=GRUNT, step="forward")
    exits = [offer["given"].get("into_fire") for offer in table.offers("allied", "leave-board")]
    assert exits == [False, True] * 3


def test_where_nothing_burns_no_step_asks(table: PlayedTable) -> None:
    table.to_action()
    table.allied("activate", model=GRUNT)
    assert all("into_fire" not in offer["given"] for offer in table.offers("allied", "move"))
    assert not any(tap.id.endswith("-fire") for tap in board(table)["next"].tiles.places)
    assert board(table)["fire"] is None


@pytest.mark.parametrize(("edition", "dice"), [("en-2009", 1), ("es-2009", 1)])
def test_an_exit_that_burns_takes_its_dice_before_anything_counts(play: Play, edition: str, dice: int) -> None:
    table = lit(play, edition).enter("allied", GRUNT)
    table.allied("leave-board", model=GRUNT, into_fire=True)
    assert (owed(table, "allied"), table[f"models.{GRUNT}.place"]) == ({GRUNT: dice}, "out")
    burn(table, GRUNT, 1, seat="allied")
    assert table[f"models.{GRUNT}.alive"]


def test_an_advance_goes_one_square_a_press_and_names_who_steps_into_fire(play: Play) -> None:
    table = lit(play)
    (offer,) = table.offers("allied", "advance")
    assert (offer["given"], sorted(offer["choose"])) == ({"squares": 1}, ["into_fire", "models"])
    models = [GRUNT, "grunt-ape-2", "ape-sarge-1"]
    events = table.allied("advance", models=models, squares=1, into_fire=["grunt-ape-2"])["events"]
    moved = [
        (event["data"]["model"], event["data"]["into_fire"]) for event in events if event["event"] == "model-moved"
    ]
    # the dice of the second are due at once: the third has not gone yet
    assert moved == [(GRUNT, False), ("grunt-ape-2", True)]
    stopped = events[-2]["data"]
    assert (events[-2]["event"], stopped["because"], stopped["left"]) == ("advance-stopped", "dice-of-fire", models[2:])
    assert owed(table, "allied") == {"grunt-ape-2": 1}
    assert code_of(lambda: table.allied("move", model="grunt-ape-2", step="forward")) == "blast-first"
    burn(table, "grunt-ape-2", 1, seat="allied")
    table.allied("advance", models=["ape-sarge-1"], squares=3)
    assert table["models.ape-sarge-1.squares_moved"] == 1


def test_who_is_named_to_step_into_fire_and_does_not_go_stays_where_it_is(play: Play) -> None:
    table = lit(play)
    table.allied("advance", models=[GRUNT], squares=1, into_fire=["grunt-ape-2"])
    assert (owed(table, "allied"), table["models.grunt-ape-2.place"]) == ({}, "entry")
    assert refusal(lambda: table.allied("advance", models=[GRUNT], squares=1, into_fire=[GRETEL])) == (
        "not-your-model",
        "into_fire.0",
    )
    twice = {"models": [GRUNT], "squares": 1, "into_fire": [GRUNT, GRUNT]}
    assert refusal(lambda: table.allied("advance", **twice)) == ("named-twice", "into_fire.1")


def test_nobody_advances_into_fire_where_nothing_burns(table: PlayedTable) -> None:
    table.to_action()
    named = {"models": [GRUNT], "squares": 1, "into_fire": [GRUNT]}
    assert refusal(lambda: table.allied("advance", **named)) == ("nothing-burns", "into_fire")


@pytest.mark.parametrize("seat", ["allied", "german", None])
def test_every_board_shows_whose_flames_how_many_until_when_and_who_stands_in_them(
    play: Play, client: FlaskClient, seat: str | None
) -> None:
    table = lit(play)
    table.allied("move", model=GRUNT, step="forward", into_fire=True)
    page = Taps(table, seat).page if seat else client.get(f"/t/{table.code}/wall").text
    shown = " ".join(re.sub(r"<[^>]+>", " ", page[page.index('id="fire"') :].split("</section>")[0]).split())
    assert "4 burning squares : Allies, until they activate a model in turn 2" in shown
    assert "On Fire: Grunt APE 1" in shown


def test_it_is_shown_in_spanish_too(play: Play) -> None:
    table = lit(play)
    table.client.set_cookie("lang", "es")
    page = Taps(table, "allied").page
    assert "4 casillas ardiendo" in page
    assert "Aliados, hasta que activen una figura en el turno 2" in page
    assert "Ninguna figura está Incendiada." in page
