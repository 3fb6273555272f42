"""Seats that the app plays: taking them, its pace, and the reasons of its commands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from app.core.engine.command import Command, Draft, GameContext, Precondition, TableCommand
from app.core.engine.event import PUBLIC, AppPlayer, Entry, Event, Pace, TableEvent
from app.core.engine.offers import Offer
from app.core.engine.visibility import Viewer
from app.core.errors import Refused
from app.core.table_commands.seating import AppSeated, check_still_here, end_help, is_held

RULE = "table.app"
PACES: tuple[Pace, ...] = ("at-once", "pauses", "step")


@dataclass
class PaceSet(TableEvent):
    is_play = False
    terms = {"pace": "app-pace"}

    pace: Pace

    def apply(self, state: Any) -> None:
        for player in app_players(state):
            player.pace = self.pace


@dataclass
class AppMayGoOn(TableEvent):
    is_play = False

    def apply(self, state: Any) -> None:
        for player in app_players(state):
            player.may_go_on = True


@dataclass
class AppExplained(TableEvent):
    """The app gave the commands of this entry, for this reason.

    `shown` is False if other seats may not see what it did.
    """

    leads_up = True

    seat: str
    why: str
    values: dict[str, Any] = field(default_factory=dict)
    rule: str = ""
    shown: bool = True

    def visible_to(self, seat: Viewer) -> bool:
        return self.shown or seat.name == self.seat or seat.sees_all

    def apply(self, state: Any) -> None:
        if (player := state.seats[self.seat].player) is not None:
            player.may_go_on = False


@dataclass
class HelpBegan(TableEvent):
    """The app gives some of the commands of a seat that people hold."""

    seat: str
    level: str

    def apply(self, state: Any) -> None:
        state.seats[self.seat].helper = AppPlayer(self.level)


@dataclass
class HelpEnded(TableEvent):
    seat: str

    def apply(self, state: Any) -> None:
        end_help(state, self.seat)


@dataclass
class AppStuck(TableEvent):
    """The app does not know how to go on: people must help, or take its seat."""

    is_play = False

    seat: str
    helps: bool = False
    """True if people hold the seat, and the app only helps them."""

    def apply(self, state: Any) -> None:
        """Leave the state unchanged: the app waits for the next entry."""


def app_players(state: Any) -> list[AppPlayer]:
    return [player for holder in state.seats.values() if (player := holder.player) is not None]


def is_by_app(entry: Entry) -> bool:
    return any(isinstance(event, AppExplained) for event in entry.events)


def check_goes_on(look: GameContext) -> None:
    check_still_here(look)
    if look.state.over:
        raise Refused("mission-over", "table.over")


def check_app_plays(look: GameContext) -> None:
    check_goes_on(look)
    if not app_players(look.state):
        raise Refused("app-plays-nobody", RULE)


def refusal_for_app(look: GameContext, seat: str) -> Refused | None:
    opponent = look.log.game.opponent
    if opponent is None or look.log.seats.get(seat) is None:
        return Refused("app-cannot-play", RULE, field="seat")
    if look.state.seats[seat].app is not None:
        return Refused("app-plays-already", RULE, field="seat")
    if seat != look.seat.name and is_held(look, seat):
        return Refused("seat-taken", field="seat")
    no: Refused | None = opponent.refusal(look.log.opening, look.book, seat)
    return no


class OfTheApp(Command):
    """A command that only the app gives in its seat: a question or an order to people."""

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        by_app = look.seat.is_app or look.state.seats[look.seat.name].app is not None
        return super().allowed_for(look) and by_app


class LetAppPlay(TableCommand):
    waits = False
    on_boards = False
    precondition: ClassVar[Precondition] = check_goes_on

    seat: str
    level: str

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.log.game.opponent is not None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        refusals = {seat: refusal_for_app(look, seat) for seat, side in look.log.seats.items() if side is not None}
        free = [seat for seat, no in refusals.items() if no is None]
        if not free:
            raise next((no for no in refusals.values() if no is not None), Refused("app-cannot-play", RULE))
        opponent = look.log.game.opponent
        usual = opponent.levels[opponent.usual_level - 1]
        levels = [usual, *(level for level in opponent.levels if level != usual)]
        yield Offer(cls.key, "table", choose={"seat": free, "level": levels})

    def decide(self, draft: Draft) -> None:
        if (no := refusal_for_app(draft, self.seat)) is not None:
            raise no
        if self.level not in draft.log.game.opponent.levels:
            allowed = ", ".join(draft.log.game.opponent.levels)
            raise Refused("not-allowed", field="level", allowed=allowed, limit=allowed)
        draft.emit(AppSeated(self.seat, self.level))


class LetAppHelp(TableCommand):
    """Let the app give those commands of the own seat that the game names, until `StopAppHelp`."""

    precondition: ClassVar[Precondition] = check_goes_on

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return is_helped(look)

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_may_help(look)
        yield Offer(cls.key, "table")

    def decide(self, draft: Draft) -> None:
        check_may_help(draft)
        helper = draft.log.game.helper
        draft.emit(HelpBegan(draft.seat.name, helper.levels[helper.usual_level - 1]))


def is_helped(look: GameContext) -> bool:
    helper = look.log.game.helper
    return helper is not None and look.log.seats.get(look.seat.name) is not None and look.seat.name in helper.seats


def check_may_help(look: GameContext) -> None:
    if look.state.seats[look.seat.name].player is not None:
        raise Refused("app-plays-already", RULE)
    no: Refused | None = look.log.game.helper.refusal(look.log.opening, look.book, look.seat.name)
    if no is not None:
        raise no


class StopAppHelp(TableCommand):
    precondition: ClassVar[Precondition] = check_goes_on

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return is_helped(look)

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_helps(look)
        yield Offer(cls.key, "table")

    def decide(self, draft: Draft) -> None:
        check_helps(draft)
        draft.emit(HelpEnded(draft.seat.name))


def check_helps(look: GameContext) -> None:
    if look.state.seats[look.seat.name].helper is None:
        raise Refused("app-plays-nobody", RULE)


class SetPace(TableCommand):
    waits = False
    on_boards = False
    precondition: ClassVar[Precondition] = check_app_plays

    pace: Pace

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        now = app_players(look.state)[0].pace
        yield Offer(cls.key, "table", choose={"pace": [pace for pace in PACES if pace != now]})

    def decide(self, draft: Draft) -> None:
        draft.emit(PaceSet(self.pace))


def check_waits_to_go_on(look: GameContext) -> None:
    check_app_plays(look)
    if not any(player.pace == "step" and not player.may_go_on for player in app_players(look.state)):
        raise Refused("app-goes-on", RULE)


class GoOn(TableCommand):
    waits = False
    precondition: ClassVar[Precondition] = check_waits_to_go_on

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, "table")

    def decide(self, draft: Draft) -> None:
        draft.emit(AppMayGoOn())


def reason_of(events: list[Event], seat: str, why: Any) -> AppExplained:
    """Return the reason of these events of the app, hidden where others see none of them."""
    shown = any(event.visible_to(PUBLIC) for event in events)
    return AppExplained(seat, why.word, dict(why.values), why.rule, shown)


def with_reason(events: list[Event], seat: str, why: Any) -> list[Event]:
    """Return the events of an app's command with its reason, in the turn of the command."""
    place = next((place for place, event in enumerate(events) if type(event).begins_turn), len(events))
    return [*events[:place], reason_of(events, seat, why), *events[place:]]
