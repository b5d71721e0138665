//! The smallest system that has cases: once a turn the Axis fires one die at a ship, and sinks it with a 5 or
//! a 6.

use sealord::condition::Conditions;
use sealord::items::{Items, Types};
use sealord::system::{
    Advice, BattlePlanning, Declarations, Events, Plans, Rules, Rulings, StandingOrders, Views,
};
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use sealord::conformance::{Cases, Findings, Nothing, Outcome};
use sealord::fields::{Field, Listed};
use sealord::games::{Games, GamesFault};
use sealord::items::Words;
use sealord::party::Party;
use sealord::question::{Ask, QuestionKind};
use sealord::rules::ledger::{Entry, Ledger};
use sealord::rules::two_sided::{PARTIES, SIDES, party};
use sealord::rules::{Choices, MatchOption, Rulebook, Scenario};
use sealord::side::Side;
use sealord::system::{Flow, News};
use sealord::table::{Step, Table};
use sealord::tags::Tags;

/// The ships' ids.
#[derive(Clone)]
pub struct Duel(Vec<String>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sea {
    turn: u8,
    afloat: Vec<bool>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    Fired { ship: usize, die: u8, sunk: bool },
    TurnEnded,
}

impl Types for Duel {
    type State = Sea;
    type Event = Event;
    type Item = usize;
}

impl Rules for Duel {
    fn id(&self) -> &'static str {
        Duel::ID
    }

    fn edition(&self) -> u32 {
        1
    }

    fn sides(&self) -> &'static [Side] {
        &SIDES[..1]
    }

    fn parties(&self) -> &'static [Party] {
        &PARTIES[..1]
    }

    fn opening(&self) -> Sea {
        Sea { turn: 1, afloat: vec![true; self.0.len()] }
    }

    fn step(&self, table: &mut Table<'_, Duel>) -> Step<Flow> {
        let turn = table.state().turn;
        let mut ask: Ask<usize, usize> =
            Ask::new("target", format!("t{turn}/target/axis"), "DUEL-1", "Fire at".into());
        let afloat = (0..self.0.len()).filter(|&ship| table.state().afloat[ship]);
        let options = afloat.map(|ship| ask.option(ship)).collect();
        let set = ask.set(options);
        ask.subject(self.0.len(), set, None);
        let ship = table.ask(party::AXIS, &ask)?[0].1;
        let die = table.roll(format!("t{turn}/{}", self.0[ship]), 1)?[0];
        table.record(Event::Fired { ship, die, sunk: die > 4 })?;
        table.record(Event::TurnEnded)?;
        Ok(if turn == 3 { Flow::Over } else { Flow::Next })
    }

    fn standing(&self, state: &Sea) -> Words {
        Words { id: format!("t{}/fire", state.turn), ..Words::default() }
    }

    fn broken_invariant(&self, _: &Sea) -> Option<String> {
        None
    }
}

impl Events for Duel {
    fn apply(&self, state: &mut Sea, event: &Event) {
        match event {
            Event::Fired { ship, sunk, .. } => state.afloat[*ship] &= !sunk,
            Event::TurnEnded => state.turn += 1,
        }
    }

    fn fits(&self, _: &Event) -> Option<String> {
        None
    }
}

impl Items for Duel {
    fn words(&self, _: &Self::State, item: usize) -> Words {
        let id = self.0.get(item).map_or("gunner", String::as_str);
        Words { id: id.to_owned(), name: id.to_owned(), note: String::new() }
    }

    fn tags(&self, _: usize) -> Tags {
        Tags::NONE
    }

    fn tag_words(&self) -> &'static [&'static str] {
        &[]
    }

    fn find(&self, word: &str) -> Option<usize> {
        self.0.iter().position(|id| id == word)
    }

    fn kinds(&self) -> &'static [QuestionKind] {
        &[]
    }
}

impl Conditions for Duel {}

impl Rulings for Duel {
    fn ruling(&self, _: &str, _: &str) -> Result<Event, String> {
        Err("no rulings".into())
    }

    fn changes(&self) -> &'static str {
        ""
    }
}

impl Declarations for Duel {}

impl Views for Duel {
    type View = Vec<String>;

    fn view(&self, state: &Sea, _: Party, _: News<'_, Duel>) -> Vec<String> {
        self.0.iter().zip(&state.afloat).filter(|(_, afloat)| **afloat).map(|(id, _)| id.clone()).collect()
    }
}

impl StandingOrders for Duel {}

impl Plans for Duel {}

impl BattlePlanning for Duel {}

impl Advice for Duel {}

impl Rulebook for Duel {
    const SIDES: &'static [Side] = SIDES;
    const PARTIES: &'static [Party] = PARTIES;
    const OPTIONS: &'static [MatchOption] = &[];
    const ID: &'static str = "duel";
    const NAME: &'static str = "Duel";
    const EDITION: u32 = 1;
    const PREFIX: &'static str = "DUEL-";
    const CHANGES: &'static str = "";

    fn scenarios(_: &Games) -> Result<Vec<Scenario>, GamesFault> {
        Ok(Vec::new())
    }
    fn load(_: &Games, wanted: &str, _: &Choices) -> Result<Duel, GamesFault> {
        Err(GamesFault::NoScenario { wanted: wanted.to_owned(), known: Vec::new() })
    }
    fn scenario(&self) -> &str {
        ""
    }
    fn points(&self, state: &Sea, _: Side) -> i32 {
        state.afloat.iter().filter(|afloat| !**afloat).count() as i32
    }
    fn winner(&self, _: &Sea) -> Option<Side> {
        None
    }
}

/// Every ship, and whether it is afloat.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Given {
    ships: BTreeMap<String, bool>,
}

const SHIP: Field<Duel> = Field::Id(|duel, at| duel.0.get(at).cloned(), |duel, id| duel.ship(id).map(drop));

impl Duel {
    fn ship(&self, id: &str) -> Result<usize, String> {
        self.find(id).ok_or_else(|| format!("there is no ship `{id}`"))
    }
}

impl Cases for Duel {
    type Given = Given;
    type Expected = Nothing;
    type Sight = Nothing;
    type Shipped = ();
    type At = String;

    const EVENTS: Listed<Duel> =
        &[("fired", &[("ship", SHIP), ("die", Field::Face), ("sunk", Field::Flag)]), ("turn-ended", &[])];
    const PASSED_OVER: &'static [&'static str] = &["turn-ended"];

    fn is_phase(word: &str) -> bool {
        word == "fire"
    }
    fn lay_out(_: &Games, (): &mut (), given: &Given) -> Result<(Duel, Sea), String> {
        let afloat = given.ships.values().copied().collect();
        Ok((Duel(given.ships.keys().cloned().collect()), Sea { turn: 1, afloat }))
    }
    fn at(&self, state: &Sea, id: &str) -> Result<String, String> {
        self.ship(id).map(|ship| if state.afloat[ship] { "afloat" } else { "sunk" }.to_owned())
    }
    fn judge(&self, _: &Given, _: &Nothing, _: &Sea, _: &Outcome<Duel>, _: &mut Findings) {}
    fn look(&self, _: Party, _: &Nothing, _: &Vec<String>, _: &mut Findings) {}
    fn is_named(&self, name: &str) -> bool {
        self.find(name).is_some()
    }
    fn kind(&self, word: &str) -> Option<&'static str> {
        self.find(word).map(|_| "ship")
    }
    fn could_ask(&self, key: &str) -> Result<(), String> {
        let known = key.ends_with("target/axis");
        known.then_some(()).ok_or_else(|| format!("`{key}` is asked nowhere"))
    }
    fn ledger(_: &Games) -> Result<Ledger, GamesFault> {
        let text = String::new;
        let (id, title) = ("DUEL-1".to_owned(), "Gunfire".to_owned());
        let entry = Entry { id, title, kind: text(), gist: text(), test: text(), ruling: None, values: None };
        Ledger::of(Duel::ID, vec![entry])
    }
}
