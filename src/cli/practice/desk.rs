//! The match behind the pages: what is shown, and orders that come in. Each request opens the match, does
//! what it wants and lets the match go, so between two of them other commands can look at it, and a process
//! that is killed leaves nothing half done that the next one does not complete.

use std::path::{Path, PathBuf};

use hyper::StatusCode;
use serde_json::json;

use super::guard::Wanted;
use super::pages;
use crate::cli::shared::{Shared, plain};
use crate::cli::{audit, replay};
use crate::digest::Salt;
use crate::kit::shown_then;
use crate::matches::folder::MatchDir;
use crate::matches::publish::{is_published, publish_recorded};
use crate::matches::{Host, MatchFault, Submission};
use crate::party::Party;
use crate::report::{Composer, Format, Lore, compose, render};
use crate::trust::Trust;

/// What a request is answered.
pub(super) struct Reply {
    pub status: StatusCode,
    pub kind: &'static str,
    pub body: String,
}

const PAGE: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";

/// A match in which one side is played on pages, and staff officers play the others.
pub(super) struct Desk<'s> {
    shared: &'s Shared,
    dir: PathBuf,
    party: Party,
    match_id: String,
    /// The path below which the pages are.
    path: String,
    hints: bool,
    /// What the audit found, once the match is over.
    verdict: Option<String>,
}

impl<'s> Desk<'s> {
    /// Takes the match of a folder, and completes what an earlier process left undone.
    ///
    /// # Errors
    /// If people play several of its sides, or it is sealed before it travels.
    pub(super) fn open(
        shared: &'s Shared,
        dir: &Path,
        path: String,
        hints: bool,
    ) -> Result<Desk<'s>, MatchFault> {
        let host = rested(shared, dir)?;
        let settings = &host.game.settings;
        let mut own = host.game.parties().iter().filter(|party| !settings.is_officer(**party));
        let (Some(&party), None, Trust::Umpire) = (own.next(), own.next(), settings.trust) else {
            let what = format!("{} is no match of one player against staff officers", settings.match_id);
            return Err(MatchFault::no(what, "begin one with `sealord practice SYSTEM`"));
        };
        let match_id = settings.match_id.clone();
        Ok(Desk { shared, dir: dir.to_owned(), party, match_id, path, hints, verdict: None })
    }

    pub(super) fn match_id(&self) -> &str {
        &self.match_id
    }

    /// The side that is played on the pages.
    pub(super) fn party(&self) -> Party {
        self.party
    }

    /// Shows a page.
    pub(super) fn shown(&mut self, wanted: &Wanted) -> Reply {
        let made = match wanted {
            Wanted::Now | Wanted::Orders => self.now(),
            Wanted::Report(exchange) => self.report(Some(*exchange)),
            Wanted::Last => self.report(None),
            Wanted::Replay => self.replay(),
        };
        made.map(|body| Reply { status: StatusCode::OK, kind: PAGE, body }).unwrap_or_else(|fault| {
            let status = match fault {
                MatchFault::No { .. } => StatusCode::NOT_FOUND,
                _ => StatusCode::INTERNAL_SERVER_ERROR,
            };
            Reply { status, kind: "text/plain; charset=utf-8", body: plain(&fault) + "\n" }
        })
    }

    /// Takes orders, resolves the exchange, and says where the page is that shows what came of them.
    pub(super) fn orders(&mut self, orders: &[u8]) -> Reply {
        let (status, body) = match self.take(orders) {
            Ok(said) => (StatusCode::OK, json!({"taken": true, "said": said, "next": self.path})),
            Err(fault) => (StatusCode::UNPROCESSABLE_ENTITY, json!({"taken": false, "said": plain(&fault)})),
        };
        Reply { status, kind: JSON, body: body.to_string() }
    }

    fn take(&self, orders: &[u8]) -> Result<String, MatchFault> {
        let mut host = rested(self.shared, &self.dir)?;
        let submission = Submission::unsigned("your orders", orders);
        let receipt = host.receive(submission, Some(self.party), Salt::random()?)?;
        drop(host);
        // What was received stands; the exchange is closed as by whoever asks for the next page.
        rested(self.shared, &self.dir)?;
        Ok(format!("Your orders for exchange {} were taken.", receipt.exchange))
    }

    /// Where the match stands: the page for orders, or the end.
    fn now(&mut self) -> Result<String, MatchFault> {
        let host = rested(self.shared, &self.dir)?;
        let kit = &self.shared.kit;
        if host.game.is_over() {
            if self.verdict.is_none() {
                self.verdict = Some(audit::verdict(self.shared, &self.dir));
            }
            return pages::end(kit, &host.game, self.party, self.verdict.as_deref().unwrap_or_default());
        }
        let packet = host.packet(self.party)?;
        let banner = pages::banner(kit, &host.game, &packet, self.hints)?;
        let page = match packet.asked {
            true => {
                let arena = kit.systems.system(&packet.system)?.arena;
                let desk = format!("{}orders", self.path);
                let composer = Composer {
                    asks: &packet,
                    player: None,
                    leads: true,
                    lore: &Lore::of(&*host.game.rules, arena),
                    mail: None,
                    desk: Some(&desk),
                };
                compose(&kit.templates, &packet, &composer)?
            }
            false => render(&kit.templates, &packet, Format::Html)?,
        };
        Ok(pages::with(page, &banner))
    }

    /// The report of an exchange, or the newest.
    fn report(&self, exchange: Option<u32>) -> Result<String, MatchFault> {
        let kit = &self.shared.kit;
        let packet = match exchange {
            Some(exchange) => shown_then(&kit.rules(), &MatchDir::new(&self.dir), exchange, self.party)?,
            None => rested(self.shared, &self.dir)?.packet(self.party)?,
        };
        let page = render(&kit.templates, &packet, Format::Html)?;
        Ok(pages::with(page, &pages::way_back(kit, exchange.is_some())?))
    }

    /// All of the match once it is over; before that, what the player knows.
    fn replay(&self) -> Result<String, MatchFault> {
        let is_over = rested(self.shared, &self.dir)?.game.is_over();
        replay::of_match(self.shared, &self.dir, (!is_over).then_some(self.party))
    }
}

/// The match at rest: what is recorded is published, and nothing is open that nobody is waited for.
fn rested(shared: &Shared, dir: &Path) -> Result<Host, MatchFault> {
    let mut host = shared.host(dir)?;
    let store = shared.kit.dir(dir);
    let templates = &shared.kit.templates;
    if !is_published(&store, &host) || host.game.officers_alone() {
        publish_recorded(&store, &mut host, templates)?;
    }
    while host.game.open && host.game.waits_for(&shared.kit.now())?.is_none() {
        host.resolve(false)?;
        publish_recorded(&store, &mut host, templates)?;
    }
    Ok(host)
}
