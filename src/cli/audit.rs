//! `sealord audit`

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Many journals, over all cores.
mod many;
/// Checkpoints that somebody kept.
mod notes;

use many::many;
use notes::Notes;

use super::Outcome;
use super::place::{Named, Places};
use super::shared::{Shared, notes, print_json, read, tell_done};
use super::terminal::{Verdict, paints_stdout, with_verdict};
use crate::audit::{
    Agreement, Findings, Held, Matter, Past, Receipted, Remark, audit, files, head, packet, receipt, report,
};
use crate::dice::Seed;
use crate::entry::Entry;
use crate::kit::packet_text;
use crate::matches::folder::MatchDir;
use crate::matches::{LayOut, MatchFault, Store};
use crate::problem::{ExitCode, count, list_and};
use crate::proof::{self, Archive, PACKED_LIMIT};
use crate::signature::Key;

/// The largest report or receipt that is read.
const PAPER_LIMIT: u64 = 16 << 20;

/// Play a match again from its first entry and check every hash, commitment, die, event and position
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Match folders, proofs that `sealord prove` packed, or offices for all their matches
    #[arg(required = true)]
    pub dirs: Vec<PathBuf>,
    #[command(flatten)]
    pub kept: Kept,
}

/// What players kept of the one match that is audited.
#[derive(Debug, clap::Args)]
pub struct Kept {
    /// Packets of the match that somebody kept: they must be what the journal gives, byte for byte
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pub packet: Vec<PathBuf>,
    /// Reports of the match that somebody kept, as text, Markdown or HTML: they must be what the journal
    /// gives. Made with a club's templates, they need these (--templates)
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pub report: Vec<PathBuf>,
    /// Receipts that somebody kept, as mails or as the program printed them: the journal must have what they
    /// are for
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pub receipt: Vec<PathBuf>,
    /// Journal heads that somebody noted, from a report or a receipt: the journal must have these entries
    #[arg(long, num_args = 1.., value_name = "NUMBER:HASH")]
    pub head: Vec<String>,
    /// Checkpoints of the match that somebody kept (`sealord note`): they must be of this journal, and signed
    /// by every key of --vkey
    #[arg(long, num_args = 1.., value_name = "FILE", requires = "vkey")]
    pub note: Vec<PathBuf>,
    /// The keys of the match's club and of witnesses by which these checkpoints must be signed, as `sealord
    /// note key` prints them
    #[arg(long, num_args = 1.., value_name = "VKEY", requires = "note")]
    pub vkey: Vec<String>,
}

impl Kept {
    /// The option that is given first, if one is.
    fn given(&self) -> Option<&'static str> {
        let options = [
            ("packets of --packet", self.packet.is_empty()),
            ("reports of --report", self.report.is_empty()),
            ("receipts of --receipt", self.receipt.is_empty()),
            ("heads of --head", self.head.is_empty()),
            ("checkpoints of --note", self.note.is_empty()),
        ];
        options.into_iter().find(|(_, is_empty)| !is_empty).map(|(name, _)| name)
    }
}

/// What players kept, read.
#[derive(Default)]
struct Papers {
    packets: Vec<Held>,
    reports: Vec<(String, String)>,
    receipts: Vec<(String, String)>,
    heads: Vec<String>,
    notes: Notes,
}

/// Runs `sealord audit`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let Named { dirs, is_list } = shared.places.named(&args.dirs)?;
    if let Some(given) = args.kept.given().filter(|_| is_list) {
        let option = given.rsplit(' ').next().unwrap_or_default();
        let mend = format!("audit one folder at a time with {option}");
        return Err(MatchFault::no(format!("the {given} belong to one match"), mend));
    }
    let papers = papers(&args.kept)?;
    if let ([dir], false) = (dirs.as_slice(), is_list) {
        let (findings, noted) = one(shared, dir, &papers)?;
        if shared.json {
            let mut found = value(&findings)?;
            if !noted.is_empty() {
                found["notes"] = noted.into();
            }
            print_json(&found)?;
        }
        return Ok(ExitCode::Done);
    }
    many(shared, &dirs)
}

/// That the journal holds what packets quote.
fn quoted(packets: usize) -> String {
    match packets {
        1 => "the journal has what the packet quotes".to_owned(),
        many => format!("the journal has what {many} packets quote"),
    }
}

/// Reads what players kept.
fn papers(kept: &Kept) -> Result<Papers, MatchFault> {
    let name = |path: &PathBuf| path.display().to_string();
    let held = |path: &PathBuf| {
        let (packet, text) = packet_text(path)?;
        Ok(Held { name: name(path), packet, text })
    };
    let text = |path: &PathBuf, words: fn(Vec<u8>) -> Option<String>| {
        let text = words(read(path, PAPER_LIMIT)?);
        let text = text.ok_or_else(|| MatchFault::Io(format!("{} is not UTF-8", path.display())))?;
        Ok((name(path), text))
    };
    Ok(Papers {
        packets: kept.packet.iter().map(held).collect::<Result<_, MatchFault>>()?,
        reports: kept
            .report
            .iter()
            .map(|path| text(path, |bytes| String::from_utf8(bytes).ok()))
            .collect::<Result<_, MatchFault>>()?,
        receipts: kept.receipt.iter().map(|path| text(path, letter)).collect::<Result<_, MatchFault>>()?,
        heads: kept.head.clone(),
        notes: Notes::read(kept)?,
    })
}

/// The words of a receipt: those of a mail, or of the file itself.
fn letter(bytes: Vec<u8>) -> Option<String> {
    #[cfg(feature = "mail")]
    {
        use crate::post::letters::{Letter, Limits};
        let mail = Letter::read(&bytes, &Limits::default()).ok();
        if let Some(mail) = mail.filter(|mail| mail.head.message_id.is_some()) {
            return Some(mail.contents.text);
        }
    }
    String::from_utf8(bytes).ok()
}

/// A journal to audit: that of a match folder, or the one in a proof with the other members.
pub struct Source {
    entries: Vec<Entry>,
    seed: Option<Seed>,
    archive: Option<Archive<fs_err::File>>,
    /// What a reader should know of it.
    notices: Vec<String>,
}

impl Source {
    /// Reads a match folder or a proof.
    ///
    /// # Errors
    /// If it cannot be read, or the chain of its journal does not hold.
    pub fn open(path: &Path) -> Result<Source, MatchFault> {
        if path.is_file() {
            if fs_err::metadata(path)?.len() > PACKED_LIMIT {
                let what = format!("{} is larger than {} MiB", path.display(), PACKED_LIMIT >> 20);
                return Err(MatchFault::no(
                    what,
                    "pack the unpacked files again with `zip`, which makes it smaller",
                ));
            }
            let archive = Archive::open(fs_err::File::open(path)?);
            let archive = archive.map_err(|what| MatchFault::Proof { entry: None, what })?;
            let entries = proof::entries(&archive)?;
            return Ok(Source { entries, seed: None, archive: Some(archive), notices: Vec::new() });
        }
        Source::of(&MatchDir::new(path))
    }

    /// The same of a match that may lie in a database.
    ///
    /// # Errors
    /// As [`Source::open`], and if the database is out of reach.
    pub fn at(shared: &Shared, path: &Path) -> Result<Source, MatchFault> {
        if path.is_file() { Source::open(path) } else { Source::of(&*shared.store(path)?) }
    }

    /// The same on one of several cores, each of which keeps what it has opened for its next match.
    ///
    /// # Errors
    /// As [`Source::at`].
    pub fn on_a_core(path: &Path) -> Result<Source, MatchFault> {
        thread_local! {
            // A connection is for one thread, and ends with the program: what closes one may be gone before.
            static PLACES: std::mem::ManuallyDrop<Places> = Default::default();
        }
        if path.is_file() {
            return Source::open(path);
        }
        PLACES.with(|places| Source::of(&*places.reading(path)?))
    }

    fn of(store: &dyn Store) -> Result<Source, MatchFault> {
        let found = store.read()?;
        files(&found)?;
        Ok(Source { entries: found.entries, seed: store.seed()?, archive: None, notices: found.notices })
    }

    /// The entries of the journal.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The umpire's secret, if it is at hand.
    pub fn seed(&self) -> Option<Seed> {
        self.seed.clone()
    }

    /// What a reader should know of it, one sentence each.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }
}

/// Audits a journal, and a proof with all its members; then does something with it.
///
/// # Errors
/// What fails first.
pub fn audited<T>(
    shared: &Shared,
    source: &Source,
    then: impl FnOnce(&Past<'_>, &Findings) -> Result<T, MatchFault>,
) -> Result<(T, Findings), MatchFault> {
    let mut notices = source.notices.clone();
    let result = judged(&shared.kit.rules(), source, &mut notices, then);
    notes(&notices);
    result
}

/// The same, with what a reader should know noted instead of said.
fn judged<T>(
    rules: &LayOut<'_>,
    source: &Source,
    notices: &mut Vec<String>,
    then: impl FnOnce(&Past<'_>, &Findings) -> Result<T, MatchFault>,
) -> Result<(T, Findings), MatchFault> {
    let findings = audit(&source.entries, source.seed.clone(), rules)?;
    let past = Past::new(&source.entries, source.seed.clone(), rules)?;
    if let Some(archive) = &source.archive {
        notices.extend(proof::compare(archive, &past, &findings)?);
    }
    Ok((then(&past, &findings)?, findings))
}

/// Audits one folder or proof. Gives what is to be said beside the findings, and these.
fn look(
    rules: &LayOut<'_>,
    source: &Source,
    notices: &mut Vec<String>,
    then: impl FnOnce(&Past<'_>, &Findings) -> Result<Vec<String>, MatchFault>,
) -> Result<(Vec<String>, Findings), MatchFault> {
    notices.extend(source.notices.iter().cloned());
    let (mut lines, findings) = judged(rules, source, notices, then)?;
    if let Some(archive) = &source.archive {
        lines.insert(
            0,
            format!("{} of the proof are what the journal gives", count(archive.names().count(), "file")),
        );
    }
    Ok((lines, findings))
}

/// What the audit of a folder finds, in words.
#[cfg(feature = "practice")]
pub fn verdict(shared: &Shared, dir: &Path) -> String {
    let mut notices = Vec::new();
    let look = |source| look(&shared.kit.rules(), &source, &mut notices, |_, _| Ok(Vec::new()));
    match Source::open(dir).and_then(look) {
        Ok((lines, findings)) => words(&findings, &lines),
        Err(fault) => super::shared::plain(&fault),
    }
}

/// Audits one folder or proof, and says what was found unless JSON is wanted. Gives what checkpoints are for
/// programs as well.
fn one(shared: &Shared, dir: &Path, papers: &Papers) -> Result<(Findings, Vec<Value>), MatchFault> {
    let (mut notices, mut noted) = (Vec::new(), Vec::new());
    let look = |source| {
        look(&shared.kit.rules(), &source, &mut notices, |past, findings| {
            let mut lines = compared(shared, past, papers)?;
            for (line, value) in papers.notes.compared(past.entries(), &findings.match_id)? {
                lines.push(line);
                noted.push(value);
            }
            Ok(lines)
        })
    };
    let found = Source::at(shared, dir).and_then(look);
    notes(&notices);
    let (lines, findings) = found?;
    if !shared.json {
        said(&findings, &lines)?;
    }
    Ok((findings, noted))
}

/// Compares a journal that was audited with what players kept of it; a line for each kind.
fn compared(shared: &Shared, past: &Past<'_>, papers: &Papers) -> Result<Vec<String>, MatchFault> {
    let mut lines = Vec::new();
    let entries = past.entries();
    papers.heads.iter().try_for_each(|words| head(entries, words))?;
    if !papers.heads.is_empty() {
        lines.push(format!("the journal has {}", count(papers.heads.len(), "noted head")));
    }
    for (name, text) in &papers.receipts {
        for found in receipt(entries, text, name)? {
            lines.push(receipted(name, &found));
        }
    }
    let found: Vec<Agreement> =
        papers.packets.iter().map(|held| packet(past, held)).collect::<Result<_, MatchFault>>()?;
    if let Some(first) = found.first() {
        lines.push(quoted(found.len()));
        lines.push(match first {
            Agreement::Quoted => "the rest was not compared: the dice seed is not disclosed yet".to_owned(),
            _ => "what it gives is the same, byte for byte".to_owned(),
        });
        let before = found.iter().filter(|&&found| found == Agreement::Before).count();
        if before > 0 {
            lines.push(format!(
                "{} an older program wrote without moves and cards; these were not compared",
                count(before, "packet")
            ));
        }
    }
    for (name, text) in &papers.reports {
        let found = report(past, &shared.kit.templates, text, name)?;
        lines.push(format!("{name} is the report of the {} as of entry {}", found.party, found.entry));
    }
    Ok(lines)
}

/// What the journal has of a receipt, in a line.
fn receipted(name: &str, found: &Receipted) -> String {
    let whose = found.party.map_or(String::new(), |party| format!(" of the {party}"));
    let exchange = found.exchange.unwrap_or_default();
    let short = &found.commitment.to_string()[..8];
    format!("{name}: {short}…{whose} for exchange {exchange} is entry {}: {}", found.entry, found.fate)
}

fn value(findings: &Findings) -> Result<Value, MatchFault> {
    serde_json::to_value(findings).map_err(|error| MatchFault::Bug(error.to_string()))
}

/// The remarks on one matter, those of an entry and an exchange on one line.
fn listed(remarks: &[Remark], matter: Option<Matter>) -> String {
    let of_it: Vec<&Remark> = remarks.iter().filter(|remark| Some(remark.what) == matter).collect();
    let together = of_it.chunk_by(|one, next| (one.entry, one.exchange) == (next.entry, next.exchange));
    let line = |group: &[&Remark]| {
        let parties: Vec<&str> = group.iter().map(|remark| remark.party.name()).collect();
        let Remark { entry, exchange, .. } = group[0];
        format!("    entry {entry}, exchange {exchange}: {}\n", list_and(&parties))
    };
    together.map(line).collect()
}

/// What was signed and countersigned, if anything was.
fn signatures(findings: &Findings) -> String {
    let mut text = String::new();
    if findings.signatures > 0 {
        text += &format!("  {} of players checked\n", count(findings.signatures, "signature"));
    }
    let keys: BTreeSet<&Key> = findings.witnesses.iter().map(|witness| &witness.key).collect();
    if !keys.is_empty() {
        let heads = count(findings.witnesses.len(), "countersigned head");
        text += &format!("  {heads} by {}\n", count(keys.len(), "key"));
    }
    for key in keys {
        let own = findings.witnesses.iter().filter(|witness| witness.key == *key);
        let (name, of): (Vec<&str>, Vec<String>) =
            own.map(|it| (it.name.as_str(), it.of.to_string())).unzip();
        text += &format!("    {}, entry {}: {key}\n", name[0], list_and(&of));
    }
    if findings.unchecked > 0 {
        let many = count(findings.unchecked, "signature");
        text += &format!("  {many} not checked: this build of sealord has no feature `signatures`\n");
    }
    text
}

/// How many files of staff officers were worked out anew, for people.
fn officers(findings: &Findings) -> String {
    match findings.officers {
        0 => String::new(),
        files => format!("  {} of staff officers worked out anew\n", count(files, "file")),
    }
}

/// The practice seed of a match that has one, for people.
fn practice_seed(findings: &Findings) -> String {
    findings.practice_seed.map_or_else(String::new, |number| {
        format!("  note: a practice seed, made from the number {number}: anybody can work out the dice\n")
    })
}

/// What was found in numbers, each with what is said of it.
fn counted(findings: &Findings) -> String {
    let mut text = String::new();
    for (number, what, matter) in [
        (findings.rulings, "ruling", None),
        (findings.declarations, "declaration", None),
        (findings.undone, "undo", None),
        (findings.protests, "protest", None),
        (findings.protests_ruled, "ruling on a protest", None),
        (findings.appeals, "appeal", None),
        (findings.defaults, "file by policy for missing orders", None),
        (findings.late, "file accepted after its deadline", Some(Matter::Late)),
        (findings.early, "file by policy before the deadline", Some(Matter::Early)),
        (findings.withdrawals, "withdrawal", Some(Matter::Withdrawal)),
        (
            findings.not_final,
            "file that was not final when its exchange was closed early",
            Some(Matter::NotFinal),
        ),
        (findings.by_umpire, "answers written by the umpire", Some(Matter::ByUmpire)),
        (findings.unopened, "commitment that was never opened", Some(Matter::Unopened)),
        (findings.undone_commitments, "commitment undone", Some(Matter::UndoneCommitment)),
        (findings.lone_salts, "dice by the salt of one side alone", Some(Matter::LoneSalt)),
        (
            findings.unsigned,
            "commitment or file not signed, though the match has a key of the side",
            Some(Matter::Unsigned),
        ),
        (
            findings.other_officers,
            "file of a staff officer of another edition, not worked out anew",
            Some(Matter::OtherOfficer),
        ),
    ] {
        if number > 0 {
            text += &format!("  note: {number} × {what}\n");
            text += &listed(&findings.remarks, matter);
        }
    }
    text
}

/// Prints what was found: as good news where every die was checked.
fn said(findings: &Findings, lines: &[String]) -> Result<(), MatchFault> {
    let verdict = if findings.dice_checked { Verdict::Good } else { Verdict::Careful };
    tell_done(&with_verdict(verdict, &words(findings, lines), paints_stdout()))
}

/// What was found, for people, with these lines at its end.
fn words(findings: &Findings, lines: &[String]) -> String {
    let verdict =
        if findings.dice_checked { "every result checks out" } else { "the record agrees with itself" };
    let mut text = format!("{}: {verdict}\n", findings.match_id);
    text += &format!(
        "  {}, {}, {}, {}\n",
        count(findings.entries as usize, "entry"),
        count(findings.exchanges as usize, "exchange"),
        count(findings.events, "event"),
        count(findings.rolls, "roll"),
    );
    text += &practice_seed(findings);
    text += &counted(findings);
    text += &officers(findings);
    text += &signatures(findings);
    if let Some(agreed) = &findings.agreed {
        text += &format!("  ended by agreement: {agreed}\n");
    }
    if let Some(decided) = &findings.decided {
        text += &format!("  ended early: {decided}\n");
    }
    if !findings.dice_checked {
        text += "  the dice seed is not disclosed yet: chain and hashes checked, dice and events not\n";
    }
    if !findings.over {
        text += "  the match is not over\n";
    }
    text += &format!("  head {}\n", findings.head);
    lines.iter().fold(text, |text, line| text + &format!("  {line}\n"))
}
