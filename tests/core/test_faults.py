"""Faults are told briefly and once; what a guest sent fills no disk."""

import sys
import threading
import time

import pytest
from flask import Flask

from app.core import error_log
from app.core.error_log import Faults
from app.web.request.error_pages import AdjutantFlask


def fault(said: str) -> Exception:
    """An error that another one led to, both saying so much."""
    try:
        try:
            raise ValueError(said)
        except ValueError as error:
            raise KeyError(said) from error
    except KeyError as error:
        return error


def test_a_fault_is_told_with_its_places_and_the_beginning_of_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    Faults().tell(fault("x\x1b[31m\n" * 100_000), "a page")
    told = capsys.readouterr().err
    assert ("test_faults.py" in told, "ValueError: x" in told, "KeyError: 'x" in told, "a page" in told) == (True,) * 4
    assert (len(told) < 2000, "\x1b" in told, max(map(len, told.splitlines())) < 500) == (True, False, True)


def test_a_fault_that_comes_again_is_counted_and_told_after_an_hour(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Faults()
    for number in range(50):
        told.tell(fault(f"x{number}"))
    assert capsys.readouterr().err.count("A fault of the program") == 1
    later = time.monotonic() + error_log.AN_HOUR + 1
    monkeypatch.setattr(error_log.time, "monotonic", lambda: later)
    told.tell(fault("x"))
    assert "(49 more like it since the last time)" in capsys.readouterr().err


def test_the_places_of_faults_do_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(error_log, "PLACES_KEPT", 3)
    told = Faults()
    for number in range(9):
        told.tell_text("", f"what a process said {number}")
    assert len(told.places) == 3


def test_a_circle_of_causes_is_told_once() -> None:
    first, second = ValueError("a"), ValueError("b")
    first.__cause__, second.__cause__ = second, first
    assert error_log.causes(first) == [first, second]


def test_a_page_that_breaks_is_told_without_its_address_and_what_was_sent(capsys: pytest.CaptureFixture[str]) -> None:
    app: Flask = AdjutantFlask("house")
    app.add_url_rule("/t/<token>", "broken", lambda token: {}[token], methods=["POST"])
    for _ in range(20):
        answer = app.test_client().post("/t/secret-token", data="y" * 9000, headers={"Cookie": "seat=cookie-token"})
        assert answer.status_code == 500
    told = capsys.readouterr().err
    assert (told.count("Traceback"), told.count("A fault of the program: broken"), len(told) < 4000) == (0, 1, True)
    assert "cookie-token" not in told


def test_what_is_refused_in_a_thread_is_told_to_whoever_waits_alone(capfd: pytest.CaptureFixture[str]) -> None:
    from app.cli.threads import OneThread
    from app.core.errors import Refused

    def refuse(text: str) -> None:
        try:
            raise ValueError(text)
        except ValueError as error:
            raise Refused("not-toml") from error

    def ask() -> None:
        with pytest.raises(Refused):
            OneThread()(refuse, ("x" * 100_000,))

    asking = threading.Thread(target=ask)
    asking.start()
    asking.join()
    assert capfd.readouterr().err == ""
    assert sys.excepthook is sys.__excepthook__
