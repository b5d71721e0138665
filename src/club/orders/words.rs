//! Orders in words, as a receipt reads them back: by name, what goes where, whether it was written or left to
//! silence.

use super::check::Understood;
use engine::draft::write::{WIDTH, commas, wrap};
use engine::question::{OpenQuestion, OpenSubject, Picks};
use engine::view::Packet;

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
        text.push_str("There are no orders in it: doctrine answers, or else the defaults do.\n");
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
        let by_default = |subject: &usize| question.subjects[*subject].default.map(usize::from) == Some(at);
        let mut words = match here.len() > LISTED && here.iter().all(by_default) {
            true => vec![format!("{} of them, by default", here.len())],
            false => here.iter().map(|&subject| name(&question.subjects[subject])).collect(),
        };
        commas(&mut words);
        line(text, &format!("  {}:", choice.named()), "     ", words);
    }
}

fn name(subject: &OpenSubject) -> String {
    if subject.name.is_empty() { subject.id.clone() } else { subject.name.clone() }
}

fn line(text: &mut String, head: &str, next: &str, pieces: Vec<String>) {
    wrap(WIDTH - MARGIN, text, head, next, pieces.iter().map(String::as_str));
}
