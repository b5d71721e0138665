// The orders file, in the grammar of the form (docs/orders.md), and sealing (docs/sealed-files.md).

import { visible } from './words.mjs';
import { hex } from './sha256.mjs';

const NO_TEXT = ['null', 'true', 'false', 'yes', 'no', 'on', 'off', 'y', 'n'];
export const BEGIN = '=== begin orders ===';
export const END = '=== end orders ===';
// How wide a line may grow: mail programs break lines at some 76 columns, and a reply mark takes two.
const WIDTH = 72;

// A word as YAML takes it back unchanged.
export function quoted(word) {
  const safe = /^[\p{Alphabetic}\p{N}_/][\p{Alphabetic}\p{N}_\-/.@]*$/u.test(word) && !NO_TEXT.includes(word.toLowerCase());
  return safe ? word : `'${word.replaceAll("'", "''")}'`;
}

// A word of the head, which is text even where it looks like a number or a date.
const headWord = (word) => (/^[0-9]/.test(quoted(word)) ? `'${word}'` : quoted(word));

// The entries of an answer from rows of subject and option, as they stand in the file: the order of the rows counts. A row of
// a plan may have several options, best first.
export function entries(question, rows) {
  const id = ([subject]) => question.subjects[subject].id;
  const listed = (row) => row.length > 2;
  const bySubject = (row) => {
    const options = row.slice(1).map((option) => question.options[option].id);
    return { key: id(row), keys: [id(row)], value: listed(row) ? options : options[0] };
  };
  if (question.layout === 'by-subject') return rows.map(bySubject);
  const single = rows.filter((row) => !listed(row));
  const used = [...new Set(single.map(([, option]) => option))].sort((a, b) => a - b);
  const byOption = used.map((option) => {
    const key = question.options[option].id;
    return { key, keys: [key], value: single.filter((row) => row[1] === option).map(id) };
  });
  return [...byOption, ...rows.filter(listed).map(bySubject)];
}

function entryLines({ key, value }, indent) {
  if (!Array.isArray(value)) return [`${indent}${quoted(key)}: ${quoted(value)}`];
  const line = `${indent}${quoted(key)}: [${value.map(quoted).join(', ')}]`;
  if ([...line].length <= WIDTH) return [line];
  return [`${indent}${quoted(key)}:`, ...value.map((word) => `${indent}  - ${quoted(word)}`)];
}

const bodyLines = (head, body, indent) =>
  body.length ? [`${head}:`, ...body.flatMap((entry) => entryLines(entry, indent))] : [`${head}: {}`];

// The lines of a player's doctrine that could pass for the end of the orders.
export const falseEnds = (doctrine) => doctrine.split('\n').flatMap((line, at) => (line.includes('===') ? [at + 1] : []));

// A text as it stands under a key.
export const under = (text, indent) => text.split('\n').map((line) => (line.trim() ? `${indent}${line}` : ''));

// Whether a doctrine is the word for the staff doctrine of the game, with nothing but remarks beside it.
export const isStaff = (text) => /^\s*staff\s*(?:#.*)?(?:\n\s*(?:#.*)?)*$/i.test(text);

// What stands under a key in the player's own words; nothing where there was none and is none.
function ownLines(key, now, before, none) {
  const text = now.replaceAll('\r\n', '\n').replace(/\s+$/, '');
  if (!text) return before.trim() ? [`${key}: ${none}`] : [];
  if (key === 'doctrine' && isStaff(text)) return [`${key}: staff`];
  return [`${key}:`, ...under(text, '  ')];
}

// The orders file. `answers` are `[question, rows]`, `plans` `[question, rows, {hold, otherwise}]` or a text; null leaves the
// plans that wait as they are, an empty list takes them back.
export function ordersFile(packet, { version, final, note, groups, answers, plans, battle, doctrine }) {
  const lines = [`# ${BEGIN}`, `# ${visible(packet.match)}: orders of the ${packet.name}, exchange ${packet.exchange}`];
  lines.push(`match: ${headWord(packet.match)}`, `exchange: ${packet.exchange}`, `side: ${packet.side}`, `version: ${version}`);
  if (final) lines.push('final: true');
  // What an editor may show as the end of a line is written by its number.
  const plain = (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`;
  if (note) lines.push(`note: ${JSON.stringify(note).replace(/[\u0085\u2028\u2029]/g, plain)}`);
  if (answers.length) {
    lines.push('answers:');
    answers.forEach(([question, rows]) => {
      lines.push(...bodyLines(`  ${quoted(question.key)}`, entries(question, rows), '    '));
    });
  } else {
    lines.push('answers: {}');
  }
  if (groups?.trim()) lines.push(...ownLines('groups', groups, '', '{}'));
  if (plans?.length === 0) lines.push('plans: []');
  if (plans?.length) {
    lines.push('plans:');
    plans.forEach((plan) => {
      if (typeof plan === 'string') return lines.push(...under(plan, '  '));
      const [question, rows, { hold, otherwise }] = plan;
      lines.push(`  - question: ${quoted(question.key)}`, `    hold: ${hold}`, `    else: ${otherwise}`);
      lines.push(...bodyLines('    answers', entries(question, rows), '      '));
    });
  }
  if (typeof battle === 'string') lines.push(...ownLines('battle-plans', battle, packet.battle ?? '', '[]'));
  if (doctrine !== null) lines.push(...ownLines('doctrine', doctrine, packet.doctrine, '{}'));
  lines.push(`# ${END}`, '');
  return lines.join('\n');
}

// A new salt, in hex; null where the browser has no source of chance.
export function newSalt() {
  const source = globalThis.crypto;
  return source?.getRandomValues ? hex(source.getRandomValues(new Uint8Array(32))) : null;
}

// A sealed file: a header, a line, and the orders byte for byte.
export function sealed(packet, salt, orders) {
  const head = [
    'sealord sealed orders v1',
    `match: ${packet.match}`,
    `genesis: ${packet.genesis}`,
    `exchange: ${packet.exchange}`,
    `side: ${packet.side}`,
    `salt: ${salt}`,
    '---',
  ];
  return `${head.join('\n')}\n${orders}`;
}
