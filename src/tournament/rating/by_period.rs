//! Glicko-2: all results of a period move ratings at once, when it is over.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::Entrant;

use super::History;
use super::contest::Contest;
use super::glicko::{self, Glicko2, Terms};
use super::result::{RatedResult, Score};
use super::settings::Settings;
use super::sheet::{Sheet, note};
use super::step::{Duel, How, Rating, Step};

/// The results of each period, with their entries.
type ByPeriod<'a> = BTreeMap<i64, Vec<(u64, &'a RatedResult)>>;

/// Counts all results up to a day, period by period. Those of the period in which the day lies wait for its
/// end.
pub(super) fn count(settings: &Settings, terms: Terms, history: &History, as_of: Date) -> Sheet {
    let mut played = ByPeriod::new();
    for (entry, result) in history.results().filter(|(_, result)| result.date() <= as_of) {
        played.entry(terms.periods.of(result.date())).or_default().push((entry, result));
    }
    let mut sheet = Sheet::new();
    let Some(first) = played.keys().next().copied() else { return sheet };
    let running = terms.periods.of(as_of);
    for number in first..running {
        let results = played.remove(&number).unwrap_or_default();
        results.iter().for_each(|(_, result)| note(&mut sheet, settings, result));
        close(&mut sheet, terms, number, &results);
    }
    for (_, result) in played.into_values().flatten() {
        note(&mut sheet, settings, result);
        for entrant in result.sides().iter().flatten() {
            sheet.get_mut(entrant).expect("all players of a result were noted").waiting += 1;
        }
    }
    sheet
}

/// Closes a period: everybody on the sheet takes a step, from the ratings that all had before it.
fn close(sheet: &mut Sheet, terms: Terms, number: i64, results: &[(u64, &RatedResult)]) {
    let mut duels = duels(sheet, results);
    let [begins, next] = [number, number + 1].map(|number| terms.periods.begins(number).unwrap_or(Date::MAX));
    for (entrant, player) in sheet {
        let (matches, duels) = duels.remove(entrant).unwrap_or_default();
        let played: Vec<(Glicko2, Score)> = duels.iter().map(|duel| (of(duel.theirs), duel.score)).collect();
        let after = Rating::Glicko2(glicko::after_period(of(player.rating), &played, terms.tau));
        player.matches += matches;
        player.take(Step { period: Some((begins, next)), duels, before: player.rating, after });
    }
}

/// How many matches each player played in a period, and what they are against each other side.
fn duels(sheet: &Sheet, results: &[(u64, &RatedResult)]) -> BTreeMap<Entrant, (u32, Vec<Duel>)> {
    let how = |own, theirs, _| How::Glicko2 { expected: glicko::expected(of(own), of(theirs)) };
    let mut found: BTreeMap<Entrant, (u32, Vec<Duel>)> = BTreeMap::new();
    for (entry, result) in results {
        let rated = |side: &Vec<Entrant>| {
            let ratings: Vec<Glicko2> = side.iter().map(|entrant| of(sheet[entrant].rating)).collect();
            Rating::Glicko2(glicko::together(&ratings))
        };
        let contest = Contest { entry: *entry, result, sides: result.sides().iter().map(rated).collect() };
        for (side, entrant) in contest.players() {
            let (matches, duels) = found.entry(entrant.clone()).or_default();
            *matches += 1;
            duels.extend(contest.duels((side, entrant), sheet[entrant].rating, how));
        }
    }
    found
}

/// A rating of a list of Glicko-2.
fn of(rating: Rating) -> Glicko2 {
    match rating {
        Rating::Glicko2(glicko) => glicko,
        Rating::Points(_) => unreachable!("a list of Glicko-2 begins with ratings of Glicko-2"),
    }
}
