//! The matches of an office as far as they are known before one is opened: whose they are, and who plays.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::idle::{MatchSnapshot, Snapshots, Waits};
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
    pub played: Rc<Played>,
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
    pub played: Rc<Played>,
    /// What the settings themselves say, if they name the match.
    pub written: Option<Rc<Played>>,
    /// Parties that the settings name and that do not play in its scenario.
    pub surplus: Vec<Party>,
    /// Its snapshot, if its journal has not moved since.
    pub(crate) snapshot: Option<Rc<MatchSnapshot>>,
    /// Until when it waits, as far as that is known.
    pub(crate) waits: Option<Waits>,
}

impl OfficeMatch {
    /// The address that the settings themselves give a party.
    pub fn written_address(&self, party: Party) -> Option<&str> {
        let player = self.written.as_ref()?.players.get(&party)?;
        Some(&player.address)
    }

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
    played: &Rc<Played>,
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
        let (system, title, written, waits) = (system.id, system.name, None, snapshot.waits);
        let snapshot = Some(snapshot);
        let info = OfficeMatch { store, match_id, system, title, played, written, surplus, snapshot, waits };
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
    let (system, title, written, snapshot, waits) = (title.id, title.name, None, None, None);
    let info = OfficeMatch { store, match_id, system, title, played, written, surplus, snapshot, waits };
    Ok(Listed::Match(Box::new(info)))
}

/// What the settings say about the parties that play; and which others they name.
fn of_parties(played: &Rc<Played>, parties: &[Party]) -> (Rc<Played>, Vec<Party>) {
    let mut surplus: Vec<Party> = played.players.keys().chain(&played.wants).copied().collect();
    surplus.retain(|party| !parties.contains(party));
    surplus.sort_unstable();
    surplus.dedup();
    let mut played = Rc::clone(played);
    if !surplus.is_empty() {
        let played = Rc::make_mut(&mut played);
        played.players.retain(|party, _| parties.contains(party));
        played.wants.retain(|party| parties.contains(party));
    }
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
    let mut first: BTreeMap<&str, &OfficeMatch> = BTreeMap::new();
    for info in matches {
        if let Some(other) = first.insert(&info.match_id, info) {
            let (one, two) = (other.store.name(), info.store.name());
            let what = format!("{one} and {two} are both matches with the word {}", info.match_id);
            let mend = "give one of them an office of its own, or begin it again under another word";
            return Err(MatchFault::no(what, mend));
        }
    }
    Ok(())
}
