//! Protests in matches of a league, and the case law that comes of them.

use super::{Club, HEAD};
use crate::cli::support::{PARTIES, answers};

/// The match of all these tests.
const DIR: &str = "club/matches/autumn-1-1";
/// The rule of the disputes.
const RULE: &str = "SOT-5.5.4.2-5";
/// A case that a person has completed, as docs/cases.md shows it.
const CASE: &str = include_str!("air-strike.yaml");

/// A club of Seas of Thunder whose first round has begun.
fn begun() -> Club {
    let head = HEAD.replace("admirals-war", "seas-of-thunder").replace("midway", "raider-warfare");
    let club = Club::of(&format!("{head}    format: swiss\n    rounds: 2\n"));
    club.ok("enter", &["anna", "bert", "carl", "dora"]);
    club.round();
    club
}

/// Plays the match until somebody was asked twice.
fn play_a_little(club: &Club) {
    for _ in 0..2 {
        for party in PARTIES {
            let packet = club.desk.packet(DIR, party);
            if packet.asked {
                club.desk.write("orders.yaml", answers(&packet, 0, 1));
                club.desk.ok(&["receive", DIR, "orders.yaml"]);
            }
        }
        club.desk.ok(&["resolve", DIR]);
    }
}

/// The same with a protest, the umpire's ruling and the end of the match, whose result counts.
fn ruled() -> Club {
    let club = begun();
    play_a_little(&club);
    club.desk.write("reasons.txt", "Two ones fell, and no die was taken away.\n");
    club.desk.ok(&["protest", DIR, "axis", "sot-5.5.4.2-5", "--reasons", "reasons.txt"]);
    let why = "The book says each 1, so two dice go.";
    club.desk.ok(&["rule", DIR, "--reason", why, "protest", "1", "upheld"]);
    club
}

/// Ends the match, and takes its result.
fn over(club: &Club) {
    let loser = club.play("1/1", "anna");
    club.ok("result", &["1/1", "--pack", &loser]);
}

#[test]
fn a_protest_is_numbered_ruled_on_once_and_audited() {
    let club = begun();
    play_a_little(&club);
    club.desk.write("reasons.txt", "Two ones fell, and no die was taken away.\n");
    let protest = ["protest", DIR, "axis", RULE, "--reasons", "reasons.txt"];
    let said = club.desk.ok(&protest);
    assert!(said.contains("protest 1 of the Axis (SOT-5.5.4.2-5, exchange 2)"), "{said}");
    assert!(club.desk.ok(&protest).contains("nothing was added"));
    // Slips.
    let no = |args: &[&str], what: &str| {
        let ran = club.desk.run(args);
        assert!(ran.code != 0 && ran.err.contains(what), "{args:?}: {} {}", ran.code, ran.err);
    };
    let wrong = ["protest", DIR, "axis", "SOT-5.5.4.2-55", "--reasons", "reasons.txt"];
    let ran = club.desk.expect(1, &wrong).err;
    let (_, near) = ran.split_once("did you mean").expect("a remedy");
    assert!(near.contains(RULE) && near.matches("SOT-").count() == 3, "{ran}");
    no(
        &["protest", DIR, "axis", RULE, "--reasons", "reasons.txt", "--exchange", "9"],
        "exchange 9 was not closed",
    );
    club.desk.write("nothing.txt", " \n");
    no(&["protest", DIR, "axis", RULE, "--reasons", "nothing.txt"], "gives no reasons");
    no(&["rule", DIR, "--reason", "Well", "protest", "2", "upheld"], "the match has protest 1 alone");
    no(&["rule", DIR, "--reason", "Well", "protest", "1", "perhaps"], "is no ruling on a protest");
    no(&["rule", DIR, "--reason", " ", "protest", "1", "upheld"], "gives no reasons");
    let status = club.desk.run(&["league", "status", "club"]);
    assert!(status.out.contains("autumn-1-1: protest 1 of the Axis"), "{}", status.out);
    let rule = ["rule", DIR, "--reason", "The book says so.", "protest", "1", "denied"];
    assert!(club.desk.ok(&rule).contains("is denied"));
    assert!(club.desk.ok(&rule).contains("nothing was added"));
    no(&["rule", DIR, "--reason", "No.", "protest", "1", "upheld"], "protest 1 was denied in entry");
    // A side appeals once, with reasons, against a ruling that there is.
    let appeal = ["appeal", DIR, "axis", "1", "--reasons", "reasons.txt"];
    no(&["appeal", DIR, "axis", "2", "--reasons", "reasons.txt"], "the match has protest 1 alone");
    no(&["appeal", DIR, "axis", "1", "--reasons", "nothing.txt"], "the appeal gives no reasons");
    no(&["appeal", DIR, "gallia", "1", "--reasons", "reasons.txt"], "gallia");
    let ran = club.desk.expect(0, &appeal);
    assert!(ran.out.contains("the appeal of the Axis against the ruling on protest 1"), "{}", ran.out);
    assert!(
        ran.out.contains("for the umpire alone") && !ran.err.contains("warning"),
        "{}{}",
        ran.out,
        ran.err
    );
    assert!(club.desk.ok(&appeal).contains("appealed before; nothing was added"));
    let late = ["appeal", DIR, "allies", "1", "--reasons", "reasons.txt"];
    let ran = club.desk.at("1941-06-20T12:00:00Z", &late);
    assert!(
        ran.code == 0 && ran.err.contains("the ruling could be appealed until"),
        "{}{}",
        ran.out,
        ran.err
    );
    let status = club.desk.run(&["league", "status", "club"]);
    assert!(status.out.contains("it waits for a panel"), "{}", status.out);
    let audit = club.desk.ok(&["audit", DIR]);
    for part in ["1 × protest", "1 × ruling on a protest", "2 × appeal"] {
        assert!(audit.contains(part), "{part}: {audit}");
    }
    // After the end the umpire rules on nothing.
    over(&club);
    club.desk.write("late.txt", "And the last one was wrong, too.\n");
    let late = club.desk.ok(&["protest", DIR, "allies", RULE, "--reasons", "late.txt"]);
    assert!(late.contains("protest 2 of the Allies") && late.contains("a panel can judge it"), "{late}");
    no(&["rule", DIR, "--reason", "Late.", "protest", "2", "denied"], "the match is over");
    club.desk.ok(&["audit", DIR]);
}

#[test]
fn the_other_side_sees_nothing_of_a_protest_before_the_ruling() {
    let club = begun();
    play_a_little(&club);
    let shown = |club: &Club, side: &str| {
        let view = club.desk.ok(&["view", DIR, "--side", side, "--json"]);
        view + &club.desk.ok(&["report", DIR, "--side", side, "--format", "html"])
    };
    let before = shown(&club, "allies");
    club.desk.write("reasons.txt", "Two ones fell.\n");
    club.desk.ok(&["protest", DIR, "axis", RULE, "--reasons", "reasons.txt"]);
    assert_eq!(shown(&club, "allies"), before, "not even a count of entries or a hash");
    assert!(!shown(&club, "axis").contains("Two ones fell"), "a report is made from the position alone");
}

#[test]
fn a_ruling_becomes_a_case_that_rules_and_site_cite() {
    let club = ruled();
    let desk = &club.desk;
    let said = desk.ok(&["league", "case", DIR, "--protest", "1", "-o", "cases/air-strike.yaml"]);
    assert!(said.contains("for the umpire alone"), "{said}");
    let text = String::from_utf8(desk.read("cases/air-strike.yaml")).expect("UTF-8");
    for part in [
        "rule: SOT-5.5.4.2-5\n",
        "source: match autumn-1-1, protest 1, entry ",
        "upheld by the umpire. The book says each 1, so two dice go.",
        "\ngiven: {}\n",
        "\nexpect: {}\n",
        "\nanswers:\n  ",
        "# - {\"",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(
        text.lines()
            .filter(|line| line.starts_with("# ") && !line.starts_with("# - "))
            .all(|it| it.len() < 120)
    );
    // It can be written again, and what somebody has changed stays.
    desk.ok(&["league", "case", DIR, "--protest", "1", "-o", "cases/air-strike.yaml"]);
    desk.write("cases/air-strike.yaml", CASE);
    let refused =
        desk.expect(1, &["league", "case", DIR, "--protest", "1", "-o", "cases/air-strike.yaml"]).err;
    assert!(refused.contains("exists already"), "{refused}");
    desk.ok(&["rules", "--run", "cases/air-strike.yaml"]);
    let add = ["league", "case", "club", "--add", "cases/air-strike.yaml"];
    let early = desk.expect(1, &add).err;
    assert!(
        early.contains("has no result yet") && !desk.path("club/cases/air-strike.yaml").exists(),
        "{early}"
    );
    over(&club);
    let taken = desk.ok(&add);
    assert!(taken.contains("the case air-strike is taken: SOT-5.5.4.2-5, autumn-1-1, protest 1"), "{taken}");
    assert!(desk.ok(&add).contains("nothing was added"));
    let rules = desk.ok(&["rules", RULE, "--club", "club"]);
    assert!(rules.contains("ruled on in autumn-1-1 (protest 1): cases/air-strike.yaml"), "{rules}");
    assert!(!desk.ok(&["rules", RULE]).contains("ruled on in"));
    let audit = desk.ok(&["league", "audit", "club"]);
    assert!(audit.contains("1 case with the files that the book names"), "{audit}");
    desk.ok(&["site", "club", "-o", "site"]);
    let page = String::from_utf8(desk.read("site/league/cases.html")).expect("UTF-8");
    for part in
        ["SOT-5.5.4.2-5", "upheld", "so two dice go.", "[1, 4, 1, 6]", "autumn-1-1", "\ngiven:\n  board: "]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    let index = String::from_utf8(desk.read("site/league/index.html")).expect("UTF-8");
    assert!(index.contains("href=\"cases.html\""), "{index}");
    // A file that is not the one of the book is named.
    desk.write("club/cases/air-strike.yaml", CASE.replace("takes a die", "adds a die"));
    let wrong = desk.expect(5, &["league", "audit", "club"]).err;
    assert!(wrong.contains("the case air-strike is another than the book names"), "{wrong}");
    std::fs::remove_file(desk.path("club/cases/air-strike.yaml")).expect("removed");
    let wrong = desk.expect(5, &["league", "audit", "club"]).err;
    assert!(wrong.contains("the case air-strike is missing"), "{wrong}");
    desk.ok(&add);
    desk.ok(&["league", "audit", "club"]);
}

#[test]
fn a_case_that_cannot_be_taken_says_why() {
    let club = ruled();
    over(&club);
    let desk = &club.desk;
    let no = |name: &str, text: &str, what: &str| {
        desk.write(name, text);
        let err = desk.expect(1, &["league", "case", "club", "--add", name]).err;
        assert!(err.contains(what), "{name}: {err}");
    };
    no("case.yaml", &CASE.replace("hits: 0", "hits: 1"), "does not pass");
    no("case.yaml", &CASE.replace("match autumn-1-1, protest 1", "5.5.4.2(2)"), "names no match and protest");
    no("case.yaml", &CASE.replace("protest 1", "protest 2"), "there is no protest 2");
    no("case.yaml", &CASE.replace("autumn-1-1", "winter-1-1"), "no match `winter-1-1` has begun at a board");
    no("Air Strike.yaml", CASE, "is no name of a case");
    let ran = desk.run(&["league", "case", "club", "--add", "nowhere.yaml"]);
    assert!(ran.code == 3, "{} {}", ran.code, ran.err);
    // What the program does not do yet is taken as a gap.
    let gap = CASE.replace("hits: 0", "hits: 1") + "known_gap: the umpire reads it so\n";
    desk.write("gap.yaml", gap);
    let said = desk.ok(&["league", "case", "club", "--add", "gap.yaml"]);
    assert!(said.contains("it is a known gap"), "{said}");
    assert!(desk.ok(&["rules", RULE, "--club", "club"]).contains("a known gap"));
    assert!(!desk.path("club/cases/case.yaml").exists(), "what is refused leaves no file");
}
