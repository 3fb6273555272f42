"""The Brain's rolls every turn, and appearances of bugs.

Source: Infantería Móvil, Test de Presencia.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from typing import Annotated, Any, Literal

from pydantic import Field

from app.core.engine.command import Command
from app.core.engine.offers import Choice, DiceRequest, MultiChoice, NumberChoice, Offer
from app.core.errors import Refused
from app.core.rules.dice import D6
from app.core.rules.ruling import RulingResult, working
from app.games.mobile_infantry.book import Book, BugKind
from app.games.mobile_infantry.brain_secrets import Pack, StillToRoll
from app.games.mobile_infantry.events.presence import (
    BugsShown,
    FiguresCounted,
    PresenceTested,
    ReferenceDrawn,
    RollKept,
)
from app.games.mobile_infantry.rulings.presence import (
    Arrival,
    Direction,
    FollowUp,
    Presence,
    arrival_bugs,
    arrival_direction,
    follow_up,
    presence,
)
from app.games.mobile_infantry.state import Draft, GameContext, Site, State
from app.games.mobile_infantry.turn.bugs import OfBrain, living_teams, move_of_kind
from app.games.mobile_infantry.turn.sequence import check_phase, mission_of

Place = Literal["cover", "tunnel", "sky", "edge"]
PLACES: tuple[Place, ...] = ("cover", "tunnel", "sky", "edge")
BELOW = "below"
"""The place in the tunnels of a mission underground."""
PACK_DICE, SITE_DICE = 2, 2
"""Dice of a hidden pack's move; of a site's follow-up and its arrivals."""
FORT, NO_SITE = "fort", "none"
MOST_FIGURES, MANY = 60, 1000
Figures = Annotated[int, Field(ge=0, le=MOST_FIGURES)]


class TestPresence(OfBrain):
    """Roll for what may come unseen this turn.

    The table rolls everything at once, whether anything comes or not; a person with real dice rolls the test, and
    others only if they are needed (`arrival`, `follow-ups`, `move-packs`).
    """

    __test__ = False

    rolls = True
    tunnel_within_24: bool = False
    hold: list[str] = []
    hour: Annotated[int, Field(ge=1, le=12)] | None = None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_untested(look)
        packs = list(look.state.lair.packs)
        hold = {"hold": MultiChoice(packs, 0, len(packs), False)} if packs else {}
        hour = {"hour": [*range(1, 13)]} if is_siege(look) else {}
        mouth = {"tunnel_within_24": [False, True]} if has_mouths(look) else {}
        choose: dict[str, Choice] = {**mouth, **hour, **hold}
        sums = partial(cls._sums, look)
        yield Offer(cls.key, choose=choose, dice=DiceRequest(1), hint="hint.test-presence", sums=sums)

    @classmethod
    def _sums(cls, look: GameContext, chosen: Mapping[str, Any]) -> RulingResult:
        return test_of(look, None, chosen.get("tunnel_within_24", False))

    def decide(self, draft: Draft) -> None:
        check_untested(draft)
        state = draft.state
        if any(pack not in state.lair.packs for pack in self.hold):
            raise Refused("no-such-pack", "locating.failed", field="hold")
        if (self.hour is None) == is_siege(draft):
            raise Refused("hour-of-the-fort", "presence.fort", field="hour")
        draw_reference(draft)
        if draft.typed is None:
            self.roll_all(draft)
        else:
            self.roll_one(draft)

    def roll_all(self, draft: Draft) -> None:
        state = draft.state
        roll = draft.roll(DiceRequest(dice_of(draft)))
        own, rest = roll.numbers[: test_dice(draft)], roll.numbers[test_dice(draft) :]
        answer = test_of(draft, own[0], self.tunnel_within_24)
        event = PresenceTested(roll, answer["total"], answer["arrive"], working=working(answer))
        if answer["arrive"]:
            event.packs[next_pack(state, 0)] = (
                arrival(draft, own) if self.hour is None else siege(draft, own, self.hour)
            )
        packs = PACK_DICE * len(state.lair.packs)
        event.moves = {key: inches for key, inches in moves(draft, rest[:packs]) if key not in self.hold}
        bring(draft, event, rest[packs:])
        draft.emit(event)

    def roll_one(self, draft: Draft) -> None:
        roll = draft.roll(DiceRequest(1))
        answer = test_of(draft, roll.numbers[0], self.tunnel_within_24)
        kept, packs, sites = draft.roll(DiceRequest(dice_of(draft))), draft.state.lair.packs, list(open_sites(draft))
        left = StillToRoll(kept.number or 0, len(kept.faces), list(packs), sites, answer["arrive"], self.hour)
        left.sites = list(sites)
        going = {key: pack for key, pack in packs.items() if key not in self.hold and pack.kind != "brain"}
        left.moves = [key for key, pack in going.items() if hidden_part(draft.book, pack)]
        draft.emit(RollKept(left, roll=kept))
        draft.emit(PresenceTested(roll, answer["total"], answer["arrive"], working=working(answer)))


def has_mouths(look: GameContext) -> bool:
    is_below = mission_of(look).underground
    return is_below or any(site.kind == "tunnel" for site in look.state.sites.values())


def check_untested(look: GameContext) -> None:
    check_phase(look, "presence")
    if look.state.lair.tested == look.state.turn:
        raise Refused("tested-already", "presence.test")


def rolls_left(state: State) -> StillToRoll | None:
    left = state.lair.to_roll
    if left is None:
        return None
    left = replace(left, moves=[key for key in left.moves if key in state.lair.packs])
    return None if left.is_done else left


def dice_of(look: GameContext) -> int:
    return test_dice(look) + PACK_DICE * len(look.state.lair.packs) + SITE_DICE * len(open_sites(look))


def inches_dice(look: GameContext) -> int:
    return max(look.book.presence.distance.values())


def test_dice(look: GameContext) -> int:
    return 2 + inches_dice(look) + 2


def is_siege(look: GameContext) -> bool:
    """Return whether bugs come from a side that the Brain picks, seen from a fort (MI-85)."""
    return mission_of(look).fort


def open_sites(look: GameContext) -> dict[str, Site]:
    """Return sites of earlier turns that may still bring something.

    Sky and edge if the table says so (MI-26).
    """
    state = look.state
    sky = look.book.answer_for("sky-sites") == "yes"
    kinds = [place for place in (*PLACES, BELOW) if sky or place not in ("sky", "edge")]
    earlier = ((key, site) for key, site in state.sites.items() if site.opened < state.turn)
    return {key: site for key, site in earlier if site.active and site.kind in kinds}


def draw_reference(draft: Draft) -> None:
    teams, roll = draft.shuffle(living_teams(draft.state))
    sizes = {team: len(draft.state.living_of(team)) for team in teams}
    largest = max(teams, key=lambda team: sizes[team])
    draft.emit(ReferenceDrawn(largest if draft.book.answer_for("reference") == "largest" else teams[0], roll))


def test_of(look: GameContext, die: int | None, tunnel: bool) -> RulingResult:
    state = look.state
    facts = Presence(
        die=die,
        squads=squads_left(look),
        vehicles_or_boats=state.arrived_in_boats,
        tunnel_within_24=tunnel,
        fort=mission_of(look).fort,
    )
    return presence(facts, look.book)


def squads_left(look: GameContext) -> int:
    state = look.state
    teams = living_teams(state)
    squads = {state.teams[key].squad for key in teams} - {None}
    return len(squads) or max(1, -(-len(teams) // look.book.organisation.fire_teams))


def next_pack(state: State, more: int) -> str:
    return f"pack-{state.lair.packs_made + 1 + more}"


def arrival(look: GameContext, dice: Sequence[int]) -> Pack:
    direction = arrival_direction(Direction(die=dice[1]), look.book)
    inches = sum(dice[2 : 2 + direction["distance_dice"]])
    return pack_at(look, direction["direction"], inches, dice[2 + inches_dice(look) :])


def pack_at(look: GameContext, bearing: str, inches: int, kind: Sequence[int]) -> Pack:
    state = look.state
    bugs = kind_of(look, kind[0], kind[-1])
    return Pack(bugs["bug"], bugs["count"], state.lair.reference, bearing, inches, came=state.turn)


def siege(look: GameContext, dice: Sequence[int], hour: int) -> Pack:
    inches = sum(dice[2 : 2 + look.book.presence.fort_dice])
    return before_the_fort(pack_at(look, "", inches, dice[2 + inches_dice(look) :]), hour)


def before_the_fort(pack: Pack, hour: int) -> Pack:
    pack.team, pack.bearing = FORT, f"hour-{hour}"
    return pack


def kind_of(look: GameContext, die: int, count_die: int) -> RulingResult:
    """Decide kind and number of bugs: by one die, or by two.

    The second is a D3 or a D2, if the table says so (MI-21).
    """
    two = look.book.answer_for("type-count") == "d3-d2"
    no_flyers = mission_of(look).underground
    most = look.book.presence.most[look.book.presence.kinds[die - 1]]
    count = -(-count_die * most // D6) if two and most > 1 else None
    return arrival_bugs(Arrival(die=die, count_die=count, no_flyers=no_flyers), look.book)


def moves(look: GameContext, dice: Sequence[int]) -> Iterator[tuple[str, float]]:
    for place, (key, pack) in enumerate(look.state.lair.packs.items()):
        yield key, move_of_pack(look, pack, list(dice[PACK_DICE * place : PACK_DICE * (place + 1)]))


def move_of_pack(look: GameContext, pack: Pack, dice: list[int]) -> float:
    return min(move_of_kind(look, pack.kind, dice), hidden_part(look.book, pack))


def hidden_part(book: Book, pack: Pack) -> float:
    """Return the inches of a move that a pack can make unseen.

    Flyers are in open sky, and within 24 inches they are seen.
    """
    near = book.presence.located_within
    return max(0, pack.inches - near) if pack.kind == "flyer" and pack.team is not None else inf


def bring(look: GameContext, event: PresenceTested, dice: Sequence[int]) -> None:
    """Add the arrivals from sites of earlier turns."""
    for place, key in enumerate(open_sites(look)):
        first, second = dice[SITE_DICE * place : SITE_DICE * (place + 1)]
        outcome = follow_up(FollowUp(die=first), look.book)["outcome"]
        event.follow_ups[key] = outcome
        if outcome == "emerge":
            bugs = kind_of(look, second, second)
            pack = Pack(bugs["bug"], bugs["count"], site=key, came=look.state.turn)
            event.packs[next_pack(look.state, len(event.packs))] = pack


class Show(OfBrain):
    """Show a hidden pack: it is in the open within 24 inches, or is met."""

    pack: str
    place: Place
    site: str = NO_SITE
    inches: Annotated[int, Field(ge=0, le=99)] | None = None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        packs = [key for key in hidden_packs(look) if figures_left(look.state, look.state.lair.packs[key].kind)]
        loose = [key for key in packs if is_anywhere(look, key)]
        for key in loose:
            most = int(look.state.lair.packs[key].inches)
            choose: dict[str, Choice] = {
                "inches": NumberChoice(0, most, first=most),
                **where(look, look.state.lair.packs[key]),
            }
            yield Offer(cls.key, given={"pack": key}, choose=choose, about=(key,))
        for flies in (False, True):
            exact = [key for key in packs if key not in loose and flies == (look.state.lair.packs[key].kind == "flyer")]
            if exact:
                yield Offer(cls.key, choose={"pack": exact, **where(look, look.state.lair.packs[exact[0]])})

    def decide(self, draft: Draft) -> None:
        if self.pack not in hidden_packs(draft):
            raise Refused("no-such-pack", "locating.in-the-open", field="pack")
        if not figures_left(draft.state, draft.state.lair.packs[self.pack].kind):
            raise Refused("no-figures", "presence.figures", field="pack")
        if self.place not in (allowed := places_for(draft.state.lair.packs[self.pack].kind)):
            raise Refused("cannot-appear-so", "presence.placing", field="place", places=allowed)
        if self.site not in (NO_SITE, *mouths_for(draft)):
            raise Refused("no-such-mouth", "presence.placing", field="site")
        if self.inches is not None:
            self._check_inches(draft, self.inches)
        mouth = self.site if self.place == "tunnel" and self.site != NO_SITE else None
        show(draft, self.pack, self.place, None, mouth, self.inches)

    def _check_inches(self, look: GameContext, inches: int) -> None:
        if not is_anywhere(look, self.pack):
            raise Refused("inches-as-rolled", "presence.fort", field="inches")
        if inches > (most := look.state.lair.packs[self.pack].inches):
            raise Refused("too-big", "presence.fort", field="inches", limit=most)


def places_for(kind: BugKind) -> list[Place]:
    """Return the places where bugs of a kind may appear.

    Flyers drop from the sky and nobody else does; all may come from the edge.
    """
    return ["sky", "edge"] if kind == "flyer" else ["cover", "tunnel", "edge"]


def where(look: GameContext, pack: Pack) -> dict[str, Choice]:
    places = places_for(pack.kind)
    sites = mouths_for(look) if "tunnel" in places else []
    return {"place": list(places), **({"site": [NO_SITE, *sites]} if sites else {})}


def is_anywhere(look: GameContext, key: str) -> bool:
    pack = look.state.lair.packs[key]
    return pack.team == FORT and pack.site is None and look.book.answer_for("fort-arrival") == "anywhere"


def mouths_for(look: GameContext) -> list[str]:
    """Return the tunnel mouths that bugs use instead of a new one, if the table says so (MI-24)."""
    if look.book.answer_for("tunnel-at") != "nearest-entrance":
        return []
    return [key for key, site in look.state.sites.items() if site.kind == "tunnel"]


def hidden_packs(look: GameContext) -> list[str]:
    check_phase(look, "presence", "location", "bug-move", "close-combat")
    if not look.state.lair.packs:
        raise Refused("nothing-hidden", "locating.in-the-open")
    return list(look.state.lair.packs)


def figures_left(state: State, kind: BugKind) -> int:
    """Return the figures of a kind that are not on the table (MI-98).

    Infinite if nobody has counted them.
    """
    on_table = sum(bug.kind == kind for _, bug in state.living_bugs())
    return max(0, state.figures.get(kind, MANY) - on_table)


class CountFigures(Command):
    """Say how many figures of each kind of bug there are.

    More bugs than that wait hidden (MI-98).
    """

    warrior: Figures
    flyer: Figures
    tank: Figures

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_setting_up(look)
        choose = {kind: NumberChoice(0, MOST_FIGURES) for kind in ("warrior", "flyer", "tank")}
        yield Offer(cls.key, choose=choose, hint="hint.count-figures")

    def decide(self, draft: Draft) -> None:
        check_setting_up(draft)
        draft.emit(FiguresCounted({"warrior": self.warrior, "flyer": self.flyer, "tank": self.tank}))


def check_setting_up(look: GameContext) -> None:
    if look.state.phase != "muster":
        raise Refused("mustered-already", "presence.figures")


def show(
    draft: Draft, key: str, place: str, by: str | None, mouth: str | None = None, inches: float | None = None
) -> BugsShown:
    """Put the bugs of a pack on the table and say who may fire from which turn.

    At a mouth, or nearer than rolled.
    """
    state = draft.state
    pack = state.lair.packs[key]
    met = sum(bug.kind == pack.kind for bug in state.bugs.values())
    count = min(pack.count, figures_left(state, pack.kind))
    bugs = {f"{pack.kind}-{met + number}": met + number for number in range(1, count + 1)}
    is_guard = not pack.came and pack.site is None
    site = None if is_guard else mouth or pack.site or f"site-{len(state.sites) + 1}"
    event = BugsShown(
        f"group-{len(state.groups) + 1}", pack.kind, bugs, place, pack.inches if inches is None else inches,
        pack.bearing, pack.team, site, by, told_of(draft, by), pack=key, left=pack.count - count,
    )  # fmt: skip
    draft.emit(event)
    return event


def told_of(look: GameContext, by: str | None) -> dict[str, int]:
    state = look.state
    since = state.turn if state.phase in ("bug-move", "close-combat") and by is None else state.turn + 1
    if by is None:
        return {team.squad or key: since for key, team in state.teams.items()}
    return {state.teams[by].squad or by: since}
