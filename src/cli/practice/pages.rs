//! The pages beside reports and the page for orders: what stands above these, and the end.

use serde::Serialize;

use crate::kit::Kit;
use crate::matches::{Game, MatchFault};
use crate::party::Party;
use crate::report::Hint;
use crate::view::Packet;

/// What stands above the page for orders.
#[derive(Serialize)]
struct Banner<'a> {
    own: &'a str,
    /// The exchanges since the player's last orders that asked others alone: their reports are news too.
    earlier: Vec<u32>,
    /// What the game is about, in its first turn.
    aim: Option<&'a str>,
    hints: Vec<&'a Hint>,
    /// What people at a table must declare before the match goes on.
    wanted: Vec<String>,
}

/// The end of a match.
#[derive(Serialize)]
struct End<'a> {
    #[serde(rename = "match")]
    match_id: &'a str,
    game: &'a str,
    side: &'a str,
    own: &'a str,
    won: bool,
    drawn: bool,
    winner: Option<&'a str>,
    agreed: Option<String>,
    points: Vec<(&'a str, i32)>,
    officers: Vec<&'a str>,
    verdict: &'a str,
}

/// What stands above the page for orders: with hints, if they are wanted, as long as the first turn lasts.
///
/// # Errors
/// If a template is wrong.
pub(super) fn banner(kit: &Kit, game: &Game, packet: &Packet, hints: bool) -> Result<String, MatchFault> {
    let known = match hints {
        true => kit.templates.hints(&packet.system)?,
        false => None,
    };
    let known = known.filter(|hints| game.exchanges_by_turn().len() <= hints.turns);
    let is_asked = |hint: &&Hint| packet.questions.iter().any(|question| question.kind == hint.kind);
    let banner = Banner {
        own: packet.party.name(),
        earlier: earlier(game, packet.party),
        aim: known.as_ref().map(|hints| hints.aim.as_str()),
        hints: known.iter().flat_map(|hints| hints.questions.iter().filter(is_asked)).collect(),
        wanted: if game.open { Vec::new() } else { game.rules.wanted() },
    };
    Ok(kit.templates.page("common/html/practice-banner.html", &banner)?)
}

/// The exchanges since a party's last orders that asked others alone. Of those that are long past a match
/// knows who committed, and not who was asked.
fn earlier(game: &Game, party: Party) -> Vec<u32> {
    let closed = &game.exchanges[..game.exchanges.len() - usize::from(game.open)];
    let others = closed.iter().rev().take_while(|it| it.submissions.committed(party).is_none());
    let mut others: Vec<u32> = others.map(|exchange| exchange.number).collect();
    others.reverse();
    others
}

/// What leads back from a report to the page for orders.
///
/// # Errors
/// If a template is wrong.
pub(super) fn way_back(kit: &Kit, is_deeper: bool) -> Result<String, MatchFault> {
    let home = if is_deeper { "../" } else { "./" };
    Ok(kit.templates.page("common/html/practice-back.html", &serde_json::json!({ "home": home }))?)
}

/// The end of a match: the result, the ways to see it again, what the audit found.
///
/// # Errors
/// If a template is wrong.
pub(super) fn end(kit: &Kit, game: &Game, party: Party, verdict: &str) -> Result<String, MatchFault> {
    let winner = game.winner();
    let settings = &game.settings;
    let page = End {
        match_id: &settings.match_id,
        game: game.rules.about().title.name,
        side: party.side().id(),
        own: party.name(),
        won: winner == Some(party.side()),
        drawn: winner.is_none(),
        winner: winner.map(|side| side.name()),
        agreed: game.agreed_words(),
        points: game.sides().iter().map(|side| (side.name(), game.rules.points(*side))).collect(),
        officers: settings.officers.iter().map(|party| party.name()).collect(),
        verdict,
    };
    Ok(kit.templates.page("common/html/practice-end.html", &page)?)
}

/// A page with something above its first part.
pub(super) fn with(page: String, banner: &str) -> String {
    const HEADED: &str = "</header>";
    // A club's own template may have no head.
    let at = page.find(HEADED).map_or_else(
        || page.find("<body").and_then(|at| Some(at + page[at..].find('>')? + 1)).unwrap_or(0),
        |at| at + HEADED.len(),
    );
    format!("{}\n{banner}{}", &page[..at], &page[at..])
}
