// The page: on one screen the bar, the chart and what one chooses from; the report below. It is drawn anew with every change.

import './above.mjs';
import { unsound } from './verdict.mjs';
import { keyOf, questionsOf } from './state.mjs';
import { Chart } from './chart.mjs';
import { button, el } from './dom.mjs';
import { Bar } from './bar.mjs';

// The report is folded below the desk, so that the orders come first.
function foldReport(root) {
  const { body } = document;
  const rest = [...body.childNodes].filter((it) => it.nodeName !== 'SCRIPT');
  const report = el('details', { class: 'co-report', id: 'co-report' }, el('summary', {}, 'The report'));
  report.append(...rest);
  report.querySelector('main')?.setAttribute('role', 'presentation');
  body.prepend(root, report);
  body.classList.add('co-live');
  root.setAttribute('role', 'main');
}

class Page extends Bar {
  build() {
    const { root } = this;
    this.status = el('p', { class: 'co-status', role: 'status', 'aria-live': 'polite' });
    this.steps = el('div', { class: 'co-steps', role: 'group', 'aria-label': 'Questions' });
    this.tally = el('p', { class: 'co-tally' });
    this.acts = el('div', { class: 'co-acts', role: 'group', 'aria-label': 'Your orders' });
    this.nav = el('nav', { class: 'co-nav', id: 'co-nav', 'aria-label': 'Questions', hidden: true });
    this.panel = el('div', { class: 'co-panel' });
    this.file = el('section', { class: 'co-file', 'aria-labelledby': 'co-file-title' });
    this.what = el('section', { class: 'co-fight', 'aria-label': 'What if' });
    this.popped = el('div', { class: 'co-pop', role: 'group', 'aria-label': 'At this place', hidden: true });
    const open = this.opening();
    const title = el('h1', { id: 'compose-title' }, this.whose());
    const top = el('div', { class: 'co-top' }, title, this.steps, el('div', { class: 'co-right' }, this.acts, open));
    const grip = button('More room', () => {
      const full = root.classList.toggle('co-full');
      grip.textContent = full ? 'Show the chart' : 'More room';
    }, { class: 'co-grip' });
    const side = el('div', { class: 'co-side' }, grip, this.panel, this.file);
    const desk = el('div', { class: 'co-desk' }, side);
    const app = el('div', { class: 'co-app' }, top, this.nav, this.tally, this.status, this.found, desk);
    const chart = document.querySelector('figure.sheets');
    if (chart?.querySelector('[data-place]') && this.asked.length) this.hang(chart, desk);
    else desk.classList.add('co-bare');
    // The chart comes into the document as a part of the desk: to move it within the page takes long.
    foldReport(root);
    root.replaceChildren(app, this.what);
    root.classList.add('co-first');
    root.hidden = false;
    // Where nothing has the focus, keys are for the desk, too.
    document.addEventListener('keydown', (event) => (event.target === document.body || root.contains(event.target)) && !event.defaultPrevented && this.shortcut(event));
  }

  // Hangs the chart beside the questions. On paper it stands where it stood in the report.
  hang(chart, desk) {
    const home = el('p', {}, el('a', { href: '#compose' }, 'The chart stands beside your orders.'));
    chart.replaceWith(home);
    const frame = el('div', { class: 'co-chart co-still' });
    const arrows = el('input', { type: 'checkbox', onchange: (event) => frame.classList.toggle('co-still', !event.target.checked) });
    const moved = chart.querySelector('svg.chart .move') ? el('label', {}, arrows, ' Show what moved') : '';
    this.chart = new Chart(chart, this.atlas, (mark) => this.point(mark));
    const { sheets } = this.chart;
    const pick = el('select', { 'aria-label': 'Chart', onchange: (event) => this.chart.turn(Number(event.target.value)) },
      sheets.map(({ title }, nth) => el('option', { value: String(nth) }, title)));
    const lens = (words, sign, does) => button(sign, () => does(this.chart.now.lens), { 'aria-label': words, title: words });
    const tools = el('div', { class: 'co-lens', role: 'group', 'aria-label': 'Chart' }, sheets.length > 1 ? pick : '',
      lens('Larger', '+', (it) => it.by(1.4)), lens('Smaller', '−', (it) => it.by(1 / 1.4)), lens('All of it', '⤢', (it) => it.all()), moved);
    const key = chart.querySelector('figcaption');
    const legend = key ? el('details', { class: 'co-key' }, el('summary', {}, 'Key'), key) : '';
    frame.append(chart, this.popped, tools, legend);
    desk.prepend(frame);
    this.chart.turned = () => {
      pick.value = String(this.chart.nth);
      this.redraw();
    };
    this.chart.moved = () => this.redraw();
    const back = (where, paper) => {
      where(chart);
      if (key) (paper ? chart : legend).append(key);
      this.chart.paper(paper);
    };
    addEventListener('beforeprint', () => back((it) => home.before(it), true));
    addEventListener('afterprint', () => back((it) => frame.prepend(it), false));
  }

  // Draws the page anew and leaves the reader where he was.
  render() {
    const stay = this.whereabouts();
    this.renderAll();
    stay();
  }

  renderAll() {
    this.judged = new Map(this.asked.map((it) => [keyOf(it), this.judge(it)]));
    this.renderBar();
    this.renderNav();
    this.renderPanel();
    this.renderFile();
    this.renderFight();
    this.renderChart();
  }

  // Remembers where the reader is: what has the focus, the place of the caret, how far lists are scrolled. Gives what goes
  // back there once the page is drawn again.
  whereabouts() {
    const LISTS = '.co-side, .co-panel, .co-nav, .co-subjects, .co-options, .co-stack, .co-file pre';
    const scrolled = new Map([...this.root.querySelectorAll(LISTS)].map((it) => [it.className, it.scrollTop]));
    const { activeElement: active } = document;
    const focus = active?.dataset?.k;
    const caret = /^(TEXTAREA|INPUT)$/.test(active?.tagName) ? [active.selectionStart, active.selectionEnd, active.scrollTop] : null;
    return () => {
      this.root.querySelectorAll(LISTS).forEach((it) => (it.scrollTop = scrolled.get(it.className) ?? 0));
      if (!focus || document.activeElement?.dataset?.k === focus) return;
      const same = this.root.querySelector(`[data-k="${CSS.escape(focus)}"]`);
      // What was chosen from is gone: on with the first who has nothing yet.
      const first = /^(option|pop|way|filter|drop)/.test(focus)
        ? this.panel.querySelector('.co-subjects li:not(:has(label > b)) input, .co-subjects input, .co-options button')
        : /^(less|more)-/.test(focus) ? this.panel.querySelector(`[data-k="amount-${focus.slice(5)}"]`) : null;
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
  root.replaceChildren(el('h2', { id: 'compose-title' }, 'Your orders'), el('p', { class: 'warn' }, `The packet is damaged: ${why}. ${help}`));
  root.hidden = false;
  document.body.classList.add('co-told');
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
    performance.mark('desk');
  } catch (error) {
    refuse(root, `the page could not be built (${error.message})`);
  }
}

begin();
