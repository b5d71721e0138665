// Writes files for `sealord odds` with the page's own modules: fights at random from what the packets of pages show. Reads a
// file with JSON: `pages`, what pages know; `fights`, how many for each; `others`, the words of units for a side of which a packet
// shows none. Writes a line for each fight: the file, and what the page finds wrong with it.
import { readFileSync } from 'node:fs';
import { fightAt, keptFight, noFight, oddsFile, oddsObstacles, shipsOf } from '../../templates/compose/fight.mjs';

const { pages, fights, others = [] } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
let seed = 5;
function chance(most) {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return Math.floor((seed / 0x80000000) * most);
}
const pick = (list) => list[chance(list.length)];

for (const packet of pages) {
  const { places, sides, by_plan: byPlan } = packet.fight;
  const units = shipsOf(packet);
  for (let round = 0; round < fights; round += 1) {
    const at = pick(places)[0];
    let fight = { ...noFight(packet), at };
    // What stands in a place is a fight if two sides are there.
    const met = places.map(([word]) => fightAt(packet, fight, word)).filter((it) => Object.values(it.sides).filter((side) => side.units.length).length === 2);
    if (met.length && round % 3 === 0) fight = pick(met);
    else {
      const shown = (nth) => units.filter((it) => it.side === nth);
      const there = sides.map((_, nth) => nth).filter((nth) => shown(nth).length || others.length);
      for (const nth of there.sort(() => chance(3) - 1).slice(0, 2)) {
        const own = shown(nth).length ? shown(nth) : others.map((id) => ({ id, damage: 0, raiding: false }));
        const side = fight.sides[sides[nth][0]];
        for (let left = 1 + chance(6); left > 0; left -= 1) {
          const { id, damage, raiding } = pick(own);
          if (!side.units.some((it) => it.id === id)) side.units.push({ id, damage, raiding });
        }
      }
    }
    if (packet.fight.flagged) fight.flag = pick(['', ...sides.map(([id]) => id)]);
    if (packet.fight.turned) fight.first = pick(['', ...sides.map(([id]) => id)]);
    for (const [id] of sides) {
      const side = fight.sides[id];
      side.how = pick(byPlan ? ['', 'own', ...packet.plans.plans.map((plan) => plan.name)] : ['', 'page', 'own']);
      side.words = byPlan ? 'battle: any\nlike: cautious' : `# mine\n${packet.vocabulary.kinds.find((it) => it.fight).kind}: silence  # as it comes\n`;
    }
    fight = keptFight(packet, JSON.parse(JSON.stringify(fight)));
    const standing = packet.doctrine;
    const obstacles = oddsObstacles(packet, fight, standing);
    console.log(JSON.stringify({ file: oddsFile(packet, fight, standing), obstacles }));
  }
}
