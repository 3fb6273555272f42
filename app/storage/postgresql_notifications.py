"""Messages between the processes of one PostgreSQL database, by NOTIFY, after the commit and in batches."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

import psycopg

from app.core.error_log import FAULTS
from app.storage.errors import StorageError
from app.storage.notifications import TABLE, Notifications

BETWEEN_SIGNS, LONGEST_SILENCE = 2.0, 3.0
"""Seconds between two messages to itself, and without any after which a process counts as deaf."""
AFTER_A_FAULT = 0.5
"""Seconds until what failed is tried again."""
LONGEST_TEXT = 1000
SIGN = "sign"
"""The kind of the messages to itself."""
CHANNEL = "'adjutant_' || md5(current_schema())"
MOST_AT_ONCE = 500


class PostgresNotifications(Notifications):
    """One connection that listens, and one statement for all that is due."""

    def __init__(
        self, name: str, connect: Callable[[], psycopg.Connection[Any]], run: Callable[[str, Sequence[Any]], object]
    ) -> None:
        """`name` of this process, without spaces; `connect` opens a connection, `run` executes a statement."""
        super().__init__()
        self._name, self._connect, self._run = name, connect, run
        self._due: dict[str, None] = {}
        self._is_due = threading.Event()
        self._is_sending, self._is_open = False, True
        self._heard_at: float | None = None
        self._heard: dict[str, int] = {}
        self.connected = 0
        """Connections that listened so far: after each new one, messages may have been missed."""

    # -- hearing

    @property
    def hears(self) -> bool:
        return self._heard_at is not None and time.monotonic() - self._heard_at < LONGEST_SILENCE

    def heard(self, code: str) -> tuple[int, int]:
        """Return a number that changes when a message about a table came, or one may have been missed."""
        return self.connected, self._heard.get(code, 0)

    def _listen(self) -> None:
        while self._is_open:
            try:
                with closing(self._connect()) as connection:
                    self._hear_from(connection)
            except (psycopg.Error, StorageError, OSError):
                pass  # the database is lost, which requests tell
            except Exception as error:
                FAULTS.tell(error, "notifications")
            self._heard_at = None
            time.sleep(AFTER_A_FAULT)

    def _hear_from(self, connection: psycopg.Connection[Any]) -> None:
        (found,) = connection.execute(f"SELECT {CHANNEL} AS channel".encode()).fetchall()
        connection.execute(f'LISTEN "{found["channel"]}"'.encode())
        self._heard_at = time.monotonic()
        self.connected += 1
        self.on_doubt()
        while self.hears and self._is_open:
            for notice in connection.notifies(timeout=LONGEST_SILENCE / 3):
                self.hear(notice.payload)

    def hear(self, message: str) -> None:
        name, kind, text = message.split(" ", 2)
        self._heard_at = time.monotonic()
        if name == self._name:
            return
        self.received += 1
        if kind == TABLE:
            self._heard[text] = self._heard.get(text, 0) + 1
        if kind in self.on:
            self.on[kind](text)

    # -- sending

    def send(self, kind: str, text: str) -> None:
        self._due[f"{self._name} {kind} {text[:LONGEST_TEXT]}"] = None
        if self._is_sending:
            self._is_due.set()
        else:  # a command line: nobody else would send it
            try:
                self._send_due()
            except StorageError as error:
                FAULTS.tell(error, "notifications")

    def _send(self) -> None:
        self._is_sending, sign = True, 0.0
        while self._is_open:
            try:
                if time.monotonic() - sign >= BETWEEN_SIGNS:
                    self._due[f"{self._name} {SIGN} "] = None
                    sign = time.monotonic()
                self._send_due()
                self._is_due.wait(BETWEEN_SIGNS - (time.monotonic() - sign))
            except Exception as error:  # whoever stops sending leaves the other processes behind for good
                if not isinstance(error, StorageError):
                    FAULTS.tell(error, "notifications")
                time.sleep(AFTER_A_FAULT)

    def _send_due(self) -> None:
        """Send what is due; what cannot be sent stays due. Raise StorageError."""
        self._is_due.clear()
        while batch := [*self._due][:MOST_AT_ONCE]:
            for message in batch:  # first: the same one may be due again before these are sent
                del self._due[message]
            try:
                self._run(f"SELECT pg_notify({CHANNEL}, text) FROM unnest(%s::text[]) AS text", [batch])
            except BaseException:
                self._due = dict.fromkeys(batch) | self._due
                raise
            self.sent += len(batch)

    def close(self) -> None:
        """End the loops, within a second."""
        self._is_open = self._is_sending = False
        self._is_due.set()

    def loops(self) -> Sequence[Callable[[], None]]:
        return self._listen, self._send
