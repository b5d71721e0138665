//! Addresses: which are taken, and how a plus-address names match and side.

/// Longest local part of an address, in bytes (RFC 5321, section 4.5.3.1.1).
const LOCAL: usize = 64;
/// Longest address, in bytes (RFC 5321, section 4.5.3.1.3, without the angle brackets).
const WHOLE: usize = 254;

/// Splits an address that every relay can carry into its local part and domain: ASCII, no quoted local part, a domain
/// of letters, digits, dots and hyphens. Nothing for any other text; a domain with umlauts must be written as `xn--...`.
pub fn split(address: &str) -> Option<(&str, &str)> {
    let (local, domain) = address.rsplit_once('@')?;
    let sound = address.len() <= WHOLE && is_local(local) && is_domain(domain);
    sound.then_some((local, domain))
}

/// The address behind which a match and a party are found: `user+MATCH.PARTY@domain`; a tag that the office's address
/// already has gives way. Nothing if the address is not sound or the tag makes it too long.
pub fn plus(office: &str, match_id: &str, party: &str) -> Option<String> {
    let (local, domain) = split(office)?;
    let user = local.split('+').next().unwrap_or(local);
    let tagged = format!("{user}+{match_id}.{party}@{domain}");
    split(&tagged).is_some().then_some(tagged)
}

/// `atext` and dots, no dot at an end or beside another (RFC 5322, section 3.2.3); no hyphen in front, which a program
/// that is called with the address might take for an option.
fn is_local(local: &str) -> bool {
    let atext = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte);
    let sound = local.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(atext));
    sound && local.len() <= LOCAL && !local.starts_with('-')
}

fn is_domain(domain: &str) -> bool {
    let label = |label: &str| {
        let inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=63).contains(&label.len())
            && label.bytes().all(inner)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    domain.split('.').all(label)
}
