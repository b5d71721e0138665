// Writes files as the page does, at random, and opens them again: the same bytes come back. Then changes them as a person
// would, with remarks, other order, more space and broken lines, and looks at what the page makes of it.
//
//   node reopen.mjs DATA.json
//
// DATA.json holds `pages`, what pages know (the JSON in them), and `forms`, forms that the program wrote for these. Prints one
// JSON value; ends with an error where something else comes back.
import { readFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import { begun } from '../../templates/compose/begun.mjs';
import { FilePart } from '../../templates/compose/file.mjs';
import { fresh, keyOf, questionsOf } from '../../templates/compose/state.mjs';

const { pages, forms } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const did = { files: 0, plans: 0, kept: 0, remarks: 0, broken: 0, forms: 0 };

let seed = 7;
function chance(most) {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return Math.floor((seed / 0x80000000) * most);
}
const pick = (list) => list[chance(list.length)];
function shuffled(list) {
  const all = [...list];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = chance(at + 1);
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all;
}

const written = (packet, state) => {
  const { orders, answer } = FilePart.prototype;
  return orders.call({ packet, state, asked: questionsOf(packet), answer });
};

const DOCTRINES = ['', 'fire: silence', '# mine\nfire:\n  - {for: [CV], prefer: [any]}   # first\n\n  # and then\n  - {prefer: [ask]}'];
const NOTES = ['', 'a "note": \u{1F6A2} \\ \u2028 #1', "it's"];
const KEPT = ["- question: t99/nothing/known  # a remark of mine\n  hold: firm\n  answers:\n    someone: [a, 'b c']", '- {question: t98/x, answers: {}}'];

// What somebody may have said on the page.
function said(packet) {
  const state = fresh(packet);
  state.version = 1 + chance(3);
  state.final = chance(3) === 0;
  state.note = pick(NOTES);
  if (packet.leads) {
    state.groups = pick(['', '# my own\nkido-butai: none   # gone']);
    state.doctrine = pick([...DOCTRINES, packet.doctrine]);
    state.plansKept = KEPT.filter(() => chance(4) === 0);
    if (packet.battle !== null) state.battle = pick(['', '- {battle: any, like: cautious}', packet.battle]);
  }
  for (const it of questionsOf(packet)) {
    if (chance(3) === 0) continue;
    const answer = state.answers[keyOf(it)];
    const { question } = it;
    const rows = question.subjects.flatMap((subject, at) => (chance(3) ? [[at, ...shuffled(question.sets[subject.set])]] : []));
    const most = it.when === 'later' ? 3 : 1;
    answer.rows = shuffled(rows).map((row) => row.slice(0, 2 + chance(most))).filter((row) => row.length > 1);
    answer.send = true;
    if (it.when === 'later') Object.assign(answer, { hold: pick(['firm', 'fresh']), otherwise: pick(['ask', 'doctrine', 'silence']) });
    did.plans += it.when === 'later' ? 1 : 0;
  }
  return state;
}

// The rows of a state, whatever their order among different choices: a file lists them by choice.
const rowsOf = (state) => Object.fromEntries(Object.entries(state.answers).filter(([, it]) => it.send)
  .map(([key, it]) => [key, [...it.rows].map(String).sort()]));

// Names that mean two things at once cannot be told apart in any file, and the page says so beside the answer.
const isClear = ({ question }) => {
  const words = [...question.subjects, ...question.options].flatMap((it) => [...new Set([it.id.toLowerCase(), it.name.toLowerCase()])]);
  return new Set(words).size === words.length;
};

for (const packet of pages) {
  for (let round = 0; round < 12; round += 1) {
    const state = said(packet);
    for (const it of questionsOf(packet)) if (!isClear(it)) state.answers[keyOf(it)] = { ...fresh(packet).answers[keyOf(it)] };
    const file = written(packet, state);
    const back = begun(packet, file);
    assert.equal(back.refusal, null);
    const own = state.plansKept.length ? back.notes.filter((it) => !it.what.includes('is kept as it stands')) : back.notes;
    assert.deepEqual(own, [], file);
    assert.equal(written(packet, back.state), file, 'the same bytes');
    assert.deepEqual(rowsOf(back.state), rowsOf(state));
    did.files += 1;
    did.kept += state.plansKept.length;
    again(packet, file, back.state);
  }
}

// The same orders as somebody leaves them who works in a text editor or answers a mail.
function again(packet, file, state) {
  const lines = file.split('\n');
  const answers = lines.indexOf('answers:');
  if (answers < 0) return;
  const end = lines.findIndex((line, at) => at > answers && /^\S/.test(line));
  const blocks = [];
  for (const line of lines.slice(answers + 1, end)) {
    if (/^ {2}\S/.test(line)) blocks.push([]);
    blocks.at(-1).push(line);
  }
  const head = lines.slice(1, answers).filter((line) => !line.startsWith('#'));
  const edited = ['Dear umpire,', '', '=== begin orders ===', ...shuffled(head), 'answers:  # all of it', '',
    ...shuffled(blocks).flatMap((block) => ['  # a remark', ...block.map((line) => `${line}${line.endsWith(']') ? '   # why' : ''}`), '']),
    ...lines.slice(end)];
  for (const text of [edited.join('\n'), `\ufeff${edited.join('\r\n')}`, edited.map((line, at) => (at > 1 ? `> ${line}` : line)).join('\n')]) {
    const back = begun(packet, text);
    assert.equal(back.refusal, null);
    assert.deepEqual(rowsOf(back.state), rowsOf(state), text);
    assert.deepEqual({ ...back.state, answers: 0 }, { ...state, answers: 0 }, text);
    assert.match(back.notes[0].what, /outside of the orders/);
    assert.ok(back.notes.some((it) => /remarks? beside your answers/.test(it.what)));
    did.remarks += 1;
  }
  // A broken line is named, and harms nothing but its own answer.
  const at = lines.findIndex((line, nth) => nth > answers && nth < end && /^ {4}\S.*: /.test(line));
  if (at < 0) return;
  const [key] = lines.slice(answers, at).filter((line) => /^ {2}\S/.test(line)).slice(-1);
  const breaks = [
    [lines[at].replace(': ', ': [x, '), /opens and is not closed|something follows|cannot begin/],
    [lines[at].replace(/^ {4}/, '\t'), /tab/],
    [`     ${lines[at]}: x`, /./],
    ['    nobody at all: nothing', /is not asked for here/],
  ];
  for (const [broken, why] of breaks) {
    const back = begun(packet, lines.with(at, broken).join('\n'));
    const note = back.notes.find((it) => why.test(it.what));
    assert.ok(note && note.line === at + 1, `${JSON.stringify(back.notes)}\n${at + 1}: ${broken}`);
    const others = (of) => JSON.stringify(Object.entries(rowsOf(of)).filter(([it]) => !key.includes(it.replace(/^\w+ /, ''))));
    assert.equal(others(back.state), others(state));
    did.broken += 1;
  }
}

for (const { packet, form, whole } of forms) {
  const back = begun(packet, form);
  assert.equal(back.refusal, null);
  const odd = back.notes.filter((it) => !/outside of the orders|beside your answers/.test(it.what));
  assert.deepEqual(odd, [], JSON.stringify(odd));
  assert.ok(!whole || packet.questions.every((question) => back.state.answers[`answer ${question.key}`].send), form);
  did.forms += 1;
}

const packet = pages[0];
const other = begun(packet, "match: another\nanswers: {}\n");
assert.match(other.refusal, /^line 1: these are orders for the match `another`/);
const odd = begun(packet, 'answers: {}\nfoo: bar\nexchange: 99\nversion: x\nversion: 2\n  stray\n');
assert.deepEqual(odd.notes.map((it) => it.line), [2, 3, 4, 5]);
console.log(JSON.stringify(did));
