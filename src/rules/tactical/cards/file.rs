//! `units.yaml`.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::{Abilities, Ability, Allegiance, Card, Kind, Line, Nation, Weapon};
use crate::DATA;
use engine::games::{Games, GamesFault};
use engine::problem::suggest;
use engine::rulebook::shape::shape;
use engine::tags::Tagged;

shape! {
    /// `units.yaml`.
    #[derive(Deserialize)]
    pub struct UnitsFile {
        unread meta;
        pub units: Vec<UnitRow>,
    }
}

shape! {
    /// A card.
    #[derive(Deserialize)]
    pub struct UnitRow {
        pub id: String,
        pub name: String,
        pub nation: String,
        pub side: String,
        pub kind: String,
        pub class: Option<String>,
        pub cost: Option<u16>,
        pub year: Option<u16>,
        pub speed: Option<u8>,
        pub flagship: Option<u8>,
        pub capacity: Option<u8>,
        pub main: Option<Line>,
        pub secondary: Option<Line>,
        pub tertiary: Option<Line>,
        pub torpedo: Option<Line>,
        pub bomb: Option<Line>,
        pub gunnery: Option<Line>,
        pub aa: Option<Line>,
        pub asw: Option<Line>,
        pub armor: u8,
        pub vital_armor: u8,
        pub hull: u8,
        pub spaces: Option<u8>,
        pub abilities: Vec<String>,
        pub advanced_rule: Option<String>,
        unread provenance, confidence;
        may cost_rule, set, set_number, print_rarity, ledger, disputed, note;
    }
}

/// Most dice that a line can have, so that no sum of modifiers leaves what chances are reckoned for.
const MOST_DICE: u8 = 24;

/// Reads and checks all cards.
pub(super) fn read(games: &Games) -> Result<Vec<Card>, GamesFault> {
    let file: UnitsFile = games.read(DATA, "units")?;
    let mut seen = BTreeSet::new();
    let mut cards = Vec::with_capacity(file.units.len());
    for row in file.units {
        let id = row.id.clone();
        let fault = |what: String| GamesFault::Unsound {
            file: format!("{DATA}/units"),
            what: format!("{id}: {what}"),
        };
        if !seen.insert(row.id.clone()) {
            return Err(fault("this card is there twice".to_owned()));
        }
        cards.push(card(row).map_err(fault)?);
    }
    if cards.len() > usize::from(u16::MAX) {
        return Err(GamesFault::Unsound {
            file: format!("{DATA}/units"),
            what: "there are too many cards".to_owned(),
        });
    }
    Ok(cards)
}

pub(super) fn card(row: UnitRow) -> Result<Card, String> {
    let kind = word(&row.kind, "kind", Kind::named)?;
    let mut abilities = Abilities::default();
    for name in &row.abilities {
        abilities.insert(word(name, "ability", Ability::named)?);
    }
    if row.hull == 0 || row.armor == 0 || row.vital_armor < row.armor {
        return Err(
            "a card needs a hull point, armor, and vital armor that is no lower than its armor".to_owned()
        );
    }
    if kind.is_afloat() != row.speed.is_some_and(|speed| speed > 0) {
        return Err("ships and submarines have a speed, and nothing else has".to_owned());
    }
    if row.cost.is_none() != (kind == Kind::AircraftFactory) {
        return Err("every card has a cost, except aircraft factories".to_owned());
    }
    let mut dice = [[0; 4]; Weapon::ALL.len()];
    let lines = [
        (Weapon::Main, row.main),
        (Weapon::Secondary, row.secondary),
        (Weapon::Tertiary, row.tertiary),
        (Weapon::Torpedo, row.torpedo),
        (Weapon::Bomb, row.bomb),
        (Weapon::Gunnery, row.gunnery),
        (Weapon::Aa, row.aa),
        (Weapon::Asw, row.asw),
    ];
    for (weapon, line) in lines.into_iter().filter_map(|(weapon, line)| Some((weapon, line?))) {
        if line.iter().any(|dice| *dice > MOST_DICE) {
            return Err(format!("{} has more than {MOST_DICE} dice", weapon.word()));
        }
        dice[weapon as usize] = line;
    }
    Ok(Card {
        id: row.id,
        name: row.name,
        nation: word(&row.nation, "nation", Nation::named)?,
        side: word(&row.side, "side", Allegiance::named)?,
        kind,
        class: row.class,
        cost: row.cost.unwrap_or(0),
        year: row.year,
        speed: row.speed.unwrap_or(0),
        flagship: row.flagship.unwrap_or(0),
        capacity: row.capacity.unwrap_or(0),
        dice,
        armor: row.armor,
        vital: row.vital_armor,
        hull: row.hull,
        spaces: row.spaces.unwrap_or(0),
        abilities,
        advanced_rule: row.advanced_rule,
    })
}

/// One of the words of a list, or what is wrong with it.
fn word<T: Tagged>(text: &str, what: &str, named: impl Fn(&str) -> Option<T>) -> Result<T, String> {
    named(text).ok_or_else(|| match suggest(text, T::WORDS.iter().copied()) {
        Some(near) => format!("there is no {what} `{text}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{text}`"),
    })
}
