//! What a person may mean by a word of doctrine that is none: a part of a name, another spelling, a number,
//! `all destroyers`.
//!
//! Only a file that comes in is read so, before it counts ([`spelling`](crate::draft::spelling)). The page
//! has it a second time (`doctrine.mjs`).

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;

use super::{Conditions, Match};
use crate::draft::Word;
use crate::draft::spelling::{Names, Place, Readings, Spelled, all_of, fold, several};
use crate::items::Dictionary;

/// What parts names in a list of them.
pub const BETWEEN: &str = "|";

/// Something that doctrine may name.
pub(crate) struct Thing {
    /// A word that means it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The first of all things that is the same.
    pub same: usize,
}

/// All that doctrine may name in a match, with what people call it.
pub struct Lexicon<I> {
    pub(crate) things: Vec<Thing>,
    pub(crate) means: Vec<Match<I>>,
    names: Names,
}

impl<I: Copy + PartialEq> Lexicon<I> {
    /// The words of a system.
    pub fn of<S: Conditions<Item = I>>(system: &S) -> Lexicon<I> {
        let Dictionary { names, called, .. } = system.dictionary();
        let tags = system.tag_words().iter().map(|it| (*it).to_owned());
        let known: BTreeSet<String> = called.iter().map(|(_, name)| name.clone()).collect();
        let plain = tags.chain(names).filter(|it| !known.contains(it)).map(|it| (it.clone(), it));
        let mut seen = BTreeSet::new();
        let is_new = |(id, _): &(String, String)| !id.contains(BETWEEN) && seen.insert(id.clone());
        let (mut things, mut means): (Vec<Thing>, Vec<Match<I>>) = Default::default();
        for (id, name) in called.into_iter().chain(plain).filter(is_new) {
            let Some(is) = Match::named(system, &id) else { continue };
            let same = means.iter().position(|other| *other == is).unwrap_or(means.len());
            means.push(is);
            things.push(Thing { id, name, same });
        }
        let names = Names::new(things.iter().map(|it| (&*it.id, &*it.name, "")));
        Lexicon { things, means, names }
    }

    /// The things that a word may mean, each once, of those in fitting places.
    fn meant(&self, word: &str, fits: impl Fn(usize) -> bool) -> Vec<usize> {
        let among: Vec<usize> = (0..self.things.len()).filter(|&at| fits(at)).collect();
        let mut seen = BTreeSet::new();
        let mut found = all_of(&self.names, word, &among);
        found.retain(|&at| seen.insert(self.things[at].same));
        found
    }

    /// The id of a thing, whatever words there are for it.
    pub fn id_of(&self, is: Match<I>) -> Option<&str> {
        let at = self.means.iter().position(|other| *other == is)?;
        Some(&self.things[at].id)
    }

    /// The things that fit, by id and name.
    pub fn named(&self, fits: impl Fn(Match<I>) -> bool) -> impl Iterator<Item = (&str, &str)> {
        let things = self.things.iter().zip(&self.means).filter(move |(_, is)| fits(**is));
        things.map(|(it, _)| (it.id.as_str(), it.name.as_str()))
    }

    /// Whether a word is the id or the name of a thing, in any spelling.
    pub fn is_spelled(&self, word: &str) -> bool {
        let all: Vec<usize> = (0..self.things.len()).collect();
        self.names.find(word, &all, true).is_some()
    }

    fn ids(&self, found: &[usize]) -> Vec<&str> {
        found.iter().map(|&at| &*self.things[at].id).collect()
    }

    /// The word for the one thing that a word may mean, of those with certain words; nothing if it means
    /// none.
    ///
    /// # Errors
    /// If it could be several.
    pub fn word_of(&self, word: &str, fits: impl Fn(&str) -> bool) -> Result<Option<&str>, Several> {
        let ids = self.ids(&self.meant(word, |at| fits(&self.things[at].id)));
        match ids[..] {
            [] => Ok(None),
            [only] => Ok(Some(only)),
            _ => Err(several(word, &ids)),
        }
    }

    /// Some places, by their ids, with all that they are called.
    fn placed(&self, places: &[String]) -> Placed {
        let mut called: Vec<(&str, &str, &str)> = Vec::new();
        for place in places {
            called.push((place, place, ""));
            let Some(own) = self.things.iter().find(|it| it.id == *place) else { continue };
            let alike = self.things.iter().filter(|it| it.same == own.same);
            called.extend(alike.flat_map(|it| [&*it.name, &*it.id]).map(|name| (&**place, name, "")));
        }
        let of = |id: &str| places.iter().position(|it| it == id).unwrap_or_default();
        Placed {
            at: called.iter().map(|(id, ..)| of(id)).collect(),
            names: Names::new(called.iter().copied()),
            places: places.to_vec(),
        }
    }
}

/// Places in which a kind of question is put.
struct Placed {
    places: Vec<String>,
    names: Names,
    /// Which of the places each of the names is for.
    at: Vec<usize>,
}

impl Placed {
    /// Those that a word may mean.
    fn meant(&self, word: &str) -> Vec<usize> {
        let all: Vec<usize> = (0..self.at.len()).collect();
        let found = self.names.find(word, &all, false).map_or_else(Vec::new, |(_, found)| found);
        found.into_iter().map(|name| self.at[name]).collect()
    }
}

/// What there is to say of a word that could be several things, and how to mend it.
pub type Several = (String, String);

/// Reads words that are none for what they may mean, and keeps what it read for what.
pub struct Speller<'l, I> {
    lexicon: &'l OnceCell<Lexicon<I>>,
    /// The places that were looked at last.
    placed: RefCell<Option<Placed>>,
    readings: Readings,
}

impl<'l, I: Copy + PartialEq> Speller<'l, I> {
    /// A reader that makes the words of the match ready when it needs them first.
    pub fn new(lexicon: &'l OnceCell<Lexicon<I>>) -> Speller<'l, I> {
        Speller { lexicon, placed: RefCell::new(None), readings: Readings::default() }
    }

    /// What was read for what.
    pub fn spelled(self) -> Vec<Spelled> {
        self.readings.spelled
    }

    /// The one of some words that is spelled like another.
    pub(crate) fn alike<'w>(&self, word: &str, known: impl Iterator<Item = &'w str>) -> Option<&'w str> {
        if self.readings.tries() { alike(word, known) } else { None }
    }

    fn lexicon<S: Conditions<Item = I>>(&self, system: &S) -> &'l Lexicon<I> {
        self.lexicon.get_or_init(|| Lexicon::of(system))
    }

    /// Notes that a word was read for another.
    pub(crate) fn note(&mut self, word: &Word, id: &str, place: Place) {
        self.readings.note(word, id, place);
    }

    /// What a word means of the things that fit, with the word for it; nothing if it means none.
    ///
    /// # Errors
    /// If it could be several.
    pub(crate) fn read<S: Conditions<Item = I>>(
        &mut self,
        system: &S,
        word: &Word,
        place: Place,
        fits: impl Fn(Match<I>) -> bool,
    ) -> Result<Option<(String, Match<I>)>, Several> {
        if !self.readings.tries() {
            return Ok(None);
        }
        let lexicon = self.lexicon(system);
        match lexicon.meant(&word.text, |at| fits(lexicon.means[at]))[..] {
            [] => Ok(None),
            [only] => {
                let id = lexicon.things[only].id.clone();
                self.note(word, &id, place);
                Ok(Some((id, lexicon.means[only])))
            }
            ref all => Err(several(&word.text, &lexicon.ids(all))),
        }
    }

    /// The place that a word means of some; nothing if it means none.
    ///
    /// # Errors
    /// If it could be several.
    pub(crate) fn place<'p, S: Conditions<Item = I>>(
        &self,
        system: &S,
        word: &str,
        places: &'p [String],
    ) -> Result<Option<&'p str>, Several> {
        if !self.readings.tries() {
            return Ok(None);
        }
        let mut placed = self.placed.borrow_mut();
        let known = match &mut *placed {
            Some(known) if known.places == places => known,
            other => other.insert(self.lexicon(system).placed(places)),
        };
        match known.meant(word)[..] {
            [] => Ok(None),
            [only] => Ok(Some(&places[only])),
            ref all => {
                let ids: Vec<&str> = all.iter().map(|&at| &*places[at]).collect();
                Err(several(word, &ids))
            }
        }
    }
}

/// The one of some words that is spelled like another.
pub fn alike<'w>(word: &str, mut known: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let folded = fold(word);
    known.find(|it| fold(it) == folded)
}
