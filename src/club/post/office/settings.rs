//! The office's settings: `office.yaml`, as an umpire writes it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Deserializer};

use crate::clock::{Span, Zone};
use crate::matches::folder::exposed;
use crate::matches::{Exposed, Keep, MatchFault};
use crate::post::keys::{PublicKey, Recipient};
use crate::post::letters::same_address;
use crate::post::ping::Way;
use crate::post::wire::address;
use crate::post::wire::config::{Config, Origin};
use engine::party::Party;
use engine::problem::quote;

mod witnessing;
mod words;
mod written;

pub use witnessing::{Partner, Witnessing};
pub use words::{Audience, Deliver, Press, Proof, View};
pub use written::{LastRead, Written};

/// The name of the file in the office's folder.
pub const FILE: &str = "office.yaml";

/// The whole of `office.yaml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The name from which mail comes.
    pub name: String,
    /// The office's own address. No player writes from it: its mail is taken for an echo.
    pub address: String,
    /// Whether mail to `address+anything` arrives as well.
    #[serde(default)]
    pub plus: bool,
    /// To whom the office turns.
    pub umpire: Person,
    /// Who else may act as the umpire, in the order in which they are on duty when he is not.
    #[serde(default)]
    pub moderators: Vec<Person>,
    /// When the umpire on duty gets the digest of the day.
    #[serde(default)]
    pub digest: Option<Digest>,
    /// When players of several matches get one mail of the day about all of them.
    #[serde(default)]
    pub daily: Option<Digest>,
    /// On which ways the umpire hears that a notice waits.
    #[serde(default)]
    pub notify: Vec<Way>,
    /// Whose checkpoints the office cosigns, and who cosigns those of its matches.
    #[serde(default)]
    pub witness: Option<Witnessing>,
    /// The roads in and out.
    pub mail: Config,
    /// The matches. They may be many, so whoever has one shares it.
    #[serde(default, deserialize_with = "shared")]
    pub matches: Vec<Rc<Played>>,
    /// That the office is in a database: what is said of it there is understood by whoever opens that.
    #[serde(default)]
    pub store: Option<serde_json::Value>,
    /// From what the umpire begins matches by mail.
    #[serde(default)]
    pub templates: BTreeMap<String, Template>,
}

/// Reads matches one by one into handles.
fn shared<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Rc<Played>>, D::Error> {
    #[derive(Deserialize)]
    #[serde(from = "Played")]
    struct Shared(Rc<Played>);
    impl From<Played> for Shared {
        fn from(played: Played) -> Shared {
            Shared(Rc::new(played))
        }
    }
    let matches = Vec::<Shared>::deserialize(from)?;
    Ok(matches.into_iter().map(|Shared(played)| played).collect())
}

/// From what a match is begun.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Template {
    /// The options of `sealord new`.
    #[serde(default)]
    pub options: Vec<String>,
    /// What would stand under `matches`, without the folder.
    #[serde(default)]
    pub settings: Ways,
}

/// The settings of a match that a template may have.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ways {
    #[serde(default)]
    proof: Proof,
    #[serde(default)]
    missed: Audience,
    #[serde(default)]
    press: Press,
    #[serde(default)]
    deliver: Deliver,
    #[serde(default)]
    observers: Vec<Person>,
    #[serde(default)]
    watch: Watch,
    #[serde(default)]
    vacation: Option<u32>,
    #[serde(default)]
    reminders: Option<Vec<Span>>,
    #[serde(default)]
    keep: Option<Keep>,
}

impl Template {
    /// A match that was begun from it: its sides want players.
    pub fn played(&self, folder: PathBuf, wants: Vec<Party>) -> Played {
        let Ways { proof, missed, press, deliver, observers, watch, vacation, reminders, keep } =
            self.settings.clone();
        let players = BTreeMap::new();
        Played {
            folder,
            proof,
            missed,
            players,
            press,
            deliver,
            wants,
            observers,
            watch,
            vacation,
            reminders,
            keep,
        }
    }
}

/// A name and an address.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// The name.
    pub name: String,
    /// The address.
    pub address: String,
    /// Other addresses from which mail may come.
    #[serde(default)]
    pub also: Vec<String>,
}

impl Person {
    /// Somebody of whom nothing else is known.
    pub fn at(address: String) -> Person {
        Person { name: String::new(), address, also: Vec::new() }
    }

    /// Whether this is an address of the person.
    pub fn writes_from(&self, address: &str) -> bool {
        is_one_of(&self.address, &self.also, address)
    }
}

/// Whether an address is somebody's. Domains are the same in any case, and so in practice are local parts.
fn is_one_of(first: &String, also: &[String], address: &str) -> bool {
    std::iter::once(first).chain(also).any(|own| same_address(own, address))
}

/// When a mail of the day is sent.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Digest {
    /// The time, as `08:00`.
    pub at: Hour,
    /// By the clocks of this zone; UTC if it names none.
    #[serde(default)]
    pub zone: Option<Zone>,
}

impl Digest {
    /// The day on which it is due at an instant; nothing before its hour.
    pub(crate) fn day(&self, now: Timestamp) -> Option<Date> {
        let zone = self.zone.as_ref().map_or(TimeZone::UTC, |zone| zone.rules());
        let local = zone.to_datetime(now);
        (local.time() >= self.at.0).then(|| local.date())
    }
}

/// A time of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Hour(pub jiff::civil::Time);

impl TryFrom<String> for Hour {
    type Error = String;

    fn try_from(word: String) -> Result<Hour, String> {
        let time = jiff::civil::Time::strptime("%H:%M", &word);
        time.map(Hour).map_err(|_| format!("{} is no time of the day: write it as 08:00", quote(&word)))
    }
}

/// A match that is played by mail.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The match folder, from the office's.
    pub folder: PathBuf,
    /// What shows that orders are from the player, beside the address.
    #[serde(default)]
    pub proof: Proof,
    /// Who hears, besides the umpire, that somebody let a deadline pass.
    #[serde(default)]
    pub missed: Audience,
    /// Who plays.
    #[serde(default)]
    pub players: BTreeMap<Party, Player>,
    /// What players may say to each other.
    #[serde(default)]
    pub press: Press,
    /// When what they say is delivered.
    #[serde(default)]
    pub deliver: Deliver,
    /// The sides that want a player. One without a player here begins when somebody has joined.
    #[serde(default)]
    pub wants: Vec<Party>,
    /// Who looks on.
    #[serde(default)]
    pub observers: Vec<Person>,
    /// What they are shown.
    #[serde(default)]
    pub watch: Watch,
    /// How many days of absence a side may enter by mail in the whole match; 21 if nothing is said.
    #[serde(default)]
    pub vacation: Option<u32>,
    /// How long before a deadline those who have sent nothing are reminded, in a match without a schedule.
    #[serde(default)]
    pub reminders: Option<Vec<Span>>,
    /// Of how many exchanges packets, forms and reports are kept.
    #[serde(default)]
    pub keep: Option<Keep>,
}

/// What observers are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Watch {
    /// How much.
    #[serde(default)]
    pub view: View,
    /// How many exchanges late.
    #[serde(default)]
    pub delay: Option<u32>,
}

/// Who plays a party.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The name.
    pub name: String,
    /// Where mail goes, and from where it comes.
    pub address: String,
    /// Other addresses from which mail may come.
    #[serde(default)]
    pub also: Vec<String>,
    /// The key that signs, as a line of `ssh-keygen`.
    #[serde(default)]
    pub key: Option<PublicKey>,
    /// The key to which reports are enclosed in envelopes, as `age-keygen` prints it.
    #[serde(default)]
    pub age: Option<Recipient>,
    /// Whether the player gets the mail of the day: always, or never; if nothing is said, only with seats in
    /// several matches.
    #[serde(default)]
    pub daily: Option<bool>,
    /// On which ways the player hears that a mail waits.
    #[serde(default)]
    pub notify: Vec<Way>,
}

impl Played {
    /// The first two parties of different sides that are played from one address: its owner would read the
    /// mail of both.
    pub fn sharing(&self) -> Option<(Party, Party, &str)> {
        let mut pairs =
            self.players.iter().flat_map(|one| self.players.iter().map(move |other| (one, other)));
        pairs.find_map(|((one, player), (other, rival))| {
            let mut theirs = std::iter::once(&rival.address).chain(&rival.also);
            let address = theirs
                .find(|it| player.writes_from(it))
                .filter(|_| one < other && one.side() != other.side())?;
            Some((*one, *other, address.as_str()))
        })
    }
}

impl Player {
    /// Somebody of whom only name and address are known.
    pub fn of(person: Person) -> Player {
        Player {
            name: person.name,
            address: person.address,
            also: person.also,
            key: None,
            age: None,
            daily: None,
            notify: Vec::new(),
        }
    }

    /// Whether this is an address of the player.
    pub fn writes_from(&self, address: &str) -> bool {
        is_one_of(&self.address, &self.also, address)
    }
}

impl Played {
    /// The word of the match in the office's yard.
    pub fn word(&self) -> Cow<'_, str> {
        self.folder.to_string_lossy()
    }
}

impl Settings {
    /// What of the settings and their folder people other than their owner may change. They may be read.
    pub(crate) fn exposed(folder: &Path) -> Vec<Exposed> {
        [folder.to_owned(), folder.join(FILE)].iter().filter_map(|path| exposed(path, true)).collect()
    }

    /// Reads the file of an office.
    ///
    /// # Errors
    /// As [`Written::read`].
    pub fn read(folder: &Path) -> Result<Settings, MatchFault> {
        Written::read(folder).map(Written::into_settings)
    }

    /// Reads the key that signs checkpoints, if there are to be any. Commands that only look do without.
    ///
    /// # Errors
    /// If it is no private key of type ssh-ed25519.
    pub(crate) fn read_key(&mut self, folder: &Path) -> Result<(), MatchFault> {
        self.witness.as_mut().map_or(Ok(()), |witness| witness.read_key(&folder.join(&witness.key)))
    }

    /// Whether people other than its owner may read that key.
    pub(crate) fn exposed_key(&self, folder: &Path) -> Option<Exposed> {
        self.witness.as_ref().and_then(|witness| exposed(&folder.join(&witness.key), false))
    }

    /// Who acts as the umpire: first the umpire, then the moderators.
    pub fn umpires(&self) -> impl Iterator<Item = &Person> {
        std::iter::once(&self.umpire).chain(&self.moderators)
    }

    /// All ways of pings, each with where it stands.
    pub fn ways(&self) -> impl Iterator<Item = (String, &Way)> {
        let own = self.notify.iter().enumerate().map(|(at, way)| (format!("notify[{at}]"), way));
        let players = self.matches.iter().enumerate().flat_map(|(at, played)| {
            played.players.iter().flat_map(move |(party, player)| {
                let field = format!("matches[{at}].players.{}", party.id());
                let named = move |(nth, way)| (format!("{field}.notify[{nth}]"), way);
                player.notify.iter().enumerate().map(named)
            })
        });
        own.chain(players)
    }

    /// Everything that cannot be, each with its remedy.
    pub fn flaws(&self, path: &Path) -> Vec<(String, String)> {
        let mut flaws = self.own_flaws();
        flaws.extend(self.flaws_of_file(path));
        flaws
    }

    /// What cannot be, wherever the settings stand.
    fn own_flaws(&self) -> Vec<(String, String)> {
        let mut flaws: Vec<(String, String)> = Vec::new();
        let mut addressed = |what: &str, text: &str| {
            if let Err(fault) = address::check(text) {
                flaws.push((format!("{what}: {fault}"), "write it as name@club.example".to_owned()));
            } else if !text.is_ascii() {
                let mend = "write a domain with such letters in its other form, xn--…";
                flaws.push((format!("{what}: not every relay takes letters beyond ASCII"), mend.to_owned()));
            }
        };
        addressed("address", &self.address);
        for (at, person) in self.umpires().enumerate() {
            let field = if at == 0 { "umpire".to_owned() } else { format!("moderators[{}]", at - 1) };
            std::iter::once(&person.address).chain(&person.also).for_each(|it| addressed(&field, it));
        }
        for (at, played) in self.matches.iter().enumerate() {
            played
                .observers
                .iter()
                .for_each(|it| addressed(&format!("matches[{at}].observers"), &it.address));
            for (party, player) in &played.players {
                let all = std::iter::once(&player.address).chain(&player.also);
                all.for_each(|it| {
                    addressed(&format!("matches[{at}].players.{party}", party = party.id()), it)
                });
            }
        }
        for (at, played) in self.matches.iter().enumerate() {
            for (number, observer) in played.observers.iter().enumerate() {
                if played.players.values().any(|player| player.writes_from(&observer.address)) {
                    let what = format!("matches[{at}].observers[{number}] plays in the match");
                    flaws.push((what, "take out of the observers whoever plays".to_owned()));
                }
            }
            if played.watch.view == View::Reports && played.watch.delay.is_none() {
                let what =
                    format!("matches[{at}].watch shows what all sides know, and does not say how late");
                flaws.push((what, "add `delay: 3`, or as many exchanges as you like".to_owned()));
            }
            for (party, player) in &played.players {
                let field = format!("matches[{at}].players.{}", party.id());
                if player.writes_from(&self.address) {
                    let mend = "give the office its own address".to_owned();
                    flaws.push((format!("{field} writes from the office's own address"), mend));
                }
                if played.proof == Proof::Signature && player.key.is_none() {
                    let mend = "add `key:` with the line of the player's .pub file, or ask for `proof: code`";
                    flaws.push((format!("{field} must sign and has no key"), mend.to_owned()));
                }
            }
        }
        flaws.extend(self.witness.iter().flat_map(Witnessing::flaws));
        flaws
    }

    /// What cannot be as the file is now: who may read it decides whether a secret may stand there.
    fn flaws_of_file(&self, path: &Path) -> Vec<(String, String)> {
        let mut flaws = Vec::new();
        let origin = Origin::of(path).unwrap_or_default();
        for (at, way) in self.ways() {
            flaws.extend(way.flaws(&at, &origin));
        }
        let road = self.mail.check(&origin);
        flaws.extend(road.into_iter().map(|flaw| (format!("mail.{}: {}", flaw.at, flaw.what), flaw.mend)));
        flaws
    }
}
