//! Addresses, and text that may stand in a header or on a command line.

use thiserror::Error;

/// The longest address, in bytes (RFC 5321, section 4.5.3.1.3, less the angle brackets).
pub const LONGEST: usize = 254;
/// The longest part before the `@`, in bytes (RFC 5321, section 4.5.3.1.1).
pub const LONGEST_LOCAL: usize = 64;
/// The longest part of a domain between two dots, in bytes (RFC 1035, section 2.3.4).
const LONGEST_LABEL: usize = 63;

/// Why a text is not an address to send mail to.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddressFault {
    /// There is nothing.
    #[error("the address is empty; write it as `anna@club.example`")]
    Empty,
    /// Longer than mail allows.
    #[error("the address has {length} bytes, and mail allows {LONGEST} ({LONGEST_LOCAL} before the `@`)")]
    TooLong {
        /// Its length in bytes.
        length: usize,
    },
    /// A space or a control character: this is how headers and commands are smuggled in.
    #[error("the address holds `{found}`; write it as `anna@club.example`, without spaces or names")]
    Unsafe {
        /// The character, escaped.
        found: String,
    },
    /// It is not of the form `name@domain`.
    #[error("`{found}` is not an address; write it as `anna@club.example`")]
    Malformed {
        /// The text, escaped.
        found: String,
    },
}

/// Reads a bare address such as `anna@club.example`: no display name, no brackets, no quoted names, no
/// comments.
///
/// Narrower than RFC 5321 on purpose: a dot-atom (RFC 5322, section 3.2.3), whose letters may be beyond
/// ASCII, and a domain of letters, digits, hyphens and dots. No part begins with a hyphen, so that no program
/// takes an address for an option.
///
/// # Errors
/// Says what is wrong with it.
pub fn check(text: &str) -> Result<&str, AddressFault> {
    if text.is_empty() {
        return Err(AddressFault::Empty);
    }
    if let Some(bad) = text.chars().find(|c| c.is_control() || c.is_whitespace()) {
        return Err(AddressFault::Unsafe { found: bad.escape_debug().to_string() });
    }
    let malformed = || AddressFault::Malformed { found: crate::post::wire::fault::plain(text) };
    let (local, domain) = text.rsplit_once('@').ok_or_else(malformed)?;
    if text.len() > LONGEST || local.len() > LONGEST_LOCAL {
        return Err(AddressFault::TooLong { length: text.len() });
    }
    let atom = |c: char| c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c);
    let name = |c: char| c.is_alphanumeric() || c == '-';
    let parts = |text: &str, allowed: &dyn Fn(char) -> bool| {
        text.split('.').all(|part| !part.is_empty() && part.chars().all(allowed))
    };
    let label =
        |label: &str| label.len() <= LONGEST_LABEL && !label.starts_with('-') && !label.ends_with('-');
    if !parts(local, &atom)
        || !parts(domain, &name)
        || !domain.split('.').all(label)
        || local.starts_with('-')
    {
        return Err(malformed());
    }
    Ok(text)
}

/// Says whether a text may stand in a header as it is: no line end, no control character but the tab.
///
/// A title with a line end in it would add headers of its own (CWE-93).
pub fn is_header_safe(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() && c != '\t')
}
