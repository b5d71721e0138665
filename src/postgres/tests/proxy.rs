//! A road to the server that can be cut at will.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread::spawn;

/// Nothing is cut.
const WHOLE: u8 = 0;
/// What the client says next does not arrive.
const BEFORE: u8 = 1;
/// What the client says next arrives, and the answer does not.
const AFTER: u8 = 2;

/// A road to the server that can be cut at will.
pub struct Proxy {
    pub port: u16,
    cut: Arc<AtomicU8>,
}

impl Proxy {
    /// A road to a port of this machine.
    pub fn to(port: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let proxy = Proxy { port: listener.local_addr().unwrap().port(), cut: Arc::default() };
        let cut = Arc::clone(&proxy.cut);
        spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(("127.0.0.1", port)) else { continue };
                for (from, to, is_client) in [(&client, &server, true), (&server, &client, false)] {
                    let (from, to, cut) =
                        (from.try_clone().unwrap(), to.try_clone().unwrap(), Arc::clone(&cut));
                    spawn(move || carry(from, to, is_client, &cut));
                }
            }
        });
        proxy
    }

    /// What is said next does not arrive.
    pub fn cut_before(&self) {
        self.cut.store(BEFORE, Ordering::SeqCst);
    }

    /// What is said next is done, and nobody hears of it.
    pub fn cut_after(&self) {
        self.cut.store(AFTER, Ordering::SeqCst);
    }

    /// Whether what was to be cut was cut.
    pub fn is_whole(&self) -> bool {
        self.cut.load(Ordering::SeqCst) == WHOLE
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, is_client: bool, cut: &AtomicU8) {
    let mut bytes = [0; 1 << 16];
    while let Ok(length @ 1..) = from.read(&mut bytes) {
        let now = if is_client { BEFORE } else { AFTER };
        if cut.compare_exchange(now, WHOLE, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
            break;
        }
        if to.write_all(&bytes[..length]).is_err() {
            break;
        }
    }
    _ = from.shutdown(Shutdown::Both);
    _ = to.shutdown(Shutdown::Both);
}
