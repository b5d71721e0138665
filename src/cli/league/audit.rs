//! `sealord league audit`: everything that follows from a club's records, worked out again.

use fs_err as fs;
use league::audit::{Beside, Findings, audit, sealed};
use league::book::Book;
use league::cases;
use league::state::KnownCase;
use serde_json::json;

use super::ClubArgs;
use crate::cli::Outcome;
use crate::cli::shared::{Shared, notes, print_json, read, tell_good};
use crate::matches::MatchFault;
use crate::problem::{ExitCode, count};
use crate::proof::PACKED_LIMIT;

/// Work out every pairing, side and result of a club again from its book
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    club: ClubArgs,
    /// Play every match again from its proof, too
    #[arg(long)]
    proofs: bool,
}

/// Runs `sealord league audit`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let book = Book::read(&args.club.club)?;
    notes(book.notices());
    let dir = book.dir().join("proofs");
    let rules = shared.kit.rules();
    let proof = |word: &str| -> Result<Option<Vec<u8>>, MatchFault> {
        let path = dir.join(format!("{word}.zip"));
        if !fs::exists(&path)? {
            return Ok(None);
        }
        read(&path, PACKED_LIMIT).map(Some)
    };
    let seed = |event: &str| book.draw_seed(event);
    let case = |case: &KnownCase| {
        cases::read(&args.club.club, case)?;
        let docket = cases::docket_of(&args.club.club, &book.league, &case.match_id)?;
        let of = (case.match_id.as_str(), case.protest, case.rule.as_str());
        let fits = docket.map_or(Ok(()), |docket| cases::fits(&docket, of));
        fits.map_err(|what| MatchFault::Proof { entry: Some(case.entry), what })
    };
    let beside = Beside { seed: &seed, case: &case, proofs: args.proofs.then_some((&rules, &proof as _)) };
    let findings = audit(book.entries(), &beside)?;
    sealed(book.dir())?;
    match shared.json {
        true => print_json(&json!({ "ok": true, "findings": findings }))?,
        false => tell_good(&words(&findings, args.proofs))?,
    }
    Ok(ExitCode::Done)
}

fn words(it: &Findings, with_proofs: bool) -> String {
    let mut text =
        format!("the book of {} holds: {}, head {}\n", it.club, count(it.entries as usize, "entry"), it.head);
    text += &format!(
        "  {}, {} legal and the cheapest\n",
        count(it.events, "event"),
        count(it.pairings, "pairing")
    );
    if it.by_hand > 0 {
        text += &format!("  {} made by hand, legal as far as the book says\n", count(it.by_hand, "pairing"));
    }
    if it.lots_open > 0 {
        text += &format!("  {} of which the lot is not disclosed yet\n", count(it.lots_open, "pairing"));
    }
    text += &format!("  sides of {} follow from bids and lots\n", count(it.seats, "board"));
    if it.panels > 0 {
        text += &format!("  {} drawn as the lots fall\n", count(it.panels, "panel"));
    }
    text += &format!("  {}, {} signed\n", count(it.results, "result"), it.signatures);
    if it.witnesses > 0 {
        text += &format!("  {} of the book countersigned\n", count(it.witnesses, "head"));
    }
    if it.cases > 0 {
        text += &format!("  {} with the files that the book names\n", count(it.cases, "case"));
    }
    match with_proofs {
        true => text += &format!("  {} played again from their proofs\n", count(it.proofs, "result")),
        false => text += "  no proof was played again; --proofs does that\n",
    }
    text
}
