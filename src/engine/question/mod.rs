//! Questions: one decision the rules put to one party, with everything that may be answered.
//!
//! A question is an assignment: each *subject* (a ship, a convoy token, a sea zone) gets one *option* (a
//! port, a box, a target). The form that is mailed, the check of an orders file, doctrine and the staff
//! officer all read the same list of options, so none of them can drift from the others.
//!
//! Nothing here knows what a subject or an option is.

pub mod key;
pub mod limit;
mod kinds;
mod ranges;

pub use kinds::{QuestionKind, in_combat, questions};
pub use limit::{BOUND, Limit, bound};
pub use ranges::{end_row, with_ranges};

use serde::{Deserialize, Serialize};

/// How the form lays an answer out; a file may always use either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// One line for each subject, with its option behind it.
    BySubject,
    /// One line for each option, with the list of its subjects behind it; the order in a list counts.
    ByOption,
}

/// Something that must get an option.
#[derive(Clone, Debug)]
pub struct Subject<A> {
    /// What it is.
    pub item: A,
    /// Which of the question's option sets it chooses from.
    pub set: u16,
    /// The option that silence means, as an index into the question's options.
    pub default: Option<u16>,
}

/// Something that may be chosen.
#[derive(Clone, Debug)]
pub struct Choice<B> {
    /// What it is.
    pub item: B,
    /// What limits count: see [`Limit`].
    pub mark: u16,
    /// How strong it is, for doctrine's `strongest` and `weakest`.
    pub worth: u16,
}

impl<B> From<B> for Choice<B> {
    /// An option without mark and worth.
    fn from(item: B) -> Choice<B> {
        Choice { item, mark: 0, worth: 0 }
    }
}

/// One decision put to one party. `A` is what the subjects are, `B` what the options are.
#[derive(Clone, Debug)]
pub struct Ask<A, B> {
    /// The kind of decision, by which doctrine answers it.
    pub kind: &'static str,
    /// The lasting name: where, what, and whose, unique within a match.
    pub key: String,
    /// The rule that puts the question.
    pub rule: &'static str,
    /// What is asked, in one sentence.
    pub title: String,
    /// What the party should have before its eyes when it answers.
    pub about: Vec<String>,
    /// How the form is laid out.
    pub layout: Layout,
    /// Who must get an option, in order.
    pub subjects: Vec<Subject<A>>,
    /// Every option of the question.
    pub options: Vec<Choice<B>>,
    /// Sets of options (indices into `options`, ascending) that subjects refer to.
    pub sets: Vec<Vec<u16>>,
    /// Conditions over several subjects.
    pub limits: Vec<Limit>,
    /// True if it is put even where only one answer is legal, since the others would learn from its absence
    /// what they must not know.
    pub veiled: bool,
    /// So many options, from the first on, are known to differ from each other.
    distinct: usize,
}

/// A legal answer: an option index for each subject, and the order in which the file named the subjects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picks {
    /// The option of each subject, by subject index.
    pub choice: Vec<u16>,
    /// Subject indices in the order they were named.
    pub order: Vec<u16>,
}

impl<A: Copy, B: Copy> Ask<A, B> {
    /// Begins a question without subjects or options.
    pub fn new(kind: &'static str, key: String, rule: &'static str, title: String) -> Ask<A, B> {
        Ask {
            kind,
            key,
            rule,
            title,
            about: Vec::new(),
            layout: Layout::BySubject,
            subjects: Vec::new(),
            options: Vec::new(),
            sets: Vec::new(),
            limits: Vec::new(),
            veiled: false,
            distinct: 0,
        }
    }

    /// Lays the form out by option.
    pub fn by_option(mut self) -> Self {
        self.layout = Layout::ByOption;
        self
    }

    /// Adds a line that the party should have before its eyes.
    pub fn about(mut self, line: String) -> Self {
        self.about.push(line);
        self
    }

    /// Adds a condition.
    pub fn limit(mut self, limit: Limit) -> Self {
        self.limits.push(limit);
        self
    }

    /// Adds an option without mark and worth, or finds the one that is there, and gives its index.
    pub fn option(&mut self, item: B) -> u16
    where
        B: PartialEq,
    {
        self.known(item, 0).unwrap_or_else(|| self.unknown(item, 0, 0))
    }

    fn known(&self, item: B, mark: u16) -> Option<u16>
    where
        B: PartialEq,
    {
        let at = self.options.iter().position(|it| it.item == item && it.mark == mark);
        at.map(|at| at as u16)
    }

    /// Adds an option that is not there yet.
    fn unknown(&mut self, item: B, mark: u16, worth: u16) -> u16 {
        let at = self.choice(item, mark, worth);
        self.distinct += usize::from(usize::from(at) == self.distinct);
        at
    }

    /// Adds an option with its mark and worth and gives its index.
    pub fn choice(&mut self, item: B, mark: u16, worth: u16) -> u16 {
        self.options.push(Choice { item, mark, worth });
        (self.options.len() - 1) as u16
    }

    /// Adds a set of options, or finds the equal one that is there, and gives its index.
    pub fn set(&mut self, options: Vec<u16>) -> u16 {
        let at = self.sets.iter().position(|set| *set == options).unwrap_or_else(|| {
            self.sets.push(options);
            self.sets.len() - 1
        });
        at as u16
    }

    /// Adds a subject that chooses from a set; `default` is what silence means.
    pub fn subject(&mut self, item: A, set: u16, default: Option<u16>) {
        self.subjects.push(Subject { item, set, default });
    }

    /// Offers options to subjects, all the same to each: adds what is new, and the subjects behind those that
    /// are there. `silence` is what silence means, if it is among the options.
    pub fn offer<C: Into<Choice<B>>>(
        &mut self,
        subjects: impl IntoIterator<Item = A>,
        options: impl IntoIterator<Item = C>,
        silence: Option<B>,
    ) where
        B: PartialEq,
    {
        let mut default = None;
        let options = options.into_iter();
        let mut open: Vec<u16> = Vec::with_capacity(options.size_hint().0);
        for Choice { item, mark, worth } in options.map(Into::into) {
            // Most options come in the order in which they came before, some of them left out.
            let next = open.last().map_or(0, |last| usize::from(last + 1)).min(self.distinct);
            let behind = &self.options[next..self.distinct];
            let near = behind.iter().position(|it| it.item == item && it.mark == mark);
            let known = near.map(|at| (next + at) as u16).or_else(|| self.known(item, mark));
            let at = known.unwrap_or_else(|| self.unknown(item, mark, worth));
            if default.is_none() && silence == Some(item) {
                default = Some(at);
            }
            open.push(at);
        }
        let set = self.set(open);
        subjects.into_iter().for_each(|subject| self.subject(subject, set, default));
    }

    /// The options open to the subject with this index.
    pub fn open_to(&self, subject: usize) -> &[u16] {
        &self.sets[self.subjects[subject].set as usize]
    }

    /// The answer that needs no asking: no subject, or no subject with more than one option; none of a veiled
    /// question.
    pub fn forced(&self) -> Option<Picks> {
        if self.veiled {
            return None;
        }
        let choice: Option<Vec<u16>> = (0..self.subjects.len())
            .map(|at| match self.open_to(at) {
                [only] => Some(*only),
                _ => None,
            })
            .collect();
        choice.map(Picks::in_order)
    }

    /// The answer that silence means, if every subject has one and they fit together.
    pub fn default_answer(&self) -> Option<Picks> {
        let choice: Option<Vec<u16>> = self.subjects.iter().map(|subject| subject.default).collect();
        let picks = Picks::in_order(choice?);
        self.broken_limit(&picks.choice).is_none().then_some(picks)
    }

    /// The first limit that a full list of choices breaks, with the subjects at fault.
    pub fn broken_limit(&self, choice: &[u16]) -> Option<(&Limit, Vec<usize>)> {
        let marks: Vec<u16> = choice.iter().map(|&option| self.options[option as usize].mark).collect();
        self.limits.iter().find_map(|limit| limit.broken_by(choice, &marks).map(|who| (limit, who)))
    }

    /// Turns picks into what was chosen for whom, in the order the file named them.
    pub fn read(&self, picks: &Picks) -> Vec<(A, B)> {
        let pair = |&at: &u16| {
            let option = picks.choice[at as usize] as usize;
            (self.subjects[at as usize].item, self.options[option].item)
        };
        picks.order.iter().map(pair).collect()
    }
}

impl Picks {
    /// Picks whose subjects were named in their own order.
    pub fn in_order(choice: Vec<u16>) -> Picks {
        let order = (0..choice.len() as u16).collect();
        Picks { choice, order }
    }
}

/// A question as it leaves the program: in words only, with all that is needed to check an answer offline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenQuestion {
    /// The kind of decision.
    pub kind: String,
    /// The lasting name, under which a file answers.
    pub key: String,
    /// The rule that puts the question.
    pub rule: String,
    /// What is asked, in one sentence.
    pub title: String,
    /// What the party should have before its eyes.
    pub about: Vec<String>,
    /// How the form is laid out.
    pub layout: Layout,
    /// Who must get an option.
    pub subjects: Vec<OpenSubject>,
    /// Every option.
    pub options: Vec<OpenChoice>,
    /// Sets of options, by index.
    pub sets: Vec<Vec<u16>>,
    /// Conditions over several subjects.
    pub limits: Vec<Limit>,
}

/// A subject in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenSubject {
    /// The word used in files.
    pub id: String,
    /// The name used in sentences, also accepted in files.
    pub name: String,
    /// Facts worth seeing beside the name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Index of the set of options.
    pub set: u16,
    /// What silence means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<u16>,
}

/// An option in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenChoice {
    /// The word used in files.
    pub id: String,
    /// The name used in sentences, also accepted in files.
    pub name: String,
    /// Facts worth seeing beside the name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// What limits count.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub mark: u16,
}

impl OpenChoice {
    /// It by its id and, where that says more, its name.
    pub fn named(&self) -> String {
        let name = Some(&self.name).filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case(&self.id));
        name.map_or_else(|| self.id.clone(), |name| format!("{} {name}", self.id))
    }

    /// It as a sentence names it: by its id, and where that is a number by its name too, as in `9 North Sea`.
    pub fn spoken(&self) -> String {
        if is_number(&self.id) { self.named() } else { self.id.clone() }
    }
}

/// Whether an id is a number, which says nothing to a reader without its name.
pub fn is_number(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit())
}

/// A question of a later step, as it would be put if nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AheadQuestion {
    /// The question.
    pub question: OpenQuestion,
    /// The keys of those that ask on in the same way what it has left open, one after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<String>,
}

impl AheadQuestion {
    /// Its key, and those of the questions that ask on.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.question.key).chain(&self.more).map(String::as_str)
    }
}

fn is_zero(mark: &u16) -> bool {
    *mark == 0
}

impl OpenQuestion {
    /// The options open to the subject with this index.
    pub fn open_to(&self, subject: usize) -> &[u16] {
        &self.sets[self.subjects[subject].set as usize]
    }

    /// The rule by which a subject cannot take an option that is not open to it: that of the sum which it
    /// breaks whatever the others choose, or that of the question.
    pub fn closed_by(&self, at: usize, option: u16) -> &String {
        let mark = |option: u16| i64::from(self.options[usize::from(option)].mark);
        let least = |(of, weight): &(u16, i32)| match usize::from(*of) == at {
            true => i64::from(*weight) * mark(option),
            false => {
                let open = self.open_to(usize::from(*of)).iter();
                open.map(|&option| i64::from(*weight) * mark(option)).min().unwrap_or(0)
            }
        };
        let closing = self.limits.iter().find_map(|limit| match limit {
            Limit::Weighed { weights, most, rule, .. } if *rule != self.rule => {
                let adds = weights.iter().any(|(of, weight)| usize::from(*of) == at && *weight > 0);
                let sum: i64 = weights.iter().map(least).sum();
                (adds && sum > i64::from(*most)).then_some(rule)
            }
            _ => None,
        });
        closing.unwrap_or(&self.rule)
    }

    /// Whether every index points at something; a question from a file may say anything.
    pub fn is_sound(&self) -> bool {
        let option = |at: &u16| (*at as usize) < self.options.len();
        let subject = |at: &u16| usize::from(*at) < self.subjects.len();
        let limit = |limit: &Limit| match limit {
            Limit::Exactly { option: at, .. }
            | Limit::AtMost { option: at, .. }
            | Limit::AtLeast { option: at, .. }
            | Limit::Room { option: at, .. } => option(at),
            Limit::Wanted { option: at, who, .. } => option(at) && who.iter().all(subject),
            Limit::Vain { who, options, .. } => who.iter().all(subject) && options.iter().all(option),
            Limit::OnlyWith { option: at, needs, .. } => option(at) && needs.iter().all(option),
            Limit::OnlyIf { who, options, cases, .. } => {
                let pair = |(who, options): &(Vec<u16>, Vec<u16>)| {
                    who.iter().all(subject) && options.iter().all(option)
                };
                who.iter().all(subject) && options.iter().all(option) && cases.iter().flatten().all(pair)
            }
            Limit::Weighed { weights, .. } => weights.iter().all(|(at, _)| subject(at)),
            Limit::Sum { who, .. } => who.iter().all(subject),
            Limit::Follows { who, needs, .. } => subject(who) && subject(needs),
            Limit::Distinct { .. } | Limit::LeftToRight { .. } | Limit::Alike { .. } => true,
        };
        let is_sound =
            |it: &OpenSubject| (it.set as usize) < self.sets.len() && it.default.as_ref().is_none_or(option);
        self.subjects.len() <= usize::from(u16::MAX)
            && self.sets.iter().flatten().all(option)
            && self.subjects.iter().all(is_sound)
            && self.limits.iter().all(limit)
    }

    /// The first limit that a full list of choices breaks, with the subjects at fault.
    pub fn broken_limit(&self, choice: &[u16]) -> Option<(&Limit, Vec<usize>)> {
        let marks: Vec<u16> = choice.iter().map(|&option| self.options[option as usize].mark).collect();
        self.limits.iter().find_map(|limit| limit.broken_by(choice, &marks).map(|who| (limit, who)))
    }

    /// True if silence is a legal answer.
    pub fn has_default_answer(&self) -> bool {
        let choice: Option<Vec<u16>> = self.subjects.iter().map(|subject| subject.default).collect();
        choice.is_some_and(|choice| self.broken_limit(&choice).is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line() -> Ask<u8, u8> {
        let mut ask =
            Ask::new("fire", "k".into(), "R", "Fire".into()).limit(Limit::LeftToRight { rule: "R".into() });
        let options = (0..4).map(|mark| ask.choice(mark as u8, mark, 0)).collect();
        let set = ask.set(options);
        (0..3).for_each(|who| ask.subject(who, set, Some(0)));
        ask
    }

    #[test]
    fn targets_run_left_to_right_without_skipping() {
        let ask = line();
        for legal in [[1, 2, 3], [1, 1, 2], [1, 1, 1], [1, 2, 2], [0, 1, 2], [1, 0, 2]] {
            assert_eq!(ask.broken_limit(&legal), None, "{legal:?}");
        }
        for (wrong, at) in [([2, 1, 3], 0), ([1, 3, 3], 1), ([2, 2, 2], 0), ([1, 2, 1], 2)] {
            assert_eq!(ask.broken_limit(&wrong).map(|(_, who)| who), Some(vec![at]), "{wrong:?}");
        }
    }

    #[test]
    fn distinct_and_exactly_name_the_culprits() {
        let distinct = Limit::Distinct { rule: "R".into(), what: "zone".into() };
        assert_eq!(distinct.broken_by(&[0, 1, 2], &[5, 0, 5]), Some(vec![0, 2]));
        assert_eq!(distinct.broken_by(&[0, 1, 1], &[5, 0, 0]), None);
        let exactly = Limit::Exactly { option: 1, count: 2, rule: "R".into() };
        assert_eq!(exactly.broken_by(&[1, 1, 0], &[0; 3]), None);
        assert_eq!(exactly.broken_by(&[1, 0, 0], &[0; 3]), Some(vec![0]));
        let only = Limit::OnlyWith { option: 2, needs: vec![0, 1], rule: "R".into() };
        for legal in [[0, 1, 2], [0, 0, 1], [1, 1, 1], [2, 1, 0]] {
            assert_eq!(only.broken_by(&legal, &[0; 3]), None, "{legal:?}");
        }
        assert_eq!(only.broken_by(&[2, 1, 2], &[0; 3]), Some(vec![0, 2]));
        let weighed = |most| Limit::Weighed {
            weights: vec![(0, 3), (1, 1), (2, -2)],
            most,
            what: "points".into(),
            rule: "R".into(),
        };
        assert_eq!(weighed(6).broken_by(&[0; 3], &[2, 4, 2]), None);
        assert_eq!(weighed(5).broken_by(&[0; 3], &[2, 4, 2]), Some(vec![0, 1]));
        assert_eq!(weighed(5).broken_by(&[0; 3], &[2, 0, 0]), Some(vec![0]));
    }

    #[test]
    fn an_offer_finds_the_first_of_equal_options() {
        let mut ask: Ask<u8, u8> = Ask::new("fire", "k".into(), "R", "Fire".into());
        for item in [7, 8, 7, 9] {
            ask.choice(item, 0, 0);
        }
        ask.offer([0], [8_u8, 7, 9], Some(7));
        ask.offer([1], [5_u8, 6, 8], None);
        ask.offer([2], [5_u8, 6, 4], None);
        assert_eq!(ask.sets, [vec![1, 0, 3], vec![4, 5, 1], vec![4, 5, 6]]);
        assert_eq!(ask.subjects[0].default, Some(0));
        let mut ask: Ask<u8, u8> = Ask::new("fire", "k".into(), "R", "Fire".into());
        ask.offer([0], [1_u8, 2, 3], None);
        ask.choice(1, 0, 0);
        ask.offer([1], [3_u8, 1, 2, 3, 4], None);
        assert_eq!(ask.sets, [vec![0, 1, 2], vec![2, 0, 1, 2, 4]]);
    }
}
