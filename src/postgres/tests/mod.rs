//! Matches over a server of the tests' own: what every store must do, and what goes wrong between machines.

mod failover;
mod faults;
mod kills;
#[cfg(feature = "mail")]
mod office;
mod pooler;
mod proxy;
mod road;
mod rounds;
mod secrets;
mod suite;
mod tables;

use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use club::matches::{Line, Log};
use engine::digest::{Digest, Salt};
use engine::entry::Kind;
use postgres::{Client, NoTls};
use serde_json::json;
use tempfile::TempDir;

use crate::server::{Server, server};
use crate::{Database, Heads, OfficeKey, Patience, Settings, init};

const TIME: &str = "1941-05-24T05:52:00Z";
const OFFICE: &str = "office@club.example";

/// An office with a database of its own.
struct Office {
    server: &'static Server,
    database: String,
    folder: TempDir,
}

impl Office {
    /// Nothing, with a word about it, where no server is installed.
    fn new() -> Option<Office> {
        engine::rulebook::two_sided::declare();
        let server = server()?;
        let office = Office { server, database: server.database(), folder: tempfile::tempdir().unwrap() };
        init(office.settings(), false).unwrap();
        Some(office)
    }

    fn url(&self) -> String {
        self.server.url(&self.database)
    }

    fn settings(&self) -> Settings {
        settings(&self.url(), self.folder.path())
    }

    /// A worker who remembers nothing.
    fn worker(&self, name: &str) -> Rc<Database> {
        Database::open(self.settings(), name, Heads::none(), brisk()).unwrap()
    }

    /// A worker who remembers what it has seen in a file, at a server of this address.
    fn remembering(&self, url: &str, name: &str) -> Result<Rc<Database>, club::matches::MatchFault> {
        let heads = Heads::open(&self.folder.path().join(format!("{name}.log"))).unwrap();
        Database::open(settings(url, self.folder.path()), name, heads, brisk())
    }

    /// Somebody who writes to the tables by hand.
    fn client(&self) -> Client {
        Client::connect(&self.url(), NoTls).unwrap()
    }
}

fn settings(url: &str, folder: &Path) -> Settings {
    Settings {
        url: url.to_owned(),
        schema: "club".to_owned(),
        office: OFFICE.to_owned(),
        key: folder.join("office.key"),
        ca: None,
        sha256: engine::digest::Digest::of(b"name: Club\n"),
    }
}

/// Short waits.
fn brisk() -> Patience {
    Patience {
        lease: Duration::from_secs(20),
        busy: Duration::from_millis(300),
        tries: 6,
        pause: Duration::from_millis(30),
    }
}

/// The salt of an entry.
fn salt(number: u64) -> Salt {
    Salt::from_bytes(*Digest::of(&number.to_be_bytes()).as_bytes())
}

/// Appends an entry that says something, the first as the genesis; gives its number.
fn add(log: &mut dyn Log, text: &str) -> Result<u64, club::matches::MatchFault> {
    let number = log.head().map_or(0, |head| head.number) + 1;
    let kind = if number == 1 { Kind::Genesis } else { Kind::Note };
    let body = json!({"system": "trident", "text": text, "number": number});
    let line = Line { kind, exchange: None, party: None, time: TIME, body, salt: salt(number) };
    Ok(log.append(line)?.header().number)
}

/// The words of a fault.
fn words<T>(result: Result<T, club::matches::MatchFault>) -> String {
    match result {
        Ok(_) => panic!("it should have failed"),
        Err(fault) => format!("{:?} {fault}", fault.code()),
    }
}

#[test]
fn a_key_is_read_as_it_was_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("office.key");
    assert!(words(OfficeKey::read(&path)).contains("is missing"));
    let key = OfficeKey::make(&path).unwrap();
    assert!(words(OfficeKey::make(&path)).contains("is there already"));
    let sealed = key.seal(b"the seed").unwrap();
    assert_eq!(OfficeKey::read(&path).unwrap().open("it", &sealed).unwrap()[..], *b"the seed");
    let other = OfficeKey::make(&folder.path().join("other.key")).unwrap();
    assert!(words(other.open("the seed of a", &sealed)).contains("the seed of a cannot be decrypted"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert!(words(OfficeKey::read(&path)).contains("chmod 600"));
    }
}
