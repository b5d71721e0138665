//! The form: orders ready to edit, filled in with the defaults or with what was said before, the options as comments.

use std::fmt::Write;

use super::remarks::overfull;
use super::team::Part;
use super::write::{WIDTH, commas, head_word, length, named, quoted, remark, wrap};
use super::{BEGIN, END, OrdersDraft};
use crate::problem::list_and;
use crate::table::{Layout, Limit, OpenQuestion, OpenSubject};
use crate::view::Packet;

/// The longest piece of a remark that is kept on one line.
const WHOLE: usize = 40;

/// The form for a packet. `doctrine` is YAML to put under `doctrine:`, or nothing.
pub fn form(packet: &Packet, doctrine: Option<&str>) -> String {
    let mut head = vec![
        format!("{}: orders of the {}, exchange {}", packet.match_id, packet.party, packet.exchange),
        "Change what you like, then: sealord check FILE, sealord seal FILE. Anything after # is a remark."
            .to_owned(),
    ];
    if !packet.team.is_empty() {
        head.push(packet.team.words());
    }
    sheet(packet, &head, doctrine, None, &[])
}

/// The form for one of several players of a party.
pub fn part_form(part: &Part<'_>, doctrine: Option<&str>) -> String {
    let (packet, name, leader) = (&part.packet, part.name(), part.leader());
    let next = match part.leads() {
        true => {
            let files: Vec<String> = part.names().map(|name| format!("{name}=FILE")).collect();
            format!("join the parts with: sealord join {}, and seal the result", files.join(" "))
        }
        false => format!("send the file to {leader}, who joins the parts and seals"),
    };
    let head = [
        format!(
            "{}: part of {name} of the orders of the {}, exchange {}",
            packet.match_id, packet.party, packet.exchange
        ),
        packet.team.words(),
        format!(
            "Change what you like, then: sealord check FILE --player {name}; {next}. Anything after # is a remark."
        ),
    ];
    sheet(packet, &head, doctrine.filter(|_| part.leads()), None, &[])
}

/// What a file said in answer to a question, as far as it can stand in a form.
pub(super) struct Said {
    /// The question's key.
    pub key: String,
    /// The option for each subject; nothing where silence answers.
    pub choice: Vec<Option<u16>>,
    /// The subjects in the order in which they were named.
    pub order: Vec<u16>,
    /// What is wrong with the answer, a sentence each.
    pub amiss: Vec<String>,
}

impl Said {
    /// Nothing said in answer to a question.
    pub fn new(key: &str) -> Said {
        Said { key: key.to_owned(), choice: Vec::new(), order: Vec::new(), amiss: Vec::new() }
    }

    /// The subjects as they are to be written, those first that were named, each with its option.
    fn lines<'q>(&self, question: &'q OpenQuestion) -> Vec<(&'q OpenSubject, Option<u16>)> {
        let named = self.order.iter().map(|&at| usize::from(at));
        let is_named = |at: &usize| self.order.iter().any(|&named| usize::from(named) == *at);
        let others = (0..question.subjects.len()).filter(|at| !is_named(at));
        let line = |at: usize| {
            let subject = &question.subjects[at];
            (subject, self.choice.get(at).copied().flatten().or(subject.default))
        };
        named.chain(others).map(line).collect()
    }
}

/// The form for a packet in which stands what a file `said`, and what is wrong `elsewhere` in it.
pub(super) fn said_form(
    packet: &Packet,
    doctrine: Option<&str>,
    draft: &OrdersDraft,
    said: &[Said],
    elsewhere: &[String],
) -> String {
    let mut head = vec![
        format!("{}: orders of the {}, exchange {}", packet.match_id, packet.party, packet.exchange),
        "Your file, as far as it could be read. Remarks that begin with !! say what is wrong; where an answer \
         could not be used, the default stands instead. Correct it and send it again."
            .to_owned(),
    ];
    if !packet.team.is_empty() {
        head.push(packet.team.words());
    }
    head.extend(elsewhere.iter().map(|words| format!("!! {words}")));
    sheet(packet, &head, doctrine, Some(draft), said)
}

/// A form with remarks at its head, filled in with what was `said`; `draft` is the file in which it was.
fn sheet(
    packet: &Packet,
    head: &[String],
    doctrine: Option<&str>,
    draft: Option<&OrdersDraft>,
    said: &[Said],
) -> String {
    let mut text = String::new();
    let match_id = &packet.match_id;
    _ = writeln!(text, "# {BEGIN}");
    head.iter().for_each(|words| remark(&mut text, "", words));
    if !packet.asked {
        remark(&mut text, "", "You are not asked for orders in this exchange: no file will be accepted.");
    }
    _ = writeln!(
        text,
        "match: {}\nexchange: {}\nside: {}",
        head_word(match_id),
        packet.exchange,
        packet.party.id()
    );
    text.push_str(match draft.is_some_and(|draft| draft.is_final) {
        true => "final: true\n",
        false => "# final: true    # delete the first # if you will send nothing more\n",
    });
    if let Some(note) = draft.and_then(|draft| draft.note.as_ref()) {
        _ = writeln!(text, "note: {}", serde_json::Value::from(note.as_str()));
    }
    text.push_str(match packet.questions.is_empty() && packet.ahead.is_empty() {
        true => "answers: {}      # you are not asked anything\n",
        false => "answers:\n",
    });
    let silent = Said::new("");
    let said = |key: &str| said.iter().find(|it| it.key == key).unwrap_or(&silent);
    packet.questions.iter().for_each(|question| question_form(&mut text, question, said(&question.key)));
    if !packet.ahead.is_empty() {
        text.push('\n');
        remark(
            &mut text,
            "  ",
            "You may answer these now as well: nothing new will be learned before they are asked.",
        );
    }
    packet.ahead.iter().for_each(|question| question_form(&mut text, question, said(&question.key)));
    if let Some(doctrine) = doctrine.filter(|doctrine| !doctrine.trim().is_empty()) {
        text.push_str("\ndoctrine:\n");
        doctrine.lines().for_each(|it| _ = writeln!(text, "  {it}"));
    }
    _ = writeln!(text, "# {END}");
    text
}

fn question_form(text: &mut String, question: &OpenQuestion, said: &Said) {
    text.push('\n');
    remark(text, "  ", &format!("{} [{}]", question.title, question.rule));
    question.about.iter().for_each(|line| remark(text, "  ", line));
    question.limits.iter().filter_map(|it| limit_words(question, it)).for_each(|it| remark(text, "  ", &it));
    room(text, question);
    options(text, question);
    said.amiss.iter().for_each(|words| remark(text, "  ", &format!("!! {words}")));
    _ = writeln!(text, "  {}:", quoted(&question.key));
    let lines = said.lines(question);
    match question.layout {
        Layout::BySubject => by_subject(text, question, &lines),
        Layout::ByOption => by_option(text, question, &lines),
    }
}

/// Lists what each option has room for, and where silence would overfill one.
fn room(text: &mut String, question: &OpenQuestion) {
    let of = |limit: &Limit| match limit {
        Limit::Room { option, count, .. } => {
            Some(format!("{} {count}", question.options[*option as usize].id))
        }
        _ => None,
    };
    let mut rooms: Vec<String> = question.limits.iter().filter_map(of).collect();
    if !rooms.is_empty() {
        items(text, "  # room without a penalty:", &mut rooms);
    }
    let silence: Option<Vec<u16>> = question.subjects.iter().map(|subject| subject.default).collect();
    for line in silence.iter().flat_map(|silence| overfull(question, silence)) {
        remark(text, "  ", &format!("The defaults put too many into {line}."));
    }
}

/// Lists the options once for each set, with what they are worth.
fn options(text: &mut String, question: &OpenQuestion) {
    for (at, set) in question.sets.iter().enumerate() {
        let label =
            if question.sets.len() == 1 { "options".to_owned() } else { format!("options {}", letter(at)) };
        let word = |&option: &u16| {
            let it = &question.options[option as usize];
            let mut word = named(it);
            if !it.note.is_empty() {
                word.extend([" (", &it.note, ")"]);
            }
            word
        };
        items(text, &format!("  # {label}:"), &mut set.iter().map(word).collect::<Vec<_>>());
    }
}

/// A list with commas, each thing of it on one line if it can be.
fn items(text: &mut String, head: &str, items: &mut [String]) {
    commas(items);
    let pieces = items.iter().flat_map(|item| {
        let whole = length(item) <= WHOLE;
        let words = if whole { "" } else { item.as_str() };
        whole.then_some(item.as_str()).into_iter().chain(words.split_whitespace())
    });
    wrap(WIDTH, text, head, "  #  ", pieces);
}

fn letter(at: usize) -> String {
    let letter = char::from(b'A' + (at % 26) as u8);
    if at < 26 { letter.to_string() } else { format!("{letter}{}", at / 26) }
}

/// What a subject's remark says: its name, what is worth knowing of it, and which options are open to it.
fn facts(question: &OpenQuestion, subject: &OpenSubject) -> String {
    let mut told = String::new();
    let facts = [subject.name.as_str(), subject.note.as_str()];
    for fact in facts.into_iter().filter(|fact| !fact.is_empty() && *fact != subject.id) {
        told.extend([if told.is_empty() { "" } else { ", " }, fact]);
    }
    if question.sets.len() > 1 {
        told.extend([if told.is_empty() { "" } else { ", " }, "options ", &letter(subject.set as usize)]);
    }
    told
}

/// Writes lines with remarks behind them in one column; a remark that is too long for that goes above its line.
fn with_remarks(text: &mut String, indent: &str, lines: &[(String, String)]) {
    let begun = |line: &str| indent.len() + length(line);
    let fits = |(line, facts): &&(String, String)| begun(line) + length(facts) + 3 <= WIDTH;
    let column = lines.iter().filter(fits).map(|(line, _)| begun(line)).max().unwrap_or_default();
    for (line, facts) in lines {
        let beside = begun(line).max(column) + length(facts) + 3 <= WIDTH;
        if !facts.is_empty() && !beside {
            remark(text, indent, facts);
        }
        text.extend([indent, line]);
        if !facts.is_empty() && beside {
            text.extend(std::iter::repeat_n(' ', column.saturating_sub(begun(line))));
            text.extend([" # ", facts]);
        }
        text.push('\n');
    }
}

fn by_subject(text: &mut String, question: &OpenQuestion, lines: &[(&OpenSubject, Option<u16>)]) {
    let line = |(subject, choice): &(&OpenSubject, Option<u16>)| {
        let id = quoted(&subject.id);
        let line = match *choice {
            Some(option) => [&id, ": ", &quoted(&question.options[option as usize].id)].concat(),
            None => format!("# {id}: ?"),
        };
        (line, facts(question, subject))
    };
    with_remarks(text, "    ", &lines.iter().map(line).collect::<Vec<_>>());
}

/// One line for each option that has subjects by default, then one subject to a line, so that lines can be moved.
fn by_option(text: &mut String, question: &OpenQuestion, lines: &[(&OpenSubject, Option<u16>)]) {
    for (at, option) in question.options.iter().enumerate() {
        let here = lines.iter().filter(|(_, choice)| *choice == Some(at as u16)).map(|(subject, _)| *subject);
        if !question.sets.iter().any(|set| set.contains(&(at as u16))) {
            continue;
        }
        let line = |subject: &OpenSubject| (format!("- {}", quoted(&subject.id)), facts(question, subject));
        let here: Vec<_> = here.map(line).collect();
        _ = writeln!(text, "    {}:{}", quoted(&option.id), if here.is_empty() { " []" } else { "" });
        with_remarks(text, "      ", &here);
    }
    for (subject, _) in lines.iter().filter(|(_, choice)| choice.is_none()) {
        let words = format!("{} needs a choice: {}", subject.id, facts(question, subject));
        remark(text, "    ", &words);
    }
}

/// A condition in words; nothing for room, which is listed in one.
fn limit_words(question: &OpenQuestion, limit: &Limit) -> Option<String> {
    match limit {
        Limit::Distinct { what, .. } => Some(format!("Not allowed: {what}.")),
        Limit::Exactly { option, count, .. } => {
            Some(format!("Exactly {count} must take `{}`.", question.options[*option as usize].id))
        }
        Limit::AtMost { option, count, .. } => {
            Some(format!("At most {count} may take `{}`.", question.options[*option as usize].id))
        }
        Limit::AtLeast { option, count, .. } => {
            Some(format!("At least {count} must take `{}`.", question.options[*option as usize].id))
        }
        Limit::LeftToRight { .. } => Some(
            "Targets go from left to right: the first ship that fires takes the first enemy, and no enemy is skipped."
                .to_owned(),
        ),
        Limit::OnlyWith { option, needs, .. } => {
            let id = |at: u16| format!("`{}`", question.options[at as usize].id);
            let needs: Vec<String> = needs.iter().map(|&need| id(need)).collect();
            Some(format!("{} is allowed only if something else takes {}.", id(*option), list_and(&needs)))
        }
        Limit::Room { .. } => None,
    }
}
