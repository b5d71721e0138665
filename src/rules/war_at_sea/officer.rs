//! A staff officer who knows what his side knows: he buys the sample fleet, keeps the battle fleet together and takes it from
//! sector to sector toward the enemy's capital, sends cruisers after sectors that nobody guards, and spends what there is.

use rand::seq::SliceRandom;

use super::WarAtSea;
use super::board::{Kind, SectorId};
use super::view::View;
use crate::side::Side;
use crate::staff::Mind;
use crate::table::{OpenQuestion, Picks};
use crate::view::Zone;

/// Of so many light ships one goes alone.
const RAIDERS: usize = 4;

/// What the officer answers; nothing where any answer is as good.
pub(super) fn advise(
    system: &WarAtSea,
    view: &View,
    question: &OpenQuestion,
    mind: &mut Mind,
) -> Option<Picks> {
    let silence = silence(question)?;
    let desk = Desk { system, view, side: view.side.side() };
    let choice = match question.kind.as_str() {
        "spend" => spend(question, silence, mind),
        "move" => desk.sail(question, silence),
        "late-strike" => desk.strike(question, silence),
        _ => silence,
    };
    Some(Picks::in_order(choice))
}

fn silence(question: &OpenQuestion) -> Option<Vec<u16>> {
    question.subjects.iter().map(|subject| subject.default).collect()
}

/// Pays the most for what is on the stocks, then buys as much as the limits allow, of one type after the other.
fn spend(question: &OpenQuestion, mut choice: Vec<u16>, mind: &mut Mind) -> Vec<u16> {
    let mark = |option: &u16| question.options[usize::from(*option)].mark;
    let mut order: Vec<usize> = (0..choice.len()).collect();
    order.shuffle(mind);
    // Hulls that wait come first: what is paid for them is not lost.
    order.sort_by_key(|at| question.subjects[*at].note.contains("points paid") as u8 ^ 1);
    for at in order {
        let mut open: Vec<u16> = question.open_to(at).to_vec();
        open.sort_by_key(|option| std::cmp::Reverse(mark(option)));
        for option in open {
            let before = std::mem::replace(&mut choice[at], option);
            if mark(&option) < mark(&before) || question.broken_limit(&choice).is_some() {
                choice[at] = before;
            } else {
                break;
            }
        }
    }
    choice
}

/// What the officer looks at.
struct Desk<'d> {
    system: &'d WarAtSea,
    view: &'d View,
    side: Side,
}

impl Desk<'_> {
    fn zone(&self, at: SectorId) -> &Zone {
        &self.view.zones[usize::from(at.0)]
    }

    fn is_held(&self, at: SectorId) -> bool {
        self.zone(at).control.and_then(crate::view::Control::side) == Some(self.side)
    }

    fn value(&self, at: SectorId) -> i32 {
        self.system.yield_of(at)
    }

    /// The enemy capital that lies nearest to the own one.
    fn goal(&self) -> Option<SectorId> {
        let home = self.system.board.capital(self.side)?;
        let capitals = self.system.board.capitals.iter().filter(|(of, _)| *of != self.side);
        capitals.map(|(_, at)| *at).min_by_key(|at| (self.system.board.steps(home, *at), *at))
    }

    fn sector(&self, question: &OpenQuestion, option: u16) -> Option<SectorId> {
        self.system.board.find(&question.options[usize::from(option)].id)
    }

    /// The fleet goes as one to the sector nearest to the enemy's capital; raiders each to the richest unguarded sector.
    fn sail(&self, question: &OpenQuestion, mut choice: Vec<u16>) -> Vec<u16> {
        let Some(goal) = self.goal() else { return choice };
        let light = |at: usize| {
            let note = &question.subjects[at].note;
            note.starts_with("cruiser") || note.starts_with("destroyer")
        };
        let able = |at: &usize| {
            let note = &question.subjects[*at].note;
            !note.contains("crippled") && !note.starts_with("auxiliary")
        };
        let mut lights = 0;
        let (mut fleet, mut raiders) = (Vec::new(), Vec::new());
        for at in (0..choice.len()).filter(able) {
            lights += usize::from(light(at));
            if light(at) && lights % RAIDERS == 0 { raiders.push(at) } else { fleet.push(at) }
        }
        let steps = |at: SectorId| self.system.board.steps(at, goal);
        let reach = |ship: usize| {
            let open = question.open_to(ship).iter();
            open.filter_map(|option| self.sector(question, *option).map(|at| (*option, at)))
                .collect::<Vec<_>>()
        };
        // Where most of the fleet can go together, the nearest to the goal.
        let mut best: Option<(u8, std::cmp::Reverse<usize>, SectorId)> = None;
        for at in self.system.board.ids() {
            let able = fleet.iter().filter(|ship| reach(**ship).iter().any(|(_, to)| *to == at)).count();
            if able * 2 > fleet.len() {
                let key = (steps(at), std::cmp::Reverse(able), at);
                best = Some(best.map_or(key, |known| known.min(key)));
            }
        }
        let Some((.., target)) = best else { return choice };
        for ship in fleet {
            let nearest = reach(ship)
                .into_iter()
                .filter(|(_, to)| *to == target || self.is_held(*to))
                .min_by_key(|(_, to)| (self.system.board.steps(*to, target), *to));
            if let Some((option, _)) = nearest {
                choice[ship] = option;
            }
        }
        let mut taken: Vec<SectorId> = vec![target];
        for ship in raiders {
            let prey = |to: SectorId| {
                let guarded =
                    self.zone(to).enemies() > 0 || self.system.board.sector(to).kind == Kind::Capital;
                !self.is_held(to) && !guarded && !taken.contains(&to)
            };
            let open = reach(ship).into_iter().filter(|(_, to)| prey(*to));
            if let Some((option, to)) = open.max_by_key(|(_, to)| (self.value(*to), std::cmp::Reverse(*to))) {
                choice[ship] = option;
                taken.push(to);
            }
        }
        choice
    }

    /// Bombers go where own ships have met enemies.
    fn strike(&self, question: &OpenQuestion, mut choice: Vec<u16>) -> Vec<u16> {
        for (at, chosen) in choice.iter_mut().enumerate() {
            let fights = |option: &&u16| {
                self.sector(question, **option).is_some_and(|to| {
                    let zone = self.zone(to);
                    zone.enemies() > 0 && (!zone.own.is_empty() || self.is_held(to))
                })
            };
            if let Some(option) = question.open_to(at).iter().find(fights) {
                *chosen = *option;
            }
        }
        choice
    }
}
