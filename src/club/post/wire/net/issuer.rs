//! Who issued a certificate that is not trusted: without the name, nobody knows which authority to ask for.
//!
//! The checks are those of the library, all of them; this only listens when they fail.

use std::sync::{Arc, Mutex, PoisonError};

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{DigitallySignedStruct, Error, SignatureScheme};

use crate::post::wire::fault::plain;

/// The library's checks, with a memory for the issuer of a certificate that failed them.
#[derive(Debug)]
pub(super) struct Listening {
    checks: Arc<WebPkiServerVerifier>,
    issuer: Mutex<Option<String>>,
}

impl Listening {
    pub(super) fn new(checks: Arc<WebPkiServerVerifier>) -> Listening {
        Listening { checks, issuer: Mutex::new(None) }
    }

    /// The issuer of the certificate that failed, as far as it has a name.
    pub(super) fn issuer(&self) -> Option<String> {
        self.issuer.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl ServerCertVerifier for Listening {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        stapled: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let checked = self.checks.verify_server_cert(certificate, between, name, stapled, now);
        if checked.is_err() {
            // The last one sent is the nearest to the authority.
            let last = between.last().unwrap_or(certificate);
            *self.issuer.lock().unwrap_or_else(PoisonError::into_inner) = issuer_of(last);
        }
        checked
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.checks.verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.checks.verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.checks.supported_verify_schemes()
    }
}

const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const INTEGER: u8 = 0x02;
const VERSION: u8 = 0xa0;
const OBJECT: u8 = 0x06;
/// The object identifiers of a common name (2.5.4.3) and of an organisation (2.5.4.10).
const NAMES: [&[u8]; 2] = [&[0x55, 4, 3], &[0x55, 4, 10]];

/// The common name of the issuer, or else the organisation (RFC 5280, section 4.1).
fn issuer_of(certificate: &[u8]) -> Option<String> {
    let (_, whole, _) = element(certificate)?;
    let (_, mut rest, _) = element(whole)?;
    for expected in [VERSION, INTEGER, SEQUENCE] {
        let (kind, _, behind) = element(rest)?;
        match kind {
            kind if kind == expected => rest = behind,
            _ if expected == VERSION => {}
            _ => return None,
        }
    }
    let (_, name, _) = element(rest)?;
    NAMES.iter().find_map(|wanted| part(name, wanted)).filter(|name| !name.is_empty())
}

/// The value of one kind in a name: a sequence of sets of pairs.
fn part(mut name: &[u8], wanted: &[u8]) -> Option<String> {
    while let Some((SET, set, rest)) = element(name) {
        name = rest;
        let (_, pair, _) = element(set)?;
        let (OBJECT, object, value) = element(pair)? else { return None };
        if object == wanted {
            let (_, text, _) = element(value)?;
            return Some(plain(&String::from_utf8_lossy(text)));
        }
    }
    None
}

/// Splits DER after its first element: kind, content, rest. Lengths of up to four bytes.
fn element(der: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (kind, rest) = der.split_first()?;
    let (first, rest) = rest.split_first()?;
    let (length, rest) = match *first {
        short @ 0..=0x7f => (usize::from(short), rest),
        long @ 0x81..=0x84 => {
            let (bytes, rest) = rest.split_at_checked(usize::from(long & 0x7f))?;
            (bytes.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte)), rest)
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some((*kind, content, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_garbage_is_not() {
        // version 3, serial 1, an algorithm, and the issuer O=Club, CN=Club CA
        let name = b"\x30\x21\x31\x0d\x30\x0b\x06\x03\x55\x04\x0a\x0c\x04Club\x31\x10\x30\x0e\x06\x03\x55\x04\x03\x0c\x07Club CA";
        let inner = [b"\xa0\x03\x02\x01\x02\x02\x01\x01\x30\x00".as_slice(), name].concat();
        let tbs = [&[SEQUENCE, inner.len() as u8], inner.as_slice()].concat();
        let whole = [&[SEQUENCE, tbs.len() as u8], tbs.as_slice()].concat();
        assert_eq!(issuer_of(&whole).as_deref(), Some("Club CA"));
        for cut in 0..whole.len() {
            assert_eq!(issuer_of(&whole[..cut]), None);
        }
        assert_eq!(issuer_of(&[0x30, 0x84, 0xff, 0xff, 0xff, 0xff]), None);
    }
}
