//! The matches of an office as far as they are known before one is opened: whose they are, and who plays.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::idle::{MatchSnapshot, Snapshots};
use super::standing::Standing;
use crate::kit::{Kit, open_reader};
use crate::matches::{MatchFault, Store};
use crate::post::office::settings::Played;
use engine::party::Party;
use engine::problem::list_and;

/// A match that cannot begin yet: sides of it have no player.
pub struct OpenSeats {
    /// Its word.
    pub match_id: String,
    /// The system's name and the scenario.
    pub title: String,
    /// What the settings say.
    pub played: Played,
    /// The sides without a player.
    pub vacant: Vec<Party>,
    /// Parties that the settings name and that do not play in its scenario.
    pub surplus: Vec<Party>,
}

/// A match of the office.
pub struct OfficeMatch {
    /// Where it is kept.
    pub store: Box<dyn Store>,
    /// Its word.
    pub match_id: String,
    /// Its system's word.
    pub system: &'static str,
    /// Its system's name.
    pub title: &'static str,
    /// Who plays, by the settings and by who stepped in since.
    pub played: Played,
    /// The addresses of the players in the settings themselves.
    pub written: BTreeMap<Party, String>,
    /// Parties that the settings name and that do not play in its scenario.
    pub surplus: Vec<Party>,
    /// Its snapshot, if its journal has not moved since.
    pub(crate) snapshot: Option<MatchSnapshot>,
}

impl OfficeMatch {
    /// Where the match stands: from its snapshot if it has one, else from its journal. The snapshot was held
    /// against the journal when the office was opened; to do so again would ask a database once a match.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn standing(&self, kit: &Kit) -> Result<Cow<'_, Standing>, MatchFault> {
        match &self.snapshot {
            Some(snapshot) => Ok(Cow::Borrowed(&snapshot.standing)),
            None => {
                let reader = open_reader(&*self.store)?;
                Ok(Cow::Owned(Standing::of(&reader.game(&kit.rules())?, &reader.docket())?))
            }
        }
    }
}

/// A match of the settings.
pub(crate) enum Listed {
    /// Everybody is there.
    Match(Box<OfficeMatch>),
    /// It cannot begin yet.
    OpenSeats(Box<OpenSeats>),
}

/// What the genesis of a match says, for the office's list. Its scenario, with what was chosen for it, says
/// who plays.
///
/// # Errors
/// If it cannot be read, or the settings name nobody for a party that plays and do not offer its seat either.
pub(crate) fn read_match(
    kit: &Kit,
    played: &Played,
    snapshots: &mut Snapshots<'_>,
) -> Result<Listed, MatchFault> {
    let store = snapshots.store(&played.word());
    // Only people have a seat; whoever is named for a side that the staff officer plays is named in vain.
    let people = |parties: &[Party], officers: &[Party]| -> Vec<Party> {
        parties.iter().copied().filter(|party| !officers.contains(party)).collect()
    };
    let is_seated = |party: &Party| played.players.contains_key(party);
    let snapshot = snapshots.snapshot(&played.word(), &*store).map(|snapshot| {
        let standing = &snapshot.standing;
        let people = people(&standing.parties, &standing.officers);
        (snapshot, people)
    });
    let snapshot = snapshot.filter(|(_, people)| people.iter().all(is_seated));
    if let Some((snapshot, people)) = snapshot {
        let system = kit.systems.system(&snapshot.system)?.title;
        let match_id = snapshot.match_id.clone();
        let (played, surplus) = of_parties(played, &people);
        let (system, title, written) = (system.id, system.name, BTreeMap::new());
        let snapshot = Some(snapshot);
        let info = OfficeMatch { store, match_id, system, title, played, written, surplus, snapshot };
        return Ok(Listed::Match(Box::new(info)));
    }
    let found = open_reader(&*store).map_err(|fault| {
        MatchFault::no(format!("{}: {fault}", store.name()), "begin the match with `sealord new`")
    })?;
    let settings = found.settings();
    let parties = &*people(found.parties(&kit.rules())?, &settings.officers);
    let missing = parties.iter().filter(|party| !is_seated(party));
    let (vacant, missing): (Vec<Party>, Vec<Party>) = missing.partition(|party| played.wants.contains(party));
    if !missing.is_empty() {
        return Err(unseated(&store.name(), &missing));
    }
    let title = kit.systems.system(&settings.system)?.title;
    let match_id = settings.match_id.clone();
    let (played, surplus) = of_parties(played, parties);
    if !vacant.is_empty() {
        let title = format!("{}, {}", title.name, settings.scenario);
        let open_seats = OpenSeats { match_id, title, played, vacant, surplus };
        return Ok(Listed::OpenSeats(Box::new(open_seats)));
    }
    let (system, title, written) = (title.id, title.name, BTreeMap::new());
    let info = OfficeMatch { store, match_id, system, title, played, written, surplus, snapshot: None };
    Ok(Listed::Match(Box::new(info)))
}

/// What the settings say about the parties that play; and which others they name.
fn of_parties(played: &Played, parties: &[Party]) -> (Played, Vec<Party>) {
    let mut surplus: Vec<Party> = played.players.keys().chain(&played.wants).copied().collect();
    surplus.retain(|party| !parties.contains(party));
    surplus.sort_unstable();
    surplus.dedup();
    let mut played = played.clone();
    played.players.retain(|party, _| parties.contains(party));
    played.wants.retain(|party| parties.contains(party));
    (played, surplus)
}

fn unseated(place: &str, missing: &[Party]) -> MatchFault {
    let lines: Vec<String> =
        missing.iter().map(|party| format!("`{}: {{name: …, address: …}}`", party.id())).collect();
    let words: Vec<&str> = missing.iter().map(|party| party.id()).collect();
    MatchFault::no(
        format!("the settings name no player for {} in {place}", parties_in_words(missing)),
        format!(
            "add {} to its players, or `wants: [{}]` to let somebody join",
            list_and(&lines),
            words.join(", ")
        ),
    )
}

/// Parties in a sentence: "the Axis and the Allies".
pub(crate) fn parties_in_words(parties: &[Party]) -> String {
    list_and(&parties.iter().map(|party| format!("the {}", party.name())).collect::<Vec<_>>())
}

/// Mail names a match by its word, so no two may share one.
///
/// # Errors
/// If two do.
pub(crate) fn check_distinct(matches: &[OfficeMatch]) -> Result<(), MatchFault> {
    for (at, info) in matches.iter().enumerate() {
        if let Some(other) = matches[..at].iter().find(|other| other.match_id == info.match_id) {
            let (one, two) = (other.store.name(), info.store.name());
            let what = format!("{one} and {two} are both matches with the word {}", info.match_id);
            let mend = "give one of them an office of its own, or begin it again under another word";
            return Err(MatchFault::no(what, mend));
        }
    }
    Ok(())
}
