//! What doctrine may ask of a position. All of it lies openly on the table, so a side sees what is so; of a
//! fight that is not begun it reckons with what is placed, and with what it could bring itself.

use std::borrow::Cow;

use super::Schiffskrieg;
use super::board::ZoneId;
use super::faction::Faction;
use super::facts::Owner;
use super::item::Item;
use super::key::{Key, Round};
use super::luck::Team;
use super::pieces::{Nation, UnitId};
use super::ready::Ready;
use super::state::{Part, Sea, Site, SupportId};
use super::task_force::List;
use crate::questions;
use engine::condition::{Asked, Clause, ConditionWord, Conditions, Match, Reads, conditions};
use engine::system::StandingOrders;

/// The Intelligence die with which a force that is not rolled for yet is reckoned: nine ships.
const DIE: u8 = 3;

conditions! {
    /// A word with which a condition begins.
    pub enum Condition {
        /// In guns, airstrikes and torpedoes.
        Stronger = ConditionWord::new("stronger", Reads::Fight, "you have at least {ratio} in dice of all kinds").ratio(13, 10),
        /// The other way round.
        Weaker = ConditionWord::new("weaker", Reads::Fight, "the enemy has at least {ratio} in dice of all kinds").ratio(13, 10),
        /// Of guns.
        Outgunned = ConditionWord::new("outgunned", Reads::Fight, "the enemy has at least {ratio} in gunnery dice").ratio(3, 2),
        /// Of airstrikes.
        Outflown = ConditionWord::new("outflown", Reads::Fight, "the enemy has at least {ratio} in airstrike dice").ratio(3, 2),
        /// Of the fight.
        Enemy = ConditionWord::new("enemy", Reads::Fight, "the enemy has a {what} in the fight").what(),
        /// Of the fight.
        Own = ConditionWord::new("own", Reads::Fight, "you have a {what} in the fight, or could contest with one").what(),
        /// Of the battle.
        Round = ConditionWord::new("round", Reads::Fight, "it is round {number} or later").number(1, 2),
        /// Of the battle.
        Inflicted = ConditionWord::new("inflicted", Reads::Fight, "you have Disabled or sunk a ship or destroyed an LBA in it"),
        /// The zone of the fight.
        Worth = ConditionWord::new("worth", Reads::Fight, "the zone of the fight is worth {number} points or more").number(1, 9),
        /// The zone or port of the fight.
        Where = ConditionWord::new("where", Reads::Fight, "the fight is at {what}").what(),
        /// Of the match.
        Turn = ConditionWord::new("turn", Reads::Turn, "it is turn {number} or later").number(1, 99),
        /// Of the turn.
        Season = ConditionWord::new("seasonal", Reads::Turn, "it is a Seasonal Turn"),
        /// Of the score.
        Lead = ConditionWord::new("lead", Reads::Turn, "your side leads by {number} points or more").number_or_least(1, 999),
        /// Of the score.
        Behind = ConditionWord::new("behind", Reads::Turn, "the enemy leads by {number} points or more").number_or_least(1, 999),
    }
}

/// The kinds that are put about a fight.
const FIGHTS: [&str; 6] = [
    questions::CONTEST,
    questions::COMPOSE,
    questions::REFORM,
    questions::DAY_NIGHT,
    questions::TARGETS,
    questions::RETIRE,
];

/// Both sides of a fight.
#[derive(Default)]
struct Fight {
    own: Vec<UnitId>,
    /// Whether it is asked with what to contest, so that one's own are those that one could bring: to find
    /// them out costs most, and few conditions ask for them.
    contests: bool,
    enemy: Vec<UnitId>,
    site: Option<Site>,
    round: u8,
    inflicted: bool,
}

/// Dice of a force.
#[derive(Clone, Copy, Default)]
struct Dice {
    guns: u32,
    air: u32,
    torpedoes: u32,
}

impl Conditions for Schiffskrieg {
    /// That with which every faction begins.
    fn staff_doctrine(&self) -> &'static str {
        self.starter()
    }

    fn conditions(&self) -> &'static [ConditionWord] {
        Condition::WORDS
    }

    /// Whether questions of a kind are put about a fight.
    fn is_of_a_fight(&self, kind: &str) -> bool {
        FIGHTS.contains(&kind)
    }

    /// Whether a word is one for pieces or for the place of a fight.
    fn is_seen(&self, what: Match<Item>) -> bool {
        match what {
            Match::Tag(_) => true,
            Match::Item(item) => matches!(item, Item::Unit(_) | Item::Goal(_) | Item::Base(_)),
        }
    }

    /// Whether a clause holds for the side that is asked.
    fn holds(&self, sea: &Sea, asked: &Asked<'_, Item>, clause: &Clause<Item>) -> bool {
        let Some(condition) = Condition::of(clause) else { return false };
        let Some(faction) = Faction::of(asked.party.side()) else { return false };
        let (number, ratio) = (clause.number, clause.ratio);
        let fight = || self.fight_of(sea, faction, asked);
        let dice = |units: &[UnitId]| self.dice_of_force(sea, units);
        let reached = |holds: &dyn Fn(Dice, Dice) -> bool| {
            let fight = fight();
            holds(dice(&self.own_of(sea, faction, asked, &fight)), dice(&fight.enemy))
        };
        let among = |units: &[UnitId]| {
            let fits = |what: Match<Item>| units.iter().any(|unit| what.fits(self, Item::Unit(*unit)));
            clause.what.as_ref().is_some_and(|what| fits(what.is))
        };
        let lead = || self.lead_of(sea, faction);
        match condition {
            Condition::Stronger => reached(&|own, enemy| ratio.is_reached(own.all(), enemy.all())),
            Condition::Weaker => reached(&|own, enemy| ratio.is_reached(enemy.all(), own.all())),
            Condition::Outgunned => reached(&|own, enemy| ratio.is_reached(enemy.guns, own.guns)),
            Condition::Outflown => reached(&|own, enemy| ratio.is_reached(enemy.air, own.air)),
            Condition::Enemy => among(&fight().enemy),
            Condition::Own => among(&self.own_of(sea, faction, asked, &fight())),
            Condition::Round => u16::from(fight().round) >= number,
            Condition::Inflicted => fight().inflicted,
            Condition::Worth => {
                let zone = fight().site.and_then(|site| self.zone_of(site));
                zone.is_some_and(|zone| u16::from(self.board.zone(zone).value) >= number)
            }
            Condition::Where => {
                let place = clause.what.as_ref().map(|what| what.is);
                fight().site.zip(place).is_some_and(|(site, place)| self.is_fought_at(site, place))
            }
            Condition::Turn => u16::from(self.turn_number(sea)) >= number,
            Condition::Season => self.turn(sea).is_seasonal(),
            Condition::Lead => lead() >= i32::from(number),
            Condition::Behind => -lead() >= i32::from(number),
        }
    }
}

impl Dice {
    fn all(self) -> u32 {
        self.guns + self.air + self.torpedoes
    }
}

impl Schiffskrieg {
    /// The points of a faction's team over those of its enemies. Western and Soviet count together, but not
    /// against each other.
    fn lead_of(&self, sea: &Sea, faction: Faction) -> i32 {
        let team = |of: Faction| match self.scenario.set_ups[Faction::Axis].is_some() {
            true => Team::of(of) == Team::of(faction),
            false => of == faction,
        };
        let sign = |of: Faction| if team(of) { 1 } else { -1 };
        self.scenario.factions().map(|of| sign(of) * self.points_of(sea, of)).sum()
    }

    fn is_fought_at(&self, site: Site, place: Match<Item>) -> bool {
        let of_zone = |zone: ZoneId| self.zone_of(site) == Some(zone);
        match place {
            Match::Item(Item::Goal(super::state::Goal::Station(zone))) => of_zone(zone),
            Match::Item(Item::Base(base)) => match site {
                Site::LandHex(hex, _) => self.board.base(base).hex == hex,
                Site::SeaHex(hex, _) => self.board.base(base).approach.iter().any(|(_, at)| *at == hex),
                Site::Station(_) | Site::StrategicWarfare(_) => false,
            },
            _ => false,
        }
    }

    fn dice_of_force(&self, sea: &Sea, units: &[UnitId]) -> Dice {
        let mut dice = Dice::default();
        for unit in units {
            let side = self.counters[*unit].factors(sea.unit(*unit).hurt);
            dice.guns += u32::from(side.gunnery);
            dice.air += u32::from(side.airstrike);
            dice.torpedoes += u32::from(side.torpedo);
        }
        dice
    }

    /// The fight about which a question is put, as the side that is asked sees it.
    fn fight_of(&self, sea: &Sea, faction: Faction, asked: &Asked<'_, Item>) -> Fight {
        let key = Key::parse(asked.key).ok();
        if let Some(battle) = &sea.battle {
            let part = if battle.side(Part::Phasing) == faction { Part::Phasing } else { Part::Answering };
            let fights = matches!(
                key,
                Some(Key::DayNight { .. } | Key::Targets { .. } | Key::Retire { .. } | Key::Reform { .. })
            );
            let round = match key {
                Some(
                    Key::DayNight { round: Round(round), .. }
                    | Key::Targets { round: Round(round), .. }
                    | Key::Retire { round: Round(round), .. },
                ) => round,
                _ => battle.round,
            };
            if fights {
                return Fight {
                    own: sea.line(part).collect(),
                    contests: false,
                    enemy: sea.line(part.enemy()).collect(),
                    site: Some(battle.site),
                    round,
                    inflicted: *battle.inflicted.of(part),
                };
            }
        }
        let Some(placed) = &sea.placed else { return Fight::default() };
        let map = sea.support[usize::from(placed.support.0)].map;
        let site = self.site_of(sea, placed.goal, map);
        // In a further contest those who won the last battle are what is placed.
        let line: Vec<UnitId> = sea.line(Part::Phasing).collect();
        let force = if line.is_empty() { placed.force.clone() } else { line };
        let phasing = self.faction_of_support(sea, placed.support) == Some(faction);
        let contests = !phasing && matches!(key, Some(Key::Contest { .. }));
        // What it will be made of is just what is asked.
        let (own, enemy) = if phasing { (force, Vec::new()) } else { (Vec::new(), force) };
        Fight { own, contests, enemy, site, round: 1, inflicted: false }
    }

    /// One's own pieces in a fight.
    fn own_of<'f>(
        &self,
        sea: &Sea,
        faction: Faction,
        asked: &Asked<'_, Item>,
        fight: &'f Fight,
    ) -> Cow<'f, [UnitId]> {
        match fight.contests {
            true => Cow::Owned(self.could_bring(sea, faction, fight.site, asked.options)),
            false => Cow::Borrowed(&fight.own),
        }
    }

    /// The strongest force that any of the units among the options of a contest could bring.
    fn could_bring(&self, sea: &Sea, faction: Faction, site: Option<Site>, options: &[Item]) -> Vec<UnitId> {
        let Some(site) = site else { return Vec::new() };
        let forces = options.iter().filter_map(|option| self.contesting(sea, *option));
        // All options draw on the same pieces, which are looked through once.
        let ready = self.ready(sea, faction);
        let forces = forces.map(|(support, nation)| self.force_of(&ready, support, nation, site, DIE));
        forces.max_by_key(|force| self.dice_of_force(sea, force).all()).unwrap_or_default()
    }

    /// The unit that an option of a contest stands for, and the nation whose pieces it takes.
    pub(super) fn contesting(&self, sea: &Sea, option: Item) -> Option<(SupportId, Nation)> {
        match option {
            Item::Support(support) => {
                let unit = sea.support.get(usize::from(support.0))?;
                self.nation_of(unit).map(|nation| (support, nation))
            }
            Item::Scratch(nation) => {
                let scratch = |owner: Owner| matches!(owner, Owner::Faction(of) if self.faction_now(sea, nation) == Some(of));
                let at = sea.support.iter().position(|unit| scratch(unit.owner))?;
                Some((SupportId(at as u8), nation))
            }
            _ => None,
        }
    }

    /// The force that the program would make for a unit at a place under an Intelligence die.
    pub(super) fn force_at(
        &self,
        sea: &Sea,
        faction: Faction,
        support: SupportId,
        nation: Nation,
        site: Site,
        die: u8,
    ) -> Vec<UnitId> {
        self.force_of(&self.ready(sea, faction), support, nation, site, die)
    }

    /// The same, of what a faction has ready.
    fn force_of(
        &self,
        ready: &Ready<'_>,
        support: SupportId,
        nation: Nation,
        site: Site,
        die: u8,
    ) -> Vec<UnitId> {
        let sea = ready.sea();
        let wanted = self.wanted(sea, &sea.support[usize::from(support.0)], nation);
        let wanted = super::force::Wanted { die: Some(die), ..wanted };
        let mut found = ready.candidates(wanted, site);
        self.sort(sea, wanted, &mut found);
        self.read_list(wanted, &found, &List::of_all(&found))
    }
}
