//! Journals that somebody forged with care: one thing is changed, and then every salt, hash and the head made anew, as an
//! umpire with a program of his own could. Nothing is left that hashes could show; only playing the match again can.
//!
//! Every forgery must be refused. So those are not made which say what an umpire may say, for no audit can know better (who
//! kept a receipt, a packet or a report may, `docs/journal.md`):
//!
//! - the end is cut off: a journal that stops earlier is sound;
//! - the time of an entry is another that fits between its neighbours: what the umpire's clock says is his word;
//! - files and commitments of different sides come in another order, or one that was accepted is noted twice;
//! - a commitment that nobody opened is another. The journals here have none, and no withdrawals;
//! - the reason of an undo is another, or a ruling is left out with all that followed it;
//! - a calendar is another: what the umpire records of holidays and pauses is his word. The journals here have none.

use std::path::Path;

use sealord::adjudicator::Adjudicator;
use sealord::audit::audit;
use sealord::dice::Seed;
use sealord::digest::{Digest, Salt};
use sealord::entry::Place;
use sealord::entry::{Entry, Kind};
use sealord::journal::verify;
use sealord::matches::folder::MatchDir;
use sealord::matches::settings::FORMAT;
use sealord::matches::{Host, Missing, Sealing, Settings};
use sealord::orders::write::{orders_file, write_answer};
use sealord::party::Party;
use sealord::rules::{Choices as Options, SYSTEMS, load_for};
use sealord::seal::{SealHeader, Sealed};
use sealord::staff::StaffOfficer;
use sealord::team::Teams;
use sealord::trust::Trust;
use serde_json::Value;

use super::choices::Choices;
use super::{examples, mutate};
use sealord::matches::Submission;

const NOW: &str = "1941-05-24T05:52:00Z";
const SEED: u64 = 3;
const KINDS: [Kind; 12] = [
    Kind::Genesis,
    Kind::Opened,
    Kind::Commitment,
    Kind::Withdrawal,
    Kind::Reveal,
    Kind::Default,
    Kind::Ruling,
    Kind::Clock,
    Kind::Resolved,
    Kind::Superseded,
    Kind::Disclosed,
    Kind::Ended,
];

/// An entry that can be changed.
#[derive(Clone, PartialEq)]
struct Draft {
    kind: Kind,
    exchange: Option<u32>,
    party: Option<Party>,
    time: String,
    body: Value,
    salt: Option<Salt>,
}

impl Draft {
    fn of(entry: &Entry) -> Draft {
        let header = entry.header();
        let (kind, exchange, party, time) = (header.kind, header.exchange, header.party, header.time.clone());
        Draft { kind, exchange, party, time, body: entry.body().clone(), salt: None }
    }

    /// Whether it says what came in from a side: then it is the umpire's word when it came.
    fn is_arrival(&self) -> bool {
        matches!(self.kind, Kind::Commitment | Kind::Reveal | Kind::Default)
    }
}

/// A sound journal, and one of the same match in which other orders were given.
struct Base {
    seed: Seed,
    settings: Settings,
    /// The rules as they are before the first entry.
    rules: Box<dyn Adjudicator>,
    own: Vec<Draft>,
    twin: Vec<Draft>,
}

/// The journals that are forged.
pub struct Archive(Vec<Base>);

impl Base {
    fn new(number: u64, own: Vec<Draft>, twin: Vec<Draft>) -> Base {
        let settings: Settings = serde_json::from_value(own[0].body.clone()).expect("a genesis");
        let rules = load_for(&sealord::rules::games(), &settings).expect("laid out");
        Base { seed: Seed::practice(number), settings, rules, own, twin }
    }

    /// Audits a journal with its seed at hand, so that everything is played again.
    fn accepts(&self, bytes: &[u8]) -> Result<(), String> {
        let entries = verify(bytes, None).map_err(|fault| fault.to_string())?;
        // To lay the rules out takes longer than to play so few exchanges.
        let load = |settings: &Settings| match *settings == self.settings {
            true => Ok(self.rules.fork()),
            false => load_for(&sealord::rules::games(), settings),
        };
        audit(&entries, Some(self.seed.clone()), load).map(drop).map_err(|fault| fault.to_string())
    }
}

impl Archive {
    /// Short matches of every system under either trust, with answers by policy, a ruling and an undo; and Midway to its
    /// end.
    pub fn new() -> Archive {
        let mut bases = Vec::new();
        for system in SYSTEMS {
            for trust in [Trust::Umpire, Trust::CommitReveal] {
                let [own, twin] = [60, 100].map(|boldness| played(system.title.id, trust, boldness));
                bases.push(Base::new(SEED, own, twin));
            }
        }
        let midway: Vec<Draft> = examples::entries("midway").iter().map(Draft::of).collect();
        bases.push(Base::new(1942, midway.clone(), midway));
        for (number, base) in bases.iter().enumerate() {
            let bytes = written(&base.own, &base.seed).expect("a sound journal");
            base.accepts(&bytes).unwrap_or_else(|fault| panic!("journal {number}: {fault}"));
        }
        Archive(bases)
    }

    /// How many entries each journal has.
    pub fn sizes(&self) -> Vec<usize> {
        self.0.iter().map(|base| base.own.len()).collect()
    }
}

/// Forges a journal and lets it be audited; false if the choices lead to no forgery.
pub fn journal(archive: &Archive, choices: &mut Choices) -> bool {
    let base = choices.pick(&archive.0);
    let mut forged = base.own.clone();
    let Some(what) = forge(choices, &mut forged, &base.twin) else { return false };
    if forged == base.own {
        return false;
    }
    // An entry that cannot even be written needs no audit.
    let Some(bytes) = written(&forged, &base.seed) else { return true };
    if let Ok(()) = base.accepts(&bytes) {
        panic!("the audit accepts {what}");
    }
    true
}

/// Changes one thing, and says which; nothing where there is nothing to change.
fn forge(choices: &mut Choices, entries: &mut Vec<Draft>, twin: &[Draft]) -> Option<String> {
    let at = choices.below(entries.len());
    let (kind, last) = (entries[at].kind, at + 1 == entries.len());
    let number = at + 1;
    match choices.below(10) {
        0 if last => return None,
        0 => drop(entries.remove(at)),
        1 if matches!(kind, Kind::Commitment | Kind::Reveal) => return None,
        1 => entries.insert(number, entries[at].clone()),
        2 => {
            let other = entries.get(number)?;
            if entries[at].is_arrival() && other.is_arrival() && entries[at].party != other.party {
                return None;
            }
            entries.swap(at, number);
        }
        3 => return header(choices, &mut entries[at]).map(|what| format!("entry {number}, {kind}: {what}")),
        4 => entries[at] = twin.get(at)?.clone(),
        _ => {
            let from = choices.below(entries.len());
            let other = entries[from].body.clone();
            body(choices, &mut entries[at], &other)?;
        }
    }
    Some(format!(
        "a change of entry {number}, {kind}: {}",
        entries.get(at).map_or(&Value::Null, |it| &it.body)
    ))
}

fn header(choices: &mut Choices, draft: &mut Draft) -> Option<String> {
    match choices.below(5) {
        0 => {
            draft.exchange = match draft.exchange {
                None => Some(choices.below(9) as u32),
                Some(_) if choices.one_in(3) => None,
                Some(exchange) => Some(*choices.pick(&[exchange + 1, exchange.saturating_sub(1), 77])),
            };
        }
        1 => {
            let any: Vec<Option<Party>> =
                ["axis", "allies"].map(Party::parse).into_iter().chain([None]).collect();
            draft.party = *choices.pick(&any);
        }
        2 => {
            draft.time =
                (*choices.pick(&["1900-01-01T00:00:00Z", "1941-05-24T05:51:59Z", "today", ""])).to_owned()
        }
        3 => draft.kind = *choices.pick(&KINDS),
        _ => {
            let bytes: [u8; 32] = std::array::from_fn(|_| choices.byte());
            draft.salt = Some(Salt::from_bytes(bytes));
        }
    }
    Some(format!("{} {:?} {:?} {} {:?}", draft.kind, draft.exchange, draft.party, draft.time, draft.salt))
}

fn body(choices: &mut Choices, draft: &mut Draft, other: &Value) -> Option<()> {
    let before = draft.body.clone();
    for _ in 0..=choices.below(2) {
        mutate::json(choices, &mut draft.body, other);
    }
    let free = |body: &Value| {
        let mut body = body.clone();
        if let Some(reason) = body.get_mut("reason").filter(|it| it.is_string()) {
            *reason = Value::Null;
        }
        body
    };
    let is_free = draft.kind == Kind::Superseded && free(&before) == free(&draft.body);
    (!is_free).then_some(())
}

/// The bytes of a journal, every hash made anew; nothing if one of the entries cannot be written at all.
fn written(drafts: &[Draft], seed: &Seed) -> Option<Vec<u8>> {
    let hex = seed.to_hex();
    let (mut prev, mut journal) = (Digest::ZERO, Vec::new());
    for (number, draft) in (1u64..).zip(drafts) {
        let parts: [&[u8]; 3] = [b"sealord/journal-salt/v1\0", hex.as_bytes(), &number.to_be_bytes()];
        let salt = draft.salt.unwrap_or_else(|| Salt::from_bytes(*Digest::of_parts(&parts).as_bytes()));
        let Draft { kind, exchange, party, time, body, .. } = draft;
        let place = Place { number, prev, kind: *kind, exchange: *exchange, party: *party, time };
        let entry = Entry::make(place, body.clone(), salt).ok()?;
        prev = entry.hash();
        journal.extend(entry.line());
    }
    Some(journal)
}

/// A match of a few exchanges, played by officers of some boldness.
fn played(system: &str, trust: Trust, boldness: u32) -> Vec<Draft> {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("m");
    let mut host = begun(&root, system, trust);
    for step in 1..=3 {
        // Once nobody sends anything, and the policy answers.
        if step != 2 {
            exchange(&mut host, boldness);
        }
        host.resolve(step == 2).expect("it is resolved");
    }
    let side = host.game.rules.about().sides[0].id();
    host.rule("a torn map", &format!("points {side} 2")).expect("a ruling");
    exchange(&mut host, boldness);
    host.resolve(false).expect("it is resolved");
    host.undo(host.game.exchange() - 1, "a misread port").expect("it goes back");
    exchange(&mut host, boldness);
    host.resolve(false).expect("it is resolved");
    drop(host);
    let bytes = std::fs::read(root.join("journal.jsonl")).expect("a journal");
    verify(&bytes, None).expect("a sound journal").iter().map(Draft::of).collect()
}

fn begun(root: &Path, word: &str, trust: Trust) -> Host {
    let games = sealord::rules::games();
    let seed = Seed::practice(SEED);
    let system = SYSTEMS.iter().find(|it| it.title.id == word).expect("it is played");
    let rules =
        system.load_edition(&games, None, &Options::default(), system.title.edition).expect("laid out");
    let settings = Settings {
        format: FORMAT.to_owned(),
        match_id: "forged".to_owned(),
        system: word.to_owned(),
        edition: system.title.edition,
        scenario: rules.about().scenario.clone(),
        options: Options::default(),
        data: games.fingerprint(word),
        seed_commitment: seed.commitment(),
        trust,
        sealing: (trust == Trust::CommitReveal).then_some(Sealing::Every),
        umpire_plays: None,
        deadline_hours: Some(24),
        missing: Missing::Staff,
        by_hand: Vec::new(),
        teams: Teams::default(),
        schedule: None,
        practice_seed: Some(SEED),
        officers: Vec::new(),
        signing: Default::default(),
    };
    Host::create(&MatchDir::new(root), rules, settings, seed, NOW).expect("a match")
}

/// Everybody who must sends a file.
fn exchange(host: &mut Host, boldness: u32) {
    let mut files = Vec::new();
    for &party in host.game.parties() {
        let packet = host.packet(party).expect("a packet");
        if !packet.asked {
            continue;
        }
        let mut officer = StaffOfficer::new(u64::from(boldness) + u64::from(packet.exchange), boldness);
        let mut answers = String::new();
        for question in &packet.questions {
            write_answer(&mut answers, question, &officer.answer(question).expect("a legal answer"));
        }
        let orders = orders_file((&packet.match_id, packet.exchange, party), "an officer", &answers);
        let salt = Digest::of_parts(&[&packet.exchange.to_be_bytes(), party.id().as_bytes()]);
        let header = SealHeader {
            match_id: packet.match_id,
            genesis: packet.genesis,
            exchange: packet.exchange,
            party,
            salt: Salt::from_bytes(*salt.as_bytes()),
        };
        files.push(Sealed::make(header, orders.as_bytes()).expect("a sealed file"));
    }
    if host.game.settings.trust == Trust::CommitReveal {
        for file in &files {
            host.commit(file.header().party, file.commitment(), None).expect("a commitment");
        }
    }
    for file in &files {
        let unused = Salt::from_bytes([0; 32]);
        host.receive(Submission::unsigned("orders", file.bytes()), Some(file.header().party), unused)
            .expect("a file");
    }
}
