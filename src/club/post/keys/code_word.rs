//! Code words: a secret that a party shares with the umpire, printed in its packet, for players without keys.
//!
//! A word is four of 1,024 words by the match's secret, 40 bits: a million million possible ones. That is
//! little for a computer and enough against mail, *if wrong words are counted*: whoever answers mail must
//! stop taking words for a party after, say, ten wrong ones between two packets, and tell the umpire. Then a
//! stranger guesses right once in a hundred thousand million tries of ten. There is nothing to try a guess on
//! but the umpire's program, as long as the secret stays there.
//!
//! A word travels in clear in every mail that uses it. It shows that the sender has read the packet (or a
//! mail with the word), not that nobody changed the orders on the way; signatures do that.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use zeroize::Zeroize;

/// Bits of chance in a code word.
pub const CODE_WORD_BITS: u32 = 40;

/// Lower-case English words of four to seven letters, sorted; no two are one slip of the finger apart.
const WORDS: &str = include_str!("code_words.txt");

/// How many words there are: ten bits each.
const COUNT: usize = 1024;

/// Room for a code word, in bytes: four words of seven letters, three hyphens, and a byte to tell longer
/// texts.
const ROOM: usize = 32;

/// A code word such as `harbour-lantern-oasis-frost`. Debug output hides it, and it is wiped when dropped.
#[derive(Clone)]
pub struct CodeWord(String);

impl CodeWord {
    /// The code word of a party. `secret` belongs to the match and never leaves the umpire's program;
    /// `generation` is 0 at first and counts up when a substitute takes over, after which the old word no
    /// longer holds.
    ///
    /// It is HMAC-SHA256 over a label and the three values, each with its length; the first forty bits, ten
    /// by ten, are the numbers of the words. The list is part of this promise: another list gives other
    /// words.
    pub fn derive(secret: &[u8; 32], match_id: &str, party: &str, generation: u32) -> CodeWord {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of any length");
        mac.update(b"sealord code word v1\n");
        for part in [match_id.as_bytes(), party.as_bytes(), &generation.to_be_bytes()] {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        let mut bytes: [u8; 32] = mac.finalize().into_bytes().into();
        let number = bytes[..5].iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        bytes.zeroize();
        let list: Vec<&str> = WORDS.lines().collect();
        let words = [30, 20, 10, 0].map(|shift| list[(number >> shift) as usize % COUNT]);
        CodeWord(words.join("-"))
    }

    /// The word as the packet prints it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a text that a player wrote is this word. Case does not matter, nor do blanks around it, nor
    /// what stands between its parts: blanks, hyphens, dashes, underscores, line ends. Letters must be exact.
    /// Takes the same time whichever letters are wrong.
    pub fn matches(&self, text: &str) -> bool {
        padded(text).ct_eq(&padded(&self.0)).into()
    }

    /// Whether the word stands somewhere in a text, so that the text should not be shown.
    pub fn is_in(&self, text: &str) -> bool {
        let parts: Vec<String> =
            text.split(is_between).filter(|part| !part.is_empty()).map(str::to_ascii_lowercase).collect();
        parts.join("-").contains(&self.0)
    }
}

/// A text's words, lower-case, one hyphen between them, in a space of fixed size. The space's last byte tells
/// whether there was more: a code word never reaches it.
fn padded(text: &str) -> [u8; ROOM] {
    let mut room = [0; ROOM];
    let mut length = 0;
    let parts = text.split(is_between).filter(|part| !part.is_empty());
    for (number, part) in parts.enumerate() {
        let hyphen = (number > 0).then_some(b'-');
        for byte in hyphen.into_iter().chain(part.bytes().map(|byte| byte.to_ascii_lowercase().max(1))) {
            room[length] = byte;
            length = (length + 1).min(ROOM - 1);
        }
    }
    room
}

/// What may stand between two parts: mail programs and keyboards turn one hyphen into many things.
fn is_between(character: char) -> bool {
    character.is_whitespace()
        || matches!(
            character,
            '-' | '_' | '\u{ad}' | '\u{200b}' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{feff}'
        )
}

impl Drop for CodeWord {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for CodeWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CodeWord(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_holds_1024_short_plain_words_in_order() {
        let words: Vec<&str> = WORDS.lines().collect();
        assert_eq!(words.len(), COUNT);
        assert!(words.is_sorted_by(|a, b| a < b));
        for word in words {
            let plain = word.bytes().all(|byte| byte.is_ascii_lowercase());
            assert!(plain && (4..=7).contains(&word.len()), "{word}");
        }
    }

    #[test]
    fn no_slip_of_the_finger_turns_a_word_into_another() {
        let words: Vec<&[u8]> = WORDS.lines().map(str::as_bytes).collect();
        for (number, a) in words.iter().enumerate() {
            for b in &words[number + 1..] {
                let shown = || format!("{} {}", a.escape_ascii(), b.escape_ascii());
                assert!(!is_one_slip(a, b), "{}", shown());
            }
        }
    }

    /// One letter changed, added or left out, or two neighbours swapped.
    fn is_one_slip(a: &[u8], b: &[u8]) -> bool {
        let head = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let (a, b) = (&a[head..], &b[head..]);
        let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
        match (&a[..a.len() - tail], &b[..b.len() - tail]) {
            ([_], [_]) | ([], [_]) | ([_], []) => true,
            ([a, b], [c, d]) => (a, b) == (d, c),
            _ => false,
        }
    }

    #[test]
    fn every_code_word_leaves_the_last_byte_free() {
        let longest = WORDS.lines().map(str::len).max().unwrap_or_default() * 4 + 3;
        assert!(longest < ROOM, "{longest}");
    }
}
