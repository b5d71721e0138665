//! Open bidding: one names a side and a number, the other takes the other side or bids more. Silence accepts.

use league::acts::{self, Answer, Wanted};
use league::book::Fact;
use league::book::fact::{BallotKind, BidMove, PairedBoard, Pairer};
use sealord::digest::Digest;
use sealord::matches::MatchFault;
use tournament::Entrant;

use super::inside::{BEGIN, Inside, refused};

const OPEN: &str = "format: swiss, rounds: 1, sides: {by: open-bid, step: 0.5, most: 20}";
/// Within the time of whoever begins, and past it.
const LATE: &str = "2027-02-03T17:59:59Z";
const OVER: &str = "2027-02-03T18:00:00Z";
/// Past the time that begins with `OVER`.
const OVER_AGAIN: &str = "2027-02-05T18:00:00Z";

/// A board in open bidding.
struct Board {
    club: Inside,
    /// Who begins, and the other.
    who: [String; 2],
}

fn board() -> Board {
    let club = Inside::new(&["anna", "bert"], OPEN);
    club.pair();
    let facts = club.facts();
    let paired = facts.iter().find(|it| it["fact"] == "paired").expect("a pairing");
    let word = |name: &str| paired["boards"][0][name].as_str().expect("a word").to_owned();
    let begins = word("begins");
    let other = if word("first") == begins { word("second") } else { word("first") };
    Board { club, who: [begins, other] }
}

impl Board {
    fn bid_at(&self, now: &str, by: usize, side: &str, points: &str) -> Result<(), MatchFault> {
        let answer = Answer::Bid(Wanted { side: Some(side), points });
        self.club
            .at(now, |desk| acts::answer(desk, "autumn", (1, 1), (&Entrant::new(&self.who[by]), &answer)))
    }

    fn bid(&self, by: usize, side: &str, points: &str) -> Result<(), MatchFault> {
        self.bid_at(BEGIN, by, side, points)
    }

    fn accept(&self, by: usize) -> Result<(), MatchFault> {
        let who = Entrant::new(&self.who[by]);
        self.club.at(BEGIN, |desk| acts::answer(desk, "autumn", (1, 1), (&who, &Answer::Accept)))
    }

    fn seats(&self, now: &str) -> Result<Vec<(u32, u32)>, MatchFault> {
        self.club.at(now, |desk| acts::seat_all(desk, "autumn", None, false))
    }

    /// The side of whoever began, the half points that are given and for which side, and how that came about.
    fn outcome(&self) -> (String, Option<(String, i64)>, String) {
        let facts = self.club.facts();
        let seats = facts.last().filter(|it| it["fact"] == "seats").expect("seats");
        let of = seats["seats"].as_object().expect("sides");
        let side = of.iter().find(|(_, it)| **it == *self.who[0]).expect("sits").0.clone();
        let price = seats["handicap"].as_object().map(|it| {
            (it["side"].as_str().expect("a side").to_owned(), it["halves"].as_i64().expect("halves"))
        });
        assert_eq!(self.club.audit().expect("a good book").seats, 1);
        (side, price, seats["how"].as_str().expect("how").to_owned())
    }
}

fn due(side: &str, price: Option<(&str, i64)>, how: &str) -> (String, Option<(String, i64)>, String) {
    (side.to_owned(), price.map(|(side, halves)| (side.to_owned(), halves)), how.to_owned())
}

#[test]
fn whoever_bids_has_the_side_once_the_other_accepts() {
    let board = board();
    board.bid(0, "allies", "1.5").expect("bid");
    board.accept(1).expect("accepted");
    assert_eq!(board.outcome(), due("allies", Some(("allies", 3)), "accepted"));
    // Given again, both find themselves done, and nothing is written.
    let entries = board.club.facts().len();
    board.accept(1).expect("accepted already");
    assert_eq!(board.club.facts().len(), entries);
    assert!(refused(board.bid(0, "allies", "3")).contains("the bidding at board 1 is over"));
}

#[test]
fn they_bid_more_in_steps_until_one_accepts() {
    let board = board();
    board.bid(0, "axis", "0").expect("bid");
    board.bid(1, "axis", "0.5").expect("more");
    board.bid(1, "axis", "0.5").expect("the same again is no other bid");
    board.bid(0, "axis", "2").expect("more");
    board.accept(1).expect("accepted");
    assert_eq!(board.outcome(), due("axis", Some(("axis", 4)), "accepted"));
    let moves = board.club.facts().iter().filter(|it| it["fact"] == "open-bid").count();
    assert_eq!(moves, 4);
    let nothing = self::board();
    nothing.bid(0, "axis", "0").expect("bid");
    nothing.accept(1).expect("accepted");
    assert_eq!(nothing.outcome(), due("axis", None, "accepted"));
}

#[test]
fn silence_accepts_once_its_time_is_over_and_not_before() {
    let board = board();
    board.bid(0, "allies", "1.5").expect("bid");
    let said = refused(board.seats(LATE));
    assert!(said.contains(&format!("they still bid: 1/1 {} until {OVER}", board.who[1])), "{said}");
    assert_eq!(board.seats(OVER).expect("over"), [(1, 1)]);
    assert_eq!(board.outcome(), due("allies", Some(("allies", 3)), "accepted"));
    let facts = board.club.facts();
    let silence = &facts[facts.len() - 2];
    assert_eq!(silence["does"]["silence"]["until"], OVER);
    // An answer that comes before the silence is written down still counts.
    let late = self::board();
    late.bid(0, "allies", "1.5").expect("bid");
    late.bid_at(OVER, 1, "allies", "2").expect("late and in time");
    assert_eq!(late.seats(OVER_AGAIN).expect("over"), [(1, 1)]);
    assert_eq!(late.outcome(), due("axis", Some(("allies", 4)), "accepted"));
}

#[test]
fn whoever_begins_and_is_silent_leaves_it_to_the_other_and_then_to_the_lot() {
    let board = board();
    assert_eq!(board.seats(OVER).expect("over"), [(1, 1)]);
    let none = |board: &Board| board.club.facts().iter().all(|it| it["fact"] != "seats");
    assert!(none(&board), "the other is asked first");
    assert!(refused(board.bid_at(OVER, 0, "allies", "1")).contains("it is the turn of"));
    board.bid_at(OVER, 1, "allies", "1").expect("the other names a side");
    board.seats(OVER_AGAIN).expect("silence again");
    assert_eq!(board.outcome(), due("axis", Some(("allies", 2)), "accepted"));
    let both = self::board();
    both.seats(OVER).expect("over");
    assert!(refused(both.seats("2027-02-05T17:59:59Z")).contains("they still bid"));
    both.seats(OVER_AGAIN).expect("over again");
    let (_, price, how) = both.outcome();
    assert_eq!((price, how.as_str()), (None, "lot"));
}

#[test]
fn what_is_no_answer_is_refused_with_the_nearest_and_what_stands_stands() {
    let board = board();
    let before = board.club.facts().len();
    assert!(refused(board.accept(0)).contains("nothing is bid yet that could be accepted"));
    assert!(refused(board.bid(1, "allies", "1")).contains(&format!("it is the turn of `{}`", board.who[0])));
    let none = board.club.at(BEGIN, |desk| {
        let answer = Answer::Bid(Wanted { side: None, points: "0" });
        acts::answer(desk, "autumn", (1, 1), (&Entrant::new(&board.who[0]), &answer))
    });
    assert!(refused(none).contains("nobody bids for no side"));
    let said = |done: Result<(), MatchFault>| format!("{:?}", done.expect_err("refused"));
    for (side, points, near) in [
        ("allies", "1.25", "write `1`"),
        ("allies", "-1", "write `0`"),
        ("allies", "21", "write `20`"),
        ("allies", "1e9", "is no number of points"),
        ("allies", "", "is no number of points"),
        ("allies", "1\u{0}", "is no number of points"),
        ("german", "1", "write `axis` or `allies`"),
    ] {
        let said = said(board.bid(0, side, points));
        assert!(said.contains(near), "{side} {points}: {said}");
    }
    let stranger = board
        .club
        .at(BEGIN, |desk| acts::answer(desk, "autumn", (1, 1), (&Entrant::new("carl"), &Answer::Accept)));
    assert!(refused(stranger).contains("`carl` does not sit at board 1"));
    assert_eq!(board.club.facts().len(), before);
    board.bid(0, "allies", "19.5").expect("bid");
    for (side, points, near) in [
        ("allies", "19.5", "write `20`, or accept"),
        ("allies", "3", "write `20`, or accept"),
        ("axis", "20", "it is about the allies"),
    ] {
        let said = said(board.bid(1, side, points));
        assert!(said.contains(near), "{side} {points}: {said}");
    }
    board.bid(1, "allies", "20").expect("bid");
    assert!(refused(board.bid(0, "allies", "20")).contains("no more may be bid: accept"));
    board.accept(0).expect("accepted");
    assert_eq!(board.outcome(), due("axis", Some(("allies", 40)), "accepted"));
}

#[test]
fn nothing_is_sealed_where_they_bid_in_the_open_and_nothing_open_where_they_seal() {
    let board = board();
    let who = Entrant::new(&board.who[0]);
    let sealed = board
        .club
        .at(BEGIN, |desk| acts::promise(desk, "autumn", (1, 1), (BallotKind::Bid, &who, Digest::of(b"bid"))));
    assert!(refused(sealed).contains("they bid in the open, and seal nothing"));
    let club = Inside::new(&["anna", "bert"], "format: swiss, rounds: 1, sides: {by: sealed-bid}");
    club.pair();
    let open = club.at(BEGIN, |desk| acts::answer(desk, "autumn", (1, 1), (&who, &Answer::Accept)));
    assert!(refused(open).contains("nobody bids in the open"));
}

/// A run that was killed between the last answer and the seats: `seats` goes on from there.
#[test]
fn seats_follow_from_an_answer_behind_which_a_run_died() {
    let board = board();
    board.bid(0, "allies", "1.5").expect("bid");
    let fact = |by: &str, does: BidMove| Fact::OpenBid {
        event: "autumn".to_owned(),
        board: 1,
        by: Entrant::new(by),
        does,
    };
    board
        .club
        .at(BEGIN, |desk| desk.write(&[(Some(1), fact(&board.who[1], BidMove::Accept))]))
        .expect("written");
    assert_eq!(board.seats(BEGIN).expect("seats"), [(1, 1)]);
    assert_eq!(board.outcome(), due("allies", Some(("allies", 3)), "accepted"));
}

/// What no command writes, and somebody who makes his own book may.
#[test]
fn a_false_silence_or_turn_cannot_stand_in_a_book() {
    let board = board();
    board.bid(0, "allies", "1.5").expect("bid");
    let write = |now: &str, by: &str, does: BidMove| {
        let fact = Fact::OpenBid { event: "autumn".to_owned(), board: 1, by: Entrant::new(by), does };
        refused(board.club.at(now, |desk| desk.write(&[(Some(1), fact)])))
    };
    let silence = |until: &str| BidMove::Silence { until: until.to_owned() };
    let said = write(LATE, &board.who[1], silence(OVER));
    assert!(said.contains(&format!("has time until {OVER}")), "{said}");
    let said = write(OVER, &board.who[1], silence(LATE));
    assert!(said.contains(&format!("is over at {OVER}, and not at {LATE}")), "{said}");
    let said = write(OVER, &board.who[0], silence(OVER));
    assert!(said.contains("it is the turn of"), "{said}");
    let bid = BidMove::Bid { side: "allies".to_owned(), halves: -4 };
    assert!(write(BEGIN, &board.who[1], bid).contains("write `0`"));
    let seats = Fact::Seats {
        event: "autumn".to_owned(),
        board: 1,
        seats: [("allies", 0), ("axis", 1)]
            .map(|(side, at)| (side.to_owned(), Entrant::new(&board.who[at])))
            .into(),
        handicap: None,
        how: "accepted".to_owned(),
    };
    let early = board.club.at(BEGIN, |desk| desk.write(&[(Some(1), seats)]));
    assert!(refused(early).contains("the bidding at board 1 is not over"));
}

/// The pairing of a book in which another bids first.
fn paired_with(club: &Inside, begins: Option<&str>) -> Result<(), MatchFault> {
    club.at(BEGIN, |desk| {
        let who = ["anna", "bert"].map(Entrant::new);
        acts::wish(desk, "autumn", &who, &acts::Wish::Confirm(None))?;
        let paired = acts::work_out(desk, "autumn")?;
        let pair = &paired.pairing.seating.boards[0];
        let board = PairedBoard {
            board: 1,
            first: pair.first.clone(),
            second: pair.second.clone(),
            begins: begins.map(Entrant::new),
        };
        let layers = paired.pairing.cost.layers().iter();
        let cost = layers.map(|(layer, cost)| league::book::fact::LayerCost {
            layer: layer.name().to_owned(),
            cost: cost.to_string(),
        });
        let fact = Fact::Paired {
            event: "autumn".to_owned(),
            boards: vec![board],
            byes: Vec::new(),
            relaxed: Default::default(),
            cost: cost.collect(),
            by: Pairer::Sealord,
            why: None,
        };
        desk.write(&[(Some(1), fact)])
    })
}

#[test]
fn who_bids_first_follows_from_the_lot_or_the_ladder_and_the_audit_says_so() {
    for members in [OPEN, "format: ladder, rounds: 1, no_skip: 0, sides: {by: open-bid, first: lower}"] {
        let mut good = Vec::new();
        for begins in ["anna", "bert"] {
            let club = Inside::new(&["anna", "bert"], members);
            paired_with(&club, Some(begins)).expect("it can stand, as far as the seed is not looked at");
            match club.audit() {
                Ok(_) => good.push(begins),
                Err(fault) => {
                    let said = fault.to_string();
                    assert!(said.contains("who bids first at board 1 does not follow"), "{said}");
                }
            }
        }
        assert_eq!(good.len(), 1, "{members}");
        if members != OPEN {
            // In order of entry, so bert stands below.
            assert_eq!(good, ["bert"]);
        }
        let club = Inside::new(&["anna", "bert"], members);
        for begins in [None, Some("carl")] {
            assert!(refused(paired_with(&club, begins)).contains("who bids first at board 1 is wrong"));
        }
    }
}

/// The same from outside, as an organiser types it.
#[test]
fn the_commands_bid_accept_and_show_whose_turn_it_is() {
    let club = super::Club::entered("    format: swiss\n    rounds: 1\n    sides: {by: open-bid}\n");
    club.ok("confirm", &["anna", "bert"]);
    club.ok("pair", &[]);
    let status = club.desk.expect(4, &["league", "status", "club"]).out;
    assert!(status.contains("round 1: bids to come (1/1 "), "{status}");
    let begins = if status.contains("(1/1 anna") { "anna" } else { "bert" };
    let other = if begins == "anna" { "bert" } else { "anna" };
    let said = club.ok("bid", &["1/1", begins, "allies", "1.5"]);
    assert!(
        said.starts_with(&format!("{begins} bids 1.5 for the Allies; the answer: 1/1 {other} until ")),
        "{said}"
    );
    let no = club.no(1, "bid", &["1/1", other, "allies", "1.25"]);
    assert!(no.contains("write `1`"), "{no}");
    let no = club.no(1, "seats", &[]);
    assert!(no.contains("they still bid: 1/1"), "{no}");
    let said = club.ok("accept", &["1/1", other]);
    assert!(
        said.contains(&format!("{begins} has the Allies")) && said.contains("1.5 from the Allies"),
        "{said}"
    );
    club.ok("begin", &[]);
    club.desk.ok(&["site", "club", "-o", "site"]);
    let page = String::from_utf8(club.desk.read("site/league/autumn/round-1.html")).expect("text");
    assert!(page.contains("1.5 for the Allies") && page.contains("takes the other side"), "{page}");
    let audit = club.desk.ok(&["league", "audit", "club"]);
    assert!(audit.contains("sides of 1 board follow from bids and lots"), "{audit}");
}
