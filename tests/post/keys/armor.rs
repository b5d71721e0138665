//! Armors are found in whatever a mail program made of them.

use super::support;

use sealord::post::keys::{Cut, Identity, cut_armor, cut_signature, open, seal};
use support::text::{ALL, Mangling, decode, encode};

const BEGIN: &str = "-----BEGIN AGE ENCRYPTED FILE-----";
const END: &str = "-----END AGE ENCRYPTED FILE-----";

fn sealed() -> (Identity, String) {
    let identity = Identity::generate();
    let armor = seal(b"Scharnhorst to Kiel\n".repeat(20).as_slice(), &[identity.recipient()]).unwrap();
    (identity, armor)
}

fn only(cuts: Vec<Cut>) -> Cut {
    assert_eq!(cuts.len(), 1, "{cuts:?}");
    cuts.into_iter().next().unwrap()
}

#[test]
fn a_clean_armor_is_cut_as_it_is() {
    let (_, armor) = sealed();
    let cut = only(cut_armor(&armor));
    assert_eq!((cut.armor.as_str(), cut.whole), (armor.as_str(), true));
    assert_eq!(cut.range, 0..armor.trim_end().len());
}

#[test]
fn every_mangling_and_every_pair_of_them_gives_the_same_armor() {
    let (_, armor) = sealed();
    for first in ALL {
        let once = first.apply(&armor);
        assert_eq!(only(cut_armor(&once)).armor, armor, "{first:?}:\n{once}");
        for second in ALL {
            // Initials that were wrapped, joined or quoted on cannot be told from Base64 any more.
            let lost = first == Mangling::Initials
                && matches!(second, Mangling::Wrapped(_) | Mangling::Joined | Mangling::Initials);
            if !lost {
                let twice = second.apply(&once);
                assert_eq!(only(cut_armor(&twice)).armor, armor, "{first:?}, {second:?}:\n{twice}");
            }
        }
    }
}

#[test]
fn signatures_are_cut_the_same_way() {
    let armor = support::signer(1).sign(b"orders");
    for mangling in ALL {
        let text = mangling.apply(&armor);
        assert_eq!(only(cut_signature(&text)).armor, armor, "{mangling:?}:\n{text}");
        assert_eq!(cut_armor(&text), []);
    }
}

#[test]
fn two_in_one_text_are_both_found_in_order() {
    let ((_, one), (_, two)) = (sealed(), sealed());
    let text = format!("First:\n{one}\nthen what you quoted:\n{}", Mangling::Quoted.apply(&two));
    let cuts = cut_armor(&text);
    let armors: Vec<&str> = cuts.iter().map(|cut| cut.armor.as_str()).collect();
    assert_eq!(armors, [one, two]);
    for cut in &cuts {
        assert!(text[cut.range.clone()].starts_with(BEGIN) && text[cut.range.clone()].ends_with(END));
    }
}

#[test]
fn an_envelope_and_a_signature_do_not_disturb_each_other() {
    let (_, armor) = sealed();
    let signature = support::signer(1).sign(armor.as_bytes());
    let text = format!("{armor}{signature}");
    assert_eq!(only(cut_armor(&text)).armor, armor);
    assert_eq!(only(cut_signature(&text)).armor, signature);
}

#[test]
fn an_armor_without_end_is_told_and_ends_with_its_last_line() {
    let (_, armor) = sealed();
    let torn: String = armor.lines().take(5).map(|line| format!("> {line}\n")).collect();
    let text = format!("Hello\n{torn}\nGreetings, Anna\n");
    let cut = only(cut_armor(&text));
    assert!(!cut.whole && !cut.armor.contains(END));
    assert_eq!(cut.armor.lines().collect::<Vec<_>>(), armor.lines().take(5).collect::<Vec<_>>());
    assert_eq!(&text[cut.range], torn.trim_start_matches("> ").trim_end());
}

#[test]
fn a_torn_armor_before_a_whole_one_swallows_nothing() {
    let (_, armor) = sealed();
    let torn: String = armor.lines().take(3).map(|line| format!("{line}\n")).collect();
    let cuts = cut_armor(&format!("{torn}{armor}"));
    assert_eq!(cuts.iter().map(|cut| cut.whole).collect::<Vec<_>>(), [false, true]);
    assert_eq!(cuts[1].armor, armor);
}

#[test]
fn sentences_about_markers_are_no_armor() {
    for text in [
        format!("Send all from {BEGIN} to {END}, please."),
        format!("It begins with {BEGIN}\nand so on."),
        format!("{BEGIN}\n{END}\n"),
        format!("{END}\n"),
        "-----BEGIN AGE ENCRYPTED FILES-----\n".to_owned(),
        "-----BEGINAGE ENCRYPTED FILE-----\n".to_owned(),
        "-----BEGIN PGP MESSAGE-----\nYWdlLWVuY3J5cHRpb24ub3Jn\n-----END PGP MESSAGE-----\n".to_owned(),
    ] {
        assert_eq!(cut_armor(&text), [], "{text}");
    }
    let (_, armor) = sealed();
    let told = format!("Send all from {BEGIN} to {END}. Here it is:\n{armor}");
    assert_eq!(only(cut_armor(&told)).armor, armor);
}

#[test]
fn a_long_armor_with_a_changed_start_is_still_an_armor() {
    let (_, armor) = sealed();
    let changed = armor.replacen("YWdl", "XWdl", 1);
    assert_eq!(only(cut_armor(&changed)).armor, changed);
}

#[test]
fn the_armor_of_a_real_reply_opens() {
    let (identity, armor) = sealed();
    let inner =
        Mangling::Quoted.apply(&format!("On Saturday Anna wrote:\n{}", Mangling::Quoted.apply(&armor)));
    let text = format!("Uma wrote:\n{inner}\nSee above.\n").replace('\n', "\r\n");
    let contents = open(text.as_bytes(), &[identity], 1000).unwrap();
    assert_eq!(contents, b"Scharnhorst to Kiel\n".repeat(20));
}

#[test]
fn the_tests_own_base64_agrees() {
    let (_, armor) = sealed();
    assert_eq!(encode(&decode(&armor), "AGE ENCRYPTED FILE", 64), armor);
}

#[test]
fn a_text_full_of_markers_takes_no_time() {
    // Work that grew with the square of the length would take minutes here.
    let many = format!("{BEGIN}\nYWdlLWVuY3J5cHRpb24ub3Jn\n").repeat(40_000);
    assert_eq!(cut_armor(&many).len(), 40_000);
    let openings = "-----BEGIN AGE ENCRYPTED\n".repeat(100_000);
    assert_eq!(cut_armor(&openings), []);
    let marks = format!("{}{BEGIN}", "> ".repeat(1_000_000));
    assert_eq!(cut_armor(&marks), []);
}
