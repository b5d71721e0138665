//! `sealord rules`

use std::path::{Path, PathBuf};

use serde_json::json;

use super::Outcome;
use super::changes::{self, Span};
use super::league::case::of_rule;
use super::shared::{Shared, print, print_json};
use crate::conformance::coverage::{Covered, Standing};
use crate::conformance::{self, Coverage, Suite, Verdict};
use crate::matches::MatchFault;
use crate::own_file::OwnFiles;
use crate::problem::{ExitCode, quote, suggest};
use crate::rulebook::ledger::{Entry, Ledger};

/// Where the project keeps its cases.
const CASES: &str = "tests/rules";

/// Show a rule of the ledger, count the conformance cases, or run cases
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A rule's id, or the beginning of one; leave it out for a list of all
    pub id: Option<String>,
    /// Look in the ledger of this system only (default: those whose ids begin so; with --coverage, those with
    /// cases)
    #[arg(long, value_name = "SYSTEM")]
    pub system: Option<String>,
    /// Name the cases of this club that are about the rule, too
    #[arg(long, value_name = "CLUB", requires = "id", conflicts_with_all = ["coverage", "run"])]
    pub club: Option<PathBuf>,
    /// Count the cases of each rule, in the files and folders of --run, otherwise under tests/rules
    #[arg(long)]
    pub coverage: bool,
    /// Run the cases in these files and folders
    #[arg(long, num_args = 1.., value_name = "PATH")]
    pub run: Vec<PathBuf>,
    /// What editions changed, from the first of these to the second, as 2..3; or from one to the newest, as
    /// 2.. (with --system: of that one only)
    #[arg(long, value_name = "FROM..TO", conflicts_with_all = ["id", "club", "coverage", "run"])]
    pub changes: Option<Span>,
}

/// Runs `sealord rules`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    if args.coverage {
        let paths = if args.run.is_empty() { vec![PathBuf::from(CASES)] } else { args.run };
        return coverage(shared, args.system.as_deref(), &paths);
    }
    if let Some(span) = args.changes {
        return changes::run(shared, args.system.as_deref(), span);
    }
    if !args.run.is_empty() {
        return run_cases(shared, &args.run);
    }
    let wanted = args.id.as_deref().unwrap_or("");
    let ledgers = shared.kit.systems.ledgers(&shared.kit.games, args.system.as_deref(), wanted)?;
    show(shared, &ledgers, wanted, args.club.as_deref())
}

fn show(shared: &Shared, ledgers: &[Ledger], wanted: &str, club: Option<&Path>) -> Outcome {
    let all = || ledgers.iter().flat_map(Ledger::entries);
    let exact: Vec<&Entry> = ledgers.iter().filter_map(|ledger| ledger.find(wanted)).collect();
    let begins = all().filter(|entry| entry.id.starts_with(wanted));
    let found: Vec<&Entry> = if exact.is_empty() { begins.collect() } else { exact };
    if found.is_empty() {
        let near = suggest(wanted, all().map(|entry| entry.id.as_str()));
        let mend =
            near.map_or("`sealord rules` lists all".to_owned(), |near| format!("did you mean {near}?"));
        return Err(MatchFault::no(format!("the ledger has no rule {}", quote(wanted)), mend));
    }
    let ruled = |rule: &str| club.map_or(Ok(Vec::new()), |club| of_rule(club, rule));
    if shared.json {
        let entry = |it: &&Entry| {
            let mut shown = json!({ "id": it.id, "title": it.title, "kind": it.kind, "gist": it.gist,
                "test": it.test, "ruling": it.ruling, "values": it.values });
            if club.is_some() {
                shown["cases"] = json!(ruled(&it.id)?);
            }
            Ok::<_, MatchFault>(shown)
        };
        print_json(&found.iter().map(entry).collect::<Result<_, _>>()?)?;
    } else if let [entry] = found.as_slice() {
        let cases = ruled(&entry.id)?.into_iter().map(|case| format!("  {case}\n"));
        print(&(whole(entry) + &cases.collect::<String>()))?;
    } else {
        for entry in found {
            let cases = ruled(&entry.id)?.into_iter().map(|case| format!("{:<18} {case}\n", ""));
            print(&format!("{:<18} {}\n{}", entry.id, entry.title, cases.collect::<String>()))?;
        }
    }
    Ok(ExitCode::Done)
}

/// A rule as it is read by a person.
pub fn whole(entry: &Entry) -> String {
    let mut text =
        format!("{}  {}\n  {}\n  Test: {}\n", entry.id, entry.title, entry.gist.trim(), entry.test.trim());
    if let Some(ruling) = &entry.ruling {
        text += &format!("  Ruling: {}\n", ruling.trim());
    }
    text
}

/// Refuses paths where nothing is, which would else look like cases that fail.
fn exist(paths: &[PathBuf], mend: &str) -> Result<(), MatchFault> {
    match paths.iter().find(|path| !path.exists()) {
        Some(path) => Err(MatchFault::Io(format!(
            "{}: there is no such file or folder\n  help: {mend}",
            path.display()
        ))),
        None => Ok(()),
    }
}

fn run_cases(shared: &Shared, paths: &[PathBuf]) -> Outcome {
    exist(paths, "name a file or folder of cases")?;
    let report = conformance::run_paths(&OwnFiles, &shared.kit.systems.suites(), &shared.kit.games, paths);
    let code = if report.holds() { ExitCode::Done } else { ExitCode::No };
    if shared.json {
        let judged = report.judged.iter().map(|it| {
            let (verdict, differences) = match &it.verdict {
                Verdict::Holds => ("holds", Vec::new()),
                Verdict::Gap(_) => ("gap", Vec::new()),
                Verdict::Fails(differences) => ("fails", differences.clone()),
            };
            let differences: Vec<_> = differences
                .iter()
                .map(|it| json!({ "what": it.what, "expected": it.expected, "found": it.found }))
                .collect();
            json!({ "file": it.file.display().to_string(), "title": it.title, "rules": it.rules,
                "verdict": verdict, "differences": differences })
        });
        print_json(&json!({ "ok": report.holds(), "cases": judged.collect::<Vec<_>>() }))?;
        return Ok(code);
    }
    print(&format!("{report}\n"))?;
    Ok(code)
}

fn coverage(shared: &Shared, named: Option<&str>, paths: &[PathBuf]) -> Outcome {
    named.map(|word| shared.kit.systems.system(word)).transpose()?;
    exist(paths, "name a file or folder of cases with --run, or stand in a clone of sealord's repository")?;
    let suites = shared.kit.systems.suites();
    let (cases, faults) = conformance::read_paths(&OwnFiles, &suites, paths);
    if let Some((path, fault)) = faults.first() {
        let what = format!("{}: {fault}", path.display());
        return Err(MatchFault::no(what, "name a file or folder of cases with --run"));
    }
    let io = |fault: crate::games::GamesFault| MatchFault::Io(fault.to_string());
    let wanted = |suite: &&Suite| match named {
        Some(word) => suite.system == word,
        None => cases.iter().any(|filed| filed.suite.system == suite.system),
    };
    let coverages = suites.iter().filter(wanted);
    let coverages =
        coverages.map(|suite| conformance::coverage(&shared.kit.games, suite, &cases).map_err(io));
    let coverages = coverages.collect::<Result<Vec<_>, _>>()?;
    if shared.json {
        let rules: Vec<_> = coverages.iter().flat_map(|coverage| &coverage.rules).map(line).collect();
        let missing: Vec<&str> = coverages.iter().flat_map(Coverage::missing).collect();
        print_json(&json!({ "rules": rules, "missing": missing }))?;
    } else {
        coverages.iter().try_for_each(|coverage| print(&format!("{coverage}\n")))?;
    }
    Ok(ExitCode::Done)
}

/// One rule's line of the coverage.
fn line(covered: &Covered) -> serde_json::Value {
    let (standing, note) = match &covered.standing {
        Standing::Cases => ("cases", None),
        Standing::Data(test) => ("data", Some(test)),
        Standing::Elsewhere(why) => ("elsewhere", Some(why)),
    };
    json!({ "id": covered.id, "cases": covered.cases, "standing": standing, "note": note })
}
