"""What happens in Memoir '44: events alone write on a state."""

from __future__ import annotations

from app.core.engine.event import Event


class MemoirEvent(Event, abstract=True):
    """What happens in Memoir '44."""
