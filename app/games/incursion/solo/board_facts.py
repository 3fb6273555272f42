"""Questions of the app beside who gets where: who is seen or sees somebody, how many find room, who stands where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, ClassVar, get_args

from pydantic import Field

from app.core.engine.event import Event
from app.core.engine.offers import MultiChoice, Offer, RowChoice
from app.core.errors import Refused
from app.core.table_commands.board_questions import RULE, TellFact, Telling, TellNone, known
from app.core.table_commands.opponents import OfTheApp
from app.games.incursion.board_talk import APP_SIDE, MOST_FACTS, Question
from app.games.incursion.combat.blasts import is_bomber, models_on_board
from app.games.incursion.combat.harpoons import is_ready, places
from app.games.incursion.events.attacks import Square
from app.games.incursion.events.board_talk import AheadTold, BlastTold, PlaceTold, RoomTold, ShotsTold, SightTold
from app.games.incursion.solo.figures import acts_now
from app.games.incursion.solo.priorities import Somewhere, priorities
from app.games.incursion.solo.questions import (
    ask,
    can_fire,
    check_nothing_open,
    check_script,
    in_sight,
    reach_of_figures,
    talk_of,
)
from app.games.incursion.state import Draft, GameContext
from app.games.incursion.turn.actions import check_fire
from app.games.incursion.turn.costs import check_each_once
from app.games.incursion.turn.reaction_setup import alerted


class AskSight(OfTheApp):
    """Ask which figures would be seen on their way by somebody in Reaction Fire, so that all others go at once."""

    figures: Annotated[list[str], Field(min_length=1)]
    precondition = check_script

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        able = to_be_seen(look)
        if not able:
            raise Refused("nobody-to-survey", RULE)
        yield Offer(cls.key, choose={"figures": MultiChoice(able, 1, len(able))})

    def decide(self, draft: Draft) -> None:
        check_each_once(self.figures, "figures")
        able = to_be_seen(draft)
        for index, key in enumerate(self.figures):
            if key not in able:
                raise Refused("nobody-to-survey", RULE, field=f"figures.{index}")
        ask(draft, Question("sight", self.figures))


def to_be_seen(look: GameContext) -> list[str]:
    """Return figures with AP that somebody in Reaction Fire may answer, who were neither asked about nor sent yet."""
    app, models = talk_of(look), look.state.models
    if look.state.flames or app.sight_asked or app.sent:
        return []
    able = [key for key in acts_now(look) if models[key].ap > 0 and app.facts.get(key, 0) < MOST_FACTS]
    return [key for key in able if alerted(look, key, "step") and not models[key].in_fire and not app.part_of(key)]


class OfFigures(Telling):
    """An answer that names some of the figures asked about."""

    def answered(self, inquiry: str, one: Question, answer: dict[str, list[str]]) -> Event:
        event: Event = self.told(inquiry, self.kind, answer, list(one.models))
        return event


class TellSome(OfFigures, TellFact):
    field: ClassVar[str]
    fact: ClassVar[str] = ""
    """The answer's name in the log, if it is not that of the field."""

    @classmethod
    def form(cls, look: GameContext, key: str, one: Question) -> Offer:
        some = cls.possible(look, one)
        names = MultiChoice(some, 1, len(some), ticked=False)
        about = (*one.models, one.target) if one.target else ()
        hint = f"hint.{cls.key}"
        return Offer(cls.key, given={"inquiry": key}, choose={cls.field: names}, about=about, hint=hint)

    @classmethod
    def possible(cls, look: GameContext, one: Question) -> list[str]:
        return list(one.models)

    def decide(self, draft: Draft) -> None:
        question = self.question(draft)
        some = known(getattr(self, self.field), self.possible(draft, question), self.field)
        draft.emit(self.answered(self.inquiry, question, {self.fact or self.field: some} if some else {}))


class TellNoneOfThem(OfFigures, TellNone):
    def none_told(self, inquiry: str, one: Question) -> Event:
        return self.answered(inquiry, one, {})


class TellSight(TellSome):
    """Tell which figures somebody in Reaction Fire would see on their way; all others go without being answered."""

    kind, field, fact, told = "sight", "in_sight", "seen", SightTold
    in_sight: list[str]


class TellSightNone(TellNoneOfThem):
    """Tell that none of them would be seen on their way."""

    kind, told = "sight", SightTold


class AskShots(OfTheApp):
    """Ask whom figures with guns have in sight."""

    precondition = check_script

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        if not with_guns(look):
            raise Refused("nobody-to-survey", RULE)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        figures = with_guns(draft)
        if not figures:
            raise Refused("nobody-to-survey", RULE)
        ask(draft, Question("shots", figures))


def with_guns(look: GameContext) -> list[str]:
    """Return the figures with guns that have still to act; none once it asked, or without an Ally on the board."""
    app, models = talk_of(look), look.state.models
    if app.shots_asked or not look.state.enemies(look.side):
        return []
    able = [key for key in acts_now(look) if models[key].on_board and models[key].ap > 0]
    armed = [key for key in able if can_fire(look, key)]
    return [key for key in armed if app.facts.get(key, 0) < MOST_FACTS and app.part_of(key) is None]


class TellShots(TellFact):
    """Tell whom each figure has in sight: the one that is to be shot at, of several the nearest."""

    kind = "shots"
    told = ShotsTold
    targets: dict[str, str]

    @classmethod
    def form(cls, look: GameContext, key: str, one: Question) -> Offer:
        rows = RowChoice(list(one.models), look.state.enemies(APP_SIDE))
        return Offer(cls.key, given={"inquiry": key}, choose={"targets": rows}, hint="hint.tell-shots")

    def decide(self, draft: Draft) -> None:
        question, allies = self.question(draft), draft.state.enemies(APP_SIDE)
        for model, target in self.targets.items():
            if model not in question.models or target not in allies:
                raise Refused("not-on-the-board", RULE, field=f"targets.{model}")
        self.tell(draft, **{model: [target] for model, target in self.targets.items()})


class TellShotsNone(TellNone):
    """Tell that none of them has an Ally in sight."""

    kind = "shots"
    told = ShotsTold


class AskRoom(OfTheApp):
    """Ask how many figures find a square from which to attack an Ally."""

    target: str
    precondition = check_script

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        crowded = crowded_targets(look)
        if not crowded:
            raise Refused("nobody-to-survey", RULE)
        yield Offer(cls.key, choose={"target": crowded})

    def decide(self, draft: Draft) -> None:
        if self.target not in crowded_targets(draft):
            raise Refused("nobody-to-survey", RULE, field="target")
        ask(draft, Question("room", [], self.target))


MOST_ROOM = 6
"""The most that is asked for: so many figures or more."""


def crowded_targets(look: GameContext) -> list[str]:
    """Return the Allies that more figures reach than find a square unasked, as people told."""
    app, usual = talk_of(look), priorities().zombie.bite.room
    reached = Counter(target for ways in reach_of_figures(look).values() for target in ways)
    return [key for key in look.state.enemies(look.side) if reached[key] > usual and key not in app.room]


class TellRoom(TellFact):
    """Tell how many figures find a square from which to attack an Ally."""

    kind = "room"
    told = RoomTold
    number: Annotated[int, Field(ge=0, le=MOST_ROOM)]

    @classmethod
    def form(cls, look: GameContext, key: str, one: Question) -> Offer:
        numbers = [*range(MOST_ROOM + 1)]
        return Offer(cls.key, given={"inquiry": key}, choose={"number": numbers}, about=(str(one.target),))

    def decide(self, draft: Draft) -> None:
        target = str(self.question(draft).target)
        draft.emit(RoomTold(self.inquiry, self.kind, {"number": [str(self.number)]}, target))


class AskBlast(OfTheApp):
    """Ask who else stands where a figure is about to blow itself up, or explodes since it was shot."""

    model: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key, target in about_to_explode(look).items():
            yield Offer(cls.key, given={"model": key}, about=(key, target))

    def decide(self, draft: Draft) -> None:
        target = about_to_explode(draft).get(self.model)
        if target is None:
            raise Refused("nobody-to-survey", RULE, field="model")
        ask(draft, Question("blast", [self.model], target))


def about_to_explode(look: GameContext) -> dict[str, str]:
    """Return figures whose blast was not asked about, with whom it is around. Raise Refused if there are none."""
    check_nothing_open(look)
    app, models = talk_of(look), look.state.models
    found = {str(look.state.exploding): str(look.state.exploding)} if look.state.exploding else {}
    if not found and look.state.active == look.side:
        there = [part for part in app.plan if part.there and part.blows and not part.errand and part.gone >= part.way]
        bombers = [part for part in there if is_bomber(look, models[part.model]) and models[part.target].on_board]
        found = {part.model: part.target for part in bombers if app.facts.get(part.model, 0) < MOST_FACTS}
    open_ones = {key: target for key, target in found.items() if target not in app.around.get(key, {})}
    if not open_ones:
        raise Refused("nobody-to-survey", RULE)
    return open_ones


class OfBlast(OfFigures):
    kind, told = "blast", BlastTold

    def answered(self, inquiry: str, one: Question, answer: dict[str, list[str]]) -> BlastTold:
        return BlastTold(inquiry, self.kind, answer, one.models[0], str(one.target))


class TellBlast(OfBlast, TellSome):
    """Tell who else stands in the blast."""

    field = "caught"
    caught: list[str]

    @classmethod
    def possible(cls, look: GameContext, one: Question) -> list[str]:
        return beside(look, one)


def beside(look: GameContext, one: Question) -> list[str]:
    """Return all that may stand in the blast but the figure itself and whom it goes for."""
    return [key for key in models_on_board(look) if key not in (*one.models, one.target)]


class TellBlastNone(OfBlast, TellNoneOfThem):
    """Tell that nobody else stands in the blast."""


class AskAhead(OfTheApp):
    """Ask whether the square before a figure with a harpoon is free: what it strikes is dragged there."""

    model: str
    precondition = check_script

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        about = about_to_drag(look)
        if not about:
            raise Refused("nobody-to-survey", RULE)
        for key in about:
            yield Offer(cls.key, given={"model": key}, about=(key,))

    def decide(self, draft: Draft) -> None:
        if self.model not in about_to_drag(draft):
            raise Refused("nobody-to-survey", RULE, field="model")
        ask(draft, Question("ahead", [self.model]))


def about_to_drag(look: GameContext) -> list[str]:
    """Return the figures that have an Ally in sight of their harpoon, and were not asked about."""
    told = talk_of(look).ahead
    return [key for key in in_sight(look) if key not in told and is_ready(look, key)]


class TellAhead(TellFact):
    """Tell whether the square straight ahead of a figure is free, and whether it burns if anything does."""

    kind = "ahead"
    told = AheadTold
    square: Square
    into_fire: bool = False

    @classmethod
    def form(cls, look: GameContext, key: str, one: Question) -> Offer:
        return Offer(cls.key, given={"inquiry": key}, choose=places(look), about=tuple(one.models))

    def decide(self, draft: Draft) -> None:
        (model,) = self.question(draft).models
        check_fire(draft, into_fire=self.into_fire)
        draft.emit(AheadTold(self.inquiry, self.kind, {"square": [self.square]}, model, self.into_fire))


class AskPlace(OfTheApp):
    """Ask which Ally stands where the mission makes it worth most."""

    place: Somewhere
    precondition = check_script

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_choice(look)
        yield Offer(cls.key, choose={"place": list(get_args(Somewhere))})

    def decide(self, draft: Draft) -> None:
        allies = check_choice(draft)
        ask(draft, Question("place", allies, self.place))


def check_choice(look: GameContext) -> list[str]:
    """Return the Allies in reach of some figure. Raise Refused unless there are several and it did not ask yet."""
    reached = {target for ways in reach_of_figures(look).values() for target in ways}
    allies = [key for key in look.state.enemies(look.side) if key in reached]
    if len(allies) < 2 or talk_of(look).place is not None:
        raise Refused("nobody-to-survey", RULE)
    return allies


class TellPlace(TellFact):
    """Tell which Ally stands there."""

    kind = "place"
    told = PlaceTold
    who: str

    @classmethod
    def form(cls, look: GameContext, key: str, one: Question) -> Offer:
        return Offer(cls.key, given={"inquiry": key}, choose={"who": list(one.models)}, about=(str(one.target),))

    def decide(self, draft: Draft) -> None:
        question = self.question(draft)
        known([self.who], question.models, "who")
        draft.emit(PlaceTold(self.inquiry, self.kind, {"who": [self.who]}, str(question.target)))


class TellPlaceNobody(TellNone):
    """Tell that none of these Allies stands there."""

    kind = "place"
    told = PlaceTold

    def none_told(self, inquiry: str, one: Question) -> PlaceTold:
        return PlaceTold(inquiry, self.kind, {}, str(one.target))
