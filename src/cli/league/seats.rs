//! `sealord league bid`, `ballot` and `seats`: who gets which side.

use std::path::PathBuf;

use league::acts::{self, Answer, Wanted};
use league::ballot::{Ballot, LARGEST, Says};
use league::book::Book;
use league::book::fact::BallotKind;
use league::settings::SidesBy;
use league::sides::side_name;
use league::state::{Bidding, Board};
use serde_json::json;
use tournament::Entrant;

use super::organise::{BoardArgs, EventArgs};
use super::{at_desk, place};
use crate::cli::Outcome;
use crate::cli::shared::{Shared, print, print_json, put, read};
use crate::digest::{Digest, Salt};
use crate::matches::MatchFault;
use crate::problem::{ExitCode, quote};

/// Take a bid for a side: sealed on receipt and opened together with the other, or in turns where the event
/// bids in the open
#[derive(Debug, clap::Args)]
pub struct BidArgs {
    #[command(flatten)]
    at: BoardArgs,
    /// Who bids
    #[arg(value_name = "ENTRANT")]
    who: String,
    /// The side, or `none` for no bid
    #[arg(value_name = "SIDE")]
    side: String,
    /// The points that are given for it
    #[arg(value_name = "POINTS", default_value = "0", allow_hyphen_values = true)]
    points: String,
}

/// Take the side that the other did not bid for, where the event bids in the open
#[derive(Debug, clap::Args)]
pub struct AcceptArgs {
    #[command(flatten)]
    at: BoardArgs,
    /// Who accepts
    #[arg(value_name = "ENTRANT")]
    who: String,
}

/// Seal a bid as a file of your own, or hand such a file in
#[derive(Debug, clap::Args)]
#[group(id = "ballot", required = true, multiple = false, args = ["out", "take", "promise"])]
pub struct BallotArgs {
    #[command(flatten)]
    of: EventArgs,
    /// The board, as 3/2 for board 2 of round 3
    #[arg(value_name = "ROUND/BOARD", value_parser = place, required_unless_present = "take")]
    board: Option<(u32, u32)>,
    /// Who bids
    #[arg(value_name = "ENTRANT", required_unless_present = "take")]
    who: Option<String>,
    /// The side, or `none` for no bid
    #[arg(value_name = "SIDE", required_unless_present_any = ["take", "promise"])]
    side: Option<String>,
    /// The points that are given for it
    #[arg(value_name = "POINTS", default_value = "0", allow_hyphen_values = true)]
    points: String,
    /// Write the ballot here; send its SHA-256 first, and the file when both have promised
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Take this ballot into the book
    #[arg(long, value_name = "FILE")]
    take: Option<PathBuf>,
    /// Take the promise of a ballot whose file comes later: its SHA-256
    #[arg(long, value_name = "SHA256")]
    promise: Option<String>,
}

/// Decide who has which side: open the bids of boards, and let bids and lot decide
#[derive(Debug, clap::Args)]
pub struct SeatsArgs {
    #[command(flatten)]
    of: EventArgs,
    /// One board only, as 3/2; otherwise every board of the round whose sides are open
    #[arg(value_name = "ROUND/BOARD", value_parser = place)]
    board: Option<(u32, u32)>,
    /// Count a promised bid whose file never came as none
    #[arg(long)]
    without_missing: bool,
}

/// Runs `sealord league bid`.
pub fn bid(shared: &Shared, args: BidArgs) -> Outcome {
    let EventArgs { club, event } = &args.at.of;
    let side = Some(args.side.as_str()).filter(|side| *side != "none");
    let wanted = Wanted { side, points: &args.points };
    let is_open = Book::read(&club.club)?.league.events.get(event).map(|it| it.settings.sides.by);
    if is_open == Some(SidesBy::OpenBid) {
        return answer(shared, &args.at.of, args.at.board, (&args.who, &Answer::Bid(wanted)));
    }
    let promise = at_desk(shared, &club.club, |desk| {
        let who = desk.entrant(&args.who)?;
        acts::bid(desk, event, args.at.board, (&who, &wanted))
    })?;
    let text = format!("the bid of {} is in: {promise}\n", args.who);
    match shared.json {
        true => print_json(&json!({ "ok": true, "by": args.who, "sha256": promise }))?,
        false => print(&text)?,
    }
    Ok(ExitCode::Done)
}

/// Runs `sealord league accept`.
pub fn accept(shared: &Shared, args: AcceptArgs) -> Outcome {
    answer(shared, &args.at.of, args.at.board, (&args.who, &Answer::Accept))
}

/// Takes an answer in open bidding.
fn answer(
    shared: &Shared,
    EventArgs { club, event }: &EventArgs,
    at: (u32, u32),
    (who, answer): (&str, &Answer<'_>),
) -> Outcome {
    let (board, waits) = at_desk(shared, &club.club, |desk| {
        let who = desk.entrant(who)?;
        acts::answer(desk, event, at, (&who, answer))?;
        let sides = desk.event(event)?.settings.sides;
        let board = desk.board(event, at)?.clone();
        let waits = board.waits_for_bid(at.0, &sides);
        Ok((board, waits))
    })?;
    let stands = board.bidding.as_ref().and_then(Bidding::stands);
    let text = match (&waits, stands) {
        (Some(waits), Some((by, side, points))) => {
            format!("{by} bids {points} for the {}; the answer: {waits}\n", side_name(side))
        }
        (Some(waits), None) => format!("nothing is bid yet: {waits}\n"),
        (None, _) => line(at, &board),
    };
    match shared.json {
        true => print_json(&json!({
            "ok": true, "event": event, "round": at.0, "board": at.1, "waits": waits,
            "stands": stands.map(|(by, side, points)| json!({ "by": by, "side": side, "halves": points })),
            "seats": board.seats, "handicap": board.handicap, "how": board.how,
        }))?,
        false => print(&text)?,
    }
    Ok(ExitCode::Done)
}

/// Who has which side at a board, in a line.
fn line((round, number): (u32, u32), board: &Board) -> String {
    let seats: Vec<String> =
        board.seats.iter().map(|(side, who)| format!("{who} has the {}", side_name(side))).collect();
    let handicap = board.handicap.as_ref();
    let gives = handicap.map_or(String::new(), |it| {
        format!(", {} from the {}", tournament::Halves(it.halves), side_name(&it.side))
    });
    format!("board {round}/{number}: {} ({}){gives}\n", seats.join(", "), board.how)
}

/// Runs `sealord league ballot`.
pub fn ballot(shared: &Shared, args: BallotArgs) -> Outcome {
    let EventArgs { club, event } = &args.of;
    if let Some(path) = &args.take {
        let bytes = read(path, LARGEST as u64)?;
        let text = String::from_utf8(bytes)
            .map_err(|_| MatchFault::Io(format!("{} is not UTF-8", path.display())))?;
        let promise = at_desk(shared, &club.club, |desk| acts::take_ballot(desk, &text))?;
        print(&format!("the ballot is in: {promise}\n"))?;
        return Ok(ExitCode::Done);
    }
    if let (Some(digits), Some(at), Some(who)) = (&args.promise, args.board, &args.who) {
        let sha256 = Salt::parse(digits).map(|it| Digest::from_bytes(*it.as_bytes())).map_err(|fault| {
            MatchFault::usage(format!("--promise: {fault}"), "write what `sha256sum` prints for the ballot")
        })?;
        at_desk(shared, &club.club, |desk| {
            let who = desk.entrant(who)?;
            acts::promise(desk, event, at, (BallotKind::Bid, &who, sha256))
        })?;
        print(&format!("{who} has promised {sha256}\n"))?;
        return Ok(ExitCode::Done);
    }
    let (Some(at), Some(who), Some(side)) = (args.board, &args.who, &args.side) else {
        return Err(MatchFault::usage(
            "a ballot needs a board, an entrant and a side",
            "`--help` shows an example",
        ));
    };
    let book = Book::read(&club.club)?;
    let points = args.points.parse().map_err(|_| {
        MatchFault::no(
            format!("{} is no number of half points", quote(&args.points)),
            "write a number such as `1.5`",
        )
    })?;
    let ballot = Ballot {
        club: book.league.club.clone(),
        book: book.league.genesis,
        event: event.clone(),
        round: at.0,
        board: at.1,
        by: Entrant::new(who),
        salt: Salt::random()?,
        says: Says::Bid { side: Some(side.clone()).filter(|side| side != "none"), points },
    };
    put(args.out.as_deref(), &ballot.write())?;
    print(&format!("sealed; its promise is {}\n", ballot.promise()))?;
    Ok(ExitCode::Done)
}

/// Runs `sealord league seats`.
pub fn seats(shared: &Shared, args: SeatsArgs) -> Outcome {
    let EventArgs { club, event } = &args.of;
    let decided = at_desk(shared, &club.club, |desk| {
        let boards = acts::seat_all(desk, event, args.board, args.without_missing)?;
        boards.into_iter().map(|at| Ok((at, desk.board(event, at)?.clone()))).collect::<Result<Vec<_>, _>>()
    })?;
    let mut text = String::new();
    let mut values = Vec::new();
    for ((round, number), board) in &decided {
        let handicap = board.handicap.as_ref();
        text += &match board.seats.is_empty() {
            true => format!("board {round}/{number}: the time to bid first is over, and the other may\n"),
            false => line((*round, *number), board),
        };
        values.push(json!({ "round": round, "board": number, "seats": board.seats, "handicap": handicap, "how": board.how }));
    }
    if decided.is_empty() {
        return Err(MatchFault::no("no board waits for its sides", "look at `sealord league status`"));
    }
    match shared.json {
        true => print_json(&json!({ "ok": true, "event": event, "boards": values }))?,
        false => print(&text)?,
    }
    Ok(ExitCode::Done)
}
