//! What a system's chart is made of: which charts, what the zones are called, and what counters bear. The
//! file `chart.yaml`.

use serde::Deserialize;

/// What a system's chart is made of.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::report) struct Atlas {
    /// What the zones are called.
    pub(super) called: String,
    /// The same in fewer words, if that is long.
    #[serde(default)]
    in_short: String,
    /// The charts by their names, in the order in which they are drawn; none for a plain drawing of what a
    /// view says of its zones.
    #[serde(default)]
    pub(super) charts: Vec<String>,
    /// Charts of which a match has one: the one that has all its zones is drawn, or a plain drawing if none
    /// has.
    #[serde(default)]
    pub(super) maps: Vec<String>,
    /// The classes of units, the most important first.
    #[serde(default)]
    classes: Vec<Class>,
}

/// A class of units, and the shape that its counters bear.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Class {
    class: String,
    shape: String,
}

impl Atlas {
    /// What the zones are called, in short.
    pub(super) fn in_short(&self) -> &str {
        if self.in_short.is_empty() { &self.called } else { &self.in_short }
    }

    /// By what units are sorted on the chart; a class that the file does not name comes last.
    pub(super) fn rank(&self, class: &str) -> usize {
        self.classes.iter().position(|it| it.class == class).unwrap_or(self.classes.len())
    }

    /// The shape of a class, if it has one.
    pub(super) fn shape(&self, class: &str) -> Option<&str> {
        self.classes.iter().find(|it| it.class == class).map(|it| it.shape.as_str())
    }

    /// The shapes that any class has, each once.
    pub(super) fn shapes(&self) -> impl Iterator<Item = &str> {
        let before = |at: usize| &self.classes[..at];
        let first =
            move |(at, it): &(usize, &Class)| !before(*at).iter().any(|other| other.shape == it.shape);
        self.classes.iter().enumerate().filter(first).map(|(_, it)| it.shape.as_str())
    }
}
