"""How answers are made smaller on their way out."""

from __future__ import annotations

import gzip

from flask import Response, request

from app.web.request.aside import aside

WORTH_ZIPPING = 600
ZIPPED_ASIDE = 100_000
"""From so many bytes on it is done aside."""
TEXTS = ("text/", "application/json", "application/javascript", "application/manifest", "image/svg")


def zip_response(response: Response) -> Response:
    """Gzip an answer, if the phone takes it and it is a text long enough."""
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
    """Whether an answer shrinks and ends; the bell's does not end."""
    kind = response.mimetype or ""
    return kind.startswith(TEXTS) and kind != "text/event-stream"


def packed(body: bytes) -> bytes:
    """Gzip these bytes as small as can be: at a board a lower level saves hardly any time. The time is left out."""
    return gzip.compress(body, mtime=0)
