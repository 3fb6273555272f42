"""Large request bodies and table files: buffered on disk first, then handled in turn."""

from __future__ import annotations

import io
import re
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import accumulate, count
from pathlib import Path
from typing import IO, Any

import gevent
from gevent.pywsgi import Input

from app.core.messages.translator import Verbatim
from app.storage.errors import StoreBusy
from app.web.request.guard import IMPORT_LIMIT, PICTURE_LIMIT, UNREAD, RequestRejected, address_in, takes_pictures

App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
LARGE = AT_ONCE = 1 << 16
"""The size in bytes from which a body is buffered on disk, and the size of the memory buffer."""
IMPORT = "api/tables/import"
"""The path on which, as on those of pictures, even a small body waits for its turn, since reading it takes long."""
MOST_READ, MOST_READ_OF_ONE, LONGEST_READ = 32, 4, 60.0
"""Limits: bodies on disk at a time, bodies of one address, and seconds to receive one."""
GRACE, SLOWEST = 5.0, 4096
"""Seconds after which a body must have come at this average number of bytes per second."""
MOST_ANSWERED, MOST_ANSWERED_OF_ONE = 2, 1
"""Limits: such requests handled at a time, and those of one address."""
LONGEST_WAIT = 20.0
"""Seconds that a request waits for its turn; addresses with fewer turns go first."""
MOST_READ_AWAY, LONGEST_READ_AWAY = 32 << 20, 20.0
"""Limits in bytes and seconds of reading a refused body before its connection is closed."""
LONGEST_LINE, MOST_LINES = 256, 20
"""Limits of a chunked body: bytes of a size or trailer line, and number of trailer lines."""
SMALL, MOST_SMALL = 256, 1000
"""Chunks of fewer bytes, and how many of them a body has at most: each costs as much as a large one."""
AT_A_STRETCH = 64
"""Chunks that are read before others have their turn, though more are there."""
SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})(?:;[\t\x20-\x7e\x80-\xff]*)?\r\n")
FIELD = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n")


class NoBody(ValueError):
    """A malformed request body."""


class Body(Input):  # type: ignore[misc]
    chunked_input: bool
    is_left = False
    """True if some of the body stays unread, so that the connection must be closed."""

    def pieces(self) -> Iterator[bytes]:
        """Yield the whole body in pieces. Raise NoBody, OSError."""
        self._send_100_continue()
        if self.chunked_input:
            yield from parts_of(self.rfile)
            self.chunked_input = False
            return
        while left := (self.content_length or 0) - self.position:
            yield self._counted(self.rfile.read1(min(left, AT_ONCE)))

    def _counted(self, piece: bytes) -> bytes:
        if not piece:
            raise OSError("the body ends early")
        self.position += len(piece)
        return piece

    def give_up(self) -> None:
        self.is_left, self.chunked_input, self.content_length = True, False, None

    def _discard(self) -> None:
        if not self.chunked_input and self.position >= (self.content_length or 0):
            return
        if self.socket is not None:  # the client sends it only after "100 Continue"
            self.give_up()
            return
        with gevent.Timeout(LONGEST_READ_AWAY, False):
            try:
                if all(length < MOST_READ_AWAY for length in accumulate(map(len, self.pieces()))):
                    return
            except (NoBody, OSError):  # the client has its response already
                self.give_up()
        self.give_up()


def parts_of(file: io.BufferedIOBase) -> Iterator[bytes]:
    """Yield the chunks of a body. Raise OSError if it ends early, NoBody for malformed or for too many small ones."""
    small, places = 0, count(1)
    while left := size_in(file.readline(LONGEST_LINE)):
        small += left < SMALL
        if small > MOST_SMALL:
            raise NoBody
        if next(places) % AT_A_STRETCH == 0:
            gevent.sleep(0)
        while left:
            piece = file.read1(min(left, AT_ONCE))
            if not piece:
                raise OSError("the body ends early")
            left -= len(piece)
            yield piece
        if file.read(2) != b"\r\n":
            raise NoBody
    for _ in range(MOST_LINES):
        line = file.readline(LONGEST_LINE)
        if line == b"\r\n":
            return
        if not FIELD.fullmatch(line):
            break
    raise NoBody


def size_in(line: bytes) -> int:
    said = SIZE.fullmatch(line)
    if said is None:
        raise NoBody
    return int(said[1], 16)


def in_time(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the pieces of a body while they come fast enough. Raise TimeoutError."""
    began, length = time.monotonic(), 0
    piece: bytes | None = b""
    while piece is not None:
        until = began + min(GRACE + length / SLOWEST, LONGEST_READ)
        with gevent.Timeout(max(until - time.monotonic(), 0), TimeoutError("the body does not end")):
            piece = next(pieces, None)
        if piece is not None:
            length += len(piece)
            yield piece


@dataclass
class Turns:
    """A limit of concurrent work, in total and by address; others wait.

    An address gets a second turn only while half of them are free.
    """

    most: int
    most_of_one: int
    taken: Counter[str] = field(default_factory=Counter)
    waiting: Counter[str] = field(default_factory=Counter)
    had: Counter[str] = field(default_factory=Counter)
    """The number of turns of each address since the last idle moment."""
    freed: threading.Condition = field(default_factory=threading.Condition)

    @contextmanager
    def taken_by(self, address: str) -> Iterator[None]:
        """Hold a turn of the address within. Raise StoreBusy if others block it for too long."""

        with self.freed:
            self.waiting[address] += 1
            try:
                if not self.freed.wait_for(lambda: self._is_next(address), LONGEST_WAIT):
                    raise StoreBusy
                self.taken[address] += 1
                self.had[address] += 1
            finally:
                self._one_less(self.waiting, address)
        try:
            yield
        finally:
            with self.freed:
                self._one_less(self.taken, address)

    def _may(self, address: str) -> bool:
        most = (self.most + 1) // 2 if self.taken[address] else self.most
        return self.taken[address] < self.most_of_one and self.taken.total() < most

    def _is_next(self, address: str) -> bool:
        return self._may(address) and not any(
            self.had[one] < self.had[address] and self._may(one) for one in self.waiting
        )

    def _one_less(self, counted: Counter[str], address: str) -> None:
        counted[address] -= 1
        if not counted[address]:
            del counted[address]
        if not self.taken and not self.waiting:
            self.had.clear()
        self.freed.notify_all()


class Bodies:
    """A WSGI app that buffers large bodies and table files on disk before it calls `app`."""

    def __init__(self, app: App, folder: Path) -> None:
        """Buffer on the disk of `folder`, in unnamed files that disappear with the process."""
        self.app, self.folder = app, folder
        self.reading = Turns(MOST_READ, MOST_READ_OF_ONE)
        self.answering = Turns(MOST_ANSWERED, MOST_ANSWERED_OF_ONE)

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        body: Body = environ["wsgi.input"]
        length = body.content_length or 0
        path = environ.get("PATH_INFO", "")
        pictures = takes_pictures(path) and environ.get("REQUEST_METHOD") == "POST"
        takes_long = pictures or path.strip("/") == IMPORT  # routes ignore repeated slashes, too
        if length <= LARGE and not body.chunked_input and not takes_long:
            return self.app(environ, start_response)
        limit = PICTURE_LIMIT if pictures else IMPORT_LIMIT
        if length > limit:  # the app refuses it by its declared length
            return self.app(environ, ending(start_response))
        with ExitStack() as stack:
            try:
                stack.enter_context(self.reading.taken_by(address_in(environ)))
                environ |= self._on_disk(body, stack, limit)
                environ.pop("HTTP_TRANSFER_ENCODING", None)
                stack.enter_context(self.answering.taken_by(address_in(environ)))
            except (StoreBusy, RequestRejected) as why:
                environ[UNREAD], start_response = why, ending(start_response)
            except (NoBody, OSError):
                body.give_up()
                ending(start_response)("400 Bad Request", [("Content-Length", "0")])
                return []
            return self.app(environ, start_response)

    def _on_disk(self, body: Body, stack: ExitStack, limit: int) -> dict[str, Any]:
        """Buffer a body of so many bytes on disk and return the changed parts of the environment.

        Raise RequestRejected, NoBody, OSError.
        """
        with full_disk_told():
            file = tempfile.TemporaryFile(dir=self.folder, buffering=0)  # noqa: SIM115 - the stack closes it
            stack.enter_context(file)
        length = 0
        for piece in in_time(body.pieces()):
            length += len(piece)
            if length > MOST_READ_AWAY:
                body.give_up()
                break
            if length <= limit:
                with full_disk_told():
                    keep(file, piece)
        file.seek(0)
        return {"wsgi.input": io.BufferedReader(file), "CONTENT_LENGTH": str(length)}


def keep(file: IO[bytes], piece: bytes) -> None:
    if file.write(piece) < len(piece):
        raise OSError("no room")


@contextmanager
def full_disk_told() -> Iterator[None]:
    """Convert a failed write within to RequestRejected (507)."""
    try:
        yield
    except OSError as error:
        raise RequestRejected(507, "disk-full", why=Verbatim(error.strerror or str(error))) from error


def ending(start_response: Callable[..., Any]) -> Callable[..., Any]:

    def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
        return start_response(status, [*headers, ("Connection", "close")], *error)

    return start
