//! `sealord leakcheck`

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::json;

use super::Outcome;
use super::audit::Source;
use super::shared::{Shared, notes, print_json, print_plain, tell_good};
use crate::audit::Past;
use crate::leaks::{Check, Findings, Leak, Where};
use crate::matches::MatchFault;
use crate::problem::{ExitCode, count, list_and};
use crate::report::{Composer, Lore, Templates, compose};
use crate::view::Packet;

/// Search all that a club's own templates (--templates) write in a match for what its reader may not know
#[derive(Debug, clap::Args)]
#[command(
    after_help = "For every side and every exchange the reports, and at the end the page for orders, the replay and the
letters, are filled with these templates. They are searched for units where the side does not know them
to be, for orders, doctrine and groups of the others, for seed, salts and hashes, and for addresses on
other machines. Each find has the file and the line that wrote it. So has a template that fails or takes
no end.

Exit code 1: something was found."
)]
pub struct Args {
    /// The match folder, or a proof that `sealord prove` packed; best a match that is over
    #[arg(value_name = "MATCH")]
    pub of: PathBuf,
    /// Only what was shown at this exchange
    #[arg(long, value_name = "NUMBER")]
    pub exchange: Option<u32>,
}

/// Runs `sealord leakcheck`.
pub fn run(shared: &Shared, args: &Args) -> Outcome {
    let templates = &*shared.kit.templates;
    let letters = letters(shared)?;
    if templates.own_files().is_empty() && letters.is_empty() {
        let what = match shared.kit.own_templates() {
            Some(dir) => format!("{} has no template in it", dir.display()),
            None => "leakcheck looks at a club's own templates".to_owned(),
        };
        return Err(MatchFault::usage(what, "give --templates the folder that has them"));
    }
    let source = Source::at(shared, &args.of)?;
    notes(source.notices());
    let rules = shared.kit.rules();
    let past = Past::new(source.entries(), source.seed(), &rules)?;
    if !past.has_seed() {
        let what = format!("{} has no secret/seed, so nobody can say what was asked", args.of.display());
        return Err(MatchFault::no(what, "ask the umpire, or wait until the match is over"));
    }
    let orders = |templates: &Templates, packet: &Packet| page_for_orders(shared, templates, packet);
    let check = Check { past: &past, templates, letters: &letters, orders: &orders, exchange: args.exchange };
    let found = check.run()?;
    match shared.json {
        true => print_json(&value(&found)?)?,
        false if found.is_clean() => tell_good(&words(&found))?,
        false => print_plain(&words(&found))?,
    }
    Ok(if found.is_clean() { ExitCode::Done } else { ExitCode::No })
}

/// The templates of the club's letters, each with where it lies.
#[cfg(feature = "mail")]
fn letters(shared: &Shared) -> Result<Vec<(String, String)>, MatchFault> {
    let dir = shared.kit.own_templates().map(|dir| dir.join("mail")).unwrap_or_default();
    let own = shared.kit.own_letters()?.into_iter();
    Ok(own.map(|(name, text)| (dir.join(name).display().to_string(), text)).collect())
}

/// This program writes no letters.
#[cfg(not(feature = "mail"))]
fn letters(_: &Shared) -> Result<Vec<(String, String)>, MatchFault> {
    Ok(Vec::new())
}

fn page_for_orders(shared: &Shared, templates: &Templates, packet: &Packet) -> Result<String, MatchFault> {
    let rules = shared.kit.rules_of(packet)?;
    let lore = &Lore::of(&*rules, shared.kit.systems.system(&packet.system)?.arena);
    let composer = Composer { asks: packet, player: None, leads: true, lore, mail: None, desk: None };
    Ok(compose(templates, packet, &composer)?)
}

fn value(found: &Findings) -> Result<serde_json::Value, MatchFault> {
    let mut value = serde_json::to_value(found).map_err(|error| MatchFault::Bug(error.to_string()))?;
    value["ok"] = json!(found.is_clean());
    Ok(value)
}

fn words(found: &Findings) -> String {
    let looked = format!("{} filled by {}", count(found.filled, "page"), count(found.files.len(), "file"));
    let mut text = match found.is_clean() {
        true => format!("{}: nothing leaks, {looked}\n", found.match_id),
        false => format!("{}: {looked}\n", found.match_id),
    };
    found.leaks.iter().for_each(|leak| text += &leaks(leak));
    for fault in &found.faults {
        text += &format!("fails: {}\n    {}\n", fault.what, seen(&fault.seen));
    }
    for remark in &found.remarks {
        let at = at(remark.file.as_deref(), remark.line);
        text += &format!(
            "note: {at}: {}: every page asks another machine for it, whoever reads it\n",
            remark.words
        );
    }
    text
}

/// A leak, and who got it.
fn leaks(leak: &Leak) -> String {
    let at = at(leak.file.as_deref(), leak.line);
    format!("{at}: {}: {}\n    {}\n", leak.words, leak.what, seen(&leak.seen))
}

fn at(file: Option<&str>, line: Option<usize>) -> String {
    match (file, line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        _ => "written by several lines together".to_owned(),
    }
}

fn seen(seen: &Where) -> String {
    if seen.parties.is_empty() {
        return "it stands in the file; no page of this match has shown it".to_owned();
    }
    let parties: Vec<String> = seen.parties.iter().map(|party| format!("the {party}")).collect();
    let pages: Vec<&str> = seen.pages.iter().copied().collect();
    format!("to {}, in {}, {}", list_and(&parties), list_and(&pages), exchanges(&seen.exchanges))
}

/// Exchanges by number, the first of many.
fn exchanges(numbers: &BTreeSet<u32>) -> String {
    const MOST: usize = 6;
    let shown: Vec<String> = numbers.iter().take(MOST).map(u32::to_string).collect();
    let more = numbers.len().saturating_sub(MOST);
    match (numbers.len(), more) {
        (1, _) => format!("exchange {}", shown[0]),
        (_, 0) => format!("exchanges {}", list_and(&shown)),
        _ => format!("exchanges {} and {more} more", shown.join(", ")),
    }
}
