//! sealord: a play-by-email adjudicator for strategic naval wargames.
//!
//! The folders follow the flow of a match: the rules put *questions*, players answer in *orders*, orders are *sealed*
//! and committed, the *table* resolves what was revealed with keyed *dice*, the *journal* keeps it all, each party gets a
//! *view*, a view becomes a *report*, and anybody can *audit*.

/// Digests and salts.
pub mod digest;
/// What sides and parties have alike: a word, a name, a colour.
pub mod flag;
/// The sides: who fights.
pub mod side;
/// The parties: who is asked, sends orders and gets packets.
pub mod party;
/// Who shares a party.
pub mod team;
/// What went wrong, where, and how to mend it.
pub mod problem;
/// Panics that end with what they are about.
pub mod fence;
mod own_file;
/// Data of the systems, built in or from a folder.
pub mod games;
/// What players write, before anybody asks whether it makes sense.
pub mod draft;
/// Questions, and what an answer must keep.
pub mod question;
/// ORDERS: the form, and the check of what comes back.
pub mod orders;
/// Words for many things at once.
pub mod tags;
/// What must hold before doctrine speaks.
pub mod condition;
/// Standing answers.
pub mod doctrine;
/// What people at a real table declare.
pub mod declare;
/// SIGNATURES of players and witnesses.
pub mod signature;
/// SEAL, COMMIT, REVEAL.
pub mod seal;
/// Labelled dice from committed secrets.
pub mod dice;
/// RESOLVE: the table at which a system is played.
pub mod table;
/// What a system gives to the core.
pub mod system;
/// What events hold.
pub mod fields;
/// The boundary between the rules and everything else.
pub mod adjudicator;
/// From a settled position to the next question.
pub mod driver;
/// The officer who can answer any question.
pub mod staff;
/// Whom a match trusts.
pub mod trust;
/// One entry of a journal.
pub mod entry;
/// JOURNAL: what came in and what was decided.
pub mod journal;
/// VIEW: what one party may know, and the packet that carries it.
pub mod view;
/// REPORT: a view in words.
pub mod report;
/// MATCH: one game being played.
pub mod matches;
/// AUDIT: re-adjudicates a match from its genesis.
pub mod audit;
/// TOUR: a match from its first moment to its last, as one page.
pub mod tour;
/// PROOF: a match in one archive, for those who trust nobody.
pub mod proof;
/// SITE: static pages of many matches.
pub mod site;
/// The odds of one battle.
pub mod odds;
/// CLOCK: when deadlines are.
pub mod clock;
/// POST: mail in and out, keys.
#[cfg(feature = "mail")]
pub mod post;
/// What commands and the post office have at hand.
pub mod kit;
/// What a player was sent, kept beside the packets.
pub mod memory;
/// The command line.
pub mod cli;
/// Tests that need another program.
#[cfg(test)]
mod lacks;
/// What a rulebook is, and what rulebooks share.
pub mod rulebook;
/// The systems that a program plays, as they are handed on.
pub mod systems;
/// The rules systems.
pub mod rules;
/// The list of the systems that this program plays.
pub mod registry;
/// Cases that tell whether the rules are kept.
pub mod conformance;
