"""What a board shows, worked out in Python: pools, rows, actions in their order, the one next thing in every phase."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from flask import Flask

from app.core.engine.buttons import MOST_TILES, AvailableOffers, Button, Piece
from app.core.engine.event import PUBLIC
from app.core.engine.offers import NumberChoice, Offer
from app.core.engine.visibility import Redacted
from app.games import REGISTRY
from app.games.incursion.board_view import shown
from app.games.incursion.board_view.actions import LIKELIEST, THEN, kinds
from app.games.incursion.board_view.buttons import Price, price_of, priced
from app.games.incursion.board_view.header import Goal
from app.games.incursion.board_view.outcome import outcome
from app.games.incursion.turn.actions import Action
from app.web.request.rendering import render_neutral
from app.web.table.notices import in_short
from tests.playing import PlayedTable, code_of, stacked_counters
from tests.tap_counts.pages import Taps

Play = Callable[..., PlayedTable]
GRUNT, SECOND, ZOMBIE = "grunt-ape-1", "grunt-ape-2", "sturmzombie-1"


def board(table: PlayedTable, seat: str = "allied") -> Any:
    kept = table.kept()
    chair = kept.seat(seat) if seat != "public" else PUBLIC
    return shown(kept, chair, kept.offers_for(chair))


def text_of(table: PlayedTable, seat: str = "allied") -> str:
    """The board of a seat without marks."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", Taps(table, seat).page))


def price(button: Button) -> Price | None:
    """The price on a tile."""
    return dict(button.behind.shown)["price"] if button.behind else None


def ids(taps: tuple[Button, ...]) -> list[str]:
    """The ids of taps, in their order."""
    return [tap.id for tap in taps]


def tiles_of(table: PlayedTable, seat: str = "allied") -> dict[str, Button]:
    """The tiles of a dock by their id, with those behind “More”."""
    tiles = board(table, seat)["next"].tiles
    return {tile.id: tile for tile in (*tiles.places, *tiles.more) if tile}


def row(table: PlayedTable, key: str, seat: str = "allied") -> Any:
    """The row of a model, on the board of a seat."""
    rows = [row for force in board(table, seat)["forces"] for row in force.rows]
    return next(row for row in rows if row.key == key)


# -- pools and goal


def test_a_side_reads_its_own_pool_and_counts_the_enemys(deal: Callable[..., PlayedTable]) -> None:
    own, enemy = board(deal(allied=["snafu"]))["pools"]
    assert (own.side, own.cp, own.pips, own.hand, own.hand_size) == ("allied", 8, 8, 4, 4)
    assert (enemy.side, enemy.cp, enemy.pips, enemy.hand, enemy.hand_size) == ("german", 8, None, 4, 0)
    assert own.hand_cards == enemy.hand_cards == ()


def test_whoever_has_no_side_sees_both_pools_and_perhaps_the_hands(play: Play) -> None:
    table = play(mission=3, rp={"allied": 18, "german": 18}, referee=True, referee_sees="all").to_action()
    public, referee = (board(table, seat)["pools"] for seat in ("public", "referee"))
    assert [pool.side for pool in public] == [pool.side for pool in referee] == ["allied", "german"]
    assert [pool.hand_cards for pool in public] == [(), ()]
    assert all(len(pool.hand_cards) == pool.hand for pool in referee)


def test_a_bid_is_sealed_for_the_others(table: PlayedTable) -> None:
    table.choose_forces().german("bid", cp=2)
    assert [pool.bid for pool in board(table)["pools"]] == [None, "sealed"]
    assert [pool.bid for pool in board(table, "german")["pools"]] == [2, None]


def test_levels_are_told_while_forces_are_chosen(table: PlayedTable) -> None:
    own, enemy = board(table)["pools"]
    assert (own.rp, own.cp, enemy.rp) == (table["sides.allied.rp"], None, None)


def test_a_goal_without_numbers_is_not_told(table: PlayedTable) -> None:
    assert board(table.to_action())["goal"] is None


def test_the_title_says_whose_half_it_is(table: PlayedTable) -> None:
    assert (board(table)["when"].active, board(table.to_action())["when"].active) == (None, "allied")


def test_a_force_that_cannot_be_confirmed_says_why(table: PlayedTable) -> None:
    assert board(table)["lacks"] is None
    table.allied("add-model", card="slugger-murphy")
    assert board(table)["lacks"].code == "force-too-small"
    assert board(table)["making_room"] == ["slugger-murphy"]
    table.allied("drop-model", card="slugger-murphy")
    table.allied("add-model", card="grunt-ape")
    table.allied("add-model", card="grunt-ape")
    assert board(table)["lacks"] is None


def test_a_force_that_nothing_fits_into_says_what_makes_room(play: Play) -> None:
    """Of 12 RP, Gretel (5) and Ilsa (6) leave 1: the 3 for Sturmzombies fit if either of them goes."""
    table = play(mission=2)
    table.german("add-model", card="gretel")
    assert board(table, "german")["making_room"] == []
    table.german("add-model", card="ilsa")
    seen = board(table, "german")
    assert (seen["lacks"].code, seen["making_room"]) == ("force-needs-horde", ["gretel", "ilsa"])


def test_a_sealed_force_stays_in_sight_of_its_side(table: PlayedTable) -> None:
    for _ in range(2):
        table.allied("add-model", card="grunt-ape")
    table.allied("force-ready")
    seen = board(table)["choosing"]
    assert (seen.waits, [(one.card, one.count) for one in seen.chosen]) == ("sealed", [("grunt-ape", 2)])
    assert not board(table, "german")["choosing"].chosen


def test_doors_and_turns_are_told_as_they_stand(play: Play) -> None:
    table = play(mission=2).to_action()
    assert board(table)["goal"].sealed == (0, table["green_doors"])


def test_panels_are_counted_once_the_mission_has_begun(play: Play) -> None:
    table = play(mission=6)
    assert board(table)["goal"].panels.taken == ()
    assert board(table.to_action())["goal"].panels.taken == (("allied", 0), ("german", 0))


def test_the_countdown_is_a_clock_of_its_die(play: Play) -> None:
    table = play(mission=7).choose_forces(german=["sturmzombie", "gretel"]).bid()
    goal = board(table)["goal"]
    assert (goal.launch.turn, goal.launch.face) == (2, 0)
    assert goal.launch.first_turn > 2


@pytest.mark.parametrize(("turn", "last", "run"), [(2, 6, 2), (7, 6, 6), (3, None, 3)])
def test_no_more_turns_of_a_mission_run_than_it_has(turn: int, last: int | None, run: int) -> None:
    assert Goal(turn, last, None, None, None).turns_run == run


# -- rows


def test_rows_stand_in_the_order_of_their_places(in_action: PlayedTable) -> None:
    in_action.enter("allied", SECOND)
    own, _ = board(in_action)["forces"]
    assert [(row.key, row.place) for row in own.rows] == [(SECOND, "board"), (GRUNT, "entry")]


def test_rows_of_models_that_are_done_come_last(in_action: PlayedTable) -> None:
    in_action.enter("allied", GRUNT)
    assert [row.key for row in board(in_action)["forces"][0].rows] == [GRUNT, SECOND]
    in_action.allied("activate", model=SECOND)
    assert [row.key for row in board(in_action)["forces"][0].rows] == [SECOND, GRUNT]


def test_a_row_says_who_acts_and_who_may_be_activated(in_action: PlayedTable) -> None:
    in_action.enter("allied", GRUNT)
    first, second = row(in_action, GRUNT), row(in_action, SECOND)
    assert (first.acts, first.activated, first.ap, first.full_ap) == (True, True, 2, 3)
    assert (first.ap_spent, first.dp_lost, second.ap_spent) == (1, 0, 0)
    assert (second.acts, second.activates, second.number) == (False, "activate", "2")
    assert row(in_action, SECOND, "german").activates is None


def test_who_was_activated_may_come_back_by_a_button_of_another_word(play: Play) -> None:
    table = play(edition="es-2009").to_action().enter("allied", GRUNT, SECOND)
    assert row(table, GRUNT).activates == "activate-again"


def test_the_gone_are_no_rows(in_action: PlayedTable) -> None:
    in_action.referee("house-ruling", set=f"models.{GRUNT}.dp", to=0, reason="fell")
    own, _ = board(in_action)["forces"]
    assert [row.key for row in own.rows] == [SECOND]
    assert own.gone == ((GRUNT, 1, False),)


def test_many_rows_share_lines(table: PlayedTable) -> None:
    table.to_action()
    own, enemy = board(table)["forces"]
    assert (own.dense, enemy.dense, len(enemy.rows)) == (False, True, 6)
    assert board(table)["digest"] == (("sturmzombie", 6),)


def test_a_card_on_a_model_is_a_chip_with_what_it_changes(deal: Callable[..., PlayedTable]) -> None:
    table = deal(allied=["extra-ammo"])
    table.put("allied", "extra-ammo", GRUNT)
    (chip,) = row(table, GRUNT).chips
    assert (chip.owner, chip.card, chip.experience) == ("allied", "extra-ammo", False)
    assert chip.changes


# -- cards


def test_a_hand_is_its_own_sides_alone(deal: Callable[..., PlayedTable]) -> None:
    table = deal(allied=["extra-ammo"])
    hand = board(table)["hand"]
    assert [one.card for one in hand.cards] == table["sides.allied.hand"]
    (play,) = hand.cards[0].plays
    assert (play.id, play.opens) == ("play-1", True)
    assert board(table, "referee")["hand"] is board(table, "public")["hand"] is None


def test_a_card_that_may_lie_on_nothing_now_says_so(deal: Callable[..., PlayedTable]) -> None:
    table = deal(allied=["dragging-foot"])
    (card,) = [one for one in board(table)["hand"].cards if one.card == "dragging-foot"]
    assert (card.plays, card.aimless) == ((), True)
    assert "It has no target now." in text_of(table)
    table.allied("done")
    assert "It has no target now." not in text_of(table)


def test_an_enemy_card_that_says_you_names_whose_it_is(deal: Callable[..., PlayedTable]) -> None:
    table = deal(allied=["field-orders"])
    table.play_card("allied", "field-orders", None)
    assert "For the Allies: “Your side gains 2 CP.”" in text_of(table, "german")


def test_a_card_in_play_has_its_price_and_the_enemys_the_button_that_kills_it(deal: Callable[..., PlayedTable]) -> None:
    table = deal(allied=["extra-ammo"])
    key = table.put("allied", "extra-ammo", GRUNT)
    (own,) = board(table)["cards_in_play"]
    assert (own.key, own.on, own.kills, own.unanswered) == (key, GRUNT, (), False)
    table.allied("done")
    (enemy,) = board(table, "german")["cards_in_play"]
    assert ids(enemy.kills) == [f"kill-{key}"]
    assert enemy.price == own.price > 0


def test_counters_are_shown_to_whoever_saw_them(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked_counters(monkeypatch, [3, 1, 2, 4, 5, 6, 7, 8])
    table = play(mission=4, rp={"allied": 6, "german": 6}).choose_forces().bid().deploy([GRUNT], [ZOMBIE])
    table.enter("allied", GRUNT).allied("search-counter", model=GRUNT, item="counter-1", dice=[2])
    (seen,) = board(table)["counters"]
    assert (seen.item, seen.face, seen.bearer) == ("counter-1", 3, GRUNT)
    assert board(table, "german")["counters"] == board(table, "public")["counters"] == ()


# -- what the acting model can do


def test_the_likeliest_keep_their_places_and_others_fill_the_free_ones(table: PlayedTable) -> None:
    table.to_action()
    before = board(table)["next"].tiles
    table.allied("activate", model=GRUNT)
    entering = board(table)["next"].tiles
    table.allied("move", model=GRUNT, step="forward")
    acting = board(table)["next"].tiles
    assert (ids(before.places), before.more) == (["open-advance"], ())
    assert ids(entering.places)[:4] == ["move-forward", "advance-2", "advance-3", "move-sideways"]
    assert ids(acting.places) == ["move-forward", "advance-2", "door-open", "turn", "door-closed", "leave-board"]
    assert ids(acting.more)[:2] == ["move-sideways", "move-backward"]


def test_no_dock_has_more_than_six_tiles_and_none_is_lost(play: Play) -> None:
    table = play(mission=2).to_action().enter("allied", GRUNT)
    tiles = board(table)["next"].tiles
    every = ids((*tiles.places, *tiles.more))
    assert (len(tiles.places), len(every)) == (6, len(set(every)))
    assert {"seal-door", "door-open", "door-closed", "move-sideways", "move-backward", "open-advance"} <= set(every)


def test_the_end_of_a_half_says_how_many_models_were_not_activated(table: PlayedTable) -> None:
    table.to_action()
    assert board(table)["end"].behind.shown == (("number", 2),)
    table.allied("activate", model=GRUNT)
    table.allied("move", model=GRUNT, step="forward")
    assert board(table)["end"].behind.shown == (("number", 1),)
    table.allied("activate", model=SECOND)
    assert board(table)["end"].behind is None


def test_a_harpoon_without_a_target_stays_in_the_dock_greyed(play: Play) -> None:
    forces = ["grunt-ape"] * 2, ["sturmzombie", "hans"]
    table = play(mission=2).choose_forces(*forces).bid(0, 1).deploy([GRUNT, SECOND], ["hans-1"])
    table.german("activate", model="hans-1")
    tiles = board(table, "german")["next"].tiles
    assert [tile.id for tile in (*tiles.places, *tiles.more) if tile.greyed] == ["open-harpoon"]


def test_a_lone_target_is_attacked_with_one_tap_beside_the_form_that_keeps_its_place(table: PlayedTable) -> None:
    table.to_melee().enter("german", ZOMBIE)
    table.next_turn().allied("activate", model=GRUNT)
    tiles = board(table)["next"].tiles
    forms = ["open-fire", "open-melee"]
    rolled = [f"fire-lmg-{ZOMBIE}", f"melee-melee-{ZOMBIE}"]
    assert ids(tiles.places) == ["move-forward", *rolled, "turn", *forms]
    assert filled((*tiles.places, *tiles.more)) == forms
    table.allied("set-habit", rolls_by="hand")
    assert ids(board(table)["next"].tiles.places)[4:] == forms


def test_without_a_gun_the_blow_that_rolls_at_once_stands_beside_its_form(table: PlayedTable) -> None:
    table.to_action().enter("allied", GRUNT).allied("done")
    table.enter("german", ZOMBIE)
    tiles = board(table, "german")["next"].tiles
    assert ids(tiles.places)[1::4] == [f"melee-melee-{GRUNT}", "open-melee"]
    assert filled(tiles.places) == ["open-melee"]


class Asked(AvailableOffers):
    """No offers; remembers for which commands it was asked."""

    def __init__(self) -> None:
        super().__init__(())
        self.commands: set[str] = set()

    def __missing__(self, command: str) -> list[Offer]:
        self.commands.add(command)
        return []


def test_every_action_is_a_tile_and_every_kind_of_tile_has_its_place() -> None:
    may = Asked()
    assert {*kinds(may, enters=False, rolls=False), "cannot"} == {*LIKELIEST, *THEN}
    actions = {key for key, command in REGISTRY["incursion"].commands.items() if issubclass(command, Action)}
    assert actions - may.commands == {"kill-effect"}  # a button on the chip of the effect


def test_a_mission_is_in_sight_beside_the_attacks(play: Play) -> None:
    table = play(mission=7).to_action().enter("allied", GRUNT)
    table.allied("done")
    table.enter("german", ZOMBIE).next_turn().allied("activate", model=GRUNT)
    tiles = board(table)["next"].tiles
    assert ids(tiles.places) == ["move-forward", "advance-2", "shut-down", "turn", "open-fire", "open-melee"]
    assert ids(tiles.more)[:4] == ["advance-3", "move-sideways", "move-backward", "open-advance"]
    assert ids(tiles.more)[4:] == ["door-open", "door-closed"]


def test_each_step_stands_beside_the_same_one_into_fire(play: Play) -> None:
    table = play(mission=3, rp={"allied": 14, "german": 14}).choose_forces(["ape-blazer", "grunt-ape"], ["sturmzombie"])
    table.bid().deploy(["ape-blazer-1", GRUNT], [ZOMBIE]).enter("allied", GRUNT, "ape-blazer-1")
    table.allied("flame", model="ape-blazer-1", squares=2)
    table.allied("done")
    tiles = board(table.enter("german", ZOMBIE), "german")["next"].tiles
    steps = ["move-forward", "move-forward-fire", "move-sideways", "turn", "move-sideways-fire"]
    assert ids(tiles.places) == [*steps, "open-melee"]
    assert ids(tiles.more)[:2] == ["move-backward", "move-backward-fire"]


def test_the_form_of_a_flamethrower_says_that_squares_are_chosen(play: Play) -> None:
    table = play(mission=3, rp={"allied": 14, "german": 14}).choose_forces(["ape-blazer", "grunt-ape"], ["sturmzombie"])
    table.bid().deploy(["ape-blazer-1"], [ZOMBIE]).enter("allied", "ape-blazer-1")
    tiles = board(table)["next"].tiles
    assert filled(tiles.places) == ["flame-all"]
    (form,) = [tile for tile in tiles.places if tile and tile.id == "open-flame"]
    assert (form.label_key, form.opens) == ("command.flame-choose", True)


def test_the_last_chance_kills_a_card_from_the_dock(deal: Callable[..., PlayedTable]) -> None:
    """Low on Ammo has a Kill Value of 2."""
    table = deal(german=["low-on-ammo"])
    table.allied("done")
    key = table.put("german", "low-on-ammo", GRUNT)
    table.german("done")
    (tile,) = board(table)["next"].tiles.places
    assert (tile.id, tile.about, price(tile)) == (f"kill-{key}-now", "low-on-ammo", Price(0, 2))


def test_several_targets_are_in_the_form_alone(table: PlayedTable) -> None:
    """Advances keep their places and their order."""
    table.to_melee().enter("german", ZOMBIE, "sturmzombie-2")
    table.next_turn().allied("activate", model=GRUNT)
    tiles = board(table)["next"].tiles
    assert ids(tiles.places) == ["move-forward", "advance-2", "advance-3", "turn", "open-fire", "open-melee"]
    assert not [tap for tap in tiles.more if tap.command in ("fire", "melee")]


def filled(tiles: Sequence[Button | None]) -> list[str]:
    return [tile.id for tile in tiles if tile and "strong" in tile.look]


def test_a_place_says_what_is_paid_with_cp(table: PlayedTable) -> None:
    table.to_melee().enter("german", ZOMBIE)
    places = tiles_of(table, "german")
    assert (price(places["move-forward"]), price(places["move-sideways"])) == (Price(1), Price(1, 1))


def test_a_price_stands_behind_the_words_of_a_tile_alone() -> None:
    tile = Button("move", "move-sideways", "command.move-sideways", look="tile")
    price = Piece("incursion/price.html", (("price", Price(1, 1)),))
    assert priced(tile, Price(1, 1)) == tile._replace(behind=price, look="tile takes-cp")
    assert priced(tile._replace(look="strong"), Price(1, 1)).behind is None
    assert priced(tile, None) == tile
    assert price_of(Offer("move")) is None
    assert price_of(Offer("move", own=0, given={"cp": 1})) == Price(0)
    assert price_of(Offer("move", own=2, choose={"cp": NumberChoice(1, 2)})) == Price(1, 1)


@pytest.mark.parametrize(
    ("price", "language", "text"),
    [
        (Price(0), "en", "0&nbsp;AP"),
        (Price(2), "es", "2&nbsp;PA"),
        (Price(0, 1), "en", '<b class="from-pool">takes 1 CP</b>'),
        (Price(1, 2), "es", '1&nbsp;PA + <b class="from-pool">gasta 2 PM</b>'),
    ],
)
def test_a_price_is_said_in_both_currencies(app: Flask, price: Price, language: str, text: str) -> None:
    with app.test_request_context():
        drawn = render_neutral("incursion/price.html", price=price, said=REGISTRY["incursion"].get_translator(language))
    assert drawn == f'<span class="price"><span class="sr">, </span>{text}</span>'


def test_an_attack_opens_a_form_and_a_step_is_one_tap(table: PlayedTable) -> None:
    table.to_melee().enter("german", ZOMBIE)
    tiles = tiles_of(table, "german")
    assert (tiles["open-melee"].opens, tiles["open-melee"].look) == (True, "tile strong")
    step = tiles["move-forward"]
    assert (step.opens, price(step), dict(step.fields)["step"]) == (False, Price(1), "forward")


def test_leaps_are_behind_more(play: Play) -> None:
    table = play(mission=3, rp={"allied": 20, "german": 20})
    table.choose_forces(["hmg-ape"], ["sturmzombie", "ilsa"]).bid().deploy(["hmg-ape-1"], ["ilsa-1"])
    table.enter("allied", "hmg-ape-1").allied("done")
    tiles = board(table.enter("german", "ilsa-1"), "german")["next"].tiles
    assert "move-forward-leap" in ids(tiles.more)
    assert not any(tile.id.endswith("leap") for tile in tiles.places)


def test_items_are_taken_by_their_names(play: Play) -> None:
    few = play(mission=3).to_action().enter("allied", GRUNT)
    tile = tiles_of(few)["item-pinger"]
    assert (tile.about, tile.label_key) == ("pinger", "command.item-pick-up")


# -- the one next thing


def test_a_batch_of_a_horde_says_how_many_figures_it_brings(table: PlayedTable) -> None:
    assert "nobody yet" in text_of(table, "german")
    assert "Figures every turn: 3" in text_of(table, "german")
    for _ in range(2):
        table.german("add-model", card="sturmzombie")
    choosing = board(table, "german")["choosing"]
    assert [(one.count, one.every_turn) for one in choosing.chosen] == [(2, 6)]
    assert {ware.every_turn for ware in board(table)["choosing"].shop} == {0}
    table.choose_forces(german=[])
    told = [event["text"] for event in table.log() if event["event"] == "force-revealed"]
    assert told == ["Allies: 2 × Grunt APE (6 RP).", "Germans: 2 × Sturmzombie (6 RP). Figures every turn: 6."]


def test_choosing_a_force_is_a_shop_until_the_force_stands(table: PlayedTable) -> None:
    seen = board(table)
    assert (seen["next"].kind, seen["next"].ready) == ("ready", ())
    assert (seen["next"].left, seen["next"].rp, seen["choosing"].chosen) == (6, 6, ())
    table.allied("add-model", card="grunt-ape")
    choosing = board(table)["choosing"]
    (chosen,) = choosing.chosen
    assert (chosen.card, chosen.count, ids(chosen.back)) == ("grunt-ape", 1, ["drop-grunt-ape"])
    assert board(table)["next"].left == 6 - next(ware.rp for ware in choosing.shop if ware.card == "grunt-ape")
    page = Taps(table, "allied").page
    assert "3 of 6 RP left" in page
    assert page.index('id="chosen"') < page.index('id="shop"'), "what is chosen is above what is offered"
    table.allied("add-model", card="grunt-ape")
    assert ids(board(table)["next"].ready) == ["force-ready"]
    table.allied("force-ready")
    assert (board(table)["choosing"].waits, board(table)["next"].kind) == ("sealed", "wait")


def test_a_card_says_how_many_are_chosen_and_why_no_more(play: Play) -> None:
    table = play(mission=3, rp={"allied": 10, "german": 10})
    for card in ("sturmzombie", "sturmzombie", "hans"):
        table.german("add-model", card=card)
    said = text_of(table, "german")
    assert "Sturmzombie × 2 · 3 RP short 3 RP" in said
    assert "Hans the Hunter × 1 · no more 4 RP" in said, "his Limit is 1"


def test_a_force_with_a_leader_says_who_else_comes(play: Play) -> None:
    table = play(mission=3, rp={"allied": 10, "german": 10})
    table.choose_forces(["grunt-ape", "grunt-ape"], ["sturmzombie", "hans"])
    assert "3 × Sturmzombie: arrive every turn." in text_of(table, "german")
    table.bid().deploy([GRUNT, SECOND], ["hans-1", ZOMBIE])
    assert "arrive every turn" not in text_of(table, "german")


def test_a_force_before_anybody_comes_says_so(table: PlayedTable) -> None:
    table.choose_forces()
    assert [force.empty for force in board(table, "german")["forces"]] == [True, False]
    assert "nobody yet" not in Taps(table, "german").page
    assert Taps(table, "german").page.count("6 × Sturmzombie: arrive every turn.") == 1
    assert "6 × Sturmzombie: arrive every turn." in Taps(table, "allied").page
    table.bid()
    assert not board(table, "german")["forces"][0].empty
    assert "arrive every turn" not in Taps(table, "allied").page
    assert "nobody yet" not in Taps(table, "german").page


def test_a_card_of_which_no_more_fits_keeps_its_place_greyed(table: PlayedTable) -> None:
    def shop(seat: str) -> list[tuple[str, bool]]:
        return [(ware.card, ware.take.greyed) for ware in board(table, seat)["choosing"].shop]

    stood = shop("allied")
    assert len(stood) > 1
    assert not any(greyed for _, greyed in stood)
    table.allied("add-model", card="grunt-ape")
    assert [card for card, _ in shop("allied")] == [card for card, _ in stood]
    assert [card for card, greyed in shop("allied") if not greyed] == ["grunt-ape"]
    # the mission gives the Germans Sturmzombies alone
    assert shop("german") == [("sturmzombie", False)]
    for _ in range(2):
        table.german("add-model", card="sturmzombie")
    assert shop("german") == [("sturmzombie", True)]


def test_who_chooses_second_waits(play: Play) -> None:
    table = play(table_rulings={"forces": "allies-first"})
    assert board(table, "german")["choosing"].waits == "later"


def test_every_bid_is_one_tap(table: PlayedTable) -> None:
    bids = board(table.choose_forces())["next"]
    assert bids.kind == "bids"
    assert [tap.about for tap in bids.tiles.places] == list(range(5))
    assert ids(bids.tiles.places) == [f"bid-{cp}" for cp in range(5)]


def test_cards_are_drawn_in_the_maintenance_phase(play: Play) -> None:
    table = play(mission=3, rp={"allied": 18, "german": 18}).choose_forces().bid().deploy([GRUNT], [ZOMBIE]).end_turn()
    (draw,) = board(table)["next"].forms
    hand = table["sides.allied.hand"]
    assert (draw.missing, draw.held) == (4 - len(hand), None)
    assert list(draw.discards) == hand


def test_all_models_are_deployed_at_once_or_some(table: PlayedTable) -> None:
    seen = board(table.choose_forces().bid())["next"]
    ((some, models),) = seen.offered
    assert (seen.kind, some.opens, models) == ("deployment", True, (GRUNT, SECOND))


def test_the_next_model_is_the_big_button_until_one_has_ap(in_action: PlayedTable) -> None:
    seen = board(in_action)["next"]
    assert (seen.kind, seen.acting, seen.fresh.about, seen.fresh.look) == ("act", None, GRUNT, "main")
    seen = board(in_action.enter("allied", GRUNT))["next"]
    assert (seen.acting, seen.ap, seen.fresh.about, seen.fresh.look) == (GRUNT, 2, SECOND, "quiet")
    assert seen.done.look == "quiet"
    assert board(in_action)["end"] == seen.done
    assert board(in_action, "german")["end"] is None


def test_the_others_wait_and_are_told_whose_half_it_is(in_action: PlayedTable) -> None:
    for seat in ("german", "referee", "public"):
        seen = board(in_action, seat)["next"]
        assert (seen.kind, seen.waits, seen.active, seen.sit_down) == ("wait", (), "allied", seat == "public")


def test_an_enemy_card_is_killed_let_be_or_answered(deal: Callable[..., PlayedTable]) -> None:
    table = deal(allied=["extra-ammo"])
    table.play_card("allied", "extra-ammo", GRUNT)
    seen = board(table, "german")["next"]
    assert (seen.kind, seen.card, seen.owner, seen.on) == ("answer", "extra-ammo", "allied", GRUNT)
    assert (ids(seen.kills), ids(seen.lets)) == (["kill-now"], ["let-card"])
    assert board(table)["next"].waits == (("german", "card"),)


def test_a_die_that_comes_first_stands_beside_its_clock(play: Play) -> None:
    table = play(mission=7).choose_forces().bid().deploy([GRUNT, SECOND], [ZOMBIE]).end_turn()
    while table["phase"] != "countdown":
        table.bid().deploy([], []).end_turn()
    asked, waits = sorted((board(table, seat)["next"] for seat in ("allied", "german")), key=lambda one: one.kind)
    assert (asked.kind, waits.kind) == ("at_once", "wait")
    assert ids(asked.tiles.places) == ["open-roll-countdown-1"]
    assert asked.clock == waits.clock
    assert asked.clock.face > 0


def test_dice_that_come_first_name_their_model_once(in_action: PlayedTable) -> None:
    state = in_action.enter("allied", GRUNT).kept().state
    state.volatile = [GRUNT]
    state.wait_for("allied", "volatile")
    state.wait_for("allied", "volatile")
    asked = board(in_action)["next"]
    assert (asked.waits, [tap.about for tap in asked.tiles.places]) == ((("allied", "volatile"),), [GRUNT])


def test_reaction_fire_asks_for_the_newest_action(play: Play) -> None:
    table = play(mission=3).to_action().enter("allied", GRUNT, SECOND)
    table.allied("done", reaction_fire=[GRUNT])
    table.german("activate", model=ZOMBIE)
    table.german("move", model=ZOMBIE, step="forward")
    table.german("move", model=ZOMBIE, step="forward")
    asked = board(table)["react"]
    (shot,) = asked.shots
    assert (asked.model, shot.model, asked.others, ids(asked.calm)) == (
        ZOMBIE,
        GRUNT,
        1,
        ["no-reaction", "no-reaction-to", "nobody-this-half"],
    )
    assert asked.calm[1].about == ZOMBIE
    assert ids(board(table)["more"])[0] == "ask-only-for"
    assert board(table)["must_answer"] == 1
    assert board(table, "public")["react"] is None
    due = board(table, "german")["next"].still_due
    assert (due.side, due.at, due.nudge.command) == ("allied", (ZOMBIE,), "nudge")
    assert board(table, "german")["next"].done.greyed
    table.german("nudge")
    assert (board(table)["must_answer"], board(table, "german")["must_answer"]) == (2, 1)
    table.allied("no-reaction")
    assert board(table, "german")["next"].still_due is None


def test_however_many_watch_reaction_fire_has_six_tiles(play: Play) -> None:
    table = play(mission=3, rp={"allied": 60, "german": 14}).choose_forces(allied=["grunt-ape"] * 6)
    grunts = [f"grunt-ape-{number}" for number in range(1, 7)]
    table.bid().deploy(grunts, [ZOMBIE]).enter("allied", *grunts).allied("done", reaction_fire=grunts)
    table.enter("german", ZOMBIE)
    asked = board(table)["react"]
    assert (len(asked.shots), asked.others) == (2, 4)
    assert len(asked.shots) + bool(asked.others) + len(asked.calm) == MOST_TILES


def test_conceding_is_never_a_tap_away(table: PlayedTable) -> None:
    page = Taps(table.to_action(), "allied").page
    assert ids(board(table)["more"]) == ["concede"]
    assert re.search(r'<details class="rest" id="rest">.*id="concede"', page, re.S)


def test_a_shot_in_short_names_who_fired(table: PlayedTable) -> None:
    table.to_action().enter("allied", GRUNT).allied("done")
    table.enter("german", ZOMBIE).next_turn()
    table.allied("activate", model=GRUNT)
    table.allied("fire", model=GRUNT, target=ZOMBIE, dice=[1, 2, 4])
    kept = table.kept()
    assert outcome(kept.state, kept.entries[-1].events) == (
        "harm-by",
        {"by": GRUNT, "target": ZOMBIE, "hits": 1, "left": 0},
    )


@pytest.mark.parametrize("seat", ["public", "german", "allied"])
def test_everybody_is_told_who_ran_out_of_ammo(play: Play, seat: str) -> None:
    table = play(mission=3).to_action().enter("allied", GRUNT)
    table.allied("done", reaction_fire=[GRUNT])
    table.enter("german", ZOMBIE)
    table.allied("react", model=GRUNT, target=ZOMBIE, dice=[2, 2])
    kept = table.kept()
    viewer = PUBLIC if seat == "public" else kept.seat(seat)
    short = in_short(kept, viewer, kept.entries[-1], kept.get_translator("en"))
    assert short == "Grunt APE 1 against Sturmzombie 1 – hits: 0, DP left: 1. Out of Ammo!"


def test_reaction_fire_says_how_far_an_advance_goes_on(play: Play) -> None:
    table = play(mission=3).to_action().enter("allied", GRUNT)
    table.allied("done", reaction_fire=[GRUNT])
    table.german("advance", models=[ZOMBIE], squares=2)
    assert board(table)["react"].to_go == 1
    assert "who sees Sturmzombie 1? (squares still to go: 1)" in text_of(table)
    table.allied("no-reaction")
    assert board(table)["react"].to_go == 0
    assert "still to go" not in text_of(table)


def test_the_end_of_a_mission_says_who_won(in_action: PlayedTable) -> None:
    for model in (GRUNT, SECOND):
        in_action.referee("house-ruling", set=f"models.{model}.dp", to=0, reason="fell")
    in_action.allied("done")
    own = board(in_action)["next"]
    assert (own.kind, own.winner, own.won_by_side) == ("over", "german", True)
    assert board(in_action)["following"] is None


# -- campaigns


def test_a_campaign_goes_on_to_its_next_mission(campaign: PlayedTable) -> None:
    campaign.to_action()
    stages = board(campaign)["series"]().stages
    assert [stage.stands for stage in stages[:3]] == ["here", "next", "later"]
    for model in (GRUNT, SECOND):
        campaign.referee("house-ruling", set=f"models.{model}.dp", to=0, reason="fell")
    campaign.allied("done")
    seen = board(campaign)
    assert (seen["following"].mission, seen["following"].keeps) == (2, ())
    assert seen["series"]().wins == (("allied", 0), ("german", 1))
    first = seen["series"]().stages[0]
    assert (first.stands, first.here, first.winner, first.table) == ("played", True, "german", campaign.code)


def test_a_single_mission_has_no_series(table: PlayedTable) -> None:
    assert board(table)["series"]() is None


# -- secrets, and what may be kept


def test_nothing_hidden_is_shown_as_such_and_every_section_can_be_kept(deal: Callable[..., PlayedTable]) -> None:
    table = deal(allied=["extra-ammo"], german=["snafu"])
    for seat in ("allied", "german", "referee", "public"):
        seen = board(table, seat)
        for section in ("pools", "goal", "forces", "hand", "cards_in_play", "counters", "react", "next", "digest"):
            hash(seen[section])
            assert not isinstance(seen[section], Redacted)


def test_a_tile_that_would_take_cp_says_how_many_and_looks_another_way(play: Play) -> None:
    table = play(mission=3).to_action().enter("allied", GRUNT)
    rich = tiles_of(table)
    assert (rich["move-forward"].look, price(rich["move-forward"])) == ("tile", Price(1))
    table.allied("advance", models=[GRUNT], squares=2)
    poor = {id: tap for id, tap in tiles_of(table).items() if price(tap) not in (None, Price(0))}
    assert {"move-forward", "turn", "door-open", "leave-board"} <= set(poor)
    for tap in poor.values():
        ap, cp = price(tap) or Price(0)
        assert ap == 0 < cp, tap.id
        assert "takes-cp" in tap.look, tap.id
    page = Taps(table, "allied").page
    assert "takes 1 CP" in page
    table.client.set_cookie("lang", "es")
    assert "gasta 1 PM" in Taps(table, "allied").page


def test_a_tile_that_took_ap_never_takes_cp_by_an_old_tap(play: Play) -> None:
    table = play(mission=3).to_action().enter("allied", GRUNT)
    before = {id: dict(tap.fields) for id, tap in tiles_of(table).items()}
    assert (before["move-forward"]["cp"], before["turn"]["cp"]) == (0, 0)
    table.allied("advance", models=[GRUNT], squares=2)
    fields = {name: value for name, value in before["turn"].items() if name != "seq"}
    assert code_of(lambda: table.allied("turn", **fields)) == "wrong-cp"
    now = {id: dict(tap.fields) for id, tap in tiles_of(table).items()}
    assert (now["turn"]["cp"], now["move-sideways"]["cp"]) == (1, 2)
