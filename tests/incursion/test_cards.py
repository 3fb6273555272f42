"""Battle cards: every design of the starter set, and what killing, stacking, icons and decks of paper make of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from app.core.rules.dice import SeededDice
from app.games.incursion import book
from app.games.incursion.book import card_set
from app.games.incursion.cards.deck import all_copies
from app.games.incursion.combat import melee, shooting
from app.games.incursion.turn import costs
from tests.playing import PlayedTable, code_of, refusal

Play = Callable[..., PlayedTable]
Deal = Callable[..., PlayedTable]
BATTLE = card_set("starter")["battle"]
GRUNT, ZOMBIE = "grunt-ape-1", "sturmzombie-1"


# -- what can be read off a table without changing it


def shot(table: PlayedTable) -> tuple[int, int]:
    """Dice of the Grunt's shot at a Sturmzombie, and the face they need: LMG 3 dice, Fortitude 4."""
    answer = shooting.shot_at(table.look(), GRUNT, "lmg", ZOMBIE)
    return answer["dice_needed"], answer["needs"]


def blow(table: PlayedTable) -> tuple[int, int]:
    """Dice of the Grunt hand to hand with a Sturmzombie, and the face they need: one die, Fortitude 4."""
    answer = melee.blow_at(table.look(), GRUNT, ZOMBIE)
    return answer["dice_needed"], answer["needs"]


def bite(table: PlayedTable) -> tuple[int, int]:
    """Dice of a Sturmzombie hand to hand with the Grunt, and the face they need: one die, Fortitude 5."""
    answer = melee.blow_at(table.look("german"), "sturmzombie-2", GRUNT)
    return answer["dice_needed"], answer["needs"]


def ap(table: PlayedTable) -> int:
    return int(table[f"models.{GRUNT}.ap"])


def zombie_ap(table: PlayedTable) -> list[int]:
    """AP of every Sturmzombie on the board."""
    return [model["ap"] for key, model in table["models"].items() if key in (ZOMBIE, "sturmzombie-2")]


def step(table: PlayedTable) -> int:
    look = table.look()
    cost: int = costs.cost(replace(look, state=replace(look.state, acting=GRUNT)), "move-forward")["ap"]
    return cost


def cp(table: PlayedTable) -> list[int]:
    return [table[f"sides.{side}.cp"] for side in ("allied", "german")]


def dp(table: PlayedTable) -> int:
    return int(table[f"models.{GRUNT}.dp"])


def ready(table: PlayedTable) -> tuple[bool, int]:
    return table[f"models.{GRUNT}.activated"], ap(table)


def hand(table: PlayedTable) -> int:
    return len(table["sides.allied.hand"])


def next_hand(table: PlayedTable) -> tuple[int, int]:
    """In the next turn: the hand size, and cards really held."""
    table.next_turn()
    return table["sides.allied.hand_size"], hand(table)


def lying(table: PlayedTable) -> list[str]:
    """Cards that lie beside the board, to be seen by everybody, and count."""
    state = table.get(seat=None)["state"]
    return [c["card"] for c in state["in_play"].values() if c["on"] is None and not c["unanswered"]]


def on_grunt(table: PlayedTable) -> list[str]:
    """Cards that lie on the Grunt and count."""
    return [card["card"] for card in table["in_play"].values() if card["on"] == GRUNT and not card["unanswered"]]


def nothing(table: PlayedTable) -> None:
    """No more to set up."""


def wounded(table: PlayedTable) -> None:
    table.referee("house-ruling", set=f"models.{GRUNT}.dp", to=1, reason="wounded before")


def has_acted(table: PlayedTable) -> None:
    table.allied("activate", model=GRUNT)
    table.allied("activate", model="grunt-ape-2")


def lying_ammo(table: PlayedTable) -> None:
    table.put("allied", "extra-ammo", GRUNT)


@dataclass(frozen=True)
class Case:
    """A card as it is played: who plays it on what, the number that tells, and what it is without and with the card."""

    card: str
    seat: str
    on: str | None
    number: Callable[[PlayedTable], Any]
    without: Any
    with_it: Any
    before: Callable[[PlayedTable], None] = nothing
    also: tuple[str, ...] = ()


CASES = [
    Case("extra-ammo", "allied", GRUNT, shot, (3, 4), (4, 4)),
    Case("low-on-ammo", "german", GRUNT, shot, (3, 4), (2, 4)),
    Case("rackley-hated-his-mask", "german", GRUNT, shot, (3, 4), (3, 5)),
    Case("blaze-of-glory", "allied", GRUNT, on_grunt, [], ["blaze-of-glory"]),
    Case("snafu", "allied", "extra-ammo-1", shot, (4, 4), (3, 4), lying_ammo, ("extra-ammo",)),
    Case("hidden-tunnel", "german", None, lying, [], ["hidden-tunnel"]),
    Case("cave-in", "allied", None, lying, [], ["cave-in"]),
    Case("servo-boost", "allied", GRUNT, ap, 3, 4),
    Case("jammed-servo", "german", GRUNT, ap, 3, 2),
    Case("extra-plating", "allied", GRUNT, bite, (1, 5), (1, 6)),
    Case("hairline-cracks", "german", GRUNT, bite, (1, 5), (1, 4)),
    Case("close-quarters", "allied", GRUNT, blow, (1, 4), (2, 4)),
    Case("steady-aim", "allied", GRUNT, shot, (3, 4), (3, 3)),
    Case("fresh-serum", "allied", GRUNT, blow, (1, 4), (1, 3)),
    Case("fresh-serum", "german", "sturmzombie", bite, (1, 5), (1, 4)),
    Case("brittle-bones", "german", GRUNT, bite, (1, 5), (1, 4)),
    Case("brittle-bones", "allied", "sturmzombie", shot, (3, 4), (3, 3)),
    Case("cold-limbs", "german", GRUNT, ap, 3, 2),
    Case("cold-limbs", "allied", "sturmzombie", zombie_ap, [2, 2], [1, 1]),
    Case("dragging-foot", "german", GRUNT, step, 1, 2),
    Case("field-orders", "allied", "allied", cp, [8, 8], [10, 8]),
    Case("crossed-wires", "allied", "german", cp, [8, 8], [8, 6]),
    Case("field-repair", "allied", GRUNT, dp, 1, 2, wounded),
    Case("second-wind", "allied", GRUNT, ready, (True, 0), (False, 3), has_acted),
    Case("supply-drop", "allied", "allied", hand, 3, 5),
    Case("all-guns", "allied", "allied", shot, (3, 4), (4, 4)),
    Case("smoke", "german", "allied", shot, (3, 4), (3, 5)),
    Case("brace", "allied", "allied", bite, (1, 5), (1, 6)),
    Case("runners", "allied", "allied", next_hand, (4, 4), (5, 5)),
    Case("lights-out", "german", None, lying, [], ["lights-out"]),
]
"""Worked by hand from the texts of the cards: LMG 3 dice, Grunt 3 AP, 2 DP and Fortitude 5, Sturmzombie 2 AP and 4."""

STAYING = [case for case in CASES if BATTLE[case.card].get("lasts", "mission") != "instant"]
INSTANT = [case for case in CASES if case not in STAYING]


def named(case: Case) -> str:
    return f"{case.card}-{case.number.__name__}"


def staged(deal: Deal, case: Case) -> PlayedTable:
    """Turn 2: two Grunts and two Sturmzombies on the board; whoever holds the card acts first."""
    table = deal(**{case.seat: [case.card, *case.also]})
    table.allied("done")
    table.enter("german", ZOMBIE, "sturmzombie-2")
    table.next_turn(german=int(case.seat == "german"))
    if case.seat == "german":
        table.referee("house-ruling", set="sides.german.cp", to=8, reason="the bid is given back")
    case.before(table)
    return table


def other(seat: str) -> str:
    return "german" if seat == "allied" else "allied"


def test_every_design_of_the_starter_set_has_a_case() -> None:
    assert {case.card for case in CASES} == set(BATTLE)


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_card_that_is_let_be_changes_what_it_says(deal: Deal, case: Case) -> None:
    table = staged(deal, case)
    name = table.play_card(case.seat, case.card, case.on)
    if case.number is not next_hand:
        assert case.number(table) == case.without
    table.press(other(case.seat), "let-card", card=name)
    assert case.number(table) == case.with_it


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_card_killed_when_it_is_played_changes_nothing_and_costs_its_kill_value(deal: Deal, case: Case) -> None:
    table = staged(deal, case)
    name = table.play_card(case.seat, case.card, case.on)
    before = table[f"sides.{other(case.seat)}.cp"]
    event = table.press(other(case.seat), "kill-card", card=name)["events"][0]
    kill = BATTLE[case.card]["kill"]
    assert before - table[f"sides.{other(case.seat)}.cp"] == kill == event["data"]["cp"]
    assert [(reason["label"], reason["change"]) for reason in event["working"]] == [("kill-value", kill)]
    assert (table["discard"], name in table["in_play"]) == ([case.card], False)
    table.referee("house-ruling", set=f"sides.{other(case.seat)}.cp", to=before, reason="to compare")
    assert case.number(table) == case.without


@pytest.mark.parametrize("case", STAYING, ids=named)
def test_when_a_card_in_play_is_killed_the_number_is_back(deal: Deal, case: Case) -> None:
    table = staged(deal, case)
    name = table.put(case.seat, case.card, case.on)
    assert table[f"in_play.{name}"]["card"] == case.card
    assert table["discard"] == []
    table.press(other(case.seat), "kill-card", card=name)
    assert case.number(table) == case.without
    assert (table["discard"], table["in_play"]) == ([case.card], {})


@pytest.mark.parametrize("case", STAYING, ids=named)
def test_only_cards_for_the_turn_run_out_at_its_end(deal: Deal, case: Case) -> None:
    table = staged(deal, case)
    name = table.put(case.seat, case.card, case.on)
    table.end_turn()
    gone = BATTLE[case.card].get("lasts") == "turn"
    assert (name not in table["in_play"], table["discard"]) == (gone, [case.card] if gone else [])
    ran_out = [e["data"]["because"] for e in table.log() if e["event"] == "card-discarded"]
    assert ran_out == ["run-out"] * gone


@pytest.mark.parametrize("case", INSTANT, ids=named)
def test_an_instant_card_is_on_the_discard_pile_at_once(deal: Deal, case: Case) -> None:
    table = staged(deal, case)
    name = table.put(case.seat, case.card, case.on)
    assert (table["discard"][-1], name in table["in_play"]) == (case.card, False)


# -- effects stack, and a working names each card


def reasons(event: dict[str, Any]) -> list[tuple[str, int]]:
    return [(reason["label"], reason["change"]) for reason in event["working"]]


def at_arms(deal: Deal, **hands: Any) -> PlayedTable:
    """Turn 2, the Allies act: two Grunts face two Sturmzombies."""
    table = deal(**hands)
    table.allied("done")
    return table.enter("german", ZOMBIE, "sturmzombie-2").next_turn()


def test_two_extra_ammo_and_one_low_on_ammo_make_one_die_more_and_say_so(deal: Deal) -> None:
    table = at_arms(deal, allied=["extra-ammo", "extra-ammo", "low-on-ammo", "steady-aim"])
    for card in ("extra-ammo", "extra-ammo", "low-on-ammo", "steady-aim"):
        table.put("allied", card, GRUNT)
    table.allied("activate", model=GRUNT)
    assert [offer["dice"]["count"] for offer in table.offers(command="fire")] == [4]
    event = table.allied("fire", model=GRUNT, target=ZOMBIE, dice=[1, 1, 2, 2])["events"][0]
    assert reasons(event) == [("weapon", 3), ("extra-ammo", 1), ("extra-ammo", 1), ("low-on-ammo", -1)]
    assert [reason["total"] for reason in event["working"]] == [3, 4, 5, 4]
    assert event["data"]["needs"] == 3
    assert {r["label"]: r["rule"] for r in event["working"]}["extra-ammo"] == "cards.change"


def test_what_a_die_needs_names_each_card_and_adds_up(deal: Deal) -> None:
    table = at_arms(deal, allied=["steady-aim", "brittle-bones"], german=["smoke"])
    table.put("allied", "steady-aim", GRUNT)
    table.put("allied", "brittle-bones", "sturmzombie")
    needs = shooting.shot_at(table.look(), GRUNT, "lmg", ZOMBIE).also["needs"]
    assert [(r.label, r.change) for r in needs.reasons] == [("fortitude", 4), ("brittle-bones", -1), ("steady-aim", -1)]
    assert needs.total == sum(reason.change for reason in needs.reasons) == 2


def test_hand_to_hand_names_its_cards_too(deal: Deal) -> None:
    table = at_arms(deal, allied=["close-quarters", "close-quarters"])
    for _ in range(2):
        table.put("allied", "close-quarters", GRUNT)
    table.allied("activate", model=GRUNT)
    event = table.allied("melee", model=GRUNT, target=ZOMBIE, dice=[1, 1, 2])["events"][0]
    assert reasons(event) == [("one-die", 1), ("close-quarters", 1), ("close-quarters", 1)]


def test_a_step_and_a_hand_name_their_cards(deal: Deal) -> None:
    table = deal(allied=["runners"], german=["dragging-foot"])
    table.put("allied", "runners", "allied")
    table.allied("done")
    table.put("german", "dragging-foot", GRUNT)
    table.end_turn()
    (sized,) = [e for e in table.log() if e["event"] == "hand-sized" and e["data"]["side"] == "allied"][1:]
    assert reasons(sized) == [("rp-level", 4), ("runners", 1)]
    table.bid().deploy([], []).allied("activate", model=GRUNT)
    assert [o["choose"]["cp"]["max"] for o in table.offers(command="move") if o["given"]["step"] == "forward"] == [2]
    moved = table.allied("move", model=GRUNT, step="forward")["events"][0]
    assert reasons(moved) == [("move-forward", 1), ("dragging-foot", 1)]
    left = table.allied("leave-board", model=GRUNT, cp=1)["events"][0]
    assert (left["data"]["ap"], left["data"]["cp"]) == (1, 1)


# -- the Sturmzombie icon


def test_an_effect_without_the_icon_lies_on_no_zombie(deal: Deal) -> None:
    table = at_arms(deal, allied=["hairline-cracks", "blaze-of-glory", "jammed-servo"], german=["servo-boost"])
    for card in ("hairline-cracks", "blaze-of-glory", "jammed-servo"):
        for on in (ZOMBIE, "sturmzombie"):
            no = refusal(lambda card=card, on=on: table.allied("play-card", card=card, on=on))
            assert no == ("may-not-lie-there", "on")
    offered = {o["given"]["card"]: o["choose"].get("on", []) for o in table.offers(command="play-card")}
    del offered["lights-out"]
    assert offered == {"blaze-of-glory": ["grunt-ape-1", "grunt-ape-2"]}


def test_an_effect_with_the_icon_lies_on_their_card_and_counts_for_every_zombie(deal: Deal) -> None:
    table = at_arms(deal, allied=["brittle-bones", "cold-limbs"])
    assert refusal(lambda: table.allied("play-card", card="brittle-bones", on=ZOMBIE)) == ("may-not-lie-there", "on")
    assert refusal(lambda: table.allied("play-card", card="brittle-bones", on=GRUNT)) == ("may-not-lie-there", "on")
    table.put("allied", "brittle-bones", "sturmzombie")
    table.put("allied", "cold-limbs", "sturmzombie")
    zombies = [key for key, model in table["models"].items() if model["card"] == "sturmzombie"]
    assert {table[f"models.{key}.ap"] for key in zombies} == {1}
    needs = {shooting.shot_at(table.look(), GRUNT, "lmg", key)["needs"] for key in zombies[:2]}
    assert needs == {3}
    table.end_turn().bid()
    late = [key for key, model in table["models"].items() if model["card"] == "sturmzombie" and key not in zombies]
    assert len(late) == 6
    # Cold Limbs lasts one turn; Brittle Bones counts for those who come later, too
    assert {table[f"models.{key}.ap"] for key in late} == {2}
    assert {shooting.shot_at(table.look(), GRUNT, "lmg", key)["needs"] for key in late} == {3}


def test_each_side_plays_the_icon_only_where_the_card_says_friend_or_enemy(deal: Deal) -> None:
    table = deal(allied=["fresh-serum"], german=["brittle-bones"])
    assert refusal(lambda: table.allied("play-card", card="fresh-serum", on="sturmzombie"))[1] == "on"
    table.allied("done")
    assert refusal(lambda: table.german("play-card", card="brittle-bones", on="sturmzombie"))[1] == "on"
    assert table.play_card("german", "brittle-bones", GRUNT) == "brittle-bones-1"


def test_ilsa_ignores_rackley(deal: Deal, monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.state import InPlay
    from app.games.incursion.turn.sequence import model_of

    look = at_arms(deal, allied=["snafu"]).look("german")
    look.state.models["ilsa-1"] = replace(model_of("ilsa", look.book), place="board")
    for number, on in enumerate(("ilsa-1", GRUNT)):
        look.state.in_play[f"rackley-{number}"] = InPlay(
            "rackley-hated-his-mask", "allied", on, "mission", {"shot-die": -1}
        )
        look.state.in_play[f"rackley-{number}"].unanswered = False
    assert shooting.shot_at(look, "ilsa-1", "smg", GRUNT)["needs"] == 5
    assert shooting.shot_at(look, GRUNT, "lmg", "ilsa-1")["needs"] == 5


# -- SNAFU


def test_snafu_cancels_a_card_just_played_in_the_enemys_half(deal: Deal) -> None:
    table = at_arms(deal, allied=["all-guns"], german=["snafu"])
    name = table.play_card("allied", "all-guns", "allied")
    assert [o["given"] for o in table.offers("german", "play-card")] == [{"card": "snafu", "on": name}]
    snafu = table.play_card("german", "snafu", name)
    table.allied("let-card", card=snafu)
    assert (table["in_play"], table["discard"], table["waiting"]) == ({}, ["all-guns", "snafu"], [])
    assert shot(table) == (3, 4)
    assert [e["data"]["because"] for e in table.log() if e["event"] == "card-discarded"] == ["cancelled", "spent"]


def test_a_snafu_that_is_killed_cancels_nothing(deal: Deal) -> None:
    table = at_arms(deal, allied=["all-guns"], german=["snafu"])
    name = table.play_card("allied", "all-guns", "allied")
    snafu = table.play_card("german", "snafu", name)
    assert [waiting["side"] for waiting in table["waiting"]] == ["allied"]
    table.allied("kill-card", card=snafu)
    assert [waiting["side"] for waiting in table["waiting"]] == ["german"]
    table.german("let-card", card=name)
    assert shot(table) == (4, 4)
    assert table["sides.allied.cp"] == 8 - BATTLE["snafu"]["kill"]


def test_a_snafu_meets_a_snafu(deal: Deal) -> None:
    table = at_arms(deal, allied=["all-guns", "snafu"], german=["snafu"])
    name = table.play_card("allied", "all-guns", "allied")
    first = table.play_card("german", "snafu", name)
    second = table.play_card("allied", "snafu", first)
    table.german("let-card", card=second)
    assert table["discard"] == ["snafu", "snafu"]
    table.german("let-card", card=name)
    assert shot(table) == (4, 4)


def test_snafu_removes_a_card_in_play_in_the_enemys_half(deal: Deal) -> None:
    table = at_arms(deal, allied=["extra-ammo"], german=["snafu"])
    name = table.put("allied", "extra-ammo", GRUNT)
    table.put("german", "snafu", name)
    assert (shot(table), table["in_play"]) == ((3, 4), {})


# -- when cards are played


@pytest.mark.parametrize(("answer", "may"), [("own-half", False), ("until-done", True)])
def test_cards_in_the_other_sides_half_are_a_question_for_the_table(deal: Deal, answer: str, may: bool) -> None:
    table = at_arms(deal, german=["smoke"], table_rulings={"cards-when": answer})
    assert bool(table.offers("german", "play-card")) is may
    if may:
        table.put("german", "smoke", "allied")
        assert shot(table) == (3, 5)
    else:
        assert refusal(lambda: table.german("play-card", card="smoke", on="allied")) == ("not-your-half", "card")


def test_in_the_last_chance_the_first_side_kills_and_nobody_plays(deal: Deal) -> None:
    table = at_arms(deal, allied=["smoke", "lights-out"], german=["low-on-ammo", "all-guns", "snafu"])
    own = table.put("allied", "lights-out")
    table.allied("done")
    name = table.put("german", "low-on-ammo", GRUNT)
    table.german("done")
    assert table["phase"] == "last-chance"
    assert refusal(lambda: table.allied("play-card", card="smoke", on="german")) == ("not-time-for-cards", "card")
    assert refusal(lambda: table.german("play-card", card="snafu", on=name)) == ("not-time-for-cards", "card")
    assert code_of(lambda: table.german("kill-card", card=own)) == "answer-awaited"
    assert [o["given"] for o in table.offers("allied", "kill-card")] == [{"card": name}]
    assert table.offers("german", "kill-card") == []
    table.allied("kill-card", card=name)
    assert (table["phase"], table["discard"], table["sides.allied.cp"]) == (
        "last-chance",
        ["low-on-ammo"],
        8 - BATTLE["low-on-ammo"]["kill"],
    )


# -- ammo cards and shots without dice


@pytest.mark.parametrize(("answer", "dice"), [("shots", 3), ("per-ap", 2)])
def test_ammo_cards_act_on_reaction_fire_or_once_per_ap(deal: Deal, answer: str, dice: int) -> None:
    table = deal(allied=["extra-ammo"], table_rulings={"ammo-cards": answer})
    table.put("allied", "extra-ammo", GRUNT)
    table.allied("done", reaction_fire=[GRUNT])
    table.enter("german", ZOMBIE)
    assert [offer["dice"]["count"] for offer in table.offers("allied", "react")] == [dice]
    assert table.next_turn()
    table.allied("activate", model=GRUNT)
    assert [offer["dice"]["count"] for offer in table.offers(command="fire")] == [4]


@pytest.mark.parametrize(("answer", "dice"), [("no-shot", []), ("at-least-one", [1])])
def test_dice_brought_to_none_leave_no_shot_or_at_least_one(deal: Deal, answer: str, dice: list[int]) -> None:
    table = at_arms(deal, allied=["low-on-ammo"] * 3, table_rulings={"no-dice": answer})
    for _ in range(3):
        table.put("allied", "low-on-ammo", GRUNT)
    table.allied("activate", model=GRUNT)
    assert [offer["dice"]["count"] for offer in table.offers(command="fire")] == dice
    if not dice:
        no = refusal(lambda: table.allied("fire", model=GRUNT, target=ZOMBIE, dice=[]))
        assert no == ("no-dice-left", "model")
        greyed = {o["command"]: o["why_not"]["code"] for o in table.offers(greyed=1) if o["why_not"]}
        assert greyed["fire"] == "no-dice-left"


def test_a_watcher_without_dice_has_no_shot(deal: Deal) -> None:
    table = deal(allied=["low-on-ammo"] * 3)
    for _ in range(3):
        table.put("allied", "low-on-ammo", GRUNT)
    table.allied("done", reaction_fire=[GRUNT])
    table.enter("german", ZOMBIE)
    assert table.offers("allied", "react") == []
    assert refusal(lambda: table.allied("react", model=GRUNT, target=ZOMBIE, action=1)) == ("no-dice-left", "model")


# -- no


def unchanged(table: PlayedTable, act: Callable[[], Any]) -> tuple[str, str | None]:
    """The "no" that an act meets; it must have changed nothing."""
    before = {seat: table.get(seat=seat) for seat in ("allied", "german")}
    no = refusal(act)
    assert {seat: table.get(seat=seat) for seat in before} == before
    return no


def test_a_card_is_played_only_by_who_holds_it_when_and_where_it_may(deal: Deal) -> None:
    table = at_arms(deal, allied=["extra-ammo", "hidden-tunnel", "field-repair"], german=["smoke"])

    def no(seat: str = "allied", command: str = "play-card", **fields: Any) -> tuple[str, str | None]:
        return unchanged(table, lambda: table.press(seat, command, **fields))

    assert no(card="smoke", on="german") == ("not-in-hand", "card")
    assert no(card="ace-of-spades") == ("not-in-hand", "card")
    assert no(card="hidden-tunnel") == ("not-your-sides-card", "card")
    assert no(card="extra-ammo") == ("may-not-lie-there", "on")
    assert no(card="extra-ammo", on="allied") == ("may-not-lie-there", "on")
    assert no(card="field-repair", on=GRUNT) == ("may-not-lie-there", "on")
    assert no("german", card="smoke", on="allied") == ("not-your-half", "card")
    assert no("german", "kill-card", card="extra-ammo-1") == ("not-in-play", "card")
    assert no("german", "let-card", card="extra-ammo-1") == ("not-time-for-card", None)


def test_until_a_card_is_answered_nobody_goes_on(deal: Deal) -> None:
    table = at_arms(deal, allied=["extra-ammo", "snafu"], german=["smoke"])
    old = table.put("allied", "extra-ammo", GRUNT)
    table.allied("activate", model=GRUNT)
    name = table.play_card("allied", "lights-out")
    acts = ["activate", "move", "fire", "done"]
    assert not set(acts) & {offer["command"] for offer in table.offers()}
    assert unchanged(table, lambda: table.allied("done")) == ("card-unanswered", None)
    assert unchanged(table, lambda: table.allied("fire", model=GRUNT, target=ZOMBIE)) == ("card-unanswered", None)
    assert unchanged(table, lambda: table.allied("play-card", card="snafu", on=name)) == ("card-unanswered", None)
    assert unchanged(table, lambda: table.allied("let-card", card=name)) == ("not-time-for-card", None)
    assert unchanged(table, lambda: table.german("let-card", card=old)) == ("not-the-card-asked", "card")
    assert unchanged(table, lambda: table.german("play-card", card="smoke", on="allied")) == ("card-unanswered", None)
    table.german("let-card", card=name)
    assert table.offers(command="fire")


def test_nobody_kills_an_own_card_or_one_that_is_too_dear(deal: Deal) -> None:
    table = at_arms(deal, allied=["extra-ammo"])
    table.referee("house-ruling", set="sides.german.cp", to=1, reason="poor")
    name = table.play_card("allied", "extra-ammo", GRUNT)
    assert unchanged(table, lambda: table.german("kill-card", card=name)) == ("kill-too-dear", "card")
    assert unchanged(table, lambda: table.allied("kill-card", card=name)) == ("not-in-play", "card")
    assert {o["command"] for o in table.offers("german") if o["group"] == "play"} == {"let-card"}
    greyed = {o["command"]: o["why_not"]["code"] for o in table.offers("german", greyed=1) if o["why_not"]}
    assert greyed["kill-card"] == "kill-too-dear"


def test_each_no_of_the_cards_has_its_reason(play: Play, deal: Deal) -> None:
    def greyed(table: PlayedTable, seat: str) -> dict[str, str]:
        return {o["command"]: o["why_not"]["code"] for o in table.offers(seat, greyed=1) if o["why_not"]}

    empty = play()
    assert greyed(empty, "allied")["play-card"] == "no-cards"
    assert greyed(empty, "allied")["kill-card"] == "nothing-to-kill"
    assert greyed(empty, "allied")["let-card"] == "not-time-for-card"
    assert greyed(empty, "allied")["replenish-hand"] == "not-time-for-hand"
    hand = ["hairline-cracks", "hairline-cracks", "jammed-servo", "jammed-servo"]
    assert greyed(deal(allied=hand), "allied")["play-card"] == "nothing-to-lie-on"
    assert code_of(lambda: empty.allied("replenish-hand", discard=[])) == "not-time-for-hand"


def test_over_is_over_for_cards_too(deal: Deal) -> None:
    table = deal(allied=["lights-out"], german=["snafu"])
    table.put("allied", "lights-out")
    table.allied("item", model=GRUNT, item="pinger")
    table.allied("leave-board", model=GRUNT)
    assert table["over"]
    for seat, command, fields in (
        ("german", "play-card", {"card": "snafu", "on": "lights-out-1"}),
        ("german", "kill-card", {"card": "lights-out-1"}),
        ("german", "let-card", {"card": "lights-out-1"}),
        ("allied", "replenish-hand", {"discard": []}),
        ("allied", "no-reaction", {}),
    ):
        assert code_of(lambda s=seat, c=command, f=fields: table.press(s, c, **f)) == "mission-over"


# -- the deck


def all_cards(table: PlayedTable) -> Counter[str]:
    """Every card, wherever it is."""
    state = table.look().state
    held = Counter(state.deck + state.discard + [placed.card for placed in state.in_play.values()])
    for side in state.sides.values():
        held.update(side.hand)
    return held


def test_every_card_is_always_somewhere(deal: Deal) -> None:
    table = at_arms(deal, allied=["extra-ammo", "all-guns"], german=["smoke"])
    before = all_cards(table)
    table.put("allied", "extra-ammo", GRUNT)
    table.german("kill-card", card=table.play_card("allied", "all-guns", "allied"))
    table.next_turn()
    assert all_cards(table) == before == Counter(all_copies(book.edition_book("en-2009", {}).battle))


def test_a_side_discards_before_it_draws(deal: Deal) -> None:
    table = deal(allied=["snafu", "snafu", "smoke", "brace"], then=["runners", "all-guns"]).end_turn()
    assert (table["phase"], [waiting["for"] for waiting in table["waiting"]]) == ("maintenance", ["hand", "hand"])
    (offer,) = table.offers(command="replenish-hand")
    assert offer["choose"] == {"discard": {"some": ["snafu", "snafu", "smoke", "brace"], "min": 0, "max": 4}}
    bad = unchanged(table, lambda: table.allied("replenish-hand", discard=["snafu", "snafu", "snafu"]))
    assert bad == ("not-in-hand", "discard.2")
    assert unchanged(table, lambda: table.allied("replenish-hand", discard=[], held=1)) == ("deck-in-the-app", "held")
    table.allied("replenish-hand", discard=["snafu", "smoke"])
    assert table["sides.allied.hand"] == ["snafu", "brace", "runners", "all-guns"]
    assert table["discard"] == ["snafu", "smoke"]
    assert code_of(lambda: table.allied("replenish-hand", discard=[])) == "not-time-for-hand"


def test_who_holds_nothing_is_not_asked(deal: Deal) -> None:
    table = deal(german=["smoke"])
    state = table.written_on()
    state.discard += state.sides["allied"].hand
    state.sides["allied"].hand.clear()
    table.end_turn()
    assert [(waiting["side"], waiting["for"]) for waiting in table["waiting"]] == [("german", "hand")]
    assert len(table["sides.allied.hand"]) == 4


SEED = "5e" * 32


def by_the_book(cards: list[str], number: int) -> list[str]:
    """Fisher–Yates from the last to the first, with the faces of that roll of the seed."""
    dice, order = SeededDice(bytes.fromhex(SEED)), list(cards)
    for index in range(len(order)):
        last = len(order) - 1 - index
        face = dice.die(number, index, last + 1)
        order[last], order[face - 1] = order[face - 1], order[last]
    return order


def test_the_first_shuffle_is_roll_one_of_the_seed(play: Play) -> None:
    table = play(seed=SEED).choose_forces()
    look = table.look()
    order = by_the_book(all_copies(look.book.battle), 1)
    assert [look.state.sides[side].hand for side in ("allied", "german")] == [order[:2], order[2:4]]
    assert look.state.deck == order[4:]
    (told,) = [event for event in table.log() if event["event"] == "deck-shuffled"]
    assert told["data"] == {"order": {"hidden": len(order)}, "dice": {"hidden": len(order)}, "roll": 1}


def test_when_the_deck_runs_out_the_discard_pile_is_shuffled_at_once(play: Play) -> None:
    table = play(seed=SEED, referee=True).choose_forces().bid().deploy([], []).end_turn()
    state = table.written_on()
    moved, state.deck[:] = state.deck[1:], state.deck[:1]
    state.discard += moved
    hand = list(state.sides["allied"].hand)
    pile = [*state.discard, *hand]
    top = state.deck[0]
    table.allied("replenish-hand", discard=hand)
    order = by_the_book(pile, 2)
    state = table.look().state
    assert (state.sides["allied"].hand, state.deck, state.discard) == ([top, order[0]], order[1:], [])


def test_a_deck_that_ran_out_with_nothing_to_shuffle_takes_up_the_next_discards(play: Play) -> None:
    table = play(referee=True).choose_forces().bid().deploy([], []).end_turn()
    state = table.written_on()
    state.sides["german"].hand += state.deck
    state.deck.clear()
    hand = list(state.sides["allied"].hand)
    events = table.allied("replenish-hand", discard=hand)["events"]
    assert [event["event"] for event in events[:3]] == ["cards-discarded", "deck-shuffled", "cards-drawn"]
    assert Counter(table["sides.allied.hand"]) == Counter(hand)
    assert table["discard"] == []


def test_where_both_are_empty_the_draw_stops_and_says_so(play: Play) -> None:
    table = play(referee=True).choose_forces().bid().deploy([], []).end_turn()
    state = table.written_on()
    state.sides["german"].hand += [*state.deck, *state.sides["allied"].hand[1:]]
    state.deck.clear()
    del state.sides["allied"].hand[1:]
    drawn = table.allied("replenish-hand", discard=[])["events"]
    assert [(e["data"]["cards"], e["data"]["short"]) for e in drawn if e["event"] == "cards-drawn"] == [([], 1)]
    assert len(table["sides.allied.hand"]) == 1


# -- decks of paper


@pytest.mark.parametrize("deck", ["physical", {"allied": "physical", "german": "app"}])
def test_a_deck_of_paper_is_only_counted(play: Play, deck: Any) -> None:
    table = play(deck=deck, mission=3, rp={"allied": 18, "german": 18}, referee=True).choose_forces()
    mixed = isinstance(deck, dict)
    assert [(w["side"], w["for"]) for w in table["waiting"]] == [
        ("allied", "hand"),
        *([] if mixed else [("german", "hand")]),
    ]
    (offer,) = table.offers(command="replenish-hand")
    assert offer["choose"] == {"held": {"min": 0, "max": 4}}
    assert unchanged(table, lambda: table.allied("replenish-hand", held=5)) == ("too-big", "held")
    assert unchanged(table, lambda: table.allied("replenish-hand", discard=["smoke"])) == ("deck-on-paper", "discard")
    table.allied("replenish-hand", held=3)
    assert table["sides.allied.hand"] == ["on-paper"] * 3
    assert table["deck"] == {"hidden": sum(card["copies"] for card in BATTLE.values()) - 4 if mixed else 0}
    assert table.get(seat="german")["state"]["sides"]["allied"]["hand"] == {"hidden": 3}


def test_from_a_hand_of_paper_any_card_of_the_set_is_played_and_none_is_kept(play: Play) -> None:
    table = play(deck="physical", mission=3, rp={"allied": 18, "german": 18}, referee=True).choose_forces()
    for seat in ("allied", "german"):
        table.press(seat, "replenish-hand")
    assert len(table["sides.allied.hand"]) == 4
    table.bid().deploy(["grunt-ape-1", "grunt-ape-2"], [ZOMBIE])
    offered = {offer["given"]["card"] for offer in table.offers(command="play-card")}
    assert {"extra-ammo", "all-guns", "cave-in"} <= offered
    assert "hidden-tunnel" not in offered
    name = table.put("allied", "extra-ammo", GRUNT)
    assert (table["sides.allied.hand"], shot_of(table)) == (["on-paper"] * 3, 4)
    table.german("kill-card", card=name)
    table.put("allied", "supply-drop", "allied")
    assert (table["discard"], len(table["sides.allied.hand"])) == ([], 4)
    table.end_turn()
    table.allied("replenish-hand", held=4)
    table.german("replenish-hand", held=0)
    assert table["phase"] == "bids"


def test_counting_a_hand_of_paper_answers_no_card() -> None:
    from app.games.incursion.events.cards import HandCounted
    from app.games.incursion.state import Side, State

    state = State(sides={"german": Side("german", 6)})
    for what in ("hand", "card"):
        state.wait_for("german", what)
    HandCounted("german", 3).apply(state)
    assert [waiting.for_ for waiting in state.waiting] == ["card"]


def shot_of(table: PlayedTable) -> int:
    dice: int = shooting.shot_at(table.look(), GRUNT, "lmg", ZOMBIE)["dice_needed"]
    return dice


def test_only_the_cards_of_the_app_go_to_its_discard_pile(deal: Deal) -> None:
    table = deal(allied=["smoke", "all-guns"], deck={"allied": "app", "german": "physical"})
    table.german("kill-card", card=table.play_card("allied", "smoke", "german"))
    table.allied("done")
    table.german("play-card", card="smoke", on="allied")
    table.allied("kill-card", card="smoke-1")
    assert table["discard"] == ["smoke"]


# -- casualties


def test_the_effects_of_a_casualty_are_discarded(deal: Deal) -> None:
    table = at_arms(deal, allied=["extra-ammo", "brittle-bones"])
    table.put("allied", "extra-ammo", GRUNT)
    table.put("allied", "brittle-bones", "sturmzombie")
    table.referee("house-ruling", set=f"models.{GRUNT}.dp", to=1, reason="wounded")
    table.allied("done")
    table.german("activate", model=ZOMBIE)
    table.german("melee", model=ZOMBIE, target=GRUNT, dice=[6])
    assert (table[f"models.{GRUNT}.alive"], list(table["in_play"])) == (False, ["brittle-bones-1"])
    assert table["discard"] == ["extra-ammo"]
    assert [e["data"]["because"] for e in table.log() if e["event"] == "card-discarded"] == ["model-lost"]


def test_a_card_that_waits_for_its_answer_goes_with_the_model_it_lies_on(deal: Deal) -> None:
    table = at_arms(deal, allied=["extra-ammo"])
    table.play_card("allied", "extra-ammo", GRUNT)
    table.referee("house-ruling", set=f"models.{GRUNT}.dp", to=0, reason="crushed")
    assert (table["in_play"], table["unanswered"], table["waiting"]) == ({}, [], [])
    assert table.offers("allied", "done")


# -- hand sizes


HANDS = {
    "en-2009": {3: 1, 5: 1, 6: 2, 8: 2, 9: 2, 12: 2, 13: 2, 14: 3, 17: 3, 18: 4, 21: 4},
    "es-2009": {3: 1, 5: 1, 6: 2, 8: 2, 9: 3, 11: 3, 12: 4, 14: 4, 15: 5, 18: 5, 21: 5},
}
"""RP level → cards, as each book prints it."""


@pytest.mark.parametrize("edition", HANDS)
def test_each_side_is_dealt_the_hand_of_its_rp_level(play: Play, edition: str) -> None:
    for rp, cards in HANDS[edition].items():
        table = play(edition=edition, mission=3, rp={"allied": rp, "german": 6})
        table.choose_forces(["grunt-ape"], ["sturmzombie"])
        assert (table["sides.allied.hand_size"], len(table["sides.allied.hand"])) == (cards, cards), rp
        german = table.get(seat="german")["state"]["sides"]["german"]
        assert (german["hand_size"], len(german["hand"])) == (2, 2)


@pytest.mark.parametrize(("answer", "cards"), [("own", (2, 4)), ("higher", (4, 4))])
def test_unequal_rp_deal_hands_by_each_sides_level_or_the_higher(
    play: Play, answer: str, cards: tuple[int, int]
) -> None:
    rulings = {"unequal-rp": answer}
    table = play(mission=3, rp={"allied": 6, "german": 18}, table_rulings=rulings).choose_forces()
    hands = [table.look(side).state.sides[side].hand for side in ("allied", "german")]
    assert tuple(len(hand) for hand in hands) == cards


def test_a_model_gets_back_only_the_ap_that_a_card_took(play: Callable[..., PlayedTable]) -> None:
    late = {"cards-when": "until-done"}
    table = play(mission=3, rp={"allied": 10, "german": 10}, table_rulings=late, deck={"german": "physical"})
    table.choose_forces().bid(0, 0).deploy(["grunt-ape-1"], ["sturmzombie-1"]).enter("allied", "grunt-ape-1")
    table.allied("move", model="grunt-ape-1", step="backward")
    assert table["models.grunt-ape-1.ap"] == 0
    table.german("play-card", card="jammed-servo", on="grunt-ape-1")
    table.allied("let-card", card="jammed-servo-1")
    table.allied("kill-card", card="jammed-servo-1")
    assert table["models.grunt-ape-1.ap"] == 0
