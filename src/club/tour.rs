//! TOUR: a match from its first moment to its last, as one page. What one side knew follows from its packets,
//! or from the views that the journal leads to; everything is shown only of a match that is over.

use std::collections::BTreeSet;

use serde::de::IgnoredAny;
use serde_json::Value;

use crate::matches::salts;
use crate::matches::visible_head;
use crate::matches::{Exchange, Game, MatchFault, record};
use crate::report::Templates;
use crate::report::replay::{About, Dice, Moment, Reel, Salts, UNSHOWN, Whose};
use engine::adjudicator::record::{Resolved, Ruling};
use engine::adjudicator::{Adjudicator, Part};
use engine::dice::Seed;
use engine::entry::{Entry, Kind};
use engine::party::Party;
use engine::systems::Systems;
use engine::table::{Note, Roll};
use engine::view::{OF_THE_FIRST, Packet, Verify, union};

/// All that is shown of a match that is over.
pub struct Tour {
    /// The page of everything that happened.
    pub page: String,
    /// The chart of its last position, as an SVG file.
    pub position: String,
}

/// Everything that happened in a match that is over.
///
/// # Errors
/// If the match goes on, the journal makes no sense, or a template is wrong.
pub fn of_all(
    templates: &Templates,
    entries: &[Entry],
    mut rules: Box<dyn Adjudicator>,
    seed: Option<Seed>,
) -> Result<Tour, MatchFault> {
    rules.keep_latest();
    if !entries.iter().any(|entry| entry.header().kind == Kind::Ended) {
        return Err(under_way());
    }
    let about = rules.about();
    let (word, first) = (about.title.id, about.parties.first().map(|party| party.side()));
    let first = first.ok_or_else(|| MatchFault::Bug("nobody plays".to_owned()))?;
    let mut reel = Reel::new(templates, word, Whose::All(first))?;
    let (mut used, mut last) = (BTreeSet::new(), Value::Null);
    let unwanted = [&UNSHOWN[..], &OF_THE_FIRST].concat();
    let game = Game::tour(rules, entries, seed, |game, told| {
        let seen = |(place, party): (usize, &Party)| {
            let unwanted = if place == 0 { &UNSHOWN[..] } else { &unwanted };
            Ok((party.side(), game.view_without(*party, Part::Latest, unwanted)?))
        };
        let views = game.parties().iter().enumerate().map(seen).collect::<Result<Vec<_>, MatchFault>>()?;
        let rolls = told.iter().map(|entry| rolls(entry)).collect::<Result<Vec<_>, _>>()?.concat();
        used.extend(rolls.iter().map(|roll| roll.exchange));
        let time = told.last().map(|entry| entry.header().time.as_str());
        last = union(views);
        Ok(reel.add(&Moment { exchange: game.exchange(), time, view: &last, rolls: &rolls })?)
    })?;
    // An undo may have taken the end back.
    if !game.is_over() || !game.disclosed {
        return Err(under_way());
    }
    let (number, hash) = entries.last().map_or((0, game.genesis), |it| (it.header().number, it.hash()));
    let dice = game.seed.as_ref().map(|seed| Dice {
        seed: seed.to_hex(),
        exchanges: game.exchanges.iter().filter(|it| used.contains(&it.number)).map(salted).collect(),
    });
    let position = reel.picture(&last)?;
    Ok(Tour { page: finish(reel, &game, (number, hash), dice)?, position })
}

fn under_way() -> MatchFault {
    MatchFault::no(
        "the match is under way: shown whole, it would give away what its sides do not know of each other",
        "give --side for what one of them knows, or wait for the end",
    )
}

/// The page of what one party of a match was shown.
///
/// # Errors
/// If the party does not play, the journal makes no sense, or a template is wrong.
pub fn of_party(
    templates: &Templates,
    entries: &[Entry],
    mut rules: Box<dyn Adjudicator>,
    party: Party,
) -> Result<String, MatchFault> {
    rules.keep_latest();
    let word = rules.about().title.id;
    let mut reel = Reel::new(templates, word, Whose::Party(party))?;
    let game = Game::tour(rules, entries, None, |game, _| {
        let view = game.view_without(party, Part::Latest, &UNSHOWN)?;
        Ok(reel.add(&Moment { exchange: game.exchange(), time: None, view: &view, rolls: &[] })?)
    })?;
    let head = visible_head(entries, party)?;
    finish(reel, &game, (head.number, head.hash), None)
}

/// The page of what a party was shown, from its packets in any order. One that only goes on where another
/// stopped takes its place: it was sent again, or the match waited for a table.
///
/// # Errors
/// If there are none, they are not all of one match and party, one is damaged, or a template is wrong.
pub fn of_packets(
    systems: Systems,
    templates: &Templates,
    mut packets: Vec<Packet>,
) -> Result<String, MatchFault> {
    packets.sort_by_key(|packet| (packet.exchange, packet.over, packet.verify.entry));
    packets.dedup_by(|next, before| {
        let same = (next.exchange, next.over) == (before.exchange, before.over);
        // Or it says no more than that an end was agreed.
        let agreed = next.over && next.exchange == before.exchange && next.view == before.view;
        let again = agreed || same && goes_on(&before.view, &next.view);
        if again {
            std::mem::swap(next, before);
        }
        again
    });
    let Some(last) = packets.last() else {
        return Err(MatchFault::no(
            "there are no packets",
            "name the folder with the .json files of the reports",
        ));
    };
    let whose = |packet: &Packet| (packet.genesis, packet.party);
    if let Some(other) = packets.iter().find(|packet| whose(packet) != whose(last)) {
        let what = match other.genesis == last.genesis {
            true => format!("there are packets of the {} and of the {}", other.party, last.party),
            false => format!("there are packets of two matches, {} and {}", other.match_id, last.match_id),
        };
        return Err(MatchFault::no(
            what,
            "give --side, or put the packets of one side and match into a folder",
        ));
    }
    let mut reel = Reel::new(templates, &last.system, Whose::Party(last.party))?;
    let mut newest = None;
    for packet in &packets {
        // What a packet shows came of the exchange before the one that it opens, except of a match that waits
        // after it.
        let opens = !packet.over && newest.replace(packet.exchange) != Some(packet.exchange);
        let exchange = packet.exchange.saturating_sub(u32::from(opens));
        reel.add(&Moment { exchange, time: None, view: &packet.view, rolls: &[] })?;
    }
    Ok(reel.finish(&About {
        match_id: &last.match_id,
        system_name: systems.system(&last.system).map_or(last.system.as_str(), |it| it.title.name),
        edition: last.edition,
        genesis: last.genesis,
        over: last.over,
        agreed: last.agreed.as_deref(),
        standing: &last.standing,
        practice_seed: last.practice_seed,
        officers: &last.officers,
        verify: &last.verify,
        dice: None,
    })?)
}

/// Whether a view tells all that another tells, and perhaps more.
fn goes_on(before: &Value, next: &Value) -> bool {
    let told = |view: &Value| view["story"].as_array().cloned().unwrap_or_default();
    told(next).starts_with(&told(before))
}

fn finish(
    reel: Reel<'_>,
    game: &Game,
    (entry, head): (u64, engine::digest::Digest),
    dice: Option<Dice>,
) -> Result<String, MatchFault> {
    let settings = &game.settings;
    let agreed = game.agreed_words();
    let standing = game.rules.standing().name;
    Ok(reel.finish(&About {
        match_id: &settings.match_id,
        system_name: game.rules.about().title.name,
        edition: settings.edition,
        genesis: game.genesis,
        over: game.is_over(),
        agreed: agreed.as_deref(),
        standing: &standing,
        practice_seed: settings.practice_seed.is_some(),
        officers: &settings.officers,
        verify: &Verify {
            entry,
            head,
            seed_commitment: settings.seed_commitment,
            data: settings.data.clone(),
        },
        dice,
    })?)
}

/// The salts of an exchange, in the order in which they are hashed.
fn salted(exchange: &Exchange) -> Salts {
    let mut all = salts(exchange);
    all.sort_unstable();
    Salts {
        number: exchange.number,
        salts: all.into_iter().map(|(party, salt)| (party.id(), salt.to_string())).collect(),
    }
}

/// The dice that an entry records, in their order.
fn rolls(entry: &Entry) -> Result<Vec<Roll>, MatchFault> {
    type Told = Resolved<IgnoredAny>;
    let told: Told = match entry.header().kind {
        Kind::Ruling | Kind::Declaration => record::body::<Ruling<IgnoredAny, Told>>(entry)?.resolved,
        _ => record::body(entry)?,
    };
    let notes = told.steps.into_iter().flat_map(|step| step.sections).flat_map(|section| section.notes);
    Ok(notes.filter_map(|note| if let Note::Roll(roll) = note { Some(roll) } else { None }).collect())
}
