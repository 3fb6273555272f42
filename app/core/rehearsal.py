"""The script of a practice table, played through when the house opens: a step that nobody can press is told then."""

from __future__ import annotations

from app.core.book import one_of
from app.core.commands import Press
from app.core.dice import SeededDice
from app.core.game import PRACTICE, Game
from app.core.lifespan import TableOpened
from app.core.opening import opening_of_practice
from app.core.play import Entry
from app.core.practice import Step
from app.core.refusals import Malformed, Refused
from app.core.soundness import Faults, said_of
from app.core.table import Table, decided
from app.core.toml_files import at_line
from app.core.words import AsGiven


def faults_of_script(game: Game) -> Faults:
    """A script that opens no table, that is told to nobody's seat, or one of whose steps cannot be pressed."""
    script = game.practice
    if script is None:
        return
    try:
        table = Table("", game, [Entry(0, "", "", "", 0.0, [TableOpened(dict(opening_of_practice(game, script)))])])
        dice = SeededDice(bytes.fromhex(script.seed))
        one_of(list(table.seats), script.seat, "seat")
    except (Refused, Malformed) as no:
        why = at_line((game.folder / PRACTICE).read_text(encoding="utf-8"), no)
        yield Refused("unreadable", file=AsGiven(PRACTICE), why=why)
        return
    while step := table.step:
        try:
            press_step(table, *step, script.seat, dice)
        except (Refused, Malformed) as no:
            yield Refused("step-fails", step=step[0] + 1, command=AsGiven(step[1].command), error=said_of(no))
            return


def press_step(table: Table, number: int, step: Step, own: str, dice: SeededDice) -> None:
    """Press the step that a practice table waits for; one's `own` seat must be offered it. Raises Malformed, Refused,
    also for a press after which the table waits for the same step.
    """
    seat = table.seat(one_of(list(table.seats), step.seat, "seat"))
    if step.seat == own and not any(step.does(own, offer) for offer in table.offers_for(seat)):
        raise Refused("practice-step", "table.practice", field="command")
    draft = decided(table, seat, Press(step.command, step.fields), dice)
    table.append(Entry(len(table.entries), seat.name, "", "", 0.0, draft.events))
    if table.step == (number, step):
        raise Refused("practice-step", "table.practice")
