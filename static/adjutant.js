'use strict';
(() => {
  const PATIENCE = 4000, SILENCE = 12000, POLL = 2000, DOUBLE_TAP = 300, UNSEEN = 250;
  const page = document.documentElement;
  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const on = (name, act, where = document) => where.addEventListener(name, act);

  // settings, kept on this phone

  let drawer = null;
  try { drawer = window.localStorage; } catch (refused) { console.info('settings are not kept:', refused.message); }
  const kept = name => drawer?.getItem(`adjutant.${name}`);
  const keep = (name, value) => drawer?.setItem(`adjutant.${name}`, value);

  page.dataset.theme = kept('theme') ?? 'auto';

  on('change', ({target}) => {
    if (target.matches('select[data-theme]')) keep('theme', page.dataset.theme = target.value);
    if (target.matches('input[data-switch]')) keep(target.dataset.switch, target.checked ? 'on' : 'off');
  });

  // what is set up: ticked on this phone, table by table

  const ticked = list => (kept(`ticks.${list.dataset.ticks}`) ?? '').split(' ').filter(Boolean);
  const tick = (list, box) => {
    const rest = ticked(list).filter(step => step !== box.dataset.tick);
    keep(`ticks.${list.dataset.ticks}`, [...rest, ...(box.checked ? [box.dataset.tick] : [])].join(' '));
  };

  on('change', ({target}) => { if (target.matches('input[data-tick]')) tick(target.closest('[data-ticks]'), target); });

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

  const askTwice = async (url, request) => {
    try { return await ask(url, request); }
    catch (trouble) {
      console.warn('trying once more:', trouble.message);
      await new Promise(resolve => setTimeout(resolve, 1000));
      return ask(url, request);
    }
  };

  // the board and its bell

  let table, view;
  let stream = null, deadline = 0, reopen = 0, failures = 0, rung = 0;
  let fetching = null, again = false, due = 0, missed = 0;
  let doubtful = false, proven = Date.now(), held = null, answering = '';

  const board = () => one('#board');
  const seen = () => Number(board()?.dataset.seq);

  // what lies behind an open sheet is out of reach, and so is a board that may not be up to date; what was refused is not

  const fence = () => {
    const over = one('body:not(.sheet-page) > #sheet:not([hidden])');
    over?.setAttribute('aria-modal', 'true');
    for (const part of all('body > :not(script, #sheet, #notice)')) part.inert = Boolean(over) || (doubtful && part === board());
  };

  // who pressed what is no longer there goes on at the bar of what comes next

  const goOn = () => {
    const next = one('#next') ?? board();
    if (next) next.tabIndex = -1;
    next?.focus({preventScroll: true});
  };

  const show = () => {
    const state = doubtful ? 'stale' : failures > 1 ? 'polling' : 'live';
    page.toggleAttribute('data-stale', doubtful);
    fence();
    for (const dot of all('[data-dot]')) {
      dot.dataset.state = state;
      dot.setAttribute('aria-label', document.body.dataset[state] ?? state);
    }
  };

  const doubt = () => {
    if (!doubtful) held = document.activeElement;
    doubtful = true;
    show();
  };

  const sure = () => {
    const woke = doubtful;
    doubtful = false;
    missed = 0;
    proven = Date.now();
    show();
    if (woke && document.activeElement === document.body && held?.isConnected) held.focus({preventScroll: true});
  };

  const refresh = async () => {
    if (document.hidden) return;
    if (fetching) { again = true; return; }
    fetching = new AbortController();
    again = false;
    due = Date.now() + POLL;
    const swap = {drawn: seen(), sourceElement: board(), swap: 'none', selectOOB: '#board:outerMorph'};
    if (doubtful) swap.selectOOB += ',#meanwhile:outerSync';
    const query = `?seen=${swap.drawn}${doubtful ? '&missed=1' : ''}`;
    try {
      const answer = await ask(`${view}${query}`, {headers: {'HX-Request': 'true'}, cache: 'no-store'}, fetching);
      if (answer.status === 200) await htmx.swap(Object.assign(swap, {text: await answer.text()}));
      if (answer.status !== 204 && !swap.places?.includes('board')) throw new Error(`no board, but ${answer.status}`);
      sure();
    } catch (trouble) {
      console.warn('the board could not be fetched:', trouble.message);
      due = Date.now() + Math.min(300 * 2 ** missed++, POLL);
      doubt();
    } finally { fetching = null; }
    if (again && (doubtful || rung > seen())) refresh();
  };

  const listen = () => {
    stream?.close();
    stream = new EventSource(`${table}/bell`);
    deadline = Date.now() + PATIENCE;
    stream.onmessage = ({data}) => {
      rung = JSON.parse(data).seq;
      failures = 0;
      deadline = Date.now() + SILENCE;
      if (rung === seen()) sure(); else if (!sending) refresh();
    };
    stream.onerror = () => lost();
  };

  const lost = silent => {
    stream.close();
    stream = null;
    failures += 1;
    reopen = Date.now() + Math.min(100 * 2 ** failures, 300) + 100 * Math.random();
    if (silent && Date.now() - proven > PATIENCE) doubt();
    if (silent || failures === 2) refresh();
    show();
  };

  const beat = () => {
    if (document.hidden) return;
    if (stream && Date.now() > deadline) lost(true);
    if (!stream && Date.now() > reopen) listen();
    if ((doubtful || failures > 1) && Date.now() > due) refresh();
  };

  const rest = () => {
    stream?.close();
    stream = null;
    reopen = Infinity;
    fetching?.abort();
    doubt();
    due = 0;
  };

  const wake = () => {
    if (document.hidden) return;
    doubt();
    listen();
    refresh();
    stayAwake();
  };

  const stayAwake = () => {
    const hint = one('#wake-hint');
    if (hint && !navigator.wakeLock) hint.hidden = kept('wake-hint') === 'off';
    navigator.wakeLock?.request('screen').catch(refused => console.info('the screen may sleep:', refused.message));
  };

  let sound = null;

  const nudge = () => {
    if (kept('vibrate') !== 'off') navigator.vibrate?.(60);
    if (kept('sound') === 'off' || !sound) return;
    const tone = new OscillatorNode(sound, {frequency: 880});
    tone.connect(new GainNode(sound, {gain: 0.1})).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.08);
  };

  // taps: forms and links sent by htmx

  const phone = Math.random().toString(36).slice(2, 10);
  let sending = 0, pressed = {at: 0}, finger = {x: 0, y: 0}, answered = 0, opener = null;
  const ours = ctx => ctx.sourceElement.matches?.('.tap, .open');
  const button = ctx => ctx.request.submitter ?? ctx.sourceElement;
  const sends = place => place.form ? `${place.value} ${nameOf(place.form)}` : place.href;
  const nameOfPlace = ({target}) => (place => `${place.id} ${place.textContent} ${sends(place)}`)(target.closest('button, a, summary, label') ?? target);
  let meant = null;

  window.addEventListener('pointerdown', event => { meant = nameOfPlace(event); }, true);

  window.addEventListener('click', event => {
    const {clientX: x, clientY: y, detail, pointerType} = event, name = nameOfPlace(event);
    // a key has no place: it presses what has the focus
    const near = pointerType === '' ? name === pressed.name : Math.hypot(x - pressed.x, y - pressed.y) < 24;
    if (!near) pressed = {at: 0}; // a finger that was elsewhere in between means its second tap
    // what came to lie under the finger just now was not seen by it
    const unseen = pressed.at && Date.now() - answered < UNSEEN && name !== pressed.name;
    // a board that was drawn while the finger was down brought something else than it came down on
    const exchanged = detail && meant && name !== meant;
    meant = null;
    if (Date.now() - pressed.at < DOUBLE_TAP || unseen || exchanged) { event.preventDefault(); event.stopPropagation(); }
    finger = {x, y, name};
    // a phone lets a page make sound only from within a tap
    if (table && kept('sound') !== 'off' && window.AudioContext) sound ??= new AudioContext();
    if (sound && sound.state !== 'running') sound.resume();
  }, true);

  on('htmx:config:request', ({detail: {ctx}}) => {
    if (!ours(ctx)) return;
    ctx.fetch = askTwice;
    ctx.drawn = seen();
    // several phones of a seat get the same board: each makes its keys its own
    if (ctx.request.body?.has('key')) ctx.request.body.set('key', `${phone}.${ctx.request.body.get('key')}`);
    pressed = {at: Date.now(), ...finger};
  });

  on('htmx:before:request', ({detail: {ctx}}) => {
    if (!ours(ctx)) return;
    button(ctx).setAttribute('aria-busy', 'true');
    if (ctx.request.method === 'POST') { sending++; typed.clear(); }
  });

  on('htmx:finally:request', ({detail: {ctx}}) => {
    if (!ours(ctx)) return;
    button(ctx).removeAttribute('aria-busy');
    // what rang while a tap was on its way is mostly the tap itself, and its answer brings the board
    if (ctx.request.method === 'POST' && --sending === 0 && table && rung > seen()) refresh();
  });

  on('htmx:error', ({detail: {ctx}}) => {
    if (!ctx || !ours(ctx)) return;
    one('#notice')?.replaceChildren(document.body.dataset.offline ?? '');
    clearNotice();
    if (table) { doubt(); refresh(); }
  });

  on('htmx:before:swap', event => {
    const {ctx, tasks} = event.detail;
    ctx.places = tasks.map(task => task.type === 'oob' && task.target.id);
    if (ctx.request && ours(ctx) && !ctx.places.some(Boolean)) {
      event.preventDefault();
      if (ctx.request.method === 'GET') location.assign(ctx.request.action); else location.reload();
    }
    const drawing = tasks[ctx.places.indexOf('board')];
    const late = drawing && ctx.drawn !== seen() && Number(drawing.fragment.firstElementChild.dataset.seq) < seen();
    if (late) tasks.splice(tasks.indexOf(drawing), 1);
    ctx.wasShut = ctx.places.includes('sheet') && one('#sheet').hidden;
    if (ctx.wasShut && ctx.request) opener = button(ctx);
    ctx.focused = document.activeElement;
  });

  // what is refused stands above all else, which keeps clear of it

  const clearNotice = () => page.style.setProperty('--notice', `${one('#notice')?.offsetHeight ?? 0}px`);

  on('htmx:after:swap', ({detail: {ctx}}) => {
    furnish();
    clearNotice();
    if (ctx.request && ours(ctx)) answered = Date.now();
    const sheet = ctx.places.includes('sheet') && one('#sheet');
    // a page that began as a sheet goes on as a board: the next sheet lies over whatever is in sight
    if (sheet) document.body.classList.remove('sheet-page');
    if (sheet && !sheet.hidden) enterSheet(sheet, ctx.focused?.matches('.way') && ctx.focused);
    if (sheet && sheet.hidden && !ctx.wasShut) leaveSheet(sheet);
    if (board()) fence();
    if (ctx.focused && !ctx.focused.isConnected && document.activeElement === document.body) goOn();
    // what is tapped next comes into sight, and under the keys
    const next = all('[data-in-sight]').find(part => ctx.places.includes(part.id));
    next?.scrollIntoView({inline: 'nearest'});
    if (next) one('button', next)?.focus({preventScroll: true});
    if (!ctx.places.includes('board')) return;
    tell();
    const asked = board().dataset.answer || '';
    if (asked && asked !== answering) nudge();
    answering = asked;
    sure();
  });

  // what others did stands on top until it is tapped, or something else happens

  let read = '';
  const tell = () => {
    const news = one('#news');
    if (!news) return;
    document.title = news.dataset.title;
    news.classList.toggle('sr', !one('a', news) || news.dataset.news === read);
  };

  // another choice in a sheet changes its sum: the form is asked for as it is now, and its sum taken over

  let reckoning = 0;
  on('change', async ({target}) => {
    const form = target.closest('form.whole'), sum = form && one('.reckoned', form);
    if (!sum || target.closest('.die')) return;
    const mine = ++reckoning, given = [...new FormData(form)].filter(([name]) => !/^(key|seen|sheet|by|d\d+)$/.test(name));
    try {
      const answer = await ask(`${form.action}?${new URLSearchParams(given)}`, {headers: {'HX-Request': 'true'}});
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('.reckoned');
      if (fresh && mine === reckoning) sum.replaceChildren(...fresh.childNodes);
    } catch { /* the sum stays as it is; what is pressed is judged by the table */ }
  });

  // Back puts the sheet away; dice that were typed are there again when the same form is opened once more

  const typed = new Map();
  const nameOf = form => `${form.action}?${all('input[type=hidden]', form).filter(({name}) => !['key', 'seen'].includes(name)).map(({name, value}) => `${name}=${value}`)}`;
  const remember = sheet => {
    for (const form of all('form', sheet)) typed.set(nameOf(form), all('.dice .die', form).map(faceOf));
  };
  const recall = sheet => {
    for (const form of all('form', sheet)) {
      const dice = all('.dice .die', form);
      (typed.get(nameOf(form)) ?? []).forEach((value, i) => { if (value && dice[i]) turn(dice[i], value); });
    }
  };

  const enterSheet = (sheet, way) => {
    // whoever chooses another form of the same sheet stays where that was chosen
    const same = way ? document.getElementById(way.id) : null, shut = same?.closest('details:not([open])');
    if (same) (shut ? one('summary', shut) : same).focus({preventScroll: true}); else sheet.scrollTop = 0;
    recall(sheet);
    if (table && !history.state?.sheet) history.pushState({sheet: true}, '');
    if (!sheet.contains(document.activeElement)) sheet.focus({preventScroll: true});
  };

  const leaveSheet = (sheet = one('#sheet')) => {
    remember(sheet);
    document.body.classList.remove('sheet-page');
    sheet.hidden = true;
    sheet.replaceChildren();
    fence();
    if (history.state?.sheet) history.back();
    const back = opener?.isConnected ? opener : opener?.id && document.getElementById(opener.id);
    if (back) back.focus({preventScroll: true}); else goOn();
  };

  // a picture that is tapped beside its buttons tells what lies there, asked for in thousandths of it across and down

  on('click', async event => {
    const {target, clientX, clientY, detail} = event, picture = target.closest('[data-look]');
    if (!picture || !detail || target.closest('button, label, .open')) return;
    event.preventDefault();
    const {left, top, width, height} = picture.getBoundingClientRect();
    const place = [(clientX - left) / width, (clientY - top) / height].map(part => Math.round(1000 * part));
    try {
      const answer = await ask(`${picture.dataset.look}${place}`, {headers: {'HX-Request': 'true'}});
      const text = await answer.text();
      if (text.includes('id="looked"')) await htmx.swap({sourceElement: picture, swap: 'none', selectOOB: '#looked:outerMorph', text});
    } catch (trouble) { console.warn('nothing is told of this place:', trouble.message); }
  });

  // a question to the referee: the answer follows each tap of its facts

  let question = 0;

  on('change', async ({target}) => {
    const form = target.closest('form.asking');
    if (!form || target.closest('.dice')) return;
    const number = ++question, query = new URLSearchParams([...new FormData(form), ['by', 'need']]);
    try {
      const answer = await ask(`${form.action}?${query}`, {});
      const told = new DOMParser().parseFromString(await answer.text(), 'text/html');
      if (number !== question) return;
      one('#answer').replaceWith(one('#answer', told));
      history.replaceState(null, '', `?${query}`);
      furnish();
    } catch (trouble) { console.warn('the referee did not answer:', trouble.message); }
  });

  // dice pad and stepper: the inputs stay the truth, the buttons only set them

  const make = (tag, name, properties = {}) => Object.assign(document.createElement(tag), {className: name}, properties);
  const faceOf = die => one('input:checked', die)?.value;
  const empty = die => !faceOf(die);
  const copies = label => [...label.childNodes].filter(node => node.nodeName !== 'INPUT').map(node => node.cloneNode(true));

  const layPad = fieldset => {
    const dice = all('.die', fieldset);
    const chosen = make('div', 'chosen'), faces = make('div', 'faces');
    for (const die of dice) { die.hidden = true; chosen.append(make('button', 'slot', {type: 'button'})); }
    for (const label of all('label', dice[0])) {
      const {value} = one('input', label);
      const face = make('button', 'face', {type: 'button', value, ariaLabel: (one('.figure', label) ?? label).textContent.trim()});
      face.append(...copies(label));
      faces.append(face);
    }
    fieldset.append(chosen, make('output', 'tally'), faces);
    fieldset.dataset.pad = 'on';
    drawPad(fieldset);
  };

  const drawPad = fieldset => {
    const dice = all('.die', fieldset), next = dice.find(empty);
    all('.slot', fieldset).forEach((slot, i) => {
      const value = faceOf(dice[i]), face = value && one(`.face[value="${value}"]`, fieldset);
      slot.replaceChildren(...(face ? copies(face) : []));
      slot.disabled = !face;
      slot.ariaLabel = face ? `${face.ariaLabel}, ${fieldset.dataset.away ?? '×'}` : '–';
    });
    for (const face of all('.face', fieldset)) face.disabled = !next || !one(`input[value="${face.value}"]:enabled`, next);
    one('.tally', fieldset).value = `${dice.filter(faceOf).length} / ${dice.length}`;
    const hand = one('button[name=by][value=hand]', fieldset.form);
    if (hand) hand.disabled = all('.dice .die', fieldset.form).some(empty);
    if (hand && !next && !hand.disabled) hand.focus();
    else if (fieldset.form.contains(document.activeElement) && document.activeElement.disabled) one('.dice .face:enabled', fieldset.form)?.focus();
  };

  const turn = (die, value) => {
    const input = die && one(value ? `input[value="${value}"]:enabled` : 'input:checked', die);
    if (!input) return;
    input.checked = Boolean(value);
    drawPad(die.closest('.dice'));
  };

  const fitStepper = span => {
    const input = one('input', span);
    const less = make('button', 'less', {type: 'button', textContent: '−', ariaLabel: span.dataset.less});
    const more = make('button', 'more', {type: 'button', textContent: '+', ariaLabel: span.dataset.more});
    const usual = (span.dataset.usual ?? '').split(' ').filter(Boolean).map(value => make('button', 'chip', {type: 'button', value, textContent: value}));
    const limit = () => {
      less.disabled = input.value <= Number(input.min);
      more.disabled = input.value >= Number(input.max);
      for (const chip of usual) chip.ariaPressed = chip.value === input.value;
    };
    const changed = () => input.dispatchEvent(new Event('change', {bubbles: true}));
    const step = by => { by < 0 ? input.stepDown() : input.stepUp(); changed(); };
    for (const chip of usual) on('click', () => { input.value = chip.value; changed(); }, chip);
    on('click', () => step(-1), less);
    on('click', () => step(1), more);
    on('change', limit, input);
    input.before(less);
    input.after(more, ...usual.length ? [make('span', 'chips')] : []);
    one('.chips', span)?.append(...usual);
    limit();
  };

  const furnish = () => {
    all('fieldset.dice:not([data-pad])').forEach(layPad);
    all('.stepper').filter(span => !one('button', span)).forEach(fitStepper);
    for (const choice of all('select[data-theme]')) choice.value = page.dataset.theme;
    for (const list of all('[data-ticks]')) for (const box of all('input[data-tick]', list)) box.checked = ticked(list).includes(box.dataset.tick);
    for (const box of all('input[data-switch]')) box.checked = kept(box.dataset.switch) !== 'off';
  };

  on('click', event => {
    const {target} = event, pad = target.closest('.dice[data-pad]');
    const face = target.closest('.face'), slot = target.closest('.slot');
    if (pad && face) turn(all('.die', pad).find(empty), face.value);
    if (pad && slot) turn(all('.die', pad)[all('.slot', pad).indexOf(slot)]);
    if (target.closest('#wake-hint button')) { one('#wake-hint').hidden = true; keep('wake-hint', 'off'); }
    if (target.closest('#news a')) { event.preventDefault(); read = one('#news').dataset.news; tell(); }
    if (target.closest('#sheet a.close') && board()) { event.preventDefault(); leaveSheet(); }
  });

  on('popstate', () => { if (board() && one('#sheet:not([hidden])')) leaveSheet(); }, window);

  on('keydown', ({key, target, ctrlKey, metaKey, altKey}) => {
    if (ctrlKey || metaKey || altKey) return;
    if (key === 'Escape' && board() && one('#sheet:not([hidden])')) leaveSheet();
    if (target.matches('input:not([type=radio], [type=checkbox]), textarea, select')) return;
    const dice = all('.dice[data-pad] .die');
    // a digit is the place of a face on its die: on a die of numbers the number itself
    const next = dice.find(empty), face = next && /^[1-9]$/.test(key) && all('input', next)[key - 1];
    if (face) turn(next, face.value);
    if (key === 'Backspace') turn(dice.findLast(faceOf));
  });

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

  on('DOMContentLoaded', () => {
    furnish();
    if (one('[data-job]')) watchPress(one('[data-job]'));
    sitDown(one('form[data-at-once]'));
    table = document.body.dataset.table;
    if (!table || !board() || !window.htmx) return;
    view = document.body.dataset.view ?? table;
    answering = board().dataset.answer || '';
    fence();
    on('visibilitychange', () => document.hidden ? rest() : wake());
    on('pagehide', rest, window);
    on('pageshow', event => { if (event.persisted) wake(); }, window);
    on('online', wake, window);
    on('offline', doubt, window);
    on('focus', () => { reopen = 0; refresh(); }, window);
    setInterval(beat, 250);
    if (!document.hidden) { listen(); stayAwake(); }
  });
})();
