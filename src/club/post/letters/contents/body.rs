//! The text of a message.

use super::attachment::SEALED;
use super::{Basket, CodeWord, Kind, MOST_CODES, Origin, Place, Rank, Why};
use crate::post::letters::marks::{age, code_words, commitment, has_block, key, ssh, unquoted};
use crate::post::letters::own::Reading;
use crate::post::letters::parts::{Part, Tree};
use crate::post::letters::plain::shown;
use crate::post::letters::{Limits, decode, flowed, html};

/// The text, read.
pub struct Body {
    /// All of it.
    pub text: String,
    /// What the writer typed.
    pub own_text: String,
    /// Whether it came from HTML.
    pub from_html: bool,
}

/// A text that is put together from parts.
#[derive(Default)]
struct Joined {
    text: String,
    part: String,
    damaged: bool,
}

/// Reads the text of a message and puts what it holds into the basket.
pub fn read(tree: &Tree<'_>, limits: &Limits, basket: &mut Basket) -> Body {
    let (mut plain, mut page) = (Joined::default(), Joined::default());
    for part in tree.leaves.iter().filter(|part| part.is_body()) {
        if let Some(sealed) = sealed(part) {
            let origin = Origin { place: Place::Body, part: part.path.clone(), name: None };
            basket.put(Rank::SealedBody, Kind::Sealed(sealed.what), origin, sealed.damaged);
        }
        if part.media == "text/html" { page.add_page(part, limits) } else { plain.add_plain(part, limits) }
    }
    let from_html = plain.text.trim().is_empty() && !page.text.trim().is_empty();
    // Some programs' plain text says no more than that there is HTML.
    let block_in_page_alone = !from_html && has_block(&page.text) && !has_block(&plain.text);
    let (main, other) = if from_html { (page, plain) } else { (plain, page) };
    let reading = Reading::of(&main.text);
    let own_text = reading.own_text();
    main.put_armour(limits, basket);
    main.put_block(&reading, basket);
    if block_in_page_alone {
        other.put_block(&Reading::of(&other.text), basket);
    }
    main.put_bare_orders(&own_text, basket);
    for hex in own_text.lines().filter_map(commitment).take(limits.candidates) {
        basket.put(Rank::Commitment, Kind::Commitment(hex), main.origin(Place::Body), main.damaged);
    }
    main.note_uuencoded(basket);
    drop(reading);
    Body { own_text, from_html, text: main.text }
}

/// A sealed file that was sent as the text of the message, byte for byte.
fn sealed(part: &Part<'_>) -> Option<decode::Decoded<Vec<u8>>> {
    let decoded = decode::bytes(part);
    decoded
        .what
        .starts_with(SEALED)
        .then(|| decode::Decoded { what: decoded.what.into_owned(), damaged: decoded.damaged })
}

impl Joined {
    fn add_plain(&mut self, part: &Part<'_>, limits: &Limits) {
        let decode::Decoded { what, damaged } = decode::text(part, limits.text);
        let flowed = part.parameter("format").is_some_and(|format| format.eq_ignore_ascii_case("flowed"));
        let delsp = part.parameter("delsp").is_some_and(|delsp| delsp.eq_ignore_ascii_case("yes"));
        let text = if flowed { flowed::unfold(&what, delsp) } else { what };
        self.add(&text, part, damaged, limits);
    }

    fn add_page(&mut self, part: &Part<'_>, limits: &Limits) {
        let decode::Decoded { what, damaged } = decode::text(part, limits.text);
        let (text, cut) = html::text(&what, limits.text);
        self.add(&text, part, damaged || cut, limits);
    }

    fn add(&mut self, text: &str, part: &Part<'_>, damaged: bool, limits: &Limits) {
        self.damaged |= damaged;
        if self.part.is_empty() {
            self.part = part.path.clone();
        }
        if self.text.len() + text.len() > 2 * limits.text {
            self.damaged = true;
            return;
        }
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        // Mail programs put in such characters of their own accord; a word with one would be another word.
        self.text.push_str(&shown(text));
    }

    fn origin(&self, place: Place) -> Origin {
        Origin { place, part: self.part.clone(), name: None }
    }

    fn put_armour(&self, limits: &Limits, basket: &mut Basket) {
        let place = |line: usize| {
            let quoted = self.text.lines().nth(line).is_some_and(|line| unquoted(line).0 > 0);
            if quoted { Place::Quoted } else { Place::Body }
        };
        for armour in age(&self.text, limits.candidates) {
            let origin = self.origin(place(armour.lines.start));
            let damaged = self.damaged || armour.damaged;
            basket.put(Rank::AgeBody, Kind::Age(armour.text.into_bytes()), origin, damaged);
        }
        for armour in ssh(&self.text, limits.candidates) {
            let origin = self.origin(place(armour.lines.start));
            basket.put(Rank::Signature, Kind::Signature(armour.text), origin, self.damaged || armour.damaged);
        }
    }

    fn put_block(&self, reading: &Reading<'_>, basket: &mut Basket) {
        for (text, quoted) in reading.block_texts() {
            let place = if quoted { Place::Quoted } else { Place::Body };
            let damaged = self.damaged || reading.too_long;
            basket.put(Rank::OrdersBody, Kind::Orders(text), self.origin(place), damaged);
        }
    }

    /// Orders that were typed or pasted without markers: from the first line that begins as orders do up to
    /// the last that may belong to them. Lines of the text keep their numbers.
    fn put_bare_orders(&self, own_text: &str, basket: &mut Basket) {
        let lines: Vec<&str> = own_text.lines().collect();
        let Some(first) = lines.iter().position(|line| key(line).is_some()) else { return };
        let lines = &lines[..without_footer(&lines)];
        let has_answers = lines[first..].iter().any(|line| matches!(key(line), Some("match" | "answers")));
        let belongs = |line: &&str| line.starts_with([' ', '\t', '#', '-']) || key(line).is_some();
        let Some(last) = lines.iter().rposition(|line| !line.trim().is_empty() && belongs(line)) else {
            return;
        };
        if has_answers && last >= first {
            let text = format!("{}{}\n", "\n".repeat(first), lines[first..=last].join("\n"));
            basket.put(Rank::BareOrders, Kind::Orders(text), self.origin(Place::Body), self.damaged);
        }
    }

    fn note_uuencoded(&self, basket: &mut Basket) {
        let mut lines = self.text.lines().peekable();
        while let Some(line) = lines.next() {
            let mut words = line.split(' ');
            let begins = words.next() == Some("begin")
                && words.next().is_some_and(|mode| {
                    matches!(mode.len(), 3 | 4) && mode.bytes().all(|byte| (b'0'..=b'7').contains(&byte))
                });
            let follows =
                lines.peek().is_some_and(|next| next.starts_with(['M', '#', '%', '"', '!', '$', '&']));
            if begins && follows {
                let name = crate::post::letters::one_line(words.next().unwrap_or("file"), 100);
                basket.ignore(&self.part, &name, Why::Uuencoded);
            }
        }
    }
}

/// How many of the lines may be orders: footers of lists and scanners, and a name behind a dash, stand below
/// the last.
fn without_footer(lines: &[&str]) -> usize {
    let mut end = lines.len();
    while let Some(begin) = footer(&lines[..end]) {
        end = begin;
    }
    end
}

/// Where the last paragraph begins, if it is no part of orders: no line of it has a field, and a rule or a
/// dash is above it, or a sentence.
fn footer(lines: &[&str]) -> Option<usize> {
    let last = lines.iter().rposition(|line| !line.trim().is_empty())?;
    let is_rule = |line: &&str| {
        let bare = line.trim();
        bare.len() >= 2 && ["-", "_", "=", "*", "~"].iter().any(|mark| bare.replace(mark, "").is_empty())
    };
    let begin = lines[..=last].iter().rposition(|line| line.trim().is_empty()).map_or(0, |at| at + 1);
    let ruled = lines[begin..=last].iter().position(is_rule).map(|at| begin + at);
    let begin = ruled.unwrap_or(begin);
    let is_field = |line: &&str| {
        let (word, rest) = line.split_once(':').unwrap_or(("", "x"));
        !word.is_empty() && (rest.is_empty() || rest.starts_with(char::is_whitespace))
    };
    let part = &lines[begin..=last];
    if begin == 0 || part.iter().any(is_field) || part.iter().any(|line| line.starts_with('#')) {
        return None;
    }
    let indented = |line: &&str| line.starts_with([' ', '\t']);
    let signed = part.len() == 1 && part[0].starts_with('-') && part[0].split_whitespace().count() <= 4;
    let spoken = part.iter().any(|line| !indented(line) && !line.starts_with('-'));
    (ruled.is_some() || signed || spoken).then_some(begin)
}

impl Body {
    /// The code words of the text, those that the writer typed first.
    pub fn codes(&self) -> Vec<CodeWord> {
        let words = |text: &str, quoted| {
            let words = code_words(text.lines());
            words.into_iter().map(move |word| CodeWord { word, quoted })
        };
        let (own, all) = (words(&self.own_text, false), words(&self.text, true));
        let mut found: Vec<CodeWord> = Vec::new();
        for code in own.chain(all) {
            if found.len() < MOST_CODES && !found.iter().any(|other| other.word == code.word) {
                found.push(code);
            }
        }
        found
    }
}
