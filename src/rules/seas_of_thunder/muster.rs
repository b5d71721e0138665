//! Who has a counter in a match, and when it comes into play (3.0, 13.0 at-start forces and reinforcements).

use std::collections::{BTreeMap, BTreeSet};

use super::files::{AaFile, AaRule, ForceRow, LbaFile, LbaRow, ScenarioRow, SpecialRow, UnitRow, UnitsFile};
use super::game::Stage;
use super::options::Options;
use super::pieces::{Class, Counter, Counters, Nation, Special};
use super::scenario::{SYSTEM, Scenario};
use super::sound;
use engine::games::{Games, GamesFault};
use engine::rulebook::roster::Roster;
use engine::rulebook::two_sided::Camp;

/// Who may have counters in a match, and when they enter.
struct Muster<'a> {
    first: &'a ScenarioRow,
    stages: &'a [Stage],
    options: &'a Options,
    stripes: BTreeMap<String, u8>,
    reinforced: BTreeSet<Nation>,
    all_active: bool,
}

/// What decides when a counter comes into play.
struct Papers<'u> {
    nation: Nation,
    entry: u8,
    stripe: Option<&'u str>,
    removed: Option<u8>,
    free_french: bool,
    variant_only: bool,
}

/// Whether a counter is in a match, and when it comes.
enum Call {
    Never,
    On(u8),
    WhenBroughtIn,
}

impl<'a> Muster<'a> {
    /// Reads the nations that may be reinforced in the first scenario. `all active` means whoever moves in
    /// it.
    fn new(
        first: &'a ScenarioRow,
        stages: &'a [Stage],
        options: &'a Options,
        stripes: BTreeMap<String, u8>,
    ) -> Result<Muster<'a>, GamesFault> {
        let mut reinforced = BTreeSet::new();
        let mut all_active = false;
        for word in &first.reinforcements.nations {
            if word == "all active" {
                all_active = true;
                reinforced
                    .extend(first.movement.iter().flat_map(|it| &it.order).flat_map(|group| &group.nations));
            } else {
                let what = format!("{}: `{word}` is not a nation", first.id);
                let fault = GamesFault::Unsound { file: format!("{SYSTEM}/scenarios"), what };
                reinforced.insert(Nation::named(word).ok_or(fault)?);
            }
        }
        reinforced.extend(first.joins.iter().map(|join| join.nation));
        Ok(Muster { first, stages, options, stripes, reinforced, all_active })
    }

    /// Whether a nation's unit of that entry begins in the first scenario or may arrive in it.
    fn first_calls(&self, nation: Nation, entry: u8) -> bool {
        let within = |(first, last): (u8, u8)| first <= entry && entry <= last;
        let (_, last) = self.first.reinforcements.entry;
        let begins = |force: &ForceRow| force.nations.contains(&nation) && within(force.entry);
        let listed = || self.first.at_start.iter().any(|force| force.nations.contains(&nation));
        let reinforced = self.reinforced.contains(&nation);
        self.first.at_start.iter().any(begins)
            || reinforced && within(self.first.reinforcements.entry)
            || reinforced && self.all_active && !listed() && entry <= last
    }

    /// When a counter comes into play (SOT-3.0-4 to SOT-3.0-6, SOT-13.L-2, SOT-13.L-3).
    fn call(&self, unit: &Papers<'_>) -> Call {
        let gone = unit.removed.is_some_and(|turn| turn <= self.first.first_turn)
            || unit.stripe.is_some_and(|stripe| self.first.removed_stripes.iter().any(|it| it == stripe));
        if gone {
            return Call::Never;
        }
        let turns = self.stages.iter().filter_map(|stage| self.in_stage(&stage.scenario, unit));
        if let (false, Some(turn)) = (unit.variant_only, turns.min()) {
            return Call::On(turn);
        }
        if self.options.may_bring_in(unit.nation) && is_minor(unit.nation) {
            Call::WhenBroughtIn
        } else {
            Call::Never
        }
    }

    /// The turn of a scenario on which a counter comes into play, if it can.
    ///
    /// The lists of who begins and who comes later bind a scenario that is played alone; in a run everybody
    /// comes on his turn of entry (SOT-13.L-3). The Free French are interned while France stands with the
    /// Axis (SOT-13.S3-6, SOT-13.S8-7).
    fn in_stage(&self, scenario: &Scenario, unit: &Papers<'_>) -> Option<u8> {
        let (side, from) = scenario.enters(unit.nation)?;
        let interned = unit.free_french && side == Camp::AXIS;
        let turn = unit.entry.max(from);
        let called = self.stages.len() > 1 || self.first_calls(unit.nation, unit.entry);
        (called && !interned && turn <= scenario.last_turn).then_some(turn)
    }

    /// The stripe of an LBA, which carries none: that of the scenario before which it was lost.
    fn stripe_of_lba(&self, lost: Option<u8>) -> Option<&str> {
        let lost = lost?;
        let later = self.stripes.iter().filter(|(_, turn)| lost < **turn);
        later.min_by_key(|(_, turn)| **turn).map(|(colour, _)| colour.as_str())
    }
}

/// The neutral minors that 5.3.1 or the variant can bring into the war (SOT-12.0-1).
pub(super) const MINORS: [Nation; 6] =
    [Nation::Sweden, Nation::Spain, Nation::Argentina, Nation::Peru, Nation::Chile, Nation::Turkey];

fn is_minor(nation: Nation) -> bool {
    MINORS.contains(&nation)
}

/// The counters of a match, ships before air units.
///
/// # Errors
/// [`GamesFault`] when the data do not fit together.
pub(super) fn counters(
    games: &Games,
    rows: &[ScenarioRow],
    stages: &[Stage],
    options: &Options,
) -> Result<Counters, GamesFault> {
    let units: UnitsFile = games.read(SYSTEM, "units")?;
    let lba: LbaFile = games.read(SYSTEM, "lba")?;
    let aa: AaFile = games.read(SYSTEM, "aa")?;
    let muster = Muster::new(&rows[0], stages, options, units.stripes)?;
    let mut all = Vec::new();
    for unit in units.units {
        let arrives = match muster.call(&papers(&unit)) {
            Call::Never => continue,
            Call::On(turn) => Some(turn),
            Call::WhenBroughtIn => None,
        };
        all.push(ship(unit, &aa, arrives)?);
    }
    for unit in lba.lba {
        let stripe = muster.stripe_of_lba(unit.lost_turn).map(str::to_owned);
        let papers = Papers {
            nation: unit.nation,
            entry: unit.turn_of_entry,
            stripe: stripe.as_deref(),
            removed: None,
            free_french: unit.free_french,
            variant_only: unit.variant_only,
        };
        match muster.call(&papers) {
            Call::Never => {}
            Call::On(turn) => all.push(air_unit(unit, stripe, Some(turn))),
            Call::WhenBroughtIn => all.push(air_unit(unit, stripe, None)),
        }
    }
    sound::counters(&all)?;
    Ok(Roster(all))
}

fn papers(unit: &UnitRow) -> Papers<'_> {
    Papers {
        nation: unit.nation,
        entry: unit.turn_of_entry,
        stripe: unit.stripe.as_deref(),
        removed: unit.removed_turn,
        free_french: unit.free_french,
        variant_only: unit.variant_only,
    }
}

/// The counter of a ship.
fn ship(unit: UnitRow, aa: &AaFile, arrives: Option<u8>) -> Result<Counter, GamesFault> {
    let unsound = |what: &str| GamesFault::Unsound {
        file: format!("{SYSTEM}/units"),
        what: format!("{}: {what}", unit.id),
    };
    let special = match unit.special.map(SpecialRow::special) {
        None => Special::None,
        Some(Some(special)) => special,
        Some(None) => return Err(unsound("a sweeper's special has no value, every other has one")),
    };
    let by_class = *aa.dice.get(&unit.class).ok_or_else(|| unsound("its class has no AA dice"))?;
    let dice = match aa.rule {
        AaRule::HalfSurvivability if by_class > 0 => (unit.survivability / 2).max(1),
        AaRule::HalfSurvivability | AaRule::Class => by_class,
    };
    Ok(Counter {
        id: unit.id,
        name: unit.label.unwrap_or(unit.name),
        nation: unit.nation,
        class: unit.class,
        gunnery: unit.gunnery,
        special,
        survivability: unit.survivability,
        range: unit.range,
        entry: unit.turn_of_entry,
        aa: dice,
        arrives,
        free_french: unit.free_french,
        stripe: unit.stripe,
        removed: unit.removed_turn,
    })
}

/// The counter of an air unit.
fn air_unit(unit: LbaRow, stripe: Option<String>, arrives: Option<u8>) -> Counter {
    Counter {
        id: unit.id,
        name: unit.name,
        nation: unit.nation,
        class: Class::Lba,
        gunnery: 0,
        special: Special::Air(unit.air),
        survivability: 0,
        range: 0,
        entry: unit.turn_of_entry,
        aa: 0,
        arrives,
        free_french: unit.free_french,
        stripe,
        removed: None,
    }
}
