// Holds what a page for orders reads from the outlines of cells against what the browser says of them: their boxes, and which
// points of a grid lie within.
import { openPage } from './browser.mjs';

// Takes the `page` and the `module` with the functions. Gives how many `cells` and `points` were compared.
export default async function outline(browser, { page, module }) {
  const functions = await import(module);
  const { context, tab, faults } = await openPage(browser, page, 1280);
  const source = ['ringsOf', 'boxOf', 'isWithin'].map((name) => functions[name].toString()).join('\n');
  const did = await tab.evaluate((text) => {
    const { ringsOf, boxOf, isWithin } = new Function(`${text}; return { ringsOf, boxOf, isWithin };`)();
    const [STEPS, NEAR] = [15, 0.05];
    const did = { cells: 0, points: 0, faults: [] };
    for (const cell of document.querySelectorAll('svg.chart g[data-place], svg.chart a[data-place]')) {
      const href = cell.querySelector('use')?.getAttribute('href');
      if (!href) continue;
      const shape = document.getElementById(href.slice(1));
      const rings = ringsOf(shape.getAttribute('d') ?? '');
      if (!rings) {
        did.faults.push(`${cell.dataset.place} is not made of straight lines`);
        continue;
      }
      const [box, its] = [boxOf(rings), shape.getBBox()];
      if (['x', 'y', 'width', 'height'].some((it) => Math.abs(box[it] - its[it]) > NEAR)) did.faults.push(`${cell.dataset.place} has another box`);
      did.cells += 1;
      for (let at = 0; at < STEPS * STEPS; at += 1) {
        const [x, y] = [box.x + (box.width * ((at % STEPS) + 0.37)) / STEPS, box.y + (box.height * (Math.floor(at / STEPS) + 0.37)) / STEPS];
        did.points += 1;
        if (isWithin(rings, { x, y }) !== shape.isPointInFill(new DOMPoint(x, y))) did.faults.push(`${cell.dataset.place} at ${x}, ${y}`);
      }
    }
    return did;
  }, source);
  await context.close();
  return { ...did, faults: [...faults, ...did.faults.slice(0, 9)] };
}
