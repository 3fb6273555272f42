"""Checks on every request: origin, size and rate; headers and compression of every response."""

from __future__ import annotations

import gzip
import re
import time
from collections import OrderedDict, deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ipaddress import IPv6Network, ip_address
from itertools import count
from typing import Any

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.http import parse_date

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.service import TableService
from app.storage.errors import StoreBusy
from app.storage.notifications import TRIES, Notifications
from app.storage.picture_worker import MOST_BYTES, MOST_PACKED
from app.storage.store import Store
from app.web.request.background import aside
from app.web.request.forms import AdjutantRequest
from app.web.request.host_names import LONGEST, asked_host, read_host
from app.web.request.proxies import is_from_proxy
from app.web.request.unread import UnreadAnswers

LOOKS = frozenset({"GET", "HEAD", "OPTIONS"})
LOCAL_NAMES = {"localhost", "127.0.0.1", "::1"}
BODY_LIMIT = 1 << 20
IMPORT_LIMIT = int(1.6 * 1024 * 1024)
PICTURE_LIMIT = max(2 * MOST_BYTES, MOST_PACKED) + (1 << 20)
"""Bytes of a form with two pictures or a pack: more than these may have, so that larger ones are refused by field."""
WITH_PICTURES = re.compile(r"cards/[^/]+/(?:import|set/[^/]+/picture/[^/]+)")
PLAIN_FORM, MOST_FIELDS = "application/x-www-form-urlencoded", 2000
"""Maximum number of fields in a form or query: several times those of the largest page."""
WRONG_TRIES_A_MINUTE = 10
ADDRESSES_KEPT = 10_000
"""Maximum number of addresses whose attempts are counted; the least recently seen is dropped first."""
AN_HOUR, TABLES_AN_HOUR, TABLES_AN_HOUR_IN_ALL, MOST_TABLES = 3600.0, 300, 3000, 20_000
"""Tables that one address, and all together, may open in an hour, and the maximum stored; the host has no limit."""
SHARE = 20
"""Tables that an address may open in an hour, however many others open."""
UNREAD = "adjutant.unread"
"""Key of the WSGI environment that says why the server has not read the body."""
DATES = ("HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE", "HTTP_IF_RANGE")
POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
STATIC = ("static", "game_static", "script", "card_pictures.picture")
HEADERS = [
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
]
"""Headers of every response."""
WORTH_ZIPPING = 600
ZIPPED_ASIDE = 100_000
"""Bytes from which compression runs in the background."""
TEXTS = ("text/", "application/json", "application/javascript", "application/manifest", "image/svg")


class RequestRejected(Exception):
    """A rejected request: an HTTP status and a code with words."""

    def __init__(self, status: int, code: str, *, field: str | None = None, **words: Any) -> None:
        super().__init__(code)
        self.status, self.refused = status, Refused(code, field=field, **words)


@contextmanager
def missing_as_404() -> Iterator[None]:
    """Turn a refused lookup within the block into 404. Raise RequestRejected (404)."""
    try:
        yield
    except Refused as no:
        raise RequestRejected(404, no.code, **no.words) from no


def store() -> Store:
    kept: Store = current_app.extensions["store"]
    return kept


def acts() -> TableService:
    kept: TableService = current_app.extensions["acts"]
    return kept


# -- request checks


def check_request() -> None:
    """Check the host, and for requests that may change something the body, origin and fields.

    Raise RequestRejected or RequestEntityTooLarge.
    """
    drop_false_dates()
    check_host()
    if request.method not in LOOKS:
        limit_body()
        check_origin()
        check_fields()


def drop_false_dates() -> None:
    for name in DATES:
        try:
            parse_date(request.environ.get(name))
        except OverflowError:
            del request.environ[name]


def host_name() -> str:
    return asked_host(request.host)


def addresses() -> list[str]:
    """Return the addresses by which phones reach this server; the requested one if unknown."""
    known: list[str] = list(current_app.config.get("ADDRESSES", ()))
    return known or [request.host_url.rstrip("/")]


def check_host() -> None:
    name = host_name()
    if name not in LOCAL_NAMES and name not in current_app.config["HOST_NAMES"]:
        asked = Verbatim(request.headers.get("Host", "")[:LONGEST])
        raise (
            RequestRejected(403, "unknown-host", host=Verbatim(name))
            if name
            else RequestRejected(403, "no-host", host=asked)
        )


def check_origin() -> None:
    if request.path.startswith("/api/"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        ours = site in ("same-origin", "none")
    else:
        ours = request.headers.get("Origin") in (f"http://{request.host}", f"https://{request.host}")
    if not ours:
        raise RequestRejected(403, "foreign-origin")


def limit_body() -> None:
    """Limit the body; imports may be larger.

    Raise RequestEntityTooLarge, or the reason it was not read.
    """
    most = IMPORT_LIMIT if request.endpoint == "api.import_table" else BODY_LIMIT
    request.max_content_length = PICTURE_LIMIT if takes_pictures(request.path) else most
    if (request.content_length or 0) > request.max_content_length:
        raise RequestEntityTooLarge
    if (why := request.environ.get(UNREAD)) is not None:
        raise why


def takes_pictures(path: str) -> bool:
    """Return True if a form with pictures may be sent to a path; routes ignore repeated slashes."""
    return WITH_PICTURES.fullmatch("/".join(filter(None, path.split("/")))) is not None


def check_fields() -> None:
    """Count the fields of a plain form before they are parsed. Raise RequestEntityTooLarge."""
    if request.mimetype == PLAIN_FORM and request.get_data().count(b"&") >= MOST_FIELDS:
        raise RequestEntityTooLarge


# -- client addresses


def address() -> str:
    return address_in(request.environ)


def address_in(environ: Mapping[str, Any]) -> str:
    """Return the client address: the peer, or the one that a proxy forwards."""
    forwarded = environ.get("HTTP_X_FORWARDED_FOR", "") if is_from_proxy(environ) else ""
    return household(forwarded.rpartition(",")[2].strip()[:60] or environ.get("REMOTE_ADDR") or "")


def household(address: str) -> str:
    """Return the address that counts as one client.

    An IPv6 /64 network counts as one, since each client gets 2⁶⁴ addresses.
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if known.version == 4:
        return str(known)
    return str(known.ipv4_mapped or IPv6Network((known, 64), strict=False))


def by_https() -> bool:
    forwarded = request.headers.get("X-Forwarded-Proto", "") if is_from_proxy(request.environ) else ""
    return request.is_secure or forwarded == "https"


# -- rate limits


class TableRateLimit:
    """The tables opened within the last hour, by address."""

    def __init__(self) -> None:
        self._opened: OrderedDict[str, deque[float]] = OrderedDict()

    def check(self, address: str) -> None:
        mine, in_all = self.opened_by(address)
        if mine >= TABLES_AN_HOUR or (mine >= SHARE and in_all >= TABLES_AN_HOUR_IN_ALL):
            raise RequestRejected(429, "too-many-tables")

    def opened_by(self, address: str) -> tuple[int, int]:
        """Return how many tables an address opened, and how many all did."""
        self._forget(time.monotonic() - AN_HOUR)
        return len(self._opened.get(address, ())), sum(map(len, self._opened.values()))

    def count_opened(self, address: str) -> None:
        count_now(self._opened, address)

    def _forget(self, before: float) -> None:
        for name, times in list(self._opened.items()):
            while times and times[0] < before:
                times.popleft()
            if not times:
                del self._opened[name]


# -- failed attempts


class FailedAttempts:
    """Wrong codes and tokens within the last minute, by address, here and at other servers of the database."""

    def __init__(self, others: Notifications | None = None) -> None:
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()
        self._others = others or Notifications()
        self._others.on[TRIES] = self.hear_wrong
        self._told = count(1)

    def any_of(self, address: str) -> bool:
        return address in self._wrong

    def check(self, address: str) -> None:
        wrong = self._wrong.get(address, deque())
        while wrong and wrong[0] < time.monotonic() - 60:
            wrong.popleft()
        if not wrong:
            self._wrong.pop(address, None)
        else:
            self._wrong.move_to_end(address)
        if len(wrong) >= WRONG_TRIES_A_MINUTE:
            raise RequestRejected(429, "too-many-tries")

    def count_wrong(self, address: str) -> None:
        count_now(self._wrong, address)
        # numbered, since equal messages that wait are sent once
        self._others.send(TRIES, f"{next(self._told)} {address}")

    def hear_wrong(self, message: str) -> None:
        count_now(self._wrong, message.partition(" ")[2])


def count_now(times: OrderedDict[str, deque[float]], address: str) -> None:
    times.setdefault(address, deque()).append(time.monotonic())
    times.move_to_end(address)
    if len(times) > ADDRESSES_KEPT:
        times.popitem(last=False)


def tries() -> FailedAttempts:
    kept: FailedAttempts = current_app.extensions["tries"]
    return kept


def wrong_try(status: int, code: str, **words: Any) -> RequestRejected:
    """Count a wrong code or token; from the eleventh in a minute on, return 429."""
    tries().check(address())
    tries().count_wrong(address())
    return RequestRejected(status, code, **words)


# -- responses


def zip_response(response: Response) -> Response:
    takes_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    if "Content-Encoding" in response.headers or not takes_gzip or not is_text(response):
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) >= WORTH_ZIPPING:
        response.set_data(aside(packed, body) if len(body) >= ZIPPED_ASIDE else packed(body))
        response.headers["Content-Encoding"] = "gzip"
    return response


def is_text(response: Response) -> bool:
    kind = response.mimetype or ""
    return kind.startswith(TEXTS) and kind != "text/event-stream"


def packed(body: bytes) -> bytes:
    """Gzip the bytes at the best level: for a board, a lower one is hardly faster.

    The timestamp is left out.
    """
    return gzip.compress(body, mtime=0)


def finish(response: Response) -> Response:
    """Flush the tables to disk, notify clients, set `Vary`, compress the response and count it if it is large.

    A response must not report anything that is not on disk; if the disk is full, reading still works. The acting phone
    is answered before others are notified.
    """
    store().flush_to_disk(to_look=request.method in LOOKS)
    acts().bell.flush_notices()
    finished = zip_response(response)
    unread: UnreadAnswers = current_app.extensions["unread"]
    try:
        unread.count(finished, address(), may_refuse=request.method in LOOKS)
    except StoreBusy as busy:
        finished = add_headers(current_app.make_response(current_app.handle_user_exception(busy)))
    by_reader = "" if request.endpoint in STATIC else "Accept-Language, Cookie, "
    finished.headers["Vary"] = f"{by_reader}Accept-Encoding"
    return finished


def add_headers(response: Response) -> Response:
    response.headers.extend(HEADERS)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def watch(app: Flask) -> None:
    """Install these checks and headers. Raise Refused for an invalid host name."""
    names = app.config["HOST_NAMES"]
    if isinstance(names, (str, list, tuple, set, frozenset)):
        listed = [names] if isinstance(names, str) else names
        app.config["HOST_NAMES"] = frozenset(read_host(name).name for name in listed)
    app.request_class = AdjutantRequest
    app.config["MAX_FORM_MEMORY_SIZE"] = BODY_LIMIT
    app.before_request(check_request)
    app.after_request(finish)
    app.after_request(add_headers)  # runs first, so that headers are set even if `finish` fails
