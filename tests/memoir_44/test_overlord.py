"""Overlord with eight seats: orders dealt in secret, generals who move and battle with their own units alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from app.core.engine.offers import MultiChoice
from app.core.errors import Refused
from app.core.game.setup import opening_of
from app.core.rules.inputs import parse
from app.games.memoir_44.game import GAME
from app.games.memoir_44.options import Options, options_in
from app.games.memoir_44.scenarios.files import scenarios
from tests.memoir_44.playing import ALLIED, AXIS, Battle, hexes
from tests.memoir_44.test_boards import FORM, Phones
from tests.memoir_44.test_map_taps import LIT, choosable, send

TENGSHAN = "three-passes-of-tengshan"
GENERALS = [f"{side}-{section}" for side in (ALLIED, AXIS) for section in ("left", "centre", "right")]
SEATS = [ALLIED, AXIS, *GENERALS, "public"]
LEFT, CENTRE, RIGHT = GENERALS[3:]
NONE = "no-order"


def overlord(deck: str = "physical") -> Battle:
    """The three passes with a seat for everybody; the Axis has the first turn."""
    return Battle(TENGSHAN, deck, players=8).begin()


def dealt(**orders: str) -> Battle:
    """The same, these orders dealt by the commander of the Axis."""
    game = overlord()
    cards = {section: orders.get(section, NONE) for section in ("left", "centre", "right")}
    game.press(AXIS, "deal-orders", **cards)
    return game


def may_order(game: Battle, seat: str) -> MultiChoice:
    """The units that a general may order."""
    (offer,) = game.offers(seat, "carry-out-order")
    choice = offer.choose["units"]
    assert isinstance(choice, MultiChoice)
    return choice


def in_section(game: Battle, seat: str) -> list[str]:
    """The units of a side in the section of a general, counted by columns: 0–17, 17–33, 33–50, mirrored at the top."""
    low, high = {LEFT: (33, 50), CENTRE: (17, 33), RIGHT: (0, 17)}[seat]
    field = [(key, unit.at) for key, unit in game.state.of(AXIS)]
    return [key for key, at in field if low <= 2 * (ord(at[0]) - ord("A")) + (9 - int(at[1:])) % 2 <= high]


def test_eight_sit_down_a_commander_and_three_generals_a_side() -> None:
    game = overlord()
    assert list(game.table.seats) == [ALLIED, *GENERALS[:3], AXIS, *GENERALS[3:]]
    assert set(game.state.generals) == set(GENERALS)


@pytest.mark.parametrize("given", ["8", "many"])
def test_the_form_of_a_new_table_says_how_many_play(given: str) -> None:
    asked = options_in({"players": given}, {"game": GAME.key, "mission": TENGSHAN})
    if given == "8":
        assert parse(Options, asked, typed=False).players == 8
        return
    with pytest.raises(Refused) as refused:
        parse(Options, asked, typed=False)
    assert (refused.value.code, refused.value.field) == ("not-allowed", "players")


def test_eight_play_on_an_overlord_board_only() -> None:
    wished = Options(game=GAME.key, mission="salt-road", players=8)
    with pytest.raises(Refused) as refused:
        opening_of(GAME, wished)
    assert (refused.value.code, refused.value.field) == ("generals-on-overlord", "players")


def test_two_players_have_no_generals() -> None:
    game = Battle(TENGSHAN).begin()
    assert list(game.table.seats) == [ALLIED, AXIS]
    assert game.no(AXIS, "deal-orders", left="probe", centre=NONE, right=NONE) == "no-generals"


def test_each_general_orders_units_of_his_section_by_the_order_he_was_dealt() -> None:
    game = dealt(left="probe", right="assault")
    assert game.state.phase == "orders"
    assert (may_order(game, LEFT).max, sorted(may_order(game, LEFT).some)) == (2, sorted(in_section(game, LEFT)))
    assert sorted(may_order(game, RIGHT).some) == sorted(in_section(game, RIGHT))
    assert may_order(game, RIGHT).max == len(in_section(game, RIGHT))
    assert may_order(game, CENTRE).some == []
    some = in_section(game, LEFT)
    assert game.no(LEFT, "carry-out-order", units=some[:3]) == "too-many-units"
    assert game.no(LEFT, "carry-out-order", units=in_section(game, RIGHT)[:1]) == "not-by-this-card"
    assert game.no(AXIS, "carry-out-order", units=[]) == "not-your-command"
    game.press(LEFT, "carry-out-order", units=some[:2])
    assert game.no(LEFT, "carry-out-order", units=[]) == "carried-out-already"
    assert (game.state.card, game.state.section, game.state.phase) == ("probe", "left", "orders")
    assert game.no(AXIS, "end-turn") == "generals-first"
    game.press(CENTRE, "carry-out-order", units=[])
    game.press(RIGHT, "carry-out-order", units=[])
    assert game.state.phase == "action"
    assert [key for key, unit in game.state.of(AXIS) if unit.ordered] == sorted(
        some[:2], key=list(game.state.units).index
    )


def test_a_general_moves_his_own_units_and_nobody_elses() -> None:
    game = dealt(left="probe", right="probe")
    ours, theirs = in_section(game, LEFT)[:1], in_section(game, RIGHT)[:1]
    game.press(LEFT, "carry-out-order", units=ours)
    game.press(CENTRE, "carry-out-order", units=[])
    game.press(RIGHT, "carry-out-order", units=theirs)
    moves = {seat: {one.given["unit"] for one in game.offers(seat, "move")} for seat in (AXIS, LEFT, CENTRE, RIGHT)}
    assert moves == {AXIS: set(), LEFT: set(ours), CENTRE: set(), RIGHT: set(theirs)}
    (offer,) = game.offers(LEFT, "move")
    assert game.no(RIGHT, "move", unit=ours[0], to=hexes(offer)[0]) == "not-your-unit"
    assert game.no(AXIS, "move", unit=ours[0], to=hexes(offer)[0]) == "not-your-unit"
    game.press(LEFT, "move", unit=ours[0], to=hexes(offer)[0])
    assert game.no(LEFT, "end-turn") == "not-your-command"
    game.press(AXIS, "end-turn")
    assert (game.state.active, game.state.units[ours[0]].by) == (ALLIED, None)


def test_a_card_for_the_whole_side_is_played_by_the_commander_and_the_generals_have_its_units() -> None:
    game = overlord()
    assert game.no(LEFT, "play-card", card="move-out") == "not-your-command"
    game.press(AXIS, "play-card", card="move-out")
    one, two = (next(key for key in in_section(game, seat) if "infantry" in key) for seat in (LEFT, RIGHT))
    game.press(AXIS, "order", place=0, units=[one, two])
    assert {key: game.unit(key).by for key in (one, two)} == {one: LEFT, two: RIGHT}


def test_orders_go_to_their_section_and_there_must_be_one() -> None:
    game = overlord()
    assert game.no(AXIS, "deal-orders", left=NONE, centre=NONE, right=NONE) == "nothing-dealt"
    assert game.no(AXIS, "deal-orders", left="air-power", centre=NONE, right=NONE) == "not-to-that-general"
    assert game.no(LEFT, "deal-orders", left="probe", centre=NONE, right=NONE) == "not-your-command"


def test_flags_are_answered_by_the_general_of_the_section() -> None:
    game = overlord()
    game.press(AXIS, "play-card", card="barrage")
    target = next(key for key, unit in game.state.of(ALLIED) if unit.at[0] in "ABCD")
    game.press(AXIS, "strike", target=target, dice=["flag", "star", "star", "star"])
    assert [one.seat for one in game.state.waiting] == ["allied-left"]
    assert game.no(ALLIED, "answer-flags", ignore=0, to="A1") == "no-flags"
    assert game.offers("allied-left", "answer-flags")


# -- dealt by the app


def with_hand(cards: list[str]) -> Battle:
    """Cards held by the app, these in the hand of the Axis in place of as many of its own."""
    game = overlord("app")
    hand = game.state.accounts[AXIS].hand
    game.state.deck += hand
    for card in cards:
        game.state.deck.remove(card)
    game.state.accounts[AXIS].hand = [*cards, *game.state.deck[: len(hand) - len(cards)]]
    game.state.deck = game.state.deck[len(hand) - len(cards) :]
    return game


def test_a_dealt_order_leaves_the_hand_when_it_is_shown_and_is_drawn_again() -> None:
    game = with_hand(["probe-left", "attack-right"])
    assert game.no(AXIS, "deal-orders", left="attack-right", centre=NONE, right=NONE) == "not-to-that-general"
    game.press(AXIS, "deal-orders", left="probe-left", centre=NONE, right="attack-right")
    assert len(game.state.accounts[AXIS].hand) == 9
    game.press(LEFT, "carry-out-order", units=[])
    assert (game.state.discard, len(game.state.accounts[AXIS].hand)) == (["probe-left"], 8)
    game.press(CENTRE, "carry-out-order", units=[])
    game.press(RIGHT, "carry-out-order", units=[])
    assert game.state.discard == ["probe-left", "attack-right"]
    game.press(AXIS, "end-turn")
    assert (len(game.state.accounts[AXIS].hand), game.state.active) == (9, ALLIED)


def test_two_recons_draw_two_more_and_two_are_laid_off() -> None:
    game = with_hand(["recon-left", "recon-right"])
    game.press(AXIS, "deal-orders", left="recon-left", centre=NONE, right="recon-right")
    for seat in (LEFT, CENTRE, RIGHT):
        game.press(seat, "carry-out-order", units=[])
    game.press(AXIS, "end-turn")
    account = game.state.accounts[AXIS]
    assert (len(account.hand), len(account.drawn), game.state.surplus) == (11, 4, 2)
    assert game.no(LEFT, "lay-off", card=account.drawn[0]) == "not-your-command"
    game.press(AXIS, "lay-off", card=game.state.accounts[AXIS].drawn[0])
    game.press(AXIS, "lay-off", card=game.state.accounts[AXIS].drawn[0])
    assert (len(game.state.accounts[AXIS].hand), game.state.active) == (9, ALLIED)


def readers(change: Any, deck: str = "app") -> set[str]:
    """The seats that are told other bytes once a secret of a dealing is another one."""
    told = []
    for value in (0, 1):
        game = with_hand(["probe-left", "attack-left"]) if deck == "app" else overlord()
        change(game, value)
        told.append({seat: game.told(seat) for seat in SEATS})
    return {seat for seat in SEATS if told[0][seat] != told[1][seat]}


def test_an_order_is_read_by_its_general_and_his_commander_alone() -> None:
    def deal(game: Battle, value: int) -> None:
        game.press(AXIS, "deal-orders", left=["probe", "attack"][value], centre=NONE, right=NONE)

    assert readers(deal, "physical") == {AXIS, LEFT}


def test_nobody_else_knows_who_has_an_order_at_all() -> None:
    def deal(game: Battle, value: int) -> None:
        game.press(AXIS, "deal-orders", left="probe", centre=[NONE, "probe"][value], right=NONE)

    assert readers(deal, "physical") == {AXIS, CENTRE}


def test_the_hand_is_the_commanders_alone() -> None:
    def draw(game: Battle, value: int) -> None:
        game.state.accounts[AXIS].hand[0] = ["probe-left", "assault-left"][value]

    assert readers(draw) == {AXIS}


@pytest.mark.usefixtures("on_shelf")
@pytest.mark.parametrize("deck", ["physical", "app"])
def test_each_of_eight_phones_has_a_board_and_a_general_reads_his_order_there(app: Flask, deck: str) -> None:
    table = Phones(app, mission=TENGSHAN, players=8, deck=deck)
    table.tap(ALLIED, "begin-battle")
    hand = app.extensions["store"].table(table.code).state.accounts[AXIS].hand
    held = [(card, section) for card in hand for section in ("left", "centre", "right") if card.endswith(section)]
    card, section = ("probe", "left") if deck == "physical" else held[0]
    table.tap(AXIS, "deal-orders", **{**dict.fromkeys(("left", "centre", "right"), NONE), section: card})
    shows = {seat for seat in [*SEATS] if 'id="order"' in table.page(seat)}
    assert shows == {f"{AXIS}-{section}"}
    assert "do/carry-out-order" in table.page(LEFT)


@pytest.mark.usefixtures("on_shelf")
def test_a_commander_deals_all_orders_in_one_form_that_begins_with_none(app: Flask) -> None:
    table = Phones(app, mission=TENGSHAN, players=8, deck="physical")
    table.tap(ALLIED, "begin-battle")
    sheet = table.page(AXIS, "/do/deal-orders")
    assert 'class="ways"' not in sheet
    choices = re.findall(r'type="radio" name="(left|centre|right)" value="([\w-]+)"( checked)?', sheet)
    cards = [NONE, "recon", "probe", "attack", "assault"]
    assert [value for _, value, _ in choices] == cards * 3
    assert [(section, value) for section, value, checked in choices if checked] == [
        ("left", NONE), ("centre", NONE), ("right", NONE),
    ]  # fmt: skip
    form = re.search(r'<form [^>]*id="form-1"[^>]*>(.*?)</form>', sheet, re.S)
    assert form
    hidden = dict(re.findall(r'type="hidden" name="([\w-]+)" value="([^"]*)"', form[1]))
    path = f"/t/{table.code}/do/deal-orders"
    fields = {**hidden, **dict.fromkeys(("left", "centre", "right"), NONE)}
    refused = table.phones[AXIS].post(path, data=fields, headers=FORM)
    assert (refused.status_code, "Deal at least one order." in refused.text) == (422, True)
    assert table.phones[AXIS].post(path, data={**fields, "right": "probe"}, headers=FORM).status_code == 303
    assert 'id="order"' in table.page(RIGHT)


# -- the map at a general's seat


def at_action(app: Flask) -> tuple[Phones, list[str], list[str]]:
    """The left and the right general of the Axis have ordered on their maps: the units of both, by what was ticked."""
    table = Phones(app, mission=TENGSHAN, players=8)
    table.tap(ALLIED, "begin-battle")
    table.tap(AXIS, "deal-orders", left="attack", centre=NONE, right="probe")
    taken = []
    for seat, most in ((LEFT, 3), (RIGHT, 2)):
        page = table.page(seat)
        boxes = re.findall(r'form="order-map" name="units" value="([a-z0-9-]+)"', page)
        assert sorted(boxes) == sorted(unit for unit in boxes if unit in standing_in(app, table, seat))
        assert len(boxes) > most
        send(table, seat, page, "order-map", units=boxes[:most])
        taken.append(boxes[:most])
    table.tap(CENTRE, "carry-out-order")
    return table, taken[0], taken[1]


def standing_in(app: Flask, table: Phones, seat: str) -> list[str]:
    """The units of the Axis in a general's section."""
    game = overlord()
    game.table = app.extensions["store"].table(table.code)
    return in_section(game, seat)


@pytest.mark.usefixtures("on_shelf")
def test_a_general_orders_on_his_map_and_only_he_can_choose_what_he_ordered(app: Flask) -> None:
    table, lefts, rights = at_action(app)
    can = {seat: set(choosable(table.page(seat))) for seat in SEATS}
    assert can[LEFT] <= set(lefts)
    assert can[RIGHT] <= set(rights)
    assert can[LEFT]
    assert can[RIGHT]
    assert [seat for seat in SEATS if can[seat]] == [LEFT, RIGHT]
    for seat, units in ((RIGHT, lefts), (AXIS, lefts), (ALLIED, rights)):
        answer = table.phones[seat].get(f"/t/{table.code}/at/{units[0]}")
        assert answer.status_code == 303


@pytest.mark.usefixtures("on_shelf")
def test_a_general_moves_by_two_taps_on_his_map(app: Flask) -> None:
    table, lefts, _ = at_action(app)
    unit = next(one for one in choosable(table.page(LEFT)) if one in lefts)
    page = table.page(LEFT, f"/at/{unit}")
    to = LIT.findall(page)[0]
    send(table, LEFT, page, "lit-0", to=to)
    assert app.extensions["store"].table(table.code).state.units[unit].at == to


@pytest.mark.usefixtures("on_shelf")
def test_a_general_without_an_order_goes_on_with_one_button(app: Flask) -> None:
    table = Phones(app, mission=TENGSHAN, players=8)
    table.tap(ALLIED, "begin-battle")
    table.tap(AXIS, "deal-orders", left="attack", centre=NONE, right=NONE)
    page = table.page(CENTRE)
    assert 'form="order-map"' not in page
    assert re.search(r'id="next-carry-out-order[^"]*"[^>]*>Go on without an order<', page)


# -- a commissar deals from under his chip


def of_commissar(chip: str, *hand: str, deck: str = "app") -> Battle:
    """The passes with a commissar of the Axis, this card under his chip and these in his hand."""
    mission = {**scenarios()[TENGSHAN], "armies": {AXIS: ["commissar"]}}
    game = Battle(mission, deck, players=8).begin()
    if deck == "app":
        account = game.state.accounts[AXIS]
        game.state.deck += account.hand
        for card in (chip, *hand):
            game.state.deck.remove(card)
        account.hand, account.chip, game.state.waiting = [*hand], [chip], []
    return game


def test_a_commissar_deals_the_card_under_his_chip_and_lays_the_next_one_there() -> None:
    game = of_commissar("probe-left", "attack-right", "attack-centre")
    assert game.no(AXIS, "deal-orders", left=NONE, centre=NONE, right="attack-right") == "not-to-that-general"
    assert game.no(AXIS, "deal-orders", left="probe-left", centre=NONE, right=NONE) == "lay-under-first"
    cards = {"left": "probe-left", "centre": NONE, "right": NONE}
    assert game.no(AXIS, "deal-orders", **cards, under="probe-left") == "not-under-the-chip"
    (offer,) = game.offers(AXIS, "deal-orders")
    assert (offer.label, offer.given) == ("deal-chip", {"centre": NONE, "right": NONE})
    assert offer.choose == {"left": ["probe-left"], "under": ["attack-right", "attack-centre"]}
    game.press(AXIS, "deal-orders", **cards, under="attack-right")
    assert game.state.accounts[AXIS].hand == ["attack-centre"]
    assert may_order(game, LEFT).max == 2
    for seat in (LEFT, CENTRE, RIGHT):
        game.press(seat, "carry-out-order", units=[])
    account = game.state.accounts[AXIS]
    assert (game.state.discard, account.chip, account.hand) == (["probe-left"], ["attack-right"], ["attack-centre"])


def test_a_recon_is_dealt_straight_from_his_hand_and_the_card_below_stays() -> None:
    game = of_commissar("probe-left", "recon-right", "recon-centre", "attack-right")
    both = {"left": "probe-left", "centre": NONE, "right": "recon-right"}
    assert game.no(AXIS, "deal-orders", **both) == "one-under-the-chip"
    assert game.no(AXIS, "deal-orders", **both, under="attack-right") == "one-under-the-chip"
    game.press(AXIS, "deal-orders", left=NONE, centre="recon-centre", right="recon-right")
    for seat in (LEFT, CENTRE, RIGHT):
        game.press(seat, "carry-out-order", units=[])
    account = game.state.accounts[AXIS]
    assert (account.chip, account.hand) == (["probe-left"], ["attack-right"])
    assert sorted(game.state.discard) == ["recon-centre", "recon-right"]


@pytest.mark.parametrize(("under", "left_over"), [("attack-right", ["recon-left"]), (None, ["attack-right"])])
def test_of_two_recons_that_one_is_dealt_which_the_next_card_says(under: str | None, left_over: list[str]) -> None:
    game = of_commissar("recon-left", "recon-left", "attack-right")
    cards = {"left": "recon-left", "centre": NONE, "right": NONE}
    game.press(AXIS, "deal-orders", **cards, **({"under": under} if under else {}))
    for seat in (LEFT, CENTRE, RIGHT):
        game.press(seat, "carry-out-order", units=[])
    account = game.state.accounts[AXIS]
    assert (account.chip, account.hand) == ([under or "recon-left"], left_over)


def test_with_cards_of_paper_one_order_is_the_card_under_the_chip_and_recons_are_not() -> None:
    game = of_commissar("", deck="physical")
    assert game.no(AXIS, "deal-orders", left="probe", centre=NONE, right="attack") == "one-under-the-chip"
    assert game.no(AXIS, "deal-orders", left="probe", centre=NONE, right="recon") == "one-under-the-chip"
    game.press(AXIS, "deal-orders", left="recon", centre=NONE, right="recon")
    assert game.state.accounts[AXIS].chips == 0
    game = of_commissar("", deck="physical")
    game.press(AXIS, "deal-orders", left="probe", centre=NONE, right=NONE)
    assert game.state.accounts[AXIS].chips == 1


def test_dealing_from_under_the_chip_is_undone_as_a_whole() -> None:
    game = of_commissar("probe-left", "attack-right")
    game.press(AXIS, "deal-orders", left="probe-left", centre=NONE, right=NONE, under="attack-right")
    (offer,) = game.offers(AXIS, "undo")
    game.press(AXIS, "undo", **offer.given)
    assert (game.state.phase, game.state.generals[LEFT].pending, game.state.accounts[AXIS].orders) == (
        "card",
        False,
        {},
    )


# -- a general brings reinforcements by his order


def test_a_general_brings_armour_for_orders_of_his_own() -> None:
    mission = {**scenarios()[TENGSHAN], "reinforcements": {AXIS: {"units": 2, "nation": "jp"}}}
    game = Battle(mission, players=8).begin()
    game.press(AXIS, "deal-orders", left="probe", centre=NONE, right=NONE)
    assert game.no(AXIS, "bring-reinforcements", place=0, at="X1") == "no-such-slot"
    assert not game.offers(CENTRE, "bring-reinforcements")
    (offer,) = game.offers(LEFT, "bring-reinforcements")
    at = str(offer.values("at")[0])
    game.press(LEFT, "bring-reinforcements", place=0, at=at)
    key = game.state.at(at)
    assert (game.unit(key).by, game.unit(key).ordered, may_order(game, LEFT).max) == (LEFT, True, 1)
    game.press(LEFT, "carry-out-order", units=[])
    assert game.unit(key).ordered
