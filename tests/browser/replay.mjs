// Goes through a page of `sealord replay` in Chromium: the slider by mouse and by keyboard, every moment with its chart, its
// cards, its score and its dice, which follow from what the page says of them; the page without script; its widths.
import { atWidths, openPage } from './browser.mjs';
import { dice, exchangeKey, shuffle } from './dice.mjs';
import { looks } from './lens.mjs';

// Takes the `page`; `whole`, whether it shows everything, with the dice. Gives the number of its moments, of cards, rolls and
// pictures of the chart, the labels of all rolls, and the faults.
export default async function replay(browser, { page, whole = true }) {
  const { context, tab, faults } = await openPage(browser, page, 1280);
  const expect = (what, is) => is || faults.push(what);
  const moments = await tab.locator('section.moment').count();
  // Beside its events the chart is seen whole.
  const cut = await tab.locator('section.chart .wide:visible').evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth).length);
  expect(`${cut} charts are wider than their column`, cut === 0);
  await steer(tab, moments, expect);
  const did = await through(tab, moments, expect);
  if (whole) await recompute(tab, did, expect);
  await context.close();
  faults.push(...(await bare(browser, page, moments)), ...(await fits(browser, page, moments)), ...(await looks(browser, page)));
  return { moments, cards: did.cards, pictures: did.pictures, rolls: did.rolls.length, labels: did.rolls.map((it) => it.label), faults };
}

// Which moment is shown, counted from 1; nothing if there is not exactly one.
async function shown(tab) {
  const all = await tab.locator('section.moment:visible').evaluateAll((list) => list.map((it) => Number(it.id.slice(2))));
  return all.length === 1 ? all[0] : null;
}

// Which moment is shown once this one should be: a page hears of a new address some time after it has it.
async function shownFor(tab, moment) {
  for (let tries = 0; tries < 100 && (await shown(tab)) !== moment; tries += 1) await new Promise((go) => setTimeout(go, 100));
  return shown(tab);
}

// Every way from one moment to another.
async function steer(tab, moments, expect) {
  const is = async (what, moment) => {
    const at = await shownFor(tab, moment);
    expect(`${what}: moment ${moment} should be shown, and ${at} is`, at === moment);
    const now = await tab.locator('#now').innerText();
    expect(`${what}: the line above says ${now}`, now.startsWith(`${moment} of ${moments}: `));
  };
  const slide = tab.locator('#at');
  const { width, height } = await slide.boundingBox();
  await is('at the beginning', 1);
  await slide.click({ position: { x: width - 2, y: height / 2 } });
  await is('the slider by mouse', moments);
  await tab.keyboard.press('Home');
  await is('Home on the slider', 1);
  await tab.keyboard.press('ArrowRight');
  await is('an arrow key on the slider', 2);
  await tab.keyboard.press('End');
  await is('End on the slider', moments);
  await tab.locator('#back').click();
  await is('the button back', moments - 1);
  await tab.locator('#next').focus();
  await tab.keyboard.press('Enter');
  await is('the button on, by keyboard', moments);
  await slide.evaluate((it) => it.blur());
  await tab.evaluate(() => document.activeElement.blur());
  await tab.keyboard.press('Home');
  await is('Home on the page', 1);
  await tab.keyboard.press('ArrowRight');
  await is('an arrow key on the page', 2);
  await tab.keyboard.press('ArrowLeft');
  await is('the other arrow key on the page', 1);
  const turns = await tab.locator('#turn option').evaluateAll((all) => all.map((it) => it.value));
  await tab.locator('#turn').selectOption(turns.at(-1));
  await is('the list of turns', Number(turns.at(-1)));
  await tab.locator('nav.moments summary').click();
  await tab.locator('nav.moments li a').first().click();
  await is('the list of moments', 1);
  await tab.evaluate(() => { location.hash = '#m-2'; });
  await is('a link to a moment', 2);
  await plays(tab, is, expect);
}

// Play goes on by itself, and Pause ends that; by a clock of its own, so that a busy machine plays no moment more.
async function plays(tab, is, expect) {
  await tab.clock.install();
  await tab.clock.pauseAt(Date.now() + 60_000);
  await tab.locator('#play').click();
  expect('Play does not become Pause', (await tab.locator('#play').innerText()) === 'Pause');
  await tab.clock.runFor(1800);
  await is('Play', 3);
  await tab.locator('#play').click();
  expect('Pause does not become Play', (await tab.locator('#play').innerText()) === 'Play');
  await tab.clock.runFor(5400);
  await is('Pause', 3);
  await tab.clock.resume();
}

// Looks at each moment, by keyboard alone.
async function through(tab, moments, expect) {
  const did = { cards: 0, rolls: [], pictures: 0 };
  const pictures = new Set();
  await tab.locator('#at').focus();
  await tab.keyboard.press('Home');
  for (let at = 1; at <= moments; at += 1) {
    const seen = await tab.evaluate(look, at);
    pictures.add(seen.chart);
    did.cards += seen.cards;
    did.rolls.push(...seen.rolls);
    expect(`moment ${at} is not shown alone`, seen.alone);
    expect(`moment ${at}: the score above is ${seen.score}, and its own ${seen.points}`, seen.score === seen.points && /\d/.test(seen.score));
    expect(`moment ${at}: a group of the chart is empty where the page holds a part`, seen.units > 0);
    expect(`moment ${at}: ${seen.said} rolls are promised, and ${seen.rolls.length} are there`, seen.said === seen.rolls.length);
    expect(`moment ${at}: ${seen.packed} folds were not unpacked`, seen.packed === 0);
    expect(`moment ${at}: nothing is said`, seen.words.length > 20);
    await tab.keyboard.press('ArrowRight');
  }
  return { ...did, pictures: pictures.size };
}

// What a moment shows; runs in the page.
function look(at) {
  const moment = document.getElementById(`m-${at}`);
  const lines = [...moment.querySelectorAll('.rolls pre')].flatMap((it) => it.textContent.trim().split('\n'));
  const said = moment.querySelector('.rolls summary')?.textContent ?? '0';
  const tags = (root) => [...root.querySelectorAll('.tag')].map((it) => it.textContent).join(', ');
  return {
    alone: [...document.querySelectorAll('section.moment')].every((it) => it.hidden === (it !== moment)),
    chart: [...document.querySelectorAll('[id^=q]')].map((it) => it.innerHTML).join('|'),
    units: document.querySelectorAll('svg.chart [id^=q] *').length,
    score: tags(document.getElementById('score')),
    points: tags(moment.querySelector('.points')),
    cards: moment.querySelectorAll('details.combat .lines').length,
    packed: moment.querySelectorAll('[data-more]').length,
    words: moment.innerText,
    said: Number(said.split(' ')[0]),
    rolls: lines.map((it) => /^(\d+) (.+?)(?:: ([\d ]+))?$/.exec(it)).map(([, exchange, label, faces]) => (
      { exchange: Number(exchange), label, faces: faces ? faces.split(' ').map(Number) : [] })),
  };
}

// Every roll follows from the seed, the genesis and the salts at the end of the page.
async function recompute(tab, did, expect) {
  const said = await tab.evaluate(() => {
    const how = document.querySelector('section.how');
    const [seed, genesis] = [...how.querySelectorAll('dd')].map((it) => it.textContent.trim());
    return { seed, genesis, salts: how.querySelector('pre').textContent.trim().split('\n') };
  });
  const keys = new Map(said.salts.filter(Boolean).map((line) => {
    const [exchange, ...salts] = line.split(' ');
    return [Number(exchange), exchangeKey(said.seed, said.genesis, Number(exchange), salts.map((it) => it.split('=')))];
  }));
  const of = (exchange) => keys.get(exchange) ?? exchangeKey(said.seed, said.genesis, exchange, []);
  for (const { exchange, label, faces } of did.rolls) {
    const again = (faces.includes(0) ? shuffle : dice)(of(exchange), label, faces.length);
    expect(`${label} does not follow from what the page says: ${faces}, not ${again}`, String(again) === String(faces));
  }
}

// Without script the moments stand below each other, with the chart of the end and its legend.
async function bare(browser, page, moments) {
  const { context, tab, faults } = await openPage(browser, page, 390, { javaScriptEnabled: false });
  const expect = (what, is) => is || faults.push(what);
  expect('without script not every moment is there', (await tab.locator('section.moment:visible').count()) === moments);
  expect('without script keys are shown that do nothing', !(await tab.locator('#desk').isVisible()));
  expect('without script the chart is empty', (await tab.locator('svg.chart use').count()) > 5);
  expect('without script there is no legend', await tab.locator('.legend').first().isVisible());
  expect('without script a score is missing', (await tab.locator('section.moment .points:visible').count()) === moments);
  await context.close();
  return faults.map((it) => `without script: ${it}`);
}

// On a phone and on a desk, in the middle of the match, light and dark; the legend says what is drawn.
async function fits(browser, page, moments) {
  const all = [];
  for (const colorScheme of ['light', 'dark']) {
    const { context, tab, faults } = await openPage(browser, page, 390, { bypassCSP: true, colorScheme });
    await tab.locator('#at').fill(String(Math.ceil(moments / 2)));
    faults.push(...(await atWidths(tab, 'html')));
    const lines = await tab.locator('.legend li').allInnerTexts();
    // A plain chart draws no ports.
    const ports = (await tab.locator('.berth').count()) > (await tab.locator('.legend .berth').count());
    for (const word of ['combat', 'move', 'hit', 'more', ...(ports ? ['in port'] : [])]) {
      if (!lines.some((it) => it.includes(word))) faults.push(`the legend does not say what a mark means: ${word}`);
    }
    const blind = await tab.locator('.legend use').evaluateAll((all) => all.map((it) => it.getAttribute('href')).filter((it) => !document.querySelector(it)));
    if (blind.length) faults.push(`marks of the legend that nothing draws: ${blind}`);
    all.push(...faults.map((it) => `${colorScheme}: ${it}`));
    await context.close();
  }
  return all;
}
