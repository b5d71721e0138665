//! From nothing to an open folder, one step at a time, so that each failure has its own name.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use imap::{Client, Session};

use super::ANSWER;
use crate::post::wire::config::{Imap, Tls};
use crate::post::wire::fault::{WireFault, plain};
use crate::post::wire::net::{Allowance, Server, Stream, read_line};
use crate::post::wire::secret::Secret;

/// The longest line of a greeting.
const LINE: usize = 8 * 1024;
/// Folders that are named to somebody who asked for one that is not there.
const FOLDERS: usize = 100;

/// The server of some settings.
pub(crate) fn server(settings: &Imap, base: &Path) -> Server {
    let ca = settings.ca.as_ref().map(|ca| base.join(ca));
    Server { host: settings.host.clone(), port: settings.port(), ca, timeout: settings.patience() }
}

/// A connection that has been greeted, encrypted if it is to be.
pub(crate) struct Greeted {
    client: Client<Stream>,
    allowance: Allowance,
    encrypted: bool,
    private: bool,
}

impl Greeted {
    pub(crate) fn is_encrypted(&self) -> bool {
        self.encrypted
    }
}

/// Listens to the greeting and encrypts the connection as the settings want it.
pub(crate) fn greet(stream: Stream, tls: Tls, server: &Server) -> Result<Greeted, WireFault> {
    const DOING: &str = "greeting";
    let mut stream = if tls == Tls::Connect { server.encrypt(stream)? } else { stream };
    let allowance = stream.allowance();
    allowance.grant(ANSWER, server.timeout);
    let line = read_line(&mut stream, LINE).map_err(|error| server.io_fault(DOING, &error))?;
    let text = plain(&String::from_utf8_lossy(&line));
    let host = server.host.clone();
    if text.starts_with("* BYE") {
        return Err(WireFault::Declined { host, doing: DOING.into(), code: None, answer: text });
    }
    // A login before the encryption could be anybody's: `* PREAUTH` is no greeting here.
    if !text.starts_with("* OK") {
        return Err(WireFault::Garbled { host, doing: DOING.into(), found: text });
    }
    if matches!(tls, Tls::Starttls | Tls::StarttlsIfOffered) {
        let offered =
            start_tls(&mut stream).map_err(|error| server.io_fault("asking for STARTTLS", &error))?;
        if offered {
            stream = server.encrypt(stream)?;
        } else if tls == Tls::Starttls {
            return Err(WireFault::NoStarttls { host, port: server.port });
        }
    }
    let encrypted = stream.is_encrypted();
    let private = encrypted || stream.is_local();
    let mut client = Client::new(stream);
    client.greeting_read = true;
    Ok(Greeted { client, allowance, encrypted, private })
}

/// Asks for STARTTLS (RFC 3501, section 6.2.1). The answer is read to its last byte and no further: what somebody slipped
/// in behind it would then be taken for TLS, and fail.
fn start_tls(stream: &mut Stream) -> std::io::Result<bool> {
    stream.write_all(b"tls1 STARTTLS\r\n")?;
    stream.flush()?;
    loop {
        let line = read_line(stream, LINE)?;
        if let Some(answer) = line.strip_prefix(b"tls1 ") {
            return Ok(answer.starts_with(b"OK"));
        }
    }
}

/// A connection on which somebody is logged in.
pub(crate) struct Known {
    session: Session<Stream>,
    allowance: Allowance,
}

struct Plain<'a>(&'a str, &'a Secret);

impl imap::Authenticator for Plain<'_> {
    type Response = String;

    /// RFC 4616: nobody to act for, the user, the password.
    fn process(&self, _: &[u8]) -> String {
        format!("\0{}\0{}", self.0, self.1.expose())
    }
}

/// Logs in. The password goes over an encrypted connection, or to this machine.
pub(crate) fn login(
    greeted: Greeted,
    settings: &Imap,
    server: &Server,
    secret: &Secret,
) -> Result<Known, WireFault> {
    let Greeted { client, allowance, private, .. } = greeted;
    if !private {
        return Err(WireFault::InTheOpen { host: server.host.clone() });
    }
    allowance.grant(ANSWER, server.timeout);
    let user = &settings.user;
    // Quoted strings hold ASCII only (RFC 3501, section 9).
    let session = if user.is_ascii() && secret.expose().is_ascii() {
        client.login(user, secret.expose())
    } else {
        client.authenticate("PLAIN", &Plain(user, secret))
    };
    match session {
        Ok(session) => Ok(Known { session, allowance }),
        Err((imap::Error::No(no), _)) => Err(WireFault::LoginRefused {
            host: server.host.clone(),
            user: user.clone(),
            answer: plain(&secret.scrub(&no.to_string())),
        }),
        Err((error, _)) => Err(fault(server, "logging in", secret, error)),
    }
}

/// A selected folder.
pub(crate) struct Open {
    session: Session<Stream>,
    pub(crate) allowance: Allowance,
    /// The folder's UIDVALIDITY.
    pub(crate) validity: u32,
    /// How many messages are in it.
    pub(crate) messages: u32,
    can_move: bool,
    can_expunge: bool,
}

/// Opens the folder; if it is not there, the fault names those that are.
pub(crate) fn select(
    known: Known,
    settings: &Imap,
    server: &Server,
    secret: &Secret,
) -> Result<Open, WireFault> {
    let Known { mut session, allowance } = known;
    let doing = format!("opening the folder `{}`", settings.folder);
    let fail = |error| fault(server, &doing, secret, error);
    allowance.grant(ANSWER, server.timeout);
    let mailbox = match session.select(&settings.folder) {
        Ok(mailbox) => mailbox,
        Err(error @ imap::Error::No(_)) => {
            let there = folders(&mut session).unwrap_or_default();
            return Err(if there.contains(&settings.folder) {
                fail(error)
            } else {
                missing(&settings.folder, there)
            });
        }
        Err(error) => return Err(fail(error)),
    };
    let others = [&settings.taken, &settings.refused];
    if others.iter().any(|folder| folder.is_some()) {
        let there = folders(&mut session).map_err(fail)?;
        if let Some(folder) = others.into_iter().flatten().find(|folder| !there.contains(folder)) {
            return Err(missing(folder, there));
        }
    }
    let can = session.capabilities().map_err(fail)?;
    // A server without UIDVALIDITY promises nothing beyond this connection.
    let validity = mailbox.uid_validity.unwrap_or(0);
    let (can_move, can_expunge) = (can.has_str("MOVE"), can.has_str("UIDPLUS"));
    Ok(Open { session, allowance, validity, messages: mailbox.exists, can_move, can_expunge })
}

fn missing(folder: &str, mut there: Vec<String>) -> WireFault {
    there.truncate(FOLDERS);
    WireFault::FolderMissing { folder: folder.to_owned(), there }
}

fn folders(session: &mut Session<Stream>) -> Result<Vec<String>, imap::Error> {
    let names = session.list(Some(""), Some("*"))?;
    let mut there: Vec<String> = names.iter().map(|name| plain(name.name())).collect();
    there.sort_unstable();
    Ok(there)
}

impl Open {
    /// Goes all the way.
    pub(crate) fn connect(settings: &Imap, server: &Server, secret: &Secret) -> Result<Open, WireFault> {
        let stream = server.dial(&server.resolve()?)?;
        let greeted = greet(stream, settings.tls, server)?;
        let known = login(greeted, settings, server, secret)?;
        select(known, settings, server, secret)
    }

    pub(crate) fn session(&mut self) -> &mut Session<Stream> {
        &mut self.session
    }

    /// Moves a message by `MOVE` (RFC 6851), or else by copying it and marking the original as deleted.
    pub(crate) fn move_to(&mut self, uid: u32, folder: &str) -> Result<(), imap::Error> {
        let uid = uid.to_string();
        if self.can_move {
            return self.session.uid_mv(uid, folder);
        }
        self.session.uid_copy(&uid, folder)?;
        self.session.uid_store(&uid, r"+FLAGS.SILENT (\Deleted)")?;
        if self.can_expunge {
            // Only this one: a plain EXPUNGE would also remove what people have marked (RFC 4315).
            self.session.uid_expunge(&uid)?;
        }
        Ok(())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        // A word of farewell, if the server is there to hear it.
        self.allowance.grant(LINE as u64, Duration::from_millis(500));
        let _ = self.session.logout();
    }
}

/// Says in which way an exchange failed.
pub(crate) fn fault(server: &Server, doing: &str, secret: &Secret, error: imap::Error) -> WireFault {
    let (host, doing_text) = (server.host.clone(), doing.to_owned());
    let garbled = |found: &str| WireFault::Garbled {
        host: host.clone(),
        doing: doing_text.clone(),
        found: plain(&secret.scrub(found)),
    };
    let declined = |words: &str| WireFault::Declined {
        host: host.clone(),
        doing: doing_text.clone(),
        code: None,
        answer: plain(&secret.scrub(words)),
    };
    match error {
        imap::Error::Io(error) => server.io_fault(doing, &error),
        imap::Error::ConnectionLost => WireFault::Lost { host, doing: doing_text },
        imap::Error::No(no) => declined(&no.information),
        imap::Error::Bad(bad) => declined(&bad.information),
        // The library gives this out for any line that it cannot read.
        imap::Error::Bye(bye) if bye.information == "no explanation given" => garbled("not a line of IMAP"),
        imap::Error::Bye(_) => WireFault::Lost { host, doing: doing_text },
        other => garbled(&other.to_string()),
    }
}
