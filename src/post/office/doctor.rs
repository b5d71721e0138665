//! Looks an office over and says in words what is wrong.

use std::path::Path;

use super::run::Office;
use super::settings::Settings;
use crate::kit::Kit;
use crate::post::wire::probe::{Step, probe_in, probe_out};

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Finding {
    /// What was looked at.
    pub what: String,
    /// Whether it is as it should be.
    pub good: bool,
    /// What was found, or what is wrong and how to mend it.
    pub words: String,
}

/// Looks at everything; stops nowhere, so that all that is wrong is told at once.
pub fn examine(kit: &Kit, folder: &Path) -> Vec<Finding> {
    let found = |what: &str, good: bool, words: String| Finding { what: what.to_owned(), good, words };
    let settings = match Settings::read(folder) {
        Ok(settings) => settings,
        Err(fault) => return vec![found("settings", false, fault.to_string())],
    };
    let count = settings.matches.len();
    let mut all = vec![found("settings", count > 0, crate::problem::count(count, "match"))];
    match Office::open(kit, folder) {
        Ok(office) => {
            all.extend(office.look());
            let desk = office
                .desk_codes()
                .map(|(name, code)| format!("{name} writes \"code: {code}\" in a mail to the office"));
            all.push(found("umpire's desk", true, desk.collect::<Vec<_>>().join("\n")));
            all.push(found("mail that went out", true, office.status().trim_end().to_owned()));
        }
        Err(fault) => all.push(found("office", false, fault.to_string())),
    }
    let step = |way: &str, step: Step| {
        let (good, words) = match step.outcome {
            Ok(words) => (true, words),
            Err(fault) => (false, fault.to_string()),
        };
        found(&format!("{way}: {}", step.name), good, words)
    };
    all.extend(probe_in(&settings.mail.inward, folder).into_iter().map(|it| step("mail in", it)));
    all.extend(probe_out(&settings.mail.outward, folder).into_iter().map(|it| step("mail out", it)));
    all
}
