// Names a group of units on a page of `sealord compose`, in Chromium, and chooses by it: found by `/` and its name, and at a stack.
import { finish, openPage, turnTo } from './browser.mjs';

// Takes the `page`, `groups`, what is written under Groups, `name`, what of a group's name is typed, `choice`, what is typed for
// what its units take, and `members`, how many they are. Gives the file and the page's faults.
export default async function group(browser, { page, groups, name, choice, members }) {
  const { context, tab, faults } = await openPage(browser, page, 1280);
  const root = tab.locator('#compose');
  const expect = (what, is) => is || faults.push(what);
  await finish(tab);
  const area = root.locator('[data-k=groups]');
  await area.fill('2nd: [nobody]');
  expect('a bad group is taken', (await root.locator('.co-problems li').allInnerTexts()).some((it) => /cannot be a group/.test(it)));
  await area.fill(groups);
  await turnTo(tab, 0);

  // By its name.
  await root.locator('.co-panel h2').focus();
  await tab.keyboard.press('/');
  await tab.keyboard.type(name);
  await tab.keyboard.press('Enter');
  expect('its units are not chosen', (await root.locator('.co-subjects input:checked').count()) === members);

  // At a stack where one of them stands.
  await tab.keyboard.press('Escape');
  const marks = tab.locator('.co-hit.co-stands, .zone .co-stands');
  let offered = 0;
  for (let at = 0; at < (await marks.count()) && !offered; at += 1) {
    await marks.nth(at).click({ force: true });
    offered = await tab.locator('.co-pop [data-k^=pop-group-]').count();
  }
  expect('no stack offers the group', offered > 0);
  if (offered) await tab.locator('.co-pop [data-k^=pop-group-]').first().click();
  expect('the stack chooses others', (await root.locator('.co-subjects input:checked').count()) === members);
  const search = root.locator('[data-k=filter]');
  await search.fill(choice);
  await search.press('Enter');
  await finish(tab);
  const file = await root.locator('pre[aria-label="The file"]').textContent();
  await context.close();
  return { file, faults };
}
