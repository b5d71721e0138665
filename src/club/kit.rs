//! What commands and the post office have at hand: the games' data, the templates, the time; and how matches
//! and packets are opened with them. Nothing here prints.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use fs_err as fs;

use crate::audit::Past;
use crate::matches::folder::MatchDir;
use crate::matches::instant;
use crate::matches::{Claim, Host, Keep, LayOut, MatchFault, MatchReader, Settings, Store};
#[cfg(feature = "mail")]
use crate::own_file;
use crate::own_file::OwnFiles;
use crate::report::Templates;
#[cfg(feature = "mail")]
use crate::secretary::Secretary;
use engine::adjudicator::Adjudicator;
use engine::games::Games;
use engine::party::Party;
use engine::problem::quote;
use engine::systems::Systems;
use engine::view::Packet;

/// The largest packet that is read.
const PACKET_LIMIT: u64 = 16 << 20;

/// The largest template of a letter that is read.
#[cfg(feature = "mail")]
const LETTER_LIMIT: u64 = 16 << 20;

/// How many days a time that was given may lie after the newest entry of a match.
pub const LEAP_DAYS: u32 = 31;

/// How a match is begun in a place with the options of `sealord new`. The word is its own, unless they name
/// another.
#[cfg(feature = "mail")]
pub type Begin = fn(&Kit, &dyn Store, &str, &[String]) -> Result<(), MatchFault>;

/// Systems, data, templates and the time.
pub struct Kit {
    /// The systems that are played.
    pub systems: Systems,
    /// The games' data.
    pub games: Games,
    /// The reports' templates.
    pub templates: Rc<Templates>,
    /// The folder of templates that was named.
    own_templates: Option<PathBuf>,
    /// How the post office begins a match, if it can.
    #[cfg(feature = "mail")]
    begin: Option<Begin>,
    /// Who answers letters to a league, if this program has one.
    #[cfg(feature = "mail")]
    secretary: Option<&'static dyn Secretary>,
    /// Of how many exchanges packets, forms and reports are kept, if somebody said it.
    keep: Option<Keep>,
    now: Option<String>,
    /// True if a time was given that nobody vouches for: it may not lie far from what a match has recorded.
    doubtful: bool,
}

impl Kit {
    /// Reads a club's folders of data and templates, where it has them; the built-in ones serve for the rest.
    /// `now` stands in for the present time.
    ///
    /// # Errors
    /// If a folder cannot be read, or the time is none.
    pub fn new(
        systems: Systems,
        games: Option<&Path>,
        templates: Option<PathBuf>,
        now: Option<&str>,
    ) -> Result<Kit, MatchFault> {
        let games = match games {
            Some(dir) => {
                systems.games_in(&OwnFiles, dir).map_err(|fault| MatchFault::Io(fault.to_string()))?
            }
            None => systems.games(),
        };
        let read = match &templates {
            Some(dir) => Templates::with_dir(dir)?,
            None => Templates::builtin(),
        };
        let now = now.map(|time| {
            let parsed: Result<jiff::Timestamp, _> = time.parse();
            let refused = |error| {
                MatchFault::usage(format!("--now {time}: {error}"), "write it as 2026-11-21T20:00:00Z")
            };
            parsed.map(|instant| instant.to_string()).map_err(refused)
        });
        Ok(Kit {
            systems,
            games,
            templates: Rc::new(read),
            own_templates: templates,
            #[cfg(feature = "mail")]
            begin: None,
            #[cfg(feature = "mail")]
            secretary: None,
            keep: None,
            doubtful: now.is_some(),
            now: now.transpose()?,
        })
    }

    /// The same for a user who has looked twice at the time, however far it lies from what a match has
    /// recorded.
    pub fn sure(self) -> Kit {
        Kit { doubtful: false, ..self }
    }

    /// The same for a user who wants packets, forms and reports of so many exchanges kept.
    pub fn keeping(self, keep: Option<Keep>) -> Kit {
        Kit { keep, ..self }
    }

    /// The folder of a match, where they are kept of so many exchanges.
    pub fn dir(&self, root: &Path) -> MatchDir {
        MatchDir::new(root).keeping(self.keep.unwrap_or_default())
    }

    /// Of how many exchanges they are kept, if that was given.
    pub fn given_keep(&self) -> Option<Keep> {
        self.keep
    }

    /// The same with a way to begin matches.
    #[cfg(feature = "mail")]
    pub fn beginning(self, begin: Begin) -> Kit {
        Kit { begin: Some(begin), ..self }
    }

    /// The same with somebody who answers letters to leagues.
    #[cfg(feature = "mail")]
    pub fn with_secretary(self, secretary: &'static dyn Secretary) -> Kit {
        Kit { secretary: Some(secretary), ..self }
    }

    /// Who answers letters to the league of an office, if it has one.
    #[cfg(feature = "mail")]
    pub fn secretary(&self, office: &Path) -> Option<&'static dyn Secretary> {
        self.secretary.filter(|secretary| secretary.has_league(office))
    }

    /// Begins a match in a place with the options of `sealord new`. The word is its own, unless they name
    /// another.
    ///
    /// # Errors
    /// As that command, and if this program begins none.
    #[cfg(feature = "mail")]
    pub fn begin(&self, store: &dyn Store, word: &str, options: &[String]) -> Result<(), MatchFault> {
        let begin = self.begin.ok_or_else(|| MatchFault::Bug("there is no way to begin a match".into()))?;
        begin(self, store, word, options)
    }

    /// The same with another clock.
    pub fn at(&self, time: &str) -> Kit {
        Kit {
            systems: self.systems,
            games: self.games.clone(),
            templates: Rc::clone(&self.templates),
            own_templates: self.own_templates.clone(),
            #[cfg(feature = "mail")]
            begin: self.begin,
            #[cfg(feature = "mail")]
            secretary: self.secretary,
            keep: self.keep,
            now: Some(time.to_owned()),
            doubtful: self.doubtful,
        }
    }

    /// The time that stands in for the present one, if one was given.
    pub fn given_time(&self) -> Option<&str> {
        self.now.as_deref()
    }

    /// The club's folder of templates, if one was named.
    pub fn own_templates(&self) -> Option<&Path> {
        self.own_templates.as_deref()
    }

    /// The files of `DIR/mail/` in the club's folder of templates, by name, for the letters of the post
    /// office.
    ///
    /// # Errors
    /// If one cannot be read.
    #[cfg(feature = "mail")]
    pub fn own_letters(&self) -> Result<Vec<(String, String)>, MatchFault> {
        let folder =
            self.own_templates.as_ref().map(|dir| dir.join("mail")).filter(|dir| own_file::is_folder(dir));
        let mut own = Vec::new();
        for entry in folder.map(fs::read_dir).transpose()?.into_iter().flatten() {
            let path = entry?.path();
            let name = path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
            if !name.starts_with('.') {
                own.push((name, own_file::text(&path, LETTER_LIMIT)?));
            }
        }
        own.sort_unstable();
        Ok(own)
    }

    /// The name of a scenario; its word if the data at hand have no name for it.
    ///
    /// # Errors
    /// If there is no such system, or its data cannot be read.
    pub fn scenario_name(&self, system: &str, scenario: &str) -> Result<String, MatchFault> {
        let all = (self.systems.system(system)?.scenarios)(&self.games)
            .map_err(|fault| MatchFault::Io(fault.to_string()))?;
        let found = all.into_iter().find(|it| it.id == scenario);
        Ok(found.map_or_else(|| scenario.to_owned(), |it| it.name))
    }

    /// The present time, in whole seconds of UTC: the one place that reads a clock.
    pub fn now(&self) -> String {
        self.clock()()
    }

    /// The same as a clock that outlives the kit.
    #[allow(clippy::disallowed_methods)]
    pub fn clock(&self) -> impl Fn() -> String + use<> {
        let now = self.now.clone();
        move || {
            now.clone().unwrap_or_else(|| {
                let seconds = jiff::Timestamp::now().as_second();
                jiff::Timestamp::from_second(seconds).map(|now| now.to_string()).unwrap_or_default()
            })
        }
    }

    /// Plays a match on as its umpire.
    ///
    /// # Errors
    /// As [`Claim::of`] and [`Claim::host`]; and if a time was given that lies more than [`LEAP_DAYS`] after
    /// the newest entry of a match that is under way.
    pub fn host(&self, store: &dyn Store) -> Result<Host, MatchFault> {
        let claim = Claim::of(store)?;
        let now = self.now();
        if self.doubtful
            && let Some(newest) = claim.newest()?
        {
            no_leap(&newest, &now)?;
        }
        claim.host(&self.rules(), &now)
    }

    /// A way to lay out the rules of a match by these systems and data.
    pub fn rules(&self) -> impl Fn(&Settings) -> Result<Box<dyn Adjudicator>, MatchFault> {
        |settings| settings.lay_out(self.systems, &self.games)
    }

    /// The rules of a packet's match.
    ///
    /// # Errors
    /// If this program does not carry them in that edition, or has other data than the match.
    pub fn rules_of(&self, packet: &Packet) -> Result<Box<dyn Adjudicator>, MatchFault> {
        const AGAIN: &str = "ask the umpire for the packet again";
        let system = self.systems.system(&packet.system)?;
        let options = packet.options.check(system.title.options);
        options.map_err(|what| MatchFault::no(what, AGAIN))?;
        // Before anything is looked up in them: other data may not even have the scenario.
        let data = self.games.fingerprint(&packet.system);
        if packet.verify.data != data {
            let theirs = quote(&packet.verify.data);
            let what = format!("the match is played with the data {theirs}, but these are {}", quote(&data));
            return Err(MatchFault::no(
                what,
                "give --games the folder of data that the umpire uses, or leave it out if there is none",
            ));
        }
        let (word, options) = (Some(&*packet.scenario), &packet.options);
        let rules = system.load_edition(&self.games, word, options, packet.edition)?;
        let about = rules.about();
        if !about.parties.contains(&packet.party) {
            return Err(MatchFault::no(format!("the {} do not play in this scenario", packet.party), AGAIN));
        }
        let team = packet.team.check(packet.party, about.tag_words);
        team.map_err(|fault| MatchFault::no(fault.what, AGAIN))?;
        if packet.edition != about.title.edition {
            let (own, theirs) = (about.title.edition, packet.edition);
            let what = format!("the match is played by edition {theirs}; this program has edition {own}");
            return Err(MatchFault::no(what, "use the version of sealord that the umpire uses"));
        }
        Ok(rules)
    }
}

/// Refuses a time that lies so far after the newest entry that a mistake is likelier. Nothing is ever
/// recorded before the newest entry, so one wrong time would hold for all that follows, deadlines too.
fn no_leap(newest: &str, now: &str) -> Result<(), MatchFault> {
    let days = (instant(now)? - instant(newest)?).total(jiff::Unit::Hour).unwrap_or_default() / 24.0;
    if days <= f64::from(LEAP_DAYS) {
        return Ok(());
    }
    let what =
        format!("--now {now}: this lies {days:.0} days after the newest entry of the journal ({newest})");
    let mend =
        "correct the time; if it is right, add --force, for nothing can be recorded before it afterwards";
    Err(MatchFault::usage(what, mend))
}

/// Looks at a match without claiming it.
///
/// # Errors
/// If its journal fails a check.
pub fn open_reader(store: &dyn Store) -> Result<MatchReader, MatchFault> {
    MatchReader::at(store)
}

/// Reads all of the journal of a match without claiming it, for whoever needs the story of before.
///
/// # Errors
/// If it fails a check.
pub fn read_whole(store: &dyn Store) -> Result<MatchReader, MatchFault> {
    MatchReader::whole(store)
}

/// What a party was shown of an exchange, made again from the journal of its match: the same bytes as then.
///
/// # Errors
/// If there was no such exchange, the party does not play, or the seed is missing.
pub fn shown_then(
    rules: &LayOut<'_>,
    store: &dyn Store,
    exchange: u32,
    party: Party,
) -> Result<Packet, MatchFault> {
    let whole = read_whole(store)?;
    let past = Past::new(whole.entries()?, whole.seed()?, rules)?;
    if !past.has_seed() {
        let what = format!("{} has no secret/seed, so nobody can tell what was asked", store.name());
        return Err(MatchFault::no(what, "use the packet, the .json file that came with the report"));
    }
    past.packet_of(exchange, party)
}

/// Reads a packet from a file.
///
/// # Errors
/// If it is none, is of another format, or is damaged.
pub fn packet_file(path: &Path) -> Result<Packet, MatchFault> {
    packet_text(path).map(|(packet, _)| packet)
}

/// The same, with the text of the file.
///
/// # Errors
/// As [`packet_file`].
pub fn packet_text(path: &Path) -> Result<(Packet, String), MatchFault> {
    let text = String::from_utf8(read(path, PACKET_LIMIT).map_err(|fault| not_kept(path).unwrap_or(fault))?)
        .map_err(|_| MatchFault::Io(format!("{} is not UTF-8", path.display())))?;
    Ok((packet_of(&path.display().to_string(), &text)?, text))
}

/// Whose packet it is that the folder of its match no longer keeps, and of which exchange, by the path where
/// it lay; nothing if it is there, or no match is.
pub fn no_longer_kept(path: &Path) -> Option<(&Path, u32, Party)> {
    let (exchange, party) = path.file_stem()?.to_str()?.split_once('-')?;
    let folder = path.parent()?;
    let dir =
        folder.parent().filter(|dir| folder.ends_with("packets") && dir.join("journal.jsonl").exists())?;
    let is_packet = path.extension().is_some_and(|end| end == "json") && !path.exists();
    is_packet.then_some((dir, exchange.parse().ok()?, Party::parse(party)?))
}

/// That a packet is not in the folder of its match any more, and how it is made again; nothing if that is not
/// what is wrong.
fn not_kept(path: &Path) -> Option<MatchFault> {
    let (dir, exchange, party) = no_longer_kept(path)?;
    let again = format!("view {} --side {} --exchange {exchange} -o FILE", dir.display(), party.id());
    let what = format!("{} is not there: packets are kept of the newest exchanges only", path.display());
    Some(MatchFault::Io(format!("{what}\n  help: make it again with `sealord {again}`")))
}

/// Reads a packet from the text of a file of this name.
///
/// # Errors
/// If it is none, is of another format, or is damaged.
pub fn packet_of(name: &str, text: &str) -> Result<Packet, MatchFault> {
    let packet: Packet = serde_json::from_str(text).map_err(|error| {
        let what = format!("{name} is not a packet: {error}");
        MatchFault::no(what, "use the .json file that came with the report")
    })?;
    if packet.format != engine::view::packet::FORMAT {
        let what = format!("{name} has format {}", quote(&packet.format));
        return Err(MatchFault::no(what, "use a version of sealord that writes this format"));
    }
    if !packet.is_sound() {
        let what = format!("{name} was damaged: a question points at nothing, or a number is too large");
        return Err(MatchFault::no(what, "use the .json file as it came with the report"));
    }
    Ok(packet)
}

/// Reads a file, refusing before reading what is larger than `limit`; `-` is stdin.
///
/// # Errors
/// If it cannot be read or is too large.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, MatchFault> {
    use std::io::Read;
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().lock().take(limit + 1).read_to_end(&mut bytes)?;
    } else {
        fs::File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > limit {
        let what = format!("{} is larger than {} MiB", path.display(), limit >> 20);
        return Err(MatchFault::no(what, "send only the orders"));
    }
    Ok(bytes)
}
