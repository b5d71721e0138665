// The bar over the desk: which question is asked, how its answer stands, what is left of a budget, and the button that finishes.

import { count, visible } from './words.mjs';
import { keyOf } from './state.mjs';
import { inNames, plainly } from './plainly.mjs';
import { button, coded, el } from './dom.mjs';
import { Plotter } from './plotter.mjs';

const KINDS = { now: '', early: 'may be answered now', later: 'a plan' };

export class Bar extends Plotter {
  renderBar() {
    const { past, future } = this.store;
    const { at, asked, it } = this;
    const go = (label, sign, to) => button(sign, () => this.turnTo(to), { 'aria-label': label, 'data-k': label, disabled: to < 0 || to > asked.length });
    this.steps.replaceChildren(
      go('The question before', '‹', at - 1),
      button(this.heading(), () => this.list(), { class: 'co-questions', 'data-k': 'questions', 'aria-expanded': String(Boolean(this.listed)), 'aria-controls': 'co-nav', disabled: !asked.length }),
      go('The next question', '›', at + 1));
    this.tally.replaceChildren(...this.verdictWords());
    // Where nobody must order anything, a file without any order is no problem: there is none to send.
    const obstacles = this.packet.asked || this.hasStanding() ? this.obstacles().length : 0;
    this.acts.replaceChildren(
      button('Undo', () => this.back(), { 'data-k': 'undo', disabled: !past.length, title: 'Ctrl+Z' }),
      button('Redo', () => this.again(), { 'data-k': 'redo', disabled: !future.length, title: 'Ctrl+Shift+Z' }),
      button(obstacles ? `Finish (${count(obstacles, 'problem')})` : 'Finish', () => this.turnTo(asked.length),
        { 'data-k': 'finish', class: obstacles ? 'co-bad' : 'co-main', 'aria-current': it ? null : 'step' }));
  }

  // The question in words, with its number.
  heading() {
    const { at, asked, it } = this;
    if (!asked.length) return 'There is nothing for you to answer';
    if (!it) return [el('b', {}, 'Your orders'), ': look at them and send them'];
    const kind = KINDS[it.when];
    return [el('b', {}, `${at + 1} of ${asked.length}`), kind ? ` (${kind}): ` : ': ', ...coded(visible(it.question.title))];
  }

  // How the answer stands.
  verdictWords() {
    const { it } = this;
    if (!it) return [];
    const judged = this.judged.get(keyOf(it));
    const { send, rows } = this.answer();
    const sums = this.sums(judged).map((sum) => el('span', { class: 'co-budget' }, sum));
    const said = send || rows.length;
    const [problem] = said ? judged.problems : [];
    const words = problem
      ? el('span', { class: 'co-wrong' }, plainly(it.question, judged.filled, problem) ?? `${inNames(it.question, problem.what)}.`)
      : el('span', { class: said ? 'co-good' : 'co-soft' }, this.standing(it) || 'not planned');
    return [...sums, words];
  }

  list() {
    this.listed = !this.listed;
    this.render();
    if (this.listed) this.nav.querySelector('[aria-current], button')?.focus();
  }

  // Keys that work everywhere: find, undo, redo, and those of the lists.
  shortcut(event) {
    const { key, target } = event;
    const isAmountField = target.dataset?.k?.startsWith('amount-');
    const writes = /^(TEXTAREA|SELECT)$/.test(target.tagName) || (target.tagName === 'INPUT' && !isAmountField && !['checkbox', 'file'].includes(target.type));
    const does = event.ctrlKey || event.metaKey ? !event.altKey && !writes && this.undoKey(event) : !event.altKey && (this.listKey(event) || (!writes && this.plainKey(key)));
    if (does) event.preventDefault();
  }

  undoKey({ key, shiftKey }) {
    const letter = key.toLowerCase();
    if (letter === 'z' && !shiftKey) this.back();
    else if (letter === 'y' || letter === 'z') this.again();
    else return false;
    return true;
  }

  plainKey(key) {
    if (key === '/') {
      const search = this.panel.querySelector('[data-k=filter]');
      search?.focus();
      search?.select();
      return Boolean(search);
    }
    return false;
  }

  // Up, down, Enter and the amounts in lists, and the key that lets go.
  listKey({ key, target }) {
    if (key === 'Escape') return this.letGo();
    const inPanel = this.panel.contains(target);
    const k = target.dataset?.k ?? '';
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const isRow = inPanel && /^(subject|option|amount)-/.test(k);
    if (step && (isRow || target.id === 'co-question' || target === document.body || k === 'filter')) return this.walk(k, step);
    if (key === 'Enter' && k.startsWith('subject-')) {
      this.pick([Number(k.slice(8))], true);
      this.toOptions();
      return true;
    }
    const by = { '+': 'more', '=': 'more', '-': 'less' }[key];
    if (by && k.startsWith('amount-')) {
      this.panel.querySelector(`[data-k="${by}-${k.slice(7)}"]`)?.click();
      return true;
    }
    return false;
  }

  // Goes up or down in the list where the focus is; from the heading or the search into the list.
  walk(k, step) {
    const list = k.startsWith('option-') ? '.co-options button' : '.co-subjects input';
    const rows = [...this.panel.querySelectorAll(list)];
    const all = rows.length ? rows : [...this.panel.querySelectorAll('.co-options button')];
    const at = all.findIndex((it) => it.dataset.k === k);
    const next = at < 0 ? (step > 0 ? all[0] : null) : all[at + step];
    next?.focus();
    return Boolean(next);
  }

  // Closes what is open, or lets go of those who are chosen.
  letGo() {
    if (this.listed) {
      this.list();
      this.steps.querySelector('[data-k=questions]').focus();
    } else if (this.pop) {
      this.picked = new Set();
      this.closePop();
      this.render();
    } else if (this.picked.size || this.filter) {
      const [first] = this.picked;
      this.filter = '';
      this.pickOnly([]);
      this.panel.querySelector(`[data-k="subject-${first}"]`)?.focus();
      this.say('Nobody is chosen.');
    } else return false;
    return true;
  }

  // Who the orders are of, for the head of the page.
  whose() {
    const { packet } = this;
    const player = packet.player ? ` (${visible(packet.player)})` : '';
    return [`Orders of the ${visible(packet.name)}${player}`, el('small', {}, ` ${visible(packet.match)}, exchange ${packet.exchange}${packet.due ? `, due ${visible(packet.due)}` : ''}`)];
  }
}
