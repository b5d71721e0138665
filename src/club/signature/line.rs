//! One line of an allowed_signers file. Source: ssh-keygen(1), ALLOWED SIGNERS.

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;

use super::public_key::is_key_type;
use super::{AllowedSigner, LineFault, PublicKey, shown};

/// Reads a line: principals, options if there are any, key.
pub(super) fn parse(line: &str) -> Result<AllowedSigner, LineFault> {
    let (principals, rest) = split_field(line)?;
    let principals = names(principals)?;
    let rest = rest.trim_start();
    let (options, key) = match split_field(rest)? {
        (first, _) if is_key_type(first) => ("", rest),
        (options, key) => (options, key.trim_start()),
    };
    let key = PublicKey::parse(key).map_err(LineFault::Key)?;
    let mut signer =
        AllowedSigner { principals, namespaces: None, valid_after: None, valid_before: None, key };
    for option in split_options(options) {
        read_option(option, &mut signer)?;
    }
    match (signer.valid_after, signer.valid_before) {
        (Some(after), Some(before)) if after >= before => Err(LineFault::NoTime),
        _ => Ok(signer),
    }
}

/// The options of a line, as its file writes them.
pub(super) fn options(signer: &AllowedSigner) -> Vec<String> {
    let time = |time: Timestamp| time.strftime("%Y%m%d%H%M%SZ").to_string();
    let namespaces = signer.namespaces.as_ref().map(|names| format!("namespaces=\"{}\"", names.join(",")));
    let after = signer.valid_after.map(|at| format!("valid-after=\"{}\"", time(at)));
    let before = signer.valid_before.map(|at| format!("valid-before=\"{}\"", time(at)));
    [namespaces, after, before].into_iter().flatten().collect()
}

/// The time without fractions of a second, which the file cannot hold.
pub(super) fn whole_second(time: Timestamp) -> Timestamp {
    Timestamp::from_second(time.as_second()).unwrap_or(time)
}

/// Whether a name may stand in the file and mean itself.
pub(super) fn check_name(name: &str) -> Result<(), LineFault> {
    let pattern = |c: char| matches!(c, '*' | '?' | '!');
    let unfit = |c: char| c.is_whitespace() || c.is_control() || matches!(c, ',' | '"' | '\\');
    if name != "*" && name.contains(pattern) {
        Err(LineFault::Pattern { name: shown(name) })
    } else if name.is_empty() || name.starts_with('#') || name.contains(unfit) {
        Err(LineFault::Name { name: shown(name) })
    } else {
        Ok(())
    }
}

fn names(list: &str) -> Result<Vec<String>, LineFault> {
    list.split(',').map(|name| check_name(name).map(|()| name.to_owned())).collect()
}

/// Cuts a line at the first blank outside of quotation marks.
fn split_field(text: &str) -> Result<(&str, &str), LineFault> {
    let mut quoted = false;
    for (at, character) in text.char_indices() {
        match character {
            '"' => quoted = !quoted,
            ' ' | '\t' if !quoted => return Ok(text.split_at(at)),
            _ => {}
        }
    }
    if quoted { Err(LineFault::OpenQuote) } else { Ok((text, "")) }
}

fn split_options(text: &str) -> Vec<&str> {
    let (mut options, mut quoted, mut start) = (Vec::new(), false, 0);
    for (at, character) in text.char_indices() {
        match character {
            '"' => quoted = !quoted,
            ',' if !quoted => {
                options.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text.is_empty() {
        options.push(&text[start..]);
    }
    options
}

fn read_option(option: &str, signer: &mut AllowedSigner) -> Result<(), LineFault> {
    let unknown = || LineFault::Option { option: shown(option) };
    let (name, value) = option.split_once('=').unwrap_or((option, ""));
    let inside = || value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).ok_or_else(unknown);
    let twice = || LineFault::Twice { option: shown(name) };
    match name.to_ascii_lowercase().as_str() {
        "cert-authority" => return Err(LineFault::Authority),
        "namespaces" if signer.namespaces.is_some() => return Err(twice()),
        "namespaces" => signer.namespaces = Some(names(inside()?)?),
        "valid-after" if signer.valid_after.is_some() => return Err(twice()),
        "valid-after" => signer.valid_after = Some(time(inside()?)?),
        "valid-before" if signer.valid_before.is_some() => return Err(twice()),
        "valid-before" => signer.valid_before = Some(time(inside()?)?),
        _ => return Err(unknown()),
    }
    Ok(())
}

/// Reads `yyyymmdd`, `yyyymmddhhmm` or `yyyymmddhhmmss`, each with a `Z`. Without it OpenSSH would take the
/// time zone of the machine, and the same file would mean different things on two machines.
fn time(text: &str) -> Result<Timestamp, LineFault> {
    let fault = || LineFault::Time { time: shown(text) };
    let digits = text.strip_suffix('Z').ok_or_else(fault)?;
    if !matches!(digits.len(), 8 | 12 | 14) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(fault());
    }
    let part =
        |from: usize, to: usize| digits.get(from..to).unwrap_or("0").parse::<i16>().unwrap_or_default();
    let small = |from, to| part(from, to) as i8;
    let date = Date::new(part(0, 4), small(4, 6), small(6, 8)).map_err(|_| fault())?;
    let time = Time::new(small(8, 10), small(10, 12), small(12, 14), 0).map_err(|_| fault())?;
    let zoned = date.to_datetime(time).to_zoned(TimeZone::UTC).map_err(|_| fault())?;
    Ok(zoned.timestamp())
}
