//! Units of a view in words: lists of them as one text each.

use super::shown;
use engine::view::{Known, Stack, Unit};

/// Units in their order, those that have all values in common side by side where the first of them stands, so
/// that the values are said once: `Zara, Pola (CA 5-4-3), Maestrale (DD ASW 1(1)-2-2)`.
#[derive(Default)]
struct Alike<'u, 'a> {
    groups: Vec<(&'u Unit<&'a str>, String)>,
}

impl<'u, 'a> Alike<'u, 'a> {
    fn add(&mut self, unit: &'u Unit<&'a str>, stars: bool) {
        let like = |other: &Unit<&str>| {
            (other.side, other.class, other.line, &other.marks)
                == (unit.side, unit.class, unit.line, &unit.marks)
        };
        let at = self.groups.iter().position(|(first, _)| like(first)).unwrap_or_else(|| {
            self.groups.push((unit, String::with_capacity(24)));
            self.groups.len() - 1
        });
        let names = &mut self.groups[at].1;
        names.extend([if names.is_empty() { "" } else { ", " }, unit.name]);
        if stars {
            starred(names, &unit.known);
        }
    }

    fn text(&self) -> String {
        let mut text = String::with_capacity(self.groups.len() * 32);
        for (unit, names) in &self.groups {
            text.push_str(if text.is_empty() { "" } else { ", " });
            let marks = unit.marks.iter().flatten().copied();
            shown::put_unit(&mut text, (names, unit.side), unit.class, unit.line, marks);
        }
        text
    }
}

/// The reader's own units as one text, with a star after the name of each that the enemy knows.
pub(super) fn own_units(units: &[Unit<&str>]) -> String {
    let mut alike = Alike::default();
    units.iter().for_each(|unit| alike.add(unit, true));
    alike.text()
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

/// The enemy's units in a zone or port, navy by navy: which they are, or how many and those of them that are
/// known; all that are known where none are counted.
pub(super) fn enemies(stacks: &[Stack<&str>], known: &[Unit<&str>]) -> String {
    let mut text = String::new();
    for stack in stacks {
        let of = |unit: &&Unit<&str>| unit.navy == stack.navy;
        let count = known.iter().filter(of).count();
        text.push_str(if text.is_empty() { "" } else { "; " });
        if count == stack.ships + stack.lba && count > 0 {
            text.extend([stack.navy, " ", &names_of(known.iter().filter(of))]);
            continue;
        }
        shown::put_stack(&mut text, stack.navy, (stack.ships, stack.lba), stack.at_least);
        if count > 0 {
            text.extend([" (known: ", &names_of(known.iter().filter(of)), ")"]);
        }
    }
    // A navy that is not counted.
    let apart = |unit: &&Unit<&str>| stacks.iter().all(|stack| stack.navy != unit.navy);
    if known.iter().any(|unit| apart(&unit)) {
        text.extend([if text.is_empty() { "" } else { "; " }, &names_of(known.iter().filter(apart))]);
    }
    text
}

/// Units as one text.
pub(super) fn names_of<'u, 'a: 'u>(units: impl IntoIterator<Item = &'u Unit<&'a str>>) -> String {
    let mut alike = Alike::default();
    units.into_iter().for_each(|unit| alike.add(unit, false));
    alike.text()
}

/// The names of units as one text.
pub(super) fn bare_names(units: &[&Unit<&str>]) -> String {
    units.iter().map(|unit| unit.name).collect::<Vec<_>>().join(", ")
}
