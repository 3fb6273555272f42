"""The ground rules of every request: who may ask from where, in what language, and how a "no" is told."""

from __future__ import annotations

import gzip
import re
import time
from collections import defaultdict, deque
from collections.abc import Mapping
from functools import cache
from typing import Any

from flask import Flask, Response, current_app, g, jsonify, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from app.core.refusals import Malformed, Refused, Stale
from app.core.table import Table
from app.core.words import LANGUAGES, AsGiven, Entry, Speech
from app.games import SHELF
from app.keeping.store import NoSuchTable, SeatTakenAlready, Store

LOCAL_NAMES = {"localhost", "127.0.0.1", "::1"}
PSEUDO = "xx"
BODY_LIMIT = 1 << 20
IMPORT_LIMIT = 16 << 20
WRONG_TRIES_A_MINUTE = 10
ADDRESSES_KEPT = 10_000
WORTH_ZIPPING = 600
ZIP_LEVEL = 4
TEXTS = ("text/", "application/json", "application/javascript", "application/manifest", "image/svg")
STATIC = ("static", "game_static")
POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
STATUS_OF = {"not-your-command": 403, "unknown-ruling": 404, "unknown-rule": 404, "unknown-game": 404}


class Halted(Exception):
    """A request that goes no further: an honest status and a code with words."""

    def __init__(self, status: int, code: str, *, field: str | None = None, **words: Any) -> None:
        super().__init__(code)
        self.status, self.refused = status, Refused(code, field=field, **words)


def store() -> Store:
    """The tables of this app."""
    kept: Store = current_app.extensions["store"]
    return kept


# -- language


def language() -> str:
    """The reader's, found once for each request (and again once its table is known)."""
    if "language" not in g:
        g.language = asked_language()
    return str(g.language)


def asked_language() -> str:
    """The language chosen on this phone, else what its browser asks for, else the table's."""
    chosen = "" if request.path.startswith("/api/") else request.cookies.get("lang", "")
    if chosen in (*LANGUAGES, *current_app.config["MORE_LANGUAGES"]):
        return chosen
    asked = request.accept_languages.best_match(LANGUAGES)
    return asked or str(g.get("table_language") or LANGUAGES[0])


def speech() -> Speech:
    """Turns keys into the reader's language; at a table its own cards go by the names it copied."""
    table, code = g.get("table"), language()
    if table is None:
        return speech_in(code)
    kept: Table = table
    return Stretched(kept.words, PSEUDO) if code == PSEUDO else kept.speech(code)


@cache
def speech_in(language: str) -> Speech:
    """Turns keys into that language."""
    return Stretched(all_words(), PSEUDO) if language == PSEUDO else Speech(all_words(), language)


def stretched(text: str) -> str:
    """A text made longer by half, its {names} kept once."""
    plain = re.sub(r"%\(\w+\)[sd]|[{}]", "", text)
    return f"{text} {plain[: len(plain) // 2]}".rstrip()


class Stretched(Speech):
    """The pseudo-language: English, longer by half. Served only where the configuration asks for it."""

    def text(self, key: str) -> str:
        """The English text of a key, stretched."""
        return stretched(self.words[key][LANGUAGES[0]])


@cache
def all_words() -> Mapping[str, Entry]:
    """The words of every game on the shelf."""
    return {key: entry for game in SHELF.values() for key, entry in game.words.items()}


# -- who may ask from where


def host_name() -> str:
    """The host a request was sent to, without its port."""
    host = request.host.lower()
    return host[1 : host.index("]")] if host.startswith("[") else host.rsplit(":", 1)[0]


def check_host() -> None:
    """Only names this server goes by (a page elsewhere cannot reach it under a name of its own)."""
    if host_name() not in LOCAL_NAMES | set(current_app.config["HOST_NAMES"]):
        raise Halted(403, "unknown-host", host=host_name())


def check_origin() -> None:
    """A form is only taken from a page of ours; the JSON interface reads no cookie and needs no such check."""
    if request.method in ("GET", "HEAD", "OPTIONS") or request.path.startswith("/api/"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        ours = site in ("same-origin", "none")
    else:
        ours = request.headers.get("Origin") in (f"http://{request.host}", f"https://{request.host}")
    if not ours:
        raise Halted(403, "foreign-origin")


def limit_body() -> None:
    """Bodies have a limit; an import may be larger."""
    request.max_content_length = IMPORT_LIMIT if request.endpoint == "api.import_table" else BODY_LIMIT
    if (request.content_length or 0) > request.max_content_length:
        raise RequestEntityTooLarge


# -- wrong tries


class Tries:
    """Wrong codes and tokens by address within the last minute."""

    def __init__(self) -> None:
        self._wrong: defaultdict[str, deque[float]] = defaultdict(deque)

    def check(self, address: str) -> None:
        """Raises Halted after too many wrong ones."""
        wrong = self._wrong[address]
        while wrong and wrong[0] < time.monotonic() - 60:
            wrong.popleft()
        if not wrong:
            del self._wrong[address]
        if len(wrong) >= WRONG_TRIES_A_MINUTE:
            raise Halted(429, "too-many-tries")

    def wrong(self, address: str) -> None:
        """One more."""
        if len(self._wrong) > ADDRESSES_KEPT:
            self._wrong.clear()
        self._wrong[address].append(time.monotonic())


def tries() -> Tries:
    """The wrong tries of this app."""
    kept: Tries = current_app.extensions["tries"]
    return kept


def wrong_try(status: int, code: str, **words: Any) -> Halted:
    """A wrong code or token: counted, and from the eleventh in a minute on answered with 429."""
    address = request.remote_addr or ""
    tries().check(address)
    tries().wrong(address)
    return Halted(status, code, **words)


# -- how a "no" is told


def told(error: Exception) -> tuple[int, Refused | Malformed]:
    """The honest status of an error and the "no" inside it."""
    if isinstance(error, Malformed):
        return 400, error
    if isinstance(error, Refused):
        return STATUS_OF.get(error.code, 422), error
    if isinstance(error, Stale):
        return 409, error.refused
    if isinstance(error, Halted):
        return error.status, error.refused
    if isinstance(error, SeatTakenAlready):
        return 409, Refused("seat-taken", field="seat")
    if isinstance(error, NoSuchTable):
        return 404, Refused("no-such-table")
    if isinstance(error, RequestEntityTooLarge):
        return 413, Refused("too-large")
    if isinstance(error, HTTPException):
        code = error.code or 500
        return code, Refused({404: "no-such-page", 500: "internal"}.get(code, "bad-request"))
    raise error


def error_body(refused: Refused | Malformed, **more: Any) -> dict[str, Any]:
    """The one shape of errors."""
    message = speech().refusal(refused, AsGiven(refused.field or ""))
    error = {"code": refused.code, "message": message, "field": refused.field, "rule": refused.rule}
    return {"error": {**error, **more}}


def json_error(error: Exception) -> tuple[Response, int]:
    """An error as the JSON interface tells it."""
    status, refused = told(error)
    more = getattr(g, "stale", {}) if isinstance(error, Stale) else {}
    return jsonify(error_body(refused, **more)), status


# -- what goes out


def dress(response: Response) -> Response:
    """Headers of every answer; texts worth it are zipped."""
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    if request.endpoint not in STATIC:
        response.headers.setdefault("Cache-Control", "no-store")
        response.vary.update(("Accept-Language", "Cookie"))
    return zipped(response)


def zipped(response: Response) -> Response:
    """The answer gzipped, where the phone takes it and it is a text long enough."""
    if not (response.mimetype or "").startswith(TEXTS) or response.mimetype == "text/event-stream":
        return response
    if not takes_gzip() or "Content-Encoding" in response.headers:
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) >= WORTH_ZIPPING:
        put_zipped(response, gzip.compress(body, ZIP_LEVEL, mtime=0))
    return response


def put_zipped(response: Response, packed: bytes) -> None:
    """Answer with these gzipped bytes."""
    response.set_data(packed)
    response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")


def takes_gzip() -> bool:
    """Whether the phone unpacks gzipped answers."""
    return "gzip" in request.headers.get("Accept-Encoding", "")


def lay(app: Flask) -> None:
    """Put an app on this ground."""
    for check in (check_host, limit_body, check_origin):
        app.before_request(check)
    app.after_request(dress)
