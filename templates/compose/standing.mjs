// Takes doctrine apart as `src/engine/draft/parse.rs`, `checks.rs` and `when.rs` do, and says what in it has the wrong shape. Nothing
// here knows which words a game has.

import { hiddenIn, listOr, quote } from './words.mjs';
import { Unread, isNothing, strangeEnd, yamlTree } from './yaml.mjs';

const CURLY_ENDS = /^[\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb]+|[\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb]+$/gu;
const RULE_KEYS = ['for', 'when', 'prefer', 'spread'];
const RULE = '- {for: [CV], prefer: [BB, CA]}';
const LONGEST_NAME = 100;
const KIND = { word: 'a word', list: 'a list', map: '`key: value` lines' };

export class Standing {
  constructor() {
    this.problems = [];
  }

  refuse(code, what, line, mend) {
    this.problems.push({ code, what, line, mend });
    return null;
  }

  wrongType(node, owner, wanted, mend) {
    return this.refuse('wrong-type', `${owner} should be ${wanted}, not ${KIND[node.kind]}.`, node.line, mend);
  }

  missing(key, mend) {
    return this.refuse('no-value', `${quote(key.text)} has no value.`, key.line, mend);
  }

  // Whether a word can be a name.
  name(node) {
    const { text, line } = node;
    const hidden = hiddenIn(text);
    if (isNothing(node)) this.refuse('empty-name', 'A name is missing here.', line, 'Write the name, or delete the line.');
    else if (!text.trim()) this.refuse('empty-name', 'A name is empty.', line, 'Write the name, or delete it with its comma.');
    else if ([...text].length > LONGEST_NAME) {
      this.refuse('name-too-long', `The name ${quote(text)} has more than ${LONGEST_NAME} characters.`, line, 'Write the name as it stands in the form.');
    } else if (hidden) {
      const code = hidden.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
      this.refuse('hidden-character', `The name ${quote(text)} contains U+${code}, an invisible character.`, line, 'Type the name again instead of copying it.');
    } else if (/^[\u201c\u201d\u201e\u2018\u201a\u00ab\u00bb]/u.test(text)) {
      this.refuse('typographic-quote', `${quote(text)} begins with a curly quote, which counts as part of the text.`, line,
        `Use straight quotes, or no quotes, as in ${quote(text.replace(CURLY_ENDS, ''))}.`);
    } else return true;
    return false;
  }

  // The pairs whose key is a good name, each name once.
  entries(pairs) {
    return this.once(pairs).filter(([key]) => this.name(key));
  }

  once(pairs) {
    const seen = new Map();
    return pairs.filter(([key]) => {
      const line = seen.get(key.text);
      if (line === undefined) return seen.set(key.text, key.line);
      return this.refuse('duplicate-key', `${quote(key.text)} was already given on line ${line}.`, key.line, 'Keep one of the two.');
    });
  }

  value(key, node, example) {
    if (node.kind !== 'word') return this.wrongType(node, quote(key.text), 'one word', `Write it as in \`${example}\`.`);
    if (isNothing(node)) return this.missing(key, `Write \`${example}\`, or delete the line.`);
    return this.name(node) ? node : null;
  }

  truth(key, node) {
    const word = this.value(key, node, `${key.text}: true`);
    if (!word || ['true', 'yes', 'false', 'no'].includes(word.text.toLowerCase())) return;
    this.refuse('not-true-or-false', `${quote(word.text)} is neither true nor false.`, word.line, `Write \`${key.text}: true\` or \`${key.text}: false\`.`);
  }

  // A list of words, each once; one word counts as a list of one.
  list(key, node) {
    if (node.kind !== 'list') return [this.value(key, node, `${key.text}: [BB, CA]`)].filter(Boolean);
    const seen = new Map();
    return node.items.filter((item) => {
      if (item.kind !== 'word') return this.wrongType(item, 'An entry of a list', 'a word', 'Write the list as in `[a, b]`.');
      if (!this.name(item)) return false;
      const line = seen.get(item.text);
      if (line === undefined) return seen.set(item.text, item.line);
      const where = line === item.line ? 'is in this list twice' : `is already in this list, on line ${line}`;
      return this.refuse('duplicate-name', `${quote(item.text)} ${where}.`, item.line, 'Delete one of the two.');
    });
  }

  // What stands under `doctrine:`, as entries with a `kind` and either a `word` or `rules`; the word for the doctrine of the game
  // as the `staff` of one.
  draft(root, line) {
    if (!root || (root.kind === 'word' && isNothing(root))) {
      this.missing({ text: 'doctrine', line }, 'Write standing orders below it, or take all of it out.');
      return [];
    }
    if (root.kind === 'word' && root.text.toLowerCase() === 'staff') return [{ staff: root }];
    if (root.kind !== 'map') {
      this.wrongType(root, '`doctrine`', '`kind: answer` lines', 'Write each kind of question and a colon on a line of its own.');
      return [];
    }
    return this.entries(root.pairs).map(([kind, node]) => this.standing(kind, node)).filter(Boolean);
  }

  standing(kind, node) {
    if (node.kind === 'list') return { kind, rules: node.items.map((item) => this.rule(item)).filter(Boolean) };
    if (node.kind === 'map') return this.wrongType(node, quote(kind.text), 'one word or a list of rules', `Write a rule as \`${RULE}\`.`);
    if (isNothing(node)) return this.missing(kind, `Write one word after the colon, or rules such as \`${RULE}\` below it.`);
    return this.name(node) ? { kind, word: node } : null;
  }

  rule(item) {
    if (item.kind !== 'map') {
      const keys = listOr(RULE_KEYS.map((key) => `\`${key}\``));
      return this.wrongType(item, 'A rule of doctrine', `a mapping with ${keys}`, `Write it as \`${RULE}\`.`);
    }
    const rule = { whom: [], when: null, prefer: [] };
    for (const [key, node] of this.entries(item.pairs)) {
      if (key.text === 'for') rule.whom = this.list(key, node);
      else if (key.text === 'prefer') rule.prefer = this.list(key, node);
      else if (key.text === 'when') rule.when = this.when(key, node);
      else if (key.text === 'spread') this.truth(key, node);
      else this.refuse('unknown-key', `${quote(key.text)} is not a key of a rule of doctrine.`, key.line, `The keys are ${RULE_KEYS.map((it) => `\`${it}\``).join(', ')}.`);
    }
    return rule;
  }

  when(key, node) {
    if (node.kind === 'word' && isNothing(node)) return this.missing(key, 'Write a condition, as in `when: round 3`, or delete the line.');
    return this.condition(node);
  }

  // The clauses of a condition: how they are combined is no matter of what they may say. Null if any cannot be read.
  condition(node) {
    if (node.kind === 'word') return this.clause(node);
    if (node.kind === 'list') return this.conditions(node);
    const example = 'Write it as in `any: [round 3, pursued]`.';
    if (!node.pairs.length) return this.refuse('no-condition', 'A condition is missing here.', node.line, example);
    let found = null;
    for (const [key, value] of this.once(node.pairs)) {
      if (key.text !== 'any') {
        this.refuse('unknown-key', `${quote(key.text)} is not a key of a condition.`, key.line, 'Only `any` has a colon behind it; write a condition without, as in `round 3`.');
      } else if (value.kind !== 'list') this.wrongType(value, '`any`', 'a list of conditions', example);
      else found = this.conditions(value);
    }
    return found;
  }

  conditions({ items, line }) {
    if (!items.length) return this.refuse('no-condition', 'This list of conditions is empty.', line, 'Write conditions between the brackets, or delete the line.');
    const read = items.map((item) => this.condition(item));
    return read.includes(null) ? null : read.flat();
  }

  clause(node) {
    if (!this.name(node)) return null;
    const words = node.text.split(/\s+/u).filter(Boolean);
    if (words[0] === 'no') words.shift();
    if (!words.length) return this.refuse('no-condition', 'No condition follows `no`.', node.line, 'Write what must not hold, as in `no pursued`.');
    return [{ words, line: node.line }];
  }
}

// Lets a reader take a text apart; `first` is the number of its first line. What the page cannot read at all is one problem.
export function taken(reader, text, first, take) {
  const strange = strangeEnd(text);
  if (strange) {
    const line = first + text.slice(0, strange.at).split('\n').length - 1;
    reader.problems = [{ code: 'strange-line-end', what: strange.what, line, mend: strange.mend }];
    return null;
  }
  try {
    return take(yamlTree(text, first).root);
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    const mend = 'mend this line; sealord check takes more ways to write than this page';
    reader.problems = [{ code: 'unread', what: `this page cannot read it: ${error.message}`, line: error.line, mend }];
    return null;
  }
}

// Problems as they are shown, in the order of the lines.
export const inOrder = (problems) => problems.map((it) => ({ ...it, what: it.what.replace(/\.$/, '') })).sort((a, b) => a.line - b.line);

// The draft of a doctrine and what has the wrong shape in it.
export function doctrineDraft(text, first = 1) {
  const standing = new Standing();
  const entries = taken(standing, text, first, (root) => standing.draft(root, first - 1)) ?? [];
  return { entries, problems: standing.problems };
}
