//! Several players a side, and three sides.

use super::super::area;
use super::super::glicko::{Glicko2, together};
use super::*;

/// The change of an entrant on a list, in points.
fn change(list: &List, word: &str) -> i64 {
    list.steps(&entrant(word)).iter().map(Step::change).sum::<i64>() / 1000
}

#[test]
fn a_side_counts_as_the_mean_of_its_players() {
    let starts = [("anna", 5761), ("bert", 5000), ("carl", 4965), ("dora", 5000)];
    let lines = book(&[played(DAY, &["anna bert", "carl dora"], Outcome::won_by(1))]);
    let list = list(&settings(Kind::Area, &starts), &lines, DAY);
    // 5380.5 and 4982.5, both rounded up: the weaker side gains 120.
    let gain = area::gain(4983, 5381, Score::Win);
    assert_eq!(gain, 120);
    for (word, by) in [("anna", -gain), ("bert", -gain), ("carl", gain), ("dora", gain)] {
        assert_eq!(change(&list, word), by, "{word}");
    }
    let duel = &list.steps(&entrant("anna"))[0].duels[0];
    assert_eq!((&duel.partners, &duel.against), (&entrants("bert"), &entrants("carl dora")));
    assert_eq!((duel.own, duel.theirs), (Rating::Points(5381), Rating::Points(4983)));
}

#[test]
fn one_against_two_is_rated_too() {
    let list = list(&Settings::new(Kind::Area), &book(&[beat(DAY, "anna", "bert carl")]), DAY);
    assert_eq!(["anna", "bert", "carl"].map(|word| points(&list, word)), [5100, 4900, 4900]);
}

#[test]
fn of_three_sides_the_winner_meets_each_other_for_half() {
    let starts = [("anna", 5000), ("bert", 5010), ("carl", 4000)];
    let lines = book(&[played(DAY, &["anna", "bert", "carl"], Outcome::won_by(0))]);
    let list = list(&settings(Kind::Area, &starts), &lines, DAY);
    // 101 and 50 points, halved toward zero.
    assert_eq!(["anna", "bert", "carl"].map(|word| change(&list, word)), [75, -50, -25]);
    let steps = list.steps(&entrant("anna"));
    assert_eq!((steps.len(), steps[0].duels.len()), (1, 2));
    assert_eq!(list.steps(&entrant("bert"))[0].duels.len(), 1, "losers do not meet");
    assert_eq!(list.row(&entrant("anna")).unwrap().matches, 1);
}

#[test]
fn of_three_sides_two_may_win_together_or_nobody() {
    let both = Outcome::Won([0, 2].into());
    let won = list(&Settings::new(Kind::Area), &book(&[played(DAY, &["anna", "bert", "carl"], both)]), DAY);
    assert_eq!(["anna", "bert", "carl"].map(|word| change(&won, word)), [50, -100, 50]);
    let lines = book(&[played(DAY, &["anna", "bert", "carl"], Outcome::Draw)]);
    let tied = list(&settings(Kind::Area, &[("anna", 5400)]), &lines, DAY);
    assert_eq!(["anna", "bert", "carl"].map(|word| change(&tied, word)), [-20, 10, 10]);
}

#[test]
fn elo_halves_what_three_sides_make_of_it() {
    let lines = book(&[played(DAY, &["anna", "bert", "carl"], Outcome::won_by(2))]);
    let list = list(&Settings::new(Kind::Elo), &lines, DAY);
    assert_eq!(["anna", "bert", "carl"].map(|word| change(&list, word)), [-10, -10, 20]);
}

#[test]
fn glicko_2_takes_a_side_as_one_opponent() {
    let spring = date(2027, 2, 1);
    let of = |sides: &[&str]| {
        let starts = [("bert", 1600), ("carl", 1400)];
        let lines = book(&[played(spring, sides, Outcome::won_by(0))]);
        list(&settings(by_thirds(), &starts), &lines, date(2027, 5, 1))
    };
    // The mean of 1600 and 1400 is an equal, whose deviation is theirs.
    let rating = |list: &List, word: &str| list.row(&entrant(word)).unwrap().rating;
    assert_eq!(rating(&of(&["anna", "bert carl"]), "anna"), rating(&of(&["anna", "dora"]), "anna"));
    let three = of(&["anna", "bert", "carl"]);
    assert_eq!(three.steps(&entrant("anna"))[0].duels.len(), 2);
    assert_eq!(three.row(&entrant("anna")).unwrap().matches, 1);
}

#[test]
fn several_of_glicko_2_are_as_unsure_as_the_root_of_their_mean_square() {
    let rated = |rating, deviation| Glicko2 { rating, deviation, volatility: 60_000 };
    let both = [rated(1_600_000, 100_000), rated(1_400_001, 300_000)];
    assert_eq!(together(&both), rated(1_500_001, 223_607));
    assert_eq!(together(&both[..1]), both[0]);
}

#[test]
fn what_cannot_be_rated_is_refused() {
    let made = |sides: &[&str], outcome| {
        let side = |side: &&str| side.split_whitespace().map(Entrant::new).collect();
        RatedResult::new(DAY, sides.iter().map(side).collect(), outcome).unwrap_err()
    };
    assert_eq!(made(&["anna"], Outcome::Draw), ResultFault::Sides(1));
    assert_eq!(made(&["anna", "bert", "carl", "dora"], Outcome::Draw), ResultFault::Sides(4));
    assert_eq!(made(&["anna", ""], Outcome::won_by(0)), ResultFault::Empty(1));
    assert_eq!(made(&["anna", "bert anna"], Outcome::Draw), ResultFault::Twice(entrant("anna")));
    assert_eq!(made(&["anna", "bert"], Outcome::won_by(2)), ResultFault::NoSide(2));
    assert_eq!(made(&["anna", "bert"], Outcome::Won([0, 1].into())), ResultFault::NoWinner);
    assert_eq!(made(&["anna", "bert"], Outcome::Won([].into())), ResultFault::NoWinner);
    assert_eq!(ResultFault::NoSide(2).to_string(), "side 3 won, and there is no such side");
}
