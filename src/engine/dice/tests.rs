//! The vectors of `docs/dice.md`, computed here, by the Python script, and by whoever reads the page.

use crate::rulebook::two_sided::party::{ALLIES, AXIS};
use std::process::Command;

use super::*;
use crate::side::Flag;

struct Vector {
    number: u64,
    exchange: u32,
    parties: &'static [Party],
    label: &'static str,
    drawn: &'static str,
}

const VECTORS: &[Vector] = &[
    vector(1, 0, &[], "setup", "faces 12"),
    vector(1, 1, &[AXIS], "t1/zone-12/search", "faces 12"),
    vector(1, 1, &[AXIS, ALLIES], "t1/zone-12/search", "faces 12"),
    vector(7, 300, &[AXIS, ALLIES], "t3/zone-95/air-strike/bon-homme-richard/nagato", "faces 12"),
    vector(7, 300, &[ALLIES], "t3/convoi/Émile-Bertin", "faces 300"),
    vector(7, 2, &[ALLIES], "t3/port/who-escapes", "below 3000000000"),
    vector(7, 2, &[ALLIES], "t3/port/order", "shuffle 10"),
    vector(7, 2, &[ALLIES], "t3/port/mixed", "d6, below 10, d6"),
];

const fn vector(
    number: u64,
    exchange: u32,
    parties: &'static [Party],
    label: &'static str,
    drawn: &'static str,
) -> Vector {
    Vector { number, exchange, parties, label, drawn }
}

fn genesis() -> Digest {
    Digest::of(b"sealord dice vectors: genesis")
}

fn salt(party: Party) -> Salt {
    let text = format!("sealord dice vectors: {}", party.id());
    Salt::from_bytes(*Digest::of(text.as_bytes()).as_bytes())
}

fn joined<T: ToString>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(between)
}

impl Vector {
    fn stream(&self) -> Stream {
        let salts: Vec<_> = self.parties.iter().map(|&party| (party, salt(party))).collect();
        let seed = Seed::practice(self.number);
        ExchangeKey::derive(&seed, &genesis(), self.exchange, &salts).stream(self.label)
    }

    fn result(&self) -> String {
        let mut stream = self.stream();
        match self.drawn.split_once(' ') {
            Some(("faces", "300")) => {
                let digest = Digest::of(joined(stream.faces(300), "").as_bytes()).to_string();
                format!("SHA-256 of the digits {}…", &digest[..16])
            }
            Some(("faces", count)) => joined(stream.faces(count.parse().expect("a count")), ""),
            Some(("below", limit)) => {
                let limit = limit.parse().expect("a limit");
                joined((0..4).map(|_| stream.below(limit)), " ")
            }
            Some(("shuffle", count)) => joined(stream.shuffle(count.parse().expect("a count")), " "),
            _ => format!("{} {} {}", stream.d6(), stream.below(10), stream.d6()),
        }
    }

    fn row(&self) -> String {
        let parties = if self.parties.is_empty() {
            "none".to_owned()
        } else {
            joined(self.parties.iter().map(|s| s.id()), ", ")
        };
        let Vector { number, exchange, label, drawn, .. } = self;
        format!("| {number} | {exchange} | {parties} | `{label}` | {drawn} | {} |", self.result())
    }
}

fn rows() -> Vec<String> {
    let seeds = [1, 7].map(|number| {
        let seed = Seed::practice(number);
        format!("| {number} | `{}` | `{}` |", seed.to_hex(), seed.commitment())
    });
    VECTORS.iter().map(Vector::row).chain(seeds).collect()
}

#[test]
fn the_page_prints_what_this_program_rolls() {
    let page = include_str!("../../../docs/dice.md");
    for row in rows() {
        assert!(page.lines().any(|line| line == row), "docs/dice.md lacks this row:\n{row}");
    }
}

#[test]
fn an_independent_script_finds_the_same_dice() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/dice.py");
    let Ok(output) = Command::new("python3").args(["-X", "utf8", script]).output() else {
        return crate::skip::skip_without("python3");
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).expect("the script prints UTF-8");
    assert_eq!(printed.lines().collect::<Vec<_>>(), rows());
}

#[test]
fn one_published_roll_stands_here_too() {
    assert_eq!(VECTORS[3].result(), "441534326552");
    assert_eq!(
        Seed::practice(1).commitment().to_string(),
        "b359754224a5887d9ca72b663689f5aad191bfeb23895d04d7d208710f2611b5"
    );
}

#[test]
fn the_order_in_which_salts_are_given_does_not_matter_but_each_input_does() {
    let seed = Seed::practice(5);
    let (axis, allies) = ((AXIS, salt(AXIS)), (ALLIES, salt(ALLIES)));
    let roll = |seed: &Seed, genesis, exchange, salts: &[(Party, Salt)], label| {
        ExchangeKey::derive(seed, &genesis, exchange, salts).stream(label).faces(40)
    };
    let base = roll(&seed, genesis(), 4, &[axis, allies], "a");
    assert_eq!(base, roll(&seed, genesis(), 4, &[allies, axis], "a"));
    let crossed = [(AXIS, allies.1), (ALLIES, axis.1)];
    for other in [
        roll(&Seed::practice(6), genesis(), 4, &[axis, allies], "a"),
        roll(&seed, Digest::ZERO, 4, &[axis, allies], "a"),
        roll(&seed, genesis(), 5, &[axis, allies], "a"),
        roll(&seed, genesis(), 4, &[axis], "a"),
        roll(&seed, genesis(), 4, &crossed, "a"),
        roll(&seed, genesis(), 4, &[axis, allies], "b"),
    ] {
        assert_ne!(base, other);
    }
}

#[test]
fn parties_of_one_side_give_a_salt_each_by_their_own_words() {
    static WEST: Flag = Flag { id: "west", name: "West", adjective: "Western", colour: "#808000", order: 30 };
    static EAST: Flag = Flag { id: "east", name: "East", adjective: "Eastern", colour: "#008080", order: 31 };
    let [west, east] = [&WEST, &EAST].map(|flag| Party::seat(flag, ALLIES.side()));
    let roll = |salts: &[(Party, Salt)]| {
        ExchangeKey::derive(&Seed::practice(5), &genesis(), 4, salts).stream("a").faces(40)
    };
    let both = roll(&[(west, salt(west)), (east, salt(east))]);
    assert_eq!(both, roll(&[(east, salt(east)), (west, salt(west))]));
    for other in [
        roll(&[(west, salt(east)), (east, salt(west))]),
        roll(&[(west, salt(west)), (ALLIES, salt(east))]),
        roll(&[(west, salt(west))]),
    ] {
        assert_ne!(both, other);
    }
}

#[test]
fn the_same_label_gives_the_same_faces_whatever_was_rolled_before() {
    let key = ExchangeKey::derive(&Seed::practice(9), &genesis(), 1, &[]);
    let first = key.stream("t1/a").faces(9);
    key.stream("t1/b").faces(500);
    assert_eq!(key.stream("t1/a").faces(9), first);
}

#[test]
fn every_face_and_every_number_turns_up_about_equally_often() {
    let key = ExchangeKey::derive(&Seed::practice(11), &genesis(), 1, &[]);
    let mut faces = [0_u32; 6];
    key.stream("faces").faces(60_000).into_iter().for_each(|face| faces[usize::from(face) - 1] += 1);
    assert!(faces.iter().all(|count| (9_600..10_400).contains(count)), "{faces:?}");
    let (mut stream, mut numbers) = (key.stream("numbers"), [0_u32; 10]);
    (0..50_000).for_each(|_| numbers[stream.below(10) as usize] += 1);
    assert!(numbers.iter().all(|count| (4_700..5_300).contains(count)), "{numbers:?}");
}

#[test]
fn a_shuffle_keeps_every_card_and_small_counts_are_no_special_case() {
    let key = ExchangeKey::derive(&Seed::practice(13), &genesis(), 1, &[]);
    let mut order = key.stream("deck").shuffle(52);
    order.sort_unstable();
    assert!(order.into_iter().eq(0..52));
    assert_eq!(key.stream("none").shuffle(0), Vec::<usize>::new());
    assert_eq!(key.stream("one").shuffle(1), [0]);
    assert_eq!(key.stream("one").below(1), 0);
}

#[test]
fn a_seed_survives_its_text_and_hides_from_debug_output() {
    let seed = Seed::random().expect("entropy");
    assert_eq!(Seed::parse(&seed.to_hex()).expect("hex").commitment(), seed.commitment());
    assert!(Seed::parse("abc").is_err());
    assert_eq!(format!("{seed:?}"), "Seed(..)");
}
