// The charts of a report or a replay, each looked at through a lens. The page scrolls past them: the wheel alone and a finger
// that moves up or down are the page's.
import { Lens } from '../../compose/lens.mjs';

// Where a frame is narrower than this, in pixels, it begins with what the reader's side has and where there was a fight.
const NARROW = 700;

const lookAt = (sheet) => {
  const [frame, svg] = [sheet.querySelector('.scroll'), sheet.querySelector('svg.chart')];
  if (!frame || !svg) return;
  const { width, height } = svg.viewBox.baseVal;
  frame.style.aspectRatio = `${width} / ${height}`;
  frame.classList.replace('scroll', 'look');
  frame.setAttribute('aria-label', `${sheet.querySelector('h3').textContent}, chart. Plus and minus enlarge it, arrows move it, 0 shows all`);
  const lens = new Lens(frame, svg, { calm: true });
  const tools = document.createElement('div');
  tools.className = 'look-tools';
  for (const [sign, words, does] of [['+', 'Enlarge', () => lens.by(1.4)], ['−', 'Make smaller', () => lens.by(1 / 1.4)], ['⤢', 'Show all', () => lens.all()]]) {
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', textContent: sign, title: words, onclick: does });
    button.setAttribute('aria-label', `${words}: ${sheet.querySelector('h3').textContent}`);
    tools.append(button);
  }
  frame.after(tools);
  lens.resized();
  const middle = (mark) => {
    const { left, right, top, bottom } = mark.getBoundingClientRect();
    return lens.point({ clientX: (left + right) / 2, clientY: (top + bottom) / 2 });
  };
  if (frame.clientWidth && frame.clientWidth < NARROW) lens.fit([...svg.querySelectorAll('.own, .fought')].map(middle));
  // On paper the chart is whole.
  addEventListener('beforeprint', () => lens.all());
};

for (const sheet of document.querySelectorAll('.sheet.wide')) lookAt(sheet);
