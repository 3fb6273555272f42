"""Battles against the app without a board: teams on a line, bugs at so many inches from them. Source: section 20.7.

`make brain-bench` plays many (brain_figures.py).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from app.core.engine.command import Command, list_offers
from app.core.engine.event import Event
from app.core.engine.offers import MultiChoice, NumberChoice, Offer
from app.games.mobile_infantry.brain.choices import KEYS
from app.games.mobile_infantry.brain.orders import walks_as
from app.games.mobile_infantry.events.brain import BrainOrdered, FactTold
from app.games.mobile_infantry.events.bugs import TankRetreated
from app.games.mobile_infantry.events.infantry import MenRan, TeamsMoved
from app.games.mobile_infantry.events.presence import BugsShown
from app.games.mobile_infantry.events.turn import PhaseBegan, TurnBegan
from app.games.mobile_infantry.game import GAME
from app.games.mobile_infantry.state import Inquiry
from tests.mobile_infantry.brain_table import AppBattle
from tests.mobile_infantry.playing import IM

TEMPERS = ("cautious", "hungry", "cunning")
GOALS = {1: [30, 24, 24], 2: [36], 3: [], 4: [36], 5: [], 6: [], 7: []}
"""Inches that the men walk, from one objective to the next."""
LIMITS = {1: 24, 2: 12, 3: 36, 4: 24, 5: 15, 6: 15, 7: 36}
CALLS = ("call-boats", "roll-for-boats")
PRESSED = {
    *("dodge", "react", "choose-reaction", "run", "fire", "move-teams", "done"),
    *("land-boats", "embark", "take-off", "capture-brain", "drag-brain", "bring-out-brain"),
}
USED = {one.key: one for one in GAME.rules.own_commands if one.key in {*PRESSED, *CALLS} or one.key.startswith("tell-")}
"""The commands that these men press."""
NEAR_BUGS = 6
"""At a bug so near the men stand and fight."""
CLOSE = 12
"""At a bug so near they fire whole magazines."""
NEIGHBOURS = 6
"""Inches from a team to another of its squad."""
ABREAST = 1 / 4
"""How often all teams of a squad are equally near to a pack."""
MEN_ABREAST = 2
"""So many men at most are as near to bugs in close combat as the nearest, beyond one for each bug."""
EQUALLY = {f"tie-{key}" for key in (*KEYS, "die", "as-named")}
"""Why one of several equally near is gone for."""
MISSIONS = range(1, 8)
FEW_BUGS = 20
ORDER = ("around", "reached", "men", "spray", "presence", "scan")
"""Which kind of questions is answered first."""
OR_NOBODY = ("reached", "spray", "around")
"""Questions with a button that says nobody to all of a kind."""
ABOUT_PACKS = ("nearest", "reached", "men", "spray")


class Offered:
    """What the men may do, each command looked up once, when somebody wants to know."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.found: dict[str, list[Offer]] = {}

    def every(self, command: str) -> list[Offer]:
        """All offers of a command."""
        if command not in self.found:
            self.found[command] = self.bench.of_play(USED[command])
        return self.found[command]

    def __contains__(self, command: str) -> bool:
        return bool(self.every(command))

    def __getitem__(self, command: str) -> Offer:
        return self.every(command)[0]


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
        self.bugs: list[int] = [0]
        self.taps: list[int] = [0]
        self.sent: dict[str, float] = {}
        """Bug → the inches that it moves towards the nearest man, until somebody has looked who that is."""
        self.squad().loose("survivors") if mission == 4 else self.squad()
        self.tell("fort", tower=3, landing=9) if mission == 6 else None
        self.men = len(self.state.troopers)
        self.calls = False

    # -- what happens on the line

    def press(self, seat: str, command: str, dice: Any = None, **fields: Any) -> list[Event]:
        events = super().press(seat, command, dice, **fields)
        self.taps[-1] += command.startswith("tell-")
        for event in events:
            self.follow(event)
        return events

    def follow(self, event: Event) -> None:
        """Put an event on the line."""
        if isinstance(event, TurnBegan):
            self.facts.append(Counter())
            self.packs.append(0)
            self.taps.append(0)
            self.bugs.append(sum(1 for _ in self.state.living_bugs()))
        elif isinstance(event, PhaseBegan) and event.phase == "bug-move":
            self.packs[-1] = max(1, len({self.pack_of(key) for key, _ in self.state.living_bugs()}))
        elif isinstance(event, FactTold):
            self.facts[-1][event.kind] += 1
        elif isinstance(event, BugsShown):
            self.bugs[-1] = max(self.bugs[-1], sum(1 for _ in self.state.living_bugs()))
            for key in event.bugs:
                self.at[key], self.side[key] = (
                    (event.team if event.team in self.state.teams else "team-1", event.inches),
                    event.bearing,
                )
        else:
            self.follow_move(event)

    def pack_of(self, bug: str) -> tuple[str, str | None, bool]:
        """Bugs of one kind that go for one team are a pack, pursuers another; each tank bug sprays for itself."""
        kind, app = walks_as(self.state.bugs[bug]), self.state.app
        return (bug if kind == "tank" else kind), app.pursuing.get(bug) or app.targets.get(bug), bug in app.pursuing

    def follow_move(self, event: Event) -> None:
        """Somebody moves on the line."""
        if isinstance(event, BrainOrdered) and event.do in ("go-for", "fly-at", "crawl-to", "pursue"):
            stop = 12 if event.do == "crawl-to" else 3
            for key, inches in event.inches.items():
                towards = self.nearest_to(key) if event.towards not in self.state.teams else event.towards
                if event.do != "crawl-to" and towards != event.towards:
                    self.sent[key] = inches  # until somebody has looked whom it goes for
                    continue
                here = self.at[key][1] if EQUALLY & set(event.reason) else self.inches(key, towards)
                self.at[key] = towards, max(min(here, stop), here - inches)
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
        return inches if own == team else inches + (NEIGHBOURS if teams[own].squad == teams[team].squad else 12)

    def near(self, inches: float) -> list[str]:
        """Living bugs so near to the team that they hunt; the Brain Bug does nobody any harm."""
        living = ((key, bug) for key, bug in self.state.living_bugs() if bug.kind != "brain")
        return [key for key, _ in living if self.at[key][1] <= inches]

    # -- what the board shows

    def answer(self, one: Inquiry) -> dict[str, Any]:
        state = self.state
        living = [key for key in state.teams if state.living_of(key)]
        if one.kind == "reached":
            there = [key for key in one.bugs if key in self.near(3) and self.at[key][0] in living]
            team = self.at[there[0]][0] if there else living[0]
            return {"team": team, "bugs": [key for key in there if self.at[key][0] == team]}
        if one.kind == "men":
            free = [key for key in state.living_of(str(one.team)) if state.troopers[key].status != "pinned"]
            return {
                "men": self.chance.sample(free, min(len(free), len(one.bugs) + self.chance.randint(0, MEN_ABREAST)))
            }
        if one.kind == "spray":
            team, inches = self.at[one.bugs[0]]
            return {"men": state.living_of(team) if inches <= 12 and team in living else []}
        if one.kind == "around":
            team = state.troopers[str(one.trooper)].team
            able = [key for key in self.near(6) if self.at[key][0] == team and state.bugs[key].kind != "tank"]
            return {"bugs": [key for key in able if key not in one.bugs]}
        return {"point": self.point(one)} if one.kind == "presence" else {"alone": []}

    def nearest_to(self, bug: str) -> str:
        living = [key for key in self.state.teams if self.state.living_of(key)]
        return min(living, key=lambda team: self.inches(bug, team))

    def nearest_of(self, one: Inquiry) -> list[str]:
        living = [key for key in self.state.teams if self.state.living_of(key)]
        away = {team: min(self.inches(bug, team) for bug in one.bugs) for team in living}
        seen = self.chance.random() < 5 / 6
        least = min(away.values()) + (NEIGHBOURS if self.chance.random() < ABREAST else 0)
        return [team for team in living if away[team] <= least] if seen else []

    def point(self, one: Inquiry) -> str:
        """The sweep by a die: open, cover, past an edge."""
        far = one.spot is not None and one.spot.inches > 24
        die = self.chance.randint(1, 6)
        return ("unseen" if far else "open") if die < 3 else {5: "edge-seen", 6: "edge-unseen"}.get(die, "cover")

    # -- the men

    def of_play(self, command: type[Command]) -> list[Offer]:
        return list_offers(command, replace(self.table.look(self.table.seat(IM)), greyed=False))

    def one_press(self) -> None:
        """The next thing that anybody does."""
        app, state = self.state.app, self.state
        offers = Offered(self)
        first = next((name for name in ("dodge", "react", "choose-reaction", "run") if name in offers), None)
        asked = (one for kind in ORDER for one in app.inquiries.values() if one.kind == kind)
        inquiry = next((one for one in asked if f"tell-{one.kind}" in offers), None)
        unsure = self.unsure() if "tell-nearest" in offers else None
        if first is not None:
            self.fill(offers[first])
        elif unsure is not None:
            self.press(IM, "tell-nearest", inquiry=unsure[0], teams=unsure[1])
        elif inquiry is not None:
            self.reply(inquiry)
        elif (call := next((name for name in CALLS if name in offers), None)) and self.wants_home():
            self.press(IM, call)
        elif state.phase == "fire" and "fire" in offers and self.fires(offers.every("fire")):
            return
        else:
            self.advance(offers)

    def reply(self, one: Inquiry) -> None:
        """Answer a question; those of its kind to which the answer is nobody are left to the last, for one tap."""
        if one.kind not in OR_NOBODY:
            counted = self.facts[-1]
            self.tell(one.kind, **self.answer(one))
            counted["men"] -= one.again  # it only happens after a bug has cut a man in half
            return
        open_ones = {key: other for key, other in self.state.app.inquiries.items() if other.kind == one.kind}
        for key, other in open_ones.items():
            answer = self.answer(other)
            if any(answer.get(name) for name in ("bugs", "men")):
                self.press(IM, f"tell-{one.kind}", inquiry=key, **answer)
                return
        self.press(IM, f"tell-{one.kind}-nobody")

    def unsure(self) -> tuple[str, list[str]] | None:
        """A question about a pack to which several teams are equally near, or that sees none; the others walk."""
        packs = {key: one for key, one in self.state.app.inquiries.items() if one.kind == "reached" and not one.aimed}
        for key, one in packs.items():
            walk = {bug: self.sent.pop(bug) for bug in one.bugs if bug in self.sent}
            teams = self.nearest_of(one) if walk else [""]
            if len(teams) != 1:
                return key, teams
            for bug, inches in walk.items():
                here = self.inches(bug, teams[0])
                self.at[bug] = teams[0], max(min(here, 3), here - inches)
        return None

    def advance(self, offers: Offered) -> None:
        """Let boats land, go on, go aboard, or be done."""
        if "land-boats" in offers and (self.left <= 0 or self.calls):
            away = [self.at[key][1] for key, bug in self.state.living_bugs() if bug.kind != "brain"]
            self.press(IM, "land-boats", nearest_bug=int(min([99, *away])))
        elif "embark" in offers and self.left <= 0:
            self.fill(offers["embark"], most=True)
        elif "take-off" in offers and any(boat.load for boat in self.state.boats.values()):
            loaded = next(key for key, boat in self.state.boats.items() if boat.load)
            self.press(IM, "take-off", boat=loaded)
        elif "move-teams" in offers and self.may_go_on() and self.left > 0:
            events = self.press(IM, "move-teams")
            self.march(max(max(one.inches.values()) for one in events if isinstance(one, TeamsMoved)))
        else:
            if self.state.phase == "im-move" and self.state.sequence == "pre":
                self.march(6)
            self.press(IM, "done")

    def may_go_on(self) -> bool:
        return not self.near(NEAR_BUGS)

    def march(self, inches: float) -> None:
        """All men come nearer to their goal."""
        self.left -= inches
        if self.left <= 0 and self.goals:
            self.press(IM, "reach-marker") if self.state.mission == 1 else None
            self.left = self.goals.pop(0)

    def wants_home(self) -> bool:
        """At the goal, when a quarter is lost, or near the end."""
        living = sum(one.living for one in self.state.troopers.values())
        lost = 4 * living <= 3 * self.men
        if self.state.mission in (5, 6):
            self.calls = self.calls or bool(lost or self.state.turn >= 6 if self.state.mission == 5 else self.near(6))
            return self.calls
        late = self.state.mission in (1, 4) and self.state.turn >= LIMITS[int(self.state.mission)] - 8
        if lost or late:
            self.left, self.goals = 0, []
        return self.left <= 0 and not self.goals

    def fires(self, offers: Sequence[Offer]) -> bool:
        """The first team that can fires at the nearest bug that it can reach, whole magazines at one close by."""
        team = offers[0].given["team"]
        own = [one for one in offers if one.given["team"] == team]
        bugs = [key for key in own[0].choose["target"] if self.state.bugs[key].kind != "brain"]
        away = {key: self.inches(key, team) for key in bugs}
        target = min(away, key=lambda key: away[key], default="")
        if not target:
            return False
        whole = [one for one in own if one.given["mode"] == "sustained" and away[target] <= CLOSE]
        offer = next(iter(whole), own[0])
        bands = [band for band in offer.choose["distance"] if band >= away[target]]
        if not bands:
            return False
        self.press(IM, "fire", **offer.given, target=target, distance=bands[0])
        return True

    def fill(self, offer: Any, *, most: bool = False) -> None:
        """Press an offer with its first values; bugs and men within 12 inches are counted on the line."""
        fields = {name: self.pick(choice, most) for name, choice in offer.choose.items()}
        if offer.command == "react":
            team = offer.given["team"]
            fields["bugs_within_12"] = sum(self.inches(key, team) <= 12 for key, _ in self.state.living_bugs())
        self.press(IM, offer.command, **offer.given, **fields)

    def pick(self, choice: Any, most: bool) -> Any:
        if isinstance(choice, NumberChoice):
            return choice.max if most else choice.min
        return choice.some[: max(1, choice.min)] if isinstance(choice, MultiChoice) else choice[0]


MOST_PRESSES = 2000
"""A battle that needs more is left undecided; no table has room for twice as many."""


def played(seed: int, temper: str, mission: int) -> Bench:
    """A whole battle."""
    from tests.mobile_infantry.bench_below import BelowBench

    bench = (BelowBench if mission in (3, 7) else Bench)(seed, temper, mission)
    bench.press(IM, "roll-experience") if bench.offers(IM, "roll-experience") else None
    bench.start()
    for _ in range(MOST_PRESSES):
        if bench.state.over:
            break
        bench.one_press()
    return bench


def faults(bench: Bench) -> Iterable[str]:
    if not bench.state.over:
        yield "it does not end"
    if any(not (one.reason and one.section) for one in bench.orders()):
        yield "an order without a reason"
    for turn, (facts, packs) in enumerate(zip(bench.facts, bench.packs, strict=True)):
        if sum(facts[kind] for kind in ABOUT_PACKS) > 3 * packs:
            yield f"turn {turn}: {dict(facts)} for {packs} packs"


def few_taps(bench: Bench) -> list[int]:
    """The taps of each turn with no more than a few bugs."""
    return [taps for taps, bugs in zip(bench.taps, bench.bugs, strict=True) if bugs <= FEW_BUGS]
