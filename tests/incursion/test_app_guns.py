"""The app as the Germans shoots and drags with Hans, watches in Reaction Fire, and plays a campaign."""

from __future__ import annotations

import pytest

from app.core.messages.translator import LANGUAGES
from app.core.table import serialize
from app.core.table.next_table import next_opening
from app.games import REGISTRY
from app.games.incursion.pending_reactions import Trigger
from app.games.incursion.solo.orders import NEAREST, NEAREST_ZOMBIE, UNSEEN
from app.games.incursion.solo.priorities import priorities
from app.games.incursion.state import InPlay
from tests.incursion.headless import ALLIED, GERMAN, SoloMission
from tests.incursion.test_errands import allied, asked, code_of, in_its_half, next_of_app, offered

GAME = REGISTRY["incursion"]
HANS, ILSA, GRUNT, SARGE = "hans-1", "ilsa-1", "grunt-ape-1", "ape-sarge-1"


def with_hans() -> SoloMission:
    """Mission 4 in the half of the Germans: Hans is told to have a Grunt in sight, Ilsa nobody."""
    game = in_its_half(4, 3, HANS)
    assert next_of_app(game) == "ask-shots"
    (question,) = game.state.app.inquiries
    assert {HANS, ILSA} <= set(game.state.app.inquiries[question].models)
    assert allied(game, "tell-shots", inquiry=question, targets={HANS: GRUNT})
    return game


def test_hans_asks_once_for_the_square_before_him_and_fires_with_the_answer() -> None:
    game = with_hans()
    assert next_of_app(game) == "ask-ahead"
    assert code_of(game, GERMAN, "ask-ahead", model=HANS) == "app-asked-already"
    (question,) = game.state.app.inquiries
    fields = {"inquiry": question, "square": "free", "into_fire": True}
    assert code_of(game, ALLIED, "tell-ahead", **fields) == "nothing-burns"
    assert allied(game, "tell-ahead", inquiry=question, square="taken")
    assert code_of(game, GERMAN, "ask-ahead", model=HANS) == "nobody-to-survey"
    assert [next_of_app(game), next_of_app(game)] == ["activate", "harpoon"]
    fired = next(event for event in game.table.entries[-1].events if event.key == "harpoon-fired")
    assert (fired.target, fired.square) == (GRUNT, "taken")


@pytest.mark.parametrize(("square", "reach"), [("free", {GRUNT: 0}), ("taken", {})])
def test_whom_he_drags_to_the_free_square_he_attacks_with_the_club(square: str, reach: dict[str, int]) -> None:
    game = with_hans()
    assert next_of_app(game) == "ask-ahead"
    assert allied(game, "tell-ahead", inquiry=next(iter(game.state.app.inquiries)), square=square)
    assert next_of_app(game) == "activate"
    game.state.models[GRUNT].dp, game.state.models[GRUNT].fortitude = 9, 1
    game.table._known = (0, None, {}, {})
    assert next_of_app(game) == "harpoon"
    assert game.state.models[GRUNT].held_by == HANS
    assert game.state.app.reach.get(HANS, {}) == reach
    given: list[str] = []
    while not given or given[-1] not in ("melee", "approach"):
        given.append(next_of_app(game))
        if game.state.app.inquiries:
            none = offered(game, "tell-reach-none") or offered(game, "tell-room")
            more = {"number": 3, **none.given} if none.command == "tell-room" else {}
            assert allied(game, none.command, **more)
    assert ("melee" in given) == (square == "free")


def test_he_pulls_his_harpoon_out_before_he_fires_again() -> None:
    game = in_its_half(4, 3, HANS)
    game.state.models[HANS].harpoon_stuck = True
    game.table._known = (0, None, {}, {})
    assert [next_of_app(game), next_of_app(game), next_of_app(game)] == ["activate", "free-harpoon", "ask-shots"]
    assert not game.state.models[HANS].harpoon_stuck


# -- guns in danger


def with_ilsa_in_sight(level: int, dp: int) -> SoloMission:
    """Mission 7: Ilsa has a Grunt in sight, as people told, and so many Damage Points."""
    game = in_its_half(7, level, ILSA)
    game.state.models[ILSA].dp = dp
    game.table._known = (0, None, {}, {})
    assert next_of_app(game) == "ask-shots"
    assert allied(game, "tell-shots", inquiry=next(iter(game.state.app.inquiries)), targets={ILSA: GRUNT})
    return game


@pytest.mark.parametrize(("level", "dp", "given"), [(3, 1, "approach"), (3, 2, "activate"), (2, 1, "activate")])
def test_only_the_strongest_level_takes_a_gun_away_that_one_hit_would_kill(level: int, dp: int, given: str) -> None:
    game = with_ilsa_in_sight(level, dp)
    assert next_of_app(game) == given
    orders = [event for event in game.table.entries[-1].events if event.key == "figures-ordered"]
    assert [(order.who, order.towards, order.reason) for order in orders] == (
        [([ILSA], UNSEEN, ["retire"])] if given == "approach" else []
    )
    if not orders:
        assert code_of(game, GERMAN, "approach", figures=["blitzhund-1"], retiring=["blitzhund-1"]) == "no-errand"


def test_a_gun_with_nobody_in_sight_stays_with_the_zombies_away_from_the_allies() -> None:
    game = in_its_half(7, 2, ILSA)
    assert game.give(game.table.seat(GERMAN), "approach", {"figures": [ILSA, "sturmzombie-1"], "tie": GRUNT})
    orders = {order.who[0]: order for order in game.table.entries[-1].events if order.key == "figures-ordered"}
    assert (orders[ILSA].towards, orders[ILSA].keep, orders[ILSA].reason) == (NEAREST_ZOMBIE, 4, ["keep"])
    assert (orders["sturmzombie-1"].towards, orders["sturmzombie-1"].keep) == (NEAREST, 0)
    told = [one for one in game.state.on_table.values() if ILSA in one.values.get("who", ())][-1]
    english, spanish = (GAME.get_translator(language).order(told.word, told.values) for language in LANGUAGES)
    assert "always 4 squares or more away from every Ally" in english
    assert "siempre a 4 casillas o más de cada Aliado" in spanish


# -- forces


def test_each_mission_but_recon_has_two_lists_that_its_rp_pay_and_all_models_are_on_some() -> None:
    for number, lists in priorities().forces.items():
        book = SoloMission(int(number), 1, 1).table.book()
        assert len({*map(tuple, lists)}) == (1 if number == "1" else 2)
        for cards in lists:
            rp = sum(book.models[card].rp for card in cards)
            assert book.mission.rp[GERMAN] - 2 <= rp <= book.mission.rp[GERMAN], (number, cards)
            assert all(cards.count(card) <= (book.models[card].limit or len(cards)) for card in cards)
    bought = {card for lists in priorities().forces.values() for one in lists for card in one}
    assert bought == {"sturmzombie", "blitzhund", "bomberzombie", "gretel", "hans", "ilsa"}


@pytest.mark.parametrize("seed", range(4))
def test_its_purchases_stay_sealed_until_both_forces_are_ready(seed: int) -> None:
    game = SoloMission(6, 2, seed)
    while not any(event.key == "force-chosen" for entry in game.table.entries for event in entry.events):
        assert game.step()
    assert game.state.sides[GERMAN].force
    assert not game.table.state_for(game.table.seat(ALLIED)).sides[GERMAN].force
    for entry in game.table.entries:
        for said in serialize.entry_lines(game.table, entry, game.table.seat(ALLIED), GAME.get_translator("en")):
            assert not {"Gretel", "Blitzhund"} & {*str(said).replace(",", " ").split()}


# -- Reaction Fire


def at_the_end_of_its_half() -> SoloMission:
    game = in_its_half(4, 3, HANS)
    for model in game.state.models.values():
        if model.side == GERMAN:
            model.activated, model.ap = True, 0
    game.table._known = (0, None, {}, {})
    return game


def test_whoever_sees_nobody_watches_and_is_asked_about_in_one_form() -> None:
    game = at_the_end_of_its_half()
    assert next_of_app(game) == "ask-watch"
    question, figures = asked(game)[None]
    assert figures == [ILSA], "Hans never watches"
    assert allied(game, "tell-watch-none")
    assert code_of(game, GERMAN, "ask-watch") == "nobody-to-survey"
    assert next_of_app(game) == "done"
    assert [key for key, model in game.state.models.items() if model.reaction_fire] == [ILSA]
    game = at_the_end_of_its_half()
    assert next_of_app(game) == "ask-watch"
    assert code_of(game, ALLIED, "tell-watch", inquiry=question, seeing=[GRUNT]) == "not-on-the-board"
    assert allied(game, "tell-watch", inquiry=next(iter(game.state.app.inquiries)), seeing=[ILSA])
    assert next_of_app(game) == "done"
    assert not game.state.models[ILSA].reaction_fire


def watched(fortitude: int = 3) -> SoloMission:
    """Ilsa watches in the half of the Allies, and a Grunt has just stepped."""
    game = at_the_end_of_its_half()
    assert next_of_app(game) == "ask-watch"
    assert allied(game, "tell-watch-none")
    assert next_of_app(game) == "done"
    game.state.phase, game.state.active, game.state.acting = "action", ALLIED, GRUNT
    game.state.waiting = []
    game.state.models[GRUNT].fortitude = fortitude
    game.state.triggers = [Trigger(41, GRUNT, "step", [ILSA])]
    game.table._known = (0, None, {}, {})
    return game


def test_it_asks_who_sees_an_ally_and_shoots() -> None:
    game = watched()
    assert next_of_app(game) == "ask-seen"
    question, figures = asked(game)[GRUNT]
    assert figures == [ILSA]
    assert code_of(game, GERMAN, "ask-seen", target=GRUNT, watchers=[ILSA]) == "app-asked-already"
    assert code_of(game, ALLIED, "tell-seen", inquiry=question, observers=[SARGE]) == "not-on-the-board"
    assert allied(game, "tell-seen", inquiry=question, observers=[ILSA])
    assert code_of(game, GERMAN, "ask-seen", target=GRUNT, watchers=[ILSA]) == "nobody-to-survey"
    assert next_of_app(game) == "react"


def test_of_two_actions_of_an_ally_it_asks_about_each_once() -> None:
    game = watched(fortitude=5)
    game.state.models[GRUNT].dp = 9
    game.state.triggers.append(Trigger(42, GRUNT, "step", [ILSA]))
    for number in ("42", "41"):
        assert next_of_app(game) == "ask-seen"
        assert allied(game, "tell-seen", inquiry=asked(game)[GRUNT][0], observers=[ILSA])
        assert game.state.app.seen[number] == [ILSA]
        assert next_of_app(game) == "react"


@pytest.mark.parametrize(("again", "model"), [(True, None), (False, GRUNT)])
def test_an_ally_that_nobody_sees_goes_on_and_is_let_go_where_people_say_so(again: bool, model: str | None) -> None:
    game = watched()
    assert next_of_app(game) == "ask-seen"
    assert allied(game, "tell-seen", inquiry=asked(game)[GRUNT][0], again=again)
    assert next_of_app(game) == "no-reaction"
    assert game.state.let_act == model


def test_it_does_not_ask_for_a_shot_that_hardly_hurts() -> None:
    game = watched(fortitude=7)
    assert next_of_app(game) == "no-reaction"


# -- a campaign


def test_the_app_plays_on_in_the_next_mission_of_a_campaign_and_keeps_a_card_of_its_own() -> None:
    game = begun_campaign()
    while not game.state.over:
        for key in (ILSA, HANS):
            if key in game.state.models and key not in game.state.in_play:
                game.state.in_play[key] = InPlay("extra-ammo", GERMAN, key, "mission", unanswered=False)
        assert game.step(), game.refused
    kept = [event for entry in game.table.entries for event in entry.events if event.key == "experience-kept"]
    alive = [key for key in (ILSA, HANS) if game.state.models[key].alive]
    assert alive
    assert [(event.side, event.model) for event in kept] == [(GERMAN, alive[0])]
    assert [one.side for one in game.state.waiting] in ([], [ALLIED])
    if game.state.waiting:
        assert allied(game, "no-experience")
    following = next_opening(game.table, None)
    assert (following["mission"]["number"], following["opponents"]) == (1, {GERMAN: "driven"})


def begun_campaign() -> SoloMission:
    """A campaign whose first mission Ilsa and Hans play."""
    for seed in range(20):
        game = SoloMission(4, 3, seed, campaign=[4, 1])
        while game.state.phase != "action":
            assert game.step()
        if {HANS, ILSA} <= set(game.state.models):
            return game
    raise AssertionError
