"""A thread for work that takes long: whoever waits for it is told what went wrong with it, and nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from gevent.threadpool import ThreadPool

Done = TypeVar("Done")


class OneThread:
    """Does one work after the other while phones are answered."""

    def __init__(self) -> None:
        self._pool = ThreadPool(1)

    def __call__(self, work: Callable[..., Done], given: tuple[Any, ...]) -> Done:
        """What comes of some work. Raises what it raises: the library would also print it, with all that was sent."""
        done, error = self._pool.apply(outcome, (work, given))
        if error is not None:
            raise error
        result: Done = done
        return result


def outcome(work: Callable[..., Done], given: tuple[Any, ...]) -> tuple[Done | None, Exception | None]:
    """What comes of some work, or the error."""
    try:
        return work(*given), None
    except Exception as error:
        return None, error
