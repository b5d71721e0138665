//! Mail programs copy the answered mail below an answer in more ways than anybody can list. No line of a mail
//! of the office ever leaves as a person's words.

use std::collections::BTreeSet;

use crate::desk::club::{Club, OFFICE, Sent, keys, names, one, words};

const ANNA: &str = "anna@example.org";
const BERT: &str = "bert@example.org";
const SUBJECT: &str = "Re: [sealord spring/axis] Seas of Thunder";

/// How programs begin the copy of an answered mail; the last of them say nothing that any list could hold.
const INTRODUCTIONS: [&str; 20] = [
    "On Mon, Nov 30, 2026 at 1:00 PM The referee <referee@club.example> wrote:",
    "From: The referee <referee@club.example>\nSent: Monday, 30 November 2026\nTo: Anna\nSubject: spring",
    "Od: The referee <referee@club.example>\nWysłano: 30 listopada 2026\nDo: Anna\nTemat: spring",
    "От: The referee <referee@club.example>\nОтправлено: 30 ноября 2026 г.\nКому: Anna\nТема: spring",
    "发件人: The referee <referee@club.example>\n发送时间: 2026年11月30日\n收件人: Anna\n主题: spring",
    "Lähettäjä: The referee\nLähetetty: maanantai 30. marraskuuta 2026\nVastaanottaja: Anna\nAihe: spring",
    "ma 30. marraskuuta 2026 klo 13.00 The referee\n<referee@club.example> kirjoitti:",
    "2026年11月30日(月) 13:00 The referee <referee@club.example>:",
    ">>> The referee <referee@club.example> 11/30/2026 1:00 PM >>>",
    "---- The referee wrote ----",
    "---- On Mon, 30 Nov 2026 13:00:00 +0100 The referee wrote ----",
    "30 Nov 2026, 13:00 +0100, The referee <referee@club.example>, wrote:",
    "-------- Original message --------",
    "________________________________",
    "Feladó: The referee\nElküldve: 2026. november 30.\nTárgy: spring",
    "Kimden: The referee\nGönderilme: 30 Kasım 2026\nKonu: spring",
    "*** The referee said ***",
    "~~~",
    "The referee, yesterday:",
    "",
];

/// A sequence of numbers that is the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        let Numbers(state) = self;
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(*state >> 33).unwrap() % most
    }
}

/// Breaks lines at a width, or joins those of a paragraph.
fn refolded(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut column = 0;
        for word in line.split(' ') {
            if column > 0 && column + word.chars().count() >= width {
                out.push('\n');
                column = 0;
            }
            if column > 0 {
                out.push(' ');
            }
            out.push_str(word);
            column += word.chars().count() + 1;
        }
        out.push('\n');
    }
    out
}

/// A mail as some program copies it: whole or in part, folded, with or without marks.
fn copied(mail: &str, numbers: &mut Numbers) -> String {
    let lines: Vec<&str> = mail.lines().collect();
    let part: Vec<&str> = match numbers.below(4) {
        0 => lines[lines.len() / 2..].to_vec(),
        1 => lines[..lines.len().div_ceil(2)].to_vec(),
        _ => lines.clone(),
    };
    let text = part.join("\n");
    let text = match numbers.below(6) {
        0 => refolded(&text, 40),
        1 => refolded(&text, 60),
        2 => text.replace("\n\n", "\n"),
        3 => text.lines().collect::<Vec<_>>().join(" "),
        _ => text,
    };
    let mark = ["", "", "", "  ", "\t", "» ", "# ", "AB> ", "\u{a0}", "* "][numbers.below(10)];
    let text: Vec<String> = text.lines().map(|line| format!("{mark}{line}")).collect();
    let text = text.join("\n");
    match numbers.below(5) {
        0 => text.replace(' ', "\u{a0}"),
        1 => text.replace("the ", "the\u{200b} "),
        _ => text,
    }
}

/// An office that has written mails of many kinds to Anna.
fn busy() -> (Club, Vec<Sent>) {
    let office = OFFICE.replace("moderators: [{name: Mike, address: mike@club.example}]\n", "");
    let mut club = Club::new(&office);
    let (axis, allies) = (club.code("spring", "axis"), club.code("spring", "allies"));
    let form = std::fs::read_to_string(club.path("spring/forms/001-axis.yaml")).unwrap();
    for text in ["status", "help", "settings", "matches", "say umpire\nMay I hide my raiders in zone 28?"] {
        club.write(ANNA, SUBJECT, &format!("{text}\n\n{axis}"));
    }
    club.write(ANNA, SUBJECT, &format!("{axis}\n{}", form.replace("answers:", "answers:\n  nothing: 4")));
    club.write(
        BERT,
        "[sealord spring/allies]",
        &format!("say axis\nShall we leave Gibraltar alone this year?\n\n{allies}"),
    );
    club.write(ANNA, SUBJECT, &format!("{axis}\n{form}"));
    club.fetch();
    let all = names(&club.path("out"));
    let mails = all.iter().filter(|name| name.starts_with("spring.axis.")).map(|name| club.read(name));
    let mails: Vec<Sent> = mails.collect();
    assert!(mails.len() >= 8, "{:?}", keys(&mails));
    (club, mails)
}

/// The words of somebody in a mail that passes them on.
fn passed_on(mail: &Sent) -> Vec<&str> {
    let from = mail.text.split_once("exchange 1:\n").unwrap().1;
    from.split_once("\nTo answer").unwrap().0.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

#[test]
fn no_copy_of_a_mail_leaks_a_line_in_two_hundred_ways() {
    let (mut club, mails) = busy();
    let code = club.code("spring", "axis");
    let mut numbers = Numbers(1939);
    for way in 0..200 {
        let mail = &mails[way % mails.len()];
        let introduction = INTRODUCTIONS[numbers.below(INTRODUCTIONS.len())];
        let signature = ["", "\nAnna\n", "\n-- \nAnna\n", "\nSent from my phone\n"][numbers.below(4)];
        let copy = copied(&mail.text, &mut numbers);
        club.write(
            ANNA,
            SUBJECT,
            &format!("say allies\nGood luck to you, Bert.\n{signature}\n{introduction}\n{copy}\n\n{code}"),
        );
    }
    let sent = club.fetch();
    let to_bert: Vec<&Sent> = sent.iter().filter(|mail| mail.to == BERT).collect();
    for mail in &to_bert {
        let said = passed_on(mail);
        assert!(said.iter().all(|line| ["Good luck to you, Bert.", "Anna"].contains(line)), "{said:#?}");
    }
    // The journal, which is open to all in the end, has no more of it.
    let secrets: BTreeSet<&str> = mails
        .iter()
        .flat_map(|mail| mail.text.lines().map(str::trim))
        .filter(|line| line.len() > 24)
        .collect();
    let journal = club.journal("spring");
    let notes = journal.lines().filter(|line| line.contains("Good luck to you"));
    assert!(notes.clone().all(|note| !secrets.iter().any(|line| note.contains(line))));
    // Each letter was answered, and where it was certain where the copy begins, the words went out.
    assert!(sent.iter().filter(|mail| mail.to == ANNA).count() >= 200);
    let answer = sent.iter().find(|mail| mail.to == ANNA).map(|mail| &mail.text);
    assert!(!to_bert.is_empty(), "no words went out: {answer:?}");
}

#[test]
fn ones_own_words_pass_and_a_copied_line_is_named() {
    let (mut club, mails) = busy();
    let code = club.code("spring", "axis");
    let say = |club: &mut Club, text: &str| {
        club.write(ANNA, SUBJECT, &format!("{text}\n\n{code}"));
        club.fetch()
    };
    let own = "say allies\nHello Bert,\n\nI think that the war is over by Christmas. Best regards\n\nAnna";
    assert_eq!(passed_on(one(&say(&mut club, own), "allies.1.words")).len(), 3);
    // Said once more to others, it is not copied.
    let question = "say allies\nMay I hide my raiders in zone 28?";
    assert_eq!(
        passed_on(one(&say(&mut club, question), "allies.1.words")),
        ["May I hide my raiders in zone 28?"]
    );
    let report = mails.iter().find(|mail| mail.key.contains(".report")).unwrap();
    let line = report.text.lines().map(str::trim).find(|line| line.contains("convoys.")).unwrap();
    let sent = say(&mut club, &format!("say allies\nLook at this:\n{line}"));
    assert_eq!(keys(&sent).len(), 1, "{:?}", keys(&sent));
    let no = words(&sent[0].text);
    assert!(no.contains("a line of a mail of this office stands among your words"), "{no}");
    assert!(no.contains("send your own words again"), "{no}");
    // What was sent in confidence, and orders, are no less secret below other words.
    let sent = say(
        &mut club,
        "say allies\nGood luck.\n\nAnna, earlier:\nMay I hide my raiders in zone 28? It would be fun.",
    );
    assert!(keys(&sent).iter().all(|key| !key.contains("allies")), "{:?}", keys(&sent));
    let form = std::fs::read_to_string(club.path("spring/forms/001-axis.yaml")).unwrap();
    let placed = form.lines().find(|line| line.trim_start().starts_with("axis-")).unwrap();
    let sent = say(&mut club, &format!("say allies\nGood luck.\n\nAnna, earlier:\n{placed}"));
    assert!(keys(&sent).iter().all(|key| !key.contains("allies")), "{:?}", keys(&sent));
}

/// A quoted line that was too long goes on without its mark.
#[test]
fn the_rest_of_a_wrapped_quotation_is_not_anybodys_words() {
    let (mut club, mails) = busy();
    let code = club.code("spring", "axis");
    let report = mails.iter().find(|mail| mail.key.contains(".report")).unwrap();
    let line = report.text.lines().find(|line| line.split(' ').count() > 8 && line.len() > 50).unwrap();
    let (first, rest) = line.split_at(line.rfind(' ').unwrap());
    club.write(ANNA, SUBJECT, &format!("say allies\n> {first}\n{}\n\n{code}", rest.trim()));
    let sent = club.fetch();
    assert!(keys(&sent).iter().all(|key| !key.contains("allies")), "{:?}", keys(&sent));
}

#[test]
fn an_umpires_answer_to_one_gives_nothing_to_the_others() {
    for command in ["say all", "extend axis 48h", "pause", "say allies"] {
        let (mut club, _) = busy();
        let all = names(&club.path("out"));
        let asked = all.iter().find(|name| name.starts_with("spring.umpire.1.words")).unwrap();
        let asked = club.read(asked).text;
        assert!(asked.contains("zone 28"));
        for introduction in [">>> The referee <referee@club.example> 11/30/2026 >>>", "Uma, yesterday:", ""] {
            let text =
                format!("{command}\nThe rulebook answers it; see 5.5.\n\nUma\n\n{introduction}\n{asked}");
            club.uma("Re: [sealord spring/umpire] Seas of Thunder", &text);
            let sent = club.fetch();
            let leak = sent.iter().filter(|mail| mail.to == BERT).any(|mail| mail.text.contains("zone 28"));
            assert!(!leak, "{command}, {introduction}: {:?}", keys(&sent));
            let answer = words(&one(&sent, ".desk.").text);
            let said =
                answer.contains("reason was not passed on") || answer.contains("stands among your words");
            assert!(said || answer.contains("your words go to"), "{command}: {answer}");
        }
        let private = "May I hide my raiders";
        let journal = club.journal("spring");
        assert_eq!(journal.matches(private).count(), 1, "{command}: it is there once, as it was asked");
    }
}

/// A reason comes back to the umpire with the word that confirms an undo, and is still his own.
#[test]
fn the_reason_of_an_undo_survives_its_confirmation() {
    let (mut club, _) = busy();
    let subject = "[sealord spring/umpire]";
    club.uma(subject, "close\nNobody wants to wait any longer for this.");
    club.fetch();
    club.uma(subject, "undo 1\nBert had the wrong map on his table.");
    let sent = club.fetch();
    let ask = one(&sent, ".desk.").text.clone();
    let line = ask.lines().find(|line| line.trim().starts_with("undo 1 ")).unwrap().trim().to_owned();
    club.uma(subject, &format!("{line}\nBert had the wrong map on his table."));
    let sent = club.fetch();
    assert!(words(&one(&sent, ".desk.").text).contains("is taken back to exchange 1"));
    assert!(club.journal("spring").contains("Bert had the wrong map on his table."));
}
