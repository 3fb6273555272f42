"""Firefox, by WebDriver BiDi on its own web socket, without another program in between: a touch screen."""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from selenium.common import WebDriverException
from selenium.webdriver.common.bidi.common import command_builder
from selenium.webdriver.remote.websocket_connection import WebSocketConnection

from tests.engines.phone import PATIENCE, PHONE, Engine, Phone
from tests.server import end

LISTENS = "WebDriver BiDi listening on "
"""What Firefox says before the address at which it is driven."""


class Firefox(Engine):
    """One headless browser with scripts, one without; each phone is a window with cookies of its own."""

    def __init__(self, path: str) -> None:
        self.path, self.running = path, dict[bool, Running]()

    def phone(self, url: str, *, scripts: bool) -> Phone:
        if scripts not in self.running:
            self.running[scripts] = Running(self.path, scripts)
        return FirefoxPhone(url, self.running[scripts])

    def close(self) -> None:
        for running in self.running.values():
            running.close()


class Running:
    """A Firefox with an empty profile, and the line to it."""

    def __init__(self, path: str, scripts: bool) -> None:
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        folder = Path(self.profile.name)
        (folder / "user.js").write_text(f'user_pref("javascript.enabled", {json.dumps(scripts)});\n')
        command = [path, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
        with (folder / "said").open("wb") as said:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        self.errors: list[tuple[str, str]] = []
        try:
            self.line = WebSocketConnection(f"{_address(self.process, folder / 'said')}/session", PATIENCE, 0.002)
            self.line.callbacks["log.entryAdded"] = [self._hear]
            self.ask("session.new", capabilities={})
            self.ask("session.subscribe", events=["log.entryAdded"])
        except BaseException:
            self.close()
            raise

    def ask(self, command: str, **parameters: Any) -> Any:
        return self.line.execute(command_builder(command, parameters))

    def _hear(self, entry: Any) -> None:
        if entry["level"] == "error":
            self.errors.append((entry["source"].get("context", ""), entry["text"]))

    def close(self) -> None:
        end(self.process)
        self.profile.cleanup()


class FirefoxPhone(Phone):
    gone = WebDriverException

    def __init__(self, url: str, running: Running) -> None:
        super().__init__(url)
        self.running = running
        self.jar = running.ask("browser.createUserContext")["userContext"]
        self.page = running.ask("browsingContext.create", type="window", userContext=self.jar)["context"]
        self.resize(*PHONE)

    def open(self, address: str) -> None:
        self.running.ask("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def run(self, function: str, *arguments: Any) -> Any:
        source = f"() => JSON.stringify([({function})(...{json.dumps(arguments)})])"
        target = {"context": self.page, "sandbox": "tests"}
        answer = self.running.ask("script.callFunction", functionDeclaration=source, target=target, awaitPromise=False)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])[0]

    def press(self, x: int, y: int) -> None:
        down_and_up = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        moves = [{"type": "pointerMove", "x": x, "y": y}, *down_and_up]
        self._perform({"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": moves})

    def keys(self, text: str) -> None:
        strokes = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self._perform({"type": "key", "id": "keys", "actions": strokes})

    def _perform(self, actions: Any) -> None:
        self.running.ask("input.performActions", context=self.page, actions=[actions])

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self.running.ask("browsingContext.setViewport", context=self.page, viewport=size)

    def sleep(self) -> None:
        self._let_window_be("minimized")

    def wake(self) -> None:
        self._let_window_be("normal")

    def _let_window_be(self, state: str) -> None:
        window = self.running.ask("browsingContext.getTree", root=self.page)["contexts"][0]["clientWindow"]
        self.running.ask("browser.setClientWindowState", clientWindow=window, state=state)

    def complaints(self) -> list[str]:
        return [text for page, text in self.running.errors if page == self.page]

    def close(self) -> None:
        self.running.ask("browser.removeUserContext", userContext=self.jar)


def _address(process: subprocess.Popen[bytes], said: Path) -> str:
    """The address that Firefox prints. Raises RuntimeError with all it said if it prints none."""
    late = time.monotonic() + PATIENCE
    while time.monotonic() < late and process.poll() is None:
        text = said.read_text(errors="replace")
        if LISTENS in text and text.endswith("\n"):
            return text.partition(LISTENS)[2].split()[0]
        time.sleep(0.02)
    raise RuntimeError(f"Firefox cannot be driven: {said.read_text(errors='replace')}")
