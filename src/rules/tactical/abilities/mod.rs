//! Abilities with code, a file each: what its rule says, its names on cards, the moments at which it speaks,
//! and what it does then. What an ability does by numbers alone stands in `abilities.yaml`
//! ([`crate::effects`]). [`crate::ability`] asks at each moment those that somebody has brought; no moment
//! knows one by name.

mod air_support;
mod airfield_strike;
mod alternate_payload;
mod antiair_barrage;
mod antiair_specialist;
mod antiship_missile;
mod audacious_attack;
mod avoid_mines;
mod bad_luck;
mod bombard;
mod bristling_with_guns;
mod chase;
mod close_escort;
mod coastal_deployment;
mod combat_air_patrol;
mod covering_fire;
mod crippling_salvo;
mod damage_control;
mod dangerous_quarry;
mod defective_torpedoes;
mod determined_attack;
mod disguise;
mod divide_the_defense;
mod draw_the_cap;
mod drive_off;
mod dug_in;
mod early_deployment;
mod elusive_quarry;
mod embark_b25;
mod escort_killer;
mod establish_screen;
mod evade_torpedoes;
mod excellent_endurance;
mod export_version;
mod fatal_flaw;
mod fighter_bomber;
mod fighter_cover;
mod fighter_director;
mod fighter_umbrella;
mod fly_off_strike;
mod general_pursuit;
mod guard_ship;
mod guard_the_convoy;
mod heavy_strafer;
mod high_speed_run;
mod improved_radar;
mod infantry;
mod infiltrator;
mod inspire_to_victory;
mod inspiring_example;
mod jammed_mount;
mod kamikaze_attack;
mod land_based;
mod land_fighter;
mod lay_smoke_screen;
mod lead_the_attack;
mod limited_asw_threat;
mod loiter;
mod long_cruise;
mod long_shot;
mod lucky_escape;
mod lucky_hit;
mod mines;
mod mission_selection;
mod mtb_killer;
mod poor_facilities;
mod press_the_attack;
mod pursuit_ship;
mod radar_fire_control;
mod radar_picket;
mod radar_solution;
mod ram;
mod repair;
mod replenish_aircraft;
mod rocket_attack;
mod run_silent;
mod scoutplane_attack;
mod sea_basing;
mod seaplane_detachments;
mod secret_breakout;
mod shadow_battleship;
mod shallow_draft;
mod shore_support_infantry;
mod split_fire;
mod sprint;
mod sub_hunter;
mod submerged_shot;
mod suicide_attack;
mod surprise_raid;
mod swarm_tactics;
mod sweep_mines;
mod torpedo_defense;
mod torpedo_protection;
mod torpedo_run;
mod torpedo_swarm;
mod uncertain_arrival;
mod uniquely_tough;
mod worn_out_boat;

use std::sync::LazyLock;

use super::Battle;
use super::ability::choice::{self, Will};
use super::ability::marks::{Breakout, Lasting, Mending};
use super::ability::volleys::{self, Payload, Volley};
use super::ability::{self, Moment, air, deployment, inspiring, leading, may, pressing, rolls, sea};
use super::ability::{spotting, squadrons, strength, when};
use super::attack::{self, Attack, Hit, Strength};
use super::dossier::Handicap;
use super::field::{Being, Field, Home, Mine, Smoke, Unit};
use super::fortune::Purpose;
use super::log::{Cause, Effect, Entry, Id, Phase, Task};
use super::map::{End, Sector};
use super::plan::Use;
use crate::cards::{Abilities, Ability, Card, Kind, Nation, Weapon};
use crate::effects::Change;
use engine::table::Step;

/// All of them. Those that speak at the same moment speak in this order.
static ALL: &[&Code] = &[
    &coastal_deployment::CODE,
    &early_deployment::CODE,
    &guard_ship::CODE,
    &infiltrator::CODE,
    &long_cruise::CODE,
    &damage_control::CODE,
    &repair::CODE,
    &secret_breakout::CODE,
    &lead_the_attack::CODE,
    &establish_screen::CODE,
    &uncertain_arrival::CODE,
    &seaplane_detachments::CODE,
    &scoutplane_attack::CODE,
    &fly_off_strike::CODE,
    &high_speed_run::CODE,
    &sprint::CODE,
    &shallow_draft::CODE,
    &close_escort::CODE,
    &disguise::CODE,
    &chase::CODE,
    &torpedo_run::CODE,
    &general_pursuit::CODE,
    &pursuit_ship::CODE,
    &sub_hunter::CODE,
    &elusive_quarry::CODE,
    &avoid_mines::CODE,
    &torpedo_defense::CODE,
    &lay_smoke_screen::CODE,
    &mines::CODE,
    &sweep_mines::CODE,
    &ram::CODE,
    &excellent_endurance::CODE,
    &combat_air_patrol::CODE,
    &radar_picket::CODE,
    &draw_the_cap::CODE,
    &divide_the_defense::CODE,
    &surprise_raid::CODE,
    &fighter_bomber::CODE,
    &mission_selection::CODE,
    &antiair_barrage::CODE,
    &antiair_specialist::CODE,
    &fighter_cover::CODE,
    &swarm_tactics::CODE,
    &fighter_umbrella::CODE,
    &fighter_director::CODE,
    &airfield_strike::CODE,
    &rocket_attack::CODE,
    &alternate_payload::CODE,
    &kamikaze_attack::CODE,
    &antiship_missile::CODE,
    &heavy_strafer::CODE,
    &suicide_attack::CODE,
    &shadow_battleship::CODE,
    &guard_the_convoy::CODE,
    &split_fire::CODE,
    &escort_killer::CODE,
    &bristling_with_guns::CODE,
    &mtb_killer::CODE,
    &long_shot::CODE,
    &audacious_attack::CODE,
    &torpedo_swarm::CODE,
    &submerged_shot::CODE,
    &worn_out_boat::CODE,
    &limited_asw_threat::CODE,
    &improved_radar::CODE,
    &radar_fire_control::CODE,
    &radar_solution::CODE,
    &run_silent::CODE,
    &jammed_mount::CODE,
    &defective_torpedoes::CODE,
    &evade_torpedoes::CODE,
    &fatal_flaw::CODE,
    &lucky_escape::CODE,
    &torpedo_protection::CODE,
    &uniquely_tough::CODE,
    &infantry::CODE,
    &air_support::CODE,
    &shore_support_infantry::CODE,
    &dug_in::CODE,
    &covering_fire::CODE,
    &crippling_salvo::CODE,
    &lucky_hit::CODE,
    &inspire_to_victory::CODE,
    &inspiring_example::CODE,
    &bad_luck::CODE,
    &bombard::CODE,
    &dangerous_quarry::CODE,
    &drive_off::CODE,
    &determined_attack::CODE,
    &press_the_attack::CODE,
    &loiter::CODE,
    &sea_basing::CODE,
    &land_based::CODE,
    &land_fighter::CODE,
    &export_version::CODE,
    &embark_b25::CODE,
    &poor_facilities::CODE,
    &replenish_aircraft::CODE,
];

/// An ability with code, or a family whose members differ by numbers alone.
pub struct Code {
    /// Its names on cards.
    pub words: &'static [Ability],
    /// When it speaks, and what it does then.
    pub at: &'static [Hook],
}

/// What an ability lets its owner do without more ado.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum May {
    /// No mine hurts it.
    AvoidMines,
    /// It is a third ship in a sector (WST-stack-1).
    CrowdSector,
    /// No hunter of submarines comes for it.
    EludeHunters,
    /// It enters island and shoal sectors (WST-map-3).
    EnterIslands,
    /// The night takes nothing from its guns (WST-night-5).
    FireByRadar,
    /// The experts of carriers do not lead it.
    FlyUnled,
    /// Squalls and smoke do not cut its lines.
    SeeThroughCover,
    /// No deck takes it (WST-ret-4).
    StayAshore,
    /// A submarine fears it only in its own sector (WST-sub-3).
    ThreatenNoFarther,
    /// It torpedoes submarines in its sector (WST-torp-3).
    TorpedoBoats,
    /// Mines do it a point less.
    WithstandMines,
}

/// How many there are.
const MAYS: usize = May::WithstandMines as usize + 1;

/// What abilities do at one place, in the order of the list.
pub struct Voices<F> {
    set: Abilities,
    all: Vec<(Abilities, F)>,
}

impl<F> Default for Voices<F> {
    fn default() -> Voices<F> {
        Voices { set: Abilities::default(), all: Vec::new() }
    }
}

impl<F: Copy> Voices<F> {
    fn add(&mut self, words: Abilities, does: F) {
        self.set = self.set.with(&words);
        self.all.push((words, does));
    }

    /// Whether an ability does anything there.
    pub const fn knows(&self, ability: Ability) -> bool {
        self.set.has(ability)
    }

    /// Whether one of some does.
    #[inline]
    pub const fn meets(&self, abilities: &Abilities) -> bool {
        self.set.meets(abilities)
    }

    /// What some abilities do there. Mostly none of them does anything, and then nothing is looked for.
    #[inline]
    pub fn of(&self, abilities: Abilities) -> impl Iterator<Item = F> {
        let all = if self.meets(&abilities) { &self.all[..] } else { &[] };
        all.iter().filter(move |(words, _)| words.meets(&abilities)).map(|(_, does)| *does)
    }

    /// What one ability does there.
    pub fn of_one(&self, ability: Ability) -> Option<F> {
        self.of(Abilities::of(&[ability])).next()
    }
}

/// Declares the places at which one function of an ability is asked: the hook, and its voices.
macro_rules! hooks {
    ($($(#[$doc:meta])+ $hook:ident => $voices:ident: $does:ty,)+) => {
        /// A moment at which an ability speaks, and what it does then.
        #[derive(Clone, Copy)]
        pub enum Hook {
            /// It lets its owner do something.
            May(May),
            /// For a side at a moment.
            At(Moment, fn(&mut Battle<'_>, End) -> Step<()>),
            /// For each unit that has it at a moment, all those of one unit before those of the next.
            Each(Moment, fn(&mut Battle<'_>, Id) -> Step<()>),
            $($(#[$doc])+ $hook($does),)+
        }

        /// The abilities with code, by the moments at which they speak.
        #[derive(Default)]
        pub struct Table {
            /// All of them.
            pub words: Abilities,
            may: [Abilities; MAYS],
            /// For a side, by moment.
            pub at: [Voices<fn(&mut Battle<'_>, End) -> Step<()>>; Moment::NUMBER],
            /// For each unit, by moment.
            pub each: [Voices<fn(&mut Battle<'_>, Id) -> Step<()>>; Moment::NUMBER],
            $($(#[$doc])+ pub $voices: Voices<$does>,)+
        }

        impl Table {
            /// The abilities that let their owner do something.
            #[inline]
            pub const fn who(&self, may: May) -> &Abilities {
                &self.may[may as usize]
            }

            fn add(&mut self, words: Abilities, hook: Hook) {
                match hook {
                    Hook::May(what) => {
                        let may = &mut self.may[what as usize];
                        *may = may.with(&words);
                    }
                    Hook::At(moment, does) => self.at[moment as usize].add(words, does),
                    Hook::Each(moment, does) => self.each[moment as usize].add(words, does),
                    $(Hook::$hook(does) => self.$voices.add(words, does),)+
                }
            }
        }
    };
}

hooks! {
    /// Whether a unit stays where it is this turn.
    Stays => stays: fn(&Field<'_>, Id) -> bool,
    /// What is added to the speed of a unit this turn.
    Speeds => speeds: fn(&mut Battle<'_>, Id) -> Step<i8>,
    /// Whether the way of units matters, so that [`Hook::Enters`] is asked.
    MindsWays => minds_ways: fn(&Field<'_>) -> bool,
    /// When a unit enters a sector.
    Enters => enters: fn(&mut Battle<'_>, Id, Sector) -> Step<()>,
    /// The role in which its owner is placed.
    FliesAs => flies_as: fn(&Field<'_>, Id) -> Kind,
    /// Whether an aircraft is not placed though it is ready.
    Grounds => grounds: fn(&Field<'_>, Id) -> bool,
    /// Whether an aircraft may base on a deck of another nation.
    Boards => boards: fn(&Card, &Card) -> bool,
    /// Whether its owner needs no rearming.
    FliesAgain => flies_again: fn(&Field<'_>, Id) -> bool,
    /// Whether a rearm marker of its owner comes off.
    Rearms => rearms: fn(&mut Battle<'_>, Id) -> Step<bool>,
    /// An attack beside the plain one.
    Volley => volleys: Volley,
    /// An attack of an aircraft in place of the plain one.
    Instead => instead: Payload,
    /// Whether a leader, the first, leads a fighter to another target, and by which ability.
    Leads => leads: fn(&Field<'_>, Id, Id) -> Option<Ability>,
    /// Whether it forbids an attack.
    Forbids => forbids: fn(&Field<'_>, &Attack) -> bool,
    /// Whether its owner reaches a range at which the card has no dice.
    Reaches => reaches: fn(&Field<'_>, &Attack) -> bool,
    /// Applies a change of the table in its own way.
    Applies => applies: fn(&Field<'_>, &Change, &mut Strength),
    /// What it changes in an attack before the dice.
    Modifies => modifies: fn(&Field<'_>, &Attack, &mut Strength),
    /// What is rolled before the attack dice.
    Before => before: fn(&mut Battle<'_>, &Attack, &mut Strength) -> Step<()>,
    /// Whether the die is rolled with which it foils an attack; nothing if as with any other ability.
    Foils => foils: fn(&Field<'_>, Id, &Attack, &Strength) -> Option<bool>,
    /// What it makes of the attack dice, before anything saves the target.
    Strikes => strikes: fn(&mut Battle<'_>, &Attack, &Strength, &mut Hit) -> Step<()>,
    /// What it makes of a hit that nothing has turned.
    Withstands => withstands: fn(&mut Battle<'_>, &Attack, &Strength, &mut Hit) -> Step<()>,
    /// What follows from an attack that is marked and noted.
    After => after: fn(&mut Battle<'_>, &Attack, &Hit) -> Step<()>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    for code in ALL {
        let words = Abilities::of(code.words);
        table.words = table.words.with(&words);
        code.at.iter().for_each(|hook| table.add(words, *hook));
    }
    table
});

/// The abilities with code, by moment.
#[inline]
pub fn table() -> &'static Table {
    &TABLE
}

#[cfg(test)]
mod tests;
