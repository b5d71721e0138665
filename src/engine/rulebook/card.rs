//! Combats as cards: what every system's combats have in common when they are put into rows.

use crate::side::Side;
use crate::view::{Act, Befell, Card, Counter, Fate, Mark, OPENING, Plot, Roll, Row, Shot, Throw, Unit};

/// A card that is being written, a line of its chapter after the other.
#[derive(Default)]
pub struct Draft {
    rows: Vec<Row>,
    acts: Vec<Act>,
    /// How many lines were gone through.
    lines: usize,
    over: bool,
}

impl Draft {
    /// Puts a counter into the row of its side and box; one that is on the card stays where it is.
    pub fn place(&mut self, side: Side, of: Option<&str>, unit: Unit) {
        if self.has(&unit.id) {
            return;
        }
        let counter = Counter { unit, fates: Vec::new() };
        let row = self.rows.iter_mut().find(|row| row.side == side && row.of.as_deref() == of);
        match row {
            Some(row) => row.counters.push(counter),
            None => self.rows.push(Row { side, of: of.map(str::to_owned), counters: vec![counter] }),
        }
    }

    /// Whether a counter is on the card.
    pub fn has(&self, id: &str) -> bool {
        self.counter(id).is_some()
    }

    /// The side of a counter on the card.
    pub fn side_of(&self, id: &str) -> Option<Side> {
        self.counter(id).map(|(side, _)| side)
    }

    fn counter(&self, id: &str) -> Option<(Side, &Counter)> {
        let all =
            self.rows.iter().flat_map(|row| row.counters.iter().map(move |counter| (row.side, counter)));
        all.into_iter().find(|(_, counter)| counter.unit.id == id)
    }

    /// Goes on to the next line of the chapter. It belongs to an act of this kind and round, a new one if the
    /// last is another; without a kind, to the last act.
    pub fn line(&mut self, kind: Option<&str>, round: Option<u8>) {
        let last = self.acts.last().map(|act| (&*act.kind, act.round));
        let wanted = kind.map(|kind| (kind, round)).or(last).unwrap_or((OPENING, None));
        if last != Some(wanted) {
            let (kind, round) = (wanted.0.to_owned(), wanted.1);
            self.acts.push(Act {
                kind,
                round,
                lines: (self.lines, self.lines),
                shots: Vec::new(),
                plot: None,
            });
        }
        self.lines += 1;
        if let Some(act) = self.acts.last_mut() {
            act.lines.1 = self.lines;
        }
    }

    /// Adds an attack, told by the line that was gone on to last.
    pub fn shot(&mut self, shot: Shot) {
        let line = self.lines.saturating_sub(1);
        if let Some(act) = self.acts.last_mut() {
            act.shots.push(Shot { line, ..shot });
        }
    }

    /// Adds the map of the combat as the last act leaves it.
    pub fn plot(&mut self, plot: Plot) {
        if let Some(act) = self.acts.last_mut() {
            act.plot = Some(plot);
        }
    }

    /// Says what befell a counter, and of the last attack on it in this act that it did so.
    pub fn befell(&mut self, id: &str, what: Befell, note: Option<String>) {
        let counters = self.rows.iter_mut().flat_map(|row| &mut row.counters);
        if let Some(counter) = counters.into_iter().find(|counter| counter.unit.id == id) {
            counter.fates.push(Fate { what, note });
        }
        if !matches!(what, Befell::Sunk | Befell::Damaged | Befell::Disabled) {
            return;
        }
        let shots = self.acts.last_mut().map(|act| act.shots.iter_mut().rev());
        let mut on = shots.into_iter().flatten().filter(|shot| shot.at == Mark::Counter(id.to_owned()));
        if let Some(shot) = on.find(|shot| shot.hits > 0 || shot.damage.is_some()) {
            shot.fate.get_or_insert(what);
        }
    }

    /// Whether two sides met, or anything was attacked.
    pub fn is_fought(&self) -> bool {
        let first = self.rows.first().map(|row| row.side);
        self.rows.iter().any(|row| Some(row.side) != first)
            || self.acts.iter().any(|act| !act.shots.is_empty())
    }

    /// The combat is over.
    pub fn end(&mut self) {
        self.over = true;
    }

    /// The card; none of a combat of which no counter is known.
    pub fn done(self) -> Option<Card> {
        let Draft { mut rows, acts, lines: _, over } = self;
        rows.retain(|row| !row.counters.is_empty());
        (!rows.is_empty()).then_some(Card { rows, acts, over })
    }
}

/// Dice as a card has them; nothing where none were thrown.
pub fn roll(what: Throw, dice: &[u8], hits: Vec<usize>) -> Option<Roll> {
    (!dice.is_empty()).then(|| Roll { what, dice: dice.to_vec(), bonus: 0, hits })
}

/// The places of the `count` lowest dice, in order.
pub fn lowest(dice: &[u8], count: usize) -> Vec<usize> {
    chosen(dice, count, i16::from)
}

/// The places of the `count` highest dice, in order.
pub fn highest(dice: &[u8], count: usize) -> Vec<usize> {
    chosen(dice, count, |face| -i16::from(face))
}

fn chosen(dice: &[u8], count: usize, rank: impl Fn(u8) -> i16) -> Vec<usize> {
    let mut places: Vec<usize> = (0..dice.len()).collect();
    places.sort_by_key(|&at| rank(dice[at]));
    places.truncate(count);
    places.sort_unstable();
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::two_sided::{ALLIES, AXIS};
    use crate::view::Known;

    fn unit(id: &str) -> Unit {
        let text = || id.to_owned();
        Unit {
            id: text(),
            name: text(),
            side: None,
            navy: "British".to_owned(),
            class: "BB".to_owned(),
            line: "8-8-3".to_owned(),
            of: None,
            known: Known::All,
            marks: None,
            damage: None,
            raiding: None,
        }
    }

    fn shot(by: &str, at: &str, hits: u16) -> Shot {
        let rolls = roll(Throw::Attack, &[1, 6], lowest(&[1, 6], hits.into())).into_iter().collect();
        let at = Mark::Counter(at.to_owned());
        Shot {
            line: 0,
            side: AXIS,
            by: vec![by.to_owned()],
            at,
            means: None,
            rolls,
            hits,
            void: 0,
            damage: None,
            fate: None,
        }
    }

    #[test]
    fn a_hit_is_told_of_the_attack_that_made_it() {
        let mut draft = Draft::default();
        draft.line(None, None);
        draft.place(AXIS, Some("Line"), unit("bismarck"));
        draft.place(ALLIES, Some("Line"), unit("hood"));
        draft.place(ALLIES, Some("Reserve"), unit("hood"));
        draft.line(Some("line"), None);
        draft.shot(shot("bismarck", "hood", 1));
        draft.line(Some("line"), None);
        draft.shot(shot("bismarck", "hood", 0));
        draft.line(None, None);
        draft.befell("hood", Befell::Sunk, None);
        draft.end();
        let card = draft.done().unwrap();
        assert_eq!((card.rows.len(), card.over), (2, true));
        assert_eq!(card.rows[1].counters[0].fates, [Fate { what: Befell::Sunk, note: None }]);
        let acts: Vec<_> = card.acts.iter().map(|act| (&*act.kind, act.lines)).collect();
        assert_eq!(acts, [(OPENING, (0, 1)), ("line", (1, 4))]);
        let fates: Vec<_> = card.acts[1].shots.iter().map(|shot| (shot.line, shot.fate)).collect();
        assert_eq!(fates, [(1, Some(Befell::Sunk)), (2, None)]);
    }

    #[test]
    fn the_dice_that_count_are_named_by_place() {
        assert_eq!(lowest(&[4, 1, 2, 1, 2], 3), [1, 2, 3]);
        assert_eq!(highest(&[4, 6, 2, 6], 2), [1, 3]);
        assert_eq!(lowest(&[], 2), Vec::<usize>::new());
    }
}
