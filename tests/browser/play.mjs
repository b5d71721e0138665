// Plays pages of `sealord compose` in Chromium and saves the orders files, for `sealord check` to judge.
//
//   node play.mjs PAGE.html ORDERS.yaml [mouse|keys] [WIDTH]
//   node play.mjs -
//
// `mouse` chooses on the chart wherever it lights up and in the lists elsewhere; `keys` uses the keyboard alone. Prints what
// it did as one JSON value; ends with 1 if the page reported an error, asked the network for anything, overflowed its width, or
// axe finds something serious. MOST is how often it chooses for a question at most; AXE=no leaves axe out.
//
// With `-` one browser plays a page for each line of the standard input, a JSON value with `page`, `out`, `way`, `width`, `most`
// and `axe`, and answers each with a line as soon as it is played: to start a browser takes longer than to play most pages.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { begun, finish, openBrowser, openPage, overflow, questionsOn, serious, turnTo } from './browser.mjs';

// Whether a place can be pointed at: in some way of scrolling there, nothing covers its middle. A click would find out too, but
// only by waiting. Runs in the page.
function isReached(place) {
  return ['nearest', 'center', 'start', 'end'].some((block) => {
    place.scrollIntoView({ block, inline: block, behavior: 'instant' });
    const { x, y, width, height } = place.getBoundingClientRect();
    return place.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
}

// Plays one page; gives how often it chose on the chart, in lists and by keyboard, and the faults.
async function play(browser, { page, out, way = 'mouse', width = '1300', most = 12, axe = true }) {
  // axe is put into the page past its policy; what the policy forbids is seen before that.
  const { context, tab, faults } = await openPage(browser, page, width);

  const did = { chart: 0, list: 0, keys: 0 };
  const root = tab.locator('#compose');

  // The first subjects that are not chosen for yet.
  async function open() {
    return root.locator('.co-subjects li').evaluateAll((lines) =>
      lines.flatMap((line, at) => {
        const amount = line.querySelector('.co-stepper input');
        return line.querySelector('label > b') || (amount && amount.value !== '0') ? [] : [at];
      }));
  }

  // Puts one more into an amount; false where it is none.
  async function oneMore(line) {
    const amount = line.locator('.co-stepper input');
    if (!(await amount.count())) return false;
    if (way === 'mouse') await line.getByRole('button', { name: /^More/ }).click();
    else {
      await amount.focus();
      await tab.keyboard.press('+');
    }
    did[way === 'mouse' ? 'list' : 'keys'] += 1;
    return true;
  }

  async function byMouse(at) {
    const line = root.locator('.co-subjects li').nth(at);
    if (await oneMore(line)) return;
    if (await line.locator('input').count()) await line.locator('label').click();
    const lit = root.locator('.zone .co-lit, .co-hit.co-lit');
    // What is covered by another place, or lies outside of the drawing, is chosen in the list.
    for (let nth = 0; nth < Math.min(await lit.count(), 3); nth += 1) {
      const place = lit.nth(nth);
      const before = await root.locator('.co-status').innerText();
      if (!(await place.evaluate(isReached))) continue;
      try {
        await place.click({ timeout: 1500 });
      } catch {
        continue;
      }
      if ((await root.locator('.co-status').innerText()) !== before) {
        did.chart += 1;
        if (await root.locator('.co-options button').count()) await root.locator('.co-options button').first().click();
        return;
      }
    }
    const options = root.locator('.co-options button');
    if (await options.count()) {
      await options.last().click();
      did.list += 1;
    }
  }

  // Goes on with the Tab key until what has the focus fits.
  async function tabTo(fits, most = 400) {
    for (let step = 0; step < most; step += 1) {
      if (await tab.evaluate(fits)) return true;
      await tab.keyboard.press('Tab');
    }
    return false;
  }

  async function byKeys(at) {
    if (await oneMore(root.locator('.co-subjects li').nth(at))) return;
    const box = await root.locator('.co-subjects input').count();
    if (box) {
      await tab.evaluate(() => {
        const lines = [...document.querySelectorAll('.co-subjects li')];
        lines.find((line) => !line.querySelector('label > b'))?.querySelector('input').focus();
      });
      await tab.keyboard.press('Space');
    }
    await tabTo(() => document.activeElement.closest('.co-options') !== null);
    await tab.keyboard.press('Enter');
    did.keys += 1;
  }

  const questions = await questionsOn(tab);
  for (let at = 0; at < questions; at += 1) {
    await turnTo(tab, at, way);
    for (let round = 0; round < most; round += 1) {
      const left = await open();
      if (!left.length) break;
      if (way === 'mouse') await byMouse(left[0]);
      else await byKeys(left[0]);
    }
  }
  // What the verdict refuses goes back to the default, as a player would mend it.
  for (let at = 0; at < questions; at += 1) {
    const question = root.locator('.co-nav button').nth(at);
    if (!(await question.getAttribute('class'))?.includes('co-bad')) continue;
    await turnTo(tab, at, way);
    did.refused = [...(did.refused ?? []), await root.locator('.co-panel .co-problems').innerText()];
    const answers = root.locator('.co-answers');
    if (!(await answers.evaluate((it) => it.open))) await answers.locator('summary').click();
    await root.getByRole('button', { name: 'Clear this answer' }).click();
  }
  await finish(tab);
  const undone = await root.locator('pre[aria-label="The file"]').innerText();
  // Where nothing was chosen there is nothing to take back.
  if (await root.getByRole('button', { name: 'Undo' }).isEnabled()) {
    for (const name of ['Undo', 'Redo']) {
      const button = root.getByRole('button', { name });
      if (way === 'keys') {
        await button.focus();
        await tab.keyboard.press('Enter');
      } else await button.click();
    }
  }
  if ((await root.locator('pre[aria-label="The file"]').innerText()) !== undone) faults.push('undo and redo do not come back to the same file');
  const seal = root.getByRole('button', { name: 'Seal', exact: true });
  if (await seal.count()) await seal.click();
  const [download] = await Promise.all([tab.waitForEvent('download'), root.getByRole('button', { name: /^Save/ }).click()]);
  await download.saveAs(out);
  did.file = download.suggestedFilename();
  did.hash = await root.locator('.co-hash').innerText();
  if (way === 'mouse') {
    // A click right after typing is not lost.
    const area = root.locator('#co-doctrine');
    if (await area.count()) {
      const before = await area.inputValue();
      await area.pressSequentially('# x');
      const [second] = await Promise.all([tab.waitForEvent('download'), root.getByRole('button', { name: /^Save/ }).click()]);
      if (!readFileSync(await second.path(), 'utf8').includes('# x')) faults.push('what was typed last is not in the file');
      while ((await area.inputValue()) !== before) await root.getByRole('button', { name: 'Undo' }).click();
    }
  }
  faults.push(...(await overflow(tab)));
  // What was said is still there when the page is opened again.
  await tab.reload();
  await begun(tab);
  await finish(tab);
  if ((await root.locator('pre[aria-label="The file"]').innerText()) !== undone) faults.push('the browser kept something else');
  if (process.env.SHOT) {
    await root.scrollIntoViewIfNeeded();
    await tab.screenshot({ path: process.env.SHOT });
  }
  if (axe) {
    // The page's policy lets no other script in, so axe gets a page without the policy.
    const loose = await browser.newContext({ bypassCSP: true, viewport: { width: Number(width), height: 900 } });
    const looked = await loose.newPage();
    await looked.goto(`file://${resolve(page)}`);
    await begun(looked);
    faults.push(...(await serious(looked)));
    await loose.close();
  }
  await context.close();
  return { ...did, faults };
}

const browser = await openBrowser();
const [page, out, way, width] = process.argv.slice(2);
if (page === '-') {
  for await (const line of createInterface({ input: process.stdin })) {
    const did = await play(browser, JSON.parse(line)).catch((error) => ({ faults: [String(error.stack)] }));
    console.log(JSON.stringify(did));
  }
} else {
  const did = await play(browser, { page, out, way, width, most: Number(process.env.MOST ?? 12), axe: process.env.AXE !== 'no' });
  console.log(JSON.stringify(did, null, 1));
  process.exitCode = did.faults.length ? 1 : 0;
}
await browser.close();
