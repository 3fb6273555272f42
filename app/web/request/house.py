"""The app as the library has it, without asking for what no page of ours has: sessions, and functions that wait."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Request, request
from flask.sessions import NullSession, SessionInterface

from app.core.faults import FAULTS


class NoSessions(SessionInterface):
    """A phone keeps rights, not a session: nothing is read of one, and nothing is kept."""

    nothing = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """The same empty session for everybody; whoever writes on it is told."""
        return self.nothing


class House(Flask):
    """Calls its pages as they are, which are plain functions."""

    session_interface = NoSessions()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself."""
        return func

    def log_exception(self, exc_info: Any, *_: Any) -> None:
        """Tell of a fault by the page where it happened: its address may hold a token."""
        FAULTS.tell(exc_info[1], request.endpoint or "no page")
