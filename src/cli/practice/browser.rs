//! The page in a browser.
//!
//! The address has a secret in it, and everybody on a machine can read the arguments of a command. So the
//! browser is given a file that only its owner can read, which sends it on.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use fs_err as fs;

use crate::machine::owner_only;

/// Opens an address in the browser of this machine, by way of a file in the match folder.
///
/// # Errors
/// If the file cannot be written, or there is no command that opens it.
pub(super) fn open(root: &Path, address: &str) -> io::Result<()> {
    let file = fs::canonicalize(root)?.join("secret/practice.html");
    // The address is made of digits, letters and `:/.`, none of which means anything in markup.
    let page = format!(
        "<!DOCTYPE html>\n<meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0;url={address}\">\n<title>Practice</title>\n\
         <p><a href=\"{address}\">Your page</a></p>\n"
    );
    write(&file, &page)?;
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(&file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    std::thread::spawn(move || child.wait());
    Ok(())
}

/// Writes a file that nobody else can read.
fn write(file: &Path, text: &str) -> io::Result<()> {
    if file.exists() {
        fs::remove_file(file)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    owner_only(&mut options).open(file)?.write_all(text.as_bytes())
}
