"""Events of Incursion, past tense: each holds its numbers and never reads the book."""

from __future__ import annotations

from app.core.engine.event import Event


class IncursionEvent(Event, abstract=True):
    pass
