"""The state of a table of Incursion, written by events alone: pools, forces, models, cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from app.core.engine import command, event
from app.core.engine.visibility import private, sealed, secret
from app.core.table_commands.board_orders import forget_orders
from app.core.table_commands.board_questions import forget_questions
from app.core.table_commands.house_rulings import tracked
from app.games.incursion.board_talk import Script
from app.games.incursion.book import TableBook
from app.games.incursion.campaign_record import Campaign
from app.games.incursion.pending_reactions import (
    Advancing,
    Burn,
    FollowUp,
    Interrupted,
    PendingBlast,
    PendingShot,
    Trigger,
    Twitch,
)

Place = Literal["due", "reserve", "entry", "board", "out"]
"""Arrives in a later turn; not yet placed; placed at an entry point; on the board; gone by an exit."""
Lasts = Literal["instant", "turn", "mission"]


@dataclass
class Model:
    """A model of a side.

    `ap` is what is left of this turn; `full_ap` and `full_dp` are its card's.
    """

    also: ClassVar[tuple[str, ...]] = ("alive",)

    card: str
    side: str
    full_ap: int
    full_dp: int
    fortitude: int
    ap: int = tracked("number", 0)
    dp: int = tracked("number", 0, most="full_dp")
    activated: bool = tracked("flag", False)
    reaction_fire: bool = tracked("flag", False)
    place: Place = "reserve"
    carries: list[str] = field(default_factory=list)
    used_will: bool = False
    held_by: str | None = None
    """Hans, if his harpoon holds it."""
    harpoon_stuck: bool = tracked("flag", False)
    in_fire: bool = tracked("flag", False)
    handles_items: bool = tracked("flag", False)
    """True if the table lets it, whatever its card says."""
    twitcher: bool = False
    apart: bool = False
    """True if Effects on the card of its kind do not count for it."""
    last: bool = False
    """True if it has its last activation, or waits for it."""
    leaping: bool = False
    """True if it is on another model's square, in the middle of a Leap."""
    began_in_fire: bool = False
    fires_entered: int = 0
    fire_steps: int = 0
    """Times it has burned in this activation."""
    squares_moved: int = 0
    began_ap: int = 0
    ap_moved: int = 0
    ap_handled: int = 0
    """AP of turns, doors and items in this activation: movement functions, too."""
    attackers: list[str] = field(default_factory=list)
    passed_on: bool = False
    """True if it has passed AP on, and can do nothing else in this activation."""
    shot_at: list[str] = field(default_factory=list)
    """Enemies attacked in its side's half, as long as neither has moved, turned or been dragged."""
    struck_by: list[str] = field(default_factory=list)
    """Enemies that attacked it hand to hand, in whichever half: likewise."""

    @property
    def alive(self) -> bool:
        return self.dp > 0

    @property
    def on_board(self) -> bool:
        return self.dp > 0 and self.place == "board"

    @property
    def in_use(self) -> bool:
        """Return whether its figure is on the board or waits to enter."""
        return self.dp > 0 and self.place != "out"

    @property
    def in_reach(self) -> bool:
        """Return whether it can be activated: on the board or placed at an entry point."""
        return self.dp > 0 and self.place in ("entry", "board")

    def lose(self, dp: int) -> None:
        """Remove so many Damage Points, never more than it has."""
        self.dp = max(0, self.dp - dp)


@dataclass
class Side:
    """A side's pools and secrets.

    `extra_cards` are drawn each turn beyond the hand size; `force` counts the cards it chooses, `horde` the zombies due
    every turn; `may_use_intelligence` is None for a side that never could.
    """

    side: str
    rp: int
    cp: int = tracked("number", 0)
    zombie_cp: int = tracked("number", 0)
    deck: Literal["app", "physical"] = "app"
    hand: list[str] = secret(factory=list, referee=True)
    hand_size: int = 0
    extra_cards: int = 0
    bid: int | None = secret()
    bid_salt: str | None = private()
    vp: int = secret(0)
    seen: dict[str, int] = secret(factory=dict)
    """Faces of the counters that the side has looked at."""
    force: dict[str, int] = private(factory=dict)
    force_salt: str | None = private()
    force_open: bool = False
    commitment: str | None = None
    any_force: bool = tracked("flag", False)
    """True if the table lets it choose freely."""
    horde: int = 0
    horde_due: int = 0
    may_use_intelligence: bool | None = None
    reacts_only: list[str] | None = None
    """Enemies it reacts to, and own watchers that react to any, in this half of the enemy; None: no limit."""

    def reacts(self, watcher: str, enemy: str) -> bool:
        """Return whether this watcher wants to be asked about actions of that enemy in this half."""
        return self.reacts_only is None or not {watcher, enemy}.isdisjoint(self.reacts_only)


ON_PAPER = "on-paper"
"""A card of a hand that people drew themselves: the table only counts it."""


@dataclass
class InPlay:
    """A battle card on the table.

    `on` is a model, the card of a model that stands for all of its kind, a side, another card in play, or nothing. It
    is `unanswered` until the other side kills it or lets it be.
    """

    card: str
    owner: str
    on: str | None
    lasts: Lasts
    change: dict[str, int] = field(default_factory=dict)
    paper: bool = False
    unanswered: bool = True
    ap_changed: dict[str, int] = field(default_factory=dict)
    """The change it has made to the AP of each model this turn."""
    came: Literal["played", "put", "experience"] = "put"
    """From a hand; by an event; or from an earlier mission of the campaign, or kept for the next."""
    ignored_by: list[str] = field(default_factory=list)
    """Cards of the models to which it does nothing."""


@dataclass
class Flames:
    """Counters of one shot of a side's flamethrower, and its turn."""

    side: str
    squares: int
    turn: int


@dataclass
class Item:
    """A counter that models carry.

    A model of `dropped_by`, `dropped_from`, dropped it in turn `dropped_turn`.
    """

    kind: str
    searched: bool = True
    """True if somebody has picked it up, in missions where that wakes corpses."""
    dropped_by: str | None = None
    dropped_turn: int = 0
    dropped_from: str | None = None


@dataclass
class State(event.State):
    """A mission in play.

    `unanswered`: ids of cards in play, the newest last; `copies`: how many of each there are.
    """

    first: str | None = None
    acting: str | None = None
    sides: dict[str, Side] = field(default_factory=dict)
    models: dict[str, Model] = field(default_factory=dict)
    deck: list[str] = sealed(factory=list)
    discard: list[str] = field(default_factory=list)
    in_play: dict[str, InPlay] = field(default_factory=dict)
    unanswered: list[str] = field(default_factory=list)
    copies: dict[str, int] = field(default_factory=dict)
    triggers: list[Trigger] = field(default_factory=list)
    let_act: str | None = None
    """The acting model, if its enemies waived Reaction Fire for its activation."""
    advancing: Advancing | None = None
    """An advance that goes on by itself once its last step is answered."""
    nudges: int = 0
    """Times somebody was asked for an answer in Reaction Fire."""
    blast: PendingBlast | None = None
    volatile: list[str] = field(default_factory=list)
    exploding: str | None = None
    blazes: list[str] = field(default_factory=list)
    """Models that are to have a last activation, in this order."""
    interrupted: Interrupted | None = None
    flames: list[Flames] = field(default_factory=list)
    burns: list[Burn] = field(default_factory=list)
    items: dict[str, Item] = field(default_factory=dict)
    green_doors: int = 0
    sealed_doors: int = tracked("number", 0)
    door_closed_by: str | None = None
    deploys_next: str | None = None
    """The side that deploys after the winner of the dice-off."""
    faces: dict[str, int] = sealed(factory=dict)
    open_faces: dict[str, int] = field(default_factory=dict)
    real_counters: bool = False
    """True if the counters on the board have faces: the app asks for them, and `faces` stays empty."""
    untold: dict[str, str] = field(default_factory=dict)
    """Real counters whose face a side has seen and not told yet."""
    twitching: Twitch | None = None
    score: dict[str, int] = field(default_factory=dict)
    stranded: str | None = None
    locked: bool = False
    """True if the Stranded Trooper waits in its room."""
    freed_turn: int | None = None
    """The turn in which it was freed too late to act."""
    panels: int = tracked("number", 0)
    last_turn: int | None = None
    launched: bool = False
    shut_down: bool = False
    follow_ups: dict[str, FollowUp] = field(default_factory=dict)
    campaign: Campaign | None = None
    app: Script | None = None
    """The talk of the app that plays the Germans; None before it said anything."""

    def of(self, side: str) -> list[tuple[str, Model]]:
        return [(key, model) for key, model in self.models.items() if model.side == side]

    def forget_app_talk(self) -> None:
        if self.app is not None:
            self.app.forget(near=self.app.was_near)
            forget_questions(self)
            forget_orders(self)

    def enemies(self, side: str) -> list[str]:
        """Return the ids of the enemy models on the board."""
        return [key for key, model in self.models.items() if model.side != side and model.on_board]

    @property
    def half_of(self) -> str | None:
        """Return the side whose half of the Action Phase it is, also during a last activation."""
        return self.interrupted.active if self.interrupted else self.active

    @property
    def phase_of_half(self) -> str:
        return self.interrupted.phase if self.interrupted else self.phase

    def begin_activation(self, key: str) -> None:
        self.acting, self.door_closed_by, self.let_act = key, None, None
        model = self.models[key]
        self.go_on(model.side)
        model.activated, model.reaction_fire = True, False
        model.began_in_fire, model.began_ap, model.leaping = model.in_fire, model.ap, False
        model.fires_entered = model.fire_steps = model.squares_moved = 0
        model.ap_moved = model.ap_handled = 0
        model.passed_on = False

    def lies_on(self, placed: InPlay, key: str) -> bool:
        model = self.models[key]
        of_its_kind = placed.on == model.card and not model.apart
        return not placed.unanswered and (of_its_kind or placed.on in (key, model.side))

    def cards_on(self, key: str) -> list[tuple[str, InPlay]]:
        if not self.in_play:
            return []
        return [(name, placed) for name, placed in self.in_play.items() if self.lies_on(placed, key)]

    def changed(self, key: str, what: str) -> int:
        return sum(placed.change.get(what, 0) for _, placed in self.cards_on(key))

    def stop_awaiting(self, for_: str) -> None:
        self.waiting = [waiting for waiting in self.waiting if waiting.for_ != for_]

    def end_follow_up(self) -> None:
        if self.acting in self.models:
            self.follow_ups.pop(self.models[self.acting].side, None)

    def set_follow_up_aside(self) -> FollowUp | None:
        """Set the follow-up of the acting model aside until a last activation is over."""
        side = self.models[self.acting].side if self.acting in self.models else ""
        left = self.follow_ups.get(side)
        return self.follow_ups.pop(side) if left is not None and left.model == self.acting else None

    def end_burn(self, index: int) -> None:
        side = self.models[self.burns.pop(index).model].side
        waits = [waiting for waiting in self.waiting if (waiting.side, waiting.for_) == (side, "burn")]
        self.waiting.remove(waits[0])

    def forget(self, key: str) -> None:
        """Forget pending dice at a model that is gone."""
        for index in reversed([index for index, one in enumerate(self.burns) if one.model == key]):
            self.end_burn(index)
        if self.blast is not None:
            self.blast.caught = [other for other in self.blast.caught if other != key]
        if self.twitching is not None and key in (self.twitching.model, self.twitching.target):
            self.twitching = None
            self.stop_awaiting("twitcher")

    def forget_deeds(self, key: str) -> None:
        """Forget the actions of a model that is gone; nobody answers them.

        Follow-ups of attacks by it or on it lapse, but for shots at somebody else.
        """
        self.triggers = [trigger for trigger in self.triggers if trigger.model != key]
        self.follow_ups = {side: left for side, left in self.follow_ups.items() if not left.ends_with(key)}
        if self.acting == key:
            self.acting = None
        before = self.interrupted
        if before is not None and before.acting == key:
            before.acting = None
        if before is not None and before.left is not None and before.left.ends_with(key):
            before.left = None
        self.blazes = [other for other in self.blazes if other != key]

    @property
    def dice_owed(self) -> bool:
        """Return whether models may still die of what was done: in fire, a blast, as Volatile."""
        return bool(self.burns or self.volatile or self.exploding or self.blast or self.blazes)

    @property
    def dice_due(self) -> bool:
        """Return whether models may still die of what was done, or a face is to be told."""
        return bool(self.dice_owed or self.untold)

    def waits_for_rescue(self, side: str) -> bool:
        """Return whether the room of a side's Stranded Trooper is still closed.

        Nobody leaves before.
        """
        alone = self.models.get(self.stranded or "")
        return self.locked and alone is not None and alone.side == side

    def is_locked(self, key: str) -> bool:
        """Return whether a model is the Stranded Trooper before the turn after its door was opened."""
        return key == self.stranded and (self.locked or self.freed_turn == self.turn)

    def counters(self) -> list[str]:
        return [key for key, item in self.items.items() if item.kind == "counter"]

    def carried(self, item: str) -> str | None:
        return next((key for key, model in self.models.items() if item in model.carries), None)

    def answerable(self, side: str) -> list[Trigger]:
        """Return the finished enemy actions that this side may answer with Reaction Fire now."""
        seen = [one for one in self.triggers if one.watchers and self.models[one.model].side != side]
        return [one for one in seen if not self.is_unfinished(one)]

    def is_unfinished(self, trigger: Trigger) -> bool:
        """Return whether an action goes on: it left its model a free shot, dice to reroll, a drag."""
        if not self.follow_ups and self.interrupted is None:
            return False
        side = self.models[trigger.model].side
        lefts = (self.follow_ups.get(side), self.set_aside(side))
        goes_on = any(left is not None and left.holds and left.model == trigger.model for left in lefts)
        return goes_on and not trigger.late

    def is_held_up(self, trigger: Trigger) -> bool:
        return self.exploding is not None or self.models[trigger.model].side != self.active

    def set_aside(self, side: str) -> FollowUp | None:
        left = self.interrupted.left if self.interrupted is not None else None
        return left if left is not None and self.models[left.model].side == side else None

    def rerolls_due(self, side: str) -> FollowUp | None:
        left = self.follow_ups.get(side)
        return left if left is not None and left.reaction else None

    def dues(self) -> list[PendingShot]:
        """Return every pending answer in Reaction Fire, to the oldest action first."""
        watched = [(one, self.is_unfinished(one)) for one in self.triggers if one.watchers]
        rerolls = [left for left in self.follow_ups.values() if left.reaction]
        dues = [PendingShot(key, one.model, one.late, goes_on, goes_on and self.is_held_up(one))
                for one, goes_on in watched for key in one.watchers]  # fmt: skip
        return dues + [PendingShot(left.model, left.target, reroll=True) for left in rerolls]

    def still_due_at(self, side: str) -> list[str]:
        """Return the models of a side that enemies may still fire at for finished actions."""
        acted = [one.model for one in self.triggers if one.watchers and not self.is_unfinished(one)]
        rerolls = [left.target for left in self.follow_ups.values() if left.reaction]
        return [key for key in dict.fromkeys(acted + rerolls) if self.models[key].side == side]

    def go_on(self, side: str) -> None:
        """Mark pending answers of enemies late as a side acts, but for what was set aside.

        An advance of that side that has stopped is no longer to go on.
        """
        aside = self.set_aside(side)
        if self.advancing is not None and self.models[self.advancing.model].side == side:
            self.advancing = None
        for trigger in self.triggers:
            waits = aside is not None and aside.holds and trigger.model == aside.model
            own = bool(trigger.watchers) and self.models[trigger.model].side == side
            trigger.late = trigger.late or (own and not waits)

    def digest(self, side: str) -> list[tuple[str, int]]:
        """Return the number of models of each card that a side has on the table or about to enter."""
        cards = [model.card for _, model in self.of(side) if model.in_use]
        return [(card, cards.count(card)) for card in dict.fromkeys(cards)]

    def broken(self) -> list[str]:
        """Return violated invariants: a negative pool, or an acting model that is not there."""
        pools = [(f"sides.{key}.cp", side.cp) for key, side in self.sides.items()]
        pools += [(f"sides.{key}.zombie_cp", side.zombie_cp) for key, side in self.sides.items()]
        pools += [(f"models.{key}.ap", model.ap) for key, model in self.models.items()]
        pools += [(f"models.{key}.dp", model.dp) for key, model in self.models.items()]
        acting = self.models[self.acting] if self.acting else None
        gone = ["acting"] if acting and not acting.in_reach else []
        return [path for path, value in pools if value < 0] + gone + self._lost_cards() + self._lost_items()

    def _lost_cards(self) -> list[str]:
        held = Counter(self.deck + self.discard)
        held.update(placed.card for placed in self.in_play.values() if not placed.paper)
        for side in self.sides.values():
            held.update(card for card in side.hand if card != ON_PAPER)
        dealt = self.turn > 0 and any(side.deck == "app" for side in self.sides.values())
        return ["deck"] if dealt and held != Counter(self.copies) else []

    def _lost_items(self) -> list[str]:
        carried = Counter(item for model in self.models.values() for item in model.carries)
        twice = [f"items.{item}" for item, count in carried.items() if count > 1 or item not in self.items]
        dying = {*self.volatile, self.exploding, self.blast and self.blast.model}
        dead = [key for key, model in self.models.items() if model.carries and not model.alive and key not in dying]
        known = [self.open_faces, *(side.seen for side in self.sides.values())]
        strange = self._told_twice if self.real_counters else self._dealt_otherwise
        wrong = [f"faces.{item}" for faces in known for item in strange(faces)]
        ranked = sorted(self.faces.values()) == list(range(1, len(self.faces) + 1))
        whole = not self.faces or (ranked and list(self.faces) == self.counters())
        return twice + [f"models.{key}.carries" for key in dead] + wrong + ([] if whole else ["faces"])

    def _told_twice(self, known: dict[str, int]) -> list[str]:
        return [item for item, face in known.items() if list(known.values()).count(face) > 1]

    def _dealt_otherwise(self, known: dict[str, int]) -> list[str]:
        return [item for item, face in known.items() if self.faces.get(item) != face]

    def other(self, side: str) -> str:
        return next(name for name in self.sides if name != side)


GameContext = command.GameContext[State, TableBook]
Draft = command.Draft[State, TableBook]
"""A draft of a command of this game: what it sees, and its events."""
