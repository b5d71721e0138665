//! Writes down what each party is shown: packets, forms and reports.

use std::collections::BTreeSet;

use crate::matches::fault::MatchFault;
use crate::matches::host::Host;
use crate::matches::store::{Published, SECRET, Store};
use crate::orders::form::form;
use crate::report::{Format, Ready, Templates};
use engine::party::Party;
use engine::view::Packet;

/// What is written of an exchange, and of a match in which none is open: the last is not written then.
const FILES: [(&str, &str); 3] = [("packets", "json"), ("reports", "html"), ("forms", "yaml")];

/// What follows from the journal and can be made again, with what its files end in.
const MADE: [(&str, &[&str]); 3] =
    [("packets", &["json"]), ("reports", &["txt", "md", "html"]), ("forms", &["yaml"])];

/// What a party is shown, as it was written down.
pub struct Shown {
    /// The packet.
    pub packet: Packet,
    reports: Vec<(Format, String)>,
    /// What people call the files.
    files: Vec<String>,
}

impl Shown {
    /// Its report in a format.
    pub fn report(&self, format: Format) -> Option<&str> {
        self.reports.iter().find(|(of, _)| *of == format).map(|(_, report)| report.as_str())
    }
}

/// Writes what each party is shown: packet, form and reports. Gives what people call the files. Those of
/// exchanges that are too old to be kept go.
///
/// # Errors
/// If they cannot be written.
pub fn publish(store: &dyn Store, host: &Host, templates: &Templates) -> Result<Vec<String>, MatchFault> {
    let mut files = Vec::new();
    show(store, host, templates, |shown| files.extend(shown.files))?;
    Ok(files)
}

/// Writes what each party is shown, and gives it to `take`, one party after the other, so that a caller who
/// keeps nothing needs memory for one alone.
///
/// # Errors
/// If it cannot be written.
fn show(
    store: &dyn Store,
    host: &Host,
    templates: &Templates,
    mut take: impl FnMut(Shown),
) -> Result<(), MatchFault> {
    let mut written = String::new();
    for &party in host.game.parties() {
        let (mut files, mut reports) = (Vec::new(), Vec::new());
        let packet = host.packet(party)?;
        let mut put = |kind: &'static str, extension: &'static str, bytes: &[u8]| {
            // What is told without a question stands beside the last ones, not in their place.
            let exchange = packet.exchange + u32::from(!host.game.open);
            let what = Published { kind, exchange, party, extension };
            files.push(store.publish(&what, bytes)?);
            written += &line(&what, bytes.len() as u64);
            Ok::<(), MatchFault>(())
        };
        let json = serde_json::to_vec(&packet).map_err(|error| MatchFault::Bug(error.to_string()))?;
        put("packets", "json", &json)?;
        drop(json);
        {
            let mut ready = Ready::of(templates, &packet)?;
            for format in Format::ALL {
                let report = ready.render(format)?;
                put("reports", format.extension(), report.as_bytes())?;
                reports.push((format, report));
            }
        }
        if host.game.open {
            put("forms", "yaml", form(&packet, Some(&packet.doctrine)).as_bytes())?;
        }
        take(Shown { packet, reports, files });
    }
    // Last, and the only one of these files that is made lasting: what it names was written before.
    store.keep_small(&sizes(), written.as_bytes())?;
    store.clear_before(&MADE, host.game.exchange() + u32::from(!host.game.open));
    Ok(())
}

/// Where it is noted how large the files are that were published last.
fn sizes() -> String {
    format!("{SECRET}published")
}

/// What is noted of a file.
fn line(what: &Published, size: u64) -> String {
    format!("{size} {}\n", what.name())
}

/// True if what each party is shown of the open exchange, of the end, or of a match that waits for a table,
/// has been written, whole: each file is as large as it was noted when all of them were there.
pub fn is_published(store: &dyn Store, host: &Host) -> bool {
    let open = host.game.open;
    let exchange = host.game.exchange() + u32::from(!open);
    let kinds = &FILES[..if open { 3 } else { 2 }];
    let noted = store.small(&sizes()).ok().flatten().unwrap_or_default();
    let noted: BTreeSet<&str> =
        std::str::from_utf8(&noted).unwrap_or_default().split_inclusive('\n').collect();
    let is_whole =
        |what: Published| store.published_size(&what).is_some_and(|size| noted.contains(&*line(&what, size)));
    let there = |party: Party| {
        kinds.iter().all(|&(kind, extension)| is_whole(Published { kind, exchange, party, extension }))
    };
    host.game.parties().iter().all(|&party| there(party))
}

/// Writes what each party is shown after something was recorded. An umpire who gave the command must not take
/// a full disk or a faulty template for a command that did nothing, and give it again.
///
/// An exchange in which only staff officers are asked is closed as soon as its reports are written, so that
/// nobody misses what happened before it.
///
/// # Errors
/// As [`publish`], in words that say what stands.
pub fn publish_recorded(
    store: &dyn Store,
    host: &mut Host,
    templates: &Templates,
) -> Result<Vec<String>, MatchFault> {
    let written = |host: &Host| publish(store, host, templates).map_err(|fault| recorded(host, &fault));
    let mut files = written(host)?;
    while host.game.officers_alone() {
        host.resolve(false)?;
        files.extend(written(host)?);
    }
    Ok(files)
}

/// Writes what each party is shown after something was recorded, as [`publish_recorded`], and gives it, so
/// that a caller who sends the same need not make it a second time.
///
/// # Errors
/// As [`publish_recorded`].
pub fn show_recorded(
    store: &dyn Store,
    host: &Host,
    templates: &Templates,
) -> Result<Vec<Shown>, MatchFault> {
    let mut all = Vec::new();
    show(store, host, templates, |shown| all.push(shown)).map_err(|fault| recorded(host, &fault))?;
    Ok(all)
}

/// What was recorded stands, though it was not published.
fn recorded(host: &Host, fault: &MatchFault) -> MatchFault {
    let entry = match host.head() {
        Ok(head) => head.number,
        Err(fault) => return fault,
    };
    let what = format!("recorded as entry {entry}, not published: {fault}");
    MatchFault::Io(format!("{what}\n  help: put that right, then run `sealord resolve`"))
}

/// Publishes what an earlier command had recorded and not published, before the next one takes its place.
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
