// What the player has said so far: kept in the browser, with every step to be taken back.

import { keptFight, noFight } from './fight.mjs';

const STEPS = 200;

// The questions of a packet in the order in which they are shown, each with what it is: asked now, or early, or later.
export function questionsOf(packet) {
  const asked = packet.questions.map((question) => ({ question, when: 'now' }));
  const ahead = packet.ahead.map((question) => ({ question, when: 'early' }));
  const later = packet.later.map(({ question, more }) => ({ question, more: more ?? [], when: 'later' }));
  return [...asked, ...ahead, ...later];
}

// Where a question's answer is kept: a plan may have the key of an early answer.
export const keyOf = ({ question, when }) => `${when === 'later' ? 'plan' : 'answer'} ${question.key}`;

const blank = () => ({ send: false, rows: [], hold: 'firm', otherwise: 'ask' });

export function fresh(packet) {
  const answers = Object.fromEntries(questionsOf(packet).map((it) => [keyOf(it), blank()]));
  return { version: 1, final: false, note: '', groups: '', doctrine: packet.doctrine, battle: packet.battle ?? '', takeBack: false, plansKept: [], fight: noFight(packet), answers };
}

// Rows as far as a question takes them: each subject once, with an option that is open to it; in a plan with several, best
// first.
function fitting({ question, when }, rows) {
  const seen = new Set();
  return (Array.isArray(rows) ? rows : []).filter((row) => {
    const [at, ...options] = Array.isArray(row) ? row : [];
    const subject = question.subjects[at];
    const open = (option) => question.sets[subject.set].includes(option);
    if (!subject || seen.has(at) || !options.length || !options.every(open)) return false;
    if (new Set(options).size < options.length || (options.length > 1 && when !== 'later')) return false;
    seen.add(at);
    return true;
  });
}

// What was kept, as far as it fits the packet.
function restored(packet, kept) {
  const state = fresh(packet);
  if (Number.isInteger(kept.version) && kept.version > 0) state.version = kept.version;
  for (const name of ['note', 'groups', 'doctrine', 'battle']) if (typeof kept[name] === 'string') state[name] = kept[name];
  state.final = kept.final === true;
  state.takeBack = kept.takeBack === true;
  if (Array.isArray(kept.plansKept)) state.plansKept = kept.plansKept.filter((it) => typeof it === 'string');
  state.fight = keptFight(packet, kept.fight);
  for (const it of questionsOf(packet)) {
    const answer = state.answers[keyOf(it)];
    const said = kept.answers?.[keyOf(it)];
    if (!said) continue;
    answer.rows = fitting(it, said.rows);
    answer.send = said.send === true;
    if (['firm', 'fresh'].includes(said.hold)) answer.hold = said.hold;
    if (['ask', 'doctrine', 'silence'].includes(said.otherwise)) answer.otherwise = said.otherwise;
  }
  return state;
}

// The browser's own storage, which pages opened as files may be refused.
function storage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export class Store {
  constructor(packet) {
    this.packet = packet;
    this.place = `sealord ${packet.genesis} ${packet.exchange} ${packet.side} ${packet.player ?? ''}`;
    this.storage = storage();
    this.now = this.load() ?? fresh(packet);
    this.past = [];
    this.future = [];
  }

  load() {
    try {
      const kept = JSON.parse(this.storage.getItem(this.place));
      return kept.head === this.packet.head ? restored(this.packet, kept) : null;
    } catch {
      return null;
    }
  }

  // Keeps what was said; says whether the browser did.
  save() {
    try {
      this.storage.setItem(this.place, JSON.stringify({ head: this.packet.head, ...this.now }));
      return true;
    } catch {
      return false;
    }
  }

  // Changes what was said. Changes with the same `stroke` one after the other, such as letters of a text, are one step.
  change(how, stroke = null) {
    const before = JSON.stringify(this.now);
    how(this.now);
    if (JSON.stringify(this.now) === before) return;
    if (stroke === null || stroke !== this.stroke) this.past.push(before);
    if (this.past.length > STEPS) this.past.shift();
    this.stroke = stroke;
    this.future = [];
    this.kept = this.save();
  }

  step(from, to) {
    if (!from.length) return false;
    to.push(JSON.stringify(this.now));
    this.now = JSON.parse(from.pop());
    this.stroke = null;
    this.kept = this.save();
    return true;
  }

  undo() {
    return this.step(this.past, this.future);
  }

  redo() {
    return this.step(this.future, this.past);
  }
}
