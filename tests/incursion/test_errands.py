"""The app as the Germans takes, carries and leaves; what it asks besides, on one sheet, and not a second time."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.engine.command import CommandRequest
from app.core.engine.event import PendingAnswer, deep_copy
from app.core.errors import Refused
from app.core.table.app_turn import decision_of, offers_for_app, random_of, view_of
from app.core.table.execute import run_command
from app.core.table_commands.board_orders import ORDERS
from app.games.incursion.board_talk import MOST_FACTS
from app.games.incursion.events.board_talk import AttackOrdered, FactsAsked
from app.games.incursion.solo.board_facts import check_choice, crowded_targets
from app.games.incursion.solo.errands import HOME, OWN_EXIT, PANEL
from app.games.incursion.solo.orders import TAKERS
from app.games.incursion.solo.questions import known_ways, reach_of_figures
from tests.incursion.headless import ALLIED, GERMAN, SoloMission

DOG, SARGE, GRUNT, GRETEL = "blitzhund-1", "ape-sarge-1", "grunt-ape-1", "gretel-1"


def in_its_half(mission: int, level: int = 3, having: str = DOG) -> SoloMission:
    """A mission in the first half of the Germans: everybody is on the board, nobody watches, no cards are in hand."""
    game = next(game for seed in range(5, 40) if (game := begun(mission, level, seed, having)) is not None)
    for key, model in game.state.models.items():
        if key not in game.board.at:
            game.board.enter(key)
        model.place = "board"
        model.activated, model.reaction_fire = model.side == ALLIED, False
        model.ap = model.full_ap
    game.state.triggers, game.state.sides[GERMAN].hand = [], []
    game.table._known = (0, None, {}, {})
    return game


def begun(mission: int, level: int, seed: int, having: str) -> SoloMission | None:
    """A mission with this figure in the first half of the Germans, and without Gretel; None if they have none."""
    game = SoloMission(mission, level, seed)
    for _ in range(400):
        if game.state.active == GERMAN and game.state.phase == "action":
            return game if having in game.state.models and GRETEL not in game.state.models else None
        assert game.step(), game.refused
    return None


def german(game: SoloMission, command: str, **fields: Any) -> bool:
    return game.give(game.table.seat(GERMAN), command, fields)


def allied(game: SoloMission, command: str, **fields: Any) -> bool:
    return game.give(game.table.seat(ALLIED), command, fields)


def offered(game: SoloMission, command: str, side: str = ALLIED) -> Any:
    seat = game.table.seat(side)
    found = game.table.offers_for(seat, reckoned=False) if side == ALLIED else offers_for_app(game.table, seat)
    return next((offer for offer in found if offer.command == command), None)


def code_of(game: SoloMission, side: str, command: str, **fields: Any) -> str:
    with pytest.raises(Refused) as no:
        run_command(game.table, game.table.seat(side), CommandRequest(command, fields), game.dice)
    return no.value.code


def next_of_app(game: SoloMission) -> str:
    """Let the app do the next thing; return which."""
    seat = game.table.seat(GERMAN)
    decision = decision_of(game.table, seat, random_of(game.dice.seed, game.table, seat))
    assert decision is not None
    assert game.give(seat, decision.offer.command, decision.filled, decision), game.refused
    return decision.offer.command


def asked(game: SoloMission) -> dict[str | None, tuple[str, list[str]]]:
    return {one.target: (key, one.models) for key, one in game.state.app.inquiries.items()}


def test_it_takes_the_pinger_and_leaves_with_it() -> None:
    game = in_its_half(3)
    assert next_of_app(game) == "survey"
    figures = asked(game)["pinger"][1]
    assert figures == [key for key in figures if key.startswith("blitzhund")]
    assert allied(game, "tell-all-reach", ap={f"{DOG}/pinger": 1})
    assert next_of_app(game) == "plan-attacks"
    assert [(one.model, one.target, one.errand) for one in game.state.app.plan] == [(DOG, "pinger", "take")]
    assert allied(game, "order-done", order=next(iter(game.state.app.orders)))
    assert [next_of_app(game), next_of_app(game)] == ["go-to-target", "item"]
    assert game.state.models[DOG].carries == ["pinger"]
    assert next_of_app(game) == "approach"
    homeward = [one.values["towards"] for one in game.state.on_table.values() if DOG in one.values.get("who", ())]
    assert homeward[-1] == OWN_EXIT
    game.state.models[DOG].activated, game.state.models[DOG].ap, game.state.acting = False, 5, None
    game.state.app.forget(near=False)
    game.table._known = (0, None, {}, {})
    assert next_of_app(game) == "survey"
    assert asked(game)[OWN_EXIT][1] == [DOG]
    assert allied(game, "tell-all-reach", ap={f"{DOG}/{OWN_EXIT}": 0})
    done = [next_of_app(game)]
    assert not game.state.app.orders  # it stands there already: nothing to move, nothing to confirm
    while not game.state.over:
        done.append(next_of_app(game))
    assert (done, game.state.winner) == (["plan-attacks", "activate", "leave-board"], GERMAN)


def test_with_all_allies_dead_pinger_raid_ends_by_the_app_where_the_table_plays_on() -> None:
    game = in_its_half(3)
    game.state.answers["wiped-out"] = "play-on"
    without_allies(game)
    for _ in range(1500):
        if game.state.over or not game.step():
            break
    assert game.refused == []
    assert (game.state.over, game.state.winner) == (True, GERMAN)


def without_allies(game: SoloMission) -> SoloMission:
    for model in game.state.models.values():
        model.dp = model.dp if model.side == GERMAN else 0
    game.board.at = {key: cell for key, cell in game.board.at.items() if game.state.models[key].side == GERMAN}
    game.table._known = (0, None, {}, {})
    return game


def test_without_an_ally_left_zombies_make_way_for_those_who_take_something() -> None:
    game = without_allies(in_its_half(6))
    assert next_of_app(game) == "survey"
    assert allied(game, "tell-reach-none")
    assert next_of_app(game) == "approach"
    orders = {order.towards: order for order in game.table.entries[-1].events if order.key == "figures-ordered"}
    assert {*orders} == {TAKERS, "nearest-panel"}
    assert (orders[TAKERS].do, orders[TAKERS].reason) == ("make-way", ["make-way"])
    assert all(key.startswith("sturmzombie") for key in orders[TAKERS].who)

    game = without_allies(in_its_half(7))
    assert next_of_app(game) == "done"  # nothing to take: nobody is moved for nothing


def test_no_more_zombies_enter_than_two_boxes_hold() -> None:
    game = in_its_half(6)
    horde = [key for key in game.state.models if key.startswith("sturmzombie")]
    model = game.state.models[horde[0]]
    game.state.models |= {f"sturmzombie-{number}": deep_copy(model) for number in range(len(horde) + 1, 41)}
    for number in range(31, 41):
        game.state.models[f"sturmzombie-{number}"].place = "reserve"
    game.state.waiting = [PendingAnswer(GERMAN, "deployment")]
    game.table._known = (0, None, {}, {})
    assert next_of_app(game) == "place-arrivals"
    entered = next(event for event in game.table.entries[-1].events if event.key == "models-deployed").models
    assert entered == [f"sturmzombie-{number}" for number in range(31, 2 * 18 + 1)]


def test_a_mission_in_which_nobody_is_left_to_hinder_the_germans_ends() -> None:
    game = SoloMission(6, 2, 3)
    assert game.play(700) == ALLIED
    assert not any(model.in_use for _, model in game.state.of(ALLIED))


def test_it_takes_counters_and_panels_that_people_say_are_near() -> None:
    game = in_its_half(6)
    assert next_of_app(game) == "survey"
    figures = asked(game)[PANEL][1]
    assert allied(game, "tell-all-reach", ap={f"{key}/{PANEL}": 0 for key in figures})
    before = game.state.score.get(GERMAN, 0)
    for _ in range(3 * len(figures)):
        assert game.state.over or next_of_app(game)
    assert game.state.score[GERMAN] - before >= len(figures) - 1

    game = in_its_half(4)
    assert next_of_app(game) == "survey"
    assert allied(game, "tell-all-reach", takes={DOG: "counter-3"})
    assert next_of_app(game) == "plan-attacks"
    assert allied(game, "order-done", order=next(iter(game.state.app.orders)))
    assert [next_of_app(game), next_of_app(game)] == ["go-to-target", "search-counter"]
    assert game.state.items["counter-3"].searched


def test_the_sheet_asks_of_several_things_which_one_each_could_take() -> None:
    game = in_its_half(4)
    for key in figures_of(game):
        game.state.models[key].activated = key != DOG
    game.table._known = (0, None, {}, {})
    assert next_of_app(game) == "survey"
    assert offered(game, "tell-all-reach").choose["takes"].rows == [DOG]
    assert allied(game, "tell-all-reach", takes={DOG: "counter-3"})
    assert not game.state.app.inquiries
    assert next_of_app(game) == "plan-attacks"
    assert [(one.model, one.target, one.errand) for one in game.state.app.plan] == [(DOG, "counter-3", "take")]


def test_a_carrier_keeps_away_from_the_allies_from_the_second_level_on() -> None:
    for level, towards in ((1, "nearest-ally"), (2, HOME)):
        game = in_its_half(4, level)
        game.state.items["counter-1"].searched = True
        game.state.models[DOG].carries = ["counter-1"]
        game.table._known = (0, None, {}, {})
        assert next_of_app(game) == "survey"
        assert allied(game, "tell-reach-none")
        assert next_of_app(game) == "approach"
        sent = [one.values["towards"] for one in game.state.on_table.values() if DOG in one.values.get("who", ())]
        assert sent[-1] == towards


def test_one_sheet_tells_all_facts_at_most_two_of_a_figure() -> None:
    game = in_its_half(3)
    assert german(game, "survey")
    sheet = offered(game, "tell-all-reach").choose["ap"]
    assert sheet.names[f"{DOG}/pinger"] == (DOG, "pinger")
    ways = {pair: 1 for pair, (figure, _) in sheet.names.items() if figure == DOG}
    assert len(ways) == 3
    assert code_of(game, ALLIED, "tell-all-reach", ap={f"{DOG}/nobody": 1}) == "not-on-the-board"
    assert code_of(game, ALLIED, "tell-all-reach", takes={DOG: "pinger"}) == "not-on-the-board"
    ways[f"{DOG}/pinger"] = 2
    assert allied(game, "tell-all-reach", ap=ways)
    assert game.state.app.facts == {DOG: MOST_FACTS}
    assert "pinger" not in game.state.app.reach[DOG]
    assert not game.state.app.inquiries


def test_the_sheet_has_a_line_for_each_pair_with_both_names() -> None:
    from app.core.messages.translator import LANGUAGES
    from app.games.incursion.game import GAME
    from app.web.table.form_view import Asked, form_of

    game = in_its_half(3)
    assert german(game, "survey")
    offer = offered(game, "tell-all-reach")
    for language in LANGUAGES:
        form = form_of(offer, [offer], Asked({}, {}), {}, GAME.get_translator(language))
        said = {row.value: row.text for row in form.choosers[0].rows}
        assert " → " in said[f"{DOG}/pinger"]


def test_whoever_has_attacked_and_stood_still_is_not_asked_about_again() -> None:
    game = in_its_half(3)
    game.state.models[SARGE].struck_by = [DOG]
    game.table._known = (0, None, {}, {})
    assert german(game, "survey")
    assert DOG not in asked(game)[SARGE][1]
    assert allied(game, "tell-reach-none")
    assert next_of_app(game) == "plan-attacks"
    assert [(one.model, one.target, one.way, one.there) for one in game.state.app.plan] == [(DOG, SARGE, 0, True)]


def struck_by_a_dog(game: SoloMission, target: str = SARGE) -> None:
    """Let the Blitzhund have attacked an Ally before: neither has moved since."""
    game.state.models[target].struck_by = [DOG]
    game.table._known = (0, None, {}, {})


def german_look(game: SoloMission) -> Any:
    return view_of(game.table, game.table.seat(GERMAN))


@pytest.mark.parametrize("mission", [3, 4, 6])
def test_whoever_stands_before_an_ally_still_does_once_it_is_told_of_a_thing(mission: int) -> None:
    game = in_its_half(mission)
    struck_by_a_dog(game)
    assert german(game, "survey")
    told = {3: {"ap": {f"{DOG}/pinger": 3}}, 4: {"takes": {DOG: "counter-3"}}, 6: {"ap": {f"{DOG}/{PANEL}": 3}}}
    assert allied(game, "tell-all-reach", **told[mission])
    assert reach_of_figures(german_look(game)) == {DOG: {SARGE: 0}}
    assert len(known_ways(german_look(game))[DOG]) == 2


def moved_for_a_counter(game: SoloMission, ways: dict[str, int] | None = None) -> None:
    """Tell of a Blitzhund's ways, let people move it for a counter, and take that away before it acts."""
    assert german(game, "survey")
    assert allied(game, "tell-all-reach", ap=ways or {}, takes={DOG: "counter-3"})
    assert german(game, "plan-attacks", errands={DOG: "counter-3"})
    assert allied(game, "order-done", order=next(iter(game.state.app.orders)))
    game.state.models["ape-blazer-1"].carries.append("counter-3")
    game.table._known = (0, None, {}, {})


def test_whoever_was_moved_for_an_order_stands_before_nobody_any_more() -> None:
    game = in_its_half(4)
    struck_by_a_dog(game)
    moved_for_a_counter(game)
    assert DOG not in known_ways(german_look(game))
    assert german(game, "survey")
    assert game.state.app.owed[DOG] > 0
    assert DOG in asked(game)[SARGE][1]  # people say anew how far it is
    assert DOG not in known_ways(german_look(game))
    assert allied(game, "tell-all-reach", ap={f"{DOG}/{SARGE}": 0})
    assert known_ways(german_look(game))[DOG] == {SARGE: game.state.app.owed[DOG]}


def test_ways_from_where_a_figure_stood_before_it_was_moved_are_known_no_more() -> None:
    game = in_its_half(4)
    moved_for_a_counter(game, {f"{DOG}/{SARGE}": 1})
    assert game.state.app.facts[DOG] == MOST_FACTS
    assert DOG not in known_ways(german_look(game))


@pytest.mark.parametrize("most", [0, -1])
def test_an_order_without_a_way_waits_for_no_answer(most: int) -> None:
    game = in_its_half(4)
    assert german(game, "survey")
    assert allied(game, "tell-reach-none")
    game.add(GERMAN, [AttackOrdered([DOG], "attack", SARGE, most, ["bite"], "house", 1)])
    assert [part.there for part in game.state.app.plan] == [True]
    assert not game.state.app.orders
    assert not [one for one in game.state.waiting if one.for_ == ORDERS]


def test_whoever_nobody_sees_goes_at_once_past_a_watcher() -> None:
    game = in_its_half(6)
    game.state.models[GRUNT].reaction_fire = True
    game.table._known = (0, None, {}, {})
    figures = [key for key, model in game.state.models.items() if model.side == GERMAN]
    assert german(game, "survey")
    assert allied(game, "tell-reach-none")
    assert code_of(game, GERMAN, "ask-sight", figures=["nobody"]) == "nobody-to-survey"
    assert next_of_app(game) == "ask-sight"
    question = next(iter(game.state.app.inquiries))
    seen = figures[:1]
    assert code_of(game, ALLIED, "tell-sight", inquiry=question, in_sight=["nobody"]) == "not-on-the-board"
    assert allied(game, "tell-sight", inquiry=question, in_sight=seen)
    assert game.state.app.facts[seen[0]] == 1
    assert next_of_app(game) == "approach"
    assert all(game.state.models[key].ap == 0 for key in figures[1:])
    assert [(one.model, one.watchers) for one in game.state.triggers] == [(seen[0], [GRUNT])]
    assert offered(game, "ask-sight", GERMAN) is None


def test_nobody_seen_is_one_answer_for_all() -> None:
    game = in_its_half(6)
    game.state.models[GRUNT].reaction_fire = True
    game.table._known = (0, None, {}, {})
    assert german(game, "survey")
    assert allied(game, "tell-reach-none")
    assert next_of_app(game) == "ask-sight"
    assert allied(game, "tell-sight-none")
    assert game.spared == 1  # between two people one press limits Reaction Fire
    assert next_of_app(game) == "approach"
    assert game.state.triggers == []


def test_who_may_not_leave_next_turn_either_is_not_asked_about_then() -> None:
    assert turns_of_a_second_question(next_turn=True) == [1]
    assert turns_of_a_second_question(next_turn=False) == [2]


def turns_of_a_second_question(*, next_turn: bool) -> list[int]:
    """Return how many turns after the first question it asks again, if people say no and so much of the next turn."""
    game, turns = SoloMission(1, 3, 5), []
    while len(turns) < 2:
        offer = offered(game, "tell-leave")
        if offer is None:
            assert game.step(), game.refused
        else:
            turns.append(game.state.turn)
            assert allied(game, "tell-leave", **offer.given, may=False, next_turn=next_turn)
    return [turns[1] - turns[0]]


@pytest.mark.parametrize("field", ["seeking", "home"])
def test_only_whoever_takes_or_carries_has_an_errand(field: str) -> None:
    game = in_its_half(3)
    zombie = next(key for key in game.state.models if key.startswith("sturmzombie"))
    assert code_of(game, GERMAN, "approach", figures=[zombie], **{field: [zombie]}) == "no-errand"


def test_it_sees_no_face_of_a_counter_that_it_does_not_hold() -> None:
    game = in_its_half(4)
    view = view_of(game.table, game.table.seat(GERMAN))
    assert not isinstance(view.state.faces, dict) or not any(
        isinstance(face, int) for face in view.state.faces.values()
    )


def told_of(game: SoloMission, figures: list[str], *targets: str) -> None:
    """Let it ask, and tell that these figures can stand before these Allies for one AP."""
    assert german(game, "survey")
    assert allied(game, "tell-all-reach", ap={f"{key}/{target}": 1 for key in figures for target in targets})


def figures_of(game: SoloMission) -> list[str]:
    return [key for key, model in game.state.models.items() if model.side == GERMAN]


def test_how_many_find_room_is_asked_where_more_than_three_reach_an_ally() -> None:
    game = in_its_half(6)
    figures = figures_of(game)
    assert len(figures) > 3
    told_of(game, figures[:3], GRUNT)
    assert code_of(game, GERMAN, "ask-room", target=GRUNT) == "nobody-to-survey"
    game = in_its_half(6)
    told_of(game, figures, GRUNT)
    assert next_of_app(game) == "ask-room"
    (room,) = (event for event in game.table.entries[-1].events if isinstance(event, FactsAsked))
    assert room.about == [GRUNT]
    assert allied(game, "tell-room", inquiry=next(iter(game.state.app.inquiries)), number=2)
    assert next_of_app(game) == "plan-attacks"
    assert sum(part.target == GRUNT for part in game.state.app.plan) == 2


def test_those_who_have_acted_or_stand_there_are_not_counted_twice_where_room_is_short() -> None:
    game = in_its_half(6)
    figures = figures_of(game)[:3]
    told_of(game, figures, GRUNT)
    game.state.models[GRUNT].struck_by = figures
    assert crowded_targets(german_look(game)) == []

    game = in_its_half(6)
    figures = figures_of(game)
    game.state.models[GRUNT].struck_by = figures
    assert crowded_targets(german_look(game)) == [GRUNT]
    for key in figures[3:]:
        game.state.models[key].activated = True
    game.table._known = (0, None, {}, {})
    assert crowded_targets(german_look(game)) == []


def test_whoever_stands_before_an_ally_has_a_choice_of_it() -> None:
    game = in_its_half(6)
    struck_by_a_dog(game, GRUNT)
    zombie = next(key for key in figures_of(game) if key.startswith("sturmzombie"))
    told_of(game, [zombie], "grunt-ape-2")
    assert offered(game, "ask-place", GERMAN) is not None
    assert check_choice(german_look(game)) == [GRUNT, "grunt-ape-2"]


def test_the_strongest_level_asks_which_ally_is_worth_more_here_and_goes_for_it() -> None:
    second = "grunt-ape-2"
    for answer, level, target in ((GRUNT, 3, GRUNT), (second, 3, second), (None, 3, GRUNT), (None, 2, GRUNT)):
        game = in_its_half(6, level)
        dogs = [key for key in figures_of(game) if key.startswith("blitzhund")][:1]
        told_of(game, dogs, GRUNT, second)
        if level == 3:
            assert next_of_app(game) == "ask-place"
            question = next(iter(game.state.app.inquiries))
            assert code_of(game, ALLIED, "tell-place", inquiry=question, who="ape-blazer-1") == "not-on-the-board"
            if answer is not None:
                assert allied(game, "tell-place", inquiry=question, who=answer)
            else:
                assert allied(game, "tell-place-nobody")
        assert next_of_app(game) == "plan-attacks"
        assert {part.target for part in game.state.app.plan} == {target}


def test_it_keeps_as_many_command_points_as_its_plan_takes() -> None:
    from app.games.incursion.opponent.commander import Commander
    from app.games.incursion.solo.priorities import priorities

    game = in_its_half(6)
    seat = game.table.seat(GERMAN)

    def kept() -> int:
        return Commander(view_of(game.table, seat), [], 3, game.chance).kept_cp()

    assert kept() == priorities().cards.kill.keep_cp  # nobody told it anything yet
    zombie = next(key for key in figures_of(game) if key.startswith("sturmzombie"))
    game.state.sides[GERMAN].cp = 0
    game.table._known = (0, None, {}, {})
    told_of(game, [zombie], GRUNT)
    assert kept() == 0  # it has none to spend


def with_ilsa(game: SoloMission) -> str:
    """Put Ilsa in the place of a Blitzhund; return her key."""
    from app.games.incursion.turn.sequence import model_of

    book = game.table.look(game.table.seat(GERMAN)).book
    game.state.models["ilsa-1"] = model_of("ilsa", book)
    game.state.models["ilsa-1"].place = "board"
    game.board.enter("ilsa-1")
    game.table._known = (0, None, {}, {})
    return "ilsa-1"


def test_whoever_has_a_gun_and_an_ally_in_sight_shoots_with_all_its_ap() -> None:
    game = in_its_half(6)
    ilsa = with_ilsa(game)
    assert next_of_app(game) == "ask-shots"
    question = next(iter(game.state.app.inquiries))
    assert game.state.app.inquiries[question].models == [ilsa]
    assert code_of(game, ALLIED, "tell-shots", inquiry=question, targets={ilsa: DOG}) == "not-on-the-board"
    assert allied(game, "tell-shots", inquiry=question, targets={ilsa: GRUNT})
    assert game.state.app.facts == {ilsa: 1}
    done = []
    while game.state.models[GRUNT].alive and (game.state.models[ilsa].ap or not done):
        done.append(next_of_app(game))
    assert done[0] == "activate"
    assert {*done[1:]} <= {"fire", "reroll"}
    assert done.count("fire") >= 1


def test_whoever_sees_nobody_goes_with_the_others() -> None:
    game = in_its_half(6)
    ilsa = with_ilsa(game)
    assert next_of_app(game) == "ask-shots"
    assert allied(game, "tell-shots-none")
    assert code_of(game, GERMAN, "ask-shots") == "nobody-to-survey"
    assert next_of_app(game) == "survey"
    assert any(ilsa in models for _, models in asked(game).values())


def test_it_may_attack_before_it_has_asked_anything() -> None:
    game = in_its_half(6)
    struck_by_a_dog(game)
    game.state.app = None
    assert german(game, "plan-attacks", figures=[DOG]), game.refused
    assert [(part.model, part.target, part.there) for part in game.state.app.plan] == [(DOG, SARGE, True)]
