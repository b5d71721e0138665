//! Which match and party a letter is for: by the address it was sent to, its subject, or what it answers; and
//! whether its writer plays there.

use crate::post::compose::outbox::Outbox;
use crate::post::letters::{Kind, Letter, orders_key};
use crate::post::office::settings::{Played, Settings};
use crate::post::office::state::OfficeMatch;
use engine::party::Party;

/// Where a letter belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// To a match, by its place in the office's list, from the player of a party.
    Seat(usize, Party),
    /// To the umpire's desk, from one of those who act as the umpire, by the place in their order.
    Desk(usize),
    /// The writer plays in several matches, or for several parties, and does not say which.
    Unclear,
    /// The writer plays in none, or not in the one that is named.
    Stranger,
    /// Perhaps to a match that cannot be read now: the letter waits.
    Held,
}

/// The match and perhaps the party that a letter names.
pub(crate) struct Named {
    pub(crate) match_id: String,
    party: Option<String>,
}

/// Finds where a letter belongs. What it names decides where it names anything; the writer's address must
/// fit. Of the matches in `closed` is known only who plays there.
pub fn route<'p>(
    matches: &[OfficeMatch],
    mut closed: impl Iterator<Item = &'p Played>,
    settings: &Settings,
    outbox: &Outbox,
    letter: &Letter,
) -> Route {
    let Some(writer) = letter.head.from.mailbox() else { return Route::Stranger };
    let plays = |played: &Played| played.players.values().any(|it| it.writes_from(&writer.address));
    let is_held = closed.any(plays);
    let seats: Vec<(usize, Party)> = matches
        .iter()
        .enumerate()
        .flat_map(|(at, info)| info.played.players.iter().map(move |(party, player)| (at, *party, player)))
        .filter(|(_, _, player)| player.writes_from(&writer.address))
        .map(|(at, party, _)| (at, party))
        .collect();
    let fits = |named: &Named| {
        let of = |&&(at, party): &&(usize, Party)| {
            matches[at].match_id == named.match_id
                && named.party.as_deref().is_none_or(|word| party.id() == word)
        };
        seats.iter().filter(of).copied().collect::<Vec<_>>()
    };
    // Who umpires and plays writes as a player where he names his seat, and to the desk everywhere else.
    if let Some(place) = settings.umpires().position(|person| person.writes_from(&writer.address)) {
        let seat =
            named(outbox, letter).iter().find_map(|named| match (fits(named).as_slice(), &named.party) {
                ([(at, party)], Some(_)) => Some((*at, *party)),
                _ => None,
            });
        return seat.map_or(Route::Desk(place), |(at, party)| Route::Seat(at, party));
    }
    for named in named(outbox, letter) {
        match fits(&named).as_slice() {
            [] => {}
            [(at, party)] => return Route::Seat(*at, *party),
            _ => return Route::Unclear,
        }
    }
    match seats.as_slice() {
        _ if is_held => Route::Held,
        [] => Route::Stranger,
        [(at, party)] if !names_another(matches, *at, outbox, letter) => Route::Seat(*at, *party),
        [_] => Route::Stranger,
        _ => Route::Unclear,
    }
}

/// Whether a letter names a match of the office in which its writer does not play.
fn names_another(matches: &[OfficeMatch], seat: usize, outbox: &Outbox, letter: &Letter) -> bool {
    let known = |named: &Named| matches.iter().any(|info| info.match_id == named.match_id);
    named(outbox, letter).iter().any(|named| known(named) && named.match_id != matches[seat].match_id)
}

/// What a letter names, the surest first: what it was sent to, its subject, what it answers, its orders.
pub(crate) fn named(outbox: &Outbox, letter: &Letter) -> Vec<Named> {
    let mut all = Vec::new();
    for plus in &letter.contents.plus {
        all.push(Named { match_id: plus.match_id.clone(), party: plus.party.clone() });
    }
    if let Some(tag) = &letter.contents.tag {
        all.push(Named { match_id: tag.match_id.clone(), party: tag.party.clone() });
    }
    let answered = letter.head.in_reply_to.iter().chain(letter.head.references.iter().rev());
    for id in answered {
        let item = outbox.by_message_id(id);
        let mut key = item.iter().flat_map(|item| item.key.split('/'));
        if let (Some(match_id), Some(party)) = (key.next(), key.next()) {
            all.push(Named { match_id: match_id.to_owned(), party: Some(party.to_owned()) });
        }
    }
    for candidate in &letter.contents.candidates {
        if let Kind::Orders(text) = &candidate.kind
            && let Some(match_id) = field(text, "match")
        {
            all.push(Named { match_id, party: field(text, "side") });
        }
    }
    all
}

/// The value of a field of orders at the beginning of a line, reply marks before it or not.
pub(crate) fn field(text: &str, name: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let line = line.trim_start_matches(['>', ' ', '|', '\u{a0}']);
        let (_, value) = line.split_once(':').filter(|_| orders_key(line) == Some(name))?;
        let value = value.split('#').next()?.trim().trim_matches(['"', '\'']).to_lowercase();
        (!value.is_empty()).then_some(value)
    })
}
