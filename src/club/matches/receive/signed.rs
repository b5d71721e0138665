//! What players and witnesses signed: looked at before the journal takes it, and kept there for everybody to
//! check.

use crate::matches::entries::{Committed, Testimony, Withdrawn, Witnessed, record, resolve_quote, value};
use crate::matches::fault::MatchFault;
use crate::matches::host::Host;
use crate::seal::Sealed;
use crate::seal::commitment::Commitment;
use crate::signature::statement::{Act, Countersigned};
use crate::signature::{NAMESPACE, Signature, Unfit, WITNESS};
use engine::entry::Kind;
use engine::party::Party;
use engine::trust::Trust;

/// The longest name of a witness, in characters.
const LONGEST_NAME: usize = 80;

/// The signature that came with a file: over the sealed file, or over the plain orders that were sealed for
/// the party.
#[derive(Default)]
pub(in crate::matches) struct SignedFile {
    pub(in crate::matches) file: Option<Signature>,
    pub(in crate::matches) orders: Option<Signature>,
}

/// The name of a witness as the journal keeps it.
pub(super) fn name_of(name: &str) -> Result<String, MatchFault> {
    let name = name.trim();
    if is_name(name) {
        return Ok(name.to_owned());
    }
    let what = format!("{} cannot be the name of a witness", engine::problem::quote(name));
    Err(MatchFault::no(what, format!("write 1 to {LONGEST_NAME} characters on one line")))
}

/// Whether a text can be the name of a witness: one short line in which nothing is hidden.
pub fn is_name(name: &str) -> bool {
    let plain = !name.is_empty() && name.trim() == name && engine::problem::visible(name) == name;
    plain && name.chars().count() <= LONGEST_NAME
}

/// The refusal of a signature that does not fit, or that this build cannot check.
pub fn refused(unfit: &Unfit, mend: &str) -> MatchFault {
    match unfit {
        Unfit::Unchecked => {
            MatchFault::no(unfit.to_string(), "use one that was built with the feature `signatures`")
        }
        Unfit::Wrong(what) => MatchFault::no(what.clone(), mend),
    }
}

impl Host {
    /// Takes a signature over what a party promised, if there is one.
    pub(in crate::matches) fn signed_promise(
        &mut self,
        act: Act,
        party: Party,
        commitment: Commitment,
        text: Option<&str>,
    ) -> Result<Option<Signature>, MatchFault> {
        let statement = self.game.statement(act, party, commitment)?.to_string();
        let must = match act {
            Act::Commit => self.game.demands(party) && self.game.settings.trust == Trust::CommitReveal,
            Act::Withdraw => self.game.key_of(party).is_some(),
        };
        match text {
            Some(text) => Signature::read(text, NAMESPACE, statement.as_bytes(), self.game.key_of(party))
                .map(Some)
                .map_err(|unfit| refused(&unfit, "sign the text that `sealord statement` prints")),
            None if must => {
                let what = format!("the match has a key of the {party}, and nothing signed this with it");
                let mend = format!(
                    "write what `sealord statement {} {commitment} -p PACKET` prints into a file, sign that with `ssh-keygen \
                     -Y sign -f KEY -n {NAMESPACE} FILE`, and send FILE.sig",
                    act.word()
                );
                Err(MatchFault::no(what, mend))
            }
            None => Ok(None),
        }
    }

    /// Takes a signature over a file, if there is one: over the sealed file, or over the plain orders that
    /// were sealed here.
    pub(in crate::matches) fn signed_file(
        &mut self,
        sealed: &Sealed,
        text: Option<&str>,
    ) -> Result<SignedFile, MatchFault> {
        let party = sealed.header().party;
        let Some(text) = text else {
            return match self.game.demands(party) && !self.was_promised_signed(sealed) {
                false => Ok(SignedFile::default()),
                true => {
                    let what = format!("this match demands signatures, and the file of the {party} has none");
                    let mend = format!(
                        "sign it with `ssh-keygen -Y sign -f KEY -n {NAMESPACE} FILE`, and send FILE.sig too"
                    );
                    Err(MatchFault::no(what, mend))
                }
            };
        };
        let key = self.game.key_of(party);
        match Signature::read(text, NAMESPACE, sealed.bytes(), key) {
            Ok(file) => Ok(SignedFile { file: Some(file), orders: None }),
            Err(unfit) => match Signature::read(text, NAMESPACE, sealed.open(), key) {
                Ok(orders) => Ok(SignedFile { file: None, orders: Some(orders) }),
                Err(_) => Err(refused(&unfit, "sign the very file that you send")),
            },
        }
    }

    /// Whether the promise of a file was signed itself; then the file needs no other signature.
    fn was_promised_signed(&self, sealed: &Sealed) -> bool {
        let is_it = |it: &Committed| it.signed.is_some() && it.commitment == sealed.commitment().digest();
        self.trail.promised(sealed.header().party).is_some_and(is_it)
    }

    /// What a party committed to last in the open exchange, also if it took that back.
    pub fn promised(&self, party: Party) -> Option<Commitment> {
        self.trail.promised(party).filter(|_| self.game.open).map(|promised| promised.commitment.into())
    }

    /// Makes sure that a signed withdrawal was not recorded before: else what was sent once more could be
    /// taken back without its sender.
    pub(in crate::matches) fn is_new(&self, withdrawn: &Withdrawn) -> Result<(), MatchFault> {
        if withdrawn.signed.is_none() {
            return Ok(());
        }
        for entry in self.log.all()?.iter().filter(|entry| entry.header().kind == Kind::Withdrawal) {
            if record::body::<Withdrawn>(entry)? == *withdrawn {
                let what = format!("entry {} records this very withdrawal already", entry.header().number);
                let mend =
                    "send other orders in place of these: a file with another salt has another commitment";
                return Err(MatchFault::no(what, mend));
            }
        }
        Ok(())
    }

    /// Keeps a countersigned head. `text` is what was signed, `name` says who the witness is. Gives the
    /// number in the journal of the entry that was countersigned.
    ///
    /// # Errors
    /// If the text is no such statement, the journal has no such entry, or the signature is not over it.
    pub fn witness(&mut self, text: &str, signature: &str, name: &str) -> Result<u64, MatchFault> {
        let head = Countersigned::parse(text).map_err(|what| {
            let mend = "`sealord statement head PACKET` prints what a witness signs";
            MatchFault::no(format!("this is no head to countersign: {what}"), mend)
        })?;
        let name = name_of(name)?;
        if head.of != self.game.as_match() {
            let what = format!("this is a head of the match {} with another beginning", head.of.id);
            return Err(MatchFault::no(what, "name the folder of that match"));
        }
        let entry = resolve_quote(&self.log.all()?, (head.entry, head.hash), None, "the countersigned head")?;
        let signed = Signature::read(signature, WITNESS, text.as_bytes(), None).map_err(|unfit| {
            refused(&unfit, &format!("sign with `ssh-keygen -Y sign -f KEY -n {WITNESS} FILE`"))
        })?;
        let Countersigned { entry: counted, hash, .. } = head;
        let witnessed = Witnessed { entry: counted, hash, name, signed };
        for entry in self.log.all()?.iter().filter(|entry| entry.header().kind == Kind::Witness) {
            let Testimony::Head(known) = record::body(entry)? else { continue };
            if (known.hash, &known.signed.by) == (hash, &witnessed.signed.by) {
                let what = format!("entry {} has this head countersigned by this key", entry.header().number);
                return Err(MatchFault::no(what, "nothing more is needed"));
            }
        }
        self.append(Kind::Witness, None, None, value(&witnessed)?)?;
        Ok(entry)
    }
}
