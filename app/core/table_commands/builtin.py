"""The table's own commands in the order of their offers, and those left after the end."""

from __future__ import annotations

from app.core.table_commands.house_rulings import HouseRuling, TableRuling
from app.core.table_commands.lifecycle import PublishSeed
from app.core.table_commands.opponents import GoOn, LetAppHelp, LetAppPlay, SetPace, StopAppHelp
from app.core.table_commands.ruling_consent import AllowRuling, ObjectToRuling, RefuseRuling, WithdrawRuling
from app.core.table_commands.seating import FreeSeat, Leave, Rename, SetHabit
from app.core.table_commands.setting_up import TickSetUp
from app.core.table_commands.take_back import AllowTakeBack, RefuseTakeBack, TakeBack, WithdrawTakeBack
from app.core.table_commands.ticking import TickOff, TickOffAll
from app.core.table_commands.undo import Redo, Undo

COMMANDS = (
    Undo,
    Redo,
    TakeBack,
    AllowTakeBack,
    RefuseTakeBack,
    WithdrawTakeBack,
    TickOff,
    TickOffAll,
    TickSetUp,
    Rename,
    Leave,
    FreeSeat,
    SetHabit,
    LetAppPlay,
    LetAppHelp,
    StopAppHelp,
    SetPace,
    GoOn,
    HouseRuling,
    AllowRuling,
    RefuseRuling,
    WithdrawRuling,
    ObjectToRuling,
    TableRuling,
    PublishSeed,
)
AFTERMATH = frozenset(
    command.key
    for command in (
        *(Undo, Redo, TakeBack, ObjectToRuling),
        *(Rename, Leave, FreeSeat, SetHabit, PublishSeed),
    )
)
"""Commands that remain possible at any table after its game."""
ANSWERS = (AllowTakeBack, RefuseTakeBack, WithdrawTakeBack, AllowRuling, RefuseRuling, WithdrawRuling)
"""Answers to an open request."""
