"""Rules of armies, of the night and of the end, worked by hand at a table: both sides of each number."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from app.core.messages.translator import LANGUAGES
from app.games.memoir_44.board_state import BoardState
from app.games.memoir_44.board_view import army_of
from app.games.memoir_44.board_view.details import details
from app.games.memoir_44.game import GAME
from app.games.memoir_44.rulings.faces import battle_dice
from app.games.memoir_44.turn.hands import every_card, text_of, told_of
from tests.memoir_44.battles import (
    A1,
    ARM,
    ART,
    E_ARM,
    E_ART,
    E_INF,
    FLAG,
    GRENADE,
    INF,
    STAR,
    X1,
    assault,
    at,
    battle,
    dice_against,
    near,
)
from tests.memoir_44.playing import ALLIED, AXIS, Battle, hexes, lines

TANK = "allied-armour-1"


def army(side: str, *rules: str) -> dict[str, Any]:
    return {"armies": {side: list(rules)}}


def reach(game: Battle, seat: str, unit: str) -> set[int]:
    field = BoardState(game.state, game.table.book())
    (offer,) = [one for one in game.offers(seat, "move") if one.given == {"unit": unit}]
    return {field.apart(str(game.unit(unit).at), to) for to in hexes(offer)}


def told_with_cards(game: Battle, seat: str) -> list[str]:
    book = game.table.book()
    return [key.removeprefix("board.") for key in army_of(game.state, seat, book.scenario)]


def test_what_an_army_changes_in_cards_of_paper_is_told_while_they_are_played() -> None:
    game = battle({"G4": INF}, **army(ALLIED, "gung-ho", "battle-back"))
    assert (told_with_cards(game, ALLIED), told_with_cards(game, AXIS)) == (["gung-ho"], [])
    game.press(ALLIED, "play-card", card="probe", section="centre")
    assert told_with_cards(game, ALLIED) == ["gung-ho"]
    game.press(ALLIED, "order", place=0, units=[A1])
    assert told_with_cards(game, ALLIED) == []
    assert told_with_cards(battle({"G4": INF}, **army(ALLIED, "commissar")), ALLIED) == ["commissar"]
    assert told_with_cards(battle({"G4": INF}, deck="app", **army(ALLIED, "gung-ho")), ALLIED) == []


def test_the_text_of_a_card_tells_how_many_more_it_orders_in_the_hands_of_a_side() -> None:
    book = battle({"G4": INF}).table.book()
    for card, more in {
        "attack-centre": "one-more",
        "recon": "one-more",
        "pincer-move": "one-more",
        "move-out": "units-5",
        "behind-enemy-lines": "units-2",
    }.items():
        assert told_of(book, ["gung-ho"], card) == (text_of(card), f"card-text.{more}")
        assert told_of(book, ["battle-back"], card) == (text_of(card),)
    for card in ("assault-left", "infantry-assault", "barrage", "ambush"):
        assert told_of(book, ["gung-ho"], card) == (text_of(card),)
    large = book.model_copy(update={"cards": book.deck("breakthrough")})
    assert told_of(large, [], "attack") == (text_of("attack"), "card-text.marching-1")
    assert told_of(large, ["gung-ho"], "probe")[1:] == ("card-text.one-more", "card-text.marching-3")
    for language in LANGUAGES:
        said = GAME.get_translator(language)
        for one, name, armies in product((book, large), book.cards, ([], ["gung-ho"])):
            assert all(map(said.has, told_of(one, armies, name)))


@pytest.mark.parametrize("deck", ["app", "physical"])
def test_the_sheet_of_cards_tells_each_side_its_own_numbers(deck: str) -> None:
    for side, more in ((ALLIED, ["card-text.one-more"]), (AXIS, [])):
        game = battle({"G4": INF}, deck=deck, **army(side, "gung-ho"))
        (told, *_) = [one.tell for one in game.offers(ALLIED, "play-card") if one.tell]
        assert told("attack") == (text_of("attack"), *more)


# -- Blitz, air strikes, another deck


def test_slow_armour_moves_two_hexes_and_the_other_side_three() -> None:
    rules = army(ALLIED, "partial-blitz")
    game = battle({"G3": ARM, "G7": E_ARM}, **rules)
    assert max(reach(assault(game, TANK), ALLIED, TANK)) == 2
    game = battle({"G3": ARM, "G7": E_ARM}, **rules).pass_turn()
    assert max(reach(assault(game, "axis-armour-1"), AXIS, "axis-armour-1")) == 3


def test_a_recon_is_an_air_strike_only_for_the_side_that_has_it_and_blitz_rolls_one_die() -> None:
    game = battle({"G4": INF, "G6": E_INF}, **army(ALLIED, "blitz-strikes"))
    game.press(ALLIED, "call-air-strike", card="recon", section="centre")
    target = at(game, "G6")
    (offer,) = [one for one in game.offers(ALLIED, "strike") if one.given["target"] == target]
    assert offer.dice == battle_dice(game.table.book(), 1)
    assert {one.given["target"] for one in game.offers(ALLIED, "strike")} == {target}, "only in that section"
    game = battle({"G4": INF, "G6": E_INF}, **army(ALLIED, "air-strikes"))
    game.press(ALLIED, "call-air-strike", card="recon", section="centre")
    (offer,) = game.offers(ALLIED, "strike")
    assert offer.dice == battle_dice(game.table.book(), 2), "as the card has it for the Allies"
    game.press(ALLIED, "strike", target=at(game, "G6"), dice=[GRENADE, STAR])
    assert game.unit(at(game, "G6")).figures == 2
    game.pass_turn()
    assert game.no(AXIS, "call-air-strike", card="recon", section="centre") == "no-air-strike"


def test_air_power_is_a_bombard_for_both_sides() -> None:
    rule = {"special-rules": ["air-power-is-bombard"]}
    game = battle({"G3": ART, "G6": E_INF}, **rule)
    game.press(ALLIED, "play-card", card="air-power")
    assert (game.state.card, len(game.state.slots)) == ("artillery-bombard", 1)
    assert game.no(ALLIED, "strike", target=at(game, "G6"), dice=[STAR, STAR]) == "not-this-phase"
    cards = every_card(game.table.book(), ["air-power-is-bombard"])
    assert (cards.count("air-power"), cards.count("artillery-bombard"), len(cards)) == (0, 2, 60)
    assert every_card(game.table.book()).count("air-power") == 1


# -- the Japanese army

JP = {**E_INF, "nation": "jp"}
JAPANESE = army(AXIS, "japanese")


def japanese(own: dict[str, Any] = JP, **more: Any) -> Battle:
    return battle({"G7": own, "G4": INF}, **{**JAPANESE, **more}).pass_turn().order("assault", X1, section="centre")


def test_banzai_moves_two_hexes_and_battles_close_by_only() -> None:
    game = japanese()
    game.press(AXIS, "move", unit=X1, to="G5")
    assert dice_against(game, AXIS, X1, A1) == 4, "three, and one at full strength"
    game = battle({"G8": JP, "G4": INF}, **JAPANESE).pass_turn().order("assault", X1, section="centre")
    game.press(AXIS, "move", unit=X1, to="G6")
    assert dice_against(game, AXIS, X1, A1) is None
    assert game.no(AXIS, "battle", unit=X1, target=A1, dice=[STAR]) == "cannot-attack"


def test_one_hex_leaves_the_dice_at_a_distance_and_others_have_no_banzai() -> None:
    game = japanese()
    game.press(AXIS, "move", unit=X1, to="G6")
    assert dice_against(game, AXIS, X1, A1) == 2
    game = japanese({**E_INF, "nation": "ger"})
    game.press(AXIS, "move", unit=X1, to="G5")
    assert dice_against(game, AXIS, X1, A1) is None


def test_a_japanese_unit_that_has_lost_a_figure_has_no_die_more() -> None:
    game = battle({"G5": JP, "G4": INF}, **JAPANESE).pass_turn()
    game.unit(X1).figures = 3
    game.order("assault", X1, section="centre")
    assert dice_against(game, AXIS, X1, A1) == 3


def test_japanese_infantry_must_ignore_its_first_flag_on_top_of_the_ground() -> None:
    game = near(ALLIED, INF, JP, **JAPANESE)
    target = at(game, "G5")
    game.press(ALLIED, "battle", unit=A1, target=target, dice=[FLAG, STAR, STAR])
    assert game.no(AXIS, "answer-flags", ignore=0, to="F6") == "must-be-ignored"
    assert {one.given["ignore"] for one in game.offers(AXIS, "answer-flags")} == {1}
    game.press(AXIS, "answer-flags", ignore=1, to="G5")
    assert (game.unit(target).at, game.unit(target).figures) == ("G5", 4)
    game = near(ALLIED, INF, JP, obstacles={"G5": {"obstacles": {"sandbags": 0}}}, **JAPANESE)
    game.press(ALLIED, "battle", unit=A1, target=target, dice=[FLAG, FLAG][:2])
    assert {one.given["ignore"] for one in game.offers(AXIS, "answer-flags")} == {1, 2}


# -- Gung-Ho

GUNG_HO = army(ALLIED, "gung-ho")


@pytest.mark.parametrize(
    ("card", "section", "with_it", "without"),
    [
        ("recon", "centre", [2], [1]),
        ("probe", "centre", [3], [2]),
        ("attack", "centre", [4], [3]),
        ("assault", "centre", [None], [None]),
        ("general-advance", None, [2, 2, 2, 1], [2, 2, 2]),
        ("pincer-move", None, [2, 2, 1], [2, 2]),
        ("recon-in-force", None, [1, 1, 1, 1], [1, 1, 1]),
        ("armour-assault", None, [5], [4]),
        ("dig-in", None, [5], [4]),
        ("direct-from-hq", None, [5], [4]),
        ("firefight", None, [5], [4]),
        ("move-out", None, [5], [4]),
        ("behind-enemy-lines", None, [2], [1]),
        ("infantry-assault", "left", [None], [None]),
        ("medics-and-mechanics", None, [1], [1]),
    ],
)
def test_gung_ho_orders_more(card: str, section: str | None, with_it: list[Any], without: list[Any]) -> None:
    for rules, counts in ((GUNG_HO, with_it), ({}, without)):
        game = battle({"G4": INF}, **rules)
        game.press(ALLIED, "play-card", card=card, **({"section": section} if section else {}))
        assert [slot.count for slot in game.state.slots] == counts


def test_the_one_more_of_a_pincer_is_on_a_flank() -> None:
    game = battle({"B3": INF, "G4": INF, "L3": INF}, **GUNG_HO)
    game.press(ALLIED, "play-card", card="pincer-move")
    more = game.offers(ALLIED, "order")[2]
    assert set(more.choose["units"].some) == {at(game, "B3"), at(game, "L3"), at(game, "A1")}
    assert more.label == "order-one-more"


# -- Battle Back

BRIT = {**INF, "nation": "brit"}
BACK = army(ALLIED, "battle-back")


def struck(
    figures: int, dice: list[str], rules: dict[str, Any] = BACK, unit: dict[str, Any] = BRIT, **more: Any
) -> Battle:
    """A British unit in G4 with so many figures, attacked from G5 with these dice."""
    game = battle({"G4": unit, "G5": E_INF}, **{**rules, **more}).pass_turn()
    game.unit(A1).figures = figures
    game.order("assault", X1, section="centre")
    game.press(AXIS, "battle", unit=X1, target=A1, dice=dice)
    return game


def test_one_figure_left_strikes_back_with_one_die_and_nobody_goes_on_before() -> None:
    game = struck(2, [GRENADE, STAR, STAR])
    assert game.no(AXIS, "end-turn") == "back-first"
    (offer,) = game.offers(ALLIED, "battle-back")
    assert offer.dice == battle_dice(game.table.book(), 1)
    game.press(ALLIED, "battle-back", dice=["infantry"])
    assert game.unit(X1).figures == 3
    assert (game.state.back, game.state.waiting) == (None, [])
    game.press(AXIS, "end-turn")


def test_a_flag_back_makes_the_attacker_retreat_and_holding_back_ends_it() -> None:
    game = struck(2, [GRENADE, STAR, STAR])
    game.press(ALLIED, "battle-back", dice=[FLAG])
    game.press(AXIS, "answer-flags", ignore=0, to="G6")
    assert game.unit(X1).at == "G6"
    game = struck(2, [GRENADE, STAR, STAR])
    game.press(ALLIED, "hold-back")
    assert game.state.back is None


@pytest.mark.parametrize(
    ("figures", "dice", "rules", "unit"),
    [
        (3, [GRENADE, STAR, STAR], BACK, BRIT),
        (1, [GRENADE, STAR, STAR], BACK, BRIT),
        (2, [GRENADE, STAR, STAR], {}, BRIT),
        (2, [GRENADE, STAR, STAR], BACK, {**INF, "nation": "us"}),
        (1, [STAR, STAR, STAR], army(ALLIED, "battle-back-after-loss"), BRIT),
    ],
)
def test_who_does_not_strike_back(figures: int, dice: list[str], rules: Any, unit: Any) -> None:
    assert struck(figures, dice, rules, unit).state.back is None


def test_without_a_loss_one_figure_strikes_back_unless_the_table_says_otherwise() -> None:
    assert struck(1, [STAR, STAR, STAR]).state.back is not None
    assert struck(2, [GRENADE, STAR, STAR], army(ALLIED, "battle-back-after-loss")).state.back is not None


def test_who_retreats_does_not_strike_back_and_who_stays_after_flags_does() -> None:
    game = struck(2, [GRENADE, FLAG, STAR])
    game.press(ALLIED, "answer-flags", ignore=0, to="G3")
    assert game.state.back is None
    game = struck(2, [GRENADE, FLAG], obstacles={"G4": {"obstacles": {"sandbags": 0}}})
    game.press(ALLIED, "answer-flags", ignore=1, to="G4")
    assert game.state.back is not None


def test_an_attack_from_two_hexes_is_not_struck_back() -> None:
    game = battle({"G4": BRIT, "G6": E_INF}, **BACK).pass_turn()
    game.unit(A1).figures = 2
    game.order("assault", X1, section="centre")
    game.press(AXIS, "battle", unit=X1, target=A1, dice=[GRENADE, STAR])
    assert (game.unit(A1).figures, game.state.back) == (1, None)


# -- the commissar

COMMISSAR = army(ALLIED, "commissar")


def with_chip(chip: str | None, *hand: str) -> Battle:
    """A dealt battle of a commissar, with this card under his chip and these on his hand."""
    game = battle({"G4": INF, "G6": E_INF}, deck="app", **COMMISSAR)
    if chip is None:
        game.state.accounts[ALLIED].hand = list(hand)
        return game
    game.press(ALLIED, "lay-under-chip", card=next(c for c in game.state.accounts[ALLIED].hand if c != "ambush"))
    game.state.accounts[ALLIED].chip, game.state.accounts[ALLIED].hand = [chip], list(hand)
    return game


def test_at_the_start_a_card_is_laid_under_the_chip_and_never_an_ambush() -> None:
    game = with_chip(None, "ambush", "probe-left", "attack-left", "move-out", "recon-left")
    assert game.no(ALLIED, "play-card", card="probe-left") == "chip-first"
    assert game.no(ALLIED, "lay-under-chip", card="ambush") == "not-under-the-chip"
    game.press(ALLIED, "lay-under-chip", card="probe-left")
    account = game.state.accounts[ALLIED]
    assert (account.chip, len(account.hand)) == (["probe-left"], 4)


def test_the_card_under_the_chip_is_played_and_the_next_one_laid_there() -> None:
    game = with_chip("probe-centre", "ambush", "attack-left", "move-out", "recon-left")
    assert game.no(ALLIED, "play-card", card="attack-left") == "not-from-hand"
    assert game.no(ALLIED, "play-card", card="probe-centre") == "lay-under-first"
    assert game.no(ALLIED, "play-card", card="probe-centre", under="ambush") == "not-under-the-chip"
    game.press(ALLIED, "play-card", card="probe-centre", under="move-out")
    account = game.state.accounts[ALLIED]
    assert (game.state.card, game.state.section, account.chip) == ("probe", "centre", ["move-out"])
    assert account.hand == ["ambush", "attack-left", "recon-left"]
    game.press(ALLIED, "end-turn")
    assert len(account.hand) == 4, "the card under the chip counts in the hand of five"


def test_a_recon_goes_straight_from_the_hand_and_the_chip_stays() -> None:
    game = with_chip("probe-centre", "attack-left", "move-out", "recon-left", "recon-in-force")
    assert game.no(ALLIED, "play-card", card="recon-in-force") == "not-from-hand"
    game.press(ALLIED, "play-card", card="recon-left")
    assert game.state.accounts[ALLIED].chip == ["probe-centre"]
    assert (game.state.card, game.state.section) == ("recon", "left")


def test_the_card_under_the_chip_is_known_to_its_side_alone() -> None:
    game = with_chip("probe-centre", "attack-left", "move-out", "recon-left", "recon-in-force")
    told = {seat: game.told(seat) for seat in (ALLIED, AXIS)}
    game.state.accounts[ALLIED].chip = ["assault-right"]
    game.state.accounts[ALLIED].hand[0] = "close-assault"
    assert game.told(AXIS) == told[AXIS]
    assert game.told(ALLIED) != told[ALLIED]


def test_with_paper_cards_the_table_is_told_to_lay_the_next_card() -> None:
    game = battle({"G4": INF}, **COMMISSAR)
    game.press(ALLIED, "play-card", card="recon", section="centre")
    assert lines(game) == []
    game.pass_turn().pass_turn()
    game.press(ALLIED, "play-card", card="probe", section="centre")
    assert any("chip" in line for line in lines(game))


# -- Italy


def test_a_unit_with_the_italian_badge_goes_back_one_to_three_hexes_and_its_guns_ignore_one() -> None:
    rules = army(AXIS, "royal-italian")
    badge = {**E_INF, "emblem": "badge-38"}
    game = near(ALLIED, INF, badge, **rules)
    game.press(ALLIED, "battle", unit=A1, target=at(game, "G5"), dice=[FLAG, STAR, STAR])
    rows = {to[1] for one in game.offers(AXIS, "answer-flags") for to in hexes(one)}
    assert rows == {"6", "7", "8"}
    game = near(ALLIED, INF, E_INF, **rules)
    game.press(ALLIED, "battle", unit=A1, target=at(game, "G5"), dice=[FLAG, STAR, STAR])
    assert {to[1] for one in game.offers(AXIS, "answer-flags") for to in hexes(one)} == {"6"}
    game = near(ALLIED, INF, {**E_ART, "emblem": "badge-38"}, **rules)
    game.press(ALLIED, "battle", unit=A1, target=at(game, "G5"), dice=[FLAG, STAR, STAR])
    assert {one.given["ignore"] for one in game.offers(AXIS, "answer-flags")} == {0, 1}


@pytest.mark.parametrize(
    ("armies", "says"),
    [
        (("royal-italian",), "Italian Royal Army: units with its badge retreat"),
        (("italian-high-command",), "No effect."),
    ],
)
def test_the_sheet_of_a_unit_with_an_emblem_tells_what_its_army_makes_of_it(armies: Sequence[str], says: str) -> None:
    game = near(ALLIED, INF, {**E_INF, "emblem": "badge-38"}, **army(AXIS, *armies))
    seat = game.table.seat(AXIS)
    told = details(game.table, seat, game.table.offers_for(seat), X1, game.table.get_translator("en"))
    assert told is not None
    (emblem,) = told.parts[0][1]
    assert emblem.text.startswith(says)


@pytest.mark.parametrize(("limit", "after"), [(6, 5), (4, 3), (3, 3)])
def test_the_high_command_loses_a_card_with_each_unit_down_to_three(limit: int, after: int) -> None:
    game = battle({"G4": INF, "G5": {**E_INF, "figures": 1}}, deck="app", **army(AXIS, "italian-high-command"))
    game.state.accounts[ALLIED].hand[0] = "assault-centre"
    game.press(ALLIED, "play-card", card="assault-centre")
    game.press(ALLIED, "order", place=0, units=[A1])
    account = game.state.accounts[AXIS]
    assert (account.hand_limit, len(account.hand)) == (6, 6)
    account.hand_limit, account.hand = limit, account.hand[:limit]
    game.press(ALLIED, "announce-attack", unit=A1, target=at(game, "G5"))
    game.press(AXIS, "let-come", whole_turn=False)
    game.press(ALLIED, "battle", unit=A1, target=at(game, "G5"), dice=[GRENADE, STAR, STAR])
    assert (account.hand_limit, len(account.hand)) == (after, after)
