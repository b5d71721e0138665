//! Envelopes go to and from Debian's `age`, as players use it.

use super::support;

use std::path::Path;

use sealord::post::keys::{EnvelopeFault, Identity, Recipient, open, seal};
use support::{have, must, run};

const LIMIT: usize = 1 << 20;

/// A folder with a key of ours in `match.key`, or nothing if the machine has no age.
fn ready() -> Option<(tempfile::TempDir, Identity)> {
    if !have(&["age", "age-keygen"]) {
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let identity = Identity::generate();
    identity.write(&folder.path().join("match.key"), support::now()).unwrap();
    Some((folder, identity))
}

/// Contents that any change of line ends or coding would spoil; of several chunks.
fn contents() -> Vec<u8> {
    (0..150_000u32).map(|at| (at * 7 + at / 256) as u8).chain(*b"\r\n\n\0\xff").collect()
}

fn keygen(folder: &Path, name: &str) -> Recipient {
    must(folder, "age-keygen", &["-o", name], b"");
    let public = must(folder, "age-keygen", &["-y", name], b"");
    Recipient::parse(&String::from_utf8(public).unwrap()).unwrap()
}

#[test]
fn age_reads_our_key_file_and_we_read_its() {
    let Some((folder, identity)) = ready() else { return };
    let public = must(folder.path(), "age-keygen", &["-y", "match.key"], b"");
    assert_eq!(String::from_utf8(public).unwrap().trim(), identity.recipient().to_string());
    let recipient = keygen(folder.path(), "anna.key");
    let anna = Identity::read(&folder.path().join("anna.key")).unwrap();
    assert_eq!(anna.recipient(), recipient);
}

#[test]
fn what_age_seals_we_open() {
    let Some((folder, identity)) = ready() else { return };
    let (key, contents) = (identity.recipient().to_string(), contents());
    let keys = [identity];
    for arguments in [&["-r", &key][..], &["-a", "-r", &key]] {
        let sealed = must(folder.path(), "age", arguments, &contents);
        assert_eq!(open(&sealed, &keys, LIMIT).unwrap(), contents, "{arguments:?}");
    }
    let empty = must(folder.path(), "age", &["-a", "-r", &key], b"");
    assert_eq!(open(&empty, &keys, LIMIT).unwrap(), b"");
}

#[test]
fn what_we_seal_age_opens() {
    let Some((folder, identity)) = ready() else { return };
    for contents in [contents(), b"orders".to_vec(), Vec::new()] {
        let armor = seal(&contents, &[identity.recipient()]).unwrap();
        assert_eq!(must(folder.path(), "age", &["-d", "-i", "match.key"], armor.as_bytes()), contents);
        let crlf = armor.replace('\n', "\r\n");
        assert_eq!(must(folder.path(), "age", &["-d", "-i", "match.key"], crlf.as_bytes()), contents);
        let binary = support::text::decode(&armor);
        assert_eq!(must(folder.path(), "age", &["-d", "-i", "match.key"], &binary), contents);
    }
}

#[test]
fn several_keys_work_both_ways() {
    let Some((folder, identity)) = ready() else { return };
    let (anna, bert) = (keygen(folder.path(), "anna.key"), keygen(folder.path(), "bert.key"));
    let armor = seal(b"orders", &[identity.recipient(), anna.clone()]).unwrap();
    for key in ["match.key", "anna.key"] {
        assert_eq!(must(folder.path(), "age", &["-d", "-i", key], armor.as_bytes()), b"orders");
    }
    let denied = run(folder.path(), "age", &["-d", "-i", "bert.key"], armor.as_bytes());
    assert!(!denied.status.success());
    let (ours, anna) = (identity.recipient().to_string(), anna.to_string());
    let sealed = must(folder.path(), "age", &["-r", &anna, "-r", &ours, "-r", &bert.to_string()], b"orders");
    assert_eq!(open(&sealed, &[identity], LIMIT).unwrap(), b"orders");
    let bert = Identity::read(&folder.path().join("bert.key")).unwrap();
    assert_eq!(open(&sealed, &[bert], LIMIT).unwrap(), b"orders");
}

#[test]
fn the_wrong_key_is_told_with_ours() {
    let Some((folder, identity)) = ready() else { return };
    let anna = keygen(folder.path(), "anna.key").to_string();
    let sealed = must(folder.path(), "age", &["-a", "-r", &anna], b"orders");
    let ours = vec![identity.recipient().to_string()];
    let told = open(&sealed, &[identity], LIMIT).unwrap_err();
    assert_eq!(told, EnvelopeFault::OtherKey { ours, foreign: vec![] });
}

#[test]
fn an_envelope_to_an_ssh_key_is_told_as_such() {
    let Some((folder, identity)) = ready() else { return };
    let public = support::signer(3).public_key().to_string();
    let sealed = must(folder.path(), "age", &["-r", &public], b"orders");
    let Err(EnvelopeFault::OtherKey { foreign, .. }) = open(&sealed, &[identity], LIMIT) else {
        panic!("it was opened, or refused for another reason");
    };
    assert_eq!(foreign, ["ssh-ed25519"]);
}

/// age asks for a passphrase on the terminal only; `script` gives it one.
#[test]
fn an_envelope_with_a_passphrase_is_refused_at_once() {
    let Some((folder, identity)) = ready() else { return };
    if !have(&["script"]) {
        return;
    }
    must(
        folder.path(),
        "script",
        &["-qec", "age -p -o passphrase.age match.key", "out"],
        b"harbour\nharbour\n",
    );
    let sealed = std::fs::read(folder.path().join("passphrase.age")).unwrap();
    assert_eq!(open(&sealed, &[identity], LIMIT), Err(EnvelopeFault::Passphrase));
}
