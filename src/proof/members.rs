//! What lies in a proof, each member made from the journal.

use std::collections::BTreeMap;

use serde_json::json;

use super::zip::Member;
use super::{AGREE, HEAD, JOURNAL, MATCH, README, RESULT as RESULT_FILE, VERIFY, result};
use crate::audit::{Findings, Past, Shown, commitments};
use crate::digest::Digest;
use crate::journal::{Entry, Head, Kind, head_text};
use crate::matches::note::{Note, Voice};
use crate::matches::record::{self, Committed, Revealed, Withdrawn, Witnessed};
use crate::matches::{Game, MatchFault};
use crate::party::Party;
use crate::seal::Sealed;
use crate::seal::commitment::Commitment;
use crate::signature::statement::{Act, Countersigned, Promise};
use crate::signature::{Key, NAMESPACE, Signature, WITNESS};

/// The script that checks a journal, as `docs/journal.md` shows it.
pub const SCRIPT: &str = include_str!("verify.py");
/// The script that checks the files beside a journal against it.
const AGREEMENT: &str = include_str!("agree.py");
const WORDS: &str = include_str!("README.txt");

/// What a proof of a match that was audited holds, in its order.
///
/// # Errors
/// If the match is not over: what lies in a proof is nobody's business before.
pub fn members(past: &Past<'_>, findings: &Findings) -> Result<Vec<Member>, MatchFault> {
    if !findings.over {
        let what = format!(
            "the match {} is not over: its journal holds all orders, and its dice",
            findings.match_id
        );
        let mend = "wait for its end. Until then players and umpires of other clubs may countersign heads, which proves as \
                    much of the journal as there is (sealord statement head, sealord witness)";
        return Err(MatchFault::no(what, mend));
    }
    let entries = past.entries();
    // First, and so with no other match or member in memory.
    let packets = packets(past)?;
    let game = past.game()?;
    let signed = Signed::of(entries, &game)?;
    let head = Head { number: entries.len() as u64, hash: findings.head };
    let text = |name: &str, text: String| (name.to_owned(), text.into_bytes());
    let mut members = vec![
        text(README, WORDS.replace("\r\n", "\n")),
        text(MATCH, about(&game, env!("CARGO_PKG_VERSION"))?),
        text(RESULT_FILE, result(past, findings)?),
        (JOURNAL.to_owned(), entries.iter().flat_map(Entry::line).collect()),
        text(HEAD, head_text(head)),
        text(VERIFY, SCRIPT.replace("\r\n", "\n")),
        text(AGREE, AGREEMENT.replace("\r\n", "\n")),
        text("commitments.txt", promised(entries)?),
        text("packets.sha256", packets),
    ];
    members.push(text("sealed.sha256", signed.sums()));
    members.push(text("allowed_signers", signed.allowed(&game)));
    members.push(text("signatures.txt", signed.list()));
    members.extend(signed.files);
    Ok(members)
}

/// The same as another version of the program would have written them.
///
/// # Errors
/// Only by a defect.
pub(super) fn by_program(members: Vec<Member>, version: &str) -> Result<Vec<Member>, MatchFault> {
    let own = format!("\"program\": {}", json!(env!("CARGO_PKG_VERSION")));
    let theirs = format!("\"program\": {}", json!(version));
    let changed = |(name, bytes): Member| {
        if name != MATCH {
            return Ok((name, bytes));
        }
        let text = String::from_utf8(bytes).map_err(|error| MatchFault::Bug(error.to_string()))?;
        Ok((name, text.replace(&own, &theirs).into_bytes()))
    };
    members.into_iter().map(changed).collect()
}

/// What it takes to play the match again, for people and programs.
fn about(game: &Game, version: &str) -> Result<String, MatchFault> {
    let settings = &game.settings;
    let about = json!({
        "format": "sealord proof v1", "match": settings.match_id, "genesis": game.genesis, "system": settings.system,
        "edition": settings.edition, "scenario": settings.scenario, "options": settings.options, "data": settings.data,
        "seed_commitment": settings.seed_commitment, "trust": settings.trust, "program": version,
    });
    Ok(format!("{about:#}\n"))
}

/// Every commitment and what became of it: what a receipt quotes is looked up here.
fn promised(entries: &[Entry]) -> Result<String, MatchFault> {
    let line = |it: &crate::audit::Receipted| {
        let (exchange, party) = (it.exchange.unwrap_or_default(), it.party.map_or("", |party| party.id()));
        format!("{}  entry {}, exchange {exchange}, {party}: {}\n", it.commitment, it.entry, it.fate)
    };
    Ok(commitments(entries)?.iter().map(line).collect())
}

/// The hashes of the packets as files: those of an exchange's opening by their names in an umpire's folder.
fn packets(past: &Past<'_>) -> Result<String, MatchFault> {
    let (mut text, mut json) = (String::new(), Vec::new());
    past.each_shown(|Shown { entry, again, packet }| {
        json.clear();
        serde_json::to_writer(&mut json, &packet).map_err(|error| MatchFault::Bug(error.to_string()))?;
        let exchange = packet.exchange + u32::from(packet.over);
        let again = if again { format!(".entry-{entry}") } else { String::new() };
        let (hash, party) = (Digest::of(&json), packet.party.id());
        text += &format!("{hash}  packets/{exchange:03}-{party}{again}.json\n");
        Ok(())
    })?;
    Ok(text)
}

/// The files that were sealed or signed, and who signed them.
#[derive(Default)]
struct Signed {
    files: Vec<Member>,
    /// The sealed files' names and commitments.
    sealed: Vec<(String, Commitment)>,
    /// Which file is signed, by whom, for what.
    signatures: Vec<(String, String, &'static str)>,
    /// The keys of each signer, in the order in which they signed.
    players: BTreeMap<Party, Vec<Key>>,
    witnesses: Vec<(Key, String)>,
}

impl Signed {
    fn of(entries: &[Entry], game: &Game) -> Result<Signed, MatchFault> {
        let mut signed = Signed::default();
        for (party, key) in &game.settings.signing.keys {
            signed.players.insert(*party, vec![key.clone()]);
        }
        let mut promised: BTreeMap<Party, Commitment> = BTreeMap::new();
        for entry in entries {
            let header = entry.header();
            match (header.kind, header.party) {
                (Kind::Commitment, Some(party)) => {
                    let body: Committed = record::body(entry)?;
                    promised.insert(party, body.commitment.into());
                    signed.promise(entry, game, Act::Commit, promised[&party], body.signed);
                }
                (Kind::Withdrawal, Some(party)) => {
                    let body: Withdrawn = record::body(entry)?;
                    if let Some(commitment) = promised.get(&party) {
                        signed.promise(entry, game, Act::Withdraw, *commitment, body.signed);
                    }
                }
                (Kind::Reveal, Some(party)) => signed.file(entry, party)?,
                (Kind::Witness, _) => signed.witness(entry, game)?,
                (Kind::Note, _) => signed.vote(entry, game)?,
                _ => {}
            }
        }
        Ok(signed)
    }

    fn promise(
        &mut self,
        entry: &Entry,
        game: &Game,
        act: Act,
        commitment: Commitment,
        signature: Option<Signature>,
    ) {
        let header = entry.header();
        let (Some(signature), Some(party), Some(exchange)) = (signature, header.party, header.exchange)
        else {
            return;
        };
        let text = Promise { act, of: game.as_match(), exchange, party, commitment }.to_string();
        let name = format!("statements/{:04}-{}-{}.txt", header.number, party.id(), act.word());
        self.files.push((name.clone(), text.into_bytes()));
        self.by_player(name, party, signature);
    }

    fn file(&mut self, entry: &Entry, party: Party) -> Result<(), MatchFault> {
        let body: Revealed = record::body(entry)?;
        let stem = format!("sealed/{:04}-{}", entry.header().number, party.id());
        let name = format!("{stem}.sealed");
        let bug = |fault: crate::seal::SealFault| MatchFault::Bug(fault.to_string());
        let sealed = Sealed::parse(body.file.as_bytes()).map_err(bug)?;
        self.sealed.push((name.clone(), sealed.commitment()));
        self.files.push((name.clone(), sealed.bytes().to_vec()));
        if let Some(signature) = body.signed {
            self.by_player(name, party, signature);
        }
        if let Some(signature) = body.signed_orders {
            let name = format!("{stem}.yaml");
            self.files.push((name.clone(), sealed.open().to_vec()));
            self.by_player(name, party, signature);
        }
        Ok(())
    }

    fn vote(&mut self, entry: &Entry, game: &Game) -> Result<(), MatchFault> {
        let note: Note = record::body(entry)?;
        if let (Some(vouched), Some(ballot), Some(Voice::Party(party))) = (note.vote, note.ballot, note.from)
        {
            let name = format!("statements/{:04}-{}-vote.txt", entry.header().number, party.id());
            let text = game.vote(party, note.exchange, ballot, vouched.head).to_string();
            self.files.push((name.clone(), text.into_bytes()));
            self.by_player(name, party, vouched.signed);
        }
        Ok(())
    }

    fn by_player(&mut self, file: String, party: Party, signature: Signature) {
        let keys = self.players.entry(party).or_default();
        if !keys.contains(&signature.by) {
            keys.push(signature.by);
        }
        self.files.push((format!("{file}.sig"), signature.armor.into_bytes()));
        self.signatures.push((file, party.id().to_owned(), NAMESPACE));
    }

    fn witness(&mut self, entry: &Entry, game: &Game) -> Result<(), MatchFault> {
        let Witnessed { entry: counted, hash, name, signed } = record::body(entry)?;
        let text = Countersigned { of: game.as_match(), entry: counted, hash }.to_string();
        let file = format!("statements/{:04}-head.txt", entry.header().number);
        let known = self.witnesses.iter().position(|(key, _)| *key == signed.by);
        let at = known.unwrap_or_else(|| {
            self.witnesses.push((signed.by.clone(), name));
            self.witnesses.len() - 1
        });
        self.files.push((file.clone(), text.into_bytes()));
        self.files.push((format!("{file}.sig"), signed.armor.into_bytes()));
        self.signatures.push((file, format!("witness-{}", at + 1), WITNESS));
        Ok(())
    }

    /// For `sha256sum -c`.
    fn sums(&self) -> String {
        self.sealed.iter().map(|(name, commitment)| format!("{commitment}  {name}\n")).collect()
    }

    /// For a loop around `ssh-keygen -Y verify`.
    fn list(&self) -> String {
        self.signatures.iter().map(|(file, who, namespace)| format!("{file} {who} {namespace}\n")).collect()
    }

    /// For `ssh-keygen -Y verify`: whose key is whose.
    fn allowed(&self, game: &Game) -> String {
        let mut text = String::new();
        for (party, keys) in &self.players {
            text += &match game.key_of(*party) {
                Some(_) => format!("# The key that the match fixes for the {party}.\n"),
                None => format!("# The match fixes no key of the {party}; this is who signed.\n"),
            };
            let line = |key: &Key| format!("{} namespaces=\"{NAMESPACE}\" {key}\n", party.id());
            text.extend(keys.iter().map(line));
        }
        for (at, (key, name)) in self.witnesses.iter().enumerate() {
            text += &format!(
                "# The umpire calls this witness {name}.\nwitness-{} namespaces=\"{WITNESS}\" {key}\n",
                at + 1
            );
        }
        text
    }
}
