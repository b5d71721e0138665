//! A season from its first line to its table.

use super::{Club, HEAD};

/// The boards of a round by those who meet, from what `pair` prints.
fn boards(paired: &str) -> Vec<(String, String, String)> {
    let word = |text: &str, at: usize| text.split_whitespace().nth(at).unwrap_or_default().to_owned();
    let line = |line: &str| (word(line, 1), word(line, 2), word(line, 5));
    paired.lines().filter(|it| it.starts_with("board ")).map(line).collect()
}

/// Of two, the one who stands later in the alphabet loses.
fn loser((_, one, other): &(String, String, String)) -> String {
    one.max(other).clone()
}

#[test]
fn a_swiss_of_three_rounds_ends_in_a_table_that_an_audit_finds_again() {
    let club = Club::entered("    format: swiss\n    rounds: 3\n");
    for round in 1..=3 {
        let paired = club.round();
        for board in boards(&paired) {
            club.lost(&format!("{round}/{}", board.0), &loser(&board));
        }
        club.ok("close", &[]);
    }
    let table = club.ok("standings", &[]);
    let places: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(places, ["Anna", "Bert", "Carl", "Dora"], "{table}");
    let points: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split_whitespace().nth(2)).collect();
    assert_eq!(points, ["6", "4", "2", "0"], "{table}");
    // Three rounds of four complete the round robin: nobody met anybody twice.
    let cross = club.ok("crosstable", &["--csv"]);
    assert!(
        cross.lines().nth(1).is_some_and(|it| it.starts_with("1,anna,") && it.ends_with(",6")),
        "{cross}"
    );
    let audit = club.desk.ok(&["league", "audit", "club", "--proofs"]);
    assert!(audit.contains("3 pairings legal and the cheapest"), "{audit}");
    assert!(audit.contains("6 results played again from their proofs"), "{audit}");
    assert!(!audit.contains("not disclosed"), "{audit}");
    let status = club.desk.run(&["league", "status", "club"]);
    assert_eq!((status.code, status.out.contains("over after 3 rounds")), (0, true), "{}", status.out);
}

#[test]
fn ratings_follow_from_proofs_alone_and_every_step_is_shown() {
    let club = Club::entered("    format: swiss\n    rounds: 1\n");
    let boards = boards(&club.round());
    for board in &boards {
        let said = club.lost(&format!("1/{}", board.0), &loser(board));
        assert!(said.contains(", rated;"), "{said}");
    }
    let list = club.desk.ok(&["league", "ratings", "club", "--as-of", "1941-06-01"]);
    let ratings: Vec<&str> = list
        .lines()
        .filter(|it| it.contains("1941-05-24"))
        .filter_map(|it| it.split_whitespace().nth(2))
        .collect();
    assert_eq!(ratings, ["5100?", "5100?", "4900?", "4900?"], "{list}");
    let winner = boards[0].1.clone().min(boards[0].2.clone());
    let steps = club.desk.ok(&["league", "ratings", "club", "--as-of", "1941-06-01", "--explain", &winner]);
    assert!(steps.contains("5000 -> 5100 (+100)"), "{steps}");
    assert!(steps.contains("won against"), "{steps}");
    let elo = club.desk.ok(&["league", "ratings", "club", "--as-of", "1941-06-01", "--list", "elo"]);
    assert!(elo.contains("1520?") && elo.contains("1480?"), "{elo}");
}

#[test]
fn a_result_is_taken_once_from_its_own_proof_and_can_be_corrected_with_a_reason() {
    let club = Club::entered("    format: swiss\n    rounds: 1\n");
    let boards = boards(&club.round());
    let packs: Vec<String> = boards.iter().map(|it| club.play(&format!("1/{}", it.0), &loser(it))).collect();
    let other = club.no(1, "result", &["1/1", "--pack", &packs[1]]);
    assert!(
        other.contains("it is no proof of board 1: its match is `autumn-1-2`, not `autumn-1-1`"),
        "{other}"
    );
    club.ok("result", &["1/1", "--pack", &packs[0]]);
    let again = club.no(1, "result", &["1/1", "--pack", &packs[0]]);
    assert!(again.contains("board 1 has its result already, in entry "), "{again}");
    let entry = club.book().len().to_string();
    let why = ["--reason", "the wrong side was named"];
    let annul = [&["1/1", "--annul", "--correct", &entry], &why[..]].concat();
    let said = club.ok("result", &annul);
    assert!(said.contains("annulled"), "{said}");
    let list = club.desk.ok(&["league", "ratings", "club", "--as-of", "1941-06-01"]);
    assert!(
        list.contains("no rated match") || list.contains("nobody"),
        "a mistake that is taken back leaves nothing: {list}"
    );
    let wrong = club.no(1, "result", &annul);
    assert!(wrong.contains("the result that counts is in entry"), "{wrong}");
}

#[test]
fn a_board_without_a_match_is_given_up_and_never_rated() {
    let club = Club::entered("    format: swiss\n    rounds: 2\n    drop: {forfeits: 1}\n");
    let boards = boards(&club.round());
    let lost = loser(&boards[0]);
    let side = club.side("1/1", &lost);
    let bare = club.no(2, "result", &["1/1", "--forfeit", &side]);
    assert!(bare.contains("--reason"), "{bare}");
    let said = club.ok("result", &["1/1", "--forfeit", &side, "--reason", "did not turn up"]);
    assert!(said.contains("(forfeit), not rated"), "{said}");
    let early = club.no(1, "close", &[]);
    assert!(early.contains("round 1 cannot be closed: no result of 1/2"), "{early}");
    club.lost("1/2", &loser(&boards[1]));
    club.ok("close", &[]);
    // By the settings of the event he is out now, and his results stay.
    let gone = club.no(1, "confirm", &[&lost]);
    assert!(gone.contains("plays no more in this event"), "{gone}");
    // Three are left: one has the bye, and it is not the one who won by forfeit.
    club.ok("confirm", &["--all"]);
    let paired = club.ok("pair", &[]);
    let winner = boards[0].1.clone().min(boards[0].2.clone());
    let bye = paired.lines().find(|it| it.starts_with("bye ")).expect("a bye");
    assert!(!bye.contains(&winner), "{paired}");
    let table = club.ok("standings", &["--round", "2"]);
    assert!(table.to_lowercase().contains(&format!("{lost} (left)")), "{table}");
}

#[test]
fn nobody_is_paired_who_has_not_confirmed() {
    let club = Club::entered("    format: swiss\n    rounds: 2\n");
    let none = club.no(1, "pair", &[]);
    assert!(none.contains("nobody to pair"), "{none}");
    let entries = club.book().len();
    club.ok("confirm", &["anna", "bert"]);
    club.ok("bye", &["carl"]);
    let dry = club.ok("pair", &["--dry-run"]);
    assert!(dry.contains("2 confirmed, 1 asked for a bye") && dry.contains("Nothing was written"), "{dry}");
    assert_eq!(club.book().len(), entries + 3);
    let paired = club.ok("pair", &[]);
    assert!(!paired.contains("carl") && !paired.contains("dora"), "{paired}");
    // While a round is played the next can be confirmed, and not yet paired.
    let said = club.ok("confirm", &["dora"]);
    assert!(said.contains("round 2: dora confirmed"), "{said}");
    club.ok("seats", &[]);
    club.ok("begin", &[]);
    let early = club.no(1, "pair", &[]);
    assert!(early.contains("a match of round 1 of `autumn` has begun"), "{early}");
}

#[test]
fn pairs_of_another_program_are_taken_if_they_are_legal() {
    let club = Club::entered("    format: swiss\n    rounds: 2\n    forbid: [[anna, bert]]\n");
    club.ok("confirm", &["--all"]);
    club.desk.write("bad.txt", "2\n1 2\n3 4\n");
    let bad = club.no(1, "import", &["--pairs", "bad.txt"]);
    assert!(bad.contains("anna") && bad.contains("bert"), "each broken rule with its pair: {bad}");
    let odd = "2\n1 9\n3 4\n";
    club.desk.write("odd.txt", odd);
    let odd = club.no(1, "import", &["--pairs", "odd.txt"]);
    assert!(odd.contains("odd.txt:2:3"), "{odd}");
    club.desk.write("good.txt", "2\n1 3\n2 4\n");
    let good = club.ok("import", &["--pairs", "good.txt"]);
    assert!(good.contains("board 1  anna") && good.contains("carl"), "{good}");
    let audit = club.desk.ok(&["league", "audit", "club"]);
    assert!(audit.contains("1 pairing made by hand"), "{audit}");
}

#[test]
fn files_for_other_programs_hold_what_the_table_says() {
    let club = Club::entered("    format: swiss\n    rounds: 1\n");
    for board in boards(&club.round()) {
        club.lost(&format!("1/{}", board.0), &loser(&board));
    }
    let trf = club.ok("export", &["--trf"]);
    let players: Vec<&str> = trf.lines().filter(|it| it.starts_with("001 ")).collect();
    assert_eq!(players.len(), 4, "{trf}");
    assert!(players.iter().all(|it| it.contains("  5000")), "{trf}");
    let csv = club.ok("export", &["--csv"]);
    assert!(csv.starts_with("event,round,board,match,") && csv.contains(",conceded,yes,"), "{csv}");
    let lines = club.ok("export", &["--jsonl"]);
    for line in lines.lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!((value["rated"].as_bool(), value["how"].as_str()), (Some(true), Some("conceded")));
    }
    assert_eq!(lines.lines().count(), 2);
}

/// Ratings by periods are worked out to the day on which an event opens, and no further.
#[test]
fn an_event_that_is_seeded_by_periods_is_paired_at_once() {
    let text = format!("{HEAD}    format: swiss\n    rounds: 1\n");
    let club = Club::of(&text.replace("rated: [area, elo, glicko2]", "rated: [glicko2]"));
    club.ok("enter", &["anna", "bert", "carl", "dora"]);
    for board in boards(&club.round()) {
        club.lost(&format!("1/{}", board.0), &loser(&board));
    }
    club.ok("close", &[]);
    let text = String::from_utf8(club.desk.read("club/league.yaml")).expect("text");
    let (head, autumn) = text.split_once("  autumn:\n").expect("the event");
    club.desk.write("club/league.yaml", format!("{head}  autumn:\n{autumn}  winter:\n{autumn}"));
    for verb in [&["open"][..], &["enter", "anna", "bert", "carl", "dora"], &["confirm", "--all"]] {
        club.desk.ok(&[&["league", verb[0], "club", "winter"], &verb[1..]].concat());
    }
    let start = std::time::Instant::now();
    club.desk.ok(&["league", "pair", "club", "winter"]);
    assert!(start.elapsed() < std::time::Duration::from_secs(5), "{:?}", start.elapsed());
}
