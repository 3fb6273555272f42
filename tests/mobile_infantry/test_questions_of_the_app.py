"""What a board says at its foot when the app asks about the table, and that an answer cannot be sent by mistake."""

from __future__ import annotations

import pytest

from app.core.engine.buttons import Button
from app.core.engine.event import Seat
from app.core.errors import Malformed
from app.games.mobile_infantry.board_view import next_action, status
from app.games.mobile_infantry.board_view.buttons import SeatOffers
from app.games.mobile_infantry.board_view.next_action import Whom
from app.games.mobile_infantry.board_view.status import Question
from app.games.mobile_infantry.state import Inquiry, Spot
from app.web.table.form_view import Asked, dialog_of
from tests.mobile_infantry.brain_table import AppBattle
from tests.mobile_infantry.playing import IM
from tests.mobile_infantry.test_app_answers import shown_at_once, step


def asked_now(battle: AppBattle, language: str = "en") -> str:
    question = status.question(battle.state)
    assert question is not None
    return battle.table.get_translator(language).in_a_line(f"inquiry.{question.word}", dict(question.values))


def in_close_combat() -> AppBattle:
    battle = shown_at_once("warriors")
    battle.tell("reached", team="team-2", bugs=["warrior-1", "warrior-2"])
    battle.calm("team-2")
    while battle.state.phase != "close-combat":
        step(battle)
    return battle


def test_the_question_names_team_side_and_inches_of_a_point() -> None:
    battle = AppBattle("hungry").squad().start()
    battle.state.app.inquiries["inquiry-1"] = Inquiry("presence", spot=Spot("team-2", "left", 18))
    assert asked_now(battle) == "18″ from Team 2, left flank: what is that point like?"
    assert asked_now(battle, "es") == "A 18″ del Equipo 2, flanco izquierdo: ¿cómo es el punto?"
    battle.state.app.inquiries["inquiry-1"] = Inquiry("presence", spot=Spot("fort", "hour-4", 18))
    assert asked_now(battle).startswith("The point 18″ from the middle of the fort, at 4 o’clock: what is it like?")


def test_the_question_of_a_fight_names_many_bugs_together() -> None:
    battle = in_close_combat()
    assert asked_now(battle) == "Close combat: which men of Team 2 are nearest to Warrior 1, Warrior 2?"
    (one,) = battle.state.app.inquiries.values()
    one.bugs.append("warrior-3")
    assert asked_now(battle, "es") == "Combate cerrado: ¿qué soldados del Equipo 2 están más cerca de Guerreros 1–3?"


def test_bugs_around_men_are_asked_before_the_next_attack_and_only_the_first_man_is_a_filled_button() -> None:
    battle = in_close_combat()
    one, two = battle.names("team-2")[:2]
    asked = battle.state.app.inquiries
    asked.update({f"around-{man}": Inquiry("around", ["warrior-1"], "team-2", man) for man in (one, two)})
    question = asked_now(battle)
    assert question == "Are other bugs within 6″ of Trooper 5, Trooper 6?"
    offers = [offer for name in ("tell-around", "tell-around-nobody", "tell-men") for offer in battle.offers(IM, name)]
    table = battle.table
    tells = [tap for _, tap in next_action.first_things(table.state, table.book(), IM, SeatOffers(offers, "table"))]
    assert [(tap.command, tap.look) for tap in tells] == [
        ("tell-around", "strong main"), ("tell-around", "tile"), ("tell-around-nobody", "tile"),
    ]  # fmt: skip


def test_nothing_is_asked_by_a_person_or_once_all_is_over(battle: AppBattle) -> None:
    assert status.question(battle.state) is None
    over = in_close_combat()
    over.state.over = True
    assert status.question(over.state) is None


def test_acid_is_asked_about_in_its_own_place() -> None:
    battle = AppBattle("hungry").squad().start()
    battle.state.app.inquiries.clear()
    battle.state.app.inquiries["inquiry-1"] = Inquiry("spray", ["tank-1"])
    assert status.question(battle.state) is None
    battle.state.app.inquiries["inquiry-1"] = Inquiry("scan")
    assert status.question(battle.state) == Question("scan", ())


def test_a_fight_without_a_man_chosen_is_not_sent() -> None:
    """It would have meant no attack, which is a button of its own."""
    battle = in_close_combat()
    (offer,) = battle.offers(IM, "tell-men")
    form = dialog_of(battle.table, [offer], Asked(), battle.table.get_translator("en")).forms[0]
    assert [one.name for one in form.choosers if one.must_tick] == ["men"]
    assert form.lacks == ("Nearest men",)
    with pytest.raises(Malformed, match="wrong-type"):
        battle.press(IM, "tell-men", inquiry=offer.given["inquiry"], men=[])


def test_nobody_near_enough_ends_the_fight_of_these_bugs() -> None:
    battle = in_close_combat()
    (offer,) = battle.offers(IM, "tell-no-attack")
    happened = [type(event).key for event in battle.press(IM, "tell-no-attack", **offer.given)]
    assert happened[:2] == ["fact-told", "attackers-rested"]
    assert battle.names("team-2") == [key for key in battle.names("team-2") if battle.state.troopers[key].living]


def test_a_side_is_not_waited_for_beside_its_seats() -> None:
    waits = tuple(status.WaitView(seat, "phase") for seat in ("im-1", "im-2", "im"))
    assert status.others(waits, Seat("public")) == ("im-1", "im-2")
    assert status.others(waits[2:], Seat("public")) == ("im",)


def test_a_fight_proposes_a_man_for_each_bug_by_name() -> None:
    """Two Warriors: the first two men, in one tap; others by the form, nobody by a tile."""
    battle = in_close_combat()
    men = battle.names("team-2")
    first, *others = [tap for _, tap in foot_of(battle)]
    assert (first.opens, [value for name, value in first.fields if name == "men"]) == (False, men[:2])
    assert first.behind is not None
    assert dict(first.behind.shown) == {"names": tuple(men[:2])}
    assert [(tap.command, tap.opens) for tap in others] == [("tell-men", True), ("tell-no-attack", False)]


def test_of_two_fights_the_board_asks_about_the_first() -> None:
    battle = in_close_combat()
    battle.state.app.inquiries["inquiry-99"] = Inquiry("men", ["warrior-2"], "team-3")
    asked = {dict(tap.fields)["inquiry"] for _, tap in foot_of(battle)}
    assert asked == {next(iter(battle.state.app.inquiries))}


def foot_of(battle: AppBattle) -> list[tuple[Whom | None, Button]]:
    table, seat = battle.table, battle.table.seat(IM)
    offers = [offer for command in ("tell-men", "tell-no-attack") for offer in battle.offers(IM, command)]
    foot = next_action.foot(table.state, table.book(), seat.name, SeatOffers(offers, "table"))
    return [*foot.lead, *foot.tiles]


def test_bugs_that_have_moved_are_proposed_at_the_team_that_they_went_for() -> None:
    battle = shown_at_once("warriors")
    (offer,) = battle.offers(IM, "tell-reached")
    foot = next_action.foot(battle.state, battle.table.book(), IM, SeatOffers([offer], "table"))
    (about, first), (_, other) = foot.lead
    sent = [value for name, value in first.fields if name in ("team", "bugs")]
    assert about is None, "the only question names them; their inches are to be done on the table"
    assert (first.opens, sent) == (False, ["team-2", "warrior-1", "warrior-2"])
    assert (other.id, other.opens) == (f"other-team-{offer.given['inquiry']}", True)


def large_buttons(battle: AppBattle, *commands: str) -> list[str]:
    """The commands of the large buttons; the first of all is one of them."""
    offers = [one for name in commands for one in battle.offers(IM, name)]
    foot = next_action.foot(battle.state, battle.table.book(), IM, SeatOffers(offers, "table"))
    taps = [tap for _, tap in (*foot.lead, *foot.tiles)]
    large = [tap.command for tap in taps if tap.look == "strong main"]
    assert large[:1] == [taps[0].command]
    return large


REACHED = ("tell-reached", "tell-reached-nobody")


@pytest.mark.parametrize(
    ("faces", "first"),
    [([5, 5], "tell-reached-nobody"), ([5, 6], "tell-reached")],
    ids=["4 inches away", "3 inches away"],
)
def test_the_likelier_answer_is_the_large_button(faces: list[int], first: str) -> None:
    """A Warrior came over the edge 12″ from team 2 and goes for it: two dice less 2."""
    battle = shown_at_once("warrior", moves=faces, point="edge-seen")
    assert large_buttons(battle, *REACHED) == [first]


def test_how_far_the_team_is_that_bugs_go_for_instead_is_not_known() -> None:
    battle = shown_at_once("warrior", moves=[1, 1], point="edge-seen")
    battle.directed(teams=["team-3"])
    assert large_buttons(battle, *REACHED) == ["tell-reached"]


def test_how_far_a_team_is_that_may_have_walked_since_is_not_known() -> None:
    battle = shown_at_once("warrior", moves=[1, 1], point="edge-seen")
    step(battle)
    while battle.state.phase != "location":
        step(battle)
    battle.fall(1, 1).scanned(1)
    assert battle.state.phase == "bug-move"
    assert large_buttons(battle, *REACHED) == ["tell-reached"]


@pytest.mark.parametrize(
    ("inches", "look"), [([6, 2], "strong main"), ([5, 2], "tile")], ids=["13 inches away", "12 inches away"]
)
def test_a_tank_bug_that_is_too_far_away_likely_sprays_nobody(inches: list[int], look: str) -> None:
    """It came over the edge 16″ or 15″ from team 2 and moved 3″; its acid reaches 12″."""
    battle = shown_at_once("tank", moves=[3], point="edge-seen", inches=[*inches, 2, 2, 2, 2])
    while not any(one.kind == "spray" for one in battle.state.app.inquiries.values()):
        step(battle)
    offers = SeatOffers(battle.offers(IM, "tell-spray-nobody"), "table")
    foot = next_action.foot(battle.state, battle.table.book(), IM, offers)
    assert [tap.look for _, tap in foot.lead] == [look]
