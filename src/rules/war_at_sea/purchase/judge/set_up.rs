//! 2.6 to 2.10: facilities, islands and transports.

use std::collections::BTreeMap;

use crate::facilities::factory_for;
use crate::files::facilities::Site;
use crate::purchase::Slot;
use crate::purchase::left::Count;
use engine::problem::{list_or, quote};
use tactical::cards::{CardId, Kind};

use super::{Judge, Spot};

/// Where a construction place may stand, and by which rule (WSC-2.6-1 to 4).
const fn may_stand(slot: Slot) -> (&'static str, &'static [Site]) {
    match slot {
        Slot::Large => ("WSC-2.6-1", &[Site::Capital]),
        Slot::Medium => ("WSC-2.6-2", &[Site::Large]),
        Slot::Small1 | Slot::Small2 => ("WSC-2.6-3", &[Site::Capital, Site::Large]),
        Slot::Pen => ("WSC-2.6-4", &[Site::Capital, Site::Large]),
    }
}

impl Judge<'_> {
    /// What a side places as it likes. Gives how full its islands are, with Territory.
    pub(super) fn set_up(&mut self) -> Vec<(u8, Count)> {
        if self.in_force.construction {
            self.construction_places();
            self.factories();
        }
        if self.in_force.economy {
            self.transports();
        }
        if self.in_force.territory { self.islands() } else { Vec::new() }
    }

    /// 2.6: one large yard, one medium, two small, one pen.
    fn construction_places(&mut self) {
        for slot in Slot::ALL {
            let (rule, sites) = may_stand(slot);
            let word = slot.word();
            let mend = format!("Write `{word}:` and {} under `set_up`.", self.sectors(sites));
            match self.fleet.set_up.at.get(&slot) {
                None => {
                    let what = format!("It is not said where the yard {} stands.", quote(word));
                    self.fault(Spot::SetUp, rule, what, mend);
                }
                Some(sector) if !self.bases.site(*sector).is_some_and(|site| sites.contains(&site)) => {
                    let what = format!("The yard {} cannot stand in sector {sector}.", quote(word));
                    self.fault(Spot::At(slot), rule, what, mend);
                }
                Some(_) => {}
            }
        }
        let wrong = |slot: &&Slot| !matches!(slot, Slot::Small1 | Slot::Small2);
        for slot in self.fleet.set_up.raised.iter().filter(wrong) {
            let what = format!("Only small yards can be raised, not {}.", quote(slot.word()));
            self.fault(
                Spot::Raised(*slot),
                "WSC-2.6-3",
                what,
                "Write `upgrade: [small-1]`, or leave it out.",
            );
        }
    }

    /// 2.6: four factories, two of a subtype; 4.6: how many for a rare aircraft.
    fn factories(&mut self) {
        let (shop, placed) = (self.shop, self.shop.facilities.placed);
        let factories = &self.fleet.set_up.factories;
        let most = usize::from(placed.factories);
        if factories.len() != most {
            let what = format!("There are {} aircraft factories instead of {most}.", factories.len());
            self.fault(
                Spot::SetUp,
                "WSC-2.6-5",
                what,
                "Write `factories:` and the aircraft that each of them makes.",
            );
        }
        let mut made: BTreeMap<CardId, u8> = BTreeMap::new();
        let mut of_kind: BTreeMap<Kind, u8> = BTreeMap::new();
        for (at, id) in factories.iter().enumerate() {
            let card = &shop.cards[*id];
            let name = &card.name;
            if factory_for(shop.cards, card).is_none() {
                let what = format!("{name} is no aircraft.");
                self.fault(Spot::Factory(at), "WSC-2.6-5", what, "Name an aircraft.");
                continue;
            }
            if let Some((_, what, mend)) = self.may_have(card, Some(self.seat.year)) {
                self.fault(Spot::Factory(at), "WSC-2.6-5", what, mend);
            }
            let of = of_kind.entry(card.kind).or_default();
            *of += 1;
            if *of == placed.factories_of_a_subtype + 1 {
                let what = format!(
                    "More than {} factories make {}s.",
                    placed.factories_of_a_subtype,
                    card.kind.word().replace('-', " ")
                );
                self.fault(Spot::Factory(at), "WSC-2.6-5", what, "Name aircraft of another subtype.");
            }
            let made = made.entry(*id).or_default();
            *made += 1;
            let factor = shop.rarity.of(*id).factor;
            if shop.facilities.most_factories(factor).is_some_and(|most| *made == most + 1) {
                let what =
                    format!("{name} is {}, so there may be only {} for it.", factor.word(), words(*made - 1));
                self.fault(Spot::Factory(at), "WSC-4.6-9", what, "Name another aircraft.");
            }
        }
    }

    /// 2.10: sixty transports at bases.
    fn transports(&mut self) {
        let transports = &self.fleet.set_up.transports;
        for sector in transports.keys().filter(|sector| self.bases.site(**sector).is_none()) {
            let what = format!("Sector {sector} is no base of {}.", self.seat.name);
            let all = [Site::Capital, Site::Large, Site::Small];
            self.faults.push(super::Fault {
                spot: Spot::Transports(*sector),
                rule: "WSC-2.10-1",
                what,
                mend: format!("Its bases are {}.", list_or(&self.bases.words(&all)).replace(" or ", " and ")),
            });
        }
        let sum: u32 = transports.values().map(|n| u32::from(*n)).sum();
        let all = u32::from(self.shop.facilities.placed.transports);
        if sum != all {
            let what = format!("There are {all} transports to place; here are {sum}.");
            self.fault(
                Spot::SetUp,
                "WSC-2.10-1",
                what,
                "Write `transports:` and how many are in each sector, as in `{6: 24, 16: 36}`.",
            );
        }
    }

    /// WSC-2.7-4: everything must fit on the islands.
    fn islands(&mut self) -> Vec<(u8, Count)> {
        let islands: Vec<(u8, Count)> = self
            .bases
            .bases
            .iter()
            .map(|(sector, base)| {
                (
                    *sector,
                    Count {
                        have: self.spaces(*sector, base.site),
                        bound: self.shop.facilities.room(base.site).into(),
                    },
                )
            })
            .collect();
        for (sector, Count { have, bound }) in &islands {
            if have > bound {
                let name = &self.bases.bases[sector].name;
                let what = format!(
                    "The facilities in sector {sector} ({name}) take {have} SPACES; the island has {bound}."
                );
                let mut slots = self.fleet.set_up.at.iter().filter(|(_, at)| *at == sector);
                let spot = slots.next_back().map_or(Spot::SetUp, |(slot, _)| Spot::At(*slot));
                self.fault(spot, "WSC-2.7-4", what, "Put yards or the pen elsewhere.");
            }
        }
        islands
    }

    /// SPACES that land bases take in a sector with a base.
    fn spaces(&self, sector: u8, site: Site) -> u32 {
        let (shop, set_up, in_force) = (self.shop, &self.fleet.set_up, self.in_force);
        let of = |card: Option<CardId>| card.map_or(0, |card| u32::from(shop.cards[card].spaces));
        let given = shop.facilities.starting(site, |rule| in_force.has(rule)).flat_map(|it| &it.units);
        let mut spaces: u32 = given.map(|(card, n)| of(Some(*card)) * u32::from(*n)).sum();
        if in_force.construction {
            let here = set_up.at.iter().filter(|(_, at)| **at == sector).map(|(slot, _)| *slot);
            spaces +=
                here.map(|slot| of(shop.cards.by_id(slot.card(set_up.raised.contains(&slot))))).sum::<u32>();
            if site == Site::Capital {
                let factories =
                    set_up.factories.iter().map(|made| factory_for(shop.cards, &shop.cards[*made]));
                spaces += factories.map(of).sum::<u32>();
            }
        }
        spaces
    }
}

/// A number of factories in words.
fn words(number: u8) -> String {
    if number == 1 { "one factory".to_owned() } else { format!("{number} factories") }
}
