//! What a faction sees: every piece and box lies openly on the table (SK-9.4-1); of declared facts all but those that are
//! veiled.

use serde::Serialize;

use super::Schiffskrieg;
use super::board::BaseId;
use super::calendar::Turn;
use super::event::Event;
use super::faction::Faction;
use super::facts::{Declared, Facts, Standing, Value, Veil};
use super::luck::Holders;
use super::markers::MarkerState;
use super::pieces::Counter;
use super::state::{Battle, Clock, Due, Mission, Score, Sea, SupportUnit, UnitState};
use crate::party::Party;
use crate::system::{Chapter, News};
use crate::table::Note;

/// All that a party may know.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// Whose it is.
    pub side: Party,
    /// The turn, in words.
    pub turn: String,
    /// Every piece that is in play, by its id.
    pub pieces: Vec<Piece>,
    /// Support units.
    pub support: Vec<SupportUnit>,
    /// The battle that is fought.
    pub battle: Option<Battle>,
    /// What is to be done, in order.
    pub due: Vec<Due>,
    /// Where the match stands.
    pub clock: Option<Clock>,
    /// What the side has ordered and not yet done, in its order; of the others' orders nothing is seen.
    pub orders: Vec<Mission>,
    /// Points by faction and map.
    pub score: Score,
    /// The ports off which a landing has scored, with the turn.
    pub landed: Vec<(BaseId, Turn)>,
    /// Markers on the maps, on tracks and in Force Pools.
    pub markers: Vec<MarkerState>,
    /// Who has the Luck markers.
    pub luck: Holders,
    /// Facts, as they are written, and how often they were declared.
    pub facts: Vec<FactSeen>,
    /// What was told.
    pub story: Vec<Told>,
}

/// A piece.
#[derive(Clone, Debug, Serialize)]
pub struct Piece {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it is.
    pub place: String,
    /// The rest of its state.
    pub state: UnitState,
}

/// A fact.
#[derive(Clone, Debug, Serialize)]
pub struct FactSeen {
    /// Its name with what it is about.
    pub fact: String,
    /// What it says; nothing where that is hidden, and only how many where that is known.
    pub value: Option<serde_json::Value>,
}

/// A part of the story.
#[derive(Clone, Debug, Serialize)]
pub struct Told {
    /// Where in the sequence.
    pub title: String,
    /// What happened.
    pub lines: Vec<Event>,
}

impl View {
    /// What a party sees of a position and of what was told.
    pub fn of(system: &Schiffskrieg, sea: &Sea, party: Party, news: News<'_, Schiffskrieg>) -> View {
        let Sea {
            facts,
            units,
            support,
            battle,
            due,
            clock,
            orders,
            score,
            markers,
            raided: _,
            luck,
            landed,
        } = sea;
        let piece = |(counter, state): (&Counter, &UnitState)| Piece {
            id: counter.id.clone(),
            name: counter.name.clone(),
            place: system.place_words(state.place),
            state: *state,
        };
        let faction = Faction::of(party.side());
        let seen = |it: &Standing| fact(system, faction, it);
        let chapter = |chapter: &Chapter<'_, Schiffskrieg>| {
            let notes = chapter.sections.iter().flat_map(|section| &section.notes);
            let lines = notes.filter_map(|note| {
                if let Note::Event(event) = note { told(system, faction, event) } else { None }
            });
            Told { title: chapter.at.name.clone(), lines: lines.collect() }
        };
        View {
            side: party,
            turn: system.turn(sea).to_string(),
            pieces: system.counters.0.iter().zip(units).map(piece).collect(),
            support: support.clone(),
            battle: battle.clone(),
            due: due.clone(),
            clock: *clock,
            orders: if clock.is_some_and(|clock| Some(clock.faction) == faction) {
                orders.clone()
            } else {
                Vec::new()
            },
            score: *score,
            landed: landed.clone(),
            markers: markers.clone(),
            luck: *luck,
            facts: facts.standing().iter().map(seen).collect(),
            story: news.chapters.iter().map(chapter).collect(),
        }
    }
}

fn fact(system: &Schiffskrieg, faction: Option<Faction>, standing: &Standing) -> FactSeen {
    let declared = &standing.declared;
    let veil = veil(system, faction, declared);
    let value = serde_json::to_value(&declared.value).ok();
    let count = match &declared.value {
        Value::List(list) => Some(serde_json::Value::from(list.len())),
        _ => None,
    };
    FactSeen {
        fact: system.reader().words(declared.fact, &declared.of),
        value: match veil {
            None => value,
            Some(Veil::Count) => count,
            Some(Veil::UntilShown) => None,
        },
    }
}

fn veil(system: &Schiffskrieg, faction: Option<Faction>, declared: &Declared) -> Option<Veil> {
    match faction {
        Some(faction) => Facts::veil(&system.facts, declared, faction, |_| false),
        None => system.facts.of(declared.fact).secret,
    }
}

/// What a faction is told of an event: all but declarations of what is veiled from it, and what another has ordered.
fn told(system: &Schiffskrieg, faction: Option<Faction>, event: &Event) -> Option<Event> {
    // What is passed over was never done: it is its owner's business.
    if let Event::Ordered { faction: whose, .. } | Event::ThingBegan { faction: whose, void: Some(_), .. } =
        event
        && Some(*whose) != faction
    {
        return None;
    }
    let Event::Declared { facts } = event else { return Some(event.clone()) };
    let open = facts.iter().filter(|it| veil(system, faction, it).is_none());
    let facts: Vec<_> = open.cloned().collect();
    (!facts.is_empty()).then_some(Event::Declared { facts })
}
