"""A proxy in a thread of the test: bytes of a connection go to the first server that takes it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tests.server import Server


@dataclass
class Forwarder:
    """`mute`: what servers answer from now on over the connections that are open gets lost."""

    servers: Sequence[Server]
    listener: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)))
    muted: set[socket.socket] = field(default_factory=set)
    open: set[socket.socket] = field(default_factory=set)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def mute(self) -> None:
        self.muted |= self.open

    def serve(self) -> None:
        while True:
            try:
                phone, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._forward, args=(phone,), daemon=True).start()

    def _forward(self, phone: socket.socket) -> None:
        with phone, suppress(OSError), self._connected() as server:
            self.open.add(server)
            answers = threading.Thread(target=self._answers, args=(server, phone), daemon=True)
            answers.start()
            while content := phone.recv(1 << 16):
                server.sendall(content)
            server.shutdown(socket.SHUT_RDWR)

    def _answers(self, server: socket.socket, phone: socket.socket) -> None:
        with suppress(OSError):
            while content := server.recv(1 << 16):
                if server not in self.muted:
                    phone.sendall(content)
        with suppress(OSError):
            phone.shutdown(socket.SHUT_RDWR)

    def _connected(self) -> socket.socket:
        for server in self.servers:
            place = urlsplit(server.url)
            with suppress(OSError):
                return socket.create_connection((place.hostname or "", place.port or 0))
        raise ConnectionRefusedError


@contextmanager
def forwarding(*servers: Server) -> Iterator[Forwarder]:
    """A proxy before these servers; ended with the block."""
    forwarder = Forwarder(servers)
    threading.Thread(target=forwarder.serve, daemon=True).start()
    try:
        yield forwarder
    finally:
        forwarder.listener.shutdown(socket.SHUT_RDWR)
        forwarder.listener.close()
