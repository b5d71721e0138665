//! What the office is told by mail and `office.yaml` does not say: who stepped in, who is on duty, how people want their
//! mail. It is a log of facts, `post/register.log`; what holds follows from it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::settings::{Person, Player, Settings};
use super::wish::Wish;
use crate::matches::MatchFault;
use crate::party::Party;
use crate::post::compose::log::Log;

/// The name of the log in the office's folder for mail.
const FILE: &str = "register.log";
/// From so many lines on the log is written anew with what holds, once that is half of it or less.
const ENOUGH: usize = 1000;

/// One thing that the office was told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Fact {
    /// Somebody plays a party in place of somebody else.
    Seat {
        /// The match folder, as in the settings.
        folder: PathBuf,
        /// The party.
        #[serde(rename = "side")]
        party: Party,
        /// The name of who steps in.
        name: String,
        /// The address of who steps in.
        address: String,
        /// The address that `office.yaml` gives. When it gives another, that one counts.
        instead_of: String,
    },
    /// Somebody who acts as the umpire is off duty, or on duty again.
    Duty {
        /// The address.
        address: String,
        /// Whether off duty.
        off: bool,
        /// Until when, if that is known.
        until: Option<Timestamp>,
    },
    /// A match was begun from a template.
    Begun {
        /// The match folder, which is its word.
        folder: PathBuf,
        /// The template.
        template: String,
        /// Its sides.
        sides: Vec<Party>,
    },
    /// Somebody waits to step in.
    Waits {
        /// The name.
        name: String,
        /// The address.
        address: String,
    },
    /// How somebody wants the office's mail.
    Wish {
        /// The address.
        address: String,
        /// What is wanted.
        wish: Wish,
    },
    /// A party hears nothing more from another, or hears it again.
    Block {
        /// The match.
        #[serde(rename = "match")]
        match_id: String,
        /// Who does not want to hear.
        by: Party,
        /// Whom.
        whom: Party,
        /// Whether it is blocked now.
        blocked: bool,
    },
}

/// A fact and when it was told.
#[derive(Serialize, Deserialize)]
struct Line {
    at: Timestamp,
    #[serde(flatten)]
    fact: Fact,
}

/// All that was told, open to be added to.
pub struct Register {
    log: Log,
    seats: BTreeMap<(PathBuf, Party), (Person, String)>,
    off: BTreeMap<String, Option<Timestamp>>,
    begun: Vec<(PathBuf, String, Vec<Party>)>,
    waits: BTreeMap<String, String>,
    wishes: BTreeMap<String, Wish>,
    blocks: BTreeSet<(String, Party, Party)>,
}

impl Register {
    /// Opens the register in the office's folder for mail.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(post: &Path) -> Result<Register, MatchFault> {
        let (mut log, lines, _) = Log::open::<Line>(post, FILE).map_err(io)?;
        if let Some(holds) = what_holds(&lines) {
            log.rewrite(&holds).map_err(io)?;
        }
        Ok(Register::of(log, lines))
    }

    /// The same for a reader who writes nothing and holds nobody up.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn look(post: &Path) -> Result<Register, MatchFault> {
        let (log, lines) = Log::look::<Line>(post, FILE).map_err(io)?;
        Ok(Register::of(log, lines))
    }

    fn of(log: Log, lines: Vec<Line>) -> Register {
        let mut register = Register {
            log,
            seats: BTreeMap::new(),
            off: BTreeMap::new(),
            begun: Vec::new(),
            waits: BTreeMap::new(),
            wishes: BTreeMap::new(),
            blocks: BTreeSet::new(),
        };
        lines.into_iter().for_each(|line| register.take(line.fact));
        register
    }

    /// Writes a fact down.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn tell(&mut self, fact: Fact, at: Timestamp) -> Result<(), MatchFault> {
        self.log.append(&[Line { at, fact: fact.clone() }]).map_err(io)?;
        self.take(fact);
        Ok(())
    }

    fn take(&mut self, fact: Fact) {
        match fact {
            Fact::Seat { folder, party, name, address, instead_of } => {
                self.seats.insert((folder, party), (Person { name, address, also: Vec::new() }, instead_of));
            }
            Fact::Duty { address, off: true, until } => _ = self.off.insert(lower(&address), until),
            Fact::Duty { address, off: false, .. } => _ = self.off.remove(&lower(&address)),
            Fact::Begun { folder, template, sides } => self.begun.push((folder, template, sides)),
            Fact::Waits { name, address } => _ = self.waits.insert(address, name),
            Fact::Wish { address, wish } => _ = self.wishes.insert(lower(&address), wish),
            Fact::Block { match_id, by, whom, blocked: true } => {
                self.blocks.insert((match_id, by, whom));
            }
            Fact::Block { match_id, by, whom, blocked: false } => {
                self.blocks.remove(&(match_id, by, whom));
            }
        }
    }

    /// Puts whoever stepped in into the settings. An umpire who has written another player there since has the last word.
    pub fn seat(&self, settings: &mut Settings) {
        for (folder, template, sides) in &self.begun {
            let known = settings.matches.iter().any(|played| played.folder == *folder);
            if let Some(template) = settings.templates.get(template).filter(|_| !known) {
                settings.matches.push(template.played(folder.clone(), sides.clone()));
            }
        }
        for played in &mut settings.matches {
            // Seats that nobody had in the settings.
            let joined = |((folder, party), (person, instead)): (&(PathBuf, Party), &(Person, String))| {
                let vacant =
                    instead.is_empty() && *folder == played.folder && !played.players.contains_key(party);
                vacant.then(|| (*party, Player::of(person.clone())))
            };
            let joined: Vec<(Party, Player)> = self.seats.iter().filter_map(joined).collect();
            played.players.extend(joined);
            for (party, player) in &mut played.players {
                let found = self.seats.get(&(played.folder.clone(), *party));
                if let Some((person, instead_of)) = found
                    && instead_of.eq_ignore_ascii_case(&player.address)
                {
                    *player = Player::of(person.clone());
                }
            }
        }
    }

    /// The seats as bytes: what they are decides which mail is whose.
    pub fn seats(&self) -> Vec<u8> {
        let line = |((folder, party), (person, instead)): (&(PathBuf, Party), &(Person, String))| {
            format!("{}\0{party:?}\0{}\0{instead}\n", folder.display(), person.address)
        };
        self.seats.iter().map(line).collect::<String>().into_bytes()
    }

    /// Whether somebody who acts as the umpire is on duty at an instant.
    pub fn is_on_duty(&self, person: &Person, now: Timestamp) -> bool {
        let off = self.off.get(&lower(&person.address));
        off.is_none_or(|until| until.is_some_and(|until| until <= now))
    }

    /// Who waits to step in: address and name.
    pub fn waiting(&self) -> impl Iterator<Item = (&String, &String)> {
        self.waits.iter()
    }

    /// How somebody wants the office's mail.
    pub fn wish(&self, address: &str) -> Wish {
        self.wishes.get(&lower(address)).cloned().unwrap_or_default()
    }

    /// Whether a party does not want to hear another.
    pub fn blocks(&self, match_id: &str, by: Party, whom: Party) -> bool {
        self.blocks.contains(&(match_id.to_owned(), by, whom))
    }
}

/// The facts that no later one has replaced, if they are so few among so many that the log should be written anew.
fn what_holds(lines: &[Line]) -> Option<Vec<&Line>> {
    if lines.len() < ENOUGH {
        return None;
    }
    let newest: BTreeMap<String, usize> =
        lines.iter().enumerate().map(|(at, line)| (line.fact.about(), at)).collect();
    let kept: BTreeSet<usize> = newest.into_values().collect();
    (kept.len() * 2 <= lines.len()).then(|| kept.into_iter().filter_map(|at| lines.get(at)).collect())
}

impl Fact {
    /// What it is about: of two facts about the same the later one holds.
    fn about(&self) -> String {
        match self {
            Fact::Seat { folder, party, .. } => format!("seat\0{}\0{}", folder.display(), party.id()),
            Fact::Duty { address, .. } => format!("duty\0{}", lower(address)),
            Fact::Begun { folder, template, .. } => format!("begun\0{}\0{template}", folder.display()),
            Fact::Waits { address, .. } => format!("waits\0{address}"),
            Fact::Wish { address, .. } => format!("wish\0{}", lower(address)),
            Fact::Block { match_id, by, whom, .. } => {
                format!("block\0{match_id}\0{}\0{}", by.id(), whom.id())
            }
        }
    }
}

fn lower(address: &str) -> String {
    address.to_lowercase()
}

fn io(fault: impl std::fmt::Display) -> MatchFault {
    MatchFault::Io(fault.to_string())
}
