//! PAGES of a league on a club's site: what its book says and what follows from it, for everybody to read.
//!
//! All pages follow from the book, the proofs beside it and the pages of matches that are shown, so with
//! nothing new nothing is made. Lists of ratings are as of the newest entry, not as of the day on which
//! somebody happened to write the site. Of a board under way they say no more than the book.

mod cases;
mod event;
mod feed;
mod lists;
mod panels;
mod luck;
mod places;
mod reasons;
mod round;
mod said;
mod summary;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use club::journal::{HEAD, JOURNAL};
use club::kit::Kit;
use club::matches::folder::MatchDir;
use club::matches::{MatchFault, Store};
use club::seal::is_match_id;
use club::site::{Annex, Shown};
use engine::digest::Digest;
use engine::entry::Entry;
use fs_err as fs;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use places::{PROOFS, Places, RATINGS};
use reasons::Reasons;

use crate::acts::MATCHES;
use crate::book::{Book, folder};
use crate::clocks::{for_everybody, of_board};
use crate::state::League;

/// The folder of all of it on the site.
const FOLDER: &str = "league";
/// The page of its case law, below that.
const CASES: &str = "cases.html";
/// The page with which it begins.
const ENTRANCE: &str = "league/index.html";

/// The pages of a club's league.
pub struct Pages {
    book: PathBuf,
    office: PathBuf,
}

/// What all pages are made of.
struct Press<'p> {
    kit: &'p Kit,
    /// What the site is called.
    site: &'p str,
    office: &'p Path,
    league: &'p League,
    entries: &'p [Entry],
    places: Places<'p>,
    shown: &'p Shown,
    /// The proofs of results that count, as the book names them, by the words of their matches.
    proofs: BTreeMap<String, Vec<u8>>,
    reasons: Reasons,
    /// The clocks of matches under way whose events show them, in words, by the words of the matches.
    clocks: BTreeMap<String, String>,
    /// The day for which ratings hold.
    as_of: Date,
}

impl Pages {
    /// The pages of the league whose book lies in an office's folder.
    pub fn of(office: &Path) -> Pages {
        Pages { book: folder(office), office: office.to_owned() }
    }

    /// The archives beside the book, by the words of their matches, and how long they are.
    fn archives(&self) -> Result<Vec<(String, u64)>, MatchFault> {
        let dir = self.book.join(PROOFS);
        if !dir.is_dir() {
            return Ok(Vec::new());
        }
        let mut proofs = Vec::new();
        for entry in fs::read_dir(dir)? {
            let entry = entry?;
            let name = entry.file_name();
            let word =
                name.to_str().and_then(|name| name.strip_suffix(".zip")).filter(|word| is_match_id(word));
            if let Some(word) = word {
                proofs.push((word.to_owned(), entry.metadata()?.len()));
            }
        }
        proofs.sort_unstable();
        Ok(proofs)
    }

    /// How the files of cases look; nothing where there are none.
    fn case_files(&self) -> Result<String, MatchFault> {
        let dir = self.office.join(crate::cases::FOLDER);
        if !dir.is_dir() {
            return Ok(String::new());
        }
        let mut files = Vec::new();
        for entry in fs::read_dir(dir)? {
            let (entry, name) = entry.map(|entry| (entry.metadata(), entry.file_name()))?;
            let meta = entry?;
            files.push(format!("{name:?} {} {:?}\n", meta.len(), meta.modified().ok()));
        }
        files.sort_unstable();
        Ok(files.concat())
    }

    /// The proofs of results that count, as far as those that the book names lie beside it. Nothing else is
    /// handed out: what lies there may be of a match that is not over.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn proofs_of(&self, league: &League) -> Result<BTreeMap<String, Vec<u8>>, MatchFault> {
        let archives = self.archives()?;
        let boards = league.events.values().flat_map(|event| &event.rounds).flat_map(|round| &round.boards);
        let mut proofs = BTreeMap::new();
        for (_, result) in boards.filter_map(|board| board.result.as_ref()) {
            let (Some(word), Some(due)) = (&result.match_id, result.proof) else { continue };
            if archives.iter().any(|(it, _)| it == word) {
                let archive = fs::read(self.book.join(PROOFS).join(format!("{word}.zip")))?;
                if Digest::of(&archive) == due {
                    proofs.insert(word.clone(), archive);
                }
            }
        }
        Ok(proofs)
    }
}

impl Pages {
    /// The clocks of matches under way whose events show them.
    fn clocks(&self, league: &League) -> Result<BTreeMap<String, String>, MatchFault> {
        let mut found = BTreeMap::new();
        for event in league.events.values().filter(|event| event.settings.show_clocks) {
            let boards = event.rounds.iter().flat_map(|round| &round.boards);
            for board in boards.filter(|board| board.result.is_none()) {
                let Some((word, _)) = &board.begun else { continue };
                let clocks = of_board(&self.office, event, board)?;
                found.extend(clocks.and_then(|it| Some((word.clone(), for_everybody(&it)?))));
            }
        }
        Ok(found)
    }

    /// What the clocks follow from that may be shown: where the matches in the office's folder stand, if any
    /// event shows clocks, by the bytes of its book alone. To look is cheap.
    fn running(&self) -> Result<String, MatchFault> {
        const SETTING: &[u8] = br#""show_clocks":true"#;
        let dir = self.office.join(MATCHES);
        let book = fs::read(self.book.join(JOURNAL))?;
        if !dir.is_dir() || !book.windows(SETTING.len()).any(|it| it == SETTING) {
            return Ok(String::new());
        }
        let mut heads = Vec::new();
        for entry in fs::read_dir(dir)? {
            let head = entry?.path().join(HEAD);
            if head.is_file() {
                heads.push(Digest::of(&fs::read(head)?).to_string());
            }
        }
        heads.sort_unstable();
        Ok(heads.join(" "))
    }
}

impl Annex for Pages {
    fn entrance(&self) -> (&str, &str) {
        (ENTRANCE, "League")
    }

    fn mark(&self) -> Result<Digest, MatchFault> {
        let looks = match MatchDir::new(&self.book).mark()? {
            Some(mark) => serde_json::to_string(&mark).map_err(|error| MatchFault::Bug(error.to_string()))?,
            // Its head is missing, so nothing short says where it stands.
            None => Digest::of(&fs::read(self.book.join(JOURNAL))?).to_string(),
        };
        let (proofs, running, cases) = (self.archives()?, self.running()?, self.case_files()?);
        Ok(Digest::of(format!("{looks}\n{proofs:?}{running}\n{cases}").as_bytes()))
    }

    fn files(&self, kit: &Kit, site: &str, shown: &Shown) -> Result<Vec<(String, Vec<u8>)>, MatchFault> {
        let book = Book::read(&self.office)?;
        let league = &book.league;
        let press = Press {
            kit,
            site,
            office: &self.office,
            league,
            entries: book.entries(),
            places: Places::of(league)?,
            shown,
            proofs: self.proofs_of(league)?,
            reasons: Reasons::of(book.entries())?,
            clocks: self.clocks(league)?,
            as_of: as_of(&book),
        };
        let mut files = press.pages()?;
        let lies = |name: &&str| self.book.join(name).is_file();
        for name in [JOURNAL, HEAD].into_iter().filter(lies) {
            files.push((format!("{FOLDER}/{name}"), fs::read(self.book.join(name))?));
        }
        files.extend(
            press.proofs.into_iter().map(|(word, proof)| (format!("{FOLDER}/{PROOFS}/{word}.zip"), proof)),
        );
        Ok(files)
    }
}

impl Press<'_> {
    /// All that is written anew and not copied.
    fn pages(&self) -> Result<Vec<(String, Vec<u8>)>, MatchFault> {
        let mut files = Vec::new();
        let mut add =
            |name: String, text: String| files.push((format!("{FOLDER}/{name}"), text.into_bytes()));
        add("index.html".to_owned(), self.page("index.html", &summary::index(self))?);
        for (word, event) in &self.league.events {
            let place = self.places.event(word);
            add(format!("{place}/index.html"), self.page("event.html", &event::event(self, word, event))?);
            for round in event.rounds.iter().filter(|round| round.is_paired) {
                let page = round::round(self, (word, event), round);
                add(format!("{place}/round-{}.html", round.number), self.page("round.html", &page)?);
            }
        }
        for system in &self.places.systems {
            let page = lists::system(self, system);
            add(format!("{RATINGS}/{system}.html"), self.page("ratings.html", &page)?);
        }
        for who in self.league.entrants.keys() {
            add(self.places.entrant(who), self.page("entrant.html", &lists::entrant(self, who))?);
        }
        if let Some(page) = panels::panels(self) {
            add(panels::PANELS.to_owned(), self.page("panels.html", &page)?);
        }
        add("luck.html".to_owned(), self.page("luck.html", &luck::luck(self))?);
        if !self.league.cases.is_empty() {
            add(CASES.to_owned(), self.page(CASES, &cases::cases(self)?)?);
        }
        add("feed.xml".to_owned(), self.page("feed.xml", &feed::feed(self)?)?);
        add("league.json".to_owned(), summary::json(self)?);
        add("results.jsonl".to_owned(), summary::results(self.league));
        Ok(files)
    }

    fn page(&self, template: &str, page: &impl serde::Serialize) -> Result<String, MatchFault> {
        Ok(self.kit.templates.page(&format!("league/html/{template}"), page)?)
    }

    /// The page of a match, from the folder of the site.
    fn shown(&self, genesis: &Digest) -> Option<&str> {
        self.shown.get(genesis).map(String::as_str)
    }

    /// The name of a game and of what is played of it; their words where this program does not know them.
    fn game(&self, system: &str, scenario: &str) -> String {
        let name = self.system(system);
        let scenario = self.kit.scenario_name(system, scenario).unwrap_or_else(|_| scenario.to_owned());
        format!("{name}: {scenario}")
    }

    /// The name of a game; its word where this program does not know it.
    fn system<'s>(&self, system: &'s str) -> &'s str {
        self.kit.systems.system(system).map_or(system, |it| it.title.name)
    }
}

/// The day of the newest entry, or of the newest match if that is later.
fn as_of(book: &Book) -> Date {
    let last = book.entries().last().map(|entry| entry.header().time.as_str());
    let ended = book.league.results.iter().map(|it| it.result.ended.as_str());
    let instants = last.into_iter().chain(ended).filter_map(|at| at.parse::<Timestamp>().ok());
    instants.map(|at| at.to_zoned(TimeZone::UTC).date()).max().unwrap_or(Date::ZERO)
}
