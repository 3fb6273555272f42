"""The app as the Germans blows up its Bomberzombies: it asks who else stands there, and says who is caught."""

from __future__ import annotations

from fractions import Fraction

import pytest

from app.games.incursion.solo.attacks import Planner, Pool, Share
from app.games.incursion.solo.orders import MOST_ALLIES, NEAREST
from app.games.incursion.solo.priorities import priorities
from tests.incursion.headless import ALLIED, GERMAN, SoloMission
from tests.incursion.test_errands import (
    DOG,
    GRUNT,
    SARGE,
    allied,
    asked,
    code_of,
    german,
    german_look,
    in_its_half,
    next_of_app,
    offered,
    told_of,
)

BOMBER, OTHER, ZOMBIE = "bomberzombie-1", "bomberzombie-2", "sturmzombie-1"


def with_bomber(mission: int = 5, level: int = 2) -> SoloMission:
    return in_its_half(mission, level, BOMBER)


def before_the_grunt() -> SoloMission:
    """A mission in which a Bomberzombie was moved to stand before a Grunt, by the app's plan."""
    game = with_bomber()
    told_of(game, [BOMBER], GRUNT)
    assert next_of_app(game) == "plan-attacks"
    (part,) = game.state.app.plan
    assert (part.model, part.target, part.blows, part.cp) == (BOMBER, GRUNT, 1, 0)
    assert allied(game, "order-done", order=next(iter(game.state.app.orders)))
    return game


def gives_until(game: SoloMission, command: str) -> list[str]:
    """Let the app go on until it gives this command; return all that it gave."""
    given = [next_of_app(game)]
    while given[-1] != command:
        assert len(given) < 6, given
        given.append(next_of_app(game))
    return given


def test_a_bomber_asks_who_else_stands_there_before_it_explodes_and_catches_whom_people_name() -> None:
    game = before_the_grunt()
    assert "ka-boom" not in gives_until(game, "ask-blast")
    question, figures = asked(game)[GRUNT]
    assert figures == [BOMBER]
    tell = offered(game, "tell-blast")
    assert {BOMBER, GRUNT}.isdisjoint(tell.choose["caught"].some)
    assert {SARGE, OTHER} <= set(tell.choose["caught"].some)
    assert code_of(game, ALLIED, "tell-blast", inquiry=question, caught=[BOMBER]) == "not-on-the-board"
    assert code_of(game, GERMAN, "ask-blast", model=BOMBER) == "app-asked-already"
    assert allied(game, "tell-blast", inquiry=question, caught=[SARGE, OTHER])
    assert code_of(game, GERMAN, "ask-blast", model=BOMBER) == "nobody-to-survey"
    gives_until(game, "ka-boom")
    assert game.state.blast.caught == [GRUNT, SARGE, OTHER]
    gives_until(game, "resolve-blast")
    assert not game.state.models[BOMBER].alive


def test_nobody_else_is_caught_where_people_say_so() -> None:
    game = before_the_grunt()
    gives_until(game, "ask-blast")
    assert allied(game, "tell-blast-none")
    gives_until(game, "ka-boom")
    assert game.state.blast.caught == [GRUNT]


def test_a_bomber_among_too_many_friends_attacks_like_others() -> None:
    game = before_the_grunt()
    gives_until(game, "ask-blast")
    friends = [key for key in offered(game, "tell-blast").choose["caught"].some if key.startswith(("sturm", "bomber"))]
    assert len(friends) > priorities().bomberzombie.kaboom.most_friends
    assert allied(game, "tell-blast", inquiry=asked(game)[GRUNT][0], caught=friends)
    assert "ka-boom" not in gives_until(game, "melee")
    assert game.state.models[BOMBER].alive


def test_it_says_who_is_caught_by_a_bomber_that_was_shot() -> None:
    game = with_bomber()
    game.state.exploding = BOMBER
    game.state.wait_for(GERMAN, "caught")
    game.table._known = (0, None, {}, {})
    assert next_of_app(game) == "ask-blast"
    assert list(asked(game)) == [BOMBER]
    assert allied(game, "tell-blast", inquiry=asked(game)[BOMBER][0], caught=[SARGE])
    assert next_of_app(game) == "explode"
    assert game.state.blast.caught == [SARGE]
    assert next_of_app(game) == "resolve-blast"


def test_bombers_are_sent_where_most_allies_stand_and_others_to_the_nearest() -> None:
    game = with_bomber()
    allowed = offered(game, "approach", GERMAN)
    assert {BOMBER, ZOMBIE} <= set(allowed.choose["figures"].some)
    assert game.give(game.table.seat(GERMAN), "approach", {"figures": [BOMBER, ZOMBIE], "tie": GRUNT})
    orders = [event for event in game.table.entries[-1].events if event.key == "figures-ordered"]
    assert {event.towards: event.who for event in orders} == {NEAREST: [ZOMBIE], MOST_ALLIES: [BOMBER]}


@pytest.mark.parametrize(("fortitude", "needs"), [(5, 2), (6, 3)])
def test_the_plan_reckons_with_one_die_of_the_blast(fortitude: int, needs: int) -> None:
    """A Bomberzombie adds 3 to its die (docs of the rules: Ka-BOOM), and no Command Points."""
    game = with_bomber()
    grunt = game.state.models[GRUNT]
    grunt.fortitude, grunt.dp = fortitude, 1
    planner = Planner(german_look(game), {BOMBER: {GRUNT: 1}}, {}, priorities(), 2)
    (one,) = planner.plan([BOMBER], Pool(5))
    assert one.shares == (Share(BOMBER, 1, 1),)
    assert one.casualty == pytest.approx(float(Fraction(7 - needs, 6)))


def test_a_figure_that_goes_for_a_thing_is_no_bomber_before_an_ally() -> None:
    game = in_its_half(4)
    assert german(game, "survey")
    assert allied(game, "tell-all-reach", takes={DOG: "counter-3"})
    assert next_of_app(game) == "plan-attacks"
    assert allied(game, "order-done", order=next(iter(game.state.app.orders)))
    game.state.app.plan[0].gone = game.state.app.plan[0].way
    assert code_of(game, GERMAN, "ask-blast", model=DOG) == "nobody-to-survey"
