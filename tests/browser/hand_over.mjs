// The finished file is handed to a desk where one serves the page: to a function of the page, or to an address that a `meta` names,
// with the very bytes that are shown; a refusal is said and loses nothing.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { begun, finish, openPage } from './browser.mjs';

const DESK = '/desk/0123456789abcdef';

// A server that gives the page as one that names a desk, and keeps what is sent there.
async function serve(page, got) {
  const html = readFileSync(page, 'utf8').replace("; style-src", "; connect-src 'self'; style-src")
    .replace('<meta name="viewport"', `<meta name="sealord-desk" content="${DESK}"><meta name="viewport"`);
  const server = createServer((request, response) => {
    if (request.method === 'GET') return response.setHeader('content-type', 'text/html').end(html);
    let body = '';
    request.setEncoding('utf8').on('data', (part) => (body += part)).on('end', () => {
      got.push({ url: request.url, type: request.headers['content-type'], name: request.headers['x-sealord-file'], body });
      response.writeHead(got.length > 1 ? 200 : 422, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ said: got.length > 1 ? 'Taken: all of it.' : 'Not taken: the exchange is closed.' }));
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

export default async function handOver(browser, { page }) {
  const { context, tab, faults } = await openPage(browser, page, 1280);
  const expect = (what, is) => is || faults.push(what);
  const file = () => tab.locator('pre[aria-label="The file"]').textContent();
  await finish(tab);
  expect('a page without a desk offers to send', !(await tab.locator('[data-k=send-file]').count()));
  await context.close();

  // A function of whoever shows the page.
  const shown = await browser.newContext();
  await shown.addInitScript(() => {
    globalThis.sealord = { post: async (it) => { globalThis.sent = it; return { said: 'Here they are.' }; } };
  });
  const other = await shown.newPage();
  await other.goto(`file://${process.cwd()}/${page}`);
  await begun(other);
  await finish(other);
  await other.locator('[data-k=send-file]').click();
  await other.locator('.co-status', { hasText: 'Here they are.' }).waitFor();
  const sent = await other.evaluate(() => globalThis.sent);
  expect('another file is sent than is shown', sent.text === (await other.locator('pre[aria-label="The file"]').textContent()));
  await shown.close();

  // An address.
  const got = [];
  const server = await serve(page, got);
  const served = await browser.newContext();
  const third = await served.newPage();
  third.on('pageerror', (error) => faults.push(String(error)));
  await third.goto(`http://127.0.0.1:${server.address().port}/`);
  await begun(third);
  await finish(third);
  for (const words of ['Not taken: the exchange is closed.', 'Taken: all of it.']) {
    await third.locator('[data-k=send-file]').click();
    await third.locator('.co-status', { hasText: words }).waitFor();
  }
  const text = await third.locator('pre[aria-label="The file"]').textContent();
  expect(`something else came: ${JSON.stringify(got[0])}`, got.length === 2 && got.every((it) => it.body === text && it.url === DESK && it.type === 'application/yaml' && /\.yaml$/.test(it.name)));
  await served.close();
  await new Promise((done) => server.close(done));
  return { sent: got.length, faults };
}
