"""Which browser made a file, by a cookie that gives no right to any seat; and from where, by a mark of the address."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, after_this_request, current_app, request
from itsdangerous import BadSignature, URLSafeSerializer

from app.core.messages.translator import Verbatim
from app.storage.makers import HOST, Writer
from app.storage.signing_keys import keys_in
from app.web.request import seat_tokens
from app.web.request.guard import LOOKS, RequestRejected, address

COOKIE = "maker"
MADE_NOW = "adjutant.maker"
"""Under what the environment of a request has the id that its browser is given."""
MARK = 6
"""Digits of the mark of an address."""
KEPT = 303
"""The status of an answer to whoever kept something."""


class Makers:
    """Signs the ids of browsers and reads them; marks addresses."""

    def __init__(self, folder: Path) -> None:
        keys = keys_in(folder)
        self._signer, self._key = URLSafeSerializer(keys, salt="maker"), f"place {keys[-1]}".encode()

    def token(self, maker: str) -> str:
        """Return what a browser with this id keeps."""
        return str(self._signer.dumps(["maker", maker]))

    def read(self, token: str) -> str:
        """The id in a token; none in a false one."""
        try:
            kind, maker = self._signer.loads(token[: seat_tokens.LONGEST_TOKEN])
        except (BadSignature, ValueError, TypeError):
            return ""
        return str(maker) if kind == "maker" else ""

    def place(self, address: str) -> str:
        """The mark of an address: short, so that it is that of many others, too; nobody finds them without the key."""
        return hmac.new(self._key, address.encode(), sha256).hexdigest()[:MARK]


def makers() -> Makers:
    kept: Makers = current_app.extensions["makers"]
    return kept


def this_browser() -> str:
    token = request.cookies.get(COOKIE)
    return makers().read(token) if token else ""


def writer() -> Writer:
    """Return who asks, as one who writes on shelves: the host, or a browser, which keeps its id once it has made something."""
    if seat_tokens.is_server_host():
        return HOST
    if request.method in LOOKS:
        return Writer(this_browser())
    if MADE_NOW not in request.environ:
        request.environ[MADE_NOW] = this_browser() or secrets.token_hex(8)
        after_this_request(remember)
    maker: str = request.environ[MADE_NOW]
    return Writer(maker, makers().place(address()))


def remember(response: Response) -> Response:
    if response.status_code == KEPT:
        maker: str = request.environ[MADE_NOW]
        seat_tokens.put_cookie(response, COOKIE, makers().token(maker), "/")
    return response


def may_write(maker: str) -> bool:
    return writer().may_write(maker)


def check_may_write(maker: str, name: str) -> None:
    """Raises Halted for anybody else than the maker of something and the host."""
    if not may_write(maker):
        raise RequestRejected(403, "not-the-maker", name=Verbatim(name))


def install(app: Flask) -> None:
    app.jinja_env.globals.update(may_write=may_write)
