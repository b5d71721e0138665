//! Plays a case: answers its questions from its file, round by round, and plays again from the start with
//! more answers each time, as a match would; every round must tell again what the one before told.
//!
//! Nothing here judges what came of it.

use std::sync::Arc;

use super::case::Case;
use super::contract::Cases;
use super::expect::names;
use super::words::Until;
use crate::doctrine::Doctrine;
use crate::doctrine::compile::compile;
use crate::draft::{OrdersDraft, parse};
use crate::items::Words;
use crate::party::Party;
use crate::problem::Collector;
use crate::question::OpenQuestion;
use crate::system::{Flow, System};
use crate::table::book::{BookOf, OrderBook};
use crate::table::rolls::Script;
use crate::table::{Section, Table, Waiting, guard, in_order, judge};

/// More rounds than any case needs.
const MOST_ROUNDS: u32 = 400;

/// A question that was put.
pub struct Put {
    /// To whom.
    pub party: Party,
    /// The question.
    pub question: OpenQuestion,
    /// Whether the case had an answer, silence included.
    pub answered: bool,
}

/// What came of playing a case.
pub struct Outcome<S: System> {
    /// The position in the end.
    pub state: S::State,
    /// All events, battles before what followed them.
    pub events: Vec<S::Event>,
    /// What was told, step by step.
    pub steps: Vec<Vec<Section<S::Event>>>,
    /// Where in the sequence each step is.
    pub at: Vec<Words>,
    /// All questions, in the order in which they were put.
    pub put: Vec<Put>,
    /// What went wrong while it was played.
    pub wrong: Vec<String>,
    /// Dice that no roll used: the key, and how many.
    pub unused: Vec<(String, usize)>,
}

impl<S: System> Outcome<S> {
    /// True if the case was played as far as it says: nothing went wrong, and every question had an answer.
    pub fn is_whole(&self) -> bool {
        self.wrong.is_empty() && self.put.iter().all(|put| put.answered)
    }
}

/// One attempt to play to the end with the answers there are.
struct Attempt<S: System> {
    state: S::State,
    steps: Vec<Vec<Section<S::Event>>>,
    at: Vec<Words>,
    waiting: Vec<Waiting>,
    fault: Option<String>,
    unused: Vec<(String, usize)>,
}

/// Plays a case from its position.
pub fn play<S: Cases>(system: &S, start: &S::State, case: &Case<S>) -> Outcome<S> {
    let mut book = OrderBook::default();
    let mut put: Vec<Put> = Vec::new();
    let mut wrong = Vec::new();
    for (party, words) in case.doctrine.iter() {
        match doctrine(system, words) {
            Ok(doctrine) => book.enter_doctrine(0, party, doctrine),
            Err(what) => wrong.push(format!("doctrine of the {party}: {what}")),
        }
    }
    for (party, words) in case.battle_plans.iter() {
        match battle_plans(system, words) {
            Ok(file) => book.enter_plans(0, party, &Arc::new(file)),
            Err(what) => wrong.push(format!("battle plans of the {party}: {what}")),
        }
    }
    let mut before: Vec<Vec<Section<S::Event>>> = Vec::new();
    for round in 1..=MOST_ROUNDS {
        let attempt = attempt(system, start, &book, case);
        for (old, new) in before.iter().zip(&attempt.steps) {
            wrong.extend(guard(old, new).err().map(|divergence| divergence.to_string()));
        }
        wrong.extend(attempt.fault.clone());
        let mut all_answered = wrong.is_empty();
        for waiting in &attempt.waiting {
            all_answered &= answer(case, round, waiting, &mut book, &mut put, &mut wrong);
        }
        book.close(round);
        if attempt.waiting.is_empty() || !all_answered || round == MOST_ROUNDS {
            if round == MOST_ROUNDS {
                wrong.push("the questions do not end".to_owned());
            }
            let events = attempt.steps.iter().flat_map(|sections| in_order(sections)).cloned().collect();
            return Outcome {
                state: attempt.state,
                events,
                steps: attempt.steps,
                at: attempt.at,
                put,
                wrong,
                unused: attempt.unused,
            };
        }
        before = attempt.steps;
    }
    unreachable!("the last round returns")
}

/// Reads doctrine as an orders file would have it.
fn doctrine<S: System>(system: &S, words: &serde_json::Value) -> Result<Doctrine<S::Item>, String> {
    let text = format!("doctrine: {words}\n");
    let draft = parse("the case", text.as_bytes()).map_err(|problems| problems.render(&text, false))?;
    let draft = draft.doctrine.ok_or("it is empty")?;
    compile(system, &draft).map_err(|problems| problems[0].what.clone())
}

/// Reads battle plans as an orders file would have them.
fn battle_plans<S: System>(system: &S, words: &serde_json::Value) -> Result<OrdersDraft, String> {
    let text = format!("battle-plans: {words}\n");
    let file = parse("the case", text.as_bytes()).map_err(|problems| problems.render(&text, false))?;
    let mut problems = Collector::new();
    let draft = file.battle_plans.as_ref().ok_or("they are empty")?;
    let (_, spelled) = system.battle_plans(draft, &mut problems).ok_or("the game has none")?;
    match (problems.finish().iter().next(), spelled.first()) {
        (None, None) => Ok(file),
        (Some(problem), _) => Err(problem.what.clone()),
        // A case is read as a journal is.
        (None, Some(it)) => Err(format!("write {} for {}", it.ids.join(", "), it.said)),
    }
}

fn attempt<S: Cases>(system: &S, start: &S::State, book: &BookOf<S>, case: &Case<S>) -> Attempt<S> {
    let script = Script::new(case.dice.clone());
    let mut attempt: Attempt<S> = Attempt {
        state: start.clone(),
        steps: Vec::new(),
        at: Vec::new(),
        waiting: Vec::new(),
        fault: None,
        unused: Vec::new(),
    };
    let mut consumed = 0;
    loop {
        let standing = system.standing(&attempt.state);
        let mut table = Table::new(system, attempt.state.clone(), book, &script, consumed);
        let result = system.step(&mut table);
        let run = table.finish();
        attempt.steps.push(run.sections);
        attempt.at.push(standing.clone());
        attempt.waiting = run.waiting;
        attempt.state = run.state;
        consumed = run.consumed;
        let over = match result {
            Ok(flow) => {
                attempt.fault = system.broken_invariant(&attempt.state);
                let last = match &case.until {
                    None => !system.goes_on(start, &attempt.state),
                    Some(until) => until.is(&standing.id),
                };
                let over = flow == Flow::Over;
                let missed = over && !last && matches!(case.until, Some(Until::Phase(..)));
                if missed && attempt.fault.is_none() {
                    attempt.fault = Some("the match is over before what stands under `until`".to_owned());
                }
                over || attempt.fault.is_some() || last
            }
            Err(halt) => {
                attempt.fault = halt.into_fault().map(|fault| fault.to_string());
                true
            }
        };
        if over {
            attempt.unused = script.unused();
            return attempt;
        }
    }
}

/// Enters the case's answer to a question. Gives false if there is none or it is refused.
fn answer<S: Cases>(
    case: &Case<S>,
    round: u32,
    waiting: &Waiting,
    book: &mut BookOf<S>,
    put: &mut Vec<Put>,
    wrong: &mut Vec<String>,
) -> bool {
    let Waiting { party, question, .. } = waiting;
    let given = case.answers.of(*party).into_iter().flatten().find(|(key, _)| names(key, &question.key));
    let silent = given.map_or(case.silence, |(_, answer)| answer.is_silence());
    let answered = given.is_some() || silent;
    let again = put.iter().any(|put| put.party == *party && put.question.key == question.key);
    if again {
        wrong.push(format!("{} stays open after its answer", question.key));
        return false;
    }
    put.push(Put { party: *party, question: question.clone(), answered });
    book.open(round, *party, &question.key);
    if silent {
        if !question.has_default_answer() {
            wrong.push(format!("{} cannot be answered by silence", question.key));
        }
        return question.has_default_answer();
    }
    let Some((_, answer)) = given else { return false };
    let draft = answer.draft(&question.key);
    if let Err(problems) = judge::answer(question, &draft) {
        let problems: Vec<&str> = problems.iter().map(|problem| problem.what.as_str()).collect();
        wrong.push(format!("the answer to {} is refused: {}", question.key, problems.join("; ")));
        return false;
    }
    book.enter(round, *party, [draft]);
    true
}
