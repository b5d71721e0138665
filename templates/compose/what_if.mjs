// What if: where the player sets a fight up and takes the file for the odds away.

import { count, visible } from './words.mjs';
import { lexiconOf } from './doctrine.mjs';
import { fightAt, oddsFile, oddsObstacles, shipsOf } from './fight.mjs';
import { button, copyText, el, typed } from './dom.mjs';
import { saveFile } from './hand_over.mjs';
import { Panel } from './panel.mjs';

// How many units that could be added are listed.
const LISTED = 40;

export class WhatIf extends Panel {
  get fight() {
    return this.state.fight;
  }

  // Changes the fight. The orders stay as they are, and so does their seal.
  refight(how, words, stroke = null) {
    this.store.change((now) => how(now.fight), stroke);
    if (words) this.say(words);
    this.render();
  }

  renderFight() {
    const { packet, fight } = this;
    if (!packet.fight) return;
    const toggle = (event) => {
      if (event.target.open !== fight.open) this.refight((it) => (it.open = event.target.open), null, 'fight-open');
    };
    const head = el('summary', { 'data-k': 'fight' }, el('b', {}, 'What if: the odds of a fight'));
    this.what.replaceChildren(el('details', { open: fight.open, ontoggle: toggle }, head, fight.open ? this.fightParts() : ''));
  }

  fightParts() {
    const { packet, fight } = this;
    const { places, sides, flagged, turned } = packet.fight;
    const choice = (label, name, known, onpick) => el('label', { class: 'co-pair' }, label,
      el('select', { 'data-k': `fight-${name}`, onchange: (event) => onpick(event.target.value) },
        known.map(([value, words]) => el('option', { value, selected: fight[name] === value }, words))));
    const set = (name) => (value) => this.refight((it) => (it[name] = value), null);
    const nobody = [['', 'nobody'], ...sides];
    const take = () => this.refight((it) => Object.assign(it, fightAt(packet, it, it.at)), 'What stands there is in the fight.');
    const text = oddsFile(packet, fight, this.state.doctrine);
    const obstacles = oddsObstacles(packet, fight, this.state.doctrine);
    return [
      el('p', { class: 'co-soft' }, 'Set a fight up, save the file and run the command: it fights the battle ten thousand times and counts. Nothing of it goes into your orders.'),
      choice('Place ', 'at', [['', 'choose'], ...places.map(([word, name]) => [word, `${visible(name)}${visible(name) === word ? '' : ` (${word})`}`])], set('at')),
      el('p', {}, button('Take what stands there', take, { 'data-k': 'fight-take', disabled: !fight.at })),
      flagged ? choice('Flag there, or control: ', 'flag', nobody, set('flag')) : '',
      turned ? choice('First to fire ', 'first', [['', 'as it comes'], ...sides], set('first')) : '',
      el('div', { class: 'co-columns' }, sides.map((side, nth) => this.fleet(side, nth))),
      obstacles.length
        ? el('div', { class: 'co-problems' }, el('p', {}, 'This fight would be refused:'), el('ul', {}, obstacles.map((line) => el('li', { class: 'co-wrong' }, line))))
        : this.fightFile(text),
    ];
  }

  fightFile(text) {
    const name = `${this.fileName('yaml').replace(/\.yaml$/, '')}-odds.yaml`;
    const command = `sealord odds ${name}`;
    const pre = el('pre', { tabindex: '0', 'aria-label': 'The file for the odds' }, text);
    const run = el('code', {}, command);
    const say = (words) => this.say(words);
    return el('div', { class: 'co-odds' },
      el('p', { class: 'co-tools' },
        button(`Save ${name}`, () => say(saveFile({ name, text })), { 'data-k': 'fight-save', class: 'co-main' }),
        button('Copy the file', () => copyText(text, pre, say), { 'data-k': 'fight-copy' }),
        button('Copy the command', () => copyText(command, run, say), { 'data-k': 'fight-command' })),
      el('p', {}, 'Then run: ', run), pre);
  }

  // One side of the fight: its units, who could join them, and by what it fights.
  fleet([id, name], nth) {
    const { packet, fight } = this;
    const { units } = fight.sides[id];
    const known = new Map(shipsOf(packet).map((it) => [it.id, it]));
    const change = (how, words, stroke) => this.refight((it) => how(it.sides[id]), words, stroke);
    const titleOf = (it) => visible(known.get(it)?.name ?? it);
    const raids = shipsOf(packet).some((it) => it.raiding);
    const line = (unit, at) => el('li', {}, titleOf(unit.id), ' ',
      el('label', {}, el('small', {}, 'damage '), el('input', { type: 'number', min: '0', max: '99', value: String(unit.damage), class: 'co-number',
        'data-k': `fight-damage-${id}-${at}`, onchange: (event) => change((it) => (it.units[at].damage = Math.max(0, Math.min(99, Math.trunc(event.target.value) || 0))), null) })),
      raids ? el('label', {}, ' ', el('input', { type: 'checkbox', checked: unit.raiding, 'data-k': `fight-raids-${id}-${at}`,
        onchange: (event) => change((it) => (it.units[at].raiding = event.target.checked), null) }), el('small', {}, ' raids')) : '',
      button('×', () => change((it) => it.units.splice(at, 1), `${titleOf(unit.id)} is out.`), { 'aria-label': `Leave out ${titleOf(unit.id)}`, 'data-k': `fight-out-${id}-${at}` }));
    return el('fieldset', {}, el('legend', {}, `${visible(name)}: ${count(units.length, 'unit')}`),
      el('ul', { class: 'co-subjects' }, units.map(line)), ...this.reserves(id, nth, change), ...this.lead(id, change));
  }

  // Who could join a side: what the packet shows, and whatever else has a word.
  reserves(id, nth, change) {
    const { packet, fight } = this;
    const many = packet.fight.by_plan;
    const inIt = new Set(fight.sides[id].units.map((it) => it.id));
    this.wanted ??= {};
    const wanted = (this.wanted[id] ?? '').toLowerCase();
    const { places, stations } = packet.fight;
    const where = (it) => visible(places[it.station]?.[1] ?? stations[it.station - places.length] ?? '');
    const fits = (it) => [it.id, it.name, it.kind, where(it)].some((words) => words.toLowerCase().includes(wanted));
    const open = shipsOf(packet).filter((it) => it.side === nth && !inIt.has(it.id) && fits(it));
    const join = ({ id: word, name, damage, raiding }) => change((it) => it.units.push({ id: word, damage, raiding }), `${visible(name)} is in the fight.`);
    const search = el('input', { type: 'search', value: this.wanted[id] ?? '', 'aria-label': 'Show only units or places with', placeholder: 'name, class or place', 'data-k': `fight-filter-${id}`,
      oninput: typed((value) => { this.wanted[id] = value; this.render(); }) });
    const word = el('input', { type: 'text', 'aria-label': 'Another unit by its word', placeholder: 'another, by its word', 'data-k': `fight-word-${id}` });
    const add = () => {
      const lexicon = lexiconOf(packet.vocabulary);
      const said = word.value.trim();
      const meant = lexicon.names.has(said) ? [said] : lexicon.meant(said, (it) => it?.seen || many);
      const [text] = meant.length === 1 ? meant : [said];
      if (!lexicon.names.has(text)) return this.say(`${visible(text)}: no unit has this word; write it as reports do.`);
      if (inIt.has(text) && !many) return this.say(`${visible(text)} is in the fight already.`);
      word.value = '';
      join({ id: text, name: text, damage: 0, raiding: false });
    };
    return [
      el('p', { class: 'co-tools' }, search),
      el('ul', { class: 'co-options' }, open.slice(0, LISTED).map((it) =>
        el('li', {}, button([`+ ${visible(it.name)}`, el('small', {}, ` ${[visible(it.kind), where(it)].filter(Boolean).join(', ')}`)], () => join(it), { 'data-k': `fight-in-${it.id}` })))),
      open.length > LISTED ? el('p', { class: 'co-soft' }, `${open.length - LISTED} more: search for them.`) : '',
      el('p', { class: 'co-tools' }, word, button('Add', add, { 'data-k': `fight-add-${id}` })),
    ];
  }

  lead(id, change) {
    const { packet, fight } = this;
    const { by_plan: byPlan } = packet.fight;
    const { how, words } = fight.sides[id];
    const named = byPlan ? packet.plans.plans.map((plan) => [plan.name, plan.name]) : [];
    const page = byPlan || !packet.leads ? [] : [['page', 'the doctrine on this page']];
    const known = [['', byPlan ? 'the built-in plan' : 'sensible orders of the program'], ...named, ...page, ['own', byPlan ? 'a whole plan:' : 'this doctrine:']];
    const pick = el('select', { 'data-k': `fight-how-${id}`, onchange: (event) => change((it) => (it.how = event.target.value), null) },
      known.map(([value, label]) => el('option', { value, selected: how === value }, label)));
    const area = how === 'own'
      ? el('textarea', { rows: '6', spellcheck: 'false', 'aria-label': byPlan ? 'Plan' : 'Doctrine', 'data-k': `fight-words-${id}`, value: words,
          oninput: typed((value) => change((it) => (it.words = value), null, `fight-words-${id}`)) })
      : '';
    return [el('label', { class: 'co-pair' }, 'It fights by ', pick), area];
  }
}
