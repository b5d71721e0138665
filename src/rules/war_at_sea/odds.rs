//! Odds of a staff battle: it is fought many times over with the same plans and other dice, and what came of
//! it is counted. The dice come from a plain generator, since nothing here is ever sealed. Time of day,
//! terrain and weather are rolled anew for each battle, and who deploys first, as in a match.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::WarAtSea;
use super::options::Rule;
use engine::games::Games;
use engine::odds::{Arena, Ending, Fate, Fight, Force, Setup, Share, Stream, Tally, as_meant};
use engine::problem::{list_or, quote, suggest};
use engine::rulebook::{Choices, RulebookFault, load};
use engine::side::{Side, SideMap};
use engine::system::Rules as _;
use engine::table::Step;
use tactical::cards::{CardId, Kind};
use tactical::dice::{Dice, Label};
use tactical::dossier::{Dossier, Rules};
use tactical::log::Phase;
use tactical::map::End;
use tactical::muster::{self, Fleet, Setting};
use tactical::plan::{self, Plan};
use tactical::report::{self, Flown};
use tactical::{Battle, Units, water};

/// A file for `sealord odds`.
pub const EXAMPLE: &str = "A file of a game that is fought by battle plans:
  system: war-at-sea
  scenario: pacific-1942
  at: sector-13
  flag: usn               # who controls the sector, if anybody
  ijn:
    units: [akagi, {id: nagato, damage: 1}, {id: a6m2-zeke, number: 6}]
    plan: carrier-strike  # a named plan, or a whole one
  usn:
    units: [uss-enterprise-cv-6, {id: sbd-dauntless, number: 6}]    # without a plan: the built-in one";

/// Whether a class, as views have it, stays ashore.
pub fn is_ashore(class: &str) -> bool {
    Kind::named(&class.replace(' ', "-")).is_some_and(|kind| kind.is_land_base() || kind.is_ground())
}

/// How a side without a plan fights.
pub const ORDERS: &str = "plan: built-in\n";

/// Where one battle can be fought on its own.
pub const ARENA: Arena = Arena::by_plan(EXAMPLE, ORDERS, stage).flagged().without(is_ashore);

/// Most units that a side may bring: more than any fleet of a campaign has.
const MOST_UNITS: usize = 200;

/// A battle ready to be fought. Where somebody controls the sector, he is at the end of column A.
pub struct StaffBattle {
    system: WarAtSea,
    dossier: Dossier,
    plans: [Plan; 2],
    /// Its units as every one of the battles begins with them.
    units: Units,
    /// What each end adds to the roll for deployment.
    bonuses: [i8; 2],
    winter: bool,
}

/// Lays out a battle.
///
/// # Errors
/// If the scenario, the sector, a unit or a plan is not there, or two sides do not bring units.
pub fn stage(games: &Games, setup: &Setup) -> Result<Box<dyn Fight>, RulebookFault> {
    let system: WarAtSea = load(games, setup.scenario.as_deref(), &Choices::default())?;
    let no = |what| RulebookFault::no(what, "see `sealord odds --help` for the shape of a file");
    let is_place = |word: &str| system.board.find(word).is_some();
    let is_unit = |word: &str| system.cards.find(word).is_some();
    let setup = as_meant(&system, &OnceCell::new(), setup, &is_place, &is_unit).map_err(no)?;
    Ok(Box::new(StaffBattle::new(system, &setup).map_err(no)?))
}

impl StaffBattle {
    fn new(system: WarAtSea, setup: &Setup) -> Result<StaffBattle, String> {
        let at = system.board.find(&setup.place);
        let at = at.ok_or_else(|| {
            format!("{} is not a sector of the map; write it as `sector-13`", quote(&setup.place))
        })?;
        let mut sides: Vec<Side> = setup.forces.iter().map(|(side, _)| side).collect();
        if let Some(side) = sides.iter().find(|side| !system.sides().contains(side)) {
            return Err(format!("the {side} do not fight in this scenario"));
        }
        sides.sort_by_key(|side| Some(*side) != setup.flag);
        let [one, other] = sides[..] else {
            return Err("a battle is fought by two sides: give units to two".to_owned());
        };
        let fleet = |side: Side| {
            let forces = setup.forces.get(side).map_or(&[][..], Vec::as_slice);
            Ok::<_, String>(Fleet { side, units: units(&system, side, forces)? })
        };
        let has = |rule| system.has(rule);
        let setting = Setting {
            large: has(Rule::LargeBattleMap),
            controller: (setup.flag == Some(one)).then_some(End::A),
            rules: Rules {
                aircraft_ammunition: has(Rule::AircraftAmmunition),
                aircraft_damage: has(Rule::AircraftDamage),
                decks_keep_at_night: true,
                ..Rules::default()
            },
            ..Setting::default()
        };
        let name = format!("t1/{}/1", system.board.sector(at).id);
        let dossier = muster::dossier(&system.cards, &name, &[fleet(one)?, fleet(other)?], &setting);
        dossier.check(&system.cards).map_err(|faults| faults.join("; "))?;
        let plans = [plan_of(&system, setup, one)?, plan_of(&system, setup, other)?];
        let bonuses = End::BOTH.map(|end| dossier.initiative(&system.cards, end));
        let winter = has(Rule::WinterWeather) && system.date(1).1 == "WINTER";
        let units = Units::muster(&system.cards, &dossier, [&plans[0], &plans[1]]);
        Ok(StaffBattle { system, dossier, plans, units, bonuses, winter })
    }

    /// What the units of an end are called.
    fn names(&self, end: End) -> BTreeMap<String, String> {
        let force = self.dossier.force(end);
        let hulls = force.ships.iter().chain(&force.submarines).map(|hull| (&hull.unit, &hull.card));
        let planes = force.aircraft.iter().map(|plane| (&plane.unit, &plane.card));
        let name = |card: &String| self.system.cards.by_id(card).map(|card| &self.system.cards[card].name);
        let called = |(unit, card): (&String, &String)| Some((unit.clone(), name(card)?.clone()));
        hulls.chain(planes).filter_map(called).collect()
    }

    /// Rolls what lies open before a battle.
    fn roll_waters(&self, dossier: &mut Dossier, dice: &mut Plain) -> Step<()> {
        let large = self.system.has(Rule::LargeBattleMap);
        dossier.time = water::time_of_day("odds", large, dice)?;
        dossier.islands = water::terrain("odds", large, dice)?;
        dossier.squalls = water::weather("odds", large, self.winter, dice)?;
        let rolling = End::BOTH.map(|end| (dossier.side(end), self.bonuses[end as usize]));
        let first = water::first_to_deploy("odds", rolling, dice)?;
        dossier.deploys_first = dossier.end(first).unwrap_or(End::A);
        Ok(())
    }

    fn fight_once(&self, dossier: &mut Dossier, dice: &mut Plain, tally: &mut Tally) -> Step<()> {
        self.roll_waters(dossier, dice)?;
        let [one, other] = &self.plans;
        let (units, cards) = (self.units.clone(), &self.system.cards);
        let outcome = Battle::lay_out(units, cards, dossier, [one, other], dice, false).fight()?;
        tally.battles += 1;
        tally.rounds += u64::from(outcome.report.turns_played);
        let mut ending = Ending { won: outcome.winner, lost: Vec::with_capacity(2) };
        for end in End::BOTH {
            if let Some(share) = tally.sides.get_mut(dossier.side(end)) {
                share.held += u64::from(outcome.winner == Some(dossier.side(end)));
                share.earn(outcome.points[end as usize].into());
                ending.lost.push((dossier.side(end), count(dossier, end, &outcome.report, share)));
            }
        }
        *tally.endings.entry(ending).or_default() += 1;
        Ok(())
    }
}

impl Fight for StaffBattle {
    fn fight(&self, stream: Stream, number: u64) -> Result<Tally, String> {
        let mut dice = Plain { from: stream.dice(), attacks: 0 };
        let sides = SideMap::from_fn(&self.dossier.sides, |side| {
            let end = self.dossier.end(side);
            Share { names: end.map_or_else(BTreeMap::new, |end| self.names(end)), ..Share::default() }
        });
        let mut tally = Tally { sides, ..Tally::default() };
        let mut dossier = self.dossier.clone();
        for _ in 0..number {
            let fought = self.fight_once(&mut dossier, &mut dice, &mut tally);
            fought.map_err(|halt| {
                let fault = halt.into_fault();
                fault.map_or_else(|| "the battle does not end".to_owned(), |fault| fault.to_string())
            })?;
        }
        tally.attacks = dice.attacks;
        Ok(tally)
    }
}

/// The cards that a side brings, with their damage.
fn units(system: &WarAtSea, side: Side, forces: &[Force]) -> Result<Vec<(CardId, u8)>, String> {
    let mut units = Vec::new();
    for force in forces {
        let card = system.cards.find(&force.id).ok_or_else(|| {
            let near = suggest(&force.id, system.cards.iter().map(|(_, card)| card.id.as_str()));
            let near = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
            format!("there is no card {}{near}", quote(&force.id))
        })?;
        let its = &system.cards[card];
        if its.kind.is_land_base() || its.kind.is_ground() {
            return Err(format!("{} is ashore; only what swims and flies fights here", its.name));
        }
        if force.damage > 0 && (its.kind.is_aircraft() || force.damage >= its.hull) {
            let most = if its.kind.is_aircraft() { 0 } else { its.hull - 1 };
            return Err(format!("{} can have lost {most} hull points at most", its.name));
        }
        let number = usize::from(force.number.unwrap_or(1));
        if number == 0 {
            return Err(format!(
                "`number` of {} is at least 1; leave out a unit that is not there",
                its.name
            ));
        }
        units.extend(std::iter::repeat_n((card, force.damage), number));
        if units.len() > MOST_UNITS {
            return Err(format!("the {side} bring more than {MOST_UNITS} units"));
        }
    }
    if units.is_empty() { Err(format!("the {side} have no unit there")) } else { Ok(units) }
}

/// The plan of a side: a name, a whole plan, or the built-in one.
fn plan_of(system: &WarAtSea, setup: &Setup, side: Side) -> Result<Plan, String> {
    let Some(text) = setup.plans.get(side) else {
        return system.plans.named(plan::BUILT_IN).cloned().ok_or_else(|| "there is no plan".to_owned());
    };
    let named: Result<String, _> = serde_json::from_str(text);
    if let Ok(name) = named {
        let names: Vec<&str> = system.plans.names().collect();
        let found = system.plans.named(&name).cloned();
        return found.ok_or_else(|| {
            format!("{} is not a battle plan; write {}, or a whole plan", quote(&name), list_or(&names))
        });
    }
    let books = (&system.cards, &system.plans);
    let plans = plan::parse_as_meant("plan", text.as_bytes(), books, &system.board.for_plans());
    let mut plans = plans.map_err(|problems| {
        let all: Vec<&str> = problems.iter().map(|it| it.what.as_str()).collect();
        format!("plan of the {side}: {}", all.join(" "))
    })?;
    plans.pop().ok_or_else(|| format!("the plan of the {side} is empty"))
}

/// Counts what became of a side's units; gives how many it lost.
fn count(dossier: &Dossier, end: End, report: &report::Report, share: &mut Share) -> usize {
    let force = dossier.force(end);
    let mut all = 0;
    for hull in force.ships.iter().chain(&force.submarines) {
        let found = report.units.binary_search_by(|it| it.unit.cmp(&hull.unit));
        let Some(unit) = found.ok().map(|at| &report.units[at]) else { continue };
        let fate = match unit.fate {
            report::Fate::Afloat => Fate::There,
            report::Fate::Left => Fate::Away,
            report::Fate::Sunk => Fate::Lost,
        };
        all += usize::from(fate == Fate::Lost);
        share.count(&hull.unit, fate, unit.damage.unwrap_or(0) > hull.damage);
    }
    for plane in &force.aircraft {
        let found = report.aircraft.binary_search_by(|it| it.unit.cmp(&plane.unit));
        let Some(unit) = found.ok().map(|at| &report.aircraft[at]) else { continue };
        let fate = match unit.fate {
            Flown::Home => Fate::There,
            Flown::Stranded => Fate::Away,
            Flown::Lost => Fate::Lost,
        };
        all += usize::from(fate == Fate::Lost);
        share.count(&plane.unit, fate, false);
    }
    *share.lost.entry(all).or_default() += 1;
    all
}

/// Dice from a plain generator, whatever they are for.
struct Plain {
    from: ChaCha8Rng,
    /// Rolls made at somebody in the phases of attacks.
    attacks: u64,
}

impl Dice for Plain {
    fn roll(&mut self, label: &Label<'_>, faces: &mut [u8]) -> Step<()> {
        let attacks =
            matches!(label.phase, Phase::Defense | Phase::Attack | Phase::Surface | Phase::Submarine);
        self.attacks += u64::from(attacks && label.at.is_some() && label.what != "conceal");
        faces.fill_with(|| self.from.random_range(1..=6));
        Ok(())
    }
}
