//! How a form lists what may be chosen: the names once, in a table, then each set of options, numbers as
//! ranges.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use engine::draft::write::{WIDTH, commas, length, wrap};
use engine::question::{OpenChoice, OpenQuestion, OpenSubject, end_row, is_number};

/// The longest piece of a remark that is kept on one line.
const WHOLE: usize = 40;

/// What a form says of the options that stand in several of its sets, by their ids.
pub(super) struct Names<'q>(BTreeMap<&'q str, String>);

impl<'q> Names<'q> {
    /// The names of a form's questions: of every option that several sets list, and of every number if
    /// several sets list numbers. An option of which two questions say different things has no place in a
    /// table.
    pub fn of(questions: impl Iterator<Item = &'q OpenQuestion>) -> Names<'q> {
        let mut listed: BTreeMap<&str, (usize, String)> = BTreeMap::new();
        let mut clashes: BTreeSet<&str> = BTreeSet::new();
        let mut numbered = 0;
        for question in questions {
            let mut times = vec![0; question.options.len()];
            for set in &question.sets {
                let numbers = |&at: &u16| is_number(&question.options[usize::from(at)].id);
                numbered += usize::from(set.iter().any(numbers));
                set.iter().for_each(|&at| times[usize::from(at)] += 1);
            }
            for (option, times) in question.options.iter().zip(times).filter(|(_, times)| *times > 0) {
                let words = worded(option);
                match listed.entry(&option.id) {
                    Entry::Vacant(place) => _ = place.insert((times, words)),
                    Entry::Occupied(mut known) => {
                        let (before, said) = known.get_mut();
                        *before += times;
                        if *said != words {
                            clashes.insert(&option.id);
                        }
                    }
                }
            }
        }
        let many = |id: &str, times: usize| times > 1 || (numbered > 1 && is_number(id));
        let table = listed
            .into_iter()
            .filter(|(id, (times, words))| many(id, *times) && words != id && !clashes.contains(id));
        Names(table.map(|(id, (_, words))| (id, words)).collect())
    }

    /// Writes the table, if there is anything in it.
    pub fn write(&self, text: &mut String) {
        table(text, "names", self.0.iter().collect());
    }

    /// Writes what stands in the table and not in one that was written before.
    pub fn write_after(&self, text: &mut String, before: &Names<'_>) {
        let new = self.0.iter().filter(|(id, words)| before.0.get(*id) != Some(*words)).collect();
        table(text, if before.0.is_empty() { "names" } else { "more names" }, new);
    }

    /// The options of a set in their order: those of the table by their ids, numbers in a row as ranges.
    fn words(&self, question: &OpenQuestion, set: &[u16]) -> Vec<String> {
        let mut words = Vec::new();
        let mut row: Vec<u32> = Vec::new();
        for option in set.iter().map(|&at| &question.options[usize::from(at)]) {
            let known = self.0.contains_key(option.id.as_str());
            let number = if known && is_number(&option.id) { option.id.parse::<u32>().ok() } else { None };
            let follows = |number: &u32| row.last().is_none_or(|last| last.checked_add(1) == Some(*number));
            if !number.as_ref().is_some_and(follows) {
                end_row(&mut words, &mut row);
            }
            match number {
                Some(number) => row.push(number),
                None if known => words.push(option.id.clone()),
                None => words.push(worded(option)),
            }
        }
        end_row(&mut words, &mut row);
        words
    }
}

/// Writes names, numbers in their order before words.
fn table(text: &mut String, what: &str, mut rows: Vec<(&&str, &String)>) {
    let number = |id: &str| id.parse::<u32>().map_or((1, 0), |number| (0, number));
    rows.sort_by_key(|(id, _)| (number(id), **id));
    let mut rows: Vec<String> = rows.into_iter().map(|(_, words)| words.clone()).collect();
    if rows.is_empty() {
        return;
    }
    commas(&mut rows);
    // Only an id and the first word of its name stay together: the table is the longest list of a form.
    let pieces = rows.iter().flat_map(|row| {
        let name = row.find(' ').map_or(row.len(), |at| at + 1);
        let first = row[name..].find(' ').map_or(row.len(), |at| name + at);
        let (head, rest) = row.split_at(first);
        std::iter::once(head).chain(rest.split_whitespace())
    });
    wrap(WIDTH, text, &format!("  # {what}, for the options below:"), "  #  ", pieces);
}

/// An option with its name and what is worth knowing of it.
fn worded(option: &OpenChoice) -> String {
    let mut words = option.named();
    if !option.note.is_empty() {
        words.extend([" (", &option.note, ")"]);
    }
    words
}

/// The sets of options of a question, each that reads the same once: whatever the order in it, and whatever
/// limits count of its options, which the form says elsewhere.
pub(super) struct Sets<'q> {
    /// Those that differ.
    different: Vec<&'q [u16]>,
    /// Which of those each set of the question is.
    which: Vec<usize>,
}

impl<'q> Sets<'q> {
    /// The sets of a question.
    pub fn of(question: &'q OpenQuestion) -> Sets<'q> {
        let mut sets = Sets { different: Vec::new(), which: Vec::with_capacity(question.sets.len()) };
        let mut known: BTreeMap<Vec<(&str, &str, &str)>, usize> = BTreeMap::new();
        for set in &question.sets {
            let options = set.iter().map(|&at| &question.options[usize::from(at)]);
            let mut read: Vec<_> = options.map(|it| (&*it.id, &*it.name, &*it.note)).collect();
            read.sort_unstable();
            let at = *known.entry(read).or_insert_with(|| {
                sets.different.push(set);
                sets.different.len() - 1
            });
            sets.which.push(at);
        }
        sets
    }

    /// The letter of a subject's set; nothing if there is but one.
    pub fn letter(&self, subject: &OpenSubject) -> Option<String> {
        (self.different.len() > 1).then(|| letter(self.which[usize::from(subject.set)]))
    }

    /// Lists the options of each.
    pub fn write(&self, text: &mut String, question: &OpenQuestion, names: &Names<'_>) {
        let mut whole: Vec<Listed> = Vec::new();
        for (at, set) in self.different.iter().enumerate() {
            let label = match self.different.len() {
                1 => "  # options:".to_owned(),
                _ => format!("  # options {}:", letter(at)),
            };
            let mut open = Listed::of(letter(at), set).words(&mut whole, |it| names.words(question, it));
            items(text, &label, &mut open);
        }
    }
}

/// Lists the options of each set behind those who choose from it, and what each takes without a line.
pub(super) fn options_with_subjects(text: &mut String, question: &OpenQuestion, names: &Names<'_>) {
    let defaults: BTreeSet<Option<u16>> = question.subjects.iter().map(|subject| subject.default).collect();
    let option = |at: u16| &question.options[usize::from(at)].id;
    let many = question.sets.len() > 1;
    let alike =
        if let [Some(default)] = Vec::from_iter(&defaults).as_slice() { Some(*default) } else { None };
    let called = Called::of(question);
    let mut of_sets: Vec<Vec<String>> = vec![Vec::new(); question.sets.len()];
    for subject in &question.subjects {
        of_sets[usize::from(subject.set)].push(called.word(subject));
    }
    let mut whole: Vec<Listed> = Vec::new();
    for ((at, set), mut who) in question.sets.iter().enumerate().zip(of_sets) {
        // What each takes anyhow is said once, at the end.
        let others: Vec<u16> = set.iter().copied().filter(|option| alike != Some(*option)).collect();
        let first = if alike.is_some() { who.first().cloned() } else { None };
        let listed = Listed::of(first.unwrap_or_else(|| letter(at)), &others);
        let mut open = listed.words(&mut whole, |options| names.words(question, options));
        let label = if many { format!("  # options {}:", letter(at)) } else { "  # options:".to_owned() };
        match who.last_mut() {
            Some(last) if alike.is_some() => {
                last.push(':');
                commas(&mut who);
                commas(&mut open);
                who.append(&mut open);
                pieces(text, "  #", &who);
            }
            _ => items(text, &label, &mut open),
        }
    }
    if let Some(default) = alike {
        return pieces(text, "  #", &[format!("Without a line each takes `{}`.", option(default))]);
    }
    for &default in defaults.iter().flatten() {
        let here = question.subjects.iter().filter(|subject| subject.default == Some(default));
        let word = |subject: &OpenSubject| match many {
            true => format!("{} ({})", called.word(subject), letter(usize::from(subject.set))),
            false => called.word(subject),
        };
        let head = format!("  # without a line {}:", option(default));
        items(text, &head, &mut here.map(word).collect::<Vec<_>>());
    }
}

/// Options that stand in a list, and the word by which a later list may speak of them.
struct Listed {
    word: String,
    options: Vec<u16>,
    /// A bit for each of them.
    bits: Vec<u64>,
}

impl Listed {
    fn of(word: String, options: &[u16]) -> Listed {
        let mut bits = vec![0; options.iter().max().map_or(0, |last| usize::from(*last) / 64 + 1)];
        options.iter().for_each(|option| bits[usize::from(*option) / 64] |= 1 << (option % 64));
        Listed { word, options: options.to_vec(), bits }
    }

    /// The list in words. If that is much shorter, it is the most similar of those before it that were listed
    /// whole, with what it has more and less; else it is one of these itself.
    fn words(self, whole: &mut Vec<Listed>, words: impl Fn(&[u16]) -> Vec<String>) -> Vec<String> {
        let all = words(&self.options);
        let nearest = whole.iter().min_by_key(|other| self.differs(other));
        let shorter = nearest.map(|other| {
            let mut said = vec![format!("as {}", other.word)];
            for (word, options) in [("and", self.without(other)), ("without", other.without(&self))] {
                let mut options = words(&options);
                if let Some(first) = options.first_mut() {
                    first.insert_str(0, &format!("{word} "));
                }
                said.append(&mut options);
            }
            said
        });
        match shorter.filter(|said| 4 * length_of(said) < 3 * length_of(&all)) {
            Some(shorter) => shorter,
            None => {
                whole.push(self);
                all
            }
        }
    }

    fn part(&self, at: usize) -> u64 {
        self.bits.get(at).copied().unwrap_or_default()
    }

    /// How many options only one of two has.
    fn differs(&self, other: &Listed) -> u32 {
        let most = self.bits.len().max(other.bits.len());
        (0..most).map(|at| (self.part(at) ^ other.part(at)).count_ones()).sum()
    }

    fn without(&self, other: &Listed) -> Vec<u16> {
        let lacks = |option: &u16| other.part(usize::from(*option) / 64) >> (option % 64) & 1 == 0;
        self.options.iter().copied().filter(lacks).collect()
    }
}

/// How long a list is with its commas.
fn length_of(words: &[String]) -> usize {
    words.iter().map(|word| length(word) + 2).sum()
}

/// What the words of a question's subjects and options mean, in lower case: how many subjects, and any option
/// as two.
struct Called(BTreeMap<String, usize>);

impl Called {
    fn of(question: &OpenQuestion) -> Called {
        let mut meant = BTreeMap::new();
        let mut mean = |id: &str, name: &str, times: usize| {
            let [id, name] = [id, name].map(str::to_ascii_lowercase);
            if id != name {
                *meant.entry(id).or_default() += times;
            }
            *meant.entry(name).or_default() += times;
        };
        question.subjects.iter().for_each(|subject| mean(&subject.id, &subject.name, 1));
        question.options.iter().for_each(|option| mean(&option.id, &option.name, 2));
        Called(meant)
    }

    /// The shortest word by which a file may call a subject: its name, or its id where the name could mean
    /// something else.
    fn word(&self, subject: &OpenSubject) -> String {
        let is_clear = self.0.get(&subject.name.to_ascii_lowercase()) == Some(&1);
        let word = if is_clear && !subject.name.is_empty() { &subject.name } else { &subject.id };
        word.clone()
    }
}

/// A list with commas, each thing of it on one line if it can be.
pub(super) fn items(text: &mut String, head: &str, items: &mut [String]) {
    commas(items);
    pieces(text, head, items);
}

/// Things behind a head, each on one line if it can be.
fn pieces(text: &mut String, head: &str, items: &[String]) {
    let words = items.iter().flat_map(|item| {
        let whole = length(item) <= WHOLE;
        let words = if whole { "" } else { item.as_str() };
        whole.then_some(item.as_str()).into_iter().chain(words.split_whitespace())
    });
    wrap(WIDTH, text, head, "  #  ", words);
}

/// The letter of a set of options.
pub(super) fn letter(at: usize) -> String {
    let letter = char::from(b'A' + (at % 26) as u8);
    if at < 26 { letter.to_string() } else { format!("{letter}{}", at / 26) }
}

/// Lines that begin alike as one, as in `In Brest: Guepard, Aigle`, where the rules have broken a long list.
pub(super) fn together(lines: &[String]) -> Vec<String> {
    let mut whole: Vec<String> = Vec::new();
    for line in lines {
        let head = |line: &str| line.split_once(": ").map(|(head, _)| head.to_owned());
        match whole.last_mut() {
            Some(last) if head(line).is_some() && head(last) == head(line) => {
                let rest = line.split_once(": ").map_or("", |(_, rest)| rest);
                last.push_str(if last.contains("; ") || rest.contains("; ") { "; " } else { ", " });
                last.push_str(rest);
            }
            _ => whole.push(line.clone()),
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn listed(sets: &[&[u16]]) -> (String, Vec<Option<String>>) {
        let options: Vec<_> =
            ["brest", "lorient", "le_havre", "kiel", "bergen"].map(|id| json!({"id": id, "name": id})).into();
        let subjects: Vec<_> =
            (0..sets.len()).map(|at| json!({"id": format!("s{at}"), "name": "", "set": at})).collect();
        let question: OpenQuestion = serde_json::from_value(json!({
            "kind": "return", "key": "t1/return/axis", "rule": "R-1", "title": "Go home", "about": [],
            "layout": "by-subject", "subjects": subjects, "options": options, "sets": sets, "limits": [],
        }))
        .unwrap();
        let sets = Sets::of(&question);
        let mut text = String::new();
        sets.write(&mut text, &question, &Names(BTreeMap::new()));
        (text, question.subjects.iter().map(|subject| sets.letter(subject)).collect())
    }

    #[test]
    fn a_name_is_said_once() {
        let names = |ids: &[(&'static str, &str)]| {
            Names(ids.iter().map(|(id, words)| (*id, (*words).to_owned())).collect())
        };
        let (first, later) = (
            names(&[("9", "9 North Sea"), ("10", "10 Baltic")]),
            names(&[("9", "9 North Sea"), ("1", "1 Kara Sea")]),
        );
        let table = |names: &Names<'_>, before: &Names<'_>| {
            let mut text = String::new();
            names.write_after(&mut text, before);
            text
        };
        assert_eq!(table(&later, &first), "  # more names, for the options below: 1 Kara Sea\n");
        assert_eq!(table(&first, &first), "");
        // What is called otherwise there is said again.
        assert_eq!(
            table(&names(&[("9", "9 Ostsee")]), &first),
            "  # more names, for the options below: 9 Ostsee\n"
        );
        assert_eq!(table(&later, &names(&[])), "  # names, for the options below: 1 Kara Sea, 9 North Sea\n");
    }

    #[test]
    fn equal_sets_are_listed_once() {
        let (text, letters) = listed(&[&[0, 1, 2], &[2, 1, 0], &[4]]);
        assert_eq!(text, "  # options A: brest, lorient, le_havre\n  # options B: bergen\n");
        assert_eq!(letters, ["A", "A", "B"].map(|it| Some(it.to_owned())));
        let (text, letters) = listed(&[&[0, 1], &[1, 0]]);
        assert_eq!((text.as_str(), letters), ("  # options: brest, lorient\n", vec![None, None]));
    }

    #[test]
    fn a_list_is_another_with_more_and_less_where_that_is_much_shorter() {
        let words = |options: &[u16]| options.iter().map(|at| format!("port-{at}")).collect::<Vec<_>>();
        let mut whole = Vec::new();
        let mut listed =
            |word: &str, options: &[u16]| Listed::of(word.to_owned(), options).words(&mut whole, words);
        assert_eq!(listed("Fuso", &[0, 1, 2, 3, 4, 5, 6, 7, 8]).len(), 9);
        let akagi = [10, 0, 1, 2, 3, 4, 5, 6, 7];
        assert_eq!(listed("Akagi", &akagi), ["as Fuso", "and port-10", "without port-8"]);
        assert_eq!(listed("Kaga", &[0, 2]), ["port-0", "port-2"]);
        assert_eq!(listed("Soryu", &akagi), ["as Fuso", "and port-10", "without port-8"]);
    }

    #[test]
    fn a_set_that_holds_another_is_that_and_the_rest() {
        let (text, _) = listed(&[&[0, 1, 2], &[3, 2, 1, 0], &[3, 0]]);
        let told = "  # options A: brest, lorient, le_havre\n  # options B: as A, and kiel\n  # options C: kiel, brest\n";
        assert_eq!(text, told);
    }
}
