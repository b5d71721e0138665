//! Messages as real mail programs write them, and hostile ones: each reading is a snapshot.

use super::common;

use common::{corpus, limits, show};
use sealord::post::letters::{Letter, Why};

#[test]
fn every_message_of_the_corpus_reads_as_recorded() {
    let messages = corpus();
    assert!(messages.len() >= 150, "{} messages", messages.len());
    for (name, raw) in messages {
        let text = show(&Letter::read(&raw, &limits()));
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, text);
        });
    }
}

/// A mailbox may be kept with either line end. What came in base64 has its own.
#[test]
fn line_ends_of_the_mailbox_change_nothing() {
    for (name, raw) in corpus().iter().filter(|(name, _)| name != "hostile-cr-only") {
        let feeds: Vec<u8> = raw.iter().copied().filter(|byte| *byte != b'\r').collect();
        let pairs = String::from_utf8_lossy(&feeds).replace('\n', "\r\n");
        if pairs.contains('\u{fffd}') {
            continue;
        }
        let (feeds, pairs) = (Letter::read(&feeds, &limits()), Letter::read(pairs.as_bytes(), &limits()));
        similar(name, &show(&feeds), &show(&pairs));
    }
}

/// The header read alone says what the whole says, but for what only the parts tell.
#[test]
fn the_header_alone_says_the_same() {
    for (name, raw) in corpus() {
        let Ok(letter) = Letter::read(&raw, &limits()) else { continue };
        let Letter { head, nature, .. } = Letter::read_head(&raw, &limits(), Why::TooLarge).unwrap();
        assert_eq!(head, letter.head, "{name}");
        let kind = std::mem::discriminant(&nature);
        assert_eq!(kind, std::mem::discriminant(&letter.nature), "{name}");
    }
}

fn similar(name: &str, left: &str, right: &str) {
    for (left, right) in left.lines().zip(right.lines()) {
        assert_eq!(left, right, "{name}");
    }
    assert_eq!(left.lines().count(), right.lines().count(), "{name}");
}
