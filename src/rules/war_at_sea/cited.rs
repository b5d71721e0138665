//! Which rule of the ledger a line of the story cites: the one that made the event what it is. What the
//! campaign is won by, and what the program arranges itself, stand in no rule, so nothing is cited.

use super::event::{End, Event, Fate, Loss, Refusal};
use super::options::Rule;
use super::state::{Hunt, Intel, Level, Phase, Place, Size, UnitId, War};
use super::view::Observer;
use super::{WarAtSea, board};
use engine::items::Words;
use engine::question::key::{Part as _, Turn};
use tactical::cards::{Ability, Card, CardId, Kind};

/// Amid what an event happens, as far as the rule hangs on it.
pub(super) struct Amid {
    turn: u8,
    phase: Option<Phase>,
    /// Medium yards that were placed in the set-up so far: the first is the one of WSC-2.6-2, others were
    /// raised.
    mediums: usize,
}

impl Amid {
    /// A part of a turn, by its word in the story.
    pub(super) fn at(words: &Words, war: &War) -> Amid {
        let turn = words.id.split('/').next().and_then(|turn| Turn::read(turn).ok());
        let phase = words.id.rsplit('/').next().and_then(Phase::named);
        Amid { turn: turn.map_or(war.turn, |turn| turn.0), phase, mediums: 0 }
    }

    /// Goes on past an event.
    pub(super) fn follow(&mut self, system: &WarAtSea, event: &Event) {
        match event {
            Event::Mustered { .. } => self.mediums = 0,
            Event::Placed { card, .. } if system.cards[*card].id == MEDIUM_YARD => self.mediums += 1,
            _ => {}
        }
    }

    fn is_set_up(&self) -> bool {
        self.phase == Some(Phase::SetUp)
    }
}

/// The yard to which small ones may be raised.
const MEDIUM_YARD: &str = "medium-construction-yard";

impl Observer<'_> {
    /// The rule of a line; reports of matches of edition 1 go on to cite as they did.
    pub(super) fn rule_of<'v>(&self, event: &'v Event, amid: &Amid) -> &'v str {
        let exact = if self.system.is_first_edition() { None } else { self.exact_rule(event, amid) };
        exact.unwrap_or_else(|| event.rule())
    }

    /// The rule for what became of a unit in a battle: nothing for what its last lines say already, that it
    /// was destroyed.
    pub(super) fn rule_of_fate(&self, fate: &Fate, of_a_convoy: bool) -> &'static str {
        match fate.end {
            _ if self.system.is_first_edition() => "",
            End::Afloat => "WSC-3-4",
            End::Left if of_a_convoy => "WSC-11.13-11",
            End::Left if self.system.has(Rule::LargeBattleMap) => "WSC-11.8-2",
            End::Left => "WSC-11.7-2",
            End::Destroyed => "",
            End::Stranded => "WST-ret-5",
            End::Ashore => "WSC-16-7",
        }
    }

    /// The rule for aircraft that were based.
    pub(super) fn rule_of_base(&self, place: Place) -> &'static str {
        let idle = matches!(place, Place::Idle(_)) && !self.system.is_first_edition();
        if idle { "WSC-5.1-3" } else { "WSC-5.1-1" }
    }

    /// The rule for what a side does about a convoy.
    pub(super) fn rule_of_hunt(&self, hunt: Hunt) -> &'static str {
        match hunt {
            Hunt::Submarines if !self.system.is_first_edition() => "WSC-11.13-2",
            Hunt::Leave if !self.system.is_first_edition() => "WSC-11.13-4",
            Hunt::Submarines | Hunt::Intercept | Hunt::Leave => "WSC-11.13-3",
        }
    }

    /// The rule where it hangs on what happened, on the options of the match, or on what it happens amid.
    fn exact_rule(&self, event: &Event, amid: &Amid) -> Option<&'static str> {
        let has = |rule: Rule| self.system.has(rule);
        Some(match event {
            Event::Placed { card, at, .. } => self.rule_of_placing(*card, *at, amid)?,
            Event::Begun { .. } if amid.is_set_up() => {
                if has(Rule::Quarterly) {
                    "WSC-2.11-1"
                } else {
                    "WSC-2.2-1"
                }
            }
            Event::Begun { card, price, .. } => self.rule_of_building(&self.system.cards[*card], *price),
            Event::Paid { unit, .. } => match self.card_of(*unit)?.kind {
                kind if kind.is_land_base() => "WSC-4.7-1",
                _ if has(Rule::Quarterly) => "WSC-4.5-8",
                _ => "WSC-4.3-3",
            },
            Event::Spent { at, .. } if !at.is_empty() => "WSC-14.3-1",
            Event::Intercepted { guard, chase, .. } if chase > guard => "WSC-11.13-6",
            Event::Intercepted { .. } => "WSC-11.13-5",
            Event::Sailed { .. } if amid.turn == 1 => "WSC-6.2-1",
            Event::Committed { late: true, .. } if has(Rule::PlannedAirstrikes) => "WSC-10.2-1",
            Event::Committed { late: true, .. } => "WSC-10.1-1",
            Event::Refused { card, why, .. } => {
                self.rule_of_refusal(&self.system.cards[*card], *why, amid.is_set_up())
            }
            // What is only rolled when a battle begins, nobody was told of before.
            Event::Rolled { .. } if amid.phase == Some(Phase::Combat) => "WSC-9.4-3",
            Event::Rolled { waters } if waters.time.len() > 9 => "WSC-9.5-1",
            Event::Told { intel } => self.rule_of_intelligence(intel),
            Event::Lost { why, .. } => match why {
                Loss::Scuttled => "WSC-11.7-4",
                Loss::NoRefuge => "WSC-12.2-2",
                Loss::Site => "WSC-4.8-1",
                Loss::Carrier => "WSC-8.4-4",
                Loss::Base => "WSC-12.2-6",
            },
            Event::Retired { free: true, .. } => "WSC-12.2-3",
            Event::Retired { transit, barred, .. } => match (*transit > 0, *barred > 0) {
                (true, true) => "WSC-12.2-5",
                (true, false) => "WSC-12.2-2",
                (false, true) => "WSC-12.2-4",
                (false, false) => "WSC-12.2-1",
            },
            Event::Taken { .. } if has(Rule::GroundCombat) => "WSC-11.12-2",
            Event::Mended { whole, by, .. } => self.rule_of_mending(*whole, by.first().copied()),
            Event::Earned { .. } | Event::Produced { .. } if amid.is_set_up() => "WSC-4.1-1",
            Event::Earned { .. } if has(Rule::Quarterly) => "WSC-14.1-6",
            Event::TurnEnded { .. } if has(Rule::Quarterly) => "WSC-15.2-1",
            _ => return None,
        })
    }

    fn card_of(&self, unit: UnitId) -> Option<&Card> {
        self.war.units.get(usize::from(unit.0)).map(|unit| &self.system.cards[unit.card])
    }

    /// 2.6 to 2.10 Who lets a unit stand where it is from the start.
    fn rule_of_placing(&self, card: CardId, at: board::SectorId, amid: &Amid) -> Option<&'static str> {
        let card = &self.system.cards[card];
        Some(match (card.kind, self.system.board.sector(at).kind) {
            (Kind::ConstructionYard, _) => match &*card.id {
                "large-construction-yard" => "WSC-2.6-1",
                MEDIUM_YARD if amid.mediums == 0 => "WSC-2.6-2",
                _ => "WSC-2.6-3",
            },
            (Kind::ConstructionPen, _) => "WSC-2.6-4",
            (Kind::AircraftFactory, _) => "WSC-2.6-5",
            (Kind::RepairFacility, _) => "WSC-2.9-1",
            (kind, _) if kind.is_ground() => "WSC-2.8-1",
            (Kind::Airbase | Kind::ShoreBattery, board::Kind::Capital) => "WSC-2.7-3",
            (Kind::Airbase | Kind::ShoreBattery, board::Kind::Large) => "WSC-2.7-2",
            (Kind::Airbase | Kind::ShoreBattery, _) => "WSC-2.7-1",
            (Kind::Auxiliary, _) => "WSC-2.10-1",
            _ => return None,
        })
    }

    /// 4.3, 4.5 and 4.7 How long a unit is built.
    fn rule_of_building(&self, card: &Card, price: u16) -> &'static str {
        match card.kind {
            kind if kind.is_land_base() => "WSC-4.7-1",
            _ if !self.system.has(Rule::Quarterly) => {
                if price <= 15 {
                    "WSC-4.3-1"
                } else {
                    "WSC-4.3-2"
                }
            }
            Kind::Submarine => "WSC-4.5-2",
            Kind::Destroyer => "WSC-4.5-3",
            Kind::Cruiser => "WSC-4.5-4",
            Kind::Carrier => "WSC-4.5-5",
            Kind::Battleship => "WSC-4.5-6",
            Kind::Auxiliary => "WSC-4.5-7",
            kind if kind.is_aircraft() || kind == Kind::TorpedoBoat => "WSC-4.5-1",
            // Ground units have no row in the table of quarters.
            _ => "WSC-4.3-1",
        }
    }

    /// Why an order comes to nothing.
    fn rule_of_refusal(&self, card: &Card, why: Refusal, set_up: bool) -> &'static str {
        let has = |rule: Rule| self.system.has(rule);
        match why {
            Refusal::Range if has(Rule::AirRange) => "WSC-8.5-1",
            Refusal::Range if card.kind != Kind::PatrolBomber => "WSC-8.2-3",
            Refusal::Range => "WSC-8.2-2",
            Refusal::Idle => "WSC-5.1-3",
            Refusal::Threatened if has(Rule::PlannedAirstrikes) => "WSC-8.6-2",
            Refusal::Threatened => "WSC-10.3-1",
            Refusal::Barred => "WSC-12.2-4",
            Refusal::Scouting => "WSC-7.2-3",
            // What a bank cannot bear is refused before it is an order.
            Refusal::Bank => "",
            Refusal::Rarity if set_up && has(Rule::Construction) && card.kind.is_aircraft() => "WSC-2.6-5",
            Refusal::Rarity if card.kind == Kind::AircraftFactory => "WSC-4.6-9",
            Refusal::Rarity => "WSC-4.2-6",
            // Without Construction nothing is offered but where it can be built.
            Refusal::Yard => "WSC-4.6-5",
            Refusal::Space => "WSC-17-7",
        }
    }

    /// 9.2 and 9.3 How much of a force is disclosed.
    fn rule_of_intelligence(&self, intel: &Intel) -> &'static str {
        match &intel.level {
            Level::Size(Size::Small) => "WSC-9.3-1",
            Level::Size(Size::Medium) => "WSC-9.3-2",
            Level::Size(Size::Large) => "WSC-9.3-3",
            Level::Counts(_) if !self.system.has(Rule::Scouting) => "WSC-9.2-1",
            Level::Counts(_) if !intel.details.is_empty() => "WSC-9.3-6",
            Level::Counts(counts) if counts.submarines.is_some() => "WSC-9.3-5",
            // No scout, and nothing afloat: land bases alone, of which only their presence shows.
            Level::Counts(_) => "WSC-9.8-2",
        }
    }

    /// 12.3 and 12.4 What mends a ship.
    fn rule_of_mending(&self, whole: bool, by: Option<UnitId>) -> &'static str {
        let repair = self.system.has(Rule::Repair);
        let mender = by.and_then(|by| self.card_of(by));
        match (whole, repair, mender) {
            (false, false, _) => "WSC-12.3-1",
            (false, true, _) => "WSC-12.4-1",
            (true, false, None) => "WSC-12.3-2",
            (true, false, Some(_)) => "WSC-12.3-3",
            (true, true, Some(card)) if card.has(Ability::Repair) => "WSC-12.4-4",
            (true, true, Some(card)) if card.kind != Kind::RepairFacility => "WSC-12.4-5",
            (true, true, _) => "WSC-12.4-2",
        }
    }
}
