//! Notes that others made, and notes that were changed.

use super::*;
use crate::checkpoint::{Record, Request, Tree};
use engine::digest::Digest;

/// The note and the keys in the documentation of Go's golang.org/x/mod/sumdb/note.
const GO: &str = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem \
                  is.\n\n\u{2014} PeterNeumann \
                  x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
const PETER: &str = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";

/// The example of c2sp.org/tlog-cosignature; whose keys these are it does not say.
const EXAMPLE: &str = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n\u{2014} \
                       example.com/behind-the-sofa \
                       Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n\
                       \u{2014} witness.example.com/w1 \
                       jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n";

fn signer(seed: u8) -> Signer {
    let pair = ssh_key::private::Ed25519Keypair::from_seed(&[seed; 32]);
    Signer::parse(&ssh_key::PrivateKey::from(pair).to_openssh(ssh_key::LineEnding::LF).unwrap()).unwrap()
}

fn key(name: &str, role: Role, seed: u8) -> NoteKey {
    NoteKey::new(name, role, signer(seed).public_key()).unwrap()
}

fn leaves(size: u64) -> Vec<Digest> {
    (0..size).map(|at| Digest::of(&at.to_be_bytes())).collect()
}

fn head(size: u64) -> Checkpoint {
    let root = Tree::of(leaves(size)).root();
    Checkpoint { origin: "club.example/m".to_owned(), size, root, extensions: Vec::new() }
}

fn request(old: u64, new: u64) -> Request {
    let proof = Tree::of(leaves(new)).proof_since(old).unwrap();
    Request { old, proof, note: Note::of(&head(new), &signer(1)).unwrap() }
}

#[test]
fn a_note_of_go_is_read_and_its_signature_holds() {
    let (note, key) = (Note::parse(GO).unwrap(), NoteKey::parse(PETER).unwrap());
    assert_eq!(note.to_string(), GO);
    let seen = note.check(std::slice::from_ref(&key)).unwrap();
    assert_eq!(seen, [Seen { key: key.clone(), time: None }]);
    let changed = Note::parse(&GO.replace("answer", "Answer")).unwrap();
    let fault = changed.check(&[key]).unwrap_err().to_string();
    assert_eq!(fault, "line 4: the signature of PeterNeumann is not over this text");
}

#[test]
fn the_example_of_the_convention_is_read_back() {
    let note = Note::parse(EXAMPLE).unwrap();
    assert_eq!(note.to_string(), EXAMPLE);
    assert_eq!(note.checkpoint().unwrap().size, 20_852_163);
    // The example says at which time this was cosigned.
    let time = note.lines()[1].bytes.first_chunk().map(|bytes| u64::from_be_bytes(*bytes));
    assert_eq!((time, note.lines()[1].bytes.len()), (Some(1_679_315_147), 72));
}

#[test]
fn a_note_with_a_fault_is_refused_with_its_place() {
    for (text, word) in [
        (GO.replace('\n', "\r\n"), "line 1, column 57: "),
        (GO.replace("then", "th\ten"), "line 2, column 3: "),
        (GO.replace("\n\n", "\n"), "no empty line"),
        (GO.trim_end().to_owned(), "line 4: the last line has no end"),
        (GO.replace('\u{2014}', "-"), "line 4: it does not begin with an em dash"),
        (GO.replace("x08g", "x08"), "line 4: its signature is no base64"),
        (GO.replace("PeterNeumann ", "PeterNeumann"), "line 4: it is not a name"),
        (GO.replace("PeterNeumann", "Peter+Neumann"), "line 4: its name"),
        (
            GO.split_inclusive('\u{2014}').next().unwrap().replace('\u{2014}', ""),
            "line 4: no signature follows",
        ),
        (format!("{GO}{}", GO.lines().last().unwrap()), "line 5: the last line has no end"),
        ("x".repeat(LIMIT + 1), "64 KiB"),
    ] {
        let fault = Note::parse(&text).unwrap_err().to_string();
        assert!(fault.contains(word), "{text:?}: {fault}");
    }
    let line = GO.lines().last().unwrap();
    let many = format!("{GO}{}", format!("{line}\n").repeat(MOST));
    assert!(Note::parse(&many).unwrap_err().to_string().contains("65 signatures"));
}

#[test]
fn what_is_cosigned_holds_for_its_text_time_name_and_key_alone() {
    let mut note = Note::of(&head(5), &signer(1)).unwrap();
    note.add(note.cosignature("other.example/office", &signer(2), 1_700_000_000).unwrap());
    let note = Note::parse(&note.to_string()).unwrap();
    let (log, other) = (key("club.example/m", Role::Log, 1), key("other.example/office", Role::Cosigner, 2));
    let seen = note.check(&[log.clone(), other.clone()]).unwrap();
    assert_eq!(seen[1], Seen { key: other.clone(), time: Some(1_700_000_000) });

    for (key, word) in [
        (key("other.example/office", Role::Log, 2), "of another kind"),
        (key("other.example/office", Role::Cosigner, 3), "by another key"),
        (key("another.example/office", Role::Cosigner, 2), "it has no cosignature by another.example"),
    ] {
        let fault = note.check(&[log.clone(), key]).unwrap_err();
        assert!(matches!(&fault, CheckpointFault::False(what) if what.contains(word)), "{fault}");
    }
    let forged = |change: &dyn Fn(&mut Note)| {
        let mut forged = note.clone();
        change(&mut forged);
        forged.check(std::slice::from_ref(&other)).unwrap_err().to_string()
    };
    let over = "line 6: the signature of other.example/office is not over this text";
    assert_eq!(forged(&|note| note.text = head(6).to_string()), over);
    assert_eq!(forged(&|note| note.text = note.text.replace("/m", "/n")), over);
    assert_eq!(forged(&|note| note.lines[1].bytes[7] ^= 1), over);
    assert!(forged(&|note| note.lines[1].bytes[0] = 0x80).contains("a time beyond all time"));
    assert!(forged(&|note| note.lines[1].bytes.truncate(70)).contains("another length"));
    assert!(forged(&|note| note.lines[1].id[0] ^= 1).contains("it has no cosignature"));
}

#[test]
fn a_witness_cosigns_what_continues_and_nothing_else() {
    let log = key("club.example/m", Role::Log, 1);
    let mut record = Record::default();
    record.take(&request(0, 5), &log).unwrap();
    let again = Record::parse(&record.to_string()).unwrap();
    assert_eq!((again.size("club.example/m"), &again), (Ok(5), &record));

    let mut other = leaves(8);
    other[2] = Digest::of(b"another");
    let rewritten = |size: usize, old| {
        let tree = Tree::of(other[..size].to_vec());
        let checkpoint = Checkpoint { root: tree.root(), size: size as u64, ..head(1) };
        let proof = tree.proof_since(old).unwrap();
        Request { old, proof, note: Note::of(&checkpoint, &signer(1)).unwrap() }
    };
    let unsigned = Request { note: Note::of(&head(8), &signer(9)).unwrap(), ..request(5, 8) };
    for (request, word) in [
        (rewritten(8, 5), "nothing shows that 8 entries"),
        (rewritten(5, 5), "another checkpoint of club.example/m with 5 entries"),
        (request(0, 4), "had 5 entries when it was cosigned last"),
        (request(0, 8), "--since 5"),
        (request(4, 8), "--since 5"),
        (Request { proof: Vec::new(), ..request(5, 8) }, "nothing shows"),
        (unsigned, "it has no signature by club.example/m"),
    ] {
        let fault = record.clone().take(&request, &log).unwrap_err().to_string();
        assert!(fault.contains(word), "{fault}");
    }
    let wrong = key("club.example/n", Role::Log, 1);
    assert!(record.take(&request(5, 8), &wrong).unwrap_err().to_string().contains("is no key of the log"));
    record.take(&request(5, 5), &log).unwrap();
    record.take(&request(5, 8), &log).unwrap();
    assert_eq!(record.size("club.example/m"), Ok(8));
    assert!(Record::default().take(&request(5, 8), &log).unwrap_err().to_string().contains("since 0"));
}

#[test]
fn a_request_is_read_back() {
    let known = request(3, 7);
    let text = known.to_string();
    assert!(text.starts_with("old 3\n"), "{text}");
    assert_eq!(Request::parse(&text), Ok(known.clone()));
    let alone = Request::parse(&known.note.to_string()).unwrap();
    assert_eq!((alone.old, alone.proof.len()), (0, 0));
    for (text, word) in [
        (text.replace("old 3", "old 03"), "line 1: "),
        (text.replacen('=', "", 1), "line 2: it is no hash"),
        ("old 3\n".to_owned(), "line 1: no empty line"),
    ] {
        let fault = Request::parse(&text).unwrap_err().to_string();
        assert!(fault.contains(word), "{fault}");
    }
}

/// Computed for this test with Python's hashlib and the library `cryptography`, from the seeds 1 and 2: a
/// journal of eleven entries whose hashes are those of the bytes 0 to 10.
#[test]
fn another_implementation_writes_the_same_bytes() {
    let root = "7R2VRWKyoWY9WiYw/68g3BUdVDyWvXhTacirPj/D32w=";
    let log = "club.example/m YHe/zjlPmR2WQvKCgC9COhERZ7vlmHAQPg6ApaNyXjsW2h/OcvDKl2aJW7wCHkXaUggo9Yp6b2ffnn6xzPHeyn6xlQY=";
    let witness = "other.example VFVI7AAAAABqsTuABNtq6JZRvAI/DO7jfTSBy2RTiFghM3KD7XVukY2nVSibmnQCxgeXNwTAGIGikWNO09KzUG0XFA37u6ntx6S7Dw==";
    let due = format!("club.example/m\n11\n{root}\n\n\u{2014} {log}\n\u{2014} {witness}\n");
    let tree = Tree::of((0..11u8).map(|byte| Digest::of(&[byte])));
    let checkpoint = Checkpoint { root: tree.root(), size: 11, ..head(1) };
    let mut note = Note::of(&checkpoint, &signer(1)).unwrap();
    note.add(note.cosignature("other.example", &signer(2), 1_790_000_000).unwrap());
    assert_eq!(note.to_string(), due);
    let keys = [key("club.example/m", Role::Log, 1), key("other.example", Role::Cosigner, 2)];
    let known = [
        "club.example/m+6077bfce+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c",
        "other.example+545548ec+BIE5dw6ofRdfVqNUZsNMfszLjYqRtO43ol32D1uPybOU",
    ];
    assert_eq!(keys.each_ref().map(NoteKey::to_string), known);
    assert_eq!(Note::parse(&due).unwrap().check(&keys).unwrap().len(), 2);
}
