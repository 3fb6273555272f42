"""Writers of host files: the host, or the browser that made a file, within its share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.core.errors import Refused
from app.core.messages.translator import Verbatim

FILES_EACH, LETTERS_EACH = 20, 512 << 10
"""Files of one kind that a browser may keep, over all games, and their characters."""
FILES_TOGETHER, LETTERS_TOGETHER = 2 * FILES_EACH, 2 * LETTERS_EACH
"""The same for all browsers of one address."""


@dataclass(frozen=True)
class HostFile:
    """A host file. `version` is its last change, in nanoseconds since 1970.

    `maker` is the browser that made it, empty for the host's.
    """

    game: str
    key: str
    name: str
    text: str
    version: int
    maker: str = ""


class Share(NamedTuple):
    """The number of files that one browser made at one address, and their characters."""

    maker: str
    place: str
    files: int
    letters: int


@dataclass(frozen=True)
class Writer:
    """The writer: the host, else a browser at an address."""

    maker: str = ""
    place: str = ""
    is_host: bool = False

    def may_write(self, maker: str) -> bool:
        return self.is_host or (bool(maker) and maker == self.maker)

    def check_may_write(self, maker: str, name: str) -> None:
        if not self.may_write(maker):
            raise Refused("not-the-maker", name=Verbatim(name))

    def check_share(self, kept: Sequence[Share], files: int, letters: int) -> None:
        if self.is_host:
            return
        mine, theirs = self.shares(kept, is_new=files > 0)
        if is_beyond(mine, FILES_EACH - files, LETTERS_EACH - letters):
            raise Refused("share-full", most=FILES_EACH, limit=LETTERS_EACH // 1024)
        if is_beyond(theirs, FILES_TOGETHER - files, LETTERS_TOGETHER - letters):
            raise Refused("address-full", most=FILES_TOGETHER, limit=LETTERS_TOGETHER // 1024)

    def shares(self, kept: Sequence[Share], is_new: bool) -> tuple[list[Share], list[Share]]:
        """Return the shares of this browser, and of all browsers at its address.

        A changed file still counts for the address where it was made.
        """
        mine = [one for one in kept if one.maker == self.maker]
        places = {self.place} if is_new else {self.place, *(one.place for one in mine)}
        return mine, [one for one in kept if one in mine or (one.place and one.place in places)]


HOST = Writer(is_host=True)


def is_beyond(kept: Sequence[Share], files: int, letters: int) -> bool:
    return sum(one.files for one in kept) > files or sum(one.letters for one in kept) > letters
