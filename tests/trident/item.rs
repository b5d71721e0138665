//! What a question of Trident can name.

use sealord::condition::{Asked, Clause, ConditionWord, Conditions, Match, Reads};
use sealord::items::{Items, Words};
use sealord::question::{QuestionKind, questions};
use sealord::rules::roster::UnitId;
use sealord::tags::Tags;

use super::Trident;
use super::sea::{Sea, ZoneId};

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

questions! {
    SAIL = "sail": "where ships sail";
    SCOUT = "scout": "where aircraft search";
    ENGAGE = "engage" in combat: "what ships fire at";
    REPLY = "reply" in combat: "what ships that are fired at fire at";
}

/// A ship of the others counts where it is in sight, as what it is.
pub const CONDITIONS: &[ConditionWord] = &[
    ConditionWord::new("turn", Reads::Turn, "it is turn {number} or later").number(1, 9),
    ConditionWord::new("outgunned", Reads::Fight, "those in sight have {ratio} of your guns or more")
        .ratio(3, 2),
    ConditionWord::new("enemy", Reads::Place, "an enemy {what} is in sight {there}").what(),
];

impl Conditions for Trident {
    fn conditions(&self) -> &'static [ConditionWord] {
        CONDITIONS
    }

    fn is_of_a_fight(&self, kind: &str) -> bool {
        KINDS.iter().any(|it| it.kind == kind && it.in_combat)
    }

    fn is_place(&self, _: &ConditionWord, at: Item) -> bool {
        at.zone().is_some()
    }

    fn is_seen(&self, what: Match<Item>) -> bool {
        self.ships.ids().any(|ship| what.fits(self, Item::Ship(ship)))
    }

    /// Whether a clause holds for the party that is asked.
    fn holds(&self, sea: &Sea, asked: &Asked<'_, Item>, clause: &Clause<Item>) -> bool {
        let side = asked.party.side();
        let at = asked.key.split('/').nth(1).and_then(|word| self.find(word));
        let at = clause.at.as_ref().map(|at| at.is).or(at).and_then(Item::zone);
        let there = || at.into_iter().flat_map(|zone| self.afloat(sea, zone));
        let seen = || there().filter(|(id, _)| sea.ship(*id).in_sight(side, sea.turn));
        match clause.word {
            "turn" => u16::from(sea.turn) >= clause.number,
            "outgunned" => {
                let own = there().filter(|(id, _)| self.commands(asked.party, *id));
                let guns = |of: u8| u32::from(of);
                let enemy = seen().map(|(_, ship)| guns(ship.guns)).sum();
                clause.ratio.is_reached(enemy, own.map(|(_, ship)| guns(ship.guns)).sum())
            }
            "enemy" => {
                let what = clause.what.as_ref().expect("it takes one").is;
                seen().any(|(id, _)| what.fits(self, Item::Ship(id)))
            }
            other => panic!("{other} is no condition"),
        }
    }
}

impl Items for Trident {
    fn words(&self, _: &Sea, item: Item) -> Words {
        match item {
            Item::Ship(ship) => {
                let ship = &self.ships[ship];
                let note = format!("{} {} {}", ship.side().adjective(), ship.class, ship.line());
                Words { id: ship.id.clone(), name: ship.name.clone(), note }
            }
            Item::Zone(zone) => Words::plain(self.zone(zone).id.clone(), self.zone(zone).name.clone()),
            Item::Aircraft => Words::plain("aircraft", "the aircraft"),
            Item::Hold => Words::plain("hold", "hold fire"),
        }
    }

    fn tag_words(&self) -> &'static [&'static str] {
        TAGS
    }

    fn knows(&self, word: &str) -> bool {
        ["aircraft", "hold"].contains(&word) || self.find(word).is_some()
    }

    fn kinds(&self) -> &'static [QuestionKind] {
        KINDS
    }

    fn tags(&self, item: Item) -> Tags {
        let word = match item {
            Item::Ship(ship) => &self.ships[ship].class,
            Item::Hold => "hold",
            Item::Zone(_) | Item::Aircraft => return Tags::NONE,
        };
        Tags::named(TAGS, word).unwrap_or(Tags::NONE)
    }

    fn find(&self, word: &str) -> Option<Item> {
        self.ships.by_id(word).map(Item::Ship).or(self.zone_called(word).map(Item::Zone))
    }
}

impl Item {
    pub fn zone(self) -> Option<ZoneId> {
        if let Item::Zone(zone) = self { Some(zone) } else { None }
    }
}
