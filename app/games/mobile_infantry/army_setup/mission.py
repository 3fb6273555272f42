"""Choice of the mission, and readiness to begin.

Source: Infantería Móvil, Control de la Misión.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from app.core.engine.command import Command, Doubt
from app.core.engine.offers import DiceRequest, Offer
from app.core.errors import Refused
from app.core.rules.book import require_one_of
from app.core.rules.dice import Roll
from app.core.rules.ruling import working
from app.core.table_commands.setting_up import begins_unticked
from app.games.mobile_infantry.army_setup.teams import like_others, models_of, own_units
from app.games.mobile_infantry.book import BRAIN, EDITION, Book, edition_book
from app.games.mobile_infantry.events.muster import ExperienceKnown, MissionChosen, SeatReady, SeatsLeftOut
from app.games.mobile_infantry.events.presence import NEST
from app.games.mobile_infantry.rulings.scoring import MissionRoll, mission
from app.games.mobile_infantry.state import Draft, GameContext, number_of_fire_teams
from app.games.mobile_infantry.turn.phases import begin_battle
from app.games.mobile_infantry.turn.sequence import mission_of

MISSIONS = tuple(edition_book(EDITION, {}).missions)
Number = Annotated[int, Field(ge=min(MISSIONS), le=max(MISSIONS))]


class ChooseMission(Command):
    mission: Number

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_undecided(look)
        yield Offer(cls.key, choose={"mission": [number for number in MISSIONS if number != look.state.mission]})

    def decide(self, draft: Draft) -> None:
        check_undecided(draft)
        require_one_of([str(number) for number in MISSIONS], str(self.mission), "mission")
        draft.emit(chosen(draft.book, self.mission))


class RollMission(Command):
    """Roll for the mission, one more where most teams are veterans."""

    rolls = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_open(look)
        yield Offer(cls.key, dice=DiceRequest(1))

    def decide(self, draft: Draft) -> None:
        check_open(draft)
        roll = draft.roll(DiceRequest(1))
        facts = MissionRoll(die=roll.numbers[0], veteran_majority=mostly_veterans(draft))
        answer = mission(facts, draft.book)
        event = chosen(draft.book, answer["mission"], roll)
        event.working = working(answer)
        draft.emit(event)


def check_open(look: GameContext) -> None:
    if look.state.phase != "muster":
        raise Refused("mustered-already", "organisation.mission")


def check_undecided(look: GameContext) -> None:
    """Raise Refused once the battle has begun, or the Brain has set up for the mission."""
    check_open(look)
    if BRAIN in look.state.ready:
        raise Refused("done-already", "organisation.mission")


def mostly_veterans(look: GameContext) -> bool:
    every = look.book.answer_for("majority") == "all-teams"
    teams = [team for team in look.state.teams.values() if every or team.kind == "fire"]
    veterans = [team for team in teams if team.experience == "veteran"]
    return 2 * len(veterans) > len(teams)


def chosen(book: Book, number: int, roll: Roll | None = None) -> MissionChosen:
    """Return a mission with its boats and, if the table wants one, its last turn (MI-74)."""
    last = book.turn_limits.limits[number - 1] if book.answer_for("turn-limit") == "suggested" else 0
    boats = book.boats
    return MissionChosen(number, boats.number, not book.missions[number].on_foot, last, roll, seats=boats.seats)


class Ready(Command):
    """Confirm that one's own set-up is finished; when everybody has, the first turn begins."""

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_ready(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        check_ready(draft)
        if draft.side != BRAIN and (known := like_others(draft)):
            draft.emit(ExperienceKnown(known))
        draft.emit(SeatReady(draft.seat.name))
        if not draft.state.waiting:
            begin_battle(draft)

    def asked_before(self, look: GameContext) -> Doubt | None:
        return begins_unticked(look) if waited_for(look) == [look.seat.name] else None


def check_ready(look: GameContext) -> None:
    state = look.state
    check_open(look)
    if look.seat.name in state.ready:
        raise Refused("done-already", "organisation.teams")
    if state.mission is None:
        raise Refused("no-mission", "organisation.mission")
    if state.app is not None and state.app.inquiries:
        raise Refused("facts-first", "organisation.mission")
    if look.side == BRAIN:
        check_guards(look)
        return
    if not [one for one in waited_for(look) if one not in (BRAIN, look.seat.name)]:
        check_teams(look)
    for unit in own_units(look):
        for key, team in state.teams.items():
            if unit in (key, team.squad) and team.experience is None and not models_of(look, team):
                raise Refused("experience-unknown", "organisation.experience", team=key)


def check_guards(look: GameContext) -> None:
    state, mission = look.state, mission_of(look)
    if mission.underground and not any(place != NEST for place in state.lair.posted):
        raise Refused("guards-first", "tunnels.guards")
    if mission.guards_dice and (NEST not in state.lair.posted or state.nest_seal is None):
        raise Refused("nest-first", "missions.hunt")


def waited_for(look: GameContext) -> list[str]:
    return [getattr(one, "seat", BRAIN) for one in look.state.waiting]


def check_teams(look: GameContext) -> None:
    state = look.state
    used = state.app.entrances if state.app is not None else [place for place in state.lair.posted if place != NEST]
    if number_of_fire_teams(state) < len(used):
        raise Refused("teams-per-entrance", "tunnels.entrances", limit=len(used))


class BeginWithout(Command):
    """Begin the battle without the seats that nobody occupies."""

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        empty_chairs(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        draft.emit(SeatsLeftOut(empty_chairs(draft)))
        begin_battle(draft)

    def asked_before(self, look: GameContext) -> Doubt:
        unticked = begins_unticked(look)
        return Doubt("begin-without-unticked", unticked.about) if unticked else Doubt(self.key)


def empty_chairs(look: GameContext) -> list[str]:
    """Return the empty seats without a team if nothing else is waited for.

    Raise Refused if there is more to wait for.
    """
    state = look.state
    check_open(look)
    if look.seat.name not in state.ready or not state.teams:
        raise Refused("ready-first", "organisation.teams")
    asked = waited_for(look)
    with_teams = {team.seat for team in state.teams.values()}
    if any(seat == BRAIN or seat in with_teams or state.seats[seat].phones for seat in asked):
        raise Refused("chairs-taken", "organisation.teams")
    check_teams(look)
    return asked
