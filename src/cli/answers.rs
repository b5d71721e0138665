//! What commands print with `--json`, as JSON Schemas: a contract with programs that read it.

use serde_json::{Value, json};

use crate::matches::MatchFault;
use crate::problem::{quote, suggest};

/// The version of the contract. It is raised when a field goes, is renamed or comes to mean something else.
/// New fields do not raise it, so a reader takes no offence at one that it does not know.
pub const CONTRACT: u32 = 1;

/// Pairs each command with its schema.
macro_rules! answers {
    ($($command:literal: $file:literal,)*) => {
        &[$(($command, include_str!(concat!("schemas/", $file)))),*]
    };
}

/// The schema of each command that prints JSON, by its words.
const ANSWERS: &[(&str, &str)] = answers! {
    "appeal": "appeal.json",
    "audit": "audit.json",
    "check": "check.json",
    "clock": "clock.json",
    "commit": "commit.json",
    "data": "data.json",
    "declare": "declare.json",
    "doctor": "doctor.json",
    "end": "end.json",
    "explain": "explain.json",
    "fetch": "fetch.json",
    "fleet": "fleet.json",
    "join": "join.json",
    "leakcheck": "leakcheck.json",
    "league audit": "league-audit.json",
    "league begin": "league-begin.json",
    "league bye": "league-bye.json",
    "league check": "league-check.json",
    "league close": "league-close.json",
    "league confirm": "league-confirm.json",
    "league crosstable": "league-crosstable.json",
    "league drop": "league-drop.json",
    "league enter": "league-enter.json",
    "league fair-bid": "league-fair-bid.json",
    "league leave": "league-leave.json",
    "league new": "league-new.json",
    "league open": "league-open.json",
    "league pair": "league-pair.json",
    "league ratings": "league-ratings.json",
    "league result": "league-result.json",
    "league seats": "league-seats.json",
    "league standings": "league-standings.json",
    "league status": "league-status.json",
    "luck": "luck.json",
    "man": "man.json",
    "new": "new.json",
    "note cosign": "note-cosign.json",
    "note head": "note-head.json",
    "note key": "note-key.json",
    "odds": "odds.json",
    "play": "play.json",
    "protest": "protest.json",
    "prove": "prove.json",
    "receive": "receive.json",
    "resolve": "resolve.json",
    "result": "result.json",
    "reveal": "reveal.json",
    "rule": "rule.json",
    "rules": "rules.json",
    "schema": "schema.json",
    "seal": "seal.json",
    "sheet": "sheet.json",
    "site": "site.json",
    "statement": "statement.json",
    "status": "status.json",
    "systems": "systems.json",
    "undo": "undo.json",
    "view": "view.json",
    "withdraw": "withdraw.json",
    "witness": "witness.json",
};

/// The schema of what every command prints if it fails.
const FAULT: &str = include_str!("schemas/fault.json");

/// The commands whose answers have a schema, by their words: `status`, `league status`.
pub fn commands() -> impl Iterator<Item = &'static str> {
    ANSWERS.iter().map(|(command, _)| *command)
}

/// The schema of what a command prints with `--json`; of a failure for `fault`; and for `all` an object
/// with every one of them and the version of the contract.
///
/// # Errors
/// If no command of these words has one.
pub fn schema(command: &str) -> Result<Value, MatchFault> {
    match command {
        "all" => {
            let all = ANSWERS.iter().map(|(command, text)| Ok(((*command).to_owned(), parsed(text)?)));
            let all = all.collect::<Result<serde_json::Map<String, Value>, MatchFault>>()?;
            Ok(json!({ "contract": CONTRACT, "commands": all, "fault": parsed(FAULT)? }))
        }
        "fault" => parsed(FAULT),
        _ => match ANSWERS.iter().find(|(known, _)| *known == command) {
            Some((_, text)) => parsed(text),
            None => Err(unknown(command)),
        },
    }
}

fn unknown(command: &str) -> MatchFault {
    let near = suggest(command, commands().chain(["all", "fault"]));
    let mend = near.map_or_else(
        || "`sealord schema --of all` has every command that does".to_owned(),
        |near| format!("did you mean {}?", quote(near)),
    );
    MatchFault::usage(format!("no command {} has a schema for its JSON", quote(command)), mend)
}

fn parsed(text: &str) -> Result<Value, MatchFault> {
    serde_json::from_str(text).map_err(|error| MatchFault::Bug(error.to_string()))
}
