//! `sealord audit`

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Outcome;
use super::shared::{Shared, fault_json, notes, plain, print, print_json, say};
use crate::audit::{Findings, Matter, Remark, audit, files, noted};
use crate::kit::packet_file;
use crate::matches::folder::MatchDir;
use crate::matches::{MatchFault, Store};
use crate::problem::{ExitCode, count, list_and};
use crate::rules::load_for;
use crate::view::Packet;

/// Play a match again from its first entry and check every hash, commitment, die, event and position
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Match folders
    #[arg(required = true)]
    pub dirs: Vec<PathBuf>,
    /// Packets of the match that somebody kept: the journal must still have what they quote
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pub packet: Vec<PathBuf>,
}

/// A packet with the name of its file.
type Kept = (String, Packet);

pub fn run(shared: &Shared, args: Args) -> Outcome {
    if args.dirs.len() > 1 && !args.packet.is_empty() {
        let mend = "audit one folder at a time with its packets";
        return Err(MatchFault::no("the packets of --packet belong to one match", mend));
    }
    let kept = |path: &PathBuf| Ok((path.display().to_string(), packet_file(path)?));
    let packets = args.packet.iter().map(kept).collect::<Result<Vec<Kept>, MatchFault>>()?;
    if let [dir] = args.dirs.as_slice() {
        let findings = one(shared, dir, &packets)?;
        if shared.json {
            print_json(&value(&findings)?)?;
        }
        return Ok(ExitCode::Done);
    }
    let mut code = ExitCode::Done;
    let mut all = Vec::new();
    for dir in &args.dirs {
        let found = one(shared, dir, &[]).and_then(|findings| value(&findings));
        let mut found = found.unwrap_or_else(|fault| {
            // The first failure gives the exit code; the other folders are audited all the same.
            code = if code == ExitCode::Done { fault.code() } else { code };
            if !shared.json {
                say(&format!("{}: {}", dir.display(), plain(&fault)));
            }
            fault_json(&fault)
        });
        found["dir"] = json!(dir.display().to_string());
        all.push(found);
    }
    if shared.json {
        print_json(&all.into())?;
    }
    Ok(code)
}

/// Audits one folder, and says what was found unless JSON is wanted.
fn one(shared: &Shared, dir: &Path, packets: &[Kept]) -> Result<Findings, MatchFault> {
    let store = MatchDir::new(dir);
    let found = store.read()?;
    notes(&found.notices);
    files(&found)?;
    let entries = found.entries;
    let findings = audit(&entries, store.seed()?, |settings| load_for(&shared.kit.games, settings))?;
    packets.iter().try_for_each(|(name, packet)| noted(&entries, packet, name))?;
    if !shared.json {
        let mut text = words(&findings);
        if !packets.is_empty() {
            text += &format!("  the journal has what {} quote\n", count(packets.len(), "packet"));
        }
        print(&text)?;
    }
    Ok(findings)
}

fn value(findings: &Findings) -> Result<Value, MatchFault> {
    serde_json::to_value(findings).map_err(|error| MatchFault::Bug(error.to_string()))
}

/// The remarks on one matter, those of an entry and an exchange on one line.
fn listed(remarks: &[Remark], matter: Option<Matter>) -> String {
    let of_it: Vec<&Remark> = remarks.iter().filter(|remark| Some(remark.what) == matter).collect();
    let together = of_it.chunk_by(|one, next| (one.entry, one.exchange) == (next.entry, next.exchange));
    let line = |group: &[&Remark]| {
        let parties: Vec<&str> = group.iter().map(|remark| remark.party.name()).collect();
        let Remark { entry, exchange, .. } = group[0];
        format!("    entry {entry}, exchange {exchange}: {}\n", list_and(&parties))
    };
    together.map(line).collect()
}

fn words(findings: &Findings) -> String {
    let verdict =
        if findings.dice_checked { "every result checks out" } else { "the record agrees with itself" };
    let mut text = format!("{}: {verdict}\n", findings.match_id);
    text += &format!(
        "  {}, {}, {}, {}\n",
        count(findings.entries as usize, "entry"),
        count(findings.exchanges as usize, "exchange"),
        count(findings.events, "event"),
        count(findings.rolls, "roll"),
    );
    for (number, what, matter) in [
        (findings.rulings, "ruling", None),
        (findings.undone, "undo", None),
        (findings.defaults, "file by policy for missing orders", None),
        (findings.late, "file accepted after its deadline", Some(Matter::Late)),
        (findings.early, "file by policy before the deadline", Some(Matter::Early)),
        (findings.withdrawals, "withdrawal", Some(Matter::Withdrawal)),
        (
            findings.not_final,
            "file that was not final when its exchange was closed early",
            Some(Matter::NotFinal),
        ),
        (findings.by_umpire, "answers written by the umpire", Some(Matter::ByUmpire)),
        (findings.unopened, "commitment that was never opened", Some(Matter::Unopened)),
        (findings.undone_commitments, "commitment undone", Some(Matter::UndoneCommitment)),
    ] {
        if number > 0 {
            text += &format!("  note: {number} × {what}\n");
            text += &listed(&findings.remarks, matter);
        }
    }
    if !findings.dice_checked {
        text += "  the dice seed is not disclosed yet: chain and hashes checked, dice and events not\n";
    }
    if !findings.over {
        text += "  the match is not over\n";
    }
    text += &format!("  head {}\n", findings.head);
    text
}
