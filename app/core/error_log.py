"""Short error reports on standard error, at most once an hour for each source line."""

from __future__ import annotations

import os
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

MOST_STEPS, MOST_CAUSES, LONGEST_MESSAGE = 12, 4, 200
"""Limits of a report: last stack frames, chained causes, characters of a message. Guests can choose the message."""
LONGEST = 8000
"""The maximum number of characters reported of a worker's output."""
AN_HOUR = 3600.0
PLACES_KEPT = 1000
PLACE = re.compile(r'^  File "[^"]*", line \d+', re.MULTILINE)
RAISED_SCORE = "500"
"""The OOM score of a worker: the system ends it before other processes."""


@dataclass
class _Place:
    told: float
    since: int = 0


@dataclass
class Faults:
    places: dict[str, _Place] = field(default_factory=dict)
    request_id: Callable[[], str] = str
    """Return the id of the request that is answered; empty beside requests."""

    def tell(self, error: BaseException, about: str = "") -> None:
        """Report an error on standard error, with its stack frames and the action (`about`)."""
        self.tell_text("\n".join(lines_of(error)), about)

    def tell_text(self, text: str, about: str = "") -> None:
        """Report an error text, unless the same source line reported within the hour."""
        text = text[-LONGEST:]
        name, now = (PLACE.findall(text) or [about])[-1], time.monotonic()
        place = self.places.get(name)
        if place is not None and now - place.told < AN_HOUR:
            place.since += 1
            return
        more = f" ({place.since} more like it since the last time)" if place and place.since else ""
        self.places.pop(name, None)
        self.places[name] = _Place(now)
        if len(self.places) > PLACES_KEPT:
            del self.places[next(iter(self.places))]
        when = time.strftime("%Y-%m-%d %H:%M:%S")
        by = f" [request {named}]" if (named := self.request_id()) else ""
        print(f"{when} A fault of the program{more}: {about}{by}", text, sep="\n", file=sys.stderr)


FAULTS = Faults()
"""The error log of this process."""


def lines_of(error: BaseException) -> Iterator[str]:
    for number, one in enumerate(reversed(causes(error))):
        if number:
            yield "which led to:"
        yield from (line.rstrip("\n") for line in traceback.format_tb(one.__traceback__, -MOST_STEPS))
        yield f"{type(one).__name__}: {brief(str(one))}"


def causes(error: BaseException) -> Sequence[BaseException]:
    found = [error]
    while len(found) < MOST_CAUSES:
        last = found[-1]
        before = last.__cause__ or (None if last.__suppress_context__ else last.__context__)
        if before is None or before in found:
            break
        found.append(before)
    return found


def brief(text: str) -> str:
    """Return the start of a text on one line, without terminal control characters."""
    shown = text[: LONGEST_MESSAGE + 1]
    line = "".join(sign if sign.isprintable() else " " for sign in shown)
    return line[:LONGEST_MESSAGE] + "…" if len(shown) > LONGEST_MESSAGE else line


def begin_work_aside() -> None:
    """Lower the priority of a worker process, let it be ended first, and shorten its errors."""
    if hasattr(os, "nice"):
        os.nice(10)
    with suppress(OSError):  # not every system has an OOM score
        Path("/proc/self/oom_score_adj").write_text(RAISED_SCORE, encoding="ascii")
    sys.excepthook = _say_briefly


def _say_briefly(kind: type[BaseException], error: BaseException, steps: TracebackType | None) -> None:
    print(*lines_of(error), sep="\n", file=sys.stderr)
