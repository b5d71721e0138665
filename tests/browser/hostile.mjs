// Opens a page that was made of a hostile packet, with and without the policy that forbids scripts: no words of the packet
// become markup, nothing of them runs, and the page works.
import { finish, openPage, questionsOn, turnTo } from './browser.mjs';

// Takes the `page`; `mark`, which the hostile words hold and which they would set as a name of the window if they ran; `kind`,
// `compose` or `replay`. Gives how often the mark stands on the page, what was done, and the faults.
export default async function hostile(browser, { page, mark, kind }) {
  const did = { marks: 0, did: 0 };
  const all = [];
  for (const bypassCSP of [true, false]) {
    const { context, tab, faults } = await openPage(browser, page, 390, { bypassCSP });
    tab.on('dialog', (dialog) => faults.push(`a dialog: ${dialog.message()}`) && dialog.dismiss());
    const expect = (what, is) => is || faults.push(what);
    did.did += kind === 'compose' ? await compose(tab, expect) : await replay(tab, expect);
    // Whatever reacts to a pointer does so now.
    await tab.evaluate(() => document.querySelectorAll('*').forEach((it) => it.dispatchEvent(new MouseEvent('mouseover'))));
    did.marks += await tab.evaluate((it) => document.body.innerText.split(it).length - 1, mark);
    const ran = await tab.evaluate((it) => it in window, mark);
    expect('a script of the packet ran', !ran);
    const made = await tab.evaluate(() => document.querySelectorAll('img, iframe, object, embed, [onmouseover], [onload], [onerror]').length);
    expect(`${made} elements of the packet`, made === 0);
    all.push(...faults.map((it) => (bypassCSP ? `without the policy: ${it}` : it)));
    await context.close();
  }
  return { ...did, faults: all };
}

// Every question is shown, something is chosen for each, and the file holds it.
async function compose(tab, expect) {
  const root = tab.locator('#compose');
  const file = root.locator('pre[aria-label="The file"]');
  await finish(tab);
  const before = await file.textContent();
  const questions = await questionsOn(tab);
  for (let at = 0; at < questions; at += 1) {
    await turnTo(tab, at);
    const more = root.getByRole('button', { name: /^More: / }).first();
    if (await more.count()) await more.click();
    const box = root.locator('.co-subjects input[type=checkbox]').first();
    if (await box.count()) await box.check();
    const options = root.locator('.co-options button');
    if (await options.count()) await options.last().click();
  }
  await finish(tab);
  expect('nothing could be chosen', (await file.textContent()) !== before);
  const [download] = await Promise.all([tab.waitForEvent('download'), root.getByRole('button', { name: /^Save/ }).click()]);
  expect('the file has no name of its own', /^[a-z0-9.-]+$/.test(download.suggestedFilename()));
  return questions;
}

// Every moment is shown.
async function replay(tab, expect) {
  const moments = await tab.locator('section.moment').count();
  for (let at = 1; at <= moments; at += 1) {
    await tab.locator('#at').fill(String(at));
    expect(`moment ${at} is not shown`, await tab.locator(`#m-${at}`).isVisible());
  }
  return moments;
}
