//! The ways out that need no server: a folder, and the `sendmail` command. And standard input, the way in of
//! a pipe.

use super::support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sealord::post::wire::inward::Body;
use sealord::post::wire::inward::stdin::Stdin;
use sealord::post::wire::outward::folder::EmlFolder;
use sealord::post::wire::outward::sendmail::SendmailCommand;
use sealord::post::wire::{Carrier, Done, SendFault, Source};
use support::envelope;

const MESSAGE: &[u8] = b"Subject: report\r\n\r\n.\r\nhello\n";

/// A script in the place of `sendmail`; it must be closed before it is run, or the system calls it busy.
fn script(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("sendmail");
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Sends, again if the system calls the script busy: another test may be forking while it was open for
/// writing.
fn send(
    out: &mut SendmailCommand,
    envelope: &sealord::post::wire::Envelope,
) -> Result<sealord::post::wire::Sent, SendFault> {
    for _ in 0..200 {
        match out.send(envelope, MESSAGE) {
            Err(SendFault::Later { why, .. }) if why.contains("busy") => std::thread::yield_now(),
            other => return other,
        }
    }
    panic!("the script stays busy")
}

fn run(text: &str, to: &[&str]) -> (tempfile::TempDir, Result<sealord::post::wire::Sent, SendFault>) {
    let temp = tempfile::tempdir().unwrap();
    let path = script(temp.path(), &text.replace("HERE", &temp.path().display().to_string()));
    let mut out = SendmailCommand::new(&path, Duration::from_millis(800));
    let sent = send(&mut out, &envelope("x", "sealord@club.example", to));
    (temp, sent)
}

#[test]
fn sendmail_gets_the_arguments_and_the_message() {
    let (temp, sent) = run(
        "for word in \"$@\"; do echo \"$word\"; done > HERE/words; cat > HERE/message",
        &["anna@club.example", "bert+t3@club.example"],
    );
    sent.unwrap();
    let words = fs::read_to_string(temp.path().join("words")).unwrap();
    assert_eq!(words, "-i\n-f\nsealord@club.example\n--\nanna@club.example\nbert+t3@club.example\n");
    assert_eq!(fs::read(temp.path().join("message")).unwrap(), b"Subject: report\n\n.\nhello\n");
}

#[test]
fn an_empty_sender_is_two_brackets() {
    let temp = tempfile::tempdir().unwrap();
    let path = script(temp.path(), &format!("echo \"$3\" > {}/from", temp.path().display()));
    let mut null = envelope("x", "", &["anna@club.example"]);
    null.from = None;
    let mut out = SendmailCommand::new(&path, Duration::from_secs(5));
    send(&mut out, &null).unwrap();
    assert_eq!(fs::read_to_string(temp.path().join("from")).unwrap(), "<>\n");
}

#[test]
fn statuses_are_sorted() {
    let outcome = |text: &str| run(text, &["anna@club.example"]).1.unwrap_err();
    assert!(matches!(outcome("exit 75"), SendFault::Later { perhaps_sent: false, .. }));
    let refused = outcome("echo no such user >&2; exit 67");
    assert_eq!(refused, SendFault::Refused { recipient: None, code: Some(67), text: "no such user".into() });
    assert!(
        matches!(outcome("echo set me up; exit 78"), SendFault::Misconfigured { what, .. } if what.contains("set me up"))
    );
    assert!(
        matches!(outcome("exit 1"), SendFault::Later { why, .. } if why.contains("it gave no explanation"))
    );
    assert!(matches!(outcome("kill -9 $$"), SendFault::Later { .. }));
    assert!(matches!(outcome("exec sleep 5"), SendFault::Later { perhaps_sent: true, .. }));
    // Much talk and no listening: neither party waits for the other.
    let chatty = outcome(
        "i=0; while [ $i -lt 3000 ]; do echo 0123456789012345678901234567890123456789; i=$((i+1)); done; exit 65",
    );
    assert!(matches!(chatty, SendFault::Refused { text, .. } if text.chars().count() == 301));
}

#[test]
fn a_missing_sendmail_is_a_matter_of_settings() {
    let mut out = SendmailCommand::new(Path::new("/nowhere/sendmail"), Duration::from_secs(1));
    let fault =
        out.send(&envelope("x", "sealord@club.example", &["anna@club.example"]), MESSAGE).unwrap_err();
    insta::assert_snapshot!(fault, @"/nowhere/sendmail cannot be run (No such file or directory (os error 2)). Install a mail server that comes with a `sendmail`, or give its `path`.");
}

#[test]
fn no_address_becomes_an_option() {
    for address in ["-oQ/tmp@club.example", "--help", "anna@club.example -oX", "anna@club.example\n-bp"] {
        let (temp, sent) = run("echo called > HERE/called", &[address]);
        assert!(matches!(sent, Err(SendFault::Refused { .. })), "{address}");
        assert!(!temp.path().join("called").exists());
    }
}

#[test]
fn a_folder_keeps_one_file_for_one_key() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("deep/out");
    let mut out = EmlFolder::new(&path);
    let anna = envelope("t3-0004", "sealord@club.example", &["anna@club.example"]);
    assert!(out.send(&anna, MESSAGE).unwrap().answer.starts_with("written to"));
    assert!(out.send(&anna, MESSAGE).unwrap().answer.starts_with("was already in"));
    for other in [&b"Subject: other\n\nx\n"[..], &MESSAGE[..10], &[MESSAGE, b"more"].concat()] {
        let fault = out.send(&anna, other).unwrap_err();
        assert!(
            matches!(&fault, SendFault::Refused { text, .. } if text.contains("is another message")),
            "{fault}"
        );
    }
    assert_eq!(fs::read(path.join("t3-0004.eml")).unwrap(), MESSAGE);
    assert_eq!(fs::read_dir(&path).unwrap().count(), 1, "no half files are left");
    for key in ["", ".x", "a/b", "a b", "ä", "..", &"x".repeat(121)] {
        let fault =
            out.send(&envelope(key, "sealord@club.example", &["anna@club.example"]), MESSAGE).unwrap_err();
        assert!(matches!(fault, SendFault::Refused { .. }), "{key}");
    }
    fs::write(temp.path().join("file"), "").unwrap();
    let fault = EmlFolder::new(&temp.path().join("file")).send(&anna, MESSAGE).unwrap_err();
    assert!(matches!(fault, SendFault::Misconfigured { .. }), "{fault}");
}

#[test]
fn standard_input_is_one_message() {
    let read = |bytes: &'static [u8]| {
        let mut source = Stdin::from(bytes, 100);
        let waiting = source.waiting(9).unwrap();
        let taken = waiting.first().map(|waiting| source.read(&waiting.id).unwrap().expect("it is there"));
        if let Some(taken) = &taken {
            assert_eq!(source.read(&taken.id).unwrap().as_ref(), Some(taken), "reading changes nothing");
            source.done(&taken.id, Done::Taken).unwrap();
            assert_eq!((source.waiting(9).unwrap().len(), source.outcome()), (0, Some(Done::Taken)));
        }
        taken.map(|taken| (taken.size, taken.body))
    };
    assert_eq!(read(b""), None);
    assert_eq!(
        read(b"Subject: x\r\n\r\nx\r\n"),
        Some((17, Body::Whole(b"Subject: x\r\n\r\nx\r\n".to_vec())))
    );
    let piped = b"From anna@club.example Sun Jul  5 20:00:00 2026\nSubject: x\n\nFrom here\n";
    assert_eq!(read(piped), Some((22, Body::Whole(b"Subject: x\n\nFrom here\n".to_vec()))));
    let large = b"Subject: x\n\n0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789";
    assert_eq!(read(large), Some((large.len() as u64, Body::TooLarge(b"Subject: x\n\n".to_vec()))));
}
