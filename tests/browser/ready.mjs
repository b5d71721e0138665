// Measures how long a page of `sealord compose` takes in Chromium from the beginning of its load until it can be used: its script
// has run, the desk is painted, and the next task does not wait; and until the chart is painted, too.
import { resolve } from 'node:path';

// Notes when the desk was shown, painted, and the page idle after that, and the same of the chart; in
// milliseconds since the load began.
function watch() {
  const whole = () => {
    if (document.querySelector('.co-first')) requestAnimationFrame(whole);
    else setTimeout(() => (globalThis.chartReady = performance.now()));
  };
  const watching = new MutationObserver(() => {
    if (!document.querySelector('#compose:not([hidden]) .co-app')) return;
    watching.disconnect();
    requestAnimationFrame(() => setTimeout(() => {
      globalThis.deskReady = performance.now();
      requestAnimationFrame(whole);
    }));
  });
  watching.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['hidden'] });
}

// Takes the `page`, and how many `times` it is opened, each in a window of its own without a cache. Gives
// milliseconds, the least first: `ready` and `chart`, by the clock, and `busy`, those in which the page kept a
// processor busy until then, whatever else the machine does.
export default async function ready(browser, { page, times = 5 }) {
  const [faults, ready, chart, busy] = [[], [], [], []];
  for (let nth = 0; nth < times; nth += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const tab = await context.newPage();
    tab.on('pageerror', (error) => faults.push(String(error)));
    await tab.addInitScript(watch);
    const tools = await context.newCDPSession(tab);
    await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await tab.goto(`file://${resolve(page)}`);
    await tab.waitForFunction(() => globalThis.chartReady);
    const { metrics } = await tools.send('Performance.getMetrics');
    busy.push(Math.round(metrics.find((it) => it.name === 'TaskDuration').value * 1000));
    const [desk, whole] = await tab.evaluate(() => [globalThis.deskReady, globalThis.chartReady]);
    ready.push(Math.round(desk));
    chart.push(Math.round(whole));
    await context.close();
  }
  const least = (one, other) => one - other;
  return { ready: ready.sort(least), chart: chart.sort(least), busy: busy.sort(least), faults };
}
