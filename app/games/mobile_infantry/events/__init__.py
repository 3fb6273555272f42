"""What happens in Infantería Móvil."""

from __future__ import annotations

from app.core.engine.event import Event


class InfantryEvent(Event, abstract=True):
    """What happens in Infantería Móvil."""
