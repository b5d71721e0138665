// Looks at pages in one Chromium.
//
//   node look.mjs JOBS.json
//
// JOBS.json is a list; each job names the script that does it (`look`: `what_if`, `open`, `desk`, `group`, `hand_over`, `hostile`, `replay`, `glance`, `leaf`, `ready`, `outline`, `idle`), the `page`,
// and what else the script takes. Prints what each did as one JSON list; ends with 1 if there was any fault: what should be
// there and was not, an error of a page, a request to the network, a page wider than its window, what axe finds serious.
import { readFileSync } from 'node:fs';
import { openBrowser } from './browser.mjs';

const jobs = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const browser = await openBrowser();
const done = [];
for (const { look, ...job } of jobs) {
  const { default: does } = await import(`./${look}.mjs`);
  const begun = Date.now();
  const did = await does(browser, job).catch((error) => ({ faults: [String(error.stack)] }));
  done.push({ look, page: job.page, ms: Date.now() - begun, ...did });
}
await browser.close();
console.log(JSON.stringify(done, null, 1));
process.exitCode = done.some((it) => it.faults.length) ? 1 : 0;
