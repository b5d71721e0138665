//! A system whose rules are one function, and what the laws of the table ask of it.

use sealord::condition::Conditions;
use sealord::items::{Items, Types};
use sealord::system::{
    Advice, BattlePlanning, Declarations, Events, Plans, Rules, Rulings, StandingOrders, Views,
};

use serde::{Deserialize, Serialize};

use sealord::condition::{Asked, Clause, Ratio};
use sealord::driver::{Checkpoint, Progress, Stop, advance};
use sealord::items::Words;
use sealord::party::Party;
use sealord::question::{Ask, QuestionKind};
use sealord::rules::two_sided::{PARTIES, SIDES};
use sealord::side::Side;
use sealord::system::{Flow, News};
use sealord::table::book::BookOf;
use sealord::table::{DiceSource, Step, Table};
use sealord::tags::Tags;

use crate::laws::play::{draft_of, entry};

/// A system whose rules are one function.
pub struct Toy(pub fn(&mut Table<'_, Toy>) -> Step<()>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Told(pub String);

impl Types for Toy {
    type State = Vec<String>;
    type Event = Told;
    type Item = u8;
}

impl Rules for Toy {
    fn id(&self) -> &'static str {
        "toy"
    }

    fn edition(&self) -> u32 {
        1
    }

    fn sides(&self) -> &'static [Side] {
        SIDES
    }

    fn parties(&self) -> &'static [Party] {
        PARTIES
    }

    fn opening(&self) -> Vec<String> {
        Vec::new()
    }

    fn step(&self, table: &mut Table<'_, Toy>) -> Step<Flow> {
        (self.0)(table).map(|()| Flow::Over)
    }

    fn standing(&self, _: &Vec<String>) -> Words {
        Words::default()
    }

    fn broken_invariant(&self, _: &Vec<String>) -> Option<String> {
        None
    }
}

impl Events for Toy {
    fn apply(&self, state: &mut Vec<String>, event: &Told) {
        state.push(event.0.clone());
    }

    fn fits(&self, _: &Told) -> Option<String> {
        None
    }
}

impl Items for Toy {
    fn words(&self, _: &Self::State, item: u8) -> Words {
        Words { id: format!("n{item}"), name: format!("number {item}"), note: String::new() }
    }

    fn tags(&self, _: u8) -> Tags {
        Tags::NONE
    }

    fn tag_words(&self) -> &'static [&'static str] {
        &[]
    }

    fn find(&self, _: &str) -> Option<u8> {
        None
    }

    fn kinds(&self) -> &'static [QuestionKind] {
        &[]
    }
}

impl Conditions for Toy {
    /// So much was told, or the question has this end.
    fn holds(&self, told: &Vec<String>, asked: &Asked<'_, u8>, clause: &Clause<u8>) -> bool {
        match clause.word {
            "told" => told.len() >= usize::from(clause.number),
            end => asked.key.ends_with(end),
        }
    }
}

impl Rulings for Toy {
    fn ruling(&self, _: &str, _: &str) -> Result<Told, String> {
        Err("no rulings".into())
    }

    fn changes(&self) -> &'static str {
        ""
    }
}

impl Declarations for Toy {}

impl Views for Toy {
    type View = ();

    fn view(&self, _: &Vec<String>, _: Party, _: News<'_, Toy>) {}
}

impl StandingOrders for Toy {}

impl Plans for Toy {}

impl BattlePlanning for Toy {}

impl Advice for Toy {}

pub fn clause(word: &'static str, number: u16) -> Clause<u8> {
    Clause { word, choice: "", what: None, ratio: Ratio::default(), number, at: None }
}

/// Dice that show the exchange they came from.
pub struct Plain;

impl DiceSource for Plain {
    fn faces(&self, exchange: u32, _: &str, count: usize) -> Result<Vec<u8>, String> {
        Ok(vec![exchange as u8; count])
    }
    fn shuffle(&self, _: u32, _: &str, count: usize) -> Result<Vec<usize>, String> {
        Ok((0..count).rev().collect())
    }
}

/// A question with the options 0 to 2 for subject 0; silence means 0.
pub fn ask(key: &str) -> Ask<u8, u8> {
    let mut ask = Ask::new("toy", key.into(), "R", "Choose".into());
    let options = (0..3).map(|n| ask.option(n)).collect();
    let set = ask.set(options);
    ask.subject(0, set, Some(0));
    ask
}

pub fn tell(table: &mut Table<'_, Toy>, what: &str, answer: &[(u8, u8)]) -> Step<()> {
    table.record(Told(format!("{what} {}", answer[0].1)))
}

pub type Book = BookOf<Toy>;

pub fn answer(book: &mut Book, exchange: u32, party: Party, key: &str, option: u8) {
    book.enter(exchange, party, [draft_of(key, vec![entry("n0", &format!("n{option}"))])]);
}

pub fn run(toy: &Toy, book: &Book) -> Result<Progress<Toy>, Stop> {
    advance(toy, &Checkpoint::opening(toy), book, &Plain)
}

pub fn waiting(progress: &Progress<Toy>) -> Vec<(Party, &str)> {
    progress.waiting.iter().map(|it| (it.party, it.question.key.as_str())).collect()
}
