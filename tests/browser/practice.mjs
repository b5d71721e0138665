// Plays matches of `sealord practice` in Chromium, by pointer alone: on each page it chooses once or more for every question, sends,
// and goes where the answer leads. What the verdict refuses is taken back first, as a player would mend it.
//
//   node practice.mjs JOBS.json
//
// A job has the `address` of a match, and how many times it sends (`most`); the match may end before. Prints for each what it did;
// ends with 1 if a page reported an error, asked anybody but its own server for something, or did not go on.
import { readFileSync } from 'node:fs';
import { begun, openBrowser } from './browser.mjs';

const jobs = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const browser = await openBrowser();

// Chooses for the first subject of the question that is shown: on the chart if something lights up there, or in the list.
async function choose(root, did) {
  const line = root.locator('.co-subjects li').first();
  if (await line.count()) await line.locator('label').first().click().catch(() => {});
  const lit = root.locator('.zone .co-lit, .co-hit.co-lit').first();
  if (await lit.count()) {
    const hit = await lit.click({ timeout: 1500 }).then(() => true, () => false);
    if (hit) did.chart += 1;
  }
  const option = root.locator('.co-options button').last();
  if (await option.count()) {
    await option.click({ timeout: 1500 }).then(() => (did.list += 1), () => {});
  }
}

async function play({ address, most }) {
  const faults = [];
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const tab = await context.newPage();
  const home = new URL(address).origin;
  tab.on('pageerror', (error) => faults.push(String(error)));
  tab.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== home && !['data:', 'blob:'].includes(protocol)) faults.push(`asked for ${request.url()}`);
  });
  const did = { sent: 0, chart: 0, list: 0, mended: 0, hints: 0, over: false };
  await tab.goto(address);
  while (did.sent < most) {
    if (await tab.locator('#audit').count()) break;
    await begun(tab);
    if (await tab.locator('.practice details').count()) did.hints += 1;
    const root = tab.locator('#compose');
    const questions = root.locator('.co-nav button');
    for (let at = 0; at < (await questions.count()); at += 1) {
      await questions.nth(at).click();
      await choose(root, did);
      if ((await questions.nth(at).getAttribute('class'))?.includes('co-bad')) {
        await root.getByRole('button', { name: 'Clear this answer' }).click();
        did.mended += 1;
      }
    }
    const before = await tab.evaluate(() => performance.timeOrigin);
    await root.locator('[data-k=send-file]').click();
    const goesOn = tab.waitForFunction((then) => performance.timeOrigin !== then, before, { timeout: 60000 });
    if (!(await goesOn.then(() => true, () => false))) {
      faults.push(`it did not go on: ${await root.locator('.co-status').innerText()}`);
      break;
    }
    did.sent += 1;
  }
  did.over = (await tab.locator('#audit').count()) > 0;
  if (did.over) {
    did.verdict = await tab.locator('pre').innerText();
    await tab.getByRole('link', { name: /replay/ }).click();
    await tab.locator('h1', { hasText: 'the whole match' }).waitFor();
  }
  await context.close();
  return { ...did, faults };
}

const done = [];
for (const job of jobs) done.push(await play(job));
await browser.close();
console.log(JSON.stringify(done, null, 1));
process.exitCode = done.some((it) => it.faults.length) ? 1 : 0;
