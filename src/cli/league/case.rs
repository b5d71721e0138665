//! `sealord league case`: rulings as conformance cases.

use std::path::{Path, PathBuf};

use fs_err as fs;
use league::acts::{self, NewCase};
use league::cases::{self, CaseSource, LIMIT, name_of, skeleton};
use serde_json::json;

use super::at_desk;
use crate::cli::Outcome;
use crate::cli::shared::{Shared, print, print_json, read};
use crate::conformance::{self, Filed, Verdict};
use crate::digest::Digest;
use crate::kit::read_whole;
use crate::matches::folder::{MatchDir, is_begun};
use crate::matches::{Docket, MatchFault};
use crate::own_file::OwnFiles;
use crate::problem::ExitCode;

/// Write a protest down as the beginning of a conformance case, or take a case into the club's case law
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The match folder, with --protest; the club's folder, with --add
    #[arg(value_name = "MATCH|CLUB")]
    of: PathBuf,
    /// The protest of the match, by its number
    #[arg(
        long,
        value_name = "NUMBER",
        requires = "out",
        required_unless_present = "add",
        conflicts_with = "add"
    )]
    protest: Option<u32>,
    /// The file of the case: a new one
    #[arg(short, long, value_name = "FILE", requires = "protest")]
    out: Option<PathBuf>,
    /// Take the case in this file, once `sealord rules --run` passes on it
    #[arg(long, value_name = "FILE")]
    add: Option<PathBuf>,
}

/// Runs `sealord league case`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    match (args.protest, args.out, args.add) {
        (Some(protest), Some(out), None) => begin(shared, &args.of, protest, &out),
        (_, _, Some(file)) => add(shared, &args.of, &file),
        _ => {
            Err(MatchFault::usage("there is nothing to do", "write --protest NUMBER -o FILE, or --add FILE"))
        }
    }
}

/// Writes the skeleton of a case.
fn begin(shared: &Shared, dir: &Path, protest: u32, out: &Path) -> Outcome {
    let reader = read_whole(&MatchDir::new(dir))?;
    let game = reader.game(&shared.kit.rules())?;
    let docket = Docket::of_entries(reader.entries()?);
    let filed = docket.find(protest).map_err(|what| MatchFault::no(what, "name one that there is"))?;
    let text = skeleton(&game, reader.entries()?, filed)?;
    if fs::exists(out)? && read(out, LIMIT)? != text.as_bytes() {
        let what = format!("{} exists already", out.display());
        return Err(MatchFault::no(what, "name another file: somebody may have written in this one"));
    }
    if let Some(folder) = out.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    fs::write(out, &text)?;
    let secret = match game.is_over() {
        true => "",
        false => "the match goes on: what stands in the file is for the umpire alone\n",
    };
    let said = format!(
        "{} is in {}; fill in `title`, `given` and `expect`\n{secret}",
        filed.in_words(),
        out.display()
    );
    match shared.json {
        true => {
            print_json(&json!({ "ok": true, "protest": protest, "rule": filed.protest.rule, "file": out }))?
        }
        false => print(&said)?,
    }
    Ok(ExitCode::Done)
}

/// Takes a case that somebody has completed.
fn add(shared: &Shared, club: &Path, file: &Path) -> Outcome {
    let bytes = read(file, LIMIT)?;
    let case = judged(shared, file, bytes)?;
    let (entry, again) = at_desk(shared, club, |desk| {
        protested(desk, club, &case)?;
        acts::take_case(desk, club, &case)
    })?;
    let sha256 = Digest::of(&case.bytes);
    let NewCase { name, rule, match_id, protest, is_gap, .. } = &case;
    let mut text = match again {
        true => format!("the case {name} was taken before; nothing was added\n"),
        false => format!("the case {name} is taken: {rule}, {match_id}, protest {protest}\n"),
    };
    if *is_gap {
        text += "it is a known gap: the program does not do it yet\n";
    }
    text += &format!("entry {entry} of the book, SHA-256 {sha256}\n");
    match shared.json {
        true => {
            print_json(&json!({ "ok": true, "again": again, "case": name, "rule": rule, "match": match_id,
            "protest": protest, "gap": is_gap, "entry": entry, "sha256": sha256 }))?
        }
        false => print(&text)?,
    }
    Ok(ExitCode::Done)
}

/// Reads and runs the one case of a file.
fn judged(shared: &Shared, file: &Path, bytes: Vec<u8>) -> Result<NewCase, MatchFault> {
    let name = name_of(file)?;
    let (found, faults) =
        conformance::read_paths(&OwnFiles, &shared.kit.systems.suites(), &[file.to_owned()]);
    if let Some((path, fault)) = faults.first() {
        let what = format!("{}: {fault}", path.display());
        return Err(MatchFault::no(what, "docs/cases.md says what a case holds"));
    }
    let [filed] = found.as_slice() else {
        let what = format!("{} holds {} cases", file.display(), found.len());
        return Err(MatchFault::no(what, "write one case in each file"));
    };
    let report = conformance::run(&shared.kit.games, &found);
    if let Some(failing) = report.failing().next() {
        let differences = match &failing.verdict {
            Verdict::Fails(differences) => differences.len(),
            Verdict::Holds | Verdict::Gap(_) => 0,
        };
        let what =
            format!("{} does not pass: {}", file.display(), crate::problem::count(differences, "difference"));
        let mend =
            "look with `sealord rules --run FILE`; what the program does not do yet needs `known_gap:`";
        return Err(MatchFault::no(what, mend));
    }
    let source = source(filed)?;
    let Filed { rules, known_gap, suite, .. } = filed;
    Ok(NewCase {
        name,
        rule: rules.first().cloned().unwrap_or_default(),
        system: suite.system.to_owned(),
        match_id: source.match_id,
        protest: source.protest,
        is_gap: known_gap.is_some(),
        bytes,
    })
}

/// Where a case comes from.
fn source(filed: &Filed) -> Result<CaseSource, MatchFault> {
    CaseSource::parse(&filed.source).ok_or_else(|| {
        let what = format!("`source: {}` names no match and protest", filed.source);
        MatchFault::no(what, "write it as `source: match autumn-3-2, protest 1`")
    })
}

/// That the match has such a protest about such a rule, where its proof or its folder is at hand.
fn protested(desk: &acts::Desk<'_>, club: &Path, case: &NewCase) -> Result<(), MatchFault> {
    let mut docket = cases::docket_of(club, &desk.book.league, &case.match_id)?;
    let dir = club.join(super::MATCHES).join(&case.match_id);
    if docket.is_none() && is_begun(&dir) {
        docket = Some(read_whole(&MatchDir::new(&dir))?.docket());
    }
    let of = (case.match_id.as_str(), case.protest, case.rule.as_str());
    let fits = docket.map_or(Ok(()), |docket| cases::fits(&docket, of));
    fits.map_err(|what| MatchFault::no(what, "mend `source`, or name the rule of the protest first"))
}

/// The cases of a rule in a club's book, a line each.
///
/// # Errors
/// If the book cannot be read.
pub fn of_rule(club: &Path, rule: &str) -> Result<Vec<String>, MatchFault> {
    let book = league::book::Book::read(club)?;
    let of = book.league.cases.iter().filter(|case| case.rule == rule);
    Ok(of
        .map(|case| {
            let gap = if case.is_gap { ", a known gap" } else { "" };
            let file = format!("{}/{}.yaml", cases::FOLDER, case.name);
            format!("ruled on in {} (protest {}): {file}{gap}", case.match_id, case.protest)
        })
        .collect())
}
