//! The names of things, and what a part of one may mean. Exact ids and names are not looked for here.

use std::sync::OnceLock;

use super::fold::fold;

/// Words that stand before the number of a place.
const PLACE_WORDS: [&str; 6] = ["zone", "sea zone", "sector", "area", "box", "hex"];

/// How a word came to its meaning, surest first; the first level at which it means anything counts.
const LEVELS: usize = 5;

/// A thing as it is called, and the words that may stand for it.
struct Known {
    id: String,
    name: String,
    note: String,
    /// Put together when one is looked for: where all words are exact ids, none is.
    levels: OnceLock<Levels>,
}

/// By level: names and ids as they are printed; the same without numbers; names and ids that may begin with
/// the word; the same, of which it may be a part; what stands beside the name.
type Levels = [Vec<String>; LEVELS];

impl Known {
    fn levels(&self) -> &Levels {
        self.levels.get_or_init(|| levels(&self.id, &self.name, &self.note))
    }
}

/// The things of a list.
pub struct Names(Vec<Known>);

/// What a word may mean: how surely, and the places in the list, each id once.
pub type Found = (usize, Vec<usize>);

impl Names {
    /// Things by id, name and note.
    pub fn new<'n>(things: impl Iterator<Item = (&'n str, &'n str, &'n str)>) -> Names {
        let known = |(id, name, note): (&str, &str, &str)| Known {
            id: id.to_owned(),
            name: name.to_owned(),
            note: note.to_owned(),
            levels: OnceLock::new(),
        };
        Names(things.map(known).collect())
    }

    /// Which of the things in these places a word may mean, at the surest level at which it means any. `sure`
    /// leaves out parts of names.
    pub fn find(&self, word: &str, among: &[usize], sure: bool) -> Option<Found> {
        let word = fold(word);
        if word.is_empty() {
            return None;
        }
        (0..if sure { 2 } else { LEVELS }).find_map(|level| {
            let mut found: Vec<usize> = Vec::new();
            for &at in among {
                let known = &self.0[at];
                let is_new = || found.iter().all(|&other| self.0[other].id != known.id);
                if known.levels()[level].iter().any(|name| fits(name, &word, level)) && is_new() {
                    found.push(at);
                }
            }
            (!found.is_empty()).then_some((level, found))
        })
    }
}

/// The things that a word, its singular, or a word such as `all destroyers` may mean, at the surest level.
pub fn all_of(names: &Names, word: &str, among: &[usize]) -> Vec<usize> {
    let rest = match super::counted(word) {
        Some((None, rest)) => Some(rest),
        _ => None,
    };
    let words = [Some(word), rest.as_deref()].into_iter().flatten();
    let words = words.flat_map(|it| [Some(it), it.strip_suffix(['s', 'S'])]).flatten();
    let found = words.filter_map(|it| names.find(it, among, false)).next();
    found.map_or_else(Vec::new, |(_, found)| found)
}

/// Whether a folded name fits a folded word.
fn fits(name: &str, word: &str, level: usize) -> bool {
    match level {
        0 | 1 => name == word,
        2 | 4 => name.strip_prefix(word).is_some_and(|rest| may_end(word, rest)),
        _ => {
            let mut starts =
                name.match_indices(word).filter(|(at, _)| *at == 0 || name.as_bytes()[at - 1] == b' ');
            starts.any(|(at, _)| may_end(word, &name[at + word.len()..]))
        }
    }
}

/// Whether a name may go on behind a word: a number is never a part of another, and two letters are too few.
fn may_end(word: &str, rest: &str) -> bool {
    let whole = rest.is_empty() || rest.starts_with(' ');
    let is_number = |it: &str| it.bytes().all(|byte| byte.is_ascii_digit());
    let last = word.rsplit(' ').next().unwrap_or(word);
    !is_number(word) && if is_number(last) || word.len() < 3 { whole } else { true }
}

fn levels(id: &str, name: &str, note: &str) -> Levels {
    let (folded_id, folded) = (fold(id), fold(name));
    let printed = [format!("{folded_id} {folded}"), format!("{folded} {folded_id}")];
    let whole = vec![folded_id.clone(), folded.clone()];
    let mut short = Vec::new();
    let mut base = name.trim();
    while let Some((before, _)) = base.strip_suffix(')').and_then(|it| it.rsplit_once('(')) {
        base = before.trim();
        short.push(fold(base));
    }
    let last = folded_id.rsplit_once(' ').filter(|(_, last)| last.bytes().all(|byte| byte.is_ascii_digit()));
    short.extend(last.map(|(before, _)| before.to_owned()));
    if let Some(number) = number(&folded_id, name) {
        short.extend(PLACE_WORDS.iter().map(|word| format!("{word} {number}")));
        short.push(format!("{} {number}", fold(base)));
        short.push(format!("{number} {}", fold(base)));
        short.push(number);
    }
    // What stands beside a name first, such as the port of a sector, is a name as well, unless it is a value.
    let beside = note.split(',').next().unwrap_or_default();
    let beside = if beside.contains(|c: char| c.is_ascii_digit()) { String::new() } else { fold(beside) };
    short.retain(|it| !it.is_empty());
    let beside = vec![beside].into_iter().filter(|it| !it.is_empty()).collect();
    let whole_or_printed = whole.iter().cloned().chain(printed).collect();
    [whole_or_printed, short, whole.clone(), whole, beside]
}

/// The number by which a thing is called: its id if that is one, or the number at the end of its name in
/// brackets.
fn number(id: &str, name: &str) -> Option<String> {
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit());
    let bracketed = || name.trim().strip_suffix(')').and_then(|it| it.rsplit_once('(')).map(|(_, it)| it);
    let own = Some(id).filter(|it| is_number(it));
    own.or_else(|| bracketed().filter(|it| is_number(it))).map(str::to_owned)
}
