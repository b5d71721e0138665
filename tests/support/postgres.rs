//! A PostgreSQL server of the tests' own, on loopback, as a user without rights. It ends with the program
//! of the tests, however that ends, and its folder goes with it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::Duration;

use crate::skip::skip_without;

/// Where Debian has the programs, by version.
const DEBIAN: &str = "/usr/lib/postgresql";
/// Runs a server until standard input ends, then removes its folder: the words are the program, the folder,
/// then the server's arguments.
const KEEPER: &str = r#"program=$1; folder=$2; shift 2
"$program" "$@" </dev/null >"$folder/pg.log" 2>&1 &
read -r _
kill -INT $! 2>/dev/null
wait $!
rm -rf "$folder"
"#;
/// What a server of the tests need not do, unless a test is about it.
pub const CARELESS: [&str; 6] =
    ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off"];

/// Where a server with a small disk has it.
#[allow(dead_code, reason = "not every program of tests fills it")]
pub const SMALL: &str = "/mnt/small";
/// Runs a program in a world of its own where a small disk lies at `/mnt`: the words are its size in KB, and
/// the program. The disk goes with the last process there.
const SMALL_DISK: &str = r#"size=$1; shift
mount -t tmpfs -o "size=${size}k" tmpfs /mnt && mkdir /mnt/small && chown nobody /mnt/small && exec "$@""#;

/// A running server.
pub struct Server {
    keeper: Child,
    /// The port on 127.0.0.1.
    pub port: u16,
    folder: PathBuf,
}

/// The folder with the programs of the newest server that is installed; nothing if none is.
pub fn programs() -> Option<PathBuf> {
    let mut found: Vec<(u32, PathBuf)> = fs::read_dir(DEBIAN)
        .ok()?
        .flatten()
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.parse().ok()?;
            Some((version, entry.path().join("bin"))).filter(|(_, bin)| bin.join("postgres").is_file())
        })
        .collect();
    found.sort();
    Some(found.pop()?.1)
}

/// A command that runs as `nobody` where these tests run as root, whom the server refuses.
pub fn as_nobody(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"]).arg(program);
    command
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Server {
    /// Starts an empty server that need not be durable.
    pub fn start() -> Server {
        Server::in_folder(&folder(), &CARELESS)
    }

    /// Starts a server with these arguments, on what its folder holds, or on nothing yet.
    pub fn in_folder(folder: &Path, arguments: &[&str]) -> Server {
        Server::again(folder, arguments, free_port())
    }

    /// Starts an empty server that sees a small disk of so many KB at [`SMALL`]; nothing where this user may
    /// make none, or no server is installed.
    #[allow(dead_code, reason = "not every program of tests fills it")]
    pub fn with_small_disk(size: u64) -> Option<Server> {
        let size = size.to_string();
        let in_world = ["-m", "--propagation", "private", "/bin/sh", "-c", SMALL_DISK, "small", &size];
        let tried = Command::new("unshare").args(in_world).arg("true").stderr(Stdio::null()).status();
        if programs().is_none() || !tried.is_ok_and(|done| done.success()) {
            return None;
        }
        let mut world = Command::new("unshare");
        world.args(in_world);
        Some(Server::launched(&folder(), &CARELESS, free_port(), Some(world)))
    }

    /// The same on a port that is known.
    pub fn again(folder: &Path, arguments: &[&str], port: u16) -> Server {
        Server::launched(folder, arguments, port, None)
    }

    /// Starts a server; with `world`, by that command.
    fn launched(folder: &Path, arguments: &[&str], port: u16, world: Option<Command>) -> Server {
        let bin = programs().expect("PostgreSQL is not installed");
        let data = folder.join("data");
        if !data.exists() {
            let mut initdb = as_nobody(&bin.join("initdb"));
            initdb.arg("-D").arg(&data).args([
                "-U",
                "sealord",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C.UTF-8",
            ]);
            let done = initdb.args(["--no-sync", "--wal-segsize=1"]).stdout(Stdio::null()).status().unwrap();
            assert!(done.success(), "initdb failed");
        }
        let shell = as_nobody(Path::new("/bin/sh"));
        let mut keeper = match world {
            None => shell,
            Some(mut world) => {
                world.arg(shell.get_program()).args(shell.get_args());
                world
            }
        };
        keeper.args(["-c", KEEPER, "keeper"]).arg(bin.join("postgres")).arg(folder).arg("-D").arg(&data);
        keeper.args(["-p", &port.to_string(), "-k"]).arg(folder);
        keeper.args([
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "shared_buffers=16MB",
            "-c",
            "max_connections=60",
        ]);
        keeper
            .args(["-c", "logging_collector=off", "-c", "min_wal_size=5MB", "-c", "max_wal_size=64MB"])
            .args(arguments);
        let keeper = keeper.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let server = Server { keeper, port, folder: folder.to_owned() };
        for _ in 0..300 {
            let mut ready = Command::new(bin.join("pg_isready"));
            ready.args(["-q", "-h", "127.0.0.1", "-U", "sealord", "-d", "postgres", "-p", &port.to_string()]);
            if ready.status().unwrap().success() {
                return server;
            }
            sleep(Duration::from_millis(50));
        }
        panic!("PostgreSQL did not start:\n{}", fs::read_to_string(server.folder.join("pg.log")).unwrap());
    }

    /// The address of one of its databases.
    pub fn url(&self, database: &str) -> String {
        format!("host=127.0.0.1 port={} user=sealord dbname={database} sslmode=disable", self.port)
    }

    /// Makes a new database, and gives its name.
    pub fn database(&self) -> String {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        self.run("psql", "postgres", &["-q", "-c", &format!("create database {name}")], b"");
        name
    }

    /// The process of the server.
    #[allow(dead_code, reason = "not every program of tests ends it")]
    pub fn process(&self) -> u32 {
        let text = fs::read_to_string(self.folder.join("data/postmaster.pid")).unwrap();
        text.lines().next().unwrap().parse().unwrap()
    }

    /// Copies its files, as it stands, into a new folder that another server can start on.
    #[allow(dead_code, reason = "not every program of tests copies it")]
    pub fn copied(&self) -> PathBuf {
        let (bin, new) = (programs().unwrap(), folder());
        let mut backup = as_nobody(&bin.join("pg_basebackup"));
        backup
            .args(["-d", &self.url("postgres"), "--checkpoint=fast", "-X", "stream", "-D"])
            .arg(new.join("data"));
        assert!(backup.stdout(Stdio::null()).status().unwrap().success());
        new
    }

    /// Runs one of its programs on a database, such as `pg_dump`, and gives what it prints.
    #[allow(dead_code, reason = "not every program of tests dumps it")]
    pub fn run(&self, program: &str, database: &str, arguments: &[&str], input: &[u8]) -> Vec<u8> {
        let mut command = Command::new(programs().unwrap().join(program));
        command.arg("-d").arg(self.url(database)).args(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        let done = child.wait_with_output().unwrap();
        assert!(done.status.success(), "{program} failed");
        done.stdout
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        _ = self.keeper.wait();
    }
}

/// A folder for a server, which the server's user may enter and remove: the path is short, for those of
/// sockets end at 107 bytes.
pub fn folder() -> PathBuf {
    let place = ["/dev/shm", "/tmp"].into_iter().find(|place| Path::new(place).is_dir()).unwrap();
    let folder = tempfile::Builder::new().prefix("pg").tempdir_in(place).unwrap().keep();
    if is_root() {
        let done = Command::new("chown").arg("nobody").arg(&folder).status().unwrap();
        assert!(done.success());
    }
    folder
}

/// The server of this program of tests; nothing, with a word about it, where none is installed.
pub fn server() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    let server = SERVER.get_or_init(|| programs().map(|_| Server::start()));
    if server.is_none() {
        skip_without("postgres (Debian: postgresql)");
    }
    server.as_ref()
}
