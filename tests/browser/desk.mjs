// The desk of a page for orders, in windows of a desk and of a phone: chart, questions and the button that finishes are on one
// screen; what is ordered is an arrow, in a list, too, and can be changed, taken back, undone; a stack opens where it is; keys do
// all of it; nothing needs a mouse, small text or motion.
import { atWidths, finish, openPage, overflow, questionsOn, serious, turnTo } from './browser.mjs';
import { pinch, widthShown } from './lens.mjs';

const SCREENS = [[1280, 800], [390, 844]];

// Whether an element is within the window, whole or at least so much of it.
const inView = (tab, selector, part = 1) => tab.evaluate(([it, least]) => {
  const { left, right, top, bottom, width, height } = document.querySelector(it).getBoundingClientRect();
  const [wide, high] = [Math.min(right, innerWidth) - Math.max(left, 0), Math.min(bottom, innerHeight) - Math.max(top, 0)];
  return width > 0 && height > 0 && wide > 0 && high > 0 && wide * high >= least * width * height - 1;
}, [selector, part]);

// Takes the `page` and `stack`, whether units that are asked about stand on its chart. Gives what it did and the page's faults.
export default async function desk(browser, { page, stack = false, asked = true }) {
  const did = { keys: 0, arrows: 0 };
  const all = [];
  for (const [width, height] of SCREENS) {
    for (const colorScheme of ['light', 'dark']) {
      const { context, tab, faults } = await openPage(browser, page, width, { viewport: { width, height }, colorScheme, bypassCSP: true, reducedMotion: 'reduce' });
      const expect = (what, is) => is || faults.push(what);
      if (colorScheme === 'light') {
        faults.push(...(await ghosts(tab)));
        await folded(tab, expect);
        await oneScreen(tab, expect);
        did.keys = Math.max(did.keys, await firstDecision(tab, expect));
        if (stack) did.arrows += await arrows(tab, expect, width);
      }
      faults.push(...(await serious(tab, '#compose')));
      all.push(...faults.map((it) => `${width}, ${colorScheme}: ${it}`));
      await context.close();
    }
  }
  all.push(...(await largeText(browser, page)), ...(await onPaper(browser, page)), ...(await byTouch(browser, page)), ...(await bare(browser, page, asked)));
  return { ...did, faults: all };
}

// What is packed of the report is unpacked into it once the questions stand there, and only once.
async function folded(tab, expect) {
  const story = await tab.locator('#co-report main #story').waitFor({ state: 'attached', timeout: 9000 }).then(() => true, () => false);
  expect('the story of the report is not unpacked', story);
  expect('what was packed is still there', (await tab.locator('#compose-rest').count()) === 0);
  await tab.locator('#co-report > summary').click();
  expect('the story cannot be seen', await tab.locator('#story').isVisible());
  await tab.locator('#co-report > summary').click();
  await tab.evaluate(() => scrollTo(0, 0));
}

// Without script the chart is there, the form if something is asked, and a line says where the rest of the report is.
async function bare(browser, page, asked) {
  const { context, tab, faults } = await openPage(browser, page, 390, { javaScriptEnabled: false });
  const expect = (what, is) => is || faults.push(what);
  const forms = tab.locator('pre.form');
  expect('the form is not there', (await forms.isVisible()) === asked);
  expect('the chart is not there', await tab.locator('svg.chart').first().isVisible());
  const said = (await tab.locator('noscript:visible').allTextContents()).filter((it) => it.includes('the report that came with the page'));
  expect('nothing says where the rest is', said.length === 1);
  await context.close();
  return faults.map((it) => `without script: ${it}`);
}

// On a phone two fingers enlarge the chart, and the page stays where it is.
async function byTouch(browser, page) {
  const { context, tab, faults } = await openPage(browser, page, 390, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const [frame, chart] = ['.sheet:not(.co-away) .co-frame', '.sheet:not(.co-away) svg.chart'];
  const whole = await widthShown(tab, chart);
  await pinch(tab, frame);
  if (!((await widthShown(tab, chart)) < whole)) faults.push('two fingers do not enlarge the chart');
  if (await tab.evaluate(() => scrollY || visualViewport.scale !== 1)) faults.push('two fingers move the page, too');
  await context.close();
  return faults.map((it) => `by touch: ${it}`);
}

// What stands somewhere by default hides no name on the chart, and a line leads from it to its place.
const ghosts = (tab) => tab.evaluate(() => {
  const svg = document.querySelector('.sheet:not(.co-away) svg.chart');
  const box = (it) => it.getBoundingClientRect();
  const labels = [...svg.querySelectorAll('.name text:not(.out), .no text, .port-name text')];
  const over = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  return [...svg.querySelectorAll('.co-ghost')].flatMap((ghost) => {
    const [text, tie] = [ghost.querySelector('text'), ghost.querySelector('path')];
    const hidden = labels.filter((it) => over(box(it), box(text)) > 3).map((it) => `${text.textContent} hides ${it.textContent}`);
    return tie ? hidden : [...hidden, `${text.textContent} belongs to no place`];
  });
});

// Everything that is needed stands in the window, on every question, without a scroll.
async function oneScreen(tab, expect) {
  const questions = await questionsOn(tab);
  for (let at = 0; at <= questions; at += 1) {
    if (at < questions) await turnTo(tab, at);
    else await finish(tab);
    for (const it of ['.co-questions', '[data-k=finish]', '[data-k=undo]', '.co-status', '.co-frame']) {
      expect(`question ${at + 1}: ${it} is not in view`, await inView(tab, it === '.co-frame' ? '.sheet:not(.co-away) .co-frame' : it));
    }
    const first = at < questions ? '.co-subjects li, .co-options li' : '[data-k=save]';
    expect(`question ${at + 1}: nothing to choose from is in view`, await inView(tab, first, 0.5));
    expect('the page is scrolled', await tab.evaluate(() => scrollY === 0));
  }
  expect('the report is not folded', !(await tab.locator('.co-report').evaluate((it) => it.open)));
  expect('the question has no heading', (await tab.locator('.co-file h2').count()) === 1);
  for (const it of ['The question before', 'The next question']) expect(`no button: ${it}`, await tab.getByRole('button', { name: it }).count());
}

// By keyboard alone from loading to a first decision: how many keys it took.
async function firstDecision(tab, expect) {
  await tab.reload();
  await tab.locator('#compose .co-app').waitFor();
  const chosen = () => tab.evaluate(() => document.querySelector('[data-k=undo]').disabled === false);
  const amounts = await tab.locator('.co-panel .co-stepper').count();
  const keys = amounts ? ['ArrowDown', '+'] : (await tab.locator('.co-subjects input').count()) ? ['ArrowDown', 'Enter', 'Enter'] : ['ArrowDown', 'Enter'];
  for (const key of keys) await tab.keyboard.press(key);
  expect(`keys ${keys} decide nothing`, await chosen());
  await tab.keyboard.press('Control+z');
  expect('Ctrl+Z does not take it back', !(await chosen()));
  await tab.keyboard.press('Control+Shift+Z');
  expect('Ctrl+Shift+Z does not do it again', await chosen());
  await tab.keyboard.press('Control+z');
  // By name: a unit, and what for.
  await tab.keyboard.press('/');
  expect('/ does not find', await tab.evaluate(() => document.activeElement.dataset.k === 'filter'));
  if (!amounts) {
    const name = await tab.locator('.co-subjects li').last().locator('label').evaluate((it) => it.firstElementChild.nextSibling.nextSibling.textContent);
    await tab.keyboard.type(name);
    await tab.keyboard.press('Enter');
    const option = await tab.locator('.co-options button').last().evaluate((it) => it.firstChild.textContent);
    await tab.keyboard.type(option);
    await tab.keyboard.press('Enter');
    expect(`${name} to ${option} by words alone`, (await tab.locator('.co-status').innerText()).startsWith(`${name}: `));
    await tab.keyboard.press('Control+z');
    await tab.getByRole('button', { name: 'Undo' }).click();
  } else await tab.keyboard.press('Escape');
  return keys.length;
}

// A click on a stack, a click on a place: an arrow. It is listed; a click on it takes it back.
async function arrows(tab, expect, width) {
  const units = tab.locator('.co-pop .co-stack input');
  await tab.locator('.co-hit.co-stands, .zone .co-stands').first().click({ force: true });
  const here = await units.count();
  expect('no stack opens', here > 0);
  expect('not all of the stack are chosen', (await tab.locator('.co-pop input:checked').count()) === here);
  if (here > 1) {
    await tab.getByRole('button', { name: 'None', exact: true }).first().click();
    expect('none is not none', (await tab.locator('.co-pop input:checked').count()) === 0);
    await units.first().check();
  }
  const lit = tab.locator('.zone .co-lit, .co-hit.co-lit');
  let drawn = 0;
  for (let nth = 0; nth < Math.min(await lit.count(), 12) && !drawn; nth += 1) {
    const from = await tab.locator('.co-pop').count();
    if (!from) break;
    await lit.nth(nth).click({ timeout: 700 }).catch(() => null);
    const several = tab.locator('.co-options button');
    if ((await tab.locator('.co-status').innerText()).includes('several choices')) await several.first().click();
    drawn = await tab.locator('.co-way .co-line').count();
  }
  expect('no arrow is drawn', drawn === 1);
  if (!drawn) return 0;
  expect('no ghost stands at its end', (await tab.locator('.co-ghost').count()) === 1);
  expect('nothing is struck where it began', (await tab.locator('.co-left').count()) === 1);
  const list = tab.locator('.co-way-list li');
  expect('the arrow is not in the list', (await list.count()) === 1 && / to /.test(await list.innerText()));
  // It is still there when the chart is larger, and the wheel does not scroll the page.
  const box = async () => tab.locator('.sheet:not(.co-away) svg.chart').getAttribute('viewBox');
  const before = await box();
  await tab.locator('.sheet:not(.co-away) .co-frame').hover({ position: { x: 150, y: 100 } });
  await tab.mouse.wheel(0, -300);
  const larger = await box();
  expect('the wheel does not enlarge the chart', Number(larger.split(' ')[2]) < Number(before.split(' ')[2]));
  await tab.mouse.down();
  await tab.mouse.move(170, 200, { steps: 4 });
  await tab.mouse.move(width / 4, 330, { steps: 4 });
  await tab.mouse.up();
  expect('a drag does not move the chart', (await box()) !== larger);
  expect('the end of a drag was a click', (await list.count()) === 1);
  await tab.locator('.sheet:not(.co-away) .co-frame').focus();
  for (const key of ['0', '+', '-', 'ArrowLeft']) await tab.keyboard.press(key);
  await tab.keyboard.press('0');
  expect('the arrow is gone', (await tab.locator('.co-way .co-line').count()) === 1);
  // A click on it, and it is taken back; then undone.
  await tab.locator('.co-way .co-touch').first().dispatchEvent('click');
  await tab.locator('.co-pop').getByRole('button', { name: /^Take back/ }).first().click();
  expect('the arrow was not taken back', (await tab.locator('.co-way .co-line').count()) === 0 && (await list.count()) === 0);
  await tab.getByRole('button', { name: 'Undo' }).click();
  expect('the arrow did not come back', (await list.count()) === 1);
  // From the list, by keyboard: change it.
  await list.getByRole('button', { name: /^Change/ }).focus();
  await tab.keyboard.press('Enter');
  expect('a change does not lead to what is open', await tab.evaluate(() => document.activeElement.closest('.co-options') !== null));
  await tab.keyboard.press('ArrowDown');
  await tab.keyboard.press('Enter');
  expect('the arrow was not changed', (await list.count()) === 1);
  return drawn;
}

// With text twice as large nothing is lost: all can be reached, and nothing is wider than the window.
async function largeText(browser, page) {
  const { context, tab, faults } = await openPage(browser, page, 1280, { viewport: { width: 1280, height: 800 } });
  await tab.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  faults.push(...(await overflow(tab)));
  for (const it of ['.co-questions', '[data-k=finish]']) if (!(await inView(tab, it))) faults.push(`${it} is not in view in large text`);
  const frame = await tab.locator('.sheet:not(.co-away) .co-frame').evaluate((it) => it.clientHeight);
  if (frame < 150) faults.push(`the chart has ${frame} pixels in large text`);
  await context.close();
  return faults.map((it) => `200 %: ${it}`);
}

// On paper there is the report with its chart, and the desk is not there; afterwards it is.
async function onPaper(browser, page) {
  const { context, tab, faults } = await openPage(browser, page, 1280);
  await tab.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await tab.emulateMedia({ media: 'print' });
  const seen = await tab.evaluate(() => ({
    desk: document.querySelector('#compose').getClientRects().length,
    charts: [...document.querySelectorAll('.co-report .sheet svg.chart')].filter((it) => !it.closest('.co-away')).length,
    sheets: document.querySelectorAll('.sheet').length,
  }));
  if (seen.desk || seen.charts !== seen.sheets) faults.push(`on paper: ${JSON.stringify(seen)}`);
  await tab.emulateMedia({ media: 'screen' });
  await tab.evaluate(() => dispatchEvent(new Event('afterprint')));
  if (!(await tab.locator('.co-chart .sheet:not(.co-away) svg.chart').isVisible())) faults.push('the chart did not come back from paper');
  faults.push(...(await atWidths(tab)));
  await context.close();
  return faults;
}
