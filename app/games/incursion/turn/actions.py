"""Activation and the actions of the AP table. Source: Incursion, Action Phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from app.core.play import Ask, Choice, Command, Draft, Look, Offer, Span, passes, working
from app.core.refusals import Refused
from app.core.ruling import Answer
from app.games.incursion.events.actions import (
    ApPassed,
    DoorMoved,
    DoorSealed,
    ModelActivated,
    ModelLeft,
    ModelMoved,
    ModelTurned,
    Step,
)
from app.games.incursion.events.missions import RoomOpened
from app.games.incursion.state import Model, State
from app.games.incursion.turn.costs import check_landed, cost, has, mid_leap
from app.games.incursion.turn.sequence import check_done, end_activation, put_out
from app.games.incursion.turn.watching import alert


def check_half(look: Look) -> None:
    """Raises Refused unless it is this side's half of the Action Phase."""
    check_done(look)
    if look.state.phase != "action":
        raise Refused("not-time-to-act", "turn.sequence")


# -- activation


def check_activation(look: Look, key: str) -> None:
    """Whether a model may be activated now. Raises Refused."""
    state: State = look.state
    model = own_model(look, key)
    check_landed(look)
    if state.is_locked(key):
        raise Refused("still-stranded", "missions.stranded", field="model", model=key)
    if not model.in_reach:
        raise Refused("not-on-board" if model.alive else "model-dead", "action.activation", field="model", model=key)
    if state.acting == key:
        raise Refused("acting-already", "action.activation", field="model", model=key)
    if model.activated and not may_come_back(look, model):
        raise Refused("activated-already", "action.activation", field="model", model=key)


def may_come_back(look: Look, model: Model) -> bool:
    """Whether CP may bring an activated model back."""
    if look.book.activation.activated_model != "may-come-back" or look.book.says("reactivation") == "never":
        return False
    return command_points(look, model) > 0


def own_model(look: Look, key: str) -> Model:
    """A model of this side. Raises Refused."""
    model: Model | None = look.state.models.get(key)
    if model is None or model.side != look.side:
        raise Refused("not-your-model", "action.activation", field="model", model=key)
    return model


class Activate(Command):
    """Begin a model's activation; the one that was acting has finished."""

    model: str

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        check_half(look)
        check_landed(look)
        ready = [key for key, _ in look.state.of(look.side) if passes(check_activation, look, key)]
        fresh = [key for key in ready if not look.state.models[key].activated]
        again = [key for key in ready if look.state.models[key].activated]
        if not ready:
            raise Refused("all-activated", "action.activation")
        if fresh:
            yield Offer(cls.key, choose={"model": fresh})
        if again:
            yield Offer(cls.key, choose={"model": again}, label="activate-again")

    def decide(self, draft: Draft) -> None:
        check_half(draft)
        check_activation(draft, self.model)
        end_activation(draft)
        put_out(draft)
        draft.note(ModelActivated(self.model, draft.state.models[self.model].activated))


# -- paying


def acting(look: Look, key: str | None = None, *, mid_leap: bool = False) -> tuple[str, Model]:
    """The model whose activation it is (`key`, where given). Raises Refused, in the middle of a Leap too."""
    check_half(look)
    now: str | None = look.state.acting
    if key is not None:
        own_model(look, key)
    if now is None or key not in (None, now):
        raise Refused("no-activation", "action.activation", field="model", model=key or "")
    model: Model = look.state.models[now]
    if not model.in_reach:
        raise Refused("no-activation", "action.activation", field="model", model=now)
    if not mid_leap:
        check_landed(look)
    return now, model


def entered(model: Model) -> None:
    """Raises Refused for a model that still stands at its entry point."""
    if model.place != "board":
        raise Refused("not-entered", "turn.deployment", field="model")


def zombie_pool(look: Look, model: Model) -> int:
    """CP that only zombies may spend, as far as this model may. Source: Zombie Controller."""
    pool: int = look.state.sides[model.side].zombie_cp
    return pool if look.book.models[model.card].zombie and not model.twitcher else 0


def command_points(look: Look, model: Model) -> int:
    """CP that may serve as AP of this model: its side's, and those that only zombies may spend; none for a Twitcher."""
    if model.twitcher:
        return 0
    return int(look.state.sides[model.side].cp) + zombie_pool(look, model)


def cp_span(look: Look, model: Model, action: str) -> Span:
    """How many CP may pay for an action: at least what AP cannot, at most its cost. Raises Refused."""
    ap = cost(look, action)["ap"]
    have = command_points(look, model)
    if ap > model.ap + have:
        raise Refused("not-enough-ap", "action.cp-as-ap", needed=ap, ap=model.ap, cp=have)
    return Span(max(0, ap - model.ap), min(ap, have))


def form(look: Look, model: Model, action: str, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Choice]]:
    """What is given and what is to choose when paying: CP only where there is a choice."""
    return _paying(cp_span(look, model, action), given)


def _paying(span: Span, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Choice]]:
    if span.min == span.max:
        return {**given, "cp": span.min}, {}
    return dict(given), {"cp": span}


class Paid(NamedTuple):
    """What an action took: AP of the model, CP of its side, and CP that only zombies may spend."""

    ap: int
    cp: int
    zombie_cp: int


class Action(Command):
    """An action of the acting model. `cp` of its cost are paid with CP, a zombie's own first; left out, the least."""

    model: str
    cp: Annotated[int, Field(ge=0)] | None = None
    cost_of: ClassVar[str]

    def pay(self, look: Look, model: Model, action: str) -> Paid:
        """What the action takes. Raises Refused."""
        return self.paid(cp_span(look, model, action), look, model, action)

    def paid(self, span: Span, look: Look, model: Model, action: str) -> Paid:
        """What the action takes, with so many CP. Raises Refused."""
        cp = span.min if self.cp is None else self.cp
        if not span.min <= cp <= span.max:
            raise Refused("wrong-cp", "action.cp-as-ap", field="cp", low=span.min, high=span.max)
        zombie_cp = min(cp, zombie_pool(look, model))
        return Paid(cost(look, action)["ap"] - cp, cp - zombie_cp, zombie_cp)


class Move(Action):
    """One square; from an entry point, onto the board; with Leap, onto a square where somebody stands."""

    step: Step
    into_fire: bool = False
    leap: bool = False

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        key, model = acting(look, mid_leap=True)
        check_not_held(look, model)
        steps: tuple[Step, ...] = ("forward", "sideways", "backward") if model.on_board else ("forward",)
        ways = [(step, leap) for leap in (False, True) for step in steps]
        payable = [way for way in ways if passes(step_span, look, model, *way)]
        if not payable:
            step_span(look, model, "forward", False)
        for step, leap in payable:
            given, choose = _paying(step_span(look, model, step, leap), {"model": key, "step": step})
            ap = cost(look, f"move-{step}")["ap"]
            given |= {"leap": True} if leap else {}
            yield Offer(cls.key, given=given, choose=choose, label=move_label(model, step, leap), price=ap)
            if look.state.flames:
                label = f"{move_label(model, step, leap)}-into-fire"
                yield Offer(cls.key, given={**given, "into_fire": True}, choose=choose, label=label, price=ap)

    def decide(self, draft: Draft) -> None:
        _, model = acting(draft, self.model, mid_leap=True)
        check_not_held(draft, model)
        if self.step != "forward":
            entered(model)
        if self.into_fire and not draft.state.flames:
            raise Refused("nothing-burns", "fire.placing", field="into_fire")
        paid = self.paid(step_span(draft, model, self.step, self.leap), draft, model, f"move-{self.step}")
        moved = ModelMoved(self.model, paid.ap, paid.cp, self.step, model.place == "entry")
        moved.working, moved.zombie_cp = working(cost(draft, f"move-{self.step}")), paid.zombie_cp
        moved.into_fire, moved.out_of_fire, moved.leap = self.into_fire, model.in_fire, self.leap
        draft.note(moved)
        alert(draft, self.model, "step")


def move_label(model: Model, step: Step, leap: bool) -> str:
    """The name of a step as people tap it."""
    if not model.on_board:
        return "enter"
    return f"{'leap' if leap else 'move'}-{step}"


def step_span(look: Look, model: Model, step: Step, leap: bool) -> Span:
    """How many CP may pay for a step: none for the squares of a Leap, for which its AP must last to the last.

    Raises Refused. Source: Leap.
    """
    price = cost(look, f"move-{step}")["ap"]
    if leap:
        if not has(look, model, "leap"):
            raise Refused("no-leap", "powers.leap", field="leap")
        entered(model)
    if not (leap or mid_leap(look, model)):
        return cp_span(look, model, f"move-{step}")
    needed = price + (cost(look, "move-forward")["ap"] if leap else 0)
    if needed > model.ap:
        raise Refused("leap-needs-ap", "powers.leap", field="step", needed=needed, ap=model.ap)
    return Span(0, 0)


def check_not_held(look: Look, model: Model) -> None:
    """Raises Refused for a model that a harpoon holds: it acts, but cannot leave its square."""
    if model.held_by is not None and look.book.says("harpooned") == "held":
        raise Refused("held-by-harpoon", "powers.harpoon", field="model", gunner=model.held_by)


def attack_offer(look: Look, command: type[Action], targets: list[str], preview: Answer, **given: Any) -> Offer:
    """The form of an attack of the acting model at one of these targets, with its dice and the ruling before them."""
    key, model = acting(look)
    fixed, choose = form(look, model, command.cost_of, {"model": key, **given})
    ask, ap = Ask(preview["dice_needed"]), cost(look, command.cost_of)["ap"]
    return Offer(command.key, given=fixed, choose={"target": targets, **choose}, dice=ask, preview=preview, price=ap)


def board_offer(look: Look, command: type[Action], **given: Any) -> Offer:
    """The form of an action that only a model on the board can do. Raises Refused."""
    entered(acting(look)[1])
    return action_offer(look, command, **given)


def action_offer(look: Look, command: type[Action], **given: Any) -> Offer:
    """The form of an action; of an attack at a model whose entry is blocked, too."""
    key, model = acting(look)
    fixed, choose = form(look, model, command.cost_of, {"model": key, **given})
    return Offer(command.key, given=fixed, choose=choose, price=cost(look, command.cost_of)["ap"])


class Turn(Action):
    """A change of facing, up to half a turn."""

    cost_of: ClassVar[str] = "turn"

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        yield board_offer(look, cls)

    def decide(self, draft: Draft) -> None:
        _, model = acting(draft, self.model)
        entered(model)
        paid = self.pay(draft, model, self.cost_of)
        draft.note(
            ModelTurned(self.model, paid.ap, paid.cp, working(cost(draft, self.cost_of)), zombie_cp=paid.zombie_cp)
        )
        alert(draft, self.model, "turn", free=has(draft, model, "agile"))


class Door(Action):
    """Open or close the door in front (or at 90°); `of_room`: one of the Stranded Trooper's room, which it opens."""

    to: Literal["open", "closed"]
    of_room: bool = False
    cost_of: ClassVar[str] = "door"

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        offer = board_offer(look, cls)
        yield replace(offer, choose={"to": ["open", "closed"], **offer.choose})
        if passes(check_room, look):
            yield replace(board_offer(look, cls, to="open", of_room=True), label="door-of-room")

    def decide(self, draft: Draft) -> None:
        _, model = acting(draft, self.model)
        entered(model)
        if self.of_room:
            check_room(draft)
        paid = self.pay(draft, model, self.cost_of)
        moved = DoorMoved(self.model, paid.ap, paid.cp, self.to, working(cost(draft, self.cost_of)))
        draft.note(replace(moved, zombie_cp=paid.zombie_cp))
        if self.of_room and self.to == "open":
            draft.note(RoomOpened(self.model))
        alert(draft, self.model, "door")


def check_room(look: Look) -> None:
    """Raises Refused where this side cannot open the Stranded Trooper's room, or it is open already."""
    stranded = look.book.mission.stranded
    if stranded is None or stranded.side != look.side or not look.state.locked:
        raise Refused("no-room-to-open", "missions.stranded", field="of_room")


class SealDoor(Action):
    """Seal a closed green door for good. Source: Incursion, mission 2."""

    cost_of: ClassVar[str] = "seal-door"

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        check_seal(look, acting(look)[0])
        yield board_offer(look, cls)

    def decide(self, draft: Draft) -> None:
        key, model = acting(draft, self.model)
        check_seal(draft, key)
        entered(model)
        paid = self.pay(draft, model, self.cost_of)
        draft.note(
            DoorSealed(self.model, paid.ap, paid.cp, working(cost(draft, self.cost_of)), zombie_cp=paid.zombie_cp)
        )
        alert(draft, self.model, "door")


def check_seal(look: Look, key: str) -> None:
    """Raises Refused where there is no green door left to seal, or another model must do it."""
    state: State = look.state
    if state.sealed_doors >= state.green_doors:
        raise Refused("no-door-to-seal", "missions.seal")
    asked = look.book.doors.sealed_by == "as-asked"
    if asked and look.book.says("seal") == "closer" and state.door_closed_by != key:
        raise Refused("close-it-first", "missions.seal", field="model")


class PassAp(Command):
    """Tactical Fulcrum: AP that the Sarge does not use go to a friend who has not been activated."""

    model: str
    to: str
    ap: Annotated[int, Field(ge=1)]

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        key, model = acting(look)
        check_fulcrum(look, model)
        friends = {
            name: spare_ap(look, model, friend) for name, friend in look.state.of(look.side) if takes(look, name)
        }
        if not any(friends.values()):
            raise Refused("nothing-to-pass", "powers.tactical-fulcrum", field="model")
        for most in sorted({most for most in friends.values() if most}, reverse=True):
            to = [name for name, spare in friends.items() if spare == most]
            yield Offer(cls.key, given={"model": key}, choose={"to": to, "ap": Span(1, most)})

    def decide(self, draft: Draft) -> None:
        key, model = acting(draft, self.model)
        check_fulcrum(draft, model)
        friend = own_model(draft, self.to)
        if not takes(draft, self.to):
            raise Refused("activated-already", "powers.tactical-fulcrum", field="to", model=self.to)
        most = spare_ap(draft, model, friend)
        if self.ap > most:
            raise Refused("too-big", "powers.tactical-fulcrum", field="ap", limit=most)
        cp = max(0, self.ap - model.ap)
        draft.note(ApPassed(key, self.ap - cp, cp, self.to))


def check_fulcrum(look: Look, model: Model) -> None:
    """Raises Refused for a model that passes no AP on."""
    if not has(look, model, "tactical-fulcrum"):
        raise Refused("no-fulcrum", "powers.tactical-fulcrum", field="model")


def takes(look: Look, key: str) -> bool:
    """Whether a friend may still use AP that are passed on."""
    friend = look.state.models[key]
    return friend.in_reach and not friend.activated and not look.state.is_locked(key)


def spare_ap(look: Look, model: Model, friend: Model) -> int:
    """AP that may be passed on to a friend; bought ones too where the table says so, but never to a Twitcher."""
    buys = look.book.says("sarge-cp") == "yes" and not friend.twitcher
    return int(model.ap + (look.state.sides[model.side].cp if buys else 0))


class LeaveBoard(Action):
    """Off the board by an exit of its own side, or of the other where the table lets it, for the price of a square."""

    cost_of: ClassVar[str] = "move-forward"
    exit: Literal["own", "other"] = "own"

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        check_exit(look)
        check_not_held(look, acting(look)[1])
        if not by_any_exit(look):
            yield board_offer(look, cls)
            return
        for way in ("own", "other"):
            yield replace(board_offer(look, cls, exit=way), label=f"leave-by-{way}")

    def decide(self, draft: Draft) -> None:
        check_exit(draft)
        _, model = acting(draft, self.model)
        check_not_held(draft, model)
        entered(model)
        if self.exit == "other" and not by_any_exit(draft):
            raise Refused("not-your-exit", "missions.exits", field="exit")
        paid = self.pay(draft, model, self.cost_of)
        price = working(cost(draft, self.cost_of))
        draft.note(ModelLeft(self.model, paid.ap, paid.cp, price, self.exit, zombie_cp=paid.zombie_cp))


def by_any_exit(look: Look) -> bool:
    """Whether models leave by the exits of either side. Source: Incursion, mission 3."""
    return len(look.book.mission.exits) > 1 and look.book.says("m3-exit") == "any"


def check_exit(look: Look) -> None:
    """Raises Refused for a side that has no exit in this mission, and while the Stranded Trooper waits."""
    if look.side not in look.book.mission.exits:
        raise Refused("no-exit", "missions.exits")
    if look.state.waits_for_rescue(look.side):
        raise Refused("nobody-leaves-yet", "missions.stranded")
