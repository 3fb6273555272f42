"""What strangers leave in a request, and how templates write."""

from __future__ import annotations

from flask import Flask


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
