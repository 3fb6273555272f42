"""The set-up list of each mission, worked by hand, and that nothing of a mission is missing in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from app.core.table.seat_view import Table
from app.games.incursion.book import EDITIONS, missions
from app.games.incursion.missions.checks import written
from app.storage.missions import add_mission, read_mission
from tests.incursion.test_own_missions import GAME, SETS, faulty
from tests.incursion.test_own_missions import RADIO as OWN
from tests.playing import PlayedTable
from tests.set_up_lists import items_of, told
from tests.tap_counts.pages import Taps

Play = Callable[..., PlayedTable]
TOGETHER, ALLIED, GERMAN = "", "allied", "german"


def kept(table: PlayedTable) -> Table:
    found: Table = table.client.application.extensions["store"].table(table.code)
    return found


# -- by hand


def test_recon_before_the_forces_are_shown_in_english(play: Play) -> None:
    assert told(kept(play(mission=1, edition="en-2009")), "en") == [
        (TOGETHER, "Board", "Corridors and rooms: as on your Dossier’s diagram."),
        (TOGETHER, "Board", "Doors, upright and closed: as on your Dossier’s diagram."),
        (TOGETHER, "On the board", "4 green doors, sealed for the whole game: along the top corridor."),
        (ALLIED, "On the board", "Entry points (Allies): as on your Dossier’s diagram."),
        (ALLIED, "On the board", "2 exits (Allies): on the right side, marked X."),
        (GERMAN, "On the board", "Entry points (Germans): as on your Dossier’s diagram."),
        (TOGETHER, "Keep at hand", "3 six-sided dice; with more, large rolls are faster."),
        (ALLIED, "Keep at hand", "4 CP counters in turn 1."),
        (GERMAN, "Keep at hand", "4 CP counters in turn 1."),
    ]


def test_recon_with_both_forces_in_spanish(play: Play) -> None:
    """Two Grunts of 2 DP each; 6 RP of Sturmzombies are six a turn, so with them eight models act in a turn."""
    table = kept(play(mission=1, edition="es-2009", deck="physical").choose_forces())
    cards = sum(card["copies"] for card in SETS[0]["battle"].values())
    found = told(table, "es")
    assert found[3:5] == [
        (ALLIED, "En el tablero", "Puntos de entrada (Aliados), marcados con E: según el diagrama de tu Dossier."),
        (ALLIED, "En el tablero", "2 salidas (Aliados): en el lado derecho, marcadas con X."),
    ]
    assert found[6:] == [
        (TOGETHER, "Cartas", f"Mazo de Combate: {cards} cartas, barajadas, boca abajo; sitio para los descartes."),
        (TOGETHER, "A mano", "3 dados de seis caras; con más, las tiradas grandes van más rápido."),
        (TOGETHER, "A mano", "8 fichas de Activado."),
        (TOGETHER, "A mano", "2 fichas de Fuego de Reacción."),
        (ALLIED, "Figuras", "2 × Soldado APE: junto al tablero, en sus puntos de entrada."),
        (ALLIED, "Cartas", "1 Carta de Figura, boca arriba: Soldado APE."),
        (ALLIED, "A mano", "4 fichas de PD."),
        (ALLIED, "A mano", "4 fichas de PM en el turno 1."),
        (GERMAN, "Figuras", "Sturmzombie: llegan 6 cada turno; ten listas 18 figuras numeradas."),
        (GERMAN, "Cartas", "1 Carta de Figura, boca arriba: Sturmzombie."),
        (GERMAN, "A mano", "4 fichas de PM en el turno 1."),
    ]


@pytest.mark.parametrize(
    ("edition", "entry"),
    [("en-2009", "1 entry point (Allies): as on your Dossier’s diagram."),
     ("es-2009", "Entry points (Allies), marked E: as on your Dossier’s diagram.")],
)  # fmt: skip
def test_twitcher_has_its_counters_and_one_entry_point_where_the_book_says_so(
    play: Play, edition: str, entry: str
) -> None:
    """19 RP are 8 CP a turn. A corpse that wakes needs a figure."""
    found = told(kept(play(mission=4, edition=edition)), "en")
    assert (ALLIED, "On the board", entry) in found
    assert found[2] == (
        TOGETHER, "On the board",
        "VP counters 1 to 8, shuffled, face down, squares numbered from 1: one on each marked place of the diagram.",
    )  # fmt: skip
    assert (TOGETHER, "Keep at hand", "1 Sturmzombie figure, in case a corpse wakes.") in found
    assert (ALLIED, "Keep at hand", "8 CP counters in turn 1.") in found


def test_gretel_sarge_and_a_blazer_bring_counters_of_their_own(play: Play) -> None:
    """22 RP are 9 CP, one more by the Sarge; Gretel has 4 for zombies; a Blazer sets 8 squares on fire."""
    table = play(mission=6).choose_forces(["ape-sarge", "ape-blazer"], ["sturmzombie", "gretel"])
    found = told(kept(table), "en")
    assert (TOGETHER, "Keep at hand", "8 On Fire counters.") in found
    assert (ALLIED, "Keep at hand", "10 CP counters in turn 1.") in found
    assert (GERMAN, "Keep at hand", "9 CP counters in turn 1.") in found
    assert (GERMAN, "Keep at hand", "4 CP counters for zombies only.") in found


# -- nothing is missing


FORCES = {
    number: (["grunt-ape"] * 2, ["sturmzombie"] * (2 if number == 1 else 1) + (["gretel"] if number > 1 else []))
    for number in missions()
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("number", missions())
def test_every_piece_of_a_mission_is_in_its_list(play: Play, number: int, edition: str) -> None:
    table = play(mission=number, edition=edition).choose_forces(*FORCES[number])
    if number == 5:
        table.allied("name-stranded", model="grunt-ape-2")
    state, items = kept(table).state, items_of(kept(table))
    numbers = {key: item.line.values.get("number") for key, item in items.items()}
    figures: Counter[Any] = Counter()
    for key, item in items.items():
        if item.kind == "figures" and not key.startswith("horde-"):
            figures[item.whose, item.line.values["card"]] += item.line.values["number"]
    assert figures == Counter((model.side, model.card) for model in state.models.values() if not model.twitcher)
    assert {side.side: side.horde for side in state.sides.values() if side.horde} == {
        "german": numbers["horde-sturmzombie"]
    }
    kinds = Counter(item.kind for item in state.items.values())
    assert kinds.pop("counter", 0) == numbers.get("counters", 0)
    assert all(kind in items for kind in kinds)
    assert (state.green_doors, state.panels) == (numbers.get("green-doors", 0), numbers.get("panels", 0))
    mission = kept(table).book().mission
    assert {f"exits-{side}" for side in mission.exits} == {key for key in items if key.startswith("exits-")}
    assert ("device" in items, "pickets" in items, "stranded" in items) == (
        mission.device is not None, mission.pickets, mission.stranded is not None,
    )  # fmt: skip
    assert {"board", "doors", "entries-allied", "entries-german"} <= items.keys()
    if state.stranded:
        assert items["stranded-grunt-ape"].line.values["number"] == 1


def test_doors_and_panels_that_people_count_are_counted_in_the_list(play: Play) -> None:
    table = play(mission=2)
    here = kept(table)
    (offer,) = (one for one in here.offers_for(here.seat("allied")) if one.command == "count-doors")
    assert offer.choose["doors"].first == here.state.green_doors == 6
    table.allied("count-doors", doors=3)
    assert (TOGETHER, "On the board", "3 green doors, open: outside each German entry area.") in told(kept(table), "en")
    assert items_of(kept(table))["green-doors"].asks == "count-doors"
    assert kept(table).state.set_up_done == ["green-doors"], "who counts them has put them there"
    assert re.search(r"Confirm green doors again.*3", Taps(table, "allied").page)
    assert items_of(kept(play(mission=1)))["green-doors"].asks == "", "sealed doors are as many as the book says"


def test_a_force_that_is_chosen_in_secret_is_on_no_list(play: Play) -> None:
    table = play(mission=1)
    before = told(kept(table), "en")
    table.allied("add-model", card="grunt-ape")
    assert told(kept(table), "en") == before


# -- missions of one's own

MORE = """
[set-up.places]
radio = { en = "in the middle room", es = "en la sala central" }
entries-german = { en = "the two stairs", es = "las dos escaleras" }

[set-up.numbers]
doors = 7
entries-allied = { en-2009 = 1 }

[[set-up.pieces]]
what = { en = "crate", es = "caja" }
number = 3
where = { en = "by the stairs", es = "junto a las escaleras" }
whose = "german"

[[set-up.pieces]]
what = { en = "map table", es = "mesa de mapas" }
"""


def with_more(more: str = MORE) -> str:
    return OWN.replace("\n[special-rules]", f"{more}\n[special-rules]")


@pytest.fixture
def own(app: Flask) -> str:
    """The key of such a mission, kept among the host's."""
    return add_mission(app.extensions["store"].missions, GAME, with_more(), read_mission(with_more(), GAME, SETS))


def test_a_mission_of_ones_own_says_where_and_what_besides(play: Play, own: str) -> None:
    found = told(kept(play(mission=own, edition="en-2009")), "en")
    assert found[:3] == [
        (TOGETHER, "Board", "Corridors and rooms: where you agree."),
        (TOGETHER, "Board", "7 doors, upright and closed: where you agree."),
        (TOGETHER, "On the board", "1 Radio counter: in the middle room."),
    ]
    assert (ALLIED, "On the board", "1 entry point (Allies): where you agree.") in found
    assert (GERMAN, "On the board", "Entry points (Germans): the two stairs.") in found
    assert (TOGETHER, "On the board", "Put the Radio in the middle room.") in found
    assert (GERMAN, "On the board", "3 × crate: by the stairs.") in found
    assert (TOGETHER, "On the board", "1 × map table: where you agree.") in found
    spanish = told(kept(play(mission=own, edition="es-2009")), "es")
    assert (ALLIED, "En el tablero", "Puntos de entrada (Aliados), marcados con E: donde acordéis.") in spanish
    assert (GERMAN, "En el tablero", "3 × caja: junto a las escaleras.") in spanish


def test_its_file_is_written_as_it_was_read() -> None:
    data = read_mission(with_more(), GAME, SETS)
    assert read_mission(written(data), GAME, SETS) == data


@pytest.mark.parametrize(
    ("old", "new", "code", "field"),
    [
        ('radio = { en = "in', 'moon = { en = "in', "not-allowed", "set-up.places.moon"),
        ("entries-german", "exits-german", "not-allowed", "set-up.places.exits-german"),
        ("en la sala central", " ", "blank-text", "set-up.places.radio.es"),
        ("doors = 7", "radio = 7", "not-allowed", "set-up.numbers.radio"),
        ("doors = 7", "doors = 0", "too-small", "set-up.numbers.doors"),
        ("{ en-2009 = 1 }", "{ fr-2009 = 1 }", "not-allowed", "set-up.numbers.entries-allied.fr-2009"),
        ("number = 3", "number = 100", "too-big", "set-up.pieces.0.number"),
        ("number = 3", "colour = 3", "unknown-field", "set-up.pieces.0.colour"),
        ('whose = "german"', 'whose = "bugs"', "not-allowed", "set-up.pieces.0.whose"),
        (', es = "caja"', "", "missing-field", "set-up.pieces.0.what.es"),
        ("map table", " ", "blank-text", "set-up.pieces.1.what.en"),
    ],
)
def test_what_is_wrong_with_the_list_of_a_file_is_told_with_its_place(
    old: str, new: str, code: str, field: str
) -> None:
    assert old in MORE
    assert faulty(with_more(MORE.replace(old, new)))[::2] == (code, field)


def test_the_list_stays_as_it_was_when_play_began(play: Play) -> None:
    """Sturmzombies come every turn and casualties go: the list tells what was set up, not what is there now."""
    table = play(mission=1).choose_forces().bid()
    before = texts_of(table)
    table.deploy(["grunt-ape-1", "grunt-ape-2"], [f"sturmzombie-{number}" for number in range(1, 7)])
    table.end_turn().bid()
    assert len(table.state()["models"]) > 8
    assert texts_of(table) == before


def texts_of(table: PlayedTable) -> list[str]:
    return re.findall(r"<li(?: [^>]*)?>(.*?)</li>", table.client.get(f"/t/{table.code}/set-up/all").text, re.DOTALL)
