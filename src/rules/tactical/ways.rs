//! Where ships get to on the battle map, and by which way (WST-move-1, map-3, stack-2).

use std::collections::VecDeque;
use std::rc::Rc;

use super::ability;
use super::field::Field;
use super::log::Id;
use super::map::{MOST_SECTORS, Sector, Sectors};

/// How many sectors a fast ship reaches: those within a range of 4.
const REACHED: usize = 61;

/// The sectors that units reach from one at a speed, through islands or not.
struct Reached {
    from: Sector,
    speed: u8,
    free: bool,
    sectors: Rc<[(Sector, u8)]>,
}

/// Where units get to in a battle, each asked about once: many stand together, and are as fast.
#[derive(Default)]
pub(crate) struct Reaches {
    /// The islands among which they were found.
    islands: Sectors,
    known: Vec<Reached>,
}

impl Reaches {
    /// The sectors that a unit can reach, `free` if it may enter island sectors, with how many steps it
    /// takes.
    pub(super) fn of(
        &mut self,
        field: &Field<'_>,
        free: bool,
        from: Sector,
        speed: u8,
    ) -> Rc<[(Sector, u8)]> {
        if self.islands != field.islands {
            *self = Reaches { islands: field.islands, known: Vec::new() };
        }
        if let Some(known) = self.known.iter().find(|it| (it.from, it.speed, it.free) == (from, speed, free))
        {
            return Rc::clone(&known.sectors);
        }
        let sectors: Rc<[(Sector, u8)]> = reach(field, free, from, speed).into();
        self.known.push(Reached { from, speed, free, sectors: Rc::clone(&sectors) });
        sectors
    }
}

/// The sectors that a unit can reach, `free` if it may enter island sectors, with how many steps it takes:
/// around islands and shoals, through everybody (WST-move-1, map-3, stack-2).
fn reach(field: &Field<'_>, free: bool, from: Sector, speed: u8) -> Vec<(Sector, u8)> {
    let mut seen = Sectors::default();
    seen.insert(from);
    let mut found = Vec::with_capacity(REACHED);
    found.push((from, 0));
    let mut at = 0;
    while at < found.len() {
        let (sector, steps) = found[at];
        at += 1;
        if steps == speed {
            continue;
        }
        for next in field.grid.neighbours(sector) {
            if !seen.has(next) && (free || !field.islands.has(next)) {
                seen.insert(next);
                found.push((next, steps + 1));
            }
        }
    }
    found
}

/// The shortest way to a sector, the start not included; of equal ones that whose first differing sector
/// comes first in own order.
pub(super) fn way(field: &Field<'_>, id: Id, from: Sector, to: Sector) -> Vec<Sector> {
    let free = ability::may(field, id, ability::May::EnterIslands);
    let end = field.unit(id).end;
    let mut before: Vec<Option<Sector>> = vec![None; MOST_SECTORS];
    let mut queue = VecDeque::from([from]);
    while let Some(sector) = queue.pop_front() {
        let mut next: Vec<Sector> = field.grid.neighbours(sector).collect();
        next.sort_by_key(|at| field.grid.own_order(end, *at));
        for at in next {
            if at != from && before[at.place()].is_none() && (free || !field.islands.has(at)) {
                before[at.place()] = Some(sector);
                queue.push_back(at);
            }
        }
    }
    let mut way = vec![to];
    while let Some(at) = way.last().and_then(|at| before[at.place()]) {
        way.push(at);
    }
    way.pop();
    way.reverse();
    way
}
