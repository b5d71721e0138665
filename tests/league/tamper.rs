//! A book that somebody has touched.

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
