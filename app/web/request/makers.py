"""The maker of a file: a browser id from a cookie without seat rights, and an address mark."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

from flask import Flask, Response, after_this_request, current_app, request
from itsdangerous import BadSignature

from app.core.messages.translator import Verbatim
from app.storage.makers import HOST, Writer
from app.storage.signing_keys import SigningKeys
from app.web.request import seat_tokens
from app.web.request.guard import LOOKS, RequestRejected, address
from app.web.request.signer import Signer

COOKIE = "maker"
MADE_NOW = "adjutant.maker"
"""Key of the WSGI environment for the id newly given to the browser."""
MARK = 6
"""Digits of the mark of an address."""
KEPT = 303
"""The status of a response that stored something."""


class Makers:
    def __init__(self, keys: SigningKeys) -> None:
        self._keys, self._signer = keys, Signer(keys, "maker")

    def token(self, maker: str) -> str:
        return self._signer.dumps(["maker", maker])

    def read(self, token: str) -> str:
        """Return the id in a token, or an empty text if the token is invalid."""
        try:
            kind, maker = self._signer.loads(token[: seat_tokens.LONGEST_TOKEN])
        except (BadSignature, ValueError, TypeError):
            return ""
        return str(maker) if kind == "maker" else ""

    def place(self, address: str) -> str:
        """Return the mark of an address. It is short enough to be shared by many, and needs the key."""
        return address_mark(f"place {self._keys.all[-1]}", address)[:MARK]


def address_mark(key: str, address: str) -> str:
    """Return the mark of an address, which nobody can compute without the key."""
    return hmac.new(key.encode(), address.encode(), sha256).hexdigest()


def makers() -> Makers:
    kept: Makers = current_app.extensions["makers"]
    return kept


def this_browser() -> str:
    token = request.cookies.get(COOKIE)
    return makers().read(token) if token else ""


def writer() -> Writer:
    """Return the writer of files: the host, or a browser.

    A browser gets a lasting id once it has stored a file.
    """
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
    if not may_write(maker):
        raise RequestRejected(403, "not-the-maker", name=Verbatim(name))


def install(app: Flask) -> None:
    app.jinja_env.globals.update(may_write=may_write)
