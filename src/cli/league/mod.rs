//! `sealord league`: what an organiser does with a club's book, and what everybody can read in it.

mod audit;
mod begin;
pub(super) mod case;
mod check;
mod dossier;
mod export;
mod fair_bid;
mod go_on;
mod organise;
mod pair;
mod panel;
mod result;
mod rollouts;
mod seats;
mod status;
mod tables;
mod witness;

use std::path::{Path, PathBuf};

use league::acts::{self, Desk};
use league::book::Book;
use league::settings;

use super::Outcome;
use super::shared::{Shared, notes};
use crate::matches::MatchFault;

pub(super) use league::acts::MATCHES;

/// Run a club: seasons, events, rounds, results, ratings
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    New(organise::NewArgs),
    Check(check::Args),
    Status(status::Args),
    Open(organise::OpenArgs),
    Enter(organise::WhoArgs),
    Confirm(organise::ConfirmArgs),
    Bye(organise::WhoArgs),
    Leave(organise::GoArgs),
    Drop(organise::GoArgs),
    Pair(pair::PairArgs),
    Import(pair::ImportArgs),
    Bid(seats::BidArgs),
    Accept(seats::AcceptArgs),
    Ballot(seats::BallotArgs),
    Seats(seats::SeatsArgs),
    Begin(begin::BeginArgs),
    GoOn(go_on::Args),
    Result(result::Args),
    Panel(panel::PanelArgs),
    Statement(panel::StatementArgs),
    Vote(panel::VoteArgs),
    Decline(panel::DeclineArgs),
    Verdict(panel::VerdictArgs),
    Close(organise::CloseArgs),
    Standings(tables::TableArgs),
    Crosstable(tables::TableArgs),
    Ladder(tables::TableArgs),
    Ratings(tables::RatingsArgs),
    Export(export::Args),
    Case(case::Args),
    Witness(witness::Args),
    Audit(audit::Args),
    FairBid(fair_bid::Args),
    Dossier(dossier::Args),
}

/// Runs `sealord league`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    match args.verb {
        Verb::New(args) => organise::new(shared, args),
        Verb::Check(args) => check::run(shared, args),
        Verb::Status(args) => status::run(shared, args),
        Verb::Open(args) => organise::open(shared, args),
        Verb::Enter(args) => organise::enter(shared, args),
        Verb::Confirm(args) => organise::confirm(shared, args),
        Verb::Bye(args) => organise::bye(shared, args),
        Verb::Leave(args) => organise::leave(shared, args),
        Verb::Drop(args) => organise::drop(shared, args),
        Verb::Pair(args) => pair::pair(shared, args),
        Verb::Import(args) => pair::import(shared, args),
        Verb::Bid(args) => seats::bid(shared, args),
        Verb::Accept(args) => seats::accept(shared, args),
        Verb::Ballot(args) => seats::ballot(shared, args),
        Verb::Seats(args) => seats::seats(shared, args),
        Verb::Begin(args) => begin::run(shared, args),
        Verb::GoOn(args) => go_on::run(shared, args),
        Verb::Result(args) => result::run(shared, args),
        Verb::Panel(args) => panel::panel(shared, args),
        Verb::Statement(args) => panel::statement(shared, args),
        Verb::Vote(args) => panel::vote(shared, args),
        Verb::Decline(args) => panel::decline(shared, args),
        Verb::Verdict(args) => panel::verdict(shared, args),
        Verb::Close(args) => organise::close(shared, args),
        Verb::Standings(args) => tables::standings(shared, args),
        Verb::Crosstable(args) => tables::crosstable(shared, args),
        Verb::Ladder(args) => tables::ladder(shared, args),
        Verb::Ratings(args) => tables::ratings(shared, args),
        Verb::Export(args) => export::run(shared, args),
        Verb::Case(args) => case::run(shared, args),
        Verb::Witness(args) => witness::run(shared, args),
        Verb::Audit(args) => audit::run(shared, args),
        Verb::FairBid(args) => fair_bid::run(shared, args),
        Verb::Dossier(args) => dossier::run(shared, args),
    }
}

/// The club's folder.
#[derive(Debug, clap::Args)]
pub struct ClubArgs {
    /// The club's folder: that of its office
    #[arg(value_name = "CLUB")]
    pub club: PathBuf,
}

/// Does something with a club's settings and its book, open for writing.
fn at_desk<T>(
    shared: &Shared,
    club: &Path,
    act: impl FnOnce(&mut Desk<'_>) -> Result<T, MatchFault>,
) -> Result<T, MatchFault> {
    let settings = settings::of(club)?;
    let mut book = Book::open(club)?;
    notes(book.notices());
    acts::same_club(&settings, &book)?;
    let now = shared.kit.now();
    act(&mut Desk { book: &mut book, settings: &settings, now: &now })
}

/// A board as it is written: `3/2` is board 2 of round 3.
fn place(word: &str) -> Result<(u32, u32), String> {
    let parts =
        word.split_once('/').and_then(|(round, board)| Some((round.parse().ok()?, board.parse().ok()?)));
    parts
        .filter(|(round, board)| *round > 0 && *board > 0)
        .ok_or_else(|| "write ROUND/BOARD, as 3/2".to_owned())
}
