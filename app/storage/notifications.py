"""Messages between the server processes of one database; SQLite has one process and needs none."""

from __future__ import annotations

from collections.abc import Callable, Sequence

TABLE, GONE, TRIES = "table", "gone", "tries"
"""Kinds of messages: a table has changed, a table was deleted (both: its code), a wrong try (the address)."""


class Notifications:
    """Messages to the other processes of a database: none here, since there is no other process.

    A message only hurries: it may be lost, so whatever must be right is asked of the database.
    """

    def __init__(self) -> None:
        self.on: dict[str, Callable[[str], None]] = {}
        """Kind → what is called with the text of each message that another process has sent; it must not wait."""
        self.on_doubt: Callable[[], None] = lambda: None
        """Called when messages may have been missed, once they are heard again."""

    sent = received = 0
    """The messages sent and received, for measurements."""

    @property
    def hears(self) -> bool:
        """True unless messages of other processes may be missed."""
        return True

    def send(self, kind: str, text: str) -> None:
        """Queue a message to all other processes, to be sent at once: `send(TRIES, address)`.

        Never waits and never raises. Call it after the commit of what it is about. `kind` is one word; `text` has at
        most some hundred letters.
        """

    def loops(self) -> Sequence[Callable[[], None]]:
        """Return what a server runs beside its requests until it ends, each in a thread of its own."""
        return ()
