//! An umpire's office in a temporary folder, and the roads that lead to it.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use sealord::post::wire::Carrier;
use sealord::post::wire::config::Tls;
use sealord::post::wire::outward::smtp::SmtpServer;
use serde_json::Value;

use crate::mail::read::Mail;
use crate::wire::support::servers::Servers;
use crate::wire::support::{envelope, smtp};

pub const SEALORD: &str = env!("CARGO_BIN_EXE_sealord");

/// By which roads mail comes and goes.
pub enum Road {
    /// A Maildir in, a folder of `.eml` files out.
    Folders,
    /// A Maildir in, `sendmail` out: a script that delivers into mailboxes.
    Sendmail,
    /// IMAP in, SMTP out.
    Servers(Servers),
}

pub struct Club {
    folder: tempfile::TempDir,
    pub road: Road,
    domain: &'static str,
    /// The clock: seconds since the tests began.
    pub now: i64,
    letters: usize,
    seen: BTreeSet<PathBuf>,
    /// All mails that the office sent.
    pub mails: Vec<Mail>,
}

/// When the tests begin.
const START: &str = "2026-10-24T18:00:00Z";

impl Club {
    pub fn new(road: Road) -> Club {
        let domain = if matches!(road, Road::Servers(_)) { "club.test" } else { "example.org" };
        let folder = tempfile::tempdir().expect("a temporary folder");
        for part in ["new", "cur", "tmp"] {
            std::fs::create_dir_all(folder.path().join("in").join(part)).expect("a Maildir");
        }
        Club { folder, road, domain, now: 0, letters: 0, seen: BTreeSet::new(), mails: Vec::new() }
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Somebody's address.
    pub fn address(&self, name: &str) -> String {
        format!("{}@{}", name.to_lowercase(), self.domain)
    }

    /// The office's address.
    pub fn office(&self) -> String {
        self.address(if matches!(self.road, Road::Servers(_)) { "adjudicator" } else { "referee" })
    }

    /// Begins a match.
    pub fn begin(&self, word: &str, more: &[&str]) {
        let usual = ["new", word, "--system", "seas-of-thunder", "--scenario", "raider-warfare"];
        self.ok(&[&usual, more].concat());
    }

    /// Writes the settings, with these lines for the matches.
    pub fn settle(&self, matches: &str) {
        let roads = match &self.road {
            Road::Folders => "  in: {maildir: {path: in}}\n  out: {folder: {path: outgoing}}\n".to_owned(),
            Road::Sendmail => {
                let script = self.path("sendmail");
                std::fs::write(&script, SCRIPT).expect("written");
                std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("marked");
                format!(
                    "  in: {{maildir: {{path: in}}}}\n  out: {{sendmail: {{path: {}}}}}\n",
                    script.display()
                )
            }
            Road::Servers(servers) => format!(
                "  in: {{imap: {{host: localhost, port: {}, ca: {ca}, user: adjudicator, password: {{file: password}}}}}}\n\
                 \x20 out: {{smtp: {{host: localhost, port: {}, tls: starttls, ca: {ca}, user: adjudicator, \
                 password: {{file: password}}}}}}\n",
                servers.imaps,
                servers.submission,
                ca = servers.ca().display()
            ),
        };
        let secret = self.path("password");
        std::fs::write(&secret, "secret\n").expect("written");
        std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o600)).expect("marked");
        let (office, uma) = (self.office(), self.address("Uma"));
        let text = format!(
            "name: The referee\naddress: {office}\nplus: true\numpire: {{name: Uma, address: {uma}}}\nmail:\n{roads}  rate: {{per-minute: 1000}}\n\
             matches:\n{matches}"
        );
        std::fs::write(self.path("office.yaml"), text).expect("written");
    }

    /// The lines of a match between Anna and Bert.
    pub fn usual(&self, word: &str, more: [&str; 2]) -> String {
        format!(
            "  - folder: {word}\n    players:\n      axis: {{name: Anna, address: {}{}}}\n      allies: {{name: Bert, \
             address: {}{}}}\n",
            self.address("Anna"),
            more[0],
            self.address("Bert"),
            more[1]
        )
    }

    pub fn clock(&self) -> jiff::Timestamp {
        let start: jiff::Timestamp = START.parse().expect("an instant");
        start + jiff::SignedDuration::from_secs(self.now)
    }

    /// The program, with an environment that holds nothing but a clock.
    pub fn command(&self, args: &[&str]) -> Command {
        let now = self.clock();
        let mut command = Command::new(SEALORD);
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("SEALORD_NOW", now.to_string()).current_dir(self.folder.path()).args(args);
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the program runs")
    }

    /// Runs a command that must succeed, and gives what it printed.
    #[track_caller]
    pub fn ok(&self, args: &[&str]) -> String {
        let ran = self.run(args);
        let told = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(ran.status.success(), "{args:?}\n{}{}", told(&ran.stdout), told(&ran.stderr));
        told(&ran.stdout)
    }

    /// A minute later the office takes in what waits. Gives its account.
    #[track_caller]
    pub fn fetch(&mut self) -> Value {
        self.now += 60;
        let said = self.ok(&["--json", "fetch", "."]);
        let account: Value = serde_json::from_str(&said).expect("JSON");
        self.collect(account["account"]["sent"].as_u64().expect("a number") as usize);
        account["account"].clone()
    }

    /// Mail for the office.
    pub fn deliver(&mut self, bytes: &[u8]) {
        self.letters += 1;
        if let Road::Servers(servers) = &self.road {
            let told = Mail::peek(bytes);
            let mut road = SmtpServer::new(smtp(servers.smtp, Tls::None, None, None), None, Path::new(""));
            let key = format!("letter.{}", self.letters);
            road.send(&envelope(&key, &told.0, &[&told.1]), bytes).expect("taken by the server");
            let box_of = servers.maildir("adjudicator");
            for _ in 0..400 {
                if files(&box_of).len() >= self.letters {
                    return;
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            panic!("the server did not deliver: {}", servers.log());
        }
        let stamp = 1_700_000_000 + self.letters;
        let path = self.path(format!("in/new/{stamp}.{}.home", self.letters));
        std::fs::write(&path, bytes).expect("delivered");
        let file = std::fs::File::options().append(true).open(&path).expect("a file");
        file.set_modified(self.clock().into()).expect("a time");
    }

    /// Takes up the mails that the office has sent since; so many have to come.
    pub fn collect(&mut self, wanted: usize) {
        let mut fresh = Vec::new();
        for _ in 0..400 {
            let folders = match &self.road {
                Road::Folders => vec![self.path("outgoing")],
                Road::Sendmail => ["anna", "bert", "uma"].map(|name| self.path("boxes").join(name)).to_vec(),
                Road::Servers(servers) => ["anna", "bert", "uma"].map(|name| servers.maildir(name)).to_vec(),
            };
            fresh = folders
                .iter()
                .flat_map(|folder| files(folder))
                .filter(|path| !self.seen.contains(path))
                .collect();
            if fresh.len() >= wanted || !matches!(self.road, Road::Servers(_)) {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(fresh.len(), wanted, "all that was sent has come: {fresh:?}");
        for path in fresh {
            self.mails.push(Mail::read(std::fs::read(&path).expect("a mail")));
            self.seen.insert(path);
        }
    }

    /// The mails to an address, from the number `from` on among all.
    pub fn mails_to(&self, address: &str, from: usize) -> Vec<Mail> {
        self.mails[from..].iter().filter(|mail| mail.is_to(address)).cloned().collect()
    }
}

impl Mail {
    /// From whom and to whom a letter goes.
    fn peek(bytes: &[u8]) -> (String, String) {
        let mail = Mail { bytes: bytes.to_vec(), text: String::new(), files: Vec::new() };
        let bare = |text: String| {
            let inner = text.split('<').nth(1).and_then(|rest| rest.split('>').next());
            inner.map_or_else(|| text.clone(), str::to_owned)
        };
        (bare(mail.head("From")), bare(mail.head("To")))
    }
}

/// Delivers into the mailbox of each recipient, as the last part of a mail system does.
const SCRIPT: &str = "#!/bin/sh
set -eu
here=$(dirname \"$0\")
while [ \"$1\" != -- ]; do shift; done
shift
file=$(mktemp)
cat > \"$file\"
for to in \"$@\"; do
  box=\"$here/boxes/${to%@*}\"
  mkdir -p \"$box/new\"
  cp \"$file\" \"$box/new/$(basename \"$file\").${to%@*}\"
done
rm \"$file\"
";

/// The messages of a Maildir, or of a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let list = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect::<Vec<PathBuf>>()
    };
    let mut all = match folder.join("new").is_dir() {
        true => [list(&folder.join("new")), list(&folder.join("cur"))].concat(),
        false => list(folder),
    };
    all.retain(|path| !path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".")));
    all.sort();
    all
}
