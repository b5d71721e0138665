//! From nothing to an open folder, one step at a time, so that each failure has its own name.

use std::io::{Read, Write};
use std::path::Path;
use std::time::Duration;

use super::ANSWER;
use super::answer::{Message, Said};
use super::dialogue::{Dialogue, Trouble, quoted};
use crate::post::wire::config::{Imap, Tls};
use crate::post::wire::fault::{WireFault, plain};
use crate::post::wire::net::{Allowance, Server, Stream, read_line};
use crate::post::wire::secret::Secret;
use crate::signature::base64::base64_of;

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
pub(crate) struct Greeted<S: Read + Write = Stream> {
    pub(crate) dialogue: Dialogue<S>,
    pub(crate) allowance: Allowance,
    pub(crate) encrypted: bool,
    /// Encrypted, or to this machine.
    pub(crate) private: bool,
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
    Ok(Greeted { dialogue: Dialogue::new(stream), allowance, encrypted, private })
}

/// Asks for STARTTLS (RFC 3501, section 6.2.1). The answer is read to its last byte and no further: what
/// somebody slipped in behind it would then be taken for TLS, and fail.
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
pub(crate) struct Known<S: Read + Write = Stream> {
    dialogue: Dialogue<S>,
    allowance: Allowance,
}

/// Logs in. The password goes over an encrypted connection, or to this machine.
pub(crate) fn login<S: Read + Write>(
    greeted: Greeted<S>,
    settings: &Imap,
    server: &Server,
    secret: &Secret,
) -> Result<Known<S>, WireFault> {
    let Greeted { mut dialogue, allowance, private, .. } = greeted;
    if !private {
        return Err(WireFault::InTheOpen { host: server.host.clone() });
    }
    allowance.grant(ANSWER, server.timeout);
    let user = &settings.user;
    let logged_in = match (quoted(user), quoted(secret.expose())) {
        (Some(user), Some(password)) => dialogue.command(&format!("LOGIN {user} {password}")),
        // RFC 4616: nobody to act for, the user, the password.
        _ => {
            let words = format!("\0{user}\0{}", secret.expose());
            dialogue.command_with("AUTHENTICATE PLAIN", &base64_of(words.as_bytes()))
        }
    };
    match logged_in {
        Ok(_) => Ok(Known { dialogue, allowance }),
        Err(Trouble::No(no)) => Err(WireFault::LoginRefused {
            host: server.host.clone(),
            user: user.clone(),
            answer: plain(&secret.scrub(&no)),
        }),
        Err(trouble) => Err(fault(server, "logging in", secret, trouble)),
    }
}

/// A selected folder.
pub(crate) struct Open<S: Read + Write = Stream> {
    dialogue: Dialogue<S>,
    pub(crate) allowance: Allowance,
    /// The folder's UIDVALIDITY.
    pub(crate) validity: u32,
    /// How many messages are in it.
    pub(crate) messages: u32,
    can_move: bool,
    can_expunge: bool,
}

/// Opens the folder; if it is not there, the fault names those that are.
pub(crate) fn select<S: Read + Write>(
    known: Known<S>,
    settings: &Imap,
    server: &Server,
    secret: &Secret,
) -> Result<Open<S>, WireFault> {
    let Known { mut dialogue, allowance } = known;
    let doing = format!("opening the folder `{}`", settings.folder);
    let fail = |trouble| fault(server, &doing, secret, trouble);
    allowance.grant(ANSWER, server.timeout);
    let folder = name(&settings.folder).map_err(fail)?;
    let mailbox = match dialogue.command(&format!("SELECT {folder}")) {
        Ok(said) => said,
        Err(trouble @ Trouble::No(_)) => {
            let there = folders(&mut dialogue).unwrap_or_default();
            return Err(if there.contains(&settings.folder) {
                fail(trouble)
            } else {
                missing(&settings.folder, there)
            });
        }
        Err(trouble) => return Err(fail(trouble)),
    };
    let others = [&settings.taken, &settings.refused];
    if others.iter().any(|folder| folder.is_some()) {
        let there = folders(&mut dialogue).map_err(fail)?;
        if let Some(folder) = others.into_iter().flatten().find(|folder| !there.contains(folder)) {
            return Err(missing(folder, there));
        }
    }
    let can = dialogue.command("CAPABILITY").map_err(fail)?;
    let can = |what: &str| {
        can.iter().any(|said| matches!(said, Said::Can(all) if all.iter().any(|one| one == what)))
    };
    let (can_move, can_expunge) = (can("MOVE"), can("UIDPLUS"));
    // A server without UIDVALIDITY promises nothing beyond this connection.
    let (mut validity, mut messages) = (0, 0);
    for said in mailbox {
        match said {
            Said::Validity(number) => validity = number,
            Said::Exists(count) => messages = count,
            _ => {}
        }
    }
    Ok(Open { dialogue, allowance, validity, messages, can_move, can_expunge })
}

fn missing(folder: &str, mut there: Vec<String>) -> WireFault {
    there.truncate(FOLDERS);
    WireFault::FolderMissing { folder: folder.to_owned(), there }
}

fn folders<S: Read + Write>(dialogue: &mut Dialogue<S>) -> Result<Vec<String>, Trouble> {
    let said = dialogue.command("LIST \"\" \"*\"")?.into_iter();
    let mut there: Vec<String> = said
        .filter_map(|said| if let Said::Folder(name) = said { Some(plain(&name)) } else { None })
        .collect();
    there.sort_unstable();
    Ok(there)
}

/// A folder's name as a server takes it.
fn name(folder: &str) -> Result<String, Trouble> {
    quoted(folder).ok_or_else(|| Trouble::No(format!("`{folder}` cannot be the name of a folder")))
}

impl Open {
    /// Goes all the way.
    pub(crate) fn connect(settings: &Imap, server: &Server, secret: &Secret) -> Result<Open, WireFault> {
        let stream = server.dial(&server.resolve()?)?;
        let greeted = greet(stream, settings.tls, server)?;
        let known = login(greeted, settings, server, secret)?;
        select(known, settings, server, secret)
    }
}

impl<S: Read + Write> Open<S> {
    /// The numbers of messages for which something holds.
    pub(crate) fn search(&mut self, query: &str) -> Result<Vec<u32>, Trouble> {
        let said = self.dialogue.command(&format!("UID SEARCH {query}"))?;
        let found = |said| if let Said::Found(found) = said { found } else { Vec::new() };
        Ok(said.into_iter().flat_map(found).collect())
    }

    /// What the server says of messages; others may be among them.
    pub(crate) fn fetch(&mut self, messages: &str, what: &str) -> Result<Vec<Message>, Trouble> {
        let said = self.dialogue.command(&format!("UID FETCH {messages} ({what})"))?;
        let message = |said| if let Said::Message(message) = said { Some(message) } else { None };
        Ok(said.into_iter().filter_map(message).collect())
    }

    /// Marks a message as seen.
    pub(crate) fn mark_seen(&mut self, uid: u32) -> Result<(), Trouble> {
        self.dialogue.command(&format!(r"UID STORE {uid} +FLAGS.SILENT (\Seen)")).map(drop)
    }

    /// Moves a message by `MOVE` (RFC 6851), or else by copying it and marking the original as deleted.
    pub(crate) fn move_to(&mut self, uid: u32, folder: &str) -> Result<(), Trouble> {
        let folder = name(folder)?;
        if self.can_move {
            return self.dialogue.command(&format!("UID MOVE {uid} {folder}")).map(drop);
        }
        self.dialogue.command(&format!("UID COPY {uid} {folder}"))?;
        self.dialogue.command(&format!(r"UID STORE {uid} +FLAGS.SILENT (\Deleted)"))?;
        if self.can_expunge {
            // Only this one: a plain EXPUNGE would also remove what people have marked (RFC 4315).
            self.dialogue.command(&format!("UID EXPUNGE {uid}"))?;
        }
        Ok(())
    }
}

impl<S: Read + Write> Drop for Open<S> {
    fn drop(&mut self) {
        // A word of farewell, if the server is there to hear it.
        self.allowance.grant(LINE as u64, Duration::from_millis(500));
        let _ = self.dialogue.command("LOGOUT");
    }
}

/// Says in which way an exchange failed.
pub(crate) fn fault(server: &Server, doing: &str, secret: &Secret, trouble: Trouble) -> WireFault {
    let (host, doing_text) = (server.host.clone(), doing.to_owned());
    let clean = |words: &str| plain(&secret.scrub(words));
    match trouble {
        Trouble::Io(error) => server.io_fault(doing, &error),
        Trouble::No(words) | Trouble::Bye(words) => {
            WireFault::Declined { host, doing: doing_text, code: None, answer: clean(&words) }
        }
        Trouble::Garbled(found) => WireFault::Garbled { host, doing: doing_text, found: clean(&found) },
    }
}
