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
    /// Hits, and how many were to be expected, in thousandths.
    hits: Vec<(i64, i64)>,
}

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

    fn fire(&mut self, act: &Act<&str>, shot: &Shot<&str>, luck: &Luck) {
        let place = self.place(shot.side);
        self.hits.resize(self.hits.len().max(place + 1), (0, 0));
        let convoy = matches!(shot.at, Mark::Convoy(_));
        let attacks = shot.rolls.iter().filter(|roll| roll.what == Throw::Attack);
        for roll in attacks {
            let faces = if convoy { luck.convoy.unwrap_or(luck.faces) } else { luck.faces } + roll.bonus;
            let paired = !convoy && act.kind == luck.paired;
            self.hits[place].1 += expected(roll.dice.len(), faces.min(6), paired);
            self.hits[place].0 += if roll.dice.is_empty() { 0 } else { i64::from(shot.hits + shot.void) };
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
        if self.hits.iter().any(|it| it.1 >= 1000) {
            add("Luck: hits, and how many were to be expected", self.luck().bars());
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
        let sides = || self.sides.iter().zip(&self.hits);
        let rolled = sides().map(|(_, hits)| hits.0).collect();
        let expected = sides().map(|(_, hits)| (hits.1 + 500) / 1000).collect();
        Figure {
            id: "luck",
            title: "Luck: hits, and how many were to be expected",
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

/// How many hits so many dice make on average, in thousandths. Of paired ones the last face hits in twos.
fn expected(dice: usize, faces: u8, paired: bool) -> i64 {
    let (dice, faces) = (dice as f64, f64::from(faces));
    let hits = match paired {
        false => dice * faces / 6.0,
        // Of k dice with that face k/2 hit, and one of an odd number is in vain.
        true => dice * (faces - 1.0) / 6.0 + (dice / 6.0 - (1.0 - (2.0_f64 / 3.0).powf(dice)) / 2.0) / 2.0,
    };
    (hits * 1000.0).round() as i64
}

#[cfg(test)]
mod tests {
    use super::expected;

    #[test]
    fn expected_hits_are_those_of_all_throws() {
        assert_eq!([expected(6, 1, false), expected(3, 2, false), expected(0, 2, true)], [1000, 1000, 0]);
        // All throws of four dice, of which each 1 hits, and each two 2s.
        let (mut hits, mut throws) = (0_i64, 0_i64);
        for throw in 0..6_i64.pow(4) {
            let faces = [throw % 6, throw / 6 % 6, throw / 36 % 6, throw / 216];
            let of = |face: i64| faces.iter().filter(|it| **it == face).count() as i64;
            hits += of(0) + of(1) / 2;
            throws += 1;
        }
        assert_eq!(expected(4, 2, true), (hits * 1000 + throws / 2) / throws);
    }
}
