//! Results between people of like strength, by the results alone, for what they say about sides.

use jiff::civil::Date;
use tournament::Entrant;
use tournament::Halves;
use tournament::estimate::Margin;
use tournament::rating::{BookLine, Entered, History, Kind, List, Settings, rate};

use super::ratings::rated;
use crate::book::result::DRAW;
use crate::book::{How, Outcome};

/// Of results in their order those that are rated and in which the ratings of both, before the match, lay at
/// most so many points apart. The ratings are those of AREA, as they follow from these results alone.
pub fn near(results: &[Outcome], within: i64) -> Vec<&Outcome> {
    let lines: Vec<BookLine> = results
        .iter()
        .zip(1..)
        .filter_map(|(result, entry)| Some(BookLine { entry, said: Entered::Result(rated(result)?) }))
        .collect();
    let settings = Settings::new(Kind::Area);
    let Ok(history) = History::of(&lines) else { return Vec::new() };
    let list = rate(&settings, &history, Date::MAX);
    let is_near = |(at, result): &(usize, &Outcome)| {
        let gap = result.seats.values().flatten().next().and_then(|who| gap(&list, who, *at as u64 + 1));
        gap.is_some_and(|gap| gap <= within)
    };
    results.iter().enumerate().filter(is_near).map(|(_, result)| result).collect()
}

/// How far apart both were rated before a match.
fn gap(list: &List, who: &Entrant, entry: u64) -> Option<i64> {
    let mut duels = list.steps(who).iter().flat_map(|step| &step.duels);
    let duel = duels.find(|duel| duel.entry == entry)?;
    Some((duel.own.points() - duel.theirs.points()).abs())
}

/// By how much a side won a match of two: by points before any handicap, where points decided; otherwise it
/// was sudden. Nothing where it is no side of the match, or the clock or a panel decided.
pub fn margin(result: &Outcome, side: &str) -> Option<Margin> {
    let own = *result.points.get(side)?;
    let other = *result.points.iter().find(|(word, _)| *word != side)?.1;
    let by_points = Margin::Points(Halves::whole(own - other));
    let sudden = match result.winner() {
        Some(winner) if winner == side => Margin::SuddenVictory,
        Some(_) => Margin::SuddenDefeat,
        None => Margin::Points(Halves::ZERO),
    };
    match (result.how, &result.handicap) {
        (How::Played, Some(handicap)) if handicap.void => Some(sudden),
        (How::Played, Some(_)) => Some(by_points),
        (How::Played, None) => {
            let leads = match own.cmp(&other) {
                std::cmp::Ordering::Greater => result.outcome == side,
                std::cmp::Ordering::Less => result.winner().is_some_and(|winner| winner != side),
                std::cmp::Ordering::Equal => result.outcome == DRAW,
            };
            Some(if leads { by_points } else { sudden })
        }
        (How::Conceded | How::Agreed, _) => Some(sudden),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::fact::Handicap;

    fn result(axis: &str, allies: &str, outcome: &str, points: [i64; 2]) -> Outcome {
        let seats = [("axis", axis), ("allies", allies)];
        let seats = seats.map(|(side, who)| (side.to_owned(), vec![Entrant::new(who)]));
        let points = [("axis", points[0]), ("allies", points[1])];
        Outcome {
            rated: true,
            met: true,
            ended: "2026-09-01T18:00:00Z".to_owned(),
            points: points.map(|(side, points)| (side.to_owned(), points)).into(),
            ..Outcome::bare(("autumn", 1, 1), seats.into(), How::Played, outcome)
        }
    }

    #[test]
    fn people_far_apart_are_left_out() {
        // Each win against a newcomer moves anna on: 5100, 5195, 5285, 5371, 5452. The sixth is too far.
        let newcomers = ["b", "c", "d", "e", "f", "g", "h", "i"];
        let results: Vec<Outcome> =
            newcomers.iter().map(|who| result("anna", who, "axis", [10, 3])).collect();
        assert_eq!(near(&results, 400).len(), 5);
        assert_eq!(near(&results, 100_000).len(), 8);
        assert_eq!(near(&results, 0).len(), 1);
        let unrated: Vec<Outcome> = results.iter().map(|it| Outcome { rated: false, ..it.clone() }).collect();
        assert!(near(&unrated, 400).is_empty());
    }

    #[test]
    fn margins_are_those_of_points_where_points_decided() {
        let points = |points: i64| Some(Margin::Points(Halves::whole(points)));
        let plain = result("a", "b", "axis", [10, 3]);
        assert_eq!((margin(&plain, "axis"), margin(&plain, "allies")), (points(7), points(-7)));
        let sudden = result("a", "b", "allies", [10, 3]);
        assert_eq!(margin(&sudden, "axis"), Some(Margin::SuddenDefeat));
        let handicap = |void| Some(Handicap { side: "axis".to_owned(), halves: 30, void });
        // The handicap turned the result round; what the sides are worth is asked before it.
        let turned = Outcome { handicap: handicap(false), ..result("a", "b", "allies", [10, 3]) };
        assert_eq!(margin(&turned, "axis"), points(7));
        let void = Outcome { handicap: handicap(true), ..plain.clone() };
        assert_eq!(margin(&void, "axis"), Some(Margin::SuddenVictory));
        let conceded = Outcome { how: How::Conceded, ..plain.clone() };
        assert_eq!(margin(&conceded, "allies"), Some(Margin::SuddenDefeat));
        assert_eq!(margin(&Outcome { how: How::Clock, ..plain.clone() }, "axis"), None);
        assert_eq!(margin(&plain, "soviet"), None);
    }
}
