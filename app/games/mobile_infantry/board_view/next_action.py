"""Answers that a seat owes at once, and the next action at the foot of its board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from app.core.engine.buttons import MOST_TILES, Button, Piece, submit_button
from app.core.engine.offers import MultiChoice, Offer
from app.games.mobile_infantry.board_view.buttons import SeatOffers
from app.games.mobile_infantry.board_view.muster import next_of
from app.games.mobile_infantry.board_view.status import must, waits
from app.games.mobile_infantry.board_view.teams import fullest, informed, several, volley
from app.games.mobile_infantry.book import BRAIN, INFANTRY, Book
from app.games.mobile_infantry.brain.board_questions import as_scanned
from app.games.mobile_infantry.state import State, Team
from app.games.mobile_infantry.turn.phases import OF_THE_BRAIN

FIRST = {
    "presence": ("test-presence", "arrival", "follow-ups", "move-packs"),
    "bug-move": ("move-bugs",), "im-move": ("move-teams",), "fire": ("next-volley", "spray"),
    "location": ("look-all", "answer-rest"),
}  # fmt: skip
"""Commands before the end of a phase, by phase."""
BY_HAND = ("test-presence", "arrival", "follow-ups", "move-packs", "next-volley")
"""Commands whose dice may be typed one by one, and those that follow.

Their form is opened even if this seat rolls automatically.
"""
CHAIN = ("throw", "fall", "frenzy-test", "spare")
TELLS = (
    "tell-fort", "tell-presence", "tell-scan-same", "tell-reached", "tell-reached-nobody", "tell-men",
    "tell-no-attack",
    "tell-spray-nobody", "tell-around", "tell-around-nobody", "tell-entrances",
)  # fmt: skip
"""Commands that answer the app's questions about the board, as they are usually answered."""
NO = ("tell-no-attack", "tell-reached-nobody", "tell-around-nobody", "tell-spray-nobody")
"""Those of them that say no: plain tiles."""
OF_A_FIGHT = ("tell-men", "tell-no-attack")
"""Those about one fight, of which a board asks one after the other, once no bugs around men are asked about."""
OTHERWISE = ("tell-as-before", "tell-nearest")
"""Other answers, seldom given."""
ALSO = ("tell-scan", "finish", "capture-brain", "drag-brain", "tell-way", "bring-out-brain", "post-nest", "mark-nest")
"""Commands that a mission or a table ruling requires."""
UNSETTLED = ("strike", "shelter", "drift", "resolve-blast")
"""Commands elsewhere on the board that come before the end of a phase."""
SELDOM = ("threaten", "witness", "sight", "storm-wall", "begin-without", "take-chance", "count-figures", "concede")
DRAWN = (
    "raise-squad", "return-squad", "enlist-squad", "raise-team", "dismiss", "roll-experience", "set-experience",
    "name-team", "issue-weapon", "choose-mission", "roll-mission", "ready", "react", "choose-reaction", "run",
    "leave-table", "move-team", "march", "withdraw", "walk-off", "fire", "fire-squad", "reload", "launch", "drift",
    "survive-blast", "resolve-blast", "roll-guards",
    "look-around", "answer-look", "show", "engage", "retreat", "dodge", "shelter", "strike", "rest",
    "call-boats", "roll-for-boats", "land-boats", "attack-boat", "embark", "embark-all", "take-off", "lose-boat",
    "reach-marker", "enter-section", "walk-below", "done",
    "tell-acid", "tell-spray", *CHAIN, *TELLS, *OTHERWISE, *ALSO, *SELDOM,
    *(command for commands in FIRST.values() for command in commands),
)  # fmt: skip
"""Commands with a place of their own; any other one is behind a name at the foot."""


class Alarm(NamedTuple):
    """A team that must answer: the obligation, the reason, and the buttons."""

    team: str
    what: str
    reasons: tuple[str, ...]
    results: tuple[tuple[str, Button], ...]
    taps: tuple[Button, ...]


class Whom(NamedTuple):
    """The first man, team or bug of a button, the number of others, and the side of a place."""

    first: str
    more: int
    where: tuple[str, ...] = ()


class Foot(NamedTuple):
    """The foot of a board: next action, tiles of others and of the mission, the rest (“More”).

    `done` ends a phase. `undecided`: a mission is still to be agreed on, by this seat too. `shots`: volleys of the
    first that can fire, for a small phone. `who_fires`: who can if no team of this seat can; None if one can.
    """

    lead: tuple[tuple[Whom | None, Button], ...]
    tiles: tuple[tuple[Whom | None, Button], ...]
    more: tuple[tuple[Whom | None, Button], ...]
    done: tuple[Button, ...]
    marches: bool
    undecided: bool
    shots: tuple[tuple[Whom | None, Button], ...] = ()
    who_fires: tuple[str, ...] | None = None

    @property
    def ends(self) -> bool:
        return not all(tap.greyed for tap in self.done)


def alarms(state: State, seat: str, may: SeatOffers) -> tuple[Alarm, ...]:
    return tuple(
        Alarm(key, what, tuple(team.owes), tuple(results(may, key)), tuple(answers(may, key)))
        for key, team in state.teams_of(seat)
        if (what := must(team))
    )


def results(may: SeatOffers, key: str) -> Iterator[tuple[str, Button]]:
    for offer in may.of("choose-reaction", team=key):
        for result in offer.values("result"):
            yield result, may.button(offer, f"{result}-{key}", "tile strong", result=result)


def answers(may: SeatOffers, key: str) -> Iterator[Button]:
    for offer in may.of("react", "run", team=key):
        yield may.button(offer, f"{offer.command}-{key}", "strong main")


def foot(state: State, book: Book, seat: str, may: SeatOffers) -> Foot:
    first = list(first_things(state, book, seat, may))
    shots = () if first else tuple(first_shots(book, may))
    ends = tuple(may.buttons("" if first or shots or may.of(*UNSETTLED) else "strong", "done", "ready"))
    ends = ends or tuple(not_yet(state, seat))
    marches = state.phase == "im-move" and state.sequence == "pre"
    new = [command for command in may if command not in DRAWN]
    saw = [offer for offer in may.of("witness") if is_due(state, offer, may)]
    also = [*may.buttons("tile", *ALSO), *(may.button(offer, str(offer.label)) for offer in saw)]
    seldom = [tap for tap in may.buttons("tile", *SELDOM, *new) if tap.id not in {one.id for one in also}]
    seldom = [*otherwise(state, may), *seldom]
    undecided = state.mission is None and bool(may.of("choose-mission"))
    leading = 2 if len(first) > 1 and first[1][1].id.startswith("other-") else 1  # a proposal and its alternative
    more = [*first[leading:], *((None, tap) for tap in (*also, *seldom))]
    shown = min(MOST_TILES, len(first[leading:]) + len(also))
    return Foot(
        tuple(first[:leading]), tuple(more[:shown]), tuple(more[shown:]), ends, marches, undecided, shots,
        who_fires(state, seat),
    )  # fmt: skip


def first_shots(book: Book, may: SeatOffers) -> Iterator[tuple[Whom | None, Button]]:
    """Yield the volleys of the first squad that can fire as a whole, else of the first team that can fire."""
    squads = may.of("fire-squad")
    for offer in (one for one in squads if one.given["squad"] == squads[0].given["squad"]):
        yield None, may.button(offer, f"next-{offer.label}")
    teams = [] if squads else may.of("fire")
    for offer in fullest(list(several([one for one in teams if one.given["team"] == teams[0].given["team"]]))):
        tap = volley(book, may, offer)
        yield Whom(offer.given["team"], 0), tap._replace(id=f"next-{tap.id}")


def who_fires(state: State, seat: str) -> tuple[str, ...] | None:
    if state.phase != "fire" or seat == BRAIN or seat not in state.seats:
        return None
    able = informed(state)
    if any(state.teams[key].seat == seat for key in able):
        return None
    return tuple(dict.fromkeys(state.teams[key].squad or key for key in able))


def points(offer: Offer, may: SeatOffers) -> Iterator[tuple[Whom | None, Button]]:
    """Yield a button for each thing that a rolled point may be like; none is likelier than another."""
    for point in offer.values("point"):
        yield None, may.button(offer, f"tell-presence-{point}", point=point)._replace(about=point)


def nearest_men(state: State, offer: Offer, may: SeatOffers) -> Iterator[tuple[Whom | None, Button]]:
    """Yield a proposal for a fight, a man for each bug by name, and the form for others."""
    assert state.app is not None
    key, choice = offer.given["inquiry"], offer.choose["men"]
    assert isinstance(choice, MultiChoice)
    men = tuple(choice.some[: len(state.app.inquiries[key].bugs)])
    tap = submit_button(offer, f"tell-men-first-{key}", "main")
    fields = (*tap.fields, *(("men", man) for man in men))
    names = Piece("mobile-infantry/names.html", (("names", men),))
    yield None, tap._replace(label_key="command.tell-men-first", fields=fields, behind=names)
    yield None, may.button(offer, f"other-men-{key}")


def first_team(state: State, book: Book, offer: Offer, may: SeatOffers) -> Iterator[tuple[Whom | None, Button]]:
    """Yield a proposal for moved bugs, all at the team they went for, and the form for others."""
    key, bugs, team = offer.given["inquiry"], offer.choose["bugs"], offer.values("team")[0]
    assert isinstance(bugs, MultiChoice)
    look = "tile" if are_far(state, book, bugs.begun, book.close_combat.within) else "strong main"
    tap = submit_button(offer, f"tell-reached-{key}", look, team=team)
    fields = (*tap.fields, *(("bugs", bug) for bug in bugs.begun))
    about = whom(offer) if is_named(state) else None
    yield about, tap._replace(label_key="command.tell-reached-first", fields=fields, about=team)
    yield about, may.button(offer, f"other-team-{key}")


def is_later(state: State, offer: Offer) -> bool:
    """Return whether another question of this kind comes first."""
    assert state.app is not None
    asked = (key for key, one in state.app.inquiries.items() if one.kind == "men")
    return str(offer.given["inquiry"]) != next(asked)


def is_named(state: State) -> bool:
    """Return whether a button says whom it is about: not if the only question above it does."""
    return state.app is None or len(state.app.inquiries) > 1


def is_spot(offer: Offer) -> bool:
    """Return whether only the kind of a rolled point is asked: no tunnel mouths."""
    return offer.command == "tell-presence" and [*offer.choose] == ["point"]


def otherwise(state: State, may: SeatOffers) -> Iterator[Button]:
    for offer in may.of("tell-reached-nobody")[1:]:  # without an end of the phase
        yield may.button(offer, offer.command, "tile")
    likely = likely_looks(state, may)[:1]
    for offer in (one for one in may.of("answer-look") if one not in likely):  # another team was nearest
        yield may.button(offer, f"answer-look-{offer.given['team']}", "tile")._replace(about=offer.given["team"])
    for offer in may.of(*OTHERWISE):
        about = offer.about[0][0] if offer.about else None
        yield may.button(offer, f"{offer.command}-{offer.given.get('inquiry', 'all')}", "tile")._replace(about=about)


def whom(offer: Offer) -> Whom | None:
    """Return whom a question is about: of several the first.

    Of a spot its team, side and inches.
    """
    if not offer.about:
        return None
    first = offer.about[0]
    every = [first] if isinstance(first, str) else first
    if offer.command == "tell-presence":
        return Whom(every[0], 0, tuple(every[1:]))
    return Whom(every[0], 0 if offer.command == "tell-around" else len(every) - 1)


def likely_noes(state: State, book: Book, may: SeatOffers) -> Iterator[str]:
    """Yield the answers that no bug asked about reaches anybody, if all are too far away for it."""
    for command, asks, within in (
        ("tell-reached-nobody", "reached", book.close_combat.within),
        ("tell-spray-nobody", "spray", book.acid.within),
    ):
        asked = [one.bugs for one in state.app.inquiries.values() if one.kind == asks] if state.app is not None else []
        if may.of(command) and all(are_far(state, book, bugs, within) for bugs in asked):
            yield command


def are_far(state: State, book: Book, bugs: Iterable[str], within: int) -> bool:
    """Return whether these bugs moved too little to come within so many inches of the team that they go for."""
    return all(is_far(state, book, key, within) for key in bugs)


def is_far(state: State, book: Book, bug: str, within: int) -> bool:
    assert state.app is not None
    site = state.groups[state.bugs[bug].group].site
    spot = state.app.places.get(site) if site is not None else None
    if site is None or spot is None or spot.team not in state.teams or spot.team != state.app.targets.get(bug):
        return False
    if state.sites[site].opened < state.turn - 1:
        return False  # men have walked since
    nearer = book.presence.mouth if state.sites[site].kind == "tunnel" else 0
    return spot.inches - nearer - (state.bugs[bug].moved or 0) > within


def not_yet(state: State, seat: str) -> Iterator[Button]:
    own = (seat == BRAIN) == (state.phase in OF_THE_BRAIN)
    if state.turn and own and any(wait.seat == seat for wait in waits(state)):
        yield Button("done", f"done-{state.phase}", f"command.done-{state.phase}", greyed=True)


def must_wait(state: State, side: str | None, may: SeatOffers) -> bool:
    """Return whether the Brain, asked in this phase, can do nothing before the infantry has searched or fired."""
    if side != BRAIN or not state.awaits_side(INFANTRY) or waits(state)[0].what != "phase":
        return False
    return not (may.of("done", "spray") or (state.lair.packs and may.of("answer-look")))


def is_due(state: State, offer: Offer, may: SeatOffers) -> bool:
    """Return whether teams have likely seen this.

    Bugs have just moved or come, or a team has just been lost or fled.
    """
    if offer.given["reason"] == "bugs-near":
        have_moved = state.phase == "bug-move" and not may.of("move-bugs") and bool(may.of("done"))
        have_come = state.phase in ("presence", "location") and any(
            group.located == state.turn for group in state.groups.values()
        )
        return have_moved or have_come
    return any(is_just_lost(state, key, team) for key, team in state.teams.items())


def is_just_lost(state: State, key: str, team: Team) -> bool:
    fled = team.reaction == "fleeing" and bool(team.tested)
    return fled or (team.casualties > 0 and not state.living_of(key))


def with_teams(state: State, tap: Button) -> Button:
    """Add the teams that the last location test was told of, if any."""
    told = {key for keys in as_scanned(state).values() for key in keys}
    names = tuple(key for key in state.teams if key in told)
    return tap._replace(behind=Piece("mobile-infantry/names.html", (("names", names),))) if names else tap


def likely_looks(state: State, may: SeatOffers) -> list[Offer]:
    """Return the looks still to answer, first those of teams that hidden packs are measured from.

    None once all of these are answered: hardly any other team was nearest.
    """
    near = {pack.team for pack in (state.lair.packs or {}).values()}
    asked = sorted(may.of("answer-look"), key=lambda offer: offer.given["team"] not in near)
    left = {offer.given["team"] for offer in asked}
    is_done = all(key in state.teams and state.teams[key].looked and key not in left for key in near)
    return [] if is_done else asked


def first_things(state: State, book: Book, seat: str, may: SeatOffers) -> Iterator[tuple[Whom | None, Button]]:
    looked = likely_looks(state, may)
    for offer in looked[:1]:
        yield Whom(offer.given["team"], 0), may.button(offer, f"answer-look-{offer.given['team']}", "strong main")
    for number, offer in enumerate(may.of(*CHAIN)):
        man = offer.given["trooper"]
        yield Whom(man, 0), may.button(offer, f"{offer.command}-{man}", "tile" if number else "strong main")
    plain = may.of("tell-reached-nobody")[1:]
    likely = [*likely_noes(state, book, may)]
    for offer in sorted(may.of(*TELLS), key=lambda offer: offer.command not in likely):
        if is_spot(offer):
            yield from points(offer, may)
        elif offer.command in OF_A_FIGHT and (may.of("tell-around") or is_later(state, offer)):
            continue
        elif offer.command == "tell-men" and not offer.label:
            yield from nearest_men(state, offer, may)
        elif offer.command == "tell-reached":
            yield from first_team(state, book, offer, may)
        elif offer not in plain:
            which = offer.given.get("inquiry", "ends" if offer.given else "all")
            is_second = offer.command == "tell-around" and offer != may.of("tell-around")[0]
            is_no = offer.command in NO and offer.command not in likely
            look = "tile" if is_no or is_second else "strong main"
            tap = may.button(offer, f"{offer.command}-{which}", look)
            tap = with_teams(state, tap) if offer.command == "tell-scan-same" else tap
            yield whom(offer) if is_named(state) else None, tap
    for offer in may.of("strike")[:1]:
        yield Whom(offer.given["team"], 0), may.button(offer, "next-strike", "strong main")
    for tap in may.buttons("tile" if looked else "strong main", *FIRST.get(state.phase or "", ())):
        yield None, tap._replace(opens=True) if tap.command in BY_HAND else tap
    if state.phase == "muster":
        for tap in next_of(state, book, seat, may):
            yield None, tap
