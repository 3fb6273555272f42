"""The second shipped set: models of our own with the weapons of the books that no model of theirs carries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.games.incursion.book import EDITIONS, WEAPONS, card_set
from tests.incursion.probes import facing
from tests.playing import PlayedTable, code_of

Play = Callable[..., PlayedTable]
WISHES: dict[str, Any] = {"card_set": "reinforcements", "mission": 3, "rp": {"allied": 20, "german": 20}}
BREACHER, GRENADIER, ZOMBIE, GRUNT = "ape-breacher-1", "ape-grenadier-1", "sturmzombie-1", "grunt-ape-1"


def test_with_it_every_weapon_of_the_books_is_carried() -> None:
    assert carried_in("reinforcements") == set(WEAPONS)
    assert carried_in("reinforcements") - carried_in("starter") == {"shotgun", "grenade"}


def carried_in(name: str) -> set[str]:
    """The weapons that models of a set carry."""
    return {weapon for card in card_set(name)["models"].values() for weapon in card.get("weapons", [])}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("face", "lives"), [(2, True), (3, False)])
def test_a_shotgun_finds_a_fortitude_that_is_one_less(play: Play, edition: str, face: int, lives: bool) -> None:
    # a Sturmzombie has F 4: one die, and 4 − 1 = 3 is enough
    table = facing(play(**WISHES, edition=edition), ["ape-breacher"], ["sturmzombie"])
    (offer,) = table.offers("allied", "fire")
    assert offer["dice"]["count"] == 1
    (shot, *_) = table.allied("fire", model=BREACHER, target=ZOMBIE, dice=[face])["events"]
    assert (shot["data"]["weapon"], shot["data"]["needs"], shot["data"]["ap"]) == ("shotgun", 3, 1)
    assert table[f"models.{ZOMBIE}.alive"] is lives


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_watches_with_one_die_that_cannot_run_out(play: Play, edition: str) -> None:
    # the SWD Breacher has F 4, the APE Breacher F 5: it needs 4 in Reaction Fire, too
    germans = ["swd-breacher", "sturmzombie"]
    table = facing(play(**WISHES, edition=edition), ["ape-breacher"], germans, watching=["swd-breacher-1"])
    (offer,) = table.offers("german", "react")
    assert offer["dice"]["count"] == 1
    (shot, *_) = table.german("react", model="swd-breacher-1", target=BREACHER, dice=[4])["events"]
    assert (shot["data"]["needs"], table[f"models.{BREACHER}.dp"]) == (4, 1)
    assert table["models.swd-breacher-1.reaction_fire"] is True


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("range_", "farthest"), [("not-counted", 6), ("counted", 5)])
def test_a_grenade_goes_six_squares_and_strikes_friend_and_foe(
    play: Play, edition: str, range_: str, farthest: int
) -> None:
    wishes = {**WISHES, "edition": edition, "table_rulings": {"range": range_}}
    table = facing(play(**wishes), ["grunt-ape", "ape-grenadier"], ["sturmzombie"])
    (offer,) = table.offers("allied", "throw-grenade")
    assert offer["choose"]["distance"]["max"] == farthest
    thrown: dict[str, Any] = {"model": GRENADIER, "caught": [ZOMBIE, GRUNT]}
    assert code_of(lambda: table.allied("throw-grenade", **thrown, distance=farthest + 1)) == "too-big"
    table.allied("throw-grenade", **thrown, distance=farthest)
    assert table[f"models.{GRENADIER}.ap"] == 0
    # one die each, +1: F 4 falls to a 3, F 5 holds against it
    (blast, *_) = table.allied("resolve-blast", dice=[3, 3])["events"]
    assert [target["hit"] for target in blast["data"]["targets"]] == [True, False]
    assert (table[f"models.{ZOMBIE}.alive"], table[f"models.{GRUNT}.dp"]) == (False, table[f"models.{GRUNT}.full_dp"])


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("answer", "watching"), [("never", []), ("yes", ["swd-grenadier-1"])])
def test_who_carries_grenades_watches_with_its_gun_only_where_the_table_says_so(
    play: Play, edition: str, answer: str, watching: list[str]
) -> None:
    wishes = {**WISHES, "edition": edition, "table_rulings": {"rf-two-weapons": answer}}
    table = facing(play(**wishes), ["ape-breacher"], ["sturmzombie", "swd-grenadier"], acting="german")
    (offer,) = table.offers("german", "done")
    assert offer["choose"].get("reaction_fire", {"some": []})["some"] == watching


def test_our_own_models_and_values_say_that_they_are_ours() -> None:
    starter, more = card_set("starter"), card_set("reinforcements")["models"]
    ours = set(more) - set(starter["models"])
    assert {more[key]["side"] for key in ours} == {"allied", "german"}
    assert {source for key in ours for source in more[key]["from"].values()} == {"house"}
    assert {starter["battle"][key]["from"]["on"] for key in ("extra-ammo", "low-on-ammo")} == {"house"}


def test_the_prices_that_the_audit_asked_for() -> None:
    starter = card_set("starter")
    assert [starter["models"][key]["rp"] for key in ("blitzhund", "hans")] == [4, 4]
    cold = starter["battle"]["cold-limbs"]
    assert (cold["change"], cold["lasts"], cold["kill"], cold["copies"]) == ({"ap": -1}, "turn", 3, 1)
