//! Heads of the book that others countersigned.

use league::book::{Book, Fact};
use sealord::digest::Digest;
use sealord::signature::{NAMESPACE, WITNESS};

use super::Club;
use super::tamper::forged;
use crate::cli::signed::signer;
use crate::cli::support::NOW;

/// A club with an event in which four have entered.
fn club() -> Club {
    Club::entered("    format: swiss\n    rounds: 1\n")
}

/// What a witness signs of the newest entry.
fn head(club: &Club) -> String {
    club.desk.ok(&["statement", "head", "club"])
}

/// Signs a text, and hands it in.
fn countersign(club: &Club, text: &str, seed: u8, namespace: &str, name: &str) -> (i32, String) {
    club.desk.write("head.txt", text);
    club.desk.write("head.txt.sig", signer(seed).sign_for(namespace, text.as_bytes()));
    let args = ["league", "witness", "club", "head.txt", "--signature", "head.txt.sig", "--name", name];
    let ran = club.desk.run(&args);
    (ran.code, ran.out + &ran.err)
}

#[test]
fn heads_of_the_book_are_countersigned_once_by_each() {
    let club = club();
    let text = head(&club);
    let entries = club.book().len();
    assert!(text.starts_with("sealord head v1\nmatch: northern-waters\n"), "{text}");
    assert!(text.contains(&format!("entry: {entries}\n")), "{text}");
    let (code, said) = countersign(&club, &text, 1, WITNESS, "Anna");
    assert!(
        code == 0 && said.contains(&format!("entry {entries} of the book is countersigned by Anna")),
        "{said}"
    );
    // A later witness may sign an earlier entry; the same one signs it once.
    let (code, said) = countersign(&club, &text, 2, WITNESS, "Otto, of another club");
    assert_eq!(code, 0, "{said}");
    let (code, said) = countersign(&club, &text, 1, WITNESS, "Anna");
    assert!(code == 1 && said.contains("has this head countersigned by this key"), "{said}");
    let entries = club.book().len();
    let other = Digest::of(b"another book").to_string();
    let genesis = text.lines().find_map(|line| line.strip_prefix("genesis: ")).expect("a line");
    let hash = text.lines().find_map(|line| line.strip_prefix("hash: ")).expect("a line");
    for (text, namespace, name, wanted) in [
        (text.replace(genesis, &other), WITNESS, "Bert", "with another beginning than this book"),
        (text.replace(hash, &other), WITNESS, "Bert", "whoever signed this has seen another one"),
        (text.replace("entry: ", "entry: 9"), WITNESS, "Bert", "has not the hash"),
        (format!("{text}more\n"), WITNESS, "Bert", "this is no head to countersign"),
        (text.clone(), NAMESPACE, "Bert", "sealord-witness"),
        (text.clone(), WITNESS, "two\nlines", "the name of its witness is none"),
    ] {
        let (code, said) = countersign(&club, &text, 3, namespace, name);
        assert!(code == 1 && said.contains(wanted), "{wanted}: {code} {said}");
    }
    assert_eq!(club.book().len(), entries);
    let audit = club.desk.ok(&["league", "audit", "club"]);
    assert!(audit.contains("2 heads of the book countersigned"), "{audit}");
    club.desk.ok(&["site", "club", "-o", "site"]);
    let page = String::from_utf8(club.desk.read("site/league/index.html")).expect("text");
    assert!(page.contains("countersigned by Otto, of another club"), "{page}");
}

#[test]
fn a_head_that_comes_later_or_has_no_witness_cannot_stand_in_the_book() {
    let club = club();
    countersign(&club, &head(&club), 1, WITNESS, "Anna");
    let book = Book::read(&club.desk.path("club")).expect("a book");
    let next = book.next();
    let known = &book.league.witnesses[0];
    let say = |entry: u64, name: &str| {
        let (hash, signed) = (Digest::of(b"any"), known.signed.clone());
        let fact = Fact::Witnessed { entry, hash, name: name.to_owned(), signed };
        book.league.clone().take(next, None, NOW, &fact)
    };
    assert_eq!(say(next - 1, "Anna"), Ok(()));
    for (entry, name, wanted) in
        [(next, "Anna", "does not lie before it"), (1, "", "the name of its witness is none")]
    {
        assert!(say(entry, name).is_err_and(|what| what.contains(wanted)), "{wanted}");
    }
}

#[test]
fn a_head_that_nobody_signed_so_is_named() {
    let club = club();
    countersign(&club, &head(&club), 1, WITNESS, "Anna");
    let named = forged(&club, "witnessed", |fact| {
        let Fact::Witnessed { hash, .. } = fact else { panic!("no witness") };
        *hash = Digest::of(b"another book");
    });
    assert!(named.contains("it countersigns another entry"), "{named}");
    let named = forged(&club, "witnessed", |fact| {
        let Fact::Witnessed { signed, .. } = fact else { panic!("no witness") };
        signed.by = sealord::signature::Key::parse(&signer(2).public_key().to_string()).expect("a key");
    });
    assert!(named.contains("signature"), "{named}");
}
