// Goes on with a file that was begun before: opens it, and shows what of it the page could not take.

import { count } from './words.mjs';
import { begun } from './begun.mjs';
import { button, el } from './dom.mjs';
import { FilePart } from './file.mjs';

// No orders file comes near this size (docs/orders.md).
const LARGEST = 1 << 20;

export class Opening extends FilePart {
  // The way in, and where the page says what became of the file. It stays as it is when the page is drawn anew.
  opening() {
    const input = el('input', { type: 'file', id: 'co-open', accept: '.yaml,.yml,.txt,.sealed,text/plain' });
    input.addEventListener('change', () => {
      const [file] = input.files;
      if (file) this.openFile(file);
      input.value = '';
    });
    this.found = el('div', { class: 'co-found' });
    const box = el('div', { class: 'co-opening' }, input, el('label', { for: 'co-open', title: 'Go on with a file that you began' }, 'Open a file'));
    this.root.addEventListener('dragover', (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault());
    this.root.addEventListener('drop', (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      this.openFile(file);
    });
    return box;
  }

  async openFile(file) {
    let text = null;
    try {
      if (file.size <= LARGEST) text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      text = null;
    }
    const why = file.size > LARGEST ? 'it is larger than orders may be' : 'it is not text in UTF-8';
    if (text === null) return this.opened(file.name, { refusal: why, notes: [] });
    this.opened(file.name, begun(this.packet, text));
  }

  // Takes over what a file says, as one step, and names what it could not take over.
  opened(name, { state, notes, refusal }) {
    if (!refusal) this.change((now) => Object.assign(now, state, { fight: now.fight }), `${name} is open.`);
    else this.say(`${name} was not opened.`);
    const line = (it) => el('li', {}, el('b', {}, `Line ${it.line}`), `: ${it.what}.`, it.text ? el('code', {}, it.text) : '');
    const words = notes.length
      ? `${name} is open. Look at ${count(notes.length, 'line')} of it:`
      : `${name} is open: all of it is on this page.`;
    const parts = refusal
      ? [el('p', { class: 'co-wrong' }, `${name} was not opened: ${refusal}.`)]
      : [el('p', {}, words), notes.length ? el('ul', {}, notes.map(line)) : ''];
    const close = button('Close', () => this.found.replaceChildren());
    this.found.replaceChildren(el('div', { class: notes.length || refusal ? 'co-problems' : 'co-good' }, parts, close));
  }
}
