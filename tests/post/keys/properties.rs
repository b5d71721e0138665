//! What must hold for any bytes.

use super::support;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use sealord::post::keys::{
    AllowedSigners, CodeWord, Identity, NAMESPACE, PublicKey, Recipient, Signer, cut_armor, cut_signature,
    open, seal, verify,
};
use support::text::{ALL, Mangling, decode, encode};
use support::{allowing, now, signer};

const LIMIT: usize = 1 << 20;

/// Text with pieces of armors, markers and quoting in it.
fn scraps() -> impl Strategy<Value = String> {
    let known = select(vec![
        "-----BEGIN AGE ENCRYPTED FILE-----",
        "-----END AGE ENCRYPTED FILE-----",
        "-----BEGIN SSH SIGNATURE-----",
        "-----END SSH SIGNATURE-----",
        "-----BEGIN AGE",
        "YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSA=",
        "U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAg",
        "age-encryption.org/v1\n-> X25519 AAAA\n--- ",
        "\n",
        "\r\n",
        "> ",
        ">",
        "AB> ",
        "\u{a0}",
        "é",
    ]);
    let piece = prop_oneof![3 => known.prop_map(str::to_owned), 1 => ".{0,20}", 1 => "[A-Za-z0-9+/=]{0,80}"];
    vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_sealed_comes_out_byte_for_byte(contents in vec(any::<u8>(), 0..100_000)) {
        let identity = Identity::generate();
        let armor = seal(&contents, &[identity.recipient()]).unwrap();
        prop_assert!(armor.is_ascii());
        let keys = [identity];
        prop_assert_eq!(&open(armor.as_bytes(), &keys, LIMIT).unwrap(), &contents);
        prop_assert_eq!(&open(&decode(&armor), &keys, contents.len()).unwrap(), &contents);
    }

    #[test]
    fn an_armor_survives_two_manglings(
        contents in vec(any::<u8>(), 0..3000), first in select(&ALL[..]), second in select(&ALL[..])
    ) {
        prop_assume!(first != Mangling::Initials && second != Mangling::Initials);
        let identity = Identity::generate();
        let armor = seal(&contents, &[identity.recipient()]).unwrap();
        let text = second.apply(&first.apply(&armor));
        prop_assert_eq!(open(text.as_bytes(), &[identity], LIMIT).unwrap(), contents);
    }

    #[test]
    fn any_changed_byte_of_an_envelope_is_refused(
        contents in vec(any::<u8>(), 0..2000), at in any::<Index>(), change in 1u8..=255
    ) {
        let identity = Identity::generate();
        let mut binary = decode(&seal(&contents, &[identity.recipient()]).unwrap());
        let at = at.index(binary.len());
        binary[at] ^= change;
        let armor = encode(&binary, "AGE ENCRYPTED FILE", 64);
        let keys = [identity];
        prop_assert!(open(&binary, &keys, LIMIT).is_err());
        prop_assert!(open(armor.as_bytes(), &keys, LIMIT).is_err());
        prop_assert!(open(&binary[..at], &keys, LIMIT).is_err());
    }

    #[test]
    fn any_changed_character_of_an_armor_is_refused_or_harmless(
        contents in vec(any::<u8>(), 0..500), at in any::<Index>(), character in any::<u8>()
    ) {
        let identity = Identity::generate();
        let mut armor = seal(&contents, &[identity.recipient()]).unwrap().into_bytes();
        let at = at.index(armor.len());
        armor[at] = character;
        if let Ok(opened) = open(&armor, &[identity], LIMIT) {
            prop_assert_eq!(opened, contents);
        }
    }

    #[test]
    fn any_changed_byte_of_a_signature_or_of_the_orders_is_refused(
        bytes in vec(any::<u8>(), 1..2000), at in any::<Index>(), change in 1u8..=255
    ) {
        let anna = signer(1);
        let (allowed, armor) = (allowing(&anna), anna.sign(&bytes));
        let check = |bytes: &[u8], text: &str| verify(bytes, text, &allowed, "anna", NAMESPACE, now());
        prop_assert!(check(&bytes, &armor).is_ok());
        let mut signature = decode(&armor);
        let place = at.index(signature.len());
        signature[place] ^= change;
        prop_assert!(check(&bytes, &encode(&signature, "SSH SIGNATURE", 70)).is_err());
        let mut other = bytes.clone();
        other[at.index(bytes.len())] ^= change;
        prop_assert!(check(&other, &armor).is_err());
        prop_assert!(check(&bytes[1..], &armor).is_err());
    }

    #[test]
    fn any_changed_character_of_a_signature_is_refused_or_harmless(at in any::<Index>(), character in any::<u8>()) {
        let anna = signer(1);
        let mut armor = anna.sign(b"orders").into_bytes();
        let at = at.index(armor.len());
        armor[at] = character;
        let text = String::from_utf8_lossy(&armor).into_owned();
        if verify(b"orders", &text, &allowing(&anna), "anna", NAMESPACE, now()).is_ok() {
            prop_assert_eq!(&cut_signature(&text)[0].armor, &anna.sign(b"orders"));
        }
    }

    #[test]
    fn blanks_and_case_never_matter_to_a_code_word(
        generation in any::<u32>(), upper in any::<bool>(), between in "[ \t\r\n_-]{1,5}"
    ) {
        let word = CodeWord::derive(&[7; 32], "north-sea-7", "axis", generation);
        let text = word.as_str().replace('-', &between);
        let text = if upper { text.to_uppercase() } else { text };
        prop_assert!(word.matches(&text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_opens_scraps_and_nothing_panics(text in scraps(), noise in vec(any::<u8>(), 0..300)) {
        let keys = [Identity::generate()];
        prop_assert!(open(text.as_bytes(), &keys, 1000).is_err());
        prop_assert!(open(&noise, &keys, 1000).is_err());
        let start = [b"age-encryption.org/v1\n-> ".as_slice(), &noise].concat();
        prop_assert!(open(&start, &keys, 1000).is_err());
        let noise_armor = encode(&start, "AGE ENCRYPTED FILE", 64);
        prop_assert!(open(noise_armor.as_bytes(), &keys, 1000).is_err());
        let allowed = allowing(&signer(1));
        prop_assert!(verify(b"x", &text, &allowed, "anna", NAMESPACE, now()).is_err());
        let start = [b"SSHSIG\0\0\0\x01\0\0\0".as_slice(), &noise].concat();
        let noise_armor = encode(&start, "SSH SIGNATURE", 70);
        prop_assert!(verify(b"x", &noise_armor, &allowed, "anna", NAMESPACE, now()).is_err());
        for cut in cut_armor(&text).into_iter().chain(cut_signature(&text)) {
            prop_assert!(text[cut.range].starts_with("-----BEGIN"));
        }
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in "\\PC{0,80}", key in "(age1|AGE-SECRET-KEY-1|ssh-ed25519 )[a-zA-Z0-9+/ é]{0,80}") {
        for text in [&text, &key] {
            prop_assert!(Recipient::parse(text).is_err());
            prop_assert!(Identity::parse(text).is_err());
            prop_assert!(PublicKey::parse(text).is_err());
            prop_assert!(Signer::parse(text).is_err());
            let list = AllowedSigners::parse(text);
            prop_assert!(list.is_err() || list.unwrap().iter().count() == 0);
            let line = format!("anna namespaces=\"{text}\",valid-after=\"{key}\" {}", signer(1).public_key());
            if let Ok(list) = AllowedSigners::parse(&line) {
                prop_assert_eq!(AllowedSigners::parse(&list.to_string()).unwrap(), list);
            }
        }
    }
}
