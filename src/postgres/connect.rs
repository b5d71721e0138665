//! The way to the server.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use club::matches::MatchFault;
use postgres::{Client, Config};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::fault::DbFault;
use crate::settings::Settings;

/// How long a server may take to answer a new connection.
const CONNECT: Duration = Duration::from_secs(10);
/// How long a machine may be silent before the connection counts as lost.
const SILENCE: Duration = Duration::from_secs(30);

/// How a server is reached.
#[derive(Clone)]
pub(crate) struct Road {
    config: Config,
    tls: MakeRustlsConnect,
}

impl Road {
    /// Reads the address and the authorities.
    ///
    /// # Errors
    /// If the address is none, or the file of authorities holds none.
    pub(crate) fn new(settings: &Settings, worker: &str) -> Result<Road, MatchFault> {
        // What is wrong is said without the address, which may hold a password.
        let mut config: Config = settings.url.parse().map_err(|fault: postgres::Error| {
            let cause = std::error::Error::source(&fault).map(|it| format!(": {it}")).unwrap_or_default();
            let what = format!("the address of the database cannot be read{cause}");
            MatchFault::no(what, "write it as postgres://USER@HOST:5432/DATABASE?sslmode=require")
        })?;
        config.connect_timeout(CONNECT);
        config.keepalives_idle(SILENCE);
        config.tcp_user_timeout(SILENCE);
        // A pooler may refuse other settings than this one.
        config.application_name(&format!("sealord {worker}"));
        let mut roots = RootCertStore::empty();
        match &settings.ca {
            None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
            Some(path) => add_roots(&mut roots, path)?,
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let tls = tls.map_err(|fault| MatchFault::Bug(fault.to_string()))?;
        let tls = tls.with_root_certificates(roots).with_no_client_auth();
        Ok(Road { config, tls: MakeRustlsConnect::new(tls) })
    }

    /// Connects.
    ///
    /// # Errors
    /// If that fails.
    pub(crate) fn connect(&self) -> Result<Client, DbFault> {
        self.config.connect(self.tls.clone()).map_err(|error| DbFault::of(&error))
    }
}

/// Reads the certificates of a PEM file (RFC 7468) as authorities to trust.
fn add_roots(roots: &mut RootCertStore, path: &Path) -> Result<(), MatchFault> {
    let not_that = || {
        let what = format!("{} is no PEM file with the certificate of an authority", path.display());
        MatchFault::no(what, "name the file of the authority that has signed the server's certificate")
    };
    let pem = fs_err::read(path)?;
    for certificate in CertificateDer::pem_slice_iter(&pem) {
        roots.add(certificate.map_err(|_| not_that())?).map_err(|_| not_that())?;
    }
    if roots.is_empty() { Err(not_that()) } else { Ok(()) }
}
