"""Forms of many parts: how much of a few bytes is parsed, and what waits meanwhile; counted, not timed."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.sansio.multipart import MultipartDecoder

from app.web.files.missions import ASKED_AT_MOST
from app.web.request.background import here
from app.web.request.forms import LONGEST_HEAD, MOST_HEAD_LINES, MOST_PARTS, READ_AT_ONCE, LimitedParts
from app.web.table import aiming
from tests.playing import PlayedTable
from tests.seated import sit

OURS = {"Sec-Fetch-Site": "same-origin"}
KIND = "multipart/form-data; boundary=xx"
NAMED = b'--xx\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n'


def part(lines: bytes = b"", content: bytes = b"1") -> bytes:
    return NAMED + lines + b"\r\n" + content + b"\r\n"


@pytest.fixture
def heads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lines of each part whose headers are parsed."""
    lines: list[int] = []
    real = MultipartDecoder._parse_headers

    def counting(decoder: MultipartDecoder, data: bytes) -> Any:
        lines.append(bytes(data).count(b"\n") + 1)
        return real(decoder, data)

    monkeypatch.setattr(MultipartDecoder, "_parse_headers", counting)
    return lines


@pytest.mark.parametrize("path", ["/language", "/cards/incursion/import"])
@pytest.mark.parametrize(
    ("parts", "lines"),
    [(990, b":\r\n" * 300), (1, b":\r\n" * 20), (1, b"a: " + b"b" * 4096 + b"\r\n"), (1, b":\n" * 40), (201, b"")],
)
def test_a_form_of_many_parts_or_lines_is_refused_before_they_are_parsed(
    client: FlaskClient, heads: list[int], path: str, parts: int, lines: bytes
) -> None:
    answer = client.post(path, data=part(lines) * parts + b"--xx--\r\n", content_type=KIND, headers=OURS)
    assert (answer.status_code, "too large" in answer.text) == (413, True)
    assert sum(heads) <= MOST_PARTS * 2, "no line beyond the limits was parsed"


def test_a_form_that_is_too_large_is_refused_in_spanish_too(client: FlaskClient) -> None:
    spanish = {**OURS, "Accept-Language": "es"}
    answer = client.post("/language", data=part() * 201 + b"--xx--\r\n", content_type=KIND, headers=spanish)
    assert (answer.status_code, "demasiado grande" in answer.text) == (413, True)


def test_the_largest_real_form_has_room() -> None:
    assert ASKED_AT_MOST + 10 <= MOST_PARTS


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, READ_AT_ONCE])
@pytest.mark.parametrize(
    "body",
    [
        part() * MOST_PARTS + b"--xx--\r\n",
        b"\r\n" + part(b"a: b\r\n" * (MOST_HEAD_LINES - 2), b"") * 3 + b"--xx--",
        part(b"a: " + b"b" * (LONGEST_HEAD - 200) + b"\r\n", b"y--xx--xx \r--x\n--x\r\n\r\n" * 300) * 3 + b"--xx--",
        part(content=b"y\r\n--x\r\n" * 5000) + b"--xx--\r\n",
        b"no form at all",
        b"",
    ],
)
def test_what_is_within_the_limits_goes_through_as_it_came(body: bytes, size: int) -> None:
    limited, read = LimitedParts(io.BytesIO(body), b"xx"), []
    while piece := limited.read(size):
        read.append(piece)
    assert b"".join(read) == body


@pytest.mark.parametrize("size", [1, 5, 64, READ_AT_ONCE])
@pytest.mark.parametrize("broken", [b"\r\n", b"\r", b"\n"])
def test_whatever_a_parser_takes_for_a_part_counts(broken: bytes, size: int) -> None:
    body = b"before" + (part() * (MOST_PARTS + 2)).replace(b"\r\n", broken)
    limited = LimitedParts(io.BytesIO(body), b"xx")
    with pytest.raises(RequestEntityTooLarge):
        all(iter(lambda: limited.read(size), b""))
    lines = part(b":\r\n" * 30_000).replace(b"\r\n", broken)
    with pytest.raises(RequestEntityTooLarge):
        LimitedParts(io.BytesIO(lines), b"xx").read()


def test_a_large_form_is_parsed_where_nothing_else_waits(app: Flask, client: FlaskClient) -> None:
    parsed: list[str] = []
    app.extensions["forms"] = lambda work, given: parsed.append(work.__name__) or here(work, given)
    for size, count in ((READ_AT_ONCE // 2, 0), (READ_AT_ONCE + 1, 1)):
        body = part(content=b"x" * size) + b"--xx--\r\n"
        client.post("/language", data=body, content_type=KIND, headers=OURS)
        assert len(parsed) == count


# -- turns


@pytest.fixture
def held(app: Flask) -> list[bool]:
    """Of each work in the background: True if the turn of long answers was held meanwhile."""
    found: list[bool] = []

    def aside(work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        found.append(app.extensions["turn"].locked())
        return work(*given)

    app.extensions["aside"] = aside
    return found


def test_who_waits_for_the_background_holds_up_no_log(
    app: Flask, in_action: PlayedTable, monkeypatch: pytest.MonkeyPatch, held: list[bool]
) -> None:
    monkeypatch.setattr(aiming, "LARGE", 0)
    phone, code = app.test_client(), in_action.code
    sit(phone, code, in_action.tokens["allied"])
    assert phone.get(f"/t/{code}/readings").status_code == 200
    tried = len(held)
    assert phone.get(f"/t/{code}/readings").status_code == 200
    assert len(held) == tried, "tried once until the table changes"
    for command in ("fire", "melee", "move"):
        phone.get(f"/t/{code}/do/{command}")
    assert len(held) > tried > 0
    assert not any(held)
