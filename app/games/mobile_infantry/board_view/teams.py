"""The teams on a board: their men as tiles, opponents, and actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from app.core.engine.buttons import Button, Piece, label_key
from app.core.engine.offers import Offer
from app.games.mobile_infantry.board_view.buttons import SeatOffers
from app.games.mobile_infantry.board_view.status import must
from app.games.mobile_infantry.book import LAUNCHER, RIFLE, Book
from app.games.mobile_infantry.state import State, Team, Trooper, Weapon
from app.games.mobile_infantry.turn.firing import knows, label_of
from app.games.mobile_infantry.turn.volleys import FEWEST

NEAR = 6


class Gun(NamedTuple):
    """A weapon.

    `shots` of a magazine of `size` (0: unlimited), turns of reloading left, its faults.
    """

    type: str
    shots: int
    size: int
    reload: int
    ails: str


class Man(NamedTuple):
    """A trooper.

    His number and role, his condition (empty if well), his weapons; `lost`: out of this battle.
    """

    number: str
    role: str
    status: str
    lost: bool
    guns: tuple[Gun, ...]


class Card(NamedTuple):
    """A team.

    `number` if it has a name of its own, its squad, experience, men and marks, `fewer` guns for a smaller volley;
    `alive` of `size`, `fit` of these; `moves`: its inches in this phase, in the open and in bad terrain.
    """

    key: str
    number: str
    seat: str
    command: bool
    experience: str
    marks: tuple[str, ...]
    fit: int
    alive: int
    size: int
    men: tuple[Man, ...]
    engaged: int
    taps: tuple[Button, ...]
    fewer: tuple[Button, ...]
    moves: tuple[int, int] | None


class Unit(NamedTuple):
    squad: str | None
    seat: str
    cards: tuple[Card, ...]
    taps: tuple[Button, ...]


def units(state: State, book: Book, may: SeatOffers, seat: str | None, *, whole: bool) -> tuple[Unit, ...]:
    found: dict[str | None, list[Card]] = {}
    for key, team in state.teams.items():
        if seat in (None, team.seat):
            found.setdefault(team.squad, []).append(card(state, book, may, key, whole=whole))
    every = tuple(unit(state, book, may, squad, cards) for squad, cards in found.items())
    if whole and state.phase == "fire" and not any(seat == state.teams[key].seat for key in informed(state)):
        return tuple(map(without_places, every))  # the foot says why for all of them
    return every


def informed(state: State) -> list[str]:
    """Return the teams that know of a living bug, and may fire at it."""
    bugs = [bug for _, bug in state.living_bugs()]
    living = [(key, team.squad or key) for key, team in state.teams.items() if state.living_of(key)]
    return [key for key, unit in living if any(knows(state, unit, bug) for bug in bugs)]


def without_places(one: Unit) -> Unit:
    cards = tuple(card._replace(taps=tuple(tap for tap in card.taps if not tap.greyed)) for card in one.cards)
    return one._replace(cards=cards, taps=tuple(tap for tap in one.taps if not tap.greyed))


def unit(state: State, book: Book, may: SeatOffers, squad: str | None, cards: list[Card]) -> Unit:
    ready = [may.button(offer, f"{offer.label}-{squad}") for offer in may.of("fire-squad", squad=squad) if squad]
    places = (*places_of_squad(state, book, squad, cards),) if squad else ()
    return Unit(squad, cards[0].seat, tuple(cards), tuple({tap.label_key: tap for tap in (*places, *ready)}.values()))


def places_of_squad(state: State, book: Book, squad: str, cards: list[Card]) -> Iterator[Button]:
    living = [card for card in cards if card.men and card.alive]
    if state.phase != "fire" or state.sequence != "post" or len(living) < FEWEST:
        return
    bug = next((name for name, _ in state.living_bugs()), "")
    for mode in book.weapons[RIFLE].modes:
        fields = (("squad", squad), ("mode", mode), ("targets", bug), ("distance", NEAR))
        label = f"fire-squad-{mode}"
        yield Button("fire-squad", f"{label}-{squad}", f"command.{label}", fields, "tile", greyed=True)


def card(state: State, book: Book, may: SeatOffers, key: str, *, whole: bool) -> Card:
    team = state.teams[key]
    men = [(name, one) for name, one in state.troopers.items() if one.team == key]
    volleys = list(several(may.of("fire", team=key)))
    taps = (*(volley(book, may, offer) for offer in fullest(volleys)), *others(may, key))
    return Card(
        key,
        key.rpartition("-")[2] if team.name else "",
        team.seat,
        team.kind == "command",
        team.experience or "",
        tuple(marks(state, team)),
        sum(one.fit for _, one in men),
        sum(one.living for _, one in men),
        len(men),
        tuple(man(book, name, one) for name, one in men) if whole else (),
        sum(bug.engages == key for _, bug in state.living_bugs()) if state.living_of(key) else 0,
        (*in_place(state, book, key, taps),) if whole else taps,
        tuple(dict.fromkeys(smaller(offer) for offer in volleys if offer not in fullest(volleys))),
        (team.inches, team.inches_bad or 0) if team.inches is not None and state.phase == "im-move" else None,
    )


def in_place(state: State, book: Book, key: str, taps: Sequence[Button]) -> Iterator[Button]:
    places = list(places_of(state, book, key)) if state.living_of(key) and state.sequence == "post" else []
    ready = {tap.label_key: tap for tap in taps}
    yield from (ready.get(place.label_key, place) for place in places)
    yield from (tap for tap in taps if tap.label_key not in {place.label_key for place in places})


def places_of(state: State, book: Book, key: str) -> Iterator[Button]:
    team = (("team", key),)
    if state.phase == "im-move":
        yield Button("move-team", f"move-team-{key}", "command.move-team", team, "tile", greyed=True)
    elif state.phase == "fire":
        target = ("target", next((name for name, _ in state.living_bugs()), ""))
        yield from places_of_guns(state, book, key, (target, ("distance", NEAR)))
        cards = [(gun, book.weapons[gun.type]) for gun in guns_in(state, key)]
        if any(card.reload and gun.shots_left < card.capacity for gun, card in cards):
            yield Button("reload", f"reload-{key}", "command.reload", (*team, ("men", 1)), "tile", greyed=True)


def guns_in(state: State, key: str) -> list[Weapon]:
    return [gun for man in state.troopers.values() if man.team == key for gun in man.weapons]


def places_of_guns(state: State, book: Book, key: str, aim: tuple[tuple[str, Any], ...]) -> Iterator[Button]:
    carried = {gun.type for gun in guns_in(state, key)}
    for weapon, card in book.weapons.items():
        if weapon not in carried:
            continue
        if weapon == LAUNCHER:
            yield Button("launch", f"launch-{key}", "command.launch", (("team", key), *aim), "tile", greyed=True)
            continue
        for mode in card.modes:
            label = label_of(weapon, mode)
            fields = (("team", key), ("weapon", weapon), ("mode", mode), ("guns", 1), *aim)
            id = f"{key}-{label.removeprefix('fire-')}"
            yield Button("fire", id, f"command.{label}", fields, "tile", greyed=True)


def marks(state: State, team: Team) -> Iterator[str]:
    if what := must(team):
        yield what
    if team.reaction != "ok":
        yield team.reaction
    done = {"im-move": team.moved, "fire": team.fired, "location": team.looked}
    if done.get(state.phase or "") and not (state.phase == "im-move" and team.inches is not None):
        yield f"done-{state.phase}"


def man(book: Book, key: str, trooper: Trooper) -> Man:
    number = key.rpartition("-")[2]
    status = "aboard" if trooper.aboard and trooper.living else "" if trooper.status == "ok" else trooper.status
    if not trooper.living:
        return Man(number, trooper.role, status, lost=True, guns=())
    guns = tuple(gun(book, trooper, place) for place in guns_of(trooper))
    return Man(number, trooper.role, status, lost=False, guns=guns)


def guns_of(trooper: Trooper) -> range:
    return range(len(trooper.weapons))


def gun(book: Book, trooper: Trooper, place: int) -> Gun:
    one = trooper.weapons[place]
    size = next((card.capacity for type, card in book.weapons.items() if type == one.type), 0)
    ails = "jammed" if one.jammed else "spent" if one.spent else ""
    return Gun(one.type, one.shots_left, size, one.reload_left, ails)


def several(offers: list[Offer]) -> Iterator[Offer]:
    seen: set[tuple[str, str, int]] = set()
    for offer in offers:
        volley = (offer.given["weapon"], offer.given["mode"], offer.given["guns"])
        if volley not in seen:
            seen.add(volley)
            yield offer


def fullest(volleys: list[Offer]) -> list[Offer]:
    seen: dict[tuple[str, str], Offer] = {}
    for offer in volleys:
        seen.setdefault((offer.given["weapon"], offer.given["mode"]), offer)
    return list(seen.values())


def volley(book: Book, may: SeatOffers, offer: Offer) -> Button:
    """Return the button of a volley, with its number of dice."""
    given = offer.given
    id = "-".join([given["team"], (offer.label or "").removeprefix("fire-"), str(given["guns"])])
    dice = given["guns"] * book.weapons[given["weapon"]].modes[given["mode"]].dice
    return may.button(offer, id)._replace(behind=Piece("mobile-infantry/dice.html", (("dice", dice),)))


def smaller(offer: Offer) -> Button:
    rifle, given = offer.given["weapon"] == RIFLE, offer.given
    fields = tuple((name, given[name]) for name in ("team", "weapon", "guns"))
    label = "command.fire-fewer" if rifle else label_key(offer)
    return Button(
        "fire", f"{given['team']}-fewer-{given['guns']}", label, fields, "tile", opens=True, about=given["guns"]
    )


def outfit_of(state: State, may: SeatOffers, key: str) -> Iterator[Button]:
    """Return what can be done with a team during set-up; a team of a squad is dismissed with its squad."""
    for offer in (*may.choosing("team", key, "issue-weapon", "set-experience"), *may.of("name-team", team=key)):
        yield may.button(offer, f"{offer.label or offer.command}-{key}", team=key)
    unit = state.teams[key].squad or key
    for offer in may.choosing("team", unit, "dismiss"):
        yield may.button(offer, f"dismiss-{key}", team=unit)._replace(about=unit, opens=True)


def others(may: SeatOffers, key: str) -> Iterator[Button]:
    for offer in may.choosing("team", key, "move-team", "march", "withdraw", "look-around"):
        tap = may.button(offer, f"{offer.command}-{key}", team=key)
        yield tap
    for offer in may.of("launch", "reload", "leave-table", "walk-off", "strike", "rest", "engage", team=key):
        yield may.button(offer, f"{offer.command}-{key}")
    for offer in may.of("embark", team=key)[:1]:  # its form asks for the boat
        yield may.button(offer, f"embark-{key}")._replace(fields=(("team", key),), opens=True)
