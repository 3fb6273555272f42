"""Memoir '44 with the Terrain Pack: the definition of the game (rules by Richard Borg)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.core.content.cards.fields import SetData
from app.core.content.missions import MissionData
from app.core.engine.command import Command
from app.core.errors import Refused
from app.core.game.definition import Game, GameFiles, GameRules, GameViews, Opening
from app.core.game.setup import seats_of
from app.core.rules.dice import D6_FACES
from app.games.memoir_44.board_state import open_book
from app.games.memoir_44.board_view import places, shown
from app.games.memoir_44.board_view.details import details
from app.games.memoir_44.board_view.drawing import VIEWS, looked_up, picture
from app.games.memoir_44.board_view.hex_details import chosen
from app.games.memoir_44.board_view.outcome import outcome
from app.games.memoir_44.board_view.painting import PAINTER
from app.games.memoir_44.board_view.set_up_list import set_up_list, set_up_picture
from app.games.memoir_44.book import EDITION, FOLDER, SIDES, edition_book, questions
from app.games.memoir_44.events import MemoirEvent
from app.games.memoir_44.fuzz_profile import FUZZING
from app.games.memoir_44.initial_state import lay_out
from app.games.memoir_44.on_table import seen_on_table
from app.games.memoir_44.opponent.general import OPPONENT
from app.games.memoir_44.options import WITH_GENERALS, Options, general_seats, options_in, seats
from app.games.memoir_44.rulings import RULINGS
from app.games.memoir_44.scenarios.briefing import words_in
from app.games.memoir_44.scenarios.files import MISSIONS, copied, names_of_scenarios
from app.games.memoir_44.state import PHASES, General, State
from app.games.memoir_44.statistics import fallen, reckoned
from app.games.memoir_44.turn import (
    ambush,
    automatic,
    battle,
    battle_back,
    battle_stars,
    by_hand,
    cards,
    caves,
    commissar,
    deciding,
    deciding_trains,
    dropping,
    ending,
    engineering,
    flags,
    hex_entry,
    ice,
    medics,
    moving,
    night,
    overlord,
    own_rules,
    reinforcing,
    sequence,
    smoke,
    strikes,
    taking_ground,
    trains,
)
from app.games.memoir_44.unknown import unknown

COMMANDS: tuple[type[Command], ...] = (
    sequence.BeginBattle,
    cards.PlayCard,
    cards.Order,
    overlord.DealOrders,
    overlord.CarryOutOrder,
    moving.Move,
    deciding.DecideMove,
    deciding.DecideGround,
    battle.Battle,
    battle_back.BattleBack,
    battle_back.HoldBack,
    commissar.LayUnderChip,
    night.RollNight,
    dropping.DropUnit,
    dropping.PutDropped,
    smoke.LaySmoke,
    smoke.LeaveSmoke,
    medics.RollMedics,
    medics.ReturnFigure,
    ambush.AnnounceAttack,
    ambush.LetCome,
    ambush.Ambush,
    deciding.DecideDice,
    taking_ground.TakeGround,
    trains.MoveTrain,
    deciding_trains.DecideTrain,
    trains.Unload,
    engineering.RemoveWire,
    engineering.RemoveBlock,
    engineering.ClearMine,
    engineering.SabotageHex,
    caves.SealCave,
    engineering.Recover,
    own_rules.GiveSupply,
    engineering.LeaveBoard,
    battle_stars.SabotageDams,
    battle_stars.BlowBridge,
    battle_stars.BuildPontoon,
    battle_stars.Land,
    reinforcing.BringReinforcements,
    strikes.Strike,
    strikes.AnnounceAirPower,
    strikes.CallAirStrike,
    strikes.RollOrders,
    hex_entry.TellMine,
    hex_entry.RollMine,
    own_rules.RollAgain,
    ice.RollIce,
    flags.AnswerFlags,
    deciding.DecideRetreat,
    flags.CheckLeader,
    ending.EndTurn,
    sequence.EndDeck,
    sequence.LayOff,
    sequence.Concede,
    by_hand.PlacePiece,
    by_hand.MovePiece,
    by_hand.RemovePiece,
)


def opening(options: Options, cards: SetData | None, own: Mapping[str, MissionData]) -> Opening:
    """Return the data that a table copies: its scenario, holders of cards and mines.

    Raise Refused.
    """
    mission = copied(options, own)
    if options.players == WITH_GENERALS and mission["board"] != "overlord":
        raise Refused("generals-on-overlord", "board.hexes", field="players")
    return {"mission": mission, "deck": options.deck, "mines": options.mines}


def start(opened: Opening) -> State:
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
    if not isinstance(thing, str):
        return ()
    if state.won and thing == state.won.hex:
        return ("vacated-hex",)
    unit, train = state.units.get(thing), state.trains.get(thing)
    return (str(unit.at),) if unit and unit.there else train.places[:1] if train else ()


FIRST_THINGS = (
    "lay-under-chip", "battle-back", "roll-night", "drop-unit", "put-dropped",
    "lay-smoke",
    "let-come", "answer-flags", "decide-retreat", "check-leader", "tell-mine", "roll-mine", "roll-ice", "roll-again",
    "lay-off",
    "begin-battle", "deal-orders", "carry-out-order", "take-ground", "decide-ground", "play-card", "order", "battle",
    "announce-attack", "move", "end-turn",
)  # fmt: skip
"""The hints for a newcomer, the most pressing first."""

NOT_ASKED = frozenset(
    {
        "all-is-refereed",
        "all-is-refereed-there",
        "begun-already",
        "no-ambush",
        "no-end-by-cards",
        "no-flags",
        "no-generals",
        "no-ice-to-roll",
        "no-leader-in-doubt",
        "no-mine-to-roll",
        "no-roll-for-light",
        "no-second-roll",
        "no-smoke-now",
        "no-strike",
        "no-token-to-tell",
        "no-trains",
        "nobody-strikes-back",
        "nothing-announced",
        "nothing-to-announce",
        "nothing-to-drop",
        "nothing-under-the-chip",
    }
)
"""Refusals of answers that nothing asks for now: flags, mines, ice, a drop; and of what a battle lacks."""

GAME = Game(
    key="memoir-44",
    folder=FOLDER,
    sides=SIDES,
    editions=(EDITION,),
    rules=GameRules(
        start=start,
        own_commands=COMMANDS,
        event_base=MemoirEvent,
        rulings=RULINGS,
        questions=questions(),
        dice=(edition_book(EDITION, {}).die, D6_FACES),
        phases=PHASES,
        unknown=unknown,
        open_book=open_book,
        edition_book=edition_book,
        after_command=automatic.settle,
        set_up=set_up_list,
        on_table=seen_on_table,
        silent_refusals=NOT_ASKED,
    ),
    views=GameViews(
        outcome=outcome,
        set_up_picture=set_up_picture,
        statistics=reckoned,
        course=("medals",),
        fallen=fallen,
        board_view=shown,
        thing_view=details,
        board_svg=picture,
        viewpoints=VIEWS,
        rule_pictures=looked_up,
        selection_view=chosen,
        board_as_text=places,
        name_suffix=beside,
        advice_order=FIRST_THINGS,
    ),
    files=GameFiles(
        extra_messages=names_of_scenarios,
        table_words=lambda opened: words_in(opened["mission"]),
        mission_files=MISSIONS,
        board_editor=PAINTER,
    ),
    options=Options,
    options_in=options_in,
    seats=seats,
    opening=opening,
    fuzzing=FUZZING,
    opponent=OPPONENT,
)
