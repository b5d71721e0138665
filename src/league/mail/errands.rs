//! What waits for a player in the events of a league.

use club::secretary::Errand;
use jiff::civil::Date;
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
    if let Some((round, board)) = paired.and_then(|round| Some((round.number, round.board_of(who)?)))
        && bids(event, board, who)
    {
        let what = format!("say what you give for a side, at board {round}/{}", board.number);
        all.push(errand(what, format!("bid {} 1.5", event.sides[0]), None));
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

/// Whether a board waits for the bid of somebody who sits at it.
fn bids(event: &Event, board: &Board, who: &Entrant) -> bool {
    event.settings.sides.by == SidesBy::SealedBid
        && board.seats.is_empty()
        && board.bids.is_none()
        && board.result.is_none()
        && !board.promised.iter().any(|it| it.what == BallotKind::Bid && it.by == *who)
}
