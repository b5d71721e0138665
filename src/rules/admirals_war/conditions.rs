//! What doctrine may ask of a position, as one side sees it: a submarine that is hidden from it is not there.
//! In combat nothing but the fight, its area and what was so when the turn began is read, since areas may be
//! fought in another order.

use super::board::{AreaId, Theatre};
use super::combat::{Battle, count_of};
use super::item::Item;
use super::key::{After, Ambush, Group, Key, Landing, Raid, Round, When, Whence};
use super::pacific::HAWAII;
use super::pieces::UnitId;
use super::state::{MOST_LEAD, Ocean, Pacific, Place};
use super::strength::Dice;
use super::view::Observer;
use super::{AdmiralsWar, SIDES};
use crate::questions;
use engine::condition::{Asked, Clause, ConditionWord, Conditions, Match, Reads, conditions};
use engine::rulebook::two_sided::Camp;

const TRACKS: &[&str] = &["ATO", "PTO"];

conditions! {
    /// A word with which a condition begins.
    pub enum Condition {
        /// Of guns.
        Outgunned = ConditionWord::new("outgunned", Reads::Fight, "the enemy has at least {ratio} in gunnery dice").ratio(3, 2),
        /// Of airstrikes.
        Outflown = ConditionWord::new("outflown", Reads::Fight, "the enemy has at least {ratio} in airstrike dice").ratio(3, 2),
        /// Of both together.
        Weaker = ConditionWord::new("weaker", Reads::Fight, "the enemy has at least {ratio} in dice of both kinds").ratio(3, 2),
        /// The other way round.
        Stronger = ConditionWord::new("stronger", Reads::Fight, "you have at least {ratio} in dice of both kinds").ratio(3, 2),
        /// Of the fight: a pursuit counts its own.
        Round = ConditionWord::new("round", Reads::Fight, "it is round {number} or later").number(1, 99),
        /// By the enemy.
        Pursued = ConditionWord::new("pursued", Reads::Fight, "your ships are pursued"),
        /// Of own ships in the fight.
        Damage = ConditionWord::new("damage", Reads::Fight, "your ships have damage of {number} percent of their armor or more").number(1, 100),
        /// Own ships in the fight.
        Crippled = ConditionWord::new("crippled", Reads::Fight, "your crippled ships number at least {number}").number_or_least(1, 99),
        /// At a place.
        Enemy = ConditionWord::new("enemy", Reads::Place, "you see an enemy {what} {there}").what(),
        /// At a place.
        Own = ConditionWord::new("own", Reads::Place, "you have a {what} {there}").what(),
        /// Of an area, for the side to which it is worth more.
        Points = ConditionWord::new("points", Reads::Place, "control {there} is worth {number} points or more to a side").number(1, 99),
        /// Of last turn.
        Flag = ConditionWord::new("flag", Reads::Place, "the flag {there} is: {choice}").one_of(&["own", "enemy", "none"]),
        /// Of the match.
        Turn = ConditionWord::new("turn", Reads::Turn, "it is turn {number} or later").number(1, 99),
        /// In the Pacific.
        War = ConditionWord::new("war", Reads::Turn, "the Pacific is at war"),
        /// As the turn began.
        Lead = ConditionWord::new("lead", Reads::Turn, "you led by {number} or more in the {choice} when the turn began").one_of(TRACKS).number_or_least(1, 99),
        /// As the turn began.
        Behind = ConditionWord::new("behind", Reads::Turn, "the enemy led by {number} or more in the {choice} when the turn began").one_of(TRACKS).number_or_least(1, 99),
    }
}

/// The kinds of question that are put about a fight besides those of combat, and the one of combat that is
/// not.
const BEFORE_A_FIGHT: [&str; 2] = [questions::PEARL_STAY, questions::PEARL_RETREAT];
const BETWEEN_FIGHTS: &str = questions::SELECT_AREA;
/// The kind that is put about an attack without return fire; what can be chosen is what is attacked.
const AGAINST_A_PLACE: &str = questions::RAID_TARGETS;

/// What the key of a question says of where and when it is put.
#[derive(Clone, Copy, Default)]
struct Setting<'k> {
    area: Option<&'k str>,
    /// A retreating group.
    group: Option<u8>,
    /// As the question counts it; in a pursuit, of that.
    round: Option<u8>,
}

impl<'k> Setting<'k> {
    fn of(key: Key<'k>) -> Setting<'k> {
        match key {
            Key::SetUp { .. }
            | Key::Reinforce { .. }
            | Key::Withdraw { .. }
            | Key::RaidForce { .. }
            | Key::Scrap { .. }
            | Key::Build { .. }
            | Key::Rename { .. }
            | Key::Name { .. }
            | Key::Convert { .. }
            | Key::StandIn { .. }
            | Key::Patrol { .. }
            | Key::LatePatrol { .. }
            | Key::ItalyEntry { .. }
            | Key::SailAmphibious { .. }
            | Key::Raid { .. }
            | Key::Repair { .. }
            | Key::Transfer { .. }
            | Key::Lila { .. }
            | Key::Catapult { .. }
            | Key::CatapultReply { .. }
            | Key::Refuel { .. }
            | Key::PlaceAir { .. }
            | Key::TurnSubmarine { .. }
            | Key::SelectArea { .. }
            | Key::ListAreas { .. }
            | Key::Chances { .. }
            // What lies in the port is not among its options.
            | Key::KamikazeRaid { .. } => Setting::default(),
            Key::PearlStay { .. } | Key::PearlRetreat { .. } => Setting::at(HAWAII),
            Key::Hunters { area, .. } | Key::Strike { area, .. } | Key::AirRaid { area, .. } => {
                Setting::at(area)
            }
            Key::RaidTargets { raid, .. } => Setting::of_raid(raid),
            Key::TaskForces { round, .. }
            | Key::Intent { round, .. }
            | Key::JoinSurface { round, .. }
            | Key::Action { round, .. }
            | Key::Kamikaze { round, .. }
            | Key::Guns { round, .. }
            | Key::Targets { round, .. }
            | Key::Located { round, .. }
            | Key::Defend { round, .. }
            | Key::Follow { round, .. } => Setting::of_round(round),
            Key::SubmarineTarget { ambush, .. } => Setting::of_ambush(ambush),
            Key::Retreat { area, after, .. } | Key::Groups { area, after, .. } => {
                Setting { round: Some(after.0), ..Setting::at(area) }
            }
            Key::Split { area, group: Group(group), after, .. } => {
                Setting { group: Some(group), round: Some(after.0), ..Setting::at(area) }
            }
            Key::Pursue { area, after, .. } | Key::Lurk { area, after, .. } => Setting::after(area, after),
            Key::Defender { landing, .. } | Key::Land { landing } => Setting::of_landing(landing),
            Key::Return { from, .. } => Setting::of_homecoming(from),
        }
    }

    fn at(area: &'k str) -> Setting<'k> {
        Setting { area: Some(area), ..Setting::default() }
    }

    fn after(area: &'k str, after: After) -> Setting<'k> {
        let round = match after {
            After::Round(round) => round.0,
            After::Pursuit(round) => round.0,
        };
        Setting { round: Some(round), ..Setting::at(area) }
    }

    fn of_round(round: Round<'k>) -> Setting<'k> {
        match round {
            Round::Open { area, number, .. } => Setting { round: Some(number.0), ..Setting::at(area) },
            Round::OfGroup { area, group: Group(group), number, .. } => {
                Setting { group: Some(group), round: Some(number.0), ..Setting::at(area) }
            }
        }
    }

    fn of_raid(raid: Raid<'k>) -> Setting<'k> {
        match raid {
            Raid::Strike { area, .. } | Raid::Carriers { area, .. } => Setting::at(area),
            Raid::Surprise { area, round, .. } => Setting { round: Some(round.0), ..Setting::at(area) },
        }
    }

    fn of_ambush(ambush: Ambush<'k>) -> Setting<'k> {
        let Ambush::By { area, after, .. } = ambush;
        Setting::after(area, after)
    }

    fn of_landing(landing: Landing<'k>) -> Setting<'k> {
        match landing {
            Landing::InArea { area, when: When::After(after), .. } => Setting::after(area, after),
            Landing::InArea { area, when: When::Drop | When::FoughtOut, .. } => Setting::at(area),
            Landing::AtTheEnd { .. } => Setting::default(),
        }
    }

    fn of_homecoming(from: Whence<'k>) -> Setting<'k> {
        match from {
            Whence::Recalled { .. }
            | Whence::Everywhere { .. }
            | Whence::Sailing { .. }
            | Whence::Captured { .. } => Setting::default(),
            Whence::Surprise { area, .. } | Whence::Hunt { area, .. } | Whence::Strike { area, .. } => {
                Setting::at(area)
            }
            Whence::Invaded { landing, .. } => Setting::of_landing(landing),
            Whence::Round { round } | Whence::Fire { round, .. } => Setting::of_round(round),
            Whence::Raid { raid } => Setting::of_raid(raid),
            Whence::Ambush { ambush } => Setting::of_ambush(ambush),
            Whence::Pursuit { area, after, .. }
            | Whence::Fled { area, after, .. }
            | Whence::Left { area, after, .. } => Setting::after(area, After::Pursuit(after)),
        }
    }
}

/// A fight as a side sees it.
struct Fight {
    /// Its own units.
    units: Vec<UnitId>,
    own: Dice,
    enemy: Dice,
}

/// Where units may be that a condition looks for.
fn place_of(item: Item) -> Option<Place> {
    match item {
        Item::Area(area) => Some(Place::Sea(area)),
        Item::Base(base) => Some(Place::Base(base)),
        Item::Unit(_)
        | Item::Group(_)
        | Item::TaskForce(_)
        | Item::Point(..)
        | Item::Face(_)
        | Item::Next
        | Item::Rank(_)
        | Item::Word(_) => None,
    }
}

/// The units among the options of a question.
fn units_among(options: &[Item]) -> Vec<UnitId> {
    let unit = |item: &Item| if let Item::Unit(unit) = item { Some(*unit) } else { None };
    options.iter().filter_map(unit).collect()
}

/// Whether a condition that begins with a word can look at a place: into ports and bases only for units.
pub(super) fn looks_at(word: &ConditionWord, at: Item) -> bool {
    place_of(at).is_some_and(|place| word.what || place.area().is_some())
}

impl Conditions for AdmiralsWar {
    fn staff_doctrine(&self) -> &'static str {
        include_str!("staff_doctrine.yaml")
    }

    fn conditions(&self) -> &'static [ConditionWord] {
        Condition::WORDS
    }

    fn is_place(&self, word: &ConditionWord, at: Item) -> bool {
        looks_at(word, at)
    }

    /// Whether questions of a kind are put about a fight.
    fn is_of_a_fight(&self, kind: &str) -> bool {
        let in_combat = questions::KINDS.iter().any(|it| it.kind == kind && it.in_combat);
        in_combat && kind != BETWEEN_FIGHTS || BEFORE_A_FIGHT.contains(&kind)
    }

    /// Whether a word fits any unit.
    fn is_seen(&self, what: Match<Item>) -> bool {
        self.counters.ids().any(|unit| what.fits(self, Item::Unit(unit)))
    }

    /// Whether a clause holds for the side that is asked.
    fn holds(&self, ocean: &Ocean, asked: &Asked<'_, Item>, clause: &Clause<Item>) -> bool {
        let observer = Observer::new(self, ocean, self.reader(asked.party));
        let setting = Key::parse(asked.key).map_or_else(|_| Setting::default(), Setting::of);
        let Some(condition) = Condition::of(clause) else { return false };
        let (number, ratio) = (clause.number, clause.ratio);
        let area = || setting.area.and_then(|id| self.board.area_by_id(id));
        let attacked = || (asked.kind == AGAINST_A_PLACE).then(|| units_among(asked.options));
        let fight = |holds: &dyn Fn(&Fight) -> bool| {
            area().is_some_and(|area| holds(&observer.fight(area, setting.group, attacked())))
        };
        let place = || clause.at.as_ref().map_or_else(|| area().map(Place::Sea), |at| place_of(at.is));
        let there = |holds: &dyn Fn(AreaId) -> bool| place().and_then(Place::area).is_some_and(holds);
        let seen = || place().map_or_else(Default::default, |place| observer.seen_at(place));
        match condition {
            Condition::Outgunned => fight(&|it| ratio.is_reached(it.enemy.guns, it.own.guns)),
            Condition::Outflown => fight(&|it| ratio.is_reached(it.enemy.air, it.own.air)),
            Condition::Weaker => fight(&|it| ratio.is_reached(it.enemy.all(), it.own.all())),
            Condition::Stronger => fight(&|it| ratio.is_reached(it.own.all(), it.enemy.all())),
            Condition::Round => setting.round.is_some_and(|round| u16::from(count_of(round)) >= number),
            Condition::Pursued => fight(&|it| observer.is_pursued(&it.units)),
            Condition::Damage => fight(&|it| observer.is_damaged(&it.units, number)),
            Condition::Crippled => fight(&|it| observer.crippled(&it.units) >= usize::from(number)),
            Condition::Enemy => observer.finds(clause, &attacked().unwrap_or_else(|| seen().1)),
            Condition::Own => observer.finds(clause, &seen().0),
            Condition::Points => there(&|area| {
                let points = self.area_points(ocean, area);
                u16::from(points.axis.max(points.allies)) >= number
            }),
            Condition::Flag => there(&|area| observer.flag(area) == clause.choice),
            Condition::Turn => u16::from(ocean.turn) >= number,
            // What is declared is begun in the same turn.
            Condition::War => ocean.pacific != Pacific::Peace,
            Condition::Lead => observer.lead(clause.choice) >= i32::from(number),
            Condition::Behind => -observer.lead(clause.choice) >= i32::from(number),
        }
    }
}

impl Observer<'_> {
    /// Whether a clause looks for one of these units.
    fn finds(&self, clause: &Clause<Item>, units: &[UnitId]) -> bool {
        let fits = |what: Match<Item>| units.iter().any(|&unit| what.fits(self.system, Item::Unit(unit)));
        clause.what.as_ref().is_some_and(|what| fits(what.is))
    }

    fn flag(&self, area: AreaId) -> &'static str {
        match self.ocean.flag(area) {
            Some(side) if side == self.side => "own",
            Some(_) => "enemy",
            None => "none",
        }
    }

    /// How far the side led on a track when the turn began; below zero the enemy. What the turn brought so
    /// far is taken off again, since other areas bring it (AW-2.8-b); of what went beyond the end of a track
    /// nothing is known any more.
    fn lead(&self, track: &str) -> i32 {
        let track = if track == TRACKS[0] { Theatre::Atlantic } else { Theatre::Pacific };
        let sign = if self.side == Camp::ALLIES { 1 } else { -1 };
        let points = |side: Camp| self.ocean.points_on(track, side);
        let now = self.ocean.score.last().map(|turn| turn.of(track));
        let fresh = now.map_or(0, |turn| turn.allies.total() - turn.axis.total());
        let most = i32::from(MOST_LEAD);
        let began = match self.system.scenario.campaign {
            true => (i32::from(self.ocean.leads.of(track)) - fresh).clamp(-most, most),
            false => points(Camp::ALLIES) - points(Camp::AXIS) - fresh,
        };
        sign * began
    }

    /// All in an area, or a retreating group and its pursuers; for an attack without return fire, what is
    /// attacked.
    fn fight(&self, area: AreaId, group: Option<u8>, attacked: Option<Vec<UnitId>>) -> Fight {
        let Observer { system, ocean, side, reader: _ } = *self;
        let flees = |side: &Camp, group: u8| {
            system.fighters(ocean, area, *side).iter().any(|unit| ocean.unit(*unit).group == Some(group))
        };
        let fleeing = |group: u8| Some((SIDES.into_iter().find(|side| flees(side, group))?, group));
        let battle = Battle { area, group: group.and_then(fleeing) };
        let units = battle.force(system, ocean, side);
        let enemy = attacked.unwrap_or_else(|| battle.force(system, ocean, side.enemy()));
        Fight { own: system.dice_of(ocean, &units), enemy: system.dice_of(ocean, &enemy), units }
    }

    /// Whether any of these units is in a group that enemies chase.
    fn is_pursued(&self, units: &[UnitId]) -> bool {
        let state = |unit: UnitId| self.ocean.unit(unit);
        let chased = |unit: &UnitId| {
            let group = state(*unit).group;
            group.is_some() && self.ocean.ids().any(|other| state(other).chases == group)
        };
        units.iter().any(chased)
    }

    /// Whether the ships among these units have damage of so many percent of their armor.
    fn is_damaged(&self, units: &[UnitId], percent: u16) -> bool {
        let ships = || units.iter().filter(|unit| self.system.counter(**unit).is_ship());
        let damage: u32 = ships().map(|unit| u32::from(self.ocean.unit(*unit).damage)).sum();
        let armor: u32 = ships().map(|unit| u32::from(self.system.face(self.ocean, *unit).armor)).sum();
        damage > 0 && damage * 100 >= armor * u32::from(percent)
    }

    fn crippled(&self, units: &[UnitId]) -> usize {
        units.iter().filter(|unit| self.system.is_crippled(self.ocean, **unit)).count()
    }
}
