//! The battle plans that have a name.

use super::Plan;
use super::draft::{Draft, GroupDraft};
use super::parse::Writer;
use crate::DATA;
use crate::cards::Cards;
use engine::draft;
use engine::games::{Games, GamesFault};
use engine::problem::Collector;

/// The plan that is fought by where a side has none.
pub const BUILT_IN: &str = "built-in";
/// The plan by which the owner of a convoy fights where he has none.
pub const CONVOY_GUARD: &str = "convoy-guard";

/// The plans that have a name.
#[derive(Clone, Debug)]
pub struct Library {
    drafts: Vec<(String, Draft)>,
    plans: Vec<(String, Plan)>,
}

impl Library {
    /// Reads `plans.yaml`.
    ///
    /// # Errors
    /// If it does not hold plans, or not those without which no battle can be fought.
    pub fn load(games: &Games, cards: &Cards) -> Result<Library, GamesFault> {
        let fault = |what: String| GamesFault::Unsound { file: format!("{DATA}/plans"), what };
        let file: serde_json::Map<String, serde_json::Value> = games.read(DATA, "plans")?;
        let mut library = Library { drafts: Vec::new(), plans: Vec::new() };
        let (first, rest): (Vec<_>, Vec<_>) = file.iter().partition(|(name, _)| *name == BUILT_IN);
        for (name, value) in first.into_iter().chain(rest) {
            let mut problems = Collector::new();
            let text = value.to_string();
            let read = draft::read("plans.yaml", text.as_bytes(), &mut problems, |reader, root| {
                Writer { reader, cards, library: &library, known: &|_| Ok(()), speller: None }.plan(root)
            });
            let (Some((mut draft, mut plan)), true) = (read, problems.is_empty()) else {
                let words = problems.finish().iter().map(|it| it.what.clone()).collect::<Vec<_>>().join(" ");
                return Err(fault(format!("{name}: {words}")));
            };
            (draft.unchanged, plan.unchanged) = (true, true);
            (draft.like, plan.like) = (name.clone(), name.clone());
            library.drafts.push((name.clone(), draft));
            library.plans.push((name.clone(), plan));
        }
        match [BUILT_IN, CONVOY_GUARD].iter().find(|name| library.named(name).is_none()) {
            None => Ok(library),
            Some(name) => Err(fault(format!("there is no plan {name}"))),
        }
    }

    /// The plan of a name.
    pub fn named(&self, name: &str) -> Option<&Plan> {
        self.plans.iter().find(|(it, _)| it == name).map(|(_, plan)| plan)
    }

    /// The names of all plans.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.plans.iter().map(|(name, _)| name.as_str())
    }

    /// The plan that is fought by where a side has none.
    pub(super) fn built_in(&self) -> &Plan {
        &self.plans[0].1
    }

    /// Each plan as it was written, with its name.
    pub(super) fn drafts(&self) -> impl Iterator<Item = (&str, &Draft)> {
        self.drafts.iter().map(|(name, draft)| (name.as_str(), draft))
    }

    pub(super) fn draft(&self, name: &str) -> Option<&Draft> {
        self.drafts.iter().find(|(it, _)| it == name).map(|(_, draft)| draft)
    }

    pub(super) fn groups(&self) -> &[GroupDraft] {
        self.drafts.first().map_or(&[], |(_, draft)| &draft.groups)
    }
}
