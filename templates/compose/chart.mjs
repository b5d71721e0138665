// The chart as a second way to choose: stacks that are asked about, and places that can be chosen for them.

import { visible } from './words.mjs';
import { Lens } from './lens.mjs';

// Finds the places on the chart that a subject or an option means.
export class Atlas {
  constructor(packet) {
    this.stands = packet.stands;
    this.names = new Map(packet.places.map(([mark, , name]) => [mark, visible(name)]));
    this.words = new Map();
    this.called = new Map();
    this.ports = packet.places.filter(([mark]) => mark.startsWith('p-')).map(([mark, word]) => [word, mark]);
    const note = (map, word, mark) => map.set(word, [...(map.get(word) ?? []), mark]);
    for (const [mark, word, name] of packet.places) {
      note(this.words, word, mark);
      if (mark.startsWith('z-')) note(this.words, `zone-${word}`, mark);
      note(this.called, name, mark);
    }
  }

  word(word) {
    return this.words.get(word) ?? [];
  }

  // The marks of what an id or a name says. A number alone may be a zone or an amount: its name must agree.
  of({ id, name }) {
    if (Object.hasOwn(this.stands, id)) return [this.stands[id]];
    const direct = this.word(id);
    if (direct.length) {
      const agrees = (mark) => !/^[0-9]+$/.test(id) || this.names.get(mark) === name;
      return direct.filter(agrees);
    }
    if (this.called.has(name)) return this.called.get(name);
    const parts = id.split('/');
    if (parts.length > 1) return parts.flatMap((part) => this.word(part));
    const longest = this.ports.filter(([word]) => id.startsWith(`${word}-`)).sort((a, b) => b[0].length - a[0].length)[0];
    return longest ? [longest[1]] : [];
  }

  // Where a question is asked about, by its key.
  scene(question) {
    return question.key.split('/').flatMap((part) => this.word(part));
  }
}

const SVG = 'http://www.w3.org/2000/svg';

// An element of a drawing.
export function drawn(name, props = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

// The drawings, one of which is looked at: shows which places matter, and says which was chosen.
export class Chart {
  constructor(figure, atlas, choose) {
    this.atlas = atlas;
    this.places = new Map();
    this.middles = new Map();
    this.sheets = [...figure.querySelectorAll('.sheet')].map((sheet, nth) => this.sheet(sheet, nth));
    for (const port of figure.querySelectorAll('use[data-place]')) port.after(hit(port));
    for (const { svg } of this.sheets) {
      for (const place of svg.querySelectorAll('[data-place]')) {
        const mark = place.dataset.place;
        this.places.set(mark, [...(this.places.get(mark) ?? []), place]);
      }
      svg.append(drawn('g', { class: 'co-orders', 'aria-hidden': 'true' }));
    }
    const at = (event) => event.target.closest?.('[data-place]')?.dataset.place;
    const chosen = (event) => {
      const mark = at(event);
      if (mark && choose(mark, event.type === 'keydown')) event.preventDefault();
    };
    figure.addEventListener('click', (event) => {
      const inset = event.target.closest?.('a.inset, .inset a, a[href^="#chart-"]');
      const nth = inset ? this.sheets.findIndex((it) => `#${it.sheet.id}` === inset.getAttribute('href')) : -1;
      if (nth >= 0) {
        event.preventDefault();
        this.turn(nth);
      } else chosen(event);
    });
    figure.addEventListener('keydown', (event) => ['Enter', ' '].includes(event.key) && chosen(event));
    this.turn(0);
  }

  // One drawing with its lens.
  sheet(sheet, nth) {
    const svg = sheet.querySelector('svg.chart');
    const frame = sheet.querySelector('.scroll') ?? sheet;
    const title = sheet.querySelector('h3')?.textContent ?? `Chart ${nth + 1}`;
    frame.classList.add('co-frame');
    frame.setAttribute('aria-label', `${title}, chart. Plus and minus enlarge it, arrows move it`);
    const lens = new Lens(frame, svg);
    lens.moved = () => this.moved?.();
    return { sheet, svg, frame, title, lens };
  }

  get now() {
    return this.sheets[this.nth];
  }

  // Looks at another drawing.
  turn(nth) {
    this.nth = nth;
    this.sheets.forEach(({ sheet }, at) => (sheet.hidden = at !== nth));
    this.now.lens.resized();
    this.turned?.();
  }

  // On paper all drawings are whole.
  paper(on) {
    this.sheets.forEach(({ sheet, svg, lens }, nth) => {
      const { x, y, width, height } = lens.whole;
      sheet.hidden = !on && nth !== this.nth;
      if (on) svg.setAttribute('viewBox', [x, y, width, height].join(' '));
    });
    if (!on) this.now.lens.show();
  }

  // Where a place is on a drawing; null where it is not on it.
  middle(mark, nth = this.nth) {
    const key = `${nth} ${mark}`;
    if (!this.middles.has(key)) {
      const here = (this.places.get(mark) ?? []).filter((it) => this.sheets[nth].svg.contains(it));
      const port = here.find((it) => it.localName === 'use');
      const cell = here.find((it) => it.localName === 'g')?.querySelector('use');
      this.middles.set(key, port ? { x: Number(port.getAttribute('x')), y: Number(port.getAttribute('y')) } : cell ? inside(cell) : null);
    }
    return this.middles.get(key);
  }

  // Where the names of places stand on the drawing that is looked at, and how large they are.
  names() {
    this.now.names ??= [...this.now.svg.querySelectorAll('.name text, .port-name text, .no text')].map((text) => {
      const { x, y, width, height } = text.getBBox();
      return { x: x + width / 2, y: y + height / 2, wide: width, high: height };
    });
    return this.now.names;
  }

  // Turns to the drawing that shows most of some places, and to these on it.
  lookAt(marks) {
    const shown = this.sheets.map((_, nth) => marks.map((mark) => this.middle(mark, nth)).filter(Boolean));
    const most = Math.max(...shown.map((it) => it.length));
    if (!most) return;
    // The first drawing is the world: a smaller one that shows as much shows it larger.
    this.turn(shown.findLastIndex((it) => it.length === most));
    this.now.lens.fit(shown[this.nth]);
  }

  // Sees to it that a place can be seen.
  reveal(mark) {
    const nth = this.middle(mark) ? this.nth : this.sheets.findIndex((_, at) => this.middle(mark, at));
    if (nth < 0) return;
    if (nth !== this.nth) this.turn(nth);
    this.now.lens.reveal(this.middle(mark));
  }

  // Shows, by mark: what matters there, in words, and its classes.
  show(marked) {
    for (const [mark, places] of this.places) {
      const { words, classes } = marked.get(mark) ?? { words: null, classes: [] };
      for (const place of places) {
        for (const name of ['co-stands', 'co-chosen', 'co-lit', 'co-here']) place.classList.toggle(name, classes.includes(name));
        if (place.localName === 'use') continue;
        if (words === null) {
          ['role', 'tabindex', 'aria-label'].forEach((name) => place.removeAttribute(name));
        } else {
          place.setAttribute('role', 'button');
          place.setAttribute('tabindex', '0');
          place.setAttribute('aria-label', `${this.atlas.names.get(mark)}: ${words}`);
        }
      }
    }
  }
}

// A point inside a cell of sea: its middle, or of a crooked one the point of a grid that lies deepest in it.
function inside(cell) {
  const shape = document.querySelector(cell.getAttribute('href')) ?? cell;
  const { x, y, width, height } = cell.getBBox();
  const middle = { x: x + width / 2, y: y + height / 2 };
  const within = (at) => !shape.isPointInFill || shape.isPointInFill(new DOMPoint(at.x, at.y));
  const STEPS = 12;
  const depth = (at) => {
    const ways = [[1, 0], [-1, 0], [0, 1], [0, -1], [0.7, 0.7], [-0.7, 0.7], [0.7, -0.7], [-0.7, -0.7]];
    let far = 0;
    const step = Math.max(width, height) / 24;
    while (far < 8 && ways.every(([a, b]) => within({ x: at.x + a * step * (far + 1), y: at.y + b * step * (far + 1) }))) far += 1;
    return far;
  };
  let best = within(middle) ? [depth(middle) + 0.5, middle] : [-1, middle];
  if (best[0] > 3) return middle;
  for (let row = 1; row < STEPS; row += 1) {
    for (let column = 1; column < STEPS; column += 1) {
      const at = { x: x + (width * column) / STEPS, y: y + (height * row) / STEPS };
      const found = within(at) ? depth(at) : -1;
      if (found > best[0]) best = [found, at];
    }
  }
  return best[1];
}

// A disc around the small mark of a port, wide enough for a finger.
function hit(port) {
  const at = { cx: port.getAttribute('x'), cy: port.getAttribute('y') };
  const disc = drawn('circle', { class: 'co-hit', ...at, r: '17', 'data-place': port.dataset.place });
  const title = port.querySelector('title');
  if (title) disc.append(title.cloneNode(true));
  return disc;
}
