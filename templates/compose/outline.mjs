// The outline of a cell as corners, and what lies within it. A browser that is asked for either lays out the
// whole drawing first.

// The rings of a path of straight lines, each a list of x and y by turns; null of a path that is none.
export function ringsOf(d) {
  if (!/^M[-MLlz\d\s.,]+$/.test(d)) return null;
  return d.split('M').slice(1).map((line) => {
    const ring = [];
    let isRelative = false;
    for (const word of line.match(/[Ll]|-?[\d.]+/g) ?? []) {
      if (/[Ll]/.test(word)) isRelative = word === 'l';
      else ring.push(Number(word) + (isRelative ? ring[ring.length - 2] : 0));
    }
    return ring;
  });
}

// The box around rings, as `getBBox` gives it.
export function boxOf(rings) {
  const [xs, ys] = [0, 1].map((axis) => rings.flat().filter((_, at) => at % 2 === axis));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

// Whether a point lies within rings, as they are filled: within an odd number of them.
export function isWithin(rings, { x, y }) {
  let isIn = false;
  for (const ring of rings) {
    for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
      const [top, bottom] = [ring[at + 1], ring[before + 1]];
      if (top > y !== bottom > y && x < ring[at] + ((ring[before] - ring[at]) * (y - top)) / (bottom - top)) isIn = !isIn;
    }
  }
  return isIn;
}
