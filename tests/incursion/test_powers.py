"""Rulings on blasts, fire and the powers of single models, asked without a table."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.incursion.test_rulings import EDITIONS, ask, refused

FACES = range(1, 7)


# -- Bambi


def chains(**facts: Any) -> dict[int, Fraction]:
    """The hits of every chain of up to nine dice, each weighed by how often it falls."""
    counted: defaultdict[int, Fraction] = defaultdict(Fraction)

    def go_on(dice: list[int], weight: Fraction) -> None:
        for face in FACES:
            rolled = [*dice, face]
            answer = ask("bambi", **facts, dice=rolled)
            if answer["next"]:
                go_on(rolled, weight / 6)
            else:
                counted[answer["hits"]] += weight / 6

    go_on([], Fraction(1))
    return counted


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("target", ["any", "same"])
@pytest.mark.parametrize(("fortitude", "dp"), [(3, 1), (4, 2), (5, 1), (6, 3)])
def test_bambis_odds_are_those_of_every_chain(edition: str, target: str, fortitude: int, dp: int) -> None:
    facts = {"edition": edition, "fortitude": fortitude, "dp": dp, "table_rulings": {"bambi-target": target}}
    odds = ask("bambi", **facts).odds
    assert odds is not None
    assert {int(n): Fraction(p) for n, p in odds["hits"].items() if p != "0"} == dict(chains(**facts))
    assert sum(Fraction(p) for p in odds["hits"].values()) == 1


def test_each_further_shot_of_bambi_needs_one_more() -> None:
    needs = [ask("bambi", fortitude=6, dice=[4, 5, 6][:shots]).also["needs"].total for shots in (1, 2, 3)]
    assert needs == [4, 5, 6]


def test_a_chain_takes_no_dice_after_its_end() -> None:
    assert refused("bambi", fortitude=5, dice=[2, 6]) == ("wrong-dice-count", "dice")
    assert refused("bambi", fortitude=5, dice=[6, 6], reaction=True) == ("wrong-dice-count", "dice")
    assert refused("bambi", fortitude=5, dice=[]) == ("wrong-dice-count", "dice")
    assert refused("bambi", fortitude=5, dice=[6, 7]) == ("no-such-face", "dice.1")
    same = {"bambi-target": "same"}
    assert refused("bambi", fortitude=5, dp=1, dice=[6, 6], table_rulings=same) == ("wrong-dice-count", "dice")


def test_a_natural_one_in_reaction_fire_ends_no_activation() -> None:
    assert ask("bambi", fortitude=5, dice=[1], reaction=True)["activation_ends"] is False
    assert ask("bambi", fortitude=5, dice=[1])["activation_ends"] is True


# -- blasts


def caught(name: str, **facts: Any) -> dict[str, Any]:
    return {"name": name, "fortitude": 5, **facts}


def test_a_blast_says_whom_it_needs_dice_for() -> None:
    answer = ask("blast", source="grenade", targets=[caught("a"), caught("b", behind_closed_door=True)])
    assert answer["dice_needed"] == 1
    assert answer["targets"] == [{"name": "a", "needs": 4}]
    assert ask("blast", source="grenade", targets=[caught("b", behind_closed_door=True)])["targets"][0]["hit"] is False


@pytest.mark.parametrize(("answer", "needs"), [("three", 2), ("four", 1)])
def test_kabooms_modifier_is_the_tables(answer: str, needs: int) -> None:
    told = ask(
        "blast", edition="es-2009", source="bomberzombie", targets=[caught("a")], table_rulings={"kaboom": answer}
    )
    assert told["targets"][0]["needs"] == needs


def test_one_die_of_a_blast_never_takes_two_points() -> None:
    (struck,) = ask("blast", source="bomberzombie", targets=[caught("a", dp=2, die=6)])["targets"]
    assert (struck["hit"], struck["dp_lost"], struck["casualty"]) == (True, 1, False)


def test_dice_of_a_blast_are_all_there_or_none() -> None:
    assert refused("blast", source="grenade", targets=[caught("a", die=3), caught("b")]) == (
        "wrong-dice-count",
        "targets.1.die",
    )
    assert refused("blast", source="grenade", targets=[caught("a", die=7)]) == ("no-such-face", "targets.0.die")
    assert refused("blast", source="rocket", targets=[])[0] == "not-allowed"


def test_models_of_one_name_are_told_apart() -> None:
    answer = ask("blast", source="grenade", targets=[caught("z", fortitude=2, die=4), caught("z", fortitude=6, die=4)])
    assert [target["hit"] for target in answer["targets"]] == [True, False]
    assert [ruling.total for ruling in answer.also.values()] == [2, 5]
    answer = ask("blast", source="grenade", targets=[caught("z", die=6, behind_closed_door=True), caught("z", die=1)])
    assert [target["hit"] for target in answer["targets"]] == [False, False]


def test_the_odds_of_a_blast_are_those_of_all_faces() -> None:
    targets = [caught("a", fortitude=4), caught("b", fortitude=6), caught("c", behind_closed_door=True)]
    odds = ask("blast", source="grenade", targets=targets).odds
    counted = Counter[int]()
    for faces in product(FACES, FACES):
        rolled = [{**target, "die": face} for target, face in zip(targets, (*faces, 1), strict=True)]
        counted[sum(target["hit"] for target in ask("blast", source="grenade", targets=rolled)["targets"])] += 1
    assert odds is not None
    assert {int(hits): Fraction(chance) for hits, chance in odds["hits"].items()} == {
        hits: Fraction(count, 36) for hits, count in counted.items()
    }


# -- fire


def test_each_book_counts_fire_in_its_own_way() -> None:
    assert ask("fire", spent=4)["total"] == 1 + 2 + 3 + 4
    spanish = ask("fire", edition="es-2009", entered=3, idle=True, card_ap=3)
    assert (spanish["dice_per_step"], spanish["idle_dice"], spanish["total"]) == ([1, 2, 3], 3, 9)
    assert refused("fire", entered=1) == ("not-in-this-edition", "entered")
    assert refused("fire", edition="es-2009", spent=1) == ("not-in-this-edition", "spent")
    assert refused("fire", spent=-1)[0] == "too-small"
    assert refused("fire", edition="es-2009", idle=True) == ("missing-field", "card_ap")


# -- the Harpoon Gun, Volatile


@pytest.mark.parametrize("dp", [1, 2])
def test_the_harpoons_odds_are_those_of_all_faces(dp: int) -> None:
    odds = ask("harpoon", fortitude=4, dp=dp).odds
    counted = Counter[str]()
    for die, drag in product(FACES, FACES):
        answer = ask("harpoon", fortitude=4, dp=dp, die=die)
        if "dragged" not in answer.result:
            answer = ask("harpoon", fortitude=4, dp=dp, die=die, drag_die=drag)
        counted.update(name for name in ("hit", "casualty", "dragged") if answer[name])
    assert odds is not None
    assert Fraction(odds["hits"]["1"]) == Fraction(counted["hit"], 36)
    assert Fraction(odds["casualty"]) == Fraction(counted["casualty"], 36)
    assert Fraction(odds["dragged"]) == Fraction(counted["dragged"], 36)


@pytest.mark.parametrize(("answer", "dragged"), [("nearest", "17/36"), ("no-drag", "0")])
def test_nobody_is_dragged_to_a_taken_square_where_the_table_says_so(answer: str, dragged: str) -> None:
    facts = {"fortitude": 4, "dp": 1, "taken": True, "table_rulings": {"drag-taken": answer}}
    assert ask("harpoon", **facts, die=1, drag_die=4)["dragged"] is (answer == "nearest")
    odds = ask("harpoon", **facts).odds
    assert odds is not None
    assert Fraction(odds["dragged"]) == (Fraction(1, 2) * Fraction(1, 2) if answer == "nearest" else 0)


def test_a_harpoon_that_missed_asks_for_the_drag() -> None:
    answer = ask("harpoon", fortitude=5, die=2)
    assert (answer["dice_needed"], answer["drags_on"]) == (1, 4)
    assert ask("harpoon", fortitude=5, die=2, drag_die=3)["dragged"] is False
    assert refused("harpoon", fortitude=5, die=6, drag_die=4) == ("wrong-dice-count", "drag_die")
    assert refused("harpoon", fortitude=5, drag_die=4) == ("wrong-dice-count", "drag_die")
    assert refused("harpoon", fortitude=5, die=2, drag_die=9) == ("no-such-face", "drag_die")


def test_the_odds_of_volatile_are_those_of_its_six_faces() -> None:
    odds = ask("volatile").odds
    outcomes = Counter(ask("volatile", die=face)["outcome"] for face in FACES)
    assert odds is not None
    assert {name: Fraction(p) for name, p in odds["outcome"].items()} == {
        name: Fraction(count, 6) for name, count in outcomes.items()
    }
    assert refused("volatile", die=0) == ("no-such-face", "die")


# -- mission 4


def test_a_corpse_wakes_on_a_one() -> None:
    assert [ask("twitcher", die=face)["twitcher"] for face in FACES] == [True, *[False] * 5]
    odds = ask("twitcher").odds
    assert odds == {"twitcher": {"true": "1/6", "false": "5/6"}}


def test_the_eight_counters_are_worth_twelve() -> None:
    answer = ask("victory-counters", counters=list(range(1, 9)))
    assert answer["vp"] == 5 * 1 + 2 * 2 + 3
    assert sum(reason.change for reason in answer.working.reasons) == answer["vp"]
    assert ask("victory-counters", counters=[])["vp"] == 0
    assert refused("victory-counters", counters=[1, 1]) == ("no-such-counter", "counters.1")
    assert refused("victory-counters", counters=[9]) == ("no-such-counter", "counters.0")
