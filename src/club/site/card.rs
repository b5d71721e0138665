//! What the pages say of one match. Of one under way only what anybody may know: no position, no points, no
//! orders, not even whose orders are in.

use serde::{Deserialize, Serialize};

use super::Entrant;
use crate::kit::Kit;
use crate::matches::{Game, MatchFault, Settings};
use engine::digest::Digest;
use engine::entry::{Entry, Kind};
use engine::party::Party;
use engine::side::Side;

/// How many events of a match its page and the feed say.
const NEWS: usize = 12;

/// A match on the pages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Card {
    /// What it follows from.
    pub(super) mark: Digest,
    /// How the files of its journal looked ([`super::looks`]).
    #[serde(default)]
    pub(super) looks: Option<Digest>,
    /// The name of its folder.
    pub(super) word: String,
    #[serde(rename = "match")]
    pub(super) match_id: String,
    pub(super) genesis: Digest,
    pub(super) system: String,
    /// The name of the scenario.
    pub(super) scenario: String,
    pub(super) edition: u32,
    pub(super) practice: bool,
    /// When it began.
    pub(super) began: String,
    /// Where it stands, in words, and the newest exchange; as late as it is shown.
    pub(super) standing: String,
    pub(super) exchange: u32,
    /// The deadline, as an instant and in words.
    pub(super) deadline: Option<String>,
    pub(super) due: Option<String>,
    pub(super) paused: bool,
    pub(super) over: bool,
    pub(super) ended: Option<String>,
    /// How it ended, in words.
    pub(super) result: Option<String>,
    pub(super) seats: Vec<Seat>,
    pub(super) news: Vec<News>,
    /// The files beside its page.
    pub(super) files: Vec<String>,
    /// Of one that is over the pictures of its replay, markup.
    #[serde(default)]
    pub(super) pictures: Option<String>,
}

/// Who plays a party.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Seat {
    pub(super) party: Party,
    pub(super) side: Side,
    pub(super) name: String,
    pub(super) player: Option<String>,
    /// Whether its side has won, nobody has, or another side: only of a match that is over, and of people.
    pub(super) came: Option<Came>,
}

/// How a match ended for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Came {
    Won,
    Drew,
    Lost,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct News {
    /// When.
    pub(super) at: String,
    /// A word that no other event of the match has.
    pub(super) id: String,
    pub(super) title: String,
    pub(super) words: String,
}

impl Card {
    /// Reads a match. Its folder on the site has no name yet.
    ///
    /// # Errors
    /// If the journal fails a check or makes no sense.
    pub(super) fn of(kit: &Kit, entrant: &Entrant, mark: Digest) -> Result<Card, MatchFault> {
        let entries = entrant.store.read()?.entries;
        let settings = Settings::of(&entries)?;
        let rules = settings.lay_out(kit.systems, &kit.games)?;
        let began = entries.first().map_or_else(String::new, |entry| entry.header().time.clone());
        let id = &settings.match_id;
        let mut news = vec![News {
            at: began.clone(),
            id: "begun".to_owned(),
            title: format!("{id} has begun"),
            words: rules.standing().name,
        }];
        let game = Game::tour(rules, &entries, None, |game, told| {
            let resolution = told.iter().find(|entry| entry.header().kind == Kind::Resolved);
            news.extend(resolution.filter(|_| game.exchange() > 0).map(|entry| resolved(game, entry)));
            Ok(())
        })?;
        let over = game.is_over();
        let late = if over { 0 } else { entrant.delay as usize };
        news.truncate(news.len().saturating_sub(late).max(1));
        let standing = match late {
            0 => game.rules.standing().name,
            _ => news.last().map_or_else(String::new, |it| it.words.clone()),
        };
        let end = entries.iter().rev().find(|entry| entry.header().kind == Kind::Ended).filter(|_| over);
        let result = over.then(|| result(&game));
        if let (Some(end), Some(words)) = (end, &result) {
            let (at, title) = (end.header().time.clone(), format!("{id} is over"));
            news.push(News { at, id: "over".to_owned(), title, words: words.clone() });
        }
        let first = news.len().saturating_sub(NEWS);
        let deadline = game.open_now().and_then(|open| open.opened.deadline.clone());
        let instant = deadline.as_ref().and_then(|at| at.parse().ok());
        let about = game.rules.about();
        Ok(Card {
            mark,
            looks: None,
            word: String::new(),
            match_id: id.clone(),
            genesis: game.genesis,
            system: about.title.name.to_owned(),
            scenario: kit.scenario_name(&settings.system, &about.scenario)?,
            edition: settings.edition,
            practice: settings.practice_seed.is_some(),
            began,
            standing,
            exchange: game.exchange().saturating_sub(late as u32),
            due: instant.map(|at| game.in_words(at)),
            deadline,
            paused: game.fixed().is_some_and(|fixed| fixed.paused),
            over,
            ended: end.map(|entry| entry.header().time.clone()),
            result,
            seats: seats(&game, entrant),
            news: news.split_off(first),
            files: Vec::new(),
            pictures: None,
        })
    }

    /// A file of the match below the site's folder.
    pub(super) fn path(&self, file: &str) -> String {
        format!("{}/{file}", self.word)
    }
}

/// An exchange was resolved.
fn resolved(game: &Game, entry: &Entry) -> News {
    let number = game.exchange();
    News {
        at: entry.header().time.clone(),
        id: format!("exchange-{number}"),
        title: format!("{}: exchange {number} is resolved", game.settings.match_id),
        words: game.rules.standing().name,
    }
}

/// How a match ended, with the points of all sides.
fn result(game: &Game) -> String {
    let points = |side: &Side| format!("{} {}", side.name(), game.rules.points(*side));
    let all = game.sides().iter().map(points).collect::<Vec<_>>().join(", ");
    match (game.agreed_words(), game.winner()) {
        (Some(agreed), _) => format!("{agreed} Points: {all}."),
        (None, Some(side)) => format!("Won by the {}. Points: {all}.", side.name()),
        (None, None) => format!("A draw. Points: {all}."),
    }
}

fn seats(game: &Game, entrant: &Entrant) -> Vec<Seat> {
    let came = |side: Side| match game.winner() {
        None => Came::Drew,
        Some(winner) if winner == side => Came::Won,
        Some(_) => Came::Lost,
    };
    let seat = |party: &Party| Seat {
        party: *party,
        side: party.side(),
        name: party.name().to_owned(),
        player: match game.settings.is_officer(*party) {
            true => Some("the staff officer".to_owned()),
            false => entrant.players.get(party).filter(|name| !name.trim().is_empty()).cloned(),
        },
        came: (game.is_over() && !game.settings.is_officer(*party)).then(|| came(party.side())),
    };
    game.parties().iter().map(seat).collect()
}
