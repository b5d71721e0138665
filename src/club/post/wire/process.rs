//! Other programs, with a limit on how long they may run.

use std::io;
use std::process::{Child, ExitStatus};
use std::time::Duration;

/// Waits until a child ends, or ends it after `time`.
///
/// # Errors
/// `TimedOut` if the child had to be ended; otherwise what the system says.
pub(crate) fn wait(child: &mut Child, time: Duration) -> io::Result<ExitStatus> {
    // Short naps first, for most programs are quick; the sum of the naps is the time, so no clock is read.
    let mut nap = Duration::from_millis(1);
    let mut waited = Duration::ZERO;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if waited >= time {
            let _ = child.kill();
            let _ = child.wait();
            return Err(io::ErrorKind::TimedOut.into());
        }
        std::thread::sleep(nap);
        waited += nap;
        nap = (nap * 2).min(Duration::from_millis(100));
    }
}
