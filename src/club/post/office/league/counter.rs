//! What the office does for its secretary, for one letter.

use std::path::Path;

use crate::kit::{Kit, open_reader};
use crate::matches::note::{Note, Voice};
use crate::matches::publish::{publish_earlier, publish_recorded};
use crate::matches::record::Judged;
use crate::matches::{EarlyEnd, MatchFault, Settings, Store};
use crate::post::keys::CodeWord;
use crate::post::office::inbox::Incoming;
use crate::post::office::player::own_words;
use crate::post::office::state::{Fact, Office, OfficeContext};
use crate::proof::of_match;
use crate::secretary::{LeagueMatch, LeagueOffice, MatchOffice};
use engine::adjudicator::Adjudicator;
use engine::digest::Digest;
use engine::party::Party;
use engine::problem::quote;

/// The mark under which the note of a league stands in the journal of a match.
const NOTE: &str = "league";
/// Options that a league gives itself; a template may say the same, and nothing else.
const OWN: [&str; 3] = ["--system", "--scenario", "--match"];

/// The office, as far as it serves a secretary with one letter.
pub(super) struct Counter<'o> {
    pub(super) kit: &'o Kit,
    pub(super) context: &'o mut OfficeContext,
    pub(super) incoming: &'o Incoming,
    /// Who writes.
    pub(super) from: &'o str,
    /// The writer's code words.
    pub(super) codes: [CodeWord; 2],
}

impl Counter<'_> {
    /// Where a match is kept whose folder the league names.
    fn store(&self, folder: &Path) -> Box<dyn Store> {
        self.context.yard.open(&folder.to_string_lossy())
    }
}

impl LeagueOffice for Counter<'_> {
    fn own_words(&self, words: &str) -> Result<String, MatchFault> {
        if self.codes.iter().any(|code| code.is_in(words)) {
            let mend = "write it on a line of its own: \"code: …\"";
            return Err(MatchFault::no("your code word stands in the words", mend));
        }
        let from = self.from.to_owned();
        let person = self.context.settings.umpires().find(|person| person.writes_from(&from)).cloned();
        let all = person.iter().flat_map(|it| std::iter::once(&it.address).chain(&it.also));
        let secrets = self.context.heard(all.chain([&from]))?;
        own_words(words.to_owned(), &self.incoming.letter, &secrets, &self.context.settings.address)
    }

    fn token(&self, of: &[&str]) -> String {
        let mut parts: Vec<&[u8]> = vec![b"sealord/league/v1\0", &self.context.desk_secret];
        parts.extend(of.iter().flat_map(|part| [part.as_bytes(), b"\0"]));
        Digest::of_parts(&parts).to_string()[..8].to_owned()
    }

    fn stop(&mut self, folder: &Path, why: &str) -> Result<(), MatchFault> {
        let store = self.store(folder);
        if !store.is_begun() {
            let what = format!("{} is not in the office's folder", folder.display());
            return Err(MatchFault::no(what, "begin the panel at the machine that has the match"));
        }
        let mut host = self.kit.host(&*store)?;
        match host.game.is_over() {
            true => Ok(()),
            false => host.stop_for_panel(why).map(drop),
        }
    }

    fn award(
        &mut self,
        folder: &Path,
        (to, by): (Option<&str>, Judged),
        why: &str,
    ) -> Result<bool, MatchFault> {
        let store = self.store(folder);
        if !store.is_begun() {
            return Ok(false);
        }
        let mut host = self.kit.host(&*store)?;
        let (end, store) = (EarlyEnd::Judged(to, by), store.limited(self.context.keep));
        if !host.has_ended_so(end, why) {
            publish_earlier(&*store, &host, &self.context.templates)?;
            host.end_early(end, why)?;
            publish_recorded(&*store, &mut host, &self.context.templates)?;
        }
        Ok(true)
    }

    fn proof(&self, folder: &Path) -> Result<Option<Vec<u8>>, MatchFault> {
        let store = self.store(folder);
        let rules = self.kit.rules();
        if !store.is_begun() || !open_reader(&*store)?.game(&rules)?.is_over() {
            return Ok(None);
        }
        of_match(&rules, &*store).map(Some)
    }

    fn lay_out(&self, settings: &Settings) -> Result<Box<dyn Adjudicator>, MatchFault> {
        self.kit.rules()(settings)
    }
}

impl MatchOffice for Counter<'_> {
    fn can_begin(&self, plan: &LeagueMatch) -> Result<(), MatchFault> {
        options(self.context, plan).map(drop)
    }

    fn begin(&mut self, plan: &LeagueMatch) -> Result<Digest, MatchFault> {
        begin(self.kit, self.context, plan)
    }
}

impl MatchOffice for Office<'_> {
    fn can_begin(&self, plan: &LeagueMatch) -> Result<(), MatchFault> {
        options(&self.context, plan).map(drop)
    }

    fn begin(&mut self, plan: &LeagueMatch) -> Result<Digest, MatchFault> {
        begin(self.kit, &mut self.context, plan)
    }
}

/// Begins a match of a league, and fills its seats.
fn begin(kit: &Kit, context: &mut OfficeContext, plan: &LeagueMatch) -> Result<Digest, MatchFault> {
    let seats = seats(plan)?;
    let options = options(context, plan)?;
    let word = plan.folder.to_string_lossy();
    let store = context.yard.begin(&word)?;
    if !store.is_begun() {
        kit.begin(&*store, &word, &options)?;
    }
    let mut host = kit.host(&*store)?;
    if !host.noted(NOTE) {
        host.note(Note {
            from: Some(Voice::Umpire),
            words: plan.note.clone(),
            exchange: host.game.exchange(),
            letter: NOTE.to_owned(),
            ..Note::default()
        })?;
    }
    let genesis = host.game.genesis;
    drop(host);
    let sides = seats.iter().map(|(party, ..)| *party).collect();
    let begun = Fact::Begun { folder: plan.folder.clone(), template: plan.template.clone(), sides };
    context.register.record(begun, context.now)?;
    for (party, name, address) in seats {
        let (folder, instead_of) = (plan.folder.clone(), String::new());
        let seat = Fact::Seat { folder, party, name, address, instead_of };
        context.register.record(seat, context.now)?;
    }
    Ok(genesis)
}

/// The seats of a plan by party.
fn seats(plan: &LeagueMatch) -> Result<Vec<(Party, String, String)>, MatchFault> {
    let seat = |(side, name, address): &(String, String, String)| {
        let party = Party::parse(side).ok_or_else(|| MatchFault::Bug(format!("{side} is no side")))?;
        Ok((party, name.clone(), address.clone()))
    };
    plan.seats.iter().map(seat).collect()
}

/// The options of a plan's template with those of the league.
///
/// # Errors
/// If there is no such template, or it does not fit the league's event.
fn options(context: &OfficeContext, plan: &LeagueMatch) -> Result<Vec<String>, MatchFault> {
    let Some(template) = context.settings.templates.get(&plan.template) else {
        let what = format!("office.yaml has no template {}", quote(&plan.template));
        return Err(MatchFault::no(what, "add it under `templates`"));
    };
    merged(&template.options, plan)
}

/// What both name is taken once.
///
/// # Errors
/// If a template says something else than the league, or gives a side to the staff officer.
fn merged(template: &[String], plan: &LeagueMatch) -> Result<Vec<String>, MatchFault> {
    let no = |option: &str| {
        let what = format!("the template {} has the option {}", quote(&plan.template), quote(option));
        MatchFault::no(what, "take it out of the template: the event decides that")
    };
    let mut options = plan.options.clone();
    let mut rest = template.iter();
    while let Some(option) = rest.next() {
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (option.as_str(), None),
        };
        if ["--officer", "--key"].contains(&name) {
            return Err(no(option));
        }
        if !OWN.contains(&name) {
            options.push(option.clone());
            continue;
        }
        let value = value.or_else(|| rest.next().cloned()).unwrap_or_default();
        let own = plan.options.iter().position(|it| it == name).and_then(|at| plan.options.get(at + 1));
        if own != Some(&value) {
            return Err(no(&format!("{name} {value}")));
        }
    }
    Ok(options)
}
