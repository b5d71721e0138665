//! What users of other programs complained of, each as a test that it does not happen here.

use super::*;
use crate::Bye;
use crate::tests::entrant;

fn entries(count: usize) -> Vec<Entry> {
    entrants(count).into_iter().map(|entrant| Entry { entrant, rating: 1500 }).collect()
}

fn field(count: usize, active: &[&str], lines: &[Line], points: &Points, round: u32) -> Field {
    let active = active.iter().map(|it| entrant(it)).collect();
    Field { round, contenders: contenders(&entries(count), &active, lines, points, round), ..fresh(0) }
}

fn won(round: u32, first: &str, second: &str) -> Line {
    let end = End::Won { by: Seat::First, margin: None };
    Line::board(round, &entrant(first), &entrant(second), end, true)
}

/// BieremaBoyzProgramming/bbpPairings#27 and #19: a second bye, one of them for somebody whose first was
/// recorded as something else. A bye counts whatever it was worth, and a win by forfeit counts as one.
#[test]
fn a_bye_is_a_bye_whatever_it_was_worth() {
    let worthless = Points { bye: Halves::ZERO, ..Points::default() };
    let lines = [won(1, "1", "2"), Line::bye(1, &entrant("3"), Bye::Pairing)];
    let pairing = pair(&field(3, &["1", "2", "3"], &lines, &worthless, 2)).unwrap();
    assert_eq!(pairing.seating.byes, [entrant("2")]);
    let forfeit = Line::board(1, &entrant("3"), &entrant("4"), End::Forfeit { by: Seat::First }, false);
    let lines = [won(1, "1", "2"), forfeit];
    let pairing = pair(&field(4, &["1", "2", "3"], &lines, &worthless, 2)).unwrap();
    assert_eq!(pairing.seating.byes, [entrant("2")]);
}

/// bbpPairings#28: "half a point" and "not again" could not both be said of a bye.
#[test]
fn what_a_bye_is_worth_and_that_it_is_one_are_two_things() {
    let half = Points { bye: Halves(2), ..Points::default() };
    let lines = [won(1, "1", "2"), Line::bye(1, &entrant("3"), Bye::Pairing)];
    let field = field(3, &["1", "2", "3"], &lines, &half, 2);
    let third = field.contenders.iter().find(|it| it.entrant == entrant("3")).unwrap();
    assert_eq!((third.score, third.byes), (Halves(2), 1));
}

/// online-go/online-go.com#2412: five byes for the leader. The bye goes down the standings.
#[test]
fn the_leader_does_not_get_the_bye() {
    let mut lines = Vec::new();
    let mut had = BTreeSet::new();
    for round in 1..=5 {
        let all: Vec<String> = (1..=7).map(|it: usize| it.to_string()).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let field = field(7, &all, &lines, &Points::default(), round);
        let pairing = pair(&field).unwrap();
        let [of] = &pairing.seating.byes[..] else { panic!("one bye") };
        let without: Vec<&Contender> = field.contenders.iter().filter(|it| it.byes == 0).collect();
        let least = without.iter().map(|it| it.score).min();
        assert_eq!(field.contenders.iter().find(|it| it.entrant == *of).map(|it| it.score), least);
        assert!(had.insert(of.clone()));
        for Board { first, second } in &pairing.seating.boards {
            lines.push(won(round, first.min(second).word(), first.max(second).word()));
        }
        lines.push(Line::bye(round, of, Bye::Pairing));
    }
    assert!(!had.contains(&entrant("1")));
}

/// lichess-org/lila#12497 and #15450: leaving and joining for free points. Rounds that were missed or asked
/// off score nothing, and do not use up the right to a bye.
#[test]
fn a_round_without_a_match_scores_nothing() {
    let lines = [won(1, "1", "2"), Line::bye(1, &entrant("3"), Bye::Asked)];
    let field = field(4, &["1", "2", "3", "4"], &lines, &Points::default(), 2);
    let of = |name: &str| field.contenders.iter().find(|it| it.entrant == entrant(name)).unwrap();
    for away in ["3", "4"] {
        assert_eq!((of(away).score, of(away).byes, of(away).unplayed), (Halves::ZERO, 0, 1), "{away}");
    }
}

/// lichess-org/lila#10812: all had left and all were paired. slashinfty/tournament-organizer#10,
/// woogles-io/liwords#481, #855 and #1039: dropping somebody broke rounds. Only those who play are paired,
/// and what the others did stays.
#[test]
fn only_those_who_play_are_paired() {
    let lines = [won(1, "1", "2"), won(1, "3", "4")];
    let points = Points::default();
    assert_eq!(pair(&field(4, &[], &lines, &points, 2)), Err(Refusal::Nobody));
    let field = field(4, &["3", "2"], &lines, &points, 2);
    let pairing = pair(&field).unwrap();
    assert_eq!(boards(&pairing.seating), "2-3");
    assert_eq!(field.contenders[0].score, points.win, "his opponent left, his win stays");
}

/// lichess-org/lila#12147: two games for one pairing. The same field is the same round, however often it is
/// paired.
#[test]
fn paired_twice_is_the_same_round() {
    let mut chance = Chance::new(8);
    for _ in 0..50 {
        let count = 2 + chance.below(9);
        let field = by_chance(&mut chance, count);
        assert_eq!(pair(&field), pair(&field.clone()));
    }
}

/// A match that ended before an exchange was resolved was no meeting; one that was forfeited later was.
#[test]
fn a_forfeit_before_any_exchange_is_no_meeting() {
    let forfeit = |met| Line::board(1, &entrant("1"), &entrant("2"), End::Forfeit { by: Seat::First }, met);
    for (met, seats) in [(false, 0), (true, 1)] {
        let field = field(2, &["1", "2"], &[forfeit(met)], &Points::default(), 2);
        assert_eq!(pair(&field).unwrap().cost.of(Layer::Rematches), u64::from(met));
        assert_eq!(field.contenders[0].seats.len(), seats);
        assert_eq!(field.contenders[0].unplayed, u32::from(!met));
    }
}

/// A round that is paired again, with its own lines in the book already, or later ones, is the same round.
#[test]
fn what_comes_later_does_not_matter() {
    let lines =
        [won(1, "1", "2"), won(1, "3", "4"), won(2, "3", "1"), Line::bye(3, &entrant("2"), Bye::Pairing)];
    let at = |lines: &[Line]| field(4, &["1", "2", "3", "4"], lines, &Points::default(), 2).contenders;
    assert_eq!(at(&lines), at(&lines[..2]));
}

#[test]
fn floats_are_remembered_for_two_rounds() {
    let lines = [won(1, "1", "2"), won(1, "3", "4"), won(2, "1", "4"), won(3, "1", "3")];
    let of = |round: u32, name: &str| {
        let field = field(4, &["1", "2", "3", "4"], &lines, &Points::default(), round);
        field.contenders.iter().find(|it| it.entrant == entrant(name)).unwrap().floats
    };
    assert_eq!(of(3, "1"), [Some(Float::Down), None]);
    assert_eq!(of(3, "4"), [Some(Float::Up), None]);
    assert_eq!(of(4, "1"), [Some(Float::Down), Some(Float::Down)], "4 points against 2 in round 3");
    assert_eq!(of(4, "4"), [None, Some(Float::Up)]);
    assert_eq!(of(4, "2"), [None, None]);
}
