"""Phones at the other end of the server: how many connections each may have, and how long one may say nothing."""

from __future__ import annotations

import resource
from collections import Counter
from typing import Any

import gevent
from gevent.pywsgi import WSGIHandler, WSGIServer

from app.web.request.guard import LOOPBACK

MOST_CONNECTIONS = 100
"""Connections of one address; a browser has six at a time, and a bell. This computer itself, and a proxy on it, may
have any number."""
IDLE, HEADERS, SILENT = 75.0, 20.0, 60.0
"""Seconds until a connection is closed on which nothing is asked, whose headers do not end, or on which what was
begun does not go on."""
MOST_DESCRIPTORS = 65_536


class Patient(WSGIHandler):
    """Answers the requests of a connection as long as somebody asks."""

    def read_requestline(self) -> str:
        """The first line of the next request; nothing, and the connection ends, where none comes."""
        with gevent.Timeout(IDLE, False):
            line: str = super().read_requestline()
            return line
        return ""

    def read_request(self, raw_requestline: str) -> Any:
        """The request with its headers; None where they do not end."""
        with gevent.Timeout(HEADERS, False):
            return super().read_request(raw_requestline)
        return None


class PhonesServer(WSGIServer):
    """Answers phones, each address on so many connections."""

    handler_class = Patient

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.connections: Counter[str] = Counter()

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
