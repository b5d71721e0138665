//! What a question can name.

use super::Schiffskrieg;
use super::board::{BaseId, BoxId, SeaMap};
use super::pieces::{Kind, Nation, ShipType, UnitId};
use super::scenario::Support;
use super::state::{Goal, Sea, SupportId};
use crate::questions;
use engine::items::{Dictionary, Items, Numbered, Words};
use engine::question::QuestionKind;
use engine::tags::{List, Tagged, Tags, count, items, joined, words};

/// Something a question names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A piece.
    Unit(UnitId),
    /// One of a piece's Airstrike factors, counted from 1.
    Factor(UnitId, u8),
    /// A plain word.
    Word(Word),
    /// A support unit.
    Support(SupportId),
    /// Where a support unit is placed, or a patrol goes.
    Goal(Goal),
    /// A port or city.
    Base(BaseId),
    /// An Off-Map Box.
    Box(BoxId),
    /// A Base Attack Raid on a map.
    BaseRaid(SeaMap),
    /// A die of a roll, from 1.
    Die(u8),
    /// A group of interceptors, from 1.
    Group(u8),
    /// A kind of support unit.
    Kind(Support),
    /// A Scratch Defense Fleet that a country of a nation triggers.
    Scratch(Nation),
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
        /// Nothing is done; no contest.
        No = "no",
        /// A ship joins the Task Force.
        Sail = "sail",
        /// An LBA is attached.
        Attach = "attach",
        /// An X-boat is attached.
        BoatIn = "boat",
        /// A piece joins if it is needed.
        Fill = "fill",
        /// A piece is left out.
        Spare = "spare",
        /// A ship of a Task Force that is made anew stays.
        Keep = "keep",
        /// It is dropped.
        Drop = "drop",
        /// A ship is added to it.
        Add = "add",
        /// What follows when a list is done.
        Then = "then",
        /// The segment ends.
        End = "end",
        /// The faction is asked again.
        Ask = "ask",
        /// The Luck marker.
        Luck = "luck",
        /// A ship goes on a commerce raid.
        Raid = "raid",
        /// A ship intercepts as doctrine pairs it: alone, or a carrier with a battleship.
        Join = "join",
        /// When interception stops.
        Stop = "stop",
        /// Never.
        Never = "never",
        /// Once one interceptor is there.
        AtOne = "at-1",
        /// Once two are there.
        AtTwo = "at-2",
        /// Once three are there.
        AtThree = "at-3",
        /// Once they are stronger.
        WhenStronger = "when-stronger",
        /// Whether interceptors fight.
        Battle = "battle",
        /// They do.
        Fight = "fight",
        /// They do not.
        Decline = "decline",
        /// What a commerce raid brings.
        Gain = "gain",
        /// A Convoy is delayed.
        Convoy = "convoy",
        /// A support unit is delayed.
        SupportUnit = "support-unit",
        /// The Raid marker delays Western pieces.
        WesternDelay = "western-delay",
        /// The Raid marker hampers Lend-Lease.
        SovietLendLease = "soviet-lend-lease",
        /// What is lost.
        Loss = "loss",
        /// The target of a patrol.
        Target = "target",
        /// A ship is begun.
        Build = "build",
        /// It is left.
        Leave = "leave",
        /// An LBA goes to the Delay Box.
        Remove = "remove",
        /// A reduced LBA is at full strength again.
        Restore = "restore",
        /// A piece goes to the other theatre.
        Withdraw = "withdraw",
        /// A piece comes back from it.
        Recall = "recall",
        /// The Servron marker.
        Servron = "servron",
        /// It goes off the map.
        Off = "off",
        /// A ship holds a Reserve Fleet.
        Held = "held",
        /// It is free.
        Free = "free",
        /// The Reserve Fleet marker of a port.
        Marker = "marker",
        /// What the event is to do.
        Choice = "choice",
        /// Yes.
        Yes = "yes",
        /// One step left on the Turn Track.
        Left = "left",
        /// A Fleet unit goes to the other theatre.
        SendFleet = "send-fleet",
        /// An Air unit goes to the other theatre.
        SendAir = "send-air",
        /// A Fleet unit comes from the other theatre.
        BringFleet = "bring-fleet",
        /// An Air unit comes from the other theatre.
        BringAir = "bring-air",
        /// Gray, the Black Sea.
        GrayStripe = "gray-stripe",
        /// Blue, the Baltic Sea.
        BlueStripe = "blue-stripe",
        /// Red, the Sea of Japan and the Sea of Okhotsk.
        RedStripe = "red-stripe",
        /// To the Delay Box.
        ToDelay = "to-delay",
        /// A piece is lifted to the other map.
        Transfer = "transfer",
        /// A piece is sunk, since it has nowhere to go.
        Lost = "lost",
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
        /// A ship of Speed 5 or 6.
        Fast = "fast",
        /// A ship of Speed 4 or less.
        Slow = "slow",
    }
}

items!(Item: Unit(UnitId), Word(Word), Support(SupportId), Goal(Goal), Base(BaseId), Box(BoxId), BaseRaid(SeaMap));

/// The Speed from which a ship is fast.
const FAST: u8 = 5;

/// The words that doctrine may use for many pieces.
const LISTS: &[&[&str]] = &[Sort::WORDS, ShipType::WORDS, Nation::WORDS];
/// All of them.
pub const TAGS: [&str; count(LISTS)] = joined(LISTS);
const SORTS: List<Sort> = List::among(&TAGS);
const TYPES: List<ShipType> = List::among(&TAGS);
const NATIONS: List<Nation> = List::among(&TAGS);

fn scratch_word(nation: Nation) -> String {
    format!("scratch/{}", nation.id())
}

fn base_raid_word(map: SeaMap) -> String {
    format!("base-raid-{}", map.id())
}

impl Items for Schiffskrieg {
    fn words(&self, sea: &Sea, item: Item) -> Words {
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
            Item::Support(support) => Words::plain(self.support_word(support), self.support_name(support)),
            Item::Goal(goal) => Words::plain(self.goal_word(goal), self.goal_name(goal)),
            Item::Base(base) => {
                let of = self.board.base(base);
                Words::plain(of.id.clone(), of.name.clone())
            }
            Item::Box(hold) => {
                let of = self.board.hold(hold);
                Words::plain(of.id.clone(), of.name.clone())
            }
            Item::Scratch(nation) => {
                Words::plain(scratch_word(nation), format!("Scratch Defense Fleet, {}", nation.adjective()))
            }
            Item::BaseRaid(map) => Words::plain(base_raid_word(map), format!("Base Attack Raid, {map}")),
            Item::Die(number) => Words::plain(format!("die-{number}"), format!("die {number}")),
            Item::Kind(kind) => Words::plain(kind.id(), kind.id().replace('-', " ")),
            Item::Group(number) => Words::plain(format!("group-{number}"), format!("group {number}")),
        }
    }

    fn tags(&self, item: Item) -> Tags {
        let (Item::Unit(unit) | Item::Factor(unit, _)) = item else { return Tags::NONE };
        let of = &self.counters[unit];
        let kind = match of.kind {
            Kind::Ship(class) => {
                let sort = if class.is_carrier() { Sort::Carrier } else { Sort::Surface };
                let fast = of.front.speed.is_some_and(|speed| speed >= FAST);
                SORTS.of(sort) | SORTS.of(if fast { Sort::Fast } else { Sort::Slow }) | TYPES.of(class)
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

    fn find(&self, word: &str) -> Option<Item> {
        if let Some(word) = Word::named(word) {
            return Some(Item::Word(word));
        }
        if let Some(map) = SeaMap::ALL.into_iter().find(|map| base_raid_word(*map) == word) {
            return Some(Item::BaseRaid(map));
        }
        if let Some(kind) = Support::named(word) {
            return Some(Item::Kind(kind));
        }
        for (start, item) in [("die-", Item::Die as fn(u8) -> Item), ("group-", Item::Group)] {
            if let Some(number) = word.strip_prefix(start).and_then(|number| number.parse().ok()) {
                return Some(item(number));
            }
        }
        if let Some(nation) = Nation::ALL.into_iter().find(|nation| scratch_word(*nation) == word) {
            return Some(Item::Scratch(nation));
        }
        if let Some(goal) = self.goal_of(word) {
            return Some(Item::Goal(goal));
        }
        if let Some(at) = self.support.iter().position(|it| it.word == word) {
            return Some(Item::Support(SupportId(at as u8)));
        }
        if let Some(base) = self.board.base_ids().find(|base| self.board.base(*base).id == word) {
            return Some(Item::Base(base));
        }
        if let Some(hold) = self.board.box_ids().find(|hold| self.board.hold(*hold).id == word) {
            return Some(Item::Box(hold));
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

    fn is_unit(&self, item: Item) -> bool {
        matches!(item, Item::Unit(_))
    }

    /// Every word that [`Items::find`] knows.
    fn dictionary(&self) -> Dictionary {
        let board = &self.board;
        let bases = || board.base_ids().map(|base| board.base(base).id.as_str());
        let mut names: Vec<String> = Word::ALL.map(|word| word.id().to_owned()).to_vec();
        names.extend(SeaMap::ALL.map(base_raid_word));
        names.extend(Support::ALL.map(|kind| kind.id().to_owned()));
        names.extend(Nation::ALL.map(scratch_word));
        names.push("strategic-warfare".to_owned());
        names.extend(board.zone_ids().map(|zone| board.zone(zone).id.clone()));
        names.extend(bases().flat_map(|id| [id.to_owned(), format!("off/{id}"), format!("strike/{id}")]));
        names.extend(self.support.iter().map(|it| it.word.clone()));
        names.extend(board.box_ids().map(|hold| board.hold(hold).id.clone()));
        names.extend(self.counters.words());
        let any = |before: &str| Numbered::behind(before, 0, u16::from(u8::MAX));
        let mut numbered = vec![any("die-"), any("group-")];
        for letter in board.grid.letters().flat_map(|it| [it, it.to_ascii_uppercase()]) {
            numbered.push(Numbered { digits: 4, ..Numbered::behind(letter, 0, 9999) });
        }
        for unit in self.counters.ids() {
            let counter = &self.counters[unit];
            let most = u16::from(counter.front.airstrike);
            if most > 0 {
                numbered.push(Numbered::behind(format!("{}/", counter.id), 1, most));
            }
        }
        let bases = board.base_ids().map(|base| (&board.base(base).id, &board.base(base).name));
        let zones = board.zone_ids().map(|zone| (&board.zone(zone).id, &board.zone(zone).name));
        let boxes = board.box_ids().map(|hold| (&board.hold(hold).id, &board.hold(hold).name));
        let places = bases.chain(zones).chain(boxes).map(|(id, name)| (id.clone(), name.clone()));
        let called = self.counters.called().chain(places).collect();
        Dictionary { names, numbered, called }
    }

    fn tag_words(&self) -> &'static [&'static str] {
        &TAGS
    }

    /// A piece stands for each of its Airstrike factors, a kind for each support unit of it.
    fn covers(&self, named: Item, item: Item) -> bool {
        match (named, item) {
            (Item::Unit(unit), Item::Factor(of, _)) => unit == of,
            (Item::Kind(kind), Item::Support(of)) => {
                self.support.get(usize::from(of.0)).is_some_and(|it| it.kind == kind)
            }
            (Item::Kind(kind), Item::Scratch(_)) => kind == Support::ScratchDefenseFleet,
            _ => named == item,
        }
    }

    fn places(&self, kind: &str) -> Vec<String> {
        let raids = || self.scenario.maps.iter().map(|map| format!("base-raid-{}", map.id()));
        match kind {
            questions::COMPOSE => self.support.iter().map(|it| it.word.clone()).chain(raids()).collect(),
            questions::BUILD => {
                let builds = Nation::ALL.into_iter().filter(|nation| nation.builds());
                builds.map(|nation| nation.id().to_owned()).collect()
            }
            questions::COMMERCE_RAID
            | questions::INTERCEPT
            | questions::ENGAGE
            | questions::RAID_GAIN
            | questions::RAID_LOSS => self.scenario.maps.iter().map(|map| map.id().to_owned()).collect(),
            questions::RESERVE_HOLD => {
                self.tables.reserve_fleets.iter().map(|fleet| fleet.base.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn kinds(&self) -> &'static [QuestionKind] {
        questions::KINDS
    }
}

impl Schiffskrieg {
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

    /// The name of a support unit.
    pub(super) fn support_name(&self, support: SupportId) -> String {
        match self.support.get(usize::from(support.0)) {
            Some(it) => it.name.clone(),
            None => format!("support unit {}", support.0),
        }
    }

    /// The name of where a support unit is placed.
    pub(super) fn goal_name(&self, goal: Goal) -> String {
        match goal {
            Goal::Station(zone) => self.board.zone(zone).name.clone(),
            Goal::Landing(base) => format!("off {}", self.board.base(base).name),
            Goal::Strike(base) => format!("a strike at {}", self.board.base(base).name),
            Goal::Hex(hex) => self.board.grid.code(hex),
            Goal::StrategicWarfare => "Strategic Warfare Box".to_owned(),
        }
    }

    fn goal_of(&self, word: &str) -> Option<Goal> {
        if word == "strategic-warfare" {
            return Some(Goal::StrategicWarfare);
        }
        let zone = || self.board.zone_ids().find(|zone| self.board.zone(*zone).id == word).map(Goal::Station);
        let base = |id: &str| self.board.base_ids().find(|base| self.board.base(*base).id == id);
        match word.split_once('/') {
            Some(("off", id)) => base(id).map(Goal::Landing),
            Some(("strike", id)) => base(id).map(Goal::Strike),
            _ => zone().or_else(|| self.board.grid.hex(word).map(Goal::Hex)),
        }
    }
}
