// What a player reads on a page of `sealord compose` on which nothing is asked.
import { openPage } from './browser.mjs';

// Takes the `page`. Gives its `standing`, the line below its title; the `soft` lines of the file's part, in which nothing is
// wrong; how many lines are `wrong`; and the `headings` of that part.
export default async function idle(browser, { page }) {
  const { context, tab, faults } = await openPage(browser, page, 1280);
  const did = await tab.evaluate(() => {
    const words = (chosen) => [...document.querySelectorAll(chosen)].map((it) => it.textContent);
    return {
      standing: document.querySelector('#compose').textContent.match(/due [^<]*? UTC/)?.[0],
      soft: words('.co-file p.co-soft'),
      wrong: words('.co-file .co-wrong').length,
      headings: words('.co-file h2, .co-file h3'),
    };
  });
  await context.close();
  return { ...did, faults };
}
