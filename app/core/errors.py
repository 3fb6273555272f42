"""Errors of a request: refused by the rules, malformed, or stale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Refused(Exception):
    """A refusal by the rules: a code with message values, the rule behind it and the field."""

    def __init__(self, code: str, rule: str | None = None, *, field: str | None = None, **words: Any) -> None:
        super().__init__(code)
        self.code, self.rule, self.field, self.words = code, rule, field, words


class Malformed(Exception):
    """A request of the wrong form: an unknown or missing field, or a wrong type."""

    def __init__(self, code: str, *, field: str | None = None, **words: Any) -> None:
        super().__init__(code)
        self.code, self.field, self.words = code, field, words
        self.rule: str | None = None


class Stale(Exception):
    """A refused command that was allowed at the state the seat had seen.

    `first` is the Entry that came in between.
    """

    def __init__(self, refused: Refused, seen: int, first: Any = None) -> None:
        super().__init__(refused.code)
        self.refused, self.seen, self.first = refused, seen, first


def passes(check: Callable[..., Any], *facts: Any) -> bool:
    return refusal_of(check, *facts) is None


def refusal_of(check: Callable[..., Any], *facts: Any) -> Refused | None:
    try:
        check(*facts)
    except Refused as refused:
        return refused
    return None
