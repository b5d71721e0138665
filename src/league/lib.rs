//! LEAGUES: seasons, events and rounds of a club, written down in a book that anybody can work out again.
//!
//! Start reading in [`settings`], what an organiser writes, [`book`], what has happened, and [`state`], what
//! follows from it. Everything that a league works out is in the member `tournament`, which knows no game;
//! here stand the files, the proofs and the pages.

pub mod acts;
pub mod audit;
pub mod ballot;
pub mod book;
pub mod cases;
pub mod clocks;
pub mod export;
pub mod figures;
pub mod luck;
#[cfg(feature = "mail")]
pub mod mail;
pub mod pages;
pub mod proof;
pub mod settings;
pub mod sides;
pub mod state;
pub mod waits;
pub mod words;

/// What `league.yaml` begins as: settings with remarks.
pub const SAMPLE: &str = include_str!("sample.yaml");
