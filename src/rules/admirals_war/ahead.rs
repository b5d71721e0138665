//! What will be asked later in a turn, and first in the next one: keys, and the questions as they would be
//! put today.
//!
//! In movement options depend on flags, holders of places and own units, and none of these changes before
//! combat, but by own dice and orders. So a question is offered with all that may come to be asked in it:
//! every ship that may make ready to raid is offered for the raid, every submarine for each area that is open
//! to it.

use super::basing::{self, Homeward};
use super::board::{AreaId, BaseId};
use super::event::{Event, Why};
use super::item::Item;
use super::key::{Count, Key, Landing, Whence};
use super::movement::{LANDINGS, PATROLS, RAIDS, Sailing};
use super::options::Optional;
use super::pieces::{Seat, UnitId};
use super::seats::By;
use super::state::{Ocean, Phase, Place};
use super::turn_chart::Coming;
use super::{
    AdmiralsWar, cases, homecoming, land_based_air, movement, pacific, repairs, submarines, turn_chart,
};
use engine::items::Items;
use engine::party::Party;
use engine::question::key::{NoKey, Part, Turn};
use engine::question::{AheadQuestion, Ask};
use engine::system::{Addressed, Events, Plans, open};

impl Plans for AdmiralsWar {
    /// What the key of a question says of it.
    ///
    /// # Errors
    /// Why no question of the match has it.
    fn asked(&self, text: &str) -> Result<Addressed, String> {
        let first = text.split('/').next().unwrap_or_default();
        let Turn(turn) = Turn::read(first)
            .map_err(|_| "a key begins with its turn, as in `t4/patrol/germany`".to_owned())?;
        let key = cases::keys::known(self, text).map_err(NoKey::why)?;
        let by = match key.asked() {
            Asked::Nation(seat) => self.player(seat),
            Asked::Player(by) if self.players(by.side()).contains(&by) => by,
            Asked::Player(by) => return Err(format!("{} is no player of this match", by.party().name())),
        };
        Ok(Addressed { party: Some(by.party()), turn: Some(turn) })
    }

    fn ahead(&self, state: &Ocean, party: Party, open: &[&str]) -> Vec<AheadQuestion> {
        questions(self, state, party, open)
    }
}

impl Key<'_> {
    /// Who is asked: a nation's player, or who has units.
    fn asked(&self) -> Asked {
        match *self {
            Key::SetUp { by, .. }
            | Key::Reinforce { by, .. }
            | Key::Withdraw { by, .. }
            | Key::RaidForce { by, .. }
            | Key::Chances { by, .. }
            | Key::Scrap { by, .. }
            | Key::Build { by, .. }
            | Key::Rename { by, .. }
            | Key::Name { by, .. }
            | Key::Convert { by, .. }
            | Key::StandIn { by, .. }
            | Key::Patrol { by, .. }
            | Key::LatePatrol { by, .. }
            | Key::ItalyEntry { by, .. }
            | Key::SailAmphibious { by, .. }
            | Key::Raid { by, .. }
            | Key::Repair { by, .. }
            | Key::Hunters { by, .. }
            | Key::Transfer { by, .. }
            | Key::Lila { by, .. }
            | Key::Catapult { by, .. }
            | Key::CatapultReply { by, .. }
            | Key::Refuel { by, .. }
            | Key::PlaceAir { by, .. }
            | Key::TurnSubmarine { by, .. }
            | Key::SelectArea { by, .. }
            | Key::ListAreas { by, .. }
            | Key::Land { landing: Landing::AtTheEnd { by, .. } } => Asked::Nation(by),
            Key::PearlStay { by, .. }
            | Key::PearlRetreat { by, .. }
            | Key::Strike { by, .. }
            | Key::AirRaid { by, .. }
            | Key::RaidTargets { by, .. }
            | Key::TaskForces { by, .. }
            | Key::Intent { by, .. }
            | Key::JoinSurface { by, .. }
            | Key::Action { by, .. }
            | Key::Kamikaze { by, .. }
            | Key::KamikazeRaid { by, .. }
            | Key::Defend { by, .. }
            | Key::Follow { by, .. }
            | Key::Lurk { by, .. }
            | Key::Guns { by, .. }
            | Key::Targets { by, .. }
            | Key::Located { by, .. }
            | Key::SubmarineTarget { by, .. }
            | Key::Retreat { by, .. }
            | Key::Groups { by, .. }
            | Key::Split { by, .. }
            | Key::Pursue { by, .. }
            | Key::Defender { by, .. }
            | Key::Return { by, .. }
            | Key::Land { landing: Landing::InArea { by, .. } } => Asked::Player(by),
        }
    }
}

/// To whom a question is put.
enum Asked {
    /// The player who commands a nation.
    Nation(Seat),
    /// The player whose word stands in the key.
    Player(By),
}

impl AdmiralsWar {
    /// Whether a word names anything in a question.
    pub(super) fn is_word(&self, word: &str) -> bool {
        let numbered = |stem: &str, number: &str| {
            number.parse::<u8>().is_ok() && (stem == "group" || self.board.base_by_id(stem).is_some())
        };
        word == "next"
            || word.parse::<u8>().is_ok()
            || self.find(word).is_some()
            || word.rsplit_once('-').is_some_and(|(stem, number)| numbered(stem, number))
    }
}

/// The questions of later steps that will be put to a party, in their order. `open` are the keys of those
/// that wait.
pub(super) fn questions(
    system: &AdmiralsWar,
    ocean: &Ocean,
    party: Party,
    open: &[&str],
) -> Vec<AheadQuestion> {
    let mut later = Later { system, party, now: Now::of(system, ocean, open), found: Vec::new() };
    match ocean.phase {
        Phase::SetUp => later.bring_on(ocean, Coming::SetUp, |now, seat| now.is_before(Phase::SetUp, seat)),
        Phase::Arrivals => {
            let is_to_come = |now: &Now, seat| now.is_before(Phase::Arrivals, seat);
            later.bring_on(ocean, Coming::Reinforcement, is_to_come);
        }
        _ => {}
    }
    let today = later.come_on(ocean);
    if ocean.phase == Phase::SetUp && party == system.party(Seat::Japan) {
        later.add(&today, &pacific::first_raid_force(system, &today), Vec::new());
    }
    later.movement(&today);
    later.homecoming(ocean);
    later.next_turn(ocean);
    later.found
}

/// How far the turn has come.
struct Now {
    phase: Phase,
    /// The nation that is asked in this phase.
    seat: Option<Seat>,
    /// The round in which air units are placed.
    round: usize,
    /// The port in which ships are repaired.
    port: Option<String>,
}

impl Now {
    fn of(system: &AdmiralsWar, ocean: &Ocean, open: &[&str]) -> Now {
        let mut now = Now { phase: ocean.phase, seat: None, round: 1, port: None };
        if ocean.phase == Phase::Submarines && system.plays_by(Optional::HiddenSubmarines) {
            // All are asked at once; which of the enemy's nations are asked is nobody's business.
            now.seat = Some(Seat::Germany);
            return now;
        }
        for key in open.iter().filter_map(|key| Key::parse(key).ok()) {
            match (ocean.phase, key) {
                (Phase::SetUp, Key::SetUp { by, .. })
                | (Phase::Arrivals, Key::Reinforce { by, .. })
                | (Phase::Patrols, Key::Patrol { by, .. })
                | (Phase::Amphibious, Key::SailAmphibious { by, .. })
                | (Phase::Raiders, Key::Raid { by, .. })
                | (Phase::Submarines, Key::TurnSubmarine { by, .. })
                | (Phase::EndOfTurn, Key::Return { from: Whence::Everywhere { of: by, .. }, .. }) => {
                    now.seat = Some(by);
                }
                (_, Key::Return { from: Whence::Sailing { of, .. }, .. }) => now.seat = Some(of),
                // What is asked when all have come on, before Japan sails, and before Germany sails or comes
                // home.
                (Phase::SetUp, Key::RaidForce { .. }) | (Phase::Arrivals, Key::Withdraw { .. }) => {
                    now.seat = Some(Seat::Germany);
                }
                (Phase::Patrols, Key::RaidForce { .. }) => now.seat = Some(Seat::Britain),
                (Phase::Patrols, Key::Scrap { .. } | Key::Rename { .. })
                | (Phase::EndOfTurn, Key::Refuel { .. }) => now.seat = Some(Seat::UnitedStates),
                (
                    Phase::Repairs,
                    Key::Repair { by, base, .. }
                    | Key::Convert { by, base, .. }
                    | Key::StandIn { by, base, .. },
                ) => (now.seat, now.port) = (Some(by), Some(base.to_owned())),
                (Phase::LandAir, Key::PlaceAir { by, round: Count(round), .. }) => {
                    (now.seat, now.round) = (Some(by), round);
                }
                _ => {}
            }
        }
        now
    }

    /// Whether a nation's turn in a phase is still to come.
    fn is_before(&self, phase: Phase, seat: Seat) -> bool {
        self.phase < phase || self.phase == phase && self.seat.is_none_or(|now| now < seat)
    }

    /// Whether a nation is asked in a phase, now or later.
    fn is_asked(&self, phase: Phase, seat: Seat) -> bool {
        self.is_before(phase, seat) || self.phase == phase && self.seat == Some(seat)
    }
}

/// The questions that were found.
struct Later<'s> {
    system: &'s AdmiralsWar,
    party: Party,
    now: Now,
    found: Vec<AheadQuestion>,
}

impl Later<'_> {
    /// The nations of the party, in their order.
    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        self.system.seats_of(self.party).into_iter()
    }

    /// Those whose turn in a phase is still to come.
    fn seats_before(&self, phase: Phase) -> Vec<Seat> {
        self.seats().filter(|seat| self.now.is_before(phase, *seat)).collect()
    }

    /// Adds a question, unless it has nothing to ask.
    fn add<A, B>(&mut self, ocean: &Ocean, ask: &Ask<A, B>, more: Vec<String>)
    where
        A: Copy + Into<Item>,
        B: Copy + Into<Item>,
    {
        if ask.forced().is_none() {
            let mut question = open(self.system, ocean, ask);
            question.about.clear();
            self.found.push(AheadQuestion { question, more });
        }
    }

    /// The position when all units of the side that are due have come on, at the first place that is open to
    /// each.
    fn come_on(&self, ocean: &Ocean) -> Ocean {
        let mut ocean = ocean.clone();
        if self.now.phase > Phase::Arrivals || !self.system.scenario.campaign {
            return ocean;
        }
        for seat in self.seats() {
            let (_, due) = turn_chart::due_now(self.system, &ocean, seat);
            let (ask, _) = turn_chart::coming_on(self.system, &ocean, seat, Coming::Reinforcement, due);
            let units = ask.subjects.iter().enumerate();
            let units =
                units.map(|(at, unit)| (unit.item, ask.options[usize::from(ask.open_to(at)[0])].item));
            self.system.apply(&mut ocean, &Event::Arrived { seat, units: units.collect() });
        }
        ocean
    }

    /// Steps 5.31 to 5.36.
    fn movement(&mut self, ocean: &Ocean) {
        if self.now.phase > Phase::Submarines {
            return;
        }
        self.sailings(ocean, Phase::Patrols, &PATROLS);
        for seat in self.seats() {
            self.repairs(ocean, seat);
        }
        for seat in self.seats() {
            self.air(ocean, seat);
        }
        self.sailings(ocean, Phase::Amphibious, &LANDINGS);
        self.sailings(&self.all_ready(ocean), Phase::Raiders, &RAIDS);
        for seat in self.seats_before(Phase::Submarines) {
            let system = self.system;
            let may_be = |unit: UnitId, area: AreaId| match ocean.unit(unit).place {
                Place::Sea(at) => at == area,
                Place::Base(_) if self.now.is_asked(Phase::Patrols, seat) => {
                    system.submarine_areas(ocean, unit).contains(&area)
                }
                _ => false,
            };
            let ask = submarines::turning(system, ocean, seat, may_be);
            self.add(ocean, &ask, Vec::new());
        }
    }

    /// Where units of each nation go in a phase.
    fn sailings(&mut self, ocean: &Ocean, phase: Phase, sailing: &Sailing) {
        for seat in self.seats_before(phase) {
            let (system, key) = (self.system, sailing.key(ocean, seat));
            let units = movement::ready_units(system, ocean, seat);
            let ask = movement::destinations(system, ocean, sailing, key, &units);
            self.add(ocean, &ask, Vec::new());
        }
    }

    /// The position when every ship that still can has made ready to raid.
    fn all_ready(&self, ocean: &Ocean) -> Ocean {
        let system = self.system;
        let mut ready = ocean.clone();
        for seat in self.seats().filter(|seat| self.now.is_asked(Phase::Patrols, *seat)) {
            let ships = ocean.ids().filter(|&unit| {
                let in_port = matches!(ocean.unit(unit).place, Place::Base(_) | Place::Arrival(_));
                system.seat_of(ocean, unit) == seat && in_port && movement::may_raid(system, ocean, unit)
            });
            system.apply(&mut ready, &Event::Readied { seat, ships: ships.collect() });
        }
        ready
    }

    /// Which ships ports repair.
    fn repairs(&mut self, ocean: &Ocean, seat: Seat) {
        let system = self.system;
        let here = self.now.phase == Phase::Repairs && self.now.seat == Some(seat);
        let port = self.now.port.as_deref().filter(|_| here);
        let port = port.and_then(|id| system.board.base_by_id(id));
        if !self.now.is_before(Phase::Repairs, seat) && port.is_none() {
            return;
        }
        let to_come = |base: &BaseId| port.is_none_or(|now| now < *base);
        for base in system.board.bases().filter(to_come) {
            let points = system.repair_points(ocean, base, seat.side());
            if let Some((ask, _)) = repairs::question(system, ocean, base, seat, points) {
                self.add(ocean, &ask, Vec::new());
            }
        }
    }

    /// Where air units go, round by round.
    fn air(&mut self, ocean: &Ocean, seat: Seat) {
        let now = &self.now;
        let begun = now.phase == Phase::LandAir;
        let units = self.system.air_units_ashore(ocean, seat);
        // Who is asked in this round, or was, has one unit less to place in later ones.
        let first = if begun && !now.is_before(Phase::LandAir, seat) { now.round + 1 } else { now.round };
        let left = units.len() - usize::from(begun && now.seat == Some(seat) && !units.is_empty());
        if now.phase > Phase::LandAir || left == 0 {
            return;
        }
        let turn = Turn(ocean.turn);
        let key = |round: usize| Key::PlaceAir { turn, round: Count(round), by: seat }.text();
        let more = (first + 1..first + left).map(key).collect();
        let ask = land_based_air::question(self.system, ocean, seat, first, &units);
        self.add(ocean, &ask, more);
    }

    /// 5.74 Where units that are at sea go when the turn ends.
    fn homecoming(&mut self, ocean: &Ocean) {
        let (system, turn) = (self.system, Turn(ocean.turn));
        for seat in self.seats_before(Phase::EndOfTurn) {
            let (_, leaving) = homecoming::at_sea(system, ocean, seat);
            let homeward = homecoming::homeward(system, ocean, seat, leaving);
            let goes_home = |it: &&Homeward| !it.homes.is_empty() && !system.is_out_of_africa(ocean, it.unit);
            let homeward = homeward.iter().filter(goes_home);
            let from = Whence::Everywhere { turn, of: seat };
            let ask = basing::question(system, ocean, from, Why::EndOfTurn, system.player(seat), homeward);
            self.add(ocean, &ask, Vec::new());
        }
    }

    /// 5.2 Where units come on next turn.
    fn next_turn(&mut self, ocean: &Ocean) {
        let scenario = &self.system.scenario;
        if scenario.campaign && self.now.phase > Phase::Arrivals && ocean.turn < scenario.last_turn {
            let next = Ocean { turn: ocean.turn + 1, ..ocean.clone() };
            self.bring_on(&next, Coming::Reinforcement, |_, _| true);
        }
    }

    /// Where units of the nations come on whose turn is to come.
    fn bring_on(&mut self, ocean: &Ocean, coming: Coming, is_to_come: impl Fn(&Now, Seat) -> bool) {
        for seat in self.seats().filter(|seat| is_to_come(&self.now, *seat)).collect::<Vec<_>>() {
            let (_, due) = turn_chart::due_now(self.system, ocean, seat);
            let (ask, _) = turn_chart::coming_on(self.system, ocean, seat, coming, due);
            self.add(ocean, &ask, Vec::new());
        }
    }
}
