//! A curve of somebody's level, such as a rating, on a page that is no report.

use minijinja::Value;
use serde::Serialize;

use super::figure::{Figure, Series};

/// Numbers that go up and down with what is played.
pub struct Levels<'a> {
    /// A word for its ids on the page, which nothing else there has.
    pub id: &'a str,
    /// What is shown.
    pub title: &'a str,
    /// What the labels are.
    pub along: &'a str,
    /// Whose numbers they are.
    pub name: &'a str,
    /// One for each number.
    pub labels: Vec<String>,
    /// The numbers.
    pub values: Vec<i64>,
}

/// A drawing with the table that it shows, as markup that templates write as it is.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Picture(Value);

impl Levels<'_> {
    /// Draws the curve.
    pub fn draw(self) -> Picture {
        let Levels { id, title, along, name, labels, values } = self;
        let series = vec![Series { class: "level", name, values }];
        let figure = Figure { id, title, along, labels, series, begins: Vec::new() };
        Picture(Value::from_safe_string(figure.levels()))
    }
}
