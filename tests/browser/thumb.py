"""A thumb: as slow as a double tap is quick, and it looks up again when what it asked for is there."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Error, Locator, Page

DOUBLE_TAP, NEAR = 320, 40
"""Milliseconds from a press and from its answer to the next on its place, and pixels to another place: a little above
the page's own."""
PATIENCE = 8000

LISTENS = """(() => {
  const thumb = window.thumb = {heard: true, leaving: false, at: 0, x: 0, y: 0};
  let finger = {};
  const leaves = gone => { thumb.leaving = gone; };
  addEventListener('touchstart', () => { thumb.heard = false; }, {capture: true, passive: false});
  addEventListener('click', ({clientX: x, clientY: y}) => {
    thumb.heard = true;
    if (x || y) finger = {x, y};
  }, true);
  addEventListener('htmx:config:request', () => Object.assign(thumb, {at: Date.now(), ...finger}));
  addEventListener('htmx:finally:request', () => { thumb.at = Date.now(); });
  addEventListener('submit', event => { if (!event.defaultPrevented) leaves(true); });
  navigation.addEventListener('navigate', ({destination, downloadRequest}) => {
    if (!destination.sameDocument && downloadRequest === null) leaves(true);
  });
  navigation.addEventListener('navigateerror', () => leaves(false));
})()"""
"""Every page with scripts notices what a thumb does to it, from its beginning."""

APART = """async (element, [pause, near]) => {
  if (!window.thumb) { window.old = element.matches('button, a, form'); return; }
  element.scrollIntoViewIfNeeded();
  const box = element.getBoundingClientRect();
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  const elsewhere = element.contains(document.elementFromPoint(x, y)) && Math.hypot(x - thumb.x, y - thumb.y) > near;
  if (!elsewhere) await new Promise(done => setTimeout(done, thumb.at + pause - Date.now()));
}"""
"""A tap here would be no double tap. A page without scripts knows none; there a button, a link and a form lead on."""

CAUGHT_UP = """async patience => {
  const {table, view} = document.body.dataset, late = Date.now() + patience;
  const board = () => document.querySelector('#board');
  const news = () => fetch(`${view ?? table}?seen=${board().dataset.seq}`, {headers: {'HX-Request': 'true'}});
  while (window.thumb && table && board() && Date.now() < late && (await news()).status !== 204)
    await new Promise(done => setTimeout(done, 10));
}"""
"""The board shows what the other phones did."""

SETTLED = """async patience => {
  if (!window.thumb) return !window.old && document.readyState === 'complete';
  const wait = ms => new Promise(done => setTimeout(done, ms));
  const busy = () => !thumb.heard || thumb.leaving || document.readyState !== 'complete'
    || document.querySelector('[aria-busy=true]');
  const late = Date.now() + patience;
  while (busy() && Date.now() < late) await wait(10);
  if (busy()) throw new Error(`nothing came of a tap: ${JSON.stringify(thumb)}`);
  return true;
}"""
"""The tap was heard, and what it asked for is on the page or the next page is there."""

TABLE = re.compile(r"/t/\w+")
TAPPED: dict[str, Page] = {}
"""Which phone was the last to be tapped at a table: it needs not catch up."""


def tap(place: Locator) -> None:
    """A tap, until what it set off is over."""
    catch_up(place.page)
    place.evaluate(APART, [DOUBLE_TAP, NEAR])
    place.tap()
    late = time.monotonic() + PATIENCE / 1000
    while not _settled(place.page):
        assert time.monotonic() < late, f"{place} leads nowhere"
        place.page.wait_for_timeout(20)


def catch_up(page: Page) -> None:
    found = TABLE.search(page.url)
    if found and TAPPED.get(found[0]) is not page:
        page.evaluate(CAUGHT_UP, PATIENCE)
        TAPPED[found[0]] = page


def _settled(page: Page) -> bool:
    try:
        return bool(page.evaluate(SETTLED, PATIENCE))
    except Error as error:
        if "context was destroyed" not in error.message:
            raise
        return False
