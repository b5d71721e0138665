//! Packs what a page's script unpacks.

use std::io::{BufWriter, Write};

pub(super) use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;

use crate::signature::base64::base64_of;

/// A text deflated with so much effort, in base64.
pub(super) fn packed(text: &str, effort: Compression) -> String {
    let mut deflated = DeflateEncoder::new(Vec::new(), effort);
    let written = deflated.write_all(text.as_bytes()).and_then(|()| deflated.finish());
    base64_of(&written.expect("memory takes all that is written"))
}

/// A value as JSON, packed as [`packed`] does; the text of a long match is never whole in memory.
pub(super) fn packed_json(value: &impl Serialize, effort: Compression) -> String {
    let mut text = BufWriter::with_capacity(64 << 10, DeflateEncoder::new(Vec::new(), effort));
    serde_json::to_writer(&mut text, value).expect("names are text, and memory takes all that is written");
    let deflated = text.into_inner().map_err(std::io::IntoInnerError::into_error);
    base64_of(&deflated.and_then(DeflateEncoder::finish).expect("memory takes all that is written"))
}
