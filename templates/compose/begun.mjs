// Reads an orders file that was begun elsewhere, or on this page: what the page can show fills its answers, what it cannot is
// kept as it is or named with its line.

import { count, quote, visible } from './words.mjs';
import { Reading } from './verdict.mjs';
import { Spellings, placesOf, respelled } from './spelling.mjs';
import { lexiconOf } from './doctrine.mjs';
import { groupOf, inAnswer } from './groups.mjs';
import { groupsWith } from './grouping.mjs';
import { BEGIN, END } from './orders.mjs';
import { fresh, keyOf, questionsOf } from './state.mjs';
import { isNothing, strangeEnd, yamlTree } from './yaml.mjs';

const SEAL = 'sealord sealed orders v1';
const PLAN_KEYS = ['question', 'hold', 'else', 'answers'];

const isMarker = (line, marker) => line.replace(/^[>#*\s]+|[*\s]+$/g, '') === marker;
const isRemark = (line) => /^\s*(?:#|$)/.test(line);
const indentOf = (line) => line.length - line.trimStart().length;

// The lines of a text that are orders, from which on, and what stands around them.
function ordersIn(text) {
  const lines = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n').split('\n');
  const notes = [];
  let from = 0;
  let to = lines.length;
  if (lines[0] === SEAL) {
    from = lines.indexOf('---') + 1;
    notes.push({ line: 1, what: 'the file is sealed: its orders are read, and the seal is not kept' });
  }
  const begin = lines.findIndex((line, at) => at >= from && isMarker(line, BEGIN));
  if (begin >= 0) {
    const end = lines.findIndex((line, at) => at > begin && isMarker(line, END));
    const outside = lines.flatMap((line, at) => ((at >= from && at < begin) || (end >= 0 && at > end) ? (line.trim() ? [at + 1] : []) : []));
    if (outside.length) notes.push({ line: outside[0], what: `${count(outside.length, 'line')} outside of the orders: not read` });
    const marks = /^(?:> ?)*/.exec(lines[begin])[0].split('>').length - 1;
    const quoted = new RegExp(`^(?:> ?){${marks}}`);
    if (marks) for (let at = begin; at < (end < 0 ? to : end); at += 1) lines[at] = lines[at].replace(quoted, '');
    from = begin + 1;
    if (end >= 0) to = end;
  }
  return { lines, from, to, notes };
}

class Begun {
  constructor(packet, text) {
    this.packet = packet;
    this.state = fresh(packet);
    this.notes = [];
    this.refusal = null;
    this.seen = new Map();
    this.remarks = [];
    const { lines, from, to, notes } = ordersIn(text);
    this.lines = lines;
    this.notes.push(...notes);
    const strange = strangeEnd(lines.slice(from, to).join('\n'));
    if (strange) {
      const line = from + lines.slice(from, to).join('\n').slice(0, strange.at).split('\n').length;
      this.refusal = `line ${line}: ${strange.what} ${strange.mend.replace(/\.$/, '')}`;
      return;
    }
    this.sections(from, to);
    // The page writes its own first lines, so these are not missed.
    const own = (line) => /^#.*: orders of the .*, exchange \d+\s*$/.test(lines[line - 1]);
    const remarks = this.remarks.filter((line) => !own(line)).sort((a, b) => a - b);
    if (remarks.length) this.note(remarks[0], `${count(remarks.length, 'remark')} beside your answers: they stay in your own file, this page writes the answers anew`);
    this.notes.sort((a, b) => a.line - b.line);
  }

  note(line, what) {
    this.notes.push({ line, what });
  }

  // Cuts stretches of lines apart, each from a line that begins one to the next; what stands before the first is named.
  cut(from, to, begins) {
    const parts = [];
    for (let at = from; at < to; at += 1) {
      const line = this.lines[at];
      if (begins(line)) parts.push({ from: at, to: at + 1 });
      else if (parts.length) parts.at(-1).to = at + 1;
      else if (!line.trim()) continue;
      else if (isRemark(line)) this.remarks.push(at + 1);
      else this.note(at + 1, 'this line belongs to nothing');
    }
    return parts;
  }

  text({ from, to }) {
    return this.lines.slice(from, to).join('\n');
  }

  // The tree of a stretch; null, with a note, if it cannot be read.
  tree(part) {
    try {
      const { root, remarks } = yamlTree(this.text(part), part.from + 1);
      this.remarks.push(...remarks);
      return root;
    } catch (error) {
      if (!error.line) throw error;
      this.note(error.line, error.message);
      return null;
    }
  }

  sections(from, to) {
    const key = /^(?:'[^']*'|"[^"]*"|[^\s#'"[\]{}-][^:]*):(?:\s|$)/;
    const wordOf = (part) => /^['"]?([^:'"]*)/.exec(this.lines[part.from])[1].trim();
    const parts = this.cut(from, to, (line) => key.test(line));
    // Groups come first: the others may name them.
    const own = this.packet.leads ? parts.find((part) => wordOf(part) === 'groups') : null;
    if (own) this.state.groups = this.own(own, '{}');
    this.groups = groupsWith(this.packet, this.state.groups);
    for (const part of parts) {
      const word = wordOf(part);
      if (this.seen.has(word)) this.note(part.from + 1, `${quote(word)} was already given on line ${this.seen.get(word)}; it is left out`);
      else this.section(word, part);
      if (!this.seen.has(word)) this.seen.set(word, part.from + 1);
    }
  }

  section(word, part) {
    const leads = ['groups', 'plans', 'battle-plans', 'doctrine'];
    if (leads.includes(word) && !this.packet.leads) return this.note(part.from + 1, `${quote(word)} is for the player who leads; it is left out`);
    switch (word) {
      case 'groups': return;
      case 'answers': return this.each(part, (it) => this.pairs(it));
      case 'plans': return this.plans(part);
      case 'battle-plans': return (this.state.battle = this.own(part, '[]'));
      case 'doctrine': return (this.state.doctrine = this.own(part, '{}'));
      case 'match': case 'exchange': case 'side': case 'version': case 'final': case 'note': return this.head(word, part);
      default: return this.note(part.from + 1, `${quote(word)} is not a key of an orders file; it is left out`);
    }
  }

  // What stands under a key, letter by letter, without its indentation. `none` is how a file says that it is nothing.
  own(part, none) {
    const first = this.lines[part.from].replace(/^[^:]*:/, '').trim();
    let { to } = part;
    for (; to > part.from + 1 && /^(?:#|\s*$)/.test(this.lines[to - 1]); to -= 1) if (this.lines[to - 1].trim()) this.remarks.push(to);
    const rest = this.lines.slice(part.from + 1, to);
    const indent = Math.min(...rest.filter((line) => !isRemark(line)).map(indentOf));
    const clear = (line) => line.slice(Math.min(indent, indentOf(line)));
    const text = [...(first ? [first] : []), ...rest.map(clear)].join('\n');
    if (!text) this.note(part.from + 1, 'nothing stands behind this key');
    return text.replace(/\s*(?:#.*)?$/, '') === none ? '' : text;
  }

  head(word, part) {
    const root = this.tree(part);
    const line = part.from + 1;
    const node = root?.kind === 'map' ? root.pairs[0][1] : null;
    if (!node) return;
    if (node.kind !== 'word' || isNothing(node)) return this.note(line, `${quote(word)} has no value; it is left out`);
    const { state, packet } = this;
    const { text } = node;
    if (word === 'match' || word === 'side') {
      const own = word === 'match' ? packet.match : packet.side;
      if (text !== own) this.refusal ??= `line ${line}: these are orders for the ${word} ${quote(text)}, and this page is for ${quote(own)}`;
    } else if (word === 'exchange') {
      if (text !== String(packet.exchange)) this.note(line, `the file is for exchange ${visible(text)}; it goes on as one for exchange ${packet.exchange}`);
    } else if (word === 'version') {
      if (/^0*[1-9][0-9]{0,8}$/.test(text)) state.version = Number(text);
      else this.note(line, `${quote(text)} is no version; it is left out`);
    } else if (word === 'final') {
      if (/^(?:true|yes)$/i.test(text)) state.final = true;
      else if (!/^(?:false|no)$/i.test(text)) this.note(line, `${quote(text)} is neither true nor false; it is left out`);
    } else {
      state.note = text;
    }
  }

  // Takes what stands under a key apart: by its lines, so that a broken one harms no other, or as a whole if it is in brackets.
  each(part, take) {
    const first = this.lines[part.from].replace(/^[^:]*:/, '');
    if (!isRemark(first)) {
      const root = this.tree(part);
      if (root?.kind === 'map') take(root.pairs[0][1], part);
      return;
    }
    if (first.trim()) this.remarks.push(part.from + 1);
    const lines = this.lines.slice(part.from + 1, part.to);
    const head = lines.find((line) => !isRemark(line));
    if (head === undefined) return this.note(part.from + 1, 'nothing stands behind this key');
    for (const each of this.cut(part.from + 1, part.to, (line) => !isRemark(line) && indentOf(line) === indentOf(head))) {
      const root = this.tree(each);
      if (root) take(root, each);
    }
  }

  pairs(node) {
    if (node.kind !== 'map') return this.note(node.line, 'write each question with its key and a colon; this is left out');
    for (const [key, value] of node.pairs) {
      const it = questionsOf(this.packet).find((it) => it.when !== 'later' && it.question.key === key.text);
      const later = this.packet.later.some(({ question }) => question.key === key.text);
      const body = this.body(value);
      if (!it) {
        this.note(key.line, `${quote(key.text)} is not asked on this page${later ? ' yet: write it under plans' : ''}; its answer is left out`);
      } else if (this.state.answers[keyOf(it)].send) {
        this.note(key.line, `${quote(key.text)} is answered twice; this answer is left out`);
      } else if (body !== null) {
        const { rows, problems } = this.rows(it, body);
        problems.forEach((it) => this.note(it.line ?? key.line, `${it.what}${it.mend ? ` (${it.mend})` : ''}; left out`));
        Object.assign(this.state.answers[keyOf(it)], { rows, send: true });
      }
    }
  }

  // An answer as the verdict takes it; null, with a note, if it is none.
  body(node) {
    const unfit = (it, what) => {
      this.note(it.line, `${what}; left out`);
      return null;
    };
    if (node.kind === 'list') return unfit(node, 'put the choice before the list, as in `choice: [a, b]`');
    if (node.kind === 'word') return isNothing(node) ? unfit(node, 'nothing stands behind this key') : node.text;
    return node.pairs.flatMap(([key, value]) => {
      const keys = key.text.split(',').map((it) => it.trim());
      const { line } = key;
      if (value.kind === 'word' && !isNothing(value)) return [{ key: key.text, keys, value: value.text, line }];
      const words = value.kind === 'list' && value.items.every((it) => it.kind === 'word');
      if (words) return [{ key: key.text, keys, value: value.items.map((it) => it.text), line, lines: value.items.map((it) => it.line) }];
      unfit(key, `${quote(key.text)} has neither a word nor a list of words behind it`);
      return [];
    });
  }

  // The rows that an answer gives, and what in it gives none. In a plan a list behind a subject says what it takes, best first.
  rows({ question, when }, said) {
    const { groups } = this;
    const reading = new Reading(question, groups);
    const { places, stands, classes } = this.packet;
    const ground = { places, stands, classes, groups };
    const meant = when === 'later' ? this.planned(question, ground, said) : respelled(question, ground, said);
    const body = inAnswer(question, groups, meant);
    const more = new Map();
    const choices = ({ key, value }) => {
      const isSubject = (word) => reading.subjects(word).length > 0;
      return Array.isArray(value) && !(reading.options(key).length && (!isSubject(key) || value.every(isSubject)));
    };
    if (typeof body === 'string') reading.body(body);
    for (const entry of typeof body === 'string' ? [] : body) {
      if (when !== 'later' || !choices(entry)) reading.entry(entry);
      else entry.keys.forEach((name) => this.best(reading, name, entry, more));
    }
    return { rows: reading.order.map((at) => [at, reading.given[at], ...(more.get(at) ?? [])]), problems: reading.problems };
  }

  // A plan with ids for what is understood in it (`src/club/orders/plan/check.rs`). What the game knows by a word that stands nowhere in
  // the question stays, and words of lists that may say what a subject takes are looked at one by one.
  planned(question, ground, said) {
    const reading = new Reading(question);
    const isIn = (word) => reading.subjects(word).length > 0 || reading.options(word).length > 0;
    const knows = (word) => !isIn(word) && this.packet.vocabulary && lexiconOf(this.packet.vocabulary).named(word) !== null;
    if (typeof said === 'string') return knows(said) ? said : respelled(question, ground, said);
    const { subjects, options } = question;
    const choices = ({ key, value }) => {
      if (!Array.isArray(value)) return false;
      return isIn(key) ? reading.subjects(key).length > 0 : !new Spellings(options).find(key, placesOf(options), false);
    };
    const stays = (it) => [...it.keys, ...[it.value].flat()].some(knows) || choices(it);
    const lines = respelled(question, ground, said.filter((it) => !stays(it)));
    const things = [...subjects, ...options];
    const one = (word) => {
      if (isIn(word) || knows(word) || groupOf(ground.groups, word)) return word;
      const found = new Spellings(things).find(word, placesOf(things), false);
      return found?.[1].length === 1 ? things[found[1][0]].id : word;
    };
    const alone = (it) => ({ ...it, keys: it.keys.map(one), value: Array.isArray(it.value) ? it.value.map(one) : one(it.value) });
    return said.map((it) => (stays(it) ? alone(it) : lines.shift()));
  }

  best(reading, name, { value, line }, more) {
    reading.now = line;
    const at = reading.subject(name);
    if (at === null || !value.length) return;
    const before = reading.problems.length;
    reading.give(at, value[0]);
    const open = (word) => reading.open(at).find((option) => reading.options(word).includes(option));
    const rest = value.slice(1).map(open);
    value.slice(1).forEach((word, nth) => rest[nth] === undefined && reading.notOpen(at, word));
    if (new Set([reading.given[at], ...rest]).size < value.length) reading.refuse('answered-twice', `${quote(name)} takes the same choice twice`, null);
    if (reading.problems.length === before) more.set(at, rest);
  }

  plans(part) {
    const before = this.notes.length;
    let found = false;
    this.each(part, (node, its) => {
      found = true;
      if (node.kind === 'list') node.items.forEach((item) => this.plan(item, node.items.length === 1 ? its : null));
      else this.note(node.line, 'a plan begins with a dash; this is left out');
    });
    const none = this.lines[part.from].replace(/^[^:]*:/, '').replace(/#.*/, '').trim() === '[]';
    if (none || (!found && this.notes.length === before)) this.state.takeBack = true;
  }

  // A plan that the page can show fills its question; any other is kept as it stands.
  plan(node, part) {
    const notes = this.notes.length;
    const said = node.kind === 'map' ? new Map(node.pairs.map(([key, value]) => [key.text, value])) : new Map();
    const word = (name, known, otherwise) => {
      const it = said.get(name);
      if (!it) return otherwise;
      if (!known.includes(it.text)) this.note(it.line, `${quote(it.text ?? name)} says nothing after \`${name}:\``);
      return it.text;
    };
    const hold = word('hold', ['firm', 'fresh'], 'fresh');
    const otherwise = word('else', ['ask', 'doctrine', 'silence'], 'ask');
    const key = said.get('question')?.text;
    const it = questionsOf(this.packet).find((it) => it.when === 'later' && it.question.key === key);
    const body = said.has('answers') ? this.body(said.get('answers')) : null;
    const answer = it ? this.state.answers[keyOf(it)] : null;
    const read = it && body !== null ? this.rows(it, body) : null;
    read?.problems.forEach((problem) => this.note(problem.line ?? node.line, problem.what));
    const odd = [...said.keys()].find((name) => !PLAN_KEYS.includes(name));
    let why = this.notes.length > notes ? 'it says what this page does not know' : null;
    if (odd) why = `${quote(odd)} is not a key of a plan`;
    else if (!it) why = `${quote(key ?? '')} is not among the plans of this page`;
    else if (answer.send) why = `it is another plan for ${quote(key)}`;
    if (!why && read) return Object.assign(answer, { rows: read.rows, send: true, hold, otherwise });
    if (!part) return this.note(node.line, `this plan is left out: ${why ?? 'it has no answers'}; write it on lines of its own`);
    // As it stands: what an item has before its dash goes, and what follows the list.
    const lines = this.text(part).replace(/(?:\n\s*(?:#.*)?)+$/, '').split('\n');
    const indent = indentOf(lines[0]);
    this.remarks = this.remarks.filter((line) => line <= part.from || line > part.to);
    this.state.plansKept.push(lines.map((line) => line.slice(Math.min(indent, indentOf(line)))).join('\n'));
    this.note(node.line, `this plan is kept as it stands: ${why ?? 'it has no answers'}`);
  }
}

// What a file that was begun says: `state` as the page keeps it, `notes` with `line` and `what` for all that the page does not
// show, and `refusal`, why it is not for this page at all.
export function begun(packet, text) {
  const { state, notes, refusal, lines } = new Begun(packet, text);
  return { state, notes: notes.map((note) => ({ ...note, text: visible(lines[note.line - 1] ?? '').trim() })), refusal };
}
