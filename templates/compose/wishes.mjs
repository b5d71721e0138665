// The lists of preferences in a doctrine, best first, and their order in the text.

import { Unread, yamlTree } from './yaml.mjs';

// Every list of two words or more under `prefer`, with its kind of question and the words as they stand in the text; none of
// a text that cannot be read.
export function preferences(doctrine) {
  let root;
  try {
    ({ root } = yamlTree(doctrine));
  } catch (error) {
    if (error instanceof Unread) return [];
    throw error;
  }
  const pairs = (node) => (node?.kind === 'map' ? node.pairs : []);
  return pairs(root).flatMap(([kind, { items = [] }]) => items.flatMap((rule, nth) =>
    pairs(rule).filter(([key, list]) => key.text === 'prefer' && list.items?.length > 1 && list.items.every((it) => it.kind === 'word' && it.to > it.from))
      .map(([, list]) => ({ title: `${kind.text}${items.length > 1 ? `, rule ${nth + 1}` : ''}`, words: list.items }))));
}

// A text in which two words have changed places, quotes and all.
export function swapped(text, one, other) {
  const [a, b] = one.from < other.from ? [one, other] : [other, one];
  return text.slice(0, a.from) + text.slice(b.from, b.to) + text.slice(a.to, b.from) + text.slice(a.from, a.to) + text.slice(b.to);
}
