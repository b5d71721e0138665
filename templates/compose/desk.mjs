// What is asked and what was chosen: how pointing, in a list or on the chart, changes the answers.

import { count, listAnd, titled } from './words.mjs';
import { warnings } from './limits.mjs';
import { filled, verdict } from './verdict.mjs';
import { entries } from './orders.mjs';
import { Store, keyOf, questionsOf } from './state.mjs';
import { Atlas } from './chart.mjs';

// With so many places to go to a question is seen where its units are.
const MANY_PLACES = 15;

export class Desk {
  constructor(packet, root) {
    this.packet = packet;
    this.root = root;
    this.store = new Store(packet);
    this.asked = questionsOf(packet);
    this.at = 0;
    this.picked = new Set();
    this.filter = '';
    this.only = null;
    this.salt = null;
    // Whether a choice comes behind those that a plan has already.
    this.adding = false;
    // The small window on the chart: the place or the way that it is about.
    this.pop = null;
    this.atlas = new Atlas(packet);
    this.build();
    this.renderAll();
    this.focusHeading();
    // Once the questions can be seen and answered, the rest comes with the next picture.
    requestAnimationFrame(() => requestAnimationFrame(() => this.complete()));
  }

  // What the first picture does without: lines out of view, the chart, and whether what stands is good.
  complete() {
    this.root.classList.remove('co-first');
    this.beginChart();
    setTimeout(() => {
      const before = this.obstacles().length;
      this.isComplete = true;
      if (this.obstacles().length !== before) this.render();
    });
  }

  get state() {
    return this.store.now;
  }

  get it() {
    return this.asked[this.at];
  }

  answer(it = this.it) {
    return this.state.answers[keyOf(it)];
  }

  // The verdict on what is said to a question, and what it comes to.
  judge(it) {
    const { rows } = this.answer(it);
    // Of a list in a plan the first choice is judged: which of it counts is known when the question is put.
    const given = verdict(it.question, entries(it.question, rows.map((row) => row.slice(0, 2))));
    const meant = new Map(rows);
    const said = it.question.subjects.map((_, at) => meant.get(at) ?? null);
    const choice = filled(it.question, said);
    // What the words of the file would be read as something else for.
    const other = given.choice?.findIndex((option, at) => meant.has(at) && meant.get(at) !== option) ?? -1;
    if (other >= 0) {
      const what = `${titled(it.question.subjects[other])}: another choice has the same name; write this answer by hand`;
      given.problems.push({ code: 'ambiguous-name', what, mend: null, rule: null, who: [other] });
    }
    const whole = choice.includes(null) ? null : choice;
    return { ...given, filled: choice, warnings: whole ? warnings(it.question, whole) : [] };
  }

  // Whether a question's problems keep the file from being accepted: those of a plan, and of what is not sent, do not.
  counts(it) {
    return it.when !== 'later' && this.answer(it).send;
  }

  // The subjects that choose next: those picked, or the only one there is.
  choosers() {
    if (!this.it) return [];
    return this.it.question.subjects.length === 1 ? [0] : [...this.picked].sort((a, b) => a - b);
  }

  // The options that are open to all who choose.
  open() {
    const { question } = this.it;
    const sets = this.choosers().map((at) => question.sets[question.subjects[at].set]);
    return sets.length ? sets[0].filter((option) => sets.every((set) => set.includes(option))) : [];
  }

  say(words) {
    this.status.textContent = words;
  }

  change(how, words, stroke = null) {
    this.store.change(how, stroke);
    this.salt = null;
    if (words) this.say(words);
    this.render();
  }

  back() {
    const did = this.store.undo();
    this.salt = null;
    this.say(did ? 'Taken back.' : 'There is nothing to take back.');
    this.render();
  }

  again() {
    const did = this.store.redo();
    this.salt = null;
    this.say(did ? 'Done again.' : 'There is nothing to do again.');
    this.render();
  }

  // Goes to a question, or behind the last of them to the file.
  turnTo(at, quiet = false) {
    this.at = at;
    this.picked = new Set();
    this.filter = '';
    this.only = null;
    this.adding = false;
    this.pop = null;
    this.listed = false;
    this.say('');
    this.render();
    if (quiet) return;
    this.lookAround();
    this.focusHeading();
  }

  // The heading of what is shown, from which the keys go on.
  focusHeading() {
    this.root.querySelector(this.it ? '.co-panel h2' : '.co-file h2')?.focus({ preventScroll: true });
  }

  // Lets the chart show where the question is: where those are who are asked about, or where they can go.
  lookAround() {
    if (!this.chart || !this.it) return;
    const { question } = this.it;
    const marks = (things) => [...new Set(things.flatMap((it) => this.atlas.of(it)))];
    const scene = this.atlas.scene(question);
    const stands = marks(question.subjects);
    const goals = marks(question.options);
    // Far too many places would be all of the chart.
    const both = stands.length && goals.length <= MANY_PLACES ? [...new Set([...stands, ...goals])] : stands;
    this.chart.lookAt(scene.length ? scene : stands.length ? both : goals);
  }

  // Those who are asked about and stand at a place.
  standingAt(mark) {
    return this.it.question.subjects.flatMap((it, at) => (this.atlas.of(it).includes(mark) ? [at] : []));
  }

  // The class of a subject: as the packet has it, or the first word beside its name.
  classOf({ id, note }) {
    return this.packet.classes[id] ?? (note ?? '').split(/[ ,]/)[0].replace(/^[^\p{L}].*$/u, '');
  }

  pick(ats, on) {
    ats.forEach((at) => (on ? this.picked.add(at) : this.picked.delete(at)));
    this.only = null;
    this.render();
  }

  pickOnly(ats) {
    this.picked = new Set(ats);
    this.only = null;
    this.render();
  }

  // Gives an option to those who choose.
  give(option) {
    const { question } = this.it;
    const who = this.choosers();
    const names = who.length > 3 ? count(who.length, 'unit') : listAnd(who.map((at) => titled(question.subjects[at])));
    this.change(
      () => {
        const answer = this.answer();
        const rows = answer.rows.filter(([at]) => !who.includes(at));
        const adding = this.it.when === 'later' && this.adding;
        const before = (at) => (adding ? answer.rows.find(([it]) => it === at)?.filter((it, nth) => nth === 0 || it !== option) ?? [at] : [at]);
        answer.rows = [...rows, ...who.map((at) => [...before(at), option])];
        answer.send = true;
        if (!adding) this.picked = new Set();
        this.only = null;
        this.pop = null;
        this.filter = '';
      },
      `${names}: ${titled(question.options[option])}.`,
    );
    // An order is seen: the chart turns to where it leads.
    const [to] = this.atlas.of(question.options[option]).slice(-1);
    if (to) this.chart?.reveal(to);
  }

  // Takes back what was said of some.
  forget(ats) {
    const names = ats.map((at) => titled(this.it.question.subjects[at]));
    const who = names.length > 3 ? count(names.length, 'unit') : listAnd(names);
    this.change(() => (this.answer().rows = this.answer().rows.filter(([at]) => !ats.includes(at))), `${who}: back to the default.`);
  }

  // Something on the chart was pointed at. What is open to those who choose comes first, then
  // the stack that stands there.
  point(mark) {
    if (!this.it) return;
    const { question } = this.it;
    const options = this.open().filter((at) => this.atlas.of(question.options[at]).includes(mark));
    if (options.length === 1) {
      this.give(options[0]);
      return;
    }
    if (options.length) {
      this.only = mark;
      this.say(`${this.atlas.names.get(mark)}: several choices; they are in the list.`);
      this.render();
      this.panel.querySelector('.co-options button')?.focus();
      return;
    }
    const here = this.standingAt(mark);
    if (!here.length) {
      const { length } = this.choosers();
      this.say(length ? `${this.atlas.names.get(mark)} is not open to ${length === 1 ? titled(question.subjects[this.choosers()[0]]) : 'all of them'}.` : `${this.atlas.names.get(mark)}: nobody who is asked about is here.`);
      return;
    }
    this.picked = new Set(here);
    this.only = null;
    this.say(`${this.atlas.names.get(mark)}: ${count(here.length, 'unit')} chosen. ${this.hint()}`);
    this.openStack(mark);
  }

  // What the chart shows: where those are who are asked about, and what is open to those who choose.
  marked() {
    const marked = new Map();
    if (!this.it) return marked;
    const { question } = this.it;
    const add = (mark, words, name) => {
      const known = marked.get(mark) ?? { words: null, classes: [] };
      if (words) known.words = known.words ? `${known.words}; ${words}` : words;
      known.classes.push(name);
      marked.set(mark, known);
    };
    const here = new Map();
    question.subjects.forEach((it, at) => this.atlas.of(it).forEach((mark) => here.set(mark, [...(here.get(mark) ?? []), at])));
    for (const [mark, ats] of here) {
      add(mark, `choose ${count(ats.length, 'unit')} that are asked about`, 'co-stands');
      if (ats.some((at) => this.picked.has(at))) add(mark, 'chosen', 'co-chosen');
    }
    for (const option of this.open()) {
      const it = question.options[option];
      this.atlas.of(it).forEach((mark) => add(mark, `choose ${titled(it)}`, 'co-lit'));
    }
    this.atlas.scene(question).forEach((mark) => add(mark, null, 'co-here'));
    return marked;
  }
}
