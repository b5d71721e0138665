//! `sealord fleet`

use std::path::PathBuf;

use serde_json::json;

use crate::command::{Answer, AtHand, Reply};
use crate::games::Games;
use crate::kit::read;
use crate::matches::MatchFault;
use crate::problem::{Collector, Problems, list_or, quote};
use crate::rulebook::{self, Choices, Rulebook};
use crate::rules::war_at_sea::WarAtSea;
use crate::rules::war_at_sea::purchase::desk;
use crate::rules::war_at_sea::purchase::{Fleet, Left};
use crate::side::Side;

/// Check a first fleet for a War at Sea campaign, and see what is left to spend
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The scenario, such as pacific-1942
    pub scenario: String,
    /// The fleet; - for stdin
    #[arg(required_unless_present = "sample")]
    pub file: Option<PathBuf>,
    /// Take a sample fleet of the scenario instead
    #[arg(long, value_name = "NAME", conflicts_with = "file")]
    pub sample: Option<String>,
    /// The side, if the file does not name it
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// Choose an optional rule, as for `sealord new`
    #[arg(long = "option", value_name = "WORD=VALUE")]
    pub options: Vec<String>,
    /// List what can still be bought: kind, first year, price with the handicap, rarity, how many more, and
    /// class
    #[arg(long)]
    pub cards: bool,
    /// Write the fleet out as a file to start from
    #[arg(long)]
    pub write: bool,
}

/// No fleet file comes near this size.
const MOST_BYTES: u64 = 1 << 20;

const EXAMPLE: &str = "A fleet file:
  side: usn
  balance: B                   # the handicap of the United States
  buy:
    uss-enterprise-cv-6: 1
    uss-san-francisco-ca-38: 1
    uss-fletcher-dd-445: 2
    sbd-dauntless: 3
  prebuild:                    # what was paid on past turns
  - {unit: uss-iowa-bb-61, at: 9, yard: large, paid: [15, 15]}
  set_up:                      # with Construction and Economy only
    large: 9                   # the sector of each yard
    medium: 14
    small-1: 14
    small-2: 30
    pen: 30
    upgrade: [small-1]
    factories: [f4f-wildcat, sbd-dauntless, tbf-1-avenger, pby-catalina]
    transports: {9: 30, 14: 30}

`sealord fleet pacific-1942 --sample us-1942 --write` writes a whole one.";

impl Answer for Args {
    fn answer(&self, at_hand: &dyn AtHand) -> Result<Reply, MatchFault> {
        let games = &at_hand.kit().games;
        let mend = "`sealord systems war-at-sea --options` lists what may be chosen";
        let chosen =
            Choices::parse(&self.options, WarAtSea::OPTIONS).map_err(|what| MatchFault::no(what, mend))?;
        let rules: WarAtSea = rulebook::load(games, Some(&self.scenario), &chosen)?;
        let given = self.side.as_deref().map(|word| side(&rules, word)).transpose()?;
        let planned = match &self.file {
            Some(path) => {
                let name = path.display().to_string();
                let bytes = read(path, MOST_BYTES)?;
                let mut problems = Collector::new();
                let found = desk::read(&rules, given, &name, &bytes, &mut problems);
                let problems = problems.finish();
                match found.filter(|_| !problems.refuse()) {
                    Some((side, fleet, left)) => Planned { name, side, fleet, left },
                    None => {
                        let source = String::from_utf8_lossy(&bytes).into_owned();
                        return Err(MatchFault::Refused { problems, source });
                    }
                }
            }
            None => sample(games, &rules, self.sample.as_deref().unwrap_or_default())?,
        };
        Ok(self.reply(&rules, &planned, at_hand.wants_json()))
    }
}

/// A fleet that fits the rules.
struct Planned {
    /// Where it comes from.
    name: String,
    side: Side,
    fleet: Fleet,
    left: Left,
}

/// A side of the scenario by its word.
fn side(rules: &WarAtSea, word: &str) -> Result<Side, MatchFault> {
    let sides = rules.scenario.sides;
    sides.iter().copied().find(|side| side.id() == word).ok_or_else(|| {
        let words: Vec<&str> = sides.iter().map(|side| side.id()).collect();
        let what = format!("no side of {} is called {}", rules.scenario.id, quote(word));
        MatchFault::no(what, format!("write {}", list_or(&words)))
    })
}

/// A sample fleet of the scenario, by its name.
fn sample(games: &Games, rules: &WarAtSea, name: &str) -> Result<Planned, MatchFault> {
    let samples = desk::samples(games, &rules.scenario.id);
    let samples = samples.map_err(|fault| MatchFault::Io(fault.to_string()))?;
    let Some((word, _)) = samples.iter().find(|(_, sample)| sample == name) else {
        let names: Vec<&str> = samples.iter().map(|(_, name)| name.as_str()).collect();
        let what = format!("{} has no sample fleet {}", rules.scenario.id, quote(name));
        return Err(MatchFault::no(what, format!("write {}", list_or(&names))));
    };
    let side = side(rules, word)?;
    let fleet = desk::sample(rules, side).cloned().unwrap_or_default();
    let (faults, left) = desk::inspect(rules, side, &fleet).unwrap_or_default();
    if let Some(fault) = faults.first() {
        let what = format!("the sample fleet {} does not fit these options: {}", quote(name), fault.what);
        return Err(MatchFault::no(what, fault.mend.clone()));
    }
    Ok(Planned { name: name.to_owned(), side, fleet, left })
}

impl Args {
    fn reply(&self, rules: &WarAtSea, planned: &Planned, json: bool) -> Reply {
        let Planned { name, side, fleet, left } = planned;
        let lines = desk::words(rules, *side, fleet, left);
        let open = if self.cards { desk::open(rules, *side, fleet) } else { Vec::new() };
        if json {
            return Reply::Json(json!({
                "ok": true, "scenario": rules.scenario.id, "side": side.id(), "bank": left.bank,
                "left": { "points": left.start.left(), "prebuild": left.prebuild.left() },
                "lines": lines, "open": open, "problems": Problems::new().to_json(),
            }));
        }
        if self.write {
            return Reply::Text(desk::write(&rules.cards, *side, fleet));
        }
        let mut text = format!("{name}: a sound fleet for {} in {}\n", side.name(), rules.scenario.id);
        text += &(lines.join("\n") + "\n");
        if !open.is_empty() {
            text += &format!("can still be bought:\n{}\n", open.join("\n"));
        }
        Reply::Text(text)
    }
}
