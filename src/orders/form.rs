//! The blank form: orders ready to edit, filled in with what silence means, the options as comments.
//!
//! Also the one place where answers are written as YAML, for staff officers and missing orders.

use std::borrow::Cow;
use std::fmt::Write;

use super::check::Understood;
use super::remarks::overfull;
use super::team::Part;
use super::{BEGIN, DoctrineBody, DoctrineDraft, DoctrineRule, END, Word};
use crate::problem::list_and;
use crate::table::{Layout, Limit, OpenQuestion, OpenSubject, Picks};
use crate::view::Packet;

/// How wide a line may grow: mail programs break lines at some 76 columns, and a reply mark takes two.
const WIDTH: usize = 72;
/// The longest piece of a remark that is kept on one line.
const WHOLE: usize = 40;

/// The form for a packet. `doctrine` is YAML to put under `doctrine:`, or nothing.
pub fn form(packet: &Packet, doctrine: Option<&str>) -> String {
    let mut head = vec![
        format!("{}: orders of the {}, exchange {}", packet.match_id, packet.side, packet.exchange),
        "Change what you like, then: sealord check FILE, sealord seal FILE. Lines after # are remarks."
            .to_owned(),
    ];
    if !packet.team.is_empty() {
        head.push(packet.team.words());
    }
    sheet(packet, &head, doctrine)
}

/// The form for one of several players of a side.
pub fn part_form(part: &Part<'_>, doctrine: Option<&str>) -> String {
    let (packet, name, leader) = (&part.packet, part.name(), part.leader());
    let next = match part.leads() {
        true => {
            let files: Vec<String> = part.names().map(|name| format!("{name}=FILE")).collect();
            format!("join the parts with: sealord join {}, and seal what comes of it", files.join(" "))
        }
        false => format!("send the file to {leader}, who joins the parts and seals"),
    };
    let head = [
        format!(
            "{}: part of {name} of the orders of the {}, exchange {}",
            packet.match_id, packet.side, packet.exchange
        ),
        packet.team.words(),
        format!(
            "Change what you like, then: sealord check FILE --player {name}; {next}. Lines after # are remarks."
        ),
    ];
    sheet(packet, &head, doctrine.filter(|_| part.leads()))
}

/// A form with remarks at its head.
fn sheet(packet: &Packet, head: &[String], doctrine: Option<&str>) -> String {
    let mut text = String::new();
    let match_id = &packet.match_id;
    _ = writeln!(text, "# {BEGIN}");
    head.iter().for_each(|words| remark(&mut text, "", words));
    if !packet.asked {
        remark(&mut text, "", "You are not asked in this exchange: no file will be taken.");
    }
    _ = writeln!(
        text,
        "match: {}\nexchange: {}\nside: {}",
        head_word(match_id),
        packet.exchange,
        packet.side.id()
    );
    text.push_str("# final: true    # take away the first # when nothing will follow\n");
    text.push_str(match packet.questions.is_empty() && packet.ahead.is_empty() {
        true => "answers: {}      # nothing is asked of you\n",
        false => "answers:\n",
    });
    packet.questions.iter().for_each(|question| question_form(&mut text, question));
    if !packet.ahead.is_empty() {
        text.push('\n');
        remark(&mut text, "  ", "You may answer these now as well; nothing unknown lies between.");
    }
    packet.ahead.iter().for_each(|question| question_form(&mut text, question));
    if let Some(doctrine) = doctrine.filter(|doctrine| !doctrine.trim().is_empty()) {
        text.push_str("\ndoctrine:\n");
        doctrine.lines().for_each(|it| _ = writeln!(text, "  {it}"));
    }
    _ = writeln!(text, "# {END}");
    text
}

fn question_form(text: &mut String, question: &OpenQuestion) {
    text.push('\n');
    remark(text, "  ", &format!("{} [{}]", question.title, question.rule));
    question.about.iter().for_each(|line| remark(text, "  ", line));
    question.limits.iter().filter_map(|it| limit_words(question, it)).for_each(|it| remark(text, "  ", &it));
    room(text, question);
    options(text, question);
    _ = writeln!(text, "  {}:", quoted(&question.key));
    match question.layout {
        Layout::BySubject => by_subject(text, question),
        Layout::ByOption => by_option(text, question),
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
        remark(text, "  ", &format!("Silence puts too many into {line}."));
    }
}

/// Lists the options once for each set, with what they are worth.
fn options(text: &mut String, question: &OpenQuestion) {
    for (at, set) in question.sets.iter().enumerate() {
        let label =
            if question.sets.len() == 1 { "options".to_owned() } else { format!("options {}", letter(at)) };
        let word = |&option: &u16| {
            let it = &question.options[option as usize];
            let mut word = it.id.clone();
            if !it.name.eq_ignore_ascii_case(&it.id) {
                word.extend([" ", &it.name]);
            }
            if !it.note.is_empty() {
                word.extend([" (", &it.note, ")"]);
            }
            word
        };
        items(text, &format!("  # {label}:"), &mut set.iter().map(word).collect::<Vec<_>>());
    }
}

/// A remark over as many lines as it needs.
fn remark(text: &mut String, indent: &str, words: &str) {
    wrap(WIDTH, text, &format!("{indent}#"), &format!("{indent}#  "), words.split_whitespace());
}

/// A list with commas, each thing of it on one line if it can be.
fn items(text: &mut String, head: &str, items: &mut [String]) {
    if let Some((_, others)) = items.split_last_mut() {
        others.iter_mut().for_each(|item| item.push(','));
    }
    let pieces = items.iter().flat_map(|item| {
        let whole = length(item) <= WHOLE;
        let words = if whole { "" } else { item.as_str() };
        whole.then_some(item.as_str()).into_iter().chain(words.split_whitespace())
    });
    wrap(WIDTH, text, head, "  #  ", pieces);
}

/// Writes a head and pieces behind it, a blank before each; goes on below, behind `next`, where a line is full.
fn wrap<'w>(width: usize, text: &mut String, head: &str, next: &str, pieces: impl Iterator<Item = &'w str>) {
    let mut column = length(head);
    text.push_str(head);
    for (at, piece) in pieces.enumerate() {
        let wide = length(piece);
        if at > 0 && column + 1 + wide > width {
            text.extend(["\n", next]);
            column = length(next);
        }
        text.extend([" ", piece]);
        column += 1 + wide;
    }
    text.push('\n');
}

/// How many columns a text takes.
fn length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
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

fn by_subject(text: &mut String, question: &OpenQuestion) {
    let line = |subject: &OpenSubject| {
        let id = quoted(&subject.id);
        let line = match subject.default {
            Some(option) => [&id, ": ", &quoted(&question.options[option as usize].id)].concat(),
            None => format!("# {id}: ?"),
        };
        (line, facts(question, subject))
    };
    with_remarks(text, "    ", &question.subjects.iter().map(line).collect::<Vec<_>>());
}

/// One line for each option that has subjects by default, then one subject to a line, so that lines can be moved.
fn by_option(text: &mut String, question: &OpenQuestion) {
    for (at, option) in question.options.iter().enumerate() {
        let here = question.subjects.iter().filter(|subject| subject.default == Some(at as u16));
        if !question.sets.iter().any(|set| set.contains(&(at as u16))) {
            continue;
        }
        let line = |subject: &OpenSubject| (format!("- {}", quoted(&subject.id)), facts(question, subject));
        let here: Vec<_> = here.map(line).collect();
        _ = writeln!(text, "    {}:{}", quoted(&option.id), if here.is_empty() { " []" } else { "" });
        with_remarks(text, "      ", &here);
    }
    for subject in question.subjects.iter().filter(|subject| subject.default.is_none()) {
        let words = format!("{} must be put somewhere: {}", subject.id, facts(question, subject));
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
            "Targets run left to right: the first ship that fires takes the first enemy, none is skipped."
                .to_owned(),
        ),
        Limit::OnlyWith { option, needs, .. } => {
            let id = |at: u16| format!("`{}`", question.options[at as usize].id);
            let needs: Vec<String> = needs.iter().map(|&need| id(need)).collect();
            Some(format!("{} only if somebody takes {}.", id(*option), list_and(&needs)))
        }
        Limit::Room { .. } => None,
    }
}

/// Writes doctrine as it stands under `doctrine:`, without its indentation: the same rules always in the same words.
pub fn write_doctrine(doctrine: &DoctrineDraft) -> String {
    let mut text = String::new();
    if doctrine.rules.is_empty() {
        text.push_str("{}\n");
    }
    for entry in &doctrine.rules {
        let kind = quoted(&entry.kind.text);
        match &entry.body {
            DoctrineBody::Word(word) => _ = writeln!(text, "{kind}: {}", quoted(&word.text)),
            DoctrineBody::Rules(rules) if rules.is_empty() => _ = writeln!(text, "{kind}: []"),
            DoctrineBody::Rules(rules) => {
                _ = writeln!(text, "{kind}:");
                rules.iter().for_each(|rule| write_rule(&mut text, rule));
            }
        }
    }
    text
}

/// A rule on one line, or, where it is too long, a line or more for each of its parts.
fn write_rule(text: &mut String, rule: &DoctrineRule) {
    let list = |words: &[Word]| words.iter().map(|word| quoted(&word.text).into_owned()).collect::<Vec<_>>();
    let lists = [("for", list(&rule.for_)), ("prefer", list(&rule.prefer))];
    let lists: Vec<_> = lists.into_iter().filter(|(_, words)| !words.is_empty()).collect();
    let short = lists.iter().map(|(key, words)| format!("{key}: [{}]", words.join(", ")));
    let spread = rule.spread.map(|spread| format!("spread: {spread}"));
    let line = format!("  - {{{}}}", short.chain(spread.clone()).collect::<Vec<_>>().join(", "));
    // The form indents it by two.
    if line.chars().count() + 2 <= WIDTH {
        _ = writeln!(text, "{line}");
        return;
    }
    let mut mark = "  -";
    for (key, words) in &lists {
        let last = words.len() - 1;
        let ended: Vec<String> = (0..words.len())
            .map(|at| format!("{}{}", words[at], if at < last { "," } else { "]" }))
            .collect();
        let first = format!("{key}: [{}", ended[0]);
        let pieces = std::iter::once(first.as_str()).chain(ended[1..].iter().map(String::as_str));
        wrap(WIDTH - 2, text, mark, "       ", pieces);
        mark = "   ";
    }
    if let Some(spread) = spread {
        _ = writeln!(text, "{mark} {spread}");
    }
}

/// Writes a legal answer as it stands under `answers:`.
pub fn write_answer(text: &mut String, question: &OpenQuestion, picks: &Picks) {
    _ = writeln!(text, "  {}:", quoted(&question.key));
    let option = |at: u16| &question.options[picks.choice[at as usize] as usize].id;
    match question.layout {
        Layout::BySubject => {
            for &at in &picks.order {
                let subject = &question.subjects[at as usize].id;
                _ = writeln!(text, "    {}: {}", quoted(subject), quoted(option(at)));
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
                _ = writeln!(
                    text,
                    "    {}: [{}]",
                    quoted(&question.options[choice as usize].id),
                    ids.join(", ")
                );
            }
        }
    }
}

/// A whole orders file of legal answers, with remarks on top.
pub fn orders_file(packet_head: (&str, u32, crate::side::Side), remark: &str, answers: &str) -> String {
    let (match_id, exchange, side) = packet_head;
    let answers =
        if answers.is_empty() { "answers: {}\n".to_owned() } else { format!("answers:\n{answers}") };
    format!(
        "# {remark}\nmatch: {}\nexchange: {exchange}\nside: {}\nfinal: true\n{answers}",
        head_word(match_id),
        side.id()
    )
}

/// The parts of these players as one orders file of a side; `doctrine` is the leader's.
pub fn joined_file(
    packet: &Packet,
    players: &[&str],
    joined: &Understood,
    doctrine: Option<&DoctrineDraft>,
) -> String {
    let mut text = String::new();
    remark(&mut text, "", &format!("joined from the parts of {}", list_and(players)));
    let (exchange, side) = (packet.exchange, packet.side.id());
    _ = writeln!(text, "match: {}\nexchange: {exchange}\nside: {side}", head_word(&packet.match_id));
    if joined.is_final {
        text.push_str("final: true\n");
    }
    text.push_str(if joined.answers.is_empty() { "answers: {}\n" } else { "answers:\n" });
    for (key, picks) in &joined.answers {
        if let Some(question) = packet.question(key) {
            write_answer(&mut text, question, picks);
        }
    }
    if let Some(doctrine) = doctrine {
        text.push_str("doctrine:\n");
        write_doctrine(doctrine).lines().for_each(|line| _ = writeln!(text, "  {line}"));
    }
    text
}

/// Words that YAML, of one version or another, does not take for text.
const NO_TEXT: [&str; 9] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];

/// A word as YAML takes it back unchanged.
fn quoted(word: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_alphanumeric() || "_-/.@".contains(c);
    let safe = !word.is_empty() && word.chars().all(plain) && !word.starts_with(['-', '.', '@']);
    if safe && !NO_TEXT.iter().any(|other| word.eq_ignore_ascii_case(other)) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(format!("'{}'", word.replace('\'', "''")))
    }
}

/// A match's name, which is text even where it looks like a number or a date.
fn head_word(word: &str) -> String {
    let word_or_text = quoted(word);
    if word_or_text.starts_with(|c: char| c.is_ascii_digit()) {
        format!("'{word}'")
    } else {
        word_or_text.into_owned()
    }
}

/// An answer as it was written, on one line.
pub fn draft_text(draft: &crate::orders::AnswerDraft) -> String {
    use crate::orders::{AnswerBody, EntryValue, Word};
    match &draft.body {
        AnswerBody::Single(word) => word.text.clone(),
        AnswerBody::Entries(entries) => {
            let list =
                |words: &[Word]| words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(", ");
            let entry = |entry: &crate::orders::Entry| match &entry.value {
                EntryValue::One(word) => format!("{}: {}", entry.key.text, word.text),
                EntryValue::Many(words) => format!("{}: [{}]", entry.key.text, list(words)),
            };
            entries.iter().map(entry).collect::<Vec<_>>().join("; ")
        }
    }
}
