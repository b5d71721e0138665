//! The law of bids: nothing that one of a board is shown depends on the other's bid before both are opened.
//!
//! Two worlds differ in what bert bids and in nothing else. Everything that anna can see in one must be what
//! she sees in the other: her mails, the answers to what she asks, the pages, the book. What a bid is sealed
//! with is chance, so hashes have their name instead.

use std::path::Path;

use club::secretary::{LeagueLetter, LeagueMatch, LeagueOffice, LeagueReply, MatchOffice, Secretary};
use league::acts;
use league::mail::LeagueSecretary;
use league::pages::Pages;
use sealord::adjudicator::Adjudicator;
use sealord::digest::Digest;
use sealord::kit::Kit;
use sealord::matches::record::Judged;
use sealord::matches::{MatchFault, Settings};
use sealord::site;

use super::inside::{BEGIN, Inside, restore};
use crate::cli::support::Luck;

/// How many pairs of bids are tried.
const TRIALS: usize = if super::ALL { 10_000 } else { 60 };
/// After so many the worlds begin anew: a long book takes long to read.
const ANEW: usize = 10;
/// Among so many trials pages and the command line are looked at in one.
const PAGES: usize = if super::ALL { 500 } else { 30 };

/// An office that plays no match.
struct NoMatches;

impl MatchOffice for NoMatches {
    fn can_begin(&self, plan: &LeagueMatch) -> Result<(), MatchFault> {
        Err(MatchFault::Bug(format!("{} is not to begin", plan.word)))
    }

    fn begin(&mut self, plan: &LeagueMatch) -> Result<Digest, MatchFault> {
        Err(MatchFault::Bug(format!("{} is not to begin", plan.word)))
    }
}

impl LeagueOffice for NoMatches {
    fn own_words(&self, words: &str) -> Result<String, MatchFault> {
        Ok(words.to_owned())
    }

    fn token(&self, _: &[&str]) -> String {
        "token".to_owned()
    }

    fn stop(&mut self, folder: &Path, _: &str) -> Result<(), MatchFault> {
        Err(MatchFault::Bug(format!("{} is not to stop", folder.display())))
    }

    fn award(&mut self, folder: &Path, _: (Option<&str>, Judged), _: &str) -> Result<bool, MatchFault> {
        Err(MatchFault::Bug(format!("{} is not to end", folder.display())))
    }

    fn proof(&self, _: &Path) -> Result<Option<Vec<u8>>, MatchFault> {
        Ok(None)
    }

    fn lay_out(&self, _: &Settings) -> Result<Box<dyn Adjudicator>, MatchFault> {
        Err(MatchFault::Bug("there are no rules".to_owned()))
    }
}

/// What comes of a letter.
fn write(club: &Inside, from: &str, line: &str) -> LeagueReply {
    let letter = LeagueLetter {
        office: &club.office(),
        now: BEGIN,
        from,
        is_players: true,
        is_officials: from.starts_with("uma"),
        subject: None,
        lines: vec![line],
    };
    LeagueSecretary.take(&letter, &mut NoMatches).expect("taken")
}

/// A text in which hashes have their name instead.
fn plain(text: &str) -> String {
    let (mut plain, mut kept) = (String::with_capacity(text.len()), 0);
    let mut at = 0;
    while at < text.len() {
        let digits = text.as_bytes()[at..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        if digits >= 16 {
            plain += &text[kept..at];
            plain += "HASH";
            kept = at + digits;
        }
        at += digits + 1;
    }
    plain + &text[kept..]
}

/// What anna sees after both letters: the mails of bert's bid to others, the answer to her own bid, what the
/// office writes by itself, and the book.
fn seen(club: &Inside, bert: &str, anna: &str) -> String {
    let theirs = write(club, "bert@example.org", bert);
    assert!(theirs.is_done, "{bert}: {}", theirs.answer.what);
    let own = write(club, "anna@example.org", anna);
    let mut seen: Vec<String> = theirs.others.iter().map(|mail| format!("{mail:?}")).collect();
    seen.push(format!("{own:?}"));
    let unasked = LeagueSecretary.news(&club.office(), BEGIN, &|_| true).expect("news");
    seen.extend(unasked.iter().map(|mail| format!("{mail:?}")));
    seen.push(std::fs::read_to_string(club.office().join("league/journal.jsonl")).expect("a book"));
    plain(&seen.join("\n"))
}

/// What anna sees if she looks around: her letters, the site, the status, the audit.
fn looked(club: &Inside) -> String {
    let ask = ["events", "pairings autumn", "standings autumn", "rating", "help"];
    let mut seen: Vec<String> =
        ask.iter().map(|line| format!("{:?}", write(club, "anna@example.org", line))).collect();
    let kit = Kit::new(sealord::rules::systems(), None, None, None).expect("a kit");
    let name = site::Club { name: "Inside".to_owned(), ..site::Club::default() };
    let folder = club.desk.path("site");
    _ = std::fs::remove_dir_all(&folder);
    site::write(&kit, &name, Some(&Pages::of(&club.office())), &folder).expect("a site");
    for (path, (bytes, _)) in crate::cli::site::files(&folder) {
        let name = path.file_name().expect("a name").display();
        seen.push(format!("{name}: {}", String::from_utf8_lossy(&bytes)));
    }
    for verb in [&["league", "status", "club"][..], &["league", "audit", "club"]] {
        let ran = club.desk.run(verb);
        seen.push(format!("{} {} {}", ran.code, ran.out, ran.err));
    }
    plain(&seen.join("\n"))
}

/// A bid as somebody writes it.
fn bid(luck: &mut Luck) -> String {
    match luck.below(8) {
        0 => "no bid".to_owned(),
        at => {
            let halves = luck.below(41);
            let half = if halves % 2 == 1 { ".5" } else { "" };
            format!("bid {} {}{half}", ["axis", "allies"][at % 2], halves / 2)
        }
    }
}

#[test]
fn nothing_shown_to_one_depends_on_the_unopened_bid_of_the_other() {
    let members = "format: swiss, rounds: 1, sides: {by: sealed-bid, step: 0.5, most: 20}";
    let worlds = [(); 2].map(|()| Inside::new(&["anna", "bert"], members));
    worlds[0].pair();
    let base = crate::cli::support::Desk::new();
    std::fs::create_dir_all(base.path("league")).expect("a folder");
    restore(&worlds[0].office(), &base.path("."));
    let mut luck = Luck::new(9);
    let mut differ = 0;
    for trial in 0..TRIALS {
        if trial % ANEW == 0 {
            worlds.iter().for_each(|club| restore(&base.path("."), &club.office()));
        }
        let (one, other, anna) = (bid(&mut luck), bid(&mut luck), bid(&mut luck));
        let [first, second] =
            [(&worlds[0], &one), (&worlds[1], &other)].map(|(club, bert)| seen(club, bert, &anna));
        assert_eq!(first, second, "bert: {one} or {other}; anna: {anna}");
        if trial % PAGES == PAGES - 1 {
            let [first, second] = worlds.each_ref().map(looked);
            assert_eq!(first, second, "bert: {one} or {other}; anna: {anna}");
            // Once they are open the bids are there for everybody: so the comparison can fail.
            worlds.iter().for_each(|club| {
                club.at(BEGIN, |desk| acts::seat_all(desk, "autumn", None, false)).expect("opened");
            });
            let [first, second] = worlds.each_ref().map(looked);
            assert_eq!(first == second, one == other, "bert: {one} or {other}; anna: {anna}");
            differ += usize::from(first != second);
            worlds.iter().for_each(|club| restore(&base.path("."), &club.office()));
        }
    }
    assert!(differ > 0, "no two worlds ever differed");
}
