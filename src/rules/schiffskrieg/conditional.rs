//! 11 Conditional events.

use super::Table;
use super::board::CountryId;
use super::facts::{Declared, Subject, Value};
use crate::table::Step;

/// 11 A conditional event that was declared, or that history brings.
pub(super) fn happen(table: &mut Table, event: &Declared) -> Step<()> {
    match (&event.of[..], &event.value) {
        ([Subject::Country(country)], Value::Word(word)) => play(table, *country, *word),
        _ => Ok(()),
    }
}

/// The same by its parts: `word` is its place among the words of the fact.
pub(super) fn play(_table: &mut Table, _country: CountryId, _word: u8) -> Step<()> {
    Ok(())
}

/// 11.5, 11.8, 11.9 What the Final Administrative Phase checks.
pub(super) fn final_checks(_: &mut Table) -> Step<()> {
    Ok(())
}
