"""Whether a screen is sound: axe finds nothing, what is told by a name has one, nothing overflows, targets are big and
lie apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.phones import Phone

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# a target of good size that a bar or a sheet floats over is covered only until one scrolls
FAULTS = """async ([tags, contrast]) => {
  if (!window.axe) return null;
  const {violations} = await axe.run({
    runOnly: {type: 'tag', values: tags}, rules: {'color-contrast': {enabled: contrast}}, resultTypes: ['violations']});
  const floating = element => !element ? null
    : ['fixed', 'sticky'].includes(getComputedStyle(element).position) ? element : floating(element.parentElement);
  const covered = target => {
    const element = document.querySelector(target), {left, top, right, bottom} = element.getBoundingClientRect();
    const across = [left + 2, (left + right) / 2, right - 2], down = [top + 2, (top + bottom) / 2, bottom - 2];
    const spots = across.flatMap(x => down.map(y => [x, y]));
    const above = spots.map(([x, y]) => floating(document.elementFromPoint(x, y)));
    return right - left >= 24 && bottom - top >= 24 && above.some(found => found && !found.contains(element));
  };
  const left = fault => fault.nodes.map(node => node.target.join(' '))
    .filter(target => fault.id !== 'target-size' || !covered(target));
  return violations.filter(fault => left(fault).length).map(fault => `${fault.id}: ${left(fault).join(', ')}`);
}"""
# axe lets many of these go without a name; what is hidden until it is needed has its name too, but for a sheet put away
NAMELESS = """() => {
  const roles = ['dialog', 'alertdialog', 'group', 'radiogroup', 'meter', 'progressbar', 'navigation', 'region', 'log',
    'img'];
  const told = [...roles.map(role => `[role=${role}]`),
    'dialog, fieldset, meter, progress, nav, section, img:not([alt=""]), #meanwhile'].join();
  const text = element => (element?.textContent ?? '').trim();
  const given = (element, name) => (element.getAttribute(name) ?? '').trim();
  const plain = element => element.matches('section:not([role], [aria-label], [aria-labelledby])');
  const named = element => given(element, 'aria-label') || given(element, 'title')
    || given(element, 'aria-labelledby').split(' ').some(id => text(document.getElementById(id)))
    || element.matches('fieldset') && text(element.querySelector(':scope > legend'))
    || element.matches('meter, progress') && [...element.labels].some(text)
    || element.matches('img') && given(element, 'alt')
    || element.matches('svg') && text(element.querySelector(':scope > title'))
    || plain(element) && text(element.querySelector('h1, h2, h3'));
  return [...document.querySelectorAll(told)]
    .filter(element => !element.closest('[aria-hidden=true], [hidden][aria-labelledby]:empty') && !named(element))
    .map(element => element.outerHTML.slice(0, 80));
}"""
# a row is one target: the link to its thing reaches over all of it
MEASURES = """() => { const row = e => e.matches('.opens') ? e.closest('li, .swarm') : e.closest('li.model') ?? e;
  return [[...document.querySelectorAll(
        'button, a.button, a.open, summary, select, input:not([type=hidden])')]
    .filter(e => e.offsetParent && e.checkVisibility() && !e.closest('[hidden]'))
    .filter(e => getComputedStyle(e).clipPath === 'none')
    .filter(e => !(e.matches('input') && e.closest('label')))
    .map(e => [e.id || e.outerHTML.slice(0, 60), row(e).getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5)).map(([name]) => name),
    document.documentElement.scrollWidth - document.documentElement.clientWidth]; }"""

# what floats lies over the rest and what is scrolled goes under its edge: each is looked at within itself; the reasons
# of a sum are words of one line of text, whose lines are as close as those of any
OVERLAPS = """() => {
  const layer = e => {
    const {position, overflowY} = e ? getComputedStyle(e) : {};
    const own = !e || ['fixed', 'sticky', 'absolute'].includes(position) || overflowY !== 'visible';
    return own ? e : layer(e.parentElement);
  };
  const targets = [...document.querySelectorAll('a, button, summary, select, label.tile')]
    .filter(e => e.checkVisibility() && !e.closest('[hidden], #notice, .skip, .sum, svg'))
    .map(e => [e, e.getBoundingClientRect(), layer(e)]).filter(([, box]) => box.width && box.height);
  const over = (p, q) => Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1
    && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 1;
  const name = e => e.id || e.outerHTML.slice(0, 60);
  return targets.flatMap(([a, p, above], i) => targets.slice(i + 1)
    .filter(([b, q, own]) => above === own && !a.contains(b) && !b.contains(a) && over(p, q))
    .map(([b]) => `${name(a)} and ${name(b)}`));
}"""


def faults(page: Page, contrast: bool) -> Any:
    found = page.evaluate(FAULTS, [TAGS, contrast])
    if found is None:
        page.evaluate(AXE_SCRIPT)
        found = page.evaluate(FAULTS, [TAGS, contrast])
    return found


COLOURS = """async light => {
  document.documentElement.dataset.theme = light;
  const {violations} = await axe.run({runOnly: ['color-contrast'], resultTypes: ['violations']});
  return violations.flatMap(fault => fault.nodes.map(node => node.target.join(' ')));
}"""


def check(phone: Phone, where: str, *, axe: bool = True, contrast: bool = True, lights: Sequence[str] = ("",)) -> None:
    """One screen, in its own light, or its colours in each of these. Colours, which take axe most of its time, are
    those of another language too."""
    found = faults(phone.page, contrast and lights == ("",)) if axe else []
    assert found == [], f"{where}: {found}"
    for light in filter(None, lights):
        found = phone.page.evaluate(COLOURS, light)
        assert found == [], f"{where} in {light}: {found}"
    nameless = phone.page.evaluate(NAMELESS)
    assert nameless == [], f"{where}: {nameless}"
    small, too_wide = phone.page.evaluate(MEASURES)
    assert small == [], f"{where}: {small}"
    assert too_wide <= 0, where
    overlapping = phone.page.evaluate(OVERLAPS)
    assert overlapping == [], f"{where}: {overlapping}"
