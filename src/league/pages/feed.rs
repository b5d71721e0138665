//! The feed: rounds paired, results, corrections, panels and what they find, rounds closed.

use club::matches::MatchFault;
use engine::digest::Digest;
use engine::entry::Entry;
use serde::Serialize;

use super::{CASES, Press, said};
use crate::book::{Fact, fact_of};

/// How many events the feed holds.
const FEED: usize = 50;

/// What the feed can name.
#[derive(Serialize)]
pub(super) struct Feed<'p> {
    site: &'p str,
    club: &'p str,
    /// The hash of the book's first entry, which stays the same whatever happens.
    genesis: Digest,
    updated: String,
    news: Vec<News>,
}

/// Something that happened.
#[derive(Serialize)]
struct News {
    entry: u64,
    at: String,
    title: String,
    words: String,
    /// Where it is shown, from the folder `league`.
    href: String,
}

/// Makes the feed.
///
/// # Errors
/// If an entry of the book holds no fact.
pub(super) fn feed<'p>(press: &Press<'p>) -> Result<Feed<'p>, MatchFault> {
    let mut all = Vec::new();
    for entry in press.entries.iter().skip(1).rev() {
        all.extend(news(press, entry, &fact_of(entry)?));
        if all.len() == FEED {
            break;
        }
    }
    let last = press.entries.last().map_or(String::new(), |entry| entry.header().time.clone());
    Ok(Feed {
        site: press.site,
        club: &press.league.club,
        genesis: press.league.genesis,
        updated: all.first().map_or(last, |it| it.at.clone()),
        news: all,
    })
}

/// What an entry is to the feed, if it is anything.
fn news(press: &Press<'_>, entry: &Entry, fact: &Fact) -> Option<News> {
    let league = press.league;
    let header = entry.header();
    if let Fact::Case { case, rule, match_id, .. } = fact {
        let (title, words) = (format!("case law: {case}"), format!("{rule}, ruled on in {match_id}"));
        let href = format!("{CASES}#{case}");
        return Some(News { entry: header.number, at: header.time.clone(), title, words, href });
    }
    let (event, round) = (fact.event()?, header.exchange?);
    let (title, words) = match fact {
        Fact::Paired { boards, byes, .. } => {
            let boards = boards.iter().map(|it| said::pair(league, &it.first, &it.second));
            let byes = byes.iter().map(|who| format!("bye: {}", league.name(who)));
            let all: Vec<String> = boards.chain(byes).collect();
            (format!("{event}: round {round} is paired"), all.join("; "))
        }
        Fact::Result { result } => {
            (format!("{event}: result of board {round}/{}", result.board), said::ended(league, result))
        }
        Fact::Corrected { why, result, .. } => (
            format!("{event}: the result of board {round}/{} is corrected", result.board),
            format!("{}. The reason: {why}", said::ended(league, result)),
        ),
        Fact::Panel { board, about, members, .. } => {
            let members: Vec<&str> = members.iter().map(|who| league.name(who)).collect();
            (format!("{event}: a panel judges board {round}/{board} ({about})"), members.join(", "))
        }
        Fact::Verdict { board, finds, .. } => {
            (format!("{event}: the verdict on board {round}/{board}"), format!("The panel finds: {finds}."))
        }
        Fact::RoundClosed { .. } => {
            (format!("{event}: round {round} is over"), "The standings hold.".to_owned())
        }
        _ => return None,
    };
    let href = format!("{}/round-{round}.html", press.places.event(event));
    Some(News { entry: header.number, at: header.time.clone(), title, words, href })
}
