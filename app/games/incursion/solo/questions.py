"""Questions of the app about the board; each has the usual answer *none of these*."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from app.core.engine.offers import Offer, RowChoice
from app.core.errors import Refused
from app.core.table_commands.board_questions import (
    RULE,
    TellFact,
    Telling,
    TellNone,
    numbered,
    open_questions,
)
from app.core.table_commands.opponents import OfTheApp
from app.games.incursion.board_talk import MOST_AP, MOST_FACTS, Part, Question, Script
from app.games.incursion.book import GUNS
from app.games.incursion.combat.harpoons import is_ready
from app.games.incursion.events.board_talk import (
    FactsAsked,
    FactTold,
    LeaveTold,
    TakeTold,
)
from app.games.incursion.solo.errands import can_do, carriers, free_things, handlers, way_out
from app.games.incursion.solo.figures import acts_now
from app.games.incursion.solo.priorities import priorities
from app.games.incursion.state import Draft, GameContext
from app.games.incursion.turn.activation import check_half


def talk_of(look: GameContext) -> Script:
    """Return the talk of the app, a new one if it has said nothing yet; only events write it."""
    return look.state.app or Script()


def check_nothing_open(look: GameContext) -> None:
    app = talk_of(look)
    if app.inquiries or app.orders:
        raise Refused("app-asked-already", RULE)


def check_script(look: GameContext) -> None:
    check_half(look)
    check_nothing_open(look)


def left_there(look: GameContext) -> dict[str, Part]:
    """Return the parts of figures that people have moved, whose target is gone before they acted."""
    models = look.state.models
    gone = [part for part in talk_of(look).plan if part.there and not can_do(look, part)]
    return {part.model: part for part in gone if not models[part.model].activated}


GUN_KEYS = frozenset(GUNS)


def can_fire(look: GameContext, key: str) -> bool:
    """Return whether a figure has a gun, or a harpoon that neither sticks in somebody nor holds anybody."""
    card = look.book.models[look.state.models[key].card]
    return bool(GUN_KEYS.intersection(card.weapons)) or is_ready(look, key)


def in_sight(look: GameContext) -> dict[str, str]:
    """Return the figures with AP that have an Ally in sight of a weapon they can fire, as people told, and whom."""
    models, able = look.state.models, [key for key in acts_now(look) if can_fire(look, key)]
    told = [(key, target) for key, target in talk_of(look).shots.items() if key in able and models[key].ap > 0]
    return {key: target for key, target in told if models[target].on_board}


def able_to_retire(look: GameContext) -> list[str]:
    """Return the wounded figures that have an Ally in sight, and so may be seen."""
    models, most = look.state.models, priorities().gun.retire.dp
    return [key for key in in_sight(look) if models[key].dp <= min(most, models[key].full_dp - 1)]


def moved_before(look: GameContext, key: str) -> int:
    """Return the unpaid AP of a figure that people moved for a part of the plan."""
    part = talk_of(look).part_of(key)
    return part.way - part.gone if part is not None and part.there else talk_of(look).owed.get(key, 0)


def in_contact(look: GameContext) -> dict[str, dict[str, int]]:
    """Return the figures that have attacked an Ally since either moved: they stand before it, for no AP."""
    found: dict[str, dict[str, int]] = {}
    for target in look.state.enemies(look.side):
        for key in look.state.models[target].struck_by:
            if moved_before(look, key) <= 0:
                found.setdefault(key, {})[target] = 0
    return found


def known_ways(look: GameContext) -> dict[str, dict[str, int]]:
    """Return figure → target → AP to stand before it: as people told of where it stands now, or in contact."""
    contact, app = in_contact(look), talk_of(look)
    moved = [part.model for part in app.plan if part.there and part.gone < part.way]
    told = {key: ways for key, ways in app.reach.items() if key not in moved}
    return {key: contact.get(key, {}) | told.get(key, {}) for key in contact | told}


def reach_of_figures(look: GameContext) -> dict[str, dict[str, int]]:
    """Return figure → Ally → AP to stand before it, for figures that have still to act."""
    there, enemies = acts_now(look), set(look.state.enemies(look.side))
    known = {key: ways for key, ways in known_ways(look).items() if key in there and look.state.models[key].on_board}
    live = {key: {target: ap for target, ap in ways.items() if target in enemies} for key, ways in known.items()}
    return {key: ways for key, ways in live.items() if ways}


def to_survey(look: GameContext) -> list[str]:
    app, left = talk_of(look), left_there(look)
    shooting = in_sight(look)
    acts = [key for key in acts_now(look) if key not in shooting]
    able = [key for key in acts if look.state.models[key].on_board and look.state.models[key].ap > 0]
    asked = {*app.surveyed, *app.sent, *(part.model for part in app.plan)} - {*left}
    return [key for key in able if key not in asked and app.facts.get(key, 0) < MOST_FACTS]


class Survey(OfTheApp):
    precondition = check_script

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_survey(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        check_survey(draft)
        left, questions = left_there(draft), to_ask(draft)
        owed = {key: part.way for key, part in left.items() if any(key in one.models for one in questions)}
        draft.emit(FactsAsked(numbered_for(draft, questions), owed))


def to_ask(look: GameContext) -> list[Question]:
    """Return who has to be asked about: carriers and the exit, who may take what lies there, all others and each Ally.

    Whoever stands before an Ally still is not asked about again.
    """
    figures, out = to_survey(look), way_out(look)
    able, carrying = handlers(look), carriers(look)
    leaving = [key for key in figures if out is not None and key in carrying]
    taking = [key for key in figures if key in able and key not in leaving]
    fighting = [key for key in figures if key not in in_contact(look) and key not in leaving]
    asked, things = [Question("reach", leaving, out)], free_things(look)
    if len(things) > MOST_APART:
        asked.append(Question("take", taking))
    else:
        asked += [Question("reach", taking, thing) for thing in things]
    asked += [Question("reach", fighting, target) for target in look.state.enemies(look.side)]
    return [one for one in asked if one.models]


def check_survey(look: GameContext) -> None:
    """Raise Refused if there is nobody to ask about, or nothing on the board that they could reach."""
    if not to_ask(look):
        raise Refused("nobody-to-survey", RULE)


def numbered_for(draft: Draft, questions: list[Question]) -> dict[str, Question]:
    """Return new questions by the keys that come next, also for the first ones."""
    if draft.state.app is None:
        return {f"inquiry-{place}": one for place, one in enumerate(questions, 1)}
    return numbered(draft.state, questions)


def ask(draft: Draft, question: Question) -> None:
    draft.emit(FactsAsked(numbered_for(draft, [question])))


MOST_APART = 2
"""Things on the board that each are asked about with AP; of more of them each figure has the one that it could take."""


def still_asked(look: GameContext, one: Question) -> list[str]:
    app, models = talk_of(look), look.state.models
    return [key for key in one.models if models[key].on_board and app.facts.get(key, 0) < MOST_FACTS]


class TellAllReach(Telling):
    """Tell on one sheet who can stand before which Ally or thing, and for how many AP; all others are farther.

    `ap`: by figure and target with a slash between; `takes`: what a figure could take, if there are several things. It
    answers every open question of these kinds; of what is told of a figure beyond two facts the farthest is left out.
    """

    ap: dict[str, Annotated[int, Field(ge=0, le=MOST_AP)]] = Field(default_factory=dict)
    takes: dict[str, str] = Field(default_factory=dict)

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        questions = open_questions(look, *OF_WAYS)
        pairs, takers = pairs_asked(look, questions), takers_asked(look, questions)
        if not pairs and not takers:
            raise Refused("nothing-asked", RULE)
        ways = {"ap": RowChoice(list(pairs), [*range(MOST_AP + 1)], pairs)} if pairs else {}
        takes = {"takes": RowChoice(takers, free_things(look))} if takers else {}
        yield Offer(cls.key, choose={**takes, **ways}, hint="hint.tell-all-reach")

    def decide(self, draft: Draft) -> None:
        questions = open_questions(draft, *OF_WAYS)
        pairs = pairs_asked(draft, questions)
        for pair in self.ap:
            if pair not in pairs:
                raise Refused("not-on-the-board", RULE, field=f"ap.{pair}")
        takers, things = takers_asked(draft, questions), free_things(draft)
        for model, thing in self.takes.items():
            if model not in takers or thing not in things:
                raise Refused("not-on-the-board", RULE, field=f"takes.{model}")
        told: dict[str, dict[str, list[str]]] = {}
        counted = Counter(talk_of(draft).facts) + Counter(self.takes.keys())
        for pair, ap in sorted(self.ap.items(), key=lambda one: one[1]):
            figure, target = pairs[pair]
            if counted[figure] < MOST_FACTS:
                told.setdefault(target, {})[figure] = [str(ap)]
                counted[figure] += 1
        for key, one in questions.items():
            if one.kind == "take":
                draft.emit(TakeTold(key, one.kind, {model: [thing] for model, thing in self.takes.items()}))
            else:
                draft.emit(FactTold(key, one.kind, told.get(str(one.target), {}), str(one.target)))


OF_WAYS = ("reach", "take")
"""Kinds of questions about where figures get this turn."""


def takers_asked(look: GameContext, questions: dict[str, Question]) -> list[str]:
    return [key for one in questions.values() if one.kind == "take" for key in still_asked(look, one)]


def pairs_asked(look: GameContext, questions: dict[str, Question]) -> dict[str, tuple[str, ...]]:
    """Return each figure with each target that may still be told, by the key of its row."""
    ways = [one for one in questions.values() if one.kind == "reach"]
    asked = [(key, str(one.target)) for one in ways for key in still_asked(look, one)]
    return {f"{key}/{target}": (key, target) for key, target in asked}


class TellReachNone(TellNone):
    """Tell that nobody else can stand before an Ally, or take anything."""

    told = FactTold

    @classmethod
    def questions(cls, look: GameContext) -> dict[str, Question]:
        return open_questions(look, *OF_WAYS)

    def none_told(self, inquiry: str, one: Question) -> TakeTold | FactTold:
        return TakeTold(inquiry, one.kind) if one.kind == "take" else FactTold(inquiry, one.kind)


class AskLeave(OfTheApp):
    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_ask_leave(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        check_ask_leave(draft)
        ask(draft, Question("leave"))


def check_ask_leave(look: GameContext) -> None:
    state, other = look.state, look.state.other(look.side)
    bids = any((one.side, one.for_) == (look.side, "bid") for one in state.waiting)
    if not bids or other not in look.book.mission.exits or not state.enemies(look.side):
        raise Refused("nobody-to-survey", RULE)
    if look.book.mission.ends == "pinger" and not any(state.models[key].carries for key in state.enemies(look.side)):
        raise Refused("nobody-to-survey", RULE)
    if talk_of(look).leave_asked >= state.turn:
        raise Refused("app-asked-already", RULE)


class TellLeave(TellFact):
    kind = "leave"
    told = LeaveTold
    may: bool
    next_turn: bool = True
    """False if none may leave in the next turn either: it is not asked then."""

    @classmethod
    def form(cls, look: GameContext, key: str, one: Question) -> Offer:
        return Offer(cls.key, given={"inquiry": key}, choose={"may": [False, True], "next_turn": [True, False]})

    def decide(self, draft: Draft) -> None:
        self.question(draft)
        self.tell(draft, may=["yes"] if self.may else [], far=[] if self.may or self.next_turn else ["yes"])
