//! The form: orders ready to edit, filled in with the defaults or with what was said before, the options as
//! comments.

use std::collections::BTreeMap;
use std::fmt::Write;

mod said;

pub(super) use said::Said;

use super::battle;
use super::groups;
use super::listing::{Names, Sets, items, options_with_subjects, together};
use super::plan::form::offer;
use super::remarks::{overfull, short_of};
use super::sanitize::sanitize;
use super::team::Part;
use super::version;
use super::write::under_doctrine;
use engine::draft::write::{WIDTH, head_word, length, quoted, remark};
use engine::draft::{BEGIN, END, OrdersDraft};
use engine::problem::{escaped, list_and, list_or, upper_first, visible, visible_lines};
use engine::question::{Layout, Limit, OpenQuestion, OpenSubject, bound};
use engine::view::Packet;

/// What a player does with a form as a file.
const BY_FILE: &str =
    "Change what you like, then: sealord check FILE, sealord seal FILE. Anything after # is a remark.";
/// What a player does with it in a mail.
const BY_MAIL: &str = "Change what you like, and reply with it. Anything after # is a remark.";

/// What a report says of it (`templates/common/words.txt`), and what it says in a mail.
const HOW_BY_FILE: &str = "Change the form below, check it, seal it and send it.";
const HOW_BY_MAIL: &str = "Change the form and reply with it, or send the attached form back.";

/// A text with a form in it, for somebody who plays by mail and has no program.
pub fn by_mail(text: &str) -> String {
    let told = |words: &str| {
        let mut text = String::new();
        remark(&mut text, "", words);
        text
    };
    text.replacen(&told(BY_FILE), &told(BY_MAIL), 1).replacen(HOW_BY_FILE, HOW_BY_MAIL, 1)
}

/// Which lines a form has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// One for each subject.
    All,
    /// Only those that must be filled in, and the first of each question as a pattern.
    Needed,
}

/// The form for a packet. `doctrine` is YAML to put under `doctrine:`, or nothing.
pub fn form(packet: &Packet, doctrine: Option<&str>) -> String {
    form_with(packet, doctrine, Lines::All)
}

/// The form for a packet with these lines.
pub fn form_with(packet: &Packet, doctrine: Option<&str>, lines: Lines) -> String {
    let next = match packet.is_idle() {
        true => {
            "You have nothing to answer, but every side seals every exchange: sealord seal FILE, as it is. Anything after # \
             is a remark."
        }
        false => BY_FILE,
    };
    let mut head = vec![
        format!("{}: orders of the {}, exchange {}", packet.match_id, packet.party, packet.exchange),
        next.to_owned(),
    ];
    if !packet.team.is_empty() {
        head.push(packet.team.words());
    }
    sheet(packet, &head, doctrine, lines, None, &[])
}

/// The form for one of several players of a party.
pub fn part_form(part: &Part<'_>, doctrine: Option<&str>, lines: Lines) -> String {
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
    sheet(packet, &head, doctrine.filter(|_| part.leads()), lines, None, &[])
}

/// A file that was sent, with what of its groups, its plans and its battle plans stands in a form, heads
/// included.
pub(super) struct Sent<'a> {
    pub draft: &'a OrdersDraft,
    pub groups: Option<&'a str>,
    pub plans: Option<&'a str>,
    pub battle_plans: Option<&'a str>,
}

/// The form for a packet in which stands what a file `said` and planned, and what is wrong `elsewhere` in it.
pub(super) fn said_form(
    packet: &Packet,
    doctrine: Option<&str>,
    sent: &Sent<'_>,
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
    sheet(packet, &head, doctrine, Lines::All, Some(sent), said)
}

/// What stands in a form before its answers: for which match and side it is, and what was said of the file
/// itself.
fn beginning(text: &mut String, packet: &Packet, sent: Option<&Sent<'_>>) {
    let draft = sent.map(|sent| sent.draft);
    if !packet.asked {
        let may_send = "You are not asked for orders in this exchange. Doctrine and plans are taken all the same: nobody \
                        waits for them, and they count from the next resolution on.";
        let nothing = "You are not asked for orders in this exchange, so there is nothing to send. What you sent before \
                       stands.";
        remark(text, "", if packet.takes_standing() { may_send } else { nothing });
    }
    let match_id = visible(&packet.match_id);
    let (exchange, side) = (packet.exchange, packet.party.id());
    _ = writeln!(text, "match: {}\nexchange: {exchange}\nside: {side}", head_word(&match_id));
    text.push_str(&version::line(draft.and_then(|draft| draft.version).unwrap_or(1)));
    text.push_str(match draft.is_some_and(|draft| draft.is_final) {
        true => "final: true\n",
        false => "# final: true    # delete the first # if you will send nothing more\n",
    });
    if let Some(note) = draft.and_then(|draft| draft.note.as_ref()) {
        _ = writeln!(text, "note: {}", escaped(&serde_json::Value::from(note.as_str()).to_string()));
    }
    text.push_str(sent.and_then(|sent| sent.groups).unwrap_or_default());
    text.push_str(match packet.questions.is_empty() && packet.ahead.is_empty() {
        true => "answers: {}      # nothing to answer this time\n",
        false => "answers:\n",
    });
}

/// A form with remarks at its head, filled in with what was `said` in the file that was `sent`.
fn sheet(
    packet: &Packet,
    head: &[String],
    doctrine: Option<&str>,
    lines: Lines,
    sent: Option<&Sent<'_>>,
    said: &[Said],
) -> String {
    let shown = |questions: &[OpenQuestion]| questions.iter().map(sanitize).collect::<Vec<_>>();
    let (questions, ahead) = (shown(&packet.questions), shown(&packet.ahead));
    let mut text = String::new();
    _ = writeln!(text, "# {BEGIN}");
    head.iter().for_each(|words| remark(&mut text, "", words));
    groups::write_remarks(&mut text, &packet.groups);
    beginning(&mut text, packet, sent);
    let silent = Said::new("");
    let said = |key: &str| said.iter().find(|it| it.key == key).unwrap_or(&silent);
    let mut writer = Writer::new(&questions, &ahead, lines);
    writer.head(&mut text);
    questions.iter().for_each(|question| writer.question(&mut text, question, said(&question.key)));
    if !packet.ahead.is_empty() {
        text.push('\n');
        remark(
            &mut text,
            "  ",
            "You may answer these now as well: nothing new will be learned before they are asked.",
        );
    }
    ahead.iter().for_each(|question| writer.question(&mut text, question, said(&question.key)));
    match sent.and_then(|sent| sent.battle_plans) {
        None if packet.takes_file() => {
            packet.battle_plans.iter().for_each(|plans| battle::offer(&mut text, plans, lines));
        }
        None => {}
        Some(plans) => text.extend(["\n", plans]),
    }
    match sent.and_then(|sent| sent.plans) {
        None if packet.takes_file() => offer(&mut text, &packet.later, lines, &writer.names),
        None => {}
        Some(plans) => text.extend(["\n", plans]),
    }
    match doctrine.map(str::trim) {
        Some("") if packet.staff_doctrine && packet.takes_file() => {
            text.push_str("\n# doctrine: staff    # delete the first # for the game's staff doctrine:\n");
            text.push_str("#                    # standing orders that count until you send others\n");
        }
        None | Some("") => {}
        Some(_) => {
            text.push('\n');
            under_doctrine(&mut text, doctrine.unwrap_or_default());
        }
    }
    _ = writeln!(text, "# {END}");
    visible_lines(&text)
}

/// What the questions of a form share.
struct Writer<'q> {
    names: Names<'q>,
    lines: Lines,
    /// What was said already, and need not be said of another question.
    said: Vec<String>,
    /// The heads of lists, each with what explains it behind its comma.
    explained: Vec<(String, String)>,
    /// Of the titles that begin with a place: kind, rule and the rest, with the first place of which they
    /// were said.
    titles: BTreeMap<(&'q str, &'q str, &'q str), &'q str>,
}

impl<'q> Writer<'q> {
    fn new(questions: &'q [OpenQuestion], ahead: &'q [OpenQuestion], lines: Lines) -> Writer<'q> {
        Writer {
            names: Names::of(questions.iter().chain(ahead)),
            lines,
            said: Vec::new(),
            explained: Vec::new(),
            titles: BTreeMap::new(),
        }
    }

    /// What stands before the questions: the names that several of their sets of options share.
    fn head(&self, text: &mut String) {
        let mut table = String::new();
        self.names.write(&mut table);
        if self.lines == Lines::Needed && text.ends_with("answers:\n") {
            let left_out = "What may stay as it is was left out. To change it, add a line like the first of its question.";
            remark(&mut table, "  ", left_out);
        }
        if !table.is_empty() {
            text.extend(["\n", &table]);
        }
    }

    /// Writes what is asked; a long sentence that was said of another place, and its rule, only once.
    fn title(&mut self, text: &mut String, question: &'q OpenQuestion) {
        let (title, rule) = (&question.title, &question.rule);
        if let Some((place, rest)) = title.split_once(": ").filter(|_| title.len() + rule.len() > WIDTH) {
            let first = *self.titles.entry((&question.kind, rule, rest)).or_insert(place);
            if first != place {
                let what = rest.split_once(": ").map_or(String::new(), |(what, _)| format!("{what}, "));
                remark(text, "  ", &format!("{place}: {what}as for {first}"));
                return;
            }
        }
        remark(text, "  ", &format!("{title} [{rule}]"));
    }

    fn question(&mut self, text: &mut String, question: &'q OpenQuestion, said: &Said) {
        text.push('\n');
        self.title(text, question);
        together(&question.about).into_iter().for_each(|line| self.about(text, line));
        let mut conditions: Vec<String> =
            question.limits.iter().filter_map(|it| limit_words(question, it)).collect();
        // Several limits may be one condition, each on other subjects.
        conditions.dedup();
        conditions.iter().for_each(|it| remark(text, "  ", it));
        room(text, question);
        let sets = match self.lines {
            Lines::All => {
                let sets = Sets::of(question);
                sets.write(text, question, &self.names);
                Some(sets)
            }
            Lines::Needed => {
                options_with_subjects(text, question, &self.names);
                None
            }
        };
        let sets = sets.as_ref();
        said.amiss.iter().for_each(|words| remark(text, "  ", &format!("!! {words}")));
        _ = writeln!(text, "  {}:", quoted(&question.key));
        let mut lines = said.lines(question);
        if self.lines == Lines::Needed {
            let mut first = true;
            lines.retain(|(_, choice)| choice.is_none() || std::mem::take(&mut first));
        }
        match question.layout {
            Layout::BySubject => by_subject(text, question, &lines, sets),
            Layout::ByOption => by_option(text, question, &lines, sets),
        }
    }

    /// Writes what a player should have before his eyes; a long list only once, and what explains the head of
    /// a list too.
    fn about(&mut self, text: &mut String, line: String) {
        if !self.said.contains(&line) {
            let explained =
                line.split_once(": ").and_then(|(head, list)| Some((head.split_once(", ")?, list)));
            match explained {
                Some(((head, why), list)) if self.explained.contains(&(head.to_owned(), why.to_owned())) => {
                    remark(text, "  ", &format!("{head}: {list}"));
                }
                Some(((head, why), _)) => {
                    remark(text, "  ", &line);
                    self.explained.push((head.to_owned(), why.to_owned()));
                }
                None => remark(text, "  ", &line),
            }
            self.said.push(line);
            return;
        }
        match line.split_once(": ").filter(|_| line.len() > WIDTH) {
            Some((head, _)) => remark(text, "  ", &format!("{head}: as above.")),
            None => remark(text, "  ", &line),
        }
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
    let of = |limit: &Limit| match limit {
        Limit::Wanted { option, count, .. } => {
            Some(format!("{} {count}", question.options[*option as usize].id))
        }
        _ => None,
    };
    let mut wanted: Vec<String> = question.limits.iter().filter_map(of).collect();
    if !wanted.is_empty() {
        items(text, "  # wanted at least, or there is a penalty:", &mut wanted);
    }
    let silence: Option<Vec<u16>> = question.subjects.iter().map(|subject| subject.default).collect();
    for line in silence.iter().flat_map(|silence| overfull(question, silence)) {
        remark(text, "  ", &format!("The defaults put too many into {line}."));
    }
    for line in silence.iter().flat_map(|silence| short_of(question, silence)) {
        remark(text, "  ", &format!("The defaults leave too few for {line}."));
    }
}

/// What a subject's remark says: its name, what is worth knowing of it, and which of several `sets` of
/// options it has.
fn facts(subject: &OpenSubject, sets: Option<&Sets<'_>>) -> String {
    let mut told = String::new();
    let facts = [subject.name.as_str(), subject.note.as_str()];
    for fact in facts.into_iter().filter(|fact| !fact.is_empty() && *fact != subject.id) {
        told.extend([if told.is_empty() { "" } else { ", " }, fact]);
    }
    if let Some(letter) = sets.and_then(|sets| sets.letter(subject)) {
        told.extend([if told.is_empty() { "" } else { ", " }, "options ", &letter]);
    }
    told
}

/// Writes lines with remarks behind them in one column; a remark that is too long for that goes above its
/// line.
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

fn by_subject(
    text: &mut String,
    question: &OpenQuestion,
    lines: &[(&OpenSubject, Option<u16>)],
    sets: Option<&Sets<'_>>,
) {
    let line = |(subject, choice): &(&OpenSubject, Option<u16>)| {
        let id = quoted(&subject.id);
        let line = match *choice {
            Some(option) => [&id, ": ", &quoted(&question.options[option as usize].id)].concat(),
            None => format!("# {id}: ?"),
        };
        (line, facts(subject, sets))
    };
    with_remarks(text, "    ", &lines.iter().map(line).collect::<Vec<_>>());
}

/// One line for each option that has subjects by default, then one subject to a line, so that lines can be
/// moved.
fn by_option(
    text: &mut String,
    question: &OpenQuestion,
    lines: &[(&OpenSubject, Option<u16>)],
    sets: Option<&Sets<'_>>,
) {
    for (at, option) in question.options.iter().enumerate() {
        let here = lines.iter().filter(|(_, choice)| *choice == Some(at as u16)).map(|(subject, _)| *subject);
        if !question.sets.iter().any(|set| set.contains(&(at as u16))) {
            continue;
        }
        let line = |subject: &OpenSubject| (format!("- {}", quoted(&subject.id)), facts(subject, sets));
        let here: Vec<_> = here.map(line).collect();
        if here.is_empty() && sets.is_none() {
            continue;
        }
        _ = writeln!(text, "    {}:{}", quoted(&option.id), if here.is_empty() { " []" } else { "" });
        with_remarks(text, "      ", &here);
    }
    for (subject, _) in lines.iter().filter(|(_, choice)| choice.is_none()) {
        let words = format!("{} needs a choice: {}", subject.id, facts(subject, sets));
        remark(text, "    ", &words);
    }
}

/// A condition in words; nothing for room, which is listed in one.
pub fn limit_words(question: &OpenQuestion, limit: &Limit) -> Option<String> {
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
        Limit::Vain { who, options, what, .. } => {
            let subject = |&at: &u16| &question.subjects[usize::from(at)];
            let name = |it: &OpenSubject| if it.name.is_empty() { it.id.clone() } else { it.name.clone() };
            let who: Vec<String> = who.iter().map(subject).map(name).collect();
            let options = options.iter().map(|&at| question.options[usize::from(at)].id.as_str());
            let options = list_or(&options.collect::<Vec<_>>());
            Some(format!("{} for {} to {options}.", upper_first(what), list_and(&who)))
        }
        Limit::Weighed { weights, most, what, rule } => {
            // One that weighs nearly everything is worth a line; of the many others the check speaks when
            // they are broken.
            (2 * weights.len() >= question.subjects.len())
                .then(|| match bound(what) {
                    Some(sentence) => format!("{} ({rule}).", upper_first(sentence)),
                    None => format!("At most {most} {what} ({rule})."),
                })
        }
        Limit::Sum { who, least, most, what, .. } => {
            let whose = |at: &u16| question.subjects[usize::from(*at)].id.as_str();
            let who: Vec<&str> = who.iter().map(whose).collect();
            let among = if who.is_empty() { String::new() } else { format!(" among {}", list_and(&who)) };
            Some(match (*least, *most) {
                (least, most) if least == most => format!("Exactly {least} {what}{among}."),
                (0, most) => format!("At most {most} {what}{among}."),
                (least, u16::MAX) => format!("At least {least} {what}{among}."),
                (least, most) => format!("From {least} to {most} {what}{among}."),
            })
        }
        Limit::Follows { who, needs, .. } => {
            let id = |at: u16| question.subjects[usize::from(at)].id.as_str();
            Some(format!("{} only with {}.", id(*who), id(*needs)))
        }
        Limit::Alike { what, .. } => Some(format!("All of them: {what}.")),
        Limit::OnlyIf { what, .. } => Some(format!("{}.", upper_first(what))),
        Limit::Room { .. } | Limit::Wanted { .. } => None,
    }
}
