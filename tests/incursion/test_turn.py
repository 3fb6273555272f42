"""A turn of Incursion at the table, in sentences."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from app.core.rules.dice import SeededDice
from tests.playing import BATCHES, GRUNTS, No, PlayedTable, code_of, refusal

Play = Callable[..., PlayedTable]


# -- forces


def test_a_force_is_held_against_rp_limit_demands_and_side(play: Play) -> None:
    table = play(rp={"allied": 30, "german": 7})
    assert code_of(lambda: table.allied("add-model", card="sturmzombie")) == "not-your-card"
    assert code_of(lambda: table.allied("add-model", card="tank")) == "not-your-card"
    assert code_of(lambda: table.allied("drop-model", card="grunt-ape")) == "not-in-force"
    table.allied("add-model", card="grunt-ape")
    assert code_of(lambda: table.allied("force-ready")) == "force-too-small"
    for _ in range(5):
        table.allied("add-model", card="grunt-ape")
    assert code_of(lambda: table.allied("add-model", card="grunt-ape")) == "over-limit"
    table.german("add-model", card="sturmzombie")
    assert code_of(lambda: table.german("force-ready")) == "force-spend-all"
    table.german("add-model", card="sturmzombie")
    assert code_of(lambda: table.german("add-model", card="sturmzombie")) == "over-rp"
    table.german("force-ready")
    assert code_of(lambda: table.german("force-ready")) == "not-time-for-forces"


def test_the_germans_must_spend_on_a_horde() -> None:
    from app.core.engine.command import GameContext
    from app.core.engine.event import Seat
    from app.core.errors import Refused
    from app.games.incursion.book import edition_book, missions
    from app.games.incursion.missions.forces import check_card, check_force
    from app.games.incursion.state import Side, State

    mission = {**missions()[1], "demands": {"german": {"only": "sturmzombie"}}}
    book = edition_book("en-2009", {})
    book = book.model_validate({**book.model_dump(by_alias=True), "mission": mission})
    side = Side("german", 6)
    look = GameContext(State(sides={"german": side}), book, Seat("german", "german"))
    with pytest.raises(Refused, match="force-needs-horde"):
        check_force(look, side)
    other = book.model_copy(
        update={"models": {**book.models, "hans": book.models["sturmzombie"].model_copy(update={"horde": False})}}
    )
    with pytest.raises(Refused, match="mission-forbids-card"):
        check_card(GameContext(look.state, other, look.seat), "hans")


def test_forces_chosen_in_secret_are_shown_together(table: PlayedTable) -> None:
    for card in GRUNTS:
        table.allied("add-model", card=card)
    table.allied("force-ready")
    assert table["models"] == {}
    for card in BATCHES:
        table.german("add-model", card=card)
    events = table.german("force-ready")["events"]
    revealed = [event["data"] for event in events if event["event"] == "force-revealed"]
    assert [data["value"] for data in revealed] == [{"grunt-ape": 2}, {"sturmzombie": 2}]


def test_a_published_force_matches_its_commitment(table: PlayedTable) -> None:
    table.choose_forces()
    log = table.log()
    sealed = {event["data"]["side"]: event["data"] for event in log if event["event"] == "force-chosen"}
    for event in log:
        if event["event"] == "force-revealed":
            data = event["data"]
            text = json.dumps(data["value"], separators=(",", ":")).encode()
            digest = hashlib.sha256(bytes.fromhex(data["salt"]) + text).hexdigest()
            assert digest == sealed[data["side"]]["commitment"]


def test_the_allies_may_choose_first_instead(play: Play) -> None:
    table = play(table_rulings={"forces": "allies-first"})
    assert [waiting["side"] for waiting in table["waiting"]] == ["allied"]
    assert code_of(lambda: table.german("add-model", card="sturmzombie")) == "not-time-for-forces"
    for card in GRUNTS:
        table.allied("add-model", card=card)
    table.allied("force-ready")
    assert set(table["models"]) == {"grunt-ape-1", "grunt-ape-2"}
    assert [waiting["side"] for waiting in table["waiting"]] == ["german"]


def test_a_change_of_mind_about_the_order_of_choosing_strands_nobody(play: Play) -> None:
    table = play(table_rulings={"forces": "allies-first"})
    for answer, asked in (("secret", {"allied", "german"}), ("allies-first", {"allied"})):
        table.allied("table-ruling", question="forces", answer=answer)
        assert {waiting["side"] for waiting in table["waiting"]} == asked
    for card in GRUNTS:
        table.allied("add-model", card=card)
    table.allied("force-ready")
    assert [waiting["side"] for waiting in table["waiting"]] == ["german"]


def test_another_reading_shows_no_force_before_its_time(table: PlayedTable) -> None:
    for card in BATCHES:
        table.german("add-model", card=card)
    table.german("force-ready", table_rulings={"forces": "allies-first"})
    assert table["sides.german.horde"] == 0


# -- maintenance


def test_unequal_rp_give_each_side_its_own_level_or_the_higher(play: Play) -> None:
    rp = {"allied": 6, "german": 9}
    for answer, cp in (("own", [4, 5]), ("higher", [5, 5])):
        table = play(rp=rp, table_rulings={"unequal-rp": answer}).choose_forces(german=["sturmzombie"] * 3)
        assert [table[f"sides.{side}.cp"] for side in ("allied", "german")] == cp


def test_what_is_left_of_cp_is_lost_in_the_next_turn(in_action: PlayedTable) -> None:
    in_action.allied("done")
    in_action.german("done")
    assert in_action["sides.allied.cp"] == 4


def test_a_bid_matches_its_commitment_once_it_is_revealed(table: PlayedTable) -> None:
    table.choose_forces()
    made = table.german("bid", cp=3)["events"][0]["data"]
    assert made["cp"] == 3
    revealed = next(e["data"] for e in table.allied("bid", cp=0)["events"] if e["event"] == "bids-revealed")
    digest = hashlib.sha256(bytes.fromhex(revealed["salts"]["german"]) + b"3").hexdigest()
    assert digest == made["commitment"]
    assert revealed["bids"] == {"allied": 0, "german": 3}


def test_the_same_bid_is_never_sealed_alike_twice(play: Play) -> None:
    seals = set()
    for _ in range(3):
        table = play().choose_forces()
        seals.add(table.german("bid", cp=3)["events"][0]["data"]["commitment"])
    assert len(seals) == 3


def test_the_higher_bid_goes_first_and_both_are_spent(table: PlayedTable) -> None:
    table.choose_forces().bid(allied=1, german=2)
    assert (table["first"], table["sides.allied.cp"], table["sides.german.cp"]) == ("german", 3, 2)


def test_allied_intelligence_works_once_and_only_before_ones_own_bid(table: PlayedTable) -> None:
    table.choose_forces()
    assert [offer["command"] for offer in table.offers("allied") if offer["group"] == "play"] == [
        "bid",
        "allied-intelligence",
    ]
    table.allied("bid", cp=0)
    assert code_of(lambda: table.allied("allied-intelligence")) == "not-time-for-bid"
    with pytest.raises(No) as no:
        table.german("allied-intelligence")
    assert no.value.status == 403


# -- deployment


def test_zombies_without_a_figure_wait_or_are_lost(play: Play) -> None:
    for answer, due in (("wait", 3), ("lost", 0)):
        table = play(rp={"german": 21}, table_rulings={"horde-figures": answer})
        table.choose_forces(german=["sturmzombie"] * 7).bid()
        assert table["sides.german.horde_due"] == due
        assert sum(model["card"] == "sturmzombie" for model in table["models"].values()) == 18


def test_zombies_come_without_limit_and_their_numbers_go_on(play: Play) -> None:
    table = play(rp={"german": 21}).choose_forces(german=["sturmzombie"] * 7).bid()
    assert [key for key in table["models"] if key.startswith("sturmzombie")][-1] == "sturmzombie-21"
    table.deploy([], []).end_turn().bid()
    assert sum(model["card"] == "sturmzombie" for model in table["models"].values()) == 2 * 21


def test_a_table_says_how_many_figures_its_box_has(play: Play) -> None:
    wishes: dict[str, Any] = {"rp": {"german": 21}, "table_rulings": {"horde-figures": "wait"}, "figures": 9}
    table = play(**wishes).choose_forces(german=["sturmzombie"] * 7).bid()
    assert table["sides.german.horde_due"] == 21 - 9


def test_only_those_who_wait_outside_can_be_placed_each_once(table: PlayedTable) -> None:
    table.choose_forces().bid()
    for models in (["sturmzombie-1"], ["grunt-ape-1", "grunt-ape-1"], ["grunt-ape-9"]):
        assert code_of(lambda models=models: table.allied("deploy", models=models)) == "not-waiting-outside"
    table.allied("deploy", models=[])
    assert code_of(lambda: table.allied("deploy", models=[])) == "not-time-for-deployment"


# -- action


def test_a_model_acts_once_a_turn_and_only_in_its_sides_half(in_action: PlayedTable) -> None:
    assert code_of(lambda: in_action.german("activate", model="sturmzombie-1")) == "not-your-half"
    assert code_of(lambda: in_action.allied("activate", model="sturmzombie-1")) == "not-your-model"
    in_action.allied("activate", model="grunt-ape-1")
    in_action.allied("activate", model="grunt-ape-2")
    assert code_of(lambda: in_action.allied("move", model="grunt-ape-1", step="forward")) == "no-activation"
    assert code_of(lambda: in_action.allied("activate", model="grunt-ape-1")) == "activated-already"
    assert in_action["models.grunt-ape-1.ap"] == 0


def test_an_activated_model_comes_back_only_where_the_book_and_the_table_let_it(play: Play) -> None:
    for edition, answers, may in (
        ("en-2009", {}, False),
        ("es-2009", {"reactivation": "allowed"}, True),
        ("es-2009", {"reactivation": "never"}, False),
    ):
        table = play(edition=edition, table_rulings=answers).to_action()
        table.enter("allied", "grunt-ape-1", "grunt-ape-2")
        offered = [offer["choose"]["model"] for offer in table.offers(command="activate")]
        assert (offered == [["grunt-ape-1"]]) is may, (edition, answers)


def test_command_points_mix_with_the_models_own(in_action: PlayedTable) -> None:
    in_action.allied("activate", model="grunt-ape-1")
    in_action.allied("move", model="grunt-ape-1", step="forward", cp=1)
    assert (in_action["models.grunt-ape-1.ap"], in_action["sides.allied.cp"]) == (3, 3)
    assert code_of(lambda: in_action.allied("turn", model="grunt-ape-1", cp=2)) == "wrong-cp"
    offered = {o["given"].get("step"): o["choose"]["cp"] for o in in_action.offers(command="move")}
    assert offered == {
        "forward": {"min": 0, "max": 1},
        "sideways": {"min": 0, "max": 2},
        "backward": {"min": 0, "max": 2},
    }


def test_a_model_at_its_entry_may_enter_shoot_or_fight_and_nothing_else(in_action: PlayedTable) -> None:
    in_action.enter("allied", "grunt-ape-2")
    in_action.allied("done")
    in_action.german("activate", model="sturmzombie-1")
    commands = {o["command"] for o in in_action.offers("german") if o["group"] == "play"} - {"play-card"}
    assert commands == {"move", "advance", "melee", "activate", "done", "charge", "act-together", "concede"}
    ways = [(offer["given"]["step"], offer["given"].get("cp")) for offer in in_action.offers("german", "move")]
    assert ways == [("forward", None), ("sideways", None), ("backward", None)]


def test_every_action_of_the_table_has_its_price_at_the_table(raid: PlayedTable) -> None:
    table = raid.enter("allied", "grunt-ape-1")
    spent = []
    for command, fields in (
        ("turn", {}),
        ("move", {"step": "backward", "cp": 1}),
        ("door", {"to": "open", "cp": 1}),
        ("item", {"item": "pinger", "cp": 1}),
    ):
        event = table.allied(command, model="grunt-ape-1", **fields)["events"][0]
        spent.append(event["data"]["ap"] + event["data"]["cp"])
    assert spent == [1, 2, 1, 1]


def test_zombies_handle_doors(table: PlayedTable) -> None:
    table.to_melee().enter("german", "sturmzombie-1")
    event = table.german("door", model="sturmzombie-1", to="open")["events"][0]
    assert (event["event"], event["data"]["ap"]) == ("door-moved", 1)


def test_only_enemies_on_the_board_are_targets(in_action: PlayedTable) -> None:
    in_action.enter("allied", "grunt-ape-1")
    assert code_of(lambda: in_action.allied("fire", model="grunt-ape-1", target="sturmzombie-1")) == "no-such-target"
    assert code_of(lambda: in_action.allied("melee", model="grunt-ape-1", target="grunt-ape-2")) == "no-such-target"


def test_a_zombie_has_no_gun_and_nobody_a_gun_that_is_not_on_the_card(table: PlayedTable) -> None:
    table.to_melee().enter("german", "sturmzombie-1")
    assert code_of(lambda: table.german("fire", model="sturmzombie-1", target="grunt-ape-1")) == "no-weapon"
    table.german("done")
    table.bid().deploy([], [])
    table.allied("activate", model="grunt-ape-1")
    with pytest.raises(No) as no:
        table.allied("fire", model="grunt-ape-1", target="sturmzombie-1", weapon="smg")
    assert no.value.code == "no-such-weapon"


def test_only_the_allies_have_an_exit_in_recon(table: PlayedTable) -> None:
    table.to_melee().enter("german", "sturmzombie-1")
    assert code_of(lambda: table.german("leave-board", model="sturmzombie-1")) == "no-exit"


def test_each_no_of_the_action_phase_has_its_reason(table: PlayedTable) -> None:
    assert code_of(lambda: table.allied("done")) == "not-time-to-act"
    table.to_action().enter("allied", "grunt-ape-1")
    greyed = {o["command"]: o["why_not"]["code"] for o in table.offers(greyed=1) if o["why_not"]}
    assert (greyed["fire"], greyed["melee"], greyed["drop-item"]) == ("no-enemy", "no-enemy", "carries-nothing")
    table.allied("activate", model="grunt-ape-2")
    greyed = {o["command"]: o["why_not"]["code"] for o in table.offers(greyed=1) if o["why_not"]}
    assert (greyed["activate"], greyed["turn"]) == ("all-activated", "not-entered")
    table.referee("house-ruling", set="models.grunt-ape-1.dp", to=0, reason="crushed")
    assert code_of(lambda: table.allied("activate", model="grunt-ape-1")) == "model-dead"


def test_the_last_chance_is_the_first_sides(deal: Callable[..., PlayedTable]) -> None:
    table = deal(german=["hairline-cracks"])
    table.allied("done")
    assert code_of(lambda: table.allied("done")) == "not-your-half"
    table.put("german", "hairline-cracks", "grunt-ape-1")
    table.german("done")
    assert (table["phase"], table["active"]) == ("last-chance", "allied")
    assert [o["command"] for o in table.offers("german") if o["group"] == "play"] == []
    table.allied("done")
    assert (table["turn"], table["phase"]) == (2, "maintenance")
    assert {waiting["for"] for waiting in table["waiting"]} == {"hand"}
    table.replenish()
    assert (table["turn"], table["phase"]) == (2, "bids")


def test_a_last_chance_in_which_nothing_can_be_done_is_skipped_and_told(in_action: PlayedTable) -> None:
    in_action.allied("done")
    told = [event["event"] for event in in_action.german("done")["events"]]
    assert told[:4] == ["half-ended", "last-chance-skipped", "turn-ended", "turn-began"]
    assert (in_action["turn"], in_action["phase"], in_action["active"]) == (2, "maintenance", None)
    (skipped,) = [event for event in in_action.log(None) if event["event"] == "last-chance-skipped"]
    assert skipped["data"] == {"side": "allied"}
    assert "No last chance" in skipped["text"]


@pytest.mark.parametrize(("cp", "phase"), [(2, "last-chance"), (1, "maintenance")])
def test_whether_there_is_a_last_chance_is_seen_by_everybody(
    deal: Callable[..., PlayedTable], cp: int, phase: str
) -> None:
    # Hairline Cracks: Kill Value 2
    table = deal(german=["hairline-cracks"])
    table.allied("done")
    table.put("german", "hairline-cracks", "grunt-ape-1")
    table.referee("house-ruling", set="sides.allied.cp", to=cp, reason="two were lent")
    table.german("done")
    assert table["phase"] == phase


def test_a_last_chance_without_a_card_to_kill_is_skipped_whatever_burns(play: Play) -> None:
    table = play(mission=3, rp={"allied": 14, "german": 14}).choose_forces(["ape-blazer", "grunt-ape"], ["sturmzombie"])
    table.bid().deploy(["ape-blazer-1"], ["sturmzombie-1"]).enter("allied", "ape-blazer-1")
    table.allied("flame", model="ape-blazer-1", squares=8)
    table.allied("done")
    table.german("done")
    assert (table["turn"], table["phase"], bool(table["flames"])) == (2, "maintenance", True)


def test_who_left_the_board_does_not_come_back(in_action: PlayedTable) -> None:
    in_action.enter("allied", "grunt-ape-1")
    in_action.allied("leave-board", model="grunt-ape-1")
    assert (in_action["acting"], in_action["models.grunt-ape-1.ap"]) == (None, 0)
    assert code_of(lambda: in_action.allied("move", model="grunt-ape-1", step="forward")) == "no-activation"
    assert {o["given"].get("model") for o in in_action.offers()} == {None}


def test_a_model_that_the_table_ruled_dead_does_nothing_more(raid: PlayedTable) -> None:
    raid.enter("allied", "grunt-ape-1").allied("item", model="grunt-ape-1", item="pinger")
    events = raid.referee("house-ruling", set="models.grunt-ape-1.dp", to=0, reason="crushed")["events"]
    assert [event["event"] for event in events] == ["house-ruled", "model-lost"]
    assert (raid["acting"], raid["models.grunt-ape-1.carries"]) == (None, [])
    assert code_of(lambda: raid.allied("leave-board", model="grunt-ape-1")) == "no-activation"


def test_a_house_ruling_ends_no_mission_by_itself_and_is_not_undone(in_action: PlayedTable) -> None:
    for model in ("grunt-ape-1", "grunt-ape-2"):
        in_action.referee("house-ruling", set=f"models.{model}.dp", to=0, reason="crushed")
    in_action.allied("done")
    assert (in_action["over"], in_action["winner"]) == (True, "german")
    in_action.referee("undo")
    assert (in_action["over"], in_action["models.grunt-ape-1.dp"]) == (False, 0)


# -- one function


def test_fire_is_the_ruling_shoot(table: PlayedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.combat import shooting

    table.to_melee().enter("german", "sturmzombie-1").german("done")
    table.bid().deploy([], []).allied("activate", model="grunt-ape-1")
    asked: list[Any] = []
    ruling = shooting.shot_ruling
    monkeypatch.setattr(shooting, "shot_ruling", lambda facts, book: asked.append(facts) or ruling(facts, book))
    table.allied("fire", model="grunt-ape-1", target="sturmzombie-1", dice=[1, 2, 4])
    assert [shot.dice for shot in asked if shot.dice] == [[1, 2, 4]]
    assert {(shot.weapon, shot.fortitude, shot.dp) for shot in asked} == {("lmg", 4, 1)}


def test_melee_is_the_ruling_melee(table: PlayedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.combat import melee

    table.to_melee().enter("german", "sturmzombie-1")
    asked: list[Any] = []
    ruling = melee.blow_ruling
    monkeypatch.setattr(melee, "blow_ruling", lambda facts, book: asked.append(facts) or ruling(facts, book))
    table.german("melee", model="sturmzombie-1", target="grunt-ape-1", dice=[5])
    assert [(blow.attacker, blow.nth, blow.dice) for blow in asked if blow.dice] == [("sturmzombie", 1, [5])]


def test_only_zombies_count_for_strength_in_numbers(play: Play) -> None:
    table = play(mission=3, rp={"allied": 12, "german": 12})
    table.choose_forces(["grunt-ape"] * 2, ["sturmzombie", "sturmzombie", "blitzhund", "bomberzombie"]).bid(0, 0)
    table.deploy(["grunt-ape-1"], ["blitzhund-1", "bomberzombie-1", "sturmzombie-1", "sturmzombie-2", "sturmzombie-3"])
    table.enter("allied", "grunt-ape-1").allied("done")
    for model, dice in (("blitzhund-1", 3), ("sturmzombie-1", 1), ("sturmzombie-2", 2)):
        table.german("activate", model=model)
        blow = table.german("melee", model=model, target="grunt-ape-1", blocked=True, dice=[1] * dice)["events"][0][
            "data"
        ]
        assert blow["nth"] == (0 if model == "blitzhund-1" else int(model[-1]))
    table.german("activate", model="bomberzombie-1")
    table.german("ka-boom", model="bomberzombie-1", target="grunt-ape-1", blocked=True)
    table.german("resolve-blast", dice=[1])
    table.german("activate", model="sturmzombie-3")
    (offer,) = table.offers("german", "melee")
    assert offer["dice"]["count"] == 4


def test_whoever_fights_through_a_wall_asks_the_table(play: Play) -> None:
    for answer, may in (("no", False), ("yes", True)):
        table = play(table_rulings={"melee-walls": answer}).to_melee().enter("german", "sturmzombie-1")
        (offer,) = table.offers("german", "melee")
        assert offer["choose"].get("way") == (["clear", "wall"] if may else None)
        blow = {"model": "sturmzombie-1", "target": "grunt-ape-1", "way": "wall", "dice": [1]}
        if may:
            assert table.german("melee", **blow)["events"][0]["data"]["way"] == "wall"
        else:
            assert refusal(lambda table=table, blow=blow: table.german("melee", **blow)) == ("wall-between", "way")


@pytest.mark.parametrize(("answer", "may"), [("own", False), ("any", True)])
def test_the_table_says_by_whose_exits_a_side_leaves(raid: PlayedTable, answer: str, may: bool) -> None:
    raid.referee("table-ruling", question="m3-exit", answer=answer)
    raid.enter("allied", "grunt-ape-1")
    offered = [offer["given"].get("exit") for offer in raid.offers("allied", "leave-board")]
    assert offered == (["own"] * 3 + ["other"] * 3 if may else [None] * 3)
    leave = {"model": "grunt-ape-1", "exit": "other"}
    if may:
        assert raid.allied("leave-board", **leave)["events"][0]["data"]["exit"] == "other"
    else:
        assert refusal(lambda: raid.allied("leave-board", **leave)) == ("not-your-exit", "exit")


def test_the_rulings_of_the_shelf_are_those_functions() -> None:
    from app.games import REGISTRY
    from app.games.incursion.combat import melee, shooting

    rulings = REGISTRY["incursion"].rules.rulings
    assert rulings["shoot"][1] is shooting.shot_ruling
    assert rulings["melee"][1] is melee.blow_ruling


# -- dice


def test_the_table_rolls_its_own_provable_dice(play: Play) -> None:
    seed = "ab" * 32
    table = play(seed=seed).to_melee().enter("german", "sturmzombie-1")
    assert table.get()["foreseeable_dice"] is True
    first = table.german("melee", model="sturmzombie-1", target="grunt-ape-1")["events"][0]
    table.german("activate", model="sturmzombie-2")
    table.german("move", model="sturmzombie-2", step="forward")
    second = table.german("melee", model="sturmzombie-2", target="grunt-ape-1")["events"][0]
    dice = SeededDice(bytes.fromhex(seed))
    assert (first["dice"], first["data"]["dice"], first["data"]["roll"]) == ("table", dice.roll(2, 1, 6), 2)
    assert (second["data"]["dice"], second["data"]["roll"]) == (dice.roll(3, 2, 6), 3)


def test_the_log_says_whose_dice_they_were(table: PlayedTable) -> None:
    table.to_melee().enter("german", "sturmzombie-1")
    event = table.german("melee", model="sturmzombie-1", target="grunt-ape-1", dice=[2])["events"][0]
    assert (event["dice"], event["data"]["dice"], event["data"]["roll"]) == ("hand", [2], None)


@pytest.mark.parametrize(
    ("dice", "status", "code", "field"),
    [
        ([7], 422, "no-such-face", "dice.0"),
        ([0], 422, "no-such-face", "dice.0"),
        ([1, 2], 422, "wrong-dice-count", "dice"),
        (["1"], 400, "wrong-type", "dice.0"),
        ([True], 400, "wrong-type", "dice.0"),
    ],
)
def test_dice_that_no_die_has_change_nothing(
    table: PlayedTable, dice: list[Any], status: int, code: str, field: str
) -> None:
    table.to_melee().enter("german", "sturmzombie-1")
    before = table.get()
    with pytest.raises(No) as no:
        table.german("melee", model="sturmzombie-1", target="grunt-ape-1", dice=dice)
    assert (no.value.status, no.value.code, no.value.error["field"]) == (status, code, field)
    assert table.get() == before


def test_dice_are_only_taken_where_dice_are_rolled(in_action: PlayedTable) -> None:
    with pytest.raises(No) as no:
        in_action.allied("done", dice=[1])
    assert (no.value.status, no.value.error["field"]) == (400, "dice")


# -- the end


def test_an_ended_mission_offers_only_its_aftermath(table: PlayedTable) -> None:
    table.to_action().enter("allied", "grunt-ape-1", "grunt-ape-2")
    table.allied("done")
    for model in ("grunt-ape-1", "grunt-ape-2"):
        table.referee("house-ruling", set=f"models.{model}.dp", to=0, reason="the roof came down")
    assert (table["over"], table["acting"]) == (False, None)
    table.german("done")
    assert (table["over"], table["winner"]) == (True, "german")
    for seat in ("allied", "german", "referee"):
        assert {o["group"] for o in table.offers(seat)} == {"table"}
        assert "house-ruling" not in {o["command"] for o in table.offers(seat)}
    assert code_of(lambda: table.german("done")) == "mission-over"
    assert code_of(lambda: table.referee("house-ruling", set="turn", to=1, reason="no")) == "mission-over"
    assert code_of(lambda: table.german("bid", cp=0)) == "mission-over"


def test_the_seed_is_shown_after_the_end_and_closes_the_table(table: PlayedTable) -> None:
    assert code_of(lambda: table.allied("publish-seed")) == "not-over-yet"
    table.to_action().enter("allied", "grunt-ape-1")
    table.allied("leave-board", model="grunt-ape-1")
    table.enter("allied", "grunt-ape-2")
    table.allied("leave-board", model="grunt-ape-2")
    data = table.german("publish-seed")["events"][0]["data"]
    assert hashlib.sha256(bytes.fromhex(data["seed"])).hexdigest() == table.commitment == data["commitment"]
    assert code_of(lambda: table.referee("undo")) == "table-closed"
    assert {o["command"] for o in table.offers("allied")} <= {"rename", "set-habit", "leave"}


# -- over the edge of the board


@pytest.mark.parametrize(
    ("answer", "prices"),
    [("as-step", {"forward": 1, "sideways": 2, "backward": 2}), ("one", {"forward": 1, "sideways": 1, "backward": 1})],
)
@pytest.mark.parametrize("way", ["forward", "sideways", "backward"])
def test_a_step_over_the_edge_costs_as_the_table_says(
    play: Play, answer: str, prices: dict[str, int], way: str
) -> None:
    table = play(mission=3, table_rulings={"edge-steps": answer}).to_action()
    table.allied("activate", model="grunt-ape-1")
    entered = table.allied("move", model="grunt-ape-1", step=way, cp=0)["events"][0]["data"]
    assert (entered["ap"], entered["entered"]) == (prices[way], True)
    table.next_turn().allied("activate", model="grunt-ape-1")
    left = table.allied("leave-board", model="grunt-ape-1", step=way, cp=0)["events"][0]["data"]
    assert (left["ap"], left["step"]) == (prices[way], way)
    assert table["models.grunt-ape-1.place"] == "out"


@pytest.mark.parametrize(("answer", "ways"), [("as-step", 3), ("one", 1)])
def test_where_every_way_over_the_edge_costs_the_same_one_is_offered(play: Play, answer: str, ways: int) -> None:
    table = play(mission=3, table_rulings={"edge-steps": answer}).to_action()
    table.allied("activate", model="grunt-ape-1")
    assert len(table.offers("allied", "move")) == ways
    table.allied("move", model="grunt-ape-1", step="forward")
    assert (len(table.offers("allied", "move")), len(table.offers("allied", "leave-board"))) == (3, ways)


def test_an_exit_that_does_not_burn_is_not_left_through_fire(raid: PlayedTable) -> None:
    raid.enter("allied", "grunt-ape-1")
    leave = {"model": "grunt-ape-1", "into_fire": True}
    assert refusal(lambda: raid.allied("leave-board", **leave)) == ("nothing-burns", "into_fire")


# -- several squares in one command


@pytest.mark.parametrize(
    ("step", "steps", "ap", "cp"), [("forward", 3, 3, 0), ("sideways", 2, 3, 1), ("backward", 1, 2, 0)]
)
def test_a_move_takes_so_many_steps(raid: PlayedTable, step: str, steps: int, ap: int, cp: int) -> None:
    raid.enter("allied", "grunt-ape-1").next_turn()
    # its own 3 AP first; left out, cp takes the fewest that do
    event = raid.allied("move", model="grunt-ape-1", step=step, steps=steps)["events"][1]
    assert (event["data"]["ap"], event["data"]["cp"], raid["models.grunt-ape-1.squares_moved"]) == (ap, cp, steps)


def test_a_move_from_the_entry_pays_for_the_edge_and_for_each_square(play: Play) -> None:
    table = play(mission=3, table_rulings={"edge-steps": "one"}).to_action()
    event = table.allied("move", model="grunt-ape-1", step="sideways", steps=2, cp=0)["events"][1]["data"]
    assert (event["ap"], event["squares"], event["entered"]) == (1 + 2, 2, True)


def test_a_move_that_cannot_be_paid_to_its_end_is_refused_whole(raid: PlayedTable) -> None:
    raid.enter("allied", "grunt-ape-1").next_turn()
    before = raid.get()
    assert code_of(lambda: raid.allied("move", model="grunt-ape-1", step="forward", steps=99)) == "not-enough-ap"
    assert refusal(lambda: raid.allied("move", model="grunt-ape-1", step="forward", steps=0)) == ("too-small", "steps")
    assert raid.get() == before


def test_a_move_ends_at_the_step_that_somebody_may_answer(raid: PlayedTable) -> None:
    raid.enter("allied", "grunt-ape-1").allied("done", reaction_fire=["grunt-ape-1"])
    events = raid.german("move", model="sturmzombie-1", step="forward", steps=2)["events"]
    told = [event["event"] for event in events]
    assert told == ["model-activated", "model-moved", "watchers-alerted", "advance-stopped"]
    assert (raid["models.sturmzombie-1.squares_moved"], raid["models.sturmzombie-1.ap"]) == (1, 1)


# -- Tactical Fulcrum


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_who_has_passed_ap_on_does_nothing_but_pass_on_more(play: Play, edition: str) -> None:
    table = play(mission=3, edition=edition, rp={"allied": 20, "german": 20})
    table.choose_forces(["ape-sarge", "grunt-ape", "grunt-ape"], ["sturmzombie"]).bid(1, 0)
    table.deploy(["ape-sarge-1", "grunt-ape-1", "grunt-ape-2"], []).enter("allied", "ape-sarge-1")
    table.allied("pass-ap", model="ape-sarge-1", to="grunt-ape-1", ap=1)
    for command, fields in (
        ("move", {"step": "forward"}),
        ("turn", {}),
        ("fire", {"weapon": "lmg", "target": "sturmzombie-1"}),
        ("leave-board", {}),
    ):
        no = code_of(lambda command=command, fields=fields: table.allied(command, model="ape-sarge-1", **fields))
        assert no == "passed-on", command
    advance = {"models": ["ape-sarge-1"], "squares": 1}
    assert refusal(lambda: table.allied("advance", **advance)) == ("passed-on", "models.0")
    table.allied("pass-ap", model="ape-sarge-1", to="grunt-ape-2", ap=1)
    assert [table[f"models.{key}.ap"] for key in ("ape-sarge-1", "grunt-ape-1", "grunt-ape-2")] == [0, 4, 4]
    # by the Spanish book CP bring him back like anybody
    again = [offer for offer in table.offers("allied", "activate") if offer["label"] != "Activate a model"]
    assert [offer["choose"]["model"] for offer in again] == ([["ape-sarge-1"]] if edition == "es-2009" else [])
    if edition == "es-2009":
        table.allied("activate", model="ape-sarge-1")
        table.allied("turn", model="ape-sarge-1", cp=1)


# -- the last chance comes after the dice


def test_dice_that_are_owed_are_rolled_before_the_last_chance(deal: Callable[..., PlayedTable]) -> None:
    # Hairline Cracks: Kill Value 2
    table = deal(german=["hairline-cracks"], edition="es-2009")
    table.allied("done")
    table.enter("german", "sturmzombie-1").put("german", "hairline-cracks", "grunt-ape-1")
    table.next_turn(1)
    table.referee("house-ruling", set="models.sturmzombie-1.in_fire", to=True, reason="a test")
    table.allied("done")
    table.german("done")
    # it stayed in fire all its turn: a die for each AP of its card, 2
    assert [(waiting["side"], waiting["for"]) for waiting in table["waiting"]] == [("german", "burn")]
    assert table["active"] is None
    assert code_of(lambda: table.allied("done")) == "blast-first"
    table.german("burn", model="sturmzombie-1", dice=[1, 1])
    assert (table["phase"], table["active"]) == ("last-chance", "allied")
