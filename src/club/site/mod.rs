//! SITE: static pages of many matches, for a club: an index, a page for each match, a feed. Of a match under
//! way they hold only what anybody may know: where it stands, its deadline, who plays. Of one that is over
//! they hold everything.
//!
//! What a match gives is kept in a manifest, bound to the head of its journal and to how its files look:
//! whatever has not moved on is not read again, and a file whose bytes would be the same is left alone.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::journal::Mark;
use crate::kit::Kit;
use crate::matches::{MatchFault, Store};
use crate::report::replay::pictures;
use engine::digest::Digest;
use engine::party::Party;

mod annex;
mod card;
mod pages;
mod downloads;
mod folder;

pub use annex::{Annex, Shown};

use annex::Annexed;
use card::Card;
use downloads::Downloads;
use folder::Folder;

/// A match that is to be shown.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Where it is kept.
    pub store: Box<dyn Store>,
    /// Who plays, by party, as far as that is known.
    pub players: BTreeMap<Party, String>,
    /// How many exchanges late it is shown while it is under way.
    pub delay: u32,
}

impl Entrant {
    /// A match of which only the journal is known: nobody's name, and shown as it stands.
    pub fn of(store: Box<dyn Store>) -> Entrant {
        Entrant { store, players: BTreeMap::new(), delay: 0 }
    }
}

/// What a player has been like in all matches of an office.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Reliability {
    /// The player.
    pub player: String,
    /// That in words.
    pub words: String,
}

/// All that is to be shown.
#[derive(Clone, Debug, Default)]
pub struct Club {
    /// What it is called.
    pub name: String,
    /// Its matches.
    pub entrants: Vec<Entrant>,
    /// How reliable its players are.
    pub reliability: Vec<Reliability>,
}

/// What was done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Done {
    /// Matches that are shown.
    pub matches: usize,
    /// Those of them that had moved on.
    pub moved: usize,
    /// Files that were written.
    pub written: usize,
    /// Matches that cannot be read, and why.
    pub unreadable: Vec<String>,
}

/// The manifest, by which a folder is known as a site.
const MANIFEST: &str = "site.json";
/// Its first member.
const FORMAT: &str = "sealord site v1";

/// What was shown last.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Manifest {
    format: String,
    cards: Vec<Card>,
    /// Pages that are no match's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    annex: Option<Annexed>,
}

/// Writes the pages of a club, and of its annex if it has one, into a folder, as far as anything changed.
///
/// # Errors
/// If the folder holds something else, a file cannot be written, or a template of its pages is wrong. A match
/// that cannot be shown is left out and named; so is an annex.
pub fn write(kit: &Kit, club: &Club, annex: Option<&dyn Annex>, root: &Path) -> Result<Done, MatchFault> {
    let mut folder = Folder::new(root);
    let known = manifest(&folder)?;
    let mut done = Done::default();
    let mut cards: Vec<Card> = Vec::new();
    for entrant in &club.entrants {
        match shown(kit, entrant, (&known, &cards), &folder) {
            Ok((card, downloads)) => {
                done.moved += usize::from(downloads.is_some());
                // A fault of the folder that is written is no fault of the match.
                for (name, bytes) in downloads.iter().flatten() {
                    folder.put(&card.path(name), bytes)?;
                }
                cards.push(card);
            }
            Err(fault) => done.unreadable.push(format!("{}: {fault}", entrant.store.name())),
        }
    }
    pages::write(kit, club, &cards, annex.map(|it| it.entrance()), &mut folder)?;
    let annexed = match annex {
        Some(it) => {
            Some(annex::write(kit, (club, it), (&cards, known.annex), &mut folder, &mut done.unreadable)?)
        }
        // What was there stays until it is shown again.
        None => known.annex,
    };
    done.matches = cards.len();
    let manifest = Manifest { format: FORMAT.to_owned(), cards, annex: annexed };
    let text = serde_json::to_vec_pretty(&manifest).map_err(|error| MatchFault::Bug(error.to_string()))?;
    folder.put(MANIFEST, &text)?;
    done.written = folder.written();
    Ok(done)
}

/// What was shown last in a folder; nothing of one that is new or empty.
///
/// # Errors
/// If it cannot be read, or is no site.
fn manifest(folder: &Folder<'_>) -> Result<Manifest, MatchFault> {
    match folder.read(MANIFEST)? {
        // One that cannot be read is written anew, like all that it is about.
        Some(read) => {
            let found: Option<Manifest> = serde_json::from_slice(&read).ok();
            Ok(found.filter(|it| it.format == FORMAT).unwrap_or_default())
        }
        None => folder.is_free(MANIFEST).map(|()| Manifest::default()),
    }
}

/// The card of a match; if it moved on since it was shown last with the files that go with it, by name.
fn shown(
    kit: &Kit,
    entrant: &Entrant,
    (known, cards): (&Manifest, &[Card]),
    folder: &Folder<'_>,
) -> Result<(Card, Option<Downloads>), MatchFault> {
    let shown_before = |mark: Digest| {
        let is_free = |card: &Card| !cards.iter().any(|it| it.word == card.word);
        let card = known.cards.iter().find(|card| card.mark == mark && is_free(card));
        card.filter(|card| card.files.iter().all(|file| folder.has(&card.path(file))))
    };
    // Taken before anything is read: what is appended meanwhile is looked at the next time.
    let found = entrant.store.mark().ok().flatten();
    let looks = found.as_ref().map(looks).transpose()?;
    let as_it_was = found.and_then(|found| shown_before(mark(entrant, found.head.hash)));
    if let Some(card) = as_it_was.filter(|card| card.looks == looks) {
        return Ok((card.clone(), None));
    }
    let reader = crate::kit::open_reader(&*entrant.store)?;
    let mark = mark(entrant, reader.head().hash);
    if let Some(card) = shown_before(mark) {
        return Ok((Card { looks, ..card.clone() }, None));
    }
    let mut card = Card::of(kit, entrant, mark)?;
    card.looks = looks;
    card.word = word(&card, cards);
    let downloads = if card.over { downloads::of(kit, entrant)? } else { Downloads::new() };
    card.files = downloads.iter().map(|(name, _)| name.clone()).collect();
    let replay = downloads.iter().find(|(name, _)| name == downloads::REPLAY);
    let replay = replay.and_then(|(_, page)| std::str::from_utf8(page).ok());
    card.pictures = replay.and_then(pictures).map(str::to_owned);
    Ok((card, Some(downloads)))
}

/// How the files of a journal look. They need not be read while they look the same; a hash, since anybody may
/// read the manifest, and when a journal was written last is not for all.
fn looks(mark: &Mark) -> Result<Digest, MatchFault> {
    let bytes = serde_json::to_vec(mark).map_err(|error| MatchFault::Bug(error.to_string()))?;
    Ok(Digest::of(&bytes))
}

/// What of a match a card follows from.
fn mark(entrant: &Entrant, head: Digest) -> Digest {
    let mut text = format!("{}\n{head}\n{}\n", env!("CARGO_PKG_VERSION"), entrant.delay);
    entrant.players.iter().for_each(|(party, player)| text += &format!("{}={player:?}\n", party.id()));
    Digest::of(text.as_bytes())
}

/// The name of a match's folder: its own word, unless that is none or taken.
fn word(card: &Card, cards: &[Card]) -> String {
    let taken = |word: &str| cards.iter().any(|it| it.word == word);
    let short = &card.genesis.to_string()[..16];
    let own = if crate::seal::is_match_id(&card.match_id) { card.match_id.as_str() } else { "match" };
    let long = format!("{own}-{short}");
    let free = (2..).map(|nth| format!("{long}-{nth}"));
    let words = [own.to_owned(), long.clone()].into_iter().skip(usize::from(own == "match")).chain(free);
    let mut words = words.skip_while(|word| taken(word));
    words.next().unwrap_or(long)
}
