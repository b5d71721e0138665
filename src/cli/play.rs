//! `sealord play`

use std::path::{Path, PathBuf};

use serde_json::json;

use super::Outcome;
use super::new::create;
use super::shared::{Shared, points, print, print_json, publish};
use crate::digest::{Digest, Salt};
use crate::matches::folder::MatchDir;
use crate::matches::{Game, MatchFault, Missing};
use crate::orders::form::{orders_file, write_answer};
use crate::problem::ExitCode;
use crate::rules::{Rulebook, systems};
use crate::seal::exchange::Trust;
use crate::seal::{SealHeader, Sealed};
use crate::side::Side;
use crate::staff::StaffOfficer;

/// Let staff officers play a whole match into a folder
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rules system
    pub system: String,
    /// The scenario
    pub scenario: String,
    /// The same number plays the same match
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The folder (default: SCENARIO-SEED)
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// How often of 100 an officer does something else than silence would
    #[arg(long, default_value_t = 35, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub boldness: u32,
}

/// The clock of a practice match stands still, so that the same seed writes the same bytes.
const STILL: &str = "1939-09-03T11:15:00Z";

pub fn run(shared: &Shared, args: Args) -> Outcome {
    systems!(with [&args.system, S => play::<S>(shared, &args)])
}

fn play<S: Rulebook>(shared: &Shared, args: &Args) -> Outcome {
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}-{}", args.scenario, args.seed)));
    let dir = MatchDir::new(&out);
    let new = super::new::Args {
        dir: out.clone(),
        system: args.system.clone(),
        scenario: Some(args.scenario.clone()),
        match_id: Some(format!("practice-{}", args.seed)),
        trust: Trust::Umpire,
        umpire_plays: None,
        deadline_hours: None,
        missing: Missing::Staff,
        seed: Some(args.seed),
    };
    let shared = shared.at(STILL);
    let mut host = create::<S>(&shared, &dir, &new)?;
    let mut officers: Vec<(Side, StaffOfficer)> = host
        .game
        .system
        .sides()
        .iter()
        .copied()
        .map(|side| {
            (
                side,
                StaffOfficer::new(args.seed.wrapping_mul(2).wrapping_add(side.index() as u64), args.boldness),
            )
        })
        .collect();
    let mut files = publish(&dir, &host, &shared.templates)?.len();
    while !host.game.checkpoint.over {
        for (side, officer) in &mut officers {
            let packet = host.packet(*side)?;
            if packet.asked {
                let file = orders(officer, &packet, args.seed)?;
                dir.write(&dir.file("orders", packet.exchange, *side, "yaml.sealed"), file.bytes())?;
                host.receive("staff officer", file.bytes(), Some(*side), file.header().salt)?;
            }
        }
        host.resolve(false)?;
        files += publish(&dir, &host, &shared.templates)?.len();
    }
    tell(&shared, &host.game, &out, files)
}

/// A staff officer's sealed orders.
fn orders(officer: &mut StaffOfficer, packet: &crate::view::Packet, seed: u64) -> Result<Sealed, MatchFault> {
    let mut answers = String::new();
    for question in &packet.questions {
        let picks = officer.answer(question);
        let picks = picks.ok_or_else(|| MatchFault::Bug(format!("{} has no legal answer", question.key)))?;
        write_answer(&mut answers, question, &picks);
    }
    let text =
        orders_file((&packet.match_id, packet.exchange, packet.side), "written by a staff officer", &answers);
    let parts: [&[u8]; 4] = [
        b"sealord/practice-salt\0",
        &seed.to_be_bytes(),
        &packet.exchange.to_be_bytes(),
        packet.side.id().as_bytes(),
    ];
    let header = SealHeader {
        match_id: packet.match_id.clone(),
        genesis: packet.genesis,
        exchange: packet.exchange,
        side: packet.side,
        salt: Salt::from_bytes(*Digest::of_parts(&parts).as_bytes()),
    };
    Sealed::make(header, text.as_bytes()).map_err(|fault| MatchFault::Bug(fault.to_string()))
}

fn tell<S: Rulebook>(shared: &Shared, game: &Game<S>, out: &Path, files: usize) -> Outcome {
    let exchanges = game.exchanges.len();
    if shared.json {
        print_json(&json!({
            "ok": true, "match": game.settings.match_id, "dir": out.display().to_string(), "exchanges": exchanges,
            "files": files, "points": points(game),
        }))?;
    } else {
        let winner = match game.system.winner(&game.present) {
            Some(Side::AXIS) => "the Axis wins",
            Some(_) => "the Allies win",
            None => "a draw",
        };
        let count = |side: &Side| format!("{side} {}", game.system.points(&game.present, *side));
        let points = game.system.sides().iter().map(count).collect::<Vec<_>>().join(", ");
        print(&format!(
            "played {} in {exchanges} exchanges: {points}: {winner}\n\
             wrote {files} files under {}; check it with: sealord audit {}\n",
            game.settings.match_id,
            out.display(),
            out.display()
        ))?;
    }
    Ok(ExitCode::Done)
}
