//! Signatures, the list of allowed signers, and every way in which they fail.

use super::support;

use jiff::Timestamp;
use sealord::post::keys::{
    AllowedFault, AllowedSigner, AllowedSigners, KeyFault, LineFault, NAMESPACE, PublicKey, SignatureFault,
    Signed, Signer, SignerFault, verify,
};
use ssh_key::{HashAlg, LineEnding, PrivateKey};
use support::text::{decode, encode};
use support::{allowing, now, private_key, signer};

const ORDERS: &[u8] = b"sealord sealed orders v1\nmatch: north-sea-7\n";

fn check(bytes: &[u8], text: &str, allowed: &AllowedSigners) -> Result<Signed, SignatureFault> {
    verify(bytes, text, allowed, "anna", NAMESPACE, now())
}

/// A signature as another program might make it: other namespace, other hash.
fn sign_as(seed: u8, namespace: &str, hash: HashAlg, bytes: &[u8]) -> String {
    let key = PrivateKey::from_openssh(private_key(seed)).unwrap();
    key.sign(namespace, hash, bytes).unwrap().to_pem(LineEnding::LF).unwrap()
}

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[test]
fn a_good_signature_names_signer_and_key() {
    let anna = signer(1);
    let fingerprint = anna.public_key().fingerprint();
    assert!(fingerprint.starts_with("SHA256:") && fingerprint.len() == 50);
    let wanted = Signed { principal: "anna".to_owned(), fingerprint };
    assert_eq!(check(ORDERS, &anna.sign(ORDERS), &allowing(&anna)), Ok(wanted.clone()));
    let short = sign_as(1, NAMESPACE, HashAlg::Sha256, ORDERS);
    assert_eq!(check(ORDERS, &short, &allowing(&anna)), Ok(wanted.clone()));
    assert_eq!(anna.sign(ORDERS), anna.sign(ORDERS), "the same bytes give the same signature");
    let json = serde_json::to_string(&wanted).unwrap();
    assert_eq!(serde_json::from_str::<Signed>(&json).unwrap(), wanted);
}

#[test]
fn what_fails_is_told_apart() {
    let (anna, bert) = (signer(1), signer(2));
    let (allowed, good) = (allowing(&anna), anna.sign(ORDERS));
    let tell = |bytes: &[u8], text: &str| check(bytes, text, &allowed).unwrap_err();
    assert_eq!(tell(b"other orders", &good), SignatureFault::OtherBytes);
    assert_eq!(tell(b"", &good), SignatureFault::OtherBytes);
    let crlf = String::from_utf8(ORDERS.to_vec()).unwrap().replace('\n', "\r\n");
    assert_eq!(tell(crlf.as_bytes(), &good), SignatureFault::LineEnds);
    assert_eq!(tell(ORDERS, &anna.sign(crlf.as_bytes())), SignatureFault::LineEnds);
    let other = SignatureFault::OtherNamespace { found: "file".into(), wanted: "sealord".into() };
    assert_eq!(tell(ORDERS, &sign_as(1, "file", HashAlg::Sha512, ORDERS)), other);
    let other = SignatureFault::OtherKey {
        principal: "anna".into(),
        found: bert.public_key().fingerprint(),
        known: vec![anna.public_key().fingerprint()],
    };
    assert_eq!(tell(ORDERS, &bert.sign(ORDERS)), other);
    assert_eq!(tell(ORDERS, "no signature"), SignatureFault::NotASignature);
    assert_eq!(tell(ORDERS, &format!("{good}{good}")), SignatureFault::Several { count: 2 });
    let torn: Vec<&str> = good.lines().take(3).collect();
    assert_eq!(tell(ORDERS, &torn.join("\n")), SignatureFault::CutShort);
    assert_eq!(tell(ORDERS, &good.replacen('\n', "\nA", 2)), SignatureFault::Damaged);
    let unknown = verify(ORDERS, &good, &allowed, "carl", NAMESPACE, now());
    assert_eq!(unknown, Err(SignatureFault::UnknownPrincipal { principal: "carl".into() }));
    let case = verify(ORDERS, &good, &allowed, "Anna", NAMESPACE, now());
    assert_eq!(case, Err(SignatureFault::UnknownPrincipal { principal: "Anna".into() }));
}

#[test]
fn every_byte_of_a_signature_counts() {
    let anna = signer(1);
    let allowed = allowing(&anna);
    let bytes = decode(&anna.sign(ORDERS));
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            let text = encode(&changed, "SSH SIGNATURE", 70);
            assert!(check(ORDERS, &text, &allowed).is_err(), "byte {at}, bit {bit}");
        }
    }
    let longer = encode(&[&bytes[..], b"x"].concat(), "SSH SIGNATURE", 70);
    assert_eq!(check(ORDERS, &longer, &allowed), Err(SignatureFault::Damaged));
    let huge = encode(&[&bytes[..6], &[0; 20_000]].concat(), "SSH SIGNATURE", 70);
    assert_eq!(check(ORDERS, &huge, &allowed), Err(SignatureFault::Damaged));
}

#[test]
fn a_key_that_fits_every_message_is_refused_everywhere() {
    // The neutral point as key and as R, and S = 0: R = S·B − k·A holds whatever the message is.
    let mut point = [0; 32];
    point[0] = 1;
    let data = ssh_key::public::KeyData::Ed25519(ssh_key::public::Ed25519PublicKey(point));
    let forged = [point, [0; 32]].concat();
    let raw = ssh_key::Signature::new(ssh_key::Algorithm::Ed25519, forged).unwrap();
    let signature = ssh_key::SshSig::new(data.clone(), NAMESPACE, HashAlg::Sha512, raw).unwrap();
    let key = ssh_key::PublicKey::new(data, "");
    assert!(key.verify(NAMESPACE, b"anything", &signature).is_ok(), "the library lets it pass");
    let line = key.to_openssh().unwrap();
    assert_eq!(PublicKey::parse(&line), Err(KeyFault::Weak));
    let told = AllowedSigners::parse(&format!("anna {line}\n")).unwrap_err();
    assert_eq!(told, AllowedFault { line: 1, what: LineFault::Key(KeyFault::Weak) });
    let armor = signature.to_pem(LineEnding::LF).unwrap();
    let told = check(b"anything", &armor, &allowing(&signer(1)));
    assert_eq!(told, Err(SignatureFault::Key(KeyFault::Weak)));
}

#[test]
fn a_key_counts_in_its_time_only_both_ends_included() {
    let anna = signer(1);
    let (from, until) = (time("2026-10-01T00:00:00Z"), time("2026-10-31T20:00:00Z"));
    let mut allowed = AllowedSigners::default();
    let line = AllowedSigner::new("anna", anna.public_key().clone()).unwrap();
    allowed.push(line.from(from).until(until));
    let good = anna.sign(ORDERS);
    let at = |text: &str| verify(ORDERS, &good, &allowed, "anna", NAMESPACE, time(text)).map(|_| ());
    assert_eq!(at("2026-10-01T00:00:00Z"), Ok(()));
    assert_eq!(at("2026-10-31T20:00:00.999Z"), Ok(()));
    assert_eq!(at("2026-09-30T23:59:59Z"), Err(SignatureFault::TooEarly { after: from }));
    assert_eq!(at("2026-10-31T20:00:01Z"), Err(SignatureFault::TooLate { before: until }));
}

#[test]
fn a_second_line_for_the_same_key_may_allow_what_the_first_does_not() {
    let anna = signer(1);
    let key = anna.public_key();
    let text = format!("anna namespaces=\"file\" {key}\nbert,anna namespaces=\"mail,sealord\" {key} new\n");
    let both = AllowedSigners::parse(&text).unwrap();
    assert!(check(ORDERS, &anna.sign(ORDERS), &both).is_ok());
    let first = AllowedSigners::parse(text.lines().next().unwrap()).unwrap();
    let told = SignatureFault::NamespaceNotAllowed { wanted: "sealord".into(), allowed: "file".into() };
    assert_eq!(check(ORDERS, &anna.sign(ORDERS), &first), Err(told));
    let any = AllowedSigners::parse(&format!("* {key}\n")).unwrap();
    assert!(check(ORDERS, &anna.sign(ORDERS), &any).is_ok());
}

#[test]
fn a_list_round_trips_and_reads_what_people_write() {
    let key = signer(1).public_key().clone();
    let text = format!(
        "# the club\r\n\r\nanna@club.example,anna NAMESPACES=\"sealord\",valid-after=\"20261001Z\",\
         valid-before=\"202610312000Z\" {key} anna's key\r\n* {key}\r\nbert\tnamespaces=\"*\"\t{key}\r\n"
    );
    let list = AllowedSigners::parse(&text).unwrap();
    assert_eq!(list.iter().count(), 3);
    let written = list.to_string();
    assert_eq!(AllowedSigners::parse(&written).unwrap(), list);
    let lines: Vec<String> = written.lines().map(|line| line.replace(&key.to_string(), "KEY")).collect();
    assert_eq!(
        lines,
        [
            "anna@club.example,anna namespaces=\"sealord\",valid-after=\"20261001000000Z\",\
             valid-before=\"20261031200000Z\" KEY",
            "* KEY",
            "bert namespaces=\"*\" KEY"
        ]
    );
    for line in list.iter() {
        let json = serde_json::to_string(line).unwrap();
        assert_eq!(serde_json::from_str::<AllowedSigner>(&json).unwrap(), *line);
    }
    assert_eq!(list.of("anna").count(), 2);
    assert_eq!(list.iter().next().unwrap().principals(), ["anna@club.example", "anna"]);
}

#[test]
fn what_a_list_may_not_hold_is_told_with_its_line() {
    let key = signer(1).public_key().to_string();
    let rsa = "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ";
    let tell = |line: String| {
        let fault = AllowedSigners::parse(&format!("# first\n{line}\n")).unwrap_err();
        assert_eq!(fault.line, 2);
        fault.what
    };
    let pattern = |name: &str| LineFault::Pattern { name: name.to_owned() };
    assert_eq!(tell(format!("*@club.example {key}")), pattern("*@club.example"));
    assert_eq!(tell(format!("!anna,* {key}")), pattern("!anna"));
    assert_eq!(tell(format!("anna namespaces=\"seal*\" {key}")), pattern("seal*"));
    assert_eq!(tell(format!("\"anna b\" {key}")), LineFault::Name { name: "\\\"anna b\\\"".into() });
    assert_eq!(tell(format!("anna,,bert {key}")), LineFault::Name { name: String::new() });
    assert_eq!(tell(format!("anna cert-authority {key}")), LineFault::Authority);
    assert_eq!(tell(format!("anna namespaces=\"a {key}")), LineFault::OpenQuote);
    assert_eq!(tell(format!("anna namespaces=a {key}")), LineFault::Option { option: "namespaces=a".into() });
    assert_eq!(
        tell(format!("anna no-touch-required {key}")),
        LineFault::Option { option: "no-touch-required".into() }
    );
    let twice = format!("anna namespaces=\"a\",namespaces=\"b\" {key}");
    assert_eq!(tell(twice), LineFault::Twice { option: "namespaces".into() });
    for time in ["20261001", "20261301Z", "2026100100Z", "0x5f5e100", "20261001+0Z", "20261001246000Z"] {
        let told = tell(format!("anna valid-after=\"{time}\" {key}"));
        assert_eq!(told, LineFault::Time { time: time.into() });
    }
    let times = "valid-after=\"20261002Z\",valid-before=\"20261001Z\"";
    assert_eq!(tell(format!("anna {times} {key}")), LineFault::NoTime);
    assert_eq!(tell(format!("anna {rsa}")), LineFault::Key(KeyFault::OtherType { kind: "ssh-rsa".into() }));
    assert_eq!(tell("anna".into()), LineFault::Key(KeyFault::NotAKey));
    assert_eq!(tell(format!("anna {}", &key[..40])), LineFault::Key(KeyFault::Damaged));
}

#[test]
fn a_name_that_would_mean_something_else_is_not_written() {
    let key = signer(1).public_key().clone();
    for name in ["", "anna bert", "a,b", "a\"b", "#anna", "a\nb", "an?a", "*@club.example", "a\\b"] {
        assert!(AllowedSigner::new(name, key.clone()).is_err(), "{name:?}");
    }
    for name in ["anna", "anna@club.example", "ännä", "*", "anna+match7@club.example"] {
        let line = AllowedSigner::new(name, key.clone()).unwrap();
        let text = AllowedSigners::parse(&line.to_string()).unwrap();
        assert_eq!(text.iter().next(), Some(&line));
    }
}

#[test]
fn private_keys_are_refused_where_public_ones_belong_and_not_repeated() {
    let private = private_key(1);
    let told = PublicKey::parse(&private).unwrap_err();
    assert_eq!(told, KeyFault::Private);
    assert!(!told.to_string().contains(private.lines().nth(1).unwrap()));
    assert_eq!(Signer::parse(&signer(1).public_key().to_string()).unwrap_err(), SignerFault::Public);
    assert_eq!(Signer::parse("anna").unwrap_err(), SignerFault::NotAKey);
    assert_eq!(Signer::parse(&private.replacen('\n', "\nAAAA", 1)).unwrap_err(), SignerFault::Damaged);
    let pem = "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n";
    assert_eq!(Signer::parse(pem).unwrap_err(), SignerFault::OtherFormat);
    let crlf = Signer::parse(&private.replace('\n', "\r\n")).unwrap();
    assert_eq!(crlf.public_key(), signer(1).public_key());
    assert!(format!("{crlf:?}").starts_with("Signer(SHA256:"));
}

#[test]
fn faults_of_signatures_speak_plainly() {
    insta::assert_snapshot!(SignerFault::Encrypted, @"the private key has a passphrase, and sealord does not ask for one; sign with `ssh-keygen -Y sign -f KEY -n sealord FILE`");
    insta::assert_snapshot!(SignatureFault::LineEnds, @"the signature does not fit: the line ends of the file were changed after it was signed; send the file as an attachment, as it is");
    insta::assert_snapshot!(SignatureFault::OtherKey { principal: "anna".into(), found: "SHA256:x".into(), known: vec!["SHA256:y".into()] }, @"the signature was made with the key SHA256:x, which is not anna's; known: SHA256:y");
    insta::assert_snapshot!(SignatureFault::TooLate { before: now() }, @"the key was good until 2026-10-24T18:00:00Z");
    insta::assert_snapshot!(SignatureFault::Key(KeyFault::OtherType { kind: "ssh-rsa".into() }), @"the signature's key cannot be used: keys of type `ssh-rsa` are not accepted; make one with `ssh-keygen -t ed25519` (`ecdsa-sha2-nistp256` is accepted too)");
    insta::assert_snapshot!(AllowedFault { line: 3, what: LineFault::Time { time: "20261001".into() } }, @"allowed signers, line 3: `20261001` is not understood; write the time in UTC as yyyymmddZ, yyyymmddhhmmZ or yyyymmddhhmmssZ");
}
