//! Groups as YAML, always in the same words.

use std::fmt::Write;

use super::GroupsDraft;
use super::parse::NOBODY;
use crate::draft::write::{WIDTH, length, quoted};

/// Writes `groups:` with all that stands under it.
pub fn write_groups(draft: &GroupsDraft) -> String {
    if draft.groups.is_empty() {
        return "groups: {}\n".to_owned();
    }
    let mut text = "groups:\n".to_owned();
    for group in &draft.groups {
        let name = quoted(&group.name.text);
        let members: Vec<_> = group.members.iter().map(|word| quoted(&word.text)).collect();
        let line = match members.is_empty() {
            true => format!("  {name}: {NOBODY}"),
            false => format!("  {name}: [{}]", members.join(", ")),
        };
        if length(&line) <= WIDTH {
            _ = writeln!(text, "{line}");
        } else {
            _ = writeln!(text, "  {name}:");
            members.iter().for_each(|word| _ = writeln!(text, "    - {word}"));
        }
    }
    text
}
