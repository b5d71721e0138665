//! The office as a service that runs on, and as a program to which a mail system hands each message.

use std::process::{Child, Stdio};
use std::time::Duration;

use crate::mail::club::{Club, files};
use crate::mail::letter::Style;
use crate::mail::talks::{report, table};

/// Waits until so many mails have gone out in all.
#[track_caller]
fn wait_for(club: &Club, mails: usize) {
    for _ in 0..600 {
        if files(&club.path("outgoing")).len() >= mails {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{} mails went out, {mails} should have", files(&club.path("outgoing")).len());
}

fn kill(served: &Child, signal: &str) {
    let pid = served.id().to_string();
    let done = std::process::Command::new("kill").args([signal, &pid]).status().expect("kill runs");
    assert!(done.success());
}

#[test]
fn a_service_goes_on_until_it_is_told_to_stop() {
    for signal in ["-TERM", "-INT"] {
        let (mut club, anna, _) = table(&[]);
        let begun = files(&club.path("outgoing")).len();
        let mut command = club.command(&["serve-mail", ".", "--every", "1"]);
        let mut served = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("runs");
        club.deliver(&anna.letter(&club, "status", "").write(Style::Plain));
        wait_for(&club, begun + 1);
        // The umpire saves his settings half-way, and mends them.
        let settings = std::fs::read(club.path("office.yaml")).expect("settings");
        std::fs::write(club.path("office.yaml"), b"name: [").expect("written");
        std::thread::sleep(Duration::from_millis(2500));
        assert!(served.try_wait().expect("known").is_none(), "it lives");
        std::fs::write(club.path("office.yaml"), settings).expect("written");
        let mut letter = anna.letter(&club, "help", "");
        letter.id = "<help@example.org>".to_owned();
        club.deliver(&letter.write(Style::Plain));
        wait_for(&club, begun + 2);
        kill(&served, signal);
        let ended = served.wait_with_output().expect("ends");
        assert_eq!(ended.status.code(), Some(0), "{signal}");
        let told = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(told.contains("problem: ") && told.contains("office.yaml:1:"), "{told}");
    }
}

#[test]
fn a_service_with_settings_that_were_never_right_does_not_begin() {
    let (club, ..) = table(&[]);
    std::fs::write(club.path("office.yaml"), b"name: [").expect("written");
    let ran = club.run(&["serve-mail", "."]);
    assert_eq!(ran.status.code(), Some(1), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// Hands one message over; gives the exit code and what was said.
fn hand_over(club: &mut Club, bytes: &[u8]) -> (Option<i32>, String) {
    club.now += 60;
    let mut command = club.command(&["fetch", ".", "--stdin"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("runs");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), bytes).expect("written");
    let ended = child.wait_with_output().expect("ends");
    let told = String::from_utf8_lossy(&[ended.stdout, ended.stderr].concat()).into_owned();
    (ended.status.code(), told)
}

#[test]
fn a_mail_system_hands_over_one_message_at_a_time() {
    let (mut club, mut anna, _) = table(&[]);
    let mail = report(&club, "Anna");
    let code = mail.code().expect("a code word");
    let mut letter = anna.letter(&club, &format!("Re: {}", mail.head("Subject")), "");
    letter.text = format!("{}\ncode: {code}\n", anna.orders(&mail.packet().expect("a packet")));
    // As a pipe of the mail system writes it, with its own line on top.
    let bytes =
        [b"From anna@example.org Sat Oct 24 20:00:00 2026\n".to_vec(), letter.write(Style::Plain)].concat();
    let begun = files(&club.path("outgoing")).len();
    // While the match is out of order nothing is lost: the mail system is to try again.
    let (seed, aside) = (club.path("spring/secret/seed"), club.path("seed"));
    std::fs::rename(&seed, &aside).expect("moved away");
    let (code, told) = hand_over(&mut club, &bytes);
    assert_ne!(code, Some(0), "{told}");
    assert_eq!(files(&club.path("outgoing")).len(), begun);
    std::fs::rename(&aside, &seed).expect("moved back");
    let (code, told) = hand_over(&mut club, &bytes);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("1 message in: 1 accepted"), "{told}");
    wait_for(&club, begun + 3);
    // And the same once more, as mail systems do after a doubt.
    let (code, told) = hand_over(&mut club, &bytes);
    assert_eq!((code, told.contains("1 skipped")), (Some(0), true), "{told}");
    assert_eq!(files(&club.path("outgoing")).len(), begun + 3, "a receipt and two reports");
    let (code, told) = hand_over(&mut club, b"");
    assert_eq!((code, told.contains("0 messages in")), (Some(0), true), "{told}");
}
