//! The pages, as templates make them of the cards: the index, one page for each match, the feed.

use std::collections::BTreeMap;

use serde::Serialize;

use super::card::{Came, Card, News, Seat};
use super::downloads::POSITION;
use super::{Club, Folder, Reliability};
use crate::kit::Kit;
use crate::matches::MatchFault;
use engine::digest::Digest;

/// How many events the feed holds.
const FEED: usize = 50;

/// What the index can name.
#[derive(Serialize)]
struct Index<'a> {
    name: &'a str,
    /// The page with which an annex begins, and what it is called.
    annex: Option<(&'a str, &'a str)>,
    open: Vec<&'a Card>,
    over: Vec<&'a Card>,
    standings: Vec<Standing<'a>>,
    reliability: &'a [Reliability],
}

/// What the page of a match can name.
#[derive(Serialize)]
struct MatchPage<'a> {
    name: &'a str,
    card: &'a Card,
    /// Points, strength, losses and luck, of a match that is over.
    pictures: Option<minijinja::Value>,
    /// The last position of such a match, as a picture.
    position: Option<&'a str>,
    /// The reports of the end: the party's name and its file.
    ends: Vec<(&'a str, String)>,
    /// What happened, the newest first.
    news: Vec<&'a News>,
}

/// What the feed can name.
#[derive(Serialize)]
struct Feed<'a> {
    name: &'a str,
    /// Something that stays the same whatever happens.
    id: String,
    updated: &'a str,
    entries: Vec<FeedEntry<'a>>,
}

/// An event in the feed.
#[derive(Serialize)]
struct FeedEntry<'a> {
    card: &'a Card,
    news: &'a News,
}

/// How a player has done in matches that are over.
#[derive(Serialize)]
struct Standing<'a> {
    player: &'a str,
    played: usize,
    won: usize,
    drawn: usize,
    lost: usize,
}

/// Writes all pages.
///
/// # Errors
/// If a template is wrong, or a file cannot be written.
pub(super) fn write(
    kit: &Kit,
    club: &Club,
    cards: &[Card],
    annex: Option<(&str, &str)>,
    folder: &mut Folder<'_>,
) -> Result<(), MatchFault> {
    let name = club.name.as_str();
    for card in cards {
        let ends =
            card.seats.iter().map(|seat| (seat.name.as_str(), format!("end-{}.html", seat.party.id())));
        let ends = ends.filter(|(_, file)| card.files.contains(file)).collect();
        let pictures = card.pictures.clone().map(minijinja::Value::from_safe_string);
        let position = Some(POSITION).filter(|_| card.files.iter().any(|file| file == POSITION));
        let page = MatchPage { name, card, pictures, position, ends, news: card.news.iter().rev().collect() };
        folder.put(
            &card.path("index.html"),
            kit.templates.page("common/html/site-match.html", &page)?.as_bytes(),
        )?;
    }
    let mut open: Vec<&Card> = cards.iter().filter(|card| !card.over).collect();
    open.sort_by_key(|card| (card.deadline.is_none(), &card.deadline, &card.word));
    let mut over: Vec<&Card> = cards.iter().filter(|card| card.over).collect();
    over.sort_by_key(|card| (std::cmp::Reverse(&card.ended), &card.word));
    let (standings, reliability) = (standings(cards), club.reliability.as_slice());
    let index = Index { name, annex, open, over, standings, reliability };
    folder.put("index.html", kit.templates.page("common/html/site-index.html", &index)?.as_bytes())?;
    folder.put("feed.xml", kit.templates.page("common/html/site-feed.xml", &feed(name, cards))?.as_bytes())
}

fn feed<'a>(name: &'a str, cards: &'a [Card]) -> Feed<'a> {
    let all = cards.iter().flat_map(|card| card.news.iter().rev().map(move |news| FeedEntry { card, news }));
    let mut entries: Vec<FeedEntry<'a>> = all.collect();
    entries.sort_by(|one, other| (&other.news.at, &one.card.word).cmp(&(&one.news.at, &other.card.word)));
    entries.truncate(FEED);
    // A feed must say when it changed, also one in which nothing has happened yet.
    let updated = entries.first().map_or("1939-09-03T11:15:00Z", |entry| entry.news.at.as_str());
    Feed { name, id: Digest::of(name.as_bytes()).to_string(), updated, entries }
}

/// The players of matches that are over, the most successful first.
fn standings(cards: &[Card]) -> Vec<Standing<'_>> {
    let mut all: BTreeMap<&str, Standing<'_>> = BTreeMap::new();
    for Seat { player, came, .. } in cards.iter().flat_map(|card| &card.seats) {
        let (Some(player), Some(came)) = (player, came) else { continue };
        let row = all.entry(player).or_insert(Standing { player, played: 0, won: 0, drawn: 0, lost: 0 });
        row.played += 1;
        *match came {
            Came::Won => &mut row.won,
            Came::Drew => &mut row.drawn,
            Came::Lost => &mut row.lost,
        } += 1;
    }
    let mut rows: Vec<Standing<'_>> = all.into_values().collect();
    rows.sort_by_key(|row| (std::cmp::Reverse(2 * row.won + row.drawn), row.played, row.player));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rulebook::two_sided::{ALLIES, AXIS};

    #[test]
    fn a_win_counts_for_two_draws() {
        let seat = |player: &str, came: Option<Came>| Seat {
            party: engine::party::Party::parse("axis").unwrap(),
            side: if came == Some(Came::Won) { AXIS } else { ALLIES },
            name: "Axis".to_owned(),
            player: Some(player.to_owned()),
            came,
        };
        let card = |seats: Vec<Seat>| Card {
            mark: Digest::ZERO,
            looks: None,
            word: "m".to_owned(),
            match_id: "m".to_owned(),
            genesis: Digest::ZERO,
            system: String::new(),
            scenario: String::new(),
            edition: 1,
            practice: false,
            began: String::new(),
            standing: String::new(),
            exchange: 1,
            deadline: None,
            due: None,
            paused: false,
            over: true,
            ended: None,
            result: None,
            seats,
            news: Vec::new(),
            files: Vec::new(),
            pictures: None,
        };
        let cards = [
            card(vec![seat("Anna", Some(Came::Lost)), seat("Bert", Some(Came::Won))]),
            card(vec![seat("Anna", Some(Came::Drew)), seat("Cleo", Some(Came::Drew)), seat("Dora", None)]),
        ];
        let rows: Vec<(&str, usize, usize)> =
            standings(&cards).iter().map(|row| (row.player, row.played, row.won)).collect();
        assert_eq!(rows, [("Bert", 1, 1), ("Cleo", 1, 0), ("Anna", 2, 0)]);
    }
}
