//! From the words of an orders file to conditions: every word must mean something to the system, and must be
//! able to hold where the question is put.

use super::{Clause, ConditionWord, Match, Named, Number, Ratio, Reads, When};
use crate::condition::Conditions;
use crate::condition::lexicon::Speller;
use crate::draft::spelling::Place;
use crate::draft::{ClauseDraft, WhenDraft, Word};
use crate::problem::{Class, Collector, Problem, Spot, list_and, list_or, quote, suggest};
use crate::question::QuestionKind;

/// The word before a place.
const AT: &str = "at";
/// The greatest number on either side of a ratio.
const MOST: u16 = 99;

/// Turns the draft of a condition into one, for questions of a kind. Everything in it that means nothing is
/// noted, with the file's name left empty; then there is no condition. A `speller` reads words that are none
/// for what they may mean.
pub fn compile<S: Conditions>(
    system: &S,
    draft: &WhenDraft,
    kind: &QuestionKind,
    problems: &mut Collector,
    speller: Option<&mut Speller<'_, S::Item>>,
) -> Option<When<S::Item>> {
    Compiler { system, kind, problems, speller }.condition(draft)
}

struct Compiler<'s, 'p, 'l, S: Conditions> {
    system: &'s S,
    kind: &'s QuestionKind,
    problems: &'p mut Collector,
    speller: Option<&'p mut Speller<'l, S::Item>>,
}

/// Whatever was wrong is noted.
type Read<T> = Option<T>;

impl<S: Conditions> Compiler<'_, '_, '_, S> {
    fn refuse<T>(&mut self, spot: Spot, code: &str, what: String, mend: String) -> Read<T> {
        let problem = Problem::new(Class::Malformed, code, what).at(spot.in_file(""));
        self.problems.push(problem.mending(mend));
        None
    }

    fn condition(&mut self, draft: &WhenDraft) -> Read<When<S::Item>> {
        match draft {
            WhenDraft::Clause(clause) => {
                let read = self.clause(clause)?;
                Some(if clause.no { When::No(read) } else { When::Is(read) })
            }
            WhenDraft::All(parts) => self.parts(parts).map(When::All),
            WhenDraft::Any(parts) => self.parts(parts).map(When::Any),
        }
    }

    /// All parts, so that the problems of all are shown.
    fn parts(&mut self, parts: &[WhenDraft]) -> Read<Vec<When<S::Item>>> {
        let read: Vec<_> = parts.iter().map(|part| self.condition(part)).collect();
        read.into_iter().collect()
    }

    fn clause(&mut self, draft: &ClauseDraft) -> Read<Clause<S::Item>> {
        let (first, rest) = draft.words.split_first()?;
        let words = self.system.conditions();
        let word = self.word(first, words.iter().map(|it| it.word));
        let known = words.iter().find(|it| Some(it.word) == word);
        let Some(known) = known else { return self.unknown(first) };
        let at = rest.iter().position(|word| known.reads == Reads::Place && word.text == AT);
        let (rest, place) = at.map_or((rest, None), |at| (&rest[..at], Some((&rest[at], &rest[at + 1..]))));
        self.in_its_place(draft.spot, known, place.map(|(at, _)| at))?;
        let mut rest = rest.iter().peekable();
        let choice = self.choice(draft.spot, known, &mut rest)?;
        let what = self.what(draft.spot, known, &mut rest)?;
        let ratio = self.ratio(known, &mut rest)?;
        let number = self.number(draft.spot, known, &mut rest)?;
        if let Some(word) = rest.next() {
            let what = format!("{} has no place behind `{}`", quote(&word.text), known.word);
            return self.refuse(word.spot, "bad-condition", what, usage(known));
        }
        let at = match place {
            Some((at, words)) => Some(self.place(known, at, words)?),
            None => None,
        };
        Some(Clause { word: known.word, choice, what, ratio, number, at })
    }

    fn unknown<T>(&mut self, word: &Word) -> Read<T> {
        let words: Vec<&str> = self.system.conditions().iter().map(|it| it.word).collect();
        let what = format!("{} is not a condition", quote(&word.text));
        let all = if words.is_empty() {
            "this game has none; leave out `when`".to_owned()
        } else {
            format!("the conditions are {}", list_and(&words))
        };
        let mend = match suggest(&word.text, words.iter().copied()) {
            _ if word.text == "not" => format!("write `no` instead; {all}"),
            Some(near) => format!("did you mean `{near}`? {all}"),
            None => all,
        };
        self.refuse(word.spot, "unknown-condition", what, mend)
    }

    /// What reads a fight needs one; in combat nothing reads another place, and elsewhere a place must be
    /// named.
    fn in_its_place(&mut self, spot: Spot, known: &ConditionWord, at: Option<&Word>) -> Read<()> {
        let QuestionKind { kind, in_combat, .. } = *self.kind;
        let word = known.word;
        match (known.reads, self.system.is_of_a_fight(kind)) {
            (Reads::Turn, _) | (Reads::Fight, true) => Some(()),
            (Reads::Fight, false) => {
                let what = format!("`{word}` looks at a fight, but `{kind}` is not asked in one");
                self.refuse(spot, "no-fight", what, self.what_is_free())
            }
            (Reads::Place, true) => at.map_or(Some(()), |at| {
                let what = "in combat a condition looks at the place of the fight alone".to_owned();
                let mend = format!("leave out {} and what follows", quote(&at.text));
                self.refuse(at.spot, "another-place", what, mend)
            }),
            // Between fights of which the order is open.
            (Reads::Place, false) if in_combat => {
                let what = format!("`{word}` looks at a place, but `{kind}` is asked about none");
                self.refuse(spot, "no-fight", what, self.what_is_free())
            }
            (Reads::Place, false) if at.is_none() => {
                let what = format!("`{kind}` is not asked in a fight, so `{word}` must say where to look");
                self.refuse(spot, "no-place", what, "add a place, as in `at PLACE`".to_owned())
            }
            (Reads::Place, false) => Some(()),
        }
    }

    /// The words that may stand where no fight is asked about.
    fn what_is_free(&self) -> String {
        let is_free = |reads: Reads| reads == Reads::Turn || reads == Reads::Place && !self.kind.in_combat;
        let free = self.system.conditions().iter().filter(|it| is_free(it.reads));
        let free: Vec<&str> = free.map(|it| it.word).collect();
        format!("leave it out; here you can write {}", list_or(&free))
    }

    fn choice<'w>(
        &mut self,
        spot: Spot,
        known: &ConditionWord,
        rest: &mut impl Iterator<Item = &'w Word>,
    ) -> Read<&'static str> {
        if known.choices.is_empty() {
            return Some("");
        }
        let word = rest.next();
        let found = word.and_then(|word| self.word(word, known.choices.iter().copied()));
        if let Some(choice) = found {
            return Some(choice);
        }
        let what = match word {
            Some(word) => format!("{} cannot follow `{}`", quote(&word.text), known.word),
            None => format!("`{}` needs a word behind it", known.word),
        };
        let mend = format!("write {}; {}", list_or(known.choices), usage(known));
        self.refuse(word.map_or(spot, |word| word.spot), "bad-condition", what, mend)
    }

    /// The one of some words that is written, or is spelled like it.
    fn word(
        &mut self,
        word: &Word,
        known: impl Iterator<Item = &'static str> + Clone,
    ) -> Option<&'static str> {
        let exact = known.clone().find(|it| *it == word.text);
        if exact.is_some() {
            return exact;
        }
        let speller = self.speller.as_mut()?;
        let meant = speller.alike(&word.text, known)?;
        speller.note(word, meant, Place::Within);
        Some(meant)
    }

    /// What a word may mean that names nothing, of the things that fit; nothing inside if it means none of
    /// them.
    fn spelled(
        &mut self,
        word: &Word,
        fits: impl Fn(&S, Match<S::Item>) -> bool,
    ) -> Read<Option<Named<Match<S::Item>>>> {
        let Some(speller) = self.speller.as_mut() else { return Some(None) };
        match speller.read(self.system, word, Place::Within, |is| fits(self.system, is)) {
            Ok(found) => Some(found.map(|(word, is)| Named { word, is })),
            Err((what, mend)) => self.refuse(word.spot, "ambiguous-name", what, mend),
        }
    }

    /// All words up to the place, since names have several.
    fn what<'w>(
        &mut self,
        spot: Spot,
        known: &ConditionWord,
        rest: &mut impl Iterator<Item = &'w Word>,
    ) -> Read<Option<Named<Match<S::Item>>>> {
        if !known.what {
            return Some(None);
        }
        let words: Vec<&Word> = rest.collect();
        let Some((text, spot)) = joined(&words) else {
            let what = format!("`{}` does not say what to look for", known.word);
            return self.refuse(spot, "bad-condition", what, usage(known));
        };
        let found = Match::named(self.system, &text);
        if let Some(is) = found.filter(|is| self.system.is_seen(*is)) {
            return Some(Some(Named { word: text, is }));
        }
        let word = Word { text, spot };
        let spelled = self.spelled(&word, |system, is| system.is_seen(is))?;
        if spelled.is_some() {
            return Some(spelled);
        }
        let Word { text, .. } = word;
        let what = match found {
            Some(_) => format!("{} is not a word for units", quote(&text)),
            None => format!("doctrine does not know the word {}", quote(&text)),
        };
        let seen = |word: &&str| {
            Match::named(self.system, word).is_some_and(|is: Match<S::Item>| self.system.is_seen(is))
        };
        let near = suggest(&text, self.system.tag_words().iter().copied().filter(seen));
        let mend =
            near.map_or_else(|| "write a class, a navy, or the name of a unit".to_owned(), did_you_mean);
        self.refuse(spot, "unknown-word", what, mend)
    }

    fn ratio<'w>(&mut self, known: &ConditionWord, rest: &mut impl Iterator<Item = &'w Word>) -> Read<Ratio> {
        let Some(otherwise) = known.ratio else { return Some(Ratio::default()) };
        let Some(word) = rest.next() else { return Some(otherwise) };
        let part = |text: &str| decimal(text).filter(|number| (1..=MOST).contains(number));
        let ratio = word.text.split_once(':').and_then(|(more, less)| {
            let (more, less) = (part(more)?, part(less)?);
            Some(Ratio { more, less })
        });
        if ratio.is_some() {
            return ratio;
        }
        let what = format!("{} is not a ratio", quote(&word.text));
        let Ratio { more, less } = otherwise;
        let mend = format!("write two numbers from 1 to {MOST}, as in `{} {more}:{less}`", known.word);
        self.refuse(word.spot, "bad-condition", what, mend)
    }

    fn number<'w>(
        &mut self,
        spot: Spot,
        known: &ConditionWord,
        rest: &mut impl Iterator<Item = &'w Word>,
    ) -> Read<u16> {
        let Some(Number { least, most, otherwise }) = known.number else { return Some(0) };
        let word = rest.next();
        let what = match (word, otherwise) {
            (None, Some(otherwise)) => return Some(otherwise),
            (None, None) => format!("`{}` needs a number behind it", known.word),
            (Some(word), _) => match decimal(&word.text) {
                Some(number) if (least..=most).contains(&number) => return Some(number),
                Some(_) => format!("{} cannot follow `{}`", quote(&word.text), known.word),
                None => format!("{} is not a number", quote(&word.text)),
            },
        };
        let before = [known.word].into_iter().chain(known.choices.first().copied());
        let example = before.collect::<Vec<_>>().join(" ");
        let mend = format!(
            "write a number from {least} to {most} in figures, as in `{example} {}`",
            least.max(2).min(most)
        );
        self.refuse(word.map_or(spot, |word| word.spot), "bad-condition", what, mend)
    }

    fn place(&mut self, known: &ConditionWord, at: &Word, words: &[Word]) -> Read<Named<S::Item>> {
        let words: Vec<&Word> = words.iter().collect();
        let Some((text, spot)) = joined(&words) else {
            return self.refuse(at.spot, "bad-condition", "no place follows `at`".to_owned(), usage(known));
        };
        let is_place = |system: &S, is| match is {
            Match::Item(at) => system.is_place(known, at),
            Match::Tag(_) => false,
        };
        let word = Word { text, spot };
        let found = self.system.find(&word.text).map(Match::Item).filter(|is| is_place(self.system, *is));
        let found = match found {
            Some(is) => Some(Named { word: word.text.clone(), is }),
            None => self.spelled(&word, is_place)?,
        };
        let Word { text, spot } = word;
        match found {
            Some(Named { word, is: Match::Item(is) }) => Some(Named { word, is }),
            _ => {
                let what = format!("{} is not a place at which `{}` can look", quote(&text), known.word);
                let kinds = self.system.kinds().iter();
                let places: Vec<String> = kinds.flat_map(|kind| self.system.places(kind.kind)).collect();
                let looked_at =
                    |place: &&str| self.system.find(place).is_some_and(|is| self.system.is_place(known, is));
                let near = suggest(&text, places.iter().map(String::as_str).filter(looked_at));
                let mend =
                    near.map_or_else(|| "write its id as it stands in the report".to_owned(), did_you_mean);
                self.refuse(spot, "unknown-place", what, mend)
            }
        }
    }
}

/// Several words as one, and the stretch of the file that they take; nothing of none.
fn joined(words: &[&Word]) -> Option<(String, Spot)> {
    let (first, last) = (words.first()?, words.last()?);
    let text = words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    Some((text, Spot { end: last.spot.end, ..first.spot }))
}

fn decimal(text: &str) -> Option<u16> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

fn usage(known: &ConditionWord) -> String {
    format!("write it as `{}`", known.usage())
}

fn did_you_mean(near: &str) -> String {
    format!("did you mean `{near}`?")
}
