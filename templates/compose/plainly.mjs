// What breaks a limit, as a player would say it. The words of `sealord check` stand in the receipt; these are shorter, name units
// instead of ids, and say how many are too many.

import { count, listAnd, plural, titled } from './words.mjs';
import { bound, brokenLimit, marksOf, told, upper, weight } from './limits.mjs';

const FEW_NAMES = 5;

// Names of some subjects, the first of them where they are many.
function namesOf(question, who) {
  const names = who.map((at) => titled(question.subjects[at]));
  return names.length <= FEW_NAMES ? listAnd(names) : `${names.slice(0, FEW_NAMES).join(', ')} and ${names.length - FEW_NAMES} more`;
}

// A text of the check with names for the ids in it.
export function inNames(question, text) {
  const names = new Map([...question.subjects, ...question.options].filter((it) => /[a-z]/.test(it.id)).map((it) => [it.id, titled(it)]));
  return text.replace(/[\p{L}\p{N}_/.-]*[\p{L}\p{N}_]/gu, (word) => names.get(word) ?? word);
}

// A sum of weights that is too large.
function tooHeavy(question, it, marks) {
  const sum = weight(it.weights, marks);
  const over = sum - it.most;
  const sentence = bound(it.what);
  if (!sentence) return `${sum} ${it.what}: ${over} more than the ${it.most} you have.`;
  const unique = sentence.match(/^there may be one (.+) at a time \(Unique\)$/u);
  if (unique) return `${unique[1]} is Unique: at most 1.`;
  const share = sentence.match(/^at most (.+), and one, may be (.+) \((\w+)\)$/u);
  const heavy = it.weights.filter(([, by]) => by > 0);
  if (share && heavy.length === 1) {
    const [[at, by]] = heavy;
    const most = Math.max(0, Math.floor((it.most - (sum - by * (marks[at] ?? 0))) / by));
    return `${share[2]} is ${share[3]}: at most ${most} beside the others you take, and you take ${marks[at]}. (At most ${share[1]}, and one.)`;
  }
  const needs = sentence.match(/\bneeds (?:an?|one|two) ([a-z ]+?)s?(?:,|$)/u);
  const light = it.weights.filter(([, by]) => by < 0);
  if (needs && light.length) {
    const lack = Math.ceil(over / Math.max(...light.map(([, by]) => -by)));
    return `${upper(sentence)}: take ${lack} more ${lack === 1 ? needs[1] : plural(needs[1])}.`;
  }
  const may = sentence.match(/there may be one ([a-z ]+)$/u);
  if (may) return `${upper(sentence)}: ${count(over, may[1])} too many.`;
  return `${upper(sentence)}: ${over} too many.`;
}

// A problem in a player's words; null where those of the check are as good.
export function plainly(question, choice, { code, who }) {
  const names = namesOf(question, who);
  if (code === 'missing') return `${names} still ${who.length === 1 ? 'needs' : 'need'} a choice.`;
  if (choice.includes(null)) return null;
  const found = brokenLimit(question, choice);
  if (!found) return null;
  const [kind, it] = told(found.limit);
  const takes = it.option === undefined ? '' : titled(question.options[it.option]);
  const many = found.who.length;
  switch (`${kind} ${code}`) {
    case 'weighed too-much': return tooHeavy(question, it, marksOf(question, choice));
    case 'at-most too-many': return `At most ${it.count} may take ${takes}, and ${many} do: ${names}.`;
    case 'at-least too-few': return `At least ${it.count} must take ${takes}, and ${many || 'none'} ${many === 1 ? 'does' : 'do'}.`;
    case 'exactly wrong-count': return `Exactly ${it.count} must take ${takes}, and ${many || 'none'} ${many === 1 ? 'does' : 'do'}.`;
    case 'distinct not-distinct': return `Not allowed: ${it.what}. ${names} both have ${titled(question.options[choice[found.who[0]]])}.`;
    case 'follows out-of-turn': return `${titled(question.subjects[it.who])} comes only with ${titled(question.subjects[it.needs])}.`;
    default: return null;
  }
}
