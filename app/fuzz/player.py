"""A random player that gives any offered command and reports violated invariants."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from app.core.engine.command import CommandRequest, list_offers
from app.core.engine.event import Entry, Event, Seat
from app.core.engine.offers import FileChoice, Group, MultiChoice, NumberChoice, Offer, RowChoice, TextChoice
from app.core.engine.visibility import to_jsonable
from app.core.errors import Malformed, Refused, Stale
from app.core.game.definition import Game, Opening
from app.core.game.opponent import Why
from app.core.rules.dice import Face, SeededDice
from app.core.table.app_turn import next_decision, seats_of_app
from app.core.table.execute import run_command
from app.core.table.next_table import Again, counterparts, gone_on, next_opening
from app.core.table.seat_view import Table
from app.core.table_commands.builtin import AFTERMATH, ANSWERS
from app.core.table_commands.house_rulings import HouseRuling, OtherReadingUsed, found
from app.core.table_commands.lifecycle import TableOpened
from app.core.table_commands.opponents import AppStuck, GoOn, app_players, reason_of
from app.core.table_commands.ruling_consent import ObjectToRuling
from app.core.table_commands.seating import SeatInvited, SeatTaken
from app.core.table_commands.take_back import TakeBack
from app.core.table_commands.undo import Redo, Undone, reveals, undo_target

PRESSES_AT_MOST = 4000
WEIGHTS = {
    "undo": 0.4,
    "redo": 0.8,
    "take-back": 0.1,
    "tick-off": 0.6,
    "tick-off-all": 0.3,
    "tick-set-up": 0.1,
    "house-ruling": 8.0,
    "let-app-play": 1.0,
    "let-app-help": 4.0,
    "stop-app-help": 4.0,
    "set-pace": 30.0,
    "go-on": 30.0,
    "set-habit": 0.3,
    "leave": 0.3,
    "free-seat": 0.6,
    "rename": 0.2,
    "table-ruling": 0.8,
}
"""The weights of the table's own commands."""
WEARY_AFTER = 220
SELDOM = 30.0
TEMPER = 4.0
OUT_OF_TURN = 0.25
OF_ITS_OWN = 0.2
THE_LEAST = 0.25
FAR = 12
"""The maximum distance of a chosen number from its minimum; with 90 of a thing on the board no game would end."""
ALL_OF_THEM = 0.5
HOUSEKEEPING_CHANCE = 0.06
SECOND_THOUGHTS = 0.3
APP_IS_FASTER, APP_IS_STUCK = 0.8, 0.1
REGRETS = 0.04
"""The chance that a seat asks to take back a roll or revelation."""
OBJECTIONS = 0.6
"""The chance that a side objects to a ruling of which it was not asked."""
HAND_ROLLED = 0.7
OTHER_READING = 0.02
BOUND_QUESTIONS = 0.5
TABLES_OF_A_CAMPAIGN = 2
AGAIN_CHANCE = 0.1
"""The share of single missions with a rematch."""


class InvariantViolated(AssertionError):
    """A game that violated an invariant."""


def chosen(choice: Any, chance: random.Random) -> Any:
    if isinstance(choice, NumberChoice):
        return choice.min if chance.random() < THE_LEAST else chance.choice(values_of(choice))
    if isinstance(choice, MultiChoice):
        least = max(choice.min, min(choice.max, 1))
        if chance.random() < ALL_OF_THEM:
            least = choice.max
        return chance.sample(choice.some, chance.randint(least, choice.max))
    if isinstance(choice, RowChoice):
        return {row: chance.choice(choice.values) for row in choice.rows if chance.random() < OF_ITS_OWN}
    return "because we say so" if isinstance(choice, TextChoice) else chance.choice(choice)


def values_of(choice: Any) -> Sequence[Any]:
    """Return the values among which one is chosen."""
    if isinstance(choice, NumberChoice):
        return range(choice.min, min(choice.max, choice.min + FAR) + 1)
    values: Sequence[Any] = choice
    return values


def kind_of(value: Any) -> str:
    return re.sub(r"-\d+$", "", str(value))


class RandomGame:
    def __init__(self, game: Game, opening: Mapping[str, Any], seed: int, report: Report) -> None:
        self.game, self.report = game, report
        self.chance = random.Random(seed)
        self.dice = SeededDice(self.chance.randbytes(32))
        drawn = {key: TEMPER ** self.chance.uniform(-1, 1) for key in game.commands}
        self.temper: dict[str, float] = drawn | dict.fromkeys(game.fuzzing.steady, 1.0)
        self.weights = {**WEIGHTS, **game.fuzzing.weights}
        self.luck = {seat: self.chance.random() for seat in opening["seats"]}
        self.why: Why | None = None
        """The reason of the app, whose command is given next."""
        self.tried: Counter[tuple[str, str]] = Counter()
        self.table = Table("FUZZED", game, [])
        self.add("", [TableOpened(dict(opening))])
        empty = game.fuzzing.empty(opening, self.chance)
        self.taken = [seat for seat in opening["seats"] if seat not in empty]
        for seat in self.taken:
            self.add(seat, [SeatTaken(seat, seat)])
        for seat in self.taken[:1]:
            self.add(seat, [SeatInvited(seat, seat)])

    def add(self, seat: str, events: list[Event]) -> None:
        entry = Entry(len(self.table.entries), seat, "", "", time.time(), events)
        faults = self.game.fuzzing.audit(self.table) if entry.seq else None
        self.table.append(entry)
        self.report.events.update(event.key for event in events)
        broken = self.table.state.broken()
        if faults is not None and undo_target(entry) is None:
            broken += faults(entry)
        broken += [f"unknown {name}" for name in self.game.rules.unknown(self.table.state, self.table.book())]
        if broken:
            raise InvariantViolated(f"must never be: {', '.join(broken)}")

    def run(self) -> Table:
        """Give commands until the table is closed. Raise InvariantViolated."""
        while not self.table.state.closed:
            if len(self.table.entries) > PRESSES_AT_MOST:
                raise InvariantViolated(f"not over after {PRESSES_AT_MOST} presses")
            self.press(*self.choice())
        if not self.table.state.over:
            raise InvariantViolated("closed before its end")
        self.report.endings[", ".join(self.game.fuzzing.ending(self.table))] += 1
        self.report.tables += 1
        return self.table

    def sequel(self) -> Opening | None:
        in_campaign = self.game.history(self.table) is not None
        again = self.again()
        if not in_campaign and self.chance.random() >= AGAIN_CHANCE:
            return None
        asked = None if in_campaign else again
        try:
            opening = next_opening(self.table, asked)
        except Refused:
            return None
        self.add(next(iter(self.table.seats)), [gone_on("FUZZED", asked)])
        return opening

    def again(self) -> Again:
        chosen: Again = self.chance.choice(["same", "swapped"])
        return chosen if counterparts(self.table.seats) else "same"

    # -- choices

    def choice(self) -> tuple[Seat, Offer]:
        state = self.table.state
        if state.take_back is not None or state.ruling_request is not None:
            return self.answer()
        if state.over:
            return self.aftermath()
        if (regret := self.regret()) is not None:
            return regret
        if (objection := self.objection()) is not None:
            return objection
        if (redo := self.second_thoughts()) is not None:
            return redo
        if self.chance.random() < HOUSEKEEPING_CHANCE:
            return self.aside()
        if (by_app := self.app_turn()) is not None:
            return by_app
        for seat in self.players():
            if (found := self.first_offered(seat, "play")) is not None:
                return found
        raise InvariantViolated(f"dead end in {self.table.state.phase}")

    def app_turn(self) -> tuple[Seat, Offer] | None:
        """Return the next command of the app, if it has one; at random, people are faster."""
        players = app_players(self.table.state)
        if not players or self.chance.random() > APP_IS_FASTER:
            return None
        if any(one.pace == "step" and not one.may_go_on for one in players):
            seat = self.seats()[0]
            return seat, list_offers(GoOn, self.table.look(seat))[0]
        if self.chance.random() < APP_IS_STUCK:
            stuck = next(seats_of_app(self.table)).name
            self.add(stuck, [AppStuck(stuck)])
        found = next_decision(self.table.copied(), self.dice.seed)
        if found is None:
            return None
        seat, decision = found
        self.why = decision.why
        return seat, Offer(decision.offer.command, decision.offer.group, given=decision.filled)

    def players(self) -> list[Seat]:
        """Return the seats of the sides in random order, mostly those awaited or active first."""
        state, sides = self.table.state, self.table.seats
        seats = [self.table.seat(name) for name in self.taken if sides[name] is not None]
        self.chance.shuffle(seats)
        if self.chance.random() < OUT_OF_TURN:
            return seats
        return sorted(seats, key=lambda seat: (not state.awaits(seat), seat.side != state.active))

    def first_offered(self, seat: Seat, group: Group) -> tuple[Seat, Offer] | None:
        look, commands = self.table.look(seat), self.game.commands
        for key in self.by_eagerness(key for key, command in commands.items() if command.group == group):
            if offers := [offer for offer in list_offers(commands[key], look) if offer.why_not is None]:
                return seat, self.chance.choice(self.pressing(offers))
        return None

    def pressing(self, offers: list[Offer]) -> list[Offer]:
        bound = [offer for offer in offers if offer.command == "table-ruling" and self.bound_to_commands(offer)]
        return bound if bound and self.chance.random() < BOUND_QUESTIONS else offers

    def bound_to_commands(self, offer: Offer) -> bool:
        return bool(self.game.rules.questions[offer.given["question"]].at)

    def seats(self) -> list[Seat]:
        seats = [self.table.seat(name) for name in self.taken]
        return self.chance.sample(seats, len(seats))

    def second_thoughts(self) -> tuple[Seat, Offer] | None:
        undone = isinstance(undo_target(self.table.entries[-1]), Undone)
        if not undone or self.chance.random() > SECOND_THOUGHTS:
            return None
        offered = [(seat, list_offers(Redo, self.table.look(seat))) for seat in self.seats()]
        redo = [(seat, offer) for seat, offers in offered for offer in offers if offer.why_not is None]
        return self.chance.choice(redo) if redo else None

    def regret(self) -> tuple[Seat, Offer] | None:
        last = self.table.entries[-1]
        if not reveals(last) or self.chance.random() > REGRETS:
            return None
        seat = self.table.seat(last.seat)
        offers = [offer for offer in list_offers(TakeBack, self.table.look(seat)) if offer.why_not is None]
        return (seat, offers[0]) if offers else None

    def objection(self) -> tuple[Seat, Offer] | None:
        ruled = any(type(event).rules for event in self.table.entries[-1].events)
        if not ruled or self.chance.random() > OBJECTIONS:
            return None
        offered = [(seat, list_offers(ObjectToRuling, self.table.look(seat))) for seat in self.seats()]
        found = [(seat, offer) for seat, offers in offered for offer in offers if offer.why_not is None]
        return self.chance.choice(found) if found else None

    def answer(self) -> tuple[Seat, Offer]:
        asked = [(seat, command) for seat in self.seats() for command in ANSWERS]
        offered = [(seat, list_offers(command, self.table.look(seat))) for seat, command in asked]
        found = [(seat, offer) for seat, offers in offered for offer in offers if offer.why_not is None]
        answers = sorted({offer.command for _, offer in found})
        kind = min(answers, key=lambda answer: (self.report.commands[answer], self.chance.random()))
        return self.chance.choice([pair for pair in found if pair[1].command == kind])

    def aside(self) -> tuple[Seat, Offer]:
        found = self.first_offered(self.seats()[0], "table")
        if found is None:
            raise InvariantViolated("nothing beside play")
        return found

    def aftermath(self) -> tuple[Seat, Offer]:
        """Choose a command left after the end. Raise InvariantViolated if play is offered."""
        offers = [(seat, offer) for seat in self.seats() for offer in self.table.offers_for(seat)]
        in_campaign = self.game.history(self.table) is not None
        allowed = {*AFTERMATH, *self.game.rules.after_game_commands, *({"table-ruling"} if in_campaign else ())}
        if more := {offer.command for _, offer in offers} - allowed:
            raise InvariantViolated(f"offered after the end: {', '.join(sorted(more))}")
        play = [pair for pair in offers if pair[1].group == "play"]
        left = play if play and self.chance.random() > HOUSEKEEPING_CHANCE else offers
        kind = next(self.by_eagerness({offer.command for _, offer in left}))
        return self.chance.choice([pair for pair in left if pair[1].command == kind])

    def by_eagerness(self, commands: Iterable[str]) -> Iterator[str]:
        drawn = [(self.chance.random() ** (1 / self.eagerness(key)), key) for key in sorted(commands)]
        return (key for _, key in sorted(drawn, reverse=True))

    def eagerness(self, command: str) -> float:
        if self.weary and command in self.game.fuzzing.decisive:
            return self.game.fuzzing.decisive[command]
        weight = self.weights.get(command) or 1 + SELDOM / (1 + self.report.commands[command])
        return weight * self.temper[command]

    @property
    def weary(self) -> bool:
        return len(self.table.entries) > WEARY_AFTER

    def press(self, seat: Seat, offer: Offer) -> None:
        fields = self.filled(offer)
        dice, (why, self.why) = None, (self.why, None)
        ask = None if why else offer.dice_for(offer.sums(fields)) if offer.sums else offer.dice
        if ask and self.chance.random() < HAND_ROLLED:
            dice = [self.face(seat, ask.faces) for _ in range(ask.count)]
        readings = self.readings() if offer.group == "play" and not why else {}
        try:
            press = CommandRequest(offer.command, fields, dice, self.table.seq(seat), readings)
            draft = run_command(self.table, seat, press, self.dice)
            if why is not None:
                draft.emit(reason_of(draft.events, seat.name, why))
        except (Refused, Malformed, Stale) as no:
            if readings:
                return
            raise InvariantViolated(f"{offer.command} {fields} was offered and refused: {no}") from no
        self.report.commands[offer.command] += 1
        self.report.presses += 1
        self.add(seat.name, [*(OtherReadingUsed(*reading) for reading in readings.items()), *draft.events])
        is_played = not readings and undo_target(self.table.entries[-1]) is None
        if is_played and draft.state != self.table.state:
            raise InvariantViolated("a command wrote on the state without an event")

    def filled(self, offer: Offer) -> dict[str, Any]:
        fields = {**offer.given}
        for name, choice in offer.choose.items():
            if name == offer.path and isinstance(choice, list):
                choice = [value for value in choice if value not in self.game.fuzzing.lasting]
            if self.weary and isinstance(choice, list):
                counts = [self.tried[offer.command, kind_of(value)] for value in choice]
                choice = [value for value, count in zip(choice, counts, strict=True) if count == min(counts)]
            given = isinstance(choice, FileChoice)
            fields[name] = self.game.fuzzing.files[name] if given else chosen(choice, self.chance)
            self.tried[offer.command, kind_of(fields[name])] += 1
        if offer.command == HouseRuling.key:
            *path, name = fields["set"].split(".")
            now = getattr(found(self.table.state, path), name)
            if fields["to"] == now:
                fields["to"] = self.chance.choice([value for value in values_of(offer.choose["to"]) if value != now])
        return fields

    def face(self, seat: Seat, faces: list[Face]) -> Face:
        """Return a die rolled by hand; a seat's luck in this game favours later faces."""
        two = self.chance.choices(range(len(faces)), k=2)
        return faces[max(two) if self.weary or self.chance.random() < self.luck[seat.name] else min(two)]

    def readings(self) -> dict[str, str]:
        if self.chance.random() > OTHER_READING or not self.game.rules.questions:
            return {}
        key = self.chance.choice(list(self.game.questions_in(self.table.state.edition)))
        return {key: self.chance.choice(self.game.rules.questions[key].answers)}


def played_on(game: Game, opening: Mapping[str, Any], seed: int, report: Report) -> Iterator[Table]:
    """Play a table and the next ones of its campaign; yield each. Raise InvariantViolated."""
    following: Mapping[str, Any] | None = opening
    for number in range(TABLES_OF_A_CAMPAIGN):
        if following is not None:
            play = RandomGame(game, following, seed + number, report)
            play.run()
            following = play.sequel()
            yield play.table


def check_rebuilds(table: Table, again: Callable[[Entry], Entry]) -> None:
    """Check that a replay of the stored log equals the live state. Raise InvariantViolated."""
    rebuilt = Table(table.code, table.game, [again(entry) for entry in table.entries])
    if to_jsonable(rebuilt.state) != to_jsonable(table.state):
        raise InvariantViolated("the rebuilt state is not the live one")


@dataclass
class Report:
    """Counts of one or more games; `endings` counts by mission, reason and winner."""

    commands: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    games: int = 0
    tables: int = 0
    presses: int = 0

    def add(self, other: Report) -> None:
        for declared in fields(self):
            value = getattr(self, declared.name)
            setattr(self, declared.name, value + getattr(other, declared.name))

    def counts(self) -> dict[str, Any]:
        return {name: dict(value) if isinstance(value, Counter) else value for name, value in vars(self).items()}

    @classmethod
    def of(cls, counts: Mapping[str, Any]) -> Report:
        report = cls()
        for name, value in counts.items():
            setattr(report, name, Counter(value) if isinstance(value, dict) else value)
        return report

    def never(self, game: Game) -> list[str]:
        missing = [f"command {key}" for key in game.commands if not self.commands[key]]
        return missing + [f"event {key}" for key in game.events if not self.events[key]]

    def lines(self, game: Game) -> Iterable[str]:
        yield f"{self.games} games, {self.tables} tables, {self.presses} presses"
        for title, keys, counts in (("command", game.commands, self.commands), ("event", game.events, self.events)):
            for key in keys:
                yield f"{title:8} {key:28} {counts[key]:8}"
        for ending, count in sorted(self.endings.items()):
            yield f"ending   {ending:28} {count:8}"
