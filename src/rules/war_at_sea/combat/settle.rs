//! How a battle is settled: from battle plans, or by what the players say of it.

use super::Meeting;
use crate::{Table, WarAtSea, battle_plans, table_top};
use engine::fortune::Fortune;
use engine::side::Side;
use engine::table::Step;
use tactical::picture::{Picture, pictures};
use tactical::{Dice, Dossier, End, Label, Report};

/// What came of a battle.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    /// The result in normal form.
    pub report: Report,
    /// Who won.
    pub winner: Option<Side>,
    /// Points by side, that of column A first.
    pub points: [u32; 2],
    /// The battle in words.
    pub story: Vec<String>,
}

/// The dice of the table, for a staff battle.
pub(super) struct Served<'a, 't>(pub &'a mut Table<'t>);

impl Dice for Served<'_, '_> {
    fn roll(&mut self, label: &Label<'_>, faces: &mut [u8]) -> Step<()> {
        let rolled = self.0.roll(label.to_string(), faces.len())?;
        faces.copy_from_slice(&rolled);
        Ok(())
    }

    fn counts(&self) -> bool {
        self.0.counts()
    }

    fn fell(&mut self, fortune: Fortune) {
        self.0.fell([fortune]);
    }
}

/// Every so many turns of a battle its map is kept.
const EVERY: u8 = 3;

/// Settles a battle. One that is fought from plans has pictures of the battle map, every few turns.
pub(super) fn settle(table: &mut Table<'_>, meeting: &Meeting) -> Step<(Settled, Vec<Picture>)> {
    let (system, war) = (table.system(), table.state());
    let Some(waters) = system.waters_of(war, meeting.at, meeting.is_of_a_convoy()) else {
        return table.fault("a battle is fought in waters that nobody rolled");
    };
    let dossier = system.dossier(war, meeting, waters);
    if system.is_at_table(war, meeting)
        && let Some(settled) = table_top::settle(table, meeting, &dossier)?
    {
        return Ok((settled, Vec::new()));
    }
    staff(table, meeting, &dossier)
}

/// Fights a staff battle by the plans of both sides.
fn staff(table: &mut Table<'_>, meeting: &Meeting, dossier: &Dossier) -> Step<(Settled, Vec<Picture>)> {
    let system = table.system();
    let [a, k] = End::BOTH.map(|end| system.plan_of(table, meeting, dossier, end));
    battle_plans::announce(table, meeting, dossier, [&a, &k])?;
    let plans = [&*a.plan, &*k.plan];
    let outcome = tactical::fight(&system.cards, dossier, plans, &mut Served(table), true)?;
    let story = tactical::tale::tell(&system.cards, dossier, &outcome)
        .iter()
        .map(tactical::tale::Paragraph::line)
        .collect();
    let pictures = pictures(&system.cards, dossier, &outcome, EVERY);
    let settled = Settled { report: outcome.report, winner: outcome.winner, points: outcome.points, story };
    Ok((settled, pictures))
}

impl WarAtSea {
    /// The names of all battle plans, the built-in one first.
    pub(crate) fn plan_names(&self) -> Vec<&str> {
        self.plans.names().collect()
    }
}
