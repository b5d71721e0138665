//! `sealord odds`

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::Outcome;
use super::cores::{Tasks, share_out};
use super::shared::{Shared, print, print_json, put, read, say};
use super::terminal::Counted;
use crate::doctrine::groups::in_doctrine;
use crate::draft::spelling::{Names, several};
use crate::draft::write::write_doctrine;
use crate::draft::{DoctrineDraft, parse, parse_doctrine};
use crate::games::yaml::{self, YamlFault};
use crate::matches::MatchFault;
use crate::odds::{Arena, BLOCK, Force, Record, Setup, Share, Stream, Tally};
use crate::problem::{ExitCode, count, list_and, list_or, quote};
use crate::registry::systems;
use crate::report::odds::{ENDINGS, Odds, ending};
use crate::side::Side;
use crate::systems::Entry;
use crate::view::{Control, Packet, Sea, Unit};

/// Fight one battle many times and count the results
#[derive(Debug, clap::Args)]
#[command(after_help = examples())]
pub struct Args {
    /// Both task forces with their doctrine, as YAML
    #[arg(required_unless_present = "packet")]
    pub file: Option<PathBuf>,
    /// Take the task forces from a packet instead; a file then has only `axis` and `allies` with a doctrine
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
    /// How many cores fight them; all, if nothing is said. The result is the same
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write a page with pictures besides: losses and points as histograms
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// How long the bar of all battles is.
const BAR: u64 = 40;

/// No file of task forces comes near this size.
const MOST_BYTES: u64 = 1 << 20;

/// What is fought in less time has no rate: clocks are not that fine.
const SHORTEST: Duration = Duration::from_millis(20);

/// What a file says; its other fields are the sides.
#[derive(Debug, Default, Deserialize)]
struct File {
    system: Option<String>,
    scenario: Option<String>,
    at: Option<PlaceWord>,
    flag: Option<Side>,
    first: Option<Side>,
    #[serde(flatten)]
    fleets: BTreeMap<String, Fleet>,
}

/// A place as a file writes it: a word, or the number of a sea zone.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum PlaceWord {
    Word(String),
    Number(u64),
}

impl PlaceWord {
    fn word(self) -> String {
        match self {
            PlaceWord::Word(word) => word,
            PlaceWord::Number(number) => number.to_string(),
        }
    }
}

/// One side of a file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fleet {
    #[serde(default)]
    units: Vec<UnitWord>,
    doctrine: Option<Value>,
    plan: Option<Value>,
}

/// A unit: its word, or more.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum UnitWord {
    Id(String),
    Whole(Force),
}

/// Runs `sealord odds`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let mut setup = match &args.file {
        None => File::default(),
        Some(file) => {
            let text = String::from_utf8(read(file, MOST_BYTES)?).map_err(|_| {
                MatchFault::usage(format!("{} is not text", file.display()), "write it as UTF-8")
            })?;
            yaml::read(&text).map_err(|YamlFault { line, column, what }| {
                let what = format!("{}:{line}:{column}: {what}", file.display());
                MatchFault::no(what, "see `sealord odds --help` for the shape of a file")
            })?
        }
    };
    if let Some(path) = &args.packet {
        take_packet(&mut setup, &shared.packet_file(path)?, args.at.as_deref().unwrap_or_default())?;
    }
    fight(shared, &args, setup)
}

/// Fills in what a packet shows of a place.
fn take_packet(setup: &mut File, packet: &Packet, at: &str) -> Result<(), MatchFault> {
    let view = packet.parts().map_err(|fault| {
        MatchFault::no(
            format!("the packet was damaged: {fault}"),
            "use the .json file as it came with the report",
        )
    })?;
    let at = place_meant(&view.sea, at)?;
    let zone = view.sea.called(&at).ok_or_else(|| {
        MatchFault::no(format!("the packet shows no place `{at}`"), "write a place as it does")
    })?;
    if zone.unnamed() > 0 {
        let all = count(zone.enemies(), "enemy unit");
        let what = format!("the packet does not name all {all} there");
        return Err(MatchFault::no(what, "write both task forces into a file"));
    }
    let force = |unit: &Unit<&str>| {
        let (damage, raiding) = (unit.damage.unwrap_or(0), unit.raiding.unwrap_or(false));
        UnitWord::Whole(Force { id: unit.id.to_owned(), damage, raiding, number: None })
    };
    let own: Vec<UnitWord> = zone.own.iter().map(force).collect();
    let others: Vec<Side> = packet.party.side().others(systems().system(&packet.system)?.sides).collect();
    for other in &others {
        setup.fleets.entry(other.id().to_owned()).or_default().units.clear();
    }
    for unit in &zone.enemy_known {
        let whose = owner(&others, unit)?;
        setup.fleets.entry(whose.id().to_owned()).or_default().units.push(force(unit));
    }
    let fleet = setup.fleets.entry(packet.party.side().id().to_owned()).or_default();
    fleet.units = own;
    if fleet.doctrine.is_none() && !packet.doctrine.trim().is_empty() {
        fleet.doctrine = standing_doctrine(packet);
    }
    setup.system = Some(packet.system.clone());
    setup.scenario = Some(packet.scenario.clone());
    setup.flag = zone.control.and_then(Control::side);
    setup.at = zone.word().map(PlaceWord::Word);
    Ok(())
}

/// The doctrine of a packet, with the units of groups in place of their names.
fn standing_doctrine(packet: &Packet) -> Option<Value> {
    if packet.groups.is_empty() {
        return yaml::read(&packet.doctrine).ok();
    }
    let draft = parse_doctrine("the doctrine", packet.doctrine.as_bytes()).ok().flatten()?;
    yaml::read(&write_doctrine(&in_doctrine(&packet.groups, &draft, &|_| true))).ok()
}

/// The place that a word means in a packet; the word itself if it means none.
fn place_meant(sea: &Sea<&str>, word: &str) -> Result<String, MatchFault> {
    if sea.called(word).is_some() {
        return Ok(word.to_owned());
    }
    let zones: Vec<(String, &str)> =
        sea.zones.iter().map(|zone| (zone.word().unwrap_or_default(), zone.name)).collect();
    let names = Names::new(zones.iter().map(|(word, name)| (&**word, *name, "")));
    let all: Vec<usize> = (0..zones.len()).collect();
    let found: Vec<&str> = names
        .find(word, &all, false)
        .map_or_else(Vec::new, |(_, found)| found.into_iter().map(|at| &*zones[at].0).collect());
    match found[..] {
        [] => Ok(word.to_owned()),
        [only] => Ok(only.to_owned()),
        _ => {
            let (what, mend) = several(word, &found);
            Err(MatchFault::no(what, mend))
        }
    }
}

/// Whose an enemy unit of a packet is: what it says itself, or else the only enemy.
fn owner(enemies: &[Side], unit: &Unit<&str>) -> Result<Side, MatchFault> {
    let only = if let [only] = enemies { Some(*only) } else { None };
    unit.side.or(only).ok_or_else(|| {
        let what = format!("the packet does not say whose unit {} is", quote(unit.name));
        MatchFault::no(what, "write all task forces into a file")
    })
}

fn fight(shared: &Shared, args: &Args, file: File) -> Outcome {
    let system = match &file.system {
        Some(word) => shared.kit.systems.system(word)?,
        None => shared.kit.systems.entries()[0],
    };
    let arena = system.arena.ok_or_else(|| {
        let what = format!("no single battle of {} can be fought on its own", system.title.name);
        MatchFault::no(what, "name another system")
    })?;
    let (setup, unled) = setup(system, &arena, file)?;
    let start = Instant::now();
    let told = Told { tally: all(shared, args, &arena, &setup)?, unled, arena };
    if let Some(path) = &args.html {
        let (notes, title) = (notes(&told), format!("{}, {}", system.title.name, setup.place));
        let odds = Odds { system: system.title.id, title: &title, tally: &told.tally, notes: &notes };
        put(Some(path), &odds.page(&shared.kit.templates)?)?;
    }
    tell(shared, &told, start.elapsed())
}

/// Fights all battles over all cores: each worker lays the battle out for itself, and fights block by block.
fn all(shared: &Shared, args: &Args, arena: &Arena, setup: &Setup) -> Result<Tally, MatchFault> {
    let games = &shared.kit.games;
    let bar = Counted::of(args.battles, "battles");
    let work = |tasks: &Tasks<'_>| {
        let battle = arena.stage(games, setup)?;
        let mut sum = Tally::default();
        while let Some(number) = tasks.next() {
            let stream = Stream { seed: args.seed, number };
            let battles = BLOCK.min(args.battles - number * BLOCK);
            sum.add(&battle.fight(stream, battles).map_err(shape)?);
            bar.add(battles);
        }
        Ok(sum)
    };
    let sums = share_out(args.battles.div_ceil(BLOCK), args.threads, work);
    drop(bar);
    let mut tally = Tally::default();
    sums?.iter().for_each(|sum| tally.add(sum));
    Ok(tally)
}

/// A fault of a file, with where its shape is shown.
fn shape(what: String) -> MatchFault {
    MatchFault::no(what, "see `sealord odds --help` for the shape of a file")
}

/// What there is to say when all battles were fought.
struct Told {
    tally: Tally,
    /// The sides that fought by the sensible orders.
    unled: Vec<Side>,
    /// Where they fought.
    arena: Arena,
}

/// The battle that a file describes, and the sides without doctrine, which fight by the sensible orders of
/// the arena.
fn setup(system: &Entry, arena: &Arena, file: File) -> Result<(Setup, Vec<Side>), MatchFault> {
    let place = file.at.map(PlaceWord::word);
    let mut unled = Vec::new();
    let mut setup = Setup {
        scenario: file.scenario,
        place: place.ok_or_else(|| shape("the file does not say where: `at:`".to_owned()))?,
        flag: file.flag,
        first: file.first,
        ..Setup::default()
    };
    for (word, fleet) in file.fleets {
        let side = system.sides.iter().copied().find(|side| side.id() == word).ok_or_else(|| {
            let sides: Vec<&str> = system.sides.iter().map(|side| side.id()).collect();
            let what =
                format!("{} is not a side in {}; write {}", quote(&word), system.title.name, list_or(&sides));
            shape(what)
        })?;
        match (&fleet.doctrine, &fleet.plan) {
            (Some(_), _) if arena.by_plan => {
                return Err(shape(format!(
                    "the {side} fight by a battle plan: write `plan:` for `doctrine:`"
                )));
            }
            (_, Some(_)) if !arena.by_plan => {
                return Err(shape(format!("the {side} fight by doctrine: write `doctrine:` for `plan:`")));
            }
            (_, Some(plan)) => _ = setup.plans.insert(side, plan.to_string()),
            (None, None) if arena.by_plan => unled.push(side),
            (words, None) => {
                let draft = match words {
                    Some(words) => {
                        doctrine(words).map_err(|what| shape(format!("doctrine of the {side}: {what}")))?
                    }
                    None => {
                        unled.push(side);
                        sensible(arena)?
                    }
                };
                setup.doctrine.insert(side, draft);
            }
        }
        setup.forces.insert(side, fleet.units.iter().map(UnitWord::force).collect());
    }
    Ok((setup, unled))
}

impl UnitWord {
    fn force(&self) -> Force {
        match self {
            UnitWord::Id(id) => Force { id: id.clone(), ..Force::default() },
            UnitWord::Whole(force) => force.clone(),
        }
    }
}

/// Reads doctrine as an orders file would have it.
fn doctrine(words: &Value) -> Result<DoctrineDraft, String> {
    let text = format!("doctrine: {words}\n");
    let draft = parse("the doctrine", text.as_bytes()).map_err(|problems| problems.render(&text, false))?;
    draft.doctrine.ok_or_else(|| "it is empty".to_owned())
}

/// The orders by which a side without doctrine fights.
fn sensible(arena: &Arena) -> Result<DoctrineDraft, MatchFault> {
    let draft = parse_doctrine("the sensible orders", arena.orders.as_bytes()).ok().flatten();
    draft.ok_or_else(|| MatchFault::Bug("the sensible orders cannot be read".to_owned()))
}

/// What was counted, for programs.
fn counted(tally: &Tally) -> Value {
    let mut value = json!({
        "battles": tally.battles, "rounds": tally.rounds, "attacks": tally.attacks, "units": {},
    });
    for (side, share) in tally.sides.iter() {
        value[side.id()] = json!(share.held);
        value[format!("{}_lost", side.id())] = json!(share.lost);
        value[format!("{}_points", side.id())] = json!(share.points);
        value[format!("{}_made", side.id())] = json!(share.made);
        value["names"][side.id()] = json!(share.names);
        value["units"][side.id()] = json!(share.units);
    }
    value
}

/// What players may not expect of the result: by which orders a side fought, and that nobody fired.
fn notes(told: &Told) -> Vec<String> {
    let mut lines = Vec::new();
    if !told.unled.is_empty() {
        let sides: Vec<String> = told.unled.iter().map(|side| format!("the {side}")).collect();
        let own = if told.arena.by_plan { "a battle plan" } else { "a doctrine" };
        lines.push(format!("note: without {own} of their own, {} fought by these orders:", list_and(&sides)));
        let orders = told.arena.orders.lines().filter(|line| !line.starts_with('#'));
        lines.extend(orders.map(|line| format!("  {line}")));
    }
    if told.tally.attacks == 0 {
        let what = if told.arena.by_plan { "plan" } else { "doctrine" };
        lines.push(format!(
            "warning: nobody fired in any of the battles: give both sides a {what} that attacks"
        ));
    }
    lines
}

fn tell(shared: &Shared, told: &Told, took: Duration) -> Outcome {
    let tally = &told.tally;
    let rate = rate(tally.rounds, took);
    if shared.json {
        let notes = notes(told);
        print_json(&json!({ "tally": counted(tally), "rounds_per_second": rate, "notes": notes }))?;
        return Ok(ExitCode::Done);
    }
    let percent = |part: u64| format!("{:5.1} %", 100.0 * part as f64 / tally.battles as f64);
    let mut lines = vec![format!("{} battles, {} rounds", tally.battles, tally.rounds), verdict(tally)];
    for (side, share) in tally.sides.iter() {
        let held = percent(share.held);
        lines.push(match told.arena.by_plan {
            true => format!("  {held}  won by the {side}"),
            false => format!("  {held}  won by the {side}: only they are left there"),
        });
    }
    let nobody = if told.arena.by_plan { "drawn" } else { "won by nobody" };
    lines.push(format!("  {}  {nobody}", percent(tally.undecided())));
    for (side, share) in tally.sides.iter() {
        let mean: f64 = share.lost.iter().map(|(units, times)| *units as f64 * *times as f64).sum::<f64>();
        let average = |sum: f64| sum / tally.battles as f64;
        lines.push(format!("The {side} make {:.2} points on average", average(share.points as f64)));
        lines.push(format!("and lose {:.2} units:", average(mean)));
        let lost = share.lost.iter();
        let bar = |times: u64| "#".repeat((times * BAR / tally.battles.max(1)) as usize);
        let row = |(units, times): (&usize, &u64)| {
            let line = format!("  {}  {:<9}{}", percent(*times), count(*units, "unit"), bar(*times));
            line.trim_end().to_owned()
        };
        lines.extend(lost.map(row));
        let rows: Vec<(String, &Record)> =
            share.units.iter().map(|(id, record)| (label(share, id), record)).collect();
        let width = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0).max(24);
        lines.push(format!("  {:<width$}    lost  damaged  gone home", "unit"));
        for (label, Record { lost, away, damaged }) in rows {
            let (lost, damaged, away) = (percent(*lost), percent(*damaged), percent(*away));
            lines.push(format!("  {label:<width$} {lost}  {damaged}    {away}"));
        }
    }
    lines.push("The likeliest endings:".to_owned());
    let endings = tally.likeliest(ENDINGS).into_iter();
    lines.extend(endings.map(|(it, times)| format!("  {}  {}", percent(times), ending(it))));
    lines.extend(notes(told));
    print(&(lines.join("\n") + "\n"))?;
    if let Some(rate) = rate {
        say(&format!("{rate} rounds a second"));
    }
    Ok(ExitCode::Done)
}

/// Rounds a second; nothing where it went too fast for a clock to say.
fn rate(rounds: u64, took: Duration) -> Option<u64> {
    (took >= SHORTEST).then(|| (rounds as f64 / took.as_secs_f64()).round() as u64)
}

/// Who wins more often.
fn verdict(tally: &Tally) -> String {
    let mut sides: Vec<(Side, u64)> = tally.sides.iter().map(|(side, share)| (side, share.held)).collect();
    sides.sort_by_key(|(_, held)| std::cmp::Reverse(*held));
    match sides[..] {
        [(first, most), (_, next), ..] if most > next && 2 * most > tally.battles => {
            format!("The {first} win most battles.")
        }
        [(first, most), (_, next), ..] if most > next => {
            format!("The {first} win more often than the other side.")
        }
        _ => "Neither side wins more often.".to_owned(),
    }
}

/// A unit by its name, with its word where that says more: of several that are called alike.
fn label(share: &Share, id: &str) -> String {
    match share.names.get(id) {
        Some(name) if share.names.values().filter(|other| *other == name).count() > 1 => {
            format!("{name} ({id})")
        }
        Some(name) => name.clone(),
        None => id.to_owned(),
    }
}

/// The files that systems show, for the help.
fn examples() -> String {
    let examples = systems().entries().iter().filter_map(|system| system.arena).map(|arena| arena.example);
    examples.filter(|example| !example.is_empty()).collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::two_sided::{ALLIES, AXIS};

    #[test]
    fn a_rate_needs_time() {
        assert_eq!(rate(178, Duration::from_nanos(100)), None);
        assert_eq!(rate(200_000, Duration::from_millis(500)), Some(400_000));
    }

    #[test]
    fn a_unit_says_whose_it_is_where_there_are_several_enemies() {
        systems();
        let unit = |more: &str| {
            format!(r#"{{"id": "a", "name": "Ajax", "navy": "British", "class": "CA", "line": "1-1"{more}}}"#)
        };
        let (silent, said) = (unit(""), unit(r#", "side": "axis""#));
        let [silent, said] = [&silent, &said].map(|text| serde_json::from_str::<Unit<&str>>(text).unwrap());
        assert_eq!(
            (owner(&[ALLIES], &silent).unwrap(), owner(&[AXIS, ALLIES], &said).unwrap()),
            (ALLIES, AXIS)
        );
        let fault = owner(&[AXIS, ALLIES], &silent).unwrap_err().to_string();
        assert!(fault.contains("whose unit `Ajax` is"), "{fault}");
    }
}
