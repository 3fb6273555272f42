"""Answers of players to the app's questions about the board.

Each is a form with a usual answer and *none of these*. Source: 20.6.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from pydantic import Field

from app.core.engine.offers import Choice, DiceRequest, MultiChoice, Offer
from app.core.errors import Refused
from app.games.mobile_infantry.brain import choices, driver, fighting, seals, tunnel_play, turn_start
from app.games.mobile_infantry.brain.orders import NOTHING, order_move, walks_as
from app.games.mobile_infantry.events.brain import EntrancesChosen, FactTold, TableScanned, app_of
from app.games.mobile_infantry.state import Draft, GameContext, Inquiry, State
from app.games.mobile_infantry.turn.bugs import engage, living_teams
from app.games.mobile_infantry.turn.close_combat import CLOCK, Stand, able_to_frenzy, victims
from app.games.mobile_infantry.turn.moving import OfInfantry
from app.games.mobile_infantry.turn.presence import NO_SITE, mouths_for
from app.games.mobile_infantry.turn.sequence import check_nothing_first

Hour = Annotated[int, Field(ge=1, le=12)]
HOURS = [f"hour-{hour}" for hour in CLOCK]


class Telling(OfInfantry):
    """An answer to a question of the app.

    Any seat of the Mobile Infantry gives it, the first one counts.
    """

    kind: ClassVar[str]
    inquiry: str

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return super().allowed_for(look) and look.state.app is not None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key, one in asked(look, cls.kind).items():
            yield cls.form(look, key, one)

    @classmethod
    def form(cls, look: GameContext, key: str, one: Inquiry) -> Offer:
        """Build the form of one question."""
        raise NotImplementedError

    def question(self, look: GameContext) -> Inquiry:
        """Return the question that is answered. Raise Refused."""
        found = asked(look, self.kind)
        if self.inquiry not in found:
            raise Refused("nothing-asked", "table.settings", field="inquiry")
        return found[self.inquiry]

    def tell(self, draft: Draft, **answer: Sequence[str]) -> None:
        """Note the answer."""
        told = {name: list(values) for name, values in answer.items() if values}
        draft.emit(FactTold(self.inquiry, self.kind, told))


def asked(look: GameContext, kind: str) -> dict[str, Inquiry]:
    """Return the open questions of a kind.

    Raise Refused if there is none, or if something comes first.
    """
    state = look.state
    if state.over:
        raise Refused("mission-over", "table.over")
    found = {key: one for key, one in app_of(state).inquiries.items() if one.kind == kind}
    if not found:
        raise Refused("nothing-asked", "table.settings")
    if kind != "around":
        check_nothing_first(look)
    return found


def known(given: Sequence[str], allowed: Sequence[str], field: str) -> list[str]:
    """Return the named items, each once. Raise Refused for impossible ones."""
    if any(key not in allowed for key in given):
        raise Refused("not-on-the-board", "table.settings", field=field)
    return list(dict.fromkeys(given))


def some(keys: Sequence[str]) -> MultiChoice:
    return MultiChoice(list(keys), 0, len(keys), False)


class TellNearest(Telling):
    """Tell the visible team that a pack is nearest to.

    Several are equally near; none: nobody is seen. For tank bugs the nearest one, seen or not.
    """

    kind = "nearest"
    teams: list[str] = []
    bug: str = NOTHING

    @classmethod
    def form(cls, look: GameContext, key: str, one: Inquiry) -> Offer:
        teams = living_teams(look.state)
        given, about = {"inquiry": key}, (tuple(one.bugs),)
        if needs_no_sight(look.state, one):
            form: dict[str, Choice] = {"teams": MultiChoice(teams, 1, len(teams), False)}
            return Offer(cls.key, given=given, choose=form, label="tell-nearest-unseen", about=about)
        choose: dict[str, Choice] = {"teams": some(teams), "bug": [NOTHING, *others(look.state, one)]}
        return Offer(cls.key, given=given, choose=choose, about=about)

    def decide(self, draft: Draft) -> None:
        one = self.question(draft)
        teams = known(self.teams, living_teams(draft.state), "teams")
        needs_team = needs_no_sight(draft.state, one)
        known([self.bug], [NOTHING] if needs_team else [NOTHING, *others(draft.state, one)], "bug")
        if needs_team and not teams:
            raise Refused("somebody-is-nearest", "moving.tanks", field="teams")
        self.tell(draft, teams=teams, bug=[self.bug] if self.bug != NOTHING else [])
        go(draft, one, teams, self.bug)


def needs_no_sight(state: State, one: Inquiry) -> bool:
    return all(walks_as(state.bugs[key]) == "tank" for key in one.bugs)


def others(state: State, one: Inquiry) -> list[str]:
    return [key for key, bug in state.living_bugs() if key not in one.bugs and bug.kind != "brain"]


def go(draft: Draft, one: Inquiry, teams: list[str], bug: str = NOTHING) -> None:
    team = order_move(draft, one, teams, bug)
    if team is not None and walks_as(draft.state.bugs[one.bugs[0]]) != "tank":
        driver.ask_reached(draft, one.bugs, team)


class TellAsBefore(OfInfantry):
    """Tell that every pack is nearest to the same team as before."""

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return super().allowed_for(look) and look.state.app is not None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        before(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        for key, one in before(draft).items():
            draft.emit(FactTold(key, "nearest", {"teams": [str(one.team)]}))
            go(draft, one, [str(one.team)])


def before(look: GameContext) -> dict[str, Inquiry]:
    """Return the packs whose last target still lives. Raise Refused if there is none."""
    living = living_teams(look.state)
    found = {key: one for key, one in asked(look, "nearest").items() if one.team in living}
    if not found:
        raise Refused("nothing-asked", "table.settings")
    return found


class TellReached(Telling):
    """Tell which bugs of a pack ended within three inches of a team."""

    kind = "reached"
    team: str
    bugs: list[str] = []

    @classmethod
    def form(cls, look: GameContext, key: str, one: Inquiry) -> Offer:
        living = living_teams(look.state)
        teams = sorted(living, key=lambda team: team != one.team)
        bugs = alive(look.state, one.bugs)
        choose: dict[str, Choice] = {"team": teams, "bugs": MultiChoice(bugs, 0, len(bugs))}
        return Offer(cls.key, given={"inquiry": key}, choose=choose, about=(tuple(one.bugs), str(one.team)))

    def decide(self, draft: Draft) -> None:
        one = self.question(draft)
        known([self.team], living_teams(draft.state), "team")
        bugs = known(self.bugs, alive(draft.state, one.bugs), "bugs")
        self.tell(draft, team=[self.team] if bugs else [], bugs=bugs)
        if bugs:
            engage(draft, self.team, bugs)


class TellNobody(OfInfantry):
    """Answer *none of these* to every open question of a kind."""

    kind: ClassVar[str]

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return super().allowed_for(look) and look.state.app is not None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        asked(look, cls.kind)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        for key, one in asked(draft, self.kind).items():
            draft.emit(FactTold(key, self.kind, {}))
            self.settle(draft, one)

    def settle(self, draft: Draft, one: Inquiry) -> None:
        """Resolve that nobody, or nothing, is so near; after a move nothing follows."""


class TellReachedNobody(TellNobody):
    """Tell that no bug of the packs asked about ended within three inches of a team."""

    kind = "reached"


class TellSprayNobody(TellNobody):
    """Tell that no tank bug asked about has anybody within twelve inches."""

    kind = "spray"

    def settle(self, draft: Draft, one: Inquiry) -> None:
        fighting.spray(draft, one.bugs[0], [], [])


class TellAroundNobody(TellNobody):
    """Tell that no other bug is within six inches of the men asked about."""

    kind = "around"

    def settle(self, draft: Draft, one: Inquiry) -> None:
        driver.settle_around(draft, one, [])


def alive(state: State, bugs: list[str]) -> list[str]:
    return [key for key in bugs if state.bugs[key].living]


class TellMen(Telling):
    """Tell which men are nearest to the bugs in close combat.

    More than there are bugs are equally near; none: no attack.
    """

    kind = "men"
    men: list[str] = []
    fortified: bool = False
    open_top: bool = False

    @classmethod
    def form(cls, look: GameContext, key: str, one: Inquiry) -> Offer:
        choose: dict[str, Choice] = {
            "men": some(victims(look.state, str(one.team))), "fortified": [False, True], "open_top": [False, True],
        }  # fmt: skip
        label = "tell-men-again" if one.again else None
        return Offer(
            cls.key, given={"inquiry": key}, choose=choose, label=label, about=(str(one.team), tuple(one.bugs))
        )

    def decide(self, draft: Draft) -> None:
        one = self.question(draft)
        men = known(self.men, victims(draft.state, str(one.team)), "men")
        self.tell(draft, men=men)
        fighting.strike(draft, one, men, Stand(self.fortified, self.open_top))


class TellSpray(Telling):
    """Tell which men within twelve inches of a tank bug are within six of each other.

    As many as possible.
    """

    kind = "spray"
    men: list[str] = []
    cover: list[str] = []

    @classmethod
    def form(cls, look: GameContext, key: str, one: Inquiry) -> Offer:
        choose: dict[str, Choice] = {"men": some(on_table(look.state)), "cover": some(living_teams(look.state))}
        return Offer(cls.key, given={"inquiry": key}, choose=choose, about=(tuple(one.bugs),))

    def decide(self, draft: Draft) -> None:
        one = self.question(draft)
        men = known(self.men, on_table(draft.state), "men")
        cover = known(self.cover, living_teams(draft.state), "cover")
        self.tell(draft, men=men, cover=cover)
        fighting.spray(draft, one.bugs[0], men, cover)


def on_table(state: State) -> list[str]:
    return [key for team in living_teams(state) for key in state.living_of(team)]


class TellAround(Telling):
    """Tell which bugs are within six inches of a man who was thrown, or pinned."""

    kind = "around"
    bugs: list[str] = []

    @classmethod
    def form(cls, look: GameContext, key: str, one: Inquiry) -> Offer:
        bugs = [bug for bug in able_to_frenzy(look) if bug not in one.bugs]
        man = str(one.trooper)
        about = ((man, look.state.troopers[man].team),)
        return Offer(cls.key, given={"inquiry": key}, choose={"bugs": some(bugs)}, about=about)

    def decide(self, draft: Draft) -> None:
        one = self.question(draft)
        bugs = known(self.bugs, [bug for bug in able_to_frenzy(draft) if bug not in one.bugs], "bugs")
        self.tell(draft, bugs=bugs)
        driver.settle_around(draft, one, bugs)


class TellPresence(Telling):
    """Tell what the rolled point is like, and which tunnel mouths are near.

    Asked whether or not anything comes.
    """

    kind = "presence"
    point: str = turn_start.POINTS[0]
    seen: list[str] = []
    near: list[str] = []
    near_mouth: str = NO_SITE

    @classmethod
    def form(cls, look: GameContext, key: str, one: Inquiry) -> Offer:
        choose: dict[str, Choice] = {"point": turn_start.points_of(look)}
        if openings := mouths_for(look):
            choose |= {"near_mouth": [NO_SITE, *openings]}
        if mouths := mouths_of(look.state):
            choose |= {"seen": some(mouths), "near": some(mouths)}
        return Offer(cls.key, given={"inquiry": key}, choose=choose, about=(spot_of(one),))

    def decide(self, draft: Draft) -> None:
        self.question(draft)
        mouths = mouths_of(draft.state)
        known([self.point], turn_start.points_of(draft), "point")
        seen, near = known(self.seen, mouths, "seen"), known(self.near, mouths, "near")
        known([self.near_mouth], [NO_SITE, *mouths_for(draft)], "near_mouth")
        mouth = self.near_mouth if self.near_mouth != NO_SITE else None
        self.tell(draft, point=[self.point], seen=seen, near=near, **{"near-mouth": [mouth] if mouth else []})
        turn_start.test(draft, self.point, mouth)


def spot_of(one: Inquiry) -> tuple[str, ...]:
    return (str(one.spot.team), one.spot.bearing, f"{one.spot.inches:g}″") if one.spot else ()


def mouths_of(state: State) -> list[str]:
    return [*app_of(state).mouths_of, *(key for key, site in state.sites.items() if site.kind == "tunnel")]


class TellFort(Telling):
    """Tell the hours of the fort's tower, landing zone and walls before a siege.

    The edge named 12 is 12.
    """

    kind = "fort"
    tower: Hour
    landing: Hour
    walled: list[str] = []

    @classmethod
    def form(cls, look: GameContext, key: str, one: Inquiry) -> Offer:
        choose: dict[str, Choice] = {"tower": list(CLOCK), "landing": list(CLOCK), "walled": some(HOURS)}
        return Offer(cls.key, given={"inquiry": key}, choose=choose, must_choose=("tower", "landing"))

    def decide(self, draft: Draft) -> None:
        self.question(draft)
        walled = known(self.walled, HOURS, "walled")
        self.tell(draft, tower=[f"hour-{self.tower}"], landing=[f"hour-{self.landing}"], walled=walled)
        bare = [int(hour.rpartition("-")[2]) for hour in walled]
        siege = choices.siege_hours(choices.temper_of(draft.state), self.tower, self.landing, bare)
        setup = {"mission": draft.state.mission, "temper": app_of(draft.state).temper, "siege": siege}
        seals.seal(draft, {"setup": setup})


class TellEntrances(Telling):
    """Tell the entrances that will be used in a mission underground.

    Then their guards are rolled for.
    """

    kind = "entrances"
    entrances: Annotated[list[str], Field(min_length=1)]

    @classmethod
    def form(cls, look: GameContext, key: str, one: Inquiry) -> Offer:
        entrances = list(app_of(look.state).mouths_of)
        return Offer(cls.key, given={"inquiry": key}, choose={"entrances": MultiChoice(entrances, 1, len(entrances))})

    def decide(self, draft: Draft) -> None:
        self.question(draft)
        entrances = known(self.entrances, list(app_of(draft.state).mouths_of), "entrances")
        self.tell(draft, entrances=entrances)
        draft.emit(EntrancesChosen(entrances))
        tunnel_play.post_guards(draft)


class TellScan(Telling):
    """Tell which teams are alone, on a hill, mounted: one location test for the whole table.

    Asked whatever is there.
    """

    rolls: ClassVar[bool] = True
    kind = "scan"
    alone: list[str] = []
    hill: list[str] = []
    mounted: list[str] = []

    @classmethod
    def form(cls, look: GameContext, key: str, one: Inquiry) -> Offer:
        teams = living_teams(look.state)
        choose: dict[str, Choice] = {name: some(teams) for name in ("alone", "hill", "mounted")}
        return Offer(cls.key, given={"inquiry": key}, choose=choose, dice=DiceRequest(1))

    def decide(self, draft: Draft) -> None:
        self.question(draft)
        teams = living_teams(draft.state)
        alone, hill = known(self.alone, teams, "alone"), known(self.hill, teams, "hill")
        mounted = known(self.mounted, teams, "mounted")
        roll = draft.roll(DiceRequest(1))
        self.tell(draft, alone=alone, hill=hill, mounted=mounted)
        turn_start.scan(draft, TableScanned(roll, alone, hill, mounted))
