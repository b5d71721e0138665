//! `sealord play`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::form::doctrine_of;
use super::new::create;
use super::shared::{Shared, points, print_json, tell_done};
use super::{Outcome, terminal};
use crate::digest::{Digest, Salt};
use crate::draft::Groups;
use crate::matches::Published;
use crate::matches::Submission;
use crate::matches::publish::publish;
use crate::matches::{Game, Host, MatchFault, Store};
use crate::orders::write::{orders_file, write_answer};
use crate::party::Party;
use crate::problem::{ExitCode, quote};
use crate::question::{OpenQuestion, Picks};
use crate::seal::{SealHeader, Sealed};
use crate::side::Side;
use crate::staff::{AdvisedOfficer, Adviser, StaffOfficer};
use crate::view::Packet;

/// Let staff officers play a whole match into a folder. The last reports are written; with --keep also those
/// before, or with --keep all every one, and the officers' orders
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rules system
    pub system: String,
    /// The scenario
    pub scenario: String,
    /// The same number plays the same match
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Choose an optional rule or another reading, as word=value
    #[arg(long = "option", value_name = "WORD=VALUE")]
    pub options: Vec<String>,
    /// Doctrine that a side sends with its first orders, as SIDE=FILE; the officer answers what it leaves
    /// open
    #[arg(long, value_name = "SIDE=FILE")]
    pub doctrine: Vec<String>,
    /// The folder (default: SCENARIO-SEED)
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Who answers for both sides
    #[arg(long, value_enum, default_value_t = Mind::Sensible)]
    pub officer: Mind,
    /// How often in 100 an officer without advice does something other than the default
    #[arg(long, default_value_t = 35, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub boldness: u32,
}

/// How the officers of a practice match decide.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Mind {
    /// As the system advises, if it has advice; otherwise at random
    Sensible,
    /// At random from what is legal
    Random,
}

/// An officer of either kind, for one party.
pub enum Officer {
    /// One that takes its system's advice.
    Sensible(Box<AdvisedOfficer>),
    /// One that chooses at random.
    Random(Box<StaffOfficer>),
}

impl Officer {
    /// One that takes its system's advice, and without it does what silence would.
    pub fn sensible(seed: u64) -> Officer {
        Officer::Sensible(Box::new(AdvisedOfficer::new(seed, 0)))
    }

    /// An officer for the party in a place of the system's list.
    fn of(place: usize, args: &Args) -> Officer {
        let seed = args.seed.wrapping_mul(2).wrapping_add(place as u64);
        match args.officer {
            Mind::Sensible => Officer::Sensible(Box::new(AdvisedOfficer::new(seed, args.boldness))),
            Mind::Random => Officer::Random(Box::new(StaffOfficer::new(seed, args.boldness))),
        }
    }

    /// A legal answer for a party; nothing if there is none.
    fn answer(&mut self, adviser: &dyn Adviser, question: &OpenQuestion) -> Option<Picks> {
        match self {
            Officer::Sensible(officer) => officer.answer(adviser, question),
            Officer::Random(officer) => officer.answer(question),
        }
    }
}

/// The officers of all parties of a match.
pub struct Officers {
    officers: Vec<(Party, Officer)>,
    doctrines: BTreeMap<Party, String>,
    seed: u64,
}

impl Officers {
    fn of(game: &Game, args: &Args, doctrines: BTreeMap<Party, String>) -> Officers {
        let parties = game.parties().iter().enumerate();
        let officers = parties.map(|(place, &party)| (party, Officer::of(place, args))).collect();
        Officers { officers, doctrines, seed: args.seed }
    }

    /// Sensible officers, who differ by a number.
    pub fn sensible(game: &Game, seed: u64) -> Officers {
        let parties = game.parties().iter().enumerate();
        let officer = |place: usize| Officer::sensible(seed.wrapping_mul(2).wrapping_add(place as u64));
        let officers = parties.map(|(place, &party)| (party, officer(place))).collect();
        Officers { officers, doctrines: BTreeMap::new(), seed }
    }

    /// Plays a match to its end. `sent` hears of each file, `resolved` of each exchange.
    ///
    /// # Errors
    /// What either of these gives, or a fault of the rules.
    pub fn play(
        mut self,
        host: &mut Host,
        mut sent: impl FnMut(Party, u32, &Sealed) -> Result<(), MatchFault>,
        mut resolved: impl FnMut(&Host) -> Result<(), MatchFault>,
    ) -> Result<(), MatchFault> {
        while !host.game.is_over() {
            terminal::at(format!("exchange {}", host.game.exchange()));
            for (party, officer) in &mut self.officers {
                let packet = host.asked(*party)?;
                if packet.asked {
                    let doctrine = self.doctrines.remove(party).unwrap_or_default();
                    let file = orders(officer, &host.game, &packet, &doctrine, self.seed)?;
                    sent(packet.party, packet.exchange, &file)?;
                    host.receive(
                        Submission::unsigned("staff officer", file.bytes()),
                        Some(*party),
                        file.header().salt,
                    )?;
                }
            }
            host.resolve(false)?;
            resolved(host)?;
        }
        Ok(())
    }
}

/// The clock of a practice match stands still, so that the same seed writes the same bytes: at the time that
/// is given, or else here.
pub const STILL: &str = "1939-09-03T11:15:00Z";

/// Runs `sealord play`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let args = &args;
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}-{}", args.scenario, args.seed)));
    let dir = shared.kit.dir(&out);
    let new = super::new::Args::by_officers(out.clone(), &args.system, &args.scenario, args.seed);
    let new = super::new::Args { options: args.options.clone(), ..new };
    let shared = shared.at(shared.kit.given_time().unwrap_or(STILL));
    let mut host = create(&shared.kit, &dir, dir.root(), &new)?;
    let officers = Officers::of(&host.game, args, doctrines(&host.game, &args.doctrine)?);
    // Hundreds of reports that nobody opens cost more than the match: the last follow from the journal as all
    // others do.
    let every = shared.kit.given_keep().is_some();
    let write = |host: &Host| publish(&dir, host, &shared.kit.templates).map(|written| written.len());
    let mut files = if every { write(&host)? } else { 0 };
    officers.play(
        &mut host,
        |party, exchange, file| {
            let sealed = Published { kind: "orders", exchange, party, extension: "yaml.sealed" };
            if every { dir.publish(&sealed, file.bytes()).map(drop) } else { Ok(()) }
        },
        |host| {
            if every || host.game.is_over() {
                files += write(host)?;
            }
            Ok(())
        },
    )?;
    tell(&shared, &host.game, &out, files)
}

/// The doctrines of `SIDE=FILE`, as they stand in an orders file.
fn doctrines(game: &Game, given: &[String]) -> Result<BTreeMap<Party, String>, MatchFault> {
    let mut doctrines = BTreeMap::new();
    let named = |word: &str| Party::named(word).filter(|party| game.parties().contains(party));
    for word in given {
        let parts = word.split_once('=').and_then(|(party, file)| Some((named(party)?, file)));
        let Some((party, file)) = parts else {
            let what = format!("{} names no side and file", quote(word));
            return Err(MatchFault::no(what, format!("write it as {}=FILE", game.parties()[0].id())));
        };
        let lines = doctrine_of(&*game.rules, Groups::NONE, Path::new(file))?;
        let lines: String = lines.lines().map(|line| format!("  {line}\n")).collect();
        if doctrines.insert(party, format!("doctrine:\n{lines}")).is_some() {
            return Err(MatchFault::no(format!("{party} gets two doctrines"), "give each side one"));
        }
    }
    Ok(doctrines)
}

/// A staff officer's orders, as a file.
///
/// # Errors
/// If a question has no legal answer, which is a fault of the rules.
pub fn answers_of(officer: &mut Officer, game: &Game, packet: &Packet) -> Result<String, MatchFault> {
    let adviser = game.rules.adviser(packet.party);
    let mut answers = String::new();
    for question in &packet.questions {
        let picks = officer.answer(&*adviser, question);
        let picks = picks.ok_or_else(|| MatchFault::Bug(format!("{} has no legal answer", question.key)))?;
        write_answer(&mut answers, question, &picks);
    }
    let head = (packet.match_id.as_str(), packet.exchange, packet.party);
    Ok(orders_file(head, "written by a staff officer", &answers))
}

/// A staff officer's sealed orders.
fn orders(
    officer: &mut Officer,
    game: &Game,
    packet: &Packet,
    doctrine: &str,
    seed: u64,
) -> Result<Sealed, MatchFault> {
    let text = answers_of(officer, game, packet)? + doctrine;
    let parts: [&[u8]; 4] = [
        b"sealord/practice-salt\0",
        &seed.to_be_bytes(),
        &packet.exchange.to_be_bytes(),
        packet.party.id().as_bytes(),
    ];
    let header = SealHeader {
        match_id: packet.match_id.clone(),
        genesis: packet.genesis,
        exchange: packet.exchange,
        party: packet.party,
        salt: Salt::from_bytes(*Digest::of_parts(&parts).as_bytes()),
    };
    Sealed::make(header, text.as_bytes()).map_err(|fault| MatchFault::Bug(fault.to_string()))
}

fn tell(shared: &Shared, game: &Game, out: &Path, files: usize) -> Outcome {
    let exchanges = game.exchanges.len();
    if shared.json {
        print_json(&json!({
            "ok": true, "match": game.settings.match_id, "dir": out.display().to_string(), "exchanges": exchanges,
            "files": files, "points": points(game),
        }))?;
    } else {
        let winner = match game.winner() {
            Some(party) => format!("the {party} win"),
            None => "a draw".to_owned(),
        };
        let count = |side: &Side| format!("{side} {}", game.rules.points(*side));
        let points = game.sides().iter().map(count).collect::<Vec<_>>().join(", ");
        tell_done(&format!(
            "played {} in {exchanges} exchanges: {points}: {winner}\n\
             wrote {files} files under {}; check it with: sealord audit {}\n",
            game.settings.match_id,
            out.display(),
            out.display()
        ))?;
    }
    Ok(ExitCode::Done)
}
