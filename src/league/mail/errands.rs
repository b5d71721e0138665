//! What waits for a player in the events of a league.

use club::secretary::Errand;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use tournament::Entrant;

use crate::book::fact::BallotKind;
use crate::settings::SidesBy;
use crate::state::{Board, Event, League};

/// From which day on the next round can be confirmed: `today` if it can be already, else the day to come; and
/// the day on which it begins. Nothing if there is no next round.
pub(super) fn confirmed_from(event: &Event, today: Date) -> Option<(Date, Date)> {
    let round = event.next_unpaired()?;
    let (begins, _) = event.settings.days(round.number);
    let mut opens = today;
    while event.settings.round.confirm.after(opens) < begins {
        let Ok(next) = opens.tomorrow() else { break };
        opens = next;
    }
    Some((opens, begins))
}

/// What waits for a player in all events, in their order.
pub(super) fn of_player(league: &League, who: &Entrant, today: Date) -> Vec<Errand> {
    league.events.iter().flat_map(|(word, event)| of_player_in(word, event, who, today)).collect()
}

fn of_player_in(word: &str, event: &Event, who: &Entrant, today: Date) -> Vec<Errand> {
    let mut all = Vec::new();
    let errand = |what: String, write: String, until: Option<Date>| Errand {
        event: word.to_owned(),
        what,
        write,
        until: until.map(|day| day.to_string()),
    };
    let paired = event.current().filter(|round| round.is_paired);
    if let Some((round, board)) = paired.and_then(|round| Some((round.number, round.boards_of(who).next()?)))
        && bids(event, board, who)
    {
        let what = format!("say what you give for a side, at board {round}/{}", board.number);
        let until = paired.and_then(|round| event.sealed_until(round)).map(day_of);
        all.push(errand(what, format!("bid {} 1.5", event.sides[0]), until));
    }
    if let Some(round) = paired {
        for board in &round.boards {
            let place = format!("{}/{}", round.number, board.number);
            if let Some(bidding) = board.bidding.as_ref().filter(|_| board.result.is_none())
                && bidding.turn() == Some(who)
            {
                let until = bidding.until(&event.settings.sides).map(day_of);
                let write = format!("bid {} 1.5", event.sides[0]);
                all.push(errand(format!("bid for a side, or accept, at board {place}"), write, until));
            }
            if let Some(panel) = board.panels.last().filter(|it| it.verdict.is_none())
                && panel.opened.is_none()
                && panel.silent().contains(&who)
            {
                let write = format!("vote {word} {place} {}", panel.choices.first().map_or("draw", |it| it));
                all.push(errand(format!("judge board {place}"), write, panel.until(event).map(day_of)));
            }
        }
    }
    if let Some(round) = event.next_unpaired()
        && event.silent(round).any(|it| it == who)
        && let Some((opens, begins)) = confirmed_from(event, today)
        && opens == today
    {
        all.push(errand(format!("confirm round {}", round.number), format!("confirm {word}"), Some(begins)));
    }
    all
}

/// The day of an instant in UTC.
fn day_of(at: Timestamp) -> Date {
    at.to_zoned(TimeZone::UTC).date()
}

/// Whether a board waits for the bid of somebody who sits at it.
fn bids(event: &Event, board: &Board, who: &Entrant) -> bool {
    event.settings.sides.by == SidesBy::SealedBid
        && board.seats.is_empty()
        && board.bids.is_none()
        && board.result.is_none()
        && !board.promised.iter().any(|it| it.what == BallotKind::Bid && it.by == *who)
}
