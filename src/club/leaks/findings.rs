//! What was found: gathered by the line that wrote it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::Seen;
use super::outward::Outward;
use super::secrets::Hit;
use crate::report::{OwnFile, Place};
use engine::party::Party;
use engine::problem::quote;
use engine::view::Packet;

/// What templates do in a match.
#[derive(Clone, Debug, Serialize)]
pub struct Findings {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: String,
    /// The club's files.
    pub files: Vec<String>,
    /// How many pages were filled.
    pub filled: usize,
    /// What gives something away.
    pub leaks: Vec<Leak>,
    /// Templates that fail.
    pub faults: Vec<Fault>,
    /// What gives nothing away, and is worth a look.
    pub remarks: Vec<Remark>,
}

impl Findings {
    /// Whether nothing was found against the templates.
    pub fn is_clean(&self) -> bool {
        self.leaks.is_empty() && self.faults.is_empty()
    }
}

/// A line that gives something away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Leak {
    /// The file; nothing if no line wrote it by itself.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The words.
    pub words: String,
    /// What they give away.
    pub what: String,
    /// To whom, and where.
    #[serde(flatten)]
    pub seen: Where,
}

/// A template that fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// What is wrong, with file and line as far as they are known.
    pub what: String,
    /// For whom, and where.
    #[serde(flatten)]
    pub seen: Where,
}

/// A line that asks another machine for the same thing on every page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// The file.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// What is asked for.
    pub words: String,
}

/// Who got something, and where it stood; nobody yet, if it only stands in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Where {
    /// The parties that got it.
    #[serde(rename = "sides")]
    pub parties: BTreeSet<Party>,
    /// The exchanges at which they did.
    pub exchanges: BTreeSet<u32>,
    /// The pages on which it stood.
    pub pages: BTreeSet<&'static str>,
}

impl Where {
    fn add(&mut self, reader: &Packet, page: &'static str) {
        self.parties.insert(reader.party);
        self.exchanges.insert(reader.exchange);
        self.pages.insert(page);
    }
}

/// Words with what they give away, and the line that wrote them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Find {
    place: Option<Place>,
    what: String,
    words: String,
}

impl Find {
    pub(super) fn of(hit: &Hit, place: Option<Place>) -> Find {
        Find { place, what: hit.what.clone(), words: hit.words.clone() }
    }
}

/// A line that writes addresses on pages of one kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    place: Option<Place>,
    host: String,
    page: &'static str,
    asks: bool,
}

/// The addresses that a line wrote.
#[derive(Default)]
struct Addresses {
    urls: BTreeSet<String>,
    /// Whether any part of them was a value.
    carries: bool,
    /// On how many pages.
    pages: BTreeSet<(u32, bool, Party)>,
    seen: Where,
}

/// All that was found so far.
#[derive(Default)]
pub(super) struct Book {
    leaks: Seen<Find>,
    faults: Seen<String>,
    outward: BTreeMap<Line, Addresses>,
    /// How many pages of each kind were filled.
    filled: BTreeMap<&'static str, usize>,
}

impl Book {
    /// A page was filled.
    pub(super) fn filled(&mut self, page: &'static str) {
        *self.filled.entry(page).or_default() += 1;
    }

    /// Something gives away what its reader may not know, or stands in a file and may do so.
    pub(super) fn leak(&mut self, find: Find, shown: Option<(&Packet, &'static str)>) {
        let seen = self.leaks.entry(find).or_default();
        if let Some((reader, page)) = shown {
            seen.add(reader, page);
        }
    }

    /// A template fails.
    pub(super) fn fault(&mut self, file: Option<String>, what: String, reader: &Packet, page: &'static str) {
        let what = file.map_or(what.clone(), |file| format!("{file}: {what}"));
        self.faults.entry(what).or_default().add(reader, page);
    }

    /// An address stands on a page.
    pub(super) fn outward(
        &mut self,
        address: Outward,
        place: Option<Place>,
        carries: bool,
        (reader, page): (&Packet, &'static str),
    ) {
        let line = Line { place, host: address.host().to_owned(), page, asks: address.asks };
        let found = self.outward.entry(line).or_default();
        found.urls.insert(address.url);
        found.carries |= carries;
        found.pages.insert((reader.exchange, reader.over, reader.party));
        found.seen.add(reader, page);
    }

    /// Everything, in the order of the files.
    pub(super) fn findings(mut self, match_id: &str, files: Vec<OwnFile>) -> Findings {
        let mut remarks = BTreeSet::new();
        for (line, found) in std::mem::take(&mut self.outward) {
            let is_everywhere = self.filled.get(line.page) == Some(&found.pages.len());
            let words = found.urls.first().cloned().unwrap_or_default();
            let what = match (line.asks, found.urls.len() == 1) {
                (true, true) if is_everywhere => {
                    remarks.insert((line.place, words));
                    continue;
                }
                (true, _) => "the page asks another machine, which learns from it what the reader knows",
                (false, _) if found.carries && found.urls.len() > 1 => {
                    "the link has something of the report in it, for another machine to learn"
                }
                _ => continue,
            };
            let find = Find { place: line.place, what: what.to_owned(), words };
            let seen = self.leaks.entry(find).or_default();
            seen.parties.extend(found.seen.parties);
            seen.exchanges.extend(found.seen.exchanges);
            seen.pages.extend(found.seen.pages);
        }
        let files: Vec<String> = files.into_iter().map(|file| file.path).collect();
        let at = |place: Option<Place>| (place.map(|it| files[it.file].clone()), place.map(|it| it.line));
        let leaks = self.leaks.into_iter().map(|(find, seen)| {
            let (file, line) = at(find.place);
            Leak { file, line, words: quote(&find.words), what: find.what, seen }
        });
        let remarks = remarks.into_iter().map(|(place, words)| {
            let (file, line) = at(place);
            Remark { file, line, words: quote(&words) }
        });
        Findings {
            match_id: match_id.to_owned(),
            filled: self.filled.values().sum(),
            leaks: leaks.collect(),
            faults: self.faults.into_iter().map(|(what, seen)| Fault { what, seen }).collect(),
            remarks: remarks.collect(),
            files,
        }
    }
}
