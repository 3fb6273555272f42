"""Connections of the server: limits for each address, and timeouts."""

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
from app.web.request.guard import household
from app.web.request.proxies import KEY, ONLY_LOOPBACK, Proxies

MOST_CONNECTIONS = 100
"""The maximum connections of one address; a browser opens six, and one for events. This computer and proxies have
no limit."""
MOST_IN_ALL, KEPT_BACK = 2000, 200
"""The maximum connections in total, and the file descriptors that the server keeps for itself."""
IDLE, HEADERS, SILENT = 75.0, 20.0, 60.0
"""Seconds until a connection is closed: without a further request, without complete headers, or without progress."""
END_OF_HEAD = b"\r\n\r\n"
READ_AT_ONCE = 4096
"""The read buffer of each connection in bytes: more than the headers of any phone's request."""
REST = 0.5
"""Seconds without a request, after which the server may do other work."""
MOST_DESCRIPTORS = 65_536
LONGEST_HEAD, MOST_LINES = 16_384, 100
"""Limits of request headers: bytes and lines."""
FIRST_LINE = re.compile(r"[A-Z]{1,20} (?:/[!-~]*|\*) HTTP/1\.[01]\r\n")
HEAD = re.compile(rb"(?:[!#$%&'*+.^_`|~0-9A-Za-z-]++:[\t\x20-\x7e\x80-\xff]*+\r\n)*+\r\n")
"""Headers: one per line, a colon right after the name, no control characters."""
OWN = re.compile(rb"^(content[-_]length|transfer[-_]encoding|host):([^\r]*+)\r$", re.MULTILINE | re.IGNORECASE)
LENGTH = re.compile(rb"[0-9]{1,15}")
BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
GONE = (ConnectionError, TimeoutError, ssl.SSLError)
"""Errors of a response to a phone that has disconnected."""


class Patient(WSGIHandler):
    wsgi_input: Any
    has_asked = False
    """True if a request was handled on this connection."""

    def __init__(self, sock: Any, address: Any, server: Any, rfile: Any = None) -> None:
        super().__init__(sock, address, server, rfile or sock.makefile("rb", READ_AT_ONCE))

    def read_requestline(self) -> str:
        """Return the first line of the next request; empty at a timeout, which ends the connection."""
        with gevent.Timeout(IDLE if self.has_asked else HEADERS, False):
            line: str = super().read_requestline()
            if line:
                self.rfile.peek(1)
            return line
        return ""

    def read_request(self, raw_requestline: str) -> Any:
        """Return the request with its headers, or None if they do not end. Raise NoRequest."""
        self.server.asked = time.monotonic()
        if not FIRST_LINE.fullmatch(raw_requestline):
            raise NoRequest
        if END_OF_HEAD in self.rfile.peek(1):  # all headers are buffered, so reading does not block
            return self._with_host(raw_requestline)
        with gevent.Timeout(HEADERS, False):
            return self._with_host(raw_requestline)
        return None

    def _with_host(self, raw_requestline: str) -> Any:
        read = super().read_request(raw_requestline)
        newer = self.request_version == "HTTP/1.1"
        if (newer and "host" not in self.headers) or (not newer and "transfer-encoding" in self.headers):
            raise NoRequest
        return read

    def MessageClass(self, file: Any, *more: Any) -> Any:
        head = head_of(file)
        check_head(head)
        return headers_factory(io.BytesIO(head))

    def get_environ(self) -> Any:
        environ = super().get_environ()
        given = self.wsgi_input
        self.wsgi_input = Body(self.rfile, given.content_length, given.socket, given.chunked_input)
        environ["wsgi.input"], environ["wsgi.input_terminated"] = self.wsgi_input, True
        environ[KEY] = self.server.proxies
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
        gevent.sleep(0)  # reading a request that has arrived already would not let others go first

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
    """A malformed request, or one that another program could read differently."""


def head_of(file: Any) -> bytes:
    lines, left = [file.readline(LONGEST_HEAD)], LONGEST_HEAD
    while lines[-1].strip(b"\r\n"):
        left -= len(lines[-1])
        if left <= 0 or len(lines) > MOST_LINES:
            raise NoRequest
        lines.append(file.readline(left))
    return b"".join(lines)


def check_head(head: bytes) -> None:
    """Raise NoRequest for headers that are ambiguous about body length or host."""
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
    handler_class = Patient
    max_accept = 10
    """The number of new connections accepted before any of them is handled."""
    proxies = ONLY_LOOPBACK

    def __init__(self, *given: Any, proxies: Proxies = ONLY_LOOPBACK, **more: Any) -> None:
        super().__init__(*given, **more)
        self.proxies = proxies
        self.connections: dict[str, dict[Any, bool]] = {}
        """Handlers of each address by connection, with True during a request; longest idle first."""
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.most = (
            MOST_IN_ALL if files == resource.RLIM_INFINITY else min(MOST_IN_ALL, max(files - KEPT_BACK, files // 2))
        )
        self.asked = -math.inf
        """The time of the last request of any phone."""

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

    def _name(self, address: Any) -> str:
        peer = str(address[0])
        return peer if peer in self.proxies else household(peer)

    @contextmanager
    def asking(self, address: Any) -> Iterator[None]:
        own, here = self.connections.get(self._name(address), {}), gevent.getcurrent()
        own[here] = True
        try:
            yield
        finally:
            if own.pop(here, None) is not None:
                own[here] = False  # move it to the end

    @contextmanager
    def _counted(self, address: Any) -> Iterator[bool]:
        name, here = self._name(address), gevent.getcurrent()
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
        if mine >= MOST_CONNECTIONS and name not in self.proxies:
            return False
        return sum(map(len, self.connections.values())) < self.most or self._make_room(mine)

    def _make_room(self, mine: int) -> bool:
        """Close a connection of the address with the most, for an address that has `mine`.

        An idle one is closed first. Return False if there was none to close.
        """
        for name in sorted(self.connections, key=lambda name: -len(self.connections[name])):
            own = self.connections[name]
            idle = (here for here, asks in own.items() if not asks and len(own) >= mine)
            asking = (here for here in own if len(own) > mine and name not in self.proxies)
            if (closed := next(chain(idle, asking), None)) is not None:
                del own[closed]
                closed.kill(block=False)
                return True
        return False


def raise_descriptors() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def tell_faults_briefly() -> None:

    def tell(_: Any, kind: type[BaseException], error: BaseException | None, steps: Any) -> None:
        FAULTS.tell((error or kind()).with_traceback(steps), "beside the answers")

    gevent.get_hub().print_exception = tell
