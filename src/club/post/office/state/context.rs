//! What all matches of the office share: its settings, its logs, its templates, and the time of this run.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

use jiff::{SignedDuration, Timestamp};

use super::happening::{Happening, Listener};
use super::office::Logs;
use super::register::Register;
use super::yard::Yard;
use crate::kit::Kit;
use crate::matches::{Keep, MatchFault};
use crate::post::compose::dispatches::Dispatches;
use crate::post::compose::inbox::Inbox;
use crate::post::compose::outbox::{Item, Outbox};
use crate::post::keys::CodeWord;
use crate::post::office::settings::{Person, Settings, Written};
use crate::post::shelf::Shelf;
use crate::report::Templates;
use crate::secretary::Secretary;
use engine::digest::Salt;
use engine::games::Games;
use engine::systems::Systems;

/// What all matches of the office share.
pub struct OfficeContext {
    /// The folder of this machine with the settings ([`super::Premises`]).
    pub(crate) folder: PathBuf,
    pub(crate) shelf: Box<dyn Shelf>,
    pub(crate) yard: Box<dyn Yard>,
    /// The settings as they stand in the file, for the whole of the run.
    pub(crate) written: Rc<Written>,
    pub(crate) settings: Settings,
    pub(crate) outbox: Outbox,
    pub(crate) inbox: Inbox,
    pub(crate) letters: Dispatches,
    pub(crate) templates: Rc<Templates>,
    pub(crate) games: Games,
    /// The systems that are played.
    pub(crate) systems: Systems,
    /// Of how many exchanges packets, forms and reports are kept, where the settings of a match say nothing
    /// else.
    pub(crate) keep: Keep,
    /// Who answers for the league of the office, if it has one.
    pub(crate) secretary: Option<&'static dyn Secretary>,
    /// The matches in which a rule was ruled on, by rule, once somebody asked for it.
    pub(crate) ruled_on: OnceCell<BTreeMap<String, Vec<String>>>,
    pub(crate) register: Register,
    /// From which the code words of the desk are made.
    pub(crate) desk_secret: [u8; 32],
    pub(crate) now: Timestamp,
    /// Who is told what happens, if somebody keeps a log.
    pub(crate) listener: Option<Listener>,
}

/// The name of the secret of the desk.
const SECRET: &str = "desk.key";

/// Where an office is: the folder of its settings, its own things, its matches.
type Place = (PathBuf, Box<dyn Shelf>, Box<dyn Yard>);

impl OfficeContext {
    /// Puts together what an office has read. In `settings` everybody has his seat already.
    ///
    /// # Errors
    /// If a template of a letter cannot be read.
    pub(crate) fn new(
        kit: &Kit,
        (folder, shelf, yard): Place,
        (written, settings): (Rc<Written>, Settings),
        logs: Logs,
        now: Timestamp,
    ) -> Result<OfficeContext, MatchFault> {
        let Logs { register, outbox, inbox, desk_secret } = logs;
        let letters = Dispatches::with(&kit.own_letters()?);
        Ok(OfficeContext {
            secretary: kit.secretary(&folder),
            folder,
            shelf,
            yard,
            outbox,
            inbox,
            letters: letters.map_err(|fault| MatchFault::Io(fault.to_string()))?,
            templates: Rc::clone(&kit.templates),
            games: kit.games.clone(),
            systems: kit.systems,
            keep: kit.given_keep().unwrap_or_default(),
            ruled_on: OnceCell::new(),
            register,
            desk_secret,
            written,
            settings,
            now,
            listener: None,
        })
    }

    /// Tells what has happened to whoever keeps a log.
    pub(crate) fn tell(&self, happening: impl FnOnce() -> Happening) {
        if let Some(listener) = &self.listener {
            listener(&happening());
        }
    }

    /// Whether a mail was queued before.
    pub(crate) fn is_queued(&self, key: &str) -> bool {
        self.outbox.item(key).is_some()
    }

    /// What was queued in the last day under keys that begin so.
    pub(crate) fn today<'b>(&'b self, start: &'b str) -> impl Iterator<Item = &'b Item> {
        let day = SignedDuration::from_hours(24);
        self.outbox.recent(start).filter(move |item| self.now.duration_since(item.queued) < day)
    }

    /// Who acts as the umpire and is on duty: the first in order who is not off, or the umpire himself.
    pub(crate) fn on_duty(&self) -> &Person {
        let on = |person: &&Person| self.register.is_on_duty(person, self.now);
        self.settings.umpires().find(on).unwrap_or(&self.settings.umpire)
    }

    /// The code word with which somebody acts as the umpire.
    pub(crate) fn desk_code(&self, person: &Person) -> CodeWord {
        CodeWord::derive(&self.desk_secret, "umpire's desk", &person.address.to_lowercase(), 0)
    }

    /// One of those who act as the umpire.
    ///
    /// # Errors
    /// Only by a defect.
    pub(crate) fn umpire(&self, place: usize) -> Result<&Person, MatchFault> {
        self.settings.umpires().nth(place).ok_or_else(|| MatchFault::Bug("there is no such umpire".into()))
    }

    /// The matches in which rules were ruled on, by rule. A book that cannot be read holds no report up.
    pub(crate) fn ruled_on(&self) -> &BTreeMap<String, Vec<String>> {
        let read = || self.secretary.and_then(|it| it.ruled_on(&self.folder).ok()).unwrap_or_default();
        self.ruled_on.get_or_init(read)
    }

    /// The day of the office, as a number that mails of no exchange bear.
    pub(crate) fn day(&self) -> u32 {
        u32::try_from(self.now.as_second() / 86_400).unwrap_or(0)
    }
}

/// Reads the secret from which the desk's code words are made; makes one for an office that has none.
///
/// # Errors
/// If it cannot be read or written.
pub(crate) fn secret(shelf: &dyn Shelf) -> Result<[u8; 32], MatchFault> {
    let kept = match shelf.secret(SECRET)? {
        Some(kept) => kept,
        None => {
            let fresh = format!("{}\n", Salt::random()?).into_bytes();
            shelf.keep_secret(SECRET, &fresh)?;
            fresh
        }
    };
    let text = String::from_utf8_lossy(&kept);
    let salt = Salt::parse(text.trim()).map_err(|fault| {
        let what = format!("{}: {fault}", shelf.place(SECRET));
        MatchFault::no(what, "restore the file; if it is lost, delete it, and the desk gets other code words")
    })?;
    Ok(*salt.as_bytes())
}
