"""Every open question does what each of its answers says, at a table or in a ruling."""

from __future__ import annotations

from itertools import combinations

import pytest

from app.games import REGISTRY
from tests.incursion import probes_of_fights, probes_of_missions  # noqa: F401 - they fill PROBES
from tests.incursion.probes import PROBES, Play
from tests.playing import stacked_counters

ASKED = [(question, answer) for question, probe in PROBES.items() for answer in probe.expected]
FACES = [8, 6, 7, 1, 2, 3, 4, 5]
"""The face of each Victory Point counter of mission 4."""


@pytest.mark.parametrize(("question", "answer"), ASKED)
def test_a_question_is_answered_as_the_table_says(
    play: Play, monkeypatch: pytest.MonkeyPatch, question: str, answer: str
) -> None:
    stacked_counters(monkeypatch, FACES)
    probe = PROBES[question]
    assert probe.act(play, {question: answer}) == probe.expected[answer]


def test_every_question_has_a_probe_and_every_answer_its_outcome() -> None:
    known = {key: question.answers for key, question in REGISTRY["incursion"].rules.questions.items()}
    assert {question: list(probe.expected) for question, probe in PROBES.items()} == known


@pytest.mark.parametrize("question", PROBES)
def test_no_two_answers_come_to_the_same(question: str) -> None:
    outcomes = PROBES[question].expected.values()
    assert all(one != other for one, other in combinations(outcomes, 2))
