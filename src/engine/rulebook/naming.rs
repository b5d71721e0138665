//! Which scenario of a system is meant by a word on the command line, in settings or in a file.

use super::{RulebookFault, Scenario};
use crate::problem::{Candidates, list_and, list_or, quote};

/// The id of the scenario among those of a system that a word means; of the first that is played where none
/// is named.
///
/// # Errors
/// If there is no such scenario, or if the word means several.
pub fn scenario_called(known: &[Scenario], word: Option<&str>) -> Result<String, RulebookFault> {
    let mut playable = known.iter().filter(|scenario| scenario.playable);
    let Some(word) = word else {
        let first = playable.next().map(|scenario| scenario.id.clone());
        return first.ok_or_else(|| no_scenario(known, ""));
    };
    let called: Vec<&Scenario> = playable.filter(|scenario| scenario.is_called(word)).collect();
    match (called.iter().find(|scenario| scenario.id == word), called.as_slice()) {
        (Some(one), _) | (None, [one]) => Ok(one.id.clone()),
        (None, []) => Err(no_scenario(known, word)),
        (None, several) => Err(which(word, several)),
    }
}

/// A scenario by the word that is to be written, with its name where that says more.
fn named(scenario: &Scenario) -> String {
    match scenario.id.chars().any(char::is_alphabetic) {
        true => scenario.id.clone(),
        false => format!("{} ({})", scenario.id, scenario.name),
    }
}

/// That a word is the name of several.
fn which(word: &str, several: &[&Scenario]) -> RulebookFault {
    let names: Vec<String> = several.iter().map(|scenario| named(scenario)).collect();
    let ids: Vec<&str> = several.iter().map(|scenario| scenario.id.as_str()).collect();
    let what = format!("{} may be any of {} scenarios: {}", quote(word), several.len(), list_and(&names));
    RulebookFault::no(what, format!("write {}", list_or(&ids)))
}

fn no_scenario(known: &[Scenario], word: &str) -> RulebookFault {
    let what = if known.iter().any(|scenario| scenario.is_called(word)) {
        format!("{} has data but not yet its special rules", quote(word))
    } else {
        format!("there is no scenario {}", quote(word))
    };
    let playable: Vec<&Scenario> = known.iter().filter(|it| it.playable && it.listed).collect();
    let ids: Vec<&str> = playable.iter().map(|scenario| scenario.id.as_str()).collect();
    let near: Vec<String> = nearest(&playable, word).into_iter().map(named).collect();
    let near = (!near.is_empty()).then(|| format!("did you mean {}?", list_or(&near)));
    RulebookFault::no(what, near.unwrap_or_else(|| format!("write {}", list_or(&ids))))
}

/// The scenarios that were probably meant: the one whose id, name or other word is nearest, or those in whose
/// name a word begins so.
fn nearest<'s>(playable: &[&'s Scenario], word: &str) -> Vec<&'s Scenario> {
    let ids = Candidates::new(playable.iter().map(|it| it.id.as_str()));
    let names = playable.iter().flat_map(|it| it.aliases.iter().chain([&it.name]).map(String::as_str));
    let near = ids.nearest(word).or_else(|| Candidates::new(names).nearest(word));
    if let Some(near) = near {
        let is_it = |it: &&&Scenario| {
            it.id == near || it.name == near || it.aliases.iter().any(|alias| alias == near)
        };
        return playable.iter().filter(is_it).copied().collect();
    }
    let wanted = word.to_lowercase();
    let begins = |name: &str| {
        name.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|it| it.starts_with(&wanted))
    };
    let long = wanted.chars().count() > 2;
    playable.iter().filter(|it| long && begins(&it.name)).copied().collect()
}
