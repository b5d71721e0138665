// The page: what is asked, choices by list and by chart, the verdict beside its cause, and the file at the end.

import { count, listAnd, titled, visible } from './words.mjs';
import { counts, limitWords, told, warnings, weight, marksOf } from './limits.mjs';
import { filled, silenceAnswers, unsound, verdict } from './verdict.mjs';
import { sha256 } from './sha256.mjs';
import { entries, falseEnds, newSalt, ordersFile, sealed } from './orders.mjs';
import { Store, keyOf, questionsOf } from './state.mjs';
import { Atlas, Chart } from './chart.mjs';

// An element. Words go in as text and never as markup.
function el(name, props = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (key in made && typeof value !== 'string') made[key] = value;
    else if (key === 'value') made.value = value;
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.flat().filter((it) => it !== null && it !== false && it !== undefined));
  return made;
}

const button = (words, onclick, props = {}) => el('button', { type: 'button', onclick, ...props }, words);

// Listens to typing, letter by letter, so that nothing is drawn anew between a press on a button and its release.
const typed = (tell) => (event) => {
  if (!event.isComposing) tell(event.target.value);
};

const GROUPS = { now: 'Asked now', early: 'May be answered now', later: 'Asked later: plans' };
const OTHERWISE = { ask: 'I am asked', doctrine: 'my doctrine answers', silence: 'the default stands' };
const HOLD = {
  firm: 'firm: counts whatever becomes known',
  fresh: 'fresh: void once a die falls or another side is heard',
};

class Page {
  constructor(packet, root) {
    this.packet = packet;
    this.root = root;
    this.store = new Store(packet);
    this.asked = questionsOf(packet);
    this.at = 0;
    this.picked = new Set();
    this.filter = '';
    this.only = null;
    this.salt = null;
    this.atlas = new Atlas(packet);
    this.build();
    this.render();
  }

  get state() {
    return this.store.now;
  }

  get it() {
    return this.asked[this.at];
  }

  answer(it = this.it) {
    return this.state.answers[keyOf(it)];
  }

  // The verdict on what is said to a question, and what it comes to.
  judge(it) {
    const { rows } = this.answer(it);
    const given = verdict(it.question, entries(it.question, rows));
    const meant = new Map(rows);
    const said = it.question.subjects.map((_, at) => meant.get(at) ?? null);
    const choice = filled(it.question, said);
    // What the words of the file would be read as something else for.
    const other = given.choice?.findIndex((option, at) => meant.has(at) && meant.get(at) !== option) ?? -1;
    if (other >= 0) {
      const what = `${titled(it.question.subjects[other])}: another choice has the same name; write this answer by hand`;
      given.problems.push({ code: 'ambiguous-name', what, mend: null, rule: null, who: [other] });
    }
    const whole = choice.includes(null) ? null : choice;
    return { ...given, filled: choice, warnings: whole ? warnings(it.question, whole) : [] };
  }

  // Whether a question's problems keep the file from being accepted: those of a plan, and of what is not sent, do not.
  counts(it) {
    return it.when !== 'later' && this.answer(it).send;
  }

  build() {
    const title = el('h2', { id: 'compose-title' }, 'Your orders by pointing');
    const how =
      'Choose who, in the list or on the chart; then choose what, in the list or where the chart lights up. What you ' +
      'leave out takes its default. At the end there is the file to send. Nothing leaves this page by itself.';
    this.status = el('p', { class: 'co-status', role: 'status' });
    this.bar = el('div', { class: 'co-bar' });
    this.nav = el('nav', { class: 'co-nav', 'aria-label': 'Questions' });
    this.panel = el('div', { class: 'co-panel' });
    this.file = el('section', { class: 'co-file', 'aria-labelledby': 'co-file-title' });
    const desk = el('div', { class: 'co-desk' });
    const chart = document.querySelector('figure.sheets');
    if (chart?.querySelector('[data-place]') && this.asked.length) {
      const home = el('p', {}, el('a', { href: '#compose' }, 'The chart stands beside your orders.'));
      chart.before(home);
      desk.append(el('div', { class: 'co-chart' }, chart));
      this.chart = new Chart(chart, this.atlas, (mark) => this.point(mark));
    }
    desk.append(this.panel);
    this.root.replaceChildren(title, el('p', {}, how), this.bar, this.status, this.nav, desk, this.file);
    this.root.hidden = false;
    this.root.addEventListener('keydown', (event) => this.shortcut(event));
    document.querySelector('.contents ul')?.prepend(el('li', {}, el('a', { href: '#compose' }, 'Your orders by pointing')));
  }

  shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) {
      if (!['ArrowDown', 'ArrowUp'].includes(event.key) || event.target.type !== 'checkbox') return;
      const boxes = [...this.panel.querySelectorAll('.co-subjects input')];
      const next = boxes[boxes.indexOf(event.target) + (event.key === 'ArrowDown' ? 1 : -1)];
      if (next && boxes.includes(event.target)) {
        next.focus();
        event.preventDefault();
      }
      return;
    }
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) this.back();
    else if (key === 'y' || key === 'z') this.again();
    else return;
    event.preventDefault();
  }

  say(words) {
    this.status.textContent = words;
  }

  change(how, words, stroke = null) {
    this.store.change(how, stroke);
    this.salt = null;
    if (words) this.say(words);
    this.render();
  }

  back() {
    const did = this.store.undo();
    this.salt = null;
    this.say(did ? 'Taken back.' : 'There is nothing to take back.');
    this.render();
  }

  again() {
    const did = this.store.redo();
    this.salt = null;
    this.say(did ? 'Done again.' : 'There is nothing to do again.');
    this.render();
  }

  turnTo(at) {
    this.at = at;
    this.picked = new Set();
    this.filter = '';
    this.only = null;
    this.render();
    this.panel.querySelector('h3')?.focus();
  }

  // The subjects that choose next: those picked, or the only one there is.
  choosers() {
    if (!this.it) return [];
    return this.it.question.subjects.length === 1 ? [0] : [...this.picked].sort((a, b) => a - b);
  }

  // The options that are open to all who choose.
  open() {
    const { question } = this.it;
    const sets = this.choosers().map((at) => question.sets[question.subjects[at].set]);
    return sets.length ? sets[0].filter((option) => sets.every((set) => set.includes(option))) : [];
  }

  pick(ats, on) {
    ats.forEach((at) => (on ? this.picked.add(at) : this.picked.delete(at)));
    this.only = null;
    this.render();
  }

  // Gives an option to those who choose.
  give(option) {
    const { question } = this.it;
    const who = this.choosers();
    const names = listAnd(who.map((at) => titled(question.subjects[at])));
    this.change(
      () => {
        const answer = this.answer();
        const rows = answer.rows.filter(([at]) => !who.includes(at));
        answer.rows = [...rows, ...who.map((at) => [at, option])];
        answer.send = true;
        this.picked = new Set();
        this.only = null;
      },
      `${names}: ${titled(question.options[option])}.`,
    );
  }

  // Something on the chart was pointed at; says whether that meant anything.
  point(mark) {
    if (!this.it) return false;
    const { question } = this.it;
    const options = this.open().filter((at) => this.atlas.of(question.options[at]).includes(mark));
    if (options.length === 1) {
      this.give(options[0]);
      return true;
    }
    if (options.length) {
      this.only = mark;
      this.say(`${this.atlas.names.get(mark)}: several choices; they are in the list.`);
      this.render();
      this.panel.querySelector('.co-options button')?.focus();
      return true;
    }
    const here = question.subjects.flatMap((it, at) => (this.atlas.of(it).includes(mark) ? [at] : []));
    if (!here.length) return false;
    const all = here.every((at) => this.picked.has(at));
    this.say(`${this.atlas.names.get(mark)}: ${count(here.length, 'unit')} ${all ? 'no longer chosen' : 'chosen'}.`);
    this.pick(here, !all);
    return true;
  }

  render() {
    const stay = this.whereabouts();
    this.judged = new Map(this.asked.map((it) => [keyOf(it), this.judge(it)]));
    this.renderBar();
    this.renderNav();
    this.renderPanel();
    this.renderFile();
    if (this.chart) this.chart.show(this.marked());
    stay();
  }

  // Remembers where the reader is: what has the focus, the place of the caret, how far lists are scrolled. Gives what goes
  // back there once the page is drawn again.
  whereabouts() {
    const LISTS = '.co-nav ol, .co-subjects, .co-options, .co-file pre';
    const scrolled = [...this.root.querySelectorAll(LISTS)].map((it) => it.scrollTop);
    const { activeElement: active } = document;
    const focus = active?.dataset?.k;
    const caret = /^(TEXTAREA|INPUT)$/.test(active?.tagName) ? [active.selectionStart, active.selectionEnd, active.scrollTop] : null;
    return () => {
      this.root.querySelectorAll(LISTS).forEach((it, at) => (it.scrollTop = scrolled[at] ?? 0));
      if (!focus || document.activeElement?.dataset?.k === focus) return;
      const same = this.root.querySelector(`[data-k="${CSS.escape(focus)}"]`);
      const first = focus.startsWith('option-') ? this.panel.querySelector('.co-subjects input, .co-options button') : null;
      (same && !same.disabled ? same : first)?.focus({ preventScroll: true });
      if (!same || caret?.[0] === null || caret === null) return;
      same.setSelectionRange(caret[0], caret[1]);
      same.scrollTop = caret[2];
    };
  }

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
        const words = el('span', {}, `${visible(it.question.title)} `, el('small', {}, it.question.key));
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
      el('h3', { tabindex: '-1' }, `${question.title} `, el('span', { class: 'rule' }, `(${question.rule})`)),
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
    const name = titled(question.options[choice[at]]);
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
    return el('fieldset', {}, el('legend', {}, 'What'), body, el('ul', { class: 'co-options' }, open.map(line)),
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
    const silent = judged.filled.flatMap((it, at) => (it !== null && !rows.some(([who]) => who === at) ? [at] : []));
    const write = () => this.change(() => {
      const answer = this.answer();
      answer.rows = [...answer.rows, ...silent.map((at) => [at, judged.filled[at]])];
      answer.send = true;
    }, 'The defaults are written out.');
    return el('div', { class: 'co-answers' }, el('h4', {}, ordered ? 'As it stands, each list from left to right' : 'As it stands'),
      el('dl', {}, used.flatMap(line)),
      silent.length ? button('Write the defaults out', write, { 'data-k': 'write' }) : '',
      rows.length ? button('Clear this answer', () => this.change(() => (this.answer().rows = []), 'All by default.'), { 'data-k': 'clear' }) : '');
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

  forget(at) {
    const name = titled(this.it.question.subjects[at]);
    this.change(() => (this.answer().rows = this.answer().rows.filter(([who]) => who !== at)), `${name}: back to the default.`);
  }

  // What the chart shows: where those are who are asked about, and what is open to those who choose.
  marked() {
    const marked = new Map();
    if (!this.it) return marked;
    const { question } = this.it;
    const add = (mark, words, name) => {
      const known = marked.get(mark) ?? { words: null, classes: [] };
      if (words) known.words = known.words ? `${known.words}; ${words}` : words;
      known.classes.push(name);
      marked.set(mark, known);
    };
    const here = new Map();
    question.subjects.forEach((it, at) => this.atlas.of(it).forEach((mark) => here.set(mark, [...(here.get(mark) ?? []), at])));
    for (const [mark, ats] of here) {
      add(mark, `choose ${count(ats.length, 'unit')} that are asked about`, 'co-stands');
      if (ats.some((at) => this.picked.has(at))) add(mark, 'chosen', 'co-chosen');
    }
    for (const option of this.open()) {
      const it = question.options[option];
      this.atlas.of(it).forEach((mark) => add(mark, `choose ${titled(it)}`, 'co-lit'));
    }
    this.atlas.scene(question).forEach((mark) => add(mark, null, 'co-here'));
    return marked;
  }

  // What keeps the file from being accepted.
  obstacles() {
    const { packet, state } = this;
    const lines = [];
    if (packet.over) lines.push(`the match ${visible(packet.match)} is over and takes no more orders`);
    else if (!packet.asked) lines.push(`exchange ${packet.exchange} does not ask the ${packet.name} for orders`);
    for (const it of this.asked.filter((it) => this.counts(it))) {
      const { problems } = this.judged.get(keyOf(it));
      if (problems.length) lines.push(`${it.question.key}: ${count(problems.length, 'problem')}`);
    }
    if (state.final) {
      const open = this.asked.filter((it) => it.when === 'now' && !this.answer(it).send && !silenceAnswers(it.question));
      lines.push(...open.map((it) => `the file is final, but ${it.question.key} must be answered (${it.question.rule})`));
    }
    if (packet.leads) lines.push(...falseEnds(state.doctrine).map((line) => `line ${line} of the doctrine holds ===, which could pass for the end of the orders`));
    return lines;
  }

  orders() {
    const { state, packet } = this;
    const sent = this.asked.filter((it) => this.answer(it).send);
    const answers = sent.filter((it) => it.when !== 'later').map((it) => [it.question, this.answer(it).rows]);
    const planned = sent.filter((it) => it.when === 'later').map((it) => [it.question, this.answer(it).rows, this.answer(it)]);
    const plans = planned.length ? planned : packet.leads && state.takeBack ? [] : null;
    const doctrine = packet.leads ? state.doctrine : null;
    return ordersFile(packet, { ...state, answers, plans, doctrine });
  }

  fileName(end) {
    const name = /^[a-z0-9-]{1,64}$/.test(this.packet.match) ? this.packet.match : 'match';
    const player = this.packet.player && /^[\p{L}\p{N}-]+$/u.test(this.packet.player) ? `-${this.packet.player}` : '';
    return `${name}-${String(this.packet.exchange).padStart(3, '0')}-${this.packet.side}${player}.${end}`;
  }

  // What the file says, in words.
  summary() {
    return this.asked.filter((it) => it.when === 'now' || this.answer(it).send).map((it) => {
      const { rows, send } = this.answer(it);
      const by = new Map();
      rows.forEach(([at, option]) => by.set(option, [...(by.get(option) ?? []), titled(it.question.subjects[at])]));
      const said = [...by].map(([option, names]) => `${titled(it.question.options[option])}: ${names.join(', ')}`);
      const rest = it.question.subjects.length - rows.length;
      if (send && rest) said.push(rows.length ? `the default for ${rest} more` : 'the default for all');
      if (!send) said.push('left open: doctrine or the default answers');
      return el('li', {}, `${it.when === 'later' ? 'Plan: ' : ''}${it.question.title} `, el('small', {}, it.question.key), `: ${said.join('; ')}.`);
    });
  }

  renderFile() {
    const { state, packet } = this;
    const obstacles = this.obstacles();
    const orders = this.orders();
    const text = this.salt ? sealed(packet, this.salt, orders) : orders;
    const field = (label, made) => el('label', { class: 'co-pair' }, label, made);
    const onversion = typed((words) => {
      const value = Number.parseInt(words, 10);
      if (value > 0 && value < 1e9) this.change(() => (state.version = value), null, 'version');
    });
    const waits = packet.waits ? ': do not wait for the deadline' : '';
    const parts = [
      el('h3', { id: 'co-file-title' }, 'The file'),
      obstacles.length
        ? el('div', { class: 'co-problems' }, el('p', {}, 'This file would be refused:'), el('ul', {}, obstacles.map((line) => el('li', { class: 'co-wrong' }, line))))
        : el('p', { class: 'co-good' }, 'The answers are legal.'),
      el('h4', {}, 'In words'),
      el('ul', { class: 'co-words' }, this.summary()),
      field('Version ', el('input', { type: 'text', inputmode: 'numeric', size: '4', value: String(state.version), 'data-k': 'version', oninput: onversion })),
      el('p', { class: 'co-soft' }, 'Raise it when you send other orders for the same exchange.'),
      el('label', {}, el('input', { type: 'checkbox', checked: state.final, 'data-k': 'final', onchange: (event) => this.change(() => (state.final = event.target.checked), null) }),
        ` I will send nothing more${waits}`),
      field('A note to yourself ', el('input', { type: 'text', maxlength: '500', value: state.note, 'data-k': 'note', oninput: typed((value) => this.change(() => (state.note = value), null, 'note')) })),
    ];
    if (packet.leads) parts.push(...this.doctrine());
    parts.push(...this.sealing(orders), ...this.sendOff(text, obstacles));
    this.file.replaceChildren(...parts);
  }

  doctrine() {
    const { state, packet } = this;
    const parts = [];
    if (packet.later.length) {
      parts.push(el('p', {}, el('label', {}, el('input', { type: 'checkbox', checked: state.takeBack, 'data-k': 'take-back', onchange: (event) => this.change(() => (state.takeBack = event.target.checked), null) }),
        ' Take back the plans that wait. (Plans in this file replace them in any case.)')));
    }
    const area = el('textarea', { rows: '8', spellcheck: 'false', id: 'co-doctrine', 'data-k': 'doctrine', value: state.doctrine,
      oninput: typed((value) => this.change(() => (state.doctrine = value), null, 'doctrine')) });
    parts.push(el('label', { for: 'co-doctrine' }, 'Doctrine'), area,
      el('p', { class: 'co-soft' }, 'It goes into the file as you write it. This page does not check it: sealord check does, and so does your receipt.'));
    return parts;
  }

  sealing(orders) {
    const { packet } = this;
    if (!packet.seals || packet.player) return [];
    const why = 'In this match orders are sealed: first the commitment goes out, later the sealed file.';
    if (!packet.sealable) return [el('p', {}, `${why} Seal this file with sealord seal.`)];
    if (!this.salt) {
      const seal = () => {
        this.salt = newSalt();
        this.say(this.salt ? 'Sealed. Save the sealed file now: without it the commitment is lost.' : 'This browser has no source of chance: seal the file with sealord seal.');
        this.render();
      };
      return [el('p', {}, `${why} `, button('Seal', seal, { 'data-k': 'seal' }))];
    }
    return [el('p', { class: 'co-good' }, 'Sealed with a salt of its own. Save this file before you send the commitment; any change needs a new seal. Inside: ',
      el('code', {}, sha256(orders)), '.')];
  }

  sendOff(text, obstacles) {
    const name = this.fileName(this.salt ? 'yaml.sealed' : 'yaml');
    const hash = sha256(text);
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(text);
        this.say('Copied.');
      } catch {
        this.say('This browser does not let a page copy: mark the text below and copy it.');
        getSelection().selectAllChildren(this.file.querySelector('pre'));
      }
    };
    const save = () => {
      const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
      const link = el('a', { href: url, download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 10000);
      this.say(`${name} is saved.`);
    };
    const words = this.salt ? `commit ${hash}\n` : text;
    const mail = this.mail(words);
    return [
      el('p', { class: 'co-tools' },
        button(`Save ${name}`, save, { 'data-k': 'save', class: obstacles.length ? null : 'co-main' }),
        button('Copy', copy, { 'data-k': 'copy' }),
        el('a', { href: mail, 'data-k': 'mail' }, this.salt ? 'Mail the commitment' : 'Mail the orders')),
      mail.length > 1900 ? el('p', { class: 'co-soft' }, 'Some mail programs cut a mail as long as this one: look at its end, or attach the file.') : '',
      el('p', {}, this.salt ? 'Commitment (SHA-256 of the sealed file): ' : 'SHA-256 of the file: ', el('code', { class: 'co-hash' }, hash)),
      el('pre', { tabindex: '0', 'aria-label': 'The file' }, text),
    ];
  }

  // A link that opens a mail with these words.
  mail(words) {
    const { packet } = this;
    const code = '(Write the line with your code word, code: ..., here.)\n\n';
    const body = encodeURIComponent(`${code}${words}`.replaceAll('\n', '\r\n'));
    const subject = encodeURIComponent(`Re: [sealord ${packet.match}/${packet.side}]`);
    return `mailto:${packet.mail ?? ''}?subject=${subject}&body=${body}`;
  }
}

// Says on the page that the packet cannot be used, and why.
function refuse(root, why) {
  const help = 'Ask the umpire for the packet again. The report on this page can still be read.';
  root.replaceChildren(el('h2', { id: 'compose-title' }, 'Your orders by pointing'), el('p', { class: 'warn' }, `The packet is damaged: ${why}. ${help}`));
  root.hidden = false;
}

// What is wrong with a packet, in words; null if nothing is.
function damage(packet) {
  const lists = ['questions', 'ahead', 'later', 'places'];
  const missing = lists.find((name) => !Array.isArray(packet?.[name]));
  if (missing) return `its list of ${missing} is missing`;
  return questionsOf(packet).map((it) => unsound(it.question)).find(Boolean) ?? null;
}

function begin() {
  const root = document.getElementById('compose');
  let packet;
  try {
    packet = JSON.parse(document.getElementById('compose-data').textContent);
  } catch (error) {
    refuse(root, `it cannot be read (${error.message})`);
    return;
  }
  try {
    const why = damage(packet);
    if (why) refuse(root, why);
    else new Page(packet, root);
  } catch (error) {
    refuse(root, `the page could not be built (${error.message})`);
  }
}

begin();
