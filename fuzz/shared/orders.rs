//! Orders: no file stops the check, nothing is accepted that answers outside the options, and what is accepted means the
//! same when the program writes it.

use sealord::adjudicator::Adjudicator;
use sealord::draft::parse_into;
use sealord::matches::{MatchFault, check_orders};
use sealord::orders::check::Understood;
use sealord::orders::words::in_words;
use sealord::orders::write::{orders_file, write_answer};
use sealord::orders::{mended_form, remarks};
use sealord::problem::{Collector, Problems};
use sealord::question::{Layout, Limit, OpenQuestion, Picks};
use sealord::rules::system;
use sealord::view::Packet;

use super::{examples, harmless};

/// The packets against which files are checked, each with its rules.
pub struct Table(Vec<(Packet, Box<dyn Adjudicator>)>);

impl Table {
    /// That of the examples.
    pub fn new() -> Table {
        let games = sealord::rules::games();
        let place = |packet: Packet| {
            let system = system(&packet.system).expect("it is played");
            let rules = system.load_edition(&games, Some(&packet.scenario), &packet.options, packet.edition);
            (packet, rules.expect("built-in data"))
        };
        Table(examples::packets().into_iter().map(place).collect())
    }

    /// The packets.
    pub fn packets(&self) -> impl Iterator<Item = &Packet> {
        self.0.iter().map(|(packet, _)| packet)
    }

    /// The packet that a file names, or else the first.
    fn meant(&self, bytes: &[u8]) -> &(Packet, Box<dyn Adjudicator>) {
        let draft = parse_into("", bytes, &mut Collector::new());
        let words =
            draft.map(|it| [it.match_id, it.exchange, it.party].map(|word| word.map(|word| word.text)));
        let [id, exchange, party] = words.unwrap_or_default();
        let is_meant = |(packet, _): &&(Packet, _)| {
            id.as_deref() == Some(&packet.match_id)
                && exchange.as_deref() == Some(&*packet.exchange.to_string())
                && party.as_deref() == Some(packet.party.id())
        };
        self.0.iter().find(is_meant).unwrap_or(&self.0[0])
    }
}

/// Checks a file; true if it was accepted.
pub fn orders(table: &Table, bytes: &[u8]) -> bool {
    let (packet, rules) = table.meant(bytes);
    match check_orders(&**rules, packet, "orders.yaml", bytes) {
        Ok(understood) => {
            accepted(packet, &**rules, &understood);
            true
        }
        Err(MatchFault::Refused { problems, source }) => {
            refused(packet, &**rules, bytes, (&problems, &source));
            false
        }
        Err(other) => panic!("a file is refused with its problems, not with: {other}"),
    }
}

fn accepted(packet: &Packet, rules: &dyn Adjudicator, understood: &Understood) {
    let mut answers = String::new();
    for (key, picks) in &understood.answers {
        let question = packet.question(key).unwrap_or_else(|| panic!("{key} was never asked"));
        legal(question, picks);
        write_answer(&mut answers, question, picks);
    }
    harmless("the reading", &in_words(packet, understood));
    remarks(packet, understood).iter().for_each(|remark| harmless("a remark", remark));
    let file = orders_file((&packet.match_id, packet.exchange, packet.party), "written again", &answers);
    let again = check_orders(rules, packet, "again.yaml", file.as_bytes());
    let again = again.unwrap_or_else(|fault| panic!("what was accepted is refused: {fault}\n{file}"));
    assert_eq!(
        meaning(packet, &again),
        meaning(packet, understood),
        "written again, it means another thing:\n{file}"
    );
}

/// The answers of a file, as far as they say anything: where subjects stand in lists behind their options, it does not
/// matter which list came first.
fn meaning(packet: &Packet, understood: &Understood) -> Vec<(String, Picks)> {
    let mut answers = understood.answers.clone();
    for (key, picks) in &mut answers {
        if packet.question(key).is_some_and(|question| question.layout == Layout::ByOption) {
            let choice = &picks.choice;
            picks.order.sort_by_key(|&subject| choice[usize::from(subject)]);
        }
    }
    answers
}

/// That an answer gives every subject one of its own options, within the limits. Counted here, by other means than the
/// program's.
fn legal(question: &OpenQuestion, picks: &Picks) {
    let key = &question.key;
    assert_eq!(picks.choice.len(), question.subjects.len(), "{key}: each subject has one option");
    for (subject, choice) in question.subjects.iter().zip(&picks.choice) {
        let open = &question.sets[usize::from(subject.set)];
        assert!(open.contains(choice), "{key}: {} got an option that is not open to it", subject.id);
    }
    let mut order = picks.order.clone();
    order.sort_unstable();
    assert!(order.iter().enumerate().all(|(at, &it)| at == usize::from(it)), "{key}: {:?}", picks.order);
    let times = |option: u16| picks.choice.iter().filter(|&&it| it == option).count();
    for limit in &question.limits {
        let kept = match limit {
            Limit::Exactly { option, count, .. } => times(*option) == usize::from(*count),
            Limit::AtMost { option, count, .. } => times(*option) <= usize::from(*count),
            Limit::AtLeast { option, count, .. } => times(*option) >= usize::from(*count),
            Limit::OnlyWith { option, needs, .. } => {
                times(*option) == 0 || needs.iter().all(|&need| times(need) > 0)
            }
            Limit::Distinct { .. } => {
                let mut marks: Vec<u16> =
                    picks.choice.iter().map(|&it| question.options[usize::from(it)].mark).collect();
                marks.retain(|&mark| mark != 0);
                let all = marks.len();
                marks.sort_unstable();
                marks.dedup();
                marks.len() == all
            }
            Limit::Weighed { weights, most, .. } => {
                let mark = |at: u16| question.options[usize::from(picks.choice[usize::from(at)])].mark;
                let sum: i64 =
                    weights.iter().map(|(at, weight)| i64::from(*weight) * i64::from(mark(*at))).sum();
                sum <= i64::from(*most)
            }
            Limit::OnlyIf { who, options, cases, .. } => {
                let takes = |at: &u16, of: &[u16]| of.contains(&picks.choice[usize::from(*at)]);
                let holds = |case: &Vec<(Vec<u16>, Vec<u16>)>| {
                    case.iter().all(|(who, of)| who.iter().all(|at| takes(at, of)))
                };
                cases.iter().any(holds) || who.iter().all(|at| !takes(at, options))
            }
            Limit::Sum { who, least, most, .. } => {
                let counts = |at: &usize| who.is_empty() || who.contains(&(*at as u16));
                let counted = (0..picks.choice.len()).filter(counts);
                let mark = |at: usize| u32::from(question.options[usize::from(picks.choice[at])].mark);
                (u32::from(*least)..=u32::from(*most)).contains(&counted.map(mark).sum())
            }
            Limit::Follows { who, needs, .. } => {
                let mark = |at: u16| question.options[usize::from(picks.choice[usize::from(at)])].mark;
                mark(*who) == 0 || mark(*needs) != 0
            }
            Limit::Alike { .. } => {
                let marks = picks.choice.iter().map(|&it| question.options[usize::from(it)].mark);
                let mut marks: Vec<u16> = marks.filter(|&mark| mark != 0).collect();
                marks.dedup();
                marks.len() <= 1
            }
            Limit::LeftToRight { .. } | Limit::Room { .. } | Limit::Wanted { .. } | Limit::Vain { .. } => {
                true
            }
        };
        assert!(kept, "{key}: {limit:?} is broken by {:?}", picks.choice);
    }
}

fn refused(packet: &Packet, rules: &dyn Adjudicator, bytes: &[u8], (problems, source): (&Problems, &str)) {
    assert!(problems.refuse(), "it is refused for something");
    harmless("the list of problems", &problems.render(source, false));
    _ = problems.to_json().to_string();
    // What goes back to a player by mail can be sent in again, and is judged as any file.
    if let Some(form) = mended_form(packet, Some(&packet.doctrine), bytes, problems) {
        harmless("the mended form", &form);
        if let Err(fault) = check_orders(rules, packet, "mended.yaml", form.as_bytes()) {
            assert!(matches!(fault, MatchFault::Refused { .. }), "{fault}");
        }
    }
}
