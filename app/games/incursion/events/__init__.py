"""What happens in Incursion, past tense: every event holds its numbers and never opens the book."""

from __future__ import annotations

from app.core.engine.event import Event


class IncursionEvent(Event, abstract=True):
    """What happens in Incursion."""
