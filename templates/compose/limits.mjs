// What binds the choices of several subjects together, as `src/engine/question/limit.rs` and `src/engine/table/judge/limits.rs` have it.

import { count, listAnd, listOr, spoken } from './words.mjs';

// The kind of a limit and what it says.
export const told = (limit) => Object.entries(limit)[0];

// Of a limit that counts an option: the option, and the fewest and most who may take it.
export function counts(limit) {
  const [kind, it] = told(limit);
  if (kind === 'exactly') return [it.option, it.count, it.count];
  if (kind === 'at-most') return [it.option, 0, it.count];
  if (kind === 'at-least') return [it.option, it.count, Infinity];
  return null;
}

const all = (number) => Array.from({ length: number }, (_, at) => at);

// What marks come to, each times the weight of its subject.
export const weight = (weights, marks) => weights.reduce((sum, [at, by]) => sum + by * (marks[at] ?? 0), 0);

const BREAKS = {
  distinct(it, choice, marks) {
    const clash = marks.findIndex((mark, at) => mark !== 0 && marks.indexOf(mark) < at);
    return clash < 0 ? null : [marks.indexOf(marks[clash]), clash];
  },
  'left-to-right'(it, choice, marks) {
    let reached = 0;
    for (const [at, mark] of marks.entries()) {
      if (mark === 0) continue;
      if (mark < reached || mark > reached + 1) return [at];
      reached = mark;
    }
    return null;
  },
  'only-with'(it, choice) {
    const who = all(choice.length).filter((at) => choice[at] === it.option);
    return who.length && !it.needs.every((need) => choice.includes(need)) ? who : null;
  },
  'only-if'({ who, options, cases }, choice) {
    const holds = ([at, open]) => at.every((it) => open.includes(choice[it]));
    const bound = who.filter((at) => options.includes(choice[at]));
    return bound.length && !cases.some((its) => its.every(holds)) ? bound : null;
  },
  weighed(it, choice, marks) {
    const heavy = it.weights.filter(([at, by]) => by > 0 && (marks[at] ?? 0) > 0);
    return heavy.length && weight(it.weights, marks) > it.most ? heavy.map(([at]) => at) : null;
  },
  sum(it, choice, marks) {
    const who = it.who ?? [];
    const counted = all(marks.length).filter((at) => marks[at] !== 0 && (!who.length || who.includes(at)));
    const sum = counted.reduce((sum, at) => sum + marks[at], 0);
    return sum < it.least || sum > it.most ? counted : null;
  },
  follows: (it, choice, marks) => (marks[it.who] !== 0 && marks[it.needs] === 0 ? [it.who, it.needs] : null),
  alike(it, choice, marks) {
    const marked = all(marks.length).filter((at) => marks[at] !== 0);
    const odd = marked.find((at) => marks[at] !== marks[marked[0]]);
    return odd === undefined ? null : [marked[0], odd];
  },
};

// The rule by which a subject cannot take an option that is not open to it: that of the sum which it breaks whatever the
// others choose, or that of the question.
export function closedBy(question, at, option) {
  const mark = (option) => question.options[option].mark ?? 0;
  const least = ([of, by]) =>
    of === at ? by * mark(option) : Math.min(...question.sets[question.subjects[of].set].map((open) => by * mark(open)));
  const closing = (question.limits ?? []).map((limit) => limit.weighed).find((it) =>
    it && it.rule !== question.rule && it.weights.some(([of, by]) => of === at && by > 0) &&
    it.weights.reduce((sum, weight) => sum + least(weight), 0) > it.most);
  return closing?.rule ?? question.rule;
}

export const marksOf = (question, choice) => choice.map((at) => question.options[at].mark ?? 0);

// The subjects that break a limit, or null.
export function brokenBy(limit, choice, marks) {
  const counted = counts(limit);
  if (counted) {
    const [option, least, most] = counted;
    const who = all(choice.length).filter((at) => choice[at] === option);
    return who.length < least || who.length > most ? who : null;
  }
  const [kind, it] = told(limit);
  return BREAKS[kind]?.(it, choice, marks) ?? null;
}

// The first limit that a full list of choices breaks, with the subjects at fault, or null.
export function brokenLimit(question, choice) {
  const marks = marksOf(question, choice);
  for (const limit of question.limits ?? []) {
    const who = brokenBy(limit, choice, marks);
    if (who) return { limit, who };
  }
  return null;
}

// How many names a message lists, and the first of them with the number of the others.
const FEW = 6;
const few = (words) => (words.length <= FEW ? listAnd(words) : `${words.slice(0, FEW).join(', ')} and ${words.length - FEW} more`);

// What would have to be chosen instead for a case of `only-if` to hold.
function lacking(question, its, choice) {
  const open = (at) => question.sets[question.subjects[at].set];
  const mends = its.flatMap(([who, options]) => {
    const lack = who.filter((at) => !options.includes(choice[at]));
    if (!lack.length) return [];
    const all = open(lack[0]).filter((option) => options.includes(option) && lack.every((at) => open(at).includes(option)));
    const ids = all.slice(0, FEW).map((option) => question.options[option].id);
    return [`${listOr(ids)} for ${few(lack.map((at) => question.subjects[at].id))}`];
  });
  return mends.join(' and ');
}

const OUT_OF_LINE =
  'let ships further left engage the targets before it, or choose the same target as the last ship or the next one';

// The bounds of a sum in words.
function bounds({ least, most }) {
  if (least === most) return `${least}`;
  if (least === 0) return `at most ${most}`;
  return most === 65535 ? `at least ${least}` : `from ${least} to ${most}`;
}

// A broken limit in words: code, what is wrong, how to mend it.
export function broken(question, limit, who, choice) {
  const [kind, it] = told(limit);
  const id = (at) => question.subjects[at].id;
  const names = who.map(id).join(', ');
  const chosen = (at) => question.options[choice[at]].id;
  const counted = it.option === undefined ? '' : question.options[it.option].id;
  switch (kind) {
    case 'distinct': {
      const where = who.length ? chosen(who[0]) : '?';
      return ['not-distinct', `${it.what}: ${names} (${where})`, 'choose something else for one of them'];
    }
    case 'exactly':
      return ['wrong-count', `\`${counted}\` is chosen for ${who.length} but must be for ${it.count}`,
        `write \`${counted}\` for exactly ${it.count}`];
    case 'at-most':
      return ['too-many', `\`${counted}\` is chosen for ${who.length}, at most ${it.count} may take it: ${names}`,
        `write \`${counted}\` for no more than ${it.count}`];
    case 'at-least':
      return ['too-few', `\`${counted}\` is chosen for ${who.length}, at least ${it.count} must take it`,
        `write \`${counted}\` for ${it.count} or more`];
    case 'only-with': {
      const lacking = it.needs.filter((need) => !choice.includes(need)).map((at) => `\`${question.options[at].id}\``);
      const needed = listAnd(lacking);
      return ['not-allowed-alone', `\`${counted}\` may be chosen only if ${needed} is chosen as well: ${names}`,
        `choose ${needed} for another, or choose something other than \`${counted}\``];
    }
    case 'only-if': {
      const mends = [`choose something else for ${few(who.map(id))}`, ...it.cases.map((its) => lacking(question, its, choice)).filter(Boolean)];
      return ['only-if', `${it.what}: ${few(who.map((at) => `${id(at)} (${chosen(at)})`))}`, mends.join(', or ')];
    }
    case 'weighed': {
      const sum = weight(it.weights, marksOf(question, choice));
      const more = who.length > 8 ? ', and more' : '';
      if (it.most < 0) {
        const passed = bound(it.what) ? `: ${bound(it.what)}, and that is passed already` : ` ${it.what}: it is passed already`;
        return ['too-much', `no more of ${who.slice(0, 8).map(id).join(', ')}${more}${passed}`, 'take less of it, or more of what eases the limit'];
      }
      const over = sum - it.most;
      return ['too-much',
        bound(it.what) ? `${bound(it.what)}, and these orders are ${over} over it` : `${sum} ${it.what} is ${over} too much; at most ${it.most} is allowed`,
        `take less of ${who.slice(0, 8).map(id).join(', ')}${more}`];
    }
    case 'sum': {
      const marks = marksOf(question, choice);
      const sum = who.reduce((sum, at) => sum + marks[at], 0);
      return ['wrong-sum', `${sum} ${it.what}, not ${bounds(it)}: ${names}`, `choose ${bounds(it)} ${it.what}`];
    }
    case 'follows': {
      const needed = id(it.needs);
      return ['out-of-turn', `${id(who[0])} comes only with ${needed}`, `choose it for ${needed} as well`];
    }
    case 'alike': {
      const each = who.map((at) => `${id(at)} (${chosen(at)})`).join(', ');
      return ['not-alike', `${it.what}: ${each}`, 'choose alike for all of them'];
    }
    default:
      return ['out-of-line', `${names} cannot attack ${chosen(who[0])}: targets run left to right, none skipped`, OUT_OF_LINE];
  }
}

// A text with a capital at its beginning.
export const upper = (text) => text[0].toUpperCase() + text.slice(1);

// The sentence that limits what is added up; null where things are counted, as points are.
export const bound = (what) => /^by the limit that (.*)$/u.exec(what)?.[1] ?? null;

// A limit in words before anything is chosen; null for what is said beside the options.
export function limitWords(question, limit) {
  const [kind, it] = told(limit);
  const option = (at) => question.options[at];
  const subject = (at) => question.subjects[at].name || question.subjects[at].id;
  switch (kind) {
    case 'distinct': return `Not allowed: ${it.what}.`;
    case 'exactly': return `Exactly ${it.count} must take ${spoken(option(it.option))}.`;
    case 'at-most': return `At most ${it.count} may take ${spoken(option(it.option))}.`;
    case 'at-least': return `At least ${it.count} must take ${spoken(option(it.option))}.`;
    case 'left-to-right':
      return 'Targets go from left to right: the first ship that fires takes the first enemy, and no enemy is skipped.';
    case 'only-with': {
      const needs = listAnd(it.needs.map((at) => spoken(option(at))));
      return `${spoken(option(it.option))} is allowed only if something else takes ${needs}.`;
    }
    case 'vain':
      return `${upper(it.what)} for ${listAnd(it.who.map(subject))}.`;
    case 'weighed':
      if (2 * it.weights.length < question.subjects.length) return null;
      return bound(it.what) ? `${upper(bound(it.what))}.` : `At most ${it.most} ${it.what}.`;
    case 'sum': {
      const among = it.who?.length ? ` among ${listAnd(it.who.map(subject))}` : '';
      const words = bounds(it);
      return `${it.least === it.most ? 'Exactly ' : ''}${words[0].toUpperCase()}${words.slice(1)} ${it.what}${among}.`;
    }
    case 'follows': return `${subject(it.who)} only with ${subject(it.needs)}.`;
    case 'alike': return `All of them: ${it.what}.`;
    case 'only-if': return `${it.what[0].toUpperCase()}${it.what.slice(1)}.`;
    default: return null;
  }
}

// What may not be meant in a full list of choices, though it is legal: a line for each thing.
export function warnings(question, choice) {
  const lines = [];
  const option = (at) => spoken(question.options[at]);
  for (const [kind, it] of (question.limits ?? []).map(told)) {
    const takes = (at) => choice[at] === it.option;
    if (kind === 'room') {
      const here = all(choice.length).filter(takes).length;
      if (here > it.count) lines.push([1, `${option(it.option)}: ${count(here, it.what)}, room for ${it.count} (${it.rule})`]);
    } else if (kind === 'wanted') {
      const who = it.who ?? [];
      const here = all(choice.length).filter((at) => takes(at) && (!who.length || who.includes(at))).length;
      if (here < it.count) {
        lines.push([2, `${option(it.option)}: ${count(here, it.what)}, at least ${it.count} wanted (${it.rule})`]);
      }
    } else if (kind === 'vain') {
      const vain = it.who.filter((at) => it.options.includes(choice[at]));
      const each = vain.map((at) => `${question.subjects[at].id} → ${option(choice[at])}`);
      if (each.length) lines.push([3, `${each.join(', ')}: ${it.what} (${it.rule})`]);
    }
  }
  return lines.sort((a, b) => a[0] - b[0]).map(([, line]) => line);
}
