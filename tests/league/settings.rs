//! `league.yaml`: everything that is wrong with it is said at once, with line, column and a way to mend it.

use crate::cli::support::Desk;

const GOOD: &str = "club: northern-waters
organiser: {name: Uma, address: uma@club.example}
entrants:
  anna: {name: Anna, address: anna@players.example}
  bert: {name: Bert, address: bert@players.example}
  karl: {name: Karl}
seasons: {\"2027\": {from: 2027-01-01, to: 2027-12-31}}
events:
  autumn:
    season: \"2027\"
    system: seas-of-thunder
    scenario: raider-warfare
    rounds: 3
    first: 2027-01-15
    format: swiss
    round: {length: 3 months, confirm: 14d, adjudicate: 3d}
    points: {win: 2, draw: 1, loss: 0, bye: 2}
    sides: {by: sealed-bid, step: 0.5, price: second, most: 20, within: 5d}
    clock: {bank: 45d, per_exchange: 12h, free: 24h, on_empty: adjudicate}
    panel: {size: 3, chair: organiser, within: 5d, appeal: 10d}
    forbid: [[anna, bert]]
    drop: {unconfirmed: 1, forfeits: 2}
";

fn check(text: &str) -> (i32, String) {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("club")).expect("a folder");
    desk.write("club/league.yaml", text);
    let ran = desk.run(&["league", "check", "club"]);
    (ran.code, ran.out + &ran.err)
}

#[test]
fn a_whole_file_is_good() {
    let (code, said) = check(GOOD);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("good   club: northern-waters, 3 entrants, 1 event"), "{said}");
}

#[test]
fn each_slip_has_its_place_and_a_mend() {
    for (from, to, place, mend) in [
        ("rounds: 3", "round: 3", "16:5", "keep one of the two"),
        ("rounds: 3", "ronds: 3", "13:5", "did you mean `rounds`?"),
        ("rounds: 3", "rounds: 0", "13:13", "write a whole number from 1 to 100"),
        ("length: 3 months", "length: 3 month", "16:21", "write it as `4 months`, `1 month`"),
        ("[[anna, bert]]", "[[anna, carl]]", "21:21", "did you mean `karl`?"),
        ("[[anna, bert]]", "[anna, bert]", "21:14", "write it as `[anna, bert]`"),
        ("[[anna, bert]]", "[[anna, anna]]", "21:14", "these are not two entrants"),
        ("bert@players", "anna@players", "5:9", "`anna` and `bert` have the same address"),
        ("season: \"2027\"", "season: \"2028\"", "10:13", "did you mean `2027`?"),
        (
            "first: 2027-01-15",
            "first: 2027-06-15",
            "10:5",
            "round 3 ends on 2028-03-14, after the season `2027`",
        ),
        ("first: 2027-01-15", "first: 15.1.2027", "14:12", "write a day as 2027-09-15"),
        ("step: 0.5", "step: 0.3", "18:35", "write `0` or `0.5`"),
        ("by: sealed-bid", "by: sealed", "18:17", "did you mean `sealed-bid`?"),
        ("draw: 1", "draw: 3", "17:13", "a worse result is worth more than a better one"),
        ("bank: 45d", "bank: 45", "19:19", "write it as `45d`, `12h` or `1w`"),
        ("club: northern", "club: Northern", "1:7", "small letters, digits and hyphens"),
        ("  anna: {name: Anna", "  ../x: {name: Anna", "4:3", "small letters, digits and hyphens"),
        ("  karl: {name: Karl}", "  con: {name: Karl}", "6:3", "small letters, digits and hyphens"),
        ("uma@club.example", "uma", "2:33", "write it as name@club.example"),
        ("chair: organiser", "chair: organizer", "20:29", "did you mean `organiser`?"),
        ("system: seas-of-thunder", "sytem: seas-of-thunder", "11:5", "did you mean `system`?"),
    ] {
        assert!(GOOD.contains(from), "{from}");
        let (code, said) = check(&GOOD.replacen(from, to, 1));
        let said_low = said.to_lowercase();
        assert_eq!(code, 1, "{to}: {said}");
        assert!(said.contains(&format!("league.yaml:{place}")), "{to} at {place}: {said}");
        assert!(said_low.contains(&mend.to_lowercase()), "{to}: {mend}: {said}");
    }
}

#[test]
fn all_slips_are_said_at_once() {
    let bad = GOOD
        .replace("rounds: 3", "rounds: many")
        .replace("format: swiss", "format: swis")
        .replace("size: 3", "size: 0")
        .replace("[[anna, bert]]", "[[anna, otto]]");
    let (_, said) = check(&bad);
    assert!(said.contains("4 problems"), "{said}");
}

#[test]
fn what_a_system_does_not_play_is_named_with_what_it_does() {
    let (code, said) = check(&GOOD.replace("scenario: raider-warfare", "scenario: raider-warfar"));
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("events.autumn") && said.contains("raider-warfare"), "{said}");
    let (_, said) =
        check(&GOOD.replace("rounds: 3", "rounds: 4").replace("length: 3 months", "length: 2 months"));
    assert!(said.contains("4 rounds for 3 entrants: rematches from round 4 on"), "{said}");
}

#[test]
fn seasons_that_overlap_are_both_named() {
    let two =
        "seasons: {\"2027\": {from: 2027-01-01, to: 2027-12-31}, late: {from: 2027-12-01, to: 2028-03-31}}";
    let (_, said) = check(&GOOD.replace("seasons: {\"2027\": {from: 2027-01-01, to: 2027-12-31}}", two));
    assert!(said.contains("seasons.late: it overlaps with `2027`: 2027-01-01 to 2027-12-31"), "{said}");
    let (_, said) = check(&GOOD.replace("to: 2027-12-31", "to: 2026-12-31"));
    assert!(said.contains("it ends on 2026-12-31 and begins on 2027-01-01"), "{said}");
}
