"""Random games of Incursion: a tenth of `make fuzz`, on fixed seeds, in parts that share their counts; its audits."""

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from app.core.engine.command import GameContext
from app.core.engine.event import Event
from app.core.table_commands.house_rulings import QuestionAnswered
from app.core.table_commands.seating import HabitSet
from app.fuzz.player import WEIGHTS, InvariantViolated, RandomGame, Report
from app.fuzz.runner import fuzz_opening, games_of
from app.games import REGISTRY
from app.games.incursion.book import Book
from app.games.incursion.events.actions import Act, ModelActivated
from app.games.incursion.state import Model, State
from tests.conftest import FUZZED, PARTS
from tests.incursion.frozen_cards import use_frozen_cards

INCURSION = REGISTRY["incursion"]
GAMES = 140


@pytest.fixture(autouse=True)
def cards_of_the_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    use_frozen_cards(monkeypatch)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_keep_every_account_and_end(part: int) -> None:
    """A run of all parts together fails on a command or an event that never occurred (tests/conftest.py)."""
    report = Report()
    for played in games_of(INCURSION, range(part, GAMES, PARTS)):
        report.add(played)
    FUZZED[part] = report.counts()
    assert report.games == GAMES // PARTS
    assert sum(report.endings.values()) == report.tables >= report.games


def test_the_fuzzer_sees_a_pool_below_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    pay = Act.apply
    monkeypatch.setattr(Act, "apply", lambda self, state: (pay(self, state), pay(self, state))[0])
    with pytest.raises(InvariantViolated, match="must never be"):
        RandomGame(INCURSION, fuzz_opening(INCURSION, 1), 1, Report()).run()


def run_several(first: int = 1000) -> None:
    """Some games until one is broken, from the first that shows the fault: once games go otherwise, from near by."""
    for number in range(first, first + 200):
        RandomGame(INCURSION, fuzz_opening(INCURSION, number), number, Report()).run()


def after(monkeypatch: pytest.MonkeyPatch, event: type[Event], more: Callable[[Any, Any], object]) -> None:
    """Let an event do something more to the state."""
    apply = event.apply
    monkeypatch.setattr(event, "apply", lambda self, state: (apply(self, state), more(self, state))[0])


def test_the_fuzzer_sees_zombie_cp_spent_by_other_models(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.turn import costs

    monkeypatch.setattr(costs, "zombie_pool", lambda state, _, model: state.sides[model.side].zombie_cp)
    with pytest.raises(InvariantViolated, match="must never be: zombie_cp of german"):
        run_several(1010)


@pytest.mark.parametrize("spent_on", ["BidsRevealed", "CardKilled"])
def test_the_fuzzer_sees_zombie_cp_spent_on_anything_else(monkeypatch: pytest.MonkeyPatch, spent_on: str) -> None:
    def spend(_: object, state: Any) -> None:
        state.sides["german"].zombie_cp = max(0, state.sides["german"].zombie_cp - 1)

    (event,) = [event for event in INCURSION.events.values() if event.__name__ == spent_on]
    after(monkeypatch, event, spend)
    with pytest.raises(InvariantViolated, match="must never be: zombie_cp of german"):
        run_several(1006)


def test_the_fuzzer_sees_zombie_cp_spent_for_a_twitcher(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.turn import costs

    def pool(state: State, book: Book, model: Model) -> int:
        return state.sides[model.side].zombie_cp if book.models[model.card].zombie else 0

    def points(look: GameContext, model: Model) -> int:
        return int(look.state.sides[model.side].cp) + pool(look.state, look.book, model)

    monkeypatch.setattr(costs, "zombie_pool", pool)
    monkeypatch.setattr(costs, "spendable_cp", points)
    after(monkeypatch, ModelActivated, lambda event, state: setattr(state.models[event.model], "twitcher", True))
    with pytest.raises(InvariantViolated, match="must never be: zombie_cp of german"):
        run_several(1006)


def test_the_fuzzer_sees_a_counter_that_changes_its_face(monkeypatch: pytest.MonkeyPatch) -> None:
    def swap(_: object, state: Any) -> None:
        items = state.counters()
        for one, two in zip(items, reversed(items), strict=True):
            state.faces[one] = items.index(two) + 1

    after(monkeypatch, QuestionAnswered, swap)
    with pytest.raises(InvariantViolated, match=r"must never be: .*(counters|faces)"):
        run_several()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda state, items: state.items.pop(items[0]), "counters"),
        (lambda state, items: state.faces.update({items[0]: state.faces[items[1]]}), "faces"),
        (lambda state, items: [model.carries.append(items[0]) for model in state.models.values()], "items.counter-1"),
        (lambda state, items: state.open_faces.update({items[0]: 9}), "faces.counter-1"),
    ],
)
def test_the_fuzzer_sees_counters_that_are_not_each_there_once(
    monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Any, list[str]], object], said: str
) -> None:
    after(monkeypatch, HabitSet, lambda event, state: state.faces and spoil(state, state.counters()))
    with pytest.raises(InvariantViolated, match=f"must never be: .*{said}"):
        run_several(1014)


def test_the_fuzzer_sees_a_counter_carried_by_the_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.events import attacks

    monkeypatch.setattr(attacks, "leave_items", lambda state, key, items: None)
    with pytest.raises(InvariantViolated, match=r"must never be: models\..*\.carries"):
        run_several()


def test_the_fuzzer_sees_dice_that_are_rerolled_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.events.attacks import DiceRerolled

    def harm(self: Any, state: Any) -> None:
        state.models[self.target].dp = max(0, state.models[self.target].dp - self.dp_lost)

    monkeypatch.setattr(DiceRerolled, "apply", harm)
    with pytest.raises(InvariantViolated, match="must never be: reroll of"):
        run_several(1045)


def test_the_fuzzer_sees_more_dice_rerolled_than_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.events.attacks import DiceRerolled

    begin = DiceRerolled.__init__

    def one_more(self: Any, model: str, target: str, roll: Any, *rest: Any) -> None:
        begin(self, model, target, dataclasses.replace(roll, faces=[*roll.faces, *[1] * 9]), *rest)

    monkeypatch.setattr(DiceRerolled, "__init__", one_more)
    with pytest.raises(InvariantViolated, match="must never be: reroll of"):
        run_several(1028)


def test_the_fuzzer_sees_dice_at_a_model_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.state import State

    monkeypatch.setattr(State, "enemies", lambda self, side: [key for key, m in self.models.items() if m.side != side])
    with pytest.raises(
        InvariantViolated, match=r"must never be: .*target|validation error|offered and refused: not-on-board"
    ):
        list(games_of(INCURSION, range(1000, 1060)))


def test_the_fuzzer_sees_a_card_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.events import cards
    from app.games.incursion.state import InPlay, State

    def lose(state: State, placed: str, **more: bool) -> InPlay:
        card = take_away(state, placed, **more)
        state.discard.clear()
        return card

    take_away = cards.take_away
    monkeypatch.setattr(cards, "take_away", lose)
    with pytest.raises(InvariantViolated, match="must never be: deck"):
        run_several()


def test_the_fuzzer_sees_an_item_that_is_carried_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.events.actions import ItemTaken

    taken = ItemTaken.apply

    def twice(self: ItemTaken, state: object) -> None:
        taken(self, state)  # type: ignore[arg-type]
        taken(self, state)  # type: ignore[arg-type]

    monkeypatch.setattr(ItemTaken, "apply", twice)
    with pytest.raises(InvariantViolated, match=r"must never be: .*items\.pinger"):
        run_several(1012)


def test_the_fuzzer_sees_a_chance_of_reaction_fire_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    after(monkeypatch, ModelActivated, lambda event, state: state.triggers.clear())
    with pytest.raises(InvariantViolated, match="must never be: chance"):
        run_several()


def test_the_fuzzer_sees_an_end_that_the_dossier_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.missions import doomsday

    monkeypatch.setattr(doomsday, "ends_at_once", lambda look: True)
    with pytest.raises(InvariantViolated, match="end by a side that is wiped out"):
        run_several(1006)


def test_the_fuzzer_sees_an_action_that_is_answered_before_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.state import State

    monkeypatch.setattr(State, "is_unfinished", lambda self, trigger: False)
    with pytest.raises(InvariantViolated, match=r"must never be: .*reaction to .* too soon"):
        run_several(326)


def test_the_fuzzer_sees_models_that_are_wrongly_told_to_be_fired_at(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.state import State

    def watched(self: State, side: str) -> list[str]:
        return [one.model for one in self.triggers if one.watchers and self.models[one.model].side == side]

    monkeypatch.setattr(State, "still_due_at", watched)
    with pytest.raises(InvariantViolated, match=r"must never be: .*told wrongly"):
        run_several(1028)


def test_the_fuzzer_sees_a_reroll_in_reaction_fire_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.events.attacks import WatchersAlerted

    after(monkeypatch, WatchersAlerted, lambda event, state: state.follow_ups.clear())
    with pytest.raises(InvariantViolated, match=r"must never be: .*reroll of .* lost"):
        run_several(1081)


@pytest.mark.parametrize(
    ("anybody", "said", "first"),
    [(False, "end although .* could", 1256), (True, "nobody left to take a panel", 1116)],
)
def test_the_fuzzer_sees_free_panels_that_end_a_mission_wrongly(
    monkeypatch: pytest.MonkeyPatch, anybody: bool, said: str, first: int
) -> None:
    from app.games.incursion.missions import endings

    monkeypatch.setattr(endings, "anyone_handles_items", lambda look: anybody)
    with pytest.raises(InvariantViolated, match=f"must never be: .*{said}"):
        run_several(first)


def test_the_fuzzer_sees_a_shot_in_reaction_fire_that_a_card_made_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.turn import pending_shots

    monkeypatch.setattr(pending_shots, "weakens", lambda look, placed, due, gone: False)
    with pytest.raises(InvariantViolated, match=r"must never be: .*weaker shot"):
        run_several(1001)


def test_the_fuzzer_sees_a_free_shot_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    after(monkeypatch, HabitSet, lambda event, state: state.follow_ups.clear())
    monkeypatch.setitem(WEIGHTS, "set-habit", 40.0)
    with pytest.raises(InvariantViolated, match=r"must never be: .*(shot|drag|reroll) of .* lost"):
        run_several(1010)
