//! The `sendmail` command, as Postfix, Exim, OpenSMTPD, msmtp and others bring it.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use super::{Carrier, Envelope, SendFault, Sent, with_ends};
use crate::post::wire::fault::plain;

/// Exit statuses of `sysexits.h` that say something about the message or the settings.
mod status {
    /// `EX_USAGE`: the program was called in a way that it does not know.
    pub const USAGE: i32 = 64;
    /// `EX_DATAERR`: the message itself is refused.
    pub const BAD_MESSAGE: i32 = 65;
    /// `EX_NOUSER`: nobody has this address.
    pub const NO_USER: i32 = 67;
    /// `EX_NOHOST`: there is no such domain.
    pub const NO_HOST: i32 = 68;
    /// `EX_NOPERM`: this sender may not send it.
    pub const NO_PERMISSION: i32 = 77;
    /// `EX_CONFIG`: the program is set up wrongly.
    pub const CONFIG: i32 = 78;
}

/// The `sendmail` command as a carrier: `sendmail -i -f FROM -- TO …`, the message on its standard input.
#[derive(Clone, Debug)]
pub struct SendmailCommand {
    program: PathBuf,
    patience: Duration,
}

impl SendmailCommand {
    /// Takes the program and how long it may run.
    pub fn new(program: &Path, patience: Duration) -> SendmailCommand {
        SendmailCommand { program: program.to_owned(), patience }
    }

    /// Runs the program; its status, and what it complained about.
    fn run(&self, envelope: &Envelope, message: &[u8]) -> io::Result<(ExitStatus, String)> {
        // Files and not pipes: a pipe is full at some point, and then each would wait for the other.
        let mut input = tempfile::tempfile()?;
        input.write_all(message)?;
        input.seek(SeekFrom::Start(0))?;
        let mut complaints = tempfile::tempfile()?;
        let mut child = Command::new(&self.program)
            .arg("-i")
            .arg("-f")
            .arg(envelope.from.as_deref().unwrap_or("<>"))
            .arg("--")
            .args(&envelope.to)
            .stdin(input)
            .stdout(complaints.try_clone()?)
            .stderr(complaints.try_clone()?)
            .spawn()?;
        let status = crate::post::wire::process::wait(&mut child, self.patience)?;
        complaints.seek(SeekFrom::Start(0))?;
        let mut text = Vec::new();
        complaints.take(4096).read_to_end(&mut text)?;
        Ok((status, plain(&String::from_utf8_lossy(&text))))
    }
}

impl Carrier for SendmailCommand {
    fn send(&mut self, envelope: &Envelope, bytes: &[u8]) -> Result<Sent, SendFault> {
        envelope.check()?;
        let message = with_ends(bytes, b"\n", false)?;
        match self.run(envelope, &message) {
            Ok((status, text)) => outcome(&self.program, status, text),
            Err(error) => Err(not_run(&self.program, &error)),
        }
    }
}

fn outcome(program: &Path, status: ExitStatus, text: String) -> Result<Sent, SendFault> {
    let said = if text.is_empty() { "it gave no explanation".to_owned() } else { text };
    let program = program.display();
    match status.code() {
        Some(0) => Ok(Sent { answer: format!("handed to {program}") }),
        Some(code @ (status::BAD_MESSAGE | status::NO_USER | status::NO_HOST)) => {
            Err(SendFault::Refused { recipient: None, code: u16::try_from(code).ok(), text: said })
        }
        Some(code @ (status::USAGE | status::NO_PERMISSION | status::CONFIG)) => {
            Err(SendFault::Misconfigured {
                what: format!("{program} ended with status {code}: {said}"),
                mend: "Check that it is a `sendmail` and may be used by this user.".into(),
            })
        }
        // 75 is "try again later"; of the others it is not known, and losing a report is worse than trying
        // again.
        _ => Err(SendFault::later(format!("{program} ended with {status}: {said}"))),
    }
}

fn not_run(program: &Path, error: &io::Error) -> SendFault {
    use io::ErrorKind::*;
    let program = program.display();
    match error.kind() {
        TimedOut => SendFault::Later { why: format!("{program} did not end in time"), perhaps_sent: true },
        NotFound | PermissionDenied | NotADirectory => SendFault::Misconfigured {
            what: format!("{program} cannot be run ({error})"),
            mend: "Install a mail server that comes with a `sendmail`, or give its `path`.".into(),
        },
        _ => SendFault::later(format!("{program} cannot be run ({error})")),
    }
}
