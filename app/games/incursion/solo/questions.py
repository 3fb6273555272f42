"""Questions of the app about the board; each has the usual answer *none of these*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from app.core.engine.offers import Offer, RowChoice
from app.core.errors import Refused
from app.core.table_commands.board_questions import RULE, TellFact, TellNone, numbered
from app.core.table_commands.opponents import OfTheApp
from app.games.incursion.board_talk import MOST_AP, MOST_FACTS, Part, Question, Script
from app.games.incursion.events.board_talk import FactsAsked, FactTold, LeaveTold
from app.games.incursion.state import Draft, GameContext
from app.games.incursion.turn.activation import check_half
from app.games.incursion.turn.group_actions import acts_now


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
    """Return the parts of moved figures whose target was gone before they acted."""
    app, models = talk_of(look), look.state.models
    gone = [part for part in app.plan if part.there and not models[part.target].alive]
    return {part.model: part for part in gone if not models[part.model].activated}


def to_survey(look: GameContext) -> list[str]:
    app, left = talk_of(look), left_there(look)
    able = [key for key in acts_now(look) if look.state.models[key].on_board and look.state.models[key].ap > 0]
    asked = {*app.surveyed, *(part.model for part in app.plan)} - {*left}
    return [key for key in able if key not in asked and app.facts.get(key, 0) < MOST_FACTS]


class Survey(OfTheApp):
    precondition = check_script

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_survey(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        check_survey(draft)
        figures, left = to_survey(draft), left_there(draft)
        questions = [Question("reach", figures, target) for target in draft.state.enemies(draft.side)]
        owed = {key: part.way for key, part in left.items() if key in figures}
        draft.emit(FactsAsked(numbered_for(draft, questions), owed))


def check_survey(look: GameContext) -> None:
    if not to_survey(look) or not look.state.enemies(look.side):
        raise Refused("nobody-to-survey", RULE)


def numbered_for(draft: Draft, questions: list[Question]) -> dict[str, Question]:
    """Return new questions by the keys that come next, also for the first ones."""
    if draft.state.app is None:
        return {f"inquiry-{place}": one for place, one in enumerate(questions, 1)}
    return numbered(draft.state, questions)


HINT = "hint.tell-reach"


class TellReach(TellFact):
    """Tell the AP in which figures can stand before an Ally; those left out are farther."""

    kind = "reach"
    told = FactTold
    ap: dict[str, Annotated[int, Field(ge=0, le=MOST_AP)]]

    @classmethod
    def form(cls, look: GameContext, key: str, one: Question) -> Offer:
        rows = RowChoice(still_asked(look, one), [*range(MOST_AP + 1)])
        return Offer(cls.key, given={"inquiry": key}, choose={"ap": rows}, about=(str(one.target),), hint=HINT)

    def decide(self, draft: Draft) -> None:
        question = self.question(draft)
        able = still_asked(draft, question)
        for model in self.ap:
            if model not in able:
                raise Refused("not-on-the-board", RULE, field=f"ap.{model}")
        answer = {model: [str(ap)] for model, ap in self.ap.items()}
        draft.emit(FactTold(self.inquiry, self.kind, answer, str(question.target)))


def still_asked(look: GameContext, one: Question) -> list[str]:
    app, models = talk_of(look), look.state.models
    return [key for key in one.models if models[key].on_board and app.facts.get(key, 0) < MOST_FACTS]


class TellReachNone(TellNone):
    kind = "reach"
    told = FactTold


class AskLeave(OfTheApp):
    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_ask_leave(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        check_ask_leave(draft)
        draft.emit(FactsAsked(numbered_for(draft, [Question("leave")])))


def check_ask_leave(look: GameContext) -> None:
    state, other = look.state, look.state.other(look.side)
    bids = any((one.side, one.for_) == (look.side, "bid") for one in state.waiting)
    if not bids or other not in look.book.mission.exits or not state.enemies(look.side):
        raise Refused("nobody-to-survey", RULE)
    if talk_of(look).leave_asked == state.turn:
        raise Refused("app-asked-already", RULE)


class TellLeave(TellFact):
    kind = "leave"
    told = LeaveTold
    may: bool

    @classmethod
    def form(cls, look: GameContext, key: str, one: Question) -> Offer:
        return Offer(cls.key, given={"inquiry": key}, choose={"may": [False, True]})

    def decide(self, draft: Draft) -> None:
        self.question(draft)
        self.tell(draft, may=["yes"] if self.may else [])
