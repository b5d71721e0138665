//! `sealord form`

use std::path::{Path, PathBuf};

use super::Outcome;
use super::play::{Officer, answers_of};
use super::shared::{ORDERS_LIMIT, Shared, ends_as, party, put, read};
use crate::adjudicator::Adjudicator;
use crate::draft::spelling::written_out;
use crate::draft::{Groups, parse_doctrine};
use crate::matches::MatchFault;
use crate::orders::form::{Lines, form_with, part_form};
use crate::orders::team::Shares;
use crate::party::Party;
use crate::problem::{Collector, ExitCode, quote};
use crate::team::LEADER;
use crate::view::Packet;

/// Write a blank order form for a packet, filled in with the defaults
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The packet that came with the report, or a match folder
    pub packet: PathBuf,
    /// The side, if a match folder is given
    #[arg(long = "side", value_name = "SIDE", value_parser = party)]
    pub party: Option<Party>,
    /// As of this exchange, if a match folder is given: what the side was shown then is made again
    #[arg(long, value_name = "NUMBER")]
    pub exchange: Option<u32>,
    /// Only the form for this player of a shared side
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Put the doctrine of this file into the form
    #[arg(long, value_name = "FILE")]
    pub doctrine: Option<PathBuf>,
    /// Let a staff officer answer instead of a blank form, from a match folder: the same number gives the
    /// same answers. For an umpire who stands in for a side
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["player", "doctrine", "exchange"])]
    pub officer: Option<u64>,
    /// Leave out the lines that may stay as they are: only the choices that must be made have lines, and each
    /// question begins with one as a pattern
    #[arg(long, conflicts_with = "officer")]
    pub short: bool,
    /// Write to this file instead of stdout; an existing file is not overwritten
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Runs `sealord form`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    ends_as(args.out.as_deref(), "a form", &["yaml", "yml"])?;
    let packet = shared.packet_then(&args.packet, args.party, args.exchange)?;
    if packet.over {
        let what = format!("the match {} is over: nobody is asked anything", quote(&packet.match_id));
        return Err(MatchFault::no(what, "read its end with `sealord report`"));
    }
    if let Some(number) = args.officer {
        let text = officers_orders(shared, &args.packet, &packet, number)?;
        put(args.out.as_deref(), &text)?;
        return Ok(ExitCode::Done);
    }
    let player = args.player.as_deref().map(|name| packet.team.find(packet.party, name)).transpose()?;
    if let (Some(player), Some(_)) = (player.filter(|player| *player != LEADER), &args.doctrine) {
        let players = packet.team.players();
        let what =
            format!("doctrine is for {}, who leads, not for {}", players[LEADER].name, players[player].name);
        return Err(MatchFault::no(what, "leave --doctrine out"));
    }
    let doctrine = match &args.doctrine {
        Some(path) => doctrine_of(&*shared.kit.rules_of(&packet)?, &packet.groups, path)?,
        None => packet.doctrine.clone(),
    };
    let lines = if args.short { Lines::Needed } else { Lines::All };
    let text = match player {
        Some(player) => {
            let shares = Shares::of(&*shared.kit.rules_of(&packet)?, &packet);
            part_form(&shares.part(player), Some(&doctrine), lines)
        }
        None => form_with(&packet, Some(&doctrine), lines),
    };
    put(args.out.as_deref(), &text)?;
    Ok(ExitCode::Done)
}

/// What a staff officer would answer for the party of a packet, as a file of orders.
fn officers_orders(shared: &Shared, path: &Path, packet: &Packet, number: u64) -> Result<String, MatchFault> {
    if !path.is_dir() {
        let what = "an officer reads the match folder, not a packet".to_owned();
        return Err(MatchFault::no(what, "name the folder and --side"));
    }
    if !packet.asked {
        let what = format!("the {} are not asked in exchange {}", packet.party, packet.exchange);
        return Err(MatchFault::no(what, "`sealord status` shows whom the match waits for"));
    }
    let (game, _) = shared.game(path)?;
    // Each exchange its own stream, as if the officer had played all along.
    let seed = number.wrapping_mul(0x9e37_79b9).wrapping_add(u64::from(packet.exchange));
    let mut officer = Officer::sensible(seed);
    answers_of(&mut officer, &game, packet)
}

/// The doctrine of a file: what stands under `doctrine:`, or a file that is nothing but standing answers.
pub fn doctrine_of(rules: &dyn Adjudicator, groups: &Groups, path: &Path) -> Result<String, MatchFault> {
    let bytes = read(path, ORDERS_LIMIT)?;
    let name = path.display().to_string();
    let refused =
        |problems| MatchFault::Refused { problems, source: String::from_utf8_lossy(&bytes).into_owned() };
    let read = |bytes: &[u8]| {
        parse_doctrine(&name, bytes).map_err(refused)?.ok_or_else(|| {
            MatchFault::no(format!("{name} has no doctrine in it"), "write standing orders under `doctrine:`")
        })
    };
    let draft = read(&bytes)?;
    let mut problems = Collector::new();
    let spelled = rules.check_doctrine(&draft, groups, &mut problems);
    match spelled[..] {
        _ if !problems.is_empty() => Err(refused(problems.finish_in(&name))),
        [] => Ok(rules.doctrine_text(&draft)),
        _ => {
            let written = written_out(&String::from_utf8_lossy(&bytes), &spelled);
            Ok(rules.doctrine_text(&read(written.as_bytes())?))
        }
    }
}
