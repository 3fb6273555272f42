"""A network between a server and its PostgreSQL, which can stop, lose an answer, or be cut."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

LISTEN = b'LISTEN "adjutant_'


@dataclass
class Line:
    """One connection, from a server to the database."""

    server: socket.socket
    database: socket.socket
    listens: bool = False
    """It is the one that messages of other servers come by."""
    loses_answer: bool = False
    is_cut: bool = False

    def cut(self) -> None:
        self.is_cut = True
        for end in (self.server, self.database):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class Network:
    """Passes bytes from a port of loopback to the socket of PostgreSQL and back."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.lines: list[Line] = []
        self.is_frozen = self.is_deaf = False
        self.loses = b""
        threading.Thread(target=self._accept, daemon=True).start()

    def lose_answer_to(self, said: bytes) -> None:
        """Cut the next connection that says this, when it is answered."""
        self.loses = said

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
                server, _ = self.listener.accept()
                database = socket.socket(socket.AF_UNIX)
                try:
                    database.connect(str(self.database))
                except OSError:
                    server.close()
                    continue
                line = Line(server, database)
                self.lines = [one for one in self.lines if not one.is_cut] + [line]
                for pump in (self._ask, self._answer):
                    threading.Thread(target=pump, args=(line,), daemon=True).start()

    def _ask(self, line: Line) -> None:
        with suppress(OSError):
            while data := line.server.recv(65536):
                line.listens |= LISTEN in data
                if self.loses and self.loses in data:
                    self.loses, line.loses_answer = b"", True
                self._pass(line, line.database, data)
        line.cut()

    def _answer(self, line: Line) -> None:
        with suppress(OSError):
            while (data := line.database.recv(65536)) and not line.loses_answer:
                self._pass(line, line.server, data)
        line.cut()

    def _pass(self, line: Line, to: socket.socket, data: bytes) -> None:
        while self._holds(line):
            time.sleep(0.01)
        to.sendall(data)
