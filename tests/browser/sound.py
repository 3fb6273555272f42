"""Whether a screen is sound: axe finds nothing, nothing overflows, targets are large enough."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.phones import Phone

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
FAULTS = """async tags => {
  if (!window.axe) return null;
  const {violations} = await axe.run({runOnly: {type: 'tag', values: tags}, resultTypes: ['violations']});
  return violations.map(fault => `${fault.id}: ${fault.nodes.map(node => node.target.join(' ')).join(', ')}`);
}"""
# a row of a model is one target: its button reaches over all of it
MEASURES = """() => [[...document.querySelectorAll(
        'button, a.button, a.open, summary, select, input:not([type=hidden])')]
    .filter(e => e.offsetParent && !e.closest('[hidden]') && getComputedStyle(e).clipPath === 'none')
    .filter(e => !(e.matches('input') && e.closest('label')))
    .map(e => [e.id || e.outerHTML.slice(0, 60), (e.closest('li.model') ?? e).getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5)).map(([name]) => name),
    document.documentElement.scrollWidth - document.documentElement.clientWidth]"""


def faults(page: Page) -> Any:
    """What axe finds, a line each; axe is brought to a page once."""
    found = page.evaluate(FAULTS, TAGS)
    if found is None:
        page.evaluate(AXE_SCRIPT)
        found = page.evaluate(FAULTS, TAGS)
    return found


def check(phone: Phone, where: str, *, axe: bool = True) -> None:
    """One screen."""
    assert not axe or faults(phone.page) == [], where
    small, too_wide = phone.page.evaluate(MEASURES)
    assert small == [], where
    assert too_wide <= 0, where
