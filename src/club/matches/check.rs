//! Orders are read and checked for a packet, by the player's tools and the umpire's alike, and said back.

use crate::matches::fault::MatchFault;
use crate::orders::team::Part;
use crate::orders::words::in_words;
use crate::orders::write::write_answer_with_names;
use crate::orders::{check, groups, plan, remarks};
use engine::adjudicator::Adjudicator;
use engine::draft::spelling::{Spelled, written_out};
use engine::draft::{OrdersDraft, parse_into, refuse_strange_ends};
use engine::problem::{Class, Collector, Problem, quote};
use engine::view::Packet;

/// What a receipt says of orders.
#[derive(Default)]
pub(in crate::matches) struct Meaning {
    pub text: String,
    pub words: String,
    pub remarks: Vec<String>,
    pub left_open: Vec<String>,
    pub is_final: bool,
    pub until_deadline: bool,
}

/// Puts answers into words for a receipt.
pub(in crate::matches) fn meaning(packet: &Packet, understood: check::Understood) -> Meaning {
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
    well_ended(name, orders)?;
    let (_, understood) = read_whole(rules, packet, name, orders)?;
    Ok(match with_ids(rules, packet, name, orders, &understood)? {
        Some(WithIds { understood, .. }) => understood,
        None => understood,
    })
}

/// Orders in which ids stand for the words that were read for them.
pub struct WithIds {
    /// The file.
    pub orders: Vec<u8>,
    /// The file as it was read.
    pub draft: OrdersDraft,
    /// What it means, and what was read for what in the file before.
    pub understood: check::Understood,
}

/// The file that counts for one in which words were read for ids; nothing if it can stay as it is. What is
/// sealed and kept in a journal must mean the same to everybody who reads it later, so it holds ids and whole
/// names only.
///
/// # Errors
/// If the ids cannot stand where the words do, with the lines that a player should write otherwise.
pub fn with_ids(
    rules: &dyn Adjudicator,
    packet: &Packet,
    name: &str,
    orders: &[u8],
    understood: &check::Understood,
) -> Result<Option<WithIds>, MatchFault> {
    if understood.spelled.is_empty() {
        return Ok(None);
    }
    let written = written_out(&String::from_utf8_lossy(orders), &understood.spelled).into_bytes();
    match read_whole(rules, packet, name, &written) {
        Ok((draft, again)) if again.spelled.is_empty() && again.answers == understood.answers => {
            let understood = check::Understood { spelled: understood.spelled.clone(), ..again };
            Ok(Some(WithIds { orders: written, draft, understood }))
        }
        _ => Err(needs_ids(name, orders, &understood.spelled)),
    }
}

/// Refuses what ends a line for some eyes and not for others. Journals hold files from before this was asked,
/// so reading a file again does not ask it.
pub(in crate::matches) fn well_ended(name: &str, orders: &[u8]) -> Result<(), MatchFault> {
    let mut problems = Collector::new();
    refuse_strange_ends(name, orders, &mut problems);
    if problems.is_empty() {
        return Ok(());
    }
    let source = String::from_utf8_lossy(orders).into_owned();
    Err(MatchFault::Refused { problems: problems.finish(), source })
}

/// What is said of a file that cannot be changed any more and does not have ids everywhere.
pub(in crate::matches) fn needs_ids(name: &str, orders: &[u8], spelled: &[Spelled]) -> MatchFault {
    let mut problems = Collector::new();
    for Spelled { spot, said, ids, .. } in spelled {
        let what = format!("{} must stand in this file as an id", quote(said));
        let problem = Problem::new(Class::Illegal, "needs-id", what).at(spot.in_file(name));
        problems.push(problem.mending(format!("write `{}`", ids.join(", "))));
    }
    let source = String::from_utf8_lossy(orders).into_owned();
    MatchFault::Refused { problems: problems.finish(), source }
}

/// Reads and checks orders, and gives the file as it was written too.
pub(in crate::matches) fn read_whole(
    rules: &dyn Adjudicator,
    packet: &Packet,
    name: &str,
    orders: &[u8],
) -> Result<(OrdersDraft, check::Understood), MatchFault> {
    checked(name, orders, |draft, whole, problems| {
        let mut spelled = group(rules, packet, draft, problems);
        let (battle_plans, planned) = compile(rules, packet, draft, problems);
        let mut understood = check::file(packet, draft, whole, problems)?;
        spelled.extend(planned);
        understood.spelled.extend(spelled);
        name_staff_kinds(rules, &mut understood);
        Some(check::Understood { battle_plans, ..understood })
    })
}

/// Checks the orders of one of several players of a party against this player's part, as [`check_orders`]
/// does those of a party; gives the file as it was written, too.
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
        let grouped = if leads { group(rules, &part.packet, draft, problems) } else { Vec::new() };
        let (battle_plans, spelled) =
            if leads { compile(rules, &part.packet, draft, problems) } else { Default::default() };
        let mut understood = check::part(part, draft, whole, problems)?;
        understood.spelled.extend(grouped.into_iter().chain(spelled));
        name_staff_kinds(rules, &mut understood);
        Some(check::Understood { battle_plans, ..understood })
    })
}

/// Names the kinds for which the staff doctrine of the game speaks, if a file takes it.
fn name_staff_kinds(rules: &dyn Adjudicator, understood: &mut check::Understood) {
    if understood.is_staff_doctrine {
        understood.doctrine = Some(rules.staff_kinds());
    }
}

/// Puts the ids of units into a file's groups, and says what is wrong with these; gives what was read for
/// what.
fn group(
    rules: &dyn Adjudicator,
    packet: &Packet,
    draft: &mut OrdersDraft,
    problems: &mut Collector,
) -> Vec<Spelled> {
    let groups = draft.groups.as_mut();
    groups.map(|draft| groups::as_meant(rules, packet, draft, problems)).unwrap_or_default()
}

/// Says what is wrong with a file's plans and doctrine. Gives which battles its battle plans serve, if it has
/// any, and what words of all these were read for.
fn compile(
    rules: &dyn Adjudicator,
    packet: &Packet,
    draft: &OrdersDraft,
    problems: &mut Collector,
) -> (Option<Vec<String>>, Vec<Spelled>) {
    let mut spelled = plan::check::plans(rules, packet, draft, problems);
    let groups = packet.groups.and(draft.groups.as_ref());
    if let Some(doctrine) = &draft.doctrine {
        spelled.extend(rules.check_doctrine(doctrine, &groups, problems));
    }
    let battle_plans = draft.battle_plans.as_ref().map(|plans| {
        let (serves, meant) = rules.check_battle_plans(&rules.battle_plans_of(plans, &groups), problems);
        spelled.extend(meant);
        serves
    });
    (battle_plans, spelled)
}

/// Reads a file and lets it be judged.
fn checked(
    name: &str,
    orders: &[u8],
    judge: impl FnOnce(&mut OrdersDraft, bool, &mut Collector) -> Option<check::Understood>,
) -> Result<(OrdersDraft, check::Understood), MatchFault> {
    let mut problems = Collector::new();
    let draft = parse_into(name, orders, &mut problems);
    let whole = problems.is_empty();
    let understood = draft.and_then(|mut draft| {
        let understood = judge(&mut draft, whole, &mut problems)?;
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
