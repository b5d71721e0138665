//! Trident under the laws.

/// What a side cannot know.
mod mask;
/// What holds of this game only.
mod own;

use std::sync::OnceLock;

use sealord::games::Games;
use sealord::own_file::OwnFiles;
use sealord::party::Party;
use sealord::question::OpenQuestion;
use sealord::report::Templates;
use sealord::rules::roster::UnitId;
use sealord::rules::{Choices, Rulebook, load};
use sealord::side::{Side, SideMap};
use sealord::table::Section;

use self::mask::Mask;
use crate::laws::systems::{Disguise, Lawful, Least, Reach, Sums};
use crate::trident::event::{EVENTS, Event};
use crate::trident::item::Item;
use crate::trident::sea::{Phase, Sea, ShipState, Sunk, ZoneId};
use crate::trident::{PARTIES, SIDES, Trident, folder};

/// All but the last: only an umpire rules; officers cannot.
const KINDS: [(&str, bool); EVENTS.len()] = {
    let mut kinds = [("", true); EVENTS.len()];
    let mut at = 0;
    while at < EVENTS.len() {
        kinds[at] = (EVENTS[at].0, at + 1 < EVENTS.len());
        at += 1;
    }
    kinds
};

impl Lawful for Trident {
    const KINDS: &'static [(&'static str, bool)] = &KINDS;
    const RULING: &'static str = "points coral 1";
    const LEAST: Least = Least {
        kinds: 4,
        views: 20_001,
        questions: 301,
        leaving: 401,
        asked_after: 41,
        branches: 15,
        forged: 2,
    };
    type Sums = Points;
    const CONDITIONS: &'static [&'static str] = &[
        "turn 2",
        "outgunned 2:1",
        "enemy BB",
        "no enemy ja-fathom",
        "[turn 2, any: [outgunned, enemy CA]]",
    ];

    fn system() -> &'static Trident {
        static SYSTEM: OnceLock<Trident> = OnceLock::new();
        SYSTEM.get_or_init(|| {
            Party::declare(PARTIES);
            load(&Trident::games(), None, &Choices::default()).unwrap()
        })
    }

    fn games() -> Games {
        Party::declare(PARTIES);
        sealord::rules::games().with_system(&OwnFiles, &folder("games")).unwrap()
    }

    fn templates() -> Templates {
        Party::declare(PARTIES);
        Templates::with_system(&folder("templates")).unwrap()
    }

    fn doctrine(_: Party) -> String {
        "doctrine:\n  scout: eye\n  engage: [{for: [DD], prefer: [hold]}, {when: [outgunned 2:1, no \
         turn 3], prefer: [hold]}, {prefer: [BB, strongest], spread: true}]\n  reply: [{when: enemy BB, prefer: \
         [weakest]}, {prefer: [strongest]}]\n"
            .to_owned()
    }

    fn thing(number: u16) -> Item {
        if number < 15 { Item::Ship(UnitId(number)) } else { Item::Zone(ZoneId(0)) }
    }

    fn hostile(question: Option<&OpenQuestion>, hidden: Option<&str>) -> String {
        let key = question.map_or("t1/sail/coral", |question| &question.key);
        let subject = question.and_then(|it| it.subjects.first()).map_or("co-anvil", |it| &it.id);
        let hidden = hidden.unwrap_or("co-anvil");
        format!(
            "  '{key}':\n    '{subject}': atlantis\n    anvil: 9\n    {hidden}: eye\n    am-keel: {hidden}\n  \
             t9/nothing: {{{hidden}: hold}}\n"
        )
    }

    /// The zone in a key such as `t1/north/engage/coral`.
    fn branch<'k>(sea: &Sea, key: &'k str) -> Option<&'k str> {
        let zone = |word: &&str| Trident::system().zones.iter().any(|zone| zone.id == *word);
        key.split('/').nth(1).filter(zone).filter(|_| sea.phase == Phase::Fighting)
    }

    fn without(sea: &Sea, branch: &str) -> Sea {
        let mut less = sea.clone();
        let Trident { zones, ships } = Trident::system();
        let there = |(ship, _): &(&mut ShipState, _)| zones[usize::from(ship.at.0)].id == branch;
        for (ship, of) in less.ships.iter_mut().zip(&ships.0).filter(there) {
            ship.hits = of.hull;
            ship.sunk = Some(Sunk { turn: sea.turn, by: Vec::new(), before: Vec::new() });
        }
        less
    }

    fn disguise(
        from: &[Side],
        sea: &Sea,
        _: &[Section<Event>],
        seed: u64,
        reach: Reach,
    ) -> Option<Box<dyn Disguise<Trident>>> {
        Some(Box::new(Mask::new(Trident::system(), from, sea, seed, reach)))
    }
}

/// Points, by the events alone.
pub struct Points {
    seed: u64,
    points: SideMap<i32>,
}

impl Points {
    fn add(&mut self, side: Side, points: i32) {
        self.points.insert(side, self.points.of(side) + points);
    }
}

impl Sums<Trident> for Points {
    fn new(seed: u64) -> Points {
        Points { seed, points: SideMap::default() }
    }

    fn event(&mut self, sea: &Sea, event: &Event) {
        match event {
            Event::Sank { ship, by, .. } => {
                assert!(sea.ship(*ship).afloat() && !by.is_empty(), "seed {}: {event:?}", self.seed);
                by.iter().for_each(|side| self.add(*side, 1));
            }
            Event::Ruled { side, points, .. } => self.add(*side, *points),
            Event::Fired { ship, target, .. } => {
                let [ship, target] = [ship, target].map(|ship| sea.ship(*ship));
                assert!(ship.afloat() && target.afloat() && ship.at == target.at, "seed {}", self.seed);
            }
            Event::MatchEnded { points } => {
                SIDES.iter().for_each(|side| assert_eq!(points.of(*side), self.points.of(*side)));
            }
            _ => {}
        }
    }

    fn settled(&self, sea: &Sea) {
        for &side in SIDES {
            assert_eq!(Trident::system().points(sea, side), self.points.of(side), "seed {}", self.seed);
        }
    }
}
