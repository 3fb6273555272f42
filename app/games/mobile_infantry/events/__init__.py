"""Events of Infantería Móvil."""

from __future__ import annotations

from app.core.engine.event import Event


class InfantryEvent(Event, abstract=True):
    """An event of Infantería Móvil."""
