"""A cache of results computed from host files, by version (LRU)."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from app.storage.makers import HostFile

Found = TypeVar("Found")
MOST_FILES = 2000


class Known:
    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], tuple[int, dict[str, tuple[object, Any]]]] = OrderedDict()

    def of(self, one: HostFile, what: str, work: Callable[[], Found], given: object = None) -> Found:
        """Return the result of work on a version of a file and on `given`.

        Other requests are served meanwhile.
        """
        place = one.game, one.key
        version, known = self._known.get(place, (one.version, {}))
        if version != one.version:
            known = {}
        if what not in known or known[what][0] != given:
            known[what] = given, work()
            time.sleep(0)
        self._known[place] = one.version, known
        self._known.move_to_end(place)
        if len(self._known) > MOST_FILES:
            self._known.popitem(last=False)
        found: Found = known[what][1]
        return found

    def forget(self, game: str, key: str) -> None:
        self._known.pop((game, key), None)

    def __len__(self) -> int:
        return len(self._known)
