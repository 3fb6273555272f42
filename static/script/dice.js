'use strict';
// dice pad, stepper, all or none of many: the inputs stay the truth, the buttons only set them
const dice = (({one, all, on, make}) => {
  const faceOf = die => one('input:checked', die)?.value;
  const empty = die => !faceOf(die);
  const facesOf = form => all('.dice .die', form).map(faceOf);
  const copies = label => [...label.childNodes].filter(node => node.nodeName !== 'INPUT').map(node => node.cloneNode(true));

  const layPad = fieldset => {
    const rolled = all('.die', fieldset);
    const chosen = make('div', 'chosen'), faces = make('div', 'faces');
    for (const die of rolled) {
      die.hidden = true;
      chosen.append(make('button', 'slot', {type: 'button'}));
      if (die.dataset.of) chosen.lastChild.dataset.of = die.dataset.of;
    }
    for (const label of all('label', rolled[0])) {
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
    const rolled = all('.die', fieldset), next = rolled.find(empty);
    all('.slot', fieldset).forEach((slot, i) => {
      const value = faceOf(rolled[i]), face = value && one(`.face[value="${value}"]`, fieldset);
      slot.replaceChildren(...(face ? copies(face) : []));
      slot.disabled = !face;
      slot.ariaLabel = face ? `${face.ariaLabel}, ${fieldset.dataset.away ?? '×'}` : slot.dataset.of ?? '–';
    });
    for (const face of all('.face', fieldset)) face.disabled = !next || !one(`input[value="${face.value}"]:enabled`, next);
    one('.tally', fieldset).value = `${rolled.filter(faceOf).length} / ${rolled.length}`;
    const hand = one('button[name=by][value=hand]', fieldset.form);
    if (hand) hand.disabled = all('.dice .die', fieldset.form).some(empty);
    if (hand && !next && !hand.disabled) hand.focus({preventScroll: true});
    else if (fieldset.form.contains(document.activeElement) && document.activeElement.disabled) one('.dice .face:enabled', fieldset.form)?.focus({preventScroll: true});
  };

  const turn = (die, value) => {
    const input = die && one(value ? `input[value="${value}"]:enabled` : 'input:checked', die);
    if (!input) return;
    input.checked = Boolean(value);
    drawPad(die.closest('.dice'));
  };

  // the dice of a form are as they were, those that showed a face

  const turnAll = (form, values) => {
    const rolled = all('.dice .die', form);
    values.forEach((value, i) => { if (value && rolled[i]) turn(rolled[i], value); });
  };

  const fitStepper = span => {
    const input = one('input', span);
    const less = make('button', 'less', {type: 'button', textContent: '−', ariaLabel: span.dataset.less});
    const more = make('button', 'more', {type: 'button', textContent: '+', ariaLabel: span.dataset.more});
    const usual = (span.dataset.usual ?? '').split(' ').filter(Boolean).map(value => make('button', 'chip', {type: 'button', value, textContent: value}));
    const limit = () => {
      less.disabled = Boolean(input.min) && Number(input.value) <= Number(input.min);
      more.disabled = Boolean(input.max) && Number(input.value) >= Number(input.max);
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

  const fitTicks = fieldset => {
    const boxes = all('input[type=checkbox]', fieldset);
    const every = [[fieldset.dataset.all, true], [fieldset.dataset.none, false]].map(([textContent, checked]) => {
      const button = make('button', 'chip', {type: 'button', textContent});
      on('click', () => { for (const box of boxes) box.checked = checked; boxes[0].dispatchEvent(new Event('change', {bubbles: true})); }, button);
      return button;
    });
    const chips = make('span', 'chips');
    chips.append(...every);
    one('legend', fieldset).after(chips);
  };

  const layOut = () => {
    all('fieldset[data-all]').filter(fieldset => !one('.chips', fieldset)).forEach(fitTicks);
    all('fieldset.dice:not([data-pad])').forEach(layPad);
    all('.stepper').filter(span => !one('button', span)).forEach(fitStepper);
  };

  on('click', ({target}) => {
    const pad = target.closest('.dice[data-pad]'), face = target.closest('.face'), slot = target.closest('.slot');
    if (pad && face) turn(all('.die', pad).find(empty), face.value);
    if (pad && slot) turn(all('.die', pad)[all('.slot', pad).indexOf(slot)]);
  });

  on('keydown', ({key, target, ctrlKey, metaKey, altKey}) => {
    if (ctrlKey || metaKey || altKey || target.matches('input:not([type=radio], [type=checkbox]), textarea, select')) return;
    const rolled = all('.dice[data-pad] .die');
    // a digit is the place of a face on its die: on a die of numbers the number itself
    const next = rolled.find(empty), face = next && /^[1-9]$/.test(key) && all('input', next)[key - 1];
    if (face) turn(next, face.value);
    if (key === 'Backspace') turn(rolled.findLast(faceOf));
  });

  return {facesOf, turnAll, layOut};
})(page);
