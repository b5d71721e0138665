//! Many journals, over all cores. What is found is said in the order in which they were named.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{Source, look, value};
use crate::audit::Findings;
use crate::cli::Outcome;
use crate::cli::cores::in_order;
use crate::cli::shared::{Shared, fault_json, notes, plain, print_json, say, tell_done};
use crate::games::Games;
use crate::matches::{MatchFault, Settings};
use crate::problem::{ExitCode, count};
use crate::systems::Systems;

/// What became of one journal.
struct Found {
    notices: Vec<String>,
    /// What is said of it beside the findings, and these.
    result: Result<(Vec<String>, Findings), MatchFault>,
}

/// Audits several folders and proofs. A failure in one of them holds up no other; the first gives the exit
/// code.
///
/// # Errors
/// If what was found cannot be printed.
pub(super) fn many(shared: &Shared, dirs: &[PathBuf]) -> Outcome {
    let (systems, games) = (shared.kit.systems, &shared.kit.games);
    let (mut code, mut all, mut totals) = (ExitCode::Done, Vec::new(), Totals::default());
    in_order(dirs, &|dir| audited(systems, games, dir), &mut |dir, one| {
        if let Err(fault) = &one.result
            && code == ExitCode::Done
        {
            code = fault.code();
        }
        totals.add(&one);
        say_one(shared, dir, &one)?;
        if shared.json {
            all.push(as_json(dir, &one)?);
        }
        Ok(())
    })?;
    match shared.json {
        true => print_json(&all.into())?,
        false => tell_done(&totals.line())?,
    }
    Ok(code)
}

/// What all audits together looked at.
#[derive(Default)]
struct Totals {
    journals: usize,
    failed: usize,
    entries: u64,
    events: usize,
    rolls: usize,
}

impl Totals {
    fn add(&mut self, found: &Found) {
        self.journals += 1;
        match &found.result {
            Ok((_, findings)) => {
                self.entries += findings.entries;
                self.events += findings.events;
                self.rolls += findings.rolls;
            }
            Err(_) => self.failed += 1,
        }
    }

    /// The closing line.
    fn line(&self) -> String {
        let Totals { journals, failed, entries, events, rolls } = *self;
        let verdict = match failed {
            0 => "all in order".to_owned(),
            failed => format!("{} in order, {failed} not", journals - failed),
        };
        let entries = count(entries as usize, "entry");
        let (events, rolls) = (count(events, "event"), count(rolls, "roll"));
        format!("{}: {verdict}; {entries}, {events}, {rolls}\n", count(journals, "journal"))
    }
}

fn audited(systems: Systems, games: &Games, dir: &Path) -> Found {
    let rules = |settings: &Settings| settings.lay_out(systems, games);
    let mut notices = Vec::new();
    let result =
        Source::on_a_core(dir).and_then(|source| look(&rules, &source, &mut notices, |_, _| Ok(Vec::new())));
    Found { notices, result }
}

fn say_one(shared: &Shared, dir: &Path, found: &Found) -> Result<(), MatchFault> {
    notes(&found.notices);
    match &found.result {
        _ if shared.json => Ok(()),
        Ok((lines, findings)) => super::said(findings, lines),
        Err(fault) => {
            say(&format!("{}: {}", dir.display(), plain(fault)));
            Ok(())
        }
    }
}

fn as_json(dir: &Path, found: &Found) -> Result<Value, MatchFault> {
    let mut json = match &found.result {
        Ok((_, findings)) => value(findings)?,
        Err(fault) => fault_json(fault),
    };
    json["dir"] = json!(dir.display().to_string());
    Ok(json)
}
