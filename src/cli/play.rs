//! `sealord play`

use std::path::PathBuf;

use serde_json::json;

use super::Outcome;
use super::new::create;
use super::shared::{Shared, print, print_json, publish};
use crate::digest::{Digest, Salt};
use crate::matches::folder::MatchDir;
use crate::matches::{MatchFault, Missing};
use crate::orders::form::{orders_file, write_answer};
use crate::problem::ExitCode;
use crate::rules::seas_of_thunder::SeasOfThunder;
use crate::rules::seas_of_thunder::event::Event;
use crate::seal::exchange::Trust;
use crate::seal::{SealHeader, Sealed};
use crate::side::Side;
use crate::staff::StaffOfficer;
use crate::system::System;
use crate::table::Note;

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
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}-{}", args.scenario, args.seed)));
    let dir = MatchDir::new(&out);
    let new = super::new::Args {
        dir: out.clone(),
        system: args.system.clone(),
        scenario: args.scenario.clone(),
        match_id: Some(format!("practice-{}", args.seed)),
        trust: Trust::Umpire,
        umpire_plays: None,
        deadline_hours: None,
        missing: Missing::Staff,
        seed: Some(args.seed),
    };
    let shared = shared.at(STILL);
    let mut host = create(&shared, &dir, &new)?;
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

/// Who won, as the rules told it.
fn winner(game: &crate::matches::Game<SeasOfThunder>) -> Option<Side> {
    let sections = game.latest.iter().flat_map(|step| &step.sections);
    let end = sections.flat_map(|section| &section.notes).rev().find_map(|note| match note {
        Note::Event(Event::MatchEnded { winner, .. }) => Some(*winner),
        _ => None,
    });
    end.flatten()
}

fn tell(
    shared: &Shared,
    game: &crate::matches::Game<SeasOfThunder>,
    out: &std::path::Path,
    files: usize,
) -> Outcome {
    let (axis, allies) = (game.present.points(Side::AXIS), game.present.points(Side::ALLIES));
    let exchanges = game.exchanges.len();
    if shared.json {
        print_json(&json!({
            "ok": true, "match": game.settings.match_id, "dir": out.display().to_string(), "exchanges": exchanges,
            "files": files, "points": { "axis": axis, "allies": allies },
        }))?;
    } else {
        let winner = match winner(game) {
            Some(Side::AXIS) => "the Axis wins",
            Some(_) => "the Allies win",
            None => "a draw",
        };
        print(&format!(
            "played {} in {exchanges} exchanges: Axis {axis}, Allies {allies}: {winner}\n\
             wrote {files} files under {}; check it with: sealord audit {}\n",
            game.settings.match_id,
            out.display(),
            out.display()
        ))?;
    }
    Ok(ExitCode::Done)
}
