"""Facts of the board that people told the app, and its plan. All of it is public."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from app.core.table_commands.board_orders import OrderTalk

APP_SIDE, OTHER_SIDE = "german", "allied"
"""The side that the app can play, or help, and its enemies."""
MOST_FACTS = 2
"""Facts that are told of one figure in one half, at most."""
MOST_CP = 9
"""The most CP that a part of the plan may take."""
MOST_AP = 4
"""The farthest that is asked for: AP of a zombie, and Command Points."""


Errand = Literal["", "take", "leave"]


@dataclass
class Question:
    """A question about the board.

    `reach`: which of these models can stand before the target (an Ally, something to take, an exit), and for how many
    AP. `take`: which of several things each of them could take this turn. `shots`: whom each of them sees to shoot at.
    `sight`: which of them would be seen by somebody in Reaction Fire on their way. `room`: how many figures find a
    square before the target. `blast`: who stands around the target that this model could blow itself up at, or around
    itself where it was shot. `ahead`: whether the square before this model is free, to drag somebody there. `watch`:
    which of them see an Ally when their half ends. `seen`: which of these in Reaction Fire see what the target did.
    `place`: which of these Allies stands where the target says. `leave`: whether an Ally may
    leave the board this turn.
    """

    kind: Literal["reach", "take", "sight", "leave", "room", "blast", "ahead", "watch", "seen", "place", "shots"]
    models: list[str] = field(default_factory=list)
    target: str | None = None


@dataclass
class Part:
    """A figure's part of the plan: AP of its way, what of it is `gone`, attacks left, and CP."""

    model: str
    target: str
    way: int
    blows: int
    cp: int = 0
    gone: int = 0
    casualty: int = 0
    """The chance in percent that the target is gone after it and those before it."""
    there: bool = False
    """True once people have said that it stands there."""
    errand: Errand = ""
    """Empty if it attacks the target; else it takes it, or leaves the board by it."""


@dataclass(kw_only=True)
class Script(OrderTalk[Question]):
    """The talk of the app with the people at the board.

    `reach`: figure → Ally → AP to stand before it; `facts`: how many were told of a figure in this half; `surveyed`:
    figures that were asked about; `owed`: AP of the way that figures went for a target that is gone.
    """

    reach: dict[str, dict[str, int]] = field(default_factory=dict)
    facts: dict[str, int] = field(default_factory=dict)
    surveyed: list[str] = field(default_factory=list)
    plan: list[Part] = field(default_factory=list)
    owed: dict[str, int] = field(default_factory=dict)
    sent: list[str] = field(default_factory=list)
    """Figures that were sent towards the Allies, or something to take, in this half."""
    unseen: list[str] = field(default_factory=list)
    """Figures that nobody in Reaction Fire sees on the way that they are sent, as people told."""
    shots: dict[str, str] = field(default_factory=dict)
    """Figures with guns → the Ally that each has in sight, as people told in this half."""
    shots_asked: bool = False
    room: dict[str, int] = field(default_factory=dict)
    """Allies → how many figures find a square before them, as people told in this half."""
    around: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    """Bomberzombies → targets → who else stands in the blast, as people told in this half; a target that is the bomber
    itself: where it was shot."""
    ahead: dict[str, dict[str, bool | str]] = field(default_factory=dict)
    """Harpooners → the `square` before them and whether it burns (`into_fire`), as people told in this half."""
    watching: list[str] | None = None
    """Figures that see nobody as their half ends, and so watch; None until people have told."""
    seen: dict[str, list[str]] = field(default_factory=dict)
    """Actions of Allies by number → watchers that see them, as people told."""
    let_go: str = ""
    """The Ally to which nobody reacts during its activation, as people told last."""
    place: str | None = None
    """The Ally that stands where it is worth most in this mission, as people told; empty: none of them."""
    sight_asked: bool = False
    """True once it was asked in this half."""
    leave_asked: int = 0
    """The last turn for which people told whether an Ally may leave."""
    may_leave: bool = False
    was_near: bool = False
    """True if an Ally stood in reach when the last half ended."""

    def forget(self, *, near: bool) -> None:
        """Forget the facts of a half that is over."""
        self.was_near = near
        self.reach, self.facts, self.surveyed, self.plan, self.owed = {}, {}, [], [], {}
        self.watching, self.seen = None, {}
        self.sent, self.unseen, self.sight_asked = [], [], False
        self.room, self.around, self.ahead, self.place, self.shots, self.shots_asked = {}, {}, {}, None, {}, False

    def part_of(self, model: str) -> Part | None:
        return next((part for part in self.plan if part.model == model), None)

    def tell(self, model: str, target: str, ap: int) -> None:
        self.reach.setdefault(model, {})[target] = ap + self.owed.get(model, 0)
        self.facts[model] = self.facts.get(model, 0) + 1

    def forget_figure(self, model: str) -> None:
        """Forget what was told and planned of a figure that people have moved themselves."""
        self.reach.pop(model, None)
        self.plan = [part for part in self.plan if part.model != model]
        self.sent = [key for key in self.sent if key != model]

    def note_dragged(self, model: str, target: str) -> None:
        """Note that a target was dragged to the square straight ahead of a figure, which can attack it there."""
        self.reach[model] = {target: 0}

    def note_blow(self, model: str) -> None:
        part = self.part_of(model)
        if part is not None:
            part.blows = max(0, part.blows - 1)

    def end_errand(self, model: str) -> None:
        """Note that a figure has done its errand: it may go on with what AP it has left."""
        self.plan = [part for part in self.plan if part.model != model or not part.errand]


def helps_people(state: Any) -> bool:
    """Return True if people play the side, and the app moves its zombies only."""
    holder = state.seats.get(APP_SIDE)
    return holder is not None and holder.helper is not None


def people_of(state: Any) -> str:
    """Return the side that answers the app: its enemies, or the people whom it helps."""
    return APP_SIDE if helps_people(state) else OTHER_SIDE
