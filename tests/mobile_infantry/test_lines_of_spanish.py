"""Lines of the log as a Spanish table reads them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.core.messages.translator import Translator
from app.core.table import serialize
from app.web.table.notices import in_words, steps_of
from tests.mobile_infantry.playing import BRAIN, IM, Battle, Same

Open = Callable[..., Battle]


def last_lines(battle: Battle, seat: str = IM, language: str = "es") -> list[str]:
    speech = Translator(battle.table.words, language)
    return serialize.entry_lines(battle.table, battle.table.entries[-1], battle.table.seat(seat), speech)


def test_what_typed_dice_bring_is_told_without_what_they_do_not(battle: Battle) -> None:
    """In front, 3 + 4 + 3 + 2 + 5 + 3 = 20 inches, a 4 is three warriors; no site is open and nothing is hidden yet."""
    battle.to("presence").press(BRAIN, "test-presence", [6])
    battle.press(BRAIN, "arrival", [1])
    battle.press(BRAIN, "arrival", [3, 4, 3, 2, 5, 3, 4])
    assert last_lines(battle, BRAIN) == ["Llegan sin ser vistos: 3 × Guerrero."]


def test_open_sites_and_hidden_packs_are_told_each_alone(battle: Battle) -> None:
    """Turn 1 opens a site and turn 2 hides a tank bug; in turn 3 the site waits and it moves 5."""
    battle.to("presence")
    battle.show(battle.come()).to("presence", turn=2)
    battle.come("tank", inches=[6] * 6)
    battle.to("presence", turn=3).press(BRAIN, "test-presence", [1])
    battle.press(BRAIN, "follow-ups", [3])
    assert last_lines(battle, BRAIN) == ["Sitios: Sitio 1: nada por ahora."]
    battle.press(BRAIN, "move-packs", [5])
    assert last_lines(battle, BRAIN) == ["Se mueven las manadas ocultas: Manada 2: 5″."]


def test_a_squad_that_fires_is_told_team_by_team(squad_against: Open) -> None:
    """Two teams of four, experienced, at 24 inches: a 5 and more hits; the command team is veteran: a 4 and more."""
    battle = squad_against(("warrior", 3), fire_teams=1).to("fire")
    battle.dice = Same(5)
    fire = {"squad": "squad-1", "mode": "burst", "targets": ["warrior-1", "warrior-2"], "distance": 24}
    battle.press(IM, "fire-squad", **fire)
    told = "Equipo 1: 4+ (5, 5, 5, 5), Equipo 2: 5+ (5, 5, 5, 5)"
    assert last_lines(battle)[0] == (
        f"Escuadra 1 dispara a 24″ o menos, ráfaga. Necesita y saca – {told}. Impactos – Guerrero 1: 4, Guerrero 2: 4."
    )


def test_hits_that_do_nothing_yet_do_not_leave_a_bug_in_full_health(squad_against: Open) -> None:
    battle = squad_against("tank").to("fire")
    battle.fire("team-2", at="tank-1", distance=24, dice=[5, 1, 1, 1])
    assert "Bicho Tanque 1: impactos en total: 1, sin efecto todavía." in last_lines(battle)


def test_nobody_is_told_of_wounded_comrades_where_there_are_none(squad_against: Open) -> None:
    battle = squad_against("warrior", fire_teams=1).to("im-move")
    battle.press(IM, "move-team", [4], team="team-2")
    assert last_lines(battle) == ["Movimiento táctico: Equipo 2: 4″. En mal terreno – Equipo 2: 2″."]


def test_who_withdraws_is_not_told_bad_terrain_that_changes_nothing(squad_against: Open) -> None:
    """A natural 3 with −1 (a bug, four men) is a withdrawal: no test of MI-86, one die a man."""
    battle = squad_against("warrior")
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    battle.react("team-2", dice=[2])
    battle.press(IM, "run", [1, 2, 3, 4], team="team-2")
    assert "mal terreno" not in last_lines(battle)[0]


def test_two_results_are_told_as_a_choice(squad_against: Open) -> None:
    """A veteran team, the printed reading: one bug among four men is −1; 3 and 6 are 2 and 5."""
    battle = squad_against("warrior", experience="veteran")
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    battle.press(IM, "react", [3, 6], team="team-2", im_within_12=4, bugs_within_12=1)
    assert last_lines(battle)[0].endswith("Resultados posibles: se repliega, cumple las órdenes.")


@pytest.mark.parametrize(("mission", "told"), [(1, "Objetivos alcanzados: 1."), (3, "Cámaras alcanzadas: 1.")])
def test_what_is_reached_is_called_what_the_mission_has(open_battle: Open, mission: int, told: str) -> None:
    battle = open_battle(mission).squad().ready()
    battle.press(IM, "reach-marker")
    assert last_lines(battle)[0] == told


def orders(battle: Battle, seat: str = BRAIN) -> list[str]:
    speech = Translator(battle.table.words, "es")
    state, viewer = battle.table.state_for(battle.table.seat(seat)), battle.table.seat(seat)
    return [line.text for line in in_words(steps_of(state, viewer), state.turn, speech)]


def test_one_bug_is_put_down_as_one(battle: Battle) -> None:
    battle.to("presence").show(battle.come("tank"))
    assert orders(battle)[0].startswith("Bicho Tanque 1: colócalo a 6″ del Equipo ")


@pytest.mark.parametrize(
    ("key", "values", "told"),
    [
        ("pack.at", {"site": "site-2"}, "en el Sitio 2"),
        ("tunnel.left", {"inches": 3, "end": "chamber-2"}, "3″ hasta la Cámara 2"),
        ("tunnel.left", {"inches": 3, "end": "surface"}, "3″ hasta la superficie"),
        ("event.reference-drawn", {"team": "team-3"}, "Las llegadas de este turno se miden desde el Equipo 3."),
        ("command.reached-whom", {"team": "team-6"}, "Alcanzan al Equipo 6"),
        ("refusal.test-first", {"team": "team-6"}, "Antes hay que hacer el test de reacción del Equipo 6."),
    ],
)
def test_a_place_has_its_article(battle: Battle, key: str, values: dict[str, Any], told: str) -> None:
    assert Translator(battle.table.words, "es").translate(key, **values) == told


@pytest.mark.parametrize(
    ("field", "values", "told"),
    [
        ("told", {"squad-1": 2, "squad-2": 2}, "Squad 1, Squad 2: from turn 2"),
        ("told", {"squad-1": 2, "squad-2": 3}, "Squad 1: from turn 2, Squad 2: from turn 3"),
        ("inches", {"warrior-1": 6, "warrior-2": 6, "warrior-3": 6}, "Warriors 1–3: 6″"),
        ("inches", {"warrior-1": 6}, "Warrior 1: 6″"),
    ],
)
def test_what_is_the_same_for_all_is_told_once(battle: Battle, field: str, values: dict[str, int], told: str) -> None:
    said = Translator(battle.table.words, "en")
    assert said.name(said.in_units(field, values)) == told


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (
            "en",
            "More squads know of bugs and may fire at them: "
            "Groups 1 (Squad 1: from turn 2, Squad 2: from turn 3)\u00a0· 2 (Squad 3: from turn 3).",
        ),
        (
            "es",
            "Más escuadras saben de los Bichos y pueden dispararles: "
            "Grupos 1 (Escuadra 1: desde el turno 2, Escuadra 2: desde el turno 3)\u00a0· "
            "2 (Escuadra 3: desde el turno 3).",
        ),
    ],
)
def test_each_squad_told_of_bugs_has_its_turn(battle: Battle, language: str, line: str) -> None:
    groups = {"group-1": {"squad-1": 2, "squad-2": 3}, "group-2": {"squad-3": 3}}
    told = {"told": groups, "reported": []}
    assert Translator(battle.table.words, language).in_a_line("event.formations-told", told) == line


@pytest.mark.parametrize(("arrives", "told"), [(True, "bugs arrive, unseen."), (False, "nothing arrives.")])
def test_a_presence_test_tells_no_sum_beside_the_number_that_its_die_needs(
    battle: Battle, arrives: bool, told: str
) -> None:
    values = {"total": 3, "arrives": arrives, "follow_ups": {}}
    line = Translator(battle.table.words, "en").in_a_line("event.presence-tested", values)
    assert line.startswith(f"Presence test: {told}")


def test_who_is_dead_is_moved_no_more(squad_against: Open) -> None:
    """Three warriors move 2, 3 and 4 inches; four hits kill the first."""
    battle = squad_against(("warrior", 3))
    battle.press(BRAIN, "move-bugs", [2, 2, 2, 3, 3, 3])
    battle.to("fire").fire("team-2", at="warrior-1", distance=12, dice=[6, 6, 6, 6])
    assert "Mueve: Guerreros 2:\u00a03″\u00a0· 3:\u00a04″." in orders(battle)
    assert [line for line in orders(battle) if "Guerrero 1" in line] == ["Guerrero 1: retirar."]


def test_dice_that_were_typed_are_not_said_to_fall_again(squad_against: Open) -> None:
    battle = squad_against("warrior")
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    battle.react("team-2", dice=[4])
    battle.press(IM, "take-back")
    battle.press(BRAIN, "allow-take-back")
    assert last_lines(battle)[-1] == "Ya se habían visto sus dados: 4."


def test_men_and_bugs_that_are_fit_again_have_words_of_their_own(battle: Battle) -> None:
    """A bug that was halved or grounded before moves again, a man acts."""
    steps = [("condition", "prone", None), ("condition", None, "prone"), ("harm", "half", None)]
    said = Translator(battle.table.words, "en")
    told = [said.step({"what": what, "before": before, "now": now}) for what, before, now in steps]
    assert told == ["fit to act", "down, can only crawl", "moves normally again"]
