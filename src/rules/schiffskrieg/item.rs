//! What a question can name.

use super::Schiffskrieg;
use super::pieces::{Kind, Nation, ShipType, UnitId};
use super::state::Sea;
use crate::system::{QuestionKind, Words};
use crate::tags::{List, Tagged, Tags, count, items, joined, words};

/// Something a question names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A piece.
    Unit(UnitId),
    /// One of a piece's Airstrike factors, counted from 1.
    Factor(UnitId, u8),
    /// A plain word.
    Word(Word),
}

words! {
    /// A plain word that may be chosen.
    pub enum Word: id {
        /// A Day Action.
        Day = "day",
        /// A Night Action.
        Night = "night",
        /// A piece does not fire.
        Hold = "hold",
        /// A side stays.
        Stay = "stay",
        /// A side retires.
        Retire = "retire",
    }
}

words! {
    /// What a piece may be called.
    pub enum Sort: id {
        /// A heavy ship or LBA.
        Heavy = "heavy",
        /// A light ship or LBA.
        Light = "light",
        /// A carrier.
        Carrier = "carrier",
        /// A surface ship.
        Surface = "surface",
        /// A land-based air unit.
        Lba = "lba",
        /// An X-boat.
        Boat = "x-boat",
    }
}

items!(Item: Unit(UnitId), Word(Word));

/// The words that doctrine may use for many pieces.
const LISTS: &[&[&str]] = &[Sort::WORDS, ShipType::WORDS, Nation::WORDS];
/// All of them.
pub const TAGS: [&str; count(LISTS)] = joined(LISTS);
const SORTS: List<Sort> = List::among(&TAGS);
const TYPES: List<ShipType> = List::among(&TAGS);
const NATIONS: List<Nation> = List::among(&TAGS);

/// The kinds of question.
pub const KINDS: &[QuestionKind] = &[
    QuestionKind { kind: "day-night", about: "a Day or a Night Action", in_combat: true },
    QuestionKind { kind: "targets", about: "who fires at what", in_combat: true },
    QuestionKind { kind: "retire", about: "whether to retire after the first round", in_combat: true },
];

impl Schiffskrieg {
    pub(super) fn item_words(&self, sea: &Sea, item: Item) -> Words {
        match item {
            Item::Unit(unit) => {
                let of = &self.counters[unit];
                Words { id: of.id.clone(), name: of.name.clone(), note: self.line_of(sea, unit) }
            }
            Item::Factor(unit, number) => {
                let of = &self.counters[unit];
                Words::plain(format!("{}/{number}", of.id), format!("{}, factor {number}", of.name))
            }
            Item::Word(word) => Words::plain(word.id(), word.id()),
        }
    }

    /// The factors that a piece shows: attack, Damage, Defense and Speed, with a dash for what it has not.
    pub fn line_of(&self, sea: &Sea, unit: UnitId) -> String {
        let of = &self.counters[unit];
        let side = of.factors(sea.unit(unit).hurt);
        let number = |it: Option<u8>| it.map_or_else(|| "-".to_owned(), |it| it.to_string());
        let attack = side.gunnery + side.airstrike + side.torpedo;
        match of.kind {
            Kind::Boat => format!("{attack}"),
            Kind::Lba { .. } => format!("{attack}-{}-{}", number(side.damage), side.defense),
            Kind::Ship(_) => {
                format!("{attack}-{}-{}-{}", number(side.damage), side.defense, number(side.speed))
            }
        }
    }

    pub(super) fn item_tags(&self, item: Item) -> Tags {
        let (Item::Unit(unit) | Item::Factor(unit, _)) = item else { return Tags::NONE };
        let of = &self.counters[unit];
        let kind = match of.kind {
            Kind::Ship(class) => {
                let sort = if class.is_carrier() { Sort::Carrier } else { Sort::Surface };
                SORTS.of(sort) | TYPES.of(class)
            }
            Kind::Lba { .. } => SORTS.of(Sort::Lba),
            Kind::Boat => SORTS.of(Sort::Boat),
        };
        let weight = match of.kind {
            Kind::Boat => Tags::NONE,
            _ if of.is_heavy() => SORTS.of(Sort::Heavy),
            _ => SORTS.of(Sort::Light),
        };
        kind | weight | NATIONS.of(of.nation)
    }

    pub(super) fn item_of(&self, word: &str) -> Option<Item> {
        if let Some(word) = Word::named(word) {
            return Some(Item::Word(word));
        }
        if let Some((unit, number)) = word.rsplit_once('/') {
            let unit = self.counters.by_id(unit)?;
            let number = number
                .parse()
                .ok()
                .filter(|number| (1..=self.counters[unit].front.airstrike).contains(number))?;
            return Some(Item::Factor(unit, number));
        }
        self.counters.find(word).map(Item::Unit)
    }
}
