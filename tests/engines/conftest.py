"""The three engines, one after the other. One that is not here is skipped, unless browsers are demanded."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.phones import Desk
from tests.engines.chromium import Chromium
from tests.engines.firefox import Firefox
from tests.engines.phone import Engine, Phone, Phones
from tests.engines.webkit import WebKit
from tests.server import Server, chromium_path, serving

MINI_BROWSERS = ("/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/libexec/webkit2gtk-4.1/MiniBrowser")


def chromium() -> Engine | None:
    path = chromium_path()
    return Chromium(path) if path else None


def firefox() -> Engine | None:
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    return Firefox(path) if path else None


def webkit() -> Engine | None:
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browser = next((path for where in MINI_BROWSERS for path in Path("/").glob(where.lstrip("/"))), None)
    return WebKit(driver, str(browser), screen) if driver and browser and screen else None


@pytest.fixture(scope="session", params=[chromium, webkit, firefox], ids=["Chromium", "WebKitGTK", "Firefox"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Each engine in turn."""
    start: Callable[[], Engine | None] = request.param
    started = start()
    if started is None:
        (pytest.fail if os.environ.get("ADJUTANT_NEEDS_BROWSER") else pytest.skip)(f"there is no {start.__name__} here")
    yield started
    started.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`adjutant serve` on an empty folder."""
    with serving(tmp_path_factory.mktemp("served")) as served:
        yield served


@pytest.fixture
def desk(server: Server) -> Desk:
    """Opens tables, and presses for seats that no phone holds."""
    return Desk(server.url)


@pytest.fixture
def phones(engine: Engine, server: Server) -> Iterator[Phones]:
    """Gives out phones, and puts all back; none may have complained."""
    given: list[Phone] = []

    def give(*, scripts: bool = True) -> Phone:
        given.append(engine.phone(server.url, scripts=scripts))
        return given[-1]

    yield give
    complaints = [phone.complaints() for phone in given]
    for phone in given:
        phone.close()
    assert not any(complaints), complaints
