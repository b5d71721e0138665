//! The page says what to type; here it is typed.

use super::support;

use std::path::Path;

use sealord::post::keys::{AllowedSigners, CodeWord, Identity, NAMESPACE, PublicKey, open, verify};
use support::{have, must, now};

const PAGE: &str = include_str!("../../../docs/keys.md");

/// The fenced blocks of the page in order: their language and text.
fn blocks() -> Vec<(&'static str, String)> {
    let mut blocks = Vec::new();
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push((language, text.join("\n") + "\n"));
        }
    }
    blocks
}

/// Types all blocks of commands, in order, in one folder; each `text` block is what the commands before it
/// print.
fn type_all(folder: &Path) {
    let mut printed = String::new();
    let mut typed = 0;
    for (language, text) in blocks() {
        match language {
            "sh" => {
                let output = must(folder, "bash", &["-euo", "pipefail", "-c", &text], b"");
                printed = String::from_utf8(output).unwrap();
                typed += 1;
            }
            "text" => {
                let (start, end) = text.split_once('…').unwrap();
                let fits = printed.starts_with(start) && printed.ends_with(end);
                assert!(fits, "the page promises {text:?}, and this was printed: {printed:?}");
            }
            other => panic!("the page has a block of {other:?}"),
        }
    }
    assert_eq!(typed, 9, "every block of commands is typed");
}

#[test]
fn the_commands_of_the_page_do_what_it_says() {
    if !have(&["age", "age-keygen", "ssh-keygen", "bash", "sha256sum"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let orders = b"sealord sealed orders v1\nmatch: north-sea-7\n---\norders: []\n";
    std::fs::write(path("axis-4.sealed"), orders).unwrap();
    let identity = Identity::generate();
    identity.write(&path("match.key"), now()).unwrap();
    std::fs::write(path("match.pub"), format!("{}\n", identity.recipient())).unwrap();

    type_all(folder.path());

    assert_eq!(std::fs::read(path("opened")).unwrap(), orders);
    let envelope = std::fs::read(path("axis-4.age")).unwrap();
    assert_eq!(open(&envelope, &[identity], 1000).unwrap(), orders);
    let anna = Identity::read(&path("anna.key")).unwrap();
    assert_eq!(open(&envelope, &[anna], 1000).unwrap(), orders);
    let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    let allowed = AllowedSigners::parse(&read("allowed_signers")).unwrap();
    let signed = verify(orders, &read("axis-4.sealed.sig"), &allowed, "anna", NAMESPACE, now()).unwrap();
    assert_eq!(signed.fingerprint, PublicKey::parse(&read("anna-sign.pub")).unwrap().fingerprint());
}

#[test]
fn the_pages_code_word_is_a_real_one() {
    let word = CodeWord::derive(&[7; 32], "north-sea-7", "axis", 0);
    assert!(PAGE.contains(&format!("`{}`", word.as_str())));
}
