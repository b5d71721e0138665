//! What the office learns by mail and `office.yaml` does not say: who stepped in, who is on duty, how people
//! want their mail. It is a log of facts, `post/register.log`; what holds follows from it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::preferences::Preferences;
use crate::matches::MatchFault;
use crate::post::compose::log::Log;
use crate::post::office::settings::{Person, Player, Settings};
use crate::post::shelf::Shelf;
use engine::party::Party;

/// The name of the log.
const FILE: &str = "register.log";
/// From so many lines on the log is written anew with what holds, once that is half of it or less.
const ENOUGH: usize = 1000;

/// One thing that the office learned by mail.
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
    #[serde(rename = "wish")]
    Preferences {
        /// The address.
        address: String,
        /// What is wanted.
        #[serde(rename = "wish")]
        preferences: Preferences,
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

/// A fact and when it came in.
#[derive(Serialize, Deserialize)]
struct Line {
    at: Timestamp,
    #[serde(flatten)]
    fact: Fact,
}

/// Who has a seat, and in place of which address.
type Seat = (Person, String);

/// All such facts, open for more.
pub struct Register {
    log: Log,
    seats: BTreeMap<(PathBuf, Party), Seat>,
    off: BTreeMap<String, Option<Timestamp>>,
    begun: Vec<(PathBuf, String, Vec<Party>)>,
    waits: BTreeMap<String, String>,
    preferences: BTreeMap<String, Preferences>,
    blocks: BTreeSet<(String, Party, Party)>,
}

impl Register {
    /// Opens the register on the office's shelf.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(shelf: &dyn Shelf) -> Result<Register, MatchFault> {
        let (mut log, lines, _) = Log::open::<Line>(shelf, FILE).map_err(io)?;
        if let Some(holds) = what_holds(&lines) {
            log.rewrite(&holds).map_err(io)?;
        }
        Ok(Register::of(log, lines))
    }

    /// Opens it for a command that only looks: nothing is written, and nothing is locked.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn look(shelf: &dyn Shelf) -> Result<Register, MatchFault> {
        let (log, lines) = Log::look::<Line>(shelf, FILE).map_err(io)?;
        Ok(Register::of(log, lines))
    }

    fn of(log: Log, lines: Vec<Line>) -> Register {
        let mut register = Register {
            log,
            seats: BTreeMap::new(),
            off: BTreeMap::new(),
            begun: Vec::new(),
            waits: BTreeMap::new(),
            preferences: BTreeMap::new(),
            blocks: BTreeSet::new(),
        };
        lines.into_iter().for_each(|line| register.take(line.fact));
        register
    }

    /// Writes a fact down.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn record(&mut self, fact: Fact, at: Timestamp) -> Result<(), MatchFault> {
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
            Fact::Preferences { address, preferences } => {
                _ = self.preferences.insert(lower(&address), preferences)
            }
            Fact::Block { match_id, by, whom, blocked: true } => {
                self.blocks.insert((match_id, by, whom));
            }
            Fact::Block { match_id, by, whom, blocked: false } => {
                self.blocks.remove(&(match_id, by, whom));
            }
        }
    }

    /// Puts players who stepped in into the settings. If the umpire has written another player there since,
    /// that one counts.
    pub fn seat(&self, settings: &mut Settings) {
        let mut known: BTreeSet<PathBuf> =
            settings.matches.iter().map(|played| played.folder.clone()).collect();
        for (folder, template, sides) in &self.begun {
            if let Some(template) = settings.templates.get(template).filter(|_| !known.contains(folder)) {
                settings.matches.push(Rc::new(template.played(folder.clone(), sides.clone())));
                known.insert(folder.clone());
            }
        }
        let mut seats: BTreeMap<&Path, Vec<(Party, &Seat)>> = BTreeMap::new();
        for ((folder, party), seat) in &self.seats {
            seats.entry(folder).or_default().push((*party, seat));
        }
        for played in &mut settings.matches {
            let Some(seats) = seats.get(&*played.folder) else { continue };
            let players = &mut Rc::make_mut(played).players;
            for &(party, (person, instead_of)) in seats {
                match players.get_mut(&party) {
                    Some(player) if instead_of.eq_ignore_ascii_case(&player.address) => {
                        *player = Player::of(person.clone());
                    }
                    // A seat that nobody had in the settings.
                    None if instead_of.is_empty() => _ = players.insert(party, Player::of(person.clone())),
                    _ => {}
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
    pub fn preferences(&self, address: &str) -> Preferences {
        self.preferences.get(&lower(address)).cloned().unwrap_or_default()
    }

    /// Whether a party does not want to hear another.
    pub fn blocks(&self, match_id: &str, by: Party, whom: Party) -> bool {
        self.blocks.contains(&(match_id.to_owned(), by, whom))
    }
}

/// The facts that no later one has replaced, if they are so few among so many that the log should be written
/// anew.
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
    /// What it is about: of two facts about the same thing the later one holds.
    fn about(&self) -> String {
        match self {
            Fact::Seat { folder, party, .. } => format!("seat\0{}\0{}", folder.display(), party.id()),
            Fact::Duty { address, .. } => format!("duty\0{}", lower(address)),
            Fact::Begun { folder, template, .. } => format!("begun\0{}\0{template}", folder.display()),
            Fact::Waits { address, .. } => format!("waits\0{address}"),
            Fact::Preferences { address, .. } => format!("wish\0{}", lower(address)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post::shelf::ShelfDir;

    const AT: Timestamp = Timestamp::UNIX_EPOCH;

    fn party(word: &str) -> Party {
        engine::rulebook::two_sided::declare();
        Party::parse(word).unwrap()
    }

    fn preferences(round: i64) -> Preferences {
        Preferences { slim: round % 2 == 0, ..Preferences::default() }
    }

    /// What follows from a register, for people to compare.
    fn holds(register: &Register) -> String {
        let Register { log: _, seats, off, begun, waits, preferences, blocks } = register;
        format!("{seats:#?}{off:#?}{begun:#?}{waits:#?}{preferences:#?}{blocks:#?}")
    }

    #[test]
    fn a_long_register_is_written_anew_with_what_holds_and_means_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let shelf = ShelfDir::new(dir.path());
        let mut register = Register::open(&shelf).unwrap();
        let mut record = |fact: Fact| register.record(fact, AT).unwrap();
        let (axis, allies) = (party("axis"), party("allies"));
        for round in 0..130 {
            let seat = |folder: &str, party: Party| Fact::Seat {
                folder: folder.into(),
                party,
                name: format!("Player {round}"),
                address: format!("p{round}@example.org"),
                instead_of: if round % 2 == 0 { String::new() } else { "anna@example.org".to_owned() },
            };
            record(seat("spring", axis));
            record(seat("autumn", allies));
            record(Fact::Duty { address: "Uma@club.example".to_owned(), off: round % 2 == 0, until: None });
            let until = Some(AT + jiff::SignedDuration::from_hours(round));
            record(Fact::Duty { address: "mike@club.example".to_owned(), off: true, until });
            record(Fact::Waits { name: format!("Waiter {round}"), address: "w@example.org".to_owned() });
            record(Fact::Preferences {
                address: "ANNA@example.org".to_owned(),
                preferences: preferences(round),
            });
            record(Fact::Preferences {
                address: "anna@example.org".to_owned(),
                preferences: preferences(round + 1),
            });
            let block = |by, whom, blocked| Fact::Block { match_id: "spring".to_owned(), by, whom, blocked };
            record(block(axis, allies, true));
            record(block(axis, allies, round % 3 == 0));
            record(block(allies, axis, true));
        }
        for (folder, template) in [("zulu", "standard"), ("alpha", "standard"), ("mike", "long")] {
            record(Fact::Begun {
                folder: folder.into(),
                template: template.to_owned(),
                sides: vec![axis, allies],
            });
        }
        let (before, seats) = (holds(&register), register.seats());
        drop(register);
        let file = dir.path().join("post").join(FILE);
        let length = || fs_err::read_to_string(&file).unwrap().lines().count();
        assert_eq!(length(), 1303);
        // A reader changes nothing; the office writes it anew, once.
        assert_eq!(holds(&Register::look(&shelf).unwrap()), before);
        assert_eq!(length(), 1303);
        let again = Register::open(&shelf).unwrap();
        assert_eq!((holds(&again), again.seats()), (before.clone(), seats));
        assert_eq!(length(), 11, "two seats, two on duty, one who waits, a wish, two blocks, three matches");
        // What is told afterwards stands behind it.
        let mut again = Register::open(&shelf).unwrap();
        again
            .record(Fact::Duty { address: "mike@club.example".to_owned(), off: false, until: None }, AT)
            .unwrap();
        let last = Register::open(&shelf).unwrap();
        assert_ne!(holds(&last), before);
        assert_eq!(holds(&last), holds(&again));
        assert_eq!(length(), 12);
        // The order in which matches were begun is the order in which the office names them.
        let begun: Vec<&str> = last.begun.iter().map(|(folder, ..)| folder.to_str().unwrap()).collect();
        assert_eq!(begun, ["zulu", "alpha", "mike"]);
    }

    #[test]
    fn a_register_in_which_most_holds_is_left_as_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let shelf = ShelfDir::new(dir.path());
        let mut register = Register::open(&shelf).unwrap();
        for nth in 0..1100 {
            let fact = Fact::Waits { name: "W".to_owned(), address: format!("w{nth}@example.org") };
            register.record(fact, AT).unwrap();
        }
        let read = || fs_err::read(dir.path().join("post").join(FILE)).unwrap();
        let before = read();
        Register::open(&shelf).unwrap();
        assert!(read() == before);
    }
}
