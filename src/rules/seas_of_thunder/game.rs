//! What a match plays: one scenario, the campaign, or any run of scenarios (13.0, SOT-13.S8-1, SOT-13.L-1).

use super::board::{self, Board};
use super::files::{ConvoysFile, ScenarioRow, ScenariosFile, TokenRow};
use super::options::Options;
use super::scenario::{Pieces, SYSTEM, Scenario, Token, described, slug};
use super::{muster, sound};
use engine::games::{Games, GamesFault};
use engine::rulebook;
use engine::rulebook::two_sided::Camp;

/// A scenario with the map and the port mats as they are while it lasts.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The scenario.
    pub scenario: Scenario,
    /// The map and the port mats.
    pub board: Board,
}

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The word used in files, such as `raider-warfare`.
    pub id: String,
    /// The name.
    pub name: String,
    /// The first turn.
    pub first_turn: u8,
    /// The last turn.
    pub last_turn: u8,
}

impl Game {
    /// The game that plays a single scenario.
    pub fn of(scenario: &Scenario) -> Game {
        let Scenario { id, name, first_turn, last_turn, .. } = scenario;
        Game { id: id.clone(), name: name.clone(), first_turn: *first_turn, last_turn: *last_turn }
    }
}

/// A run of scenarios under its name: where it begins in the list, and how many it has.
struct Run {
    id: String,
    name: String,
    aliases: Vec<String>,
    known: bool,
    first: usize,
    count: usize,
}

impl Run {
    fn rows<'f>(&self, file: &'f ScenariosFile) -> &'f [ScenarioRow] {
        &file.scenarios[self.first..self.first + self.count]
    }
}

/// Every run of scenarios: the single ones, the campaign, the named chains, then the others.
fn runs(file: &ScenariosFile) -> Vec<Run> {
    let rows = &file.scenarios;
    let mut runs: Vec<Run> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let aliases = vec![row.id.clone(), row.number.to_string()];
        runs.push(Run {
            id: slug(&row.name),
            name: row.name.clone(),
            aliases,
            known: true,
            first: at,
            count: 1,
        });
    }
    let campaign = &file.campaign;
    let mut named =
        vec![(&campaign.name, &campaign.chain, vec![campaign.id.clone(), campaign.number.to_string()])];
    named[0].2.push("campaign".to_owned());
    named.extend(file.chains.popular.iter().map(|chain| (&chain.name, &chain.scenarios, Vec::new())));
    for count in (2..=rows.len()).rev() {
        for first in 0..=rows.len() - count {
            let some = &rows[first..first + count];
            let (from, to) = (&some[0], &some[count - 1]);
            let mut aliases =
                vec![format!("{}-{}", from.id, to.id), format!("{}-{}", from.number, to.number)];
            let name = named.iter().find(|(_, chain, _)| chain.iter().eq(some.iter().map(|row| &row.id)));
            let known = name.is_some();
            let name = match name {
                Some((name, _, others)) => {
                    aliases.extend(others.iter().cloned());
                    (*name).clone()
                }
                None => format!("Scenarios {} to {}", from.number, to.number),
            };
            let id = if known { slug(&name) } else { format!("scenarios-{}-{}", from.number, to.number) };
            runs.push(Run { id, name, aliases, known, first, count });
        }
    }
    runs.sort_by_key(|run| !run.known);
    runs
}

/// All that can be played: the seven scenarios, the campaign, the named chains, and every other run of
/// scenarios.
///
/// # Errors
/// [`GamesFault`] when the scenarios cannot be read.
pub fn list(games: &Games) -> Result<Vec<rulebook::Scenario>, GamesFault> {
    let file: ScenariosFile = games.read(SYSTEM, "scenarios")?;
    let scenario = |run: Run| rulebook::Scenario {
        id: run.id,
        name: run.name,
        aliases: run.aliases,
        playable: true,
        listed: run.known,
    };
    Ok(runs(&file).into_iter().map(scenario).collect())
}

/// Loads a single scenario by its id (`raider-warfare`), code (`S1`) or number (`1`), without options.
///
/// # Errors
/// [`GamesFault`] when there is no such scenario, or when the data do not fit together.
pub fn load_scenario(games: &Games, scenario: &str) -> Result<(Scenario, Board, Pieces), GamesFault> {
    let (game, mut stages, pieces) = load(games, scenario, &Options::default())?;
    match (stages.pop(), stages.is_empty()) {
        (Some(Stage { scenario, board }), true) => Ok((scenario, board, pieces)),
        _ => Err(GamesFault::NoScenario { wanted: game.id, known: Vec::new() }),
    }
}

/// Loads what is to be played, by its id, code, number or run (`3-5`).
///
/// # Errors
/// As [`load_scenario`].
pub fn load(games: &Games, word: &str, options: &Options) -> Result<(Game, Vec<Stage>, Pieces), GamesFault> {
    let file: ScenariosFile = games.read(SYSTEM, "scenarios")?;
    let runs = runs(&file);
    let is_it =
        |run: &&Run| run.id == word || run.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(word));
    let run = runs.iter().find(is_it).ok_or_else(|| GamesFault::NoScenario {
        wanted: word.to_owned(),
        known: runs.iter().filter(|run| run.known).map(|run| run.id.clone()).collect(),
    })?;
    let rows = run.rows(&file);
    let (zones, ports) = (games.read(SYSTEM, "zones")?, games.read(SYSTEM, "ports")?);
    sound::map(&zones, &ports)?;
    let stage = |row: &ScenarioRow| {
        let board = board::build(&zones, &ports, &row.id, row.map, &row.colours)?;
        Ok(Stage { scenario: described(row), board })
    };
    let stages = rows.iter().map(stage).collect::<Result<Vec<Stage>, GamesFault>>()?;
    let game = Game {
        id: run.id.clone(),
        name: run.name.clone(),
        first_turn: rows[0].first_turn,
        last_turn: rows[rows.len() - 1].last_turn,
    };
    let counters = muster::counters(games, rows, &stages, options)?;
    let tokens = tokens(games, &rows[0], &game, &stages[0].board)?;
    Ok((game, stages, Pieces { counters, tokens }))
}

/// The tokens that come into use, those of later turns too (SOT-13.L-5); checked against the map and the
/// first pools.
fn tokens(games: &Games, row: &ScenarioRow, game: &Game, board: &Board) -> Result<Vec<Token>, GamesFault> {
    let file: ConvoysFile = games.read(SYSTEM, "convoys")?;
    let areas = board.areas.iter().map(|area| area.id.as_str()).collect();
    sound::tokens(&file.tokens, &areas, board.zones.len())?;
    let in_use =
        file.tokens.into_iter().filter(|it| it.turns.0 <= game.last_turn && game.first_turn <= it.turns.1);
    let token =
        |TokenRow { id, side, areas, zones, turns, .. }| Token { id, side, areas, zones, from: turns.0 };
    let tokens = in_use.map(token).collect::<Vec<_>>();
    for (side, pool) in [(Camp::AXIS, row.convoys.axis_pool), (Camp::ALLIES, row.convoys.allied_pool)] {
        let at_once = |token: &&Token| token.side == side && token.from <= game.first_turn;
        let found = tokens.iter().filter(at_once).count();
        if found != pool {
            let what = format!("{} needs {pool} tokens of the {side}, there are {found}", row.id);
            return Err(GamesFault::Unsound { file: format!("{SYSTEM}/convoys"), what });
        }
    }
    Ok(tokens)
}
