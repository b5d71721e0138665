//! `sealord clock MATCH --used`

use std::path::Path;

use jiff::SignedDuration;
use league::clocks::{NO_LIMIT, clock_of, long};
use serde_json::{Value, json};
use tournament::clock::{self, Line, Terms};

use super::super::Outcome;
use super::super::audit::Source;
use super::super::shared::{Shared, notes, print, print_json};
use crate::clock::Span;
use crate::matches::Settings;
use crate::party::Party;
use crate::problem::ExitCode;
use crate::times::times;

/// How much time there is, for `--used`.
#[derive(Debug, clap::Args)]
pub struct Flags {
    /// Show how much time each side has used so far, exchange by exchange
    #[arg(long)]
    pub used: bool,
    /// The time of a side for the whole match, as in 45d
    #[arg(long, value_name = "TIME", requires = "used", value_parser = span)]
    bank: Option<Span>,
    /// What each exchange that a side answers adds to it, as in 12h
    #[arg(long, value_name = "TIME", requires = "bank", value_parser = span)]
    per_exchange: Option<Span>,
    /// How much of each exchange does not count, as in 24h
    #[arg(long, value_name = "TIME", requires = "used", value_parser = span)]
    free: Option<Span>,
    /// How much of a side's absences does not count, in the whole match (default: all of them)
    #[arg(long, value_name = "TIME", requires = "used", value_parser = span)]
    away: Option<Span>,
}

fn span(word: &str) -> Result<Span, String> {
    Span::parse(word).map_err(|bad| format!("{}; {}", bad.what(), bad.mend()))
}

impl Flags {
    fn terms(&self) -> Terms {
        let time = |span: Option<Span>| SignedDuration::from_mins(span.map_or(0, Span::minutes).into());
        Terms {
            bank: time(self.bank),
            per_exchange: time(self.per_exchange),
            free: time(self.free),
            allowance: self.away.map_or(NO_LIMIT, |_| time(self.away)),
        }
    }
}

/// Runs `sealord clock MATCH --used`.
pub fn run(shared: &Shared, dir: &Path, flags: &Flags) -> Outcome {
    let source = Source::open(dir)?;
    notes(source.notices());
    let settings = Settings::of(source.entries())?;
    let rules = settings.lay_out(shared.kit.systems, &shared.kit.games)?;
    let parties = rules.about().parties;
    let (terms, times) = (flags.terms(), times(source.entries(), parties)?);
    let clocks: Vec<(Party, clock::Clock)> =
        parties.iter().map(|party| (*party, clock_of(&terms, &times[party]))).collect();
    let has_bank = flags.bank.is_some();
    if shared.json {
        let sides = clocks.iter().map(|(party, clock)| (party.id().to_owned(), in_json(clock, has_bank)));
        print_json(&json!({ "match": settings.match_id, "sides": Value::Object(sides.collect()) }))?;
    } else {
        print(&in_words(&settings.match_id, &clocks, has_bank))?;
    }
    Ok(ExitCode::Done)
}

fn in_json(clock: &clock::Clock, has_bank: bool) -> Value {
    let left = |time: SignedDuration| has_bank.then(|| time.as_secs());
    let line = |line: &Line| {
        json!({
            "exchange": line.exchange, "closed": line.closed, "used_seconds": line.used.as_secs(),
            "left_seconds": left(line.left),
        })
    };
    json!({
        "exchanges": clock.lines.iter().map(line).collect::<Vec<_>>(),
        "used_seconds": clock.used.as_secs(), "left_seconds": left(clock.left),
        "ran_out": clock.ran_out().filter(|_| has_bank).map(|line| line.exchange),
    })
}

fn in_words(match_id: &str, clocks: &[(Party, clock::Clock)], has_bank: bool) -> String {
    let mut text = format!("{match_id}: time used, as of the last exchange that was closed\n");
    for (party, clock) in clocks {
        let left = if has_bank { format!(", {} left", long(clock.left)) } else { String::new() };
        text += &format!("{}: {}{left}\n", party.name(), long(clock.used));
        for line in &clock.lines {
            let left = if has_bank { format!(", {} left", long(line.left)) } else { String::new() };
            text += &format!("  exchange {:3}: {}{left}\n", line.exchange, long(line.used));
        }
        if let Some(out) = clock.ran_out().filter(|_| has_bank) {
            text += &format!("  nothing was left after exchange {}\n", out.exchange);
        }
    }
    text
}
