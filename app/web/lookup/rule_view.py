"""View models of a game's rules by chapter and of the differences between editions."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from app.core.game.definition import Game
from app.core.game.edition_diff import Difference, differences, rule_about, rule_asking
from app.core.messages.rule_catalogue import NOTEBOOK, section_of, title_of
from app.core.messages.translator import LANGUAGES, Translator
from app.web.lookup.ruling_view import value_label

OWN_CHAPTER = "table"
OPEN_QUESTIONS = "questions"


@dataclass(frozen=True)
class Citation:
    edition: str
    language: str | None = None
    section: str | None = None


@dataclass(frozen=True)
class RuleCard:
    """A rule with heading, text and citations, or an open question with its answers.

    `rule` is the rule that raises the question; `words` is the text that a search looks in.
    """

    id: str
    title: str
    words: str
    rule: str | None
    text: str = ""
    citations: tuple[Citation, ...] = ()
    answers: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        return self.id if self.citations else f"question-{self.id}"

    def holds(self, asked: Sequence[str]) -> bool:
        return all(part in self.words for part in asked)


@dataclass(frozen=True)
class Pictured:
    rule: str
    name: str
    others: str
    svg: Markup


def pictured(game: Game, said: Translator, rule: str | None = None) -> list[Pictured]:
    others = [Translator(said.words, language) for language in LANGUAGES if language != said.language]
    return [
        Pictured(one.rule, said.name(key), " · ".join(other.name(key) for other in others), Markup(one.svg))
        for key, one in game.views.rule_pictures().items()
        if rule in (None, one.rule)
    ]


def folded(text: str) -> str:
    parts = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in parts if not unicodedata.combining(sign)).casefold()


def words_of(text: str) -> list[str]:
    return re.findall(r"\w+", folded(text))


def searched(*texts: str) -> str:
    return f" {' '.join(dict.fromkeys(words_of(' '.join(texts))))} "


def asked_for(asked: str, said: Translator) -> list[str]:
    shorts = abbreviations(said)
    return [f" {word} " if word in shorts else f" {word}" for word in words_of(asked)]


def abbreviations(said: Translator) -> list[str]:
    return [folded(short) for short in glossary(said)]


def in_reach(said: Translator) -> str:
    return said.language if said.language in LANGUAGES else LANGUAGES[0]


@dataclass(frozen=True)
class Chapter:
    key: str
    name: str
    cards: tuple[tuple[RuleCard, bool], ...]

    @property
    def found(self) -> int:
        return sum(found for _, found in self.cards)


def chapters(game: Game, asked: str, said: Translator) -> list[Chapter]:
    found: dict[str, list[RuleCard]] = {}
    for rule in sorted(game.rule_catalogue, key=lambda name: chapter_of(name) == OWN_CHAPTER):
        found.setdefault(chapter_of(rule), []).append(rule_card(game, rule, said))
    if game.rules.questions:
        found[OPEN_QUESTIONS] = [question_card(game, question, said) for question in game.rules.questions]
    parts = asked_for(asked, said)
    return [
        Chapter(key, said.translate(f"chapter.{key}"), tuple((card, card.holds(parts)) for card in cards))
        for key, cards in found.items()
    ]


def chapter_of(rule: str) -> str:
    return rule.partition(".")[0]


def rule_card(game: Game, rule: str, said: Translator) -> RuleCard:
    entry = game.rule_catalogue[rule]
    sources, language = entry["sources"], in_reach(said)
    section, title = section_of(game.folder, rule, language), title_of(game.folder, rule, language)
    summary = entry["summary"][language]
    named = [said.name(rule.partition(".")[2]), said.translate(f"chapter.{chapter_of(rule)}"), rule]
    sections = [source["section"] for source in sources.values()]
    also = other_names(game, rule, language)
    words = [title, summary, *sections, *named, *also, *terms_in(" ".join([summary, section, *also]), said)]
    return RuleCard(rule, title, searched(*words), rule, summary, citations(sources, said))


def citations(sources: Mapping[str, Mapping[str, str]], said: Translator) -> tuple[Citation, ...]:
    if {source["book"] for source in sources.values()} == {NOTEBOOK}:
        return (Citation(NOTEBOOK),)
    return tuple(Citation(said.name(edition), edition[:2], source["section"]) for edition, source in sources.items())


def other_names(game: Game, rule: str | None, language: str) -> list[str]:
    words: list[str] = game.rule_links.get(rule or "", {}).get("also", {}).get(language, [])
    return words


def terms_in(text: str, said: Translator) -> list[str]:
    found, whole = set(re.findall(r"\w+", text)), f" {' '.join(words_of(text))} "
    terms = glossary(said)
    shorts = [short for short, long in terms.items() if f" {' '.join(words_of(long))} " in whole]
    return [*(long for short, long in terms.items() if short in found), *shorts]


def glossary(said: Translator) -> dict[str, str]:
    terms = [said.text(key) for key in said.words if key.startswith("term.")]
    return {short: long for short, _, long in (term.partition(" = ") for term in terms)}


def question_card(game: Game, question: str, said: Translator) -> RuleCard:
    alone = game.rules.questions[question].editions
    text = said.translate(f"question.{question}") + "".join(f" ({said.name(edition)})" for edition in alone)
    answers = [said.translate(f"answer.{answer}") for answer in game.rules.questions[question].answers]
    rule = rule_asking(game, question)
    also = other_names(game, rule, in_reach(said))
    chapter, terms = said.translate(f"chapter.{OPEN_QUESTIONS}"), terms_in(" ".join([text, *also]), said)
    words = searched(text, *answers, *also, *terms, chapter, question)
    return RuleCard(question, text, words, rule, answers=tuple(answers))


# -- editions


@dataclass(frozen=True)
class ShownDifference:
    """A book value that differs between editions: (edition, lines) of each value, and its rule."""

    place: str
    name: str
    values: tuple[tuple[str, tuple[str, ...]], ...]
    rule: str | None


def all_differences(game: Game, said: Translator) -> list[ShownDifference]:
    return [shown_difference(difference, said) for difference in differences(game)]


def shown_difference(difference: Difference, said: Translator) -> ShownDifference:
    place, key = difference.place, f"differs.{difference.place}"
    lines = [(said.name(one), tuple(value_lines(place, value, said))) for one, value in difference.values.items()]
    return ShownDifference(place, said.translate(key) if said.has(key) else place, tuple(lines), difference.rule)


def value_lines(place: str, value: Any, said: Translator) -> list[str]:
    name = place.rpartition(".")[2]
    if value is None:
        return [said.translate("differs-none")]
    if isinstance(value, Mapping):
        steps = [said.translate("steps.up-to", level=level, value=number) for level, number in value["steps"]]
        return [*steps, said.translate("steps.beyond", value=value["beyond"])]
    if isinstance(value, list | tuple):
        return [value_label(name, item, said) for item in value] or [said.name([])]
    return [value_label(name, value, said)]


def differences_about(game: Game, rule: str, said: Translator) -> list[ShownDifference]:
    return [shown_difference(one, said) for one in differences(game) if rule_about(game, one.place) == rule]


def questions_of(game: Game, rule: str, said: Translator) -> list[RuleCard]:
    asked = game.rule_links.get(rule, {}).get("questions", [])
    return [question_card(game, question, said) for question in asked]
