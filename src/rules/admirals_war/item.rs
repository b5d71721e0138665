//! Everything a question of this system can name, and what doctrine may call it.

use super::AdmiralsWar;
use super::board::{AreaId, BaseId};
use super::pieces::{Kind, Nation, UnitId};
use super::state::Ocean;
use crate::questions;
use engine::items::{Dictionary, Items, Numbered, Words};
use engine::question::QuestionKind;
use engine::rulebook::roster::Named;
use engine::tags::{List, Tagged, Tags, count, items, joined, words};

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
    /// A task force, by its number.
    TaskForce(u8),
    /// One of a port's repair points, counted from 1.
    Point(BaseId, u8),
    /// A face of a die.
    Face(u8),
    /// The next area to be fought in.
    Next,
    /// A place on a list, counted from 1.
    Rank(u8),
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
        /// Germany seizes the French fleet.
        Seize = "seize",
        /// A ship stops pursuing.
        Stop = "stop",
        /// The British hunt.
        British = "british",
        /// The Americans hunt.
        American = "american",
        /// An aircraft attacks to the death.
        Kamikaze = "kamikaze",
        /// Italy declares war.
        Declare = "declare",
        /// A task force searches.
        Searching = "searching",
        /// A task force hides.
        Hiding = "hiding",
        /// A task force lands.
        Landing = "landing",
        /// A task force joins a surface action.
        Join = "join",
        /// A carrier waits for the groups of uncertain location to turn up.
        LocationUncertain = "location-uncertain",
        /// Nothing of what could be chosen.
        None = "none",
        /// A ship stays what it is.
        Keep = "keep",
        /// A ship takes another name.
        Rename = "rename",
        /// A ship is broken up.
        Scrap = "scrap",
        /// A ship is converted.
        Convert = "convert",
        /// A submarine aims at what it can catch.
        Aim = "aim",
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

words! {
    /// What can be chosen of which doctrine has to take any: of places and groups it does not know which come
    /// up.
    pub enum Goal: id {
        /// A port or base.
        Base = "base",
        /// A group that retreats.
        Group = "group",
    }
}

/// How the id of a task force begins, as `tf-2`.
pub(super) const TASK_FORCE: &str = "tf-";

words! {
    /// A class, by the code on the counter, where no sort has it alone.
    pub enum Class: code {
        /// A battleship.
        Battleship = "BB",
        /// A battlecruiser.
        Battlecruiser = "BC",
        /// A pocket battleship.
        PocketBattleship = "PB",
        /// A battleship with a flight deck.
        HybridBattleship = "BBCV",
        /// A heavy cruiser.
        HeavyCruiser = "CA",
        /// A light cruiser.
        LightCruiser = "CL",
        /// A fleet carrier.
        FleetCarrier = "CV",
        /// A light or escort carrier.
        LightCarrier = "CVL",
        /// Submarines of the common type.
        CommonSubmarine = "SS",
        /// Type XXI.
        TypeXxi = "XXI",
    }
}

items!(Item: Unit(UnitId), Area(AreaId), Base(BaseId), Word(Word));

const LISTS: &[&[&str]] = &[Sort::WORDS, Word::WORDS, Nation::WORDS, Class::WORDS, Goal::WORDS];

/// The words doctrine may use for tags: sorts of units, words, nations, classes, goals.
pub const TAGS: &[&str] = &joined::<{ count(LISTS) }>(LISTS);

const SORT: List<Sort> = List::among(TAGS);
const WORD: List<Word> = List::among(TAGS);
const NATION: List<Nation> = List::among(TAGS);
const CLASS: List<Class> = List::among(TAGS);
const GOAL: List<Goal> = List::among(TAGS);

impl Items for AdmiralsWar {
    fn words(&self, ocean: &Ocean, item: Item) -> Words {
        match item {
            Item::Unit(unit) => {
                let counter = self.counter(unit);
                let note = format!("{} {}", counter.class, counter.line(&counter.front));
                Words { id: counter.id.clone(), name: counter.name.clone(), note }
            }
            Item::Area(area) => {
                let of = self.board.area(area);
                let points = self.area_points(ocean, area);
                let note = format!("{}/{}", points.axis, points.allies);
                Words { id: of.id.clone(), name: of.name.clone(), note }
            }
            Item::Base(base) => {
                let of = self.board.base(base);
                Words::plain(&of.id, &of.name)
            }
            Item::Group(group) => Words::plain(format!("group-{group}"), format!("group {group}")),
            Item::TaskForce(force) => Words::plain(format!("{TASK_FORCE}{force}"), format!("TF {force}")),
            Item::Point(base, number) => {
                let of = self.board.base(base);
                Words::plain(format!("{}-{number}", of.id), format!("{} point {number}", of.name))
            }
            Item::Face(face) => Words::plain(format!("die-{face}"), format!("a die of {face}")),
            Item::Rank(rank) => Words::plain(rank.to_string(), format!("number {rank}")),
            Item::Next => Words::plain("next", "the next area"),
            Item::Word(word) => Words::plain(word.id(), word.id()),
        }
    }

    fn tags(&self, item: Item) -> Tags {
        match item {
            Item::Unit(unit) => self.unit_tags(unit),
            Item::Word(word) => WORD.of(word),
            Item::Base(_) => GOAL.of(Goal::Base),
            Item::Group(_) => GOAL.of(Goal::Group),
            Item::Area(_)
            | Item::TaskForce(_)
            | Item::Point(..)
            | Item::Face(_)
            | Item::Rank(_)
            | Item::Next => Tags::NONE,
        }
    }

    fn find(&self, word: &str) -> Option<Item> {
        let unit = || self.counters.find(word).map(Item::Unit);
        unit()
            .or_else(|| self.board.area_named(word).map(Item::Area))
            .or_else(|| self.board.base_named(word).map(Item::Base))
            .or_else(|| Word::named(word).map(Item::Word))
            .or_else(|| word.strip_prefix(TASK_FORCE)?.parse().ok().map(Item::TaskForce))
    }

    fn is_unit(&self, item: Item) -> bool {
        matches!(item, Item::Unit(_))
    }

    /// Every word that [`Items::find`] knows.
    fn dictionary(&self) -> Dictionary {
        let areas = self.board.areas.iter().flat_map(Named::all_names);
        let bases = self.board.bases.iter().flat_map(Named::all_names);
        let words = Word::ALL.into_iter().map(|word| word.id().to_owned());
        let names = self.counters.words().chain(areas).chain(bases).chain(words).collect();
        let areas = self.board.areas.iter().map(Named::called);
        let bases = self.board.bases.iter().map(Named::called);
        let called = self.counters.called().chain(areas).chain(bases).collect();
        let numbered = vec![Numbered::behind(TASK_FORCE, 0, u16::from(u8::MAX))];
        Dictionary { names, numbered, called }
    }

    fn tag_words(&self) -> &'static [&'static str] {
        TAGS
    }

    /// Questions of combat are put by sea area, those about a port by its name; the others for a whole
    /// nation.
    fn places(&self, kind: &str) -> Vec<String> {
        let areas = || self.board.areas.iter().map(|area| area.id.clone());
        let bases = || self.board.bases.iter().map(|base| base.id.clone());
        match kind {
            questions::SELECT_AREA => Vec::new(),
            questions::REPAIR => bases().collect(),
            questions::RAID_TARGETS | questions::DEFENDER => areas().chain(bases()).collect(),
            _ if questions::KINDS.iter().any(|it| it.kind == kind && it.in_combat) => areas().collect(),
            _ => Vec::new(),
        }
    }

    fn kinds(&self) -> &'static [QuestionKind] {
        questions::KINDS
    }

    fn knows(&self, word: &str) -> bool {
        self.is_word(word)
    }
}

impl AdmiralsWar {
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
        let class = Class::named(&counter.class);
        let class_and_sort = class.map_or(Tags::NONE, |class| match class {
            Class::Battleship | Class::Battlecruiser | Class::PocketBattleship => {
                CLASS.of(class) | SORT.of(Sort::CapitalShip)
            }
            Class::HeavyCruiser | Class::LightCruiser => CLASS.of(class) | SORT.of(Sort::Cruiser),
            _ => CLASS.of(class),
        });
        // A carrier is a ship as well.
        let ship = if counter.is_ship() { SORT.of(Sort::Ship) } else { Tags::NONE };
        SORT.of(sort) | ship | class_and_sort | NATION.of(counter.nation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_doctrine_keep_their_order() {
        let words = "ship carrier submarine LBA amphibious hunter-killer hilfskreuzer oiler capital-ship cruiser stay \
                     raid later raid-force port transfer hold fire air surface retreat seize stop british american kamikaze declare searching hiding landing join location-uncertain none keep rename scrap convert aim GB AU NL GR SU FR US DE IT JP \
                     BB BC PB BBCV CA CL CV CVL SS XXI base group";
        assert_eq!(TAGS.join(" "), words);
    }

    #[test]
    fn a_word_fits_what_it_names_and_nothing_else() {
        let sorts = Sort::ALL.map(|it| (it.id(), SORT.of(it)));
        let words = Word::ALL.map(|it| (it.id(), WORD.of(it)));
        let nations = Nation::ALL.map(|it| (it.code(), NATION.of(it)));
        let classes = Class::ALL.map(|it| (it.code(), CLASS.of(it)));
        let all = sorts.into_iter().chain(words).chain(nations).chain(classes);
        for ((word, tags), known) in all.zip(TAGS) {
            assert_eq!(word, *known);
            let fitting =
                TAGS.iter().filter(|other| Tags::named(TAGS, other).is_some_and(|it| it.meets(tags)));
            assert_eq!(fitting.collect::<Vec<_>>(), [&word]);
        }
    }
}
