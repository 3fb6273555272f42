"""The course of a game, folded from its log by turn and side: worked by hand from recorded tables of every game."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.engine.event import PUBLIC
from app.core.table.course import Course, course_of
from app.core.table.seat_view import Table
from app.core.table.summary import summary_of
from app.games import REGISTRY
from tests.ended import NUMBERS, played
from tests.legacy_tables import foreseen
from tests.recorded import played_by_parts
from tests.test_recorded_tables import RECORDED, TELLINGS


@pytest.fixture
def recorded_course(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Course:
    recorded = next(one for one in RECORDED if one.name == request.param)
    telling = TELLINGS[recorded.game]
    foreseen(monkeypatch)
    *_, (_, table) = played_by_parts(client, monkeypatch, telling, recorded)
    course = course_of(table.kept())
    assert course
    return course


@pytest.mark.parametrize("recorded_course", ["ac-dc-tie-en-en-2009"], indirect=True)
def test_panels_and_casualties_of_incursion(recorded_course: Course) -> None:
    """Hans takes a panel in the first turn, the Blazer one in the second. Of the bombers one has a last activation."""
    assert (recorded_course.what, [*recorded_course.turns]) == ("points", [0, 1, 2])
    assert recorded_course.series == {"allied": [0, 0, 1], "german": [0, 1, 1]}
    assert [*recorded_course.fallen] == ["german"]
    dead = recorded_course.fallen["german"]
    assert {turn: sorted(names) for turn, names in dead.items()} == {
        1: ["bomberzombie-1", "bomberzombie-2", "bomberzombie-3", "sturmzombie-3"]
    }
    assert recorded_course.first == "german"


@pytest.mark.parametrize("recorded_course", ["recon-german-en-2009"], indirect=True)
def test_where_a_mission_of_incursion_has_no_points_losses_are_counted(recorded_course: Course) -> None:
    assert recorded_course.what == "lost"
    assert recorded_course.series == {"allied": [0, 0, 1], "german": [0, 0, 1]}
    assert recorded_course.fallen == {"german": {2: ["sturmzombie-2"]}, "allied": {2: ["grunt-ape-2"]}}


@pytest.mark.parametrize("recorded_course", ["points-a22-bait"], indirect=True)
def test_points_of_infanteria_movil(recorded_course: Course) -> None:
    """Three men a team, in two turns; a point a man, and a point a bug: three a turn from then on, 20 in all.

    In the last turn the second lift is out: 14 more.
    """
    assert recorded_course.what == "points"
    brain, infantry = recorded_course.series["brain"], recorded_course.series["im"]
    assert brain[:5] == [0, 0, 3, 6, 6]
    assert {*brain[3:]} == {6}
    assert infantry[2:12] == [0, 0, 3, 6, 9, 12, 15, 18, 20, 20]
    assert infantry[-2:] == [20, 34]
    assert {turn: len(names) for turn, names in recorded_course.fallen["im"].items()} == {2: 3, 3: 3}
    assert sum(map(len, recorded_course.fallen["brain"].values())) == 20


@pytest.mark.parametrize("recorded_course", ["salt-road-given-up"], indirect=True)
def test_medals_of_memoir_44(recorded_course: Course) -> None:
    assert (recorded_course.what, [*recorded_course.turns]) == ("medals", [0, 1, 2])
    assert recorded_course.series == {"allied": [0, 1, 1], "axis": [0, 0, 0]}
    assert recorded_course.fallen == {"axis": {1: ["axis-infantry-10"]}}


@pytest.mark.parametrize("key", REGISTRY)
def test_a_course_ends_with_the_figures_of_the_summary(key: str) -> None:
    for number in NUMBERS:
        table = played(key, number)
        course, summary = course_of(table), summary_of(table, PUBLIC)
        assert course
        assert summary
        ends = {side: numbers[-1] for side, numbers in course.series.items()}
        figures = {side: one.number for side, one in summary.counts[course.what].items()}
        assert ends == dict.fromkeys(table.game.sides, 0) | figures
        assert [*course.turns] == sorted(course.turns)
        assert {len(numbers) for numbers in course.series.values()} == {len(course.turns)}


@pytest.mark.parametrize("key", REGISTRY)
def test_an_unfinished_game_has_no_course(key: str) -> None:
    table = played(key, 0)
    end = next(entry.seq for entry in table.entries if any(event.ends_game for event in entry.events))
    before = table.at(end)
    assert isinstance(before, Table)
    assert not before.state.over
    assert course_of(before) is None


def test_rulings_are_told_with_their_turn(app: Flask) -> None:
    """The random games of the three games rule on something, before their first turn and later."""
    turns = [turn for key in REGISTRY for number in NUMBERS for turn in rulings(key, number)]
    assert 0 in turns
    assert max(turns) > 1


def rulings(key: str, number: int) -> list[int]:
    course = course_of(played(key, number))
    assert course
    return [turn for turn, event in course.rulings if type(event).rules or "question" in vars(event)]
