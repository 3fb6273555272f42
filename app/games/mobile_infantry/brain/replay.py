"""The app checked after a battle: its dice from the seed, its choices from the dice. Source: section 20.4."""

from __future__ import annotations

from app.core.commands import Look
from app.core.dice import Dice
from app.core.play import PUBLIC, Event
from app.core.table import Table
from app.games.mobile_infantry.brain import turns
from app.games.mobile_infantry.brain.seals import first_difference
from app.games.mobile_infantry.events.brain import ChoicesSealed, SealOpened, TurnRolled
from app.games.mobile_infantry.turn.bugs import living_teams


def first_fault(table: Table, dice: Dice) -> str | None:
    """The first roll, choice or seal that does not follow from the seed and the log, by its name, if any."""
    state = table.game.start(table.opening)
    published: dict[str, str] = {}
    for entry in table.entries[1:]:
        for event in entry.events if table.stands(entry) else ():
            event.apply(state)
            if isinstance(event, ChoicesSealed):
                published.update(event.seals)
            fault = fault_of(Look(state, table.book(), PUBLIC, table), event, dice, published)
            if fault is not None:
                return fault
    return None


def fault_of(look: Look, event: Event, dice: Dice, published: dict[str, str]) -> str | None:
    """What is wrong with one event, if anything."""
    if isinstance(event, TurnRolled):
        number, teams = event.roll.number or 0, len(living_teams(look.state))
        fallen = [dice.die(number, place, faces) for place, faces in enumerate(turns.faces_of(teams))]
        return None if fallen == event.roll.faces else f"dice-{event.turn}"
    if isinstance(event, ChoicesSealed) and "setup" not in event.values and event.mission is None:
        wanted = turns.choices_of(look, look.state.turn + 1)
        return next((name for name, value in event.values.items() if wanted.get(name) != value), None)
    if isinstance(event, SealOpened):
        return first_difference(published, {event.seal: (event.value, event.salt)})
    return None
