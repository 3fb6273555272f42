"""The three ways to say no: refused by the rules, malformed, or overtaken by something that came first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Refused(Exception):
    """The one "no" of the rules: a code with words, the rule behind it, and the field that it is about."""

    def __init__(self, code: str, rule: str | None = None, *, field: str | None = None, **words: Any) -> None:
        super().__init__(code)
        self.code, self.rule, self.field, self.words = code, rule, field, words


class Malformed(Exception):
    """What was sent is not of the right form: unknown or missing field, wrong type."""

    def __init__(self, code: str, *, field: str | None = None, **words: Any) -> None:
        super().__init__(code)
        self.code, self.field, self.words = code, field, words
        self.rule: str | None = None


class Stale(Exception):
    """Refused now, though it was allowed at what the seat had seen: something else came `first`, an Entry."""

    def __init__(self, refused: Refused, seen: int, first: Any = None) -> None:
        super().__init__(refused.code)
        self.refused, self.seen, self.first = refused, seen, first


def passes(check: Callable[..., Any], *facts: Any) -> bool:
    """Return whether a check that raises Refused does not."""
    return refusal_of(check, *facts) is None


def refusal_of(check: Callable[..., Any], *facts: Any) -> Refused | None:
    """The "no" of a check that raises Refused; None where it passes."""
    try:
        check(*facts)
    except Refused as refused:
        return refused
    return None
