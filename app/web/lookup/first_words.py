"""What the pages of rulings say, looked at when the house opens: facts, faces, results and reasons without a word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from app.core.ask_ruling import ask_ruling
from app.core.book import answered
from app.core.game import Game
from app.core.refusals import Malformed, Refused
from app.core.ruling import Answer
from app.core.soundness import first_there, missing, name_word
from app.core.words import AsGiven
from app.web.lookup.answers import NEEDED, fact_words
from app.web.lookup.fact_form import Fact, facts_of, first_values, without_dice

COUNTED = ("hits", "at_least")
"""Odds that pages tell by words of the house."""


def faults_of_rulings(game: Game) -> Iterator[Refused]:
    """Words that the pages of its rulings say and it has not, rules in their workings, and dice without faces."""
    for edition in game.editions:
        yield from faults_by(game, edition)


def faults_by(game: Game, edition: str) -> Iterator[Refused]:
    """The same by one edition."""
    book = game.edition_book(edition, answered(game.questions, {}))
    for ruling, (form, _) in game.rulings.items():
        facts = facts_of(form, book)
        keys = [key for fact in every(facts) for key in words_of_fact(game, ruling, fact)]
        answers = [*first_answers(game, ruling, facts, edition)]
        keys += [key for answer in answers for key in words_of_answer(game, answer)]
        for key in dict.fromkeys(keys):
            yield from missing(game.words, key)
        rules = dict.fromkeys(rule for answer in answers for rule in rules_of_answer(answer))
        yield from (Refused("lacks-rule", rule_id=AsGiven(rule)) for rule in rules if rule not in game.rules)
        bare = [fact.name for fact in every(facts) if fact.rolled and not fact.values]
        yield from (Refused("lacks-faces", what=AsGiven(f"{ruling}.{name}")) for name in bare)


def every(facts: tuple[Fact, ...]) -> Iterator[Fact]:
    """Facts, and those of their rows."""
    for fact in facts:
        yield fact
        yield from every(fact.fields)


def words_of_fact(game: Game, ruling: str, fact: Fact) -> Iterator[str]:
    """The keys of the words for a fact, for the values to choose from, and for the faces of its dice."""
    own, everywhere, question = fact_words(ruling, fact.name)
    yield first_there(game.words, everywhere, own, question)
    for value in fact.values:
        if isinstance(value, str):
            key = f"value.{fact.name}.{value}"
            yield key if key in game.words else name_word(game.words, value)


def first_answers(game: Game, ruling: str, facts: tuple[Fact, ...], edition: str) -> Iterator[Answer]:
    """The answer to what its page asks at first, and the one after dice that all show their first face; none of a
    ruling that needs other facts.
    """
    given = {**without_dice(facts, first_values(facts)), "edition": edition}
    dice = next((fact for fact in facts if fact.rolled and fact.values), None)
    try:
        yield (answer := ask_ruling(game, ruling, given))
        if dice is not None and (needed := answer.result.get(NEEDED)):
            fallen = dice.values[0] if dice.kind == "die" else [dice.values[0]] * needed
            yield ask_ruling(game, ruling, {**given, dice.name: fallen})
    except (Refused, Malformed):
        return


def words_of_answer(game: Game, answer: Answer) -> Iterator[str]:
    """The keys of the words for the numbers of an answer, for its reasons and for what is more or less likely."""
    names = [name for key, value in answer.result.items() for name in (key, *names_in_rows(value))]
    names += [name for name, working in answer.also.items() if working.reasons]
    for name, chances in (answer.odds or {}).items():
        if isinstance(chances, Mapping) and set(chances) != {"true", "false"}:
            named = (key for key in chances if name not in COUNTED and not is_figure(key))
            yield from (name_word(game.words, key) for key in named)
        elif name not in COUNTED:
            names.append(name)
    yield from (f"result.{name}" for name in names if not name.isdecimal())
    for working in (answer.working, *answer.also.values()):
        for reason in working.reasons:
            key = name_word(game.words, reason.label)
            yield key if key in game.words else f"reason.{reason.label}"


def rules_of_answer(answer: Answer) -> Iterator[str]:
    """The rules that stand behind the reasons of an answer."""
    return (reason.rule for working in (answer.working, *answer.also.values()) for reason in working.reasons)


def is_figure(text: str) -> bool:
    """Whether what is more or less likely is a number, which needs no word."""
    return re.fullmatch(r"-?\d+(\.\d+)?", text) is not None


def names_in_rows(value: Any) -> list[str]:
    """The names of what rows tell beside who each of them is."""
    rows = [row for row in value if isinstance(row, Mapping)] if isinstance(value, list) else []
    return list(dict.fromkeys(str(name) for row in rows for name in list(row)[1:]))
