//! An event opens: its settings are pinned into the book.

use club::matches::MatchFault;
use engine::problem::{count, quote};
use tournament::Entrant;

use super::Desk;
use crate::book::{Fact, How};
use crate::settings::Person;
use crate::state::{Event, Round, commitment};

/// What an event's system and scenario are to the program that opens it.
pub struct Played {
    /// The edition of the system.
    pub edition: u32,
    /// The fingerprint of its data.
    pub data: String,
    /// The sides of the scenario, in the system's order.
    pub sides: Vec<String>,
}

/// Facts by which the book knows what `league.yaml` says of entrants and ratings. Nothing if it knows.
pub fn sync(desk: &Desk<'_>) -> Vec<(Option<u32>, Fact)> {
    let league = &desk.book.league;
    let mut facts = Vec::new();
    if league.ratings != desk.settings.ratings {
        facts.push((None, Fact::Ratings { settings: desk.settings.ratings.clone() }));
    }
    for (entrant, person) in &desk.settings.entrants {
        facts.extend(known(desk, entrant, person).map(|fact| (None, fact)));
    }
    facts
}

/// The fact by which the book knows an entrant as he is written.
fn known(desk: &Desk<'_>, entrant: &Entrant, person: &Person) -> Option<Fact> {
    let Person { name, key, start, address: _ } = person.clone();
    match desk.book.league.entrants.get(entrant) {
        None => Some(Fact::Entrant { entrant: entrant.clone(), name, key, start }),
        Some(known) if (&known.name, &known.key) != (&name, &key) => {
            Some(Fact::Renamed { entrant: entrant.clone(), name, key })
        }
        Some(_) => None,
    }
}

/// Opens an event.
///
/// # Errors
/// If there is none of that word, it is open already, or its settings do not fit its scenario.
pub fn open(desk: &mut Desk<'_>, word: &str, played: &Played) -> Result<(), MatchFault> {
    let settings = desk.written(word)?.clone();
    if played.sides.len() != 2 {
        let what = format!(
            "{} has {} sides, and a board has two seats",
            quote(&settings.scenario),
            played.sides.len()
        );
        return Err(MatchFault::no(what, "choose a scenario of two sides"));
    }
    if let Some(side) = settings.advances().filter(|side| !played.sides.iter().any(|it| it == side)) {
        let what = format!("events.{word}.tie: {} is no side of {}", quote(side), quote(&settings.scenario));
        return Err(MatchFault::no(
            what,
            format!("write `draw`, `{}` or `{}`", played.sides[0], played.sides[1]),
        ));
    }
    let seed = desk.book.draw_seed(word).ok_or_else(|| MatchFault::Bug("the book has no seed".to_owned()))?;
    let official = std::iter::once(&desk.settings.organiser).chain(&desk.settings.deputies);
    let mut facts = sync(desk);
    facts.push((
        None,
        Fact::Event {
            event: word.to_owned(),
            settings: Box::new(settings),
            edition: played.edition,
            data: played.data.clone(),
            sides: played.sides.clone(),
            draw: commitment(&seed),
            officials: official.filter_map(|it| it.key.clone()).collect(),
        },
    ));
    desk.write(&facts)
}

/// Who is dropped when a round is closed, by the event's settings: for rounds that he did not confirm, or for
/// forfeits.
pub(super) fn dropped(event: &Event, word: &str, closing: u32) -> Vec<(Option<u32>, Fact)> {
    let limits = event.settings.drop;
    if closing >= event.settings.rounds {
        return Vec::new();
    }
    let why = |entrant: &Entrant| {
        let rounds = || event.rounds.iter().filter(|round| round.number <= closing);
        let missed = |round: &&Round| {
            event.playing(round.number).any(|it| it == entrant)
                && !round.confirmed.contains_key(entrant)
                && !round.byes_asked.contains(entrant)
        };
        let unconfirmed = rounds().filter(missed).count() as u32;
        let forfeits = rounds().filter(|round| lost_by_forfeit(round, entrant)).count() as u32;
        match (limits.unconfirmed, limits.forfeits) {
            (Some(most), _) if unconfirmed >= most => {
                Some(format!("did not confirm {}", count(most as usize, "round")))
            }
            (_, Some(most)) if forfeits >= most => {
                Some(format!("gave up {} by not playing", count(most as usize, "match")))
            }
            _ => None,
        }
    };
    let gone = event.playing(closing + 1).filter_map(|entrant| Some((entrant, why(entrant)?)));
    gone.map(|(entrant, why)| {
        (Some(closing + 1), Fact::Dropped { event: word.to_owned(), entrant: entrant.clone(), why })
    })
    .collect()
}

/// Whether somebody lost a board of a round by not playing.
fn lost_by_forfeit(round: &Round, entrant: &Entrant) -> bool {
    let results = round.boards.iter().filter(|board| board.has(entrant));
    results.filter_map(|board| board.result.as_ref()).any(|(_, result)| match result.how {
        How::DoubleForfeit => true,
        How::Forfeit => {
            result.seats.iter().any(|(side, who)| *side != result.outcome && who.contains(entrant))
        }
        _ => false,
    })
}
