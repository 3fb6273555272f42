"""Ticking of the set-up list, by one seat for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import Field

from app.core.content.set_up import SetUpItem
from app.core.engine.command import Doubt, Draft, GameContext, TableCommand
from app.core.engine.event import PUBLIC, TableEvent
from app.core.engine.offers import MultiChoice, Offer
from app.core.engine.visibility import redact
from app.core.errors import Refused

RULE = "table.set-up"


@dataclass
class SetUpTicked(TableEvent):
    is_play = False

    seat: str
    done: list[str]
    undone: list[str]

    def apply(self, state: Any) -> None:
        left = [key for key in state.set_up_done if key not in self.undone]
        state.set_up_done = [*left, *(key for key in self.done if key not in left)]


class TickSetUp(TableCommand):
    waits: ClassVar[bool] = False
    on_boards: ClassVar[bool] = False
    done: list[str] = Field(default_factory=list)
    undone: list[str] = Field(default_factory=list)

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for field, keys in choices(look).items():
            if keys:
                choose = {field: MultiChoice(keys, 1, len(keys), False)}
                yield Offer(cls.key, "table", label=f"{cls.key}-{field}", choose=choose)

    def decide(self, draft: Draft) -> None:
        found = choices(draft)
        for field, keys in (("done", self.done), ("undone", self.undone)):
            listed = [*found["done"], *found["undone"]]
            if not all(key in listed for key in keys):
                raise Refused("no-such-line", RULE, field=field)
        done = [key for key in found["done"] if key in self.done]
        undone = [key for key in found["undone"] if key in self.undone]
        if not done and not undone:
            raise Refused("ticked-already", RULE)
        draft.emit(SetUpTicked(draft.seat.name, done, undone))


def set_up_items(look: GameContext) -> Sequence[SetUpItem]:
    """Return the lines of the set-up list, made of what everybody may see.

    Empty if the game has none.
    """
    set_up = look.log.game.rules.set_up
    if set_up is None:
        return ()
    is_setting_up = look.log.game.rules.is_setting_up

    def listed() -> Sequence[SetUpItem]:
        # while people play, the list stays as it was when play began
        state = look.state if is_setting_up(look.state) else look.log.state_while(is_setting_up)
        return tuple(set_up(redact(state, PUBLIC), look.book, look.log.opening))

    return look.cached("set-up", listed)


def progress(look: GameContext) -> tuple[int, int]:
    """Return how many lines of the list are ticked, and how many it has."""
    keys = {item.key for item in set_up_items(look)}
    return len(keys.intersection(look.state.set_up_done)), len(keys)


def progress_while_open(look: GameContext) -> tuple[int, int] | None:
    """Return the progress while the table is set up; None later, and without a list."""
    rules = look.log.game.rules
    return progress(look) if rules.set_up is not None and rules.is_setting_up(look.state) else None


def begins_unticked(look: GameContext) -> Doubt | None:
    """Return the confirmation before play begins with open lines on the list, or None."""
    ticked, listed = progress(look)
    return Doubt("begins-unticked", {"open": listed - ticked, "total": listed}) if ticked < listed else None


def choices(look: GameContext) -> dict[str, list[str]]:
    """Return the lines that can be ticked, and those whose tick can be taken back.

    Raise Refused after the set-up.
    """
    if not look.log.game.rules.is_setting_up(look.state):
        raise Refused("set-up-over", RULE)
    keys = [item.key for item in set_up_items(look)]
    ticked = look.state.set_up_done
    return {"done": [key for key in keys if key not in ticked], "undone": [key for key in keys if key in ticked]}
