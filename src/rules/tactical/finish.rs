//! End of Turn, the end of the battle, and its result (battle plans 5.9; WST-seq-6, WST-wx-3, WSC-11.6-2,
//! 11.7-5).

use super::ability::{self, Moment};
use super::field::{Being, Field, Home, Unit};
use super::log::{Entry, Id, Phase};
use super::map::End;
use super::report::{self, Ended, Fate, Flown, Report, Stood};
use super::{Battle, Name, Outcome};
use engine::side::Side;
use engine::table::Step;

impl Battle<'_> {
    /// Smoke lifts, squalls drift, abilities end.
    ///
    /// # Halts
    /// As the dice.
    pub(super) fn end_turn(&mut self) -> Step<()> {
        self.begin(Phase::End);
        let turn = self.field.turn;
        let gone: Vec<_> =
            self.field.smoke.iter().filter(|smoke| smoke.until <= turn).map(|smoke| smoke.at).collect();
        self.field.smoke.retain(|smoke| smoke.until > turn);
        for at in gone {
            self.note(|| Entry::Smoke { at, gone: true });
        }
        if !self.field.dossier.rules.still_squalls {
            self.drift()?;
        }
        self.field.renew_cover();
        for end in self.field.in_turn() {
            ability::at(self, Moment::TurnEnds, end)?;
        }
        self.settle()
    }

    /// Each squall moves one sector in a direction of a die; one that leaves the map is gone (WST-wx-3).
    fn drift(&mut self) -> Step<()> {
        let squalls = std::mem::take(&mut self.field.squalls);
        for (number, from) in squalls.into_iter().enumerate() {
            let die = self.die_of_squall(number as u16)?;
            let to = self.field.grid.step(from, die);
            self.field.squalls.extend(to);
            self.note(|| Entry::Squall { from, to, die });
        }
        Ok(())
    }

    /// Whether the battle is over, and why: after the last turn, or when a side has neither ship, submarine,
    /// land base nor aircraft that can still come.
    pub(super) fn is_over(&self) -> Option<Ended> {
        if End::BOTH.into_iter().any(|end| !self.field.side(end).any(|(_, unit)| may_fight(unit))) {
            return Some(Ended::OneSideGone);
        }
        (self.field.turn >= self.field.dossier.turns()).then_some(Ended::LastTurn)
    }

    /// What came of it.
    pub(super) fn outcome(mut self, how: Ended) -> Outcome {
        self.note(|| Entry::Over { how });
        let field = &self.field;
        let name = |unit: &Unit| Name {
            unit: unit.id.clone(),
            card: field.cards[unit.card].id.clone(),
            end: unit.end,
        };
        Outcome {
            report: report(field, how),
            winner: winner(field),
            points: field.points,
            roster: if self.quiet { Vec::new() } else { field.units.iter().map(name).collect() },
            log: self.log,
        }
    }
}

/// Whether a unit keeps a battle going. Ground units alone do not.
fn may_fight(unit: &Unit) -> bool {
    match unit.being {
        Being::There => !unit.kind.is_ground(),
        Being::Coming => unit.kind.is_afloat(),
        Being::Left(_) | Being::Destroyed | Being::Stranded => false,
    }
}

/// Who wins: the side that alone has ships, submarines or land bases on the map; else who destroyed more;
/// else the sector's controller (WSC-11.7-5).
fn winner(field: &Field<'_>) -> Option<Side> {
    let holds = End::BOTH
        .map(|end| field.on_map(end).any(|(_, unit)| unit.kind.is_afloat() || unit.kind.is_land_base()));
    let [a, k] = field.points;
    let end = match (holds, a.cmp(&k)) {
        ([true, false], _) => Some(End::A),
        ([false, true], _) => Some(End::K),
        (_, std::cmp::Ordering::Greater) => Some(End::A),
        (_, std::cmp::Ordering::Less) => Some(End::K),
        (_, std::cmp::Ordering::Equal) => field.dossier.controller,
    };
    end.map(|end| field.dossier.side(end))
}

/// The result in normal form. Units that abilities brought are none of the dossier's, and are left out.
fn report(field: &Field<'_>, ended: Ended) -> Report {
    let all = || field.units.iter().take(field.dossier.units());
    let hurt = |unit: &Unit| (unit.being != Being::Destroyed).then_some(unit.damage);
    let mut units: Vec<report::Unit> = all()
        .filter(|unit| unit.kind.is_afloat())
        .map(|unit| report::Unit {
            unit: unit.id.clone(),
            fate: match unit.being {
                Being::Left(_) => Fate::Left,
                Being::Destroyed => Fate::Sunk,
                Being::There | Being::Coming | Being::Stranded => Fate::Afloat,
            },
            turn: if let Being::Left(turn) = unit.being { Some(turn) } else { None },
            damage: hurt(unit),
            repaired: unit.mended && unit.damage < unit.brought,
        })
        .collect();
    let mut aircraft: Vec<report::Aircraft> = all()
        .filter_map(|unit| Some((unit, unit.wings.as_ref()?)))
        .map(|(unit, wings)| {
            let moved = match wings.home {
                Home::Deck(base) | Home::Land(base) if wings.home != wings.first_home => Some(base),
                _ => None,
            };
            report::Aircraft {
                unit: unit.id.clone(),
                fate: match unit.being {
                    Being::There | Being::Left(_) | Being::Coming => Flown::Home,
                    Being::Destroyed => Flown::Lost,
                    Being::Stranded => Flown::Stranded,
                },
                base: moved.filter(|_| unit.is_there()).map(|base: Id| field.unit(base).id.clone()),
            }
        })
        .collect();
    let mut bases: Vec<report::Base> = all()
        .filter(|unit| unit.kind.is_land_base() || unit.kind.is_ground())
        .map(|unit| report::Base {
            unit: unit.id.clone(),
            fate: if unit.being == Being::Destroyed { Stood::Destroyed } else { Stood::Standing },
            damage: hurt(unit),
            ashore: unit.aboard.is_some() && unit.is_there(),
        })
        .collect();
    units.sort();
    aircraft.sort();
    bases.sort();
    let (battle, turns_played) = (field.dossier.battle.clone(), field.turn);
    Report { battle, turns_played, ended, units, aircraft, bases }
}
