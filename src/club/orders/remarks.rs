//! What the check and the receipt say of legal orders beyond the answers themselves: what was ordered and
//! what is left to the default, what may not be meant, what plans and doctrine they bring.

use std::collections::BTreeSet;

use super::check::Understood;
use super::plan::outlook;
use engine::draft::spelling::Spelled;
use engine::problem::{count, quote};
use engine::question::{Limit, OpenQuestion, Picks};
use engine::view::Packet;

/// One line for each remark, warnings first.
pub fn remarks(packet: &Packet, understood: &Understood) -> Vec<String> {
    let mut lines = Vec::new();
    let answers = understood.answers.iter();
    let answers: Vec<(&OpenQuestion, &Picks)> =
        answers.filter_map(|(key, picks)| Some((packet.question(key)?, picks))).collect();
    for (question, picks) in &answers {
        let amiss = overfull(question, &picks.choice).chain(short_of(question, &picks.choice));
        let amiss = amiss.chain(in_vain(question, &picks.choice));
        lines.extend(amiss.map(|it| format!("warning: {it}")));
    }
    for ((question, picks), (_, silent)) in answers.iter().zip(&understood.silent) {
        if !silent.is_empty() {
            lines.push(ordered(question, picks, silent));
        }
    }
    lines.extend(spelled(understood));
    match understood.plans.as_ref().map(|plans| plans.plans.as_slice()) {
        Some([]) => lines.push("plans: none from now on".to_owned()),
        Some(plans) => {
            let numbered = plans.iter().zip(1..);
            lines.extend(numbered.map(|(plan, number)| outlook(packet, number, plan)));
        }
        None => {}
    }
    match understood.battle_plans.as_deref() {
        Some([]) => lines.push("battle plans: none from now on".to_owned()),
        Some(plans) => lines.push(format!("battle plans: {}", plans.join("; "))),
        None => {}
    }
    match understood.doctrine.as_deref() {
        Some([]) => lines.push("doctrine: none from now on".to_owned()),
        Some(kinds) => {
            let staff = if understood.is_staff_doctrine { "staff " } else { "" };
            lines.push(format!("{staff}doctrine for: {}", kinds.join(", ")));
            lines.extend(by_hand(packet, kinds));
        }
        None => {}
    }
    lines
}

/// What words of orders were read for, a line each.
pub fn spelled(understood: &Understood) -> impl Iterator<Item = String> {
    understood.spelled.iter().map(read_as)
}

/// So many ids are listed for a word; more are counted.
const LISTED: usize = 12;

/// What a word was read for, as in "`all CA` is read as exeter, ajax".
fn read_as(Spelled { said, ids, .. }: &Spelled) -> String {
    let more = ids.len().saturating_sub(LISTED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{} is read as {}{more}", quote(said), ids[..ids.len().min(LISTED)].join(", "))
}

/// The kinds of doctrine that wait until the party sends nothing.
fn by_hand(packet: &Packet, kinds: &[String]) -> Option<String> {
    let whole = |kind: &&String| packet.by_hand.iter().any(|it| it == kind.split('@').next().unwrap_or(kind));
    let named: Vec<&str> = kinds.iter().filter(whole).map(String::as_str).collect();
    (!named.is_empty()).then(|| {
        format!("in this match {} is decided by hand: doctrine answers only if you do not", named.join(", "))
    })
}

/// Where more subjects chose an option than it has room for, as in `batavia: 20 ships, room for 1 (RULE)`.
pub(super) fn overfull(question: &OpenQuestion, choice: &[u16]) -> impl Iterator<Item = String> {
    question.limits.iter().filter_map(|limit| {
        let Limit::Room { option, count: room, what, rule } = limit else { return None };
        let here = choice.iter().filter(|&chosen| chosen == option).count();
        let id = question.options[*option as usize].spoken();
        (here > usize::from(*room)).then(|| format!("{id}: {}, room for {room} ({rule})", count(here, what)))
    })
}

/// Where fewer subjects chose an option than it should have, as in `batavia: 1 ship, at least 3 wanted
/// (RULE)`.
pub(super) fn short_of(question: &OpenQuestion, choice: &[u16]) -> impl Iterator<Item = String> {
    question.limits.iter().filter_map(|limit| {
        let Limit::Wanted { option, count: wanted, who, what, rule } = limit else { return None };
        let counts = |subject: usize| who.is_empty() || who.iter().any(|&it| usize::from(it) == subject);
        let here = choice.iter().enumerate().filter(|&(at, chosen)| chosen == option && counts(at)).count();
        let id = question.options[*option as usize].spoken();
        (here < usize::from(*wanted))
            .then(|| format!("{id}: {}, at least {wanted} wanted ({rule})", count(here, what)))
    })
}

/// What subjects attempt in vain, as in `jp-bb-yamato → midway: the roll cannot succeed (RULE)`.
fn in_vain(question: &OpenQuestion, choice: &[u16]) -> impl Iterator<Item = String> {
    question.limits.iter().filter_map(|limit| {
        let Limit::Vain { who, options, what, rule } = limit else { return None };
        let chosen = |&&at: &&u16| choice.get(usize::from(at)).is_some_and(|option| options.contains(option));
        let line = |&at: &u16| {
            let option = &question.options[usize::from(choice[usize::from(at)])];
            format!("{} → {}", question.subjects[usize::from(at)].id, option.spoken())
        };
        let lines: Vec<String> = who.iter().filter(chosen).map(line).collect();
        (!lines.is_empty()).then(|| format!("{}: {what} ({rule})", lines.join(", ")))
    })
}

/// What a file orders in an answer, and how many it leaves to the default.
fn ordered(question: &OpenQuestion, picks: &Picks, silent: &[u16]) -> String {
    let left: BTreeSet<u16> = silent.iter().copied().collect();
    let said: Vec<u16> = picks.order.iter().copied().filter(|at| !left.contains(at)).collect();
    let first = match said.len() {
        0 => "nothing ordered".to_owned(),
        many => format!("{many} ordered: {}", by_option(question, picks, &said)),
    };
    let rest = by_option(question, picks, silent);
    format!("{}: {first}; {} not, left to the default: {rest}", question.key, silent.len())
}

/// Subjects with the options that they take, option by option.
fn by_option(question: &OpenQuestion, picks: &Picks, subjects: &[u16]) -> String {
    let mut by_option: Vec<(u16, Vec<&str>)> = Vec::new();
    for &at in subjects {
        let (option, id) = (picks.choice[at as usize], question.subjects[at as usize].id.as_str());
        match by_option.iter_mut().find(|(known, _)| *known == option) {
            Some((_, ids)) => ids.push(id),
            None => by_option.push((option, vec![id])),
        }
    }
    let group = |(option, ids): &(u16, Vec<&str>)| {
        let more = ids.len().saturating_sub(LISTED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let some = ids[..ids.len().min(LISTED)].join(", ");
        format!("{some}{more} → {}", question.options[*option as usize].spoken())
    };
    by_option.iter().map(group).collect::<Vec<_>>().join("; ")
}
