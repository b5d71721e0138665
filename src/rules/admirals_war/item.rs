//! Everything a question of this system can name, and what doctrine may call it.

use super::AdmiralsWar;
use super::board::{AreaId, BaseId};
use super::pieces::{Kind, Nation, UnitId};
use crate::system::Words;
use crate::tags::{List, Tagged, Tags, count, items, joined, words};

/// Something a question names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A unit.
    Unit(UnitId),
    /// A sea area.
    Area(AreaId),
    /// A port or base.
    Base(BaseId),
    /// A retreating group.
    Group(u8),
    /// One of a port's repair points, counted from 1.
    Point(BaseId, u8),
    /// The next area to be fought in.
    Next,
    /// A plain word.
    Word(Word),
}

words! {
    /// A plain word that may be chosen.
    pub enum Word: id {
        /// A unit stays where it is.
        Stay = "stay",
        /// A ship in port turns to its raiding side.
        Raid = "raid",
        /// An air unit is placed later.
        Later = "later",
        /// A ship joins the raid force.
        RaidForce = "raid-force",
        /// A ship leaves the raid force and stays in port.
        Port = "port",
        /// An air unit leaves for the other theatre.
        Transfer = "transfer",
        /// A unit attacks nothing.
        Hold = "hold",
        /// A carrier fires its guns.
        Fire = "fire",
        /// An air action.
        Air = "air",
        /// A surface action.
        Surface = "surface",
        /// A side leaves the area.
        Retreat = "retreat",
        /// A ship stops pursuing.
        Stop = "stop",
        /// The British hunt.
        British = "british",
        /// The Americans hunt.
        American = "american",
        /// Nothing of what could be chosen.
        None = "none",
    }
}

words! {
    /// What a unit may be called.
    pub enum Sort: id {
        /// A ship, with or without an airstrike factor.
        Ship = "ship",
        /// CV or CVL.
        Carrier = "carrier",
        /// Submarines.
        Submarine = "submarine",
        /// A land-based air unit.
        LandAir = "LBA",
        /// An amphibious unit.
        Amphibious = "amphibious",
        /// An escort group.
        HunterKiller = "hunter-killer",
        /// An armed merchant raider.
        Hilfskreuzer = "hilfskreuzer",
        /// A fleet oiler.
        Oiler = "oiler",
        /// A battleship, battlecruiser or pocket battleship.
        CapitalShip = "capital-ship",
        /// A heavy or light cruiser.
        Cruiser = "cruiser",
    }
}

items!(Item: Unit(UnitId), Area(AreaId), Base(BaseId), Word(Word));

const LISTS: &[&[&str]] = &[Sort::WORDS, Word::WORDS, Nation::WORDS];

/// The words doctrine may use for tags: sorts of units, words, nations.
pub const TAGS: &[&str] = &joined::<{ count(LISTS) }>(LISTS);

const SORT: List<Sort> = List::among(TAGS);
const WORD: List<Word> = List::among(TAGS);
const NATION: List<Nation> = List::among(TAGS);

impl AdmiralsWar {
    pub(super) fn item_tags(&self, item: Item) -> Tags {
        match item {
            Item::Unit(unit) => self.unit_tags(unit),
            Item::Word(word) => WORD.of(word),
            Item::Area(_) | Item::Base(_) | Item::Group(_) | Item::Point(..) | Item::Next => Tags::NONE,
        }
    }

    fn unit_tags(&self, unit: UnitId) -> Tags {
        let counter = self.counter(unit);
        let sort = match counter.kind {
            Kind::Ship => Sort::Ship,
            Kind::Carrier => Sort::Carrier,
            Kind::Submarine => Sort::Submarine,
            Kind::LandAir => Sort::LandAir,
            Kind::Amphibious => Sort::Amphibious,
            Kind::HunterKiller => Sort::HunterKiller,
            Kind::Hilfskreuzer => Sort::Hilfskreuzer,
            Kind::Oiler => Sort::Oiler,
        };
        let class = match counter.class.as_str() {
            "BB" | "BC" | "PB" => SORT.of(Sort::CapitalShip),
            "CA" | "CL" => SORT.of(Sort::Cruiser),
            _ => Tags::NONE,
        };
        // A carrier is a ship as well.
        let ship = if counter.is_ship() { SORT.of(Sort::Ship) } else { Tags::NONE };
        SORT.of(sort) | ship | class | NATION.of(counter.nation)
    }

    pub(super) fn item_named(&self, word: &str) -> Option<Item> {
        let unit = || self.counters.find(word).map(Item::Unit);
        unit()
            .or_else(|| self.board.area_named(word).map(Item::Area))
            .or_else(|| self.board.base_named(word).map(Item::Base))
            .or_else(|| Word::named(word).map(Item::Word))
    }

    pub(super) fn item_words(&self, item: Item) -> Words {
        match item {
            Item::Unit(unit) => {
                let counter = self.counter(unit);
                let note = format!("{} {}", counter.class, counter.line(&counter.front));
                Words { id: counter.id.clone(), name: counter.name.clone(), note }
            }
            Item::Area(area) => {
                let of = self.board.area(area);
                let points = self.area_points(area);
                let note = format!("{}/{}", points.axis, points.allies);
                Words { id: of.id.clone(), name: of.name.clone(), note }
            }
            Item::Base(base) => {
                let of = self.board.base(base);
                Words::plain(&of.id, &of.name)
            }
            Item::Group(group) => Words::plain(format!("group-{group}"), format!("group {group}")),
            Item::Point(base, number) => {
                let of = self.board.base(base);
                Words::plain(format!("{}-{number}", of.id), format!("{} point {number}", of.name))
            }
            Item::Next => Words::plain("next", "the next area"),
            Item::Word(word) => Words::plain(word.id(), word.id()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_doctrine_keep_their_order() {
        let words = "ship carrier submarine LBA amphibious hunter-killer hilfskreuzer oiler capital-ship cruiser stay \
                     raid later raid-force port transfer hold fire air surface retreat stop british american none GB AU NL GR SU FR US DE IT JP";
        assert_eq!(TAGS.join(" "), words);
    }

    #[test]
    fn a_word_fits_what_it_names_and_nothing_else() {
        let sorts = Sort::ALL.map(|it| (it.id(), SORT.of(it)));
        let words = Word::ALL.map(|it| (it.id(), WORD.of(it)));
        let nations = Nation::ALL.map(|it| (it.code(), NATION.of(it)));
        for ((word, tags), known) in sorts.into_iter().chain(words).chain(nations).zip(TAGS) {
            assert_eq!(word, *known);
            let fitting =
                TAGS.iter().filter(|other| Tags::named(TAGS, other).is_some_and(|it| it.meets(tags)));
            assert_eq!(fitting.collect::<Vec<_>>(), [&word]);
        }
    }
}
