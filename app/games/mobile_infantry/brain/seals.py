"""Sealed choices of the app: published first, opened later, open to checks by anybody.

Source: section 20.4.
"""

from __future__ import annotations

from typing import Any

from app.core.rules.dice import commitment
from app.games.mobile_infantry.events.brain import ChoicesSealed, SealOpened
from app.games.mobile_infantry.state import Draft


def seal(draft: Draft, values: dict[str, Any], mission: int | None = None) -> None:
    salts = {name: draft.salt() for name in values}
    seals = {name: commitment(salts[name], value) for name, value in values.items()}
    draft.emit(ChoicesSealed(seals, mission, values=values, salts=salts))


def open_seal(draft: Draft, name: str) -> None:
    state = draft.state
    if name in state.lair.salts:
        draft.emit(SealOpened(name, state.lair.sealed[name], state.lair.salts[name]))


def open_all(draft: Draft) -> None:
    for name in list(draft.state.lair.salts):
        open_seal(draft, name)


def first_difference(published: dict[str, str], opened: dict[str, tuple[Any, str]]) -> str | None:
    """Return the first seal that does not match its published hash, if any.

    `opened`: name → value and salt.
    """
    for name, (value, salt) in opened.items():
        if published.get(name) != commitment(salt, value):
            return name
    return None
