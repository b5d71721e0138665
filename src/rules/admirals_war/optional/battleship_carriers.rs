//! 35.0 Japanese battleship-carriers: Hyuga and Ise, or others in their place, are converted in a yard.

use super::super::board::BaseId;
use super::super::event::Event;
use super::super::item::{Item, Word};
use super::super::key::Key;
use super::super::options::Optional;
use super::super::pieces::{Kind, Nation, Seat, UnitId};
use super::super::state::{Ocean, Place};
use super::super::{AdmiralsWar, Table};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Limit};
use engine::table::Step;

/// The ships that were converted; others only stand in for them (35.2).
const CHOSEN: [&str; 2] = ["jp-hyuga", "jp-ise"];
/// The class of a ship that has been converted.
const CONVERTED: &str = "BBCV";
/// The airstrike factors of the carriers that must have been lost (35.1).
const LOSSES: u8 = 14;
/// The repair points of a conversion (35.1).
const PRICE: u8 = 3;

/// 35.1 Before a yard repairs, Japan may convert ships in it, each for three points; gives how many points
/// that took.
pub(in super::super) fn convert_at(table: &mut Table, base: BaseId, seat: Seat, points: u8) -> Step<u8> {
    if seat != Seat::Japan || !table.system().may_convert(table.state()) {
        return Ok(0);
    }
    let mut used = convert(table, base, points, true)?;
    used += convert(table, base, points - used, false)?;
    Ok(used)
}

/// Asks for the ships that were chosen, or for their stand-ins.
fn convert(table: &mut Table, base: BaseId, points: u8, chosen: bool) -> Step<u8> {
    let (system, ocean) = (table.system(), table.state());
    let most = (points / PRICE).min(if chosen { points } else { system.stand_ins_left(ocean) });
    let here = ocean.at(Place::Base(base)).into_iter();
    let fits = |unit: &UnitId| {
        let is_chosen = CHOSEN.contains(&system.counter(*unit).id.as_str());
        is_chosen == chosen && system.becomes(*unit).is_some() && system.is_in_yard(ocean, base, *unit)
    };
    let ships: Vec<UnitId> = here.filter(|unit| most > 0 && fits(unit)).collect();
    let of = system.board.base(base);
    let (turn, by) = (Turn(ocean.turn), Seat::Japan);
    let (key, rule) = match chosen {
        true => (Key::Convert { turn, base: &of.id, by }, "AW-35.1-b"),
        false => (Key::StandIn { turn, base: &of.id, by }, "AW-35.2"),
    };
    let title = format!("{}: convert battleships to carriers, for {PRICE} repair points each", of.name);
    let mut ask: Ask<UnitId, Item> = Ask::new(questions::CONVERT, key.text(), rule, title);
    let [keep, change] = [Word::Keep, Word::Convert].map(|word| ask.option(Item::Word(word)));
    ask.limits.push(Limit::AtMost { option: change, count: most.into(), rule: rule.to_owned() });
    let set = ask.set(vec![keep, change]);
    ships.iter().for_each(|&ship| ask.subject(ship, set, Some(keep)));
    let mut answer = table.ask(table.system().party(by), &ask)?;
    answer.sort_unstable_by_key(|(ship, _)| *ship);
    let mut used = 0;
    for (unit, _) in answer.into_iter().filter(|(_, word)| *word == Item::Word(Word::Convert)) {
        if let Some(by) = table.system().becomes(unit) {
            table.record(Event::Replaced { unit, by })?;
            used += PRICE;
        }
    }
    Ok(used)
}

impl AdmiralsWar {
    /// Whether Japan had lost carriers enough before this turn: none is lost between its beginning and the
    /// repairs (AW-35.1-a).
    fn may_convert(&self, ocean: &Ocean) -> bool {
        let lost = |unit: &UnitId| {
            let counter = self.counter(*unit);
            let own = counter.nation == Nation::Jp && counter.kind == Kind::Carrier;
            own && ocean.unit(*unit).place == Place::Sunk
        };
        let factors = ocean.ids().filter(lost).map(|unit| self.counter(unit).front.airstrike);
        self.plays_by(Optional::BattleshipCarriers) && factors.fold(0, u8::saturating_add) >= LOSSES
    }

    /// The counter of a ship after its conversion.
    fn becomes(&self, unit: UnitId) -> Option<UnitId> {
        self.other_counter(unit).filter(|&other| self.counter(other).class == CONVERTED)
    }

    /// How many ships may still be converted instead of Hyuga and Ise: as many as of these were sunk before
    /// they were (AW-35.2).
    fn stand_ins_left(&self, ocean: &Ocean) -> u8 {
        let place = |unit: UnitId| ocean.unit(unit).place;
        let (mut sunk, mut done) = (0_u8, 0_u8);
        for unit in self.counters.ids() {
            let Some(other) = self.becomes(unit) else { continue };
            if CHOSEN.contains(&self.counter(unit).id.as_str()) {
                sunk += u8::from(place(unit) == Place::Sunk);
            } else {
                done += u8::from(place(other) != Place::Removed);
            }
        }
        sunk.saturating_sub(done)
    }

    /// A ship that a yard can work on, and that does not rest on its bottom (AW-35.1-b).
    fn is_in_yard(&self, ocean: &Ocean, base: BaseId, unit: UnitId) -> bool {
        self.waits_in_yard(ocean, base, Seat::Japan, unit) && !self.is_on_bottom(ocean, unit)
    }
}
