"""A phone of some engine: what its driver must do, and what every phone does by that."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from tests.browser.thumb import DOUBLE_TAP

PATIENCE = 60.0
"""Seconds until what does not come is missed."""
HEARD = 0.05
"""Seconds until a page has heard of a tap."""
PHONE = (390, 844)

PLACE = """selector => {
  for (const place of document.querySelectorAll(selector)) {
    if (!place.checkVisibility()) continue;
    place.scrollIntoView({block: 'center', behavior: 'instant'});
    const box = place.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
    if (place.contains(document.elementFromPoint(x, y))) return [x, y, place.id];
  }
  return null;
}"""
"""The middle of the first of these that a finger would meet there, and its id; None while there is none."""
SETTLED = "() => document.readyState === 'complete' && !document.querySelector('[aria-busy=true]')"
SHOWN = "selector => [...document.querySelectorAll(selector)].some(one => one.checkVisibility())"
TEXT = "selector => document.querySelector(selector)?.innerText ?? ''"
HOLDS = "(selector, text) => (document.querySelector(selector)?.innerText ?? '').includes(text)"
SIT = """(code, token) => { document.cookie = `seat-${code}=${token}; path=/t/${code}`; }"""


class Phone(ABC):
    """One phone: cookies, settings and a page of its own."""

    gone: type[Exception]
    """What the driver raises while a page gives way to the next."""

    def __init__(self, url: str) -> None:
        self.url, self.answered = url, 0.0

    # -- what each driver does in its own way

    @abstractmethod
    def open(self, address: str) -> None:
        """Go to an address, until its page is there."""

    @abstractmethod
    def run(self, function: str, *arguments: Any) -> Any:
        """What a JavaScript function returns, also on a page whose own scripts are off; arguments as JSON."""

    @abstractmethod
    def press(self, x: int, y: int) -> None:
        """A finger, or a mouse where the engine knows none, at a place of what is in sight."""

    @abstractmethod
    def keys(self, text: str) -> None:
        """Type on what has the focus."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Let the page be of this size."""

    @abstractmethod
    def sleep(self) -> None:
        """Hear nothing more, as in a pocket."""

    @abstractmethod
    def wake(self) -> None:
        """Be looked at again."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """Errors that the page wrote to the console."""

    @abstractmethod
    def close(self) -> None:
        """Put it away; it remembers nothing."""

    # -- what follows from that

    def goto(self, path: str) -> None:
        """Go to a path of the server."""
        self.open(self.url + path)

    def sit(self, code: str, token: str) -> None:
        """Hold a seat by its token, and look at the board."""
        self.goto("/about")
        self.run(SIT, code, token)
        self.goto(f"/t/{code}")

    def wait(self, what: str, function: str, *arguments: Any) -> Any:
        late = time.monotonic() + PATIENCE
        while True:
            trouble: object = "nothing"
            try:
                if found := self.run(function, *arguments):
                    return found
            except self.gone as error:
                trouble = error
            assert time.monotonic() < late, f"{what}: {trouble}\n{self.run(TEXT, 'body')}"
            time.sleep(0.03)

    def tap(self, selector: str) -> str:
        """Tap what is in reach, as slowly as a thumb, and let it be answered; the id of what was tapped."""
        time.sleep(max(0, self.answered + DOUBLE_TAP / 1000 - time.monotonic()))
        x, y, tapped = self.wait(f"no tap on {selector}", PLACE, selector)
        self.press(x, y)
        time.sleep(HEARD)
        self.wait(f"no answer to a tap on {selector}", SETTLED)
        self.answered = time.monotonic()
        return str(tapped)

    def write(self, selector: str, text: str) -> None:
        """Tap a field and type."""
        self.tap(selector)
        self.keys(text)

    def see(self, text: str, within: str = "body") -> None:
        """Wait until this is read there."""
        self.wait(f"not read in {within}: {text}", HOLDS, within, text)

    def meet(self, selector: str) -> None:
        """Wait until this is shown."""
        self.wait(f"not shown: {selector}", SHOWN, selector)

    def shows(self, selector: str) -> bool:
        return bool(self.run(SHOWN, selector))

    def text(self, selector: str) -> str:
        return str(self.run(TEXT, selector))


class Engine(ABC):
    """A browser engine; gives out phones and takes them back."""

    @abstractmethod
    def phone(self, url: str, *, scripts: bool) -> Phone:
        """A new phone, with or without JavaScript."""

    @abstractmethod
    def close(self) -> None:
        """End what was started for it."""


Phones = Callable[..., Phone]
"""`phones(scripts=False)`: a new phone of the engine at hand."""
