"""What a die needs, a number or names of faces: whether a face is it, and how people say it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.core.words import Speech


def does(face: Any, need: Any) -> bool:
    """Whether a face is what a die needs: at least a number, or one of some names; where nothing is needed, any is."""
    if need is None:
        return True
    if isinstance(need, int):
        return isinstance(face, int) and face >= need
    return face in ([need] if isinstance(need, str) else need)


def look_of(face: Any, need: Any, besides: Sequence[Any]) -> str:
    """How a die that fell is shown: as a `hit`, as one that does something `else`, as a `miss`."""
    return "hit" if does(face, need) else "else" if face in besides else "miss"


def face_text(need: Any, faces: Sequence[Any], said: Speech) -> str:
    """The natural face that a die with these faces needs: "4+", the highest alone, always, never; or names."""
    if not isinstance(need, int):
        return said.name(need)
    numbers = [one for one in faces if isinstance(one, int)]
    if numbers and need <= min(numbers):
        return said.say("needs.always")
    if numbers and need >= max(numbers):
        return str(need) if need == max(numbers) else said.say("needs.never")
    return said.say("needs.face", face=need)
