//! All tests that need no mail, in one program: to compile and link one costs far less than to do so with
//! ten.

mod cli;
mod clock;
mod compose;
mod conditions;
mod conformance;
mod data;
mod editions;
#[path = "support/declared.rs"]
mod declared;
mod example;
mod fuzz;
#[path = "support/skip.rs"]
mod skip;
mod laws;
mod league;
mod naval_war;
mod officer;
mod pages;
mod report;
/// A game of three sides, of these tests alone: the example of `docs/a-new-game.md`.
mod trident;
mod unlisted;
mod walls;

/// The allocator of the program: matches are a great many small texts and lists.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
