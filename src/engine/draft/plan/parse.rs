//! Reads `plans:` of an orders file.

use super::{Hold, Otherwise, PlanDraft, PlansDraft};
use crate::draft::checks::Reader;
use crate::draft::node::{Node, Scalar};
use crate::problem::{list_or, quote, suggest};
use crate::tags::Tagged;

const PLAN_KEYS: [&str; 4] = ["question", "hold", "else", "answers"];
const EXAMPLE: &str = "- {question: t4/patrol/germany, hold: firm, answers: {de-bismarck: raid}}";

/// What was read of a plan so far. A member that was given and could not be read is `Some(None)`.
#[derive(Default)]
struct Parts {
    question: Option<Option<Scalar>>,
    hold: Option<Option<Hold>>,
    otherwise: Option<Option<Otherwise>>,
    answers: Option<(Scalar, Node)>,
}

impl Reader<'_, '_> {
    /// What stands under `plans:`; nothing if that is no list.
    pub fn plans(&mut self, key: &Scalar, value: Node) -> Option<PlansDraft> {
        match value {
            Node::List(_, items) => {
                let plans = items.into_iter().filter_map(|item| self.plan(item)).collect();
                Some(PlansDraft { spot: key.word.spot, plans })
            }
            Node::Scalar(scalar) if scalar.null => {
                let mend = "Write plans below it, each behind a `-`; `plans: []` takes back those that wait.";
                self.missing(key, mend.to_owned());
                None
            }
            other => {
                self.wrong_type(&other, "`plans`", "a list", &format!("Write a plan as `{EXAMPLE}`."));
                None
            }
        }
    }

    fn plan(&mut self, item: Node) -> Option<PlanDraft> {
        let spot = item.spot();
        let Node::Map(_, pairs) = item else {
            let keys = list_or(&PLAN_KEYS.map(|key| format!("`{key}`")));
            let mend = format!("Write it as `{EXAMPLE}`.");
            self.wrong_type(&item, "A plan", &format!("a mapping with {keys}"), &mend);
            return None;
        };
        let mut parts = Parts::default();
        for (key, value) in self.entries(pairs) {
            match key.word.text.as_str() {
                "question" => parts.question = Some(self.key_of_plan(&key, value)),
                "hold" => parts.hold = Some(self.one_of(&key, value, Hold::named)),
                "else" => parts.otherwise = Some(self.one_of(&key, value, Otherwise::named)),
                "answers" => parts.answers = Some((key, value)),
                _ => self.unknown(&key, &PLAN_KEYS, "a plan"),
            }
        }
        for (is_there, what) in [(parts.question.is_some(), "question"), (parts.answers.is_some(), "answers")]
        {
            if !is_there {
                let mend = format!("Write it as `{EXAMPLE}`.");
                self.refuse("incomplete-plan", format!("This plan has no `{what}`."), spot, mend);
            }
        }
        let answer = match (parts.question??, parts.answers?) {
            (_, (key, Node::Scalar(scalar))) if scalar.null => {
                let mend = "Write who takes what below it; `{}` leaves everything at its default.";
                self.missing(&key, mend.to_owned());
                return None;
            }
            (question, (_, answers)) => self.answer(question, answers)?,
        };
        let hold = parts.hold.unwrap_or(Some(Hold::Fresh))?;
        let otherwise = parts.otherwise.unwrap_or(Some(Otherwise::Ask))?;
        Some(PlanDraft { hold, otherwise, answer })
    }

    /// The key of the question that a plan answers.
    fn key_of_plan(&mut self, key: &Scalar, value: Node) -> Option<Scalar> {
        match value {
            Node::Scalar(scalar) if !scalar.null => self.name(&scalar).then_some(scalar),
            other => self.value(key, other, "question: t4/patrol/germany").and(None),
        }
    }

    /// One of the words that a key may have.
    fn one_of<T: Tagged>(
        &mut self,
        key: &Scalar,
        value: Node,
        named: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let name = &key.word.text;
        let word = self.value(key, value, &format!("{name}: {}", T::WORDS[0]))?;
        let found = named(&word.text);
        if found.is_none() {
            let known: Vec<String> = T::WORDS.iter().map(|it| format!("`{name}: {it}`")).collect();
            let what = format!("{} says nothing after `{name}:`.", quote(&word.text));
            let mend = match suggest(&word.text, T::WORDS.iter().copied()) {
                Some(near) => format!("Did you mean `{name}: {near}`?"),
                None => format!("Write {}.", list_or(&known)),
            };
            self.refuse("unknown-word", what, word.spot, mend);
        }
        found
    }
}
