//! The way to a server with a certificate.

use std::fs;
use std::process::{Command, Stdio};

use jiff::Timestamp;

use super::{Office, brisk, words};
use crate::server::{CARELESS, Server, folder};
use crate::skip::skip_without;
use crate::{Database, Heads, Settings, examine, init};

/// Makes a certificate for 127.0.0.1 that has signed itself; false where that cannot be done.
fn certificate(folder: &std::path::Path) -> bool {
    let mut openssl = Command::new("openssl");
    openssl.args(["req", "-x509", "-newkey", "ed25519", "-nodes", "-subj", "/CN=club", "-days", "3000"]);
    openssl.args(["-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE"]);
    openssl.arg("-keyout").arg(folder.join("key.pem")).arg("-out").arg(folder.join("club.pem"));
    openssl.stderr(Stdio::null()).status().is_ok_and(|done| done.success())
}

#[test]
#[allow(clippy::disallowed_methods, reason = "the clock of this machine is held against the server's")]
fn the_way_is_encrypted_and_the_certificate_checked() {
    if Office::new().is_none() {
        return;
    }
    let place = folder();
    if !certificate(&place) {
        return skip_without("openssl");
    }
    // The server takes a key that its own user alone can read.
    let (key, cert) = (place.join("key.pem"), place.join("club.pem"));
    let owner = Command::new("chown").arg("--reference").arg(&place).arg(&key).status();
    assert!(owner.is_ok_and(|done| done.success()));
    let set = |name: &str, path: &std::path::Path| format!("{name}={}", path.display());
    let (key, cert_file) = (set("ssl_key_file", &key), set("ssl_cert_file", &cert));
    let arguments = [&CARELESS[..], &["-c", "ssl=on", "-c", &key, "-c", &cert_file]].concat();
    let server: &'static Server = Box::leak(Box::new(Server::in_folder(&place, &arguments)));
    let office = Office { server, database: server.database(), folder: tempfile::tempdir().unwrap() };
    fs::copy(&cert, office.folder.path().join("club.pem")).unwrap();
    let url = office.url().replace("sslmode=disable", "sslmode=require");
    let trusting = Settings { url, ca: Some(office.folder.path().join("club.pem")), ..office.settings() };
    init(trusting.clone(), false).unwrap();
    let open = |settings| Database::open(settings, "one", Heads::none(), brisk());
    open(trusting.clone()).unwrap();
    let found = examine(trusting.clone(), Timestamp::now());
    assert!(
        found.iter().any(|it| it.what == "way to the server" && it.good && it.words == "TLS"),
        "{found:#?}"
    );
    // Nobody vouches for it but itself.
    let fault = words(open(Settings { ca: None, ..trusting.clone() }));
    assert!(fault.contains("cannot be reached") && fault.contains("invalid peer certificate"), "{fault}");
    let fault = words(open(Settings { ca: Some(office.settings().key), ..trusting.clone() }));
    assert!(fault.contains("is no PEM file with the certificate of an authority"), "{fault}");
    let elsewhere = trusting.url.replace("127.0.0.1", "localhost");
    let fault = words(open(Settings { url: elsewhere, ..trusting }));
    assert!(fault.contains("not valid for name"), "{fault}");
}
