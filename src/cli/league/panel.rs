//! `sealord league panel`, `vote`, `decline` and `verdict`: matches that were not over in time are judged.

use std::path::{Path, PathBuf};

use jiff::civil::Date;
use league::acts::{self, Added, Drawn};
use league::book::judging::{About, FoundBy};
use league::book::result::DRAW;
use league::state::Found;
use serde_json::{Value, json};
use tournament::Entrant;

use super::organise::{BoardArgs, EventArgs};
use super::{MATCHES, at_desk};
use crate::cli::Outcome;
use crate::cli::shared::{Shared, print, print_json, read, say};
use crate::digest::Digest;
use crate::matches::MatchFault;
use crate::matches::folder::is_begun;
use crate::matches::publish::publish_recorded;
use crate::problem::{ExitCode, count, list_and, list_or};

/// The most bytes of what members are handed.
const LARGEST_DOSSIER: u64 = 64 << 20;

/// Draw a panel for a match that is not over; the match stops
#[derive(Debug, clap::Args)]
pub struct PanelArgs {
    #[command(flatten)]
    at: BoardArgs,
    /// What it judges: unfinished, "protest 1" or "appeal 1"
    #[arg(long, value_name = "WHAT", default_value = "unfinished", value_parser = About::parse)]
    about: About,
    /// Somebody for a seat that the lots leave, as too few may judge
    #[arg(long, value_name = "ENTRANT", requires = "reason")]
    member: Vec<String>,
    /// Why these members, for the book
    #[arg(long, value_name = "TEXT", requires = "member")]
    reason: Option<String>,
    /// What the members are handed: its SHA-256 comes into the book
    #[arg(long, value_name = "FILE")]
    dossier: Option<PathBuf>,
}

/// Take what a player says to the panel of his match, sealed until one is drawn
#[derive(Debug, clap::Args)]
pub struct StatementArgs {
    #[command(flatten)]
    at: BoardArgs,
    /// Whose it is
    #[arg(value_name = "ENTRANT")]
    who: String,
    /// His words
    #[arg(value_name = "FILE")]
    words: PathBuf,
}

/// Take the sealed vote of somebody on a panel
#[derive(Debug, clap::Args)]
pub struct VoteArgs {
    #[command(flatten)]
    at: BoardArgs,
    /// Who votes: a member, or the chair
    #[arg(value_name = "MEMBER")]
    who: String,
    /// Whom he finds to win: a side or `draw`; of a protest or an appeal, `upheld` or `denied`
    #[arg(value_name = "SIDE|draw")]
    finds: String,
    /// His reasons, which everybody reads with the verdict
    #[arg(long, value_name = "FILE")]
    reasons: Option<PathBuf>,
}

/// Give a seat on a panel back: the next by the lots has it
#[derive(Debug, clap::Args)]
pub struct DeclineArgs {
    #[command(flatten)]
    at: BoardArgs,
    /// Who declines
    #[arg(value_name = "MEMBER")]
    who: String,
}

/// Open the votes of a panel, once all are in or the time is over, and write down what it finds
#[derive(Debug, clap::Args)]
pub struct VerdictArgs {
    #[command(flatten)]
    at: BoardArgs,
}

/// Runs `sealord league panel`.
pub fn panel(shared: &Shared, args: PanelArgs) -> Outcome {
    let EventArgs { club, event } = &args.at.of;
    let dossier = match &args.dossier {
        Some(path) => Some(Digest::of(&read(path, LARGEST_DOSSIER)?)),
        None => None,
    };
    let drawn = at_desk(shared, &club.club, |desk| {
        let named = args.member.iter().map(|word| desk.entrant(word)).collect::<Result<_, _>>()?;
        let why = args.reason.clone().unwrap_or_default();
        let word = desk.board(event, args.at.board)?.begun.clone().map(|(word, _)| word);
        if args.about == About::Unfinished {
            let (_, ends) = desk.event(event)?.settings.days(args.at.board.0);
            stop(shared, &club.club, word.as_deref(), (event, args.at.board, ends))?;
        }
        acts::draw_panel(desk, event, args.at.board, &Added { about: args.about, named, why, dossier })
    })?;
    if !drawn.again && club.club.join("office.yaml").exists() {
        let (round, board) = args.at.board;
        let matter = match args.about {
            About::Unfinished => String::new(),
            about => format!(" {about}"),
        };
        say(&format!(
            "note: nobody is written to; for that write \"panel {event} {round}/{board}{matter}\" to the office, too"
        ));
    }
    shown(shared, (event, args.at.board), &drawn)
}

/// Stops the match that is to be judged, where it lies in the club's folder.
fn stop(
    shared: &Shared,
    club: &Path,
    word: Option<&str>,
    (event, (round, board), ends): (&str, (u32, u32), Date),
) -> Result<(), MatchFault> {
    let Some(dir) = word.map(|word| club.join(MATCHES).join(word)) else { return Ok(()) };
    if !is_begun(&dir) {
        say(&format!("note: {} is not there, so stop its match yourself", dir.display()));
        return Ok(());
    }
    let mut host = shared.host(&dir)?;
    if host.game.is_over() {
        let what = format!("the match of board {round}/{board} is over");
        let mend = "pack it with `sealord prove`, and hand its result in with `sealord league result`";
        return match host.game.agreed.as_ref().and_then(|agreed| agreed.panel) {
            // Its panel has found: what is there is shown again.
            Some(_) => Ok(()),
            None => Err(MatchFault::no(what, mend)),
        };
    }
    host.stop_for_panel(&acts::stop_words(event, round, ends))?;
    publish_recorded(&shared.kit.dir(&dir), &mut host, &shared.kit.templates).map(drop)
}

/// Prints a panel.
fn shown(shared: &Shared, (event, (round, board)): (&str, (u32, u32)), drawn: &Drawn) -> Outcome {
    let Drawn { panel, again, missing, others, until } = drawn;
    let members: Vec<&str> = panel.members.iter().map(Entrant::word).collect();
    let sit = if members.is_empty() { "nobody".to_owned() } else { list_and(&members) };
    let before = if *again { "that is its panel already; " } else { "" };
    let mut text =
        format!("{before}board {round}/{board} of {event} is judged by {sit}; {} presides\n", panel.chair);
    for (who, why) in &panel.named {
        text += &format!("  {who} was named: {why}\n");
    }
    for (who, why) in others {
        text += &format!("  {who} {why}\n");
    }
    if *missing > 0 {
        text += &format!("{} left: name members with --member ENTRANT --reason …\n", count(*missing, "seat"));
    }
    if let Some(until) = until {
        text += &format!("they vote until {until}: {}\n", list_or(&panel.choices));
    }
    let others: Vec<Value> = others.iter().map(|(who, why)| json!({ "entrant": who, "why": why })).collect();
    match shared.json {
        true => print_json(&json!({
            "ok": true, "again": again, "event": event, "round": round, "board": board, "entry": panel.entry,
            "about": panel.about, "members": panel.members, "named": panel.named, "chair": panel.chair,
            "missing": missing, "others": others, "dossier": panel.dossier,
            "until": until.map(|it| it.to_string()),
        }))?,
        false => print(&text)?,
    }
    Ok(ExitCode::Done)
}

/// Runs `sealord league statement`.
pub fn statement(shared: &Shared, args: StatementArgs) -> Outcome {
    let EventArgs { club, event } = &args.at.of;
    let words = text_of(&args.words)?;
    let promise = at_desk(shared, &club.club, |desk| {
        let who = desk.entrant(&args.who)?;
        acts::state(desk, event, args.at.board, (&who, &words))
    })?;
    match shared.json {
        true => print_json(&json!({ "ok": true, "by": args.who, "sha256": promise }))?,
        false => print(&format!("the statement of {} is in: {promise}\n", args.who))?,
    }
    Ok(ExitCode::Done)
}

fn text_of(path: &Path) -> Result<String, MatchFault> {
    let bytes = read(path, league::ballot::LARGEST as u64)?;
    String::from_utf8(bytes).map_err(|_| MatchFault::Io(format!("{} is not UTF-8", path.display())))
}

/// Runs `sealord league vote`.
pub fn vote(shared: &Shared, args: VoteArgs) -> Outcome {
    let EventArgs { club, event } = &args.at.of;
    let reasons = match &args.reasons {
        Some(path) => text_of(path)?,
        None => String::new(),
    };
    // The chair may be no entrant.
    let who = Entrant::new(&args.who);
    let promise = at_desk(shared, &club.club, |desk| {
        acts::vote(desk, event, args.at.board, (&who, &args.finds, &reasons))
    })?;
    match shared.json {
        true => print_json(&json!({ "ok": true, "by": who, "sha256": promise }))?,
        false => print(&format!("the vote of {who} is in: {promise}\n"))?,
    }
    Ok(ExitCode::Done)
}

/// Runs `sealord league decline`.
pub fn decline(shared: &Shared, args: DeclineArgs) -> Outcome {
    let EventArgs { club, event } = &args.at.of;
    let who = Entrant::new(&args.who);
    let drawn = at_desk(shared, &club.club, |desk| acts::decline(desk, event, args.at.board, &who))?;
    shown(shared, (event, args.at.board), &drawn)
}

/// Runs `sealord league verdict`.
pub fn verdict(shared: &Shared, args: VerdictArgs) -> Outcome {
    let EventArgs { club, event } = &args.at.of;
    let (round, board) = args.at.board;
    let (found, hash, again, about, word) = at_desk(shared, &club.club, |desk| {
        let (found, hash, again) = acts::find(desk, event, args.at.board)?;
        let of = desk.board(event, args.at.board)?;
        let about = of.panel().map_or(About::Unfinished, |panel| panel.about);
        Ok((found, hash, again, about, of.begun.clone().map(|(word, _)| word)))
    })?;
    let mut text = format!("board {round}/{board} of {event}: {}; entry {}\n", words(&found), found.entry);
    let command = (about == About::Unfinished).then(|| {
        let dir = club.club.join(MATCHES).join(word.unwrap_or_default());
        end_command(&dir, &found, hash)
    });
    if let Some(command) = &command {
        text += &format!("end its match with\n  {command}\n");
    }
    match shared.json {
        true => print_json(&json!({
            "ok": true, "again": again, "event": event, "round": round, "board": board, "entry": found.entry,
            "hash": hash, "finds": found.finds, "by": found.by, "votes": found.votes, "command": command,
        }))?,
        false => print(&text)?,
    }
    Ok(ExitCode::Done)
}

/// What a panel found, in words.
fn words(found: &Found) -> String {
    let votes: Vec<String> = found.votes.iter().map(|(word, votes)| format!("{word} {votes}")).collect();
    let votes = if votes.is_empty() { "no votes".to_owned() } else { votes.join(", ") };
    let by = match found.by {
        FoundBy::Majority => "the panel finds",
        FoundBy::Chair => "the chair finds",
    };
    format!("{by} {} ({votes})", found.finds)
}

/// The command that ends a match as its panel found.
fn end_command(dir: &Path, found: &Found, hash: Digest) -> String {
    let ending = match found.finds.as_str() {
        DRAW => "--draw".to_owned(),
        side => format!("--award {side}"),
    };
    format!(
        "sealord end {} {ending} --panel {}:{hash} --reason \"{}\"",
        dir.display(),
        found.entry,
        acts::VERDICT_WORDS
    )
}
