//! Case law: every ruling that became a case, with its words and the case as text.

use club::matches::MatchFault;
use club::matches::protest::{FiledProtest, ProtestRuling};
use serde::Serialize;

use super::Press;
use super::places::Link;
use crate::cases;
use crate::state::KnownCase;

/// What the page can name.
#[derive(Serialize)]
pub(super) struct CasesPage<'p> {
    site: &'p str,
    club: &'p str,
    cases: Vec<CaseText<'p>>,
}

/// A case.
#[derive(Serialize)]
struct CaseText<'p> {
    name: &'p str,
    rule: &'p str,
    system: &'p str,
    match_id: &'p str,
    /// The page of the match, where the site shows it.
    page: Option<Link>,
    protest: u32,
    /// Whose protest it was, and of which exchange; nothing without the proof of the match.
    filed: Option<String>,
    /// `upheld` or `denied`; nothing where the umpire did not rule, or without the proof.
    ruling: Option<&'static str>,
    /// The umpire's words.
    words: Option<String>,
    is_gap: bool,
    sha256: String,
    entry: u64,
    text: String,
}

/// Makes the page.
///
/// # Errors
/// If the file of a case is missing or is another than the book names.
pub(super) fn cases<'p>(press: &'p Press<'_>) -> Result<CasesPage<'p>, MatchFault> {
    let all = press.league.cases.iter().map(|case| of(press, case));
    Ok(CasesPage { site: press.site, club: &press.league.club, cases: all.collect::<Result<_, _>>()? })
}

fn of<'p>(press: &'p Press<'_>, case: &'p KnownCase) -> Result<CaseText<'p>, MatchFault> {
    let archive = press.proofs.get(&case.match_id);
    let docket = archive.map(|archive| cases::docket_in(archive)).transpose()?;
    let filed = docket.as_ref().and_then(|docket| docket.find(case.protest).ok());
    let ruled = filed.and_then(|filed| filed.ruled.as_ref());
    let begun = press.league.board_of(&case.match_id).and_then(|(_, board)| board.begun.as_ref());
    let page = begun.and_then(|(_, genesis)| press.shown(genesis));
    Ok(CaseText {
        name: &case.name,
        rule: &case.rule,
        system: press.system(&case.system),
        match_id: &case.match_id,
        page: page.map(|page| Link { href: format!("../{page}"), name: case.match_id.clone() }),
        protest: case.protest,
        filed: filed.map(FiledProtest::in_words),
        ruling: ruled.map(|it| ProtestRuling { protest: case.protest, upheld: it.upheld }.word()),
        words: ruled.map(|it| it.reasons.clone()),
        is_gap: case.is_gap,
        sha256: case.sha256.to_string(),
        entry: case.entry,
        text: cases::read(press.office, case)?,
    })
}
