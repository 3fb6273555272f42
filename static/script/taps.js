'use strict';
// taps: forms and links sent by htmx, each once, and what their answers bring
(({root, one, all, on, board, ask, goOn, EDGE, into, bringBetween, isSeen}, sheet, stream) => {
  const DOUBLE_TAP = 300, UNSEEN = 250;
  const phone = Math.random().toString(36).slice(2, 10);
  let pressed = {at: 0}, finger = {x: 0, y: 0}, answered = 0, meant = null;

  const ours = ctx => ctx.sourceElement.matches?.('.tap, .open');
  const button = ctx => ctx.request.submitter ?? ctx.sourceElement;
  const sends = place => place.form ? `${place.value} ${sheet.nameOf(place.form)}` : place.href;
  const nameOfPlace = ({target}) => (place => `${place.id} ${place.textContent} ${sends(place)}`)(target.closest('button, a, summary, label') ?? target);

  const askTwice = async (url, request) => {
    try { return await ask(url, request); }
    catch (trouble) {
      console.warn('trying once more:', trouble.message);
      await new Promise(resolve => setTimeout(resolve, 1000));
      return ask(url, request);
    }
  };

  // what is refused stands above all else, which keeps clear of it

  const clearNotice = () => root.style.setProperty('--notice', `${one('#notice')?.offsetHeight ?? 0}px`);

  // a house ruling begins where what was refused stood
  on('hashchange', () => { if (location.hash === '#correct') { one('#notice').replaceChildren(); clearNotice(); } }, window);

  on('pointerdown', event => { meant = nameOfPlace(event); }, window, true);

  on('click', event => {
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
    stream.allowSound();
  }, window, true);

  on('htmx:config:request', ({detail: {ctx}}) => {
    if (!ours(ctx)) return;
    ctx.fetch = askTwice;
    ctx.drawn = stream.seen();
    // several phones of a seat get the same board: each makes its keys its own
    if (ctx.request.body?.has('key')) ctx.request.body.set('key', `${phone}.${ctx.request.body.get('key')}`);
    pressed = {at: Date.now(), ...finger};
  });

  on('htmx:before:request', ({detail: {ctx}}) => {
    if (!ours(ctx)) return;
    button(ctx).setAttribute('aria-busy', 'true');
    if (ctx.request.method === 'POST') { stream.sent(); sheet.forgetDice(); }
  });

  on('htmx:finally:request', ({detail: {ctx}}) => {
    if (!ours(ctx)) return;
    button(ctx).removeAttribute('aria-busy');
    if (ctx.request.method !== 'POST') return;
    stream.answered();
    one('#rest')?.removeAttribute('open'); // what was behind “More” is done
  });

  on('htmx:error', ({detail: {ctx}}) => {
    if (!ctx || !ours(ctx)) return;
    one('#notice')?.replaceChildren(document.body.dataset.offline ?? '');
    clearNotice();
    stream.failed();
  });

  // a tick of one list says nothing of the next, which is drawn into the same boxes

  const boxes = () => all('figure .taps input[type=checkbox]');
  const offered = () => boxes().map(({value}) => value).join(' ');

  // how many of a map are ticked stands in the text that says how many may be, and no more can be

  const countTicked = box => {
    const told = one('#ticked'), most = Number(told?.dataset.most), ticked = () => boxes().filter(({checked}) => checked).length;
    if (box && ticked() > most) box.checked = false;
    if (told) told.textContent = `${ticked()}/${most}`;
  };

  on('change', ({target}) => { if (target.matches('figure .taps input')) countTicked(target); });

  // a map that shows nothing of what can be tapped on it is moved there; what a tap lit on it is all shown, as far as there is
  // room: around what is chosen, with what an attack is rolled by where that finds room below it

  const lit = () => all('#lit > .me, #lit :is(a, button, label)');
  const litNow = () => lit().map(({id, value, className}) => `${id} ${value} ${className}`).join();

  const bringIntoSight = (map, changed) => {
    const box = spot => spot.getBoundingClientRect(), middle = ({left, right}) => (left + right) / 2;
    const me = one('.me', map), anew = changed && lit().length, parts = me || anew ? lit() : all('.taps :is(a, button, label)', map);
    const spots = parts.map(box).sort((a, b) => middle(a) - middle(b));
    const view = box(map), seen = spots.some(spot => middle(spot) > view.left && middle(spot) < view.right);
    if (!spots.length || (me ? !changed : seen && !anew)) return;
    const {x, width, height} = me ? box(me) : spots[spots.length >> 1];
    const ends = [Math.min(...spots.map(({left}) => left)) - EDGE, Math.max(...spots.map(({right}) => right)) + EDGE];
    map.scrollLeft += into(...ends, view.left, view.right, x + width / 2);
    if (!me) return;
    for (const more of [all('[data-rolls]').slice(0, 1), []]) bringBetween([...parts, ...more], box(me).y + height / 2);
  };

  // where nothing is tapped on a map it is moved to what others did last, unless a finger moved it just now

  const AT_EASE = 4000;
  let moved = 0;
  for (const how of ['touchmove', 'wheel']) on(how, () => { moved = Date.now(); }, window, true);

  const latest = () => one('#lately')?.innerHTML;
  const showLatest = (before, down) => {
    const map = one('figure:has(#lately)');
    if (!map || latest() === before || stream.isTouched() || Date.now() - moved < AT_EASE || one('#lesson, figure .taps :is(a, button, label)')) return;
    const parts = all('#lately i'), places = parts.map(part => part.getBoundingClientRect()), view = map.getBoundingClientRect();
    const ends = [Math.min(...places.map(({left}) => left)) - EDGE, Math.max(...places.map(({right}) => right)) + EDGE];
    const {x, y, width, height} = places[places.length - 1];
    map.scrollLeft += into(...ends, view.left, view.right, x + width / 2);
    if (down) bringBetween(parts, y + height / 2);
  };

  // what was asked for below it comes into sight, too

  const showTold = places => {
    bringBetween(all('[data-told]').filter(({id}) => !places || places.includes(id)).slice(0, 1));
  };

  // a map that is unfolded comes into sight whole
  on('toggle', ({target}) => {
    if (target.open && target.id === 'whole-map' && document.readyState === 'complete') one('#map')?.scrollIntoView({block: 'nearest'});
  }, document, true);

  on('htmx:before:swap', event => {
    const {ctx, tasks} = event.detail;
    ctx.places = tasks.map(task => task.type === 'oob' && task.target.id);
    if (ctx.request && ours(ctx) && !ctx.places.some(Boolean)) {
      event.preventDefault();
      // a question that finds no place on this page has one of its own; no button of its form has a name to be sent
      if (ctx.request.method === 'GET') location.assign(ctx.request.action);
      else if (ctx.text.includes('id="sure"')) ctx.sourceElement.submit();
      else location.reload();
    }
    const drawing = tasks[ctx.places.indexOf('board')], seen = stream.seen();
    const late = drawing && ctx.drawn !== seen && Number(drawing.fragment.firstElementChild.dataset.seq) < seen;
    if (late) tasks.splice(tasks.indexOf(drawing), 1);
    ctx.wasShut = ctx.places.includes('sheet') && one('#sheet').hidden;
    ctx.ticked = offered();
    ctx.left = all('[data-acting]').filter(part => !isSeen(part)).map(({id}) => id);
    ctx.lit = litNow();
    ctx.latest = latest();
    if (ctx.wasShut && ctx.request) sheet.openedBy(button(ctx));
    ctx.focused = document.activeElement;
  });

  on('htmx:after:swap', ({detail: {ctx}}) => {
    if (offered() !== ctx.ticked) for (const box of boxes()) box.checked = box.defaultChecked;
    countTicked();
    // while others act only by what they ask
    const changed = (ctx.sourceElement !== board() || one('[data-in-sight=answer]')) && litNow() !== ctx.lit;
    all('figure:has(.taps)').forEach(map => bringIntoSight(map, changed));
    // a hex that is looked at among others to be tapped leaves the map still under the finger
    const looks = ctx.sourceElement.matches?.('[data-look]') && one('figure .taps :is(a, button, label)');
    if (ctx.sourceElement !== board() && !looks) showTold(ctx.places);
    sheet.furnish();
    clearNotice();
    if (ctx.request && ours(ctx)) answered = Date.now();
    const laid = ctx.places.includes('sheet') && one('#sheet');
    // a page that began as a sheet goes on as a board: the next sheet lies over whatever is in sight
    if (laid) document.body.classList.remove('sheet-page');
    if (laid && !laid.hidden) sheet.enter(laid, ctx.focused?.matches('.way') && ctx.focused);
    if (laid && laid.hidden && !ctx.wasShut) sheet.leave(laid);
    if (board()) sheet.fence();
    if (ctx.focused && !ctx.focused.isConnected && document.activeElement === document.body) goOn();
    // what is tapped next comes into sight, and under the keys
    const next = all('[data-in-sight]').find(part => ctx.places.includes(part.id));
    next?.scrollIntoView({inline: 'nearest'});
    if (next) one('button', next)?.focus({preventScroll: true});
    if (!ctx.places.includes('board')) return;
    const begins = stream.drawn();
    if (ctx.sourceElement === board()) showLatest(ctx.latest, !begins);
    // who acts is in sight, however much of the page its dock takes, unless somebody has scrolled away from it; a lesson
    // is read from its beginning
    const acting = all('[data-acting]').filter(part => !ctx.left.includes(part.id) && !part.closest('details:not([open])'));
    if (ctx.request && ours(ctx) && !one('#lesson')) bringBetween(acting);
  });

  on('load', () => {
    countTicked();
    all('figure:has(.taps)').forEach(map => bringIntoSight(map, true));
    showLatest();
    showTold();
  }, window);
})(page, sheet, stream);
