//! What a question of Trident can name.

use sealord::rules::roster::{Named, UnitId};
use sealord::system::{QuestionKind, Words};
use sealord::tags::Tags;

use super::Trident;
use super::sea::ZoneId;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Item {
    Ship(UnitId),
    Zone(ZoneId),
    /// The aircraft of the side that scouts.
    Aircraft,
    /// To hold fire.
    Hold,
}

pub const TAGS: &[&str] = &["BB", "CA", "DD", "hold"];

pub const KINDS: &[QuestionKind] = &[
    QuestionKind { kind: "sail", about: "where ships sail", in_combat: false },
    QuestionKind { kind: "scout", about: "where aircraft search", in_combat: false },
    QuestionKind { kind: "engage", about: "what ships fire at", in_combat: true },
    QuestionKind { kind: "reply", about: "what ships that are fired at fire at", in_combat: true },
];

impl Item {
    pub fn zone(self) -> Option<ZoneId> {
        if let Item::Zone(zone) = self { Some(zone) } else { None }
    }
}

impl Trident {
    pub fn item_words(&self, item: Item) -> Words {
        match item {
            Item::Ship(ship) => {
                let ship = &self.ships[ship];
                let note = format!("{} {} {}", ship.side.adjective(), ship.class, ship.line());
                Words { id: ship.id.clone(), name: ship.name.clone(), note }
            }
            Item::Zone(zone) => Words::plain(self.zone(zone).id.clone(), self.zone(zone).name.clone()),
            Item::Aircraft => Words::plain("aircraft", "the aircraft"),
            Item::Hold => Words::plain("hold", "hold fire"),
        }
    }

    pub fn item_tags(&self, item: Item) -> Tags {
        let word = match item {
            Item::Ship(ship) => &self.ships[ship].class,
            Item::Hold => "hold",
            Item::Zone(_) | Item::Aircraft => return Tags::NONE,
        };
        Tags::named(TAGS, word).unwrap_or(Tags::NONE)
    }

    pub fn item_of(&self, word: &str) -> Option<Item> {
        let zone = self.zone_ids().find(|zone| self.zone(*zone).has_id(word)).map(Item::Zone);
        self.ships.by_id(word).map(Item::Ship).or(zone)
    }
}
