"""Answers of players about the moves of bugs: whom they reached.

If it is asked, whom they go for. Source: 20.6.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.core.engine.offers import Choice, MultiChoice, Offer
from app.core.errors import Refused
from app.core.table_commands.board_questions import known
from app.games.mobile_infantry.brain import driver
from app.games.mobile_infantry.brain.board_questions import Answer, NoneOfThese, OneAnswer, asked, some
from app.games.mobile_infantry.brain.orders import NOTHING, order_move, walks_as
from app.games.mobile_infantry.events.brain import FactsAsked, app_of
from app.games.mobile_infantry.state import Draft, GameContext, Inquiry, State
from app.games.mobile_infantry.turn.bugs import engage, living_teams
from app.games.mobile_infantry.turn.ending import Done


class TellReached(OneAnswer):
    """Tell which bugs of a pack ended within three inches of a team.

    Those not named are asked about again, unless the app has said for which team they go.
    """

    kind = "reached"
    team: str
    bugs: list[str] = []

    @classmethod
    def form(cls, look: GameContext, key: str, one: Inquiry) -> Offer:
        living = living_teams(look.state)
        teams = sorted(living, key=lambda team: team != one.team)
        bugs = alive(look.state, one.bugs)
        choose: dict[str, Choice] = {"team": teams, "bugs": MultiChoice(bugs, 0, len(bugs))}
        return Offer(cls.key, given={"inquiry": key}, choose=choose, about=(tuple(bugs),))

    def decide(self, draft: Draft) -> None:
        one = self.question(draft)
        known([self.team], living_teams(draft.state), "team")
        bugs = known(self.bugs, alive(draft.state, one.bugs), "bugs")
        self.tell(draft, team=[self.team] if bugs else [], bugs=bugs)
        if not bugs:
            return
        engage(draft, self.team, bugs)
        left = [key for key in alive(draft.state, one.bugs) if key not in bugs]
        if left and not one.aimed:
            draft.emit(FactsAsked("reached", {self.inquiry: Inquiry("reached", left, one.team)}))


def alive(state: State, bugs: list[str]) -> list[str]:
    return [key for key in bugs if state.bugs[key].living]


class TellReachedNobody(NoneOfThese):
    """Tell that no bug of the packs asked about ended within three inches of a team.

    `ends`: and end the phase.
    """

    kind = "reached"
    ends: bool = False

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        found = asked(look, cls.kind)
        label = "tell-nobody-else" if have_reached(look.state) else cls.key
        if len(found) == len(app_of(look.state).inquiries) and is_awaited(look):
            yield Offer(cls.key, given={"ends": True}, label=f"{label}-ends")
        yield Offer(cls.key, label=label)

    def decide(self, draft: Draft) -> None:
        super().decide(draft)
        if self.ends:
            Done().decide(draft)


def have_reached(state: State) -> bool:
    """Return whether a bug that has moved in this turn is in close combat."""
    return any(bug.engages and bug.moved is not None for _, bug in state.living_bugs())


def is_awaited(look: GameContext) -> bool:
    return any(getattr(one, "seat", None) == look.seat.name for one in look.state.waiting)


class TellAsBefore(Answer):
    """Tell that all bugs of all packs ended within three inches of their previous teams."""

    kind = "reached"

    @classmethod
    def questions(cls, look: GameContext) -> dict[str, Inquiry]:
        return before(look)

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        cls.questions(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        reached: dict[str, list[str]] = {}
        for key, one in self.questions(draft).items():
            team, bugs = str(one.team), alive(draft.state, one.bugs)
            self.note(draft, key, team=[team], bugs=bugs)
            reached[team] = [*reached.get(team, []), *bugs]
        for team, bugs in reached.items():
            engage(draft, team, bugs)


def before(look: GameContext) -> dict[str, Inquiry]:
    """Return the packs whose last target still lives. Raise Refused if there is none."""
    living = living_teams(look.state)
    found = {key: one for key, one in asked(look, "reached").items() if one.team in living}
    if not found:
        raise Refused("nothing-asked", "table.settings")
    return found


class TellNearest(OneAnswer):
    """Tell the visible teams equally near to a pack, or none: the app picks its target."""

    kind = "nearest"
    teams: list[str] = []
    bug: str = NOTHING

    @classmethod
    def questions(cls, look: GameContext) -> dict[str, Inquiry]:
        return undirected(look)

    @classmethod
    def form(cls, look: GameContext, key: str, one: Inquiry) -> Offer:
        teams = some(living_teams(look.state))
        choose: dict[str, Choice] = {"teams": teams, "bug": [NOTHING, *others(look.state, one)]}
        return Offer(cls.key, given={"inquiry": key}, choose=choose, about=(tuple(one.bugs),))

    def decide(self, draft: Draft) -> None:
        one = self.question(draft)
        teams = known(self.teams, living_teams(draft.state), "teams")
        known([self.bug], [NOTHING, *others(draft.state, one)], "bug")
        self.tell(draft, teams=teams, bug=[self.bug] if self.bug != NOTHING else [])
        for bugs in by_kind(draft.state, alive(draft.state, one.bugs)):
            team = order_move(draft, bugs, teams, self.bug)
            if team is not None and walks_as(draft.state.bugs[bugs[0]]) != "tank":
                driver.ask_reached(draft, bugs, team)


def undirected(look: GameContext) -> dict[str, Inquiry]:
    found = {key: one for key, one in asked(look, "nearest", "reached").items() if not one.aimed}
    if not found:
        raise Refused("nothing-asked", "table.settings")
    return found


def others(state: State, one: Inquiry) -> list[str]:
    return [key for key, bug in state.living_bugs() if key not in one.bugs and bug.kind != "brain"]


def by_kind(state: State, bugs: list[str]) -> list[list[str]]:
    kinds: dict[str, list[str]] = {}
    for key in bugs:
        kinds.setdefault(walks_as(state.bugs[key]), []).append(key)
    return list(kinds.values())
