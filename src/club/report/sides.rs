//! The sides of a packet, as reports name them. The marks of each stand in `sides.yaml`.

use std::collections::BTreeMap;

use minijinja::{Value, context};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize};

use super::ReportFault;
use engine::side::{Side, SideMap};
use engine::view::{Control, Parts};

/// How reports speak of a side.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Style {
    /// The side's word in files; one that no system of this program knows is passed over.
    side: String,
    /// Its adjective, of one thing: `an Allied`.
    pub(super) article: String,
    /// The letter that marks what is its own on the chart.
    pub(super) letter: String,
    /// The letter of which its bars are made.
    pub(super) bar: String,
    /// Whether its name counts as one: "the Axis has won", but "the Allies have won".
    singular: bool,
}

/// A side of a packet.
#[derive(Clone, Copy)]
pub(super) struct NamedSide<'a> {
    pub(super) side: Side,
    /// Its name in sentences.
    pub(super) name: &'a str,
    pub(super) style: &'a Style,
}

/// A side of the match as a legend names it.
#[derive(Serialize)]
pub(super) struct InPlay {
    side: Side,
    /// The letter that marks what is its own on the chart.
    letter: String,
}

/// The sides of a packet, in the order in which a report names them.
pub(super) struct Sides<'a> {
    all: Vec<NamedSide<'a>>,
    /// Whose report it is.
    reader: Side,
}

impl<'a> Sides<'a> {
    /// Finds the sides of a view: its reader's, those that its view lists, and all for whom a zone is worth
    /// anything or that hold any place.
    ///
    /// # Errors
    /// [`ReportFault::Template`] when one of them does not stand in `sides.yaml`.
    pub(super) fn of(styles: &'a [Style], reader: Side, parts: &Parts<'a>) -> Result<Sides<'a>, ReportFault> {
        let mut sides = vec![reader];
        let mut add = |side: Side| {
            if !sides.contains(&side) {
                sides.push(side);
            }
        };
        parts.reader.sides.iter().flatten().copied().for_each(&mut add);
        for zone in &parts.sea.zones {
            zone.value.sides().for_each(&mut add);
            zone.control.and_then(|control| control.side()).into_iter().for_each(&mut add);
        }
        parts.sea.ports.iter().filter_map(|port| port.holder.side()).for_each(&mut add);
        let two = sides.len() == 2;
        let name = |side: Side| match side == reader {
            true => parts.reader.side_name,
            false if two => parts.reader.enemy_name,
            false => side.name(),
        };
        sides.sort_unstable();
        let named = |side: Side| {
            let style = styles.iter().find(|style| style.side == side.id()).ok_or_else(|| {
                let what = format!("it says nothing of the side `{}`", side.id());
                ReportFault::Template { file: FILE.to_owned(), line: 0, what }
            })?;
            Ok(NamedSide { side, name: name(side), style })
        };
        let all = sides.into_iter().map(named).collect::<Result<_, ReportFault>>()?;
        Ok(Sides { all, reader })
    }

    /// Whose report it is.
    pub(super) fn reader(&self) -> Side {
        self.reader
    }

    /// The sides in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = NamedSide<'a>> + Clone {
        self.all.iter().copied()
    }

    /// The sides in their order, for a legend.
    pub(super) fn in_play(&self) -> Vec<InPlay> {
        self.iter().map(|it| InPlay { side: it.side, letter: it.style.letter.clone() }).collect()
    }

    /// Who may control a zone, in that order.
    pub(super) fn controls(&self) -> impl Iterator<Item = Control> {
        self.all.iter().map(|it| Control::Held(it.side)).chain([Control::Contested])
    }

    /// By what sides are sorted.
    pub(super) fn rank(&self, side: Side) -> usize {
        self.all.iter().position(|it| it.side == side).unwrap_or(self.all.len())
    }

    /// By what sides are sorted whose words are given; what belongs to none comes last.
    pub(super) fn rank_of(&self, word: Option<&str>) -> usize {
        self.all.iter().position(|it| Some(it.side.id()) == word).unwrap_or(self.all.len())
    }
}

#[cfg(test)]
impl<'a> Sides<'a> {
    /// The sides of the built-in file under these names.
    pub(super) fn named(names: &[&'a str]) -> Sides<'a> {
        let files = super::files::built_in();
        let styles: Vec<Style> = files.iter().find(|file| file.name == FILE).unwrap().data().unwrap();
        let styles = styles.leak().iter().zip(names);
        let all: Vec<_> = styles
            .map(|(style, name)| NamedSide { side: Side::parse(&style.side).unwrap(), name, style })
            .collect();
        let reader = all[0].side;
        Sides { all, reader }
    }
}

/// Where the sides stand.
pub(super) const FILE: &str = "common/sides.yaml";

/// What a system's own list of further sides is called, and the common one too.
pub(super) const NAME: &str = "sides.yaml";

/// What templates find as `by_side`: maps from the word of a side to its name, its name in a sentence
/// (`names`) and at the beginning of one (`starts`), its adjective, and whether it counts as one. Among the
/// plain names is `contested`, too.
pub(super) fn words(styles: &[Style]) -> Value {
    let sides = || styles.iter().filter_map(|style| Some((Side::parse(&style.side)?, style)));
    let named = |word: &dyn Fn(Side) -> String| -> BTreeMap<&str, String> {
        sides().map(|(side, _)| (side.id(), word(side))).collect()
    };
    let mut plain = named(&|side| side.name().to_owned());
    plain.insert(Control::Contested.id(), Control::Contested.id().to_owned());
    let singular: BTreeMap<&str, bool> = sides().map(|(side, style)| (side.id(), style.singular)).collect();
    context! {
        sides => plain,
        names => named(&|side| format!("the {side}")),
        starts => named(&|side| format!("The {side}")),
        adjectives => named(&|side| side.adjective().to_owned()),
        singular,
    }
}

/// A number for each side, under the side's word.
pub(super) struct Each(Vec<(Side, u16)>);

impl Each {
    /// What each side of a packet has of this; 0 for one of which nothing is said.
    pub(super) fn of(sides: &Sides<'_>, values: &SideMap<u16>) -> Each {
        Each(sides.iter().map(|it| (it.side, values.of(it.side))).collect())
    }

    /// How many sides there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Puts a field for each side into a row: rows of known names are searched several times faster than
    /// maps.
    pub(super) fn put<R: SerializeStruct>(&self, row: &mut R) -> Result<(), R::Error> {
        self.0.iter().try_for_each(|(side, number)| row.serialize_field(side.id(), number))
    }
}
