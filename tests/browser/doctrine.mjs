// Judges doctrine with the page's own modules. Reads a file with JSON: `vocabulary`, what a page knows of words, and `texts`.
// Writes a line for each text: what is wrong with it, as if its first line were the second of a file. Looks on the
// way whether two words of a list can change places without a change to anything else.
import { readFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import { doctrineProblems } from '../../templates/compose/doctrine.mjs';
import { preferences, swapped } from '../../templates/compose/wishes.mjs';

const { vocabulary, texts } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const words = (text) => preferences(text).map((list) => list.words.map((it) => it.text));
for (const text of texts) {
  preferences(text).forEach((list, nth) => list.words.slice(1).forEach((_, at) => {
    const after = words(text);
    [after[nth][at], after[nth][at + 1]] = [after[nth][at + 1], after[nth][at]];
    const changed = swapped(text, list.words[at], list.words[at + 1]);
    assert.deepEqual(words(changed), after, text);
    assert.equal(swapped(changed, ...preferences(changed)[nth].words.slice(at, at + 2)), text);
  }));
}
process.stdout.write(texts.map((text) => `${JSON.stringify(doctrineProblems(text, vocabulary, 2))}\n`).join(''));
