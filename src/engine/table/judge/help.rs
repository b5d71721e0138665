//! How to mend a word of an answer that means nothing: what was probably meant, and how that is written.
//!
//! Nothing here decides whether an answer is legal. Whatever is said, it names something that may be written.

use super::names::{Names, base};
use crate::draft::Groups;
use crate::draft::spelling::{Names as Spellings, SHOWN, counted, fold};
use crate::problem::{Candidates, list_or, plural, quote, suggest, visible};
use crate::question::{OpenQuestion, OpenSubject, is_number, with_ranges};

/// What people write for a colon behind a name.
const FOR_COLON: [char; 10] = [',', ';', '=', ':', '>', '-', '.', '→', '–', '—'];
/// Which of these may stand without a blank between a name and a choice.
const GLUED: [char; 5] = [',', ';', '=', ':', '→'];
/// What people write between several names or choices.
const BETWEEN: [char; 9] = [',', ';', '/', '|', '&', '+', '.', '→', '·'];
/// Words that stand between several names or choices.
const LINKS: [&str; 6] = ["and", "or", "then", "plus", "und", "oder"];
/// What stands before a choice where people write a sentence.
const VERBS: [&str; 12] =
    ["to", "at", "in", "into", "on", "for", "go", "move", "sail", "attack", "strike", "bomb"];
/// Longer words are not taken apart: nobody writes so many names into one by accident.
const LONGEST: usize = 200;

/// A question, seen by somebody who looks for what was meant.
#[derive(Clone, Copy)]
pub(super) struct Help<'h, 'q> {
    /// What is asked.
    pub question: &'q OpenQuestion,
    /// Its exact names.
    pub names: &'h Names<'q>,
    /// The groups of the party, of which a slip may mean one.
    pub groups: &'q Groups,
    /// All questions of the file; nothing where an answer is read by itself.
    pub among: Option<&'q [&'q OpenQuestion]>,
}

impl<'q> Help<'_, 'q> {
    /// How to write what one word cannot answer: with a colon behind the name, or a line for each.
    pub fn entries(&self, text: &str) -> String {
        let line = self.colon(text).map(|line| {
            format!("put a colon behind the name, and each name on a line of its own, as in {}", quote(&line))
        });
        line.unwrap_or_else(|| format!("write one line for each, as in {}", quote(&self.first_line())))
    }

    /// What the first of those who choose takes without a line.
    fn first_line(&self) -> String {
        let Some(first) = self.question.subjects.first() else { return "name: choice".to_owned() };
        let option = first.default.or_else(|| self.question.open_to(0).first().copied());
        let option = option.map_or("choice", |at| &*self.question.options[usize::from(at)].id);
        format!("{}: {option}", first.id)
    }

    /// The line that was meant by one that begins with the name of a subject, and has no colon behind it, as
    /// in `Dunkerque 18` or `Dunkerque = 18`.
    fn colon(&self, text: &str) -> Option<String> {
        let ends = text.char_indices().rev().filter(|(_, it)| it.is_whitespace() || GLUED.contains(it));
        let mut parts = ends.map(|(at, _)| (text[..at].trim(), text[at..].trim()));
        let (name, choice) = parts.find_map(|(name, choice)| {
            let bare = name.trim_end_matches(FOR_COLON).trim_end();
            let name = [name, bare].into_iter().find(|it| !self.names.subjects(it).is_empty())?;
            Some((name, choice))
        })?;
        let choice = choice.trim_start_matches(|it: char| it.is_whitespace() || FOR_COLON.contains(&it));
        let first = choice.split_whitespace().next().unwrap_or_default();
        let choice = if self.names.options(choice).is_empty() { first } else { choice };
        Some(format!("{name}: {choice}"))
    }

    /// How to mend a word that names none of those who choose, beside which a choice stands.
    pub fn subject(&self, word: &str, beside: Option<&str>) -> String {
        if word.contains(',') {
            return format!("make each name an entry of its own, as in {}", shown(&format!("[{word}]")));
        }
        let elsewhere = beside.and_then(|choice| self.asked_elsewhere(word, choice));
        if let Some(key) = elsewhere {
            return format!("it is asked about under `{key}`: put its line there");
        }
        let found = self.dashes(word).or_else(|| self.remark(word)).or_else(|| self.group(word));
        let found = found.or_else(|| self.several_names(word)).or_else(|| {
            let near = self.names.near_subject(self.question, self.groups, word);
            near.map(|near| format!("did you mean `{near}`?"))
        });
        found.or_else(|| self.name_and_more(word)).unwrap_or_else(|| self.those_who_choose(word))
    }

    /// The key of another question of the file that asks about the subject of this id or name, and lets it
    /// take the choice of the line: what would do something else there, or nothing, is not sent there.
    fn asked_elsewhere(&self, word: &str, choice: &str) -> Option<&'q str> {
        let lower = word.to_lowercase();
        let called = |subject: &OpenSubject| {
            [&subject.id, &subject.name].iter().any(|name| name.to_lowercase() == lower)
        };
        let fits = |other: &&OpenQuestion| {
            let options = Spellings::new(other.options.iter().map(|it| (&*it.id, &*it.name, &*it.note)));
            let takes = |at: usize| {
                let open: Vec<usize> = other.open_to(at).iter().map(|&it| usize::from(it)).collect();
                options.find(choice, &open, false).is_some_and(|(_, found)| found.len() == 1)
            };
            (0..other.subjects.len()).any(|at| called(&other.subjects[at]) && takes(at))
        };
        self.among?.iter().copied().find(fits).map(|other| other.key.as_str())
    }

    /// Entries of a list without a blank behind their dashes, which YAML takes for one word.
    fn dashes(&self, word: &str) -> Option<String> {
        let first = word.strip_prefix(['-', '–', '•', '*'])?.split(" -").next()?.trim();
        let (at, _) = self.one_subject(first)?;
        let line = shown(&format!("- {at}"));
        Some(format!("put a space behind the dash, and each name on a line of its own, as in {line}"))
    }

    /// What a form says beside a name, as `CA 6-4-9`.
    fn remark(&self, word: &str) -> Option<String> {
        let folded = fold(word);
        let is_it = |note: &str| !note.is_empty() && fold(note) == folded && folded.contains(' ');
        let of = self.question.subjects.iter().find(|it| is_it(&it.note))?;
        Some(format!("leave it out: it stands beside `{}` in the form, and is no name", of.id))
    }

    /// A class, a sort of unit or a number of them, written without what makes a group of it.
    fn group(&self, word: &str) -> Option<String> {
        self.among?;
        if let Some((number, of)) = number_of(word).or_else(|| counted(word)) {
            let there = self.all_of(&of).len();
            return match (number, there) {
                (_, 0) => self.near_class(&of).map(|class| match number {
                    Some(number) => format!("did you mean `{number}x {class}`?"),
                    None => format!("did you mean `all {class}s`?"),
                }),
                (Some(number), _) => {
                    let of = of_word(word);
                    Some(match number > there {
                        true => format!("there are no more than {there} here: write `{there}x {of}`"),
                        false => format!("write `{number}x {of}`"),
                    })
                }
                (None, _) => None,
            };
        }
        let one = word.strip_suffix(['s', 'S']);
        if let Some(numbered) = one.map(|one| self.numbered(one)).filter(|it| it.len() > 1) {
            return Some(format!(
                "write each of them, as in {}",
                shown(&format!("[{}]", numbered.join(", ")))
            ));
        }
        let plural = one.is_some_and(|one| self.all_of(&fold(one)).len() > 1);
        (plural || !self.of_class(&fold(word)).is_empty())
            .then(|| format!("write {}", shown(&format!("all {word}"))))
    }

    /// The ids of a name and of the same with numbers behind it, if there is one without a number.
    fn numbered(&self, name: &str) -> Vec<&'q str> {
        let name = fold(name);
        let is_number = |rest: &str| rest.bytes().all(|it| it.is_ascii_digit());
        let is_it = |it: &&OpenSubject| {
            fold(&it.name).strip_prefix(&*name).is_some_and(|rest| is_number(rest.trim_start()))
        };
        let all = || self.question.subjects.iter().filter(is_it);
        let whole = all().any(|it| fold(&it.name) == name);
        all().take(if whole { SHOWN } else { 0 }).map(|it| it.id.as_str()).collect()
    }

    /// The subjects of a class, or of a sort, in the singular or the plural.
    fn all_of(&self, word: &str) -> Vec<usize> {
        let all: Vec<usize> = (0..self.question.subjects.len()).collect();
        let found = self.of_class(word);
        if !found.is_empty() {
            return found;
        }
        let names = self.spellings();
        let singular = || names.find(word.strip_suffix('s')?, &all, false);
        names.find(word, &all, false).or_else(singular).map_or_else(Vec::new, |(_, found)| found)
    }

    fn of_class(&self, word: &str) -> Vec<usize> {
        let is_it = |class: &str| class == word || word.strip_suffix('s') == Some(class);
        let classes = self.question.subjects.iter().map(|it| class_of(&it.note)).enumerate();
        classes.filter(|(_, class)| !class.is_empty() && is_it(&fold(class))).map(|(at, _)| at).collect()
    }

    /// The class whose name is nearest to a word.
    fn near_class(&self, word: &str) -> Option<&'q str> {
        let classes =
            || self.question.subjects.iter().map(|it| class_of(&it.note)).filter(|it| !it.is_empty());
        suggest(word, classes()).or_else(|| suggest(word.strip_suffix('s')?, classes()))
    }

    /// Several names in one word, as in `Kongo Hiei` or `Hood. Renown`.
    fn several_names(&self, word: &str) -> Option<String> {
        if word.len() > LONGEST {
            return None;
        }
        let words: Vec<&str> = words(word).collect();
        let (mut names, mut rest) = (Vec::new(), words.as_slice());
        while !rest.is_empty() {
            if LINKS.contains(&rest[0].to_lowercase().as_str()) {
                rest = &rest[1..];
                continue;
            }
            let named = |&end: &usize| !self.names.subjects(&rest[..end].join(" ")).is_empty();
            let end = (1..=rest.len()).rev().find(named)?;
            names.push(rest[..end].join(" "));
            rest = &rest[end..];
        }
        (names.len() > 1).then(|| format!("write {}", shown(&format!("[{}]", names.join(", ")))))
    }

    /// A name with something else behind it.
    fn name_and_more(&self, word: &str) -> Option<String> {
        let found = heads(word).find_map(|part| self.one_subject(part))?;
        Some(format!("did you mean `{}`?", found.0))
    }

    /// The subject that a word means, by its name as it is written or by its id.
    fn one_subject<'w>(&self, word: &'w str) -> Option<(&'w str, usize)> {
        let only = |found: &[usize]| if let [only] = found { Some(*only) } else { None };
        let all: Vec<usize> = (0..self.question.subjects.len()).collect();
        let spelled = || only(&self.spellings().find(word, &all, true)?.1);
        only(self.names.subjects(word)).or_else(spelled).map(|at| (word, at))
    }

    fn spellings(&self) -> &Spellings {
        self.names.spellings(self.question)
    }

    /// Who may stand where a word stands that names nobody.
    fn those_who_choose(&self, word: &str) -> String {
        let subjects = &self.question.subjects;
        let ids: Vec<&str> = subjects.iter().take(SHOWN).map(|it| it.id.as_str()).collect();
        let more =
            if subjects.len() > SHOWN { format!(", … ({} in all)", subjects.len()) } else { String::new() };
        let choice = if self.names.options(word).is_empty() { "" } else { "it is a choice, and " };
        format!("{choice}a name belongs here: {}{more}{}", ids.join(", "), self.classes())
    }

    /// The groups that may be written for several names.
    fn classes(&self) -> String {
        let mut classes: Vec<String> = Vec::new();
        let of_class = self.question.subjects.iter().map(|it| class_of(&it.note)).filter(|it| !it.is_empty());
        for class in of_class.filter(|_| self.among.is_some()) {
            // What is read as a class is its singular, or that with an `s`.
            let many = plural(class);
            let is_word = many.strip_suffix('s') == Some(class) && class.chars().any(char::is_lowercase);
            let group = format!("`all {}`", if is_word { &many } else { class });
            if !classes.contains(&group) && classes.len() < SHOWN {
                classes.push(group);
            }
        }
        if classes.is_empty() { String::new() } else { format!("; or several: {}", classes.join(", ")) }
    }

    /// How to mend a word that is no choice for a subject, or for anybody.
    pub fn option(&self, said: &str, subject: Option<usize>) -> String {
        let open = Open::of(self, subject);
        let found = self.remark_glued(said, &open).or_else(|| self.several_choices(said, &open));
        let found = found.or_else(|| open.near(said).map(|near| format!("did you mean `{near}`?")));
        let found = found.or_else(|| self.choice_and_more(said, &open));
        found.unwrap_or_else(|| open.offer(said))
    }

    /// A subject with a list of choices behind it; nothing if the word names no subject.
    pub fn one_choice<'w>(&self, name: &str, choices: impl Iterator<Item = &'w str>) -> Option<String> {
        let (_, at) = self.one_subject(name)?;
        let open = Open::of(self, Some(at));
        let lines: Vec<String> = choices
            .filter_map(|it| Some(shown(&format!("{name}: {}", open.find(it)?))))
            .take(SHOWN)
            .collect();
        let lines = if lines.is_empty() { vec![format!("`{name}: choice`")] } else { lines };
        Some(format!("each takes one choice: write {}", list_or(&lines)))
    }

    /// A remark without a blank before it.
    fn remark_glued(&self, said: &str, open: &Open<'_, 'q>) -> Option<String> {
        let (choice, remark) = said.split_once('#')?;
        let choice = open.find(choice.trim())?;
        let line = open.line(&format!("{choice} # {}", remark.trim()));
        Some(format!("put a space before the `#`, as in {}", shown(&line)))
    }

    /// Several choices where one belongs, as in `9 or 10`.
    fn several_choices(&self, said: &str, open: &Open<'_, 'q>) -> Option<String> {
        if said.len() > LONGEST {
            return None;
        }
        let is_link = |it: &str| LINKS.contains(&it.to_lowercase().as_str());
        let mut choices: Vec<String> = Vec::new();
        for part in said.split(BETWEEN) {
            let words: Vec<&str> = part.split_whitespace().collect();
            choices.extend(words.split(|it| is_link(it)).filter(|it| !it.is_empty()).map(|it| it.join(" ")));
        }
        let found: Vec<&str> = choices.iter().filter_map(|it| open.find(it)).collect();
        let all = choices.len() > 1 && found.len() == choices.len();
        let lines: Vec<String> = found.iter().map(|it| shown(&open.line(it))).collect();
        all.then(|| format!("each takes one choice: write {}", list_or(&lines)))
    }

    /// A choice with something else before or behind it, as in `2 points` or `attack Hull`.
    fn choice_and_more(&self, said: &str, open: &Open<'_, 'q>) -> Option<String> {
        let verb = said.split_once(' ').filter(|(verb, _)| VERBS.contains(&verb.to_lowercase().as_str()));
        let found = heads(said).find_map(|part| open.find_surely(part)).or_else(|| open.find(verb?.1));
        Some(format!("did you mean {}?", shown(&open.line(found?))))
    }
}

/// The options that are open to a subject, or to anybody.
struct Open<'h, 'q> {
    help: &'h Help<'h, 'q>,
    subject: Option<usize>,
    options: Vec<usize>,
    names: Spellings,
}

impl<'h, 'q> Open<'h, 'q> {
    fn of(help: &'h Help<'_, 'q>, subject: Option<usize>) -> Open<'h, 'q> {
        let question = help.question;
        let mut options: Vec<usize> = match subject {
            Some(at) => question.open_to(at).iter().map(|&it| usize::from(it)).collect(),
            None => {
                let sets = question.subjects.iter().flat_map(|it| &question.sets[usize::from(it.set)]);
                sets.map(|&it| usize::from(it)).collect()
            }
        };
        if subject.is_none() {
            options.sort_unstable();
            options.dedup();
        }
        let names = Spellings::new(question.options.iter().map(|it| (&*it.id, &*it.name, &*it.note)));
        Open { help, subject, options, names }
    }

    /// The id of the only option that a word means, perhaps as a part of its name.
    fn find(&self, word: &str) -> Option<&'q str> {
        self.only(&self.names.find(word, &self.options, false)?.1)
    }

    /// The same by a whole name or number.
    fn find_surely(&self, word: &str) -> Option<&'q str> {
        self.only(&self.names.find(word, &self.options, true)?.1)
    }

    fn only(&self, found: &[usize]) -> Option<&'q str> {
        if let [only] = found { Some(&self.help.question.options[*only].id) } else { None }
    }

    /// A line that gives a choice to the subject.
    fn line(&self, choice: &str) -> String {
        match self.subject.map(|at| &self.help.question.subjects[at]) {
            Some(OpenSubject { id, .. }) => format!("{id}: {choice}"),
            None => choice.to_owned(),
        }
    }

    /// The option nearest to a word. Another number is no slip of the pen: what may be chosen says more.
    fn near(&self, word: &str) -> Option<&'q str> {
        let question = self.help.question;
        let options = || self.options.iter().map(|&at| &question.options[at]);
        let plain = fold(word).replace(' ', "");
        let mut same = options().filter(|it| fold(&it.id).replace(' ', "") == plain);
        if let (Some(only), None) = (same.next(), same.next()) {
            return Some(&only.id);
        }
        let names = options().flat_map(|it| [it.id.as_str(), it.name.as_str(), base(&it.name)]);
        Candidates::new(names).nearest(word).filter(|near| letters(near) != letters(word))
    }

    /// What may be chosen.
    fn offer(&self, said: &str) -> String {
        let question = self.help.question;
        let ids = self.options.iter().map(|&at| question.options[at].id.as_str());
        if self.options.len() > SHOWN && is_number(said) {
            return format!("choose one of {}", with_ranges(ids).join(", "));
        }
        let words = self.options.iter().take(SHOWN).map(|&at| question.options[at].spoken());
        let shown = words.collect::<Vec<_>>().join(", ");
        match self.options.len() {
            many if many > SHOWN => format!("choose one of {shown}, … ({many} in all)"),
            _ => format!("choose one of {shown}"),
        }
    }
}

/// A line as it should be written, whole: it is there to be copied.
fn shown(line: &str) -> String {
    format!("`{}`", visible(line))
}

/// How many, and of what, as it is written without an `x`: `3 Belfast`, `12x Belfast`.
fn number_of(word: &str) -> Option<(Option<usize>, String)> {
    let word = word.trim();
    let digits = word.len() - word.trim_start_matches(|it: char| it.is_ascii_digit()).len();
    let of = fold(of_word(word));
    (1..4)
        .contains(&digits)
        .then(|| word[..digits].parse().ok())
        .flatten()
        .filter(|_| !of.is_empty())
        .map(|number| (Some(number), of))
}

/// What is behind a number and its `x`.
fn of_word(word: &str) -> &str {
    let rest = word.trim().trim_start_matches(|it: char| it.is_ascii_digit()).trim_start();
    let cut = rest.strip_prefix(['x', 'X', '×', '*']).filter(|it| it.starts_with(char::is_whitespace));
    cut.unwrap_or(rest).trim()
}

/// The class that stands beside a name first: `CA` of `CA 6-4-9`, `patrol bomber` of `patrol bomber, 10
/// points`.
fn class_of(note: &str) -> &str {
    let first = note.split(',').next().unwrap_or_default().trim();
    match first.contains(|it: char| it.is_ascii_digit()) {
        true => first.split(' ').next().filter(|it| it.chars().all(char::is_alphabetic)).unwrap_or_default(),
        false => first,
    }
}

/// The words of a text without the marks between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| it.is_whitespace() || BETWEEN.contains(&it)).filter(|it| !it.is_empty())
}

/// What is left of a text without its last words, longest first.
fn heads(text: &str) -> impl Iterator<Item = &str> {
    let text = if text.len() > LONGEST { "" } else { text };
    let blanks = text.char_indices().rev().filter(|(_, it)| it.is_whitespace());
    blanks.map(|(at, _)| text[..at].trim())
}

/// The letters of a word, without numbers and marks.
fn letters(word: &str) -> String {
    word.chars().filter(|it| it.is_alphabetic()).flat_map(char::to_lowercase).collect()
}
