//! A pooler stands between, and gives every transaction another session of the server.

use std::cell::Cell;
use std::fs;
use std::net::TcpListener;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use club::matches::Store;
use postgres::{Client, NoTls};

use super::suite::demands;
use super::{Office, add, brisk, settings};
use crate::server::{as_nobody, folder};
use crate::skip::skip_without;
use crate::{Database, Heads, Match, init};

/// Where Debian has it.
const POOLER: &str = "/usr/sbin/pgbouncer";

/// A pooler, until it is dropped.
struct Pooler(Child, u16);

impl Drop for Pooler {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

fn pooler(office: &Office) -> Pooler {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let folder = folder();
    let written = format!(
        "[databases]\n* = host=127.0.0.1 port={} user=sealord\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n\
         unix_socket_dir =\nauth_type = any\npool_mode = transaction\ndefault_pool_size = 3\nmin_pool_size = 3\n\
         server_round_robin = 1\nlogfile = {}\n",
        office.server.port,
        folder.join("log").display()
    );
    fs::write(folder.join("ini"), written).unwrap();
    let mut command = as_nobody(POOLER.as_ref());
    let child = command.arg("-q").arg(folder.join("ini")).stderr(Stdio::null()).spawn().unwrap();
    Pooler(child, port)
}

#[test]
fn nothing_needs_a_session() {
    let Some(office) = Office::new() else { return };
    if !std::path::Path::new(POOLER).is_file() {
        return skip_without("pgbouncer");
    }
    let pooler = pooler(&office);
    let address = |port: u16| format!("port={port}");
    let url = office.url().replace(&address(office.server.port), &address(pooler.1));
    let settings = settings(&url, office.folder.path());
    for _ in 0..100 {
        if std::net::TcpStream::connect(("127.0.0.1", pooler.1)).is_ok() {
            break;
        }
        sleep(Duration::from_millis(50));
    }
    // Three transactions at once, so that there are three sessions, of which the pooler takes one after the
    // other.
    let client = || Client::connect(&url, NoTls).unwrap();
    let mut clients = [client(), client(), client()];
    clients.iter_mut().for_each(|client| client.batch_execute("begin; select 1").unwrap());
    clients.iter_mut().for_each(|client| client.batch_execute("commit").unwrap());
    init(settings.clone(), false).unwrap();
    let open = |name| Database::open(settings.clone(), name, Heads::none(), brisk()).unwrap();
    let (one, two) = (open("one"), open("two"));
    let number = Cell::new(0);
    demands::all(&|| {
        number.set(number.get() + 1);
        Box::new(Match::new(&one, &format!("pooled-{}", number.get())))
    });
    let mut log = Match::new(&one, "shared").begin().unwrap();
    add(log.as_mut(), "first").unwrap();
    assert!(Match::new(&two, "shared").claim().is_err());
    drop(log);
    Match::new(&two, "shared").claim().unwrap();
    // The pooler did take turns: so much that a session would have kept would be lost.
    let sql = "select count(distinct pid) from pg_stat_activity where application_name like 'sealord%' \
               and datname = current_database()";
    let sessions: i64 = office.client().query_one(sql, &[]).unwrap().get(0);
    assert!(sessions > 1, "{sessions}");
}
