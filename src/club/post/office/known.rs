//! The matches of an office as far as they are known before one is opened: whose they are, and who plays.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::joining::Gathering;
use super::quiet::{Noted, Quiet};
use super::settings::Played;
use super::standing::Standing;
use crate::kit::{Kit, glance};
use crate::matches::MatchFault;
use engine::party::Party;
use engine::problem::list_and;

/// A match of the office.
pub struct Post {
    /// Its folder.
    pub folder: PathBuf,
    /// Its word.
    pub match_id: String,
    /// Its system's word.
    pub system: &'static str,
    /// Its system's name.
    pub title: &'static str,
    /// Who plays, as the settings say, and whoever stepped in since.
    pub played: Played,
    /// The addresses of the players in the settings themselves.
    pub written: BTreeMap<Party, String>,
    /// Parties that the settings name and that do not play in its scenario.
    pub surplus: Vec<Party>,
    /// How it was let go, if its journal has not moved since.
    pub(super) noted: Option<Noted>,
}

impl Post {
    /// Where the match stands: as it was noted, if it did not move since; else it is looked at.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn standing(&self, kit: &Kit) -> Result<Cow<'_, Standing>, MatchFault> {
        match self.noted.as_ref().filter(|noted| noted.holds(&self.folder)) {
            Some(noted) => Ok(Cow::Borrowed(&noted.standing)),
            None => Ok(Cow::Owned(Standing::of(&glance(&self.folder)?.game(&kit.rules())?)?)),
        }
    }
}

/// A match of the settings.
pub(super) enum Known {
    /// Everybody is there.
    Post(Box<Post>),
    /// It cannot begin yet.
    Gathering(Box<Gathering>),
}

/// What the genesis of a match says, for the office's list. Its scenario, with what was chosen for it, says who plays.
///
/// # Errors
/// If it cannot be read, or the settings name nobody for a party that plays and do not offer its seat either.
pub(super) fn known(kit: &Kit, office: &Path, played: &Played, quiet: &Quiet) -> Result<Known, MatchFault> {
    let folder = office.join(&played.folder);
    let is_seated = |party: &Party| played.players.contains_key(party);
    let noted = quiet.noted(&folder, &kit.games);
    let noted = noted.filter(|noted| noted.standing.parties.iter().all(is_seated));
    if let Some(noted) = noted {
        let system = kit.systems.system(&noted.system)?.title;
        let (match_id, parties) = (noted.match_id.clone(), &*noted.standing.parties);
        let (played, surplus) = of_parties(played, parties);
        let (system, title, written) = (system.id, system.name, BTreeMap::new());
        let noted = Some(noted.clone());
        let post = Post { folder, match_id, system, title, played, written, surplus, noted };
        return Ok(Known::Post(Box::new(post)));
    }
    let found = glance(&folder).map_err(|fault| {
        MatchFault::no(format!("{}: {fault}", folder.display()), "begin the match with `sealord new`")
    })?;
    let (settings, parties) = (found.settings(), found.parties(&kit.rules())?);
    let missing = parties.iter().filter(|party| !is_seated(party));
    let (vacant, missing): (Vec<Party>, Vec<Party>) = missing.partition(|party| played.wants.contains(party));
    if !missing.is_empty() {
        return Err(unseated(&folder, &missing));
    }
    let title = kit.systems.system(&settings.system)?.title;
    let match_id = settings.match_id.clone();
    let (played, surplus) = of_parties(played, parties);
    if !vacant.is_empty() {
        let title = format!("{}, {}", title.name, settings.scenario);
        let gathering = Gathering { match_id, title, played, vacant, surplus };
        return Ok(Known::Gathering(Box::new(gathering)));
    }
    let (system, title, written) = (title.id, title.name, BTreeMap::new());
    let post = Post { folder, match_id, system, title, played, written, surplus, noted: None };
    Ok(Known::Post(Box::new(post)))
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

fn unseated(folder: &Path, missing: &[Party]) -> MatchFault {
    let lines: Vec<String> =
        missing.iter().map(|party| format!("`{}: {{name: …, address: …}}`", party.id())).collect();
    let words: Vec<&str> = missing.iter().map(|party| party.id()).collect();
    MatchFault::no(
        format!("the settings name no player for {} in {}", these(missing), folder.display()),
        format!(
            "add {} to its players, or `wants: [{}]` to let somebody join",
            list_and(&lines),
            words.join(", ")
        ),
    )
}

/// Parties in a sentence: "the Axis and the Allies".
pub(super) fn these(parties: &[Party]) -> String {
    list_and(&parties.iter().map(|party| format!("the {}", party.name())).collect::<Vec<_>>())
}

/// Mail names a match by its word, so no two may share one.
///
/// # Errors
/// If two do.
pub(super) fn told_apart(posts: &[Post]) -> Result<(), MatchFault> {
    for (at, post) in posts.iter().enumerate() {
        if let Some(other) = posts[..at].iter().find(|other| other.match_id == post.match_id) {
            let (one, two) = (other.folder.display(), post.folder.display());
            let what = format!("{one} and {two} are both matches with the word {}", post.match_id);
            let mend = "give one of them an office of its own, or begin it again under another word";
            return Err(MatchFault::no(what, mend));
        }
    }
    Ok(())
}
