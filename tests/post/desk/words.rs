//! Words between people: delivered, kept, never read as orders, and no way to speak in another's name.

use crate::desk::club::{Club, OFFICE, Sent, keys, one, words};

const ANNA: &str = "anna@example.org";
const BERT: &str = "bert@example.org";

fn say(club: &mut Club, from: &str, seat: (&str, &str), text: &str) -> Vec<Sent> {
    let code = club.code(seat.0, seat.1);
    club.write(from, &format!("[sealord {}/{}]", seat.0, seat.1), &format!("{text}\n\n{code}"));
    club.fetch()
}

#[test]
fn words_reach_the_other_side_and_the_journal() {
    let mut club = Club::new(OFFICE);
    let sent = say(&mut club, ANNA, ("spring", "axis"), "say allies\nWill you ever sail?\n\nI am waiting.");
    assert_eq!(keys(&sent).len(), 2, "{:?}", keys(&sent));
    let told = one(&sent, "spring.allies.1.words");
    assert_eq!(told.to, BERT);
    insta::assert_snapshot!(told.text);
    insta::assert_snapshot!(one(&sent, ".answer.").text);
    assert!(club.journal("spring").contains("Will you ever sail?"));
    let code = club.code("spring", "axis");
    assert!(!club.journal("spring").contains(code.trim_start_matches("code: ")));
    club.sealord(&["audit", "spring"]);
    // What is said changes neither the orders nor what a report quotes to those who did not hear it.
    let status: serde_json::Value =
        serde_json::from_str(&club.sealord(&["--json", "status", "spring"])).unwrap();
    assert_eq!(status["missing"][0], "axis");
}

#[test]
fn whoever_does_not_hear_words_cannot_count_them() {
    let (mut club, other) = (Club::new(OFFICE), Club::new(OFFICE));
    let heads = |club: &Club| {
        let packet = club.sealord(&["view", "spring", "--side", "allies", "--json"]);
        let packet: serde_json::Value = serde_json::from_str(&packet).unwrap();
        packet["verify"].to_string()
    };
    let before = heads(&club);
    say(&mut club, ANNA, ("spring", "axis"), "say umpire\nIs Bert on holiday?");
    assert_eq!(heads(&club), before);
    assert_eq!(heads(&other).len(), before.len());
    say(&mut club, ANNA, ("spring", "axis"), "say all\nGood evening.");
    assert_ne!(heads(&club), before);
}

#[test]
fn the_umpire_hears_and_answers() {
    let mut club = Club::new(OFFICE);
    let sent = say(&mut club, BERT, ("spring", "allies"), "say umpire\nMay a carrier raid?");
    let told = one(&sent, "spring.umpire.1.words");
    assert_eq!(told.to, "uma@club.example");
    insta::assert_snapshot!(told.text);
    club.uma("Re: [sealord spring/umpire] Seas of Thunder", "say allies\nIt may not.");
    let sent = club.fetch();
    let answer = one(&sent, "spring.allies.1.words");
    insta::assert_snapshot!(answer.text);
    assert!(!keys(&sent).iter().any(|key| key.contains(".axis.")), "{:?}", keys(&sent));
}

#[test]
fn names_are_left_out_only_where_the_match_allows_it() {
    let mut club = Club::new(OFFICE);
    let sent = say(&mut club, ANNA, ("spring", "axis"), "say all anonymously\nThe fleet is at Brest.");
    assert!(words(&one(&sent, "refusal").text).contains("words without a name are not allowed here"));
    let sent = say(&mut club, ANNA, ("autumn", "allies"), "say axis anonymously\nThe fleet is at Brest.");
    let told = one(&sent, "autumn.axis.1.words");
    insta::assert_snapshot!(told.text);
    assert!(!club.journal("autumn").contains("\"from\":\"allies\""));
}

#[test]
fn words_are_never_orders_and_need_the_code_word() {
    let mut club = Club::new(OFFICE);
    let form = std::fs::read_to_string(club.path("spring/forms/001-axis.yaml"))
        .unwrap()
        .replace("# final: true", "final: true");
    say(&mut club, ANNA, ("spring", "axis"), &format!("say allies\nLook at my orders:\n{form}"));
    assert!(!club.journal("spring").contains("\"kind\":\"reveal\""));
    let before = club.journal("spring");
    club.write(ANNA, "[sealord spring/axis]", "say allies\nI surrender.");
    assert!(words(&one(&club.fetch(), "refusal").text).contains("your code word is not in the mail"));
    let code = club.code("spring", "axis");
    let word = code.trim_start_matches("code: ");
    club.write(ANNA, "[sealord spring/axis]", &format!("say allies\nMy word is {word}, by the way.\n{code}"));
    assert!(words(&one(&club.fetch(), "refusal").text).contains("your code word stands in the words"));
    assert_eq!(club.journal("spring"), before);
}

#[test]
fn a_block_is_silent() {
    let mut club = Club::new(OFFICE);
    let sent = say(&mut club, BERT, ("spring", "allies"), "block axis");
    insta::assert_snapshot!(one(&sent, ".answer.").text);
    let sent = say(&mut club, ANNA, ("spring", "axis"), "say allies\nHello?");
    assert_eq!(sent.len(), 1, "{:?}", keys(&sent));
    assert!(words(&sent[0].text).contains("your words to the Allies in spring are kept"));
    say(&mut club, BERT, ("spring", "allies"), "unblock axis");
    let sent = say(&mut club, ANNA, ("spring", "axis"), "say allies\nHello again?");
    assert!(words(&one(&sent, "spring.allies.1.words").text).contains("Hello again?"));
}

#[test]
fn words_may_wait_for_the_next_report() {
    let office = OFFICE.replacen("  - folder: spring\n", "  - folder: spring\n    deliver: with-report\n", 1);
    let mut club = Club::new(&office);
    let sent = say(&mut club, ANNA, ("spring", "axis"), "say allies\nSee you at dawn.");
    assert_eq!(sent.len(), 1, "{:?}", keys(&sent));
    club.uma("[sealord spring/umpire]", "close");
    let sent = club.fetch();
    let heard = sent.iter().filter(|mail| mail.key.contains("spring.allies.1.words"));
    assert!(heard.clone().any(|mail| mail.text.contains("See you at dawn.")), "{:?}", keys(&sent));
    assert_eq!(heard.count(), 2, "the words, and the act: {:?}", keys(&sent));
}

#[test]
fn a_match_may_forbid_press() {
    let office = OFFICE.replacen("  - folder: spring\n", "  - folder: spring\n    press: none\n", 1);
    let mut club = Club::new(&office);
    let sent = say(&mut club, ANNA, ("spring", "axis"), "say allies\nHello.");
    assert!(words(&one(&sent, "refusal").text).contains("sides do not write to each other"));
    let sent = say(&mut club, ANNA, ("spring", "axis"), "say umpire\nHello.");
    one(&sent, "spring.umpire.1.words");
}
