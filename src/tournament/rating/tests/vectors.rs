//! What has been published, or was worked out by hand.

use super::super::glicko::{self, Glicko2};
use super::super::{area, elo};
use super::*;

#[test]
fn wins_of_area() {
    for (winner, loser, after) in [
        (5000, 5000, (5100, 4900)),
        (5761, 4965, (5821, 4905)),
        (4965, 5761, (5105, 5621)),
        (7000, 3000, (7001, 2999)),
        (3000, 7000, (3200, 6800)),
        (5010, 5000, (5109, 4901)),
        (5000, 5010, (5101, 4909)),
    ] {
        let gain = area::gain(winner, loser, Score::Win);
        assert_eq!((winner + gain, loser + area::gain(loser, winner, Score::Loss)), after);
        let list = list(
            &settings(Kind::Area, &[("anna", winner), ("bert", loser)]),
            &book(&[beat(DAY, "anna", "bert")]),
            DAY,
        );
        assert_eq!((points(&list, "anna"), points(&list, "bert")), after);
    }
}

#[test]
fn ties_of_area() {
    for (higher, lower, after) in [
        (5761, 4965, (5721, 5005)),
        (5010, 5000, (5009, 5001)),
        (7000, 2000, (6800, 2200)),
        (5000, 5000, (5000, 5000)),
    ] {
        let list = list(
            &settings(Kind::Area, &[("anna", higher), ("bert", lower)]),
            &book(&[played(DAY, &["anna", "bert"], Outcome::Draw)]),
            DAY,
        );
        assert_eq!((points(&list, "anna"), points(&list, "bert")), after);
    }
}

#[test]
fn expectations_of_elo() {
    for (difference, higher) in [(0, 50), (100, 64), (200, 76), (350, 89), (400, 92), (401, 92), (2000, 92)] {
        assert_eq!(elo::expected(1500 + difference, 1500), higher, "{difference}");
        assert_eq!(elo::expected(1500, 1500 + difference), 100 - higher, "{difference}");
    }
    // Each bound is the first difference of its hundredth.
    assert_eq!((elo::expected(1503, 1500), elo::expected(1504, 1500)), (50, 51));
    assert_eq!((elo::expected(1891, 1500), elo::expected(1892, 1500)), (91, 92));
}

#[test]
fn changes_of_elo() {
    assert_eq!(elo::change(40, Score::Win, 50, 1), 20);
    assert_eq!(elo::change(20, Score::Loss, 64, 1), -13);
    assert_eq!(elo::change(10, Score::Draw, 92, 1), -4);
    // 0.5 of a point, and 1.5 of a loss.
    assert_eq!((elo::change(10, Score::Win, 95, 1), elo::change(10, Score::Loss, 15, 1)), (1, -2));
}

#[test]
fn the_factor_of_elo_falls() {
    assert_eq!((elo::factor(0, 1500), elo::factor(29, 2399)), (40, 40));
    assert_eq!((elo::factor(30, 1500), elo::factor(30, 2400), elo::factor(5, 2400)), (20, 10, 10));
    let matches: Vec<RatedResult> = (0..40).map(|_| beat(DAY, "anna", "bert")).collect();
    let list = list(&settings(Kind::Elo, &[("anna", 2390)]), &book(&matches), DAY);
    let factor = |step: &Step| match step.duels[0].how {
        How::Elo { factor, .. } => factor,
        other => panic!("{other:?}"),
    };
    let of = |word: &str| list.steps(&entrant(word)).iter().map(factor).collect::<Vec<_>>();
    // Anna needs four matches of 40 x 0.08 to reach 2400; Bert has played 30 after 30.
    assert_eq!(of("anna")[..5], [40, 40, 40, 40, 10]);
    assert_eq!((of("bert")[29], of("bert")[30]), (40, 20));
}

/// The example of Glickman's paper, section "Example calculation".
#[test]
fn the_example_of_glicko_2() {
    let rated = |rating, deviation| Glicko2 { rating, deviation, volatility: 60_000 };
    let played = [
        (rated(1_400_000, 30_000), Score::Win),
        (rated(1_550_000, 100_000), Score::Loss),
        (rated(1_700_000, 300_000), Score::Loss),
    ];
    let after = glicko::after_period(rated(1_500_000, 200_000), &played, 500);
    assert_eq!(after, Glicko2 { rating: 1_464_051, deviation: 151_517, volatility: 59_996 });
    assert!((after.rating - 1_464_060).abs() <= 20 && (after.deviation - 151_520).abs() <= 20);
    assert_eq!(after.to_string(), "1464.051 (151.517)");
}

#[test]
fn an_idle_player_of_glicko_2_gains_deviation_alone() {
    let before = Glicko2 { rating: 1_500_000, deviation: 200_000, volatility: 60_000 };
    let after = glicko::after_period(before, &[], 500);
    // The square root of 200 squared and (0.06 x 173.7178) squared.
    assert_eq!(after, Glicko2 { deviation: 200_271, ..before });
    let unsure = Glicko2 { deviation: 350_000, ..before };
    assert_eq!(glicko::after_period(unsure, &[], 500), unsure);
}

/// The library divides by what is zero here; nobody may be lost by it.
#[test]
fn an_upset_beyond_all_measure_stays_within_bounds() {
    let rated = |rating| Glicko2 { rating, deviation: 30_000, volatility: 60_000 };
    for score in [Score::Loss, Score::Draw, Score::Win] {
        let after = glicko::after_period(rated(9_000_000), &[(rated(-9_000_000), score)], 500);
        assert!((after.rating - 9_000_000).abs() < 20_000, "{score:?}: {after:?}");
        assert!((29_000..=350_000).contains(&after.deviation), "{score:?}: {after:?}");
    }
}

#[test]
fn a_period_begins_on_its_day() {
    let periods = |months, first| Periods { months: NonZeroU16::new(months).unwrap(), first };
    let thirds = periods(4, date(2027, 1, 1));
    for (day, number) in [
        (date(2027, 1, 1), 0),
        (date(2027, 4, 30), 0),
        (date(2027, 5, 1), 1),
        (date(2028, 1, 1), 3),
        (date(2026, 12, 31), -1),
        (date(2026, 8, 31), -2),
    ] {
        assert_eq!(thirds.of(day), number, "{day}");
    }
    let ends = periods(1, date(2027, 1, 31));
    assert_eq!(ends.begins(1), Some(date(2027, 2, 28)));
    assert_eq!(
        (ends.of(date(2027, 2, 27)), ends.of(date(2027, 2, 28)), ends.of(date(2027, 3, 30))),
        (0, 1, 1)
    );
    assert_eq!(ends.begins(i64::MAX), None);
}
