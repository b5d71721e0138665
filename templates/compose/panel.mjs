// The questions, and the one that is being answered: who, what, how it stands, and what is wrong with it.

import { count, listAnd, titled, visible } from './words.mjs';
import { bound, counts, limitWords, marksOf, told, weight } from './limits.mjs';
import { inNames, plainly } from './plainly.mjs';
import { silenceAnswers } from './verdict.mjs';
import { keyOf } from './state.mjs';
import { membersIn } from './groups.mjs';
import { button, coded, el, typed } from './dom.mjs';
import { wayWords } from './arrows.mjs';
import { Desk } from './desk.mjs';

const GROUPS = { now: 'Asked now', early: 'May be answered now', later: 'Asked later: plans' };
const OTHERWISE = { ask: 'I am asked', doctrine: 'my doctrine answers', silence: 'the default stands' };
const HOLD = {
  firm: 'firm: counts whatever becomes known',
  fresh: 'fresh: void once a die falls or another side is heard',
};

// Whether a question is answered by amounts alone, such as how many of each are bought.
export const isAmount = ({ options }) => options.length > 1 && options.every(({ id, name }) => /^[0-9]+$/.test(id) && name === id);

export class Panel extends Desk {
  // How a question stands, in words.
  standing(it) {
    const { problems } = this.judged.get(keyOf(it));
    const { send, rows } = this.answer(it);
    if (!send) {
      if (it.when !== 'now') return '';
      return silenceAnswers(it.question) ? 'nothing chosen' : 'must be answered';
    }
    if (problems.length) return count(problems.length, 'problem');
    return rows.length ? `${rows.length} of ${it.question.subjects.length} chosen` : 'all by default';
  }

  renderNav() {
    const lists = Object.entries(GROUPS).flatMap(([when, title]) => {
      const here = this.asked.flatMap((it, at) => (it.when === when ? [at] : []));
      if (!here.length) return [];
      const line = (at) => {
        const it = this.asked[at];
        const bad = this.counts(it) && this.judged.get(keyOf(it)).problems.length;
        const props = { 'data-k': `question-${at}`, 'aria-current': at === this.at ? 'true' : null, class: bad ? 'co-bad' : null };
        const words = el('span', {}, ...coded(visible(it.question.title)), ' ', el('small', {}, it.question.key));
        return el('li', {}, button([words, el('small', {}, this.standing(it))], () => this.turnTo(at), props));
      };
      return [el('h3', {}, title), el('ol', {}, here.map(line))];
    });
    this.nav.hidden = !this.listed;
    this.nav.replaceChildren(...lists);
  }

  renderPanel() {
    this.panel.hidden = !this.it;
    if (!this.it) return this.panel.replaceChildren();
    const { question, when } = this.it;
    const judged = this.judged.get(keyOf(this.it));
    const form = el('form', { 'aria-labelledby': 'co-question', onsubmit: (event) => event.preventDefault() },
      el('h2', { id: 'co-question', tabindex: '-1' }, ...coded(question.title)),
      this.problems(judged, when),
      el('div', { class: 'co-columns' }, this.subjects(judged), this.options(judged)),
      this.wayList(),
      this.answers(judged),
      this.sending(when),
      this.help());
    this.panel.replaceChildren(form);
  }

  // The remarks of the form: rules and limits, for those who want to read them.
  help() {
    const { question, more } = this.it;
    const said = (question.limits ?? []).map((limit) => limitWords(question, limit)).filter(Boolean);
    const asksOn = more?.length ? el('p', {}, `What is left over is asked for in ${listAnd(more)}.`) : '';
    return el('details', { class: 'co-help', open: this.helped, ontoggle: (event) => (this.helped = event.target.open) },
      el('summary', { 'data-k': 'help' }, 'Rules and limits'),
      el('p', {}, 'Rule ', el('span', { class: 'rule' }, question.rule), ', in the file ', el('code', {}, question.key), '.'),
      ...question.about.map((line) => el('p', { class: 'co-about' }, line)),
      said.length ? el('ul', { class: 'co-limits' }, said.map((line) => el('li', {}, line))) : '',
      asksOn);
  }

  // The orders of this question as the chart shows them, to be changed or taken back.
  wayList() {
    const ways = this.ways().filter(({ way, own }) => own && way.said);
    if (!ways.length || isAmount(this.it.question)) return '';
    const line = ({ way, question }) => el('li', {}, el('span', {}, wayWords(this.atlas, question, way)), ' ', this.wayButtons(way, 'way'));
    return el('section', { class: 'co-ways', 'aria-labelledby': 'co-ways-title' }, el('h3', { id: 'co-ways-title' }, `Your orders: ${ways.length}`),
      el('ul', { class: 'co-way-list', 'aria-labelledby': 'co-ways-title' }, ways.map(line)));
  }

  // What can be done with an arrow.
  wayButtons(way, from) {
    const who = wayWords(this.atlas, this.it.question, way);
    const change = () => {
      this.pop = null;
      this.pickOnly(way.ats);
      this.say(`${who}: choose something else.`);
      this.panel.querySelector('.co-options button')?.focus({ preventScroll: true });
    };
    return [
      button('Change', change, { 'aria-label': `Change: ${who}`, 'data-k': `${from}-change-${way.key}` }), ' ',
      way.said ? button('Take back', () => this.forget(way.ats), { 'aria-label': `Take back: ${who}`, 'data-k': `${from}-back-${way.key}` }) : '',
    ];
  }

  // What the limits of the whole come to so far, and what is left of them.
  sums({ filled: choice }) {
    const { question } = this.it;
    if (choice.includes(null)) return [];
    const marks = marksOf(question, choice);
    const large = (question.limits ?? []).filter((it) => it.weighed && it.weighed.most > 0 && 2 * it.weighed.weights.length >= question.subjects.length);
    return large.map(({ weighed: it }) => {
      const spent = weight(it.weights, marks);
      const left = it.most - spent;
      const sentence = bound(it.what);
      if (sentence) return el('span', { class: left < 0 ? 'co-wrong' : null }, sentence, left < 0 ? `: ${-left} over it` : '');
      return el('span', { class: left < 0 ? 'co-wrong' : null }, el('b', {}, `${spent} of ${it.most} ${it.what}`), left < 0 ? `, ${-left} too much` : `, ${left} left`);
    });
  }

  // Whether a question goes into the file, and how a plan counts.
  sending(when) {
    const answer = this.answer();
    const words = when === 'later'
      ? 'Plan this: it goes into the file'
      : 'Answer this in the file; what is left out takes its default';
    const onchange = (event) => this.change(() => (answer.send = event.target.checked), event.target.checked ? 'In the file.' : 'Not in the file.');
    const send = el('label', {}, el('input', { type: 'checkbox', checked: answer.send, 'data-k': 'send', onchange }), ` ${words}`);
    if (when !== 'later') {
      const open = answer.send ? '' : el('span', { class: 'co-soft' }, ' As it is, your doctrine answers, or the default.');
      return el('p', { class: 'co-send' }, send, open);
    }
    const choice = (label, name, known) => {
      const options = Object.entries(known).map(([value, words]) => el('option', { value, selected: answer[name] === value }, words));
      const onchange = (event) => this.change(() => (this.answer()[name] = event.target.value), null);
      return el('label', { class: 'co-pair' }, label, el('select', { 'data-k': name, onchange }, options));
    };
    return el('div', { class: 'co-send' }, send, choice('It is ', 'hold', HOLD), choice('Where it cannot count, ', 'otherwise', OTHERWISE));
  }

  // What is wrong with the answer, or may not be meant.
  problems({ problems, warnings }, when) {
    const sent = this.answer().send;
    const shown = sent || this.answer().rows.length ? problems : [];
    const note = (words, kind) => el('li', { class: kind }, words);
    const lines = shown.map((it) => {
      const rule = it.rule ? ` (${it.rule})` : '';
      const plain = plainly(this.it.question, this.judged.get(keyOf(this.it)).filled, it);
      const words = plain ? `${plain}${rule}` : `${inNames(this.it.question, it.what)}${rule}.${it.mend ? ` Help: ${it.mend}.` : ''}`;
      return note(words, when === 'later' ? 'co-warn' : 'co-wrong');
    });
    lines.push(...warnings.map((line) => note(`Warning: ${inNames(this.it.question, line)}.`, 'co-warn')));
    if (!lines.length) return '';
    const head = when === 'later' && shown.length ? el('p', {}, 'As things stand the plan would be void:') : '';
    return el('div', { class: 'co-problems' }, head, el('ul', {}, lines));
  }

  // What a subject takes, in words.
  takes(at, { filled: choice }) {
    const { question } = this.it;
    const said = this.answer().rows.some(([who]) => who === at);
    if (choice[at] === null) return el('em', {}, 'needs a choice');
    const row = this.answer().rows.find(([who]) => who === at);
    const name = (row ? row.slice(1) : [choice[at]]).map((option) => titled(question.options[option])).join(', else ');
    return said ? el('b', {}, name) : el('span', { class: 'co-soft' }, `default: ${name}`);
  }

  // Whether a thing, at some places, is among what is looked for.
  isSought(it) {
    const sought = this.filter.trim().toLowerCase();
    if (sought && this.groupsSought().some(({ members }) => members.includes(it.id))) return true;
    return !sought || [it.id, titled(it), it.note ?? '', this.placesOf(it)].some((text) => text.toLowerCase().includes(sought));
  }

  // The groups of which the search has the name, or its beginning.
  groupsSought() {
    const sought = this.filter.trim().toLowerCase();
    return sought ? this.groups().filter(({ name }) => name.toLowerCase().startsWith(sought)) : [];
  }

  // The places of a subject or option in words.
  placesOf(it) {
    return this.atlas.of(it).map((mark) => this.atlas.names.get(mark)).join(', ');
  }

  // Who chooses. Where all that can be chosen are amounts, each has its own field.
  subjects(judged) {
    const { question } = this.it;
    const only = question.subjects.length === 1;
    const amounts = isAmount(question);
    // While some are chosen, the words in the search are about what they can take.
    const seeks = only || this.picked.size > 0;
    const shown = question.subjects.flatMap((it, at) => (seeks || this.isSought(it) ? [at] : []));
    const fault = new Map(judged.problems.flatMap((it) => it.who.map((at) => [at, it])));
    const line = (at) => {
      const it = question.subjects[at];
      const problem = this.answer().rows.length || this.answer().send ? fault.get(at) : null;
      const place = this.placesOf(it);
      const facts = [it.note, place && place !== it.name ? place : ''].filter(Boolean).join(', ');
      const onchange = (event) => this.pick([at], event.target.checked);
      const box = only ? '' : el('input', { type: 'checkbox', 'data-k': `subject-${at}`, checked: this.picked.has(at), onchange });
      const name = [titled(it), facts ? el('small', {}, ` ${facts}`) : '', ' '];
      const made = amounts ? [this.stepper(at, judged), ' ', ...name] : [el('label', {}, box, ' ', ...name, this.takes(at, judged))];
      const wrong = problem ? plainly(question, judged.filled, problem) ?? inNames(question, problem.what) : '';
      return el('li', { class: problem ? 'co-bad' : null }, made, problem ? el('small', { class: 'co-wrong' }, wrong) : '');
    };
    const all = shown.length > 0 && shown.every((at) => this.picked.has(at));
    const search = el('input', { type: 'search', value: this.filter, 'aria-label': 'Find a unit or a place', placeholder: 'find: name or place ( / )', 'data-k': 'filter',
      'aria-keyshortcuts': '/', onkeydown: (event) => this.sought(event, shown), oninput: typed((value) => { this.filter = value; this.render(); }) });
    const tools = el('p', { class: 'co-tools' }, search, only || amounts ? '' : button(all ? 'None' : 'All shown', () => this.pick(shown, !all), { 'data-k': 'all' }));
    return el('fieldset', { class: 'co-who' }, el('legend', {}, amounts ? 'How many' : 'Who'), tools, el('ul', { class: 'co-subjects' }, shown.map(line)));
  }

  // Enter in the search takes the first that is found: first who, then what.
  sought(event, shown) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const { question } = this.it;
    if (!this.filter.trim() && this.choosers().length) return this.toOptions();
    if (isAmount(question)) return this.panel.querySelector('.co-subjects input')?.focus();
    if (!this.choosers().length) {
      const [group] = this.groupsSought();
      const those = group ? membersIn(question, group) : [];
      if (those.length) {
        this.filter = '';
        this.say(`${group.name}: ${count(those.length, 'unit')} chosen. Type where to, or what.`);
        return this.pickOnly(those);
      }
      if (!shown.length) return this.seek();
      this.filter = '';
      const [mark] = this.atlas.of(question.subjects[shown[0]]);
      if (mark) this.chart?.reveal(mark);
      this.say(`${titled(question.subjects[shown[0]])} is chosen. Type where to, or what.`);
      return this.pick([shown[0]], true);
    }
    const found = this.open().find((at) => this.isSought(question.options[at]));
    if (found === undefined) return this.say(`Nothing that is open has the words ${visible(this.filter.trim())}.`);
    this.give(found);
  }

  // Shows a place that is only looked for.
  seek() {
    const sought = this.filter.trim().toLowerCase();
    const found = [...this.atlas.names].find(([, name]) => name.toLowerCase().includes(sought));
    this.say(found ? `${found[1]} is in view.` : `There is no unit and no place with the words ${visible(this.filter.trim())}.`);
    if (found) this.chart?.reveal(found[0]);
  }

  toOptions() {
    this.panel.querySelector('.co-options button')?.focus();
  }

  // A field for an amount, with less and more beside it.
  stepper(at, judged) {
    const { question } = this.it;
    const name = titled(question.subjects[at]);
    const open = [...question.sets[question.subjects[at].set]].sort((a, b) => Number(question.options[a].id) - Number(question.options[b].id));
    const now = open.indexOf(judged.filled[at]);
    const standard = question.subjects[at].default ?? null;
    const set = (nth) => {
      const option = open[nth];
      if (option === undefined) return;
      this.change(() => {
        const answer = this.answer();
        const others = answer.rows.filter(([who]) => who !== at);
        answer.rows = option === standard ? others : [...others, [at, option]].sort(([a], [b]) => a - b);
        answer.send = true;
      }, `${name}: ${question.options[option].id}.`);
    };
    const typedIn = (event) => {
      const value = Number.parseInt(event.target.value, 10) || 0;
      const nth = open.findLastIndex((option) => Number(question.options[option].id) <= value);
      if (nth < 0 || Number(question.options[open[nth]].id) !== value) this.say(`${name}: ${value} cannot be chosen; the next below it is taken.`);
      set(Math.max(nth, 0));
      this.render();
    };
    return el('span', { class: 'co-stepper' },
      button('−', () => set(now - 1), { 'aria-label': `Fewer: ${name}`, 'data-k': `less-${at}`, disabled: now <= 0 }),
      el('input', { type: 'text', inputmode: 'numeric', size: '3', value: now < 0 ? '' : question.options[open[now]].id, 'aria-label': name, 'data-k': `amount-${at}`, onchange: typedIn }),
      button('+', () => set(now + 1), { 'aria-label': `More: ${name}`, 'data-k': `more-${at}`, disabled: now >= open.length - 1 }));
  }

  // How many take an option, and how many may.
  load(option, { filled: choice }) {
    const here = choice.filter((it) => it === option).length;
    for (const limit of this.it.question.limits ?? []) {
      const counted = counts(limit);
      if (counted?.[0] === option) {
        const [, least, most] = counted;
        return `${here} of ${least === most ? least : most === Infinity ? `${least} or more` : `at most ${most}`}`;
      }
      const [kind, it] = told(limit);
      if (kind === 'room' && it.option === option) return `${here}, room for ${it.count}`;
      if (kind === 'wanted' && it.option === option) return `${here}, ${it.count} wanted`;
    }
    return here ? `${here}` : '';
  }

  // What they can take; nothing as long as nobody is chosen.
  options(judged) {
    const { question } = this.it;
    const who = this.choosers();
    if (!who.length || isAmount(question)) return '';
    const only = (at) => this.only === null || this.atlas.of(question.options[at]).includes(this.only);
    const all = this.open();
    const open = all.filter((at) => only(at) && this.isSought(question.options[at]));
    const line = (at) => {
      const it = question.options[at];
      const load = this.load(at, judged);
      const facts = [it.note, load].filter(Boolean).join('; ');
      return el('li', {}, button([titled(it), facts ? el('small', {}, ` ${facts}`) : ''], () => this.give(at), { 'data-k': `option-${at}` }));
    };
    const said = who.filter((at) => this.answer().rows.some(([it]) => it === at));
    const names = who.length > 3 ? count(who.length, 'chosen unit') : listAnd(who.map((at) => titled(question.subjects[at])));
    const drop = () => this.change(
      () => { this.answer().rows = this.answer().rows.filter(([at]) => !said.includes(at)); this.picked = new Set(); },
      'Back to the default.',
    );
    const none = all.length ? 'Nothing open has these words.' : `Nothing is open to all of ${names}.`;
    const body = open.length ? '' : el('p', {}, none);
    const onchange = (event) => { this.adding = event.target.checked; this.render(); };
    const adding = this.it.when === 'later'
      ? el('label', { class: 'co-pair' }, el('input', { type: 'checkbox', checked: this.adding, 'data-k': 'adding', onchange }), ' Add to what they take, best first')
      : '';
    const tools = el('p', { class: 'co-tools' }, said.length ? button('Back to the default', drop, { 'data-k': 'drop' }) : '',
      this.picked.size ? button('Choose others', () => this.pickOnly([]), { 'data-k': 'unpick' }) : '');
    return el('fieldset', { class: 'co-what' }, el('legend', {}, `What for ${names}`), body, adding, el('ul', { class: 'co-options' }, open.map(line)), tools);
  }

  // The answer as it stands, option by option; in a list the order can be changed.
  answers(judged) {
    const { question } = this.it;
    const { rows } = this.answer();
    const ordered = question.layout === 'by-option';
    const used = [...new Set(judged.filled.filter((it) => it !== null))].sort((a, b) => a - b);
    const line = (option) => {
      const said = rows.filter((row) => row[1] === option);
      const silent = judged.filled.flatMap((it, at) => (it === option && !rows.some(([who]) => who === at) ? [at] : []));
      const chip = ([at], nth) => el('li', {}, titled(question.subjects[at]),
        ordered && said.length > 1 ? this.movers(said, nth) : '',
        button('×', () => this.forget([at]), { 'aria-label': `Back to the default: ${titled(question.subjects[at])}`, 'data-k': `forget-${at}` }));
      const rest = silent.length ? el('span', { class: 'co-soft' }, `by default: ${silent.map((at) => titled(question.subjects[at])).join(', ')}`) : '';
      const list = said.length ? el('ol', { class: 'co-chips' }, said.map(chip)) : '';
      return [el('dt', {}, titled(question.options[option])), el('dd', {}, list, rest)];
    };
    const wishes = rows.filter((row) => row.length > 2);
    const best = (row) => {
      const [at, ...options] = row;
      const move = (nth, by) => this.change(() => {
        const now = this.answer().rows.find(([who]) => who === at);
        [now[nth + 1], now[nth + 1 + by]] = [now[nth + 1 + by], now[nth + 1]];
      }, `${titled(question.options[options[nth]])} moved ${by < 0 ? 'up' : 'down'}.`);
      const drop = (nth) => this.change(() => this.answer().rows.find(([who]) => who === at).splice(nth + 1, 1), `${titled(question.options[options[nth]])} is out.`);
      const name = titled(question.subjects[at]);
      return el('div', { class: 'co-wish' }, el('b', {}, name), this.ranks(options.map((it) => titled(question.options[it])), `best-${at}`, name, move, drop));
    };
    const silent = judged.filled.flatMap((it, at) => (it !== null && !rows.some(([who]) => who === at) ? [at] : []));
    const write = () => this.change(() => {
      const answer = this.answer();
      answer.rows = [...answer.rows, ...silent.map((at) => [at, judged.filled[at]])];
      answer.send = true;
    }, 'The defaults are written out.');
    const shows = ordered || wishes.length > 0 || this.unfolded;
    return el('details', { class: 'co-answers', open: shows, ontoggle: (event) => (this.unfolded = event.target.open) },
      el('summary', { 'data-k': 'answers' }, ordered ? 'The whole answer, each list from left to right' : 'The whole answer, with defaults'),
      el('dl', {}, used.flatMap(line)),
      wishes.length ? el('h3', {}, 'Best first') : '', wishes.map(best),
      silent.length ? button('Write the defaults out', write, { 'data-k': 'write' }) : '',
      rows.length ? button('Clear this answer', () => this.change(() => (this.answer().rows = []), 'All by default.'), { 'data-k': 'clear' }) : '');
  }

  // A list in order of preference: each word can go up and down, and out where `drop` is given.
  ranks(words, key, whose, move, drop) {
    const mover = (nth, by, sign, side) => button(sign, () => move(nth, by), {
      'aria-label': `Move ${words[nth]} ${side}: ${whose}`, 'data-k': `${key}-${words[nth]}-${side}`, disabled: words[nth + by] === undefined,
    });
    return el('ol', { class: 'co-ranks' }, words.map((word, nth) => el('li', {}, mover(nth, -1, '▲', 'up'), mover(nth, 1, '▼', 'down'), ' ', word,
      drop ? button('×', () => drop(nth), { 'aria-label': `Leave out ${word}: ${whose}`, 'data-k': `${key}-${nth}-out` }) : '')));
  }

  movers(said, nth) {
    const name = titled(this.it.question.subjects[said[nth][0]]);
    const move = (by) => this.change(() => {
      const { rows } = this.answer();
      const [a, b] = [rows.indexOf(said[nth]), rows.indexOf(said[nth + by])];
      [rows[a], rows[b]] = [rows[b], rows[a]];
    }, `${name} moved ${by < 0 ? 'left' : 'right'}.`);
    const mover = (by, sign, side) => button(sign, () => move(by), {
      'aria-label': `Move ${name} to the ${side}`, 'data-k': `${side}-${said[nth][0]}`, disabled: !said[nth + by],
    });
    return [mover(-1, '◀', 'left'), mover(1, '▶', 'right')];
  }
}
