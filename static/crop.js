'use strict';
// a picture that is chosen is shown as it will be cropped: drag it, or type the numbers
(() => {
  const SIDE = 640;
  const numberIn = (box, part) => box.querySelector(`[data-crop="${part}"]`);

  const begin = box => {
    const canvas = box.querySelector('canvas'), file = box.querySelector('input[type="file"]');
    const pen = canvas.getContext('2d');
    let picture = null, held = null;
    const value = part => Number(numberIn(box, part).value);
    const put = (part, number) => {
      const field = numberIn(box, part);
      field.value = Math.min(Number(field.max), Math.max(Number(field.min), Math.round(number)));
    };

    canvas.width = SIDE;
    canvas.height = Math.round(SIDE * Number(box.dataset.height) / Number(box.dataset.width));

    const part = () => {
      const shape = canvas.width / canvas.height;
      const wide = Math.min(picture.width, picture.height * shape) * 100 / Math.max(100, value('zoom'));
      return {wide, high: wide / shape};
    };

    const draw = () => {
      if (!picture) return;
      const {wide, high} = part();
      const left = (picture.width - wide) * value('across') / 100, top = (picture.height - high) * value('down') / 100;
      pen.fillStyle = '#fff';
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.drawImage(picture, left, top, wide, high, 0, 0, canvas.width, canvas.height);
    };

    file.addEventListener('change', async () => {
      try {
        picture = file.files[0] ? await createImageBitmap(file.files[0]) : null;
      } catch (refused) {
        console.info('no preview:', refused.message);
        picture = null;
      }
      canvas.hidden = box.querySelector('.moving').hidden = !picture;
      draw();
    });
    box.addEventListener('input', draw);

    canvas.addEventListener('pointerdown', event => {
      canvas.setPointerCapture(event.pointerId);
      held = {x: event.clientX, y: event.clientY, across: value('across'), down: value('down')};
    });
    canvas.addEventListener('pointermove', event => {
      if (!held || !picture) return;
      const {wide, high} = part(), scale = wide / canvas.clientWidth;
      if (picture.width > wide) put('across', held.across - (event.clientX - held.x) * scale / (picture.width - wide) * 100);
      if (picture.height > high) put('down', held.down - (event.clientY - held.y) * scale / (picture.height - high) * 100);
      draw();
    });
    for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, () => { held = null; });
  };

  document.querySelectorAll('.cropped').forEach(begin);
})();
