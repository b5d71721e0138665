// Opens pages in Chromium, and gathers what goes wrong there: errors, and whatever a page asks the network for.
import { resolve } from 'node:path';
import { chromium } from 'playwright-core';

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
  return { context, tab, faults };
}
