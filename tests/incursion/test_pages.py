"""What rules' pages say in each language: the whole rule, as it is played."""

from __future__ import annotations

import pytest

from app.games.incursion.book import EDITIONS
from app.games.incursion.words import rule_links, rules_by_id

PAGES = {
    "action.items": (
        [
            "1 AP",
            "Zombies never",
            "another friendly model dropped",
            "take it back",
            "any model may take at once what a casualty leaves",
            "a friendly model that has not been activated",
            "Dropping is free",
            "does not trigger Reaction Fire",
        ],
        [
            "1 PA",
            "zombies nunca",
            "otra figura amiga soltó",
            "puede recuperarlo",
            "una baja lo puede recoger cualquiera enseguida",
            "una figura amiga aún sin activar",
            "Soltar no cuesta nada",
            "no provoca Fuego de Reacción",
        ],
    ),
    "reaction.trigger": (
        [
            "a step, a change of facing, a door, an item or firing",
            "not after a hand-to-hand attack",
            "stays available until it is taken",
            "a card that would make its shot worse",
            "doubles",
            "Free shots of one AP are part of one action",
        ],
        [
            "paso, giro, puerta, objeto o disparo",
            "no ante un golpe cuerpo a cuerpo",
            "sigue disponible hasta que se haga",
            "una carta que empeore su disparo",
            "dobles",
            "Los disparos gratis de un PA son parte de una acción",
        ],
    ),
    "melee.thumper": (
        ["simply a casualty", "reroll any of his Damage Dice, once for each AP", "no die is rerolled twice"],
        [
            "es baja sin más",
            "repetir cualquiera de sus Dados de Daño, una vez por cada PA",
            "ningún dado se repite dos veces",
        ],
    ),
    "missions.twitcher": (
        ["after turn 7", "three dice", "it never gets CP", "zombies may carry", "a tie is a draw", "8 is worth 3"],
        ["tras el turno 7", "tres dados", "nunca recibe PM", "las llevan los zombies", "es empate", "8 vale 3"],
    ),
    "missions.stranded": (
        [
            "3 RP or more",
            "not even Reaction Fire or a last activation",
            "No German may open such a door before",
            "even if the trooper is dead",
            "the trooper 5",
            "each model killed is worth 1 VP",
            "the trooper 2",
        ],
        [
            "3 PR o más",
            "ni Fuego de Reacción ni una última activación",
            "Ningún alemán abre una puerta así antes",
            "aunque el soldado haya muerto",
            "el soldado 5",
            "cada figura muerta 1",
            "el soldado 2",
        ],
    ),
    "missions.wiped-out": (
        [
            "mission 2 to the last door or Ally",
            "4 to the end of its last turn",
            "6 to the last panel",
            "7 until the Device is shut down or launches",
            "Missions 1 and 5 end as printed",
            "Mission 3 ends at once",
        ],
        [
            "la 2 hasta la última puerta o el último Aliado",
            "la 4 hasta el fin de su último turno",
            "la 6 hasta el último panel",
            "la 7 hasta que el Dispositivo se desactive o se lance",
            "Las misiones 1 y 5 acaban como está impreso",
            "La 3 acaba en cuanto",
        ],
    ),
}
"""Rule → what its page says in English and in Spanish."""


@pytest.mark.parametrize("rule", PAGES)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("place", "language"), [(0, "en"), (1, "es")])
def test_a_page_says_the_whole_rule_by_each_book(rule: str, edition: str, place: int, language: str) -> None:
    told = rule_links()[rule]["by-book"].get(edition, rules_by_id()[rule]["summary"])[language]
    assert [part for part in PAGES[rule][place] if part not in told] == []
