// The verdict on battle plans, as `sealord check` gives it: the readers of `src/rules/tactical/plan/` in this language,
// with the words that the page was given (`vocabulary.rs` there). A test holds the two against each other over plans at random.

import { listAnd, listOr, quote } from './words.mjs';
import { isNothing } from './yaml.mjs';
import { Standing, inOrder, taken } from './standing.mjs';
import { unpacked } from './doctrine.mjs';
import { nearest } from './nearest.mjs';
import { inPlans } from './groups.mjs';
import { Readings, Spellings, alike, allOf, counted, placesOf, several } from './spelling.mjs';

const SHARE = 'a share such as `1/2`, `50%`, `all`, `none` or a number';
const SERVES = '`any`, `attacker`, `defender`, `convoy`, `sector 12` or `sector 12 against SIDE`';
// The keys behind which words for units stand, and nothing else (`BattlePlanning::unit_lists`).
const UNIT_LISTS = ['members', 'seek', 'targets'];
const BYTE = 255;
const LARGE = 65535;

const inTicks = (words) => words.map((it) => `\`${it}\``);
const parts = (text) => text.split(/\s+/u).filter(Boolean);

function numeral(text, least, most) {
  const number = /^\+?[0-9]+$/.test(text) ? Number(text) : -1;
  return number >= least && number <= most ? number : null;
}

// What a text says that should be one of some phrases: with the name of a group if it takes one.
function phrase(known, text) {
  const [first, ...rest] = parts(text);
  const [, bounds, group] = known.find(([word]) => word === first) ?? [];
  if (group === undefined || rest.length !== (bounds || group ? 1 : 0)) return null;
  return bounds && numeral(rest[0], ...bounds) === null ? null : { group: group ? rest[0] : null };
}

// The small words of plans (`words.rs`).
class PlanWords {
  constructor(given) {
    Object.assign(this, given);
    this.names = given.plans.map((it) => it.name);
    this.ids = unpacked(given.cards);
    this.known = new Set([...given.units, ...given.kinds, ...this.ids]);
    this.cards = new Set(this.ids);
    this.cardsCalled = given.called;
    this.abilityNames = new Set(given.abilities.map((it) => it.toLowerCase()));
  }

  unit(text) {
    return this.known.has(text) || (/-[0-9]+$/.test(text) && this.cards.has(text.replace(/-[0-9]+$/, '')));
  }

  target(text) {
    const words = parts(text);
    return this.unit(words.pop() ?? '') && words.every((it) => it === 'crippled' || it === 'damaged');
  }

  member(text) {
    const [unit, times, per, of, ...more] = parts(text);
    if (unit === undefined || more.length || !this.unit(unit)) return false;
    if (times === undefined) return true;
    if (!times.startsWith('x') || numeral(times.slice(1), 1, BYTE) === null) return false;
    return per === undefined || (per === 'per' && of !== undefined && this.unit(of));
  }

  // What people may mean by words for units (`spelling.rs`): the words that a plan would have, null for none; of several things
  // that it could be `several` says so.
  meantUnit(text) {
    if (this.unit(text)) return text;
    this.things ??= [...this.units, ...this.kinds].map((it) => ({ id: it, name: it }))
      .concat(this.ids.map((id, at) => ({ id, name: this.cardsCalled[at] })));
    this.spellings ??= new Spellings(this.things);
    const found = allOf(this.spellings, text, placesOf(this.things));
    if (found.length > 1) return { several: several(text, found.map((at) => this.things[at].id).sort()) };
    return found.length ? this.things[found[0]].id : this.numberedUnit(text.replace(/\)+$/, ''));
  }

  numberedUnit(text) {
    const [, card, number] = /^(.*)[- (]([0-9]+)$/s.exec(text) ?? [];
    const found = number ? this.spellings.find(card, placesOf(this.things), true) : null;
    return found?.[1].length === 1 ? `${this.things[found[1][0]].id}-${number}` : null;
  }

  meantTarget(text) {
    const words = parts(text);
    let at = 0;
    while (at < words.length && alike(words[at], ['crippled', 'damaged'])) at += 1;
    const unit = this.meantUnit(words.slice(at).join(' '));
    return typeof unit === 'string' ? [...words.slice(0, at).map((it) => it.toLowerCase()), unit].join(' ') : unit;
  }

  meantMember(text) {
    const cut = text.indexOf(' per ');
    const [who, per] = cut < 0 ? [text, null] : [text.slice(0, cut), text.slice(cut + 5)];
    const [count, of] = counted(who) ?? [null, ''];
    const [, before, last] = /^(.*) (x\+?[0-9]+)$/s.exec(who.trim()) ?? [];
    let [name, times] = [who, ''];
    if (count !== null) [name, times] = [of, ` x${count}`];
    else if (last && numeral(last.slice(1), 0, BYTE) !== null) [name, times] = [before, ` ${last}`];
    const unit = this.meantUnit(name.trim());
    if (typeof unit !== 'string' || per === null) return typeof unit === 'string' ? `${unit}${times}` : unit;
    const other = this.meantUnit(per.trim());
    return typeof other === 'string' ? `${unit}${times} per ${other}` : other;
  }

  meantAbility(text) {
    const [who, ...rest] = text.split('/');
    const name = rest.join('/').trim();
    if (!rest.length || !this.abilityNames.has(name.toLowerCase())) return null;
    const unit = this.meantUnit(who.trim());
    return typeof unit === 'string' ? `${unit}/${name}` : unit;
  }

  meantServes(text) {
    const cut = text.indexOf(' against ');
    const [at, against] = cut < 0 ? [text, ''] : [text.slice(0, cut), ` against ${text.slice(cut + 9).trim()}`];
    const known = against ? null : alike(at, this.battles.map(([word]) => word));
    if (known) return known;
    this.sectorNames ??= new Spellings(this.places.map((name, nth) => ({ id: `sector ${nth + 1}`, name })));
    const found = this.sectorNames.find(at, placesOf(this.places), false)?.[1] ?? [];
    const ids = found.map((nth) => `sector ${nth + 1}`);
    if (ids.length > 1) return { several: several(text, ids) };
    return ids.length ? `${ids[0]}${against}` : null;
  }

  share(text) {
    if (text.includes('/')) {
      const [some, ...rest] = text.split('/');
      const [part, whole] = [some, rest.join('/')].map((it) => numeral(it.trim(), 0, LARGE));
      return part !== null && whole !== null && whole > 0 && part <= whole;
    }
    if (text.endsWith('%')) return numeral(text.slice(0, -1).trim(), 0, 100) !== null;
    return this.shares.includes(text) || numeral(text, 0, BYTE) !== null;
  }

  // Which battles a plan serves: how it is called, its sector, and the side that it is against.
  serves(text) {
    const [word, number, against, side, ...more] = parts(text);
    if (number === undefined) return this.battles.filter(([it]) => it === word).map(([, said]) => ({ said }))[0] ?? null;
    const sector = numeral(number, 0, BYTE);
    if (word !== 'sector' || sector === null || more.length) return null;
    if (against === undefined) return { said: `sector ${sector}`, sector };
    const enemy = against === 'against' && Object.hasOwn(this.sides, side?.toLowerCase() ?? '') ? this.sides[side.toLowerCase()] : null;
    return enemy && { said: `sector ${sector} against ${enemy}`, sector, enemy };
  }

  ability(text) {
    const named = (word) => this.abilityNames.has(word.trim().toLowerCase());
    if (named(text)) return true;
    const [unit, ...name] = text.split('/');
    return name.length > 0 && this.unit(unit.trim()) && named(name.join('/'));
  }

  use(text) {
    const [column, row] = this.last;
    return phrase(this.uses, text) !== null || new RegExp(`^[A-${column}][1-${row}]$`).test(text.trim());
  }
}

class BattlePlans extends Standing {
  constructor(words, here) {
    super();
    this.words = words;
    this.here = here;
    this.readings = new Readings();
  }

  unknown({ text, line }, known, place) {
    const near = nearest(text, known);
    const all = `The keys are ${listAnd(inTicks(known))}.`;
    const elsewhere = text.includes('/') ? 'Put the question under `answers:`, two spaces further in.' : all;
    this.refuse('unknown-key', `${quote(text)} is not a key of ${place}.`, line, near ? `Did you mean \`${near}\`? ${all}` : elsewhere);
  }

  // The pairs of a mapping; none if it is something else.
  map(node, owner, example, wanted = 'lines') {
    if (node.kind === 'map') return this.entries(node.pairs);
    return this.wrongType(node, owner, `\`key: value\` ${wanted}`, `Write it as ${example}.`);
  }

  listed(node, owner, example) {
    return node.kind === 'list' ? node.items : this.wrongType(node, owner, 'a list', `Write each as ${example}.`);
  }

  read(key, node, wanted, of) {
    const word = this.value(key, node, `${key.text}: ...`);
    if (!word) return null;
    const found = of(word.text);
    return found || this.refuse('unknown-word', `${quote(word.text)} says nothing after \`${key.text}:\`.`, word.line, `Write ${wanted}.`);
  }

  choice(key, node, owner) {
    const known = this.words.choices[`${owner} ${key.text}`];
    return this.read(key, node, listOr(inTicks(known)), (text) => known.includes(text));
  }

  number(key, node) {
    const [least, most] = this.words.numbers[key.text];
    return this.read(key, node, `a number from ${least} to ${most}`, (text) => numeral(text, least, most) !== null);
  }

  unknownUnit({ text, line }) {
    const { units, ids } = this.words;
    const near = nearest(parts(text).at(-1) ?? '', [...units, ...ids]);
    const mend = near ? `Did you mean \`${near}\`?` : `Write ${inTicks(units).join(', ')}, a card or the id of a unit.`;
    this.refuse('unknown-unit', `${quote(text)} is no word for units.`, line, mend);
  }

  // The word that a plan would have for another, the same word if there is none; null, with a problem, of several it could be.
  meant(word, fits, meant) {
    const found = fits(word.text) || !this.readings.tries() ? null : meant(word.text);
    if (found?.several) return this.refuse('ambiguous-name', found.several[0], word.line, found.several[1]);
    return found === null ? word : { ...word, text: found };
  }

  units(key, node, fits, meant) {
    const list = this.list(key, node).map((it) => this.meant(it, fits, meant)).filter(Boolean);
    list.filter((it) => !fits(it.text)).forEach((it) => this.unknownUnit(it));
  }

  // Which battles each plan serves, no two the same.
  plans(root) {
    const served = new Set();
    for (const item of root.kind === 'list' ? root.items : [root]) {
      const said = this.plan(item);
      if (said === null) continue;
      if (served.has(said)) {
        this.refuse('duplicate-plan', `There are two plans for ${said}.`, item.line, 'Keep one of the two, or let them serve other battles with `battle: ...`.');
      }
      served.add(said);
    }
  }

  plan(root) {
    const entries = this.map(root, 'A battle plan', '`battle: any`, `like: bold` and so on, a line for each');
    if (!entries) return null;
    const draft = this.beginning(entries);
    entries.forEach(([key, node]) => this.field(draft, key, node));
    const [most] = this.words.most;
    const own = draft.groups.map((it) => it.name);
    if (own.length > most) this.refuse('too-many-groups', `This plan has ${own.length} groups; a plan has at most ${most}.`, root.line, 'Put groups together.');
    this.groupsNamed(draft, [...own, ...this.words.plans[0].groups.filter((it) => !own.includes(it))]);
    return draft.serves;
  }

  // That each group which the plan names is one of all that it has.
  groupsNamed({ groups, night, triggers, rearguard }, all) {
    const has = (word) => all.includes(word.text)
      || this.refuse('unknown-group', `This plan has no group ${quote(word.text)}.`, word.line, `Write ${listOr(inTicks(all))}.`);
    groups.filter((it) => it.screens).forEach((it) => has(it.screens));
    [...triggers.flat(), ...night].forEach(({ group, screens }) => has(group) && screens && has(screens));
    rearguard.forEach(has);
  }

  // The plan that this one is like, or the built-in one, then without its groups if there are others.
  beginning(entries) {
    const { plans, names } = this.words;
    const of = (word) => entries.find(([key]) => key.text === word)?.[1];
    const like = of('like');
    // Where nothing is written, YAML has this.
    const nothing = like?.plain && !like.text ? '~' : '';
    const name = like?.kind === 'word' ? like.text || nothing : '';
    const found = plans.find((it) => it.name === name);
    if (like && !found) {
      const near = nearest(name, names);
      this.refuse('unknown-plan', `There is no plan ${quote(name)}.`, like.line, near ? `Did you mean \`${near}\`?` : `Write ${listOr(inTicks(names))}.`);
    }
    const { serves, groups } = found ?? plans[0];
    const kept = found || !of('groups') ? groups.map((it) => ({ name: it, screens: null })) : [];
    return { serves, groups: kept, night: [], triggers: [], rearguard: [] };
  }

  field(draft, key, node) {
    switch (key.text) {
      case 'like': break;
      case 'battle': draft.serves = this.serves(key, node) ?? draft.serves; break;
      case 'edge': case 'cripples': this.choice(key, node, 'plan'); break;
      case 'groups': this.groups(draft, node); break;
      case 'targets': this.targets(node); break;
      case 'worth_floor': this.number(key, node); break;
      case 'air': this.airAndWaves(node); break;
      case 'night': this.night(draft, node); break;
      case 'break_off': this.breakOff(key, node); break;
      case 'rearguard': draft.rearguard = this.list(key, node); break;
      case 'triggers': this.triggers(draft, node); break;
      case 'abilities': this.abilities(node); break;
      default: this.unknown(key, this.words.keys.plan, 'a battle plan');
    }
  }

  serves(key, node) {
    const { sectors, fighting } = this.words;
    const isWord = node.kind === 'word' && !isNothing(node);
    const word = isWord ? this.meant(node, (text) => this.words.serves(text), (text) => this.words.meantServes(text)) : node;
    const found = word && this.read(key, word, SERVES, (text) => this.words.serves(text));
    if (!found) return null;
    const { said, sector, enemy } = found;
    const none = (mend) => this.refuse('unknown-battle', `There is nothing like ${said} here.`, node.line, mend);
    if (this.here && sector !== undefined) {
      if (sector < 1 || sector > sectors) none(`The sectors have numbers from 1 to ${sectors}.`);
      else if (enemy && !fighting.includes(enemy)) none(`The sides are ${listOr(fighting)}.`);
    }
    return said;
  }

  breakOff(key, node) {
    const bounds = this.words.numbers.break_off;
    this.read(key, node, `a number from ${bounds.join(' to ')}, or \`never\``, (text) => text === 'never' || numeral(text, ...bounds) !== null);
  }

  // How a group moves, with the group that it screens.
  bearing(key, node) {
    const word = this.value(key, node, 'posture: close 1');
    if (!word) return null;
    const { known, listed } = this.words.postures;
    const found = phrase(known, word.text);
    if (!found) return this.refuse('unknown-posture', `${quote(word.text)} is no posture.`, word.line, `Write ${listed}.`);
    return { screens: found.group === null ? null : { text: found.group, line: word.line } };
  }

  bearings(node) {
    const rows = this.map(node, 'Postures', '`{battle: close 1}`') ?? [];
    return rows.map(([key, value]) => [key, this.bearing(key, value)]).filter(([, it]) => it).map(([group, { screens }]) => ({ group, screens }));
  }

  groups(draft, node) {
    const items = this.listed(node, '`groups`', '`- {name: battle, members: [battleship], posture: close 1}`');
    if (!items) return;
    const seen = new Set();
    const fresh = [];
    for (const item of items) {
      const group = this.group(draft.groups.map((it) => it.name), item);
      if (!group) continue;
      const { text, line } = group.word;
      if (seen.has(text)) {
        this.refuse('duplicate-name', `There are two groups ${quote(text)}.`, line, 'Give one of them another name.');
        continue;
      }
      seen.add(text);
      const at = draft.groups.findIndex((it) => it.name === text);
      if (at >= 0) draft.groups[at] = group;
      else fresh.push(group);
    }
    draft.groups = [...fresh, ...draft.groups];
  }

  group(old, item) {
    const entries = this.map(item, 'A group', '`{name: battle, members: [battleship], posture: close 1}`', 'pairs');
    if (!entries) return null;
    const named = entries.find(([key]) => key.text === 'name');
    const incomplete = (what, mend) => this.refuse('incomplete-group', what, item.line, mend);
    if (!named) return incomplete('This group has no `name`.', 'Add `name: ...`.');
    const word = this.value(...named, 'name: battle');
    if (!word) return null;
    const group = { name: word.text, word, screens: null };
    for (const [key, node] of entries.filter((it) => it !== named)) this.groupField(group, key, node);
    for (const needed of old.includes(word.text) ? [] : ['members', 'posture']) {
      if (!entries.some(([key]) => key.text === needed)) incomplete(`The group ${quote(word.text)} has no \`${needed}\`.`, `Add \`${needed}: ...\`.`);
    }
    return group;
  }

  groupField(group, key, node) {
    switch (key.text) {
      case 'members': this.list(key, node).forEach((it) => this.member(it)); break;
      case 'posture': group.screens = this.bearing(key, node)?.screens ?? null; break;
      case 'station': case 'asw': this.choice(key, node, 'group'); break;
      case 'seek': this.units(key, node, (text) => this.words.unit(text), (text) => this.words.meantUnit(text)); break;
      case 'rows': this.rows(key, node); break;
      case 'depth': this.number(key, node); break;
      default: this.unknown(key, this.words.keys.group, 'a group');
    }
  }

  member(said) {
    const word = this.meant(said, (text) => this.words.member(text), (text) => this.words.meantMember(text));
    if (!word || this.words.member(word.text)) return;
    if (!/\s/u.test(word.text)) return this.unknownUnit(word);
    const mend = 'Write it as `destroyer`, `destroyer x3` or `destroyer x2 per carrier`.';
    this.refuse('unknown-unit', `${quote(word.text)} does not say who joins the group.`, word.line, mend);
  }

  rows(key, node) {
    const word = node.kind === 'list' ? null : this.value(key, node, 'rows: 4 5 3 6');
    const words = node.kind === 'list' ? this.list(key, node) : parts(word?.text ?? '').map((text) => ({ text, line: word.line }));
    const seen = new Set();
    for (const { text, line } of words) {
      const row = numeral(text, 1, this.words.rows);
      if (row === null || seen.has(row)) {
        return this.refuse('unknown-row', `${quote(text)} is no row, or comes twice.`, line, `Write rows from 1 to ${this.words.rows}, each once.`);
      }
      seen.add(row);
    }
  }

  targets(node) {
    for (const [key, value] of this.map(node, '`targets`', '`targets: {main: [battleship, any]}`') ?? []) {
      if (this.words.targets.includes(key.text)) this.units(key, value, (text) => this.words.target(text), (text) => this.words.meantTarget(text));
      else this.unknown(key, this.words.targets, '`targets`');
    }
  }

  airAndWaves(node) {
    for (const [key, value] of this.map(node, '`air`', '`air: {cap: 1/2, mass: 3}`') ?? []) {
      if (key.text !== 'waves') this.air(key, value, this.words.keys.air);
      else this.listed(value, '`waves`', '`- {wave: 2, cap: all}`')?.forEach((item) => this.wave(item));
    }
  }

  wave(item) {
    let number = null;
    const entries = this.map(item, 'A wave', '`{wave: 2, cap: all}`');
    if (!entries) return;
    for (const [key, node] of entries) {
      if (key.text === 'wave') number = this.number(key, node);
      else this.air(key, node, this.words.keys.air.filter((it) => it !== 'waves'));
    }
    if (!number) this.refuse('incomplete-wave', 'This wave has no number.', item.line, 'Add `wave: 2`, the first mission of an aircraft that is flown so.');
  }

  air(key, node, known) {
    switch (key.text) {
      case 'cap': case 'strike': return this.read(key, node, SHARE, (text) => this.words.share(text));
      case 'escort': case 'mass': case 'from_turn': return this.number(key, node);
      case 'weapon': case 'strafe': case 'multirole': return this.choice(key, node, 'air');
      case 'asw': return this.read(key, node, '`none`, `spare` or a number', (text) => this.words.hunters.includes(text) || numeral(text, 0, BYTE) !== null);
      default: return this.unknown(key, known, '`air`');
    }
  }

  night(draft, node) {
    for (const [key, value] of this.map(node, '`night`', '`night: {groups: {battle: close 1}, air: home}`') ?? []) {
      if (key.text === 'groups') draft.night = this.bearings(value);
      else if (key.text === 'air') this.choice(key, value, 'night');
      else this.unknown(key, this.words.keys.night, '`night`');
    }
  }

  triggers(draft, node) {
    const items = this.listed(node, '`triggers`', '`- {when: turn 6, then: withdraw}`');
    if (!items) return;
    const [, most] = this.words.most;
    if (items.length > most) this.refuse('too-many-triggers', `This plan has ${items.length} triggers; a plan has at most ${most}.`, node.line, 'Leave some out.');
    draft.triggers = items.map((item) => this.trigger(item)).filter(Boolean);
  }

  // The groups that a trigger names; null if something in it says nothing.
  trigger(item) {
    const example = '`{when: turn 6, then: withdraw}`';
    const entries = this.map(item, 'A trigger', example);
    if (!entries) return null;
    const said = new Map();
    for (const [key, node] of entries) {
      if (key.text === 'when') said.set('when', this.when(key, node));
      else if (key.text === 'then') said.set('then', this.then(key, node));
      else this.unknown(key, this.words.keys.trigger, 'a trigger');
    }
    for (const what of ['when', 'then']) {
      if (!said.has(what)) this.refuse('incomplete-trigger', `This trigger has no \`${what}\`.`, item.line, `Write it as ${example}.`);
    }
    return said.get('when') ? said.get('then') ?? null : null;
  }

  when(key, node) {
    const { known, listed } = this.words.clauses;
    if (node.kind !== 'map') return this.read(key, node, listed, (text) => phrase(known, text));
    let found = null;
    for (const [name, value] of this.entries(node.pairs)) {
      if (!this.words.keys.when.includes(name.text)) {
        this.unknown(name, this.words.keys.when, '`when`');
        continue;
      }
      found = true;
      for (const { text, line } of this.list(name, value)) {
        if (!phrase(known, text)) this.refuse('unknown-word', `${quote(text)} is no condition.`, line, `Write ${listed}.`);
      }
    }
    return found ?? this.refuse('incomplete-trigger', 'This condition says nothing.', node.line, 'Write it as `when: {all: [day, turn 3]}`.');
  }

  then(key, node) {
    if (node.kind === 'map') return this.bearings(node);
    return this.read(key, node, '`withdraw`, or postures as in `{battle: close 1}`', (text) => text === 'withdraw') && [];
  }

  abilities(node) {
    for (const [key, value] of this.map(node, '`abilities`', '`abilities: {Rapid Fire: turn 3}`') ?? []) {
      const word = this.meant(key, (text) => this.words.ability(text), (text) => this.words.meantAbility(text));
      if (!word) continue;
      if (this.words.ability(word.text)) {
        this.read(key, value, '`first`, `never`, `turn N`, or for deployment a sector such as `H4`', (text) => this.words.use(text));
        continue;
      }
      const near = nearest(key.text.split('/').at(-1), this.words.abilities);
      const mend = near ? `Did you mean \`${near}\`?` : 'Write its name as it stands on the card, or a card or unit, a slash and the name.';
      this.refuse('unknown-ability', `${quote(key.text)} is no ability.`, key.line, mend);
    }
  }

  // What stands under `battle-plans:` in the line before.
  section(root, line) {
    if (!root || (root.kind === 'word' && isNothing(root))) {
      this.missing({ text: 'battle-plans', line }, 'Write plans below it, each behind a `-`; `battle-plans: []` takes back those that stand.');
    } else if (root.kind === 'word') this.wrongType(root, '`battle-plans`', 'a list of plans', 'Write each plan behind a `-`.');
    else this.plans(root);
  }

  // What stands under `plan:` of a fight: a name or a whole plan.
  lead(root) {
    if (!root || (root.kind === 'word' && isNothing(root))) return;
    const { names } = this.words;
    if (root.kind !== 'word') this.plans(root);
    else if (!names.includes(root.text)) {
      this.refuse('unknown-plan', `${quote(root.text)} is not a battle plan.`, root.line, `Write ${listOr(names)}, or a whole plan.`);
    }
    if (root.kind === 'list' && !root.items.length) this.refuse('unknown-plan', 'The plan is empty.', root.line, `Write ${listOr(names)}, or a whole plan.`);
  }
}

const planWords = new WeakMap();

function judged(text, first, given, here, take) {
  if (!planWords.has(given)) planWords.set(given, new PlanWords(given));
  const plans = new BattlePlans(planWords.get(given), here);
  taken(plans, text, first, (root) => take(plans, root));
  return inOrder(plans.problems);
}

// Judges the battle plans of an orders file with the words of a game. Gives what is wrong, each with `code`, `what`, `mend` and
// `line`, in the order of the lines; `first` is the number of the first line.
export const battleProblems = (text, given, first = 1, groups = []) => judged(text, first, given, true,
  (plans, root) => plans.section(inPlans(root, groups, UNIT_LISTS), first - 1));

// Judges the plan of a side in a fight, which may lie in any sector, in the same way.
export const leadProblems = (text, given) => judged(text, 1, given, false, (plans, root) => plans.lead(root));
