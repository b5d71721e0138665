//! Code words: always the same for the same party, different for all others, and kindly read.

use std::collections::BTreeSet;

use sealord::post::keys::{CODE_WORD_BITS, CodeWord};

fn word(party: &str, generation: u32) -> CodeWord {
    CodeWord::derive(&[7; 32], "north-sea-7", party, generation)
}

/// Packets already sent hold these words: they may never change.
#[test]
fn the_words_of_a_match_are_fixed() {
    insta::assert_snapshot!(word("axis", 0).as_str(), @"oats-elevate-tambour-mule");
    insta::assert_snapshot!(word("allies", 0).as_str(), @"sunny-joiner-helmet-anvil");
    insta::assert_snapshot!(word("axis", 1).as_str(), @"nickel-tram-rafter-lentil");
}

#[test]
fn each_value_counts() {
    let words = [
        CodeWord::derive(&[7; 32], "north-sea-7", "axis", 0),
        CodeWord::derive(&[8; 32], "north-sea-7", "axis", 0),
        CodeWord::derive(&[7; 32], "north-sea-8", "axis", 0),
        CodeWord::derive(&[7; 32], "north-sea-7", "allies", 0),
        CodeWord::derive(&[7; 32], "north-sea-7", "axis", 1),
        CodeWord::derive(&[7; 32], "north-sea-7a", "xis", 0),
    ];
    let different: BTreeSet<&str> = words.iter().map(CodeWord::as_str).collect();
    assert_eq!(different.len(), words.len());
    for (number, word) in words.iter().enumerate() {
        for (other, text) in words.iter().enumerate() {
            assert_eq!(word.matches(text.as_str()), number == other);
        }
    }
}

#[test]
fn a_word_is_four_words_and_all_of_the_list_turn_up() {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for generation in 0..4000 {
        let word = word("axis", generation);
        let parts: Vec<&str> = word.as_str().split('-').collect();
        assert_eq!(parts.len(), 4);
        seen.extend(parts.into_iter().map(str::to_owned));
    }
    // 16,000 draws of 1,024: that a word is missing has a chance of one in six thousand, and the draws are
    // fixed.
    assert_eq!(seen.len(), 1024);
    assert_eq!(CODE_WORD_BITS, 4 * 1024u32.ilog2());
}

#[test]
fn case_and_what_stands_between_make_no_difference() {
    let word = word("axis", 0);
    let text = word.as_str();
    let spaced = text.replace('-', " ");
    for good in [
        text.to_owned(),
        text.to_uppercase(),
        spaced.clone(),
        format!("  {}\r\n", text.replace('-', " - ")),
        text.replace('-', "\u{2011}"),
        text.replace('-', "\u{2013}"),
        text.replace('-', "_"),
        text.replace('-', "\r\n> ").replace("> ", ""),
        text.replace('-', "\u{a0}"),
        format!("-{text}-"),
    ] {
        assert!(word.matches(&good), "{good:?}");
    }
}

#[test]
fn letters_must_be_exact() {
    let word = word("axis", 0);
    let text = word.as_str();
    let (first, rest) = text.split_once('-').unwrap();
    for bad in [
        String::new(),
        first.to_owned(),
        rest.to_owned(),
        text.replace('-', ""),
        format!("{text}-{first}"),
        format!("{text}s"),
        format!("{text}\0"),
        text[1..].to_owned(),
        format!("{rest}-{first}"),
        text.replacen(['a', 'e', 'i', 'o', 'u'], "é", 1),
        text.repeat(1000),
        "harbour".repeat(100_000),
    ] {
        assert!(!word.matches(&bad), "{}", bad.chars().take(60).collect::<String>());
    }
}

#[test]
fn the_longest_word_is_not_matched_by_more() {
    let longest =
        (0..20_000).map(|number| word("axis", number)).max_by_key(|word| word.as_str().len()).unwrap();
    assert!(longest.as_str().len() >= 30, "{}", longest.as_str().len());
    assert!(longest.matches(longest.as_str()));
    for more in ["a", "\0", "-a", "aa", "\0\0", "é"] {
        assert!(!longest.matches(&format!("{}{more}", longest.as_str())));
    }
}

#[test]
fn debug_output_hides_the_word() {
    assert_eq!(format!("{:?}", word("axis", 0)), "CodeWord(..)");
}
