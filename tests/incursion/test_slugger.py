"""Slugger Murphy at the table: Bambi's chain, Thumper, Where There's a Will."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.games.incursion.combat import shooting
from tests.playing import No, PlayedTable, code_of

Play = Callable[..., PlayedTable]
HIM, GRUNT, DOG, ZOMBIE = "slugger-murphy-1", "grunt-ape-1", "blitzhund-1", "sturmzombie-1"


@pytest.fixture
def met(play: Play) -> Callable[..., PlayedTable]:
    """Opens a table with Slugger on the board; the Allies act and he does. `met(edition="es-2009")`."""

    def opened(**wishes: Any) -> PlayedTable:
        table = play(mission=3, rp={"allied": 12, "german": 12}, **wishes)
        table.choose_forces(["slugger-murphy", "grunt-ape"], ["sturmzombie", "blitzhund", "gretel"])
        table.bid(0, 1).deploy([HIM, GRUNT], [DOG, ZOMBIE, "gretel-1"])
        table.enter("german", DOG, ZOMBIE, "gretel-1").german("done")
        return table.enter("allied", HIM)

    return opened


def fire(table: PlayedTable, target: str, *dice: int, **more: Any) -> Any:
    """A shot of Bambi."""
    return table.allied("fire", model=HIM, weapon="pistol", target=target, dice=list(dice), **more)


def free(table: PlayedTable) -> list[dict[str, Any]]:
    """His free shots."""
    return [offer for offer in table.offers("allied", "fire") if offer["given"].get("again")]


def test_bambi_shoots_on_free_until_it_fails(met: Callable[..., PlayedTable], monkeypatch: pytest.MonkeyPatch) -> None:
    table = met()
    asked: list[Any] = []
    ruling = shooting.bambi
    monkeypatch.setattr(shooting, "bambi", lambda chain, book: asked.append(chain) or ruling(chain, book))
    needs = [fire(table, "gretel-1", 2)["events"][0]["data"]["needs"]]
    assert [chain.dice for chain in asked if chain.dice] == [[2]]
    needs.append(fire(table, "gretel-1", 3, again=True)["events"][0]["data"]["needs"])
    assert (table["models.gretel-1.dp"], table[f"models.{HIM}.ap"]) == (1, 2)
    needs.append(fire(table, ZOMBIE, 3, again=True)["events"][0]["data"]["needs"])
    assert needs == [2, 3, 4]
    assert (table[f"models.{ZOMBIE}.alive"], free(table)) == (True, [])


@pytest.mark.parametrize(("edition", "lives"), [("en-2009", True), ("es-2009", False)])
def test_a_natural_one_ends_his_activation(met: Callable[..., PlayedTable], edition: str, lives: bool) -> None:
    table = met(edition=edition, deck={"allied": "physical"})
    table.allied("play-card", card="hairline-cracks", on=DOG)
    table.german("let-card", card="hairline-cracks-1")
    fire(table, DOG, 1)
    assert (table["acting"], table[f"models.{HIM}.ap"], table[f"models.{DOG}.alive"]) == (None, 0, lives)


@pytest.mark.parametrize(("answer", "targets"), [("any", {DOG, ZOMBIE, "gretel-1"}), ("same", {"gretel-1"})])
def test_the_table_says_whom_free_shots_may_hit(
    met: Callable[..., PlayedTable], answer: str, targets: set[str]
) -> None:
    table = met(table_rulings={"bambi-target": answer})
    fire(table, "gretel-1", 6)
    assert {target for offer in free(table) for target in offer["choose"]["target"]} == targets


def test_there_is_no_chain_in_reaction_fire(met: Callable[..., PlayedTable]) -> None:
    table = met()
    table.allied("done", reaction_fire=[HIM])
    for waiting in table["waiting"]:
        table.press(waiting["side"], "replenish-hand")
    table.bid(0, 1).deploy([], []).german("activate", model="gretel-1")
    table.german("turn", model="gretel-1")
    answer = table.allied("react", model=HIM, target="gretel-1", action=1, dice=[2])
    assert answer["events"][0]["data"]["needs"] == 2
    assert (table["models.gretel-1.dp"], table["follow_ups"], free(table)) == (2, {}, [])


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_extra_ammo_gives_bambi_a_second_die(met: Callable[..., PlayedTable], edition: str) -> None:
    table = met(edition=edition, deck={"allied": "physical"})
    table.allied("play-card", card="extra-ammo", on=HIM)
    table.german("let-card", card="extra-ammo-1")
    assert table.offers("allied", "fire")[0]["dice"]["count"] == 2
    fire(table, "gretel-1", 2, 6)
    assert (table["models.gretel-1.dp"], free(table)[0]["dice"]["count"]) == (1, 2)
    fire(table, ZOMBIE, 1, 6, again=True)
    assert table["acting"] is None


# -- Thumper


def test_thumper_rerolls_a_miss_but_needs_no_die_for_a_zombie(met: Callable[..., PlayedTable]) -> None:
    table = met()
    table.allied("melee", model=HIM, target="gretel-1", dice=[1])
    (offer,) = table.offers("allied", "reroll")
    assert offer["dice"]["count"] == 1
    table.allied("reroll", model=HIM, dice=[4])
    assert table["models.gretel-1.dp"] == 2
    table.allied("melee", model=HIM, target=ZOMBIE)
    assert (table[f"models.{ZOMBIE}.alive"], table.offers("allied", "reroll")) == (False, [])


def test_a_hit_of_thumper_leaves_nothing_to_reroll(met: Callable[..., PlayedTable]) -> None:
    table = met()
    table.allied("melee", model=HIM, target="gretel-1", dice=[4])
    with pytest.raises(No) as no:
        table.allied("reroll", model=HIM)
    assert (no.value.code, no.value.error["rule"]) == ("nothing-to-reroll", "melee.thumper")
    with pytest.raises(No) as no:
        table.german("reroll", model="gretel-1")
    assert (no.value.code, no.value.error["rule"]) == ("nothing-to-reroll", "shooting.two-gun")
    with pytest.raises(No) as no:
        table.german("reroll", model=HIM)
    assert (no.value.code, no.value.error["rule"]) == ("nothing-to-reroll", "shooting.two-gun")


@pytest.mark.parametrize(
    ("edition", "answers", "ends"),
    [("en-2009", {"thumper-one": "no"}, False), ("en-2009", {"thumper-one": "yes"}, True), ("es-2009", {}, False)],
)
def test_a_natural_one_hand_to_hand_ends_it_where_book_and_table_say_so(
    met: Callable[..., PlayedTable], edition: str, answers: dict[str, str], ends: bool
) -> None:
    table = met(edition=edition, table_rulings=answers)
    table.allied("melee", model=HIM, target="gretel-1", dice=[1])
    assert (table["acting"] is None) is ends
    assert bool(table.offers("allied", "reroll")) is not ends


@pytest.mark.parametrize(
    ("edition", "answers", "ends"),
    [("en-2009", {"thumper-one": "no"}, False), ("en-2009", {"thumper-one": "yes"}, True), ("es-2009", {}, False)],
)
def test_so_does_a_natural_one_of_the_reroll(
    met: Callable[..., PlayedTable], edition: str, answers: dict[str, str], ends: bool
) -> None:
    table = met(edition=edition, table_rulings=answers)
    table.allied("melee", model=HIM, target="gretel-1", dice=[2])
    table.allied("reroll", model=HIM, dice=[1])
    assert (table["acting"] is None) is ends


# -- Where There's a Will


def test_once_a_turn_he_shakes_an_effect_off(met: Callable[..., PlayedTable]) -> None:
    table = met(deck={"allied": "physical"})
    for card in ("servo-boost", "extra-plating"):
        table.allied("play-card", card=card, on=HIM)
        table.german("let-card", card=f"{card}-1")
    assert table[f"models.{HIM}.ap"] == 4
    assert code_of(lambda: table.allied("kill-effect", model=HIM, card="snafu-1")) == "no-effect-on-him"
    table.allied("kill-effect", model=HIM, card="servo-boost-1")
    assert (list(table["in_play"]), table[f"models.{HIM}.ap"]) == (["extra-plating-1"], 2)
    assert code_of(lambda: table.allied("kill-effect", model=HIM, card="extra-plating-1")) == "will-used"
    table.allied("activate", model=GRUNT)
    assert code_of(lambda: table.allied("kill-effect", model=GRUNT, card="extra-plating-1")) == "no-such-will"


def test_rerolls_of_thumper_cite_thumper(play: Play) -> None:
    table = play(mission=3, rp={"allied": 20, "german": 20}).choose_forces(
        ["slugger-murphy"], ["sturmzombie", "gretel"]
    )
    table.bid(0, 1).deploy(["slugger-murphy-1"], ["gretel-1"]).enter("german", "gretel-1").german("done")
    table.enter("allied", "slugger-murphy-1").allied("melee", model="slugger-murphy-1", target="gretel-1", dice=[2])
    event = table.allied("reroll", model="slugger-murphy-1", dice=[3])["events"][0]
    assert [reason["rule"] for reason in event["working"]] == ["melee.thumper"]
