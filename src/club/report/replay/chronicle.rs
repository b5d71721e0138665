//! What the pictures of a replay are made of: the points moment by moment, and turn by turn what was on the
//! chart; what was lost in combat, and what the dice did there.

use minijinja::Value;
use serde::{Deserialize, Serialize};

use super::super::figure::{Figure, Series};
use super::super::sides::Sides;
use super::super::story_style::Luck;
use super::super::tables::Tables;
use engine::side::{Side, SideMap};
use engine::view::{Act, Befell, Mark, Parts, Shot, Throw, Unit};

/// A turn, and numbers of each side at its end: points, and units on the chart.
type TurnNumbers = (u8, Vec<i64>, Vec<i64>);

/// What a match has come to so far.
#[derive(Default)]
pub(super) struct Chronicle {
    /// The sides that are drawn, in their order.
    sides: Vec<Side>,
    /// Points at each moment, in the order of the sides.
    points: Vec<Vec<i64>>,
    /// Turns: as of the last moment of each the points, and the units on the chart.
    turns: Vec<TurnNumbers>,
    /// The sides whose units are all seen.
    seen: Vec<Side>,
    /// How many units of a class each side lost.
    lost: Vec<(String, Vec<i64>)>,
    /// Good dice, and how many were to be expected, in sixths.
    good: Vec<(i64, i64)>,
}

/// What the picture of luck is called.
const LUCK: &str = "Luck: dice that were good, and how many were to be expected";

/// A picture, with what it is called.
#[derive(Serialize)]
pub(super) struct Picture {
    title: &'static str,
    html: Value,
}

impl Chronicle {
    /// Goes on to the next moment. Of `whole` views the units of all sides are seen, of others the reader's
    /// alone.
    pub(super) fn add(
        &mut self,
        view: &Parts<'_>,
        (sides, reader): (&Sides<'_>, Side),
        whole: bool,
        luck: Option<&Luck>,
    ) {
        sides.iter().for_each(|it| {
            self.place(it.side);
        });
        let total = view.score.get("total").and_then(|it| SideMap::<i64>::deserialize(it).ok());
        let points: Vec<i64> =
            self.sides.iter().map(|side| total.as_ref().map_or(0, |it| it.of(*side))).collect();
        self.points.push(points.clone());
        let strength = self.strength(view, reader, whole);
        match self.turns.last_mut().filter(|last| last.0 == view.turn) {
            Some(last) => (last.1, last.2) = (points, strength),
            None => self.turns.push((view.turn, points, strength)),
        }
        for card in view.story.iter().filter_map(|chapter| chapter.card.as_ref()) {
            for row in &card.rows {
                let sunk =
                    |it: &&engine::view::Counter<&str>| it.fates.iter().any(|fate| fate.what == Befell::Sunk);
                row.counters.iter().filter(sunk).for_each(|it| self.lose(row.side, it.unit.class));
            }
            for act in &card.acts {
                luck.into_iter()
                    .for_each(|luck| act.shots.iter().for_each(|shot| self.fire(act, shot, luck)));
            }
        }
    }

    /// The place of a side among those that are drawn.
    fn place(&mut self, side: Side) -> usize {
        self.sides.iter().position(|it| *it == side).unwrap_or_else(|| {
            self.sides.push(side);
            self.sides.len() - 1
        })
    }

    /// How many units of each side are on the chart.
    fn strength(&mut self, view: &Parts<'_>, reader: Side, whole: bool) -> Vec<i64> {
        let own = self.place(reader);
        let only = self.sides.iter().copied().find(|side| *side != reader);
        let mut counted = vec![0; self.sides.len()];
        let places = view.sea.zones.iter().map(|zone| (&zone.own, &zone.enemy_known));
        for (ours, theirs) in places.chain(view.sea.ports.iter().map(|port| (&port.own, &port.enemy_known))) {
            counted[own] += ours.len() as i64;
            for unit in theirs.iter().filter(|_| whole) {
                let whose = |unit: &Unit<&str>| unit.side.or(only);
                let at = whose(unit).and_then(|side| self.sides.iter().position(|it| *it == side));
                at.into_iter().for_each(|at| counted[at] += 1);
            }
        }
        self.seen = if whole { self.sides.clone() } else { vec![reader] };
        counted
    }

    fn lose(&mut self, side: Side, class: &str) {
        let place = self.place(side);
        let at = self.lost.iter().position(|(known, _)| known == class).unwrap_or_else(|| {
            self.lost.push((class.to_owned(), Vec::new()));
            self.lost.len() - 1
        });
        let sums = &mut self.lost[at].1;
        sums.resize(sums.len().max(place + 1), 0);
        sums[place] += 1;
    }

    /// Counts the good dice of an attack, as `sealord luck` does: where the rules make hits of pairs, or a
    /// hit void, a die is as good as it fell.
    fn fire(&mut self, act: &Act<&str>, shot: &Shot<&str>, luck: &Luck) {
        let place = self.place(shot.side);
        self.good.resize(self.good.len().max(place + 1), (0, 0));
        let convoy = matches!(shot.at, Mark::Convoy(_));
        let attacks = shot.rolls.iter().filter(|roll| roll.what == Throw::Attack);
        for roll in attacks {
            let faces = match convoy {
                true => luck.convoy.unwrap_or(luck.faces),
                false if luck.ones.iter().any(|kind| kind == act.kind) => 1,
                false => luck.faces,
            };
            let faces = faces + roll.bonus;
            let (good, expected) = counted(&roll.dice, faces.min(6));
            self.good[place].0 += good;
            self.good[place].1 += expected;
        }
    }

    /// The pictures that there is anything to draw for.
    pub(super) fn pictures(&self, tables: &Tables) -> Vec<Picture> {
        let mut pictures = Vec::new();
        let mut add = |title, html: String| {
            pictures.push(Picture { title, html: Value::from_safe_string(html) });
        };
        if self.turns.len() > 1 && self.points.iter().flatten().any(|it| *it != 0) {
            add(
                "Points, turn by turn",
                self.by_turn("points", "Points, turn by turn", &self.sides, |it| &it.1).curves(),
            );
        }
        if self.turns.len() > 1 && self.turns.iter().any(|it| it.2.iter().any(|it| *it > 0)) {
            let title = "Units on the chart, turn by turn";
            add(title, self.by_turn("strength", title, &self.seen, |it| &it.2).curves());
        }
        if !self.lost.is_empty() {
            add("Lost in combat, by class", self.losses(tables).bars());
        }
        if self.good.iter().any(|it| it.1 >= 6) {
            add(LUCK, self.luck().bars());
        }
        pictures
    }

    /// The points at each moment, to be drawn under the slider.
    pub(super) fn strip(&self) -> Option<Value> {
        let any = self.points.len() > 1 && self.points.iter().flatten().any(|it| *it != 0);
        let figure = Figure {
            id: "strip",
            title: "Points",
            along: "Step",
            labels: vec![String::new(); self.points.len()],
            series: self.series(&self.sides, self.points.iter()),
            begins: Vec::new(),
        };
        any.then(|| Value::from_safe_string(figure.strip()))
    }

    /// A line of numbers for each of these sides.
    fn series<'a>(
        &self,
        sides: &[Side],
        rows: impl Iterator<Item = &'a Vec<i64>> + Clone,
    ) -> Vec<Series<'static>> {
        let all = self.sides.iter().enumerate().filter(|(_, side)| sides.contains(side));
        all.map(|(nth, side)| Series {
            class: side.id(),
            name: side.name(),
            values: rows.clone().map(|row| row.get(nth).copied().unwrap_or_default()).collect(),
        })
        .collect()
    }

    fn by_turn(
        &self,
        id: &'static str,
        title: &'static str,
        sides: &[Side],
        of: fn(&TurnNumbers) -> &Vec<i64>,
    ) -> Figure<'static> {
        Figure {
            id,
            title,
            along: "Turn",
            labels: self.turns.iter().map(|turn| turn.0.to_string()).collect(),
            series: self.series(sides, self.turns.iter().map(of)),
            begins: Vec::new(),
        }
    }

    fn losses(&self, tables: &Tables) -> Figure<'static> {
        let mut lost: Vec<&(String, Vec<i64>)> = self.lost.iter().collect();
        lost.sort_by_key(|(class, _)| tables.rank(class));
        Figure {
            id: "lost",
            title: "Lost in combat, by class",
            along: "Class",
            labels: lost.iter().map(|it| it.0.clone()).collect(),
            series: self.series(&self.sides, lost.iter().map(|it| &it.1)),
            begins: Vec::new(),
        }
    }

    fn luck(&self) -> Figure<'static> {
        let sides = || self.sides.iter().zip(&self.good);
        let rolled = sides().map(|(_, good)| good.0).collect();
        let expected = sides().map(|(_, good)| (good.1 + 3) / 6).collect();
        Figure {
            id: "luck",
            title: LUCK,
            along: "Side",
            labels: sides().map(|(side, _)| side.name().to_owned()).collect(),
            series: vec![
                Series { class: "rolled", name: "Rolled", values: rolled },
                Series { class: "expected", name: "Expected", values: expected },
            ],
            begins: Vec::new(),
        }
    }
}

/// How many of some dice are good, and how many were to be expected, in sixths, if so many faces are.
fn counted(dice: &[u8], faces: u8) -> (i64, i64) {
    let good = dice.iter().filter(|face| **face <= faces).count();
    (good as i64, dice.len() as i64 * i64::from(faces))
}

#[cfg(test)]
mod tests {
    use super::counted;

    /// A pair of twos is two good dice, whatever hits the rules make of it.
    #[test]
    fn good_dice_are_counted_as_they_fell() {
        assert_eq!(counted(&[1, 2, 2, 6], 2), (3, 8));
        assert_eq!(counted(&[1, 2, 2, 6], 1), (1, 4));
        assert_eq!(counted(&[], 2), (0, 0));
    }
}
