"""What a table does beside play, all of it: its commands, its events, and what is left to do at the end."""

from __future__ import annotations

from app.core.consent import (
    AllowRuling,
    ObjectToRuling,
    RefuseRuling,
    RulingAllowed,
    RulingAsked,
    RulingObjected,
    RulingRefused,
    RulingWithdrawn,
    WithdrawRuling,
)
from app.core.lifespan import CampaignWentOn, PlayedAgain, PublishSeed, SeedPublished, TableOpened
from app.core.seating import (
    FreeSeat,
    HabitSet,
    Leave,
    Rename,
    SeatFreed,
    SeatInvited,
    SeatLeft,
    SeatRenamed,
    SeatTaken,
    SetHabit,
)
from app.core.table_rulings import HouseRuled, HouseRuling, OtherReadingUsed, QuestionAnswered, TableRuling
from app.core.take_back import (
    AllowTakeBack,
    RefuseTakeBack,
    TakeBack,
    TakeBackAllowed,
    TakeBackAsked,
    TakeBackRefused,
    TakeBackWithdrawn,
    WithdrawTakeBack,
)
from app.core.undo import DiceWereSeen, Redo, Redone, SecretsWereSeen, Undo, Undone

COMMANDS = (
    Undo,
    Redo,
    TakeBack,
    AllowTakeBack,
    RefuseTakeBack,
    WithdrawTakeBack,
    Rename,
    Leave,
    FreeSeat,
    SetHabit,
    HouseRuling,
    AllowRuling,
    RefuseRuling,
    WithdrawRuling,
    ObjectToRuling,
    TableRuling,
    PublishSeed,
)
EVENTS = (
    TableOpened,
    Undone,
    Redone,
    DiceWereSeen,
    SecretsWereSeen,
    TakeBackAsked,
    TakeBackAllowed,
    TakeBackRefused,
    TakeBackWithdrawn,
    SeatTaken,
    SeatRenamed,
    SeatLeft,
    SeatFreed,
    SeatInvited,
    HabitSet,
    HouseRuled,
    RulingAsked,
    RulingAllowed,
    RulingRefused,
    RulingWithdrawn,
    RulingObjected,
    QuestionAnswered,
    OtherReadingUsed,
    SeedPublished,
    CampaignWentOn,
    PlayedAgain,
)
AFTERMATH = frozenset(
    command.key
    for command in (
        *(Undo, Redo, TakeBack, ObjectToRuling),
        *(Rename, Leave, FreeSeat, SetHabit, PublishSeed),
    )
)
"""What is left to do at any table when its game is over."""
ANSWERS = (AllowTakeBack, RefuseTakeBack, WithdrawTakeBack, AllowRuling, RefuseRuling, WithdrawRuling)
"""What is given while somebody asks the other side."""
