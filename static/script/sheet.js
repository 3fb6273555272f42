'use strict';
// the sheet over the board, and forms that answer while they are filled in
const sheet = (({root, one, all, on, board, ask, recall, goOn, hold}, dice) => {
  const opened = () => one('#sheet:not([hidden])');
  const furnish = () => { dice.layOut(); recall(); };

  // what lies behind an open sheet is out of reach, and so is a board that may not be up to date; what was refused is not

  const fence = () => {
    const over = one('body:not(.sheet-page) > #sheet:not([hidden], .result)');
    over?.setAttribute('aria-modal', 'true');
    for (const part of all('body > :not(script, #sheet, #notice)')) part.inert = Boolean(over) || ('stale' in root.dataset && part === board());
  };

  // Back puts the sheet away; dice that were typed are there again when the same form is opened once more

  const typed = new Map();
  const nameOf = form => `${form.action}?${all('input[type=hidden]', form).filter(({name}) => !['key', 'seen'].includes(name)).map(({name, value}) => `${name}=${value}`)}`;
  const forgetDice = () => typed.clear();

  let opener = null;
  const openedBy = button => { opener = button; };

  const enter = (sheet, way) => {
    if (sheet.matches('.result')) { sheet.scrollTop = 0; shown = Date.now(); if (history.state?.sheet) history.back(); return; }
    // whoever chooses another form of the same sheet stays where that was chosen
    const same = way ? document.getElementById(way.id) : null, shut = same?.closest('details:not([open])');
    if (same) (shut ? one('summary', shut) : same).focus({preventScroll: true}); else sheet.scrollTop = 0;
    for (const form of all('form', sheet)) dice.turnAll(form, typed.get(nameOf(form)) ?? []);
    if (document.body.dataset.table && !history.state?.sheet) {
      history.scrollRestoration = 'manual'; // what comes of the sheet may have scrolled the board
      history.pushState({sheet: true}, '');
    }
    if (!sheet.contains(document.activeElement)) sheet.focus({preventScroll: true});
  };

  const leave = (sheet = one('#sheet')) => {
    for (const form of all('form', sheet)) typed.set(nameOf(form), dice.facesOf(form));
    document.body.classList.remove('sheet-page');
    sheet.hidden = true;
    sheet.replaceChildren();
    fence();
    if (history.state?.sheet) history.back();
    const back = opener?.isConnected ? opener : opener?.id && document.getElementById(opener.id);
    if (back) back.focus({preventScroll: true}); else goOn();
  };

  // a result covers nothing and asks nothing: it goes with the next tap, which does besides what it is meant to do

  const READ = 4000;
  let shown = 0;

  const putAway = result => {
    const release = hold();
    result.hidden = true;
    result.classList.remove('result');
    result.replaceChildren();
    release();
  };

  const resultShown = () => one('body:not(.sheet-page) > #sheet.result:not([hidden])');
  on('click', event => {
    const {target} = event;
    const result = board() && resultShown();
    if (!result || (result.contains(target) && target.closest('a, summary'))) return;
    putAway(result);
    if (target.closest('.on-table[open] > summary')) event.preventDefault();  // it shows again what it holds
  }, document, true);

  // what others do may make its numbers wrong: it goes once it could be read

  const outdated = () => {
    const result = resultShown(), since = shown;
    if (result) setTimeout(() => { if (since === shown && resultShown()) putAway(resultShown()); }, Math.max(0, since + READ - Date.now()));
  };

  const leaveIfOpen = () => { if (resultShown()) putAway(resultShown()); else if (board() && opened()) leave(); };

  on('click', event => { if (event.target.closest('#sheet a.close') && board()) { event.preventDefault(); leaveIfOpen(); } });
  on('keydown', ({key, ctrlKey, metaKey, altKey}) => { if (key === 'Escape' && !(ctrlKey || metaKey || altKey)) leaveIfOpen(); });
  on('popstate', () => { history.scrollRestoration = 'auto'; if (!resultShown()) leaveIfOpen(); }, window);

  // another choice in a sheet changes its sum: the form is asked for as it is now, and its sum taken over

  const parsed = text => new DOMParser().parseFromString(text, 'text/html');

  let reckoning = 0;
  on('change', async ({target}) => {
    const form = target.closest('form.whole'), sum = form && one('.reckoned', form);
    if (!sum || target.closest('.die')) return;
    const mine = ++reckoning, given = [...new FormData(form)].filter(([name]) => !/^(key|seen|by|d\d+)$/.test(name));
    try {
      const answer = await ask(`${form.action}?${new URLSearchParams(given)}`, {headers: {'HX-Request': 'true'}});
      const asked = parsed(await answer.text()), fresh = one('.reckoned', asked);
      if (!fresh || mine !== reckoning) return;
      sum.replaceChildren(...fresh.childNodes);
      const sends = one('.sends', form), others = one('.sends', asked);
      if (!sends || sends.dataset.count === others.dataset.count) return;
      const faces = dice.facesOf(form);
      sends.replaceWith(others);
      dice.layOut();
      dice.turnAll(form, faces);
    } catch { /* the sum stays as it is; what is pressed is judged by the table */ }
  });

  // what is still to be chosen leads to its question; an answer stays in sight though the dice come over it

  on('click', ({target}) => {
    if (!target.matches('.lacks, p:has(> .lacks)')) return;
    const question = one('.must:not(:has(:checked)), :invalid', target.closest('form'));
    (question?.matches('fieldset') ? one('input', question) : question)?.focus({preventScroll: true});
    question?.scrollIntoView({block: 'center'});
  });
  on('change', ({target}) => { if (target.matches('[type=radio], [type=checkbox]') && !target.closest('.dice')) target.closest('.whole:has([data-pad]) :is(fieldset, .field)')?.scrollIntoView({block: 'nearest'}); });

  // a question to the referee: the answer follows each tap of its facts

  let question = 0;
  on('change', async ({target}) => {
    const form = target.closest('form.asking');
    if (!form || target.closest('.dice')) return;
    const number = ++question, query = new URLSearchParams([...new FormData(form), ['by', 'need']]);
    try {
      const answer = await ask(`${form.action}?${query}`, {});
      const told = parsed(await answer.text());
      if (number !== question) return;
      one('#answer').replaceWith(one('#answer', told));
      history.replaceState(null, '', `?${query}`);
      furnish();
    } catch (trouble) { console.warn('the referee did not answer:', trouble.message); }
  });

  // a picture that is tapped beside its buttons tells what lies there, asked for in thousandths of it across and down; while
  // something is corrected it leads to the values of that

  on('click', async event => {
    const {target, clientX, clientY, detail} = event, picture = target.closest('[data-look]');
    if (!picture || !detail || target.closest('button, label, .open')) return;
    event.preventDefault();
    const {left, top, width, height} = picture.getBoundingClientRect();
    const place = [(clientX - left) / width, (clientY - top) / height].map(part => Math.round(1000 * part));
    try {
      const answer = await ask(`${picture.dataset.look}${place}`, {headers: {'HX-Request': 'true'}});
      const text = await answer.text();
      if (!text.includes('id="looked"')) return;
      await htmx.swap({sourceElement: picture, swap: 'none', selectOOB: '#looked:outerMorph', text});
      if (location.hash === '#correct') one('#looked [id^=correct-]')?.click();
    } catch (trouble) { console.warn('nothing is told of this place:', trouble.message); }
  });

  on('DOMContentLoaded', furnish);

  return {furnish, fence, enter, leave, outdated, openedBy, nameOf, forgetDice};
})(page, dice);
