"""An LRU cache of results by the facts they depend on."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Found = TypeVar("Found")


class LruCache:
    """An LRU cache of so many results, which must not be changed."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._found: dict[Hashable, Any] = {}

    def of(self, facts: Hashable, make: Callable[[], Found]) -> Found:
        """Return the result for these facts, computed if it is not cached.

        It must depend on nothing else.
        """
        known = facts in self._found
        found: Found = self._found.pop(facts) if known else make()
        self._found[facts] = found
        while len(self._found) > self.most:
            self._found.pop(next(iter(self._found)))
        return found
