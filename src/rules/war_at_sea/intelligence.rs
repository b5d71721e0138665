//! 9 Tactical Intelligence: what sides are told of each other's forces, with time of day, terrain and
//! weather.

use super::board::SectorId;
use super::event::Event;
use super::key::label;
use super::options::Rule;
use super::state::{Aim, Counts, Intel, Level, Pick, Place, Size, UnitId, War};
use super::{Table, WarAtSea};
use engine::side::Side;
use engine::table::Step;
use tactical::cards::{CardId, Kind};

/// Which part of a force is looked at: with Economy the convoy is told apart from all else (WSC-9.7-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Formation {
    /// All of it.
    Whole,
    /// All but the convoy.
    Fleet,
    /// The convoy.
    Convoy,
}

impl Formation {
    /// Whether a unit belongs to it.
    fn has(self, convoy: bool) -> bool {
        match self {
            Formation::Whole => true,
            Formation::Fleet => !convoy,
            Formation::Convoy => convoy,
        }
    }
}

impl WarAtSea {
    /// The parts of a force that are told apart.
    fn formations(&self) -> &'static [Formation] {
        if self.has(Rule::Economy) { &[Formation::Fleet, Formation::Convoy] } else { &[Formation::Whole] }
    }

    /// Whether a sector is one of a side's or touches one, so that forces there are disclosed to it
    /// (WSC-9.2-1).
    pub(super) fn is_in_contact(&self, war: &War, side: Side, at: SectorId) -> bool {
        war.holds(side, at) || self.board.sector(at).next.iter().any(|next| war.holds(side, *next))
    }

    /// The units of a side that lie in a sector: ships, submarines and land bases.
    fn lying<'w>(
        &'w self,
        war: &'w War,
        side: Side,
        at: SectorId,
        part: Formation,
    ) -> impl Iterator<Item = (UnitId, Kind)> + 'w {
        let here = war.own(side).filter(move |unit| {
            let state = war.unit(*unit);
            state.place == Place::Sector(at) && part.has(state.convoy)
        });
        here.map(|unit| (unit, self.cards[war.unit(unit).card].kind))
    }

    /// The counts of a side's ships in a sector (WSC-9.2-1); a scout sees torpedo boats and whether there are
    /// submarines (WSC-9.3-5).
    pub(super) fn counts(&self, war: &War, side: Side, at: SectorId, part: Formation, scout: bool) -> Counts {
        let mut counts = Counts::default();
        let (mut boats, mut submarines) = (0, false);
        for (_, kind) in self.lying(war, side, at, part) {
            match kind {
                Kind::Battleship => counts.battleships += 1,
                Kind::Carrier => counts.carriers += 1,
                Kind::Cruiser => counts.cruisers += 1,
                Kind::Destroyer => counts.destroyers += 1,
                Kind::Auxiliary => counts.auxiliaries += 1,
                Kind::TorpedoBoat => boats += 1,
                Kind::Submarine => submarines = true,
                _ => {}
            }
        }
        if scout {
            (counts.torpedo_boats, counts.submarines) = (Some(boats), Some(submarines));
        }
        counts
    }

    /// How large a side's force in a sector looks; nothing if there is no ship (WSC-9.3-1 to WSC-9.3-4).
    pub(super) fn size(&self, war: &War, side: Side, at: SectorId, part: Formation) -> Option<Size> {
        let lying = self.lying(war, side, at, part);
        let ships: Vec<UnitId> = lying.filter(|(_, kind)| kind.is_ship()).map(|(unit, _)| unit).collect();
        let is_capital = |unit: &&UnitId| {
            let card = &self.cards[war.unit(**unit).card];
            card.kind == Kind::Battleship || card.kind == Kind::Carrier && card.capacity > 1
        };
        let capital = ships.iter().filter(is_capital).count();
        match (capital, ships.len()) {
            (_, 0) => None,
            (0, ..=3) => Some(Size::Small),
            (..=1, ..=6) => Some(Size::Medium),
            _ => Some(Size::Large),
        }
    }

    /// How many scouts a side has over a part of the forces in a sector (WSC-7.3-1).
    fn scouts(&self, war: &War, side: Side, at: SectorId, part: Formation) -> usize {
        let looks = |unit: &UnitId| {
            let state = war.unit(*unit);
            state.scouts == Some(at) && part.has(state.aim == Aim::Convoy)
        };
        war.own(side).filter(looks).count()
    }

    /// The sectors of which several sides are told, or nobody's: their waters are rolled whoever is there, so
    /// that the roll betrays nothing.
    fn frontier(&self, war: &War) -> Vec<SectorId> {
        let sides: Vec<Side> = self.playing(war).collect();
        let shared = |at: &SectorId| {
            let told = sides.iter().filter(|side| self.is_in_contact(war, **side, *at)).count();
            told > 1 || told == 1 && war.owner(*at).is_none()
        };
        self.board.ids().filter(shared).collect()
    }
}

/// 9.1 Every side is told what it may know, after the waters of the sectors in question were rolled.
pub(super) fn tactical_intelligence(table: &mut Table<'_>) -> Step<()> {
    let (system, war) = (table.system(), table.state());
    let sides: Vec<Side> = system.playing(war).collect();
    for at in system.frontier(war) {
        roll_waters(table, at, sides.clone(), false)?;
        if system.has(Rule::Economy) {
            roll_waters(table, at, sides.clone(), true)?;
        }
    }
    for &to in &sides {
        for at in system.board.ids() {
            for of in to.others(&sides) {
                for part in system.formations() {
                    disclose(table, to, of, at, *part)?;
                }
            }
        }
    }
    Ok(())
}

/// Rolls time of day, terrain and weather of a sector, once a turn (WSC-9.4-1, WSC-9.5-1, WSC-11.3-2); of
/// convoys apart (WSC-9.7-1).
pub(super) fn roll_waters(table: &mut Table<'_>, at: SectorId, to: Vec<Side>, convoy: bool) -> Step<()> {
    if table.state().waters.iter().any(|waters| waters.at == at && waters.convoy == convoy) {
        return Ok(());
    }
    let waters = super::combat::waters(table, at, to, convoy)?;
    table.record(Event::Rolled { waters })
}

/// What one side is told of another's force in a sector.
fn disclose(table: &mut Table<'_>, to: Side, of: Side, at: SectorId, part: Formation) -> Step<()> {
    let (system, war) = (table.system(), table.state());
    let contact = system.is_in_contact(war, to, at);
    let land_bases = system.lying(war, of, at, part).filter(|(_, kind)| kind.is_land_base()).count() as u8;
    let scouts = if system.has(Rule::Scouting) { system.scouts(war, to, at, part) } else { 0 };
    let territory = system.has(Rule::Territory);
    let (level, bases) = if !system.has(Rule::Scouting) {
        if !contact {
            return Ok(());
        }
        // WSC-9.2-1, WSC-9.8-1.
        let counts = system.counts(war, of, at, part, false);
        (Some(Level::Counts(counts)), territory.then_some(land_bases))
    } else if scouts > 0 {
        // WSC-9.3-5, WSC-9.8-2.
        (Some(Level::Counts(system.counts(war, of, at, part, true))), territory.then_some(land_bases))
    } else if contact {
        (system.size(war, of, at, part).map(Level::Size), territory.then_some(land_bases.min(1)))
    } else {
        return Ok(());
    };
    let bases = bases.filter(|bases| *bases > 0);
    let Some(level) = level.or(bases.map(|_| Level::Counts(Counts::default()))) else { return Ok(()) };
    // Where nothing is disclosed nothing is said, but a scout says that it has seen nothing.
    if level.is_empty() && bases.is_none() && scouts == 0 {
        return Ok(());
    }
    let details = if scouts > 1 { details(table, to, of, (at, part), scouts - 1)? } else { Vec::new() };
    table.record(Event::Told {
        intel: Intel { to, of, at, convoy: part == Formation::Convoy, level, bases, details },
    })
}

/// What so many further scouts find out, by the wishes of their side; what would give nothing is skipped
/// (WSC-9.3-6, WSC-9.3-7).
fn details(
    table: &mut Table<'_>,
    to: Side,
    of: Side,
    (at, part): (SectorId, Formation),
    further: usize,
) -> Step<Vec<(Pick, String)>> {
    let (system, war) = (table.system(), table.state());
    let turn = war.turn;
    let wishes = match war.seat(to).map(|seat| seat.picks.clone()) {
        Some(wishes) if !wishes.is_empty() => wishes,
        _ => system.picks(),
    };
    let mut open: Vec<(Pick, Vec<CardId>)> = Vec::new();
    for pick in wishes {
        let is = |kind: Kind| match pick {
            Pick::Submarines => kind == Kind::Submarine,
            Pick::Battleship => kind == Kind::Battleship,
            Pick::Carrier => kind == Kind::Carrier,
            Pick::Cruiser => kind == Kind::Cruiser,
            Pick::LandBase => kind.is_land_base(),
        };
        let found = system.lying(table.state(), of, at, part).filter(|(_, kind)| is(*kind));
        let found: Vec<CardId> = found.map(|(unit, _)| table.state().unit(unit).card).collect();
        if found.is_empty() {
            continue;
        }
        let sector = &system.board.sector(at).id;
        let convoy = if part == Formation::Convoy { "convoy/" } else { "" };
        let what = format!("{}/{}/{convoy}{}", to.id(), of.id(), pick.id());
        // Ships are drawn without repetition.
        let order = match pick {
            Pick::Submarines => vec![0],
            _ if found.len() == 1 => vec![0],
            _ => table.shuffle(label(turn, sector, &what), found.len())?,
        };
        open.push((pick, order.into_iter().rev().map(|at| found[at]).collect()));
    }
    let mut details = Vec::new();
    while details.len() < further && open.iter().any(|(_, cards)| !cards.is_empty()) {
        for (pick, cards) in &mut open {
            if details.len() == further {
                break;
            }
            let Some(card) = cards.pop() else { continue };
            let card = &system.cards[card];
            let found = match pick {
                Pick::Submarines => {
                    let all = system
                        .lying(table.state(), of, at, part)
                        .filter(|(_, kind)| *kind == Kind::Submarine);
                    all.count().to_string()
                }
                _ => card.class.clone().unwrap_or_else(|| card.name.clone()),
            };
            details.push((*pick, found));
        }
    }
    Ok(details)
}
