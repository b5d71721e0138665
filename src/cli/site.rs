//! `sealord site`

use std::path::{Path, PathBuf};

use fs_err as fs;
use serde_json::json;

use super::Outcome;
use super::league::MATCHES;
use super::shared::{Shared, print_json, say, tell_done};
use crate::matches::MatchFault;
use crate::matches::folder::MatchDir;
use crate::problem::{ExitCode, count};
use crate::site::{Annex, Club, Entrant, write};
use league::book::has_book;
use league::pages::Pages;

/// Write static pages for a club: an index, a page for each match, a feed, the tables of its league
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of an office (with `office.yaml`) or of a league, or match folders
    #[arg(required = true, value_name = "DIR")]
    pub dirs: Vec<PathBuf>,
    /// The folder of the pages: a new one, or one that this command wrote before
    #[arg(short, long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// What the club is called, if not as its office
    #[arg(long)]
    pub name: Option<String>,
}

/// Runs `sealord site`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let mut club = Club::default();
    for dir in &args.dirs {
        gather(shared, dir, &mut club)?;
    }
    let league = league(&args.dirs)?;
    if let Some(name) = args.name {
        club.name = name;
    }
    if club.name.trim().is_empty() {
        club.name = "Matches".to_owned();
    }
    let done = write(&shared.kit, &club, league.as_ref().map(|it| it as &dyn Annex), &args.out)?;
    done.unreadable.iter().for_each(|what| say(&format!("not shown: {what}")));
    if shared.json {
        let value = serde_json::to_value(&done).map_err(|error| MatchFault::Bug(error.to_string()))?;
        print_json(
            &json!({ "ok": done.unreadable.is_empty(), "out": args.out.display().to_string(), "done": value }),
        )?;
    } else {
        let (matches, files) = (count(done.matches, "match"), count(done.written, "file"));
        tell_done(&format!(
            "{matches}, {} of them changed; {files} written into {}\n",
            done.moved,
            args.out.display()
        ))?;
    }
    Ok(if done.unreadable.is_empty() { ExitCode::Done } else { ExitCode::InputOutput })
}

/// The pages of the league whose book lies in one of these folders, if one does.
fn league(dirs: &[PathBuf]) -> Result<Option<Pages>, MatchFault> {
    let mut leagues = dirs.iter().filter(|dir| has_book(dir));
    match (leagues.next(), leagues.next()) {
        (Some(_), Some(other)) => {
            let what = format!("{} has a league, too, and a site shows one", other.display());
            Err(MatchFault::usage(what, "write a site for each"))
        }
        (only, _) => Ok(only.map(|dir| Pages::of(dir))),
    }
}

/// The matches of a club that has no office, only a league: they lie where `sealord league begin` puts them.
fn of_league(dir: &Path, club: &mut Club) -> Result<(), MatchFault> {
    if club.name.is_empty() {
        club.name = league::book::club_of(dir)?;
    }
    let matches = dir.join(MATCHES);
    if matches.is_dir() {
        let folders = fs::read_dir(matches)?.map(|entry| entry.map(|entry| entry.path()));
        let mut folders = folders.collect::<Result<Vec<_>, _>>()?;
        folders.retain(|folder| folder.join("journal.jsonl").is_file());
        folders.sort();
        club.entrants.extend(folders.into_iter().map(|folder| Entrant::of(Box::new(MatchDir::new(folder)))));
    }
    Ok(())
}

/// Adds the matches of an office or of a league, or one match.
fn gather(shared: &Shared, dir: &Path, club: &mut Club) -> Result<(), MatchFault> {
    #[cfg(feature = "mail")]
    if dir.join(crate::post::office::settings::FILE).is_file() {
        let office = crate::post::office::club(&shared.kit, shared.places.office(dir)?)?;
        if club.name.is_empty() {
            club.name = office.name;
        }
        club.entrants.extend(office.entrants);
        club.reliability.extend(office.reliability);
        return Ok(());
    }
    if has_book(dir) {
        return of_league(dir, club);
    }
    if !shared.is_match(dir) {
        let what = format!("{} is no match folder, and no office", dir.display());
        return Err(MatchFault::no(what, "name folders with a journal.jsonl, or one with an office.yaml"));
    }
    club.entrants.push(Entrant::of(shared.store(dir)?));
    Ok(())
}
