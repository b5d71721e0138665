//! Places in words, as rulings, cases and reports write them: `base scapa-flow`, `used north-sea`, `delay
//! tk`.

use super::Schiffskrieg;
use super::board::SeaMap;
use super::calendar::Turn;
use super::markers::Lies;
use super::scenario::EventBox;
use super::state::{Goal, Mission, Place, Post, Site, SupportId};

/// The forms of a place.
pub const FORMS: &str = "base ID | box ID | on-station ZONE | used ZONE | used-asset MAP | naval-delay MAP | delay MAP | \
     turn-track MAP TURN | ship-track TURN | shipyard | available | force-pool MAP | holding | event ID | sunk | out";

impl Schiffskrieg {
    /// The words of a place.
    pub fn place_words(&self, place: Place) -> String {
        let board = &self.board;
        match place {
            Place::Base(base) => format!("base {}", board.base(base).id),
            Place::Box(hold) => format!("box {}", board.hold(hold).id),
            Place::OnStation(zone) => format!("on-station {}", board.zone(zone).id),
            Place::Used(zone) => format!("used {}", board.zone(zone).id),
            Place::UsedAsset(map) => format!("used-asset {}", map.id()),
            Place::NavalDelay(map) => format!("naval-delay {}", map.id()),
            Place::Delay(map) => format!("delay {}", map.id()),
            Place::TurnTrack(map, turn) => format!("turn-track {} {}", map.id(), turn.id()),
            Place::ShipTrack(turn) => format!("ship-track {}", turn.id()),
            Place::Shipyard => "shipyard".to_owned(),
            Place::Available => "available".to_owned(),
            Place::ForcePool(map) => format!("force-pool {}", map.id()),
            Place::Holding => "holding".to_owned(),
            Place::Event(event) => format!("event {}", event.id()),
            Place::Sunk => "sunk".to_owned(),
            Place::Out => "out".to_owned(),
        }
    }

    /// The place of such words.
    ///
    /// # Errors
    /// A sentence that says what is not understood.
    pub fn place_of(&self, words: &str) -> Result<Place, String> {
        let board = &self.board;
        let parts: Vec<&str> = words.split_whitespace().collect();
        let map = |word: &str| SeaMap::named(word);
        let place = match parts[..] {
            ["base", id] => board.base_named(id).map(Place::Base),
            ["box", id] => board.box_named(id).map(Place::Box),
            ["on-station", id] => board.zone_named(id).map(Place::OnStation),
            ["used", id] => board.zone_named(id).map(Place::Used),
            ["used-asset", word] => map(word).map(Place::UsedAsset),
            ["naval-delay", word] => map(word).map(Place::NavalDelay),
            ["delay", word] => map(word).map(Place::Delay),
            ["turn-track", word, turn] => {
                map(word).zip(Turn::named(turn)).map(|(map, turn)| Place::TurnTrack(map, turn))
            }
            ["ship-track", turn] => Turn::named(turn).map(Place::ShipTrack),
            ["force-pool", word] => map(word).map(Place::ForcePool),
            ["event", word] => EventBox::named(word).map(Place::Event),
            ["shipyard"] => Some(Place::Shipyard),
            ["available"] => Some(Place::Available),
            ["holding"] => Some(Place::Holding),
            ["sunk"] => Some(Place::Sunk),
            ["out"] => Some(Place::Out),
            _ => None,
        };
        place.ok_or_else(|| format!("`{words}` is no place; write {FORMS}"))
    }

    /// The words of where a support unit is.
    pub fn post_words(&self, post: Post) -> String {
        match post {
            Post::ForcePool => "force-pool".to_owned(),
            Post::Station(zone) => format!("station {}", self.board.zone(zone).id),
            Post::Hex(hex) => format!("hex {}", self.board.grid.code(hex)),
            Post::StrategicWarfare => "strategic-warfare".to_owned(),
            Post::UsedAsset => "used-asset".to_owned(),
            Post::NavalDelay => "naval-delay".to_owned(),
            Post::Delay => "delay".to_owned(),
            Post::Track(turn) => format!("turn-track {}", turn.id()),
            Post::Away => "away".to_owned(),
        }
    }

    /// The words of where a battle is fought.
    pub fn site_words(&self, site: Site) -> String {
        match site {
            Site::Station(zone) => format!("station {}", self.board.zone(zone).id),
            Site::SeaHex(hex, zone) => {
                format!("sea {} {}", self.board.grid.code(hex), self.board.zone(zone).id)
            }
            Site::LandHex(hex, None) => format!("land {}", self.board.grid.code(hex)),
            Site::LandHex(hex, Some(zone)) => {
                format!("land {} {}", self.board.grid.code(hex), self.board.zone(zone).id)
            }
            Site::StrategicWarfare(map) => format!("strategic-warfare {}", map.id()),
        }
    }

    /// The words of a thing that is ordered.
    pub fn mission_words(&self, mission: Mission) -> String {
        match mission {
            Mission::Place(support, goal) => {
                format!("{} {}", self.support_word(support), self.goal_word(goal))
            }
            Mission::BaseRaid(base) => format!("base-raid {}", self.board.base(base).id),
            Mission::Patrol(boat, zone) => {
                format!("{} {}", self.counters[boat].id, self.board.zone(zone).id)
            }
            Mission::Ask => "ask".to_owned(),
        }
    }

    /// The word of where a support unit is placed.
    pub fn goal_word(&self, goal: Goal) -> String {
        match goal {
            Goal::Station(zone) => self.board.zone(zone).id.clone(),
            Goal::Landing(base) => format!("off/{}", self.board.base(base).id),
            Goal::Strike(base) => format!("strike/{}", self.board.base(base).id),
            Goal::Hex(hex) => self.board.grid.code(hex),
            Goal::StrategicWarfare => "strategic-warfare".to_owned(),
        }
    }

    /// The word of a support unit; its number where the match has none such.
    pub fn support_word(&self, support: SupportId) -> String {
        match self.support.get(usize::from(support.0)) {
            Some(it) => it.word.clone(),
            None => support.0.to_string(),
        }
    }
}

impl Schiffskrieg {
    /// The words of where a marker lies.
    pub fn lies_words(&self, lies: Lies) -> String {
        match lies {
            Lies::Base(base) => format!("base {}", self.board.base(base).id),
            Lies::ForcePool => "force-pool".to_owned(),
            Lies::Delay => "delay".to_owned(),
            Lies::TurnTrack(turn) => format!("turn-track {}", turn.id()),
            Lies::Out => "out".to_owned(),
        }
    }

    /// Where a marker lies by such words.
    ///
    /// # Errors
    /// A sentence that says what is not understood.
    pub fn lies_of(&self, words: &str) -> Result<Lies, String> {
        let lies = match words.split_whitespace().collect::<Vec<_>>()[..] {
            ["base", id] => self.board.base_named(id).map(Lies::Base),
            ["turn-track", turn] => Turn::named(turn).map(Lies::TurnTrack),
            ["force-pool"] => Some(Lies::ForcePool),
            ["delay"] => Some(Lies::Delay),
            ["out"] => Some(Lies::Out),
            _ => None,
        };
        lies.ok_or_else(|| {
            format!("`{words}` is no place for a marker; write base ID | force-pool | delay | turn-track TURN | out")
        })
    }
}
