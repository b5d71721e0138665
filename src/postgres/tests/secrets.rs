//! What somebody sees who has the database and not the key of the office.

use club::matches::Store;
use engine::dice::Seed;

use super::{Office, add};
use crate::Match;

#[test]
fn a_dump_shows_no_seed_and_no_file_of_a_match() {
    let Some(office) = Office::new() else { return };
    let it = Match::new(&office.worker("one"), "secret");
    let mut log = it.begin().unwrap();
    let seed = Seed::practice(77);
    it.keep_seed(&seed).unwrap();
    add(log.as_mut(), "a word of the journal").unwrap();
    it.keep_small("secret/envelope.key", b"AGE-SECRET-KEY-1NOBODYSEESTHIS").unwrap();
    it.keep_small("mail-record.json", b"code word: harbour-lantern").unwrap();
    drop(log);
    let dump = String::from_utf8(office.server.run("pg_dump", &office.database, &[], b"")).unwrap();
    // Bytes are shown in hex.
    let hex = |text: &[u8]| text.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let shows = |text: &[u8]| dump.contains(&hex(text)) || dump.contains(&*String::from_utf8_lossy(text));
    assert!(shows(b"a word of the journal"), "a dump would show it");
    let text = seed.to_hex();
    assert!(!shows(text.as_bytes()) && !dump.contains(&*text));
    assert!(!shows(b"NOBODYSEESTHIS") && !shows(b"harbour-lantern"));
    let key = std::fs::read_to_string(office.folder.path().join("office.key")).unwrap();
    assert!(!shows(key.lines().last().unwrap().as_bytes()));
    assert_eq!(it.seed().unwrap().unwrap().to_hex(), text);
}
