"""Events of Memoir '44, which alone write on a state."""

from __future__ import annotations

from app.core.engine.event import Event


class MemoirEvent(Event, abstract=True):
    """An event of Memoir '44."""
