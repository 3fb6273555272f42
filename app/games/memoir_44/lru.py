"""What was worked out of late, kept by all that it follows from."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Found = TypeVar("Found")


class LruCache:
    """So many things at most: what was asked for longest ago goes first. Nobody writes on them."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._found: dict[Hashable, Any] = {}

    def of(self, facts: Hashable, make: Callable[[], Found]) -> Found:
        """Return what follows from these facts and nothing else, worked out where it is not known any more."""
        known = facts in self._found
        found: Found = self._found.pop(facts) if known else make()
        self._found[facts] = found
        while len(self._found) > self.most:
            self._found.pop(next(iter(self._found)))
        return found
