//! `sealord appeal`

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use league::acts::appeals_until;
use league::book::{Book, has_book};
use serde_json::json;

use super::Outcome;
use super::protest::{letter, of_match, text};
use super::shared::{Shared, party, say, tell_recorded};
use crate::matches::protest::FiledProtest;
use crate::matches::{Host, MatchFault};
use crate::party::Party;
use crate::problem::ExitCode;

/// Record that a side appeals against the ruling on a protest; it waits for a panel of the league
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER)]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// The side that appeals
    #[arg(value_name = "SIDE", value_parser = party)]
    pub side: Party,
    /// The number of the protest
    #[arg(value_name = "PROTEST")]
    pub protest: u32,
    /// A file with the reasons, in the player's words
    #[arg(long, value_name = "FILE")]
    pub reasons: PathBuf,
}

const AFTER: &str = "Only the umpire and the panel read it: `sealord league panel CLUB EVENT ROUND/BOARD --about \"appeal 1\"` \
draws that panel. The match goes on meanwhile.";

/// Runs `sealord appeal`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let reasons = text(&args.reasons)?;
    let mut host = shared.host(&args.dir)?;
    of_match(&host, args.side)?;
    // Where a match lies as a club keeps it, its league says how long a ruling can be appealed.
    let until = league_of(&args.dir).map(|club| until(&club, &host, args.protest)).transpose()?.flatten();
    let about = format!("appeal {} {}\n{reasons}", args.side.id(), args.protest);
    let letter = letter("appeal", &about);
    let (before, now) = (host.head()?, shared.kit.now().parse::<Timestamp>().ok());
    let filed = host.appeal(args.side, (args.protest, &reasons), &letter)?;
    let head = host.head()?;
    let again = head == before;
    if let Some(until) = until.filter(|until| !again && now.is_some_and(|now| now > *until)) {
        say(&format!("warning: the ruling could be appealed until {until}"));
    }
    let mut text = match again {
        true => format!("the {} appealed before; nothing was added\n", args.side.name()),
        false => format!("the appeal of the {} against the ruling on {}", args.side.name(), filed.in_words()),
    };
    if !again {
        text += " is recorded for the umpire alone\n";
    }
    text += &format!("journal entry {}, head {}\n", head.number, head.hash);
    let json = json!({
        "ok": true, "again": again, "protest": args.protest, "by": args.side.id(),
        "until": until.map(|until| until.to_string()), "entry": head.number, "head": head.hash,
    });
    tell_recorded(shared, head.number, &text, &json)?;
    Ok(ExitCode::Done)
}

/// The folder of the club in whose folder of matches a match lies, if it has a book.
fn league_of(dir: &Path) -> Option<PathBuf> {
    let dir = dir.canonicalize().ok()?;
    let matches = dir.parent().filter(|it| it.ends_with(super::league::MATCHES))?;
    let club = matches.parent()?.to_owned();
    has_book(&club).then_some(club)
}

/// Until when the ruling on a protest can be appealed; nothing without a ruling, or in no match of the
/// club's.
fn until(club: &Path, host: &Host, number: u32) -> Result<Option<Timestamp>, MatchFault> {
    let docket = host.docket();
    let ruled = docket.find(number).ok().and_then(|filed: &FiledProtest| filed.ruled.as_ref());
    let ruled: Option<Timestamp> = ruled.and_then(|ruled| ruled.time.parse().ok());
    let Some(ruled) = ruled else { return Ok(None) };
    Ok(appeals_until(&Book::read(club)?.league, &host.game.genesis, ruled))
}
