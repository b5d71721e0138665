// English for messages, as `src/engine/problem/words.rs` has it.

const PLURALS = [/(s|x|ch|sh)$/, /[^aeiou]y$/];

export function plural(noun) {
  if (PLURALS[0].test(noun)) return `${noun}es`;
  return PLURALS[1].test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

export function count(number, noun) {
  return number === 1 ? `1 ${noun}` : `${number} ${plural(noun)}`;
}

function join(items, last) {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
}

export const listAnd = (items) => join(items, 'and');
export const listOr = (items) => join(items, 'or');

const HIDDEN = new RegExp(
  '[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f' +
    '\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb\\u{e0000}-\\u{e0fff}]',
  'gu',
);

// The first character of a text that cannot be seen; nothing if all can.
export const hiddenIn = (text) => text.match(HIDDEN)?.[0];

// A text with what cannot be seen in it spelled out.
export function visible(text) {
  const spelled = (it) => `<U+${it.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}>`;
  return text.replace(HIDDEN, (it) => (it === '\t' ? '<tab>' : spelled(it)));
}

// A text in backticks, shortened.
export function quote(text) {
  const all = [...text];
  const short = all.slice(0, 40).join('') + (all.length > 40 ? '...' : '');
  return `\`${visible(short)}\``;
}

const isNumber = (id) => /^[0-9]+$/.test(id);

// An option as a sentence names it: its id, and with a number its name.
export function spoken(option) {
  const says = option.name && option.name.toLowerCase() !== option.id.toLowerCase();
  return isNumber(option.id) && says ? `${option.id} ${option.name}` : option.id;
}

// An option as a button names it: its name, with a number before it.
export function titled(thing) {
  if (!thing.name || thing.name === thing.id) return thing.id;
  return isNumber(thing.id) ? `${thing.id} ${thing.name}` : thing.name;
}
