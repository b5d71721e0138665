//! The formats beside the Swiss: round robin, ladder, knockout.

use std::collections::BTreeSet;

use super::Club;

/// Plays a round whose boards `pair` printed; of each two the one who stands later in the alphabet loses.
/// Gives who met.
fn play(club: &Club, round: u32, paired: &str) -> Vec<(String, String)> {
    let mut met = Vec::new();
    for line in paired.lines().filter(|it| it.starts_with("board ")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut pair = [words[2], words[5]];
        pair.sort_unstable();
        club.lost(&format!("{round}/{}", words[1]), pair[1]);
        met.push((pair[0].to_owned(), pair[1].to_owned()));
    }
    club.ok("close", &[]);
    met
}

#[test]
fn in_a_round_robin_each_meets_each_once() {
    let club = Club::entered("    format: round-robin\n    rounds: 3\n    sides: {by: alternate}\n");
    let mut met = BTreeSet::new();
    for round in 1..=3 {
        let paired = club.round();
        for pair in play(&club, round, &paired) {
            assert!(met.insert(pair.clone()), "{pair:?} met twice");
        }
    }
    assert_eq!(met.len(), 6);
    let table = club.ok("standings", &["--csv"]);
    assert!(table.lines().nth(1).is_some_and(|it| it.starts_with("1,anna,6,3")), "{table}");
    let audit = club.desk.ok(&["league", "audit", "club"]);
    assert!(audit.contains("3 pairings legal and the cheapest"), "{audit}");
}

#[test]
fn on_a_ladder_neighbours_meet_and_winners_stand_above() {
    let club = Club::new("    format: ladder\n    rounds: 2\n    no_skip: 1\n");
    // In order of entry, the later in the alphabet above.
    for who in ["dora", "carl", "bert", "anna"] {
        club.ok("enter", &[who]);
    }
    let no = club.no(1, "bye", &["dora"]);
    assert!(no.contains("`dora` stands among the first 1, who may not skip a round"), "{no}");
    let paired = club.round();
    let met = play(&club, 1, &paired);
    let due = [("anna", "bert"), ("carl", "dora")].map(|(one, other)| (one.to_owned(), other.to_owned()));
    assert_eq!(met.into_iter().collect::<BTreeSet<_>>(), due.into());
    let ladder = club.ok("ladder", &[]);
    let order: Vec<&str> = ladder.lines().skip(1).filter_map(|it| it.split_whitespace().nth(1)).collect();
    assert_eq!(order, ["Carl", "Anna", "Dora", "Bert"], "{ladder}");
    assert!(ladder.contains("up 2") && ladder.contains("down 2"), "{ladder}");
}

#[test]
fn in_a_knockout_a_player_who_loses_is_out() {
    let club = Club::entered("    format: knockout\n    rounds: 2\n");
    let paired = club.round();
    let met = play(&club, 1, &paired);
    let winners: BTreeSet<String> = met.into_iter().map(|(winner, _)| winner).collect();
    let paired = club.round();
    let last = play(&club, 2, &paired);
    assert_eq!(last.len(), 1, "{paired}");
    let (one, other) = last[0].clone();
    assert_eq!(BTreeSet::from([one, other]), winners);
    let audit = club.desk.ok(&["league", "audit", "club"]);
    assert!(audit.contains("2 pairings legal and the cheapest"), "{audit}");
}
