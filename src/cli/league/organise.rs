//! Verbs of `sealord league` by which a season goes on.

use fs_err as fs;
use league::acts::{self, Played, Wish};
use league::book::Book;
use league::settings::FILE;
use serde_json::json;
use tournament::Entrant;

use super::{ClubArgs, at_desk};
use crate::cli::Outcome;
use crate::cli::shared::{Shared, print_json, tell_done};
use crate::dice::Seed;
use crate::digest::Salt;
use crate::matches::MatchFault;
use crate::problem::{ExitCode, list_and, quote};
use league::SAMPLE;

/// Begin a club: write a league.yaml to start from, if there is none, and the first entry of its book
#[derive(Debug, clap::Args)]
pub struct NewArgs {
    #[command(flatten)]
    club: ClubArgs,
    /// Make the seed of the draws from this number: for examples only, since anybody can then work out the
    /// draws
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(..=crate::cli::new::LARGEST_SEED))]
    seed: Option<u64>,
}

/// An event of a club.
#[derive(Debug, clap::Args)]
pub struct EventArgs {
    #[command(flatten)]
    pub club: ClubArgs,
    /// The event's word
    #[arg(value_name = "EVENT")]
    pub event: String,
}

/// A board of an event.
#[derive(Debug, clap::Args)]
pub struct BoardArgs {
    #[command(flatten)]
    pub of: EventArgs,
    /// The board, as 3/2 for board 2 of round 3
    #[arg(value_name = "ROUND/BOARD", value_parser = super::place)]
    pub board: (u32, u32),
}

/// Open an event: pin its settings into the book
#[derive(Debug, clap::Args)]
pub struct OpenArgs {
    #[command(flatten)]
    of: EventArgs,
}

/// Enter what a player does by hand
#[derive(Debug, clap::Args)]
pub struct WhoArgs {
    #[command(flatten)]
    of: EventArgs,
    /// The words of the entrants
    #[arg(value_name = "ENTRANT", required = true)]
    who: Vec<String>,
}

/// Confirm that entrants play the next round
#[derive(Debug, clap::Args)]
pub struct ConfirmArgs {
    #[command(flatten)]
    of: EventArgs,
    /// The words of the entrants
    #[arg(value_name = "ENTRANT", required_unless_present = "all")]
    who: Vec<String>,
    /// Confirm everybody who can play and has not asked for a bye
    #[arg(long, conflicts_with = "who")]
    all: bool,
    /// The entrant's own part of the draw: 64 hexadecimal digits
    #[arg(long, value_name = "DIGITS", conflicts_with = "all")]
    salt: Option<String>,
}

/// Take an entrant out of an event, from the next round on
#[derive(Debug, clap::Args)]
pub struct GoArgs {
    #[command(flatten)]
    of: EventArgs,
    /// The entrant's word
    #[arg(value_name = "ENTRANT")]
    who: String,
    /// The reason, for the book
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

/// Close the round under way, when every board has a result
#[derive(Debug, clap::Args)]
pub struct CloseArgs {
    #[command(flatten)]
    of: EventArgs,
}

/// What was done, in words and as JSON.
pub(super) fn done(shared: &Shared, text: &str, json: serde_json::Value) -> Outcome {
    match shared.json {
        true => print_json(&json)?,
        false => tell_done(text)?,
    }
    Ok(ExitCode::Done)
}

/// Runs `sealord league new`.
pub fn new(shared: &Shared, args: NewArgs) -> Outcome {
    let dir = &args.club.club;
    fs::create_dir_all(dir)?;
    let file = dir.join(FILE);
    let mut text = String::new();
    if !file.exists() {
        fs::write(&file, SAMPLE)?;
        text =
            format!("wrote {}: change it to your club's, then run `sealord league check`\n", file.display());
    }
    let settings = league::settings::of(dir)?;
    let seed = match args.seed {
        Some(number) => Seed::practice(number),
        None => Seed::random()?,
    };
    let book = Book::create(dir, &settings.club, seed, &shared.kit.now())?;
    let head = book.head();
    text += &format!("the book of {} begins: {}\n", settings.club, head.hash);
    done(shared, &text, json!({ "ok": true, "club": settings.club, "head": head.hash }))
}

/// Runs `sealord league open`.
pub fn open(shared: &Shared, args: OpenArgs) -> Outcome {
    let EventArgs { club, event } = args.of;
    let (edition, entries) = at_desk(shared, &club.club, |desk| {
        let written = desk.written(&event)?;
        let system = shared.kit.systems.system(&written.system)?;
        let scenario = system.scenario(&shared.kit.games, Some(&written.scenario))?;
        if scenario != written.scenario {
            let what = format!("events.{event}.scenario: {} is called {scenario}", quote(&written.scenario));
            return Err(MatchFault::no(what, format!("write `scenario: {scenario}`")));
        }
        let rules = system.load(&shared.kit.games, Some(&scenario), &Default::default())?;
        let about = rules.about();
        let played = Played {
            edition: about.title.edition,
            data: shared.kit.games.fingerprint(about.title.id),
            sides: about.sides.iter().map(|side| side.id().to_owned()).collect(),
        };
        acts::open(desk, &event, &played)?;
        Ok((played.edition, desk.book.head().number))
    })?;
    let text =
        format!("{event} is open: edition {edition}, entry {entries}; now let players enter and confirm\n");
    done(shared, &text, json!({ "ok": true, "event": event, "entry": entries }))
}

/// Writes down what entrants wish.
fn wish(shared: &Shared, of: EventArgs, who: &[String], wish: &Wish, said: &str) -> Outcome {
    let EventArgs { club, event } = of;
    let (round, head) = at_desk(shared, &club.club, |desk| {
        let who: Vec<Entrant> = who.iter().map(|word| desk.entrant(word)).collect::<Result<_, _>>()?;
        Ok((acts::wish(desk, &event, &who, wish)?, desk.book.head()))
    })?;
    let text = format!("{event}, round {round}: {} {said}; entry {}\n", list_and(who), head.number);
    done(
        shared,
        &text,
        json!({ "ok": true, "event": event, "round": round, "who": who, "entry": head.number }),
    )
}

/// Runs `sealord league enter`.
pub fn enter(shared: &Shared, args: WhoArgs) -> Outcome {
    wish(shared, args.of, &args.who, &Wish::Enter, "entered")
}

/// Runs `sealord league bye`.
pub fn bye(shared: &Shared, args: WhoArgs) -> Outcome {
    wish(shared, args.of, &args.who, &Wish::Bye, "asked for a bye")
}

/// Runs `sealord league confirm`.
pub fn confirm(shared: &Shared, args: ConfirmArgs) -> Outcome {
    let salt = args
        .salt
        .as_deref()
        .map(Salt::parse)
        .transpose()
        .map_err(|fault| MatchFault::usage(format!("--salt: {fault}"), "write 64 hexadecimal digits"))?;
    if salt.is_some() && args.who.len() != 1 {
        return Err(MatchFault::usage("a salt is one entrant's", "name one entrant with --salt"));
    }
    let mut who = args.who;
    if args.all {
        let book = Book::read(&args.of.club.club)?;
        let event =
            book.league.event(&args.of.event).map_err(|what| MatchFault::no(what, "open it first"))?;
        let silent = event.next_unpaired().into_iter().flat_map(|round| event.silent(round));
        who = silent.map(|it| it.word().to_owned()).collect();
        if who.is_empty() {
            return Err(MatchFault::no("nobody is left to confirm", "look at `sealord league status`"));
        }
    }
    wish(shared, args.of, &who, &Wish::Confirm(salt), "confirmed")
}

/// Runs `sealord league leave`.
pub fn leave(shared: &Shared, args: GoArgs) -> Outcome {
    wish(shared, args.of, &[args.who], &Wish::Leave(args.reason), "left")
}

/// Runs `sealord league drop`.
pub fn drop(shared: &Shared, args: GoArgs) -> Outcome {
    let Some(reason) = args.reason else {
        let mend = "add --reason: it stands in the book for everybody to read";
        return Err(MatchFault::usage("nobody is dropped without a reason", mend));
    };
    wish(shared, args.of, &[args.who], &Wish::Drop(reason), "dropped")
}

/// Runs `sealord league close`.
pub fn close(shared: &Shared, args: CloseArgs) -> Outcome {
    let EventArgs { club, event } = args.of;
    let (round, head) =
        at_desk(shared, &club.club, |desk| Ok((acts::close(desk, &event)?, desk.book.head())))?;
    let text = format!("{event}: round {round} is closed; entry {}\n", head.number);
    done(shared, &text, json!({ "ok": true, "event": event, "round": round, "entry": head.number }))
}
