//! Battles at the table: each side says what came of a battle, what is impossible is refused, and both must agree (battle
//! plans 2).

use super::battle::dossier::Hull;
use super::battle::report::{Aircraft, Base, Ended, Fate, Flown, Report, Stood, Unit};
use super::battle::{Dossier, End};
use super::board::SectorId;
use super::cards::{Ability, Card};
use super::combat::{Meeting, Settled};
use super::item::{Count, FateItem, Item, Order, Ship};
use super::key::{By, Key, Number, What};
use super::state::War;
use super::{Ask, Table, WarAtSea};
use crate::side::Side;
use crate::table::key::Turn;
use crate::table::{Choice, Step};

/// What both sides say of a battle at the table. Nothing if they do not agree even when asked again: then it is fought as
/// a staff battle, by the plans on file.
pub(super) fn settle(table: &mut Table<'_>, meeting: &Meeting, dossier: &Dossier) -> Step<Option<Settled>> {
    for what in [What::Result, What::Again] {
        let (system, war) = (table.system(), table.state());
        let asks =
            dossier.sides.map(|side| (side, system.asked_of_the_table(war, meeting, dossier, side, what)));
        let answers = table.ask_all(&asks)?;
        let reports: Vec<Result<Report, Vec<String>>> = dossier
            .sides
            .iter()
            .zip(&answers)
            .map(|(_, picks)| table.system().report_of(table.state(), dossier, picks))
            .collect();
        if let [Ok(one), Ok(other)] = &reports[..]
            && one == other
        {
            let report = one.clone();
            let (winner, points) = table.system().judged(dossier, &report);
            return Ok(Some(Settled { report, winner, points, story: Vec::new() }));
        }
    }
    Ok(None)
}

impl WarAtSea {
    /// What a side is asked of a battle: the fate of every unit, how it ended and after how many turns.
    fn asked_of_the_table(
        &self,
        war: &War,
        meeting: &Meeting,
        dossier: &Dossier,
        side: Side,
        what: What,
    ) -> Ask {
        let key = Key::Battle {
            turn: Turn(war.turn),
            at: meeting.at,
            number: Number(meeting.number),
            what,
            by: By(side),
        };
        let (kind, again) = match what {
            What::Again => ("result-again", ", where the two results differed"),
            _ => ("result", ""),
        };
        let title = format!("{}: what came of the battle{again}", self.sector_name(meeting.at));
        let mut ask = Ask::new(kind, key.text(), "WSC-11.1-1", title);
        ask.veiled = true;
        for line in dossier.briefing() {
            ask = ask.about(line);
        }
        let ended = [Order::LastTurn, Order::OneSideGone, Order::Agreed].map(Item::Order);
        ask.offer([Item::Order(Order::Ended)], ended, Some(Item::Order(Order::LastTurn)));
        let turns = (1..=dossier.turns()).map(|turn| Item::Count(Count(turn, None)));
        ask.offer([Item::Order(Order::Turns)], turns, Some(Item::Count(Count(dossier.turns(), None))));
        for end in End::BOTH {
            let force = dossier.force(end);
            for hull in force.ships.iter().chain(&force.submarines).chain(&force.ashore) {
                let Some((item, card)) = self.unit_called(war, &hull.unit) else { continue };
                let open = fates_of(card, hull, dossier);
                ask.offer([item], open, Some(Item::Fate(FateItem::Afloat(hull.damage))));
            }
            for plane in &force.aircraft {
                let Some((item, _)) = self.unit_called(war, &plane.unit) else { continue };
                let silence = if plane.one_mission { FateItem::Stranded } else { FateItem::Home };
                let open = [FateItem::Home, FateItem::Lost, FateItem::Stranded].map(Item::Fate);
                ask.offer([item], open, Some(Item::Fate(silence)));
            }
        }
        ask
    }

    fn sector_name(&self, at: SectorId) -> String {
        let sector = self.board.sector(at);
        format!("{} ({})", sector.name, sector.number)
    }

    fn unit_called(&self, war: &War, word: &str) -> Option<(Item, &Card)> {
        let unit = war.ids().find(|unit| self.unit_word(war, *unit) == word)?;
        let card = war.unit(unit).card;
        Some((Item::Unit(Ship(unit, card)), &self.cards[card]))
    }

    /// What a side said, in normal form.
    ///
    /// # Errors
    /// Everything in it that cannot have been (battle plans 2.2), in words.
    fn report_of(&self, war: &War, dossier: &Dossier, picks: &[(Item, Item)]) -> Result<Report, Vec<String>> {
        let mut report = Report {
            battle: dossier.battle.clone(),
            turns_played: dossier.turns(),
            ended: Ended::LastTurn,
            units: Vec::new(),
            aircraft: Vec::new(),
            bases: Vec::new(),
        };
        for pick in picks {
            match pick {
                (Item::Order(Order::Ended), Item::Order(order)) => {
                    report.ended = match order {
                        Order::OneSideGone => Ended::OneSideGone,
                        Order::Agreed => Ended::Agreed,
                        _ => Ended::LastTurn,
                    };
                }
                (Item::Order(Order::Turns), Item::Count(Count(turns, _))) => report.turns_played = *turns,
                (Item::Unit(Ship(unit, card)), Item::Fate(fate)) => {
                    let (word, card) = (self.unit_word(war, *unit), &self.cards[*card]);
                    say(&mut report, word, card, *fate, war.unit(*unit).damage);
                }
                _ => {}
            }
        }
        report.units.sort();
        report.aircraft.sort();
        report.bases.sort();
        let faults = self.impossible_report(dossier, &report);
        if faults.is_empty() { Ok(report) } else { Err(faults) }
    }

    /// Everything in a result that cannot have been (battle plans 2.2).
    pub(super) fn impossible_report(&self, dossier: &Dossier, report: &Report) -> Vec<String> {
        let mut faults = Vec::new();
        if report.ended == Ended::LastTurn && report.turns_played != dossier.turns() {
            faults.push(format!("it ended after the last turn, so {} turns were played", dossier.turns()));
        }
        for unit in &report.units {
            if let Some(turn) =
                unit.turn.filter(|turn| *turn < dossier.retreat_from || *turn > report.turns_played)
            {
                faults.push(format!(
                    "{} cannot have left on turn {turn}: ships leave from turn {} on, and {} were played",
                    unit.unit, dossier.retreat_from, report.turns_played
                ));
            }
        }
        let sunk = |word: &str| report.units.iter().any(|it| it.unit == word && it.fate == Fate::Sunk);
        for end in End::BOTH {
            for plane in &dossier.force(end).aircraft {
                let fate = report.aircraft.iter().find(|it| it.unit == plane.unit).map(|it| it.fate);
                let danger = self.can_hurt_aircraft(dossier, end) || sunk(&plane.base);
                if fate == Some(Flown::Lost)
                    && !danger
                    && !(1..=report.turns_played).any(|turn| dossier.time.is_night(turn))
                {
                    faults.push(format!("{} cannot be lost: nothing there shoots at aircraft", plane.unit));
                }
            }
        }
        let gone = End::BOTH.into_iter().any(|end| is_gone(dossier, report, end));
        if report.ended == Ended::OneSideGone && !gone {
            faults.push("both sides still had units, so it did not end with one side gone".to_owned());
        }
        faults
    }

    /// Whether the other side has anything that shoots at aircraft.
    fn can_hurt_aircraft(&self, dossier: &Dossier, end: End) -> bool {
        let force = dossier.force(end.other());
        let hulls = force.ships.iter().chain(&force.submarines).chain(&force.ashore).map(|hull| &hull.card);
        let mut cards = hulls.chain(force.aircraft.iter().map(|plane| &plane.card));
        cards.any(|id| {
            self.cards.by_id(id).is_some_and(|card| self.cards[card].carries(super::cards::Weapon::Aa))
        })
    }

    /// Who won, and the points of both sides, by what both said (WSC-11.7-5).
    pub(super) fn judged(&self, dossier: &Dossier, report: &Report) -> (Option<Side>, [u32; 2]) {
        let cost = |id: &str| self.cards.by_id(id).map_or(0, |card| u32::from(self.cards[card].cost));
        let lost = End::BOTH.map(|end| {
            let force = dossier.force(end);
            let hulls = force.ships.iter().chain(&force.submarines).chain(&force.ashore);
            let sunk = hulls.filter(|hull| is_destroyed(report, &hull.unit));
            let shot = force.aircraft.iter().filter(|plane| {
                report.aircraft.iter().any(|it| it.unit == plane.unit && it.fate == Flown::Lost)
            });
            let sunk: u32 = sunk.map(|hull| hull.cost.map_or_else(|| cost(&hull.card), u32::from)).sum();
            sunk + shot.map(|plane| cost(&plane.card)).sum::<u32>()
        });
        let points = [lost[1], lost[0]];
        let stays = End::BOTH.map(|end| stays(dossier, report, end));
        let winner = match (stays, points[0].cmp(&points[1])) {
            ([true, false], _) => Some(End::A),
            ([false, true], _) => Some(End::K),
            (_, std::cmp::Ordering::Greater) => Some(End::A),
            (_, std::cmp::Ordering::Less) => Some(End::K),
            _ => dossier.controller,
        };
        (winner.map(|end| dossier.side(end)), points)
    }
}

/// The fates that a ship, boat, land base or ground unit can have had: damage never falls below what it brought, unless
/// its card mends it; what leaves, leaves from the first turn of retreat on.
fn fates_of(card: &Card, hull: &Hull, dossier: &Dossier) -> Vec<Choice<Item>> {
    let least = if card.has(Ability::DamageControl) { 0 } else { hull.damage };
    let damages = || least..card.hull.max(1);
    let mut fates: Vec<FateItem> = damages().map(FateItem::Afloat).collect();
    if card.kind.is_afloat() {
        let turns = dossier.retreat_from..=dossier.turns();
        fates.extend(turns.flat_map(|turn| damages().map(move |damage| FateItem::Left(turn, damage))));
    }
    fates.push(FateItem::Sunk);
    fates.into_iter().map(|fate| Choice::from(Item::Fate(fate))).collect()
}

/// Adds what was said of a unit.
fn say(report: &mut Report, unit: String, card: &Card, fate: FateItem, before: u8) {
    if card.kind.is_aircraft() {
        let fate = match fate {
            FateItem::Lost | FateItem::Sunk => Flown::Lost,
            FateItem::Stranded => Flown::Stranded,
            _ => Flown::Home,
        };
        report.aircraft.push(Aircraft { unit, fate, base: None });
        return;
    }
    let damage = match fate {
        FateItem::Afloat(damage) | FateItem::Left(_, damage) => Some(damage),
        _ => None,
    };
    if card.kind.is_afloat() {
        let (fate, turn) = match fate {
            FateItem::Left(turn, _) => (Fate::Left, Some(turn)),
            FateItem::Sunk | FateItem::Lost => (Fate::Sunk, None),
            _ => (Fate::Afloat, None),
        };
        let repaired = damage.is_some_and(|damage| damage < before);
        report.units.push(Unit { unit, fate, turn, damage, repaired });
    } else {
        let fate =
            if matches!(fate, FateItem::Sunk | FateItem::Lost) { Stood::Destroyed } else { Stood::Standing };
        report.bases.push(Base { unit, fate, damage, ashore: false });
    }
}

fn is_destroyed(report: &Report, word: &str) -> bool {
    report.units.iter().any(|it| it.unit == word && it.fate == Fate::Sunk)
        || report.bases.iter().any(|it| it.unit == word && it.fate == Stood::Destroyed)
}

/// Whether a side has ships, submarines or land bases left on the map.
fn stays(dossier: &Dossier, report: &Report, end: End) -> bool {
    let force = dossier.force(end);
    let afloat = |hull: &Hull| report.units.iter().any(|it| it.unit == hull.unit && it.fate == Fate::Afloat);
    force.ships.iter().chain(&force.submarines).any(afloat)
        || force.ashore.iter().any(|hull| !is_destroyed(report, &hull.unit))
}

/// Whether a side has nothing left that can still come.
fn is_gone(dossier: &Dossier, report: &Report, end: End) -> bool {
    let flies = dossier
        .force(end)
        .aircraft
        .iter()
        .any(|plane| report.aircraft.iter().any(|it| it.unit == plane.unit && it.fate == Flown::Home));
    !stays(dossier, report, end) && !flies
}
