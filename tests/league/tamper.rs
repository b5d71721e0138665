//! A book that somebody has touched.

use std::path::{Path, PathBuf};

use sealord::kit::Kit;
use sealord::league::audit::{Beside, audit, sealed};
use sealord::league::book::fact::Pairer;
use sealord::league::book::{Book, Fact};
use sealord::league::settings::of;
use sealord::matches::MatchFault;

use super::Club;
use crate::cli::support::Luck;

/// A club with a round that was played, and bids that are open.
fn played() -> Club {
    let club = Club::entered("    format: swiss\n    rounds: 1\n    sides: {by: sealed-bid}\n");
    club.ok("confirm", &["anna", "bert"]);
    club.ok("pair", &[]);
    club.ok("bid", &["1/1", "anna", "allies", "2"]);
    club.ok("bid", &["1/1", "bert", "allies", "1"]);
    club.ok("seats", &[]);
    club.ok("begin", &[]);
    club.lost("1/1", "bert");
    club.ok("close", &[]);
    club
}

/// An audit names each of so many single bits that were turned in the book or in a proof.
#[test]
fn every_bit_that_is_turned_is_found() {
    let club = played();
    let audit = ["league", "audit", "club", "--proofs"];
    club.desk.ok(&audit);
    let mut luck = Luck::new(20);
    let tries = if super::ALL { 120 } else { 20 };
    for file in ["club/league/journal.jsonl", "club/league/proofs/autumn-1-1.zip"] {
        let good = club.desk.read(file);
        for _ in 0..tries {
            let mut bad = good.clone();
            let at = luck.below(bad.len() * 8);
            bad[at / 8] ^= 1 << (at % 8);
            club.desk.write(file, &bad);
            let ran = club.desk.run(&audit);
            assert!(ran.code != 0 && ran.code != 70, "bit {at} of {file}: {}{}", ran.out, ran.err);
        }
        club.desk.write(file, &good);
    }
    club.desk.ok(&audit);
}

/// Audits a club as `sealord league audit` does, in this process: a thousand starts of a program take their
/// time.
fn audited(club: &Path, kit: &Kit, with_proofs: bool) -> Result<(), MatchFault> {
    let book = Book::read(club)?;
    let (rules, seed) = (kit.rules(), |event: &str| book.draw_seed(event));
    let proof = |word: &str| -> Result<Option<Vec<u8>>, MatchFault> {
        Ok(Some(std::fs::read(book.dir().join("proofs").join(format!("{word}.zip")))?))
    };
    let beside =
        Beside { seed: &seed, case: &|_| Ok(()), proofs: with_proofs.then_some((&rules, &proof as _)) };
    audit(book.entries(), &beside)?;
    sealed(book.dir())
}

/// Of so many single bits that are turned in a book, in its results, in proofs, and in ballots that are not
/// opened yet, an audit finds each, and says which file is wrong.
#[test]
fn each_of_two_thousand_turned_bits_is_named() {
    let (club, bidding) =
        (played(), Club::entered("    format: swiss\n    rounds: 1\n    sides: {by: sealed-bid}\n"));
    bidding.ok("confirm", &["anna", "bert"]);
    bidding.ok("pair", &[]);
    for (who, side) in [("anna", "allies"), ("bert", "axis")] {
        bidding.ok("bid", &["1/1", who, side, "2"]);
    }
    let kit = Kit::new(sealord::rules::systems(), None, None, Some(crate::cli::support::NOW)).expect("a kit");
    let (dir, other) = (club.desk.path("club"), bidding.desk.path("club"));
    let book = dir.join("league/journal.jsonl");
    let whole = std::fs::read(&book).expect("a book");
    let results = std::str::from_utf8(&whole).expect("text").find("\"fact\":\"result\"").expect("a result");
    let line = whole[..results].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let end = line + whole[line..].iter().position(|byte| *byte == b'\n').expect("an end");
    let ballots: Vec<PathBuf> = std::fs::read_dir(other.join("league/sealed"))
        .expect("sealed ballots")
        .map(|it| it.expect("a ballot").path())
        .collect();
    assert_eq!(ballots.len(), 2);
    /// A club, a file of it, from where to where bits are turned, how many, and what is named.
    type Job<'j> = (&'j Path, PathBuf, (usize, usize), usize, &'j str);
    let mut jobs: Vec<Job<'_>> = vec![
        (&*dir, book.clone(), (0, whole.len()), 900, ""),
        (&*dir, book, (line, end), 400, ""),
        (&*dir, dir.join("league/proofs/autumn-1-1.zip"), (0, usize::MAX), 400, "proof of autumn-1-1"),
    ];
    jobs.extend(ballots.into_iter().map(|path| (&*other, path, (0, usize::MAX), 150, "the sealed ballot ")));
    let (mut luck, mut tried) = (Luck::new(2000), 0);
    for (club, file, (from, to), tries, named) in jobs {
        let with_proofs = file.extension().is_some_and(|it| it == "zip");
        audited(club, &kit, with_proofs).expect("it holds");
        let good = std::fs::read(&file).expect("a file");
        for _ in 0..if super::ALL { tries } else { tries / 50 } {
            let (mut bad, to) = (good.clone(), to.min(good.len()));
            let at = from * 8 + luck.below((to - from) * 8);
            bad[at / 8] ^= 1 << (at % 8);
            std::fs::write(&file, &bad).expect("written");
            let said = audited(club, &kit, with_proofs).expect_err("it is found").to_string();
            assert!(said.contains(named), "bit {at} of {}: {said}", file.display());
            tried += 1;
        }
        std::fs::write(&file, &good).expect("written");
        audited(club, &kit, with_proofs).expect("it holds again");
    }
    assert_eq!(tried, if super::ALL { 2000 } else { 40 });
}

/// An entry that is written anew with right hashes is found by what follows from it.
#[test]
fn a_book_that_is_cut_or_goes_on_otherwise_is_another_book() {
    let club = played();
    let whole = club.desk.read("club/league/journal.jsonl");
    let lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
    club.desk.write("club/league/journal.jsonl", lines[..lines.len() - 2].concat());
    let cut = club.desk.run(&["league", "audit", "club"]);
    assert_eq!(cut.code, 5, "{}{}", cut.out, cut.err);
    let mut swapped = lines.clone();
    swapped.swap(3, 4);
    club.desk.write("club/league/journal.jsonl", swapped.concat());
    let swapped = club.desk.run(&["league", "audit", "club"]);
    assert_eq!(swapped.code, 5, "{}{}", swapped.out, swapped.err);
}

#[test]
fn a_club_without_its_seed_is_read_and_not_written() {
    let club = played();
    std::fs::remove_dir_all(club.desk.path("club/league/secret")).expect("removes");
    club.desk.ok(&["league", "audit", "club"]);
    club.ok("standings", &[]);
    let no = club.no(1, "confirm", &["anna"]);
    assert!(no.contains("is missing, so nothing can be written"), "{no}");
}

/// Writes another fact than the program would, into a copy of the book as it stood before the fact.
pub fn forged(club: &Club, kind: &str, twist: impl Fn(&mut Fact)) -> String {
    let (settings, mut true_book) = (of(&club.desk.path("club")).unwrap(), club.book());
    true_book.remove(0);
    let other = tempfile::tempdir().unwrap();
    let seed = sealord::dice::Seed::practice(7);
    let now = crate::cli::support::NOW;
    let mut book = Book::create(other.path(), &settings.club, seed, now).unwrap();
    let mut is_twisted = false;
    for entry in true_book {
        let mut fact: Fact = serde_json::from_value(entry["body"].clone()).unwrap();
        let round = entry["header"]["exchange"].as_u64().map(|round| round as u32);
        if entry["body"]["fact"] == kind && !is_twisted {
            twist(&mut fact);
            is_twisted = true;
        }
        if book.write(&[(round, fact)], now).is_err() || is_twisted {
            break;
        }
    }
    assert!(is_twisted, "{kind}");
    let folder = other.path().join("league");
    let proofs = club.desk.path("club/league/proofs");
    if proofs.is_dir() {
        crate::cli::support::copy(&proofs, &folder.join("proofs"));
    }
    let ran = club.desk.run(&["league", "audit", other.path().to_str().unwrap(), "--proofs"]);
    assert_eq!(ran.code, 5, "{kind}: {}{}", ran.out, ran.err);
    ran.err
}

/// An organiser has the seed, so he can chain what he likes: what follows from bids, lots and proofs is worked out again.
#[test]
fn a_false_entry_with_right_hashes_is_named_with_what_is_false() {
    let club = Club::entered("    format: swiss\n    rounds: 1\n");
    club.round();
    for (place, loser) in [("1/1", true), ("1/2", false)] {
        let book = club.book();
        let seats = book
            .iter()
            .rfind(|it| it["body"]["fact"] == "seats" && place.ends_with(&it["body"]["board"].to_string()));
        let who = seats.unwrap()["body"]["seats"][if loser { "axis" } else { "allies" }]
            .as_str()
            .unwrap()
            .to_owned();
        club.lost(place, &who);
    }
    let swapped = forged(&club, "paired", |fact| {
        let Fact::Paired { boards, .. } = fact else { panic!("no pairing") };
        let second = boards[0].second.clone();
        boards[0].second = std::mem::replace(&mut boards[1].second, second);
    });
    assert!(swapped.contains("the pairing does not cost what the book says"), "{swapped}");
    let cheap = forged(&club, "paired", |fact| {
        let Fact::Paired { cost, .. } = fact else { panic!("no pairing") };
        cost[0].cost = "1".to_owned();
    });
    assert!(cheap.contains("the pairing does not cost what the book says"), "{cheap}");
    let relaxed = forged(&club, "paired", |fact| {
        let Fact::Paired { relaxed, .. } = fact else { panic!("no pairing") };
        relaxed.insert("2".to_owned(), 1);
    });
    assert!(relaxed.contains("the pairing breaks other rules than the book says"), "{relaxed}");
    let sides = forged(&club, "seats", |fact| {
        let Fact::Seats { seats, .. } = fact else { panic!("no seats") };
        let axis = seats["axis"].clone();
        let allies = seats.insert("allies".to_owned(), axis).unwrap();
        seats.insert("axis".to_owned(), allies);
    });
    assert!(sides.contains("the sides of board 1 do not follow from bids and lot"), "{sides}");
    let points = forged(&club, "result", |fact| {
        let Fact::Result { result } = fact else { panic!("no result") };
        *result.points.get_mut("axis").unwrap() += 1;
    });
    assert!(points.contains("the proof of autumn-1-1 gives another result"), "{points}");
}

/// A pairing that somebody made is none of the program's, whatever the book says: another costs less.
#[test]
fn a_pairing_that_is_not_the_cheapest_is_none_of_the_program() {
    let club = Club::entered("    format: swiss\n    rounds: 1\n");
    club.ok("confirm", &["--all"]);
    let best = club.ok("pair", &["--dry-run"]);
    let meets = |one: &str, other: &str| best.lines().any(|it| it.contains(one) && it.contains(other));
    let by_hand = if meets("anna", "bert") { "anna-carl,bert-dora" } else { "anna-bert,carl-dora" };
    club.ok("pair", &["--by-hand", by_hand, "--reason", "they live next door"]);
    let said = forged(&club, "paired", |fact| {
        let Fact::Paired { by, .. } = fact else { panic!("no pairing") };
        *by = Pairer::Sealord;
    });
    assert!(said.contains("the pairing is not the cheapest: "), "{said}");
}
