//! Words for units and sectors of battle plans as people write them: `all destroyers`, `2x SBD Dauntless`,
//! `Enterprise/Infiltrator`, `battle: Midway`. Each reader gives what a plan would have there; what it gives
//! is read again as any other word. The page has this a second time (`battle.mjs`).

use super::words::{BATTLES, ability, among, unit, unit_words};
use crate::cards::{Ability, Cards, Kind};
use engine::condition::lexicon::{Several, alike};
use engine::draft::spelling::{Names, Readings, all_of, counted, several};
use engine::tags::Tagged;

/// What a plan would have for some words; nothing if they mean nothing, and the candidates if they may mean
/// several things.
pub(super) type Meant = Result<Option<String>, Several>;

/// A sector of the campaign's map, for whose battles a plan may be.
#[derive(Clone, Copy, Debug)]
pub struct CampaignSector<'m> {
    /// The number by which plans name it.
    pub number: u16,
    /// What people call it.
    pub name: &'m str,
}

/// Reads words that are none for what they may mean, and keeps what it read for what.
pub struct Speller {
    ids: Vec<String>,
    units: Names,
    numbers: Vec<u16>,
    sectors: Names,
    /// What was read for what.
    pub readings: Readings,
}

impl Speller {
    /// A reader of the words for these cards, and for the sectors of a map.
    pub fn new(cards: &Cards, map: &[CampaignSector<'_>]) -> Speller {
        let words = || unit_words().chain(Kind::WORDS.iter().copied());
        let cards = || cards.iter().map(|(_, card)| card);
        let units = words().map(|it| (it, it, "")).chain(cards().map(|it| (&*it.id, &*it.name, "")));
        let called: Vec<(String, String)> = sectors(map).collect();
        Speller {
            units: Names::new(units),
            ids: words().map(str::to_owned).chain(cards().map(|card| card.id.clone())).collect(),
            numbers: map.iter().map(|it| it.number).collect(),
            sectors: Names::new(called.iter().map(|(id, name)| (&**id, &**name, ""))),
            readings: Readings::default(),
        }
    }

    /// Words for units: a kind, a card, the id of a unit.
    pub fn unit(&self, text: &str, cards: &Cards) -> Meant {
        if unit(text, cards).is_some() {
            return Ok(Some(text.to_owned()));
        }
        let all: Vec<usize> = (0..self.ids.len()).collect();
        match all_of(&self.units, text, &all)[..] {
            [only] => Ok(Some(self.ids[only].clone())),
            [] => Ok(self.numbered(text, &all)),
            ref found => {
                // By the alphabet: the page has the cards in another order.
                let mut ids: Vec<&str> = found.iter().map(|&at| &*self.ids[at]).collect();
                ids.sort_unstable();
                Err(several(text, &ids))
            }
        }
    }

    /// The id of a unit behind the name of its card and its number.
    fn numbered(&self, text: &str, all: &[usize]) -> Option<String> {
        let text = text.trim_end_matches(')');
        let (card, number) = text.rsplit_once(['-', ' ', '('])?;
        let digits = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
        let (_, found) = self.units.find(card, all, true).filter(|(_, found)| digits && found.len() == 1)?;
        Some(format!("{}-{number}", self.ids[found[0]]))
    }

    /// Words for targets.
    pub fn target(&self, text: &str, cards: &Cards) -> Meant {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let is_filter = |word: &&&str| alike(word, ["crippled", "damaged"].into_iter()).is_some();
        let filters = words.iter().take_while(is_filter).count();
        let rest = words.split_off(filters).join(" ");
        let unit = self.unit(&rest, cards)?;
        let filters = words.iter().map(|it| it.to_lowercase());
        Ok(unit.map(|unit| filters.chain([unit]).collect::<Vec<_>>().join(" ")))
    }

    /// Who joins a group.
    pub fn member(&self, text: &str, cards: &Cards) -> Meant {
        let (who, per) = match text.split_once(" per ") {
            Some((who, per)) => (who, Some(per)),
            None => (text, None),
        };
        let times = |it: &str| it.strip_prefix('x').is_some_and(|it| it.parse::<u8>().is_ok());
        let (who, times) = match (counted(who), who.trim().rsplit_once(' ')) {
            (Some((Some(times), of)), _) => (of, format!(" x{times}")),
            (_, Some((of, last))) if times(last) => (of.to_owned(), format!(" {last}")),
            _ => (who.to_owned(), String::new()),
        };
        let Some(unit) = self.unit(who.trim(), cards)? else { return Ok(None) };
        let Some(per) = per else { return Ok(Some(format!("{unit}{times}"))) };
        Ok(self.unit(per.trim(), cards)?.map(|per| format!("{unit}{times} per {per}")))
    }

    /// The ability of a unit.
    pub fn ability(&self, text: &str, cards: &Cards) -> Meant {
        let Some((who, name)) = text.split_once('/') else { return Ok(None) };
        let name = name.trim();
        if !Ability::ALL.into_iter().any(|it| it.name().eq_ignore_ascii_case(name)) {
            return Ok(None);
        }
        let unit = self.unit(who.trim(), cards)?;
        Ok(unit.map(|unit| format!("{unit}/{name}")).filter(|it| ability(it, cards).is_some()))
    }

    /// Which battles a plan serves.
    pub fn serves(&self, text: &str) -> Meant {
        let (at, against) = match text.split_once(" against ") {
            Some((at, side)) => (at, format!(" against {}", side.trim())),
            None => (text, String::new()),
        };
        let known = alike(at, BATTLES.into_iter().map(|(word, _)| word)).filter(|_| against.is_empty());
        if let Some(word) = known.filter(|word| among(&BATTLES, word).is_some()) {
            return Ok(Some(word.to_owned()));
        }
        let all: Vec<usize> = (0..self.numbers.len()).collect();
        let found = self.sectors.find(at, &all, false).map_or_else(Vec::new, |(_, found)| found);
        let id = |at: &usize| format!("sector {}", self.numbers[*at]);
        match &found[..] {
            [] => Ok(None),
            [only] => Ok(Some(format!("{}{against}", id(only)))),
            _ => {
                let ids: Vec<String> = found.iter().map(id).collect();
                Err(several(text, &ids.iter().map(String::as_str).collect::<Vec<_>>()))
            }
        }
    }
}

/// The sectors of a map, as plans name them, each with its name.
pub(super) fn sectors(map: &[CampaignSector<'_>]) -> impl Iterator<Item = (String, String)> {
    map.iter().map(|it| (format!("sector {}", it.number), format!("{} ({})", it.name, it.number)))
}
