//! Orders are read and checked for a packet, by the player's tools and the umpire's alike, and said back.

use super::MatchFault;
use crate::adjudicator::Adjudicator;
use crate::orders::team::Part;
use crate::orders::words::in_words;
use crate::orders::write::write_answer_with_names;
use crate::orders::{OrdersDraft, check, parse_into, plan, remarks};
use crate::problem::Collector;
use crate::view::Packet;

/// What a receipt says of orders.
#[derive(Default)]
pub(super) struct Meaning {
    pub text: String,
    pub words: String,
    pub remarks: Vec<String>,
    pub left_open: Vec<String>,
    pub is_final: bool,
    pub until_deadline: bool,
}

/// Puts answers into words for a receipt.
pub(super) fn meaning(packet: &Packet, understood: check::Understood) -> Meaning {
    let mut text = String::new();
    for (key, picks) in &understood.answers {
        if let Some(question) = packet.question(key) {
            write_answer_with_names(&mut text, question, picks);
        }
    }
    let (words, remarks) = (in_words(packet, &understood), remarks(packet, &understood));
    let until_deadline = packet.waits_for_deadline();
    let (left_open, is_final) = (understood.left_open, understood.is_final);
    Meaning { text, words, remarks, left_open, is_final, until_deadline }
}

/// Reads and checks orders for a packet, doctrine included: the one path of `check`, `seal` and `receive`.
///
/// # Errors
/// Every problem of the file.
pub fn check_orders(
    rules: &dyn Adjudicator,
    packet: &Packet,
    name: &str,
    orders: &[u8],
) -> Result<check::Understood, MatchFault> {
    read_whole(rules, packet, name, orders).map(|(_, understood)| understood)
}

/// The same, with the file as it was written.
pub(super) fn read_whole(
    rules: &dyn Adjudicator,
    packet: &Packet,
    name: &str,
    orders: &[u8],
) -> Result<(OrdersDraft, check::Understood), MatchFault> {
    checked(name, orders, |draft, whole, problems| {
        let battle_plans = compile(rules, packet, draft, problems);
        Some(check::Understood { battle_plans, ..check::file(packet, draft, whole, problems)? })
    })
}

/// Checks the orders of one of several players of a party against this player's part, as [`check_orders`] does those of
/// a party; gives the file as it was written, too.
///
/// # Errors
/// As [`check_orders`].
pub fn check_part(
    rules: &dyn Adjudicator,
    part: &Part<'_>,
    name: &str,
    orders: &[u8],
) -> Result<(OrdersDraft, check::Understood), MatchFault> {
    checked(name, orders, |draft, whole, problems| {
        let leads = part.leads();
        let battle_plans = if leads { compile(rules, &part.packet, draft, problems) } else { None };
        Some(check::Understood { battle_plans, ..check::part(part, draft, whole, problems)? })
    })
}

/// Says what is wrong with a file's plans and doctrine. Gives which battles its battle plans serve, if it has any.
fn compile(
    rules: &dyn Adjudicator,
    packet: &Packet,
    draft: &OrdersDraft,
    problems: &mut Collector,
) -> Option<Vec<String>> {
    plan::check::plans(rules, packet, draft, problems);
    if let Some(doctrine) = &draft.doctrine {
        rules.check_doctrine(doctrine, problems);
    }
    draft.battle_plans.as_ref().map(|plans| rules.check_battle_plans(plans, problems))
}

/// Reads a file and lets it be judged.
fn checked(
    name: &str,
    orders: &[u8],
    judge: impl FnOnce(&OrdersDraft, bool, &mut Collector) -> Option<check::Understood>,
) -> Result<(OrdersDraft, check::Understood), MatchFault> {
    let mut problems = Collector::new();
    let draft = parse_into(name, orders, &mut problems);
    let whole = problems.is_empty();
    let understood = draft.and_then(|draft| {
        let understood = judge(&draft, whole, &mut problems)?;
        Some((draft, understood))
    });
    match understood {
        Some(understood) if problems.is_empty() => Ok(understood),
        _ => {
            let source = String::from_utf8_lossy(orders).into_owned();
            Err(MatchFault::Refused { problems: problems.finish_in(name), source })
        }
    }
}
