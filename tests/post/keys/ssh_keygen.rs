//! Signatures go to and from the real `ssh-keygen -Y`, as players use it.

use super::support;

use std::path::Path;

use sealord::post::keys::{
    AllowedSigner, AllowedSigners, KeyFault, NAMESPACE, PublicKey, SignatureFault, Signer, SignerFault,
    verify,
};
use support::{allowing, have, must, now, private_key, run, signer};

const ORDERS: &[u8] = b"sealord sealed orders v1\r\nany bytes \0\xff\n";

fn ready() -> Option<tempfile::TempDir> {
    have(&["ssh-keygen"]).then(|| tempfile::tempdir().unwrap())
}

fn keygen(folder: &Path, name: &str, kind: &[&str], passphrase: &str) -> String {
    let arguments = [&["-q", "-f", name, "-N", passphrase, "-C", "a comment"], kind].concat();
    must(folder, "ssh-keygen", &arguments, b"");
    std::fs::read_to_string(folder.join(format!("{name}.pub"))).unwrap()
}

/// The signature of ssh-keygen over `ORDERS`.
fn sign(folder: &Path, key: &str, more: &[&str]) -> String {
    let arguments = [&["-Y", "sign", "-f", key, "-n", NAMESPACE], more].concat();
    String::from_utf8(must(folder, "ssh-keygen", &arguments, ORDERS)).unwrap()
}

fn list(public: &str) -> AllowedSigners {
    let mut allowed = AllowedSigners::default();
    allowed.push(AllowedSigner::new("anna", PublicKey::parse(public).unwrap()).unwrap());
    allowed
}

#[test]
fn what_ssh_keygen_signs_we_verify() {
    let Some(folder) = ready() else { return };
    for (name, kind) in [("ed", &["-t", "ed25519"][..]), ("ec", &["-t", "ecdsa", "-b", "256"])] {
        let public = keygen(folder.path(), name, kind, "");
        for more in [&["-O", "hashalg=sha512"][..], &["-O", "hashalg=sha256"], &[]] {
            let armor = sign(folder.path(), name, more);
            let signed = verify(ORDERS, &armor, &list(&public), "anna", NAMESPACE, now()).unwrap();
            let shown = must(folder.path(), "ssh-keygen", &["-l", "-f", name], b"");
            let shown = String::from_utf8(shown).unwrap();
            assert_eq!(shown.split(' ').nth(1), Some(signed.fingerprint.as_str()), "{name}");
            let told = verify(b"other", &armor, &list(&public), "anna", NAMESPACE, now());
            assert_eq!(told, Err(SignatureFault::OtherBytes));
        }
    }
}

#[test]
fn what_we_sign_ssh_keygen_verifies() {
    let Some(folder) = ready() else { return };
    let path = folder.path();
    keygen(path, "anna", &["-t", "ed25519"], "");
    let anna = Signer::read(&path.join("anna")).unwrap();
    std::fs::write(path.join("x.sig"), anna.sign(ORDERS)).unwrap();
    std::fs::write(path.join("allowed_signers"), allowing(&anna).to_string()).unwrap();
    let arguments = ["-Y", "verify", "-f", "allowed_signers", "-I", "anna", "-n", NAMESPACE, "-s", "x.sig"];
    let told = must(path, "ssh-keygen", &arguments, ORDERS);
    let fingerprint = anna.public_key().fingerprint();
    let wanted = format!("Good \"sealord\" signature for anna with ED25519 key {fingerprint}\n");
    assert_eq!(String::from_utf8(told).unwrap(), wanted);
    assert!(!run(path, "ssh-keygen", &arguments, b"other").status.success());
    must(path, "ssh-keygen", &["-Y", "check-novalidate", "-n", NAMESPACE, "-s", "x.sig"], ORDERS);
    let other = run(path, "ssh-keygen", &["-Y", "check-novalidate", "-n", "file", "-s", "x.sig"], ORDERS);
    assert!(!other.status.success(), "the namespace is part of what is signed");
    // Ed25519 leaves no choice, so both programs write the same text.
    assert_eq!(sign(path, "anna", &[]), anna.sign(ORDERS));
}

#[test]
fn principals_are_found_in_our_list_by_ssh_keygen() {
    let Some(folder) = ready() else { return };
    let anna = signer(1);
    std::fs::write(folder.path().join("allowed_signers"), allowing(&anna).to_string()).unwrap();
    std::fs::write(folder.path().join("x.sig"), anna.sign(ORDERS)).unwrap();
    let arguments = ["-Y", "find-principals", "-f", "allowed_signers", "-s", "x.sig"];
    assert_eq!(must(folder.path(), "ssh-keygen", &arguments, ORDERS), b"anna\n");
}

#[test]
fn times_and_namespaces_mean_the_same_to_both() {
    let Some(folder) = ready() else { return };
    let (path, anna) = (folder.path(), signer(1));
    let key = anna.public_key();
    std::fs::write(path.join("x.sig"), anna.sign(ORDERS)).unwrap();
    let lines = [
        format!("anna {key}"),
        format!("anna namespaces=\"file\" {key}"),
        format!("anna namespaces=\"file,sealord\" {key}"),
        format!("bert,anna NameSpaces=\"*\",valid-after=\"20261024180000Z\" {key} comment"),
        format!("anna valid-before=\"202610241800Z\" {key}"),
        format!("anna valid-after=\"20261025Z\",valid-before=\"20261026Z\" {key}"),
        format!("bert {key}"),
        format!("* valid-after=\"20261024Z\" {key}"),
    ];
    let mut good = 0;
    for line in lines {
        let allowed = AllowedSigners::parse(&line).unwrap();
        for (file, text) in [("theirs", line.clone()), ("ours", allowed.to_string())] {
            std::fs::write(path.join(file), text + "\n").unwrap();
            for at in [
                "20261024175959Z",
                "20261024180000Z",
                "20261024180001Z",
                "20261025120000Z",
                "20261026000001Z",
            ] {
                let option = format!("verify-time={at}");
                let arguments =
                    ["-Y", "verify", "-f", file, "-I", "anna", "-n", NAMESPACE, "-s", "x.sig", "-O", &option];
                let theirs = run(path, "ssh-keygen", &arguments, ORDERS).status.success();
                let time = jiff::civil::DateTime::strptime("%Y%m%d%H%M%SZ", at).unwrap();
                let time = time.to_zoned(jiff::tz::TimeZone::UTC).unwrap().timestamp();
                let ours = verify(ORDERS, &anna.sign(ORDERS), &allowed, "anna", NAMESPACE, time);
                assert_eq!(ours.is_ok(), theirs, "{line} at {at}: {ours:?}");
                good += usize::from(theirs);
            }
        }
    }
    assert_eq!(good, 2 * (5 + 5 + 4 + 2 + 1 + 5), "they agree on what is good, not only on what is not");
}

#[test]
fn a_key_with_a_passphrase_is_refused_with_the_way_out() {
    let Some(folder) = ready() else { return };
    keygen(folder.path(), "anna", &["-t", "ed25519"], "harbour");
    assert_eq!(Signer::read(&folder.path().join("anna")).unwrap_err(), SignerFault::Encrypted);
}

#[test]
fn other_types_of_keys_are_refused_by_name() {
    let Some(folder) = ready() else { return };
    let path = folder.path();
    let allowed = allowing(&signer(1));
    let kinds = [
        ("rsa", "2048", "ssh-rsa"),
        ("ecdsa", "384", "ecdsa-sha2-nistp384"),
        ("ecdsa", "521", "ecdsa-sha2-nistp521"),
    ];
    for (kind, bits, word) in kinds {
        let name = format!("{kind}{bits}");
        let public = keygen(path, &name, &["-t", kind, "-b", bits], "");
        let fault = KeyFault::OtherType { kind: word.to_owned() };
        assert_eq!(PublicKey::parse(&public), Err(fault.clone()));
        let armor = sign(path, &name, &[]);
        let told = verify(ORDERS, &armor, &allowed, "anna", NAMESPACE, now());
        assert_eq!(told, Err(SignatureFault::Key(fault)));
        let told = Signer::read(&path.join(&name)).unwrap_err();
        assert!(matches!(&told, SignerFault::OtherType { kind } if kind == word), "{told:?}");
    }
    keygen(path, "p256", &["-t", "ecdsa", "-b", "256"], "");
    let told = Signer::read(&path.join("p256")).unwrap_err();
    assert_eq!(told, SignerFault::OtherType { kind: "ecdsa-sha2-nistp256".to_owned() });
}

#[test]
fn a_certificate_is_refused_by_its_type() {
    let Some(folder) = ready() else { return };
    let path = folder.path();
    keygen(path, "ca", &["-t", "ed25519"], "");
    keygen(path, "anna", &["-t", "ed25519"], "");
    must(path, "ssh-keygen", &["-q", "-s", "ca", "-I", "anna", "-n", "anna", "anna.pub"], b"");
    let public = std::fs::read_to_string(path.join("anna-cert.pub")).unwrap();
    let kind = "ssh-ed25519-cert-v01@openssh.com".to_owned();
    assert_eq!(PublicKey::parse(&public), Err(KeyFault::OtherType { kind }));
}

#[test]
fn a_mangled_signature_of_ssh_keygen_still_verifies() {
    let Some(folder) = ready() else { return };
    std::fs::write(folder.path().join("key"), private_key(4)).unwrap();
    must(folder.path(), "chmod", &["600", "key"], b"");
    let armor = sign(folder.path(), "key", &[]);
    for mangling in support::text::ALL {
        let text = mangling.apply(&armor);
        let signed = verify(ORDERS, &text, &allowing(&signer(4)), "anna", NAMESPACE, now());
        assert!(signed.is_ok(), "{mangling:?}: {signed:?}\n{text}");
    }
}
