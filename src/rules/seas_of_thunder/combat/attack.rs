//! What all segments with attacks share: targets are declared by both sides before any die is rolled, a unit
//! attacks one unit only (SOT-5.5.3-5), several may attack the same (SOT-5.5.3-6), and both sides act even if
//! they are hit (SOT-5.5-8).

use super::{SIDES, key, label};
use crate::Table;
use crate::board::ZoneId;
use crate::event::{Event, Segment};
use crate::item::{Item, Word};
use crate::key::What;
use crate::pieces::UnitId;
use crate::state::{MatBox, UnitState};
use engine::question::{Ask, Choice, Limit};
use engine::rulebook::two_sided::{BySide, Camp};
use engine::table::Step;

/// What one side may do in a segment.
#[derive(Clone, Debug, Default)]
pub(super) struct Attackers {
    /// Who attacks, in order.
    pub units: Vec<UnitId>,
    /// Whom they may attack, with the mark that limits count.
    pub targets: Vec<(UnitId, u16)>,
    /// What the side should have before its eyes when it chooses.
    pub about: Vec<String>,
}

/// The attacks of both sides on one target.
pub(super) struct Volley {
    /// Who is attacked.
    pub target: UnitId,
    /// By whom.
    pub by: Vec<UnitId>,
}

/// How dice hit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hits {
    /// On a 1.
    Ones,
    /// On a 1 or a 2.
    OnesAndTwos,
    /// On a 1, and with each pair of 2s against one ship (SOT-5.5.4.7-2, SOT-5.5.4.7-3).
    Gunfire,
}

impl Hits {
    /// How the attacks of a segment on a target hit. *Ruling:* a raider is any ship in the Raider box
    /// (SOT-5.5.4.2-9).
    pub(crate) fn of(segment: Segment, target: &UnitState) -> Hits {
        match segment {
            Segment::AirStrike if target.mat == Some(MatBox::Raider) => Hits::Ones,
            Segment::AirStrike => Hits::OnesAndTwos,
            Segment::Line => Hits::Gunfire,
            Segment::Asw | Segment::Submarine | Segment::Mine => Hits::Ones,
        }
    }

    /// Whether a face hits, alone or as one of a pair.
    pub(crate) fn is_good(self, face: u8) -> bool {
        face == 1 || face == 2 && self != Hits::Ones
    }
}

/// Asks both sides for their targets at once. Silence holds fire. Gives volleys by target, in the order
/// declared, those of the Axis first.
pub(super) fn declare(
    table: &mut Table,
    zone: ZoneId,
    segment: Segment,
    kind: &'static str,
    rule: &'static str,
    sides: &BySide<Attackers>,
    limit: Option<Limit>,
) -> Step<Vec<Volley>> {
    let mut asks: Vec<(Camp, Ask<UnitId, Item>)> = Vec::new();
    for side in SIDES {
        let own = &sides[side];
        if own.units.is_empty() || own.targets.is_empty() {
            continue;
        }
        let name = &table.system().board().zone(zone).name;
        let title = table.worded(|| format!("{name}: {}", words(segment)));
        let mut ask = Ask::new(kind, key(table, zone, What::Kind(kind), side), rule, title);
        ask.about.clone_from(&own.about);
        let targets = own.targets.iter().map(|&(target, mark)| {
            let worth = u16::from(table.system().counter(target).survivability);
            Choice { item: Item::Unit(target), mark, worth }
        });
        let hold = Item::Word(Word::Hold);
        ask.offer(own.units.iter().copied(), targets.chain([hold.into()]), Some(hold));
        ask.limits.extend(limit.clone());
        asks.push((side, ask));
    }
    let mut volleys: Vec<Volley> = Vec::new();
    for ((_, ask), mut answer) in asks.iter().zip(table.ask_all(&asks)?) {
        let place = |unit: UnitId| ask.subjects.iter().position(|subject| subject.item == unit);
        answer.sort_by_key(|(unit, _)| place(*unit));
        for (unit, at) in answer {
            let Item::Unit(target) = at else { continue };
            match volleys.iter_mut().find(|volley| volley.target == target) {
                Some(volley) => volley.by.push(unit),
                None => volleys.push(Volley { target, by: vec![unit] }),
            }
        }
    }
    Ok(volleys)
}

/// What a segment asks, in words.
fn words(segment: Segment) -> &'static str {
    match segment {
        Segment::AirStrike => "air strike: choose the target of each air unit, or hold",
        Segment::Asw => "antisubmarine warfare: choose the submarine that each unit attacks, or hold",
        Segment::Submarine => "submarine attacks: choose the target of each submarine, or hold",
        Segment::Mine => "mine attacks: choose the target of each minelayer, or hold",
        Segment::Line => "gunfire: choose the target of each ship from left to right, or hold",
    }
}

/// How a volley is rolled.
pub(super) struct Dice {
    /// Dice of all attackers together.
    pub dice: usize,
    /// AA dice of the target; each 1 takes a die away (SOT-5.5.4.2-5).
    pub aa: u8,
    /// True if each hit rolls for damage; else it does one point (SOT-5.5.2-2).
    pub damage_dice: bool,
}

/// Rolls a volley and tells it; the damage counts at the end of the segment.
pub(super) fn roll(
    table: &mut Table,
    zone: ZoneId,
    segment: Segment,
    volley: &Volley,
    how: &Dice,
) -> Step<()> {
    let target = volley.target;
    let throw = |table: &mut Table, what: &str, count: usize| match count {
        0 => Ok(Vec::new()),
        _ => table.roll(label(table, zone, segment.id(), target, what), count),
    };
    let aa = throw(table, "aa", usize::from(how.aa))?;
    let negated = aa.iter().filter(|&&face| face == 1).count();
    let dice = throw(table, "hit", how.dice.saturating_sub(negated))?;
    let hits = count_hits(&dice, Hits::of(segment, table.state().unit(target)));
    let damage_dice = throw(table, "damage", if how.damage_dice { usize::from(hits) } else { 0 })?;
    let damage = if how.damage_dice { damage_dice.iter().copied().map(u16::from).sum() } else { hits };
    let by = volley.by.clone();
    table.record(Event::Attacked { zone, segment, target, by, aa, dice, hits, damage_dice, damage })
}

pub(crate) fn count_hits(dice: &[u8], hits: Hits) -> u16 {
    let count = |face: u8| dice.iter().filter(|&&die| die == face).count() as u16;
    match hits {
        Hits::Ones => count(1),
        Hits::OnesAndTwos => count(1) + count(2),
        Hits::Gunfire => count(1) + count(2) / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gunfire_counts_pairs_of_twos() {
        for (dice, hits) in [(vec![2, 2], 1), (vec![1, 2, 2, 2], 2), (vec![2, 5], 0), (vec![1, 1, 3, 4], 2)] {
            assert_eq!(count_hits(&dice, Hits::Gunfire), hits, "{dice:?}");
        }
    }
}
