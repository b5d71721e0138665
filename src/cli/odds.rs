//! `sealord odds`

use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Outcome;
use super::shared::{Shared, packet_file, print, print_json, read, say};
use crate::doctrine::Doctrine;
use crate::doctrine::compile::compile;
use crate::games::yaml::{self, YamlFault};
use crate::matches::MatchFault;
use crate::odds::{Battle, Battles, Force, Record, Tally};
use crate::orders::parse;
use crate::problem::{ExitCode, count};
use crate::rules::{Choices, ODDS_EXAMPLE, systems};
use crate::side::{BySide, Side};
use crate::view::{Control, Packet, Unit};

/// Fight one battle many times and count what comes of it
#[derive(Debug, clap::Args)]
#[command(after_help = ODDS_EXAMPLE)]
pub struct Args {
    /// Both task forces with their doctrine, as YAML
    #[arg(required_unless_present = "packet")]
    pub file: Option<PathBuf>,
    /// Take the task forces from a packet instead; a file then says no more than `axis` and `allies` with a doctrine
    #[arg(long, value_name = "FILE", requires = "at")]
    pub packet: Option<PathBuf>,
    /// The place of the battle, as the packet calls it
    #[arg(long, value_name = "PLACE", requires = "packet")]
    pub at: Option<String>,
    /// How many battles are fought
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub battles: u64,
    /// The same number gives the same dice
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// No file of task forces comes near this size.
const MOST_BYTES: u64 = 1 << 20;

/// What a file says.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    system: Option<String>,
    scenario: Option<String>,
    at: Option<String>,
    flag: Option<Side>,
    #[serde(default)]
    axis: Fleet,
    #[serde(default)]
    allies: Fleet,
}

/// One side of a file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fleet {
    #[serde(default)]
    units: Vec<UnitWord>,
    doctrine: Option<Value>,
}

/// A unit: its word, or more.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum UnitWord {
    Id(String),
    Whole(Force),
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let mut setup = match &args.file {
        None => Setup::default(),
        Some(file) => {
            let text = String::from_utf8(read(file, MOST_BYTES)?).map_err(|_| {
                MatchFault::usage(format!("{} is no text", file.display()), "write it as UTF-8")
            })?;
            yaml::read(&text).map_err(|YamlFault { line, column, what }| {
                let what = format!("{}:{line}:{column}: {what}", file.display());
                MatchFault::no(what, "see `sealord odds --help` for the shape of a file")
            })?
        }
    };
    if let Some(path) = &args.packet {
        take_packet(&mut setup, &packet_file(path)?, args.at.as_deref().unwrap_or_default())?;
    }
    let system = setup.system.clone().unwrap_or_else(|| crate::rules::IDS[0].to_owned());
    systems!(with [&system, S => fight::<S>(shared, &args, &setup)])
}

/// Fills in what a packet shows of a place.
fn take_packet(setup: &mut Setup, packet: &Packet, at: &str) -> Result<(), MatchFault> {
    let view = packet.parts().map_err(|fault| {
        MatchFault::no(
            format!("the packet was damaged: {fault}"),
            "use the .json file as it came with the report",
        )
    })?;
    let zone = view.place(at).ok_or_else(|| {
        MatchFault::no(format!("the packet shows no place `{at}`"), "write a place as it does")
    })?;
    if zone.unnamed() > 0 {
        let all = count(zone.enemies(), "enemy unit");
        let what = format!("the packet does not name all {all} there");
        return Err(MatchFault::no(what, "write both task forces into a file"));
    }
    let force = |unit: &Unit<&str>| {
        let (damage, raiding) = (unit.damage.unwrap_or(0), unit.raiding.unwrap_or(false));
        UnitWord::Whole(Force { id: unit.id.to_owned(), damage, raiding })
    };
    let (own, enemy): (Vec<UnitWord>, Vec<UnitWord>) =
        (zone.own.iter().map(force).collect(), zone.enemy_known.iter().map(force).collect());
    let axis = packet.side == Side::AXIS;
    (setup.axis.units, setup.allies.units) = if axis { (own, enemy) } else { (enemy, own) };
    setup.system = Some(packet.system.clone());
    setup.scenario = Some(packet.scenario.clone());
    setup.flag = zone.control.and_then(Control::side);
    setup.at = zone.word();
    let fleet = if axis { &mut setup.axis } else { &mut setup.allies };
    if fleet.doctrine.is_none() && !packet.doctrine.trim().is_empty() {
        fleet.doctrine = yaml::read(&packet.doctrine).ok();
    }
    Ok(())
}

fn fight<S: Battles>(shared: &Shared, args: &Args, setup: &Setup) -> Outcome {
    let system: S = crate::rules::load(&shared.games, setup.scenario.as_deref(), &Choices::default())?;
    let no = |what: String| MatchFault::no(what, "see `sealord odds --help` for the shape of a file");
    let at = setup.at.as_deref().ok_or_else(|| no("the file says not where: `at:`".to_owned()))?;
    let fleets = BySide { axis: &setup.axis, allies: &setup.allies };
    let forces = BySide::from_fn(|side| fleets[side].units.iter().map(UnitWord::force).collect());
    let doctrine = |side: Side| {
        doctrine(&system, fleets[side].doctrine.as_ref())
            .map_err(|what| no(format!("doctrine of the {side}: {what}")))
    };
    let doctrine = BySide { axis: doctrine(Side::AXIS)?, allies: doctrine(Side::ALLIES)? };
    let battle = Battle::new(&system, at, forces, setup.flag, doctrine).map_err(no)?;
    let bar = bar(shared, args.battles);
    let start = Instant::now();
    let tally = battle.fight(args.seed, args.battles, |tally| {
        if tally.battles % 256 == 0 {
            bar.set_position(tally.battles);
        }
        true
    });
    bar.finish_and_clear();
    let tally = tally.map_err(no)?;
    tell(shared, &tally, start.elapsed())
}

/// A bar on a terminal; nothing elsewhere.
fn bar(shared: &Shared, battles: u64) -> ProgressBar {
    if shared.json {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} battles, {eta} left");
    let bar = ProgressBar::new(battles);
    if let Ok(style) = style { bar.with_style(style) } else { bar }
}

impl UnitWord {
    fn force(&self) -> Force {
        match self {
            UnitWord::Id(id) => Force { id: id.clone(), ..Force::default() },
            UnitWord::Whole(force) => force.clone(),
        }
    }
}

/// Reads doctrine as an orders file would have it; none is silence.
fn doctrine<S: Battles>(system: &S, words: Option<&Value>) -> Result<Doctrine<S::Item>, String> {
    let Some(words) = words else { return Ok(Doctrine::default()) };
    let text = format!("doctrine: {words}\n");
    let draft = parse("the doctrine", text.as_bytes()).map_err(|problems| problems.render(&text, false))?;
    let draft = draft.doctrine.ok_or("it is empty")?;
    compile(system, &draft).map_err(|problems| problems[0].what.clone())
}

fn tell(shared: &Shared, tally: &Tally, took: Duration) -> Outcome {
    let rate = tally.rounds as f64 / took.as_secs_f64().max(1e-9);
    if shared.json {
        print_json(&json!({ "tally": tally, "rounds_per_second": rate.round() }))?;
        return Ok(ExitCode::Done);
    }
    let share = |part: u64| format!("{:5.1} %", 100.0 * part as f64 / tally.battles as f64);
    let mut lines = vec![
        format!("{} battles, {} rounds", tally.battles, tally.rounds),
        format!("  {}  the Axis hold the place alone", share(tally.axis)),
        format!("  {}  the Allies hold the place alone", share(tally.allies)),
        format!("  {}  nobody does", share(tally.battles - tally.axis - tally.allies)),
    ];
    for (side, lost) in [(Side::AXIS, &tally.axis_lost), (Side::ALLIES, &tally.allies_lost)] {
        let mean: f64 = lost.iter().map(|(units, times)| *units as f64 * *times as f64).sum::<f64>();
        lines.push(format!("Lost by the {side}, {:.2} on average:", mean / tally.battles as f64));
        lines.extend(
            lost.iter().map(|(units, times)| format!("  {}  {}", share(*times), count(*units, "unit"))),
        );
        lines.push(format!("  {:<24}    lost  damaged  gone home", "unit"));
        for (id, Record { lost, away, damaged }) in &tally.units[side] {
            lines.push(format!("  {id:<24} {}  {}    {}", share(*lost), share(*damaged), share(*away)));
        }
    }
    print(&(lines.join("\n") + "\n"))?;
    say(&format!("{rate:.0} rounds a second"));
    Ok(ExitCode::Done)
}
