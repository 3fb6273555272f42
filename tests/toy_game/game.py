"""Hello: two moths and a lamp, an evening of three turns, a die of flames, shades and wind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field

from app.core.content.missions import BriefingLine
from app.core.content.set_up import SetUpItem
from app.core.engine.command import Command, Draft, GameContext
from app.core.engine.event import Event, Pieces, Seat, SeatHolder, TableOrder
from app.core.engine.offers import DiceRequest, MultiChoice, NumberChoice, Offer, fitting
from app.core.errors import Refused
from app.core.game.definition import FuzzProfile, Game, GameRules, GameViews, Opening, Statistic
from app.core.game.opponent import Decision, Opponent, Why
from app.core.game.options import Options
from app.core.rules.book import Question
from app.core.rules.dice import Face, as_text, at_least, commitment, successes
from app.core.rules.inputs import DiceField, Facts
from app.core.rules.ruling import Ruling, RulingResult, working
from app.core.table_commands import board_orders
from app.core.table_commands.board_questions import TellFact, TellNone, known, numbered
from app.core.table_commands.opponents import OfTheApp
from tests.toy_game.events import (
    DraughtAsked,
    DraughtTold,
    EveningEnded,
    HelloEvent,
    LampAnswered,
    LampOrdered,
    MothDimmed,
    MothFlew,
    MothRested,
    TurnBegan,
    WindowSealed,
    WindowsOpened,
    WishMade,
)
from tests.toy_game.state import LAMPS, MOTHS, SEATS, SIDES, WINDOWS, Draught, Moth, State, Window

DIE: list[Face] = ["flame", "flame", "flame", "shade", "shade", "wind"]
TURNS, ENOUGH, MOST_DICE = 3, 4, 4
QUESTIONS = {"wind": Question(answers=["blows", "is-still"])}


# -- the ruling


class Flight(Facts):
    """A moth's dice: so many, and one more through the lamps' own window."""

    dice_count: Annotated[int, Field(ge=1, le=MOST_DICE)] = 2
    same_window: bool = False
    dice: Annotated[list[Literal["flame", "shade", "wind"]], DiceField()] | None = None


def fly(facts: Flight, book: Any) -> RulingResult:
    """Work out the light that a moth sees, from its dice."""
    needed = (
        Ruling().plus("dice", facts.dice_count, "flying.dice").plus("window", int(facts.same_window), "flying.window")
    )
    flames = successes(needed.total, Fraction(DIE.count("flame"), len(DIE)))
    odds = {"hits": as_text(flames), "at_least": as_text(at_least(flames))}
    if facts.dice is None:
        return RulingResult({"dice_needed": needed.total}, needed, odds=odds)
    faces = fitting(list(facts.dice), DiceRequest(needed.total, [*DIE]))
    light = Ruling().plus("flames", faces.count("flame"), "flying.dice")
    if book.answer_for("wind") == "blows":
        light = light.plus("wind", -faces.count("wind"), "flying.wind").within(0, None, "flying.wind")
    return RulingResult({"dice_needed": needed.total, "light": light.total}, light, {"dice_needed": needed})


# -- commands


class MakeWish(Command):
    """A moth wishes for something, and may change its mind."""

    wish: Annotated[int, Field(ge=1, le=9)]

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.side == MOTHS

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_goes_on(look)
        yield Offer(cls.key, choose={"wish": NumberChoice(1, 9)})

    def decide(self, draft: Draft) -> None:
        check_goes_on(draft)
        draft.emit(WishMade(draft.seat.name, self.wish))


class ChooseWindow(Command):
    """Seal a window for one's side; when both have, both are opened."""

    window: Literal["north", "east", "south"]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_asked(look)
        yield Offer(cls.key, choose={"window": list(WINDOWS)})

    def decide(self, draft: Draft) -> None:
        check_asked(draft)
        salt = draft.salt()
        draft.emit(WindowSealed(draft.side, commitment(salt, self.window), self.window, salt))
        windows: Mapping[str, Window] = draft.state.windows
        if all(window.choice for window in windows.values()):
            choices = {side: str(window.choice) for side, window in windows.items()}
            draft.emit(WindowsOpened(choices, {side: str(window.salt) for side, window in windows.items()}))


class Fly(Command):
    """Throw the dice of one's moth."""

    rolls = True

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.side == MOTHS

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_may_fly(look)
        answer = flight_of(look)
        yield Offer(cls.key, dice=DiceRequest(answer["dice_needed"], [*DIE]), preview=answer)

    def decide(self, draft: Draft) -> None:
        check_may_fly(draft)
        roll = draft.roll(DiceRequest(flight_of(draft)["dice_needed"], [*DIE]))
        answer = flight_of(draft, roll.faces)
        draft.emit(MothFlew(draft.seat.name, roll, answer["light"], working(answer)))


class Dim(Command):
    """Put a moth's light out by hand: a ruling that the moths are asked about first, whoever referees."""

    group = "table"

    moth: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        if look.state.over:
            raise Refused("mission-over", "table.over")
        yield Offer(cls.key, "table", choose={"moth": list(look.state.moths)})

    def decide(self, draft: Draft) -> None:
        if draft.state.over:
            raise Refused("mission-over", "table.over")
        if self.moth not in draft.state.moths:
            raise Refused("not-allowed", "flying.dice", field="moth", allowed=", ".join(draft.state.moths))
        draft.emit(MothDimmed(self.moth))

    def rules_on(self, look: GameContext) -> Sequence[str]:
        return (MOTHS,)


class Rest(Command):
    """Stay where one is."""

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.side == MOTHS

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_may_fly(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        check_may_fly(draft)
        draft.emit(MothRested(draft.seat.name))


# -- what the app asks and orders as the lamps


class AskDraughts(OfTheApp):
    """Ask which windows have a draught."""

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_asked(look)
        if look.seat.side != LAMPS or look.state.draughty is not None or look.state.app.inquiries:
            raise Refused("not-your-window", "windows.sealed")
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        draft.emit(DraughtAsked(numbered(draft.state, [Draught(list(WINDOWS))])))


class OfMoths(Command):
    """A command of the moths, whose people move the pieces."""

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.side == MOTHS


class TellDraughts(TellFact, OfMoths):
    """Tell which windows have a draught."""

    kind = "draught"
    told = DraughtTold
    windows: list[str] = []

    @classmethod
    def form(cls, look: GameContext, key: str, one: Draught) -> Offer:
        return Offer(cls.key, given={"inquiry": key}, choose={"windows": MultiChoice(one.windows, 1, 2, False)})

    def decide(self, draft: Draft) -> None:
        one = self.question(draft)
        self.tell(draft, windows=known(self.windows, one.windows, "windows"))


class TellNoDraught(TellNone, OfMoths):
    """Tell that no window has a draught."""

    kind = "draught"
    told = DraughtTold


class OrderLamp(OfTheApp):
    """Have people put the lamp behind a window."""

    window: Literal["north", "east", "south"]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_asked(look)
        free = [one for one in WINDOWS if one not in (look.state.draughty or [])]
        if look.seat.side != LAMPS or look.state.draughty is None or look.state.app.orders or not free:
            raise Refused("not-your-window", "windows.sealed")
        yield Offer(cls.key, choose={"window": free})

    def decide(self, draft: Draft) -> None:
        draft.emit(LampOrdered([draft.seat.name], "stand-behind", self.window, ["no-draught"], "windows.sealed"))


class OrderDone(board_orders.OrderDone, OfMoths):
    answered = LampAnswered


class AllOrdersDone(board_orders.AllOrdersDone, OfMoths):
    answered = LampAnswered


class OrderImpossible(board_orders.OrderImpossible, OfMoths):
    answered = LampAnswered
    reasons = ("in-the-way", "none-of-these")


def flight_of(look: GameContext, faces: Sequence[Any] | None = None) -> RulingResult:
    """The ruling of a moth's flight at the table."""
    windows = look.state.windows
    same = windows[MOTHS].opened == windows[LAMPS].opened
    return fly(Flight(same_window=same, dice=None if faces is None else list(faces)), look.book)


def check_goes_on(look: GameContext) -> None:
    """Raises Refused when it is night."""
    if look.state.over:
        raise Refused("mission-over", "table.over")


def check_asked(look: GameContext) -> None:
    """Raises Refused unless this very seat is to choose a window."""
    check_goes_on(look)
    if look.seat.name not in look.state.choosing():
        raise Refused("not-your-window", "windows.sealed")


def check_may_fly(look: GameContext) -> None:
    """Raises Refused unless windows are open and this seat's moth has not flown."""
    check_goes_on(look)
    if look.state.phase != "flying":
        raise Refused("windows-first", "windows.sealed")
    if look.seat.name not in look.state.still_to_fly():
        raise Refused("has-flown", "flying.dice")


def settle(draft: Draft) -> None:
    """After both moths the next turn, and after the last one the night."""
    state: State = draft.state
    if state.over or state.phase != "flying" or state.still_to_fly():
        return
    if state.turn < TURNS:
        draft.emit(TurnBegan(state.turn + 1))
        return
    light = sum(moth.light for moth in state.moths.values())
    draft.emit(EveningEnded(MOTHS if light >= ENOUGH else LAMPS, light))


# -- the record


class HelloOptions(Options):
    """How the evening begins."""

    dusk: Literal["early", "late"] = "late"


def options_in(form: Mapping[str, str], common: dict[str, Any]) -> Mapping[str, Any]:
    return {**common, "dusk": form.get("dusk", "late")}


def start(opened: Opening) -> State:
    """The state before the first press: the first turn has begun."""
    state = State(edition=opened["edition"])
    sitting = opened.get("sitting", {})
    state.seats = {name: SeatHolder(**sitting.get(name, {})) for name in opened["seats"]}
    state.moths = {name: Moth(name) for name, side in SEATS.items() if side == MOTHS}
    state.windows = {side: Window(side) for side in SIDES}
    TurnBegan(1 if opened["dusk"] == "late" else 2).apply(state)
    return state


def shown(table: Any, seat: Seat, offers: Sequence[Offer]) -> Mapping[str, Any]:
    state: State = table.state_for(seat)
    return {
        "moths": [(name, moth.light, moth.wish) for name, moth in state.moths.items()],
        "windows": [(side, window.opened or window.choice) for side, window in state.windows.items()],
        "next": [offer for offer in offers if offer.group == "play" and offer.why_not is None],
    }


def options(chance: Random, number: int) -> Mapping[str, Any]:
    """Early and late evenings."""
    return {"dusk": chance.choice(["early", "late"])}


def reckoned(state: State, events: Iterable[Event], book: Any) -> Iterator[Statistic]:
    """The light of the moths, and how many of their dice were flames."""
    yield Statistic("points", MOTHS, sum(moth.light for moth in state.moths.values()))
    for event in events:
        if isinstance(event, MothFlew):
            dice, flame = event.roll.faces, Fraction(DIE.count("flame"), len(DIE))
            yield Statistic("hits", MOTHS, dice.count("flame"), len(dice) * flame)


def flown(event: MothFlew, state: State) -> Iterator[TableOrder]:
    """People move the moth over the table, by so much light."""
    yield TableOrder("move", "flown", [event.seat], values={"seat": event.seat, "light": event.light})


def rested(event: MothRested, state: State) -> Iterator[TableOrder]:
    """Whoever holds the moth folds its wings."""
    yield TableOrder("place", "rested", [event.seat], [event.seat], {"seat": event.seat})


def set_up(state: State, book: Any, opening: Opening) -> Iterator[SetUpItem]:
    """The lamp for all, its shade too where there is dew, and a moth before each of its seats."""
    yield SetUpItem("lamp", "ground", BriefingLine("set-up-piece.lamp", {"number": 1}))
    yield SetUpItem("shade", "ground", BriefingLine("set-up-piece.shade"), asks="make-wish")
    for name in state.moths:
        yield SetUpItem(name, "figures", BriefingLine("set-up-piece.moth", {"seat": name}), name)


def on_table(state: State) -> Pieces:
    """The moths, which people move by hand: where they were is told only when a flight is taken back."""
    return {name: (("at", "hand"), "table", moth.flights) for name, moth in state.moths.items()}


def moth_of_app(view: GameContext, offers: Sequence[Offer], level: int, chance: Random) -> Decision | None:
    """Fly if one may; a bright player always chooses the east window."""
    possible = {offer.command: offer for offer in offers}
    if level > 2 and view.side == LAMPS:
        return careful_lamp(view.state, possible)
    if (windows := possible.get("choose-window")) is not None:
        window = "east" if level > 1 else chance.choice(windows.values("window"))
        return Decision(windows, {"window": window}, Why("window", rule="windows.sealed"))
    return Decision(possible["fly"], {}, Why("light", {"light": 3})) if "fly" in possible else None


def careful_lamp(state: State, possible: Mapping[str, Offer]) -> Decision | None:
    """Ask about draughts, have the lamp put where there is none, and choose that window."""
    if state.app.inquiries or state.app.orders:
        return None
    if "ask-draughts" in possible:
        return Decision(possible["ask-draughts"], {}, Why("draught"))
    if state.lamp_at is None and "order-lamp" in possible:
        return Decision(possible["order-lamp"], {"window": possible["order-lamp"].values("window")[0]}, Why("draught"))
    windows = possible.get("choose-window")
    return Decision(windows, {"window": state.lamp_at or "east"}, Why("window")) if windows is not None else None


GAME = Game(
    key="hello",
    folder=Path(__file__).parent,
    sides=SIDES,
    editions=("first",),
    rules=GameRules(
        start=start,
        own_commands=(
            *(AskDraughts, TellDraughts, TellNoDraught, OrderLamp, OrderDone, AllOrdersDone, OrderImpossible),
            *(MakeWish, ChooseWindow, Fly, Dim, Rest),
        ),
        event_base=HelloEvent,
        rulings={"fly": (Flight, fly)},
        questions=QUESTIONS,
        dice=(DIE,),
        phases=("choosing", "flying", "over"),
        after_command=settle,
        orders={MothFlew: flown, MothRested: rested},
        set_up=set_up,
        is_setting_up=lambda state: (state.turn, state.phase) == (1, "choosing"),
        on_table=on_table,
    ),
    views=GameViews(
        board_view=shown,
        statistics=reckoned,
        course=("points",),
        advice_order=("choose-window", "fly"),
    ),
    opponent=Opponent(levels=("sleepy", "bright", "careful"), choose=moth_of_app, usual_level=1),
    options=HelloOptions,
    options_in=options_in,
    seats=lambda options: SEATS,
    opening=lambda options, cards, own: {"dusk": options.dusk},
    fuzzing=FuzzProfile(
        options, weights={"make-wish": 0.3, "dim": 3.0, "house-ruling": 3.0, "tick-set-up": 1.0, "let-app-play": 3.0}
    ),
)
