// The chart as a second way to choose: stacks that are asked about, and places that can be chosen for them.

import { visible } from './words.mjs';
import { Lens } from './lens.mjs';
import { boxOf, isWithin, ringsOf } from './outline.mjs';

// Finds the places on the chart that a subject or an option means.
export class Atlas {
  constructor(packet) {
    this.stands = packet.stands;
    this.names = new Map(packet.places.map(([mark, , name]) => [mark, visible(name)]));
    this.words = new Map();
    this.called = new Map();
    this.known = new Map();
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

  // The marks of a subject or an option.
  of(it) {
    if (!this.known.has(it)) this.known.set(it, this.find(it));
    return this.known.get(it);
  }

  // The marks of what an id or a name says. A number alone may be a zone or an amount: its name must agree.
  find({ id, name }) {
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
      if (!mark) return;
      // In a report a place leads to its row; here it is for choosing.
      event.preventDefault();
      choose(mark);
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
    this.nth = 0;
    // Until the first look all are hidden from the browser, which would lay them out.
    figure.classList.add('co-unseen');
    this.figure = figure;
  }

  // One drawing with its lens.
  sheet(sheet, nth) {
    const svg = sheet.querySelector('svg.chart');
    const frame = sheet.querySelector('.scroll') ?? sheet;
    const title = sheet.querySelector('h3')?.textContent ?? `Chart ${nth + 1}`;
    frame.classList.add('co-frame');
    frame.setAttribute('aria-label', `${title}, chart. Plus and minus enlarge it, arrows move it`);
    const lens = new Lens(frame, svg);
    lens.moved = () => !this.turning && this.moved?.();
    return { sheet, svg, frame, title, lens };
  }

  get now() {
    return this.sheets[this.nth];
  }

  // Looks at another drawing: at some points of it, or as it was looked at before.
  turn(nth, points = []) {
    this.nth = nth;
    this.turning = true;
    this.sheets.forEach(({ lens }, at) => (lens.asleep = at !== nth));
    // The frame of what is away has its size all the same, so the drawing is laid out once, as it will be seen.
    const { lens } = this.now;
    lens.resized();
    if (points.length) lens.fit(points);
    else lens.show();
    this.sheets.forEach(({ sheet }, at) => sheet.classList.toggle('co-away', at !== nth));
    this.turning = false;
    this.turned?.();
  }

  // On paper all drawings are whole.
  paper(on) {
    this.sheets.forEach(({ sheet, svg, lens }, nth) => {
      const { x, y, width, height } = lens.whole;
      sheet.classList.toggle('co-away', !on && nth !== this.nth);
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
      const cell = here.find((it) => ['g', 'a'].includes(it.localName))?.querySelector('use');
      this.middles.set(key, port ? { x: Number(port.getAttribute('x')), y: Number(port.getAttribute('y')) } : cell ? inside(cell, this.labels(nth)) : null);
    }
    return this.middles.get(key);
  }

  // Where the names of seas end on a drawing: their middle, and a little below the line on which they stand.
  labels(nth) {
    const sheet = this.sheets[nth];
    sheet.labels ??= [...sheet.svg.querySelectorAll('.no text, .name text:not(.out)')].map((it) => ({ x: Number(it.getAttribute('x')), y: Number(it.getAttribute('y')) + 5 }));
    return sheet.labels;
  }

  // What stands on the drawing that is looked at and should not be hidden: names and counters.
  taken() {
    const box = (it) => {
      const { x, y, width, height } = it.getBBox();
      const moved = it.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
      return { x: x + width / 2 + moved.e, y: y + height / 2 + moved.f, wide: width, high: height };
    };
    this.now.taken ??= [...this.now.svg.querySelectorAll('.name text, .port-name text, .no text, .own, .foe, .convoy')].map(box);
    return [...this.now.taken];
  }

  // Turns to the drawing that shows most of some places, and to these on it.
  lookAt(marks) {
    const shown = this.sheets.map((_, nth) => marks.map((mark) => this.middle(mark, nth)).filter(Boolean));
    const most = Math.max(...shown.map((it) => it.length));
    if (!most) return;
    // The first drawing is the world: a smaller one that shows as much shows it larger.
    const nth = shown.findLastIndex((it) => it.length === most);
    this.turn(nth, shown[nth]);
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
    const before = this.marked ?? this.places;
    this.marked = marked;
    for (const [mark, places] of this.places) {
      if (!marked.has(mark) && !before.has(mark)) continue;
      const { words, classes } = marked.get(mark) ?? { words: null, classes: [] };
      for (const place of places) {
        for (const name of ['co-stands', 'co-chosen', 'co-lit', 'co-here']) place.classList.toggle(name, classes.includes(name));
        if (place.localName === 'use') continue;
        if (words === null) {
          ['role', 'tabindex', 'aria-label'].forEach((name) => place.removeAttribute(name));
          if (place.localName === 'a') place.setAttribute('tabindex', '-1');
        } else {
          place.setAttribute('role', 'button');
          place.setAttribute('tabindex', '0');
          place.setAttribute('aria-label', `${this.atlas.names.get(mark)}: ${words}`);
        }
      }
    }
  }
}

// A point inside a cell of sea: below its name, or where that stands elsewhere, its middle, or of a crooked one the point of a
// grid that lies deepest in it.
function inside(cell, labels) {
  const shape = document.getElementById(cell.getAttribute('href').slice(1));
  const rings = ringsOf(shape?.getAttribute('d') ?? '');
  const { x, y, width, height } = rings ? boxOf(rings) : cell.getBBox();
  const middle = { x: x + width / 2, y: y + height / 2 };
  if (!rings) return middle;
  const within = (at) => isWithin(rings, at);
  const lowest = labels.filter(({ x: left, y: top }) => left > x && left < x + width && top > y && top < y + height + 8 && within({ x: left, y: top - 8 })).sort((a, b) => b.y - a.y)[0];
  const below = lowest && { x: lowest.x, y: lowest.y + 22 };
  if (below && within(below)) return below;
  const STEPS = 12;
  const ways = [[1, 0], [-1, 0], [0, 1], [0, -1], [0.7, 0.7], [-0.7, 0.7], [0.7, -0.7], [-0.7, -0.7]];
  const step = Math.max(width, height) / 24;
  const reaches = (at, far) => ways.every(([a, b]) => within({ x: at.x + a * step * far, y: at.y + b * step * far }));
  // How deep a point lies, where that is more than `least`.
  const depth = (at, least) => {
    if (!reaches(at, Math.min(Math.floor(least) + 1, 8))) return -1;
    let far = 0;
    while (far < 8 && reaches(at, far + 1)) far += 1;
    return far;
  };
  let best = within(middle) ? [depth(middle, -1) + 0.5, middle] : [-1, middle];
  if (best[0] > 3) return middle;
  for (let row = 1; row < STEPS; row += 1) {
    for (let column = 1; column < STEPS; column += 1) {
      const at = { x: x + (width * column) / STEPS, y: y + (height * row) / STEPS };
      const found = within(at) ? depth(at, best[0]) : -1;
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
  if (title) disc.append(title);
  return disc;
}
