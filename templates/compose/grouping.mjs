// The verdict on groups of an orders file, as `sealord check` gives it: `src/engine/draft/group/parse.rs` and
// `src/club/orders/groups.rs` in this language. A test holds the two against each other.

import { quote } from './words.mjs';
import { isNothing } from './yaml.mjs';
import { Standing, inOrder, taken } from './standing.mjs';
import { Spellings, fold, placesOf, several } from './spelling.mjs';
import { PREFERENCES, lexiconOf } from './doctrine.mjs';
import { groupOf, withGroup } from './groups.mjs';

const GROUP = 'kido-butai: [akagi, kaga]';
const LONGEST_GROUP = 40;
const MOST_GROUPS = 100;
const TAKEN = ['none', 'no', 'any', 'all', 'every', 'each', 'at', 'null', 'true', 'false', 'yes'];

class GroupsDraft extends Standing {
  // What stands under `groups:`, as groups with a `name` and `members`.
  groups(root, line) {
    if (!root || (root.kind === 'word' && isNothing(root))) {
      this.missing({ text: 'groups', line }, `Write groups below it, as in \`${GROUP}\`, or delete the line.`);
      return [];
    }
    if (root.kind !== 'map') {
      this.wrongType(root, '`groups`', '`name: [members]` lines', `Write each group as \`${GROUP}\`, two spaces further in.`);
      return [];
    }
    return this.entries(root.pairs).map(([name, node]) => this.group(name, node)).filter(Boolean);
  }

  group(name, node) {
    if (node.kind === 'map') return this.wrongType(node, `The group ${quote(name.text)}`, 'a list of units', `Write it as \`${GROUP}\`.`);
    if (node.kind === 'word' && isNothing(node)) {
      return this.missing(name, `Write its units, as in \`${GROUP}\`; \`none\` takes the group back.`);
    }
    let members = [];
    if (node.kind === 'list') members = this.list(name, node);
    else if (node.text !== 'none') {
      if (!this.name(node)) return null;
      members = [node];
    }
    return this.isGroupName(name) ? { name, members } : null;
  }

  isGroupName({ text, line }) {
    const plain = /^\p{Alphabetic}[\p{Alphabetic}\p{N}_-]*$/u.test(text) && /[\p{Alphabetic}\p{N}]$/u.test(text);
    let what = null;
    if (!plain) what = 'has letters, digits, `-` and `_` alone, and begins with a letter';
    else if ([...text].length > LONGEST_GROUP) what = 'has at most 40 characters';
    else if (TAKEN.includes(text.split(/[-_]/)[0].toLowerCase())) what = 'does not begin with a word that means something else in orders';
    if (what) this.refuse('bad-group-name', `${quote(text)} cannot be a group: a name ${what}.`, line, 'Write one word, as in `kido-butai`.');
    return !what;
  }
}

class Grouping {
  constructor(packet, problems) {
    this.packet = packet;
    this.lexicon = lexiconOf(packet.vocabulary);
    this.own = packet.own.map(([id, name]) => ({ id, name }));
    this.problems = problems;
    this.groups = packet.groups;
  }

  refuse({ line }, code, what, mend) {
    this.problems.push({ code, what, line, mend });
    return null;
  }

  // The groups as they stand with those of a file.
  read(drafts) {
    for (const { name, members } of drafts) {
      this.name(name);
      const ids = members.map((word) => this.member(word) ?? word.text);
      this.groups = withGroup(this.groups, name.text, ids);
    }
    if (drafts.length && this.groups.filter((it) => it.members.length).length > MOST_GROUPS) {
      this.refuse(drafts.at(-1).name, 'too-many-groups', `a side has at most ${MOST_GROUPS} groups`, 'take others back, as in `kido-butai: none`');
    }
    return this.groups;
  }

  name(word) {
    const { text } = word;
    if (groupOf(this.groups, text)) return;
    const folded = fold(text);
    const alike = (it) => fold(it) === folded;
    const { questions, ahead, later } = this.packet;
    const asked = [...questions, ...ahead, ...later.map((it) => it.question)];
    const isAsked = ({ subjects, options }) => [...subjects, ...options].some(({ id, name }) => alike(id) || alike(name));
    const isTaken = this.own.some(({ id, name }) => alike(id) || alike(name)) || this.lexicon.isTaken(text, PREFERENCES)
      || asked.some(isAsked) || this.groups.some(({ name }) => alike(name));
    if (!isTaken) return;
    this.refuse(word, 'taken-group-name', `${quote(text)} means something else already, so no group can be called so`, `write another name, as in \`${text}-group\``);
  }

  // The id of the unit that a word is, or may mean; the word itself of a group; null, with a problem, for no unit.
  member(word) {
    const { text } = word;
    const stands = (it) => it.members.includes(text);
    if (groupOf(this.groups, text) || this.groups.some(stands) || this.own.some(({ id }) => id === text)) return text;
    const known = this.lexicon.unit(text);
    if (known !== null) return known;
    this.spellings ??= new Spellings(this.own);
    const found = this.spellings.find(text, placesOf(this.own), false)?.[1].map((at) => this.own[at].id) ?? this.lexicon.unitsMeant(text);
    if (found.length === 1) return found[0];
    if (found.length) return this.refuse(word, 'ambiguous-name', ...several(text, found));
    return this.refuse(word, 'unknown-member', `${quote(text)} is no unit of this match`, 'write a unit as reports and forms have it, or another of your groups');
  }
}

function judgedGroups(packet, text, first) {
  const reader = new GroupsDraft();
  const drafts = taken(reader, text, first, (root) => reader.groups(root, first - 1)) ?? [];
  const grouping = new Grouping(packet, reader.problems);
  const groups = grouping.read(drafts);
  return { groups, problems: inOrder(reader.problems) };
}

// What is wrong with groups, each with `code`, `what`, `mend` and `line`, in the order of the lines.
export const groupProblems = (packet, text, first = 1) => judgedGroups(packet, text, first).problems;

// The groups of a packet with those of a file.
export const groupsWith = (packet, text) => (packet.leads && text.trim() ? judgedGroups(packet, text, 1).groups : packet.groups);
