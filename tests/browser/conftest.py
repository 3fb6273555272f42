"""A headless Chromium and a real server. Without Chromium these tests are skipped, unless a browser is demanded."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from app import create_app
from tests.browser.house import House, own_mission, own_printer, own_set, screens
from tests.browser.phone_pool import Drawer
from tests.browser.phones import Lobby, Phone
from tests.browser.started_tables import Begun
from tests.one_playwright import one_playwright
from tests.server import FLAGS, Server, chromium_path, running, serving

NEEDLESS = [
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    *("ThirdPartyStoragePartitioning", "WebUIOmniboxAimPopup", "WebUIOmniboxPopup", "SpareRendererForSitePerProcess"),
]
"""What Playwright as pinned leaves out of Chromium, pages that its address bar keeps ready, and processes in stock."""
LIGHT = f"--disable-features={','.join(NEEDLESS)}"
"""A new phone takes half the time without what nobody looks at."""


def chromium() -> str:
    """The browser's path; a skip that says so where there is none, a failure where one is demanded."""
    found = chromium_path()
    if found is None:
        (pytest.fail if os.environ.get("ADJUTANT_NEEDS_BROWSER") else pytest.skip)("there is no Chromium here")
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    launched = one_playwright().chromium.launch(executable_path=path, args=[*FLAGS, LIGHT])
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`adjutant serve` on an empty folder, with the pseudo-language."""
    folder: Path = tmp_path_factory.mktemp("served")
    os.environ["ADJUTANT_MORE_LANGUAGES"] = "xx"
    with serving(folder) as served:
        yield served


@pytest.fixture(scope="session")
def hello(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server with Hello on its shelf."""
    folder: Path = tmp_path_factory.mktemp("hello")
    with running(
        ["-m", "tests.toy_game", "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(folder)]
    ) as served:
        yield served


@pytest.fixture(scope="session")
def drawer(browser: Browser) -> Drawer:
    """The phones of a worker."""
    return Drawer(browser)


@pytest.fixture(scope="session")
def rules(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """The URL map."""
    return list(create_app(tmp_path_factory.mktemp("map")).url_map.iter_rules())


@pytest.fixture(scope="session")
def house(drawer: Drawer, server: Server, rules: list[Any]) -> Iterator[House]:
    """Every path of the map. The screens are only looked at, so all tests of a worker share what they show."""
    lobby = Lobby(drawer, server.url)
    table, phone = Begun(lobby, campaign={"name": "Gibraltar", "missions": [1, 2, 3]}), Phone(lobby.context(), "")
    own = {"mission": own_mission(phone, lobby.url), "printer": own_printer(phone, lobby.url, "Laser")}
    yield House(table, screens(rules, table.code, "add-model", own_set(phone, lobby.url), own))
    lobby.close()


@pytest.fixture
def lobby(drawer: Drawer, server: Server) -> Iterator[Lobby]:
    """Opens tables in the browser and seats phones; puts every phone back."""
    opened = Lobby(drawer, server.url)
    yield opened
    opened.close()


def pytest_collection_modifyitems(items: list[Any]) -> None:
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)
