//! `sealord join`

use std::path::{Path, PathBuf};

use serde_json::json;

use super::Outcome;
use super::check::NOT_FINAL;
use super::shared::{ORDERS_LIMIT, Shared, ends_as, party, print_json, put, read, say, tell_done};
use crate::adjudicator::Adjudicator;
use crate::draft::OrdersDraft;
use crate::matches::{MatchFault, check_orders, check_part};
use crate::orders::check::{Understood, closed};
use crate::orders::join::{Handed, join};
use crate::orders::remarks;
use crate::orders::team::Shares;
use crate::orders::write::joined_file;
use crate::party::Party;
use crate::problem::{ExitCode, Problems, count, quote};
use crate::team::LEADER;
use crate::view::Packet;

/// Join the parts of the players of a side into one orders file, for the leader to seal
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The parts, each with its player, as in anna=anna.yaml bert=bert.yaml
    #[arg(required = true, value_name = "NAME=FILE")]
    pub parts: Vec<String>,
    /// The packet that came with the report, or a match folder
    #[arg(short, long)]
    pub packet: PathBuf,
    /// The side, if a match folder is given
    #[arg(long = "side", value_name = "SIDE", value_parser = party)]
    pub party: Option<Party>,
    /// Write to this file instead of stdout; an existing file is not overwritten
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// A part as it was handed in: whose, and what stands in which file.
struct Sent {
    player: usize,
    name: String,
    bytes: Vec<u8>,
}

/// Runs `sealord join`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    ends_as(args.out.as_deref(), "a file of orders", &["yaml", "yml"])?;
    let packet = shared.packet(&args.packet, args.party)?;
    let sent = sent(&packet, &args.parts)?;
    if let Some(problem) = closed(&packet) {
        return Err(MatchFault::no(problem.what, problem.mend.unwrap_or_default()));
    }
    let (text, understood) = joined(&*shared.kit.rules_of(&packet)?, &packet, &sent)?;
    let mut lines = missing(&packet, &sent);
    lines.extend(remarks(&packet, &understood));
    tell(shared, &args, &packet, &text, &understood, &lines)
}

/// Reads the parts that the command line names.
fn sent(packet: &Packet, parts: &[String]) -> Result<Vec<Sent>, MatchFault> {
    let mut sent: Vec<Sent> = Vec::new();
    for part in parts {
        let (name, file) = part.split_once('=').filter(|(_, file)| !file.is_empty()).ok_or_else(|| {
            let mend = "write NAME=FILE for each part, as in anna=anna.yaml bert=bert.yaml";
            MatchFault::usage(format!("{} is not a part", quote(part)), mend)
        })?;
        let player = packet.team.find(packet.party, name)?;
        if sent.iter().any(|other| other.player == player) {
            let mend = "name one file for each player: the one that counts";
            return Err(MatchFault::no(format!("{} is given twice", quote(name)), mend));
        }
        if sent.iter().any(|other| other.name == file) {
            let mend = "each player has one file; leave out a player who sent none";
            return Err(MatchFault::no(format!("{} is given for two players", quote(file)), mend));
        }
        sent.push(Sent { player, name: file.to_owned(), bytes: read(Path::new(file), ORDERS_LIMIT)? });
    }
    Ok(sent)
}

/// Checks every part and joins them: the file in words, and what it means.
fn joined(
    rules: &dyn Adjudicator,
    packet: &Packet,
    sent: &[Sent],
) -> Result<(String, Understood), MatchFault> {
    let shares = Shares::of(rules, packet);
    let mut handed = Vec::new();
    let mut problems = Problems::new();
    for Sent { player, name, bytes } in sent {
        match check_part(rules, &shares.part(*player), name, bytes) {
            Ok((draft, understood)) => {
                handed.push(Handed { player: *player, file: name.clone(), draft, understood });
            }
            Err(MatchFault::Refused { problems: found, .. }) => problems.extend(placed(found, name)),
            Err(other) => return Err(other),
        }
    }
    if !problems.is_empty() {
        return Err(together(problems, sent));
    }
    let understood = join(&shares, &handed).map_err(|problems| together(problems, sent))?;
    let names: Vec<&str> = packet.team.players().iter().map(|player| player.name.as_str()).collect();
    let from: Vec<&str> = names
        .iter()
        .enumerate()
        .filter(|(at, _)| handed.iter().any(|part| part.player == *at))
        .map(|(_, name)| *name)
        .collect();
    let leader = handed.iter().find(|part| part.player == LEADER);
    let written = leader.map_or_else(OrdersDraft::default, |part| part.draft.clone());
    let text = joined_file(packet, &from, &understood, &written);
    // What was joined is judged once more as the umpire will judge it.
    check_orders(rules, packet, "the joined orders", text.as_bytes())?;
    Ok((text, understood))
}

/// Problems of a part, those that stand nowhere in it with the file's name.
fn placed(problems: Problems, name: &str) -> impl Iterator<Item = crate::problem::Problem> {
    problems.into_iter().map(move |mut problem| {
        if problem.place.is_none() {
            problem.what = format!("{name}: {}", problem.what);
        }
        problem
    })
}

fn together(problems: Problems, sent: &[Sent]) -> MatchFault {
    let text = |part: &Sent| (part.name.clone(), String::from_utf8_lossy(&part.bytes).into_owned());
    MatchFault::RefusedTogether { problems, sources: sent.iter().map(text).collect() }
}

/// A line for each player who sent nothing.
fn missing(packet: &Packet, sent: &[Sent]) -> Vec<String> {
    let players = packet.team.players().iter().enumerate();
    let absent = players.filter(|(at, _)| sent.iter().all(|part| part.player != *at));
    absent
        .map(|(_, player)| format!("no part from {0}: the default applies to what {0} orders", player.name))
        .collect()
}

/// Writes the joined file and says what it holds: on stdout, unless the file itself goes there.
fn tell(
    shared: &Shared,
    args: &Args,
    packet: &Packet,
    text: &str,
    understood: &Understood,
    remarks: &[String],
) -> Outcome {
    let file = args.out.as_ref().map(|path| path.display().to_string());
    if shared.json {
        if args.out.is_some() {
            put(args.out.as_deref(), text)?;
        }
        print_json(&json!({
            "ok": true, "exchange": packet.exchange, "side": packet.party, "final": understood.is_final,
            "answered": understood.answers.iter().map(|(key, _)| key).collect::<Vec<_>>(),
            "left_open": understood.left_open, "orders": text, "remarks": remarks, "file": file,
        }))?;
        return Ok(ExitCode::Done);
    }
    put(args.out.as_deref(), text)?;
    let answered = count(understood.answers.len(), "question");
    let mut told = format!(
        "joined orders of the {} for exchange {}: {answered} answered\n",
        packet.party, packet.exchange
    );
    remarks.iter().for_each(|remark| told += &format!("{remark}\n"));
    let open = understood.left_open.iter();
    open.for_each(|key| told += &format!("not answered, so doctrine or the default will answer: {key}\n"));
    if !understood.is_final && packet.waits_for_deadline() {
        told += NOT_FINAL;
    }
    match &file {
        Some(file) => tell_done(&format!("{told}wrote {file}; seal it with: sealord seal {file}\n"))?,
        None => say(told.trim_end()),
    }
    Ok(ExitCode::Done)
}
