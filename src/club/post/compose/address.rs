//! Addresses: which are taken, and how a plus-address names match and side.

use crate::post::wire::address::check;

/// Splits an address that every relay can carry into its local part and domain: ASCII, no quoted local part,
/// a domain of letters, digits, dots and hyphens. Nothing for any other text; a domain with umlauts must be
/// written as `xn--...`.
pub fn split(address: &str) -> Option<(&str, &str)> {
    let sound = address.is_ascii() && check(address).is_ok();
    address.rsplit_once('@').filter(|_| sound)
}

/// The address behind which a match and a party are found: `user+MATCH.PARTY@domain`; a tag that the office's
/// address already has gives way. Nothing if the address is not sound or the tag makes it too long.
pub fn plus(office: &str, match_id: &str, party: &str) -> Option<String> {
    let (local, domain) = split(office)?;
    let user = local.split('+').next().unwrap_or(local);
    let tagged = format!("{user}+{match_id}.{party}@{domain}");
    split(&tagged).is_some().then_some(tagged)
}
