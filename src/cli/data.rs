//! `sealord data`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Outcome;
use super::shared::{Shared, print, print_json};
use crate::games::diff::{Change, Difference, differences};
use crate::games::files::{Described, describe, marks};
use crate::games::print::Fact;
use crate::games::{Games, GamesFault, decides};
use crate::matches::MatchFault;
use crate::problem::{ExitCode, count, list_or, quote, suggest};
use crate::rulebook::Choices;
use crate::systems::Entry;

/// List a system's data, export them as tables, and check a club's own against the built-in ones
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The system
    pub system: String,
    /// Write a table: the file's name says which (units.csv); - for stdout, with --table
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    pub export: Option<PathBuf>,
    /// The table, if the file's name does not say it
    #[arg(long, value_name = "NAME", requires = "export")]
    pub table: Option<String>,
    /// Overwrite an existing file
    #[arg(long, requires = "export")]
    pub force: bool,
    /// Load every scenario too, and compare the data with what the rulebook publishes
    #[arg(long)]
    pub check: bool,
}

/// How the command is used, as `--help` shows it.
const EXAMPLES: &str = "Correct the data from a printed set:
  sealord data seas-of-thunder --export units.csv        # see what there is
  $EDITOR club/seas-of-thunder/units.csv                 # keep the rows and columns that you correct
  sealord data seas-of-thunder --games club --check      # see what differs, and whether it is sound";

/// Runs `sealord data`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let entry = shared.kit.systems.system(&args.system)?;
    if let Some(to) = &args.export {
        return export(shared, &args, entry, to);
    }
    let system = args.system.as_str();
    let files = listed(&shared.kit.games, system).map_err(io)?;
    let own = files.iter().any(|file| file.own.is_some());
    let differences = differences(&shared.kit.games, system).map_err(io)?;
    let check = args.check.then(|| check(&shared.kit.games, entry)).transpose()?;
    let code =
        if check.as_ref().is_some_and(|it| it.fault.is_some()) { ExitCode::No } else { ExitCode::Done };
    if shared.json {
        print_json(&whole(shared, system, &files, &differences, check.as_ref()))?;
        return Ok(code);
    }
    if own {
        print(&in_words(&differences, &files))?;
    } else {
        print(&overview(&files))?;
    }
    print(&format!("fingerprint {}\n", shared.kit.games.fingerprint(system)))?;
    if own {
        print(&format!("built in    {}\n", shared.kit.games.built_in().fingerprint(system)))?;
    }
    if let Some(check) = check {
        print(&check.in_words())?;
    }
    Ok(code)
}

/// One file of the list.
struct Listed {
    name: String,
    holds: String,
    rows: usize,
    marks: BTreeMap<String, usize>,
    decides: bool,
    is_table: bool,
    sha256: String,
    own: Option<PathBuf>,
}

fn listed(games: &Games, system: &str) -> Result<Vec<Listed>, GamesFault> {
    let described = describe(games, system)?;
    let of = |name: &str| {
        let file: Value = games.read(system, name)?;
        let about = described.iter().find(|it| it.name == name);
        Ok(Listed {
            name: name.to_owned(),
            holds: about.map_or(String::new(), |it| it.holds.clone()),
            rows: about.map_or(0, |it| it.count(&file)),
            marks: if decides(name) { marks(&file) } else { Default::default() },
            decides: decides(name),
            is_table: about.and_then(Described::table).is_some(),
            sha256: games.sha256(system, name).unwrap_or_default().to_owned(),
            own: games.own(system, name).map(Path::to_owned),
        })
    };
    games.files(system).into_iter().map(of).collect()
}

fn overview(files: &[Listed]) -> String {
    let mut text = String::new();
    for Listed { name, holds, rows, marks, decides, is_table, .. } in files {
        let name = format!("{name}.yaml");
        let marks = by_number(marks.iter().map(|(word, number)| (word.as_str(), *number)));
        let marks = if marks.is_empty() { String::new() } else { format!("; values: {marks}") };
        let csv = if *is_table { "; table" } else { "" };
        let aside = if *decides { "" } else { "; does not affect play" };
        text += &format!("{name:<15} {:<10} {holds}{marks}{csv}{aside}\n", count(*rows, "row"));
    }
    text
}

/// Words with their numbers, what is printed first.
fn by_number<'w>(words: impl Iterator<Item = (&'w str, usize)>) -> String {
    let mut words: Vec<(&str, usize)> = words.collect();
    words.sort_by_key(|(word, _)| (*word != "printed", *word));
    words.iter().map(|(word, number)| format!("{number} {word}")).collect::<Vec<_>>().join(", ")
}

/// The differences in words, and how many there are.
fn in_words(differences: &[Difference], files: &[Listed]) -> String {
    let mut text = String::new();
    for file in files.iter().filter(|file| file.own.is_some()) {
        let own = file.own.as_deref().unwrap_or(Path::new("")).display();
        let those: Vec<&Difference> = differences.iter().filter(|it| it.file == file.name).collect();
        text += &format!("{own}: {}\n", count(those.len(), "difference"));
        those.iter().for_each(|it| text += &line(it));
    }
    let of = |change: Change| differences.iter().filter(|it| it.change == change).count();
    let (values, added, removed) = (of(Change::Value), of(Change::Added), of(Change::Removed));
    text += &format!(
        "{} in all: {}, {} added, {} removed\n",
        count(differences.len(), "difference"),
        count(values, "value"),
        count(added, "row"),
        count(removed, "row"),
    );
    let mut by: BTreeMap<&str, usize> = Default::default();
    for it in differences.iter().filter(|it| it.change == Change::Value) {
        let word = it.provenance.as_deref().unwrap_or("without a mark");
        *by.entry(word.split(',').next().unwrap_or(word)).or_default() += 1;
    }
    if !by.is_empty() {
        text += &format!("the shipped values that differ: {}\n", by_number(by.into_iter()));
    }
    text
}

fn line(difference: &Difference) -> String {
    let Difference { id, column, change, shipped, provenance, own, .. } = difference;
    let place = if id.is_empty() { column.clone() } else { format!("{id} {column}") };
    let show = |value: &Option<Value>| match value {
        None => "nothing".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    let place = place.trim();
    match change {
        Change::Value => {
            let from = provenance.as_ref().map_or(String::new(), |it| format!(" ({it})"));
            format!("  {place}: {}{from} -> {}\n", show(shipped), show(own))
        }
        Change::Added => format!("  {place}: a new row\n"),
        Change::Removed => format!("  {place}: the row is gone\n"),
        Change::Order => format!("  {place}: the rows are in another order\n"),
    }
}

/// What `--check` found.
struct Checked {
    scenarios: usize,
    fault: Option<GamesFault>,
    facts: Vec<Fact>,
}

/// Loads every scenario, and compares the data with what is published.
fn check(games: &Games, system: &Entry) -> Result<Checked, MatchFault> {
    let (scenarios, fault) = match load_all(games, system) {
        Ok(scenarios) => (scenarios, None),
        Err(fault) => (0, Some(fault)),
    };
    let facts = if fault.is_none() { (system.print.published)(games).map_err(io)? } else { Vec::new() };
    Ok(Checked { scenarios, fault, facts })
}

fn load_all(games: &Games, system: &Entry) -> Result<usize, GamesFault> {
    let scenarios = system.listed(games)?;
    let lay_out = |id: &str| (system.lay_out)(games, id, &Choices::default(), system.title.edition).map(drop);
    scenarios.iter().try_for_each(|scenario| lay_out(&scenario.id))?;
    Ok(scenarios.len())
}

impl Checked {
    fn in_words(&self) -> String {
        if let Some(fault) = &self.fault {
            return format!("the data are not sound: {fault}\n");
        }
        let mut text = format!("the data are sound: {} loaded\n", count(self.scenarios, "scenario"));
        if self.facts.is_empty() {
            return text + "nothing that the rulebook publishes can be checked with these data alone\n";
        }
        let broken: Vec<&Fact> = self.facts.iter().filter(|fact| !fact.broken.is_empty()).collect();
        text +=
            &format!("{} of {} published facts hold\n", self.facts.len() - broken.len(), self.facts.len());
        for fact in broken {
            text += &format!("warning: {} ({}): {}\n", fact.rule, fact.title, fact.broken.join("; "));
        }
        text
    }

    fn json(&self) -> Value {
        let fact = |it: &Fact| json!({ "rule": it.rule, "title": it.title, "holds": it.broken.is_empty(), "broken": it.broken });
        json!({
            "sound": self.fault.is_none(), "fault": self.fault.as_ref().map(ToString::to_string),
            "scenarios": self.scenarios, "published": self.facts.iter().map(fact).collect::<Vec<_>>(),
        })
    }
}

fn whole(
    shared: &Shared,
    system: &str,
    files: &[Listed],
    differences: &[Difference],
    check: Option<&Checked>,
) -> Value {
    let file = |it: &Listed| {
        json!({
            "file": it.name, "holds": it.holds, "rows": it.rows, "marks": it.marks, "decides": it.decides,
            "table": it.is_table, "sha256": it.sha256, "own": it.own.as_ref().map(|it| it.display().to_string()),
        })
    };
    let difference = |it: &Difference| {
        json!({
            "file": it.file, "id": it.id, "column": it.column, "change": it.change.word(), "shipped": it.shipped,
            "provenance": it.provenance, "own": it.own,
        })
    };
    json!({
        "ok": check.is_none_or(|it| it.fault.is_none()), "system": system,
        "fingerprint": shared.kit.games.fingerprint(system), "built_in": shared.kit.games.built_in().fingerprint(system),
        "files": files.iter().map(file).collect::<Vec<_>>(),
        "differences": differences.iter().map(difference).collect::<Vec<_>>(),
        "check": check.map(Checked::json),
    })
}

/// Writes one table, with the corrections of `--games` where there are some.
fn export(shared: &Shared, args: &Args, system: &Entry, to: &Path) -> Outcome {
    let described = describe(&shared.kit.games, &args.system).map_err(io)?;
    let tables: Vec<&Described> = described.iter().filter(|it| it.table().is_some()).collect();
    let names: Vec<&str> = tables.iter().map(|it| it.name.as_str()).collect();
    let to_stdout = to == Path::new("-");
    if to_stdout && shared.json {
        return Err(MatchFault::usage("a table on stdout is not JSON", "leave --json out, or name a file"));
    }
    let stem = to.file_stem().and_then(|it| it.to_str()).unwrap_or_default();
    let name = match &args.table {
        Some(name) => name.as_str(),
        None if to_stdout => {
            return Err(MatchFault::usage(
                "- does not say which table",
                format!("add --table {}", list_or(&names)),
            ));
        }
        None => stem,
    };
    let found = tables.iter().find(|it| it.name == name).and_then(|it| it.table());
    let Some(table) = found else {
        let near = suggest(name, names.iter().copied()).map(|near| format!("did you mean {near}?"));
        let mend = near.unwrap_or_else(|| {
            format!("call the file {}, or name the table with --table", {
                let files: Vec<String> = names.iter().map(|name| format!("{name}.csv")).collect();
                list_or(&files)
            })
        });
        return Err(MatchFault::usage(format!("{} has no table {}", args.system, quote(name)), mend));
    };
    let file: Value = shared.kit.games.read(&args.system, name).map_err(io)?;
    let bytes = table.export(&system.print, &file).map_err(MatchFault::Bug)?;
    if to_stdout {
        let text = String::from_utf8(bytes).map_err(|error| MatchFault::Bug(error.to_string()))?;
        print(&text)?;
        return Ok(ExitCode::Done);
    }
    write(to, &bytes, args.force)?;
    let rows = described.iter().find(|it| it.name == name).map_or(0, |it| it.count(&file));
    let shown = to.display().to_string();
    if shared.json {
        print_json(&json!({ "ok": true, "file": shown, "table": name, "rows": rows }))?;
    } else {
        print(&format!("{shown}: {}\n", count(rows, "row")))?;
    }
    Ok(ExitCode::Done)
}

/// Writes a file that is not there yet, or one that may be written over.
fn write(to: &Path, bytes: &[u8], force: bool) -> Result<(), MatchFault> {
    use std::io::Write;
    let mut options = fs_err::OpenOptions::new();
    options.write(true);
    if force {
        options.create(true).truncate(true)
    } else {
        options.create_new(true)
    };
    let mut file = options.open(to).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            MatchFault::no(format!("{} already exists", to.display()), "name another file, or use --force")
        }
        _ => error.into(),
    })?;
    Ok(file.write_all(bytes)?)
}

fn io(fault: GamesFault) -> MatchFault {
    MatchFault::Io(fault.to_string())
}
