//! Orders as YAML: the one place where answers are written, for staff officers, joined parts and missing
//! orders.

use std::borrow::Cow;
use std::fmt::Write;

use super::check::Understood;
use super::version;
use engine::draft::battle::write_battle_plans;
use engine::draft::group::write_groups;
use engine::draft::plan::write_plans;
use engine::draft::write::{head_word, quoted, remark, write_doctrine};
use engine::draft::{OrdersDraft, STAFF};
use engine::problem::list_and;
use engine::question::{Layout, OpenChoice, OpenQuestion, Picks, is_number};
use engine::view::Packet;

/// Writes a legal answer as it stands under `answers:`.
pub fn write_answer(text: &mut String, question: &OpenQuestion, picks: &Picks) {
    answer_lines(text, question, picks, |_| String::new());
}

/// Writes a legal answer for people: as [`write_answer`] does, with the names of options that are numbers as
/// remarks.
pub fn write_answer_with_names(text: &mut String, question: &OpenQuestion, picks: &Picks) {
    answer_lines(text, question, picks, |option| match is_number(&option.id) && !option.name.is_empty() {
        true => format!("  # {}", option.name),
        false => String::new(),
    });
}

/// Writes an answer, each line with what `beside` says of its option.
fn answer_lines(
    text: &mut String,
    question: &OpenQuestion,
    picks: &Picks,
    beside: impl Fn(&OpenChoice) -> String,
) {
    _ = writeln!(text, "  {}:", quoted(&question.key));
    let option = |at: u16| &question.options[picks.choice[at as usize] as usize];
    match question.layout {
        Layout::BySubject => {
            for &at in &picks.order {
                let subject = &question.subjects[at as usize].id;
                let option = option(at);
                _ = writeln!(text, "    {}: {}{}", quoted(subject), quoted(&option.id), beside(option));
            }
        }
        Layout::ByOption => {
            let mut used: Vec<u16> = picks.choice.clone();
            used.sort_unstable();
            used.dedup();
            for choice in used {
                let here = picks.order.iter().filter(|&&at| picks.choice[at as usize] == choice);
                let ids: Vec<Cow<'_, str>> =
                    here.map(|&at| quoted(&question.subjects[at as usize].id)).collect();
                let option = &question.options[choice as usize];
                _ = writeln!(text, "    {}: [{}]{}", quoted(&option.id), ids.join(", "), beside(option));
            }
        }
    }
}

/// A whole orders file of legal answers, with remarks on top.
pub fn orders_file(packet_head: (&str, u32, engine::party::Party), remark: &str, answers: &str) -> String {
    let (match_id, exchange, party) = packet_head;
    let answers =
        if answers.is_empty() { "answers: {}\n".to_owned() } else { format!("answers:\n{answers}") };
    format!(
        "# {remark}\nmatch: {}\nexchange: {exchange}\nside: {}\nfinal: true\n{answers}",
        head_word(match_id),
        party.id()
    )
}

/// The parts of these players as one orders file of a party; plans and doctrine are what the leader has
/// `written`.
pub fn joined_file(packet: &Packet, players: &[&str], joined: &Understood, written: &OrdersDraft) -> String {
    let mut text = String::new();
    remark(&mut text, "", &format!("joined from the parts of {}", list_and(players)));
    let (exchange, party) = (packet.exchange, packet.party.id());
    _ = writeln!(text, "match: {}\nexchange: {exchange}\nside: {party}", head_word(&packet.match_id));
    if let Some(version) = joined.version {
        text.push_str(&version::line(version));
    }
    if joined.is_final {
        text.push_str("final: true\n");
    }
    if let Some(groups) = &written.groups {
        text.push_str(&write_groups(groups));
    }
    text.push_str(if joined.answers.is_empty() { "answers: {}\n" } else { "answers:\n" });
    for (key, picks) in &joined.answers {
        if let Some(question) = packet.question(key) {
            write_answer(&mut text, question, picks);
        }
    }
    if let Some(plans) = &written.plans {
        text.push_str(&write_plans(plans));
    }
    if let Some(battle) = &written.battle_plans {
        text.push_str("battle-plans:\n");
        write_battle_plans(battle).lines().for_each(|line| _ = writeln!(text, "  {line}"));
    }
    if let Some(doctrine) = &written.doctrine {
        under_doctrine(&mut text, &write_doctrine(doctrine));
    }
    text
}

/// Writes doctrine behind its key: the word for the staff doctrine on the same line, all else below it.
pub(super) fn under_doctrine(text: &mut String, doctrine: &str) {
    let rest = doctrine.strip_prefix(STAFF).filter(|rest| rest.starts_with('\n'));
    text.push_str("doctrine:");
    if rest.is_some() {
        text.extend([" ", STAFF]);
    }
    text.push('\n');
    rest.map_or(doctrine, |rest| &rest[1..]).lines().for_each(|line| _ = writeln!(text, "  {line}"));
}
