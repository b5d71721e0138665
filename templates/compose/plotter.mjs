// The chart beside the questions: arrows of what is ordered, and at a stack or an arrow a small window to choose from.

import { count, titled, visible } from './words.mjs';
import { keyOf } from './state.mjs';
import { membersIn } from './groups.mjs';
import { drawWays, waysOf, wayWords } from './arrows.mjs';
import { button, el } from './dom.mjs';
import { Opening } from './opening.mjs';

// From so many units on, their classes can be taken at once.
const SEVERAL = 3;

export class Plotter extends Opening {
  // The ways of all that is said, those of the question that is asked first.
  ways() {
    const of = (it) => {
      const own = it === this.it;
      const answer = this.answer(it);
      if (!own && !answer.send) return [];
      const all = waysOf(this.atlas, it.question, answer, this.judged.get(keyOf(it)).filled);
      return all.filter((way) => way.said || (own && way.to)).map((way) => ({ way, it, own, full: own || !this.it, question: it.question, open: (event) => this.openWay(it, way, event) }));
    };
    return this.asked.flatMap(of).sort((a, b) => b.own - a.own);
  }

  beginChart() {
    if (!this.chart) return;
    this.chart.turn(0);
    this.lookAround();
    this.isMeasured = true;
    this.chart.figure.classList.remove('co-unseen');
    this.renderChart();
  }

  renderChart() {
    if (!this.chart || !this.isMeasured) return;
    this.chart.show(this.marked());
    this.drawn = null;
    this.redraw();
    this.renderPop();
  }

  // Draws the arrows anew where they would be of another size.
  redraw() {
    if (!this.isMeasured) return;
    const look = `${this.chart.nth} ${this.chart.now.lens.unit.toFixed(3)}`;
    if (this.drawn !== look) drawWays(this.chart, this.ways());
    this.drawn = look;
    this.placePop();
  }

  // Opens the units of a place.
  openStack(mark) {
    this.pop = { mark, from: document.activeElement };
    this.render();
    this.popped.querySelector('button, input')?.focus({ preventScroll: true });
  }

  openWay(it, way, event) {
    if (it !== this.it) this.turnTo(this.asked.indexOf(it), true);
    this.pop = { way: way.key, at: this.chart.now.lens.point(event), from: document.activeElement };
    this.render();
    this.popped.querySelector('button')?.focus({ preventScroll: true });
  }

  closePop() {
    if (!this.pop) return;
    const { from } = this.pop;
    this.pop = null;
    this.renderPop();
    if (from?.isConnected) from.focus({ preventScroll: true });
  }

  renderPop() {
    const parts = this.pop ? (this.pop.mark ? this.stackParts(this.pop.mark) : this.wayParts()) : null;
    if (!parts) this.pop = null;
    this.popped.hidden = !parts;
    this.popped.replaceChildren(...(parts ?? []));
    this.placePop();
  }

  // Puts the window beside what it is about, inside of the frame, where it hides the fewest places that can be chosen.
  placePop() {
    if (!this.pop || this.popped.hidden) return;
    const { lens, frame } = this.chart.now;
    const at = this.pop.mark ? this.chart.middle(this.pop.mark) : this.pop.at;
    const { x, y } = at ? lens.onFrame(at) : { x: 0, y: 0 };
    const [wide, high] = [this.popped.offsetWidth, this.popped.offsetHeight];
    const [most, lowest] = [frame.clientWidth - wide - 4, frame.clientHeight - high - 4];
    const into = ([left, top]) => [Math.max(4, Math.min(left, most)), Math.max(4, Math.min(top, lowest))];
    const lit = [...this.marked()].filter(([, it]) => it.classes.includes('co-lit')).map(([mark]) => this.chart.middle(mark)).filter(Boolean).map((it) => lens.onFrame(it));
    const own = this.pop.mark ? [{ x, y }, { x, y }] : [];
    const hides = ([left, top]) => [...lit, ...own].filter((it) => it.x > left - 15 && it.x < left + wide + 15 && it.y > top - 15 && it.y < top + high + 15).length;
    const spots = [[x + 26, y - 30], [x - 26 - wide, y - 30], [x + 26, y - high], [x - 26 - wide, y - high], [x - wide / 2, y + 26], [x - wide / 2, y - high - 26], [4, lowest], [most, lowest], [most, 4], [4, 44]].map(into);
    const [left, top] = spots.reduce((best, it) => (hides(it) < hides(best) ? it : best));
    this.popped.style.left = `${left + frame.offsetLeft}px`;
    this.popped.style.top = `${top + frame.offsetTop}px`;
  }

  // The units of a place: all, none, or those of a class at once, and each by itself.
  stackParts(mark) {
    if (!this.it) return null;
    const { question } = this.it;
    const here = this.standingAt(mark);
    if (!here.length) return null;
    const title = `${this.atlas.names.get(mark)}: ${count(here.length, 'unit')}`;
    const kinds = new Map();
    for (const at of here) {
      const kind = this.classOf(question.subjects[at]);
      if (kind) kinds.set(kind, [...(kinds.get(kind) ?? []), at]);
    }
    const chosen = (ats) => ats.length === this.picked.size && ats.every((at) => this.picked.has(at));
    const only = (ats, key, words) => button(words, () => this.pickOnly(ats), { 'data-k': key, 'aria-pressed': chosen(ats) ? 'true' : 'false' });
    const line = (at) => el('li', {}, el('label', {}, el('input', { type: 'checkbox', 'data-k': `pop-${at}`, checked: this.picked.has(at),
      onchange: (event) => this.pick([at], event.target.checked) }), ' ', titled(question.subjects[at]), ' ', this.takes(at, this.judged.get(keyOf(this.it)))));
    const classes = here.length >= SEVERAL && kinds.size > 1 ? [...kinds].map(([kind, ats]) => only(ats, `pop-class-${kind}`, `${visible(kind)} ${ats.length}`)) : [];
    return [
      this.popHead(title),
      here.length > 1 ? el('p', { class: 'co-tools' }, only(here, 'pop-all', 'All'), button('None', () => this.pickOnly([]), { 'data-k': 'pop-none' }), classes) : '',
      this.stackGroups(here, only),
      el('ul', { class: 'co-stack' }, here.map(line)),
      el('p', { class: 'co-soft' }, this.hint()),
    ];
  }

  // The groups of which somebody is among these: all of such a group who are asked about, wherever they stand.
  stackGroups(here, only) {
    const all = this.groups().map((group) => [group.name, membersIn(this.it.question, group)]);
    const found = all.filter(([, ats]) => ats.some((at) => here.includes(at)));
    return found.length ? el('p', { class: 'co-tools' }, found.map(([name, ats]) => only(ats, `pop-group-${name}`, `${visible(name)} ${ats.length}`))) : '';
  }

  // What to do next, for those who are chosen.
  hint() {
    if (!this.choosers().length) return 'Choose who goes.';
    const lit = [...this.marked().values()].some((it) => it.classes.includes('co-lit'));
    return lit ? 'Now click a place that lights up, or choose in the list.' : 'Now choose in the list.';
  }

  popHead(title) {
    return el('p', { class: 'co-pop-head' }, el('b', {}, title), button('×', () => this.closePop(), { 'aria-label': 'Close', 'data-k': 'pop-close' }));
  }

  // An arrow that was clicked.
  wayParts() {
    const found = this.ways().find(({ way, own }) => own && way.key === this.pop.way);
    if (!found) return null;
    const { way, question } = found;
    return [
      this.popHead(wayWords(this.atlas, question, way)),
      el('p', { class: 'co-tools' }, this.wayButtons(way, 'pop')),
      way.ats.length > 1 && way.said
        ? el('ul', { class: 'co-stack' }, way.ats.map((at) => el('li', {}, titled(question.subjects[at]), ' ',
            button('×', () => this.forget([at]), { 'aria-label': `Take back ${titled(question.subjects[at])}`, 'data-k': `pop-forget-${at}` }))))
        : '',
    ];
  }
}
