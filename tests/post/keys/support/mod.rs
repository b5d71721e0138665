//! What several test files use: programs, keys, changed bytes.

#![allow(dead_code)] // Each test file uses a part of it.

pub mod text;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use jiff::Timestamp;
use sealord::post::keys::{AllowedSigner, AllowedSigners, Signer};

/// The time of all tests that need one.
pub fn now() -> Timestamp {
    "2026-10-24T18:00:00Z".parse().unwrap()
}

/// Whether all these programs can be started; if not, the test is skipped or fails, as `lacks` decides.
pub fn have(programs: &[&str]) -> bool {
    for program in programs {
        // Started without arguments they show their usage, or wait for input, which is closed.
        let started = Command::new(program).arg("-?").stdin(Stdio::null()).output();
        if started.is_err() {
            crate::skip::skip_without(program);
            return false;
        }
    }
    true
}

/// Runs a program in a folder, with a text on its standard input.
pub fn run(folder: &Path, program: &str, arguments: &[&str], input: &[u8]) -> Output {
    let file = folder.join(".stdin");
    std::fs::write(&file, input).unwrap();
    Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .stdin(std::fs::File::open(file).unwrap())
        .output()
        .unwrap()
}

/// Runs a program that must succeed, and gives what it printed.
pub fn must(folder: &Path, program: &str, arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let output = run(folder, program, arguments, input);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {told}");
    output.stdout
}

/// A signer whose key follows from one byte: for tests only.
pub fn signer(seed: u8) -> Signer {
    Signer::parse(&private_key(seed)).unwrap()
}

/// The private key file of [`signer`].
pub fn private_key(seed: u8) -> String {
    let pair = ssh_key::private::Ed25519Keypair::from_seed(&[seed; 32]);
    let key = ssh_key::PrivateKey::from(pair);
    key.to_openssh(ssh_key::LineEnding::LF).unwrap().to_string()
}

/// A list that lets `anna` sign with this signer's key.
pub fn allowing(signer: &Signer) -> AllowedSigners {
    let mut allowed = AllowedSigners::default();
    allowed.push(AllowedSigner::new("anna", signer.public_key().clone()).unwrap());
    allowed
}
