"""Phones at the other end of the server: how many connections each may have, and how long one may say nothing."""

from __future__ import annotations

import io
import math
import resource
import time
from collections import Counter
from functools import lru_cache
from typing import Any

import gevent
from gevent.pywsgi import WSGIHandler, WSGIServer, headers_factory

from app.web.request.guard import LOOPBACK

MOST_CONNECTIONS = 100
"""Connections of one address; a browser has six at a time, and a bell. This computer itself, and a proxy on it, may
have any number."""
IDLE, HEADERS, SILENT = 75.0, 20.0, 60.0
"""Seconds until a connection is closed on which nothing is asked, whose headers do not end, or on which what was
begun does not go on."""
END_OF_HEAD = b"\r\n\r\n"
READ_AT_ONCE = 4096
"""Bytes that each connection holds to read into: more than the head of any phone's request."""
REST = 0.5
"""Seconds without a request, after which the server has time for other work."""
MOST_DESCRIPTORS = 65_536
LONGEST_LINE, MOST_LINES = 65_536, 100
"""Of the headers of a request."""
HEADS_KNOWN, LARGEST_KNOWN = 250, 2048
"""How many heads of requests are known as read, and how many bytes such a one has at most."""


class Patient(WSGIHandler):
    """Answers the requests of a connection as long as somebody asks."""

    _held: bytearray | None = None

    def __init__(self, sock: Any, address: Any, server: Any, rfile: Any = None) -> None:
        super().__init__(sock, address, server, rfile or sock.makefile("rb", READ_AT_ONCE))

    def _write_with_headers(self, data: bytes) -> None:
        """The headers and what stands behind them in one piece: a phone is not woken for headers alone."""
        self._held = held = bytearray()
        try:
            super()._write_with_headers(data)
        finally:
            self._held = None
        try:
            self._sendall(held)
        except OSError:
            self.response_length = len(held)  # some of it may be out: no other answer may follow
            raise

    def _sendall(self, data: bytes | bytearray) -> None:
        if self._held is None:
            super()._sendall(data)
        else:
            self._held += data

    def read_requestline(self) -> str:
        """The first line of the next request, once more of it has come; nothing, and the connection ends, where none
        comes.
        """
        with gevent.Timeout(IDLE, False):
            line: str = super().read_requestline()
            if line:
                self.rfile.peek(1)
            return line
        return ""

    def read_request(self, raw_requestline: str) -> Any:
        """The request with its headers; None where they do not end."""
        self.server.asked = time.monotonic()
        if END_OF_HEAD in self.rfile.peek(1):  # all of it is there, and nothing is waited for
            return super().read_request(raw_requestline)
        with gevent.Timeout(HEADERS, False):
            return super().read_request(raw_requestline)
        return None

    def MessageClass(self, file: Any, *more: Any) -> Any:
        """The headers of a request. A phone sends the same ones each time: they are read anew only when others come."""
        head = head_of(file)
        # the server takes headers away from one whose body comes in parts
        if len(head) > LARGEST_KNOWN or b"transfer-encoding" in head.lower():
            return headers_factory(io.BytesIO(head))
        return known(head)


def head_of(file: Any) -> bytes:
    """The headers of a request as they came, with the empty line behind them; no more of them than are taken."""
    lines = [file.readline(LONGEST_LINE + 1)]
    while lines[-1].strip(b"\r\n") and len(lines[-1]) <= LONGEST_LINE and len(lines) <= MOST_LINES:
        lines.append(file.readline(LONGEST_LINE + 1))
    return b"".join(lines)


@lru_cache(maxsize=HEADS_KNOWN)
def known(head: bytes) -> Any:
    """Headers as the server reads them, or as it read the same ones before."""
    return headers_factory(io.BytesIO(head))


class PhonesServer(WSGIServer):
    """Answers phones, each address on so many connections."""

    handler_class = Patient

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.connections: Counter[str] = Counter()
        self.asked = -math.inf
        """When a phone last asked."""

    def at_rest(self) -> bool:
        """Whether nobody has asked for a moment."""
        return time.monotonic() - self.asked > REST

    def handle(self, client_socket: Any, address: Any) -> None:
        """Answer on a new connection, unless its address has too many."""
        name = str(address[0])
        if self.connections[name] >= MOST_CONNECTIONS and name not in LOOPBACK:
            client_socket.close()
            return
        self.connections[name] += 1
        client_socket.settimeout(SILENT)
        try:
            super().handle(client_socket, address)
        finally:
            self.connections[name] -= 1
            if not self.connections[name]:
                del self.connections[name]


def raise_descriptors() -> None:
    """As many files and connections at a time as the system lets this process have."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
