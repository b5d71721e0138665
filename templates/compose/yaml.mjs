// Reads the part of YAML in which orders are written: words, lists and `key: value` lines, each with its line, words also with
// their stretch of the text. It is strict:
// whatever else YAML has, such as anchors, types and block texts, is refused with its line, and nothing is guessed.

// Why a text cannot be read, and in which line.
export class Unread extends Error {
  constructor(line, what) {
    super(what);
    this.line = line;
  }
}

const DEEPEST = 16;
// What an editor may show as the end of a line and YAML reads as none (`src/engine/draft/parse.rs`).
const STRANGE_ENDS = /\u000b|\u000c|\u0085|\u2028|\u2029/;
const ESCAPES = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', 0: '\0', '"': '"', '/': '/', '\\': '\\' };

class YamlReader {
  constructor(text, first) {
    this.text = text;
    this.at = 0;
    this.first = first;
    this.depth = 0;
    this.remarks = [];
  }

  // The number of the line in which a place is. Places are asked for in order, so each line is counted once.
  line(at = this.at) {
    const from = this.counted?.at <= at ? this.counted : { at: 0, line: this.first };
    let { line } = from;
    for (let end = this.text.indexOf('\n', from.at); end >= 0 && end < at; end = this.text.indexOf('\n', end + 1)) line += 1;
    this.counted = { at, line };
    return line;
  }

  fail(what, at = this.at) {
    throw new Unread(this.line(at), what);
  }

  get here() {
    return this.text[this.at];
  }

  lineEnd() {
    const end = this.text.indexOf('\n', this.at);
    return end < 0 ? this.text.length : end;
  }

  column() {
    return this.at - (this.text.lastIndexOf('\n', this.at - 1) + 1);
  }

  spaces() {
    while (this.here === ' ') this.at += 1;
  }

  remark() {
    this.remarks.push(this.line());
    this.at = this.lineEnd();
  }

  // Goes on to what comes next, past remarks and empty lines, and gives its column; -1 at the end.
  next() {
    for (;;) {
      this.spaces();
      if (this.here === undefined) return -1;
      if (this.here === '\n') this.at += 1;
      else if (this.here === '#') this.remark();
      else if (this.here === '\t') this.fail('there is a tab where only spaces are allowed');
      else return this.column();
    }
  }

  // Goes to the end of the line, on which nothing but a remark may follow.
  endLine() {
    const start = this.at;
    this.spaces();
    if (this.here === '#' && this.at > start) this.remark();
    if (this.here !== undefined && this.here !== '\n') this.fail('something follows the end of the value');
  }

  isDash() {
    return this.here === '-' && /^(?:[ \n]|$)/.test(this.text.slice(this.at + 1, this.at + 2));
  }

  deeper(read) {
    this.depth += 1;
    if (this.depth > DEEPEST) this.fail(`it is more than ${DEEPEST} levels deep`);
    const node = read();
    this.depth -= 1;
    return node;
  }

  quoted() {
    const start = this.at;
    const mark = this.here;
    let text = '';
    for (this.at += 1; ; this.at += 1) {
      const it = this.here;
      if (it === undefined || it === '\n') this.fail('a quote opens and is not closed on this line', start);
      if (it === mark && mark === "'" && this.text[this.at + 1] === "'") this.at += 1;
      else if (it === mark) break;
      if (mark === '"' && it === '\\') text += this.escape();
      else text += it;
    }
    this.at += 1;
    return { kind: 'word', text, plain: false, line: this.line(start), from: start, to: this.at };
  }

  escape() {
    this.at += 1;
    const digits = { x: 2, u: 4, U: 8 }[this.here];
    if (!digits) return ESCAPES[this.here] ?? this.fail('a backslash within double quotes is followed by what it does not go with');
    const code = this.text.slice(this.at + 1, this.at + 1 + digits);
    if (!/^[0-9a-fA-F]+$/.test(code) || code.length < digits || Number.parseInt(code, 16) > 0x10ffff) this.fail('a character is written in hexadecimal digits that are none');
    this.at += digits;
    return String.fromCodePoint(Number.parseInt(code, 16));
  }

  // A word without quotes, up to what ends it.
  plain(flow) {
    const start = this.at;
    const ends = flow ? /[,[\]{}\n]|:(?=[\s,[\]{}]|$)|\s#/g : /\n|:(?=\s|$)|\s#/g;
    if (/[&*!|>@`%"',[\]{}#]/.test(this.here)) this.fail(`a value cannot begin with \`${this.here}\` here`);
    if (/^[-?:](?:[\s,[\]{}]|$)/.test(this.text.slice(this.at, this.at + 2))) this.fail(`a value cannot begin with \`${this.here}\` here`);
    ends.lastIndex = start;
    this.at = ends.exec(this.text)?.index ?? this.text.length;
    const text = this.text.slice(start, this.at).trim();
    const to = start + text.length;
    if (text.includes('\t')) this.fail('there is a tab where only spaces are allowed', start);
    return { kind: 'word', text, plain: true, line: this.line(start), from: start, to };
  }

  word(flow) {
    return this.here === '"' || this.here === "'" ? this.quoted() : this.plain(flow);
  }

  empty() {
    return { kind: 'word', text: '', plain: true, line: this.line() };
  }

  // A list or lines in brackets, which may go over several lines.
  flow() {
    const open = this.at;
    const unclosed = () => this.fail(`\`${this.text[open]}\` opens and is not closed properly`, open);
    const list = this.here === '[';
    const node = list ? { kind: 'list', items: [], line: this.line() } : { kind: 'map', pairs: [], line: this.line() };
    for (this.at += 1; ; ) {
      if (this.next() < 0) unclosed();
      if (this.here === (list ? ']' : '}')) break;
      if (list) node.items.push(this.flowValue());
      else node.pairs.push(this.flowPair(unclosed));
      if (this.next() < 0) unclosed();
      if (this.here === ',') this.at += 1;
      else if (this.here !== (list ? ']' : '}')) unclosed();
    }
    this.at += 1;
    return node;
  }

  flowValue() {
    return '[{'.includes(this.here) ? this.deeper(() => this.flow()) : this.word(true);
  }

  flowPair(unclosed) {
    const key = this.word(true);
    this.next();
    if (this.here !== ':') unclosed();
    this.at += 1;
    this.next();
    return [key, ',}'.includes(this.here) ? this.empty() : this.flowValue()];
  }

  // The key that begins here, and the place behind its colon; null if none does.
  key() {
    const start = this.at;
    if ('[{'.includes(this.here) || this.here === undefined) return null;
    const key = this.word(false);
    this.spaces();
    const colon = this.here === ':' && /^(?:\s|$)/.test(this.text.slice(this.at + 1, this.at + 2));
    if (colon) {
      this.at += 1;
      return key;
    }
    this.at = start;
    return null;
  }

  // What stands behind a dash or a colon of a line that begins in a column.
  value(column, dash) {
    const start = this.at;
    this.spaces();
    const more = this.here === '#' && this.at > start;
    if (more) this.remark();
    if (this.here === undefined || this.here === '\n') {
      const none = this.empty();
      const next = this.next();
      const list = !dash && next === column && this.isDash();
      return next > column || list ? this.block(next) : none;
    }
    if (dash) return this.block(this.column());
    return this.inline();
  }

  // A value that ends with its line, or with its bracket.
  inline() {
    const node = this.flowValue();
    if (node.plain && this.here === ':') this.fail('this line has a second colon; put the text in quotes if it is part of it');
    this.endLine();
    return node;
  }

  block(column) {
    return this.deeper(() => {
      if (this.isDash()) return this.list(column);
      const key = this.key();
      return key ? this.map(column, key) : this.inline();
    });
  }

  // Whether another line of a list or mapping follows, which must begin in its column.
  follows(column) {
    const next = this.next();
    if (next > column) this.fail('this line is indented differently from the lines it belongs with');
    return next === column;
  }

  list(column) {
    const node = { kind: 'list', items: [], line: this.line() };
    do {
      if (!this.isDash()) break;
      this.at += 1;
      node.items.push(this.value(column, true));
    } while (this.follows(column));
    node.line = node.items[0].line;
    return node;
  }

  map(column, first) {
    const node = { kind: 'map', pairs: [], line: first.line };
    for (let key = first; ; key = this.key() ?? this.fail('this line should be a key, but has no colon')) {
      node.pairs.push([key, this.value(column, false)]);
      if (!this.follows(column)) return node;
      if (this.isDash()) this.fail('a list entry cannot begin with `-` here');
    }
  }

  document() {
    const column = this.next();
    if (column < 0) return null;
    const node = this.block(column);
    if (this.next() >= 0) this.fail('this line is indented differently from the lines it belongs with');
    return node;
  }
}

// What is said of the first character of a text that an editor may show as the end of a line and YAML reads as none, in the words
// of `src/engine/draft/parse.rs`; null if there is none.
export function strangeEnd(text) {
  const at = text.search(STRANGE_ENDS);
  if (at < 0) return null;
  const name = `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`;
  return { at, what: `${name} stands here: some editors show it as the end of a line, and it is none.`, mend: 'Delete it, and begin the new line with the Enter key.' };
}

// The tree of a text, null if it says nothing, and the lines with remarks. `first` is the number of its first line.
export function yamlTree(text, first = 1) {
  const strange = strangeEnd(text);
  if (strange) throw new Unread(first + text.slice(0, strange.at).split('\n').length - 1, `${strange.what} ${strange.mend}`);
  const reader = new YamlReader(text, first);
  return { root: reader.document(), remarks: reader.remarks };
}

// Whether nothing was written, or what YAML takes for nothing.
export const isNothing = (node) => node.kind === 'word' && node.plain && ['', '~', 'null'].includes(node.text);
