'use strict';
// what every page has: finders, what is kept on this phone, one request; and the pages of text
const page = (() => {
  const PATIENCE = 4000;
  const root = document.documentElement;
  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const on = (name, act, where = document, first = false) => where.addEventListener(name, act, first);
  const make = (tag, name, properties = {}) => Object.assign(document.createElement(tag), {className: name}, properties);
  const board = () => one('#board');

  // settings, kept on this phone

  let drawer = null, tab = null;
  try { drawer = window.localStorage; tab = window.sessionStorage; } catch (refused) { console.info('settings are not kept:', refused.message); }
  const kept = name => drawer?.getItem(`adjutant.${name}`);
  const keep = (name, value) => drawer?.setItem(`adjutant.${name}`, value);

  root.dataset.theme = kept('theme') ?? 'auto';

  on('change', ({target}) => {
    if (target.matches('select[data-theme]')) keep('theme', root.dataset.theme = target.value);
    if (target.matches('input[data-switch]')) keep(target.dataset.switch, target.checked ? 'on' : 'off');
    if (target.matches('input[data-tick]')) tick(target.closest('[data-ticks]'), target);
  });

  // what is set up: ticked on this phone, table by table

  const ticked = list => (kept(`ticks.${list.dataset.ticks}`) ?? '').split(' ').filter(Boolean);
  const tick = (list, box) => {
    const rest = ticked(list).filter(step => step !== box.dataset.tick);
    keep(`ticks.${list.dataset.ticks}`, [...rest, ...(box.checked ? [box.dataset.tick] : [])].join(' '));
  };

  const recall = () => {
    for (const choice of all('select[data-theme]')) choice.value = root.dataset.theme;
    for (const list of all('[data-ticks]')) for (const box of all('input[data-tick]', list)) box.checked = ticked(list).includes(box.dataset.tick);
    for (const box of all('input[data-switch]')) box.checked = kept(box.dataset.switch) !== 'off';
  };

  // one request, never longer than PATIENCE

  const ask = async (url, request, limit = new AbortController()) => {
    const clock = setTimeout(() => limit.abort(), PATIENCE);
    try {
      const answer = await fetch(url, {...request, signal: limit.signal});
      const text = await answer.text();
      if (answer.status >= 500) throw new Error(`${url} answered ${answer.status}`);
      return new Response(text || null, answer);
    } finally { clearTimeout(clock); }
  };

  // who pressed what is no longer there goes on at the bar of what comes next

  const goOn = () => {
    const next = one('#next') ?? board();
    if (next) next.tabIndex = -1;
    next?.focus({preventScroll: true});
  };

  // what is read in the middle of a scrolled page stays there when something above it goes; not all browsers see to that

  const hold = () => {
    const there = scrollY ? document.elementsFromPoint(innerWidth / 2, innerHeight / 2).map(part => part.closest('[id]')) : [];
    const part = there.find(part => part?.closest('#board') && part !== board() && !part.closest('#next, #news, #status, .asked-back'));
    const top = part?.getBoundingClientRect().top;
    return () => { if (part?.isConnected) scrollBy(0, part.getBoundingClientRect().top - top); };
  };

  // how far to scroll so that something is in sight; what finds no room, as near to a place of it as its ends allow

  const into = (first, last, from, to, middle = -Infinity) => {
    const ends = [first - from, last - to], there = last - first > to - from ? middle - (from + to) / 2 : 0;
    return Math.min(Math.max(there, Math.min(...ends)), Math.max(...ends));
  };

  // it is in sight between the status line and the dock, unless the dock is beside it

  const EDGE = 8;
  const bars = selector => all(selector).filter(bar => getComputedStyle(bar).position === 'sticky').map(bar => bar.getBoundingClientRect());
  const lacking = (parts, middle) => {
    const places = parts.map(part => part.getBoundingClientRect()), below = bars('#next').filter(({left}) => places.some(({right}) => right > left));
    const ends = [Math.min(...places.map(({top}) => top)) - EDGE, Math.max(...places.map(({bottom}) => bottom)) + EDGE];
    const from = Math.max(0, ...bars('#status, #practice, #news, #sheet.result:not([hidden])').map(({bottom}) => bottom)), to = Math.min(innerHeight, ...below.map(({top}) => top));
    return places.length ? into(...ends, from, to, middle) : 0;
  };
  const bringBetween = (parts, middle) => scrollBy(0, lacking(parts, middle));
  const isSeen = part => Math.abs(lacking([part])) <= EDGE;

  // the rules: what has not all the words is hidden while they are typed

  const folded = text => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

  const filter = field => {
    const shorts = field.dataset.filter.split(' ');
    const parts = (folded(field.value).match(/[\p{L}\p{N}_]+/gu) ?? []).map(word => ` ${word}${shorts.includes(word) ? ' ' : ''}`);
    for (const card of all('[data-words]')) card.hidden = !parts.every(part => card.dataset.words.includes(part));
    for (const chapter of all('.chapter')) {
      chapter.hidden = !one('[data-words]:not([hidden])', chapter);
      one(`.chapters a[href="#${chapter.id}"]`).parentElement.hidden = chapter.hidden;
    }
    const found = all('[data-words]:not([hidden])').length;
    one('[data-found]').textContent = found;
    one('#none').hidden = found > 0;
  };

  on('input', ({target}) => { if (target.matches('input[data-filter]')) filter(target); });

  // a picture of a printed page that does not come: the words below it say so

  on('error', ({target}) => {
    if (!target.matches?.('.drawn img')) return;
    const said = target.previousElementSibling;
    if (!said) return;
    said.textContent = said.dataset.failed;
    said.removeAttribute('aria-hidden');
    target.style.visibility = 'hidden';
  }, document, true);

  // a print at work: how far it is, until there is nothing more to tell

  const watchPress = async box => {
    try {
      const answer = await ask(box.dataset.job, {headers: {'HX-Request': 'true'}, cache: 'no-store'});
      if (answer.status !== 200) { location.replace(box.dataset.job); return; }
      box.innerHTML = await answer.text();
    } catch (trouble) { console.warn('the press did not answer:', trouble.message); }
    setTimeout(watchPress, 700, box);
  };

  // a link only shows its form, for previews open links too; whoever really looks sits down at once

  const sitDown = form => {
    if (!form) return;
    if (document.prerendering) on('prerenderingchange', () => form.requestSubmit());
    else form.requestSubmit();
  };

  // a link is copied by a tap; where the browser does not, as over http, it stands selected at least

  on('click', async ({target}) => {
    const button = target.closest('[data-copied]'), field = button?.previousElementSibling;
    if (!field) return;
    field.select();
    const copied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false) || document.execCommand('copy');
    if (!copied) return;
    const before = button.textContent;
    button.textContent = button.dataset.copied;
    field.addEventListener('blur', () => { button.textContent = before; }, {once: true});
  });

  // a new table: what cannot matter in the chosen mission is hidden, answers other than the first are named

  const fitRules = () => {
    const chosen = name => one(`[name=${name}]:checked`)?.value;
    const mission = one('#mission')?.offsetParent ? chosen('mission') : undefined;
    for (const row of all('[data-missions]')) {
      const missions = row.dataset.missions.split(' ').filter(Boolean);
      row.hidden = Boolean(mission) && missions.length > 0 && !missions.includes(mission) && !one('.alarm', row);
      for (const field of all('input, select', row)) field.disabled = row.hidden;
    }
    for (const chapter of all('.questions details')) chapter.hidden = !one('.field:not([hidden])', chapter);
    const asked = all('.questions .field:not([hidden]):has(select)').filter(({dataset}) => (dataset.only ?? chosen('edition')) === chosen('edition'));
    const others = asked.filter(row => one('select', row).selectedIndex > 0).map(row => one('label', row).textContent);
    const told = one('#differs');
    told.textContent = others.length ? `${told.dataset.some} ${others.join(' · ')}` : told.dataset.none;
  };

  on('change', ({target}) => { if (target.closest('form:has(.table-rules)')) fitRules(); });

  // what is looked up from a table leads back to it

  const linkToTable = () => {
    const {table, view} = document.body.dataset, link = one('#back-to-table');
    if (table) tab?.setItem('adjutant.table', document.body.matches('.wall') ? view : table);
    const from = tab?.getItem('adjutant.table');
    if (link && from && !one(`a[href="${from}"]`)) Object.assign(link, {href: from, hidden: false});
  };

  on('DOMContentLoaded', () => {
    if (one('.table-rules')) fitRules();
    if (one('[data-job]')) watchPress(one('[data-job]'));
    sitDown(one('form[data-at-once]'));
    linkToTable();
  });

  return {PATIENCE, root, one, all, on, make, board, kept, keep, recall, ask, goOn, hold, EDGE, into, bringBetween, isSeen};
})();
