// Opens begun files on a page of `sealord compose` in Chromium: what the page wrote comes back byte for byte, also after the
// page was opened anew, and a broken line is named.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atWidths, begun, finish, openPage, questionsOn, turnTo } from './browser.mjs';

// Takes the `page`; `saved`, where the file that it saved is kept. Gives what it did and the page's faults.
export default async function open(browser, { page, saved: out }) {
  const folder = mkdtempSync(join(tmpdir(), 'sealord-open-'));
  const { context, tab, faults } = await openPage(browser, page, 390, { hasTouch: true });
  const root = tab.locator('#compose');
  const file = async () => (await root.locator('.co-file pre').last().textContent());
  const expect = (what, is) => is || faults.push(what);

  // Answers each question for its first two subjects, best first in plans where that can be said.
  const questions = await questionsOn(tab);
  for (let at = 0; at < Math.min(questions, 12); at += 1) {
    await turnTo(tab, at);
    for (let nth = 0; nth < Math.min(await root.locator('.co-subjects li').count(), 2); nth += 1) {
      const line = root.locator('.co-subjects li').nth(nth);
      const more = line.getByRole('button', { name: /^More: / });
      if (await more.count()) await more.tap();
      if (await line.locator('input[type=checkbox]').count()) await line.locator('input[type=checkbox]').check();
      const options = root.locator('.co-options button');
      if (await options.count()) await options.last().tap();
    }
  }
  await finish(tab);
  await root.locator('[data-k=note]').fill('a "note" with \\ and #');
  await root.locator('[data-k=version]').fill('3');
  const doctrine = root.locator('#co-doctrine');
  if (await doctrine.count()) {
    const stands = await doctrine.inputValue();
    const { kind } = JSON.parse(await tab.locator('#compose-data').textContent()).vocabulary.kinds[0];
    const rule = new RegExp(`^${kind}:`, 'm').test(stands) ? '' : `${kind}: silence\n`;
    await doctrine.fill(`${stands}\n\n# a remark of mine\n${rule}`);
  }
  const [download] = await Promise.all([tab.waitForEvent('download'), root.getByRole('button', { name: /^Save/ }).click()]);
  const saved = readFileSync(await download.path(), 'utf8');
  writeFileSync(out, saved);
  expect('the file that is saved is not the one that is shown', saved === (await file()));

  // Somebody else's browser, or the same one later: nothing is kept, and the file is opened.
  async function reopen(name, text) {
    writeFileSync(join(folder, name), text);
    await root.locator('#co-open').setInputFiles(join(folder, name));
    await root.locator('.co-found p').filter({ hasText: name }).first().waitFor();
    return root.locator('.co-found').innerText();
  }
  await tab.evaluate(() => localStorage.clear());
  await tab.reload();
  await begun(tab);
  await finish(tab);
  expect('the page kept what it should not', saved !== (await file()));
  const said = await reopen('begun.yaml', saved);
  expect(`all of it should be on the page: ${said}`, /all of it is on this page/.test(said));
  expect('another file came back', saved === (await file()));
  // It is one step, which can be taken back and done again.
  await root.getByRole('button', { name: 'Undo' }).tap();
  expect('undo does not take the file back', saved !== (await file()));
  await root.getByRole('button', { name: 'Redo' }).tap();
  expect('redo does not bring the file back', saved === (await file()));

  // Broken lines are named with their number, and the rest is there.
  const lines = saved.split('\n');
  const note = lines.findIndex((line) => line.startsWith('note:'));
  const broken = await reopen('broken.yaml', lines.with(note, 'note: "not closed').join('\n'));
  expect(`line ${note + 1} is not named: ${broken}`, broken.includes(`Line ${note + 1}`) && broken.includes('not closed on this line'));
  expect('the rest of a broken file is not there', (await file()) === lines.toSpliced(note, 1).join('\n'));
  const stray = await reopen('stray.yaml', saved.replace('answers:', 'anwsers: x\nanswers:'));
  expect(`a key that is none is not named: ${stray}`, /is not a key of an orders file/.test(stray));
  const other = await reopen('other.yaml', 'match: another-match\nanswers: {}\n');
  expect(`orders of another match are taken: ${other}`, /was not opened: line 1/.test(other));
  expect('a file that was refused changed something', (await file()).includes('version: 3'));
  const binary = await reopen('picture.yaml', Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
  expect(`what is no text is taken: ${binary}`, /not text in UTF-8/.test(binary));

  // By keyboard: the field is reached with Tab.
  await root.getByRole('button', { name: 'Redo' }).evaluate((it) => (it.disabled = false));
  await root.locator('.co-acts button').last().focus();
  await tab.keyboard.press('Tab');
  expect('Tab does not reach the field', await tab.evaluate(() => document.activeElement.id === 'co-open'));
  faults.push(...(await atWidths(tab)));
  await context.close();
  rmSync(folder, { recursive: true });
  return { questions, bytes: saved.length, faults };
}
