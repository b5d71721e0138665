//! Where ships go: the score is twice the value of the sectors held, and one ship that is alone in a sector
//! takes it. So the fleet is divided into task forces, each strong enough for what may be met, and what is
//! left over keeps watch alone.

use super::Desk;
use crate::board::{Kind as Base, SectorId};
use engine::question::OpenQuestion;
use tactical::cards::{Ability, Kind};

/// A task force is so many times as strong as what an enemy has in a sector on average.
const FORCE: f32 = 2.2;
/// What it takes to attack an enemy's capital, in task forces.
const ASSAULT: f32 = 4.0;
/// With less than this share of what is wanted nobody goes.
const ENOUGH: f32 = 0.7;

/// A ship that can go somewhere.
struct Ship {
    /// Its place among the subjects.
    at: usize,
    cost: f32,
    /// Whether it can take a sector.
    claims: bool,
    /// The options and where they lead.
    reach: Vec<(u16, SectorId)>,
}

/// A sector that is worth a task force.
struct Target {
    at: SectorId,
    worth: f32,
    need: f32,
}

impl Desk<'_> {
    /// Task forces go to the sectors that are worth most for what they take, then single ships watch the
    /// others.
    pub(super) fn sail(&self, question: &OpenQuestion, mut choice: Vec<u16>) -> Vec<u16> {
        let mut ships = self.ships(question);
        let mut targets = self.targets(&ships);
        targets.sort_by(|one, other| (other.worth / other.need).total_cmp(&(one.worth / one.need)));
        let mut manned: Vec<SectorId> = Vec::new();
        for target in &targets {
            if let Some(force) = force(&ships, target) {
                manned.push(target.at);
                send(&mut ships, &force, target.at, &mut choice);
            }
        }
        for target in &targets {
            let alone = |ship: &&Ship| ship.claims && ship.goes_to(target.at).is_some();
            let cheapest = ships.iter().filter(alone).min_by(|one, other| one.cost.total_cmp(&other.cost));
            if let (false, Some(ship)) = (manned.contains(&target.at), cheapest) {
                let picket = [ship.at];
                manned.push(target.at);
                send(&mut ships, &picket, target.at, &mut choice);
            }
        }
        // Who is left joins the first force that it reaches.
        for target in &targets {
            if manned.contains(&target.at) {
                let rest: Vec<usize> = ships
                    .iter()
                    .filter(|ship| ship.goes_to(target.at).is_some())
                    .map(|ship| ship.at)
                    .collect();
                let share = rest.len().div_ceil(2);
                send(&mut ships, &rest[..share], target.at, &mut choice);
            }
        }
        choice
    }

    fn ships(&self, question: &OpenQuestion) -> Vec<Ship> {
        let of = |at: usize| {
            let subject = &question.subjects[at];
            let card = self.card(&subject.id)?;
            let able = !subject.note.contains("crippled") && card.kind != Kind::Auxiliary;
            let open = question.open_to(at).iter();
            let reach = open.filter_map(|option| Some((*option, self.sector(question, *option)?))).collect();
            let claims = card.kind.is_ship() && !card.has(Ability::NoSeaControl);
            able.then(|| Ship { at, cost: f32::from(card.cost), claims, reach })
        };
        (0..question.subjects.len()).filter_map(of).collect()
    }

    /// The sectors that ships reach and that may change hands.
    fn targets(&self, ships: &[Ship]) -> Vec<Target> {
        let board = &self.system.board;
        let fleet: f32 = ships.iter().map(|ship| ship.cost).sum();
        let front: Vec<SectorId> =
            board.ids().filter(|at| !self.is_held(*at) || self.is_front(*at)).collect();
        let usual = (fleet / front.len().max(8) as f32).max(8.0);
        let target = |at: SectorId| {
            let value = 2.0 * self.value(at) as f32;
            let sector = board.sector(at);
            let own = self.is_held(at);
            let hostile = !own && self.zone(at).control.is_some();
            let capital = sector.kind == Base::Capital;
            let worth = match (own, hostile) {
                (true, _) if capital => 3.0 * value,
                (true, _) => value,
                (false, true) => 2.0 * value,
                (false, false) => value,
            };
            let times = if capital && !own { ASSAULT } else { 1.0 };
            Target { at, worth: worth.max(0.5), need: usual * FORCE * times }
        };
        let reached = |at: &SectorId| ships.iter().any(|ship| ship.goes_to(*at).is_some());
        front.into_iter().filter(reached).map(target).collect()
    }

    /// Whether an own sector touches one that is not.
    pub(super) fn is_front(&self, at: SectorId) -> bool {
        self.system.board.sector(at).next.iter().any(|next| !self.is_held(*next))
    }
}

impl Ship {
    fn goes_to(&self, at: SectorId) -> Option<u16> {
        self.reach.iter().find(|(_, to)| *to == at).map(|(option, _)| *option)
    }
}

/// The ships of a task force that is strong enough, the largest that fit first; nothing if too few reach the
/// sector or none of them can take it.
fn force(ships: &[Ship], target: &Target) -> Option<Vec<usize>> {
    let mut able: Vec<&Ship> = ships.iter().filter(|ship| ship.goes_to(target.at).is_some()).collect();
    able.sort_by(|one, other| other.cost.total_cmp(&one.cost));
    let mut force: Vec<&Ship> = Vec::new();
    let sum = |force: &[&Ship]| force.iter().map(|ship| ship.cost).sum::<f32>();
    for ship in able {
        if sum(&force) + ship.cost <= target.need * 1.2 || force.is_empty() && ship.cost <= target.need * 1.6
        {
            force.push(ship);
        }
    }
    let strong = sum(&force) >= target.need * ENOUGH;
    (strong && force.iter().any(|ship| ship.claims)).then(|| force.iter().map(|ship| ship.at).collect())
}

/// Orders ships there, and takes them from those that are free.
fn send(ships: &mut Vec<Ship>, force: &[usize], to: SectorId, choice: &mut [u16]) {
    for ship in ships.iter().filter(|ship| force.contains(&ship.at)) {
        if let Some(option) = ship.goes_to(to) {
            choice[ship.at] = option;
        }
    }
    ships.retain(|ship| !force.contains(&ship.at));
}
