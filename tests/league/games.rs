//! A knockout in which each pair plays two matches, once on each side.

use std::collections::BTreeSet;

use league::acts;

use super::inside::{BEGIN, Inside, refused};
use crate::cli::support::Desk;

const TWO: &str = "format: knockout, games: 2, rounds: 2, rated: [area]";

/// Four players whose first round is paired, seated and closed: the second pair always sends its first on.
/// Gives the first pair, the higher seed first, and who goes on from it. `wins` says who won each of its
/// matches: the higher seed (true), the lower, or nobody.
fn played(members: &str, wins: [Option<bool>; 2]) -> (Inside, [String; 2], String) {
    let club = Inside::new(&["anna", "bert", "carl", "dora"], members);
    let boards = club.pair();
    assert_eq!(boards.len(), 4);
    for pair in boards.chunks(2) {
        assert_eq!((&pair[0].0, &pair[0].1), (&pair[1].1, &pair[1].0), "the seats are exchanged");
    }
    club.at(BEGIN, |desk| acts::seat_all(desk, "autumn", None, false)).expect("seats");
    // All ratings are equal, so seeds go by entry, which is also the alphabet.
    let mut pair = [boards[0].0.clone(), boards[0].1.clone()];
    pair.sort();
    for (win, board) in wins.into_iter().zip(1..) {
        let winner = win.map(|is_higher| pair[usize::from(!is_higher)].as_str());
        club.won((1, board), winner);
    }
    for board in [3, 4] {
        club.won((1, board), Some(&boards[2].0));
    }
    club.at(BEGIN, |desk| acts::close(desk, "autumn")).expect("closed");
    let last = club.pair();
    assert_eq!(last.len(), 2, "one pair is left");
    let left: BTreeSet<String> = [last[0].0.clone(), last[0].1.clone()].into();
    assert!(left.contains(&boards[2].0), "{left:?}");
    let on = pair.iter().find(|it| left.contains(*it)).expect("one goes on").clone();
    (club, pair, on)
}

#[test]
fn more_wins_go_on_and_a_tied_pair_goes_to_the_lower_seed() {
    let (higher, lower, tied) = (Some(true), Some(false), None);
    for (wins, goes_on) in [
        ([higher, higher], 0),
        ([higher, tied], 0),
        ([tied, higher], 0),
        ([higher, lower], 1),
        ([lower, higher], 1),
        ([tied, tied], 1),
        ([lower, tied], 1),
        ([tied, lower], 1),
        ([lower, lower], 1),
    ] {
        let (club, pair, on) = played(TWO, wins);
        assert_eq!(on, pair[goes_on], "{wins:?}");
        let found = club.audit().expect("a good book");
        assert_eq!((found.pairings, found.seats, found.results), (2, 4, 4));
    }
}

/// With `tie: axis` a tied match is one that the axis won, and with both tied each has one.
#[test]
fn a_tied_match_goes_to_the_side_of_the_settings() {
    let members = "format: knockout, games: 2, rounds: 2, tie: axis, sides: {by: alternate}";
    let (_, pair, on) = played(members, [None, None]);
    assert_eq!(on, pair[1], "one each");
    // The first of the first board has the axis there: his tie and his win are two.
    let (club, pair, _) = played(members, [None, None]);
    let first =
        club.facts().iter().find(|it| it["fact"] == "paired").expect("paired")["boards"][0]["first"].clone();
    let is_higher = first == pair[0].as_str();
    let (_, pair, on) = played(members, [None, Some(is_higher)]);
    assert_eq!(on, pair[usize::from(!is_higher)]);
}

#[test]
fn each_has_each_side_once_whatever_gives_them_out() {
    for sides in ["{by: lot}", "{by: alternate}", "{by: fixed, handicap: 1.5}"] {
        let (club, ..) =
            played(&format!("format: knockout, games: 2, rounds: 2, sides: {sides}"), [Some(true); 2]);
        let facts = club.facts();
        let seats: Vec<_> = facts.iter().filter(|it| it["fact"] == "seats").collect();
        for pair in seats.chunks(2) {
            assert_eq!(pair[0]["seats"]["axis"], pair[1]["seats"]["allies"], "{sides}");
            assert_eq!(pair[0]["seats"]["allies"], pair[1]["seats"]["axis"], "{sides}");
            assert_eq!(pair[0]["handicap"], pair[1]["handicap"], "{sides}");
        }
        club.audit().expect("a good book");
    }
}

#[test]
fn tables_and_files_have_both_matches() {
    let (club, pair, _) = played(TWO, [Some(true), Some(false)]);
    let desk = &club.desk;
    let cross = desk.ok(&["league", "crosstable", "club", "autumn", "--round", "1"]);
    let line = cross.lines().find(|it| it.contains(&pair[0].to_uppercase())).expect("a line");
    let cells =
        line.split_whitespace().filter(|it| it.ends_with(['0', '1']) && it.contains(['a', 'b'])).count();
    assert_eq!(cells, 2, "{cross}");
    let table = desk.ok(&["league", "standings", "club", "autumn", "--round", "1", "--csv"]);
    assert!(table.lines().any(|it| it.contains(&pair[0]) && it.contains(",2,2")), "{table}");
    let file = desk.ok(&["league", "export", "club", "autumn", "--trf"]);
    assert!(file.contains("XXR 4"), "{file}");
    for line in file.lines().filter(|it| it.starts_with("001")) {
        let cells = [&line[91..99], &line[101..109]];
        let sides: BTreeSet<&str> = cells.iter().map(|it| &it[5..6]).collect();
        assert_eq!(sides, ["b", "w"].into(), "{line}");
        assert_eq!(cells[0][..4], cells[1][..4], "one opponent in both: {line}");
    }
    desk.ok(&["site", "club", "-o", "site"]);
    let page = String::from_utf8(desk.read("site/league/autumn/round-1.html")).expect("text");
    for word in ["autumn-1-1", "autumn-1-2", "autumn-1-3", "autumn-1-4"] {
        assert!(page.contains(word), "{word}: {page}");
    }
}

#[test]
fn a_pair_without_its_second_match_cannot_stand() {
    let club = Inside::new(&["anna", "bert"], "format: knockout, games: 2, rounds: 1");
    let lost = club.at(BEGIN, |desk| {
        let who = ["anna", "bert"].map(tournament::Entrant::new);
        acts::wish(desk, "autumn", &who, &acts::Wish::Confirm(None))?;
        let board = |board: u32| league::book::fact::PairedBoard {
            board,
            first: who[0].clone(),
            second: who[1].clone(),
            begins: None,
        };
        for boards in [vec![board(1)], vec![board(1), board(2)]] {
            let fact = league::book::Fact::Paired {
                event: "autumn".to_owned(),
                boards,
                byes: Vec::new(),
                relaxed: Default::default(),
                cost: Vec::new(),
                by: league::book::fact::Pairer::Hand,
                why: None,
            };
            let said = refused(desk.write(&[(Some(1), fact)]));
            assert!(said.contains("plays no second match with sides exchanged"), "{said}");
        }
        Ok(())
    });
    lost.expect("looked at");
}

#[test]
fn what_does_not_go_with_two_matches_or_with_a_format_is_said() {
    for (members, says) in [
        ("format: swiss, games: 2", "only the pairs of a knockout play two matches"),
        ("format: round-robin, games: 2", "write `double: true`"),
        ("format: knockout, games: 3", "write a whole number from 1 to 2"),
        (
            "format: knockout, games: 2, sides: {by: sealed-bid}",
            "nobody bids for a side where each plays both",
        ),
        ("format: knockout, games: 2, sides: {by: open-bid}", "nobody bids for a side where each plays both"),
        ("format: swiss, sides: {by: open-bid, first: lower}", "the lower of two bids first only"),
        ("format: ladder, sides: {by: sealed-bid, first: lower}", "the lower of two bids first only"),
    ] {
        let desk = Desk::new();
        std::fs::create_dir(desk.path("club")).expect("a folder");
        let text = format!(
            "club: inside\norganiser: {{name: Uma, address: uma@club.example}}\nentrants: {{anna: {{name: Anna}}}}\nevents:\n  \
             autumn: {{system: seas-of-thunder, scenario: raider-warfare, rounds: 1, first: 2027-03-01, \
             round: {{length: 14d, confirm: 2d, adjudicate: 1d}}, {members}}}\n"
        );
        desk.write("club/league.yaml", text);
        let ran = desk.run(&["league", "check", "club"]);
        let said = ran.out + &ran.err;
        assert!(ran.code == 1 && said.contains(says), "{members}: {said}");
    }
}
