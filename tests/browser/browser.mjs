// Opens pages in Chromium, and gathers what goes wrong there: errors, and whatever a page asks the network for.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const openBrowser = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
});

// A tab with a page in a window of this width, and the list of its faults, which grows.
export async function openPage(browser, page, width, more = {}) {
  const context = await browser.newContext({ viewport: { width: Number(width), height: 900 }, acceptDownloads: true, ...more });
  const tab = await context.newPage();
  const faults = [];
  tab.on('pageerror', (error) => faults.push(String(error)));
  tab.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  tab.on('request', (request) => !/^(file|blob|data):/.test(request.url()) && faults.push(`asked for ${request.url()}`));
  await tab.goto(`file://${resolve(page)}`);
  if (more.javaScriptEnabled !== false) await begun(tab);
  return { context, tab, faults };
}

// Waits until the script of a page is at work: it unpacks itself after the page was loaded, and shows its part
// last; on a page for orders the chart comes with the picture after that.
export async function begun(tab) {
  const part = tab.locator('#compose, #desk');
  if (await part.count()) await part.first().waitFor();
  await tab.locator('.co-first').waitFor({ state: 'detached' });
}

// How many questions a page for orders asks.
export const questionsOn = (tab) => tab.locator('.co-nav button').count();

// Uses a button by pointer (`mouse`), by `touch`, or by keyboard.
export async function press(tab, button, way = 'mouse') {
  if (way === 'mouse') await button.click();
  else if (way === 'touch') await button.tap();
  else {
    await button.focus();
    await tab.keyboard.press('Enter');
  }
}

// Goes to a question of a page for orders by its list, by pointer, touch or keyboard.
export async function turnTo(tab, at, way = 'mouse') {
  const open = tab.locator('[data-k=questions]');
  const question = tab.locator('.co-nav button').nth(at);
  for (const it of [open, question]) await press(tab, it, way);
}

// Goes to the end of a page for orders, where the file is.
export const finish = (tab, way = 'mouse') => press(tab, tab.locator('[data-k=finish]'), way);

// How far a page is wider than its window, in words, or nothing.
export async function overflow(tab) {
  const more = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return more > 0 ? [`${more} pixels too wide in a window of ${await tab.evaluate(() => innerWidth)}`] : [];
}

// What axe finds that is serious, in the page or a part of it, by all its rules or some; the page must have been opened without
// its policy.
export async function serious(tab, part = 'html', rules = null) {
  await tab.evaluate(axe);
  const options = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) };
  const { violations } = await tab.evaluate(([it, how]) => globalThis.axe.run(document.querySelector(it), how), [part, options]);
  const grave = violations.filter((it) => ['serious', 'critical'].includes(it.impact));
  return grave.map((it) => `axe: ${it.id}: ${it.nodes[0].html.slice(0, 160)}`);
}

// The widths of a phone and of a desk.
export const WIDTHS = [390, 1280];

// Gives a page each of these widths; what is too wide there, and with axe what is serious.
export async function atWidths(tab, part = null) {
  const faults = [];
  for (const width of WIDTHS) {
    await tab.setViewportSize({ width, height: 900 });
    faults.push(...(await overflow(tab)));
    if (part) faults.push(...(await serious(tab, part)).map((it) => `${it} (${width} pixels)`));
  }
  return faults;
}
