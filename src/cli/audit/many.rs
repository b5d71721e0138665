//! Many journals, over all cores. What is found is said in the order in which they were named.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::{look, value, words};
use crate::audit::Findings;
use crate::cli::Outcome;
use crate::cli::shared::{Shared, fault_json, notes, plain, print, print_json, say};
use crate::games::Games;
use crate::matches::{MatchFault, Settings};
use crate::problem::ExitCode;
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
    let workers = thread::available_parallelism().map_or(1, usize::from).min(dirs.len());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..workers {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some((at, dir)) = following(next, dirs) {
                    // Nobody listens any more if what was found before could not be printed.
                    if sender.send((at, audited(systems, games, dir))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        said(shared, dirs, &receiver)
    })
}

/// The next folder that nobody has taken, and its place.
fn following<'d>(next: &AtomicUsize, dirs: &'d [PathBuf]) -> Option<(usize, &'d Path)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    dirs.get(at).map(|dir| (at, dir.as_path()))
}

fn audited(systems: Systems, games: &Games, dir: &Path) -> Found {
    let rules = |settings: &Settings| settings.lay_out(systems, games);
    let mut notices = Vec::new();
    let result = look(&rules, dir, &mut notices, |_, _| Ok(Vec::new()));
    Found { notices, result }
}

/// Says what was found, in order.
fn said(shared: &Shared, dirs: &[PathBuf], found: &Receiver<(usize, Found)>) -> Outcome {
    let bar = bar(shared, dirs.len() as u64);
    let (mut code, mut all) = (ExitCode::Done, Vec::new());
    let mut waiting: BTreeMap<usize, Found> = BTreeMap::new();
    for (at, one) in found {
        waiting.insert(at, one);
        bar.inc(1);
        while let Some(one) = waiting.remove(&all.len()) {
            let dir = &dirs[all.len()];
            if let Err(fault) = &one.result
                && code == ExitCode::Done
            {
                code = fault.code();
            }
            bar.suspend(|| say_one(shared, dir, &one))?;
            all.push(as_json(dir, &one)?);
        }
    }
    bar.finish_and_clear();
    if shared.json {
        print_json(&all.into())?;
    }
    Ok(code)
}

fn say_one(shared: &Shared, dir: &Path, found: &Found) -> Result<(), MatchFault> {
    notes(&found.notices);
    match &found.result {
        _ if shared.json => Ok(()),
        Ok((lines, findings)) => print(&words(findings, lines)),
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

/// How far it is, on a terminal.
fn bar(shared: &Shared, journals: u64) -> ProgressBar {
    if shared.json {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(journals);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} journals, {eta} left");
    if let Ok(style) = style { bar.with_style(style) } else { bar }
}
