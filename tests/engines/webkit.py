"""WebKitGTK, by WebKitWebDriver and MiniBrowser on a screen of their own: nearest to the engine of an iPhone.

It knows no touch: a mouse presses.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.service import Service
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from urllib3.exceptions import HTTPError

from tests.engines.phone import PHONE, Engine, Phone
from tests.server import end

NARROW = "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }"
"""The browser's own buttons make its window wider than a phone."""
ANSWERED = 60
"""Seconds that the driver has for an answer."""
COMPLAINTS = """() => {
  if (!window.complaints) {
    window.complaints = [];
    addEventListener('error', event => complaints.push(event.message));
    addEventListener('unhandledrejection', event => complaints.push(String(event.reason)));
  }
  return window.complaints;
}"""
"""Errors of the page since this was first asked: this driver tells of none."""
SIZE = "() => [innerWidth, innerHeight]"
FRAME = "() => [outerWidth - innerWidth, outerHeight - innerHeight]"
"""What the browser's own bars take; asked before any change of size, which takes its time."""
IS_SIZE = "(width, height) => innerWidth === width && innerHeight === height"


class WebKit(Engine):
    """A screen without a monitor; each phone is a browser on it, which is there in a second."""

    def __init__(self, driver: str, browser: str, xvfb: str) -> None:
        self.driver, self.browser = driver, browser
        self.settings = tempfile.TemporaryDirectory()
        style = Path(self.settings.name, "gtk-3.0", "gtk.css")
        style.parent.mkdir()
        style.write_text(NARROW)
        heard, told = os.pipe()
        command = [xvfb, "-displayfd", str(told), "-screen", "0", "2000x1200x24", "-nolisten", "tcp"]
        self.screen = subprocess.Popen(command, pass_fds=[told], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(told)
        with os.fdopen(heard) as number:
            display = number.readline().strip()
        assert display, "there is no screen for WebKit"
        self.env = {**os.environ, "DISPLAY": f":{display}", "XDG_CONFIG_HOME": self.settings.name}

    def phone(self, url: str, *, scripts: bool) -> Phone:
        try:
            return self.started(url, scripts=scripts)
        except HTTPError:  # now and then a browser does not start, and the driver waits for it without end
            return self.started(url, scripts=scripts)

    def started(self, url: str, *, scripts: bool) -> Phone:
        options = webdriver.WebKitGTKOptions()
        options.binary_location = self.browser
        options.add_argument("--automation")
        if not scripts:
            options.add_argument("--enable-javascript=false")
        service = webdriver.WebKitGTKService(self.driver, env=self.env)
        service.start()
        try:
            return WebKitPhone(url, service, options)
        except BaseException:
            service.stop()
            raise

    def close(self) -> None:
        end(self.screen)
        self.settings.cleanup()


class WebKitPhone(Phone):
    gone = WebDriverException

    def __init__(self, url: str, service: Service, options: webdriver.WebKitGTKOptions) -> None:
        super().__init__(url)
        line = RemoteConnection(client_config=ClientConfig(service.service_url, timeout=ANSWERED))
        self.service, self.driver = service, webdriver.Remote(line, options=options)
        self.frame = self.run(FRAME)
        self.resize(*PHONE)

    def open(self, address: str) -> None:
        self.driver.get(address)
        self.complaints()

    def run(self, function: str, *arguments: Any) -> Any:
        return self.driver.execute_script(f"return ({function})(...arguments)", *arguments)

    def press(self, x: int, y: int) -> None:
        actions = ActionBuilder(self.driver, duration=0)
        actions.pointer_action.move_to_location(x, y).pointer_down().pointer_up()
        actions.perform()

    def keys(self, text: str) -> None:
        ActionChains(self.driver).send_keys(text).perform()

    def resize(self, width: int, height: int) -> None:
        self.driver.set_window_rect(0, 0, width + self.frame[0], height + self.frame[1])
        self.wait(f"no window of {width} × {height}", IS_SIZE, width, height)

    def sleep(self) -> None:
        self.size = self.run(SIZE)
        self.driver.minimize_window()

    def wake(self) -> None:
        self.resize(*self.size)

    def complaints(self) -> list[str]:
        return list(self.run(COMPLAINTS))

    def close(self) -> None:
        self.driver.quit()
        self.service.stop()
