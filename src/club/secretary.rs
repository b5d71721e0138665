//! A league's secretary: who answers the letters that an office gets for its league. The office knows who
//! writes, whether the writer has proved it, and how mail travels; the secretary knows the league's book.
//! Neither knows the other's trade, so they speak through what stands here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::matches::record::Judged;
use crate::matches::{MatchFault, Settings, Store};
use engine::adjudicator::Adjudicator;
use engine::digest::Digest;
use engine::party::Party;
use jiff::Timestamp;

/// Whoever answers letters to leagues.
pub trait Secretary: Sync {
    /// Whether the office in this folder has a league.
    fn has_league(&self, office: &Path) -> bool;

    /// Who act for the league, by name and address.
    ///
    /// # Errors
    /// If its settings cannot be read.
    fn officials(&self, office: &Path) -> Result<Vec<(String, String)>, MatchFault>;

    /// What a mail of a match says of the clocks of its league to who plays this party, for the match that is
    /// kept here under this word; nothing if it is no league's, or has no clocks.
    ///
    /// # Errors
    /// If the book or the journal cannot be read.
    fn clocks(
        &self,
        office: &Path,
        of: (&dyn Store, &str),
        party: Party,
    ) -> Result<Option<String>, MatchFault>;

    /// The matches in which an umpire's ruling became a case of the league, by rule.
    ///
    /// # Errors
    /// If the book cannot be read.
    fn ruled_on(&self, office: &Path) -> Result<BTreeMap<String, Vec<String>>, MatchFault>;

    /// Until when a ruling can be appealed that was made at a time, in the match with this first entry;
    /// nothing if the league of this office has no such match.
    ///
    /// # Errors
    /// If the book cannot be read.
    fn appeals_until(
        &self,
        office: &Path,
        genesis: Digest,
        ruled: Timestamp,
    ) -> Result<Option<Timestamp>, MatchFault>;

    /// How many days of absence the league would leave to whoever plays a party of the match with this first
    /// entry, in all his matches of the season, if he took this time, too: fewer than none if it is too much.
    /// Nothing if the league of this office has no such match.
    ///
    /// # Errors
    /// If the settings, the book or a journal cannot be read.
    fn absence_left(
        &self,
        office: &Path,
        of: (&Digest, Party),
        wanted: (Timestamp, Timestamp),
    ) -> Result<Option<i64>, MatchFault>;

    /// Name and address of the player who has this word in the league; nothing if there is none, or his
    /// address is not known.
    ///
    /// # Errors
    /// If its settings cannot be read.
    fn player(&self, office: &Path, word: &str) -> Result<Option<(String, String)>, MatchFault>;

    /// What waits for players in the league's events, by their addresses in small letters. `now` is a time of
    /// RFC 3339. Nobody stands there for whom nothing waits.
    ///
    /// # Errors
    /// If its settings or its book cannot be read.
    fn errands(&self, office: &Path, now: &str) -> Result<BTreeMap<String, Vec<Errand>>, MatchFault>;

    /// What waits for the organiser, a line each.
    ///
    /// # Errors
    /// If the book cannot be read.
    fn for_organiser(&self, office: &Path, now: &str) -> Result<Vec<String>, MatchFault>;

    /// Does what a letter says, and gives what is mailed. What the letter cannot have is a refusal in words,
    /// and no fault.
    ///
    /// # Errors
    /// If the book or the settings cannot be read or written: the letter then waits.
    fn take(
        &self,
        letter: &LeagueLetter<'_>,
        office: &mut dyn LeagueOffice,
    ) -> Result<LeagueReply, MatchFault>;

    /// What the league writes by itself once all letters are dealt with: time to answer a bid that is over,
    /// matches that are over without a result, clocks that ran out. `is_over` says of a match's folder, from
    /// the office's, whether it is.
    ///
    /// # Errors
    /// If the book or the settings cannot be read or written.
    fn news(
        &self,
        office: &Path,
        now: &str,
        is_over: &dyn Fn(&Path) -> bool,
    ) -> Result<Vec<LeagueMail>, MatchFault>;
}

/// An office that plays the matches of a league by mail.
pub trait MatchOffice {
    /// Looks whether a match can be begun as it is planned; writes nothing.
    ///
    /// # Errors
    /// If the office has no such template, or the template demands something else than the league.
    fn can_begin(&self, plan: &LeagueMatch) -> Result<(), MatchFault>;

    /// Begins a match of a league, with its seats filled, and gives the hash of its first entry. One that
    /// was begun before under the same word is taken as it is.
    ///
    /// # Errors
    /// If it cannot be begun.
    fn begin(&mut self, plan: &LeagueMatch) -> Result<Digest, MatchFault>;
}

/// What the office does for a secretary.
pub trait LeagueOffice: MatchOffice {
    /// Words of the writer's that others will read, if they are his own.
    ///
    /// # Errors
    /// If lines of a mail to him, or his code word, stand among them.
    fn own_words(&self, words: &str) -> Result<String, MatchFault>;

    /// What must be sent back to confirm something: it follows from these words and from a secret of the
    /// office.
    fn token(&self, of: &[&str]) -> String;

    /// Stops a match of a league that a panel judges, so that nobody plays on; once, and not at all if it is
    /// over. `folder` is its folder in the office's, `why` for its sides to read.
    ///
    /// # Errors
    /// If it is not there, nothing was played yet, or it cannot be written.
    fn stop(&mut self, folder: &Path, why: &str) -> Result<(), MatchFault>;

    /// Ends a match as its panel found, which stands in an entry of the league's book: `ending` has the side
    /// to which it is awarded, none for a draw, and that entry. `why` is for its sides to read. Says whether
    /// it has ended so; not if it does not lie in this office.
    ///
    /// # Errors
    /// If it has ended in another way, there is no such side, or it cannot be written.
    fn award(&mut self, folder: &Path, ending: (Option<&str>, Judged), why: &str)
    -> Result<bool, MatchFault>;

    /// The proof of the match in a folder, from the office's; nothing if there is none that is over.
    ///
    /// # Errors
    /// If it fails its audit.
    fn proof(&self, folder: &Path) -> Result<Option<Vec<u8>>, MatchFault>;

    /// The rules of a match.
    ///
    /// # Errors
    /// If this program does not carry them.
    fn lay_out(&self, settings: &Settings) -> Result<Box<dyn Adjudicator>, MatchFault>;
}

/// A letter to a league.
pub struct LeagueLetter<'l> {
    /// The office's folder.
    pub office: &'l Path,
    /// The time: RFC 3339 in UTC.
    pub now: &'l str,
    /// The address from which it says it comes.
    pub from: &'l str,
    /// Whether it has the code word of a player of this address.
    pub is_players: bool,
    /// Whether it has the code word of the desk of this address.
    pub is_officials: bool,
    /// Its subject, without tags; nothing if a mail program made it for an answer.
    pub subject: Option<&'l str>,
    /// Its lines from the first that may say something, without those that hold code words.
    pub lines: Vec<&'l str>,
}

/// What a league asks of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Errand {
    /// The word of the event.
    pub event: String,
    /// What is asked, in words.
    pub what: String,
    /// A line that would do it in a mail to the league.
    pub write: String,
    /// The day before which it must come, as `2026-12-07`; nothing if the league sets none.
    pub until: Option<String>,
}

/// Whose reader a mail of the league is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeagueReader {
    /// A player, by his word.
    Entrant(String),
    /// Somebody who acts for the league.
    Official,
    /// Somebody whom the league does not know.
    Stranger,
}

/// A mail of the league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeagueMail {
    /// Who reads it.
    pub reader: LeagueReader,
    /// The reader's name; may be empty.
    pub name: String,
    /// The reader's address.
    pub address: String,
    /// What makes it one of a kind, so that it goes out once; empty for an answer.
    pub mark: String,
    /// What it says in a sentence or two.
    pub what: String,
    /// More of it, a line each.
    pub lines: Vec<String>,
    /// Text that stands as it is, perhaps to be sent back; empty if there is none.
    pub copy: String,
    /// Whether it shows the reader's code word.
    pub has_code: bool,
}

/// How many answers of a kind there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// As many as there are letters: each was proved.
    Always,
    /// One a day to an address under this word: anybody can ask for it in anybody's name.
    Daily(&'static str),
    /// So many a day to an address: the letter proves nothing.
    Doubted,
}

/// What comes of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeagueReply {
    /// The answer to its writer.
    pub answer: LeagueMail,
    /// How many such answers there may be.
    pub answered: Answered,
    /// Whether it was done.
    pub is_done: bool,
    /// A line of the writer's own that the answer repeats, to be sent back.
    pub echo: Option<String>,
    /// Mails to others.
    pub others: Vec<LeagueMail>,
}

/// A match of a league that is to be played by mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeagueMatch {
    /// Its word.
    pub word: String,
    /// Its folder, from the office's.
    pub folder: PathBuf,
    /// The template of the office from which it is begun.
    pub template: String,
    /// What the league demands of `sealord new`, which a template may not say otherwise.
    pub options: Vec<String>,
    /// Who plays: side, name, address.
    pub seats: Vec<(String, String, String)>,
    /// What its journal says about it, for all sides.
    pub note: String,
}
