"""Ambush: dealt hands are asked about every close assault alike; cards of paper are pressed when they are shown."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from app.games.memoir_44.board_state import BoardState
from app.games.memoir_44.state import other
from tests.memoir_44.battles import A1, ARM, E_ARM, E_INF, FLAG, GRENADE, INF, STAR, X1, battle
from tests.memoir_44.playing import ALLIED, AXIS, Battle
from tests.memoir_44.test_boards import Phones

CARD = "ambush"


def dealt(mine: dict[str, Any] = INF, enemy: dict[str, Any] = E_INF, held: bool = True, **more: Any) -> Battle:
    """An allied unit in G4 attacks the enemy in G5, hands dealt; the Axis holds Ambush, or it lies in the deck."""
    game = battle({"G4": mine, "G5": enemy}, deck="app", **more)
    hide(game, held)
    card = "assault-centre"
    if card not in game.state.accounts[ALLIED].hand:
        swap(game, ALLIED, card)
    game.press(ALLIED, "play-card", card=card)
    unit = game.state.at("G4")
    game.press(ALLIED, "order", place=0, units=[unit])
    return game


def swap(game: Battle, side: str, card: str) -> None:
    """A card comes into a hand from wherever it is, another one goes there instead."""
    state = game.state
    for pile in (state.deck, *(one.hand for one in state.accounts.values())):
        if card in pile:
            hand = state.accounts[side].hand
            other = next(one for one in hand if one not in (card, CARD))
            pile[pile.index(card)] = other
            hand[hand.index(other)] = card
            return


def hide(game: Battle, held: bool) -> None:
    """Ambush in the hand of the Axis, or deep in the deck."""
    if held and CARD not in game.state.accounts[AXIS].hand:
        swap(game, AXIS, CARD)
    for side in (ALLIED, AXIS):
        hand = game.state.accounts[side].hand
        if CARD in hand and not (held and side == AXIS):
            at = hand.index(CARD)
            hand[at], game.state.deck[-1] = game.state.deck[-1], CARD


@pytest.mark.parametrize("held", [True, False])
def test_a_close_assault_is_announced_whoever_holds_the_card(held: bool) -> None:
    game = dealt(held=held)
    assert game.offers(ALLIED, "battle") == []
    assert game.no(ALLIED, "battle", unit=A1, target=X1, dice=[STAR] * 3) == "announce-first"
    game.press(ALLIED, "announce-attack", unit=A1, target=X1)
    assert {"ambush", "let-come"} & game.offered(AXIS) == ({"ambush", "let-come"} if held else {"let-come"})
    assert game.state.awaits(game.table.seat(AXIS))
    assert game.no(ALLIED, "battle", unit=A1, target=X1, dice=[STAR] * 3) == "ambush-first"
    assert game.no(ALLIED, "end-turn") == "ambush-first"
    assert game.no(ALLIED, "let-come", whole_turn=False) == "nothing-announced"
    game.press(AXIS, "let-come", whole_turn=False)
    assert game.no(ALLIED, "end-turn") == "attack-first"
    assert game.no(ALLIED, "announce-attack", unit=A1, target=X1) == "attack-first"
    (offer,) = game.offers(ALLIED, "battle")
    assert offer.given == {"unit": A1, "target": X1}
    game.press(ALLIED, "battle", unit=A1, target=X1, dice=[STAR] * 3)
    assert game.state.assault is None
    assert "end-turn" in game.offered(ALLIED)


def test_who_is_asked_tells_the_attacker_nothing_of_the_hand() -> None:
    told = []
    for held in (True, False):
        game = dealt(held=held)
        game.state.accounts[ALLIED].hand = sorted(game.state.accounts[ALLIED].hand)
        before = game.told(ALLIED)
        game.press(ALLIED, "announce-attack", unit=A1, target=X1)
        told.append(game.told(ALLIED).removeprefix(before[:0]))
        game.press(AXIS, "let-come", whole_turn=True)
        told[-1] += game.told(ALLIED)
    hands = re.compile(r"'(?:hand|cards|drawn)': \[[^\]]*\]|Offer\(command='announce-air-power'.*?why_not=[^)]*\)\)")
    assert hands.sub("", told[0]) == hands.sub("", told[1])


def test_whoever_is_attacked_rolls_first_and_draws_a_card() -> None:
    # Armour attacks infantry in G5: 3 dice of infantry at one hex, two grenades take two of three figures.
    game = dealt(ARM)
    unit = game.state.at("G4")
    cards = len(game.state.accounts[AXIS].hand)
    game.press(ALLIED, "announce-attack", unit=unit, target=X1)
    (offer,) = game.offers(AXIS, "ambush")
    assert offer.dice is not None
    assert offer.dice.count == 3
    game.press(AXIS, "ambush", attacked=X1, attacker=unit, dice=[GRENADE, GRENADE, STAR])
    assert game.unit(unit).figures == 1
    assert (len(game.state.accounts[AXIS].hand), CARD in game.state.discard) == (cards, True)
    game.press(ALLIED, "battle", unit=unit, target=X1, dice=[GRENADE] * 3)
    assert game.unit(X1).figures == 1


def test_an_attacker_that_falls_or_goes_back_does_not_battle() -> None:
    game = dealt(ARM)
    unit = game.state.at("G4")
    game.press(ALLIED, "announce-attack", unit=unit, target=X1)
    events = game.press(AXIS, "ambush", attacked=X1, attacker=unit, dice=[GRENADE] * 3)
    assert "attack-called-off" in [event.key for event in events]
    assert (game.unit(unit).there, game.state.medals[AXIS], game.state.assault) == (False, 1, None)
    assert game.offered(AXIS) & {"take-ground", "battle"} == set()
    game = dealt(ARM)
    game.press(ALLIED, "announce-attack", unit=unit, target=X1)
    game.press(AXIS, "ambush", attacked=X1, attacker=unit, dice=[FLAG, STAR, STAR])
    game.press(ALLIED, "answer-flags", ignore=0, to="G3")
    assert game.state.assault is None
    assert game.no(ALLIED, "battle", unit=unit, target=X1, dice=[STAR] * 3) == "battled-already"


def test_an_attacker_whose_retreat_is_blocked_still_battles() -> None:
    game = dealt(ARM, ground={"G3": "lake", "H3": "lake"})
    unit = game.state.at("G4")
    game.press(ALLIED, "announce-attack", unit=unit, target=X1)
    game.press(AXIS, "ambush", attacked=X1, attacker=unit, dice=[FLAG, STAR, STAR])
    game.press(ALLIED, "answer-flags", ignore=0, to="G4")
    assert game.unit(unit).figures == 2
    assert len(game.offers(ALLIED, "battle")) == 1


def test_an_attack_at_a_distance_or_of_a_turn_let_come_is_not_announced() -> None:
    game = battle({"F3": INF, "G4": ARM, "G5": E_INF}, deck="app")
    hide(game, True)
    swap(game, ALLIED, "assault-centre")
    game.press(ALLIED, "play-card", card="assault-centre")
    one, two = game.state.at("F3"), game.state.at("G4")
    game.press(ALLIED, "order", place=0, units=[one, two])
    assert {offer.given["unit"] for offer in game.offers(ALLIED, "battle")} == {one}
    near = game.state.at("G5")
    assert game.no(ALLIED, "announce-attack", unit=one, target=near) == "nothing-to-announce"
    game.press(ALLIED, "announce-attack", unit=two, target=near)
    game.press(AXIS, "let-come", whole_turn=True)
    game.press(ALLIED, "battle", unit=two, target=near, dice=[STAR] * 3)
    assert game.state.let_come
    assert not game.offers(ALLIED, "announce-attack")
    game.press(ALLIED, "end-turn")
    assert not game.state.let_come


def test_nobody_is_asked_once_the_card_lies_among_the_discards() -> None:
    game = dealt(held=False)
    game.state.deck.remove(CARD)
    game.state.discard.append(CARD)
    assert game.no(ALLIED, "announce-attack", unit=A1, target=X1) == "nothing-to-announce"
    game.press(ALLIED, "battle", unit=A1, target=X1, dice=[STAR] * 3)


def test_the_die_of_a_card_is_not_for_whoever_is_attacked() -> None:
    game = dealt(ARM, E_ARM)
    unit, target = game.state.at("G4"), game.state.at("G5")
    game.state.card = "armour-assault"
    assert [offer.preview["dice_needed"] for offer in game.offers(ALLIED, "announce-attack") if offer.preview] == [4]
    game.press(ALLIED, "announce-attack", unit=unit, target=target)
    (offer,) = game.offers(AXIS, "ambush")
    assert offer.dice is not None
    assert offer.dice.count == 3


def test_without_the_card_nobody_ambushes() -> None:
    game = dealt(held=False)
    game.press(ALLIED, "announce-attack", unit=A1, target=X1)
    assert game.no(AXIS, "ambush", attacked=X1, attacker=A1, dice=[STAR] * 3) == "no-card"


def test_with_cards_of_paper_an_ambush_is_pressed_when_it_is_shown() -> None:
    game = battle({"G4": INF, "G5": E_INF})
    assert game.no(AXIS, "ambush", attacked=X1, attacker=A1, dice=[STAR] * 3) == "no-ambush"
    game.order("assault", A1, section="centre")
    (offer,) = game.offers(AXIS, "ambush")
    assert offer.given == {"attacked": X1, "attacker": A1}
    assert game.no(AXIS, "ambush", attacked=A1, attacker=X1, dice=[STAR] * 3) == "no-ambush"
    game.press(AXIS, "ambush", attacked=X1, attacker=A1, dice=[GRENADE, STAR, STAR])
    assert game.unit(A1).figures == 3
    game.press(ALLIED, "battle", unit=A1, target=X1, dice=[STAR] * 3)
    assert game.offers(AXIS, "ambush") == []


@pytest.mark.parametrize("kept", ["medics", "table"])
def test_with_cards_of_paper_nobody_is_ambushed_who_may_not_battle(kept: str) -> None:
    game = battle({"G4": INF, "G5": E_INF})
    if kept == "medics":
        game.unit(A1).figures = 2
        game.order("medics-and-mechanics", A1)
    else:
        game.order("assault", A1, section="centre")
        game.unit(A1).table_says = "may-not-battle"
    assert game.no(AXIS, "ambush", attacked=X1, attacker=A1, dice=[STAR] * 3) == "no-ambush"
    assert game.offers(AXIS, "ambush") == []


@pytest.mark.parametrize("deck", ["physical", "app"])
def test_whom_an_ambush_drives_back_battles_no_more_from_afar_either(deck: str) -> None:
    game = dealt() if deck == "app" else battle({"G4": INF, "G5": E_INF}).order("assault", A1, section="centre")
    if deck == "app":
        game.press(ALLIED, "announce-attack", unit=A1, target=X1)
    game.press(AXIS, "ambush", attacked=X1, attacker=A1, dice=[FLAG, STAR, STAR])
    game.press(ALLIED, "answer-flags", ignore=0, to="G3")
    assert game.no(ALLIED, "battle", unit=A1, target=X1, dice=[STAR] * 2) == "battled-already"
    assert "end-turn" in game.offered(ALLIED)


def test_a_commander_answers_for_his_generals() -> None:
    game = Battle("three-passes-of-tengshan", "app", 8).begin()
    side = game.state.active
    enemy = AXIS if side == ALLIED else ALLIED
    field = BoardState(game.state, game.table.book())
    units = [key for key, one in game.state.of(side) if one.type == "infantry"]
    beside = {key: map(field.name, field.board.around(field.hex(game.unit(key).at))) for key in units}
    target = next(key for key, one in game.state.of(enemy) if one.type == "infantry")
    found = ((key, at) for key, places in beside.items() for at in places)
    unit, free = next((key, at) for key, at in found if game.state.at(at) is None and field.at(at) == ["open"])
    game.state.units[target].at = free
    game.state.phase, game.state.units[unit].ordered = "action", True
    game.press(side, "announce-attack", unit=unit, target=target)
    assert "let-come" in game.offered(enemy)
    assert all("let-come" not in game.offered(seat) for seat in game.state.generals)


def test_both_phones_are_led_through_an_announced_attack(app: Flask, on_shelf: None) -> None:
    table = Phones(app, mission="salt-road", deck="app")
    table.tap("allied", "begin-battle")
    state = app.extensions["store"].table(table.code).state
    side = str(state.active)
    enemy = other(side)
    (unit, attacker), (target, attacked) = (next(state.of(one)) for one in (side, enemy))
    attacker.at, attacked.at, attacker.ordered, state.phase = "G5", "G6", True, "action"
    state.discard, state.deck = [], [*state.deck, *state.discard]
    sheet = table.page(side, f"/at/{unit}")
    assert f'id="announce-{target}"' in sheet
    assert 'class="sum"' in sheet
    assert f'id="roll-{target}"' not in sheet
    table.tap(side, "announce-attack", unit=unit, target=target)
    asked = table.page(enemy)
    assert re.findall(r'<button[^>]*id="(next-let-come[^"]*)', asked) or asked.count("do/let-come") == 2
    assert 'data-answer="1"' in asked
    table.tap(enemy, "let-come", whole_turn="false")
    ready = table.page(side)
    assert f'id="roll-{target}"' in ready
    assert f'id="roll-announced" form="attack-{target}"' in ready
    assert 'id="wait"' not in ready
