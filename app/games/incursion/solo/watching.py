"""Reaction Fire of the app's figures: who sees nobody and watches, and who sees what an Ally does."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.engine.offers import Choice, MultiChoice, Offer
from app.core.errors import Refused
from app.core.table_commands.board_questions import RULE, TellFact, known
from app.core.table_commands.opponents import OfTheApp
from app.games.incursion.board_talk import MOST_FACTS, Question
from app.games.incursion.combat.attack import chance
from app.games.incursion.combat.reaction import open_triggers, reaction_shot
from app.games.incursion.events.board_talk import SeenTold, WatchTold
from app.games.incursion.sightings import in_sight_of
from app.games.incursion.solo.board_facts import TellNoneOfThem, TellSome
from app.games.incursion.solo.questions import ask, check_nothing_open, check_script, in_sight, talk_of
from app.games.incursion.state import Draft, GameContext
from app.games.incursion.turn.sequence import able_to_watch


class AskWatch(OfTheApp):
    """Ask which figures see an Ally at the end of the half: all others go into Reaction Fire."""

    precondition = check_script

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_to_watch(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        ask(draft, Question("watch", check_to_watch(draft)))


def check_to_watch(look: GameContext) -> list[str]:
    """Return the figures that could watch. Raise Refused if there are none, or if it asked already."""
    app, seeing = talk_of(look), {*in_sight(look), *still_seeing(look)}
    able = [key for key in able_to_watch(look) if not in_sight_of(look.state, key) and key not in seeing]
    able = [key for key in able if app.facts.get(key, 0) < MOST_FACTS]
    if not able or app.watching is not None or not look.state.enemies(look.side):
        raise Refused("nobody-to-survey", RULE)
    return able


def still_seeing(look: GameContext) -> list[str]:
    """Return the figures that shot at whom they saw, with that Ally still there: neither was moved since."""
    app, models = talk_of(look), look.state.models
    return [key for key, target in app.shots.items() if models[target].on_board and key not in app.sent]


class TellWatch(TellSome):
    """Tell which of these figures see an Ally; all others watch."""

    kind, field, told = "watch", "seeing", WatchTold
    seeing: list[str]


class TellWatchNone(TellNoneOfThem):
    """Tell that none of them sees an Ally: all watch."""

    kind, told = "watch", WatchTold


HINT = "hint.tell-seen"


class AskSeen(OfTheApp):
    """Ask whether those in Reaction Fire have seen what an Ally did."""

    target: str
    watchers: list[str]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for target, watchers in untold(look).items():
            some = MultiChoice(watchers, 1, len(watchers))
            yield Offer(cls.key, given={"target": target}, choose={"watchers": some})

    def decide(self, draft: Draft) -> None:
        able = untold(draft).get(self.target)
        if able is None:
            raise Refused("nobody-to-survey", RULE, field="target")
        ask(draft, Question("seen", known(self.watchers, able, "watchers"), self.target))


def untold(look: GameContext) -> dict[str, list[str]]:
    """Return Allies → watchers that may shoot at what they did last, of which people have not told who sees it."""
    check_nothing_open(look)
    told = talk_of(look).seen
    last = {one.model: one for one in open_triggers(look)}
    found = {key: one.watchers for key, one in last.items() if str(one.number) not in told}
    if not found:
        raise Refused("nobody-to-survey", RULE)
    return found


def chance_of_hit(look: GameContext, watcher: str, target: str) -> float:
    """Return the chance that a shot in Reaction Fire takes a Damage Point."""
    shot = reaction_shot(look, watcher, target)
    return 1 - float(1 - chance(shot["needs"])) ** int(shot["dice_needed"])


class TellSeen(TellFact):
    """Tell who sees what an Ally did.

    Nobody if `observers` is left out; nor anything else that it does, if not `again`.
    """

    kind = "seen"
    told = SeenTold
    observers: list[str] | None = None
    again: bool = True

    @classmethod
    def form(cls, look: GameContext, key: str, one: Question) -> Offer:
        choose: dict[str, Choice] = {"observers": MultiChoice(one.models, 0, len(one.models), ticked=False)}
        about = (str(one.target),)
        return Offer(
            cls.key,
            given={"inquiry": key},
            choose={**choose, "again": [True, False]},
            about=about,
            hint=HINT,
        )

    def decide(self, draft: Draft) -> None:
        question = self.question(draft)
        seen, target = known(self.observers or [], question.models, "observers"), str(question.target)
        answerable = draft.state.answerable(draft.state.other(draft.side))
        number = max((one.number for one in answerable if one.model == target), default=0)
        answer = ({"seen": seen} if seen else {}) | ({} if self.again else {"never": ["yes"]})
        draft.emit(SeenTold(self.inquiry, self.kind, answer, target, str(number)))
