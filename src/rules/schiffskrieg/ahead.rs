//! What will be asked later in a turn, and first in the next one: keys, and the questions as they would be
//! put today.
//!
//! Nothing of a turn is asked that does not follow from the table, on which all lies openly; so a question is
//! offered with all that may come to be asked in it, such as every piece that a support unit could bring to
//! one of its goals.

use super::board::SeaMap;
use super::faction::Faction;
use super::item::{Item, Word};
use super::key::Key;
use super::pieces::Nation;
use super::scenario::Support;
use super::state::{Clock, Place, Post, Sea, Stage, SupportId};
use super::task_force::Candidates;
use super::{Schiffskrieg, building, homecoming, raids, rebasing};
use crate::questions;
use engine::party::Party;
use engine::question::key::{NoKey, Part, Turn};
use engine::question::{AheadQuestion, Ask};
use engine::system::{Addressed, Plans, open};

/// The most halves of a Ship Building Point that a die gives.
const WON: u8 = 2;

/// What the words of forces for a Banzai battle begin with.
const BANZAI: &str = "banzai-";

impl Plans for Schiffskrieg {
    /// What the key of a question says of it.
    ///
    /// # Errors
    /// Why no question of the match has it.
    fn asked(&self, text: &str) -> Result<Addressed, String> {
        let first = text.split('/').next().unwrap_or_default();
        let Turn(turn) = Turn::read(first)
            .map_err(|_| "a key begins with its turn, as in `t4/axis/missions`".to_owned())?;
        let key = self.known_key(text).map_err(NoKey::why)?;
        let last = self.last_turn().0.saturating_sub(self.scenario.start.0).saturating_add(1);
        if turn == 0 || (self.history.is_some() && turn > last) {
            return Err(format!("the match has no turn {turn}"));
        }
        let party = match key.asked() {
            Some(faction) if self.scenario.set_ups[faction].is_none() => {
                return Err(format!("the {} faction is not in the match", faction.id()));
            }
            Some(faction) => Some(Party::of(faction.side())),
            None => None,
        };
        Ok(Addressed { party, turn: Some(turn) })
    }

    fn ahead(&self, sea: &Sea, party: Party, open: &[&str]) -> Vec<AheadQuestion> {
        questions(self, sea, party, open)
    }
}

impl Key<'_> {
    /// Who is asked; nobody where that hangs on what happens.
    fn asked(&self) -> Option<Faction> {
        match *self {
            Key::SetUp { faction, .. }
            | Key::Missions { faction, .. }
            | Key::MissionsAgain { faction, .. }
            | Key::Reform { faction, .. }
            | Key::Rebase { faction, .. }
            | Key::Forced { faction, .. }
            | Key::Return { faction, .. }
            | Key::CommerceRaid { faction, .. }
            | Key::RaidGain { faction, .. }
            | Key::PatrolTarget { faction, .. }
            | Key::Build { faction, .. }
            | Key::Reorganize { faction, .. }
            | Key::EmergencyRecall { faction, .. }
            | Key::Servron { faction, .. }
            | Key::ReserveHold { faction, .. }
            | Key::Release { faction, .. }
            | Key::Withdraw { faction, .. }
            | Key::Recall { faction, .. }
            | Key::Happening { faction, .. }
            | Key::Luck { faction, .. } => Some(faction),
            Key::Contest { by, .. }
            | Key::Answer { by, .. }
            | Key::InterceptRaiders { by, .. }
            | Key::DayNight { by, .. }
            | Key::Targets { by, .. }
            | Key::Retire { by, .. }
            | Key::Home { by, .. } => Some(by),
            // The raiders are of the Axis, whose turn it is.
            Key::Intercept { .. } | Key::Engage { .. } | Key::RaidLoss { .. } => Some(Faction::Western),
            // Both sides make forces for a Banzai battle.
            Key::Compose { unit, .. } if unit.starts_with(BANZAI) => None,
            Key::Compose { faction, .. } => Some(faction),
            Key::Fire { .. } => None,
        }
    }
}

impl Schiffskrieg {
    /// Reads a key, and looks whether its turn and what it names are in the match.
    ///
    /// # Errors
    /// Why no question has it.
    fn known_key<'k>(&self, text: &'k str) -> Result<Key<'k>, NoKey> {
        let key = Key::parse(text)?;
        let no = |what: String| Err(NoKey::Part(what));
        match key {
            // A label of dice, and no question.
            Key::Fire { .. } => Err(NoKey::Form),
            Key::Compose { unit, .. } if !self.is_composed(unit) => {
                no(format!("`{unit}` is no support unit"))
            }
            Key::ReserveHold { port, .. } | Key::Release { port, .. }
                if self.board.base_ids().all(|base| self.board.base(base).id != port) =>
            {
                no(format!("there is no port `{port}`"))
            }
            _ => Ok(key),
        }
    }

    /// Whether Task Forces are made under a word: that of a support unit, of a raid, or of an event.
    fn is_composed(&self, word: &str) -> bool {
        self.support.iter().any(|it| it.word == word)
            || ["base-raid-", "operation-z-", BANZAI, "doolittle"].iter().any(|it| word.starts_with(it))
    }
}

/// The questions of later steps that will be put to a party, in their order. `open` are the keys of those
/// that wait.
pub(super) fn questions(system: &Schiffskrieg, sea: &Sea, party: Party, open: &[&str]) -> Vec<AheadQuestion> {
    let (Some(clock), Some(faction)) = (sea.clock, Faction::of(party.side())) else { return Vec::new() };
    if clock.stage == Stage::Over || system.scenario.set_ups[faction].is_none() {
        return Vec::new();
    }
    let mut later = Later { system, sea, clock, faction, open, found: Vec::new() };
    later.this_turn();
    later.next_turn();
    later.found
}

/// The questions that were found.
struct Later<'s> {
    system: &'s Schiffskrieg,
    sea: &'s Sea,
    clock: Clock,
    faction: Faction,
    open: &'s [&'s str],
    found: Vec<AheadQuestion>,
}

impl Later<'_> {
    /// Adds a question, unless it has nothing to ask, or waits already.
    fn add(&mut self, sea: &Sea, ask: &Ask<Item, Item>) {
        if ask.forced().is_some() || self.open.contains(&ask.key.as_str()) {
            return;
        }
        let mut question = open(self.system, sea, ask);
        question.about.clear();
        self.found.push(AheadQuestion { question, more: Vec::new() });
    }

    fn is_to_come(&self, stage: Stage) -> bool {
        self.system.is_to_come(self.sea, self.clock, stage, self.faction)
    }

    fn this_turn(&mut self) {
        let turn = Turn(self.system.turn_number(self.sea));
        let sea = self.sea;
        if self.clock.stage != Stage::SetUp {
            if self.is_to_come(Stage::Building) {
                self.building(sea, turn);
            }
            if self.is_to_come(Stage::CommerceRaid) {
                self.commerce_raids(sea);
            }
            let ordered = self.faction == Faction::Soviet && sea.ally.is_some();
            if self.is_to_come(Stage::Support) && !ordered {
                self.missions(sea, turn);
            }
            let here = self.clock.stage == Stage::Support && self.clock.faction == self.faction;
            if here || self.is_to_come(Stage::Support) {
                self.task_forces(sea, turn);
            }
        }
        if self.is_to_come(Stage::Rebasing) {
            self.add(sea, &rebasing::question(self.system, sea, self.faction));
        }
        if self.is_to_come(Stage::Return) || self.clock.stage < Stage::Return {
            self.add(sea, &homecoming::question_now(self.system, sea, self.faction));
        }
    }

    /// What is asked first in the next turn, when all that is at sea has come home.
    fn next_turn(&mut self) {
        let system = self.system;
        let passed = !self.is_to_come(Stage::Support)
            && (self.clock.stage, self.clock.faction) != (Stage::Support, self.faction);
        if !passed || self.clock.stage == Stage::SetUp || system.turn(self.sea) >= system.last_turn() {
            return;
        }
        let turn = Turn(system.turn_number(self.sea) + 1);
        let home = all_home(system, self.sea);
        self.missions(&home, turn);
    }

    /// What countries begin to build, if the dice give what they may.
    fn building(&mut self, sea: &Sea, turn: Turn) {
        let (system, faction) = (self.system, self.faction);
        for nation in Nation::ALL.into_iter().filter(|nation| nation.major_of() == Some(faction)) {
            if system.to_be_built(sea, nation).is_empty() {
                continue;
            }
            let key = Key::Build { turn, faction, nation }.text();
            self.add(sea, &building::question(system, sea, nation, WON, key, "SK-6.1.2-2"));
        }
    }

    fn commerce_raids(&mut self, sea: &Sea) {
        for map in self.system.scenario.maps.clone() {
            if let Ok(Some(ask)) = raids::raid_question(self.system, sea, map) {
                self.add(sea, &ask);
            }
        }
    }

    fn missions(&mut self, sea: &Sea, turn: Turn) {
        let key = Key::Missions { turn, faction: self.faction }.text();
        self.add(sea, &self.system.missions(sea, self.faction, key));
    }

    /// The Task Forces of units that could be placed, with all that could join them at any of their goals.
    fn task_forces(&mut self, sea: &Sea, turn: Turn) {
        let (system, faction) = (self.system, self.faction);
        for (support, goals) in system.goals_of_all(sea, faction) {
            let unit = &sea.support[usize::from(support.0)];
            let Some(nation) = system.nation_of(unit).filter(|_| unit.post == Post::ForcePool) else {
                continue;
            };
            let wanted = system.wanted(sea, unit, nation);
            let mut all = Candidates::default();
            let mut zones = Vec::new();
            for goal in goals {
                let Some(site) = system.site_of(sea, goal, unit.map) else { continue };
                // Who comes into a zone comes to its hexes, but for LBAs.
                let zone = system.zone_of(site);
                if wanted.kind == Support::SubFleet || zone.is_none_or(|zone| !zones.contains(&zone)) {
                    zones.extend(zone);
                    all.join(system.candidates(sea, faction, wanted, site));
                }
            }
            let word = system.support_word(support);
            let key = Key::Compose { turn, faction, unit: &word }.text();
            self.add(sea, &system.compose(key, wanted, &all, "Make a Task Force".to_owned()));
        }
        for map in system.scenario.maps.clone() {
            self.base_raid(sea, turn, map);
        }
    }

    /// The force of a Base Attack Raid.
    fn base_raid(&mut self, sea: &Sea, turn: Turn, map: SeaMap) {
        let (system, faction) = (self.system, self.faction);
        if system.raid_targets(sea, faction, map).unwrap_or_default().is_empty() {
            return;
        }
        let unit = format!("base-raid-{}", map.id());
        let key = Key::Compose { turn, faction, unit: &unit }.text();
        let title = "Base Attack Raid: choose ships of one nation, or one heavy LBA".to_owned();
        let mut ask = Ask::new(questions::COMPOSE, key, "SK-5.2.1-5", title).by_option();
        let ships = system.ready_ships(sea, faction, map).unwrap_or_default();
        let lbas = system.ready_lbas(sea, faction, map).unwrap_or_default();
        let heavy = lbas.into_iter().filter(|unit| system.counters[*unit].is_heavy());
        let all: Vec<Item> = ships.into_iter().chain(heavy).map(Item::Unit).collect();
        let [sail, fill, spare] = [Word::Sail, Word::Fill, Word::Spare].map(Item::Word);
        ask.offer(all, [sail, fill, spare], Some(spare));
        self.add(sea, &ask);
    }
}

/// The position when all that is used has come back to where it was, and support units to their pools.
pub(super) fn all_home(system: &Schiffskrieg, sea: &Sea) -> Sea {
    let mut home = sea.clone();
    (home.battle, home.placed) = (None, None);
    home.raided.clear();
    for state in &mut home.units {
        state.line = None;
        if let (Place::Used(_) | Place::UsedAsset(_), Some(base)) = (state.place, state.home) {
            (state.place, state.home) = (base, None);
        }
    }
    let all = (0..home.support.len() as u8).map(SupportId);
    for id in all {
        let unit = &mut home.support[usize::from(id.0)];
        let back =
            matches!(unit.post, Post::Station(_) | Post::Hex(_) | Post::StrategicWarfare | Post::UsedAsset);
        if back && system.history.is_some() {
            (unit.post, unit.strike) = (Post::ForcePool, false);
            unit.force.clear();
        }
    }
    home
}
