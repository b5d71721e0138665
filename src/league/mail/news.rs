//! What players are mailed when a round is paired, and when their matches begin.

use club::matches::MatchFault;
use club::secretary::{LeagueMail, LeagueReader};
use engine::digest::Digest;
use engine::problem::list_and;
use tournament::{Entrant, Halves};

use super::turns;
use crate::acts::{Desk, MatchPlan, match_word};
use crate::settings::SidesBy;
use crate::sides::side_name;
use crate::state::{Board, Round};

/// Mails to players; and a line that names those who have no address, if there are any.
pub(super) type News = (Vec<LeagueMail>, Option<String>);

/// Whom everybody meets in a round that is paired.
pub(super) fn paired(desk: &Desk<'_>, event: &str, round: &Round) -> Result<News, MatchFault> {
    let settings = &desk.event(event)?.settings;
    let mut all = Vec::new();
    for boards in round.boards.chunks(settings.matches_of_a_pair()) {
        for who in boards.iter().take(1).flat_map(Board::both) {
            all.push((who.clone(), meets(desk, (event, round.number), boards, who, settings.sides.by)));
        }
    }
    for who in &round.byes {
        let what = format!("round {} of {event} is paired: you have the bye, and no match.", round.number);
        all.push((
            who.clone(),
            LeagueMail { mark: format!("paired-{event}-{}-bye", round.number), ..mail(what) },
        ));
    }
    Ok(addressed(desk, all))
}

fn meets(
    desk: &Desk<'_>,
    (event, round): (&str, u32),
    boards: &[Board],
    who: &Entrant,
    by: SidesBy,
) -> LeagueMail {
    let board = &boards[0];
    let other = board.other(who).unwrap_or(who);
    let name = desk.book.league.name(other);
    let word = |board: &Board| match_word(event, round, board.number);
    let places = match boards {
        [one, back] => format!(
            "at boards {} and {}, once on each side. Your matches are {} and {}",
            one.number,
            back.number,
            word(one),
            word(back)
        ),
        _ => format!("at board {}. Your match is {}", board.number, word(board)),
    };
    let what = format!("round {round} of {event} is paired: you meet {name} {places}.");
    let opened = &desk.book.league.events[event];
    let late = opened.round(round).ok().and_then(|round| opened.sealed_until(round));
    let late = late.map_or(String::new(), |at| format!(" What has not come by {at} is no bid."));
    let (lines, copy) = match by {
        SidesBy::OpenBid => turns::first(desk, event, board, who),
        SidesBy::SealedBid => (
            vec![format!(
                "say which side you want, and how many points you give for it, or that you bid for none; nobody sees it before \
                 the bids are opened.{late} Reply with such a line:"
            )],
            format!("bid {} 1.5\nno bid\n", opened.sides[0]),
        ),
        _ => (vec!["who has which side comes with the beginning of the match".to_owned()], String::new()),
    };
    // Another pairing is other news.
    let short = &Digest::of(format!("{}-{other}", board.number).as_bytes()).to_string()[..8];
    LeagueMail { lines, copy, mark: format!("paired-{event}-{round}-{short}"), ..mail(what) }
}

/// That the match of a board begins, to both who play it.
pub(super) fn begins(desk: &Desk<'_>, (event, round): (&str, u32), plan: &MatchPlan) -> News {
    let mut all = Vec::new();
    for (side, who) in &plan.seats {
        let others: Vec<String> = plan
            .seats
            .values()
            .filter(|it| *it != who)
            .map(|it| desk.book.league.name(it).to_owned())
            .collect();
        let what = format!(
            "{} begins: you play the {} against {}, in round {round} of {event}, board {}.",
            plan.word,
            side_name(side),
            list_and(&others),
            plan.board
        );
        let mut lines: Vec<String> = handicap(plan).into_iter().collect();
        lines.push("the first report comes in a mail of its own; reply to that to send orders".to_owned());
        let mark = format!("begins-{}", plan.word);
        all.push((who.clone(), LeagueMail { lines, mark, ..mail(what) }));
    }
    addressed(desk, all)
}

/// What is taken from a side's score, in words.
pub(super) fn handicap(plan: &MatchPlan) -> Option<String> {
    let it = plan.handicap.as_ref()?;
    Some(format!(
        "{} points are taken from the score of the {} at the end",
        Halves(it.halves),
        side_name(&it.side)
    ))
}

/// A mail that says something, to nobody yet.
pub(super) fn mail(what: String) -> LeagueMail {
    LeagueMail {
        reader: LeagueReader::Stranger,
        name: String::new(),
        address: String::new(),
        mark: String::new(),
        what,
        lines: Vec::new(),
        copy: String::new(),
        has_code: true,
    }
}

/// Puts names and addresses on mails; whoever has no address is named.
pub(super) fn addressed(desk: &Desk<'_>, mails: Vec<(Entrant, LeagueMail)>) -> News {
    let (mut ready, mut lost) = (Vec::new(), Vec::new());
    for (who, mail) in mails {
        let address = desk.settings.entrants.get(&who).and_then(|person| person.address.clone());
        let Some(address) = address else {
            lost.push(who.word().to_owned());
            continue;
        };
        let name = desk.book.league.name(&who).to_owned();
        ready.push(LeagueMail {
            reader: LeagueReader::Entrant(who.word().to_owned()),
            name,
            address,
            ..mail
        });
    }
    let line = format!("no address is known, and no mail goes, to {}", list_and(&lost));
    (ready, (!lost.is_empty()).then_some(line))
}
