//! Whether words are a person's own, or stand in a text that was mailed before. Mail programs begin the copy
//! of an answered mail in more ways than any list holds; so what a person says is compared with what went to
//! him: every line that is more than a courtesy, and every six words in a row, however lines were folded,
//! wrapped or marked on the way.

use std::collections::BTreeSet;

use super::command::is_courtesy;
use super::html;
use super::marks::unquoted;
use super::plain::is_invisible;

/// Words in a row that are looked for.
const RUN: usize = 6;
/// How many of them must be words and not numbers: people write dates, too.
const SPELT: usize = 4;
/// Lines above a line of the office's that may be the head of its copy.
const HEAD: usize = 6;
/// Bytes of a page that are read.
const LONGEST_PAGE: usize = 2 * 1024 * 1024;

/// What was mailed, as the hashes of its lines and of its words in a row.
#[derive(Clone, Debug, Default)]
pub struct Echo {
    hashes: BTreeSet<u64>,
    /// Others that were kept, in sorted lists.
    kept: Vec<Vec<u64>>,
}

/// A word of a text, and its line.
struct Spoken {
    hash: u64,
    is_spelt: bool,
    line: usize,
}

impl Echo {
    /// Takes in hashes that were kept, sorted.
    pub fn keep(&mut self, sorted: Vec<u64>) {
        self.kept.push(sorted);
    }

    /// The hashes of what was taken in here, to be kept.
    pub fn hashes(&self) -> impl Iterator<Item = u64> {
        self.hashes.iter().copied()
    }

    /// Takes in what another has.
    pub fn join(&mut self, other: Echo) {
        self.hashes.extend(other.hashes);
        self.kept.extend(other.kept);
    }

    /// Whether this hash is among them.
    pub fn has(&self, hash: u64) -> bool {
        self.hashes.contains(&hash) || self.kept.iter().any(|kept| kept.binary_search(&hash).is_ok())
    }

    fn is_empty(&self) -> bool {
        self.hashes.is_empty() && self.kept.iter().all(Vec::is_empty)
    }

    /// Takes in a text.
    pub fn add(&mut self, text: &str) {
        let lines: Vec<&str> = text.lines().map(|line| unquoted(line).1).collect();
        self.hashes.extend(lines.iter().filter_map(|line| line_hash(line)));
        let words = spoken(&lines);
        self.hashes.extend(words.windows(RUN).filter_map(run_hash));
    }

    /// Takes in the words of a page.
    pub fn add_page(&mut self, page: &str) {
        self.add(&html::text(page, LONGEST_PAGE).0);
    }

    /// The first line of what somebody typed that stands in it, counted from 0. `whole` is the text from
    /// which that was taken: a line that a program has wrapped goes on outside of its reply mark.
    pub fn find(&self, own: &str, whole: &str) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        let lines: Vec<&str> = own.lines().collect();
        let line = lines.iter().position(|line| line_hash(line).is_some_and(|hash| self.has(hash)));
        let words = spoken(&lines);
        let known = |run: &&[Spoken]| run_hash(run).is_some_and(|hash| self.has(hash));
        let run = words.windows(RUN).find(known).map(|run| run[0].line);
        [line, run, self.wrapped(&lines, whole)].into_iter().flatten().min()
    }

    /// The first own line that goes on with what stands above it in the whole text.
    fn wrapped(&self, own: &[&str], whole: &str) -> Option<usize> {
        let (mut lines, mut owned, mut next) = (Vec::new(), Vec::new(), 0);
        for line in whole.lines() {
            let is_own = own.get(next).is_some_and(|own| own.trim() == line.trim());
            owned.push(is_own.then_some(next));
            next += usize::from(is_own);
            lines.push(unquoted(line).1);
        }
        let words = spoken(&lines);
        let mut runs = words.windows(RUN).filter(|run| {
            let own = run.iter().filter(|word| owned[word.line].is_some()).count();
            (1..RUN).contains(&own) && run_hash(run).is_some_and(|hash| self.has(hash))
        });
        runs.find_map(|run| run.iter().find_map(|word| owned[word.line]))
    }

    /// What somebody typed above the copy of a mail, if it is certain where that begins: its head names the
    /// office, and lines of the office's stand right below it. Nothing if something of the office's stands in
    /// what is left.
    pub fn above_copy<'t>(&self, own: &'t str, found: usize, office: &str) -> Option<String> {
        let lines: Vec<&'t str> = own.lines().collect();
        let office = office.to_lowercase();
        let names = |at: &usize| lines[*at].to_lowercase().contains(&office);
        let mut head = (found.saturating_sub(HEAD)..=found.min(lines.len().saturating_sub(1))).find(names)?;
        // The date may stand on a line of its own, above the address.
        if head > 0
            && lines[head].trim_start().starts_with('<')
            && lines[head - 1].contains(|c: char| c.is_ascii_digit())
        {
            head -= 1;
        }
        let above = lines[..head].join("\n").trim().to_owned();
        (!above.is_empty() && self.find(&above, &above).is_none()).then_some(above)
    }
}

/// The words of lines, each with its line.
fn spoken(lines: &[&str]) -> Vec<Spoken> {
    let mut words = Vec::new();
    for (line, text) in lines.iter().enumerate() {
        words.extend(bare_words(text).map(|word| Spoken {
            hash: hash(word.bytes()),
            is_spelt: word.chars().filter(|c| c.is_alphabetic()).count() >= 2,
            line,
        }));
    }
    words
}

/// The words of a line in small letters, without what stands between them.
fn bare_words(line: &str) -> impl Iterator<Item = String> {
    let words = line.split(|c: char| !c.is_alphanumeric() && !is_invisible(c));
    let words =
        words.map(|word| word.chars().filter(|c| !is_invisible(*c)).flat_map(char::to_lowercase).collect());
    words.filter(|word: &String| !word.is_empty())
}

/// The hash of a line that says something: three words, or two with a number or many letters.
fn line_hash(line: &str) -> Option<u64> {
    let words: Vec<String> = bare_words(line).collect();
    let has_number = words.iter().any(|word| word.contains(|c: char| c.is_ascii_digit()));
    let letters: usize = words.iter().map(|word| word.chars().count()).sum();
    let says = words.len() >= 3 || words.len() == 2 && (has_number || letters >= 14);
    let is_polite = words.len() <= 4 && !has_number && is_courtesy(line);
    (says && !is_polite).then(|| hash(std::iter::once(1).chain(words.iter().flat_map(|word| ended(word)))))
}

fn ended(word: &str) -> impl Iterator<Item = u8> {
    word.bytes().chain(std::iter::once(0))
}

fn run_hash(run: &[Spoken]) -> Option<u64> {
    let spelt = run.iter().filter(|word| word.is_spelt).count();
    (spelt >= SPELT).then(|| hash(run.iter().flat_map(|word| word.hash.to_le_bytes())))
}

/// FNV-1a with its bits stirred: these hashes keep no secret, they are only compared.
fn hash(bytes: impl Iterator<Item = u8>) -> u64 {
    let sum = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    (sum ^ (sum >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
