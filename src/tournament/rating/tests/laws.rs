//! What holds of every history.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::super::area;
use super::*;

/// The players of a history.
const WORDS: [&str; 8] = ["anna", "bert", "carl", "dora", "emil", "fritz", "gerd", "hans"];
/// How many histories are tried, and how many results each has.
const HISTORIES: usize = 1000;
const RESULTS: usize = 100;

fn outcome(dice: &mut ChaCha20Rng) -> Outcome {
    match dice.random_range(0..5) {
        0 => Outcome::Draw,
        1 | 2 => Outcome::won_by(0),
        _ => Outcome::won_by(1),
    }
}

/// Some day of two years.
fn day(dice: &mut ChaCha20Rng) -> Date {
    date(2027 + dice.random_range(0..2), dice.random_range(1..=12), dice.random_range(1..=28))
}

/// A result of two players, or, if `teams` may play, now and then of two a side.
fn result(dice: &mut ChaCha20Rng, teams: bool) -> RatedResult {
    let mut words = WORDS;
    let size = if teams && dice.random_range(0..4) == 0 { 2 } else { 1 };
    for at in 0..2 * size {
        words.swap(at, dice.random_range(at..WORDS.len()));
    }
    let (one, other) = (words[..size].join(" "), words[size..2 * size].join(" "));
    played(day(dice), &[&one, &other], outcome(dice))
}

fn results(dice: &mut ChaCha20Rng, teams: bool) -> Vec<RatedResult> {
    (0..RESULTS).map(|_| result(dice, teams)).collect()
}

/// The day as of which everything is over.
const END: Date = date(2029, 1, 1);

#[test]
fn no_result_of_area_between_two_changes_the_sum() {
    let mut dice = ChaCha20Rng::seed_from_u64(1);
    for _ in 0..HISTORIES {
        let results = results(&mut dice, false);
        let list = list(&settings(Kind::Area, &[("anna", 5761), ("bert", 9000)]), &book(&results), END);
        let sum = |part: fn(&Step) -> Rating, at: usize| -> i64 {
            let of = |row: &Row| list.steps(&row.entrant)[at..].first().map_or(0, |step| part(step).points());
            list.rows.iter().map(of).sum()
        };
        let now: i64 = list.rows.iter().map(|row| row.rating.points()).sum();
        assert_eq!(now, sum(|step| step.before, 0));
        let moved: i64 = list.rows.iter().flat_map(|row| list.steps(&row.entrant)).map(Step::change).sum();
        assert_eq!(moved, 0);
    }
}

/// All at once, against each result by the formula alone.
#[test]
fn a_whole_history_equals_its_results_one_by_one() {
    let mut dice = ChaCha20Rng::seed_from_u64(2);
    for _ in 0..HISTORIES {
        let results = results(&mut dice, false);
        let mut by_hand: BTreeMap<Entrant, i64> = BTreeMap::new();
        for result in &results {
            let [one, other] = [&result.sides()[0][0], &result.sides()[1][0]];
            let [before, against] = [one, other].map(|it| *by_hand.get(it).unwrap_or(&area::START));
            let gain = area::gain(before, against, result.score(0, 1).unwrap());
            by_hand.extend([(one.clone(), before + gain), (other.clone(), against - gain)]);
        }
        let list = list(&Settings::new(Kind::Area), &book(&results), END);
        let at_once: BTreeMap<Entrant, i64> =
            list.rows.iter().map(|row| (row.entrant.clone(), row.rating.points())).collect();
        assert_eq!(at_once, by_hand);
    }
}

/// A list and each shorter one agree on the steps that both have.
#[test]
fn what_comes_later_changes_no_earlier_step() {
    let mut dice = ChaCha20Rng::seed_from_u64(3);
    for kind in [Kind::Area, Kind::Elo] {
        let results = results(&mut dice, true);
        let whole = list(&Settings::new(kind), &book(&results), END);
        for length in 0..results.len() {
            let part = list(&Settings::new(kind), &book(&results[..length]), END);
            for row in &part.rows {
                let steps = part.steps(&row.entrant);
                assert_eq!(steps, &whole.steps(&row.entrant)[..steps.len()]);
            }
        }
    }
}

/// A book with mistakes that are corrected, some twice, some to nothing, some of what was not rated, some
/// out of order, against the book that never had them.
#[test]
fn a_correction_equals_a_history_that_never_had_the_mistake() {
    let mut dice = ChaCha20Rng::seed_from_u64(4);
    for number in 0..HISTORIES {
        let mut truth = Vec::new();
        let mut lines = Vec::new();
        let mut corrections = Vec::new();
        for entry in 1..=RESULTS as u64 {
            let right = result(&mut dice, true);
            let said = |result| BookLine { entry, said: Entered::Result(result) };
            match dice.random_range(0..20) {
                0 => {
                    lines.push(said(result(&mut dice, true)));
                    corrections.push((entry, None));
                    continue;
                }
                1 | 2 => {
                    lines.push(said(result(&mut dice, true)));
                    corrections.push((entry, Some(right.clone())));
                }
                3 => corrections.push((entry, Some(right.clone()))),
                _ => lines.push(said(right.clone())),
            }
            truth.push(said(right));
        }
        let mut next = RESULTS as u64;
        for (of, right) in corrections {
            next += 2;
            // Every other correction was wrong itself.
            if dice.random_range(0..2) == 0 {
                lines.push(corrected(next - 1, of, Some(result(&mut dice, true))));
                lines.push(corrected(next, next - 1, right));
            } else {
                lines.push(corrected(next, of, right));
            }
        }
        lines.rotate_left(dice.random_range(0..RESULTS / 2));
        let kind = [Kind::Area, Kind::Elo, by_thirds()][number % 3];
        assert_eq!(list(&Settings::new(kind), &lines, END), list(&Settings::new(kind), &truth, END));
    }
}
