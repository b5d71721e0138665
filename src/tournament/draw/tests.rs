use super::*;
use crate::tests::{entrant, words};

/// The seed whose bytes are 0 to 31.
fn club() -> Seed {
    let bytes: [u8; 32] = std::array::from_fn(|at| at as u8);
    Seed::parse(&Digest::from_bytes(bytes).to_string()).expect("64 digits")
}

fn key() -> DrawKey {
    let club = club();
    let salt = Salt::from_bytes(*Digest::of(b"salt of anna").as_bytes());
    let confirmed = [(entrant("bert"), None), (entrant("anna"), Some(salt))];
    DrawSeed::of(&club, "autumn").key(&Digest::of(b"line 1"), "autumn", 3, &confirmed)
}

/// Worked out by the `hmac` of Python.
#[test]
fn seeds_keys_and_lots_are_those_that_another_program_finds() {
    let club = club();
    let seed = DrawSeed::of(&club, "autumn");
    let hex = |bytes: &[u8; 32]| Digest::from_bytes(*bytes).to_string();
    assert_eq!(hex(seed.as_bytes()), "fe9c58b703b236a7da1ada313454b6caef66e310be297113b4e541ba70ae7481");
    assert_eq!(
        seed.commitment().to_string(),
        "5714836f38c95b87713ca334636e6bccc7d051088f399b63114cc3ba56d7b334"
    );
    assert_eq!(hex(key().as_bytes()), "8cd7c07fd267f858846b494bb3b641dc7b9e425516f082263fc48ebc079344cd");
    assert_eq!(key().pair("anna", "bert"), 2795);
    assert_eq!(key().pair("", "bert"), 880);
    let order = key().order("panel", 7, &words("anna bert carl dora emil"));
    assert_eq!(order, words("anna dora emil bert carl"));
}

#[test]
fn a_pair_has_one_lot_whichever_is_named_first() {
    assert_eq!(key().pair("bert", "anna"), key().pair("anna", "bert"));
    assert_eq!(key().lesser_is_first("bert", "anna"), key().lesser_is_first("anna", "bert"));
    let [anna, bert] = [entrant("anna"), entrant("bert")];
    for board in 0..20 {
        let one = key().one_of("sides", board, [&anna, &bert]);
        assert_eq!(key().one_of("sides", board, [&bert, &anna]), one.other());
    }
}

/// One entrant's salt is enough to change every lot: nobody chose them.
#[test]
fn each_salt_and_each_confirmation_makes_another_key() {
    let seed = DrawSeed::from_bytes([1; 32]);
    let salt = |byte: u8| Some(Salt::from_bytes([byte; 32]));
    let key = |all: &[(&str, Option<Salt>)]| {
        let all: Vec<(Entrant, Option<Salt>)> = all.iter().map(|it| (entrant(it.0), it.1)).collect();
        *seed.key(&Digest::ZERO, "autumn", 1, &all).as_bytes()
    };
    let all = [
        key(&[("anna", salt(1)), ("bert", None)]),
        key(&[("anna", salt(2)), ("bert", None)]),
        key(&[("anna", None), ("bert", None)]),
        key(&[("anna", None)]),
        key(&[("anna", None), ("bert", salt(1))]),
    ];
    for (at, one) in all.iter().enumerate() {
        assert!(!all[at + 1..].contains(one));
    }
    assert_eq!(
        key(&[("bert", None), ("anna", salt(1))]),
        all[0],
        "the order of confirming makes no difference"
    );
}

#[test]
fn debug_output_hides_seed_and_key() {
    assert_eq!(format!("{:?} {:?}", DrawSeed::from_bytes([1; 32]), key()), "DrawSeed(..) DrawKey(..)");
}

#[test]
fn the_lot_favours_neither_of_two() {
    let [anna, bert] = [entrant("anna"), entrant("bert")];
    let firsts = (0..2000).filter(|board| key().one_of("sides", *board, [&anna, &bert]) == Seat::First);
    assert!((900..1100).contains(&firsts.count()));
}
