"""By which names phones reach a house: as people write them, and as browsers ask for them."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from app.cli import main
from app.cli import serve as serving_command
from app.core.errors import Refused
from app.web.request.host_names import read_host

WRITTEN = {
    "play.example.org": ("https://play.example.org", "play.example.org"),
    "Play.Example.ORG": ("https://play.example.org", "PLAY.example.org"),
    "play.example.org.": ("https://play.example.org", "play.example.org."),
    "play.example.org:8443": ("https://play.example.org:8443", "play.example.org:8443"),
    "https://play.example.org/": ("https://play.example.org", "play.example.org:443"),
    "http://play.example.org:8080": ("http://play.example.org:8080", "play.example.org:8080"),
    "spiele.münchen.example": ("https://spiele.xn--mnchen-3ya.example", "spiele.xn--mnchen-3ya.example"),
    "SPIELE.MÜNCHEN.example.": ("https://spiele.xn--mnchen-3ya.example", "spiele.XN--MNCHEN-3YA.example."),
    "xn--mnchen-3ya.example": ("https://xn--mnchen-3ya.example", "xn--mnchen-3ya.example"),
    "10.0.0.7:8443": ("https://10.0.0.7:8443", "10.0.0.7:8443"),
    "[2001:DB8::7]:8443": ("https://[2001:db8::7]:8443", "[2001:db8:0::7]:8443"),
    "2001:db8::7": ("https://[2001:db8::7]", "[2001:DB8::7]"),
}
"""What is written behind --name → the address that is told, and what a browser sends."""
NO_NAMES = [
    "",
    "play.example.org/adjutant",
    "https://play.example.org/adjutant/",
    "play.example.org?x",
    "two names",
    "me@play.example.org",
    "ftp://play.example.org",
    "play..example",
    "-play.example",
    "my_box",
    "*.example.org",
    "play.example.org:99999",
    "play.example.org:https",
    "[::1",
    "1.2.3",
    "😀.example",
    "a" * 64,
]


@pytest.mark.parametrize("name", WRITTEN)
def test_a_name_is_understood_as_people_write_it(tmp_path: Path, name: str) -> None:
    address, asked = WRITTEN[name]
    network = serving_command.Network("127.0.0.1", 8044, "http", [name])
    assert next(iter(network)) == address
    for names in (network, [name], name):
        client = create_app(tmp_path / "data", HOST_NAMES=names).test_client()
        assert client.get("/", headers={"Host": asked}).status_code == 200
        assert client.get("/", headers={"Host": "elsewhere.example"}).status_code == 403
        client.application.extensions["store"].close()


@pytest.mark.parametrize("name", NO_NAMES)
def test_what_no_phone_could_ask_for_is_refused_at_the_start(tmp_path: Path, name: str) -> None:
    told = CliRunner().invoke(main, ["serve", "--port", "0", "--data", str(tmp_path / "data"), "--name", name])
    assert (told.exit_code, "--name" in told.stderr, f"“{name}” is not a valid server name" in told.stderr) == (
        2,
        True,
        True,
    )
    assert not (tmp_path / "data").exists()
    with pytest.raises(Refused, match="no-host-name"):
        read_host(name)
    with pytest.raises(Refused, match="no-host-name"):
        create_app(tmp_path / "data", HOST_NAMES=[name])


def test_it_is_refused_in_the_language_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    told = CliRunner().invoke(main, ["serve", "--name", "casa/juego"])
    assert (told.exit_code, "«casa/juego» no es un nombre" in told.stderr) == (2, True)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "is not called evil.example"), ("es", "no se llama evil.example")]
)
def test_who_asks_by_another_name_is_told_the_remedy(client: FlaskClient, language: str, said: str) -> None:
    for path in ("/", "/api/games", "/nowhere"):
        answer = client.get(path, headers={"Host": "Evil.Example:8044", "Accept-Language": language})
        assert (answer.status_code, said in answer.text) == (403, True)
        assert "adjutant serve --name evil.example" in answer.text


def test_a_host_that_no_link_can_lead_to_is_named_as_it_was_asked(client: FlaskClient) -> None:
    for host in ("my_box:8044", "münchen.example".encode().decode("latin-1"), "localhost:99999"):
        answer = client.get("/", headers={"Host": host})
        assert (answer.status_code, "is not a valid server name" in answer.text) == (403, True)
        assert "adjutant serve" not in answer.text, "no command is made of what somebody sends"
        assert answer.mimetype in ("text/plain", "text/html")
    assert "my_box" in client.get("/", headers={"Host": "my_box:8044"}).text


@pytest.mark.parametrize("own", ["MyBox", "mybox.", "MyBox.fritz.box"])
def test_a_computer_whose_own_name_has_capitals_or_a_domain_is_reached_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: str
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: own)
    network = serving_command.Network("127.0.0.1", 8044, "http", [])
    client = create_app(tmp_path, HOST_NAMES=network).test_client()
    for asked in (own, "mybox.local", "MYBOX.local.:8044", "adjutant.local", "127.0.0.1"):
        assert client.get("/", headers={"Host": asked}).status_code == 200, asked


def test_local_names_are_answered_however_they_are_written(client: FlaskClient, app: Flask) -> None:
    for asked in ("LocalHost", "localhost.", "localhost.:8044", "[::1]:8044", "[0:0:0:0:0:0:0:1]", "127.0.0.1:1"):
        assert client.get("/", headers={"Host": asked}).status_code == 200, asked
