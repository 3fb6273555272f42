"""Infantería Móvil: the definition of the game (rules by Craig Cartmell)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from app.core.content.cards.fields import SetData
from app.core.content.missions import MissionData
from app.core.engine.command import Command
from app.core.engine.visibility import Redacted
from app.core.errors import Refused
from app.core.game.definition import Game, GameFiles, GameRules, GameViews, Opening
from app.core.game.setup import seats_of
from app.core.rules.book import require_one_of
from app.core.rules.dice import D6_FACES
from app.games.mobile_infantry.army_setup import mission, set_up_list, teams, veteran_squads
from app.games.mobile_infantry.army_setup.squad_files import KEY, keepsakes, sheets_of
from app.games.mobile_infantry.board_view import shown
from app.games.mobile_infantry.board_view.details import details
from app.games.mobile_infantry.board_view.outcome import outcome
from app.games.mobile_infantry.board_view.status import owed
from app.games.mobile_infantry.book import EDITION, FOLDER, SIDES, edition_book, open_book, questions
from app.games.mobile_infantry.brain import board_questions, entering, placing, pursuit_questions
from app.games.mobile_infantry.events import InfantryEvent
from app.games.mobile_infantry.events.muster import MOST_BOATS, MissionChosen
from app.games.mobile_infantry.fuzz_profile import FUZZING
from app.games.mobile_infantry.on_table import ORDERS, off_table, seen_on_table
from app.games.mobile_infantry.options import Options, options_in, seats
from app.games.mobile_infantry.rulings import RULINGS
from app.games.mobile_infantry.state import PHASES, AppBrain, State, Temper
from app.games.mobile_infantry.statistics import fallen, reckoned
from app.games.mobile_infantry.turn import (
    arriving,
    boats,
    bugs,
    close_combat,
    ending,
    firing,
    locating,
    moving,
    nuclear,
    objectives,
    phases,
    presence,
    reaction,
    tunnels,
    volleys,
)
from app.games.mobile_infantry.turn.close_combat import CLOCK
from app.games.mobile_infantry.unknown import unknown

COMMANDS: tuple[type[Command], ...] = (
    teams.RaiseSquad,
    veteran_squads.ReturnSquad,
    veteran_squads.EnlistSquad,
    teams.RaiseTeam,
    teams.Dismiss,
    teams.RollExperience,
    teams.SetExperience,
    teams.NameTeam,
    teams.IssueWeapon,
    mission.ChooseMission,
    mission.RollMission,
    mission.Ready,
    mission.BeginWithout,
    reaction.React,
    reaction.ChooseReaction,
    reaction.Witness,
    locating.Sight,
    moving.Run,
    moving.LeaveTable,
    moving.MoveTeams,
    moving.MoveTeam,
    moving.March,
    moving.Withdraw,
    firing.Fire,
    volleys.FireSquad,
    volleys.NextVolley,
    firing.Reload,
    nuclear.Launch,
    nuclear.Drift,
    nuclear.SurviveBlast,
    nuclear.ResolveBlast,
    locating.LookAround,
    locating.LookAll,
    locating.AnswerLook,
    locating.AnswerRest,
    presence.TestPresence,
    arriving.Arrival,
    arriving.FollowUps,
    arriving.MovePacks,
    presence.Show,
    presence.CountFigures,
    bugs.MoveBugs,
    bugs.Engage,
    bugs.Retreat,
    bugs.Spray,
    bugs.Dodge,
    bugs.Shelter,
    close_combat.Strike,
    close_combat.Rest,
    close_combat.Finish,
    close_combat.Throw,
    close_combat.Fall,
    close_combat.Threaten,
    close_combat.Spare,
    close_combat.FrenzyTest,
    boats.CallBoats,
    boats.RollForBoats,
    boats.LandBoats,
    boats.WalkOff,
    boats.AttackBoat,
    boats.Embark,
    boats.EmbarkAll,
    boats.TakeOff,
    boats.LoseBoat,
    objectives.StormWall,
    tunnels.RollGuards,
    tunnels.PostNest,
    tunnels.MarkNest,
    tunnels.CaptureBrain,
    tunnels.DragBrain,
    tunnels.TellWay,
    tunnels.BringOutBrain,
    objectives.ReachMarker,
    objectives.TakeChance,
    pursuit_questions.TellAsBefore,
    pursuit_questions.TellNearest,
    pursuit_questions.TellReached,
    pursuit_questions.TellReachedNobody,
    board_questions.TellSpray,
    board_questions.TellAcid,
    board_questions.TellSprayNobody,
    board_questions.TellMen,
    board_questions.TellNoAttack,
    board_questions.TellAround,
    board_questions.TellAroundNobody,
    board_questions.TellPresence,
    board_questions.TellScanSame,
    board_questions.TellScan,
    board_questions.TellFort,
    board_questions.TellEntrances,
    entering.EnterSection,
    entering.WalkBelow,
    placing.TellIllegal,
    ending.Done,
    phases.Concede,
)

USUAL_TEMPER: Temper = "cunning"


def opening(options: Options, cards: SetData | None = None, own: Mapping[str, MissionData] = {}) -> Opening:
    """Return the data that a table copies: the mission, if it is chosen already. Raise Refused."""
    brain = brain_of(options)
    if options.mission is None:
        return brain
    number = int(require_one_of([str(number) for number in mission.MISSIONS], str(options.mission), "mission"))
    chosen = mission.chosen(edition_book(EDITION, options.table_rulings), number)
    return {
        **brain,
        "mission": {
            "number": number,
            "boats": chosen.boats,
            "by-boat": chosen.by_boat,
            "last": chosen.last_turn,
            "seats": chosen.seats,
        },
    }


def brain_of(options: Options) -> Opening:
    """Return the app's Brain and temper; empty if a person plays the Brain. Raise Refused."""
    if options.brain == "person":
        if options.temper is not None:
            raise Refused("not-allowed", field="brain", allowed="app")
        return {}
    return {"brain": options.brain, "temper": options.temper or USUAL_TEMPER}


class CopiedMission(BaseModel):
    model_config = ConfigDict(strict=True)

    number: int
    boats: Annotated[int, Field(ge=0, le=MOST_BOATS)]
    by_boat: bool = Field(alias="by-boat")
    last: int
    seats: int = 0


def mission_copied(copied: Mapping[str, Any]) -> MissionChosen:
    """Return the mission that a table was opened with. Raise ValueError for an invalid one."""
    kept = CopiedMission.model_validate(copied)
    return MissionChosen(kept.number, kept.boats, kept.by_boat, kept.last, seats=kept.seats)


def start(opened: Mapping[str, Any]) -> State:
    state = State(edition=opened["edition"], phase="muster")
    state.seats = seats_of(opened)
    if "mission" in opened:
        mission_copied(opened["mission"]).apply(state)
    if opened["answers"].get("score") == "at-the-end":
        state.score = Redacted(len(SIDES))
    if "brain" in opened:
        state.app = AppBrain(opened["temper"])
    for name, side in opened["seats"].items():
        if side is not None:
            state.wait_for(side, "muster", name)
    return state


def names(state: State) -> Mapping[str, str]:
    squads = {key: one.name for key, one in state.squads.items() if one.name}
    return {**squads, **{key: one.name for key, one in state.teams.items() if one.name}}


def men_of(state: State, thing: str) -> tuple[str, ...]:
    return tuple(name for name, one in state.troopers.items() if one.team == thing)


def beside(state: State, thing: Any) -> tuple[str, ...]:
    """Return what tells a man or a hidden pack from others; only the Brain’s forms name packs."""
    if isinstance(thing, str) and (pack := state.lair.packs.get(thing)):
        return (pack.kind, *([pack.bearing] if pack.bearing else []))
    man = state.troopers.get(thing) if isinstance(thing, str) else None
    return () if man is None else (man.team,) if man.role == "im" else (man.role, man.team)


def reopened(table: Any, moved: Callable[[str], str]) -> Opening:
    return {"squads": sheets_of(table.state)}


FIRST_THINGS = (
    "drift", "survive-blast", "resolve-blast", "throw", "fall", "frenzy-test", "dodge", "react", "choose-reaction",
    "run", "retreat", "tell-around", "tell-fort", "tell-entrances", "tell-presence", "tell-scan-same", "tell-reached",
    "tell-men", "tell-acid", "answer-look", "test-presence", "arrival", "follow-ups", "move-packs",
    "move-bugs", "engage", "strike",
    "ready", "raise-squad", "roll-mission", "move-teams", "fire", "look-all", "done",
)  # fmt: skip
"""The hints for a newcomer, the most pressing first."""

GAME = Game(
    key=KEY,
    folder=FOLDER,
    sides=SIDES,
    editions=(EDITION,),
    rules=GameRules(
        start=start,
        own_commands=COMMANDS,
        event_base=InfantryEvent,
        rulings=RULINGS,
        questions=questions(),
        dice=(D6_FACES, [*CLOCK]),
        phases=PHASES,
        unknown=unknown,
        open_book=open_book,
        edition_book=edition_book,
        after_command=phases.settle,
        set_up=set_up_list.set_up,
        is_setting_up=set_up_list.is_setting_up,
        orders=ORDERS,
        off_table=off_table,
        on_table=seen_on_table,
        silent_refusals=frozenset({"no-squad-kept"}),
    ),
    views=GameViews(
        advice_order=FIRST_THINGS,
        outcome=outcome,
        set_up_picture=set_up_list.set_up_picture,
        statistics=reckoned,
        course=("points", "lost"),
        fallen=fallen,
        board_view=shown,
        thing_view=details,
        pending_answers=owed,
        player_names=names,
        name_suffix=beside,
        parts=men_of,
    ),
    files=GameFiles(
        carry_over_files=keepsakes,
        book_missions=mission.MISSIONS,
    ),
    first_battle={"mission": 1, "brain": "app", "temper": "cautious"},
    options=Options,
    options_in=options_in,
    seats=seats,
    opening=opening,
    rematch_setup=reopened,
    fuzzing=FUZZING,
)
