// Finds the name that was probably meant, as `src/engine/problem/suggest.rs` does.

const LONGEST = 100;

const plain = (word) => [...word.trim()].map((it) => ('_ '.includes(it) ? '-' : it.toLowerCase())).join('');

// How many slips lead from one word to another: a letter too many, too few, wrong, or two that changed places.
function slips(from, to) {
  const last = new Map();
  const far = from.length + to.length;
  const rows = [Array(to.length + 2).fill(far), [far, ...Array(to.length + 1).keys()]];
  for (let at = 1; at <= from.length; at += 1) {
    const row = [far, at];
    let match = 0;
    for (let other = 1; other <= to.length; other += 1) {
      const before = last.get(to[other - 1]) ?? 0;
      const same = from[at - 1] === to[other - 1];
      const crossed = rows[before][match] + (at - before - 1) + 1 + (other - match - 1);
      row.push(Math.min(rows[at][other] + (same ? 0 : 1), row[other] + 1, rows[at][other + 1] + 1, crossed));
      if (same) match = other;
    }
    last.set(from[at - 1], at);
    rows.push(row);
  }
  return rows.at(-1).at(-1);
}

// The candidate nearest to a mistyped word; null if all are too far.
export function nearest(word, names) {
  const wanted = plain(word);
  const letters = [...wanted];
  if (!letters.length || letters.length > LONGEST) return null;
  const limit = letters.length <= 2 ? 0 : Math.min(Math.max(Math.trunc(letters.length / 3), 1), 4);
  const known = names.map((name) => ({ name, text: plain(name) }));
  let best = null;
  for (const { name, text } of known) {
    const other = [...text];
    if (Math.abs(other.length - letters.length) > limit) continue;
    const found = [slips(letters, other), other[0] === letters[0] ? 0 : 1, name];
    const differs = best === null ? 0 : found.findIndex((it, at) => it !== best[at]);
    if (found[0] <= limit && (best === null || (differs >= 0 && found[differs] < best[differs]))) best = found;
  }
  if (best) return best[2];
  const only = (fits) => {
    const found = letters.length >= 3 ? known.filter(fits) : [];
    return found.length && found.every((it) => it.name === found[0].name) ? found[0].name : null;
  };
  return only(({ text }) => text.startsWith(wanted)) ?? only(({ text }) => text.endsWith(`-${wanted}`) || text.endsWith(`/${wanted}`));
}
