//! The form that goes back with a refusal: what of the refused file could be read stands in it, and beside
//! what could not be, it says why.

use super::check::answered;
use super::form::{Said, Sent, said_form};
use super::respell::Ground;
use engine::draft::battle::write_battle_plans;
use engine::draft::group::write_groups;
use engine::draft::plan::write_plans;
use engine::draft::write::write_doctrine;
use engine::draft::{OrdersDraft, parse_into};
use engine::problem::{Collector, Problem, Problems};
use engine::question::OpenQuestion;
use engine::table::judge::limits;
use engine::view::Packet;

/// The form for a packet, filled in with all that a refused file legally gives to somebody, and with its
/// problems where they belong. `problems` are those of the file, with lines of `bytes`; `doctrine` stands in
/// the form if the file brings none that can be read.
///
/// Gives nothing if no answer of the file can be told from another: the blank form serves as well.
pub fn mended_form(
    packet: &Packet,
    doctrine: Option<&str>,
    bytes: &[u8],
    problems: &Problems,
) -> Option<String> {
    let mut unread = Collector::new();
    let draft = parse_into("", bytes, &mut unread)?;
    let questions = || packet.questions.iter().chain(&packet.ahead);
    if !draft.answers.iter().any(|answer| questions().any(|question| question.key == answer.key.text)) {
        return None;
    }
    let ground = Ground::of(packet).with(draft.groups.as_ref());
    let kept = |question: &OpenQuestion| {
        let blank = Said::new(&question.key);
        let Some(answer) = draft.answers.iter().find(|it| it.key.text == question.key) else { return blank };
        let (choice, order) = answered(question, &ground, answer);
        Said { choice: limits::filled_as_far_as_said(question, &choice), order, ..blank }
    };
    let mut said: Vec<Said> = questions().map(kept).collect();
    let mut elsewhere = Vec::new();
    for problem in problems.iter() {
        let words = words(problem);
        let about = match part_of(&draft, problem) {
            Some(Part::Answer(key)) => said.iter_mut().find(|it| it.key == key),
            _ => None,
        };
        match about {
            Some(about) => about.amiss.push(words),
            None => elsewhere.push(words),
        }
    }
    let sound = |part: Part<'_>| !problems.iter().any(|problem| part_of(&draft, problem) == Some(part));
    let own = draft.doctrine.as_ref().filter(|_| sound(Part::Doctrine));
    let own = own.map(write_doctrine);
    let kept = |text: String, part: Part<'_>| match sound(part) {
        true => text,
        // A plan that is taken out unseen would leave those in force that it was to replace.
        false => text.lines().map(|line| format!("# {line}\n")).collect(),
    };
    let plans = draft.plans.as_ref().map(|plans| kept(write_plans(plans), Part::Plans));
    let battle = |plans| {
        let lines: String = write_battle_plans(plans).lines().map(|line| format!("  {line}\n")).collect();
        kept(format!("battle-plans:\n{lines}"), Part::BattlePlans)
    };
    let battle_plans = draft.battle_plans.as_ref().map(battle);
    let groups = draft.groups.as_ref().map(|groups| kept(write_groups(groups), Part::Groups));
    let groups = groups.as_deref();
    let sent = Sent { draft: &draft, groups, plans: plans.as_deref(), battle_plans: battle_plans.as_deref() };
    Some(said_form(packet, own.as_deref().or(doctrine), &sent, &said, &elsewhere))
}

/// A part of a file in which something may be wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part<'d> {
    /// The answer with this key.
    Answer(&'d str),
    Plans,
    BattlePlans,
    Doctrine,
    Groups,
}

/// The part of a file in whose lines a problem lies: the last that begins before it.
fn part_of<'d>(draft: &'d OrdersDraft, problem: &Problem) -> Option<Part<'d>> {
    let at = problem.place.as_ref()?.start;
    let answers = draft.answers.iter().map(|answer| (answer.key.spot.start, Part::Answer(&answer.key.text)));
    let plans = draft.plans.iter().map(|plans| (plans.spot.start, Part::Plans));
    let battle = draft.battle_plans.iter().map(|plans| (plans.spot.start, Part::BattlePlans));
    let doctrine = draft.doctrine.iter().map(|doctrine| (doctrine.spot.start, Part::Doctrine));
    let groups = draft.groups.iter().map(|groups| (groups.spot.start, Part::Groups));
    let parts =
        answers.chain(plans).chain(battle).chain(doctrine).chain(groups).filter(|(start, _)| *start <= at);
    parts.max_by_key(|(start, _)| *start).map(|(_, part)| part)
}

/// A problem on one line, with the line of the file that was sent.
fn words(problem: &Problem) -> String {
    let line = problem.place.as_ref().map(|place| format!("line {} of your file: ", place.line));
    let mend = problem.mend.as_ref().map(|mend| format!(" ({})", mend.trim_end_matches('.')));
    format!("{}{}{}", line.unwrap_or_default(), problem.what.trim_end_matches('.'), mend.unwrap_or_default())
}
