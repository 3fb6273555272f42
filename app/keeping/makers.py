"""Who writes on a shelf: the host, or the browser that made a file, within its share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from app.core.refusals import Refused
from app.core.words import AsGiven

FILES_EACH, LETTERS_EACH = 20, 512 << 10
"""Files of one kind that a browser keeps here, of all games, and letters in them."""
FILES_TOGETHER, LETTERS_TOGETHER = 2 * FILES_EACH, 2 * LETTERS_EACH
"""The same for all browsers at one address."""


@dataclass(frozen=True)
class KeptFile:
    """An own file. `version` is when it was last changed, in nanoseconds since 1970; `maker`: the browser that made it,
    none for the host's.
    """

    game: str
    key: str
    name: str
    text: str
    version: int
    maker: str = ""


@dataclass(frozen=True)
class Writer:
    """Who writes: the host, else a browser and all those that ask from its address."""

    maker: str = ""
    together: frozenset[str] = frozenset()
    is_host: bool = False

    def may_write(self, maker: str) -> bool:
        """Whether they may change what was made by somebody."""
        return self.is_host or (bool(maker) and maker == self.maker)

    def check_may_write(self, maker: str, name: str) -> None:
        """Raises Refused where somebody else made it."""
        if not self.may_write(maker):
            raise Refused("not-the-maker", name=AsGiven(name))

    def check_share(self, kept: Mapping[str, tuple[int, int]], files: int, letters: int) -> None:
        """Raises Refused where so many files and letters more are too much. `kept`: files and letters by maker."""
        if self.is_host:
            return
        if _sum([kept.get(self.maker, (0, 0)), (files, letters)]).is_beyond(FILES_EACH, LETTERS_EACH):
            raise Refused("share-full", most=FILES_EACH, limit=LETTERS_EACH // 1024)
        theirs = [kept.get(one, (0, 0)) for one in {*self.together, self.maker}]
        if _sum([*theirs, (files, letters)]).is_beyond(FILES_TOGETHER, LETTERS_TOGETHER):
            raise Refused("address-full", most=FILES_TOGETHER, limit=LETTERS_TOGETHER // 1024)


HOST = Writer(is_host=True)


class Kept(NamedTuple):
    """How many files, and how many letters in them."""

    files: int
    letters: int

    def is_beyond(self, files: int, letters: int) -> bool:
        """Whether it is more than so many of either."""
        return self.files > files or self.letters > letters


def _sum(kept: Iterable[tuple[int, int]]) -> Kept:
    return Kept(*map(sum, zip(*kept, strict=True)))
