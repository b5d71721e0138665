//! Servers that misbehave on purpose, on a free port of this machine. Each plays a script over a few
//! connections.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// One connection, as the server's party sees it.
pub struct Peer {
    reader: BufReader<TcpStream>,
    said: Arc<Mutex<Vec<String>>>,
}

impl Peer {
    /// Sends text; the client may have gone.
    pub fn say(&mut self, text: &str) -> bool {
        self.reader.get_mut().write_all(text.as_bytes()).is_ok()
    }

    /// Hears one line and notes it; nothing at the end.
    pub fn hear(&mut self) -> Option<String> {
        let mut line = Vec::new();
        match self.reader.read_until(b'\n', &mut line) {
            Ok(1..) => {
                let line = String::from_utf8_lossy(&line).trim_end().to_owned();
                self.said.lock().unwrap().push(line.clone());
                Some(line)
            }
            _ => None,
        }
    }

    /// Says nothing until the client goes.
    pub fn sleep(&mut self) {
        let _ = self.reader.read_to_end(&mut Vec::new());
    }

    /// Sends the same bytes until the client goes, 64 MiB at most; how many went.
    pub fn flood(&mut self, bytes: &[u8]) -> usize {
        let block = bytes.repeat(8192 / bytes.len());
        let mut sent = 0;
        while sent < 64 << 20 && self.reader.get_mut().write_all(&block).is_ok() {
            sent += block.len();
        }
        sent
    }

    /// Plays an SMTP server that says yes to everything, but what the script says to a line it knows. `None`
    /// from the script is the usual yes; an empty answer ends the connection.
    pub fn smtp(&mut self, offers: &[&str], script: &dyn Fn(&str) -> Option<String>) {
        self.say("220 fake\r\n");
        while let Some(line) = self.hear() {
            let answer = script(&line).unwrap_or_else(|| match line.split(' ').next().unwrap_or_default() {
                "EHLO" => {
                    let mut lines = vec!["fake"];
                    lines.extend(offers);
                    let last = lines.len() - 1;
                    let mark = |at| if at == last { ' ' } else { '-' };
                    lines.iter().enumerate().map(|(at, line)| format!("250{}{line}\r\n", mark(at))).collect()
                }
                "DATA" => "354 go on\r\n".into(),
                "QUIT" => "221 bye\r\n".into(),
                _ => "250 fine\r\n".into(),
            });
            if answer.is_empty() || !self.say(&answer) || line == "QUIT" {
                return;
            }
            if answer.starts_with("354") {
                while self.hear().is_some_and(|line| line != ".") {}
                let answer = script(".").unwrap_or_else(|| "250 queued as 42\r\n".into());
                if answer.is_empty() || !self.say(&answer) {
                    return;
                }
            }
        }
    }

    /// Plays an IMAP server: the script gets each command without its tag and gives the untagged lines, to
    /// which the OK is added; `Err` gives the whole answer, an empty one ends the connection. `TAG` in it
    /// stands for the tag.
    pub fn imap(&mut self, script: &dyn Fn(&str) -> Result<String, String>) {
        self.say("* OK fake\r\n");
        while let Some(line) = self.hear() {
            let (tag, command) = line.split_once(' ').unwrap_or((&line, ""));
            let answer = match script(command) {
                Ok(untagged) => format!("{untagged}{tag} OK done\r\n"),
                Err(whole) => whole.replace("TAG", tag),
            };
            if answer.is_empty() || !self.say(&answer) {
                return;
            }
        }
    }
}

/// A server for a number of connections, one after the other.
pub struct Fake {
    pub port: u16,
    said: Arc<Mutex<Vec<String>>>,
    thread: Option<JoinHandle<()>>,
}

impl Fake {
    /// Starts a server that plays `script` on each of so many connections; the script gets their number
    /// from 0.
    pub fn start(connections: usize, script: impl Fn(usize, &mut Peer) + Send + 'static) -> Fake {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let said = Arc::new(Mutex::new(vec![]));
        let noted = Arc::clone(&said);
        let thread = std::thread::spawn(move || {
            for number in 0..connections {
                let Ok((stream, _)) = listener.accept() else { return };
                // A test that goes wrong must not hang.
                stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a timeout");
                stream.set_write_timeout(Some(Duration::from_secs(10))).expect("a timeout");
                script(number, &mut Peer { reader: BufReader::new(stream), said: Arc::clone(&noted) });
            }
        });
        Fake { port, said, thread: Some(thread) }
    }

    /// Waits until all connections are over; the lines that were heard.
    pub fn heard(mut self) -> Vec<String> {
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the script ends");
        }
        std::mem::take(&mut *self.said.lock().unwrap())
    }

    /// A port on which nothing listens.
    pub fn nobody() -> u16 {
        TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("an address").port()
    }
}
