"""What the house reads of a request itself, and how its templates write: as the libraries below it do."""

from __future__ import annotations

import io
from typing import Any

import pytest
from flask import Flask, Request, request
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge

from app.web.request.parsing import PlainRequest

FORMS = (b"a=1&b=two+words&a=3&c=", b"", b"a", b"=1&&a=%C3%B1&a=%FF", b"\xff\xfe=1", "ñ=ñ".encode())
KINDS = ("application/x-www-form-urlencoded", "application/x-www-form-urlencoded;charset=UTF-8", "text/plain", "")


def asked(kind: type[Request], body: bytes, of: str = KINDS[0], length: int | None = None) -> Request:
    """A request with that body as it reaches a page."""
    length = len(body) if length is None else length
    environ: dict[str, Any] = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": of, "CONTENT_LENGTH": str(length)}
    return kind({**environ, "wsgi.input": io.BytesIO(body)})


@pytest.mark.parametrize("of", KINDS)
@pytest.mark.parametrize("body", FORMS)
def test_a_form_is_read_as_the_library_reads_it(body: bytes, of: str) -> None:
    with Flask("any").app_context():
        ours, theirs = asked(PlainRequest, body, of), asked(Request, body, of)
        assert list(ours.form.items(multi=True)) == list(theirs.form.items(multi=True))
        assert list(ours.files) == list(theirs.files) == []


def test_files_are_read_by_the_library() -> None:
    with Flask("any").test_request_context(method="POST", data={"text": (io.BytesIO(b"one"), "one.txt"), "a": "1"}):
        found = PlainRequest(request.environ)
        assert (found.form["a"], found.files["text"].read()) == ("1", b"one")


@pytest.mark.parametrize("error", [None, OSError("unexpected end of file")])
def test_a_form_of_which_less_came_than_was_announced_is_none(error: OSError | None) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            if error:
                raise error
            return super().read(size)

    found = asked(PlainRequest, b"a=1", length=9)
    found.environ["wsgi.input"] = Broken(b"a=1")
    with Flask("any").app_context(), pytest.raises(ClientDisconnected):
        _ = found.form


def test_a_form_that_is_too_long_is_none() -> None:
    found = asked(PlainRequest, b"a=1")
    found.max_content_length = 2
    with Flask("any").app_context(), pytest.raises(RequestEntityTooLarge):
        _ = found.form


@pytest.mark.parametrize("length", ["+3", "3_0", "-1", "x", "", " 3", "³"])
def test_a_length_that_is_no_number_is_read_as_the_library_reads_it(length: str) -> None:
    told = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": KINDS[0], "CONTENT_LENGTH": length}
    ours, theirs = [kind({**told, "wsgi.input": io.BytesIO(b"a=1")}) for kind in (PlainRequest, Request)]
    with Flask("any").app_context():
        assert ours.form == theirs.form


def whole_then_form(request: Request) -> tuple[bytes, dict[str, str]]:
    return request.get_data(), request.form.to_dict()


def form_then_whole(request: Request) -> tuple[bytes, dict[str, str]]:
    return request.get_data(parse_form_data=True), request.form.to_dict()


@pytest.mark.parametrize("read", [whole_then_form, form_then_whole])
def test_a_body_can_be_asked_for_beside_its_form(read: Any) -> None:
    with Flask("any").app_context():
        assert read(asked(PlainRequest, b"a=1")) == read(asked(Request, b"a=1"))


@pytest.mark.parametrize(
    "cookie", ["", "a=1; b=2; a=3", 'lang="es"; x', "lang=es; other=\xf1", "other=\xc3\xb1; a=%zz"]
)
def test_cookies_are_read_as_the_library_reads_them(cookie: str) -> None:
    environ = {"HTTP_COOKIE": cookie}
    assert list(PlainRequest(environ).cookies.items(multi=True)) == list(Request(environ).cookies.items(multi=True))


def test_a_cookie_that_is_no_text_takes_no_other_away(app: Flask) -> None:
    """Cookies belong to a host, whatever its port: another program there may have left one."""
    phone = app.test_client(use_cookies=False)
    told = phone.get("/", environ_overrides={"HTTP_COOKIE": "lang=es; other=\xf1"})
    assert (told.status_code, '<html lang="es"' in told.text) == (200, True)


def test_templates_write_nothing_unsafe_and_call_what_takes_the_context(app: Flask) -> None:
    loop = "{% for one in [1] %}{% set other = who %}{{ say() }}{% endfor %}"
    text = "{{ who }}|{{ say() }}|{{ [who]|join }}|" + loop + "|{{ gettext('x') }}"
    drawn = app.jinja_env.from_string(text).render(who="<i>", say=lambda: "<s>", lang="en")
    assert drawn == "&lt;i&gt;|&lt;s&gt;|&lt;i&gt;|&lt;s&gt;|x"
