'use strict';
// the wall: its letters are as large as all of it finds room on one screen; where they would be too small to read from afar, it tells less
const wall = (({root, one, on}) => {
  const AT_EASE = 0.03, LEAST = 0.0252, MOST = 0.085, STEPS = 6;
  const TRIES = [[0, AT_EASE], [1, AT_EASE], [2, AT_EASE], [0, LEAST], [1, LEAST], [2, LEAST], [3, LEAST], [4, LEAST]];
  const style = () => document.body.style;
  const fits = share => {
    style().fontSize = `${(share * innerHeight).toFixed(2)}px`;
    const {scrollHeight, scrollWidth} = root;
    return scrollHeight <= innerHeight && scrollWidth <= innerWidth;
  };

  const largest = (least, most) => {
    for (let step = 0; step < STEPS; step++) {
      const share = (least + most) / 2;
      if (fits(share)) least = share; else most = share;
    }
    fits(least);
  };

  const fit = () => {
    if (!document.body.matches('.wall') || innerWidth < 600) { style().removeProperty('font-size'); return; }
    const most = Number(getComputedStyle(one('#board')).getPropertyValue('--most')) || MOST;
    for (const [tight, share] of TRIES) {
      document.body.dataset.tight = tight;
      if (share < most && fits(share)) { largest(share, most); return; }
    }
    largest(LEAST / 3, LEAST);
  };

  on('DOMContentLoaded', () => {
    if (!document.body.matches('.wall')) return;
    fit();
    document.fonts.ready.then(fit);
    on('resize', fit, window);
  });

  return {fit};
})(page);
