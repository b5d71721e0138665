// Judges groups, and what names them, with the page's own modules. Reads a file with JSON: `packet`, what a page knows, and
// `cases`, each with `groups`, `doctrine` and `battle`, the texts under these keys, and `answers`, each with `q`, the place of a
// question, and `body`. Writes a line for each case.
import { readFileSync } from 'node:fs';
import { groupProblems, groupsWith } from '../../templates/compose/grouping.mjs';
import { doctrineProblems } from '../../templates/compose/doctrine.mjs';
import { battleProblems } from '../../templates/compose/battle.mjs';
import { respelled } from '../../templates/compose/spelling.mjs';
import { verdict } from '../../templates/compose/verdict.mjs';

const { packet, cases } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const { groups: text, doctrine, battle, answers } of cases) {
  const groups = groupsWith(packet, text);
  const { places, stands, classes } = packet;
  const judged = answers.map(({ q, body }) => {
    const question = packet.questions[q];
    const { choice, order, problems } = verdict(question, respelled(question, { places, stands, classes, groups }, body), groups);
    return { choice, order, problems };
  });
  const out = {
    groups,
    problems: groupProblems(packet, text, 2),
    answers: judged,
    doctrine: doctrineProblems(doctrine, packet.vocabulary, 2, groups),
    battle: packet.plans ? battleProblems(battle, packet.plans, 2, groups) : [],
  };
  process.stdout.write(`${JSON.stringify(out)}\n`);
}
