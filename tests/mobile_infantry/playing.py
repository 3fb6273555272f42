"""A battle of Infantería Móvil at its table, without a web: every die is typed, so that each number can be worked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from app.core.engine.command import CommandRequest, GameContext
from app.core.engine.event import Entry, Event, Seat
from app.core.engine.offers import Offer
from app.core.engine.visibility import to_jsonable
from app.core.errors import Malformed, Refused
from app.core.game.setup import opening_of
from app.core.rules.dice import SeededDice
from app.core.table.execute import execute_command
from app.core.table.seat_view import Table
from app.core.table.what_if import questions_that_allow, relevant_questions
from app.core.table_commands.lifecycle import TableOpened
from app.games.mobile_infantry.game import GAME
from app.games.mobile_infantry.options import Options
from app.games.mobile_infantry.turn.arriving import dice_due, inches_due, label_of, step_of
from app.games.mobile_infantry.turn.presence import dice_of, open_sites, rolls_left
from app.games.mobile_infantry.turn.presence import test_dice as own_dice

BRAIN, IM = "brain", "im-1"
KINDS = {("tank", 1): 1, ("warrior", 1): 2, ("warrior", 2): 3, ("warrior", 3): 4, ("flyer", 1): 5, ("flyer", 2): 6}
"""The die of kind and number."""
NOTHING = 4
"""A follow-up that waits, a pack’s move that matters to nobody."""


class Same:
    """Dice that all show one face."""

    def __init__(self, face: int) -> None:
        self.face = face

    def die(self, number: int, index: int, faces: int) -> int:
        return self.face

    def roll(self, number: int, count: int, faces: int) -> list[int]:
        return [self.face] * count


class Battle:
    """One table and its presses: `battle.fire("team-2", at="warrior-1", distance=12, dice=[6, 5, 3, 1])`."""

    def __init__(self, mission: int = 1, players: int = 1, referee: bool = False, **answers: str) -> None:
        rulings = {key.replace("_", "-"): answer for key, answer in answers.items()}
        wished = Options(game=GAME.key, players=players, referee=referee, table_rulings=rulings)
        opened = Entry(0, "", "", "", 0.0, [TableOpened(opening_of(GAME, wished))])
        self.table = Table("BATTLE", GAME, [opened])
        self.dice: SeededDice | Same = SeededDice(bytes(32))
        self.press(BRAIN, "choose-mission", mission=mission)

    # -- what there is

    @property
    def state(self) -> Any:
        return self.table.state

    def team(self, key: str) -> Any:
        return self.state.teams[key]

    def men(self, team: str) -> list[Any]:
        """All men whom a team ever had."""
        return [one for one in self.state.troopers.values() if one.team == team]

    def names(self, team: str) -> list[str]:
        return [key for key, one in self.state.troopers.items() if one.team == team]

    def bug(self, key: str) -> Any:
        return self.state.bugs[key]

    def score(self) -> tuple[int, int]:
        """The points of the bugs and of the Mobile Infantry."""
        return self.state.score["brain"], self.state.score["im"]

    def seat_of(self, team: str) -> str:
        seat: str = self.team(team).seat
        return seat

    # -- pressing

    def press(self, seat: str, command: str, dice: Sequence[Any] | None = None, **fields: Any) -> list[Event]:
        events = self.send(seat, command, None if dice is None else list(dice), fields)
        assert self.state.broken() == []
        return events

    def send(self, seat: str, command: str, dice: list[Any] | None, fields: dict[str, Any]) -> list[Event]:
        """Make a press at the table. Raises Refused, Malformed."""
        events = execute_command(
            self.table, self.table.seat(seat), CommandRequest(command, fields, dice, typed=True), self.dice
        )
        self.table.append(Entry(len(self.table.entries), seat, str(len(self.table.entries)), "", 0.0, events))
        return events

    def offers(self, seat: str, command: str) -> list[Offer]:
        return self.table.offers_for(self.table.seat(seat), but={*GAME.commands} - {command})

    def offered(self, seat: str) -> set[str]:
        """The commands of play that a seat is offered."""
        return {offer.command for offer in self.table.offers_for(self.table.seat(seat)) if offer.group == "play"}

    def told(self, seat: str) -> str:
        """All that a seat is told: state, events, offers, its own number, where another answer would matter."""
        chair = self.table.seat(seat)
        seen = [(entry.seat, self.events_for(chair, entry)) for entry in self.table.seen(chair)]
        offers = self.table.offers_for(chair, greyed=True)
        keys = [one.key for one in GAME.rules.own_commands if chair.side is not None]
        asks = [
            (relevant_questions(self.table, chair, key), questions_that_allow(self.table, chair, key)) for key in keys
        ]
        return repr((to_jsonable(self.table.state_for(chair)), seen, offers, self.table.seq(chair), asks))

    def events_for(self, seat: Seat, entry: Entry) -> list[Any]:
        from app.core.table.serialize import event_data

        return [(one.key, event_data(self.table, one, seat)) for one in entry.events if one.visible_to(seat)]

    # -- setting up

    def squad(self, seat: str = IM, fire_teams: int = 4, experience: str = "experienced") -> Battle:
        """A squad: its command team, then its fire teams."""
        before = set(self.state.teams)
        self.press(seat, "raise-squad", fire_teams=fire_teams)
        for team in [key for key in self.state.teams if key not in before][1:]:
            self.press(seat, "set-experience", team=team, experience=experience)
        return self

    def loose(self, kind: str = "fire", seat: str = IM, experience: str = "experienced") -> Battle:
        """A team of no squad."""
        self.press(seat, "raise-team", kind=kind)
        team = list(self.state.teams)[-1]
        if self.team(team).experience is None:
            self.press(seat, "set-experience", team=team, experience=experience)
        return self

    def ready(self) -> Battle:
        """Everybody has set up, the Brain its tunnels with nobody in them but at the nest: turn 1 begins."""
        self.post_guards()
        for seat in [name for name, side in self.table.seats.items() if side is not None]:
            self.press(seat, "ready")
        return self

    def post_guards(self) -> Battle:
        mission, lair = self.table.book().missions[self.state.mission], self.state.lair
        if mission.underground and not any(place != "nest" for place in lair.posted):
            self.press(BRAIN, "roll-guards", [1], entrances=1)
        if mission.guards_dice and "nest" not in lair.posted:
            self.press(BRAIN, "post-nest", [1, 1])
        if mission.guards_dice and self.state.nest_seal is None:
            self.press(BRAIN, "mark-nest", chamber=1)
        return self

    # -- going on

    def done(self, *seats: str) -> Battle:
        """These seats, or all that are asked, are done."""
        for seat in seats or [one.seat for one in self.state.waiting]:
            self.press(seat, "done")
        return self

    def end_phase(self) -> Battle:
        """Whoever is asked is done; a presence test that nobody has made finds nothing, looks find nothing."""
        phase, turn = self.state.phase, self.state.turn
        while (self.state.phase, self.state.turn) == (phase, turn) and not self.state.over:
            if phase == "presence" and self.state.lair.tested != turn:
                self.presence()
            asked = [one.seat for one in self.state.waiting]
            if phase == "location":
                asked.sort(key=lambda seat: seat == BRAIN)
            for team in list(self.state.lair.scans) if asked == [BRAIN] else ():
                self.press(BRAIN, "answer-look", team=team)
            self.press(asked[0], "done")
        return self

    def to(self, phase: str, turn: int | None = None) -> Battle:
        """On to a phase, of this turn or of that one; nobody does anything more."""
        first = True
        while first or self.state.phase != phase or (turn is not None and self.state.turn < turn):
            if self.state.phase == phase and turn in (None, self.state.turn):
                break
            first = False
            self.end_phase()
            assert not self.state.over, "the battle is over"
        return self

    # -- bugs

    def presence(self, die: int = 1, side: int = 1, kind: int = 1, number: int = 1, **more: Any) -> list[Event]:
        """A presence test: its die, and the others where they are needed; those of packs and sites are two each, as the
        table lays them out (`rest`)."""
        look = self.brains_look()
        count, packs, sites = dice_of(look) - own_dice(look), list(self.state.lair.packs), list(open_sites(look))
        rest = more.pop("rest", None) or [NOTHING] * count
        inches = more.pop("inches", [1] * 6)
        if self.table.book().missions[self.state.mission].fort:
            more.setdefault("hour", 12)
        events = [*self.press(BRAIN, "test-presence", [die], **more)]
        of_sites = {key: rest[2 * (len(packs) + place) :][:2] for place, key in enumerate(sites)}
        while (left := rolls_left(self.state)) is not None:
            label = label_of(left)
            if label == "arrival-side":
                dice = [side]
            elif label == "arrival-bugs":
                count = inches_due(self.brains_look(), left)
                dice = [*inches[:count], kind, number][: dice_due(self.brains_look(), left).count]
            elif label == "move-packs":
                moving = {key: 1 if self.state.lair.packs[key].kind == "tank" else 2 for key in left.moves}
                dice = [face for key, most in moving.items() for face in rest[2 * packs.index(key) :][:most]]
            else:
                dice = [of_sites[key][0] for key in left.sites] or [of_sites[key][1] for key in left.brings]
            events += self.press(BRAIN, step_of(left), dice)
        return events

    def brains_look(self) -> GameContext:
        return self.table.look(self.table.seat(BRAIN))

    def come(self, kind: str = "warrior", count: int = 1, **more: Any) -> str:
        """Bugs arrive, hidden: the key of their pack."""
        before = set(self.state.lair.packs)
        self.presence(6, kind=KINDS[kind, count], **more)
        (pack,) = set(self.state.lair.packs) - before
        name: str = pack
        return name

    def show(self, pack: str, place: str = "cover") -> Battle:
        self.press(BRAIN, "show", pack=pack, place=place)
        return self

    def against(self, *kinds: tuple[str, int] | str) -> Battle:
        """These bugs come one kind a turn and show themselves at once; then bugs move."""
        for one in kinds:
            kind, count = (one, 1) if isinstance(one, str) else one
            self.to("presence").show(self.come(kind, count), "sky" if kind == "flyer" else "cover").end_phase()
        return self.to("bug-move")

    def engage(self, team: str, *bugs: str) -> Battle:
        """Bugs are in close combat with a team, which tests if they are the first within twelve inches."""
        self.press(BRAIN, "engage", team=team, bugs=list(bugs))
        return self.calm(team)

    def calm(self, team: str) -> Battle:
        """A team that owes a test follows orders: a five, which a casualty makes a four."""
        if self.team(team).owes:
            self.calmed(team)
        return self

    def calmed(self, team: str) -> list[Event]:
        """A team follows orders after a test."""
        one = self.team(team)
        face = 4 if one.experience == "rookie" and not one.first_test_done else 5
        return self.react(team, dice=[face] * (2 if one.experience == "veteran" else 1))

    # -- what men do

    def react(self, team: str, dice: Sequence[int], im: int = 4, bugs: int = 5, command: bool = False) -> list[Event]:
        """A reaction test; by itself four men against five bugs, which modifies nothing."""
        near = {"im_within_12": im, "bugs_within_12": bugs, "command_within_6": command}
        return self.press(self.seat_of(team), "react", dice, team=team, **near)

    def fire(self, team: str, at: str = "warrior-1", distance: int = 12, **more: Any) -> list[Event]:
        """A volley of all guns that can, in bursts, all dice ones, unless it says otherwise; a test that it owes then
        is passed, unless it is `owed`."""
        mode, weapon, owed = more.pop("mode", "burst"), more.pop("weapon", "assault-rifle"), more.pop("owed", False)
        guns = more.pop("guns", None) or self.guns(team, weapon, mode)
        each = {"assault-rifle": {"burst": 1, "sustained": 3}, "mini-gun": {"sustained": 3}}
        pool = each.get(weapon, {"sustained": 4, "burst": 4}).get(mode, 1) * max(1, guns)
        dice = more.pop("dice", [1] * pool)
        fields = {"team": team, "weapon": weapon, "mode": mode, "guns": max(1, guns), "target": at, **more}
        events = self.press(self.seat_of(team), "fire", dice, distance=distance, **fields)
        return events if owed or self.team(team).owes != ["bugs-near"] else [*events, *self.calmed(team)]

    def fire_squad(self, dice: Sequence[int], seat: str = IM, **fields: Any) -> list[Event]:
        """A squad fires by these real dice, a volley after the other, as many of them as it is asked for; tests that
        its teams owe after theirs are passed."""
        given = {"squad": "squad-1", "mode": "burst", "distance": 12, **fields}
        offers = [one for one in self.offers(seat, "fire-squad") if one.given["mode"] == given["mode"]]
        left = list(dice)
        count = offers[0].dice.count if offers and offers[0].dice else len(left)
        events = [*self.press(seat, "fire-squad", left[:count], **given), *self.calmed_near()]
        left = left[count:]
        while left and (more := self.offers(seat, "next-volley")):
            count = more[0].dice.count if more[0].dice else 0
            events += [*self.press(seat, "next-volley", left[:count]), *self.calmed_near()]
            left = left[count:]
        return events

    def calmed_near(self) -> list[Event]:
        """The teams that test because bugs are near follow orders."""
        owing = [key for key, one in self.state.teams.items() if one.owes == ["bugs-near"]]
        return [event for key in owing for event in self.calmed(key)]

    def guns(self, team: str, weapon: str = "assault-rifle", mode: str = "burst") -> int:
        own = [offer.given for offer in self.offers(self.seat_of(team), "fire")]
        such = (one for one in own if (one["team"], one["weapon"], one["mode"]) == (team, weapon, mode))
        return max((one["guns"] for one in such), default=0)

    def magazine(self, trooper: str, place: int = 0) -> tuple[int, int]:
        """Shots left, and turns of reloading left."""
        weapon = self.state.troopers[trooper].weapons[place]
        return weapon.shots_left, weapon.reload_left

    # -- no

    @contextmanager
    def refuses(self, code: str, field: str | None = None) -> Iterator[None]:
        """A press inside is refused for that reason, and leaves the table as it was."""
        before, length = to_jsonable(self.state), len(self.table.entries)
        with pytest.raises((Refused, Malformed)) as caught:
            yield
        no: Any = caught.value
        assert (no.code, no.field) == (code, field)
        assert to_jsonable(self.state) == before
        assert len(self.table.entries) == length
