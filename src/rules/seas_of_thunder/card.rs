//! A combat as a card: its boxes, its segments, what each attack did. Everything here stands in the lines that the side
//! is told, or in the position from which they lead on.

use super::board::ZoneId;
use super::event::{Segment, Why};
use super::pieces::UnitId;
use super::state::{MatBox, Place, Sea};
use super::story::reason;
use super::telling::{Telling, What};
use super::view::{Eyes, UnitView};
use engine::problem::count;
use engine::rulebook::card::{Draft, lowest, roll};
use engine::rulebook::two_sided::Camp;
use engine::side::Side;
use engine::view::{Befell, Card, Mark, OPENING, Shot, Throw};

/// Up to this face a die sinks a convoy (SOT-5.5.4.8-2).
const CONVOY_HIT: u8 = 3;

impl Eyes<'_> {
    /// The card of a chapter about a combat; `since` is the position from which its lines lead on, if that is known.
    pub(super) fn card(&self, since: Option<&Sea>, zone: ZoneId, lines: &[Telling]) -> Option<Card> {
        let mut draft = Draft::default();
        if let Some(since) = since {
            self.place_all(&mut draft, since, zone);
        }
        for line in lines {
            draft.line(act(line), None);
            self.add(&mut draft, &line.what);
        }
        draft.done()
    }

    /// Puts down the counters of a combat whose mats were revealed before: those, and no others, stand in boxes.
    fn place_all(&self, draft: &mut Draft, since: &Sea, zone: ZoneId) {
        let in_box = |unit: &UnitId| {
            let state = since.unit(*unit);
            (state.place == Place::Sea(zone) && !state.aside).then_some(()).and(state.mat)
        };
        let mut units: Vec<(Camp, MatBox, u8, UnitId)> = since
            .ids()
            .filter_map(|unit| {
                let of = in_box(&unit)?;
                Some((self.system.side_of(since, unit), of, since.unit(unit).slot, unit))
            })
            .collect();
        units.sort_by_key(|&(camp, of, slot, unit)| (camp.index(), of, slot, unit));
        for (camp, of, _, unit) in units {
            draft.place(camp.side(), Some(of.name()), self.open(unit));
        }
    }

    /// Adds what a line says.
    fn add(&self, draft: &mut Draft, what: &What) {
        match what {
            What::MatRevealed { side, boxes, aside, .. } => {
                let side = side.side();
                for boxed in boxes {
                    boxed.units.iter().for_each(|unit| draft.place(side, Some(&boxed.of), unit.clone()));
                }
                aside.iter().for_each(|unit| draft.place(side, Some("Standing aside"), unit.clone()));
            }
            What::Attacked {
                segment,
                target,
                by,
                aa,
                dice,
                hits,
                damage_dice,
                damage,
                survivability,
                ..
            } => {
                let pairs = *segment == Segment::Line.id();
                let rolls = [
                    roll(Throw::AntiAir, aa, lowest(aa, aa.iter().filter(|&&die| die == 1).count())),
                    roll(Throw::Attack, dice, lowest(dice, scoring(dice, *hits, pairs))),
                    roll(Throw::Damage, damage_dice, Vec::new()),
                ];
                draft.shot(Shot {
                    line: 0,
                    side: self.attackers(draft, target),
                    by: by.iter().map(|unit| unit.id.clone()).collect(),
                    at: Mark::Counter(target.id.clone()),
                    means: None,
                    rolls: rolls.into_iter().flatten().collect(),
                    hits: *hits,
                    void: 0,
                    damage: (*hits > 0).then_some((*damage, (*survivability).into())),
                    fate: None,
                });
            }
            What::ConvoyAttacked { convoy, by, units, dice, sunk, .. } => {
                let hits = dice.iter().filter(|&&die| die <= CONVOY_HIT).count();
                draft.shot(Shot {
                    line: 0,
                    side: by.side(),
                    by: units.iter().map(|unit| unit.id.clone()).collect(),
                    at: Mark::Convoy(convoy.side()),
                    means: None,
                    rolls: roll(Throw::Attack, dice, lowest(dice, hits)).into_iter().collect(),
                    hits: hits as u16,
                    void: 0,
                    damage: None,
                    fate: sunk.then_some(Befell::Sunk),
                });
            }
            What::Sunk { unit, .. } => draft.befell(&unit.id, Befell::Sunk, None),
            What::Damaged { unit, die, turns, .. } => {
                let note = format!("repair die {die}, back in {}", count((*turns).into(), "turn"));
                draft.befell(&unit.id, Befell::Damaged, Some(note));
            }
            // Whoever has done its duty goes on as a matter of course.
            What::Relocated { why, .. } if why == reason(Why::Done) => (),
            What::Relocated { unit, to, .. } => draft.befell(&unit.id, Befell::Shifted, Some(to.clone())),
            What::Returned { groups, .. } => {
                for group in groups {
                    for unit in &group.units {
                        draft.befell(&unit.id, Befell::Left, Some(group.place.clone()));
                    }
                }
            }
            What::BattleEnded { .. } => draft.end(),
            _ => {}
        }
    }

    /// Who attacks a target.
    fn attackers(&self, draft: &Draft, target: &UnitView) -> Side {
        let of = draft.side_of(&target.id).or_else(|| {
            let unit = self.system.pieces.counters.by_id(&target.id)?;
            Some(self.system.side_of(self.sea, unit).side())
        });
        of.map_or(self.side.side(), |side| Camp::in_match(side).enemy().side())
    }
}

/// How many dice make the hits: each 1 is one, and in gunfire two 2s are one more, elsewhere each 2 (SOT-5.5.2-1).
fn scoring(dice: &[u8], hits: u16, pairs: bool) -> usize {
    let ones = dice.iter().filter(|&&die| die == 1).count();
    let more = usize::from(hits).saturating_sub(ones);
    ones + if pairs { 2 * more } else { more }
}

/// The segment to which a line belongs, by its rule; nothing of what segments have in common.
fn act(line: &Telling) -> Option<&'static str> {
    if let What::NavyChosen { .. } | What::StoodOff { .. } | What::MatRevealed { .. } = line.what {
        return Some(OPENING);
    }
    let segment = line.rule.strip_prefix("SOT-5.5.4.")?;
    let number: usize = segment.split('-').next()?.parse().ok()?;
    MatBox::ALL.get(number.checked_sub(1)?).map(|of| of.id())
}
