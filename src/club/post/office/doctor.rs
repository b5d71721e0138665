//! Looks an office over and says in words what is wrong.

use std::path::Path;

use crate::kit::Kit;
use crate::matches::Exposed;
use crate::post::office::settings::Settings;
use crate::post::office::state::{Office, OfficeMatch, Premises, parties_in_words};
use crate::post::ping::Way;
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

/// Looks at who may read what is secret: of the office's own things, and of each match the seed and the other
/// secrets beside it; and at who may change the settings. What is not there is passed over.
fn modes(premises: &Premises, settings: &Settings) -> Vec<Finding> {
    let mut all = Settings::exposed(&premises.folder);
    all.extend(settings.exposed_key(&premises.folder));
    all.extend(premises.shelf.exposed());
    all.extend(settings.matches.iter().flat_map(|played| premises.yard.open(&played.word()).exposed()));
    // What lies in a folder stands behind it.
    all.sort_by(|one, other| one.place.split('/').cmp(other.place.split('/')));
    let open: Vec<Finding> = all
        .into_iter()
        .map(|Exposed { words, .. }| Finding { what: "modes".to_owned(), good: false, words })
        .collect();
    if !open.is_empty() {
        return open;
    }
    vec![Finding {
        what: "modes".to_owned(),
        good: true,
        words: "only the owner reads what is secret".to_owned(),
    }]
}

/// Looks whether what is secret about each way of pings is there. Nobody is rung up.
fn pings(settings: &Settings, folder: &Path) -> Vec<Finding> {
    let look = |(what, way): (String, &Way)| {
        let (good, words) = match way.probe(folder) {
            Ok(()) => (true, "what is secret about it is there; nothing was sent".to_owned()),
            Err(why) => (false, why),
        };
        Finding { what, good, words: format!("{}: {words}", way.kind()) }
    };
    settings.ways().map(look).collect()
}

/// Checks everything and stops nowhere, so that all that is wrong is listed at once.
pub fn examine(kit: &Kit, at: impl Into<Premises>) -> Vec<Finding> {
    let found = |what: &str, good: bool, words: String| Finding { what: what.to_owned(), good, words };
    let premises = at.into();
    let settings = match Settings::read(&premises.folder) {
        Ok(settings) => settings,
        Err(fault) => return vec![found("settings", false, fault.to_string())],
    };
    let count = settings.matches.len();
    let mut all = vec![found("settings", count > 0, engine::problem::count(count, "match"))];
    for played in &settings.matches {
        if let Some((one, other, address)) = played.sharing() {
            let what = format!("players of {}", played.folder.display());
            let words = format!(
                "the {one} and the {other} are played from one address, {address}: each would read the other's mail. Give each side a \
                 player with an address of its own"
            );
            all.push(found(&what, false, words));
        }
    }
    let (folder, modes) = (premises.folder.clone(), modes(&premises, &settings));
    match Office::open(kit, premises) {
        Ok(office) => {
            all.extend(office.look());
            let desk = office
                .desk_codes()
                .map(|(name, code)| format!("{name} writes \"code: {code}\" in a mail to the office"));
            all.push(found("umpire's desk", true, desk.collect::<Vec<_>>().join("\n")));
            all.extend(league(&office));
            all.push(found("mail that went out", true, office.status().trim_end().to_owned()));
        }
        Err(fault) => all.push(found("office", false, fault.to_string())),
    }
    all.extend(modes);
    all.extend(pings(&settings, &folder));
    let step = |way: &str, step: Step| {
        let (good, words) = match step.outcome {
            Ok(words) => (true, words),
            Err(fault) => (false, fault.to_string()),
        };
        found(&format!("{way}: {}", step.name), good, words)
    };
    all.extend(probe_in(&settings.mail.inward, &folder).into_iter().map(|it| step("mail in", it)));
    all.extend(probe_out(&settings.mail.outward, &folder).into_iter().map(|it| step("mail out", it)));
    all
}

impl Office<'_> {
    /// Looks at each match without changing it.
    pub(crate) fn look(&self) -> Vec<Finding> {
        let look = |info: &OfficeMatch| {
            let seed = info.store.seed();
            let (good, words) = match seed {
                Ok(Some(_)) => (true, format!("{}, played by mail", info.title)),
                Ok(None) => {
                    (false, "it has no secret/seed: only the umpire's own folder can go on".to_owned())
                }
                Err(fault) => (false, fault.to_string()),
            };
            Finding { what: format!("match {}", info.match_id), good, words }
        };
        let open_seats = self.open_seats.iter().map(|it| Finding {
            what: format!("match {}", it.match_id),
            good: true,
            words: format!(
                "{}: it begins when a player has joined for {}",
                it.title,
                parties_in_words(&it.vacant)
            ),
        });
        let closed = self.closed.iter().map(|(played, fault)| Finding {
            what: format!("match {}", played.folder.display()),
            good: false,
            words: fault.to_string(),
        });
        let named = self.matches.iter().map(|info| (&info.match_id, &*info.surplus));
        let named = named.chain(self.open_seats.iter().map(|it| (&it.match_id, &*it.surplus)));
        let surplus = named.filter(|(_, surplus)| !surplus.is_empty()).map(|(match_id, surplus)| Finding {
            what: format!("match {match_id}"),
            good: false,
            words: format!(
                "office.yaml names {}, who do not play in its scenario: take them out there",
                parties_in_words(surplus)
            ),
        });
        self.matches.iter().map(look).chain(open_seats).chain(closed).chain(surplus).collect()
    }
}

/// Who act for the league of the office and not as the umpire, if it has one.
fn league(office: &Office<'_>) -> Option<Finding> {
    let line =
        |(name, code): &(String, String)| format!("{name} writes \"code: {code}\" in a mail to the league");
    let (good, words) = match office.league_codes() {
        Ok(codes) if codes.is_empty() => return None,
        Ok(codes) => (true, codes.iter().map(line).collect::<Vec<_>>().join("\n")),
        Err(fault) => (false, fault.to_string()),
    };
    Some(Finding { what: "league's desk".to_owned(), good, words })
}
