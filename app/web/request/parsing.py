"""How what a phone sends is parsed: as the library does it, sooner."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Request
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge
from werkzeug.formparser import FormDataParser
from werkzeug.sansio.http import parse_cookie
from werkzeug.utils import cached_property

from app.web.request.aside import aside

PLAIN_FORM = "application/x-www-form-urlencoded"
READ = frozenset({"stream", "_cached_data"})
"""Where a request keeps its body once it was asked for."""


READ_AT_ONCE = 1 << 16
"""Bytes of a form that are parsed before anybody else is answered; a larger one is whole before it gets here."""
MOST_FIELDS = 2000
"""Of a form or a query: several times those of the largest page."""


def fields_in(text: str) -> list[tuple[str, str]]:
    """The fields of a plain form or a query; what is no text stays as it was sent. Raises RequestEntityTooLarge."""
    if text.count("&") >= MOST_FIELDS:
        raise RequestEntityTooLarge
    parts = [part.partition("=") for part in text.replace("+", " ").split("&") if part]
    return [(_plain(name), _plain(value)) for name, _, value in parts]


def _plain(text: str) -> str:
    try:
        return unquote_to_bytes(text).decode() if "%" in text else text
    except UnicodeDecodeError:
        return text


class Forms(FormDataParser):
    """Reads the forms that the library reads, with no more fields than any of ours; a large one while others are
    answered.
    """

    def _parse_multipart(self, stream: Any, mimetype: str, length: int | None, options: dict[str, str]) -> Any:
        parse = super()._parse_multipart
        if (length or 0) <= READ_AT_ONCE:  # it may still be coming in, and only this thread can wait for it
            return parse(stream, mimetype, length, options)
        return aside(parse, stream, mimetype, length, options)

    def _parse_urlencoded(self, stream: Any, *_: Any) -> Any:
        return stream, self.cls(fields_in(stream.read().decode())), self.cls()


class PlainRequest(Request):
    """Reads cookies where they come in, and a plain form, which most presses are, in one piece.

    Files, bodies of no told length, those that are too long and those that were read already go the library's way.
    """

    form_data_parser_class = Forms

    @cached_property
    def cookies(self) -> ImmutableMultiDict[str, str]:
        """What the phone keeps for us; another program of the same host may have left it some that are no text."""
        return ImmutableMultiDict(parse_cookie(self.environ.get("HTTP_COOKIE")))

    def _load_form_data(self) -> None:
        if "form" in self.__dict__ or not self._is_plain_form():
            super()._load_form_data()
            return
        try:
            fields = fields_in(self._body().decode())
        except ValueError:  # no text: a form without fields, as the library has it
            fields = []
        self.__dict__ |= {"form": ImmutableMultiDict(fields), "files": ImmutableMultiDict(), "stream": io.BytesIO()}

    def _is_plain_form(self) -> bool:
        """Whether nobody has read of it yet, and it is a plain form of a length that is told and allowed."""
        kind, length = self.environ.get("CONTENT_TYPE", ""), self.environ.get("CONTENT_LENGTH", "")
        if kind.partition(";")[0] != PLAIN_FORM or not length.isdecimal() or READ & self.__dict__.keys():
            return False
        most = self.max_content_length
        return most is None or int(length) <= most

    def _body(self) -> bytes:
        """All that was announced. Raises ClientDisconnected where less came."""
        try:
            body: bytes = self.environ["wsgi.input"].read(self.content_length)
        except OSError as error:
            raise ClientDisconnected from error
        if len(body) < (self.content_length or 0):
            raise ClientDisconnected
        return body
