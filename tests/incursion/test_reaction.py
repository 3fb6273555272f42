"""Reaction Fire: who goes in, what sets it off, what ends it."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from app.core.engine.command import fields_from_form, list_offers
from app.core.engine.offers import MultiChoice, Offer
from app.games.incursion.awaited_answers import owed
from app.games.incursion.board_view import shown
from app.games.incursion.book import EDITIONS
from app.games.incursion.combat import shooting
from app.games.incursion.combat.reaction import React
from app.games.incursion.turn.sequence import Done
from tests.incursion.test_taps import Taps
from tests.playing import PlayedTable, code_of, refusal

Play = Callable[..., PlayedTable]
GRUNT, SECOND, ZOMBIE = "grunt-ape-1", "grunt-ape-2", "sturmzombie-1"


def watched(play: Play, *watchers: str, **wishes: Any) -> PlayedTable:
    """Pinger Raid: both Grunts are on the board, those named watch, and it is the Germans' half."""
    table = play(mission=3, referee=True, **wishes).to_action().enter("allied", GRUNT, SECOND)
    table.allied("done", reaction_fire=list(watchers))
    return table


def shots(table: PlayedTable) -> list[tuple[str, str, int]]:
    """The shots that are offered: (watcher, target, action)."""
    given = [offer["given"] for offer in table.offers("allied", "react")]
    return [(one["model"], one["target"], one["action"]) for one in given]


def react(table: PlayedTable, *dice: int, model: str = GRUNT, target: str = ZOMBIE, action: int = 1) -> Any:
    """The events of a shot in Reaction Fire."""
    return table.allied("react", model=model, target=target, action=action, dice=list(dice))["events"]


# -- who goes in


def done_offer(table: PlayedTable, side: str) -> Offer:
    (offer,) = list_offers(Done, table.look(side))
    return offer


@pytest.mark.parametrize(("edition", "ticked"), [("en-2009", True), ("es-2009", False)])
def test_the_books_tick_every_model_or_none(play: Play, edition: str, ticked: bool) -> None:
    table = play(edition=edition).to_action().enter("allied", GRUNT)
    assert done_offer(table, "allied").choose == {"reaction_fire": MultiChoice([GRUNT], 0, 1, ticked)}
    (offer,) = table.offers(command="done")
    assert offer["choose"] == {"reaction_fire": {"some": [GRUNT], "min": 0, "max": 1}}
    table.allied("done", reaction_fire=[GRUNT])
    assert (table[f"models.{GRUNT}.reaction_fire"], table[f"models.{SECOND}.reaction_fire"]) == (True, False)


def test_only_models_with_a_gun_on_the_board_go_in_at_the_end_of_their_half(play: Play) -> None:
    table = play(mission=3, referee=True).to_action().enter("allied", GRUNT)

    def no(seat: str, *models: str) -> tuple[str, str | None]:
        before = table.get()
        refused = refusal(lambda: table.press(seat, "done", reaction_fire=list(models)))
        assert table.get() == before
        return refused

    assert no("allied", SECOND) == ("cannot-watch", "reaction_fire.0")
    assert no("allied", GRUNT, ZOMBIE) == ("not-your-model", "reaction_fire.1")
    assert no("allied", GRUNT, GRUNT) == ("named-twice", "reaction_fire.1")
    table.allied("done")
    table.enter("german", ZOMBIE)
    assert no("german", ZOMBIE) == ("no-reaction-weapon", "reaction_fire.0")
    assert table.offers("german", "done")[0]["choose"] == {}


@pytest.mark.parametrize(("answer", "weapon"), [("yes", "lmg"), ("never", None)])
def test_a_second_ordinary_weapon_may_watch_as_the_table_says(play: Play, answer: str, weapon: str | None) -> None:
    from app.games.incursion.turn.reaction_setup import reaction_weapon
    from app.games.incursion.turn.sequence import model_of

    look = play(table_rulings={"rf-two-weapons": answer}).choose_forces().look()
    watching = {card: reaction_weapon(look, model_of(card, look.book)) for card in look.book.models}
    assert watching["ape-sarge"] == weapon
    assert {card for card in watching if watching[card] is None} - {"ape-sarge"} == {
        "ape-blazer",
        "hans",
        "blitzhund",
        "sturmzombie",
        "bomberzombie",
    }


@pytest.mark.parametrize(("edition", "watching"), [("en-2009", [GRUNT, SECOND]), ("es-2009", [])])
def test_a_program_that_names_nobody_has_them_go_in_as_the_book_says(
    play: Play, edition: str, watching: list[str]
) -> None:
    table = play(edition=edition).to_action().enter("allied", GRUNT, SECOND)
    table.allied("done", reaction_fire=None)
    assert [key for key in (GRUNT, SECOND) if table[f"models.{key}.reaction_fire"]] == watching


# -- who has an enemy in sight, as far as the table has seen


def met(play: Play, edition: str = "en-2009") -> PlayedTable:
    """Turn 2: both Grunts and a zombie are on the board, the first Grunt acts."""
    table = play(mission=3, referee=True, edition=edition).to_action().enter("allied", GRUNT, SECOND)
    table.allied("done")
    table.enter("german", ZOMBIE).next_turn()
    table.allied("activate", model=GRUNT)
    return table


def shoot(table: PlayedTable, model: str = GRUNT) -> None:
    table.allied("fire", model=model, weapon="lmg", target=ZOMBIE, dice=[1, 2, 3])


def ticked(table: PlayedTable, side: str = "allied") -> tuple[list[str], dict[str, list[str]]]:
    choice = done_offer(table, side).choose["reaction_fire"]
    assert isinstance(choice, MultiChoice)
    return choice.begun, {key: no.words["enemies"] for key, no in choice.but_for.items()}


def watching(table: PlayedTable) -> list[str]:
    return [key for key, model in table["models"].items() if model["reaction_fire"]]


def test_who_fired_at_an_enemy_that_stands_comes_unticked(play: Play) -> None:
    table = met(play)
    assert ticked(table) == ([GRUNT, SECOND], {})
    shoot(table)
    assert ticked(table) == ([SECOND], {GRUNT: [ZOMBIE]})
    table.allied("done", reaction_fire=None)
    assert watching(table) == [SECOND]


def test_it_may_be_ticked_all_the_same(play: Play) -> None:
    table = met(play)
    shoot(table)
    table.allied("done", reaction_fire=[GRUNT])
    assert watching(table) == [GRUNT]


@pytest.mark.parametrize("command", [("turn", {}), ("move", {"step": "forward"})])
def test_whoever_stepped_or_turned_since_comes_ticked(play: Play, command: tuple[str, dict[str, str]]) -> None:
    table = met(play)
    shoot(table)
    table.allied(command[0], model=GRUNT, **command[1])
    assert ticked(table) == ([GRUNT, SECOND], {})


def test_so_does_who_shot_an_enemy_that_is_gone(play: Play) -> None:
    table = met(play)
    table.allied("fire", model=GRUNT, weapon="lmg", target=ZOMBIE, dice=[4, 5, 6])
    assert ticked(table) == ([GRUNT, SECOND], {})


def test_a_shot_of_an_earlier_half_counts_no_more(play: Play) -> None:
    table = met(play)
    shoot(table)
    table.next_turn()
    assert ticked(table) == ([GRUNT, SECOND], {})


def test_who_was_attacked_hand_to_hand_comes_unticked_whenever_it_was(play: Play) -> None:
    table = met(play)
    table.allied("done", reaction_fire=[])
    table.german("activate", model=ZOMBIE)
    table.german("melee", model=ZOMBIE, target=SECOND, dice=[1])
    table.next_turn()
    assert ticked(table) == ([GRUNT], {SECOND: [ZOMBIE]})
    table.next_turn()
    assert ticked(table) == ([GRUNT], {SECOND: [ZOMBIE]})
    table.allied("done", reaction_fire=[])
    table.german("turn", model=ZOMBIE)
    table.next_turn()
    assert ticked(table) == ([GRUNT, SECOND], {})


def test_by_the_spanish_book_nobody_is_ticked_and_the_reason_stands_beside_it(play: Play) -> None:
    table = met(play, "es-2009")
    shoot(table)
    assert ticked(table) == ([], {GRUNT: [ZOMBIE]})
    table.allied("done", reaction_fire=None)
    assert watching(table) == []


def test_the_end_of_a_half_asks_who_sees_no_enemy_and_says_whom_the_table_has_seen(play: Play) -> None:
    table = met(play)
    shoot(table)
    phone = Taps(table, "allied")
    phone.open("done")
    assert "Models that go into Reaction Fire (those that see no enemy)" in phone.page
    boxes = re.findall(r'name="reaction_fire" value="([^"]+)"( checked)?>\s*<span>([^<]+)</span>', phone.page)
    assert boxes == [
        (GRUNT, "", "Grunt APE 1 (has seen Sturmzombie 1)"),
        (SECOND, " checked", "Grunt APE 2"),
    ]
    phone.press("form-1", reaction_fire=[SECOND])
    assert watching(table) == [SECOND]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_form_with_nothing_ticked_sends_nobody_in(play: Play, edition: str) -> None:
    table = play(edition=edition).to_action().enter("allied", GRUNT)
    fields = fields_from_form(table.kept().game.commands["done"], {})
    assert fields == {"reaction_fire": []}
    table.allied("done", **fields)
    assert table[f"models.{GRUNT}.reaction_fire"] is False


# -- what sets it off


TRIGGERS = {
    "step": ("move", {"step": "forward"}),
    "turn": ("turn", {}),
    "door": ("door", {"to": "open"}),
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("action", TRIGGERS)
def test_each_of_these_actions_gives_one_shot(play: Play, edition: str, action: str) -> None:
    table = watched(play, GRUNT, edition=edition)
    table.german("activate", model=ZOMBIE)
    table.german("move", model=ZOMBIE, step="forward")
    table.allied("no-reaction")
    command, fields = TRIGGERS[action]
    table.german(command, model=ZOMBIE, **fields)
    assert shots(table) == [(GRUNT, ZOMBIE, 1)]
    assert [trigger["action"] for trigger in table["triggers"]] == [action]


@pytest.mark.parametrize("edition", EDITIONS)
def test_firing_and_taking_an_item_give_a_shot_dropping_it_does_not(play: Play, edition: str) -> None:
    table = with_gretel(play, edition=edition)
    table.german("item", model="gretel-1", item="pinger")
    assert shots(table) == [(GRUNT, "gretel-1", 1)]
    table.german("fire", model="gretel-1", target=SECOND, dice=[1, 2])
    assert shots(table) == [(GRUNT, "gretel-1", 2), (GRUNT, "gretel-1", 1)]
    table.german("drop-item", model="gretel-1")
    assert [trigger["action"] for trigger in table["triggers"]] == ["item", "fire"]


def with_gretel(play: Play, **wishes: Any) -> PlayedTable:
    """She has entered with an SMG and no shot at her entry was wanted."""
    table = play(mission=3, referee=True, **wishes).choose_forces(german=["sturmzombie", "gretel"])
    table.bid().deploy([GRUNT, SECOND], ["gretel-1", ZOMBIE]).enter("allied", GRUNT, SECOND)
    table.allied("done", reaction_fire=[GRUNT])
    table.enter("german", "gretel-1").allied("no-reaction")
    return table


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("answer", ["all", "not-free-turns"])
def test_board_entry_costs_ap_and_always_counts(play: Play, edition: str, answer: str) -> None:
    table = watched(play, GRUNT, edition=edition, table_rulings={"rf-entry": answer})
    table.enter("german", ZOMBIE)
    assert len(shots(table)) == 1
    table.german("turn", model=ZOMBIE)
    assert len(shots(table)) == 2


@pytest.mark.parametrize(
    ("edition", "answer", "counts"),
    [
        ("en-2009", "yes", True),
        ("en-2009", "as-listed", True),
        ("es-2009", "yes", True),
        ("es-2009", "as-listed", False),
    ],
)
def test_doors_count_as_the_books_and_the_table_say(play: Play, edition: str, answer: str, counts: bool) -> None:
    table = watched(play, GRUNT, edition=edition, table_rulings={"rf-door": answer})
    table.enter("german", ZOMBIE).allied("no-reaction")
    table.german("door", model=ZOMBIE, to="closed")
    assert bool(shots(table)) is counts


def test_sealing_a_door_counts_as_a_door(play: Play) -> None:
    table = play(mission=2, referee=True).to_action().enter("allied", GRUNT)
    table.allied("done", reaction_fire=[GRUNT])
    table.enter("german", ZOMBIE).allied("no-reaction")
    table.german("seal-door", model=ZOMBIE)
    assert [trigger["action"] for trigger in table["triggers"]] == ["door"]


def test_an_attack_hand_to_hand_gives_no_shot(play: Play) -> None:
    table = watched(play, GRUNT)
    table.enter("german", ZOMBIE).allied("no-reaction")
    table.german("melee", model=ZOMBIE, target=SECOND, dice=[1])
    assert shots(table) == []


def test_leaving_the_board_gives_no_shot(play: Play) -> None:
    table = watched(play, GRUNT)
    table.enter("german", ZOMBIE).allied("no-reaction")
    table.german("leave-board", model=ZOMBIE)
    assert (shots(table), table["triggers"]) == ([], [])


def test_nobody_watches_the_own_side_or_without_being_in_reaction_fire(play: Play) -> None:
    table = watched(play)
    table.enter("german", ZOMBIE)
    assert table["triggers"] == []
    table = watched(play, GRUNT)
    table.german("done")
    table.bid().deploy([], []).allied("activate", model=SECOND)
    table.allied("turn", model=SECOND)
    assert table["triggers"] == []


# -- shots


def test_each_watcher_has_one_shot_at_each_action(play: Play) -> None:
    table = watched(play, GRUNT, SECOND)
    table.enter("german", ZOMBIE)
    assert shots(table) == [(GRUNT, ZOMBIE, 1), (SECOND, ZOMBIE, 1)]
    react(table, 1, 2)
    assert shots(table) == [(SECOND, ZOMBIE, 1)]
    again = refusal(lambda: react(table, 1, 2))
    assert again == ("does-not-watch", "model")
    table.german("turn", model=ZOMBIE)
    assert shots(table) == [(GRUNT, ZOMBIE, 2), (SECOND, ZOMBIE, 2), (SECOND, ZOMBIE, 1)]
    react(table, 1, 3, action=2)
    react(table, 1, 3, model=SECOND, action=1)
    assert shots(table) == [(SECOND, ZOMBIE, 2)]


def test_nobody_is_held_up_and_the_chance_stands_whatever_comes_next(play: Play) -> None:
    table = watched(play, GRUNT)
    table.enter("german", ZOMBIE)
    assert (table["waiting"], table["active"]) == ([], "german")
    table.german("turn", model=ZOMBIE)
    table.enter("german", "sturmzombie-2")
    assert shots(table) == [(GRUNT, "sturmzombie-2", 3), (GRUNT, ZOMBIE, 2), (GRUNT, ZOMBIE, 1)]
    (late,) = react(table, 1, 2)
    assert (late["data"]["late"], late["text"].split(":")[0]) == (True, "Reaction Fire, late")
    (at_once,) = react(table, 1, 3, target="sturmzombie-2", action=3)
    assert (at_once["data"]["late"], at_once["text"].split(":")[0]) == (False, "Reaction Fire")


HURRIED = [
    ("melee", {"target": GRUNT, "dice": [1]}),
    ("done", {}),
    ("leave-board", {}),
]


@pytest.mark.parametrize(("command", "fields"), HURRIED)
@pytest.mark.parametrize("answer", ["shot", "no-reaction", "not-for-this-model", "ruled", "watcher-dead"])
def test_what_would_take_an_answer_away_waits_for_it(
    play: Play, command: str, fields: dict[str, Any], answer: str
) -> None:
    table = watched(play, GRUNT)
    table.enter("german", ZOMBIE)
    given = {} if command == "done" else {"model": ZOMBIE, **fields}
    before = table.get()
    field = "target" if command == "melee" else None
    assert refusal(lambda: table.german(command, **given)) == ("reaction-first", field)
    assert table.get() == before
    targets = [offer["choose"].get("target") for offer in table.offers("german", command)]
    assert targets == ([[SECOND]] if command == "melee" else [])
    if answer == "shot":
        react(table, 1, 2)
    elif answer == "no-reaction":
        table.allied("no-reaction")
    elif answer == "not-for-this-model":
        table.allied("no-reaction", model=ZOMBIE)
    else:
        value, to = ("reaction_fire", False) if answer == "ruled" else ("dp", 0)
        table.referee("house-ruling", set=f"models.{GRUNT}.{value}", to=to, reason="a test")
    if (command, answer) == ("melee", "watcher-dead"):
        given["target"] = SECOND
    table.german(command, **given)


def test_who_lets_a_model_go_is_not_asked_again_before_its_next_activation(play: Play) -> None:
    table = watched(play, GRUNT)
    table.enter("german", ZOMBIE)
    assert refusal(lambda: table.allied("no-reaction", model="sturmzombie-2")) == ("nothing-to-react-to", "model")
    table.allied("no-reaction", model=ZOMBIE)
    table.german("turn", model=ZOMBIE)
    assert shots(table) == []
    table.enter("german", "sturmzombie-2")
    assert shots(table) == [(GRUNT, "sturmzombie-2", 1)]


def test_of_two_models_one_is_let_go(play: Play) -> None:
    table = watched(play, GRUNT)
    table.enter("german", ZOMBIE, "sturmzombie-2").allied("no-reaction", model="sturmzombie-2")
    assert shots(table) == [(GRUNT, ZOMBIE, 1)]
    labels = [offer["label"] for offer in table.offers("allied", "no-reaction")]
    assert labels == ["No reaction"]


def test_the_acting_side_may_nudge_who_has_still_to_answer(play: Play) -> None:
    table = watched(play, GRUNT)
    table.german("activate", model=ZOMBIE)
    assert code_of(lambda: table.german("nudge")) == "nobody-to-nudge"
    table.german("move", model=ZOMBIE, step="forward")
    assert table.german("nudge")["events"][0]["text"] == "Allies are reminded that they can use Reaction Fire."
    table.german("undo")
    assert table[f"models.{ZOMBIE}.place"] == "entry"
    assert code_of(lambda: table.german("nudge")) == "nobody-to-nudge"


@pytest.mark.parametrize(("answer", "offered"), [("action", [1]), ("each", [2, 1])])
def test_free_shots_are_one_action_or_each_is_one(play: Play, answer: str, offered: list[int]) -> None:
    table = play(mission=3, rp={"allied": 20}, table_rulings={"rf-shots": answer})
    table.choose_forces(["hmg-ape"], ["sturmzombie", "gretel"]).bid(0, 1)
    table.deploy(["hmg-ape-1"], ["gretel-1", ZOMBIE]).enter("german", "gretel-1", ZOMBIE)
    table.german("done", reaction_fire=["gretel-1"])
    table.enter("allied", "hmg-ape-1").german("no-reaction")
    table.allied("fire", model="hmg-ape-1", target=ZOMBIE, dice=[1, 1, 1])
    again = {"model": "hmg-ape-1", "target": "gretel-1", "again": True, "dice": [1, 1, 1]}
    if answer == "each":
        assert refusal(lambda: table.allied("fire", **again)) == ("reaction-first", "target")
        again["target"] = ZOMBIE
    table.allied("fire", **again)
    given = [offer["given"]["action"] for offer in table.offers("german", "react")]
    assert given == offered
    shot = table.german("react", model="gretel-1", target="hmg-ape-1", action=1, dice=[1])["events"][0]
    assert shot["data"]["late"] is False


HMG = "hmg-ape-1"


def machine_gun(play: Play, **wishes: Any) -> PlayedTable:
    """An HMG APE has fired the first of its two shots at a zombie; Gretel watches."""
    table = play(mission=3, rp={"allied": 20}, **wishes)
    table.choose_forces(["hmg-ape"], ["sturmzombie", "gretel"]).bid(0, 1)
    table.deploy([HMG], ["gretel-1", ZOMBIE]).enter("german", "gretel-1", ZOMBIE)
    table.german("done", reaction_fire=["gretel-1"])
    table.enter("allied", HMG).german("no-reaction")
    table.allied("fire", model=HMG, target=ZOMBIE, dice=[1, 1, 1])
    return table


def asked(table: PlayedTable) -> list[tuple[str, str]]:
    return [(one.side, one.for_) for one in owed(table.kept().state)]


def foot_of(table: PlayedTable, side: str) -> Any:
    seat = table.kept().seat(side)
    return shown(table.kept(), seat, table.kept().offers_for(seat))


@pytest.mark.parametrize("edition", EDITIONS)
def test_nobody_answers_between_the_shots_of_one_action(play: Play, edition: str) -> None:
    table = machine_gun(play, edition=edition)
    assert (table.offers("german", "react"), asked(table)) == ([], [])
    assert foot_of(table, "german")["react"] is None
    assert foot_of(table, "german")["must_answer"] == 0
    shot = {"model": "gretel-1", "target": HMG, "dice": [5]}
    assert code_of(lambda: table.german("react", **shot)) == "nothing-to-react-to"
    assert code_of(lambda: table.allied("done")) == "finish-first"
    assert code_of(lambda: table.allied("nudge")) == "nobody-to-nudge"
    assert foot_of(table, "allied")["next"].still_due is None
    (left,) = foot_of(table, "allied")["left_to_do"]
    assert (left.tap.label_key, left.tap.fields) == ("command.let-go-shot", (("model", HMG),))
    table.allied("let-go", model=HMG)
    assert asked(table) == [("german", "reaction-fire")]
    assert foot_of(table, "german")["react"].model == HMG
    assert foot_of(table, "allied")["next"].still_due.at == (HMG,)
    assert table.german("react", **shot)["events"][0]["data"]["late"] is False


@pytest.mark.parametrize(("language", "says"), [("en", "Skip further shot"), ("es", "Renunciar al disparo")])
def test_a_shot_is_let_go_with_one_tap(play: Play, language: str, says: str) -> None:
    table = machine_gun(play)
    phone = Taps(table, "allied")
    phone.client.set_cookie("lang", language)
    phone.look()
    assert says in phone.page
    phone.press("let-go")
    assert (phone.count, table["follow_ups"], asked(table)) == (1, {}, [("german", "reaction-fire")])
    told = {"en": "HMG APE 1 skips: further shot.", "es": "renuncia a: otro disparo."}
    assert told[language] in phone.client.get(f"{phone.at}/log").text


def test_what_nobody_waits_for_is_not_let_go_by_a_press_of_its_own(play: Play) -> None:
    table = play(mission=3, rp={"allied": 20}).choose_forces(["hmg-ape"], ["sturmzombie", "gretel"]).bid()
    table.deploy([HMG], ["gretel-1", ZOMBIE]).allied("done")
    table.enter("german", "gretel-1", ZOMBIE).german("done")
    table.bid().deploy([], []).enter("allied", HMG)
    table.allied("fire", model=HMG, target=ZOMBIE, dice=[1, 1, 1])
    assert table.offers("allied", "let-go") == []
    assert code_of(lambda: table.allied("let-go", model=HMG)) == "nothing-to-let-go"
    table.allied("done")


def test_only_the_model_that_has_it_lets_its_shot_go(play: Play) -> None:
    table = machine_gun(play)
    assert refusal(lambda: table.allied("let-go", model="gretel-1")) == ("nothing-to-let-go", "model")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_next_action_lets_a_free_shot_go(play: Play, edition: str) -> None:
    table = machine_gun(play, edition=edition)
    table.allied("turn", model=HMG)
    given = [(offer["given"]["action"], offer["given"]["target"]) for offer in table.offers("german", "react")]
    assert given == [(2, HMG), (1, HMG)]
    assert code_of(lambda: table.allied("fire", model=HMG, target=ZOMBIE, again=True)) == "no-free-shot"


def test_no_reaction_leaves_the_action_that_goes_on(play: Play) -> None:
    table = play(mission=3, rp={"allied": 20}).choose_forces(["hmg-ape"], ["sturmzombie", "gretel"]).bid(0, 1)
    table.deploy([HMG], ["gretel-1", ZOMBIE]).enter("german", "gretel-1", ZOMBIE)
    table.german("done", reaction_fire=["gretel-1"])
    table.enter("allied", HMG).allied("fire", model=HMG, target=ZOMBIE, dice=[1, 1, 1])
    # the step may be answered (late), the shots not yet
    assert [offer["given"]["action"] for offer in table.offers("german", "react")] == [1]
    table.german("no-reaction")
    table.allied("let-go", model=HMG)
    assert [offer["given"]["action"] for offer in table.offers("german", "react")] == [2]


def test_a_second_shot_that_can_go_at_nobody_holds_nobody_up(play: Play) -> None:
    table = play(mission=3, rp={"allied": 20}, table_rulings={"hmg-second": "same"})
    table.choose_forces(["hmg-ape"], ["sturmzombie", "gretel"]).bid(0, 1)
    table.deploy([HMG], ["gretel-1", ZOMBIE]).enter("german", "gretel-1", ZOMBIE)
    table.german("done", reaction_fire=["gretel-1"])
    table.enter("allied", HMG).german("no-reaction")
    table.allied("fire", model=HMG, target=ZOMBIE, dice=[4, 1, 1])
    assert (table["follow_ups"], len(table.offers("german", "react"))) == ({}, 1)


# -- dice that a watcher may reroll are an answer that is not given yet


def missed(play: Play, **answers: str) -> PlayedTable:
    """Ilsa, with both guns in Reaction Fire, has missed a Grunt twice with the same face; she may reroll."""
    rulings = {"rf-two-gun": "rerolls", "ammo-doubles": "final", **answers}
    table = play(mission=3, rp={"german": 20}, table_rulings=rulings)
    table.choose_forces(["grunt-ape", "grunt-ape"], ["sturmzombie", "ilsa"]).bid(0, 1)
    table.deploy([GRUNT, SECOND], ["ilsa-1"]).enter("german", "ilsa-1")
    table.german("done", reaction_fire=["ilsa-1"])
    table.enter("allied", GRUNT)
    (offer,) = table.offers("german", "react")
    table.german("react", model="ilsa-1", target=GRUNT, dice=[2] * offer["dice"]["count"])
    return table


def test_a_reroll_in_reaction_fire_is_an_answer_that_is_still_due(play: Play) -> None:
    table = missed(play)
    assert asked(table) == [("german", "reaction-fire")]
    assert foot_of(table, "german")["must_answer"] == 1
    blow = {"model": GRUNT, "target": "ilsa-1", "dice": [6]}
    assert refusal(lambda: table.allied("melee", **blow)) == ("reaction-first", "target")
    assert table.offers("allied", "melee") == []
    assert code_of(lambda: table.allied("done")) == "reaction-first"
    assert foot_of(table, "allied")["next"].still_due.at == (GRUNT,)
    table.allied("nudge")
    assert foot_of(table, "german")["must_answer"] == 2
    table.german("reroll", model="ilsa-1", dice=[1] * table["follow_ups"]["german"]["number"])
    assert asked(table) == []
    table.allied("melee", **blow)


def test_a_watcher_that_may_reroll_does_so_before_it_shoots_again(play: Play) -> None:
    table = missed(play)
    table.allied("turn", model=GRUNT)
    assert table.offers("german", "react") == []
    assert code_of(lambda: table.german("react", model="ilsa-1", target=GRUNT)) == "reroll-first"
    assert [offer["label"] for offer in table.offers("german", "let-go")] == ["Skip reroll"]
    table.german("let-go", model="ilsa-1")
    assert [offer["given"]["action"] for offer in table.offers("german", "react")] == [2]
    table.german("no-reaction")
    table.allied("done")


def test_a_mission_does_not_end_over_an_answer_in_reaction_fire(play: Play) -> None:
    table = play(mission=2, referee=True).to_action()
    table.referee("house-ruling", set="sealed_doors", to=5, reason="a test")
    table.enter("allied", GRUNT).allied("done", reaction_fire=[GRUNT])
    table.enter("german", ZOMBIE)
    assert code_of(lambda: table.german("seal-door", model=ZOMBIE)) == "reaction-first"
    table.allied("no-reaction")
    table.german("seal-door", model=ZOMBIE)
    assert table["over"] is True


def test_who_only_asks_for_an_answer_ends_no_mission(play: Play) -> None:
    table = play(mission=2, referee=True).to_action().enter("allied", GRUNT)
    table.allied("done", reaction_fire=[GRUNT])
    table.enter("german", ZOMBIE)
    table.referee("house-ruling", set="sealed_doors", to=6, reason="counted again")
    table.german("nudge")
    assert (table["over"], shots(table)) == (False, [(GRUNT, ZOMBIE, 1)])
    react(table, 1, 2)
    assert (table["over"], table["winner"]) == (True, "allied")


def test_the_last_panel_waits_for_it_too(play: Play) -> None:
    table = play(mission=6)
    table.german("count-panels", panels=2)
    over_an_answer(table.choose_forces(german=["sturmzombie", "gretel"]), "activate-panel", [GRUNT])
    assert table["score"] == {"allied": 2}


def test_the_device_waits_for_it_too(play: Play) -> None:
    table = play(mission=7, referee=True).choose_forces(german=["sturmzombie", "gretel"])
    over_an_answer(table, "shut-down", [])


def over_an_answer(table: PlayedTable, command: str, panels: list[str]) -> None:
    """Gretel watches a Grunt that is about to end the mission."""
    table.bid()
    if table["models.gretel-1.place"] == "due":
        table.deploy([GRUNT], []).end_turn().bid().deploy([], ["gretel-1"])
    else:
        table.deploy([GRUNT], ["gretel-1"])
    table.allied("done")
    table.enter("german", "gretel-1").german("done", reaction_fire=["gretel-1"])
    table.bid().deploy([], []).enter("allied", GRUNT)
    for model in panels:
        table.german("no-reaction")
        table.allied("activate-panel", model=model)
    assert code_of(lambda: table.allied(command, model=GRUNT)) == "reaction-first"
    assert table.offers("allied", command) == []
    table.german("no-reaction")
    table.allied(command, model=GRUNT)
    assert (table["over"], table["winner"]) == (True, "allied")


def test_with_one_tap_every_chance_is_let_go(play: Play) -> None:
    table = watched(play, GRUNT, SECOND)
    table.enter("german", ZOMBIE)
    table.german("turn", model=ZOMBIE)
    table.allied("no-reaction")
    assert (shots(table), table[f"models.{GRUNT}.reaction_fire"]) == ([], True)
    assert code_of(lambda: table.allied("no-reaction")) == "nothing-to-react-to"


def test_a_shot_names_an_action_that_was_seen(play: Play) -> None:
    table = watched(play, GRUNT)
    table.enter("german", ZOMBIE)
    before = table.get()
    assert refusal(lambda: react(table, 1, 2, action=2)) == ("nothing-to-react-to", "action")
    assert refusal(lambda: react(table, 1, 2, target="sturmzombie-2")) == ("nothing-to-react-to", "action")
    assert refusal(lambda: react(table, 1, 2, model=SECOND)) == ("does-not-watch", "model")
    assert refusal(lambda: react(table, 1)) == ("wrong-dice-count", "dice")
    assert code_of(lambda: table.german("react", model=ZOMBIE, target=GRUNT, action=1)) == "nothing-to-react-to"
    assert table.get() == before


def test_a_shot_costs_nothing_and_kills(play: Play) -> None:
    table = watched(play, GRUNT)
    table.enter("german", ZOMBIE)
    cp = table["sides.allied.cp"]
    events = react(table, 4, 3)
    assert [event["event"] for event in events] == ["reaction-shot", "model-lost"]
    assert (table[f"models.{ZOMBIE}.alive"], table["sides.allied.cp"], table["acting"]) == (False, cp, None)
    assert table["triggers"] == []
    assert table[f"models.{GRUNT}.reaction_fire"] is True


@pytest.mark.parametrize("edition", EDITIONS)
def test_react_is_the_ruling_shoot(play: Play, monkeypatch: pytest.MonkeyPatch, edition: str) -> None:
    table = watched(play, GRUNT, edition=edition)
    table.enter("german", ZOMBIE)
    asked: list[Any] = []
    ruling = shooting.shot_ruling
    monkeypatch.setattr(shooting, "shot_ruling", lambda facts, book: asked.append(facts) or ruling(facts, book))
    react(table, 2, 5)
    assert [shot.dice for shot in asked if shot.dice] == [[2, 5]]
    assert {(shot.weapon, shot.fortitude, shot.reaction) for shot in asked} == {("lmg", 4, True)}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_odds_of_a_shot_are_those_of_all_its_faces(play: Play, edition: str) -> None:
    table = watched(play, GRUNT, edition=edition)
    table.enter("german", ZOMBIE)
    (offer,) = list_offers(React, table.look())
    assert offer.preview is not None
    assert offer.preview.odds is not None
    falls = list(product(range(1, 7), repeat=2))
    hits = [sum(face >= 4 for face in fall) for fall in falls]
    assert offer.preview.odds["hits"] == {str(n): str(Fraction(hits.count(n), len(falls))) for n in range(3)}
    assert offer.preview.odds["casualty"] == str(Fraction(sum(hit > 0 for hit in hits), len(falls)))


# -- what ends it


def ends(table: PlayedTable) -> list[str]:
    return [event["data"]["because"] for event in table.log() if event["event"] == "reaction-fire-ended"]


def test_doubles_run_it_out_of_ammo(play: Play) -> None:
    table = watched(play, GRUNT)
    table.enter("german", ZOMBIE)
    table.german("turn", model=ZOMBIE)
    react(table, 2, 3)
    assert table[f"models.{GRUNT}.reaction_fire"] is True
    react(table, 3, 3, action=2)
    assert (table[f"models.{GRUNT}.reaction_fire"], ends(table), shots(table)) == (False, ["out-of-ammo"], [])


def test_one_die_cannot_run_out(play: Play) -> None:
    table = with_gretel(play)
    table.german("done", reaction_fire=["gretel-1"])
    table.bid().deploy([], [])
    table.allied("activate", model=GRUNT)
    table.allied("turn", model=GRUNT)
    (offer,) = table.offers("german", "react")
    assert offer["dice"]["count"] == 1
    for action in (1, 2):
        table.german("react", model="gretel-1", target=GRUNT, action=action, dice=[3])
        table.allied("turn", model=GRUNT)
    assert (table["models.gretel-1.reaction_fire"], ends(table)) == (True, [])


def test_an_attack_hand_to_hand_ends_it(play: Play) -> None:
    table = watched(play, GRUNT)
    table.enter("german", ZOMBIE).allied("no-reaction")
    events = table.german("melee", model=ZOMBIE, target=GRUNT, dice=[1])["events"]
    assert [event["event"] for event in events] == ["blow-struck", "reaction-fire-ended"]
    assert (table[f"models.{GRUNT}.reaction_fire"], ends(table)) == (False, ["attacked"])
    assert shots(table) == []


def test_the_next_activation_ends_it(play: Play) -> None:
    table = watched(play, GRUNT)
    table.german("done")
    assert table[f"models.{GRUNT}.reaction_fire"] is True
    table.bid().deploy([], []).allied("activate", model=GRUNT)
    assert table[f"models.{GRUNT}.reaction_fire"] is False


def test_it_lasts_into_the_next_turn_until_its_own_half(play: Play) -> None:
    table = watched(play, GRUNT)
    table.german("done")
    table.bid(german=1).deploy([], ["sturmzombie-4"])
    table.enter("german", "sturmzombie-4")
    assert shots(table) == [(GRUNT, "sturmzombie-4", 1)]


def test_a_casualty_watches_no_more(play: Play) -> None:
    table = watched(play, GRUNT)
    table.enter("german", ZOMBIE)
    table.referee("house-ruling", set=f"models.{GRUNT}.dp", to=0, reason="crushed")
    assert (table[f"models.{GRUNT}.reaction_fire"], shots(table)) == (False, [])


def test_a_card_waits_for_its_answer_first(deal: Callable[..., PlayedTable]) -> None:
    table = deal(german=["cave-in"])
    table.allied("done", reaction_fire=[GRUNT])
    table.enter("german", ZOMBIE)
    name = table.play_card("german", "cave-in")
    assert code_of(lambda: react(table, 1, 2)) == "card-unanswered"
    table.allied("let-card", card=name)
    assert react(table, 1, 2)


def test_a_ruled_watcher_without_a_gun_has_no_shot_and_breaks_nothing(play: Play) -> None:
    table = play(referee=True).to_action()
    table.enter("allied", GRUNT)
    table.referee("house-ruling", set=f"models.{ZOMBIE}.reaction_fire", to=True, reason="a test")
    table.allied("turn", model=GRUNT)
    assert table["triggers"] == []
    assert table.offers("german", "react") == []


# -- said once for the enemy's half


def told(answered: Any) -> list[str]:
    return [event["event"] for event in answered["events"]]


def test_nobody_this_half_is_said_once(play: Play) -> None:
    table = watched(play, GRUNT, SECOND)
    table.enter("german", ZOMBIE)
    assert told(table.allied("limit-reaction")) == ["reaction-limited"]
    assert (table["sides.allied.reacts_only"], table.state()["triggers"][-1]["watchers"]) == ([], [])
    # nobody is asked about the two squares that follow, and the log tells what was let go
    events = table.german("advance", models=["sturmzombie-2"], squares=2)["events"]
    assert told({"events": events})[-2:] == ["model-advanced", "watchers-passed"]
    assert events[-1]["data"]["watchers"] == [GRUNT, SECOND]
    assert not table.offers("allied", "react")
    table.german("done")
    assert table["sides.allied.reacts_only"] is None


def test_who_said_nobody_may_ask_again(play: Play) -> None:
    table = watched(play, GRUNT)
    assert code_of(lambda: table.allied("ask-for-all")) == "asked-anyway"
    table.allied("limit-reaction")
    assert told(table.allied("ask-for-all")) == ["reaction-unlimited"]
    table.enter("german", ZOMBIE)
    assert shots(table) == [(GRUNT, ZOMBIE, 1)]


def test_only_whom_a_side_names_is_asked_for(play: Play) -> None:
    table = watched(play, GRUNT, SECOND)
    assert refusal(lambda: table.allied("limit-reaction", only=[ZOMBIE, "hans-9"])) == ("cannot-react-to", "only.1")
    assert refusal(lambda: table.allied("limit-reaction", only=[ZOMBIE, ZOMBIE])) == ("named-twice", "only.1")
    table.allied("limit-reaction", only=[ZOMBIE, SECOND])
    # both at the zombie named, the second Grunt at any other
    table.enter("german", ZOMBIE)
    assert shots(table) == [(GRUNT, ZOMBIE, 1), (SECOND, ZOMBIE, 1)]
    table.allied("no-reaction")
    table.enter("german", "sturmzombie-2")
    assert [(watcher, target) for watcher, target, _ in shots(table)] == [(SECOND, "sturmzombie-2")]


def test_nothing_is_limited_in_the_own_half_or_without_watchers(play: Play) -> None:
    table = watched(play)
    assert code_of(lambda: table.allied("limit-reaction")) == "nobody-watches"
    assert code_of(lambda: table.german("limit-reaction")) == "nobody-watches"


# -- an advance goes on by itself


def stopped(play: Play) -> PlayedTable:
    """The first of two zombies that are to go two squares each stops after one."""
    table = watched(play, GRUNT)
    table.german("advance", models=[ZOMBIE, "sturmzombie-2"], squares=2)
    return table


def gone(table: PlayedTable) -> list[int]:
    return [table[f"models.sturmzombie-{number}.squares_moved"] for number in (1, 2)]


def test_an_advance_goes_on_step_by_step_as_it_is_answered(play: Play) -> None:
    table = stopped(play)
    assert gone(table) == [1, 0]
    # a miss: Fortitude 4, an LMG rolls 2 dice
    react(table, 1, 2)
    assert gone(table) == [2, 0]
    for after in ([2, 1], [2, 2]):
        table.allied("no-reaction")
        assert gone(table) == after
    assert table.state()["advancing"] is None
    table.allied("no-reaction")
    assert (gone(table), table["models.sturmzombie-2.ap"]) == ([2, 2], 0)


def test_an_advance_goes_on_when_nobody_wants_to_react_any_more(play: Play) -> None:
    table = stopped(play)
    events = told(table.allied("limit-reaction"))
    assert (events[0], events.count("watchers-passed"), gone(table)) == ("reaction-limited", 2, [2, 2])


def test_an_advance_waits_for_the_last_watcher(play: Play) -> None:
    table = watched(play, GRUNT, SECOND)
    table.german("advance", models=[ZOMBIE], squares=2)
    react(table, 1, 2)
    assert gone(table) == [1, 0]
    react(table, 1, 2, model=SECOND)
    assert gone(table) == [2, 0]


def test_an_advance_ends_with_a_model_that_is_lost(play: Play) -> None:
    table = stopped(play)
    react(table, 4, 1)
    assert (table[f"models.{ZOMBIE}.alive"], gone(table)) == (False, [1, 0])
    assert told(table.german("advance", models=["sturmzombie-2"], squares=1))[0] == "model-activated"


def test_what_its_side_does_meanwhile_ends_an_advance(play: Play) -> None:
    table = stopped(play)
    table.german("turn", model=ZOMBIE)
    table.allied("no-reaction")
    assert gone(table) == [1, 0]


def test_an_answer_is_undone_with_the_steps_that_followed(play: Play) -> None:
    table = stopped(play)
    before = table.state()
    table.allied("no-reaction")
    assert gone(table) == [2, 0]
    table.allied("undo")
    assert (gone(table), table.state()["advancing"]) == ([1, 0], before["advancing"])
    table.allied("no-reaction")
    assert gone(table) == [2, 0]


def test_a_move_of_several_steps_goes_on_as_an_advance_does(play: Play) -> None:
    """Two steps sideways cost 2 AP each: the zombie has 2, so the second is paid with the 2 CP that were named."""
    table = watched(play, GRUNT)
    table.german("activate", model=ZOMBIE)
    had = table["sides.german.cp"]
    events = table.german("move", model=ZOMBIE, step="sideways", steps=2, cp=2)["events"]
    assert (events[-1]["data"]["to_go"], events[-1]["data"]["step"], events[-1]["data"]["cp"]) == (1, "sideways", 2)
    assert (gone(table)[0], table["sides.german.cp"], table[f"models.{ZOMBIE}.ap"]) == (1, had, 0)
    table.allied("no-reaction")
    assert (gone(table)[0], table["sides.german.cp"], table[f"models.{ZOMBIE}.ap"]) == (2, had - 2, 0)
    table.allied("no-reaction")
    assert (gone(table)[0], table.state()["advancing"]) == (2, None)


def test_a_move_takes_no_more_cp_than_were_named_for_it(play: Play) -> None:
    table = watched(play, GRUNT)
    table.german("activate", model=ZOMBIE)
    table.german("move", model=ZOMBIE, step="sideways", steps=2, cp=2)
    table.referee("house-ruling", set="sides.german.cp", to=1, reason="a test")
    table.allied("no-reaction")
    assert (gone(table)[0], table["sides.german.cp"]) == (1, 1)
