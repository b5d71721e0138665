//! Packs what a page's script unpacks.

use std::io::Write;

pub(super) use flate2::Compression;
use flate2::write::DeflateEncoder;

use crate::signature::base64::base64_of;

/// A text deflated with so much effort, in base64.
pub(super) fn packed(text: &str, effort: Compression) -> String {
    let mut deflated = DeflateEncoder::new(Vec::new(), effort);
    let written = deflated.write_all(text.as_bytes()).and_then(|()| deflated.finish());
    base64_of(&written.expect("memory takes all that is written"))
}
