// A fight that the player sets up, and the file that `sealord odds` takes for it.

import { visible } from './words.mjs';
import { doctrineProblems, lexiconOf, unpacked } from './doctrine.mjs';
import { leadProblems } from './battle.mjs';
import { quoted, under } from './orders.mjs';

const ships = new WeakMap();

// The units that the packet shows, each with its side and station, by their places in the lists of these.
export function shipsOf({ fight }) {
  const one = (side, station) => (words) => {
    const [id, name, kind, damage, raiding] = words.split(';');
    return { id, name, kind, side, station, damage: Number(damage ?? 0), raiding: raiding === 'r' };
  };
  if (!ships.has(fight)) ships.set(fight, fight.units.flatMap(([side, station, all]) => unpacked(all).map(one(side, station))));
  return ships.get(fight);
}

// A fight of which nothing is said.
export const noFight = ({ fight }) => ({
  at: '', flag: '', first: '', open: false,
  sides: Object.fromEntries((fight?.sides ?? []).map(([id]) => [id, { units: [], how: '', words: '' }])),
});

// A fight with all units of both sides that stand in a place.
export function fightAt(packet, fight, at) {
  const { places, sides } = packet.fight;
  const station = places.findIndex(([word]) => word === at);
  const here = (nth) => shipsOf(packet).filter((it) => it.side === nth && it.station === station)
    .map(({ id, damage, raiding }) => ({ id, damage, raiding }));
  const taken = sides.map(([id], nth) => [id, { ...fight.sides[id], units: here(nth) }]);
  return { ...fight, at, flag: places[station]?.[2] ?? '', sides: Object.fromEntries(taken) };
}

// The word by which the odds know a unit: where units are many of a kind, that of its kind.
const kindOf = (lexicon, { id }) => (lexicon.named(id) ? id : id.replace(/-[0-9]+$/, ''));

function unitLines(lexicon, units, many) {
  const lines = new Map();
  for (const unit of units) {
    const word = many ? kindOf(lexicon, unit) : unit.id;
    const key = JSON.stringify([word, unit.damage, unit.raiding]);
    lines.set(key, (lines.get(key) ?? 0) + 1);
  }
  return [...lines].map(([key, number]) => {
    const [id, damage, raiding] = JSON.parse(key);
    const more = [damage ? `damage: ${damage}` : '', raiding ? 'raiding: true' : '', number > 1 ? `number: ${number}` : ''].filter(Boolean);
    const word = quoted(visible(id));
    return `    - ${more.length ? `{${[`id: ${word}`, ...more].join(', ')}}` : word}`;
  });
}

// By what a side fights: its own words, or the name of a plan; nothing for the sensible orders of the program.
function leadLines({ how, words }, byPlan, doctrine) {
  const key = byPlan ? 'plan' : 'doctrine';
  if (how === '') return [];
  if (byPlan && how !== 'own') return [`  plan: ${quoted(how)}`];
  const text = (how === 'page' ? doctrine : words).replaceAll('\r\n', '\n').replace(/\s+$/, '');
  return text.trim() ? [`  ${key}:`, ...under(text, '    ')] : [];
}

// The file for `sealord odds` (src/cli/odds.rs). `doctrine` is that of the page.
export function oddsFile(packet, fight, doctrine) {
  const { system, scenario, by_plan: byPlan, flagged, turned, sides } = packet.fight;
  const lexicon = lexiconOf(packet.vocabulary);
  const lines = ['# A fight, for: sealord odds FILE', `system: ${quoted(system)}`, `scenario: '${scenario}'`, `at: '${fight.at.replaceAll("'", "''")}'`];
  if (flagged && fight.flag) lines.push(`flag: ${fight.flag}`);
  if (turned && fight.first && fight.sides[fight.first]?.units.length) lines.push(`first: ${fight.first}`);
  for (const [id] of sides) {
    const side = fight.sides[id];
    if (side.units.length) lines.push(`${id}:`, '  units:', ...unitLines(lexicon, side.units, byPlan), ...leadLines(side, byPlan, doctrine));
  }
  return [...lines, ''].join('\n');
}

// What keeps `sealord odds` from fighting it.
export function oddsObstacles(packet, fight, doctrine) {
  const { sides, by_plan: byPlan, turned, places } = packet.fight;
  const there = sides.filter(([id]) => fight.sides[id].units.length);
  const lines = [];
  if (!places.some(([word]) => word === fight.at)) lines.push('choose a place');
  if (there.length < 2) lines.push('give units to two sides');
  if ((byPlan || turned) && there.length > 2) lines.push('two sides fight, no more');
  for (const [id, name] of there) {
    const { how, words } = fight.sides[id];
    const text = how === 'own' ? words : how === 'page' && !byPlan ? doctrine : '';
    if (!text.trim()) continue;
    const problems = byPlan ? leadProblems(text, packet.plans) : doctrineProblems(text, packet.vocabulary);
    lines.push(...problems.slice(0, 5).map((it) => `${byPlan ? 'plan' : 'doctrine'} of the ${name}, line ${it.line}: ${it.what}`));
  }
  return lines;
}

// A fight as it was kept, as far as it fits the packet.
export function keptFight(packet, kept) {
  const fight = noFight(packet);
  if (!kept || typeof kept !== 'object') return fight;
  for (const name of ['at', 'flag', 'first']) if (typeof kept[name] === 'string') fight[name] = kept[name];
  fight.open = kept.open === true;
  for (const [id, side] of Object.entries(fight.sides)) {
    const said = kept.sides?.[id];
    const unit = (it) => typeof it?.id === 'string' && Number.isInteger(it.damage);
    if (Array.isArray(said?.units)) side.units = said.units.filter(unit).map(({ id: word, damage, raiding }) => ({ id: word, damage, raiding: raiding === true }));
    for (const name of ['how', 'words']) if (typeof said?.[name] === 'string') side[name] = said[name];
  }
  return fight;
}
