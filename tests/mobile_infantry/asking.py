"""Asking the rulings of Infantería Móvil directly, as the interface does."""

from __future__ import annotations

from typing import Any

from app.core.rules.book import check_answers, effective_answers
from app.core.rules.inputs import parse
from app.core.rules.ruling import RulingResult
from app.games.mobile_infantry.book import EDITION, edition_book, questions
from app.games.mobile_infantry.rulings import RULINGS


def asked(ruling: str, given: dict[str, Any]) -> RulingResult:
    """The ruling of that name; `table_rulings` among the facts answers open questions."""
    facts = dict(given)
    answers = facts.pop("table_rulings", {})
    form, function = RULINGS[ruling]
    check_answers(answers, questions())
    return function(parse(form, facts), edition_book(EDITION, effective_answers(questions(), answers)))


def ask(ruling: str, answers: dict[str, str] | None = None, /, **facts: Any) -> RulingResult:
    """The same, in a sentence: `ask("acid", experience="rookie", die=4)`."""
    return asked(ruling, {**facts, "table_rulings": answers or {}})
