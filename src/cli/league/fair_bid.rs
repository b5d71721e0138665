//! `sealord league fair-bid`: what a side is worth, by hundreds of matches between officers.

use std::path::{Path, PathBuf};

use league::book::Outcome as BoardResult;
use league::figures::{margin as margin_of, near};
use league::sides::side_name;
use serde_json::json;
use tournament::Halves;
use tournament::estimate::{FairBid, Margin, fair_bid};

use super::rollouts::margin;
use crate::cli::Outcome;
use crate::cli::cores::each;
use crate::cli::new;
use crate::cli::play::{Officers, STILL};
use crate::cli::shared::{Shared, print, print_json, read};
use crate::dice::Seed;
use crate::games::Games;
use crate::matches::{Host, InMemory, MatchFault, Settings};
use crate::problem::{ExitCode, count, quote};
use crate::side::Side;
use crate::systems::Systems;

/// Say which bid for a side is fair, by matches that officers play or that people have played
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rules system
    #[arg(value_name = "SYSTEM")]
    system: String,
    /// The scenario
    #[arg(value_name = "SCENARIO")]
    scenario: String,
    /// The side that is bid for
    #[arg(long, value_name = "SIDE")]
    side: String,
    /// How many matches are played
    #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    matches: u32,
    /// The first of their seeds; the same number gives the same bytes
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    seed: u64,
    /// Over so many cores (default: all)
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Take the results of people from this file, as `league export --jsonl` writes it, instead of matches
    /// of officers; those of people whose ratings lie more than 400 points apart are left out
    #[arg(long, value_name = "FILE", conflicts_with_all = ["matches", "seed", "threads"])]
    from: Option<PathBuf>,
}

/// Whose ratings lie further apart, by AREA, says little about sides.
const NEAR: i64 = 400;
/// A larger file of results is not read.
const LIMIT: u64 = 64 << 20;

/// Bids are multiples of it.
const STEP: Halves = Halves(1);
/// How many bids the table has beside none.
const COLUMNS: i64 = 4;

/// Runs `sealord league fair-bid`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let kit = shared.kit.at(shared.kit.given_time().unwrap_or(STILL));
    let options = new::Args::by_officers(PathBuf::new(), &args.system, &args.scenario, args.seed);
    let (rules, settings, _) = new::settled(&kit, "fair-bid".to_owned(), &options)?;
    let sides = rules.about().sides;
    let side = sides.iter().copied().find(|side| side.id() == args.side).ok_or_else(|| {
        let words: Vec<&str> = sides.iter().map(|side| side.id()).collect();
        MatchFault::usage(
            format!("{} is no side of this scenario", quote(&args.side)),
            format!("write {}", words.join(" or ")),
        )
    })?;
    let (margins, of) = match &args.from {
        Some(file) => by_people(file, side)?,
        None => {
            let (systems, games) = (kit.systems, &kit.games);
            let margins = each(args.matches.into(), args.threads, |at| {
                played(systems, games, &settings, args.seed + at, side)
            })?;
            (margins, None)
        }
    };
    let nothing =
        || MatchFault::no("no match says anything about the sides", "take a file with more results");
    let whole = fair_bid(&margins, STEP, &[]).ok_or_else(nothing)?;
    let found = fair_bid(&margins, STEP, &bids(&whole)).ok_or_else(nothing)?;
    match shared.json {
        true => print_json(&value(&args, (&settings, of), &found))?,
        false => print(&text(&args, (&settings, of), &found))?,
    }
    Ok(ExitCode::Done)
}

/// The margins of a side in matches between people of like strength; and how many results the file has.
fn by_people(file: &Path, side: Side) -> Result<(Vec<Margin>, Option<usize>), MatchFault> {
    let bytes = read(file, LIMIT)?;
    let mut results: Vec<BoardResult> = Vec::new();
    let mut wrong = Vec::new();
    for (line, at) in bytes.split(|byte| *byte == b'\n').zip(1..).filter(|(line, _)| !line.is_empty()) {
        match serde_json::from_slice::<BoardResult>(line) {
            Ok(result) if result.points.is_empty() || result.points.contains_key(side.id()) => {
                results.push(result)
            }
            Ok(_) => wrong.push(format!("line {at}: the {} do not play in it", side.id())),
            Err(error) => wrong.push(format!("line {at}: {error}")),
        }
    }
    if !wrong.is_empty() {
        let what = format!("{}: {}", file.display(), wrong.join("; "));
        return Err(MatchFault::no(what, "write it with `sealord league export CLUB EVENT --jsonl -o FILE`"));
    }
    let margins = near(&results, NEAR).into_iter().filter_map(|result| margin_of(result, side.id()));
    Ok((margins.collect(), Some(results.len())))
}

/// Plays one match in memory.
fn played(
    systems: Systems,
    games: &Games,
    settings: &Settings,
    number: u64,
    side: Side,
) -> Result<Margin, MatchFault> {
    let seed = Seed::practice(number);
    let settings = Settings {
        match_id: format!("fair-bid-{number}"),
        seed_commitment: seed.commitment(),
        practice_seed: Some(number),
        ..settings.clone()
    };
    let rules = settings.lay_out(systems, games)?;
    let store = InMemory::default();
    let mut host = Host::create(&store, rules, settings, seed, STILL)?;
    Officers::sensible(&host.game, number).play(&mut host, |_, _, _| Ok(()), |_| Ok(()))?;
    Ok(margin(&host.game, side))
}

/// The bids of which shares are shown: none, and some up to the far end of the interval.
fn bids(found: &FairBid) -> Vec<Halves> {
    let far = found.interval.map_or(found.fair, |(_, high)| high);
    let points = match far {
        Margin::Points(halves) => (halves.0.max(0) + 1) / 2,
        _ => 0,
    };
    let stride = ((points + COLUMNS - 1) / COLUMNS).max(1);
    (0..=COLUMNS).map(|at| Halves::whole(at * stride)).collect()
}

fn words(margin: Margin) -> String {
    match margin {
        Margin::Points(halves) => halves.to_string(),
        Margin::SuddenVictory => "any".to_owned(),
        Margin::SuddenDefeat => "none".to_owned(),
    }
}

fn text(args: &Args, (settings, people): (&Settings, Option<usize>), found: &FairBid) -> String {
    let interval = found
        .interval
        .map_or(String::new(), |(low, high)| format!("   (95 %: {} to {})", words(low), words(high)));
    let of = match people {
        Some(_) => format!("people within {NEAR} points of AREA"),
        None => format!(
            "edition {}, data {}…, officers of sealord {}",
            settings.edition,
            &settings.data[..4],
            env!("CARGO_PKG_VERSION")
        ),
    };
    let mut text = format!(
        "fair bid for the {}: {}{interval}   {}, {of}\n",
        side_name(&args.side),
        words(found.fair),
        count(found.matches as usize, "match"),
    );
    let bids: String = found.shares.iter().map(|(bid, _)| format!("{:>6}", bid.to_string())).collect();
    let shares: String = found.shares.iter().map(|(_, share)| format!("{:>6.2}", share.share)).collect();
    let label = format!("{} win", side_name(&args.side));
    let widest =
        found.shares.iter().map(|(_, it)| (it.high - it.share).max(it.share - it.low)).fold(0.0, f64::max);
    text += &format!("{:<14}{bids}\n{label:<14}{shares}   (each within {widest:.2})\n", "bid");
    text += &match people {
        Some(all) => format!("People played this: {} of {} count.", found.matches, count(all, "result")),
        None => "Officers played this, not people.".to_owned(),
    };
    if found.sudden > 0 {
        text += &format!(" {} of {} ended before points decided.", found.sudden, found.matches);
    }
    text + "\n"
}

fn value(args: &Args, (settings, people): (&Settings, Option<usize>), found: &FairBid) -> serde_json::Value {
    let shares = found.shares.iter().map(
        |(bid, it)| json!({ "bid": bid.to_string(), "share": it.share, "low": it.low, "high": it.high }),
    );
    json!({
        "ok": true, "system": settings.system, "scenario": settings.scenario, "side": args.side,
        "edition": settings.edition, "data": settings.data, "matches": found.matches, "sudden": found.sudden,
        "fair": words(found.fair), "interval": found.interval.map(|(low, high)| [words(low), words(high)]),
        "shares": shares.collect::<Vec<_>>(), "results": people,
    })
}
