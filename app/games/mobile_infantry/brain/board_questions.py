"""Answers of players to the app's questions about the board.

Each is a form with a usual answer and *none of these*. Source: 20.6.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from pydantic import Field

from app.core.engine.offers import Choice, DiceRequest, MultiChoice, Offer
from app.core.errors import Refused
from app.core.table_commands.board_questions import TellFact, Telling, TellNone, known, open_questions
from app.games.mobile_infantry.brain import choices, driver, fighting, seals, tunnel_play, turn_start
from app.games.mobile_infantry.events.brain import EntrancesChosen, FactTold, TableScanned, app_of
from app.games.mobile_infantry.state import Draft, GameContext, Inquiry, State
from app.games.mobile_infantry.turn.bugs import living_teams, named_first
from app.games.mobile_infantry.turn.close_combat import CLOCK, Stand, able_to_frenzy, victims
from app.games.mobile_infantry.turn.locating import hint_of
from app.games.mobile_infantry.turn.moving import OfInfantry
from app.games.mobile_infantry.turn.presence import NO_SITE, mouths_for
from app.games.mobile_infantry.turn.sequence import check_nothing_first

Hour = Annotated[int, Field(ge=1, le=12)]
HOURS = [f"hour-{hour}" for hour in CLOCK]
MODIFIERS = ("alone", "hill", "mounted")
"""The questions of a location test about each team."""


class Answer(Telling, OfInfantry):
    told = FactTold

    @classmethod
    def questions(cls, look: GameContext) -> dict[str, Inquiry]:
        return asked(look, cls.kind)


class OneAnswer(TellFact, Answer):
    """An answer to one question."""


class NoneOfThese(TellNone, Answer):
    """*None of these* to every open question of a kind."""


def asked(look: GameContext, *kinds: str) -> dict[str, Inquiry]:
    """Return the open questions of these kinds.

    Raise Refused if there is none, or if something comes first.
    """
    found = open_questions(look, *kinds)
    if kinds != ("around",):
        check_nothing_first(look)
    return found


def some(keys: Sequence[str]) -> MultiChoice:
    return MultiChoice(list(keys), 0, len(keys), False)


class TellAcid(OneAnswer):
    """Tell how many men of one team a tank bug reaches: so many, or these."""

    kind = "spray"
    team: str
    number: Annotated[int, Field(ge=1)]
    cover: bool = False
    troopers: list[str] = []

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key, one in cls.questions(look).items():
            for team in living_teams(look.state):
                men = look.state.living_of(team)
                for number in range(1, len(men) + 1):
                    choose: dict[str, Choice] = {"cover": [False, True], "troopers": MultiChoice(men, 0, number, False)}
                    given = {"inquiry": key, "team": team, "number": number}
                    yield Offer(cls.key, given=given, choose=choose, about=(one.bugs[0], team))

    def decide(self, draft: Draft) -> None:
        one = self.question(draft)
        known([self.team], living_teams(draft.state), "team")
        men = draft.state.living_of(self.team)
        if self.number > len(men):
            raise Refused("too-many-men", "acid.spray", field="number", limit=len(men))
        hit = named_first(self.troopers, men, self.number)
        cover = [self.team] if self.cover else []
        self.tell(draft, men=hit, cover=cover)
        fighting.spray(draft, one.bugs[0], hit, cover)


class TellSprayNobody(NoneOfThese):
    """Tell that no tank bug asked about has anybody within twelve inches."""

    kind = "spray"

    def settle(self, draft: Draft, one: Inquiry) -> None:
        fighting.spray(draft, one.bugs[0], [], [])


class TellAroundNobody(NoneOfThese):
    """Tell that no other bug is within six inches of the men asked about."""

    kind = "around"

    def settle(self, draft: Draft, one: Inquiry) -> None:
        driver.settle_around(draft, one, [])


class TellMen(OneAnswer):
    """Tell which men are nearest to the bugs in close combat.

    More than there are bugs are equally near.
    """

    kind = "men"
    men: Annotated[list[str], Field(min_length=1)]
    fortified: bool = False
    open_top: bool = False

    @classmethod
    def form(cls, look: GameContext, key: str, one: Inquiry) -> Offer:
        men = victims(look.state, str(one.team))
        choose: dict[str, Choice] = {
            "men": MultiChoice(men, 1, len(men), False), "fortified": [False, True], "open_top": [False, True],
        }  # fmt: skip
        label = "tell-men-again" if one.again else None
        about = (str(one.team), tuple(one.bugs))
        given, hint = {"inquiry": key}, "hint.men-again" if one.again else "hint.men-nearest"
        return Offer(cls.key, given=given, choose=choose, label=label, about=about, hint=hint)

    def decide(self, draft: Draft) -> None:
        one = self.question(draft)
        men = known(self.men, victims(draft.state, str(one.team)), "men")
        self.tell(draft, men=men)
        fighting.strike(draft, one, men, Stand(self.fortified, self.open_top))


class TellNoAttack(OneAnswer):
    """Tell that no man is near enough: these bugs do not attack."""

    kind = "men"

    @classmethod
    def form(cls, look: GameContext, key: str, one: Inquiry) -> Offer:
        return Offer(cls.key, given={"inquiry": key}, about=(str(one.team), tuple(one.bugs)))

    def decide(self, draft: Draft) -> None:
        one = self.question(draft)
        self.tell(draft)
        fighting.strike(draft, one, [], Stand())


class TellSpray(OneAnswer):
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


class TellAround(OneAnswer):
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


class TellPresence(OneAnswer):
    """Tell what the rolled point is like, and which tunnel mouths are near.

    Asked whether or not anything comes.
    """

    kind = "presence"
    point: str = turn_start.POINTS[0]
    in_sight: list[str] = []
    near: list[str] = []
    near_mouth: str = NO_SITE

    @classmethod
    def form(cls, look: GameContext, key: str, one: Inquiry) -> Offer:
        choose: dict[str, Choice] = {"point": turn_start.points_of(look)}
        if openings := mouths_for(look):
            choose |= {"near_mouth": [NO_SITE, *openings]}
        if mouths := mouths_of(look.state):
            choose |= {"in_sight": some(mouths), "near": some(mouths)}
        return Offer(cls.key, given={"inquiry": key}, choose=choose, about=(spot_of(one),))

    def decide(self, draft: Draft) -> None:
        self.question(draft)
        mouths = mouths_of(draft.state)
        known([self.point], turn_start.points_of(draft), "point")
        seen, near = known(self.in_sight, mouths, "in_sight"), known(self.near, mouths, "near")
        known([self.near_mouth], [NO_SITE, *mouths_for(draft)], "near_mouth")
        mouth = self.near_mouth if self.near_mouth != NO_SITE else None
        self.tell(draft, point=[self.point], seen=seen, near=near, **{"near-mouth": [mouth] if mouth else []})
        turn_start.test(draft, self.point, mouth)


def spot_of(one: Inquiry) -> tuple[str, ...]:
    return (str(one.spot.team), one.spot.bearing, f"{one.spot.inches:g}″") if one.spot else ()


def mouths_of(state: State) -> list[str]:
    return [*app_of(state).mouths_of, *(key for key, site in state.sites.items() if site.kind == "tunnel")]


class TellFort(OneAnswer):
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


class TellEntrances(OneAnswer):
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


class TellScanSame(Answer):
    """Tell that the same teams are alone, on a hill, mounted as in the last location test.

    None in the first.
    """

    kind = "scan"
    rolls: ClassVar[bool] = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        cls.questions(look)
        label = "tell-scan-nobody" if not any(as_scanned(look.state).values()) else None
        yield Offer(cls.key, dice=DiceRequest(1), label=label, hint=hint_of("find-bugs", look))

    def decide(self, draft: Draft) -> None:
        inquiry = next(iter(self.questions(draft)))
        roll = draft.roll(DiceRequest(1))
        told = as_scanned(draft.state)
        self.note(draft, inquiry, **told)
        turn_start.scan(draft, TableScanned(roll, told["alone"], told["hill"], told["mounted"]))


def as_scanned(state: State) -> dict[str, list[str]]:
    told = app_of(state).scanned
    return {name: [key for key in told.get(name, []) if state.living_of(key)] for name in MODIFIERS}


class TellScan(OneAnswer):
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
        choose: dict[str, Choice] = {name: some(teams) for name in MODIFIERS}
        hint, label = hint_of("find-bugs", look), "tell-scan-anew" if any(as_scanned(look.state).values()) else None
        return Offer(cls.key, given={"inquiry": key}, choose=choose, dice=DiceRequest(1), label=label, hint=hint)

    def decide(self, draft: Draft) -> None:
        self.question(draft)
        teams = living_teams(draft.state)
        alone, hill = known(self.alone, teams, "alone"), known(self.hill, teams, "hill")
        mounted = known(self.mounted, teams, "mounted")
        roll = draft.roll(DiceRequest(1))
        self.tell(draft, alone=alone, hill=hill, mounted=mounted)
        turn_start.scan(draft, TableScanned(roll, alone, hill, mounted))
