//! Sealed bids for sides.

use super::Club;

const LINES: &str =
    "    format: swiss\n    rounds: 1\n    sides: {by: sealed-bid, step: 0.5, most: 20, within: 5d}\n";

/// A club whose only board is anna against bert.
fn one_board() -> Club {
    let club = Club::entered(LINES);
    club.ok("confirm", &["anna", "bert"]);
    club.ok("pair", &[]);
    club
}

/// How the board comes out after these bids: the side of anna, and the handicap.
fn after(bids: &[(&str, &str, &str)]) -> (String, Option<(String, i64)>, String) {
    let club = one_board();
    for (who, side, points) in bids {
        club.ok("bid", &["1/1", who, side, points]);
    }
    club.ok("seats", &[]);
    let book = club.book();
    let seats = &book.last().expect("entries")["body"];
    let handicap = seats["handicap"].as_object();
    let handicap = handicap
        .map(|it| (it["side"].as_str().expect("a side").to_owned(), it["halves"].as_i64().expect("halves")));
    (club.side("1/1", "anna"), handicap, seats["how"].as_str().expect("how").to_owned())
}

#[test]
fn the_higher_bid_has_the_side_and_pays_a_step_more_than_the_lower() {
    let of = |side: &str, halves| Some((side.to_owned(), halves));
    let (side, handicap, how) = after(&[("anna", "allies", "2"), ("bert", "allies", "1.5")]);
    assert_eq!((side.as_str(), handicap, how.as_str()), ("allies", of("allies", 4), "bid"));
    let (side, handicap, _) = after(&[("anna", "allies", "1"), ("bert", "allies", "3")]);
    assert_eq!((side.as_str(), handicap), ("axis", of("allies", 3)));
    let (side, handicap, how) = after(&[("anna", "axis", "0"), ("bert", "allies", "1")]);
    assert_eq!((side.as_str(), handicap, how.as_str()), ("axis", None, "wishes"));
    let (_, handicap, how) = after(&[("anna", "allies", "1"), ("bert", "allies", "1")]);
    assert_eq!((handicap, how.as_str()), (of("allies", 2), "lot"));
    let (side, handicap, how) = after(&[("bert", "allies", "4")]);
    assert_eq!((side.as_str(), handicap, how.as_str()), ("axis", None, "one-bid"));
    // The newest bid counts.
    let (side, handicap, _) =
        after(&[("anna", "allies", "9"), ("bert", "allies", "1"), ("anna", "axis", "0")]);
    assert_eq!((side.as_str(), handicap), ("axis", None));
}

#[test]
fn what_is_no_bid_is_refused_with_the_nearest_and_the_bid_before_stands() {
    let club = one_board();
    club.ok("bid", &["1/1", "anna", "allies", "2"]);
    let entries = club.book().len();
    for (side, points, near) in [
        ("allies", "1.25", "write `1`"),
        ("allies", "-1", "write `0`"),
        ("allies", "21", "write `20`"),
        ("allies", "1e9", "is no number of points"),
        ("allies", "allies", "is no number of points"),
        ("german", "1", "write `axis` or `allies`"),
    ] {
        let said = club.no(1, "bid", &["1/1", "anna", side, points]);
        assert!(said.contains(near), "{side} {points}: {said}");
    }
    let stranger = club.no(1, "bid", &["1/1", "carl", "allies", "1"]);
    assert!(stranger.contains("`carl` does not sit at board 1"), "{stranger}");
    assert_eq!(club.book().len(), entries);
}

/// A bid after seeing the other: both are opened in one entry, and later ones are refused.
#[test]
fn nothing_of_a_bid_is_in_the_book_before_both_are_opened_together() {
    let club = one_board();
    club.ok("bid", &["1/1", "anna", "allies", "7.5"]);
    let text = String::from_utf8(club.desk.read("club/league/journal.jsonl")).expect("text");
    assert!(!text.contains("7.5") && !text.contains("\"points\":\"15\""), "{text}");
    club.ok("bid", &["1/1", "bert", "allies", "3"]);
    club.ok("seats", &[]);
    let book = club.book();
    let opened: Vec<_> = book.iter().filter(|it| it["body"]["fact"] == "opened").collect();
    assert_eq!(opened.len(), 1);
    assert_eq!(opened[0]["body"]["files"].as_object().expect("files").len(), 2);
    let late = club.no(1, "bid", &["1/1", "bert", "allies", "20"]);
    assert!(late.contains("the bids of board 1 are open already"), "{late}");
    let audit = club.desk.ok(&["league", "audit", "club"]);
    assert!(audit.contains("sides of 1 board follow from bids and lots"), "{audit}");
}

#[test]
fn a_ballot_that_its_writer_sealed_is_taken_as_it_is() {
    let club = one_board();
    club.ok("ballot", &["1/1", "anna", "allies", "2", "--out", "anna.txt"]);
    club.ok("ballot", &["--take", "anna.txt"]);
    let text = String::from_utf8(club.desk.read("anna.txt")).expect("text");
    // A promise first, and the file when both have promised: it changes nothing in the book.
    club.ok("ballot", &["1/1", "bert", "axis", "1", "--out", "bert.txt"]);
    let sum = sealord::digest::Digest::of(&club.desk.read("bert.txt")).to_string();
    club.ok("ballot", &["1/1", "bert", "--promise", &sum]);
    let entries = club.book().len();
    let missing = club.no(1, "seats", &[]);
    assert!(missing.contains("bert has promised a bid for board 1/1, and not sent it"), "{missing}");
    club.ok("ballot", &["--take", "bert.txt"]);
    assert_eq!(club.book().len(), entries);
    club.desk.write("forged.txt", text.replace("points: 2", "points: 2.0"));
    let forged = club.no(1, "ballot", &["--take", "forged.txt"]);
    assert!(forged.contains("it is not written as a ballot is"), "{forged}");
    club.desk.write("other.txt", text.replace("event: autumn", "event: spring"));
    let other = club.no(1, "ballot", &["--take", "other.txt"]);
    assert!(other.contains("no event `spring` was opened"), "{other}");
}

/// Whoever promises and never sends holds nobody up.
#[test]
fn a_promised_bid_that_never_comes_is_none() {
    let club = one_board();
    club.ok("ballot", &["1/1", "anna", "--promise", &"7".repeat(64)]);
    club.ok("bid", &["1/1", "bert", "allies", "3"]);
    club.no(1, "seats", &[]);
    let said = club.ok("seats", &["--without-missing"]);
    assert!(said.contains("bert has the Allies") && said.contains("(one-bid)"), "{said}");
    club.desk.ok(&["league", "audit", "club"]);
}

/// The same bytes for any number of cores.
#[test]
fn a_fair_bid_is_the_same_over_any_number_of_cores() {
    let desk = crate::cli::support::Desk::new();
    let ask =
        ["league", "fair-bid", "admirals-war", "midway", "--side", "allies", "--matches", "6", "--seed", "3"];
    let one = desk.ok(&[&ask[..], &["--threads", "1"]].concat());
    let three = desk.ok(&[&ask[..], &["--threads", "3"]].concat());
    assert_eq!(one, three);
    assert!(one.starts_with("fair bid for the Allies: ") && one.contains("6 matches, edition "), "{one}");
    assert!(one.ends_with("Officers played this, not people.\n"), "{one}");
    let other = desk.ok(&[&ask[..9], &["30"]].concat());
    assert_ne!(one, other, "other seeds, other matches");
    let no = desk.expect(2, &["league", "fair-bid", "admirals-war", "midway", "--side", "soviet"]);
    assert!(no.err.contains("write axis or allies"), "{}", no.err);
}

/// What people have played says more; what is no file of results is refused with its lines.
#[test]
fn a_fair_bid_is_taken_from_results_of_people() {
    let club = Club::entered("    format: swiss\n    rounds: 1\n");
    club.round();
    for place in ["1/1", "1/2"] {
        let (_, board) = place.split_once('/').expect("a place");
        let paired = club.book().into_iter().rfind(|it| it["body"]["fact"] == "paired").expect("a pairing");
        let number: usize = board.parse().expect("a number");
        let loser = paired["body"]["boards"][number - 1]["first"].as_str().expect("a player").to_owned();
        club.lost(place, &loser);
    }
    club.ok("export", &["--jsonl", "-o", "results.jsonl"]);
    let ask = ["league", "fair-bid", "admirals-war", "midway", "--side", "allies", "--from"];
    let said = club.desk.ok(&[&ask[..], &["results.jsonl"]].concat());
    assert!(said.contains("2 matches, people within 400 points of AREA"), "{said}");
    assert!(
        said.ends_with("People played this: 2 of 2 results count. 2 of 2 ended before points decided.\n"),
        "{said}"
    );
    club.desk.write("junk.jsonl", "{}\n\nno\n");
    let junk = club.desk.expect(1, &[&ask[..], &["junk.jsonl"]].concat()).err;
    assert!(junk.contains("line 1: ") && junk.contains("line 3: "), "{junk}");
    club.desk.write("none.jsonl", "");
    let none = club.desk.expect(1, &[&ask[..], &["none.jsonl"]].concat()).err;
    assert!(none.contains("no match says anything about the sides"), "{none}");
}
