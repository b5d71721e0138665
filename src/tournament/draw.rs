//! Lots that nobody can choose or foresee and everybody can check: from the club's secret seed an event has a
//! draw seed, from that a round has a draw key, and from that follows every lot of the round.

use std::fmt;

use engine::dice::Seed;
use engine::digest::{Digest, Salt};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::{Entrant, Seat};

type HmacSha256 = Hmac<Sha256>;

const SEED_PREFIX: &[u8] = b"sealord/draw-seed/v1\0";
const COMMITMENT_PREFIX: &[u8] = b"sealord/draw-commitment/v1\0";
const KEY_PREFIX: &[u8] = b"sealord/draw/v1\0";

/// What stands between two parts of a message; no word has it.
const END: &[u8] = &[0];

/// The secret of an event from which its draws follow. It is disclosed with the last round.
#[derive(Clone, PartialEq, Eq)]
pub struct DrawSeed([u8; 32]);

impl DrawSeed {
    /// The draw seed of an event, by the seed of its club.
    pub fn of(club: &Seed, event: &str) -> DrawSeed {
        DrawSeed(*club.derive(&[SEED_PREFIX, event.as_bytes()]).as_bytes())
    }

    /// The draw seed as it was disclosed.
    pub fn from_bytes(bytes: [u8; 32]) -> DrawSeed {
        DrawSeed(bytes)
    }

    /// Its bytes, to be disclosed.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// What is published when the event opens, to be held to when the seed is disclosed.
    pub fn commitment(&self) -> Digest {
        Digest::of_parts(&[COMMITMENT_PREFIX, &self.0])
    }

    /// The draw key of a round.
    ///
    /// `book` is the hash of the first line of the club's book, `confirmed` are the entrants who confirmed
    /// the round, in any order, each with the salt that came along.
    pub fn key(
        &self,
        book: &Digest,
        event: &str,
        round: u32,
        confirmed: &[(Entrant, Option<Salt>)],
    ) -> DrawKey {
        let mut confirmed: Vec<&(Entrant, Option<Salt>)> = confirmed.iter().collect();
        confirmed.sort_by(|one, other| one.0.cmp(&other.0));
        let round = round.to_be_bytes();
        let mut parts: Vec<&[u8]> = vec![KEY_PREFIX, book.as_bytes(), event.as_bytes(), END, &round];
        for (entrant, salt) in confirmed {
            let salt = salt.as_ref().map_or(&[0; 32], Salt::as_bytes);
            parts.extend([entrant.word().as_bytes(), END, salt]);
        }
        DrawKey::from_bytes(sealed(&keyed(&self.0), &parts))
    }
}

impl fmt::Debug for DrawSeed {
    // It is secret until the last round, and debug output ends up in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DrawSeed(..)")
    }
}

/// The key of all lots of one round. Whoever has it can work out each of them.
#[derive(Clone)]
pub struct DrawKey {
    bytes: [u8; 32],
    // The keyed state, so that a lot costs two compressions instead of four.
    keyed: HmacSha256,
}

impl DrawKey {
    /// The key of these bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> DrawKey {
        DrawKey { bytes, keyed: keyed(&bytes) }
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.bytes
    }

    /// The lot of a pair, from 0 to 4095, whichever is named first. The bye is the empty word.
    pub fn pair(&self, one: &str, other: &str) -> u16 {
        let [high, low, ..] = self.of_pair(one, other);
        u16::from(high) << 4 | u16::from(low) >> 4
    }

    /// Whether the lot gives the first seat to the lesser word of a pair: the bit after the twelve of its
    /// lot.
    pub(crate) fn lesser_is_first(&self, one: &str, other: &str) -> bool {
        self.of_pair(one, other)[1] & 8 == 0
    }

    fn of_pair(&self, one: &str, other: &str) -> [u8; 32] {
        let (lesser, greater) = if one <= other { (one, other) } else { (other, one) };
        sealed(&self.keyed, &[lesser.as_bytes(), END, greater.as_bytes()])
    }

    /// Entrants in the order in which lots of this kind fall. `label` says what is drawn, `number` for which
    /// board.
    pub fn order<'e>(
        &self,
        label: &str,
        number: u32,
        entrants: impl IntoIterator<Item = &'e Entrant>,
    ) -> Vec<Entrant> {
        let number = number.to_be_bytes();
        let lot = |entrant: &&Entrant| {
            let word = entrant.word();
            (sealed(&self.keyed, &[label.as_bytes(), END, &number, word.as_bytes()]), word.to_owned())
        };
        let mut order: Vec<&Entrant> = entrants.into_iter().collect();
        order.sort_by_cached_key(lot);
        order.into_iter().cloned().collect()
    }

    /// Which of two entrants the lot of a board names.
    pub fn one_of(&self, label: &str, board: u32, two: [&Entrant; 2]) -> Seat {
        let order = self.order(label, board, two);
        if order.first() == Some(two[0]) { Seat::First } else { Seat::Second }
    }
}

impl PartialEq for DrawKey {
    fn eq(&self, other: &DrawKey) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for DrawKey {}

impl fmt::Debug for DrawKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DrawKey(..)")
    }
}

fn keyed(key: &[u8; 32]) -> HmacSha256 {
    HmacSha256::new_from_slice(key).expect("HMAC takes a key of any length")
}

fn sealed(keyed: &HmacSha256, parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = keyed.clone();
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests;
