// Judges answers with the page's own modules. Reads a file of JSON lines: first the questions and the packet's head, then
// cases, each with `q` (a question's place) and either `body` (an answer as a file holds it) or `rows` (subjects with options,
// as the page keeps them), or `limits` for what the page prints of each limit. With `ground` in the head, answers are read as they are meant. Writes a line for each case: the verdict, and for rows the orders file that the page would write.
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { verdict, unsound } from '../../templates/compose/verdict.mjs';
import { respelled } from '../../templates/compose/spelling.mjs';
import { limitWords, warnings } from '../../templates/compose/limits.mjs';
import { entries, ordersFile, sealed } from '../../templates/compose/orders.mjs';
import { sha256 } from '../../templates/compose/sha256.mjs';

const [first, ...cases] = readFileSync(process.argv[2], 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
const { questions, packet } = first;
const out = [JSON.stringify(questions.map(unsound))];
for (const { q, body, rows, limits } of cases) {
  const question = questions[q];
  if (limits) {
    out.push(JSON.stringify(question.limits.map((limit) => limitWords(question, limit))));
    continue;
  }
  const judged = verdict(question, rows ? entries(question, rows) : packet.ground ? respelled(question, packet.ground, body) : body);
  const told = judged.choice ? warnings(question, judged.choice) : [];
  const more = {};
  if (rows) {
    const said = { version: 2, final: false, note: 'a "note"', answers: [[question, rows]], plans: null, doctrine: packet.doctrine };
    more.file = ordersFile(packet, said);
    more.sealed = sealed(packet, '5a'.repeat(32), more.file);
    more.hash = sha256(more.sealed);
    if (more.hash !== createHash('sha256').update(more.sealed).digest('hex')) throw new Error('the hash differs');
  }
  out.push(JSON.stringify({ ...judged, warnings: told, ...more }));
}
process.stdout.write(`${out.join('\n')}\n`);
