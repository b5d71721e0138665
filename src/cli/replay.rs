//! `sealord replay`

use std::path::{Path, PathBuf};

use fs_err as fs;

use super::Outcome;
use super::audit::Source;
use super::shared::{Shared, ends_as, notes, party, put};
use crate::kit::packet_file;
use crate::matches::{MatchFault, Settings};
use crate::party::Party;
use crate::problem::ExitCode;
use crate::tour;
use crate::view::Packet;

/// Write a whole match as one page: chart, combats, diary and points, moment by moment
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A match folder or its proof; or the packets of one side: a folder of them, or one
    #[arg(value_name = "MATCH")]
    pub of: PathBuf,
    /// Show only what this side knew; without it everything is shown, once the match is over
    #[arg(long = "side", value_name = "SIDE", value_parser = party)]
    pub party: Option<Party>,
    /// Write to this file instead of stdout; an existing file is not overwritten
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Runs `sealord replay`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    ends_as(args.out.as_deref(), "a replay", &["html", "htm"])?;
    let is_packets = match args.of.is_dir() {
        true => !args.of.join("journal.jsonl").exists() && !jsons(&args.of)?.is_empty(),
        false => args.of.extension().is_some_and(|it| it == "json"),
    };
    let page = match is_packets {
        true => tour::of_packets(shared.kit.systems, &shared.kit.templates, packets(&args)?)?,
        false => of_match(shared, &args.of, args.party)?,
    };
    put(args.out.as_deref(), &page)?;
    Ok(ExitCode::Done)
}

/// The replay of a match folder or a proof: of what a party knew, or of everything.
///
/// # Errors
/// If it cannot be read, or shows everything and is not over.
pub fn of_match(shared: &Shared, of: &Path, party: Option<Party>) -> Result<String, MatchFault> {
    let source = Source::open(of)?;
    notes(source.notices());
    let (templates, entries) = (&shared.kit.templates, source.entries());
    let rules = Settings::of(entries)?.lay_out(shared.kit.systems, &shared.kit.games)?;
    match party {
        Some(party) => tour::of_party(templates, entries, rules, party),
        None => tour::of_all(templates, entries, rules, source.seed()).map(|tour| tour.page),
    }
}

/// The packets of a folder, or the one of a file; only those of the side that is wanted.
fn packets(args: &Args) -> Result<Vec<Packet>, MatchFault> {
    let files = if args.of.is_dir() { jsons(&args.of)? } else { vec![args.of.clone()] };
    let mut packets = Vec::new();
    for file in files {
        let packet = packet_file(&file)?;
        if args.party.is_none_or(|party| party == packet.party) {
            packets.push(packet);
        }
    }
    if packets.iter().any(|packet| packet.party != packets[0].party) {
        let what = format!("{} has packets of several sides", args.of.display());
        return Err(MatchFault::no(what, "say with --side whose replay you want"));
    }
    if let Some(party) = args.party.filter(|_| packets.is_empty()) {
        let what = format!("{} has no packets of the {party}", args.of.display());
        return Err(MatchFault::no(what, "leave --side out, or name another folder"));
    }
    Ok(packets)
}

/// The .json files of a folder that can be packets, by name.
fn jsons(dir: &Path) -> Result<Vec<PathBuf>, MatchFault> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let is_own = path.file_name().is_some_and(|name| name == crate::memory::FILE);
        if path.is_file() && path.extension().is_some_and(|it| it == "json") && !is_own {
            found.push(path);
        }
    }
    found.sort_unstable();
    Ok(found)
}
