"""Rulings of Incursion in sentences, asked without a table."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from app.core.errors import Malformed, Refused
from app.core.game.evaluate import ask_ruling
from app.core.rules.ruling import RulingResult
from app.games import REGISTRY
from app.games.incursion.book import edition_book
from app.games.incursion.cards.effects import with_each_card
from app.games.incursion.combat.shooting import Shot, shot_ruling

INCURSION = REGISTRY["incursion"]
EDITIONS = INCURSION.editions


def ask(ruling: str, **facts: Any) -> RulingResult:
    """A ruling of Incursion; `edition` and `table_rulings` as over JSON."""
    return ask_ruling(INCURSION, ruling, facts)


def refused(ruling: str, **facts: Any) -> tuple[str, str | None]:
    """The code and field of a refusal."""
    with pytest.raises((Refused, Malformed)) as no:
        ask(ruling, **facts)
    return no.value.code, no.value.field


# -- maintenance


@pytest.mark.parametrize("edition", EDITIONS)
def test_command_points_rise_with_rp_alike_in_both_books(edition: str) -> None:
    levels = {2: 3, 3: 3, 5: 3, 6: 4, 9: 5, 12: 6, 15: 7, 18: 8, 20: 8, 21: 9, 40: 9}
    assert {rp: ask("command-points", edition=edition, rp=rp)["cp"] for rp in levels} == levels


def test_gretels_zombie_cp_are_a_pool_apart() -> None:
    answer = ask("command-points", rp=9, gretel=True, sarge=True)
    assert (answer["cp"], answer["zombie_cp"]) == (6, 4)


def test_each_book_has_its_own_hand_size() -> None:
    rp = (5, 6, 8, 9, 11, 12, 13, 14, 15, 17, 18)
    assert [ask("hand-size", edition="en-2009", rp=n)["cards"] for n in rp] == [1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 4]
    assert [ask("hand-size", edition="es-2009", rp=n)["cards"] for n in rp] == [1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5]


def test_ilsas_card_may_be_drawn_every_turn_instead() -> None:
    assert ask("hand-size", rp=6, ilsa=True)["cards"] == 3
    assert ask("hand-size", rp=6, ilsa=True, table_rulings={"commander": "every-turn"})["cards"] == 2


def test_a_tied_bid_goes_to_the_allies() -> None:
    assert ask("first-player", allied_bid=2, german_bid=2)["first"] == "allied"
    assert ask("first-player", allied_bid=2, german_bid=3)["first"] == "german"
    assert ask("first-player", allied_bid=1, german_bid=0)["first"] == "allied"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("action", "ap"), [("seal-door", 1), ("free-harpoon", 1), ("kill-effect", 1), ("turn", 1)])
def test_actions_have_their_price(edition: str, action: str, ap: int) -> None:
    assert ask("action-cost", edition=edition, action=action)["ap"] == ap


def test_an_action_that_no_table_lists_has_no_price() -> None:
    assert refused("action-cost", action="dance") == ("not-allowed", "action")


def test_levels_have_no_upper_end() -> None:
    assert ask("command-points", rp=300)["cp"] == 9
    assert ask("first-player", allied_bid=100, german_bid=101)["first"] == "german"
    assert ask("countdown", turn=100)["launches"] is True


def test_a_horde_comes_in_whole_batches() -> None:
    assert [ask("horde", rp=rp)["per_turn"] for rp in (0, 2, 3, 8, 12)] == [0, 0, 3, 6, 12]


def test_the_countdown_starts_in_turn_seven_and_is_certain_in_turn_twelve() -> None:
    assert [ask("countdown", turn=turn)["launch_on"] for turn in (1, 6, 7, 11, 12, 13)] == [0, 0, 1, 5, 6, 6]
    assert ask("countdown", turn=12)["launches"] is True
    assert ask("countdown", turn=6)["launches"] is False
    assert "launches" not in ask("countdown", turn=8).result
    assert ask("countdown", turn=8).odds == {"launches": {"true": "1/3", "false": "2/3"}}
    assert refused("countdown", turn=8, die=7) == ("no-such-face", "die")


# -- shooting


def test_a_natural_one_never_wounds_in_the_english_book_but_may_in_the_spanish() -> None:
    facts = {"weapon": "pistol", "fortitude": 2, "modifier": 1, "dice": [1]}
    assert ask("shoot", edition="en-2009", **facts)["hits"] == 0
    assert ask("shoot", edition="es-2009", **facts)["hits"] == 1


def test_fortitude_is_held_between_one_and_six_in_the_spanish_book_after_the_weapon() -> None:
    assert ask("shoot", edition="es-2009", weapon="shotgun", fortitude=8)["needs"] == 6
    assert ask("shoot", edition="es-2009", weapon="shotgun", fortitude=7)["needs"] == 6
    assert ask("shoot", edition="es-2009", weapon="shotgun", fortitude=1)["needs"] == 1
    assert ask("shoot", edition="en-2009", weapon="shotgun", fortitude=8)["needs"] == 7


def test_surplus_hits_are_counted_but_lost() -> None:
    answer = ask("shoot", weapon="lmg", fortitude=2, dp=2, dice=[6, 6, 6])
    assert (answer["hits"], answer["dp_lost"], answer["casualty"]) == (3, 2, True)


def test_reaction_fire_rolls_fewer_dice_and_doubles_run_it_dry() -> None:
    dice = {weapon: ask("shoot", weapon=weapon, fortitude=4, reaction=True)["dice_needed"] for weapon in ("smg", "lmg")}
    assert dice == {"smg": 1, "lmg": 2}
    assert ask("shoot", weapon="lmg", fortitude=4, reaction=True, dice=[2, 2])["out_of_ammo"]
    assert not ask("shoot", weapon="lmg", fortitude=4, reaction=True, dice=[2, 3])["out_of_ammo"]


def test_cards_may_leave_no_dice_or_at_least_one_as_the_table_says() -> None:
    facts = {"weapon": "pistol", "fortitude": 4, "extra_dice": -2}
    none = ask("shoot", **facts)
    assert (none["dice_needed"], none["hits"], none["casualty"]) == (0, 0, False)
    assert ask("shoot", table_rulings={"no-dice": "at-least-one"}, **facts)["dice_needed"] == 1


def test_two_gun_rolls_each_die_that_missed_once_more() -> None:
    facts = {"weapon": "smg", "fortitude": 5, "two_gun": True, "dp": 3}
    first = ask("shoot", dice=[5, 2], **facts)
    assert (first["hits"], first["rerolls_needed"]) == (1, 1)
    second = ask("shoot", dice=[5, 2], rerolls=[6], **facts)
    assert (second["hits"], "rerolls_needed" in second.result) == (2, False)
    assert refused("shoot", dice=[5, 2], rerolls=[6, 6], **facts) == ("wrong-dice-count", "rerolls")
    assert refused("shoot", rerolls=[9, 9], **facts) == ("wrong-dice-count", "rerolls")
    assert refused("shoot", weapon="lmg", fortitude=5, two_gun=True) == ("two-gun-is-smg", "two_gun")


def test_two_gun_in_reaction_fire_is_plain_unless_the_table_rerolls() -> None:
    facts = {"weapon": "smg", "fortitude": 5, "two_gun": True, "reaction": True, "dice": [2]}
    assert "rerolls_needed" not in ask("shoot", **facts).result
    assert ask("shoot", table_rulings={"rf-two-gun": "rerolls"}, **facts)["rerolls_needed"] == 1


def test_out_of_ammo_is_judged_before_or_after_rerolls_as_the_table_says() -> None:
    readings = {"rf-two-gun": "rerolls"}
    facts = {"weapon": "smg", "fortitude": 5, "two_gun": True, "reaction": True, "extra_dice": 1}
    doubled = {"dice": [2, 2], "rerolls": [3, 4], **facts}
    assert ask("shoot", table_rulings=readings, **doubled)["out_of_ammo"]
    assert not ask("shoot", table_rulings={**readings, "ammo-doubles": "final"}, **doubled)["out_of_ammo"]


# -- hand to hand


@pytest.mark.parametrize(
    ("attacker", "dice", "needs"),
    [("grunt-ape", 1, 5), ("gretel", 1, 5), ("blitzhund", 3, 5), ("hans", 1, 3), ("slugger-murphy", 1, 5)],
)
def test_each_model_fights_in_its_own_way(attacker: str, dice: int, needs: int) -> None:
    answer = ask("melee", attacker=attacker, fortitude=5)
    assert (answer["dice_needed"], answer["needs"]) == (dice, needs)


def test_the_nth_zombie_rolls_n_dice_and_nobody_else_does() -> None:
    assert [ask("melee", attacker="sturmzombie", fortitude=5, nth=n)["dice_needed"] for n in (1, 2, 5)] == [1, 2, 5]
    assert ask("melee", attacker="ilsa", fortitude=5, nth=4)["dice_needed"] == 1


def test_slugger_needs_no_dice_against_a_sturmzombie() -> None:
    answer = ask("melee", attacker="slugger-murphy", target="sturmzombie", fortitude=4)
    assert (answer["dice_needed"], answer["casualty"], answer["dp_lost"]) == (0, True, 1)
    assert refused("melee", attacker="slugger-murphy", target="sturmzombie", fortitude=4, dice=[6]) == (
        "wrong-dice-count",
        "dice",
    )


@pytest.mark.parametrize(("answer", "dice"), [("no-shot", 0), ("at-least-one", 1)])
def test_the_table_says_whether_cards_leave_a_die_hand_to_hand_too(answer: str, dice: int) -> None:
    told = ask("melee", attacker="ilsa", fortitude=5, extra_dice=-2, table_rulings={"no-dice": answer})
    assert told["dice_needed"] == dice


def test_the_table_says_whether_they_fight_through_walls() -> None:
    facts = {"attacker": "ilsa", "fortitude": 5, "wall": True}
    assert refused("melee", **facts) == ("wall-between", "wall")
    assert ask("melee", **facts, table_rulings={"melee-walls": "yes"})["dice_needed"] == 1


# -- mission 4


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_corpse_wakes_on_a_one(edition: str) -> None:
    wakes = [ask("twitcher", edition=edition, die=die)["twitcher"] for die in range(1, 7)]
    assert wakes == [True, False, False, False, False, False]
    assert ask("twitcher", edition=edition).odds == {"twitcher": {"true": "1/6", "false": "5/6"}}


@pytest.mark.parametrize("edition", EDITIONS)
def test_counters_are_worth_one_two_or_three(edition: str) -> None:
    assert [ask("victory-counters", edition=edition, counters=[face])["vp"] for face in range(1, 9)] == [
        *(1, 1, 1, 1, 1),
        *(2, 2, 3),
    ]
    assert ask("victory-counters", edition=edition, counters=list(range(1, 9)))["vp"] == 12
    assert ask("victory-counters", edition=edition, counters=[])["vp"] == 0


def test_a_twitcher_strikes_with_three_dice() -> None:
    answer = ask("melee", attacker="sturmzombie", fortitude=5, twitcher=True)
    assert (answer["dice_needed"], answer["needs"]) == (3, 5)
    assert [(reason.label, reason.change) for reason in answer.working.reasons] == [
        ("one-die", 1),
        ("twitcher-attack", 2),
    ]


# -- what holds for all


SHOTS = [
    {"weapon": weapon, "fortitude": fortitude, "dp": dp, "reaction": reaction, "modifier": modifier}
    for weapon in ("smg", "lmg", "shotgun")
    for fortitude, dp, modifier in ((4, 1, 0), (5, 2, 1), (7, 1, 0), (1, 3, -1))
    for reaction in (False, True)
]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("facts", SHOTS, ids=str)
def test_the_odds_of_a_shot_are_what_all_faces_give(edition: str, facts: dict[str, Any]) -> None:
    before = ask("shoot", edition=edition, **facts)
    rolls = list(product(range(1, 7), repeat=before["dice_needed"]))
    outcomes = [ask("shoot", edition=edition, dice=list(faces), **facts) for faces in rolls]
    hits = Counter(outcome["hits"] for outcome in outcomes)
    assert before.odds is not None
    assert before.odds["hits"] == {str(n): str(Fraction(hits[n], len(rolls))) for n in range(before["dice_needed"] + 1)}
    casualties = sum(outcome["casualty"] for outcome in outcomes)
    assert before.odds["casualty"] == str(Fraction(casualties, len(rolls)))


def test_the_odds_of_two_gun_count_the_rerolls() -> None:
    facts = {"weapon": "smg", "fortitude": 5, "two_gun": True}
    hits: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=4):
        missed = sum(face < 5 for face in faces[:2])
        hits[ask("shoot", dice=list(faces[:2]), rerolls=list(faces[2 : 2 + missed]), **facts)["hits"]] += 1
    odds = ask("shoot", **facts).odds
    assert odds is not None
    assert odds["hits"] == {str(n): str(Fraction(hits[n], 6**4)) for n in range(3)}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("nth", [1, 3])
def test_the_odds_of_a_blow_are_what_all_faces_give(edition: str, nth: int) -> None:
    facts = {"edition": edition, "attacker": "sturmzombie", "fortitude": 5, "dp": 2, "nth": nth}
    rolls = list(product(range(1, 7), repeat=nth))
    hits = Counter(ask("melee", dice=list(faces), **facts)["hits"] for faces in rolls)
    odds = ask("melee", **facts).odds
    assert odds is not None
    assert odds["hits"] == {str(n): str(Fraction(hits[n], len(rolls))) for n in range(nth + 1)}


MAIN_NUMBER = {
    "command-points": ("cp", {"rp": 14, "sarge": True, "gretel": True}),
    "hand-size": ("cards", {"rp": 9, "ilsa": True}),
    "action-cost": ("ap", {"action": "move-backward"}),
    "shoot": ("dice_needed", {"weapon": "lmg", "fortitude": 7, "reaction": True, "extra_dice": -9, "modifier": 1}),
    "melee": ("dice_needed", {"attacker": "sturmzombie", "fortitude": 0, "nth": 4, "extra_dice": -1}),
    "horde": ("per_turn", {"rp": 7}),
    "countdown": ("launch_on", {"turn": 15}),
    "victory-counters": ("vp", {"counters": [1, 6, 8]}),
    "fire": ("total", {"placed": True, "fortitude": 7, "modifier": 2, "table_rulings": {"fire-placed": "one-die"}}),
}
OF_SOMETHING_ELSE = {
    "first-player": {"allied_bid": 1, "german_bid": 2},
    "bambi": {"fortitude": 5, "modifier": 1},
    "blast": {"source": "grenade", "targets": [{"name": "ilsa", "fortitude": 4, "die": 3}]},
    "harpoon": {"fortitude": 5, "die": 3},
    "volatile": {"die": 2},
    "twitcher": {"die": 1},
}
"""Rulings whose working explains no number of the result by that name."""


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("ruling", MAIN_NUMBER)
def test_a_workings_changes_add_up_to_its_number(edition: str, ruling: str) -> None:
    name, facts = MAIN_NUMBER[ruling]
    answer = ask(ruling, edition=edition, **facts)
    for number, working in (
        (answer[name], answer.working),
        *((answer[key], also) for key, also in answer.also.items()),
    ):
        assert sum(reason.change for reason in working.reasons) == working.total == number
        totals = [reason.total for reason in working.reasons]
        changes = [reason.change for reason in working.reasons]
        assert totals == [sum(changes[: n + 1]) for n in range(len(changes))]


@pytest.mark.parametrize("ruling", OF_SOMETHING_ELSE)
def test_the_other_workings_add_up_too(ruling: str) -> None:
    answer = ask(ruling, **OF_SOMETHING_ELSE[ruling])
    for working in (answer.working, *answer.also.values()):
        assert sum(reason.change for reason in working.reasons) == working.total


def test_every_ruling_is_asked_for_its_working() -> None:
    assert set(INCURSION.rules.rulings) == {*MAIN_NUMBER, *OF_SOMETHING_ELSE}


@pytest.mark.parametrize(
    ("ruling", "facts", "code", "field"),
    [
        ("shoot", {"fortitude": 4}, "missing-field", "weapon"),
        ("shoot", {"weapon": "lmg", "fortitude": "4"}, "wrong-type", "fortitude"),
        ("shoot", {"weapon": "lmg", "fortitude": True}, "wrong-type", "fortitude"),
        ("shoot", {"weapon": "lmg", "fortitude": 4.0}, "wrong-type", "fortitude"),
        ("shoot", {"weapon": "bow", "fortitude": 4}, "not-allowed", "weapon"),
        ("shoot", {"weapon": "lmg", "fortitude": 4, "dp": 0}, "too-small", "dp"),
        ("shoot", {"weapon": "lmg", "fortitude": 4, "dice": [1, 2]}, "wrong-dice-count", "dice"),
        ("shoot", {"weapon": "lmg", "fortitude": 4, "dice": [1, 7, 2]}, "no-such-face", "dice.1"),
        ("shoot", {"weapon": "lmg", "fortitude": 4, "dice": [1, 0, 2]}, "no-such-face", "dice.1"),
        ("shoot", {"weapon": "lmg", "fortitude": 4, "dice": [1, "2", 2]}, "wrong-type", "dice.1"),
        ("shoot", {"weapon": "lmg", "fortitude": 4, "aim": 1}, "unknown-field", "aim"),
        ("horde", {"rp": -1}, "too-small", "rp"),
        ("horde", {"rp": 3, "edition": "fr-2009"}, "not-allowed", "edition"),
        ("horde", {"rp": 3, "edition": 2009}, "wrong-type", "edition"),
        ("horde", {"rp": 3, "table_rulings": {"nobody": "asked"}}, "unknown-question", "table_rulings.nobody"),
        ("horde", {"rp": 3, "table_rulings": {"tie": "cat"}}, "unknown-answer", "table_rulings.tie"),
        ("horde", {"rp": 3, "table_rulings": {"tie": 1}}, "wrong-type", "table_rulings.tie"),
        ("melee", {"attacker": "pinger", "fortitude": 4}, "not-allowed", "attacker"),
        ("twitcher", {"die": 0}, "no-such-face", "die"),
        ("victory-counters", {"counters": [1, 9]}, "no-such-counter", "counters.1"),
        ("victory-counters", {"counters": [8, 8]}, "no-such-counter", "counters.1"),
        ("first-player", {"allied_bid": -1, "german_bid": 0}, "too-small", "allied_bid"),
    ],
)
def test_bad_facts_are_refused_naming_the_field(ruling: str, facts: dict[str, Any], code: str, field: str) -> None:
    assert refused(ruling, **facts) == (code, field)


def test_whatever_gun_changes_the_targets_fortitude_is_told_before_the_cards() -> None:
    book = edition_book("en-2009", {})
    guns = book.shooting.weapons
    piercing = guns | {"lmg": guns["lmg"].model_copy(update={"fortitude": -2})}
    book = book.model_copy(update={"shooting": book.shooting.model_copy(update={"weapons": piercing})})
    answer = shot_ruling(Shot(weapon="lmg", fortitude=4), book)
    told = with_each_card(answer, [], {"fortitude": [("lucky-charm", 1), ("curse", -1)]}).also["needs"]
    assert [(one.label, one.change) for one in told.reasons] == [
        ("fortitude", 4),
        ("lmg", -2),
        ("lucky-charm", 1),
        ("curse", -1),
    ]
