"""The one Playwright of a test process: its synchronous interface cannot be started twice."""

from __future__ import annotations

import atexit
from functools import cache

from playwright.sync_api import Playwright, sync_playwright


@cache
def one_playwright() -> Playwright:
    """Start Playwright at the first call; it is stopped with the process."""
    started = sync_playwright().start()
    atexit.register(started.stop)
    return started
