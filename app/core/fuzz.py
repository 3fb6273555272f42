"""A player that presses whatever is offered, and finds refusals, dead ends and broken accounts."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.core.again import Again, opening_again
from app.core.dice import SeededDice
from app.core.housekeeping import CampaignWentOn, OtherReadingUsed, PlayedAgain, SeatTaken
from app.core.play import Event, Malformed, Offer, Refused, Seat, Some, Span, Stale, Text
from app.core.table import Entry, Game, Press, Table, TableOpened, tap
from app.core.veil import plain

PRESSES_AT_MOST = 3000
WEIGHTS = {
    "undo": 0.4,
    "redo": 0.8,
    "house-ruling": 0.1,
    "play-card": 2.5,
    "leave-board": 0.1,
    "seal-door": 0.2,
    "done": 0.2,
    "force-ready": 0.05,
    "drop-model": 0.2,
    "shut-down": 0.02,
    "declare-fire": 0.2,
    "count-panels": 0.2,
    "agree-last-turn": 0.2,
    "fire": 3.0,
    "launch": 3.0,
    "harpoon": 5.0,
    "ka-boom": 5.0,
}
SELDOM = 30.0
ALL_OF_THEM = 0.5
HOUSEKEEPING_CHANCE = 0.08
SECOND_THOUGHTS = 0.3
HAND_ROLLED = 0.5
OTHER_READING = 0.02
TABLES_OF_A_CAMPAIGN = 2
AGAIN_CHANCE = 0.1
"""How many of the single missions are played again."""


class Broken(AssertionError):
    """A game that did not go as every game must."""


@dataclass
class Report:
    """How often each command was given and each event occurred."""

    commands: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    games: int = 0
    presses: int = 0

    def never(self, game: Game) -> list[str]:
        """Commands and events of the game that did not occur."""
        missing = [f"command {key}" for key in game.commands if not self.commands[key]]
        return missing + [f"event {key}" for key in game.events if not self.events[key]]

    def lines(self, game: Game) -> Iterable[str]:
        """The report, a line each."""
        yield f"{self.games} games, {self.presses} presses"
        for title, keys, counts in (("command", game.commands, self.commands), ("event", game.events, self.events)):
            for key in keys:
                yield f"{title:8} {key:28} {counts[key]:8}"


def filled(offer: Offer, chance: random.Random) -> dict[str, Any]:
    """An offer with something chosen for each choice."""
    return {**offer.given, **{name: picked(choice, chance) for name, choice in offer.choose.items()}}


def picked(choice: Any, chance: random.Random) -> Any:
    """One allowed value of a choice."""
    if isinstance(choice, Span):
        return chance.randint(choice.min, choice.max)
    if isinstance(choice, Some):
        least = max(choice.min, min(choice.max, 1))
        if chance.random() < ALL_OF_THEM:
            least = choice.max
        return chance.sample(choice.some, chance.randint(least, choice.max))
    return "because we say so" if isinstance(choice, Text) else chance.choice(choice)


class Play:
    """One game from its opening to its end."""

    def __init__(self, game: Game, opening: Mapping[str, Any], seed: int, report: Report) -> None:
        self.game, self.report = game, report
        self.chance = random.Random(seed)
        self.dice = SeededDice(self.chance.randbytes(32))
        self.table = Table("FUZZED", game, [])
        self.add("", [TableOpened(dict(opening))])
        for seat in opening["seats"]:
            self.add(seat, [SeatTaken(seat, seat)])

    def add(self, seat: str, events: list[Event]) -> None:
        """Append a press and count what it was."""
        self.table.append(Entry(len(self.table.entries), seat, "", "", time.time(), events))
        self.report.events.update(event.key for event in events)

    def run(self) -> Table:
        """Press until the table is closed. Raises Broken."""
        while not self.table.state.closed:
            if len(self.table.entries) > PRESSES_AT_MOST:
                raise Broken(f"not over after {PRESSES_AT_MOST} presses")
            self.press(*self.choice())
            broken = self.table.state.broken()
            if broken:
                raise Broken(f"must never be: {', '.join(broken)}")
        return self.table

    def sequel(self) -> Mapping[str, Any] | None:
        """What the next table is opened with, if there is one; this table says that the game went on."""
        again: Again = self.chance.choice(["same", "swapped"])
        in_campaign = self.game.history(self.table) is not None
        if not in_campaign and self.chance.random() >= AGAIN_CHANCE:
            return None
        try:
            opening = self.game.sequel(self.table) if in_campaign else opening_again(self.table, again)
        except Refused:
            return None
        went_on = CampaignWentOn("FUZZED") if in_campaign else PlayedAgain("FUZZED", again)
        self.add(self.table.opening["seats"][0], [went_on])
        return opening

    def choice(self) -> tuple[Seat, Offer]:
        """A seat and something it is offered."""
        seats = [self.table.seat(name) for name in self.table.opening["seats"]]
        offers = [(seat, offer) for seat in seats for offer in self.table.offers_for(seat)]
        play = [pair for pair in offers if pair[1].group == "play"]
        if not play and not self.table.state.over:
            raise Broken(f"dead end in {self.table.state.phase}")
        redo = [pair for pair in offers if pair[1].command == "redo"]
        if redo and self.chance.random() < SECOND_THOUGHTS:
            return self.chance.choice(redo)
        if not play or self.chance.random() < HOUSEKEEPING_CHANCE:
            play = [pair for pair in offers if pair[1].group == "table"]
        kinds = sorted({offer.command for _, offer in play})
        kind = self.chance.choices(kinds, [self.eagerness(key) for key in kinds])[0]
        return self.chance.choice([pair for pair in play if pair[1].command == kind])

    def eagerness(self, command: str) -> float:
        """How much a command is worth trying: the more the seldomer it was given so far."""
        return WEIGHTS.get(command) or 1 + SELDOM / (1 + self.report.commands[command])

    def press(self, seat: Seat, offer: Offer) -> None:
        """Give the command. Raises Broken where it is refused."""
        fields = filled(offer, self.chance)
        dice = None
        if offer.dice and self.chance.random() < HAND_ROLLED:
            dice = [self.chance.choice(offer.dice.faces) for _ in range(offer.dice.count)]
        readings = self.readings() if offer.group == "play" else {}
        try:
            press = Press(offer.command, fields, dice, self.table.seq(seat), readings)
            events = tap(self.table, seat, press, self.dice)
        except (Refused, Malformed, Stale) as no:
            if readings:
                return
            raise Broken(f"{offer.command} {fields} was offered and refused: {no}") from no
        self.report.commands[offer.command] += 1
        self.report.presses += 1
        self.add(seat.name, [*(OtherReadingUsed(*reading) for reading in readings.items()), *events])

    def readings(self) -> dict[str, str]:
        """Now and then, another answer to a question for one press."""
        if self.chance.random() > OTHER_READING:
            return {}
        key = self.chance.choice(list(self.game.questions))
        return {key: self.chance.choice(self.game.questions[key].answers)}


def played_on(game: Game, opening: Mapping[str, Any], seed: int, report: Report) -> Iterator[Table]:
    """A table from its opening to its end, and the next one of its campaign. Raises Broken."""
    following: Mapping[str, Any] | None = opening
    for number in range(TABLES_OF_A_CAMPAIGN):
        if following is not None:
            play = Play(game, following, seed + number, report)
            play.run()
            following = play.sequel()
            yield play.table


def check_rebuilds(table: Table, again: Callable[[Entry], Entry]) -> None:
    """The log folded afresh, from what would be stored, is the live state. Raises Broken."""
    rebuilt = Table(table.code, table.game, [again(entry) for entry in table.entries])
    if plain(rebuilt.state) != plain(table.state):
        raise Broken("the rebuilt state is not the live one")
