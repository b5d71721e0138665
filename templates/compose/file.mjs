// The end of the page: what the file says, its head, its seal, and the ways in which it leaves the page.

import { count, titled, visible } from './words.mjs';
import { silenceAnswers } from './verdict.mjs';
import { sha256 } from './sha256.mjs';
import { doctrineProblems } from './doctrine.mjs';
import { groupProblems, groupsWith } from './grouping.mjs';
import { battleProblems } from './battle.mjs';
import { preferences, swapped } from './wishes.mjs';
import { falseEnds, isStaff, newSalt, ordersFile, sealed } from './orders.mjs';
import { keyOf } from './state.mjs';
import { button, coded, copyText, el, typed } from './dom.mjs';
import { handOver, isServed, saveFile } from './hand_over.mjs';
import { WhatIf } from './what_if.mjs';

export class FilePart extends WhatIf {
  // What keeps the file from being accepted.
  obstacles() {
    const { packet, state } = this;
    const lines = [];
    if (packet.over) lines.push(`the match ${visible(packet.match)} is over and takes no more orders`);
    else if (!packet.takes) lines.push(`exchange ${packet.exchange} does not ask the ${packet.name} for orders`);
    else if (!packet.asked && !this.hasStanding()) {
      lines.push(`exchange ${packet.exchange} does not ask the ${packet.name} for orders, and the file has neither doctrine nor plans`);
    }
    for (const it of this.asked.filter((it) => this.counts(it))) {
      const { problems } = this.judged.get(keyOf(it));
      if (problems.length) lines.push(`${it.question.key}: ${count(problems.length, 'problem')}`);
    }
    if (state.final) {
      const open = this.asked.filter((it) => it.when === 'now' && !this.answer(it).send && !silenceAnswers(it.question));
      lines.push(...open.map((it) => `the file is final, but ${it.question.key} must be answered (${it.question.rule})`));
    }
    for (const [name, { length }] of [['groups', this.groupProblems()], ['doctrine', this.doctrineProblems()], ['battle plans', this.battleProblems()]]) {
      if (length) lines.push(`${name}: ${count(length, 'problem')}`);
    }
    const own = packet.leads ? { groups: state.groups, doctrine: state.doctrine, 'battle plans': state.battle } : {};
    for (const [name, text] of Object.entries(own)) {
      lines.push(...falseEnds(text).map((line) => `line ${line} of the ${name} holds ===, which could pass for the end of the orders`));
    }
    return lines;
  }

  // Whether the file says something that counts where nothing is asked: doctrine, plans or battle plans.
  hasStanding() {
    const { state } = this;
    const isPlanned = this.asked.some((it) => it.when === 'later' && this.answer(it).send);
    return isPlanned || state.plansKept.length > 0 || state.takeBack || [state.groups, state.doctrine, state.battle].some((text) => text?.trim());
  }

  orders() {
    const { state, packet } = this;
    const sent = this.asked.filter((it) => this.answer(it).send);
    const answers = sent.filter((it) => it.when !== 'later').map((it) => [it.question, this.answer(it).rows]);
    const planned = sent.filter((it) => it.when === 'later').map((it) => [it.question, this.answer(it).rows, this.answer(it)]);
    const all = packet.leads ? [...planned, ...state.plansKept] : [];
    const plans = all.length ? all : packet.leads && state.takeBack ? [] : null;
    const [doctrine, battle, groups] = packet.leads ? [state.doctrine, state.battle, state.groups] : [null, null, ''];
    return ordersFile(packet, { ...state, answers, plans, battle, doctrine, groups });
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
      const takes = (row) => row.slice(1).map((option) => titled(it.question.options[option])).join(', else ');
      rows.forEach((row) => by.set(takes(row), [...(by.get(takes(row)) ?? []), titled(it.question.subjects[row[0]])]));
      const said = [...by].map(([option, names]) => `${option}: ${names.join(', ')}`);
      const rest = it.question.subjects.length - rows.length;
      if (send && rest) said.push(rows.length ? `the default for ${rest} more` : 'the default for all');
      if (!send) said.push('no answer here: doctrine or the default answers');
      return el('li', {}, it.when === 'later' ? 'Plan: ' : '', ...coded(it.question.title), ' ', el('small', {}, it.question.key), `: ${said.join('; ')}.`);
    });
  }

  // Whether the file would be taken. Who is asked nothing and wrote nothing has nothing to send, which is no fault.
  verdict(obstacles) {
    const { packet } = this;
    if (packet.takes && !packet.over && !packet.asked && !this.hasStanding() && obstacles.length === 1) {
      const more = packet.leads ? ' Plans, doctrine and groups can be sent at any time.' : '';
      return el('p', { class: 'co-soft' }, `Nothing is asked of you in exchange ${packet.exchange}, so there is nothing to send.${more}`);
    }
    if (!obstacles.length) return el('p', { class: 'co-good' }, 'The answers are legal.');
    const lines = el('ul', {}, obstacles.map((line) => el('li', { class: 'co-wrong' }, line)));
    return el('div', { class: 'co-problems' }, el('p', {}, 'This file would be refused:'), lines);
  }

  renderFile() {
    this.file.hidden = Boolean(this.it);
    if (this.it) return this.file.replaceChildren();
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
    const kept = this.store.kept === false ? el('p', { class: 'co-soft' }, 'This browser keeps nothing for this page: save the file before you close it.') : '';
    const said = this.summary();
    const parts = [
      el('h2', { id: 'co-file-title', tabindex: '-1' }, 'Your orders'),
      this.verdict(obstacles),
      kept,
      ...this.sealing(orders),
      this.sendOff(text, obstacles),
      ...(said.length ? [el('h3', {}, 'In words'), el('ul', { class: 'co-words' }, said)] : []),
      field('Version ', el('input', { type: 'text', inputmode: 'numeric', size: '4', value: String(state.version), 'data-k': 'version', oninput: onversion })),
      el('p', { class: 'co-soft' }, 'Raise it when you send other orders for the same exchange.'),
      el('label', {}, el('input', { type: 'checkbox', checked: state.final, 'data-k': 'final', onchange: (event) => this.change(() => (state.final = event.target.checked), null) }),
        ` I will send nothing more${waits}`),
      field('A note to yourself ', el('input', { type: 'text', maxlength: '500', value: state.note, 'data-k': 'note', oninput: typed((value) => this.change(() => (state.note = value), null, 'note')) })),
    ];
    if (packet.leads) parts.push(...this.grouping(), ...this.doctrine());
    parts.push(...this.asText(text));
    this.file.replaceChildren(...parts.flat());
  }

  // What is wrong with a part of the file that is in the player's own words.
  problemsIn(part, judge) {
    const text = this.state[part];
    if (!this.packet.leads || !text.trim() || (!this.isComplete && text === this.packet[part])) return [];
    this.checked ??= {};
    // Doctrine and battle plans may name groups.
    const { groups } = this.state;
    const known = this.checked[part];
    if (known?.text !== text || known.groups !== groups) this.checked[part] = { text, groups, problems: judge(text) };
    return this.checked[part].problems;
  }

  // The groups as they stand with those of the file.
  groups() {
    const text = this.state.groups;
    if (this.grouped?.text !== text) this.grouped = { text, groups: groupsWith(this.packet, text) };
    return this.grouped.groups;
  }

  groupProblems() {
    return this.problemsIn('groups', (text) => groupProblems(this.packet, text));
  }

  // The groups that stand, and a field for those that the file names.
  grouping() {
    const { state, packet } = this;
    const standing = packet.groups.map(({ name, members }) => el('li', {}, el('b', {}, name), `: ${members.join(', ')}`));
    const area = el('textarea', { rows: '3', spellcheck: 'false', id: 'co-groups', 'data-k': 'groups', value: state.groups, placeholder: 'kido-butai: [akagi, kaga]',
      oninput: typed((value) => this.change(() => (state.groups = value), null, 'groups')) });
    return [el('label', { for: 'co-groups' }, 'Groups'), standing.length ? el('ul', { class: 'co-words' }, standing) : '', area, this.told(this.groupProblems()),
      el('p', { class: 'co-soft' }, 'A name for several units, a line each. It stands until you name it again; none takes it back.')];
  }

  doctrineProblems() {
    return this.problemsIn('doctrine', (text) => doctrineProblems(text, this.packet.vocabulary, 1, this.groups()));
  }

  battleProblems() {
    const { plans } = this.packet;
    const none = { line: 0, what: 'this game is not fought by battle plans', mend: 'take them out; standing orders for battles go into the doctrine' };
    return this.problemsIn('battle', (text) => (plans ? battleProblems(text, plans, 1, this.groups()) : [none]));
  }

  // Problems as `sealord check` says them.
  told(problems) {
    const line = (it) => el('li', { class: 'co-wrong' }, `${it.line > 0 ? `Line ${it.line}: ` : ''}${it.what}.${it.mend ? ` Help: ${it.mend.replace(/([^.?])$/, '$1.')}` : ''}`);
    return problems.length ? el('div', { class: 'co-problems' }, el('ul', {}, problems.map(line))) : '';
  }

  // The lists of the doctrine in which the order says what is best, to be put in another order.
  wishes() {
    const { doctrine } = this.state;
    const lists = preferences(doctrine);
    if (!lists.length) return '';
    const one = ({ title, words }, nth) => el('div', { class: 'co-wish' }, el('b', {}, title), this.ranks(words.map((it) => it.text), `wish-${nth}`, title,
      (at, by) => this.change(() => (this.state.doctrine = swapped(doctrine, words[at], words[at + by])), `${words[at].text} moved ${by < 0 ? 'up' : 'down'}.`)));
    return el('details', { open: this.wishing, ontoggle: (event) => (this.wishing = event.target.open) },
      el('summary', { 'data-k': 'wishes' }, 'Put lists in order, best first'), lists.map(one));
  }

  doctrine() {
    const { state, packet } = this;
    const parts = this.kept();
    if (packet.later.length) {
      parts.push(el('p', {}, el('label', {}, el('input', { type: 'checkbox', checked: state.takeBack, 'data-k': 'take-back', onchange: (event) => this.change(() => (state.takeBack = event.target.checked), null) }),
        ' Take back the plans that wait. (Plans in this file replace them in any case.)')));
    }
    const area = el('textarea', { rows: '8', spellcheck: 'false', id: 'co-doctrine', 'data-k': 'doctrine', value: state.doctrine,
      oninput: typed((value) => this.change(() => (state.doctrine = value), null, 'doctrine')) });
    parts.push(el('label', { for: 'co-doctrine' }, 'Doctrine'), area, ...this.staff(),
      this.told(this.doctrineProblems()),
      el('p', { class: 'co-soft' }, 'It goes into the file as you write it. What it comes to is seen when a question is put.'),
      this.wishes());
    return parts;
  }

  // The staff doctrine of the game, where it has one: a button that takes it, and what it says.
  staff() {
    const { staff } = this.packet.vocabulary;
    if (!staff) return [];
    const take = () => this.change(() => (this.state.doctrine = 'staff'), 'The file takes the staff doctrine.');
    return [
      el('p', {}, button('Staff doctrine', take, { 'data-k': 'staff-doctrine', disabled: isStaff(this.state.doctrine) }),
        el('span', { class: 'co-soft' }, ' writes `doctrine: staff`, which stands for the standing orders below.')),
      el('details', { open: this.staffShown, ontoggle: (event) => (this.staffShown = event.target.open) }, el('summary', {}, 'What the staff doctrine says'), el('pre', { tabindex: '0', 'aria-label': 'The staff doctrine' }, staff)),
    ];
  }

  // What a file that was opened brought and the page has no list for.
  kept() {
    const { state, packet } = this;
    const drop = (nth) => this.change(() => state.plansKept.splice(nth, 1), 'The plan is left out.');
    const parts = state.plansKept.map((text, nth) => el('div', { class: 'co-kept' }, el('p', {}, 'A plan from your file, kept as it stands. ',
      button('Leave it out', () => drop(nth), { 'data-k': `kept-${nth}` })), el('pre', { tabindex: '0', 'aria-label': 'The plan' }, text)));
    if (typeof packet.battle !== 'string' && !state.battle) return parts;
    const area = el('textarea', { rows: '6', spellcheck: 'false', id: 'co-battle', 'data-k': 'battle', value: state.battle,
      oninput: typed((value) => this.change(() => (state.battle = value), null, 'battle')) });
    return [...parts, el('label', { for: 'co-battle' }, 'Battle plans'), area, this.told(this.battleProblems()),
      el('p', { class: 'co-soft' }, 'They go into the file as you write them, each behind a dash.')];
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
    const say = (words) => this.say(words);
    const words = this.salt ? `commit ${sha256(text)}\n` : text;
    const mail = this.mail(words);
    const main = obstacles.length ? null : 'co-main';
    return [
      el('p', { class: 'co-tools' },
        isServed() ? button('Send', async () => say(await handOver({ name, text })), { 'data-k': 'send-file', class: main }) : '',
        button(`Save ${name}`, () => say(saveFile({ name, text })), { 'data-k': 'save', class: isServed() ? null : main }),
        button('Copy', () => copyText(text, this.file.querySelector('pre[aria-label="The file"]'), say), { 'data-k': 'copy' }),
        el('a', { href: mail, 'data-k': 'mail' }, this.salt ? 'Mail the commitment' : 'Mail the orders')),
      mail.length > 1900 ? el('p', { class: 'co-soft' }, 'Some mail programs cut a mail as long as this one: look at its end, or attach the file.') : '',
    ];
  }

  // The file as it will be sent.
  asText(text) {
    return [
      el('h3', {}, 'The file'),
      el('p', {}, this.salt ? 'Commitment (SHA-256 of the sealed file): ' : 'SHA-256 of the file: ', el('code', { class: 'co-hash' }, sha256(text))),
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
