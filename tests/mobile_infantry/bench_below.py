"""Battles under the ground without a board: the men walk as one, by what everybody knows of the tunnels."""

from __future__ import annotations

from typing import Any

from app.core.play import Event
from app.games.mobile_infantry.brain import tunnels
from app.games.mobile_infantry.events.brain import BrainOrderedBelow
from app.games.mobile_infantry.events.infantry import TeamsMoved
from app.games.mobile_infantry.state import Where
from tests.mobile_infantry.brain_bench import Bench
from tests.mobile_infantry.playing import IM

TURN_BACK = 18
CHAMBER = 12
NEAR_BUGS = 6


class BelowBench(Bench):
    """One battle in the tunnels: a section, the inches walked in it, the section after it."""

    def __init__(self, seed: int, temper: str, mission: int) -> None:
        super().__init__(seed, temper, mission)
        self.here = Where(tunnels.SURFACE, "entrance-1")
        self.tell("entrances", entrances=["entrance-1"])
        self.homeward = False
        self.next = ""
        self.left = 0.0
        self.decide()

    # -- where bugs are

    def follow(self, event: Event) -> None:
        super().follow(event)
        if isinstance(event, BrainOrderedBelow) and event.do == "appear-in" and event.where is not None:
            for key in event.who:
                team = self.at[key][0]
                away = tunnels.between(self.state.lair.plan, event.where, self.here)
                self.at[key] = team, max(3.0, away)
                self.side[key] = self.side[key] if self.side[key] in ("rear", "left", "right") else "front"

    # -- where men go

    @property
    def app(self) -> Any:
        return self.state.app

    def beyond(self, section: str) -> list[str]:
        """The sections next to one, as far as they are known."""
        if section == tunnels.SURFACE:
            return [self.app.mouths_of[one] for one in self.app.entrances]
        held = self.app.opened.get(section)
        if held is None:
            return []
        if "ends" not in held:
            return list(held["openings"])
        ends = held["ends"]
        out = [tunnels.SURFACE] if any(end.startswith("entrance") for end in ends) else []
        return [*(end for end in ends if end.startswith("chamber")), *sum(held["openings"].values(), []), *out]

    def is_goal(self, section: str) -> bool:
        """Whether the men want to go to a section."""
        if self.homeward:
            return section == tunnels.SURFACE
        brain = self.brain()
        if brain is not None:
            return bool(self.app.below[brain].section == section)
        return section != tunnels.SURFACE and section not in self.app.opened

    def brain(self) -> str | None:
        """The Brain Bug that everybody sees."""
        return next((key for key, bug in self.state.living_bugs() if bug.kind == "brain"), None)

    def decide(self) -> None:
        """Choose the next section on the shortest way to a goal, and how far it is to its end."""
        self.next = self.way()
        if not self.next and not self.homeward and not self.is_goal(self.here.section):
            self.homeward = True
            self.next = self.way()
        self.left = self.to_go() if self.next else 0.0

    def way(self) -> str:
        """The next section on the way to the nearest goal; none where there is none, or the men are there."""
        if self.is_goal(self.here.section):
            return ""
        queue, seen = [(one, one) for one in self.beyond(self.here.section)], {self.here.section}
        while queue:
            section, first = queue.pop(0)
            if self.is_goal(section):
                return first
            if section not in seen:
                seen.add(section)
                queue += [(one, first) for one in self.beyond(section)]
        return ""

    def to_go(self) -> float:
        """Inches to the end behind which the next section lies."""
        if self.here.section not in self.app.opened:
            return 6.0
        if self.here.section.startswith("chamber"):
            return CHAMBER / 2
        held = self.app.opened[self.here.section]
        end = next(end for end in held["ends"] if self.is_at(end, self.next, held))
        return self.here.inches if end == self.here.past else max(0.5, held["length"] - self.here.inches)

    def is_at(self, end: str, section: str, held: Any) -> bool:
        """Whether a section lies behind an end of a tunnel."""
        return end == section or section in held["openings"].get(end, []) or (
            section == tunnels.SURFACE and end.startswith("entrance")
        )  # fmt: skip

    def march(self, inches: float) -> None:
        """All men walk on, into the next section where this one ends."""
        if not self.next:
            return
        self.left -= inches
        self.here.inches += inches
        if self.left <= 0:
            offers = {one.given["section"]: one for one in self.offers(IM, "enter-section")}
            if self.next not in offers:
                return
            teams = offers[self.next].choose["teams"].some
            self.press(IM, "enter-section", section=self.next, teams=teams)
            now = self.app.below[teams[0]]
            self.here = Where(now.section, now.past)
            self.decide()

    # -- what men do

    def wants_home(self) -> bool:
        """On the surface, and on the way back."""
        living = sum(one.living for one in self.state.troopers.values())
        done = self.state.mission == 3 and self.state.tally.reached == 3
        lost = 4 * living <= 3 * self.men or self.state.turn >= TURN_BACK or done
        caught = any(bug.captured for bug in self.state.bugs.values())
        if (lost or caught or self.state.tally.brain_alive) and not self.homeward:
            self.homeward = True
            self.decide()
        return self.homeward and self.here.section == tunnels.SURFACE

    def advance(self, offers: dict[str, Any]) -> None:
        """Catch the Brain Bug, drag it, bring it out; else as on the surface."""
        self.wants_home()
        brain, above = self.brain(), self.here.section == tunnels.SURFACE
        if above and self.homeward:
            self.left = 0
        if brain and "bring-out-brain" in offers and above:
            self.press(IM, "bring-out-brain", bug=brain)
        elif brain and "capture-brain" in offers and self.is_caught(brain):
            self.press(IM, "capture-brain", bug=brain)
        elif "drag-brain" in offers and not above and not self.near(NEAR_BUGS) and self.rested():
            (event,) = self.press(IM, "drag-brain", bug=brain)[:1]
            self.march(getattr(event, "inches", 0))
        elif "move-teams" in offers and not above and any(bug.captured for bug in self.state.bugs.values()):
            self.press(IM, "done")
        else:
            super().advance(offers)

    def rested(self) -> bool:
        """Four men can drag."""
        return sum(one.fit for one in self.state.troopers.values()) >= 4

    def is_caught(self, brain: str) -> bool:
        """Whether four men are at the Brain Bug and no other bug is."""
        there = self.app.below.get(brain)
        men = [one for one in self.state.troopers.values() if one.fit]
        return there is not None and there.section == self.here.section and len(men) >= 4 and not self.near(NEAR_BUGS)

    def follow_move(self, event: Event) -> None:
        super().follow_move(event)
        if isinstance(event, BrainOrderedBelow) and event.do == "flee-into":
            self.decide()

    def walk(self, event: Any) -> None:
        if isinstance(event, TeamsMoved) and not self.next:
            return
        super().walk(event)
