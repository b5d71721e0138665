//! Gathers the problems of one file over all layers that look at it. Nothing here grows with the file: beyond
//! a number that a person can read, problems are only counted.

use super::{Class, Problem, Problems, count};

/// Most problems that are told at once.
pub const MOST_PROBLEMS: usize = 100;

/// What is wrong with a file, as far as it is worth telling.
#[derive(Debug, Default)]
pub struct Collector {
    problems: Problems,
    untold: usize,
}

impl Collector {
    /// Nothing found yet.
    pub fn new() -> Collector {
        Collector::default()
    }

    /// Whether one more problem would be told; if not, it is counted here, and need not be put into words.
    pub fn has_room(&mut self) -> bool {
        let room = self.problems.len() < MOST_PROBLEMS;
        self.untold += usize::from(!room);
        room
    }

    /// Notes a problem, unless there are too many already.
    pub fn push(&mut self, problem: Problem) {
        if self.has_room() {
            self.problems.push(problem);
        }
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// Everything that was found, as [`finish`](Collector::finish) gives it, with the name of the file in
    /// every place that has none yet.
    pub fn finish_in(mut self, file: &str) -> Problems {
        self.problems.name_places(file);
        self.finish()
    }

    /// Everything that was found, sorted; if it was too much, the last one says how much is left out.
    pub fn finish(mut self) -> Problems {
        self.problems.sort();
        if self.untold > 0 {
            let what = format!("{} more of this file are not shown.", count(self.untold, "problem"));
            self.problems.push(Problem::new(Class::Hint, "more-problems", what));
        }
        self.problems
    }
}
