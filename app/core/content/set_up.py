"""The set-up list of a table: what people put on it before they play, and who does it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.core.content.missions import BriefingLine
from app.core.messages.translator import Translator


@dataclass(frozen=True)
class SetUpItem:
    """One line to tick: pieces of one kind, their number and place.

    `key` names it in the log and stays the same while the table is set up. `kind` is a message key under
    `set-up-kind`; `part` divides a kind, such as the sections of a board. `picture` is the inside of an SVG of 24 by 24
    around its middle. `asks` is a command by which people tell another number.
    """

    key: str
    kind: str
    line: BriefingLine
    whose: str | None = None
    """The side or seat whose work it is; None for everybody."""
    part: BriefingLine | None = None
    picture: str = ""
    asks: str = ""

    def said(self, said: Translator) -> str:
        """Translate the line; a single piece may have a message of its own."""
        single = f"{self.line.key}-one"
        is_single = self.line.values.get("number") == 1 and said.has(single)
        return said.translate(single if is_single else self.line.key, **self.line.values)


@dataclass(frozen=True)
class SetUpGroup:
    """Lines of one kind, in a part of it, that are the work of the same people."""

    whose: str | None
    kind: str
    part: BriefingLine | None
    items: Sequence[SetUpItem]


def grouped(items: Iterable[SetUpItem]) -> list[SetUpGroup]:
    """Group lines by whose work they are, kind and part, each in order of its first line.

    Everybody's come first.
    """
    groups: dict[tuple[str | None, str, str], list[SetUpItem]] = {}
    for item in sorted(items, key=lambda item: item.whose is not None):
        groups.setdefault((item.whose, item.kind, repr(item.part)), []).append(item)
    whose = list(dict.fromkeys(owner for owner, _, _ in groups))
    found = [SetUpGroup(owner, kind, lines[0].part, lines) for (owner, kind, _), lines in groups.items()]
    return sorted(found, key=lambda group: whose.index(group.whose))
