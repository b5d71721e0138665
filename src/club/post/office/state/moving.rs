//! An office's own things move from one kind of place to another.

use std::collections::BTreeMap;
use std::io::ErrorKind;

use crate::matches::MatchFault;
use crate::post::compose::outbox::Outbox;
use crate::post::shelf::Shelf;

/// The logs of an office.
const LOGS: [&str; 3] = ["sent.log", "received.log", "register.log"];
/// What logs have put by.
const PUT_BY: [&str; 2] = ["sent", "received"];
/// How the names of secrets end.
const KEY: &str = ".key";

/// What was copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct CopiedShelf {
    /// Lines of logs.
    pub facts: usize,
    /// Mails that wait to be sent.
    pub mails: usize,
    /// Letters that were put aside.
    pub letters: usize,
}

/// Copies an office's own things, whatever of them was there already. The caller must have claimed both
/// places.
///
/// # Errors
/// If something cannot be read or written, or is not there afterwards as it was sent.
pub fn copy_shelf(from: &dyn Shelf, to: &dyn Shelf) -> Result<CopiedShelf, MatchFault> {
    let mut copied = CopiedShelf::default();
    for log in LOGS {
        let lines = from.look(log)?;
        to.facts(log)?.facts.rewrite(&lines)?;
        if to.look(log)? != lines {
            let what = format!("{}: the log that arrived is not the one that was sent", to.place(log));
            return Err(MatchFault::Proof { entry: None, what });
        }
        copied.facts += lines.len();
    }
    for name in PUT_BY {
        let entries: BTreeMap<String, String> = from.put_by(name)?.under("")?.into_iter().collect();
        copied.facts += entries.len();
        to.put_by(name)?.put(entries)?;
    }
    let (said, told) = (from.heard(), to.heard());
    for row in said.all()? {
        told.keep(&row.whose, row.of.as_deref(), &row.numbers)?;
    }
    for name in from.smalls()? {
        let bytes = from.small(&name)?.unwrap_or_default();
        match name.ends_with(KEY) {
            true => to.keep_secret(&name, &bytes)?,
            false => to.keep_small(&name, &bytes)?,
        }
    }
    for (word, bytes) in from.letters()? {
        to.put_aside(&word, &bytes)?;
        copied.letters += 1;
    }
    for item in Outbox::look(from)?.waiting() {
        match from.mail(&item.key) {
            Ok(bytes) => to.keep_mail(&item.key, &bytes)?,
            // A run says of such a mail that it is lost.
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(error.into()),
        }
        copied.mails += 1;
    }
    Ok(copied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post::shelf::{Away, ShelfDir, ShelfInMemory};

    #[test]
    fn all_that_is_the_offices_own_goes_there_and_back() {
        let (one, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let (one, other) = (ShelfDir::new(one.path()), ShelfDir::new(other.path()));
        let claim = one.claim().expect("claimed");
        let register = br#"{"fact":"off-duty"}"#.to_vec();
        one.facts("register.log")
            .expect("opened")
            .facts
            .append(std::slice::from_ref(&register))
            .expect("added");
        one.put_by("sent").expect("opened").put(BTreeMap::from([("k".into(), "v".into())])).expect("put by");
        one.heard().keep("00000000000a44a0", None, &[7]).expect("kept");
        one.keep_secret("desk.key", b"hush").expect("kept");
        one.put_aside("aa11", b"Subject: one").expect("put aside");
        let between = ShelfInMemory::new("between");
        let copied = copy_shelf(&one, &between).expect("copied");
        assert_eq!(copied, CopiedShelf { facts: 2, mails: 0, letters: 1 });
        let _claim = other.claim().expect("claimed");
        assert_eq!(copy_shelf(&between, &other).expect("copied"), copied);
        assert_eq!(other.look("register.log").expect("read"), [register]);
        assert_eq!(other.secret("desk.key").expect("read").as_deref(), Some(&b"hush"[..]));
        assert_eq!(other.heard().of("00000000000a44a0").expect("read"), [[7]]);
        assert_eq!(other.aside().expect("listed"), one.aside().expect("listed"));
        assert!(other.exposed().is_empty(), "{:?}", other.exposed());
        // Where they have left, nobody runs the office any more.
        one.set_away(Some(Away::Gone)).expect("marked");
        drop(claim);
        let Err(fault) = one.claim() else { panic!("it was claimed") };
        assert!(fault.to_string().contains("has moved into a database"), "{fault}");
        drop(one.clone().moving().claim().expect("claimed"));
        one.set_away(None).expect("taken away");
        drop(one.claim().expect("claimed"));
    }
}
