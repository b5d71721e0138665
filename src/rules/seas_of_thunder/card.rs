//! A combat as a card: its boxes, its segments, what each attack did. Everything here stands in the lines
//! that the side is told, or in the position from which they lead on.

use super::board::ZoneId;
use super::combat::convoy::CONVOY_HIT;
use super::event::{Event, Segment, Why};
use super::pieces::UnitId;
use super::state::{MatBox, Place, Sea};
use super::story::Heard;
use super::view::Observer;
use engine::problem::count;
use engine::rulebook::card::{Draft, lowest, roll};
use engine::rulebook::two_sided::Camp;
use engine::side::Side;
use engine::view::{Befell, Card, Mark, OPENING, Shot, Throw};

impl Observer<'_> {
    /// The card of a chapter about a combat; `since` is the position from which its lines lead on, if that is
    /// known.
    pub(super) fn card(&self, since: Option<&Sea>, zone: ZoneId, lines: &[Heard<'_>]) -> Option<Card> {
        let mut draft = Draft::default();
        if let Some(since) = since {
            self.place_all(&mut draft, since, zone);
        }
        for heard in lines {
            draft.line(act(heard), None);
            self.add(&mut draft, heard.event);
        }
        draft.done()
    }

    /// Puts down the counters of a combat whose mats were revealed before: those, and no others, stand in
    /// boxes.
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

    /// An attack: its dice, and what came of it.
    fn attacked(&self, draft: &mut Draft, event: &Event) {
        let Event::Attacked { segment, target, by, aa, dice, hits, damage_dice, damage, zone: _ } = event
        else {
            return;
        };
        let pairs = *segment == Segment::Line;
        let rolls = [
            roll(Throw::AntiAir, aa, lowest(aa, aa.iter().filter(|&&die| die == 1).count())),
            roll(Throw::Attack, dice, lowest(dice, scoring(dice, *hits, pairs))),
            roll(Throw::Damage, damage_dice, Vec::new()),
        ];
        draft.shot(Shot {
            line: 0,
            side: self.attackers(draft, *target),
            by: self.counters(by),
            at: Mark::Counter(self.counter(*target)),
            means: None,
            rolls: rolls.into_iter().flatten().collect(),
            hits: *hits,
            void: 0,
            damage: (*hits > 0).then(|| (*damage, self.survivability(*target).into())),
            fate: None,
        });
    }

    /// Adds what an event shows of which the side heard.
    fn add(&self, draft: &mut Draft, event: &Event) {
        match event {
            Event::MatRevealed { side, boxes, aside, zone: _ } => {
                let mut place = |of: &str, unit: UnitId| draft.place(side.side(), Some(of), self.open(unit));
                for of in MatBox::ALL {
                    let units = boxes.iter().filter(|(_, in_box, _)| *in_box == of);
                    units.for_each(|(unit, ..)| place(of.name(), *unit));
                }
                aside.iter().for_each(|unit| place("Standing aside", *unit));
            }
            Event::Attacked { .. } => self.attacked(draft, event),
            Event::ConvoyAttacked { token, by, units, dice, sunk, zone: _, from: _ } => {
                let hits = dice.iter().filter(|&&die| die <= CONVOY_HIT).count();
                draft.shot(Shot {
                    line: 0,
                    side: by.side(),
                    by: self.counters(units),
                    at: Mark::Convoy(self.convoy_side(*token).side()),
                    means: None,
                    rolls: roll(Throw::Attack, dice, lowest(dice, hits)).into_iter().collect(),
                    hits: hits as u16,
                    void: 0,
                    damage: None,
                    fate: sunk.then_some(Befell::Sunk),
                });
            }
            Event::Sunk { unit, .. } => draft.befell(&self.counter(*unit), Befell::Sunk, None),
            Event::Damaged { unit, die, turns, .. } => {
                let note = format!("repair die {die}, back in {}", count((*turns).into(), "turn"));
                draft.befell(&self.counter(*unit), Befell::Damaged, Some(note));
            }
            // Whoever has done its duty goes on as a matter of course.
            Event::Relocated { why: Why::Done, .. } => (),
            Event::Relocated { unit, goes, .. } => {
                draft.befell(&self.counter(*unit), Befell::Shifted, Some(goes.words().to_owned()));
            }
            Event::Returned { ships, .. } => {
                let mut ships = ships.clone();
                ships.sort_by_key(|(_, port)| *port);
                for (unit, port) in ships {
                    draft.befell(&self.counter(unit), Befell::Left, Some(self.port_name(port)));
                }
            }
            Event::BattleEnded { .. } => draft.end(),
            _ => {}
        }
    }

    /// The id of a counter.
    fn counter(&self, unit: UnitId) -> String {
        self.system.counter(unit).id.clone()
    }

    fn counters(&self, units: &[UnitId]) -> Vec<String> {
        units.iter().map(|unit| self.counter(*unit)).collect()
    }

    /// Who attacks a target.
    fn attackers(&self, draft: &Draft, target: UnitId) -> Side {
        let on_card = draft.side_of(&self.counter(target));
        on_card.map_or(self.side_of(target), Camp::in_match).enemy().side()
    }
}

/// How many dice make the hits: each 1 is one, and in gunfire two 2s are one more, elsewhere each 2
/// (SOT-5.5.2-1).
fn scoring(dice: &[u8], hits: u16, pairs: bool) -> usize {
    let ones = dice.iter().filter(|&&die| die == 1).count();
    let more = usize::from(hits).saturating_sub(ones);
    ones + if pairs { 2 * more } else { more }
}

/// The segment to which a line belongs, by its rule; nothing of what segments have in common.
fn act(heard: &Heard<'_>) -> Option<&'static str> {
    if let Event::NavyChosen { .. } | Event::StoodOff { .. } | Event::MatRevealed { .. } = heard.event {
        return Some(OPENING);
    }
    let segment = heard.line.rule().strip_prefix("SOT-5.5.4.")?;
    let number: usize = segment.split('-').next()?.parse().ok()?;
    MatBox::ALL.get(number.checked_sub(1)?).map(|of| of.id())
}
