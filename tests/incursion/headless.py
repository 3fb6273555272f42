"""Missions without a server: the app as the Germans against scripted Allies on an abstract board."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.core.engine.buttons import AvailableOffers
from app.core.engine.command import CommandRequest
from app.core.engine.event import Seat
from app.core.engine.offers import MultiChoice, NumberChoice, Offer, RowChoice
from app.core.errors import Malformed, Refused
from app.core.game.opponent import Decision
from app.core.game.setup import opening_of, options_of
from app.core.rules.dice import SeededDice
from app.core.table.app_turn import decision_of, offers_for_app, random_of
from app.core.table.execute import run_command
from app.core.table.seat_view import Table
from app.core.table_commands.lifecycle import TableOpened
from app.core.table_commands.opponents import reason_of
from app.games import REGISTRY
from app.games.incursion.board_talk import MOST_AP, MOST_FACTS
from app.games.incursion.board_view.app_talk import talk
from app.games.incursion.events.actions import ItemDropped, ItemTaken
from app.games.incursion.events.attacks import ModelLost
from app.games.incursion.events.board_talk import FiguresOrdered, FigureWent, SightTold
from app.games.incursion.events.counters import CounterSearched, TwitcherWoke
from app.games.incursion.events.missions import PanelActivated
from app.games.incursion.solo.orders import BEFORE_EXIT, NEAREST_ZOMBIE, PICKETS, TAKERS, UNSEEN
from tests.headless import HeadlessGame
from tests.incursion.abstract_board import EXIT_COLUMN, GERMAN_ENTRIES, ROWS, AbstractBoard, distance

ALLIED, GERMAN = "allied", "german"
ASKS = (
    *("survey", "ask-shots", "ask-sight", "ask-room", "ask-blast", "ask-ahead", "ask-watch", "ask-seen", "ask-place"),
    *("ask-leave", "plan-attacks"),
)
TWO_TAPS = frozenset({"approach", "fire", "go-to-target", "harpoon", "ka-boom", "melee", "play-card", "kill-card"})
"""Commands that a person opens and sends (docs/taps.md), whatever the side; `approach` is an advance."""
NEAR = 3
THINGS = {
    3: {"pinger": (5, 0)},
    4: {f"counter-{number}": (number, number % ROWS) for number in range(1, 9)},
    6: {f"panel-{number}": (2 * number, number % ROWS) for number in range(5)},
}
"""Mission → thing → its square on the abstract board."""
FORCES = {
    1: {"grunt-ape": 2},
    2: {"ape-sarge": 1, "grunt-ape": 2},
    3: {"ape-sarge": 1, "ape-blazer": 1},
    4: {"ape-sarge": 1, "grunt-ape": 3, "ape-blazer": 1},
    5: {"ape-sarge": 1, "grunt-ape": 4},
    6: {"ape-sarge": 1, "grunt-ape": 4, "ape-blazer": 1},
    7: {"ape-sarge": 1, "slugger-murphy": 1, "grunt-ape": 4},
}


@dataclass
class SoloMission(HeadlessGame):
    """One mission: the Germans are the app at a level, the Allies follow a script."""

    mission: int
    level: int
    seed: int
    edition: str = "en-2009"
    rp: dict[str, int] = field(default_factory=dict)
    campaign: list[int] = field(default_factory=list)
    """The missions of a campaign that this one begins."""
    refused: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """Of each decision of the app."""
    taps: Counter[str] = field(default_factory=Counter)
    """Presses of the person by what they are for: opening a form, each value, and sending it."""
    own_presses: int = 0
    """Presses that a German person would have made in the app's place: what it asks and orders left out."""
    spared: int = 0
    """Halves in which somebody went unseen past a watcher: one press to limit Reaction Fire between two people."""
    facts: Counter[tuple[int, str | None, str]] = field(default_factory=Counter)
    """Facts told by turn, side whose half it is, and figure."""

    def __post_init__(self) -> None:
        self.table, self.board = Table("SOLO", REGISTRY["incursion"], []), AbstractBoard()
        self.board.things = dict(THINGS.get(self.mission, {}))
        self.chance = random.Random(self.seed)
        self.dice = SeededDice(self.chance.randbytes(32))
        self.add("", [TableOpened(self.opening())])

    def opening(self) -> dict[str, Any]:
        wishes: dict[str, Any] = {"game": "incursion", "mission": self.mission, "edition": self.edition}
        if self.campaign:
            wishes |= {"campaign": {"name": "row", "missions": self.campaign}}
        return dict(opening_of(*options_of(REGISTRY, {**wishes, "rp": self.rp, "opponents": {GERMAN: self.level}})))

    def step(self) -> bool:
        """Let the app do the next thing, else the person; False if nobody does anything."""
        german = self.table.seat(GERMAN)
        if offers_for_app(self.table, german):
            began = time.process_time()
            decision = decision_of(self.table, german, random_of(self.dice.seed, self.table, german))
            self.seconds.append(time.process_time() - began)
            if decision is not None:
                if decision.offer.command not in ASKS:
                    self.own_presses += 1 + opens_form(decision.offer)
                check_filled_in(decision)
                return self.give(german, decision.offer.command, decision.filled, decision)
        return Person(self).act()

    def give(self, seat: Seat, command: str, fields: Any, decision: Decision | None = None) -> bool:
        try:
            draft = run_command(self.table, seat, CommandRequest(command, dict(fields)), self.dice)
        except (Refused, Malformed) as no:
            self.refused.append(f"{command} {dict(fields)}: {no}")
            return False
        reasons = [reason_of(draft.events, seat.name, decision.why)] if decision is not None else []
        self.add(seat.name, [*draft.events, *reasons])
        self.follow(draft.events)
        return True

    def follow(self, events: list[Any]) -> None:
        """Move the figures on the board as the events say."""
        allies = [key for key in self.state.models if self.state.models[key].side == ALLIED]
        for event in events:
            if isinstance(event, FiguresOrdered) and event.do == "enter":
                for number, key in enumerate(event.who):
                    self.board.place(key, self.entry_for(event.towards, number))
                    if event.towards == PICKETS:
                        self.board.enter(key)
            elif isinstance(event, FigureWent) and event.towards not in self.state.models:
                self.go(event, [self.board.at[key] for key in allies if key in self.board.at])
            elif isinstance(event, SightTold):
                self.spared += len(event.about) > len(event.seen)
            elif isinstance(event, ModelLost):
                self.leave(event.model, event.dropped)
                self.board.remove(event.model)
            else:
                self.follow_things(event)
        for key, model in self.state.models.items():
            if model.place == "out":
                self.board.remove(key)

    def go(self, event: FigureWent, hostile: list[tuple[int, int]]) -> None:
        """Move a figure as it was ordered, towards no target of the plan."""
        cards, at = self.table.book().models, self.board.at
        card_of = {key: cards[model.card] for key, model in self.state.models.items()}
        part, gone = self.state.app.part_of(event.model), self.state.app.owed.get(event.model, 0)
        if event.towards == UNSEEN:
            self.board.keep_away(event.model, [], hostile, event.ap)
        elif event.towards == NEAREST_ZOMBIE:
            self.board.keep_away(event.model, [at[key] for key in at if card_of[key].zombie], hostile, event.ap)
        elif event.towards == TAKERS:
            return  # those who take something change places with them
        elif not hostile and event.model in at and self.board.goals(event.towards):
            self.board.pass_through(event.model, event.towards, event.ap)
        elif part is None or part.target != event.towards:
            goals = self.board.goals(event.towards) or hostile
            self.board.approach(event.model, goals, event.ap + event.cp + event.zombie_cp - gone)

    def follow_things(self, event: Any) -> None:
        if isinstance(event, ItemTaken | CounterSearched):
            self.board.take(event.model, event.item)
        elif isinstance(event, PanelActivated):
            self.board.take(event.model, "panel")
        elif isinstance(event, ItemDropped):
            self.leave(event.model, [event.item])
        elif isinstance(event, TwitcherWoke):
            self.board.place(event.model, self.board.at[event.target])
            self.board.enter(event.model)

    def leave(self, model: str, items: list[str]) -> None:
        for item in items:
            self.board.things[item] = self.board.at.get(model, GERMAN_ENTRIES[0])

    def entry_for(self, towards: str, number: int) -> tuple[int, int]:
        allies = [cell for key, cell in self.board.at.items() if self.state.models[key].side == ALLIED]
        if towards in (BEFORE_EXIT, PICKETS) or not allies:
            return GERMAN_ENTRIES[-1] if allies else GERMAN_ENTRIES[0]
        return min(GERMAN_ENTRIES, key=lambda entry: min(distance(entry, ally) for ally in allies))


def opens_form(offer: Offer) -> bool:
    """Return whether a person opens a form for it: also to end a half in which somebody may watch."""
    return offer.command in TWO_TAPS or (offer.command == "done" and bool(offer.choose))


def check_filled_in(decision: Decision) -> None:
    """Check that a decision is an offer filled in: each field is one of its choices, with values that it offers."""
    for name, value in decision.fields.items():
        choice = decision.offer.choose[name]
        if isinstance(choice, NumberChoice):
            assert choice.min <= value <= choice.max, (name, value)
        elif isinstance(choice, MultiChoice):
            assert choice.min <= len(value) <= choice.max, (name, value)
            assert set(value) <= set(choice.some), (name, value)
        elif isinstance(choice, RowChoice):
            assert set(value) <= set(choice.rows), (name, value)
            assert all(one in choice.values for one in value.values()), (name, value)
        else:
            assert isinstance(choice, list), name
            assert value in choice, (name, value)


def flat(fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the fields of a form as it sends them: a value for each of a list, and for each row."""
    for name, value in fields.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}.{row}", str(one)) for row, one in value.items())
        else:
            yield from ((name, str(one)) for one in (value if isinstance(value, list) else [value]))


class Person:
    """The person at the board: answers what the app asks, and plays the Allies by a script."""

    def __init__(self, game: SoloMission, side: str = ALLIED) -> None:
        self.game, self.board, self.state = game, game.board, game.state
        self.seat = game.table.seat(side)
        offers = [one for one in game.table.offers_for(self.seat, reckoned=False) if one.group == "play"]
        self.offers: dict[str, list[Offer]] = {}
        for offer in offers:
            self.offers.setdefault(offer.command, []).append(offer)

    def give(self, command: str, about: str = "own", more: int = 0, **fields: Any) -> bool:
        taps = self.taps_of_answer(command, fields) if about == "facts" else 1 + more + (command in TWO_TAPS)
        self.game.taps[about if self.seat.side == ALLIED else f"german {about}"] += taps
        return self.game.give(self.seat, command, fields)

    def taps_of_answer(self, command: str, fields: dict[str, Any]) -> int:
        """Return one tap if the board has a button that says just this; else those in the form that is open there."""
        asked = talk(self.state, AvailableOffers(one for offers in self.offers.values() for one in offers))
        assert asked is not None
        told = Counter(flat(fields))
        buttons = [one for one in (*asked.tiles, *asked.usual) if one.command == command]
        if any(Counter((name, str(value)) for name, value in one.fields) == told for one in buttons):
            return 1
        assert asked.sheet is not None, (command, fields)
        assert asked.sheet.command == command
        return (told - Counter(flat(dict(asked.sheet.given)))).total() + 1

    def act(self) -> bool:
        """Do the first thing that there is to do."""
        ways = (self.orders, self.facts, self.react, self.card, self.set_up, self.half)
        return any(way() for way in ways)

    # -- what the app asks

    def facts(self) -> bool:
        sheets = (
            self.ahead,
            self.watch,
            self.seen,
            self.sheet,
            self.sight,
            self.shots,
            self.room,
            self.blast,
            self.where,
        )
        told = self.leave() or any(way() for way in sheets)
        for command in ("tell-shots-none", "tell-sight-none", "tell-watch-none", "tell-blast-none", "tell-reach-none"):
            if not told and command in self.offers:
                return self.give(command, "facts")
        return told

    def tell(self, command: str, figures: Iterable[str], values: int, fields: dict[str, Any]) -> bool:
        """Send a form with so many values; nothing if there are none, as *none of these* says that."""
        self.game.facts.update((self.state.turn, self.state.half_of, key) for key in figures)
        return values > 0 and self.give(command, "facts", **fields)

    def leave(self) -> bool:
        for offer in self.offers.get("tell-leave", ()):
            first = max((cell[0] for key, cell in self.board.at.items() if self.is_ally(key)), default=0)
            answer = {"may": first >= EXIT_COLUMN - 3, "next_turn": first >= EXIT_COLUMN - 6}
            return self.give("tell-leave", "facts", **{**offer.given, **answer})
        return False

    def sheet(self) -> bool:
        """Fill in the sheet of all figures and targets: what each could take, else the nearest targets of each."""
        for offer in self.offers.get("tell-all-reach", ()):
            pairs: Any = offer.choose.get("ap", RowChoice([], [MOST_AP]))
            takes = self.takes_told(offer.choose.get("takes"))
            counted = Counter([*takes, *(key for key, number in self.state.app.facts.items() for _ in range(number))])
            ways: dict[str, int] = {}
            for pair, (figure, goal) in pairs.names.items():
                before = self.board.best_before(figure, goal, pairs.values[-1])
                if before is not None and counted[figure] < MOST_FACTS:
                    ways[pair] = before[0]
                    counted[figure] += 1
            figures = [*takes, *(pairs.names[pair][0] for pair in ways)]
            return self.tell(
                "tell-all-reach",
                figures,
                len(figures),
                {**({"ap": ways} if ways else {}), **({"takes": takes} if takes else {})},
            )
        return False

    def sight(self) -> bool:
        for offer in self.offers.get("tell-sight", ()):
            some = offer.choose["in_sight"]
            assert isinstance(some, MultiChoice)
            seen = [key for key in some.some if self.is_seen_on_its_way(key)]
            return self.tell("tell-sight", seen, len(seen), {**offer.given, "in_sight": seen})
        return False

    def shots(self) -> bool:
        for offer in self.offers.get("tell-shots", ()):
            rows: Any = offer.choose["targets"]
            seen = {key: [one for one in rows.values if self.board.sees(one, key)] for key in rows.rows}
            found = {key: targets[0] for key, targets in seen.items() if targets}
            return self.tell("tell-shots", found, len(found), {**offer.given, "targets": found})
        return False

    def room(self) -> bool:
        """Tell how many squares around an Ally are free or held by enemies."""
        for offer in self.offers.get("tell-room", ()):
            x, y = self.board.at[str(offer.about[0])]
            around = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {(x, y)}
            allies = {cell for key, cell in self.board.at.items() if self.is_ally(key)}
            number = min(max(offer.values("number")), len(around & self.board.open - allies))
            return self.give("tell-room", "facts", number=number, **offer.given)
        return False

    def blast(self) -> bool:
        """Tell who stands in the 8 squares around."""
        for offer in self.offers.get("tell-blast", ()):
            x, y = self.board.at[str(offer.about[-1])]
            some = offer.choose["caught"]
            assert isinstance(some, MultiChoice)
            around = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
            caught = [key for key in some.some if self.board.at.get(key) in around]
            return self.tell("tell-blast", [str(offer.about[0])], len(caught), {**offer.given, "caught": caught})
        return False

    def ahead(self) -> bool:
        for offer in self.offers.get("tell-ahead", ()):
            return self.give("tell-ahead", "facts", square="free", **offer.given)
        return False

    def watch(self) -> bool:
        for offer in self.offers.get("tell-watch", ()):
            some = offer.choose["seeing"]
            assert isinstance(some, MultiChoice)
            allies = [key for key in self.board.at if self.is_ally(key)]
            seeing = [key for key in some.some if any(self.board.sees(key, ally) for ally in allies)]
            return self.tell("tell-watch", seeing, len(seeing), {**offer.given, "seeing": seeing})
        return False

    def seen(self) -> bool:
        for offer in self.offers.get("tell-seen", ()):
            some = offer.choose["observers"]
            assert isinstance(some, MultiChoice)
            seen = [key for key in some.some if self.board.sees(key, str(offer.about[0]))]
            return self.give("tell-seen", "facts", **({"observers": seen} if seen else {"again": True}), **offer.given)
        return False

    def where(self) -> bool:
        """Say that the first or last Ally stands where it is asked about."""
        for offer in self.offers.get("tell-place", ()):
            last = offer.about[0] == "hindmost"
            who = sorted(offer.values("who"), key=lambda key: self.board.at[key])[0 if last else -1]
            return self.give("tell-place", "facts", who=who, **offer.given)
        return False

    def takes_told(self, asked: Any) -> dict[str, str]:
        """Give each figure the nearest thing that its AP reach; no thing to two of them."""
        found: dict[str, str] = {}
        for figure in asked.rows if asked is not None else ():
            most = self.state.models[figure].ap - 1
            before = [(way, thing) for thing in asked.values if (way := self.board.best_before(figure, thing, most))]
            free = [thing for _, thing in sorted(before) if thing not in found.values()]
            if free:
                found[figure] = free[0]
        return found

    def is_seen_on_its_way(self, key: str) -> bool:
        """Whether somebody in Reaction Fire sees a figure where it stands or once it has gone for the nearest Ally."""
        board = self.board
        kept, waits = dict(board.at), dict(board.entry_of)
        watchers = [one for one, model in self.state.models.items() if self.is_ally(one) and model.reaction_fire]
        allies = [cell for one, cell in board.at.items() if self.is_ally(one)]
        seen = False
        for ap in range(self.state.models[key].ap + 1):
            board.at, board.entry_of = dict(kept), dict(waits)
            board.approach(key, allies, ap)
            seen = seen or any(board.sees(one, key) for one in watchers)
        board.at, board.entry_of = kept, waits
        return seen

    def orders(self) -> bool:
        """Move the figures of the plan in their order; say which one cannot."""
        app = self.state.app
        if app is None or not app.orders or "order-done" not in self.offers:
            return False
        for key, order in app.orders.items():
            if not self.board.stand(order.who[0], order.towards, order.most):
                return self.give("order-impossible", "orders", 2, order=key, because="barred")
            if len(app.orders) > 1:
                taken = self.first_that_cannot([*app.orders.values()])
                if taken is None:
                    for other in app.orders.values():
                        self.board.stand(other.who[0], other.towards, other.most)
                    return self.give("all-orders-done", "orders", up_to=[*app.orders][-1])
            return self.give("order-done", "orders", order=key)
        return False

    def first_that_cannot(self, orders: list[Any]) -> str | None:
        kept = dict(self.board.at)
        failing = next((one.who[0] for one in orders if not self.board.stand(one.who[0], one.towards, one.most)), None)
        self.board.at = kept
        return failing

    # -- the Allies

    def is_ally(self, key: str) -> bool:
        return bool(self.state.models[key].side == ALLIED)

    def react(self) -> bool:
        for offer in self.offers.get("react", ()):
            if self.board.sees(str(offer.given["model"]), str(offer.given["target"])):
                return self.give("react", "reaction", **offer.given)
        if "no-reaction" in self.offers:
            offer = self.offers["no-reaction"][-1]
            return self.give("no-reaction", "reaction", **offer.given)
        return False

    def card(self) -> bool:
        if "let-card" in self.offers:
            return self.give("let-card", **self.offers["let-card"][0].given)
        return False

    def set_up(self) -> bool:
        add = self.offers.get("add-model")
        if add or "force-ready" in self.offers:
            left = Counter(FORCES[self.game.mission]) - Counter(self.state.sides[ALLIED].force)
            for card in left:
                if add and card in add[0].values("card"):
                    return self.give("add-model", card=card)
            return self.give("force-ready")
        for command in ("burn", "twitcher-attack", "roll-countdown", "dice-off", "name-stranded", "resolve-blast"):
            for offer in self.offers.get(command, ()):
                return self.give(
                    command, **offer.given, **{n: c[0] for n, c in offer.choose.items() if isinstance(c, list)}
                )
        if "replenish-hand" in self.offers:
            return self.give("replenish-hand")
        if "bid" in self.offers:
            return self.give(
                "bid", cp=self.game.chance.choice((0, 0, 1, 1, 2)) if self.state.sides[self.seat.name].cp > 1 else 0
            )
        if "deploy" in self.offers:
            choice = self.offers["deploy"][0].choose["models"]
            assert isinstance(choice, MultiChoice)
            return self.give("deploy", models=choice.some)
        return False

    def half(self) -> bool:
        """Shoot at whoever comes near, else go for the exit; then watch."""
        if "done" not in self.offers:
            return any(self.give("let-go", **offer.given) for offer in self.offers.get("let-go", ()))
        acting = self.state.acting
        if acting is not None and self.is_ally(acting) and self.goes_on(acting):
            return True
        for offer in self.offers.get("activate", ()):
            fresh = [key for key in offer.values("model") if not self.state.models[key].activated]
            if fresh:
                first = max(fresh, key=lambda key: self.board.at.get(key, (-1, 0)))
                return self.give("activate", model=first)
        done = self.offers["done"][0]
        choice = done.choose.get("reaction_fire")
        able = choice.some if isinstance(choice, MultiChoice) else []
        watching = [key for key in able if not self.seen_by(key)]
        watch = {"reaction_fire": watching} if choice is not None else {}
        return self.give("done", more=opens_form(done), **watch)

    def seen_by(self, key: str) -> list[str]:
        enemies = [one for one in self.state.enemies(ALLIED) if self.board.sees(key, one)]
        here = self.board.at.get(key, (0, 0))
        return sorted(enemies, key=lambda one: distance(self.board.at[one], here))

    def goes_on(self, key: str) -> bool:
        model = self.state.models[key]
        if not model.on_board:
            return self.enters(key)
        if key not in self.board.at:  # the Stranded Trooper in his room
            self.board.place(key, GERMAN_ENTRIES[0])
            self.board.enter(key)
        near = self.seen_by(key)
        threats = [one for one in near if distance(self.board.at[one], self.board.at[key]) <= NEAR]
        if threats and self.shoots(key, threats[0]):
            return True
        if not threats and (self.takes(key) or self.reaches_goal(key) or self.walks(key)):
            return True
        return bool(near and self.shoots(key, near[0])) or self.reaches_goal(key) or self.walks(key)

    def enters(self, key: str) -> bool:
        for offer in self.offers.get("move", ()):
            if offer.given["step"] == "forward":
                fields = self.paid(offer, 0)
                if fields is not None:
                    self.board.enter(key)
                    return self.give("move", **fields)
        return False

    def paid(self, offer: Offer, cp: int) -> dict[str, Any] | None:
        """The fields of an offer that is paid with so many CP; None if it cannot be."""
        choice = offer.choose.get("cp")
        if isinstance(choice, NumberChoice):
            return {**offer.given, "cp": cp} if choice.min <= cp <= choice.max else None
        return {**offer.given} if offer.given.get("cp", 0) == cp else None

    def shoots(self, key: str, target: str) -> bool:
        """Shoot with AP, then with CP at whoever stands before it."""
        beside = distance(self.board.at[key], self.board.at[target]) <= 2
        for offer in self.offers.get("fire", ()):
            for cp in (0, 1) if beside else (0,):
                if target in offer.values("target") and (fields := self.paid(offer, cp)) is not None:
                    return self.give("fire", **fields, target=target)
        return False

    def reaches_goal(self, key: str) -> bool:
        """At the end of the corridor do what the mission asks for, or leave."""
        if self.board.at[key][0] < EXIT_COLUMN:
            return False
        for command in ("shut-down", "seal-door", "door"):
            for offer in self.offers.get(command, ()):
                is_goal = command != "door" or offer.given.get("of_room")
                if is_goal and (fields := self.paid(offer, 0)) is not None:
                    some = {name: one[0] for name, one in offer.choose.items() if isinstance(one, list)}
                    return self.give(command, **some, **fields)
        for offer in self.offers.get("leave-board", ()):
            for cp in (0, 1):
                if offer.given.get("step", "forward") == "forward" and (fields := self.paid(offer, cp)) is not None:
                    return self.give("leave-board", **fields)
        return False

    def takes(self, key: str) -> bool:
        """Take what lies beside it."""
        near = [one for one, cell in self.board.things.items() if distance(cell, self.board.at[key]) <= 1]
        for command in ("item", "search-counter", "activate-panel"):
            for offer in self.offers.get(command, ()) if near else ():
                items = [one for one in near if one == offer.given.get("item") or one in offer.values("item")]
                fields = self.paid(offer, 0)
                if fields is not None and (items or command == "activate-panel"):
                    return self.give(command, **({**fields, "item": items[0]} if "item" in offer.choose else fields))
        return False

    def walks(self, key: str) -> bool:
        """Go ahead, or into the other row where that is the way."""
        here, taken = self.board.at[key], self.board.taken
        ahead = [cell for cell in self.board.near(here) if cell not in taken and cell[0] > here[0]]
        aside = [cell for cell in self.board.near(here) if cell not in taken and cell[0] == here[0] and cell[1] < ROWS]
        ways = ahead + [cell for cell in aside if (cell[0] + 1, cell[1]) not in taken]
        for offer in self.offers.get("move", ()):
            is_plain = offer.given["step"] == "forward" and not offer.given.get("leap")
            if ways and is_plain and (fields := self.paid(offer, 0)) is not None:
                self.board.at[key] = ways[0]
                return self.give("move", **fields)
        return False
