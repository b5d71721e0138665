// Glances at many reports in one tab, in light and in dark: what axe finds serious there, and whether counters, seas and marks of
// charts have colours that can be told apart; and in the first report, whether its charts are enlarged and moved.
import { resolve } from 'node:path';
import { openPage, serious } from './browser.mjs';
import { looks } from './lens.mjs';

// What is wrong with the colours of the charts of a page: colours that nobody chose, which are black, and words on counters that
// cannot be read. Runs in the page.
function colours() {
  const number = (it) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
    canvas.fillStyle = it;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const part = (it) => (it / 255 <= 0.04045 ? it / 255 / 12.92 : ((it / 255 + 0.055) / 1.055) ** 2.4);
  const brightness = (it) => number(it).map(part).reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
  const faults = new Set();
  let counters = 0;
  const seen = new Set();
  for (const it of document.querySelectorAll('svg g.own, svg g.foe')) {
    counters += 1;
    const style = getComputedStyle(it);
    const [chosen, on] = ['--fill', '--on'].map((name) => style.getPropertyValue(name).trim());
    // Berths, which count units in port, have the colour of their side itself.
    const shape = it.classList.contains('berth') && it.querySelector('use');
    const fill = chosen || (shape ? getComputedStyle(shape).fill : '');
    const kind = it.getAttribute('class');
    if (seen.has(kind)) continue;
    seen.add(kind);
    if (!fill || !on) faults.add(`a counter of class ${kind} has no colour`);
    else {
      const [a, b] = [brightness(fill), brightness(on)];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < 4.5) faults.add(`a counter of class ${kind}: ${on} on ${fill} has a contrast of ${ratio.toFixed(2)}`);
    }
  }
  for (const it of document.querySelectorAll('svg path, svg rect, svg circle, svg polygon, svg ellipse')) {
    if (it.closest('defs, symbol, marker, clipPath, pattern, mask')) continue;
    const { fill, display } = getComputedStyle(it);
    if (fill === 'rgb(0, 0, 0)' && display !== 'none') faults.add(`nobody chose the colour of ${it.cloneNode(false).outerHTML.slice(0, 120)}`);
  }
  return { counters, faults: [...faults] };
}

export default async function glance(browser, { pages }) {
  const { context, tab, faults } = await openPage(browser, pages[0], 1280, { bypassCSP: true });
  let counters = 0;
  for (const [at, page] of pages.entries()) {
    await tab.goto(`file://${resolve(page)}`);
    const found = await tab.evaluate(() => [...document.querySelectorAll('[data-until]')].map((it) => it.textContent)
      .filter((it) => !/^ By your clock: \w+day.* (left|has passed)\.$/.test(it)).map((it) => `the time left reads ${it}`));
    for (const colorScheme of ['light', 'dark']) {
      await tab.emulateMedia({ colorScheme });
      const seen = await tab.evaluate(colours);
      counters += seen.counters;
      found.push(...seen.faults);
      // Axe takes seconds on a large page: it looks at every other one in the dark.
      if ((at % 2 === 1) === (colorScheme === 'dark')) found.push(...(await serious(tab)));
      faults.push(...found.splice(0).map((it) => `${page}, ${colorScheme}: ${it}`));
    }
  }
  await context.close();
  faults.push(...(await looks(browser, pages[0])));
  return { pages: pages.length, counters, faults };
}
