//! What several tests need: real servers, servers that misbehave, and settings that lead to them.
#![allow(dead_code)] // Each test file uses its own part of this.

pub mod fake;
pub mod servers;

use std::path::PathBuf;

use sealord::post::wire::config::{self, Find, Tls};
use sealord::post::wire::secret::{Password, Secret};

/// Notes that a program is missing; the caller then has nothing to test. Fails if `SEALORD_TEST_SKIPS` is
/// `fail`.
pub fn skip_without(program: &str, package: &str) {
    let strict = std::env::var_os("SEALORD_TEST_SKIPS").is_some_and(|word| word == "fail");
    let hint = format!("{program} cannot be started here: apt-get install {package}");
    assert!(!strict, "{hint}; SEALORD_TEST_SKIPS=fail lets no test be skipped");
    println!("skipped: {hint}");
}

pub fn imap(port: u16, tls: Tls, ca: Option<PathBuf>, user: &str) -> config::Imap {
    config::Imap {
        host: "localhost".into(),
        port: Some(port),
        tls,
        ca,
        user: user.into(),
        password: Password::Plain(Secret::new("secret")),
        folder: "INBOX".into(),
        find: Find::Unseen,
        taken: None,
        refused: None,
        timeout: 5,
    }
}

pub fn smtp(port: u16, tls: Tls, ca: Option<PathBuf>, user: Option<&str>) -> config::Smtp {
    config::Smtp {
        host: "localhost".into(),
        port: Some(port),
        tls,
        ca,
        user: user.map(str::to_owned),
        password: user.map(|_| Password::Plain(Secret::new("secret"))),
        hello: Some("mx.club.test".into()),
        timeout: 5,
    }
}

pub fn secret() -> Secret {
    Secret::new("secret")
}

pub fn envelope(key: &str, from: &str, to: &[&str]) -> sealord::post::wire::Envelope {
    sealord::post::wire::Envelope {
        key: key.into(),
        from: Some(from.into()),
        to: to.iter().map(|to| (*to).to_owned()).collect(),
    }
}
