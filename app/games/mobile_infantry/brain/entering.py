"""Teams enter sections underground, and say how far they walk there.

Source: Ratas de Túnel.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from app.core.engine.offers import Choice, MultiChoice, NumberChoice, Offer
from app.core.errors import Refused
from app.core.table_commands.board_questions import known
from app.games.mobile_infantry.brain import tunnel_play, walking
from app.games.mobile_infantry.events.brain import TeamsWalked, app_of
from app.games.mobile_infantry.state import Draft, GameContext
from app.games.mobile_infantry.turn.bugs import living_teams
from app.games.mobile_infantry.turn.moving import OfInfantry
from app.games.mobile_infantry.turn.sequence import check_battle, check_nothing_first


class EnterSection(OfInfantry):
    """Teams go into a tunnel, into a chamber, or back to the surface.

    They meet what waits there.
    """

    section: str
    teams: Annotated[list[str], Field(min_length=1)]

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return super().allowed_for(look) and look.state.app is not None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        found, every = False, list[Refused]()
        for section, ways in to_enter(look).items():
            far = {team: too_far(look, team, section, past) for team, past in ways.items()}
            lacks = [no for no in far.values() if no is not None]
            every += lacks
            for teams, most in crews(look, ways, [team for team, no in far.items() if no is None]):
                found, choose = True, {"teams": MultiChoice(teams, 1, most)}
                yield Offer(cls.key, given={"section": section}, choose=choose, about=(section,), left_out=tuple(lacks))
        if every and not found:
            raise min(every, key=lambda no: float(str(no.words["inches"])))

    def decide(self, draft: Draft) -> None:
        ways = to_enter(draft).get(self.section)
        if ways is None:
            raise Refused("no-way-there", "missions.tunnels", field="section")
        teams = {team: ways[team] for team in known(self.teams, list(ways), "teams")}
        for team, past in teams.items():
            if (no := too_far(draft, team, self.section, past)) is not None:
                raise no
        for past in set(teams.values()):
            walking.check_entrance(draft, past, [team for team in teams if teams[team] == past])
        steps = {team: walking.steps_to(draft, team, self.section, past) for team, past in teams.items()}
        tunnel_play.enter(draft, self.section, teams, steps)


def too_far(look: GameContext, team: str, section: str, past: str) -> Refused | None:
    inches = walking.left_to_enter(look, team, section, past)
    return Refused("not-so-far", "tunnels.walking", field="teams", team=team, inches=inches) if inches else None


def crews(look: GameContext, ways: dict[str, str], near: list[str]) -> Iterator[tuple[list[str], int]]:
    """Yield teams that may enter a section together, and at most how many.

    Fire teams apart, if an entrance that nobody has gone down needs some of them.
    """
    above = walking.from_above(look, near)
    most = min([len(above), *(walking.most_down(look, ways[team]) for team in above)])
    if most == len(above):
        yield from [(near, len(near))] if near else []
        return
    others = [team for team in near if team not in above]
    yield from ((teams, limit) for teams, limit in ((others, len(others)), (above, most)) if limit > 0)


class WalkBelow(OfInfantry):
    team: str
    towards: str
    inches: Annotated[int, Field(ge=0, le=99)]

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return super().allowed_for(look) and look.state.app is not None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for team, most in walkers(look).items():
            left = walking.left_to(look.state, look.book, team)
            onward = walking.goes_to(look.state, team, list(left))
            ends = [onward, *(end for end in left if end != onward)]
            choose: dict[str, Choice] = {"towards": ends, "inches": NumberChoice(0, most, first=most)}
            yield Offer(cls.key, given={"team": team}, choose=choose, about=(team,))

    def decide(self, draft: Draft) -> None:
        most = walkers(draft).get(self.team)
        if most is None:
            raise Refused("no-such-team", "tunnels.walking", field="team", team=self.team)
        known([self.towards], list(walking.left_to(draft.state, draft.book, self.team)), "towards")
        if self.inches > most:
            raise Refused("too-big", "tunnels.walking", field="inches", limit=most)
        step = min(self.inches, walking.left_to(draft.state, draft.book, self.team)[self.towards])
        where = walking.gone(draft, self.team, self.towards, step)
        draft.emit(TeamsWalked({self.team: step}, {self.team: where}, told=True, towards=self.towards))


def walkers(look: GameContext) -> dict[str, int]:
    """Return the teams of this seat underground that may go on → inches.

    Raise Refused if there is none.
    """
    check_battle(look)
    check_nothing_first(look)
    own = [key for key, _ in look.state.teams_of(look.seat.name) if walking.left_to(look.state, look.book, key)]
    strides = {key: int(walking.stride(look.state, look.book, key)) for key in own}
    found = {key: inches for key, inches in strides.items() if inches}
    if not found:
        raise Refused("nobody-walks", "tunnels.walking")
    return found


def to_enter(look: GameContext) -> dict[str, dict[str, str]]:
    """Return section → teams that may enter it, each past which end.

    Raise Refused if there are no tunnels.
    """
    check_battle(look)
    check_nothing_first(look)
    if not app_of(look.state).mouths_of:
        raise Refused("no-tunnels", "missions.tunnels")
    found: dict[str, dict[str, str]] = {}
    for team in living_teams(look.state):
        for section, past in tunnel_play.doors(look, team).items():
            found.setdefault(section, {})[team] = past
    return found
