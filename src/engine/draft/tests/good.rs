//! What is accepted, and that every position is right.

use super::*;

fn words(draft: &OrdersDraft) -> Vec<&Word> {
    let mut words: Vec<&Word> =
        [&draft.match_id, &draft.exchange, &draft.party].into_iter().flatten().collect();
    for answer in &draft.answers {
        words.push(&answer.key);
        match &answer.body {
            AnswerBody::Single(word) => words.push(word),
            AnswerBody::Entries(entries) => {
                for entry in entries {
                    words.push(&entry.key);
                    words.extend(&entry.keys);
                    match &entry.value {
                        EntryValue::One(word) => words.push(word),
                        EntryValue::Many(list) => words.extend(list),
                    }
                }
            }
        }
    }
    words
}

fn texts(words: &[Word]) -> Vec<&str> {
    words.iter().map(|word| word.text.as_str()).collect()
}

fn entries(draft: &OrdersDraft, at: usize) -> &[Entry] {
    match &draft.answers[at].body {
        AnswerBody::Entries(entries) => entries,
        AnswerBody::Single(word) => panic!("{word:?}"),
    }
}

#[test]
fn every_form_is_read_as_written() {
    let draft = read(FULL);
    assert_eq!(draft.exchange.as_ref().unwrap().text, "007");
    assert!(draft.is_final);
    assert_eq!(draft.note.as_deref(), Some("Keep the Straße open: \"always\"\n"));
    assert_eq!(draft.answers.len(), 4);
    let moves = entries(&draft, 0);
    assert_eq!(texts(&moves[1].keys), ["de-cx-orion", "de-cx-widder"]);
    assert!(matches!(&moves[2].value, EntryValue::One(word) if word.text == "NO"));
    let mat = entries(&draft, 1);
    assert!(
        matches!(&mat[0].value, EntryValue::Many(list) if texts(list) == ["de-bb-bismarck", "Scharnhorst"])
    );
    assert!(matches!(&mat[1].value, EntryValue::Many(list) if list.is_empty()));
    assert!(matches!(&mat[2].value, EntryValue::Many(list) if texts(list) == ["a", "b"]));
    assert!(matches!(&draft.answers[2].body, AnswerBody::Single(word) if word.text == "no"));
    assert!(entries(&draft, 3).is_empty());
    let doctrine = draft.doctrine.unwrap();
    let DoctrineBody::Rules(rules) = &doctrine.rules[0].body else { panic!() };
    assert_eq!((texts(&rules[0].for_), texts(&rules[0].prefer)), (vec!["CV"], vec!["BB", "CA"]));
    assert_eq!((rules[0].spread, rules[1].spread), (Some(true), None));
    assert_eq!((texts(&rules[1].prefer), rules[1].spot.line), (vec!["CA"], 23));
    assert!(matches!(&doctrine.rules[1].body, DoctrineBody::Word(word) if word.text == "reserve"));
}

#[test]
fn positions_hold_with_accents_crlf_and_a_byte_order_mark() {
    for source in [FULL.to_owned(), FULL.replace('\n', "\r\n"), format!("\u{feff}{FULL}")] {
        let draft = read(&source);
        for word in words(&draft) {
            assert!(stands(&source, word), "{word:?}");
        }
        let widder = &entries(&draft, 0)[1].keys[1];
        assert_eq!((widder.spot.line, widder.spot.column), (10, 19));
        assert_eq!(source.as_bytes()[widder.spot.end], b' ');
    }
}

#[test]
fn columns_count_characters() {
    let draft = read("\u{feff}answers:\r\n  ä/ö: {größe: [\u{1f6a2}, x]}\r\n");
    let EntryValue::Many(list) = &entries(&draft, 0)[0].value else { panic!() };
    assert_eq!((list[1].spot.line, list[1].spot.column), (2, 20));
    assert_eq!(list[1].spot.start, 3 + 10 + 2 + 5 + 2 + 1 + 7 + 2 + 1 + 4 + 2);
}

#[test]
fn long_lists_of_subjects_may_be_longer_than_a_name() {
    let key: Vec<String> = (0..60).map(|n| format!("de-ss-u{n}")).collect();
    let source = format!("answers:\n  t1/patrol:\n    {}: 9\n", key.join(", "));
    assert_eq!(entries(&read(&source), 0)[0].keys.len(), 60);
}

#[test]
fn little_is_needed() {
    assert_eq!(read("final: yes\n"), OrdersDraft { is_final: true, ..OrdersDraft::default() });
    assert_eq!(read("---\nanswers: {}\n...\n"), OrdersDraft::default());
    assert_eq!(read("answers:\r  a/b: c\r").answers.len(), 1);
}

#[test]
fn two_hundred_orders_are_read_at_once() {
    let mut source = String::from("exchange: 7\nside: axis\nanswers:\n  t1/move/germany:\n");
    for number in 0..200 {
        source.push_str(&format!("    de-ss-u{number}, de-ca-x{number}: zone-{number}\n"));
    }
    let start = Stopwatch::start();
    assert_eq!(entries(&read(&source), 0).len(), 200);
    let limit = if cfg!(debug_assertions) { 200 } else { 10 };
    assert!(start.elapsed().as_millis() < limit, "{:?}", start.elapsed());
}
