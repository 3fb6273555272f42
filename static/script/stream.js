'use strict';
// the board and its bell: what others did is shown here too, and a board that may be out of date says so
const stream = (({PATIENCE, root, one, all, on, board, kept, keep, ask, hold, bringBetween}, sheet, wall) => {
  const SILENCE = 12000, POLL = 2000;
  let table, view;
  let bell = null, deadline = 0, reopen = 0, failures = 0, rung = 0;
  let fetching = null, again = false, due = 0, missed = 0, sending = 0, answering = 0;
  let doubtful = false, proven = Date.now(), held = null;

  const seen = () => Number(board()?.dataset.seq);

  const show = () => {
    const state = doubtful ? 'stale' : failures > 1 ? 'polling' : 'live';
    root.toggleAttribute('data-stale', doubtful);
    sheet.fence();
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
    // what was opened on this phone stays open as long as it is there
    const {open, parts} = one('[data-open]')?.dataset ?? {};
    const query = `?seen=${swap.drawn}${doubtful ? '&missed=1' : ''}`;
    try {
      const answer = await ask(`${view}${query}`, {headers: {'HX-Request': 'true'}, cache: 'no-store'}, fetching);
      const opened = open && answer.status === 200 ? await (await ask(open, {headers: {'HX-Request': 'true'}}, fetching)).text() : '';
      // as it is swapped, taps write down which places it brings
      if (answer.status === 200) await htmx.swap(Object.assign(swap, {text: await answer.text()}));
      if (opened.includes('data-open')) await htmx.swap({sourceElement: board(), swap: 'none', selectOOB: parts.replace(/(?=,|$)/g, ':outerMorph'), text: opened});
      if (answer.status === 200) sheet.outdated();
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
    bell?.close();
    bell = new EventSource(`${table}/bell`);
    deadline = Date.now() + PATIENCE;
    bell.onmessage = ({data}) => {
      rung = JSON.parse(data).seq;
      failures = 0;
      deadline = Date.now() + SILENCE;
      if (rung === seen()) sure(); else if (!sending) refresh();
    };
    bell.onerror = () => lost();
  };

  const lost = silent => {
    bell.close();
    bell = null;
    failures += 1;
    reopen = Date.now() + Math.min(100 * 2 ** failures, 300) + 100 * Math.random();
    if (silent && Date.now() - proven > PATIENCE) doubt();
    if (silent || failures === 2) refresh();
    show();
  };

  // how long the app still waits: without this script its whole pause stands there

  let acts = 0;
  const start = () => { acts = Date.now() + 1000 * (one('#app-acts')?.dataset.seconds ?? 0); };
  const count = () => {
    const number = one('#app-acts b'), left = Math.ceil((acts - Date.now()) / 1000);
    if (!number) return;
    if (left > 0) number.textContent = left; else number.parentElement.textContent = number.parentElement.dataset.then;
  };

  const beat = () => {
    if (document.hidden) return;
    count();
    if (bell && Date.now() > deadline) lost(true);
    if (!bell && Date.now() > reopen) listen();
    if ((doubtful || failures > 1) && Date.now() > due) refresh();
  };

  const rest = () => {
    bell?.close();
    bell = null;
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

  // what rang while a tap was on its way is mostly the tap itself, and its answer brings the board

  const sent = () => { sending++; };
  const answered = () => { if (--sending === 0 && table && rung > seen()) refresh(); };
  const failed = () => { if (table) { doubt(); refresh(); } };

  // who must act or answer is nudged, once until it has done so or is reminded; a phone lets a page make sound only from within a tap

  let sound = null;

  const allowSound = () => {
    if (table && kept('sound') !== 'off' && window.AudioContext) sound ??= new AudioContext();
    if (sound && sound.state !== 'running') sound.resume();
  };

  const nudge = () => {
    if (kept('vibrate') !== 'off') navigator.vibrate?.(60);
    if (kept('sound') === 'off' || !sound) return;
    const tone = new OscillatorNode(sound, {frequency: 880});
    tone.connect(new GainNode(sound, {gain: 0.1})).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.08);
  };

  // what others did stands on top until it is tapped, or something else happens; once it could be read, it stands there
  // quietly, for nothing moves by itself under a finger; it goes with the next tap or board, and this phone tells it no more

  let read;
  const haveRead = () => {
    const news = one('#news:not(.sr)');
    if (news) keep(`news${view}`, read = news.dataset.news);
  };
  const tell = () => {
    const news = one('#news');
    if (!news) return;
    const release = hold();
    document.title = news.dataset.title;
    news.classList.remove('past');
    // at a tutorial the lesson tells it, which has the room; a form has it to itself
    news.classList.toggle('sr', Boolean(one('#lesson, .sheet-page #news')) || !one('a', news) || news.dataset.news === read);
    release();
  };

  // the next step of a tutorial, and the next phase of whose turn it is, is read from its beginning

  let heading = '', restored = '', touched = false;
  const headed = () => ['#lesson', '#where'].map(part => one(part)?.textContent).join();
  const readOn = () => {
    const now = headed(), begins = now !== heading && !touched && one('#lesson, #outcome, main[data-answer]');
    if (begins) scrollTo(0, 0);
    heading = now;
    return begins;
  };

  // what is asked about on a map comes into sight with the question

  let shown = '';
  const showAsked = () => {
    const asked = all('[data-in-sight] :is(a, button, label)'), now = [heading, ...asked.map(({id, textContent}) => id + textContent)].join();
    // a result lies over the head of a lesson that is scrolled
    if (now === shown || (one('#lesson') && one('#sheet.result:not([hidden])'))) return;
    shown = now;
    bringBetween(asked);
  };

  // on a small phone what is to be done on the table is folded, on others once they have seen it and must act; what is
  // folded stays so until a finger opens it or all is done; what an undo left to restore is not, nor what the next answer
  // is about, unless a finger folds it; where only this phone's player can do it, a turn begins with it; a map on
  // which something is to be tapped has the room, unless a finger opens the list then

  const SMALL = 700, WIDE = 800;
  const keepFolded = isFolded => keep(`folded${view}`, isFolded ? 'yes' : '');
  let toDo = false, mapAsked = false;
  const fold = begins => {
    const box = one('details#on-table'), putBack = one('details#on-table [data-back]')?.textContent ?? '';
    const release = hold();
    const stays = 'stays' in (box?.dataset ?? {});
    const asks = Boolean(one('#map [data-in-sight]')), before = toDo && mapAsked === asks;
    const makesRoom = innerWidth < WIDE && (toDo && begins || asks && !before);
    const folds = !stays && (makesRoom || !toDo && innerHeight < SMALL);
    if (box && !touched && stays && begins) box.open = true;
    else if (box && !touched && (folds || kept(`folded${view}`))) box.open = false;
    release();
    toDo = Boolean(box) && !stays;
    mapAsked = asks;
    if (putBack && putBack !== restored) {
      box.open = true;
      if (!touched) scrollTo(0, 0);
    }
    restored = putBack;
    keepFolded(box && !box.open);
  };

  // what was to be ruled has been asked of others, or others ask; a sheet that shuts goes back in the history first,
  // and a page that is just going back marks no new target

  const endRuling = () => {
    if (location.hash === '#correct' && !history.state?.sheet && one('#asked-ruling')) setTimeout(() => location.replace('#board'));
  };

  const drawn = () => {
    endRuling();
    tell();
    const begins = readOn();
    start();
    wall.fit();
    const due = Number(board().dataset.answer ?? 0);
    if (due > answering) nudge();
    if (due) showAsked();
    fold(due && !answering);
    answering = due;
    sure();
    return begins;
  };

  // nothing moves away from under a finger
  on('pointerdown', () => { touched = true; }, window, true);
  for (const end of ['pointerup', 'pointercancel']) on(end, () => { touched = false; }, window, true);

  on('click', event => {
    const {target} = event;
    if (target.closest('#wake-hint button')) { one('#wake-hint').hidden = true; keep('wake-hint', 'off'); }
    const box = !event.defaultPrevented && target.closest('#on-table > summary')?.parentElement;
    if (box) keepFolded(box.open);  // as it still is
    if (target.closest('#news a')) { event.preventDefault(); haveRead(); }
    if (one('#news:not(.sr)')?.dataset.news === read) tell();
  });

  on('animationend', ({animationName}) => {
    if (animationName !== 'read') return;
    haveRead();
    one('#news').classList.add('past');
  });

  on('DOMContentLoaded', () => {
    table = document.body.dataset.table;
    if (!table || !board() || !window.htmx) return;
    view = document.body.dataset.view ?? table;
    root.dataset.started = '';
    // a question that came as a page of its own leaves none that could be sent again by coming back
    if (one('#sure')) history.replaceState(history.state, '', table);
    // hearing comes first: what only shows something cannot keep a page from it
    on('visibilitychange', () => document.hidden ? rest() : wake());
    on('popstate', endRuling, window);
    on('pagehide', rest, window);
    on('pageshow', event => { if (event.persisted) wake(); }, window);
    on('online', wake, window);
    on('offline', doubt, window);
    on('focus', () => { reopen = 0; refresh(); }, window);
    setInterval(beat, 250);
    if (!document.hidden) { listen(); stayAwake(); }
    answering = Number(board().dataset.answer ?? 0);
    heading = headed();
    if (answering) showAsked();
    read = kept(`news${view}`);
    tell();
    fold(false);
    sheet.fence();
    start();
  });

  return {seen, sent, answered, failed, drawn, allowSound, isTouched: () => touched};
})(page, sheet, wall);
