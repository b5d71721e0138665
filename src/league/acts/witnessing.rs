//! Somebody countersigns a head of the book.

use club::matches::{MatchFault, refused_signature};
use club::signature::statement::Countersigned;
use club::signature::{Signature, WITNESS};

use super::Desk;
use crate::book::Fact;

/// Keeps a head of the book that a player, or the organiser of another club, has countersigned. `text` is
/// what was signed, as [`Countersigned`] writes it. Gives the number of the entry that is countersigned.
///
/// # Errors
/// If the text is no statement of this book, the book has no such entry, the signature is not over it, or
/// this key has countersigned it before.
pub fn witness(desk: &mut Desk<'_>, (text, signature): (&str, &str), name: &str) -> Result<u64, MatchFault> {
    let head = Countersigned::parse(text).map_err(|what| {
        let mend = "`sealord statement head CLUB` prints what a witness signs";
        MatchFault::no(format!("this is no head to countersign: {what}"), mend)
    })?;
    let league = &desk.book.league;
    if head.of != league.countersigned(head.entry, head.hash).of {
        let what = format!("this is a head of {}, with another beginning than this book", head.of.id);
        return Err(MatchFault::no(what, "name the club whose book was signed"));
    }
    if desk.book.hash_of(head.entry) != head.hash {
        let what = format!("entry {} of the book has not the hash {}", head.entry, head.hash);
        return Err(MatchFault::no(what, "compare both books: whoever signed this has seen another one"));
    }
    let signed = Signature::read(signature, WITNESS, text.as_bytes(), None).map_err(|unfit| {
        refused_signature(&unfit, &format!("sign with `ssh-keygen -Y sign -f KEY -n {WITNESS} FILE`"))
    })?;
    let Countersigned { entry, hash, .. } = head;
    let fact = Fact::Witnessed { entry, hash, name: name.trim().to_owned(), signed };
    desk.write(&[(None, fact)])?;
    Ok(entry)
}
