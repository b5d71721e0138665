//! Envelopes, their keys, and every way in which they fail.

use super::support;

use sealord::post::keys::{
    DamagedPart, EnvelopeFault, Identity, IdentityFault, Recipient, RecipientFault, open, seal,
};
use support::text::{decode, encode};

const LABEL: &str = "AGE ENCRYPTED FILE";
const LIMIT: usize = 1 << 20;

fn envelope(contents: &[u8]) -> (Identity, String) {
    let identity = Identity::generate();
    let armor = seal(contents, &[identity.recipient()]).unwrap();
    (identity, armor)
}

fn fault(received: &[u8], identity: Identity) -> EnvelopeFault {
    open(received, &[identity], LIMIT).unwrap_err()
}

#[test]
fn each_of_several_keys_opens_alone_and_no_other_does() {
    let keys: Vec<Identity> = (0..3).map(|_| Identity::generate()).collect();
    let recipients: Vec<Recipient> = keys[..2].iter().map(Identity::recipient).collect();
    let armor = seal(b"orders", &recipients).unwrap();
    assert_eq!(open(armor.as_bytes(), &keys[..1], LIMIT).unwrap(), b"orders");
    assert_eq!(open(armor.as_bytes(), &keys[1..2], LIMIT).unwrap(), b"orders");
    assert_eq!(open(armor.as_bytes(), &keys, LIMIT).unwrap(), b"orders");
    let ours = vec![keys[2].recipient().to_string()];
    let told = open(armor.as_bytes(), &keys[2..], LIMIT).unwrap_err();
    assert_eq!(told, EnvelopeFault::OtherKey { ours: ours.clone(), foreign: vec![] });
    let words = told.to_string();
    assert!(
        words.starts_with("the envelope is encrypted to another key; this match's key is age1"),
        "{words}"
    );
    assert!(words.contains(&ours[0]));
}

#[test]
fn without_keys_nothing_is_sealed_or_opened() {
    assert_eq!(seal(b"orders", &[]), Err(EnvelopeFault::NoRecipient));
    let (_, armor) = envelope(b"orders");
    let told = open(armor.as_bytes(), &[], LIMIT).unwrap_err();
    assert_eq!(told, EnvelopeFault::OtherKey { ours: vec![], foreign: vec![] });
}

#[test]
fn the_same_orders_never_look_the_same() {
    let identity = Identity::generate();
    let twice = [(); 2].map(|()| seal(b"orders", &[identity.recipient()]).unwrap());
    assert_ne!(twice[0], twice[1]);
}

#[test]
fn the_limit_holds_to_the_byte() {
    let (identity, armor) = envelope(&[7; 1000]);
    let keys = [identity];
    assert_eq!(open(armor.as_bytes(), &keys, 1000).unwrap().len(), 1000);
    let refused = Err(EnvelopeFault::TooLarge { limit: 999 });
    assert_eq!(open(armor.as_bytes(), &keys, 999), refused);
    assert_eq!(open(&decode(&armor), &keys, 999), refused);
    let huge = vec![b'x'; 300 * 1024];
    assert_eq!(open(&huge, &keys, 999), refused, "what is received is limited too");
    assert_eq!(open(armor.as_bytes(), &keys, usize::MAX).unwrap().len(), 1000);
}

#[test]
fn contents_of_many_chunks_come_back() {
    for length in [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000] {
        let contents: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
        let (identity, armor) = envelope(&contents);
        let keys = [identity];
        assert_eq!(open(armor.as_bytes(), &keys, LIMIT).unwrap(), contents);
        assert_eq!(open(&decode(&armor), &keys, LIMIT).unwrap(), contents);
    }
}

#[test]
fn no_envelope_two_envelopes_and_a_torn_one_are_told_apart() {
    let (identity, armor) = envelope(b"orders");
    let keys = [identity];
    let tell = |text: &str| open(text.as_bytes(), &keys, LIMIT).unwrap_err();
    assert_eq!(tell(""), EnvelopeFault::NotAnEnvelope);
    assert_eq!(tell("orders: []\n"), EnvelopeFault::NotAnEnvelope);
    assert_eq!(tell(&format!("{armor}\n{armor}")), EnvelopeFault::Several { count: 2 });
    let torn: Vec<&str> = armor.lines().take(4).collect();
    assert_eq!(tell(&torn.join("\n")), EnvelopeFault::CutShort);
}

#[test]
fn an_armor_that_lost_a_line_or_a_letter_is_damaged() {
    let (identity, armor) = envelope(&[1; 500]);
    let keys = [identity];
    let mut lines: Vec<&str> = armor.lines().collect();
    let line = lines.remove(lines.len() - 4);
    let told = open(lines.join("\n").as_bytes(), &keys, LIMIT).unwrap_err();
    assert_eq!(told, EnvelopeFault::Damaged { part: DamagedPart::Contents });
    let letter = armor.replacen(line, &line[1..], 1);
    // By chance the letters that are left fall into whole groups; then what they say is wrong.
    let told = open(letter.as_bytes(), &keys, LIMIT).unwrap_err();
    let either = [DamagedPart::Armor, DamagedPart::Contents].map(|part| EnvelopeFault::Damaged { part });
    assert!(either.contains(&told), "{told:?}");
    let padding = armor.replacen(line, &format!("{}=", &line[1..]), 1);
    let told = open(padding.as_bytes(), &keys, LIMIT).unwrap_err();
    assert!(either.contains(&told), "{told:?}");
}

#[test]
fn a_binary_file_cut_anywhere_is_refused_as_cut_where_that_is_certain() {
    let (identity, armor) = envelope(&[1; 70_000]);
    let (binary, keys) = (decode(&armor), [identity]);
    let header = binary.windows(4).position(|window| window == b"\n---").unwrap();
    let end = header + binary[header + 1..].iter().position(|byte| *byte == b'\n').unwrap() + 2;
    let (nonce, chunk) = (end + 16, 65_536 + 16);
    for at in (19..nonce).chain([nonce, nonce + chunk]) {
        let told = open(&binary[..at], &keys, LIMIT).unwrap_err();
        // Inside of the MAC the header's last line looks wrong rather than short to age.
        let mac =
            told == EnvelopeFault::Damaged { part: DamagedPart::Header } && (header + 4..end).contains(&at);
        assert!(told == EnvelopeFault::CutShort || mac, "{at}: {told:?}");
    }
    for at in [nonce + 1, nonce + chunk - 1, nonce + chunk + 1, binary.len() - 1] {
        let told = open(&binary[..at], &keys, LIMIT).unwrap_err();
        assert_eq!(told, EnvelopeFault::Damaged { part: DamagedPart::ContentsOrEnd }, "{at}");
    }
}

#[test]
fn headers_are_judged_before_work_is_done_on_them() {
    let (identity, armor) = envelope(b"orders");
    let binary = decode(&armor);
    let text = |from: &str, to: &str| {
        let at = binary.windows(from.len()).position(|window| window == from.as_bytes()).unwrap();
        [&binary[..at], to.as_bytes(), &binary[at + from.len()..]].concat()
    };
    let keys = [identity];
    let tell = |bytes: &[u8]| open(bytes, &keys, LIMIT).unwrap_err();
    let newer = EnvelopeFault::OtherVersion { found: "age-encryption.org/v2".to_owned() };
    assert_eq!(tell(&text("org/v1", "org/v2")), newer);
    let many = "-> X25519 0000000000000000000000000000000000000000000\n\n".repeat(2000);
    assert_eq!(tell(&text("-> X25519", &format!("{many}-> X25519"))), EnvelopeFault::HeaderTooLong);
    assert_eq!(tell(&text("-> X25519", "-> scrypt")), EnvelopeFault::Passphrase);
    let piv = text("-> X25519", "-> piv-p256");
    let EnvelopeFault::OtherKey { foreign, .. } = tell(&piv) else { panic!("{:?}", tell(&piv)) };
    assert_eq!(foreign, ["piv-p256"]);
    assert_eq!(tell(&text("-> X25519", "-> X25519 x")), EnvelopeFault::Damaged { part: DamagedPart::Header });
    let other = encode(b"something else that is long enough to be an armor", LABEL, 64);
    assert_eq!(tell(other.as_bytes()), EnvelopeFault::Damaged { part: DamagedPart::Header });
}

#[test]
fn a_header_that_was_not_signed_by_its_sealer_is_damaged() {
    let (identity, armor) = envelope(b"orders");
    let binary = decode(&armor);
    let at = binary.windows(4).position(|window| window == b"\n---").unwrap();
    let grease = b"\n-> extra\nAAAA";
    let added = [&binary[..at], grease, &binary[at..]].concat();
    assert_eq!(fault(&added, identity), EnvelopeFault::Damaged { part: DamagedPart::Header });
}

#[test]
fn a_key_file_round_trips_and_only_its_owner_may_read_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.key");
    let identity = Identity::generate();
    identity.write(&path, support::now()).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "# created: 2026-10-24T18:00:00Z");
    assert_eq!(lines[1], format!("# public key: {}", identity.recipient()));
    assert!(lines[2].starts_with("AGE-SECRET-KEY-1") && lines.len() == 3);
    assert_eq!(Identity::read(&path).unwrap().recipient(), identity.recipient());
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(&path).unwrap());
        assert_eq!(mode & 0o777, 0o600);
    }
    let again = Identity::generate().write(&path, support::now()).unwrap_err();
    assert!(matches!(again, IdentityFault::File { .. }), "{again}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "an old key is never overwritten");
}

#[test]
fn key_files_are_read_as_people_leave_them() {
    let identity = Identity::generate();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    identity.write(&path, support::now()).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let secret = text.lines().last().unwrap();
    for good in
        [text.clone(), text.replace('\n', "\r\n"), format!("\u{feff}\n  {secret}  \n"), secret.to_owned()]
    {
        assert_eq!(Identity::parse(&good).unwrap().recipient(), identity.recipient());
    }
    // That one letter alone: the same may stand in the prefix too.
    let damaged = [&secret[..20], if &secret[20..21] == "Q" { "P" } else { "Q" }, &secret[21..]].concat();
    let cases = [
        ("# nothing\n".to_owned(), IdentityFault::Missing),
        (format!("{secret}\n{secret}\n"), IdentityFault::Several { count: 2 }),
        (identity.recipient().to_string(), IdentityFault::PublicOnly),
        (format!("# c\n{damaged}\n"), IdentityFault::Damaged { line: 2 }),
        (format!("\n\nkey: {secret}\n"), IdentityFault::Strange { line: 3 }),
        ("AGE-PLUGIN-YUBIKEY-1QQQQ\n".to_owned(), IdentityFault::Foreign { line: 1 }),
        ("AGE-SECRET-KEY-PQ-1QQQQ\n".to_owned(), IdentityFault::Foreign { line: 1 }),
        (seal(b"x", &[identity.recipient()]).unwrap(), IdentityFault::Encrypted),
        (support::private_key(1), IdentityFault::Ssh),
    ];
    for (text, wanted) in cases {
        let told = Identity::parse(&text).unwrap_err();
        assert_eq!(told, wanted);
        assert!(!told.to_string().contains(&secret[20..40]));
    }
    let missing = Identity::read(&folder.path().join("none")).unwrap_err();
    assert!(matches!(missing, IdentityFault::File { .. }));
    std::fs::write(&path, "#".repeat(70_000)).unwrap();
    assert!(Identity::read(&path).unwrap_err().to_string().contains("too large"));
}

#[test]
fn debug_output_hides_the_secret_key() {
    assert_eq!(format!("{:?}", Identity::generate()), "Identity(..)");
}

#[test]
fn a_public_key_round_trips_in_text_and_in_files() {
    let key = Identity::generate().recipient();
    assert_eq!(Recipient::parse(&format!(" {key}\r\n")).unwrap(), key);
    let json = serde_json::to_string(&key).unwrap();
    assert_eq!(json, format!("\"{key}\""));
    assert_eq!(serde_json::from_str::<Recipient>(&json).unwrap(), key);
    assert!(serde_json::from_str::<Recipient>("\"age1x\"").is_err());
}

#[test]
fn a_secret_key_in_place_of_a_public_one_is_refused_and_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    Identity::generate().write(&path, support::now()).unwrap();
    let file = std::fs::read_to_string(&path).unwrap();
    let secret = file.lines().last().unwrap();
    for text in [file.clone(), secret.to_owned(), secret.to_lowercase(), format!("my key is {secret}")] {
        let told = Recipient::parse(&text).unwrap_err();
        assert_eq!(told, RecipientFault::Secret);
        let words = format!("{told} {told:?}").to_uppercase();
        assert!(!words.contains(&secret[20..30]));
    }
}

#[test]
fn what_is_no_public_key_is_told_in_words() {
    let key = Identity::generate().recipient().to_string();
    let mistyped = format!("{}{}", &key[..61], if key.ends_with('q') { 'p' } else { 'q' });
    let tell = |text: &str| Recipient::parse(text).unwrap_err().to_string();
    assert_eq!(Recipient::parse(&mistyped), Err(RecipientFault::Mistyped));
    assert_eq!(Recipient::parse(&key[..40]), Err(RecipientFault::Mistyped));
    insta::assert_snapshot!(tell(" "), @"there is no public key; one begins with `age1`");
    insta::assert_snapshot!(tell("ssh-ed25519 AAAA anna"), @"this is a key for signatures (ssh-ed25519); envelopes need an age key, which begins with `age1` (made with `age-keygen`)");
    insta::assert_snapshot!(tell("age1yubikey1qqqq"), @"age keys that begin with `age1yubikey1` need a plug-in or a newer age; give a plain one (`age1` and 58 more letters and digits, made with `age-keygen`)");
    insta::assert_snapshot!(tell("age1pq1qqqq"), @"age keys that begin with `age1pq1` need a plug-in or a newer age; give a plain one (`age1` and 58 more letters and digits, made with `age-keygen`)");
    insta::assert_snapshot!(tell("Anna\u{1b}[1m"), @r"`Anna\u{1b}[1m` is not a public key; one begins with `age1`");
    assert!(tell(&"x".repeat(5000)).len() < 200);
}

#[test]
fn faults_of_envelopes_speak_plainly() {
    let tell = |fault: EnvelopeFault| fault.to_string();
    insta::assert_snapshot!(tell(EnvelopeFault::NotAnEnvelope), @"there is no age envelope here; send the whole block from `-----BEGIN AGE ENCRYPTED FILE-----` to `-----END AGE ENCRYPTED FILE-----`, or attach the file that age wrote");
    insta::assert_snapshot!(tell(EnvelopeFault::Passphrase), @"the envelope is sealed with a passphrase; seal it to the match's public key instead (`age -r`)");
    insta::assert_snapshot!(tell(EnvelopeFault::OtherKey { ours: vec!["age1abc".into()], foreign: vec!["ssh-ed25519".into()] }), @"the envelope is encrypted to another key (of kind ssh-ed25519); this match's key is age1abc. If it was this key, the first lines were changed on the way");
    insta::assert_snapshot!(tell(EnvelopeFault::CutShort), @"the end of the envelope is missing; send all of it again");
    insta::assert_snapshot!(tell(EnvelopeFault::Damaged { part: DamagedPart::ContentsOrEnd }), @"the envelope's contents were changed on the way, or their end is missing; send it again, as an attachment");
}
