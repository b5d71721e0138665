// Plays what a page of `sealord compose` has beside the answers, in Chromium: a fight is set up and its file saved, doctrine is
// judged and its lists are put in order, and in a plan choices are ranked; by touch and by keyboard.
import { readFileSync } from 'node:fs';
import { atWidths, finish, openPage, questionsOn, turnTo } from './browser.mjs';

// Takes the `page`; `fight`, the file that is written for `sealord odds`; `enemy`, the words of units for a side of which
// the packet shows none. Gives what it did and the page's faults.
export default async function whatIf(browser, { page, fight: out, enemy = [] }) {
  const { context, tab, faults } = await openPage(browser, page, 390, { hasTouch: true, bypassCSP: true });
  const root = tab.locator('#compose');
  const file = async () => (await root.locator('pre[aria-label="The file"]').textContent());
  const expect = (what, is) => is || faults.push(what);
  const did = {};

  // A fight: a place, two units for each of two sides.
  await finish(tab);
  const orders = await file();
  const fight = root.locator('.co-fight');
  await fight.locator('summary').tap();
  await fight.locator('[data-k=fight-at]').selectOption({ index: 1 });
  const sides = fight.locator('fieldset');
  let fleets = 0;
  for (let at = 0; at < (await sides.count()) && fleets < 2; at += 1) {
    const side = sides.nth(at);
    const word = side.locator('.co-options button');
    if (await word.count()) {
      await word.first().tap();
      await side.locator('.co-options button').first().focus();
      await tab.keyboard.press('Enter');
    } else {
      // The packet shows none of its units: they are named by their words.
      for (const one of enemy) {
        await side.getByLabel('Another unit by its word').fill(one);
        await side.getByRole('button', { name: 'Add' }).tap();
      }
    }
    fleets += 1;
  }
  expect('a fight takes the orders along', orders === (await file()));
  did.refused = await fight.locator('.co-problems li').allInnerTexts();
  if (!did.refused.length) {
    const [download] = await Promise.all([tab.waitForEvent('download'), fight.getByRole('button', { name: /^Save/ }).tap()]);
    await download.saveAs(out);
    did.fight = download.suggestedFilename();
    const text = readFileSync(out, 'utf8');
    expect('another file is saved than is shown', text === (await fight.locator('pre').textContent()));
    expect('the command does not name the file', (await fight.locator('code').last().innerText()) === `sealord odds ${did.fight}`);
  }

  // Doctrine: a word that means nothing is named with its line; lists go up and down.
  await finish(tab);
  const doctrine = root.locator('#co-doctrine');
  if (await doctrine.count()) {
    const kind = JSON.parse(await tab.locator('#compose-data').textContent()).vocabulary.kinds[0].kind;
    await doctrine.fill(`${kind}:\n  - {prefer: [strongest, nonsense, any]}   # mine\n`);
    const problems = await root.locator('.co-file .co-problems li').allInnerTexts();
    expect(`doctrine is not judged: ${problems}`, problems.some((it) => it.includes('Line 2: doctrine does not know the word `nonsense`')));
    expect('the file seems good', problems.some((it) => it.includes('doctrine: 1 problem')));
    await doctrine.fill(`${kind}:\n  - {prefer: [strongest, weakest, any]}   # mine\n`);
    expect('good doctrine is refused', !(await root.locator('.co-file .co-problems').filter({ hasText: 'octrine' }).count()));
    await root.locator('summary', { hasText: 'best first' }).tap();
    await root.getByRole('button', { name: `Move any up: ${kind}` }).tap();
    expect('a list was not changed by touch', (await doctrine.inputValue()).includes('[strongest, any, weakest]}   # mine'));
    await root.getByRole('button', { name: `Move strongest down: ${kind}` }).focus();
    await tab.keyboard.press('Enter');
    expect('a list was not changed by keyboard', (await doctrine.inputValue()).includes('[any, strongest, weakest]'));
    await tab.keyboard.press('Enter');
    expect('the focus does not go with the word', (await doctrine.inputValue()).includes('[any, weakest, strongest]'));
  }

  // A plan: several choices for one unit, best first.
  did.plans = await root.locator('.co-nav h3', { hasText: 'plans' }).locator('+ ol button').count();
  const questions = await questionsOn(tab);
  for (let at = questions - did.plans; at < questions; at += 1) {
    await turnTo(tab, at);
    const box = root.locator('.co-subjects input[type=checkbox]').first();
    if (await box.count()) await box.check();
    if ((await root.locator('.co-options button').count()) < 2) continue;
    await root.getByLabel('Add to what they take, best first').check();
    await root.locator('.co-panel .co-options button').nth(0).tap();
    await root.locator('.co-panel .co-options button').nth(1).focus();
    await tab.keyboard.press('Enter');
    const before = await root.locator('.co-panel .co-ranks li').allInnerTexts();
    expect(`two choices are not ranked: ${before}`, before.length === 2);
    await root.locator('.co-panel .co-ranks button', { hasText: '▼' }).first().tap();
    const after = await root.locator('.co-panel .co-ranks li').allInnerTexts();
    expect(`they did not change places: ${after}`, after[0] === before[1] && after[1] === before[0]);
    await finish(tab);
    expect('the file has no list', / {6}\S.*: \[\S+, \S+\]|: \[/.test((await file()).split('plans:')[1] ?? ''));
    did.ranked = (await file()).split('plans:')[1].split('\n').slice(1, 6);
    break;
  }
  faults.push(...(await atWidths(tab, '#compose')));
  await context.close();
  return { ...did, faults };
}
