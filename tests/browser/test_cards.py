"""Battle cards and Reaction Fire on two phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.page_checks import check
from tests.browser.phones import Lobby, Phone, seed_that_deals
from tests.browser.started_tables import FORCES, Begun

HANDS = {"allied": ["extra-ammo", "steady-aim"], "german": ["field-orders", "low-on-ammo"]}


def to_action(lobby: Lobby, **how: str) -> tuple[Phone, Phone]:
    """Known hands; the Allies act first, one Grunt on the board."""
    table = Begun(lobby, seed=seed_that_deals(HANDS, 16448)).choose(*FORCES).bid(1, 1).on().enter("grunt-ape-1")
    return table.pair(**how)


def test_a_card_is_played_and_killed_and_another_takes_effect(lobby: Lobby) -> None:
    allied, german = to_action(lobby)
    german.not_see("Steady Aim")
    expect(allied.find("#hand")).to_contain_text("Steady Aim")
    allied.play("steady-aim", "grunt-ape-1")

    # the enemy is asked, and kills it with one tap
    german.see("Steady Aim → Grunt APE 1")
    check(german, "a card to answer")
    allied.see("Germans must kill the card or accept it")
    expect(allied.find("#places")).to_have_count(0)
    german.tap("#kill-now-go")
    allied.see("Germans kill Steady Aim for 2 CP")
    expect(german.find("#pool-german")).to_contain_text("CP 1")
    expect(allied.find("#discard summary")).to_contain_text("(1)")

    # the next one cannot be paid for: it is let be, and lies on its model
    allied.play("extra-ammo", "grunt-ape-1")
    german.see("Killing it costs 2 CP; you have 1.")
    german.tap("#let-card-go")
    expect(allied.find("#model-grunt-ape-1 .chip")).to_have_text("+1 DD")
    expect(german.find("#in-play")).to_contain_text("Extra Ammo")
    check(allied, "a card in play")
    assert not allied.complaints
    assert not german.complaints


def test_reaction_fire_is_answered_while_the_other_side_goes_on(lobby: Lobby) -> None:
    allied, german = to_action(lobby)
    allied.tap("a#done")
    expect(allied.find("#sheet input[name=reaction_fire]").first).to_be_checked()
    check(allied, "who goes into Reaction Fire")
    allied.tap("#form-1-go")
    expect(german.find("#model-grunt-ape-1 .rf")).to_have_text("RF")
    german.tap("#activate-next-go")
    german.tap("#move-forward-go")

    # the watcher is asked; the other side does not wait
    allied.see("Reaction Fire: who sees Sturmzombie 1?")
    check(allied, "Reaction Fire")
    allied.tap("#react-grunt-ape-1")
    allied.see("needs 4+")
    german.tap("#turn-go")
    german.see("Sturmzombie 1 changes facing")

    # typed dice: doubles, so it is out of ammo, though the pad was open while the other went on
    allied.page.keyboard.press("3")
    allied.page.keyboard.press("3")
    allied.tap("button[name=by][value=hand]")
    allied.see("Out of Ammo!")
    allied.see("own dice")
    allied.read_result()
    expect(german.find("#model-grunt-ape-1 .rf")).to_have_count(0)
    expect(allied.find("#react")).to_have_count(0)
    assert not allied.complaints
    assert not german.complaints


def test_no_reaction_is_one_tap(lobby: Lobby) -> None:
    allied, german = to_action(lobby)
    allied.done()
    german.tap("#activate-next-go")
    german.tap("#move-forward-go")
    allied.see("Reaction Fire: who sees Sturmzombie 1?")
    allied.tap("#no-reaction-go")
    expect(allied.find("#react")).to_have_count(0)
    german.see("Allies: no reaction")


@pytest.mark.parametrize("language", ["xx"])
def test_hands_and_prompts_are_sound_in_every_language(lobby: Lobby, language: str) -> None:
    allied, german = to_action(lobby, language=language)
    check(allied, "a hand")
    allied.find(".battle-card a.open").first.tap()
    allied.find("#sheet form").wait_for()
    check(allied, "what a card is played on")
    allied.tap("#form-1-go")
    german.find("#prompt").wait_for()
    check(german, "a card to answer")
    german.tap("#let-card-go")
    check(german, "cards in play")
    german.page.goto(f"{lobby.url}/t/{german.code}/wall")
    check(german, "the wall")
