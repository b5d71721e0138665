// The verdict on an answer, as `sealord check` gives it: `src/engine/table/judge/reading.rs` in this language. A test holds the two
// against each other over answers at random.

import { listOr, quote, spoken } from './words.mjs';
import { broken, brokenLimit, closedBy, counts } from './limits.mjs';
import { groupOf, inAnswer } from './groups.mjs';

// The things of a list by their ids and names in lower case.
function named(things) {
  const names = new Map();
  things.forEach((thing, at) => {
    for (const word of [thing.id, thing.name].map((it) => it.toLowerCase())) {
      const known = names.get(word) ?? [];
      if (known.at(-1) !== at) known.push(at);
      names.set(word, known);
    }
  });
  return (word) => names.get(word.toLowerCase()) ?? [];
}

const ascii = (word) => word.replace(/[A-Z]/g, (it) => it.toLowerCase());

// A full answer from what was said of some subjects: silence fills in the rest, null where it has no answer.
export function filled(question, given) {
  const limits = (question.limits ?? []).map(counts).filter(Boolean);
  const most = new Map();
  limits.forEach(([option, , end]) => most.set(option, Math.min(most.get(option) ?? Infinity, end)));
  const taken = new Map();
  given.forEach((option) => option !== null && taken.set(option, (taken.get(option) ?? 0) + 1));
  return given.map((said, at) => {
    if (said !== null) return said;
    const subject = question.subjects[at];
    const standard = subject.default ?? null;
    if (standard === null || !most.has(standard)) return standard;
    const before = taken.get(standard) ?? 0;
    taken.set(standard, before + 1);
    if (before < most.get(standard)) return standard;
    return question.sets[subject.set].find((option) => !most.has(option)) ?? standard;
  });
}

// Reads one answer against its question. `now` is the line of the file that is read, where there is a file.
export class Reading {
  constructor(question, groups = []) {
    this.question = question;
    this.groups = groups;
    this.subjects = named(question.subjects);
    this.options = named(question.options);
    this.given = question.subjects.map(() => null);
    this.order = [];
    this.problems = [];
  }

  refuse(code, what, mend, { rule = null, who = [] } = {}) {
    this.problems.push({ code, what, mend, rule, who, line: this.now });
  }

  open(at) {
    return this.question.sets[this.question.subjects[at].set];
  }

  body(body) {
    if (typeof body === 'string') return this.single(body);
    body.forEach((entry) => this.entry(entry));
  }

  entry({ key, keys, value, line, lines }) {
    this.now = line;
    if (!Array.isArray(value)) return keys.forEach((name) => this.line(name, value));
    if (!this.options(key).length) return this.unknownOption(key, null);
    value.forEach((name, nth) => {
      this.now = lines?.[nth] ?? line;
      this.giveNamed(this.subject(name), key);
    });
  }

  single(word) {
    if (this.question.subjects.length === 1) return this.give(0, word);
    const many = this.question.subjects.length;
    this.refuse('needs-entries', `${quote(word)} cannot answer for ${many} at once`, this.entries(word));
  }

  // How to write what one word cannot answer: with a colon behind the name, or a line for each.
  entries(text) {
    const line = this.colon(text);
    if (line) return `put a colon behind the name, and each name on a line of its own, as in ${quote(line)}`;
    if (!this.question.subjects.length) return 'write one line for each, as in `name: choice`';
    const first = this.question.subjects[0];
    const option = first.default ?? this.open(0)[0];
    const choice = option === undefined ? 'choice' : this.question.options[option].id;
    return `write one line for each, as in ${quote(`${first.id}: ${choice}`)}`;
  }

  // The line that was meant by one that begins with the name of a subject, and has no colon behind it, as in `Dunkerque 18`.
  colon(text) {
    const ends = [...text.matchAll(/[\s,;=:→]/gu)].reverse();
    for (const { index } of ends) {
      const whole = text.slice(0, index).trim();
      const name = [whole, whole.replace(/[,;=:>\-.→–—]+$/u, '').trimEnd()].find((it) => this.subjects(it).length);
      if (name !== undefined) {
        const rest = text.slice(index).trim().replace(/^[\s,;=:>\-.→–—]+/u, '');
        return `${name}: ${this.options(rest).length ? rest : rest.split(/\s/u)[0]}`;
      }
    }
    return null;
  }

  // A name and a choice, or an option and its subject.
  line(key, choice) {
    const [forward, reversed] = [this.subjects(key), this.options(key)];
    if (forward.length && reversed.length && this.isAmbiguous(key, choice)) return this.ambiguous(key, choice);
    const onlyReversed = !this.options(choice).length && this.subjects(choice).length;
    if (reversed.length && (!forward.length || onlyReversed)) return this.lineOfOption(key, choice);
    this.giveNamed(this.subject(key), choice);
  }

  lineOfOption(option, name) {
    if (name.includes(',') && !this.subjects(name).length) {
      const mend = `write ${quote(`${option}: [${name}]`)}`;
      return this.refuse('needs-list', `${quote(name)} is several names, but not a list`, mend);
    }
    this.giveNamed(this.subject(name), option);
  }

  isAmbiguous(key, choice) {
    const [a, b] = [this.subjects(key), this.subjects(choice)];
    const byId = (at) => ascii(this.question.subjects[at].id) === ascii(key);
    const same = a.length === b.length && a.every((it, at) => it === b[at]);
    return b.length > 0 && this.options(choice).length > 0 && !same && !a.some(byId);
  }

  ambiguous(key, choice) {
    const lines = [this.legalLine(key, choice), this.legalLine(choice, key)].filter(Boolean);
    const what = `${quote(key)} and ${quote(choice)} can each be the subject or the choice`;
    this.refuse('ambiguous-name', what, lines.length ? `write ${listOr(lines)}` : null);
  }

  legalLine(subject, choice) {
    const at = this.subjects(subject)[0];
    const named = this.options(choice);
    const option = at === undefined ? undefined : this.open(at).find((option) => named.includes(option));
    return option === undefined ? null : `\`${this.question.subjects[at].id}: ${this.question.options[option].id}\``;
  }

  subject(word) {
    const found = this.subjects(word);
    if (found.length === 1) return found[0];
    const group = found.length ? null : groupOf(this.groups, word);
    if (group) {
      const why = ({ length }) => (length ? 'has a line of its own' : 'is not asked for here');
      const reasons = group.members.slice(0, 24).map((member) => `${member} ${why(this.subjects(member))}`);
      const what = `nobody of the group ${quote(word)} is left for this line: ${reasons.join(', ') || 'it has no units'}`;
      this.refuse('empty-group', what, 'take the line out, or name who is asked for here');
    } else if (!found.length) {
      const mend = word.includes(',') ? 'make each name an entry of its own, as in `[a, b]`' : null;
      this.refuse('unknown-name', `${quote(word)} is not asked for here`, mend);
    } else {
      const ids = found.map((at) => this.question.subjects[at].id);
      this.refuse('ambiguous-name', `${quote(word)} could be several: ${ids.join(', ')}`, `write \`${ids[0]}\``, { who: found });
    }
    return null;
  }

  giveNamed(at, choice) {
    if (at !== null) this.give(at, choice);
  }

  give(at, choice) {
    const named = this.options(choice);
    const option = this.open(at).find((option) => named.includes(option));
    if (option === undefined) return named.length ? this.notOpen(at, choice, named[0]) : this.unknownOption(choice, at);
    if (this.given[at] !== null) {
      const what = `${this.question.subjects[at].id} is answered twice`;
      return this.refuse('answered-twice', what, 'keep one of the two', { who: [at] });
    }
    this.given[at] = option;
    this.order.push(at);
  }

  notOpen(at, choice, option) {
    const { id, name } = this.question.subjects[at];
    const who = name === id ? id : `${name} (${id})`;
    this.refuse('not-open', `${who} cannot take ${quote(choice)}`, this.offer(at), { rule: closedBy(this.question, at, option), who: [at] });
  }

  unknownOption(word, at) {
    const subject = at === null ? null : this.question.subjects[at];
    if (groupOf(this.groups, word)) {
      const mend = 'write the group before the colon, or in a list behind a choice';
      return this.refuse('unknown-choice', `${quote(word)} is a group, and no choice`, mend, { rule: this.question.rule, who: at === null ? [] : [at] });
    }
    const what = subject
      ? `${quote(word)} is not an option for ${subject.name || subject.id}`
      : `${quote(word)} is not an option of this question`;
    const more = { rule: this.question.rule, who: at === null ? [] : [at] };
    this.refuse('unknown-choice', what, at === null ? null : this.offer(at), more);
  }

  offer(at) {
    const open = this.open(at);
    const shown = open.slice(0, 24).map((option) => spoken(this.question.options[option])).join(', ');
    return open.length > 24 ? `choose one of ${shown}, … (${open.length} in all)` : `choose one of ${shown}`;
  }

  // Fills in what silence means and tests the limits.
  finish() {
    const { question, given } = this;
    const choice = filled(question, given);
    const missing = choice.flatMap((option, at) => (option === null ? [at] : []));
    if (missing.length) {
      const ids = missing.map((at) => question.subjects[at].id).join(', ');
      this.refuse('missing', `${question.key} must be answered for ${ids}`, null, { rule: question.rule, who: missing });
    }
    if (this.problems.length) return null;
    const found = brokenLimit(question, choice);
    if (!found) return choice;
    const [code, what, mend] = broken(question, found.limit, found.who, choice);
    const rule = Object.values(found.limit)[0].rule;
    this.refuse(code, what, mend, { rule, who: found.who });
    return null;
  }
}

// Judges an answer: one word, or entries with `key`, `keys` (the names in the key) and `value`, a word or a list of words.
// Gives `choice`, an option for each subject, or null if the answer is refused; `order`, the subjects as they are named,
// those that it leaves to silence last; `silent`, these; and `problems`, each with `code`, `what`, `mend`, `rule`, and `who`,
// the subjects at fault.
export function verdict(question, body, groups = []) {
  const reading = new Reading(question, groups);
  reading.body(inAnswer(question, groups, body));
  const choice = reading.finish();
  const silent = reading.given.flatMap((option, at) => (option === null ? [at] : []));
  return { choice, order: [...reading.order, ...silent], silent, problems: reading.problems };
}

// Whether silence is a legal answer.
export function silenceAnswers(question) {
  const choice = question.subjects.map((it) => it.default ?? null);
  return !choice.includes(null) && !brokenLimit(question, choice);
}

// What in a question points at nothing, in words; null if it hangs together.
export function unsound(question) {
  const words = [question?.key, question?.title, question?.rule];
  if (words.some((it) => typeof it !== 'string')) return 'a question has no key, title or rule';
  const bad = (what) => `${quote(question.key)}: ${what}`;
  const lists = [question.subjects, question.options, question.sets, question.limits, question.about];
  if (!lists.every(Array.isArray)) return bad('a list of it is missing');
  const things = [...question.subjects, ...question.options];
  if (!things.every((it) => typeof it?.id === 'string' && typeof it.name === 'string')) return bad('something in it has no name');
  const option = (at) => Number.isInteger(at) && at >= 0 && at < question.options.length;
  const subject = (at) => Number.isInteger(at) && at >= 0 && at < question.subjects.length;
  if (!question.sets.every((set) => Array.isArray(set) && set.every(option))) return bad('a set names an option that is not there');
  const fits = (it) => Array.isArray(question.sets[it.set]) && (it.default === undefined || option(it.default));
  if (!question.subjects.every(fits)) return bad('a subject chooses from a set that is not there');
  const holds = (limit) => {
    const it = limit && typeof limit === 'object' ? Object.values(limit)[0] : null;
    if (!it || typeof it.rule !== 'string') return false;
    const single = it.option === undefined || option(it.option);
    const who = it.who === undefined || (Array.isArray(it.who) ? it.who.every(subject) : subject(it.who));
    const needs = it.needs === undefined || (Array.isArray(it.needs) ? it.needs.every(option) : subject(it.needs));
    const pair = ([at, open]) => at.every(subject) && open.every(option);
    const cases = it.cases === undefined || it.cases.every((its) => its.every(pair));
    const options = it.options === undefined || it.options.every(option);
    return single && who && needs && options && cases && (it.weights === undefined || it.weights.every(([at]) => subject(at)));
  };
  return question.limits.every(holds) ? null : bad('a limit names what is not there');
}
