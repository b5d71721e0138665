//! 21.0 Turn 11: the war in the Atlantic is over, and what it can spare goes to the Pacific. Kamikazes are in
//! `kamikaze.rs`.

use super::board::{BaseId, Board, Theatre};
use super::event::Event;
use super::item::{Item, Word};
use super::key::Key;
use super::options::Optional;
use super::pieces::{Kind, Nation, Seat, UnitId};
use super::state::Ocean;
use super::{AdmiralsWar, Table};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Limit};
use engine::table::Step;

/// The turn, which only a match with this option has.
pub(super) const TURN: u8 = 11;
/// What is worth more to Japan in all the match (21.3), and how much.
const PRIZES: [&str; 2] = ["indonesia", "home-islands"];
const PRIZE: u8 = 4;

/// 21.3 Indonesia and Home Islands are worth more to Japan from the first turn on.
pub(super) fn raise_points(board: &mut Board) {
    for area in board.areas.iter_mut().filter(|area| PRIZES.contains(&area.id.as_str())) {
        area.points.axis = PRIZE;
    }
}

/// 21.22 When the flags of turn 10 have been scored the Allies may send a ship to the Pacific for each point
/// of British lead, wherever in the Atlantic it is; British ships are named first.
pub(super) fn transfer(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    if !system.plays_by(Optional::Turn11) || ocean.turn + 1 != TURN {
        return Ok(());
    }
    let mut left = usize::from(ocean.leads.atlantic.max(0).unsigned_abs());
    for seat in [Seat::Britain, Seat::UnitedStates] {
        left -= transfer_of(table, seat, left)?;
    }
    Ok(())
}

/// The transfers of one nation, so many at most; gives how many there were.
fn transfer_of(table: &mut Table, seat: Seat, most: usize) -> Step<usize> {
    let (system, ocean) = (table.system(), table.state());
    let key = Key::Transfer { turn: Turn(ocean.turn), by: seat };
    let title = format!("Send up to {most} ships from the Atlantic to the Pacific, or let them stay");
    let mut ask: Ask<UnitId, Item> = Ask::new(questions::TRANSFER, key.text(), "AW-21.22", title);
    let stay = Item::Word(Word::Stay);
    let option = ask.option(stay);
    for unit in ocean.ids().filter(|&unit| system.may_be_sent(ocean, unit, seat)) {
        let places = system.pacific_harbours(ocean, unit);
        if !places.is_empty() {
            ask.offer([unit], std::iter::once(stay).chain(places.into_iter().map(Item::Base)), Some(stay));
        }
    }
    if most == 0 || ask.subjects.is_empty() {
        return Ok(0);
    }
    let count = ask.subjects.len().saturating_sub(most) as u16;
    ask.limits.push(Limit::AtLeast { option, count, rule: "AW-21.22".to_owned() });
    let answer = table.ask(table.system().party(seat), &ask)?.into_iter();
    let sent =
        answer.filter_map(|(unit, to)| if let Item::Base(base) = to { Some((unit, base)) } else { None });
    let mut ships: Vec<(UnitId, BaseId)> = sent.collect();
    ships.sort_unstable();
    let count = ships.len();
    if count > 0 {
        table.record(Event::Transferred { seat, ships })?;
    }
    Ok(count)
}

impl AdmiralsWar {
    /// Whether the war in a theatre is over: nobody fights there, and its track no longer moves (AW-21.2).
    pub(super) fn is_over_in(&self, ocean: &Ocean, theatre: Theatre) -> bool {
        theatre == Theatre::Atlantic && self.plays_by(Optional::Turn11) && ocean.turn == TURN
    }

    /// Whether what is in the Atlantic stays there on turn 11, since Germany leads or is level; judged by the
    /// flags of turn 10, before units come home (AW-21.21).
    pub(super) fn is_atlantic_shut(&self, ocean: &Ocean) -> bool {
        self.plays_by(Optional::Turn11) && ocean.turn + 1 >= TURN && ocean.leads.atlantic <= 0
    }

    /// Whether the last turn has nothing left to do for a unit.
    ///
    /// *Ruling:* a unit that cannot leave the Atlantic is not asked where it goes on turn 11, since nothing
    /// that it could do there counts (AW-21.2, AW-21.21).
    pub(super) fn is_out_of_the_war(&self, ocean: &Ocean, unit: UnitId) -> bool {
        let counter = self.counter(unit);
        let bound = || match counter.kind {
            Kind::LandAir | Kind::HunterKiller => true,
            Kind::Submarine => counter.submarine_theatre() == Theatre::Atlantic,
            Kind::Amphibious => counter.flies,
            // Soviet ships do not leave the Baltic (AW-18.21).
            Kind::Ship | Kind::Carrier => self.nation_of(ocean, unit) == Nation::Su,
            Kind::Hilfskreuzer | Kind::Oiler => false,
        };
        let theatre = self.theatre_of(ocean, unit);
        theatre.is_some_and(|theatre| self.is_over_in(ocean, theatre))
            && (self.is_atlantic_shut(ocean) || bound())
    }

    /// Whether a ship of a nation is one that could be sent to the Pacific: afloat, anywhere in the Atlantic
    /// (AW-21.22).
    fn may_be_sent(&self, ocean: &Ocean, unit: UnitId, seat: Seat) -> bool {
        self.seat_of(ocean, unit) == seat
            && self.counter(unit).is_ship()
            && self.theatre_of(ocean, unit) == Some(Theatre::Atlantic)
            && !self.is_on_bottom(ocean, unit)
    }

    /// Where a ship that is sent to the Pacific goes: British ones to Trincomalee, or once that is lost to
    /// Addu Atoll or Diego Suarez, or else to Suez; American and French ones to Pearl Harbor, or once that is
    /// lost to the Panama Canal (AW-21.22, AW-21.221, AW-21.222, AW-21.223).
    fn pacific_harbours(&self, ocean: &Ocean, unit: UnitId) -> Vec<BaseId> {
        let choices: &[&[&str]] = match self.seat_of(ocean, unit) {
            Seat::Britain => &[&["trincomalee"], &["addu-atoll", "diego-suarez"], &["suez"]],
            _ => &[&["pearl-harbor"], &["panama-canal"]],
        };
        let held = |id: &&str| {
            let base = self.board.base_by_id(id);
            base.filter(|&base| ocean.owner(base) == Some(self.side_of(ocean, unit)))
        };
        let held = choices.iter().map(|ids| ids.iter().filter_map(held).collect::<Vec<BaseId>>());
        let mut places = held.into_iter().find(|bases| !bases.is_empty()).unwrap_or_default();
        let there = ocean.unit(unit).place.base();
        places.retain(|&base| Some(base) != there && self.may_use(ocean, unit, base));
        places
    }
}
