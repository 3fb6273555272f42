"""Phones that sit at a table which a program has opened: they hold the tokens that it was given."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask, url_for
from flask.testing import FlaskClient

if TYPE_CHECKING:
    from playwright.sync_api import Page


def sit(phone: FlaskClient, code: str, token: str) -> None:
    """Let a phone hold a seat by its token."""
    app = phone.application
    right = app.extensions["signed"].read(token)
    acts = app.extensions["acts"]
    acts.sit_down(acts.store.table(code), right.seat)
    phone.set_cookie(f"seat-{code}", token, path=f"/t/{code}")


def sit_in_browser(page: Page, url: str, code: str, *tokens: str) -> None:
    """Let a browser hold seats by their tokens, of several the first behind the curtain, and look at its board."""
    value = "~".join(tokens if len(tokens) == 1 else ["", *tokens])
    domain = urlsplit(url).hostname
    page.context.add_cookies([{"name": f"seat-{code}", "value": value, "domain": domain, "path": f"/t/{code}"}])
    page.goto(f"{url}/t/{code}")


def link_to(app: Flask, code: str, seat: str) -> str:
    """The link of a seat's QR code."""
    from app.web.request import seat_tokens

    with app.test_request_context():
        table = app.extensions["store"].table(code)
        return url_for("tables.join", code=code, token=seat_tokens.invitation_to(table, seat))


def links_in(page: str) -> dict[str, str]:
    """The links of the QR codes of a lobby's page, by seat."""
    found = re.findall(r'id="qr-([\w-]+)">.*?href="http://[^/"]+(/t/\w+/join/[^"]+)"', page, re.DOTALL)
    return dict(found)
