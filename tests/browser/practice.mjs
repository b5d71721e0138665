// Plays matches of `sealord practice` in Chromium, by pointer, keys or touch alone: on each page it chooses once for every question,
// sends, and goes where the answer leads. What the verdict refuses is taken back first, as a player would mend it.
//
//   node practice.mjs JOBS.json
//
// A job has the `address` of a match, and how many times it sends (`most`); the match may end before. On how many of these pages it
// chooses (`chosen`; else on all) and how (`way`: `mouse`, or on a phone `keys` or `touch`); after that defaults stand. Prints for
// each what it did; ends with 1 if a page reported an error, asked anybody but its own server for something, was larger than
// 500 kB, or did not go on.
import { readFileSync } from 'node:fs';
import { begun, finish, openBrowser, press, questionsOn, turnTo } from './browser.mjs';

const jobs = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const browser = await openBrowser();

// A page may have so many bytes.
const MOST_BYTES = 500000;

// Whether a click or a finger hit something.
const hits = (part, way) => (way === 'touch' ? part.tap({ timeout: 1500 }) : part.click({ timeout: 1500 })).then(() => true, () => false);

// Chooses by keys alone, for the first subject of the question that is shown.
async function type(tab, root, did) {
  const inputs = root.locator('.co-subjects input');
  const amounts = await root.locator('.co-panel .co-stepper').count();
  const keys = amounts ? ['ArrowDown', '+'] : (await inputs.count()) ? ['ArrowDown', 'Enter', 'Enter'] : ['ArrowDown', 'Enter'];
  const undo = root.locator('[data-k=undo]');
  for (const key of keys) await tab.keyboard.press(key);
  did.list += Number(await undo.isEnabled());
}

// Chooses for the first subject of the question that is shown: on the chart if something lights up there, or in the list.
async function choose(root, did, way) {
  const line = root.locator('.co-subjects li').first();
  if (!(await line.count())) return;
  if (await line.locator('.co-stepper').count()) {
    did.list += Number(await hits(line.getByRole('button', { name: /^More/ }), way));
    return;
  }
  if (await line.locator('input').count()) await hits(line.locator('label').first(), way);
  const lit = root.locator('.zone .co-lit, .co-hit.co-lit').first();
  if ((await lit.count()) && (await hits(lit, way))) did.chart += 1;
  const option = root.locator('.co-options button').last();
  if ((await option.count()) && (await hits(option, way))) did.list += 1;
}

// Takes back what the verdict refuses.
async function mend(tab, root, at) {
  if (!(await root.locator('.co-nav button').nth(at).getAttribute('class'))?.includes('co-bad')) return 0;
  await turnTo(tab, at);
  const answers = root.locator('.co-answers');
  if ((await answers.count()) && !(await answers.evaluate((it) => it.open))) await answers.locator('summary').click();
  await root.getByRole('button', { name: 'Clear this answer' }).click();
  return 1;
}

async function play({ address, most, chosen = most, way = 'mouse' }) {
  const faults = [];
  const phone = { viewport: { width: 390, height: 844 }, ...(way === 'touch' ? { hasTouch: true, isMobile: true } : {}) };
  const context = await browser.newContext(way === 'mouse' ? { viewport: { width: 1280, height: 900 } } : phone);
  const tab = await context.newPage();
  const home = new URL(address).origin;
  tab.on('pageerror', (error) => faults.push(String(error)));
  tab.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== home && !['data:', 'blob:'].includes(protocol)) faults.push(`asked for ${request.url()}`);
  });
  tab.on('response', async (response) => {
    const bytes = response.request().resourceType() === 'document' ? (await response.body().catch(() => '')).length : 0;
    did.largest = Math.max(did.largest, bytes);
  });
  const did = { sent: 0, chart: 0, list: 0, mended: 0, hints: 0, largest: 0, over: false };
  await tab.goto(address);
  while (did.sent < most && !(await tab.locator('#audit').count())) {
    await begun(tab);
    did.hints += await tab.locator('.practice details').count();
    const root = tab.locator('#compose');
    // Hints and page share one screen.
    const foot = await root.locator('.co-app').evaluate((it) => it.getBoundingClientRect().bottom + scrollY);
    if (way === 'mouse' && foot > 901) faults.push(`the page ends ${foot} pixels down in a window of 900`);
    const questions = did.sent < chosen ? await questionsOn(tab) : 0;
    for (let at = 0; at < questions; at += 1) {
      await turnTo(tab, at, way);
      await (way === 'keys' ? type(tab, root, did) : choose(root, did, way));
    }
    for (let at = 0; at < questions; at += 1) did.mended += await mend(tab, root, at);
    await finish(tab, way);
    const before = await tab.evaluate(() => performance.timeOrigin);
    await press(tab, root.locator('[data-k=send-file]'), way);
    const goesOn = tab.waitForFunction((then) => performance.timeOrigin !== then, before, { timeout: 60000 });
    if (!(await goesOn.then(() => true, () => false))) {
      faults.push(`it did not go on: ${await root.locator('.co-status').innerText()}`);
      break;
    }
    await tab.waitForLoadState();
    did.sent += 1;
  }
  if (did.largest > MOST_BYTES) faults.push(`a page of ${did.largest} bytes`);
  did.over = (await tab.locator('#audit').count()) > 0;
  if (did.over) {
    did.verdict = await tab.locator('pre').innerText();
    await tab.getByRole('link', { name: /replay/ }).click();
    await tab.locator('h1', { hasText: 'the whole match' }).waitFor();
  }
  if (process.env.SHOT) await tab.screenshot({ path: `${process.env.SHOT}-${done.length}.png` });
  await context.close();
  return { ...did, faults };
}

const done = [];
for (const job of jobs) done.push(await play(job));
await browser.close();
console.log(JSON.stringify(done, null, 1));
process.exitCode = done.some((it) => it.faults.length) ? 1 : 0;
