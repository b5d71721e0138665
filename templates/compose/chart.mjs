// The chart as a second way to choose: stacks that are asked about, and places that can be chosen for them.

import { visible } from './words.mjs';

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

// The drawing: shows which places matter, and says which was chosen.
export class Chart {
  constructor(root, atlas, choose) {
    this.atlas = atlas;
    this.places = new Map();
    for (const port of root.querySelectorAll('use[data-place]')) port.after(hit(port));
    for (const place of root.querySelectorAll('[data-place]')) {
      const mark = place.dataset.place;
      this.places.set(mark, [...(this.places.get(mark) ?? []), place]);
    }
    const at = (event) => event.target.closest?.('[data-place]')?.dataset.place;
    root.addEventListener('click', (event) => {
      const mark = at(event);
      if (mark && choose(mark)) event.preventDefault();
    });
    root.addEventListener('keydown', (event) => {
      const mark = ['Enter', ' '].includes(event.key) ? at(event) : null;
      if (mark && choose(mark)) event.preventDefault();
    });
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

// A disc around the small mark of a port, wide enough for a finger.
function hit(port) {
  const disc = document.createElementNS(SVG, 'circle');
  disc.setAttribute('class', 'co-hit');
  disc.setAttribute('cx', port.getAttribute('x'));
  disc.setAttribute('cy', port.getAttribute('y'));
  disc.setAttribute('r', '17');
  disc.dataset.place = port.dataset.place;
  const title = port.querySelector('title');
  if (title) disc.append(title.cloneNode(true));
  return disc;
}
