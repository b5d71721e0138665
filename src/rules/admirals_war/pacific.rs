//! 19.1 to 19.5 The Pacific at peace: who may go and lie where, the box of the raid force, and how the war
//! begins. The attacks themselves are in `surprise.rs`.

use super::board::{AreaId, BaseId, HoldId, Theatre};
use super::event::Event;
use super::item::{Item, Word};
use super::key::Key;
use super::movement::sorted;
use super::options::Optional;
use super::pieces::{Gate, Kind, Nation, Seat, UnitId};
use super::state::{Ocean, Pacific, Place};
use super::{AdmiralsWar, Table, turn_zero};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Choice, Limit};
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// The box of the raid force.
const RAID_FORCE: &str = "phrf";
/// Where it starts, and where it goes.
const YOKOSUKA: &str = "yokosuka";
pub(super) const HAWAII: &str = "hawaiian-islands";
pub(super) const PEARL_HARBOR: &str = "pearl-harbor";
/// The speed that a ship of the raid force needs (4.6).
const RAID_SPEED: u8 = 5;
/// For how many ships the fuel lasts (23.1).
const FUEL: usize = 10;
/// The rule of that limit.
pub(super) const LIMITED: &str = "AW-23.1";
/// The waters off America, in which Germany may provoke it (19.47).
const AMERICAN: [&str; 2] = ["caribbean-sea", "eastern-seaboard"];
/// How many British battleships hold Indonesia, and with how much gunnery (19.44).
const GUARDS: (usize, u8) = (2, 3);

/// 4.6 Japan chooses which ships lie ready for Pearl Harbor.
///
/// *Ruling:* silence puts the carriers there.
pub(super) fn fill_raid_force(table: &mut Table) -> Step<()> {
    let ask = first_raid_force(table.system(), table.state());
    ask_raid_force(table, &ask)
}

/// 4.6 The question which ships lie ready when the match begins.
pub(super) fn first_raid_force(system: &AdmiralsWar, ocean: &Ocean) -> Ask<UnitId, Item> {
    let title = "Put ships into the box of the Pearl Harbor Raid Force, or let them stay";
    let carrier = |unit: UnitId| system.counter(unit).kind == Kind::Carrier;
    raid_force(system, ocean, "AW-4.6", title, carrier)
}

/// 19.5 While Japan may not attack for the ships that it has abroad, it settles first what lies in the box:
/// if nothing does, it may begin the war elsewhere (AW-19.38, AW-19.5-b).
pub(super) fn settle_raid_force(table: &mut Table) -> Step<()> {
    let ocean = table.state();
    if ocean.pacific != Pacific::Peace || !ocean.attack_barred {
        return Ok(());
    }
    let title = "Japan may not attack Pearl Harbor this turn: change the raid force, or leave it as it is";
    let ask = raid_force(table.system(), ocean, "AW-19.5-a", title, |_| false);
    ask_raid_force(table, &ask)
}

fn ask_raid_force(table: &mut Table, ask: &Ask<UnitId, Item>) -> Step<()> {
    let answer = table.ask(table.system().party(Seat::Japan), ask)?;
    change_raid_force(table, &answer)
}

/// The question which ships join the raid force and which leave it; `silent` says which of them do so without
/// an answer.
fn raid_force(
    system: &AdmiralsWar,
    ocean: &Ocean,
    rule: &'static str,
    title: &str,
    silent: impl Fn(UnitId) -> bool,
) -> Ask<UnitId, Item> {
    let key = Key::RaidForce { turn: Turn(ocean.turn), by: Seat::Japan };
    let mut ask: Ask<UnitId, Item> = Ask::new(questions::RAID_FORCE, key.text(), rule, title.to_owned());
    let mut room = system.raid_limit().unwrap_or(usize::MAX);
    for unit in ocean.ids() {
        let (stay, change) = match (system.is_in_raid_force(ocean, unit), system.may_join_raid(ocean, unit)) {
            (true, _) => (system.stays_in_raid_force(), Word::Port),
            (_, true) => (Word::Stay, Word::RaidForce),
            _ => continue,
        };
        let changes = silent(unit) && room > 0;
        room -= usize::from(changes);
        let silent = Item::Word(if changes { change } else { stay });
        ask.offer([unit], [stay, change].map(Item::Word), Some(silent));
    }
    limit_raid_force(system, ocean, &mut ask);
    ask
}

/// 23.1 No more ships than the fuel allows may be in the raid force after a question in which ships join or
/// leave it.
///
/// *Ruling:* if more are named, ships there of which nothing is said make room, the last ones first.
pub(super) fn limit_raid_force(system: &AdmiralsWar, ocean: &Ocean, ask: &mut Ask<UnitId, Item>) {
    let word = |it: &Choice<Item>| it.item == Item::Word(Word::RaidForce);
    let (Some(most), Some(option)) = (system.raid_limit(), ask.options.iter().position(word)) else { return };
    let asked = |unit: UnitId| ask.subjects.iter().any(|subject| subject.item == unit);
    let fixed = ocean.ids().filter(|&unit| system.is_in_raid_force(ocean, unit) && !asked(unit)).count();
    let (option, count) = (option as u16, most.saturating_sub(fixed) as u16);
    ask.limits.push(Limit::AtMost { option, count, rule: LIMITED.to_owned() });
}

/// 19.5 Ships join the raid force or leave it while patrollers move (AW-19.52); those that leave it to raid
/// lie in port.
pub(super) fn change_raid_force(table: &mut Table, answer: &[(UnitId, Item)]) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let picked = |words: &[Word]| {
        let named = answer.iter().filter(|(_, to)| matches!(to, Item::Word(word) if words.contains(word)));
        sorted(named.map(|it| it.0))
    };
    let mut joined = picked(&[Word::RaidForce]);
    joined.retain(|&unit| !system.is_in_raid_force(ocean, unit));
    let mut left = picked(&[Word::Port, Word::Raid]);
    left.retain(|&unit| system.is_in_raid_force(ocean, unit));
    if joined.is_empty() && left.is_empty() {
        return Ok(());
    }
    table.record(Event::RaidForce { joined, left })
}

/// 19.44 Without two British battleships in Indonesia the Allied flag there comes down as Japan moves.
pub(super) fn look_at_indonesia(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let Some(area) = system.board.area_by_id("indonesia") else { return Ok(()) };
    let guards = ocean.at(Place::Sea(area)).into_iter().filter(|&unit| {
        let ship = system.counter(unit).kind == Kind::Ship && !ocean.unit(unit).raiding;
        ship && system.nation_of(ocean, unit) == Nation::Gb && system.face(ocean, unit).gunnery >= GUARDS.1
    });
    let open = ocean.pacific == Pacific::Peace && guards.count() < GUARDS.0;
    if open && ocean.flag(area) == Some(Camp::ALLIES) {
        table.record(Event::FlagLifted { area })?;
    }
    Ok(())
}

/// 19.41 Japanese units other than submarines in an area under an Allied flag are a declaration of war
/// (AW-19.41-b).
pub(super) fn declare(table: &mut Table, units: &[(UnitId, AreaId)]) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let enters = |(unit, area): &&(UnitId, AreaId)| {
        system.nation_of(ocean, *unit) == Nation::Jp
            && system.counter(*unit).kind != Kind::Submarine
            && ocean.flag(*area) == Some(Camp::ALLIES)
    };
    match units.iter().find(enters) {
        Some(&(_, area)) if ocean.pacific == Pacific::Peace => table.record(Event::WarDeclared { area }),
        _ => Ok(()),
    }
}

/// 19.61 The raid force goes to the Hawaiian Islands, as raiders and without rolls: if Japan sends it, or has
/// declared war.
pub(super) fn sail_raid_force(table: &mut Table, sent: bool) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let ships: Vec<UnitId> = ocean.ids().filter(|&unit| system.is_in_raid_force(ocean, unit)).collect();
    let Some(area) = system.board.area_by_id(HAWAII) else { return Ok(()) };
    if ships.is_empty() || !sent && ocean.pacific != Pacific::Declared {
        return Ok(());
    }
    let guarded = system.is_manila_guarded(ocean);
    table.record(Event::RaidForceSailed { area, ships, guarded })
}

/// 19.47 What Germany gained off America makes the Americans readier to move next turn.
pub(super) fn provoke(table: &mut Table, area: AreaId, points: u8) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    if points > 0 && ocean.is_peace() && system.is_american(area) {
        table.record(Event::Provoked { area, points })?;
    }
    Ok(())
}

impl Ocean {
    /// Whether the rules of peace hold in the Pacific, also on the turn of the attack until it is over
    /// (19.11).
    pub fn is_peace(&self) -> bool {
        self.pacific != Pacific::War
    }
}

impl AdmiralsWar {
    /// Whether an area lies off America (AW-19.45).
    pub(super) fn is_american(&self, area: AreaId) -> bool {
        AMERICAN.contains(&self.board.area(area).id.as_str())
    }

    /// The box of the raid force.
    pub(super) fn raid_box(&self) -> Option<HoldId> {
        self.board.hold_named(RAID_FORCE)
    }

    /// How many ships the raid force may have, if there is a limit (AW-23.1).
    fn raid_limit(&self) -> Option<usize> {
        self.plays_by(Optional::PearlHarborTension).then_some(FUEL)
    }

    /// The word for a ship that stays in the raid force: where its ships are limited, they are counted by it.
    pub(super) fn stays_in_raid_force(&self) -> Word {
        if self.raid_limit().is_some() { Word::RaidForce } else { Word::Stay }
    }

    /// The port from which the raid force comes.
    pub(super) fn raid_port(&self) -> Option<BaseId> {
        self.board.base_by_id(YOKOSUKA)
    }

    /// Whether a ship lies in the box of the raid force.
    pub(super) fn is_in_raid_force(&self, ocean: &Ocean, unit: UnitId) -> bool {
        self.raid_box().is_some_and(|hold| ocean.unit(unit).place == Place::Hold(hold))
    }

    /// Whether a ship in Yokosuka may join the raid force (AW-4.6, AW-19.51).
    pub(super) fn may_join_raid(&self, ocean: &Ocean, unit: UnitId) -> bool {
        let in_port = self.raid_port().is_some_and(|port| ocean.unit(unit).place == Place::Base(port));
        ocean.pacific == Pacific::Peace
            && in_port
            && self.counter(unit).is_ship()
            && !self.is_on_bottom(ocean, unit)
            && self.speed(ocean, unit) >= RAID_SPEED
    }

    /// Whether Japan may begin the war now: not while ships lay outside Yokosuka and both American flags flew
    /// as the turn began, unless nothing lies ready for Pearl Harbor (AW-19.38, AW-19.5-b); never on turn 0
    /// (AW-20.5).
    pub(super) fn may_attack_now(&self, ocean: &Ocean) -> bool {
        let free = !ocean.attack_barred || !ocean.ids().any(|unit| self.is_in_raid_force(ocean, unit));
        free && ocean.turn != turn_zero::TURN
    }

    /// Whether Japan's ships lie so that it may not attack in the turn that begins (AW-19.38).
    pub(super) fn is_attack_barred(&self, ocean: &Ocean) -> bool {
        let flag = |id: &str| self.board.area_by_id(id).and_then(|area| ocean.flag(area));
        let watched = flag("french-polynesia") == Some(Camp::ALLIES) && flag(HAWAII) == Some(Camp::ALLIES);
        let abroad = |unit: UnitId| {
            let counter = self.counter(unit);
            let counts = counter.is_ship() || counter.kind == Kind::Amphibious;
            let place = ocean.unit(unit).place.base();
            counts && counter.nation == Nation::Jp && place.is_some() && place != self.raid_port()
        };
        ocean.is_peace() && watched && ocean.ids().any(abroad)
    }

    /// Whether the Philippines have the 5th Air Force and an American ship (AW-19.36).
    fn is_manila_guarded(&self, ocean: &Ocean) -> bool {
        let Some(manila) = self.board.base_by_id("philippines") else { return true };
        let here = ocean.at(Place::Base(manila));
        let air = here.iter().any(|&unit| self.counter(unit).id == "us-5af");
        let ship = here
            .iter()
            .any(|&unit| self.counter(unit).is_ship() && self.nation_of(ocean, unit) == Nation::Us);
        air && ship
    }

    /// Whether a base is the Philippines, unguarded on this turn (AW-19.36).
    pub(super) fn is_manila_open(&self, ocean: &Ocean, base: BaseId) -> bool {
        ocean.manila_open && self.board.base(base).id == "philippines"
    }

    /// Areas closed to a unit while the Pacific is at peace (AW-19.41-a, AW-19.42-b, AW-19.45, AW-19.38).
    pub(super) fn is_closed_by_peace(&self, ocean: &Ocean, unit: UnitId, area: AreaId) -> bool {
        if !ocean.is_peace() {
            return false;
        }
        let (of, counter) = (self.board.area(area), self.counter(unit));
        match self.nation_of(ocean, unit) {
            Nation::Jp => {
                let provokes = counter.kind != Kind::Submarine && ocean.flag(area) == Some(Camp::ALLIES);
                provokes && ocean.pacific == Pacific::Peace && !self.may_attack_now(ocean)
            }
            Nation::De | Nation::It => {
                matches!(counter.kind, Kind::Ship | Kind::Carrier) && self.is_american(area)
            }
            nation => {
                let pacific = of.theatre == Theatre::Pacific;
                let axis = pacific && ocean.flag(area) == Some(Camp::AXIS);
                let japanese = axis && !ocean.german_flags.contains(&area);
                // Submarines do not cross at a stroke what ships must do by way of Panama (AW-19.43).
                let crosses = counter.kind == Kind::Submarine
                    && pacific
                    && self.theatre_of(ocean, unit) == Some(Theatre::Atlantic);
                let strays = !pacific && !self.is_american(area);
                japanese || nation == Nation::Us && (strays || crosses)
            }
        }
    }

    /// Whether peace keeps a unit where it is: Americans in Pearl Harbor but for those that begin elsewhere
    /// in the Pacific, and their air units (AW-19.31, AW-19.35, AW-19.43).
    pub(super) fn is_bound_by_peace(&self, ocean: &Ocean, unit: UnitId) -> bool {
        let counter = self.counter(unit);
        let pearl = self.board.base_by_id(PEARL_HARBOR).map(Place::Base);
        let roams = matches!(counter.code, Some('C' | 'F' | 'H' | 'M'));
        ocean.is_peace()
            && self.nation_of(ocean, unit) == Nation::Us
            && (counter.kind == Kind::LandAir || !roams && Some(ocean.unit(unit).place) == pearl)
    }

    /// Whether peace lets a unit lie in a port or base of its side (AW-10.12, AW-18.12, AW-19.32, AW-19.33,
    /// AW-19.37).
    ///
    /// *Ruling:* who must lie in one port alone is free of that once the port has fallen, and goes where
    /// British ships may (AW-16.21): De Ruyter without Singapore, Australians without Australia.
    pub(super) fn is_open_in_peace(&self, ocean: &Ocean, unit: UnitId, base: BaseId) -> bool {
        if !ocean.is_peace() {
            return true;
        }
        let (of, code) = (self.board.base(base), self.counter(unit).code);
        let american = self.holder(ocean, base) == Some(Nation::Us);
        match self.nation_of(ocean, unit) {
            Nation::Us if self.counter(unit).kind == Kind::LandAir => american,
            Nation::Us => match (code, of.id.as_str()) {
                (_, "usa") => true,
                (Some('E'), _) => false,
                // Ships of the Pacific; those of Pearl Harbor once they have been surprised there (AW-19.31).
                (Some(code), place) if code != 'P' || ocean.pacific == Pacific::Attack => {
                    matches!(place, "pearl-harbor" | "samoa" | "philippines")
                }
                (_, "pearl-harbor" | "panama-canal" | "neutral-port") => true,
                _ => false,
            },
            Nation::Fr => true,
            Nation::Au if self.counter(unit).sails() && !self.has_fallen(ocean, "australia") => {
                !american && (of.theatre == Theatre::Atlantic || of.id == "australia")
            }
            Nation::Nl if !self.has_fallen(ocean, "singapore") => of.id == "singapore",
            _ => !american,
        }
    }

    /// Whether the Allies have lost a port in peace.
    fn has_fallen(&self, ocean: &Ocean, port: &str) -> bool {
        let held = |base| ocean.owner(base) == Some(Camp::ALLIES);
        self.is_at_home() && self.board.base_by_id(port).is_some_and(|base| !held(base))
    }

    /// Whether a group of uncertain location is taken to patrol an area (AW-19.21).
    pub(super) fn is_watched(&self, ocean: &Ocean, area: AreaId) -> bool {
        let waits = |unit: UnitId| self.group_of(ocean, unit).is_some();
        let peace = matches!(ocean.pacific, Pacific::Peace | Pacific::Declared);
        peace && self.board.area(area).id == "central-pacific" && ocean.ids().any(waits)
    }

    /// The box of uncertain location in which a unit waits (AW-19.34).
    pub(super) fn group_of(&self, ocean: &Ocean, unit: UnitId) -> Option<HoldId> {
        match (ocean.unit(unit).place, &self.counter(unit).gate) {
            (Place::Hold(hold), Gate::Hold(own)) if hold == *own => Some(hold),
            _ => None,
        }
    }

    /// Pacific areas under an Axis flag in which no Japanese unit is, while Japan is at peace.
    pub(super) fn german_flags(&self, ocean: &Ocean) -> Vec<AreaId> {
        let german = |area: &AreaId| {
            let axis =
                ocean.flag(*area) == Some(Camp::AXIS) && self.board.area(*area).theatre == Theatre::Pacific;
            // A hidden submarine must not show by what the Allies may enter (AW-26.0).
            let japanese = |unit: &UnitId| self.nation_of(ocean, *unit) == Nation::Jp && !self.hides(*unit);
            axis && !ocean.at(Place::Sea(*area)).iter().any(japanese)
        };
        if ocean.is_peace() { self.board.areas().filter(german).collect() } else { Vec::new() }
    }

    /// Whether an Axis place is Japan's, so that the Allies leave it alone in peace: one in the Pacific,
    /// unless it may be that a French ship took it for Germany (AW-18.36-b).
    pub(super) fn is_japans(&self, ocean: &Ocean, base: BaseId) -> bool {
        let abandoned = self.board.base(base).turns_over.iter().any(|it| it.to.is_none());
        self.holder(ocean, base) == Some(Nation::Jp) && !abandoned
    }

    /// Whether a unit is Japan's while the Pacific is at peace.
    ///
    /// *Ruling:* it does not fight or hunt, is not fought or hunted, and attacks no shipping (AW-19.11);
    /// Germans beside it do.
    pub(super) fn keeps_peace(&self, ocean: &Ocean, unit: UnitId) -> bool {
        ocean.pacific == Pacific::Peace && self.nation_of(ocean, unit) == Nation::Jp
    }
}
