// Judges battle plans with the page's own modules. Reads a file with JSON: `plans`, the words that a page knows, and `texts`. Writes
// a line for each text: what is wrong with it as a part of an orders file, whose second line its first one is, and as the plan of
// a side in a fight.
import { readFileSync } from 'node:fs';
import { battleProblems, leadProblems } from '../../templates/compose/battle.mjs';

const { plans, texts } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const judged = (text) => JSON.stringify({ orders: battleProblems(text, plans, 2), fight: leadProblems(text, plans) });
process.stdout.write(texts.map((text) => `${judged(text)}\n`).join(''));
