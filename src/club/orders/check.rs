//! Checks an answer against the question as the party sees it.
//!
//! Legality is judged from the question alone, and the question is part of the party's view: so the player's
//! own tool gives the umpire's verdict, and no refusal can tell what the party may not know. `check` and the
//! resolution both come through `answer`.

use super::groups;
use super::respell::{Ground, Respelled, respelled};
use super::team::Part;
use engine::draft::spelling::Spelled;
use engine::draft::{AnswerDraft, DoctrineDraft, Groups, OrdersDraft, PlansDraft, Spot, Word};
use engine::party::Party;
use engine::problem::{Candidates, Class, Collector, Problem, list_and, quote};
use engine::question::{OpenQuestion, Picks};
use engine::table::judge::groups::in_answer;
use engine::table::judge::{Others, Reading, answer_with, problem};
use engine::view::Packet;

/// What a draft legally gives to each subject, and the subjects in the order in which it names them, whatever
/// else is wrong with it.
pub(super) fn answered(
    question: &OpenQuestion,
    ground: &Ground,
    draft: &AnswerDraft,
) -> (Vec<Option<u16>>, Vec<u16>) {
    let Respelled { draft, .. } = respelled(question, ground, draft, &|_| false);
    Reading::new(question, &mut Collector::new()).given(&in_answer(question, ground.groups(), &draft))
}

/// Reads an answer as a person may have written it, by parts of names, numbers and groups: the ids that it
/// comes to, and what that means for the question as [`answer_with`] has it.
///
/// # Errors
/// As [`answer_with`].
pub fn answer_as_meant(
    question: &OpenQuestion,
    ground: &Ground,
    draft: &AnswerDraft,
) -> Result<Picks, Vec<Problem>> {
    answer_with(question, ground.groups(), &respelled(question, ground, draft, &|_| false).draft)
}

/// What a file means for one party at one exchange.
#[derive(Clone, Debug, PartialEq)]
pub struct Understood {
    /// Legal answers by question key, in the order of the file.
    pub answers: Vec<(String, Picks)>,
    /// The subjects, by index, for which the file answers nothing, by the key of a question that it answers.
    pub silent: Vec<(String, Vec<u16>)>,
    /// Keys of open questions that the file leaves unanswered.
    pub left_open: Vec<String>,
    /// The kinds of question for which the file gives doctrine; nothing if it leaves doctrine as it was.
    pub doctrine: Option<Vec<String>>,
    /// Whether that is the staff doctrine of the game.
    pub is_staff_doctrine: bool,
    /// The plans that take the place of those that wait; nothing if they stay as they are.
    pub plans: Option<PlansDraft>,
    /// Which battles each of the file's battle plans serves, in words; nothing if it leaves battle plans as
    /// they were.
    pub battle_plans: Option<Vec<String>>,
    /// The groups that the file brings, a line each; nothing if it leaves groups as they were.
    pub groups_brought: Option<Vec<String>>,
    /// The groups as they stand with the file.
    pub groups: Groups,
    /// Which members of groups do not stand in its answers, a line each.
    pub passed_over: Vec<String>,
    /// Which writing of the orders it is, if it says so.
    pub version: Option<u32>,
    /// True if the party says that nothing will follow.
    pub is_final: bool,
    /// Words that are no ids and no names, and what they were read for: the file counts only with ids in
    /// their place ([`written_out`](engine::draft::spelling::written_out)).
    pub spelled: Vec<Spelled>,
}

/// Checks a whole file against a packet: its header, its keys, every answer. Notes every problem with the
/// file's name left empty. `whole` is false if parts of the file could not be read: then nothing is said that
/// they might mend.
///
/// Gives what the file means, unless something is wrong with it.
pub fn file(
    packet: &Packet,
    draft: &OrdersDraft,
    whole: bool,
    problems: &mut Collector,
) -> Option<Understood> {
    read(packet, None, draft, whole, problems)
}

/// Checks the file of one of several players of a party against this player's part, as [`file()`] does. What
/// is another's is refused by that player's name, and plans and doctrine are the leader's.
pub fn part(
    part: &Part<'_>,
    draft: &OrdersDraft,
    whole: bool,
    problems: &mut Collector,
) -> Option<Understood> {
    let doctrine = draft.doctrine.as_ref().map(|it| (it.spot, "doctrine", "doctrine speaks", "can give it"));
    let plans = draft.plans.as_ref().map(|it| (it.spot, "plans", "plans speak", "can make them"));
    let battle = draft.battle_plans.as_ref();
    let battle = battle.map(|it| (it.spot, "battle-plans", "battle plans speak", "can make them"));
    let groups = draft.groups.as_ref().map(|it| (it.spot, "groups", "groups stand", "can name them"));
    let leaders = doctrine.into_iter().chain(plans).chain(battle).chain(groups);
    let leaders: Vec<_> = leaders.filter(|_| !part.leads()).collect();
    for &(spot, key, speaks, can) in &leaders {
        problems.push(not_the_leader(part, spot, key, &format!("{speaks} for the whole side"), can));
    }
    read(&part.packet, Some(part), draft, whole, problems).filter(|_| leaders.is_empty())
}

/// What is said to a player who writes what only the leader may.
fn not_the_leader(part: &Part<'_>, spot: Spot, key: &str, why: &str, can: &str) -> Problem {
    let leader = part.leader();
    let what = format!("{why}, so only {leader}, who leads, {can}");
    let mend = format!("take `{key}` out of this file, and ask {leader} to write it");
    Problem::new(Class::Illegal, "not-the-leader", what).at(spot.in_file("")).mending(mend)
}

/// The questions of an exchange that a file does not answer.
fn left_open<'p>(packet: &'p Packet, draft: &OrdersDraft) -> Vec<&'p OpenQuestion> {
    let answered = |key: &str| draft.answers.iter().any(|answer| answer.key.text == key);
    packet.questions.iter().filter(|question| !answered(&question.key)).collect()
}

/// Reads a file for a whole party, or for a part of it.
fn read(
    packet: &Packet,
    part: Option<&Part<'_>>,
    draft: &OrdersDraft,
    whole: bool,
    problems: &mut Collector,
) -> Option<Understood> {
    let mut sound = in_time(packet, draft, problems) & header(packet, draft, problems);
    let among: Vec<&OpenQuestion> = packet.questions.iter().chain(&packet.ahead).collect();
    let keys: Vec<&str> = among.iter().map(|question| question.key.as_str()).collect();
    let known = Candidates::new(keys.iter().copied());
    let (mut answers, mut silent, mut spellings) = (Vec::new(), Vec::new(), Vec::new());
    let ground = Ground::of(packet).with(draft.groups.as_ref());
    let mut passed_over = Vec::new();
    for answer_draft in &draft.answers {
        let key = &answer_draft.key;
        let Some(question) = packet.question(&key.text) else {
            sound = false;
            no_question(packet, part, (&keys, &known), key, problems);
            continue;
        };
        let others = |word: &str| part.and_then(|part| part.orders(&key.text, word));
        let is_anothers = |word: &str| others(word).is_some();
        let Respelled { draft, spelled } = respelled(question, &ground, answer_draft, &is_anothers);
        spellings.extend(spelled);
        passed_over.extend(groups::passed_over(packet, question, ground.groups(), &draft));
        let draft = in_answer(question, ground.groups(), &draft);
        let beside = part.map(|_| &others as &Others<'_>);
        let reading = Reading::new(question, problems).grouped(ground.groups());
        match reading.beside(beside).among(&among).read(&draft, whole) {
            Some((picks, left)) => {
                answers.push((key.text.clone(), picks));
                silent.push((key.text.clone(), left));
            }
            None => sound = false,
        }
    }
    let open = left_open(packet, draft);
    if draft.is_final && whole {
        sound &= may_be_final(&open, problems);
    }
    sound.then(|| Understood {
        answers,
        silent,
        left_open: open.iter().map(|question| question.key.clone()).collect(),
        // What the staff doctrine speaks of only the system can say.
        doctrine: draft.doctrine.as_ref().map(kinds_of),
        is_staff_doctrine: draft.doctrine.as_ref().is_some_and(|it| it.staff.is_some()),
        plans: draft.plans.clone(),
        // What they mean only the system can say.
        battle_plans: None,
        groups_brought: draft.groups.as_ref().map(|draft| groups::brought(draft, ground.groups())),
        groups: ground.groups().clone(),
        passed_over,
        version: draft.version,
        is_final: draft.is_final,
        spelled: spellings,
    })
}

/// Notes a key that stands for no question of this party.
fn no_question(
    packet: &Packet,
    part: Option<&Part<'_>>,
    (keys, known): (&[&str], &Candidates<'_>),
    key: &Word,
    problems: &mut Collector,
) {
    if problems.has_room() {
        let others = part.and_then(|part| others_question(part, key));
        problems.push(others.unwrap_or_else(|| unknown_question(packet, keys, known, key)));
    }
}

/// Notes it if the umpire's tool takes no file of this party now at all, or none like this.
fn in_time(packet: &Packet, draft: &OrdersDraft, problems: &mut Collector) -> bool {
    let stands = draft.doctrine.is_some() || draft.plans.is_some() || draft.battle_plans.is_some();
    let stands = stands || draft.groups.is_some();
    let says_nothing = !packet.asked && !stands && draft.answers.is_empty();
    let closed = closed(packet).or_else(|| says_nothing.then(|| needless(packet)));
    let open = closed.is_none();
    closed.into_iter().for_each(|problem| problems.push(problem));
    open
}

/// Why the umpire's tool takes no file of this party now, if so.
pub fn closed(packet: &Packet) -> Option<Problem> {
    let (code, what, mend) = if packet.over {
        let what = format!("the match {} is over and takes no more orders", packet.match_id);
        ("match-over", what, "there is nothing left to send".to_owned())
    } else if !packet.takes_file() {
        let what = format!("exchange {} does not ask the {} for orders", packet.exchange, packet.party);
        let mend = "keep the file until a packet asks for it; here doctrine can only be sent with orders too";
        ("not-asked", what, mend.to_owned())
    } else {
        return None;
    };
    Some(Problem::new(Class::Illegal, code, what).mending(mend))
}

/// What is said of a file in which nothing counts.
fn needless(packet: &Packet) -> Problem {
    let asks = format!("exchange {} does not ask the {} for orders", packet.exchange, packet.party);
    let what = format!("{asks}, and the file has neither doctrine nor plans");
    let mend =
        "write doctrine or plans, which are taken at any time, or send nothing: what you sent before stands";
    Problem::new(Class::Illegal, "not-asked", what).mending(mend)
}

fn header(packet: &Packet, draft: &OrdersDraft, problems: &mut Collector) -> bool {
    let exchange = packet.exchange.to_string();
    let same = |expected: &str, word: &Word| word.text == expected;
    let party = |word: &Word| Party::named(&word.text) == Some(packet.party);
    let fields = [
        ("match", &draft.match_id, packet.match_id.as_str()),
        ("exchange", &draft.exchange, exchange.as_str()),
        ("side", &draft.party, packet.party.id()),
    ];
    let mut sound = true;
    for (field, found, expected) in fields {
        let fits = |word: &Word| if field == "side" { party(word) } else { same(expected, word) };
        if let Some(word) = found.as_ref().filter(|word| !fits(word)) {
            let what = format!("this file is for {field} {}, not {expected}", quote(&word.text));
            let mend = Some(format!("write `{field}: {expected}`, if these are the right orders"));
            problems.push(problem(word, &format!("wrong-{field}"), what, mend, None));
            sound = false;
        }
    }
    sound
}

fn unknown_question(packet: &Packet, keys: &[&str], known: &Candidates<'_>, key: &Word) -> Problem {
    let later = packet.later(&key.text).map(|_| "it may be asked later: answer it under `plans`".to_owned());
    let near = || known.nearest(&key.text).map(|near| format!("did you mean `{near}`?"));
    let mend = later.or_else(near).unwrap_or_else(|| match keys.is_empty() {
        true => "you have nothing to answer in this exchange".to_owned(),
        false => format!("the questions are {}", list_and(keys)),
    });
    let what = format!("{} is not asked in this exchange", quote(&key.text));
    problem(key, "unknown-question", what, Some(mend), None)
}

/// What is said to a player who answers a question that is all others'.
fn others_question(part: &Part<'_>, key: &Word) -> Option<Problem> {
    let others = list_and(&part.others_in(&key.text)?);
    let what =
        format!("{} is for {others} to answer: nothing in it belongs to {}", quote(&key.text), part.name());
    let mend = Some(format!("take it out of this file; it belongs in the part of {others}"));
    Some(problem(key, "not-yours", what, mend, None))
}

/// The kinds of question that doctrine answers.
fn kinds_of(doctrine: &DoctrineDraft) -> Vec<String> {
    doctrine.rules.iter().map(|rule| rule.kind.text.clone()).collect()
}

/// Whether nothing that is left open must be answered; notes what must.
fn may_be_final(open: &[&OpenQuestion], problems: &mut Collector) -> bool {
    let unanswered = open.iter().filter(|question| !question.has_default_answer());
    let early: Vec<Problem> = unanswered.map(|question| final_too_early(question)).collect();
    let none = early.is_empty();
    early.into_iter().for_each(|problem| problems.push(problem));
    none
}

fn final_too_early(question: &OpenQuestion) -> Problem {
    let what = format!("the file is final, but {} must be answered", question.key);
    let mend = "answer it, or leave out `final`";
    Problem::new(Class::Illegal, "final-too-early", what).citing(&question.rule).mending(mend)
}
