"""Battles against the app without a board: teams on a line, bugs at so many inches from them. Source: section 20.7.

`python -m tests.mobile_infantry.brain_bench 100` plays so many games of each mission and temper and tells the points.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any

from app.core.offers import Some, Span
from app.core.play import Event
from app.games.mobile_infantry.brain.data import brain_data
from app.games.mobile_infantry.brain.orders import walks_as
from app.games.mobile_infantry.events.brain import BrainOrdered, FactTold
from app.games.mobile_infantry.events.bugs import TankRetreated
from app.games.mobile_infantry.events.infantry import MenRan, TeamsMoved
from app.games.mobile_infantry.events.presence import BugsShown
from app.games.mobile_infantry.events.turn import PhaseBegan, TurnBegan
from app.games.mobile_infantry.state import Inquiry
from tests.mobile_infantry.brain_table import AppBattle
from tests.mobile_infantry.playing import IM

TEMPERS = ("cautious", "hungry", "cunning")
GOALS = {1: [30, 24, 24], 2: [36], 3: [], 4: [36], 5: [], 6: [], 7: []}
"""Inches that the men walk, from one objective to the next."""
LIMITS = {1: 24, 2: 12, 3: 36, 4: 24, 5: 15, 6: 15, 7: 36}
CALLS = ("call-boats", "roll-for-boats")
ABOUT_PACKS = ("nearest", "reached", "men", "spray")


class Bench(AppBattle):
    """One battle: where everybody is, as far as a line tells."""

    def __init__(self, seed: int, temper: str, mission: int) -> None:
        super().__init__(temper, mission, turn_limit="suggested")
        self.seeded(seed)
        self.chance = random.Random(seed)
        self.goals = list(GOALS[mission])
        self.left = float(self.goals.pop(0)) if self.goals else 0.0
        self.at: dict[str, tuple[str, float]] = {}
        """Bug → the team that it hunts, and its inches from it."""
        self.side: dict[str, str] = {}
        self.facts: list[Counter[str]] = [Counter()]
        self.packs: list[int] = [0]
        self.squad().loose("survivors") if mission == 4 else self.squad()
        self.tell("fort", tower=3, landing=9) if mission == 6 else None
        self.men = len(self.state.troopers)

    # -- what happens on the line

    def press(self, seat: str, command: str, dice: Any = None, **fields: Any) -> list[Event]:
        events = super().press(seat, command, dice, **fields)
        for event in events:
            self.follow(event)
        return events

    def follow(self, event: Event) -> None:
        """Put an event on the line."""
        if isinstance(event, TurnBegan):
            self.facts.append(Counter())
            self.packs.append(0)
        elif isinstance(event, PhaseBegan) and event.phase == "bug-move":
            self.packs[-1] = max(1, len({self.pack_of(key) for key, _ in self.state.living_bugs()}))
        elif isinstance(event, FactTold):
            self.facts[-1][event.kind] += 1
        elif isinstance(event, BugsShown):
            for key in event.bugs:
                self.at[key], self.side[key] = (
                    (event.team if event.team in self.state.teams else "team-1", event.inches),
                    event.bearing,
                )
        else:
            self.follow_move(event)

    def pack_of(self, bug: str) -> tuple[str, str | None]:
        """Bugs of one kind that go for one team are a pack; each tank bug sprays for itself."""
        kind = walks_as(self.state.bugs[bug])
        return (bug if kind == "tank" else kind), self.state.app.targets.get(bug)

    def follow_move(self, event: Event) -> None:
        """Somebody moves on the line."""
        if isinstance(event, BrainOrdered) and event.do in ("go-for", "fly-at", "crawl-to", "pursue"):
            stop = 12 if event.do == "crawl-to" else 3
            for key, inches in event.inches.items():
                here = self.inches(key, event.towards)
                self.at[key] = event.towards, max(min(here, stop), here - inches)
        elif isinstance(event, TankRetreated):
            team, inches = self.at[event.bug]
            self.at[event.bug] = team, inches + event.inches
        elif isinstance(event, MenRan | TeamsMoved):
            self.walk(event)

    def walk(self, event: MenRan | TeamsMoved) -> None:
        """Men come nearer to what is in front of them, and farther from what is behind, or run from all of it."""
        runs = isinstance(event, MenRan)
        teams = [event.team] if isinstance(event, MenRan) else list(event.inches)
        by = max(event.inches.values(), default=0)
        for key, (team, inches) in self.at.items():
            sign = {"front": -1, "rear": 1}.get(self.side.get(key, ""), 0)
            if team in teams:
                self.at[key] = team, max(1, inches + (by if runs else sign * by))

    def inches(self, bug: str, team: str) -> float:
        """From a bug to a team: its own, one of its squad, another."""
        own, inches = self.at[bug]
        teams = self.state.teams
        return inches if own == team else inches + (6 if teams[own].squad == teams[team].squad else 12)

    def near(self, inches: float) -> list[str]:
        """Living bugs so near to the team that they hunt; the Brain Bug does nobody any harm."""
        living = ((key, bug) for key, bug in self.state.living_bugs() if bug.kind != "brain")
        return [key for key, _ in living if self.at[key][1] <= inches]

    # -- what the board shows

    def answer(self, one: Inquiry) -> dict[str, Any]:
        """What people tell the app."""
        state = self.state
        living = [key for key in state.teams if state.living_of(key)]
        if one.kind == "nearest":
            away = {team: min(self.inches(bug, team) for bug in one.bugs) for team in living}
            seen = self.chance.random() < 5 / 6 or state.bugs[one.bugs[0]].kind == "tank"
            return {"teams": [team for team in living if away[team] == min(away.values())] if seen else []}
        if one.kind == "reached":
            if one.team not in living:
                return {"team": living[0]}
            return {"team": one.team, "bugs": [key for key in one.bugs if key in self.near(3)]}
        if one.kind == "men":
            free = [key for key in state.living_of(str(one.team)) if state.troopers[key].status != "pinned"]
            return {"men": self.chance.sample(free, min(len(free), len(one.bugs)))}
        if one.kind == "spray":
            team, inches = self.at[one.bugs[0]]
            return {"men": state.living_of(team) if inches <= 12 and team in living else []}
        if one.kind == "around":
            team = state.troopers[str(one.trooper)].team
            able = [key for key in self.near(6) if self.at[key][0] == team and state.bugs[key].kind != "tank"]
            return {"bugs": [key for key in able if key not in one.bugs]}
        return {"point": self.point(one)} if one.kind == "presence" else {"alone": []}

    def point(self, one: Inquiry) -> str:
        """The sweep by a die: open, cover, past an edge."""
        far = one.spot is not None and one.spot.inches > 24
        die = self.chance.randint(1, 6)
        return ("unseen" if far else "open") if die < 3 else {5: "edge-seen", 6: "edge-unseen"}.get(die, "cover")

    # -- the men

    def one_press(self) -> None:
        """The next thing that anybody does."""
        app, state = self.state.app, self.state
        offers = {one.command: one for one in reversed(self.table.offers_for(self.table.seat(IM)))}
        first = next((name for name in ("react", "choose-reaction", "run") if name in offers), None)
        inquiry = next((one for one in app.inquiries.values() if f"tell-{one.kind}" in offers), None)
        if first is not None:
            self.fill(offers[first])
        elif inquiry is not None:
            counted = self.facts[-1]
            self.tell(inquiry.kind, **self.answer(inquiry))
            counted["men"] -= inquiry.again  # it only happens after a bug has cut a man in half
        elif (call := next((name for name in CALLS if name in offers), None)) and self.wants_home():
            self.press(IM, call)
        elif state.phase == "fire" and "fire" in offers and self.fires(offers["fire"]):
            return
        else:
            self.advance(offers)

    def advance(self, offers: dict[str, Any]) -> None:
        """Go on, go aboard, or be done."""
        if "embark" in offers and self.left <= 0:
            self.fill(offers["embark"], most=True)
        elif "take-off" in offers and any(boat.load for boat in self.state.boats.values()):
            loaded = next(key for key, boat in self.state.boats.items() if boat.load)
            self.press(IM, "take-off", boat=loaded)
        elif "move-teams" in offers and not self.near(6) and self.left > 0:
            events = self.press(IM, "move-teams")
            self.march(max(max(one.inches.values()) for one in events if isinstance(one, TeamsMoved)))
        else:
            if self.state.phase == "im-move" and self.state.sequence == "pre":
                self.march(6)
            self.press(IM, "done")

    def march(self, inches: float) -> None:
        """All men come nearer to their goal."""
        self.left -= inches
        if self.left <= 0 and self.goals:
            self.press(IM, "reach-marker") if self.state.mission == 1 else None
            self.left = self.goals.pop(0)

    def wants_home(self) -> bool:
        """At the goal, when a quarter is lost, or near the end."""
        living = sum(one.living for one in self.state.troopers.values())
        late = self.state.mission in (1, 4) and self.state.turn >= LIMITS[int(self.state.mission)] - 8
        if 4 * living <= 3 * self.men or late or (self.state.mission == 5 and self.state.turn >= 6):
            self.left, self.goals = 0, []
        return self.left <= 0 and not self.goals

    def fires(self, offer: Any) -> bool:
        """A team fires at the nearest bug that it can reach, if there is one."""
        team = offer.given["team"]
        bugs = [key for key in offer.choose["target"] if self.state.bugs[key].kind != "brain"]
        away = {key: self.inches(key, team) for key in bugs}
        target = min(away, key=lambda key: away[key], default="")
        if not target:
            return False
        bands = [band for band in offer.choose["distance"] if band >= away[target]]
        if not bands:
            return False
        more = {"crossed": offer.choose["crossed"][0]}
        self.press(IM, "fire", **offer.given, target=target, distance=bands[0], **more)
        return True

    def fill(self, offer: Any, *, most: bool = False) -> None:
        """Press an offer with its first values; bugs and men within 12 inches are counted on the line."""
        fields = {name: self.pick(choice, most) for name, choice in offer.choose.items()}
        if offer.command == "react":
            team = offer.given["team"]
            fields["bugs_within_12"] = sum(self.inches(key, team) <= 12 for key, _ in self.state.living_bugs())
        self.press(IM, offer.command, **offer.given, **fields)

    def pick(self, choice: Any, most: bool) -> Any:
        if isinstance(choice, Span):
            return choice.max if most else choice.min
        return choice.some[: max(1, choice.min)] if isinstance(choice, Some) else choice[0]


def played(seed: int, temper: str, mission: int, presses: int = 3000) -> Bench:
    """A whole battle."""
    from tests.mobile_infantry.bench_below import BelowBench

    bench = (BelowBench if mission in (3, 7) else Bench)(seed, temper, mission)
    bench.press(IM, "roll-experience") if bench.offers(IM, "roll-experience") else None
    bench.start()
    for _ in range(presses):
        if bench.state.over:
            break
        bench.one_press()
    return bench


def faults(bench: Bench) -> Iterable[str]:
    """What must never be."""
    if not bench.state.over:
        yield "it does not end"
    if any(not (one.reason and one.section) for one in bench.orders()):
        yield "an order without a reason"
    for turn, (facts, packs) in enumerate(zip(bench.facts, bench.packs, strict=True)):
        if sum(facts[kind] for kind in ABOUT_PACKS) > 3 * packs:
            yield f"turn {turn}: {dict(facts)} for {packs} packs"


def main(games: int) -> None:
    """The points of both sides, by mission and temper."""
    for mission in brain_data().missions:
        for temper in TEMPERS:
            benches = [played(seed, temper, mission) for seed in range(games)]
            wrong = [fault for bench in benches for fault in faults(bench)]
            taps = sorted(sum(facts.values()) for bench in benches for facts in bench.facts)
            points = [statistics.mean(bench.score()[side] for bench in benches) for side in (0, 1)]
            beyond = taps[len(taps) * 95 // 100], taps[-1]
            print(f"{mission} {temper:9} points {points[0]:5.1f} {points[1]:5.1f}  taps p95, max {beyond}  {wrong[:3]}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
