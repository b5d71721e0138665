//! Pages of a site that are no match's, such as those of a league. They are made anew only where something
//! that they follow from has changed: to look must be cheap, to make may cost.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::card::Card;
use super::{Club, Folder};
use crate::kit::Kit;
use crate::matches::MatchFault;
use engine::digest::Digest;

/// Pages that belong to a club's site and are no match's.
pub trait Annex {
    /// The page with which it begins, below the site's folder, and what the site's index calls it.
    fn entrance(&self) -> (&str, &str);

    /// What its files follow from, apart from program, templates, the site's name and the matches shown.
    ///
    /// # Errors
    /// If that cannot be looked at.
    fn mark(&self) -> Result<Digest, MatchFault>;

    /// All its files, each with its name below the site's folder. `site` is what the site is called, `shown`
    /// the pages of matches, by the hashes of their first entries.
    ///
    /// # Errors
    /// If what it shows does not hold, or a template is wrong.
    fn files(&self, kit: &Kit, site: &str, shown: &Shown) -> Result<Vec<(String, Vec<u8>)>, MatchFault>;
}

/// The pages of matches below the site's folder, by the hashes of their first entries.
pub type Shown = BTreeMap<Digest, String>;

/// What of an annex was written last.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Annexed {
    /// What its files followed from.
    mark: Option<Digest>,
    /// Their names.
    files: Vec<String>,
}

/// Writes an annex as far as anything changed. One that cannot be shown is named among what cannot be read;
/// what was written of it before stays.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write(
    kit: &Kit,
    (club, annex): (&Club, &dyn Annex),
    (cards, before): (&[Card], Option<Annexed>),
    folder: &mut Folder<'_>,
    unreadable: &mut Vec<String>,
) -> Result<Annexed, MatchFault> {
    let before = before.unwrap_or_default();
    let shown: Shown = cards.iter().map(|card| (card.genesis, card.path("index.html"))).collect();
    let made = annex.mark().and_then(|own| {
        let mark = mark(kit, own, &club.name, &shown);
        if before.mark == Some(mark) && before.files.iter().all(|name| folder.has(name)) {
            return Ok(None);
        }
        Ok(Some((mark, annex.files(kit, &club.name, &shown)?)))
    });
    let (mark, files) = match made {
        Ok(Some(made)) => made,
        Ok(None) => return Ok(before),
        Err(fault) => {
            unreadable.push(format!("{}: {fault}", annex.entrance().0));
            return Ok(Annexed { mark: None, ..before });
        }
    };
    for (name, bytes) in &files {
        folder.put(name, bytes)?;
    }
    let names: Vec<String> = files.into_iter().map(|(name, _)| name).collect();
    // The manifest lies where others may write: nothing outside the annex is taken away by its word.
    let (own, _) = annex.entrance().0.rsplit_once('/').unwrap_or_default();
    let is_own = |name: &str| {
        name.strip_prefix(own).is_some_and(|rest| rest.starts_with('/'))
            && !name.split('/').any(|it| it == "..")
    };
    for name in before.files.iter().filter(|name| !names.contains(name) && is_own(name)) {
        folder.remove(name)?;
    }
    Ok(Annexed { mark: Some(mark), files: names })
}

/// All that the files of an annex follow from.
fn mark(kit: &Kit, own: Digest, site: &str, shown: &Shown) -> Digest {
    let mut text = format!("{}\n{own}\n{}\n{site:?}\n", env!("CARGO_PKG_VERSION"), kit.templates.own());
    shown.iter().for_each(|(genesis, page)| text += &format!("{genesis} {page}\n"));
    Digest::of(text.as_bytes())
}
