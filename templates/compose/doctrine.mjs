// The verdict on doctrine, as `sealord check` gives it: `src/engine/doctrine/compile.rs` and `src/engine/condition/compile.rs` in this
// language. A test holds the two against each other over doctrine at random.

import { listAnd, listOr, quote } from './words.mjs';
import { doctrineDraft, inOrder } from './standing.mjs';
import { Readings, Spellings, alike, allOf, fold, placesOf, several } from './spelling.mjs';
import { amongGroups, groupOf } from './groups.mjs';

export const PREFERENCES = ['strongest', 'weakest', 'any', 'silence', 'ask'];
const MOST = 99;

const decimal = (text) => (/^[0-9]+$/.test(text) && Number(text) <= 65535 ? Number(text) : null);

// Words that were packed: each begins with a letter that says how much it shares with the one before it, `a` for nothing.
export function unpacked(text) {
  let before = [];
  return (text ? text.split('|') : []).map((it) => {
    before = [...before.slice(0, it.charCodeAt(0) - 97), ...it.slice(1)];
    return before.join('');
  });
}

// The words of a game, as the page was given them (`src/engine/doctrine/vocabulary.rs`).
class Lexicon {
  constructor({ kinds, tags, seen, groups, conditions, places, ids, called, same, units, staff }) {
    this.staff = staff;
    this.kinds = kinds;
    this.tags = new Map(tags.map((tag, at) => [tag, { seen: seen[at] === '1', at: [] }]));
    this.conditions = conditions;
    this.places = places;
    this.names = new Map();
    this.numbered = [];
    for (const group of groups) {
      unpacked(group.names).forEach((name) => this.names.set(name, group));
      for (const [before, ...rest] of group.numbered) unpacked(before).forEach((it) => this.numbered.push([group, it, ...rest]));
    }
    this.things = unpacked(ids).map((id, at) => ({ id, name: called[at] || id, same: at }));
    same.forEach(([at, first]) => (this.things[at].same = first));
    this.units = units ?? '';
  }

  // The id of the unit that a word names exactly, whichever of its names it is; null if it names none.
  unit(word) {
    if (this.tags.has(word)) return null;
    const at = this.things.findIndex((it, at) => this.units[at] === '1' && (it.id === word || it.name === word));
    return at < 0 ? null : this.things[this.things[at].same].id;
  }

  // The ids of the units that a word may mean.
  unitsMeant(word) {
    const isUnit = new Set(this.things.filter((_, at) => this.units[at] === '1').map((it) => it.id));
    const found = this.meant(word, (_, id) => isUnit.has(id));
    return found.length === 1 ? [this.unit(found[0]) ?? found[0]] : found;
  }

  // Whether a word means something in orders or doctrine, or is spelled like one that does (`src/engine/adjudicator/units.rs`).
  isTaken(word, more) {
    const lower = word.toLowerCase();
    const words = [...this.kinds.map((it) => it.kind), ...more, ...this.tags.keys(), ...this.conditions.map((it) => it.word)];
    if (words.some((it) => it.toLowerCase() === lower) || this.find(word) || this.find(lower)) return true;
    this.spellings ??= new Spellings(this.things);
    return this.spellings.find(word, placesOf(this.things), true) !== null;
  }

  // The words for what another word may mean, of those that fit, each thing once (`src/engine/condition/lexicon.rs`).
  meant(word, fits) {
    this.spellings ??= new Spellings(this.things);
    const among = placesOf(this.things).filter((at) => fits(this.named(this.things[at].id), this.things[at].id));
    const found = allOf(this.spellings, word, among);
    const first = (at, nth) => found.findIndex((other) => this.things[other].same === this.things[at].same) === nth;
    return found.filter(first).map((at) => this.things[at].id);
  }

  // The places, of some by their ids, that a word may mean.
  placesMeant(word, places) {
    const called = places.flatMap((id) => {
      const own = this.things.find((it) => it.id === id);
      const names = own ? this.things.filter((it) => it.same === own.same).flatMap((it) => [it.name, it.id]) : [];
      return [id, ...names].map((name) => ({ id, name }));
    });
    const found = new Spellings(called).find(word, placesOf(called), false);
    return found ? found[1].map((at) => called[at].id) : [];
  }

  // What a word names, if no tag: which conditions can look there, and whether it is something that is seen.
  find(word) {
    const named = this.names.get(word);
    if (named) return named;
    const fits = ([, before, after, least, most, digits]) => {
      if (word.length <= before.length + after.length || !word.startsWith(before) || !word.endsWith(after)) return false;
      const number = word.slice(before.length, word.length - after.length);
      if (digits ? !/^[0-9]+$/.test(number) || number.length !== digits : !/^\+?[0-9]+$/.test(number)) return false;
      return Number(number) >= least && Number(number) <= most;
    };
    return this.numbered.find(fits)?.[0] ?? null;
  }

  named(word) {
    return this.tags.get(word) ?? this.find(word);
  }
}

const lexicons = new WeakMap();

// The words of a game, made ready once.
export function lexiconOf(vocabulary) {
  if (!lexicons.has(vocabulary)) lexicons.set(vocabulary, new Lexicon(vocabulary));
  return lexicons.get(vocabulary);
}

const usage = ({ word, choices, what, ratio, number, reads }) => {
  const parts = [word];
  if (choices.length) parts.push(choices.join('|'));
  if (what) parts.push('WHAT');
  if (ratio) parts.push(`[${ratio.join(':')}]`);
  if (number) parts.push(number[2] === null ? 'NUMBER' : `[${number[2]}]`);
  if (reads === 'place') parts.push('[at PLACE]');
  return `write it as \`${parts.join(' ')}\``;
};

class DoctrineCheck {
  constructor(lexicon, problems, groups) {
    this.lexicon = lexicon;
    this.groups = groups;
    this.problems = problems;
    this.readings = new Readings();
  }

  refuse(line, code, what, mend) {
    this.problems.push({ code, what, line, mend });
    return null;
  }

  // The one of some words that is written, or is spelled like it.
  word(text, known) {
    if (known.includes(text)) return text;
    return this.readings.tries() ? alike(text, known) : null;
  }

  // The words for what another may mean; none once too many have been read.
  meant(text, fits) {
    return this.readings.tries() ? this.lexicon.meant(text, fits) : [];
  }

  entry({ kind, word, rules, staff }) {
    if (staff) {
      if (!this.lexicon.staff) this.refuse(staff.line, 'no-staff-doctrine', 'this game has no staff doctrine', 'write standing answers by kind of question, or leave `doctrine` out');
      return;
    }
    const [name, ...place] = kind.text.split('@');
    const meant = this.word(name, this.lexicon.kinds.map((it) => it.kind));
    const known = this.lexicon.kinds.find((it) => it.kind === meant) ?? null;
    if (!known) {
      this.refuse(kind.line, 'unknown-kind', `${quote(name)} is not a kind of question`, `write ${listOr(this.lexicon.kinds.map((it) => it.kind))}`);
    } else if (place.length) this.place(kind, known, place.join('@'));
    if (word) amongGroups(this.groups, [word]).forEach((it) => this.prefer(it));
    for (const rule of rules ?? []) {
      const whom = amongGroups(this.groups, rule.whom);
      // A rule for groups of which nobody is left is for nobody.
      if (rule.whom.length && !whom.length) continue;
      whom.forEach((it) => this.whom(it));
      if (known) rule.when?.flatMap((clause) => this.clausesOf(clause)).forEach((clause) => this.clause(known, clause));
      amongGroups(this.groups, rule.prefer).forEach((it) => this.prefer(it));
    }
  }

  // A clause about a group is one about each of its units.
  clausesOf(clause) {
    const at = clause.words.findIndex((word, nth) => nth > 0 && groupOf(this.groups, word));
    if (at < 0) return [clause];
    return groupOf(this.groups, clause.words[at]).members.map((member) => ({ ...clause, words: clause.words.with(at, member) }));
  }

  place({ line }, { kind, places }, place) {
    const known = this.lexicon.places[places];
    if (known.includes(place)) return;
    const found = this.readings.tries() ? this.lexicon.placesMeant(place, known) : [];
    if (found.length === 1) return;
    if (found.length) {
      this.ambiguous(line, place, found);
      return;
    }
    const mend = known.length
      ? `write a place as in \`${kind}@${known[0]}\`, or \`${kind}\` alone for all places`
      : `write \`${kind}\` alone; it is not asked place by place`;
    this.refuse(line, 'unknown-place', `${quote(place)} is not a place in which \`${kind}\` is asked`, mend);
  }

  ambiguous(line, word, ids) {
    return this.refuse(line, 'ambiguous-name', ...several(word, ids));
  }

  whom(word) {
    if (!PREFERENCES.includes(word.text)) return this.fits(word);
    this.refuse(word.line, 'unknown-word', `${quote(word.text)} says what to prefer, not for whom`, 'leave out `for` if the rule is for all');
  }

  prefer(word) {
    const { text } = word;
    if (this.lexicon.named(text) || this.word(text, PREFERENCES)) return;
    this.fits(word);
  }

  fits({ text, line }) {
    if (this.lexicon.named(text)) return;
    const found = this.meant(text, Boolean);
    if (found.length === 1) return;
    if (found.length) this.ambiguous(line, text, found);
    else this.refuse(line, 'unknown-word', `doctrine does not know the word ${quote(text)}`, 'write a class, a navy, a box, or the name of a unit');
  }

  clause(kind, { words, line }) {
    const [first, ...rest] = words;
    const meant = this.word(first ?? '', this.lexicon.conditions.map((it) => it.word));
    const known = this.lexicon.conditions.find((it) => it.word === meant);
    if (!known) return this.unknown(first, line);
    const bad = (what, mend = usage(known)) => this.refuse(line, 'bad-condition', what, mend);
    const at = known.reads === 'place' ? rest.indexOf('at') : -1;
    const place = at < 0 ? null : rest.splice(at).slice(1);
    if (!this.inItsPlace(kind, known, place, line)) return;
    if (known.choices.length) {
      const choice = rest.shift();
      if (choice === undefined || !this.word(choice, known.choices)) {
        const what = choice === undefined ? `\`${known.word}\` needs a word behind it` : `${quote(choice)} cannot follow \`${known.word}\``;
        return bad(what, `write ${listOr(known.choices)}; ${usage(known)}`);
      }
    }
    if (known.what && !this.what(known.word, rest.splice(0).join(' '), line, bad)) return;
    if (known.ratio && rest.length && !this.ratio(known, rest.shift(), bad)) return;
    if (known.number && !this.number(known, rest.shift(), bad)) return;
    if (rest.length) return bad(`${quote(rest[0])} has no place behind \`${known.word}\``);
    if (!place) return;
    const text = place.join(' ');
    if (!text) return bad('no place follows `at`');
    const looks = this.lexicon.conditions.indexOf(known);
    if (this.lexicon.find(text)?.at.includes(looks)) return;
    const found = this.meant(text, (it, id) => !this.lexicon.tags.has(id) && it?.at.includes(looks));
    if (found.length === 1) return;
    if (found.length) {
      this.ambiguous(line, text, found);
      return;
    }
    this.refuse(line, 'unknown-place', `${quote(text)} is not a place at which \`${known.word}\` can look`, 'write its id as it stands in the report');
  }

  unknown(word, line) {
    const words = this.lexicon.conditions.map((it) => it.word);
    const all = words.length ? `the conditions are ${listAnd(words)}` : 'this game has none; leave out `when`';
    this.refuse(line, 'unknown-condition', `${quote(word)} is not a condition`, word === 'not' ? `write \`no\` instead; ${all}` : all);
  }

  // What reads a fight needs one; in combat nothing reads another place, and elsewhere a place must be named.
  inItsPlace({ kind, fight, combat }, { word, reads }, place, line) {
    if (reads === 'turn' || (reads === 'fight' && fight)) return true;
    const free = () => {
      const words = this.lexicon.conditions.filter((it) => it.reads === 'turn' || (it.reads === 'place' && !combat));
      return `leave it out; here you can write ${listOr(words.map((it) => it.word))}`;
    };
    if (reads === 'fight') return this.refuse(line, 'no-fight', `\`${word}\` looks at a fight, but \`${kind}\` is not asked in one`, free());
    if (fight) {
      return place === null || this.refuse(line, 'another-place', 'in combat a condition looks at the place of the fight alone', 'leave out `at` and what follows');
    }
    if (combat) return this.refuse(line, 'no-fight', `\`${word}\` looks at a place, but \`${kind}\` is asked about none`, free());
    const what = `\`${kind}\` is not asked in a fight, so \`${word}\` must say where to look`;
    return place !== null || this.refuse(line, 'no-place', what, 'add a place, as in `at PLACE`');
  }

  what(word, text, line, bad) {
    if (!text) return bad(`\`${word}\` does not say what to look for`);
    const found = this.lexicon.named(text);
    if (found?.seen) return true;
    const meant = this.meant(text, (it) => it?.seen);
    if (meant.length === 1) return true;
    if (meant.length) return this.ambiguous(line, text, meant);
    const what = found ? `${quote(text)} is not a word for units` : `doctrine does not know the word ${quote(text)}`;
    return this.refuse(line, 'unknown-word', what, 'write a class, a navy, or the name of a unit');
  }

  ratio({ word, ratio }, text, bad) {
    const [more, ...less] = text.split(':');
    const parts = [more, less.join(':')].map(decimal);
    if (less.length && parts.every((it) => it !== null && it >= 1 && it <= MOST)) return true;
    return bad(`${quote(text)} is not a ratio`, `write two numbers from 1 to ${MOST}, as in \`${word} ${ratio.join(':')}\``);
  }

  number({ word, choices, number: [least, most, otherwise] }, text, bad) {
    if (text === undefined && otherwise !== null) return true;
    const number = text === undefined ? null : decimal(text);
    if (number !== null && number >= least && number <= most) return true;
    let what = `\`${word}\` needs a number behind it`;
    if (text !== undefined) what = number === null ? `${quote(text)} is not a number` : `${quote(text)} cannot follow \`${word}\``;
    const example = [word, ...choices.slice(0, 1), Math.min(Math.max(least, 2), most)].join(' ');
    return bad(what, `write a number from ${least} to ${most} in figures, as in \`${example}\``);
  }
}

// Judges doctrine with the words of a game and the groups of a side, or without them its shape alone. Gives what is wrong, each with `code`, `what`,
// `mend` and `line`, in the order of the lines; nothing of no doctrine.
export function doctrineProblems(text, vocabulary, first = 1, groups = []) {
  const { entries, problems } = doctrineDraft(text, first);
  if (vocabulary) {
    const check = new DoctrineCheck(lexiconOf(vocabulary), problems, groups);
    entries.forEach((entry) => check.entry(entry));
  }
  return inOrder(problems);
}
