"""Forms of many parts: limits that are checked before a part is parsed, and a thread of their own for large ones."""

from __future__ import annotations

import re
from typing import IO, Any

from flask import Request, current_app
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

READ_AT_ONCE = 1 << 16
"""Bytes of a multipart form that are parsed at once; a larger one arrives complete (`cli/bodies.py`)."""
MOST_PARTS = 200
"""Maximum number of parts: twice those of the largest page that sends a file."""
LONGEST_HEAD, MOST_HEAD_LINES = 4096, 16
"""Limits of the headers of a part: bytes and lines; browsers send two lines."""
END_OF_HEAD = re.compile(rb"\r\n\r\n|\r\r|\n\n")


class LimitedParts:
    """A multipart body that refuses too many parts, or headers of a part that are too long, as they are read.

    Whatever a parser may take for the beginning of a part counts as one.
    """

    def __init__(self, body: IO[bytes], boundary: bytes) -> None:
        self._body, self._marker = body, b"--" + boundary
        self._left, self._parts, self._in_head = b"", 0, False

    def read(self, size: int = -1) -> bytes:
        """Raise RequestEntityTooLarge."""
        piece = self._body.read(size)
        self._left += piece
        while self._passed_head() if self._in_head else self._began_part():
            pass
        return piece

    def _began_part(self) -> bool:
        # only the first one may stand without a line break before it
        markers = [before + self._marker for before in ((b"\r", b"\n") if self._parts else (b"",))]
        found = [at + len(marker) for marker in markers if (at := self._left.find(marker)) >= 0]
        if not found:
            self._left = self._left[-len(self._marker) :]
            return False
        self._left, self._in_head = self._left[min(found) :], True
        self._parts += 1
        if self._parts > MOST_PARTS + 1:  # one more ends the form
            raise RequestEntityTooLarge
        return True

    def _passed_head(self) -> bool:
        end = END_OF_HEAD.search(self._left, 0, LONGEST_HEAD + 4)
        head = self._left[: end.start() if end else LONGEST_HEAD + 1]
        if len(head) > LONGEST_HEAD or max(map(head.count, (b"\r", b"\n"))) > MOST_HEAD_LINES + 2:
            raise RequestEntityTooLarge
        if end is None:
            return False
        self._left, self._in_head = self._left[end.end() - 1 :], False  # its last break may precede the next part
        return True


class LimitedForms(FormDataParser):
    """A parser of forms with limited parts, which parses large ones in a thread: parts are slow."""

    def parse(self, stream: IO[bytes], mimetype: str, content_length: int | None, options: Any = None) -> Any:
        if mimetype != "multipart/form-data":
            return super().parse(stream, mimetype, content_length, options)
        limited: Any = LimitedParts(stream, (options or {}).get("boundary", "").encode("ascii", "replace"))
        given = (limited, mimetype, content_length, options)
        if (content_length or 0) <= READ_AT_ONCE:
            _, *found = super().parse(*given)
        else:
            _, *found = current_app.extensions["forms"](super().parse, given)
        return (stream, *found)


class AdjutantRequest(Request):
    form_data_parser_class = LimitedForms
    max_form_parts = MOST_PARTS
