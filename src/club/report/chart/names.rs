//! The sides of a chart, as it names them.

use std::borrow::Cow;

use super::super::sides::{Sides, Style};
use super::pen::{Words, draw};
use engine::side::Side;
use engine::view::Zone;

/// The sides with their names, made fit for markup, in the order in which the report names them.
pub(in crate::report) struct Names<'a> {
    pub(super) reader: Side,
    pub(super) sides: Vec<Named<'a>>,
    /// Whether the reader's side is one of all, because everything is known.
    pub(super) is_whole: bool,
}

/// A side with its name.
pub(super) struct Named<'a> {
    pub(super) side: Side,
    pub(super) name: String,
    pub(super) style: &'a Style,
}

impl<'a> Names<'a> {
    /// The names of the sides of a packet, whose reader's is `reader`.
    pub(in crate::report) fn new(reader: Side, sides: &Sides<'a>) -> Names<'a> {
        let sides = sides.iter().map(|it| {
            let mut name = String::new();
            draw!(name, Words(it.name));
            Named { side: it.side, name, style: it.style }
        });
        Names { reader, sides: sides.collect(), is_whole: false }
    }

    /// The same for a chart that shows what nobody knew alone: the side is named where its own chart says
    /// `own`.
    pub(in crate::report) fn of_all(self) -> Names<'a> {
        Names { is_whole: true, ..self }
    }

    /// What stands before the reader's units and before those of others where they are listed.
    pub(super) fn marks(&self) -> (Cow<'static, str>, Cow<'static, str>) {
        if !self.is_whole {
            return (Cow::Borrowed("; own: "), Cow::Borrowed("; enemy: "));
        }
        let said = |side: Option<Side>| match side {
            Some(side) => Cow::Owned(format!("; {}: ", self.of(side))),
            None => Cow::Borrowed("; others: "),
        };
        let mut others = self.sides.iter().map(|it| it.side).filter(|it| *it != self.reader);
        (said(Some(self.reader)), said(others.next().filter(|_| others.next().is_none())))
    }

    /// The name of a side.
    pub(super) fn of(&self, side: Side) -> &str {
        self.sides.iter().find(|it| it.side == side).map_or("", |it| &it.name)
    }

    /// The letter that marks what is a side's.
    pub(super) fn letter(&self, side: Side) -> &str {
        self.sides.iter().find(|it| it.side == side).map_or("", |it| &it.style.letter)
    }

    /// The word of an enemy, if it is said whose a unit is or there is one enemy alone.
    pub(super) fn enemy(&self, said: Option<Side>) -> &'static str {
        let mut others = self.sides.iter().map(|it| it.side).filter(|it| *it != self.reader);
        let only = others.next().filter(|_| others.next().is_none());
        said.or(only).map_or("", Side::id)
    }

    /// The word of the enemy whose navy a stack shows, where a side has only one and lends it its adjective;
    /// else as for a unit of which nothing is said.
    pub(super) fn enemy_of_navy(&self, navy: &str) -> &'static str {
        let mut others = self.sides.iter().map(|it| it.side).filter(|it| *it != self.reader);
        self.enemy(others.find(|side| side.adjective() == navy))
    }

    /// The sides with convoys in a zone, each with its place among all.
    pub(super) fn with_convoys(&self, zone: &Zone<&str>) -> impl Iterator<Item = (usize, &Named<'a>)> {
        self.sides.iter().enumerate().filter(|(_, it)| zone.has_convoy(it.side))
    }
}
