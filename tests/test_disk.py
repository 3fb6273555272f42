"""The thread that waits for the disk: phones are answered meanwhile, whoever waits for a work hears of its error."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import gevent
import pytest

from app.cli.threads import DiskThread


@pytest.fixture
def disk() -> Iterator[DiskThread]:
    made = DiskThread()
    with gevent.Timeout(60):
        yield made
    made._bell.close()  # or nothing in this process would ever be said to wait for nobody


def held_up(until: threading.Event, done: list[int], number: int) -> Callable[[], None]:
    """Work that takes as long as somebody wants."""

    def work() -> None:
        assert until.wait(30)
        done.append(number)

    return work


def test_others_go_on_while_one_waits(disk: DiskThread) -> None:
    until, done, answered = threading.Event(), list[int](), list[int]()
    end = disk(held_up(until, done, 1))
    assert done == [], "work is begun, not done"

    def answer_others() -> None:
        answered.extend(range(3))
        until.set()

    gevent.spawn(answer_others)
    end()
    assert (answered, done) == ([0, 1, 2], [1])
    end()
    assert done == [1], "who waits again finds it done"


def test_works_are_done_in_their_order_and_each_waits_for_its_own(disk: DiskThread) -> None:
    until, done = [threading.Event() for _ in range(3)], list[int]()
    ends = [disk(held_up(event, done, number)) for number, event in enumerate(until)]
    ended: list[tuple[int, list[int]]] = []

    def wait(number: int) -> None:
        ends[number]()
        ended.append((number, list(done)))

    waiting = [gevent.spawn(wait, number) for number in (2, 1, 0, 0)]
    for event in until:
        gevent.sleep(0.01)
        event.set()
    gevent.joinall(waiting, timeout=30, raise_error=True)
    assert sorted(number for number, _ in ended) == [0, 0, 1, 2]
    assert all(done_then[: number + 1] == [*range(number + 1)] for number, done_then in ended)


def test_an_error_is_that_of_whoever_waits_and_stops_no_other_work(
    disk: DiskThread, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[int] = []

    def broken() -> None:
        raise OSError(5, "no more of this disk")

    first, second = disk(broken), disk(lambda: done.append(2))
    second()
    for _ in range(2):
        with pytest.raises(OSError, match="no more of this disk"):
            first()
    assert done == [2]
    assert "no more of this disk" in capsys.readouterr().err, "it is told though nobody should wait"


def test_many_short_works_are_all_ended(disk: DiskThread) -> None:
    done: list[int] = []

    def press(number: int) -> None:
        for of_it in range(100):
            disk(lambda of_it=of_it: done.append(of_it))()

    gevent.joinall([gevent.spawn(press, number) for number in range(8)], timeout=60, raise_error=True)
    assert len(done) == 800
