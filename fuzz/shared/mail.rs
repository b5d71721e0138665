//! Mail: every message is read to its end, twice alike, and what is taken out of it is harmless.

use sealord::draft::parse_into;
use sealord::post::letters::{Kind, Letter, Limits, Why};
use sealord::problem::Collector;

/// Reads a message; true if it could be.
pub fn mail(bytes: &[u8]) -> bool {
    let limits = Limits { own_addresses: vec!["office@club.example".to_owned()], ..Limits::default() };
    let first = Letter::read(bytes, &limits);
    assert_eq!(first, Letter::read(bytes, &limits), "the same message is read alike");
    _ = Letter::read_head(bytes, &limits, Why::TooLarge);
    let Ok(letter) = first else { return false };
    assert!(letter.contents.candidates.len() <= limits.candidates);
    assert!(!letter.head.subject.chars().any(char::is_control), "{:?}", letter.head.subject);
    let text = letter.contents.text.len() + letter.contents.own_text.len();
    assert!(text <= 25 * bytes.len() + 1000, "{text} bytes of text from {}", bytes.len());
    for candidate in &letter.contents.candidates {
        if let Kind::Orders(orders) = &candidate.kind {
            _ = parse_into("mail", orders.as_bytes(), &mut Collector::new());
        }
    }
    true
}
