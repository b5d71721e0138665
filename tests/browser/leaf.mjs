// Looks at pages that only show something, one after the other in one tab: no script runs on them, nothing is asked of the
// network, none is wider than a phone or a desk, and axe finds nothing serious in light or in dark.
import { resolve } from 'node:path';
import { atWidths, openPage } from './browser.mjs';

// Takes the `pages`. Gives how many there were and their faults.
export default async function leaf(browser, { pages }) {
  const { context, tab, faults } = await openPage(browser, pages[0], 1280, { bypassCSP: true });
  for (const page of pages) {
    await tab.goto(`file://${resolve(page)}`);
    const scripts = await tab.locator('script').count();
    if (scripts) faults.push(`${page}: ${scripts} scripts`);
    for (const colorScheme of ['light', 'dark']) {
      await tab.emulateMedia({ colorScheme });
      faults.push(...(await atWidths(tab, 'html')).map((it) => `${page}, ${colorScheme}: ${it}`));
    }
  }
  await context.close();
  return { pages: pages.length, faults };
}
