//! What an umpire declares by mail, in a match beside a real table.

use crate::desk::club::{Club, keys, one, words};

const OFFICE: &str = "\
name: The referee
address: referee@club.example
umpire: {name: Uma, address: uma@club.example}
mail:
  in: {maildir: {path: in}}
  out: {folder: {path: out}}
matches:
  - folder: norway
    players:
      axis: {name: Anna, address: anna@example.org}
      western: {name: Bert, address: bert@example.org}
      soviet: {name: Cleo, address: cleo@example.org}
";

const NORWAY: &str = "[sealord norway/umpire] Axis Empires: Schiffskrieg";

/// An office with one match, which waits for its table.
fn club() -> Club {
    let begin =
        "new norway --system schiffskrieg --scenario 29 --option mode=companion --seed 7 --deadline-hours 72";
    Club::begun(OFFICE, &[&begin.split(' ').collect::<Vec<_>>()])
}

/// What history proposes before set-up, as lines `FACT VALUE`.
fn draft(club: &Club) -> Vec<String> {
    let draft = club.sealord(&["declare", "norway", "--draft"]);
    let lines = draft.lines().skip_while(|line| *line != "facts:").skip(1).filter(|line| !line.contains('#'));
    lines
        .filter_map(|line| line.trim().split_once(": "))
        .map(|(fact, value)| format!("{fact} {value}"))
        .collect()
}

#[test]
fn what_the_umpire_declares_is_what_the_command_would() {
    let (mut by_mail, by_hand) = (club(), club());
    assert_eq!(by_mail.journal("norway"), by_hand.journal("norway"));
    by_mail.uma(NORWAY, "declare tide.axis.tk 1\na victory in Norway");
    let sent = by_mail.fetch();
    let answer = words(&one(&sent, ".desk.").text);
    assert!(answer.contains("declared in norway. Now: ") && answer.contains("tide.axis.tk = 1"), "{answer}");
    by_hand.sealord(&["declare", "norway", "tide.axis.tk", "1", "--reason", "a victory in Norway"]);
    assert_eq!(by_mail.journal("norway"), by_hand.journal("norway"));
    by_mail.sealord(&["audit", "norway"]);
}

#[test]
fn several_facts_are_one_moment_and_open_the_match() {
    let mut club = club();
    let facts = draft(&club);
    assert!(facts.len() > 1, "{facts:?}");
    let lines: String = facts.iter().map(|fact| format!("declare {fact}\n")).collect();
    let before = club.journal("norway");
    // One that cannot be spoils all.
    club.uma(NORWAY, &format!("{lines}declare tide.axis.tk 77\nthe beginning"));
    let refused = one(&club.fetch(), ".desk.").text.clone();
    assert!(words(&refused).contains("nothing was declared"), "{refused}");
    assert!(refused.contains("your mail:") && refused.contains("tide.axis.tk"), "{refused}");
    assert_eq!(club.journal("norway"), before);
    club.uma(NORWAY, &format!("{lines}\nReason: the beginning"));
    let sent = club.fetch();
    let answer = words(&one(&sent, ".desk.").text);
    assert!(answer.contains("declared in norway"), "{answer}");
    let added = club.journal("norway").len() - before.len();
    assert!(added > 0 && club.journal("norway").matches("\"kind\":\"declaration\"").count() == 1);
    assert!(club.journal("norway").contains("\"reason\":\"the beginning\""));
    club.sealord(&["audit", "norway"]);
}

#[test]
fn a_declaration_that_cannot_be_is_answered_and_changes_nothing() {
    let mut club = club();
    let before = club.journal("norway");
    for (text, says) in [
        ("declare tide.axis.tk 1", "a declaration needs a reason"),
        ("declare tide.axis.tk\nWhy not.", "nothing was declared"),
        ("declare tied.axis.tk 1\nWhy not.", "There is no fact `tied`"),
        ("declare war-state.tk limitedwar\nWhy not.", "limited-war"),
    ] {
        club.uma(NORWAY, text);
        let sent = club.fetch();
        let answer = words(&one(&sent, ".desk.").text);
        assert!(answer.contains(says), "{text}: {answer}");
        assert_eq!(sent.len(), 1, "{:?}", keys(&sent));
        assert_eq!(club.journal("norway"), before, "{text}");
    }
}

#[test]
fn the_same_letter_declares_nothing_twice() {
    let mut club = club();
    let text = format!("declare tide.axis.tk 1\nOslo falls.\n\ncode: {}", club.desk_code("Uma"));
    club.write_as("uma@club.example", NORWAY, &text, "oslo@club.example", "");
    club.fetch();
    let journal = club.journal("norway");
    club.write_as("uma@club.example", NORWAY, &text, "oslo@club.example", "Received: from somewhere\r\n");
    assert!(club.fetch().is_empty());
    // A letter of its own that says the same.
    club.uma(NORWAY, "declare tide.axis.tk 1\nOslo falls.");
    let answer = words(&one(&club.fetch(), ".desk.").text);
    assert!(answer.contains("has this declared already"), "{answer}");
    assert_eq!(club.journal("norway"), journal);
}

#[test]
fn an_open_exchange_is_closed_only_for_whoever_says_so() {
    let mut club = club();
    let lines: String = draft(&club).iter().map(|fact| format!("declare {fact}\n")).collect();
    club.uma(NORWAY, &format!("{lines}the beginning"));
    club.fetch();
    let journal = club.journal("norway");
    club.uma(NORWAY, "declare tide.axis.tk 1\nToo late.");
    let answer = words(&one(&club.fetch(), ".desk.").text);
    assert!(answer.contains("a declaration closes it unresolved"), "{answer}");
    assert_eq!(club.journal("norway"), journal);
    club.uma(NORWAY, "declare reopen tide.axis.tk 1\nIn time.");
    let answer = words(&one(&club.fetch(), ".desk.").text);
    assert!(answer.contains("declared in norway") && answer.contains("exchange 2 is open"), "{answer}");
    club.sealord(&["audit", "norway"]);
}
