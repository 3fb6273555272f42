"""A unit: its figures, moves, dice by distance, what is marked on it, what it may do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.core.engine.buttons import AvailableOffers, Piece
from app.core.engine.event import Seat
from app.core.engine.offers import Offer
from app.core.game.details import Detail, Details, Part
from app.core.messages.rule_catalogue import rules_of
from app.core.messages.translator import Translator
from app.core.table.seat_view import Table
from app.games.memoir_44.board_state import BoardState, TableBook
from app.games.memoir_44.board_view.units import Row, number_of, rows, with_taps
from app.games.memoir_44.book import FOLDER, Book
from app.games.memoir_44.rulings.rule_of import ARMIES, BADGES, GROUND, MARKS
from app.games.memoir_44.state import State, Unit

LEADER = "mark-leader"


def details(table: Table, seat: Seat, offers: Sequence[Offer], thing: str, said: Translator) -> Details | None:
    """Return what is told of a unit; None for anything else."""
    state: State = table.state_for(seat)
    book: TableBook = table.book()
    unit = state.units.get(thing)
    if unit is None or unit.at is None:
        return None
    field, mine = BoardState(state, book), unit.side == seat.side and not state.over
    found = [one for one in rows(field, unit.side) if one.key == thing]
    if mine:
        found = list(with_taps(field, found, AvailableOffers(one for one in offers if one.group == "play")))
    (row,) = found
    parts = (("details.badges", tuple(badges(unit, book, said))), ("details.ground", tuple(ground(row, said))))
    drawn = {"side": unit.side, "type": unit.type, "number": number_of(thing), "figures": unit.figures}
    picture = Piece("memoir-44/picture.html", tuple(drawn.items()))
    can, cannot = (tuple(tap for tap in row.taps if tap.greyed == greyed) for greyed in (False, True))
    return Details(picture, tuple(values(unit, book)), parts, can, cannot)


def values(unit: Unit, book: Book) -> Iterator[Detail]:
    kind = book.kind(unit.type, unit.badge)
    yield Detail("details.figures", f"{unit.figures}/{unit.most}")
    yield Detail("details.move-battle", kind.move.battle)
    yield Detail("details.move", kind.move.no_battle)
    if kind.dice:
        yield Detail("details.dice", "–".join(map(str, kind.dice)))
    if kind.moved and kind.moved.dice != kind.dice and kind.move.battle:
        yield Detail("details.dice-moved", "–".join(map(str, kind.moved.dice)))


def badges(unit: Unit, book: TableBook, said: Translator) -> Iterator[Part]:
    named = [army for army in book.scenario.armies.get(unit.side, ()) if book.armies[army].emblem == unit.emblem]
    rules = {**BADGES, **MARKS, LEADER: "stars.leader", **{str(unit.emblem): ARMIES[army] for army in named}}
    leader, hidden = LEADER if unit.leader else None, "camouflaged" if unit.camouflaged else None
    for name in filter(None, (unit.badge, unit.emblem, *unit.traits, leader, hidden)):
        rule = rules_of(FOLDER).get(rules.get(name, ""))
        without = said.translate("details.no-effect") if name == unit.emblem else ""
        yield Part(name, text=rule["summary"][said.language] if rule else without)


def ground(row: Row, said: Translator) -> Iterator[Part]:
    for name in row.lying:
        yield Part(name, text=rules_of(FOLDER)[GROUND[name]]["summary"][said.language])
