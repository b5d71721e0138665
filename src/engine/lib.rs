//! The engine of sealord: what a rulebook is, and the table at which one is played. Nothing here knows a
//! rulebook, a file, a clock or the network.
//!
//! The rules put *questions*, players answer in *drafts* of orders, the *table* resolves what was revealed
//! with keyed *dice*, and each party gets a *view*.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_macros,
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests may see the machine"
    )
)]

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
/// Data of the systems, built in or from a folder.
pub mod games;
/// What reads files for the engine.
pub mod disk;
/// Words for many things at once.
pub mod tags;
/// What a match may choose among readings and optional rules.
pub mod options;
/// What must hold before doctrine speaks.
pub mod condition;
/// Standing answers.
pub mod doctrine;
/// What people at a real table declare.
pub mod declare;
/// Labelled dice from committed secrets.
pub mod dice;
/// RESOLVE: the table at which a system is played.
pub mod table;
/// Questions, and what an answer must keep.
pub mod question;
/// What a question can name.
pub mod items;
/// What players write, before anybody asks whether it makes sense.
pub mod draft;
/// What a system gives to the core.
pub mod system;
/// What events hold.
pub mod fields;
/// Events: everything about each in one declaration.
pub mod events;
/// From a settled position to the next question.
pub mod driver;
/// Choices among equals.
pub mod tie_breaker;
/// The officer who can answer any question.
pub mod staff;
/// VIEW: what one party may know, and the packet that carries it.
pub mod view;
/// What a rulebook is, and what rulebooks share.
pub mod rulebook;
/// The systems that a program plays, as they are handed on.
pub mod systems;
/// The odds of one battle.
pub mod odds;
/// Cases that tell whether the rules are kept.
pub mod conformance;
/// The boundary between the rules and everything else.
pub mod adjudicator;
/// Whom a match trusts.
pub mod trust;
/// One entry of a journal.
pub mod entry;
/// Tests that need another program.
#[cfg(test)]
#[path = "../../tests/support/skip.rs"]
mod skip;
