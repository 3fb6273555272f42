"""Everything that can happen at a table of Incursion. Each event holds its numbers and never opens the book."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from app.core.dice import Roll
from app.core.play import Event
from app.core.ruling import Reason
from app.core.veil import Viewer, sealed, secret
from app.games.incursion.card_events import end_ap, give_ap, take_away
from app.games.incursion.state import FollowUp, InPlay, Model, State, Thrown, Trigger

Step = Literal["forward", "sideways", "backward"]


# -- forces


@dataclass
class Choosing(Event):
    """A choice of forces that only its own side knows of."""

    side: str
    card: str

    def seen_by(self, seat: Viewer) -> bool:
        return seat.side == self.side


@dataclass
class ModelAdded(Choosing):
    """A card more in the force."""

    def apply(self, state: State) -> None:
        force = state.sides[self.side].force
        force[self.card] = force.get(self.card, 0) + 1


@dataclass
class ModelDropped(Choosing):
    """A card less in the force."""

    def apply(self, state: State) -> None:
        force = state.sides[self.side].force
        force[self.card] = max(0, force.get(self.card, 0) - 1)
        if not force[self.card]:
            del force[self.card]


@dataclass
class ForceChosen(Event):
    """A side has chosen; the force stays sealed until all have."""

    side: str
    commitment: str
    salt: str = sealed("")

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        side.commitment, side.force_salt = self.commitment, self.salt
        state.stop_waiting_for(self.side)


@dataclass
class ForceAwaited(Event):
    """A side is asked for its force."""

    side: str

    def apply(self, state: State) -> None:
        state.phase = "forces"
        state.wait_for(self.side, "forces")


@dataclass
class ForceRevealed(Event):
    """A force lies open: the cards, the models that they put on the table, zombies due every turn, RP spent."""

    reveals: ClassVar[bool] = True
    side: str
    value: dict[str, int]
    salt: str
    models: dict[str, Model]
    horde: int
    rp_spent: int
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        state.models.update(copy.deepcopy(self.models))
        side.force, side.horde, side.force_open = {}, self.horde, True
        side.commitment = side.force_salt = None


# -- maintenance


@dataclass
class TurnBegan(Event):
    """A Game Turn begins: every model may be activated again."""

    turn: int

    def apply(self, state: State) -> None:
        state.turn, state.phase = self.turn, "maintenance"
        state.first = state.active = state.acting = None
        for model in state.models.values():
            model.activated, model.ap, model.attackers, model.used_will = False, 0, [], False
        state.triggers, state.door_closed_by, state.follow_ups = [], None, {}
        give_ap(state, [key for key, model in state.models.items() if model.in_use])


@dataclass
class CommandPointsReplenished(Event):
    """What was left is lost; the side gets its CP for the turn."""

    side: str
    cp: int
    zombie_cp: int
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        side.cp, side.zombie_cp = self.cp, self.zombie_cp


@dataclass
class HandSized(Event):
    """How many cards the side may hold this turn."""

    side: str
    cards: int
    working: list[Reason] = field(default_factory=list)
    extra: int = 0
    """Cards to draw this turn beyond that."""

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        side.hand_size, side.extra_cards = self.cards, self.extra


@dataclass
class HordeArrived(Event):
    """Zombies become available; `due` more wait for figures."""

    side: str
    models: dict[str, Model]
    due: int
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.models.update(copy.deepcopy(self.models))
        state.sides[self.side].horde_due = self.due
        give_ap(state, self.models)


@dataclass
class BiddingOpened(Event):
    """Both sides are asked for their bids."""

    def apply(self, state: State) -> None:
        state.phase = "bids"
        for side in state.sides:
            state.wait_for(side, "bid")


@dataclass
class BidMade(Event):
    """A side has bid; the number stays sealed until both have."""

    side: str
    commitment: str
    cp: int = secret(0)
    salt: str = sealed("")

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        side.bid, side.bid_salt, side.commitment = self.cp, self.salt, self.commitment
        state.stop_waiting_for(self.side)


@dataclass
class BidsRevealed(Event):
    """Both bids and the salts that sealed them; both are spent, and the first side is known."""

    reveals: ClassVar[bool] = True
    bids: dict[str, int]
    salts: dict[str, str]
    first: str
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.first = self.first
        for name, bid in self.bids.items():
            side = state.sides[name]
            side.cp = max(0, side.cp - bid)
            side.bid = side.bid_salt = side.commitment = None


@dataclass
class AlliedIntelligenceUsed(Event):
    """Once per game the Allies simply go first; no bid counts this turn, a sealed one is void and stays sealed."""

    side: str

    def apply(self, state: State) -> None:
        state.first = self.side
        state.sides[self.side].may_use_intelligence = False
        state.waiting = []
        for side in state.sides.values():
            side.bid = side.bid_salt = side.commitment = None


# -- deployment and order of play


@dataclass
class DeploymentAwaited(Event):
    """Sides with models off the board say which are placed at their entry points."""

    sides: list[str]

    def apply(self, state: State) -> None:
        state.phase = "deployment"
        for side in self.sides:
            state.wait_for(side, "deployment")


@dataclass
class ModelsDeployed(Event):
    """A side placed these models; the others wait for a later turn."""

    side: str
    models: list[str]

    def apply(self, state: State) -> None:
        for key in self.models:
            if key in state.models:
                state.models[key].place = "entry"
        state.stop_waiting_for(self.side)


@dataclass
class HalfBegan(Event):
    """A side's half of the Action Phase begins."""

    side: str

    def apply(self, state: State) -> None:
        state.phase, state.active, state.acting = "action", self.side, None


@dataclass
class HalfEnded(Event):
    """A side is done: whatever did not act has been activated without spending anything; these watch from now on."""

    side: str
    reaction_fire: list[str] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.active = state.acting = state.door_closed_by = None
        for key, model in state.of(self.side):
            model.reaction_fire = key in self.reaction_fire and model.on_board
            if model.in_reach:
                model.activated, model.ap = True, 0


@dataclass
class LastChanceOpened(Event):
    """The first side may still kill cards before the turn is over."""

    side: str

    def apply(self, state: State) -> None:
        state.phase, state.active = "last-chance", self.side
        state.wait_for(self.side, "last-chance")


@dataclass
class TurnEnded(Event):
    """The turn is over."""

    turn: int

    def apply(self, state: State) -> None:
        state.waiting, state.active = [], None


# -- activation


@dataclass
class ModelActivated(Event):
    """A model's one activation of the turn begins; `again` where the edition lets CP bring it back."""

    model: str
    again: bool = False

    def apply(self, state: State) -> None:
        state.acting, state.triggers, state.door_closed_by = self.model, [], None
        state.follow_ups = {}
        model = state.models[self.model]
        model.activated, model.reaction_fire = True, False


@dataclass
class ActivationEnded(Event):
    """The model is done; AP that it did not spend are lost."""

    model: str

    def apply(self, state: State) -> None:
        state.end_follow_up()
        state.acting = state.door_closed_by = None
        state.models[self.model].ap = 0


@dataclass
class Act(Event):
    """An action of a model: what it cost in AP of its own, in CP of its side and in CP that only zombies may spend."""

    model: str
    ap: int
    cp: int
    zombie_cp: int = field(default=0, kw_only=True)

    def apply(self, state: State) -> None:
        if state.acting == self.model:
            state.door_closed_by = None
            state.end_follow_up()
        model = state.models[self.model]
        model.ap -= self.ap
        side = state.sides[model.side]
        side.cp -= self.cp
        side.zombie_cp -= self.zombie_cp


@dataclass
class ModelMoved(Act):
    """One square; `entered` where it came onto the board with it."""

    step: Step
    entered: bool = False
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        state.models[self.model].place = "board"


@dataclass
class ModelTurned(Act):
    """A change of facing."""

    working: list[Reason] = field(default_factory=list)


@dataclass
class ModelLeft(Act):
    """Off the board by an exit."""

    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        model = state.models[self.model]
        model.place, model.ap = "out", 0
        state.triggers = [trigger for trigger in state.triggers if trigger.model != self.model]
        if state.acting == self.model:
            state.acting = None


@dataclass
class DoorMoved(Act):
    """A door was opened or closed."""

    to: Literal["open", "closed"]
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        state.door_closed_by = self.model if self.to == "closed" else None


@dataclass
class DoorSealed(Act):
    """A closed green door is sealed for good."""

    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        state.sealed_doors = min(state.green_doors, state.sealed_doors + 1)


@dataclass
class ApPassed(Act):
    """AP (and CP made AP) that a friend has instead."""

    to: str

    def apply(self, state: State) -> None:
        super().apply(state)
        state.models[self.to].ap += self.ap + self.cp


@dataclass
class EffectKilled(Act):
    """An Effect on a model is dead by its own will."""

    placed: str
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        end_ap(state, take_away(state, self.placed))
        state.models[self.model].used_will = True


@dataclass
class ItemTaken(Act):
    """An item picked up from the board, or taken from its `bearer`."""

    item: str
    bearer: str | None = None
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        if self.bearer is not None:
            state.models[self.bearer].carries.remove(self.item)
        state.models[self.model].carries.append(self.item)


@dataclass
class ItemDropped(Act):
    """A carried item lies on the board."""

    item: str
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        let_go(state, self.model, [self.item])


def let_go(state: State, key: str, items: Iterable[str]) -> None:
    """Items that a model carried lie where it stands; its friends leave them there this turn."""
    model = state.models[key]
    for item in [item for item in items if item in model.carries]:
        model.carries.remove(item)
        state.items[item].dropped_by, state.items[item].dropped_turn = model.side, state.turn


@dataclass
class Attack(Act):
    """Damage Dice thrown at an enemy model."""

    target: str
    roll: Roll
    needs: int
    hits: int
    dp_lost: int
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        target = state.models[self.target]
        target.dp = max(0, target.dp - self.dp_lost)


def follow(state: State, left: FollowUp | None) -> None:
    """What an attack leaves its model to do."""
    if left is not None:
        state.follow_ups[state.models[left.model].side] = copy.deepcopy(left)


@dataclass
class ShotFired(Attack):
    """A shot of a ranged weapon; `again`: it was already paid for. What may follow it stands in `follow_up`."""

    weapon: str = ""
    again: bool = False
    follow_up: FollowUp | None = None

    def apply(self, state: State) -> None:
        super().apply(state)
        follow(state, self.follow_up)


@dataclass
class DiceRerolled(Event):
    """Dice of an attack that caused no Damage Point, rolled once more: what they add."""

    model: str
    target: str
    roll: Roll
    needs: int
    hits: int
    dp_lost: int
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        target = state.models[self.target]
        target.dp = max(0, target.dp - self.dp_lost)
        state.follow_ups.pop(state.models[self.model].side, None)


@dataclass
class HarpoonFired(Attack):
    """A harpoon: whoever it wounds and does not kill is dragged before Hans and, where `holds`, held there."""

    holds: bool = False
    follow_up: FollowUp | None = None

    def apply(self, state: State) -> None:
        super().apply(state)
        follow(state, self.follow_up)
        if self.holds:
            state.models[self.target].held_by = self.model


@dataclass
class TargetDragged(Event):
    """Whether a harpoon that caused no Damage Point drags its target."""

    model: str
    target: str
    roll: Roll
    dragged: bool
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.follow_ups.pop(state.models[self.model].side, None)


@dataclass
class HarpoonPulled(Act):
    """The harpoon can be fired again."""

    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        state.models[self.model].harpoon_stuck = False


@dataclass
class HarpoonStuck(Event):
    """Whoever a harpoon struck is dead: it is stuck until its gunner spends AP."""

    model: str
    target: str

    def apply(self, state: State) -> None:
        state.models[self.model].harpoon_stuck = True
        state.models[self.target].held_by = None


@dataclass
class BlowStruck(Attack):
    """A hand-to-hand attack; `nth` counts the zombies that attacked this model this turn."""

    nth: int = 1
    follow_up: FollowUp | None = None

    def apply(self, state: State) -> None:
        super().apply(state)
        follow(state, self.follow_up)
        attackers = state.models[self.target].attackers
        if self.model not in attackers:
            attackers.append(self.model)


@dataclass
class ReactionShot(Attack):
    """A shot in Reaction Fire at an enemy action, which is `trigger`."""

    weapon: str = ""
    trigger: int = 0
    follow_up: FollowUp | None = None

    def apply(self, state: State) -> None:
        super().apply(state)
        follow(state, self.follow_up)
        for trigger in state.triggers:
            if trigger.number == self.trigger:
                trigger.watchers = [key for key in trigger.watchers if key != self.model]


@dataclass
class BlastThrown(Act):
    """A blast: whom it catches. Its dice come next."""

    source: Literal["grenade-launcher", "bomberzombie"]
    caught: list[str]

    def apply(self, state: State) -> None:
        super().apply(state)
        side = state.models[self.model].side
        state.exploding = None
        state.waiting = [waiting for waiting in state.waiting if waiting.for_ != "caught"]
        if self.caught:
            state.blast = Thrown(self.source, self.model, list(self.caught))
            state.wait_for(side, "blast")


@dataclass
class BlastResolved(Event):
    """The dice of a blast, one for each model, and what they did."""

    source: str
    roll: Roll
    targets: list[dict[str, Any]]
    working: list[Reason] = field(default_factory=list)
    hit: list[str] = field(default_factory=list)
    """Who lost a Damage Point."""

    def apply(self, state: State) -> None:
        for target in self.targets:
            model = state.models[target["name"]]
            model.dp = max(0, model.dp - target["dp_lost"])
        state.blast = None
        state.waiting = [waiting for waiting in state.waiting if waiting.for_ != "blast"]


@dataclass
class VolatileAwaited(Event):
    """A Bomberzombie was killed and rolls before it is gone."""

    model: str

    def apply(self, state: State) -> None:
        state.volatile.append(self.model)
        stop_watching(state, self.model)
        state.triggers = [trigger for trigger in state.triggers if trigger.model != self.model]
        if state.acting == self.model:
            state.end_follow_up()
            state.acting = None
        state.wait_for(state.models[self.model].side, "volatile")


@dataclass
class VolatileRolled(Event):
    """What became of it: it explodes, is removed, or fights on with Blaze of Glory."""

    model: str
    roll: Roll
    outcome: Literal["explodes", "removed", "blaze-of-glory"]
    change: dict[str, int]
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.volatile.remove(self.model)
        side = state.models[self.model].side
        waits = [waiting for waiting in state.waiting if waiting.for_ == "volatile"]
        state.waiting.remove(waits[0])
        if self.outcome == "explodes":
            state.exploding = self.model
            state.wait_for(side, "caught")
        elif self.outcome == "blaze-of-glory":
            state.models[self.model].dp = 1
            name = f"blaze-of-glory-{self.model}"
            state.in_play[name] = InPlay("blaze-of-glory", side, self.model, "mission", dict(self.change), True, False)


@dataclass
class WatchersAlerted(Event):
    """An enemy action: each of these models in Reaction Fire may shoot at it once."""

    model: str
    action: str
    watchers: list[str]

    def apply(self, state: State) -> None:
        number = max((trigger.number for trigger in state.triggers), default=0) + 1
        state.triggers.append(Trigger(number, self.model, self.action, list(self.watchers)))


@dataclass
class ReactionDeclined(Event):
    """A side lets all open chances of Reaction Fire go."""

    side: str

    def apply(self, state: State) -> None:
        state.triggers = [trigger for trigger in state.triggers if state.models[trigger.model].side == self.side]


@dataclass
class ReactionFireEnded(Event):
    """A model watches no longer, and why."""

    model: str
    because: Literal["out-of-ammo", "attacked"]

    def apply(self, state: State) -> None:
        if self.because == "attacked":
            state.models[self.model].reaction_fire = False
        else:
            stop_watching(state, self.model)


def stop_watching(state: State, key: str) -> None:
    """A model is out of Reaction Fire."""
    state.models[key].reaction_fire = False
    for trigger in state.triggers:
        trigger.watchers = [watcher for watcher in trigger.watchers if watcher != key]


@dataclass
class ModelLost(Event):
    """A casualty: the model is off the board, and what it carried lies where it stood."""

    model: str
    dropped: list[str] = field(default_factory=list)
    freed: list[str] = field(default_factory=list)
    """Whom its harpoon held."""

    def apply(self, state: State) -> None:
        for key in self.freed:
            state.models[key].held_by = None
        let_go(state, self.model, self.dropped)
        model = state.models[self.model]
        model.dp, model.ap = 0, 0
        stop_watching(state, self.model)
        state.triggers = [trigger for trigger in state.triggers if trigger.model != self.model]
        for side, left in list(state.follow_ups.items()):
            if self.model in (left.model, left.target) and (left.model == self.model or left.kind != "shot"):
                del state.follow_ups[side]
        if state.acting == self.model:
            state.acting = None


# -- the end


@dataclass
class MissionEnded(Event):
    """The mission is over, and why, by which rule."""

    winner: str
    because: str
    rule: str

    def apply(self, state: State) -> None:
        state.over, state.winner, state.phase = True, self.winner, "over"
        state.active = state.acting = None
        state.waiting, state.triggers, state.unanswered = [], [], []
        state.blast, state.volatile, state.exploding = None, [], None


ALL: tuple[type[Event], ...] = (
    ModelAdded,
    ModelDropped,
    ForceChosen,
    ForceAwaited,
    ForceRevealed,
    TurnBegan,
    CommandPointsReplenished,
    HandSized,
    HordeArrived,
    BiddingOpened,
    BidMade,
    BidsRevealed,
    AlliedIntelligenceUsed,
    DeploymentAwaited,
    ModelsDeployed,
    HalfBegan,
    HalfEnded,
    LastChanceOpened,
    TurnEnded,
    ModelActivated,
    ActivationEnded,
    ModelMoved,
    ModelTurned,
    ModelLeft,
    DoorMoved,
    DoorSealed,
    ApPassed,
    EffectKilled,
    ItemTaken,
    ItemDropped,
    ShotFired,
    DiceRerolled,
    HarpoonFired,
    TargetDragged,
    HarpoonPulled,
    HarpoonStuck,
    BlastThrown,
    BlastResolved,
    VolatileAwaited,
    VolatileRolled,
    ReactionShot,
    WatchersAlerted,
    ReactionDeclined,
    ReactionFireEnded,
    BlowStruck,
    ModelLost,
    MissionEnded,
)
