"""Memoir '44 with the Terrain Pack: the game on the shelf (rules by Richard Borg)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.core.card_files.fields import SetData
from app.core.commands import Command
from app.core.game import Game, Opening
from app.core.missions import MissionData
from app.core.opening import seats_of
from app.core.refusals import Refused
from app.games.memoir_44.at_table import open_book
from app.games.memoir_44.audit import audit
from app.games.memoir_44.book import EDITION, FOLDER, SIDES, edition_book, questions
from app.games.memoir_44.events import MemoirEvent
from app.games.memoir_44.fuzzing import FUZZING
from app.games.memoir_44.laying import lay_out
from app.games.memoir_44.options import WITH_GENERALS, Options, general_seats, options_in, seats
from app.games.memoir_44.put_back import put_back
from app.games.memoir_44.reckoning import reckoned
from app.games.memoir_44.rulings import RULINGS
from app.games.memoir_44.scenarios.briefing import words_in
from app.games.memoir_44.scenarios.files import MISSIONS, copied, names_of_scenarios
from app.games.memoir_44.shown import places, shown
from app.games.memoir_44.shown.drawing import VIEWS, looked_up, picture
from app.games.memoir_44.shown.looked import chosen
from app.games.memoir_44.shown.painting import PAINTER
from app.games.memoir_44.state import PHASES, General, State
from app.games.memoir_44.turn import (
    ambush,
    answering,
    battle,
    by_hand,
    cards,
    deciding,
    deciding_moves,
    deciding_retreats,
    deciding_trains,
    entering,
    moving,
    overlord,
    sequence,
    settling,
    stars,
    strikes,
    trains,
    works,
)

COMMANDS: tuple[type[Command], ...] = (
    sequence.BeginBattle,
    cards.PlayCard,
    cards.Order,
    overlord.DealOrders,
    overlord.CarryOutOrder,
    moving.Move,
    deciding_moves.DecideMove,
    deciding_moves.DecideGround,
    battle.Battle,
    ambush.AnnounceAttack,
    ambush.LetCome,
    ambush.Ambush,
    deciding.DecideDice,
    battle.TakeGround,
    trains.MoveTrain,
    deciding_trains.DecideTrain,
    trains.Unload,
    works.RemoveWire,
    works.RemoveBlock,
    works.ClearMine,
    works.SabotageHex,
    works.Recover,
    works.LeaveBoard,
    stars.SabotageDams,
    stars.BlowBridge,
    stars.BuildPontoon,
    stars.Land,
    strikes.Strike,
    strikes.AnnounceAirPower,
    strikes.CallAirStrike,
    strikes.RollOrders,
    entering.TellMine,
    entering.RollMine,
    answering.AnswerFlags,
    deciding_retreats.DecideRetreat,
    answering.CheckLeader,
    sequence.EndTurn,
    sequence.LayOff,
    sequence.Concede,
    by_hand.PlacePiece,
    by_hand.MovePiece,
    by_hand.RemovePiece,
)


def opening(options: Options, cards: SetData | None, own: Mapping[str, MissionData]) -> Opening:
    """What a table copies beside what every table does: its scenario, who holds cards and mines. Raises Refused."""
    mission = copied(options, own)
    if options.players == WITH_GENERALS and mission["board"] != "overlord":
        raise Refused("generals-on-overlord", "board.hexes", field="players")
    return {"mission": mission, "deck": options.deck, "mines": options.mines}


def start(opened: Opening) -> State:
    """The state before the first press: both sides set up."""
    state = State(edition=opened["edition"], mission=opened["mission"]["key"], phase="set-up")
    state.seats = seats_of(opened)
    state.dealt = opened.get("deck") == "app"
    state.real_mines = opened.get("mines") == "physical"
    for seat, (side, section) in general_seats().items():
        if seat in opened["seats"]:
            state.generals[seat] = General(side, seat, section)
            state.accounts[side].seat = side
    lay_out(state, open_book(opened))
    return state


def beside(state: State, thing: Any) -> Sequence[str]:
    """The hex of a unit or train: figures on a table bear no number."""
    if not isinstance(thing, str):
        return ()
    unit, train = state.units.get(thing), state.trains.get(thing)
    return (str(unit.at),) if unit and unit.there else train.places[:1] if train else ()


FIRST_THINGS = (
    "let-come", "answer-flags", "decide-retreat", "check-leader", "tell-mine", "roll-mine", "lay-off", "begin-battle",
    "deal-orders", "carry-out-order", "take-ground", "decide-ground", "play-card", "order", "battle", "announce-attack",
    "move", "end-turn",
)  # fmt: skip
"""What a newcomer is told of, the most pressing first."""

GAME = Game(
    key="memoir-44",
    folder=FOLDER,
    sides=SIDES,
    editions=(EDITION,),
    start=start,
    own_commands=COMMANDS,
    event_base=MemoirEvent,
    rulings=RULINGS,
    questions=questions(),
    dice=(edition_book(EDITION, {}).die,),
    phases=PHASES,
    options=Options,
    options_in=options_in,
    seats=seats,
    open_book=open_book,
    edition_book=edition_book,
    opening=opening,
    settle=settling.settle,
    put_back=put_back,
    reckoned=reckoned,
    audit=audit,
    shown=shown,
    picture=picture,
    views=VIEWS,
    drawn=looked_up,
    chosen=chosen,
    places=places,
    absences=frozenset({"no-generals"}),
    beside=beside,
    first_things=FIRST_THINGS,
    fuzzing=FUZZING,
    more_words=names_of_scenarios,
    table_words=lambda opened: words_in(opened["mission"]),
    mission_files=MISSIONS,
    painter=PAINTER,
)
