"""A team, or the bugs of a group: their values, weapons, what they may do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.core.engine.event import Seat
from app.core.engine.offers import Offer
from app.core.game.details import Detail, Details, Part
from app.core.messages.rule_catalogue import rules_of
from app.core.messages.translator import Translator
from app.core.table.seat_view import Table
from app.games.mobile_infantry.board_view.bugs import swarms, tile
from app.games.mobile_infantry.board_view.buttons import SeatOffers
from app.games.mobile_infantry.board_view.teams import card, outfit_of
from app.games.mobile_infantry.book import BRAIN, FOLDER, Book, Weapon
from app.games.mobile_infantry.brain.orders import moved_of
from app.games.mobile_infantry.state import State
from app.games.mobile_infantry.state import Weapon as Carried

RULES_OF_BUGS = {
    "warrior": ("moving.warriors", "close-combat.table"),
    "flyer": ("moving.flyers", "close-combat.table"),
    "tank": ("moving.tanks", "acid.spray"),
    BRAIN: ("moving.brain", "brain-bug.capture"),
}
"""The rules of each kind: its movement, its fight."""
MOST_NAMED = 4
"""Bugs of a group that the title of its page names."""


def details(table: Table, seat: Seat, offers: Sequence[Offer], thing: str, said: Translator) -> Details | None:
    """Return what is told of a team, a bug, or a group of bugs; None for anything else."""
    state: State = table.state_for(seat)
    book: Book = table.book()
    if thing in state.teams:
        may = SeatOffers(offers, state.seats[seat.name].rolls if seat.name in state.seats else "table")
        return of_team(state, book, may, thing, mine=state.teams[thing].seat == seat.name)
    if thing in state.bugs:
        return of_bugs(state, book, (thing,), said)
    if thing in state.groups:
        return of_bugs(state, book, tuple(of_a_swarm(state, book, thing)), said)
    return None


def of_a_swarm(state: State, book: Book, group: str) -> Iterator[str]:
    """Yield the bugs that a board shows together with this group; all of it once they are dead."""
    found = [one for one in swarms(state, book, SeatOffers([], "table"), None) if one.key == group]
    yield from (tile.key for one in found for tile in one.bugs)
    if not found:
        yield from (key for key, bug in state.bugs.items() if bug.group == group)


def of_team(state: State, book: Book, may: SeatOffers, key: str, *, mine: bool) -> Details:
    team, shown = state.teams[key], card(state, book, may, key, whole=mine)
    men = {name: man for name, man in state.troopers.items() if man.team == key}
    carried = dict.fromkeys(gun.type for man in men.values() if man.living for gun in man.weapons)
    values = [Detail("details.fit", f"{shown.fit}/{len(men)}")]
    values += [Detail("details.experience", shown.experience)] if shown.experience else []
    values += [Detail("details.reaction", team.reaction)] if team.reaction != "ok" else []
    guns = tuple(Part(name, tuple(numbers(book.weapons[name]))) for name in carried if name in book.weapons)
    parts = (("details.weapons", guns), ("details.men", tuple(who(state, book, name) for name in men)))
    taps = (*shown.taps, *shown.fewer, *outfit_of(state, may, key)) if mine and not state.over else ()
    can, cannot = ([tap for tap in taps if tap.greyed == greyed] for greyed in (False, True))
    return Details(None, tuple(values), parts, tuple(can), tuple(cannot))


def who(state: State, book: Book, key: str) -> Part:
    """Return a trooper with rank and condition, unless ordinary, and the shots left."""
    man = state.troopers[key]
    rank = (Detail("details.rank", man.role),) if man.role != "im" else ()
    ails = (Detail("details.condition", man.status),) if man.status != "ok" else ()
    loaded = tuple(Detail(f"name.{gun.type}", shots(book, gun)) for gun in man.weapons if man.living)
    return Part(key, (*rank, *ails, *loaded))


def shots(book: Book, gun: Carried) -> int | str:
    card = book.weapons.get(gun.type)
    return f"{gun.shots_left}/{card.capacity}" if card and card.capacity else gun.shots_left


def numbers(gun: Weapon) -> Iterator[Detail]:
    yield Detail("details.range", f"{gun.range}″")
    for mode, fire in gun.modes.items():
        yield Detail(f"details.{mode}", fire.dice)
    if gun.capacity:
        yield Detail("details.magazine", gun.capacity)
    if gun.reload:
        yield Detail("details.reload", gun.reload)
    if gun.jams_on:
        yield Detail("details.jams-on", gun.jams_on)


def of_bugs(state: State, book: Book, keys: tuple[str, ...], said: Translator) -> Details:
    kind = state.bugs[keys[0]].kind
    bug, rules = book.bugs[kind], rules_of(FOLDER)
    each = {key: tuple(how_it_is(state, book, key)) for key in keys}
    values = [] if len(keys) > 1 else [*each[keys[0]]]
    values += [Detail("details.hits", bug.hits)]
    values += [Detail("details.half", bug.half)] if bug.half else []
    moves, fights = (Part(kind, text=rules[rule]["summary"][said.language]) for rule in RULES_OF_BUGS[kind])
    bugs = tuple(Part(key, shown) for key, shown in each.items()) if len(keys) > 1 else ()
    parts = (("details.bugs", bugs), ("details.moves", (moves,)), ("details.fights", (fights,)))
    return Details(None, tuple(values), parts, names=keys if len(keys) <= MOST_NAMED else (kind,))


def how_it_is(state: State, book: Book, key: str) -> Iterator[Detail]:
    bug = state.bugs[key]
    shown = tile(state, book, SeatOffers([], "table"), key, bug)
    if shown.of:
        yield Detail("details.hits-taken", shown.hits)
    if bug.state != "ok":
        yield Detail("details.condition", bug.state)
    if shown.inches is not None:
        yield Detail("details.moved", f"{moved_of(state, key)}″")
    if shown.at:
        yield Detail("details.attacks", shown.at)
    if bug.holding is not None:
        yield Detail("details.holds", bug.holding)
