//! How a match ended, in lines that follow from its journal: whoever plays it again writes the same bytes, so
//! a list of ratings need not trust who hands them in.

use crate::audit::{Findings, Past};
use crate::matches::{Game, MatchFault, Settings};
use crate::seal::is_match_id;
use engine::entry::{Entry, Kind};

/// The first line.
const FORMAT: &str = "sealord result v1";

/// The result of a match that was audited, as text.
///
/// # Errors
/// If it is not over.
pub fn result(past: &Past<'_>, findings: &Findings) -> Result<String, MatchFault> {
    result_of(&past.game()?, past.entries(), findings)
}

/// The same of a match that stands where its journal ends.
pub(super) fn result_of(game: &Game, entries: &[Entry], findings: &Findings) -> Result<String, MatchFault> {
    let end = entries.iter().find(|entry| entry.header().kind == Kind::Ended);
    let (Some(first), Some(end)) = (entries.first(), end) else {
        let what = format!("the match {} is not over, so it has no result", findings.match_id);
        return Err(MatchFault::no(what, "look at `sealord status`"));
    };
    let mut lines = vec![FORMAT.to_owned()];
    lines.extend(begun(game, first)?);
    lines.extend(played(findings));
    lines.extend(ended(game, findings, end));
    Ok(lines.join("\n") + "\n")
}

/// What was fixed when it began.
fn begun(game: &Game, first: &Entry) -> Result<Vec<String>, MatchFault> {
    let Settings { match_id, system, edition, scenario, data, trust, signing, .. } = &game.settings;
    if !is_match_id(match_id) {
        let what = "the name of the match is none".to_owned();
        return Err(MatchFault::Proof { entry: Some(1), what });
    }
    let trust = serde_json::to_value(trust).map_err(|error| MatchFault::Bug(error.to_string()))?;
    let mut lines = vec![
        format!("match: {match_id}"),
        format!("genesis: {}", game.genesis),
        format!("system: {system}"),
        format!("edition: {edition}"),
        format!("data: {data}"),
        format!("scenario: {scenario}"),
    ];
    let options = game.settings.options.iter();
    lines.extend(options.map(|(word, value)| format!("option {word}: {value}")));
    lines.push(format!("trust: {}", trust.as_str().unwrap_or_default()));
    lines.extend(game.settings.umpire_plays.map(|party| format!("umpire plays: {}", party.id())));
    lines.extend(game.settings.officers.iter().map(|party| format!("staff officer: {}", party.id())));
    lines.extend(
        game.settings.teams.iter().map(|(party, team)| format!("team {}: {}", party.id(), team.words())),
    );
    lines.extend(signing.keys.iter().map(|(party, key)| format!("key {}: {key}", party.id())));
    lines.push(format!("began: {}", first.header().time));
    Ok(lines)
}

/// What a reader of the result may want to look at.
fn played(findings: &Findings) -> Vec<String> {
    vec![
        format!("exchanges: {}", findings.exchanges),
        format!("answers by policy: {}", findings.defaults),
        format!("answers by the umpire: {}", findings.by_umpire),
        format!("rulings: {}", findings.rulings),
        format!("undone: {}", findings.undone),
    ]
}

/// How it ended. Witnesses may follow the end, so that entry is named and not the newest.
fn ended(game: &Game, findings: &Findings, end: &Entry) -> Vec<String> {
    let points =
        game.sides().iter().map(|side| format!("points {}: {}", side.id(), game.rules.points(*side)));
    let mut lines: Vec<String> = points.collect();
    lines.extend(findings.agreed.iter().chain(&findings.decided).map(|it| format!("agreed: {it}")));
    lines.push(format!("winner: {}", game.winner().map_or("nobody", |side| side.id())));
    lines.push(format!("ended: {}", end.header().time));
    lines.push(format!("entry: {}", end.header().number));
    lines.push(format!("hash: {}", end.hash()));
    lines
}
