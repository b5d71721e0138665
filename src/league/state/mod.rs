//! What follows from a book: who plays, what is paired, what counts. Each fact is looked at before it is
//! taken, so a command refuses what an audit would find.

mod bidding;
mod board;
mod case;
mod event;
mod outcome;
mod paired;
mod panel;
mod witness;

use std::collections::BTreeMap;

use club::signature::Key;
use engine::digest::Digest;
use engine::entry::{Entry, Kind};
use engine::problem::{quote, suggest};
use tournament::Entrant;

pub(crate) use bidding::terms;
pub use bidding::{Bidding, Turn};
pub use board::{Board, GoneOn, Promise};
pub use case::KnownCase;
pub use event::{Entered, Event, Gone, Round, commitment};
pub(crate) use outcome::by_points;
pub use panel::{Cast, Found, Panel};
pub use witness::Witnessed;

use crate::book::fact::{FORMAT, Genesis};
use crate::book::{Fact, Outcome};
use crate::settings::{RatingKind, RatingSettings};

/// A club, as its book has it.
#[derive(Clone, Debug)]
pub struct League {
    /// The club's word.
    pub club: String,
    /// The hash of the book's first entry.
    pub genesis: Digest,
    /// The commitment to the seed of its draws.
    pub seed_commitment: Digest,
    /// Where ratings begin.
    pub ratings: RatingSettings,
    /// Who plays, by word.
    pub entrants: BTreeMap<Entrant, Known>,
    /// Events that were opened, by word.
    pub events: BTreeMap<String, Event>,
    /// Every result that was written down, in the order of the book, those too that were corrected since.
    pub results: Vec<Written>,
    /// Rulings that became cases.
    pub cases: Vec<KnownCase>,
    /// Heads that somebody countersigned.
    pub witnesses: Vec<Witnessed>,
}

/// A result as it was written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The entry.
    pub entry: u64,
    /// The entry of the result that it corrects, if it does.
    pub corrects: Option<u64>,
    /// What it says.
    pub result: Outcome,
}

/// Somebody whom the book knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The name that pages show; nothing for the word alone.
    pub name: Option<String>,
    /// The key that signs.
    pub key: Option<Key>,
    /// Ratings brought along.
    pub start: BTreeMap<RatingKind, i64>,
    /// The entry with which the club came to know him.
    pub entry: u64,
}

impl League {
    /// A club whose book has one entry.
    ///
    /// # Errors
    /// If that entry begins no book.
    pub fn begin(entry: &Entry) -> Result<League, String> {
        if entry.header().kind != Kind::Genesis {
            return Err("a book begins with its genesis".to_owned());
        }
        let genesis: Genesis = entry.exactly()?;
        if genesis.format != FORMAT {
            return Err(format!("its format is {}, and not {FORMAT}", quote(&genesis.format)));
        }
        Ok(League {
            club: genesis.club,
            genesis: entry.hash(),
            seed_commitment: genesis.seed_commitment,
            ratings: RatingSettings::default(),
            entrants: BTreeMap::new(),
            events: BTreeMap::new(),
            results: Vec::new(),
            cases: Vec::new(),
            witnesses: Vec::new(),
        })
    }

    /// Takes a fact, written in an entry of this number, of a round if it belongs to one.
    ///
    /// # Errors
    /// Why it cannot stand here.
    pub fn take(&mut self, entry: u64, round: Option<u32>, time: &str, fact: &Fact) -> Result<(), String> {
        if round.is_some() != fact.is_of_a_round() {
            return Err(match round {
                Some(round) => format!("it names round {round}, but belongs to none"),
                None => "it names no round".to_owned(),
            });
        }
        match fact {
            Fact::Ratings { settings } => self.ratings = settings.clone(),
            Fact::Entrant { entrant, name, key, start } => {
                self.not_shared(entrant, key.as_ref())?;
                let known = Known { name: name.clone(), key: key.clone(), start: start.clone(), entry };
                if self.entrants.insert(entrant.clone(), known).is_some() {
                    return Err(format!("{} is an entrant already", quote(entrant.word())));
                }
            }
            Fact::Renamed { entrant, name, key } => {
                self.not_shared(entrant, key.as_ref())?;
                let known = self.known_mut(entrant)?;
                (known.name, known.key) = (name.clone(), key.clone());
            }
            Fact::Event { event, settings, edition, data, sides, draw, officials } => {
                if self.events.contains_key(event) {
                    return Err(format!("the event {} is open already", quote(event)));
                }
                let [first, second] = sides.as_slice() else {
                    return Err(format!("it has {} sides, and a board has two seats", sides.len()));
                };
                let sides = [first.clone(), second.clone()];
                let opened = Event::open((entry, time), settings, (*edition, data), sides, *draw, officials);
                self.events.insert(event.clone(), opened);
            }
            Fact::Case { .. } => self.take_case(entry, fact)?,
            Fact::Witnessed { entry: of, hash, name, signed } => {
                let (name, signed) = (name.clone(), signed.clone());
                self.take_witness(Witnessed { entry, of: *of, hash: *hash, name, signed })?;
            }
            _ => {
                let word = fact.event().unwrap_or_default();
                if let Fact::Entered { entrant, .. } | Fact::Confirmed { entrant, .. } = fact {
                    self.known(entrant)?;
                }
                self.may_judge(round.unwrap_or_default(), fact)?;
                let genesis = self.genesis;
                self.event_mut(word)?.take(
                    (entry, round.unwrap_or_default(), time),
                    fact,
                    (genesis, word),
                )?;
                self.note_result(entry, fact);
            }
        }
        Ok(())
    }

    fn note_result(&mut self, entry: u64, fact: &Fact) {
        let (corrects, result) = match fact {
            Fact::Result { result } => (None, result),
            Fact::Corrected { entry: before, result, .. } => (Some(*before), result),
            _ => return,
        };
        self.results.push(Written { entry, corrects, result: (**result).clone() });
    }

    /// Somebody whom the book knows.
    ///
    /// # Errors
    /// If it does not, with the nearest word.
    pub fn known(&self, entrant: &Entrant) -> Result<&Known, String> {
        self.entrants.get(entrant).ok_or_else(|| self.nobody(entrant))
    }

    fn known_mut(&mut self, entrant: &Entrant) -> Result<&mut Known, String> {
        let nobody = self.nobody(entrant);
        self.entrants.get_mut(entrant).ok_or(nobody)
    }

    fn nobody(&self, entrant: &Entrant) -> String {
        let near = suggest(entrant.word(), self.entrants.keys().map(Entrant::word));
        let near = near.map_or(String::new(), |near| format!(". Did you mean {}?", quote(near)));
        format!("{} is no entrant{near}", quote(entrant.word()))
    }

    /// An event that is open, or was.
    ///
    /// # Errors
    /// If there is none, with the nearest word.
    pub fn event(&self, word: &str) -> Result<&Event, String> {
        self.events.get(word).ok_or_else(|| self.no_event(word))
    }

    fn event_mut(&mut self, word: &str) -> Result<&mut Event, String> {
        let none = self.no_event(word);
        self.events.get_mut(word).ok_or(none)
    }

    fn no_event(&self, word: &str) -> String {
        let near = suggest(word, self.events.keys().map(String::as_str));
        let near = near.map_or(String::new(), |near| format!(". Did you mean {}?", quote(near)));
        format!("no event {} was opened{near}", quote(word))
    }

    /// One key is one person.
    fn not_shared(&self, entrant: &Entrant, key: Option<&Key>) -> Result<(), String> {
        let Some(key) = key else { return Ok(()) };
        let other =
            self.entrants.iter().find(|(other, known)| *other != entrant && known.key.as_ref() == Some(key));
        match other {
            Some((other, _)) => Err(format!("{} has this key already", quote(other.word()))),
            None => Ok(()),
        }
    }

    /// The name that pages show.
    pub fn name<'l>(&'l self, entrant: &'l Entrant) -> &'l str {
        self.entrants.get(entrant).and_then(|known| known.name.as_deref()).unwrap_or(entrant.word())
    }
}
