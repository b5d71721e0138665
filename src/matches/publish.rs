//! Writes down what each party is shown: packets, forms and reports.

use super::store::{Published, Store};
use super::{Host, MatchFault};
use crate::orders::form::form;
use crate::party::Party;
use crate::report::{Format, Templates, render};

/// What is written of an exchange, and of a match in which none is open: the last is not written then.
const FILES: [(&str, &str); 3] = [("packets", "json"), ("reports", "html"), ("forms", "yaml")];

/// Writes what each party is shown: packet, form and reports. Gives what people call the files.
///
/// # Errors
/// If they cannot be written.
pub fn publish(store: &dyn Store, host: &Host, templates: &Templates) -> Result<Vec<String>, MatchFault> {
    let mut written = Vec::new();
    for &party in host.game.parties() {
        let packet = host.packet(party)?;
        let mut put = |kind: &'static str, extension: &'static str, bytes: &[u8]| {
            // What is told without a question stands beside the last ones, not in their place.
            let exchange = packet.exchange + u32::from(!host.game.open);
            written.push(store.publish(&Published { kind, exchange, party, extension }, bytes)?);
            Ok::<(), MatchFault>(())
        };
        let json = serde_json::to_vec(&packet).map_err(|error| MatchFault::Bug(error.to_string()))?;
        put("packets", "json", &json)?;
        for format in [Format::Text, Format::Markdown, Format::Html] {
            put("reports", format.extension(), render(templates, &packet, format)?.as_bytes())?;
        }
        if host.game.open {
            put("forms", "yaml", form(&packet, Some(&packet.doctrine)).as_bytes())?;
        }
    }
    Ok(written)
}

/// True if what each party is shown of the open exchange, of the end, or of a match that waits for a table, has been written.
pub fn is_published(store: &dyn Store, host: &Host) -> bool {
    let open = host.game.open;
    let exchange = host.game.exchange() + u32::from(!open);
    let kinds = &FILES[..if open { 3 } else { 2 }];
    let there = |party: Party| {
        kinds
            .iter()
            .all(|&(kind, extension)| store.is_published(&Published { kind, exchange, party, extension }))
    };
    host.game.parties().iter().all(|&party| there(party))
}

/// Writes what each party is shown after something was recorded. An umpire who gave the command must not take a full disk
/// or a faulty template for a command that did nothing, and give it again.
///
/// # Errors
/// As [`publish`], in words that say what stands.
pub fn publish_recorded(
    store: &dyn Store,
    host: &Host,
    templates: &Templates,
) -> Result<Vec<String>, MatchFault> {
    let entry = host.head()?.number;
    publish(store, host, templates).map_err(|fault| {
        let what = format!("recorded as entry {entry}, not published: {fault}");
        MatchFault::Io(format!("{what}\n  help: put that right, then run `sealord resolve`"))
    })
}

/// Publishes what an earlier command had recorded and told nobody, before the next one takes its place.
///
/// # Errors
/// As [`publish`], in words that say that nothing else was done.
pub fn publish_earlier(store: &dyn Store, host: &Host, templates: &Templates) -> Result<(), MatchFault> {
    if is_published(store, host) {
        return Ok(());
    }
    let told = |fault| {
        MatchFault::Io(format!("nothing was recorded; the exchange before is not published yet: {fault}"))
    };
    publish(store, host, templates).map(drop).map_err(told)
}
