//! The page of a round: who met whom, what the pairing cost, opened bids, results with their proofs.

use serde::Serialize;
use tournament::pairing::Rule;
use tournament::{Entrant, Halves};

use super::Press;
use super::event::UP;
use super::panels::stands;
use super::places::{Link, PROOFS};
use super::said;
use crate::ballot::{Ballot, Says};
use crate::book::fact::{BidMove, LayerCost, Pairer};
use crate::clocks::of_gone_on;
use crate::sides::side_name;
use crate::state::{Bidding, Board, Event, Round};

/// What the page of a round can name.
#[derive(Serialize)]
pub(super) struct RoundPage<'p> {
    site: &'p str,
    club: &'p str,
    event: &'p str,
    game: String,
    number: u32,
    of: u32,
    begins: String,
    ends: String,
    closed: bool,
    boards: Vec<BoardRow<'p>>,
    byes: Vec<Link>,
    asked: Vec<Link>,
    is_by_hand: bool,
    why: Option<&'p str>,
    cost: &'p [LayerCost],
    /// What gave way, and how often.
    relaxed: Vec<(String, u32)>,
    bids: Vec<Bids>,
    before: Option<u32>,
    after: Option<u32>,
}

/// A board.
#[derive(Serialize)]
struct BoardRow<'p> {
    number: u32,
    first: Link,
    second: Link,
    /// Who has which side, once that is known.
    seats: Vec<(&'p str, Link)>,
    handicap: Option<String>,
    /// The clocks of its match, while it is under way and the event shows them.
    clocks: Option<String>,
    /// Where its match went on though somebody had run out of time.
    gone_on: Vec<String>,
    result: Option<String>,
    rated: bool,
    /// Why it ended so, where a person decided.
    why: Option<&'p str>,
    /// Why its result was corrected, each time that it was.
    corrected: &'p [String],
    proof: Option<String>,
    /// Where its panel stands, if it has one.
    panel: Option<String>,
    /// The match's word, and its page if the site has one.
    of: Option<(&'p str, Option<String>)>,
}

/// The bids of a board.
#[derive(Serialize)]
struct Bids {
    board: u32,
    made: Vec<(Link, String)>,
    /// What came of them.
    outcome: String,
}

/// Makes the page of a round that is paired.
pub(super) fn round<'p>(
    press: &'p Press<'_>,
    (word, event): (&'p str, &'p Event),
    round: &'p Round,
) -> RoundPage<'p> {
    let (begins, ends) = event.settings.days(round.number);
    let is_there = |number: &u32| event.rounds.iter().any(|it| it.number == *number && it.is_paired);
    RoundPage {
        site: press.site,
        club: &press.league.club,
        event: word,
        game: press.game(&event.settings.system, &event.settings.scenario),
        number: round.number,
        of: event.settings.rounds,
        begins: begins.to_string(),
        ends: ends.to_string(),
        closed: round.closed,
        boards: round.boards.iter().map(|it| board(press, (word, round.number), it)).collect(),
        byes: links(press, &round.byes),
        asked: links(press, &round.byes_asked),
        is_by_hand: round.by == Some(Pairer::Hand),
        why: press.reasons.of_pairing(word, round.number),
        cost: &round.cost,
        relaxed: round.relaxed.iter().map(|(rule, times)| (rule_words(rule), *times)).collect(),
        bids: round.boards.iter().filter_map(|board| bids(press, board)).collect(),
        before: round.number.checked_sub(1).filter(is_there),
        after: Some(round.number + 1).filter(is_there),
    }
}

fn links<'e>(press: &Press<'_>, who: impl IntoIterator<Item = &'e Entrant>) -> Vec<Link> {
    who.into_iter().map(|who| press.places.link(UP, who)).collect()
}

/// A rule of pairing by its number, as the book has it.
fn rule_words(number: &str) -> String {
    let rule = number.parse().ok().and_then(Rule::of);
    let words = match rule {
        Some(Rule::Everybody) => "everybody is on one board or has the bye",
        Some(Rule::Rematch) => "nobody meets whom he has met",
        Some(Rule::Forbidden) => "nobody meets whom he may never meet",
        Some(Rule::ByeAgain) => "nobody has a second bye",
        Some(Rule::Seats) => "nobody has one side too often",
        None => "a rule that this program does not know",
    };
    format!("{number}: {words}")
}

fn board<'p>(press: &'p Press<'_>, (event, round): (&str, u32), board: &'p Board) -> BoardRow<'p> {
    let link = |who: &Entrant| press.places.link(UP, who);
    let result = board.result.as_ref().map(|(_, result)| result);
    let handicap = result.and_then(|it| it.handicap.as_ref()).or(board.handicap.as_ref());
    let page = |genesis| press.shown(genesis).map(|page| format!("{UP}../{page}"));
    let proof = result.and_then(|it| it.match_id.as_ref()).filter(|word| press.proofs.contains_key(*word));
    BoardRow {
        number: board.number,
        first: link(&board.first),
        second: link(&board.second),
        seats: board.seats.iter().map(|(side, who)| (side.as_str(), link(who))).collect(),
        handicap: handicap.map(said::handicap),
        clocks: board.begun.as_ref().and_then(|(word, _)| press.clocks.get(word).cloned()),
        gone_on: board.gone_on.iter().map(of_gone_on).collect(),
        result: result.map(|it| said::ended(press.league, it)),
        rated: result.is_some_and(|it| it.rated),
        why: result.and_then(|it| it.why.as_deref()),
        corrected: press.reasons.of_corrections(event, round, board.number),
        proof: proof.map(|word| format!("{UP}{PROOFS}/{word}.zip")),
        panel: stands(board),
        of: board.begun.as_ref().map(|(word, genesis)| (word.as_str(), page(genesis))),
    }
}

/// What was bid in the open at a board.
fn turns(press: &Press<'_>, board: &Board, bidding: &Bidding) -> Bids {
    let made = bidding.turns.iter().map(|turn| {
        let words = match &turn.does {
            BidMove::Bid { side, halves } => format!("{} for the {}", Halves(*halves), side_name(side)),
            BidMove::Accept => "takes the other side".to_owned(),
            BidMove::Silence { until } => format!("nothing until {until}"),
        };
        (press.places.link(UP, &turn.by), words)
    });
    let outcome = match (bidding.turn(), &board.handicap) {
        (Some(who), _) => format!("It is the turn of {}.", press.league.name(who)),
        (None, Some(handicap)) => format!("The bid that stood has the side: {}.", said::handicap(handicap)),
        (None, None) if board.how == "lot" => "The lot decided.".to_owned(),
        (None, None) => "The bid that stood has the side, for nothing.".to_owned(),
    };
    Bids { board: board.number, made: made.collect(), outcome }
}

/// The bids of a board, if they were opened, or are made in the open.
fn bids(press: &Press<'_>, board: &Board) -> Option<Bids> {
    if let Some(bidding) = &board.bidding {
        return Some(turns(press, board, bidding));
    }
    let made = board.bids.as_ref()?.iter().filter_map(|(who, file)| {
        let words = match Ballot::read(file).ok()?.says {
            Says::Bid { side: Some(side), points } => format!("{points} for the {}", side_name(&side)),
            Says::Bid { side: None, .. } => "no side".to_owned(),
            Says::Vote { .. } | Says::Statement { .. } => return None,
        };
        Some((press.places.link(UP, who), words))
    });
    let outcome = match (&board.handicap, board.how.as_str()) {
        (_, "") => "The sides are not decided yet.".to_owned(),
        (Some(handicap), "lot") => {
            format!("The bids are equal and the lot decided: {}.", said::handicap(handicap))
        }
        (Some(handicap), _) => format!("The higher bid has the side: {}.", said::handicap(handicap)),
        (None, "wishes") => "Each has his wish.".to_owned(),
        (None, "one-bid") => "One alone had a wish, and has it.".to_owned(),
        (None, "lot") => "The lot decided.".to_owned(),
        (None, _) => "No handicap.".to_owned(),
    };
    Some(Bids { board: board.number, made: made.collect(), outcome })
}
