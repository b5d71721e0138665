//! Units of a view in words: lists of them as one text each.

use super::shown;
use crate::view::{Known, Stack, Unit};

/// The reader's own units as one text, with a star after each that the enemy knows.
pub(super) fn own_units(units: &[Unit<&str>]) -> String {
    let mut text = String::with_capacity(units.len() * 28);
    for unit in units {
        named(&mut text, unit);
        starred(&mut text, &unit.known);
    }
    text
}

/// Appends a star to an own unit that other sides know; where not all do, with those that do.
pub(super) fn starred(text: &mut String, known: &Known) {
    if known.is_any() {
        text.push('*');
    }
    for (at, side) in known.some().iter().enumerate() {
        text.extend([if at == 0 { " (" } else { ", " }, side.adjective()]);
    }
    text.push_str(if known.some().is_empty() { "" } else { ")" });
}

/// The enemy's units in a zone or port: how many, and those of them that are known; all of them where none are counted.
pub(super) fn enemies(stacks: &[Stack<&str>], known: &[Unit<&str>]) -> String {
    if stacks.is_empty() {
        return names_of(known);
    }
    let mut text = String::new();
    for stack in stacks {
        text.push_str(if text.is_empty() { "" } else { "; " });
        shown::put_stack(&mut text, stack.navy, stack.ships, stack.lba);
    }
    if !known.is_empty() {
        text.extend([" (known: ", &names_of(known), ")"]);
    }
    text
}

/// Units as one text.
pub(super) fn names_of<'u, 'a: 'u>(units: impl IntoIterator<Item = &'u Unit<&'a str>>) -> String {
    let mut names = String::with_capacity(64);
    units.into_iter().for_each(|unit| named(&mut names, unit));
    names
}

/// The names of units as one text.
pub(super) fn bare_names(units: &[&Unit<&str>]) -> String {
    units.iter().map(|unit| unit.name).collect::<Vec<_>>().join(", ")
}

/// Appends a unit to a list of units.
pub(super) fn named(text: &mut String, unit: &Unit<&str>) {
    text.push_str(if text.is_empty() { "" } else { ", " });
    let marks = unit.marks.iter().flatten().copied();
    shown::put_unit(text, (unit.name, unit.side), unit.class, unit.line, marks);
}
