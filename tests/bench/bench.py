"""The figures that we hold ourselves to, measured on this computer beside the goals and beside a floor: `make bench`.

Loopback only. Everything is bounded in count and time; nothing is asserted, since times are the computer's.
"""

from __future__ import annotations

import os
import random
import secrets
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench import boards, evenings, many_tables, printing
from tests.bench.phones import Game, Line, Phone, megabytes_of, percentile
from tests.server import FLAGS, Server, chromium_path, running, serving

FLOOR = str(Path(__file__).with_name("floor.py"))
PHONE = {"width": 390, "height": 844}
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SLOWED = 4

SITTING = ("allied", "german", "referee", "allied", "german", "referee", "allied", "german")
TAPS, ROUNDS, PAUSE = 200, 20, 0.05
TABLES, PRESSES = 20, 100
LISTENING = ("allied", "allied", "german", "referee")
"""Who listens at each of many tables."""
STARTS, LOADS = 3, 5
GENERALS = [f"{side}{section}" for side in ("allied", "axis") for section in ("", "-left", "-centre", "-right")]
OVERLORD: dict[str, Any] = {
    "wishes": {"game": "memoir-44", "mission": "three-passes-of-tengshan", "players": 8},
    "unwanted": {"concede", "ambush", "battle", "decide-dice", "leave-board", "strike", "play-card"},
}
"""A commander and three generals a side, who order and move by orders dealt to them."""


# -- a tap, and what it costs


@dataclass
class Taps:
    """Phones at a table and one that taps there: what the taps took in milliseconds, to each other phone, to the last
    of them and to the own answer; and what crossed the lines.
    """

    phones: Sequence[Phone]
    tapper: Line
    tap: Callable[[], tuple[str, str, str]]
    each: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    answer: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        for line in [self.tapper, *(phone.view for phone in self.phones), *(phone.bell for phone in self.phones)]:
            line.sent = line.heard = 0

    def measure(self, count: int) -> None:
        """Tap so often at a modest rate and wait each time until every phone has its new view."""
        for _ in range(count):
            path, cookie, form = self.tap()
            time.sleep(PAUSE)
            numbers = [phone.seen + 1 for phone in self.phones]
            sent = time.perf_counter()
            status = self.tapper.ask("POST", path, cookie, form)
            assert status == 200, (status, path, form)
            self.answer.append(1000 * (time.perf_counter() - sent))
            took = [1000 * (phone.wait(number) - sent) for phone, number in zip(self.phones, numbers, strict=True)]
            self.each += took
            self.last.append(max(took))

    @property
    def fetched(self) -> float:
        """Bytes per tap that came to a phone that looks."""
        heard = sum(phone.view.heard + phone.bell.heard for phone in self.phones)
        return heard / len(self.answer) / len(self.phones)

    @property
    def tapped(self) -> float:
        """Bytes per tap that went from and came to the phone that taps."""
        return (self.tapper.sent + self.tapper.heard) / len(self.answer)


@contextmanager
def table_of_eight(folder: Path, sitting: Sequence[str] = SITTING, **how: Any) -> Iterator[Taps]:
    """Eight phones at one table under way; one more taps whatever is offered."""
    with serving(folder) as server, ExitStack() as stack:
        game = Game(server, random.Random(8), **how)
        game.until_action()
        cookies = {seat: game.cookie(seat) for seat in set(sitting)}
        board = f"/t/{game.code}"
        phones = [Phone(server, f"{board}/bell", f"{board}?seen={{seen}}", cookies[seat]) for seat in sitting]
        tapper = Line(server)
        for line in (tapper, *phones):
            stack.callback(line.close)

        def tap() -> tuple[str, str, str]:
            game.look()
            command, fields = game.next()
            given = {**fields, "by": "table", "sure": "1", "seen": game.shown["seq"], "key": secrets.token_urlsafe(6)}
            return f"{board}/do/{command}", cookies[game.seat], urlencode(given, doseq=True)

        yield Taps(phones, tapper, tap)


@contextmanager
def floor_of_eight(folder: Path) -> Iterator[Taps]:
    """The same phones at the bare app."""
    with running([FLOOR, str(folder)]) as server, ExitStack() as stack:
        phones = [Phone(server, "/bell", "/?seen={seen}") for _ in SITTING]
        tapper = Line(server)
        for line in (tapper, *phones):
            stack.callback(line.close)
        yield Taps(phones, tapper, lambda: ("/tap", "", ""))


def taps_by_turns(ours: Path, bare: Path, sitting: Sequence[str] = SITTING, **how: Any) -> tuple[Taps, Taps]:
    """Taps at a table and at the bare app by turns: both have the computer's good and bad moments."""
    with table_of_eight(ours, sitting, **how) as table, floor_of_eight(bare) as floor:
        for _ in range(ROUNDS):
            table.measure(TAPS // ROUNDS)
            floor.measure(TAPS // ROUNDS)
        return table, floor


# -- the page


@dataclass
class Load:
    """A cold load in a browser: requests, bytes that came, milliseconds until usable."""

    requests: int
    heard: int
    usable: float


USABLE = """
document.addEventListener('DOMContentLoaded', () => setTimeout(function look() {
  const painted = performance.getEntriesByName('first-contentful-paint').length;
  const sending = !document.querySelector('#board') || document.querySelector('#next [data-htmx-powered]');
  if (painted && sending) window.usable = performance.now(); else requestAnimationFrame(look);
}));
"""
"""The first frame after everything is painted and, on a board, the big button sends by script."""


def loads(
    browser: Any, url: str, cookies: Sequence[dict[str, Any]], slow: dict[str, Any] | None, cpu: int
) -> list[Load]:
    """Cold loads, each in a browser context of its own."""
    return [load(browser, url, cookies, slow, cpu) for _ in range(LOADS)]


def load(browser: Any, url: str, cookies: Sequence[dict[str, Any]], slow: dict[str, Any] | None, cpu: int) -> Load:
    """One cold load."""
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True, device_scale_factor=2)
    try:
        context.add_cookies(cookies)
        context.add_init_script(USABLE)
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        asked: list[str] = []
        heard: list[int] = []
        devtools.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
        devtools.on("Network.loadingFinished", lambda event: heard.append(int(event["encodedDataLength"])))
        devtools.send("Network.enable")
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": cpu})
        if slow:
            devtools.send("Network.emulateNetworkConditions", slow)
        page.goto(url, wait_until="load", timeout=30000)
        page.wait_for_function("() => window.usable", timeout=30000)
        usable = page.evaluate("window.usable")
        page.wait_for_timeout(300)
        return Load(len([one for one in asked if one.startswith("http")]), sum(heard), usable)
    finally:
        context.close()


@dataclass
class Pages:
    """Loads on this computer's own speed apart: processor slowed, and on a slow line too."""

    slowed: list[Load]
    slow_line: list[Load]


def pages(folder: Path, bare: Path) -> tuple[Pages, Pages] | str:
    """The board and the bare page; or why there is no browser to load them."""
    # the whole browser where there is one: it fetches all that a phone does, the icon of the site too
    if (chromium := shutil.which("chromium") or chromium_path()) is None:
        return "no Chromium"
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return "no playwright"
    with serving(folder) as server, running([FLOOR, str(bare)]) as floor, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        try:
            game = Game(server, random.Random(8))
            game.until_action()
            name, _, value = game.cookie("allied").partition("=")
            cookies = [{"name": name, "value": value, "url": f"{server.url}/t/{game.code}"}]
            return (
                both_speeds(browser, f"{server.url}/t/{game.code}", cookies),
                both_speeds(browser, f"{floor.url}/", []),
            )
        finally:
            browser.close()


def both_speeds(browser: Any, url: str, cookies: Sequence[dict[str, Any]]) -> Pages:
    """A page with the processor slowed, and also on a slow line."""
    return Pages(loads(browser, url, cookies, None, SLOWED), loads(browser, url, cookies, SLOW_4G, SLOWED))


# -- start and memory


def start_of(start: Callable[[Path], AbstractContextManager[Server]]) -> float:
    """Seconds from the start of the process until the first answer, the middle one of a few evenings on one folder."""
    took = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(STARTS):
            began = time.perf_counter()
            with start(Path(folder)):
                took.append(time.perf_counter() - began)
    return statistics.median(took)


def bare(folder: Path) -> AbstractContextManager[Server]:
    """The bare app on a folder."""
    return running([FLOOR, str(folder)])


def memory(folder: Path) -> tuple[float, float, int]:
    """Megabytes after the start, and with many tables played while phones listen; how many presses that took."""
    with serving(folder) as server, ExitStack() as stack:
        fresh = megabytes_of(server)
        games = [Game(server, random.Random(number)) for number in range(TABLES)]
        for game in games:
            for seat in LISTENING:
                line = Line(server)
                stack.callback(line.close)
                line.send("GET", f"/t/{game.code}/bell", game.cookie(seat))
                assert line.head()[0] == 200
            for _ in range(PRESSES):
                game.press()
        return fresh, megabytes_of(server), sum(game.pressed for game in games)


def memory_of_the_floor(folder: Path) -> float:
    """Megabytes of the bare app after as many taps as one table has presses."""
    with bare(folder) as server:
        for _ in range(PRESSES):
            server.ask("POST", "/tap")
        return megabytes_of(server)


# -- the table


def row(figure: str, ours: str, goal: str = "", floor: str = "", ratio: float | None = None) -> None:
    """A line of the table, printed as soon as it is known."""
    print(f"{figure:46} {ours:>16} {goal:>16} {floor:>16} {'' if ratio is None else f'{ratio:.1f}×':>8}", flush=True)


def show_taps(ours: Taps, floor: Taps) -> None:
    """Rows of a tap."""
    for name, goals, figures, bare_figures in (
        (f"tap → each of {len(SITTING)} other phones", (10, 25), ours.each, floor.each),
        ("tap → the last of them", (None, None), ours.last, floor.last),
        ("tap → its own answer", (None, None), ours.answer, floor.answer),
    ):
        for percent, goal in zip((50, 95), goals, strict=True):
            mine, least = percentile(figures, percent), percentile(bare_figures, percent)
            row(
                f"{name}, p{percent}", f"{mine:.1f} ms", f"≤ {goal} ms" if goal else "", f"{least:.1f} ms", mine / least
            )
    row("bytes per tap, a phone that looks", f"{ours.fetched:.0f} B", "≤ 3000 B", f"{floor.fetched:.0f} B")
    row(
        "bytes per tap, the phone that taps",
        f"{ours.tapped:.0f} B",
        "",
        f"{floor.tapped:.0f} B",
    )


def show_generals(ours: Taps, floor: Taps) -> None:
    """Rows of a tap where eight phones are eight seats of an Overlord board."""
    for percent, goal in ((50, ""), (95, "≤ 25 ms")):
        mine, least = percentile(ours.each, percent), percentile(floor.each, percent)
        name = f"Overlord, tap → each of {len(GENERALS)} phones, p{percent}"
        row(name, f"{mine:.1f} ms", goal, f"{least:.1f} ms", mine / least)
    row("Overlord, bytes per tap, a phone that looks", f"{ours.fetched:.0f} B", "≤ 3072 B")


def show_pages(ours: Pages, floor: Pages) -> None:
    """Rows of a cold load."""

    def middle(loads: Sequence[Load]) -> float:
        return statistics.median(load.usable for load in loads) / 1000

    one, least = ours.slowed[0], floor.slowed[0]
    row("cold load, requests (the stream is one)", str(one.requests), "≤ 8", str(least.requests))
    row("cold load, bytes", f"{one.heard / 1000:.1f} KB", "≤ 60 KB", f"{least.heard / 1000:.1f} KB")
    for name, goal, mine, bare_loads in (
        (f"usable, processor slowed {SLOWED}×", "≤ 0.8 s", ours.slowed, floor.slowed),
        (f"usable, slowed {SLOWED}× and on slow 4G", "≤ 1.8 s", ours.slow_line, floor.slow_line),
    ):
        took, least_took = middle(mine), middle(bare_loads)
        row(name, f"{took:.2f} s", goal, f"{least_took:.2f} s", took / least_took)


def main(given: Sequence[str]) -> None:
    """Measure, and print each figure beside its goal and its floor; `many-tables` measures these alone."""
    began = time.monotonic()
    sys.setswitchinterval(0.0005)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {sys.version.split()[0]}, loopback")
    if "many-tables" not in given:
        show_one_server()
    many_tables.show(row)
    print(f"measured in {time.monotonic() - began:.0f} s")


def show_one_server() -> None:
    """Rows of everything but many tables at several servers."""
    row("figure", "Adjutant", "goal", "bare Flask")
    with tempfile.TemporaryDirectory() as scratch:
        folders = iter([Path(scratch) / name for name in "abcdefghij"])

        def folder() -> Path:
            new = next(folders)
            new.mkdir()
            return new

        show_taps(*taps_by_turns(folder(), folder()))
        show_generals(*taps_by_turns(folder(), folder(), GENERALS, **OVERLORD))
        boards.show(row, folder())
        with serving(folder()) as server:
            evenings.show(row, Game(server, random.Random(8)), partial(Line, server))
        loaded = pages(folder(), folder())
        if isinstance(loaded, str):
            print(f"pages: not measured, {loaded}")
        else:
            show_pages(*loaded)
        started, bare_started = start_of(serving), start_of(bare)
        row("cold start to the first answer", f"{started:.2f} s", "", f"{bare_started:.2f} s", started / bare_started)
        fresh, full, presses = memory(folder())
        least = memory_of_the_floor(folder())
        row("memory after the start", f"{fresh:.0f} MB")
        name = f"memory, {TABLES} tables, {presses} presses"
        row(name, f"{full:.0f} MB", "≤ 110 MB", f"{least:.0f} MB", full / least)
    row("printing", "Adjutant", "goal", "bare reportlab")
    printing.show(row)


if __name__ == "__main__":
    main(sys.argv[1:])
