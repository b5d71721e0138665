//! `sealord statement`

use std::path::{Path, PathBuf};

use league::book::{Book, has_book};
use serde_json::json;

use super::Outcome;
use super::shared::{ORDERS_LIMIT, Shared, print, print_json, read};
use crate::kit::open_reader;
use crate::matches::MatchFault;
use crate::matches::folder::is_begun;
use crate::problem::ExitCode;
use crate::seal::Sealed;
use crate::seal::commitment::Commitment;
use crate::signature::statement::{Act, Countersigned, Match, Promise, Vote};
use crate::signature::{NAMESPACE, WITNESS};

/// Print the text that is signed for a commitment, a withdrawal, a vote or a countersigned head
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Write it into a file (> FILE), sign that with `ssh-keygen -Y sign -f KEY -n sealord FILE` (a head: \
                        -n sealord-witness), and send FILE.sig to the umpire; with a head, FILE as well."
)]
pub struct Args {
    /// What is signed
    #[arg(value_enum)]
    pub what: What,
    /// The sealed file; its SHA-256 with --packet; the vote with --packet; or, for a head, a packet or a
    /// match folder, or a club's for its book
    pub of: PathBuf,
    /// The packet of the exchange, for a vote, or for a commitment or a withdrawal of which you have only the
    /// SHA-256
    #[arg(long, short, value_name = "FILE")]
    pub packet: Option<PathBuf>,
}

/// What can be signed beside a sealed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum What {
    /// A promise of a sealed file
    Commitment,
    /// Taking back what was promised or sent
    Withdrawal,
    /// The newest journal entry and its hash
    Head,
    /// A vote to concede or for a draw, as in `vote "concede yes" --packet FILE`
    Vote,
}

/// Runs `sealord statement`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let (text, namespace) = match args.what {
        What::Head if args.packet.is_some() => {
            let mend = "write `sealord statement head PACKET`";
            return Err(MatchFault::usage("a head needs no --packet beside it", mend));
        }
        What::Head => (head(shared, &args.of)?.to_string(), WITNESS),
        What::Vote => (vote(shared, &args)?.to_string(), NAMESPACE),
        What::Commitment => (promise(shared, Act::Commit, &args)?.to_string(), NAMESPACE),
        What::Withdrawal => (promise(shared, Act::Withdraw, &args)?.to_string(), NAMESPACE),
    };
    if shared.json {
        print_json(&json!({ "statement": text, "namespace": namespace }))?;
    } else {
        print(&text)?;
    }
    Ok(ExitCode::Done)
}

/// What is promised or taken back: a sealed file says all of it, a bare hash needs a packet beside it.
fn promise(shared: &Shared, act: Act, args: &Args) -> Result<Promise, MatchFault> {
    let Some(packet) = &args.packet else {
        let sealed = Sealed::parse(&read(&args.of, ORDERS_LIMIT)?);
        let sealed = sealed.map_err(|fault| MatchFault::no(fault.to_string(), fault.mend()))?;
        let header = sealed.header();
        let (of, commitment) = (Match::of(header), sealed.commitment());
        return Ok(Promise { act, of, exchange: header.exchange, party: header.party, commitment });
    };
    let commitment = args.of.to_str().and_then(|hex| Commitment::parse(hex).ok());
    let commitment = commitment.ok_or_else(|| {
        let mend = "write the 64 hex digits of the receipt, or leave out --packet and name the sealed file";
        MatchFault::usage(format!("{} is no SHA-256", args.of.display()), mend)
    })?;
    let packet = shared.packet_file(packet)?;
    let of = Match { id: packet.match_id, genesis: packet.genesis };
    Ok(Promise { act, of, exchange: packet.exchange, party: packet.party, commitment })
}

/// A vote in the exchange of a packet, which quotes the newest head that the voter knows.
fn vote(shared: &Shared, args: &Args) -> Result<Vote, MatchFault> {
    let words = args.of.to_str().and_then(Vote::parse);
    let (concede, yes) = words.ok_or_else(|| {
        let mend = "write \"concede yes\", \"concede no\", \"draw yes\" or \"draw no\"";
        MatchFault::usage(format!("{} is no vote", args.of.display()), mend)
    })?;
    let Some(packet) = &args.packet else {
        let what = "a vote needs the packet of the open exchange beside it";
        return Err(MatchFault::usage(what, "add --packet FILE"));
    };
    let packet = shared.packet_file(packet)?;
    let of = Match { id: packet.match_id, genesis: packet.genesis };
    let (exchange, party, head) = (packet.exchange, packet.party, packet.verify.head);
    Ok(Vote { of, exchange, party, concede, yes, head })
}

/// The newest head that the reader of a packet knows, or that a journal or a club's book has.
fn head(shared: &Shared, of: &Path) -> Result<Countersigned, MatchFault> {
    if has_book(of) && !is_begun(of) {
        let book = Book::read(of)?;
        let head = book.head();
        return Ok(book.league.countersigned(head.number, head.hash));
    }
    if shared.is_match(of) {
        let reader = open_reader(&*shared.store(of)?)?;
        let (game, head) = (reader.game(&shared.kit.rules())?, reader.head());
        return Ok(Countersigned { of: game.as_match(), entry: head.number, hash: head.hash });
    }
    let packet = shared.packet_file(of)?;
    let of = Match { id: packet.match_id, genesis: packet.genesis };
    Ok(Countersigned { of, entry: packet.verify.entry, hash: packet.verify.head })
}
