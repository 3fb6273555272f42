"""Cards that would weaken a shot in Reaction Fire which its watcher has still to take: they wait for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.core.engine.command import list_offers
from app.games.incursion.book import EDITIONS
from app.games.incursion.combat.reaction import React
from tests.incursion.test_taps import Taps
from tests.playing import PlayedTable, code_of, refusal, stacked_deck

Play = Callable[..., PlayedTable]
GRUNT, ILSA, ZOMBIE, SLUGGER = "grunt-ape-1", "ilsa-1", "sturmzombie-1", "slugger-murphy-1"


def watched(play: Play, monkeypatch: pytest.MonkeyPatch, *hand: str, **wishes: Any) -> PlayedTable:
    """Ilsa, of one die in Reaction Fire, watches; a Grunt of a side that holds these cards has come in before her."""
    stacked_deck(monkeypatch, *hand)
    table = play(mission=3, rp={"allied": 20, "german": 20}, referee=True, **wishes)
    table.choose_forces(["grunt-ape", "slugger-murphy"], ["sturmzombie", "ilsa"]).bid(0, 1)
    table.deploy([GRUNT, SLUGGER], [ILSA]).enter("german", ILSA).german("done", reaction_fire=[ILSA])
    return table.enter("allied", GRUNT)


def dice(table: PlayedTable) -> list[tuple[int, int]]:
    """Of each shot that Ilsa may take: how many dice, and the face that each needs."""
    previews = [offer.preview for offer in list_offers(React, table.look("german"))]
    return [(preview["dice_needed"], preview["needs"]) for preview in previews if preview is not None]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("card", "on"), [("low-on-ammo", ILSA), ("smoke", "german"), ("extra-plating", GRUNT), ("brace", "allied")]
)
def test_a_card_that_would_weaken_a_shot_waits_for_it(
    play: Play, monkeypatch: pytest.MonkeyPatch, edition: str, card: str, on: str
) -> None:
    table = watched(play, monkeypatch, card, edition=edition)
    before = dice(table)
    assert len(before) == 1
    assert refusal(lambda: table.allied("play-card", card=card, on=on)) == ("reaction-first", "card")
    assert dice(table) == before
    table.german("react", model=ILSA, target=GRUNT, dice=[1])
    table.put("allied", card, on)


@pytest.mark.parametrize("edition", EDITIONS)
def test_nobody_is_repaired_over_a_shot_at_it(play: Play, monkeypatch: pytest.MonkeyPatch, edition: str) -> None:
    table = watched(play, monkeypatch, "field-repair", edition=edition)
    for model in (GRUNT, SLUGGER):
        table.referee("house-ruling", set=f"models.{model}.dp", to=1, reason="a test")
    assert refusal(lambda: table.allied("play-card", card="field-repair", on=GRUNT)) == ("reaction-first", "card")
    table.put("allied", "field-repair", SLUGGER)
    assert table[f"models.{SLUGGER}.dp"] == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_may_lie_anywhere_else(play: Play, monkeypatch: pytest.MonkeyPatch, edition: str) -> None:
    table = watched(play, monkeypatch, "extra-plating", "low-on-ammo", edition=edition)
    offered = {offer["given"]["card"]: offer for offer in table.offers("allied", "play-card")}
    assert offered["extra-plating"]["given"]["on"] == SLUGGER
    assert set(offered["low-on-ammo"]["choose"]["on"]) == {GRUNT, SLUGGER}
    phone = Taps(table, "allied")
    phone.client.set_cookie("lang", "en")
    form = phone.client.get(f"{phone.at}/do/play-card?card=low-on-ammo").text
    assert "Wait: Ilsa von X 1 can still use Reaction Fire against Grunt APE 1." in form
    before = dice(table)
    table.put("allied", "extra-plating", SLUGGER)
    assert dice(table) == before


@pytest.mark.parametrize(("card", "on"), [("extra-ammo", ILSA), ("hairline-cracks", GRUNT)])
def test_a_card_that_makes_a_shot_better_is_not_killed_before_it(
    play: Play, monkeypatch: pytest.MonkeyPatch, card: str, on: str
) -> None:
    stacked_deck(monkeypatch, "field-orders", "field-orders", "crossed-wires", "snafu", card)
    table = play(mission=3, rp={"allied": 20, "german": 20}, referee=True)
    table.choose_forces(["grunt-ape"], ["sturmzombie", "ilsa"]).bid(0, 1)
    table.deploy([GRUNT], [ILSA]).enter("german", ILSA)
    name = table.put("german", card, on)
    table.german("done", reaction_fire=[ILSA])
    table.enter("allied", GRUNT)
    assert refusal(lambda: table.allied("kill-card", card=name)) == ("reaction-first", "card")
    assert [offer for offer in table.offers("allied", "kill-card") if offer["given"]["card"] == name] == []
    assert code_of(lambda: table.allied("play-card", card="snafu", on=name)) == "reaction-first"
    table.german("no-reaction")
    table.allied("kill-card", card=name)
    assert name not in table["in_play"]


def test_slugger_kills_no_effect_on_him_over_a_shot_at_him(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked_deck(monkeypatch, *["field-orders"] * 2, *["crossed-wires"] * 2, "hairline-cracks", "jammed-servo")
    table = play(mission=3, rp={"allied": 20, "german": 20}, referee=True)
    table.choose_forces(["grunt-ape", "slugger-murphy"], ["sturmzombie", "ilsa"]).bid(0, 1)
    table.deploy([SLUGGER], [ILSA]).enter("german", ILSA)
    cracks = table.put("german", "hairline-cracks", SLUGGER)
    servo = table.put("german", "jammed-servo", SLUGGER)
    table.german("done", reaction_fire=[ILSA])
    table.enter("allied", SLUGGER)
    assert [offer["given"]["card"] for offer in table.offers("allied", "kill-effect")] == [servo]
    assert refusal(lambda: table.allied("kill-effect", model=SLUGGER, card=cracks)) == ("reaction-first", "card")
    table.german("no-reaction")
    assert {offer["given"]["card"] for offer in table.offers("allied", "kill-effect")} == {servo, cracks}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_card_that_takes_no_die_of_a_shot_waits_for_none(
    play: Play, monkeypatch: pytest.MonkeyPatch, edition: str
) -> None:
    """Ilsa has one die in Reaction Fire: where cards leave an attack at least one, Low on Ammo takes nothing."""
    table = watched(play, monkeypatch, "low-on-ammo", edition=edition, table_rulings={"no-dice": "at-least-one"})
    before = dice(table)
    name = table.put("allied", "low-on-ammo", ILSA)
    assert (dice(table), table[f"in_play.{name}.on"]) == (before, ILSA)


def test_the_watchers_side_may_still_better_its_shot(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    table = watched(play, monkeypatch, "low-on-ammo")
    table.german("no-reaction")
    name = table.put("allied", "low-on-ammo", ILSA)
    table.allied("turn", model=GRUNT)
    assert table.offers("german", "react") == []
    table.german("kill-card", card=name)
    assert [count for count, _ in dice(table)] == [1]


def test_a_watcher_without_dice_is_let_go_with_one_tap(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    table = watched(play, monkeypatch, "low-on-ammo")
    table.german("no-reaction")
    table.put("allied", "low-on-ammo", ILSA)
    table.allied("turn", model=GRUNT)
    assert code_of(lambda: table.allied("done")) == "reaction-first"
    assert code_of(lambda: table.german("react", model=ILSA, target=GRUNT, dice=[6])) == "no-dice-left"
    phone = Taps(table, "german")
    phone.look()
    phone.press("no-reaction")
    assert phone.count == 1
    table.allied("done")
