//! What is wrong with the settings, all of it at once, before anything is tried.

use std::fmt;
use std::path::{Path, PathBuf};

use super::{Config, Imap, In, Out, Smtp, Tls, is_local};
use crate::post::wire::address::is_header_safe;
use crate::post::wire::secret::Password;

/// The file that settings come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The folder from which relative paths are taken.
    pub folder: PathBuf,
    /// The permission bits of the settings file, where the system has such.
    pub mode: Option<u32>,
}

impl Origin {
    /// Looks at a settings file.
    ///
    /// # Errors
    /// Fails if the file is not there.
    pub fn of(file: &Path) -> std::io::Result<Origin> {
        let mode = crate::machine::mode_of(&fs_err::metadata(file)?);
        Ok(Origin { folder: file.parent().unwrap_or(Path::new("")).to_owned(), mode })
    }
}

/// One thing that is wrong with the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Where, as in `in.imap.port`.
    pub at: String,
    /// What is wrong.
    pub what: String,
    /// What to write instead.
    pub mend: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}. {}", self.at, self.what, self.mend)
    }
}

struct Flaws {
    road: &'static str,
    found: Vec<Flaw>,
}

impl Flaws {
    fn add(&mut self, field: &str, what: impl Into<String>, mend: impl Into<String>) {
        let at = format!("{}{}{field}", self.road, if self.road.is_empty() { "" } else { "." });
        self.found.push(Flaw { at, what: what.into(), mend: mend.into() });
    }
}

impl Config {
    /// All that is wrong with the settings, in the order in which they are written; nothing is tried and no
    /// file is opened.
    pub fn check(&self, origin: &Origin) -> Vec<Flaw> {
        let mut flaws = Flaws { road: "", found: vec![] };
        match &self.inward {
            In::Imap(imap) => check_imap(imap, origin, &mut flaws),
            In::Maildir(folder) => check_path("in.maildir", "path", &folder.path, &mut flaws),
            In::Mbox(mbox) => {
                check_path("in.mbox", "path", &mbox.path, &mut flaws);
                check_path("in.mbox", "state", &mbox.state, &mut flaws);
                if mbox.path == mbox.state {
                    flaws.add("state", "that is the mbox itself", "Name another file, as in `mbox-state`.");
                }
            }
            In::Stdin(_) => {}
        }
        match &self.outward {
            Out::Smtp(smtp) => check_smtp(smtp, origin, &mut flaws),
            Out::Folder(folder) => check_path("out.folder", "path", &folder.path, &mut flaws),
            Out::Sendmail(sendmail) => check_sendmail(sendmail, &mut flaws),
        }
        flaws.road = "";
        self.check_limits(&mut flaws);
        flaws.found
    }

    fn check_limits(&self, flaws: &mut Flaws) {
        if !(16 * 1024..=256 * 1024 * 1024).contains(&self.largest) {
            let mend = "Give a number of bytes between 16384 and 268435456, as in `largest: 4194304`.";
            flaws.add(
                "largest",
                format!("{} bytes make no sense as the size of the largest message", self.largest),
                mend,
            );
        }
        for (field, limit) in
            [("rate.per-minute", self.rate.per_minute), ("rate.per-hour", self.rate.per_hour)]
        {
            if limit == Some(0) {
                flaws.add(
                    field,
                    "no message would ever be sent",
                    "Give a number of 1 or more, or leave the line out.",
                );
            }
        }
    }
}

fn check_path(road: &'static str, field: &str, path: &Path, flaws: &mut Flaws) {
    flaws.road = road;
    if path.as_os_str().is_empty() {
        flaws.add(field, "the path is empty", format!("Write `{field}:` and the path."));
    }
}

fn check_sendmail(sendmail: &super::Sendmail, flaws: &mut Flaws) {
    flaws.road = "out.sendmail";
    if !sendmail.path.is_absolute() {
        let what = format!("`{}` is not a complete path", sendmail.path.display());
        flaws.add("path", what, "Write the complete path, as in `path: /usr/sbin/sendmail`.");
    }
    check_timeout(sendmail.timeout, flaws);
}

fn check_imap(imap: &Imap, origin: &Origin, flaws: &mut Flaws) {
    flaws.road = "in.imap";
    check_server(&imap.host, imap.port, imap.timeout, flaws);
    check_port(imap.port, imap.tls, 993, &[143], flaws);
    if matches!(imap.tls, Tls::None | Tls::StarttlsIfOffered) && !is_local(&imap.host) {
        let what = format!("the password could go to {} unencrypted", imap.host);
        flaws.add("tls", what, "Write `tls: connect` or `tls: starttls`.");
    }
    check_word("user", &imap.user, flaws);
    check_password(&imap.password, origin, flaws);
    let folders =
        [("folder", Some(&imap.folder)), ("taken", imap.taken.as_ref()), ("refused", imap.refused.as_ref())];
    for (field, folder) in folders {
        let Some(folder) = folder else { continue };
        check_word(field, folder, flaws);
        if !folder.is_ascii() {
            let mend =
                "Write the name as the server lists it (modified UTF-7, RFC 3501), as in `Entw&APw-rfe`.";
            flaws.add(field, format!("the name `{folder}` has letters beyond ASCII"), mend);
        }
        if field != "folder" && *folder == imap.folder {
            flaws.add(
                field,
                "messages would be moved to the folder they are in",
                "Name another folder, or leave the line out.",
            );
        }
    }
}

fn check_smtp(smtp: &Smtp, origin: &Origin, flaws: &mut Flaws) {
    flaws.road = "out.smtp";
    check_server(&smtp.host, smtp.port, smtp.timeout, flaws);
    check_port(smtp.port, smtp.tls, 465, &[587, 25], flaws);
    match (&smtp.user, &smtp.password) {
        (Some(_), None) => flaws.add(
            "password",
            "there is a user but no password",
            "Write where it is kept, as in `password: {file: secret}`.",
        ),
        (None, Some(_)) => {
            flaws.add("user", "there is a password but no user", "Write `user:` and the user name.")
        }
        _ => {}
    }
    if smtp.user.is_some() && smtp.tls == Tls::None && !is_local(&smtp.host) {
        let what = format!("the password would go to {} unencrypted", smtp.host);
        flaws.add("tls", what, "Write `tls: connect` or `tls: starttls`.");
    }
    if let Some(user) = &smtp.user {
        check_word("user", user, flaws);
    }
    if let Some(password) = &smtp.password {
        check_password(password, origin, flaws);
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
    if let Some(hello) = smtp.hello.as_ref().filter(|hello| hello.is_empty() || !hello.chars().all(allowed)) {
        flaws.add(
            "hello",
            format!("`{}` is not a machine's name", hello.escape_debug()),
            "Write a name, or leave the line out.",
        );
    }
}

fn check_server(host: &str, port: Option<u16>, timeout: u32, flaws: &mut Flaws) {
    let allowed = |c: char| c.is_ascii_alphanumeric() || ".-:_".contains(c);
    if host.is_empty() || host.starts_with(['.', '-']) || !host.chars().all(allowed) {
        let mend = "Write its name alone, as in `host: mail.club.example`.";
        flaws.add("host", format!("`{}` is not a server's name", host.escape_debug()), mend);
    }
    if let Some((name, number)) = host.split_once(':').filter(|(_, rest)| rest.parse::<u16>().is_ok()) {
        flaws.add(
            "host",
            "the port is part of the name",
            format!("Write `host: {name}` and `port: {number}`."),
        );
    }
    if port == Some(0) {
        flaws.add("port", "there is no port 0", "Leave the line out for the usual port.");
    }
    check_timeout(timeout, flaws);
}

fn check_timeout(timeout: u32, flaws: &mut Flaws) {
    if !(1..=600).contains(&timeout) {
        let what = format!("{timeout} seconds cannot be the time to wait");
        flaws.add("timeout", what, "Give seconds between 1 and 600, as in `timeout: 30`.");
    }
}

/// The ports whose meaning is fixed (RFC 8314): a wrong pair waits in silence until the time is over.
fn check_port(port: Option<u16>, tls: Tls, direct: u16, later: &[u16], flaws: &mut Flaws) {
    match port {
        Some(port) if port == direct && tls != Tls::Connect => {
            flaws.add(
                "tls",
                format!("port {port} is encrypted from the first byte on"),
                "Write `tls: connect`.",
            );
        }
        Some(port) if later.contains(&port) && tls == Tls::Connect => {
            let mend = format!("Write `tls: starttls`, or `port: {direct}`.");
            flaws.add("tls", format!("port {port} begins unencrypted"), mend);
        }
        _ => {}
    }
}

fn check_word(field: &str, text: &str, flaws: &mut Flaws) {
    if text.trim().is_empty() {
        flaws.add(field, "it is empty", format!("Write something after `{field}:`."));
    } else if !is_header_safe(text) || text.contains('\t') {
        flaws.add(field, "it contains a control character", "Write it on one line.");
    }
}

fn check_password(password: &Password, origin: &Origin, flaws: &mut Flaws) {
    match password {
        Password::Plain(_) if origin.mode.is_none_or(|mode| mode & 0o077 != 0) => {
            let mend = "Run `chmod 600` on the settings file, or write `password: {file: PATH}`.";
            flaws.add("password", "others may read the settings file, and the password is in it", mend);
        }
        Password::File(path) if path.as_os_str().is_empty() => {
            flaws.add("password", "the path is empty", "Write the path of the file with the password.");
        }
        Password::Env(name) if name.is_empty() || name.contains(['=', '\0']) => {
            flaws.add(
                "password",
                "this is not a variable's name",
                "Write it as in `{env: SEALORD_PASSWORD}`.",
            );
        }
        Password::Command(line) if line.trim().is_empty() => {
            flaws.add("password", "the command is empty", "Write it as in `{command: pass show club}`.");
        }
        _ => {}
    }
}
