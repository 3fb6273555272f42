"""A network of the test between two programs, which can stop, lose an answer, be cut, or lead to another server."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tests.server import Server

LISTEN = b'LISTEN "adjutant_'


@dataclass
class Line:
    """One connection."""

    near: socket.socket
    far: socket.socket
    listens: bool = False
    """It is the one that messages of other servers come by."""
    loses_answer: bool = False
    """It is cut instead of answered."""
    is_mute: bool = False
    """Its answers are lost, and it stays."""
    is_cut: bool = False

    def cut(self) -> None:
        self.is_cut = True
        for end in (self.near, self.far):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class Relay:
    """Passes bytes from a port of loopback to where `connect` leads, and back, in threads."""

    def __init__(self, connect: Callable[[], socket.socket]) -> None:
        self.connect = connect
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.lines: list[Line] = []
        self.is_frozen = self.is_deaf = False
        self.loses = b""
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def lose_answer_to(self, said: bytes) -> None:
        """Cut the next connection that says this, when it is answered."""
        self.loses = said

    def mute(self) -> None:
        """Lose all answers over the connections that are open."""
        for line in self.lines:
            line.is_mute = True

    @contextmanager
    def frozen(self, *, only_listening: bool = False) -> Iterator[None]:
        """Pass nothing within, also of new connections; then cut those that waited."""
        self.is_frozen, self.is_deaf = not only_listening, only_listening
        try:
            yield
        finally:
            waiting = [line for line in self.lines if self._holds(line)]
            self.is_frozen = self.is_deaf = False
            for line in waiting:
                line.cut()

    def close(self) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)  # or accept() would take one more
        self.listener.close()
        for line in self.lines:
            line.cut()

    def _holds(self, line: Line) -> bool:
        return not line.is_cut and (self.is_frozen or (self.is_deaf and line.listens))

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                near, _ = self.listener.accept()
                try:
                    far = self.connect()
                except OSError:
                    near.close()
                    continue
                line = Line(near, far)
                self.lines = [one for one in self.lines if not one.is_cut] + [line]
                for pump in (self._ask, self._answer):
                    threading.Thread(target=pump, args=(line,), daemon=True).start()

    def _ask(self, line: Line) -> None:
        with suppress(OSError):
            while data := line.near.recv(65536):
                line.listens |= LISTEN in data
                if self.loses and self.loses in data:
                    self.loses, line.loses_answer = b"", True
                self._pass(line, line.far, data)
        line.cut()

    def _answer(self, line: Line) -> None:
        with suppress(OSError):
            while (data := line.far.recv(65536)) and not line.loses_answer:
                if not line.is_mute:
                    self._pass(line, line.near, data)
        line.cut()

    def _pass(self, line: Line, to: socket.socket, data: bytes) -> None:
        while self._holds(line):
            time.sleep(0.01)
        to.sendall(data)


def to_postgresql(file: Path) -> Relay:
    """A network between a server and the socket of its PostgreSQL."""

    def connect() -> socket.socket:
        database = socket.socket(socket.AF_UNIX)
        database.connect(str(file))
        return database

    return Relay(connect)


@contextmanager
def to_first_of(*servers: Server) -> Iterator[Relay]:
    """A proxy before these servers: each connection goes to the first that takes it."""

    def connect() -> socket.socket:
        for server in servers:
            place = urlsplit(server.url)
            with suppress(OSError):
                return socket.create_connection((place.hostname or "", place.port or 0))
        raise ConnectionRefusedError

    relay = Relay(connect)
    try:
        yield relay
    finally:
        relay.close()
