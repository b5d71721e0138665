//! A whole dialogue with a server whose answers are changed in ten thousand ways. Whatever comes, a run ends
//! in a letter or in a fault that has a name; and what a server only remarks changes nothing.

use std::io::{self, Cursor, Read, Write};
use std::time::Duration;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::answer::Message;
use super::dialogue::{Dialogue, Trouble};
use super::session::{Greeted, login, select};
use crate::post::wire::config::{Find, Imap, Tls};
use crate::post::wire::net::{Allowance, Server};
use crate::post::wire::secret::{Password, Secret};

/// What a sound server says to the commands of [`walk`], a line each; the literal in it has lines of its own.
const ANSWERS: &str = "a1 OK logged in\r\n\
    * FLAGS (\\Answered \\Seen)\r\n* 2 EXISTS\r\n* 0 RECENT\r\n* OK [UIDVALIDITY 7] fine\r\n* OK [UIDNEXT 13] next\r\n\
    a2 OK [READ-WRITE] done\r\n\
    * LIST (\\HasNoChildren) \"/\" INBOX\r\n* LIST () \"/\" \"Done with\"\r\na3 OK done\r\n\
    * CAPABILITY IMAP4rev1 MOVE UIDPLUS\r\na4 OK done\r\n\
    * SEARCH 11 12\r\na5 OK done\r\n\
    * 1 FETCH (UID 11 RFC822.SIZE 32)\r\n* 2 FETCH (UID 12 RFC822.SIZE 5)\r\na6 OK done\r\n\
    * 1 FETCH (UID 11 RFC822.SIZE 32 INTERNALDATE \" 6-Dec-2026 20:00:01 +0100\" BODY[] {32}\r\n\
    Subject: orders\r\n\r\na {5}\r\n* NO\r\n)\r\na7 OK done\r\n\
    a8 OK done\r\n\
    * OK [COPYUID 7 11 1] moved\r\n* 1 EXPUNGE\r\na9 OK done\r\n";
const LETTER: &[u8] = b"Subject: orders\r\n\r\na {5}\r\n* NO\r\n";

/// Lines that are for people, or for programs that know what they mean.
const REMARKS: &[&[u8]] = &[
    b"* NO [ALERT] Mailbox is at 91% of quota\r\n",
    b"* NO Mailbox is at 91% of quota {5}\r\n",
    b"* BAD a remark\r\n",
    b"* BAD\r\n",
    b"* OK [ALERT] Mailbox is at 91% of quota\r\n",
    b"* OK\r\n",
    b"* OK [UNKNOWN-CODE (((\r\n",
    b"* OK Postfach zu 91 % gef\xfcllt, gr\xc3\xbc\xc3\x9fe\r\n",
    b"* OK [PERMANENTFLAGS (\"\\\\Seen\" \"\\\\*\")] quoted flags\r\n",
    b"* FLAGS (\"\\\\Answered\" \"$Gr\xc3\xbcn\")\r\n",
    b"* FLAGS (((((((\r\n",
    b"* 3 RECENT\r\n",
    b"* 1 FETCH (FLAGS (\"\\\\Seen\" $Gr\xfcn))\r\n",
    b"* 2 FETCH (FLAGS (\"\\\\Seen\") UID 12 INTERNALDATE NIL)\r\n",
    b"* 9 EXPUNGE\r\n",
    b"* VANISHED 4,6:9\r\n",
    b"* ID (\"name\" \"a\" \"x\" NIL)\r\n",
    b"* STATUS INBOX (MESSAGES)\r\n",
    b"* ESEARCH (TAG \"a9\") UID\r\n",
    b"* NAMESPACE ((\"\" \"/\")) NIL NIL\r\n",
    b"* XLIST (\\Inbox) \"/\" {3}\r\nab\xff\r\n",
    b"* PREAUTH again\r\n",
    b"*  two blanks\r\n",
];

/// A server that has said all it will ever say.
struct Told(Cursor<Vec<u8>>);

impl Read for Told {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for Told {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// From the login to the move of a letter; the letter, if all went well.
fn walk(answers: Vec<u8>) -> Result<Message, String> {
    let settings = Imap {
        host: "mail.club.example".into(),
        port: None,
        tls: Tls::Connect,
        ca: None,
        user: "office".into(),
        password: Password::Env("NOBODY_ASKS".into()),
        folder: "INBOX".into(),
        find: Find::Unseen,
        taken: Some("Done with".into()),
        refused: None,
        timeout: 1,
    };
    let server = super::session::server(&settings, std::path::Path::new(""));
    let Server { timeout, .. } = server;
    let dialogue = Dialogue::new(Told(Cursor::new(answers)));
    let allowance = Allowance::new(0, Duration::ZERO);
    let (secret, private) = (Secret::new("opensesame"), true);
    assert_eq!(timeout, Duration::from_secs(1));
    let greeted = Greeted { dialogue, allowance, encrypted: true, private };
    let known = login(greeted, &settings, &server, &secret).map_err(|fault| fault.to_string())?;
    let mut open = select(known, &settings, &server, &secret).map_err(|fault| fault.to_string())?;
    let said = |trouble: Trouble| super::session::fault(&server, "walking", &secret, trouble).to_string();
    let found = open.search("UNSEEN").map_err(said)?;
    let sizes = open.fetch("11,12", "UID RFC822.SIZE").map_err(said)?;
    let letters = open.fetch("11", "UID RFC822.SIZE INTERNALDATE BODY.PEEK[]").map_err(said)?;
    open.mark_seen(11).map_err(said)?;
    open.move_to(11, "Done with").map_err(said)?;
    if (open.validity, open.messages) != (7, 2) || !found.contains(&11) || sizes.len() < 2 {
        return Err("another folder".into());
    }
    letters.into_iter().find(|letter| letter.uid == 11 && letter.body.is_some()).ok_or("no letter".into())
}

/// Where a line may be put in: before each line of the server's own, and not within the letter.
fn gaps() -> Vec<usize> {
    let letter = ANSWERS.len() - ANSWERS[ANSWERS.find("Subject").expect("the letter")..].len();
    let ends = ANSWERS.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(ends).filter(|at| *at < letter || *at > letter + LETTER.len()).collect()
}

fn is_whole(letter: &Message) -> bool {
    let arrived = letter.arrived.map(|at| at.to_string());
    letter.body.as_deref() == Some(LETTER) && arrived.as_deref() == Some("2026-12-06T19:00:01Z")
}

#[test]
fn a_sound_dialogue_brings_the_letter() {
    assert!(walk(ANSWERS.into()).is_ok_and(|letter| is_whole(&letter)));
}

/// Every remark, at every place.
#[test]
fn remarks_change_nothing() {
    for remark in REMARKS {
        for at in gaps() {
            let mut answers = ANSWERS.as_bytes().to_vec();
            answers.splice(at..at, remark.iter().copied());
            let letter = walk(answers);
            let words = String::from_utf8_lossy(remark);
            assert!(letter.as_ref().is_ok_and(is_whole), "{words:?} at {at}: {letter:?}");
        }
    }
}

/// A farewell in the middle of it ends the connection, and its words are for people.
#[test]
fn a_farewell_is_quoted() {
    let answers = b"a1 OK\r\n* BYE [UNAVAILABLE] too many connections\r\n".to_vec();
    let fault = walk(answers).expect_err("nothing more comes");
    assert!(fault.contains("too many connections"), "{fault}");
}

#[test]
fn ten_thousand_mutated_dialogues_end() {
    let mut dice = ChaCha20Rng::seed_from_u64(33);
    let (mut read, mut faults) = (0, 0);
    for _ in 0..10_000 {
        let mut answers = ANSWERS.as_bytes().to_vec();
        for _ in 0..dice.random_range(1..4) {
            mutate(&mut answers, &mut dice);
        }
        match walk(answers) {
            Ok(_) => read += 1,
            Err(fault) => {
                faults += 1;
                assert!(!fault.contains("opensesame"), "{fault}");
            }
        }
    }
    assert!(read > 500 && faults > 500, "{read} letters and {faults} faults are no test");
}

fn mutate(answers: &mut Vec<u8>, dice: &mut ChaCha20Rng) {
    const PARTS: &[&[u8]] = &[
        b"\r\n",
        b"* ",
        b"(",
        b")",
        b"\"",
        b"\\",
        b"{4294967295}\r\n",
        b"{3}",
        b" NIL",
        b"* BYE\r\n",
        b"\0",
        b"\xff\xfe",
        b"99999999999999",
        b"BODY[",
        b"ENVELOPE (",
        b"BODYSTRUCTURE (((((((((((((((((((((((((((((((((((((((((((((((",
        b"a3 NO ",
        b"+ \r\n",
        b"INTERNALDATE NIL ",
        b"UID ",
        b"FLAGS (",
    ];
    if answers.is_empty() {
        answers.push(b'*');
    }
    let at = dice.random_range(0..answers.len());
    let to = (at + dice.random_range(1..40)).min(answers.len());
    match dice.random_range(0..7) {
        0 => answers[at] = (dice.next_u32() & 255) as u8,
        1 => drop(answers.splice(at..at, PARTS[dice.random_range(0..PARTS.len())].iter().copied())),
        2 => drop(answers.drain(at..to)),
        3 => answers.truncate(at.max(1)),
        4 => {
            let again = answers[at..to].to_vec();
            drop(answers.splice(at..at, again));
        }
        5 => drop(answers.splice(at..at, REMARKS[dice.random_range(0..REMARKS.len())].iter().copied())),
        _ => answers[at..to].reverse(),
    }
}
