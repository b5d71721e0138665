// The questions, and the one that is being answered: who, what, how it stands, and what is wrong with it.

import { count, listAnd, titled, visible } from './words.mjs';
import { counts, limitWords, marksOf, told, weight } from './limits.mjs';
import { silenceAnswers } from './verdict.mjs';
import { keyOf } from './state.mjs';
import { button, coded, el, typed } from './dom.mjs';
import { Desk } from './desk.mjs';

const GROUPS = { now: 'Asked now', early: 'May be answered now', later: 'Asked later: plans' };
const OTHERWISE = { ask: 'I am asked', doctrine: 'my doctrine answers', silence: 'the default stands' };
const HOLD = {
  firm: 'firm: counts whatever becomes known',
  fresh: 'fresh: void once a die falls or another side is heard',
};

export class Panel extends Desk {
  renderBar() {
    const { past, future } = this.store;
    const kept = this.store.kept === false ? 'This browser keeps nothing for this page: save the file before you close it.' : '';
    this.bar.replaceChildren(
      button('Undo', () => this.back(), { 'data-k': 'undo', disabled: !past.length, title: 'Ctrl+Z' }),
      button('Redo', () => this.again(), { 'data-k': 'redo', disabled: !future.length, title: 'Ctrl+Y' }),
      el('span', { class: 'co-soft' }, kept),
    );
  }

  // How a question stands, in words.
  standing(it) {
    const { problems } = this.judged.get(keyOf(it));
    const { send, rows } = this.answer(it);
    if (!send) {
      if (it.when !== 'now') return '';
      return silenceAnswers(it.question) ? 'left open' : 'must be answered';
    }
    if (problems.length) return count(problems.length, 'problem');
    return rows.length ? `${rows.length} of ${it.question.subjects.length} said` : 'all by default';
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
    this.nav.replaceChildren(...(lists.length ? lists : [el('p', {}, 'You are not asked anything.')]));
  }

  renderPanel() {
    if (!this.it) return this.panel.replaceChildren();
    const { question, when, more } = this.it;
    const judged = this.judged.get(keyOf(this.it));
    const said = (question.limits ?? []).map((limit) => limitWords(question, limit)).filter(Boolean);
    const asksOn = more?.length ? el('p', {}, `What is left over is asked for in ${listAnd(more)}.`) : null;
    this.panel.replaceChildren(
      el('h3', { tabindex: '-1' }, ...coded(question.title), ' ', el('span', { class: 'rule' }, `(${question.rule})`)),
      ...question.about.map((line) => el('p', { class: 'co-about' }, line)),
      said.length ? el('ul', { class: 'co-limits' }, said.map((line) => el('li', {}, line))) : '',
      ...this.sums(judged),
      asksOn ?? '',
      this.sending(when),
      this.problems(judged, when),
      el('div', { class: 'co-columns' }, this.subjects(judged), this.options(judged)),
      this.answers(judged),
    );
  }

  // What weighed limits come to so far.
  sums({ filled: choice }) {
    const { question } = this.it;
    if (choice.includes(null)) return [];
    const marks = marksOf(question, choice);
    const large = (question.limits ?? []).filter((it) => it.weighed && 2 * it.weighed.weights.length >= question.subjects.length);
    return large.map(({ weighed: it }) => el('p', {}, el('b', {}, `${weight(it.weights, marks)} of ${it.most} ${it.what}`)));
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
      return note(`${it.what}${rule}.${it.mend ? ` Help: ${it.mend}.` : ''}`, when === 'later' ? 'co-warn' : 'co-wrong');
    });
    lines.push(...warnings.map((line) => note(`Warning: ${line}.`, 'co-warn')));
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

  // Who chooses.
  subjects(judged) {
    const { question } = this.it;
    const only = question.subjects.length === 1;
    const words = this.filter.toLowerCase();
    const where = (it) => this.atlas.of(it).map((mark) => this.atlas.names.get(mark)).join(', ');
    const fits = (it) => !words || [it.id, it.name, it.note ?? '', where(it)].some((text) => text.toLowerCase().includes(words));
    const shown = question.subjects.flatMap((it, at) => (fits(it) ? [at] : []));
    const fault = new Map(judged.problems.flatMap((it) => it.who.map((at) => [at, it])));
    const line = (at) => {
      const it = question.subjects[at];
      const problem = this.answer().rows.length || this.answer().send ? fault.get(at) : null;
      const place = where(it);
      const facts = [it.note, place && place !== it.name ? place : ''].filter(Boolean).join(', ');
      const onchange = (event) => this.pick([at], event.target.checked);
      const box = only ? '' : el('input', { type: 'checkbox', 'data-k': `subject-${at}`, checked: this.picked.has(at), onchange });
      const label = el('label', {}, box, ' ', titled(it), facts ? el('small', {}, ` ${facts}`) : '', ' ', this.takes(at, judged));
      return el('li', { class: problem ? 'co-bad' : null }, label, problem ? el('small', { class: 'co-wrong' }, problem.what) : '');
    };
    const all = shown.length > 0 && shown.every((at) => this.picked.has(at));
    const tools = only
      ? ''
      : el('p', { class: 'co-tools' },
          el('input', { type: 'search', value: this.filter, 'aria-label': 'Show only names or places with', placeholder: 'name or place', 'data-k': 'filter',
            oninput: typed((value) => { this.filter = value; this.render(); }) }),
          button(all ? 'None' : 'All shown', () => this.pick(shown, !all), { 'data-k': 'all' }));
    return el('fieldset', {}, el('legend', {}, 'Who'), tools, el('ul', { class: 'co-subjects' }, shown.map(line)));
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

  // What they can take.
  options(judged) {
    const { question } = this.it;
    const who = this.choosers();
    const only = (at) => this.only === null || this.atlas.of(question.options[at]).includes(this.only);
    const open = this.open().filter(only);
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
    let body = el('p', { class: 'co-soft' }, 'Choose who first: in the list, or on the chart.');
    if (who.length) body = el('p', {}, open.length ? `For ${names}:` : `Nothing is open to all of ${names}.`);
    const onchange = (event) => { this.adding = event.target.checked; this.render(); };
    const adding = this.it.when === 'later' && who.length
      ? el('label', { class: 'co-pair' }, el('input', { type: 'checkbox', checked: this.adding, 'data-k': 'adding', onchange }), ' Add to what they take, best first')
      : '';
    return el('fieldset', {}, el('legend', {}, 'What'), body, adding, el('ul', { class: 'co-options' }, open.map(line)),
      said.length ? button('Back to the default', drop, { 'data-k': 'drop' }) : '');
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
        button('×', () => this.forget(at), { 'aria-label': `Back to the default: ${titled(question.subjects[at])}`, 'data-k': `forget-${at}` }));
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
    return el('div', { class: 'co-answers' }, el('h4', {}, ordered ? 'As it stands, each list from left to right' : 'As it stands'),
      el('dl', {}, used.flatMap(line)),
      wishes.length ? el('h4', {}, 'Best first') : '', wishes.map(best),
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
