"""An id of each request, in its answer and in every line of the log about it."""

from __future__ import annotations

import re
import secrets

from flask import Flask, Response, has_request_context, request

from app.core.error_log import FAULTS
from app.web.request.proxies import is_from_proxy

HEADER = "X-Request-ID"
KEY = "adjutant.request_id"
"""Key of the WSGI environment."""
FORWARDED = re.compile(r"[0-9A-Za-z._-]{8,64}")


def request_id() -> str:
    """Return the id of this request, that of a proxy if it sent one; empty beside requests."""
    if not has_request_context():
        return ""
    if KEY not in request.environ:
        sent = request.headers.get(HEADER, "") if is_from_proxy(request.environ) else ""
        request.environ[KEY] = sent if FORWARDED.fullmatch(sent) else secrets.token_hex(8)
    found: str = request.environ[KEY]
    return found


def name_request(response: Response) -> Response:
    response.headers[HEADER] = request_id()
    return response


def install(app: Flask) -> None:
    app.after_request(name_request)
    FAULTS.request_id = request_id
