//! Builds the rules and the position of a case from its file.

use super::given::{BattleGiven, ForceGiven, Given, SupportGiven, UnitGiven};
use crate::board::{SeaMap, ZoneId};
use crate::combat::MOST_ROUNDS;
use crate::faction::Faction;
use crate::facts::{Fact, Owner};
use crate::history::History;
use crate::item::Item;
use crate::luck::Team;
use crate::markers::{MarkerState, Status};
use crate::options::{ALLIED_TURNS, ASKS, Chosen};
use crate::pieces::{Counter, Factors, Kind, ShipType};
use crate::state::{
    Battle, ByPart, Clock, Due, Part, Post, Sea, Site, Stage, SupportId, SupportUnit, UnitState,
};
use crate::tables::WarState;
use crate::{Data, Schiffskrieg, SupportName, naval_war};
use engine::conformance::shared::words;
use engine::games::{Games, GamesFault};
use engine::items::Items;
use engine::problem::suggest;
use engine::rulebook::{Choices, Rulebook};
use engine::system::Rules;

/// The data, once a case has read them.
pub type Shipped = Option<Result<Data, GamesFault>>;

/// Hexes that an LBA of a case reaches.
const RANGE: u8 = 9;

/// The rules of a case, and the history that comes to them once the position is laid out.
fn rules(
    games: &Games,
    shipped: &mut Shipped,
    given: &Given,
) -> Result<(Schiffskrieg, Option<History>), String> {
    let data = shipped.get_or_insert_with(|| Data::load(games));
    let data = data.clone().map_err(|fault| fault.to_string())?;
    let history = given.history.then(|| data.history.clone());
    let mut system = Schiffskrieg::of(data, &given.scenario).map_err(|fault| fault.to_string())?;
    if let Some(edition) = given.edition {
        system = system.of_edition(edition);
        if system.edition() != edition {
            return Err(format!("edition {edition} is not played; the newest is {}", Schiffskrieg::EDITION));
        }
    }
    for unit in &given.units {
        let stated = unit.nation.is_some() || unit.kind.is_some() || unit.back.is_some();
        if stated && unit.line.is_none() {
            return Err(format!("{} needs `line` with what else it states", unit.id));
        }
    }
    for unit in given.units.iter().filter(|unit| unit.line.is_some()) {
        if system.counters.by_id(&unit.id).is_some() {
            return Err(format!("{} is a counter: say only where it is", unit.id));
        }
        system.counters.0.push(counter(unit)?);
    }
    let choices = Choices::parse(
        &given.options.iter().map(|(word, value)| format!("{word}={value}")).collect::<Vec<_>>(),
        Schiffskrieg::OPTIONS,
    )?;
    system = system.under(&choices);
    // Without a word of them a case asks what it must, and whom.
    let chosen = Chosen::of(&choices);
    system.chosen.asks = chosen.asks.filter(|_| given.options.contains_key(ASKS.word));
    system.chosen.together = chosen.together && given.options.contains_key(ALLIED_TURNS.word);
    Ok((system, history))
}

/// Builds the rules and the position of a case.
///
/// # Errors
/// A sentence that says what does not fit together.
pub fn lay_out(games: &Games, shipped: &mut Shipped, given: &Given) -> Result<(Schiffskrieg, Sea), String> {
    let (mut system, history) = rules(games, shipped, given)?;
    let mut sea = system.opening();
    // Support units are those of the set-up and of the case; history brings none.
    system.history = history.map(|history| naval_war::history(&system.scenario, history, false));
    let lines: Option<Vec<(String, String)>> = given.facts.iter().map(|line| pair(line)).collect();
    let lines = lines.ok_or("a fact is written as `uscl=1`")?;
    let declared = system.reader().batch(&sea.facts, &lines);
    let declared = declared.map_err(|refused| refused.iter().map(ToString::to_string).collect::<String>())?;
    declared.iter().for_each(|one| sea.facts.take(&system.facts, one));
    for unit in &given.units {
        let id = words::unit(&system.counters, &unit.id)?;
        let place = match &unit.at {
            Some(at) => system.place_of(at)?,
            None => sea.unit(id).place,
        };
        let status = Status { allegiance: unit.allegiance, vichy: unit.vichy, held: unit.held };
        let stripe = unit.stripe.or(sea.unit(id).stripe);
        sea.units[usize::from(id.0)] = UnitState { hurt: unit.hurt, stripe, status, ..UnitState::at(place) };
    }
    for support in &given.support {
        let unit = support_given(support)?;
        let owner = match unit.owner {
            Owner::Nation(nation) => nation.id(),
            Owner::Faction(faction) => faction.id(),
        };
        let word = format!("{owner}-{}", unit.kind.id());
        system.support.push(SupportName { name: word.clone(), word, kind: unit.kind });
        sea.support.push(unit);
    }
    for marker in &given.markers {
        let (which, nation, map) = (marker.marker, marker.nation, marker.map);
        let lies = system.lies_of(&marker.at)?;
        sea.markers.retain(|it| (it.marker, it.nation, it.map) != (which, nation, map));
        sea.markers.push(MarkerState { marker: which, nation, map, lies });
    }
    for (map, holder) in &given.luck {
        let map = words::known("map", map, SeaMap::named(map))?;
        sea.luck.give(map, Some(words::known("side", holder, Team::named(holder))?));
    }
    if let Some(battle) = &given.battle {
        begin(&system, &mut sea, battle)?;
        sea.due.push(Due::Battle);
    }
    for words in &given.due {
        sea.due
            .push(due(&system, &sea, words).ok_or_else(|| format!("`{words}` is nothing that can be done"))?);
    }
    if let Some(words) = &given.stage {
        sea.clock = Some(clock(&system, words).ok_or_else(|| format!("`{words}` is no stage of a turn"))?);
    }
    match system.broken_invariant(&sea) {
        None => Ok((system, sea)),
        Some(what) => Err(format!("the position cannot be: {what}")),
    }
}

/// The beginning of a stage.
fn clock(system: &Schiffskrieg, words: &str) -> Option<Clock> {
    let first = system.scenario.factions().next()?;
    let (faction, stage) = match words.split_once(' ') {
        Some((faction, stage)) => (Faction::named(faction)?, Stage::named(stage)?),
        None => (first, Stage::named(words)?),
    };
    (stage.is_by_faction() == words.contains(' ')).then_some(Clock {
        stage,
        faction,
        thing: 0,
        battles: 0,
        war_turns: 0,
    })
}

/// An event that is due: of a faction on a map, or of a country.
fn event_due(system: &Schiffskrieg, of: &[&str], event: &str) -> Option<Due> {
    let word_of =
        |fact: Fact| system.facts.of(fact).one_of.iter().position(|it| it == event).map(|at| at as u8);
    match *of {
        [faction, map] => {
            let word = word_of(Fact::PoliticalEvent)?;
            Faction::named(faction).zip(SeaMap::named(map)).map(|(it, map)| Due::Political(it, map, word))
        }
        [country] => {
            let word = word_of(Fact::ConditionalEvent)?;
            system.board.country_named(country).map(|country| Due::Conditional(country, word))
        }
        _ => None,
    }
}

fn due(system: &Schiffskrieg, sea: &Sea, words: &str) -> Option<Due> {
    let board = &system.board;
    match words.split_whitespace().collect::<Vec<_>>()[..] {
        ["delay", map] => SeaMap::named(map).map(Due::Delay),
        ["shipyard"] => Some(Due::Shipyard),
        ["commerce-raid", map] => SeaMap::named(map).map(Due::CommerceRaid),
        ["base-raid", faction, base] => {
            Faction::named(faction).zip(board.base_named(base)).map(|(it, base)| Due::BaseRaid(it, base))
        }
        ["strike", faction, base] => {
            Faction::named(faction).zip(board.base_named(base)).map(|(it, base)| Due::Strike(it, base))
        }
        ["patrol", faction, boat, zone] => {
            let (boat, zone) = (system.counters.by_id(boat)?, board.zone_named(zone)?);
            Faction::named(faction).map(|faction| Due::Patrol(faction, boat, zone))
        }
        ["build", faction] => Faction::named(faction).map(Due::Build),
        ["reorganize", faction] => Faction::named(faction).map(Due::Reorganize),
        ["recall"] => Some(Due::Recall),
        ["servron"] => Some(Due::Servron),
        ["reserves"] => Some(Due::Reserves),
        ["markers"] => Some(Due::Markers),
        ["activate", country, faction] => {
            let country = board.country_named(country)?;
            Faction::named(faction).map(|faction| Due::Activate(country, faction))
        }
        ["event", ref of @ .., event] => event_due(system, of, event),
        ["checks"] => Some(Due::Checks),
        ["war-state", map, state] => {
            SeaMap::named(map).zip(WarState::named(state)).map(|(map, state)| Due::WarState(map, state))
        }
        ["card", faction, map, number] => {
            let number = number.parse().ok()?;
            Faction::named(faction).zip(SeaMap::named(map)).map(|(it, map)| Due::Card(it, map, number))
        }
        ["enemy-enters", base] => board.base_named(base).map(Due::EnemyEnters),
        ["hold-reserves"] => Some(Due::HoldReserves),
        ["turn-over"] => Some(Due::TurnOver),
        ["place", support, goal] => {
            let at = support_at(sea, support)?;
            match system.find(goal)? {
                Item::Goal(goal) => Some(Due::Place(SupportId(at as u8), goal)),
                _ => None,
            }
        }
        ["rebase", faction] => Faction::named(faction).map(Due::Rebase),
        ["return"] => Some(Due::Return),
        ["score"] => Some(Due::Score),
        ["set-up"] => Some(Due::SetUp),
        ["fortunes", faction, map] => {
            Faction::named(faction).zip(SeaMap::named(map)).map(|(it, map)| Due::Fortunes(it, map))
        }
        _ => None,
    }
}

fn pair(line: &str) -> Option<(String, String)> {
    line.split_once('=').map(|(fact, value)| (fact.to_owned(), value.to_owned()))
}

/// The support unit of a word such as `japanese-cv-fleet`.
pub fn support_named<'s>(sea: &'s Sea, word: &str) -> Option<&'s SupportUnit> {
    support_at(sea, word).map(|at| &sea.support[at])
}

/// Its place in the position's list. A case puts its own behind those of the scenario.
fn support_at(sea: &Sea, word: &str) -> Option<usize> {
    let owner = |unit: &SupportUnit| match unit.owner {
        Owner::Nation(nation) => nation.id(),
        Owner::Faction(faction) => faction.id(),
    };
    sea.support.iter().rposition(|unit| format!("{}-{}", owner(unit), unit.kind.id()) == word)
}

fn counter(unit: &UnitGiven) -> Result<Counter, String> {
    let id = &unit.id;
    let (Some(nation), Some(kind), Some(line)) = (unit.nation, unit.kind.as_deref(), &unit.line) else {
        return Err(format!("{id} needs `nation`, `kind` and `line`"));
    };
    let kind = match kind {
        "lba" => Kind::Lba { heavy: false, range: RANGE },
        "heavy-lba" => Kind::Lba { heavy: true, range: RANGE },
        "boat" => Kind::Boat,
        word => Kind::Ship(ShipType::named(word).ok_or_else(|| format!("{id}: there is no kind `{word}`"))?),
    };
    let front = factors(kind, line).ok_or_else(|| format!("{id}: `{line}` is no line of its kind"))?;
    let other = |line: &String| {
        let (attack, defense) = line.split_once('-')?;
        let attack = attack.parse().ok()?;
        Some(Factors { defense: defense.parse().ok()?, ..attack_of(kind, attack) })
    };
    let back =
        unit.back.as_ref().map(|line| other(line).ok_or_else(|| format!("{id}: `{line}` is no other side")));
    Ok(Counter {
        id: id.clone(),
        name: id.clone(),
        label: [id.clone()],
        nation,
        kind,
        front,
        back: back.transpose()?,
        construction: None,
        stripe: None,
    })
}

fn attack_of(kind: Kind, attack: u8) -> Factors {
    match kind {
        Kind::Ship(class) if !class.is_carrier() => Factors { gunnery: attack, ..Factors::default() },
        Kind::Ship(_) | Kind::Lba { .. } => Factors { airstrike: attack, ..Factors::default() },
        Kind::Boat => Factors { torpedo: attack, ..Factors::default() },
    }
}

fn factors(kind: Kind, line: &str) -> Option<Factors> {
    let numbers: Vec<Option<u8>> = line.split('-').map(|it| it.parse().ok()).collect();
    let words: Vec<&str> = line.split('-').collect();
    if numbers.iter().zip(&words).any(|(number, word)| number.is_none() && *word != "x") {
        return None;
    }
    match (kind, numbers.as_slice()) {
        (Kind::Ship(_), [Some(attack), damage, Some(defense), speed]) => {
            Some(Factors { damage: *damage, defense: *defense, speed: *speed, ..attack_of(kind, *attack) })
        }
        (Kind::Lba { .. }, [Some(attack), damage, Some(defense)]) => {
            Some(Factors { damage: *damage, defense: *defense, ..attack_of(kind, *attack) })
        }
        (Kind::Boat, [Some(attack)]) => Some(attack_of(kind, *attack)),
        _ => None,
    }
}

fn begin(system: &Schiffskrieg, sea: &mut Sea, given: &BattleGiven) -> Result<(), String> {
    let (site, map) = site(system, &given.at)?;
    if !(1..=MOST_ROUNDS).contains(&given.round) {
        return Err(format!(
            "a battle has rounds 1 to {MOST_ROUNDS}, so it cannot begin in round {}",
            given.round
        ));
    }
    let forces = [&given.phasing, &given.answering];
    let mut support = ByPart::default();
    let mut lines = Vec::new();
    for (part, force) in Part::ALL.into_iter().zip(forces) {
        if force.unit.is_none() && (force.nation.is_some() || force.strike) {
            return Err("a force without a `unit` has no `nation`, and strikes nothing".to_owned());
        }
        if force.force.is_empty() {
            return Err(format!("the {} has nothing in its battle line", force.faction.id()));
        }
        *support.of_mut(part) = support_of(sea, force, map);
        for id in &force.force {
            let unit = words::unit(&system.counters, id)?;
            lines.push((unit, part));
        }
    }
    let each = |of: fn(&ForceGiven) -> i8| ByPart { phasing: of(forces[0]), answering: of(forces[1]) };
    let sides = ByPart { phasing: forces[0].faction, answering: forces[1].faction };
    let battle = Battle {
        support,
        air_base_near: ByPart { phasing: forces[0].air_base, answering: forces[1].air_base },
        day_drm: each(|force| force.day_drm),
        attack_drm: each(|force| force.attack_drm),
        cut_off: given.cut_off.clone(),
        round: given.round - 1,
        ..Battle::begun(1, site, map, given.cause, sides)
    };
    sea.engage(battle, &lines);
    let began = |part| !system.targets_of(sea, part).is_empty();
    let began = ByPart { phasing: began(Part::Phasing), answering: began(Part::Answering) };
    if let Some(battle) = &mut sea.battle {
        battle.began = began;
    }
    system.count_factors(sea);
    Ok(())
}

/// The support unit that a case states.
fn support_given(given: &SupportGiven) -> Result<SupportUnit, String> {
    if given.nation.is_some() && given.faction.is_some() {
        return Err(format!("a {} has a `nation` or a `faction`, not both", given.unit.id()));
    }
    Ok(SupportUnit {
        kind: given.unit,
        owner: match (given.nation, given.faction) {
            (Some(nation), _) => Owner::Nation(nation),
            (None, faction) => Owner::Faction(faction.unwrap_or(Faction::Axis)),
        },
        name: None,
        map: given.map,
        strike: given.strike,
        post: match given.at.as_deref() {
            None => Post::ForcePool,
            Some("out") => Post::Away,
            Some("delay") => Post::Delay,
            Some(word) => {
                let near = suggest(word, ["out", "delay"]).map(|near| format!("did you mean {near}?"));
                let mend = near.unwrap_or_else(|| "write out or delay, or leave `at` out".to_owned());
                return Err(format!("`{word}` is no place for a support unit; {mend}"));
            }
        },
        force: Vec::new(),
    })
}

fn support_of(sea: &mut Sea, force: &ForceGiven, map: SeaMap) -> Option<SupportId> {
    let kind = force.unit?;
    sea.support.push(SupportUnit {
        kind,
        owner: force.nation.map_or(Owner::Faction(force.faction), Owner::Nation),
        name: None,
        map,
        strike: force.strike,
        post: Post::ForcePool,
        force: Vec::new(),
    });
    Some(SupportId((sea.support.len() - 1) as u8))
}

fn site(system: &Schiffskrieg, at: &str) -> Result<(Site, SeaMap), String> {
    let board = &system.board;
    let zone = |word: &str| words::known("zone", word, board.zone_named(word));
    let hex = |word: &str| words::known("hex", word, board.grid.hex(word));
    let of = |zone: ZoneId| board.zone(zone).map;
    match at.split_whitespace().collect::<Vec<_>>()[..] {
        ["station", word] => zone(word).map(|zone| (Site::Station(zone), of(zone))),
        ["sea", word] => {
            let hex = hex(word)?;
            let zone = words::known("All-Sea hex of a zone", word, board.zone_of_sea(hex))?;
            Ok((Site::SeaHex(hex, zone), hex.map))
        }
        ["land", word] => hex(word).map(|hex| (Site::LandHex(hex, None), hex.map)),
        ["land", word, of] => Ok((Site::LandHex(hex(word)?, Some(zone(of)?)), hex(word)?.map)),
        ["strategic-warfare", word] => {
            let map = words::known("map", word, SeaMap::named(word))?;
            Ok((Site::StrategicWarfare(map), map))
        }
        _ => Err(format!("`{at}` is no place for a battle")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Support;

    #[test]
    fn a_support_unit_is_in_a_place_that_there_is() {
        let given = |at: &str| SupportGiven {
            unit: Support::AirForce,
            nation: None,
            faction: Some(Faction::Axis),
            map: SeaMap::Tk,
            strike: false,
            at: Some(at.to_owned()).filter(|at| !at.is_empty()),
        };
        for (at, post) in [("", Post::ForcePool), ("out", Post::Away), ("delay", Post::Delay)] {
            assert_eq!(support_given(&given(at)).map(|unit| unit.post), Ok(post));
        }
        for (at, says) in [("dealy", "did you mean delay?"), ("berlin", "write out or delay")] {
            let wrong = support_given(&given(at)).expect_err("no place");
            assert!(wrong.contains(says), "{wrong}");
        }
    }
}
