//! Who stands where, who is active, and how each step is explained.

use super::*;

#[test]
fn a_list_has_the_best_first_and_equals_on_one_place() {
    let lines = book(&[beat(DAY, "bert", "carl"), beat(DAY, "anna", "dora"), beat(DAY, "emil", "fritz")]);
    let list = list(&settings(Kind::Area, &[("emil", 5200), ("fritz", 5200)]), &lines, DAY);
    let rows: Vec<_> = list.rows.iter().map(|row| (row.entrant.word(), row.rank)).collect();
    let placed = [("emil", 1), ("anna", 2), ("bert", 2), ("fritz", 2), ("carl", 5), ("dora", 5)];
    assert_eq!(rows, placed.map(|(word, rank)| (word, Some(rank))));
}

#[test]
fn twelve_months_without_a_match_make_a_player_inactive() {
    let lines = book(&[beat(DAY, "anna", "bert"), beat(date(2028, 6, 1), "carl", "bert")]);
    let settings = Settings::new(Kind::Area);
    let to_the_day = list(&settings, &lines, date(2028, 11, 21));
    assert_eq!(to_the_day.row(&entrant("anna")).unwrap().rank, Some(1));
    let a_day_later = list(&settings, &lines, date(2028, 11, 22));
    let anna = a_day_later.row(&entrant("anna")).unwrap();
    assert_eq!((anna.rank, anna.rating, anna.last), (None, Rating::Points(5100), DAY));
    // Bert has played Carl since.
    let rows: Vec<&str> = a_day_later.rows.iter().map(|row| row.entrant.word()).collect();
    assert_eq!(rows, ["carl", "bert", "anna"]);
}

#[test]
fn a_result_that_comes_late_makes_nobody_inactive() {
    let lines = book(&[beat(date(2028, 6, 1), "anna", "bert"), beat(DAY, "anna", "carl")]);
    let list = list(&Settings::new(Kind::Area), &lines, date(2029, 1, 1));
    let anna = list.row(&entrant("anna")).unwrap();
    assert_eq!((anna.last, anna.rank), (date(2028, 6, 1), Some(1)));
}

#[test]
fn a_year_after_the_29th_of_february_is_the_28th() {
    let lines = book(&[beat(date(2028, 2, 29), "anna", "bert")]);
    let is_active = |day| list(&Settings::new(Kind::Area), &lines, day).rows[0].rank.is_some();
    assert!(is_active(date(2029, 2, 28)) && !is_active(date(2029, 3, 1)));
}

#[test]
fn under_five_matches_a_rating_is_provisional() {
    let matches: Vec<RatedResult> =
        (0..5).map(|at| beat(DAY, "anna", ["bert", "carl", "dora", "emil", "carl"][at])).collect();
    let is_provisional = |count: usize| {
        let list = list(&Settings::new(Kind::Area), &book(&matches[..count]), DAY);
        list.row(&entrant("anna")).unwrap().provisional
    };
    assert_eq!((is_provisional(4), is_provisional(5)), (true, false));
}

#[test]
fn a_deviation_over_110_is_provisional() {
    let day = date(2027, 2, 1);
    let play = |count: usize| (0..count).map(|_| beat(day, "anna", "bert")).collect::<Vec<_>>();
    let row =
        |count| list(&settings(by_thirds(), &[]), &book(&play(count)), date(2027, 5, 1)).rows[0].clone();
    let deviation = |row: &Row| match row.rating {
        Rating::Glicko2(glicko) => glicko.deviation,
        Rating::Points(_) => 0,
    };
    let few = row(5);
    assert!(few.provisional && few.matches == 5 && deviation(&few) > 110_000);
    let many = row(60);
    assert!(!many.provisional && deviation(&many) <= 110_000, "{many:?}");
}

#[test]
fn a_list_as_of_a_day_knows_nothing_that_came_later() {
    let lines = book(&[beat(DAY, "anna", "bert"), beat(date(2028, 1, 5), "bert", "carl")]);
    let early = list(&Settings::new(Kind::Area), &lines, DAY);
    assert_eq!(early, list(&Settings::new(Kind::Area), &lines[..1], DAY));
    assert_eq!((early.rows.len(), early.row(&entrant("carl"))), (2, None));
    assert!(early.steps(&entrant("carl")).is_empty());
}

#[test]
fn each_step_of_a_rating_is_explained() {
    let tied = played(date(2027, 12, 1), &["carl", "anna"], Outcome::Draw);
    let lines = book(&[beat(DAY, "anna", "bert"), beat(DAY, "carl", "bert"), tied]);
    let list = list(&settings(Kind::Elo, &[("bert", 1700)]), &lines, date(2027, 12, 1));
    let steps = list.steps(&entrant("anna"));
    let first = &steps[0].duels[0];
    assert_eq!((first.entry, first.date, first.score), (1, DAY, Score::Win));
    assert_eq!(
        (&first.against, first.own, first.theirs),
        (&entrants("bert"), Rating::Points(1500), Rating::Points(1700))
    );
    assert_eq!(first.how, How::Elo { expected: 24, factor: 40, change: 30 });
    assert_eq!((steps[0].before, steps[0].after), (Rating::Points(1500), Rating::Points(1530)));
    assert_eq!((steps[1].duels[0].entry, steps[1].before, steps.len()), (3, Rating::Points(1530), 2));
    assert_eq!(steps[1].after, list.row(&entrant("anna")).unwrap().rating);
}

#[test]
fn a_period_that_runs_waits_for_its_end() {
    let lines = book(&[beat(date(2027, 2, 1), "anna", "bert"), beat(date(2027, 5, 1), "carl", "anna")]);
    let settings = settings(by_thirds(), &[]);
    let running = list(&settings, &lines, date(2027, 8, 31));
    let anna = running.row(&entrant("anna")).unwrap();
    assert_eq!((anna.matches, anna.waiting, anna.last), (1, 1, date(2027, 5, 1)));
    let carl = running.row(&entrant("carl")).unwrap();
    assert_eq!((carl.matches, carl.waiting, carl.rating.points()), (0, 1, 1500));
    let over = list(&settings, &lines, date(2027, 9, 1));
    let steps = over.steps(&entrant("anna"));
    let periods: Vec<_> = steps.iter().map(|step| step.period.unwrap()).collect();
    assert_eq!(periods, [(date(2027, 1, 1), date(2027, 5, 1)), (date(2027, 5, 1), date(2027, 9, 1))]);
    assert_eq!(steps[0].duels[0].how, How::Glicko2 { expected: 500 });
    assert!(steps[1].change() < 0 && steps[0].change() > 0);
    // Bert has played nothing since: his rating stays, and his deviation grows.
    let idle = &over.steps(&entrant("bert"))[1];
    assert!(idle.duels.is_empty() && idle.change() == 0 && idle.before != idle.after);
}

#[test]
fn a_book_must_make_sense() {
    let result = || beat(DAY, "anna", "bert");
    let mut lines = book(&[result()]);
    lines.push(corrected(5, 5, None));
    let fault = History::of(&lines).unwrap_err();
    assert_eq!(fault, BookFault::NotBefore { entry: 5, of: 5 });
    assert_eq!(fault.to_string(), "entry 5 corrects entry 5, which does not come before it");
    lines[1] = BookLine { entry: 1, said: Entered::Result(result()) };
    assert_eq!(History::of(&lines), Err(BookFault::Twice(1)));
}
