//! Scenarios: who plays on which map, from when to when, and what each side may buy.

use std::collections::BTreeMap;

use super::board::{self, Board, Kind, SectorId};
use super::facilities;
use super::files::facilities::Site;
use super::files::scenarios::{Balance, PointsRow, ScenarioRow, ScenariosFile, SideRow};
use super::options::{Chosen, Rule, US_BALANCE};
use super::purchase::{Base, Bases, Fleet, InForce, Seat};
use super::ranges;
use super::rarity;
use super::{SYSTEM, WarAtSea, sides};
use engine::games::{Games, GamesFault};
use engine::rulebook;
use engine::rulebook::Choices;
use engine::side::{Side, SideMap};
use tactical::cards::Cards;
use tactical::plan::Library;

/// What a side may buy, and what it gets if it says nothing.
#[derive(Clone, Debug)]
pub struct Admiralty {
    /// What it may buy.
    pub seat: Seat,
    /// Its handicap, if it is the United States.
    pub balance: Option<Balance>,
    /// The sample fleet.
    pub sample: Fleet,
}

/// A scenario as a match plays it.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its word.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Who fights.
    pub sides: &'static [Side],
    /// What each may buy.
    pub admiralties: SideMap<Admiralty>,
    /// The year of turn 1.
    pub start_year: u16,
    /// The last turn.
    pub last_turn: u8,
    /// The seasons of a year.
    pub seasons: Vec<String>,
    /// Who controls each sector at the start.
    pub owners: Vec<Option<Side>>,
    /// The budgets.
    pub points: PointsRow,
    /// How production and sunk units are weighed in the score.
    pub weights: [i32; 2],
    /// What a match has chosen.
    pub chosen: Chosen,
}

fn unsound(file: &str, what: String) -> GamesFault {
    GamesFault::Unsound { file: format!("{SYSTEM}/{file}"), what }
}

/// The scenarios of the data, in their order.
///
/// # Errors
/// If the file cannot be read.
pub(super) fn list(games: &Games) -> Result<Vec<rulebook::Scenario>, GamesFault> {
    let file: ScenariosFile = games.read(SYSTEM, "scenarios")?;
    let scenario = |row: ScenarioRow| rulebook::Scenario {
        id: row.id,
        name: row.title,
        aliases: Vec::new(),
        playable: true,
        listed: true,
    };
    Ok(file.scenarios.into_iter().map(scenario).collect())
}

/// Lays out a scenario.
///
/// # Errors
/// If there is none of that word, its data do not fit together, or what was chosen does not.
pub(super) fn load(games: &Games, word: &str, choices: &Choices) -> Result<WarAtSea, GamesFault> {
    let file: ScenariosFile = games.read(SYSTEM, "scenarios")?;
    let found = file.scenarios.iter().find(|row| row.id == word);
    let row = found.ok_or_else(|| unsound("scenarios", format!("there is no scenario {word}")))?;
    let cards = Cards::load(games)?;
    let rarity =
        rarity::build(games.read(SYSTEM, "rarity")?, &cards).map_err(|what| unsound("rarity", what))?;
    let ranges =
        ranges::build(games.read(SYSTEM, "ranges")?, &cards).map_err(|what| unsound("ranges", what))?;
    let facilities = facilities::build(games.read(SYSTEM, "facilities")?, &cards);
    let facilities = facilities.map_err(|what| unsound("facilities", what))?;
    let map = match row.map.as_str() {
        "pacific" => "map_pacific",
        "mediterranean" => "map_mediterranean",
        _ => "map_atlantic",
    };
    let board = board::build(games.read(SYSTEM, map)?).map_err(|what| unsound(map, what))?;
    let presets = |word: &str| file.presets.get(word).cloned();
    let chosen = Chosen::of(choices, &row.preset, presets).map_err(|what| GamesFault::Choices { what })?;
    let scenario =
        build(&file, row, &board, &cards, chosen, choices).map_err(|what| unsound("scenarios", what))?;
    let plans = Library::load(games, &cards)?;
    let edition = <WarAtSea as engine::rulebook::Rulebook>::EDITION;
    Ok(WarAtSea { scenario, board, cards, rarity, ranges, facilities, plans, edition })
}

fn build(
    file: &ScenariosFile,
    row: &ScenarioRow,
    board: &Board,
    cards: &Cards,
    chosen: Chosen,
    choices: &Choices,
) -> Result<Scenario, String> {
    let quarterly = chosen.has(Rule::Quarterly);
    let playing: Vec<Side> = row.sides.iter().map(|side| side_of(&side.id)).collect::<Result<_, _>>()?;
    let all = [sides::PACIFIC, sides::MEDITERRANEAN, sides::ATLANTIC];
    let known = all.into_iter().find(|known| **known == *playing);
    let known = known.ok_or_else(|| format!("{} has sides that no map has", row.id))?;
    let mut owners: Vec<Option<Side>> = board.sectors.iter().map(|sector| sector.owner).collect();
    for (number, side) in &row.owners {
        let at = usize::from(*number).checked_sub(1).filter(|at| *at < owners.len());
        let at = at.ok_or_else(|| format!("there is no sector {number}"))?;
        owners[at] = Some(side_of(side)?);
    }
    let admiralty = |side: &SideRow| {
        let seat = Seat::of_row(side, row.start_year)?;
        let balance = match choices.value(&US_BALANCE) {
            _ if !seat.needs_balance() => None,
            "A" => Some(Balance::A),
            "B" => Some(Balance::B),
            // WSC-2.4-3: no campaign with the United States begins without one.
            _ => Some(side.us_balance.ok_or_else(|| format!("{} needs a handicap", side.id))?),
        };
        let sample = file.fleets.get(&side.sample_fleet);
        let sample = sample.ok_or_else(|| format!("there is no fleet {}", side.sample_fleet))?;
        let sample = Fleet::of_row(sample, balance, quarterly, cards)?;
        Ok::<_, String>((side_of(&side.id)?, Admiralty { seat, balance, sample }))
    };
    let admiralties = row.sides.iter().map(admiralty).collect::<Result<_, _>>()?;
    let calendar = &file.meta.calendar;
    Ok(Scenario {
        id: row.id.clone(),
        title: row.title.clone(),
        sides: known,
        admiralties,
        start_year: row.start_year,
        last_turn: if quarterly { row.turns.quarterly } else { row.turns.half_year },
        seasons: if quarterly { calendar.quarterly.clone() } else { calendar.half_year.clone() },
        owners,
        points: file.meta.points,
        weights: [i32::from(file.victory.score.production_weight), i32::from(file.victory.score.sunk_weight)],
        chosen,
    })
}

fn side_of(word: &str) -> Result<Side, String> {
    let found = sides::SIDES.iter().copied().find(|side| side.id() == word);
    found.ok_or_else(|| format!("there is no side {word}"))
}

impl Kind {
    /// The same as the data of facilities call it.
    pub(super) fn site(self) -> Site {
        match self {
            Kind::Capital => Site::Capital,
            Kind::Large => Site::Large,
            Kind::Small => Site::Small,
            Kind::Empty => Site::Empty,
        }
    }
}

impl WarAtSea {
    /// Whether a rule holds in this match.
    #[inline]
    pub fn has(&self, rule: Rule) -> bool {
        self.scenario.chosen.has(rule)
    }

    /// The rules that bear on purchases.
    pub(super) fn in_force(&self) -> InForce {
        InForce::by(|word| self.scenario.chosen.has_word(word))
    }

    /// What a side may buy.
    pub(super) fn admiralty(&self, side: Side) -> Option<&Admiralty> {
        self.scenario.admiralties.get(side)
    }

    /// What a side must pay for a unit of a printed cost.
    pub(super) fn price(&self, side: Side, cost: u16) -> u16 {
        super::purchase::seat::price(cost, self.admiralty(side).and_then(|it| it.balance))
    }

    /// The bases of a side, by who controls what.
    pub(super) fn bases(&self, owners: &[Option<Side>], side: Side) -> Bases {
        let mut bases = Bases { bases: BTreeMap::new(), income: 0, aircraft: 0 };
        for at in self.board.ids().filter(|at| owners[usize::from(at.0)] == Some(side)) {
            let sector = self.board.sector(at);
            bases.income += self.yield_of(at) as u16;
            if sector.kind.is_base() {
                let name = sector.base.clone().unwrap_or_else(|| sector.name.clone());
                bases.bases.insert(at.0 + 1, Base { site: sector.kind.site(), name });
                bases.aircraft += u16::from(sector.kind.basing());
            }
        }
        if self.has(Rule::Quarterly) {
            bases.income = bases.income.div_ceil(2);
        }
        bases
    }

    /// What a sector yields a half-year (14.1).
    pub(super) fn yield_of(&self, at: SectorId) -> i32 {
        self.board.sector(at).kind.income(self.scenario.sides.len())
    }

    /// The year and season of a turn (15.1, 15.2).
    pub fn date(&self, turn: u8) -> (u16, &str) {
        let seasons = &self.scenario.seasons;
        let past = usize::from(turn.max(1) - 1);
        let year = self.scenario.start_year + (past / seasons.len()) as u16;
        (year, &seasons[past % seasons.len()])
    }
}
