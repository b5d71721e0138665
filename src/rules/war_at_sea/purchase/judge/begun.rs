//! 2.2 Starting Pre-Build Points: units that were begun before turn 1.

use crate::files::facilities::Site;
use crate::purchase::building::{instalment, most_a_turn, turns};
use crate::purchase::left::{Budget, is_large_carrier};
use crate::purchase::{Prebuilt, Slot};
use engine::problem::{count, quote};
use tactical::cards::{Card, Kind};

use super::{Judge, Spot, points};

impl Judge<'_> {
    /// 2.2 Starting Pre-Build Points, 2.11 with quarterly turns.
    pub(super) fn pre_build(&mut self) -> Budget {
        let (allowance, fleet) = (self.shop.points, self.fleet);
        let (of, rule) = if self.in_force.quarterly {
            (allowance.prebuild_quarterly, "WSC-2.11-1")
        } else {
            (allowance.prebuild_half_year, "WSC-2.2-1")
        };
        let mut spent = 0;
        for (at, begun) in fleet.prebuild.iter().enumerate() {
            spent += begun.paid.iter().map(|paid| u32::from(*paid)).sum::<u32>();
            self.begun(at, begun);
        }
        let budget = Budget::of(of, spent, allowance.prebuild_keep);
        if budget.over() > 0 {
            let what = format!("The units that are begun take {spent} of {of} pre-build points.");
            self.fault(Spot::Whole, rule, what, format!("Save {}.", points(budget.over())));
        }
        if self.in_force.construction {
            Slot::ALL.into_iter().for_each(|slot| self.yard(slot));
        }
        budget
    }

    /// One unit that was begun.
    fn begun(&mut self, at: usize, begun: &Prebuilt) {
        let card = &self.shop.cards[begun.card];
        if let Some((rule, what, mend)) = self.may_have(card, None) {
            return self.fault(Spot::Prebuild(at), rule, what, mend);
        }
        if let Some(owed) = self.payments(at, begun, card) {
            self.in_time(at, begun, card, owed);
        }
        self.building_place(at, begun, card);
    }

    /// WSC-2.2-2: each payment is one that the turn would have allowed, and something is still owed. Gives
    /// what.
    fn payments(&mut self, at: usize, begun: &Prebuilt, card: &Card) -> Option<u16> {
        let (pace, price, name) = (self.in_force.pace(), self.price(card), &card.name);
        let all = turns(card, price, pace);
        if all == 1 {
            let what = format!("{name} takes one turn, so it cannot have been begun before turn 1.");
            self.fault(Spot::Prebuild(at), "WSC-2.2-2", what, "Buy it with the starting points.");
            return None;
        }
        if begun.paid.is_empty() {
            let what = format!("Nothing was paid for {name}.");
            self.fault(
                Spot::Prebuild(at),
                "WSC-2.2-2",
                what,
                "Write what was paid each past turn, as in `paid: [15, 15]`.",
            );
            return None;
        }
        let mut owed = price;
        for (turn, paid) in begun.paid.iter().enumerate() {
            let may = instalment(card, owed, turn as u16 + 1, all, pace);
            if *paid >= owed {
                let what = format!("{name} costs {price} points, so it would be finished before turn 1.");
                let mend = format!(
                    "Leave at least one payment for turn 1; {} are still owed here.",
                    points(owed.into())
                );
                self.fault(Spot::Paid(at, turn), "WSC-2.2-2", what, mend);
                return None;
            }
            if !may.contains(paid) {
                let (least, most) = (may.start(), may.end());
                let what = format!(
                    "{} cannot be paid for {name} in one turn while {owed} are owed.",
                    points(u32::from(*paid))
                );
                self.fault(Spot::Paid(at, turn), "WSC-2.2-2", what, format!("Pay {least} to {most}."));
                return None;
            }
            owed -= paid;
        }
        Some(owed)
    }

    /// WSC-4.2-4, WSC-4.2-5: not finished before its year.
    fn in_time(&mut self, at: usize, begun: &Prebuilt, card: &Card, owed: u16) {
        let pace = self.in_force.pace();
        let all = turns(card, self.price(card), pace);
        let left = all.saturating_sub(begun.paid.len() as u16).max(owed.div_ceil(most_a_turn(pace)));
        let year = card.year.unwrap_or_default();
        let first = pace.first_turn_for(year, self.seat.year);
        if left < first {
            let name = &card.name;
            let what = format!("{name} would be finished on turn {left}, before its year, {year}.");
            let mend =
                format!("Let it be finished on turn {first} at the earliest: pay for fewer past turns.");
            self.fault(Spot::Prebuild(at), "WSC-4.2-4", what, mend);
        }
    }

    /// 4.4 Construction Locations, 4.6 with Construction.
    fn building_place(&mut self, at: usize, begun: &Prebuilt, card: &Card) {
        let (spot, name) = (Spot::Prebuild(at), &card.name);
        if !self.in_force.construction {
            let only_capital = card.kind == Kind::Battleship || is_large_carrier(card);
            let (rule, sites): (_, &[Site]) = match only_capital {
                true => ("WSC-4.4-1", &[Site::Capital]),
                false => ("WSC-4.4-2", &[Site::Capital, Site::Large]),
            };
            if !self.bases.site(begun.at).is_some_and(|site| sites.contains(&site)) {
                let what = format!("{name} cannot be built in sector {}.", begun.at);
                self.fault(spot, rule, what, format!("Build it in {}.", self.sectors(sites)));
            }
            return;
        }
        if card.kind.is_aircraft() {
            if !self.fleet.set_up.factories.contains(&begun.card) {
                let what = format!("No factory makes {name}.");
                self.fault(spot, "WSC-4.6-8", what, "Name it under `factories`, or leave it out.");
            }
            return;
        }
        let Some(slot) = begun.yard else {
            let what = format!("It is not said which yard builds {name}.");
            let all = Slot::ALL.map(|slot| quote(slot.word()));
            return self.fault(
                spot,
                "WSC-4.6-6",
                what,
                format!("Write `yard:` and one of {}.", all.join(", ")),
            );
        };
        let stands = self.fleet.set_up.at.get(&slot).copied();
        if stands != Some(begun.at) {
            let what = format!("The yard {} does not stand in sector {}.", quote(slot.word()), begun.at);
            let mend = match stands {
                Some(sector) => format!("Write `at: {sector}`, or name another yard."),
                None => format!("Say under `set_up` where it stands: `{}: {}`.", slot.word(), begun.at),
            };
            self.fault(spot, "WSC-4.4-3", what, mend);
        }
    }

    /// 4.6: what a construction place holds at a time.
    fn yard(&mut self, slot: Slot) {
        let (shop, fleet) = (self.shop, self.fleet);
        let raised = fleet.set_up.raised.contains(&slot);
        let Some(yard) = shop.cards.by_id(slot.card(raised)).and_then(|card| shop.facilities.yard(card))
        else {
            return;
        };
        let holds = |it: &&Prebuilt| it.yard == Some(slot) && !shop.cards[it.card].kind.is_aircraft();
        let units = fleet.prebuild.iter().filter(holds).map(|it| &shop.cards[it.card]);
        if let Some(reason) = yard.refuses(units.clone()) {
            let last = fleet.prebuild.iter().rposition(|it| holds(&it)).unwrap_or_default();
            let word = quote(slot.word());
            let what = format!(
                "The yard {word} cannot hold {} that it should build: {}.",
                count(units.count(), "unit"),
                reason.words()
            );
            self.fault(
                Spot::Prebuild(last),
                reason.rule(slot == Slot::Pen),
                what,
                "Move some to another yard, or leave them out.",
            );
        }
    }
}
