//! Passwords: kept out of the settings, of logs and of errors.

use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use crate::machine::mode_of;
use crate::post::wire::fault::WireFault;

/// The longest password, in bytes.
const LONGEST: u64 = 4096;
/// How long a command may take to print a password.
const PATIENCE: Duration = Duration::from_secs(60);

/// A password. It prints as `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Takes a password as it is.
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

    /// The password itself, for the one place that sends it.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Takes the password out of a text that a server wrote, should it repeat it.
    pub fn scrub(&self, text: &str) -> String {
        // A password of a letter or two would make every answer unreadable and hide nothing.
        if self.0.len() < 3 { text.to_owned() } else { text.replace(&self.0, "***") }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// Where a password is kept.
///
/// Written as `{file: PATH}`, `{env: NAME}`, `{command: LINE}` or `{plain: PASSWORD}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Password {
    /// The first line of a file that only its owner may read (mode 0600 or 0400).
    File(PathBuf),
    /// An environment variable.
    Env(String),
    /// The first line that a command prints; the line is run by `sh -c`.
    Command(String),
    /// The password itself; only in a settings file that only its owner may read.
    Plain(Secret),
}

impl Password {
    /// Fetches the password. A relative path is taken from `base`, the folder of the settings file.
    ///
    /// # Errors
    /// Says where the password should have come from and what is wrong there, never what was found.
    pub fn fetch(&self, base: &Path) -> Result<Secret, WireFault> {
        let (whence, found) = match self {
            Password::File(path) => (format!("the file `{}`", path.display()), from_file(&base.join(path))),
            Password::Env(name) => (format!("the environment variable `{name}`"), from_environment(name)),
            Password::Command(line) => (format!("the command `{line}`"), from_command(line)),
            Password::Plain(secret) => ("the settings".into(), Ok(secret.0.clone())),
        };
        let fault = |why: String| WireFault::NoSecret { whence: whence.clone(), why };
        let text = found.map_err(&fault)?;
        let line = text.split('\n').next().unwrap_or_default().trim_end_matches('\r');
        match line {
            "" => Err(fault("it is empty".into())),
            line if line.contains(['\r', '\0']) => Err(fault("it contains a control character".into())),
            line => Ok(Secret(line.to_owned())),
        }
    }
}

const FORMS: &str = "`{file: PATH}`, `{env: NAME}`, `{command: LINE}` or, in quotes, `{plain: \"PASSWORD\"}`";

/// Read by hand: a derived reader repeats what it does not like, and that would be the password.
impl<'de> Deserialize<'de> for Password {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Password, D::Error> {
        let told = format!("say where the password is kept, in one of these ways: {FORMS}");
        from.deserialize_any(Reader).map_err(|_| D::Error::custom(told))
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Password;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(FORMS)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Password, A::Error> {
        let fault = || A::Error::custom("");
        let (kind, value) = map.next_entry::<String, String>()?.ok_or_else(fault)?;
        if map.next_key::<String>()?.is_some() {
            return Err(fault());
        }
        match kind.as_str() {
            "file" => Ok(Password::File(value.into())),
            "env" => Ok(Password::Env(value)),
            "command" => Ok(Password::Command(value)),
            "plain" => Ok(Password::Plain(Secret(value))),
            _ => Err(fault()),
        }
    }
}

fn from_environment(name: &str) -> Result<String, String> {
    // The error of `var` for bad UTF-8 would print the value.
    std::env::var(name).map_err(|error| match error {
        std::env::VarError::NotPresent => "it is not set".into(),
        std::env::VarError::NotUnicode(_) => "it is not UTF-8".into(),
    })
}

fn from_file(path: &Path) -> Result<String, String> {
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    let data = file.metadata().map_err(|error| error.to_string())?;
    if !data.is_file() {
        return Err("it is not a file".into());
    }
    if let Some(mode) = mode_of(&data).filter(|mode| mode & 0o077 != 0) {
        return Err(format!(
            "people other than its owner may read it (mode {mode:04o}): run `chmod 600` on it"
        ));
    }
    bounded(file)
}

fn from_command(line: &str) -> Result<String, String> {
    // What the command complains about goes where the program's own complaints go.
    let mut command = Command::new("sh");
    command.args(["-c", line]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let status =
        crate::post::wire::process::wait(&mut child, PATIENCE).map_err(|error| match error.kind() {
            std::io::ErrorKind::TimedOut => format!("it did not finish within {} s", PATIENCE.as_secs()),
            _ => error.to_string(),
        })?;
    if !status.success() {
        return Err(format!("it failed ({status})"));
    }
    child.stdout.take().map_or(Err("it has no output".into()), bounded)
}

fn bounded(from: impl Read) -> Result<String, String> {
    let mut bytes = Vec::new();
    from.take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > LONGEST {
        return Err(format!("it has more than {LONGEST} bytes"));
    }
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8".into())
}
