//! Dice that nobody can choose or foresee and everybody can check: a pure function from a secret seed, the
//! salts of an exchange and the label of a roll to its faces. `docs/dice.md` shows how to redo a roll by
//! hand.
//!
//! Nothing here keeps a position in a sequence of rolls: a roll depends on its own label, never on another
//! roll.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;
use sha2::Sha256;
use zeroize::Zeroize;

use crate::digest::{self, Digest, HexFault, Salt};
use crate::party::Party;

type HmacSha256 = Hmac<Sha256>;

const SEED_PREFIX: &[u8] = b"sealord/seed/v1\0";
const COMMITMENT_PREFIX: &[u8] = b"sealord/seed-commitment/v1\0";
const EXCHANGE_PREFIX: &[u8] = b"sealord/exchange-key/v1\0";
const ROLL_PREFIX: &[u8] = b"sealord/roll/v1\0";

/// The umpire's secret, from which all dice of a match follow. It is wiped from memory when dropped.
#[derive(Clone)]
pub struct Seed([u8; 32]);

impl Seed {
    /// Takes a fresh seed from the operating system's entropy.
    ///
    /// # Errors
    /// Fails when the operating system has no entropy to give.
    pub fn random() -> std::io::Result<Seed> {
        digest::random_bytes().map(Seed)
    }

    /// Makes the seed of a reproducible practice match from a number. Whoever knows the number knows every
    /// roll, so a match between people must never use this.
    pub fn practice(number: u64) -> Seed {
        Seed(*Digest::of_parts(&[SEED_PREFIX, &number.to_be_bytes()]).as_bytes())
    }

    /// Reads 64 hexadecimal digits.
    ///
    /// # Errors
    /// Fails on any other length and on any other character.
    pub fn parse(text: &str) -> Result<Seed, HexFault> {
        digest::from_hex(text).map(Seed)
    }

    /// Writes the seed as 64 hexadecimal digits; for the umpire's own file and, at the end, for everybody.
    /// Named, rather than `Display`, so that no secret slips into a message.
    pub fn to_hex(&self) -> String {
        digest::to_hex(&self.0).iter().map(|&digit| char::from(digit)).collect()
    }

    /// What follows from the seed for a purpose: HMAC-SHA256 of the parts as one run of bytes.
    pub fn derive(&self, parts: &[&[u8]]) -> Digest {
        let mut mac = keyed(&self.0);
        parts.iter().for_each(|part| mac.update(part));
        Digest::from_bytes(mac.finalize().into_bytes().into())
    }

    /// What the umpire publishes before the first roll, to be held to at the end.
    pub fn commitment(&self) -> Digest {
        Digest::of_parts(&[COMMITMENT_PREFIX, &self.0])
    }
}

impl Drop for Seed {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

/// What one exchange's salts make of the seed: the key of every roll that depends on this exchange's answers.
#[derive(Clone)]
pub struct ExchangeKey {
    // The keyed state, so that a roll costs two compressions instead of four.
    keyed: HmacSha256,
}

impl ExchangeKey {
    /// Derives the key from the seed, the hash of the genesis entry, the exchange's number and the salt of
    /// each party that revealed orders, in any order. Exchange 0 without salts is the key of the rolls made
    /// before any answer.
    pub fn derive(seed: &Seed, genesis: &Digest, exchange: u32, salts: &[(Party, Salt)]) -> ExchangeKey {
        let mut salts = salts.to_vec();
        salts.sort_unstable();
        let mut mac = keyed(&seed.0);
        mac.update(EXCHANGE_PREFIX);
        mac.update(genesis.as_bytes());
        mac.update(&exchange.to_be_bytes());
        mac.update(&[short(salts.len())]);
        for (party, salt) in &salts {
            mac.update(&[short(party.id().len())]);
            mac.update(party.id().as_bytes());
            mac.update(salt.as_bytes());
        }
        let mut key: [u8; 32] = mac.finalize().into_bytes().into();
        let keyed = keyed(&key);
        key.zeroize();
        ExchangeKey { keyed }
    }

    /// Opens the stream of one roll. The same label gives the same stream again; to open a label twice in one
    /// resolution is the caller's fault, and the caller's to notice.
    pub fn stream(&self, label: &str) -> Stream {
        let mut mac = self.keyed.clone();
        mac.update(ROLL_PREFIX);
        mac.update(label.as_bytes());
        Stream { source: ChaCha20Rng::from_seed(mac.finalize().into_bytes().into()), word: [0; 4], taken: 4 }
    }
}

impl fmt::Debug for ExchangeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ExchangeKey(..)")
    }
}

/// The bytes of one roll, taken strictly in order.
pub struct Stream {
    source: ChaCha20Rng,
    // The generator's own byte reader drops the rest of a word; this one does not.
    word: [u8; 4],
    taken: usize,
}

impl Stream {
    /// Rolls one six-sided die: 1 to 6. Takes bytes until one is below 252.
    pub fn d6(&mut self) -> u8 {
        loop {
            let byte = self.byte();
            if byte < 252 {
                return byte % 6 + 1;
            }
        }
    }

    /// Rolls this many six-sided dice, in order.
    pub fn faces(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.d6()).collect()
    }

    /// Draws a number from 0 to `limit - 1`, each equally likely. Takes four bytes at a time, also for a
    /// limit of 1.
    ///
    /// # Panics
    /// There is no number below 0: a limit of 0 is a fault of the caller.
    pub fn below(&mut self, limit: u32) -> u32 {
        assert!(limit > 0, "a draw needs at least one possible outcome");
        let whole = (1_u64 << 32) / u64::from(limit) * u64::from(limit);
        loop {
            let drawn = u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()]);
            if u64::from(drawn) < whole {
                return drawn % limit;
            }
        }
    }

    /// Shuffles the numbers 0 to `count - 1`: from the last place down to the second, each place is exchanged
    /// with one drawn from itself and those before it.
    pub fn shuffle(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for place in (1..count).rev() {
            let limit = u32::try_from(place + 1).expect("what is shuffled is counted in 32 bits");
            order.swap(place, self.below(limit) as usize);
        }
        order
    }

    fn byte(&mut self) -> u8 {
        if self.taken == self.word.len() {
            self.word = self.source.next_u32().to_le_bytes();
            self.taken = 0;
        }
        self.taken += 1;
        self.word[self.taken - 1]
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stream(..)")
    }
}

fn keyed(key: &[u8; 32]) -> HmacSha256 {
    HmacSha256::new_from_slice(key).expect("HMAC takes a key of any length")
}

fn short(length: usize) -> u8 {
    u8::try_from(length).expect("sides and their names are counted in one byte")
}

#[cfg(test)]
mod tests;
