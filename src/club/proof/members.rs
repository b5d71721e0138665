//! What lies in a proof, each member made from the journal.

use std::collections::BTreeMap;

use serde_json::json;

use super::result::result_of;
use super::{AGREE, HEAD, JOURNAL, MATCH, README, RESULT as RESULT_FILE, VERIFY};
use crate::audit::{Findings, Past, Shown, commitments};
use crate::journal::{Head, head_text, lines};
use crate::matches::note::{Note, Voice};
use crate::matches::record::{self, Committed, Revealed, Testimony, Withdrawn, Witnessed};
use crate::matches::{Game, MatchFault};
use crate::seal::Sealed;
use crate::seal::commitment::Commitment;
use crate::signature::statement::{Act, Countersigned, Promise};
use crate::signature::{Key, NAMESPACE, Signature, WITNESS};
use engine::digest::Digest;
use engine::entry::{Entry, Kind};
use engine::party::Party;

/// The script that checks a journal, as `docs/journal.md` shows it.
pub const SCRIPT: &str = include_str!("verify.py");
/// The script that checks the files beside a journal against it.
const AGREEMENT: &str = include_str!("agree.py");
/// Where the script looks at witnesses.
const WITNESSES: &str = "    if kind == \"witness\":\n";
/// What stands before that in the script for a match with cosigned checkpoints.
const OF_CHECKPOINTS: &str = include_str!("agree_checkpoints.py");
const WORDS: &str = include_str!("README.txt");

/// Takes a member of a proof: its name and its bytes.
pub type Put<'p> = &'p mut dyn FnMut(&str, &[u8]) -> Result<(), MatchFault>;

/// Gives `put` what a proof of a match that was audited holds, in its order and one at a time: all at once
/// would be the journal three times over. `version` is that of the program which writes it.
///
/// # Errors
/// If the match is not over: what lies in a proof is nobody's business before. And what `put` gives.
pub fn members(past: &Past<'_>, findings: &Findings, version: &str, put: Put<'_>) -> Result<(), MatchFault> {
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
    // First, and so with no other match in memory.
    let packets = packets(past)?;
    let game = past.game()?;
    put(README, WORDS.replace("\r\n", "\n").as_bytes())?;
    put(MATCH, about(&game, version)?.as_bytes())?;
    put(RESULT_FILE, result_of(&game, entries, findings)?.as_bytes())?;
    put(JOURNAL, &lines(entries))?;
    let head = Head { number: entries.len() as u64, hash: findings.head };
    put(HEAD, head_text(head).as_bytes())?;
    put(VERIFY, SCRIPT.replace("\r\n", "\n").as_bytes())?;
    put(AGREE, agreement(entries)?.as_bytes())?;
    put("commitments.txt", promised(entries)?.as_bytes())?;
    put("packets.sha256", packets.as_bytes())?;
    // Their lists come before the files, so the files are made twice.
    let mut nowhere = |_: &str, _: &[u8]| Ok(());
    let signed = Signed::of(entries, &game, &mut nowhere)?;
    put("sealed.sha256", signed.sums().as_bytes())?;
    put("allowed_signers", signed.allowed(&game).as_bytes())?;
    put("signatures.txt", signed.list().as_bytes())?;
    Signed::of(entries, &game, put)?;
    Ok(())
}

/// The script that checks the files of this match: of cosigned checkpoints it knows where there are some, so
/// the archives of all other matches have the bytes that they had before checkpoints were cosigned.
fn agreement(entries: &[Entry]) -> Result<String, MatchFault> {
    let script = AGREEMENT.replace("\r\n", "\n");
    for entry in entries.iter().filter(|entry| entry.header().kind == Kind::Witness) {
        if let Testimony::Checkpoint(_) = record::body(entry)? {
            let (before, behind) = script.split_once(WITNESSES).expect("the script looks at witnesses");
            let of_checkpoints = OF_CHECKPOINTS.replace("\r\n", "\n");
            return Ok(format!("{before}{of_checkpoints}{WITNESSES}{behind}"));
        }
    }
    Ok(script)
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
struct Signed<'p> {
    put: Put<'p>,
    /// The sealed files' names and commitments.
    sealed: Vec<(String, Commitment)>,
    /// Which file is signed, by whom, for what.
    signatures: Vec<(String, String, &'static str)>,
    /// The keys of each signer, in the order in which they signed.
    players: BTreeMap<Party, Vec<Key>>,
    witnesses: Vec<(Key, String)>,
}

impl<'p> Signed<'p> {
    /// Looks through the journal, and gives `put` each file as it comes.
    fn of(entries: &[Entry], game: &Game, put: Put<'p>) -> Result<Signed<'p>, MatchFault> {
        let (sealed, signatures, witnesses) = (Vec::new(), Vec::new(), Vec::new());
        let mut signed = Signed { put, sealed, signatures, players: BTreeMap::new(), witnesses };
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
                    signed.promise(entry, game, Act::Commit, promised[&party], body.signed)?;
                }
                (Kind::Withdrawal, Some(party)) => {
                    let body: Withdrawn = record::body(entry)?;
                    if let Some(commitment) = promised.get(&party) {
                        signed.promise(entry, game, Act::Withdraw, *commitment, body.signed)?;
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
    ) -> Result<(), MatchFault> {
        let header = entry.header();
        let (Some(signature), Some(party), Some(exchange)) = (signature, header.party, header.exchange)
        else {
            return Ok(());
        };
        let text = Promise { act, of: game.as_match(), exchange, party, commitment }.to_string();
        let name = format!("statements/{:04}-{}-{}.txt", header.number, party.id(), act.word());
        (self.put)(&name, text.as_bytes())?;
        self.by_player(name, party, signature)
    }

    fn file(&mut self, entry: &Entry, party: Party) -> Result<(), MatchFault> {
        let body: Revealed = record::body(entry)?;
        let stem = format!("sealed/{:04}-{}", entry.header().number, party.id());
        let name = format!("{stem}.sealed");
        let bug = |fault: crate::seal::SealFault| MatchFault::Bug(fault.to_string());
        let sealed = Sealed::parse(body.file.as_bytes()).map_err(bug)?;
        self.sealed.push((name.clone(), sealed.commitment()));
        (self.put)(&name, sealed.bytes())?;
        if let Some(signature) = body.signed {
            self.by_player(name, party, signature)?;
        }
        if let Some(signature) = body.signed_orders {
            let name = format!("{stem}.yaml");
            (self.put)(&name, sealed.open())?;
            self.by_player(name, party, signature)?;
        }
        Ok(())
    }

    fn vote(&mut self, entry: &Entry, game: &Game) -> Result<(), MatchFault> {
        let note: Note = record::body(entry)?;
        if let (Some(vouched), Some(ballot), Some(Voice::Party(party))) = (note.vote, note.ballot, note.from)
        {
            let name = format!("statements/{:04}-{}-vote.txt", entry.header().number, party.id());
            let text = game.vote(party, note.exchange, ballot, vouched.head).to_string();
            (self.put)(&name, text.as_bytes())?;
            self.by_player(name, party, vouched.signed)?;
        }
        Ok(())
    }

    fn by_player(&mut self, file: String, party: Party, signature: Signature) -> Result<(), MatchFault> {
        let keys = self.players.entry(party).or_default();
        if !keys.contains(&signature.by) {
            keys.push(signature.by);
        }
        (self.put)(&format!("{file}.sig"), signature.armor.as_bytes())?;
        self.signatures.push((file, party.id().to_owned(), NAMESPACE));
        Ok(())
    }

    fn witness(&mut self, entry: &Entry, game: &Game) -> Result<(), MatchFault> {
        let Witnessed { entry: counted, hash, name, signed } = match record::body(entry)? {
            Testimony::Head(witnessed) => witnessed,
            Testimony::Checkpoint(cosigned) => {
                let file = format!("statements/{:04}-note.txt", entry.header().number);
                return (self.put)(&file, cosigned.note.as_bytes());
            }
        };
        let text = Countersigned { of: game.as_match(), entry: counted, hash }.to_string();
        let file = format!("statements/{:04}-head.txt", entry.header().number);
        let known = self.witnesses.iter().position(|(key, _)| *key == signed.by);
        let at = known.unwrap_or_else(|| {
            self.witnesses.push((signed.by.clone(), name));
            self.witnesses.len() - 1
        });
        (self.put)(&file, text.as_bytes())?;
        (self.put)(&format!("{file}.sig"), signed.armor.as_bytes())?;
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
