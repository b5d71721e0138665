//! The seven scenarios: how long each lasts, who takes part and moves when, and what it scores.

use super::board::ZoneId;
use super::files::{BonusWord, LeaveRow, LeaveWord, Part, ScenarioRow, SurvivorsRow};
use super::pieces::{Counters, Nation};
use engine::rulebook::two_sided::{BySide, Camp};

/// The folder of the game's data.
pub const SYSTEM: &str = "seas-of-thunder";

/// A convoy token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The id used in files, such as `axis-07`.
    pub id: String,
    /// Whose convoy it is.
    pub side: Camp,
    /// The ids of the areas on its back.
    pub areas: Vec<String>,
    /// The zones it may be placed in.
    pub zones: Vec<ZoneId>,
    /// The turn from which it is in use.
    pub from: u8,
}

/// A duty to keep ships in port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presence {
    /// The nation that has the duty, in the ports whose box names it.
    pub nation: Nation,
    /// Its fewest ships in each such port after rebasing.
    pub minimum: u8,
    /// What each port that falls short gives to the Axis.
    pub points: u8,
}

/// What is worth points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// Whether control of zones scores.
    pub zones: bool,
    /// For a convoy sunk, to its enemy.
    pub convoy: u8,
    /// For an Axis ship sunk, to the Allies.
    pub axis_ship: u8,
    /// For an Allied ship sunk, to the Axis.
    pub allied_ship: u8,
    /// For an air unit that does not fly, to its own side.
    pub unused_lba: u8,
    /// For Turkish neutrality violated, to the enemy of who did it, for scenarios 3 to 7.
    pub turkey: u8,
    /// The score at the beginning, for scenario 7; the others begin at 0.
    pub initial: BySide<i16>,
}

/// Navies that move together, and their side.
pub type Group = (Camp, Vec<Nation>);

/// A change of sides, or an exit from the war, before the Return to Base of a turn (13.0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// Whose units.
    pub nation: Nation,
    /// On which turn.
    pub turn: u8,
    /// Which of them.
    pub part: Part,
    /// Only those with this stripe, if one is named.
    pub stripe: Option<String>,
    /// Where they go.
    pub to: LeaveWord,
    /// The turn until which they wait on the track, if they do.
    pub until: Option<u8>,
    /// True if it happens only in a match that goes on with another scenario.
    pub only_if_next: bool,
    /// Points for each ship that changes sides, and who gets them.
    pub points: Option<(Camp, u8)>,
}

/// Points for the ships of a nation that are not sunk (13.0, special scoring).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survivors {
    /// Whose ships.
    pub nation: Nation,
    /// At the end of which turn.
    pub turn: u8,
    /// Who scores.
    pub to: Camp,
    /// Points for each.
    pub each: u8,
    /// When they are due.
    pub condition: BonusWord,
}

/// A special rule of a scenario that code must know of; the others follow from the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpecialRule {
    /// 5.5.1: Japan and the Soviet Union need not fight.
    JapaneseSoviet,
    /// Every French unit has Range 2 (SOT-13.S4-11).
    FrenchRange,
    /// One submarine a turn goes by rail to Constanta (SOT-13.S5-9).
    Rail,
    /// Each Soviet port on the Black Sea begins with three ships (SOT-13.S7-6).
    Garrison,
    /// German ships may surrender on the last turn (SOT-13.S7-11).
    GermanSurrender,
}

impl SpecialRule {
    /// Finds a rule by the word of the data; most words are told for the reader alone.
    fn parse(word: &str) -> Option<SpecialRule> {
        Some(match word {
            "japanese_soviet" => SpecialRule::JapaneseSoviet,
            "vichy_range" => SpecialRule::FrenchRange,
            "rail_to_constanta" => SpecialRule::Rail,
            "black_sea_garrison" => SpecialRule::Garrison,
            "germany_surrenders" => SpecialRule::GermanSurrender,
            _ => return None,
        })
    }
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The name as a word for files, such as `raider-warfare`.
    pub id: String,
    /// The short code, such as `S1`.
    pub code: String,
    /// The number.
    pub number: u8,
    /// The name.
    pub name: String,
    /// The first turn.
    pub first_turn: u8,
    /// The last turn.
    pub last_turn: u8,
    /// The Danish minefield box.
    pub danish: u8,
    /// The Gibraltar minefield box.
    pub gibraltar: u8,
    /// How many tokens of each side the Axis player draws and places.
    pub tokens_by_axis: BySide<u8>,
    /// How many tokens of each side the Allied player draws and places.
    pub tokens_by_allies: BySide<u8>,
    /// The duties of presence.
    pub presence: Vec<Presence>,
    /// The nations in play on the first turn.
    pub sides_of_nation: BySide<Vec<Nation>>,
    /// Nations that enter later, with turn and side.
    pub joins: Vec<(Nation, u8, Camp)>,
    /// The orders of movement, with the turns in which each holds.
    pub movement: Vec<((u8, u8), Vec<Group>)>,
    /// Nations that fight apart from the others of a side, with the turns in which they do.
    pub non_cooperation: Vec<(Nation, Camp, (u8, u8))>,
    /// Ships that use the ports of another nation and move with it.
    pub treated_as: Vec<(Nation, Nation)>,
    /// Changes of sides and exits, in their order.
    pub exits: Vec<Exit>,
    /// Points for ships that are not sunk.
    pub survivors: Vec<Survivors>,
    /// Special rules.
    pub special: Vec<SpecialRule>,
    /// What is worth points.
    pub scoring: Scoring,
}

impl Scenario {
    /// The side of a nation on the first turn, if it is in play then.
    pub fn side_of(&self, nation: Nation) -> Option<Camp> {
        [Camp::AXIS, Camp::ALLIES].into_iter().find(|side| self.sides_of_nation[*side].contains(&nation))
    }

    /// The side of a nation and the turn from which it takes part in the scenario, if it does.
    pub fn enters(&self, nation: Nation) -> Option<(Camp, u8)> {
        let later = || self.joins.iter().find(|join| join.0 == nation).map(|join| (join.2, join.1));
        self.side_of(nation).map(|side| (side, self.first_turn)).or_else(later)
    }

    /// The groups in the order in which they move on a turn (SOT-4.0-2).
    pub fn movement(&self, turn: u8) -> Vec<Group> {
        let holds = self.movement.iter().filter(|((first, last), _)| (*first..=*last).contains(&turn));
        holds.flat_map(|(_, order)| order.iter().cloned()).collect()
    }

    /// The nations of a side that fight apart from its others on a turn.
    pub fn apart(&self, side: Camp, turn: u8) -> Vec<Nation> {
        let holds = |it: &&(Nation, Camp, (u8, u8))| it.1 == side && (it.2.0..=it.2.1).contains(&turn);
        self.non_cooperation.iter().filter(holds).map(|it| it.0).collect()
    }

    /// Whether a special rule is in force.
    pub fn has(&self, rule: SpecialRule) -> bool {
        self.special.contains(&rule)
    }

    /// The nation whose ports and movement group a nation's ships use.
    pub fn treated_as(&self, nation: Nation) -> Nation {
        let other = self.treated_as.iter().find(|(of, _)| *of == nation);
        other.map_or(nation, |(_, other)| *other)
    }
}

/// The pieces of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// Every unit that begins in play or may arrive.
    pub counters: Counters,
    /// The convoy tokens in use.
    pub tokens: Vec<Token>,
}

/// The scenario that a row of the file describes.
pub(super) fn described(row: &ScenarioRow) -> Scenario {
    let moving = row.movement.iter().find(|it| it.turns.0 <= row.first_turn && row.first_turn <= it.turns.1);
    let moving = || moving.iter().flat_map(|it| &it.order);
    let nations = |side: Camp| {
        let at_start = row.at_start.iter().filter(move |force| force.side == side);
        let mut nations: Vec<Nation> = at_start.flat_map(|force| force.nations.clone()).collect();
        // Who moves is there, even where the lists of the at-start forces forget it, as Peru's (SOT-12.0-9).
        let moving = moving().filter(|group| group.side == side).flat_map(|group| group.nations.clone());
        nations.extend(moving);
        nations.sort_unstable();
        nations.dedup();
        nations
    };
    let movement = row
        .movement
        .iter()
        .map(|it| (it.turns, it.order.iter().map(|group| (group.side, group.nations.clone())).collect()));
    let presence =
        row.presence.iter().map(|it| Presence { nation: it.nation, minimum: it.minimum, points: it.points });
    Scenario {
        id: slug(&row.name),
        code: row.id.clone(),
        number: row.number,
        name: row.name.clone(),
        first_turn: row.first_turn,
        last_turn: row.last_turn,
        danish: row.minefields.danish,
        gibraltar: row.minefields.gibraltar,
        tokens_by_axis: row.convoys.placed_by_axis_player.into(),
        tokens_by_allies: row.convoys.placed_by_allied_player.into(),
        presence: presence.collect(),
        sides_of_nation: BySide::from_fn(nations),
        joins: row.joins.iter().map(|join| (join.nation, join.turn, join.side)).collect(),
        movement: movement.collect(),
        non_cooperation: row.non_cooperation.iter().map(|it| (it.nation, it.with_side, it.turns)).collect(),
        treated_as: row.treated_as.iter().map(|(nation, other)| (*nation, *other)).collect(),
        exits: row.leaves.iter().map(exit).collect(),
        survivors: row.survivors.iter().map(survivors).collect(),
        special: row.special_rules.iter().filter_map(|rule| SpecialRule::parse(&rule.id)).collect(),
        scoring: Scoring {
            zones: row.scoring.zones,
            convoy: row.scoring.convoy_sunk,
            axis_ship: row.scoring.axis_ship_sunk,
            allied_ship: row.scoring.allied_ship_sunk,
            unused_lba: row.scoring.unused_lba,
            turkey: row.scoring.turkey,
            initial: row.scoring.initial.into(),
        },
    }
}

fn exit(row: &LeaveRow) -> Exit {
    Exit {
        nation: row.nation,
        turn: row.turn,
        part: row.part,
        stripe: row.stripe.clone(),
        to: row.to,
        until: row.until,
        only_if_next: row.only_if_next_scenario,
        points: row.points.map(|points| (points.to, points.each)),
    }
}

fn survivors(row: &SurvivorsRow) -> Survivors {
    let &SurvivorsRow { nation, turn, to, each, condition } = row;
    Survivors { nation, turn, to, each, condition }
}

/// A name as a word for files: lower case, hyphens for blanks, no apostrophes.
pub(super) fn slug(name: &str) -> String {
    name.to_lowercase().replace(' ', "-").replace('\'', "")
}
