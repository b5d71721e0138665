//! Cards as cases change them.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Abilities, Ability, Card, Line, Weapon};

/// What of a card is otherwise.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CardGiven {
    /// Points.
    pub cost: Option<u16>,
    /// The first year in which it is there.
    pub year: Option<u16>,
    /// Speed.
    pub speed: Option<u8>,
    /// Flagship.
    pub flagship: Option<u8>,
    /// Aircraft.
    pub capacity: Option<u8>,
    /// Main guns.
    pub main: Option<Line>,
    /// Secondary guns.
    pub secondary: Option<Line>,
    /// Tertiary guns.
    pub tertiary: Option<Line>,
    /// Torpedoes.
    pub torpedo: Option<Line>,
    /// Bombs.
    pub bomb: Option<Line>,
    /// Guns of aircraft.
    pub gunnery: Option<Line>,
    /// Antiair.
    pub aa: Option<Line>,
    /// Against submarines.
    pub asw: Option<Line>,
    /// Armor.
    pub armor: Option<u8>,
    /// Vital armor.
    pub vital: Option<u8>,
    /// Hull points.
    pub hull: Option<u8>,
    /// Abilities, instead of those of the card.
    pub abilities: Option<Vec<String>>,
}

impl CardGiven {
    /// The card that only the case has: another with these changes, under an id of its own.
    ///
    /// # Errors
    /// If there is no ability of a name.
    pub fn written_over(&self, card: &Card, id: &str) -> Result<Card, String> {
        let mut card = Card { id: format!("case-{id}"), ..card.clone() };
        let lines = [
            (Weapon::Main, self.main),
            (Weapon::Secondary, self.secondary),
            (Weapon::Tertiary, self.tertiary),
            (Weapon::Torpedo, self.torpedo),
            (Weapon::Bomb, self.bomb),
            (Weapon::Gunnery, self.gunnery),
            (Weapon::Aa, self.aa),
            (Weapon::Asw, self.asw),
        ];
        for (weapon, line) in lines {
            if let Some(line) = line {
                card.dice[weapon as usize] = line;
            }
        }
        card.cost = self.cost.unwrap_or(card.cost);
        card.year = self.year.or(card.year);
        card.speed = self.speed.unwrap_or(card.speed);
        card.flagship = self.flagship.unwrap_or(card.flagship);
        card.capacity = self.capacity.unwrap_or(card.capacity);
        card.armor = self.armor.unwrap_or(card.armor);
        card.vital = self.vital.unwrap_or(card.vital);
        card.hull = self.hull.unwrap_or(card.hull);
        if let Some(names) = &self.abilities {
            card.abilities = Abilities::default();
            for name in names {
                card.abilities
                    .insert(Ability::named(name).ok_or_else(|| format!("there is no ability {name}"))?);
            }
        }
        Ok(card)
    }
}
