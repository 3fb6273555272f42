"""How answers are made smaller on their way out."""

from __future__ import annotations

import gzip
import struct
import zlib
from functools import lru_cache

from flask import Response, request

from app.web.request.aside import aside

WORTH_ZIPPING = 600
ZIPPED_ASIDE = 100_000
"""From so many bytes on it is done aside."""
ZIP_LEVEL = 9
"""How hard to zip what is zipped once and kept, or seldom asked for."""
BOARD_LEVEL, BOARD_MEMORY = 6, 6
"""How hard to zip what is drawn for each tap: a board of 25 KB takes two thirds as long as at 9, and has one in a
hundred bytes more."""
LEAST_WINDOW, MOST_WINDOW = 13, zlib.MAX_WBITS
"""How far back the zipper looks, as powers of two."""
HEAD, LAST_BLOCK = b"\x1f\x8b\x08" + bytes(6) + b"\xff", b"\x03\x00"
"""What stands before and behind deflated bytes in gzip: of no time and no system, and an empty block."""
ZIPPED = {"Content-Encoding": "gzip"}
"""What an answer says of gzipped bytes."""
TEXTS = ("text/", "application/json", "application/javascript", "application/manifest", "image/svg")


def zip_response(response: Response) -> Response:
    """Gzip an answer, where the phone takes it and it is a text long enough."""
    if "Content-Encoding" in response.headers or not takes_gzip() or not is_text(response):
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) >= WORTH_ZIPPING:
        response.set_data(aside(packed, body) if len(body) >= ZIPPED_ASIDE else packed(body))
        response.headers.extend(ZIPPED)
    return response


def is_text(response: Response) -> bool:
    """Whether an answer shrinks and ends; the bell's does not end."""
    kind = response.mimetype or ""
    return kind.startswith(TEXTS) and kind != "text/event-stream"


def packed(body: bytes) -> bytes:
    """These bytes gzipped, the same ones always to the same."""
    return gzip.compress(body, ZIP_LEVEL, mtime=0)


@lru_cache(maxsize=100)
def deflated_around(body: bytes) -> bytes:
    """What stands around a text, mostly the same few words, deflated."""
    return deflated(body)


def deflated(body: bytes) -> bytes:
    """These bytes deflated so that others may stand before and behind them.

    The window is no larger than they are: a large one takes longer to be made than a small text to be zipped.
    """
    window = min(max(len(body).bit_length(), LEAST_WINDOW), MOST_WINDOW)
    deflate = zlib.compressobj(BOARD_LEVEL, wbits=-window, memLevel=BOARD_MEMORY)
    return deflate.compress(body) + deflate.flush(zlib.Z_FULL_FLUSH)


class Zipped:
    """A text zipped once for all answers that hold it; the text itself is not kept."""

    def __init__(self, body: bytes) -> None:
        self._deflated = deflated(body)
        self.whole = self.between(b"", body, b"")

    def between(self, before: bytes, body: bytes, behind: bytes) -> bytes:
        """The text, which is given again, gzipped between others."""
        inner = (deflated_around(before) if before else b"", self._deflated, deflated_around(behind) if behind else b"")
        sums = struct.pack("<LL", zlib.crc32(b"".join((before, body, behind))), len(before) + len(body) + len(behind))
        return HEAD + b"".join(inner) + LAST_BLOCK + sums


def takes_gzip() -> bool:
    """Whether the phone unpacks gzipped answers."""
    return "gzip" in request.headers.get("Accept-Encoding", "")
