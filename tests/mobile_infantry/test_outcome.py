"""A roll in one sentence on a wall, and the lines that short summaries leave out."""

from __future__ import annotations

from collections.abc import Callable

from app.core.engine.event import PUBLIC, Seat
from app.core.rules.dice import Roll
from app.core.table.serialize import entry_lines
from app.games.mobile_infantry.events.infantry import SquadFired, Volley
from app.web.table.results import result_of
from app.web.table.turn_light import in_short
from app.web.wording import looks_of
from tests.mobile_infantry.brain_table import AppBattle
from tests.mobile_infantry.playing import BRAIN, IM, Battle, Same

Open = Callable[..., Battle]


def short(battle: Battle, language: str = "en", seat: Seat = PUBLIC) -> str:
    return in_short(battle.table, seat, battle.table.entries[-1], battle.table.get_translator(language))


def test_a_reaction_test_is_told_by_its_result(squad_against: Open) -> None:
    battle = squad_against(("warrior", 3))
    battle.press(BRAIN, "move-bugs", [2, 2, 2, 3, 3, 3])
    assert short(battle, seat=battle.table.seat(IM)) == (
        "The bugs move. Their inches are listed under “To do on the table”."
    )
    assert short(battle) == "Warriors 1:\u00a02″\u00a0· 2:\u00a03″\u00a0· 3:\u00a04″", (
        "the dice hide that list on a wall"
    )
    battle.press(BRAIN, "engage", team="team-2", bugs=["warrior-1", "warrior-2", "warrior-3"])
    battle.press(IM, "react", [3], team="team-2", im_within_12=4, bugs_within_12=6)
    assert short(battle) == "Team 2 may not advance"
    assert short(battle, "es") == "Equipo 2 no puede avanzar"


def test_of_two_results_one_is_chosen(squad_against: Open) -> None:
    battle = squad_against(("warrior", 3), experience="veteran")
    battle.press(BRAIN, "engage", team="team-2", bugs=["warrior-1", "warrior-2", "warrior-3"])
    battle.press(IM, "react", [4, 6], team="team-2", im_within_12=4, bugs_within_12=6)
    assert short(battle) == "Team 2 chooses: follows orders or goes berserk"
    assert short(battle, "es") == "Equipo 2 elige: cumple las órdenes o hace un avance incontrolado"
    battle.press(IM, "choose-reaction", team="team-2", result="berserk")
    (offer,) = battle.offers(IM, "run")
    assert (offer.dice.count, offer.hint) == (1, None), "one die, for the whole team"


def test_seals_and_answers_are_left_out_where_something_else_is_told() -> None:
    battle = AppBattle("hungry").squad().start()
    said, entries = battle.table.get_translator("en"), battle.table.entries
    begun = next(entry for entry in entries if any(type(event).__name__ == "TurnBegan" for event in entry.events))
    whole, brief = (" ".join(entry_lines(battle.table, begun, PUBLIC, said, most)) for most in (None, 3))
    assert "sealed its choices" in whole
    assert "sealed its choices" not in brief
    assert "Turn 1 begins" in brief


def test_a_result_leaves_out_seals_and_answers_too() -> None:
    battle = AppBattle("hungry").squad().start()
    battle.arrive()
    battle.scanned(1)
    table, viewer = battle.table, battle.table.seat(IM)
    keys = [event.key for event in table.entries[-1].events if event.visible_to(viewer)]
    result = result_of(table, viewer, len(table.seen(viewer)), table.get_translator("en"))
    assert result is not None
    told = [line.event["event"] for line in result.lines]
    assert {"fact-told", "choices-sealed"} <= set(keys)
    assert not {"fact-told", "choices-sealed"} & set(told)
    assert told[0] == "table-scanned"


def test_a_location_test_says_if_nothing_is_found() -> None:
    """A Warrior 16″ away hides; 1 locates nothing, 5 + 1 + 1 = 7 does."""
    battle = AppBattle("hungry").squad().opening(6, team=2, kind="warrior", inches=[3] * 6).start()
    battle.arrive("cover")
    battle.opening(slot=[1, 1, 6, 3, 1]).scanned(1)
    assert short(battle) == "Location test: 1, nothing found"
    battle.arrive()
    battle.scanned(5, alone=["team-2"], hill=["team-2"])
    assert short(battle) == "Location test: 5"


def test_a_location_test_says_nothing_of_bugs_for_whom_there_is_no_figure() -> None:
    """A Warrior 18″ away hides, whom 7 locates; without a figure nothing appears (MI-98)."""
    battle = AppBattle("hungry").squad()
    battle.press(IM, "count-figures", warrior=0, flyer=6, tank=6)
    battle.opening(6, team=2, kind="warrior", inches=[3] * 6).start()
    battle.arrive("cover")
    battle.scanned(5, alone=["team-2"], hill=["team-2"])
    assert [*battle.state.lair.packs] == ["pack-1"]
    assert short(battle) == "Location test: 5, nothing found"


def test_what_many_dice_did_comes_before_how_they_were_rolled(squad_against: Open) -> None:
    """Twelve dice at once: which bug is hit stands above what each team needed and rolled."""
    battle = squad_against(("warrior", 3), fire_teams=2).to("fire")
    battle.dice = Same(6)
    battle.press(
        IM, "fire-squad", squad="squad-1", mode="burst", targets=["warrior-1", "warrior-2", "warrior-3"], distance=24
    )
    assert short(battle).startswith("Squad 1 – hits: 12, dead: Warrior")
    table, viewer = battle.table, battle.table.seat(IM)
    result = result_of(table, viewer, len(table.seen(viewer)), table.get_translator("en"))
    assert result is not None
    told = [line.event["event"] for line in result.lines]
    assert (told[0], told[-1]) == ("bug-hit", "squad-fired")


def test_dice_of_a_squad_miss_by_what_their_own_team_needed() -> None:
    """Rookies need a 5 at 24 inches, veterans a 3: a 4 hits for one and misses for the other."""
    fired = SquadFired("squad-1", "burst", 24, Roll("hand", [4, 4]))
    fired.volleys = [
        Volley("team-2", "warrior-1", 5, 0, {}, dice=1),
        Volley("team-3", "warrior-1", 3, 1, {}, dice=1),
    ]
    assert looks_of(fired, fired.roll.faces, None) == [(4, "miss"), (4, "hit")]
    fired.volleys[0].dice = None
    assert looks_of(fired, fired.roll.faces, None) == [(4, "hit"), (4, "hit")], "an older table did not note whose"


def test_inches_of_several_things_have_their_unit_in_every_line() -> None:
    said = Battle().table.get_translator("es")
    inches = {"warrior-1": 2, "warrior-2": 2.5, "warrior-3": 4}
    assert said.event("bugs-moved", {"inches": inches}) == (
        "Los Bichos se mueven: Guerrero 1: 2″, Guerrero 2: 2,5″, Guerrero 3: 4″."
    )
    values = {"bugs": list(inches), "towards": "nearest-seen", "inches": inches}
    assert said.order("go-for", values) == (
        "Guerreros 1:\u00a02″\u00a0· 2:\u00a02,5″\u00a0· 3:\u00a04″ "
        "hacia el IM más cercano a la vista, hasta quedar a 3″."
    )
