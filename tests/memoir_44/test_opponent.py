"""The app as a general: what it sees, that it gives nothing away, and that its reasons have words."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.engine.command import CommandRequest, GameContext
from app.core.engine.event import Entry, Seat
from app.core.engine.offers import MultiChoice, Offer
from app.core.errors import Refused
from app.core.game.opponent import Decision, Why
from app.core.game.setup import opening_of, options_of
from app.core.messages.translator import LANGUAGES
from app.core.rules.dice import SeededDice
from app.core.table.app_turn import next_decision, offers_for_app, random_of, view_of
from app.core.table.execute import execute_command
from app.core.table.seat_view import Table
from app.core.table_commands.lifecycle import TableOpened
from app.games import REGISTRY
from app.games.memoir_44.game import GAME
from app.games.memoir_44.opponent import weights
from app.games.memoir_44.opponent.assessment import Assessment
from app.games.memoir_44.opponent.general import GAINS, LATER, OPPONENT, General, choose
from app.games.memoir_44.opponent.planning import Planner, Step
from app.games.memoir_44.opponent.reasons import MOST_TOLD, Reasons
from app.games.memoir_44.opponent.weights import LEVELS
from app.games.memoir_44.opponent.worth import after, after_poisson, wound
from app.games.memoir_44.state import other
from app.games.memoir_44.turn.battle import ruling
from app.storage.missions import read_mission
from tests.memoir_44 import editor_files
from tests.memoir_44.headless import PLAYERS, Battle

FOLDER = Path(GAME.folder) / "opponent"


def begun(scenario: str = "salt-road", seed: int = 7, entries: int = 40) -> Battle:
    """A battle of two generals after so many commands."""
    battle = Battle(scenario, {"allied": PLAYERS["general"], "axis": PLAYERS["officer"]}, seed)
    battle.play(entries)
    return battle


def asked(battle: Battle) -> Iterator[Seat]:
    yield from (seat for seat in battle.seats() if offers_for_app(battle.table, seat))


def decided(battle: Battle, seat: Seat) -> Decision | None:
    chance = random_of(battle.dice.seed, battle.table, seat)
    return choose(view_of(battle.table, seat), offers_for_app(battle.table, seat), 3, chance)


def cheating(battle: Battle, seat: Seat) -> Decision | None:
    """A general who takes the offer to which the other hand points him."""
    hand = battle.table.state.accounts[other(str(seat.side))].hand
    offers = offers_for_app(battle.table, seat)
    return Decision(offers[sum(map(len, hand)) % len(offers)], {}, Why("must"))


def test_a_lost_figure_is_worth_more_the_fewer_are_left() -> None:
    assert [round(wound(left, 4), 3) for left in (4, 3, 2, 1)] == [0, 0.075, 0.212, 0.39]


def test_the_figures_after_dice_are_exact() -> None:
    left = after({2: 1.0}, 2, 0.5)
    assert left == {2: 0.25, 1: 0.5, 0: 0.25}
    assert sum(after_poisson(4, 1.5)) == pytest.approx(1)


@pytest.mark.parametrize("scenario", ["salt-road", "karst-junction", "three-passes-of-tengshan"])
def test_its_dice_are_those_of_the_ruling(scenario: str) -> None:
    battle, compared = begun(scenario, entries=25), 0
    for _ in range(12):
        for seat in battle.seats():
            view = view_of(battle.table, seat)
            board = Assessment(view, LEVELS["general"])
            for key, unit in view.state.of(view.side):
                shots = {shot.target: shot.dice for shot in board.shots(key, unit)}
                for target in board.enemies:
                    dice = ruling(battle.table.look(seat), board.field, key, target)["dice"]
                    compared += 1
                    assert shots.get(target, 0) == dice, (key, target)
        battle.step()
    assert compared > 100


def test_it_still_attacks_where_it_stands_after_a_plan_that_cost_all_it_may() -> None:
    battle, found = begun("salt-road", entries=25), 0
    for seat in battle.seats():
        view = view_of(battle.table, seat)
        board = Assessment(view, LEVELS["general"])
        near = {key: [shot.target for shot in board.shots(key, unit)] for key, unit in view.state.of(view.side)}
        board.evaluations = weights.MOST_EVALUATIONS
        for key, targets in near.items():
            assert all(board.shot(key, view.state.units[key], target) for target in targets)
            found += len(targets)
    assert found


def test_a_plan_leaves_each_attack_worth_what_it_was() -> None:
    battle = begun("salt-road", entries=25)
    view = view_of(battle.table, battle.table.seat(battle.state.active))
    board = Assessment(view, LEVELS["general"])
    units = dict(view.state.of(view.side))
    shots = [(key, shot) for key, unit in units.items() for shot in board.shots(key, unit)]
    before = [board.value_of(key, shot) for key, shot in shots]
    steps = Planner(board, random.Random(1)).plan(units, view.state.card)
    assert {step.shot.target for step in steps if step.shot} & {shot.target for _, shot in shots}
    assert [board.value_of(key, shot) for key, shot in shots] == before


def test_a_level_misjudges_a_hex_alike_for_a_whole_turn() -> None:
    battle, found = begun(entries=25), dict[tuple[int, str], set[float]]()
    seat = battle.table.seat("axis")
    while battle.state.turn < 8:
        guesses = Planner(Assessment(battle.table.look(seat), LEVELS["recruit"]), random_of(b"one", battle.table, seat))
        found.setdefault((battle.state.turn, "A1"), set()).add(guesses.misjudged("axis-infantry-1", "A1"))
        found.setdefault((battle.state.turn, "B1"), set()).add(guesses.misjudged("axis-infantry-1", "B1"))
        battle.step()
    assert len(found) > 4
    assert {len(kept) for kept in found.values()} == {1}
    assert len({guess for kept in found.values() for guess in kept}) == len(found), "each hex and turn has its own"


def redrawn(battle: Battle, seat: Seat, chance: random.Random) -> None:
    """Draw anew what a seat must not see: the other hand, the deck, the numbers of mines face down."""
    state = battle.table.state
    hand = state.accounts[other(str(seat.side))].hand
    cards = [*hand, *state.deck]
    chance.shuffle(cards)
    state.accounts[other(str(seat.side))].hand = cards[: len(hand)]
    state.deck = cards[len(hand) :]
    hidden = [mine for mine in state.mines.values() if mine.shown is None]
    numbers = [mine.hidden for mine in hidden]
    chance.shuffle(numbers)
    for mine, number in zip(hidden, numbers, strict=True):
        mine.hidden = number
    battle.table._known = (0, None, {}, {})  # what was computed before


def found_out(decide: Callable[[Battle, Seat], Decision | None]) -> tuple[int, int]:
    """Count the decisions compared with those after everything hidden was drawn anew, and those that differed."""
    chance, compared, differing = random.Random(5), 0, 0
    for scenario in ("salt-road", "karst-junction"):
        battle = begun(scenario, entries=20)
        for _ in range(15):
            for seat in [*asked(battle)]:
                before, kept = decide(battle, seat), battle.table.copied()
                redrawn(battle, seat, chance)
                now = decide(battle, seat)
                battle.table.state, battle.table._known = kept.state, (0, None, {}, {})
                told = [(one.offer.command, one.filled, one.why) if one else None for one in (before, now)]
                compared, differing = compared + 1, differing + (told[0] != told[1])
            battle.step()
    return compared, differing


def test_what_it_must_not_see_changes_nothing_that_it_decides() -> None:
    compared, differing = found_out(decided)
    assert compared >= 30
    assert differing == 0


def test_a_general_who_reads_the_other_hand_is_found_out() -> None:
    _, differing = found_out(cheating)
    assert differing > 0


def test_a_copy_for_its_thread_stays_as_it_was_while_the_table_goes_on() -> None:
    battle = begun(entries=25)
    copied = battle.table.copied()
    seen, orders, figures = (
        len(copied.entries),
        [*copied.orders],
        {key: one.at for key, one in copied.state.units.items()},
    )
    battle.play(seen + 20)
    assert [*battle.table.orders] != orders
    assert {key: one.at for key, one in battle.state.units.items()} != figures
    assert (len(copied.entries), [*copied.orders]) == (seen, orders)
    assert {key: one.at for key, one in copied.state.units.items()} == figures


def test_it_imports_no_table_no_store_and_no_dice() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    imported = re.findall(r"^from ([\w.]+) import", text, re.MULTILINE)
    assert not [name for name in imported if name.startswith(("app.core.table", "app.storage", "app.service"))]
    assert "app.core.rules.dice" not in imported


def test_every_reason_has_words() -> None:
    words = set(re.findall(r'Why\("([a-z-]+)"', (FOLDER / "general.py").read_text(encoding="utf-8")))
    words |= set(re.findall(r'self\.plain\(\w+, "([a-z-]+)"', (FOLDER / "general.py").read_text(encoding="utf-8")))
    words |= {f"attack-{word}" for word in ("only", "target", "likelier", "weaker", "medal", "equal", "worth")}
    cards = ("strike", "dig", "medics", "attacks", "places", "goal", "goal-attack", "finish", "battle")
    words |= {f"card-{word}" for word in (*cards, "star", "safety", "offence", "advance")}
    words |= {f"end-{word}" for word in ("left", "done", "quiet")} | {"ground-stand", "order-plan"}
    words |= {*GAINS.values(), *LATER.values()}
    words |= {f"finish-{word}" for word in ("chance", "medal", "battle")}
    words |= {
        "to-attack",
        "to-attack-safer",
        "to-slip",
        "retreat",
        "stay",
        "stay-goal",
        "stay-blocked",
    }
    parts = ("star", "danger", "cover", "fewer", "unreached", "prepare", "advance", "close")
    words |= {f"to-{part}{more}" for part in ("goal", "stand", *parts) for more in ("", "-instead")}
    words |= {f"{word}-{part}{more}" for part in ("stand", *parts) for word, more in (("to", "-too"), ("retreat", ""))}
    for language in LANGUAGES:
        said = GAME.get_translator(language)
        assert all(said.has(f"why.{word}") for word in words)
        assert all(said.has(f"name.{level}") for level in OPPONENT.levels)


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_of_earlier_logs_are_told(language: str) -> None:
    said = GAME.get_translator(language)
    attack = {"unit": "axis-armour-1", "to": "K6", "target": "allied-infantry-3"}
    earlier: dict[str, dict[str, Any]] = {
        "gain": {},
        "to-attack-same": attack,
        "to-attack-one": attack,
        "to-safety-rather": attack,
        "order": {"units": ["axis-armour-1", "axis-armour-2"]},
        "order-goal": {"unit": "axis-armour-1", "to": "K6"},
        "card-star": {"card": "probe-left", "to": "K6"},
        "card-advance": {"card": "probe-left", "goal": "K6"},
    }
    texts = [said.translate(said.variant(f"why.{word}", values), **values) for word, values in earlier.items()]
    assert not [text for text in texts if "{" in text]
    assert len({*texts}) == len(earlier)


def told(seed: int) -> Iterator[tuple[Decision, dict[str, Any]]]:
    """What each of two officers does next, with the units before it, until the battle is over."""
    made: list[Decision] = []

    def officer(view: GameContext, offers: Sequence[Offer], chance: random.Random) -> Decision | None:
        decision = choose(view, offers, 2, chance)
        made.extend([decision] if decision is not None else [])
        return decision

    battle = Battle("salt-road", {"allied": officer, "axis": officer}, seed)
    while not battle.state.over and len(battle.table.entries) < 160:
        units = {**battle.state.units}
        if not battle.step():
            return
        yield from ((decision, units) for decision in made)
        made.clear()


def test_its_reasons_tell_what_it_does() -> None:
    """A move away from an attack names the attack, a retreat that is blocked says so, cards name their targets."""
    words, forgone, texts = set(), set(), set()
    speakers = [GAME.get_translator(language) for language in LANGUAGES]
    for decision, units in told(seed=3):
        why, given = decision.why, decision.offer.given
        words.add(why.word)
        assert all(said.has(f"why.{why.word}") and said.has(f"by.{why.rule}") for said in speakers)
        if decision.offer.command == "play-card":
            forgone = set()
        if why.word == "stay-blocked":
            assert all(offer == units[why.values["unit"]].at for offer in decision.offer.values("to"))
        if why.word == "to-slip" or why.word.endswith("-instead"):
            assert why.values["instead"] in units
            assert 0 < why.values["chance"] < 100
            forgone.add((why.values["unit"], why.values["instead"]))
        if decision.offer.command in ("battle", "announce-attack"):
            assert (given["unit"], given["target"]) not in forgone, "it preferred something to that attack"
        if why.word == "card-attacks":
            assert 1 <= len(why.values["targets"]) <= MOST_TOLD
            assert set(why.values["targets"]) <= {*units}
        if decision.offer.command == "move" and why.word.startswith("to-attack"):
            assert why.values["dice"] >= 1
        if why.word.endswith("-too"):
            assert why.values["dice_before"] >= why.values["dice"] >= 1
            assert why.values["attacked"] in units
        if why.word == "order-plan":
            purposes = [key for name in ("attackers", "movers", "idle") for key in why.values[name]]
            assert sorted(purposes) == sorted(decision.fields["units"]), "each unit ordered has one purpose"
            texts |= {said.translate(said.variant("why.order-plan", why.values), **why.values) for said in speakers}
        if why.word in ("attack-likelier", "attack-weaker", "attack-worth", "attack-only", "finish-chance"):
            assert 0 < why.values["chance"] < 100
            assert why.values["target"] == given["target"] != why.values.get("other")
        if why.word == "attack-likelier":
            assert why.values["chance"] > why.values["other_chance"]
        if why.word == "attack-weaker":
            assert why.values["figures"] < why.values["other_figures"]
    assert {"card-attacks", "to-attack", "attack-likelier", "finish-chance", "to-slip", "end-done"} <= words
    assert any(word.endswith("-instead") for word in words)
    assert any(word.endswith("-too") for word in words)
    assert not [text for text in texts if ":;" in text or ": ." in text or ": none" in text]


EARLIER = {f"card-{word}" for word in ("close", "stand", "attack")}
"""Reasons that only logs of earlier versions have."""


def test_no_reason_of_a_card_tells_how_good_its_hand_is() -> None:
    """An opponent who reads why it played a card learns nothing of the cards that it keeps."""
    for language, hand in (("en", "hand"), ("es", "mano")):
        words = GAME.get_translator(language).words
        now = [text[language] for key, text in words.items() if key.startswith("why.card") and key[4:] not in EARLIER]
        assert len(now) >= 10
        assert not [text for text in now if re.search(rf"\b{hand}\b", text)]


def test_medics_go_where_most_figures_are_missing() -> None:
    """Of three units with 4 figures, of which 0, 1 and 2 are lost, the third is ordered."""
    battle = begun(entries=3)
    view = view_of(battle.table, next(iter(battle.seats())))
    keys = [key for key, unit in view.state.of(view.side) if unit.most == 4][:3]
    for lost, key in enumerate(keys):
        view.state.units[key].figures = 4 - lost
    view.state.card = "medics-and-mechanics"
    for some in (keys, keys[::-1]):
        decision = General(
            view, [Offer("order", choose={"units": MultiChoice(some, 1, 1)})], 3, random.Random(1)
        ).order()
        assert decision is not None
        assert (decision.fields["units"], decision.why.word) == ([keys[2]], "order-heal")


def test_the_last_figure_of_the_last_medal_would_win_the_battle() -> None:
    """Of 6 medals 4 are won: the last figure of a unit brings the fifth; of 5 won, the sixth, which wins."""
    battle = begun(entries=60)
    view = view_of(battle.table, next(iter(battle.seats())))
    board = Assessment(view, LEVELS["general"])
    reasons = Reasons(board, Planner(board, random.Random(1)))
    key, shot = next((key, shot) for key, unit in view.state.of(view.side) for shot in board.shots(key, unit))
    account = view.state.accounts[view.side]
    board.enemies[shot.target].figures, account.to_win = 1, 6
    step = Step(key, str(view.state.units[key].at), shot, 1.0)
    for medals, attack, card in ((4, "finish-medal", "card-finish"), (5, "finish-battle", "card-battle")):
        account.medals = medals
        assert reasons.of_attack(key, shot.target, ()).word == attack
        assert reasons.of_card([step], {}).word == card
    board.enemies[shot.target].figures = 2
    assert reasons.of_card([step], {}).values["targets"] == [shot.target]


def test_a_unit_that_cannot_go_back_is_not_said_to_choose() -> None:
    battle = begun(entries=30)
    view = view_of(battle.table, next(iter(battle.seats())))
    board = Assessment(view, LEVELS["officer"])
    reasons = Reasons(board, Planner(board, random.Random(1)))
    key, unit = next((key, unit) for key, unit in view.state.of(view.side) if not board.medals_at(str(unit.at)))
    here, other_hex = str(unit.at), next(str(one.at) for one in board.enemies.values())
    assert reasons.of_flags(key, here, {here}).word == "stay-blocked"
    assert reasons.of_flags(key, here, {here, other_hex}).word == "stay"
    assert reasons.of_flags(key, other_hex, {other_hex}).word == "retreat"
    assert reasons.of_flags(key, other_hex, {here, other_hex}).word.startswith("retreat-")


def test_the_worth_of_a_hex_is_the_sum_of_what_is_told_of_it() -> None:
    battle = begun(entries=30)
    for seat in battle.seats():
        view = view_of(battle.table, seat)
        board = Assessment(view, LEVELS["general"])
        for unit in dict(view.state.of(view.side)).values():
            shares = board.shares(unit, str(unit.at))
            assert board.place(unit, str(unit.at)) == pytest.approx(sum(shares.values()))
            assert shares.keys() == {"star", "safety", "offence", "advance"}
    assert Assessment(view, LEVELS["recruit"]).shares(unit, str(unit.at))["safety"] == 0


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_it_beats_random_play_and_nothing_is_refused(side: str) -> None:
    players = {side: PLAYERS["general"], other(side): PLAYERS["random"]}
    battle = Battle("gull-cape", players, 11)
    assert battle.play() == side
    assert battle.refused == []


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"deck": "physical"}, "app-needs-hands"),
        ({"mission": "salt-road", "mines": "physical"}, "app-needs-mines"),
        ({"mission": "three-passes-of-tengshan", "players": 8}, "app-needs-two"),
        ({"opponents": {"axis": 4}}, "not-allowed"),
        ({"opponents": {"referee": 1}, "referee": True}, "app-cannot-play"),
        ({"opponents": {"nobody": 1}}, "app-cannot-play"),
    ],
)
def test_what_it_cannot_play_is_said(options: dict[str, Any], code: str) -> None:
    given = {"game": "memoir-44", "deck": "app", "opponents": {"axis": 1}, **options}
    with pytest.raises(Refused) as no:
        opening_of(*options_of(REGISTRY, given))
    assert no.value.code == code


def test_it_takes_no_side_where_something_is_left_to_the_table() -> None:
    left = [editor_files.hexagon(2, 6, terrain={"name": "quicksand", "orientation": 1})]
    mission = editor_files.read(editor_files.scenario(left)).mission({"terrain:quicksand": "decide"})
    wished = {"game": "memoir-44", "deck": "app", "opponents": {"axis": 1}, "mission": mission["key"]}
    with pytest.raises(Refused) as no:
        opening_of(*options_of(REGISTRY, wished), own_missions={mission["key"]: mission})
    assert (no.value.code, no.value.field) == ("app-needs-referee", "mission")


def test_a_program_gets_no_token_of_a_seat_that_the_app_plays(client: FlaskClient) -> None:
    body = {"game": "memoir-44", "deck": "app", "opponents": {"axis": 2}}
    opened = client.post("/api/tables", json=body).json
    assert list(opened["seats"]) == ["allied"]
    headers = {"Authorization": f"Bearer {opened['seats']['allied']}"}
    state = client.get(f"/api/tables/{opened['code']}", headers=headers).json["state"]
    assert state["seats"]["axis"]["app"]["level"] == "officer"


DENSE = """
key = "dense"
name = {{ en = "Dense", es = "Denso" }}
board = "overlord"
face = "countryside"
first = "axis"
map = {{ rows = {rows}, legend = {{}} }}
[sides]
allied = {{ edge = "bottom", medals = 90, hand = 20, nation = "us" }}
axis = {{ edge = "top", medals = 90, hand = 20, nation = "de" }}
[forces]
rows = {forces}
[forces.legend]
a = {{ side = "axis", type = "armour", figures = 12 }}
d = {{ side = "allied", type = "armour", figures = 12 }}
"""
DENSE_ROWS = [["." for _ in range(y % 2, 51, 2)] for y in range(9)]


def dense() -> Table:
    """A mission that a guest may send: each fifth hex of the widest board has a unit of armour."""
    forces = [
        [("a" if y < 5 else "d") if (3 * x + y) % 5 == 0 else "." for x, _ in enumerate(row)]
        for y, row in enumerate(DENSE_ROWS)
    ]
    text = DENSE.format(rows=[" ".join(row) for row in DENSE_ROWS], forces=[" ".join(row) for row in forces])
    mission = read_mission(text, GAME, [])
    given = {"game": GAME.key, "mission": "dense", "deck": "app", "opponents": {"axis": 3, "allied": 3}}
    opening = opening_of(GAME, options_of(REGISTRY, given)[1], {}, {"dense": mission})
    return Table("DENSE", GAME, [Entry(0, "", "", "", 0.0, [TableOpened(dict(opening))])])


def evaluations(table: Table, monkeypatch: pytest.MonkeyPatch, commands: int) -> list[int]:
    """How much each of the next decisions worked out."""
    boards: list[Assessment] = []
    init = Assessment.__init__
    monkeypatch.setattr(Assessment, "__init__", lambda board, *given: boards.append(board) or init(board, *given))
    for _ in range(commands):
        found = next_decision(table.copied(), b"seed")
        assert found is not None
        seat, decision = found
        events = execute_command(table, seat, CommandRequest(decision.offer.command, decision.filled), SeededDice(b"7"))
        table.append(Entry(len(table.entries), seat.name, "", "", 0.0, events))
    return [board.evaluations for board in boards]


def test_a_decision_works_out_so_much_at_most_on_a_board_that_a_guest_made(monkeypatch: pytest.MonkeyPatch) -> None:
    table = dense()
    assert len(table.state.units) > 35
    counted = evaluations(table, monkeypatch, 6)
    assert max(counted) > weights.MOST_EVALUATIONS, "it reaches its limit"
    assert max(counted) < weights.MOST_EVALUATIONS + 50, "and stops within the place at which it does"


@pytest.mark.parametrize("scenario", ["gull-cape", "three-passes-of-tengshan"])
def test_no_decision_of_a_shipped_scenario_is_cut_short(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"game": GAME.key, "mission": scenario, "deck": "app", "opponents": {"axis": 3, "allied": 3}}
    opening = opening_of(GAME, options_of(REGISTRY, given)[1], {}, {})
    table = Table("WHOLE", GAME, [Entry(0, "", "", "", 0.0, [TableOpened(dict(opening))])])
    assert 0 < max(evaluations(table, monkeypatch, 25)) < weights.MOST_EVALUATIONS
