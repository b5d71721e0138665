//! Postfix and Dovecot on free ports of this machine, with a certificate authority of their own. They need
//! root, and the packages postfix, dovecot-imapd and openssl. Accounts: adjudicator, anna and bert at
//! club.test, password `secret`.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::skip_without;

const ACCOUNTS: [&str; 3] = ["adjudicator", "anna", "bert"];

/// Running servers. They end when this is dropped.
pub struct Servers {
    pub folder: PathBuf,
    /// SMTP in the open, without login, for mail to the accounts.
    pub smtp: u16,
    /// SMTP with STARTTLS and login.
    pub submission: u16,
    /// IMAP in the open, with STARTTLS.
    pub imap: u16,
    /// IMAP under TLS.
    pub imaps: u16,
    _temp: tempfile::TempDir,
}

impl Servers {
    /// Starts the servers; nothing if they are not on this machine or the user is not root (see
    /// [`skip_without`]).
    pub fn start() -> Option<Servers> {
        Servers::with(&ACCOUNTS)
    }

    /// The same with these accounts.
    pub fn with(accounts: &[&str]) -> Option<Servers> {
        let needed = [
            ("postfix", "/usr/sbin/postfix"),
            ("dovecot", "/usr/sbin/dovecot"),
            ("openssl", "/usr/bin/openssl"),
        ];
        for (program, path) in needed {
            if !Path::new(path).exists() {
                skip_without(program, "postfix dovecot-imapd openssl");
                return None;
            }
        }
        let id = Command::new("id").arg("-u").output().expect("id runs");
        if id.stdout != b"0\n" {
            skip_without("postfix as root", "postfix dovecot-imapd openssl, and run as root");
            return None;
        }
        // Another program may take a port between looking and starting.
        let why = match Servers::try_start(accounts) {
            Ok(servers) => return Some(servers),
            Err(why) => why,
        };
        println!("starting again, for {why}");
        Some(Servers::try_start(accounts).expect("the servers start"))
    }

    fn try_start(accounts: &[&str]) -> Result<Servers, String> {
        let temp =
            tempfile::Builder::new().prefix("so").tempdir_in("/tmp").map_err(|error| error.to_string())?;
        let folder = temp.path().to_owned();
        let listeners: Vec<TcpListener> =
            (0..4).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
        let ports: Vec<u16> =
            listeners.iter().map(|listener| listener.local_addr().expect("an address").port()).collect();
        drop(listeners);
        let [smtp, submission, imap, imaps] = ports[..] else { unreachable!("four ports") };
        let servers = Servers { folder, smtp, submission, imap, imaps, _temp: temp };
        let out = Command::new("bash")
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/post/wire/support/mail-up.sh"))
            .arg(&servers.folder)
            .args(ports.iter().map(u16::to_string))
            .args(accounts)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| error.to_string())?;
        if out.status.success() {
            Ok(servers)
        } else {
            Err(String::from_utf8_lossy(&out.stdout).into_owned())
        }
    }

    /// The certificate of the servers' authority.
    pub fn ca(&self) -> PathBuf {
        self.folder.join("pki/ca.pem")
    }

    /// The Maildir of an account. Postfix makes it with the first message.
    pub fn maildir(&self, account: &str) -> PathBuf {
        self.folder.join("mail").join(account)
    }

    /// What Postfix wrote about itself, to show with a failure.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("postfix.log")).unwrap_or_default()
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        let quiet = |command: &mut Command| {
            let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        };
        quiet(Command::new("postfix").arg("-c").arg(self.folder.join("pf")).arg("stop"));
        if let Ok(pid) = std::fs::read_to_string(self.folder.join("dovecot.pid")) {
            quiet(Command::new("kill").arg(pid.trim()));
            // The folder is removed next; the daemon should be gone by then.
            for _ in 0..50 {
                if !Path::new("/proc").join(pid.trim()).exists() {
                    break;
                }
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
        }
    }
}
