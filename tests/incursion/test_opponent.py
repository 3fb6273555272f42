"""The app as the Germans: its plan by the exact odds, what it asks, that it sees nothing hidden, whole missions."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.engine.command import CommandRequest
from app.core.engine.event import Seat
from app.core.errors import Refused
from app.core.game.opponent import Decision, Why
from app.core.game.setup import opening_of, options_of
from app.core.messages.translator import LANGUAGES
from app.core.table import serialize
from app.core.table.app_turn import decision_of, offers_for_app, random_of, view_of
from app.core.table.execute import run_command
from app.games import REGISTRY
from app.games.incursion.board_talk import MOST_FACTS
from app.games.incursion.events.blasts import LastActivationBegan
from app.games.incursion.events.forces import ModelAdded
from app.games.incursion.game import GAME
from app.games.incursion.opponent import cards
from app.games.incursion.opponent.commander import OPPONENT
from app.games.incursion.solo import attacks
from app.games.incursion.solo.attacks import MOST_DP, MOST_JUDGED, Planner, Pool, Share, struck
from app.games.incursion.solo.priorities import priorities
from tests.incursion.headless import ALLIED, GERMAN, SoloMission

FOLDER = Path(GAME.folder) / "opponent"
Z = [f"sturmzombie-{number}" for number in range(1, 7)]
GRUNT = "grunt-ape-1"


def facing(level: int = 3) -> SoloMission:
    """Recon in the first half of the Germans: two Grunts and six zombies are on the board."""
    game = SoloMission(1, level, 5)
    for _ in range(400):
        if game.state.active == GERMAN and game.state.phase == "action":
            break
        assert game.step()
    for model in game.state.models.values():
        model.place = "board"
        model.activated = model.side == ALLIED
        model.ap = model.full_ap
    game.state.triggers, game.state.sides[GERMAN].hand = [], []
    game.table._known = (0, None, {}, {})
    return game


def planner(reach: dict[str, dict[str, int]], level: int = 3) -> Planner:
    game = facing(level)
    return Planner(view_of(game.table, game.table.seat(GERMAN)), reach, {}, priorities(), level)


def chance_of(*shares: Share) -> float:
    return planner({}).after(GRUNT, shares).get(0, 0.0)


def test_dice_take_damage_points_by_the_exact_odds() -> None:
    assert struck({2: 1.0}, 1, 0.5) == {1: 0.5, 2: 0.5}
    assert struck({1: 1.0}, 2, 0.5) == {0: 0.75, 1: 0.25}


@pytest.mark.parametrize(
    ("shares", "percent"),
    [
        # the nth zombie rolls n dice at F 5, so one in three of 6, 12, 8, 3, 7 dice: at least two hits
        ([Share(Z[0], 1, 1), Share(Z[1], 1, 1), Share(Z[2], 1, 1)], 65),
        ([Share(Z[0], 1, 1), Share(Z[1], 1, 1), Share(Z[2], 1, 3, 2)], 95),
        ([Share(Z[0], 1, 3, 2), Share(Z[1], 1, 1), Share(Z[2], 1, 1)], 80),
        ([Share(Z[0], 1, 1), Share(Z[1], 1, 1)], 26),
        ([Share(Z[0], 1, 1), Share(Z[1], 1, 3, 2)], 74),
    ],
)
def test_zombies_kill_a_grunt_as_often_as_worked_by_hand(shares: list[Share], percent: int) -> None:
    assert round(100 * chance_of(*shares)) == percent


def test_command_points_go_to_the_highest_rank() -> None:
    (attack,) = planner({key: {GRUNT: 1} for key in Z[:3]}).plan(Z[:3], Pool(2))
    # 1 + 2 + 2 · 3 dice kill in 86 %; the second CP would add 9 %, which is worth less than it
    assert [share.cp for share in attack.shares] == [0, 0, 1]
    assert round(100 * attack.casualty) == 86


def test_the_weakest_level_spends_no_command_points_on_attacks() -> None:
    (attack,) = planner({key: {GRUNT: 1} for key in Z[:3]}, level=1).plan(Z[:3], Pool(4))
    assert attack.cp == 0


def test_whoever_needs_command_points_to_get_there_joins_if_that_is_worth_them() -> None:
    (attack,) = planner({Z[0]: {GRUNT: 0}, Z[1]: {GRUNT: 0}, Z[2]: {GRUNT: 2}}).plan(Z[:3], Pool(1))
    assert [(share.model, share.cp) for share in attack.shares][-1][1] == 1
    assert planner({Z[2]: {GRUNT: 2}}).plan(Z[:3], Pool(0)) == []


def test_figures_share_out_between_two_allies() -> None:
    reach = {key: {GRUNT: 1, "grunt-ape-2": 1} for key in Z}
    plan = planner(reach).plan(Z, Pool(4))
    assert {one.target for one in plan} == {GRUNT, "grunt-ape-2"}
    used = [share.model for one in plan for share in one.shares]
    assert len(used) == len(set(used)) == 6


def test_an_order_that_cannot_be_done_is_planned_anew() -> None:
    game = facing()
    german, allied = game.table.seat(GERMAN), game.table.seat(ALLIED)
    assert game.give(german, "survey", {})
    assert game.give(allied, "tell-all-reach", {"ap": {f"{key}/{GRUNT}": 1 for key in Z[:3]}})
    decision = decided(game, german)
    assert decision is not None
    assert decision.offer.command == "plan-attacks"
    assert game.give(german, "plan-attacks", decision.filled, decision)
    first, second, _ = [*game.state.app.orders]
    assert decided(game, german) is None  # it waits
    assert game.give(allied, "order-done", {"order": first})
    barred = game.state.app.orders[second].who[0]
    assert game.give(allied, "order-impossible", {"order": second, "because": "barred"})
    assert not game.state.app.orders
    assert [part.there for part in game.state.app.plan] == [True]
    assert barred not in game.state.app.reach or GRUNT not in game.state.app.reach[barred]


def test_a_misjudged_way_is_asked_again_and_no_third_time() -> None:
    game = facing()
    german, allied = game.table.seat(GERMAN), game.table.seat(ALLIED)
    for asked in range(MOST_FACTS):
        assert game.give(german, "survey", {}), asked
        assert game.give(allied, "tell-all-reach", {"ap": {f"{Z[0]}/{GRUNT}": 1}})
        assert game.give(german, "plan-attacks", {"figures": [Z[0]]})
        order = next(iter(game.state.app.orders))
        assert game.give(allied, "order-impossible", {"order": order, "because": "misjudged"})
    assert game.state.app.facts == {Z[0]: MOST_FACTS}
    assert not game.give(german, "survey", {})


def test_a_figure_that_is_gone_is_taken_off() -> None:
    game = facing()
    german, allied = game.table.seat(GERMAN), game.table.seat(ALLIED)
    assert game.give(german, "survey", {})
    assert game.give(allied, "tell-all-reach", {"ap": {f"{Z[0]}/{GRUNT}": 1}})
    assert game.give(german, "plan-attacks", {"figures": [Z[0]]})
    assert game.give(allied, "order-impossible", {"order": next(iter(game.state.app.orders)), "because": "died"})
    assert not game.state.models[Z[0]].alive


def test_what_people_have_still_to_answer_comes_first() -> None:
    game = facing()
    german = game.table.seat(GERMAN)
    assert game.give(german, "survey", {})
    for command, fields in (("survey", {}), ("approach", {"figures": [Z[0]]}), ("plan-attacks", {"figures": [Z[0]]})):
        with pytest.raises(Refused) as no:
            run_command(game.table, german, CommandRequest(command, fields), game.dice)
        assert no.value.code == "app-asked-already"


def test_it_asks_about_everybody_once_and_plans_for_those_in_reach() -> None:
    game = facing()
    german, allied = game.table.seat(GERMAN), game.table.seat(ALLIED)
    assert game.give(german, "survey", {})
    assert game.give(allied, "tell-reach-none", {})
    for command, fields, code in (
        ("survey", {}, "nobody-to-survey"),
        ("ask-leave", {}, "nobody-to-survey"),
        ("plan-attacks", {"figures": [Z[0]]}, "nobody-in-reach"),
        ("go-to-target", {"model": Z[0]}, "nobody-in-reach"),
    ):
        with pytest.raises(Refused) as no:
            run_command(game.table, german, CommandRequest(command, fields), game.dice)
        assert no.value.code == code


@pytest.mark.parametrize("seed", range(3))
def test_it_buys_one_of_its_lists_and_zombies_for_what_is_left(seed: int) -> None:
    game = SoloMission(2, 3, seed, rp={GERMAN: 26})
    while not game.state.sides[GERMAN].force_open:
        assert game.step()
    added = [event for entry in game.table.entries for event in entry.events if type(event) is ModelAdded]
    bought = Counter(event.card for event in added if event.side == GERMAN)
    assert [one for one in priorities().forces["2"] if not Counter(one) - bought and set(bought) == set(one)]


def test_whoever_gets_there_with_command_points_alone_is_offered_and_takes_them() -> None:
    game = facing()
    german, allied = game.table.seat(GERMAN), game.table.seat(ALLIED)
    game.state.sides[GERMAN].cp = 1
    assert game.give(german, "survey", {})
    assert game.give(allied, "tell-all-reach", {"ap": {f"{Z[0]}/{GRUNT}": 2, f"{Z[1]}/{GRUNT}": 3}})
    (offer,) = (one for one in offers_for_app(game.table, german) if one.command == "plan-attacks")
    assert (offer.choose["figures"].some, offer.choose["cp"].values) == ([Z[0]], [0, 1])
    assert game.give(german, "plan-attacks", {"figures": [Z[0]]})
    assert [(one.model, one.way, one.blows, one.cp) for one in game.state.app.plan] == [(Z[0], 2, 1, 1)]


@pytest.mark.parametrize("target", ["grunt-ape-2", GRUNT])
def test_a_target_out_of_reach_or_pay_gives_way_to_the_nearest_and_command_points_end(target: str) -> None:
    game = facing()
    german, allied = game.table.seat(GERMAN), game.table.seat(ALLIED)
    game.state.sides[GERMAN].cp = 1
    assert game.give(german, "survey", {})
    ways = {f"{Z[0]}/{GRUNT}": 1, f"{Z[1]}/{GRUNT}": 1, f"{Z[2]}/{GRUNT}": 2, f"{Z[0]}/grunt-ape-2": 4}
    assert game.give(allied, "tell-all-reach", {"ap": ways})
    fields = {"figures": Z[:3], "targets": dict.fromkeys(Z[:3], target), "cp": {Z[0]: 1, Z[1]: 1}}
    assert game.give(german, "plan-attacks", fields)
    told = [(one.model, one.target, one.way, one.blows, one.cp) for one in game.state.app.plan]
    assert told == [(Z[0], GRUNT, 1, 2, 1), (Z[1], GRUNT, 1, 1, 0)]


@pytest.mark.parametrize(
    ("hand", "needless"),
    [
        (["smoke", "brace", "snafu", "runners"], []),
        (
            ["cave-in", "all-guns", "extra-ammo", "blaze-of-glory"],
            ["cave-in", "all-guns", "extra-ammo", "blaze-of-glory"],
        ),
    ],
)
def test_it_discards_what_does_good_to_none_of_its_figures(hand: list[str], needless: list[str]) -> None:
    game = facing()
    game.state.sides[GERMAN].hand = hand
    assert cards.needless(view_of(game.table, game.table.seat(GERMAN)), priorities()) == needless


@pytest.mark.parametrize(("watches", "word"), [(False, "app-approach-tie"), (True, "app-approach-by-ap-tie")])
def test_while_somebody_watches_the_order_is_to_go_one_ap_at_a_time(watches: bool, word: str) -> None:
    game = facing()
    for model in game.state.models.values():
        model.reaction_fire = watches and model.side == ALLIED
    assert game.give(game.table.seat(GERMAN), "approach", {"figures": [Z[0]], "tie": GRUNT})
    assert [one.word for one in game.state.on_table.values() if "tie" in one.values][-1] == word
    for language in LANGUAGES:
        said = GAME.get_translator(language)
        assert all(said.has(f"on-table.{word}{one}") for one in ("", "-one-who"))


def test_a_last_activation_does_not_stop_it() -> None:
    began = 0
    for seed in range(3):
        game = SoloMission(5, 3, seed)
        while not game.state.over and len(game.table.entries) < 300:
            if game.state.phase == "action" and "blaze-of-glory" in game.state.deck:
                game.state.deck.remove("blaze-of-glory")
                game.state.sides[GERMAN].hand.append("blaze-of-glory")
            assert game.step(), game.refused
        began += sum(type(event) is LastActivationBegan for entry in game.table.entries for event in entry.events)
    assert began > 0


# -- honesty


def decided(game: SoloMission, seat: Seat) -> Decision | None:
    return decision_of(game.table, seat, random_of(game.dice.seed, game.table, seat))


def cheating(game: SoloMission, seat: Seat) -> Decision | None:
    """Germans who take the offer to which the hand of the Allies points them."""
    offers = offers_for_app(game.table, seat)
    hand = game.state.sides[ALLIED].hand
    return Decision(offers[sum(map(len, hand)) % len(offers)], {}, Why("must")) if offers else None


def redrawn(game: SoloMission, chance: random.Random) -> None:
    """Draw anew what the Germans must not see: the hand of the Allies, the deck, their sealed bid and force."""
    state = game.state
    allied = state.sides[ALLIED]
    cards = [*allied.hand, *state.deck]
    chance.shuffle(cards)
    allied.hand, state.deck = cards[: len(allied.hand)], cards[len(allied.hand) :]
    if not allied.force_open:
        allied.force = {card: chance.randint(1, 3) for card in allied.force}
    if allied.bid is not None:
        allied.bid = chance.randint(0, 3)
    game.table._known = (0, None, {}, {})


def found_out(decide: Callable[[SoloMission, Seat], Decision | None], mission: int = 1) -> tuple[int, int]:
    """Count the decisions compared with those after everything hidden was drawn anew, and those that differed."""
    chance, compared, differing = random.Random(3), 0, 0
    game = SoloMission(mission, 3, 11)
    seat = game.table.seat(GERMAN)
    for _ in range(160):
        if game.state.over or not game.step():
            break
        if not offers_for_app(game.table, seat):
            continue
        before, kept = decide(game, seat), game.table.copied()
        redrawn(game, chance)
        now = decide(game, seat)
        game.table.state, game.table._known = kept.state, (0, None, {}, {})
        told = [(one.offer.command, one.filled, one.why) if one else None for one in (before, now)]
        compared, differing = compared + 1, differing + (told[0] != told[1])
    return compared, differing


@pytest.mark.parametrize("mission", [1, 2, 3, 4, 5, 6, 7])
def test_what_it_must_not_see_changes_nothing_that_it_decides(mission: int) -> None:
    compared, differing = found_out(decided, mission)
    assert compared >= 30
    assert differing == 0


def test_germans_who_read_the_other_hand_are_found_out() -> None:
    _, differing = found_out(cheating)
    assert differing > 0


def test_it_imports_no_table_no_store_and_no_dice() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    imported = re.findall(r"^from ([\w.]+) import", text, re.MULTILINE)
    assert not [name for name in imported if name.startswith(("app.core.table", "app.storage", "app.service"))]
    assert "app.core.rules.dice" not in imported


def test_every_reason_has_words() -> None:
    text = "".join((FOLDER / name).read_text(encoding="utf-8") for name in ("commander.py", "guns.py"))
    words = set(re.findall(r'Why\("([a-z-]+)"', text)) | set(re.findall(r'self\.plain\(\w+, "([a-z-]+)"', text))
    words |= {"attack", "attack-cp", "attack-one", "attack-one-cp", "bite", "bite-cp", "cut-off", "place"}
    for language in LANGUAGES:
        said = GAME.get_translator(language)
        assert [word for word in words if not said.has(f"why.{word}")] == []
        assert all(said.has(f"name.{level}") for level in OPPONENT.levels)


# -- whole missions


@pytest.mark.parametrize(("mission", "level"), [(1, 1), (1, 2), *((int(number), 3) for number in priorities().forces)])
def test_a_mission_against_it_comes_to_its_end(mission: int, level: int) -> None:
    game = SoloMission(mission, level, 20 + level)
    assert game.play() in ("allied", "german", "draw")
    assert game.refused == []
    assert max(game.facts.values(), default=0) <= MOST_FACTS
    for language in LANGUAGES:
        said = GAME.get_translator(language)
        for entry in game.table.entries[1:]:
            assert all(serialize.entry_lines(game.table, entry, game.table.seat(ALLIED), said))


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"opponents": {"allied": 1}}, "app-plays-germans"),
        ({"deck": {"german": "physical"}}, "app-needs-hand"),
        ({"campaign": {"name": "ours"}, "mission": None, "counters": "physical"}, "app-needs-counters"),
        ({"mission": 4, "counters": "physical"}, "app-needs-counters"),
        ({"opponents": {"german": 4}}, "not-allowed"),
    ],
)
def test_what_it_cannot_play_is_said(options: dict[str, Any], code: str) -> None:
    given = {"game": "incursion", "mission": 1, "opponents": {"german": 1}, **options}
    with pytest.raises(Refused) as no:
        opening_of(*options_of(REGISTRY, given))
    assert no.value.code == code


def test_a_mission_without_a_list_of_forces_is_left_to_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(priorities().forces, "4")
    with pytest.raises(Refused) as no:
        opening_of(*options_of(REGISTRY, {"game": "incursion", "mission": 4, "opponents": {"german": 1}}))
    assert no.value.code == "app-knows-not-mission"


def test_the_start_page_opens_recon_against_the_app(client: FlaskClient) -> None:
    assert 'action="/practice/incursion/app"' in client.get("/").text
    answer = client.post("/practice/incursion/app", headers={"Origin": "http://localhost"})
    code = re.search(r"/t/(\w+)", answer.headers["Location"])
    assert code is not None
    table = client.application.extensions["store"].table(code[1])
    assert (table.opening["mission"]["number"], table.opening["opponents"]) == (1, {"german": "shambling"})
    assert table.opening["edition"] == "en-2009"
    assert 'value="allied"' not in client.get("/new/incursion").text.split('id="app"')[1].split("</fieldset>")[0]


def test_a_battle_against_the_app_has_the_edition_of_the_phones_language(client: FlaskClient) -> None:
    headers = {"Origin": "http://localhost", "Accept-Language": "es"}
    code = re.search(r"/t/(\w+)", client.post("/practice/incursion/app", headers=headers).headers["Location"])
    assert code is not None
    opening = client.application.extensions["store"].table(code[1]).opening
    assert (opening["edition"], opening["language"]) == ("es-2009", "es")


@pytest.mark.parametrize("number", [3, 99])
def test_figures_corrected_to_99_of_everything_cost_no_more_than_a_plan_may(number: int) -> None:
    """A table may correct CP, AP and DP up to 99: a plan then tries no more than so many attacks, on bounded odds."""
    game = facing()
    for model in game.state.models.values():
        model.ap, model.dp = number, number
    game.state.sides[GERMAN].cp = 99
    reach = {key: {GRUNT: 1, "grunt-ape-2": 2} for key in Z}
    plans = Planner(view_of(game.table, game.table.seat(GERMAN)), reach, {}, priorities(), 3)
    assert {one.target for one in plans.plan(Z, Pool(99))} == {GRUNT, "grunt-ape-2"}
    assert 0 < plans.effort.judged <= MOST_JUDGED
    assert max(len(left) for left in plans._spreads.values()) <= MOST_DP + 1


def test_a_plan_that_may_work_out_no_more_still_attacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacks, "MOST_JUDGED", 5)
    plans = planner({key: {GRUNT: 1, "grunt-ape-2": 2} for key in Z})
    assert plans.plan(Z, Pool(8))
    assert plans.effort.judged <= 5 + 2, "each target's first attack is still judged"
