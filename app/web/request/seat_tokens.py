"""Seat tokens: signed, in a header for programs and in a cookie for phones."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import NamedTuple

from flask import Flask, Response, current_app, request
from itsdangerous import BadSignature

from app.core.engine.event import PUBLIC, Seat
from app.core.messages.slugs import code_in
from app.core.table.seat_view import Table
from app.core.table_commands.seating import Invitation
from app.storage.errors import StorageError, TableNotFound
from app.storage.signing_keys import SigningKeys
from app.web.request.guard import LOOKS, RequestRejected, TableRateLimit, address, by_https, store, tries, wrong_try
from app.web.request.signer import Signer
from app.web.request.table_deletion import check_room, make_room

HOST, HOUSE = "host", "house"
TABLES, MOST_TABLES_HERE = "tables", 12
"""The signed cookie that lists the tables of a phone without rights to them, and the maximum listed."""
BETWEEN = "~"
"""Separator between the tokens of a phone that holds several seats."""
TOKENS_KNOWN, LONGEST_TOKEN, MOST_TOKENS = 1000, 2000, 12
"""Maximum number of tokens cached, letters read of a token, and tokens of a phone for one table."""
PROGRAM = "program"
"""The phone part at the next table of a token that came with a table."""
A_YEAR = 365 * 24 * 3600


class SeatToken(NamedTuple):
    """The content of a token: table, seat, generation (number of times freed) and phone.

    Tokens issued with a table have no phone: they are valid until somebody else takes the seat.
    """

    code: str
    seat: str
    generation: int = 0
    phone: str = ""

    @property
    def mark(self) -> str:
        """Return the mark of this phone at this seat, by which the store knows that it left."""
        return sha256("/".join(map(str, self)).encode()).hexdigest()[:32]


class SeatChoiceNeeded(Exception):
    """The error if a phone holds several seats of a table and has not chosen one."""


class TokenSigner:
    """Signer and reader of seat tokens; recent valid ones are cached."""

    def __init__(self, keys: SigningKeys) -> None:
        self._signer, self._invitations, self._codes = (Signer(keys, salt) for salt in ("seat", "invitation", "tables"))
        self._known: OrderedDict[str, SeatToken] = OrderedDict()

    def token(self, code: str, seat: str, generation: int = 0) -> str:
        return self._signer.dumps([code, seat, generation] if generation else [code, seat])

    def phone_token(self, code: str, seat: str, generation: int, phone: str = "") -> str:
        """Return the token of one phone for a seat, of a new phone unless one is named."""
        return self._signer.dumps([code, seat, generation, phone or secrets.token_hex(4)])

    def read(self, token: str) -> SeatToken | None:
        found = self._known.get(token)
        if found is None:
            if len(token) > LONGEST_TOKEN:
                return None
            try:
                found = self._known[token] = SeatToken(*self._signer.loads(token))
            except (BadSignature, ValueError, TypeError):
                return None
            if len(self._known) > TOKENS_KNOWN:
                self._known.popitem(last=False)
        return found

    def invitation(self, invitation: Invitation) -> str:
        return self._invitations.dumps(list(invitation))

    def read_invitation(self, text: str) -> Invitation | None:
        try:
            return Invitation(*self._invitations.loads(text[:LONGEST_TOKEN]))
        except (BadSignature, TypeError):
            return None

    def codes(self, codes: Sequence[str]) -> str:
        return self._codes.dumps(list(codes))

    def read_codes(self, text: str) -> list[str]:
        try:
            return [str(code) for code in self._codes.loads(text[:LONGEST_TOKEN])]
        except (BadSignature, TypeError):
            return []


def signed() -> TokenSigner:
    kept: TokenSigner = current_app.extensions["signed"]
    return kept


def token_for(table: Table, seat: str) -> str:
    """Return the token of a seat that nobody holds (or for the host, who may show seat codes)."""
    return signed().token(table.code, seat, table.generations.get(seat, 0))


def phone_token(table: Table, seat: str) -> str:
    return signed().phone_token(table.code, seat, table.generations[seat])


def token_along(token: str, following: Table, seat: str) -> str:
    """Return the token of the same phone for a seat at the next table, always the same."""
    before = signed().read(token)
    phone = before.phone if before else ""
    return signed().phone_token(following.code, seat, following.generations[seat], phone or PROGRAM)


def mark_of(token: str | None) -> str:
    right = signed().read(token) if token else None
    return right.mark if right else ""


def mark_by_bearer() -> str:
    return mark_of(bearer())


def mark_by_cookie(table: Table) -> str:
    return mark_of(tokens_in(request.cookies.get(cookie_name(table.code)))[0])


def invitation_to(table: Table, seat: str) -> str:
    return signed().invitation(Invitation(table.code, seat, table.seating[seat].changes))


def invitation_in(text: str, table: Table) -> Invitation:
    """Return the invitation of a link.

    Raise RequestRejected: 401 if invalid, 403 for another table's.
    """
    found = signed().read_invitation(text)
    if found is None:
        raise wrong_try(401, "false-token")
    if found.code != table.code:
        raise RequestRejected(403, "other-table")
    return found


def seat_in(token: str, table: Table) -> str:
    """Return the seat of a token.

    Raise RequestRejected: 401 if invalid or revoked, 403 for another table's.
    """
    found = signed().read(token)
    if found is None:
        raise wrong_try(401, "false-token")
    if found.code != table.code:
        raise RequestRejected(403, "other-table")
    if table.generations.get(found.seat, 0) != found.generation:
        raise RequestRejected(401, "seat-freed")
    if not counts(found, table):
        raise RequestRejected(401, "seat-left" if store().has_left(table.code, found.mark) else "seat-claimed")
    return found.seat


def counts(right: SeatToken, table: Table) -> bool:
    if (right.code, right.generation) != (table.code, table.generations.get(right.seat, 0)):
        return False
    if store().has_left(table.code, right.mark):
        return False
    return bool(right.phone) or not store().claimed(table.code, right.seat)


def is_by_program(table: Table, seat: str) -> bool:
    """Return True if a program holds the seat by the token that came with the table."""
    right = SeatToken(table.code, seat, table.generations.get(seat, 0))
    return store().claimed(table.code, seat) is False and not store().has_left(table.code, right.mark)


def table_at(code: str) -> Table:
    """Return the table of a code. Raise RequestRejected: 404, or 429 after too many wrong ones."""
    code = code_in(code)
    if tries().any_of(address()) and not _known(code):
        tries().check(address())
    try:
        return store().table(code)
    except TableNotFound:
        raise wrong_try(404, "no-such-table") from None


def _known(code: str) -> bool:
    scanned = signed().read_invitation((request.view_args or {}).get("token", ""))
    in_cookie = tokens_in(request.cookies.get(cookie_name(code)))[-1]
    tokens = (in_cookie, request.cookies.get(HOST), request.headers.get("Authorization", "").partition(" ")[2])
    given_out = [scanned, *(signed().read(token) for token in tokens if token)]
    return any(right is not None and right.code == code for right in given_out)


def bearer() -> str | None:
    """Return the token of the Authorization header, or None.

    Raise RequestRejected for another scheme.
    """
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise RequestRejected(401, "no-token")
    return token.strip()


def seat_from_token(table: Table) -> Seat:
    """Return the seat of the token, or the public seat. Raise RequestRejected."""
    token = bearer()
    return PUBLIC if token is None else _seated(table, seat_in(token, table))


def by_bearer_alone(table: Table) -> Seat:
    return require_seat(seat_from_token(table))


def require_seat(seat: Seat) -> Seat:
    if seat == PUBLIC:
        raise RequestRejected(401, "no-token")
    return seat


def public_seat(table: Table) -> Seat:
    return PUBLIC


def _seated(table: Table, name: str) -> Seat:
    seat = table.seat(name)
    if seat == PUBLIC:
        raise RequestRejected(403, "other-table")
    try:
        store().use(table.code, name)
    except StorageError:
        if request.method not in LOOKS:  # reading needs no disk: the first command records the use
            raise
    return seat


# -- phones


def cookie_name(code: str) -> str:
    return f"seat-{code}"


def path_of(code: str) -> str:
    return f"/t/{code}"


def give_cookie(
    response: Response, table: Table, *seats: str, curtained: bool = False, known: Mapping[str, str] | None = None
) -> None:
    """Give this phone the seats, the first one active.

    Its existing tokens, and `known` ones, stay the same.

    `curtained`: the person holding the phone must confirm first.
    """
    name = HOST if seats == (HOST,) else cookie_name(table.code)
    here = {**tokens_here(table), **(known or {})}
    given = (
        [token_for(table, HOST)] if seats == (HOST,) else [here.get(one) or phone_token(table, one) for one in seats]
    )
    tokens = [*([""] if curtained else []), *given]
    put_cookie(response, name, BETWEEN.join(tokens), path_of(table.code))
    remember(response, table.code)


def remember(response: Response, code: str) -> None:
    codes = [code, *(other for other in tables_here() if other != code)]
    put_cookie(response, TABLES, signed().codes(codes[:MOST_TABLES_HERE]), "/")


def remember_again(response: Response, code: str) -> None:
    """Add a table of this phone back to its list, which older versions did not keep."""
    if code not in tables_here():
        remember(response, code)


def tables_here() -> list[str]:
    """Return the table codes of this phone, newest first; some tables may be gone."""
    return signed().read_codes(request.cookies.get(TABLES, ""))


def put_cookie(response: Response, name: str, token: str, path: str) -> None:
    """Set a token cookie; secure if the request came by https."""
    secure = by_https()
    response.set_cookie(name, token, A_YEAR, path=path, secure=secure, httponly=True, samesite="Lax")


def take_cookie(response: Response, code: str) -> None:
    response.delete_cookie(cookie_name(code), path=path_of(code), httponly=True, samesite="Lax")


def seats_here(table: Table) -> list[str]:
    """Return the seats of a table that this phone holds, the active or next one first."""
    return [*tokens_here(table)]


def tokens_here(table: Table) -> dict[str, str]:
    tokens = [token for token in tokens_in(request.cookies.get(cookie_name(table.code))) if token]
    rights = [(signed().read(token), token) for token in tokens]
    return {one.seat: token for one, token in rights if one and one.seat in table.seats and counts(one, table)}


def seat_from_cookie(table: Table) -> Seat:
    """Return the seat of this phone's cookie, or the public seat.

    Raise RequestRejected for an invalid cookie, SeatChoiceNeeded if the person has not confirmed the seat.
    """
    token, *others = tokens_in(request.cookies.get(cookie_name(table.code)))
    if others and seats_here(table) and not (token and (right := signed().read(token)) and counts(right, table)):
        raise SeatChoiceNeeded(table.code)
    return PUBLIC if not token else _seated(table, seat_in(token, table))


def tokens_in(cookie: str | None) -> list[str]:
    tokens = (cookie or "").split(BETWEEN, MOST_TOKENS + 1)
    return tokens if len(tokens) <= MOST_TOKENS + 1 else tokens[-1:]


def by_cookie_alone(table: Table) -> Seat:
    return require_seat(seat_from_cookie(table))


def forget(response: Response) -> None:
    for name in request.cookies:
        if name == HOST or name.startswith("seat-"):
            response.delete_cookie(name, path="/".join(request.path.split("/")[:3]), httponly=True, samesite="Lax")


def is_host(table: Table) -> bool:
    """Return True if this browser opened the table or is the host's own."""
    token = request.cookies.get(HOST)
    return (token is not None and seat_in(token, table) == HOST) or is_server_host()


# -- the host


def is_server_host() -> bool:
    token = request.cookies.get(HOUSE) or request.headers.get("Authorization", "").partition(" ")[2].strip()
    return bool(token) and signed().read(token) == SeatToken("", HOST)


def check_host_of_house() -> None:
    if not is_server_host():
        raise RequestRejected(403, "not-the-host")


@contextmanager
def opening(is_new: bool = True) -> Iterator[None]:
    """Check the table limits before the block if `is_new`, and count the table after it.

    The host has no limits. Raise RequestRejected.
    """
    if not is_new or is_server_host():
        yield
        return
    floods: TableRateLimit = current_app.extensions["floods"]
    floods.check(address())
    check_room()
    yield
    make_room()
    floods.count_opened(address())


def install(app: Flask) -> None:
    app.jinja_env.globals.update(is_host=is_server_host)
