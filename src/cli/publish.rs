//! Writes down what each side is shown: packets, forms and reports in the match folder.

use std::path::PathBuf;

use fs_err as fs;

use super::shared::newest;
use crate::matches::folder::MatchDir;
use crate::matches::{Host, MatchFault};
use crate::orders::form::form;
use crate::report::{Format, Templates, render};
use crate::rules::Rulebook;

/// Writes what each side is shown: packet, form and reports. Gives the files' paths.
///
/// # Errors
/// If they cannot be written.
pub fn publish<S: Rulebook>(
    dir: &MatchDir,
    host: &Host<S>,
    templates: &Templates,
) -> Result<Vec<PathBuf>, MatchFault> {
    let mut written = Vec::new();
    for &side in host.game.system.sides() {
        let packet = host.packet(side)?;
        let mut put = |kind: &str, extension: &str, bytes: &[u8]| {
            // The end is told beside the last questions, not in their place.
            let number = packet.exchange + u32::from(packet.over);
            let path = dir.file(kind, number, side, extension);
            dir.write(&path, bytes)?;
            written.push(path);
            Ok::<(), MatchFault>(())
        };
        let json = serde_json::to_vec(&packet).map_err(|error| MatchFault::Bug(error.to_string()))?;
        put("packets", "json", &json)?;
        for format in [Format::Text, Format::Markdown, Format::Html] {
            put("reports", format.extension(), render(templates, &packet, format)?.as_bytes())?;
        }
        if !packet.over {
            put("forms", "yaml", form(&packet, Some(&packet.doctrine)).as_bytes())?;
        }
    }
    Ok(written)
}

/// True if what each side is shown of the open exchange, or of the end, has been written.
pub fn is_published<S: Rulebook>(dir: &MatchDir, host: &Host<S>) -> bool {
    let over = host.game.checkpoint.over;
    let exchange = newest(host) + u32::from(over);
    let kinds = [("packets", "json"), ("reports", "html"), ("forms", "yaml")];
    let kinds = &kinds[..if over { 2 } else { 3 }];
    let whole = |path: PathBuf| fs::metadata(path).is_ok_and(|file| file.len() > 0);
    let there = |side| kinds.iter().all(|(kind, end)| whole(dir.file(kind, exchange, side, end)));
    host.game.system.sides().iter().all(|&side| there(side))
}

/// Writes what each side is shown after something was recorded. Whoever gave the command must not take a full disk or a
/// faulty template for a command that did nothing, and give it again.
///
/// # Errors
/// As [`publish`], in words that say what stands.
pub fn publish_recorded<S: Rulebook>(
    dir: &MatchDir,
    host: &Host<S>,
    templates: &Templates,
) -> Result<Vec<PathBuf>, MatchFault> {
    let entry = host.head()?.number;
    publish(dir, host, templates).map_err(|fault| {
        let what = format!("recorded as entry {entry}, not published: {fault}");
        MatchFault::Io(format!("{what}\n  mend: set that right, then run `sealord resolve`"))
    })
}

/// Publishes what an earlier command had recorded and told nobody, before the next one takes its place.
///
/// # Errors
/// As [`publish`], in words that say that nothing else was done.
pub fn publish_earlier<S: Rulebook>(
    dir: &MatchDir,
    host: &Host<S>,
    templates: &Templates,
) -> Result<(), MatchFault> {
    if is_published(dir, host) {
        return Ok(());
    }
    let told =
        |fault| MatchFault::Io(format!("nothing was recorded; the exchange before is untold: {fault}"));
    publish(dir, host, templates).map(drop).map_err(told)
}
