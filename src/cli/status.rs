//! `sealord status`

#[cfg(feature = "mail")]
use std::path::Path;
use std::path::PathBuf;

use jiff::Timestamp;
use serde_json::{Value, json};

#[cfg(feature = "mail")]
use super::shared::say;
use super::shared::{Shared, points, print, print_json};
use super::{Outcome, calendar};
use crate::clock::from_now;
use crate::journal::Head;
use crate::matches::{Exchange, Game, MatchFault, Store, TROUBLES};
use crate::party::Party;
#[cfg(feature = "mail")]
use crate::post::office::{Metrics, Overview};
#[cfg(feature = "mail")]
use crate::problem::count;
use crate::problem::{ExitCode, list_and};

/// Show match status and whom it waits for, or all matches of an office
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The match folder, or the folder of an office (with `office.yaml`)
    pub dir: PathBuf,
    /// Show the office as a page for a browser
    #[cfg(feature = "mail")]
    #[arg(long)]
    pub html: bool,
    /// Print the office's metrics in Prometheus' text format
    #[cfg(feature = "mail")]
    #[arg(long, conflicts_with_all = ["html", "all", "player"])]
    pub prometheus: bool,
    /// Show what waits for a player in all matches of the office: his word in the league, name or address
    #[cfg(feature = "mail")]
    #[arg(long, value_name = "PLAYER")]
    pub player: Option<String>,
    /// List every match of the office, also those in which nothing waits for you
    #[cfg(feature = "mail")]
    #[arg(long, conflicts_with = "player")]
    pub all: bool,
}

/// All matches of an office: those first that need whoever runs it.
#[cfg(feature = "mail")]
fn office(shared: &Shared, args: &Args) -> Outcome {
    let premises = shared.places.office(&args.dir)?;
    // What is watched is worked out for those who ask for it: the mailbox may be a server's.
    if args.prometheus {
        let (overview, metrics) = Metrics::at(&shared.kit, premises)?;
        metrics.mailbox_fault.iter().for_each(|why| say(&format!("problem: {why}")));
        print(&metrics.exposition(&overview.office))?;
        return Ok(ExitCode::Done);
    }
    if shared.json && !args.html {
        let (overview, metrics) = Metrics::at(&shared.kit, premises)?;
        let bug = |error: serde_json::Error| MatchFault::Bug(error.to_string());
        let mut value = serde_json::to_value(&overview).map_err(bug)?;
        value["metrics"] = serde_json::to_value(&metrics).map_err(bug)?;
        if let Some(store) = store(shared, &args.dir)? {
            value["store"] = store;
        }
        print_json(&value)?;
        return Ok(ExitCode::Done);
    }
    let overview = Overview::at(&shared.kit, premises)?;
    if args.html {
        print(&overview.page(&shared.kit.templates)?)?;
    } else {
        let (running, wanting, late) = overview.sum();
        let (matches, sides) = (count(running, "match"), count(late, "side"));
        let mut text =
            format!("{}: {matches} under way, {wanting} for the umpire, {sides} late\n", overview.office);
        let lines = if args.all { overview.lines() } else { overview.first_lines() };
        lines.iter().for_each(|line| text += &format!("{line}\n"));
        text += &format!("on duty: {}; {} to be sent\n", overview.on_duty, count(overview.waiting, "mail"));
        print(&text)?;
    }
    Ok(ExitCode::Done)
}

/// Who runs an office in a database, and what waits there; nothing for one in folders.
#[cfg(feature = "mail")]
fn store(shared: &Shared, dir: &Path) -> Result<Option<Value>, MatchFault> {
    #[cfg(feature = "postgres")]
    if let Some(database) = shared.places.database(dir)? {
        let seen = sealord_postgres::status(&database)?;
        return serde_json::to_value(seen).map(Some).map_err(|error| MatchFault::Bug(error.to_string()));
    }
    _ = (shared, dir);
    Ok(None)
}

/// What waits for a player in all matches of an office.
#[cfg(feature = "mail")]
fn player(shared: &Shared, args: &Args, who: &str) -> Outcome {
    let agenda = crate::post::office::Agenda::at(&shared.kit, shared.places.office(&args.dir)?, who)?;
    if args.html {
        print(&agenda.page(&shared.kit.templates)?)?;
    } else if shared.json {
        let value = serde_json::to_value(&agenda).map_err(|error| MatchFault::Bug(error.to_string()))?;
        print_json(&value)?;
    } else {
        let mut text = format!("{}: {}\n", agenda.player, agenda.sum());
        agenda.lines().iter().for_each(|line| text += &format!("{line}\n"));
        print(&text)?;
    }
    Ok(ExitCode::Done)
}

/// Shows the status of a match, or of an office.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    #[cfg(feature = "mail")]
    if args.dir.join(crate::post::office::settings::FILE).is_file() {
        return match &args.player {
            Some(who) => player(shared, &args, who),
            None => office(shared, &args),
        };
    }
    #[cfg(feature = "mail")]
    if args.html || args.all || args.prometheus || args.player.is_some() {
        let what = format!("{} is no office: it has no office.yaml", args.dir.display());
        return Err(MatchFault::usage(what, "for one match, look at its reports"));
    }
    let (game, head) = shared.game(&args.dir)?;
    let now = shared.kit.now();
    let status = Status {
        now: now.parse().map_err(|_| MatchFault::Bug(format!("{now} is not a time")))?,
        deadline: game.deadline()?,
        troubles: troubles(&*shared.store(&args.dir)?),
        waits_for: game.waits_for(&now)?,
        late: game.late()?,
        seats: Seats::of(game.open_now()),
        head,
        game: &game,
    };
    match shared.json {
        true => print_json(&status.value()?)?,
        false => print(&status.words()?)?,
    }
    Ok(ExitCode::Done)
}

/// Who has still to send what, in the open exchange.
#[derive(Default)]
struct Seats {
    /// Whose sealed file or key has not come.
    missing: Vec<Party>,
    /// Who of them has committed.
    promised: Vec<Party>,
    /// Who is asked nothing, but seals all the same.
    idle: Vec<Party>,
}

impl Seats {
    fn of(exchange: Option<&Exchange>) -> Seats {
        let Some(it) = exchange else { return Seats::default() };
        let missing = it.submissions.missing_reveals();
        let committed = |party: &Party| it.submissions.committed(*party).is_some();
        let promised = missing.iter().copied().filter(committed).collect();
        Seats { missing, promised, idle: it.opened.idle() }
    }
}

/// All that is said of a match.
struct Status<'a> {
    now: Timestamp,
    /// Until when the open exchange is.
    deadline: Option<Timestamp>,
    game: &'a Game,
    head: Head,
    seats: Seats,
    waits_for: Option<String>,
    late: Vec<Party>,
    troubles: Vec<String>,
}

impl Status<'_> {
    fn value(&self) -> Result<Value, MatchFault> {
        let (game, head, seats) = (self.game, &self.head, &self.seats);
        let (exchange, fixed) = (game.open_now(), game.fixed());
        let deadline = exchange.and_then(|it| it.opened.deadline.clone());
        Ok(json!({
            "match": game.settings.match_id, "system": game.settings.system, "scenario": game.settings.scenario,
            "edition": game.settings.edition, "standing": game.rules.standing().name, "over": game.is_over(),
            "agreed": game.agreed_words(),
            "exchange": game.exchanges.last().map(|it| it.number), "open": game.open,
            "missing": seats.missing, "committed": seats.promised, "deadline": deadline,
            "seconds_left": self.deadline.map(|at| at.duration_since(self.now).as_secs()), "waits_for": self.waits_for,
            "orders": game.party_states()?, "late": self.late, "fixed": fixed,
            "deadline_words": fixed.and_then(|it| it.words.clone()), "paused": fixed.is_some_and(|it| it.paused),
            "points": points(game), "teams": game.settings.teams, "exchanges_by_turn": game.exchanges_by_turn(),
            "mail": self.troubles, "sealing": game.settings.sealing, "practice_seed": game.settings.practice_seed,
            "officers": game.settings.officers, "wanted": game.rules.wanted(), "genesis": game.genesis, "entry": head.number, "head": head.hash,
        }))
    }

    fn words(&self) -> Result<String, MatchFault> {
        let (game, head) = (self.game, &self.head);
        let mut text = format!("{}: {}\n", game.settings.match_id, game.rules.standing().name);
        if game.settings.practice_seed.is_some() {
            text += "  practice seed: anybody can work out the dice\n";
        }
        for side in game.sides() {
            text += &format!("  {side}: {} points\n", game.rules.points(*side));
        }
        for (party, team) in game.settings.teams.iter() {
            text += &format!("  {party}: {}\n", team.words());
        }
        for party in &game.settings.officers {
            text += &format!("  {party}: the staff officer\n");
        }
        text += &match game.open_now() {
            Some(exchange) => self.open_words(exchange)?,
            None => closed_words(game),
        };
        let turns = game.exchanges_by_turn();
        if !turns.is_empty() {
            let turn = |(word, count): &(String, usize)| format!("{word} {count}");
            text += &format!("exchanges: {}\n", turns.iter().map(turn).collect::<Vec<_>>().join(", "));
        }
        self.troubles.iter().for_each(|line| text += &format!("mail: {line}\n"));
        text += &format!("journal entry {}, head {}\n", head.number, head.hash);
        Ok(text)
    }

    /// An exchange that is open: until when, and whom it waits for.
    fn open_words(&self, exchange: &Exchange) -> Result<String, MatchFault> {
        let (game, seats) = (self.game, &self.seats);
        let left = self.deadline.map(|at| format!(", {}", from_now(self.now, at))).unwrap_or_default();
        let mut text = match game.fixed() {
            Some(fixed) => calendar::deadline(game, fixed, &left) + &calendar::orders(game)?,
            None => {
                let until = self.deadline.map(|at| format!(" until {}{left}", game.in_words(at)));
                let until = until.unwrap_or_else(|| ", without a deadline".to_owned());
                format!("exchange {} is open{until}\n", exchange.number)
            }
        };
        let names =
            |parties: &[Party]| list_and(&parties.iter().map(|party| party.name()).collect::<Vec<_>>());
        text += &match seats.missing.is_empty() {
            true => "all orders are in\n".to_owned(),
            false => format!("waiting for {}\n", names(&seats.missing)),
        };
        if !seats.idle.is_empty() {
            text += &format!("nothing to answer, but a sealed file is due: {}\n", names(&seats.idle));
        }
        text += &match &self.waits_for {
            Some(why) => format!("cannot be resolved yet: {why}\n"),
            None => "ready: run `sealord resolve`\n".to_owned(),
        };
        if !seats.promised.is_empty() {
            text += &format!("committed, not yet revealed: {}\n", names(&seats.promised));
        }
        Ok(text)
    }
}

/// A match without an open exchange: over, or waiting for the umpire or the table.
fn closed_words(game: &Game) -> String {
    if game.is_over() {
        return game.agreed_words().unwrap_or_else(|| "the match is over".to_owned()) + "\n";
    }
    let wanted = game.rules.wanted();
    match wanted.is_empty() {
        true => "no exchange is open; run `sealord resolve` to go on\n".to_owned(),
        false => wanted.iter().map(|line| format!("waits for the table: {line}\n")).collect(),
    }
}

/// What of the match's mail did not arrive, a line each; nothing for a match that is not played by mail.
fn troubles(store: &dyn Store) -> Vec<String> {
    let kept = store.small(TROUBLES).ok().flatten().unwrap_or_default();
    String::from_utf8_lossy(&kept).lines().map(str::to_owned).collect()
}
