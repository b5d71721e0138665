// The orders file, in the grammar of the form (docs/orders.md), and sealing (docs/sealed-files.md).

import { visible } from './words.mjs';
import { hex } from './sha256.mjs';

const NO_TEXT = ['null', 'true', 'false', 'yes', 'no', 'on', 'off', 'y', 'n'];
const BEGIN = '=== begin orders ===';
const END = '=== end orders ===';
// How wide a line may grow: mail programs break lines at some 76 columns, and a reply mark takes two.
const WIDTH = 72;

// A word as YAML takes it back unchanged.
export function quoted(word) {
  const safe = /^[\p{Alphabetic}\p{N}_/][\p{Alphabetic}\p{N}_\-/.@]*$/u.test(word) && !NO_TEXT.includes(word.toLowerCase());
  return safe ? word : `'${word.replaceAll("'", "''")}'`;
}

// A word of the head, which is text even where it looks like a number or a date.
const headWord = (word) => (/^[0-9]/.test(quoted(word)) ? `'${word}'` : quoted(word));

// The entries of an answer from rows of subject and option, as they stand in the file: the order of the rows counts.
export function entries(question, rows) {
  const id = ([subject]) => question.subjects[subject].id;
  if (question.layout === 'by-subject') {
    return rows.map((row) => ({ key: id(row), keys: [id(row)], value: question.options[row[1]].id }));
  }
  const used = [...new Set(rows.map(([, option]) => option))].sort((a, b) => a - b);
  return used.map((option) => {
    const key = question.options[option].id;
    return { key, keys: [key], value: rows.filter((row) => row[1] === option).map(id) };
  });
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

// What stands under `doctrine:`; nothing where there was none and is none.
function doctrineLines(now, before) {
  const text = now.replaceAll('\r\n', '\n').replace(/\s+$/, '');
  if (!text) return before.trim() ? ['doctrine: {}'] : [];
  return ['doctrine:', ...text.split('\n').map((line) => (line.trim() ? `  ${line}` : ''))];
}

// The orders file. `answers` are `[question, rows]`, `plans` `[question, rows, {hold, otherwise}]`; null leaves the plans
// that wait as they are, an empty list takes them back.
export function ordersFile(packet, { version, final, note, answers, plans, doctrine }) {
  const lines = [`# ${BEGIN}`, `# ${visible(packet.match)}: orders of the ${packet.name}, exchange ${packet.exchange}`];
  lines.push(`match: ${headWord(packet.match)}`, `exchange: ${packet.exchange}`, `side: ${packet.side}`, `version: ${version}`);
  if (final) lines.push('final: true');
  if (note) lines.push(`note: ${JSON.stringify(note)}`);
  if (answers.length) {
    lines.push('answers:');
    answers.forEach(([question, rows]) => {
      lines.push(...bodyLines(`  ${quoted(question.key)}`, entries(question, rows), '    '));
    });
  } else {
    lines.push('answers: {}');
  }
  if (plans?.length === 0) lines.push('plans: []');
  if (plans?.length) {
    lines.push('plans:');
    plans.forEach(([question, rows, { hold, otherwise }]) => {
      lines.push(`  - question: ${quoted(question.key)}`, `    hold: ${hold}`, `    else: ${otherwise}`);
      lines.push(...bodyLines('    answers', entries(question, rows), '      '));
    });
  }
  if (doctrine !== null) lines.push(...doctrineLines(doctrine, packet.doctrine));
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
