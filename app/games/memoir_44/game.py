"""Memoir '44 with the Terrain Pack: the game on the shelf (rules by Richard Borg)."""

from __future__ import annotations

from pydantic import TypeAdapter

from app.core.game import Game, Opening
from app.core.play import Sitting
from app.games.memoir_44.book import EDITION, FOLDER, SIDES, edition_book, open_book, questions
from app.games.memoir_44.rulings import RULINGS
from app.games.memoir_44.scenarios.briefing import words_in
from app.games.memoir_44.scenarios.files import MISSIONS, copied, names_of_scenarios
from app.games.memoir_44.state import PHASES, State

SITTING = TypeAdapter(Sitting)


def start(opened: Opening) -> State:
    """The state before the first press: both sides set up."""
    state = State(edition=opened["edition"], mission=opened["mission"]["key"], phase="set-up")
    state.seats = {name: SITTING.validate_python(opened.get("sitting", {}).get(name, {})) for name in opened["seats"]}
    return state


GAME = Game(
    key="memoir-44",
    folder=FOLDER,
    sides=SIDES,
    editions=(EDITION,),
    start=start,
    own_commands=(),
    own_events=(),
    rulings=RULINGS,
    questions=questions(),
    phases=PHASES,
    open_book=open_book,
    edition_book=edition_book,
    opening=lambda options, cards, own: {"mission": copied(options, own)},
    more_words=names_of_scenarios,
    table_words=lambda opened: words_in(opened["mission"]),
    mission_files=MISSIONS,
)
