use super::*;
use crate::tests::{Chance, entrants, trials, words};

fn set(names: &str) -> BTreeSet<Entrant> {
    words(names).into_iter().collect()
}

/// Nobody from an excluded group, in 10,000 draws; and everybody else now and then.
#[test]
fn nobody_judges_who_has_an_interest() {
    let mut chance = Chance::new(1);
    let all = entrants(12);
    let mut seen: BTreeSet<Entrant> = BTreeSet::new();
    for _ in 0..trials(10_000, 1_000) {
        let players = [all[0].clone(), all[1].clone()];
        let forbidden = [
            (all[2].clone(), all[0].clone()),
            (all[1].clone(), all[3].clone()),
            (all[4].clone(), all[5].clone()),
        ];
        let (dropped, moved) = (set("7"), set("8 9"));
        let case =
            Case { board: 1, players: &players, forbidden: &forbidden, dropped: &dropped, moved: &moved };
        let declined: BTreeSet<Entrant> = chance.one_of(&["", "5", "10 11"].map(set)).clone();
        let panel = case.draw(&chance.key(), &all, 3, &declined);
        let may = &set("5 6 10 11 12") - &declined;
        assert!(panel.members.iter().all(|it| may.contains(it)), "{panel:?}");
        assert_eq!(panel.members.iter().collect::<BTreeSet<_>>().len(), 3);
        assert_eq!(panel.missing, 0);
        seen.extend(panel.members);
    }
    assert_eq!(seen, set("5 6 10 11 12"));
}

#[test]
fn a_panel_that_cannot_be_filled_says_how_many_are_missing() {
    let all = words("anna bert carl dora");
    let none = BTreeSet::new();
    let key = DrawKey::from_bytes([1; 32]);
    let case = Case { board: 1, players: &all[..2], forbidden: &[], dropped: &none, moved: &none };
    let panel = case.draw(&key, &all, 3, &none);
    assert_eq!((panel.members.len(), panel.missing), (2, 1));
    let without = case.draw(&key, &all, 3, &set("carl"));
    assert_eq!((without.members, without.missing), (words("dora"), 2));
}

/// Whoever declines makes room for the next, and the others keep their seats.
#[test]
fn the_next_takes_the_seat_of_who_declines() {
    let all = entrants(9);
    let none = BTreeSet::new();
    let mut chance = Chance::new(2);
    for _ in 0..100 {
        let key = chance.key();
        let case = Case { board: 2, players: &all[..2], forbidden: &[], dropped: &none, moved: &none };
        let four = case.draw(&key, &all, 4, &none).members;
        let first = BTreeSet::from([four[0].clone()]);
        assert_eq!(case.draw(&key, &all, 3, &first).members, four[1..]);
        let other = Case { board: 3, ..case };
        assert!(other.may_judge(&four[0]));
    }
    assert!(may_decline(&[], &all[0]));
    assert!(!may_decline(&all[..1], &all[0]));
}

#[test]
fn the_chair_does_not_judge_his_own_match() {
    let chairs = words("uma vera");
    assert_eq!(chair(&chairs, &words("anna bert")), Some(&chairs[0]));
    assert_eq!(chair(&chairs, &words("anna uma")), Some(&chairs[1]));
    assert_eq!(chair(&chairs, &chairs), None);
}

/// The table of verdicts: the votes, the chair, and what they find.
#[test]
fn verdicts() {
    let vote = |word: &str| match word {
        "draw" => Vote::Draw,
        side => Vote::Side(side.to_owned()),
    };
    for (votes, chair, expected) in [
        ("", "", None),
        ("", "axis", Some(("axis", Finder::Chair))),
        ("allies", "", None),
        ("allies", "draw", Some(("draw", Finder::Chair))),
        ("allies allies", "", Some(("allies", Finder::Majority { votes: 2, cast: 2 }))),
        ("allies axis", "", None),
        ("allies axis", "axis", Some(("axis", Finder::Chair))),
        ("allies axis axis", "allies", Some(("axis", Finder::Majority { votes: 2, cast: 3 }))),
        ("draw draw axis", "", Some(("draw", Finder::Majority { votes: 2, cast: 3 }))),
        ("allies axis draw", "draw", Some(("draw", Finder::Chair))),
        ("allies allies axis draw", "axis", Some(("axis", Finder::Chair))),
        ("allies allies axis axis", "", None),
        ("allies allies allies axis draw", "", Some(("allies", Finder::Majority { votes: 3, cast: 5 }))),
    ] {
        let members = entrants(9).into_iter();
        let votes_of = members.zip(votes.split_whitespace().map(vote)).collect();
        let chair_says = (!chair.is_empty()).then(|| vote(chair));
        let expected = expected.map(|(finds, by)| Verdict { finds: vote(finds), by });
        assert_eq!(verdict(&votes_of, chair_says.as_ref()), expected, "{votes} / {chair}");
    }
}
