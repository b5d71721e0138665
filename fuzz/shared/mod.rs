//! What is done to the program, and what must hold. The targets of cargo-fuzz and the tests in `tests/fuzz` share it, so
//! not each of them uses all.
#![allow(dead_code)]

pub mod choices;
pub mod examples;
pub mod journal;
#[cfg(feature = "mail")]
pub mod mail;
pub mod mutate;
pub mod orders;
pub mod packet;

/// That a text neither controls a terminal nor turns the direction of writing.
#[track_caller]
pub fn harmless(what: &str, text: &str) {
    let hidden = text.chars().find(|&it| it != '\n' && sealord::problem::is_hidden(it));
    assert!(hidden.is_none(), "{what} has {hidden:?} in it");
}
