// Whether a chart is enlarged and moved by keys, buttons, drag, wheel and pinch, in a page that scrolls past it.
import { openPage } from './browser.mjs';

const CHART = '.sheet.wide .look svg.chart';

// Two fingers that move apart about the middle of a frame.
export async function pinch(tab, frame) {
  const { x, y, width, height } = await tab.locator(frame).first().boundingBox();
  const client = await tab.context().newCDPSession(tab);
  const fingers = (apart) => [-apart, apart].map((by, id) => ({ x: x + width / 2 + by, y: y + height / 2, id }));
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) });
  for (const apart of [40, 55, 70, 90]) await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

// How many units of a drawing its width shows.
export const widthShown = async (tab, chart) => Number((await tab.locator(chart).first().getAttribute('viewBox')).split(' ')[2]);

// The faults of the lens of a report or a replay: on a desk by keys, buttons, mouse and wheel, on a phone by two fingers.
export async function looks(browser, page) {
  const faults = [];
  const expect = (what, is) => is || faults.push(`the lens: ${what}`);
  const desk = await openPage(browser, page, 1280);
  if (await desk.tab.locator(CHART).count()) await onDesk(desk.tab, expect);
  await desk.context.close();
  const phone = await openPage(browser, page, 390, { hasTouch: true, isMobile: true });
  if (await phone.tab.locator(CHART).count()) await onPhone(phone.tab, expect);
  await phone.context.close();
  return [...faults, ...desk.faults, ...phone.faults];
}

async function onDesk(tab, expect) {
  const [frame, width] = [tab.locator('.sheet.wide .look').first(), () => widthShown(tab, CHART)];
  await frame.scrollIntoViewIfNeeded();
  const whole = await width();
  await frame.hover();
  await tab.mouse.wheel(0, -100);
  expect('the wheel of a page that scrolls enlarges the chart', (await width()) === whole);
  await frame.focus();
  await tab.keyboard.press('+');
  const larger = await width();
  expect('plus does not enlarge the chart', larger < whole);
  await tab.keyboard.press('0');
  expect('0 does not show all', (await width()) === whole);
  await tab.locator('.look-tools button').first().click();
  expect('the button does not enlarge the chart', (await width()) < whole);
  const at = () => tab.locator(CHART).first().getAttribute('viewBox');
  const [before, address] = [await at(), tab.url()];
  await frame.evaluate((it) => it.scrollIntoView({ block: 'start' }));
  const [x, y] = await frame.evaluate((it) => [it.getBoundingClientRect().left, Math.max(0, it.getBoundingClientRect().top)]);
  await tab.mouse.move(x + 200, y + 350);
  await tab.mouse.down();
  await tab.mouse.move(x + 120, y + 300, { steps: 5 });
  await tab.mouse.up();
  expect('a drag does not move the chart', (await at()) !== before);
  expect('the end of a drag was a click', tab.url() === address);
}

async function onPhone(tab, expect) {
  const whole = await widthShown(tab, CHART);
  await tab.locator('.sheet.wide .look').first().scrollIntoViewIfNeeded();
  await pinch(tab, '.sheet.wide .look');
  expect('two fingers do not enlarge the chart', (await widthShown(tab, CHART)) < whole);
}
