//! Orders in words, as a receipt reads them back: by name, what goes where, whether it was written or left to silence.

use super::check::Understood;
use super::write::{WIDTH, wrap};
use crate::table::{OpenQuestion, Picks};
use crate::view::Packet;

/// So many names that silence would put there too are listed; more are counted.
const LISTED: usize = 12;
/// The mail moves what it quotes to the right.
const MARGIN: usize = 2;

/// What a file orders, question by question: for each choice, who takes it. Lines fit into a mail.
pub fn in_words(packet: &Packet, understood: &Understood) -> String {
    let mut text = String::new();
    for (key, picks) in &understood.answers {
        if let Some(question) = packet.question(key) {
            answer(&mut text, question, picks);
        }
    }
    if text.is_empty() {
        text.push_str("Nothing is ordered: doctrine answers, or else what silence means.\n");
    }
    text
}

fn answer(text: &mut String, question: &OpenQuestion, picks: &Picks) {
    let mut title = question.title.split_whitespace();
    line(text, title.next().unwrap_or_default(), " ", title.map(str::to_owned).collect());
    for (at, choice) in question.options.iter().enumerate() {
        let takes = |subject: &&u16| usize::from(picks.choice[usize::from(**subject)]) == at;
        let here: Vec<usize> =
            picks.order.iter().filter(takes).map(|&subject| usize::from(subject)).collect();
        if here.is_empty() {
            continue;
        }
        let option = named(&choice.id, &choice.name);
        let by_default = |subject: &usize| question.subjects[*subject].default.map(usize::from) == Some(at);
        let words = match here.len() > LISTED && here.iter().all(by_default) {
            true => vec![format!("{} of them, as silence has it", here.len())],
            false => listed(here.iter().map(|&subject| {
                let subject = &question.subjects[subject];
                if subject.name.is_empty() { &subject.id } else { &subject.name }
            })),
        };
        line(text, &format!("  {option}:"), "     ", words);
    }
}

/// An option as the form lists it.
fn named(id: &str, name: &str) -> String {
    if name.is_empty() || name.eq_ignore_ascii_case(id) { id.to_owned() } else { format!("{id} {name}") }
}

fn listed<'n>(names: impl Iterator<Item = &'n String>) -> Vec<String> {
    let mut names: Vec<String> = names.cloned().collect();
    if let Some((_, others)) = names.split_last_mut() {
        others.iter_mut().for_each(|name| name.push(','));
    }
    names
}

fn line(text: &mut String, head: &str, next: &str, pieces: Vec<String>) {
    wrap(WIDTH - MARGIN, text, head, next, pieces.iter().map(String::as_str));
}
