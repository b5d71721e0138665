//! `sealord rules --changes`: what editions changed, with their cases.

use std::str::FromStr;

use serde_json::json;

use super::Outcome;
use super::shared::{Shared, print, print_json};
use crate::matches::MatchFault;
use crate::problem::{ExitCode, quote};
use crate::registry::editions::{self, Change, Edition};
use crate::systems::Entry;

/// From which edition to which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    from: u32,
    /// The newest if none is named.
    to: Option<u32>,
}

impl FromStr for Span {
    type Err = String;

    fn from_str(words: &str) -> Result<Span, String> {
        let fault =
            || format!("{} is no span of editions: write it as 2..3, or 2.. to the newest", quote(words));
        let (from, to) = words.split_once("..").ok_or_else(fault)?;
        let number = |word: &str| word.parse().ok().filter(|number| *number > 0).ok_or_else(fault);
        let to = if to.is_empty() { None } else { Some(number(to)?) };
        let span = Span { from: number(from)?, to };
        if to.is_some_and(|to| to <= span.from) {
            return Err(format!("{} goes back: the second edition must be the newer one", quote(words)));
        }
        Ok(span)
    }
}

/// Lists what changed, of one system or of all.
///
/// # Errors
/// If there is no such system, or none has such an edition.
pub fn run(shared: &Shared, system: Option<&str>, span: Span) -> Outcome {
    let systems = shared.kit.systems;
    let named = system.map(|word| systems.system(word)).transpose()?;
    let wanted: Vec<&Entry> = named.map_or_else(|| systems.entries().to_vec(), |named| vec![named]);
    if let Some(to) = span.to
        && wanted.iter().all(|it| it.title.edition < to)
    {
        let newest: Vec<String> =
            wanted.iter().map(|it| format!("{} {}", it.title.name, it.title.edition)).collect();
        let mend = format!("the newest editions are: {}", newest.join(", "));
        return Err(MatchFault::no(format!("nothing has an edition {to}"), mend));
    }
    let mut found: Vec<(&Entry, Vec<Edition>)> = Vec::new();
    for entry in wanted {
        let all = editions::of(entry).map_err(|fault| MatchFault::Bug(fault.what))?;
        let within = |it: &Edition| it.edition > span.from && span.to.is_none_or(|to| it.edition <= to);
        let changed: Vec<Edition> = all.into_iter().filter(within).collect();
        if !changed.is_empty() {
            found.push((entry, changed));
        }
    }
    if shared.json {
        let systems: Vec<_> = found
            .iter()
            .map(|(entry, editions)| json!({ "system": entry.title.id, "editions": editions }))
            .collect();
        print_json(&json!({ "changes": systems }))?;
        return Ok(ExitCode::Done);
    }
    for (entry, changed) in &found {
        for edition in changed {
            print(&format!("{}, edition {}\n", entry.title.name, edition.edition))?;
            edition.changes.iter().try_for_each(|change| print(&words(entry.title.id, change)))?;
        }
    }
    if found.is_empty() {
        print("nothing changed between these editions\n")?;
    }
    Ok(ExitCode::Done)
}

/// A change with its rules and cases.
fn words(system: &str, change: &Change) -> String {
    let mut text = format!("  {}\n", change.what.trim());
    if !change.rules.is_empty() {
        text += &format!("    rules: {}\n", change.rules.join(", "));
    }
    for case in &change.cases {
        text += &format!("    case:  {} (tests/rules/{system}/{})\n", case.title, case.file);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_goes_forward() {
        assert_eq!("2..3".parse(), Ok(Span { from: 2, to: Some(3) }));
        assert_eq!("2..".parse(), Ok(Span { from: 2, to: None }));
        for wrong in ["3..2", "2..2", "0..1", "2", "..3", "a..b", "2..3..4"] {
            assert!(wrong.parse::<Span>().is_err(), "{wrong}");
        }
    }
}
