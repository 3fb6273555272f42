"""Background threads of the server: one for long work, one for waits for the disk."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import gevent
from gevent import monkey
from gevent.event import Event
from gevent.threadpool import ThreadPool

from app.core.error_log import FAULTS
from app.storage.disk_sync import Work

Done = TypeVar("Done")


class OneThread:
    """A thread that does one work at a time while requests are served."""

    def __init__(self) -> None:
        self._pool = ThreadPool(1)

    def __call__(self, work: Callable[..., Done], given: tuple[Any, ...]) -> Done:
        """Return the result of some work, or raise its error.

        The pool would also print the error, with all data of the request.
        """
        done, error = self._pool.apply(outcome, (work, given))
        if error is not None:
            raise error
        result: Done = done
        return result

    def close(self) -> None:
        self._pool.kill()


def outcome(work: Callable[..., Done], given: tuple[Any, ...]) -> tuple[Done | None, Exception | None]:
    try:
        return work(*given), None
    except Exception as error:
        return None, error


class Task:
    def __init__(self, work: Work) -> None:
        self.work = work
        self.is_done = self.is_awaited = False
        self.error: BaseException | None = None


class DiskThread:
    """A thread for short work items that need the interpreter only for a moment.

    gevent's pool takes longer to hand a result back, and the seat would wait for it.
    """

    def __init__(self) -> None:
        self._tasks: Any = monkey.get_original("queue", "SimpleQueue")()
        self._ended = Event()
        self._bell = gevent.get_hub().loop.async_()
        self._bell.start(self._ended.set)
        monkey.get_original("_thread", "start_new_thread")(self._work, ())

    def __call__(self, work: Work) -> Work:
        task = Task(work)
        self._tasks.put(task)
        return partial(self._end, task)

    def _work(self) -> None:
        while True:
            task: Task = self._tasks.get()
            try:
                task.work()
            except BaseException as error:  # the waiting caller gets the error, and the log does in any case
                FAULTS.tell(error, "the disk")
                task.error = error
            task.is_done = True
            if task.is_awaited:  # a later waiter finds it done
                self._bell.send()

    def _end(self, task: Task) -> None:
        task.is_awaited = True
        while not task.is_done:
            self._ended.clear()
            if not task.is_done:
                self._ended.wait()
        if task.error is not None:
            raise task.error
