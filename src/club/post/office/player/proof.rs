//! Whether a letter is from the player whose address it bears.

use std::collections::BTreeSet;

use crate::post::keys::{AllowedSigner, AllowedSigners, NAMESPACE, PublicKey, verify};
use crate::post::letters::{Kind, Letter, code_words};
use crate::post::office::settings::Proof;
use crate::post::office::state::MatchSession;
use crate::signature::statement::Promise;
use engine::party::Party;

/// Different code words that one letter may hold: whoever sends more is guessing.
const MOST_CODES: usize = 10;
/// Lines with code words that are looked at; a quotation may repeat one.
const MOST_LINES: usize = 1000;

/// Why a letter is not taken for the player's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// It holds no code word.
    NoCode,
    /// It holds another code word.
    WrongCode,
    /// It holds more code words than anybody has.
    TooMany,
    /// It is not signed.
    Unsigned,
    /// It is signed, and the signature is not valid.
    Signature(String),
}

impl Doubt {
    /// What is wrong and how to mend it, for the player.
    pub fn words(&self) -> String {
        match self {
            Doubt::NoCode => {
                "your code word is not in the mail\n  help: reply to the report, and keep the line \
                              \"code: …\" from it in your reply, or write that line yourself"
                    .to_owned()
            }
            Doubt::WrongCode => {
                "the code word in the mail is not the current one of your side\n  help: copy the line \
                                 \"code: …\" from the newest report"
                    .to_owned()
            }
            Doubt::TooMany => {
                "there are too many code words in the mail\n  help: reply to the newest report and quote no others"
                    .to_owned()
            }
            Doubt::Unsigned => {
                "there is no signature in the mail\n  help: sign the file that you send (ssh-keygen -Y sign -n \
                                sealord) and attach the .sig file as well"
                    .to_owned()
            }
            Doubt::Signature(why) => format!("the signature is not valid: {why}"),
        }
    }
}

impl MatchSession<'_> {
    /// Asks for the proof that the match wants. `file` is what is to be taken: signatures are of exactly
    /// these bytes. Commands come without a file; the code word speaks for them.
    pub(crate) fn proven(&self, party: Party, letter: &Letter, file: Option<&[u8]>) -> Result<(), Doubt> {
        match (file, self.info.played.proof) {
            (Some(bytes), wanted) => match self.signed(party, letter, bytes) {
                Some(verdict) => verdict,
                None if wanted == Proof::Signature => Err(Doubt::Unsigned),
                None if wanted == Proof::Address => Ok(()),
                None => self.coded(party, letter, bytes),
            },
            (None, Proof::Address) => Ok(()),
            (None, _) => self.coded(party, letter, &[]),
        }
    }

    /// Asks for the proof of a promise, or of taking one back: a signature over its statement speaks for it,
    /// else the code word does.
    pub(crate) fn proven_over(
        &self,
        party: Party,
        letter: &Letter,
        statement: Option<&Promise>,
    ) -> Result<(), Doubt> {
        let signed = statement.and_then(|it| self.signed(party, letter, it.to_string().as_bytes()));
        signed.unwrap_or_else(|| self.proven(party, letter, None))
    }

    /// The signature in a letter, where a key of the party is known: what the journal keeps.
    pub(crate) fn signature<'l>(&self, party: Party, letter: &'l Letter) -> Option<&'l str> {
        let text = letter.contents.candidates.iter().find_map(|candidate| match &candidate.kind {
            Kind::Signature(text) => Some(text.as_str()),
            _ => None,
        });
        text.filter(|_| self.key(party).is_some())
    }

    /// The key with which a party signs: the one that the match fixes, or else that of `office.yaml`.
    fn key(&self, party: Party) -> Option<PublicKey> {
        let fixed = self.host.game.key_of(party).and_then(|key| PublicKey::parse(key.line()).ok());
        fixed.or_else(|| self.info.played.players.get(&party)?.key.clone())
    }

    fn coded(&self, party: Party, letter: &Letter, bytes: &[u8]) -> Result<(), Doubt> {
        let code = self.code(party);
        let written = letter.contents.codes.iter().map(|code| code.word.clone());
        let attached = letter.contents.candidates.iter().filter_map(|candidate| match &candidate.kind {
            Kind::Orders(text) => Some(code_words(text.lines())),
            _ => None,
        });
        // In an envelope the word stands where nobody reads it on the way.
        let enclosed = code_words(std::str::from_utf8(bytes).unwrap_or_default().lines());
        // Old reports may be quoted below the newest one, with the word of a player before; nobody has had
        // many.
        let tried: BTreeSet<String> =
            written.chain(attached.flatten()).chain(enclosed).take(MOST_LINES).collect();
        match tried.len() {
            0 => Err(Doubt::NoCode),
            1..=MOST_CODES if tried.iter().any(|word| code.matches(word)) => Ok(()),
            1..=MOST_CODES => Err(Doubt::WrongCode),
            _ => Err(Doubt::TooMany),
        }
    }

    fn signed(&self, party: Party, letter: &Letter, bytes: &[u8]) -> Option<Result<(), Doubt>> {
        let (key, signature) = (self.key(party)?, self.signature(party, letter)?);
        let mut allowed = AllowedSigners::default();
        let signer = AllowedSigner::new(party.id(), key);
        let verdict = signer.map_err(|fault| fault.to_string()).and_then(|signer| {
            allowed.push(signer);
            verify(bytes, signature, &allowed, party.id(), NAMESPACE, self.now)
                .map(drop)
                .map_err(|fault| fault.to_string())
        });
        Some(verdict.map_err(Doubt::Signature))
    }
}
