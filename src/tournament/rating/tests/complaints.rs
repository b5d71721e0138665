//! What players of other clubs complained of, and what prevents it here.

use super::*;

/// online-go/goratings#13, atomflunder/skillratings#2, iain/elo#1: a result is undone, and ratings stay
/// wrong, for an inverse formula begins from ratings that have moved on.
#[test]
fn an_annulled_result_leaves_nothing_behind() {
    let mut lines = book(&[
        beat(DAY, "anna", "bert"),
        beat(DAY, "anna", "carl"),
        beat(DAY, "bert", "carl"),
        beat(DAY, "carl", "anna"),
    ]);
    lines.push(corrected(9, 1, None));
    let never: Vec<BookLine> = lines[1..4].to_vec();
    for kind in [Kind::Area, Kind::Elo, by_thirds()] {
        let settings = settings(kind, &[("anna", 2000)]);
        let end = date(2028, 5, 1);
        assert_eq!(list(&settings, &lines, end), list(&settings, &never, end));
    }
}

/// thewca/wca-regulations#997, and every club whose ratings move in the night: who moved by an entry is said.
#[test]
fn whoever_is_moved_by_a_correction_is_named() {
    let mut lines = book(&[beat(DAY, "anna", "bert"), beat(DAY, "bert", "carl"), beat(DAY, "dora", "emil")]);
    lines.push(corrected(7, 1, Some(beat(DAY, "bert", "anna"))));
    let moved = changes(&Settings::new(Kind::Area), &lines, 7, DAY).unwrap();
    let words: Vec<&str> = moved.iter().map(|moved| moved.entrant.word()).collect();
    // Carl lost to somebody who was rated otherwise, Dora is first no more, and Emil is where he was.
    assert_eq!(words, ["anna", "bert", "carl", "dora"]);
    let of = |word: &str| moved.iter().find(|moved| moved.entrant.word() == word).unwrap();
    assert_eq!(of("anna").before, Some((Rating::Points(5100), Some(1))));
    assert_eq!(of("anna").after, Some((Rating::Points(4900), Some(4))));
    assert_eq!(
        (of("dora").before, of("dora").after),
        (Some((Rating::Points(5100), Some(1))), Some((Rating::Points(5100), Some(2))))
    );
}

#[test]
fn a_first_entry_moves_those_whom_it_brings() {
    let lines = book(&[beat(DAY, "anna", "bert")]);
    let moved = changes(&Settings::new(Kind::Area), &lines, 1, DAY).unwrap();
    assert_eq!(moved.len(), 2);
    assert_eq!((moved[0].before, moved[0].after), (None, Some((Rating::Points(5100), Some(1)))));
    assert_eq!(changes(&Settings::new(Kind::Area), &lines, 2, DAY).unwrap(), []);
    assert_eq!(changes(&Settings::new(Kind::Area), &lines, 0, DAY).unwrap(), []);
}

/// lichess-org/lila#3487, FAForever/server#125: players who left long ago sit on top of the list.
#[test]
fn a_champion_who_plays_no_more_stands_below_the_list() {
    let lines = book(&[beat(DAY, "anna", "bert"), beat(date(2029, 3, 1), "carl", "bert")]);
    let list = list(&settings(Kind::Area, &[("anna", 9000)]), &lines, date(2029, 3, 1));
    assert_eq!(list.rows[0].entrant, entrant("carl"));
    let champion = &list.rows[2];
    assert_eq!(
        (champion.entrant.word(), champion.rank, champion.rating),
        ("anna", None, Rating::Points(9001))
    );
}

/// lichess-org/lila#11611, #544: somebody loses rating by a game that never began, or by one that he
/// forfeited.
#[test]
fn nothing_is_rated_before_all_sides_have_fought() {
    for ending in Ending::ALL {
        assert!(!ending.is_rated(false, false) && !ending.is_rated(true, true), "{ending:?}");
        assert_eq!(Ending::of(ending.word()), Some(ending));
    }
    let rated: Vec<&str> =
        Ending::ALL.into_iter().filter(|it| it.is_rated(true, false)).map(Ending::word).collect();
    assert_eq!(rated, ["played", "conceded", "agreed", "adjudicated", "clock"]);
    assert_eq!(Ending::of("won"), None);
}

/// FAForever/server#213: games without a result were rated. A result without a winner is a draw that
/// somebody has declared, and whatever else has none cannot even be made.
#[test]
fn a_match_without_a_result_cannot_be_rated() {
    let sides = vec![entrants("anna"), entrants("bert")];
    assert_eq!(RatedResult::new(DAY, sides, Outcome::Won([].into())), Err(ResultFault::NoWinner));
}
