//! The page of panels: who judged what, and with the verdict the votes and their reasons; never before.

use serde::Serialize;
use tournament::Entrant;

use super::Press;
use super::places::Link;
use crate::book::judging::{About, FoundBy};
use crate::sides::side_name;
use crate::state::{Board, Cast, Panel};

/// The page, in the folder `league`.
pub(super) const PANELS: &str = "panels.html";

/// What the page of panels can name.
#[derive(Serialize)]
pub(super) struct PanelsPage<'p> {
    site: &'p str,
    club: &'p str,
    panels: Vec<PanelRow<'p>>,
}

/// A panel.
#[derive(Serialize)]
struct PanelRow<'p> {
    event: &'p str,
    round: u32,
    board: u32,
    /// The page of its round.
    href: String,
    players: Vec<Link>,
    about: String,
    members: Vec<Seat<'p>>,
    /// Whoever decides where the votes do not.
    chair: Seat<'p>,
    declined: Vec<Link>,
    dossier: Option<String>,
    /// What the players say, a paragraph each.
    said: Vec<(Link, Vec<String>)>,
    /// What it found, in a sentence.
    verdict: Option<String>,
    /// The votes, once it has found.
    votes: Vec<VoteRow<'p>>,
}

/// Somebody on a panel.
#[derive(Serialize)]
struct Seat<'p> {
    name: &'p str,
    /// The page of his ratings, if he is an entrant.
    href: Option<String>,
    /// Why the organiser named him.
    why: Option<&'p str>,
}

/// A vote.
#[derive(Serialize)]
struct VoteRow<'p> {
    by: &'p str,
    finds: String,
    /// The reasons, a paragraph each.
    reasons: Vec<String>,
}

/// Makes the page of panels; nothing where there are none.
pub(super) fn panels<'p>(press: &'p Press<'_>) -> Option<PanelsPage<'p>> {
    let mut panels = Vec::new();
    for (word, event) in &press.league.events {
        for round in &event.rounds {
            for board in &round.boards {
                let of = (word.as_str(), round.number, board);
                panels.extend(board.panels.iter().map(|it| row(press, of, it)));
            }
        }
    }
    // The newest first.
    panels.reverse();
    (!panels.is_empty()).then_some(PanelsPage { site: press.site, club: &press.league.club, panels })
}

fn row<'p>(
    press: &'p Press<'_>,
    (event, round, board): (&'p str, u32, &'p Board),
    panel: &'p Panel,
) -> PanelRow<'p> {
    let seat = |who: &'p Entrant| Seat {
        name: press.league.name(who),
        href: press.league.entrants.contains_key(who).then(|| press.places.entrant(who)),
        why: panel.named.get(who).map(String::as_str),
    };
    let is_of_match = panel.about == About::Unfinished;
    let words = |(who, words): (&Entrant, String)| (press.places.link("", who), paragraphs(&words));
    let is_found = panel.verdict.is_some();
    let votes = if is_found { panel.cast() } else { Vec::new() };
    let named = |cast: Cast| {
        let own = panel.members.iter().chain([&panel.chair]).find(|it| **it == cast.by);
        VoteRow {
            by: own.map_or("", |who| press.league.name(who)),
            finds: side_name(&cast.finds).to_owned(),
            reasons: paragraphs(&cast.reasons),
        }
    };
    PanelRow {
        event,
        round,
        board: board.number,
        href: format!("{}/round-{round}.html", press.places.event(event)),
        players: board.both().map(|who| press.places.link("", who)).into(),
        about: panel.about.to_string(),
        members: panel.members.iter().map(seat).collect(),
        chair: seat(&panel.chair),
        declined: panel.declined.iter().map(|who| press.places.link("", who)).collect(),
        said: board.said().into_iter().filter(|_| is_of_match).map(words).collect(),
        dossier: panel.dossier.map(|it| it.to_string()),
        verdict: found(panel),
        votes: votes.into_iter().map(named).collect(),
    }
}

fn paragraphs(words: &str) -> Vec<String> {
    words.split("\n\n").filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

/// What a panel found, as a sentence.
pub(super) fn found(panel: &Panel) -> Option<String> {
    let found = panel.verdict.as_ref()?;
    let votes: Vec<String> =
        found.votes.iter().map(|(word, votes)| format!("{} {votes}", side_name(word))).collect();
    let votes = if votes.is_empty() { "none".to_owned() } else { votes.join(", ") };
    let by = match found.by {
        FoundBy::Majority => "by more than half of the votes",
        FoundBy::Chair => "by the chair",
    };
    Some(format!("Found {by}: {} (votes: {votes})", side_name(&found.finds)))
}

/// Where the panel of a board stands, in a line for the page of its round.
pub(super) fn stands(board: &Board) -> Option<String> {
    let panel = board.panels.last()?;
    Some(found(panel).unwrap_or_else(|| format!("Before a panel: {}", panel.about)))
}
