//! Tries a source or a way out step by step, for a check of the set-up. Nothing is fetched, marked or sent.

use std::fmt;
use std::path::Path;

use crate::post::wire::config::{Imap, In, Out, Smtp};
use crate::post::wire::fault::WireFault;
use crate::post::wire::inward::Source;
use crate::post::wire::inward::imap::session;
use crate::post::wire::inward::maildir::Maildir;
use crate::post::wire::inward::mbox::Mbox;
use crate::post::wire::outward::smtp::dialogue::{self, Dialogue};
use crate::post::wire::secret::Secret;

/// One step of the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What was tried.
    pub name: &'static str,
    /// What was found, or what is wrong.
    pub outcome: Result<String, WireFault>,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outcome {
            Ok(found) => write!(f, "ok    {}: {found}", self.name),
            Err(fault) => write!(f, "WRONG {}: {fault}", self.name),
        }
    }
}

/// The steps so far. A step that fails ends the walk.
struct Walk(Vec<Step>);

impl Walk {
    fn step<T>(
        &mut self,
        name: &'static str,
        outcome: Result<T, WireFault>,
        say: impl FnOnce(&T) -> String,
    ) -> Option<T> {
        let (told, value) = match outcome {
            Ok(value) => (Ok(say(&value)), Some(value)),
            Err(fault) => (Err(fault), None),
        };
        self.0.push(Step { name, outcome: told });
        value
    }
}

/// Tries the way in, up to and with the first step that fails. `base` is the folder of the settings file.
pub fn probe_in(settings: &In, base: &Path) -> Vec<Step> {
    let mut walk = Walk(vec![]);
    match settings {
        In::Imap(imap) => drop(walk_imap(&mut walk, imap, base)),
        In::Maildir(folder) => {
            let waiting = Maildir::open(&base.join(&folder.path), 0)
                .and_then(|mut maildir| maildir.waiting(usize::MAX));
            walk.step("Maildir", waiting, |found| format!("{} waiting", count(found.len())));
        }
        In::Mbox(mbox) => {
            let (path, state) = (base.join(&mbox.path), base.join(&mbox.state));
            let waiting = Mbox::open(&path, &state, mbox.quoting, mbox.lock, 0)
                .and_then(|mut mbox| mbox.waiting(usize::MAX));
            walk.step("mbox", waiting, |found| format!("{} waiting", count(found.len())));
        }
        In::Stdin(_) => {
            walk.step("standard input", Ok(()), |()| "nothing to check".into());
        }
    }
    walk.0
}

/// Tries the way out, up to and with the first step that fails. `base` is the folder of the settings file.
pub fn probe_out(settings: &Out, base: &Path) -> Vec<Step> {
    let mut walk = Walk(vec![]);
    match settings {
        Out::Smtp(smtp) => drop(walk_smtp(&mut walk, smtp, base)),
        Out::Sendmail(sendmail) => {
            walk.step("program", is_program(&sendmail.path), |()| sendmail.path.display().to_string());
        }
        Out::Folder(folder) => {
            let path = base.join(&folder.path);
            walk.step("folder", may_write(&path), |()| format!("{} can be written", path.display()));
        }
    }
    walk.0
}

fn walk_imap(walk: &mut Walk, imap: &Imap, base: &Path) -> Option<()> {
    let secret = walk.step("password", imap.password.fetch(base), |_| "found".into())?;
    let server = session::server(imap, base);
    let addresses = walk.step("name", server.resolve(), |found| listed(found))?;
    let stream =
        walk.step("connection", server.dial(&addresses), |_| format!("port {} answers", server.port))?;
    let tls = |private: bool| if private { "encrypted" } else { "unencrypted" };
    let greeted = walk.step("greeting", session::greet(stream, imap.tls, &server), |greeted| {
        tls(greeted.is_encrypted()).into()
    })?;
    let known = session::login(greeted, imap, &server, &secret);
    let known = walk.step("login", known, |_| format!("as {}", imap.user))?;
    let open = session::select(known, imap, &server, &secret);
    walk.step("folder", open, |open| format!("`{}`, {}", imap.folder, count(open.messages as usize)))?;
    Some(())
}

fn walk_smtp(walk: &mut Walk, smtp: &Smtp, base: &Path) -> Option<()> {
    let secret: Option<Secret> = match &smtp.password {
        Some(password) => Some(walk.step("password", password.fetch(base), |_| "found".into())?),
        None => None,
    };
    let server = dialogue::server(smtp, base);
    let addresses = walk.step("name", server.resolve(), |found| listed(found))?;
    let stream =
        walk.step("connection", server.dial(&addresses), |_| format!("port {} answers", server.port))?;
    let greeted = Dialogue::greet(stream, smtp, &server);
    let mut dialogue = walk.step("greeting", greeted, |dialogue| {
        if dialogue.is_encrypted() { "encrypted".into() } else { "unencrypted".into() }
    })?;
    if let (Some(user), Some(secret)) = (&smtp.user, &secret) {
        walk.step("login", dialogue.login(user, secret), |()| format!("as {user}"))?;
    }
    dialogue.quit();
    Some(())
}

fn listed(addresses: &[std::net::SocketAddr]) -> String {
    let words: Vec<String> = addresses.iter().take(4).map(|address| address.ip().to_string()).collect();
    words.join(", ")
}

fn count(messages: usize) -> String {
    if messages == 1 { "1 message".into() } else { format!("{messages} messages") }
}

fn is_program(path: &Path) -> Result<(), WireFault> {
    let data = fs_err::metadata(path).map_err(|error| WireFault::file(&error))?;
    let runs = crate::machine::mode_of(&data).is_none_or(|mode| mode & 0o111 != 0);
    let wanted = "a program; a mail server comes with it as /usr/sbin/sendmail";
    if data.is_file() && runs { Ok(()) } else { Err(WireFault::NotThat { path: path.to_owned(), wanted }) }
}

/// Writes and removes a file, as every other test would only guess.
fn may_write(folder: &Path) -> Result<(), WireFault> {
    fs_err::create_dir_all(folder).map_err(|error| WireFault::file(&error))?;
    tempfile::tempfile_in(folder).map(drop).map_err(|error| WireFault::file_at(folder, &error))
}
