// Orders as the chart shows them: an arrow from where units are to where they go, with how many; a ghost at its end, and at its
// beginning how many left. What goes nowhere, such as `stay` or a place in a line of battle, is a tag where it counts.

import { count, listAnd, titled, visible } from './words.mjs';
import { drawn } from './chart.mjs';

// More would hide the chart.
const MOST_WAYS = 150;

// The ways of an answer: who goes from one place to another by one choice. `choice` is the full list of choices, with defaults.
export function waysOf(atlas, question, { rows }, choice) {
  const said = new Set(rows.map(([at]) => at));
  const ways = new Map();
  choice.forEach((option, at) => {
    if (option === null) return;
    const here = atlas.of(question.subjects[at]);
    const there = atlas.of(question.options[option]);
    const to = there.at(-1) ?? null;
    const from = here[0] ?? (there.length > 1 ? there[0] : null) ?? (to ? null : atlas.scene(question)[0] ?? null);
    const goes = to !== null && to !== from;
    const key = [from ?? '', goes ? to : '', option, said.has(at) ? 'said' : 'default'].join(' ');
    if (!ways.has(key)) ways.set(key, { key, from, to: goes ? to : null, option, said: said.has(at), ats: [] });
    ways.get(key).ats.push(at);
  });
  return [...ways.values()];
}

// A way in words: how many and who, from where to where.
export function wayWords(atlas, question, { from, to, option, ats }) {
  const names = ats.map((at) => titled(question.subjects[at]));
  const who = names.length > 4 ? `${count(names.length, 'unit')} (${names.slice(0, 3).join(', ')} and ${names.length - 3} more)` : listAnd(names);
  const place = (mark) => visible(atlas.names.get(mark) ?? '');
  const what = titled(question.options[option]);
  if (!to) return `${who}: ${what}`;
  const whence = from ? ` from ${place(from)}` : '';
  return `${who}${whence} to ${place(to)}${what === place(to) || what.endsWith(` ${place(to)}`) ? '' : ` (${what})`}`;
}

// A short text with what is too long cut off.
const brief = (text) => ([...text].length > 16 ? `${[...text].slice(0, 15).join('')}…` : text);

// The line of an arrow between two points, bent a little so that ways there and back are two, and its head.
function bow(a, b, size) {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(x, y) || 1;
  const bend = Math.min(length * 0.16, 60 * size);
  const middle = { x: (a.x + b.x) / 2 - (y / length) * bend, y: (a.y + b.y) / 2 + (x / length) * bend };
  const off = (from, by) => {
    const far = Math.hypot(middle.x - from.x, middle.y - from.y) || 1;
    const part = Math.min(by * size, far / 2) / far;
    return { x: from.x + (middle.x - from.x) * part, y: from.y + (middle.y - from.y) * part };
  };
  const [start, end] = [off(a, 10), off(b, 14)];
  const angle = Math.atan2(end.y - middle.y, end.x - middle.x);
  const side = (turn) => `${(end.x - 13 * size * Math.cos(angle + turn)).toFixed(1)} ${(end.y - 13 * size * Math.sin(angle + turn)).toFixed(1)}`;
  const one = ({ x: left, y: top }) => `${left.toFixed(1)} ${top.toFixed(1)}`;
  return {
    line: `M${one(start)}Q${one(middle)} ${one(end)}`,
    head: `M${one(end)}L${side(0.45)}L${side(-0.45)}Z`,
    middle: { x: (start.x + 2 * middle.x + end.x) / 4, y: (start.y + 2 * middle.y + end.y) / 4 },
  };
}

const group = (at, size, props, ...children) =>
  drawn('g', { ...props, transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)}) scale(${size.toFixed(2)})` }, ...children);

const label = (text, props = {}) => drawn('text', { y: '5', ...props }, text);

// Where a ghost hides nothing that stands at `taken`: above its place, below, or beside it; where all is full, where it hides least.
function clear(taken, at, size, wide) {
  const beside = wide / 2 + 16;
  const corners = [26, 46].flatMap((y) => [[beside, -y], [-beside, -y], [beside, y], [-beside, y]]);
  const spots = [[0, -24], [0, 26], [beside, 0], [-beside, 0], [0, -46], [0, 48], ...corners, [0, 70], [0, -70], [0, 92], [0, 114]]
    .map(([x, y]) => ({ x: at.x + x * size, y: at.y + y * size, wide: wide * size, high: 20 * size }));
  let [best, least] = [spots[0], Infinity];
  const hides = (spot) => {
    let sum = 0;
    for (const { x, y, wide, high } of taken) {
      const over = (wide + spot.wide) / 2 - Math.abs(x - spot.x);
      if (over > 0) sum += over * Math.max(0, (high + spot.high) / 2 - Math.abs(y - spot.y));
    }
    return sum;
  };
  for (const spot of spots) {
    const hidden = hides(spot);
    if (hidden < least) [best, least] = [spot, hidden];
    if (!least) break;
  }
  taken.push(best);
  return best;
}

// Draws ways on the drawing that is looked at. Each has `way`, `question`, `full`, whether it is
// drawn in full colour, and `open`, what a click on it does.
export function drawWays(chart, ways) {
  const { svg, lens } = chart.now;
  const layer = svg.querySelector('.co-orders');
  const size = lens.unit;
  const [lines, marks] = [[], []];
  // Nothing is measured where nothing has to find room.
  let taken = null;
  const free = (at, scale, wide) => clear((taken ??= chart.taken()), at, scale, wide);
  const sums = { left: new Map(), came: new Map(), bound: new Map() };
  const add = (map, mark, many) => map.set(mark, (map.get(mark) ?? 0) + many);
  for (const { way, question, full, open } of ways.slice(0, MOST_WAYS)) {
    const { from, to, said, ats } = way;
    const [a, b] = [from && chart.middle(from), to && chart.middle(to)];
    const kind = `co-way${said ? '' : ' co-default'}${full ? '' : ' co-other'}`;
    const click = (event) => {
      event.stopPropagation();
      open(event);
    };
    if (to && said) {
      add(sums.came, to, ats.length);
      if (from) add(sums.left, from, ats.length);
    } else if (to && !from && full) add(sums.bound, to, ats.length);
    if (a && b) {
      const { line, head, middle } = bow(a, b, size);
      const many = ats.length > 1 ? [group(middle, size, { class: 'co-many' }, label(String(ats.length)))] : [];
      const stroke = (name, width) => drawn('path', { class: name, d: line, 'stroke-width': (width * size).toFixed(1) });
      lines.push(drawn('g', { class: kind, 'data-way': way.key, onclick: click }, stroke('co-casing', 8), stroke('co-line', said ? 4 : 2.5),
        drawn('path', { class: 'co-head', d: head }), ...many, stroke('co-touch', 18)));
    } else if (!to && from && a && said) {
      const text = `${brief(titled(question.options[way.option]))}${ats.length > 1 ? ` ${ats.length}` : ''}`;
      const wide = [...text].length * 7.6 + 12;
      marks.push(group(free(a, size, wide), size, { class: `${kind} co-tag`, 'data-way': way.key, onclick: click },
        drawn('rect', { x: -wide / 2, y: -9, width: wide, height: 18, rx: 4 }), label(text, { y: '4.5' })));
    }
  }
  // What comes from nowhere on the chart by default, such as in a set-up, is a pale ghost.
  sums.bound.forEach((_, mark) => sums.came.has(mark) || sums.came.set(mark, 0));
  for (const [mark, many] of [...sums.came].sort(([, a], [, b]) => b - a)) {
    const at = chart.middle(mark);
    if (!at) continue;
    const bound = sums.bound.get(mark) ?? 0;
    const text = [many ? `+${many}` : '', bound ? `(${bound})` : ''].filter(Boolean).join(' ');
    // What nobody has said is small, so that it finds room beside its place, and a line leads there.
    const scale = many ? size : size * 0.7;
    const wide = 12 + 8 * text.length;
    const spot = free(at, scale, wide);
    const tie = drawn('path', { d: `M0 0L${((at.x - spot.x) / scale).toFixed(1)} ${((at.y - spot.y) / scale).toFixed(1)}` });
    const box = many ? [drawn('rect', { x: -wide / 2, y: -10, width: wide, height: 20, rx: 4 })] : [];
    marks.push(group(spot, scale, { class: many ? 'co-ghost' : 'co-ghost co-pale' }, tie, ...box, label(text)));
  }
  for (const [mark, many] of sums.left) {
    const at = chart.middle(mark);
    if (at) marks.push(group({ x: at.x, y: at.y }, size, { class: 'co-left' }, drawn('path', { d: 'M-13 9L13-9' }), label(`−${many}`, { x: '24', y: '-8' })));
  }
  layer.replaceChildren(...lines, ...marks);
}
