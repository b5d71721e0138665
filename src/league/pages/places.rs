//! Where pages stand, below `league/` on the site, and the links between them.

use std::collections::{BTreeMap, BTreeSet};

use club::matches::MatchFault;
use club::seal::is_match_id;
use engine::problem::quote;
use serde::Serialize;
use tournament::Entrant;

use crate::figures::systems;
use crate::state::League;

/// The folder of all ratings.
pub(super) const RATINGS: &str = "ratings";
/// The folder of proofs.
pub(super) const PROOFS: &str = "proofs";

/// A name that leads to a page.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Link {
    /// Where to, from the page on which it stands.
    pub(super) href: String,
    /// What it is called.
    pub(super) name: String,
}

/// The names of folders and files.
pub(super) struct Places<'l> {
    league: &'l League,
    /// The folder of each event.
    events: BTreeMap<&'l str, String>,
    /// The file of each entrant among the ratings, without its ending.
    entrants: BTreeMap<&'l Entrant, String>,
    /// The systems of which there are ratings.
    pub(super) systems: Vec<String>,
}

impl<'l> Places<'l> {
    /// Finds a place for everything.
    ///
    /// # Errors
    /// If a word of the book cannot be the name of a file: `league.yaml` takes none such.
    pub(super) fn of(league: &'l League) -> Result<Places<'l>, MatchFault> {
        let systems = systems(league);
        let words = league.events.keys().map(String::as_str);
        for word in words
            .clone()
            .chain(league.entrants.keys().map(Entrant::word))
            .chain(systems.iter().map(String::as_str))
        {
            if !is_match_id(word) {
                let what = format!("{} in the book can be no name of a page", quote(word));
                return Err(MatchFault::Proof { entry: None, what });
            }
        }
        let mut taken = BTreeSet::from([RATINGS.to_owned(), PROOFS.to_owned()]);
        let events = words.map(|word| (word, free(word, "event", &mut taken))).collect();
        let mut taken: BTreeSet<String> = systems.iter().cloned().collect();
        let entrants =
            league.entrants.keys().map(|it| (it, free(it.word(), "entrant", &mut taken))).collect();
        Ok(Places { league, events, entrants, systems })
    }

    /// The folder of an event.
    pub(super) fn event<'a>(&'a self, word: &'a str) -> &'a str {
        self.events.get(word).map_or(word, String::as_str)
    }

    /// The page of an entrant's ratings, from the folder `league`.
    pub(super) fn entrant(&self, who: &Entrant) -> String {
        format!("{RATINGS}/{}.html", self.entrants.get(who).map_or(who.word(), String::as_str))
    }

    /// An entrant's name and page; `up` leads from the page on which it stands to the folder `league`.
    pub(super) fn link(&self, up: &str, who: &Entrant) -> Link {
        Link { href: format!("{up}{}", self.entrant(who)), name: self.league.name(who).to_owned() }
    }
}

/// A word, or something near it that is not taken yet; takes it.
fn free(word: &str, kind: &str, taken: &mut BTreeSet<String>) -> String {
    let mut name = word.to_owned();
    while !taken.insert(name.clone()) {
        name = format!("{kind}-{name}");
    }
    name
}
