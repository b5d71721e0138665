// Groups of units as they stand, and in answers, as `src/engine/draft/group/` and `src/engine/table/judge/groups.rs` have them. A
// test holds the two against each other. Groups are a list of `name` and `members`.

// The group of a name, in capitals or small letters.
export function groupOf(groups, word) {
  const lower = word.toLowerCase();
  return groups.find(({ name }) => name.toLowerCase() === lower) ?? null;
}

// The groups with one that a file names: a member that is a group means the units that this has now.
export function withGroup(groups, name, words) {
  const members = [...new Set(words.flatMap((word) => groupOf(groups, word)?.members ?? [word]))];
  const known = groupOf(groups, name);
  return known ? groups.map((it) => (it === known ? { ...it, members } : it)) : [...groups, { name, members }];
}

// The words of a list, each with `text`, with the members of groups in place of their names.
export function amongGroups(groups, words) {
  if (!groups.length) return words;
  const all = [];
  for (const word of words) {
    const group = groupOf(groups, word.text);
    if (!group) all.push(word);
    const isNew = (member) => !words.some((it) => it.text === member) && !all.some((it) => it.text === member);
    group?.members.filter(isNew).forEach((text) => all.push({ ...word, text }));
  }
  return all;
}

function placesByName(things) {
  const names = new Map();
  things.forEach((thing, at) => {
    for (const word of new Set([thing.id.toLowerCase(), thing.name.toLowerCase()])) names.set(word, [...(names.get(word) ?? []), at]);
  });
  return names;
}

// The one subject of a name; undefined where there is none, or where there are several.
const soleSubject = (names, word) => {
  const found = names.get(word.toLowerCase()) ?? [];
  return found.length === 1 ? found[0] : undefined;
};

// The members of a group that a question asks about, by their places there.
export function membersIn(question, { members }) {
  const names = placesByName(question.subjects);
  return [...new Set(members.map((member) => soleSubject(names, member)).filter((at) => at !== undefined))];
}

// An answer with the members of groups in place of their names: those that the question asks about, and that have no line of
// their own.
export function inAnswer(question, groups, body) {
  const words = typeof body === 'string' ? [] : body.flatMap(({ keys, value }) => [...keys, ...[value].flat()]);
  if (!groups.length || !words.some((word) => groupOf(groups, word))) return body;
  const subjects = placesByName(question.subjects);
  const options = placesByName(question.options);
  const isOption = (word) => options.has(word.toLowerCase());
  const behind = ({ key, value }) => (isOption(key) ? [value].flat() : []);
  const named = body.flatMap((entry) => [...entry.keys, ...behind(entry)]).map((word) => soleSubject(subjects, word));
  const taken = new Set(named.filter((at) => at !== undefined));
  const group = (word) => (isOption(word) || subjects.has(word.toLowerCase()) ? null : groupOf(groups, word));
  // Those for whom a word stands; none if it is no group, or none of it is left.
  const free = (word) => {
    const its = group(word);
    const here = its ? membersIn(question, its).filter((at) => !taken.has(at)) : [];
    return here.map((at) => question.subjects[at].id);
  };
  const each = (words, lines) => {
    const all = words.flatMap((word, nth) => {
      const those = free(word);
      return (those.length ? those : [word]).map((it) => [it, lines?.[nth]]);
    });
    return { words: all.map(([word]) => word), lines: lines && all.map(([, line]) => line) };
  };
  return body.map((entry) => {
    const keys = each(entry.keys).words;
    const { key, value } = entry;
    if (!Array.isArray(value)) {
      const those = isOption(key) ? free(value) : [];
      return those.length ? { ...entry, keys, value: those } : { ...entry, keys };
    }
    if (isOption(key)) {
      const listed = each(value, entry.lines);
      return { ...entry, keys, value: listed.words, lines: listed.lines };
    }
    // Behind a subject of a plan: what it takes, best first.
    const open = groups.map((it) => ({ ...it, members: it.members.filter(isOption) }));
    const listed = amongGroups(open, value.map((text, nth) => ({ text, line: entry.lines?.[nth] })));
    return { ...entry, keys, value: listed.map((it) => it.text), lines: entry.lines && listed.map((it) => it.line) };
  });
}

// The tree of battle plans with the members of groups in place of their names, in the lists under these keys.
export function inPlans(node, groups, keys, units = false) {
  if (!groups.length || !node) return node;
  if (units && node.kind === 'word') {
    return groupOf(groups, node.text) ? { kind: 'list', line: node.line, items: amongGroups(groups, [node]) } : node;
  }
  if (units && node.kind === 'list') return { ...node, items: amongItems(groups, node.items) };
  if (node.kind === 'list') return { ...node, items: node.items.map((it) => inPlans(it, groups, keys, units)) };
  if (node.kind !== 'map') return node;
  return { ...node, pairs: node.pairs.map(([key, value]) => [key, inPlans(value, groups, keys, units || keys.includes(key.text))]) };
}

// The entries of a list, of which words alone may be groups.
function amongItems(groups, items) {
  const seen = new Set(items.filter((it) => it.kind === 'word').map((it) => it.text));
  return items.flatMap((item) => {
    const group = item.kind === 'word' ? groupOf(groups, item.text) : null;
    if (!group) return [item];
    const fresh = group.members.filter((it) => !seen.has(it));
    fresh.forEach((it) => seen.add(it));
    return fresh.map((text) => ({ ...item, text }));
  });
}
