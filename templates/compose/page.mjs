// The page: the desk with its chart, the panel and the file, drawn anew with every change.

import { unsound } from './verdict.mjs';
import { keyOf, questionsOf } from './state.mjs';
import { Chart } from './chart.mjs';
import { el } from './dom.mjs';
import { Opening } from './opening.mjs';

class Page extends Opening {
  build() {
    const title = el('h2', { id: 'compose-title' }, 'Your orders by pointing');
    const how =
      'Choose who, in the list or on the chart; then choose what, in the list or where the chart lights up. What you ' +
      'leave out takes its default. At the end there is the file to send. Nothing leaves this page by itself.';
    this.status = el('p', { class: 'co-status', role: 'status' });
    this.bar = el('div', { class: 'co-bar' });
    this.nav = el('nav', { class: 'co-nav', 'aria-label': 'Questions' });
    this.panel = el('div', { class: 'co-panel' });
    this.file = el('section', { class: 'co-file', 'aria-labelledby': 'co-file-title' });
    this.what = el('section', { class: 'co-fight', 'aria-label': 'What if' });
    const desk = el('div', { class: 'co-desk' });
    const chart = document.querySelector('figure.sheets');
    if (chart?.querySelector('[data-place]') && this.asked.length) {
      const home = el('p', {}, el('a', { href: '#compose' }, 'The chart stands beside your orders.'));
      chart.before(home);
      const frame = el('div', { class: 'co-chart co-still' });
      const arrows = el('input', { type: 'checkbox', onchange: (event) => frame.classList.toggle('co-still', !event.target.checked) });
      const moved = chart.querySelector('.move') ? el('label', {}, arrows, ' Show what moved') : '';
      frame.append(moved, chart);
      desk.append(frame);
      this.chart = new Chart(chart, this.atlas, (mark) => this.point(mark));
    }
    desk.append(this.panel);
    this.root.replaceChildren(title, el('p', {}, how), this.bar, this.opening(), this.status, this.nav, desk, this.file, this.what);
    this.root.hidden = false;
    this.root.addEventListener('keydown', (event) => this.shortcut(event));
    document.querySelector('.contents ul')?.prepend(el('li', {}, el('a', { href: '#compose' }, 'Your orders by pointing')));
  }

  shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) {
      if (!['ArrowDown', 'ArrowUp'].includes(event.key) || event.target.type !== 'checkbox') return;
      const boxes = [...this.panel.querySelectorAll('.co-subjects input')];
      const next = boxes[boxes.indexOf(event.target) + (event.key === 'ArrowDown' ? 1 : -1)];
      if (next && boxes.includes(event.target)) {
        next.focus();
        event.preventDefault();
      }
      return;
    }
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) this.back();
    else if (key === 'y' || key === 'z') this.again();
    else return;
    event.preventDefault();
  }

  render() {
    const stay = this.whereabouts();
    this.judged = new Map(this.asked.map((it) => [keyOf(it), this.judge(it)]));
    this.renderBar();
    this.renderNav();
    this.renderPanel();
    this.renderFile();
    this.renderFight();
    if (this.chart) this.chart.show(this.marked());
    stay();
  }

  // Remembers where the reader is: what has the focus, the place of the caret, how far lists are scrolled. Gives what goes
  // back there once the page is drawn again.
  whereabouts() {
    const LISTS = '.co-nav ol, .co-subjects, .co-options, .co-file pre';
    const scrolled = [...this.root.querySelectorAll(LISTS)].map((it) => it.scrollTop);
    const { activeElement: active } = document;
    const focus = active?.dataset?.k;
    const caret = /^(TEXTAREA|INPUT)$/.test(active?.tagName) ? [active.selectionStart, active.selectionEnd, active.scrollTop] : null;
    return () => {
      this.root.querySelectorAll(LISTS).forEach((it, at) => (it.scrollTop = scrolled[at] ?? 0));
      if (!focus || document.activeElement?.dataset?.k === focus) return;
      const same = this.root.querySelector(`[data-k="${CSS.escape(focus)}"]`);
      const first = focus.startsWith('option-') ? this.panel.querySelector('.co-subjects input, .co-options button') : null;
      (same && !same.disabled ? same : first)?.focus({ preventScroll: true });
      if (!same || caret?.[0] === null || caret === null) return;
      same.setSelectionRange(caret[0], caret[1]);
      same.scrollTop = caret[2];
    };
  }
}

// Says on the page that the packet cannot be used, and why.
function refuse(root, why) {
  const help = 'Ask the umpire for the packet again. The report on this page can still be read.';
  root.replaceChildren(el('h2', { id: 'compose-title' }, 'Your orders by pointing'), el('p', { class: 'warn' }, `The packet is damaged: ${why}. ${help}`));
  root.hidden = false;
}

// What is wrong with a packet, in words; null if nothing is.
function damage(packet) {
  const lists = ['questions', 'ahead', 'later', 'places'];
  const missing = lists.find((name) => !Array.isArray(packet?.[name]));
  if (missing) return `its list of ${missing} is missing`;
  return questionsOf(packet).map((it) => unsound(it.question)).find(Boolean) ?? null;
}

function begin() {
  const root = document.getElementById('compose');
  let packet;
  try {
    packet = JSON.parse(document.getElementById('compose-data').textContent);
  } catch (error) {
    refuse(root, `it cannot be read (${error.message})`);
    return;
  }
  try {
    const why = damage(packet);
    if (why) refuse(root, why);
    else new Page(packet, root);
  } catch (error) {
    refuse(root, `the page could not be built (${error.message})`);
  }
}

begin();
