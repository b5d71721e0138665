//! What players and organisers of other clubs complained of, and that it does not happen here. What is a rule
//! of its own is tested beside the rule:
//!
//! - byes: `the_bye_of_an_odd_field_is_never_one_that_was_asked_for`, `the_leader_does_not_get_the_bye`,
//!   `what_a_bye_is_worth_and_that_it_is_one_are_two_things`, `a_round_without_a_match_scores_nothing`,
//!   `five_entrants_have_no_second_bye_while_there_is_another_way`, `only_those_who_play_are_paired`;
//! - pairing: `four_entrants_meet_each_other_in_three_rounds`, `no_pairing_of_small_fields_is_cheaper`,
//!   `paired_twice_is_the_same_round`;
//! - standings: `closed_standings_do_not_change`, `tie_breaks_by_pencil_and_paper`,
//!   `a_match_that_nobody_played_is_no_match`, `half_of_the_matches_decides_who_is_struck`;
//! - ratings: `nothing_is_rated_before_all_sides_have_fought`, `an_annulled_result_leaves_nothing_behind`,
//!   `a_match_without_a_result_cannot_be_rated`, `a_champion_who_plays_no_more_stands_below_the_list`,
//!   and here in `season.rs` `ratings_follow_from_proofs_alone_and_every_step_is_shown`;
//! - time: `a_player_who_stalls_runs_out_and_the_other_does_not`, `nobody_is_away_for_good`.

use super::Club;

/// The points of somebody in the table for spreadsheets.
#[track_caller]
fn points(club: &Club, who: &str, more: &[&str]) -> String {
    let table = club.ok("standings", &[&["--csv"], more].concat());
    let row = table.lines().map(|line| line.split(',').collect::<Vec<_>>()).find(|row| row.contains(&who));
    row.unwrap_or_else(|| panic!("no {who} in {table}"))[2].to_owned()
}

/// The boards of a round as `pair` prints them: number, first, second.
fn boards(paired: &str) -> Vec<[String; 3]> {
    let board = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        [words[1], words[2], words[5]].map(str::to_owned)
    };
    paired.lines().filter(|line| line.starts_with("board ")).map(board).collect()
}

/// Gives up every board of a round without playing it: the second of each did not turn up.
fn forfeited(club: &Club, round: u32, paired: &str) {
    for [board, _, second] in boards(paired) {
        let place = format!("{round}/{board}");
        let side = club.side(&place, &second);
        club.ok("result", &[&place, "--forfeit", &side, "--reason", "did not turn up"]);
    }
}

/// Pairs a round and gives out its sides; gives what `pair` printed.
fn paired(club: &Club) -> String {
    let paired = club.ok("pair", &[]);
    club.ok("seats", &[]);
    paired
}

/// lichess-org/lila#12497, #15450: leave and join again, and rounds that were missed are worth points.
#[test]
fn who_joins_late_has_no_points_for_the_rounds_before() {
    let club = Club::new("    format: swiss\n    rounds: 3\n");
    club.ok("enter", &["anna", "bert"]);
    club.ok("confirm", &["--all"]);
    let first = paired(&club);
    club.ok("enter", &["carl", "dora"]);
    forfeited(&club, 1, &first);
    club.ok("close", &[]);
    club.ok("confirm", &["--all"]);
    let second = paired(&club);
    assert!(second.contains("carl") && second.contains("dora"), "{second}");
    assert_eq!([points(&club, "carl", &[]), points(&club, "dora", &[])], ["0", "0"]);
}

/// lichess-org/lila#12497: whoever left does not come in again by another door.
#[test]
fn who_left_an_event_cannot_enter_it_again_for_a_better_place() {
    let club = Club::entered("    format: swiss\n    rounds: 2\n");
    club.ok("leave", &["dora"]);
    for verb in ["confirm", "bye"] {
        let no = club.no(1, verb, &["dora"]);
        assert!(no.contains("plays no more in this event"), "{no}");
    }
    let no = club.no(1, "enter", &["dora"]);
    assert!(no.contains("has left this event for good"), "{no}");
    club.ok("confirm", &["anna", "bert", "carl"]);
    assert!(!paired(&club).contains("dora"));
}

/// lichess-org/lila#10812: all have left, and all are paired.
#[test]
fn when_all_have_left_nobody_is_paired() {
    let club = Club::entered("    format: swiss\n    rounds: 2\n");
    club.ok("confirm", &["--all"]);
    for who in ["anna", "bert", "carl", "dora"] {
        club.ok("leave", &[who]);
    }
    let entries = club.book().len();
    let no = club.no(1, "pair", &[]);
    assert!(no.contains("nobody to pair"), "{no}");
    assert_eq!(club.book().len(), entries);
}

/// slashinfty/tournament-organizer#10, woogles-io/liwords#481, #855, #1039: somebody is dropped, and the
/// round under way falls to pieces.
#[test]
fn who_leaves_in_a_round_keeps_its_board_and_is_out_from_the_next_on() {
    let club = Club::entered("    format: swiss\n    rounds: 2\n");
    club.ok("confirm", &["--all"]);
    let first = paired(&club);
    let left = boards(&first)[0][1].clone();
    let said = club.ok("leave", &[&left]);
    assert!(said.contains("round 2"), "{said}");
    // His board is there, and has its result like any other.
    forfeited(&club, 1, &first);
    assert_eq!(points(&club, &left, &[]), "2");
    club.ok("close", &[]);
    club.ok("confirm", &["--all"]);
    assert!(!paired(&club).contains(&left));
    club.desk.ok(&["league", "audit", "club"]);
}

/// lichess-org/lila#12147: one pairing, and two games of it.
#[test]
fn a_board_has_one_match_however_often_it_is_begun() {
    let club = Club::entered("    format: swiss\n    rounds: 1\n");
    club.round();
    let begun = |club: &Club| club.book().iter().filter(|it| it["body"]["fact"] == "begun").count();
    assert_eq!(begun(&club), 2);
    club.ok("begin", &[]);
    assert_eq!(begun(&club), 2);
    let desk = &club.desk;
    desk.ok(&["new", "other", "--system", "admirals-war", "--scenario", "midway", "--match", "autumn-1-1"]);
    let no = club.no(1, "begin", &["--note", "1/1", "other"]);
    assert!(no.contains("is `autumn-1-1` already"), "{no}");
    assert_eq!(begun(&club), 2);
}

/// lichess-org/lila#7393, #7353: a pairing looks wrong, and nobody can say why it is so.
#[test]
fn a_pairing_says_what_it_costs_and_what_would_come_without_a_board() {
    let club = Club::entered("    format: swiss\n    rounds: 2\n");
    club.ok("confirm", &["--all"]);
    let dry = club.ok("pair", &["--dry-run"]);
    let layers = ["rematches", "sides", "scores", "floats", "ranks"];
    assert!(layers.iter().all(|layer| dry.contains(layer)), "{dry}");
    let why = club.ok("pair", &["--why", "1"]);
    assert!(why.contains("the cheapest round would be:") && why.contains("difference in cost: "), "{why}");
}

/// The same: tie-breaks, which nobody can reckon in his head, never pair.
#[test]
fn tie_breaks_never_decide_who_meets_whom() {
    let second_round = |tie_breaks: &str| {
        let club = Club::entered(&format!(
            "    format: swiss\n    rounds: 3\n    tie_breaks: [{tie_breaks}]\n    sides: {{by: fixed}}\n"
        ));
        club.ok("confirm", &["--all"]);
        forfeited(&club, 1, &paired(&club));
        club.ok("close", &[]);
        club.ok("confirm", &["--all"]);
        boards(&paired(&club)).into_iter().map(|[_, first, second]| [first, second]).collect::<Vec<_>>()
    };
    assert_eq!(second_round("wins, lot"), second_round("sonneborn-berger, buchholz, rating, lot"));
}

/// sendou-ink/sendou.ink#2869, #2934: a round is long over, and its standings change as somebody drops out.
#[test]
fn the_standings_of_a_closed_round_stay_when_somebody_leaves_later() {
    let club = Club::entered("    format: swiss\n    rounds: 3\n");
    club.ok("confirm", &["--all"]);
    let first = paired(&club);
    forfeited(&club, 1, &first);
    club.ok("close", &[]);
    let closed = || ["anna", "bert", "carl", "dora"].map(|who| (who, points(&club, who, &["--round", "1"])));
    let before = closed();
    club.ok("leave", &[&boards(&first)[0][1]]);
    club.ok("confirm", &["--all"]);
    forfeited(&club, 2, &paired(&club));
    club.ok("close", &[]);
    assert_eq!(closed(), before);
}

/// unitedworldwrestling/arena-public#256, thewca/wca-regulations#997: a result is corrected, and rounds that
/// were played since are drawn anew.
#[test]
fn a_correction_leaves_later_rounds_as_they_were_paired() {
    let club = Club::entered("    format: swiss\n    rounds: 2\n");
    club.ok("confirm", &["--all"]);
    let first = paired(&club);
    forfeited(&club, 1, &first);
    let [board, winner, loser] = boards(&first).remove(0);
    let is_result = |it: &serde_json::Value| {
        it["body"]["fact"] == "result" && it["body"]["result"]["board"].as_u64() == board.parse().ok()
    };
    let entry = club.book().iter().position(is_result).expect("a result") + 1;
    club.ok("close", &[]);
    club.ok("confirm", &["--all"]);
    let second = boards(&paired(&club));
    let (place, side) = (format!("1/{board}"), club.side(&format!("1/{board}"), &winner));
    let entry = entry.to_string();
    let correct = ["--forfeit", &side, "--correct", &entry, "--reason", "it was the other"];
    let said = club.ok("result", &[&[&*place], &correct[..]].concat());
    // Whoever corrects is shown what would have come out: the two who won meet, and the two who lost.
    let [_, other_winner, other_loser] = boards(&first).remove(1);
    assert!(said.contains("round 2 stands; by the results of today it would be "), "{said}");
    for [one, other] in [[&loser, &other_winner], [&winner, &other_loser]] {
        let meet = [format!("{one} against {other}"), format!("{other} against {one}")];
        assert!(meet.iter().any(|it| said.contains(it)), "{one} {other}: {said}");
    }
    assert_eq!(points(&club, &loser, &["--round", "1"]), "2");
    let status = club.desk.run(&["league", "status", "club"]);
    assert!(status.out.contains("round 2"), "{}", status.out);
    let pairs: Vec<_> = club.book().into_iter().filter(|it| it["body"]["fact"] == "paired").collect();
    assert_eq!(pairs.len(), 2, "nothing was paired anew");
    assert_eq!(second.len(), pairs[1]["body"]["boards"].as_array().map_or(0, Vec::len));
    club.desk.ok(&["league", "audit", "club"]);
}

/// Two who give their matches up to each other leave no other trace, so the organiser is shown them.
#[test]
fn pairs_who_often_give_up_are_shown_to_the_organiser() {
    let club = Club::new("    format: ladder\n    rounds: 8\n    again_after: 0\n");
    club.ok("enter", &["anna", "bert"]);
    for round in 1..=3 {
        assert!(!club.desk.run(&["league", "status", "club"]).out.contains("look at"));
        club.ok("confirm", &["--all"]);
        forfeited(&club, round, &paired(&club));
        club.ok("close", &[]);
    }
    let status = club.desk.run(&["league", "status", "club"]).out;
    assert!(status.contains("look at: anna and bert gave up 3 of their 3 matches\n"), "{status}");
    club.ok("confirm", &["--all"]);
    paired(&club);
    club.ok("result", &["4/1", "--annul", "--reason", "the wrong scenario was played"]);
    let status = club.desk.run(&["league", "status", "club"]).out;
    assert!(status.contains("gave up 3 of their 3 matches"), "{status}");
    // Half of their matches is many, less is not; that neither wrote is no gift.
    for round in 5..=8 {
        club.ok("close", &[]);
        club.ok("confirm", &["--all"]);
        paired(&club);
        club.ok("result", &[&format!("{round}/1"), "--double-forfeit", "--reason", "neither wrote"]);
        let status = club.desk.run(&["league", "status", "club"]).out;
        assert_eq!(status.contains("look at: anna and bert gave up 3"), round < 8, "{round}: {status}");
    }
}

/// Killerardvark/CryodexSource#43: a game that nobody played must be a win for somebody.
#[test]
fn a_match_that_nobody_played_is_nobodys_win() {
    let club = Club::entered("    format: swiss\n    rounds: 1\n");
    club.ok("confirm", &["--all"]);
    let first = boards(&paired(&club));
    club.ok("result", &["1/1", "--double-forfeit", "--reason", "neither wrote"]);
    club.ok("result", &["1/2", "--annul", "--reason", "the wrong scenario was played"]);
    for [_, one, other] in &first {
        assert_eq!([points(&club, one, &[]), points(&club, other, &[])], ["0", "0"]);
    }
    let list = club.desk.ok(&["league", "ratings", "club", "--as-of", "1941-06-01"]);
    assert!(list.contains("no rated match") || list.contains("nobody"), "{list}");
}

/// triplea-game/triplea#1043, FAForever/server#213: a ladder is kept elsewhere, and somebody types the
/// results in by hand.
#[test]
fn a_board_that_was_played_has_no_result_but_that_of_its_proof() {
    let club = Club::entered("    format: swiss\n    rounds: 1\n");
    club.round();
    let loser = boards_of(&club)[0].1.clone();
    let pack = club.play("1/1", &loser);
    let other = club.no(1, "result", &["1/2", "--pack", &pack]);
    assert!(other.contains("autumn-1-1"), "{other}");
    // Nothing can be said beside what the match itself proves.
    let said = club.ok("result", &["1/1"]);
    assert!(said.contains("(conceded)") && !said.contains(&format!("{loser} won")), "{said}");
}

/// Number and second player of each board of the newest pairing in the book.
fn boards_of(club: &Club) -> Vec<(u64, String)> {
    let book = club.book();
    let paired = book.iter().rfind(|it| it["body"]["fact"] == "paired").expect("a pairing");
    let board = |it: &serde_json::Value| {
        (it["board"].as_u64().expect("a number"), it["second"].as_str().expect("a word").to_owned())
    };
    paired["body"]["boards"].as_array().expect("boards").iter().map(board).collect()
}
