"""Battles under the ground without a board: the men walk as one, by what everybody knows of the tunnels."""

from __future__ import annotations

from typing import Any

from app.core.engine.event import Event
from app.games.mobile_infantry.brain import tunnels
from app.games.mobile_infantry.brain.entering import EnterSection, WalkBelow
from app.games.mobile_infantry.brain.walking import left_to
from app.games.mobile_infantry.brain_secrets import Where
from app.games.mobile_infantry.events.brain import BrainOrderedBelow
from app.games.mobile_infantry.events.infantry import TeamsMoved
from tests.mobile_infantry.brain_bench import NEAR_BUGS, Bench, Offered
from tests.mobile_infantry.playing import IM

TURN_BACK = 18
CHAMBER = 12


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

    def goals_left(self) -> list[Where]:
        if self.homeward:
            return [Where(one) for one in self.app.entrances]
        brain = self.brain()
        if brain is not None:
            return [self.app.below[brain]]
        chambers = (f"chamber-{number}" for number in tunnels.THREE)
        return [Where(one) for one in chambers if one not in self.app.opened]

    def brain(self) -> str | None:
        """The Brain Bug that everybody sees."""
        return next((key for key, bug in self.state.living_bugs() if bug.kind == "brain"), None)

    def decide(self) -> None:
        """Choose the next section on the shortest way to a goal, and how far it is to its end."""
        self.homeward = self.homeward or not self.goals_left()
        self.next, self.left = self.way()

    def way(self) -> tuple[str, float]:
        """The next section on the way to the nearest goal, and inches to it; none where the men are there."""
        plan, here = self.state.lair.plan, self.here
        if self.homeward and here.section == tunnels.SURFACE:
            return "", 0
        goal = min(self.goals_left(), key=lambda one: tunnels.between(plan, here, one))
        if goal.section == here.section:
            return "", 0
        first, *more = self.shortest(goal)
        if here.section == tunnels.SURFACE:
            return first.tunnel, NEAR_BUGS
        if here.section not in plan.tunnels:
            return first.tunnel, here.inches if first.tunnel == here.past else CHAMBER - here.inches
        end = tunnels.other_end(plan, first.tunnel, first.past)
        if end.startswith(tunnels.FORK):
            return (more[0].tunnel, first.ends - first.begins) if more else ("", 0)
        return (tunnels.SURFACE if end.startswith(tunnels.ENTRANCE) else end), first.ends - first.begins

    def shortest(self, goal: Where) -> list[tunnels.Leg]:
        """The way to a goal; of equal ways the one that does not turn back, lest men at a fork go back and forth."""
        plan, here = self.state.lair.plan, self.here
        best, onward = (tunnels.way_to(plan, here, goal, shut) for shut in ((), (here.past,)))
        return onward if onward and tunnels.length(onward) <= tunnels.length(best) else best

    def together(self) -> list[str]:
        """The teams that walk together: those that can, where the first of them is."""
        able = [key for key in self.state.teams if self.state.fit_of(key)]
        return [key for key in able if self.place(key).section == self.place(able[0]).section] if able else []

    def place(self, team: str) -> Where:
        found: Where = self.app.below.get(team, Where(tunnels.SURFACE, "entrance-1"))
        return found

    def slowest(self) -> Where:
        places = [self.place(team) for team in self.together()]
        return min(places, key=lambda one: one.inches) if places else self.here

    def march(self, inches: float) -> None:
        """All men walk on."""
        self.goes_on()

    def goes_on(self) -> bool:
        """All men go into the next section once all can, or say how far they walk to it; whether they did either."""
        self.here = self.slowest()
        self.decide()
        if not self.next:
            return False
        offers = [one for one in self.of_play(EnterSection) if one.given["section"] == self.next]
        ready = [team for one in offers for team in one.choose["teams"].some]
        if ready and set(self.together()) <= set(ready):
            self.press(IM, "enter-section", section=self.next, teams=self.together())
            self.here = self.slowest()
            self.decide()
            return True
        walked = False
        for one in self.of_play(WalkBelow):
            team, towards = one.given["team"], self.towards(one.given["team"])
            if team in self.together() and left_to(self.state, self.table.book(), team).get(towards):
                self.press(IM, "walk-below", team=team, towards=towards, inches=one.choose["inches"].max)
                walked = True
        return walked

    def towards(self, team: str) -> str:
        """The end of its section towards which a team must go."""
        return next(
            (
                end
                for end in left_to(self.state, self.table.book(), team)
                if self.next == end
                or self.next in tunnels.openings(self.state.lair.plan, end)
                or (self.next == tunnels.SURFACE and end.startswith(tunnels.ENTRANCE))
            ),
            "",
        )

    # -- what men do

    def wants_home(self) -> bool:
        """On the surface, and on the way back."""
        living = sum(one.living for one in self.state.troopers.values())
        done = self.state.mission == 3 and self.state.tally.reached == 3
        lost = 4 * living <= 3 * self.men or self.state.turn >= TURN_BACK or done
        caught = any(bug.captured for bug in self.state.bugs.values())
        if (lost or caught or self.state.tally.brain_alive) and not self.homeward:
            self.homeward = True
            self.side = {key: {"front": "rear", "rear": "front"}.get(side, side) for key, side in self.side.items()}
            self.decide()
        return self.homeward and self.here.section == tunnels.SURFACE

    def advance(self, offers: Offered) -> None:
        """Catch the Brain Bug, drag it, bring it out; else as on the surface."""
        self.wants_home()
        brain, above = self.brain(), self.here.section == tunnels.SURFACE
        if above and self.homeward:
            self.left = 0
        if brain and "bring-out-brain" in offers:
            self.press(IM, "bring-out-brain", bug=brain)
        elif brain and "capture-brain" in offers and self.is_caught(brain):
            self.press(IM, "capture-brain", bug=brain)
        elif "drag-brain" in offers and not self.near(NEAR_BUGS) and self.rested():
            self.press(IM, "drag-brain", bug=brain, carriers=4)
        elif "move-teams" in offers and self.may_go_on() and self.next:
            self.press(IM, "move-teams")
        elif not (self.state.phase == "im-move" and self.next and self.may_go_on() and self.goes_on()):
            super().advance(offers)

    def may_go_on(self) -> bool:
        """On the way home nobody stands to fight: the way out is the nearest safety."""
        return self.homeward or super().may_go_on()

    def rested(self) -> bool:
        """Four men can drag."""
        return sum(one.fit for one in self.state.troopers.values()) >= 4

    def is_caught(self, brain: str) -> bool:
        there = self.app.below.get(brain)
        men = [one for one in self.state.troopers.values() if one.fit]
        near = there is not None and there.section in tunnels.around(self.state.lair.plan, self.here)
        return near and len(men) >= 4 and not self.near(NEAR_BUGS)

    def follow_move(self, event: Event) -> None:
        super().follow_move(event)
        if isinstance(event, BrainOrderedBelow) and event.do == "flee-into":
            self.decide()

    def walk(self, event: Any) -> None:
        if isinstance(event, TeamsMoved) and not self.next:
            return
        super().walk(event)
