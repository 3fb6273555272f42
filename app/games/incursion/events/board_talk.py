"""The app as the Germans asks for facts of the board, gives orders, and moves figures by AP."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

from app.core.table_commands.board_orders import AnsweredOrderGiven, OrderAnswered, OrderGiven, forget_orders
from app.core.table_commands.board_questions import BoardAsked, BoardTold
from app.games.incursion.board_talk import Errand, Part, Question, Script, people_of
from app.games.incursion.events import IncursionEvent
from app.games.incursion.events.actions import ModelAdvanced
from app.games.incursion.state import State


def script_of(state: State) -> Script:
    if state.app is None:
        state.app = Script()
    return state.app


@dataclass
class FactsAsked(IncursionEvent, BoardAsked):
    """The app asks for facts; `owed`: AP of the way of figures whose target is gone."""

    inquiries: dict[str, Question] = field(default_factory=dict)
    owed: dict[str, int] = field(default_factory=dict)

    also: ClassVar[tuple[str, ...]] = ("about",)

    def asked_side(self, state: State) -> str:
        return people_of(state)

    @property
    def about(self) -> list[str]:
        """Return the figures asked about, and the Ally around which room is asked for."""
        room = [one.target for one in self.inquiries.values() if one.kind == "room" and one.target]
        return list(dict.fromkeys([model for one in self.inquiries.values() for model in one.models] + room))

    def apply(self, state: State) -> None:
        app = script_of(state)
        super().apply(state)
        asked = [model for one in self.inquiries.values() if one.kind in ("reach", "take") for model in one.models]
        app.surveyed += [model for model in dict.fromkeys(asked) if model not in app.surveyed]
        app.sight_asked = app.sight_asked or any(one.kind == "sight" for one in self.inquiries.values())
        app.shots_asked = app.shots_asked or any(one.kind == "shots" for one in self.inquiries.values())
        app.owed |= self.owed
        for model in self.owed:
            app.reach.pop(model, None)
        app.plan = [part for part in app.plan if part.model not in self.owed]
        if any(one.kind == "leave" for one in self.inquiries.values()):
            app.leave_asked, app.may_leave = state.turn, False


@dataclass
class AnswerTold(IncursionEvent, BoardTold, abstract=True):
    """Somebody answered one of the app's questions; without an `answer`: none of these."""

    inquiry: str
    kind: str
    answer: dict[str, list[str]] = field(default_factory=dict)


@dataclass
class FactTold(AnswerTold):
    """Somebody told the app which figures can stand before the target, each for how many AP."""

    also: ClassVar[tuple[str, ...]] = ("ways",)

    target: str = ""

    @property
    def ways(self) -> dict[str, str]:
        return {model: ap for model, (ap, *_) in self.answer.items()}

    def apply(self, state: State) -> None:
        super().apply(state)
        for model, ap in self.ways.items():
            script_of(state).tell(model, self.target, int(ap))


@dataclass
class TakeTold(AnswerTold):
    """Somebody told the app what each of its figures could take this turn, with all its AP at most."""

    also: ClassVar[tuple[str, ...]] = ("things",)

    @property
    def things(self) -> dict[str, str]:
        return {model: thing for model, (thing, *_) in self.answer.items()}

    def apply(self, state: State) -> None:
        super().apply(state)
        app = script_of(state)
        for model, thing in self.things.items():
            before = app.owed.get(model, 0)
            app.tell(model, thing, max(0, state.models[model].ap - 1 - before))


@dataclass
class SightTold(AnswerTold):
    """Somebody told the app which of its figures somebody in Reaction Fire would see on their way; all others go free.

    `about`: all figures of the question.
    """

    also: ClassVar[tuple[str, ...]] = ("seen",)

    about: list[str] = field(default_factory=list)

    @property
    def seen(self) -> list[str]:
        return self.answer.get("seen", [])

    def apply(self, state: State) -> None:
        super().apply(state)
        app = script_of(state)
        for model in self.seen:
            app.facts[model] = app.facts.get(model, 0) + 1
        app.unseen += [model for model in self.about if model not in self.seen]


@dataclass
class ShotsTold(AnswerTold):
    """Somebody told the app which Ally each of its figures with a gun has in sight; all others see nobody."""

    also: ClassVar[tuple[str, ...]] = ("targets",)

    @property
    def targets(self) -> dict[str, str]:
        return {model: target for model, (target, *_) in self.answer.items()}

    def apply(self, state: State) -> None:
        super().apply(state)
        app = script_of(state)
        for model, target in self.targets.items():
            app.shots[model] = target
            app.facts[model] = app.facts.get(model, 0) + 1


@dataclass
class RoomTold(AnswerTold):
    """Somebody told the app how many figures find a square from which to attack an Ally."""

    also: ClassVar[tuple[str, ...]] = ("number",)

    target: str = ""

    @property
    def number(self) -> int:
        return int(self.answer["number"][0])

    def apply(self, state: State) -> None:
        super().apply(state)
        script_of(state).room[self.target] = self.number


@dataclass
class BlastTold(AnswerTold):
    """Somebody told the app who else stands where a model of it would explode; without `caught` nobody."""

    also: ClassVar[tuple[str, ...]] = ("caught",)

    model: str = ""
    target: str = ""

    @property
    def caught(self) -> list[str]:
        return self.answer.get("caught", [])

    def apply(self, state: State) -> None:
        super().apply(state)
        app = script_of(state)
        app.around.setdefault(self.model, {})[self.target] = self.caught
        app.facts[self.model] = app.facts.get(self.model, 0) + 1


@dataclass
class AheadTold(AnswerTold):
    """Somebody told the app whether the square before a figure is free, and whether it burns."""

    also: ClassVar[tuple[str, ...]] = ("square",)

    model: str = ""
    into_fire: bool = False

    @property
    def square(self) -> str:
        return self.answer["square"][0]

    def apply(self, state: State) -> None:
        super().apply(state)
        app = script_of(state)
        app.ahead[self.model] = {"square": self.square, "into_fire": self.into_fire}
        app.facts[self.model] = app.facts.get(self.model, 0) + 1


@dataclass
class WatchTold(AnswerTold):
    """Somebody told the app which of its figures see an Ally as their half ends; `about`: all of the question."""

    also: ClassVar[tuple[str, ...]] = ("seeing",)

    about: list[str] = field(default_factory=list)

    @property
    def seeing(self) -> list[str]:
        return self.answer.get("seeing", [])

    def apply(self, state: State) -> None:
        super().apply(state)
        script_of(state).watching = [model for model in self.about if model not in self.seeing]


@dataclass
class SeenTold(AnswerTold):
    """Somebody told the app which of its watchers see what an Ally did, and whether to ask again of that one."""

    also: ClassVar[tuple[str, ...]] = ("seen", "never")

    target: str = ""
    action: str = ""

    @property
    def seen(self) -> list[str]:
        return self.answer.get("seen", [])

    @property
    def never(self) -> bool:
        return "never" in self.answer

    def apply(self, state: State) -> None:
        super().apply(state)
        app = script_of(state)
        app.seen[self.action] = self.seen
        app.let_go = self.target if self.never else app.let_go


@dataclass
class PlaceTold(AnswerTold):
    """Somebody told the app which Ally stands where the mission makes it worth most; without `who` none of them."""

    also: ClassVar[tuple[str, ...]] = ("who",)

    place: str = ""

    @property
    def who(self) -> str:
        return next(iter(self.answer.get("who", [])), "")

    def apply(self, state: State) -> None:
        super().apply(state)
        script_of(state).place = self.who


@dataclass
class LeaveTold(AnswerTold):
    """Somebody told the app whether an Ally may leave the board this turn."""

    also: ClassVar[tuple[str, ...]] = ("may", "far")

    @property
    def may(self) -> bool:
        return "may" in self.answer

    @property
    def far(self) -> bool:
        """Return whether nobody may leave in the next turn either."""
        return "far" in self.answer

    def apply(self, state: State) -> None:
        super().apply(state)
        app = script_of(state)
        app.may_leave = self.may
        app.leave_asked += self.far


@dataclass
class AttackOrdered(IncursionEvent, AnsweredOrderGiven):
    """A figure's part of the plan: its target, the AP to get there, and its attacks."""

    is_background = True

    who: list[str]
    do: str
    towards: str
    most: int
    reason: list[str]
    section: str
    blows: int
    cp: int = 0
    casualty: int = 0
    """The chance in percent that the target is gone after it and those before it."""

    def asked_side(self, state: State) -> str:
        return people_of(state)

    def apply(self, state: State) -> None:
        script_of(state)  # in contact with an Ally it may attack before it has asked anything
        super().apply(state)
        plan(state, self, Part("", self.towards, self.most, self.blows, self.cp, casualty=self.casualty))


@dataclass
class ErrandOrdered(IncursionEvent, AnsweredOrderGiven):
    """A figure's part of the plan that is no attack: what it is to take, or the exit by which it leaves."""

    is_background = True

    who: list[str]
    do: Errand
    towards: str
    most: int
    reason: list[str]
    section: str

    def asked_side(self, state: State) -> str:
        return people_of(state)

    def apply(self, state: State) -> None:
        script_of(state)  # in contact with an Ally it may attack before it has asked anything
        super().apply(state)
        plan(state, self, Part("", self.towards, self.most, 1, errand=self.do))


def plan(state: State, order: AttackOrdered | ErrandOrdered, part: Part) -> None:
    """Note the part of each figure of an order. Whoever stands there already need not be moved."""
    app, there = script_of(state), order.most <= 0
    app.plan = [one for one in app.plan if one.model not in order.who]
    ways = {model: order.most + app.owed.get(model, 0) for model in order.who}
    app.plan += [replace(part, model=model, way=way, there=there) for model, way in ways.items()]
    if there:
        app.orders.popitem()
        if not app.orders:
            forget_orders(state)


@dataclass
class FiguresOrdered(IncursionEvent, OrderGiven):
    """An order for several figures alike, which waits for no answer.

    `ap`: how far each goes; `tie`: to whom, of those equally near; `by_ap`: one AP at a time, as somebody may answer;
    `keep`: squares that they stay away from every enemy.
    """

    is_summary = True

    who: list[str]
    do: str
    towards: str
    reason: list[str]
    section: str
    ap: int = 0
    tie: str = ""
    by_ap: bool = False
    keep: int = 0

    def apply(self, state: State) -> None:
        app = script_of(state)
        app.sent += [model for model in self.who if self.ap and model not in app.sent]


@dataclass
class OrderReported(IncursionEvent, OrderAnswered):
    order: str
    because: str = ""
    model: str = ""

    def apply(self, state: State) -> None:
        app = script_of(state)
        order = app.orders.get(self.order)
        super().apply(state)
        for model in order.who if order is not None else ():
            part = app.part_of(model)
            if part is None:
                continue
            if not self.because:
                part.there = True
                continue
            app.plan = [one for one in app.plan if one.there]
            app.reach.get(model, {}).pop(part.target, None)
            if self.because == "misjudged":
                app.surveyed = [one for one in app.surveyed if one != model]


@dataclass
class FigureWent(ModelAdvanced):
    """A figure of the app spent AP on a way; only the board knows its steps and turns."""

    towards: str = ""

    def apply(self, state: State) -> None:
        script_of(state)
        super().apply(state)

    def note_way(self, app: Script) -> None:
        part = app.part_of(self.model)
        if part is not None:
            part.gone += self.ap + self.cp + self.zombie_cp
        app.reach.pop(self.model, None)
