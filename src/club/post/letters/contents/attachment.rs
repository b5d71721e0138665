//! One attachment: what it is, by its bytes first, then by its name and type.

use super::{Basket, Kind, Origin, Place, Rank, Why};
use crate::post::letters::Limits;
use crate::post::letters::decode;
use crate::post::letters::marks::{
    AGE_BEGIN, BEGIN, SSH_BEGIN, age, commitment, has_block, has_orders_line, ssh,
};
use crate::post::letters::parts::Part;

/// How a sealed file begins, in any version of the format.
pub const SEALED: &[u8] = b"sealord sealed orders ";
/// How an age file begins.
const AGE: &[u8] = b"age-encryption.org/v1";

/// Puts an attachment into the basket, or notes why not.
pub fn sort(part: &Part<'_>, limits: &Limits, basket: &mut Basket) {
    let name = part.name.clone().unwrap_or_else(|| part.media.clone());
    if let Some(why) = by_type(part) {
        return basket.ignore(&part.path, &name, why);
    }
    let decoded = decode::bytes(part);
    let (bytes, damaged) = (decoded.what, decoded.damaged);
    let origin = || Origin { place: Place::Attachment, part: part.path.clone(), name: part.name.clone() };
    if let Some(why) = by_first_bytes(&bytes) {
        return basket.ignore(&part.path, &name, why);
    }
    if bytes.starts_with(SEALED) {
        return basket.put(Rank::SealedFile, Kind::Sealed(bytes.into_owned()), origin(), damaged);
    }
    if bytes.starts_with(AGE) {
        return basket.put(Rank::AgeFile, Kind::Age(bytes.into_owned()), origin(), damaged);
    }
    let text = decode::text(part, limits.text);
    let sound = !text.damaged;
    let text = text.what;
    if text.contains(AGE_BEGIN) {
        for armour in age(&text, limits.candidates) {
            let damaged = damaged || armour.damaged;
            basket.put(Rank::AgeFile, Kind::Age(armour.text.into_bytes()), origin(), damaged);
        }
        return;
    }
    if text.contains(SSH_BEGIN) {
        for armour in ssh(&text, limits.candidates) {
            basket.put(Rank::Signature, Kind::Signature(armour.text), origin(), damaged || armour.damaged);
        }
        return;
    }
    if has_ending(&name, &["sealed"]) {
        return basket.put(Rank::SealedFile, Kind::Sealed(bytes.into_owned()), origin(), damaged);
    }
    if part.media == "text/html" || has_ending(&name, &["html", "htm"]) {
        return match text.contains(BEGIN) {
            true => basket.put(Rank::WebPage, Kind::Orders(text), origin(), !sound),
            false => basket.ignore(&part.path, &name, Why::NoOrders),
        };
    }
    let is_text = is_text(part, &bytes);
    if is_text && (has_block(&text) || has_orders_line(&text)) {
        return basket.put(Rank::OrdersFile, Kind::Orders(text), origin(), !sound);
    }
    let promise = if is_text && text.len() < 2000 { text.lines().find_map(commitment) } else { None };
    match promise {
        Some(hex) => basket.put(Rank::Commitment, Kind::Commitment(hex), origin(), damaged),
        None if is_text => basket.ignore(&part.path, &name, Why::NoOrders),
        None => basket.ignore(&part.path, &name, Why::Other),
    }
}

/// Attachments that are recognised by their declared type or their name, not by their bytes.
fn by_type(part: &Part<'_>) -> Option<Why> {
    let name = part.name.as_deref().unwrap_or_default();
    let (main, sub) = part.media.split_once('/').unwrap_or_default();
    Some(match (main, sub) {
        ("message", "rfc822" | "global" | "partial" | "external-body") => Why::Message,
        ("application", "ms-tnef" | "vnd.ms-tnef") => Why::WinMail,
        ("application", "pkcs7-signature" | "x-pkcs7-signature" | "pgp-signature" | "pgp-keys") => Why::Other,
        ("application", "pkcs7-mime" | "x-pkcs7-mime" | "pgp-encrypted") => Why::Encrypted,
        ("application", "pdf" | "x-pdf") => Why::Pdf,
        ("application", "msword" | "rtf") | ("text", "rtf") => Why::Document,
        ("application", sub)
            if ["vnd.openxmlformats", "vnd.oasis", "vnd.ms-"].iter().any(|it| sub.starts_with(it)) =>
        {
            Why::Document
        }
        ("image" | "audio" | "video" | "font" | "message", _)
        | ("text", "calendar" | "vcard" | "x-vcard") => Why::Other,
        _ if name.eq_ignore_ascii_case("winmail.dat") => Why::WinMail,
        _ if has_ending(name, &["eml", "msg"]) => Why::Message,
        _ if has_ending(name, &["pdf"]) => Why::Pdf,
        _ if has_ending(name, &["doc", "docx", "odt", "rtf", "pages", "xls", "xlsx", "ods"]) => Why::Document,
        _ if has_ending(name, &["zip", "7z", "rar", "gz", "tgz", "tar", "bz2", "xz", "cab", "iso"]) => {
            Why::Archive
        }
        _ if has_ending(
            name,
            &["exe", "com", "bat", "cmd", "scr", "pif", "js", "vbs", "ps1", "lnk", "jar"],
        ) =>
        {
            Why::Program
        }
        _ => return None,
    })
}

fn by_first_bytes(bytes: &[u8]) -> Option<Why> {
    const STARTS: [(&[u8], Why); 12] = [
        (b"%PDF-", Why::Pdf),
        (b"{\\rtf", Why::Document),
        (b"\xd0\xcf\x11\xe0", Why::Document),
        (b"PK\x03\x04", Why::Archive),
        (b"PK\x05\x06", Why::Archive),
        (b"\x1f\x8b", Why::Archive),
        (b"7z\xbc\xaf\x27\x1c", Why::Archive),
        (b"Rar!\x1a\x07", Why::Archive),
        (b"MZ", Why::Program),
        (b"\x7fELF", Why::Program),
        (b"\x78\x9f\x3e\x22", Why::WinMail),
        (b"-----BEGIN PGP MESSAGE-----", Why::Encrypted),
    ];
    let found = STARTS.iter().find(|(start, _)| bytes.starts_with(start));
    // Text may begin with these two letters too.
    found.filter(|(start, _)| *start != b"MZ" || bytes.contains(&0)).map(|(_, why)| *why)
}

/// Whether the bytes are to be read as text: they are UTF-8, or say that they are UTF-16, or a text type says
/// so.
fn is_text(part: &Part<'_>, bytes: &[u8]) -> bool {
    let marked = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let named = part.name.as_deref().is_some_and(|name| has_ending(name, &["yaml", "yml", "txt"]));
    let told = part.media.starts_with("text/") || part.media.ends_with("yaml") || named;
    told || marked || std::str::from_utf8(bytes).is_ok() && !bytes.contains(&0)
}

fn has_ending(name: &str, endings: &[&str]) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.trim());
    ending.is_some_and(|ending| endings.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}
