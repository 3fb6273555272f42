"""Actions of models and their cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import ClassVar, Literal, Self

from app.core.rules.ruling import Reason
from app.games.incursion.board_talk import Script
from app.games.incursion.events import IncursionEvent
from app.games.incursion.events.cards import give_back_ap, take_away
from app.games.incursion.pending_reactions import Advancing
from app.games.incursion.sightings import part
from app.games.incursion.state import State

Step = Literal["forward", "sideways", "backward"]
WhyStopped = Literal["reaction-fire", "dice-of-fire", "square-by-square"]


@dataclass
class ModelActivated(IncursionEvent):
    """A model's one activation of the turn begins; `again` if the edition lets CP bring it back.

    `chances_stand`: enemies in Reaction Fire may still give their outstanding answers; older events dropped them.
    """

    leads_up = True

    model: str
    again: bool = False
    chances_stand: bool = False

    def apply(self, state: State) -> None:
        state.begin_activation(self.model)
        model = state.models[self.model]
        state.triggers = [one for one in state.triggers if one.watchers] if self.chances_stand else []
        left = state.follow_ups.items() if self.chances_stand else ()
        state.follow_ups = {side: one for side, one in left if one.reaction and side != model.side}


@dataclass
class ActivationEnded(IncursionEvent):
    """The model is done; AP that it did not spend are lost."""

    leads_up = True

    model: str

    def apply(self, state: State) -> None:
        state.end_follow_up()
        state.acting = state.door_closed_by = state.let_act = None
        state.models[self.model].ap = 0


@dataclass(frozen=True)
class Payment:
    """The price of an action: AP of the model, CP of its side, and CP only for zombies."""

    ap: int = 0
    cp: int = 0
    zombie_cp: int = 0

    @property
    def all_cp(self) -> int:
        return self.cp + self.zombie_cp


@dataclass
class Act(IncursionEvent, abstract=True):
    """An action of a model and its cost: nothing, until it is paid for.

    The log holds a payment as three numbers of the event; only `paid_with` writes them.
    """

    also: ClassVar[tuple[str, ...]] = ("price",)
    terms: ClassVar[Mapping[str, str]] = {"price": "paid"}

    model: str
    ap: int = field(default=0, kw_only=True)
    cp: int = field(default=0, kw_only=True)
    zombie_cp: int = field(default=0, kw_only=True)

    @property
    def price(self) -> dict[str, int]:
        return {name: paid for name, paid in asdict(Payment(self.ap, self.cp, self.zombie_cp)).items() if paid}

    @property
    def goes_on(self) -> bool:
        """Return whether the action starts after what enemies in Reaction Fire could answer before.

        False for a part of the earlier action.
        """
        return True

    @property
    def handles(self) -> bool:
        return False

    def paid_with(self, payment: Payment) -> Self:
        return replace(self, **asdict(payment))

    def apply(self, state: State) -> None:
        model = state.models[self.model]
        if state.acting == self.model:
            state.door_closed_by = None
            state.end_follow_up()
            if self.goes_on:
                state.go_on(model.side)
        model.ap -= self.ap
        model.ap_handled += self.ap * self.handles
        side = state.sides[model.side]
        side.cp -= self.cp
        side.zombie_cp -= self.zombie_cp


@dataclass
class ModelMoved(Act):
    """One square; `entered` if the model came onto the board with it."""

    step: Step
    entered: bool = False
    working: list[Reason] = field(default_factory=list)
    into_fire: bool = False
    out_of_fire: bool = False
    leap: bool = False
    """Onto a square where another model stands."""

    def apply(self, state: State) -> None:
        super().apply(state)
        model = state.models[self.model]
        model.place, model.leaping, model.in_fire = "board", self.leap, self.into_fire
        model.fires_entered += self.into_fire
        model.squares_moved += 1
        model.ap_moved += self.ap
        part(state, self.model)
        if state.app is not None:
            self.note_way(state.app)

    def note_way(self, app: Script) -> None:
        app.forget_figure(self.model)


@dataclass
class ModelAdvanced(ModelMoved):
    """Several squares straight ahead in one command."""

    squares: int = 1

    def apply(self, state: State) -> None:
        super().apply(state)
        state.models[self.model].squares_moved += self.squares - 1


@dataclass
class ModelsAdvanced(IncursionEvent):
    """The sum of an advance of several models: how many squares each has gone."""

    is_summary = is_total = True
    also: ClassVar[tuple[str, ...]] = ("models", "each")
    terms: ClassVar[Mapping[str, str]] = {"squares": "each"}

    squares: dict[str, int]

    @property
    def models(self) -> list[str]:
        return list(self.squares)

    @property
    def each(self) -> int:
        """Return the squares of each model, 0 if they differ."""
        return next(iter(self.squares.values())) if len(set(self.squares.values())) == 1 else 0

    def apply(self, state: State) -> None:
        pass


@dataclass
class AdvanceStopped(IncursionEvent):
    """An advance stopped early.

    Somebody may answer this step in Reaction Fire, dice of fire are due, or each square needs an answer whether it
    burns. `left` have not gone ahead yet, `model` has still `to_go` by this `step`, with `cp` that were named for it;
    `gone`: the squares of each that has. Older events did not say how far each goes, nor who has gone.
    """

    is_summary = is_total = True
    terms: ClassVar[Mapping[str, str]] = {"gone": "each"}

    model: str
    because: WhyStopped
    left: list[str] = field(default_factory=list)
    to_go: int = 0
    squares: int = 0
    into_fire: list[str] = field(default_factory=list)
    step: Step = "forward"
    cp: int = 0
    gone: dict[str, int] = field(default_factory=dict)

    def apply(self, state: State) -> None:
        if self.because == "reaction-fire" and (self.to_go or (self.left and self.squares)):
            left, into_fire = list(self.left), list(self.into_fire)
            state.advancing = Advancing(self.model, self.to_go, left, self.squares, into_fire, self.step, self.cp)


@dataclass
class Handling(Act, abstract=True):
    @property
    def handles(self) -> bool:
        return True


@dataclass
class ModelTurned(Handling):
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        part(state, self.model)


@dataclass
class ModelLeft(Act):
    """A model left the board by an exit of either side; whom its harpoon held is free."""

    working: list[Reason] = field(default_factory=list)
    exit: Literal["own", "other"] = "own"
    step: Step = "forward"
    into_fire: bool = False

    def apply(self, state: State) -> None:
        super().apply(state)
        model = state.models[self.model]
        model.place, model.ap = "out", 0
        model.fires_entered += self.into_fire
        for other in state.models.values():
            other.held_by = None if other.held_by == self.model else other.held_by
        part(state, self.model)
        state.forget_deeds(self.model)


@dataclass
class DoorMoved(Handling):
    terms = {**Act.terms, "to": "turns-door"}

    to: Literal["open", "closed"]
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        state.door_closed_by = self.model if self.to == "closed" else None


@dataclass
class DoorSealed(Handling):
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        state.sealed_doors = min(state.green_doors, state.sealed_doors + 1)


@dataclass
class ApPassed(Act):
    """AP (and CP made AP) passed to a friend; `ends`: the giver does nothing else after it."""

    to: str
    ends: bool = False

    def apply(self, state: State) -> None:
        super().apply(state)
        state.models[self.to].ap += self.ap + self.cp
        state.models[self.model].passed_on = self.ends


@dataclass
class EffectKilled(Act):
    """An Effect on a model was ended by the model itself.

    `out`: it is removed from the campaign.
    """

    terms = {**Act.terms, "placed": "one-of-many"}

    placed: str
    working: list[Reason] = field(default_factory=list)
    out: bool = False

    def apply(self, state: State) -> None:
        super().apply(state)
        give_back_ap(state, take_away(state, self.placed, out=self.out))
        state.models[self.model].used_will = True


@dataclass
class ItemTaken(Handling):
    """An item picked up from the board, or taken from its `bearer`."""

    item: str
    bearer: str | None = None
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        if self.bearer is not None:
            state.models[self.bearer].carries.remove(self.item)
        state.models[self.model].carries.append(self.item)
        if state.app is not None:
            state.app.end_errand(self.model)


@dataclass
class ItemDropped(Act):
    """A carried item was put on the board; `aside`: no action of its model, which goes on."""

    item: str
    working: list[Reason] = field(default_factory=list)
    aside: bool = False

    def apply(self, state: State) -> None:
        if not self.aside:
            super().apply(state)
        drop_items(state, self.model, [self.item])


def drop_items(state: State, key: str, items: Iterable[str]) -> None:
    model = state.models[key]
    for item in [item for item in items if item in model.carries]:
        model.carries.remove(item)
        lying = state.items[item]
        lying.dropped_by, lying.dropped_turn, lying.dropped_from = model.side, state.turn, key


def leave_items(state: State, key: str, items: Iterable[str]) -> None:
    drop_items(state, key, items)
    for item in items:
        state.items[item].dropped_by = None
