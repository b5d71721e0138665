//! `sealord league dossier`: all that a panel reads of a match that was not played to its end.

use std::io::{Cursor, Write};
use std::path::PathBuf;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use league::book::Book;
use league::book::judging::About;
use league::clocks::{Clocks, for_organiser};
use league::state::{Board, Event};
use serde_json::json;
use tournament::Entrant;
use tournament::estimate::Margin;

use super::organise::{BoardArgs, EventArgs};
use super::rollouts::{Estimate, estimate};
use crate::audit::Past;
use crate::cli::Outcome;
use crate::cli::audit::{Source, audited};
use crate::cli::luck;
use crate::cli::prove::new_file;
use crate::cli::shared::{Shared, ends_as, notes, print, print_json, read};
use crate::digest::Digest;
use crate::entry::Kind;
use crate::fallen::fallen;
use crate::matches::{MatchFault, Settings, position};
use crate::problem::{ExitCode, count, list_or, quote};
use crate::proof::Packer;
use crate::report::{Format, render};

/// A longer statement is not read.
const STATEMENT: u64 = 1 << 20;

/// Pack what a panel reads of a match that stopped: reports of all sides, statements, clocks, luck, and how
/// officers would end it
#[derive(Debug, clap::Args)]
#[command(
    after_help = "It shows what both sides did in secret, so there is none while the match can be played on. The same \
                  match gives the same bytes; their SHA-256 is printed, for the book."
)]
pub struct Args {
    #[command(flatten)]
    at: BoardArgs,
    /// The archive to write
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// What a side says, as SIDE=FILE with a text
    #[arg(long = "statement", value_name = "SIDE=FILE")]
    statements: Vec<String>,
    /// How often officers play the match on
    #[arg(long, value_name = "NUMBER", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rollouts: u32,
    /// Over so many cores (default: all)
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The folder of its match, if that does not lie where `begin` puts it
    #[arg(long = "match", value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// The files of a dossier.
type Files = Vec<(String, Vec<u8>)>;

/// Runs `sealord league dossier`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    ends_as(Some(&args.out), "a dossier", &["zip"])?;
    let EventArgs { club, event: word } = &args.at.of;
    let book = Book::read(&club.club)?;
    notes(book.notices());
    let no = |what: String| MatchFault::no(what, "`sealord league status` lists events and boards");
    let event = book.league.event(word).map_err(no)?;
    let board = event.round(args.at.board.0).and_then(|round| round.board(args.at.board.1)).map_err(no)?;
    let Some((match_id, genesis)) = &board.begun else {
        let what = format!("the match of board {}/{} has not begun", args.at.board.0, args.at.board.1);
        return Err(MatchFault::no(
            what,
            "a panel judges only what was played; a forfeit is `result --forfeit`",
        ));
    };
    let dir = args.dir.clone().unwrap_or_else(|| club.club.join(super::MATCHES).join(match_id));
    let source = Source::open(&dir)?;
    if source.entries().first().map(crate::entry::Entry::hash) != Some(*genesis) {
        let what = format!("{} is not the match that the book names", dir.display());
        return Err(MatchFault::no(what, "name its folder with --match"));
    }
    let statements = statements(&args, board)?;
    let (files, findings) = audited(shared, &source, |past, _| {
        stopped(shared, past, (event, args.at.board.0, board))?;
        let of = Of { shared, args: &args, event, board, names: &|who| book.league.name(who).to_owned() };
        of.files(past, source.seed(), statements)
    })?;
    let archive = packed(&files).map_err(MatchFault::Bug)?;
    let sha256 = Digest::of(&archive);
    new_file(&args.out, |to| Ok(to.write_all(&archive)?))?;
    let out = args.out.display().to_string();
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    match shared.json {
        true => print_json(
            &json!({ "ok": true, "out": out, "members": names, "sha256": sha256, "head": findings.head }),
        )?,
        false => print(&format!(
            "{} of {match_id} packed into {out}; begin with dossier.md\nSHA-256 {sha256}\n",
            count(names.len(), "file")
        ))?,
    }
    Ok(ExitCode::Done)
}

/// That nobody plays the match any more.
fn stopped(
    shared: &Shared,
    past: &Past<'_>,
    (event, round, board): (&Event, u32, &Board),
) -> Result<(), MatchFault> {
    let game = past.game()?;
    let (_, ends) = event.settings.days(round);
    let now: Timestamp =
        shared.kit.now().parse().map_err(|error| MatchFault::Bug(format!("the time: {error}")))?;
    let today: Date = now.to_zoned(TimeZone::UTC).date();
    let is_closed = event.round(round).is_ok_and(|round| round.closed);
    // The panel of a match that is not over has stopped it.
    let is_judged = board.panels.iter().any(|panel| panel.about == About::Unfinished);
    if is_judged
        || game.is_over()
        || game.clock().is_some_and(|clock| clock.is_paused())
        || is_closed
        || today > ends
    {
        return Ok(());
    }
    let what = format!(
        "the match {} is under way, and its round ends on {ends}: a dossier shows what both sides do in secret",
        game.settings.match_id
    );
    Err(MatchFault::no(
        what,
        "draw its panel first, stop it with `sealord clock MATCH pause`, or wait for the round's end",
    ))
}

/// What sides say, in their order: what they stated to the panel, and what is given.
fn statements(args: &Args, board: &Board) -> Result<Files, MatchFault> {
    let sides: Vec<&str> = board.seats.keys().map(String::as_str).collect();
    let name_of = |side: &str| format!("statements/{side}.txt");
    let seat = |who: &Entrant| board.seats.iter().find(|(_, it)| *it == who).map(|(side, _)| side.as_str());
    let said = board.said().into_iter();
    let stated: Files = said
        .filter_map(|(who, words)| {
            Some((name_of(seat(who)?), format!("{}\n", words.trim_end()).into_bytes()))
        })
        .collect();
    let mut files = Files::new();
    for given in &args.statements {
        let (side, path) =
            given.split_once('=').filter(|(side, _)| sides.contains(side)).ok_or_else(|| {
                let what = format!("{} names no side and file", quote(given));
                MatchFault::usage(what, format!("write SIDE=FILE, with {}", list_or(&sides)))
            })?;
        let name = name_of(side);
        if stated.iter().any(|(other, _)| *other == name) {
            let what = format!("the {side} has stated what it says to the panel");
            return Err(MatchFault::usage(what, "leave --statement out"));
        }
        if files.iter().any(|(other, _)| *other == name) {
            return Err(MatchFault::usage(format!("the {side} say two things"), "give one file a side"));
        }
        let bytes = read(path.as_ref(), STATEMENT)?;
        if std::str::from_utf8(&bytes).is_err() {
            return Err(MatchFault::no(format!("{path} is no text in UTF-8"), "save it as plain text"));
        }
        files.push((name, bytes));
    }
    files.extend(stated);
    files.sort();
    Ok(files)
}

/// The board of which a dossier is made.
struct Of<'o> {
    shared: &'o Shared,
    args: &'o Args,
    event: &'o Event,
    board: &'o Board,
    names: &'o dyn Fn(&tournament::Entrant) -> String,
}

impl Of<'_> {
    /// All files of the dossier, in their order.
    fn files(
        &self,
        past: &Past<'_>,
        seed: Option<crate::dice::Seed>,
        statements: Files,
    ) -> Result<Files, MatchFault> {
        let (kit, entries) = (&self.shared.kit, past.entries());
        let mut files = Files::new();
        let opened = entries.iter().rfind(|entry| entry.header().kind == Kind::Opened);
        let exchange = opened.and_then(|entry| entry.header().exchange).ok_or_else(|| {
            MatchFault::no("nobody was asked anything in this match", "there is nothing to judge")
        })?;
        for party in past.parties()? {
            let packet = past.packet_of(exchange, *party)?;
            let json = serde_json::to_vec(&packet).map_err(|error| MatchFault::Bug(error.to_string()))?;
            files.push((format!("packets/{exchange:03}-{}.json", party.id()), json));
            for format in [Format::Html, Format::Text] {
                let name = format!("reports/{exchange:03}-{}.{}", party.id(), format.extension());
                files.push((name, render(&kit.templates, &packet, format)?.into_bytes()));
            }
        }
        files.extend(statements);
        let rules = Settings::of(entries)?.lay_out(kit.systems, &kit.games)?;
        let luck = luck::table(&fallen(entries, rules, seed.clone())?.events)?;
        let clocks =
            self.event.settings.clock.map(|clock| Clocks::of(entries, self.event, &clock)).transpose()?;
        let ended = self.estimate(past, seed)?;
        let summary = self.summary(past, &files, (exchange, &luck, clocks.as_ref(), &ended))?;
        files.insert(0, ("dossier.md".to_owned(), summary.into_bytes()));
        Ok(files)
    }

    /// How officers end the match, in words.
    fn estimate(&self, past: &Past<'_>, seed: Option<crate::dice::Seed>) -> Result<String, MatchFault> {
        let kit = &self.shared.kit;
        let game = past.game()?;
        if game.rules.is_over() {
            return Ok("The match is over by its rules, so nobody need judge how it would end.\n".to_owned());
        }
        let entries = position(past.entries());
        let Some(seed) = game.seed.clone().or(seed) else {
            let what = "the seed of the match is not here, so nothing can be played on";
            return Err(MatchFault::no(what, "use the umpire's own folder"));
        };
        let of = (self.args.rollouts, self.args.threads);
        let found = estimate((kit.systems, &kit.games), (entries, &seed), of)?;
        let head = entries.last().map_or(Digest::ZERO, crate::entry::Entry::hash);
        Ok(words(&found, &head))
    }

    /// What a member of the panel reads first.
    fn summary(
        &self,
        past: &Past<'_>,
        files: &Files,
        (exchange, luck, clocks, ended): (u32, &str, Option<&Clocks>, &str),
    ) -> Result<String, MatchFault> {
        let game = past.game()?;
        let EventArgs { event, .. } = &self.args.at.of;
        let seats: Vec<String> =
            self.board.seats.iter().map(|(side, who)| format!("{} ({side})", (self.names)(who))).collect();
        let points: Vec<String> =
            game.sides().iter().map(|side| format!("{side} {}", game.rules.points(*side))).collect();
        let head = past.entries().last().map_or(Digest::ZERO, crate::entry::Entry::hash);
        let mut text =
            format!("# {event} {}/{}: {}\n\n", self.args.at.board.0, self.args.at.board.1, seats.join(" - "));
        text += &format!(
            "Match {}, {} {}, edition {}. It stands in exchange {exchange}; the newest entry of its journal has the hash \
             {head}. Points: {}.\n\n",
            game.settings.match_id,
            game.settings.system,
            game.settings.scenario,
            game.settings.edition,
            points.join(", "),
        );
        if let Some(handicap) = &self.board.handicap {
            let points = tournament::Halves(handicap.halves);
            text += &format!("Handicap: {points} from the {}.\n\n", handicap.side);
        }
        text += &format!("## How officers end it\n\n{ended}\n");
        let clocks = match clocks.map(|clocks| (for_organiser(clocks), clocks.out(&[]))) {
            None => "The event has no clocks.".to_owned(),
            Some((left, out)) => {
                let out = out.map_or_else(
                    || "nobody ran out of time".to_owned(),
                    |out| {
                        format!(
                            "the {} ran out first, after exchange {}",
                            out.sides.join(" and "),
                            out.exchange
                        )
                    },
                );
                format!("{}; {out}.", left.unwrap_or_else(|| "No exchange is closed".to_owned()))
            }
        };
        text +=
            &format!("## Clocks\n\n{clocks}\n\n## How the dice fell\n\n```text\n{luck}```\n\n## Files\n\n");
        files.iter().for_each(|(name, _)| text += &format!("- [{name}]({name})\n"));
        Ok(text)
    }
}

/// How officers end a match, in words.
fn words(found: &Estimate, head: &Digest) -> String {
    let shares = found.shares.iter().map(|(side, it)| {
        format!("- {side}: {:.3} of them, {:.3} to {:.3} in 95 cases of 100\n", it.share, it.low, it.high)
    });
    let first = found.shares.first().map_or("", |(side, _)| side.id());
    let margin = match found.margin {
        Some(Margin::Points(halves)) => format!("{halves} points"),
        Some(Margin::SuddenVictory) => "a victory that points did not decide".to_owned(),
        Some(Margin::SuddenDefeat) => "a defeat that points did not decide".to_owned(),
        None => "none".to_owned(),
    };
    format!(
        "Officers played the match on {} times from the last exchange that was closed. Won, a draw as half a win:\n\n{}\n\
         Median margin of the {first}: {margin}. Officers played this, not people; how they decide and how the dice fall \
         follows from the hash {head} and officers of sealord {}.\n",
        found.rollouts,
        shares.collect::<String>(),
        env!("CARGO_PKG_VERSION"),
    )
}

/// The archive, the same bytes for the same files.
fn packed(files: &Files) -> Result<Vec<u8>, String> {
    let mut packer = Packer::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        packer.add(name, bytes)?;
    }
    Ok(packer.finish()?.into_inner())
}
