//! The small grammars: commands, tags, code words, natures.

use super::common;

use std::collections::BTreeSet;

use common::{limits, message};
use sealord::post::letters::{
    Automaton, COMMANDS, Command, Kind, Letter, Limits, Mailbox, Nature, Place, PlusTag, SubjectTag, Why,
    listed_commands, nearest_command, one_line, same_address,
};

fn read(fields: &str, body: &str) -> Letter {
    Letter::read(&message(fields, body), &limits()).unwrap()
}

#[test]
fn commands_are_words_alone_on_a_line() {
    let hex = "9F".repeat(32);
    let expected = [
        ("status", Some(Command::Status)),
        ("  Status! ", Some(Command::Status)),
        ("*STATUS*", Some(Command::Status)),
        ("Help?", Some(Command::Help)),
        ("form.", Some(Command::Form)),
        ("report", Some(Command::Report)),
        ("Withdraw", Some(Command::Withdraw)),
        ("reveal", Some(Command::Reveal)),
        ("final", Some(Command::Final)),
        ("Not  final.", Some(Command::NotFinal)),
        ("resign", Some(Command::Resign { confirmed: false })),
        ("Resign yes!", Some(Command::Resign { confirmed: true })),
        ("resign no", None),
        ("I resign yes", None),
        ("status of my fleet?", None),
        ("helpful", None),
        ("", None),
        ("...", None),
        ("commit", None),
        ("commit 9f9f", None),
    ];
    for (line, command) in expected {
        assert_eq!(Command::parse(line), command, "{line}");
    }
    assert_eq!(Command::parse(&format!("Commit {hex}")), Some(Command::Commit(hex.to_lowercase())));
}

#[test]
fn subjects_lose_their_tags_and_reply_words() {
    for subject in [
        "status",
        "Re: status",
        "AW: [sealord m/axis] Status",
        "Fwd: Re[2]: AW(3): status.",
        "[a] [b] re: [c] status",
    ] {
        assert_eq!(Command::in_subject(subject), Some(Command::Status), "{subject}");
    }
    for subject in ["[status]", "Re: Axis, turn 1", "status: bad", "[sealord m/axis", "Re:"] {
        assert_eq!(Command::in_subject(subject), None, "{subject}");
    }
}

#[test]
fn a_command_is_taken_from_the_first_own_line_alone() {
    let commands = |body: &str| {
        let asked = read("Subject: orders\n", body).contents.commands;
        asked.into_iter().map(|asked| asked.command).collect::<Vec<_>>()
    };
    assert_eq!(commands("\n\nstatus\nmore"), [Command::Status]);
    // Courtesy does no harm, other words do.
    assert_eq!(commands("Dear umpire,\nthank you.\n\nstatus, please\n"), [Command::Status]);
    assert_eq!(commands("My fleet is lost.\nstatus\n"), []);
    assert_eq!(commands("> status\n"), []);
    assert_eq!(commands("> resign yes\n\nform\n"), [Command::Form]);
    assert_eq!(commands("-- \nresign yes\n"), []);
    assert_eq!(commands("=== begin orders ===\nmatch: m\n=== end orders ===\n\nfinal\n"), [Command::Final]);
    assert_eq!(commands("On Sunday, Uma wrote:\n\nresign yes\n"), []);
    let both = read("Subject: form\n", "status\n").contents.commands;
    assert_eq!(both.iter().map(|asked| asked.in_subject).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn tags_are_strict_but_for_case_and_folding() {
    let tag = |subject: &str| SubjectTag::parse(subject).map(|tag| tag.to_string());
    assert_eq!(tag("Re: [sealord raider-warfare/axis] x").as_deref(), Some("[sealord raider-warfare/axis]"));
    assert_eq!(tag("[SEALORD Raider-Warfare/ Axis]").as_deref(), Some("[sealord raider-warfare/axis]"));
    assert_eq!(tag("[list] [sealord m] x").as_deref(), Some("[sealord m]"));
    for bad in [
        "[sealord]",
        "[sealord ]",
        "[sealord a/b/c]",
        "[sealord ../x/axis]",
        "sealord m/axis",
        "[sealord m/axis",
    ] {
        assert_eq!(tag(bad), None, "{bad}");
    }
    let plus = PlusTag::parse("Adjudicator+raider-warfare.axis@club.example").unwrap();
    assert_eq!((plus.base.as_str(), plus.party.as_deref()), ("Adjudicator@club.example", Some("axis")));
    assert_eq!(PlusTag::parse("a+m@b.example").unwrap().party, None);
    for bad in [
        "a@b.example",
        "+m.axis@b.example",
        "a+@b.example",
        "a+m.@b.example",
        "a+m.x.y@b.example",
        "a+m_x@b.example",
    ] {
        assert_eq!(PlusTag::parse(bad), None, "{bad}");
    }
}

#[test]
fn plus_tags_of_other_peoples_addresses_do_not_count() {
    let fields = "Cc: someone+m.axis@example.org, adjudicator+m.allies@club.example\n";
    let plus = read(fields, "x").contents.plus;
    assert_eq!(plus.len(), 1);
    assert_eq!(plus[0].party.as_deref(), Some("allies"));
    let any = Letter::read(&message(fields, "x"), &Limits::default()).unwrap().contents.plus;
    assert_eq!(any.len(), 2);
}

#[test]
fn code_words_typed_come_before_those_quoted() {
    let codes =
        read("", "Code: lime-oak\n\n> code: ANCHOR-GULL\n> code: LIME-OAK\n> code: ONE\n> a code: X-Y\n")
            .contents
            .codes;
    let codes: Vec<_> = codes.iter().map(|code| (code.word.as_str(), code.quoted)).collect();
    assert_eq!(codes, [("LIME-OAK", false), ("ANCHOR-GULL", true)]);
}

#[test]
fn natures_are_told_apart() {
    let nature = |fields: &str| read(fields, "status\n").nature;
    let automatic = |fields: &str| match nature(fields) {
        Nature::Automatic(why) => why,
        other => panic!("{fields}: {other:?}"),
    };
    let field = |name| Automaton::Field(name);
    assert_eq!(
        automatic("Auto-Submitted: auto-replied\n"),
        Automaton::AutoSubmitted("auto-replied".to_owned())
    );
    assert_eq!(automatic("Precedence: auto-reply\n"), Automaton::Precedence("auto_reply".to_owned()));
    assert_eq!(automatic("Precedence: Junk\n"), Automaton::Precedence("junk".to_owned()));
    assert_eq!(automatic("X-Autoreply: yes\n"), field("x-autoreply"));
    assert_eq!(automatic("X-Autorespond: x\n"), field("x-autorespond"));
    assert_eq!(automatic("X-Auto-Response-Suppress: OOF, AutoReply\n"), field("x-auto-response-suppress"));
    assert_eq!(automatic("Return-Path: <>\n"), Automaton::NoReturnPath);
    let vacation = "X-OOF: 1\nSubject: Out of office: x\n";
    assert_eq!(automatic(vacation), Automaton::Vacation("x-oof"));
    for ordinary in [
        "Auto-Submitted: no\n",
        "Auto-Submitted: No; owner=x\n",
        "Precedence: first-class\n",
        "Feedback-ID: 1:user:proton\n",
        "Subject: Out of office\n",
        "Return-Path: <anna@example.org>\n",
        "List-Unsubscribe: <mailto:x@y.z>\n",
        "X-Mailer: x\n",
        "X-Auto-Response-Suppress: DR, NDR, RN, NRN\n",
        "Disposition-Notification-To: anna@example.org\n",
        "Importance: high\n",
        "Return-Receipt-To: anna@example.org\n",
        "Precedence:\n",
        "X-Spam-Flag: NO\n",
    ] {
        assert_eq!(nature(ordinary), Nature::Ordinary, "{ordinary}");
    }
    assert_eq!(
        nature("List-Id: Navy <navy.example.org>\n"),
        Nature::List(Some("navy.example.org".to_owned()))
    );
    assert_eq!(nature("Precedence: list\n"), Nature::List(None));
    assert_eq!(nature("X-Sealord-Match: m\nAuto-Submitted: auto-generated\n"), Nature::Own);
    for account in ["MAILER-DAEMON@club.example", "Postmaster@club.example"] {
        let raw = format!("From: {account}\n\nHi. This is the qmail-send program.\n");
        let nature = Letter::read(raw.as_bytes(), &limits()).unwrap().nature;
        assert!(matches!(nature, Nature::Automatic(Automaton::SystemAccount(_))), "{account}");
    }
}

#[test]
fn what_matters_is_told_from_what_does_not() {
    assert!(Why::Archive.matters() && Why::Message.matters() && !Why::Other.matters());
    let all = [
        Why::Archive,
        Why::Program,
        Why::WinMail,
        Why::Message,
        Why::Encrypted,
        Why::NoOrders,
        Why::Other,
        Why::Uuencoded,
        Why::TooMany,
    ];
    assert!(all.iter().all(|why| why.words().ends_with('.')));
}

#[test]
fn files_go_before_the_text_and_the_likeliest_first() {
    let part = |name: &str, text: &str| format!("--b\nContent-Type: text/plain; name={name}\n\n{text}\n");
    let body = format!(
        "--b\n\n=== begin orders ===\nmatch: body\n=== end orders ===\n{:064x}\n{}{}{}--b--\n",
        7,
        part("x.sig", "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----"),
        part("o.txt", "match: file"),
        part("s.sealed", "sealord sealed orders v1"),
    );
    let letter = read("Content-Type: multipart/mixed; boundary=b\n", &body);
    let kinds: Vec<_> = letter
        .contents
        .candidates
        .iter()
        .map(|candidate| (&candidate.kind, candidate.origin.place))
        .collect();
    assert!(matches!(
        kinds.as_slice(),
        [
            (Kind::Sealed(_), Place::Attachment),
            (Kind::Orders(_), Place::Attachment),
            (Kind::Orders(_), Place::Body),
            (Kind::Signature(_), Place::Attachment),
            (Kind::Commitment(_), Place::Body),
        ]
    ));
}

#[test]
fn addresses_compare_without_case_and_know_their_halves() {
    let mailbox = Mailbox::new("Anna@Club.EXAMPLE", Some("  A\r\nnna \u{202e}")).unwrap();
    assert_eq!(
        (mailbox.local(), mailbox.domain(), mailbox.name.as_deref()),
        ("Anna", "club.example", Some("A nna"))
    );
    assert!(mailbox.is("anna@club.example") && !mailbox.is("аnna@club.example"));
    for bad in ["anna", "@b", "a@", "a@@b", "a b@c", "a@b c", "a@.b", "a@b..c", "a\0@b", "a@b\r\nBcc: c"] {
        assert_eq!(Mailbox::new(bad, None), None, "{bad:?}");
    }
}

#[test]
fn one_line_is_one_line() {
    assert_eq!(one_line("  a\r\n\tb\u{202e}c\0d\u{2028}e  ", 100), "a bc d e");
    assert_eq!(one_line("äöü äöü", 5), "äöü ä");
}

#[test]
fn dates_are_taken_as_told_or_not_at_all() {
    let date = |text: &str| read(&format!("Date: {text}\n"), "x").head.date.map(|date| date.to_string());
    assert_eq!(date("Sun, 22 Nov 2026 11:03:12 +0100 (CET)").as_deref(), Some("2026-11-22T10:03:12Z"));
    assert_eq!(date("Mon, 22 Nov 2026 11:03 GMT").as_deref(), Some("2026-11-22T11:03:00Z"));
    for bad in ["yesterday", "Sun, 99 Nov 2026 11:03:12 +0100", "Sun, 22 Nov 99999999999 11:03:12 +0100", ""]
    {
        assert_eq!(date(bad), None, "{bad}");
    }
}

#[test]
fn references_keep_the_first_and_the_last() {
    let ids: String = (0..200).map(|at| format!("<{at}@a.b>\n ")).collect();
    let references = read(&format!("References: {ids}\n"), "x").head.references;
    assert_eq!(references.len(), 50);
    assert_eq!(
        (references[0].as_str(), references[1].as_str(), references[49].as_str()),
        ("0@a.b", "151@a.b", "199@a.b")
    );
}

/// One list makes parser, help and docs: each line of it reads as it stands, and nothing else does under its
/// name.
#[test]
fn every_command_of_the_list_is_read() {
    for entry in COMMANDS {
        assert!(Command::parse(entry.example).is_some(), "{}", entry.example);
        assert!(Command::parse(&entry.example.to_uppercase()).is_some(), "{}", entry.example);
        assert_eq!(
            nearest_command(entry.example).map(|it| it.form.split(' ').next()),
            Some(entry.form.split(' ').next())
        );
    }
    let listed = listed_commands();
    let docs = include_str!("../../../docs/by-mail.md");
    let table = docs.split_once("| command | what it does |\n").unwrap().1.split_once("\n\n").unwrap().0;
    let first = table.lines().skip(1).filter_map(|line| line.split(" | ").next());
    let documented: BTreeSet<&str> = first.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let known: BTreeSet<&str> = COMMANDS.iter().filter(|it| it.is_listed()).map(|it| it.form).collect();
    assert_eq!(documented, known);
    assert!(known.iter().all(|form| listed.contains(&format!("  {form} "))), "{listed}");
}

/// What ends a match or gives it up is never taken from a loose reading.
#[test]
fn grave_commands_stand_alone_and_as_they_are_written() {
    for line in ["draw", "Draw.", "*concede yes*", " concede  YES ", "resign yes", "draw no"] {
        assert!(Command::parse(line).is_some_and(|it| it.is_grave() || line.contains("no")), "{line}");
    }
    for line in [
        "draw?",
        "draw yes?",
        "draw please",
        "concede yes please",
        "please concede yes",
        "concede yes?",
        "concede, yes",
        "resign yes please",
        "resign yes?",
        "resign, yes",
        "draw: yes",
        "draw no thanks",
    ] {
        assert_eq!(Command::parse(line), None, "{line}");
    }
    // Whoever answers such a mail has not voted.
    assert_eq!(Command::in_subject("Re: concede yes"), None);
    assert_eq!(Command::in_subject("[sealord m/axis] AW: draw"), None);
    assert!(Command::in_subject("[sealord m/axis] concede yes").is_some());
    assert_eq!(Command::parse("withdraw?"), None);
    assert_eq!(Command::parse("status?"), Some(Command::Status));
}

#[test]
fn a_slip_names_the_nearest_command() {
    let near = |line: &str| nearest_command(line).map(|entry| entry.form);
    let expected = [
        ("away 20.12.2026 28.12.2026", Some("away FROM TO")),
        ("say alies", Some("say SIDE")),
        ("concede", Some("concede yes")),
        ("concede yes please", Some("concede yes")),
        ("draw?", Some("draw")),
        ("could I have two more days?", Some("extend TIME")),
        ("I need more time, sorry.", Some("extend TIME")),
        ("extnd 24h", Some("extend TIME")),
        ("extend", Some("extend TIME")),
        ("statsu", Some("status")),
        ("histroy 3", Some("history NUMBER")),
        ("join spring", Some("join MATCH SIDE")),
        ("I am away next week", Some("away FROM TO")),
        ("We have lost. I give up.", Some("concede yes")),
        ("Thank you for the nice evening.", None),
        ("", None),
    ];
    for (line, form) in expected {
        assert_eq!(near(line), form, "{line}");
    }
}

#[test]
fn a_name_with_a_comma_is_one_address() {
    let from = |value: &str| {
        Letter::read(format!("From: {value}\nTo: adjudicator@club.example\n\nx").as_bytes(), &limits())
            .unwrap()
            .head
            .from
    };
    let one = from("Keller, Anna <anna@example.org>");
    assert_eq!(one.mailbox().map(|it| it.address.as_str()), Some("anna@example.org"), "{one:?}");
    for two in ["anna@example.org, bert@example.org", "Keller <k@example.org>, Anna <anna@example.org>"] {
        assert_eq!(from(two).mailbox(), None, "{two}");
    }
}

#[test]
fn a_domain_is_the_same_in_letters_and_in_the_dns() {
    assert!(same_address("anna@bücher.example", "Anna@xn--bcher-kva.example"));
    assert!(same_address("anna@BÜCHER.example", "anna@bu\u{308}cher.example"));
    assert!(!same_address("anna@bücher.example", "anna@bucher.example"));
    // Letters of another script that look alike are others.
    assert!(!same_address("anna@сlub.example", "anna@club.example"));
    assert!(!same_address("änna@club.example", "anna@club.example"));
}

#[test]
fn signs_that_only_machines_write_outweigh_everything() {
    let nature = |fields: &str| read(fields, "code: one-two-three-four\nstatus").nature;
    for fields in
        ["X-Auto-Response-Suppress: All\n", "List-Id: <a.b>\n", "Precedence: list\n", "Precedence: bulk\n"]
    {
        assert!(nature(fields).is_doubtful(), "{fields}");
    }
    for fields in [
        "List-Id: <a.b>\nAuto-Submitted: auto-replied\n",
        "X-Auto-Response-Suppress: All\nReturn-Path: <>\n",
        "Precedence: bulk\nSubject: Out of office: away\n",
        "Precedence: auto_reply\n",
        "Precedence: list\nX-Autoreply: yes\n",
    ] {
        let nature = nature(fields);
        assert!(nature != Nature::Ordinary && !nature.is_doubtful(), "{fields}: {nature:?}");
    }
}
