// What a person writes for the names of a question, as `src/engine/draft/spelling/` reads it: other spellings, parts of names,
// numbers, groups. A test holds the two against each other.

import { quote } from './words.mjs';
import { groupOf, membersIn } from './groups.mjs';

const PLACE_WORDS = ['zone', 'sea zone', 'sector', 'area', 'box', 'hex'];
const SURENESS = 5;
const PLAIN_LETTERS = { ß: 'ss', æ: 'a', ä: 'a', œ: 'o', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

// A word by its letters and digits alone, in lower case, with one blank between its parts.
export function fold(word) {
  const letter = (it) => {
    if (PLAIN_LETTERS[it]) return PLAIN_LETTERS[it];
    if (/['\u2019\u2018\u02bc`]/.test(it)) return '';
    return /[\p{Alphabetic}\p{N}]/u.test(it) ? it : ' ';
  };
  const lower = [...word.normalize('NFKD').replace(/\p{M}/gu, '')].flatMap((it) => [...it.toLowerCase()]);
  const parts = lower.map(letter).join('').split(/\s+/).filter(Boolean).join(' ');
  return parts.replaceAll('ae', 'a').replaceAll('oe', 'o').replaceAll('ue', 'u');
}

const isDigits = (it) => /^[0-9]+$/.test(it);

// Whether a name may go on behind a word: a number is never a part of another, and two letters are too few.
function mayEnd(word, rest) {
  const whole = rest === '' || rest.startsWith(' ');
  if (isDigits(word)) return false;
  return isDigits(word.split(' ').at(-1)) || word.length < 3 ? whole : true;
}

function fitsWord(name, word, level) {
  if (level < 2) return name === word;
  if (level !== 3) return name.startsWith(word) && mayEnd(word, name.slice(word.length));
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
    if ((at === 0 || name[at - 1] === ' ') && mayEnd(word, name.slice(at + word.length))) return true;
  }
  return false;
}

// The words that may stand for a thing, surest first.
function levelsOf({ id, name, note }) {
  const [ownId, own] = [fold(id), fold(name)];
  const short = [];
  let base = name.trim();
  let bracketed = '';
  for (let cut = /^(.*)\(([^(]*)\)$/s.exec(base); cut; cut = /^(.*)\(([^(]*)\)$/s.exec(base)) {
    bracketed ||= cut[2];
    base = cut[1].trim();
    short.push(fold(base));
  }
  const last = /^(.*) ([0-9]*)$/s.exec(ownId);
  if (last) short.push(last[1]);
  const number = isDigits(ownId) ? ownId : isDigits(bracketed) && name.trim().endsWith(`(${bracketed})`) ? bracketed : null;
  if (number) short.push(...PLACE_WORDS.map((word) => `${word} ${number}`), `${fold(base)} ${number}`, `${number} ${fold(base)}`, number);
  const beside = (note ?? '').split(',')[0];
  const also = /[0-9]/.test(beside) ? '' : fold(beside);
  const whole = [ownId, own];
  return [[ownId, own, `${ownId} ${own}`, `${own} ${ownId}`], short.filter(Boolean), whole, whole, [also].filter(Boolean)];
}

export class Spellings {
  constructor(things) {
    this.known = things.map((thing) => ({ id: thing.id, levels: levelsOf(thing) }));
  }

  // How surely a word means things of these places, and which; null if none.
  find(word, among, sure) {
    const folded = fold(word);
    if (!folded) return null;
    for (let level = 0; level < (sure ? 2 : SURENESS); level += 1) {
      const found = [];
      for (const at of among) {
        const it = this.known[at];
        const isNew = found.every((other) => this.known[other].id !== it.id);
        if (isNew && it.levels[level].some((name) => fitsWord(name, folded, level))) found.push(at);
      }
      if (found.length) return [level, found];
    }
    return null;
  }
}

export const placesOf = (list) => list.map((_, at) => at);

// How many, and of what; null for a word without a count.
export function counted(word) {
  const it = word.trim();
  const digits = /^[0-9]*/.exec(it)[0];
  if (digits.length > 0 && digits.length < 4) {
    const rest = /^\s*[xX×*](\s.*)$/s.exec(it.slice(digits.length));
    const of = rest ? fold(rest[1]) : '';
    return of ? [Number(digits), of] : null;
  }
  const [first, ...rest] = fold(it).split(' ');
  return ['all', 'every', 'each'].includes(first) ? [null, rest.join(' ').replace(/^the /, '')] : null;
}

// The things that a word, its singular, or a word such as `all destroyers` may mean, at the surest level.
export function allOf(spellings, word, among) {
  const [count, rest] = counted(word) ?? [undefined, null];
  for (const it of count === null ? [word, rest] : [word]) {
    for (const one of /[sS]$/.test(it) ? [it, it.slice(0, -1)] : [it]) {
      const found = spellings.find(one, among, false);
      if (found) return found[1];
    }
  }
  return [];
}

// So many words of doctrine, or of battle plans, are read for what they may mean, and no more.
const MOST_READ = 300;

export class Readings {
  tried = 0;

  // Whether one more word is read for what it may mean.
  tries() {
    this.tried += 1;
    return this.tried <= MOST_READ;
  }
}

const SHOWN = 24;

// What is said of a word that could be several things, and how to mend it.
export function several(word, ids) {
  const more = ids.length > SHOWN ? `, … (${ids.length} in all)` : '';
  return [`${quote(word)} could be several: ${ids.slice(0, SHOWN).join(', ')}${more}`, `write \`${ids[0]}\``];
}

// The one of some words that is spelled like another; null if none is.
export const alike = (word, known) => known.find((it) => fold(it) === fold(word)) ?? null;

function exactNames(things) {
  const names = new Map();
  things.forEach((thing, at) => {
    for (const word of new Set([thing.id.toLowerCase(), thing.name.toLowerCase()])) names.set(word, [...(names.get(word) ?? []), at]);
  });
  return names;
}

class Speller {
  // `ground` holds the `places` (mark, word, name), where units `stand`, their `classes`, and the `groups`, as the page knows them.
  constructor(question, ground) {
    this.question = question;
    this.ground = ground;
    this.subjects = new Spellings(question.subjects);
    this.options = new Spellings(question.options);
    this.places = new Spellings(ground.places.map(([, id, name]) => ({ id, name })));
    this.exactSubjects = exactNames(question.subjects);
    this.exactOptions = exactNames(question.options);
    this.taken = new Set();
    this.groups = ground.groups ?? [];
    // A group is a name of those of its members that the question asks about; it stays as it is.
    for (const group of this.groups) {
      const name = group.name.toLowerCase();
      const here = membersIn(question, group);
      if (here.length && !this.exactOptions.has(name) && !this.exactSubjects.has(name)) this.exactSubjects.set(name, here);
    }
  }

  isOption(word) {
    return this.exactOptions.has(word.toLowerCase());
  }

  isSubject(word) {
    return this.exactSubjects.has(word.toLowerCase());
  }

  body(body) {
    if (typeof body === 'string') {
      const found = this.question.subjects.length === 1 ? this.option(body, [0]) : null;
      return found ? this.optionWord(body, found) : body;
    }
    for (const { keys, value } of body) {
      for (const word of Array.isArray(value) ? value : [...keys, value]) {
        const found = this.one(word, false);
        if (found?.exact || found?.level !== undefined) found.all.forEach((at) => this.taken.add(at));
      }
    }
    return body.map((entry) => (Array.isArray(entry.value) ? this.list(entry) : this.line(entry)));
  }

  line(entry) {
    const { key, keys, value } = entry;
    const readable = (it) => (this.isSubject(it) && this.isOption(value)) || (this.isOption(it) && this.isSubject(value));
    if (keys.every(readable)) return entry;
    const who = keys.map((it) => this.who(it));
    const what = this.option(value, who.flatMap((it) => it?.all ?? []));
    const forward = what && who.every(Boolean) ? what.doubt + who.reduce((sum, it) => sum + it.doubt, 0) : null;
    const other = keys.length === 1 ? this.who(value) : null;
    const option = other ? this.option(keys[0], other.all) : null;
    const reversed = option ? option.doubt + other.doubt : null;
    if (forward !== null && forward === reversed) return entry;
    if (reversed !== null && (forward === null || reversed < forward)) {
      const word = this.optionWord(key, option);
      const names = this.words(value, other);
      return { ...entry, key: word, keys: [word], value: names.length === 1 ? names[0] : names };
    }
    const words = keys.flatMap((it, at) => this.words(it, who[at]));
    const same = who.every((it) => !it || it.exact);
    return { ...entry, key: same ? key : words.join(', '), keys: words, value: what ? this.optionWord(value, what) : value };
  }

  list(entry) {
    const who = entry.value.map((it) => this.who(it));
    const option = this.option(entry.key, who.flatMap((it) => it?.all ?? []));
    const key = option ? this.optionWord(entry.key, option) : entry.key;
    const words = entry.value.map((it, at) => this.words(it, who[at]));
    const lines = entry.lines && words.flatMap((its, at) => its.map(() => entry.lines[at]));
    return { ...entry, key, keys: [key], value: words.flat(), ...(lines ? { lines } : {}) };
  }

  words(word, who) {
    return !who || who.exact ? [word] : who.all.map((at) => this.question.subjects[at].id);
  }

  optionWord(word, { at }) {
    return at === null ? word : this.question.options[at].id;
  }

  one(word, sure) {
    const known = this.exactSubjects.get(word.toLowerCase());
    if (known) return { exact: true, all: known, doubt: 0 };
    if (groupOf(this.groups, word)) return null;
    const found = this.subjects.find(word, placesOf(this.question.subjects), sure);
    return found?.[1].length === 1 ? { level: found[0], all: found[1], doubt: 1 + found[0] } : null;
  }

  who(word) {
    if (!this.isSubject(word) && groupOf(this.groups, word)) return null;
    const found = this.one(word, true) ?? this.group(word) ?? this.there(word, true, true) ?? this.one(word, false) ?? this.there(word, false, true);
    if (found?.group) found.all.forEach((at) => this.taken.add(at));
    return found;
  }

  free(found) {
    return found.filter((at) => !this.taken.has(at));
  }

  group(word) {
    const [most, rest] = counted(word) ?? [undefined, ''];
    if (most === undefined) return null;
    let found = this.free(this.ofClass(rest));
    if (!found.length && rest) {
      const subjects = placesOf(this.question.subjects);
      let named = this.subjects.find(rest, subjects, false);
      if (!named && rest.endsWith('s')) named = this.subjects.find(rest.slice(0, -1), subjects, false);
      found = named ? this.free(named[1]) : [];
      if (!found.length && most === null) found = this.there(rest, false, false)?.all ?? [];
      found = this.free(found);
    }
    if (most === null) return found.length ? { group: true, all: found, doubt: 3 } : null;
    return most === 0 || found.length < most ? null : { group: true, all: found.slice(0, most), doubt: 3 };
  }

  ofClass(name) {
    const isIt = (word) => {
      const it = fold(word);
      return it !== '' && (it === name || (name.endsWith('s') && name.slice(0, -1) === it));
    };
    return placesOf(this.question.subjects).filter((at) => {
      const { id, note } = this.question.subjects[at];
      const beside = (note ?? '').split(',')[0];
      return name === '' || isIt(this.ground.classes[id] ?? '') || isIt(beside) || isIt(beside.split(' ')[0]);
    });
  }

  there(word, sure, onlyFree) {
    const found = this.places.find(word, placesOf(this.ground.places), sure);
    if (found?.[1].length !== 1) return null;
    const mark = this.ground.places[found[1][0]][0];
    const stand = placesOf(this.question.subjects).filter((at) => this.ground.stands[this.question.subjects[at].id] === mark);
    const those = onlyFree ? this.free(stand) : stand;
    return those.length ? { group: true, all: those, doubt: 3 } : null;
  }

  option(word, subjects) {
    if (this.isOption(word)) return { doubt: 0, at: null };
    const open = [...new Set(subjects.flatMap((at) => this.question.sets[this.question.subjects[at].set]))].sort((a, b) => a - b);
    const found = this.options.find(word, open, false) ?? this.options.find(word, placesOf(this.question.options), false);
    return found?.[1].length === 1 ? { doubt: 1 + found[0], at: found[1][0] } : null;
  }
}

// An answer, one word or entries, with ids for all that is understood in it.
export const respelled = (question, ground, body) => new Speller(question, ground).body(body);
