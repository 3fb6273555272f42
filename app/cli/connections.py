"""Phones at the other end of the server: how many connections each may have, and how long one may say nothing."""

from __future__ import annotations

import io
import math
import re
import resource
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

import gevent
from gevent.pywsgi import WSGIHandler, WSGIServer, headers_factory

from app.cli.bodies import Body
from app.core.error_log import FAULTS
from app.web.request.guard import LOOPBACK, household

MOST_CONNECTIONS = 100
"""Connections of one address; a browser has six at a time, and a bell. This computer itself, and a proxy on it, may
have any number."""
MOST_IN_ALL, KEPT_BACK = 2000, 200
"""Connections of all together, and how many files the server keeps for itself of those that the system lets it have."""
IDLE, HEADERS, SILENT = 75.0, 20.0, 60.0
"""Seconds until a connection is closed on which nothing more is asked, whose first request or headers do not end, or on
which what was begun does not go on."""
END_OF_HEAD = b"\r\n\r\n"
READ_AT_ONCE = 4096
"""Bytes that each connection holds to read into: more than the head of any phone's request."""
REST = 0.5
"""Seconds without a request, after which the server has time for other work."""
MOST_DESCRIPTORS = 65_536
LONGEST_HEAD, MOST_LINES = 16_384, 100
"""Of the headers of a request: their bytes, and how many there are."""
FIRST_LINE = re.compile(r"[A-Z]{1,20} (?:/[!-~]*|\*) HTTP/1\.[01]\r\n")
HEAD = re.compile(rb"(?:[!#$%&'*+.^_`|~0-9A-Za-z-]++:[\t\x20-\x7e\x80-\xff]*+\r\n)*+\r\n")
"""Headers, each on a line of its own, its name right before the colon; no sign that steers is in them."""
OWN = re.compile(rb"^(content[-_]length|transfer[-_]encoding|host):([^\r]*+)\r$", re.MULTILINE | re.IGNORECASE)
LENGTH = re.compile(rb"[0-9]{1,15}")
BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
GONE = (ConnectionError, TimeoutError, ssl.SSLError)
"""What comes of answering a phone that is not there any more."""


class Patient(WSGIHandler):
    """Answers the requests of a connection as long as somebody asks."""

    wsgi_input: Any
    has_asked = False
    """True if it answered already on this connection."""

    def __init__(self, sock: Any, address: Any, server: Any, rfile: Any = None) -> None:
        super().__init__(sock, address, server, rfile or sock.makefile("rb", READ_AT_ONCE))

    def read_requestline(self) -> str:
        """The first line of the next request, once more of it has come; nothing, and the connection ends, where none
        comes.
        """
        with gevent.Timeout(IDLE if self.has_asked else HEADERS, False):
            line: str = super().read_requestline()
            if line:
                self.rfile.peek(1)
            return line
        return ""

    def read_request(self, raw_requestline: str) -> Any:
        """The request with its headers; None where they do not end. Raises NoRequest."""
        self.server.asked = time.monotonic()
        if not FIRST_LINE.fullmatch(raw_requestline):
            raise NoRequest
        if END_OF_HEAD in self.rfile.peek(1):  # all of it is there, and nothing is waited for
            return self._with_host(raw_requestline)
        with gevent.Timeout(HEADERS, False):
            return self._with_host(raw_requestline)
        return None

    def _with_host(self, raw_requestline: str) -> Any:
        """The request with its headers. Raises NoRequest where it says not of whom it asks, or is none."""
        read = super().read_request(raw_requestline)
        newer = self.request_version == "HTTP/1.1"
        if (newer and "host" not in self.headers) or (not newer and "transfer-encoding" in self.headers):
            raise NoRequest
        return read

    def MessageClass(self, file: Any, *more: Any) -> Any:
        """The headers of a request. Raises NoRequest."""
        head = head_of(file)
        check_head(head)
        return headers_factory(io.BytesIO(head))

    def get_environ(self) -> Any:
        environ = super().get_environ()
        given = self.wsgi_input
        self.wsgi_input = Body(self.rfile, given.content_length, given.socket, given.chunked_input)
        environ["wsgi.input"], environ["wsgi.input_terminated"] = self.wsgi_input, True
        return environ

    def run_application(self) -> None:
        try:
            super().run_application()
        except gevent.GreenletExit:
            self.wsgi_input.give_up()
            raise

    def handle_one_response(self) -> None:
        with self.server.asking(self.client_address):
            super().handle_one_response()
        self.has_asked = True
        if self.wsgi_input.is_left:
            self.close_connection = True

    def _handle_client_error(self, error: Exception) -> tuple[str, bytes]:
        if not isinstance(error, (ValueError, OSError)):
            FAULTS.tell(error, "a request")
        return "400", BAD_REQUEST

    def handle_error(self, kind: Any, error: Any, steps: Any) -> None:
        if isinstance(error, (*GONE, gevent.GreenletExit)):
            self.close_connection = True
        else:
            super().handle_error(kind, error, steps)


class NoRequest(ValueError):
    """What comes is not as a request comes, or another program could read it otherwise."""


def head_of(file: Any) -> bytes:
    """The headers of a request as they came, with the empty line behind them. Raises NoRequest where they are many."""
    lines, left = [file.readline(LONGEST_HEAD)], LONGEST_HEAD
    while lines[-1].strip(b"\r\n"):
        left -= len(lines[-1])
        if left <= 0 or len(lines) > MOST_LINES:
            raise NoRequest
        lines.append(file.readline(left))
    return b"".join(lines)


def check_head(head: bytes) -> None:
    """Raises NoRequest for headers that two programs could read in two ways: where its body ends, of whom it asks."""
    if not HEAD.fullmatch(head):
        raise NoRequest
    said = [(name.lower(), value.strip(b" \t").lower()) for name, value in OWN.findall(head)]
    about = dict(said)
    if any(b"_" in name for name in about):
        raise NoRequest
    length, parts = about.get(b"content-length"), about.get(b"transfer-encoding")
    if len(about) < len(said) or (length is not None and parts is not None):
        raise NoRequest
    if (length is not None and not LENGTH.fullmatch(length)) or (parts is not None and parts != b"chunked"):
        raise NoRequest


class PhonesServer(WSGIServer):
    """Answers phones, each address on so many connections, all together on fewer than the system has files."""

    handler_class = Patient
    max_accept = 10
    """New connections that are taken before each of them has its place, or another one has made room."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.connections: dict[str, dict[Any, bool]] = {}
        """By address what answers on each connection, and whether something is asked there; first who said nothing for
        longest.
        """
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.most = (
            MOST_IN_ALL if files == resource.RLIM_INFINITY else min(MOST_IN_ALL, max(files - KEPT_BACK, files // 2))
        )
        self.asked = -math.inf
        """When a phone last asked."""

    def at_rest(self) -> bool:
        return time.monotonic() - self.asked > REST

    def wrap_socket_and_handle(self, client_socket: Any, address: Any) -> None:
        client_socket.settimeout(HEADERS)
        with self._counted(address) as is_taken:
            if is_taken:
                try:
                    super().wrap_socket_and_handle(client_socket, address)
                except GONE:
                    client_socket.close()

    def handle(self, client_socket: Any, address: Any) -> None:
        client_socket.settimeout(SILENT)
        if self.ssl_enabled:  # it is counted already
            super().handle(client_socket, address)
            return
        with self._counted(address) as is_taken:
            if is_taken:
                super().handle(client_socket, address)
            else:
                client_socket.close()

    @contextmanager
    def asking(self, address: Any) -> Iterator[None]:
        own, here = self.connections.get(household(str(address[0])), {}), gevent.getcurrent()
        own[here] = True
        try:
            yield
        finally:
            if own.pop(here, None) is not None:
                own[here] = False  # behind all others

    @contextmanager
    def _counted(self, address: Any) -> Iterator[bool]:
        name, here = household(str(address[0])), gevent.getcurrent()
        if not self._has_room(name):
            yield False
            return
        own = self.connections.setdefault(name, {})
        own[here] = False
        try:
            yield True
        finally:
            own.pop(here, None)
            if not self.connections.get(name):
                self.connections.pop(name, None)

    def _has_room(self, name: str) -> bool:
        mine = len(self.connections.get(name, ()))
        if mine >= MOST_CONNECTIONS and name not in LOOPBACK:
            return False
        return sum(map(len, self.connections.values())) < self.most or self._make_room(mine)

    def _make_room(self, mine: int) -> bool:
        """Close a connection of the address that has most, one where nothing is asked before others, for an address
        that has so many; whether there was one.
        """
        for name in sorted(self.connections, key=lambda name: -len(self.connections[name])):
            own = self.connections[name]
            idle = (here for here, asks in own.items() if not asks and len(own) >= mine)
            asking = (here for here in own if len(own) > mine and name not in LOOPBACK)
            if (closed := next(chain(idle, asking), None)) is not None:
                del own[closed]
                closed.kill(block=False)
                return True
        return False


def raise_descriptors() -> None:
    """As many files and connections at a time as the system lets this process have."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def tell_faults_briefly() -> None:

    def tell(_: Any, kind: type[BaseException], error: BaseException | None, steps: Any) -> None:
        FAULTS.tell((error or kind()).with_traceback(steps), "beside the answers")

    gevent.get_hub().print_exception = tell
