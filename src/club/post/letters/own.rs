//! What the writer typed, apart from what the mail program added: quotations, the line above them, the
//! signature.

use std::collections::BTreeSet;

use crate::post::letters::marks::{BEGIN, END, is_marker, unquoted};
use crate::post::letters::programs::PROGRAMS;

/// Longest line above a quotation, in bytes, over all its lines.
const LONGEST_INTRODUCTION: usize = 500;

/// Lines of a text that are looked at; what follows is dropped.
const MOST_LINES: usize = 100_000;

/// Blocks of orders in one text that are looked at.
const MOST_BLOCKS: usize = 5;

/// A text taken apart.
pub struct Reading<'t> {
    lines: Vec<Line<'t>>,
    /// The quotation that stands under a header block is not marked line by line; it begins here.
    cut: usize,
    /// Whether the text had more lines than are looked at.
    pub too_long: bool,
}

struct Line<'t> {
    text: &'t str,
    depth: usize,
    /// Added by the mail program, or not prose.
    dropped: bool,
}

impl<'t> Reading<'t> {
    /// Takes a text apart.
    pub fn of(text: &'t str) -> Reading<'t> {
        let lines = text.lines().map(|line| Line { text: line, depth: unquoted(line).0, dropped: false });
        let lines: Vec<Line<'_>> = lines.take(MOST_LINES).collect();
        let too_long = lines.len() == MOST_LINES;
        let mut reading = Reading { lines, cut: usize::MAX, too_long };
        reading.cut = reading.original_message().unwrap_or(usize::MAX);
        reading.drop_introductions();
        reading.drop_signature();
        reading.drop_phone_line();
        reading.drop_block();
        reading.drop_pgp_frame();
        reading
    }

    /// The lines that the writer typed, without the order block, and without blank lines at both ends.
    pub fn own_text(&self) -> String {
        let own = |(at, line): &(usize, &Line<'t>)| *at < self.cut && line.depth == 0 && !line.dropped;
        let own = self.lines.iter().enumerate().filter(own);
        let lines: Vec<&str> = own.map(|(_, line)| line.text.trim_end_matches(['\r', ' '])).collect();
        lines.join("\n").trim_matches('\n').to_owned()
    }

    /// The text for a reader who cuts a block out, once for each block that is least deeply quoted, and
    /// whether they are quoted.
    ///
    /// A reply often holds several: the one that is meant, the empty form in the quotation, and an attached
    /// page that the mail program quoted as well. In each text the markers of all other blocks are blanked,
    /// so that every line keeps its number.
    pub fn block_texts(&self) -> Vec<(String, bool)> {
        let depth = |at: usize| self.lines[at].depth + usize::from(at >= self.cut);
        let markers =
            |marker| (0..self.lines.len()).filter(move |at| is_marker(self.lines[*at].text, marker));
        let begins: Vec<usize> = markers(BEGIN).collect();
        let Some(least) = begins.iter().map(|at| depth(*at)).min() else { return Vec::new() };
        let all: BTreeSet<usize> = begins.iter().copied().chain(markers(END)).collect();
        let wanted = begins.iter().enumerate().filter(|(_, begin)| depth(**begin) == least).take(MOST_BLOCKS);
        let text = |(number, begin): (usize, &usize)| {
            let next = begins.get(number + 1).copied().unwrap_or(self.lines.len());
            let mut text = String::new();
            for (at, line) in self.lines.iter().enumerate() {
                if (*begin..next).contains(&at) || !all.contains(&at) {
                    text.push_str(line.text);
                }
                text.push('\n');
            }
            (text, least > 0)
        };
        wanted.map(text).collect()
    }

    /// The line at which an unmarked copy of the answered message begins.
    fn original_message(&self) -> Option<usize> {
        (0..self.lines.len()).find(|at| {
            let line = &self.lines[*at];
            line.depth == 0 && (is_divider(line.text) || self.is_header_block(*at))
        })
    }

    /// Whether a header begins here as Outlook writes it above the message that is answered: three fields or
    /// more in seven lines, the writer's name among them. A rule may stand above it.
    fn is_header_block(&self, at: usize) -> bool {
        let first = self.lines[at].text.trim();
        let ruled = first.len() >= 20 && first.bytes().all(|byte| byte == b'_');
        let is_from = |word: &String| PROGRAMS.from.contains(word);
        let is_header = |word: &String| is_from(word) || PROGRAMS.others.contains(word);
        if !ruled && !field(first).is_some_and(|word| is_header(&word)) {
            return false;
        }
        let near = self.lines[at..].iter().take(7).filter_map(|line| field(line.text));
        let mut words: Vec<String> = near.filter(is_header).collect();
        words.sort_unstable();
        words.dedup();
        words.len() >= 3 && words.iter().any(is_from)
    }

    /// Drops `On …, Anna wrote:` and the like, over up to four lines. If what follows is not marked as
    /// quoted, all of it is the quotation.
    fn drop_introductions(&mut self) {
        let mut at = 0;
        while at < self.lines.len().min(self.cut) {
            let length = if self.lines[at].depth == 0 { self.introduction(at) } else { 0 };
            for line in &mut self.lines[at..at + length] {
                line.dropped = true;
            }
            at += length.max(1);
            if length > 0 && self.next_depth(at) == Some(0) {
                self.cut = at;
            }
        }
    }

    /// How many lines the introduction takes that begins here; 0 if none does.
    fn introduction(&self, at: usize) -> usize {
        let first = self.lines[at].text.trim();
        let opens = PROGRAMS.openers.iter().any(|opener| first.starts_with(opener));
        let before_quotation = first.ends_with(':') && self.next_depth(at + 1).is_some_and(|depth| depth > 0);
        if before_quotation && first.len() < LONGEST_INTRODUCTION && (opens || looks_like_introduction(first))
        {
            return 1;
        }
        if !opens {
            return 0;
        }
        let mut joined = String::new();
        for (number, line) in self.lines[at..].iter().take(4).enumerate() {
            if line.depth > 0 || joined.len() + line.text.len() > LONGEST_INTRODUCTION {
                return 0;
            }
            joined.push_str(line.text.trim());
            joined.push(' ');
            let ends = joined.trim_end().ends_with(':');
            if ends && PROGRAMS.verbs.iter().any(|verb| joined.contains(verb)) {
                return number + 1;
            }
            if line.text.trim().is_empty() {
                return 0;
            }
        }
        0
    }

    fn next_depth(&self, from: usize) -> Option<usize> {
        // A few blank lines at most stand between the introduction and the quotation.
        let next = self.lines.iter().skip(from).take(5).find(|line| !line.text.trim().is_empty());
        next.map(|line| line.depth)
    }

    /// Drops what follows `-- ` up to the next quoted line. The space is lost in many mail programs.
    fn drop_signature(&mut self) {
        let mut within = false;
        for line in &mut self.lines {
            within = line.depth == 0 && (within || line.text.trim_end_matches(['\r', ' ', '\u{a0}']) == "--");
            line.dropped |= within;
        }
    }

    /// Drops the last line that was typed, if a phone has put it there.
    fn drop_phone_line(&mut self) {
        let is_own = |line: &Line<'_>| line.depth == 0 && !line.dropped && !line.text.trim().is_empty();
        let Some(last) = self.lines[..self.lines.len().min(self.cut)].iter().rposition(is_own) else {
            return;
        };
        let text = self.lines[last].text.trim().to_lowercase();
        let is_phone = text.len() < 100 && PROGRAMS.phones.iter().any(|start| text.starts_with(start));
        self.lines[last].dropped |= is_phone;
    }

    /// Drops the order block, which is no prose.
    fn drop_block(&mut self) {
        let mut within = false;
        for line in &mut self.lines {
            within |= is_marker(line.text, BEGIN);
            line.dropped |= within;
            within &= !is_marker(line.text, END);
        }
    }

    /// Drops the frame of a PGP-signed text: what stands above its first blank line, and the signature.
    fn drop_pgp_frame(&mut self) {
        let mut until = None;
        for line in &mut self.lines {
            match line.text.trim_end() {
                "-----BEGIN PGP SIGNED MESSAGE-----" => until = Some(""),
                "-----BEGIN PGP SIGNATURE-----" => until = Some("-----END PGP SIGNATURE-----"),
                _ => {}
            }
            line.dropped |= until.is_some();
            if until.is_some_and(|end| line.text.trim_end() == end) {
                until = None;
            }
        }
    }
}

fn is_divider(line: &str) -> bool {
    let bare = line.trim().trim_matches(['-', ' ', '_']);
    let ruled = line.trim_start().starts_with("--") && line.len() < 120;
    ruled && PROGRAMS.dividers.contains(&bare.to_lowercase())
}

/// The word before the colon of a header line, in lower case, whatever stars a mail program put there for
/// bold.
fn field(line: &str) -> Option<String> {
    if line.len() > 1000 {
        return None;
    }
    let (word, _) = line.trim_start_matches(['*', ' ']).split_once(':')?;
    let word = word.trim_matches(['*', ' ', '\u{a0}']).to_lowercase();
    (word.len() < 20).then_some(word)
}

fn looks_like_introduction(line: &str) -> bool {
    PROGRAMS.verbs.iter().any(|verb| line.contains(verb))
        || line.contains('@') && line.bytes().filter(u8::is_ascii_digit).count() >= 4
}
