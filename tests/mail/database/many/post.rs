//! A mail server that keeps each message that it has confirmed, however often it comes.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A mail server on a free port of this machine.
pub struct Post {
    pub port: u16,
    kept: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Post {
    /// Starts one that serves until the tests end.
    pub fn start() -> Post {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let kept = Arc::new(Mutex::new(Vec::new()));
        let taken = Arc::clone(&kept);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let taken = Arc::clone(&taken);
                // Whoever was killed in the midst of a message has not sent it.
                std::thread::spawn(move || _ = serve(stream, &taken));
            }
        });
        Post { port, kept }
    }

    /// All messages so far, with the ends of lines that files have.
    pub fn kept(&self) -> Vec<Vec<u8>> {
        self.kept.lock().unwrap().clone()
    }
}

fn serve(mut stream: TcpStream, kept: &Mutex<Vec<Vec<u8>>>) -> io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    stream.write_all(b"220 post\r\n")?;
    while let Some(line) = line(&mut reader)? {
        let word = line.split(|byte| *byte == b' ').next().unwrap_or_default();
        let answer: &[u8] = match word {
            b"EHLO" => b"250-post\r\n250 8BITMIME\r\n",
            b"DATA" => {
                stream.write_all(b"354 go on\r\n")?;
                let Some(message) = message(&mut reader)? else { return Ok(()) };
                // It is there before anybody is told so: a client that dies now sends it once more.
                kept.lock().unwrap().push(message);
                b"250 kept\r\n"
            }
            b"QUIT" => return stream.write_all(b"221 bye\r\n"),
            _ => b"250 fine\r\n",
        };
        stream.write_all(answer)?;
    }
    Ok(())
}

/// A message up to its end; nothing if the client goes before.
fn message(reader: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut message = Vec::new();
    while let Some(line) = line(reader)? {
        if line == b"." {
            return Ok(Some(message));
        }
        message.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
        message.push(b'\n');
    }
    Ok(None)
}

/// A line without its end; nothing if it has none.
fn line(reader: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    reader.read_until(b'\n', &mut line)?;
    if line.pop() != Some(b'\n') {
        return Ok(None);
    }
    line.pop_if(|last| *last == b'\r');
    Ok(Some(line))
}
