//! Connections with a limit: every exchange with a server may take so long and bring so many bytes, whatever
//! it does.
//!
//! The time is that of the machine's steady clock and bounds nothing but waiting; no result depends on it.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustls::client::WebPkiServerVerifier;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::post::wire::fault::{WireFault, plain};

mod issuer;

use issuer::Listening;

/// What a slow line still brings in a second, in bytes.
const SLOWEST: u64 = 16 * 1024;

/// What one exchange may cost, shared between the stream and the code that begins exchanges.
#[derive(Clone, Debug)]
pub(crate) struct Allowance(Arc<Mutex<Left>>);

#[derive(Clone, Copy, Debug)]
struct Left {
    bytes: u64,
    until: Instant,
}

impl Allowance {
    pub(crate) fn new(bytes: u64, time: Duration) -> Allowance {
        Allowance(Arc::new(Mutex::new(Left { bytes, until: Instant::now() + time })))
    }

    /// Begins an exchange that may bring `bytes` and take `time`, and more for what it brings: a slow line
    /// still brings 16 KiB in a second. A server that is silent, or that trickles, has `time` and no more.
    pub(crate) fn grant(&self, bytes: u64, time: Duration) {
        *self.lock() = Left { bytes, until: Instant::now() + time };
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Left> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn time_left(&self) -> io::Result<Duration> {
        let left = self.lock().until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
    }
}

/// A TCP connection under an allowance.
#[derive(Debug)]
pub(crate) struct Metered {
    tcp: TcpStream,
    allowance: Allowance,
}

impl Read for Metered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.allowance.lock().bytes).unwrap_or(usize::MAX).min(buffer.len());
        if most == 0 && !buffer.is_empty() {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.tcp.set_read_timeout(Some(self.allowance.time_left()?))?;
        let read = self.tcp.read(&mut buffer[..most]).map_err(timed_out)?;
        let mut left = self.allowance.lock();
        left.bytes -= read as u64;
        left.until += Duration::from_micros(read as u64 * 1_000_000 / SLOWEST);
        Ok(read)
    }
}

impl Write for Metered {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.tcp.set_write_timeout(Some(self.allowance.time_left()?))?;
        self.tcp.write(bytes).map_err(timed_out)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.tcp.flush()
    }
}

/// A read that found nothing in time ends as "would block" on Unix.
fn timed_out(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::WouldBlock { io::ErrorKind::TimedOut.into() } else { error }
}

/// A connection in the open or under TLS.
#[derive(Debug)]
pub(crate) enum Stream {
    Open(Metered),
    Tls(Box<StreamOwned<ClientConnection, Metered>>),
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Open(stream) => stream.read(buffer),
            Stream::Tls(stream) => stream.read(buffer),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Open(stream) => stream.write(bytes),
            Stream::Tls(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stream::Open(stream) => stream.flush(),
            Stream::Tls(stream) => stream.flush(),
        }
    }
}

impl Stream {
    pub(crate) fn allowance(&self) -> Allowance {
        self.metered().allowance.clone()
    }

    pub(crate) fn is_encrypted(&self) -> bool {
        matches!(self, Stream::Tls(_))
    }

    /// Whether the other end is on this machine, by its address and not by its name.
    pub(crate) fn is_local(&self) -> bool {
        self.metered().tcp.peer_addr().is_ok_and(|address| address.ip().is_loopback())
    }

    fn metered(&self) -> &Metered {
        match self {
            Stream::Open(stream) => stream,
            Stream::Tls(stream) => &stream.sock,
        }
    }
}

/// A server, and how long to wait for it.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) ca: Option<PathBuf>,
    pub(crate) timeout: Duration,
}

/// Bytes that a handshake or a greeting may bring.
const GREETING: u64 = 256 * 1024;

impl Server {
    /// The addresses of the server's name. The wait is the resolver's own.
    pub(crate) fn resolve(&self) -> Result<Vec<SocketAddr>, WireFault> {
        let fault = |why: String| WireFault::NotResolved { host: self.host.clone(), why: plain(&why) };
        let found =
            (self.host.as_str(), self.port).to_socket_addrs().map_err(|error| fault(error.to_string()))?;
        let found: Vec<SocketAddr> = found.collect();
        if found.is_empty() { Err(fault("the name has no address".into())) } else { Ok(found) }
    }

    /// A connection to the first address that answers.
    pub(crate) fn dial(&self, addresses: &[SocketAddr]) -> Result<Stream, WireFault> {
        let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
        for address in addresses {
            match TcpStream::connect_timeout(address, self.timeout) {
                Ok(tcp) => {
                    // Commands are small and wait for their answer: do not hold them back.
                    let _ = tcp.set_nodelay(true);
                    return Ok(Stream::Open(Metered {
                        tcp,
                        allowance: Allowance::new(GREETING, self.timeout),
                    }));
                }
                Err(error) => last = error,
            }
        }
        let why = match last.kind() {
            io::ErrorKind::ConnectionRefused => "nothing listens there".to_owned(),
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => "no answer in time".to_owned(),
            _ => last.to_string(),
        };
        Err(WireFault::NotReached { host: self.host.clone(), port: self.port, why })
    }

    /// Encrypts a connection; the handshake is done when this returns.
    pub(crate) fn encrypt(&self, stream: Stream) -> Result<Stream, WireFault> {
        let Stream::Open(mut metered) = stream else { return Ok(stream) };
        let fault = |why: String| WireFault::TlsFailed { host: self.host.clone(), why };
        let name = ServerName::try_from(self.host.clone()).map_err(|error| fault(error.to_string()))?;
        let checks = self.checks()?;
        let settings = self.tls_settings(Arc::clone(&checks))?;
        let mut tls = ClientConnection::new(settings, name).map_err(|error| fault(error.to_string()))?;
        metered.allowance.grant(GREETING, self.timeout);
        while tls.is_handshaking() {
            let (read, _) = tls.complete_io(&mut metered).map_err(|error| self.tls_fault(&error, &checks))?;
            if read == 0 && tls.is_handshaking() {
                return Err(WireFault::Lost { host: self.host.clone(), doing: "agreeing on TLS".into() });
            }
        }
        Ok(Stream::Tls(Box::new(StreamOwned::new(tls, metered))))
    }

    fn checks(&self) -> Result<Arc<Listening>, WireFault> {
        let mut roots = RootCertStore::empty();
        match &self.ca {
            None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
            Some(path) => add_roots(&mut roots, path)?,
        }
        let checks = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider()).build();
        let fault = |why: String| WireFault::TlsFailed { host: self.host.clone(), why };
        Ok(Arc::new(Listening::new(checks.map_err(|error| fault(error.to_string()))?)))
    }

    fn tls_settings(&self, checks: Arc<Listening>) -> Result<Arc<ClientConfig>, WireFault> {
        let settings = ClientConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()
            .map_err(|error| WireFault::TlsFailed { host: self.host.clone(), why: error.to_string() })?;
        // "Dangerous" is what could be put here; these are the library's own checks, and somebody who
        // listens.
        Ok(Arc::new(settings.dangerous().with_custom_certificate_verifier(checks).with_no_client_auth()))
    }

    fn tls_fault(&self, error: &io::Error, checks: &Listening) -> WireFault {
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
        match inner {
            Some(rustls::Error::InvalidCertificate(why)) => WireFault::NotTrusted {
                host: self.host.clone(),
                trusted: match &self.ca {
                    Some(path) => format!("only the authorities in `{}`", path.display()),
                    None => "the public authorities of Mozilla's list".into(),
                },
                why: in_words(why, checks.issuer()),
            },
            Some(other) => WireFault::TlsFailed { host: self.host.clone(), why: plain(&other.to_string()) },
            None => self.io_fault("agreeing on TLS", error),
        }
    }

    /// Says in which way an exchange broke off.
    pub(crate) fn io_fault(&self, doing: &str, error: &io::Error) -> WireFault {
        let (host, doing) = (self.host.clone(), doing.to_owned());
        match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => WireFault::TimedOut { host, doing },
            io::ErrorKind::FileTooLarge => WireFault::TooLong { host, doing },
            io::ErrorKind::InvalidData => {
                WireFault::Garbled { host, doing, found: plain(&error.to_string()) }
            }
            _ => WireFault::Lost { host, doing },
        }
    }
}

/// Reads a line of at most `most` bytes, one byte at a time: not a byte behind it is taken from the stream.
pub(crate) fn read_line(stream: &mut impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    let mut byte = [0];
    while line.last() != Some(&b'\n') {
        if line.len() >= most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        if stream.read(&mut byte)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        line.push(byte[0]);
    }
    Ok(line)
}

/// The provider is named, for the implied one panics once another crate turns on a second provider.
fn provider() -> Arc<rustls::crypto::CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

fn in_words(error: &rustls::CertificateError, issuer: Option<String>) -> String {
    use rustls::CertificateError::*;
    match error {
        UnknownIssuer => {
            let issuer = issuer.map(|name| format!(", `{name}`,")).unwrap_or_default();
            format!("it was issued by an authority{issuer} that is not trusted here")
        }
        Expired | ExpiredContext { .. } => "it has expired".into(),
        NotValidYet | NotValidYetContext { .. } => {
            "it is not valid yet, or the clock of this machine is wrong".into()
        }
        NotValidForName | NotValidForNameContext { .. } => "it is for another name".into(),
        other => plain(&other.to_string()),
    }
}

/// Reads the certificates of a PEM file (RFC 7468) as authorities to trust.
fn add_roots(roots: &mut RootCertStore, path: &Path) -> Result<(), WireFault> {
    const WANTED: &str = "a PEM file with the certificate of an authority";
    let not_that = || WireFault::NotThat { path: path.to_owned(), wanted: WANTED };
    let pem = fs_err::read(path).map_err(|error| WireFault::file(&error))?;
    for certificate in CertificateDer::pem_slice_iter(&pem) {
        roots.add(certificate.map_err(|_| not_that())?).map_err(|_| not_that())?;
    }
    if roots.is_empty() { Err(not_that()) } else { Ok(()) }
}
