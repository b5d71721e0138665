//! 13 Luck: who wins the marker in a battle, and how it has a die rolled again. An option; without it every
//! roll is as it falls.

use crate::questions;
use serde::{Deserialize, Serialize};

use super::board::SeaMap;
use super::event::Event;
use super::faction::Faction;
use super::item::{Item, Word};
use super::key::Key;
use super::pieces::UnitId;
use super::state::{Battle, Part, Sea};
use super::{Schiffskrieg, Table};
use engine::question::Ask;
use engine::question::key::Turn;
use engine::table::Step;
use engine::tags::words;

/// The marker under which the Axis earns double on DS (SK-13-3).
const USN_SUPERIORITY: &str = "usn-superiority";

words! {
    /// One of the two sides between which a Luck marker passes.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Team: id {
        /// The Axis.
        Axis = "axis",
        /// Both Allied factions.
        Allies = "allies",
    }
}

impl Team {
    /// That of a faction.
    pub const fn of(faction: Faction) -> Team {
        match faction {
            Faction::Axis => Team::Axis,
            Faction::Western | Faction::Soviet => Team::Allies,
        }
    }
}

/// Who has the Luck marker of each map (SK-13-6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holders {
    /// Of Totaler Krieg.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tk: Option<Team>,
    /// Of Dai Senso.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ds: Option<Team>,
}

impl Holders {
    /// Whether nobody has one.
    pub fn is_empty(&self) -> bool {
        *self == Holders::default()
    }

    /// Who has that of a map.
    pub const fn of(&self, map: SeaMap) -> Option<Team> {
        match map {
            SeaMap::Tk => self.tk,
            SeaMap::Ds => self.ds,
        }
    }

    /// Gives that of a map to somebody, or sets it aside.
    pub const fn give(&mut self, map: SeaMap, holder: Option<Team>) {
        match map {
            SeaMap::Tk => self.tk = holder,
            SeaMap::Ds => self.ds = holder,
        }
    }
}

impl Schiffskrieg {
    /// Luck Points for a piece that is sunk or destroyed (SK-13-2).
    pub(super) fn luck_points(&self, unit: UnitId) -> u8 {
        let (heavy, light) = self.tables.luck;
        if self.counters[unit].is_heavy() { heavy } else { light }
    }

    /// The faction that says for a team whether Luck is used: Western before Soviet.
    fn speaks(&self, team: Team) -> Option<Faction> {
        self.scenario.factions().find(|faction| Team::of(*faction) == team)
    }
}

/// Rolls dice on a map, one of which the holder of the Luck marker may have rolled again (SK-13-5).
pub(super) fn roll(table: &mut Table, map: SeaMap, label: String, count: usize) -> Step<Vec<u8>> {
    let mut dice = table.roll(label.clone(), count)?;
    let (system, sea) = (table.system(), table.state());
    let holder = sea.luck.of(map).filter(|_| system.options.luck && count > 0);
    let Some(by) = holder.and_then(|team| system.speaks(team)) else { return Ok(dice) };
    let ask = question(system, sea, by, &label, &dice);
    let answer = table.ask(by.side(), &ask)?;
    if let Some((_, Item::Die(number))) = answer.first().copied() {
        let again = table.roll(format!("{label}/again"), 1)?;
        dice[usize::from(number) - 1] = again[0];
        table.record(Event::LuckSpent { map, die: Some(number) })?;
    }
    Ok(dice)
}

fn question(system: &Schiffskrieg, sea: &Sea, by: Faction, label: &str, dice: &[u8]) -> Ask<Item, Item> {
    let what = label.replace('/', ".");
    let key = Key::Luck { turn: Turn(system.turn_number(sea)), faction: by, what: &what };
    let title = "Have one die rolled again, or keep the Luck marker".to_owned();
    let mut ask = Ask::new(questions::LUCK, key.text(), "SK-13-5", title);
    let faces: Vec<String> = dice.iter().map(ToString::to_string).collect();
    ask = ask.about(format!("{label}: {}", faces.join(", ")));
    let keep = Item::Word(Word::Keep);
    let options = [keep].into_iter().chain((1..=dice.len() as u8).map(Item::Die));
    ask.offer([Item::Word(Word::Luck)], options, Some(keep));
    ask
}

/// SK-13-1 to SK-13-4: after a battle in which both sides fired, who earned more may win the marker.
pub(super) fn award(table: &mut Table, battle: &Battle) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let fired = &battle.tally.fired;
    let sides = [battle.side(Part::Phasing), battle.side(Part::Answering)];
    if !system.options.luck || !fired.phasing || !fired.answering || Team::of(sides[0]) == Team::of(sides[1])
    {
        return Ok(());
    }
    let (mut axis, mut allies) = (0, 0);
    for part in Part::ALL {
        match Team::of(battle.side(part)) {
            Team::Axis => axis = *battle.tally.luck.of(part),
            Team::Allies => allies = *battle.tally.luck.of(part),
        }
    }
    if battle.map == SeaMap::Ds && system.is_marked(sea, SeaMap::Ds, USN_SUPERIORITY) {
        axis *= 2;
    }
    if axis == allies {
        return Ok(());
    }
    let label = format!("t{}/{}/{}/luck", system.turn_number(sea), sides[0].id(), battle.number);
    let die = table.roll(label, 1)?[0];
    let best = if axis > allies { Team::Axis } else { Team::Allies };
    let holder = (die <= axis.abs_diff(allies)).then_some(best);
    table.record(Event::LuckAwarded { map: battle.map, axis, allies, die: Some(die), holder })
}

/// SK-13-6 When the turn is over, whoever has a marker loses it.
pub(super) fn turn_over(table: &mut Table) -> Step<()> {
    for map in SeaMap::ALL {
        if table.state().luck.of(map).is_some() {
            table.record(Event::LuckSpent { map, die: None })?;
        }
    }
    Ok(())
}
